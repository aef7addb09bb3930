"""The page's data on samples: verdicts, failures, texts and attempts, made visible and cut to size."""

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from textwrap import dedent
from typing import Any, NamedTuple

from classeval_hf.classes.tasks.files import StrengthenedSuite
from classeval_hf.core.syntax import definition_source, names_bound_by, parse, parse_or_none, walk
from classeval_hf.core.tasks import PLUS, TestSuite
from classeval_hf.core.terminal import counted, visible
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG
from classeval_hf.metrics.samples import SuiteResult, TestFailure
from classeval_hf.prompting.steps import GeneratedSample, SampleStep
from classeval_hf.reading.records import NO_SIGNS, REPLACED, ReadingNote
from classeval_hf.reports.display import NAME_LIMIT, clip, clip_completion
from classeval_hf.reports.runs import Run

_MAX_STEPS = 100
_MAX_RUNS = 12  # runs of lines that are named in words; all are marked
_SIGNS = {
    "empty": "The completion is empty.",
    "refusal": "The model refused, and wrote no class.",
    "escaped": "The line ends or quotes of the class are escaped, so it is not valid Python.",
    "no code": "The text contains no Python.",
    "no Python": "The code that was found is not valid Python.",
}
_PLACES = {
    "whole": "The whole text was read as code",
    "fence": "The fenced block was read as code",
    "text": "Text between prose was read as code",
    "indented": "Lines indented below prose were read as code",
    "body": "The text was read as the body of the requested code",
    "members": "Methods without their class were read, and put into the skeleton",
    "reasoning": "A part of the model's reasoning was read as code, since nothing else has an answer",
}
_PROBLEMS = {
    "no code": "No code was found in it.",
    "no method": "The requested method was not found in it.",
    "cut off": "It is cut off: its complete part was taken.",
}
_STOPPED = {
    CUT_OFF: "The model was cut off by the maximum length.",
    PROMPT_TOO_LONG: "The model was not asked, since the prompt did not fit.",
}


def reading_details(note: ReadingNote | None, finish_reason: str) -> dict[str, Any]:
    """How a text was read, in words, and the lines that were taken as code."""
    note, words = note or ReadingNote(), list[str]()
    if note.block:
        turn = f", in turn {note.turn + 1}" if note.turn else ""
        runs = [str(first) if first == last else f"{first} to {last}" for first, last in note.taken]
        more = f" and {len(runs) - _MAX_RUNS} more parts" if len(runs) > _MAX_RUNS else ""
        line = "line" if len(runs) == 1 and runs[0].isdigit() else "lines"
        lines = f": {line} {', '.join(runs[:_MAX_RUNS])}{more}" if runs and note.block != "whole" else ""
        words.append(f"{_PLACES.get(note.block, f'Read as code: {note.block}')}{turn}{lines}.")
    others = [clip(visible(item), NAME_LIMIT) for item in note.cut if item != REPLACED]
    words += [f"Left out: {', '.join(others)}."] if others else []
    if REPLACED in note.cut:
        words.append("Lone surrogates, which files cannot contain, were replaced by U+FFFD.")
    words += [_PROBLEMS.get(note.problem, f"{visible(note.problem)}.")] if note.problem else []
    if finish_reason:
        words.append(_STOPPED.get(finish_reason, f"Finish reason: {clip(visible(finish_reason), NAME_LIMIT)}."))
    return {"words": words, "taken": list(map(list, note.taken)) if note.block not in ("whole", "") else []}


def _shown_steps(sample: GeneratedSample | None) -> tuple[SampleStep, ...]:
    steps = sample.steps[:_MAX_STEPS] if sample is not None else ()
    if any(step.target not in ("class", "method", "plan") for step in steps):
        return ()  # the trajectory of an agent shows them
    if sample is not None and len(steps) == 1 and steps[0].raw.strip() == sample.completion.strip() != "":
        return ()  # the completion shows it
    return steps


COMPLETION_LIMIT = 100_000  # characters shown of one completion
PAGE_BUDGET = 48_000_000  # characters of completions and trajectories in a page; beyond it, all are cut to one length
_MESSAGE_LIMIT = 1_000
_STATEMENT_LIMIT = 300
_MAX_FAILURES = 60


def run_summary(run: Run, tasks: Sequence[str]) -> dict[str, Any]:
    """The data of the heat map; `counts` are by task `[samples passed, samples, parts passed, parts]`, or `None`."""
    counts: list[list[int] | None] = []
    for task in tasks:
        judged = [result for result in run.scores.results.get(task, ()) if result.passed is not None]
        files = [file for result in judged for file in (result.test_files or {}).values()]
        methods = [passed for result in judged for passed in (result.methods or {}).values()]
        passed = sum(methods) + sum(file.counts.get("pass", 0) for file in files if not file.message)
        parts = len(methods) + sum(file.tests for file in files)
        counts.append([sum(bool(result.passed) for result in judged), len(judged), passed, parts] if judged else None)
    return {
        "label": visible(run.label),
        "strategy": run.name.strategy,
        "sampling": run.name.sampling,
        "parts": parts_of(run),
        "counts": counts,
        "samples": [len(run.scores.results.get(task, ())) for task in tasks],
    }


def run_details(run: Run, tasks: Sequence[str], completion_limit: int) -> list[list[dict[str, Any]]]:
    """By task and sample, the details that the page shows; texts are cut to the length of [`fair_limit`]."""
    details: list[list[dict[str, Any]]] = []
    for task in tasks:
        details.append([])
        tests = {"": run.tasks[task].suite()} if task in run.tasks else {}
        tests |= {PLUS: run.strengthened[task].suite} if task in run.strengthened else {}
        places = {name: FailurePlaces(suite) for name, suite in tests.items()}
        for index, result in enumerate(run.scores.results.get(task, ())):
            sample = run.samples[task][index] if run.samples else None
            completion = sample.completion if sample is not None else ""
            failures = failure_rows(result, places.get(""), completion)
            shown = _by_suite(result, result.passed, failures)
            first = next((number for number, failure in enumerate(failures) if failure.outcome == "fail"), 0)
            if first >= _MAX_FAILURES:  # keep what the page shows first
                shown["failures"][-1] = failures[first]
            shown["first"] = min(first, _MAX_FAILURES - 1)
            shown["suites"] = [
                {"name": visible(name), **_by_suite(suite, result.passed_with(name), of_suite)}
                for name, suite in result.suites.items()
                for of_suite in [failure_rows(suite, places.get(name), completion)]
            ]
            shown["files"] = result.test_files is not None
            shown["suspicious"] = [visible(mark) for mark in run.scores.marks(task, result)]
            shown["methods"] = [[visible(name), passed] for name, passed in (result.methods or {}).items()]
            if sample is not None:
                shown["completion"], shown["notes"] = clip_completion(completion, completion_limit)
            steps = run.trajectories.get(task, {}).get(index)
            if of_attempts := trajectory(steps, completion_limit):
                shown["trajectory"] = of_attempts
            for step in _shown_steps(steps):
                text, notes = clip_completion(step.raw, completion_limit)
                of_step = {"name": clip(visible(step.method or step.target), NAME_LIMIT), "empty": step.empty}
                of_step |= {"text": text, "notes": notes} | reading_details(step.reading, step.finish_reason)
                shown.setdefault("steps", []).append(of_step)
            signs = result.signs or NO_SIGNS  # faults of text, end and steps, found before any test ran
            words = [_SIGNS.get(signs.kind, "")]
            if signs.kind == "no class":
                names = ", ".join(clip(visible(name), NAME_LIMIT) for name in signs.classes)
                others = f"but {names}." if names else "and no other."
                words.append(f"It defines no class of the requested name, {others}")
            if sample is not None:
                if missing := len(sample.steps.without_method):
                    words.append(f"{missing} of {counted(sample.steps.methods, 'step')} yielded no method.")
                if sample.steps.plan_failed:
                    words.append("Its plan could not be read, so the class was generated without one.")
                words.append(_STOPPED.get(sample.finish_reason, ""))
            shown["sign"] = " ".join(filter(None, words))
            # Steps show how they ended by themselves.
            reason = sample.finish_reason if sample is not None and (steps is None or not steps.steps) else ""
            shown["reading"] = reading_details(result.reading, reason)
            details[-1].append(shown)
    return details


def fair_limit(runs: Sequence[Run], limit: int = COMPLETION_LIMIT, budget: int = PAGE_BUDGET) -> int:
    """The length in characters to which texts are cut, so that all fit into the budget."""
    samples = chain.from_iterable(of_task for run in runs for of_task in (run.samples or {}).values())
    known = [len(one.completion) for one in samples]
    for sample in chain.from_iterable(of_task.values() for run in runs for of_task in run.trajectories.values()):
        known += (len(step.raw) for step in _shown_steps(sample))
        before = 0  # a diff has the lines of two attempts
        made = attempts(sample)[:_MAX_ATTEMPTS] if len(sample.steps) > 1 else []
        for step in chain.from_iterable(attempt.values() for attempt in made):
            length = len(_said(step))
            known.append(min(length + before if step.target == _CODE else length, TEXT_LIMIT))
            before = length if step.target == _CODE else before
            known += (min(len(output.output), TEXT_LIMIT) for output in step.tool_outputs[:_MAX_CALLS])
    lengths = sorted(min(length, limit) for length in known)
    left = budget
    for index, length in enumerate(lengths):
        share = left // (len(lengths) - index)
        if length > share:
            return share
        left -= length
    return limit


def parts_of(run: Run) -> str:
    """What the verdicts of its samples consist of: `methods`, `tests` of files, or nothing."""
    results = list(chain.from_iterable(run.scores.results.values()))
    if any(result.test_files is not None for result in results):
        return "tests"
    return "methods" if any(result.methods is not None for result in results) else ""


class FailureRow(NamedTuple):
    """A failure of a sample, made visible and cut to size."""

    test_class: str
    test: str
    outcome: str
    error_type: str
    message: str
    places: Sequence[tuple[str, str]] = ()  # places of the failure: description and code


class FailurePlaces:
    """Finds the places of failures by the tests of a suite."""

    def __init__(self, suite: TestSuite) -> None:
        self._suite, self._lines = suite, suite.source.split("\n")
        tree = parse_or_none(suite.source)
        statements = [node for node in walk(tree) if isinstance(node, ast.stmt)] if tree is not None else []
        self._statements = {node.lineno: node for node in statements}  # of several in a line the innermost

    def statement(self, line: int) -> str:
        """The statement of the tests that begins in a line; of one with a body the first line."""
        node = self._statements.get(line)
        end = line if node is None or hasattr(node, "body") else node.end_lineno
        return dedent("\n".join(self._lines[max(line - 1, 0) : end])).strip()

    def method(self, test_class: str, lines: Sequence[str]) -> tuple[str, int]:
        """The method that a test class tests, empty for the whole class, and the line of code where it begins or 0."""
        method = next((name for name, classes in self._suite.methods.items() if test_class in classes), "")
        begins = re.compile(rf"\s*(async\s+)?def\s+{re.escape(method)}\b" if method else r"(?!)")
        return method, next((number for number, line in enumerate(lines, 1) if begins.match(line)), 0)


def failure_rows(result: SuiteResult, places: FailurePlaces | None = None, completion: str = "") -> list[FailureRow]:
    """The failures of a sample by a suite; with the tests, also their places there and in the completion."""
    rows = []
    lines = re.split(r"\r\n|\r|\n", completion)
    for name, item in result.tests.items():
        failures = list(item.failures)
        _, begin = places.method(name, lines) if failures and places is not None else ("", 0)
        did_not_run = bool(failures) and failures[0].message.startswith("did not run")  # and gives the same reason
        if item.message and not did_not_run:
            failures.insert(0, TestFailure("(outside its tests)", "error", ", ".join(item.error_types), item.message))
        for failure in failures:
            found = []
            if places is not None and failure.test_line:
                found.append((f"line {failure.test_line} of the tests", places.statement(failure.test_line)))
            if places is not None and failure.line and failure.line <= len(lines):
                found.append((f"stopped in line {failure.line} of the completion", lines[failure.line - 1].strip()))
            elif begin and failure.test_line:
                found.append((f"the method begins in line {begin} of the completion", lines[begin - 1].strip()))
            parts = failure.test, failure.outcome, failure.error_type, failure.message
            test, outcome, error_type, message = (clip(visible(text), _MESSAGE_LIMIT) for text in parts)
            shown = tuple((place, clip(visible(code), _STATEMENT_LIMIT)) for place, code in found)
            rows.append(FailureRow(visible(name), test, outcome, error_type, message, shown))
    return rows


def _by_suite(result: SuiteResult, passed: bool | None, failures: Sequence[FailureRow]) -> dict[str, Any]:
    """A sample by a test suite: whether it passes that and `base`, its test classes, and its failures."""
    # Name, whether it passed, tests passed, tests, how it was judged, and what failed around the tests.
    classes = [
        [visible(name), item.passed, item.counts.get("pass", 0), item.tests, item.judged_by, around]
        for name, item in result.tests.items()
        for around in [clip(visible(item.message), _MESSAGE_LIMIT)]
    ]
    return {
        "passed": passed,
        "infrastructure": visible(result.error_infrastructure),
        "classes": classes,
        "failures": failures[:_MAX_FAILURES],
        "more": max(len(failures) - _MAX_FAILURES, 0),
    }


TEXT_LIMIT = 20_000  # characters shown of one text of a trajectory
MAX_LINES = 1_000  # lines compared and shown of one attempt; the time of a comparison may grow with their product
_CALL_LIMIT = 500
_MAX_ATTEMPTS = 50
_MAX_CALLS = 50
_MAX_ARGUMENTS = 10
_CODE, _ORACLE, _TOOL_CALLS, _REFLECTION = "code", "oracle", "tool_calls", "reflection"


def attempts(sample: GeneratedSample) -> list[dict[str, SampleStep]]:
    """The attempts of an agent (RepoClassBench, algorithm 1): of each, up to the feedback, its steps by target."""
    parts: list[dict[str, SampleStep]] = []
    order = (_TOOL_CALLS, _REFLECTION, _CODE, _ORACLE)
    for step in sample.steps:
        if step.target not in order:
            continue
        # A step out of this order begins the next attempt.
        if not parts or order.index(step.target) <= max(map(order.index, parts[-1])):
            parts.append({})
        parts[-1][step.target] = step
    return parts


def code_asked_for(attempt: Mapping[str, SampleStep]) -> SampleStep | None:
    """The step in which the model got a prompt for code; too long prompts are skipped."""
    step = attempt.get(_CODE)
    return None if step is None or step.finish_reason == PROMPT_TOO_LONG else step


def trajectory(sample: GeneratedSample | None, limit: int = TEXT_LIMIT) -> list[dict[str, Any]]:
    """The texts of each attempt, as `[text, notes on cuts]`; empty for a sample of a single step."""
    if sample is None or len(sample.steps) < 2:
        return []
    limit = min(limit, TEXT_LIMIT)
    shown: list[dict[str, Any]] = []
    before: list[str] | None = None  # the lines of the attempt before
    for attempt in attempts(sample)[:_MAX_ATTEMPTS]:
        code = code_asked_for(attempt)
        item: dict[str, Any] = {
            "made": code is not None,
            "calls": [],
            "tokens": sum(step.prompt_tokens + step.completion_tokens for step in attempt.values()),
        }
        if _TOOL_CALLS in attempt:
            item["thought"] = clip_completion(_said(attempt[_TOOL_CALLS]), limit)
            for output in attempt[_TOOL_CALLS].tool_outputs[:_MAX_CALLS]:  # the call, its output, if it found any
                arguments = ", ".join(f'"{text[:_CALL_LIMIT]}"' for text in output.arguments[:_MAX_ARGUMENTS])
                call = clip(visible(f"{output.tool[:_CALL_LIMIT]}({arguments})"), _CALL_LIMIT)
                item["calls"].append([call, clip_completion(output.output, limit), output.ok])
        if _REFLECTION in attempt:
            item["reflection"] = clip_completion(_said(attempt[_REFLECTION]), limit)
        if code is not None:
            text, notes = clip_completion(_said(code), limit)
            lines = text.split("\n", MAX_LINES)
            notes += [f"Shown are the first {MAX_LINES:,} lines."] if len(lines) > MAX_LINES else []
            notes += ["No code was found in the model's text."] if not code.extracted.strip() else []
            lines = lines[:MAX_LINES]
            if before is not None:
                diff = list(difflib.unified_diff(before, lines, lineterm=""))[2:]  # without file names
                item["diff"] = clip_completion("\n".join(diff), limit)
                item["diff"][1].extend(notes)
            else:
                item["code"] = ("\n".join(lines), notes)
            before = lines
        if _ORACLE in attempt:
            oracle = attempt[_ORACLE]
            item["feedback"] = clip_completion(_said(oracle), limit)
            item["tests"] = [oracle.tests_passed or 0, oracle.tests or 0]
        shown.append(item)
    return shown


def _said(step: SampleStep) -> str:
    """The text shown for a step: its code where some was found, otherwise all text of the model."""
    if step.target in (_CODE, _ORACLE):
        return step.extracted or step.raw
    return step.raw or step.extracted


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
        for task_id, results in run.scores.results.items():
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


def error_types(runs: Sequence[Run], tasks: Sequence[str]) -> tuple[list[str], dict[str, list[list[int]]]]:
    """The types of errors that samples fail with, most tasks first; by run and task the numbers of its types."""
    types: dict[str, list[set[str]]] = {}
    for run in runs:
        of_run = types[run.label] = []
        for samples in (run.scores.results.get(task, ()) for task in tasks):
            results = chain.from_iterable((sample, *sample.suites.values()) for sample in samples)
            kinds = {row.error_type for result in results for row in failure_rows(result)} - {""}
            of_run.append({clip(kind, NAME_LIMIT) for kind in kinds})
    counts = Counter(kind for of_run in types.values() for kinds in of_run for kind in kinds)
    names = sorted(counts, key=lambda kind: (-counts[kind], kind))[:_MAX_ERROR_TYPES]
    numbers = {kind: number for number, kind in enumerate(names)}
    return names, {
        label: [sorted(numbers[kind] for kind in kinds if kind in numbers) for kinds in of_run]
        for label, of_run in types.items()
    }


def task_sheet(runs: Sequence[Run], task_id: str) -> TaskSheet:
    unsound = next((why for run in runs if (why := run.scores.unsound_tasks.get(task_id)) is not None), None)
    project = next((run.scores.projects[task_id] for run in runs if task_id in run.scores.projects), "")
    task = next((run.tasks[task_id] for run in runs if task_id in run.tasks), None)
    reason = "" if unsound is None else visible(str(unsound)) or "its reference does not pass"
    known = TaskSheet(task_id, topic=visible(project), unsound=reason)
    if task is None:
        return known
    failing: dict[tuple[str, str], None] = {}
    for sample in chain.from_iterable(run.scores.results.get(task_id, ()) for run in runs):
        rows = chain.from_iterable(map(failure_rows, (sample, *sample.suites.values())))
        failing |= {(row.test_class, row.test): None for row in rows}
    wanted = list(failing)[:_MAX_TESTS]
    sources = sources_of_tests(task.suite(), wanted)
    for suite in [run.strengthened[task_id].suite for run in runs if task_id in run.strengthened][:1]:
        sources |= sources_of_tests(suite, wanted)
    return replace(
        known,
        asks_for=clip(visible(task.asks_for), NAME_LIMIT),
        licence=visible(task.licence),
        dataset=visible(task.source.dataset),
        topic=clip(visible(task.topic), NAME_LIMIT) or known.topic,
        skeleton=clip(visible(task.skeleton), _TEXT_LIMIT),
        reference=clip(visible(task.reference_source), _TEXT_LIMIT) if task.licence in OPEN_LICENCES else "",
        tests={".".join(names): clip(visible(source), _TEXT_LIMIT) for names, source in sources.items()},
    )
