"""Scores by the rules of ClassEval's public harness, next to ours: `docs/design/public-harness.md`."""

import ast
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, fields
from itertools import takewhile
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import ClassTask, Task, of_kind
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, TestClassVerdict
from classeval_hf.engine.judge import Judge
from classeval_hf.metrics.averages import average, pass_at_k_term
from classeval_hf.metrics.samples import Sample, Verdict
from classeval_hf.metrics.scores import CompatMoves, CompatResult, CompatScores
from classeval_hf.runs.run_records import RunFiles
from classeval_hf.sandbox.limited_calls import UnreadableError
from classeval_hf.sandbox.tiers import Tier

_PYTHON_FENCE, _FENCE = "```python", "```"
_STATIC = "@staticmethod"


def compat_code(completion: str, is_incoder: bool = False) -> str:
    """The code in a completion, by rules 1 to 4 of `docs/design/public-harness.md`."""
    text = completion.rstrip()
    for mark in ("### Response:", "@@ Response:", "[/INST]"):
        if mark in text:
            text = text.split(mark, 2)[1]  # up to the next one
            break
    if is_incoder:
        return text.partition("<|/ file |>")[0]
    marks = [(opening, _FENCE) for opening in (_PYTHON_FENCE, "```ruby", "```scss")]
    marks += [] if _PYTHON_FENCE in text else [(_FENCE, _FENCE), ("[PYTHON]", "[/PYTHON]")]
    for opening, closing in marks:
        code, separator, _ = text.partition(opening)[2].partition(closing)
        if separator:
            return code
    if _PYTHON_FENCE in text:
        return ""
    # All lines without the indent of the first class; lines with less than that get no indent.
    lines = text.split("\n")
    head = takewhile(lambda line: not line.lstrip().startswith("class"), lines)
    prose = {line for line in head if not line.lstrip().startswith(("import", "from"))}
    lines = [line for line in lines if line not in prose]
    parts = [(len(line) - len(line.lstrip()), line.lstrip()) for line in lines]
    margin = next((indent for indent, rest in parts if rest.startswith("class")), 0)
    return "\n".join([" " * (indent - margin) + rest for indent, rest in parts] if margin else lines)


def with_static_methods(source: str) -> str:
    """The source with `@staticmethod` only where rule 5 of `docs/design/public-harness.md` puts it."""
    lines: list[str] = []
    for line in source.split("\n"):
        if _STATIC in line:
            continue
        is_method = len(line) - len(line.lstrip()) == 4 and line.strip().startswith("def ")
        if is_method and "self" not in line and "cls" not in line:
            lines.append(f"    {_STATIC}")
        lines.append(line)
    return "\n".join(lines)


COMPATS = ("upstream", "upstream-incoder")
"""The public harness's rules, and its rules for runs named after InCoder."""
_PASSED = ("success",)


@dataclass(frozen=True)
class _Rules:
    """The applied rules of the public harness; ours replace the others."""

    extraction: bool = False
    staticmethod: bool = False
    listed_names: bool = False
    class_rule: bool = False
    skipped_tests: bool = False
    root: bool = False


_OURS = _Rules()
_ALL = _Rules(True, True, True, True, True, True)
_ALONE = {item.name: _Rules(**{item.name: True}) for item in fields(_Rules)}
_RUNS = ((True, False, False), (False, True, False), (False, False, True), (True, True, True))
"""Modules of a sample that are run besides ours: by `extraction`, by `staticmethod`, by `root`, and by all three."""
Runs = tuple[Verdict, ...]
"""The verdicts on a sample: on our module, and on those that the public harness's rules make of its completion."""
Judged = Mapping[str, Sequence[Sample]]
_Call = tuple[str, str, tuple[str, ...], tuple[str, ...], bool]  # arguments of [`_sources`]


def check_compat(compat: str | None, tasks: Iterable[Task]) -> None:
    """Raises `ValueError` for unknown rules, or if none of the tasks is a class task."""
    if compat not in (None, *COMPATS):
        raise UserError(f"compat must be one of {', '.join(COMPATS)}, but is {compat!r}.")
    if compat is not None and not of_kind(ClassTask, tasks):
        raise UserError(
            "The public harness has rules for class tasks alone, and none of these tasks is one: leave out compat "
            "(--compat)."
        )


def compat_of_run(compat: str | None, path: str | Path) -> str | None:
    """The rules for a run, by the name of its file or folder: the public harness has special rules for InCoder."""
    path = Path(path)
    name = path.parent.name if path == RunFiles(path.parent).samples else path.name
    return COMPATS[1] if compat == COMPATS[0] and "incoder" in name else compat


def compat_samples(judge: Judge, tasks: Sequence[ClassTask], judged: Judged, compat: str) -> dict[str, list[Runs]]:
    """Runs the modules that the public harness would run, besides ours; unreadable completions keep our verdict."""
    of_tests = dict[str, tuple[str, ...]]()  # import lines of the tests that are not among the task's own
    for task in tasks:
        tree = parse_or_none(task.test)
        nodes = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))] if tree else []
        known = ("import unittest", *task.import_statement)
        of_tests[task.task_id] = tuple(line for line in map(ast.unparse, nodes) if line not in known)
    samples = [(task, sample) for task in tasks for sample in judged[task.task_id]]
    calls: list[_Call] = [
        (sample.reading.source, sample.completion, task.import_statement, of_tests[task.task_id], compat == COMPATS[1])
        for task, sample in samples
    ]
    pairs = zip(calls, samples, strict=True)
    readable = list(dict.fromkeys(call for call, (_, sample) in pairs if not sample.reading.problem))
    read = dict(zip(readable, judge.call_within_limits(_sources, readable), strict=True))
    root = judge.isolation_in_force.tier is Tier.T3
    runs: list[tuple[ClassTask, Sample, list[tuple[bool, str]]]] = []  # by sample its `_RUNS`: as root, and source
    for call, (task, sample) in zip(calls, samples, strict=True):
        ours = sample.reading.source
        outcome = read.get(call, [ours] * 3)
        extracted, static, both = [""] * 3 if isinstance(outcome, UnreadableError) else outcome
        runs.append((task, sample, [(False, extracted), (False, static), (root, ours), (root, both)]))
    verdicts = {(task.task_id, False, sample.reading.source): sample.verdict for task, sample in samples}
    for as_root in (False, True):
        wanted = {
            (task.task_id, as_root, source): (task, source)
            for task, sample, of_sample in runs
            for run_as_root, source in of_sample
            if run_as_root == as_root and not sample.reading.problem
        }
        unknown = [key for key in wanted if key not in verdicts]
        if unknown:
            with judge.with_root() if as_root else nullcontext(judge) as runner:
                verdicts.update(zip(unknown, runner.run([wanted[key] for key in unknown]), strict=True))
    found: dict[str, list[Runs]] = {task.task_id: [] for task in tasks}
    for task, sample, of_sample in runs:
        others = [verdicts.get((task.task_id, *run), sample.verdict) for run in of_sample]
        found[task.task_id].append((sample.verdict, *others))
    return found


def compat_scores(
    tasks: Sequence[ClassTask], samples: Mapping[str, Sequence[Runs]], ks: Sequence[int], compat: str
) -> CompatScores:
    """Counts by the public harness's rules; the schema of scores (`compat`) describes the result."""
    results: dict[str, list[CompatResult | None]] = {task.task_id: [] for task in tasks}
    for task in tasks:
        for verdict in (_verdict(sample, _ALL) for sample in samples[task.task_id]):
            by_name = {item.test_class: compat_outcome(item) for item in verdict.test_classes} if verdict else {}
            outcomes = {name: by_name.get(name, "error") for name in task.test_classes}
            has_passed = bool(outcomes) and {*outcomes.values()} <= {*_PASSED}
            result = CompatResult(has_passed, outcomes) if verdict is not None else None
            results[task.task_id].append(result)
    averages: dict[str, dict[str, tuple[float, float]]] = {}
    for k, task in ((k, task) for k in ks for task in tasks):
        of_task = [result.test_classes for result in results[task.task_id] if result is not None]
        names = of_task[0] if of_task else {}
        for level, wanted in (("pass", _PASSED), ("partial_success", ("success", "partial_success"))):
            classes = [sum(bool(of_sample) and {*of_sample.values()} <= {*wanted} for of_sample in of_task)]
            test_classes = [sum(of_sample[name] in wanted for of_sample in of_task) for name in names]
            for kind, counts in (("class", classes), ("test_class", test_classes)):
                term = pass_at_k_term(len(of_task), counts, k)
                averages.setdefault(f"{kind}_{level}@{k}", {})[task.task_id] = term
    values = {name: average(of_tasks) for name, of_tasks in averages.items()}
    known = {name: value for name, value in values.items() if value is not None}
    terms = {name: {task: list(term) for task, term in of_tasks.items()} for name, of_tasks in averages.items()}
    moves, of_tasks = {}, [(task, sample) for task in tasks for sample in samples[task.task_id]]
    for name, rules in {**_ALONE, "all": _ALL}.items():
        moved, moving = Counter[str](), dict[str, None]()
        for task, sample in of_tasks:
            ours, theirs = _verdict(sample, _OURS), _verdict(sample, rules)
            if ours is None or theirs is None:
                continue
            pairs = zip(_passed(task, ours, _OURS), _passed(task, theirs, rules), strict=True)
            for place, (before, after) in enumerate(pairs):
                if before != after:
                    moved[f"{'test_classes' if place else 'classes'}_{'up' if after else 'down'}"] += 1
                    moving[task.task_id] = None
        moves[name] = CompatMoves(**moved, tasks=list(moving))
    return CompatScores(compat, known, terms, moves, results)


def compat_outcome(verdict: TestClassVerdict) -> str:
    """The public harness's outcome of a test class: it knows only the numbers of tests, failures and errors."""
    tests, errors = len(verdict.cases), verdict.count(Outcome.ERROR) + bool(verdict.error_type)
    if errors >= tests or verdict.count(Outcome.TIMEOUT):
        return "error"
    bad = errors + verdict.count(Outcome.FAIL)
    return "fail" if bad >= tests else "partial_success" if bad else "success"


def _sources(
    source: str, completion: str, imports: tuple[str, ...], of_tests: tuple[str, ...], is_incoder: bool
) -> list[str]:
    """The modules by `extraction`, `staticmethod` and both, equal syntax trees once. Runs in a process with limits."""
    code, in_front = compat_code(completion, is_incoder), "\n".join(imports)
    modules = (
        "\n".join([in_front, code, *of_tests]),
        with_static_methods(source),
        "\n".join([in_front, with_static_methods(code), *of_tests]),
    )
    known, found = dict[tuple[bool, str], str](), list[str]()
    for module in (source, *modules):
        tree, meaning = parse_or_none(module), (False, module)
        with suppress(RecursionError, ValueError):  # ValueError: a number of more digits than Python writes
            meaning = (True, ast.dump(tree)) if tree is not None else meaning
        found.append(known.setdefault(meaning, module))
    return found[1:]


def _verdict(sample: Runs, rules: _Rules) -> CandidateVerdict | None:
    """The verdict on the module of some rules; `None` if it could not be run."""
    run = rules.extraction, rules.staticmethod, rules.root
    verdict = sample[_RUNS.index(run) + 1 if run in _RUNS else 0]
    return verdict if isinstance(verdict, CandidateVerdict) else None


def _passed(task: ClassTask, verdict: CandidateVerdict, rules: _Rules) -> list[bool]:
    """Whether a class passes, and each of its listed test classes."""
    by_name = {item.test_class: item for item in verdict.test_classes}
    listed = {name.strip(): name for name in task.test_classes}
    wanted = task.test_classes if rules.class_rule else [listed.get(name, name) for name in task.suite().required]
    passed = dict[str, bool]()
    for name in (*task.test_classes, *wanted):
        item = by_name.get(name if rules.listed_names else name.strip())
        outcome = compat_outcome(item) if item is not None else ""
        passed[name] = outcome in _PASSED if rules.skipped_tests or item is None else item.passed
    of_class = bool(wanted) and all(passed[name] for name in wanted)
    return [of_class, *(passed[name] for name in dict.fromkeys(task.test_classes))]
