"""Making and removing the folders of samples, whatever a sample did to them: no link followed, no depth too great."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

__all__ = ["ready_folder", "remove_tree", "sample_folder"]


def sample_folder(scratch: str, number: int) -> str:
    """The folder of a sample in the folder for all samples, where it has no file system of its own."""
    return os.path.join(scratch, f"sample-{number}")


def ready_folder(path: str) -> None:
    """
    Makes sure that there is a folder at a path, with its owner's rights; a link or file in its place is removed.

    Raises:
        `OSError`: if that cannot be done.
    """
    try:
        is_folder = stat.S_ISDIR(os.lstat(path).st_mode)
    except FileNotFoundError:
        is_folder = False
    else:
        if not is_folder:
            os.unlink(path)
    if not is_folder:
        os.makedirs(path)
    os.chmod(path, 0o700)


def remove_tree(root: str) -> None:
    """
    Removes a folder and all in it that this user may remove; the rest is left.

    Folders further down are moved up to the root and removed there, so that their depth does not matter.
    """
    number = 0
    with suppress(OSError):
        os.chmod(root, 0o700)
    while folders := _folders_in(root):
        for folder in folders:
            with suppress(OSError):
                os.chmod(folder, 0o700)  # a real folder, as found without following links
            for inner in _folders_in(folder):
                number += 1
                with suppress(OSError):
                    os.chmod(inner, 0o700)
                    os.rename(inner, os.path.join(root, f"moved-up-{os.getpid()}-{number}"))
            try:
                os.rmdir(folder)
            except OSError:
                return
    with suppress(OSError):
        os.rmdir(root)


def _folders_in(folder: str) -> list[str]:
    """The folders directly in a folder; all else in it is removed."""
    folders = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            else:
                with suppress(OSError):
                    os.unlink(entry.path)
    return folders
