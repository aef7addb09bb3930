"""What test classes do with the class under test, read from their source."""

import ast
from collections.abc import Set
from dataclasses import dataclass, field

from classeval_hf.core.source_layout import FunctionNode
from classeval_hf.core.syntax import assigned
from classeval_hf.tasks.outlines import methods_of


def methods_used(test_class: ast.ClassDef, class_name: str) -> dict[str, set[str]]:
    """By test method, the attributes of the class under test or its objects that it reads; private ones in short."""
    objects = _Objects.within(test_class, class_name)
    prefix = f"_{class_name.lstrip('_')}__"
    return {
        function.name: {
            f"__{node.attr.removeprefix(prefix)}" if node.attr.startswith(prefix) else node.attr
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute) and objects.reads(node)
        }
        for function in methods_of(test_class).values()
    }


def checks_fields(test_class: ast.ClassDef, class_name: str, fields: Set[str]) -> bool:
    """Whether an assertion depends on a field of an object of the class under test, also through helpers."""
    objects = _Objects.within(test_class, class_name)
    functions = methods_of(test_class)
    reading = {
        name
        for name, function in functions.items()
        if not name.startswith("test") and _reads_field(function, objects, fields, set())
    }
    return any(_asserts_field(function, objects, fields, reading) for function in functions.values())


@dataclass
class _Objects:
    """Expressions, as source, that stand for objects of the class under test, and helpers that return some."""

    class_name: str
    known: set[str] = field(default_factory=set)

    @classmethod
    def within(cls, test_class: ast.ClassDef, class_name: str) -> "_Objects":
        """Finds the objects of a test class, repeated until no more are found, since one may lead to the next."""
        objects = cls(class_name)
        size = -1
        while size != len(objects.known):
            size = len(objects.known)
            for function in methods_of(test_class).values():
                if any(isinstance(node, ast.Return) and objects.has(node.value) for node in ast.walk(function)):
                    objects.known.add(f"self.{function.name}()")
            for target, value in _bindings(test_class):
                if objects.has(value):
                    objects.known.add(ast.unparse(target))
        return objects

    def has(self, node: ast.expr | None) -> bool:
        if isinstance(node, ast.Call):
            return ast.unparse(node.func) == self.class_name or f"{ast.unparse(node.func)}()" in self.known
        return node is not None and ast.unparse(node) in self.known

    def reads(self, node: ast.Attribute) -> bool:
        of_class = isinstance(node.value, ast.Name) and node.value.id == self.class_name
        return isinstance(node.ctx, ast.Load) and (of_class or self.has(node.value))


def _bindings(tree: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Targets and values of assignments; the target of a loop is bound to each item of a list that is written out."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    for node in ast.walk(tree):
        pairs.extend(assigned(node))
        if isinstance(node, (ast.For, ast.comprehension)):
            items = node.iter.elts if isinstance(node.iter, (ast.List, ast.Tuple, ast.Set)) else [node.iter]
            pairs.extend((node.target, item) for item in items)
    for target, value in pairs:  # grows while it is walked
        if isinstance(target, (ast.Tuple, ast.List)):
            values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value] * len(target.elts)
            pairs.extend(zip(target.elts, values, strict=False))
    return pairs


def _reads_field(tree: ast.AST, objects: _Objects, fields: Set[str], derived: Set[str]) -> bool:
    """Whether a field is read somewhere below a node, or something derived from one."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr in fields and objects.reads(node))
        or (isinstance(node, ast.Name) and node.id in derived)
        or (isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self" and node.attr in derived)
        for node in ast.walk(tree)
    )


def _asserts_field(function: FunctionNode, objects: _Objects, fields: Set[str], reading: Set[str]) -> bool:
    derived = set(reading)
    for _ in range(2):  # a variable may be derived from one that is assigned further down, in a loop
        for target, value in _bindings(function):
            if isinstance(target, ast.Name) and _reads_field(value, objects, fields, derived):
                derived.add(target.id)
    return any(
        _reads_field(argument, objects, fields, derived)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.startswith("assert")
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]
    )
