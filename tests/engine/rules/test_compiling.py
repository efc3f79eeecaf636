"""``kernel`` inside one process: the message when compiling is slow, a full disk, real errors."""

import errno
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

from coursekit.engine.rules import _jit
from coursekit.engine.rules._jit import Int


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Gives each test an empty cache, and a process that has said and compiled nothing yet."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(_jit, "_compiling_seconds", 0.0)
    _jit._announced.clear()
    yield
    _jit._announced.set()


def make_kernel() -> Any:
    @_jit.kernel
    def plus_one(number: Int) -> Int:
        return number + 1

    return plus_one


def test_slow_compiling_is_announced_once(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seconds in all, not for a single kernel: a lesson waits for all of them."""
    monkeypatch.setattr(_jit, "_compiling_seconds", 1.999)
    for _ in range(2):
        assert make_kernel()(41) == 42
    assert capfd.readouterr() == ("", _jit.COMPILING_MESSAGE + "\n")
    assert _jit._compiling_seconds > 1.999


def test_reading_the_cache_is_no_compiling(capfd: pytest.CaptureFixture[str]) -> None:
    make_kernel()
    spent = _jit._compiling_seconds
    assert spent > 0
    assert make_kernel()(41) == 42
    assert _jit._compiling_seconds == spent
    assert capfd.readouterr().err == ""


def test_the_timer_does_not_outlive_the_compiling(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kernel()
    monkeypatch.setattr(_jit, "_QUIET_SECONDS", _jit._compiling_seconds + 0.05)
    make_kernel()
    time.sleep(0.08)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("step", ["_save_index", "_save_data", "_load_index", "_load_data"])
@pytest.mark.parametrize("problem", [OSError(errno.ENOSPC, "full"), PermissionError(13, "no")])
def test_a_cache_that_fails_at_any_step_costs_only_time(
    monkeypatch: pytest.MonkeyPatch, step: str, problem: OSError
) -> None:
    make_kernel()

    def fail(*_: Any) -> None:
        raise problem

    monkeypatch.setattr(caching.IndexDataCacheFile, step, fail)
    kernel = make_kernel()
    assert kernel(41) == 42
    assert kernel(2**40) == 2**40 + 1


def test_no_folder_for_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert make_kernel()(41) == 42


def test_an_error_in_a_kernel_is_not_hidden() -> None:
    with pytest.raises(numba.TypingError):

        @_jit.kernel
        def wrong(number: Int) -> Int:
            return number.nothing  # type: ignore[attr-defined]


def test_a_kernel_takes_its_signatures_and_no_others() -> None:
    """A call with other types would compile a second, slower version without anybody noticing."""
    kernel = make_kernel()
    with pytest.raises(TypeError, match="No matching definition"):
        kernel("text")
    assert len(kernel.signatures) == 1
