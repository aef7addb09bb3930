"""Installs real projects of the catalogue below `HF_HOME`, finds them there, and removes them."""

import hashlib
import json
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec
from packaging.specifiers import SpecifierSet
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from classeval_hf.core.downloads import safe_extract
from classeval_hf.core.errors import ProjectError, did_you_mean, require_consent
from classeval_hf.core.files import cache_directory, write_whole
from classeval_hf.core.repository_tasks import ProjectRelease
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.projects.install import environments

CATALOGUE = Path(__file__).with_name("catalogue.json")  # its keys: `benchmarks/lock_projects.py`
LOCKS = Path(__file__).with_name("locks")  # a lock file per project, in pip's format
if sys.platform != "win32":
    import fcntl

_RECORD = "project.json"
_SPARE_BYTES = 200 << 20
_PYTHON = ".".join(platform.python_version_tuple()[:2])
_NAMED, _MADE_BY_BUILDS = 3, 3  # files named in an error; modules that a build may add to a release
_OF_TESTS = ("conftest.py", "pytest.ini", "setup.cfg", "tox.ini", "pyproject.toml")


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
    projects = msgspec.json.decode(path.read_bytes(), type=list[Project])
    return tuple(replace(one, lock_file=path.with_name("locks") / f"{one.label}.txt") for one in projects)


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


@dataclass(frozen=True)
class InstalledProject:
    """A project whose tests run in a copy of `source`, in an `environment` without the package itself."""

    project: Project
    folder: Path
    source: Path
    environment: Path
    python: Path  # the interpreter of the environment
    packages: Path  # where the environment's packages lie
    identity: str  # hash of its inputs: release, lock file and Python
    record: dict[str, Any]  # its inputs and sizes, from `project.json`


def projects_folder() -> Path:
    """The folder below `HF_HOME` where projects are installed, which may not exist yet."""
    return cache_directory() / "projects"


def project_state(project: Project) -> str:
    """`installed`, `outdated` (another lock file or Python), `interrupted`, `not installed`, or `unavailable: WHY`."""
    if reason := project.why_not(_PYTHON):
        return f"unavailable: {reason}"
    with suppress(OSError, ValueError):
        record = json.loads((projects_folder() / project.label / _RECORD).read_text(encoding="utf-8"))
        if isinstance(record, dict):
            return "installed" if record.items() >= _identity(project).items() else "outdated"
    return "interrupted" if (projects_folder() / f".{project.label}.partial").exists() else "not installed"


def installed_project(project: Project) -> InstalledProject:
    """
    Finds a project that is installed.

    Args:
        project ([`Project`]): the project.

    Returns:
        [`InstalledProject`]: where it is.

    Raises:
        [`ProjectError`]: if it is not installed or unavailable; the message names the project and the fix.
    """
    state = project_state(project)
    if state != "installed":
        if state.startswith("unavailable"):
            raise ProjectError(f"{project.label} is {state}.")
        checkout = f" --checkout {project.name}=FOLDER" if project.tests_from_checkout else ""
        raise ProjectError(f"{project.label} is {state}: run classeval-hf projects install {project.name}{checkout}")
    folder, inputs = projects_folder() / project.label, json.dumps(_identity(project), sort_keys=True)
    environment, identity = folder / "environment", hashlib.sha256(inputs.encode()).hexdigest()
    places = environment, environment / "bin" / "python", environments.site_packages(environment)
    record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
    return InstalledProject(project, folder, folder / "source", *places, identity, record)


def check_installable(project: Project, checkout: Path | None) -> None:
    """Checks consent, availability and checkout before anything is downloaded."""
    require_consent(
        f"Installing {project.label} puts other people's code on this machine, and building some of it runs that code."
    )
    if reason := project.why_not(_PYTHON):
        raise ProjectError(f"{project.label} is unavailable: {reason}.")
    if checkout is None and project.tests_from_checkout:
        raise ProjectError(
            f"The archives of {project.name} {project.version} on the package index lack its tests. Check out its "
            f"repository at the tag of that release, and add: --checkout {project.name}=FOLDER"
        )
    if checkout is not None and not project.tests_from_checkout:
        raise ProjectError(
            f"The tests of {project.label} come from the package index: leave out --checkout {project.name}=FOLDER."
        )
    for name in (project.tests, project.package):
        if checkout is not None and not (checkout / name).exists():
            raise ProjectError(f"{checkout} is not a checkout of {project.name}: it has no {name}.")


def install_project(
    project: Project,
    checkout: Path | None = None,
    on_bytes: Callable[[int], None] = lambda more: None,
    on_step: Callable[[str], None] = lambda step: None,
) -> InstalledProject:
    """
    Downloads a project with its dependencies, and builds its environment.

    Downloaded files are kept, so that an interrupted download resumes. Everything is assembled in a separate folder
    and moved into place in one step. If two processes install the same project, the second waits and then finds it
    installed.

    Args:
        project ([`Project`]): the project.
        checkout (`Path`, *optional*): a checkout of the project with its tests.
        on_bytes (`Callable`, *optional*): called with the number of bytes of each downloaded piece.
        on_step (`Callable`, *optional*): called with the name of each step.

    Returns:
        [`InstalledProject`]: where it is.

    Raises:
        `ValueError`: if it cannot be installed; the message names the project or the file, and the fix.
    """
    check_installable(project, checkout)
    with _locked(project, on_step):
        if project_state(project) != "installed":
            _install(project, checkout, on_bytes, on_step)
    return installed_project(project)


def _install(
    project: Project, checkout: Path | None, on_bytes: Callable[[int], None], on_step: Callable[[str], None]
) -> None:
    from classeval_hf.projects.install.download import download  # `requests` is slow to import

    start = time.monotonic()
    staging, folder = projects_folder() / f".{project.label}.partial", projects_folder() / project.label
    for name in ("source", "environment", "scratch"):
        shutil.rmtree(staging / name, ignore_errors=True)
    (staging / "scratch").mkdir(parents=True)
    free, needed = shutil.disk_usage(staging).free, project.download_bytes + project.disk_bytes + _SPARE_BYTES
    if free < needed:
        raise ProjectError(
            f"{project.label} needs about {needed / 1e9:.1f} GB while it is installed, and {staging.parent} has "
            f"{free / 1e9:.1f} GB left: free some, or set HF_HOME to another disk."
        )
    on_step("downloading")
    pins = environments.read_lock(project.lock_file)
    own = [next(file for file in files if file.fits) for files in (project.source, project.metadata) if files]
    named, release = [*own, *project.tests_source], (project.name, project.version)
    wanted = [environments.WantedFile(*release, (file.sha256,), file.file) for file in named]
    files = download([*wanted, *pins], staging / "downloads", on_bytes)
    on_step("unpacking")
    archive, *wheels = (staging / "downloads" / file.file for file in own)
    safe_extract(archive, staging / "source", top_folder=archive.suffix != ".whl")
    _add_tests(project, staging, checkout)
    on_step("building the environment")
    environment = staging / "environment"
    installer = environments.build_environment(environment, pins, files, staging / "scratch")
    environments.finish_environment(
        environment, wheels, staging / "source" / project.import_root, folder / "environment"
    )
    downloaded = sum(path.stat().st_size for path in (staging / "downloads").iterdir())
    for name in ("downloads", "scratch"):
        shutil.rmtree(staging / name)
    record = {
        **_identity(project),
        "installer": installer,
        "download_bytes": downloaded,
        "disk_bytes": sum(path.lstat().st_blocks * 512 for path in staging.rglob("*")),
        "seconds": round(time.monotonic() - start, 1),
        "installed": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }
    write_whole(staging / _RECORD, json.dumps(record, indent=1))
    (folder / _RECORD).unlink(missing_ok=True)  # after an interruption, it does not look complete
    if folder.exists():
        shutil.rmtree(folder)
    staging.rename(folder)


def remove_project(project: Project) -> int:
    """Removes a project and its downloads; returns the number of freed bytes."""
    if not projects_folder().is_dir():
        return 0
    with _locked(project, lambda step: None):
        folder, staging = projects_folder() / project.label, projects_folder() / f".{project.label}.partial"
        paths = [path for place in (folder, staging) if place.exists() for path in place.rglob("*")]
        freed = sum(path.lstat().st_blocks * 512 for path in paths)
        (folder / _RECORD).unlink(missing_ok=True)
        if folder.exists():
            shutil.rmtree(folder)
        shutil.rmtree(staging, ignore_errors=True)
    return freed


def _identity(project: Project) -> dict[str, Any]:
    """The inputs of an installation made now; installations with the same inputs are equal."""
    tests_from = "".join(f"{file.file} {file.sha256}" for file in project.tests_source) or "release"
    return {
        "name": project.name,
        "version": project.version,
        "python": platform.python_version(),
        "source_sha256": next(file.sha256 for file in project.source if file.fits),
        "lock_sha256": hashlib.sha256(project.lock_file.read_bytes()).hexdigest(),
        "tests_from": "checkout" if project.tests_from_checkout else tests_from,
    }


@contextmanager
def _locked(project: Project, on_step: Callable[[str], None]) -> Iterator[None]:
    """Lets in one process at a time; the lock ends with the process."""
    if sys.platform == "win32":
        raise ProjectError("Projects are installed on Linux and macOS: on Windows use WSL 2 or a Linux container.")
    folder = projects_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f".{project.label}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_step("waiting for another process that installs it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _add_tests(project: Project, staging: Path, checkout: Path | None) -> None:
    """Copies tests and their settings into the source, from a checkout, which must have the modules of the release, or
    from another release; no link may lead out."""
    source, places = staging / "source", [checkout] if checkout is not None else []
    if checkout is not None:
        released, checked_out = source / project.package, checkout / project.package
        modules = [released] if released.is_file() else sorted(released.rglob("*.py"))
        pairs = [(path, checked_out / path.relative_to(released)) for path in modules]
        missing = [path for path, other in pairs if not other.is_file()]
        there = [pair for pair in pairs if pair[0] not in missing]
        others = [one for one, other in there if one.read_bytes().splitlines() != other.read_bytes().splitlines()]
        others += missing if len(missing) > _MADE_BY_BUILDS else []  # the build of the release made a few modules
        if differing := [path.relative_to(released.parent).as_posix() for path in others]:
            count, more = len(differing), ", ..." if len(differing) > _NAMED else ""
            raise ProjectError(
                f"{checkout} is not {project.name} {project.version}: {counted(count, 'file')} of its package "
                f"{agreeing(count, 'differs', 'differ')} from the release ({', '.join(differing[:_NAMED])}{more}). "
                "Check out the tag of that release."
            )
    for file in project.tests_source:
        places.append(staging / "scratch" / file.file)
        safe_extract(staging / "downloads" / file.file, places[-1], top_folder=True)
        if not (places[-1] / project.tests).exists():
            raise ProjectError(f"The sdist of {project.name} {project.tests_version} has no {project.tests}.")
    for place in places:
        shutil.rmtree(source / project.tests, ignore_errors=True)  # some archives hold a part of the tests
        for name in (project.tests, *_OF_TESTS):
            if (place / name).exists() and not (source / name).exists():
                _copy(place / name, source / name, place.resolve())


def _copy(path: Path, target: Path, checkout: Path) -> None:
    if not path.resolve().is_relative_to(checkout):
        raise ProjectError(f"{path} leads out of the checkout: put a copy of the file there, or take it out.")
    if path.is_dir():
        target.mkdir(parents=True)
        for inner in sorted(path.iterdir()):
            if inner.name not in ("__pycache__", ".git"):
                _copy(inner, target / inner.name, checkout)
    elif path.is_file():
        shutil.copy(path, target)
