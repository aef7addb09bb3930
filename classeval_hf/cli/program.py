"""The command `classeval-hf`, and options that several commands share."""

import argparse
import math
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import classeval_hf
from classeval_hf.core import command_line
from classeval_hf.core.command_line import option
from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import visible_output

if TYPE_CHECKING:
    from classeval_hf.engine.judge import JudgeOptions

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
TIMEOUT = 5.0  # seconds per test class; the paper's
_MODELS = {
    "evaluate": "run a model, score what it wrote, and report",
    "generate": "run a model: what generation/run.py does",
}  # the commands whose options are read by parsers of their own

# Modules import what they need where they add options and run: loading all takes longer than most commands.
_MODULES = {
    "install": "install",
    **dict.fromkeys(("score", "compare"), "score"),
    **dict.fromkeys(_MODELS, ""),
    **dict.fromkeys(("report", "grade", "publish-results", "publish"), "report"),
    "projects": "projects",
    **dict.fromkeys(("preflight", "floors", "demo", "validate"), "checks"),
    "strengthen": "strengthen",
    "completion": "program",
}  # modules of this room by command, in the order of the help; an empty name for those with parsers of their own


@visible_output()
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line; status 0: success, 1: failed check, 2: bad input, 3: a bug, 130: interrupted."""
    given = list(sys.argv[1:] if argv is None else argv)
    if argv is None:  # this process runs nothing else
        if given[:1] == ["install"]:  # for its evaluators, `evaluate` imports transformers, and PyTorch with it
            sys.modules.setdefault("transformers", None)  # type: ignore[arg-type]
        if not given or given[0] not in _MODELS:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads wait busily, and none has work here
        command_line.collect_garbage_rarely()
    return command_line.exit_status("classeval-hf", lambda: _run(given, argv is None))


def _run(given: Sequence[str], is_program: bool) -> int:
    if not given or given[0] not in _MODELS:
        return command_line.run_command(command_parser(given[0] if given else None).parse_args(given))
    command, *arguments = given
    names = {text.partition("=")[0] for text in arguments}
    if not names.isdisjoint(("-h", "--help")):  # needs no library that runs models
        _parser_of(command).print_help()
        return 0
    require_generation(command)
    if is_program and "--show-prompt" in names and names.isdisjoint(("--trust-remote-code", "--retriever")):
        sys.modules.setdefault("torch", None)  # type: ignore[arg-type]  # transformers loads it for tokenizers too
        os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    if command == "evaluate":
        from classeval_hf.generation.evaluation import main as evaluate

        return evaluate(arguments)
    from classeval_hf.generation.command import main as generate

    return generate(arguments, "classeval-hf generate")


class _PrintVersion(argparse.Action):
    """Looks up the version only when asked, since that reads the metadata of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"classeval-hf {classeval_hf.__version__}")
        parser.exit()


def _parser_of(command: str) -> argparse.ArgumentParser:
    if command == "evaluate":
        from classeval_hf.generation.evaluation import evaluation_parser

        return evaluation_parser()
    from classeval_hf.generation.arguments import generation_parser

    return generation_parser("classeval-hf generate")


def _completion(arguments: argparse.Namespace) -> int:
    parser = command_parser(generation={name: _parser_of(name) for name in _MODELS})
    print(command_line.completion_script(parser, arguments.shell))
    return 0


def command_parser(
    wanted: str | None = None, generation: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})
) -> argparse.ArgumentParser:
    """The parser; where `wanted` names a command, only that one has its options."""
    parser: argparse.ArgumentParser = command_line.CommandParser(
        prog="classeval-hf", description="Class-level code generation, judged by tests."
    )
    option(parser, "--version", "print the version, and stop", action=_PrintVersion, nargs=0)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    if wanted == "--version":
        return parser
    names = [wanted] if wanted in _MODULES else list(_MODULES)
    for module in dict.fromkeys(_MODULES[name] for name in names):
        if module:
            import_module(f"classeval_hf.cli.{module}").add_commands(commands)
        else:
            for name, text in _MODELS.items():
                parents = [generation[name]] if name in generation else []
                commands.add_parser(name, help=text, add_help=False, parents=parents)
    return parser


def add_commands(commands: Commands) -> None:
    completion = commands.add_parser("completion", help="print what completes this command in a shell")
    option(completion, "shell", "which shell the script is for", choices=command_line.SHELLS)
    completion.set_defaults(run=_completion)


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
    from classeval_hf.engine.judge import AUTO_TIMEOUT

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
    from classeval_hf.engine.judge import JudgeOptions
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
