"""Finds names that a candidate lacks in its file, and import statements for names."""

import ast
import importlib
import keyword
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from types import ModuleType
from typing import Any

from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.syntax import parse, walk
from classeval_hf.projects.reading import assemble
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.projects.tools.symbols import ProjectSymbols

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
)  # modules of the standard library whose names are suggested, the first first

_MAX_OPTIONS = 6


class ImportFinder:
    def __init__(self, view: MaskedProject, symbols: ProjectSymbols) -> None:
        self._view = view
        self._symbols = symbols

    def statements(self, name: str) -> list[str]:
        """Import statements that bind a name, the likeliest first: at most six."""
        usual, aliases, counts = list[str](), list[str](), self._used_imports.get(name, Counter())
        for module, imported in sorted(counts, key=lambda pair: (-counts[pair], pair)):
            is_own = self.is_own(module)
            if is_own and imported == name and self._view.index.definition(module, name) is not None:
                continue  # it is among the definitions
            is_alias = (imported or module.partition(".")[0]) != name
            statement = f"from {module} import {imported}" if imported else f"import {module}"
            statements = aliases if is_alias and is_own else usual
            statements.append(f"{statement} as {name}" if is_alias else statement)
        imports = [*self._definitions(name), *usual, *self._modules(name), *aliases]
        if not imports and name.isidentifier() and not keyword.iskeyword(name):
            for module in _COMMON_MODULES:
                loaded = importlib.import_module(module)
                public = getattr(loaded, "__all__", None) or [one for one in dir(loaded) if not one.startswith("_")]
                if name in public and not isinstance(getattr(loaded, name, None), ModuleType):
                    imports.append(f"from {module} import {name}")
        return list(dict.fromkeys(imports))[:_MAX_OPTIONS]

    def in_file(self, name: str) -> str:
        """`"defines"` or `"imports"` if the target's file does so with a name; else empty."""
        summary = self._view.summaries[self._view.path]
        if any("." not in symbol.name for symbol in summary.by_name.get(name, ())):
            return "defines"
        return "imports" if name in {item.name.partition(".")[0] for item in summary.imports} else ""

    def by_star(self, name: str, modules: Sequence[str]) -> bool:
        """Whether one of the project's modules, imported by `*`, defines a name."""
        return any(self._view.index.definition(self._absolute(module), name) is not None for module in modules)

    def is_own(self, module: str) -> bool:
        return module.startswith(".") or module.partition(".")[0] in self._packages

    def problem(self, module: str, name: str) -> str:
        """Why an import of the project's own fails; empty if it does not, or if that is unknown."""
        if not self.is_own(module):
            return ""
        absolute = self._absolute(module)
        if self._view.index.module(absolute) is None:
            folder = (self._root / absolute.replace(".", "/")).as_posix() + "/"
            is_folder = any(path.startswith(folder) for path in self._view.summaries)
            return "" if is_folder else f"there is no module {absolute}"
        if not name or name == "*" or self._view.index.definition(absolute, name) is not None:
            return ""
        path = self._view.index.module_path(absolute)
        summary = self._view.summaries.get(path)
        if summary is not None:
            stars = [item.module for item in summary.imports if item.imported == "*"]
            dynamic = any(symbol.name == "__getattr__" for symbol in summary.symbols)
            if dynamic or name in {item.name for item in summary.imports} or any(not self.is_own(s) for s in stars):
                return ""
        if path == self._view.path and name == self._view.target.name:
            return ""
        return f"the module {absolute} has no {name}"

    @cached_property
    def _root(self) -> PurePosixPath:
        module = self._view.index.module_name(self._view.path)
        path = PurePosixPath(self._view.path)
        depth = len(module.split(".")) + (path.name == "__init__.py")
        return PurePosixPath(*path.parts[:-depth]) if depth else PurePosixPath()

    @cached_property
    def _packages(self) -> frozenset[str]:
        """First names of packages and modules that can be imported from the root."""
        names = set()
        for path in map(PurePosixPath, self._view.summaries):
            if path.is_relative_to(self._root):
                module = self._view.index.module_name(path.as_posix())
                inner = path.relative_to(self._root).with_suffix("").as_posix().replace("/", ".")
                if module and module == inner.removesuffix(".__init__"):
                    names.add(module.partition(".")[0])
        return frozenset(names - {"setup"})

    def _absolute(self, module: str, path: str = "") -> str:
        """The absolute name of a module that a file (by default the target's) imports."""
        return self._view.index.absolute(module, path or self._view.path)

    def _definitions(self, name: str) -> Iterator[str]:
        """Imports of a name from the project's modules that define it, the most used first."""
        uses = Counter[tuple[str, str]]()
        for (module, imported), count in self._used_imports.get(name, Counter()).items():
            if self.is_own(module) and imported and (place := self._view.index.definition(module, imported)):
                uses[place] += count
        modules = [
            module
            for place in self._symbols.by_last_name.get(name, ())
            if place.symbol.name == name
            and (module := self._symbols.module(place.path)).partition(".")[0] in self._packages
            and place.path.removesuffix(".py").removesuffix("/__init__") == f"{self._root / module.replace('.', '/')}"
        ]
        for module in sorted(modules, key=lambda module: -uses[module, name]):
            yield f"from {module} import {name}"

    @cached_property
    def _used_imports(self) -> Mapping[str, Counter[tuple[str, str]]]:
        """By bound name, the imports (module and name) and the number of files with each."""
        imports: dict[str, Counter[tuple[str, str]]] = {}
        for path, summary in self._view.summaries.items():
            for item in summary.imports:
                if item.imported != "*" and item.module != "__future__":
                    pair = self._absolute(item.module, path), item.imported
                    bound = item.name if item.imported or item.name != item.module else item.name.partition(".")[0]
                    imports.setdefault(bound, Counter())[pair] += 1
        return imports

    def _modules(self, name: str) -> Iterator[str]:
        for module in sorted(map(self._symbols.module, self._view.summaries), key=lambda name: name.count(".")):
            parent, _, last = module.rpartition(".")
            if last == name and module.partition(".")[0] in self._packages:
                yield f"from {parent} import {name}" if parent else f"import {name}"
        if name in sys.stdlib_module_names:
            yield f"import {name}"


_MAX_NAMES = 100
_WORD = re.compile(r"\b[^\W\d]\w*")


def read_needs(
    placeholder: str, target: Target, position: int, completion: str, own_names: dict[str, str]
) -> dict[str, Any]:
    """Needs of a completion: `problem` (it fits nowhere in the file), `undefined`, `stars`, `used`, `imports`."""
    from pyflakes import checker, messages

    assembly = assemble(placeholder, target, position, completion, paraphrase=own_names)
    if (ruling := assembly.ruling) is not None:
        problem = f"{ruling.error_type}: {ruling.message}"
        return {"problem": problem, "undefined": [], "stars": [], "used": [], "imports": []}
    tree = parse(assembly.source.lstrip("\ufeff"))
    reports = checker.Checker(tree, filename="candidate").messages
    words = {own_names.get(word, word) for word in _WORD.findall(completion)}
    undefined: dict[str, None] = {}
    stars: set[str] = set()
    for report in sorted(reports, key=lambda item: (item.lineno, item.col)):
        if not isinstance(report, (messages.UndefinedName, messages.ImportStarUsage)):
            continue
        name = report.message_args[0]
        if name in words:
            undefined[name] = None
        if isinstance(report, messages.ImportStarUsage):
            stars.update(report.message_args[1].split(", "))
    lines = range(assembly.line, assembly.line + assembly.code.count("\n"))
    inner = [node for node in walk(tree) if isinstance(node, ast.Name) and node.lineno in lines]
    known = set(_imports(parse(placeholder.lstrip("\ufeff"))))
    imports = [pair for pair in dict.fromkeys(_imports(tree)) if pair not in known]
    return {
        "problem": "",
        "undefined": list(undefined)[:_MAX_NAMES],
        "stars": sorted(stars)[:_MAX_NAMES],
        "used": sorted({node.id for node in inner})[:_MAX_NAMES],
        "imports": imports[:_MAX_NAMES],
    }


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Module, with leading dots, and name of every import; the name is empty for a module."""
    for node in walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name) for alias in node.names)
