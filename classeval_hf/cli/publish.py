"""The commands `classeval-hf publish-results` and `classeval-hf publish`."""

import argparse
from pathlib import Path

from classeval_hf.cli.options import Commands
from classeval_hf.core.command_line import add_output_options
from classeval_hf.core.outputs import Output, OutputKind

_ABOUT_CLASSEVAL = "(?is).*classeval"

_PROPOSED = OutputKind(
    "files for the Hub",
    {
        ".eval_results/*.yaml": _ABOUT_CLASSEVAL,
        "README.md": "(?is)---.*classeval",
        "data/open-*.parquet": "PAR1",
        **dict.fromkeys(("eval.yaml", "app.py", "requirements.txt", "classeval_metric.py"), _ABOUT_CLASSEVAL),
    },
)


def add_commands(commands: Commands) -> None:
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
    command.add_argument(
        "-o", "--output", action=Output, kind=_PROPOSED, metavar="FOLDER", help="also write the files here"
    )
    add_output_options(command)


# The library of the Hub takes a third of the time that the command line takes to start, so only publishing imports it.
def _publish_results(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.publishing import publish_results

    return publish_results(arguments)


def _publish_folder(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.publishing import publish_folder

    return publish_folder(arguments)
