"""Scheduling: runs equal candidates once, the longest first, and again alone after a time-out on a busy machine."""

import itertools
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeGuard

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.terminal import ProgressBar
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.metrics.samples import Verdict
from classeval_hf.reading.records import Ruling

_WAITING_AT_MOST = 8  # samples that only wait and may be in progress besides those that have a core


@dataclass(frozen=True)
class SampleJob:
    task: Task
    source: str  # source of the candidate module
    ruling: Ruling | None = None  # why it fails without being run, if so
    limits: tuple[tuple[str, float], ...] = ()  # time limits of single test classes
    suite: str = BASE  # name of the test suite

    @property
    def identity(self) -> tuple[Hashable, ...]:
        """Everything that its verdict depends on, by content: two tasks with one id may have different tests."""
        key = self.task.verdict_key(self.suite)
        return self.task.task_id, self.suite, key, self.source, self.ruling, self.limits


def stream_jobs(
    jobs: Sequence[SampleJob], executor: Executor, workers: int, cache: VerdictCache | None, progress: bool
) -> Iterator[tuple[int, Verdict]]:
    """Index and verdict of each candidate as soon as it is known, or an [`InfrastructureError`] in its place."""

    def look_up(job: SampleJob) -> CandidateVerdict | None:
        return known_verdict(job, cache) if cache is not None else None

    def run_and_keep(distinct: Sequence[SampleJob]) -> Iterator[tuple[int, Verdict]]:
        for index, verdict in _run_here(distinct, executor, workers):
            job = distinct[index]
            if cache is not None and job.ruling is None and can_be_kept(verdict):
                keep_verdict(job, verdict, cache)
            yield index, verdict

    return stream_distinct(jobs, look_up, run_and_keep, progress)


def stream_distinct(
    jobs: Sequence[SampleJob],
    look_up: Callable[[SampleJob], CandidateVerdict | None],
    run: Callable[[Sequence[SampleJob]], Iterable[tuple[int, Verdict]]],
    progress: bool,
) -> Iterator[tuple[int, Verdict]]:
    """Looks up each distinct candidate, and runs those that are not known, the longest first."""
    positions = grouped((job.identity, index) for index, job in enumerate(jobs))
    distinct: dict[Verdict, Verdict] = {}
    with ProgressBar("Scoring", len(jobs), "sample", shown=progress) as bar:
        unknown = []
        for places in positions.values():
            known = look_up(jobs[places[0]]) if jobs[places[0]].ruling is None else None
            if known is None:
                unknown.append(places)
            else:
                yield from ((place, distinct.setdefault(known, known)) for place in places)
                bar.update(len(places))
        # What may take longest first, so that no core waits long for the last one.
        unknown.sort(key=lambda places: expected_effort(jobs[places[0]]), reverse=True)
        for index, verdict in run([jobs[places[0]] for places in unknown]):
            yield from ((place, distinct.setdefault(verdict, verdict)) for place in unknown[index])
            bar.update(len(unknown[index]))


def run_each(jobs: Sequence[SampleJob], executor: Executor, workers: int) -> Iterator[tuple[int, Verdict, bool]]:
    """Index, verdict, and whether to run it again alone, since a time-out may be due to the machine."""
    cores = threading.Semaphore(workers)
    indices = itertools.count()

    def run() -> tuple[int, Verdict, bool]:
        with ExitStack() as slot:  # released when the sample ends or only waits, whichever comes first
            slot.enter_context(cores)
            index = next(indices)  # only now: a semaphore does not keep the order of its waiters
            job = jobs[index]
            try:
                if job.ruling is not None:
                    return index, executor.refuse(job.task, job.ruling, job.suite), False
                limits = dict(job.limits)
                execution = executor.run(job.task, job.source, slot.close, limits=limits, suite=job.suite)
            except InfrastructureError as error:
                return index, error, False
        return index, execution.verdict, execution.contended

    count, threads = len(jobs), max(1, min(workers + _WAITING_AT_MOST, len(jobs)))
    with ThreadPoolExecutor(threads) as pool:
        pending: set[Future[tuple[int, Verdict, bool]]] = set()
        ended: SimpleQueue[Future[tuple[int, Verdict, bool]]] = SimpleQueue()
        try:
            for number in range(count + 2 * threads):  # as many are pending
                if number < count:
                    future = pool.submit(run)
                    pending.add(future)
                    future.add_done_callback(ended.put)
                if number >= 2 * threads:
                    future = ended.get()
                    pending.remove(future)
                    yield future.result()
        except BaseException:
            for future in pending:
                future.cancel()
            executor.close()  # ends the runs in progress
            raise


def run_alone(job: SampleJob, executor: Executor) -> Verdict:
    """Runs one candidate while nothing else runs, so that its time-outs count."""
    try:
        return executor.run(job.task, job.source, limits=dict(job.limits), suite=job.suite).verdict
    except InfrastructureError as error:
        return error


def known_verdict(job: SampleJob, cache: VerdictCache) -> CandidateVerdict | None:
    return cache.get(cache.key(job.task, job.source, job.limits, job.suite), job.task.task_id, job.suite)


def keep_verdict(job: SampleJob, verdict: CandidateVerdict, cache: VerdictCache) -> None:
    cache.put(cache.key(job.task, job.source, job.limits, job.suite), verdict)


def can_be_kept(verdict: Verdict) -> TypeGuard[CandidateVerdict]:
    """Whether no process was lost that ran the candidate or read its report: the machine may have been at fault."""
    if not isinstance(verdict, CandidateVerdict):
        return False
    return not any(item.error_type in ("SandboxBroken", "UnreadableReport") for item in verdict.test_classes)


def expected_effort(job: SampleJob) -> tuple[bool, int]:
    """A sort key: a `while` loop may reach the time limit; otherwise long code against many tests takes longest."""
    return "while " in job.source, len(job.task.suite(job.suite).source) + len(job.source)


def _run_here(jobs: Sequence[SampleJob], executor: Executor, workers: int) -> Iterator[tuple[int, Verdict]]:
    """Runs candidates, `workers` at a time, then alone those whose time-out may be due to the machine."""
    contended = []
    for index, verdict, again in run_each(jobs, executor, workers):
        if again:
            contended.append(index)
        else:
            yield index, verdict
    yield from ((index, run_alone(jobs[index], executor)) for index in contended)
