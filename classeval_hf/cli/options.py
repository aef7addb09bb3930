"""Options that several commands share."""

import argparse
import math
from typing import TYPE_CHECKING, TypeAlias

from classeval_hf.core.command_line import option
from classeval_hf.core.errors import UserError

if TYPE_CHECKING:
    from classeval_hf.judging.judge import JudgeOptions

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
TIMEOUT = 5.0  # seconds per test class; the paper's


def add_scoring_options(command: argparse.ArgumentParser, ks: bool = True, of_models: bool = True) -> None:
    from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS

    option(command, "--tasks-from PATH", "take the tasks from this file or folder")
    if ks and of_models:
        option(command, "-k N...", "the k of pass@k (default: each of 1, 3, 5 that fits)")
    text = "processor time per test class; auto: ten times what the reference takes, 1 to 5 s (default: %(default)g)"
    if not of_models:
        text = "processor time per test class (default: ten times what the solution takes, 1 to 5 s)"
    option(command, "--timeout SECONDS|auto", text, type=time_limit, default=TIMEOUT if of_models else "auto")
    option(command, "--allow-missing-libraries", "count tasks whose libraries are missing as unsound")
    text = "libraries that samples can import besides those of the extra `tasks` and of their own task"
    option(command, "--allow-libraries NAME...", text, default=())
    option(command, "--workers N", "samples run at a time (default: all cores)", type=positive)
    if of_models:
        text = "a longer completion is not read, and fails (default: %(default)s)"
        option(command, "--max-answer-chars N", text, type=positive, default=MAX_COMPLETION_CHARS)
    option(command, "--no-cache", "run everything again, and keep no verdicts")
    add_isolation_options(command)


def time_limit(text: str) -> float | str:
    from classeval_hf.judging.judge import AUTO_TIMEOUT

    if text == AUTO_TIMEOUT:
        return text
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, or auto, got {text!r}")
    return seconds


def positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"must be an integer >= 1, got {text!r}")
    return int(text)


def add_resampling_options(command: argparse.ArgumentParser) -> None:
    option(command, "--resamples N", "number of resamples (default: %(default)s)", type=positive, default=9999)
    option(command, "--seed N", "seed of the resampling (default: %(default)s)", default=0)


def add_isolation_options(command: argparse.ArgumentParser) -> None:
    tiers = ["T3", "T2", "T1", "T0"]
    option(command, "--isolation", "tier of isolation", default="auto", choices=["auto", *tiers])
    text = "weakest tier to accept (default: T1, or what --isolation names)"
    option(command, "--min-isolation", text, choices=tiers)


def judge_options(arguments: argparse.Namespace) -> "JudgeOptions":
    """Reads the options that [`add_scoring_options`] adds."""
    from classeval_hf.judging.judge import JudgeOptions
    from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS

    return JudgeOptions(
        timeout=arguments.timeout,
        num_workers=arguments.workers,
        isolation=arguments.isolation,
        min_isolation=arguments.min_isolation,
        cache=not arguments.no_cache,
        progress=not arguments.quiet,
        cluster=getattr(arguments, "cluster", None),
        max_answer_chars=getattr(arguments, "max_answer_chars", MAX_COMPLETION_CHARS),
        allow_missing_libraries=arguments.allow_missing_libraries,
        allow_libraries=tuple(arguments.allow_libraries),
    )


def require_generation(what: str) -> None:
    """Raises a `UserError` that says what to install, if libraries that run models are missing."""
    from classeval_hf.generation import missing_libraries

    if missing := missing_libraries():
        raise UserError(f"{what} needs {', '.join(missing)}: pip install 'classeval-hf[generation]'")
