"""Chunks of work on joblib's workers or a cluster's, one by one, and nothing left behind."""

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

from coursekit import cluster
from coursekit.cluster import Call, Cluster, Shared

_SETTLING = 0.05  # seconds

_cluster: Cluster | None = None


@contextmanager
def on_cluster(address: str) -> Iterator[Cluster]:
    """Lets the workers of a Dask cluster do the work of this block, however many are asked for.

    Args:
        address: That of its scheduler, such as "tcp://10.0.0.1:8786".

    Raises:
        ClusterError: If the cluster cannot do the work; also later, when it cannot any more.
    """
    global _cluster
    with cluster.connected(address) as connected:
        _cluster = connected
        try:
            yield connected
        finally:
            _cluster = None


def count(n_jobs: int | None) -> int:
    """Returns the number of workers, as joblib counts them, or of those of the cluster."""
    if _cluster is not None:
        return _cluster.workers
    jobs: int = joblib.effective_n_jobs(n_jobs)
    return jobs


def in_this_process(n_jobs: int | None) -> bool:
    """Returns whether the calls are made in this process, with its own objects."""
    if _cluster is not None:
        return False
    return count(n_jobs) == 1 or getattr(get_active_backend()[0], "uses_threads", False)


def end_with_parent() -> None:
    """Lets a worker process, at its start, end soon after the one that started it has died.

    Else it would wait for work for five more minutes.
    """
    starter = multiprocessing.parent_process()
    if os.name == "posix" and starter is not None:
        threading.Thread(target=_watch, args=(starter.pid, os.getppid()), daemon=True).start()


def _watch(starter: int, parent: int) -> None:
    with suppress(OSError):
        # It may have died before this began: then this process is another's, often the first one's.
        while os.getppid() == parent and (parent != 1 or starter == 1):
            os.kill(starter, 0)  # signals nothing
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


def in_order(calls: Iterable[Call], n_jobs: int | None) -> Generator[Any, None, None]:
    """Begins ``joblib.delayed`` calls, and returns an iterator of the results in their order.

    Other processes begin at once, and work on while nobody asks for a result. Closing the iterator
    early, or interrupting it, stops them: calls that have not begun never do, and worker processes
    end.

    Args:
        calls: The calls; to a cluster, a sequence is sent as a whole. An argument may be
            :class:`coursekit.cluster.Shared` by many.
        n_jobs: Number of workers, as in joblib.
    """
    return _begun(calls, n_jobs, "generator")


def as_finished(calls: Iterable[Call], n_jobs: int | None) -> Generator[Any, None, None]:
    """Returns the results as they come; otherwise as :func:`in_order`.

    A result that is there is not kept waiting for one that a slow or lost worker owes.
    """
    return _begun(calls, n_jobs, "generator_unordered")


def _begun(calls: Iterable[Call], n_jobs: int | None, return_as: str) -> Generator[Any, None, None]:
    if _cluster is not None:
        return _cluster.results(calls, in_order=return_as == "generator")
    results = _results(calls, n_jobs, return_as)
    next(results)
    return results


def _results(
    calls: Iterable[Call], n_jobs: int | None, return_as: str
) -> Generator[Any, None, None]:
    """Yields nothing when the calls have begun, and then their results."""
    backend, _ = get_active_backend()
    tasks: Iterator[Call] = map(_unshared, calls)
    workers = joblib.effective_n_jobs(n_jobs)
    if workers > 2:  # no more than there is work for: joblib starts all at once
        first = list(islice(tasks, workers))
        tasks, n_jobs = chain(first, tasks), min(workers, max(2, len(first)))
    # Only multiprocessing's pool has no way to give results one by one.
    one_by_one = backend.supports_return_generator
    parallel = joblib.Parallel(
        n_jobs=n_jobs,
        batch_size=1,
        max_nbytes=None,  # arguments are sent, not left in files
        return_as=return_as if one_by_one else "list",
        initializer=end_with_parent,
    )
    stopped = threading.Event()
    results = parallel(takewhile(lambda _: not stopped.is_set(), tasks))
    try:
        yield None
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


def _unshared(call: Call) -> Call:
    function, args, kwargs = call
    return function, tuple(arg.value if type(arg) is Shared else arg for arg in args), kwargs
