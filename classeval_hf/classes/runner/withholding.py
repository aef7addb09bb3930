"""Keeps the expected values of a test module from the code under test: `self.assertEqual(box.size(), 3)` becomes
`__observe__(7, box.size())`. The child encodes the value; the parent has the 3 and decides. An assertion is withheld
only if the test surely keeps its meaning. See `docs/design/withholding.md` for the rules and the limits."""

import ast
import builtins
import copy
from collections import ChainMap, Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from unittest import TestCase

from classeval_hf.classes.runner import holding, test_methods
from classeval_hf.classes.runner.comparing import COMPARER_NAME, COMPARES_BY_NAME, FOR_VALUE_NAME, PARAMETERS
from classeval_hf.classes.runner.judging import NUMPY_FUNCTIONS, Check
from classeval_hf.classes.runner.leaks import find_leaks
from classeval_hf.classes.runner.observe import OBSERVER_NAME
from classeval_hf.classes.runner.test_methods import FUNCTIONS, TRIES, TestMethod, assigned, known_value, last_name
from classeval_hf.classes.tasks.test_cases import TEST_CASES, ancestors, base_name, classes_by_name, is_test_class
from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import Kinds, all_bound, by_kind, names_bound_by, nested_statements, parse, walk

_MAX_ROUNDS = 20  # after which the variables and tables of a method keep their values, since each may expose the next
TableKey = tuple[int, holding.Key]  # of a column: the identity of the loop over its table, and the key there


def withhold_assertions(methods: list[TestMethod], constants: Mapping[str, test_methods.Constant]) -> dict[int, Check]:
    """Withholds, in place, the assertions of methods, and the constants that only these or nothing reads."""
    rewriters = [_MethodRewriter(method) for method in methods if method.receiver]
    known = {name: constant for name, constant in constants.items() if constant.value is not None}
    hidden = {name for name in known if known[name].reads or not (name.startswith("_") or hasattr(TestCase, name))}
    readers = grouped((name, one) for one in rewriters if known for name in known.keys() & one.method.mentioned)
    withheld, waiting, unsure = set[int](), rewriters, set(hidden)
    while waiting or unsure:  # again those that read a constant which has turned out to be exposed
        for one in waiting:
            withheld -= one.withheld
            withheld |= one.find(hidden)
        exposed = {name for name in unsure if any(id(node) not in withheld for node in constants[name].reads)}
        hidden -= exposed
        waiting = list(dict.fromkeys(one for name in exposed for one in readers.get(name, ())))
        unsure = {name for one in waiting for name in hidden & one.method.mentioned}
    checks: dict[int, Check] = {}
    for rewriter in rewriters:
        rewriter.rewrite(checks)
    for name in hidden:
        block = constants[name].block
        block[block.index(constants[name].statement)] = ast.Pass()
    return checks


class _MethodRewriter:
    def __init__(self, method: TestMethod) -> None:
        self.method, self.withheld = method, set[int]()  # the nodes that go with its withheld assertions
        single = [(assigned(one), one) for one in method.node.body if isinstance(one, ast.Assign)]
        stores = [name for name, one in single if name is not None and known_value(one.value, method.names)]
        if {"locals", "vars", "eval", "exec", "dir"} & {node.id for node in method.name_nodes}:
            stores = []
        # Variables bound only by the body, to literals; they go if only withheld assertions read them.
        self._candidates = {name for name in set(stores) if method.bound.count(name) == stores.count(name)}
        self._returns = any(isinstance(node, ast.Return) for node in method.nodes)
        self._exposed_columns: set[TableKey] = set()
        self._found: Sequence[holding.Found] = ()
        self._columns: dict[TableKey, holding.Column] = {}

    def find(self, constants: set[str]) -> set[int]:
        """Finds the assertions that can be withheld if these constants are; returns the nodes that go with them."""
        method, rounds = self.method, 0
        held = {name: method.constants[name] for name in (constants & method.mentioned if constants else ())}
        of_module = {name: one.value[0] for name, one in held.items() if one.value and not one.is_attribute}
        attributes = {name: one.value[0] for name, one in held.items() if one.value and one.is_attribute}
        owners = (method.receiver, method.test_class)
        known = {**method.names, **{f"{one}.{name}": attributes[name] for name in attributes for one in owners}}
        while True:
            self._holder, self._columns = holding.Holder(method, known, of_module, ChainMap({}, of_module)), {}
            self._found = list(self._search(method.node.body, holding.Place(method.required)))
            hidden = [node for item in self._found for node in item.hidden]
            self.withheld, exposed, unread = {*map(id, hidden)}, set[str](), set(self._candidates)
            for node in method.name_nodes if self._candidates else ():  # most methods have no candidates
                if isinstance(node.ctx, ast.Load) and node.id in self._candidates:
                    unread.discard(node.id)
                    exposed |= {node.id} if id(node) not in self.withheld else set()
            columns = _exposed_columns(method, self._columns, self.withheld) if self._columns else set()
            if not exposed and not unread and not columns:
                return self.withheld
            rounds += 1
            self._candidates -= exposed | unread if rounds < _MAX_ROUNDS else set(self._candidates)
            self._exposed_columns |= columns if rounds < _MAX_ROUNDS else set(self._columns)

    def rewrite(self, checks: dict[int, Check]) -> None:
        """Replaces the found statements, and drops variables that nothing else reads."""
        for item in self._found:
            number: ast.expr = ast.Constant(len(checks))
            checks.update(enumerate(item.checks, len(checks)))
            if item.row is not None:
                number = ast.BinOp(copy.deepcopy(item.row), ast.Add(), number)
            call = ast.Call(ast.Name(OBSERVER_NAME, ast.Load()), [number, item.observed], [])
            item.block[item.index] = ast.copy_location(ast.Expr(call), item.block[item.index])
        for column in self._columns.values():
            for row, (holder, index) in enumerate(column.cells):
                holder[index] = ast.Constant(row)  # the row's number instead of the literal
        body = self.method.node.body
        body[:] = [statement for statement in body if assigned(statement) not in self._candidates] or [ast.Pass()]

    def _search(self, block: list[ast.stmt], place: holding.Place) -> Iterator[holding.Found]:
        """Finds the statements of a block that can be withheld, in their order."""
        for index, statement in enumerate(block):
            is_exposed = (statement.lineno, statement.col_offset) in self.method.exposed
            asserted = holding.read_assertions(statement, self.method.receiver, self.method.kinds)
            found = (self._holder.withheld(block, index, one, place) for one in asserted)
            step = None if place.catching or is_exposed else next((one for one in found if one is not None), None)
            if step is not None:
                yield step
            elif block is self.method.node.body and isinstance(statement, ast.Assign):
                name = assigned(statement)
                if name in self._candidates and (value := known_value(statement.value, self.method.names)):
                    self._holder.variables[str(name)] = value[0]
            elif not isinstance(statement, (ast.Expr, ast.Assert)):
                yield from self._search_compound(statement, place)
            if self._returns and any(isinstance(node, ast.Return) for node in nested_statements([statement])):
                place = replace(place, required=False)

    def _search_compound(self, statement: ast.stmt, place: holding.Place) -> Iterator[holding.Found]:
        inner = replace(place, required=False)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in statement.items]
            catches = place.catching or any(test_methods.may_catch(call, self.method.names) for call in calls)
            mentioned = {last_name(node) for node in test_methods.walk_scope(statement.body)}
            named = [last_name(call.func) if isinstance(call, ast.Call) else None for call in calls]
            swallows = not test_methods.TRANSPARENT.issuperset(named)
            required = place.required and not swallows and mentioned.isdisjoint(("skipTest", "SkipTest"))
            yield from self._search(statement.body, replace(place, required=required, catching=catches))
        elif isinstance(statement, FUNCTIONS):
            arguments = {node.arg for node in ast.walk(statement.args) if isinstance(node, ast.arg)}
            if self.method.nested and self.method.receiver not in arguments:
                yield from self._search(statement.body, replace(inner, nested=True, columns={}))
        elif isinstance(statement, TRIES):
            caught = replace(inner, catching=place.catching or test_methods.may_catch(statement, self.method.names))
            body, orelse, final = (getattr(statement, name, []) for name in ("body", "orelse", "finalbody"))
            for block in (body, *(handler.body for handler in getattr(statement, "handlers", [])), orelse, final):
                yield from self._search(block, caught)
        elif isinstance(statement, ast.Match):
            for case in statement.cases:
                yield from self._search(case.body, inner)
        elif isinstance(statement, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            within = inner
            if isinstance(statement, ast.For):  # its body is run for each row of a table in the test's text
                columns, written = dict[holding.Key, holding.Column](), dict[holding.Key, holding.Column]()
                if not place.nested and not place.columns:
                    written = holding.find_columns(statement, self.method.names, self._written)
                    declared = [node for node in self.method.nodes if isinstance(node, (ast.Global, ast.Nonlocal))]
                    rebound = {*test_methods.names_bound(walk(*statement.body, *declared))}
                    kept = [key for key in written if key[0] not in rebound]
                    columns = {key: written[key] for key in kept if (id(statement), key) not in self._exposed_columns}
                    self._columns.update(((id(statement), key), column) for key, column in columns.items())
                scope = test_methods.walk_scope(statement.body)
                leaves = any(isinstance(node, (ast.Break, ast.Continue, ast.Return)) for node in scope)
                required = place.required and bool(written) and not leaves
                within = replace(place, required=required, columns=columns or place.columns)
            yield from self._search(statement.body, within)
            yield from self._search(statement.orelse, inner)

    def _written(self, node: ast.expr) -> ast.expr:
        """The assigned expression of a variable that is assigned once and read only here; any other node as it is."""
        constant = self.method.constants.get(last_name(node) or "")
        if constant is not None and constant.is_attribute == isinstance(node, ast.Attribute):
            return constant.statement.value if [id(read) for read in constant.reads] == [id(node)] else node
        if isinstance(node, ast.Name) and self.method.bound.count(node.id) == 1:
            reads = [one for one in self.method.name_nodes if one.id == node.id and isinstance(one.ctx, ast.Load)]
            for statement in self.method.node.body:
                if assigned(statement) == node.id and len(reads) == 1 and isinstance(statement, ast.Assign):
                    return statement.value
        return node


def _exposed_columns(method: TestMethod, of_all: dict[TableKey, holding.Column], withheld: set[int]) -> set[TableKey]:
    """Columns that are read outside of the withheld nodes, or that these do not read."""
    exposed: set[TableKey] = set()
    for loop in {number: column.loop for (number, _), column in of_all.items()}.values():
        columns = {key: column for (number, key), column in of_all.items() if number == id(loop)}
        read: dict[holding.Key, bool] = {}
        for node, key in [found for statement in loop.body for found in holding.references(statement, columns)]:
            read[key] = read.get(key, True) and id(node) in withheld
        # Variables that are read as a whole, as `case` in `f(case)`, or outside of the loop.
        others = [one for one in method.nodes if isinstance(one, ast.For) and one is not loop]
        elsewhere = {
            name: {*map(id, walk(*one.body))} for one in others for name in test_methods.names_bound(walk(one.target))
        }
        inside, variables = walk(*loop.body), {*test_methods.names_bound(walk(loop.target))}
        parts = [one.value for one in inside if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Constant)]
        within, read_in_part = {*map(id, inside)}, {*map(id, parts)}
        for name in (one for one in method.name_nodes if one.id in variables and isinstance(one.ctx, ast.Load)):
            known = read_in_part if id(name) in within else elsewhere.get(name.id, ())
            if id(name) not in withheld and id(name) not in known:
                read.update((key, False) for key in columns if key[0] == name.id)
        whole = {key[:1] for key in read if len(key) == 1}
        exposed.update((id(loop), key) for key in columns if not read.get(key) or (len(key) == 2 and key[:1] in whole))
    return exposed


_HAVE_BODIES = (ast.mod, ast.stmt, ast.excepthandler, ast.match_case)
_ONLY_SHOWN = (ast.Expr, ast.Constant, ast.Tuple, ast.List, ast.JoinedStr, ast.FormattedValue, ast.expr_context)
"""Nodes of a statement that neither acts nor raises; `1 / 0` stays, since a test may expect its error."""
_DOCUMENTED = {"__doc__", "getdoc", "getcomments", "shortDescription", "_testMethodDoc", "doctest"}
_YIELDS = (ast.Yield, ast.YieldFrom)
_OPERATORS: Mapping[type[ast.cmpop], str] = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
}
_RUN_OR_SKIP = ("skip", "skipIf", "skipUnless", "patch")  # decorators that run a test's body, or nothing
_TEXTS = ("str", "repr", "format")  # functions that write their arguments as text
_OF_ITS_SCOPE = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)  # they change meaning in a function of their own


@dataclass(frozen=True)
class HeldTests:
    """A test module without its expected values, and the checks that have them."""

    source: str  # the rewritten module
    checks: Mapping[int, Check]  # the withheld checks by number
    leaks: frozenset[int] = frozenset()  # checks whose expected values the module still has in another place
    methods: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by class and method, the defining class
    # by defining class and method, numbers of the checks that each passing run evaluates at least once
    required: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict)
    # by line of the rewritten module, the line that the statement has in the source; empty if nothing was rewritten
    lines: Mapping[int, int] = field(default_factory=dict)

    def required_checks(self, test_class: str, method: str) -> frozenset[int]:
        """Numbers of the checks that each passing run of a test class's method evaluates at least once."""
        return frozenset(self.required.get((self.methods.get((test_class, method), ""), method), ()))


def withhold(test_source: str, exposed: test_methods.Places = (), task_text: str = "") -> HeldTests:
    """Takes expected values out of a test module, and docstrings and comments, which may state them. Assertions at the
    lines and columns `exposed` keep theirs. Values in the text of the task are not secret."""
    module = parse(test_source)
    known = classes_by_name(module)
    # Test classes and their base classes; none with an unknown base, which may redefine the assertions.
    wanted = {one for name in known if is_test_class(name, known) for one in _known_ancestors(name, known)}
    classes = {name: node for name, node in known.items() if name in wanted}
    nodes = walk(module)  # done rarely: walking takes longer than the searches
    if _drop_texts(module, classes.values(), nodes):
        nodes = walk(module)
    kinds, mentioned, bound = by_kind(nodes), test_methods.mentioned_names(nodes), Counter(all_bound(nodes))
    names = test_methods.sure_names(module, bound, mentioned)
    redefined = {*bound, *(node.attr for node in kinds[ast.Attribute] if isinstance(node.ctx, ast.Store))}
    redefined.update(PARAMETERS if "addTypeEqualityFunc" in mentioned else ())
    assertions = frozenset(kind for kind in (*PARAMETERS, "fail") if hasattr(TestCase, kind)) - redefined
    catches = not mentioned.isdisjoint(test_methods.FAILURES)
    catches |= any(test_methods.may_catch(one, names) for kind in (*TRIES, ast.Call) for one in kinds[kind])
    generators = any(kinds[kind] for kind in _YIELDS)
    constants = test_methods.find_constants(module, classes.values(), kinds, names, bound)
    methods = []
    for name, node in classes.items():
        for function, binding in _own_methods(node):
            is_test = function.name.startswith("test") or function.name == "runTest"
            if is_test or not catches:
                known_alone = all(
                    any(last_name(part) in _RUN_OR_SKIP for part in ast.walk(decorator))
                    for decorator in (*function.decorator_list, *node.decorator_list)
                )
                yields = generators and any(isinstance(one, _YIELDS) for one in test_methods.walk_scope(function.body))
                required = is_test and binding and known_alone and not yields  # each passing run runs its body
                facts = names, assertions, not catches, required, constants, exposed
                methods.append(TestMethod(name, function, walk(function), *facts))
    checks = withhold_assertions(methods, constants)
    nodes = walk(module)
    leaks = find_leaks(nodes, checks, names, " ".join(mentioned), task_text)
    kinds = by_kind(nodes)
    _report_comparisons(kinds)
    texts = ast.Module([ast.Expr(one) for one in kinds[ast.JoinedStr]], [])
    try:
        source = ast.unparse(module)
        again = parse(source)
        if texts.body and ast.dump(parse(ast.unparse(texts))) != ast.dump(texts):
            return HeldTests(test_source, {})  # Python before 3.12 cannot write some f-strings
    except (ValueError, SyntaxError, RecursionError):
        return HeldTests(test_source, {})
    resolved: dict[tuple[str, str], str] = {}
    for name in classes:
        for ancestor in _known_ancestors(name, classes):
            for method in _bound_in(classes[ancestor].body):
                resolved.setdefault((name, method), ancestor)
    of_both = (walk(tree, closed=(ast.expr,)) for tree in (again, module))
    new, old = ([node for node in nodes if isinstance(node, ast.stmt)] for nodes in of_both)
    lines = {one.lineno: getattr(of, "lineno", 0) for one, of in zip(new, old, strict=False)}
    of_required = [(number, check) for number, check in checks.items() if check.required]
    required_of = grouped(((check.test_class, check.method), number) for number, check in of_required)
    return HeldTests(source, checks, leaks, resolved, required_of, lines)


def _drop_texts(module: ast.Module, tests: Collection[ast.ClassDef], nodes: Sequence[ast.AST]) -> bool:
    """Removes shown texts from a module of these nodes; returns whether there were any. A docstring stays if a sample
    may get its owner: a class that is not a test, or a function that is decorated, or named without a call."""
    of_unittest = not any(isinstance(node, FUNCTIONS) and node.name == "subTest" for node in nodes)
    shows = [one for one in nodes if of_unittest and isinstance(one, ast.Call) and last_name(one.func) == "subTest"]
    for call in shows:
        acting = [part for argument in (*call.args, *call.keywords) for part in holding.acts(argument)]
        call.args, call.keywords = [ast.Tuple(acting, ast.Load())] if acting else [], []
    shown = [node for node in nodes if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)]
    bare = {id(one) for one in shown if all(isinstance(part, _ONLY_SHOWN) for part in walk(one))}
    if not bare:
        return bool(shows)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    handed_on = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in called}
    methods = {id(statement) for node in nodes if isinstance(node, ast.ClassDef) for statement in node.body}
    of_tests = {id(module), *(id(statement) for node in tests for statement in (node, *node.body))}
    documented = not _DOCUMENTED.isdisjoint(test_methods.mentioned_names(nodes))
    for node in nodes:
        keeps = documented
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and id(node) not in of_tests:
            keeps |= isinstance(node, ast.ClassDef) or id(node) in methods or node.name in handed_on
            keeps |= bool(node.decorator_list)
        for name in ("body", "orelse", "finalbody") if isinstance(node, _HAVE_BODIES) else ():
            block = getattr(node, name, None) or []
            first = keeps and isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)) and name == "body" and block[0]
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
            if not (known or base_name(base).rpartition(".")[2] in (*TEST_CASES, "object", "Generic")):
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

    named = [(one.targets[0], part) for one in kinds[ast.Assign] if len(one.targets) == 1 for part in given(one.value)]
    assigned = [(to.id, part) for to, part in named if isinstance(to, ast.Name) and isinstance(part, ast.Compare)]
    calls = ((call.func, value) for call in kinds[ast.Call] for value in (*call.args, *call.keywords))
    handed = [(function, part) for function, value in calls for part in given(value)]
    if not assigned and not any(isinstance(part, ast.Compare) for _, part in handed):
        return frozenset()
    known = {*all_bound([node for nodes in kinds.values() for node in nodes]), *dir(builtins)}
    never = set()
    for function, part in handed:
        root = function
        while isinstance(root, (ast.Attribute, ast.Call)):
            root = root.value if isinstance(root, ast.Attribute) else root.func
        name = root.id if isinstance(root, ast.Name) else ""
        if (function is root and name in _TEXTS) or (name[:1].isupper() and name not in known):
            never.add(id(part))
    asked = {node.id for node in kinds[ast.Name] if isinstance(node.ctx, ast.Load) and id(node) not in never}
    return frozenset(never | {id(part) for name, part in assigned if name not in asked})


def _report_comparisons(kinds: Kinds) -> None:
    """Makes comparisons of a module, except those in f-strings, calls of the functions that report them, in place."""
    stays = {id(part) for node in kinds[ast.JoinedStr] for part in walk(node)}  # before Python 3.12 no strings fit
    not_for_truth = _not_for_truth(kinds)
    for node in kinds[ast.Compare]:
        is_identity = isinstance(node.ops[0], (ast.Is, ast.IsNot)) and len(node.ops) == 1
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
