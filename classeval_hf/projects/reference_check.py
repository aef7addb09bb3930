"""Runs references of tasks in projects several times, and the stubs that give the stub baselines."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import (
    REFERENCE_RUNS,
    STUB_BASELINES,
    CandidateVerdict,
    Outcome,
    Soundness,
    passed_share,
)
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution, maximum_seconds
from classeval_hf.projects.java.junit_suite import COMPILE_ERROR, JunitSuite
from classeval_hf.projects.located_tasks import LANGUAGES, InstalledTask, ProjectFolders, Stub
from classeval_hf.projects.runner.pytest_reports import reports_of_candidates
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.projects.tools.name_uses import name_uses
from classeval_hf.reading.definitions import find_definition
from classeval_hf.sandbox.jobs import NO_LIMITS, RawStep, SandboxJob, TimeLimits

_STUB_SECONDS, _STUB_SECONDS_PER_TEST = 1.0, 0.01  # a test that fails takes longer than one that passes
_PROJECT_CAUSES = (
    (("docker",), "needs Docker"),
    (
        ("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError", "Network is unreachable", "UnknownHost"),
        "needs a network",
    ),
    (("uid ", "as root", "root user", "PermissionError"), "depends on the user that runs it"),
    (("ModuleNotFoundError", "ImportError"), "needs a module that its environment lacks, or of another Python"),
    (("/proc/",), "reads /proc, which samples do not have"),
    (("NoClassDefFoundError", "ClassNotFoundException"), "needs a class that its class path lacks"),
    (("FileNotFoundError", "NoSuchFileException"), "needs a file that the release lacks"),
)  # words in a failure's type or message, and the cause that they suggest; the first match counts


@dataclass
class _Checked:
    """A task's reference, with the runs of its own tests so far."""

    task: InstalledTask
    suite: PytestSuite | JunitSuite
    source: str
    runs: list[Execution] = field(default_factory=list)


def check_references(
    tasks: Sequence[InstalledTask],
    folders: ProjectFolders,
    executor: Executor,
    shared: Callable[[], Sequence[Execution]] = tuple,
) -> list[Soundness]:
    """
    Runs the references of tasks in one file several times, and each stub once.

    Runs of all tests of the project (`shared`) count as runs of the reference if all of them pass. Otherwise all runs
    are the task's own, and a test that passes in only some of the shared runs fails too.
    """
    outcomes: dict[str, Soundness] = {}
    checked = []
    for task in tasks:
        try:
            suite = folders.suite(task, discover=True)
            lacking = [name for name in suite.tests.tests if not (suite.tests.project.tree / name).is_file()]
            if lacking:
                raise UserError(f"the release has no {lacking[0]}")
            source = folders.source(task)
            LANGUAGES[task.language].definition(source, task.target, task.position)
            suite.check(executor.pool, is_reference=True)
            checked.append(_Checked(task, suite, source))
        except (SyntaxError, ValueError) as error:
            outcomes[task.task_id] = Soundness(task.task_id, 0, 0, str(error))
    others: Sequence[Execution] = ()
    again = checked
    for number in range(REFERENCE_RUNS):
        # Tasks in one file with the same tests have one run.
        alike = grouped(((one.task.path, json.dumps(one.suite.tests.tests)), one) for one in again)
        executions = run_together([(own[0].suite, own[0].source, NO_LIMITS) for own in alike.values()], executor, True)
        for own, execution in zip(alike.values(), executions, strict=True):
            for one in own:
                one.runs.append(execution)
        if not number:
            others = shared() if checked else ()
            again = [one for one in checked if _outcome([*one.runs, *others], one.suite)[1]]
            again = again if len(others) + 1 >= REFERENCE_RUNS else checked
    candidates: list[_Candidate] = []  # the stubs of tasks with tests that the reference passes
    floors: list[dict[str, float]] = []
    for one in checked:
        known = outcomes[one.task.task_id] = _soundness(one, others, folders)
        if len(known.failing) < sum(map(len, known.tests.values())):
            floors.append(known.floors)
            suite = folders.suite(one.task.with_findings(known))
            limits = {}
            for first, *more in suite.tests.groups:  # less than samples have: many bodies without content never end
                count = sum(len(suite.tests.tests[name]) for name in (first, *more))
                least = time_limit(known.seconds.get(first, 0.0), 0.0, _STUB_SECONDS + _STUB_SECONDS_PER_TEST * count)
                limits[first] = max(least, known.clock_seconds.get(first, 0.0))
            for stub in LANGUAGES[one.task.language].stubs:
                candidates.append((suite, stub(one.source, one.task.target, one.task.position), TimeLimits(limits)))
    runs = iter(run_together(candidates, executor))
    for of_task in floors:
        of_task.update({name: passed_share(next(runs).verdict) for name in STUB_BASELINES})
    return [outcomes[task.task_id] for task in tasks]


_Candidate = tuple[PytestSuite | JunitSuite, str, TimeLimits]
"""Tests of a project, a file to run them with, and time limits."""


def run_together(
    candidates: Sequence[_Candidate], executor: Executor, share_collection: bool = False
) -> list[Execution]:
    """Runs references, or bodies in their place, in processes that are forked from one for each group of test files:
    before the tests are collected, or after that for equal sources."""
    prepared = [suite.prepare(source, is_reference=True) for suite, source, _ in candidates]
    parts = [
        ((step.get("replaced"), *step.get("files", ())), (number, step))
        for number, (job, _) in enumerate(prepared)
        for step in job.steps
    ]
    groups = list(grouped(parts).values())
    found: dict[tuple[int, str], RawStep] = {}
    first = candidates[0][0] if any(len(group) > 1 for group in groups) else None
    if isinstance(first, PytestSuite) and not first.tests.is_of_pytest:
        steps = []
        for group in groups:
            variants = []
            for number, step in group:
                suite, source, limits = candidates[number]
                seconds = min(suite.seconds, limits.seconds.get(step["name"], suite.seconds))
                variants.append({"tests": step["tests"], "key": step["key"], "source": source, "cpu_seconds": seconds})
            seconds = sum(variant["cpu_seconds"] for variant in variants) + first.seconds
            more = {"variants": variants, "share_collection": share_collection, "tests": (), "cpu_seconds": seconds}
            steps.append({**group[0][1], **more})
        sources = {path: digest for job, _ in prepared for path, digest in job.shared["sources"].items()}
        joined = SandboxJob({}, {**prepared[0][0].shared, "sources": sources}, tuple(steps))
        with suppress(InfrastructureError):  # then each has a job of its own
            sandbox = executor.pool.sandbox(first.settings(""), is_reference=True)
            for group, raw in zip(groups, sandbox.run(joined).steps, strict=True):
                for (number, step), one in zip(group, reports_of_candidates(raw), strict=False):
                    found[number, step["name"]] = one
    executions = []
    for number, ((suite, source, limits), (job, expected)) in enumerate(zip(candidates, prepared, strict=True)):
        own = [found[number, step["name"]] for step in job.steps if (number, step["name"]) in found]
        if len(own) == len(job.steps):
            executions.append(executor.judge(suite, source, expected, own, is_reference=True))
        else:  # the tests before it left files in the project, or a `conftest.py` imports the candidate
            executions.append(executor.run_suite(suite, source, is_reference=True, limits=limits))
    return executions


def _soundness(one: _Checked, others: Sequence[Execution], folders: ProjectFolders) -> Soundness:
    is_own = len(one.runs) == REFERENCE_RUNS
    tests, failing = _outcome(one.runs if is_own else [*one.runs, *others], one.suite)
    declared = [test for of_file in tests.values() for test in of_file]
    good = REFERENCE_RUNS
    if is_own:
        good = sum(not _failing(execution, declared) for execution in one.runs)
        for_shared = [_failing(execution, declared) for execution in others]
        for test, why in (pair for failed in for_shared for pair in failed.items()):
            if not all(test in failed for failed in for_shared):
                failing.setdefault(test, f"passes in only some runs of all tests of the project: {why}")
    cause = ""
    for test, why in [*failing.items()][:1]:
        fail = f"{counted(len(declared), 'test')} {agreeing(len(failing), 'fails', 'fail')}"
        cause = f"{len(failing)} of {fail} with the reference, such as {test}: {why}"
    seconds = maximum_seconds([execution.seconds for execution in one.runs])
    clock_seconds = maximum_seconds([execution.clock_seconds for execution in one.runs])
    generated = [test for test in declared if any(test in execution.generated for execution in one.runs)]
    return Soundness(
        *(one.task.task_id, good, REFERENCE_RUNS, cause, seconds, clock_seconds, tests, failing, generated),
        suspicious=sorted({mark for execution in one.runs for mark in execution.verdict.suspicious}),
        dependencies=reference_dependencies(one.task, one.source, folders),
    )


def _outcome(
    executions: Sequence[Execution], suite: PytestSuite | JunitSuite
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The tests of a suite by file, as they are called here, and those that the reference does not always pass."""
    collected = list(dict.fromkeys(test for execution in executions for test in execution.collected))
    tests: dict[str, list[str]] = {}  # a missing id stands for all others of its function
    for file, listed in suite.tests.tests.items():
        named: dict[str, None] = {}
        for test in listed:
            others = [one for one in collected if suite.is_same_test(test, one) and one not in listed]
            named |= dict.fromkeys([test] if test in collected else others or [test])
        tests[file] = list(named)
    declared = [test for of_file in tests.values() for test in of_file]
    failing = {test: why for execution in reversed(executions) for test, why in _failing(execution, declared).items()}
    return tests, failing


def _failing(execution: Execution, declared: Sequence[str]) -> dict[str, str]:
    failing = dict.fromkeys(declared, "it is not found with the reference")
    for item in execution.verdict.test_classes:
        around = f"{item.error_type}: {item.message}" if item.error_type else ""
        for case in item.cases:
            if case.outcome is Outcome.PASS and not around:
                failing.pop(case.test, None)
            elif case.test in failing and (around or case.test in execution.collected):
                failing[case.test] = named_cause(around or f"{case.error_type or case.outcome.value}: {case.message}")
    return failing


def named_cause(why: str) -> str:
    for words, cause in _PROJECT_CAUSES:
        if any(word in why for word in words):
            return f"{cause} ({why.splitlines()[0]})"
    return why.splitlines()[0]


def reference_dependencies(task: InstalledTask, source: str, folders: ProjectFolders) -> dict[str, list[str]]:
    """The dependencies of the reference, read as those of a sample; none without an index of the project."""
    index = folders.index(task)
    if index is None:
        return {}
    line = find_definition(source, task.target.name, task.position).first_line
    uses = name_uses(source, task.target.name, line)
    names = index.dependencies(task.path, task.target.name, uses)
    return {kind: list(getattr(names, kind)) for kind in DEPENDENCY_KINDS}


def deciding_tests(
    task: InstalledTask, folders: ProjectFolders, executor: Executor, seconds: float
) -> tuple[str, ...]:
    """The tests of a task in Java that fail both with a stub and without the target. A test that runs out of time does
    not count, since it keeps others from being run, nor does a file that does not compile. `seconds` is what all tests
    of the project take."""
    compiled = False
    for stub in LANGUAGES[task.language].stubs:
        verdict = verdict_of_stub(stub, task, folders, executor, seconds)
        if all(item.error_type != COMPILE_ERROR for item in verdict.test_classes):
            compiled = True
            cases = [case for item in verdict.test_classes for case in item.cases]
            failing = {case.test for case in cases if case.outcome in (Outcome.FAIL, Outcome.ERROR)}
            task = replace(task, tests=tuple(test for test in task.tests if test in failing))
            if not task.tests:
                break
    return task.tests if compiled else ()


def verdict_of_stub(
    stub: Stub, task: InstalledTask, folders: ProjectFolders, executor: Executor, seconds: float
) -> CandidateVerdict:
    suite = folders.suite(task)
    more = _STUB_SECONDS + _STUB_SECONDS_PER_TEST * len(task.tests)
    limits = TimeLimits({group[0]: seconds + more for group in suite.tests.groups})
    candidate = stub(folders.source(task), task.target, task.position)
    return executor.run_suite(suite, candidate, limits, is_reference=True).verdict
