"""Hashes of the modules of projects; a module is read again only if its file changed."""

import hashlib
import os

_MAX_MODULES = 20_000


class TooManyModulesError(Exception):
    """A folder has more modules than a project has."""


class ModuleHashes:
    """SHA-256 of modules. Its methods may be called from several threads."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, ...], str]] = {}  # state of the file, and its hash

    def of(self, tree: str) -> dict[str, str]:
        """The hashes of all modules of a folder as they are now, by path in it."""
        hashes: dict[str, str] = {}
        for folder, folders, names in os.walk(tree):
            folders.sort()
            paths = (os.path.join(folder, name) for name in sorted(names) if name.endswith(".py"))
            for path in filter(os.path.isfile, paths):
                status = os.stat(path)  # before it is read: the next call then sees a change meanwhile
                state = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                known, digest = self._known.get(path, ((), ""))
                if known != state:
                    with open(path, "rb") as file:
                        digest = hashlib.sha256(file.read()).hexdigest()
                    self._known[path] = state, digest
                hashes[os.path.relpath(path, tree)] = digest
                if len(hashes) > _MAX_MODULES:
                    raise TooManyModulesError(f"more than {_MAX_MODULES} modules")
        return hashes
