"""Whether a compared value decides about a test by itself: by an `__eq__` of the sample, say."""

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
OWN_EQUALITY = "own equality"  # a mark: compared values hold classes of the sample that the reference lacks
_ARITHMETIC = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or"
DECIDING = frozenset(
    (
        *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"),
        *("__instancecheck__", "__subclasscheck__"),
        *("__abs__", "__round__", "__array_function__", "__array_ufunc__", "__class__"),
        *(f"__{side}{name}__" for side in ("", "r", "i") for name in _ARITHMETIC.split()),
    )
)  # methods by which an object or a class decides about a comparison, or about the distance of two numbers

_IN_PYTEST = "@pytest_ar"
_LOADED = ast.Load()
_IDENTITY = (ast.Is, ast.IsNot)
_CHECKS = ("isinstance", "issubclass", "isclose", "allclose", "array_equal", "array_equiv")
PLAIN = frozenset(map(id, (int, str, float, bool, type(None), bytes, complex, type(Ellipsis), range, type)))
"""Types, by their identity, whose values are compared as they are, and hold nothing."""
_PROXIES = (weakref.ProxyType, weakref.CallableProxyType)
_GENERATED = ("__dataclass_fields__", "__attrs_attrs__")
_COMPLETES = "/functools.py"  # file of the methods that `total_ordering` adds to a class
_MAX_LOOKED_AT, _MAX_STEPS, _MAX_MODULES_DEEP = 2000, 20, 2
_CLASS = "class "
mro_of = type.__dict__["__mro__"].__get__
names_of = type.__dict__["__dict__"].__get__
_name_of = type.__dict__["__qualname__"].__get__
_flags_of = type.__dict__["__flags__"].__get__
_HEAP_TYPE = 1 << 9


def observe(tree: ast.AST) -> None:
    """Makes a test file pass what it compares, by operator or assertion method, to the function [`COMPARED`]; the
    function [`ASSERTING`] is called before each assertion."""
    body = getattr(tree, "body", ())
    names = [alias.asname for node in body if isinstance(node, ast.Import) for alias in node.names]
    if _IN_PYTEST not in names:
        return
    pending: list[ast.AST] = [tree]
    for node in pending:  # the list grows meanwhile
        match node:
            case ast.If(ast.UnaryOp(ast.Not(), ast.Name(name)), [*_, ast.Raise()]) if name.startswith("@py_assert"):
                continue  # here pytest words a failed assertion
        pending += ast.iter_child_nodes(node)
        if isinstance(node, ast.Compare):
            if all(isinstance(one, _IDENTITY) for one in node.ops) or any(map(_is_of_pytest, node.comparators)):
                continue
            node.left = _passed_to(COMPARED, node.left)
            node.comparators = [_passed_to(COMPARED, one) for one in node.comparators]
        elif isinstance(node, ast.BinOp):
            # Text that pytest puts together about a failure is not observed.
            is_formatted = isinstance(node.op, ast.Mod) and isinstance(node.right, ast.Dict)
            if not (is_formatted or isinstance(getattr(node.left, "value", None), (str, bytes))):
                node.left, node.right = _passed_to(COMPARED, node.left), _passed_to(COMPARED, node.right)
        elif isinstance(node, ast.AugAssign):
            node.value = _passed_to(COMPARED, node.value)
        elif isinstance(node, ast.Call):
            own_name = node.func.id if isinstance(node.func, ast.Name) else ""
            name = node.func.attr if isinstance(node.func, ast.Attribute) else own_name
            if not name.startswith("assert") and own_name not in _CHECKS:
                continue
            node.args = [_passed_to(COMPARED, one) for one in node.args]
            for keyword in node.keywords:
                keyword.value = _passed_to(COMPARED, keyword.value)
            if own_name in _CHECKS:
                continue
            if node.keywords:
                node.keywords[-1].value = _passed_to(ASSERTING, node.keywords[-1].value)
            elif node.args:
                node.args[-1] = _passed_to(ASSERTING, node.args[-1])


def _is_of_pytest(node: ast.expr) -> bool:
    """Whether it is a call by which pytest words a failure."""
    function = node.func if isinstance(node, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id.startswith("@py")


def _passed_to(name: str, node: ast.expr) -> ast.expr:
    if name == COMPARED and isinstance(node, ast.Constant):
        return node
    if isinstance(node, ast.Starred):
        node.value = _passed_to(name, node.value)
        return node
    at: Any = {place: getattr(node, place) for place in node._attributes}
    return ast.Call(ast.Attribute(ast.Name(_IN_PYTEST, _LOADED, **at), name, _LOADED, **at), [node], [], **at)


class Classes:
    """Finds classes of the sample in a value, and those that decide a comparison, named as by [`own_classes`]. No code
    of the sample is called."""

    def __init__(
        self, is_of_sample: Callable[[str], bool], root: str, is_named_by_tests: Callable[[object], bool]
    ) -> None:
        self._is_of_sample, self._root, self._is_named_by_tests = is_of_sample, root, is_named_by_tests
        self._referents, self._asked = gc.get_referents, dict[int, type]()
        # by identity, with the object: whether a class has code of the sample and belongs to no other module, and
        # whether an attribute leads to the sample's code
        self._own: dict[int, tuple[type, bool]] = {}
        self._leading: dict[int, tuple[object, bool]] = {}

    def find(self, value: object) -> set[str]:
        found: set[str] = set()
        equals = []
        for one in _parts(value, self._referents):
            kind = type(one)
            if kind in _PROXIES or _is_masked(one):
                found.add(_name_of(kind))
            if not _flags_of(kind) & _HEAP_TYPE:
                continue
            missing = set(DECIDING)
            for base in mro_of(kind):
                here = missing.intersection(names_of(base))
                missing -= here
                if _flags_of(base) & _HEAP_TYPE:
                    found.update([_name_of(base)] if any(self._decides(base, name) for name in here) else [])
                    if id(base) not in self._own:
                        has_code = any(map(self._leads_to_sample, list(names_of(base).values())))
                        self._own[id(base)] = base, has_code and self._is_foreign(base, base)
                    found.update([_CLASS + _name_of(base)] if self._own[id(base)][1] else [])
                if "__eq__" in here and base is not object:
                    equals.append(one)
        if not found:
            says_yes = (one for one in equals if self._is_equal_to_all(one) and not self._is_named_by_tests(one))
            found.update(_name_of(type(one)) for one in says_yes)
        return found

    def _decides(self, base: type, name: str) -> bool:
        entry = names_of(base)[name]
        if entry is None:
            return False
        if type(entry) in (WrapperDescriptorType, MethodDescriptorType):  # of a built-in type, under its own name?
            return bool(entry.__name__ != name)
        if self._leads_to_sample(entry):
            return True
        file = entry.__code__.co_filename if type(entry) is FunctionType else ""
        if file.startswith("<") and not file.startswith("<frozen "):
            return not any(one in names_of(base) for one in _GENERATED)
        return self._is_foreign(base, entry) and not file.endswith(_COMPLETES)

    def _leads_to_sample(self, entry: Any) -> bool:
        """Whether an attribute of a class is the sample's code, or leads to it."""
        if id(entry) not in self._leading:
            pending, found = [entry], False
            for one in islice(pending, _MAX_STEPS):
                if type(one) is FunctionType:
                    found = found or self._is_of_sample(one.__code__.co_filename)
                    pending += one.__closure__ or ()
                elif not issubclass(type(one), (type, ModuleType)):
                    pending += self._referents(one)
            self._leading[id(entry)] = entry, found
        return self._leading[id(entry)][1]

    def _is_foreign(self, base: type, entry: Any) -> bool:
        """Whether the module that a class names is the sample's, or none, or has neither the class nor the entry."""
        named = names_of(base).get("__module__", "")
        if type(named) is MemberDescriptorType:  # a built-in class's, which its subclasses have
            return "__slots__" in names_of(named.__objclass__)
        module = sys.modules.get(named) if type(named) is str else None
        file = getattr(module, "__file__", None)
        if type(file) is not str or self._is_of_sample(file):
            return True
        if type(entry) is FunctionType and entry.__code__.co_filename == file:
            return False
        names, found = vars(module), None
        for part in _name_of(base).split("."):
            found = names.get(part)
            names = names_of(found) if issubclass(type(found), type) else {}
        return found is not base and names_of(type(entry)).get("__module__") != named

    def _is_equal_to_all(self, one: Any) -> bool:
        """Whether an object of a library is equal to an unknown object; each class is asked once."""
        kind = type(one)
        module = sys.modules.get(str(names_of(kind).get("__module__", "")))
        if id(kind) in self._asked or str(getattr(module, "__file__", self._root)).startswith(self._root):
            return False
        self._asked[id(kind)] = kind
        try:
            return (one == object()) is True
        except Exception:
            return False


def _is_masked(one: Any) -> bool:
    """Whether it is an array of `numpy.ma` that hides elements, which are equal to any. No name is looked up in
    modules, where the sample could replace it."""
    if not any(str(names_of(base).get("__module__")).startswith("numpy.ma") for base in mro_of(type(one))):
        return False
    try:
        mask = object.__getattribute__(one, "_mask")
        return bool(_flags_of(type(mask)) & _HEAP_TYPE) or any(memoryview(mask).tobytes())
    except (AttributeError, TypeError, ValueError):
        return True


def is_within(modules: Collection[dict[str, Any]], value: object) -> bool:
    """Whether an object, or its class, has a name in modules, or in a module that has a name there."""
    wanted, pending = {id(value), id(type(value))}, [(names, 0) for names in modules]
    for names, depth in pending:
        for one in list(names.values()):
            if id(one) in wanted:
                return True
            if type(one) is ModuleType and depth < _MAX_MODULES_DEEP:
                pending.append((vars(one), depth + 1))
    return False


def own_classes(tree: ast.AST) -> set[str]:
    """The classes of a module by their qualified names: each after the word `class`, and also without it if it defines
    a method that decides about comparisons."""
    found = set()
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        if isinstance(node, ast.ClassDef):
            prefix += node.name
            assigned = [name for part in node.body if isinstance(part, ast.Assign) for name in part.targets]
            names = {part.name for part in node.body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef))}
            if not DECIDING.isdisjoint(names | {name.id for name in assigned if isinstance(name, ast.Name)}):
                found.add(prefix)
            found.add(_CLASS + prefix)
            prefix += "."
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            prefix += f"{node.name}.<locals>."
        pending += [(child, prefix) for child in ast.iter_child_nodes(node)]
    return found


def _parts(value: Any, referents: Callable[..., list[Any]]) -> Iterator[Any]:
    """A value and its parts that take part in its comparison, and the elements of iterators."""
    seen: set[int] = set()
    pending: list[Any] = [value]
    while pending and len(seen) < _MAX_LOOKED_AT:
        one = pending.pop()
        kind = type(one)
        if id(kind) in PLAIN or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if issubclass(kind, weakref.ReferenceType):
            pending.append(weakref.ReferenceType.__call__(one))
        deciding = (base for base in mro_of(kind) if "__eq__" in names_of(base) or "__next__" in names_of(base))
        if next(deciding, object) is object:  # its contents take no part in a comparison
            continue
        room = _MAX_LOOKED_AT - len(seen)
        pending += islice((part for part in referents(one) if part is not kind), room)
        numpy = sys.modules.get("numpy")
        if numpy is not None and kind is getattr(numpy, "ndarray", None) and one.dtype.hasobject:
            pending += islice(one.flat, room)
