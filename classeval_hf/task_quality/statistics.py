"""ClassEval's Tables 1, 3, 4 and 5 for any tasks; `docs/design/statistics.md` explains the paper's counts."""

import ast
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import code_lines, parse
from classeval_hf.core.tables import format_table, terminal_table
from classeval_hf.core.tasks import TOPICS, ClassTask
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.task_quality.reference_runs import Coverage, require_coverage, run_reference
from classeval_hf.tasks.test_cases import declared_tests


@dataclass(frozen=True)
class ScaleStatistics:
    """Size of a benchmark (Table 1)."""

    tasks: int  # number of tasks
    methods: int  # methods of the references, constructors aside
    declared_methods: int  # methods that the tasks declare
    assertions: int  # assertions in the tests
    test_methods: int  # test methods of the listed test classes
    lines: float  # lines of a reference, on average
    code_lines: float  # those that are neither blank nor only a comment
    tokens: float  # tokens of a reference, on average
    skeleton_tokens: float  # tokens of a skeleton, on average (section 3.3)

    @property
    def tests_per_class(self) -> float:
        return _ratio(self.assertions, self.tasks)

    @property
    def tests_per_method(self) -> float:
        return _ratio(self.assertions, self.methods)


@dataclass(frozen=True)
class CoverageStatistics:
    """Coverage of the tests on the references (Table 4), over all statements and branches of the set."""

    statement: float  # share of statements that are run
    branch: float  # share of branches that are taken
    failing: tuple[str, ...] = ()  # tasks whose reference fails here; their coverage counts as measured


@dataclass(frozen=True)
class DependencyStatistics:
    """Number of declared methods per dependency level (Table 5)."""

    methods: int  # declared methods
    standalone: int  # methods that depend on nothing
    library: int  # methods that use an import
    field: int  # methods that use a field
    method: int  # methods that use another method of the class
    field_or_method: int  # methods with either (section 3.3)


@dataclass(frozen=True)
class Statistics:
    scale: ScaleStatistics  # Table 1
    topics: dict[str, int]  # Table 3: tasks per topic, with the empty string for no topic
    coverage: CoverageStatistics | None  # Table 4, if measured
    dependencies: DependencyStatistics  # Table 5


def compute_statistics(tasks: Sequence[ClassTask], coverage: bool = True) -> Statistics:
    """The statistics of tasks; `coverage` runs their references, which are trusted."""
    if not tasks:
        raise UserError("There are no tasks to count.")
    topics = {topic: sum(task.topic == topic for task in tasks) for topic in (*TOPICS, "")}
    declared = [method.dependencies for task in tasks for method in task.methods_info]
    measured = None
    if coverage:
        require_coverage()
        with SandboxPool() as pool, ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            runs = list(threads.map(lambda task: run_reference(pool, task, coverage=True), tasks))
        total = sum((run.coverage or Coverage() for run in runs), Coverage())
        failing = tuple(task.task_id for task, run in zip(tasks, runs, strict=True) if run.failures or run.error)
        measured = CoverageStatistics(total.statement_rate, total.branch_rate, failing)
    return Statistics(
        scale=ScaleStatistics(
            tasks=len(tasks),
            methods=sum(
                isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name != "__init__"
                for task in tasks
                for item in parse(task.solution_code).body
                if isinstance(item, ast.ClassDef) and item.name == task.class_name
                for node in item.body
            ),
            declared_methods=sum(len(task.methods_info) for task in tasks),
            assertions=sum(_assertions(task.test) for task in tasks),
            test_methods=sum(len(declared_tests(task.test, name)) for task in tasks for name in task.suite().listed),
            lines=_ratio(sum(len(task.solution_code.splitlines()) for task in tasks), len(tasks)),
            code_lines=_ratio(sum(code_lines(task.solution_code) for task in tasks), len(tasks)),
            tokens=_ratio(sum(len(task.solution_code.split()) for task in tasks), len(tasks)),
            skeleton_tokens=_ratio(sum(len(task.skeleton.split()) for task in tasks), len(tasks)),
        ),
        topics={topic: count for topic, count in topics.items() if topic or count},
        coverage=measured,
        dependencies=DependencyStatistics(
            methods=len(declared),
            standalone=sum(item.standalone for item in declared),
            library=sum(bool(item.lib_dependencies) for item in declared),
            field=sum(bool(item.field_dependencies) for item in declared),
            method=sum(bool(item.method_dependencies) for item in declared),
            field_or_method=sum(bool(item.field_dependencies or item.method_dependencies) for item in declared),
        ),
    )


_PUBLISHED_LEVELS = {"standalone": 58, "library": 89, "field": 269, "method": 107, "field_or_method": 314}


def format_statistics(statistics: Statistics, for_file: bool = False) -> str:
    """The tables, with the paper's figures for ClassEval; as Markdown for a file, else for a terminal."""
    paper = dict(zip(TOPICS, (27, 26, 16, 10, 9, 7, 5), strict=True))
    topics = [(topic or "(none)", count, paper.get(topic)) for topic, count in statistics.topics.items()]
    coverage, scale = statistics.coverage, statistics.scale
    sizes = [
        ("tasks", str(scale.tasks), "100"),
        ("methods of the references", str(scale.methods), "412"),
        ("methods declared", str(scale.declared_methods), None),
        ("tests per class (assertions)", f"{scale.tests_per_class:.1f}", "33.1"),
        ("test methods per class", f"{_ratio(scale.test_methods, scale.tasks):.1f}", None),
        ("lines of code", f"{scale.lines:.1f}", "45.7"),
        ("lines of code, no blanks and comments", f"{scale.code_lines:.1f}", None),
        ("tokens", f"{scale.tokens:.1f}", "123.7"),
        ("tokens of the skeleton", f"{scale.skeleton_tokens:.1f}", "259.3"),
    ]
    tests = [
        ("statement coverage", f"{coverage.statement:.1%}" if coverage else "not measured", "99.7%"),
        ("branch coverage", f"{coverage.branch:.1%}" if coverage else "not measured", "98.2%"),
        ("tests per method (assertions)", f"{scale.tests_per_method:.1f}", "8.0"),
        ("tests per class (assertions)", f"{scale.tests_per_class:.1f}", "33.1"),
    ]
    levels = statistics.dependencies
    of_levels = [
        (level.replace("_", " "), count, f"{_ratio(count, levels.methods):.1%}", published, f"{published / 412:.1%}")
        for level, published in _PUBLISHED_LEVELS.items()
        for count in [getattr(levels, level)]
    ]
    parts: list[tuple[str, tuple[str, ...], Sequence[tuple[object, ...]]]] = [
        ("Scale (Table 1)", ("", "here", "ClassEval, paper"), sizes),
        ("Topics (Table 3)", ("tasks", "here", "ClassEval, paper"), topics),
        ("Tests (Table 4)", ("", "here", "ClassEval, paper"), tests),
        ("Dependencies (Table 5)", ("methods", "here", "share", "ClassEval, paper", "paper share"), of_levels),
    ]
    table = format_table if for_file else terminal_table
    text = "\n\n".join(f"{title}\n{table(header, rows)}" for title, header, rows in parts)
    failing = coverage.failing if coverage is not None else ()
    return f"{text}\n\nReferences that do not pass here: {', '.join(failing)}" if failing else text


def _assertions(source: str) -> int:
    """Calls of `unittest`'s assertion methods, and `assert` statements."""
    nodes = list(ast.walk(parse(source)))
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    asserting = [node for node in called if isinstance(node, ast.Attribute) and node.attr.startswith("assert")]
    return len(asserting) + sum(isinstance(node, ast.Assert) for node in nodes)


def _ratio(count: float, total: int) -> float:
    return count / total if total else 0.0
