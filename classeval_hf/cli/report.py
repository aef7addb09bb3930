"""The command `classeval-hf report`."""

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from classeval_hf.cli.options import Commands
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.errors import UserError, warn_user
from classeval_hf.core.outputs import Output
from classeval_hf.judging.judge import JudgeOptions
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.reports.runs import PAGES, REPORT, ScoringOptions, blocks, read_runs, require_report_libraries
from classeval_hf.reports.serving import LOCAL, serve_report
from classeval_hf.runs.loading import LoadedRun
from classeval_hf.runs.run_records import numbered
from classeval_hf.scoring.compute import ScoreOptions

_EPILOG = """\
RUN is PATH or LABEL=PATH, where LABEL is MODEL[,STRATEGY[,SAMPLING]] (GPT-4,holistic,greedy=scores.json) and PATH is a
score file (`classeval-hf score -o`), the folder of a generation run, or a file of samples, which is scored first
(that needs HF_ALLOW_CODE_EVAL=1).
"""


def add_commands(commands: Commands) -> None:
    report = commands.add_parser(
        "report", help="compare scored runs: tables, figures, a page to browse", epilog=_EPILOG
    )
    option(report, "runs RUN...", "score file, run folder or samples; see below")
    option(report, "-o --output DIR", "folder to write into; or --serve", action=Output, kind=REPORT)
    option(report, "--page-per-run", "also write a folder per run, without figures")
    option(report, "--paper", "compare with the published values")
    text = "with --paper: the run with this label or model repeats the published run NAME, such as GPT-4_H(greedy)"
    option(report, "--published RUN=NAME", text, action="append", default=[])
    text = "show the sources of strengthened tests from here (default: those of the splits)"
    option(report, "--plus-from FOLDER", text)
    text = "completions of score files, if they have moved and are not beside the score file"
    option(report, "--completions FILE...", text, default=[])
    option(report, "--data-version TEXT", "task data of runs that do not state it", default="")
    scoring = report.add_argument_group("scoring of samples")
    tasks = scoring.add_mutually_exclusive_group()
    option(tasks, "--tasks-from FILE", "take the tasks from this file")
    option(tasks, "--own-tasks", "take each file's tasks from the file itself")
    option(scoring, "--workers N", "samples run at a time (default: all cores)")
    option(scoring, "--ci LEVEL", "level of the confidence intervals, such as 0.95")
    live = report.add_argument_group("live view of runs that are going on")
    option(live, "--serve", "write nothing, and serve the report to a browser here")
    option(live, "--port N", "of the server (default: 0, a free one)", default=0)
    option(live, "--host ADDRESS", "let others read it too, without a password (default: %(default)s)", default=LOCAL)
    add_output_options(report, _report, as_json=False)


def _report(arguments: argparse.Namespace) -> int:
    require_report_libraries()
    published = {}
    for text in arguments.published:
        run, _, published[run] = text.partition("=")
        if not (run and published[run]):
            raise UserError(f"--published {text!r} is not of the form RUN=NAME.")
    for file in filter(None, (*arguments.completions, arguments.plus_from)):
        file.stat()  # raises before any work if the file is missing
    if published and not arguments.paper:
        raise UserError("--published is for --paper, which is not given.")
    if arguments.serve:
        if arguments.output is not None:
            raise UserError("--serve writes nothing: leave out -o, or write the report once without --serve.")
        return serve_report(
            arguments.runs,
            lambda runs, folder: _write(arguments, runs, folder, published),
            arguments.host,
            arguments.port,
        )
    if arguments.output is None:
        raise UserError("A report needs a folder to be written into (-o DIR), or --serve.")
    made = not arguments.output.exists()
    arguments.output.mkdir(parents=True, exist_ok=True)
    try:
        written = _write(arguments, arguments.runs, arguments.output, published)
    except Exception:
        if made and not any(arguments.output.iterdir()):
            arguments.output.rmdir()
        raise
    for path in written:
        print(path)
    return 0


def _write(
    arguments: argparse.Namespace, inputs: Sequence[str], folder: Path, published: Mapping[str, str]
) -> list[Path]:
    from classeval_hf.reports.writing import write_report  # loads matplotlib, which other commands do not need

    judge = JudgeOptions(num_workers=arguments.workers, progress=not arguments.quiet)
    level = Resampling.level if arguments.ci is None else arguments.ci
    scoring = ScoringOptions(
        arguments.tasks_from,
        arguments.own_tasks,
        ScoreOptions(judge, resampling=Resampling(level)),
        arguments.plus_from,
        arguments.completions,
    )
    runs = read_runs(inputs, scoring, arguments.data_version, choose=lambda loaded: _of_level(loaded, arguments.ci))
    for run in runs:
        if run.lacks:
            warn_user(run.lacks)
    shown = [block for run in runs for block in blocks(run)]
    kinds: dict[str, str] = {}  # of the code in the pages, which is read once
    written = write_report(shown, folder, arguments.paper, published, not arguments.quiet, kinds)
    names = numbered(re.sub(r"[^\w.,=@+-]+|^\.+", "_", block.label) for block in shown)  # a number has a blank
    for block, name in zip(shown, names, strict=True) if arguments.page_per_run else ():
        own = folder / PAGES / name
        own.mkdir(parents=True, exist_ok=True)
        written += write_report([block], own, arguments.paper, {}, not arguments.quiet, kinds, with_figures=False)
    return written


def _of_level(loaded: list[LoadedRun], level: float | None) -> list[LoadedRun]:
    """Returns the runs; refuses scored ones whose intervals do not have the requested level."""
    for run in loaded:
        intervals = run.scores.ci if run.scores is not None else None
        if level is not None and run.scores is not None and (intervals is None or intervals.level != level):
            has = f"intervals of level {intervals.level:g}" if intervals else "no intervals"
            raise UserError(
                f"--ci {level:g}: {run.label} has {has}. Leave --ci out, or give `classeval-hf score` this one."
            )
    return loaded
