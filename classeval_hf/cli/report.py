"""The commands that show or publish results: `report`, `evaluate`, `grade`, `publish-results` and `publish`."""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from classeval_hf.cli.program import Commands, add_scoring_options, judge_options
from classeval_hf.core.command_line import Output, OutputKind, add_output_options, option, run_command
from classeval_hf.core.errors import UserError, require_consent, warn_user
from classeval_hf.engine.judge import Judge, JudgeOptions
from classeval_hf.metrics.averages import Resampling
from classeval_hf.reports import grades
from classeval_hf.reports.display import file_names
from classeval_hf.reports.runs import PAGES, REPORT, ScoringOptions, blocks, read_runs, require_report_libraries
from classeval_hf.reports.serving import LOCAL, serve_report
from classeval_hf.runs.loading import LoadedRun
from classeval_hf.runs.run_records import RUN
from classeval_hf.runs.score_files import plain_scores
from classeval_hf.scoring.compute import ScoreOptions

_EPILOG = """\
RUN is PATH or LABEL=PATH, where LABEL is MODEL[,STRATEGY[,SAMPLING]] (GPT-4,holistic,greedy=scores.json) and PATH is a
score file (`classeval-hf score -o`), the folder of a generation run, or a file of samples, which is scored first
(that needs HF_ALLOW_CODE_EVAL=1).
"""

_EVALUATE = "classeval-hf evaluate"
_REPORT = "report"  # folder of the report, within that of an evaluation
_EVALUATED = OutputKind(RUN.name, {**RUN.files, **{f"{_REPORT}/{name}": head for name, head in REPORT.files.items()}})
_NOT_OF_GENERATION = ("no_report", "json", "result", "run")  # options that generation does not have
_ABOUT_CLASSEVAL = "(?is).*classeval"
_PROPOSED = OutputKind(
    "files for the Hub",
    {
        ".eval_results/*.yaml": _ABOUT_CLASSEVAL,
        "README.md": "(?is)---.*classeval",
        "data/open-*.parquet": "PAR1",
        **dict.fromkeys(("eval.yaml", "app.py", "requirements.txt", "classeval_metric.py"), _ABOUT_CLASSEVAL),
    },
)


def add_commands(commands: Commands) -> None:
    text = "compare scored runs: tables, figures, a page to browse"
    report = commands.add_parser("report", help=text, epilog=_EPILOG)
    option(report, "runs RUN...", "score file, run folder or samples; see below")
    option(report, "-o --output DIR", "folder to write, unless --serve is given", action=Output, kind=REPORT)
    option(report, "--page-per-run", "also write a folder per run, without figures")
    option(report, "--paper", "compare with the published values")
    text = "with --paper: the run with this label or model repeats the published run NAME, such as GPT-4_H(greedy)"
    option(report, "--published RUN=NAME", text, action="append", default=[])
    text = "folder with the strengthened tests to show (default: those of the splits)"
    option(report, "--plus-from FOLDER", text)
    text = "completions of score files, if they have moved"
    option(report, "--completions FILE...", text, default=[])
    option(report, "--data-version TEXT", "task data of runs that do not state it", default="")
    scoring = report.add_argument_group("scoring of samples")
    tasks = scoring.add_mutually_exclusive_group()
    option(tasks, "--tasks-from FILE", "take the tasks from this file")
    option(tasks, "--own-tasks", "take each file's tasks from the file itself")
    option(scoring, "--workers N", "samples run at a time (default: all cores)")
    option(scoring, "--ci LEVEL", "level of the confidence intervals, such as 0.95")
    live = report.add_argument_group("live view of unfinished runs")
    option(live, "--serve", "serve the report to a browser, and write nothing")
    option(live, "--port N", "port of the server (default: 0, a free port)", default=0)
    text = "address; others can read the report without a password (default: %(default)s)"
    option(live, "--host ADDRESS", text, default=LOCAL)
    add_output_options(report, _report, as_json=False)

    grade = commands.add_parser("grade", help="grade the files of a class of students by the tests of their tasks")
    option(grade, "folder", "folder of hand-ins: AUTHOR/TASK.py, TASK/AUTHOR.py, or AUTHOR.zip", type=Path)
    text = "write grades.csv, and pages for the class and each author"
    option(grade, "-o --output DIR", text, action=Output, kind=grades.GRADES)
    add_scoring_options(grade, of_models=False)
    add_output_options(grade, _grade)

    results = commands.add_parser("publish-results", help="propose a run's scores to the model's repository")
    option(results, "run_path RUN", "file of scores, or folder of a generation run", type=Path)
    option(results, "--model-repo ORG/NAME", "repository of the model", required=True)
    option(results, "--dataset-repo ORG/NAME", "dataset that the result is listed with (needed for the split open)")
    option(results, "--run NAME", "run to publish, if RUN has several", dest="run_name", default="")
    option(results, "--strategy NAME", "strategy of the run, if RUN does not state it", default="")
    option(results, "--sampling TEXT", 'sampling such as "greedy", if RUN does not state it', default="")
    option(results, "--date DAY", "day of the run (default: that of the file)", default="")
    option(results, "--source-url URL", "address of completions or a report", default="")
    option(results, "--source-name NAME", "name of this source", default="")
    option(results, "--model-index", "also write the scores into the card's metadata")

    publish = commands.add_parser("publish", help="propose dataset or metric to their repositories on the Hub")
    publish.add_argument("what", choices=["dataset", "metric"])
    option(publish, "--repo ORG/NAME", "repository; the metric's is a Space", required=True)
    text = "metric: pip's requirement of this package (default: its version on the index)"
    option(publish, "--requirement TEXT", text, default="")
    for command in (results, publish):
        option(command, "--dry-run", "show what would change, and upload nothing")
        option(command, "-o --output FOLDER", "also write the files here", action=Output, kind=_PROPOSED)
        add_output_options(command, _publish)


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
        return serve_report(arguments.runs, partial(_write, arguments, published), arguments.host, arguments.port)
    if arguments.output is None:
        raise UserError("A report needs a folder (-o DIR), or --serve.")
    made = not arguments.output.exists()
    arguments.output.mkdir(parents=True, exist_ok=True)
    try:
        written = _write(arguments, published, arguments.runs, arguments.output)
    except Exception:
        if made and not any(arguments.output.iterdir()):
            arguments.output.rmdir()
        raise
    for path in written:
        print(path)
    return 0


def _write(
    arguments: argparse.Namespace, published: Mapping[str, str], inputs: Sequence[str], folder: Path
) -> list[Path]:
    from classeval_hf.reports.writing import write_report  # loads matplotlib, which other commands do not need

    judge = JudgeOptions(num_workers=arguments.workers, progress=not arguments.quiet)
    level = Resampling.level if arguments.ci is None else arguments.ci
    how = ScoreOptions(judge, resampling=Resampling(level))
    scoring = ScoringOptions(
        arguments.tasks_from, arguments.own_tasks, how, arguments.plus_from, arguments.completions
    )
    runs = read_runs(inputs, scoring, arguments.data_version, choose=lambda loaded: _of_level(loaded, arguments.ci))
    for run in runs:
        if run.note:
            warn_user(f"{run.label}: no completions to show, because {run.note}.")
    shown = [block for run in runs for block in blocks(run)]
    kinds: dict[str, str] = {}  # of the code in the pages, which is read once
    written = write_report(shown, folder, arguments.paper, published, not arguments.quiet, kinds)
    names = file_names(block.label for block in shown)
    for block, name in zip(shown, names, strict=True) if arguments.page_per_run else ():
        own = folder / PAGES / name
        written += write_report([block], own, arguments.paper, {}, not arguments.quiet, kinds, with_figures=False)
    return written


def _of_level(loaded: list[LoadedRun], level: float | None) -> list[LoadedRun]:
    """Returns the runs; refuses scored ones whose intervals do not have the requested level."""
    for run in loaded:
        intervals = run.scores.ci if run.scores is not None else None
        if level is not None and run.scores is not None and (intervals is None or intervals.level != level):
            has = f"intervals of level {intervals.level:g}" if intervals else "no intervals"
            raise UserError(f"--ci {level:g}: {run.label} has {has}. Leave --ci out, or score with this --ci.")
    return loaded


def evaluate(argv: Sequence[str]) -> int:
    """Runs `classeval-hf evaluate`; returns the exit status, see [`classeval_hf.generation.command.main`]."""
    from classeval_hf.generation.command import run_generation

    def work() -> None:
        arguments = evaluation_parser().parse_args(argv)
        is_first = os.environ.get("RANK", "0") == "0"  # under a launcher, the first process reports
        arguments.run = partial(_evaluate, is_first)
        arguments.json = arguments.json and is_first
        run_command(arguments)

    return run_generation(_EVALUATE, work)


def evaluation_parser() -> argparse.ArgumentParser:
    from classeval_hf.generation.options import generation_parser

    text = "Generates with a model, scores and reports. --score is implied."
    parser = generation_parser(_EVALUATE, text, as_json=True)
    next(action for action in parser._actions if isinstance(action, Output)).kind = _EVALUATED
    group = parser.add_argument_group("report")
    option(group, "--no-report", "write no report, and need no libraries for it")
    return parser


def _evaluate(is_first: bool, namespace: argparse.Namespace) -> int:
    from classeval_hf.generation.command import carry_out
    from classeval_hf.generation.options import read_arguments

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
    folder = arguments.folder()
    arguments = replace(arguments, output=replace(arguments.output, output=folder))
    namespace.result = plain_scores(carry_out(arguments))
    if not is_first:
        return 0
    places = [f"\nSamples and scores: {folder}"]
    if with_report:
        from classeval_hf.reports.writing import write_report  # loads matplotlib, which `--no-report` does not need

        runs = read_runs([str(arguments.folder(name)) for name in arguments.strategies])
        files = write_report([block for run in runs for block in blocks(run)], folder / _REPORT)
        places.append(f"Report: {next(file for file in files if file.suffix == '.html')}")
    if not arguments.output.quiet:
        print(*places, sep="\n")
    return 0


def _grade(arguments: argparse.Namespace) -> int:
    import msgspec

    from classeval_hf.core.tables import Table, titled
    from classeval_hf.runs.hand_ins import is_of_one_author, read_class
    from classeval_hf.sandbox.tiers import Tier
    from classeval_hf.tasks.splits import require_class_tasks, select_tasks

    require_consent(f"Grading runs the files in {arguments.folder}, as their authors wrote them.")
    if arguments.tasks_from is None:
        raise UserError("Name the tasks that the class was given: --tasks-from TASKS, a folder or a file.")
    tasks, folder = require_class_tasks(select_tasks(arguments.tasks_from)), arguments.folder
    ids = [task.task_id for task in tasks]
    if not folder.is_dir():
        folder.stat()  # raises if it is not there
        raise UserError(f"{folder} is a file: unpack it, or name the folder of all hand-ins.")
    if is_of_one_author(folder, ids):
        raise UserError(f"{folder} has files named for tasks, and no author: name its parent folder.")
    if not (authors := read_class(folder, ids)):
        raise UserError(f"{folder} has no hand-ins: it needs AUTHOR/TASK.py, TASK/AUTHOR.py or AUTHOR.zip.")
    if arguments.output is not None:
        if find_spec("jinja2") is None:
            raise UserError("Pages need jinja2: pip install 'classeval-hf[report]', or leave -o out.")
        if folder.resolve() in (output := arguments.output.resolve(), *output.parents):
            raise UserError(f"-o {arguments.output} is in the folder of the hand-ins: name another.")
    with Judge(**vars(judge_options(arguments))) as judge:
        graded, failing = grades.grade_class(authors, tasks, judge)
        tier = judge.isolation_in_force.tier
    for task_id, tests in failing.items():
        warn_user(f"Task {task_id}: its own solution fails {', '.join(tests[:3])}, which counts against everybody.")
    if tier.strength < Tier.T2.strength:
        warn_user(f"The files ran at {tier.value}, which does not stop a malicious file.")
    arguments.result = msgspec.to_builtins(graded)
    rows = [[one.author, *(grade.text for grade in (*one.grades, one.all))] for one in graded]
    print(titled(Table("Tests that pass", ["author", *(grade.task_id for grade in graded[0].grades), "all"], rows)))
    for one in graded:
        for note in one.notes:
            print(f"{one.author}: {note}")
    if arguments.output is not None:
        written = grades.write_grades(graded, arguments.output)
        print(f"\n{written[0]}\n{written[1]}, with a page for each author")
    return 0


def _publish(arguments: argparse.Namespace) -> int:
    # The Hub's library takes a third of the time in which the command line starts.
    from classeval_hf.hub.publishing import publish_folder, publish_results

    return publish_folder(arguments) if "what" in arguments else publish_results(arguments)
