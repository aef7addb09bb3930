"""The command line of `generation/run.py`, read and checked before any model is loaded."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from classeval_hf.core.command_line import CommandParser, add_output_options
from classeval_hf.core.errors import UserError
from classeval_hf.generation.pipeline.argument_checks import check_arguments, greedy_decoding
from classeval_hf.generation.pipeline.options import (
    DECODING,
    GROUPS,
    MODEL,
    PRESETS,
    SCRIPT,
    SERVER,
    Arguments,
    add_options,
    option_name,
)
from classeval_hf.generation.steps import Strategy
from classeval_hf.tasks.splits import REPOSITORY_SPLITS

_OF_SEEDS = ("temperature", "top_p", "top_k", "max_length", "max_new_tokens")  # decoding of a model that writes tests


def parse_arguments(argv: Sequence[str] | None = None, prog: str = SCRIPT) -> Arguments:
    """Reads the command line and checks what can be checked without tasks and model."""
    return read_arguments(vars(generation_parser(prog).parse_args(argv)))


def read_arguments(options: Mapping[str, Any]) -> Arguments:
    """As [`parse_arguments`], from the options of [`generation_parser`], `None` for those not given."""
    return _checked({name: value for name, value in options.items() if value is not None})


def add_seed_options(parser: argparse.ArgumentParser) -> None:
    """Adds to another command the options that say how a model is run that writes tests."""
    group = parser.add_argument_group("seeds from a model")
    group.add_argument(
        "--seed-model", metavar="MODEL", help="ask it for tests: Hub id or local folder, or its name on the server"
    )
    group.add_argument("--seed-samples", type=int, default=1, metavar="N", help="texts per task (default: 1)")
    add_options(group, DECODING, _OF_SEEDS)
    add_options(parser.add_argument_group("the model (with --seed-model)"), MODEL)
    add_options(parser.add_argument_group("its server (with --seed-model and --backend openai)"), SERVER)


def seed_arguments(namespace: argparse.Namespace) -> Arguments | None:
    """Reads what [`add_seed_options`] added, and the other command's `--seed`; `None` where no model is asked."""
    parser = argparse.ArgumentParser()
    add_seed_options(parser)
    names = [action.dest for action in parser._actions if action.dest != "help"]
    given = {name: value for name in names if (value := getattr(namespace, name)) is not None}
    model, samples = given.pop("seed_model", None), given.pop("seed_samples")
    if model is None:
        if given:
            option = option_name(next(iter(given)))
            raise UserError(f"{option} is for a model that writes seeds: name the model by --seed-model.")
        return None
    if samples < 1:
        raise UserError(f"--seed-samples must be at least 1, but is {samples}.")
    return _checked({**given, "model": model, "n_samples": samples, "seed": namespace.seed})


def _checked(given: dict[str, Any]) -> Arguments:
    preset = PRESETS[given["preset"]] if "preset" in given else {}
    listed = {name: tuple(given.get(name, ())) for name in ("task_ids", "without_tools", "projects")}
    if given.get("split") in REPOSITORY_SPLITS:
        given.setdefault("strategy", Strategy.BASIC.value)
    arguments = Arguments(**{**preset, **given, **greedy_decoding(given), **listed})
    check_arguments(arguments, given)
    return arguments


def generation_parser(
    prog: str = SCRIPT,
    description: str = "Class-level code generation with any causal language model.",
    as_json: bool = False,
) -> argparse.ArgumentParser:
    """The options of generation; each is `None` where it is not given. `as_json` adds `--json`."""
    parser = CommandParser(prog=prog, description=description)
    parser.add_argument("--model", required=True, help="Hub id or local folder, or the model's name on the server")
    for group in GROUPS:
        add_options(parser.add_argument_group(group), group)
    add_output_options(parser, as_json, with_warnings=True)
    return parser
