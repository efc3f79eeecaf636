"""Fits pictures to their page: they turn dark with it, boards side by side stack on a phone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PIL import Image
from sphinx.application import Sphinx

from _ext.dark import dark, is_card

PICTURE = re.compile(
    r'(?P<link><a class="[^"]*image-reference[^"]*" href="[^"]*">)?'
    r'(?P<image><img [^>]*src="(?P<folder>[^"]*_images/)(?P<name>[^"/]+\.png)"[^>]*>)'
    r"(?(link)\s*</a>)"
)
WIDE = 1000  # in pixels, two of which are one of the page: a tree, and no board
STYLE = re.compile(r' style="[^"]*"')


def fit(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Marks the charts of a page, gives boards a dark twin, and takes their rows apart."""
    files = {name: Path(path) for path, name in app.builder.images.items()}

    def fitted(found: re.Match[str]) -> str:
        if found["name"] not in files:
            return found[0]
        with Image.open(files[found["name"]]) as picture:
            if picture.info.get("Software", "").startswith("Matplotlib"):
                return found[0].replace(found["image"], _marked(found["image"], "chart"))
            columns = int(picture.info.get("columns", 1))
            if columns > 1:
                return _panels(app, found, picture, columns)
            image = found["image"]
            if picture.width > WIDE:
                image = _marked(image, "wide")
            if is_card(picture):
                image = _twins(app, image, found["name"], picture)
            return found[0].replace(found["image"], image)

    if "body" in context:
        context["body"] = PICTURE.sub(fitted, context["body"])


def _twins(app: Sphinx, image: str, name: str, picture: Image.Image) -> str:
    """Writes a card for dark pages, and returns the image for light ones and the one for dark."""
    stem = Path(name).stem
    dark(picture).save(_folder(app) / f"{stem}-dark.png")
    twin = image.replace(name, f"{stem}-dark.png")
    return _marked(image, "only-light") + _marked(twin, "only-dark")


def _marked(image: str, kind: str) -> str:
    """Adds a class to an image."""
    if 'class="' in image:
        return image.replace('class="', f'class="{kind} ', 1)
    return image.replace("<img ", f'<img class="{kind}" ', 1)


def _panels(app: Sphinx, found: re.Match[str], picture: Image.Image, columns: int) -> str:
    """Writes each column of a picture into a file of its own, and returns them as a row."""
    width = picture.width // columns
    parts = []
    for place in range(columns):
        name = f"{Path(found['name']).stem}-{place + 1}.png"
        left = place * picture.width // columns
        panel = picture.crop((left, 0, left + width, picture.height))
        panel.save(_folder(app) / name)
        image = STYLE.sub("", found["image"]).replace(found["name"], name)
        image = re.sub(r'alt="([^"]*)"', rf'alt="\1 ({place + 1} of {columns})"', image)
        image = image.replace("<img ", f'<img style="width: {width // 2}px" ', 1)
        image = _twins(app, image, name, panel)
        parts.append(f'<a class="image-reference" href="{found["folder"]}{name}">{image}</a>')
    return f'<span class="panels panels-{columns}">{"".join(parts)}</span>'


def _folder(app: Sphinx) -> Path:
    folder = Path(app.outdir) / "_images"
    folder.mkdir(exist_ok=True)
    return folder


def setup(app: Sphinx) -> dict[str, Any]:
    """Connects it to Sphinx."""
    app.connect("html-page-context", fit)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
