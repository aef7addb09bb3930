"""Immutable records of a candidate's verdicts: per test, per test class, and on the whole."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec

from classeval_hf.core.tasks import BASE

METRIC_VERSION = "1.13.0"
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


@dataclass(frozen=True)
class TestCaseVerdict:
    """
    How one test method came out.

    Args:
        test (`str`): name of the test method.
        outcome ([`Outcome`]): `FAIL` for an `AssertionError`, `ERROR` for any other exception and for a test that
            never reported, `TIMEOUT` for one that did not finish in time.
        error_type (`str`): name of the exception; empty without one.
        message (`str`): head of its message.
        line (`int`): the last line of the candidate in the exception's traceback, as reported; 0 for none.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    test: str
    outcome: Outcome
    error_type: str = ""
    message: str = ""
    line: int = 0


@dataclass(frozen=True)
class TestClassVerdict:
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


@dataclass(frozen=True)
class _Written:
    """The output of [`CandidateVerdict.to_dict`]: a row per test class with a row per test, since there are many."""

    test_classes: list[tuple[str, str, str, str, list[tuple[str, Outcome, str, str]]]]
    suspicious: tuple[str, ...] = ()
    lines: list[list[int]] = field(default_factory=list)  # per row, of the test class and its tests


@dataclass(frozen=True)
class CandidateVerdict:
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
        """As plain data that names neither task nor suite."""
        rows = [
            [
                *(item.test_class, item.error_type, item.message, item.judged_by),
                [[case.test, case.outcome.value, case.error_type, case.message] for case in item.cases],
            ]
            for item in self.test_classes
        ]
        lines = [[item.line, *(case.line for case in item.cases)] for item in self.test_classes]
        known = {"lines": lines} if any(map(any, lines)) else {}
        return {"test_classes": rows, "suspicious": list(self.suspicious), **known}

    @classmethod
    def from_dict(cls, task_id: str, data: Any, suite: str = BASE) -> "CandidateVerdict":
        """Reads what [`CandidateVerdict.to_dict`] wrote; a `ValueError` for anything else."""
        written = msgspec.convert(data, _Written)
        if not written.test_classes:
            raise ValueError("a verdict on nothing")
        lines = written.lines or [[0] * (1 + len(row[-1])) for row in written.test_classes]
        verdicts = [
            TestClassVerdict(
                row[0],
                tuple(TestCaseVerdict(*case, line) for case, line in zip(row[-1], of, strict=True)),
                *row[1:4],
                own,
            )
            for row, (own, *of) in zip(written.test_classes, lines, strict=True)
        ]
        return cls(task_id, tuple(verdicts), suite, written.suspicious)

    def passed(self, names: Sequence[str]) -> bool:
        """Whether all test classes of these names passed; `False` without names."""
        by_name = {verdict.test_class: verdict for verdict in self.test_classes}
        return bool(names) and all(name in by_name and by_name[name].passed for name in names)


def passed_share(verdict: CandidateVerdict) -> float:
    """Share of the tests that a candidate passes; a test does not pass if its file failed outside the tests."""
    cases = sum(len(item.cases) for item in verdict.test_classes)
    passed = sum(item.count(Outcome.PASS) for item in verdict.test_classes if not item.error_type)
    return passed / cases if cases else 0.0
