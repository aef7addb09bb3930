"""Commands on tasks: `preflight`, `floors`, `demo`, `validate`, `fresh`, and `strengthen`, which runs models' code."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from classeval_hf.classes.tasks import files
from classeval_hf.cli import program
from classeval_hf.core.command_line import Output, OutputKind, add_output_options, option
from classeval_hf.core.errors import CONSENT_VARIABLE, UserError, require_consent
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.tasks import Task
from classeval_hf.core.terminal import ProgressBar, counted
from classeval_hf.core.verdicts import REFERENCE_RUNS
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.projects.tasks.files import load_open_projects
from classeval_hf.reading.definitions import without_body
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.runs.score_files import plain_scores
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.scoring.compute import score
from classeval_hf.scoring.score_tables import print_notes, score_table
from classeval_hf.strengthening import pipeline
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.strengthening.selection import KINDS, read_ledger
from classeval_hf.task_quality import statistics
from classeval_hf.task_quality.fresh_tasks import write_fresh_tasks
from classeval_hf.task_quality.validation import format_report, validate_path
from classeval_hf.tasks.splits import installed_splits, require_class_tasks, select_tasks

_FRESH = OutputKind("fresh variants", {"task.json": r"(?!)", "*": r"(?!)"})  # replaces no file
_NUMBERS = {
    "seed": "seed of random choices",
    "mutations": "maximum of mutated sequences per seed",
    "seconds": "maximum of seconds of processor time to mutate the seeds of a task",
    "steps": "maximum of mutations of one sequence",
    "max_tests": "maximum of tests of a task before reduction",
    "mutants": "maximum of program mutants of a reference",
    "cover": "tests that keep each branch, mutant or sample, if there are as many",
}  # options of the same names, with their help


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
    add_output_options(floor, _stub_baselines)

    demo = commands.add_parser("demo", help="score the completions that come with the open tasks")
    add_output_options(demo, _demo, with_warnings=True)

    validate = commands.add_parser("validate", help="check tasks against the construction rules")
    option(validate, "path", "folder of task folders, or a file of tasks (default: open)", type=Path, nargs="?")
    option(validate, "--stats SPLIT|FILE", "print the paper's Tables 1, 3, 4, 5 instead")
    add_output_options(validate, _validate)

    text = "write variants of published tasks, to test whether a model remembers them"
    fresh = commands.add_parser("fresh", help=text)
    text = "seed of the variants (default: %(default)s)"
    option(fresh, "--seed N", text, type=program.whole_number, default=0)
    option(fresh, "-o --output FOLDER", "a new folder for them (default: fresh_SEED)", action=Output, kind=_FRESH)
    add_output_options(fresh, _fresh)

    defaults = pipeline.Options()
    parser = commands.add_parser("strengthen", help="grow the tests of tasks, and reduce them to a suite `plus`")
    option(parser, "tasks TASKS", "a folder of task folders, a file of tasks, `open` or `test`")
    option(parser, "-o --output FOLDER", "where to write", action=Output, kind=pipeline.STRENGTHENED, required=True)
    text = "recorded samples of a model family, for consensus and reduction; may be repeated"
    option(parser, "--solutions FAMILY=FILE", text, action="append", default=[])
    option(parser, "--ledger FILE", "decisions on single tests (default: the package's)")
    option(parser, "--task-ids ID...", "only these tasks")
    for name, text in _NUMBERS.items():
        default = getattr(defaults, name)
        option(parser, f"--{name.replace('_', '-')} N", f"{text} (default: %(default)s)", default=default)
    text = "kept by the reduced suite (default: all three; none skips the reduction)"
    option(parser, "--keep", text, nargs="*", choices=KINDS, default=list(defaults.keep))
    option(parser, "--isolation TIER", "tier of isolation (default: the strongest available)", default="auto")
    add_output_options(parser, _strengthen)


def _preflight(arguments: argparse.Namespace) -> int:
    tasks = [task for source in _sources(arguments) for task in select_tasks(source)]
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    isolation = (arguments.isolation, arguments.min_isolation)
    with Judge(arguments.timeout, arguments.workers, *isolation, progress=not arguments.quiet) as judge:
        results = list(judge.soundness(tasks, again=True).values())
    of_all = ("task_id", "passed", "runs", "cause", "seconds")  # the rest is known of repository-level tasks
    arguments.result = {
        result.task_id: {name: value for name, value in asdict(result).items() if value or name in of_all}
        for result in results
    }
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


def _stub_baselines(arguments: argparse.Namespace) -> int:
    os.environ[CONSENT_VARIABLE] = "1"  # no code of a model is run here
    arguments.result, options = {}, replace(program.judge_options(arguments), progress=False)
    for source in _sources(arguments):
        values, total = statistics.stub_baselines(require_class_tasks(select_tasks(source)), options)
        of_source = arguments.result[str(source)] = dict[str, dict[str, object]]()
        for item in values:
            of_source[item.stub] = {"class_pass@1": item.class_pass, "method_pass@1": item.method_pass}
            of_source[item.stub]["test_classes"] = sorted(map(list, item.test_classes))
        name = source if source is arguments.tasks_from else f"the split {source}"
        print(f"{name}, classes that do nothing:\n{statistics.baseline_table(values, total)}\n")
    return 0


def _sources(arguments: argparse.Namespace) -> list[str | Path]:
    if arguments.tasks_from is not None:
        return [arguments.tasks_from]
    return [*installed_splits()] if arguments.split == "all" else [arguments.split]


def _demo(arguments: argparse.Namespace) -> int:
    os.environ[CONSENT_VARIABLE] = "1"  # everything run here comes with this package
    with Judge(progress=not arguments.quiet, cache=False) as judge:  # one for all: references run three times
        scores = {kind: score(tasks, texts, judge=judge) for kind, (tasks, texts) in _shipped().items()}
    arguments.result = plain_scores(scores)
    print(score_table(scores))
    print_notes(scores, arguments.verbose, warnings_only=True)
    return 0


def _shipped() -> dict[str, tuple[Sequence[Task], list[list[str]]]]:
    """The tasks of the package with references, with empty bodies, and with example completions."""
    of_tasks, projects = files.task_folders(files.OPEN_TASKS), load_open_projects()
    tasks = [files.read_task_folder(folder) for folder in of_tasks]
    stubs = []
    for task in projects:
        target = Target(task.target.name.rpartition(".")[2], task.target.kind)
        stubs.append([without_body(task.reference, target)])
    examples = [[example.text for example in files.read_example_completions(folder)] for folder in of_tasks]
    return {
        "references": (tasks, [[task.solution_code] for task in tasks]),
        "empty skeletons": (tasks, [[task.skeleton] for task in tasks]),
        "example completions": (tasks, examples),
        "open_repo, references": (projects, [[task.reference] for task in projects]),
        "open_repo, stubs": (projects, stubs),
    }


def _validate(arguments: argparse.Namespace) -> int:
    if arguments.stats is not None:
        counts = statistics.compute_statistics(require_class_tasks(select_tasks(arguments.stats)))
        arguments.result = asdict(counts)
        print(statistics.format_statistics(counts))
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


def _strengthen(arguments: argparse.Namespace) -> int:
    require_consent("Strengthening runs solutions that a language model wrote, and references on mutated inputs.")
    statistics.require_coverage()
    numbers = {name: getattr(arguments, name) for name in _NUMBERS}
    for name, number in numbers.items():
        if number < 1 and name != "seed":
            raise UserError(f"--{name.replace('_', '-')} must be at least 1, not {number}.")
    options = pipeline.Options(keep=tuple(kind for kind in KINDS if kind in arguments.keep), **numbers)
    tasks = require_class_tasks(select_tasks(arguments.tasks, arguments.task_ids))
    task_ids = [task.task_id for task in tasks]
    samples: dict[str, dict[str, list[tuple[str, Sample]]]] = {}
    for item in arguments.solutions:
        family, equals, file = item.partition("=")
        if not equals or not family or not file:
            raise UserError(f"--solutions {item}: write it as FAMILY=FILE, such as `gpt-4=samples.jsonl`.")
        for task_id, of_task in read_sample_file(Path(file)).items():
            if task_id in task_ids:
                named = [(f"{family}, {Path(file).name}, {sample.sample}", sample) for sample in of_task]
                samples.setdefault(task_id, {}).setdefault(family, []).extend(named)
    ledger = read_ledger(arguments.ledger)
    folder = pipeline.OutputFolder(arguments.output)
    contracts = folder.open()
    results = []
    with (
        SandboxPool(arguments.isolation) as pool,
        Judge(AUTO_TIMEOUT, isolation=arguments.isolation, cache=False, progress=False) as judge,
        ProgressBar("Strengthened", len(tasks), "task", shown=not arguments.quiet) as bar,
    ):
        tools = pipeline.Tools(ReferenceRunner(pool), judge)
        for task in tasks:
            inputs = samples.get(task.task_id, {})
            key = pipeline.made_with(task, options, inputs, ledger)
            contract, result = folder.earlier(task.task_id, key, contracts.get(task.task_id))
            if result is None:
                result = pipeline.strengthen_task(task, options, tools, inputs, ledger, contract)
                folder.keep(result, key, inferred=contract is None)
            results.append(result)
            bar.update()
    folder.finish(results, options, contracts)
    arguments.result = sums = pipeline.totals(results)
    print(
        f"{counted(sums['tests'], 'strengthened test')} for {sums['tasks_with_suite']} of "
        f"{counted(sums['tasks'], 'task')}; {sums['held_back']} held back for review.\n"
        f"Report: {folder.path / 'report.md'}"
    )
    return 0
