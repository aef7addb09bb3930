"""Where and how this package writes files: the folder of its caches, and atomic writes."""

import os
from contextlib import suppress
from pathlib import Path


def cache_directory() -> Path:
    """Folder of this package's files within `HF_HOME`, read from the environment at every call."""
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME", "~/.cache"), "huggingface")
    return Path(home).expanduser() / "classeval_hf"


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file in one step, so that an interruption leaves the old one or none; text as UTF-8, line ends kept."""
    data = content.encode() if isinstance(content, str) else content
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        with suppress(OSError):
            partial.unlink()
        raise


def check_folder(output: Path) -> None:
    """Checks, before any work, that a file can be written: its folder takes files, and it is not a folder itself."""
    if output.is_dir():
        raise IsADirectoryError(f"{output} is a folder: name a file in it, such as {output / 'FILE'}.")
    folder = Path(os.path.realpath(output.parent))
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not existing.is_dir():
        raise NotADirectoryError(f"{output} cannot be created: {existing} is a file. Name a folder in its place.")
    partial = existing / f".{output.name}.{os.getpid()}.partial"
    try:
        partial.open("wb").close()  # modes mean nothing for root, or on a read-only file system
        partial.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        made = "written" if os.path.lexists(output) else "created"
        raise type(error)(f"{output} cannot be {made}: {reason}. Name a file in a folder of your own.") from error
    if existing != folder:
        raise FileNotFoundError(f"The folder of {output} does not exist. Create it first, or name another.")
