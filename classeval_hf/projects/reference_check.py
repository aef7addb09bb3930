"""Runs the reference of a project's task several times, and the bodies without it that give the stub baselines."""

from collections.abc import Callable, Sequence
from pathlib import Path

from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, JAVA, PYTHON
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import REFERENCE_RUNS, STUB_BASELINES, Outcome, Soundness, passed_share
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution, maximum_seconds
from classeval_hf.projects.java import source as java
from classeval_hf.projects.java.junit_suite import JunitSuite
from classeval_hf.projects.located_tasks import InstalledTask, ProjectFolders
from classeval_hf.projects.reading.name_uses import name_uses
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.reading.definitions import find_definition, removed, without_body
from classeval_hf.sandbox.jobs import TimeLimits

_LEAVE_OUT = {PYTHON: (without_body, removed), JAVA: (java.without_body, java.removed)}
"""By language, what replaces the reference to find each of the stub baselines."""
_STUB_SECONDS, _STUB_SECONDS_PER_TEST = 1.0, 0.01  # a test that fails takes longer than one that passes
_NOT_FOUND = "it is not found with the reference"
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


def find_project_soundness(
    task: InstalledTask,
    folders: ProjectFolders,
    executor: Executor,
    shared: Callable[[], Sequence[Execution]] = tuple,
) -> Soundness:
    """
    Runs a task's reference several times, and each variant without it once.

    Runs of the whole project (`shared`) count as runs of the reference where all agree that it passes. Otherwise all
    are the task's own, and a test that passes in only some of the shared runs fails too.
    """
    suite = folders.suite(task, discover=True)
    lacking = [name for name in suite.tests.tests if not Path(suite.tests.tree, name).is_file()]
    if lacking:
        return Soundness(task.task_id, 0, 0, f"the release has no {lacking[0]}")
    try:
        source = folders.source(task)
        if task.language == JAVA:
            java.JavaSource(source).target(task.target.name)
        else:
            find_definition(source, task.target.name, task.position)
        suite.check(executor.pool, is_reference=True)
    except (SyntaxError, ValueError) as error:
        return Soundness(task.task_id, 0, 0, str(error))
    own = [executor.run_suite(suite, source, is_reference=True)]
    others = shared()
    tests, failing = _outcome([*own, *others], suite)
    good = REFERENCE_RUNS
    if failing or 1 + len(others) < REFERENCE_RUNS:
        own += [executor.run_suite(suite, source, is_reference=True) for _ in range(REFERENCE_RUNS - 1)]
        tests, failing = _outcome(own, suite)
        declared = [test for of_file in tests.values() for test in of_file]
        good = sum(not _failing(execution, declared) for execution in own)
        for_shared = [_failing(execution, declared) for execution in others]
        for test, why in (pair for one in for_shared for pair in one.items()):
            if not all(test in one for one in for_shared):
                failing.setdefault(test, f"passes in only some runs of all tests of the project: {why}")
    declared = [test for of_file in tests.values() for test in of_file]
    cause = ""
    for test, why in [*failing.items()][:1]:
        fail = f"{counted(len(declared), 'test')} {agreeing(len(failing), 'fails', 'fail')}"
        cause = f"{len(failing)} of {fail} with the reference, such as {test}: {why}"
    known = Soundness(
        task.task_id,
        good,
        REFERENCE_RUNS,
        cause,
        maximum_seconds([execution.seconds for execution in own]),
        maximum_seconds([execution.clock_seconds for execution in own]),
        tests,
        failing,
        [test for test in declared if any(test in execution.generated for execution in own)],
        suspicious=sorted({mark for execution in own for mark in execution.verdict.suspicious}),
    )
    known.dependencies.update(reference_dependencies(task, source, folders))
    if len(failing) < len(declared):
        known.floors.update(_stub_baselines(known, task, source, folders, executor))
    return known


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
    failing = dict.fromkeys(declared, _NOT_FOUND)
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
    """The dependencies of the reference, read as those of a sample; none in Java."""
    if task.language == JAVA:
        return {}
    line = find_definition(source, task.target.name, task.position).first_line
    uses = name_uses(source, task.target.name, line)
    names = folders.index(task).dependencies(task.path, task.target.name, uses)
    return {kind: list(getattr(names, kind)) for kind in DEPENDENCY_KINDS}


def _stub_baselines(
    known: Soundness, task: InstalledTask, source: str, folders: ProjectFolders, executor: Executor
) -> dict[str, float]:
    suite = folders.suite(task.with_findings(known))
    limits = {}
    for first, *more in suite.tests.groups:  # less than samples have: many bodies without content never end
        least = _STUB_SECONDS + _STUB_SECONDS_PER_TEST * sum(len(suite.tests.tests[name]) for name in (first, *more))
        limits[first] = max(time_limit(known.seconds.get(first, 0.0), 0.0, least), known.clock_seconds.get(first, 0.0))
    rates = {}
    for name, leave_out in zip(STUB_BASELINES, _LEAVE_OUT[task.language], strict=True):
        changed = leave_out(source, task.target, task.position)
        execution = executor.run_suite(suite, changed, is_reference=True, limits=TimeLimits(limits))
        rates[name] = passed_share(execution.verdict)
    return rates
