"""Dependencies of the methods of references and of generated classes (ClassEval, section 3.2.2, principle 1), by the
rules of docs/design/reading.md."""

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from classeval_hf.core import syntax
from classeval_hf.core.mappings import grouped
from classeval_hf.core.tasks import Dependencies
from classeval_hf.reading.definitions import property_part

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Scoped = _Function | ast.ClassDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_MAX_STEPS = 1_000_000  # expressions evaluated to resolve names, half a second; large classes take 100,000


def extract_dependencies(
    source: str, class_name: str, method_names: Sequence[str] | None = None, import_statements: Sequence[str] = ()
) -> dict[str, Dependencies]:
    """
    Extracts the dependencies of a class's methods, by the rules of docs/design/reading.md.

    Args:
        source (`str`): source of a module with the class.
        class_name (`str`): name of the class; if the module defines it twice, the last definition counts, as it does
            for Python.
        method_names (`Sequence[str]`, *optional*): methods to look at, by default all but `__init__`. The names count
            as methods of the class even if it lacks them.
        import_statements (`Sequence[str]`, defaults to `()`): import lines put in front of the module.

    Returns:
        `dict[str, Dependencies]`: per method that the class defines, in the order of the names or of definition;
        empty if the module does not define the class. Names are sorted and fields written `self.name`.

    Raises:
        `SyntaxError`: if the source does not parse, or is nested too deeply or too intricate to be read.
    """
    text = "".join(f"{line}\n" for line in import_statements) + source
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a model's invalid escape is not our user's concern
            module = syntax.parse(text)
        classes = {node.name: node for node in syntax.nested_statements(module.body) if isinstance(node, ast.ClassDef)}
        if class_name not in classes:
            return {}
        finder = _UseFinder(_Names({**_Body.of(module.body).scope(_Kind.OTHER), class_name: _Kind.CLASS}))
        uses: dict[str, _Uses] = {}
        functions_of: dict[str, list[_Function]] = {}  # by name: all parts of a property, else the last one
        for item in syntax.nested_statements(classes[class_name].body):
            if isinstance(item, syntax.FunctionNode):
                if not property_part(item):
                    functions_of[item.name] = []
                functions_of.setdefault(item.name, []).append(item)
        with finder.names.within(_Body.of(classes[class_name].body).scope(_Kind.MEMBER)):
            for name, functions in functions_of.items():
                finder.uses = uses[name] = _Uses()
                for function in functions:
                    finder.visit_head(function)
        for name, functions in functions_of.items():
            finder.uses = uses[name]
            for function in functions:
                decorators = {getattr(item, "id", "") for item in getattr(function, "decorator_list", ())}
                receiver = _Kind.CLASS if "classmethod" in decorators else _Kind.INSTANCE
                finder.visit_body(function, _Kind.OTHER if "staticmethod" in decorators else receiver)
        names = list(uses) if method_names is None else list(dict.fromkeys(method_names))
        methods = {*uses, *names}
        called = {name for item in uses.values() for name in item.called}
        called -= (_Body.of(classes[class_name].body).bound - methods).union(*(item.stored for item in uses.values()))
        known = called | methods
        found: dict[str, Dependencies] = {}
        for name in names:
            if name in uses and (method_names is not None or name != "__init__"):
                # Names such as `__class__` are Python's own, unless the class has a method of that name.
                used = {
                    item for item in uses[name].attributes if item in methods or item[:2] != "__" or item[-2:] != "__"
                }
                fields = tuple(f"self.{item}" for item in sorted(used - known))
                others, libraries = tuple(sorted(used & known - {name})), tuple(sorted(uses[name].libraries))
                found[name] = Dependencies(not (fields or others or libraries), libraries, fields, others)
        return found
    except (MemoryError, RecursionError, ValueError) as error:
        raise SyntaxError(f"The source cannot be read: {error}.") from error


def dependencies_or_none(source: str, class_name: str, methods: tuple[str, ...]) -> dict[str, Dependencies] | None:
    """Dependencies of these methods, or of all if none are given; `None` if the source cannot be read."""
    try:
        return extract_dependencies(source, class_name, methods or None)
    except SyntaxError:
        return None


_Kind = Enum("_Kind", "INSTANCE CLASS MEMBER LIBRARY OTHER")
"""An instance of the class, the class, a name of its body, an import, or anything else."""
_Scope = Mapping[str, _Kind]
_RECEIVERS = frozenset({_Kind.INSTANCE, _Kind.CLASS})


@dataclass
class _Body:
    """Names that a function, class or module binds in its scope."""

    bound: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    outer: set[str] = field(default_factory=set)  # declared as global or nonlocal
    assignments: list[tuple[str, ast.expr]] = field(default_factory=list)

    @classmethod
    def of(cls, statements: Sequence[ast.AST]) -> "_Body":
        """Reads all names in one walk, which is most of the work, without entering functions and classes."""
        body = cls()
        waiting = list(reversed(statements))
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):  # most nodes are loads
                continue
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                body.outer.update(node.names)
            elif isinstance(node, ast.Import):
                body.imported.update(item.asname or item.name.partition(".")[0] for item in node.names)
            elif isinstance(node, ast.ImportFrom):
                body.imported.update(item.asname or item.name for item in node.names if node.module != "__future__")
            elif not isinstance(node, (ast.alias, ast.arg)):  # a parameter is bound inside its function
                body.bound.update(syntax.names_bound_by(node))
                pairs = syntax.assigned(node)
                body.assignments += [(target.id, value) for target, value in pairs if isinstance(target, ast.Name)]
            if isinstance(node, _Comprehension):  # its targets are not bound in the scope around it
                waiting.extend(reversed([node.generators[0].iter, *_in_comprehension(node)]))
            elif not isinstance(node, _Scoped):
                waiting.extend(reversed(syntax.children(node)))
        body.bound -= body.outer
        return body

    def scope(self, kind: _Kind) -> dict[str, _Kind]:
        """The bound names with a kind; imported names are libraries."""
        return {**dict.fromkeys(self.bound, kind), **dict.fromkeys(self.imported, _Kind.LIBRARY)}


@dataclass
class _Uses:
    """What a function uses: attributes of receivers, those that are called or set, and imported names."""

    attributes: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)
    libraries: set[str] = field(default_factory=set)


class _Names(dict[str, _Kind]):
    """The kinds of names at a node. Leaving a scope undoes its changes, since copies would take quadratic time."""

    _steps_left = _MAX_STEPS

    @contextmanager
    def within(self, bound: _Scope) -> Iterator[None]:
        before = {name: self[name] for name in bound if name in self}
        self.update(bound)
        yield
        for name in bound:
            del self[name]
        self.update(before)

    def kind(self, node: ast.expr) -> _Kind:
        """The kind of object that an expression evidently refers to."""
        self._steps_left -= 1
        if self._steps_left < 0:
            raise ValueError("too intricate")
        if isinstance(node, ast.Name):
            return self.get(node.id, _Kind.OTHER)
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return _Kind.CLASS if self.kind(node.value) in _RECEIVERS else _Kind.OTHER
        if isinstance(node, ast.Call):
            builtin = node.func.id if isinstance(node.func, ast.Name) and node.func.id not in self else ""
            if builtin == "super":
                return _Kind.INSTANCE
            if builtin == "type" and len(node.args) == 1:
                return _Kind.CLASS if self.kind(node.args[0]) is _Kind.INSTANCE else _Kind.OTHER
            return _Kind.INSTANCE if self.kind(node.func) is _Kind.CLASS else _Kind.OTHER
        return _Kind.OTHER


@dataclass
class _UseFinder:
    """Collects the uses of a function. As in Python, a name bound in a function is local to it."""

    names: _Names
    uses: _Uses = field(default_factory=_Uses)

    def visit_head(self, node: _Function) -> None:
        """Visits decorators and default values, which run in the scope around the function."""
        defaults = [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        for part in (*getattr(node, "decorator_list", ()), *defaults):
            self.visit(part)

    def visit_body(self, node: _Function, receiver: _Kind) -> None:
        statements: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else node.body
        body, positional = _Body.of(statements), [*node.args.posonlyargs, *node.args.args]
        bound = dict.fromkeys([item.arg for item in syntax.arguments_of(node.args)], _Kind.OTHER)
        bound.update(body.scope(_Kind.OTHER))
        if positional and receiver is not _Kind.OTHER:
            bound[positional[0].arg] = receiver
        with self.names.within(bound):
            # Names that are assigned a receiver, directly or through other names, are marked first.
            values = {id(value): value for _, value in body.assignments}  # one for several targets
            targets = grouped((id(value), name) for name, value in body.assignments)
            inner = ((value, item) for value in values.values() for item in syntax.walk(value))
            named = dict.fromkeys((item.id, id(value)) for value, item in inner if isinstance(item, ast.Name))
            mentioned_in, waiting = grouped(named), list(values)
            for value in waiting:  # the list grows meanwhile
                kind = self.names.kind(values[value])
                for name in targets[value] if kind in _RECEIVERS else ():
                    if self.names.get(name) is _Kind.OTHER:
                        self.names[name] = kind
                        waiting += mentioned_in.get(name, ())
            for statement in statements:
                self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        """Adds the uses in a node. It calls itself directly, since calls bring the recursion limit nearer."""
        if isinstance(node, _Function):
            self.visit_head(node)
            self.visit_body(node, _Kind.OTHER)
            return
        if isinstance(node, _Comprehension):
            self.visit(node.generators[0].iter)
            targets = [item.target for item in node.generators]
            names = [name for item in syntax.walk(*targets) for name in syntax.names_bound_by(item)]
            with self.names.within(dict.fromkeys(names, _Kind.OTHER)):
                for inner in (*targets, *_in_comprehension(node)):
                    self.visit(inner)
            return
        parts = syntax.children(node)
        if isinstance(node, ast.Name):
            kind = self.names.get(node.id)
            if kind is _Kind.LIBRARY:
                self.uses.libraries.add(node.id)
            elif kind is _Kind.MEMBER:  # in a decorator or default value, which sees names of the class body
                self.uses.attributes.add(node.id)
        elif isinstance(node, ast.Attribute) and self.names.kind(node.value) in _RECEIVERS:
            self.uses.attributes.add(node.attr)
            if not isinstance(node.ctx, ast.Load):
                self.uses.stored.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if self.names.kind(node.func.value) in _RECEIVERS:
                self.uses.called.add(node.func.attr)
        elif isinstance(node, ast.AnnAssign):  # without the annotation
            parts = [node.target, *([node.value] if node.value is not None else [])]
        for part in parts:
            self.visit(part)


def _in_comprehension(node: _Comprehension) -> list[ast.expr]:
    """The expressions that a comprehension runs in its own scope, without its targets."""
    results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    conditions = [condition for item in node.generators for condition in item.ifs]
    return [*(item.iter for item in node.generators[1:]), *conditions, *results]
