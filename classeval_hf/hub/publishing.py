"""Publishing to the Hub: what the commands `publish-results` and `publish` do."""

import argparse
import difflib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
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

from classeval_hf.core.errors import UserError
from classeval_hf.core.plurals import counted
from classeval_hf.hub.folders import dataset_files, space_files
from classeval_hf.hub.runs import ScoredRun, read_run
from classeval_hf.metrics.score_warnings import short_warning


class HubUnreachableError(OSError):
    """The Hub does not respond, or is switched off by `HF_HUB_OFFLINE`."""


@dataclass(frozen=True)
class Upload:
    repo_id: str  # `organisation/name`
    repo_type: str  # `"model"`, `"dataset"` or `"space"`
    files: Mapping[str, bytes]  # content by path in the repository
    message: str  # title of the pull request
    description: str = ""  # its text

    def __post_init__(self) -> None:
        try:
            validate_repo_id(self.repo_id)
        except HFValidationError as error:
            raise UserError(f"{self.repo_id!r} is no name of a repository: {error}") from error
        if "/" not in self.repo_id:
            raise UserError(f"The repository {self.repo_id!r} lacks its owner: write organisation/name.")


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
    """What an upload would change, as text: each file, whole or as its difference to the one that is there."""
    parts, problem = [], ""
    for path, content in upload.files.items():
        before = None
        if not problem:
            try:
                before = fetch_file(upload.repo_id, upload.repo_type, path)
            except HubUnreachableError as error:
                problem = str(error)
        parts.append(_show_file(path, before, content))
    if problem:
        parts.append(f"Not compared with what is in {upload.repo_id}: {problem}.")
    return "\n".join(parts)


def write_upload(upload: Upload, folder: Path) -> None:
    for path, content in upload.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _show_file(path: str, before: bytes | None, content: bytes) -> str:
    if before == content:
        return f"= {path} (unchanged)"
    old, new = _lines(before or b""), _lines(content)
    if old is None or new is None:
        return f"{'+' if before is None else '~'} {path} ({len(content):,} bytes)"
    name = "/dev/null" if before is None else f"a/{path}"
    return "\n".join(difflib.unified_diff(old, new, name, f"b/{path}", lineterm=""))


def _lines(content: bytes) -> list[str] | None:
    try:
        return content.decode().splitlines()
    except UnicodeDecodeError:
        return None


def publish_results(arguments: argparse.Namespace) -> int:
    run = read_run(arguments.run_path, arguments.run_name, arguments.strategy, arguments.sampling, arguments.date)
    for warning in run.warnings:
        print(f"{arguments.run_path}: {short_warning(warning)}", file=sys.stderr)
    dataset_repo = arguments.dataset_repo or run.benchmark.dataset_repo
    if not dataset_repo:
        raise UserError(
            f"Say with --dataset-repo which dataset of the Hub the results for {run.benchmark.name} are listed with."
        )
    source = Source(arguments.source_url, arguments.source_name)
    path, text = eval_result_file(run, dataset_repo, source)
    files = {path: text.encode()}
    if arguments.model_index:
        try:
            present = fetch_file(arguments.model_repo, "model", "README.md")
        except HubUnreachableError:
            if not arguments.dry_run:  # which continues without the card
                raise
            present = None
        card = None if present is None else present.decode()
        files["README.md"] = card_with_results(card, arguments.model_repo, run, dataset_repo, source).encode()
    rows = [f"- {metric}: {value:.4f}" for metric, value in run.scores.items()]
    text = "\n".join([f"{run.benchmark.name}, {run.notes}", "", *rows])
    upload = Upload(arguments.model_repo, "model", files, f"Add results on {run.benchmark.name}", text)
    return _deliver(upload, arguments)


def publish_folder(arguments: argparse.Namespace) -> int:
    if arguments.what == "dataset":
        if arguments.requirement:
            raise UserError("--requirement is for the metric: the dataset needs no package.")
        upload = Upload(arguments.repo, "dataset", dataset_files(arguments.repo), "Update the dataset")
    else:
        if arguments.output is not None and arguments.output.name != "classeval_metric":
            raise UserError(
                f"--output {arguments.output}: `evaluate.load` takes a folder only if it has the name of its script, "
                "so call it classeval_metric."
            )
        files = space_files(arguments.repo, arguments.requirement)
        upload = Upload(arguments.repo, "space", files, "Update the metric")
    return _deliver(upload, arguments)


def _deliver(upload: Upload, arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        write_upload(upload, arguments.output)
        if not arguments.quiet:
            print(f"{counted(len(upload.files), 'file')} written to {arguments.output}")
    address = None
    if arguments.dry_run:
        print(show_upload(upload))
        if not arguments.quiet:
            print(f"\nNothing was uploaded to the {upload.repo_type} {upload.repo_id}.")
    else:
        operations = [CommitOperationAdd(path, content) for path, content in upload.files.items()]
        try:
            commit = HfApi().create_commit(
                upload.repo_id,
                operations,
                commit_message=upload.message,
                commit_description=upload.description,
                repo_type=upload.repo_type,
                create_pr=True,
            )
        except RepositoryNotFoundError as error:
            sdk = " --space-sdk gradio" if upload.repo_type == "space" else ""
            raise UserError(
                f"There is no {upload.repo_type} {upload.repo_id}, or your token may not see it. Create it with "
                f"`hf repo create {upload.repo_id} --repo-type {upload.repo_type}{sdk}`, log in with "
                "`hf auth login`, and run this again."
            ) from error
        except HfHubHTTPError as error:
            raise OSError(f"The Hub refuses the upload to {upload.repo_id}: {error}") from error
        address = commit.pr_url or commit.commit_url
        print(f"Pull request: {address}")
    arguments.result = {
        "repository": upload.repo_id,
        "type": upload.repo_type,
        "files": sorted(upload.files),
        "pull_request": address,
    }
    return 0


@dataclass(frozen=True)
class Source:
    """Where a result can be looked up; a name needs an address."""

    url: str = ""  # address of completions and verdicts, or of a report
    name: str = ""  # what it is called

    def __post_init__(self) -> None:
        if self.name and not self.url:
            raise UserError("A source with a name needs an address: give --source-url too.")


def eval_result_file(run: ScoredRun, dataset_repo: str, source: Source) -> tuple[str, str]:
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError as error:  # the lowest version that the rest of the package works with is older
        raise UserError(
            "The installed huggingface_hub does not know .eval_results yet: pip install -U huggingface_hub."
        ) from error
    entries = [
        EvalResultEntry(
            dataset_id=dataset_repo,
            task_id=metric.replace("@", "_at_"),
            value=round(value, 6),
            date=run.date,
            source_url=source.url or None,
            source_name=source.name or None,
            notes=run.notes,
        )
        for metric, value in run.scores.items()
    ]
    text = yaml.safe_dump(eval_result_entries_to_yaml(entries), sort_keys=False, allow_unicode=True, width=100)
    return f".eval_results/{run.benchmark.prefix}_{run.variant}.yaml", text


def card_with_results(card: str | None, model_repo: str, run: ScoredRun, dataset_repo: str, source: Source) -> str:
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
            source_url=source.url or None,
            source_name=source.name or None,
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
