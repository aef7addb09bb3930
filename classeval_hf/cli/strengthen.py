"""The command `classeval-hf strengthen`."""

import argparse
from pathlib import Path

from classeval_hf.cli.program import Commands
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.errors import UserError, require_consent
from classeval_hf.core.outputs import Output
from classeval_hf.core.terminal import ProgressBar, counted
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge
from classeval_hf.metrics.samples import Sample
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.strengthening.pipeline import (
    STRENGTHENED,
    Options,
    OutputFolder,
    Tools,
    made_with,
    strengthen_task,
    totals,
)
from classeval_hf.strengthening.running import ReferenceRunner
from classeval_hf.strengthening.selection import KINDS, read_ledger
from classeval_hf.task_quality.statistics import require_coverage
from classeval_hf.tasks.splits import select_class_tasks

_NUMBERS = {
    "seed": "seed of random choices",
    "mutations": "maximum of mutated sequences per seed",
    "seconds": "maximum of seconds of processor time to mutate the seeds of a task",
    "steps": "maximum of mutations of one sequence",
    "max_tests": "maximum of tests of a task before reduction",
    "mutants": "maximum of program mutants of a reference",
    "cover": "tests that keep each branch, mutant or sample, if there are as many",
}  # options of the same names, with their help


def add_commands(commands: Commands) -> None:
    defaults = Options()
    parser = commands.add_parser("strengthen", help="grow the tests of tasks, and reduce them to a suite `plus`")
    option(parser, "tasks TASKS", "a folder of task folders, a file of tasks, `open` or `test`")
    option(parser, "-o --output FOLDER", "where to write", action=Output, kind=STRENGTHENED, required=True)
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


def _strengthen(arguments: argparse.Namespace) -> int:
    require_consent("Strengthening runs solutions that a language model wrote, and references on mutated inputs.")
    require_coverage()
    numbers = {name: getattr(arguments, name) for name in _NUMBERS}
    for name, number in numbers.items():
        if number < 1 and name != "seed":
            raise UserError(f"--{name.replace('_', '-')} must be at least 1, not {number}.")
    options = Options(keep=tuple(kind for kind in KINDS if kind in arguments.keep), **numbers)
    tasks = select_class_tasks(arguments.tasks, arguments.task_ids)
    task_ids = [task.task_id for task in tasks]
    samples: dict[str, dict[str, list[tuple[str, Sample]]]] = {}
    for item in arguments.solutions:
        family, equals, file = item.partition("=")
        if not equals or not family or not file:
            raise UserError(f"--solutions {item}: write it as FAMILY=FILE, `gpt-4=samples.jsonl` say.")
        for task_id, of_task in read_sample_file(Path(file)).items():
            if task_id in task_ids:
                named = [(f"{family}, {Path(file).name}, {sample.sample}", sample) for sample in of_task]
                samples.setdefault(task_id, {}).setdefault(family, []).extend(named)
    ledger = read_ledger(arguments.ledger)
    folder = OutputFolder(arguments.output)
    folder.open()
    contracts = folder.contracts()
    results = []
    with (
        ReferenceRunner(arguments.isolation) as runner,
        Judge(AUTO_TIMEOUT, isolation=arguments.isolation, cache=False, progress=False) as judge,
        ProgressBar("Strengthened", len(tasks), "task", shown=not arguments.quiet) as bar,
    ):
        for task in tasks:
            inputs = samples.get(task.task_id, {})
            key = made_with(task, options, inputs, ledger)
            contract, result = folder.earlier(task.task_id, key, contracts.get(task.task_id))
            if result is None:
                result = strengthen_task(task, options, Tools(runner, judge), inputs, ledger, contract)
                folder.keep(result, key, inferred=contract is None)
            results.append(result)
            bar.update()
    folder.finish(results, options, contracts)
    arguments.result = sums = totals(results)
    print(
        f"{counted(sums['tests'], 'strengthened test')} for {sums['tasks_with_suite']} of "
        f"{counted(sums['tasks'], 'task')}; {sums['held_back']} held back for review.\n"
        f"Report: {folder.path / 'report.md'}"
    )
    return 0
