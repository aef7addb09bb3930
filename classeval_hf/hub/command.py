"""The commands `classeval-hf publish-results` and `classeval-hf publish`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    _Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = ["add_publish_commands"]


def add_publish_commands(commands: _Subparsers) -> None:
    """
    Adds both commands to a command line.

    Args:
        commands (`argparse` subparsers): what `ArgumentParser.add_subparsers` returned.
    """
    results = commands.add_parser("publish-results", help="propose a run's scores to the model's repository")
    results.add_argument("run_path", type=Path, metavar="RUN", help="file of scores, or folder of a generation run")
    results.add_argument("--model-repo", required=True, metavar="ORG/NAME", help="repository of the model")
    results.add_argument(
        "--dataset-repo", metavar="ORG/NAME", help="dataset that the result is listed with (needed for the split open)"
    )
    results.add_argument("--run", dest="run_name", default="", metavar="NAME", help="which run, if RUN holds several")
    results.add_argument("--strategy", default="", help="how the classes were generated, if RUN does not say")
    results.add_argument("--sampling", default="", help='such as "greedy", if RUN does not say')
    results.add_argument("--date", default="", help="day of the run (default: that of the file)")
    results.add_argument("--source-url", default="", metavar="URL", help="address of completions or a report")
    results.add_argument("--source-name", default="", metavar="NAME", help="what that is called")
    results.add_argument("--model-index", action="store_true", help="also put the scores into the card's metadata")
    _add_destination(results)
    results.set_defaults(run=_publish_results)

    publish = commands.add_parser("publish", help="propose dataset or metric to their repositories on the Hub")
    publish.add_argument("what", choices=["dataset", "metric"])
    publish.add_argument("--repo", required=True, metavar="ORG/NAME", help="repository; the metric's is a Space")
    publish.add_argument(
        "--requirement", default="", help="metric: how pip gets this package (default: its version on the index)"
    )
    _add_destination(publish)
    publish.set_defaults(run=_publish_folder)


def _add_destination(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="show what would change, and upload nothing")
    command.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="also write the files here")


def _publish_results(arguments: argparse.Namespace) -> int:
    run = read_run(arguments.run_path, arguments.run_name, arguments.strategy, arguments.sampling, arguments.date)
    dataset_repo = arguments.dataset_repo or run.benchmark.dataset_repo
    if not dataset_repo:
        raise ValueError(
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


def _publish_folder(arguments: argparse.Namespace) -> int:
    if arguments.what == "dataset":
        if arguments.requirement:
            raise ValueError("--requirement is for the metric: the dataset needs no package.")
        upload = Upload(arguments.repo, "dataset", dataset_files(arguments.repo), "Update the dataset")
    else:
        if arguments.output is not None and arguments.output.name != "classeval_metric":
            raise ValueError(
                f"--output {arguments.output}: `evaluate.load` takes a folder only if it has the name of its script, "
                "so call it classeval_metric."
            )
        files = space_files(arguments.repo, arguments.requirement)
        upload = Upload(arguments.repo, "space", files, "Update the metric")
    return _deliver(upload, arguments)


def _deliver(upload: Upload, arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        write_upload(upload, arguments.output)
        print(f"{len(upload.files)} files written to {arguments.output}")
    if arguments.dry_run:
        print(show_upload(upload))
        print(f"\nNothing was uploaded to the {upload.repo_type} {upload.repo_id}.")
    else:
        print(f"Pull request: {open_pull_request(upload)}")
    return 0


def _description(run: ScoredRun) -> str:
    rows: list[Any] = [f"- {metric}: {value:.4f}" for metric, value in run.scores.items()]
    return "\n".join([f"{run.benchmark.name}, {run.notes}", "", *rows])
