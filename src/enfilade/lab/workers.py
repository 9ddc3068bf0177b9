"""Work shared out: threads, processes or a Ray cluster. Answers are told with their number, each exactly once.

What is worked out depends on the task alone, so that neither the backend nor the number of workers nor the order in
which they finish can change an answer. A lost worker's tasks are given out again.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any

from enfilade.lab.fought import LabError

Work = Callable[[Any], Any]
BACKENDS = ("threads", "processes", "ray", "auto")
LONG = 6.0
"""Seconds of work from which on processes are worth their start."""
RETRIES = 3
"""So often a task is given out again after its worker was lost."""


@dataclass(frozen=True, slots=True)
class Crew:
    """Where the work is done: the backend, how many workers (0: one a core), and a cluster's address.

    `auto` does the first task here and takes processes where the others will be long, else threads.
    """

    on: str = "threads"
    workers: int = 0
    address: str = ""

    def __post_init__(self) -> None:
        if self.on not in BACKENDS:
            raise LabError(f"there is no backend {self.on!r}; known: {', '.join(BACKENDS)}")
        if self.workers < 0:
            raise LabError(f"a number of workers from 1 up was expected; found {self.workers}")
        if self.address and self.on != "ray":
            raise LabError(f"an address is for --on ray; {self.on} run on this machine")

    @property
    def size(self) -> int:
        return self.workers or os.cpu_count() or 1


def share(work: Work, tasks: Sequence[Any], crew: Crew) -> Iterator[tuple[int, Any]]:
    """The answer of every task with its number, as they come in. `work` is a module-level function."""
    if crew.on == "ray":
        yield from _on_ray(work, tasks, crew)
        return
    if crew.on == "auto":
        yield from _tried(work, tasks, crew)
        return
    waiting = dict(enumerate(tasks))
    for attempt in range(RETRIES + 1):
        try:
            for number, answer in _pooled(work, waiting, _pool(crew)):
                del waiting[number]
                yield number, answer
            return
        except BrokenExecutor:
            if attempt == RETRIES:
                raise LabError(f"workers were lost {RETRIES + 1} times; {len(waiting)} tasks are left") from None


def _tried(work: Work, tasks: Sequence[Any], crew: Crew) -> Iterator[tuple[int, Any]]:
    """The first task done here; how long it took tells where the others are done."""
    if not tasks:
        return
    start = time.perf_counter()
    first = work(tasks[0])
    left = (time.perf_counter() - start) * (len(tasks) - 1)
    yield 0, first
    rest = replace(crew, on="processes" if left > LONG and crew.size > 1 else "threads")
    for number, answer in share(work, tasks[1:], rest):
        yield number + 1, answer


def _pool(crew: Crew) -> Executor:
    if crew.on == "threads":
        return ThreadPoolExecutor(crew.size)
    return ProcessPoolExecutor(crew.size, mp_context=get_context("spawn"), initializer=_deaf)


def _deaf() -> None:
    """Let Ctrl-C be heard by the one who gives out the work alone, so that what is begun is brought in."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _pooled(work: Work, waiting: dict[int, Any], pool: Executor) -> Iterator[tuple[int, Any]]:
    try:
        futures: dict[Future[Any], int] = {pool.submit(work, task): number for number, task in waiting.items()}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(work: Work, tasks: Sequence[Any], crew: Crew) -> Iterator[tuple[int, Any]]:
    """Ray gives a lost worker's task out again itself; its answer comes once."""
    ray = _ray(crew)
    remote = ray.remote(max_retries=RETRIES)(work)
    left = iter(enumerate(tasks))
    running: dict[Any, int] = {}
    most = 4 * int(ray.cluster_resources().get("CPU", 1))  # so that a million tasks do not wait in the cluster
    try:
        while True:
            while len(running) < most and (following := next(left, None)):
                running[remote.remote(following[1])] = following[0]
            if not running:
                return
            ready, _ = ray.wait(list(running), num_returns=1)
            yield running.pop(ready[0]), ray.get(ready[0])
    finally:
        for one in running:
            ray.cancel(one)


def _ray(crew: Crew) -> Any:
    """Ray, started here or joined at an address. Raises `LabError` if it is not there."""
    try:
        import ray
    except ImportError:
        raise LabError("--on ray needs Ray: pip install 'enfilade[cluster]'") from None
    if not ray.is_initialized():
        if crew.address not in ("", "auto", "local"):
            knock(crew.address)
        where = {"address": crew.address} if crew.address else {"num_cpus": crew.size, "include_dashboard": False}
        try:
            ray.init(logging_level="ERROR", log_to_driver=False, **where)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            place = f"at {crew.address}" if crew.address else "on this machine"
            first = str(error).strip().splitlines() or [type(error).__name__]
            raise LabError(f"there is no cluster {place}: {first[0]}") from None
    return ray


def knock(address: str, patience: float = 5.0) -> None:
    """Whether anybody listens at a cluster's address; Ray itself would try for minutes. Raises `LabError`."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal():
        raise LabError(f"an address such as 10.0.0.1:6379 was expected; found {address!r}")
    try:
        socket.create_connection((host, int(port)), patience).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"there is no cluster at {address}: {error}") from None
