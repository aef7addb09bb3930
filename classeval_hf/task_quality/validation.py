"""The quality gate: tasks against the paper's principles of construction (ClassEval, sections 3.2.2 and 3.2.3). Tasks
from a JSON file come without the files that most rules are about, and are held to the others."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from classeval_hf.core.errors import UserError, in_words
from classeval_hf.core.progress import ProgressBar
from classeval_hf.core.syntax import parse
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.judging.judge import Judge
from classeval_hf.reading.readings import candidate_module
from classeval_hf.sandbox import InfrastructureError
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.task_quality.dependency_comparison import KINDS, DependencyComparison, compare_dependencies
from classeval_hf.task_quality.reference_runs import Coverage, ReferenceRun, require_coverage, run_reference
from classeval_hf.task_quality.validation_rules import RULES, Problem, check_dependencies, check_parse, check_rules
from classeval_hf.tasks.classeval_data import read_classeval
from classeval_hf.tasks.files import read_task_file
from classeval_hf.tasks.folders import (
    ExampleCompletion,
    declares_dependencies,
    open_tasks_directory,
    read_example_completions,
    read_task_folder,
    task_folders,
)
from classeval_hf.tasks.test_cases import declared_tests

ROUNDS = 5  # runs of a reference, each in another order
STATEMENT_COVERAGE = 0.997  # statement coverage that a set of tasks must reach, the paper's for ClassEval (Table 4)
BRANCH_COVERAGE = 0.982  # branch coverage that a set of tasks must reach, the paper's for ClassEval (Table 4)


_OF_FILES = ("parse", "reference", "skeleton", "dependencies")  # rules for tasks of a file, as ClassEval's are


@dataclass(frozen=True)
class TaskReport:
    task_id: str  # the task, or the folder where it cannot be read
    class_name: str = ""
    methods: int = 0  # declared methods
    tests: int = 0  # test methods
    completions: int = 0  # number of example completions
    coverage: Coverage | None = None  # coverage of the tests on the reference, if it was measured
    problems: tuple[Problem, ...] = ()  # breaches of rules, in the order of `RULES`
    # Declared against extracted dependencies, if the reference parses.
    dependencies: DependencyComparison | None = None


@dataclass(frozen=True)
class ValidationReport:
    tasks: tuple[TaskReport, ...]  # one report per task
    unchecked: tuple[str, ...] = ()  # rules that were not applied: those that are about a folder of tasks

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems; the exit status of the command is 1 if there are any."""
        return tuple(problem for task in self.tasks for problem in task.problems)

    @property
    def coverage(self) -> Coverage | None:
        measured = [task.coverage for task in self.tasks if task.coverage is not None]
        return sum(measured, Coverage()) if measured else None

    @property
    def dependencies(self) -> DependencyComparison:
        compared = [task.dependencies for task in self.tasks if task.dependencies is not None]
        return sum(compared, DependencyComparison(0, dict.fromkeys(KINDS, 0), ()))


@dataclass(frozen=True)
class _Candidate:
    """Code that is judged, and the problems that follow from its verdict."""

    task: ClassTask
    code: str
    problems: Callable[[ClassTask, CandidateVerdict], list[Problem]]


@dataclass(frozen=True)
class _Examined:
    """A task's report before anything of it is judged, and what is to be judged."""

    report: TaskReport
    candidates: tuple[_Candidate, ...] = ()


def validate_path(
    path: str | Path | None = None, workers: int | None = None, progress: bool = False
) -> ValidationReport:
    """Checks a task folder, a folder of them, or a file of tasks (default: ours); runs them, as they are trusted."""
    path = open_tasks_directory() if path is None else Path(path)
    with Judge(num_workers=workers, cache=False, progress=progress) as judge:
        if path.is_file():
            examined = list(map(_examine_record, _read_file(path)))
        else:
            require_coverage()
            examined = _examine_folders(task_folders(path), workers or available_cores(), progress)
        candidates = [candidate for one in examined for candidate in one.candidates]
        verdicts = judge.run([(one.task, candidate_module(one.task, one.code)) for one in candidates])
    problems: dict[str, list[Problem]] = {}
    for candidate, verdict in zip(candidates, verdicts, strict=True):
        if isinstance(verdict, InfrastructureError):
            raise verdict
        problems.setdefault(candidate.task.task_id, []).extend(candidate.problems(candidate.task, verdict))
    reports = (_with_problems(one.report, problems.get(one.report.task_id, [])) for one in examined)
    unchecked = tuple(rule for rule in RULES if rule not in _OF_FILES) if path.is_file() else ()
    return _with_coverage_problems(ValidationReport(tuple(reports), unchecked))


def _examine_folders(folders: Sequence[Path], workers: int, progress: bool) -> list[_Examined]:
    with ProgressBar("Tasks", len(folders), "task", shown=progress) as bar, ThreadPoolExecutor(workers) as pool:
        examined = []
        for one in pool.map(_examine_folder, folders):
            examined.append(one)
            bar.update()
    return examined


def format_report(report: ValidationReport) -> str:
    header = ("task", "class", "methods", "tests", "answers", "statements", "branches", "problems")
    rows = [
        (
            task.task_id,
            task.class_name,
            task.methods,
            task.tests,
            task.completions,
            f"{task.coverage.statement_rate:.1%}" if task.coverage else "",
            f"{task.coverage.branch_rate:.1%}" if task.coverage else "",
            len(task.problems),
        )
        for task in report.tasks
    ]
    lines = [terminal_table(header, rows), ""]
    if report.coverage is not None:
        rates = f"{report.coverage.statement_rate:.1%} of statements, {report.coverage.branch_rate:.1%} of branches"
        lines += [f"Coverage of the set: {rates}", ""]
    lines += [_agreement(report.dependencies), ""] if report.dependencies.methods else []
    lines += [f"{item.task_id}: {item.rule}: {item.place}: {item.message}" for item in report.problems]
    broken = list(dict.fromkeys(item.rule for item in report.problems))
    lines += ["", *(f"{rule}: {RULES[rule]}" for rule in RULES if rule in broken), ""] if broken else []
    of_rules = ""
    if report.unchecked:
        checked = len(RULES) - len(report.unchecked)
        lines += [f"Not checked, since that needs a folder of tasks: {', '.join(report.unchecked)}.", ""]
        of_rules = f" by {checked} of {len(RULES)} rules"
    tasks, problems = len(report.tasks), len(report.problems)
    return "\n".join(
        [*lines, f"{tasks} task{'s' * (tasks != 1)}, {problems} problem{'s' * (problems != 1)}{of_rules}"]
    )


def _read_file(path: Path) -> list[ClassTask]:
    tasks = read_task_file(path)
    is_classeval = all(re.fullmatch(r"ClassEval_\d+", task.task_id) for task in tasks)
    return read_classeval(path) if is_classeval else tasks


def _examine_record(task: ClassTask) -> _Examined:
    problems = check_parse(task)
    broken = {problem.place for problem in problems}
    reference, skeleton = _reference_and_skeleton(task)
    candidates = [reference] * (not broken & {"solution", "tests"}) + [skeleton] * (not broken)
    if "solution" in broken:
        return _Examined(_report(task, problems), tuple(candidates))
    if not task.methods_from:  # else nothing is declared
        problems += check_dependencies(task)
    declared = None if task.methods_from else compare_dependencies([task])
    report = _report(task, problems, dependencies=declared)
    return _Examined(report, tuple(candidates))


def _examine_folder(folder: Path) -> _Examined:
    try:
        task = read_task_folder(folder)
        completions = read_example_completions(folder)
    except (OSError, UserError) as error:
        return _Examined(
            TaskReport(folder.name, problems=(Problem(folder.name, "parse", folder.name, in_words(error)),))
        )
    problems = check_parse(task)
    if problems:
        return _Examined(_report(task, problems, len(completions)))
    contracts = {method.method_name: _docstring(method.method_description) for method in task.methods_info}
    runs = [
        run_reference(task, seed, coverage=seed == 1, examples=contracts if seed == 1 else None)
        for seed in range(1, ROUNDS + 1)
    ]
    for seed, run in enumerate(runs, 1):
        problems += _check_order(task, seed, run)
    declared = declares_dependencies(folder)
    problems += [problem for problem in check_rules(task) if declared or problem.rule != "dependencies"]
    for name, failed in runs[0].examples.items():
        problems += [Problem(task.task_id, "example", f"skeleton, {name}", message) for message in failed]
    dependencies = compare_dependencies([task]) if declared else None
    report = _report(task, problems, len(completions), runs[0].coverage, dependencies)
    examples = [_Candidate(task, example.text, partial(_problems_of_example, example)) for example in completions]
    return _Examined(report, (*_reference_and_skeleton(task), *examples))


def _reference_and_skeleton(task: ClassTask) -> tuple[_Candidate, _Candidate]:
    reference = _Candidate(task, task.solution_code, _problems_of_reference)
    return reference, _Candidate(task, task.skeleton, _problems_of_skeleton)


def _docstring(contract: str) -> str:
    function = parse(contract).body[0]
    assert isinstance(function, ast.FunctionDef)
    return ast.get_docstring(function) or ""


def _agreement(dependencies: DependencyComparison) -> str:
    counts = ", ".join(f"{kind} {dependencies.agreed[kind]}" for kind in KINDS)
    wrong = sum(item.declaration_is_wrong for item in dependencies.differences)
    undecided = len(dependencies.differences) - wrong
    return (
        f"Declared dependencies are those of the reference (methods on which all names agree, of "
        f"{dependencies.methods}): {counts}. Of the names that differ, the declaration is wrong on {wrong}, and "
        f"{undecided} cannot be decided from the code."
    )


def _report(
    task: ClassTask,
    problems: Sequence[Problem],
    completions: int = 0,
    coverage: Coverage | None = None,
    dependencies: DependencyComparison | None = None,
) -> TaskReport:
    try:
        tests = sum(len(declared_tests(task.test, name)) for name in _test_classes(task))
    except SyntaxError:
        tests = 0
    return TaskReport(
        task.task_id,
        task.class_name,
        len(task.methods_info),
        tests,
        completions,
        coverage,
        tuple(problems),
        dependencies,
    )


def _with_problems(report: TaskReport, judged: Sequence[Problem]) -> TaskReport:
    """A report with the problems that verdicts have shown too, all in the order of [`RULES`]."""
    order = list(RULES)
    problems = sorted([*judged, *report.problems], key=lambda problem: order.index(problem.rule))
    return dataclasses.replace(report, problems=tuple(problems))


def _test_classes(task: ClassTask) -> list[str]:
    return [name.strip() for name in task.test_classes]


def _problems_of_reference(task: ClassTask, verdict: CandidateVerdict) -> list[Problem]:
    known = f"; known: {task.unsound_reason}" if task.unsound_reason else ""
    problems = []
    for item in verdict.test_classes:
        if not item.passed:
            failed = [case for case in item.cases if case.outcome is not Outcome.PASS]
            details = "; ".join(f"{case.test}: {case.error_type or case.outcome.value}" for case in failed)
            message = f"does not pass ({details or item.error_type or 'it has no tests'}){known}"
            problems.append(Problem(task.task_id, "reference", item.test_class, message))
    return problems


def _check_order(task: ClassTask, seed: int, run: ReferenceRun) -> list[Problem]:
    if run.error:
        return [Problem(task.task_id, "reference", f"order {seed}", run.error)]
    return [
        Problem(task.task_id, "reference", test, f"fails in the random order {seed}: {message}")
        for test, message in run.failures
    ]


def _problems_of_skeleton(task: ClassTask, verdict: CandidateVerdict) -> list[Problem]:
    """Tests that pass although the methods do nothing cannot distinguish a correct sample from a wrong one."""
    problems = []
    for item in verdict.test_classes:
        vacuous = [case.test for case in item.cases if case.outcome is Outcome.PASS]
        if vacuous:
            whole = "all of its tests pass" if item.passed else "some of its tests pass"
            message = f"{whole} on the empty skeleton: {', '.join(vacuous)}"
            problems.append(Problem(task.task_id, "skeleton", item.test_class, message))
    return problems


def _problems_of_example(completion: ExampleCompletion, task: ClassTask, verdict: CandidateVerdict) -> list[Problem]:
    if verdict.passed(_test_classes(task)) is completion.passes:
        return []
    failed = [item.test_class for item in verdict.test_classes if not item.passed]
    summary = f"fails {', '.join(failed)}" if failed else "passes all tests"
    message = f"does not get the verdict of its name ({summary})"
    return [Problem(task.task_id, "answers", f"answers/{completion.name}", message)]


def _with_coverage_problems(report: ValidationReport) -> ValidationReport:
    """Adds the lines and branches without coverage, if it is too low over the whole set."""
    total = report.coverage
    if total is None or (total.statement_rate >= STATEMENT_COVERAGE and total.branch_rate >= BRANCH_COVERAGE):
        return report
    return ValidationReport(tuple(map(_with_missing_lines, report.tasks)))


def _with_missing_lines(task: TaskReport) -> TaskReport:
    if task.coverage is None or not (task.coverage.missing_lines or task.coverage.missing_branches):
        return task
    lines = ", ".join(map(str, task.coverage.missing_lines))
    # The end of a branch is negative where it leaves a function or the module.
    branches = ", ".join(f"{first} to {max(last, 0) or 'end'}" for first, last in task.coverage.missing_branches)
    parts = [f"lines {lines}"] * bool(lines) + [f"branches {branches}"] * bool(branches)
    problem = Problem(task.task_id, "coverage", "solution", f"the tests do not reach {' and '.join(parts)}")
    return dataclasses.replace(task, problems=(*task.problems, problem))
