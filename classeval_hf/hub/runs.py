"""
Scored runs, to be published: files that `classeval-hf score` wrote, and folders of generation runs.

A score file does not state how completions were generated, so strategy and sampling are given with it. A run's folder
says so itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.plurals import counted
from classeval_hf.hub.conditions import require_standard_conditions
from classeval_hf.metrics.pass_at_k import DEFAULT_KS
from classeval_hf.metrics.provenance import Provenance
from classeval_hf.metrics.score_warnings import ScoreWarning
from classeval_hf.metrics.scores import Scores
from classeval_hf.runs.run_files import RunFiles
from classeval_hf.runs.run_names import STRATEGIES
from classeval_hf.runs.run_records import Decoding, RunRecord, read_run_record
from classeval_hf.runs.score_files import read_scores
from classeval_hf.tasks.folders import load_open_tasks


@dataclass(frozen=True)
class Benchmark:
    """What a run is a run of."""

    split: str
    name: str  # its name on a card
    prefix: str  # start of the names of its result files
    dataset_repo: str = ""  # the dataset of the Hub that it is, if that is known

    def task_ids(self) -> set[str]:
        """Ids of all its tasks."""
        if self.split == "test":
            return {f"ClassEval_{number}" for number in range(100)}
        return {task.task_id for task in load_open_tasks()}


BENCHMARKS = (
    Benchmark("test", "ClassEval", "classeval", "FudanSELab/ClassEval"),
    Benchmark("open", "ClassEval-HF (open)", "classeval_open"),
)
"""What results can be published for."""


@dataclass(frozen=True)
class ScoredRun:
    """A run with its scores."""

    benchmark: Benchmark  # what it is a run of
    scores: dict[str, float]  # pass@k by name of the metric's keys, from 0 to 1
    strategy: str  # how the class was generated, such as `"holistic"`
    sampling: str  # `"greedy"`, or the number of samples and the parameters
    date: str  # day of the run, ISO 8601
    metric_version: str  # version of the metric
    isolation: str  # tier of isolation that the samples ran at
    made_with: str  # what the scores were made with: tasks sound here, limit, and the provenance
    prompt: str = ""  # form of the prompt, if it is known
    warnings: tuple[ScoreWarning, ...] = ()  # those of the scores

    @property
    def variant(self) -> str:
        """Strategy and sampling as part of a file's name."""
        return re.sub(r"[^a-z0-9.]+", "_", f"{self.strategy} {self.sampling}".lower()).strip("_")

    @property
    def notes(self) -> str:
        """What a reader of the score must know; warnings last."""
        told = f"; warnings: {' '.join(warning.message for warning in self.warnings)}" if self.warnings else ""
        return (
            f"{self.strategy}{f', {self.prompt} prompt' if self.prompt else ''}; {self.sampling}; classeval-hf metric "
            f"{self.metric_version}, samples isolated at {self.isolation}; {self.made_with}{told}"
        )


_SAID_OTHERWISE = ("limits", "isolation")
"""Parts of the provenance that the notes name before."""


def read_run(path: str | Path, name: str = "", strategy: str = "", sampling: str = "", date: str = "") -> ScoredRun:
    """
    Reads a scored run.

    Args:
        path (`str` or `Path`): file of scores, or folder with `run.json` and `metrics.json`.
        name (`str`, *optional*): which run of those that the file holds: a key of it, or its end.
        strategy (`str`, *optional*): how the classes were generated, where the run does not say.
        sampling (`str`, *optional*): how the completions were sampled, where the run does not state it.
        date (`str`, *optional*): day of the run; by default that of the scores' file.

    Returns:
        [`ScoredRun`]

    Raises:
        `OSError`: if a file cannot be read.
        `ValueError`: if the scores were not made under standard conditions, see
            [`~classeval_hf.hub.conditions.require_standard_conditions`]; naming what is missing: a run that was
            not chosen, strategy or sampling, tasks that were not run, or samples that could not be run; or what is
            wrong: an unknown strategy, or another than the run's own.
    """
    path = Path(path)
    files = RunFiles(path)
    scores_file = files.metrics if path.is_dir() else path
    record = read_run_record(files.record) if path.is_dir() else RunRecord()
    if path.is_dir() and files.record.is_file() and not scores_file.is_file():
        raise UserError(
            f"{path} is not scored: it has no {scores_file.name}. Repeat the command of the run with --score."
        )
    scores = _choose(scores_file, name)
    strategy = _agreed(path, "strategy", record.arguments.strategy, strategy)
    sampling = _agreed(path, "sampling", str(record.arguments.decoding), sampling)
    if strategy not in STRATEGIES:
        raise UserError(f"--strategy {strategy}: unknown; it is one of {', '.join(STRATEGIES)}.")
    benchmark = _benchmark(scores, scores_file)
    require_standard_conditions(scores, scores_file, record)
    samples, _ = scores.samples_per_task  # the same of each task: that is one of the conditions
    if sampling == str(Decoding(greedy=True)) and samples > 1:
        raise UserError(
            f"--sampling {sampling}: a greedy run has one sample per task, and here are {samples}. Say how they were "
            'sampled, as "n=5, temperature 0.2".'
        )
    assert scores.provenance is not None and scores.isolation is not None  # that is one of the conditions
    return ScoredRun(
        benchmark=benchmark,
        scores=_averages(scores),
        strategy=strategy,
        sampling=sampling,
        date=date or _day(scores_file),
        metric_version=scores.metric_version,
        isolation=scores.isolation.tier.value,
        made_with=_made_with(scores.provenance, samples),
        prompt=record.prompt.kind,
        warnings=tuple(scores.warnings),
    )


def _agreed(path: Path, name: str, recorded: str, given: str) -> str:
    """What the run says of itself, or what the user says of it; not two different things."""
    if not recorded and not given:
        raise UserError(f"{path} does not say the {name} of the run: give it with --{name}.")
    if recorded and given and recorded != given:
        raise UserError(f"{path} says that the {name} of the run is {recorded}: leave out --{name} {given}.")
    return recorded or given


def _choose(path: Path, name: str) -> Scores:
    """One run's scores, from a file that is one, or has some by name."""
    runs = read_scores(path)
    chosen = [key for key in runs if not name or key == name or Path(key).stem == name]
    if len(chosen) != 1:
        raise UserError(f"{path} holds {len(runs)} runs: choose one with --run, of {', '.join(map(repr, runs))}.")
    return runs[chosen[0]]


def _benchmark(scores: Scores, path: Path) -> Benchmark:
    found = set(scores.results)
    if not found:
        raise UserError(f"{path} holds no results of tasks, so that nothing can be published: score again.")
    for benchmark in BENCHMARKS:
        expected = benchmark.task_ids()
        if found <= expected:
            missing = sorted(expected - found)
            if missing:
                raise UserError(
                    f"{path} holds {len(found)} of the {len(expected)} tasks of {benchmark.name}; {missing[0]}, for "
                    "one, was not run. A part is no result of the benchmark."
                )
            if scores.n_infrastructure_errors:
                raise UserError(
                    f"{path} leaves out {scores.n_infrastructure_errors} samples that could not be run: score again "
                    "before publishing."
                )
            return benchmark
    strange = sorted(found - {name for benchmark in BENCHMARKS for name in benchmark.task_ids()})
    raise UserError(
        f"{path} is no run of one split: results are published for `open` or `test`"
        + (f", and {strange[0]} is a task of neither." if strange else ", not for both in one.")
    )


def _averages(scores: Scores) -> dict[str, float]:
    """pass@k of classes and methods, for the k that the dataset's `eval.yaml` declares."""
    names = [f"{level}_pass@{k}" for level in ("class", "method") for k in DEFAULT_KS]
    return {name: scores.averages[name] for name in names if name in scores.averages}


def _made_with(provenance: Provenance, samples: int) -> str:
    (split,) = provenance.splits
    summary = provenance.summary()
    parts = [
        f"{split.tasks} tasks of {split.split} ({split.version}), {provenance.sound_tasks} of them sound here",
        f"{counted(samples, 'sample')} per task",
        f"{provenance.timeout:g} s per test class",
        *(f"{name}: {text}" for name, text in summary.items() if name not in _SAID_OTHERWISE),
    ]
    return "; ".join(parts)


def _day(path: Path) -> str:
    return datetime.fromtimestamp(path.stat().st_mtime, timezone.utc).date().isoformat()
