"""Atomic writes: files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["check_folder", "write_whole"]


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


def check_folder(output: Path | None) -> None:
    """
    Checks that a file can be written later on, before any work is done for it.

    Args:
        output (`Path`, *optional*): the file; `None` if there is none to write.

    Raises:
        `FileNotFoundError`: if its folder does not exist.
    """
    if output is not None and not output.absolute().parent.is_dir():
        raise FileNotFoundError(f"The folder of {output} does not exist.")
