"""The interface of a family of tasks to the engine, which `classes` and `projects` implement, and the table of them. A
further family needs what `docs/design/architecture.md` lists under "Where a change goes"."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import CodeDependencies
from classeval_hf.core.tasks import BASE, ClassDependencies, Task
from classeval_hf.core.verdicts import CandidateVerdict, Soundness, TestClassVerdict
from classeval_hf.metrics.averages import JudgedSamples, Resampling, SplitTerms
from classeval_hf.metrics.samples import SuiteResult, Verdict
from classeval_hf.metrics.scores import ScoreWarning
from classeval_hf.reading.records import Reading, Ruling
from classeval_hf.sandbox.jobs import NO_LIMITS, SandboxJob, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings

if TYPE_CHECKING:
    from classeval_hf.engine.executor import Executor
    from classeval_hf.prompting.prompt_form import PromptFamily

AnyTask = TypeVar("AnyTask", bound=Task)
NOT_JUDGED = Reading("", ruling=Ruling("UnsoundTask", "its tests cannot be run here"))
"""The reading of completions to tasks that cannot be judged in this environment."""


@dataclass(frozen=True)
class SampleJob:
    """A candidate to be judged by one test suite; the record travels to the workers of a cluster."""

    task: Task
    source: str  # source of the candidate
    ruling: Ruling | None = None  # why it fails without being run, if so
    limits: TimeLimits = NO_LIMITS
    suite: str = BASE  # name of the test suite


@dataclass(frozen=True)
class Execution:
    """A candidate's verdict, and whether it may be due to the machine."""

    verdict: CandidateVerdict
    contended: bool  # whether to run it again alone: a time-out without a core, or tests that did not load
    seconds: Mapping[str, float] = field(default_factory=dict)  # processor time by test class; empty if it was not run
    clock_seconds: Mapping[str, float] = field(default_factory=dict)  # time by the clock by test class
    generated: tuple[str, ...] = ()  # ids of a project's tests whose functions are made at run time
    collected: tuple[str, ...] = ()  # ids of a project's tests that pytest found
    # if asked for: by test, the functions of the project that it called, as `path:first line`
    reached: Mapping[str, Sequence[str]] = field(default_factory=dict)


class RunnableSuite(Protocol):
    """A test suite of a task, ready to be run against candidates."""

    judge: Callable[..., dict[str, Any]]
    """Judges the expected reports by the steps of a run; called within limits."""

    @property
    def task_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Raises `ValueError` if the tests cannot be run here."""

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate."""

    def prepare(self, source: str, is_reference: bool) -> tuple[SandboxJob, Any]:
        """The job for a candidate, and the expected reports, which stay in this process."""

    def control(self) -> SandboxJob:
        """A job that shows whether samples can be run at all."""

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        """The verdicts on a sample that fails as a whole."""

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """The parts of the test machinery that a candidate touches; `reported` is `None` for an unreadable report."""


class TaskFamily(ABC, Generic[AnyTask]):
    """Tasks of one kind. A judge has one object of each family, whose methods may be called from several threads."""

    runs_here: ClassVar[bool] = True
    """Whether samples run in this interpreter, with its libraries and the time limit that the user gives. Otherwise
    they have an environment of their own, and references run before them: they show tests and time limits."""

    own_split: ClassVar[str]
    """Name, in scores, for the user's tasks of this family, which belong to no split."""

    prompts: ClassVar[str]
    """Module and name of the [`~classeval_hf.prompting.prompt_form.PromptFamily`], which only generation imports."""

    # Tasks

    @abstractmethod
    def from_row(self, row: Mapping[str, Any]) -> AnyTask:
        """Reads a task from a row of a dataset or an ad-hoc dict."""

    def complete(self, task: AnyTask) -> AnyTask:
        """A user's task, completed with everything that follows from its other fields."""
        return task

    def located(self, tasks: Sequence[AnyTask]) -> Sequence[AnyTask]:
        """The tasks as they are on this machine; raises `UserError` for tasks that cannot be run here."""
        return tasks

    def with_findings(self, task: AnyTask, soundness: Soundness) -> AnyTask:
        """A located task with the findings from runs of its reference."""
        return task

    def require(self, tasks: Sequence[AnyTask], suites: Sequence[str]) -> None:
        """Raises `UserError` if tasks need libraries that are not installed here."""

    def requirement(self, tasks: Sequence[AnyTask], suites: Sequence[str]) -> Callable[[], None] | None:
        """The same check without the tasks, for the workers of a cluster; `None` if there is nothing to check."""
        return None

    def find_libraries(
        self, tasks: Sequence[AnyTask], suites: Sequence[str], allowed: Sequence[str]
    ) -> tuple[Mapping[str, str], Mapping[str, Sequence[str]]]:
        """Versions of the libraries of this interpreter that samples can import, and by task the missing ones."""
        return {}, {}

    def environments(self, tasks: Sequence[AnyTask]) -> dict[str, str]:
        """By name, hashes of the environments of their own that samples run in."""
        return {}

    # Running

    def start(self, executor: "Executor") -> None:
        """Called when an executor is entered, also without tasks of this family; a `UserError` if none can run."""

    @abstractmethod
    def read(
        self, completions: Sequence[tuple[AnyTask, str]], calls: LimitedCalls, max_chars: int
    ) -> Sequence[Reading]:
        """Reads the candidate in each completion; [`NOT_JUDGED`] for tasks whose tests cannot be run here."""

    @abstractmethod
    def prepare(self, task: AnyTask, suite: str, executor: "Executor") -> RunnableSuite:
        """Prepares a suite; raises `ValueError` if the task does not have it."""

    def check(self, task: AnyTask, suite: str, executor: "Executor") -> None:
        """Raises `UserError` for tests that cannot be judged here, before any sample is run."""

    def shared_by(self, task: AnyTask) -> Hashable | None:
        """Equal for tasks whose references may run together; `None` for a reference that runs alone."""
        return None

    def run_together(self, tasks: Sequence[AnyTask], executor: "Executor") -> Execution | None:
        """Runs the tests of tasks that share an environment with their references; `None` if that cannot be done."""
        return None

    @abstractmethod
    def check_references(
        self, tasks: Sequence[AnyTask], suite: str, executor: "Executor", shared: Callable[[], Sequence[Execution]]
    ) -> Sequence[Soundness]:
        """Runs the reference of each task several times; `shared` gives runs together with other references."""

    @abstractmethod
    def limits(self, task: AnyTask, suite: str, soundness: Soundness) -> TimeLimits:
        """Time limits from the time of the reference: with `timeout="auto"`, and for families that do not run here."""

    # Scores

    @abstractmethod
    def result(self, task: AnyTask, verdict: Verdict) -> SuiteResult:
        """The result of a sample by one suite."""

    @abstractmethod
    def reference_dependencies(self, task: AnyTask) -> ClassDependencies | CodeDependencies:
        """The dependencies that samples are compared with."""

    @abstractmethod
    def split_terms(
        self,
        tasks: Sequence[AnyTask],
        judged: JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: Resampling | None,
    ) -> SplitTerms:
        """The terms of the averages over tasks of one split; `soundness` by suite and task."""

    def data_warnings(self, tasks: Sequence[AnyTask], total: int) -> Iterator[ScoreWarning]:
        """Warnings about the tasks themselves; `total` counts the tasks of all families."""
        return iter(())


def maximum_seconds(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The most seconds that several runs took, by test class or file."""
    times = grouped(pair for seconds_of in runs for pair in seconds_of.items())
    return {name: round(max(seconds), 4) for name, seconds in times.items()}


FAMILIES = {
    "class": "classeval_hf.classes.family:ClassFamily",
    "repository": "classeval_hf.projects.family:ProjectFamily",
}
"""By kind of task, the module and the name of its family: by name, since families lie above the engine."""


def family_of(task: Task | str) -> TaskFamily[Any]:
    """A new object of a task's family, or of the family of a kind: for what needs nothing that a judge keeps."""
    kind = task if isinstance(task, str) else task.kind
    if kind not in FAMILIES:
        raise UserError(f"There are no tasks of the kind {kind!r}: the kinds are {', '.join(FAMILIES)}.")
    family: TaskFamily[Any] = resolve_name(FAMILIES[kind])()
    return family


def prompt_families() -> "dict[str, type[PromptFamily]]":
    """How tasks are put to models, by kind."""
    return {kind: resolve_name(family_of(kind).prompts) for kind in FAMILIES}


@dataclass
class Families:
    """One object per family; each keeps its prepared suites."""

    by_kind: Mapping[str, TaskFamily[Any]] = field(default_factory=lambda: {one: family_of(one) for one in FAMILIES})

    def of(self, task: Task) -> TaskFamily[Any]:
        return self.by_kind.get(task.kind) or family_of(task)

    def grouped(self, tasks: Sequence[AnyTask]) -> list[tuple[TaskFamily[AnyTask], list[AnyTask]]]:
        """The families of tasks, each with its tasks."""
        return [(self.of(own[0]), own) for own in grouped((task.kind, task) for task in tasks).values()]
