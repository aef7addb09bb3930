"""`--log`: scores in an experiment tracker, through accelerate; one command is one run, with metrics per strategy."""

import os
from collections.abc import Mapping
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.generation.options import OPTIONS, Arguments
from classeval_hf.metrics.scores import Scores
from classeval_hf.prompting.steps import Strategy

PROJECT = "classeval"
_WANDB_SETTINGS: Mapping[str, Any] = {
    **{"console": "off", "save_code": False},
    **dict.fromkeys(("disable_git", "x_disable_meta", "x_disable_stats"), True),
}  # no command line (it may hold a secret), no user name, nothing of the user's repository


def require_tracker(name: str) -> None:
    """Checks, before anything is generated, that one of [`TRACKERS`] can be used."""
    if find_spec(name) is None:
        raise UserError(f"--log {name} needs {name}, which is not installed: `pip install {name}`.")
    from accelerate.tracking import LOGGER_TYPE_TO_CLASS

    if name not in LOGGER_TYPE_TO_CLASS:
        raise UserError(
            f"--log {name} needs a later accelerate than {metadata.version('accelerate')}: "
            "`pip install --upgrade accelerate`."
        )
    if name == "wandb" and os.environ.get("WANDB_MODE") not in ("offline", "disabled"):
        import wandb

        try:  # so that it does not ask for a key when hours of generation are over
            is_known = bool(wandb.login(prompt=False))
        except TypeError:  # an earlier wandb, which always prompts
            is_known = True
        if not is_known:
            raise UserError(
                "--log wandb finds no account: `wandb login` first, or set WANDB_MODE=offline and `wandb sync` later."
            )


def log_scores(scores: Mapping[Strategy, Scores], arguments: Arguments, folder: Path) -> None:
    """Logs scores, in the main process; `folder` is for the local files of a tracker."""
    from accelerate.tracking import LOGGER_TYPE_TO_CLASS

    name, run = arguments.output.log or "", "-".join(arguments.names(arguments.prompts.strategy))
    settings: dict[str, dict[str, Any]] = {
        "tensorboard": {"logging_dir": str(folder / "tensorboard")},
        "trackio": {"name": run},
        "wandb": {"name": run, "dir": str(folder), "settings": dict(_WANDB_SETTINGS)},
    }
    try:
        tracker = LOGGER_TYPE_TO_CLASS[name](PROJECT, **settings[name])
        if hasattr(tracker, "start"):  # earlier versions of accelerate start it at once
            tracker.start()
        tracker.store_init_configuration(logged_config(arguments))
        tracker.log(logged_metrics(scores, name), step=0)
        tracker.finish()
    except Exception as error:  # of any kind, since each tracker has its own
        raise OSError(
            f"--log {name}: {type(error).__name__}: {error} The scores are in metrics.json; the same command logs "
            "them again, and generates nothing."
        ) from error
    print(f"The scores are logged with {name}: project {PROJECT}, run {run}")


def logged_metrics(scores: Mapping[Strategy, Scores], tracker: str) -> dict[str, float]:
    """The averages as flat metrics, `holistic/class_pass@1`; wandb's names take no `@`."""
    averages = {
        f"{strategy.value}/{metric}": float(value)
        for strategy, result in scores.items()
        for metric, value in result.averages.items()
    }
    return {name.replace("@", "_at_"): value for name, value in averages.items()} if tracker == "wandb" else averages


def logged_config(arguments: Arguments) -> dict[str, str | int | float | bool]:
    """The recorded arguments without secrets and local paths, and the version of this package."""
    recorded = {**arguments.recorded(arguments.strategies[0]).to_dict(), "strategy": arguments.prompts.strategy}
    config = {name: value for name, value in recorded.items() if OPTIONS[name].logged and value is not None}
    for name in ("model", "tokenizer", "split", "retriever"):
        if name in config and Path(config[name]).exists():
            config[name] = Path(config[name]).resolve().name
    plain = {name: ", ".join(value) if isinstance(value, list) else value for name, value in config.items()}
    return {**plain, "classeval_hf": metadata.version("classeval-hf")}
