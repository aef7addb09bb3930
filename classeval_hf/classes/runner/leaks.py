"""Finds withheld values that the tests still contain when they are sent. Values that a test gives to the code under
test, or that the task shows, do not reveal what is expected; values in any other place may."""

import ast
import builtins
import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.classes.runner.judging import Check
from classeval_hf.classes.runner.test_methods import FUNCTIONS, known_value, last_name
from classeval_hf.core.syntax import all_bound, arguments_of, children, names_bound_by, walk

_GIVEN, _NOWHERE = frozenset(["given to a sample"]), frozenset[str]()
_BUILTINS = frozenset(dir(builtins))
_GROUPED = re.compile(r"(?<=\d)[_,.' ](?=\d{3}(?!\d))")  # between the digits of a long number
_NUMBER_IN_NAME = re.compile(r"\d{4,}")  # shorter ones count test cases
_PART_BEFORE, _PART_AFTER = re.compile(r"[\w.]"), re.compile(r"\.?\w")  # next to a text that does not stand alone
_LONG_BITS = 10_000  # longer numbers are not written in decimal
_SHOWS = ("assert", "fail", "skip", "expect")  # prefixes of functions whose arguments a sample does not get
_TARGETS = ("target", "optional_vars")
_FEEDS = re.compile(r"mock|patch|^write|return_value|side_effect", re.IGNORECASE)  # they prepare input of a sample


def find_leaks(
    nodes: Sequence[ast.AST], checks: Mapping[int, Check], names: Mapping[str, Any], mentioned: str, text: str
) -> frozenset[int]:
    """Numbers of the checks whose expected values all stand in a module of these nodes. Trivial values, values that
    its tests give to a sample, and values in the task's `text` do not count. `mentioned` are names in the module."""
    given, shown = _Values(1), _Values(2)
    given.add(text)
    flow = _Flow(nodes, names)
    for number in _NUMBER_IN_NAME.findall(" ".join((mentioned, *flow.bound))):
        shown.add(number)
    for value, places in flow.values:
        (given if flow.reaches_a_sample(places) else shown).add(value)
    leaks = set()
    for number, check in checks.items():
        leaves = [] if check.guessable else [one for one in _leaves(check.expected) if one not in given]
        if leaves and all(leaf in shown for leaf in leaves):
            leaks.add(number)
    return frozenset(leaks)


class _Values:
    """Numbers and texts, the words of texts, and the numbers in texts that stand alone and have enough digits."""

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self._values: set[object] = {0, 1, ""}  # trivial ones
        self._texts: list[str] = []
        self._found: dict[str, bool] = {}  # by text, whether it was found: many checks expect the same text

    def add(self, value: object) -> None:
        for leaf in _leaves(value):
            if leaf not in self._values:
                self._values.add(leaf)
                text = _written(leaf)
                self._texts += [text, _GROUPED.sub("", text)] if _GROUPED.search(text) else [text]

    def __contains__(self, leaf: object) -> bool:
        text = _written(leaf)
        if leaf in self._values or (text.isdigit() and len(text) < self._digits):
            return leaf in self._values
        if len(self._texts) > 1:
            self._texts, self._found = ["\n".join(self._texts)], {}
        joined = "".join(self._texts)
        start = joined.find(text) if text not in self._found else -1
        self._found.setdefault(text, False)
        while start >= 0 and not self._found[text]:  # until it stands alone
            end = start + len(text)
            is_part = _PART_BEFORE.match(joined, max(start - 1, 0), start) or _PART_AFTER.match(joined, end, end + 2)
            self._found[text] = is_part is None
            start = joined.find(text, start + 1)
        return self._found[text]


def _written(leaf: object) -> str:
    return hex(leaf) if isinstance(leaf, int) and leaf.bit_length() > _LONG_BITS else str(leaf)


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers, texts and dates in a value; numbers without their sign, bytes as text."""
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, (bytes, bytearray)):
        yield value.decode("latin-1")
    elif isinstance(value, (str, datetime.date, datetime.time, datetime.timedelta, complex)):
        yield value
    elif isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, Decimal) and not value.is_nan():
        yield value.copy_abs()


class _Flow:
    """Where the values of a module go: the names that they become parts of, and whether a sample gets these. The place
    `.name` stands for the object `name` whose method gets the value."""

    def __init__(self, nodes: Sequence[ast.AST], names: Mapping[str, Any]) -> None:
        self._names, self._failed = names, set[int]()
        self._functions = {node.name: node for node in nodes if isinstance(node, FUNCTIONS)}
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self._classes = {node.name for node in classes}
        methods = [method for node in classes for method in node.body if isinstance(method, FUNCTIONS)]
        self._receivers = {method.args.args[0].arg for method in methods if method.args.args}
        self.bound = set(all_bound(nodes))
        self.values: list[tuple[object, frozenset[str]]] = []
        self._places: dict[str, set[str]] = defaultdict(set)
        self._visit(nodes[0], _NOWHERE, _NOWHERE)
        self._of_samples = {node.id for node in nodes if isinstance(node, ast.Name)} - self.bound - _BUILTINS
        waiting = list(self._of_samples)
        while waiting:
            new = {place.lstrip(".") for place in self._places.get(waiting.pop(), ())} - self._of_samples - _GIVEN
            self._of_samples |= new
            waiting += new
        self._fed: set[str] = set(_GIVEN)
        while new := {name for name, places in self._places.items() if self.reaches_a_sample(places)} - self._fed:
            self._fed |= new

    def reaches_a_sample(self, places: Iterable[str]) -> bool:
        return any(one.lstrip(".") in self._fed or (one[0] == "." and one[1:] in self._of_samples) for one in places)

    def _visit(self, node: ast.AST, to: frozenset[str], scope: frozenset[str]) -> None:
        """Records where the values of a node go. The node becomes a part of `to`, within the definitions `scope`."""
        if isinstance(node, ast.Constant):
            if hasattr(node, "lineno"):  # not the number of a check or row
                self.values.append((node.value, to))
        elif isinstance(node, ast.Name):
            self._places[node.id] |= to
        elif isinstance(node, ast.Attribute):
            self._places[node.attr] |= to
            if not (isinstance(node.value, ast.Name) and node.value.id in self._receivers):
                self._visit(node.value, to, scope)
        elif isinstance(node, ast.Call):
            self._visit_call(node, to, scope)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            parts: list[tuple[str, ast.expr | None]] = []
            if isinstance(node, FUNCTIONS):
                given, arguments = node.args, arguments_of(node.args)
                names = [one.arg for one in (*given.posonlyargs, *given.args)][::-1]
                parts = [("", node.returns), *(("", argument.annotation) for argument in arguments)]
                parts += [*zip(names, given.defaults[::-1], strict=False)]
                parts += [(one.arg, default) for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
            for name, part in parts:
                if part is not None:
                    self._visit(part, frozenset([name] if name else []), scope)
            for statement in (*node.decorator_list, *node.body):
                self._visit(statement, _NOWHERE, scope | {node.name})
        else:
            if isinstance(node, (ast.BinOp, ast.UnaryOp)) and (
                value := known_value(node, self._names, None, self._failed)
            ):
                constants = [part.value for part in walk(node) if isinstance(part, ast.Constant)]
                self.values += [(part, to) for part in (*value, *constants)]
                return
            targets = getattr(node, "targets", None) or [getattr(node, one, None) for one in _TARGETS]
            value_to = to
            if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom, ast.Raise)):
                value_to = scope
            elif isinstance(node, ast.Subscript):
                value_to = to | self._object(node)
            elif isinstance(node, ast.stmt):
                value_to = _NOWHERE
            bound_to = _NOWHERE.union(*(self._object(target) for target in targets if target is not None))
            nowhere = set(map(id, (*targets, getattr(node, "annotation", None))))
            for child in children(node):
                self._visit(child, _NOWHERE if id(child) in nowhere else bound_to or value_to, scope)

    def _visit_call(self, node: ast.Call, to: frozenset[str], scope: frozenset[str]) -> None:
        name, root = last_name(node.func) or "", self._root(node.func)
        parameters: list[str] = []
        if not hasattr(node, "lineno"):  # a call of the observer
            place = _NOWHERE
        elif name in self._functions and root == name:
            place = to
            names = (one.arg for one in arguments_of(self._functions[name].args))
            parameters = [one for one in names if one not in self._receivers]
        elif name.startswith(_SHOWS) or (root == name not in self._classes and isinstance(node.func, ast.Attribute)):
            place = _NOWHERE
        elif root not in ("os", "sys") and (_FEEDS.search(name) or _FEEDS.search(root)):
            place = _GIVEN
        else:
            place = to if root in ("", *self._classes, *_BUILTINS) else to | {f".{root}"}
        for number, argument in enumerate(node.args):
            self._visit(argument, frozenset((parameters[number:] or parameters[-1:])[:1]) or place, scope)
        for keyword in node.keywords:
            taken = [name for name in parameters if name == keyword.arg] or parameters[-1:]
            self._visit(keyword.value, frozenset(taken) or place, scope)
        self._visit(node.func, to, scope)

    def _object(self, node: ast.AST) -> frozenset[str]:
        """The places that change when a value is assigned to a target, or given to a method of it."""
        if isinstance(node, ast.Attribute):
            return _GIVEN if _FEEDS.search(node.attr) else frozenset([node.attr, f".{self._root(node)}"])
        if isinstance(node, ast.Subscript):
            return frozenset([f".{self._root(node)}"])
        return frozenset(names_bound_by(node)).union(*map(self._object, children(node)))

    def _root(self, node: ast.expr) -> str:
        """The variable, or attribute of a test, at the start of an expression; empty if there is none."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self._receivers:
            return node.attr
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return self._root(node.value)
        if isinstance(node, ast.Call):
            root = self._root(node.func)
            return self._root(node.args[0]) if root in _BUILTINS and node.args else root
        return node.id if isinstance(node, ast.Name) else ""
