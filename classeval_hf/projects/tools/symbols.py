"""Looks names up in a masked project: classes with inherited members, functions, similar names, and imports."""

import ast
import difflib
import importlib
import keyword
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath
from types import ModuleType

from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import nested_statements, walk
from classeval_hf.projects.tools import source_files
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.reading.definitions import DEFINITIONS, Definition

_NEAR_NAMES, _MAX_BASES, _MAX_VALUE_CHARS, _MAX_OPTIONS = 5, 30, 60, 6
_COMMON_MODULES = (
    *("typing", "collections", "collections.abc", "abc", "dataclasses", "enum", "functools", "itertools"),
    *("contextlib", "pathlib", "datetime", "copy", "inspect", "types", "io", "os", "os.path", "time", "math", "re"),
    *("json", "operator", "warnings", "logging", "threading", "queue", "asyncio", "concurrent.futures", "contextvars"),
    *("decimal", "fractions", "numbers", "statistics", "random", "secrets", "uuid", "hashlib", "hmac", "base64"),
    *("binascii", "struct", "string", "textwrap", "urllib.parse", "urllib.request", "http", "http.cookies", "html"),
    *("email.utils", "email.message", "tempfile", "shutil", "glob", "fnmatch", "stat", "errno", "socket", "ssl"),
    *("select", "signal", "subprocess", "platform", "traceback", "weakref", "heapq", "bisect", "array", "calendar"),
    *("zoneinfo", "csv", "configparser", "argparse", "codecs", "locale", "gettext", "pickle", "gzip", "zipfile"),
    *("tarfile", "mimetypes", "ipaddress", "pprint", "ast", "importlib", "xml.etree.ElementTree", "xml.sax.saxutils"),
)  # modules of the standard library whose names are suggested, in this order


@dataclass(frozen=True)
class Place:
    """A definition in a file of the project."""

    path: str
    module: str  # qualified name of the file's module, or else its path
    symbol: source_files.Symbol
    summary: source_files.SourceSummary = field(compare=False, repr=False)  # of the file

    @property
    def qualified(self) -> str:
        return f"{self.module}.{self.symbol.name}"

    @property
    def shown(self) -> str:
        return f"{self.path}, line {self.symbol.line}"

    @property
    def definition(self) -> Definition:
        return self.summary.definitions[self.symbol.line]


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


@dataclass(eq=False, repr=False)
class ProjectSymbols:
    project: MaskedProject

    @cached_property
    def by_last_name(self) -> Mapping[str, Sequence[Place]]:
        """Definitions by last part of their name; those of the target's package come first."""
        top, summaries = self.project.path.partition("/")[0], self.project.summaries
        module_name = self.project.index.module_name
        near = sorted((path.partition("/")[0] != top, len(PurePosixPath(path).parts), path) for path in summaries)
        return grouped(
            (symbol.name.rpartition(".")[2], Place(path, module_name(path) or path, symbol, summaries[path]))
            for _, _, path in near
            for symbol in summaries[path].symbols
            if symbol.kind != "local"
        )

    def _at(self, location: tuple[str, str] | None) -> list[Place]:
        """Definitions of a name in a module; none without a location."""
        index = self.project.index
        summaries = self.project.summaries
        path = index.paths.get(location[0], "") if location is not None else ""
        if location is None or path not in summaries:
            return []
        module = index.module_name(path) or path
        return [Place(path, module, one, summaries[path]) for one in summaries[path].by_name.get(location[1], ())]

    def find(self, name: str, *kinds: str) -> list[Place]:
        """Definitions of these kinds by a name or any end of a qualified name."""
        wanted = name.strip().strip(".")
        module, _, last = wanted.rpartition(".")
        places = [one for one in self.by_last_name.get(last, ()) if f".{one.qualified}".endswith(f".{wanted}")]
        places = [one for one in places if one.symbol.kind in kinds]
        if module and not places:  # a package may export it under this name
            places = self._at(self.project.index.definition(module, last))
        return [one for one in places if one.symbol.kind in kinds]

    def near(self, name: str, *kinds: str) -> str:
        """A sentence with names of these kinds that are similar to a name, the most similar first; empty for none."""
        last = name.rpartition(".")[2]
        known_places = self.by_last_name.items()
        known = [other for other, places in known_places if any(place.symbol.kind in kinds for place in places)]
        same = [other for other in known if other.lower() == last.lower()]
        names = dict.fromkeys([*same, *difflib.get_close_matches(last, known, _NEAR_NAMES)])
        names.pop(name, None)
        return f" The nearest names are {', '.join(names)}." if names else ""

    def class_info(self, place: Place) -> ClassInfo:
        members, outside, hidden = dict[str, Member](), dict[str, None](), dict[str, None]()
        task, index = self.project.target, self.project.index
        waiting, seen = [place], {place}
        for current in waiting:  # grows while it is walked
            node, module = current.definition.node, index.module_name(current.path)
            owner, by_line = current.qualified, {symbol.line: symbol for symbol in current.summary.symbols}
            own, fields = list[Member](), list[Member]()  # fields that methods set come last
            for part in nested_statements(node.body):
                if isinstance(part, DEFINITIONS):
                    kind, there = "class" if isinstance(part, ast.ClassDef) else "method", by_line[part.lineno]
                    text, summary = source_files.signature(part), source_files.summary_text(part)
                    place_of_part = replace(current, symbol=there)
                    own.append(Member(part.name, owner, text, summary=summary, kind=kind, place=place_of_part))
                    for name, *typed in source_files.fields_set(part) if not isinstance(part, ast.ClassDef) else ():
                        fields.append(Member(name, owner, _shown_field(f"self.{name}", *typed), kind="field"))
                    continue
                for target, annotation, value in source_files.assignments(part):
                    for item in (item for item in walk(target) if isinstance(item, ast.Name)):
                        if value is not None or item is target:
                            shown = _shown_field(item.id, *((annotation, value) if item is target else (None, None)))
                            own.append(Member(item.id, owner, shown, kind="field"))
            for member in (*own, *fields):
                members.setdefault(member.name, member)
            for expression in node.bases if isinstance(node, ast.ClassDef) else ():
                root = expression.value if isinstance(expression, ast.Subscript) else expression
                written, outer = ast.unparse(root), current.symbol.name.rpartition(".")[0]
                while isinstance(root, ast.Attribute):
                    root = root.value
                known = index.definition(module, written) if isinstance(root, ast.Name) else None
                if known is None and outer:
                    known = index.definition(module, f"{outer}.{written}")
                base = next((place for place in self._at(known) if place.symbol.kind == "class"), None)
                if base is None:
                    is_target = written.rpartition(".")[2] == task.name and task.kind == "class"
                    (hidden if is_target else outside)[written] = None
                elif base not in seen and len(seen) < _MAX_BASES:
                    seen.add(base)
                    waiting.append(base)
        return ClassInfo(place, tuple(members.values()), tuple(outside), tuple(hidden))


def _shown_field(name: str, annotation: ast.expr | None, value: ast.expr | None) -> str:
    shown = name if annotation is None else f"{name}: {ast.unparse(annotation)}"
    if value is None:
        return shown
    written = " ".join(ast.unparse(value).split())
    return f"{shown} = {written[:_MAX_VALUE_CHARS]}{'...' if len(written) > _MAX_VALUE_CHARS else ''}"


class ImportFinder:
    """Finds import statements for names, and why imports of the project's own modules fail."""

    def __init__(self, project: MaskedProject, symbols: ProjectSymbols) -> None:
        self.project, self.symbols, index = project, symbols, project.index
        self._module = index.module_name(project.path)
        path = PurePosixPath(project.path)
        depth = len(self._module.split(".")) + (path.name == "__init__.py")
        self._root = PurePosixPath(*path.parts[:-depth])  # the folder that the target's package is imported from
        # First names of packages and modules that can be imported from the root.
        below = [path for path in map(PurePosixPath, project.summaries) if path.is_relative_to(self._root)]
        inner = ((path, path.relative_to(self._root).with_suffix("").as_posix().replace("/", ".")) for path in below)
        found = [(index.module_name(path.as_posix()), name.removesuffix(".__init__")) for path, name in inner]
        self._packages = {module.partition(".")[0] for module, name in found if module and module == name} - {"setup"}
        # By bound name, the imports (module and name) and the number of files with each.
        self._used_imports: dict[str, Counter[tuple[str, str]]] = {}
        for own, summary in ((index.module_name(path), summary) for path, summary in project.summaries.items()):
            for item in summary.imports:
                if item.imported != "*" and item.module != "__future__":
                    pair = index.absolute(item.module, own), item.imported
                    bound = item.name if item.imported or item.name != item.module else item.name.partition(".")[0]
                    self._used_imports.setdefault(bound, Counter())[pair] += 1

    def statements(self, name: str) -> list[str]:
        """Import statements that bind a name, the likeliest first: at most six."""
        index, counts = self.project.index, self._used_imports.get(name, Counter())
        usual, aliases = list[str](), list[str]()
        # From the project's modules that define the name, the most used first.
        uses = Counter[tuple[str, str]]()
        for (module, imported), count in counts.items():
            if self._is_own(module) and imported and (found := index.definition(module, imported)):
                uses[found] += count
        places = [place for place in self.symbols.by_last_name.get(name, ()) if place.symbol.name == name]
        definitions = [
            module
            for path in (place.path for place in places)
            if (module := index.module_name(path)).partition(".")[0] in self._packages
            and path.removesuffix(".py").removesuffix("/__init__") == f"{self._root / module.replace('.', '/')}"
        ]
        imports = [f"from {one} import {name}" for one in sorted(definitions, key=lambda one: -uses[one, name])]
        # As other files of the project import it.
        for module, imported in sorted(counts, key=lambda pair: (-counts[pair], pair)):
            is_own = self._is_own(module)
            if is_own and imported == name and index.definition(module, name) is not None:
                continue  # it is among the definitions
            is_alias = (imported or module.partition(".")[0]) != name
            statement = f"from {module} import {imported}" if imported else f"import {module}"
            statements = aliases if is_alias and is_own else usual
            statements.append(f"{statement} as {name}" if is_alias else statement)
        imports += usual
        # As a module.
        for module in sorted(map(index.module_name, self.project.summaries), key=lambda one: one.count(".")):
            parent, _, last = module.rpartition(".")
            if last == name and module.partition(".")[0] in self._packages:
                imports.append(f"from {parent} import {name}" if parent else f"import {name}")
        imports += [f"import {name}"] * (name in sys.stdlib_module_names) + aliases
        if not imports and name.isidentifier() and not keyword.iskeyword(name):
            for module in _COMMON_MODULES:
                loaded = importlib.import_module(module)
                public = getattr(loaded, "__all__", None) or [one for one in dir(loaded) if not one.startswith("_")]
                if name in public and not isinstance(getattr(loaded, name, None), ModuleType):
                    imports.append(f"from {module} import {name}")
        return list(dict.fromkeys(imports))[:_MAX_OPTIONS]

    def problem(self, module: str, name: str) -> str:
        """Why an import of the project's own fails; empty if it does not, or if that is unknown."""
        project, index = self.project, self.project.index
        absolute = index.absolute(module, self._module)
        if not self._is_own(module):
            return ""
        if index.module(absolute) is None:
            folder = (self._root / absolute.replace(".", "/")).as_posix() + "/"
            is_folder = any(path.startswith(folder) for path in project.summaries)
            return "" if is_folder else f"there is no module {absolute}"
        path = index.paths[absolute]
        summary = project.summaries[path]
        stars = [item.module for item in summary.imports if item.imported == "*"]
        is_known = (
            name in ("", "*", *(item.name for item in summary.imports))
            or index.definition(absolute, name) is not None
            or "__getattr__" in summary.by_name
            or not all(map(self._is_own, stars))
            or (path, name) == (project.path, project.target.name)
        )
        return "" if is_known else f"the module {absolute} has no {name}"

    def _is_own(self, module: str) -> bool:
        return module.startswith(".") or module.partition(".")[0] in self._packages
