"""The plan of a task's run: the project with hashes of its modules, the place of the candidate, and the tests that
decide about it."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.projects.runner.comparisons import own_classes
from classeval_hf.sandbox.interpreters import Interpreter

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


_FACTOR = 3.0
_MAX_PROCESSES = 4
_ALWAYS_CONFIG = ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini")
_CONFIG_WITH = {"pyproject.toml": "[tool.pytest", "tox.ini": "[pytest]", "setup.cfg": "[tool:pytest]"}
"""Files that configure pytest if they have such a section."""


@dataclass(frozen=True, eq=False)
class ProjectTests:
    """The tests of a project that decide about candidates for one of its files."""

    task_id: str
    python: str  # the interpreter of the project's environment, in which pytest is installed
    packages: tuple[str, ...]  # the folders in which that environment's packages lie
    tree: str  # the project's folder; it must not change while it is in use
    target: str  # path of the file that the candidate takes the place of, in the folder
    tests: Mapping[str, tuple[str, ...]]  # ids of tests, as pytest gives them, by path of the test file
    import_paths: tuple[str, ...] = ("",)  # folders of the project that its modules are imported from, such as `src`
    # modules that its tests import, to be imported once for all samples: libraries, never the project's own
    preload: tuple[str, ...] = ()
    # ids of tests whose functions are made at run time, as the reference's `Execution.generated` lists them; the
    # function of any other test must be in a file of the project, perhaps inside a library's decorator
    generated: tuple[str, ...] = ()
    hashes: ModuleHashes = field(default_factory=ModuleHashes)  # known hashes of the project's modules

    @property
    def interpreter(self) -> Interpreter:
        return Interpreter(self.python, self.packages)

    @property
    def is_of_pytest(self) -> bool:
        """Whether the project is pytest itself, so that a candidate is part of what runs its tests."""
        return any(Path(self.tree, path, "_pytest").is_dir() for path in self.import_paths)

    @cached_property
    def config(self) -> str:
        """The file in the project's folder that configures pytest; empty without such a file."""
        tree = Path(self.tree)
        for name in _ALWAYS_CONFIG:
            if (tree / name).is_file():
                return name
        for name, section in _CONFIG_WITH.items():
            if (tree / name).is_file() and section in (tree / name).read_text("utf-8", "replace"):
                return name
        return ""

    @cached_property
    def sources(self) -> Mapping[str, str]:
        """SHA-256 of the project's modules without the target, by path: only these may be compiled in their name."""
        try:
            current = self.hashes.of(self.tree)
        except TooManyModulesError as error:
            raise UserError(f"The project of task {self.task_id} has {error}.") from None
        current.pop(self.target, None)
        return current

    @cached_property
    def own_classes(self) -> frozenset[str]:
        """The classes of the project's own target, and which of them decide about comparisons."""
        path = Path(self.tree, self.target)
        tree = parse_or_none(path.read_text("utf-8", "replace")) if path.is_file() else None
        return frozenset(own_classes(tree) if tree is not None else ())

    @cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The test files of each process: few processes, since each imports the project again."""
        names = list(self.tests)
        size = -(-len(names) // _MAX_PROCESSES)
        return tuple(tuple(names[start : start + size]) for start in range(0, len(names), size))

    def protected(self, test_files: Sequence[str]) -> list[str]:
        """Files that must not change while test files run: these, and each `conftest.py` in the folders above."""
        folders = (folder for name in test_files for folder in PurePosixPath(name).parents)
        names = [*test_files, *(str(folder / "conftest.py") for folder in folders)]
        return [name for name in dict.fromkeys(names) if name in self.sources]

    def check(self) -> None:
        """Raises `ValueError`, naming what is wrong, for a plan that cannot be carried out."""
        tree = Path(self.tree)
        if not tree.is_dir():
            raise UserError(f"The project's folder {tree} of task {self.task_id} does not exist: install it again.")
        if not self.tests or not all(self.tests.values()):
            raise UserError(f"Task {self.task_id} has a test file without tests, or none at all.")
        for name in (self.target, *self.tests, *self.import_paths):
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise UserError(f"{name} of task {self.task_id} must be a path in the project's folder.")
        for name in self.tests:
            if not (tree / name).is_file():
                raise UserError(f"The project of task {self.task_id} has no test file {name}: install it again.")
        for module in self.preload:
            top = module.partition(".")[0]
            if any((tree / path / top).exists() or (tree / path / f"{top}.py").exists() for path in self.import_paths):
                raise UserError(f"{module} is part of the project of task {self.task_id}: it must not be preloaded.")


def time_limit(cpu_seconds: float, clock_seconds: float = 0.0, least: float = 5.0) -> float:
    """Seconds of processor time for a process: three times what the reference took, and at least `least`."""
    return max(least, _FACTOR * max(cpu_seconds, clock_seconds))
