"""Runs of a task's reference that need more than verdicts: in a random order, with coverage, with its examples."""

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
    """What the tests reach of a reference, as the tool `coverage` counts it (ClassEval, Table 4)."""

    statements: int = 0  # statements of the module
    covered_statements: int = 0  # those that were run
    branches: int = 0  # ways out of its branching lines
    covered_branches: int = 0  # those that were taken
    missing_lines: tuple[int, ...] = ()  # lines of the module that were not run
    missing_branches: tuple[tuple[int, int], ...] = ()  # branches that were not taken, from line to line

    @property
    def statement_rate(self) -> float:
        """Share of the statements that were run, 1 without any statement."""
        return self.covered_statements / self.statements if self.statements else 1.0

    @property
    def branch_rate(self) -> float:
        """Share of the branches that were taken, 1 without any branch."""
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
    tests: dict[str, tuple[str, ...]] = field(default_factory=dict)  # those that `unittest` finds in each test class
    failures: tuple[tuple[str, str], ...] = ()  # test and message of each test that did not pass
    coverage: Coverage | None = None  # coverage, if it was measured and the module could be run
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)  # per method, its examples that do not hold
    error: str = ""  # why there is no result at all: the module does not load, or the time was up


NEEDS_COVERAGE = "needs the package coverage: pip install 'classeval-hf[validate]'"


def has_coverage() -> bool:
    return importlib.util.find_spec("coverage") is not None


def require_coverage() -> None:
    """Raises a `ValueError` that says how to install `coverage`, where it is missing."""
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
    """Runs a reference in the sandbox; `seed` is of hashes and of the order of tests, lines are of `solution_code`."""
    # Without the import lines that it has itself, so that its line numbers hold.
    imports = [line for line in task.import_statement if line not in task.solution_code]
    job = SandboxJob(
        files={
            SOLUTION_FILE: build_module(task.solution_code, imports),
            TESTS_FILE: build_module(task.test, task.import_statement),
        },
        shared={},
        steps=(
            {
                "name": "reference",
                "listed": list(task.suite().listed),
                "seed": seed,
                "coverage": coverage,
                "examples": dict(examples or {}),
            },
        ),
    )
    libraries = frozenset(["coverage"] if coverage else ())
    settings = SandboxSettings(_PAYLOAD, Limits(cpu_seconds=timeout), libraries, hash_seed=seed or 0)
    (step,) = pool.sandbox(settings, is_reference=True).run(job).steps
    if step.limit in TIME_LIMITS:
        return ReferenceRun(error=f"took more than {timeout:g} seconds")
    if step.limit:
        return ReferenceRun(error=OTHER_LIMITS[step.limit][1])
    try:
        return msgspec.json.decode(step.report.rpartition(b"\n")[2], type=ReferenceRun)
    except msgspec.DecodeError:
        return ReferenceRun(error="ended its process")
