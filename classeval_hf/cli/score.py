"""The command `classeval-hf score`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from classeval_hf.cli.options import TIMEOUT, add_resampling_options, add_scoring_options, judge_options
from classeval_hf.core.command_line import add_output_options
from classeval_hf.core.consent import require_consent
from classeval_hf.core.errors import UserError
from classeval_hf.core.outputs import Output

if TYPE_CHECKING:
    from classeval_hf.cli.options import Commands
    from classeval_hf.core.samples import Sample
    from classeval_hf.core.tasks import Task
    from classeval_hf.metrics.scores import Scores


def add_commands(commands: Commands) -> None:
    from classeval_hf.runs.run_files import SCORES
    from classeval_hf.scoring.upstream_rules import COMPATS
    from classeval_hf.tasks.splits import REPOSITORY_SPLITS

    score = commands.add_parser("score", help="score files of recorded samples")
    score.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="file or folder of samples, or - for standard input"
    )
    score.add_argument("-o", "--output", action=Output, kind=SCORES, metavar="OUT.json", help="write all results here")
    score.add_argument(
        "--tasks",
        metavar="|".join(["test", "open", *REPOSITORY_SPLITS, "FILE"]),
        help="what the samples are of: a split, or a file of tasks (default: all that is installed, by task id)",
    )
    score.add_argument("--projects", nargs="+", metavar="NAME", help="the tasks of these projects alone")
    score.add_argument(
        "--installed-projects", action="store_true", help="leave out the tasks of projects that are not installed"
    )
    score.add_argument("--preflight", action="store_true", help="run the references again, to find the sound tasks")
    score.add_argument(
        "--compat",
        choices=COMPATS[:1],
        help="score by the rules of ClassEval's public harness too, with the effect of each of its rules",
    )
    score.add_argument(
        "--plus", action="store_true", help="judge by the strengthened tests too, which what passes must pass as well"
    )
    score.add_argument(
        "--plus-from", type=Path, metavar="FOLDER", help="likewise, by those that `classeval-hf strengthen` wrote"
    )
    score.add_argument("--all", action="store_true", help="print every score, also what the first table leaves out")
    score.add_argument(
        "--ci", type=float, metavar="LEVEL", help="level of the intervals (default: 0.95); print them for all scores"
    )
    score.add_argument(
        "--cluster",
        metavar="BACKEND",
        help="run on the workers of this joblib backend: dask, ray; who runs a worker is trusted with your account",
    )
    score.add_argument(
        "--scheduler", metavar="ADDRESS", help="of the Dask cluster: tcp://host:8786, or its scheduler file (.json)"
    )
    add_resampling_options(score)
    add_scoring_options(score)
    add_output_options(score, with_warnings=True)
    score.set_defaults(run=_score)


def _score(arguments: argparse.Namespace) -> int:
    from classeval_hf.core.repository_tasks import RepositoryTask
    from classeval_hf.runs.loading import labels_of_files
    from classeval_hf.runs.sample_files import read_sample_file
    from classeval_hf.runs.sample_folders import authors_in
    from classeval_hf.runs.score_files import plain_scores, write_scores
    from classeval_hf.scoring.project_check import available_tasks
    from classeval_hf.scoring.score_tables import full_table, printed_notes, published_table, score_table
    from classeval_hf.scoring.upstream_rules import check_compat
    from classeval_hf.tasks.splits import known_tasks

    require_consent()
    if arguments.tasks is not None and arguments.tasks_from is not None:
        raise UserError("Tasks come either from a split or from a file: --tasks or --tasks-from.")
    tasks: dict[str, Task] = {**known_tasks(arguments.tasks or arguments.tasks_from)}
    files = [file for given in arguments.files for file in authors_in(given, tasks.keys())]
    option = "--tasks" if arguments.tasks_from is None else "--tasks-from"
    inputs = {file: read_sample_file(file, tasks.keys(), option) for file in files}  # all read before any is run
    for file, samples in inputs.items():
        of_file = [tasks[task_id] for task_id in samples]
        chosen = available_tasks(of_file, arguments.projects, arguments.installed_projects)
        inputs[file] = samples = {task.task_id: samples[task.task_id] for task in chosen}
        if arguments.timeout != TIMEOUT and all(isinstance(task, RepositoryTask) for task in chosen):
            raise UserError(
                f"--timeout is for class tasks, and {file} has none: the references decide about the time of "
                "repository-level tasks. Leave it out."
            )
        check_compat(arguments.compat, chosen)
    if arguments.plus or arguments.plus_from is not None:
        tasks |= _with_plus(inputs, tasks, arguments.plus_from)
    with _connected(arguments):
        scores = {str(file): _score_file(file, completions, tasks, arguments) for file, completions in inputs.items()}
    arguments.result = plain_scores(scores)
    if arguments.output is not None:
        write_scores(arguments.output, scores)
    labelled = dict(zip(labels_of_files(list(inputs)), scores.values(), strict=True))
    print(f"{score_table(labelled)}\n")
    if arguments.all:
        print(f"All scores, from 0 to 1:\n{full_table(labelled)}\n")
    _print_more_tables(arguments, labelled)
    for line in printed_notes(labelled, arguments.verbose, arguments.quiet):
        print(line, file=sys.stderr if arguments.quiet else None)
    comparison = published_table(scores)
    if comparison:
        print(f"\nPublished scores of the same samples:\n{comparison}")
    if arguments.output is not None and not arguments.quiet:
        print(f"\nAll results: {arguments.output}")
    return 0


def _print_more_tables(arguments: argparse.Namespace, scores: Mapping[str, Scores]) -> None:
    from classeval_hf.scoring.score_tables import compat_moves_table, compat_table, interval_table, project_table

    if of_projects := project_table(scores):
        print(f"By project:\n{of_projects}\n")
    if arguments.ci is not None:
        units = "tasks, or over projects where tasks are of several"
        print(f"Confidence intervals, level {arguments.ci}, over {units}:\n{interval_table(scores)}\n")
    if arguments.compat is not None:
        print(f"By the rules of the public harness:\n{compat_table(scores)}\n")
        print(f"What each of its rules moves, of all samples:\n{compat_moves_table(scores)}\n")


def _with_plus(
    inputs: Mapping[Path, Mapping[str, Sequence[Sample]]], tasks: Mapping[str, Task], folder: Path | None
) -> dict[str, Task]:
    """The tasks of the samples with their strengthened tests; each file must have one that has any."""
    from classeval_hf.core.tasks import PLUS
    from classeval_hf.scoring.strengthened import strengthened
    from classeval_hf.tasks.plus_suites import require_suite

    with_plus: dict[str, Task] = {}
    for file, samples in inputs.items():
        of_file = strengthened([tasks[task_id] for task_id in samples], folder)
        try:
            require_suite(of_file, PLUS)
        except UserError as error:
            raise UserError(f"{file}: {error}") from error
        with_plus |= {task.task_id: task for task in of_file}
    return with_plus


def _score_file(
    file: Path, samples: Mapping[str, Sequence[Sample]], tasks: Mapping[str, Task], arguments: argparse.Namespace
) -> Scores:
    from classeval_hf.core.tasks import BASE, PLUS
    from classeval_hf.metrics.intervals import Resampling
    from classeval_hf.scoring.compute import ScoreOptions, score
    from classeval_hf.scoring.upstream_rules import compat_of_run

    level = Resampling.level if arguments.ci is None else arguments.ci
    options = ScoreOptions(
        judge_options(arguments),
        arguments.k,
        Resampling(level, arguments.resamples, arguments.seed),
        preflight=arguments.preflight,
        compat=compat_of_run(arguments.compat, file),
        suites=(BASE, PLUS) if arguments.plus or arguments.plus_from is not None else (BASE,),
    )
    return score([tasks[task_id] for task_id in samples], list(samples.values()), options)


def _connected(arguments: argparse.Namespace) -> AbstractContextManager[None]:
    """Keeps the connection to the cluster, where there is one to make."""
    from classeval_hf.judging.joblib_workers import connect_to_dask

    if arguments.scheduler is None:
        if arguments.cluster == "dask":
            raise UserError("--cluster dask needs the address of Dask's scheduler: --scheduler tcp://host:8786.")
        return nullcontext()
    if arguments.cluster != "dask":
        raise UserError("--scheduler is the address of a Dask cluster, so that it needs --cluster dask.")
    return connect_to_dask(arguments.scheduler)
