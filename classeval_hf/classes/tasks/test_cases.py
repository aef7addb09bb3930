"""Reads the declared tests in a test module's source, finds whether `unittest` has others, and rewrites tests in the
form of pytest for unittest."""

import ast
import builtins
import copy
import math
import re
import symtable
import unittest
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeGuard

from classeval_hf.core.errors import UserError
from classeval_hf.core.syntax import FunctionNode, bound_names, names_bound_by, shared_tree, walk

TEST_CASES = ("TestCase", "IsolatedAsyncioTestCase")  # `unittest`'s own bases
_REACHING = {
    *("setattr", "delattr", "getattr", "exec", "eval", "compile", "globals", "locals", "vars", "type", "super"),
    *("__import__", "__build_class__", "breakpoint"),
}  # builtins that can add tests which the source does not show
_USED_IN_LOADING = {
    *("collections", "contextlib", "copy", "datetime", "decimal", "fractions", "io", "itertools", "json", "logging"),
    *("math", "numpy", "os", "pandas", "pathlib", "random", "re", "shutil", "string", "tempfile", "time", "typing"),
    *("unittest", "uuid", "warnings"),
}  # modules that add no tests when a test module uses them while it is loaded
_DECIDED_LATER = re.compile(
    r"skipTest|SkipTest|__unittest_|__init_subclass__|load_tests|testMethodPrefix|__getattr|\byield\b"
)
_FIXTURES = {"setUp", "tearDown", "setUpClass", "tearDownClass", "id", "shortDescription"}
# Methods that change how tests are run, if a test class defines them.
_RUNNING = {name for name in dir(unittest.TestCase) if not name.startswith(("assert", "fail", "__"))} - _FIXTURES
_BINDS_OR_WAITS = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class DeclaredTests(NamedTuple):
    by_class: Mapping[str, tuple[str, ...]]  # sorted as in `unittest`, also those inherited within the module
    # Whether `unittest` finds no others, since the module has only imports, definitions and plain values. Otherwise
    # only loading shows the tests.
    are_all: bool


@lru_cache(maxsize=1024)  # they are read several times before the first sample is run
def declared_tests(test_source: str) -> DeclaredTests:
    """The test methods that the source of a test module declares."""
    module = shared_tree(test_source)
    classes = classes_by_name(module)
    outer = [name for name in classes if "." not in name]
    declared = {}
    for name in outer:
        inherited = [node for one in ancestors(name, classes) for node in classes[one].body]
        declared[name] = tuple(sorted({node.name for node in inherited if _is_test(node)}))
    bound = Counter(name for node in module.body for name in bound_names(node))
    statements = [*module.body, *(node for scope in classes.values() for node in scope.body)]
    defined = {node.name for node in statements if isinstance(node, FunctionNode | ast.ClassDef)}
    usable = {*dir(builtins)} - _REACHING - {name for node in statements for name in bound_names(node)}
    for node in statements:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            usable.update(bound_names(node))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                if (getattr(node, "module", None) or alias.name).partition(".")[0] in _USED_IN_LOADING:
                    usable.update(names_bound_by(alias))
    plain = _Plain(usable - defined, classes.keys())
    shown = all(bound[name] == 1 for name in outer) and all(plain.is_plain(node) for node in module.body)
    return DeclaredTests(MappingProxyType(declared), shown and not _DECIDED_LATER.search(test_source))


def classes_by_name(scope: ast.Module | ast.ClassDef, prefix: str = "") -> dict[str, ast.ClassDef]:
    """The classes of a module by name; nested classes have dotted names."""
    found = {}
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            found[prefix + node.name] = node
            found |= classes_by_name(node, f"{prefix}{node.name}.")
    return found


def base_name(base: ast.expr) -> str:
    """The dotted name of a base without type parameters; empty if it is not a name."""
    if isinstance(base, ast.Subscript):
        return base_name(base.value)
    if isinstance(base, ast.Attribute):
        return f"{base_name(base.value)}.{base.attr}"
    return base.id if isinstance(base, ast.Name) else ""


def ancestors(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """A class and its bases in the module, in the order of the MRO except for diamonds."""
    order = [name] if name in classes else []
    others = {other: node for other, node in classes.items() if other != name}
    for base in classes[name].bases if order else ():
        order += [one for one in ancestors(base_name(base), others) if one not in order]
    return order


def is_test_class(name: str, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Whether a class inherits from one of `unittest`'s, as its source shows."""
    bases = [base_name(base) for one in ancestors(name, classes) for base in classes[one].bases]
    return any(base.rpartition(".")[2] in TEST_CASES for base in bases)


@dataclass(frozen=True)
class _Plain:
    usable: Set[str]  # names that add no tests, however they are used
    classes: Set[str]

    def is_plain(self, node: ast.stmt, in_class: bool = False) -> bool:
        """Whether a statement binds only the names it shows and cannot add tests."""
        if isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'":
            return not in_class and not node.orelse
        if isinstance(node, FunctionNode):
            if node.name in _RUNNING or node.name in ("__call__", "runTest"):  # which may be a test class's own
                return False
            patched = all(re.search(r"\bpatch\b", ast.unparse(decorator)) for decorator in node.decorator_list)
            if node.name.startswith("test") and not (in_class and patched and isinstance(node, ast.FunctionDef)):
                return False
            return self._are_values(node.args, *node.decorator_list, *([node.returns] if node.returns else []))
        if any(name == "*" or name.startswith("test") for name in bound_names(node)):
            return False
        if isinstance(node, ast.ClassDef):
            bases = [base for base in node.bases if base_name(base) not in self.classes]
            is_made = node.decorator_list or node.keywords or any(isinstance(one, ast.Subscript) for one in node.bases)
            body = (self.is_plain(item, in_class=True) for item in node.body)
            return not is_made and self._are_values(*bases) and all(body)
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            simple = not any(isinstance(part, (ast.Attribute, ast.Subscript)) for part in walk(*targets))
            values = [part for part in (node.value, getattr(node, "annotation", None)) if part is not None]
            return simple and "patch" not in bound_names(node) and self._are_values(*values)
        if isinstance(node, ast.Expr):
            return self._are_values(node.value)
        return isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass))

    def _are_values(self, *nodes: ast.AST) -> bool:
        """Whether expressions cannot add tests."""
        parts = walk(*nodes)
        if any(isinstance(part, _BINDS_OR_WAITS) for part in parts):
            return False
        unknown = {part.id for part in parts if isinstance(part, ast.Name) and part.id not in self.usable}
        return not unknown or unknown <= {name for part in parts for name in names_bound_by(part)}


def module_names(test_source: str) -> tuple[str, ...]:
    """Names that a test module binds at its top level, by import, assignment or definition, sorted."""
    symbols = symtable.symtable(test_source, "<tests>", "exec").get_symbols()
    return tuple(sorted(symbol.get_name() for symbol in symbols if symbol.is_imported() or symbol.is_assigned()))


FUNCTIONS = "TestFunctions"  # the test class that test functions become methods of
OF_FUNCTIONS = "Test functions of pytest's."  # its docstring

_SOLUTION_IMPORT = re.compile(r"^from solution import (\w+|\*)[ \t]*\r?\n", re.MULTILINE)
_OF_MODULE = {"setup_module": "setUpModule", "teardown_module": "tearDownModule"}
_OF_FUNCTION = {"setup_function": "setUp", "teardown_function": "tearDown"}
_OF_METHOD = {"setup_method": "setUp", "teardown_method": "tearDown"}
_OF_CLASS = {"setup_class": "setUpClass", "teardown_class": "tearDownClass"}
_TEST = "getattr(self, self._testMethodName)"
# Features that work in a class of `unittest` with pytest alone.
_OF_PYTEST = re.compile(r"(skip|importorskip|xfail|fixture|mark\.(skip|skipif|xfail|usefixtures|parametrize))")
_ADVICE = (
    "write it for unittest: a method of a class that inherits from unittest.TestCase, with setUp, loops and "
    "assertions of self."
)


def pytest_tests(module: ast.Module) -> tuple[list[str], list[str]]:
    """Names of test functions, and of test classes that inherit only from classes of the module and are not bases of a
    unittest class."""
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    others = set[str]()
    for order in (ancestors(name, classes) for name in classes):
        bases = [(one, base_name(base)) for one in order for base in classes[one].bases]
        others |= set(order) if any(base not in ("object", *order) or base == one for one, base in bases) else set()
    plain = [name for name, node in classes.items() if _has_tests(node) and name not in others]
    return [node.name for node in module.body if _is_test(node)], plain


def as_unittest(source: str) -> str:
    """The tests without an import of the class, with those in the form of pytest turned into unittest's."""
    source = _SOLUTION_IMPORT.sub("", source)
    try:
        module = shared_tree(source)
    except (SyntaxError, ValueError):  # reported by the check of test classes
        return source
    _refuse_in_test_cases(module, source)
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    if not (any(pytest_tests(module)) or {*_OF_MODULE} & {*functions}):
        return source
    module = copy.deepcopy(module)  # syntax trees are shared
    of_module, plain = pytest_tests(module)
    body: list[ast.stmt] = [ast.Import([ast.alias("unittest")])]
    of_functions = ast.parse(f"class {FUNCTIONS}(unittest.TestCase): pass").body[0]
    assert isinstance(of_functions, ast.ClassDef)
    of_functions.body = [ast.Expr(ast.Constant(OF_FUNCTIONS))]
    taken = set(of_module)
    for node in module.body:
        if _is_test(node):
            node.args.args.insert(0, ast.arg("self"))
            of_functions.body += _tests(node, taken)
        elif isinstance(node, ast.ClassDef) and node.name in plain:
            body.append(_test_case(node))
        elif ast.unparse(node) != "import pytest" and not (
            isinstance(node, ast.If) and "__name__" in ast.dump(node.test)
        ):
            body.append(node)
    if of_functions.body[1:]:
        if any(isinstance(node, ast.ClassDef) and node.name == FUNCTIONS for node in body):
            raise UserError(f"the class {FUNCTIONS} has a name that is reserved for test functions: rename it.")
        of_functions.body += _fixtures(functions, _OF_FUNCTION, "self", _TEST)
        body.append(of_functions)
    module.body = body + _fixtures(functions, _OF_MODULE, "", "__import__('sys').modules[__name__]")
    for node in module.body:
        if isinstance(node, ast.ClassDef) and (node.bases or node.name == FUNCTIONS):
            for method in (item for item in node.body if isinstance(item, ast.FunctionDef) and item.args.args):
                _use_assertions(method)
    for leftover in ast.walk(module):
        is_name = isinstance(leftover, (ast.Import, ast.ImportFrom, ast.Attribute))
        if is_name and "pytest" in ast.unparse(leftover).partition(".")[0].split():
            raise UserError(f"the tests have `{ast.unparse(leftover)}`, which cannot be read: {_ADVICE}")
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _refuse_in_test_cases(module: ast.Module, source: str) -> None:
    """Raises if test classes of `unittest` use features that pytest alone has."""
    classes = classes_by_name(module) if re.search(r"(setup|teardown)_", source) else {}
    for name in [name for name in classes if is_test_class(name, classes)]:
        nodes = [node for one in ancestors(name, classes) for node in classes[one].body]
        for bound in (bound for node in nodes for bound in bound_names(node)):
            if to_use := {**_OF_METHOD, **_OF_CLASS}.get(bound):
                raise UserError(f"{name}.{bound} is run by pytest, and not by unittest: name it {to_use}.")
    parts = walk(module) if "pytest" in source and not any(pytest_tests(module)) else []
    known = {"pytest": ""}  # names, each with its prefix in pytest
    for node in parts:
        for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if (getattr(node, "module", None) or alias.name) == "pytest":
                known[alias.asname or alias.name] = f"{alias.name}." if isinstance(node, ast.ImportFrom) else ""
    for node in parts:
        written = ast.unparse(node) if isinstance(node, (ast.Attribute, ast.Name)) else ""
        first, _, rest = written.partition(".")
        if _OF_PYTEST.fullmatch(f"{known.get(first, '-')}{rest}".rstrip(".")):
            problem = f"the tests have `{written}`, which means something to pytest, but not to unittest"
            raise UserError(f"{problem}: write it for unittest, with `@unittest.skipIf` or `setUp`.")


def _is_test(node: ast.AST) -> TypeGuard[FunctionNode]:
    return isinstance(node, FunctionNode) and node.name.startswith("test")


def _has_tests(node: ast.ClassDef) -> bool:
    inner = (item for item in node.body if isinstance(item, ast.ClassDef) and item.name.startswith("Test"))
    return any(map(_is_test, node.body)) or (node.name.startswith("Test") and any(map(_has_tests, inner)))


def _test_case(node: ast.ClassDef) -> ast.ClassDef:
    bases = {ast.unparse(base) for base in node.bases} - {"object"}
    if bases or node.decorator_list or any(isinstance(item, ast.ClassDef) for item in node.body):
        raise UserError(f"the test class {node.name} has bases, decorators or classes in it: {_ADVICE}")
    body: list[ast.stmt] = []
    methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
    taken = {name for name in methods if name.startswith("test")}
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name.startswith(("setup", "teardown", "__init__")):
            takes = len(item.args.args) if not item.decorator_list else 0
            if item.name not in _OF_CLASS and not (item.name in _OF_METHOD and takes in (1, 2)):
                raise UserError(f"{node.name}.{item.name} cannot be read: {_ADVICE}")
            item.name = _OF_METHOD.get(item.name, item.name) if takes == 1 else item.name
        body += _tests(item, taken) if _is_test(item) else [item]
    with_method = {name: item for name, item in methods.items() if len(item.args.args) == 2}
    body += _fixtures(with_method, _OF_METHOD, "self", _TEST)
    for method in (item for name, item in methods.items() if name in _OF_CLASS and not item.decorator_list):
        method.decorator_list = [ast.Name("classmethod", ast.Load())]
    node.body = body + _fixtures(methods, _OF_CLASS, "cls", "")
    node.bases = [ast.parse("unittest.TestCase", mode="eval").body]
    return node


def _fixtures(
    functions: Mapping[str, ast.FunctionDef], names: Mapping[str, str], receiver: str, argument: str
) -> list[ast.stmt]:
    """Functions for `unittest` that call the functions for pytest, with an argument if those take one."""
    made: list[ast.stmt] = []
    for name, function in functions.items():
        if name in names:
            takes = len(function.args.args) > (receiver != "" and names is not _OF_FUNCTION)
            of = f"{receiver}." if receiver and names is not _OF_FUNCTION else ""
            decorator = "@classmethod\n" if names is _OF_CLASS else ""
            call = f"{of}{name}({argument if takes else ''})"
            made += ast.parse(f"{decorator}def {names[name]}({receiver}):\n    {call}\n").body
    return made


def _tests(test: FunctionNode, taken: set[str]) -> Iterator[FunctionNode]:
    """A test method, or one per set of values if it is parametrised."""
    if isinstance(test, ast.AsyncFunctionDef) or len(test.decorator_list) > 1:
        raise UserError(f"{test.name} is asynchronous or has several decorators, which cannot be read: {_ADVICE}")
    parameters = [argument.arg for argument in test.args.args[1:]]
    names, rows = list[str](), [list[ast.expr]()]
    for mark in test.decorator_list:
        is_known = _is_pytests(mark, "mark.parametrize") and all(one.arg == "ids" for one in mark.keywords)
        if not isinstance(mark, ast.Call) or not is_known or len(mark.args) != 2:
            raise UserError(f"{test.name} has the decorator {ast.unparse(mark)}, which cannot be read: {_ADVICE}")
        try:
            stated = ast.literal_eval(mark.args[0])
            ast.literal_eval(mark.args[1])
        except ValueError:
            problem = "is parametrised with other values than literals, which cannot be read"
            raise UserError(f"{test.name} {problem}: {_ADVICE}") from None
        names = [name.strip() for name in stated.split(",")] if isinstance(stated, str) else list(stated)
        sets = mark.args[1].elts if isinstance(mark.args[1], (ast.List, ast.Tuple)) else []
        rows = [list(one.elts) if len(names) > 1 and isinstance(one, (ast.List, ast.Tuple)) else [one] for one in sets]
        if not rows or any(len(row) != len(names) for row in rows):
            problem = f"is parametrised with other values than {', '.join(names)}: give each set as many"
            raise UserError(f"{test.name} {problem}.")
    if unknown := [name for name in parameters if name not in names]:
        raise UserError(f"{test.name} takes the fixture {unknown[0]}, which cannot be read: {_ADVICE}")
    for number, values in enumerate(rows):
        one = copy.deepcopy(test)
        one.decorator_list, one.args.args = [], one.args.args[:1]
        if test.decorator_list:
            one.name = f"{test.name}_{number}"
            while one.name in taken:
                one.name += "_"
            taken.add(one.name)
        given = dict(zip(names, values, strict=True))
        uses = [node for node in ast.walk(one) if isinstance(node, ast.Name)]
        kept = {node.id for node in uses if not isinstance(node.ctx, ast.Load)}
        for name in names:  # a literal written twice is two objects, and a test may change one
            is_mutable = any(isinstance(part, (ast.List, ast.Dict, ast.Set)) for part in ast.walk(given[name]))
            kept |= {name} if is_mutable and sum(node.id == name for node in uses) > 1 else set()
        one.body[:0] = [ast.Assign([ast.Name(name, ast.Store())], given[name]) for name in names if name in kept]
        for node in uses:  # values instead of parameters, so that tests compare with literals, which are withheld
            if node.id in given and node.id not in kept:
                value = copy.deepcopy(given[node.id])
                node.__class__, node.__dict__ = type(value), vars(value)  # type: ignore[assignment]
        yield one


def _use_assertions(method: ast.FunctionDef) -> None:
    """Rewrites `with pytest.raises(E, match=M):` and `assert x == pytest.approx(1.5)` for unittest, in place."""
    receiver = method.args.args[0].arg

    def call(name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(ast.Attribute(ast.Name(receiver, ast.Load()), name, ast.Load()), list(arguments), [])

    for node in ast.walk(method):
        if isinstance(node, ast.withitem):
            raises = node.context_expr
            if _is_pytests(raises, "raises") and len(raises.args) == 1 and not node.optional_vars:
                if not raises.keywords:
                    node.context_expr = call("assertRaises", *raises.args)
                elif [keyword.arg for keyword in raises.keywords] == ["match"]:
                    node.context_expr = call("assertRaisesRegex", *raises.args, raises.keywords[0].value)
        elif isinstance(node, ast.Assert) and isinstance(node.test, ast.Compare) and len(node.test.ops) == 1:
            left, right = node.test.left, node.test.comparators[0]
            for value, other in ((left, right), (right, left)) if isinstance(node.test.ops[0], ast.Eq) else ():
                if not _is_pytests(value, "approx"):
                    continue
                try:  # only with a literal number
                    (expected,) = map(ast.literal_eval, value.args)
                    given = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in value.keywords}
                except ValueError:
                    continue
                numbers = [type(number) in (int, float) for number in (expected, *given.values())]
                if all(numbers) and not set(given) - {"abs", "rel"}:
                    relative = given.get("rel", 0 if "abs" in given else 1e-6)
                    delta = 0.0 if math.isinf(expected) else max(given.get("abs", 1e-12), relative * abs(expected))
                    arguments = (other, value.args[0], ast.Constant(None), node.msg or ast.Constant(None))
                    statement = ast.Expr(call("assertAlmostEqual", *arguments, ast.Constant(delta)))
                    node.__class__, node.__dict__ = ast.Expr, vars(statement)  # type: ignore[assignment]
                    break


def _is_pytests(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == f"pytest.{name}"
