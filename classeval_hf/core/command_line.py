"""The parser of all commands, which suggests options and choices; options, also as fields of records; outputs (`-o`),
which replace files of their own kind only, and never an input; exit status of commands."""

import argparse
import errno
import io
import json
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, redirect_stdout, suppress
from dataclasses import dataclass, field, fields
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

from rich_argparse import RichHelpFormatter

from classeval_hf.core.errors import ClassEvalError, UserError, causes, did_you_mean
from classeval_hf.core.files import RUN_RECORD, RUN_SCORES, STANDARD_INPUT, check_folder, in_words

Run = Callable[[argparse.Namespace], int]  # a command; the status is returned
# For `gc.set_threshold`: there is little cyclic garbage, and searching for it took a seventh of the time of `score`.
RARE_GARBAGE = (100_000, 20, 20)


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


def add_options(parser: argparse._ActionsContainer, records: Iterable[Any], group: str) -> None:
    """Adds the options of a group."""
    for item in (item for record in records for item in fields(record)):
        option = item.metadata.get("option", Option())
        if option.group == group:
            by_type = _BY_TYPE.get(str(item.type).removesuffix(" | None"), {})
            settings = option.settings if "action" in option.settings else {**by_type, **option.settings}
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


_HEAD_BYTES = 1 << 14
_OF_RUNS = re.compile(rf"{re.escape(RUN_RECORD)}|(samples|steps)(\.rank\d+)?\.jsonl")
"""Names of files in the folder of a run, which only the run itself writes."""


@dataclass(frozen=True)
class OutputKind:
    name: str  # in messages, such as "scores"
    # By the name of a file in the output folder, which may have `*`, a regular expression for the file's beginning;
    # the name is empty for an output that is a single file.
    files: Mapping[str, str]


class Output(argparse.Action):
    """An option for the path of an output; other options are those of `argparse.Action`."""

    def __init__(self, *, kind: OutputKind, **options: Any) -> None:
        super().__init__(**{**options, "type": str})
        self.kind = kind

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, _: str | None = None
    ) -> None:
        if "" in self.kind.files and str(values).endswith(os.sep):  # a path has no trailing separator
            raise argparse.ArgumentError(self, f"{values} is a folder: name a file in it, such as {values}FILE")
        setattr(namespace, self.dest, Path(values))


def check_outputs(actions: Sequence[argparse.Action], namespace: argparse.Namespace) -> None:
    """Checks that a command replaces only files of its own kind, and that it can write."""
    given = [(action, getattr(namespace, action.dest, None)) for action in actions]
    read, named = set[tuple[int, int] | None](), list[Path]()
    for action, value in given:
        values = value if isinstance(value, (list, tuple)) else [value]
        paths = [one for one in values if isinstance(one, (str, Path)) and not isinstance(action, Output)]
        named += map(Path, paths if not action.option_strings else ())
        for parts in (str(path).split("=") for path in paths):  # a path, or one behind `=` in `LABEL=PATH`
            read.update(_identity(Path("=".join(parts[start:]))) for start in range(len(parts)))
    read.discard(None)
    for action, path in given:
        if isinstance(action, Output) and path is not None:
            option, name = max(action.option_strings, key=len), action.kind.name
            real = Path(os.path.realpath(path))  # `Path.resolve` raises where a link leads to itself
            for file, head in _replaced(option, path, action.kind).items():
                problem = f"not a regular file, so {name} cannot" if file.exists() and not file.is_file() else ""
                problem = f"read by this command, and {name} would" if _identity(file) in read else problem
                if problem:
                    raise UserError(f"{option}: {file} is {problem} replace it. Name another place.")
                with file.open("rb") if file.is_file() else io.BytesIO() as opened:
                    content = opened.read(_HEAD_BYTES)  # an empty file may be replaced
                if content and re.match(head, content.decode(errors="replace").lstrip("\ufeff \r\n\t")) is None:
                    raise UserError(
                        f"{option}: {file} holds something else than {name}, which would be lost. Name another place, "
                        "or remove the file first."
                    )
            # The folder of a run may hold only scores of that run.
            siblings = real.parent.iterdir() if real.name == RUN_SCORES else ()
            of_run = {file for file in siblings if _OF_RUNS.fullmatch(file.name)}
            if of_run and (len(named) != 1 or Path(os.path.realpath(named[0])) not in {real.parent, *of_run}):
                raise UserError(
                    f"{option} {path}: this file is for the scores of the run in {path.parent} alone, and this "
                    "command reads something else. Name another file."
                )


def _replaced(option: str, output: Path, kind: OutputKind) -> Mapping[Path, str]:
    """The files that an output may replace, each with the beginning that it must have."""
    if str(output) == STANDARD_INPUT:
        raise UserError(f"{option} -: it names a file or folder. For results on standard output, give --json alone.")
    if "" in kind.files:
        if _OF_RUNS.fullmatch(output.name):
            raise UserError(
                f"{option} {output}: a file of this name belongs to a run, and is not for {kind.name}. Name another."
            )
        check_folder(output)
        return {output: kind.files[""]} if os.path.lexists(output) else {}
    if os.path.lexists(output) and not output.is_dir():
        what = "a file" if output.exists() else "a broken link"
        raise NotADirectoryError(f"{option} {output} is {what}; the folder of {kind.name} is needed. Name a folder.")
    absolute = output.absolute()
    existing = next(one for one in (absolute, *absolute.parents) if one.exists())
    if not existing.is_dir():
        raise NotADirectoryError(f"{option} {output} cannot be created: {existing} is a file. Name another folder.")
    try:
        check_folder(existing / output.name)
    except IsADirectoryError:
        pass
    except OSError as error:
        made = "written" if output.exists() else "created"
        reason = str(error.__cause__.strerror if isinstance(error.__cause__, OSError) else error).lower()
        raise type(error)(f"{option} {output} cannot be {made}: {reason}. Name a folder of your own.") from error
    return {path: head for name, head in kind.files.items() for path in output.glob(name)}


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and number of a file, the same for all its names; `None` for a folder or a missing file."""
    with suppress(OSError, ValueError):  # `ValueError` for a text that cannot be a path
        status = path.stat()
        return None if path.is_dir() else (status.st_dev, status.st_ino)
    return None


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
