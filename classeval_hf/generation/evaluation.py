"""The command `classeval-hf evaluate`: generates, scores and reports."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from classeval_hf.core.command_line import Output, OutputKind, option, run_command
from classeval_hf.core.errors import UserError, require_consent
from classeval_hf.core.terminal import visible_output
from classeval_hf.generation.command import carry_out, run_generation
from classeval_hf.generation.options import generation_parser, read_arguments
from classeval_hf.reports.runs import REPORT as REPORT_FILES
from classeval_hf.reports.runs import blocks, read_runs, require_report_libraries
from classeval_hf.runs.run_records import RUN
from classeval_hf.runs.score_files import plain_scores

PROGRAM = "classeval-hf evaluate"
REPORT = "report"  # folder of the report, within that of the evaluation
_FILES = {f"{REPORT}/{name}": head for name, head in REPORT_FILES.files.items()}
_WRITTEN = OutputKind(RUN.name, {**RUN.files, **_FILES})
_NOT_OF_GENERATION = ("no_report", "json", "result", "run")  # options that generation does not have


@visible_output()
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit status, see [`classeval_hf.generation.command.main`]."""

    def work() -> None:
        arguments = evaluation_parser().parse_args(argv)
        is_first = os.environ.get("RANK", "0") == "0"  # under a launcher, the first process reports
        arguments.run = partial(_evaluate, is_first)
        arguments.json = arguments.json and is_first
        run_command(arguments)

    return run_generation(PROGRAM, work)


def evaluation_parser() -> argparse.ArgumentParser:
    parser = generation_parser(
        PROGRAM, "Generates with a model, scores and reports. --score is implied.", as_json=True
    )
    next(action for action in parser._actions if isinstance(action, Output)).kind = _WRITTEN
    group = parser.add_argument_group("report")
    option(group, "--no-report", "write no report, and need no libraries for it")
    return parser


def _evaluate(is_first: bool, namespace: argparse.Namespace) -> int:
    options = {name: value for name, value in vars(namespace).items() if name not in _NOT_OF_GENERATION}
    with_report = not namespace.no_report
    if options["show_prompt"] is not None:
        raise UserError("--show-prompt generates nothing: use it with classeval-hf generate.")
    require_consent()
    arguments = read_arguments({**options, "score": True})
    if with_report:
        try:
            require_report_libraries()
        except UserError as error:
            raise UserError(f"{error} Or leave the report out with --no-report.") from error
    folder = arguments.evaluation_folder
    arguments = replace(arguments, output=replace(arguments.output, output=folder))
    namespace.result = plain_scores(carry_out(arguments))
    if not is_first:
        return 0
    places = [f"\nSamples and scores: {folder}"]
    if with_report:
        from classeval_hf.reports.writing import write_report  # loads matplotlib, which `--no-report` does not need

        runs = read_runs([str(arguments.folder(name)) for name in arguments.strategies])
        files = write_report([block for run in runs for block in blocks(run)], folder / REPORT)
        places.append(f"Report: {next(file for file in files if file.suffix == '.html')}")
    if not arguments.output.quiet:
        print(*places, sep="\n")
    return 0
