"""Runs a task's reference in a random order of tests, with coverage, and with its examples."""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import OTHER_LIMITS, TIME_LIMITS, Payload, SandboxJob
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.task_quality.validation_child import SOLUTION_FILE, TESTS_FILE

_PAYLOAD = Payload("classeval_hf.task_quality.validation_child", ("classeval_hf.task_quality.validation_child",))


@dataclass(frozen=True)
class Coverage:
    """Coverage of a reference by its tests, as the tool `coverage` counts it (ClassEval, Table 4)."""

    statements: int = 0  # statements of the module
    covered_statements: int = 0  # those that were run
    branches: int = 0  # ways out of its branching lines
    covered_branches: int = 0  # those that were taken
    missing_lines: tuple[int, ...] = ()  # lines of the module that were not run
    missing_branches: tuple[tuple[int, int], ...] = ()  # branches that were not taken, from line to line

    @property
    def statement_rate(self) -> float:
        """Share of the statements that were run; 1 if there are none."""
        return self.covered_statements / self.statements if self.statements else 1.0

    @property
    def branch_rate(self) -> float:
        """Share of the branches that were taken; 1 if there are none."""
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
    tests: dict[str, tuple[str, ...]] = field(default_factory=dict)  # tests that `unittest` finds, by test class
    failures: tuple[tuple[str, str], ...] = ()  # test and message of each test that did not pass
    coverage: Coverage | None = None  # coverage, if it was measured and the module could be run
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)  # failing examples, by method
    error: str = ""  # why there is no result: the module does not load, or the time was up


NEEDS_COVERAGE = "needs the package coverage: pip install 'classeval-hf[validate]'"


def has_coverage() -> bool:
    return importlib.util.find_spec("coverage") is not None


def require_coverage() -> None:
    """Raises a `ValueError` that says how to install `coverage` if it is missing."""
    if not has_coverage():
        raise UserError(f"Measuring coverage {NEEDS_COVERAGE}.")


def run_reference(
    pool: SandboxPool,
    task: ClassTask,
    seed: int | None = None,
    coverage: bool = False,
    examples: Mapping[str, str] | None = None,
    timeout: float = 60.0,
) -> ReferenceRun:
    """Runs a reference in the sandbox; `seed` is for hashes and the order of tests, lines are of `solution_code`."""
    # Repeated import lines are left out, so that line numbers hold.
    imports = [line for line in task.import_statement if line not in task.solution_code]
    solution, tests = build_module(task.solution_code, imports), build_module(task.test, task.import_statement)
    step: dict[str, object] = {"name": "reference", "listed": list(task.suite().listed), "seed": seed}
    step |= {"coverage": coverage, "examples": dict(examples or {})}
    job = SandboxJob(files={SOLUTION_FILE: solution, TESTS_FILE: tests}, shared={}, steps=(step,))
    libraries = frozenset(["coverage"] if coverage else ())
    settings = SandboxSettings(_PAYLOAD, Limits(cpu_seconds=timeout), libraries, hash_seed=seed or 0)
    (ran,) = pool.sandbox(settings, is_reference=True).run(job).steps
    if ran.limit in TIME_LIMITS:
        return ReferenceRun(error=f"took more than {timeout:g} seconds")
    if ran.limit:
        return ReferenceRun(error=OTHER_LIMITS[ran.limit][1])
    try:
        return msgspec.json.decode(ran.report.rpartition(b"\n")[2], type=ReferenceRun)
    except msgspec.DecodeError:
        return ReferenceRun(error="ended its process")
