"""
Measures how strong strengthened tests are.

`HF_ALLOW_CODE_EVAL=1 python benchmarks/strengthening.py power test FILE...` measures it on recorded samples. For each
task it keeps a third of each test class, chosen by a seed, and strengthens these thin tests without any solutions. A
sample is wrong if it passes the kept tests and fails dropped ones, and right if it passes all. The table shows how
many wrong samples the strengthened suite fails again, and how many right ones it fails. Equal texts count once. With
`--reduction halves` each half of the wrong samples chooses the tests by which the other half is measured; `tests` is
the mean of both. For the last setting, a second table shows how many tests each mutation makes, and how many wrong
samples the other tests find.

`HF_ALLOW_CODE_EVAL=1 python benchmarks/strengthening.py coverage test FOLDER` prints the coverage of the references by
base tests, by strengthened tests, and by both, over the tasks with strengthened tests. `classeval-hf strengthen`
writes FOLDER; by default the installed strengthened tests are measured. The folder's `report.md` has the figures of
mutants and seconds.
"""

from __future__ import annotations

import argparse
import ast
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

from tqdm.auto import tqdm

from classeval_hf.core.errors import require_consent
from classeval_hf.core.tables import format_table
from classeval_hf.core.tasks import BASE, PLUS, ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.strengthening.pipeline import Options, Tools, strengthen_task
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.task_quality.statistics import Coverage, run_reference
from classeval_hf.tasks.splits import load_split, require_class_tasks, select_tasks, strengthened

SEQUENCE_MUTATIONS: Mapping[str, str] = {
    "repeat call": "repeats a call",
    "drop call": "leaves out a call and the calls that use its result",
    "swap calls": "swaps two neighbouring calls",
    "extend": "adds a call of another test at the end",
    "call before": "adds a call of another test before a call",
    "interleave": "mixes in the calls of another test that makes its object in the same way, in their order",
    "tie": "replaces a value, or a part of it, by another value of the sequence, or by one next to that",
    "shrink": "empties a container or text, or keeps one element; sets a number to zero",
    "leave out": "leaves out the last argument of a call",
    "splice": "puts a word of a test or docstring into a text, if possible one with signs that are new to the text",
    "observe": "reads a value that changes no object and needs no arguments after every call",
}  # effect of each mutation of calls; all are ours, since an input of EvalPlus is a single call

PLAIN = "slides, table of types"

VALUE_MUTATIONS: Mapping[str, str] = {
    "flip": f"negates a truth value ({PLAIN})",
    "step": f"adds 1 to a number, or subtracts it ({PLAIN})",
    "scale": "multiplies a float by 0.5 to 1.5 (EvalPlus's code)",
    "remove": f"removes a part of a text or an element of a container ({PLAIN})",
    "repeat": f"repeats a part of a text or an element of a container ({PLAIN})",
    "replace": f"mutates a part of a text, an element, or the value of a key ({PLAIN})",
    "insert": f"adds a mutated element, or pair of key and value ({PLAIN})",
    "shift": "moves a date or time by a day, an hour, a minute or a second (ours)",
    "element": "mutates an element of an array (ours)",
    "reuse": "takes a value of another call's same parameter, or one of its type (EvalPlus's code, p = 0.5)",
}  # effect of each mutation of values, and its source

KEPT_SHARE = 1 / 3  # share of each test class that is kept; at least one test


def main() -> None:
    """Measures the tasks of a split and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(required=True)
    reach = modes.add_parser("coverage", help="coverage of the references")
    reach.add_argument("split", choices=["open", "test"])
    reach.add_argument("folder", nargs="?", type=Path)
    reach.set_defaults(run=print_coverage)
    defaults = Options()
    power = modes.add_parser("power", help="share of models' wrong samples that are found again")
    power.add_argument("split", choices=["open", "test"])
    power.add_argument("files", nargs="+", type=Path, help="recorded samples")
    power.add_argument("--tasks", type=int, help="number of tasks, chosen by the seed (default: all)")
    power.add_argument("--task-ids", nargs="+", help="ids of tasks (default: all)")
    power.add_argument("--seed", type=int, default=0, help="chooses tasks, dropped tests and mutations")
    power.add_argument(
        "--mutations",
        type=int,
        nargs="+",
        default=[defaults.mutations],
        help="mutations per seed",
    )
    power.add_argument("--max-tests", type=int, default=defaults.max_tests, help="tests of a task before reduction")
    power.add_argument(
        "--reduction",
        nargs="+",
        choices=["on", "off", "halves"],
        default=["on"],
        help="reduction of suites",
    )
    power.add_argument("--missed", type=Path, metavar="FILE", help="write wrong samples that are not found to FILE")
    power.set_defaults(run=print_power)
    arguments = parser.parse_args()
    require_consent("This runs references on strengthened tests, and samples of models.")
    arguments.run(arguments)


# --- power ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """A row of the table."""

    name: str
    options: Options
    halves: bool = False  # whether each half of the wrong answers chooses the tests for the other half


@dataclass(frozen=True)
class Measured:
    """The figures of one task in one setting."""

    task_id: str
    tests: int  # tests of the strengthened suite
    wrong: int  # answers that fail only dropped tests
    found: int  # wrong answers that the strengthened suite fails
    right: int  # answers that pass all base tests
    lost: int  # right answers that the strengthened suite fails
    missed: tuple[tuple[str, tuple[str, ...]], ...] = ()  # other wrong answers, with the dropped tests that they fail
    lost_answers: tuple[str, ...] = ()
    made_with: tuple[tuple[str, ...], ...] = ()  # per test of the suite, the mutations that made it
    found_with: tuple[tuple[tuple[str, ...], ...], ...] = ()  # per found answer, the mutations of each test it fails


@dataclass(frozen=True)
class Answers:
    """The answers to a task that pass the kept tests."""

    wrong: Mapping[str, tuple[str, ...]]  # answers that only dropped tests fail, with these tests
    right: tuple[str, ...]  # answers that pass all base tests


def print_power(arguments: argparse.Namespace) -> None:
    """Measures each setting on the same tasks, dropped tests and answers."""
    tasks = chosen_tasks(arguments)
    by_task = recorded_answers(arguments.files, tasks)
    settings = settings_of(arguments)
    rows, missed = [], []
    with SandboxPool() as pool, Judge(AUTO_TIMEOUT, progress=False) as judge:
        tools = Tools(ReferenceRunner(pool), judge)
        thin = {task.task_id: thin_task(task, arguments.seed) for task in tasks}
        answers = {
            task.task_id: told_apart(judge, task, thin[task.task_id], by_task.get(task.task_id, ()))
            for task in tqdm(tasks, desc="Base tests", unit="task")
        }
        useful = [task for task in tasks if answers[task.task_id].wrong or answers[task.task_id].right]
        for setting in settings:
            measured = [
                (measure_halves if setting.halves else measure)(
                    thin[task.task_id], answers[task.task_id], setting.options, tools
                )
                for task in tqdm(useful, desc=setting.name, unit="task")
            ]
            rows.append([setting.name, *power_row(measured)])
            missed += [{"setting": setting.name, **asdict(item)} for item in measured]
            if setting is settings[0]:
                print(
                    format_table(["task", *POWER_COLUMNS], [[item.task_id, *power_row([item])] for item in measured])
                )
    print(format_table([f"seed {arguments.seed}, {len(useful)} tasks", *POWER_COLUMNS], rows))
    print(format_table([settings[-1].name, "tests", "found without them"], mutation_rows(measured)))
    if arguments.missed is not None:
        arguments.missed.write_text("".join(json.dumps(item) + "\n" for item in missed), encoding="utf-8")


POWER_COLUMNS = ["tests", "wrong", "found again", "share", "right", "of these failed"]


def power_row(measured: Sequence[Measured]) -> list[object]:
    """The figures of some tasks together."""
    sums = {
        name: sum(getattr(item, name) for item in measured) for name in ("tests", "wrong", "found", "right", "lost")
    }
    share = sums["found"] / sums["wrong"] if sums["wrong"] else None
    return [sums["tests"], sums["wrong"], sums["found"], share, sums["right"], sums["lost"]]


def mutation_rows(measured: Sequence[Measured]) -> list[list[object]]:
    """Per mutation, the number of tests made with it, and of answers that tests made without it find."""
    made = [names for item in measured for names in item.made_with]
    found = [tests for item in measured for tests in item.found_with]
    rows: list[list[object]] = [["all", len(made), len(found)]]
    for name in (*SEQUENCE_MUTATIONS, *VALUE_MUTATIONS):
        without = sum(any(name not in names for names in tests) for tests in found)
        rows.append([name, sum(name in names for names in made), without])
    return rows


def chosen_tasks(arguments: argparse.Namespace) -> list[ClassTask]:
    """The tasks to measure; if not all, the seed chooses."""
    tasks = list(require_class_tasks(select_tasks(arguments.split, arguments.task_ids)))
    if arguments.tasks is not None and arguments.tasks < len(tasks):
        chosen = set(Random(arguments.seed).sample([task.task_id for task in tasks], arguments.tasks))
        tasks = [task for task in tasks if task.task_id in chosen]
    return tasks


def settings_of(arguments: argparse.Namespace) -> list[Setting]:
    """A setting per budget and kind of reduction."""
    base = Options(seed=arguments.seed, max_tests=arguments.max_tests)
    # Wrong answers are given as one model family, and no other family need agree with the reference.
    of_kind = {"on": base, "off": replace(base, keep=()), "halves": replace(base, least_families=0)}
    return [
        Setting(f"{number} per seed, reduction {word}", replace(of_kind[word], mutations=number), word == "halves")
        for number in arguments.mutations
        for word in arguments.reduction
    ]


def recorded_answers(files: Sequence[Path], tasks: Sequence[ClassTask]) -> Mapping[str, tuple[str, ...]]:
    """The different texts per task in all files."""
    ids = {task.task_id for task in tasks}
    texts: dict[str, dict[str, None]] = {}
    for file in files:
        for task_id, samples in read_sample_file(file).items():
            if task_id in ids:
                texts.setdefault(task_id, {}).update(dict.fromkeys(sample.completion for sample in samples))
    return {task_id: tuple(items) for task_id, items in texts.items()}


def thin_task(task: ClassTask, seed: int) -> ClassTask:
    """The task with a third of each test class, at least one test, chosen by the seed."""
    module = ast.parse(task.test)
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            names = sorted(
                item.name for item in node.body if isinstance(item, ast.FunctionDef) and item.name.startswith("test")
            )
            rng = Random(f"{seed}/{task.task_id}/{node.name}")
            kept = set(rng.sample(names, max(1, round(KEPT_SHARE * len(names))))) if names else set()
            dropped = set(names) - kept
            node.body = [item for item in node.body if getattr(item, "name", "") not in dropped]
    return replace(task, test=ast.unparse(module) + "\n", extra_suites=())


def told_apart(judge: Judge, task: ClassTask, thin: ClassTask, texts: Sequence[str]) -> Answers:
    """Judges answers by all base tests, and leaves out those that fail kept tests."""
    kept = {(name, test) for name, test in _test_names(thin)}
    wrong, right = {}, []
    if not texts:
        return Answers({}, ())
    (judged,) = judge.judge([task], [texts]).values()
    for text, sample in zip(texts, judged, strict=True):
        verdict = sample.verdicts.get(BASE)
        if not isinstance(verdict, CandidateVerdict):
            continue
        failed = _failed(verdict, task.suite().required)
        if not failed:
            right.append(text)
        elif not failed & kept:
            wrong[text] = tuple(sorted(f"{name}.{test}" for name, test in failed))
    return Answers(wrong, tuple(right))


def _test_names(task: ClassTask) -> list[tuple[str, str]]:
    classes = [node for node in ast.parse(task.test).body if isinstance(node, ast.ClassDef)]
    return [(node.name, item.name) for node in classes for item in node.body if isinstance(item, ast.FunctionDef)]


def _failed(verdict: CandidateVerdict, required: Collection[str]) -> set[tuple[str, str]]:
    """Tests of the required classes that did not pass; all tests of a class that has an error itself."""
    return {
        (item.test_class, case.test)
        for item in verdict.test_classes
        if item.test_class in required
        for case in item.cases
        if case.outcome is not Outcome.PASS or item.error_type
    }


def measure_halves(thin: ClassTask, answers: Answers, options: Options, tools: Tools) -> Measured:
    """Measures each half of the wrong answers by tests chosen with the other half as solutions."""
    order = Random(f"{options.seed}/{thin.task_id}").sample(list(answers.wrong), len(answers.wrong))
    both = []
    for given, left in ((order[::2], order[1::2]), (order[1::2], order[::2])):
        wrong = {text: answers.wrong[text] for text in left}
        both.append(measure(thin, replace(answers, wrong=wrong), options, tools, given))
    first, second = both
    lost = tuple(dict.fromkeys(first.lost_answers + second.lost_answers))
    return Measured(
        thin.task_id,
        round((first.tests + second.tests) / 2),
        len(answers.wrong),
        first.found + second.found,
        len(answers.right),
        len(lost),
        first.missed + second.missed,
        lost,
        first.made_with + second.made_with,
        first.found_with + second.found_with,
    )


def measure(
    thin: ClassTask, answers: Answers, options: Options, tools: Tools, solutions: Sequence[str] = ()
) -> Measured:
    """Strengthens thin tests, with any solutions as one model family, and judges the answers by the suite."""
    given = [(f"given {number}", Sample(thin.task_id, number, text)) for number, text in enumerate(solutions)]
    made = strengthen_task(thin, options, tools, {"given": given} if given else None)
    tests, wrong, right = made.figures["tests"], list(answers.wrong), list(answers.right)
    if made.suite is None:
        missed = tuple(answers.wrong.items())
        return Measured(thin.task_id, 0, len(wrong), 0, len(right), 0, missed)
    full = replace(thin, extra_suites=(made.suite,))
    (judged,) = tools.judge.judge([full], [[*wrong, *right]], [PLUS]).values()
    verdicts = [sample.verdicts.get(PLUS) for sample in judged]
    required = made.suite.required
    fails = [isinstance(item, CandidateVerdict) and not item.passed(required) for item in verdicts]
    missed = tuple((text, answers.wrong[text]) for text, fail in zip(wrong, fails, strict=False) if not fail)
    lost = tuple(text for text, fail in zip(right, fails[len(wrong) :], strict=True) if fail)
    made_with = {f"test_{row['test']}": tuple(row["mutations"]) for row in made.recipes}
    return Measured(
        thin.task_id,
        tests,
        len(wrong),
        len(wrong) - len(missed),
        len(right),
        len(lost),
        missed,
        lost,
        tuple(made_with.values()),
        tuple(
            tuple(made_with[name] for _, name in sorted(_failed(item, required)) if name in made_with)
            for item, fail in zip(verdicts, fails[: len(wrong)], strict=False)
            if fail and isinstance(item, CandidateVerdict)
        ),
    )


# --- coverage -------------------------------------------------------------------------------------------------------


def print_coverage(arguments: argparse.Namespace) -> None:
    """Prints the coverage of the references of a split."""
    tasks = [task for task in strengthened(load_split(arguments.split), arguments.folder) if PLUS in task.suites]
    found: dict[str, list[Coverage]] = {"base": [], "plus alone": [], "base and plus": []}
    for task in tqdm(tasks, desc="References", unit="task"):
        base, plus = coverage(task, BASE), coverage(task, PLUS)
        for name, reached in zip(found, (base, plus, union(base, plus)), strict=True):
            found[name].append(reached)
    rows = []
    for name, items in found.items():
        total = sum(items, Coverage())
        full = sum(item.branch_rate == 1 and item.statement_rate == 1 for item in items)
        rows.append([name, len(items), total.statement_rate, total.branch_rate, full])
    print(format_table(["tests", "tasks", "statements", "branches", "tasks with all of both"], rows))


def coverage(task: ClassTask, suite: str) -> Coverage:
    """Coverage of a reference by one of its task's suites."""
    chosen = task.suite(suite)
    tests = replace(task, test=chosen.source, test_classes=chosen.test_classes, import_statement=tuple(chosen.imports))
    with SandboxPool() as pool:
        run = run_reference(pool, tests, coverage=True)
    if run.coverage is None:
        raise ValueError(f"{task.task_id}: the reference cannot be run: {run.error}")
    if run.failures:  # the task may depend on the day
        tqdm.write(f"{task.task_id}: the reference does not pass {', '.join(name for name, _ in run.failures)}")
    return run.coverage


def union(first: Coverage, second: Coverage) -> Coverage:
    """The coverage of two runs of one reference together."""
    lines = set(first.missing_lines) & set(second.missing_lines)
    branches = set(first.missing_branches) & set(second.missing_branches)
    return replace(
        first,
        covered_statements=first.statements - len(lines),
        covered_branches=first.branches - len(branches),
        missing_lines=tuple(sorted(lines)),
        missing_branches=tuple(sorted(branches)),
    )


if __name__ == "__main__":
    main()
