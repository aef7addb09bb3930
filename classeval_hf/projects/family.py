"""The family of repository-level tasks (RepoClassBench, DevEval): its reference check, and averages as in
`docs/reference/metric.md`."""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import product
from math import fsum

from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.repository_tasks import DEPENDENCY_KINDS, JAVA, CodeDependencies, RepositoryTask
from classeval_hf.core.tasks import BASE
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
from classeval_hf.engine.task_family import NOT_JUDGED, Execution, TaskFamily, maximum_seconds
from classeval_hf.metrics import averages
from classeval_hf.metrics.averages import WeightedTerms
from classeval_hf.metrics.samples import SuiteResult, TestClassResult, Verdict
from classeval_hf.projects.java.junit_suite import COMPILE_ERROR, JunitSuite
from classeval_hf.projects.located_tasks import LANGUAGES, InstalledTask, ProjectFolders, Stub
from classeval_hf.projects.reading import read_repository_completions
from classeval_hf.projects.runner.pytest_reports import reports_of_candidates
from classeval_hf.projects.runner.pytest_suite import PytestSuite, time_limit
from classeval_hf.projects.tools.name_uses import name_uses
from classeval_hf.reading.definitions import find_definition
from classeval_hf.reading.records import Reading
from classeval_hf.sandbox.jobs import NO_LIMITS, RawStep, SandboxJob, TimeLimits
from classeval_hf.sandbox.limited_calls import LimitedCalls

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
_NOT_COMPILED = frozenset(("CompileError", "EmptyCompletion", "NameError", "UnreadableAnswer"))
"""Errors of candidates in Java that do not compile, or that do not define the class and are not run."""


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
            suite, limits = folders.suite(one.task.with_findings(known)), dict[str, float]()
            for group in suite.tests.groups:  # less than samples have: many bodies without content never end
                more = _STUB_SECONDS + _STUB_SECONDS_PER_TEST * sum(len(suite.tests.tests[name]) for name in group)
                least = time_limit(known.seconds.get(group[0], 0.0), 0.0, more)
                limits[group[0]] = max(least, known.clock_seconds.get(group[0], 0.0))
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
    all_steps = ((number, step) for number, (job, _) in enumerate(prepared) for step in job.steps)
    parts = (((one[1].get("replaced"), *one[1].get("files", ())), one) for one in all_steps)
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
    first = why.splitlines()[0]
    causes = (cause for words, cause in _PROJECT_CAUSES if any(word in why for word in words))
    return next((f"{cause} ({first})" for cause in causes), first)


def reference_dependencies(task: InstalledTask, source: str, folders: ProjectFolders) -> dict[str, list[str]]:
    """The dependencies of the reference, read as those of a sample; none without an index of the project."""
    if (index := folders.index(task)) is None:
        return {}
    name = task.target.name
    uses = name_uses(source, name, find_definition(source, name, task.position).first_line)
    return {kind: list(names) for kind, names in vars(index.dependencies(task.path, name, uses)).items()}


def deciding_tests(
    task: InstalledTask, folders: ProjectFolders, executor: Executor, seconds: float
) -> tuple[str, ...]:
    """The tests of a task in Java that fail both with a stub and without the target. A test that runs out of time does
    not count, since it keeps others from being run, nor does a file that does not compile. `seconds` is what all tests
    of the project take."""
    compiled = False
    for stub in LANGUAGES[task.language].stubs:
        verdict = verdict_of_stub(stub, task, folders, executor, seconds) if task.tests else None
        if verdict is not None and all(item.error_type != COMPILE_ERROR for item in verdict.test_classes):
            compiled = True
            cases = [case for item in verdict.test_classes for case in item.cases]
            failing = {case.test for case in cases if case.outcome in (Outcome.FAIL, Outcome.ERROR)}
            task = replace(task, tests=tuple(test for test in task.tests if test in failing))
    return task.tests if compiled else ()


def verdict_of_stub(
    stub: Stub, task: InstalledTask, folders: ProjectFolders, executor: Executor, seconds: float
) -> CandidateVerdict:
    suite = folders.suite(task)
    more = _STUB_SECONDS + _STUB_SECONDS_PER_TEST * len(task.tests)
    limits = TimeLimits({group[0]: seconds + more for group in suite.tests.groups})
    candidate = stub(folders.source(task), task.target, task.position)
    return executor.run_suite(suite, candidate, limits, is_reference=True).verdict


class ProjectFamily(TaskFamily[RepositoryTask]):
    from_row = staticmethod(RepositoryTask.from_row)
    runs_here = False
    own_split = "own_projects"
    prompts = "classeval_hf.projects.strategies:ProjectPrompts"

    def __init__(self) -> None:
        self.folders = ProjectFolders()

    def located(self, tasks: Sequence[RepositoryTask]) -> list[InstalledTask]:
        return self.folders.located(tasks)

    def with_findings(self, task: RepositoryTask, soundness: Soundness) -> InstalledTask:
        return _installed(task).with_findings(soundness)

    def environments(self, tasks: Sequence[RepositoryTask]) -> dict[str, str]:
        folders = [self.folders.of(task) for task in tasks]
        return {folder.label: sha256(folder.identity.encode()).hexdigest() for folder in folders}

    def read(
        self, completions: Sequence[tuple[RepositoryTask, str]], calls: LimitedCalls, max_chars: int
    ) -> Sequence[Reading]:
        judged = [  # tasks with tests that their references showed
            (task, self.folders.source(task), text) for task, text in completions if _installed(task).known_tests
        ]
        read = iter(read_repository_completions(judged, calls, max_chars, self.folders.index))
        return [next(read) if _installed(task).known_tests else NOT_JUDGED for task, _ in completions]

    def prepare(self, task: RepositoryTask, suite: str, executor: Executor) -> PytestSuite | JunitSuite:
        return self.folders.suite(_installed(task))

    def shared_by(self, task: RepositoryTask) -> Hashable:
        return task.project

    def run_together(self, tasks: Sequence[RepositoryTask], executor: Executor) -> Execution | None:
        tree = self.folders.of(tasks[0]).tree
        tests = dict.fromkeys(test for task in tasks for test in task.tests)
        present = tuple(test for test in tests if (tree / test.partition("::")[0]).is_file())
        try:
            suite = self.folders.suite(replace(_installed(tasks[0]), tests=present), discover=True)
            return executor.run_suite(suite, self.folders.source(tasks[0]), is_reference=True)
        except ValueError:  # the check of each task names the problem
            return None

    def check_references(
        self,
        tasks: Sequence[RepositoryTask],
        suite: str,
        executor: Executor,
        shared: Callable[[], Sequence[Execution]],
    ) -> list[Soundness]:
        return check_references([*map(_installed, tasks)], self.folders, executor, shared)

    def limits(self, task: RepositoryTask, suite: str, soundness: Soundness) -> TimeLimits:
        """Time limit of each test file, see [`~classeval_hf.projects.runner.pytest_suite.time_limit`]."""
        clock = soundness.clock_seconds
        return TimeLimits({name: time_limit(cpu, clock.get(name, 0.0)) for name, cpu in soundness.seconds.items()})

    def result(self, task: RepositoryTask, verdict: Verdict) -> SuiteResult:
        if isinstance(verdict, InfrastructureError):
            return SuiteResult(target_passed=None, error_infrastructure=str(verdict))
        return SuiteResult(
            target_passed=verdict.passed([item.test_class for item in verdict.test_classes]),
            test_rate=passed_share(verdict),
            test_files={item.test_class: TestClassResult.of(item) for item in verdict.test_classes},
            suspicious=list(verdict.suspicious),
        )

    def reference_dependencies(self, task: RepositoryTask) -> CodeDependencies:
        return task.dependencies

    def split_terms(
        self,
        tasks: Sequence[RepositoryTask],
        judged: averages.JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: averages.Resampling | None,
    ) -> averages.SplitTerms:
        outcomes = soundness.get(BASE, {})
        terms = repository_terms(tasks, averages.verdicts_of(tasks, judged), ks, outcomes)
        read = {task.task_id: [item.reading.used for item in judged[task.task_id]] for task in tasks}
        terms |= {**averages.over_sound_tasks(terms, outcomes), **recall_terms(tasks, read, ks)}
        # The recall of the references, read as samples.
        checked = [task for task in tasks if task.task_id in outcomes]
        references = {task.task_id: [outcomes[task.task_id].code_dependencies] for task in checked}
        ceilings = recall_terms(checked, references, [1])
        return averages.SplitTerms(terms, {name.replace("@1", "_ceiling"): own for name, own in ceilings.items()})


def _installed(task: RepositoryTask) -> InstalledTask:
    assert isinstance(task, InstalledTask), f"{task.task_id} was not located before it is run"
    return task


def repository_terms(
    tasks: Sequence[RepositoryTask], judged: averages.Judged, ks: Sequence[int], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    ids = [task.task_id for task in tasks]
    passed = {
        task: sum(verdict.passed([item.test_class for item in verdict.test_classes]) for verdict in judged[task])
        for task in ids
    }
    terms: dict[str, WeightedTerms] = {
        f"pass@{k}": {task: averages.pass_at_k_term(len(judged[task]), [passed[task]], k) for task in ids} for k in ks
    }
    rates = {"test_rate": {task: [passed_share(verdict) for verdict in judged[task]] for task in ids}}
    if in_java := [task.task_id for task in tasks if task.language == JAVA]:
        rates["compile_rate"] = {task: [float(compiles(verdict)) for verdict in judged[task]] for task in in_java}
    for name, rate in rates.items():
        terms[name] = {task: (fsum(of) / len(of), 1.0) if of else (0.0, 0.0) for task, of in rate.items()}
    for stub in STUB_BASELINES:
        floors = {task: soundness[task].floors for task in ids if task in soundness}
        terms[f"test_rate_{stub}"] = {task: (of[stub], 1.0) for task, of in floors.items() if stub in of}
    return terms


def recall_terms(
    tasks: Sequence[RepositoryTask], read: Mapping[str, Sequence[CodeDependencies | None]], ks: Sequence[int]
) -> dict[str, WeightedTerms]:
    recalls: dict[str, WeightedTerms] = {}
    for k, kind in product(ks, ("", *DEPENDENCY_KINDS)):
        terms: dict[str, averages.WeightedTerm] = {}
        for task in tasks:
            wanted = frozenset(getattr(task.dependencies, kind)) if kind else task.dependencies.all
            samples = read[task.task_id] if wanted else ()
            # A name counts whichever kind it has in the sample: kinds are those of the reference's names.
            shares = [len(wanted & item.all) / len(wanted) if item is not None else 0.0 for item in samples]
            terms[task.task_id] = (averages.recall_at_k(shares, k), 1.0) if len(shares) >= k else (0.0, 0.0)
        recalls[f"recall_{kind}@{k}" if kind else f"recall@{k}"] = terms
    return recalls


def compiles(verdict: CandidateVerdict) -> bool:
    """Whether the file of a candidate in Java compiled."""
    return all(item.error_type not in _NOT_COMPILED for item in verdict.test_classes)
