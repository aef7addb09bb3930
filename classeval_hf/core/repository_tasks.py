"""The records of repository-level tasks: a class, method or function of a real project, judged by its own tests."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any, ClassVar

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import BASE, Task, TestSuite, to_lists

DEPENDENCY_KINDS = ("intra_class", "intra_file", "cross_file")  # nearest first (DevEval, section 2.1)
PYTHON, JAVA = "python", "java"  # the languages that candidates can be run in
_TARGET_KINDS = ("class", "method", "function")


@dataclass(frozen=True)
class ProjectRelease:
    """
    The release of a task's project.

    Args:
        name (`str`): name on the package index, or of the repository where the release is not known.
        version (`str`, defaults to `""`): the release; empty if it is not known.
        file (`str`, defaults to `""`): name of the file on the index that holds the source; empty if it is not known.
        sha256 (`str`, defaults to `""`): hash of that file.
        folder (`str`, defaults to `""`): folder of a project that is read from one; not a part of its identity or of
            rows.

    Raises:
        `ValueError`: if name, version or file is not a single part of a path.
    """

    name: str
    version: str = ""
    file: str = ""
    sha256: str = ""
    folder: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for part in (self.name, self.version, self.file):  # these name folders of projects
            if part in (".", "..") or not {"/", "\\", "\0"}.isdisjoint(part):
                raise UserError(f"{part!r} of project {self.name!r} must be a name, and no path.")

    @property
    def label(self) -> str:
        """Name and version."""
        return f"{self.name}-{self.version}" if self.version else self.name


@dataclass(frozen=True)
class Target:
    """
    What is to be written.

    Args:
        name (`str`): qualified name in its file, such as `Harbour.candidates`.
        kind (`str`): `"class"`, `"method"` or `"function"`.
    """

    name: str
    kind: str


@dataclass(frozen=True)
class Requirement:
    """
    What a method or function must do (DevEval, section 2.1).

    Args:
        functionality (`str`): what it does.
        arguments (`str`): its parameters and its result.
    """

    functionality: str = ""
    arguments: str = ""


@dataclass(frozen=True)
class CodeDependencies:
    """
    The parts of a project that a piece of code uses, as qualified names (DevEval, section 2.1).

    Args:
        intra_class (`tuple[str, ...]`): those in its class.
        intra_file (`tuple[str, ...]`): those in its file.
        cross_file (`tuple[str, ...]`): those in other files.
    """

    intra_class: tuple[str, ...] = ()
    intra_file: tuple[str, ...] = ()
    cross_file: tuple[str, ...] = ()

    @property
    def all(self) -> frozenset[str]:
        """The names of every kind."""
        return frozenset((*self.intra_class, *self.intra_file, *self.cross_file))


@dataclass(frozen=True)
class RepositoryTask(Task):
    """
    One class, method or function of a project to write.

    Args:
        task_id (`str`): unique name of the task.
        project ([`ProjectRelease`]): the project.
        path (`str`): the target's file in the project, from its root.
        target ([`Target`]): what is to be written. It is found by its name, never by a position.
        tests (`tuple[str, ...]`): ids of the tests that decide, as pytest gives them. The id of a test with parameters
            stands for all of them; in Java `src/test/java/a/CartTest.java::CartTest` for all tests of that class.
        detailed_description (`str`): of a class: what its methods do (RepoClassBench's `detailed`).
        sketchy_description (`str`): of a class: a summary (RepoClassBench's `sketchy`).
        requirement ([`Requirement`]): of a method or function: what it must do.
        reference (`str`): source of the reference, as its benchmark gives it; empty if the project's own code is the
            reference.
        dependencies ([`CodeDependencies`]): the parts of the project that the reference uses.
        paraphrase (`Mapping[str, str]`): renamed symbols: the name that task and tests use, to the project's own.
        language (`str`, defaults to `"python"`): the language; Python and Java can be run.
        position (`int`, defaults to `0`): line that the data gives for the target. It only decides between several
            definitions of one name.
        underspecified (`tuple[str, ...]`): names that the tests use and nothing states, such as `_items`, where known.
        sound, unsound_reason, source, licence: see [`~classeval_hf.core.tasks.Task`].
    """

    kind: ClassVar[str] = "repository"

    project: ProjectRelease
    path: str
    target: Target
    tests: tuple[str, ...] = ()
    detailed_description: str = ""
    sketchy_description: str = ""
    requirement: Requirement = field(default_factory=Requirement)
    reference: str = ""
    dependencies: CodeDependencies = field(default_factory=CodeDependencies)
    paraphrase: Mapping[str, str] = field(default_factory=dict, hash=False)
    language: str = PYTHON
    position: int = 0
    underspecified: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.target.kind not in _TARGET_KINDS:
            kinds = ", ".join(_TARGET_KINDS)
            raise UserError(f"The target of task {self.task_id} is a {self.target.kind!r}; the kinds are {kinds}.")
        if PurePosixPath(self.path).is_absolute() or ".." in PurePosixPath(self.path).parts:
            raise UserError(f"{self.path} of task {self.task_id} must be a path in the project's folder.")

    @property
    def asks_for(self) -> str:
        """Qualified name of the target in its file."""
        return self.target.name

    @property
    def group(self) -> str:
        """Name and version of the project."""
        return self.project.label

    @property
    def target_kind(self) -> str:
        """Kind of the target: `class`, `method` or `function`."""
        return self.target.kind

    @property
    def reference_source(self) -> str:
        """The reference as its benchmark gives it; empty if the project's own code is the reference."""
        return self.reference

    @property
    def module(self) -> str:
        """Dotted name of the target's file, from the project's root or its `src`."""
        parts = PurePosixPath(self.path).with_suffix("").parts
        parts = parts[1:] if parts[0] == "src" and parts[1:] else parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" and parts[1:] else parts)

    @property
    def can_be_run(self) -> bool:
        """Whether candidates can be run: those in Python and Java can, where the task has tests."""
        return self.language in (PYTHON, JAVA) and bool(self.tests)

    @cached_property
    def tests_by_file(self) -> Mapping[str, tuple[str, ...]]:
        """Ids of the tests by the file that they are in."""
        by_file = grouped((test.partition("::")[0], test) for test in dict.fromkeys(self.tests))
        return {file: tuple(of_file) for file, of_file in by_file.items()}

    @cached_property
    def suites(self) -> Mapping[str, TestSuite]:
        """The only test suite, [`BASE`]; its test classes are the test files, whose source is in the project."""
        return {BASE: TestSuite(BASE, "", tuple(self.tests_by_file))}

    def tests_hash(self, suite: str = BASE) -> str:
        """SHA-256 of release, target and ids of the tests."""
        self.suite(suite)
        release = self.project.name, self.project.version, self.project.file, self.project.sha256
        target = self.path, self.target.name, self.target.kind
        parts = [release, *target, self.tests, sorted(self.paraphrase.items()), self.position]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def reference_identity(self, suite: str = BASE) -> tuple[str, ...]:
        """The task with everything that decides the outcome of its reference."""
        return self.task_id, self.tests_hash(suite), self.reference, str(self.sound), self.unsound_reason

    def python_sources(self, suite: str = BASE) -> tuple[str, ...]:
        """None: candidates are run in the project's environment, not in this one."""
        self.suite(suite)
        return ()

    def to_row(self) -> dict[str, Any]:
        """The task as a dataset row; the map of renamed symbols is a list of pairs, as `datasets` can type it."""
        plain: dict[str, Any] = to_lists(dataclasses.asdict(self))
        del plain["project"]["folder"], plain["source"]
        plain["paraphrase"] = [{"name": name, "original": own} for name, own in self.paraphrase.items()]
        return {"task_id": plain.pop("task_id"), "kind": self.kind, **plain}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "RepositoryTask":
        """
        Reads a row written by [`RepositoryTask.to_row`]; keys that are not fields are ignored.

        Raises:
            `ValueError`: naming the keys that the row lacks, or its other kind.
        """
        name = row.get("task_id") or "without task_id"
        if row.get("kind") != cls.kind:
            raise UserError(f"Task {name} has the kind {row.get('kind')!r}, not {cls.kind!r}.")
        if lacking := [key for key in ("task_id", "project", "path", "target") if not row.get(key)]:
            raise UserError(f"Task {name} lacks {', '.join(lacking)}, which a repository-level task needs.")
        paraphrase = {pair["name"]: pair["original"] for pair in row.get("paraphrase") or ()}
        try:
            read = msgspec.convert(_without_nulls({**row, "paraphrase": paraphrase, "source": None}), cls)
        except msgspec.ValidationError as error:
            raise UserError(f"Task {name}: {error}") from error
        return dataclasses.replace(read, project=dataclasses.replace(read.project, folder=""))  # only users name one


def _without_nulls(value: Any) -> Any:
    """Drops the nulls that `datasets` writes for missing keys, in fields too."""
    is_record = isinstance(value, Mapping)
    return {key: _without_nulls(item) for key, item in value.items() if item is not None} if is_record else value
