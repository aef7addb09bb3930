"""From candidates to verdicts: connects tests, sandbox and judging, and redacts messages. Equal candidates are run
once, the longest first, and again alone after a time-out on a busy machine."""

import calendar
import itertools
import os
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.terminal import ProgressBar
from classeval_hf.core.verdicts import MESSAGE_CHARS, REFERENCE_RUNS, CandidateVerdict, Soundness
from classeval_hf.engine.task_family import Execution, Families, RunnableSuite, SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache
from classeval_hf.metrics.samples import Verdict
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.folders import SANDBOX
from classeval_hf.sandbox.jobs import NO_LIMITS, BrokenSandboxError, RawStep, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError, available_cores
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.tiers import Limits

if TYPE_CHECKING:
    from classeval_hf.engine.cluster import Cluster

_WAITING_AT_MOST = 8  # samples in progress that only wait, in addition to those that have a core
_MOST, _PARTS = 24, 3  # tasks whose references are checked in one call, and calls for each worker
Checked = tuple[Task, Soundness, VerdictCache | None]  # the cache is for outcomes with the same settings


@dataclass
class Executor:
    """Runs candidates in the strongest isolation available, for several threads; `calls` read the reports."""

    # seconds of processor time per test class, by default the paper's (section 3.2.3); by the clock 1.15 times as many
    # while it has a core, and about four times as many in all
    timeout: float = 5.0
    isolation: str = "auto"  # a tier by name, or the strongest available
    min_isolation: str | None = None  # the weakest tier to accept; by default T1, or the tier asked for by name
    as_root: bool = False  # whether permissions of a sample's own files do not hold for it; at T3 alone
    # libraries that samples of class tasks can import, in addition to the usual ones and those of their task
    allow_libraries: Sequence[str] = ()
    first_timeout_ends: bool = False  # whether a time-out ends the sample: later test classes are not run
    calls: LimitedCalls = field(default_factory=lambda: LimitedCalls(available_cores()), init=False)
    families: Families = field(default_factory=Families, init=False)
    pool: SandboxPool = field(init=False)

    def __enter__(self) -> "Executor":
        if not self.timeout > 0:
            raise UserError(f"The time limit must be more than 0 seconds, not {self.timeout}.")
        self.pool = SandboxPool(self.isolation, self.min_isolation)
        try:
            self.pool.__enter__()
            self.isolation_in_force = self.pool.isolation_in_force
            self.limits = Limits(cpu_seconds=self.timeout, ignores_permissions=self.as_root)
            self.calls.start()
            for family in self.families.by_kind.values():
                family.start(self)
        except BaseException:
            self.close()
            raise
        return self

    def close(self, *_: object) -> None:
        """Ends all runs at once: pending calls of [`Executor.run`] raise `InfrastructureError`."""
        self.pool.close()
        self.calls.close()

    __exit__ = close

    def run(self, task: Task, source: str, is_reference: bool = False, suite: str = BASE) -> Execution:
        """Runs all tests of a suite of a task against a candidate; see [`Executor.run_suite`]."""
        prepared = self.families.of(task).prepare(task, suite, self)
        return self.run_suite(prepared, source, is_reference=is_reference)

    def run_suite(
        self,
        suite: RunnableSuite,
        source: str,
        limits: TimeLimits = NO_LIMITS,
        on_waiting: Callable[[], None] | None = None,  # called once per step that only waits
        is_reference: bool = False,
    ) -> Execution:
        """Runs all tests of a suite against a candidate; an `InfrastructureError` if the candidate is not at fault."""
        suite.check(self.pool, is_reference)
        job, expected = suite.prepare(source, is_reference)
        job = replace(job, limits=limits, first_timeout_ends=self.first_timeout_ends and not is_reference)
        try:
            run = self.pool.sandbox(suite.settings(source), is_reference).run(job, suite.control, on_waiting)
        except BrokenSandboxError as error:
            return self._refused(suite, source, Ruling("SandboxBroken", str(error), was_run=True))
        return self.judge(suite, source, expected, run.steps, is_reference)

    def judge(
        self, suite: RunnableSuite, source: str, expected: Any, steps: Sequence[RawStep], is_reference: bool
    ) -> Execution:
        """Judges the steps of a run by the expected reports."""
        try:
            judged = self.calls.call(suite.judge, expected, steps)
        except UnreadableError as error:
            return self._refused(suite, source, Ruling("UnreadableReport", f"its report: {error}", was_run=True))
        verdict = redacted(CandidateVerdict.from_dict(suite.task_id, judged["verdict"], suite.name))
        saved = judged.get("saved_seconds", ()) if is_reference else ()
        more = dict(zip((step.step for step in steps), saved, strict=False))  # that a sample takes
        return Execution(
            structs.replace(verdict, suspicious=suite.marks(source, judged.get("marks", ()), self.calls)),
            not judged.get("loaded", True) or any(step.is_contended for step in steps),
            {step.step: step.cpu_seconds + more.get(step.step, 0.0) for step in steps},
            {step.step: step.seconds + more.get(step.step, 0.0) for step in steps},
            *(tuple(judged.get("generated", ())), tuple(judged.get("collected", ())), judged.get("reached", {})),
        )

    def _refused(self, suite: RunnableSuite, source: str, ruling: Ruling) -> Execution:
        """The outcome of a candidate that was run, without a readable report."""
        marks = suite.marks(source, None, self.calls)
        return Execution(structs.replace(refused(suite, ruling), suspicious=marks), contended=False)

    def together(self, tasks: Sequence[Task], workers: int = 1) -> list[list[Task]]:
        """Tasks in the groups whose references are checked in one call, with work for each of the workers."""
        most = min(_MOST, -(-len(tasks) // (_PARTS * workers))) if workers > 1 else _MOST
        groups = grouped((self.families.of(task).shared_by(task) or task.task_id, task) for task in tasks).values()
        return [group[start : start + most] for group in groups for start in range(0, len(group), most)]


def refused(suite: RunnableSuite, ruling: Ruling) -> CandidateVerdict:
    """The verdict on a candidate that fails as a whole."""
    return redacted(CandidateVerdict(suite.task_id, suite.refuse(ruling), suite.name))


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
    unknown.sort(key=expected_effort, reverse=True)  # so that no core waits long for the last one
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
                    suite = executor.families.of(job.task).prepare(job.task, job.suite, executor)
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
            pending = set[Future[Run]]()
            try:
                for number in range(count + 2 * threads):  # as many are pending
                    if number < count:
                        pending.add(pool.submit(run))
                    if number >= 2 * threads:
                        ended = next(as_completed(pending))
                        pending.remove(ended)
                        yield ended.result()
            except BaseException:
                for future in pending:
                    future.cancel()
                executor.close()  # ends the runs in progress
                raise

    def check_references(self, tasks: Sequence[Task], suite: str) -> Iterator[Checked]:
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


_CHANGING = re.compile(r"0x[0-9a-f]{6,}|(?<=/tmp)[a-z0-9_]{8}\b")
_CLOCK = re.compile(r"\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\b")
_NEAR_SECONDS = 20 * 60  # a time of day without a date that is this near to now counts as the present
_OF_EVERY_SYSTEM = ("/", "/usr", "/usr/local", "/tmp", "/var/tmp", "/opt", "/home", "/root")  # they reveal no user


def redact(message: str) -> str:
    """A message as it would be on any machine at any time: without folders, addresses, temporary names and dates."""
    if not message:  # the usual case
        return ""
    for pattern, name in _folders(str(Path.cwd())):
        message = pattern.sub(name, message)
    message, now = _CHANGING.sub("...", message), datetime.now(timezone.utc)
    is_present = _present(now.date()).search(message) is not None
    for hours, minutes, seconds in _CLOCK.findall(message):
        apart = (int(hours) - now.hour) * 3600 + (int(minutes) - now.minute) * 60 + int(seconds) - now.second
        is_present |= (apart + _NEAR_SECONDS) % 86_400 <= 2 * _NEAR_SECONDS  # on any day
    if is_present:
        message = re.sub(r"\d+", "#", message.partition("\n")[0])
    return message[:MESSAGE_CHARS]


def redacted(verdict: CandidateVerdict) -> CandidateVerdict:
    """A verdict with its messages redacted; no error is left without one."""
    test_classes = []
    for item in verdict.test_classes:
        texts = (redact(case.message) or "(without a message)" * bool(case.error_type) for case in item.cases)
        cases = tuple(structs.replace(case, message=text) for case, text in zip(item.cases, texts, strict=True))
        test_classes.append(structs.replace(item, cases=cases, message=redact(item.message)))
    return structs.replace(verdict, test_classes=tuple(test_classes))


@lru_cache(maxsize=4)
def _folders(working_folder: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns for the folders of a sample by tier, then of this machine, each with the name that replaces it."""
    below = re.escape(str(Path(tempfile.gettempdir()).resolve() / "classeval-"))
    of_sample = re.compile(rf"(?:{below}|/tmp/classeval-)[a-z0-9_]{{8}}/box/sample-\d+|{SANDBOX}(?![\w.-])")
    package, home = str(Path(__file__).resolve().parents[2]), str(Path.home())
    own = [working_folder, package, os.environ.get("HF_HOME", ""), tempfile.gettempdir()]
    named = [*((one, "<host>") for one in own if one), (home, "~")]
    named += [(one, "<python>") for one in (sys.prefix, sys.base_prefix)]
    names = {folder: name for one, name in named for folder in (one, os.path.realpath(one))}
    ordered = sorted((one for one in names if one not in _OF_EVERY_SYSTEM), key=len, reverse=True)
    of_host = ((re.compile(rf"(?<![\w./-]){re.escape(folder)}(?![\w.-])"), names[folder]) for folder in ordered)
    return [(of_sample, "<sandbox>"), *of_host]


@lru_cache(maxsize=2)
def _present(today: date) -> re.Pattern[str]:
    """Matches yesterday, today and tomorrow: as a date, as the `repr` of one, and as seconds since 1970."""
    days = [today - timedelta(days=1), today, today + timedelta(days=1)]
    dates = "|".join(day.isoformat() for day in days)
    calls = "|".join(rf"{day.year}, {day.month}, {day.day}\b" for day in days)
    seconds = "|".join(str(calendar.timegm(day.timetuple()) // 100_000) for day in days)
    return re.compile(rf"\b(?:{dates})|\b(?:date|datetime)\((?:{calls})|\b(?:{seconds})\d{{5}}\b")
