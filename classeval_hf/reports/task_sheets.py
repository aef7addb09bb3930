"""The page's texts on tasks. A reference is shown only if its licence allows any use."""

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from classeval_hf.classes.tasks.plus_suites import StrengthenedSuite
from classeval_hf.core.syntax import definition_source, names_bound_by, parse
from classeval_hf.core.tasks import PLUS, TestSuite
from classeval_hf.core.terminal import visible
from classeval_hf.reports.display import NAME_LIMIT, clip
from classeval_hf.reports.runs import Run
from classeval_hf.reports.samples import failure_rows

_SOURCE_LIMIT = 6_000


class FailedSample(NamedTuple):
    """A sample that passes `base` and fails a strengthened test."""

    run: int  # number of its run
    sample: int  # its index among the samples of its task
    outcome: str  # `fail`, `error`, `skip` or `timeout`
    error_type: str  # type of the error
    message: str  # its message, with the value got and the one expected


@dataclass(frozen=True)
class KillingTest:
    task_id: str
    test_class: str  # its test class
    test: str
    samples: tuple[FailedSample, ...]
    source: str = ""  # the test as a small unittest module; empty where the suite is unavailable
    why: str = ""  # why its calls are legal, where that is known


def killing_tests(runs: Sequence[Run], tasks: Sequence[str]) -> list[KillingTest]:
    failing: dict[str, dict[tuple[str, str], list[FailedSample]]] = {task_id: {} for task_id in tasks}
    suites: dict[str, StrengthenedSuite] = {}
    for number, run in enumerate(runs):
        for task_id, results in run.results.items():
            for index, result in enumerate(results):
                if task_id not in failing or not result.passed or result.passed_with(PLUS) is not False:
                    continue
                if task_id in run.strengthened:
                    suites.setdefault(task_id, run.strengthened[task_id])
                for row in failure_rows(result.suites[PLUS]):
                    failed = FailedSample(number, index, row.outcome, row.error_type, row.message)
                    failing[task_id].setdefault((row.test_class, row.test), []).append(failed)
    killing = []
    for task_id, by_test in failing.items():
        known = suites.get(task_id)
        sources = sources_of_tests(known.suite, by_test) if known is not None else {}
        for names, samples in sorted(by_test.items(), key=lambda item: -len(item[1])):
            why = known.why.get(names[1], "") if known is not None else ""
            killing.append(KillingTest(task_id, *names, tuple(samples), sources.get(names, ""), why))
    return killing


def sources_of_tests(suite: TestSuite, wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Tests of a suite as small modules of imports, class and its set-up; tests that the suite lacks are left out."""
    body = parse(suite.source).body
    imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    sources: dict[tuple[str, str], str] = {}
    for test_class, test in wanted:
        node = classes.get(test_class)
        methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)} if node else {}
        if node is None or test not in methods:
            continue
        chosen = [methods[name] for name in (*_SET_UP, test) if name in methods]
        names = {"unittest", *(item.id for one in chosen for item in ast.walk(one) if isinstance(item, ast.Name))}
        used = [item for item in imports if any(names.intersection(names_bound_by(alias)) for alias in item.names)]
        bases = ", ".join(map(ast.unparse, node.bases))
        lines = [*map(ast.unparse, used), "", "", f"class {node.name}({bases}):"]
        lines += ["\n\n".join(definition_source(suite.source, method, 4) for method in chosen)]
        sources[test_class, test] = "\n".join(lines)[:_SOURCE_LIMIT]
    return sources


_SET_UP = "setUp", "tearDown", "setUpClass", "tearDownClass"
OPEN_LICENCES = ("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "PSF-2.0", "Unlicense")
"""SPDX identifiers of licences that allow any use of a reference."""
_TEXT_LIMIT = 60_000
_MAX_TESTS = 200
_MAX_ERROR_TYPES = 60


@dataclass(frozen=True)
class TaskSheet:
    task_id: str
    asks_for: str = ""  # name of the class or the target; empty where the task is unknown
    topic: str = ""  # its topic, or its project
    unsound: str = ""  # why its reference is not sound in at least one run
    licence: str = ""  # SPDX identifier of its licence, where that is stated
    dataset: str = ""  # name of its dataset
    skeleton: str = ""  # the skeleton that a model gets
    reference: str = ""  # the reference, where its licence allows to show it
    # sources of the tests that samples fail, by test class and test with a dot between
    tests: Mapping[str, str] = field(default_factory=dict)


def error_types(runs: Sequence[Run], tasks: Sequence[str]) -> tuple[list[str], list[list[list[int]]]]:
    """The types of errors that samples fail with, most tasks first; per run and task the numbers of its types."""
    types: list[list[set[str]]] = [[] for _ in runs]
    for run, of_run in zip(runs, types, strict=True):
        for samples in (run.results.get(task, ()) for task in tasks):
            results = chain.from_iterable((sample, *sample.suites.values()) for sample in samples)
            kinds = {row.error_type for result in results for row in failure_rows(result)} - {""}
            of_run.append({clip(kind, NAME_LIMIT) for kind in kinds})
    counts = Counter(kind for of_run in types for kinds in of_run for kind in kinds)
    names = sorted(counts, key=lambda kind: (-counts[kind], kind))[:_MAX_ERROR_TYPES]
    numbers = {kind: number for number, kind in enumerate(names)}
    return names, [
        [sorted(numbers[kind] for kind in kinds if kind in numbers) for kinds in of_run] for of_run in types
    ]


def task_sheet(runs: Sequence[Run], task_id: str) -> TaskSheet:
    unsound = next((why for run in runs if (why := run.scores.unsound_tasks.get(task_id)) is not None), None)
    project = next((run.scores.projects[task_id] for run in runs if task_id in run.scores.projects), "")
    task = next((run.tasks[task_id] for run in runs if task_id in run.tasks), None)
    reason = "" if unsound is None else visible(str(unsound)) or "its reference does not pass"
    known = TaskSheet(task_id, topic=visible(project), unsound=reason)
    if task is None:
        return known
    failing = {
        (test_class, test): None
        for run in runs
        for sample in run.results.get(task.task_id, ())
        for result in (sample, *sample.suites.values())
        for test_class, test, *_ in failure_rows(result)
    }
    wanted = list(failing)[:_MAX_TESTS]
    sources = sources_of_tests(task.suite(), wanted)
    for run in [run for run in runs if task.task_id in run.strengthened][:1]:
        sources |= sources_of_tests(run.strengthened[task.task_id].suite, wanted)
    return replace(
        known,
        asks_for=clip(visible(task.asks_for), NAME_LIMIT),
        licence=visible(task.licence),
        dataset=visible(task.source.dataset),
        topic=clip(visible(task.topic), NAME_LIMIT) or known.topic,
        skeleton=_shown(task.skeleton),
        reference=_shown(task.reference_source) if task.licence in OPEN_LICENCES else "",
        tests={f"{test_class}.{test}": _shown(source) for (test_class, test), source in sources.items()},
    )


def _shown(text: str) -> str:
    return clip(visible(text), _TEXT_LIMIT)
