"""Measures of tasks: runs of references with coverage; declared dependencies compared with the code; ClassEval's
Tables 1, 3, 4 and 5 for any tasks (`docs/design/statistics.md` explains the paper's counts); and stub baselines, the
scores of classes that do nothing, made from a model's prompt: lower scores have no meaning."""

import ast
import doctest
import importlib.util
import os
import re
import textwrap
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from classeval_hf.classes.dependencies import extract_dependencies
from classeval_hf.classes.tasks.test_cases import declared_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import FunctionNode, code_lines, parse, parse_or_none
from classeval_hf.core.tables import format_table, terminal_table
from classeval_hf.core.tasks import TOPICS, ClassTask
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.reading.extraction import build_module
from classeval_hf.sandbox.jobs import OTHER_LIMITS, TIME_LIMITS, Payload, SandboxJob
from classeval_hf.sandbox.pool import SandboxPool
from classeval_hf.sandbox.sandbox import SandboxSettings
from classeval_hf.sandbox.tiers import Limits
from classeval_hf.scoring.compute import ScoreOptions, score
from classeval_hf.task_quality.validation_child import SOLUTION_FILE, TESTS_FILE

HAS_COVERAGE = importlib.util.find_spec("coverage") is not None
NEEDS_COVERAGE = "needs the package coverage: pip install 'classeval-hf[validate]'"
KINDS = ("library", "field", "method")  # kinds of dependencies, in the order of the paper's Table 5
_PUBLISHED_LEVELS = {"standalone": 58, "library": 89, "field": 269, "method": 107, "field_or_method": 314}
_PAYLOAD = Payload("classeval_hf.task_quality.validation_child", ("classeval_hf.task_quality.validation_child",))
_VALUES = ("None", "False", "True", "0", "1", '""', "[]", "{}", "float('inf')")
STUBS = (*(f"returns {value}" for value in _VALUES), "raises", "echoes", "mock", "skeleton", "examples")
"""Names of the stubs: methods that all return one value, raise `NotImplementedError` or return their first argument;
a `MagicMock` for the class; the unchanged skeleton; and methods that return the values of their contracts' examples,
by their arguments, or else the first example's value."""

_HELPERS = """
class _Method:
    def __init__(self, answer):
        self.answer = answer

    def __get__(self, instance, owner):
        return self.answer


def _played_back(examples):
    def answer(*arguments, **keywords):
        return examples.get(repr(arguments), next(iter(examples.values()), None))
    return answer


def _raises(*arguments, **keywords):
    raise NotImplementedError
"""


@dataclass(frozen=True)
class Coverage:
    """Coverage of a reference by its tests, as the tool `coverage` counts it (ClassEval, Table 4)."""

    statements: int = 0  # statements of the module
    covered_statements: int = 0  # those that were run
    branches: int = 0  # ways out of its branching lines
    covered_branches: int = 0  # those that were taken
    missing_lines: tuple[int, ...] = ()  # lines of the module that were not run
    missing_branches: tuple[tuple[int, int], ...] = ()  # branches that were not taken, from line to line

    @property
    def statement_rate(self) -> float:
        """Share of the statements that were run; 1 if there are none."""
        return self.covered_statements / self.statements if self.statements else 1.0

    @property
    def branch_rate(self) -> float:
        """Share of the branches that were taken; 1 if there are none."""
        return self.covered_branches / self.branches if self.branches else 1.0

    def __add__(self, other: "Coverage") -> "Coverage":
        counts = "statements", "covered_statements", "branches", "covered_branches"
        return Coverage(*(getattr(self, name) + getattr(other, name) for name in counts))


@dataclass(frozen=True)
class ReferenceRun:
    tests: dict[str, tuple[str, ...]] = field(default_factory=dict)  # tests that `unittest` finds, by test class
    failures: tuple[tuple[str, str], ...] = ()  # test and message of each test that did not pass
    coverage: Coverage | None = None  # coverage, if it was measured and the module could be run
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)  # failing examples, by method
    error: str = ""  # why there is no result: the module does not load, or the time was up


def require_coverage() -> None:
    """Raises a [`UserError`] with the command that installs `coverage` if it is missing."""
    if not HAS_COVERAGE:
        raise UserError(f"Measuring coverage {NEEDS_COVERAGE}.")


def reference_module(task: ClassTask) -> str:
    """A task's reference with the import lines that it lacks; if it has all, its line numbers hold."""
    return build_module(task.solution_code, [line for line in task.import_statement if line not in task.solution_code])


def run_reference(
    pool: SandboxPool,
    task: ClassTask,
    seed: int | None = None,
    coverage: bool = False,
    examples: Mapping[str, str] | None = None,
    timeout: float = 60.0,
) -> ReferenceRun:
    """Runs a reference in the sandbox; `seed` is for hashes and the order of tests, lines are of `solution_code`."""
    solution, tests = reference_module(task), build_module(task.test, task.import_statement)
    step: dict[str, object] = {"name": "reference", "listed": list(task.suite().listed), "seed": seed}
    step |= {"coverage": coverage, "examples": dict(examples or {})}
    job = SandboxJob(files={SOLUTION_FILE: solution, TESTS_FILE: tests}, shared={}, steps=(step,))
    libraries = frozenset(["coverage"] if coverage else ())
    settings = SandboxSettings(_PAYLOAD, Limits(cpu_seconds=timeout), libraries, hash_seed=seed or 0)
    (ran,) = pool.sandbox(settings, is_reference=True).run(job).steps
    if ran.limit:
        took = f"took more than {timeout:g} seconds"
        return ReferenceRun(error=took if ran.limit in TIME_LIMITS else OTHER_LIMITS[ran.limit][1])
    try:
        return msgspec.json.decode(ran.report.rpartition(b"\n")[2], type=ReferenceRun)
    except msgspec.DecodeError:
        return ReferenceRun(error="ended its process")


@dataclass(frozen=True)
class DependencyDifference:
    task_id: str
    method_name: str
    kind: str  # one of `KINDS`
    name: str  # the name, with `self.` for a field
    declared: bool  # `True` if it is declared and not extracted, `False` if the other way round
    declaration_is_wrong: bool  # whether the code shows this; otherwise the code alone does not decide
    explanation: str  # how the code uses the name


@dataclass(frozen=True)
class DependencyComparison:
    methods: int = 0  # number of methods compared
    differences: tuple[DependencyDifference, ...] = ()  # names that differ, in the order of the tasks

    @property
    def agreed(self) -> dict[str, int]:
        """Number of methods on which all names of a kind agree, by kind."""
        differing = {(item.kind, item.task_id, item.method_name) for item in self.differences}
        return {kind: self.methods - sum(kind == of_method[0] for of_method in differing) for kind in KINDS}


def compare_dependencies(tasks: Sequence[ClassTask]) -> DependencyComparison:
    """Compares declared and extracted dependencies: libraries by first part of the name, and declared methods."""
    compared, differences = 0, list[DependencyDifference]()
    for task in tasks:
        extracted = extract_dependencies(task.solution_code, task.class_name, None, task.import_statement)
        for method in (method for method in task.methods_info if method.method_name in extracted):
            compared += 1
            nodes = (node for node in functions_of(task) if node.name == method.method_name)
            segments = (ast.get_source_segment(task.solution_code, node, padded=True) or "" for node in nodes)
            source = "\n".join(map(textwrap.dedent, segments))
            for kind in KINDS:
                wanted, actual = (
                    {name.partition(".")[0] for name in of.lib_dependencies}
                    if kind == "library"
                    else set(of.field_dependencies if kind == "field" else of.method_dependencies)
                    for of in (method.dependencies, extracted[method.method_name])
                )
                if kind == "method":
                    actual &= {item.method_name for item in task.methods_info}
                for name in sorted(wanted ^ actual):
                    declared = name in wanted
                    is_wrong, why = _explain(kind, name, declared, source)
                    found = DependencyDifference(task.task_id, method.method_name, kind, name, declared, is_wrong, why)
                    differences.append(found)
    return DependencyComparison(compared, tuple(differences))


def functions_of(task: ClassTask) -> list[FunctionNode]:
    """All functions in the body of a task's class in its reference."""
    body = parse(task.solution_code).body
    classes = [node for node in body if isinstance(node, ast.ClassDef) and node.name == task.class_name]
    return [node for item in classes for node in item.body if isinstance(node, FunctionNode)]


def _explain(kind: str, name: str, declared: bool, source: str) -> tuple[bool, str]:
    """Whether the code shows that the declaration is wrong, and how it uses the name."""
    plain = name.removeprefix("self.")
    if not declared:
        is_named = re.search(rf"(?<![\w.]){re.escape(name)}\b", source)
        way = f"{name} under this name" if is_named else f"{plain} through another name or object of the class"
        return True, f"the code uses {way}"
    nodes = list(ast.walk(parse(source)))
    if objects := {
        ast.unparse(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == plain
    }:
        used = f"{plain} is an attribute of another object here ({', '.join(sorted(objects))})"
        return (True, used) if kind == "library" else (False, f"{used}; right only if that is an object of this class")
    values = (getattr(node, attribute, None) for node in nodes for attribute in ("id", "attr", "arg", "name"))
    identifiers = {value for value in values if isinstance(value, str)}
    if plain in identifiers:
        return True, f"{plain} is here an annotation, or the name of something else"
    if longer := sorted(item for item in identifiers if plain in item):
        return True, f"{plain} is only part of {', '.join(longer)}"
    return True, f"{plain} is only text in a string or comment" if plain in source else f"{plain} does not occur"


@dataclass(frozen=True)
class CoverageStatistics:
    """Coverage of the tests on the references (Table 4), over all statements and branches of the set."""

    statement: float  # share of statements that are run
    branch: float  # share of branches that are taken
    failing: tuple[str, ...] = ()  # tasks whose reference fails here; their coverage counts as measured


@dataclass(frozen=True)
class Statistics:
    scale: dict[str, float]  # size of the benchmark by measure (Table 1)
    topics: dict[str, int]  # Table 3: tasks per topic, with the empty string for no topic
    coverage: CoverageStatistics | None  # Table 4, if measured
    dependencies: dict[str, int]  # number of declared methods, in all and by dependency level (Table 5)


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
    scale = {
        "tasks": len(tasks),
        "methods": sum(node.name != "__init__" for task in tasks for node in functions_of(task)),  # of the references
        "declared_methods": len(declared),
        # Calls of `unittest`'s assertion methods, and `assert` statements.
        "assertions": sum(
            isinstance(node, ast.Assert) or getattr(getattr(node, "func", None), "attr", "").startswith("assert")
            for task in tasks
            for node in ast.walk(parse(task.test))
        ),
        "test_methods": sum(
            len(declared_tests(task.test).by_class.get(name, ())) for task in tasks for name in task.suite().listed
        ),
        # The rest are averages; code lines are neither blank nor only a comment.
        "lines": sum(len(task.solution_code.splitlines()) for task in tasks) / len(tasks),
        "code_lines": sum(code_lines(task.solution_code) for task in tasks) / len(tasks),
        "tokens": sum(len(task.solution_code.split()) for task in tasks) / len(tasks),
        "skeleton_tokens": sum(len(task.skeleton.split()) for task in tasks) / len(tasks),  # section 3.3
    }
    levels = {
        "methods": len(declared),
        "standalone": sum(item.standalone for item in declared),
        "library": sum(bool(item.lib_dependencies) for item in declared),
        "field": sum(bool(item.field_dependencies) for item in declared),
        "method": sum(bool(item.method_dependencies) for item in declared),
        "field_or_method": sum(bool(item.field_dependencies or item.method_dependencies) for item in declared),
    }
    return Statistics(scale, {topic: count for topic, count in topics.items() if topic or count}, measured, levels)


def format_statistics(statistics: Statistics, for_file: bool = False) -> str:
    """The tables, with the paper's figures for ClassEval; as Markdown for a file, else for a terminal."""
    paper = dict(zip(TOPICS, (27, 26, 16, 10, 9, 7, 5), strict=True))
    topics = [(topic or "(none)", count, paper.get(topic)) for topic, count in statistics.topics.items()]
    coverage, scale = statistics.coverage, statistics.scale
    shares = [f"{rate:.1%}" for rate in (coverage.statement, coverage.branch)] if coverage else ["not measured"] * 2
    per_class = ("tests per class (assertions)", f"{scale['assertions'] / scale['tasks']:.1f}", "33.1")
    sizes = [
        ("tasks", str(scale["tasks"]), "100"),
        ("methods of the references", str(scale["methods"]), "412"),
        ("methods declared", str(scale["declared_methods"]), None),
        per_class,
        ("test methods per class", f"{scale['test_methods'] / scale['tasks']:.1f}", None),
        ("lines of code", f"{scale['lines']:.1f}", "45.7"),
        ("lines of code, no blanks and comments", f"{scale['code_lines']:.1f}", None),
        ("tokens", f"{scale['tokens']:.1f}", "123.7"),
        ("tokens of the skeleton", f"{scale['skeleton_tokens']:.1f}", "259.3"),
    ]
    tests = [
        ("statement coverage", shares[0], "99.7%"),
        ("branch coverage", shares[1], "98.2%"),
        ("tests per method (assertions)", f"{scale['assertions'] / (scale['methods'] or 1):.1f}", "8.0"),
        per_class,
    ]
    levels = statistics.dependencies
    of_levels = []
    for level, published in _PUBLISHED_LEVELS.items():
        share = levels[level] / (levels["methods"] or 1)
        of_levels.append((level.replace("_", " "), levels[level], f"{share:.1%}", published, f"{published / 412:.1%}"))
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


def stub(task: ClassTask, name: str) -> str:
    if name == "skeleton":
        return task.skeleton
    if name == "mock":
        return f"from unittest.mock import MagicMock\n\n\nclass {task.class_name}(MagicMock):\n    pass\n"
    value = "arguments[0] if arguments else None" if name == "echoes" else name.removeprefix("returns ")
    answer = "_raises" if name == "raises" else f"lambda *arguments, **keywords: {value}"
    methods = []
    for method in task.methods_info:
        if name == "examples":  # their results by arguments: only for calls of literals that give literals
            expected: dict[str, object] = {}
            with suppress(ValueError):  # no examples that could be read
                for example in doctest.DocTestParser().get_examples(method.method_description):
                    tree = parse_or_none(example.source)
                    last = tree.body[-1] if tree is not None and tree.body else None
                    call = last.value if isinstance(last, ast.Expr) else None
                    if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == method.method_name:
                        with suppress(ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                            arguments = tuple(ast.literal_eval(argument) for argument in call.args)
                            expected[repr(arguments)] = ast.literal_eval(example.want.strip() or "None")
            answer = f"_played_back({expected})"
        methods.append(f"    {method.method_name} = _Method({answer})")
    # The class line with the skeleton's constructor, or else one that takes any arguments.
    constructor = task.class_constructor.rstrip()
    if "__init__" not in constructor or parse_or_none(constructor) is None:
        constructor = f"class {task.class_name}:\n    def __init__(self, *arguments, **keywords):\n        pass\n"
    return "\n".join([_HELPERS, constructor, *methods, ""])


@dataclass(frozen=True)
class StubBaseline:
    stub: str
    class_pass: float  # share of the classes that pass
    method_pass: float  # share of the methods with tests of their own that pass
    test_classes: frozenset[tuple[str, str]]  # task and name of each test class that passes


def stub_baselines(tasks: Sequence[ClassTask], judge: JudgeOptions) -> tuple[list[StubBaseline], int]:
    stubs = [[stub(task, name) for name in STUBS] for task in tasks]
    results = score(tasks, stubs, ScoreOptions(judge, k=1)).results
    values = []
    for index, name in enumerate(STUBS):
        samples = {task: task_results[index] for task, task_results in results.items()}
        methods = [passed for sample in samples.values() for passed in (sample.methods or {}).values()]
        tests = ((task, test, item) for task, sample in samples.items() for test, item in sample.tests.items())
        test_classes = frozenset((task, test) for task, test, item in tests if item.passed)
        classes = [bool(sample.passed) for sample in samples.values()]
        of_classes, of_methods = (sum(each) / len(each) if each else 0.0 for each in (classes, methods))
        values.append(StubBaseline(name, of_classes, of_methods, test_classes))
    return values, sum(len(task_results[0].tests) for task_results in results.values())


def baseline_table(values: Sequence[StubBaseline], total: int) -> str:
    """One row per stub, and one for the best of all stubs at each test class."""
    rows: list[list[Any]] = [
        [one.stub, one.class_pass, one.method_pass, len(one.test_classes), len(one.test_classes) / total]
        for one in values
    ]
    best = frozenset().union(*(one.test_classes for one in values))
    rows.append(["best per test class", None, None, len(best), len(best) / total])
    return terminal_table(["stub", "class_pass@1", "method_pass@1", f"of {total} test classes", "share"], rows)
