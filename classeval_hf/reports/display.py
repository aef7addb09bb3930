"""Text of unknown origin made visible for a page, Markdown and figures, and the pages' styles and scripts."""

import base64
import hashlib
import re
from importlib import resources

from classeval_hf.core.visible_output import visible

NAME_LIMIT = 80  # characters shown of a name that a model chose, such as that of a type of exception
LINE_LIMIT = 2_000  # characters shown of one line of a completion
_MARKDOWN = re.compile(r"([\\`*\[\]<>|~&])")


def clip(text: str, limit: int) -> str:
    """The text, or its head and an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "\u2026"


def clip_completion(text: str, limit: int, line_limit: int = LINE_LIMIT) -> tuple[str, list[str]]:
    """Makes a completion visible, and cuts the end of a long one and of long lines."""
    notes = []
    if len(text) > limit:
        notes.append(f"Shown are the first {limit:,} of {len(text):,} characters.")
    # All that ends a line of Python does so on the page, so that lines are counted as messages count them.
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
