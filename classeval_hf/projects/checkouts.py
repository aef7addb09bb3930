"""Tests from a local checkout or another release, for releases whose archives have none."""

from __future__ import annotations

import shutil
from pathlib import Path

from classeval_hf.projects.catalogue import Project, ProjectError

_NAMED = 3
_MADE_BY_BUILDS = 3
"""More modules than this that only the release has were not made by its build: they are of another version."""
_OF_TESTS = ("conftest.py", "pytest.ini", "setup.cfg", "tox.ini", "pyproject.toml")
"""Files beside the tests that say how they are run."""


def check_checkout(project: Project, checkout: Path | None) -> None:
    """Checks that there is a checkout exactly where one is needed, and that it has tests."""
    if checkout is None:
        if project.tests_from_checkout:
            raise ProjectError(
                f"The archives of {project.name} {project.version} on the package index lack its tests. Check out its "
                f"repository at the tag of that release, and add: --checkout {project.name}=FOLDER"
            )
        return
    if not project.tests_from_checkout:
        raise ProjectError(
            f"The tests of {project.label} come from the package index: leave out --checkout {project.name}=FOLDER."
        )
    for name in (project.tests, project.package):
        if not (checkout / name).exists():
            raise ProjectError(f"{checkout} is no checkout of {project.name}: it has no {name}.")


def add_tests(project: Project, source: Path, checkout: Path) -> None:
    """Copies the tests of a checkout into the source of a release, if the packages are equal and no link leads out."""
    differing = _differing(source / project.package, checkout / project.package)
    if differing:
        named = ", ".join(differing[:_NAMED]) + (", ..." if len(differing) > _NAMED else "")
        raise ProjectError(
            f"{checkout} is not {project.name} {project.version}: {len(differing)} files of its package differ from "
            f"the release ({named}). Check out the tag of that release."
        )
    _copy_tests(project, source, checkout)


def add_tests_of_release(project: Project, source: Path, other: Path) -> None:
    """Copies the tests of another release's sdist into the source, and nothing of its package."""
    if not (other / project.tests).exists():
        raise ProjectError(f"The sdist of {project.name} {project.tests_version} has no {project.tests}.")
    _copy_tests(project, source, other)


def _copy_tests(project: Project, source: Path, other: Path) -> None:
    shutil.rmtree(source / project.tests, ignore_errors=True)  # some archives hold a part of the tests
    for name in (project.tests, *_OF_TESTS):
        if (other / name).exists() and not (source / name).exists():
            _copy(other / name, source / name, other.resolve())


def _differing(released: Path, checked_out: Path) -> list[str]:
    """Modules of a release that a checkout has otherwise, or lacks; a few that it lacks were made by the build."""
    modules = [released] if released.is_file() else sorted(released.rglob("*.py"))
    pairs = [(path, checked_out / path.relative_to(released)) for path in modules]
    missing = [path for path, other in pairs if not other.is_file()]
    differing = [path for path, other in pairs if other.is_file() and _lines(path) != _lines(other)]
    differing += missing if len(missing) > _MADE_BY_BUILDS else []
    return [path.relative_to(released.parent).as_posix() for path in differing]


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def _copy(path: Path, target: Path, checkout: Path) -> None:
    if not path.resolve().is_relative_to(checkout):
        raise ProjectError(f"{path} leads out of the checkout: only what is in it is copied.")
    if path.is_dir():
        target.mkdir(parents=True)
        for inner in sorted(path.iterdir()):
            if inner.name not in ("__pycache__", ".git"):
                _copy(inner, target / inner.name, checkout)
    elif path.is_file():
        shutil.copy(path, target)
