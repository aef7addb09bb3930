"""Options that several commands have."""

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from classeval_hf.core.errors import UserError

if TYPE_CHECKING:
    from classeval_hf.judging.judge import JudgeOptions

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
TIMEOUT = 5.0  # seconds per test class; the paper's


def add_scoring_options(command: argparse.ArgumentParser, ks: bool = True) -> None:
    from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS

    command.add_argument("--tasks-from", type=Path, metavar="PATH", help="take the tasks from this file or folder")
    if ks:
        command.add_argument("-k", type=int, nargs="+", help="the k of pass@k (default: each of 1, 3, 5 that fits)")
    command.add_argument(
        "--timeout",
        type=time_limit,
        default=TIMEOUT,
        metavar="SECONDS|auto",
        help="processor time per test class; auto: ten times what the reference takes, 1 to 5 s (default: 5)",
    )
    command.add_argument(
        "--allow-missing-libraries", action="store_true", help="count tasks whose libraries are missing as unsound"
    )
    command.add_argument("--workers", type=positive, help="samples run at a time (default: all cores)")
    command.add_argument(
        "--max-answer-chars",
        type=positive,
        default=MAX_COMPLETION_CHARS,
        metavar="N",
        help="a longer completion is not read, and fails (default: %(default)s)",
    )
    command.add_argument("--no-cache", action="store_true", help="run everything again, and keep no verdicts")
    add_isolation_options(command)


def time_limit(text: str) -> float | str:
    """A number of seconds, or `auto`."""
    from classeval_hf.judging.judge import AUTO_TIMEOUT

    if text == AUTO_TIMEOUT:
        return text
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no time limit: give a number of seconds above 0, or auto")
    return seconds


def positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def add_resampling_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--resamples", type=positive, default=9999, help="where some are needed (default: %(default)s)"
    )
    command.add_argument("--seed", type=int, default=0, help="of the resampling (default: %(default)s)")


def add_isolation_options(command: argparse.ArgumentParser) -> None:
    tiers = ["T3", "T2", "T1", "T0"]
    command.add_argument("--isolation", default="auto", choices=["auto", *tiers], help="tier of isolation")
    command.add_argument(
        "--min-isolation", choices=tiers, help="weakest tier to accept (default: T1, or what --isolation names)"
    )


def judge_options(arguments: argparse.Namespace) -> "JudgeOptions":
    """How samples are judged, as [`add_scoring_options`] has it."""
    from classeval_hf.judging.judge import JudgeOptions

    return JudgeOptions(
        timeout=arguments.timeout,
        num_workers=arguments.workers,
        isolation=arguments.isolation,
        min_isolation=arguments.min_isolation,
        cache=not arguments.no_cache,
        progress=not arguments.quiet,
        cluster=getattr(arguments, "cluster", None),
        max_answer_chars=arguments.max_answer_chars,
        allow_missing_libraries=arguments.allow_missing_libraries,
    )


def require_generation(what: str) -> None:
    """Raises `ValueError`, with how to install it, where what runs models is missing."""
    from classeval_hf.generation import missing_libraries

    if missing := missing_libraries():
        raise UserError(f"{what} needs {', '.join(missing)}: pip install 'classeval-hf[generation]'")
