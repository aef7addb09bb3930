"""
How strong strengthened tests are.

`HF_ALLOW_CODE_EVAL=1 python benchmarks/strengthening.py power test FILE...` measures it on wrong answers that models
wrote, in files of recorded samples. Per task it keeps a third of each test class, chosen by a seed, strengthens these
thin tests without any solutions, and prints which share of the answers that only the dropped tests fail is found
again, and how many answers that pass all base tests fail. What is told apart is answers whose texts differ. With
`--reduction halves` one half of the wrong answers chooses the tests that the other half is measured by, and the other
way round; `tests` is the mean of both. For the last setting it also prints per mutation how many tests are made with
it, and how many answers are found without these.

`HF_ALLOW_CODE_EVAL=1 python benchmarks/strengthening.py coverage test FOLDER`, where `classeval-hf strengthen` wrote
the folder, or without a folder, with the strengthened tests that are installed, prints, over the tasks with
strengthened tests, the statements and branches of the references that the base tests reach, the strengthened tests
alone, and both. Figures of mutants and seconds stand in the folder's `report.md`.
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
from classeval_hf.tasks.splits import load_split, select_class_tasks, strengthened

SEQUENCE_MUTATIONS: Mapping[str, str] = {
    "repeat call": "a call is made twice in a row",
    "drop call": "a call is left out, with those that use what it returned",
    "swap calls": "two neighbouring calls change places",
    "extend": "a call that another test makes is made at the end",
    "call before": "a call that another test makes is made before one of the calls",
    "interleave": "the calls of another test on an object made alike come in between, in their order",
    "tie": "a value, or a part of it, becomes one that stands elsewhere in the same sequence, or one next to it",
    "shrink": "a container or text becomes empty or keeps one element, a number becomes zero",
    "leave out": "the last argument of a call is left to its default",
    "splice": "a word of a test or docstring is put into a text, one with signs that are new to it if there is one",
    "observe": "what changes no object and needs no arguments is read after every call",
}  # what a mutation of the calls does, by name; all are ours, since EvalPlus's inputs are of one call

PLAIN = "slides, table of types"

VALUE_MUTATIONS: Mapping[str, str] = {
    "flip": f"the other truth value ({PLAIN})",
    "step": f"a number one larger or smaller ({PLAIN})",
    "scale": "a float times 0.5 to 1.5 (EvalPlus's code)",
    "remove": f"a part of a text or an element of a container left out ({PLAIN})",
    "repeat": f"a part of a text or an element of a container twice ({PLAIN})",
    "replace": f"a part of a text, an element, or the value of a key mutated ({PLAIN})",
    "insert": f"a mutated element, or pair of key and value, added ({PLAIN})",
    "shift": "a date or time a day, an hour, a minute or a second later or earlier (ours)",
    "element": "an element of an array mutated (ours)",
    "reuse": "a value of another call's same parameter, or of one of its type (EvalPlus's code, with p = 0.5)",
}  # what a mutation of a value does, by name, and where it comes from

KEPT_SHARE = 1 / 3  # of the tests of each test class; at least one of each is kept


def main() -> None:
    """Measures the tasks of a split and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(required=True)
    reach = modes.add_parser("coverage", help="what the tests reach of the references")
    reach.add_argument("split", choices=["open", "test"])
    reach.add_argument("folder", nargs="?", type=Path)
    reach.set_defaults(run=print_coverage)
    defaults = Options()
    power = modes.add_parser("power", help="which share of models' wrong answers is found again")
    power.add_argument("split", choices=["open", "test"])
    power.add_argument("files", nargs="+", type=Path, help="recorded samples")
    power.add_argument("--tasks", type=int, help="this many tasks, chosen by the seed (default: all)")
    power.add_argument("--task-ids", nargs="+", help="these tasks alone")
    power.add_argument(
        "--seed", type=int, default=0, help="of the tasks, of the tests that are dropped, of the search"
    )
    power.add_argument(
        "--mutations", type=int, nargs="+", default=[defaults.mutations], help="budgets, one after another"
    )
    power.add_argument("--max-tests", type=int, default=defaults.max_tests, help="tests of a task before reduction")
    power.add_argument(
        "--reduction", nargs="+", choices=["on", "off", "halves"], default=["on"], help="suites as reduced, or all"
    )
    power.add_argument(
        "--missed", type=Path, metavar="FILE", help="where to write the answers that are not found again"
    )
    power.set_defaults(run=print_power)
    arguments = parser.parse_args()
    require_consent("This runs references on strengthened tests, and what models wrote.")
    arguments.run(arguments)


# --- power ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """One row of the table."""

    name: str
    options: Options
    halves: bool = False  # whether half of the wrong answers choose the tests for the other half


@dataclass(frozen=True)
class Measured:
    """What came of one task by one setting."""

    task_id: str
    tests: int  # of the strengthened suite
    wrong: int  # answers that fail dropped tests alone
    found: int  # of these, answers that the strengthened suite fails
    right: int  # answers that pass all base tests
    lost: int  # of these, answers that the strengthened suite fails
    missed: tuple[
        tuple[str, tuple[str, ...]], ...
    ] = ()  # wrong answers not found, with the dropped tests that they fail
    lost_answers: tuple[str, ...] = ()
    made_with: tuple[tuple[str, ...], ...] = ()  # per test of the suite the mutations that made it
    found_with: tuple[tuple[tuple[str, ...], ...], ...] = ()  # per answer found those of each test that it fails


@dataclass(frozen=True)
class Answers:
    """The answers to a task that tell something."""

    wrong: Mapping[str, tuple[str, ...]]  # those that only dropped tests fail, with these tests
    right: tuple[str, ...]  # those that pass all base tests


def print_power(arguments: argparse.Namespace) -> None:
    """Measures the settings that were asked for, over the same tasks, dropped tests and answers."""
    tasks = chosen_tasks(arguments)
    by_task = recorded_answers(arguments.files, tasks)
    settings = settings_of(arguments)
    rows, missed = [], []
    with ReferenceRunner() as runner, Judge(AUTO_TIMEOUT, progress=False) as judge:
        thin = {task.task_id: thin_task(task, arguments.seed) for task in tasks}
        answers = {
            task.task_id: told_apart(judge, task, thin[task.task_id], by_task.get(task.task_id, ()))
            for task in tqdm(tasks, desc="Base tests", unit="task")
        }
        useful = [task for task in tasks if answers[task.task_id].wrong or answers[task.task_id].right]
        for setting in settings:
            measured = [
                (measure_halves if setting.halves else measure)(
                    thin[task.task_id], answers[task.task_id], setting.options, Tools(runner, judge)
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
    """Per mutation the tests that are made with it, and the answers that tests without it find."""
    made = [names for item in measured for names in item.made_with]
    found = [tests for item in measured for tests in item.found_with]
    rows: list[list[object]] = [["all", len(made), len(found)]]
    for name in (*SEQUENCE_MUTATIONS, *VALUE_MUTATIONS):
        without = sum(any(name not in names for names in tests) for tests in found)
        rows.append([name, sum(name in names for names in made), without])
    return rows


def chosen_tasks(arguments: argparse.Namespace) -> list[ClassTask]:
    """The tasks to measure; where not all, those that the seed chooses."""
    tasks = list(select_class_tasks(arguments.split, arguments.task_ids))
    if arguments.tasks is not None and arguments.tasks < len(tasks):
        chosen = set(Random(arguments.seed).sample([task.task_id for task in tasks], arguments.tasks))
        tasks = [task for task in tasks if task.task_id in chosen]
    return tasks


def settings_of(arguments: argparse.Namespace) -> list[Setting]:
    """A setting per budget and kind of reduction."""
    base = Options(seed=arguments.seed, max_tests=arguments.max_tests)
    # Wrong answers are no consensus: they are given as one family, and need no other one to disagree with them.
    of_kind = {"on": base, "off": replace(base, keep=()), "halves": replace(base, least_families=0)}
    return [
        Setting(f"{number} per seed, reduction {word}", replace(of_kind[word], mutations=number), word == "halves")
        for number in arguments.mutations
        for word in arguments.reduction
    ]


def recorded_answers(files: Sequence[Path], tasks: Sequence[ClassTask]) -> Mapping[str, tuple[str, ...]]:
    """Per task the texts that differ, over all files."""
    ids = {task.task_id for task in tasks}
    texts: dict[str, dict[str, None]] = {}
    for file in files:
        for task_id, samples in read_sample_file(file).items():
            if task_id in ids:
                texts.setdefault(task_id, {}).update(dict.fromkeys(sample.completion for sample in samples))
    return {task_id: tuple(items) for task_id, items in texts.items()}


def thin_task(task: ClassTask, seed: int) -> ClassTask:
    """The task with a third of the tests of each test class, at least one, chosen by the seed."""
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
    """Judges answers by all base tests; those that the kept ones fail tell nothing."""
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
    """Tests of the required classes that did not pass; all of a class around which something failed."""
    return {
        (item.test_class, case.test)
        for item in verdict.test_classes
        if item.test_class in required
        for case in item.cases
        if case.outcome is not Outcome.PASS or item.error_type
    }


def measure_halves(thin: ClassTask, answers: Answers, options: Options, tools: Tools) -> Measured:
    """Measures each half of the wrong answers by tests that the other half, given as solutions, chooses."""
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
    """Strengthens thin tests, where asked with solutions of one family, and judges the answers by what came of it."""
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
    """Prints what the tests of a split reach."""
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
    if run.failures:  # that of a task which depends on the day, say
        tqdm.write(f"{task.task_id}: the reference does not pass {', '.join(name for name, _ in run.failures)}")
    return run.coverage


def union(first: Coverage, second: Coverage) -> Coverage:
    """What two runs of one reference reach together."""
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
