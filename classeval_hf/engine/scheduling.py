"""Scheduling: runs equal candidates once, the longest first, and again alone after a time-out on a busy machine."""

import itertools
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal import ProgressBar
from classeval_hf.core.verdicts import REFERENCE_RUNS, Soundness
from classeval_hf.engine.executor import Executor, refused
from classeval_hf.engine.task_family import Execution, SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.metrics.samples import Verdict

if TYPE_CHECKING:
    from classeval_hf.engine.cluster import Cluster

_WAITING_AT_MOST = 8  # samples in progress that only wait, in addition to those that have a core


@dataclass(frozen=True)
class Run:
    job: SampleJob
    verdict: Verdict
    contended: bool = False  # whether to run it again alone, since a time-out may be due to the machine
    cache: VerdictCache | None = None  # of verdicts that were found with the same settings


def stream_jobs(
    jobs: Sequence[SampleJob], runs: "LocalMachine | Cluster", progress: bool
) -> Iterator[tuple[int, Verdict]]:
    """Index of each candidate and its verdict or [`InfrastructureError`], as soon as it is known."""
    # By everything that a verdict depends on, by content: two tasks with one id may have different tests.
    positions = grouped(
        ((job.task.task_id, job.suite, job.task.verdict_key(job.suite), job.source, job.ruling, job.limits), index)
        for index, job in enumerate(jobs)
    )
    places_of = {id(jobs[places[0]]): places for places in positions.values()}
    distinct: dict[Verdict, Verdict] = {}
    known, unknown = list[Run](), list[SampleJob]()
    for job in (jobs[places[0]] for places in positions.values()):
        if (verdict := next(filter(None, (cache.get(job) for cache in runs.caches.values())), None)) is None:
            unknown.append(job)
        else:
            known.append(Run(job, distinct.setdefault(verdict, verdict)))
    # What may take longest first, so that no core waits long for the last one.
    unknown.sort(key=expected_effort, reverse=True)
    contended: list[SampleJob] = []
    alone = ((True, list[Run](), [job]) for job in contended)
    with ProgressBar("Scoring", len(jobs), "sample", shown=progress) as bar:
        for is_alone, found, batch in itertools.chain([(False, known, unknown)], alone):
            for run in itertools.chain(found, runs.run(batch)):
                if run.contended and not is_alone:
                    contended.append(run.job)
                    continue
                if run.cache is not None:
                    run.cache.put(run.job, run.verdict)
                places = places_of[id(run.job)]
                yield from ((place, distinct.setdefault(run.verdict, run.verdict)) for place in places)
                bar.update(len(places))


def expected_effort(job: SampleJob) -> tuple[bool, int]:
    """A sort key: a `while` loop may reach the time limit; otherwise long code against many tests takes longest."""
    return "while " in job.source, len(job.task.suite(job.suite).source) + len(job.source)


@dataclass
class LocalMachine:
    """Runs candidates in processes of this machine."""

    executor: Executor  # entered
    workers: int  # candidates run at a time
    cache: VerdictCache | None = None

    def __post_init__(self) -> None:
        self.isolation_in_force = self.executor.isolation_in_force
        self.caches = {"": self.cache} if self.cache is not None else {}

    def run(self, jobs: Sequence[SampleJob]) -> Iterator[Run]:
        """Runs candidates in order; those that only wait leave their core to the next one."""
        executor, cores, waiting = self.executor, threading.Semaphore(self.workers), iter(jobs)

        def run() -> Run:
            with ExitStack() as slot:  # released when the sample ends or only waits, whichever comes first
                slot.enter_context(cores)
                job = next(waiting)  # only now: a semaphore does not keep the order of its waiters
                try:
                    suite = executor.prepare(job.task, job.suite)
                    if job.ruling is not None:
                        return Run(job, refused(suite, job.ruling))
                    execution = executor.run_suite(suite, job.source, job.limits, slot.close)
                except InfrastructureError as error:
                    return Run(job, error)
            return Run(job, execution.verdict, execution.contended, self.cache)

        for job in jobs:
            executor.families.of(job.task).check(job.task, job.suite, executor)
        count, threads = len(jobs), max(1, min(self.workers + _WAITING_AT_MOST, len(jobs)))
        with ThreadPoolExecutor(threads) as pool:
            pending: set[Future[Run]] = set()
            ended: SimpleQueue[Future[Run]] = SimpleQueue()
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

    def check_references(
        self, tasks: Sequence[Task], suite: str
    ) -> Iterator[tuple[Task, Soundness, VerdictCache | None]]:
        """Runs each reference several times; those of tasks that share an environment first together."""
        executor, family_of = self.executor, self.executor.families.of
        together = grouped((group, task) for task in tasks if (group := family_of(task).shared_by(task)) is not None)
        with ThreadPoolExecutor(self.workers) as pool:
            shared = {  # submitted first, so that no task waits for what has not begun
                group: [pool.submit(family_of(own[0]).run_together, own, executor) for _ in range(REFERENCE_RUNS - 1)]
                for group, own in together.items()
                if len(own) > 1
            }
            running = dict[Future[Sequence[Soundness]], Sequence[Task]]()
            for own in executor.together(tasks, self.workers):
                family = family_of(own[0])
                submitted = shared.get(family.shared_by(own[0]), ())
                # Called once, if at all.
                results = partial(list[Execution], filter(None, (run.result() for run in submitted)))
                running[pool.submit(family.check_references, own, suite, executor, results)] = own
            try:
                for future in as_completed(running):
                    for task, soundness in zip(running[future], future.result(), strict=True):
                        yield task, soundness, self.cache
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                executor.close()  # ends what runs, so that nothing is waited for
                raise
