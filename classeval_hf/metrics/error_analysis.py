"""Why samples fail (the paper's Figure 9), and records of where they do (Figure 8)."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypedDict

from classeval_hf.core.verdicts import Outcome
from classeval_hf.metrics.averages import Judged

_NO_EXCEPTION = {Outcome.TIMEOUT: "timeout", Outcome.SKIPPED: "skipped"}
_NO_REPORT = "no report"
_NOT_ERRORS = frozenset(("AssertionError", _NO_REPORT, *_NO_EXCEPTION.values()))
GroupKind = Literal[
    "method_pass_by_dependencies", "class_pass_by_topic", "class_pass_by_difficulty", "class_pass_by_length"
]


class GroupShare(TypedDict, total=False):
    """The samples of a group that pass, and how many methods and tasks it has."""

    share: float
    interval: list[float]  # of the share, over the tasks; only where there are five or more
    passed: int
    samples: int
    methods: int
    tasks: int


class ErrorAnalysis(TypedDict, total=False):
    """Shares and counts of failed tests by exception; shares of samples that pass, by kind of group and group."""

    error_distribution: dict[str, float]
    failure_counts: dict[str, int]
    method_pass_by_dependencies: dict[str, GroupShare]
    class_pass_by_topic: dict[str, GroupShare]
    class_pass_by_difficulty: dict[str, GroupShare]
    class_pass_by_length: dict[str, GroupShare]


def failure_counts(judged: Judged) -> dict[str, int]:
    """Failed test cases by type of exception, most frequent first; or `"timeout"`, `"skipped"`, `"no report"`."""
    counts = Counter(
        _NO_EXCEPTION.get(case.outcome) or case.error_type or test_class.error_type or _NO_REPORT
        for verdicts in judged.values()
        for verdict in verdicts
        for test_class in verdict.test_classes
        for case in test_class.cases
        if case.outcome is not Outcome.PASS
    )
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def error_distribution(counts: Mapping[str, int]) -> dict[str, float]:
    """Share of each type among exceptions (Figure 9), which do not include failed assertions."""
    errors = {name: count for name, count in counts.items() if name not in _NOT_ERRORS}
    return {name: count / sum(errors.values()) for name, count in errors.items()}
