"""The command `classeval-hf`."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

import classeval_hf
from classeval_hf.cli.options import Commands, require_generation
from classeval_hf.core import command_line
from classeval_hf.core.visible_output import visible_output

_MODELS = {
    "evaluate": "run a model, score what it wrote, and report",
    "generate": "run a model: what generation/run.py does",
}  # the commands whose options are read by parsers of their own

# Modules import what they need where they add options and run: loading all takes longer than most commands.
_MODULES = {
    **{name: name for name in ("install", "score", "compare")},
    **dict.fromkeys(_MODELS, ""),
    **{name: name for name in ("report", "grade")},
    **dict.fromkeys(("publish-results", "publish"), "publish"),
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
        from classeval_hf.generation.cli.evaluation import main as evaluate

        return evaluate(arguments)
    from classeval_hf.generation.cli.command import main as generate

    return generate(arguments, "classeval-hf generate")


class _PrintVersion(argparse.Action):
    """Looks up the version only when asked, since that reads the metadata of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        print(f"classeval-hf {classeval_hf.__version__}")
        parser.exit()


def _parser_of(command: str) -> argparse.ArgumentParser:
    if command == "evaluate":
        from classeval_hf.generation.cli.evaluation import evaluation_parser

        return evaluation_parser()
    from classeval_hf.generation.pipeline.arguments import generation_parser

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
    command_line.option(parser, "--version", "print the version, and stop", action=_PrintVersion, nargs=0)
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
    command_line.option(completion, "shell", "which shell the script is for", choices=command_line.SHELLS)
    completion.set_defaults(run=_completion)
