"""The tools of agents over a project in Java, with the names and the forms of those over Python: an index of its types
by `tree-sitter`, from which the target and all tests are left out."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from classeval_hf.projects.java.compilation import java_files
from classeval_hf.projects.java.source import TYPES, JavaSource, declaration, description, head, removed, walk
from classeval_hf.projects.tools.retrieval import Retriever
from classeval_hf.projects.tools.source_files import STRIDE, WINDOW, Snippet
from classeval_hf.projects.tools.tools import NothingError, RepositoryTools, Snippets
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

if TYPE_CHECKING:
    from tree_sitter import Node

    from classeval_hf.core.repository_tasks import RepositoryTask

_CALLABLES = frozenset(("method_declaration", "constructor_declaration"))
_BASES, _TYPE = frozenset(("superclass", "super_interfaces", "extends_interfaces")), "type_identifier"
_MAX_DEPTH, _MAX_NAMED, _MAX_TYPES, _MAX_CANDIDATE_CHARS = 8, 40, 3, 200_000
_IMPORT = re.compile(r"^import\s+(?:static\s+)?[\w.]+\.(\w+)\s*;$")


@dataclass(frozen=True)
class _Type:
    path: str
    source: JavaSource
    node: "Node"
    outer: str  # name of the type around it, with a dot; empty at the top of a file

    @property
    def name(self) -> str:
        return self.outer + self.source.text(_name(self.node))

    @property
    def members(self) -> list["Node"]:
        body = self.node.child_by_field_name("body")
        parts = body.children if body is not None else []
        return [member for part in parts for member in (part.children if "body" in part.type else [part])]

    @property
    def callables(self) -> list[tuple[str, "Node"]]:
        """Its methods and constructors, each with its name."""
        return [(self.source.text(_name(one)), one) for one in self.members if one.type in _CALLABLES]


class JavaIndex:
    """The types of a project without a task's target, by simple name."""

    def __init__(self, tree: Path, task: "RepositoryTask") -> None:
        self.texts: dict[str, str] = {}
        for file in java_files(tree)[0]:
            path, text = file.relative_to(tree).as_posix(), file.read_text("utf-8", "replace")
            self.texts[path] = removed(text, task.target) if path == task.path else text
        self.sources = {path: JavaSource(text) for path, text in self.texts.items()}

    @cached_property
    def types(self) -> dict[str, list[_Type]]:
        found: dict[str, list[_Type]] = {}
        for path, source in self.sources.items():
            pending = [_Type(path, source, node, "") for node in source.types.values()]
            for one in pending:  # grows while it is walked
                found.setdefault(one.name.rpartition(".")[2], []).append(one)
                inner = (member for member in one.members if member.type in TYPES)
                pending += [_Type(path, source, member, f"{one.name}.") for member in inner]
        return found

    def find(self, name: str) -> list[_Type]:
        return [one for one in self.types.get(name.rpartition(".")[2], ()) if one.name.endswith(name) or "." in name]

    def with_bases(self, one: _Type) -> list[_Type]:
        """A type and those of the project that it inherits from, nearest first."""
        found: dict[tuple[str, str], _Type] = {}
        pending = [(one, 0)]
        for current, depth in pending:  # grows while it is walked
            if depth <= _MAX_DEPTH and (current.path, current.name) not in found:
                found[current.path, current.name] = current
                parts = (child for child in current.node.children if child.type in _BASES)
                names = [current.source.text(node) for part in parts for node in walk(part) if node.type == _TYPE]
                pending += [(self.types[base][0], depth + 1) for base in names if base in self.types]
        return list(found.values())

    @cached_property
    def imports(self) -> dict[str, list[str]]:
        """Import statements by the name that they bring, the most used first: of the project's types, and as used."""
        counts: dict[str, Counter[str]] = {}
        for source in self.sources.values():
            for node in source.root.children:
                if node.type == "import_declaration" and (found := _IMPORT.match(source.text(node))) is not None:
                    counts.setdefault(found[1], Counter())[source.text(node)] += 1
        for name, types in self.types.items():
            for one in types:
                if one.source.package and not one.outer:
                    counts.setdefault(name, Counter())[f"import {one.source.package}.{name};"] += 1
        return {name: [statement for statement, _ in of_name.most_common()] for name, of_name in counts.items()}


class JavaTools(RepositoryTools):
    def __init__(
        self,
        index: JavaIndex,
        task: "RepositoryTask",
        retriever: Retriever,
        disabled: Collection[str] = (),
        *,
        calls: LimitedCalls,
    ) -> None:
        self._index = index
        self._calls = calls
        self._task = task
        self._retriever = retriever
        self._disabled = frozenset(disabled)

    def _own(self, text: str) -> str:
        return text

    _shown = _own

    def problems(self, candidate: str) -> list[str]:
        return []

    @cached_property
    def _snippets(self) -> Snippets:
        found = []
        for path, text in self._index.texts.items():
            lines = text.split("\n")
            for first in range(0, max(len(lines) - STRIDE, 1), STRIDE):
                part = "\n".join(lines[first : first + WINDOW]).strip("\n")
                found += [Snippet(path, first + 1, part)] if part.strip() else []
        return Snippets(found)

    def _get_imports(self, candidate: str) -> str:
        try:
            used: list[str] = self._calls.call(_undeclared, candidate[:_MAX_CANDIDATE_CHARS])
        except UnreadableError as error:
            raise NothingError(f"The code cannot be read: {error}.") from error
        package = JavaSource(self._index.texts[self._task.path]).package
        lines = []
        for name in used:
            options = [one for one in self._index.imports.get(name, ()) if one != f"import {package}.{name};"]
            near = (one.source.package == package and not one.outer for one in self._index.types.get(name, ()))
            if options and not any(near):
                lines.append(f"{name}: {' or '.join(f'`{one}`' for one in options[:_MAX_TYPES])}")
        return "\n".join(lines) or "No import of a name that the project knows is missing."

    def _get_class_info(self, arguments: Sequence[str], thought: str) -> str:
        parts = []
        for name in dict.fromkeys(filter(None, arguments)):
            for one in self._types(name)[:_MAX_TYPES]:
                parts.append(f"// {one.path}\n{description(one.source, one.node)}")
                others = self._index.with_bases(one)[1:]
                parts += [
                    f"// inherited from {other.name}\n{description(other.source, other.node)}" for other in others
                ]
        return "\n\n".join(parts)

    def _types(self, name: str) -> list[_Type]:
        found = self._index.find(name)
        if not found and name.rpartition(".")[2] == self._task.target.name:
            raise NothingError(f"The class {name} is what is to be written: the project does not have it yet.")
        if not found:
            near = get_close_matches(name, self._index.types, 3)
            outside = self._index.imports.get(name, ())
            hint = f" The nearest names are {', '.join(near)}." if near else ""
            hint = f" It is of a library: `{outside[0]}`." if outside else hint
            raise NothingError(f"The project has no class {name}.{hint}")
        return found

    def _get_callables(self, arguments: Sequence[str], with_bodies: bool) -> str:
        owner, name = (*arguments, "")[:2]
        if not name:
            owner, _, name = arguments[0].rpartition(".")
        of_all = [one for types in self._index.types.values() for one in types]
        chosen = self._types(owner) if owner else of_all
        known = [(one, *found) for own in chosen for one in self._index.with_bases(own) for found in one.callables]
        found = [(one, node) for one, called, node in known if called == name]
        if not found and owner:
            names = dict.fromkeys(called for _, called, _ in known)
            raise NothingError(
                f"The class {owner} has no {name}. It has {', '.join([*names][:_MAX_NAMED]) or 'none'}."
            )
        if not found:
            raise NothingError(f"The project has no method {name}.")
        told = {
            f"// {one.path}, method of {one.name}\n"
            + (one.source.text(node) if with_bodies else declaration(one.source, node)): None
            for one, node in found
        }
        return "\n\n".join([*told][:_MAX_NAMED])

    def _get_relevant_code(self, query: str) -> str:
        ranked = self._retriever.rank(query, self._outlines, _MAX_TYPES)
        if not ranked:
            raise NothingError("Nothing in the project is like that.")
        chosen = (self._outlines.all[place] for place in ranked)
        return "\n\n".join(f"// {one.path}, line {one.line}\n{one.text}" for one in chosen)

    @cached_property
    def _outlines(self) -> Snippets:
        """Types without bodies, and windows of lines."""
        types = [one for of_name in self._index.types.values() for one in of_name if not one.outer]
        texts = [Snippet(one.path, one.node.start_point[0] + 1, description(one.source, one.node)) for one in types]
        return Snippets([*texts, *self._snippets.all])


def header(source: JavaSource, name: str) -> str:
    """The first lines of a target: package, and declaration without body."""
    package = [f"package {source.package};"] if source.package else []
    return "\n\n".join([*package, f"{head(source, source.target(name))} {{"])


def _undeclared(candidate: str) -> list[str]:
    """Names of types that code uses and neither declares nor imports; runs in a process with limits."""
    source = JavaSource(candidate)
    declared = {source.text(_name(node)) for node in walk(source.root) if node.type in TYPES}
    imported = {found[1] for node in source.root.children if (found := _IMPORT.match(source.text(node)))}
    used = [node for node in walk(source.root) if node.type == _TYPE]
    scopes = (node.child_by_field_name("object") for node in walk(source.root) if node.type == "method_invocation")
    used += [node for node in scopes if node is not None and node.type == "identifier"]
    names = dict.fromkeys(map(source.text, used))
    return [name for name in names if name not in declared and name not in imported]


def _name(node: "Node") -> "Node":
    name = node.child_by_field_name("name")
    return name if name is not None else node
