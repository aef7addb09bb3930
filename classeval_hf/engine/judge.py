"""The judge: from completions to verdicts, wherever candidates are run. It does not average verdicts."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from classeval_hf.core.errors import UserError, require_consent, warn_user
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task, require_suite
from classeval_hf.core.terminal import ProgressBar
from classeval_hf.core.verdicts import METRIC_VERSION, Soundness
from classeval_hf.engine.cluster import Cluster, JoblibWorkers
from classeval_hf.engine.executor import Executor, LocalMachine, stream_jobs
from classeval_hf.engine.task_family import Families, SampleJob
from classeval_hf.engine.verdict_cache import VerdictCache, environment_fingerprint
from classeval_hf.metrics.samples import Sample, Verdict
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.jobs import NO_LIMITS, Isolation, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls, available_cores

_JUDGING = 8  # changes when kept verdicts become invalid; 8: with the lines where each test failed, also of projects
_LOCAL_BACKENDS = ("loky", "multiprocessing", "threading")  # their workers are processes of this account here
AUTO_TIMEOUT = "auto"


@dataclass
class JudgeOptions:
    """
    How samples are judged: what the metric, the command line, reports and stub baselines have in common.

    Args:
        timeout (`float` or `"auto"`, defaults to `5.0`): seconds of processor time per test class (ClassEval, section
            3.2.3). With `"auto"` each test class has ten times what the reference takes on this machine, at least 1
            second and at most 5. Test files of projects have limits of their own, by what the reference takes.
        num_workers (`int`, *optional*): candidates run at a time, by default the number of available cores; on a
            cluster on all machines, by default one per slot.
        isolation (`str`, defaults to `"auto"`): tier of isolation, `"T3"` to `"T0"`, or the strongest available.
        min_isolation (`str`, *optional*): the weakest tier to accept; by default T1, or what `isolation` names.
        cache (`bool`, defaults to `True`): whether to look verdicts up on disk and to keep them there.
        progress (`bool`, defaults to `True`): whether to show progress bars.
        cluster (`str`, *optional*): name of the joblib backend whose workers run the candidates, such as `"dask"` or
            `"ray"`; by default this machine. Each worker needs this package, consent to run code, and isolation of at
            least `min_isolation`; the isolation in force is the weakest of all.
        max_answer_chars (`int`, defaults to 262,144): maximum of characters of a completion; a longer one fails.
        allow_missing_libraries (`bool`, defaults to `False`): whether to continue where tasks import what is not
            installed, instead of raising.
        allow_libraries (`Sequence[str]`, defaults to `()`): libraries that samples of class tasks can import, by the
            name of the module or of the package, besides the standard library, those of the extra `tasks` and those
            that the task imports. All others are missing for them, so that no verdict depends on what else is
            installed.
        as_root (`bool`, defaults to `False`): whether permissions of a sample's own files do not hold for it, as they
            do not for root; at T3 alone.
        cache_file (`str` or `Path`, *optional*): where verdicts are kept, by default below `HF_HOME`.
        first_timeout_ends (`bool`, defaults to `False`): whether no test class of a sample is run after one that ran
            out of time; these fail, and their verdicts say why.
    """

    timeout: float | str = 5.0
    num_workers: int | None = None
    isolation: str = "auto"
    min_isolation: str | None = None
    cache: bool = True
    progress: bool = True
    cluster: str | None = None
    max_answer_chars: int = MAX_COMPLETION_CHARS
    allow_missing_libraries: bool = False
    allow_libraries: Sequence[str] = ()
    as_root: bool = False
    cache_file: Any = None
    first_timeout_ends: bool = False


@dataclass
class _Judged:
    """A sample while it is judged."""

    task: Task
    number: int  # among the samples of its task
    sample: Sample
    reading: Reading = field(init=False)
    suites: int = 0  # number of those that its task has
    verdicts: dict[str, Verdict] = field(default_factory=dict)  # by suite


@dataclass
class Judge(JudgeOptions):
    """
    Runs samples against their tasks' tests, isolated from the machine. It takes what [`JudgeOptions`] describes.

    Use it as a context manager. Entering it raises `ValueError` without consent to run code or for a time limit
    that is neither a number nor `"auto"`, and [`~classeval_hf.sandbox.jobs.IsolationError`] where no such
    isolation is available.
    """

    _stack: ExitStack = field(default_factory=ExitStack, init=False)
    _calls: LimitedCalls = field(init=False)
    _runs: LocalMachine | Cluster | None = field(default=None, init=False)
    _soundness: dict[tuple[str, ...], Soundness] = field(default_factory=dict, init=False)
    _families: Families = field(default_factory=Families, init=False)

    def __enter__(self) -> "Judge":
        require_consent()
        if isinstance(self.timeout, str) and self.timeout != AUTO_TIMEOUT:
            raise UserError(f"The time limit is a number of seconds or {AUTO_TIMEOUT!r}, not {self.timeout!r}.")
        if self.num_workers is not None and self.num_workers < 1:
            raise UserError(f"At least one sample must be run at a time, not {self.num_workers}.")
        if self.max_answer_chars < 1:
            raise UserError(f"max_answer_chars must be at least 1, and is {self.max_answer_chars}.")
        try:
            self._calls = self._stack.enter_context(LimitedCalls(available_cores()))
            self._calls.start()
            if self.cluster is None:
                executor = self.executor()
                executor.calls = self._calls  # starting others takes longer than most of their work
                executor.families = self._families
                self._stack.enter_context(executor)
                settings = _verdict_settings(self.timeout, executor)
                if cache := VerdictCache.open(settings, self.cache_file) if self.cache else None:
                    self._stack.enter_context(closing(cache))
                self._runs = LocalMachine(executor, self.num_workers or available_cores(), cache)
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def with_root(self) -> "Judge":
        """
        The same judge, not entered, but with `as_root`. It knows the references that this one knows, and has the time
        limits that follow from them: a reference takes as long whoever runs it.
        """
        judge = replace(self, as_root=True)
        judge._soundness = self._soundness
        return judge

    @property
    def isolation_in_force(self) -> Isolation:
        """The isolation of samples; on a cluster the weakest of all workers so far."""
        if self._runs is None:
            raise ValueError("A judge knows its isolation once it is entered, on a cluster once it has judged.")
        return self._runs.isolation_in_force

    def projects(self, tasks: Sequence[Task]) -> dict[str, str]:
        """
        The projects of tasks, as they are installed here.

        Args:
            tasks (`Sequence[Task]`): the tasks.

        Returns:
            `dict[str, str]`: by name and version a hash of source, environment and Python.
        """
        found = (family.environments(own) for family, own in self._families.grouped(tasks))
        return {name: identity for environments in found for name, identity in environments.items()}

    @property
    def executor(self) -> Callable[[], Executor]:
        """Makes an executor, not entered; workers are sent it, so that it holds nothing of this process."""
        timeout = 5.0 if isinstance(self.timeout, str) else self.timeout  # the most that "auto" gives
        allowed, ends = self.allow_libraries, self.first_timeout_ends
        return partial(Executor, timeout, self.isolation, self.min_isolation, self.as_root, allowed, ends)

    def soundness(self, tasks: Sequence[Task], again: bool = False, suite: str = BASE) -> dict[str, Soundness]:
        """
        The outcomes of the references in this environment: each is run three times, once per environment.

        Args:
            tasks (`Sequence[Task]`): the tasks.
            again (`bool`, defaults to `False`): whether to run them although the outcomes are known.
            suite (`str`, defaults to `"base"`): name of the test suite.

        Returns:
            `dict[str, Soundness]`: by task id.

        Raises:
            `ValueError`: for a suite that a task does not have, and if two tasks that differ have one id.
            [`InfrastructureError`]: if a reference could not be run.
        """
        _require_own_ids(tasks)
        tasks = self._here(tasks)
        identities = {task.task_id: task.reference_identity(suite) for task in tasks}
        unknown = [task for task in tasks if again or identities[task.task_id] not in self._soundness]
        if unknown:
            runs = self._ready(tasks, [suite])
            if not again:
                for task in unknown:
                    kept = (cache.get_soundness(task, suite) for cache in runs.caches.values())
                    if found := next(filter(None, kept), None):
                        self._soundness[identities[task.task_id]] = found
                unknown = [task for task in unknown if identities[task.task_id] not in self._soundness]
            with ProgressBar("References", len(unknown), "task", shown=self.progress) as bar:
                for task, found, cache in runs.check_references(unknown, suite):
                    self._soundness[identities[task.task_id]] = found
                    if cache is not None:
                        cache.put((task, suite), found)
                    bar.update()
        return {task_id: self._soundness[identity] for task_id, identity in identities.items()}

    def judge(
        self, tasks: Sequence[Task], predictions: Sequence[Sequence[str | Sample]], suites: Sequence[str] = (BASE,)
    ) -> dict[str, list[Sample]]:
        """
        Judges samples.

        Args:
            tasks (`Sequence[Task]`): the tasks, no two of the same id.
            predictions (`Sequence[Sequence[str]]`): per task, its completions, or samples with them.
            suites (`Sequence[str]`, defaults to `("base",)`): names of the test suites to judge by, each by itself. A
                task that lacks one is judged by the others.

        Returns:
            `dict[str, list[Sample]]`: per task id, its samples with `reading` and `verdicts`, in order.

        Raises:
            `ValueError`: for two tasks of one id, a suite that none of the tasks has, and a project that is not
                installed, before anything is run.
            [`~classeval_hf.classes.tasks.libraries.MissingLibrariesError`]: if a task imports what is not installed.
        """
        judged: dict[str, list[Sample]] = {task.task_id: [] for task in tasks}
        for task_id, _, sample in sorted(self.stream(tasks, predictions, suites), key=lambda one: one[1]):
            judged[task_id].append(sample)
        return judged

    def stream(
        self, tasks: Sequence[Task], predictions: Sequence[Sequence[str | Sample]], suites: Sequence[str] = (BASE,)
    ) -> Iterator[tuple[str, int, Sample]]:
        """
        Judges samples as [`Judge.judge`] does, and gives each as soon as it is judged by all suites.

        Args:
            tasks, predictions, suites: as in [`Judge.judge`], which also names the errors.

        Returns:
            `Iterator[tuple[str, int, Sample]]`: task id, number of the completion and judged sample, in any
            order. If you stop iterating early, running samples are cancelled; use a new `Judge` to continue.
        """
        _require_own_ids(tasks, each_once=True)
        if not suites or len(set(suites)) < len(suites):
            raise UserError(f"Name at least one test suite, and each once, not {', '.join(suites) or 'none'}.")
        for suite in suites:
            require_suite(tasks, suite)
        tasks, family_of = self._here(tasks), self._families.of
        outcomes = self.soundness([task for task in tasks if not family_of(task).runs_here])
        judged: list[_Judged] = []
        for place, (task, given) in enumerate(zip(tasks, predictions, strict=True)):
            if task.task_id in outcomes:
                task = tasks[place] = family_of(task).with_findings(task, outcomes[task.task_id])
            judged += [_Judged(task, number, sample) for number, sample in enumerate(Sample.of(given, task.task_id))]
        with ThreadPoolExecutor(1) as pool:  # other processes read, while this one looks at the tasks
            readings = []
            for of_kind in grouped((one.task.kind, one) for one in judged).values():
                completions = [(one.task, one.sample.completion) for one in of_kind]
                read = family_of(of_kind[0].task).read
                readings.append((of_kind, pool.submit(read, completions, self._calls, self.max_answer_chars)))
            if not self.allow_missing_libraries:
                for family, own in self._families.grouped(tasks):
                    family.require(own, suites)
            for of_kind, found in readings:
                for one, reading in zip(of_kind, found.result(), strict=True):
                    one.reading = reading
        jobs: list[tuple[_Judged, SampleJob]] = []
        for suite in suites:
            limits = self._limits([task for task in tasks if suite in task.suites], suite)
            for one in judged:
                if (limit := limits.get(one.task.task_id)) is not None:
                    jobs.append((one, SampleJob(one.task, one.reading.source, one.reading.ruling, limit, suite)))
                    one.suites += 1
        for one in (one for one in judged if not one.suites):  # its task has none of the suites
            yield one.task.task_id, one.number, replace(one.sample, reading=one.reading, verdicts={})
        for number, verdict in stream_jobs([job for _, job in jobs], self._ready(tasks, suites), self.progress):
            one, job = jobs[number]
            one.verdicts[job.suite] = verdict
            if len(one.verdicts) == one.suites:
                verdicts = {name: one.verdicts[name] for name in suites if name in one.verdicts}  # in this order
                yield one.task.task_id, one.number, replace(one.sample, reading=one.reading, verdicts=verdicts)

    def _here(self, tasks: Sequence[Task]) -> list[Task]:
        """The tasks as they are on this machine."""
        located = {one.task_id: one for family, own in self._families.grouped(tasks) for one in family.located(own)}
        return [located[task.task_id] for task in tasks]

    def run(self, candidates: Sequence[tuple[Task, str]], suite: str = BASE) -> list[Verdict]:
        """
        Runs modules as they are, without reading anything in them.

        Args:
            candidates (`Sequence[tuple[Task, str]]`): tasks, each with the source of a module.
            suite (`str`, defaults to `"base"`): name of the test suite.

        Returns:
            `list[CandidateVerdict | InfrastructureError]`: in the same order.

        Raises:
            `ValueError`: for a suite that a task does not have, for a task of a project, and if two tasks that differ
                have one id, before anything is run.
        """
        if not candidates:
            return []
        _require_own_ids([task for task, _ in candidates])
        tasks = list({task.task_id: task for task, _ in candidates}.values())
        for task in tasks:
            task.suite(suite)
            if not self._families.of(task).runs_here:
                raise UserError(f"Task {task.task_id} takes whole files of its project: judge its completions.")
        limits = self._limits(tasks, suite)
        jobs = [SampleJob(task, source, limits=limits[task.task_id], suite=suite) for task, source in candidates]
        verdicts = dict(stream_jobs(jobs, self._ready(tasks, [suite]), self.progress))
        return [verdicts[number] for number in range(len(jobs))]

    def call_within_limits(self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        """
        Calls a function on text of models, in the processes that read completions.

        Args:
            function (`Callable`): a function of a module of this package; it returns what can be written as JSON.
            calls (`Sequence[tuple]`): the arguments of each call, which can be pickled.

        Returns:
            `Iterator[Any]`: the results in order; an [`~classeval_hf.sandbox.limited_calls.UnreadableError`] stands
            where a call exceeded the limits.
        """
        return self._calls.map(function, calls)

    def _limits(self, tasks: Sequence[Task], suite: str) -> dict[str, TimeLimits]:
        auto, families = self.timeout == AUTO_TIMEOUT, self._families
        limited = [task for task in tasks if auto or not families.of(task).runs_here]
        outcomes = self.soundness(limited, suite=suite)
        found = {task.task_id: families.of(task).limits(task, suite, outcomes[task.task_id]) for task in limited}
        return {task.task_id: found.get(task.task_id, NO_LIMITS) for task in tasks}

    def _ready(self, tasks: Sequence[Task], suites: Sequence[str]) -> LocalMachine | Cluster:
        """The backend that runs candidates; a cluster is joined once the needs of its workers are known."""
        if self._runs is None:
            assert self.cluster is not None
            groups = [] if self.allow_missing_libraries else self._families.grouped(tasks)
            requirements = [it for family, own in groups if (it := family.requirement(own, suites)) is not None]
            workers = JoblibWorkers(self.cluster, self.num_workers)
            settings_of = partial(_verdict_settings, self.timeout)
            cluster = Cluster(workers, self.executor, settings_of, self.cache, requirements)
            self._runs = self._stack.enter_context(cluster)
            if self.cluster not in _LOCAL_BACKENDS:
                warn_user(
                    "Replies of a cluster's workers are unpickled here, which may run code: anyone who runs a worker "
                    "is trusted with your account."
                )
            if self._runs.isolation_in_force.network == "open":
                warn_user(
                    "Samples can open connections, and a scheduler that they reach runs whatever it is sent: secure "
                    "it (Dask: with TLS), or ask for min_isolation='T3'."
                )
        return self._runs


def _require_own_ids(tasks: Sequence[Task], each_once: bool = False) -> None:
    """Raises an error for two tasks with one id: findings are stored by id, so that they would be mixed up."""
    known: dict[str, Task] = {}
    for task in tasks:
        if known.setdefault(task.task_id, task) != task:
            raise UserError(f"Two tasks that differ have the id {task.task_id!r}. Give each an id of its own.")
    if each_once and len(known) < len(tasks):
        name = next(name for name, count in Counter(task.task_id for task in tasks).items() if count > 1)
        raise UserError(f"Task {name!r} is given twice. Give it once, with all of its completions.")


def _verdict_settings(timeout: float | str, executor: Executor) -> Mapping[str, Any]:
    """Everything that an executor's verdicts depend on, other than task and candidate."""
    return {
        "metric_version": METRIC_VERSION,
        "timeout": timeout,
        "isolation": executor.isolation_in_force.to_dict(),
        "environment": environment_fingerprint(),
        "judging": _JUDGING,
        "allow_libraries": sorted(executor.allow_libraries),
        **({"as_root": True} if executor.as_root else {}),
        **({"first_timeout_ends": True} if executor.first_timeout_ends else {}),
    }
