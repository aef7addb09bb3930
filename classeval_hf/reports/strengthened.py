"""
Which strengthened tests find the errors of samples that the task's own tests let pass.

Scores name the tests that a sample fails; the sources come from the suites that a run knows, where it knows them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from classeval_hf.core.syntax import parse
from classeval_hf.core.tasks import PLUS, TestSuite
from classeval_hf.reports.runs import Run
from classeval_hf.reports.samples import failure_rows
from classeval_hf.tasks.folders import definition_source
from classeval_hf.tasks.plus_suites import StrengthenedSuite

_SOURCE_LIMIT = 6_000


@dataclass(frozen=True)
class FailedSample:
    """A sample that passes by `base` and fails a strengthened test."""

    run: int  # number of its run
    sample: int  # its index among the samples of its task
    outcome: str  # `fail`, `error`, `skip` or `timeout`
    error_type: str  # type of the error
    message: str  # its message, with the value got and the one expected


@dataclass(frozen=True)
class KillingTest:
    """A strengthened test that samples fail which pass by `base`."""

    task_id: str
    test_class: str  # its test class
    test: str
    samples: tuple[FailedSample, ...]
    source: str = ""  # the test as a small unittest module; empty where the suite is unavailable
    why: str = ""  # why what it does is legal, where that is known

    @property
    def in_tests(self) -> bool:
        """Whether it is a test, and not what failed around the tests of a class."""
        return self.test.isidentifier()


@dataclass
class _Found:
    suite: StrengthenedSuite | None
    samples: dict[tuple[str, str], list[FailedSample]] = field(default_factory=dict)


def killing_tests(runs: Sequence[Run], tasks: Sequence[str]) -> list[KillingTest]:
    """The strengthened tests that samples fail which pass by `base`."""
    found: dict[str, _Found] = {}
    for number, run in enumerate(runs):
        for task_id, samples in run.results.items():
            for index, result in enumerate(samples):
                if not result.passed or result.passed_with(PLUS) is not False:
                    continue
                of_task = found.setdefault(task_id, _Found(None))
                of_task.suite = of_task.suite or run.strengthened.get(task_id)
                for test_class, test, *how in failure_rows(result.suites[PLUS]):
                    of_task.samples.setdefault((test_class, test), []).append(FailedSample(number, index, *how))
    return [
        _killing_test(task_id, test_class, test, samples, found[task_id].suite)
        for task_id in tasks
        if task_id in found
        for (test_class, test), samples in sorted(found[task_id].samples.items(), key=lambda item: -len(item[1]))
    ]


def _killing_test(
    task_id: str, test_class: str, test: str, samples: Sequence[FailedSample], known: StrengthenedSuite | None
) -> KillingTest:
    source = source_of_test(known.suite, test_class, test) if known is not None else ""
    why = known.why.get(test, "") if known is not None else ""
    return KillingTest(task_id, test_class, test, tuple(samples), source, why)


def source_of_test(suite: TestSuite, test_class: str, test: str) -> str:
    """One test of a suite as a small unittest module: the imports, its class, and what that sets up."""
    return sources_of_tests(suite, [(test_class, test)]).get((test_class, test), "")


def sources_of_tests(suite: TestSuite, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Such modules for several tests, by class and name; tests that the suite does not have are left out."""
    body = parse(suite.source).body
    imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    found = {
        (test_class, test): _source_of_test(suite.source, imports, classes[test_class], test)
        for test_class, test in wanted
        if test_class in classes
    }
    return {names: source for names, source in found.items() if source}


def _source_of_test(source: str, imports: Sequence[ast.Import | ast.ImportFrom], node: ast.ClassDef, test: str) -> str:
    methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
    if test not in methods:
        return ""
    chosen = [methods[name] for name in (*_SET_UP, test) if name in methods]
    names = {item.id for method in chosen for item in ast.walk(method) if isinstance(item, ast.Name)}
    used = [item for item in imports if _bound(item) & {*names, "unittest"}]
    bases = ", ".join(map(ast.unparse, node.bases))
    lines = [*map(ast.unparse, used), "", "", f"class {node.name}({bases}):"]
    lines += ["\n\n".join(definition_source(source, method, 4) for method in chosen)]
    return "\n".join(lines)[:_SOURCE_LIMIT]


_SET_UP = "setUp", "tearDown", "setUpClass", "tearDownClass"


def _bound(node: ast.Import | ast.ImportFrom) -> set[str]:
    return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
