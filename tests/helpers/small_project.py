"""Small projects for the tests of the runner of projects' own tests, in an environment that is this interpreter's."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.projects.runner.pytest_suite import ProjectFolder, ProjectTests


def project(
    folder: Path,
    files: Mapping[str, str],
    tests: Mapping[str, tuple[str, ...]],
    target: str = "pkg/money.py",
    import_paths: tuple[str, ...] = ("",),
    preload: tuple[str, ...] = (),
) -> ProjectTests:
    """Writes a project of texts by path, and makes the plan of its tests, whose names are given by test file."""
    for name, text in {"pkg/__init__.py": "", target: "", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    ids = {name: tuple(f"{name}::{test}" for test in found) for name, found in tests.items()}
    packages = (str(Path(pytest.__file__).parents[1]),)
    made = ProjectFolder("shop", folder, sys.executable, packages, import_paths)
    return ProjectTests("task", made, target, ids, preload)


def outcomes(verdict: CandidateVerdict) -> dict[str, str]:
    """What became of each test, by its name; `passed` by the file's name, if the file as a whole passed."""
    found = {}
    for item in verdict.test_classes:
        found[item.test_class] = "passed" if item.passed else item.error_type or "failed"
        for case in item.cases:
            kind = f"{case.outcome.value}: {case.error_type}" if case.outcome is not Outcome.PASS else "pass"
            found[case.test.partition("::")[2]] = kind
    return found
