"""Whether what a test compares decides about it by itself: by an `__eq__` of the sample's own, say."""

import ast
import gc
import sys
import weakref
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from types import FunctionType, MemberDescriptorType, MethodDescriptorType, ModuleType, WrapperDescriptorType
from typing import Any

MODULE = "_pytest.assertion.rewrite"
COMPARED, ASSERTING = "compared", "asserting"  # put into that module, which pytest has each test file import
OWN_EQUALITY = "own equality"  # a mark: the sample's own classes decide a comparison, the reference's do not
_ARITHMETIC = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift"),
    *("and", "xor", "or"),
)
DECIDING = frozenset(
    (
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"),
        *("__instancecheck__", "__subclasscheck__"),
        *("__abs__", "__round__", "__array_function__", "__array_ufunc__", "__class__"),
        *(f"__{side}{name}__" for side in ("", "r", "i") for name in _ARITHMETIC),
    )
)  # methods by which an object or a class decides about a comparison, or how far two numbers are from each other

_IN_PYTEST = "@pytest_ar"
_IDENTITY = (ast.Is, ast.IsNot)
_CHECKS = ("isinstance", "issubclass", "isclose", "allclose", "array_equal", "array_equiv")
PLAIN = frozenset(map(id, (int, str, float, bool, type(None), bytes, complex, type(Ellipsis), range)))
"""Types, by their identity, whose values are compared as they are, and have nothing in them."""

_PROXIES = (weakref.ProxyType, weakref.CallableProxyType)
_GENERATED = ("__dataclass_fields__", "__attrs_attrs__")
_COMPLETES = "/functools.py"  # where the methods are that `total_ordering` adds to a class that has one of its own
_MAX_LOOKED_AT = 2000
_MAX_MODULES_DEEP = 2
mro_of = type.__dict__["__mro__"].__get__
names_of = type.__dict__["__dict__"].__get__
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
        elif isinstance(node, ast.BinOp) and not isinstance(getattr(node.left, "value", None), (str, bytes)):
            node.left, node.right = _observed(node.left), _observed(node.right)
        elif isinstance(node, ast.AugAssign):
            node.value = _observed(node.value)
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


def deciding_classes(
    is_of_sample: Callable[[str], bool], root: str, is_named_by_tests: Callable[[object], bool]
) -> Callable[[object], set[str]]:
    """A function that finds the classes by which the sample decides a comparison, and calls no code of its own."""
    referents, asked = gc.get_referents, dict[int, type]()

    def is_foreign(names: Any) -> bool:
        """Whether the module that a class names as its own is the sample's, or none at all."""
        named = names.get("__module__", "")
        if type(named) is MemberDescriptorType:  # a built-in class's, which its subclasses have
            return "__slots__" in names_of(named.__objclass__)
        module = sys.modules.get(named) if type(named) is str else None
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
        equals = []
        for one in _parts(value, referents):
            kind = type(one)
            if kind in _PROXIES:
                deciding.add(_name_of(kind))
            if not _flags_of(kind) & _HEAP_TYPE:
                continue
            missing = set(DECIDING)
            for base in mro_of(kind):
                names = names_of(base)
                here = missing.intersection(names)
                missing -= here
                if _flags_of(base) & _HEAP_TYPE and any(decides(names, name) for name in here):
                    deciding.add(_name_of(base))
                if "__eq__" in here and base is not object:
                    equals.append(one)
        if not deciding:
            says_yes = (one for one in equals if _is_equal_to_all(one, root, asked) and not is_named_by_tests(one))
            deciding.update(_name_of(type(one)) for one in says_yes)
        return deciding

    return find


def _is_equal_to_all(one: Any, root: str, asked: dict[int, type]) -> bool:
    """Whether an object of a library is equal to what nobody knows; each class is asked once."""
    kind = type(one)
    module = sys.modules.get(str(names_of(kind).get("__module__", "")))
    if id(kind) in asked or str(getattr(module, "__file__", root)).startswith(root):
        return False
    asked[id(kind)] = kind
    try:
        return (one == object()) is True
    except Exception:
        return False


def is_within(modules: Collection[dict[str, Any]], value: object) -> bool:
    """Whether an object, or its class, has a name in modules, or in a module that has one there."""
    wanted, pending = {id(value), id(type(value))}, [(names, 0) for names in modules]
    for names, depth in pending:
        for one in list(names.values()):
            if id(one) in wanted:
                return True
            if type(one) is ModuleType and depth < _MAX_MODULES_DEEP:
                pending.append((vars(one), depth + 1))
    return False


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


def _parts(value: Any, referents: Callable[..., list[Any]]) -> Iterator[Any]:
    """A value and all that it is made of; of what is equal to itself alone, an iterator's elements."""
    seen: set[int] = set()
    pending: list[Any] = [value]
    while pending and len(seen) < _MAX_LOOKED_AT:
        one = pending.pop()
        kind = type(one)
        if id(kind) in PLAIN or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if not _hands_on(kind):
            continue
        room = _MAX_LOOKED_AT - len(seen)
        pending += islice((part for part in referents(one) if part is not kind), room)
        numpy = sys.modules.get("numpy")
        if numpy is not None and kind is getattr(numpy, "ndarray", None) and one.dtype.hasobject:
            pending += islice(one.flat, room)


def _hands_on(kind: type) -> bool:
    """Whether what is in an object takes part in its comparison."""
    for base in mro_of(kind):
        names = names_of(base)
        if "__eq__" in names:
            return base is not object
        if "__next__" in names:
            return True
    return False
