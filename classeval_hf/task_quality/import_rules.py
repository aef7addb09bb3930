"""What a task may not import or use: foreign libraries, and sources of nondeterminism."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from classeval_hf.core.syntax import parse

_FORBIDDEN = frozenset(
    {
        *("asyncio", "concurrent", "ctypes", "ftplib", "getpass", "http", "locale", "multiprocessing", "platform"),
        *("secrets", "select", "selectors", "signal", "smtplib", "socket", "socketserver", "ssl", "subprocess"),
        *("telnetlib", "threading", "tkinter", "turtle", "urllib.request", "uuid.uuid1", "uuid.uuid4", "webbrowser"),
        *("datetime.date.today", "datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow"),
        *("os.environ", "os.fork", "os.getenv", "os.getlogin", "os.getpid", "os.popen", "os.system", "os.urandom"),
        *("random.SystemRandom", "time.asctime", "time.ctime", "time.gmtime", "time.localtime", "time.monotonic"),
        *("time.monotonic_ns", "time.perf_counter", "time.perf_counter_ns", "time.process_time", "time.sleep"),
        *("time.time", "time.time_ns", "time.tzset"),
    }
)
"""Modules and names that no task may use, with all below them."""

_SEEDED = frozenset({"random.Random", "numpy.random.default_rng", "numpy.random.RandomState"})
"""Sources of random numbers, which are allowed with a seed."""

_RANDOM_TYPES = frozenset(
    {
        "numpy.random.BitGenerator",
        "numpy.random.Generator",
        "numpy.random.SeedSequence",
        "random.seed",
        "numpy.random.seed",
    }
)


def foreign_imports(source: str) -> list[str]:
    """Packages that a source imports beside the standard library and numpy, relative imports with their dots."""
    allowed = sys.stdlib_module_names | {"numpy"}
    packages = dict.fromkeys(full.partition(".")[0] or full for _, full, _ in sorted(_imports(parse(source))))
    return [package for package in packages if package not in allowed]


def forbidden_uses(source: str) -> list[tuple[int, str]]:
    """Uses of time, chance, network, processes, threads and environment: line and full name of each, in order."""
    tree = parse(source)
    names = {alias: full for _, full, alias in _imports(tree)}
    uses = {(line, full) for line, full, _ in _imports(tree)}
    uses |= {
        (node.lineno, full)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Attribute, ast.Name)) and (full := _full_name(node, names))
    }
    forbidden = {(line, full) for line, full in uses if any(_is_below(full, item) for item in _FORBIDDEN)}
    return sorted(forbidden | set(_unseeded(tree, names)))


def _imports(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Line, full name and alias of all that is imported; `import a.b` binds `a`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                bound = item.name if item.asname else item.name.partition(".")[0]
                yield node.lineno, bound, item.asname or bound
                yield node.lineno, item.name, item.asname or ""
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (f"{node.module}." if node.module else "")
            for item in node.names:
                yield node.lineno, f"{module}{item.name}", item.asname or item.name


def _full_name(node: ast.expr, names: dict[str, str]) -> str:
    """The dotted name of an expression that leads to something imported, otherwise empty."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        owner = _full_name(node.value, names)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def _is_below(name: str, top: str) -> bool:
    return name == top or name.startswith(f"{top}.")


def _unseeded(tree: ast.Module, names: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Random numbers without a seed: generators made without one, module functions where no module is seeded."""
    calls = [(node, _full_name(node.func, names)) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    seeded = {name.rpartition(".")[0] for node, name in calls if name.endswith("random.seed") and node.args}
    for node, name in calls:
        module = name.rpartition(".")[0]
        if module not in {"random", "numpy.random"} or name in _RANDOM_TYPES:
            continue
        if (not node.args and not node.keywords) if name in _SEEDED else module not in seeded:
            yield node.lineno, f"{name} without a seed"
