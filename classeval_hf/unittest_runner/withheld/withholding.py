"""
Keeping the expected values of a test module from the code it tests.

Where a test says `self.assertEqual(box.size(), 3)`, the module that the child gets says `__observe__(7, box.size())`:
the child evaluates and encodes the value ([`classeval_hf.unittest_runner.observe`]), the parent has the 3 and decides
([`judge`]). Objects that equal everything, assertions replaced by others, expected values read from the caller's frame
and forged reports all have no effect, because the child does not know what would pass.

An assertion is withheld where doing so surely keeps the test's meaning. It is left as it is where no side, or each, is
a literal, and where an `AssertionError` might be caught. Since a failing check no longer ends its test, the rest of
the test runs too: a test whose first failed check is followed by an error has failed, as it would have before.

What this cannot do: truth values and `None` (`Check.guessable`) can be guessed, values that a model memorised can be
given, and literals elsewhere in the module can be seen. And an object of a class of the sample's own that is not made
from a builtin type is opaque: it equals no literal, whatever its `__eq__` says.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from unittest import TestCase

from classeval_hf.core.syntax import names_bound_by, nested_statements, parse, walk
from classeval_hf.unittest_runner.comparing import OPTIONS, PARAMETERS
from classeval_hf.unittest_runner.observe import OBSERVER_NAME
from classeval_hf.unittest_runner.withheld.comparisons import rewrite_comparisons
from classeval_hf.unittest_runner.withheld.judging import Check, judge
from classeval_hf.unittest_runner.withheld.literals import (
    NotLiteralError,
    literal_value,
    mentioned_names,
    sure_names,
)

__all__ = ["OBSERVER_NAME", "Check", "HeldTests", "coverage", "judge", "withhold"]

_IMPLIED: Mapping[str, bool | None] = {
    "assertTrue": True,
    "assertFalse": False,
    "assertIsNone": None,
    "assertIsNotNone": None,
}
"""Expected values of the assertions that take none."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_TRIES: tuple[type, ...] = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))

_YIELDS = (ast.Yield, ast.YieldFrom)

_CATCHERS = ("assertRaises", "assertRaisesRegex", "failUnlessRaises", "raises", "suppress")
"""Names that end calls that swallow, or ask for, the exceptions they are given."""

_CATCHING_NAMES = frozenset({"AssertionError", "failureException", *_CATCHERS})
"""Names without which, and without a `try`, nothing in a module may catch an `AssertionError`."""

_TRANSPARENT = (
    *("subTest", "assertLogs", "assertWarns", "catch_warnings", "open", "patch", "object", "dict"),
    *("redirect_stdout", "redirect_stderr", "TemporaryDirectory", "NamedTemporaryFile"),
)
"""Names that end calls of context managers that swallow no exception."""


@dataclass(frozen=True)
class HeldTests:
    """
    A test module without its expected values, and what was taken out.

    Args:
        source (`str`): the rewritten module.
        checks (`Mapping[int, Check]`): the withheld checks by number.
        methods (`Mapping[tuple[str, str], str]`): for a test class and the name of a method, inherited ones included,
            the class that defines the method.
    """

    source: str
    checks: Mapping[int, Check]
    methods: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def counted(self) -> tuple[int, ...]:
        """Numbers of the checks that count elements, of whatever gives them one by one."""
        return tuple(number for number, check in self.checks.items() if check.kind == "assertCountEqual")

    def required_checks(self, test_class: str, method: str) -> frozenset[int]:
        """Numbers of the checks that each passing run of a method of a test class evaluates at least once."""
        owner = self.methods.get((test_class, method))
        return frozenset(
            number
            for number, check in self.checks.items()
            if check.required and (check.test_class, check.method) == (owner, method)
        )


def withhold(test_source: str) -> HeldTests:
    """
    Takes the expected values out of a test module.

    Docstrings of test classes and their methods, and all comments, are removed too: they may state what is expected.

    Args:
        test_source (`str`): source of a `unittest` module.

    Returns:
        [`HeldTests`]: the module to run, and the checks to judge what it observes by. If the module cannot be written
        back faithfully, it is returned as it is, without checks.

    Raises:
        `SyntaxError`: if `test_source` does not parse.
    """
    module = parse(test_source)
    classes = _test_classes(module)
    nodes = walk(module)  # once: walking takes longer than all that is looked for
    present = set(map(type, nodes))
    mentioned = mentioned_names(nodes)
    names = sure_names(module, nodes, mentioned)
    kinds = frozenset(kind for kind in PARAMETERS if hasattr(TestCase, kind)) - _redefined(nodes)
    catches = not mentioned.isdisjoint(_CATCHING_NAMES) or not present.isdisjoint(_TRIES)
    helpers = not (catches and any(_may_catch(node, names) for node in nodes))
    generators = not present.isdisjoint(_YIELDS)
    checks: dict[int, Check] = {}
    for node in classes.values():
        for method, binding in _own_methods(node):
            is_test = method.name.startswith("test")
            if is_test or helpers:
                required = is_test and binding and _always_runs(method, node, generators)
                rewriter = _Rewriter(node.name, method, names, kinds, helpers, checks)
                rewriter.rewrite(required)
        _drop_docstrings(node)
    rewrite_comparisons(module, walk(module))
    # Comparing takes as long as all the rest, and only f-strings have ever been written wrongly.
    source = _write(module, compare=ast.JoinedStr in present)
    if source is None:
        return HeldTests(test_source, {})
    return HeldTests(source, checks, _resolve_methods(classes))


def coverage(test_source: str) -> tuple[int, int]:
    """
    Counts how much of a test module is withheld.

    Args:
        test_source (`str`): source of a `unittest` module.

    Returns:
        `tuple[int, int]`: number of withheld assertions, and of all calls of methods whose name starts with `assert`.

    Raises:
        `SyntaxError`: if `test_source` does not parse.
    """
    calls = [node.func for node in ast.walk(parse(test_source)) if isinstance(node, ast.Call)]
    total = sum(isinstance(function, ast.Attribute) and function.attr.startswith("assert") for function in calls)
    return len(withhold(test_source).checks), total


def _write(module: ast.Module, compare: bool) -> str | None:
    """The source of a module, or `None` where Python cannot write it (some f-strings, before 3.12)."""
    try:
        source = ast.unparse(module)
        return source if not compare or ast.dump(parse(source)) == ast.dump(module) else None
    except (ValueError, SyntaxError, RecursionError):
        return None


def _test_classes(module: ast.Module) -> dict[str, ast.ClassDef]:
    """
    The test classes of a module, and the classes of the module that they inherit from.

    A class with a base that is not known is none: the base may redefine the assertions.
    """
    classes = {node.name: node for node in module.body if isinstance(node, ast.ClassDef)}
    tests = {
        name
        for name in classes
        if (order := _ancestors(name, classes)) and any(_is_test_case(base) for base in _bases(order, classes))
    }
    wanted = {ancestor for name in tests for ancestor in _ancestors(name, classes)}
    return {name: node for name, node in classes.items() if name in wanted}


def _bases(names: Iterable[str], classes: Mapping[str, ast.ClassDef]) -> Iterator[ast.expr]:
    for name in names:
        yield from classes[name].bases


def _is_test_case(base: ast.expr) -> bool:
    return _last_name(base) in ("TestCase", "IsolatedAsyncioTestCase")


def _ancestors(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """The class and those it inherits from, in the order of the MRO but for diamonds; none if one is not known."""
    order = [name]
    for base in classes[name].bases:
        if isinstance(base, ast.Name) and base.id in classes and base.id != name:
            inherited = _ancestors(base.id, {other: node for other, node in classes.items() if other != name})
            if not inherited:
                return []
            order += [ancestor for ancestor in inherited if ancestor not in order]
        elif not _is_test_case(base) and not (isinstance(base, ast.Name) and base.id == "object"):
            return []
    return [] if classes[name].keywords else order


def _resolve_methods(classes: Mapping[str, ast.ClassDef]) -> dict[tuple[str, str], str]:
    resolved: dict[tuple[str, str], str] = {}
    for name in classes:
        for ancestor in _ancestors(name, classes):
            for bound in _bound_in(classes[ancestor].body):
                resolved.setdefault((name, bound), ancestor)
    return resolved


def _bound_in(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Names that the statements of a class body bind, each as often as it does."""
    for statement in body:
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            yield statement.name
        else:
            for node in ast.walk(statement):
                if not isinstance(node, ast.arg):  # those of a lambda
                    yield from names_bound_by(node)


def _own_methods(node: ast.ClassDef) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """The methods that a class body defines, each with whether that is what its name is bound to in the end."""
    for index, statement in enumerate(node.body):
        if isinstance(statement, _FUNCTIONS):
            yield statement, statement.name not in _bound_in(node.body[index + 1 :])


def _redefined(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Assertions that a module of these nodes gives another meaning."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, _FUNCTIONS):
            names.add(node.name)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name == "addTypeEqualityFunc":
                return frozenset(PARAMETERS)
            if isinstance(node.ctx, ast.Store):
                names.add(name)
    return frozenset(names)


def _always_runs(method: ast.FunctionDef | ast.AsyncFunctionDef, node: ast.ClassDef, generators: bool) -> bool:
    """Whether a passing test surely ran the method's body, in a module with generators or without any."""
    decorators = (*method.decorator_list, *node.decorator_list)
    known = all(
        any(_last_name(part) in ("skip", "skipIf", "skipUnless", "patch") for part in ast.walk(decorator))
        for decorator in decorators
    )
    generates = generators and any(isinstance(part, _YIELDS) for part in _walk_scope(method.body))
    return known and not generates and isinstance(method, ast.FunctionDef)


def _drop_docstrings(node: ast.ClassDef) -> None:
    for scope in (node, *(statement for statement in node.body if isinstance(statement, _FUNCTIONS))):
        if ast.get_docstring(scope, clean=False) is not None:
            scope.body[:1] = [] if len(scope.body) > 1 else [ast.Pass()]


def _last_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else None


def _walk_scope(statements: Sequence[ast.stmt]) -> list[ast.AST]:
    """All nodes of some statements, without the insides of functions and classes that they define."""
    return walk(*statements, closed=(*_FUNCTIONS, ast.Lambda, ast.ClassDef))


def _returns(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in nested_statements([statement]))


def _may_catch(node: ast.AST, names: Mapping[str, Any]) -> bool:
    """Whether a statement or call itself may swallow, or ask for, an `AssertionError`."""
    if isinstance(node, _TRIES):
        handlers, final = getattr(node, "handlers", []), getattr(node, "finalbody", [])
        left = any(isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in _walk_scope(final))
        return left or not all(_is_other_error(handler.type, names) for handler in handlers)
    if isinstance(node, ast.Call) and _last_name(node.func) in _CATCHERS:
        count = None if _last_name(node.func) == "suppress" else 1
        return not all(_is_other_error(argument, names) for argument in node.args[:count]) or not node.args
    return _last_name(node) in ("AssertionError", "failureException")


def _is_other_error(node: ast.expr | None, names: Mapping[str, Any]) -> bool:
    """Whether an expression surely is exceptions that no `AssertionError` is."""
    if isinstance(node, ast.Tuple):
        return all(_is_other_error(item, names) for item in node.elts)
    # A module that binds names by `*` has no sure ones.
    kind = getattr(builtins, node.id, None) if isinstance(node, ast.Name) and names else None
    return isinstance(kind, type) and issubclass(kind, BaseException) and not issubclass(AssertionError, kind)


@dataclass(frozen=True)
class _Place:
    """Where a block of statements stands: whether passing tests run it, and whether it may swallow a failure."""

    required: bool
    catching: bool = False
    nested: bool = False


@dataclass(frozen=True)
class _Found:
    """A statement that can be withheld: its place in a block, what to observe, and the check."""

    block: list[ast.stmt]
    index: int
    observed: ast.expr
    literal: ast.expr | None
    check: Check


@dataclass
class _Rewriter:
    """Withholds the assertions of one method."""

    test_class: str
    method: ast.FunctionDef | ast.AsyncFunctionDef
    names: Mapping[str, Any]
    kinds: frozenset[str]
    nested: bool
    checks: dict[int, Check]

    def rewrite(self, required: bool) -> None:
        """Replaces the statements, and drops assignments of literals that nothing else refers to."""
        arguments = [*self.method.args.posonlyargs, *self.method.args.args]
        decorators = {_last_name(decorator) for decorator in self.method.decorator_list}
        if not arguments or decorators & {"staticmethod", "classmethod"}:
            return
        self._receiver = arguments[0].arg
        self._nodes = walk(self.method)
        self._names = [node for node in self._nodes if isinstance(node, ast.Name)]
        if any(node.id == self._receiver and not isinstance(node.ctx, ast.Load) for node in self._names):
            return
        candidates = self._assigned_literals()
        while True:
            self._variables: dict[str, object] = {}
            self._candidates = candidates
            found = list(self._search(self.method.body, _Place(required)))
            exposed = self._exposed(candidates, found)
            if not exposed:
                break
            candidates -= exposed
        for item in found:
            item.block[item.index] = self._observation(item)
        self.method.body = [statement for statement in self.method.body if _assigned(statement) not in candidates]

    def _observation(self, item: _Found) -> ast.stmt:
        number = len(self.checks)
        self.checks[number] = item.check
        observer = ast.Name(OBSERVER_NAME, ast.Load())
        return ast.Expr(ast.Call(observer, [ast.Constant(number), item.observed], []))

    def _assigned_literals(self) -> set[str]:
        """Names that the method's own body, and nothing else, binds, to literals alone."""
        if {"locals", "vars", "eval", "exec", "dir"} & {node.id for node in self._names}:
            return set()
        stores = [
            name
            for statement in self.method.body
            if isinstance(statement, ast.Assign)
            and (name := _assigned(statement)) is not None
            and self._value(statement.value) is not None
        ]
        if not stores:
            return set()
        bound = [name for node in self._nodes for name in _bound_by(node)]
        return {name for name in stores if bound.count(name) == stores.count(name)}

    def _exposed(self, candidates: set[str], found: Sequence[_Found]) -> set[str]:
        """Candidates that are read elsewhere than as the literal of a withheld assertion, or not read at all."""
        if not candidates:  # as of most methods
            return set()
        hidden = {id(node) for item in found if item.literal is not None for node in walk(item.literal)}
        reads = [node for node in self._names if isinstance(node.ctx, ast.Load) and node.id in candidates]
        exposed = {node.id for node in reads if id(node) not in hidden}
        return exposed | (candidates - {node.id for node in reads})

    def _search(self, block: list[ast.stmt], place: _Place) -> Iterator[_Found]:
        """Finds the statements of a block that can be withheld, in the order in which they stand."""
        for index, statement in enumerate(block):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                if not place.catching and (found := self._find(block, index, statement.value, place)) is not None:
                    yield found
            elif block is self.method.body and isinstance(statement, ast.Assign):
                name = _assigned(statement)
                if name in self._candidates:
                    self._variables[str(name)] = literal_value(statement.value, self.names)
            else:
                yield from self._search_compound(statement, place)
            if not isinstance(statement, (ast.Expr, ast.Assign)) and _returns(statement):
                place = replace(place, required=False)

    def _search_compound(self, statement: ast.stmt, place: _Place) -> Iterator[_Found]:
        inner = replace(place, required=False)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in statement.items]
            catching = place.catching or any(_may_catch(call, self.names) for call in calls)
            required = place.required and all(_is_transparent(call) for call in calls)
            yield from self._search(statement.body, replace(place, required=required, catching=catching))
        elif isinstance(statement, _FUNCTIONS):
            arguments = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            if self.nested and self._receiver not in arguments:
                yield from self._search(statement.body, replace(inner, nested=True))
        elif isinstance(statement, _TRIES):
            caught = replace(inner, catching=place.catching or _may_catch(statement, self.names))
            yield from self._search(getattr(statement, "body", []), caught)
            for handler in getattr(statement, "handlers", []):
                yield from self._search(handler.body, caught)
            for name in ("orelse", "finalbody"):
                yield from self._search(getattr(statement, name, []), caught)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from self._search(case.body, inner)
        elif isinstance(statement, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            yield from self._search(statement.body, inner)
            yield from self._search(statement.orelse, inner)

    def _find(self, block: list[ast.stmt], index: int, call: ast.Call, place: _Place) -> _Found | None:
        function = call.func
        if not isinstance(function, ast.Attribute) or function.attr not in self.kinds:
            return None
        if not isinstance(function.value, ast.Name) or function.value.id != self._receiver:
            return None
        kind = "assertEqual" if function.attr == "assertEquals" else function.attr
        arguments = _bind(call, PARAMETERS[kind])
        if arguments is None:
            return None
        options: dict[str, object] = {}
        for name in {"places", "delta"} & set(arguments):
            value = self._value(arguments[name])
            if value is None:
                return None
            options[name] = value[0]
        operands = [arguments[name] for name in PARAMETERS[kind] if name in arguments and name not in OPTIONS]
        values = [self._value(operand, place) for operand in operands]
        held = _hold(kind, operands, values)
        if held is None:
            return None
        observed, literal, expected = held
        if len(operands) == 2:
            options["literal_first"] = literal is operands[0]
        observed = self._with_message(observed, arguments.get("msg"), options)
        check = Check(self.test_class, self.method.name, kind, expected, options, place.required)
        return _Found(block, index, observed, literal, check)

    def _with_message(self, observed: ast.expr, message: ast.expr | None, options: dict[str, object]) -> ast.expr:
        """Keeps the message of an assertion if it is literal; otherwise sees to it that it is evaluated as before."""
        if message is None:
            return observed
        value = self._value(message)
        if value is not None:
            options["msg"] = value[0]
            return observed
        both = ast.Tuple([observed, message], ast.Load())
        return ast.Subscript(both, ast.Constant(0), ast.Load())

    def _value(self, node: ast.expr, place: _Place | None = None) -> tuple[Any] | None:
        """The value of an expression, in a tuple, or `None` if it is not literal. Only a place gives variables one."""
        variables = self._variables if place is not None and not place.nested else {}
        try:
            return (literal_value(node, self.names, variables),)
        except NotLiteralError:
            return None


def _hold(
    kind: str, operands: Sequence[ast.expr], values: Sequence[tuple[Any] | None]
) -> tuple[ast.expr, ast.expr | None, Any] | None:
    """What to observe, the literal and its value; `None` where the assertion is not withheld."""
    if sum(value is not None for value in values) != len(operands) - 1:
        return None
    if kind in _IMPLIED:
        (observed,) = operands
        if isinstance(_IMPLIED[kind], bool):  # the truth value as the test sees it, of whatever object
            observed = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), observed))
        return observed, None, _IMPLIED[kind]
    (expected,) = next(value for value in values if value is not None)
    first = values[0] is not None
    observed, literal = reversed(operands) if first else operands
    if kind == "assertIs" and not (expected is None or isinstance(expected, (bool, type))):
        return None
    if kind in ("assertIn", "assertNotIn") and first:  # the sample's own containers may return anything
        return None
    return observed, literal, expected


def _bind(call: ast.Call, parameters: Sequence[str]) -> dict[str, ast.expr] | None:
    """The arguments of a call by parameter, or `None` if the call does not fit."""
    keywords = [keyword.arg for keyword in call.keywords]
    if any(isinstance(argument, ast.Starred) for argument in call.args) or len(call.args) > len(parameters):
        return None
    taken = parameters[: len(call.args)]
    if len(set(keywords)) != len(keywords) or not {*keywords} <= {*parameters} - {*taken}:
        return None
    bound = dict(zip(parameters, call.args, strict=False))
    bound.update({str(keyword.arg): keyword.value for keyword in call.keywords})
    return bound if {name for name in parameters if name not in OPTIONS} <= set(bound) else None


def _is_transparent(call: ast.expr) -> bool:
    return isinstance(call, ast.Call) and _last_name(call.func) in _TRANSPARENT


def _assigned(statement: ast.stmt) -> str | None:
    """The name that a statement assigns to, if that is all it does."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def _bound_by(node: ast.AST) -> Sequence[str]:
    """Names that a node binds in its scope or declares to be of another."""
    return node.names if isinstance(node, (ast.Global, ast.Nonlocal)) else names_bound_by(node)
