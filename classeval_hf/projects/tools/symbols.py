"""Looks names up in the definitions of a view: classes with inherited members, functions, similar names."""

import ast
import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import FunctionNode, assigned, nested_statements, walk
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.projects.tools.source_files import SourceSummary, Symbol, summary_text
from classeval_hf.reading.definitions import Definition, DefinitionNode

_NEAR_NAMES, _MAX_BASES, _MAX_VALUE_CHARS = 5, 30, 60


@dataclass(frozen=True)
class Place:
    path: str
    symbol: Symbol


@dataclass(frozen=True)
class Member:
    name: str
    owner: str  # qualified name of the class that defines it
    text: str  # lines of decorators and signature, or annotation and value
    summary: str = ""  # the first paragraph of its docstring
    kind: str = "method"  # `"method"`, `"class"` or `"field"`
    place: Place | None = None  # place of a method or class


@dataclass(frozen=True)
class ClassInfo:
    place: Place
    members: tuple[Member, ...]  # its own members, then inherited ones, each name once
    outside: tuple[str, ...] = ()  # bases from outside the project, as written
    hidden: tuple[str, ...] = ()  # bases that the task asks for


class ProjectSymbols:
    def __init__(self, view: MaskedProject) -> None:
        self._view = view

    @cached_property
    def by_last_name(self) -> Mapping[str, Sequence[Place]]:
        """Definitions by last part of their name; those of the target's package come first."""
        top = self._view.path.partition("/")[0]
        near = sorted(
            (path.partition("/")[0] != top, len(PurePosixPath(path).parts), path) for path in self._view.summaries
        )
        return grouped(
            (symbol.last_name, Place(path, symbol))
            for _, _, path in near
            for symbol in self._view.summaries[path].symbols
            if symbol.kind != "local"
        )

    def summary(self, place: Place) -> SourceSummary:
        return self._view.summaries[place.path]

    def definition(self, place: Place) -> Definition:
        return self.summary(place).definitions[place.symbol.line]

    def module(self, path: str) -> str:
        return self._view.index.module_name(path)

    def qualified(self, place: Place) -> str:
        return f"{self.module(place.path) or place.path}.{place.symbol.name}"

    def find(self, name: str, *kinds: str) -> list[Place]:
        """Definitions of these kinds by a name or any end of a qualified name."""
        wanted = name.strip().strip(".")
        places = [
            place
            for place in self.by_last_name.get(wanted.rpartition(".")[2], ())
            if place.symbol.kind in kinds and f".{self.qualified(place)}".endswith(f".{wanted}")
        ]
        if places or "." not in wanted:
            return places
        module, _, last = wanted.rpartition(".")  # it may be exported by a package under this name
        place = self._view.index.definition(module, last)
        return [item for item in self._at(place) if item.symbol.kind in kinds] if place is not None else []

    def near(self, name: str, *kinds: str) -> list[str]:
        """Names of these kinds that are similar to a name, the most similar first."""
        last, known_places = name.rpartition(".")[2], self.by_last_name.items()
        known = [other for other, places in known_places if any(place.symbol.kind in kinds for place in places)]
        same = [other for other in known if other.lower() == last.lower()]
        return list(dict.fromkeys([*same, *difflib.get_close_matches(last, known, _NEAR_NAMES)]))

    def class_info(self, place: Place) -> ClassInfo:
        members: dict[str, Member] = {}
        outside: dict[str, None] = {}
        hidden: dict[str, None] = {}
        waiting, seen = [place], {place}
        for current in waiting:  # grows while it is walked
            for member in self._own_members(current):
                members.setdefault(member.name, member)
            node, module = self.definition(current).node, self.module(current.path)
            for expression in node.bases if isinstance(node, ast.ClassDef) else ():
                value = expression.value if isinstance(expression, ast.Subscript) else expression
                written, outer = ast.unparse(value), current.symbol.name.rpartition(".")[0]
                while isinstance(value, ast.Attribute):
                    value = value.value
                known = self._view.index.definition(module, written) if isinstance(value, ast.Name) else None
                if known is None and outer:
                    known = self._view.index.definition(module, f"{outer}.{written}")
                base = next((place for place in self._at(known) if place.symbol.kind == "class"), None)
                if base is None:
                    last = written.rpartition(".")[2]
                    is_target = last == self._view.target.name and self._view.target.kind == "class"
                    (hidden if is_target else outside)[written] = None
                elif base not in seen and len(seen) < _MAX_BASES:
                    seen.add(base)
                    waiting.append(base)
        return ClassInfo(place, tuple(members.values()), tuple(outside), tuple(hidden))

    def _at(self, location: tuple[str, str] | None) -> list[Place]:
        if location is None:
            return []
        path = self._view.index.module_path(location[0])
        summary = self._view.summaries.get(path)
        return [Place(path, symbol) for symbol in summary.by_name.get(location[1], ())] if summary is not None else []

    def _own_members(self, place: Place) -> Iterator[Member]:
        definition = self.definition(place)
        owner = self.qualified(place)
        by_line = {symbol.line: symbol for symbol in self.summary(place).symbols}
        fields: dict[str, Member] = {}
        for node in nested_statements(definition.node.body):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                own = Place(place.path, by_line[node.lineno])
                kind = "class" if isinstance(node, ast.ClassDef) else "method"
                yield Member(node.name, owner, signature(node), summary_text(node), kind, own)
                if not isinstance(node, ast.ClassDef):
                    for name, *typed in fields_set(node):
                        shown = _shown_field(f"self.{name}", *typed)
                        fields.setdefault(name, Member(name, owner, shown, kind="field"))
                continue
            for target, annotation, value in assignments(node):
                names = (item for item in walk(target) if isinstance(item, ast.Name))
                for item in (item for item in names if value is not None or item is target):
                    shown = _shown_field(item.id, *((annotation, value) if item is target else (None, None)))
                    yield Member(item.id, owner, shown, kind="field")
        yield from fields.values()


def near_names(name: str, known: Sequence[str]) -> list[str]:
    """Names that are similar to a name, first those that differ only in outer underscores and letter case."""
    plain = name.strip("_").lower()
    same = [other for other in known if other.strip("_").lower() == plain]
    return list(dict.fromkeys([*same, *difflib.get_close_matches(name, known, _NEAR_NAMES)]))[:_NEAR_NAMES]


def signature(node: DefinitionNode) -> str:
    decorators = [f"@{ast.unparse(item)}" for item in node.decorator_list]
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, [*node.bases, *node.keywords]))
        return "\n".join([*decorators, f"class {node.name}({bases})" if bases else f"class {node.name}"])
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    return "\n".join([*decorators, f"{prefix} {node.name}({ast.unparse(node.args)}){returns}"])


def assignments(node: ast.AST) -> list[tuple[ast.expr, ast.expr | None, ast.expr | None]]:
    """The targets of an assignment, each with annotation and value."""
    if isinstance(node, ast.AnnAssign):
        return [(node.target, node.annotation, node.value)]
    return [(target, None, value) for target, value in assigned(node)]


def fields_set(method: FunctionNode) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """The attributes of its object that a method sets, each with annotation and value."""
    own = [item.arg for item in (*method.args.posonlyargs, *method.args.args)][:1]
    for target, annotation, value in (found for node in walk(*method.body) for found in assignments(node)):
        for item in walk(target):
            if isinstance(item, ast.Attribute) and isinstance(item.value, ast.Name) and item.value.id in own:
                yield item.attr, annotation, value if item is target else None


def _shown_field(name: str, annotation: ast.expr | None, value: ast.expr | None) -> str:
    shown = name if annotation is None else f"{name}: {ast.unparse(annotation)}"
    if value is None:
        return shown
    written = " ".join(ast.unparse(value).split())
    return f"{shown} = {written[:_MAX_VALUE_CHARS]}{'...' if len(written) > _MAX_VALUE_CHARS else ''}"
