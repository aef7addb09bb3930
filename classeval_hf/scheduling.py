"""
Many samples, few cores: what is run, in which order, and what is not run again.

Identical candidates of a task are run once, the longest first; verdicts that are known are taken from the cache; and
what ran out of time on a busy machine is tried again alone before the time-out is charged.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from tqdm.auto import tqdm

from classeval_hf.execution import Executor, InfrastructureError
from classeval_hf.records import CandidateVerdict, Task
from classeval_hf.verdict_cache import VerdictCache

__all__ = ["Job", "available_cores", "run_jobs"]

_WAITING_AT_MOST = 8
"""Samples that may be under way beside those that have a core, because they only wait."""


@dataclass(frozen=True)
class Job:
    """
    One candidate to run.

    Args:
        task ([`Task`]): its task.
        source (`str`): source of the candidate module.
    """

    task: Task
    source: str


def run_jobs(
    jobs: Sequence[Job], executor: Executor, workers: int, cache: VerdictCache | None, progress: bool
) -> list[CandidateVerdict | InfrastructureError]:
    """
    Runs candidates and returns their verdicts in order.

    Args:
        jobs (`Sequence[Job]`): candidates; equal ones are run once.
        executor ([`Executor`]): what runs them, entered.
        workers (`int`): how many to run at a time, not counting those that only wait.
        cache ([`VerdictCache`], *optional*): where to look verdicts up and to keep them.
        progress (`bool`): whether to show a progress bar.

    Returns:
        `list[CandidateVerdict | InfrastructureError]`: equal verdicts are one object. An error stands where a sample
        could not be run for reasons that are not its own.
    """
    positions: dict[tuple[str, str], list[int]] = {}
    for index, job in enumerate(jobs):
        positions.setdefault((job.task.task_id, job.source), []).append(index)
    results: list[CandidateVerdict | InfrastructureError | None] = [None] * len(jobs)
    distinct: dict[CandidateVerdict | InfrastructureError, CandidateVerdict | InfrastructureError] = {}
    with tqdm(total=len(jobs), desc="Scoring", unit="sample", disable=not progress) as bar:
        unknown = []
        for places in positions.values():
            job = jobs[places[0]]
            known = cache.get(cache.key(job.task, job.source), job.task.task_id) if cache is not None else None
            if known is None:
                unknown.append(places)
            else:
                _fill(results, places, distinct.setdefault(known, known), bar)
        # What may take longest first, so that no core waits long for the last one.
        unknown.sort(key=lambda places: _expected_effort(jobs[places[0]]), reverse=True)
        for places, verdict in _run(unknown, jobs, executor, workers):
            if cache is not None and isinstance(verdict, CandidateVerdict):
                cache.put(cache.key(jobs[places[0]].task, jobs[places[0]].source), verdict)
            _fill(results, places, distinct.setdefault(verdict, verdict), bar)
    return [result for result in results if result is not None]


def available_cores() -> int:
    """Number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _fill(
    results: list[CandidateVerdict | InfrastructureError | None],
    places: Sequence[int],
    verdict: CandidateVerdict | InfrastructureError,
    bar: tqdm[None],
) -> None:
    for place in places:
        results[place] = verdict
    bar.update(len(places))


def _expected_effort(job: Job) -> tuple[bool, int]:
    """A loop without a set end may take all the time there is; else long code against many tests takes longest."""
    return "while " in job.source, len(job.task.test) + len(job.source)


class _Slot:
    """The right of one sample to a core, given back when the sample ends or only waits, whichever comes first."""

    def __init__(self, cores: threading.Semaphore) -> None:
        self._cores = cores
        self._held = False

    def __enter__(self) -> _Slot:
        self._cores.acquire()
        self._held = True
        return self

    def __exit__(self, *_: object) -> None:
        self.give_back()

    def give_back(self) -> None:
        if self._held:
            self._held = False
            self._cores.release()


def _run(
    groups: Sequence[list[int]], jobs: Sequence[Job], executor: Executor, workers: int
) -> Iterator[tuple[list[int], CandidateVerdict | InfrastructureError]]:
    """Runs one job per group, `workers` on cores at a time, then alone those whose time-out may be the machine's."""
    cores = threading.Semaphore(workers)

    def run(places: list[int]) -> tuple[list[int], CandidateVerdict | InfrastructureError, bool]:
        job = jobs[places[0]]
        with _Slot(cores) as slot:
            try:
                execution = executor.run(job.task, job.source, slot.give_back)
            except InfrastructureError as error:
                return places, error, False
        return places, execution.verdict, execution.contended

    contended = []
    for places, verdict, again in _in_threads(run, groups, workers + _WAITING_AT_MOST, executor.close):
        if again:
            contended.append(places)
        else:
            yield places, verdict
    for places in contended:
        _, verdict, _ = run(places)
        yield places, verdict


def _in_threads(
    function: Callable[[list[int]], tuple[list[int], CandidateVerdict | InfrastructureError, bool]],
    groups: Sequence[list[int]],
    threads: int,
    stop: Callable[[], None],
) -> Iterator[tuple[list[int], CandidateVerdict | InfrastructureError, bool]]:
    """
    Calls a function on each group from several threads; only a few calls are pending at a time.

    On an interruption `stop` is called, so that the calls under way end at once instead of being waited for.
    """
    waiting = iter(groups)
    with ThreadPoolExecutor(threads) as pool:
        pending: set[Future[tuple[list[int], CandidateVerdict | InfrastructureError, bool]]] = set()
        try:
            for places in waiting:
                pending.add(pool.submit(function, places))
                if len(pending) > 2 * threads:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            for future in pending:
                future.cancel()
            stop()
            raise
