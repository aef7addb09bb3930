"""The parser of all commands, which suggests options and choices; options, also as fields of records; exit status and
output of commands."""

import argparse
import errno
import gc
import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass, field, fields
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

from rich_argparse import RichHelpFormatter

from classeval_hf.core.errors import ClassEvalError, causes, did_you_mean, in_words
from classeval_hf.core.outputs import check_outputs

Run = Callable[[argparse.Namespace], int]  # a command; the status is returned


def collect_garbage_rarely() -> None:
    """Collects cyclic garbage rarely: there is little, and searching for it took a seventh of the time of `score`."""
    gc.set_threshold(100_000, 20, 20)


class _HelpFormatter(RichHelpFormatter):
    group_name_formatter = str.capitalize
    help_markup = False
    text_markup = False


class CommandParser(argparse.ArgumentParser):
    """A parser with short errors that suggest the option, choice or command that may have been meant."""

    suggest_on_error = False  # of Python 3.15, which suggests choices only

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{"formatter_class": _HelpFormatter, **options})

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As in `argparse`, but a misspelled option is an error, and outputs are checked."""
        args, is_last = sys.argv[1:] if args is None else list(args), self._subparsers is None
        if "" in args and is_last:
            self.error("an argument is empty: leave it out, or check the variable of the shell that it comes from")
        # Long options, up to a command, are checked first: a misspelled required one would be reported as missing.
        given = takewhile(lambda text: text != "--" and (text.startswith("-") or is_last), args)
        known = self._option_string_actions
        for option in [text.partition("=")[0] for text in given if text.startswith("--") and " " not in text]:
            hint = did_you_mean(option, known)
            if hint and not any(name.startswith(option) for name in known):
                self.error(f"unrecognized arguments: {option}.{hint}")
        parsed, rest = super().parse_known_args(args, namespace)
        if rest and is_last:  # else the main parser reports it, with its own help
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        check_outputs(self._actions, parsed)
        return parsed, rest

    def error(self, message: str) -> NoReturn:
        """Prints the error in one line, with the command that lists all options."""
        self.exit(2, f"{self.prog}: error: {message}\nAll options: {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += f".{did_you_mean(value, action.choices or ())}"
            raise


_TYPES = {"FILE": Path, "FOLDER": Path, "PATH": Path, "N": int, "LEVEL": float}  # of values of these names


def option(parser: argparse._ActionsContainer, notation: str, text: str, **settings: Any) -> None:
    """Adds `-o --option VALUE`, `--option VALUE...` for several, `--switch`, or an argument `name VALUE`.

    `settings`, as of `add_argument`, come before what follows from the notation."""
    names = notation.split()
    if len(names) > 1 and not names[-1].startswith("-"):
        value = names.pop()
        several = {"nargs": "+"} if value.endswith("...") else {}
        value = value.removesuffix("...")
        settings = {"metavar": value, "type": _TYPES.get(value), **several, **settings}
    elif notation.startswith("-") and not settings:
        settings = {"action": "store_true"}
    parser.add_argument(*names, help=text, **settings)


_BY_TYPE: Mapping[str, Mapping[str, Any]] = {
    **{"bool": {"action": "store_const", "const": True}, "tuple[str, ...]": {"nargs": "+"}},
    **{"int": {"type": int, "metavar": "N"}, "float": {"type": float}, "Path": {"type": Path}},
}  # settings of an option by the annotation of its field; other options are texts


@dataclass(frozen=True)
class Option:
    """A field as an option. The option has no effect where `only_for` names other kinds than the one in use."""

    group: str = ""  # heading in the help; if empty, the field is not an option
    free: bool = False  # may differ when a run is resumed, since it changes no completion
    logged: bool = True  # may be sent to a tracker, since it holds no secret and no place on this machine
    least: int | None = None  # the smallest number that it takes
    only_for: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()  # further names of the option
    settings: Mapping[str, Any] = field(default_factory=dict)  # of `add_argument`


def option_field(
    group: str,
    default: Any,
    text: str,
    *flags: str,
    free: bool = False,
    logged: bool = True,
    least: int | None = None,
    only_for: tuple[str, ...] = (),
    **settings: Any,
) -> Any:
    """A field with its option. `{}` in the text is the default; further settings follow from the field's type."""
    settings["help"] = text.format(default)
    option = Option(group, free, logged, least, only_for, flags, settings)
    return field(default=default, metadata={"option": option})


def options_of(*records: Any) -> dict[str, Option]:
    """The options of classes of records, by the names of their fields."""
    return {item.name: item.metadata.get("option", Option()) for record in records for item in fields(record)}


def add_options(parser: argparse._ActionsContainer, records: Iterable[Any], group: str) -> None:
    """Adds the options of a group."""
    for item in (item for record in records for item in fields(record)):
        option = item.metadata.get("option", Option())
        if option.group == group:
            settings = option.settings
            if "action" not in settings:
                settings = {**_BY_TYPE.get(str(item.type).removesuffix(" | None"), {}), **settings}
            parser.add_argument(option_name(item.name), *option.flags, **settings)


def option_name(field_name: str) -> str:
    return f"--{field_name.replace('_', '-')}"


def add_output_options(
    command: argparse.ArgumentParser, run: Run | None = None, as_json: bool = True, with_warnings: bool = False
) -> None:
    """Adds `--quiet`, `--verbose` if the command prints warnings on scores, and `--json` if it sets `result`."""
    command.set_defaults(run=run)
    option(command, "-q --quiet", "print results, warnings and errors alone")
    if with_warnings:
        option(command, "-v --verbose", "print each warning on scores in full")
    if as_json:
        option(command, "--json", "print the results as JSON, the rest to standard error")
        command.set_defaults(result=None)


def exit_status(program: str, work: Callable[[], int | None], on_interrupt: Callable[[], None] | None = None) -> int:
    """Runs a program; its status is what `work` returns, 2 for a user's error, 130 if interrupted, 3 for a bug."""
    before = warnings.formatwarning
    try:
        # In one line, without the line of code, which means nothing to users.
        warnings.formatwarning = lambda message, *_, **__: f"{program}: warning: {' '.join(str(message).split())}\n"
        status = work()
        sys.stdout.flush()
        return status or 0
    except BrokenPipeError:  # the reader of the output, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discards the remaining output
        return 0
    except KeyboardInterrupt:
        if on_interrupt is None:
            print(f"{program}: interrupted", file=sys.stderr)
        else:
            on_interrupt()
        return 130
    except Exception as error:
        limit, said = "", ("can't start new thread", os.strerror(errno.EAGAIN))
        if any(text in str(one) for one in causes(error) for text in said):
            import resource  # not on every system

            most = resource.getrlimit(resource.RLIMIT_NPROC)[0]
            number = "no limit of its own" if most == resource.RLIM_INFINITY else f"a limit of {most}"
            limit = (
                f"No further process or thread can be started: this account has {number} (`ulimit -u`), and a "
                "container may have another. Raise it, or run fewer at a time (--workers)."
            )
        if limit or isinstance(error, (ClassEvalError, OSError, MemoryError)):
            words = f"{in_words(error).rstrip('.')}. {limit}" if limit else in_words(error)
            print(f"{program}: error: {words}", file=sys.stderr)
            return 2
        print(traceback.format_exc(), end="", file=sys.stderr)
        name = f"classeval-hf {metadata.version('classeval-hf')}"
        print(f"{program}: this is a bug of {name}. Please report it with the lines above.", file=sys.stderr)
        return 3
    finally:
        warnings.formatwarning = before


def run_command(arguments: argparse.Namespace) -> int:
    """Runs `arguments.run`; with `--json` standard output holds its result alone, the rest goes to standard error."""
    as_json = getattr(arguments, "json", False)
    with ExitStack() as stack:
        if as_json:
            rest = stack.enter_context(Path(os.devnull).open("w")) if arguments.quiet else sys.stderr
            stack.enter_context(redirect_stdout(rest))
        status: int = arguments.run(arguments)
    if as_json:
        print(json.dumps(arguments.result, indent=1, allow_nan=False))
    return status
