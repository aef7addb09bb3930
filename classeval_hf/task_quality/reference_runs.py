"""Runs of a task's reference that need more than verdicts: in a random order, with coverage, with its examples."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import build_module
from classeval_hf.task_quality import validation_child
from classeval_hf.tasks.test_cases import declared_tests


@dataclass(frozen=True)
class Coverage:
    """What the tests reach of a reference, as the tool `coverage` counts it (ClassEval, Table 4)."""

    statements: int = 0  # statements of the module
    covered_statements: int = 0  # those that were run
    branches: int = 0  # ways out of its branching lines
    covered_branches: int = 0  # those that were taken
    missing_lines: tuple[int, ...] = ()  # lines of the module that were not run
    missing_branches: tuple[tuple[int, int], ...] = ()  # branches that were not taken, from line to line

    @property
    def statement_rate(self) -> float:
        """Share of the statements that were run, 1 where there are none."""
        return self.covered_statements / self.statements if self.statements else 1.0

    @property
    def branch_rate(self) -> float:
        """Share of the branches that were taken, 1 where there are none."""
        return self.covered_branches / self.branches if self.branches else 1.0

    def __add__(self, other: "Coverage") -> "Coverage":
        return Coverage(
            self.statements + other.statements,
            self.covered_statements + other.covered_statements,
            self.branches + other.branches,
            self.covered_branches + other.covered_branches,
        )


@dataclass(frozen=True)
class ReferenceRun:
    failures: tuple[tuple[str, str], ...] = ()  # test and message of each test that did not pass
    coverage: Coverage | None = None  # coverage, if it was measured and the module could be run
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)  # per method, its examples that do not hold
    error: str = ""  # why there is no result at all: the module does not load, or the time was up


def require_coverage() -> None:
    """Raises a `ValueError` that says how to install `coverage`, where it is missing."""
    if importlib.util.find_spec("coverage") is None:
        raise UserError("Measuring coverage needs the package coverage: pip install 'classeval-hf[validate]'.")


def run_reference(
    task: ClassTask,
    seed: int | None = None,
    coverage: bool = False,
    examples: Mapping[str, str] | None = None,
    timeout: float = 60.0,
) -> ReferenceRun:
    """Runs a trusted reference in a child; `seed` is of the order of tests, covered lines are of `solution_code`."""
    with tempfile.TemporaryDirectory(prefix="classeval-", ignore_cleanup_errors=True) as root:
        directories = {name: Path(root, name) for name in ("work", "tmp", "module")}
        for directory in directories.values():
            directory.mkdir()
        paths = {name: directories["module"] / f"{name}.py" for name in ("solution", "tests")}
        # Without the import lines that it has itself, so that its line numbers hold.
        imports = [line for line in task.import_statement if line not in task.solution_code]
        paths["solution"].write_text(build_module(task.solution_code, imports), encoding="utf-8")
        paths["tests"].write_text(build_module(task.test, task.import_statement), encoding="utf-8")
        test_classes = {name.strip(): declared_tests(task.test, name.strip()) for name in task.test_classes}
        job = {
            "solution_path": str(paths["solution"]),
            "test_path": str(paths["tests"]),
            "test_classes": {name: tests for name, tests in test_classes.items() if tests},
            "seed": seed,
            "coverage": coverage,
            "examples": dict(examples or {}),
        }
        return _run_child(job, directories, timeout)


def _run_child(job: dict[str, Any], directories: dict[str, Path], timeout: float) -> ReferenceRun:
    job_path, report_path = (directories["module"] / f"{name}.json" for name in ("job", "report"))
    job_path.write_text(json.dumps(job), encoding="utf-8")
    environment = {
        "HOME": str(directories["work"]),
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PATH": os.defpath,
        "PYTHONHASHSEED": str(job["seed"] or 0),
        "TMPDIR": str(directories["tmp"]),
        "TZ": "UTC",
    }
    command = [sys.executable, "-B", "-s", "-X", "utf8", validation_child.__file__, str(job_path), str(report_path)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=directories["work"],
            env=environment,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ReferenceRun(error=f"took more than {timeout:g} seconds")
    if not report_path.is_file():
        message = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return ReferenceRun(error=message or f"ended with status {done.returncode}")
    return msgspec.json.decode(report_path.read_bytes(), type=ReferenceRun)
