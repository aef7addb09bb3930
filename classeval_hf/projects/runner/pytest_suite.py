"""A project's own tests: the plan of a task's run, its job for the sandbox, and the expected reports."""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import RUNS_ITSELF, TestClassVerdict
from classeval_hf.projects.install.environments import library_imports
from classeval_hf.projects.runner.comparisons import own_classes
from classeval_hf.projects.runner.plugin import is_same_test
from classeval_hf.projects.runner.pytest_reports import ExpectedGroup, failed_run, judge_run
from classeval_hf.projects.runner.suspicion import suspicious
from classeval_hf.reading.records import Ruling
from classeval_hf.sandbox.code_transfer import Interpreter
from classeval_hf.sandbox.folders import TREE
from classeval_hf.sandbox.jobs import Payload, SandboxJob
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits

_MAX_MODULES = 20_000
_FACTOR = 3.0
_MAX_PROCESSES = 4
_CONFIG = {
    **dict.fromkeys(("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini"), ""),
    **{"pyproject.toml": "[tool.pytest", "tox.ini": "[pytest]", "setup.cfg": "[tool:pytest]"},
}  # files that configure pytest if they have this text


@dataclass(frozen=True, eq=False)
class ProjectFolder:
    """A project on this machine, with the environment of its tests. Its methods may be called from several threads."""

    label: str  # its name and version
    tree: Path  # its folder, which must not change while it is in use
    python: str  # the interpreter of its environment, in which pytest is installed
    packages: tuple[str, ...]  # the folders in which that environment's packages lie
    import_paths: tuple[str, ...] = ("",)  # folders of the project that its modules are imported from, such as `src`
    identity: str = ""  # hash of release and environment
    known_hashes: dict[str, tuple[tuple[int, ...], str]] = field(default_factory=dict)  # states of files, with hashes

    @cached_property
    def preload(self) -> tuple[str, ...]:
        """Modules of libraries that the project imports."""
        return library_imports(self.tree, list(map(Path, self.packages)))

    def hashes(self) -> dict[str, str]:
        """SHA-256 of all modules as they are now, by path in the folder."""
        hashes: dict[str, str] = {}
        for folder, folders, names in os.walk(self.tree):
            folders.sort()
            paths = (os.path.join(folder, name) for name in sorted(names) if name.endswith(".py"))
            for path in filter(os.path.isfile, paths):
                status = os.stat(path)  # before it is read: the next call then sees a change meanwhile
                state = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                known, digest = self.known_hashes.get(path, ((), ""))
                if known != state:
                    with open(path, "rb") as file:
                        digest = sha256(file.read()).hexdigest()
                    self.known_hashes[path] = state, digest
                hashes[os.path.relpath(path, self.tree)] = digest
                if len(hashes) > _MAX_MODULES:
                    raise UserError(f"The project in {self.tree} has more than {_MAX_MODULES:,} modules.")
        return hashes


@dataclass(frozen=True, eq=False)
class ProjectTests:
    """The tests of a project that decide about candidates for one of its files."""

    task_id: str
    project: ProjectFolder
    target: str  # path in the folder of the file that candidates replace
    tests: Mapping[str, tuple[str, ...]]  # ids of tests, as pytest gives them, by path of the test file
    # modules that its tests import, to be imported once for all samples: libraries, never the project's own
    preload: tuple[str, ...] = ()
    # ids of tests whose functions are made at run time, as the reference's `Execution.generated` lists them; the
    # function of any other test must be in a file of the project, perhaps inside a library's decorator
    generated: tuple[str, ...] = ()

    @property
    def is_of_pytest(self) -> bool:
        """Whether the project is pytest itself, so that a candidate is part of what runs its tests."""
        return any((self.project.tree / path / "_pytest").is_dir() for path in self.project.import_paths)

    @cached_property
    def config(self) -> str:
        """The file in the project's folder that configures pytest; empty without such a file."""
        for name, section in _CONFIG.items():
            path = self.project.tree / name
            if path.is_file() and section in path.read_text("utf-8", "replace"):
                return name
        return ""

    @cached_property
    def sources(self) -> Mapping[str, str]:
        """SHA-256 of the project's modules without the target, by path: only these may be compiled in their name."""
        return {path: digest for path, digest in self.project.hashes().items() if path != self.target}

    @cached_property
    def own_classes(self) -> frozenset[str]:
        """The classes of the project's own target, and which of them decide about comparisons."""
        path = self.project.tree / self.target
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


def time_limit(cpu_seconds: float, clock_seconds: float = 0.0, least: float = 5.0) -> float:
    """Seconds of processor time for a process: three times what the reference took, and at least `least`."""
    return max(least, _FACTOR * max(cpu_seconds, clock_seconds))


_MODULES = ("audit_hook", "child", "comparisons", "deciding_code", "plugin", "sample_events")
_PAYLOAD = Payload(f"{__package__}.child", tuple(f"{__package__}.{name}" for name in _MODULES))
_KEY_BYTES = 32
_OPEN_FILES, _PROCESSES = 1024, 4000  # more than for a class: tests share a process and leave some
_CONTROL_FILE = "classeval_control/test_control.py"
_CONTROL_SOURCE = "def test_control():\n    pass\n"


@dataclass(frozen=True)
class PytestSuite:
    """The test files of a task, in up to four processes, each on a private copy of the project."""

    tests: ProjectTests
    seconds: float  # the most seconds of processor time that a test file may have
    # for references: whether to run tests with any parameters that they have here, as `Execution.collected` then lists
    discover: bool = False
    reach: bool = False  # for references: whether `Execution.reached` is to list the functions that each test calls

    judge = staticmethod(judge_run)
    is_same_test = staticmethod(is_same_test)
    name = BASE

    @property
    def task_id(self) -> str:
        return self.tests.task_id

    def check(self, pool: SandboxPool, is_reference: bool) -> None:
        """Raises `ValueError` if the tests cannot be run, or their environment has no pytest."""
        tests, project, task_id = self.tests, self.tests.project, self.task_id
        tree = project.tree
        if not tree.is_dir():
            raise UserError(f"The project's folder {tree} of task {task_id} does not exist: install it again.")
        if not tests.tests or not all(tests.tests.values()):
            raise UserError(f"Task {task_id} has a test file without tests, or none at all.")
        for name in (tests.target, *tests.tests, *project.import_paths):
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise UserError(f"{name} of task {task_id} must be a path in the project's folder.")
        for name in tests.tests:
            if not (tree / name).is_file():
                raise UserError(f"The project of task {task_id} has no test file {name}: install it again.")
        for module in tests.preload:
            top = module.partition(".")[0]
            if any((tree / path / one).exists() for path in project.import_paths for one in (top, f"{top}.py")):
                raise UserError(f"{module} is part of the project of task {task_id}: it must not be preloaded.")
        sandbox = pool.sandbox(self.settings(""), is_reference)
        sandbox.start()
        if "pytest" in sandbox.missing and not tests.is_of_pytest:
            raise UserError(f"{project.python} cannot import pytest ({sandbox.missing['pytest']}): install it there.")

    def settings(self, source: str) -> SandboxSettings:
        """The sandbox for a candidate, the same for all of a project."""
        limits = Limits(cpu_seconds=self.seconds, open_files=_OPEN_FILES, processes=_PROCESSES)
        modules, project = frozenset(("pytest", *self.tests.preload)), self.tests.project
        interpreter = Interpreter(project.python, project.packages)
        return SandboxSettings(_PAYLOAD, limits, modules, ("pytest",), interpreter, str(project.tree))

    def prepare(self, source: str, is_reference: bool = False) -> tuple[SandboxJob, tuple[ExpectedGroup, ...]]:
        """The job for a candidate, the whole file that takes the target's place; and the expected tests."""
        tests = self.tests
        expected = self._expected(is_reference)
        target = "" if tests.is_of_pytest else tests.target  # files of pytest are plugins, also the candidate's
        of_all = {"reach": self.reach, "replaced": tests.target, "target": target}
        steps = []
        for one in expected:
            named = {"name": one.name, "files": one.files, "tests": one.tests, "key": one.key}
            steps.append({**named, "discover": one.discover, **of_all, "protected": tests.protected(one.files)})
        paths = tests.project.import_paths
        known = {"config": tests.config, "import_paths": paths, "options": (), "sources": tests.sources}
        return SandboxJob({f"{TREE}/{tests.target}": source}, known, tuple(steps)), expected

    def control(self) -> SandboxJob:
        """A test that does nothing, in the project's environment but without the project's own configuration."""
        named = {"name": _CONTROL_FILE, "files": [_CONTROL_FILE], "tests": [f"{_CONTROL_FILE}::test_control"]}
        step = {**named, "key": secrets.token_hex(_KEY_BYTES), "replaced": "", "target": ""}
        sources = {_CONTROL_FILE: sha256(_CONTROL_SOURCE.encode()).hexdigest()}
        shared = {"config": "", "import_paths": (), "options": ("--noconftest",), "sources": sources}
        return SandboxJob({f"{TREE}/{_CONTROL_FILE}": _CONTROL_SOURCE}, shared, (step,))

    def refuse(self, ruling: Ruling) -> tuple[TestClassVerdict, ...]:
        return failed_run(self._expected(), ruling)

    def marks(self, source: str, reported: Sequence[str] | None, calls: LimitedCalls) -> tuple[str, ...]:
        """Marks of the test machinery that a candidate touches: by its source, and by its report if it is readable."""
        try:
            in_source = calls.call(suspicious, source)
        except UnreadableError:
            in_source = ["unreadable"]
        if reported is None:
            return tuple(in_source)
        own = [RUNS_ITSELF] if self.tests.is_of_pytest else []
        # Without the names of classes, and without those that the reference has too.
        parts = [mark.partition(": ") for mark in reported]
        seen = {kind for kind, _, name in parts if name not in self.tests.own_classes}
        return tuple(sorted({*in_source, *seen, *own}))

    def _expected(self, is_reference: bool = False) -> tuple[ExpectedGroup, ...]:
        """The expectations for the test files of each process, with a new key for its report."""
        tests = self.tests
        generated = None if is_reference else tests.generated
        groups = []
        for files in tests.groups:
            names, key = [test for name in files for test in tests.tests[name]], secrets.token_hex(_KEY_BYTES)
            groups.append(ExpectedGroup(files, tests.target, tuple(names), key, generated, self.discover))
        return tuple(groups)
