"""Chunks of work on joblib's workers, finished chunks one by one, and nothing left behind."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice, takewhile
from typing import Any

import joblib
from joblib.parallel import get_active_backend

_SETTLING = 0.05  # seconds


def end_with_parent() -> None:
    """Lets a worker process, at its start, end soon after the one that started it has died.

    Else it would wait for work for five more minutes.
    """
    starter = multiprocessing.parent_process()
    if os.name == "posix" and starter is not None:
        threading.Thread(target=_watch, args=(starter.pid, os.getppid()), daemon=True).start()


def _watch(starter: int, parent: int) -> None:
    with suppress(OSError):
        while os.getppid() == parent:
            os.kill(starter, 0)  # signals nothing, but it may have died before this began
            time.sleep(1)
    os._exit(1)


@contextmanager
def losses_told() -> Iterator[None]:
    """Says in one line that a worker has died.

    Raises:
        ChildProcessError: If one has.
    """
    try:
        yield
    except BrokenExecutor:
        raise ChildProcessError(
            "a worker process was killed, as happens when memory runs out: try fewer of them"
        ) from None


def in_order(tasks: Iterable[Any], n_jobs: int | None) -> Generator[Any, None, None]:
    """Yields the results of ``joblib.delayed`` calls in the order of the calls.

    Closing the generator early, or interrupting it, stops the workers: calls that have not begun
    never do, and worker processes end.

    Args:
        tasks: The calls.
        n_jobs: Number of workers, as in joblib.
    """
    return _results(tasks, n_jobs, "generator")


def as_finished(tasks: Iterable[Any], n_jobs: int | None) -> Generator[Any, None, None]:
    """Yields the results of ``joblib.delayed`` calls as they come; otherwise as :func:`in_order`.

    A result that is there is not kept waiting for one that a slow or lost worker owes.
    """
    return _results(tasks, n_jobs, "generator_unordered")


def _results(
    tasks: Iterable[Any], n_jobs: int | None, return_as: str
) -> Generator[Any, None, None]:
    backend, _ = get_active_backend()
    tasks, workers = iter(tasks), joblib.effective_n_jobs(n_jobs)
    if workers > 2:  # no more than there is work for: joblib starts all at once
        first = list(islice(tasks, workers))
        tasks, n_jobs = chain(first, tasks), min(workers, max(2, len(first)))
    # Only multiprocessing's pool has no way to give results one by one.
    one_by_one = backend.supports_return_generator
    parallel = joblib.Parallel(
        n_jobs=n_jobs,
        batch_size=1,
        return_as=return_as if one_by_one else "list",
        initializer=end_with_parent,
    )
    stopped = threading.Event()
    results = parallel(takewhile(lambda _: not stopped.is_set(), tasks))
    try:
        # Not "yield from": that would close the results outside of the "finally" below.
        with losses_told():
            for result in results:
                yield result
    except GeneratorExit:
        # joblib's workers print an error if they are ended while work is still handed to them.
        stopped.set()
        time.sleep(_SETTLING)
        raise
    finally:
        if one_by_one:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib warns that results were not used
                results.close()
