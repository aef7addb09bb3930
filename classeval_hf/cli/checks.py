"""Commands that run no code of a model: `preflight`, `floors`, `demo`, `validate` and `fresh`."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from classeval_hf.classes.tasks import files
from classeval_hf.cli import program
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.errors import CONSENT_VARIABLE, UserError
from classeval_hf.core.outputs import Output, OutputKind
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import REFERENCE_RUNS
from classeval_hf.engine.judge import Judge
from classeval_hf.projects.tasks.project_folders import load_open_projects
from classeval_hf.reading.definitions import without_body
from classeval_hf.runs.score_files import plain_scores
from classeval_hf.scoring.compute import score
from classeval_hf.scoring.floors import floor_table, floors
from classeval_hf.scoring.score_tables import print_notes, score_table
from classeval_hf.task_quality.fresh_tasks import write_fresh_tasks
from classeval_hf.task_quality.statistics import compute_statistics, format_statistics
from classeval_hf.task_quality.validation import format_report, validate_path
from classeval_hf.tasks.splits import installed_splits, select_class_tasks, select_tasks

_FRESH = OutputKind("fresh variants", {"task.json": r"(?!)", "*": r"(?!)"})  # replaces no file


def add_commands(commands: program.Commands) -> None:
    preflight = commands.add_parser("preflight", help="run the references, to find sound tasks")
    text, splits = "default: the class tasks that are installed", ["all", "test", "open"]
    option(preflight, "--split", text, default="all", choices=[*splits, "open_repo"])
    option(preflight, "--tasks-from PATH", "take the tasks from this file or folder")
    text = "seconds per test class (default: 5)"
    option(preflight, "--timeout SECONDS|auto", text, type=program.time_limit, default=program.TIMEOUT)
    option(preflight, "--workers N", "references run at a time (default: all cores)", type=program.positive)
    program.add_isolation_options(preflight)
    add_output_options(preflight, _preflight)

    floor = commands.add_parser("floors", help="score classes that do nothing, as a baseline for scores")
    option(floor, "--split", "default: all installed", default="all", choices=splits)
    program.add_scoring_options(floor, ks=False)
    add_output_options(floor, _floors)

    demo = commands.add_parser("demo", help="score the completions that come with the open tasks")
    add_output_options(demo, _demo, with_warnings=True)

    validate = commands.add_parser("validate", help="check tasks against the construction rules")
    option(validate, "path", "folder of task folders, or a file of tasks (default: open)", type=Path, nargs="?")
    option(validate, "--stats SPLIT|FILE", "print the paper's Tables 1, 3, 4, 5 instead")
    add_output_options(validate, _validate)

    fresh = commands.add_parser(
        "fresh", help="write variants of published tasks, to test whether a model remembers them"
    )
    option(
        fresh,
        "--seed N",
        "seed of the variants (default: %(default)s)",
        type=program.whole_number,
        default=0,
    )
    option(fresh, "-o --output FOLDER", "a new folder for them (default: fresh_SEED)", action=Output, kind=_FRESH)
    add_output_options(fresh, _fresh)


def _preflight(arguments: argparse.Namespace) -> int:
    tasks = [task for source in _sources(arguments) for task in select_tasks(source)]
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    isolation = (arguments.isolation, arguments.min_isolation)
    with Judge(arguments.timeout, arguments.workers, *isolation, progress=not arguments.quiet) as judge:
        results = list(judge.soundness(tasks, again=True).values())
    arguments.result = {result.task_id: asdict(result) for result in results}
    unsound = [result for result in results if not result.is_sound]
    without = {task.task_id for task in tasks if not task.has_reference}
    passing = sum(result.is_sound and result.task_id not in without for result in results)
    references = len(results) - len(without)
    passes = "passes" if references == 1 else "pass"
    print(f"{passing} of {counted(references, 'reference')} {passes} {REFERENCE_RUNS} times in this environment.")
    if without:
        print(f"No reference for {len(without)} of {counted(len(results), 'task')}: their soundness is unknown.")
    if unsound:
        rows = [[result.task_id, f"{result.passed}/{result.runs}", result.cause] for result in unsound]
        print(terminal_table(["task", "passed", "cause"], rows))
    return 0 if passing else 1


def _floors(arguments: argparse.Namespace) -> int:
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    arguments.result = {}
    for source in _sources(arguments):
        values, total = floors(select_class_tasks(source), replace(program.judge_options(arguments), progress=False))
        arguments.result[str(source)] = {item.stub: item.to_dict() for item in values}
        name = source if source is arguments.tasks_from else f"the split {source}"
        print(f"{name}, classes that do nothing:\n{floor_table(values, total)}\n")
    return 0


def _sources(arguments: argparse.Namespace) -> list[str | Path]:
    if arguments.tasks_from is not None:
        return [arguments.tasks_from]
    return [*installed_splits()] if arguments.split == "all" else [arguments.split]


def _demo(arguments: argparse.Namespace) -> int:
    of_tasks, projects = files.task_folders(files.open_tasks_directory()), load_open_projects()
    tasks = [files.read_task_folder(folder) for folder in of_tasks]
    targets = [Target(task.target.name.rpartition(".")[2], task.target.kind) for task in projects]
    stubs = [[without_body(task.reference, target)] for task, target in zip(projects, targets, strict=True)]
    examples = [[example.text for example in files.read_example_completions(folder)] for folder in of_tasks]
    shipped: dict[str, tuple[Sequence[Task], list[list[str]]]] = {
        "references": (tasks, [[task.solution_code] for task in tasks]),
        "empty skeletons": (tasks, [[task.skeleton] for task in tasks]),
        "example completions": (tasks, examples),
        "open_repo, references": (projects, [[task.reference] for task in projects]),
        "open_repo, stubs": (projects, stubs),
    }
    os.environ[CONSENT_VARIABLE] = "1"  # everything run here comes with this package
    with Judge(progress=not arguments.quiet, cache=False) as judge:  # one for all: references run three times
        scores = {kind: score(of_kind, texts, judge=judge) for kind, (of_kind, texts) in shipped.items()}
    arguments.result = plain_scores(scores)
    print(score_table(scores))
    print_notes(scores, arguments.verbose, warnings_only=True)
    return 0


def _validate(arguments: argparse.Namespace) -> int:
    if arguments.stats is not None:
        statistics = compute_statistics(select_class_tasks(arguments.stats))
        arguments.result = asdict(statistics)
        print(format_statistics(statistics))
        return 0
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    report = validate_path(arguments.path, progress=not arguments.quiet)
    problems = [asdict(problem) for problem in report.problems]
    arguments.result = {"tasks": len(report.tasks), "problems": problems, "unchecked": dict(report.unchecked)}
    print(format_report(report))
    return 1 if report.problems else 0


def _fresh(arguments: argparse.Namespace) -> int:
    output = arguments.output or Path(f"fresh_{arguments.seed}")
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise UserError(f"{output} is not empty: name a new folder with --output.")
    tasks = write_fresh_tasks(output, arguments.seed)
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    with Judge(progress=not arguments.quiet) as judge:
        unsound = [result for result in judge.soundness(tasks, again=True).values() if not result.is_sound]
    for result in unsound:
        print(f"{result.task_id} is unsound here: {result.cause}", file=sys.stderr)
    arguments.result = {"folder": str(output), "tasks": [task.task_id for task in tasks]}
    if unsound:
        return 1
    print(
        f"{counted(len(tasks), 'variant')} in {output}; each reference passes its tests {REFERENCE_RUNS} times.\n"
        f"Generate with --tasks {output}, score with --tasks-from {output}, and compare the score file with that of "
        "the published tasks."
    )
    return 0
