"""Candidates in, verdicts out: ties tests with held-back values, sandbox and judgement together."""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from classeval_hf.execution.canary import Isolation, choose_isolation
from classeval_hf.execution.containment import Limits
from classeval_hf.execution.sandbox import RawTestClass, Sandbox
from classeval_hf.execution.test_cases import bound_names
from classeval_hf.execution.verdicts import ExpectedTestClass, judge_test_class
from classeval_hf.execution.withholding import HeldTests, withhold
from classeval_hf.records import CandidateVerdict, Task
from classeval_hf.syntax import parse_or_none

__all__ = ["Execution", "Executor", "run_candidate"]

_WIDESPREAD = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy.stats"}
"""
Libraries, and what of them to import, that answers use although their task does not. They are imported before the fork
too: importing them anew for each test class takes longer than most tests. No other import of an answer is carried out
outside its containment.
"""

_OWN_CORE_SHARE = 0.5
"""
Share of the clock's time from which a test that spent it on a core, or waiting for something else than a core, had its
fair chance.
"""


@dataclass(frozen=True)
class Execution:
    """
    A candidate's verdict, and whether its time-outs may be the machine's.

    Args:
        verdict ([`CandidateVerdict`]): the verdict.
        contended (`bool`): whether a test class ran out of time without having had a core to itself, so that it should
            be tried again alone before the time-out is charged.
    """

    verdict: CandidateVerdict
    contended: bool


@dataclass(frozen=True)
class _Prepared:
    """A task's tests as they are sent to the sandbox, and what the parent keeps of them."""

    held: HeldTests
    libraries: frozenset[str]
    test_classes: tuple[ExpectedTestClass, ...]
    names: tuple[str, ...]


@dataclass
class Executor:
    """
    Runs candidates in the strongest containment that this machine gives.

    Args:
        timeout (`float`, defaults to `5.0`): seconds of processor time per test class; the paper's limit (section
            3.2.3). A test class that only waits has 1.15 times as many by the clock, one on a busy machine about four
            times as many.
        isolation (`str`, defaults to `"auto"`): a tier by name, or the strongest that holds.
        min_isolation (`str`, defaults to `"T1"`): the weakest tier to accept.

    Use it as a context manager; `contained_by` says what holds once it is entered. Its methods may be called from
    several threads.
    """

    timeout: float = 5.0
    isolation: str = "auto"
    min_isolation: str = "T1"
    contained_by: Isolation = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _sandboxes: dict[frozenset[str], Sandbox] = field(default_factory=dict, init=False)
    _prepared: dict[str, _Prepared] = field(default_factory=dict, init=False)

    def __enter__(self) -> Executor:
        try:
            self.contained_by = choose_isolation(self._sandbox(frozenset()), self.isolation, self.min_isolation)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all that runs, at once: calls of [`Executor.run`] under way raise [`InfrastructureError`]."""
        for sandbox in list(self._sandboxes.values()):
            sandbox.__exit__()

    @property
    def missing_modules(self) -> dict[str, str]:
        """Modules that the tasks run so far import and this environment lacks, and the error."""
        return {name: error for sandbox in self._sandboxes.values() for name, error in sandbox.missing.items()}

    def run(self, task: Task, source: str, on_waiting: Callable[[], None] | None = None) -> Execution:
        """
        Runs all test classes of a task against a candidate module.

        Args:
            task ([`Task`]): the task.
            source (`str`): source of the candidate module, imports included.
            on_waiting (`Callable[[], None]`, *optional*): called when a test class only waits, so that its core is
                free for another candidate; at most once per test class.

        Returns:
            [`Execution`]

        Raises:
            [`InfrastructureError`]: if it could not be run, for reasons that are not its own.
        """
        prepared = self._prepare(task)
        job = {
            "imports": list(task.import_statement),
            "test_source": prepared.held.source,
            "test_names": prepared.names,
            "source": source,
            "test_classes": [{"name": item.name, "tests": item.tests} for item in prepared.test_classes],
        }
        sandbox = self._sandbox(prepared.libraries | _widespread_libraries(source))
        raw = sandbox.run(job, self.contained_by.tier, on_waiting).test_classes
        verdicts = tuple(
            judge_test_class(expected, found, sandbox.scratch)
            for expected, found in zip(prepared.test_classes, raw, strict=True)
        )
        return Execution(CandidateVerdict(task.task_id, verdicts), any(map(_contended, raw)))

    def _sandbox(self, libraries: frozenset[str]) -> Sandbox:
        """
        The sandbox for tasks that import these libraries. What a process has in memory is mapped anew in each fork of
        it, so tasks share a process to fork from only where they need the same.
        """
        with self._lock:
            if libraries not in self._sandboxes:
                self._sandboxes[libraries] = Sandbox(sorted(libraries), Limits(cpu_seconds=self.timeout)).__enter__()
            return self._sandboxes[libraries]

    def _prepare(self, task: Task) -> _Prepared:
        if task.task_id not in self._prepared:
            held = withhold(task.test)
            names = [name.strip() for name in task.test_classes]
            test_classes = ExpectedTestClass.from_source(task.test, held, names)
            self._prepared[task.task_id] = _Prepared(held, _libraries(task), test_classes, bound_names(task.test))
        return self._prepared[task.task_id]


def run_candidate(task: Task, source: str, timeout: float = 5.0, isolation: str = "auto") -> CandidateVerdict:
    """
    Runs one candidate; for several, an [`Executor`] saves the start.

    Args:
        task ([`Task`]): the task.
        source (`str`): source of the candidate module, imports included.
        timeout (`float`, defaults to `5.0`): seconds of processor time per test class.
        isolation (`str`, defaults to `"auto"`): a tier by name, or the strongest that holds.

    Returns:
        [`CandidateVerdict`]: one verdict per test class of the task, in order.
    """
    with Executor(timeout, isolation) as executor:
        return executor.run(task, source).verdict


def _contended(raw: RawTestClass) -> bool:
    """
    Whether a time-out may be due to other work on the machine.

    It is not where the test had its time on a core, or is known to have waited for something else than a core.
    """
    if raw.timeout == "cpu":
        return raw.cpu_seconds < _OWN_CORE_SHARE * raw.wall_seconds
    if raw.timeout == "idle":
        return raw.waited_seconds < _OWN_CORE_SHARE * raw.wall_seconds
    return raw.timeout == "wall"


def _libraries(task: Task) -> frozenset[str]:
    """Modules outside the standard library that a task imports."""
    return frozenset(name for name in _imported_modules(task) if name.partition(".")[0] not in sys.stdlib_module_names)


def _widespread_libraries(source: str) -> frozenset[str]:
    found = re.findall(rf"^\s*(?:import|from)\s+({'|'.join(_WIDESPREAD)})\b", source, re.MULTILINE)
    return frozenset(_WIDESPREAD[name] for name in found)


def _imported_modules(task: Task) -> Iterable[str]:
    """Modules that a task's own imports and its tests name; what they import them for is found out in the sandbox."""
    for source in ("\n".join(task.import_statement), task.test):
        tree = parse_or_none(source)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module
