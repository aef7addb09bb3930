"""Outputs of commands, given by `-o`: they replace files of their own kind only, and never an input."""

import argparse
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.input_files import STANDARD_INPUT
from classeval_hf.core.storage import check_folder

_HEAD_BYTES = 1 << 14
_OF_RUNS = re.compile(r"run\.json|(samples|steps)(\.rank\d+)?\.jsonl")
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
    inputs = (path for action, value in given if not isinstance(action, Output) for path in _paths(value))
    read = set(map(_identity, inputs)) - {None}
    arguments = [value if isinstance(value, list) else [value] for action, value in given if not action.option_strings]
    named = [Path(value) for values in arguments for value in values if isinstance(value, (str, Path))]
    for action, path in given:
        if isinstance(action, Output) and path is not None:
            option, name = max(action.option_strings, key=len), action.kind.name
            real = Path(os.path.realpath(path))  # `Path.resolve` raises where a link leads to itself
            for file, head in _replaced(option, path, action.kind).items():
                problem = ""
                if _identity(file) in read:
                    problem = f"is read by this command, and {name} would replace it"
                elif file.is_dir() or (file.exists() and not file.is_file()):
                    problem = f"is not a regular file, so {name} cannot replace it"
                if problem:
                    raise UserError(f"{option}: {file} {problem}. Name another place.")
                content = b""  # an empty file may be replaced
                if file.is_file():
                    with file.open("rb") as opened:
                        content = opened.read(_HEAD_BYTES)
                if content and re.match(head, content.decode(errors="replace").lstrip("\ufeff \r\n\t")) is None:
                    raise UserError(
                        f"{option}: {file} holds something else than {name}, which would be lost. Name another place, "
                        "or remove the file first."
                    )
            # The folder of a run may hold only scores of that run.
            siblings = real.parent.iterdir() if real.name == "metrics.json" else ()
            of_run = {file for file in siblings if _OF_RUNS.fullmatch(file.name)}
            if of_run and (len(named) != 1 or Path(os.path.realpath(named[0])) not in {real.parent, *of_run}):
                raise UserError(
                    f"{option} {path}: this file is for the scores of the run in {path.parent} alone, and this "
                    "command reads something else. Name another file."
                )


def _paths(value: object) -> Iterable[Path]:
    """The files and folders that an argument may name: as a path, or behind `=` in `LABEL=PATH`."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _paths(item)
    elif isinstance(value, (str, Path)):
        parts = str(value).split("=")
        yield from (Path("=".join(parts[start:])) for start in range(len(parts)))


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
