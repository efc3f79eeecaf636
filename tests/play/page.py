"""The page's scripts beside the core, run in Node without a page."""

import json
import subprocess
from typing import Any

from playwright._impl._driver import compute_driver_executable

from _ext.play import book
from tests.play.core import FOLDER


def told(code: str, **given: Any) -> Any:
    """Returns what some code returns that may use ``given`` and all names of words and records."""
    names = ("words.js", "records.js")
    files = [(FOLDER / name).read_text(encoding="utf-8") for name in names]
    constant = f"const given = {json.dumps(given)};"
    run = f"console.log(JSON.stringify((() => {{ {code} }})()));"
    program = "\n".join([constant, book.constants(), book.core_script(), *files, run])
    node, _ = compute_driver_executable()
    ended = subprocess.run(
        [node, "-"], input=program, capture_output=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
