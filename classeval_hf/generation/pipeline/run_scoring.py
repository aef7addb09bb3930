"""`--score`: each process runs what it has generated, and the main process gathers the verdicts."""

import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing

from classeval_hf.core.plurals import counted
from classeval_hf.core.tasks import BASE
from classeval_hf.generation.pipeline.generating import Run
from classeval_hf.generation.pipeline.run_folder import SampleKey
from classeval_hf.generation.steps import Strategy
from classeval_hf.judging.judge import JudgeOptions
from classeval_hf.judging.verdict_cache import KEY_NAME, VerdictCache
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.loading import labels_of_files
from classeval_hf.runs.sample_files import read_sample_file
from classeval_hf.runs.score_files import write_run_scores
from classeval_hf.sandbox.limited_calls import own_cores
from classeval_hf.scoring.compute import ScoreOptions, keep_verdicts, score
from classeval_hf.scoring.score_tables import printed_notes, score_table
from classeval_hf.tasks.splits import AnyTask


def score_own_samples(
    runs: Sequence[Run],
    tasks: Sequence[AnyTask],
    own: Mapping[Strategy, Collection[SampleKey]],
    rank: int,
    suites: Sequence[str] = (BASE,),
    quiet: bool = False,
) -> None:
    """Runs the samples of this process and keeps their verdicts until [`score_runs`] gathers them."""
    by_id = {task.task_id: task for task in tasks}
    workers = own_cores()
    for run in runs:
        samples = [
            (by_id[sample.task_id], sample.completion)
            for sample in run.folder.samples()
            if (sample.task_id, sample.sample) in own[run.strategy]
        ]
        if samples:
            present = [suite for suite in suites if any(suite in task.suites for task, _ in samples)]
            keep_verdicts(samples, run.folder.verdict_file(rank), workers, rank == 0 and not quiet, present)
            if not quiet:
                print(f"{run.strategy.value}: process {rank} has run {counted(len(samples), 'sample')}", flush=True)


def score_runs(
    runs: Sequence[Run],
    tasks: Sequence[AnyTask],
    suites: Sequence[str] = (BASE,),
    quiet: bool = False,
    verbose: bool = False,
) -> dict[Strategy, Scores]:
    """Scores finished runs, writes `metrics.json` into each folder, and prints table and warnings."""
    by_id = {task.task_id: task for task in tasks}
    scores: dict[Strategy, Scores] = {}
    for run in runs:
        if (known := VerdictCache.open({})) is not None:
            with closing(known):
                for file in run.folder.verdict_files():
                    known.include(file)
                    file.unlink()
            (run.folder.path / KEY_NAME).unlink(missing_ok=True)
        samples = read_sample_file(run.folder.files.samples, by_id.keys())
        options = ScoreOptions(JudgeOptions(progress=not quiet), suites=suites)
        result = score([by_id[task_id] for task_id in samples], list(samples.values()), options)
        write_run_scores(run.folder.files.metrics, result)
        scores[run.strategy] = result
    labels = labels_of_files([run.folder.files.samples for run in runs])
    labelled = dict(zip(labels, scores.values(), strict=True))
    print(score_table(labelled))
    for line in printed_notes(labelled, verbose, warnings_only=quiet):
        print(line, file=sys.stderr if quiet else None)
    return scores
