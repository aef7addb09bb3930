"""Repository-level tasks on this machine: where their project is, which tests it has, and how to run them."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import TypeVar

from packaging.utils import canonicalize_name

from classeval_hf.core.errors import ProjectError, UserError, did_you_mean
from classeval_hf.core.repository_tasks import JAVA, PYTHON, ProjectRelease, RepositoryTask, Target
from classeval_hf.core.tasks import BASE, Task, TestSuite, of_kind
from classeval_hf.core.terminal import counted
from classeval_hf.core.verdicts import Soundness
from classeval_hf.projects.install.environments import OwnEnvironment, pytest_packages
from classeval_hf.projects.install.installation import find_project, installed_project, load_catalogue
from classeval_hf.projects.java import source as java
from classeval_hf.projects.java.compilation import CompiledProject, compiled_project, installed_folder
from classeval_hf.projects.java.junit_suite import JavaTests, JunitSuite
from classeval_hf.projects.runner.pytest_suite import ProjectFolder, ProjectTests, PytestSuite
from classeval_hf.projects.tasks.files import OPEN_PROJECTS, PROJECT, read_settings, release_in
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.reading.definitions import find_definition, removed, rename_words, without_body
from classeval_hf.sandbox.folders import BYTE_CODE

_Task = TypeVar("_Task", bound=Task)
_MAX_REASONS = 8  # maximum of reasons in an error
_MAX_SECONDS = 900.0  # processor time of any test file, also with the reference


@dataclass(frozen=True)
class InstalledTask(RepositoryTask):
    environment: str = ""  # identity of the project's folder
    # ids of the tests that the reference has here, by file; empty before the reference was run
    known_tests: tuple[tuple[str, tuple[str, ...]], ...] = ()
    generated: tuple[str, ...] = ()  # tests whose functions are made at run time, see `ProjectTests`

    def with_findings(self, soundness: Soundness) -> "InstalledTask":
        """The task with the tests that the runs of its reference showed."""
        tests = tuple((name, tuple(ids)) for name, ids in soundness.tests.items())
        return replace(self, known_tests=tests, generated=tuple(soundness.generated))

    @cached_property
    def suites(self) -> Mapping[str, TestSuite]:
        """The only test suite, whose test classes are the test files."""
        files = tuple(name for name, _ in self.known_tests) or tuple(self.tests_by_file)
        return {BASE: TestSuite(BASE, "", files)}

    def verdict_key(self, suite: str = BASE) -> str:
        """Release, target and ids of tests, the installed project, and findings from the reference."""
        return json.dumps([self.tests_hash(), self.environment, self.known_tests, self.generated])

    def reference_identity(self, suite: str = BASE) -> tuple[str, ...]:
        """The identity of the reference: the task and the installed project."""
        return *super().reference_identity(), self.environment


@dataclass(eq=False, repr=False)
class ProjectFolders:
    """The projects of tasks on this machine, each searched once. Its methods may be called from several threads."""

    _found: dict[tuple[ProjectRelease, str], ProjectFolder | CompiledProject | str] = field(default_factory=dict)
    _finding: Lock = field(default_factory=Lock)
    _indices: dict[ProjectRelease, ProjectIndex] = field(default_factory=dict)

    def of(self, task: RepositoryTask) -> ProjectFolder | CompiledProject:
        """A task's project: a folder, or in Java a compiled copy of one."""
        key = task.project, task.language
        with self._finding:
            if key not in self._found:
                try:
                    self._found[key] = LANGUAGES[task.language].find(task.project)
                except ProjectError as error:  # most tasks of a benchmark are of projects that are not installed
                    self._found[key] = str(error)
        project = self._found[key]
        if isinstance(project, str):
            raise ProjectError(project)
        return project

    def located(self, tasks: Iterable[RepositoryTask]) -> list[InstalledTask]:
        """Tasks as they are here; symbols that RepoClassBench renamed (appendix E.1.3) have their own names."""
        installed: list[InstalledTask] = []
        problems: dict[ProjectRelease, str] = {}
        for task in tasks:
            if not task.can_be_run:
                why = f"is in {task.language}" if task.tests else "has no tests"
                raise UserError(f"Task {task.task_id} {why} and cannot be run: leave it out.")
            try:
                identity = self.of(task).identity
            except ProjectError as error:
                problems.setdefault(task.project, str(error))
                continue
            if LANGUAGES[task.language].from_checkout:  # benchmarks do not always keep white space
                reference, source = ("".join(text.split()) for text in (task.reference, self.source(task)))
                if reference not in source:
                    raise UserError(
                        f"Task {task.task_id}: {task.path} of the installed {task.project.label} does not hold the "
                        "task's reference: install a checkout of the commit that does, or leave the task out."
                    )
            known = {item.name: getattr(task, item.name) for item in fields(task)}
            own = partial(rename_words, names=task.paraphrase)  # the project's names, where the benchmark has others
            named = {"target": replace(task.target, name=own(task.target.name)), "tests": tuple(map(own, task.tests))}
            installed.append(InstalledTask(**{**known, **named, "environment": identity}))
        if problems:
            raise ProjectError("\n".join(problems.values()))
        return installed

    def unavailable(self, tasks: Iterable[RepositoryTask]) -> dict[str, str]:
        reasons = {}
        for task in tasks:
            try:
                self.located([task])
            except UserError as error:
                reasons[task.task_id] = str(error)
        return reasons

    def source(self, task: RepositoryTask) -> str:
        path = self.of(task).tree / task.path
        if not path.is_file():
            raise ProjectError(f"The project of task {task.task_id} has no file {task.path}: install it again.")
        return path.read_bytes().decode("utf-8", "replace")

    def index(self, task: RepositoryTask) -> ProjectIndex | None:
        """The index of a project in Python; `None` for other languages."""
        if not LANGUAGES[task.language].is_indexed:
            return None
        if task.project not in self._indices:
            self._indices[task.project] = ProjectIndex(self.of(task).tree)
        return self._indices[task.project]

    def suite(self, task: InstalledTask, discover: bool = False) -> PytestSuite | JunitSuite:
        """A task's test files, ready to be run; with `discover` all tests with their names here."""
        project, known = self.of(task), dict(task.known_tests) or task.tests_by_file
        if isinstance(project, CompiledProject):
            return JunitSuite(JavaTests(task.task_id, project, task.path, known), _MAX_SECONDS, discover)
        tests = ProjectTests(task.task_id, project, task.path, known, project.preload, task.generated)
        return PytestSuite(tests, _MAX_SECONDS, discover)


Stub = Callable[[str, Target, int], str]
"""Makes the source with a stub in the place of the target."""


@dataclass(frozen=True)
class Language:
    """The functions for projects in one language."""

    title: str
    comment: str  # mark of a comment of one line
    find: Callable[[ProjectRelease], ProjectFolder | CompiledProject]  # finds a project on this machine
    definition: Callable[[str, Target, int], object]  # finds the target in a source; raises an error without it
    stubs: tuple[Stub, ...]  # of each stub baseline
    is_indexed: bool = True  # whether dependencies can be read
    from_checkout: bool = False  # whether projects come from checkouts, which may be of another commit


def _python_project(release: ProjectRelease) -> ProjectFolder:
    """A project of the benchmarks, of this package, or of the user's."""
    folder = Path(release.folder) if release.folder else OPEN_PROJECTS / release.name
    if release.folder and folder.parent.resolve() != OPEN_PROJECTS.resolve():
        # The user's, with the packages of the interpreter that this machine has recorded for it, or pytest alone.
        about, recorded = read_settings(folder / PROJECT, "name"), OwnEnvironment.recorded(release.sha256)
        environment = recorded or OwnEnvironment(sys.executable, (str(pytest_packages()),))
        python, packages = environment.python, environment.packages
        places = sorted(path for place in packages for path in Path(place).glob("*") if path.name != BYTE_CODE)
        records = [(path / "RECORD").read_text("utf-8", "replace") for path in places if (path / "RECORD").is_file()]
        program = Path(python).stat()  # not run here: nobody may have consented yet
        there = [python, program.st_size, program.st_mtime_ns, list(map(str, places)), records]
        identity = hashlib.sha256(json.dumps([release.sha256, there]).encode()).hexdigest()
        root = about.get("import_root", ".")
        if not isinstance(root, str) or PurePosixPath(root).is_absolute() or ".." in PurePosixPath(root).parts:
            raise UserError(f"import_root of {folder / PROJECT} must be a path in the project's folder.")
        paths = ("",) if root == "." else (root, "")
        return ProjectFolder(release.label, folder, python, packages, paths, identity)
    if not release.file and (folder / PROJECT).is_file():
        copied = pytest_packages()
        identity = f"{release.sha256} {copied.name}"
        return ProjectFolder(release.label, folder, sys.executable, (str(copied),), ("",), identity)
    installed = installed_project(find_project(release.label, load_catalogue()))
    own, root = installed.project, installed.project.import_root
    libraries, paths = (str(installed.packages),), ("",) if root == "." else (root, "")
    return ProjectFolder(own.label, installed.source, str(installed.python), libraries, paths, installed.identity)


def _java_project(release: ProjectRelease) -> CompiledProject:
    folder = Path(release.folder) if release.folder else installed_folder(release.name)
    if not (folder / PROJECT).is_file():
        raise ProjectError(
            f"{release.label} is not installed: run classeval-hf projects install {release.name} --checkout "
            f"{release.name}=FOLDER"
        )
    java.java_parser()
    return compiled_project(release if release.folder else release_in(folder), folder)


LANGUAGES = {
    PYTHON: Language(
        "Python",
        "#",
        _python_project,
        lambda source, target, position: find_definition(source, target.name, position),
        (without_body, removed),
    ),
    JAVA: Language(
        "Java",
        "//",
        _java_project,
        lambda source, target, position: java.JavaSource(source).target(target.name),
        (java.without_body, java.removed),
        is_indexed=False,
        from_checkout=True,
    ),
}


def available_tasks(
    tasks: Sequence[_Task], projects: Sequence[str] | None = None, leave_out: bool = False
) -> list[_Task]:
    """The tasks that can be run here, of installed projects; others raise an error or are left out."""
    if projects is not None:
        own = {task.task_id: canonicalize_name(task.project.name) for task in of_kind(RepositoryTask, tasks)}
        known, wanted = sorted(set(own.values())), set(map(canonicalize_name, projects))
        for name in (name for name in projects if canonicalize_name(name) not in known):
            there = f"{', '.join(known) or 'none, so leave --projects out'}.{did_you_mean(name, known)}"
            raise UserError(f"No task is of the project {name}; their projects: {there}")
        tasks = [task for task in tasks if own.get(task.task_id) in wanted]
    unavailable = ProjectFolders().unavailable(of_kind(RepositoryTask, tasks))
    if unavailable and (not leave_out or len(unavailable) == len(tasks)):
        reasons = list(dict.fromkeys(unavailable.values()))
        lines = "\n  ".join(reasons[:_MAX_REASONS])
        more = f"\n  and {len(reasons) - _MAX_REASONS} more" if len(reasons) > _MAX_REASONS else ""
        advice = "\n--installed-projects takes only the other tasks." if len(tasks) > len(unavailable) else ""
        raise UserError(
            f"{len(unavailable):,} of {counted(len(tasks), 'task')} cannot be run here:\n  {lines}{more}{advice}"
        )
    return [task for task in tasks if task.task_id not in unavailable]
