"""Whether what a test compares decides about it by itself: by an `__eq__` of the sample's own, say."""

import ast
import sys
from collections import deque
from collections.abc import Callable, Iterator
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

MODULE = "_pytest.assertion.rewrite"
COMPARED, ASSERTING = "compared", "asserting"  # put into that module, which pytest has each test file import
OWN_EQUALITY = "own equality"  # a mark: the sample's own classes decide a comparison, the reference's do not
DECIDING = frozenset(
    (
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"),
        *("__instancecheck__", "__subclasscheck__"),
        *("__sub__", "__rsub__", "__abs__", "__round__"),  # how far two numbers are from each other
    )
)  # methods by which an object or a class decides about a comparison

_IN_PYTEST = "@pytest_ar"
_IDENTITY = (ast.Is, ast.IsNot)
_CHECKS = ("isinstance", "issubclass")
PLAIN: frozenset[type] = frozenset([int, str, float, bool, type(None), bytes, complex, type(Ellipsis), range])
"""Types whose values are compared as they are, and have nothing in them."""

_SEQUENCES: tuple[Any, ...] = (list, tuple, set, frozenset, deque)
_GENERATED = ("__dataclass_fields__", "__attrs_attrs__")
_COMPLETES = "/functools.py"  # where the methods are that `total_ordering` adds to a class that has one of its own
_MAX_LOOKED_AT = 2000
_mro_of = type.__dict__["__mro__"].__get__
_names_of = type.__dict__["__dict__"].__get__
_name_of = type.__dict__["__qualname__"].__get__
_flags_of = type.__dict__["__flags__"].__get__
_HEAP_TYPE = 1 << 9


def observe(tree: ast.AST) -> None:
    """Has a test file pass what it compares, by operator or assertion method, to the function called [`COMPARED`];
    before an assertion is called, [`ASSERTING`] is."""
    body = getattr(tree, "body", ())
    names = [alias.asname for node in body if isinstance(node, ast.Import) for alias in node.names]
    if _IN_PYTEST not in names:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            if all(isinstance(one, _IDENTITY) for one in node.ops) or any(map(_is_of_pytest, node.comparators)):
                continue
            node.left = _observed(node.left)
            node.comparators = [*map(_observed, node.comparators)]
        elif isinstance(node, ast.Call) and _is_check(node.func):
            node.args = [*map(_observed, node.args)]
            for keyword in node.keywords:
                keyword.value = _observed(keyword.value)
            if isinstance(node.func, ast.Name) and node.func.id in _CHECKS:
                continue
            if node.keywords:
                node.keywords[-1].value = _passed_to(ASSERTING, node.keywords[-1].value)
            elif node.args:
                node.args[-1] = _passed_to(ASSERTING, node.args[-1])


def _is_check(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr.startswith("assert")
    return isinstance(function, ast.Name) and (function.id.startswith("assert") or function.id in _CHECKS)


def _is_of_pytest(node: ast.expr) -> bool:
    """Whether it is what pytest asks for the words that tell of a failure."""
    function = node.func if isinstance(node, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id.startswith("@py")


def _observed(node: ast.expr) -> ast.expr:
    return node if isinstance(node, ast.Constant) else _passed_to(COMPARED, node)


def _passed_to(name: str, node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Starred):
        node.value = _passed_to(name, node.value)
        return node
    function = ast.Attribute(ast.Name(_IN_PYTEST, ast.Load()), name, ast.Load())
    call = ast.Call(function, [node], [])
    for new in (function.value, function, call):
        ast.copy_location(new, node)
    return call


def deciding_classes(is_of_sample: Callable[[str], bool]) -> Callable[[object], set[str]]:
    """A function that finds the sample's classes that decide a comparison, and calls no code of theirs."""

    def is_foreign(names: Any) -> bool:
        """Whether the module that a class names as its own is the sample's, or none at all."""
        module = sys.modules.get(names.get("__module__", ""))
        file = getattr(module, "__file__", None)
        return type(file) is not str or is_of_sample(file)

    def decides(names: Any, name: str) -> bool:
        entry = names[name]
        if type(entry) is FunctionType:
            file = entry.__code__.co_filename
            if file.startswith("<") and not file.startswith("<frozen "):
                return not any(one in names for one in _GENERATED)
            return is_of_sample(file) or (is_foreign(names) and not file.endswith(_COMPLETES))
        if entry is None:
            return False
        if type(entry) in (WrapperDescriptorType, MethodDescriptorType):  # of a built-in type, under its own name?
            return bool(entry.__name__ != name)
        return is_foreign(names)

    def find(value: object) -> set[str]:
        deciding: set[str] = set()
        for one in _parts(value):
            missing = set(DECIDING)
            for base in _mro_of(type(one)):
                names = _names_of(base)
                here = [name for name in missing if name in names]
                missing.difference_update(here)
                if _flags_of(base) & _HEAP_TYPE and any(decides(names, name) for name in here):
                    deciding.add(_name_of(base))
        return deciding

    return find


def classes_that_decide(tree: ast.AST) -> set[str]:
    """Qualified names of the classes of a module that define a method by which they decide about comparisons."""
    deciding = set()
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        if isinstance(node, ast.ClassDef):
            prefix += node.name
            assigned = [name for part in node.body if isinstance(part, ast.Assign) for name in part.targets]
            names = {part.name for part in node.body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))}
            if not DECIDING.isdisjoint(names | {name.id for name in assigned if isinstance(name, ast.Name)}):
                deciding.add(prefix)
            prefix += "."
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            prefix += f"{node.name}.<locals>."
        pending += [(child, prefix) for child in ast.iter_child_nodes(node)]
    return deciding


def _parts(value: Any) -> Iterator[Any]:
    """A value and what is in it: elements, keys, fields of objects whose comparison was generated."""
    seen: set[int] = set()
    pending: list[Any] = [value]
    while pending and len(seen) < _MAX_LOOKED_AT:
        one = pending.pop()
        kind = type(one)
        if kind in PLAIN or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        bases = _mro_of(kind)
        room = _MAX_LOOKED_AT - len(seen)
        for sequence in _SEQUENCES:
            if sequence in bases:
                pending += [part for part, _ in zip(sequence.__iter__(one), range(room), strict=False)]
        if dict in bases:
            for part, _ in zip(dict.items(one), range(room), strict=False):
                pending += part
        if any(name in _names_of(base) for base in bases for name in _GENERATED):
            pending += _fields(one, bases)
        numpy = sys.modules.get("numpy")
        if numpy is not None and kind is getattr(numpy, "ndarray", None) and one.dtype.hasobject:
            pending += [part for part, _ in zip(one.flat, range(room), strict=False)]


def _fields(value: object, bases: tuple[type, ...]) -> Iterator[object]:
    for base in bases:
        for name, entry in _names_of(base).items():
            if type(entry) is GetSetDescriptorType and name == "__dict__":
                yield from entry.__get__(value).values()
            elif type(entry) is MemberDescriptorType:
                try:
                    yield entry.__get__(value)
                except AttributeError:
                    continue
