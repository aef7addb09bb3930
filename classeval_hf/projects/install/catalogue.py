"""The catalogue of projects: their files, and why some cannot be installed."""

import json
import platform
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
from packaging.specifiers import SpecifierSet
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from classeval_hf.core.errors import ProjectError, did_you_mean
from classeval_hf.core.repository_tasks import ProjectRelease

CATALOGUE = Path(__file__).with_name("catalogue.json")  # its keys: `benchmarks/lock_projects.py`
LOCKS = Path(__file__).with_name("locks")  # a lock file per project, in pip's format


@dataclass(frozen=True)
class IndexFile:
    file: str  # its name on the package index
    sha256: str  # hash of its content
    bytes: int

    @property
    def fits(self) -> bool:
        """Whether this interpreter and machine can use it; every sdist fits."""
        return not self.file.endswith(".whl") or bool(parse_wheel_filename(self.file)[3] & frozenset(sys_tags()))


@dataclass(frozen=True)
class Project:
    name: str  # name on the package index
    version: str  # the release, empty if it is not known
    benchmark: str  # the benchmark that has tasks in it, `RepoClassBench` or `DevEval`
    repository: str  # its name in that benchmark
    tasks: int
    kind: str = "sdist"  # kind of source: `sdist`, or `wheel` if that has the tests too, or must be built
    source: tuple[IndexFile, ...] = ()  # files with the source; the first that fits is taken
    metadata: tuple[IndexFile, ...] = ()  # wheels of the same release, for name, version and entry points
    import_name: str = ""
    import_root: str = "."  # folder within the source that must be on the path
    package: str = ""  # folder of the package within the source
    tests: str = "tests"  # folder or file of the tests within the source
    tests_from_checkout: bool = False  # the index does not have the tests: they come from a local checkout
    tests_version: str = ""  # the release whose sdist the tests come from; empty if they come with the source
    tests_source: tuple[IndexFile, ...] = ()
    python: str = ""  # Python versions of the lock file
    machines: tuple[str, ...] = ("x86_64", "aarch64")  # processors of the lock file
    download_bytes: int = 0  # size of all files to download, with CPython 3.11 on x86-64
    disk_bytes: int = 0  # size on disk when installed, likewise
    lock_file: Path = Path()  # names, versions and hashes of the packages in its environment
    unavailable: str = ""  # why it cannot be installed; empty if it can

    @property
    def label(self) -> str:
        """Name and version, which is also the name of its folder."""
        return f"{self.name}-{self.version}" if self.version else self.name

    def why_not(self, python: str) -> str:
        """Why the project cannot be installed with a Python such as `3.11`; empty if it can."""
        if self.unavailable:
            return self.unavailable
        if not SpecifierSet(self.python).contains(python):
            return f"its dependencies are pinned for Python {self.python}, and this is {python}"
        if platform.machine() not in self.machines:
            return f"its dependencies are pinned for {' and '.join(self.machines)}, and this is {platform.machine()}"
        if not any(file.fits for file in self.source):
            return f"the index has no {self.kind} of it for this machine and Python {python}"
        return ""


def load_catalogue(path: Path | None = None) -> tuple[Project, ...]:
    """
    Reads the projects that this version knows.

    Args:
        path (`Path`, *optional*): a JSON file in the format of `catalogue.json`, with the folder `locks` next to it.

    Returns:
        `tuple` of [`Project`]: those that can be installed and those that cannot, in the order of their tasks.
    """
    path = path or CATALOGUE
    projects = msgspec.convert(json.loads(path.read_text(encoding="utf-8")), list[Project])
    locks = path.with_name("locks")
    return tuple(replace(project, lock_file=locks / f"{project.label}.txt") for project in projects)


def find_project(name: str, projects: tuple[Project, ...]) -> Project:
    """
    Finds a project by its name, however it is spelt (`IMAPClient`, `imapclient`).

    Args:
        name (`str`): the name as the user wrote it, perhaps with a version: `litestar-2.6.3` or `litestar==2.6.3`.
        projects (`tuple` of [`Project`]): the projects to search.

    Returns:
        [`Project`]: the project.

    Raises:
        [`ProjectError`]: if no project has that name; the error names the nearest one.
    """
    known: dict[str, Project] = {canonicalize_name(project.name): project for project in projects}
    known |= {canonicalize_name(project.label): project for project in projects}
    wanted = canonicalize_name(name.replace("==", "-"))
    if wanted in known:
        return known[wanted]
    if Path(name).is_dir():
        lacking = next(file for file in ("project.json", "tasks.jsonl", "") if not Path(name, file).is_file())
        raise ProjectError(f"{name} has no {lacking}: make tasks with classeval-hf projects new {name} -o TASKS")
    hint = did_you_mean(name, [project.name for project in projects])
    raise ProjectError(f"There is no project {name}.{hint} See them all with: classeval-hf projects list")


def project_releases(benchmark: str) -> dict[str, ProjectRelease]:
    """Releases of a benchmark's projects by its names, with the first source file, the same on every machine."""
    releases = {}
    for project in (project for project in load_catalogue() if project.benchmark == benchmark):
        first = [part for file in project.source[:1] for part in (file.file, file.sha256)]
        releases[project.repository] = ProjectRelease(project.name, project.version, *first)
    return releases
