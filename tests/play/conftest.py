"""The book's script in Node, the one that Playwright brings along: nothing more to install."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from _ext.play import book, weights
from coursekit import Env
from tests.play.core import FOLDER

PAGE = "LOOKS, compact, labelsOf, playedIn, resultOf, reviewPage, statusOf"


class Script:
    """The core script, the worker's loop and the page's words, loaded in a process of Node."""

    def __init__(self, page: Path) -> None:
        node, _ = compute_driver_executable()
        harness = str(Path(__file__).with_name("harness.js"))
        words = [(FOLDER / name).read_text(encoding="utf-8") for name in ("words.js", "records.js")]
        text = "\n".join([book.constants(), *words, f"return {{ {PAGE} }};"])
        page.write_text(f"Object.assign(globalThis, (() => {{ {text} }})());", encoding="utf-8")
        scripts = [*book.CORE, "worker.js", str(page)]
        self._process = subprocess.Popen(
            [node, harness, str(FOLDER), *scripts],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, code: str, **values: Any) -> Any:
        """Returns what a function's body returns, given some values by their names."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"code": code, "values": values}), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["found"]

    def at(self, env: Env, code: str, **values: Any) -> Any:
        """Runs code on ``game`` and ``state``, those of an env's position."""
        return self.run(
            f"const game = makeGame(name); const state = game.stateOf(given); {code}",
            name=env.name,
            given=given(env),
            **values,
        )

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def given(env: Env) -> dict[str, Any]:
    """Returns a position as the script is given it."""
    local = getattr(env, "forced", None)
    return {
        "cells": env.board.ravel().tolist(),
        "mover": int(env.player),
        "forced": -1 if local is None else 3 * local[0] + local[1],
    }


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    """The script, ready to run code."""
    script = Script(tmp_path_factory.mktemp("script") / "page.js")
    yield script
    script.close()


@pytest.fixture(scope="session")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the shipped networks, exported as the book's build does."""
    folder = tmp_path_factory.mktemp("networks")
    weights.write(folder)
    return folder
