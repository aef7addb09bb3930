"""The commands `classeval-hf score` and `classeval-hf compare`."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from classeval_hf.cli.program import TIMEOUT, Commands, add_scoring_options, judge_options, positive
from classeval_hf.core.command_line import Output, OutputKind, add_output_options, option
from classeval_hf.core.errors import UserError, require_consent
from classeval_hf.core.files import write_whole
from classeval_hf.core.tables import Figure, Table, titled
from classeval_hf.core.tasks import BASE, PLUS, Task, require_suite
from classeval_hf.core.terminal import agreeing, counted, say_stage
from classeval_hf.engine.cluster import connect_to_dask
from classeval_hf.engine.task_family import family_of
from classeval_hf.metrics import many_runs
from classeval_hf.metrics.averages import Resampling
from classeval_hf.metrics.comparability import NO_COMMON_TASK, has_split
from classeval_hf.metrics.samples import Sample
from classeval_hf.projects.located_tasks import available_tasks
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.reports.tables import p_text
from classeval_hf.runs.hand_ins import authors_in, samples_of_authors
from classeval_hf.runs.loading import LoadedRun, choose_runs, labels_of_files
from classeval_hf.runs.run_records import SCORES, samples_of_run, short_names
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.runs.score_files import find_published, plain_scores, write_scores
from classeval_hf.scoring.compat_rules import COMPATS, check_compat, compat_of_run
from classeval_hf.scoring.compute import ScoreOptions, score
from classeval_hf.scoring.score_tables import further_tables, print_notes, public_table, score_table
from classeval_hf.tasks.splits import SPLITS, known_tasks, strengthened

_COMPARISON = OutputKind("a comparison", {"": r'\{\s*"runs":\s*\[\s*"'})


def add_commands(commands: Commands) -> None:
    score = commands.add_parser("score", help="score files of recorded samples")
    option(score, "files FILE...", "file or folder of samples, or - for standard input")
    option(score, "-o --output OUT.json", "write all results here", action=Output, kind=SCORES)
    text = "tasks of the samples: a split or a file (default: all installed tasks, by task id)"
    option(score, "--tasks", text, metavar="|".join([*SPLITS, "FILE"]))
    option(score, "--projects NAME...", "only the tasks of these projects")
    option(score, "--installed-projects", "leave out projects that are not installed")
    option(score, "--preflight", "run the references again, to find the sound tasks")
    text = "also score by the rules of ClassEval's public harness, and show the effect of each rule"
    option(score, "--compat", text, choices=COMPATS[:1])
    option(score, "--plus", "also judge by strengthened tests: a sample must pass both")
    option(score, "--plus-from FOLDER", "as --plus, by the tests that `classeval-hf strengthen` wrote")
    option(score, "--all", "print all scores")
    option(score, "--ci LEVEL", "level of the intervals (default: 0.95); print them for all scores")
    text = "run on the workers of this joblib backend: dask, ray; who runs a worker is trusted with your account"
    option(score, "--cluster BACKEND", text)
    option(score, "--scheduler ADDRESS", "address of the Dask cluster, tcp://host:8786, or its scheduler file (.json)")

    compare = commands.add_parser("compare", help="compare runs on the same tasks, and rank them")
    text = "score files (of one or several runs), run folders or files of samples; LABEL=RUN names one"
    option(compare, "runs RUN...", text)
    option(compare, "--runs NAME...", "compare only the runs with these labels or parts of labels", dest="chosen")
    option(compare, "--baseline NAME", "compare every other run with this one only")
    option(compare, "--all", "list every pair, however many there are")
    option(compare, "-o --output OUT.json", "write the comparison here", action=Output, kind=_COMPARISON)
    text = "averages to compare (default: all that two runs share; for more runs, class_pass@1 or pass@1)"
    option(compare, "--metric NAME...", text)
    option(compare, "--ci LEVEL", "level of the intervals (default: %(default)s)", default=0.95)
    option(compare, "--common", "compare only tasks that all runs have and that are sound in all")
    option(compare, "--own-tasks", "take each file's tasks from the file itself")

    for command, run in ((score, _score), (compare, _compare)):
        option(command, "--resamples N", "number of resamples (default: %(default)s)", type=positive, default=9999)
        option(command, "--seed N", "seed of the resampling (default: %(default)s)", default=0)
        add_scoring_options(command)
        add_output_options(command, run, with_warnings=True)


def _score(arguments: argparse.Namespace) -> int:
    require_consent()
    if arguments.tasks is not None and arguments.tasks_from is not None:
        raise UserError("Tasks come either from a split or from a file: --tasks or --tasks-from.")
    if arguments.scheduler is None and arguments.cluster == "dask":
        raise UserError("--cluster dask needs the address of Dask's scheduler: --scheduler tcp://host:8786.")
    if arguments.scheduler is not None and arguments.cluster != "dask":
        raise UserError("--scheduler is the address of a Dask cluster, so that it needs --cluster dask.")
    tasks: Mapping[str, Task] = known_tasks(arguments.tasks or arguments.tasks_from)
    inputs = _read_samples(arguments, tasks)  # all before any is run
    suites: Sequence[str] = (BASE,)
    if arguments.plus or arguments.plus_from is not None:
        suites, with_plus = (BASE, PLUS), dict[str, Task]()
        for file, samples in inputs.items():  # each must have a task with strengthened tests
            of_file = strengthened([tasks[task_id] for task_id in samples], arguments.plus_from)
            try:
                require_suite(of_file, PLUS)
            except UserError as error:
                raise UserError(f"{file}: {error}") from error
            with_plus |= {task.task_id: task for task in of_file}
        tasks = with_plus
    level = Resampling.level if arguments.ci is None else arguments.ci
    resampling = Resampling(level, arguments.resamples, arguments.seed)
    options = ScoreOptions(judge_options(arguments), arguments.k, resampling, arguments.preflight, suites=suites)
    with connect_to_dask(arguments.scheduler) if arguments.scheduler is not None else nullcontext():
        scores = {}
        for number, (file, completions) in enumerate(inputs.items(), 1):
            say_stage(str(file), number, len(inputs), not arguments.quiet)
            own = replace(options, compat=compat_of_run(arguments.compat, file))
            scores[str(file)] = score([tasks[task_id] for task_id in completions], list(completions.values()), own)
    arguments.result = plain_scores(scores)
    if arguments.output is not None:
        write_scores(arguments.output, scores)
    short, shared = short_names(labels_of_files(list(inputs)))
    labelled = dict(zip(short.values(), scores.values(), strict=True))
    print(*filter(None, (shared, score_table(labelled))), sep="\n\n", end="\n\n")
    known = {label: run for label, file in zip(labelled, inputs, strict=True) if (run := find_published(file))}
    for table in further_tables(labelled, arguments.all, arguments.ci, known):
        print(f"{titled(table)}\n")
    print_notes(labelled, arguments.verbose, arguments.quiet)
    if arguments.output is not None and not arguments.quiet:
        print(f"\nAll results: {arguments.output}")
    return 0


def _read_samples(
    arguments: argparse.Namespace, tasks: Mapping[str, Task]
) -> dict[Path, Mapping[str, Sequence[Sample]]]:
    """Reads the samples of each file, or of each author in a folder, by task; only tasks that can be scored here."""
    said = "--tasks" if arguments.tasks_from is None else "--tasks-from"
    inputs: dict[Path, Mapping[str, Sequence[Sample]]] = {}
    for given in map(samples_of_run, arguments.files):
        if authors := authors_in(given, tasks.keys()):
            inputs |= samples_of_authors(authors, () if arguments.tasks_from is None else tasks.keys())
        else:
            inputs[given] = read_sample_file(given, tasks.keys(), said)
    for file, samples in inputs.items():
        of_file = [tasks[task_id] for task_id in samples]
        chosen = available_tasks(of_file, arguments.projects, arguments.installed_projects)
        inputs[file] = {task.task_id: samples[task.task_id] for task in chosen}
        if arguments.timeout != TIMEOUT and not any(family_of(task).runs_here for task in chosen):
            limits = "references decide the time limits of others"
            raise UserError(f"--timeout is for class tasks, and {file} has none: {limits}. Leave it out.")
        check_compat(arguments.compat, chosen)
    return inputs


def _compare(arguments: argparse.Namespace) -> int:
    resampling = Resampling(arguments.ci, arguments.resamples, arguments.seed)
    if arguments.own_tasks and arguments.tasks_from is not None:
        raise UserError("Tasks come from the files of samples or from another file: --own-tasks or --tasks-from.")

    def choose(loaded: list[LoadedRun]) -> list[LoadedRun]:
        """Refuses a single run and unknown names before anything is scored."""
        chosen = loaded if arguments.chosen is None else choose_runs(loaded, arguments.chosen)
        if len(chosen) < 2:
            raise UserError(f"A comparison needs two runs or more, and was given 1: {chosen[0].label}.")
        choose_runs(chosen, [arguments.baseline] if arguments.baseline is not None else [])
        return chosen

    how = ScoreOptions(judge_options(arguments), arguments.k)
    scoring = ScoringOptions(arguments.tasks_from, arguments.own_tasks, how)
    runs = read_runs(arguments.runs, scoring, choose=choose, metrics=arguments.metric or ())
    baseline = choose_runs(runs, [arguments.baseline])[0] if arguments.baseline is not None else None
    splits = list(dict.fromkeys(split for run in runs for split in run.scores.by_split() if split)) or [""]
    if arguments.common:
        splits = [split for split in splits if all(has_split(run.scores, split) for run in runs) or not split]
    if not splits:
        raise UserError(NO_COMMON_TASK)
    is_last = baseline is not None and len(runs) == 2  # of two runs
    scores = {run.label: run.scores for run in sorted(runs, key=lambda run: is_last and run is baseline)}
    options = (arguments.metric, resampling, arguments.common)
    label = baseline.label if baseline is not None else ""
    by_split = {split: many_runs.compare_many(scores, *options, split, label) for split in splits}
    short, _ = short_names([run.label for run in runs])
    print_notes({short[run.label]: run.scores for run in runs}, arguments.verbose, arguments.quiet)
    for split, comparison in by_split.items():
        if split:
            print(f"Split {split}")
        print(format_runs(comparison, arguments.all))
    known = {short[run.label]: found for run in runs if run.published and (found := find_published(run.published))}
    if known:
        print(f"\n{titled(public_table({short[run.label]: run.scores for run in runs}, known))}")
    for note in dict.fromkeys(note for comparison in by_split.values() for note in comparison.notes):
        print(note, file=sys.stderr) if not arguments.quiet else None
    plain = {split: comparison.to_dict() for split, comparison in by_split.items()}
    arguments.result = plain[""] if "" in plain else {"runs": [run.label for run in runs], "splits": plain}
    if arguments.output is not None:
        write_whole(arguments.output, json.dumps(arguments.result, indent=1))
    return 0


_PAIRS_SHOWN = 45  # pairs that are shown one by one: those of ten runs


def format_runs(comparison: many_runs.RunsComparison, show_all: bool = False) -> str:
    """A comparison as text without a trailing newline; `show_all` lists all pairs, however many there are."""
    tasks, projects, how = comparison.tasks, comparison.projects, comparison.resampling
    pairs = counted(tasks, "common sound task" if comparison.common else "task")
    if projects:
        pairs += f" of {counted(projects, 'project')}, {agreeing(projects, 'as a pair', 'the projects as pairs')}"
    else:
        pairs += f" {agreeing(tasks, 'as a pair', 'as pairs')}"
    short, shared = short_names(comparison.runs)
    head = f"{shared}\n" if shared else ""
    method = "exact permutation test"
    if not all(pair.exact for metric in comparison.metrics for pair in metric.pairs):
        method = f"permutation test, exact or by {how.resamples} random exchanges, seed {how.seed}"
    level, alpha = f"{how.level:.4g}", round(1 - how.level, 12)
    if len(comparison.runs) == 2:
        ranked = sorted(comparison.metrics, key=lambda metric: metric.metric not in many_runs.RANKING_METRICS)
        rankings = [_ranking(metric, how, short) for metric in ranked[:1]]
        first, second = sorted(comparison.runs, key=lambda name: name == comparison.baseline)
        head = f"{head}A: {short[first]}\nB: {short[second]}\n{pairs}; {method}."
        header = ["metric", "tasks", "A", "B", "A - B", f"{level} low", f"{level} high", "p"]
        figures: list[list[object]] = []
        for metric in comparison.metrics:
            (pair,) = metric.pairs
            values = {item.run: item.value for item in metric.ranking}
            ends = [Figure("n/a") if end is None else end for end in (pair.low, pair.high)]
            estimates = pair.difference, *ends, Figure(p_text(pair.p_value))
            figures.append([metric.metric, metric.tasks, values[pair.first], values[pair.second], *estimates])
        of_two = titled(Table("p-values are not corrected for the number of metrics.\n", header, figures))
        return "\n\n".join([f"{head}\n{of_two}", *rankings])
    parts = [f"{head}{pairs}; {method}."]
    for metric in comparison.metrics:
        parts.append(_ranking(metric, how, short))
        if not comparison.baseline:
            places, rows = [str(place) for place in range(1, len(metric.ranking) + 1)], list[list[str]]()
            for place, item, row in zip(places, metric.ranking, metric.matrix(), strict=True):
                cells = [f"{place} {short[item.run]}"]
                for one in row:  # a difference of nothing has no sign
                    points = round(one.difference * 100, 1) or 0.0 if one is not None else 0.0
                    mark = "*" if one is not None and one.adjusted_p < alpha else ""
                    cells.append(Figure("" if one is None else f"{points:{'+' if points else ''}.1f}{mark}"))
                rows.append(cells)
            title = f"{metric.metric}, row less column, in points; *: corrected p below {alpha:.4g}"
            parts.append(titled(Table(title, ["run", *places], rows)))
        if len(metric.pairs) > _PAIRS_SHOWN and not show_all:
            many = "pairs, with intervals and p-values: --all lists them, and -o writes them."
            parts.append(f"{len(metric.pairs)} {many}")
        else:
            parts.append(_pair_table(metric, short, short.get(comparison.baseline, ""), level, alpha))
    return "\n\n".join(parts)


def _ranking(metric: many_runs.MetricOfRuns, resampling: Resampling, short: Mapping[str, str]) -> str:
    level = f"{resampling.level:.4g}"
    header = ["run", "#", metric.metric, "first in", "mean rank", f"{level} ranks"]
    rows: list[list[object]] = []
    for item in metric.ranking:
        low, high = f"{round(item.low_rank, 1):g}", f"{round(item.high_rank, 1):g}"
        ranks = Figure(f"{item.mean_rank:.1f}"), Figure(low if low == high else f"{low}-{high}")
        rows.append([short[item.run], Figure(f"{item.rank:g}"), item.value, Figure(f"{item.first_share:.1%}"), *ranks])
    tasks = counted(metric.tasks, "task")
    title = f"Ranking by {metric.metric} over {tasks}; over {resampling.resamples} resamples of the tasks:"
    notes = [
        "first in: the share of resamples in which a run leads, not its chance of being best;",
        f"mean rank, {level} ranks: mean and middle {resampling.level * 100:.4g}% of its ranks in the resamples.",
    ]
    return titled(Table(title, header, rows, notes, transposable=True))


def _pair_table(
    metric: many_runs.MetricOfRuns, short: Mapping[str, str], against: str, level: str, alpha: float
) -> str:
    names = ["run"] if against else ["A", "B"]
    header = [*names, "difference" if against else "A - B", f"{level} low", f"{level} high", "p", "p (Holm)"]
    rows = []
    for pair in metric.pairs:
        who = [short[pair.first], short[pair.second]][: len(names)]
        p_values = Figure(p_text(pair.p_value)), Figure(p_text(pair.adjusted_p) + "*" * (pair.adjusted_p < alpha))
        ends = [Figure("n/a") if end is None else end for end in (pair.low, pair.high)]
        rows.append([*who, pair.difference, *ends, *p_values])
    title = f"{metric.metric} less that of {against}" if against else f"{metric.metric}, pair by pair"
    corrected = f"p (Holm): corrected for {len(metric.pairs)} pairs; *: below {alpha:.4g}"
    return titled(Table(f"{title}; {corrected}", header, rows, names=len(names)))
