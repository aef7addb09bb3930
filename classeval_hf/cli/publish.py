"""The commands `classeval-hf publish-results` and `classeval-hf publish`."""

import argparse
from pathlib import Path

from classeval_hf.cli.options import Commands
from classeval_hf.core.command_line import add_output_options, option
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
    option(results, "run_path RUN", "file of scores, or folder of a generation run", type=Path)
    option(results, "--model-repo ORG/NAME", "repository of the model", required=True)
    option(results, "--dataset-repo ORG/NAME", "dataset that the result is listed with (needed for the split open)")
    option(results, "--run NAME", "which run, if RUN holds several", dest="run_name", default="")
    option(results, "--strategy NAME", "how the classes were generated, if RUN does not say", default="")
    option(results, "--sampling TEXT", 'such as "greedy", if RUN does not say', default="")
    option(results, "--date DAY", "day of the run (default: that of the file)", default="")
    option(results, "--source-url URL", "address of completions or a report", default="")
    option(results, "--source-name NAME", "what that is called", default="")
    option(results, "--model-index", "also put the scores into the card's metadata")

    publish = commands.add_parser("publish", help="propose dataset or metric to their repositories on the Hub")
    publish.add_argument("what", choices=["dataset", "metric"])
    option(publish, "--repo ORG/NAME", "repository; the metric's is a Space", required=True)
    text = "metric: how pip gets this package (default: its version on the index)"
    option(publish, "--requirement TEXT", text, default="")
    for command in (results, publish):
        option(command, "--dry-run", "show what would change, and upload nothing")
        option(command, "-o --output FOLDER", "also write the files here", action=Output, kind=_PROPOSED)
        add_output_options(command, _publish)


# Only publishing imports the Hub's library, which takes a third of the time in which the command line starts.
def _publish(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.publishing import publish_folder, publish_results

    return publish_folder(arguments) if "what" in arguments else publish_results(arguments)
