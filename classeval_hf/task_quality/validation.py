"""The quality gate: checks tasks by the construction rules of ClassEval's sections 3.2.2 and 3.2.3."""

import ast
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from classeval_hf.classes.readings import candidate_module
from classeval_hf.classes.tasks import files
from classeval_hf.classes.tasks.files import read_classeval, read_task_file
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.files import in_words
from classeval_hf.core.tables import terminal_table
from classeval_hf.core.tasks import ClassTask, distinct
from classeval_hf.core.terminal import ProgressBar, agreeing, counted
from classeval_hf.core.verdicts import CandidateVerdict, Outcome
from classeval_hf.engine.judge import Judge
from classeval_hf.reading.outlines import methods_of
from classeval_hf.sandbox.limited_calls import available_cores
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.task_quality import statistics
from classeval_hf.task_quality import validation_rules as rules

ROUNDS = 5  # runs of a reference, each in another order
STATEMENT_COVERAGE, BRANCH_COVERAGE = 0.997, 0.982  # minimum for a set of tasks: ClassEval's in the paper (Table 4)


@dataclass(frozen=True)
class TaskReport:
    task_id: str  # the task, or the folder where it cannot be read
    class_name: str = ""
    methods: int = 0  # declared methods
    tests: int = 0  # test methods
    completions: int = 0  # number of example completions
    coverage: statistics.Coverage | None = None  # coverage of the reference, if measured
    problems: tuple[rules.Problem, ...] = ()  # breaches of rules, in the order of `RULES`
    dependencies: statistics.DependencyComparison | None = None  # declared and extracted ones, if the reference parses


@dataclass(frozen=True)
class ValidationReport:
    tasks: tuple[TaskReport, ...]  # one report per task
    unchecked: Mapping[str, str]  # reasons by rule that was not applied to all tasks
    coverage: statistics.Coverage | None  # coverage of all references together, if measured
    dependencies: statistics.DependencyComparison  # declared and extracted ones of all tasks

    @property
    def problems(self) -> tuple[rules.Problem, ...]:
        """All problems; the exit status of the command is 1 if there are any."""
        return tuple(problem for task in self.tasks for problem in task.problems)


@dataclass(frozen=True)
class _Subject:
    """A task to check, with its folder's example completions."""

    task: ClassTask
    declared: bool  # whether it declares dependencies of its methods
    completions: tuple[files.ExampleCompletion, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    """Code to judge: the reference, the skeleton, or an example completion."""

    task: ClassTask
    code: str
    place: str  # `"reference"`, `"skeleton"`, or the file of the example
    passes: bool = True  # whether it must pass


def validate_path(
    path: str | Path | None = None, workers: int | None = None, progress: bool = False
) -> ValidationReport:
    """Checks a task folder, a folder of them, or a file of tasks (default: ours); it runs them: they are trusted."""
    path = files.OPEN_TASKS if path is None else Path(path)
    is_file, subjects = path.is_file(), list[_Subject | TaskReport]()
    if is_file:
        tasks = read_task_file(path)
        tasks = read_classeval(path) if all(re.fullmatch(r"ClassEval_\d+", one.task_id) for one in tasks) else tasks
        subjects += [_Subject(task, bool(task.declared_methods) and not task.methods_from) for task in tasks]
    else:
        statistics.require_coverage()
        for folder in files.task_folders(path):
            try:
                task, declared = files.read_task_folder(folder), "methods" in files.read_meta(folder)
                subjects.append(_Subject(task, declared, tuple(files.read_example_completions(folder))))
            except (OSError, UserError) as error:
                problem = rules.Problem(folder.name, "parse", folder.name, in_words(error))
                subjects.append(TaskReport(folder.name, problems=(problem,)))
    distinct([subject.task for subject in subjects if isinstance(subject, _Subject)], path)
    with Judge(num_workers=workers, cache=False, progress=progress) as judge:
        bar, examined = ProgressBar("Tasks", len(subjects), "task", shown=progress), []
        with SandboxPool() as sandboxes, bar, ThreadPoolExecutor(workers or available_cores()) as pool:
            for one in pool.map(partial(_examine, sandboxes), subjects):
                examined.append(one)
                bar.update()
        candidates = [candidate for _, of_task in examined for candidate in of_task]
        verdicts = judge.run([(item.task, candidate_module(item.task, item.code)) for item in candidates])
    problems: dict[str, list[rules.Problem]] = {}
    for candidate, verdict in zip(candidates, verdicts, strict=True):
        if isinstance(verdict, InfrastructureError):
            raise verdict
        problems.setdefault(candidate.task.task_id, []).extend(_problems_of(candidate, verdict))
    order, reports = list(rules.RULES), []
    for report, _ in examined:
        found = [*problems.get(report.task_id, []), *report.problems]
        reports.append(replace(report, problems=tuple(sorted(found, key=lambda problem: order.index(problem.rule)))))
    unchecked = {} if statistics.HAS_COVERAGE else {"coverage": statistics.NEEDS_COVERAGE}
    read = [subject for subject in subjects if isinstance(subject, _Subject)]
    if without := sum(not subject.declared for subject in read):
        verb = agreeing(without, "declares", "declare")
        unchecked["dependencies"] = f"{without} of {counted(len(read), 'task')} {verb} none"
    if is_file:
        unchecked["answers"] = "tasks of a file have no example completions"
    measured = [report.coverage for report in reports if report.coverage is not None]
    total = sum(measured, statistics.Coverage()) if measured else None
    is_low = total is not None and (total.statement_rate < STATEMENT_COVERAGE or total.branch_rate < BRANCH_COVERAGE)
    for number, report in enumerate(reports if is_low else ()):  # of the whole set
        reached = report.coverage or statistics.Coverage()
        lines = ", ".join(map(str, reached.missing_lines))
        # The end of a branch is negative where it leaves a function or the module.
        branches = ", ".join(f"{first} to {max(last, 0) or 'end'}" for first, last in reached.missing_branches)
        if parts := [f"lines {lines}"] * bool(lines) + [f"branches {branches}"] * bool(branches):
            message = f"the tests do not reach {' and '.join(parts)}"
            problem = rules.Problem(report.task_id, "coverage", "solution", message)
            reports[number] = replace(report, problems=(*report.problems, problem))
    compared = [report.dependencies for report in reports if report.dependencies is not None]
    differences = tuple(difference for item in compared for difference in item.differences)
    dependencies = statistics.DependencyComparison(sum(item.methods for item in compared), differences)
    return ValidationReport(tuple(reports), unchecked, total, dependencies)


def format_report(report: ValidationReport) -> str:
    header = ("task", "class", "methods", "tests", "answers", "statements", "branches", "problems")
    rows: list[tuple[object, ...]] = []
    for task in report.tasks:
        shares = (task.coverage.statement_rate, task.coverage.branch_rate) if task.coverage else ()
        shown = [f"{rate:.1%}" for rate in shares] or ["", ""]
        facts = (task.task_id, task.class_name, task.methods, task.tests, task.completions)
        rows.append((*facts, *shown, len(task.problems)))
    lines = [terminal_table(header, rows), ""]
    if report.coverage is not None:
        rates = f"{report.coverage.statement_rate:.1%} of statements, {report.coverage.branch_rate:.1%} of branches"
        lines += [f"Coverage of the set: {rates}", ""]
    compared = report.dependencies
    if compared.methods:
        counts = ", ".join(f"{kind} {compared.agreed[kind]}" for kind in statistics.KINDS)
        wrong = sum(item.declaration_is_wrong for item in compared.differences)
        lines += [
            f"Declared dependencies are those of the reference (methods on which all names agree, of "
            f"{compared.methods}): {counts}. Of the names that differ, the declaration is wrong on {wrong}, and "
            f"{len(compared.differences) - wrong} cannot be decided from the code.",
            "",
        ]
    effects = {True: "Scores are wrong", False: "The paper's rules for tasks are broken, which changes no score"}
    for is_for_scoring, effect in effects.items():
        found = [item for item in report.problems if (item.rule in rules.FOR_SCORING) is is_for_scoring]
        shown = [f"{item.task_id}: {item.rule}: {item.place}: {item.message}" for item in found]
        broken = [f"{rule}: {rules.RULES[rule]}" for rule in rules.RULES if rule in {item.rule for item in found}]
        lines += [f"{effect} ({counted(len(found), 'problem')}):", *shown, "", *broken, ""] if found else []
    of_rules = ""
    if report.unchecked:
        lines += [*(f"Not checked: {rule}: {reason}." for rule, reason in report.unchecked.items()), ""]
        of_rules = f" by {len(rules.RULES) - len(report.unchecked)} of {len(rules.RULES)} rules"
    tasks, problems = counted(len(report.tasks), "task"), counted(len(report.problems), "problem")
    return "\n".join([*lines, f"{tasks}, {problems}{of_rules}"])


def _examine(sandboxes: SandboxPool, subject: _Subject | TaskReport) -> tuple[TaskReport, tuple[_Candidate, ...]]:
    """A task's report without verdicts, and candidates to judge."""
    if isinstance(subject, TaskReport):
        return subject, ()
    task = subject.task
    problems = rules.check_parse(task)
    broken = {problem.place for problem in problems}
    reference = _Candidate(task, task.solution_code, "reference")
    answers = [_Candidate(task, one.text, f"answers/{one.name}", one.passes) for one in subject.completions]
    dependencies = statistics.compare_dependencies([task]) if subject.declared and "solution" not in broken else None
    candidates = [reference] * (not broken & {"solution", "tests"})
    coverage, tests = None, {} if "tests" in broken else declared_tests(task.test).by_class
    problems += rules.check_dependencies(dependencies) if dependencies else []
    if not broken & {"skeleton", "solution", "tests"}:
        contracts = methods_of(rules.defined_class(task.skeleton, task.class_name)).items()
        examples = {name: ast.get_docstring(node) or "" for name, node in contracts if name != "__init__"}
        first = statistics.run_reference(sandboxes, task, 1, coverage=statistics.HAS_COVERAGE, examples=examples)
        others = range(2, ROUNDS + 1) if not first.error else ()  # errors do not depend on the order
        runs = [first, *(statistics.run_reference(sandboxes, task, seed) for seed in others)]
        for seed, run in enumerate(runs, 1):
            failures = [(f"order {seed}", run.error)]
            if not run.error:
                failures = [(test, f"fails in the random order {seed}: {message}") for test, message in run.failures]
            known = f"; known: {task.unsound_reason}" if task.unsound_reason else ""
            problems += [rules.Problem(task.task_id, "reference", place, text + known) for place, text in failures]
        coverage, tests = first.coverage, first.tests or tests
        problems += rules.check_rules(task, tests, subject.declared)
        for name, failed in first.examples.items():
            problems += [rules.Problem(task.task_id, "example", f"skeleton, {name}", message) for message in failed]
        candidates += [_Candidate(task, task.skeleton, "skeleton"), *answers]
    count = sum(len(tests.get(name, ())) for name in task.suite().listed)
    report = TaskReport(
        task.task_id,
        task.class_name,
        methods=len(task.methods_info),
        tests=count,
        completions=len(subject.completions),
        coverage=coverage,
        problems=tuple(problems),
        dependencies=dependencies,
    )
    return report, tuple(candidates)


def _problems_of(candidate: _Candidate, verdict: CandidateVerdict) -> list[rules.Problem]:
    """Problems that a verdict shows: tests that the reference fails, or that the empty skeleton passes, and examples
    with another verdict than their name states."""
    task, problems = candidate.task, []
    if candidate.place not in ("reference", "skeleton"):
        if verdict.passed(task.suite().listed) is candidate.passes:
            return []
        failed = ", ".join(item.test_class for item in verdict.test_classes if not item.passed)
        summary = f"fails {failed}" if failed else "passes all tests"
        message = f"does not get the verdict of its name ({summary})"
        return [rules.Problem(task.task_id, "answers", candidate.place, message)]
    for item in verdict.test_classes:
        passing = [case.test for case in item.cases if case.outcome is Outcome.PASS]
        message = ""
        if candidate.place == "skeleton" and passing:
            whole = "all of its tests pass" if item.passed else "some of its tests pass"
            message = f"{whole} on the empty skeleton: {', '.join(passing)}"
        elif candidate.place == "reference" and not item.passed:
            cases = [case for case in item.cases if case.outcome is not Outcome.PASS]
            details = "; ".join(f"{case.test}: {case.error_type or case.outcome.value}" for case in cases)
            message = f"does not pass ({details or item.error_type or 'it has no tests'})"
            message += f"; known: {task.unsound_reason}" if task.unsound_reason else ""
        problems += [rules.Problem(task.task_id, candidate.place, item.test_class, message)] if message else []
    return problems
