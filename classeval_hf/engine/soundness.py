"""Finds whether tasks are sound here, by several runs of the reference, which also give time limits. For a project's
task it also runs the bodies that give the floors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from classeval_hf.classes.tasks.libraries import library_problems
from classeval_hf.core.grouping import grouped
from classeval_hf.core.plurals import agreeing, counted
from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS
from classeval_hf.core.soundness import FLOORS, REFERENCE_RUNS, ProjectSoundness, Soundness
from classeval_hf.core.tasks import BASE, ClassTask, Task, TestSuite
from classeval_hf.core.verdicts import CandidateVerdict, Outcome, passed_share
from classeval_hf.engine.executor import Execution, Executor
from classeval_hf.projects.located_tasks import InstalledTask
from classeval_hf.projects.reading.name_uses import name_uses
from classeval_hf.projects.runner.plugin import is_same_test
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.reading.definitions import find_definition, removed, without_body
from classeval_hf.reading.extraction import build_module

_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)
_MIN_SECONDS, _MAX_SECONDS, _FACTOR = 1.0, 5.0, 10.0


def find_soundness(task: ClassTask, executor: Executor, suite: str = BASE) -> Soundness:
    missing = [problem.problem for problem in library_problems([task], [suite]) if problem.is_missing]
    if missing:
        return Soundness(task.task_id, 0, 0, f"a library is missing: {', '.join(missing)}")
    if not task.solution_code.strip():
        return Soundness(task.task_id, 0, 0, "" if task.sound else task.unsound_reason or "its data says so")
    source = build_module(task.solution_code, task.import_statement)
    verdicts = [executor.run(task, source, is_reference=True, suite=suite) for _ in range(REFERENCE_RUNS)]
    required = task.suite(suite).required
    failed = [execution.verdict for execution in verdicts if not execution.verdict.passed(required)]
    cause = _cause(task, failed) if failed else ""
    seconds = maximum_seconds([one.seconds for one in verdicts])
    return Soundness(task.task_id, REFERENCE_RUNS - len(failed), REFERENCE_RUNS, cause, seconds)


def test_class_limits(suite: TestSuite, soundness: Soundness) -> dict[str, float]:
    """`timeout="auto"`: ten times what the reference took, 1 to 5 seconds (section 3.2.3); 5 if it failed."""
    known = soundness.seconds if soundness.is_sound else {}
    limits = {name: round(min(max(_FACTOR * taken, _MIN_SECONDS), _MAX_SECONDS), 1) for name, taken in known.items()}
    return {name: limits.get(name, _MAX_SECONDS) for name in suite.listed}


def maximum_seconds(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    times = grouped(pair for seconds_of in runs for pair in seconds_of.items())
    return {name: round(max(seconds), 4) for name, seconds in times.items()}


def _cause(task: ClassTask, failed: Sequence[CandidateVerdict]) -> str:
    """The known cause, or else a guess from the kinds of error, with the first message."""
    cases = [case for verdict in failed for item in verdict.test_classes for case in item.cases]
    errors = {item.error_type for verdict in failed for item in verdict.test_classes} | {
        case.error_type for case in cases
    }
    if task.unsound_reason:
        cause = task.unsound_reason
    elif any(case.outcome is Outcome.TIMEOUT for case in cases):
        cause = "too slow for the limit"
    else:
        cause = next((text for names, text in _CAUSES if errors & set(names)), "a test fails")
    messages = [item.message for verdict in failed for item in verdict.test_classes if item.message]
    messages += [case.message for case in cases if case.message]
    lines = [line.strip() for message in messages for line in message.splitlines() if any(map(str.isalpha, line))]
    detail = f" ({lines[0]})" if lines else ""
    passed = REFERENCE_RUNS - len(failed)
    often = f"passes {passed} of {REFERENCE_RUNS} times: " if passed else ""
    return f"{often}{cause}{detail}"


_LEAVE_OUT = dict(zip(FLOORS, (without_body, removed), strict=True))
"""What replaces the reference to find a floor."""
_FLOOR_SECONDS, _FLOOR_SECONDS_PER_TEST = 1.0, 0.01  # a test that fails takes longer than one that passes
_NOT_FOUND = "pytest does not find it with the reference"
_PROJECT_CAUSES = (
    (("docker",), "needs Docker"),
    (
        ("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError", "Network is unreachable"),
        "needs a network",
    ),
    (("uid ", "as root", "root user", "PermissionError"), "depends on the user that runs it"),
    (("ModuleNotFoundError", "ImportError"), "needs a module that its environment lacks, or of another Python"),
    (("/proc/",), "reads /proc, which samples do not have"),
    (("FileNotFoundError",), "needs a file that the release lacks"),
)  # words in a failure's type or message, and the cause that they suggest; the first match counts


def file_limits(soundness: ProjectSoundness) -> dict[str, float]:
    """Time limit of each test file, see [`~classeval_hf.projects.runner.pytest_suite.time_limit`]."""
    clock = soundness.clock_seconds
    return {name: time_limit(cpu, clock.get(name, 0.0)) for name, cpu in soundness.seconds.items()}


def with_known_tests(task: InstalledTask, soundness: ProjectSoundness) -> InstalledTask:
    known = tuple((name, tuple(ids)) for name, ids in soundness.tests.items())
    return InstalledTask.of(
        task, environment=task.environment, known_tests=known, generated=tuple(soundness.generated)
    )


def find_soundness_of(
    suite: str, executor: Executor, task: Task, shared: Callable[[], Sequence[Execution]] = tuple
) -> Soundness:
    """Runs the reference of a task of any kind several times; `shared` are runs of all references of its project."""
    if isinstance(task, InstalledTask):
        return find_project_soundness(task, executor, shared)
    if not isinstance(task, ClassTask):
        raise TypeError(f"Task {task.task_id} is of a kind without references: {task.kind}.")
    return find_soundness(task, executor, suite=suite)


def run_project(tasks: Sequence[InstalledTask], executor: Executor) -> Execution | None:
    """Runs the tests of all tasks of a project, as it is; `None` if that cannot be done."""
    tree = executor.folders.folder(tasks[0].project).tree
    tests = dict.fromkeys(test for task in tasks for test in task.tests)
    present = tuple(test for test in tests if (tree / test.partition("::")[0]).is_file())
    try:
        suite = executor.folders.suite(replace(tasks[0], tests=present), discover=True)
        return executor.run_suite(suite, executor.folders.source(tasks[0]), is_reference=True)
    except ValueError:  # each task says by itself what is wrong
        return None


def find_project_soundness(
    task: InstalledTask, executor: Executor, shared: Callable[[], Sequence[Execution]] = tuple
) -> ProjectSoundness:
    """
    Runs a task's reference several times, and each variant without it once.

    Runs of the whole project (`shared`) count as runs of the reference where all agree that it passes. Otherwise all
    are the task's own, and a test that passes in only some of the shared runs fails too.
    """
    suite = executor.folders.suite(task, discover=True)
    lacking = [name for name in suite.tests.tests if not Path(suite.tests.tree, name).is_file()]
    if lacking:
        return ProjectSoundness(task.task_id, 0, 0, f"the release has no {lacking[0]}")
    try:
        source = executor.folders.source(task)
        find_definition(source, task.target.name, task.position)
        suite.check(executor.pool, is_reference=True)
    except (SyntaxError, ValueError) as error:
        return ProjectSoundness(task.task_id, 0, 0, str(error))
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
        cause = f"{len(failing)} of {fail} with the reference, {test} for one: {why}"
    known = ProjectSoundness(
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
    known.dependencies.update(reference_dependencies(task, source, executor))
    if len(failing) < len(declared):
        known.floors.update(_floors(known, task, source, executor))
    return known


def _outcome(executions: Sequence[Execution], suite: PytestSuite) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The tests of a suite by file, as they are called here, and those that the reference does not always pass."""
    collected = list(dict.fromkeys(test for execution in executions for test in execution.collected))
    tests: dict[str, list[str]] = {}  # a missing id stands for all others of its function
    for file, listed in suite.tests.tests.items():
        named: dict[str, None] = {}
        for test in listed:
            others = [one for one in collected if is_same_test(test, one) and one not in listed]
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


def reference_dependencies(task: InstalledTask, source: str, executor: Executor) -> dict[str, list[str]]:
    """The dependencies of the reference, read as those of a sample."""
    line = find_definition(source, task.target.name, task.position).first_line
    uses = name_uses(source, task.target.name, line)
    names = executor.folders.index(task).dependencies(task.path, task.target.name, uses)
    return {kind: list(getattr(names, kind)) for kind in DEPENDENCY_KINDS}


def _floors(known: ProjectSoundness, task: InstalledTask, source: str, executor: Executor) -> dict[str, float]:
    suite = executor.folders.suite(with_known_tests(task, known))
    limits = {}
    for first, *more in suite.tests.groups:  # less than samples have: many bodies without content never end
        least = _FLOOR_SECONDS + _FLOOR_SECONDS_PER_TEST * sum(len(suite.tests.tests[name]) for name in (first, *more))
        limits[first] = max(time_limit(known.seconds.get(first, 0.0), 0.0, least), known.clock_seconds.get(first, 0.0))
    rates = {}
    for name, leave_out in _LEAVE_OUT.items():
        changed = leave_out(source, task.target, task.position)
        execution = executor.run_suite(suite, changed, is_reference=True, limits=limits)
        rates[name] = passed_share(execution.verdict)
    return rates
