"""The page's data on samples: verdicts, failures, texts and attempts, made visible and cut to size."""

import ast
import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from textwrap import dedent
from typing import Any, NamedTuple

from classeval_hf.core.syntax import parse_or_none, walk
from classeval_hf.core.tasks import PLUS, TestSuite
from classeval_hf.core.terminal import counted, visible
from classeval_hf.core.verdicts import CUT_OFF, PROMPT_TOO_LONG
from classeval_hf.metrics.results import SampleResult, SuiteResult, TestFailure
from classeval_hf.metrics.samples import Sample
from classeval_hf.prompting.sample_records import GeneratedSample, SampleStep
from classeval_hf.reading.records import NO_SIGNS, REPLACED, CompletionSigns, ReadingNote
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


def sign_words(signs: CompletionSigns, sample: Sample) -> str:
    """Faults of a sample's text, end and steps, found before any test ran; empty if there are none."""
    words = [_SIGNS.get(signs.kind, "")]
    if signs.kind == "no class":
        names = ", ".join(clip(visible(name), NAME_LIMIT) for name in signs.classes)
        words.append("It defines no class of the requested name" + (f", but {names}." if names else ", and no other."))
    if sample.steps.without_method:
        words.append(
            f"{len(sample.steps.without_method)} of {counted(sample.steps.methods, 'step')} yielded no method."
        )
    if sample.steps.plan_failed:
        words.append("Its plan could not be read, so the class was generated without one.")
    words.append(_STOPPED.get(sample.finish_reason, ""))
    return " ".join(filter(None, words))


def reading_details(note: ReadingNote | None, finish_reason: str) -> dict[str, Any]:
    """How a text was read, in words, and the lines that were taken as code."""
    words = list(_words(note)) if note is not None else []
    if finish_reason:
        words.append(_STOPPED.get(finish_reason, f"Finish reason: {clip(visible(finish_reason), NAME_LIMIT)}."))
    is_marked = note is not None and note.block not in ("whole", "")
    return {"words": words, "taken": list(map(list, note.taken)) if note is not None and is_marked else []}


def step_details(sample: GeneratedSample | None, limit: int) -> list[dict[str, Any]]:
    details = []
    for step in _shown_steps(sample):
        text, notes = clip_completion(step.raw, limit)
        details.append(
            {
                "name": clip(visible(step.method or step.target), NAME_LIMIT),
                "empty": step.empty,
                "text": text,
                "notes": notes,
                **reading_details(step.reading, step.finish_reason),
            }
        )
    return details


def _shown_steps(sample: GeneratedSample | None) -> tuple[SampleStep, ...]:
    steps = sample.steps[:_MAX_STEPS] if sample is not None else ()
    if any(step.target not in ("class", "method", "plan") for step in steps):
        return ()  # the trajectory of an agent shows them
    if sample is not None and len(steps) == 1 and steps[0].raw.strip() == sample.completion.strip() != "":
        return ()  # the completion shows it
    return steps


def _words(note: ReadingNote) -> Iterator[str]:
    if note.block:
        turn = f", in turn {note.turn + 1}" if note.turn else ""
        runs = [str(first) if first == last else f"{first} to {last}" for first, last in note.taken]
        more = f" and {len(runs) - _MAX_RUNS} more parts" if len(runs) > _MAX_RUNS else ""
        line = "line" if len(runs) == 1 and runs[0].isdigit() else "lines"
        lines = f": {line} {', '.join(runs[:_MAX_RUNS])}{more}" if runs and note.block != "whole" else ""
        yield f"{_PLACES.get(note.block, f'Read as code: {note.block}')}{turn}{lines}."
    others = [clip(visible(item), NAME_LIMIT) for item in note.cut if item != REPLACED]
    if others:
        yield f"Left out: {', '.join(others)}."
    if REPLACED in note.cut:
        yield "Lone surrogates, which files cannot contain, were replaced by U+FFFD."
    if note.problem:
        yield _PROBLEMS.get(note.problem, f"{visible(note.problem)}.")


COMPLETION_LIMIT = 100_000  # characters shown of one completion
PAGE_BUDGET = 48_000_000  # characters of completions and trajectories in a page; beyond it, all are cut to one length
_MESSAGE_LIMIT = 1_000
_STATEMENT_LIMIT = 300
_MAX_FAILURES = 60


def run_summary(run: Run, tasks: Sequence[str]) -> dict[str, Any]:
    """The data of the heat map; `counts` are by task `[samples passed, samples, parts passed, parts]`, or `None`."""
    return {
        "label": visible(run.label),
        "strategy": run.name.strategy,
        "sampling": run.name.sampling,
        "parts": "tests" if run.is_of_projects else "methods",
        "counts": [_counts(run.results.get(task, ())) for task in tasks],
        "samples": [len(run.results.get(task, ())) for task in tasks],
    }


def run_details(run: Run, tasks: Sequence[str], completion_limit: int) -> list[list[dict[str, Any]]]:
    """By task and sample, the details that the page shows; texts are cut to the length of [`fair_limit`]."""
    details: list[list[dict[str, Any]]] = []
    for task in tasks:
        details.append([])
        known = run.tasks.get(task)
        suites = {"": known.suite()} if known is not None else {}
        suites |= {PLUS: run.strengthened[task].suite} if task in run.strengthened else {}
        places = {name: FailurePlaces(suite) for name, suite in suites.items()}
        for index, result in enumerate(run.results.get(task, ())):
            sample = run.samples[task][index] if run.samples else None
            shown = _sample(result, run.scores.marks(task, result), sample, completion_limit, places)
            steps = run.trajectories.get(task, {}).get(index)
            way = {"trajectory": trajectory(steps, completion_limit), "steps": step_details(steps, completion_limit)}
            shown |= {name: part for name, part in way.items() if part}
            shown["sign"] = sign_words(result.signs or NO_SIGNS, sample or Sample(task, index, ""))
            # Steps show how they ended by themselves.
            reason = sample.finish_reason if sample is not None and (steps is None or not steps.steps) else ""
            shown["reading"] = reading_details(result.reading, reason)
            details[-1].append(shown)
    return details


def fair_limit(runs: Sequence[Run], limit: int = COMPLETION_LIMIT, budget: int = PAGE_BUDGET) -> int:
    """The length in characters to which texts are cut, so that all fit into the budget."""
    samples = chain.from_iterable(of_task for run in runs for of_task in (run.samples or {}).values())
    steps = (
        length
        for run in runs
        for of_task in run.trajectories.values()
        for sample in of_task.values()
        for length in chain(trajectory_lengths(sample), (len(step.raw) for step in _shown_steps(sample)))
    )
    lengths = sorted(min(length, limit) for length in chain((len(one.completion) for one in samples), steps))
    left = budget
    for index, length in enumerate(lengths):
        share = left // (len(lengths) - index)
        if length > share:
            return share
        left -= length
    return limit


def json_for_script(value: Any) -> str:
    """JSON in ASCII, without a character that could end a script element or open a comment."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _counts(results: Sequence[SampleResult]) -> list[int] | None:
    judged = [result for result in results if result.passed is not None]
    if not judged:
        return None
    whole = [sum(bool(result.passed) for result in judged), len(judged)]
    if judged[0].of_project:
        files = [file for result in judged for file in result.tests.values()]
        return [*whole, sum(file.tests_passed for file in files), sum(file.tests for file in files)]
    methods = [passed for result in judged for passed in (result.methods or {}).values()]
    return [*whole, sum(methods), len(methods)]


def _sample(
    result: SampleResult,
    marks: Sequence[str],
    sample: Sample | None,
    limit: int,
    places: Mapping[str, "FailurePlaces"],
) -> dict[str, Any]:
    completion = sample.completion if sample is not None else ""
    failures = failure_rows(result, places.get(""), completion)
    details: dict[str, Any] = {
        **_by_suite(result, result.passed, failures),
        "suites": [
            {"name": visible(name), **_by_suite(suite, result.passed_with(name), of_suite)}
            for name, suite in result.suites.items()
            for of_suite in [failure_rows(suite, places.get(name), completion)]
        ],
        "target": result.of_project,
        "suspicious": [visible(mark) for mark in marks],
        "methods": [[visible(name), passed] for name, passed in (result.methods or {}).items()],
        "first": next((index for index, failure in enumerate(failures) if failure.outcome == "fail"), 0),
    }
    if details["first"] >= _MAX_FAILURES:  # keep what the page shows first
        details["failures"][-1] = failures[details["first"]]
        details["first"] = _MAX_FAILURES - 1
    if sample is not None:
        details["completion"], details["notes"] = clip_completion(sample.completion, limit)
    return details


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

    def method(self, test_class: str) -> str:
        """The method that a test class tests; empty for the class as a whole."""
        return next((name for name, classes in self._suite.methods.items() if test_class in classes), "")

    def words(self, failure: TestFailure, lines: Sequence[str], begin: int) -> list[tuple[str, str]]:
        """The places of a failure in the tests and in the lines of a completion; its method begins in line `begin`."""
        places = []
        if failure.test_line:
            places.append((f"line {failure.test_line} of the tests", self.statement(failure.test_line)))
        if failure.line and failure.line <= len(lines):
            places.append((f"stopped in line {failure.line} of the completion", lines[failure.line - 1].strip()))
        elif begin and failure.test_line:
            places.append((f"the method begins in line {begin} of the completion", lines[begin - 1].strip()))
        return [(words, clip(visible(text), _STATEMENT_LIMIT)) for words, text in places]


def lines_of_method(lines: Sequence[str], method: str) -> list[int]:
    """The lines, from 1, in which a method of this name begins."""
    begins = re.compile(rf"\s*(async\s+)?def\s+{re.escape(method)}\b" if method else r"(?!)")
    return [number for number, line in enumerate(lines, 1) if begins.match(line)]


def failure_rows(result: SuiteResult, places: FailurePlaces | None = None, completion: str = "") -> list[FailureRow]:
    """The failures of a sample by a suite, with their places if the tests are given."""
    rows = []
    lines = re.split(r"\r\n|\r|\n", completion)
    for name, item in result.tests.items():
        failures = list(item.failures)
        begin = next(iter(lines_of_method(lines, places.method(name))), 0) if failures and places is not None else 0
        did_not_run = bool(failures) and failures[0].message.startswith("did not run")  # and gives the same reason
        if item.message and not did_not_run:
            failures.insert(0, TestFailure("(outside its tests)", "error", ", ".join(item.error_types), item.message))
        for failure in failures:
            parts = failure.test, failure.outcome, failure.error_type, failure.message
            test, outcome, error_type, message = (clip(visible(text), _MESSAGE_LIMIT) for text in parts)
            found = places.words(failure, lines, begin) if places is not None else ()
            rows.append(FailureRow(visible(name), test, outcome, error_type, message, found))
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


@dataclass(frozen=True)
class Attempt:
    """One attempt (RepoClassBench, algorithm 1). The last attempt of a sample may lack some steps."""

    tool_calls: SampleStep | None = None
    reflection: SampleStep | None = None  # of the model on the attempt before
    code: SampleStep | None = None
    oracle: SampleStep | None = None  # feedback of the tests

    @property
    def was_made(self) -> bool:
        """Whether the model got a prompt for code; too long prompts are skipped."""
        return self.code is not None and self.code.finish_reason != PROMPT_TOO_LONG

    @property
    def steps(self) -> tuple[SampleStep, ...]:
        steps = (self.tool_calls, self.reflection, self.code, self.oracle)
        return tuple(step for step in steps if step is not None)


def attempts(sample: GeneratedSample) -> list[Attempt]:
    """The attempts of a sample for a repository-level task, each up to the feedback of the tests."""
    parts: list[dict[str, SampleStep]] = []
    order = (_TOOL_CALLS, _REFLECTION, _CODE, _ORACLE)
    for step in sample.steps:
        if step.target not in order:
            continue
        # A step out of this order begins the next attempt.
        if not parts or order.index(step.target) <= max(map(order.index, parts[-1])):
            parts.append({})
        parts[-1][step.target] = step
    return [Attempt(**steps) for steps in parts]


def trajectory(sample: GeneratedSample | None, limit: int = TEXT_LIMIT) -> list[dict[str, Any]]:
    """The texts of each attempt, as `[text, notes on cuts]`; empty for a sample of a single step."""
    if sample is None or len(sample.steps) < 2:
        return []
    limit = min(limit, TEXT_LIMIT)
    shown, before = [], None
    for attempt in attempts(sample)[:_MAX_ATTEMPTS]:
        item: dict[str, Any] = {
            "made": attempt.was_made,
            "calls": [],
            "tokens": sum(step.prompt_tokens + step.completion_tokens for step in attempt.steps),
        }
        if attempt.tool_calls is not None:
            item["thought"] = clip_completion(_said(attempt.tool_calls), limit)
            for output in attempt.tool_calls.tool_outputs[:_MAX_CALLS]:  # the call, its output, whether it found any
                arguments = ", ".join(f'"{text[:_CALL_LIMIT]}"' for text in output.arguments[:_MAX_ARGUMENTS])
                call = clip(visible(f"{output.tool[:_CALL_LIMIT]}({arguments})"), _CALL_LIMIT)
                item["calls"].append([call, clip_completion(output.output, limit), output.ok])
        if attempt.reflection is not None:
            item["reflection"] = clip_completion(_said(attempt.reflection), limit)
        if attempt.code is not None and attempt.was_made:
            text, notes = _code(attempt.code, limit)
            if before is not None:
                item["diff"] = clip_completion(line_diff(_code(before, limit)[0], text), limit)
                item["diff"][1].extend(notes)
            else:
                item["code"] = (text, notes)
        if attempt.oracle is not None:
            item["feedback"] = clip_completion(_said(attempt.oracle), limit)
            item["tests"] = [attempt.oracle.tests_passed or 0, attempt.oracle.tests or 0]
        shown.append(item)
        before = attempt.code if attempt.was_made else before
    return shown


def trajectory_lengths(sample: GeneratedSample) -> Iterator[int]:
    """Lengths of the texts of a trajectory, as far as they may be shown."""
    if len(sample.steps) < 2:
        return
    before = 0
    for attempt in attempts(sample)[:_MAX_ATTEMPTS]:
        for step in attempt.steps:
            length = len(_said(step))
            yield min(length + before if step.target == _CODE else length, TEXT_LIMIT)
            before = length if step.target == _CODE else before
            yield from (min(len(output.output), TEXT_LIMIT) for output in step.tool_outputs[:_MAX_CALLS])


def line_diff(before: str, after: str) -> str:
    """The unified diff of two texts, without file names; empty if they are equal."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="")
    return "\n".join(list(lines)[2:])


def _said(step: SampleStep) -> str:
    """The text shown for a step: its code where some was found, otherwise all text of the model."""
    if step.target in (_CODE, _ORACLE):
        return step.extracted or step.raw
    return step.raw or step.extracted


def _code(step: SampleStep, limit: int) -> tuple[str, list[str]]:
    text, notes = clip_completion(_said(step), limit)
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        notes.append(f"Shown are the first {MAX_LINES:,} lines.")
    if not step.extracted.strip():
        notes.append("No code was found in the model's text.")
    return "\n".join(lines[:MAX_LINES]), notes
