"""A Dask cluster as workers: the same calls as on this machine, with the same results.

What a call returns follows from its arguments alone. So a call that is lost, with its worker or
with the scheduler, is simply made again, and neither the number of workers nor what befalls them
changes a result. Dask itself repeats what a dead worker had; what is done here is to find out
beforehand whether the workers can do the work, to begin again at a scheduler that comes back, and
to end with a clear line instead of waiting for ever.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import itertools
import logging
import queue
import sys
import time
import warnings
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

Future: TypeAlias = Any
"""A call that was sent: ``distributed.Future``, most of whose methods have no types."""

PATIENCE = 30.0
"""Seconds that a cluster may be without a scheduler or without any worker."""

Call: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]]
"""A function and its arguments, as ``joblib.delayed`` returns them."""

_POLL = 1.0  # seconds
_AHEAD = 4  # calls for each worker that are sent before results are there

_SAME = ("coursekit", "numpy", "numba", "torch")
"""The packages whose version decides what a call returns."""


class ClusterError(ConnectionError):
    """The cluster cannot do the work."""


class Shared:
    """An argument of many calls: it goes to each worker once, not with every call.

    Args:
        value: What the calls are given.
    """

    def __init__(self, value: Any) -> None:
        self.value = value


class Cluster:
    """The workers of a Dask cluster.

    Args:
        address: That of its scheduler, such as "tcp://10.0.0.1:8786".

    Raises:
        ClusterError: If there is no scheduler, or no worker within half a minute, or the workers
            have another version of the course.
    """

    def __init__(self, address: str) -> None:
        from distributed import Client

        self.address = address
        self._shared: weakref.WeakKeyDictionary[Shared, Future] = weakref.WeakKeyDictionary()
        try:
            self._client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=PATIENCE, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).partition("\n")[0]
            raise ClusterError(f"there is no Dask scheduler at {address}: {reason}") from None
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the cluster; its workers forget what they were doing for it."""
        with suppress(OSError, TimeoutError, CancelledError):
            self._client.close(timeout=5)

    @property
    def workers(self) -> int:
        """The calls that can be made at once."""
        return sum(self._client.ncores().values())

    def results(self, calls: Iterable[Call], in_order: bool = True) -> Generator[Any, None, None]:
        """Sends calls to the workers at once, and returns an iterator of their results.

        Args:
            calls: All are sent if it is known how many they are, else a few for each worker.
            in_order: Whether results come in the order of the calls, or as they are ready.
        """
        results = self._results(iter(calls), len(calls) if isinstance(calls, Sequence) else None)
        next(results)  # sends the first calls
        return _in_order(results) if in_order else (result for _, result in results)

    def _results(
        self, calls: Iterator[Call], count: int | None
    ) -> Generator[tuple[int, Any], None, None]:
        """Yields one pair that says nothing, then the results with the numbers of their calls."""
        ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        under_way: dict[Future, tuple[int, Call]] = {}
        numbered = enumerate(calls)

        def send(number: int, call: Call) -> None:
            future = self._submit(call)
            under_way[future] = number, call
            future.add_done_callback(ended.put)

        try:
            at_once = count or max(8, _AHEAD * self.workers)
            for pair in itertools.islice(numbered, at_once):
                send(*pair)
            yield -1, None
            while under_way:
                future = self._next(ended)
                number, call = under_way.pop(future)
                try:
                    result = self._result(future)
                except (CancelledError, OSError):  # lost, or lost on its way here
                    if future.status == "error":
                        raise  # it is the call's own
                    self._wait_for_scheduler()
                    send(number, call)
                    continue
                yield number, result
                for pair in itertools.islice(numbered, 1):
                    send(*pair)
        finally:
            if under_way and self._client.status == "running":
                self._client.cancel(list(under_way), force=True)

    def _submit(self, call: Call) -> Future:
        function, args, kwargs = call
        sent = [self._sent(arg) for arg in args]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Dask would rather have large arguments elsewhere
            future: Future = self._client.submit(function, *sent, pure=False, **kwargs)
        return future

    def _sent(self, arg: Any) -> Any:
        """Returns an argument as it is sent: of a shared one, where workers get it from.

        It is the result of a task and no data that was scattered, so that Dask can make it anew
        when the only worker that has it dies.
        """
        if type(arg) is not Shared:  # a player may lie to isinstance
            return arg
        future = self._shared.get(arg)
        if future is None or future.cancelled():
            future = self._shared[arg] = self._submit((_same, (arg.value,), {}))
        return future

    def _next(self, ended: queue.SimpleQueue[Future]) -> Future:
        """Waits for the next call that ends, as long as there is somebody who could make it."""
        without = 0.0
        while True:
            with suppress(queue.Empty):
                return ended.get(timeout=_POLL)
            self._wait_for_scheduler()
            try:
                idle = not self.workers
            except (OSError, CancelledError):
                continue  # the scheduler is lost just now
            if not idle:
                without = 0.0
            elif not without:
                without = time.monotonic()
                print(f"the cluster at {self.address} has no worker just now", file=sys.stderr)
            elif time.monotonic() - without > PATIENCE:
                raise ClusterError(
                    f"the cluster at {self.address} has had no worker for {PATIENCE:.0f} s"
                )

    def _result(self, future: Future) -> Any:
        from distributed import KilledWorker

        try:
            return future.result(timeout=PATIENCE)
        except KilledWorker as error:
            raise ChildProcessError(
                f"a task ended {error.allowed_failures + 1} workers of the cluster, one after the "
                "other, as happens when memory runs out: see their logs"
            ) from None
        except ModuleNotFoundError as error:
            raise ClusterError(
                f"a worker of the cluster cannot import {error.name}: install the course on every "
                "machine of the cluster"
            ) from None

    def _wait_for_scheduler(self) -> None:
        """Waits for a scheduler that was lost, and tells so."""
        if self._client.status == "running":
            return
        print(f"lost the scheduler at {self.address}; waiting for it", file=sys.stderr)
        while self._client.status == "connecting":
            time.sleep(_POLL / 10)
        if self._client.status != "running":
            raise ClusterError(f"the scheduler at {self.address} did not come back")

    def _check_workers(self) -> None:
        """Raises a ClusterError unless there are workers that can do the work."""
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"the cluster at {self.address} has no worker: start one with  "
                f"dask worker {self.address}"
            ) from None
        here = _versions()
        found: dict[str, Any] = self._client.run(_versions, on_error="return")
        for worker, there in found.items():
            if isinstance(there, Exception):  # it cannot import this module
                raise ClusterError(
                    f"the worker {worker} cannot do the work ({there}): install the course on "
                    "every machine of the cluster"
                )
            for name in _SAME:
                if there[name] != here[name]:
                    raise ClusterError(
                        f"the worker {worker} has {name} {there[name]}, but {here[name]} is here: "
                        "results would differ"
                    )


def _versions() -> dict[str, str]:
    """Returns the versions of :data:`_SAME`, without where they were built."""
    return {name: importlib.metadata.version(name).partition("+")[0] for name in _SAME}


def _same(value: Any) -> Any:
    return value


def _in_order(results: Generator[tuple[int, Any], None, None]) -> Generator[Any, None, None]:
    early: dict[int, Any] = {}
    wanted = 0
    try:
        for number, result in results:
            early[number] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
    finally:
        results.close()


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connects to a cluster while its block runs; what Dask logs itself is not shown.

    Raises:
        ClusterError: See :class:`Cluster`.
        ValueError: If Dask is not installed here.
    """
    try:
        importlib.import_module("distributed")  # it sets the levels of its logs
    except ImportError:
        raise ValueError("--dask needs the packages dask and distributed: install them") from None
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client")]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        cluster = Cluster(address)
        try:
            yield cluster
        finally:
            cluster.close()
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)
