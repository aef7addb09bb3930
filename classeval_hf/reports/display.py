"""Untrusted text for pages, Markdown and figures; styles and scripts of pages."""

import base64
import csv
import hashlib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classeval_hf.core.command_line import OutputKind
from classeval_hf.core.files import write_whole
from classeval_hf.core.terminal import visible
from classeval_hf.runs.run_records import numbered

if TYPE_CHECKING:
    import jinja2

NAME_LIMIT = 80  # characters shown of a name that a model chose, such as that of a type of exception
LINE_LIMIT = 2_000  # characters shown of one line of a completion
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?%?")
_FORMULA = re.compile(r"\s*[=+\-@].", re.DOTALL)
_MARKDOWN = re.compile(r"([\\`*\[\]<>|~&])")


def clip(text: str, limit: int) -> str:
    """Cuts a text to a length, with an ellipsis at its end."""
    return text if len(text) <= limit else text[: limit - 1] + "\u2026"


def clip_completion(text: str, limit: int, line_limit: int = LINE_LIMIT) -> tuple[str, list[str]]:
    """Makes a completion visible, and cuts the end of a long one and of long lines."""
    notes = [f"Shown are the first {limit:,} of {len(text):,} characters."] if len(text) > limit else []
    # Line ends of Python are those of the page, so that line numbers agree with those of messages.
    lines = visible(text[:limit].replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    long = [number for number, line in enumerate(lines, 1) if len(line) > line_limit]
    if long:
        places = ", ".join(map(str, long[:5])) + (", ..." if len(long) > 5 else "")
        notes.append(f"Lines are cut at {line_limit:,} characters: line {places}.")
    return "\n".join(clip(line, line_limit) for line in lines), notes


def markdown_text(text: str) -> str:
    """The text for a place within a line of Markdown, tables included."""
    return _MARKDOWN.sub(r"\\\1", " ".join(visible(text).split()))


def percent(value: float | None) -> str:
    """A share in percent with one decimal, as in the papers; empty for none."""
    return "" if value is None else f"{value * 100:.1f}"


def asset(name: str) -> str:
    return (resources.files("classeval_hf.reports") / "templates" / name).read_text(encoding="utf-8")


def source_hash(text: str) -> str:
    """The source expression by which a content security policy allows one inline style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def csv_text(header: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table as CSV, in which spreadsheets compute no text as a formula; numbers stay as they are."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    for row in (header, *rows):
        cells = list(row)
        for place, cell in enumerate(row):
            if isinstance(cell, str) and not _NUMBER.fullmatch(cell):
                text = visible(cell)
                cells[place] = f"'{text}" if _FORMULA.match(text) else text
        writer.writerow(cells)
    return target.getvalue()


def file_names(labels: Iterable[str]) -> list[str]:
    """Names of files for labels, each once."""
    return numbered(re.sub(r"[^\w.,=@+-]+|^\.+", "_", label) for label in labels)  # a number has a blank


def write_files(kind: OutputKind, folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Writes the files of an output by name, and removes those of an earlier one."""
    for path in {path for name in kind.files for path in folder.glob(name)} - {folder / name for name in files}:
        path.unlink()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, content)
    return [folder / name for name in files]


def page_environment() -> "jinja2.Environment":
    """The Jinja environment of pages: it escapes all values of templates, and makes them visible."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,  # every text
        trim_blocks=True,
        lstrip_blocks=True,
    )
