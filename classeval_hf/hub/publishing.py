"""Publishing to the Hub: what the commands `publish-results` and `publish` do."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.hub.folders import dataset_files, space_files
from classeval_hf.hub.results import Source, card_with_results, eval_result_file
from classeval_hf.hub.runs import ScoredRun, read_run
from classeval_hf.hub.uploads import (
    HubUnreachableError,
    Upload,
    fetch_file,
    open_pull_request,
    show_upload,
    write_upload,
)
from classeval_hf.metrics.short_warnings import short_warning


def publish_results(arguments: argparse.Namespace) -> int:
    """Proposes a run's scores to the model's repository."""
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
        card = _present_card(arguments.model_repo, arguments.dry_run)
        files["README.md"] = card_with_results(card, arguments.model_repo, run, dataset_repo, source).encode()
    upload = Upload(arguments.model_repo, "model", files, f"Add results on {run.benchmark.name}", _description(run))
    return _deliver(upload, arguments)


def _present_card(model_repo: str, dry_run: bool) -> str | None:
    """The model's current card; a dry run continues without it where the Hub is unavailable."""
    try:
        card = fetch_file(model_repo, "model", "README.md")
    except HubUnreachableError:
        if dry_run:
            return None
        raise
    return None if card is None else card.decode()


def publish_folder(arguments: argparse.Namespace) -> int:
    """Proposes the dataset or the metric to its repository."""
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
            print(f"{len(upload.files)} files written to {arguments.output}")
    address = None
    if arguments.dry_run:
        print(show_upload(upload))
        if not arguments.quiet:
            print(f"\nNothing was uploaded to the {upload.repo_type} {upload.repo_id}.")
    else:
        address = open_pull_request(upload)
        print(f"Pull request: {address}")
    arguments.result = {
        "repository": upload.repo_id,
        "type": upload.repo_type,
        "files": sorted(upload.files),
        "pull_request": address,
    }
    return 0


def _description(run: ScoredRun) -> str:
    rows: list[Any] = [f"- {metric}: {value:.4f}" for metric, value in run.scores.items()]
    return "\n".join([f"{run.benchmark.name}, {run.notes}", "", *rows])
