"""Reads the declared tests from a test module's source, not from the process that runs it, and decides whether
`unittest` finds others once the module is loaded."""

import ast
import builtins
import re
import symtable
import unittest
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from classeval_hf.core.syntax import bound_names as names_bound_in
from classeval_hf.core.syntax import names_bound_by, shared_tree, walk

_TEST_CASES = ("TestCase", "IsolatedAsyncioTestCase")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
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


@lru_cache(maxsize=1024)  # declared tests are read several times before the first sample is run
def _read(test_source: str) -> tuple[Mapping[str, tuple[str, ...]], bool]:
    module = shared_tree(test_source)
    classes = classes_by_name(module)
    outer = [name for name in classes if "." not in name]
    declared = {}
    for name in outer:
        inherited = [node for one in ancestors(name, classes) for node in classes[one].body]
        functions = {node.name for node in inherited if isinstance(node, _FUNCTIONS)}
        declared[name] = tuple(sorted(one for one in functions if one.startswith("test")))
    bound = Counter(name for node in module.body for name in names_bound_in(node))
    plain = _Plain.of(module, classes)
    shown = all(bound[name] == 1 for name in outer) and all(plain.is_plain(node) for node in module.body)
    return MappingProxyType(declared), shown and not _DECIDED_LATER.search(test_source)


def declared_tests_by_class(test_source: str) -> Mapping[str, tuple[str, ...]]:
    """Per class of a test module the test methods that it defines or inherits within it, sorted as in `unittest`."""
    return _read(test_source)[0]


def shows_all_tests(test_source: str) -> bool:
    """Whether the declared tests are all that `unittest` finds: the module holds only imports, definitions and plain
    values. For any other, ask the process that loads it."""
    return _read(test_source)[1]


def declared_tests(test_source: str, test_class: str) -> tuple[str, ...]:
    """As [`declared_tests_by_class`], for one class; empty if the class is missing."""
    return declared_tests_by_class(test_source).get(test_class, ())


def classes_by_name(scope: ast.Module | ast.ClassDef, prefix: str = "") -> dict[str, ast.ClassDef]:
    """The classes of a module, nested ones by their dotted names."""
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


def is_test_case(base: ast.expr) -> bool:
    """Whether a base is `unittest`'s own, by its name."""
    return base_name(base).rpartition(".")[2] in _TEST_CASES


def ancestors(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """A class and its bases in the module, in the order of the MRO except for diamonds."""
    order = [name] if name in classes else []
    others = {other: node for other, node in classes.items() if other != name}
    for base in classes[name].bases if order else ():
        order += [one for one in ancestors(base_name(base), others) if one not in order]
    return order


def is_test_class(name: str, classes: Mapping[str, ast.ClassDef]) -> bool:
    """Whether a class inherits from one of `unittest`'s, as its source shows."""
    return any(is_test_case(base) for one in ancestors(name, classes) for base in classes[one].bases)


@dataclass(frozen=True)
class _Plain:
    usable: frozenset[str]  # names that add no tests, however they are used
    classes: frozenset[str]

    @classmethod
    def of(cls, module: ast.Module, classes: Mapping[str, ast.ClassDef]) -> "_Plain":
        statements = [*module.body, *(node for scope in classes.values() for node in scope.body)]
        defined = {node.name for node in statements if isinstance(node, (*_FUNCTIONS, ast.ClassDef))}
        usable = {*dir(builtins)} - _REACHING - {name for node in statements for name in names_bound_in(node)}
        for node in statements:
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                usable.update(names_bound_in(node))
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    if (getattr(node, "module", None) or alias.name).partition(".")[0] in _USED_IN_LOADING:
                        usable.update(names_bound_by(alias))
        return cls(frozenset(usable - defined), frozenset(classes))

    def is_plain(self, node: ast.stmt, in_class: bool = False) -> bool:
        """Whether a statement binds only the names it shows and cannot add tests."""
        if isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'":
            return not in_class and not node.orelse
        if isinstance(node, _FUNCTIONS):
            if node.name in _RUNNING or node.name in ("__call__", "runTest"):  # which may be a test class's own
                return False
            patched = all(re.search(r"\bpatch\b", ast.unparse(decorator)) for decorator in node.decorator_list)
            if node.name.startswith("test") and not (in_class and patched and isinstance(node, ast.FunctionDef)):
                return False
            return self._are_values(node.args, *node.decorator_list, *([node.returns] if node.returns else []))
        if any(name == "*" or name.startswith("test") for name in names_bound_in(node)):
            return False
        if isinstance(node, ast.ClassDef):
            bases = [base for base in node.bases if base_name(base) not in self.classes]
            is_made = node.decorator_list or node.keywords or any(isinstance(it, ast.Subscript) for it in node.bases)
            body = (self.is_plain(item, in_class=True) for item in node.body)
            return not is_made and self._are_values(*bases) and all(body)
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            simple = not any(isinstance(part, (ast.Attribute, ast.Subscript)) for part in walk(*targets))
            values = [part for part in (node.value, getattr(node, "annotation", None)) if part is not None]
            return simple and "patch" not in names_bound_in(node) and self._are_values(*values)
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


def bound_names(test_source: str) -> tuple[str, ...]:
    """Names that a test module binds at its top level, by import, assignment or definition, sorted."""
    symbols = symtable.symtable(test_source, "<tests>", "exec").get_symbols()
    return tuple(sorted(symbol.get_name() for symbol in symbols if symbol.is_imported() or symbol.is_assigned()))
