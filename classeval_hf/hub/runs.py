"""Scored runs to be published: files of scores, with strategy and sampling said beside them, and folders of runs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from classeval_hf.core.errors import UserError
from classeval_hf.core.plurals import agreeing, counted
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.metrics.pass_at_k import DEFAULT_KS
from classeval_hf.metrics.provenance import DEFAULT_TIMEOUT, OWN_PROJECTS, OWN_TASKS, Provenance
from classeval_hf.metrics.score_warnings import ScoreWarning
from classeval_hf.metrics.scores import Scores
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.runs.loading import find_runs, labelled
from classeval_hf.runs.run_files import RunFiles
from classeval_hf.runs.run_names import STRATEGIES
from classeval_hf.runs.run_records import Decoding, RunRecord
from classeval_hf.runs.score_files import read_run_scores
from classeval_hf.tasks.folders import open_tasks
from classeval_hf.tasks.libraries import install_line

_TIERS = ("T3", "T2")
_NAMED = 5  # tasks that a message names
_PUBLISHED = tuple(f"{level}_pass@{k}" for level in ("class", "method") for k in DEFAULT_KS)  # as in `eval.yaml`


def _of_tasks(provenance: Provenance) -> Iterator[str]:
    if len(provenance.splits) != 1:
        names = " and ".join(split.split for split in provenance.splits)
        yield f"its tasks come from several splits ({names}): score each split by itself"
    for split in provenance.splits:
        if split.split in (OWN_TASKS, OWN_PROJECTS):
            yield f"{split.tasks} of its tasks belong to no split that results are published for"
        elif not split.is_released:
            yield f"the tests of the split {split.split} are not the released ones: score without --tasks-from"
        if split.tasks < split.of:
            yield f"it holds {split.tasks} of the {split.of} tasks of the split {split.split}: score all"
    missing = provenance.missing_libraries
    if missing:
        modules = sorted({module for names in missing.values() for module in names})
        yield f"{counted(len(missing), 'task')} lacked libraries ({', '.join(modules)}): {install_line(modules)}"


def _of_run(scores: Scores, provenance: Provenance) -> Iterator[str]:
    if scores.metric_version != METRIC_VERSION:
        yield f"it was scored by version {scores.metric_version} of the metric, and this is {METRIC_VERSION}"
    if provenance.timeout != DEFAULT_TIMEOUT:
        yield f"its time limit is {provenance.timeout} and not {DEFAULT_TIMEOUT:g} s: leave --timeout out"
    if provenance.max_answer_chars != MAX_COMPLETION_CHARS:
        yield (
            f"completions of up to {provenance.max_answer_chars} characters were read, and not of up to "
            f"{MAX_COMPLETION_CHARS}: leave --max-answer-chars out"
        )
    if scores.isolation is None or scores.isolation.tier.value not in _TIERS:
        tier = scores.isolation.tier.value if scores.isolation is not None else "an unknown tier"
        yield f"its samples were isolated at {tier}: score where T2 or T3 is available"
    if scores.n_infrastructure_errors:
        yield f"{counted(scores.n_infrastructure_errors, 'sample')} could not be run: score again"
    min_samples, max_samples = scores.samples_per_task
    if min_samples != max_samples:
        yield f"its tasks have from {min_samples} to {max_samples} samples: generate the missing ones"


def _of_generation(scores: Scores, record: RunRecord) -> Iterator[str]:
    """What was never asked for; a completion that was cut off was, and is told in the notes."""
    unasked = next((warning for warning in scores.warnings if warning.kind == "prompt_too_long"), None)
    steps = record.prompts_too_long or ()
    if unasked is not None:
        yield f"{unasked.message.rstrip('.')}: generate with a longer --max-length, or a model with a longer window"
    elif steps:
        tasks = list(dict.fromkeys(step.task_id for step in steps))
        names = ", ".join(tasks[:_NAMED]) + (", ..." if len(tasks) > _NAMED else "")
        cut = len({(step.task_id, step.sample) for step in steps})
        yield (
            f"{counted(cut, 'sample')} {agreeing(cut, 'lacks', 'lack')} what the model was not asked, since "
            f"the prompt did not fit ({names}): generate with a longer --max-length"
        )
    if 0 < record.tasks.count < len(scores.results):
        yield (
            f"its generation was of {counted(record.tasks.count, 'task')} alone, and the scores are of "
            f"{len(scores.results)}"
        )
    asked = 1 if record.arguments.decoding.greedy else record.arguments.decoding.n_samples or 0
    minimum = scores.samples_per_task[0]
    if minimum < asked:
        short = next(task for task, samples in scores.results.items() if len(samples) == minimum)
        there = f"{minimum} of {counted(asked, 'sample')} {agreeing(minimum, 'is', 'are')} there"
        yield f"{there} of task {short}: generate the missing ones, and score again"


@dataclass(frozen=True)
class Benchmark:
    split: str
    name: str  # its name on a card
    prefix: str  # start of the names of its result files
    dataset_repo: str = ""  # the dataset of the Hub that it is, if that is known

    def task_ids(self) -> set[str]:
        if self.split == "test":
            return {f"ClassEval_{number}" for number in range(100)}
        return set(open_tasks())


BENCHMARKS = (
    Benchmark("test", "ClassEval", "classeval", "FudanSELab/ClassEval"),
    Benchmark("open", "ClassEval-HF (open)", "classeval_open"),
)  # what results can be published for


@dataclass(frozen=True)
class ScoredRun:
    benchmark: Benchmark  # what it is a run of
    scores: dict[str, float]  # pass@k by name of the metric's keys, from 0 to 1
    strategy: str  # how the class was generated, such as `"holistic"`
    sampling: str  # `"greedy"`, or the number of samples and the parameters
    date: str  # day of the run, ISO 8601
    notes: str  # what a reader of the scores must know; warnings last
    warnings: tuple[ScoreWarning, ...] = ()  # about the scores

    @property
    def variant(self) -> str:
        """Strategy and sampling as part of a file's name."""
        return re.sub(r"[^a-z0-9.]+", "_", f"{self.strategy} {self.sampling}".lower()).strip("_")


_SAID_OTHERWISE = ("limits", "isolation")  # parts of the provenance that the notes name before


def read_run(path: str | Path, name: str = "", strategy: str = "", sampling: str = "", date: str = "") -> ScoredRun:
    """Reads a scored run; `name` is its label or its file of samples. Raises without standard conditions."""
    path = Path(path)
    runs = labelled(find_runs(str(path)))
    stems = [run.path.name if run.is_folder or run.samples_path is None else run.samples_path.stem for run in runs]
    chosen = [
        run
        for run, stem in zip(runs, stems, strict=True)
        if not name or name in (run.label, str(run.samples_path), stem)
    ]
    if len(chosen) != 1:
        labels = ", ".join(repr(run.label) for run in runs)
        raise UserError(f"{path} holds {counted(len(runs), 'run')}: choose one with --run, of {labels}.")
    run = chosen[0]
    record, scores_file = run.record or RunRecord(), RunFiles(run.path).metrics if run.is_folder else path
    if run.scores is None and run.is_folder:
        raise UserError(
            f"{run.path} is not scored: it has no {scores_file.name}. Repeat the command of the run with --score."
        )
    scores = run.scores if run.scores is not None else read_run_scores(path)  # which says what the file is not
    strategy = _agreed(path, "strategy", record.arguments.strategy, strategy)
    sampling = _agreed(path, "sampling", str(record.arguments.decoding), sampling)
    if strategy not in STRATEGIES:
        raise UserError(f"--strategy {strategy}: unknown; it is one of {', '.join(STRATEGIES)}.")
    benchmark = _benchmark(scores, scores_file)
    provenance = scores.provenance
    if provenance is None:
        raise UserError(
            f"{scores_file} has no provenance, since it is from version 0.1.0. Score the samples again: "
            f"classeval-hf score SAMPLES -o {scores_file.name}."
        )
    problems = [*_of_tasks(provenance), *_of_run(scores, provenance), *_of_generation(scores, record or RunRecord())]
    if problems:
        why = f"it was not scored under standard conditions: {'; '.join(problems)}"
        raise UserError(f"{scores_file} cannot be published, since {why}.")
    samples, _ = scores.samples_per_task  # the same of each task: that is one of the conditions
    if sampling == str(Decoding(greedy=True)) and samples > 1:
        raise UserError(
            f"--sampling {sampling}: a greedy run has one sample per task, but this has {samples}. Say how they were "
            'sampled, as "n=5, temperature 0.2".'
        )
    prompt = f", {record.prompt.kind} prompt" if record.prompt.kind else ""
    return ScoredRun(
        benchmark=benchmark,
        scores={name: scores.averages[name] for name in _PUBLISHED if name in scores.averages},
        strategy=strategy,
        sampling=sampling,
        date=date or datetime.fromtimestamp(scores_file.stat().st_mtime, timezone.utc).date().isoformat(),
        notes=f"{strategy}{prompt}; {sampling}; {_made_with(scores, samples)}",
        warnings=tuple(scores.warnings),
    )


def _agreed(path: Path, name: str, recorded: str, given: str) -> str:
    """What the run says of itself, or what the user says of it; not two different things."""
    if not recorded and not given:
        raise UserError(f"{path} does not say the {name} of the run: give it with --{name}.")
    if recorded and given and recorded != given:
        raise UserError(f"{path} says that the {name} of the run is {recorded}: leave out --{name} {given}.")
    return recorded or given


def _benchmark(scores: Scores, path: Path) -> Benchmark:
    scored = set(scores.results)
    if not scored:
        raise UserError(f"{path} holds no results of tasks, so that nothing can be published: score again.")
    for benchmark in BENCHMARKS:
        expected = benchmark.task_ids()
        if scored <= expected:
            missing = sorted(expected - scored)
            if missing:
                raise UserError(
                    f"{path} holds {len(scored)} of the {len(expected)} tasks of {benchmark.name}; {missing[0]}, for "
                    "one, was not run. A part is no result of the benchmark."
                )
            return benchmark
    strange = sorted(scored - {name for benchmark in BENCHMARKS for name in benchmark.task_ids()})
    raise UserError(
        f"{path} is no run of one split: results are published for `open` or `test`"
        + (f", and {strange[0]} is a task of neither." if strange else ", not for both in one.")
    )


def _made_with(scores: Scores, samples: int) -> str:
    provenance = scores.provenance
    assert provenance is not None and scores.isolation is not None  # that is one of the conditions
    (split,) = provenance.splits
    parts = [
        f"classeval-hf metric {scores.metric_version}, samples isolated at {scores.isolation.tier.value}",
        f"{counted(split.tasks, 'task')} of {split.split} ({split.version}), {provenance.sound_tasks} of them sound "
        "here",
        f"{counted(samples, 'sample')} per task",
        f"{provenance.timeout:g} s per test class",
        *(f"{name}: {text}" for name, text in provenance.summary().items() if name not in _SAID_OTHERWISE),
    ]
    if scores.warnings:
        parts.append(f"warnings: {' '.join(warning.message for warning in scores.warnings)}")
    return "; ".join(parts)
