"""Makes tasks from rows of the dataset, of ClassEval's data or of users, completes them from the skeleton, and maps
test classes to methods."""

import ast
import copy
import re
import textwrap
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from typing import Any

from classeval_hf.classes.tasks.test_cases import FUNCTIONS, OF_FUNCTIONS, as_unittest, declared_tests, pytest_tests
from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import TOO_DEEP, FunctionNode, definition_source, parse, parse_or_none, shared_tree, walk
from classeval_hf.core.tasks import BASE, ClassTask, Method, to_lists
from classeval_hf.reading.outlines import methods_of, parsable_skeleton

STATED = ("class_description", "import_statement", "class_constructor", "fields", "methods_info")


def complete_from_skeleton(task: ClassTask, missing: Collection[str] = STATED) -> ClassTask:
    """Takes missing fields from the skeleton, which must define the class; the solution must define its methods."""
    source = parsable_skeleton(task) or task.skeleton
    skeleton = shared_tree(source)
    body = _defined_class(skeleton, task.class_name, "the skeleton")
    if "methods_info" not in missing:
        contracts = methods_of(body)
        for method in (method for method in task.methods_info if method.method_name in task.declared_methods):
            name = method.method_name
            if name not in contracts:
                has = ", ".join(contracts) or "none"
                raise UserError(f"methods_info has the method {name}, which the skeleton lacks: its methods are {has}")
            described, own = parse_or_none(textwrap.dedent(method.method_description)), contracts[name].args
            for node in described.body if described is not None else ():
                if isinstance(node, FunctionNode) and ast.dump(node.args) != ast.dump(own):
                    both = f"({ast.unparse(node.args)}) in methods_info and ({ast.unparse(own)})"
                    raise UserError(f"the method {name} has the parameters {both} in the skeleton")
    methods: tuple[Method, ...] = ()
    if "methods_info" in missing:
        nodes = {name: node for name, node in methods_of(body).items() if name != "__init__"}
        if not nodes:
            raise UserError(f"the class {body.name} of the skeleton has no method to write")
        module = parse_or_none(task.solution_code)  # generation and scoring do not need one that parses
        references = None
        if module is not None and module.body:
            references = methods_of(_defined_class(module, task.class_name, "the solution"))
            if lacking := [name for name in nodes if name not in references]:
                raise UserError(f"the solution lacks the method {lacking[0]} of the skeleton")
        methods = tuple(
            Method(
                method_name=name,
                method_description=definition_source(source, node),
                solution_code=definition_source(task.solution_code, references[name]) if references else "",
            )
            for name, node in nodes.items()
        )
    imports = [node for node in skeleton.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    constructor = [node for name, node in methods_of(body).items() if name == "__init__"]
    written = [definition_source(source, node, indent=4) for node in constructor]
    inner = (node for node in walk(*constructor) if isinstance(node, ast.Attribute))
    fields = dict.fromkeys(f"self.{node.attr}" for node in inner if isinstance(node.ctx, ast.Store))
    stated: dict[str, Any] = {
        "class_description": ast.get_docstring(body) or "",
        "import_statement": tuple(map(ast.unparse, imports)),
        "class_constructor": "\n".join([f"class {body.name}:", *written, ""]),
        "fields": tuple(fields),
        "methods_info": methods,
    }
    return replace(task, **{name: stated[name] for name in missing})


def _defined_class(module: ast.Module, name: str, where: str) -> ast.ClassDef:
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    if name not in classes:
        raise UserError(f"{where} does not define the class {name}: it has {', '.join(classes) or 'no class'}")
    return classes[name]


def task_from_row(row: Mapping[str, Any]) -> ClassTask:
    """
    Makes a task of a dataset row, a record of ClassEval's public data, or an ad-hoc dict.

    Args:
        row (`Mapping[str, Any]`): at least `task_id`, `class_name`, `test`, `test_classes`.

    Returns:
        [`ClassTask`]: imports, constructor, fields and methods that the row does not state are taken from its
            skeleton, and its test classes are mapped to methods, if the row does not map them. Its `methods_from`
            names the source of the methods.

    Raises:
        `ValueError`: if a required key is missing, import lines or tests do not parse, the tests lack a listed
            test class, or skeleton, solution and class name contradict each other.
    """
    row = to_lists(dict(row))
    task = ClassTask.from_row(row)
    try:
        test = as_unittest(task.test)
    except UserError as error:
        raise UserError(f"Task {task.task_id}: {error}") from error
    if test != task.test:
        classes = (*task.test_classes, *[FUNCTIONS][: FUNCTIONS not in task.test_classes and FUNCTIONS in test])
        task = replace(task, test=test, test_classes=classes)
    missing = [name for name in STATED if row.get(name) is None or (name == "methods_info" and not row[name])]
    is_code = parsable_skeleton(task) is not None or parse_or_none(task.skeleton) is not None
    if "methods_info" in missing and task.skeleton.strip() and not is_code:
        task = replace(task, methods_from="tests")
    elif missing and task.skeleton.strip() and is_code:
        try:
            task = complete_from_skeleton(task, missing)
            task = replace(task, methods_from="skeleton" if "methods_info" in missing else "")
        except UserError as error:
            raise UserError(f"Task {task.task_id}: {error}.") from error
    return complete_task(task)


def complete_task(task: ClassTask) -> ClassTask:
    """
    Maps a task's test classes to the methods that they test, or to the class as a whole.

    A task that already has this mapping is returned unchanged. A task without `methods_info`, such as an ad-hoc one,
    gets one nameless contract per test class that is not class-level, so that method-level scores can be computed.
    Each extra test suite is mapped in the same way.

    Raises:
        `ValueError`: if the import lines or the tests do not parse, or a test class that is required holds no test.
    """
    try:
        parse("\n".join(task.import_statement))  # every candidate begins with these lines
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise UserError(f"Task {task.task_id}: import_statement does not parse: {error.msg}, {line!r}.") from error
    for suite in task.suites.values():  # no sample could pass a test class that does not exist
        tests = "tests" if suite.name == BASE else f"tests of the suite {suite.name!r}"
        try:
            declared = declared_tests(suite.source)
        except (SyntaxError, ValueError, RecursionError) as error:
            what = TOO_DEEP if isinstance(error, RecursionError) else error
            raise UserError(f"The {tests} of task {task.task_id} do not parse: {what}.") from error
        if problem := _problem_of_tests(suite.source, task.class_name, tuple(suite.listed)):
            raise UserError(f"The {tests} of task {task.task_id} {problem}")
        if not suite.listed:
            raise UserError(f"Task {task.task_id} has no test class: write one that inherits from unittest.TestCase.")
        of_methods = [name for names in suite.methods.values() for name in names]
        for name in (*suite.listed, *of_methods, *suite.class_level):
            if name not in declared.by_class and declared.are_all:
                near = get_close_matches(name, declared.by_class, 1)
                hint = f"; is it {near[0]}?" if near else f": it has {', '.join(declared.by_class) or 'none'}."
                raise UserError(
                    f"Task {task.task_id} lists the test class {name}, which its {tests} do not have{hint}"
                )
    suites = list(task.extra_suites)
    for place, suite in enumerate(suites):
        if not suite.class_level and not any(suite.methods.values()):
            mapping = map_test_classes(task.class_name, task.declared_methods, suite.source, suite.test_classes)
            tested = mapping.methods or {name: (name,) for name in mapping.unassigned}
            suites[place] = replace(suite, methods=tested, class_level=mapping.class_level)
    task = replace(task, extra_suites=tuple(suites))
    if not task.class_test_classes and not any(method.test_classes for method in task.methods_info):
        task = _with_functions_by_method(task)
        mapping = map_test_classes(task.class_name, task.declared_methods, task.test, task.test_classes)
        known = (replace(method, test_classes=mapping.methods[method.method_name]) for method in task.methods_info)
        made = (Method(method_name=name, test_class=name, test_classes=(name,)) for name in mapping.unassigned)
        methods = tuple(known) or tuple(made)
        task = replace(task, methods_info=methods, class_test_classes=mapping.class_level)
    for suite in task.suites.values():
        for name in suite.required:
            if not declared_tests(suite.source).by_class.get(name) and declared_tests(suite.source).are_all:
                raise UserError(
                    f"Task {task.task_id} lists the test class {name}, which holds no test: write methods whose names "
                    "start with `test`, or take it out."
                )
    return task


def _with_functions_by_method(task: ClassTask) -> ClassTask:
    """Divides the test class made from test functions into one for each tested method, and one for the others."""
    body = list(shared_tree(task.test).body)
    made = [node for node in body if isinstance(node, ast.ClassDef) and ast.get_docstring(node) == OF_FUNCTIONS]
    if not made or FUNCTIONS not in task.test_classes or not task.declared_methods:
        return task
    tests = [node for node in made[0].body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    others = [node for node in made[0].body if node not in tests]
    by_method: dict[str, list[ast.stmt]] = {}
    for test in tests:  # it tests one that it uses and names, the only one that it uses, or that its assertions use
        nodes = walk(test)
        used = _named(nodes, task.class_name, task.declared_methods)
        named = [name for name in used if f"{test.name}_".lower().startswith(f"test_{name.strip('_')}_".lower())]
        statements = [node for node in nodes if isinstance(node, ast.stmt)]
        checks = [node for node in statements if re.match(r"assert |(with )?\w+\.assert", ast.unparse(node))]
        names = {node.id for node in walk(*checks) if isinstance(node, ast.Name)}
        assigned = [node for node in statements if isinstance(node, ast.Assign)]
        checks += [node for node in assigned if not names.isdisjoint(map(ast.unparse, node.targets))]
        checked = _named(walk(*checks), task.class_name, task.declared_methods)
        only = [*used] if len(used) == 1 else [*checked] if len(checked) == 1 else [""]
        by_method.setdefault(max(named or only, key=len), []).append(test)
    parts = []
    for method in (name for name in (*task.declared_methods, "") if name in by_method):
        parts.append(copy.copy(made[0]))
        parts[-1].name = f"{FUNCTIONS}_{method}" if method else FUNCTIONS
        parts[-1].body = [*others, *by_method[method]]
    place = body.index(made[0])
    body[place : place + 1] = parts
    at = task.test_classes.index(FUNCTIONS)
    listed = (*task.test_classes[:at], *(part.name for part in parts), *task.test_classes[at + 1 :])
    return replace(task, test=f"{ast.unparse(ast.Module(body, []))}\n", test_classes=listed)


@lru_cache(maxsize=1024)  # a task is checked when it is read, and again before it is scored
def _problem_of_tests(source: str, class_name: str, listed: tuple[str, ...]) -> str:
    """The part of a test module that would not run as its author expects, and the fix; empty if there is none."""
    module = shared_tree(source)
    scopes: list[ast.Module | ast.ClassDef] = [module, *(one for one in module.body if isinstance(one, ast.ClassDef))]
    for scope in scopes:
        of_tests = [node for node in scope.body if isinstance(node, FunctionNode) and node.name.startswith("test")]
        names = [node.name for node in (*of_tests, *(node for node in scope.body if isinstance(node, ast.ClassDef)))]
        if twice := next((name for name in names if names.count(name) > 1), None):
            where = f" in {scope.name}" if isinstance(scope, ast.ClassDef) else ""
            return f"define {twice} twice{where}, and Python keeps the last alone. Give each a name of its own."
    # Tests in the form of pytest would not be run, and a right class would fail.
    for node in (node for node in module.body if isinstance(node, (ast.Import, ast.ImportFrom))):
        origin = getattr(node, "module", None)
        imported = {alias.name.partition(".")[0] for alias in node.names} | {origin}
        # A package may exist: ClassEval_44 imports one, in the version that was published with the recorded runs.
        if "solution" in imported or (origin and "." not in origin and class_name in imported):
            return (
                f"have `{ast.unparse(node)}`, but are given each sample's class by its name: write "
                f"`from solution import {class_name}`, or leave it out."
            )
    functions, plain = pytest_tests(module)
    of_pytest = [f"{name}()" for name in functions] + [f"class {name}" for name in plain if name in listed]
    advice = "make them methods of a class that inherits from unittest.TestCase."
    return f"are in the form of pytest, such as {of_pytest[0]}, and are not run: {advice}" if of_pytest else ""


@dataclass(frozen=True)
class TestMapping:
    __test__ = False  # not a test case, whatever pytest thinks of the name

    methods: dict[str, tuple[str, ...]]  # test classes of each method, in the order given
    class_level: tuple[str, ...]  # test classes of the class as a whole
    unassigned: tuple[str, ...]  # test classes that test no declared method


def map_test_classes(
    class_name: str, method_names: Sequence[str], test_source: str, test_classes: Sequence[str]
) -> TestMapping:
    """Maps each test class to the method that it tests: ClassEval books 16 of its 410 methods on the wrong one.

    1. The last one listed is *class-level* if its name ends in `Main` or `Test`; or, where no test class is named for
       a method, if it calls at least two methods, and no other calls more.
    2. Any other tests the method that it is *named for*: what follows `<ClassName>Test`, or the first `Test`.
    3. Else it tests the method that most of its tests *call*; of several, one that no test class before it tests, and
       of these the one with the most similar name. One that calls no declared method tests none.

    One made from test functions of pytest has the method in its name, or is class-level.
    """
    bodies = {node.name: node for node in shared_tree(test_source).body if isinstance(node, ast.ClassDef)}
    listed = [name.strip() for name in test_classes]
    made = [one for one in listed if method_names and one in bodies and ast.get_docstring(bodies[one]) == OF_FUNCTIONS]
    listed = [name for name in listed if name not in made]
    prefix, named_for = f"{_normalise(class_name)}test", dict[str, str | None]()
    for name in listed:
        rest = _normalise(name)
        # One ClassEval task names its tests after another class: then all up to the first "test" is dropped.
        rest = rest.removeprefix(prefix) if rest.startswith(prefix) else rest.partition("test")[2]
        named_for[name] = next((method for method in method_names if _normalise(method) == rest), None)
    names_tell = any(named_for.values())
    methods: dict[str, list[str]] = {name: [] for name in method_names}
    class_level, unassigned = list[str](), list[str]()

    @cache
    def calls(name: str) -> Counter[str]:  # slow, so used only if names do not decide
        tests = bodies[name].body if name in bodies else ()
        called = ([node.func for node in walk(test) if isinstance(node, ast.Call)] for test in tests)
        return Counter(name for functions in called for name in _named(functions, class_name, method_names))

    for position, name in enumerate(listed):
        is_last, is_named = position == len(listed) - 1 > 0, name.endswith(("Main", "Test"))
        may_call = is_last and not names_tell
        if (is_last and is_named) or (may_call and len(calls(name)) == max([2, *map(len, map(calls, bodies))])):
            class_level.append(name)
            continue
        method = named_for[name]
        if method is None and calls(name):
            most = [one for one in methods if calls(name)[one] == max(calls(name).values())]
            free, own = [one for one in most if not methods[one]], _normalise(name)
            method = max(free or most, key=lambda one: SequenceMatcher(None, _normalise(one), own).ratio())
        (methods[method] if method is not None else unassigned).append(name)
    for name in made:
        methods.get(name.removeprefix(FUNCTIONS)[1:], class_level).append(name)
    tested = {name: tuple(classes) for name, classes in methods.items()}
    return TestMapping(tested, tuple(class_level), tuple(unassigned))


def _normalise(name: str) -> str:
    return name.replace("_", "").lower()


def _named(nodes: Iterable[ast.AST], class_name: str, method_names: Sequence[str]) -> set[str]:
    """The methods that attributes name; private names count in their mangled form too."""
    mangled = f"_{class_name.lstrip('_')}"
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return {name for name in method_names if names & {name, mangled + name if name[:2] == "__" else name}}
