"""Libraries that tasks import: finds missing libraries, and versions that break a task, without importing any."""

import ast
import importlib.util
import re
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
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
# By task and module: the first major version with which its reference fails, and why.
_BROKEN_FROM = {("ClassEval_51", "numpy"): (2, "uses numpy.mat, which numpy 2 removed")}


class MissingLibrariesError(UserError):
    """Tasks import missing libraries; the message names them, the tasks, and how to install them."""


@dataclass(frozen=True)
class LibraryProblem:
    task_id: str
    module: str
    problem: str
    is_missing: bool  # whether it is not installed; otherwise its version breaks the task


def imported_modules(task: Task, suites: Sequence[str] = (BASE,)) -> tuple[str, ...]:
    """Modules, with their dotted names, outside the standard library that a task's code and tests import."""
    present = [suite for suite in suites if suite in task.suites]
    sources = dict.fromkeys(source for suite in present for source in task.python_sources(suite))
    return tuple(dict.fromkeys(name for source in sources for name in _imports(source)))


def library_problems(tasks: Iterable[ClassTask], suites: Sequence[str] = (BASE,)) -> list[LibraryProblem]:
    """Missing or breaking libraries of tasks. Those of tests count if they are known or the task has no reference."""
    problems = []
    for task in tasks:
        # What the reference needs; other imports of tests may be files of their author.
        names = [
            name for source in ("\n".join(task.import_statement), task.solution_code) for name in _imports(source)
        ]
        if not task.has_reference:
            present = [task.suite(suite).source for suite in suites if suite in task.suites]
            names += (name for source in present for name in _imports(source, at_load=True))
        needed = {name.partition(".")[0] for name in names}
        for module in dict.fromkeys(name.partition(".")[0] for name in imported_modules(task, suites)):
            if not is_installed(module):
                if module in needed or _package(module) in _OF_EXTRA:
                    problems.append(LibraryProblem(task.task_id, module, f"{_package(module)} is not installed", True))
                continue
            broken = _BROKEN_FROM.get((task.task_id, module))
            major = installed_version(_package(module)).partition(".")[0] if broken else ""
            if broken and major.isdigit() and int(major) >= broken[0]:
                problems.append(LibraryProblem(task.task_id, module, broken[1], False))
    return problems


def require_libraries(tasks: Sequence[ClassTask], suites: Sequence[str] = (BASE,)) -> None:
    """Raises [`MissingLibrariesError`], with the line that installs them, where tasks import missing libraries."""
    missing = [problem for problem in library_problems(tasks, suites) if problem.is_missing]
    if not missing:
        return
    packages = sorted({_package(problem.module) for problem in missing}, key=str.lower)
    ids = list(dict.fromkeys(problem.task_id for problem in missing))
    some = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
    raise MissingLibrariesError(
        f"{len(ids)} of {counted(len(tasks), 'task')} {agreeing(len(ids), 'imports', 'import')} libraries that are "
        f"not installed ({', '.join(packages)}), so no reference or sample that needs them can pass: {some}. Install "
        f"them:\n    {install_line(problem.module for problem in missing)}\nOr count these tasks as unsound: "
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
    """Versions of the installed libraries that samples of tasks can import, by name on the package index; and the
    missing modules of each task."""
    modules = {name for task in tasks for name in imported_modules(task, suites)}
    packages = _packages_of_samples(frozenset(modules), tuple(allowed)) if tasks else ()
    versions = {name: found for name in sorted(packages, key=str.lower) if (found := installed_version(name))}
    missing = [problem for problem in library_problems(tasks, suites) if problem.is_missing]
    return versions, grouped((problem.task_id, problem.module) for problem in missing)


def importable_modules(modules: Iterable[str], allowed: Sequence[str]) -> frozenset[str]:
    """First names of the libraries that samples of a class task can import: those that the task imports, those of the
    extra `tasks`, allowed ones, and their requirements. Verdicts do not depend on other installed libraries."""
    named = frozenset(modules)
    first = {name.partition(".")[0] for name in (*named, *allowed)}
    return frozenset(first).union(*map(_modules_of, _packages_of_samples(named, tuple(allowed))))


@lru_cache(maxsize=256)
def _packages_of_samples(modules: frozenset[str], allowed: tuple[str, ...]) -> tuple[str, ...]:
    """The installed packages that samples can import, with their requirements."""
    first = sorted({name.partition(".")[0] for name in modules})
    named = [name if installed_version(name) else _package(name) for name in allowed]
    waiting, known = [*_OF_EXTRA, *map(_package, first), *named], dict[str, Sequence[str] | None]()
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
    packages = sorted({_package(module) for module in modules}, key=str.lower)
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
    tree = parse_or_none(source)
    names: list[str] = []
    waiting: deque[ast.AST] = deque([tree] if tree is not None else [])
    while waiting:  # only statements, which are few of all nodes
        node = waiting.popleft()
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
        waiting.extend(inner for block in blocks for inner in getattr(node, block, ()))
    return tuple(name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)


def is_installed(module: str) -> bool:
    with suppress(ImportError, ValueError):
        return importlib.util.find_spec(module) is not None
    return False


def _package(module: str) -> str:
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
