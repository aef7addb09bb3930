"""Keeping the expected values of a test module from the code under test: `self.assertEqual(box.size(), 3)` becomes
`__observe__(7, box.size())`; the child encodes the value, the parent has the 3 and decides. An assertion is withheld
if that surely keeps the test's meaning. See `docs/design/withholding.md` for the rules and the limits."""

import ast
import builtins
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from unittest import TestCase

from classeval_hf.classes.runner.comparing import COMPARER_NAME, COMPARES_BY_NAME, FOR_VALUE_NAME, PARAMETERS
from classeval_hf.classes.runner.withheld.assertions import withhold_assertions
from classeval_hf.classes.runner.withheld.holding import acts
from classeval_hf.classes.runner.withheld.judging import NUMPY_FUNCTIONS, Check
from classeval_hf.classes.runner.withheld.leaks import find_leaks
from classeval_hf.classes.runner.withheld.literals import mentioned_names, sure_names
from classeval_hf.classes.runner.withheld.methods import (
    FAILURES,
    FUNCTIONS,
    TRIES,
    TestMethod,
    find_constants,
    last_name,
    may_catch,
    walk_scope,
)
from classeval_hf.classes.tasks.test_cases import ancestors, base_name, classes_by_name, is_test_case, is_test_class
from classeval_hf.core.grouping import grouped
from classeval_hf.core.syntax import Kinds, all_bound, by_kind, names_bound_by, nested_statements, parse, walk

_DOCUMENTS = (*FUNCTIONS, ast.ClassDef, ast.Module)
_HAVE_BODIES = (ast.mod, ast.stmt, ast.excepthandler, ast.match_case)
_ONLY_SHOWN = (ast.Expr, ast.Constant, ast.Tuple, ast.List, ast.JoinedStr, ast.FormattedValue, ast.expr_context)
"""Nodes of a statement that neither acts nor raises: `1 / 0` stays, as a test may expect its error."""
_DOCUMENTED = {"__doc__", "getdoc", "getcomments", "shortDescription", "_testMethodDoc", "doctest"}
_YIELDS = (ast.Yield, ast.YieldFrom)
_OPERATORS: Mapping[type[ast.cmpop], str] = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
}
_RUN_OR_SKIP = ("skip", "skipIf", "skipUnless", "patch")  # decorators that run a test's body, or nothing
_TEXTS = ("str", "repr", "format")  # functions that write their arguments as text
_IDENTITY = (ast.Is, ast.IsNot)
_OF_ITS_SCOPE = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)  # they change meaning in a function of their own


@dataclass(frozen=True)
class HeldTests:
    """A test module without its expected values, and the checks that have them."""

    source: str  # the rewritten module
    checks: Mapping[int, Check]  # the withheld checks by number
    leaks: frozenset[int] = frozenset()  # checks whose expected values the module still has in another place
    methods: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by class and method, the defining class

    def required_checks(self, test_class: str, method: str) -> frozenset[int]:
        """Numbers of the checks that each passing run of a test class's method evaluates at least once."""
        return frozenset(self._required.get((self.methods.get((test_class, method), ""), method), ()))

    @cached_property
    def _required(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """Numbers of the required checks by defining class and method, cached since each test asks for them."""
        required = [(number, check) for number, check in self.checks.items() if check.required]
        return grouped(((check.test_class, check.method), number) for number, check in required)


def withhold(test_source: str, exposed: Collection[tuple[int, int]] = (), task_text: str = "") -> HeldTests:
    """Takes expected values out of a test module, and docstrings and comments, which may state them. Assertions at the
    lines and columns `exposed` keep theirs. Values in the text of the task are not secret."""
    module = parse(test_source)
    known = classes_by_name(module)
    tests = {name for name in known if is_test_class(name, known)}
    # Test classes and their base classes; none with an unknown base, which may redefine the assertions.
    wanted = {ancestor for name in tests for ancestor in _known_ancestors(name, known)}
    classes = {name: node for name, node in known.items() if name in wanted}
    nodes = walk(module)  # done rarely: walking takes longer than the searches
    if _drop_texts(module, classes.values(), nodes):
        nodes = walk(module)
    kinds, mentioned, bound = by_kind(nodes), mentioned_names(nodes), Counter(all_bound(nodes))
    names = sure_names(module, bound, mentioned)
    redefined = {*bound, *(node.attr for node in kinds[ast.Attribute] if isinstance(node.ctx, ast.Store))}
    redefined.update(PARAMETERS if "addTypeEqualityFunc" in mentioned else ())
    assertions = frozenset(kind for kind in (*PARAMETERS, "fail") if hasattr(TestCase, kind)) - redefined
    catchers = [node for kind in (*TRIES, ast.Call) for node in kinds[kind]]
    catches = not mentioned.isdisjoint(FAILURES) or any(may_catch(one, names) for one in catchers)
    generators = any(kinds[kind] for kind in _YIELDS)
    constants = find_constants(module, classes.values(), kinds, names, bound)
    methods = []
    for name, node in classes.items():
        for function, binding in _own_methods(node):
            is_test = function.name.startswith("test") or function.name == "runTest"
            if is_test or not catches:
                known_alone = all(
                    any(last_name(part) in _RUN_OR_SKIP for part in ast.walk(decorator))
                    for decorator in (*function.decorator_list, *node.decorator_list)
                )
                yields = generators and any(isinstance(part, _YIELDS) for part in walk_scope(function.body))
                required = is_test and binding and known_alone and not yields  # each passing run runs its body
                methods.append(
                    TestMethod(name, function, names, assertions, not catches, required, constants, exposed)
                )
    checks = withhold_assertions(methods, constants)
    nodes = walk(module)
    leaks = find_leaks(nodes, checks, names, " ".join(mentioned), task_text)
    kinds = by_kind(nodes)
    _report_comparisons(kinds)
    texts = ast.Module([ast.Expr(one) for one in kinds[ast.JoinedStr]], [])
    try:
        source = ast.unparse(module)
        if texts.body and ast.dump(parse(ast.unparse(texts))) != ast.dump(texts):
            return HeldTests(test_source, {})  # Python before 3.12 cannot write some f-strings
    except (ValueError, SyntaxError, RecursionError):
        return HeldTests(test_source, {})
    resolved: dict[tuple[str, str], str] = {}
    for name in classes:
        for ancestor in _known_ancestors(name, classes):
            for method in _bound_in(classes[ancestor].body):
                resolved.setdefault((name, method), ancestor)
    return HeldTests(source, checks, leaks, resolved)


def _drop_texts(module: ast.Module, tests: Collection[ast.ClassDef], nodes: Sequence[ast.AST]) -> bool:
    """Removes shown texts from a module of these nodes; returns whether there were any. A docstring stays if a sample
    may get its owner: a class that is not a test, or a function that is decorated, or named without a call."""
    of_unittest = not any(isinstance(node, FUNCTIONS) and node.name == "subTest" for node in nodes)
    calls = [one for one in nodes if of_unittest and isinstance(one, ast.Call)]
    shows = [one for one in calls if last_name(one.func) == "subTest"]
    for call in shows:
        acting = [part for argument in (*call.args, *call.keywords) for part in acts(argument)]
        call.args, call.keywords = [ast.Tuple(acting, ast.Load())] if acting else [], []
    shown = [node for node in nodes if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)]
    bare = {id(one) for one in shown if all(isinstance(part, _ONLY_SHOWN) for part in walk(one))}
    if not bare:
        return bool(shows)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    handed_on = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in called}
    methods = {id(statement) for node in nodes if isinstance(node, ast.ClassDef) for statement in node.body}
    of_tests = {id(module), *(id(statement) for node in tests for statement in (node, *node.body))}
    documented = not _DOCUMENTED.isdisjoint(mentioned_names(nodes))
    for node in nodes:
        keeps = documented
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and id(node) not in of_tests:
            keeps |= isinstance(node, ast.ClassDef) or id(node) in methods or node.name in handed_on
            keeps |= bool(node.decorator_list)
        for name in ("body", "orelse", "finalbody") if isinstance(node, _HAVE_BODIES) else ():
            block = getattr(node, name, None) or []
            first = keeps and isinstance(node, _DOCUMENTS) and name == "body" and block[0]
            kept = [statement for statement in block if id(statement) not in bare or statement is first]
            if len(kept) < len(block):
                block[:] = kept or [ast.copy_location(ast.Pass(), block[0])]
    return True


def _known_ancestors(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """The class and its base classes; none if one of them is not known."""
    order = ancestors(name, classes)
    for one in order:
        for base in classes[one].bases:
            known = base_name(base) in order and base_name(base) != one
            if not (known or is_test_case(base) or base_name(base).rpartition(".")[2] in ("object", "Generic")):
                return []
    return [] if any(classes[one].keywords for one in order) else order


def _bound_in(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Names that the statements of a class body bind, once per binding."""
    for statement in body:
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            yield statement.name
        else:
            for node in ast.walk(statement):
                if not isinstance(node, ast.arg):  # parameters of a lambda
                    yield from names_bound_by(node)


def _own_methods(node: ast.ClassDef) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """The methods that a class body defines, each with whether its name is bound to it in the end."""
    for index, statement in enumerate(node.body):
        if isinstance(statement, FUNCTIONS):
            yield statement, statement.name not in _bound_in(node.body[index + 1 :])
        elif isinstance(statement, (ast.If, *TRIES)):  # only loading shows which one of a name is defined
            bound = list(_bound_in(node.body))
            functions = [inner for inner in nested_statements([statement]) if isinstance(inner, FUNCTIONS)]
            yield from ((inner, bound.count(inner.name) == 1) for inner in functions)


def _not_for_truth(kinds: Kinds) -> frozenset[int]:
    """Comparisons, by identity, whose truth the tests do not use. They are written as text, `str(Field("age") > 18)`,
    or given to a class that the module does not define, `Query().where(Field("age") > 18)`."""

    def given(value: ast.AST) -> Iterator[ast.AST]:
        if isinstance(value, ast.keyword):
            yield from given(value.value)
        elif isinstance(value, (ast.List, ast.Tuple)):
            yield from (part for item in value.elts for part in given(item))
        elif isinstance(value, ast.BinOp) and isinstance(value.op, (ast.BitAnd, ast.BitOr)):
            yield from (part for item in (value.left, value.right) for part in given(item))
        elif isinstance(value, ast.Name) or (isinstance(value, ast.Compare) and len(value.ops) == 1):
            yield value

    def takes_any(function: ast.expr) -> bool:
        root = function
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        if not isinstance(root, ast.Name):
            return False
        return (function is root and root.id in _TEXTS) or (root.id[:1].isupper() and root.id not in known)

    single = [node for node in kinds[ast.Assign] if len(node.targets) == 1]
    named = [(node.targets[0], part) for node in single for part in given(node.value)]
    assigned = [(to.id, part) for to, part in named if isinstance(to, ast.Name) and isinstance(part, ast.Compare)]
    handed = [
        (one.func, part) for one in kinds[ast.Call] for value in (*one.args, *one.keywords) for part in given(value)
    ]
    if not assigned and not any(isinstance(part, ast.Compare) for _, part in handed):
        return frozenset()
    known = {*all_bound([node for nodes in kinds.values() for node in nodes]), *dir(builtins)}
    never = {id(part) for function, part in handed if takes_any(function)}
    asked = {node.id for node in kinds[ast.Name] if isinstance(node.ctx, ast.Load) and id(node) not in never}
    return frozenset(never | {id(part) for name, part in assigned if name not in asked})


def _report_comparisons(kinds: Kinds) -> None:
    """Makes comparisons of a module calls, in place, of the functions that report them. Those within an f-string stay:
    Python before 3.12 cannot write further strings there."""
    stays = {id(part) for node in kinds[ast.JoinedStr] for part in walk(node)}
    not_for_truth = _not_for_truth(kinds)
    for node in kinds[ast.Compare]:
        is_identity = isinstance(node.ops[0], _IDENTITY) and len(node.ops) == 1
        of_scope = any(isinstance(part, _OF_ITS_SCOPE) for part in walk(*node.comparators[1:]))
        if is_identity or of_scope or id(node) in stays:
            continue
        function = FOR_VALUE_NAME if id(node) in not_for_truth else COMPARER_NAME
        arguments = [ast.Constant(_OPERATORS[type(node.ops[0])]), node.left, node.comparators[0]]
        for operation, side in zip(node.ops[1:], node.comparators[1:], strict=True):
            empty = ast.arguments([], [], None, [], [], None, [])
            arguments += [ast.Constant(_OPERATORS[type(operation)]), ast.Lambda(empty, side)]
        node.__class__, node.__dict__ = ast.Call, vars(ast.Call(ast.Name(function, ast.Load()), arguments, []))
    # Names under which numpy, a module of it, or a comparing function of it is imported.
    imported = [one for node in kinds[ast.Import] for one in node.names if one.name.partition(".")[0] == "numpy"]
    of_numpy = {one.asname or "numpy" for one in imported}
    for statement in kinds[ast.ImportFrom]:
        if (statement.module or "").partition(".")[0] == "numpy":
            parts = [one for one in statement.names if one.name in {*NUMPY_FUNCTIONS, "testing"}]
            of_numpy |= {one.asname or one.name for one in parts}
    for call in kinds[ast.Call] if of_numpy else ():
        root, name = call.func, last_name(call.func)
        while isinstance(root, ast.Attribute):
            root = root.value
        if name in NUMPY_FUNCTIONS and id(call) not in stays and getattr(root, "id", None) in of_numpy:
            call.args = [ast.Constant(name), call.func, *call.args]
            call.func = ast.Name(COMPARES_BY_NAME, ast.Load())
