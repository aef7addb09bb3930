"""Publishing to the Hub: `publish-results` and its scored runs; `publish` and the folders of `hub_cards/`."""

import argparse
import difflib
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib import metadata
from operator import attrgetter
from pathlib import Path
from typing import cast

import yaml
from huggingface_hub import CommitOperationAdd, EvalResult, HfApi, ModelCard, ModelCardData, hf_hub_download

# `huggingface_hub.errors` has not all of these in older versions.
from huggingface_hub.utils import (  # type: ignore[attr-defined]
    EntryNotFoundError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    RepositoryNotFoundError,
    validate_repo_id,
)

from classeval_hf.classes.tasks.libraries import install_line
from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import METRIC_VERSION
from classeval_hf.metrics.averages import DEFAULT_KS
from classeval_hf.metrics.scores import DEFAULT_TIMEOUT, Provenance, Scores, ScoreWarning
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS
from classeval_hf.runs.loading import choose_runs, find_runs, labelled
from classeval_hf.runs.run_records import STRATEGIES, Decoding, RunFiles, RunRecord
from classeval_hf.runs.score_files import read_run_scores
from classeval_hf.scoring.score_warnings import short_warning
from classeval_hf.tasks.splits import is_own, released_hashes

METRIC_NAME = "classeval_metric"  # also of the Space's repository: `evaluate` looks for a file of its name
_TIERS = ("T3", "T2")
_NAMED = 5  # tasks that a message names
_PUBLISHED = tuple(f"{level}_pass@{k}" for level in ("class", "method") for k in DEFAULT_KS)  # as in `eval.yaml`


def _problems(scores: Scores, provenance: Provenance, record: RunRecord) -> Iterator[str]:
    """Why the conditions of a run are not the standard ones. Truncated completions are only mentioned in the notes."""
    if len(provenance.splits) != 1:
        names = " and ".join(split.split for split in provenance.splits)
        yield f"its tasks come from several splits ({names}): score each split by itself"
    for split in provenance.splits:
        if is_own(split.split):
            yield f"{split.tasks} of its tasks belong to no split that results are published for"
        elif not split.is_released:
            yield f"the tests of the split {split.split} are not the released ones: score without --tasks-from"
        if split.tasks < split.of:
            yield f"it holds {split.tasks} of the {split.of} tasks of the split {split.split}: score all"
    missing = provenance.missing_libraries
    if missing:
        modules = sorted({module for names in missing.values() for module in names})
        yield f"{counted(len(missing), 'task')} lacked libraries ({', '.join(modules)}): {install_line(modules)}"
    if scores.metric_version != METRIC_VERSION:
        yield f"it was scored by version {scores.metric_version} of the metric, and this is {METRIC_VERSION}"
    if provenance.timeout != DEFAULT_TIMEOUT:
        yield f"its time limit is {provenance.timeout} and not {DEFAULT_TIMEOUT:g} s: leave --timeout out"
    if provenance.max_answer_chars != MAX_COMPLETION_CHARS:
        limits = f"{provenance.max_answer_chars} characters were read, and not of up to {MAX_COMPLETION_CHARS}"
        yield f"completions of up to {limits}: leave --max-answer-chars out"
    if scores.isolation is None or scores.isolation.tier.value not in _TIERS:
        tier = scores.isolation.tier.value if scores.isolation is not None else "an unknown tier"
        yield f"its samples were isolated at {tier}: score where T2 or T3 is available"
    if scores.n_infrastructure_errors:
        yield f"{counted(scores.n_infrastructure_errors, 'sample')} could not be run: score again"
    min_samples, max_samples = scores.samples_per_task
    if min_samples != max_samples:
        yield f"its tasks have from {min_samples} to {max_samples} samples: generate the missing ones"
    unasked = next((warning for warning in scores.warnings if warning.kind == "prompt_too_long"), None)
    steps = record.prompts_too_long or ()
    if unasked is not None:
        yield f"{unasked.message.rstrip('.')}: generate with a longer --max-length, or a model with a longer window"
    elif steps:
        tasks = list(dict.fromkeys(step.task_id for step in steps))
        names = ", ".join(tasks[:_NAMED]) + (", ..." if len(tasks) > _NAMED else "")
        cut = len({(step.task_id, step.sample) for step in steps})
        lack = f"{counted(cut, 'sample')} {agreeing(cut, 'lacks', 'lack')} what the model was not asked"
        yield f"{lack}, since the prompt did not fit ({names}): generate with a longer --max-length"
    if 0 < record.tasks.count < len(scores.results):
        count = counted(record.tasks.count, "task")
        yield f"its generation was of {count} alone, and the scores are of {len(scores.results)}"
    asked = 1 if record.arguments.decoding.greedy else record.arguments.decoding.n_samples or 0
    if min_samples < asked:
        short = next(task for task, samples in scores.results.items() if len(samples) == min_samples)
        there = f"{min_samples} of {counted(asked, 'sample')} {agreeing(min_samples, 'is', 'are')} there"
        yield f"{there} of task {short}: generate the missing ones, and score again"


@dataclass(frozen=True)
class Benchmark:
    split: str
    name: str  # its name on a card
    prefix: str  # start of the names of its result files
    dataset_repo: str = ""  # its dataset on the Hub, if known


BENCHMARKS = (
    Benchmark("test", "ClassEval", "classeval", "FudanSELab/ClassEval"),
    Benchmark("open", "ClassEval-HF (open)", "classeval_open"),
)  # benchmarks with published results


@dataclass(frozen=True)
class ScoredRun:
    benchmark: Benchmark
    scores: dict[str, float]  # pass@k by name of the metric's keys, from 0 to 1
    strategy: str  # how the class was generated, such as `"holistic"`
    sampling: str  # `"greedy"`, or the number of samples and the parameters
    date: str  # day of the run, ISO 8601
    notes: str  # conditions of the scores; warnings last
    warnings: tuple[ScoreWarning, ...] = ()  # about the scores


def read_run(path: str | Path, name: str = "", strategy: str = "", sampling: str = "", date: str = "") -> ScoredRun:
    """Reads a scored run, by its label or file of samples; an error if its conditions are not the standard ones."""
    path, of_file = Path(path), []
    runs = labelled(find_runs(str(path)))
    for run in runs:
        stem = run.path.name if run.is_folder or run.samples_path is None else run.samples_path.stem
        of_file += [run] if name and name in (str(run.samples_path), stem) else []
    if not name and len(runs) != 1:
        labels = "; ".join(run.label for run in runs)
        raise UserError(f"{path} holds {counted(len(runs), 'run')}: choose one with --run, of {labels}.")
    (run,) = of_file if len(of_file) == 1 else choose_runs(runs, [name])
    record, scores_file = run.record or RunRecord(), RunFiles(run.path).metrics if run.is_folder else path
    if run.scores is None and run.is_folder:
        raise UserError(f"{run.path} is not scored: it has no {scores_file.name}. Repeat the run with --score.")
    scores = run.scores if run.scores is not None else read_run_scores(path)  # raises an error if it is another file
    recorded = {"strategy": record.arguments.strategy, "sampling": str(record.arguments.decoding)}
    for option, given in (("strategy", strategy), ("sampling", sampling)):
        if not recorded[option] and not given:
            raise UserError(f"{path} does not state the {option} of the run: give it with --{option}.")
        if recorded[option] and given and recorded[option] != given:
            raise UserError(f"The {option} of the run in {path} is {recorded[option]}: leave out --{option} {given}.")
    strategy, sampling = recorded["strategy"] or strategy, recorded["sampling"] or sampling
    if strategy not in STRATEGIES:
        raise UserError(f"--strategy {strategy}: unknown; it is one of {', '.join(STRATEGIES)}.")
    benchmark, provenance = _benchmark(scores, scores_file), scores.provenance
    if provenance is None:
        how = f"classeval-hf score SAMPLES -o {scores_file.name}"
        raise UserError(f"{scores_file} has no provenance. Score the samples again: {how}.")
    if problems := "; ".join(_problems(scores, provenance, record)):
        why = f"it was not scored under standard conditions: {problems}"
        raise UserError(f"{scores_file} cannot be published, since {why}.")
    samples, _ = scores.samples_per_task  # equal for all tasks, as one of the conditions
    if sampling == str(Decoding(greedy=True)) and samples > 1:
        how = 'as in "n=5, temperature 0.2"'
        raise UserError(f"--sampling {sampling}: a greedy run has one sample per task, not {samples}. State it {how}.")
    assert scores.isolation is not None  # as one of the conditions, and a single split
    (split,) = provenance.splits
    prompt = f", {record.prompt.kind} prompt" if record.prompt.kind else ""
    notes = [
        *(f"{strategy}{prompt}", sampling),
        f"classeval-hf metric {scores.metric_version}, samples isolated at {scores.isolation.tier.value}",
        f"{counted(split.tasks, 'task')} of {split.split} ({split.version}), {provenance.sound_tasks} of them sound "
        "here",
        *(f"{counted(samples, 'sample')} per task", f"{provenance.timeout:g} s per test class"),
        *(f"{name}: {text}" for name, text in provenance.summary().items() if name not in ("limits", "isolation")),
        *[f"warnings: {' '.join(warning.message for warning in scores.warnings)}"][: len(scores.warnings)],
    ]
    published = {name: scores.averages[name] for name in _PUBLISHED if name in scores.averages}
    date = date or datetime.fromtimestamp(scores_file.stat().st_mtime, timezone.utc).date().isoformat()
    return ScoredRun(benchmark, published, strategy, sampling, date, "; ".join(notes), tuple(scores.warnings))


def _benchmark(scores: Scores, path: Path) -> Benchmark:
    scored = set(scores.results)
    if not scored:
        raise UserError(f"{path} holds no results of tasks, so that nothing can be published: score again.")
    for benchmark in BENCHMARKS:
        expected = released_hashes(benchmark.split).keys()
        if missing := sorted(expected - scored) if scored < expected else []:
            found = f"{len(scored)} of the {len(expected)} tasks of {benchmark.name}"
            raise UserError(f"{path} holds {found}, {missing[0]} is missing. Results need all tasks.")
        if scored == expected:
            return benchmark
    strange = sorted(scored - {name for benchmark in BENCHMARKS for name in released_hashes(benchmark.split)})
    raise UserError(
        f"{path} is not a run of one split: results are published for `open` or `test`"
        + (f", and {strange[0]} is a task of neither." if strange else ", not for both in one.")
    )


class HubUnreachableError(OSError):
    """The Hub does not respond, or is switched off by `HF_HUB_OFFLINE`."""


@dataclass(frozen=True)
class Upload:
    repo_id: str  # `organisation/name`
    repo_type: str  # `"model"`, `"dataset"` or `"space"`
    files: Mapping[str, bytes]  # content by path in the repository
    message: str  # title of the pull request
    description: str = ""  # its text


def fetch_file(repo_id: str, repo_type: str, path: str) -> bytes | None:
    try:
        return Path(hf_hub_download(repo_id, path, repo_type=repo_type)).read_bytes()
    except LocalEntryNotFoundError as error:
        raise HubUnreachableError("the Hub cannot be reached") from error
    except (EntryNotFoundError, RepositoryNotFoundError):
        return None
    except OSError as error:
        raise HubUnreachableError(str(error).partition("\n")[0]) from error


def show_upload(upload: Upload) -> str:
    """The changes of an upload as text: each new file whole, each changed file as a diff."""
    parts, problem = [], ""
    for path, content in upload.files.items():
        before = None
        try:
            before = None if problem else fetch_file(upload.repo_id, upload.repo_type, path)
        except HubUnreachableError as error:
            problem = str(error)
        name = "/dev/null" if before is None else f"a/{path}"
        try:
            old, new = (text.decode().splitlines() for text in (before or b"", content))
            lines = list(difflib.unified_diff(old, new, name, f"b/{path}", lineterm=""))
        except UnicodeDecodeError:
            lines = [f"{'+' if before is None else '~'} {path} ({len(content):,} bytes)"]
        parts.append("\n".join(lines) if before != content else f"= {path} (unchanged)")
    if problem:
        parts.append(f"Not compared with what is in {upload.repo_id}: {problem}.")
    return "\n".join(parts)


def publish_results(arguments: argparse.Namespace) -> int:
    run = read_run(arguments.run_path, arguments.run_name, arguments.strategy, arguments.sampling, arguments.date)
    for warning in run.warnings:
        print(f"{arguments.run_path}: {short_warning(warning)}", file=sys.stderr)
    dataset_repo = arguments.dataset_repo or run.benchmark.dataset_repo
    if not dataset_repo:
        raise UserError(f"Results for {run.benchmark.name} need the dataset they are listed with: --dataset-repo.")
    if arguments.source_name and not arguments.source_url:
        raise UserError("A source with a name needs an address: give --source-url too.")
    source = (arguments.source_url, arguments.source_name)
    path, text = eval_result_file(run, dataset_repo, *source)
    files = {path: text.encode()}
    if arguments.model_index:
        try:
            present = fetch_file(arguments.model_repo, "model", "README.md")
        except HubUnreachableError:
            if not arguments.dry_run:  # a dry run continues without the card
                raise
            present = None
        card = None if present is None else present.decode()
        files["README.md"] = card_with_results(card, arguments.model_repo, run, dataset_repo, *source).encode()
    rows = [f"- {metric}: {value:.4f}" for metric, value in run.scores.items()]
    text = "\n".join([f"{run.benchmark.name}, {run.notes}", "", *rows])
    upload = Upload(arguments.model_repo, "model", files, f"Add results on {run.benchmark.name}", text)
    return _deliver(upload, arguments)


def publish_folder(arguments: argparse.Namespace) -> int:
    """Publishes a folder of `hub_cards/`, in the checkout that this package is installed from, with the name of the
    repository filled in."""
    is_metric = arguments.what == "metric"
    if arguments.requirement and not is_metric:
        raise UserError("--requirement is for the metric: the dataset needs no package.")
    if is_metric and arguments.output is not None and arguments.output.name != "classeval_metric":
        raise UserError(f"--output {arguments.output}: `evaluate.load` needs a folder called classeval_metric.")
    if is_metric and arguments.repo.rpartition("/")[2] != METRIC_NAME:
        raise UserError(f"The Space must be called {METRIC_NAME}, as the file that evaluate.load looks for.")
    cards = Path(__file__).resolve().parents[2] / "hub_cards"
    if not cards.is_dir():
        raise FileNotFoundError(f"{cards} does not exist: publish from a checkout installed with `pip install -e .`.")
    paths = {path.relative_to(cards / arguments.what): path for path in sorted((cards / arguments.what).rglob("*"))}
    files = {
        name.as_posix(): path.read_bytes()
        for name, path in paths.items()
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts)
    }
    placeholder = f"<org>/{METRIC_NAME}" if is_metric else "<org>/classeval"
    files["README.md"] = files["README.md"].replace(placeholder.encode(), arguments.repo.encode())
    if is_metric:
        files["README.md"] = files["README.md"].replace(b"<metric_version>", METRIC_VERSION.encode())
        lines = files["requirements.txt"].decode().rstrip("\n")
        requirement = arguments.requirement or f"classeval-hf[tasks]=={metadata.version('classeval-hf')}"
        files["requirements.txt"] = f"{lines}\n{requirement}\n".encode()
        files[f"{METRIC_NAME}.py"] = (cards.parent / f"{METRIC_NAME}.py").read_bytes()
    kind = "space" if is_metric else "dataset"
    return _deliver(Upload(arguments.repo, kind, files, f"Update the {arguments.what}"), arguments)


def _deliver(upload: Upload, arguments: argparse.Namespace) -> int:
    try:
        validate_repo_id(upload.repo_id)
    except HFValidationError as error:
        raise UserError(f"{upload.repo_id!r} is not a name of a repository: {error}") from error
    if "/" not in upload.repo_id:
        raise UserError(f"The repository {upload.repo_id!r} lacks its owner: write organisation/name.")
    if arguments.output is not None:
        for path, content in upload.files.items():
            (arguments.output / path).parent.mkdir(parents=True, exist_ok=True)
            (arguments.output / path).write_bytes(content)
        if not arguments.quiet:
            print(f"{counted(len(upload.files), 'file')} written to {arguments.output}")
    address = None
    if arguments.dry_run:
        print(show_upload(upload))
        if not arguments.quiet:
            print(f"\nNothing was uploaded to the {upload.repo_type} {upload.repo_id}.")
    else:
        operations = [CommitOperationAdd(path, content) for path, content in upload.files.items()]
        kind, title, text = upload.repo_type, upload.message, upload.description
        try:
            commit = HfApi().create_commit(
                upload.repo_id,
                operations,
                commit_message=title,
                commit_description=text,
                repo_type=kind,
                create_pr=True,
            )
        except RepositoryNotFoundError as error:
            sdk = " --space-sdk gradio" if kind == "space" else ""
            raise UserError(
                f"There is no {kind} {upload.repo_id}, or your token may not see it. Create it with `hf repo create "
                f"{upload.repo_id} --repo-type {kind}{sdk}`, log in with `hf auth login`, and run this again."
            ) from error
        except HfHubHTTPError as error:
            raise OSError(f"The Hub refuses the upload to {upload.repo_id}: {error}") from error
        address = commit.pr_url or commit.commit_url
        print(f"Pull request: {address}")
    shown = {"repository": upload.repo_id, "type": upload.repo_type, "files": sorted(upload.files)}
    arguments.result = {**shown, "pull_request": address}
    return 0


def eval_result_file(
    run: ScoredRun, dataset_repo: str, source_url: str = "", source_name: str = ""
) -> tuple[str, str]:
    """The path and text of a result file; `source_url` is where completions, verdicts or a report can be read."""
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError as error:  # the lowest version that the rest of the package works with is older
        raise UserError("huggingface_hub is too old for .eval_results: pip install -U huggingface_hub.") from error
    about = {"source_url": source_url or None, "source_name": source_name or None}
    about |= {"date": run.date, "notes": run.notes}
    entries = [
        EvalResultEntry(dataset_id=dataset_repo, task_id=metric.replace("@", "_at_"), value=round(value, 6), **about)
        for metric, value in run.scores.items()
    ]
    text = yaml.safe_dump(eval_result_entries_to_yaml(entries), sort_keys=False, allow_unicode=True, width=100)
    variant = re.sub(r"[^a-z0-9.]+", "_", f"{run.strategy} {run.sampling}".lower()).strip("_")
    return f".eval_results/{run.benchmark.prefix}_{variant}.yaml", text


def card_with_results(
    card: str | None, model_repo: str, run: ScoredRun, dataset_repo: str, source_url: str = "", source_name: str = ""
) -> str:
    name = model_repo.rpartition("/")[2]
    try:
        parsed = ModelCard(card if card is not None else f"# {name}\n", ignore_metadata_errors=False)
    except (ValueError, yaml.YAMLError) as error:
        raise UserError(f"The metadata of the card of {model_repo} cannot be read: {error}") from error
    fresh = [
        EvalResult(
            task_type="text-generation",
            dataset_type=dataset_repo,
            dataset_name=run.benchmark.name,
            dataset_split=run.benchmark.split,
            metric_type="pass@k",
            metric_name=metric,
            metric_value=round(value, 6),
            # Of the metric, not of the dataset: the Hub's client keeps one set of arguments per dataset.
            metric_args={"strategy": run.strategy, "sampling": run.sampling},
            source_url=source_url or None,
            source_name=source_name or None,
        )
        for metric, value in run.scores.items()
    ]
    data = cast(ModelCardData, parsed.data)
    of_metric = attrgetter("dataset_type", "dataset_split", "metric_args", "metric_name")  # of one run
    replaced = list(map(of_metric, fresh))
    kept = [item for item in data.eval_results or [] if of_metric(item) not in replaced]
    data.model_name = data.model_name or name
    data.eval_results = [*kept, *fresh]
    return str(parsed)
