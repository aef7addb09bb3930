"""The program `classeval-hf`, its command `install`, and options that several commands share."""

import argparse
import gc
import math
import os
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

import classeval_hf
from classeval_hf.core import command_line
from classeval_hf.core.command_line import option
from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import counted, visible_output

if TYPE_CHECKING:
    from classeval_hf.engine.judge import JudgeOptions

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
TIMEOUT = 5.0  # seconds per test class; the paper's
_MODELS = {
    "evaluate": "run a model, score its completions, and report",
    "generate": "run a model: what generation/run.py does",
}  # commands with parsers of their own

# Modules import what they need where they add options and run: loading all takes longer than most commands.
_MODULES = {
    "install": "program",
    **dict.fromkeys(("score", "compare"), "score"),
    **dict.fromkeys(_MODELS, ""),
    **dict.fromkeys(("report", "grade", "publish-results", "publish"), "report"),
    "projects": "projects",
    **dict.fromkeys(("preflight", "floors", "demo", "validate", "fresh", "strengthen"), "tasks"),
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
        gc.set_threshold(*command_line.RARE_GARBAGE)
    return command_line.exit_status("classeval-hf", lambda: _run(given, argv is None))


def _run(given: Sequence[str], is_program: bool) -> int:
    if given and given[0] == "--version":  # reads the metadata of the installed package
        print(f"classeval-hf {classeval_hf.__version__}")
        return 0
    if not given or given[0] not in _MODELS:
        return command_line.run_command(command_parser(given[0] if given else None).parse_args(given))
    command, *arguments = given
    names = {text.partition("=")[0] for text in arguments}
    if not names.isdisjoint(("-h", "--help")):  # needs no library that runs models
        if command == "evaluate":
            from classeval_hf.cli.report import evaluation_parser

            evaluation_parser().print_help()
        else:
            from classeval_hf.generation.options import generation_parser

            generation_parser("classeval-hf generate").print_help()
        return 0
    from classeval_hf.generation import missing_libraries

    if missing := missing_libraries():
        raise UserError(f"{command} needs {', '.join(missing)}: pip install 'classeval-hf[generation]'")
    if is_program and "--show-prompt" in names and names.isdisjoint(("--trust-remote-code", "--retriever")):
        sys.modules.setdefault("torch", None)  # type: ignore[arg-type]  # transformers loads it for tokenizers too
        os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    if command == "evaluate":
        from classeval_hf.cli.report import evaluate

        return evaluate(arguments)
    from classeval_hf.generation.command import main as generate

    return generate(arguments, "classeval-hf generate")


def command_parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """The parser; where `wanted` names a command, only that one has its options."""
    parser: argparse.ArgumentParser = command_line.CommandParser(
        prog="classeval-hf", description="Class-level code generation, judged by tests."
    )
    option(parser, "--version", "print the version, and stop")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    names = [wanted] if wanted in _MODULES else list(_MODULES)
    for module in dict.fromkeys(_MODULES[name] for name in names):
        if module:
            import_module(f"classeval_hf.cli.{module}").add_commands(commands)
        else:
            for name, text in _MODELS.items():
                commands.add_parser(name, help=text, add_help=False)
    return parser


def add_commands(commands: Commands) -> None:
    install = commands.add_parser("install", help='make load_dataset("classeval") and evaluate.load work anywhere')
    option(install, "--classeval-file FILE", "local copy of ClassEval_data.json")
    text = "local copy of RepoClassBench's python_data.json, java_data.json or csharp_data.json; may be repeated"
    option(install, "--repoclassbench-file FILE", text, action="append", default=[])
    option(install, "--deveval-file FILE", "local copy of DevEval's data.tar.gz, or of data.jsonl in it")
    option(install, "--plus", "also make the strengthened tests of ClassEval's tasks, in some minutes")
    command_line.add_output_options(install, _install, as_json=False)


def _install(arguments: argparse.Namespace) -> int:
    from classeval_hf.hub.install import install, install_plus

    report = install(arguments.classeval_file, arguments.repoclassbench_file, arguments.deveval_file)
    for config, counts in {"": report.splits, **report.repository_splits}.items():
        splits = ", ".join(f"{name} ({counted(count, 'task')})" for name, count in counts.items())
        print(f"dataset  classeval{config and ', ' + config}: {splits}")
    print(f"         {report.dataset}\nmetric   classeval_metric\n         {report.metric}")
    for warning in report.warnings:
        warnings.warn(warning, stacklevel=2)
    if not arguments.quiet:
        for note in report.notes:
            print(note)
        print("Where the Hub cannot be reached, set this, and nothing is looked for there: export HF_HUB_OFFLINE=1")
    if not arguments.plus:
        return 0
    new = install_plus(progress=not arguments.quiet)
    print(f"Strengthened tests: {sum(new.tests.values())} of {counted(len(new.tests), 'task')}\n         {new.path}")
    for task_id, missing in new.missing.items():
        reasons = ", ".join(f"{count} since {reason}" for reason, count in Counter(missing.values()).items())
        print(f"{task_id}: {len(missing)} strengthened tests are left out: {reasons}.")
    return 0


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
    text = "further libraries that samples can import, beyond the extra `tasks` and those of their task"
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
    with suppress(ValueError):
        if 0 < (seconds := float(text)) < math.inf:
            return seconds
    raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, or auto, got {text!r}")


def whole_number(text: str, least: int = 0) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"must be an integer >= {least}, got {text!r}")
    return int(text)


positive = partial(whole_number, least=1)


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
