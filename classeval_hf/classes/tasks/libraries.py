"""Libraries that tasks import: finds missing ones without importing any."""

import ast
import importlib.util
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from classeval_hf.core.errors import UserError
from classeval_hf.core.mappings import grouped
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import BASE, ClassTask, Task
from classeval_hf.core.terminal import agreeing, counted

_PACKAGES = {
    **{"PIL": "pillow", "PyPDF2": "PyPDF2", "bs4": "beautifulsoup4", "cv2": "opencv-python", "docx": "python-docx"},
    **{"sklearn": "scikit-learn", "yaml": "PyYAML"},
}  # names on the package index, of modules with another name
_OF_EXTRA = {
    *("beautifulsoup4", "gensim", "nltk", "numpy", "openpyxl", "pandas", "pillow", "PyPDF2", "python-docx"),
    *("reportlab", "scipy"),
}  # the packages of the extra `tasks`
_MAY_BE_MISSING = frozenset(["BaseException", "Exception", "ImportError", "ModuleNotFoundError"])
_BLOCKS: tuple[str, ...] = ("body", "handlers", "orelse", "finalbody", "cases")  # fields with inner statements
_IMPORT_LINE = re.compile(r"\bfrom\s+([\w.]+)\s+import\b|\bimport\b([^\n]*)")  # not continued by a backslash


class MissingLibrariesError(UserError):
    """Tasks import missing libraries; the message names them, the tasks, and how to install them."""


def imported_modules(task: Task, suites: Sequence[str] = (BASE,)) -> tuple[str, ...]:
    """Modules, with their dotted names, outside the standard library that a task's code and tests import."""
    present = [suite for suite in suites if suite in task.suites]
    sources = dict.fromkeys(source for suite in present for source in task.python_sources(suite))
    return tuple(dict.fromkeys(name for source in sources for name in _imports(source)))


def missing_modules(tasks: Iterable[ClassTask], suites: Sequence[str] = (BASE,)) -> list[tuple[str, str]]:
    """Ids of tasks, each with a missing module. One of tests counts if it is known or the task has no reference."""
    missing = []
    for task in tasks:
        # What the reference needs; other imports of tests may be files of their author.
        names = [*_imports("\n".join(task.import_statement)), *_imports(task.solution_code)]
        if not task.has_reference:
            present = [task.suite(suite).source for suite in suites if suite in task.suites]
            names += (name for source in present for name in _imports(source, at_load=True))
        needed = {name.partition(".")[0] for name in names}
        for module in dict.fromkeys(name.partition(".")[0] for name in imported_modules(task, suites)):
            if not is_installed(module) and (module in needed or package_of(module) in _OF_EXTRA):
                missing.append((task.task_id, module))
    return missing


def require_libraries(tasks: Sequence[ClassTask], suites: Sequence[str] = (BASE,)) -> None:
    """Raises [`MissingLibrariesError`], with the line that installs them, where tasks import missing libraries."""
    missing = missing_modules(tasks, suites)
    if not missing:
        return
    packages = sorted({package_of(module) for _, module in missing}, key=str.lower)
    ids = list(dict.fromkeys(task_id for task_id, _ in missing))
    some = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
    raise MissingLibrariesError(
        f"{len(ids)} of {counted(len(tasks), 'task')} {agreeing(len(ids), 'imports', 'import')} libraries that are "
        f"not installed ({', '.join(packages)}), so no reference or sample that needs them can pass: {some}. Install "
        f"them:\n    {install_line(module for _, module in missing)}\nOr count these tasks as unsound: "
        "--allow-missing-libraries (in Python: allow_missing_libraries=True)."
    )


def require_modules(modules: Iterable[str]) -> None:
    """Raises [`MissingLibrariesError`], with the line that installs them, where modules are missing."""
    missing = [module for module in modules if not is_installed(module)]
    if missing:
        raise MissingLibrariesError(f"Tasks import libraries that are not installed here: {install_line(missing)}")


def find_libraries(
    tasks: Sequence[ClassTask], suites: Sequence[str], allowed: Sequence[str]
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Versions of the libraries that samples can import, by name on the package index; missing modules by task."""
    modules = frozenset(name for task in tasks for name in imported_modules(task, suites))
    packages = _packages_of_samples(modules, tuple(allowed)) if tasks else ()
    versions = {name: found for name in sorted(packages, key=str.lower) if (found := installed_version(name))}
    return versions, grouped(missing_modules(tasks, suites))


def importable_modules(modules: Collection[str], allowed: Sequence[str]) -> frozenset[str]:
    """First names of the libraries that samples of a class task can import: those that the task imports, those of the
    extra `tasks`, allowed ones, and their requirements. Verdicts do not depend on other installed libraries."""
    first = frozenset(name.partition(".")[0] for name in (*modules, *allowed))
    return first.union(*map(_modules_of, _packages_of_samples(frozenset(modules), tuple(allowed))))


@lru_cache(maxsize=256)
def _packages_of_samples(modules: frozenset[str], allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The installed packages that samples can import, with their requirements."""
    first = sorted({name.partition(".")[0] for name in modules})
    named = [name if installed_version(name) else package_of(name) for name in allowed]
    waiting, known = [*_OF_EXTRA, *map(package_of, first), *named], dict[str, Sequence[str] | None]()
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in known:
            known[name] = _requirements(name)
            waiting += known[name] or ()
    return tuple(sorted(name for name, required in known.items() if required is not None))


@lru_cache(maxsize=512)  # the metadata of a package is slow to read
def _requirements(package: str) -> tuple[str, ...] | None:
    """The packages that an installed package requires here; `None` if it is not installed."""
    with suppress(metadata.PackageNotFoundError):
        required = map(Requirement, metadata.requires(package) or ())
        return tuple(one.name for one in required if one.marker is None or one.marker.evaluate({"extra": ""}))
    return None


@lru_cache(maxsize=512)
def _modules_of(package: str) -> frozenset[str]:
    """First names of the modules that an installed package brings."""
    recorded = metadata.distribution(package).read_text("RECORD") or ""
    tops = {line.partition(",")[0].partition("/")[0] for line in recorded.splitlines()}
    names = frozenset(name for top in tops if (name := top.partition(".")[0]).isidentifier()) - {"__pycache__"}
    return names or frozenset((metadata.distribution(package).read_text("top_level.txt") or package).split())


def install_line(modules: Iterable[str]) -> str:
    """The command that installs the packages of modules: by an extra of this package, if it has all of them."""
    packages = sorted({package_of(module) for module in modules}, key=str.lower)
    return f"pip install {' '.join(packages)}" if set(packages) - _OF_EXTRA else "pip install 'classeval-hf[tasks]'"


@lru_cache(maxsize=2048)  # imports of a task are read several times before its first sample is run
def _imports(source: str, at_load: bool = False) -> tuple[str, ...]:
    """Modules outside the standard library that a source imports; with `at_load`, only those that loading needs."""
    # Slow parsing is not needed if every line that may be an import names the standard library.
    lines = _IMPORT_LINE.findall(source)
    named = (name for origin, listed in lines for name in ([origin] if origin else re.split("[,;#]", listed)))
    roots = {re.split(r"[.\s]", name.strip(), maxsplit=1)[0] for name in named}
    if roots <= sys.stdlib_module_names and "\\\n" not in source and "\\\r" not in source:
        return ()
    names = list[str]()
    waiting: list[ast.AST] = list(filter(None, [parse_or_none(source)]))
    for node in waiting:  # only statements, which are few of all nodes; the list grows meanwhile
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
        blocks = _BLOCKS if not at_load else ("body",) if isinstance(node, (ast.Module, ast.ClassDef)) else ()
        if at_load and isinstance(node, ast.Try):
            types = [handler.type for handler in node.handlers]
            kinds = [kind for one in types for kind in (one.elts if isinstance(one, ast.Tuple) else [one])]
            handled = any(kind is None or ast.unparse(kind).rpartition(".")[2] in _MAY_BE_MISSING for kind in kinds)
            blocks = ("finalbody",) if handled else ("body", "orelse", "finalbody")
        waiting += (inner for block in blocks for inner in getattr(node, block, ()))
    return tuple(name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


def is_installed(module: str) -> bool:
    with suppress(ImportError, ValueError):
        return importlib.util.find_spec(module) is not None
    return False


def package_of(module: str) -> str:
    """The name of a module's package on the package index."""
    if module in _PACKAGES:
        return _PACKAGES[module]
    if not is_installed(module) or (module in _OF_EXTRA and installed_version(module)):
        return module  # without the slow search in all installed packages
    return next(iter(_installed_packages().get(module, ())), module)


def installed_version(package: str) -> str:
    """The version of an installed package by its name on the package index; empty if it is not installed."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return ""


_installed_packages = lru_cache(maxsize=1)(metadata.packages_distributions)
