"""Immutable records of the steps of samples, of candidates' verdicts, and of the outcomes of references."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, CodeDependencies
from classeval_hf.core.tasks import BASE

CUT_OFF = "length"  # why a model stopped at its limit
PROMPT_TOO_LONG = "prompt too long"  # why the model was not asked, so that there is no completion


@dataclass(frozen=True)
class StepFacts:
    """Facts about the steps that gave a completion."""

    methods: int = 0  # number of steps that asked for a method
    without_method: tuple[str, ...] = ()  # methods that the model was asked for without giving one
    cut_off: tuple[str, ...] = ()  # methods of steps in which the model was cut off
    sign: str = ""  # the sign of a text without code, see `CompletionSigns`
    has_replaced: bool = False  # whether characters that no file can hold were replaced
    plan_failed: bool = False  # whether a plan was asked for and could not be read


NO_STEPS = StepFacts()


METRIC_VERSION = "1.0.0"
"""Changes with every change that may change a score; scores of different versions are not to be compared."""
MESSAGE_CHARS = 500  # length that messages of verdicts are cut to
RUNS_ITSELF = "runs its own tests"  # mark of candidates for pytest itself, since pytest runs with their code


class Outcome(str, Enum):
    """How a test case, or all of a test class, came out."""

    PASS = "pass"
    FAIL = "fail"
    ERROR = "error"
    SKIPPED = "skipped"
    TIMEOUT = "timeout"


class TestCaseVerdict(msgspec.Struct, frozen=True, array_like=True):
    """
    How one test method came out.

    Args:
        test (`str`): name of the test method.
        outcome ([`Outcome`]): `FAIL` for an `AssertionError`, `ERROR` for any other exception and for a test that
            never reported, `TIMEOUT` for one that did not finish in time.
        error_type (`str`): name of the exception; empty without one.
        message (`str`): head of its message.
        line (`int`): the last line of the candidate in the exception's traceback, as reported; 0 for none.
        test_line (`int`): the line of the tests' source where it failed, as reported; 0 for none.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    test: str
    outcome: Outcome
    error_type: str = ""
    message: str = ""
    line: int = 0
    test_line: int = 0


class TestClassVerdict(msgspec.Struct, frozen=True, array_like=True):
    """
    How one test class came out.

    Args:
        test_class (`str`): its name.
        cases (`tuple[TestCaseVerdict, ...]`): one verdict per test that the class *defines*, run or not.
        error_type (`str`): exception outside the test methods (module does not load, `setUpClass` fails), if any.
        message (`str`): head of its message.
        judged_by (`str`): `"parent"` if no test can pass without a value that was held back from the sample and is not
            easily guessed, `"parent and child"` if some can, `"child"` if all can.
        line (`int`): the last line of the candidate in the exception's traceback; 0 for none.
    """

    __test__ = False

    test_class: str
    cases: tuple[TestCaseVerdict, ...]
    error_type: str = ""
    message: str = ""
    judged_by: str = "child"
    line: int = 0

    @property
    def passed(self) -> bool:
        """Whether the class defines a test, every test it defines passed, and nothing failed around them."""
        return bool(self.cases) and not self.error_type and self.count(Outcome.PASS) == len(self.cases)

    def count(self, outcome: Outcome) -> int:
        """Number of test methods that came out so."""
        return sum(case.outcome is outcome for case in self.cases)


class CandidateVerdict(msgspec.Struct, frozen=True):
    """
    How one candidate (the module made from one sample) came out by one test suite.

    Args:
        task_id (`str`): the task.
        test_classes (`tuple[TestClassVerdict, ...]`): one verdict per test class of the suite, in order.
        suite (`str`, defaults to `"base"`): name of the test suite.
        suspicious (`tuple[str, ...]`): parts of the test machinery that it touches, where tests are run and judged in
            its process. A mark, not a verdict.
    """

    task_id: str
    test_classes: tuple[TestClassVerdict, ...]
    suite: str = BASE
    suspicious: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data that names neither task nor suite; test classes and tests are lists, since there are many."""
        return {"test_classes": msgspec.to_builtins(self.test_classes), "suspicious": list(self.suspicious)}

    @classmethod
    def from_dict(cls, task_id: str, data: Any, suite: str = BASE) -> "CandidateVerdict":
        """Reads what [`CandidateVerdict.to_dict`] wrote; a `ValueError` for anything else."""
        if not isinstance(data, dict) or not data.get("test_classes"):
            raise ValueError("a verdict on nothing")
        return msgspec.convert({**data, "task_id": task_id, "suite": suite}, cls)

    def passed(self, names: Sequence[str]) -> bool:
        """Whether all test classes of these names passed; `False` without names."""
        by_name = {verdict.test_class: verdict for verdict in self.test_classes}
        return bool(names) and all(name in by_name and by_name[name].passed for name in names)


def passed_share(verdict: CandidateVerdict) -> float:
    """Share of the tests that a candidate passes; a test does not pass if its file failed outside the tests."""
    cases = sum(len(item.cases) for item in verdict.test_classes)
    passed = sum(item.count(Outcome.PASS) for item in verdict.test_classes if not item.error_type)
    return passed / cases if cases else 0.0


REFERENCE_RUNS = 3  # runs of each reference; a task is sound if all pass
STUB_BASELINES = ("stub", "removed")  # in the reference's place: a target with empty bodies, or no target


@dataclass(frozen=True)
class Soundness:
    """
    The outcome of a task's reference in this environment, by one test suite.

    Args:
        task_id (`str`): the task.
        passed (`int`): number of runs that passed every test class that a class must pass.
        runs (`int`): number of runs; 0 for a task without a reference.
        cause (`str`): what kept it from passing; empty if it passed each time.
        seconds (`dict[str, float]`): per test class, or test file of a project, its maximum processor time.
        clock_seconds (`dict[str, float]`): per test file its maximum time by the clock. This and what follows is known
            of repository-level tasks.
        tests (`dict[str, list[str]]`): per test file the ids of the task's tests, as they are here.
        failing (`dict[str, str]`): tests that the reference did not always pass, and why.
        generated (`list[str]`): tests whose functions are made at run time.
        floors (`dict[str, float]`): by [`STUB_BASELINES`], share of the tests that pass without the reference.
        suspicious (`list[str]`): parts of the test machinery that the reference itself touches.
        dependencies (`dict[str, list[str]]`): by kind, the dependencies read from the reference.
    """

    task_id: str
    passed: int
    runs: int
    cause: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    clock_seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    failing: dict[str, str] = field(default_factory=dict)
    generated: list[str] = field(default_factory=list)
    floors: dict[str, float] = field(default_factory=dict)
    suspicious: list[str] = field(default_factory=list)
    dependencies: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Whether the reference passed each time."""
        return self.passed == self.runs and not self.cause

    @property
    def code_dependencies(self) -> CodeDependencies:
        """The dependencies read from the reference."""
        return CodeDependencies(*(tuple(self.dependencies.get(kind, ())) for kind in DEPENDENCY_KINDS))
