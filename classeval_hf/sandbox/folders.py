"""Makes and removes folders of samples, whatever a sample did to them: no link is followed, any depth is removed."""

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress

BYTE_CODE = "__pycache__"  # name of the folders in which Python keeps compiled modules
LEFT_BEHIND = frozenset((BYTE_CODE, ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"))
"""Folders that tools leave in a project: they do not belong to it, and no sample sees them."""
SANDBOX = "/tmp/sandbox/box"  # the folder of a sample at T3, in a temporary folder of its own
TREE = "project"  # in a sample's folder: the tree that all samples are shown, where there is one
_MAX_ENTRIES = 100_000  # files and folders beyond which a tree is not copied
_FOLDER = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0)

FOLDER_HANDLE = getattr(os, "O_PATH", os.O_RDONLY) | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0)
"""For a folder that several processes inherit: a descriptor for reading has a position, which they would share."""


class PartialCopyError(OSError):
    """A folder that all samples are shown changed while it was copied: the machine is at fault, not the sample."""


def ready_folder(path: str) -> None:
    """Makes sure that there is a folder at a path, with its owner's rights; a link or file in its place is removed."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        mode = 0
    if mode == stat.S_IFDIR | 0o700:  # as it nearly always is
        return
    if mode and not stat.S_ISDIR(mode):
        os.unlink(path)
    if not stat.S_ISDIR(mode):
        os.makedirs(path)
    os.chmod(path, 0o700)


def remove_tree(root: str) -> None:
    """Removes what this user may remove, a link too; inner folders are moved up first: no depth matters."""
    number = 0
    with suppress(OSError):
        os.unlink(root)
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


def copy_tree(source: int, target: str, most_bytes: int, entries: int) -> None:
    """Copies a folder without what tools left; [`PartialCopyError`] for more or fewer `entries`, or a changed file."""
    bytes_left, copied = most_bytes, 0
    os.mkdir(target)
    for entry, folder, path in _entries(source):
        copied += 1
        status = entry.stat(follow_symlinks=False)
        if entry.is_dir(follow_symlinks=False):
            os.mkdir(os.path.join(target, path))
            continue
        bytes_left -= status.st_size
        if bytes_left < 0 or copied > _MAX_ENTRIES:
            raise OSError("the folder is too large to be copied for each sample")
        place = os.path.join(target, path)
        if entry.is_symlink():
            os.symlink(os.readlink(entry.name, dir_fd=folder), place)
        elif stat.S_ISREG(status.st_mode):
            opened = os.open(entry.name, os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder)
            with open(opened, "rb") as reading, open(place, "wb") as writing:
                shutil.copyfileobj(reading, writing)
                if writing.tell() != status.st_size:
                    raise PartialCopyError(f"{entry.name} of the project changed while it was copied")
            os.chmod(place, stat.S_IMODE(status.st_mode) | stat.S_IWUSR)
            os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
    if copied != entries:
        raise PartialCopyError(f"of the project {copied} files and folders were copied, and there were {entries}")


def count_entries(source: int) -> int:
    """How many files, folders and links there are in an opened folder, not counting what tools left."""
    return sum(1 for _ in _entries(source))


def _entries(source: int) -> Iterator[tuple[os.DirEntry[str], int, str]]:
    """Each entry below a folder, the descriptor of its own folder, and its path; a folder comes before its entries."""
    pending = [(os.open(".", _FOLDER, dir_fd=source), "")]  # with a position of its own
    try:
        while pending:
            folder, path = pending.pop()
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        name = os.path.join(path, entry.name)
                        is_folder = entry.is_dir(follow_symlinks=False)
                        if entry.name in LEFT_BEHIND and not entry.is_file(follow_symlinks=False):
                            continue
                        yield entry, folder, name
                        if is_folder:
                            pending.append((os.open(entry.name, _FOLDER, dir_fd=folder), name))
            finally:
                os.close(folder)
    finally:
        for folder, _ in pending:
            os.close(folder)


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
