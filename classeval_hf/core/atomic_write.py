"""Atomic writes: files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: str | bytes) -> None:
    """
    Writes a file in one step, so that an interruption leaves the old one or none.

    Args:
        path (`Path`): the file.
        content (`str` or `bytes`): all of it; text is written as UTF-8, with its line ends as they are.

    Raises:
        `OSError`: if it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    with partial.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
