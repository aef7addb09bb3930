"""Names that code uses, as chains of a name, attributes and calls. Local variables are followed: `table = Table(4);
table.put(x)` uses `Table().put`. Chains are plain data, which `project_index` looks up in a project."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from classeval_hf.core.syntax import arguments_of, assigned, names_bound_by, nested_statements, unquoted
from classeval_hf.projects.tools.source_files import imports_in
from classeval_hf.reading.definitions import DEFINITIONS, DefinitionNode, find_definition

NAME, IMPORT, SELF, CLASS, SUPER = "name", "import", "self", "class", "super"  # beginnings of chains
CALL, INSTANCE, MANY, ELEMENT = "()", "@", "[@]", "[]"  # steps of a chain other than attributes
_MAX_STEPS = 12  # maximum of steps of a chain; recorded ones have six at most
_MAX_USES = 5_000  # maximum of uses that are looked at
_OPTIONAL = frozenset({"Optional", "Type", "type", "Union"})
_MAPPINGS = frozenset({"Dict", "Mapping", "MutableMapping", "dict"})
_COLLECTIONS = _MAPPINGS.union(
    ("FrozenSet", "Set", "Tuple", "frozenset", "set", "tuple"),
    ("Collection", "Deque", "Generator", "Iterable", "Iterator", "List", "Sequence", "deque", "list"),
)  # types with a parameter for their elements
_SAME_ELEMENTS = frozenset({"frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"})
_ONE_ELEMENT = frozenset({"max", "min", "next"})


@dataclass(frozen=True)
class NameUse:
    kind: str  # its beginning, such as `NAME`
    name: str = ""  # the name; for an import, its module with leading dots, a colon, and the name in it, if any
    steps: tuple[str, ...] = ()  # the rest: attributes, `CALL`, `INSTANCE`


def _then(use: NameUse | None, step: str) -> NameUse | None:
    """A use with one more step; `None` if that makes it too long."""
    return NameUse(use.kind, use.name, (*use.steps, step)) if use is not None and len(use.steps) < _MAX_STEPS else None


def name_uses(source: str, name: str, line: int = 0) -> list[NameUse]:
    """Uses of a definition; decorators and defaults count in a class only, as in DevEval's data."""
    definition = find_definition(source, name, line)
    reader = ChainReader(dict(imported_names(definition.file.tree.body)))
    for parent in definition.parents:
        reader = reader.inside(parent)
    uses: dict[NameUse, None] = {}
    with suppress(RecursionError):  # at code that is nested too deeply; uses before it count
        for use in reader.uses_of(definition.node, with_defaults=False):
            uses[use] = None
            if len(uses) == _MAX_USES:
                break
    return list(uses)


@dataclass(eq=False, repr=False)
class ChainReader:
    """Reads chains in the scope of a module, class or function."""

    scope: Mapping[str, NameUse | None]
    in_class: bool = False

    def inside(self, node: DefinitionNode | ast.Lambda) -> "ChainReader":
        scope = dict(self.scope)
        if self.in_class:  # a nested definition does not see the names of a class body
            scope = {name: use for name, use in scope.items() if use is None or use.kind != CLASS or not use.steps}
        if isinstance(node, ast.ClassDef):
            body = [
                item for item in nested_statements(node.body) if not isinstance(item, (ast.Import, ast.ImportFrom))
            ]
            parts = [part for item in body for part in _expressions(item) if not isinstance(part, ast.arg)]
            members = {name: NameUse(CLASS, "", (name,)) for part in parts for name in names_bound_by(part)}
            return ChainReader({**scope, **members, node.name: NameUse(CLASS)}, in_class=True)
        scope.update({item.arg: self.type_of(item.annotation) for item in arguments_of(node.args)})
        positional = [*node.args.posonlyargs, *node.args.args]
        decorators = {item.id for item in getattr(node, "decorator_list", ()) if isinstance(item, ast.Name)}
        if self.in_class and positional and "staticmethod" not in decorators:
            implicit = getattr(node, "name", "") in ("__new__", "__init_subclass__", "__class_getitem__")
            scope[positional[0].arg] = NameUse(CLASS if implicit or "classmethod" in decorators else SELF)
        inner = ChainReader(scope)
        known: set[str] = set()
        for statement in nested_statements(node.body) if not isinstance(node, ast.Lambda) else ():
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                scope.update(imported_names([statement]))
                continue
            parts = list(_expressions(statement))
            for name in (name for part in parts if not isinstance(part, ast.arg) for name in names_bound_by(part)):
                scope.setdefault(name, None) if name in known else scope.update({name: None})
            for part in parts:
                pairs = [(name.id, inner.chain(value)) for name, value in assigned(part) if isinstance(name, ast.Name)]
                if isinstance(part, (ast.For, ast.AsyncFor)):
                    pairs = list(inner._elements(part.target, part.iter))
                elif isinstance(part, ast.ExceptHandler) and part.name and part.type is not None:
                    kind = inner.chain(part.type.elts[0] if isinstance(part.type, ast.Tuple) else part.type)
                    pairs = [(part.name, _then(kind, INSTANCE))]
                elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    pairs = [(part.target.id, self.type_of(part.annotation) or inner.chain(part.value))]
                for name, use in pairs:
                    if use is not None and name not in known:
                        scope[name] = use
                        known.add(name)
        return inner

    def uses_of(self, node: ast.AST, with_defaults: bool = True) -> Iterator[NameUse]:
        """The uses in a piece of code; without a function's decorators and defaults, if so."""
        if isinstance(node, ast.ClassDef):
            yield from self._uses_of_all([*node.decorator_list, *node.bases, *node.keywords])
            yield from self.inside(node)._uses_of_all(node.body)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            if with_defaults:
                defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
                yield from self._uses_of_all([*getattr(node, "decorator_list", ()), *defaults])
            annotations = [item.annotation for item in ast.walk(node.args) if isinstance(item, ast.arg)]
            for annotation in map(unquoted, [*annotations, getattr(node, "returns", None)]):
                yield from self.uses_of(annotation) if annotation is not None else ()
            body: Sequence[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else node.body
            yield from self.inside(node)._uses_of_all(body)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            scope = dict(self.scope)
            inner = ChainReader(scope)
            for item in node.generators:
                pairs = list(inner._elements(item.target, item.iter))
                scope |= dict.fromkeys(name for part in ast.walk(item.target) for name in names_bound_by(part))
                scope.update(pairs)
            yield from inner._uses_of_all(ast.iter_child_nodes(node))
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Call)):
            # The use that the expression is, and those in its calls and arguments.
            part: ast.expr = node
            use = self.chain(part)
            if use is not None:
                yield use
            while isinstance(part, (ast.Attribute, ast.Call, ast.Subscript)):
                if isinstance(part, ast.Call):
                    yield from self._uses_of_all([*part.args, *part.keywords])
                    part = part.func
                else:
                    yield from self.uses_of(part.slice) if isinstance(part, ast.Subscript) else ()
                    part = part.value
                if use is None and (use := self.chain(part)) is not None:
                    yield use
            if not isinstance(part, ast.Name):
                yield from self._uses_of_all(ast.iter_child_nodes(part))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (use for _, use in imported_names([node]))
        else:
            yield from self._uses_of_all(ast.iter_child_nodes(node))

    def chain(self, node: ast.expr | None) -> NameUse | None:
        steps: list[str] = []
        use: NameUse | None = None
        while True:
            if isinstance(node, ast.Attribute):
                steps.append(node.attr)
                node = node.value
            elif isinstance(node, ast.Call) and (name := self._builtin(node)) not in ("super", "type"):
                if node.args and name in _SAME_ELEMENTS | _ONE_ELEMENT:
                    steps += [ELEMENT] if name in _ONE_ELEMENT else []
                    node = node.args[0]
                else:
                    steps.append(CALL)
                    node = node.func
            elif isinstance(node, (ast.Subscript, ast.Await, ast.NamedExpr, ast.Starred)):
                steps += [ELEMENT] if isinstance(node, ast.Subscript) else []
                node = node.value
            else:
                break
            if len(steps) > _MAX_STEPS:
                return None
        if isinstance(node, ast.Name):
            use = self.scope[node.id] if node.id in self.scope else NameUse(NAME, node.id)
        elif isinstance(node, (ast.BoolOp, ast.IfExp)):
            parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
            use = next(filter(None, map(self.chain, parts)), None)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            is_own = len(node.args) == 1 and self.chain(node.args[0]) == NameUse(SELF)  # in `type(self)`
            use = NameUse(SUPER) if node.func.id == "super" else NameUse(CLASS) if is_own else None
        for step in reversed(steps):
            use = _then(use, step)
        return use

    def type_of(self, annotation: ast.expr | None) -> NameUse | None:
        """The type of an annotation, as a chain."""
        annotation = unquoted(annotation)
        if isinstance(annotation, ast.BinOp):
            return self.type_of(annotation.left) or self.type_of(annotation.right)
        if isinstance(annotation, ast.Subscript):
            name = getattr(annotation.value, "attr", "") or getattr(annotation.value, "id", "")
            parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
            if name in _COLLECTIONS:
                held = parts[1 if len(parts) == 2 and name in _MAPPINGS else 0]
                return _then(self.type_of(held), MANY)
            return next(filter(None, map(self.type_of, parts)), None) if name in _OPTIONAL else None
        use = self.chain(annotation) if isinstance(annotation, (ast.Name, ast.Attribute)) else None
        return _then(use, INSTANCE)

    def _builtin(self, call: ast.Call) -> str:
        """The name of the called builtin function; empty for other calls."""
        return call.func.id if isinstance(call.func, ast.Name) and call.func.id not in self.scope else ""

    def _elements(self, target: ast.expr, iterable: ast.expr) -> Iterator[tuple[str, NameUse | None]]:
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        if isinstance(target, ast.Name):
            yield target.id, _then(self.chain(iterable), ELEMENT)
        elif isinstance(iterable, ast.Call) and parts:
            function = iterable.func
            if self._builtin(iterable) == "enumerate" and len(parts) == 2 and iterable.args:
                yield from self._elements(parts[1], iterable.args[0])
            elif self._builtin(iterable) == "zip":
                for part, argument in zip(parts, iterable.args, strict=False):
                    yield from self._elements(part, argument)
            elif isinstance(function, ast.Attribute) and function.attr == "items" and len(parts) == 2:
                yield from self._elements(parts[1], function.value)

    def _uses_of_all(self, nodes: Iterable[ast.AST]) -> Iterator[NameUse]:
        for node in nodes:
            yield from self.uses_of(node)


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*DEFINITIONS, ast.Lambda)):
            waiting += [item for item in ast.iter_child_nodes(node) if not isinstance(item, ast.stmt)]


def imported_names(body: Sequence[ast.stmt]) -> Iterator[tuple[str, NameUse]]:
    """The names that imports bind, each with its use."""
    for item in imports_in(nested_statements(body)):
        is_plain = not item.imported and item.name == item.module  # `import a.b` binds `a`
        name, module = (item.name.partition(".")[0],) * 2 if is_plain else (item.name, item.module)
        yield name, NameUse(IMPORT, f"{module}:{item.imported}")
