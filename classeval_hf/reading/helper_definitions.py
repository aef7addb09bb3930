"""
Helper definitions: what a method uses of the completion that it was found in.

A method that calls a helper function, or a library that the task does not import, does not run without them. So
imports, functions, classes and constants of the module, and methods and attributes of the class, are taken over where
the method uses them, directly or through one another, and the task does not declare them itself. Anything else (usage
examples, main guards, other methods of the task) is dropped.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from classeval_hf.core.source_layout import Fragment, cut_statement
from classeval_hf.core.syntax import bound_names, names_bound_by, nested_statements, parse_or_none
from classeval_hf.tasks.outlines import ClassOutline

__all__ = ["HelperDefinitions", "find_helper_definitions"]


@dataclass(frozen=True)
class HelperDefinitions:
    """Source of helper definitions: attributes and methods of the class, indented, and what stands in the module."""

    attributes: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    preamble: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.attributes, *self.methods, *self.preamble)


@dataclass(frozen=True)
class _Candidate:
    """A statement that may be a helper definition, and where it was found."""

    fragment: Fragment
    node: ast.stmt
    in_class: bool


def find_helper_definitions(
    methods: Sequence[ast.stmt], fragments: Sequence[Fragment], outline: ClassOutline, class_name: str
) -> HelperDefinitions:
    """
    Finds what methods use of a completion beyond what the task declares, in the order of the completion.

    `fragments` are the completion's parts that parse, the one with the methods first.
    """
    declared = _declared(outline) | {class_name, "_"}
    candidates: dict[str, _Candidate] = {}
    for candidate in _candidates(fragments, class_name):
        for name in bound_names(candidate.node):
            if name not in declared:
                candidates.setdefault(name, candidate)
    taken = set(map(id, methods))
    pending = list(methods)
    while pending:
        names, attributes = _used(pending.pop())
        for name in names | attributes:
            found = candidates.get(name)
            if found is not None and id(found.node) not in taken and (found.in_class or name in names):
                taken.add(id(found.node))
                pending.append(found.node)
    taken -= set(map(id, methods))
    chosen = [item for item in {id(item): item for item in candidates.values()}.values() if id(item.node) in taken]
    members = [item for item in chosen if item.in_class]
    return HelperDefinitions(
        attributes=tuple(_cut(item, outline.indent) for item in members if not _is_function(item.node)),
        methods=tuple(_cut(item, outline.indent) for item in members if _is_function(item.node)),
        preamble=tuple(_cut(item, 0) for item in chosen if not item.in_class),
    )


def _candidates(fragments: Sequence[Fragment], class_name: str) -> Iterator[_Candidate]:
    for fragment in fragments:
        for node in nested_statements(fragment.tree.body):
            if isinstance(node, ast.ClassDef) and node.name in (class_name, "_"):
                yield from (_Candidate(fragment, item, True) for item in node.body)
        for node in fragment.tree.body:
            if not isinstance(node, ast.If) and not _names(node) & {class_name}:
                yield _Candidate(fragment, node, _takes_self(node))


def _used(node: ast.AST) -> tuple[set[str], set[str]]:
    """Names that a definition reads and does not bind itself, and attributes, which only a class can give it."""
    stored: set[str] = set()
    for item in ast.walk(node):
        if item is not node:
            stored.update(names_bound_by(item))
    attributes = {item.attr for item in ast.walk(node) if isinstance(item, ast.Attribute)}
    return _names(node) - stored, attributes


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)}


def _declared(outline: ClassOutline) -> set[str]:
    """Names that the task binds: those of its module, and of its class with its methods."""
    tree = parse_or_none(outline.source)
    names: set[str] = set()
    for node in tree.body if tree is not None else ():
        names.update(bound_names(node))
        if isinstance(node, ast.ClassDef):
            names.update(name for item in node.body for name in bound_names(item))
    return names


def _is_function(node: ast.stmt) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def _takes_self(node: ast.stmt) -> bool:
    """Whether a function of the module is a method outside its class."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    decorators = {item.id for item in node.decorator_list if isinstance(item, ast.Name)}
    first = {argument.arg for argument in node.args.args[:1]}
    return bool(first & {"self", "cls"} or decorators & {"staticmethod", "classmethod"})


def _cut(item: _Candidate, indent: int) -> str:
    return cut_statement(item.fragment.lines, item.node, indent)
