"""The outcome of a reference in this environment: whether a task is sound here, and its floors."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, CodeDependencies

REFERENCE_RUNS = 3  # runs of each reference; a task is sound if all pass
FLOORS = ("stub", "removed")  # in the reference's place: a target with empty bodies, or no target


@dataclass(frozen=True)
class Soundness:
    """
    The outcome of a task's reference in this environment, by one test suite.

    Args:
        task_id (`str`): the task.
        passed (`int`): number of runs that passed every test class that a class must pass.
        runs (`int`): number of runs; 0 for a task without a reference.
        cause (`str`): what kept it from passing; empty if it passed each time.
        seconds (`dict[str, float]`): per test class, or test file of a project, its maximum processor time.
        clock_seconds (`dict[str, float]`): per test file its maximum time by the clock. This and what follows is known
            of repository-level tasks.
        tests (`dict[str, list[str]]`): per test file the ids of the task's tests, as they are here.
        failing (`dict[str, str]`): tests that the reference did not always pass, and why.
        generated (`list[str]`): tests whose functions are made at run time.
        floors (`dict[str, float]`): by [`FLOORS`], share of the tests that pass without the reference.
        suspicious (`list[str]`): parts of the test machinery that the reference itself touches.
        dependencies (`dict[str, list[str]]`): by kind, the dependencies read from the reference.
    """

    task_id: str
    passed: int
    runs: int
    cause: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    clock_seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    failing: dict[str, str] = field(default_factory=dict)
    generated: list[str] = field(default_factory=list)
    floors: dict[str, float] = field(default_factory=dict)
    suspicious: list[str] = field(default_factory=list)
    dependencies: dict[str, list[str]] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Whether the reference passed each time."""
        return self.passed == self.runs and not self.cause

    @property
    def code_dependencies(self) -> CodeDependencies:
        """The dependencies read from the reference."""
        return CodeDependencies(*(tuple(self.dependencies.get(kind, ())) for kind in DEPENDENCY_KINDS))


def read_soundness(data: Any) -> Soundness:
    """Reads what `dataclasses.asdict` wrote; raises `ValueError` for anything else."""
    return msgspec.convert(data, Soundness)
