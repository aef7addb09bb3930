"""The family of class tasks: what the engine asks of it."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from classeval_hf.classes import figures
from classeval_hf.classes.readings import candidate_module, read_completions
from classeval_hf.classes.runner.unittest_reports import OWN_COMPARISONS
from classeval_hf.classes.runner.unittest_suite import CONTROL, UnittestSuite, loaded
from classeval_hf.classes.tasks import libraries
from classeval_hf.classes.tasks.task_rows import complete_task, task_from_row
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.syntax import TOO_DEEP
from classeval_hf.core.tasks import BASE, ClassDependencies, ClassTask
from classeval_hf.core.terminal import agreeing, counted
from classeval_hf.core.verdicts import (
    REFERENCE_RUNS,
    CandidateVerdict,
    Outcome,
    Soundness,
    TestCaseVerdict,
    TestClassVerdict,
)
from classeval_hf.engine.executor import Executor
from classeval_hf.engine.task_family import Execution, TaskFamily, maximum_seconds
from classeval_hf.metrics.averages import JudgedSamples, SplitTerms, further_suites, over_sound_tasks, verdicts_of
from classeval_hf.metrics.intervals import Resampling
from classeval_hf.metrics.samples import SuiteResult, TestClassResult, Verdict
from classeval_hf.metrics.scores import ScoreWarning
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import TimeLimits
from classeval_hf.sandbox.sandbox import run_control

_SHORT_SECONDS = 0.5  # a shorter time limit is tried out with a control
_MIN_SECONDS, _MAX_SECONDS, _FACTOR = 1.0, 5.0, 10.0  # of time limits by the reference
_CAUSES = (
    (("ModuleNotFoundError", "ImportError"), "a library is missing"),
    (("gaierror", "ConnectionError", "ConnectionRefusedError", "URLError"), "no network"),
    (("LookupError",), "data of a library is missing (for nltk: nltk.download)"),
    (("AttributeError", "DeprecationError"), "a library's version does not fit"),
)  # guesses at why a reference fails, by the names of its errors
_CEILINGS = {"dep_f": "dep_f_ceiling", "dep_m": "dep_m_ceiling", "recall@1": "recall_ceiling"}


class ClassFamily(TaskFamily[ClassTask]):
    from_row = staticmethod(task_from_row)
    complete = staticmethod(complete_task)
    require = staticmethod(libraries.require_libraries)
    find_libraries = staticmethod(libraries.find_libraries)
    read = staticmethod(read_completions)
    own_split = "own"
    prompts = "classeval_hf.classes.prompts:ClassPrompts"

    def __init__(self) -> None:
        self._suites: dict[tuple[Any, ...], UnittestSuite] = {}  # those that are prepared
        self._lock = threading.Lock()

    def requirement(self, tasks: Sequence[ClassTask], suites: Sequence[str]) -> Callable[[], None]:
        names = {name.partition(".")[0] for task in tasks for name in libraries.imported_modules(task, suites)}
        return partial(libraries.require_modules, tuple(sorted(names)))

    def start(self, executor: Executor) -> None:
        if isinstance(allowed := executor.allow_libraries, str):
            raise UserError(f"allow_libraries is a list of names: [{allowed!r}] instead of {allowed!r}.")
        absent = [name for name in allowed if not libraries.is_installed(name)]
        if lacking := ", ".join(name for name in absent if not libraries.installed_version(name)):
            raise UserError(f"What --allow-libraries names is not installed: {lacking}. Install it, or leave it out.")
        control = UnittestSuite.of(CONTROL, BASE, executor.limits, executor.isolation_in_force.tier)
        executor.pool.sandbox(control.settings("")).start()
        if executor.timeout < _SHORT_SECONDS:
            too_short = InfrastructureError(f"nothing can be run within {executor.timeout:g} seconds")
            (step,) = run_control(executor.pool.sandbox(control.settings("")), control.control(), too_short).steps
            if step.limit:
                raise UserError(
                    f"A time limit of {executor.timeout:g} seconds is too short: even a test class that does nothing "
                    "runs into it on this machine. The paper's limit is 5 seconds."
                )

    def prepare(self, task: ClassTask, suite: str, executor: Executor) -> UnittestSuite:
        """Takes the expected values out of a suite, and loads its tests where their source does not show them."""
        limits, tier = executor.limits, executor.isolation_in_force.tier
        key = task.verdict_key(suite), limits, tier  # by content: two tasks of one id may have different tests
        if key not in self._suites:
            with self._lock:  # several samples of a task are often prepared at once
                if key not in self._suites:
                    try:
                        made = UnittestSuite.of(task, suite, limits, tier, allowed=executor.allow_libraries)
                    except RecursionError as error:
                        raise UserError(f"Task {task.task_id}: in its tests {TOO_DEEP}.") from error
                    is_shown = declared_tests(task.suite(suite).source).are_all
                    if not is_shown or OWN_COMPARISONS.search(task.solution_code) is not None:
                        made = loaded(task, made, executor)
                    self._suites[key] = made
        return replace(self._suites[key], task_id=task.task_id, name=suite)

    def check(self, task: ClassTask, suite: str, executor: Executor) -> None:
        if not declared_tests(task.suite(suite).source).are_all:
            with suppress(InfrastructureError):  # errors of the machine are left to each sample
                self.prepare(task, suite, executor)

    def check_references(
        self, tasks: Sequence[ClassTask], suite: str, executor: Executor, shared: Callable[[], Sequence[Execution]]
    ) -> list[Soundness]:
        """Runs each reference several times: whether the task is sound here, and if not, its known or likely cause."""
        found = []
        for task in tasks:
            missing = [item.problem for item in libraries.library_problems([task], [suite]) if item.is_missing]
            if missing or not task.has_reference:
                cause = "" if task.sound else task.unsound_reason or "marked as unsound in its data"
                cause = f"a library is missing: {', '.join(missing)}" if missing else cause
                found.append(Soundness(task.task_id, 0, 0, cause))
                continue
            source = build_module(task.solution_code, task.import_statement)
            runs = [executor.run(task, source, is_reference=True, suite=suite) for _ in range(REFERENCE_RUNS)]
            seconds = maximum_seconds([run.seconds for run in runs])
            failed = [run.verdict for run in runs if not run.verdict.passed(task.suite(suite).required)]
            passed, reason = REFERENCE_RUNS - len(failed), ""
            if failed:
                classes = [item for verdict in failed for item in verdict.test_classes]
                cases = [case for item in classes for case in item.cases]
                verdicts: list[TestClassVerdict | TestCaseVerdict] = [*classes, *cases]
                errors = {item.error_type for item in verdicts}
                cause = next((text for names, text in _CAUSES if errors & set(names)), "a test fails")
                if any(case.outcome is Outcome.TIMEOUT for case in cases):
                    cause = "too slow for the limit"
                lines = [line.strip() for item in verdicts for line in item.message.splitlines()]
                first_message = next((f" ({line})" for line in lines if any(map(str.isalpha, line))), "")
                often = f"passes {passed} of {REFERENCE_RUNS} times: " if passed else ""
                reason = f"{often}{task.unsound_reason or cause}{first_message}"
            found.append(Soundness(task.task_id, passed, REFERENCE_RUNS, reason, seconds))
        return found

    def limits(self, task: ClassTask, suite: str, soundness: Soundness) -> TimeLimits:
        """Ten times what the reference took, 1 to 5 seconds (section 3.2.3); 5 if it failed."""
        taken = soundness.seconds if soundness.is_sound else {}
        limits = {name: min(max(_FACTOR * seconds, _MIN_SECONDS), _MAX_SECONDS) for name, seconds in taken.items()}
        return TimeLimits({name: round(limits.get(name, _MAX_SECONDS), 1) for name in task.suite(suite).listed})

    def result(self, task: ClassTask, verdict: Verdict) -> SuiteResult:
        if isinstance(verdict, InfrastructureError):
            return SuiteResult(class_passed=None, error_infrastructure=str(verdict))
        suite = task.suite(verdict.suite)
        return SuiteResult(
            class_passed=verdict.passed(suite.required),
            methods={name: verdict.passed(own) for name, own in suite.methods.items() if own},
            test_classes={item.test_class: TestClassResult.of(item) for item in verdict.test_classes},
        )

    def reference_dependencies(self, task: ClassTask) -> ClassDependencies:
        """The dependencies of a reference's methods; as declared, if the reference is missing or invalid Python."""
        if task.has_reference:
            source = "".join(f"{line}\n" for line in task.import_statement) + task.solution_code
            if (read := figures.read_dependencies(source, task.class_name, task.declared_methods)) is not None:
                return read
        return {method.method_name: method.dependencies for method in task.methods_info}

    def split_terms(
        self,
        tasks: Sequence[ClassTask],
        judged: JudgedSamples,
        ks: Sequence[int],
        soundness: Mapping[str, Mapping[str, Soundness]],
        resampling: Resampling | None,
    ) -> SplitTerms:
        verdicts, base = verdicts_of(tasks, judged), soundness.get(BASE, {})
        averages = figures.verdict_terms(tasks, verdicts, ks)
        of_sound = over_sound_tasks(averages, base)
        for suite in further_suites(tasks, judged):
            by_two = {
                task.task_id: [
                    (first, further)
                    for first, further in ((item.verdict, item.verdicts.get(suite)) for item in judged[task.task_id])
                    if isinstance(first, CandidateVerdict) and not isinstance(further, InfrastructureError)
                ]
                for task in tasks
            }
            of_suite = figures.further_terms(tasks, by_two, ks, suite)
            averages |= of_suite
            # A reference must pass what samples must pass: both suites, or `base` if its task has no other.
            unsound = {task: known for task, known in soundness.get(suite, {}).items() if not known.is_sound}
            of_sound |= over_sound_tasks(of_suite, {**base, **unsound})
        references = {task.task_id: self.reference_dependencies(task) for task in tasks}
        samples = {task.task_id: [item.reading.dependencies for item in judged[task.task_id]] for task in tasks}
        given, read = [task for task in tasks if task.has_reference], {}
        for task in given:
            module = candidate_module(task, task.solution_code)
            read[task.task_id] = [figures.read_dependencies(module, task.class_name, task.declared_methods)]
        ceilings = figures.dependency_terms(given, references, read, [1])
        return SplitTerms(
            {**averages, **of_sound, **figures.dependency_terms(tasks, references, samples, ks)},
            {name: ceilings[key] for key, name in _CEILINGS.items()},
            {
                "method_pass_by_dependencies": figures.method_pass_by_dependencies(
                    tasks, verdicts, references, resampling
                ),
                **figures.class_passes(tasks, verdicts, resampling),
            },
        )

    def data_warnings(self, tasks: Sequence[ClassTask], total: int) -> Iterator[ScoreWarning]:
        for origin, reason in (
            ("skeleton", "they are read from the skeleton, and which test class tests which from the tests"),
            ("tests", "the skeleton is not Python code, so each test class counts as a method"),
        ):
            if derived := [task.task_id for task in tasks if task.methods_from == origin]:
                states = f"{len(derived)} of {counted(total, 'task')} {agreeing(len(derived), 'states', 'state')}"
                yield ScoreWarning(
                    f"methods_of_{origin.removesuffix('s')}s",
                    f"{states} no methods, such as {derived[0]}: {reason}.",
                    len(derived),
                    derived[0],
                    "State `methods_info`, with `test_classes`, where method_pass@k should count otherwise.",
                )
