"""The command `classeval-hf compare`."""

import argparse
import json
import sys
from typing import TYPE_CHECKING

from classeval_hf.cli.options import Commands, add_resampling_options, add_scoring_options, judge_options
from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.command_line import add_output_options, option
from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import Output, OutputKind

if TYPE_CHECKING:
    from classeval_hf.runs.loading import LoadedRun

_COMPARISON = OutputKind("a comparison", {"": r'\{\s*"runs":\s*\[\s*"'})


def add_commands(commands: Commands) -> None:
    compare = commands.add_parser("compare", help="test runs on the same tasks against one another, and rank them")
    text = "score files (of one or several runs), run folders or files of samples; LABEL=RUN names one"
    option(compare, "runs RUN...", text)
    option(compare, "--runs NAME...", "compare only the runs with these labels or parts of labels", dest="chosen")
    option(compare, "--baseline NAME", "compare every other run with this one only")
    option(compare, "--all", "list every pair, however many there are")
    option(compare, "-o --output OUT.json", "write the comparison here", action=Output, kind=_COMPARISON)
    text = "averages to compare (default: all that two runs share; for more runs, class_pass@1 or pass@1)"
    option(compare, "--metric NAME...", text)
    option(compare, "--ci LEVEL", "level of the intervals (default: %(default)s)", default=0.95)
    option(compare, "--common", "compare only tasks that all runs can be compared on, and that are sound in all")
    option(compare, "--own-tasks", "take each file's tasks from the file itself")
    add_resampling_options(compare)
    add_scoring_options(compare)
    add_output_options(compare, _compare, with_warnings=True)


def _chosen(loaded: "list[LoadedRun]", arguments: argparse.Namespace) -> "list[LoadedRun]":
    """Chooses the runs to compare; refuses a single run and unknown names before anything is scored."""
    from classeval_hf.runs.run_records import choose_runs

    chosen = loaded if arguments.chosen is None else choose_runs(loaded, arguments.chosen)
    if len(chosen) < 2:
        raise UserError(f"A comparison needs two runs or more, and was given 1: {chosen[0].label}.")
    choose_runs(chosen, [arguments.baseline] if arguments.baseline is not None else [])
    return chosen


def _compare(arguments: argparse.Namespace) -> int:
    from classeval_hf.core.tables import titled
    from classeval_hf.metrics.intervals import Resampling
    from classeval_hf.reports.leaderboard import compare_splits, format_runs
    from classeval_hf.reports.runs import ScoringOptions, read_runs
    from classeval_hf.runs.run_records import choose_runs, short_names
    from classeval_hf.runs.score_files import find_published
    from classeval_hf.scoring.compute import ScoreOptions
    from classeval_hf.scoring.score_tables import print_notes, public_table

    resampling = Resampling(arguments.ci, arguments.resamples, arguments.seed)
    if arguments.own_tasks and arguments.tasks_from is not None:
        raise UserError(
            "Tasks come either from the files of samples or from another file: --own-tasks or --tasks-from."
        )
    scoring = ScoreOptions(judge_options(arguments), arguments.k)
    runs = read_runs(
        arguments.runs,
        ScoringOptions(arguments.tasks_from, arguments.own_tasks, scoring),
        choose=lambda loaded: _chosen(loaded, arguments),
        metrics=arguments.metric or (),
    )
    baseline = choose_runs(runs, [arguments.baseline])[0] if arguments.baseline is not None else None
    by_split = compare_splits(runs, arguments.metric, resampling, arguments.common, baseline)
    short, _ = short_names([run.label for run in runs])
    print_notes({short[run.label]: run.scores for run in runs}, arguments.verbose, arguments.quiet)
    for split, comparison in by_split.items():
        if split:
            print(f"Split {split}")
        print(format_runs(comparison, arguments.all))
    known = {short[run.label]: found for run in runs if run.published and (found := find_published(run.published))}
    published = public_table({short[run.label]: run.scores for run in runs}, known)
    if known:
        print(f"\n{titled(published)}")
    for note in dict.fromkeys(note for comparison in by_split.values() for note in comparison.notes):
        print(note, file=sys.stderr) if not arguments.quiet else None
    plain = {split: comparison.to_dict() for split, comparison in by_split.items()}
    arguments.result = plain[""] if "" in plain else {"runs": [run.label for run in runs], "splits": plain}
    if arguments.output is not None:
        write_whole(arguments.output, json.dumps(arguments.result, indent=1))
    return 0
