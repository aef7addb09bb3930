"""Marks what a candidate's source touches of the test machinery. A mark is for readers of results, and no verdict."""

import ast
import sys
from collections.abc import Iterator

from classeval_hf.core.syntax import parse_or_none

_MODULES = {
    **dict.fromkeys(("pytest", "_pytest", "pluggy"), "pytest"),
    **{name: name for name in ("unittest", "ctypes", "cffi", "gc", "atexit", "signal", "builtins", "_thread")},
    **dict.fromkeys(("inspect", "traceback", "dis", "opcode"), "frames"),
    **dict.fromkeys(("linecache", "tokenize", "readline", "rlcompleter"), "lines of sources"),
    **dict.fromkeys(("faulthandler", "tracemalloc", "bdb", "pdb", "cProfile", "trace"), "tracing"),
    **dict.fromkeys(("marshal", "py_compile", "importlib", "imp", "pkgutil", "runpy", "zipimport"), "importlib"),
    **dict.fromkeys(("multiprocessing", "subprocess", "threading", "concurrent", "_posixsubprocess"), "processes"),
    **dict.fromkeys(("fcntl", "select", "mmap", "pty"), "descriptors"),
}  # modules whose import is marked, by their top-level name

_OF_MODULES = {
    "os": {
        **dict.fromkeys(("_exit", "abort"), "os._exit"),
        **dict.fromkeys(("fork", "forkpty", "posix_spawn", "register_at_fork"), "os.fork"),
        **dict.fromkeys(("execv", "execve", "execvp"), "os.fork"),
        **dict.fromkeys(("kill", "killpg"), "signal"),
        **dict.fromkeys(("write", "dup", "dup2", "close", "closerange", "fdopen", "pipe", "writev"), "descriptors"),
    },
    "sys": {
        **dict.fromkeys(("modules",), "sys.modules"),
        **dict.fromkeys(("meta_path", "path_hooks", "path_importer_cache", "path"), "importlib"),
        **dict.fromkeys(("settrace", "setprofile", "gettrace", "monitoring"), "tracing"),
        **dict.fromkeys(("_getframe", "_current_frames", "exc_info", "_getframemodulename"), "frames"),
        **dict.fromkeys(("addaudithook", "excepthook", "unraisablehook", "breakpointhook"), "hooks"),
        **dict.fromkeys(("__dict__", "exit"), "sys"),
    },
    "types": dict.fromkeys(("CodeType", "FunctionType", "CellType"), "function objects"),
    "time": dict.fromkeys(("pthread_getcpuclockid",), "processes"),
    "logging": dict.fromkeys(("root", "_handlers"), "handlers of pytest's"),
}  # names of modules that are marked, wherever the module was imported from

_DISTINCTIVE = {
    **dict.fromkeys(("_exit",), "os._exit"),
    **dict.fromkeys(("_getframe", "f_back", "f_globals", "f_locals", "f_builtins", "tb_frame", "gi_frame"), "frames"),
    **dict.fromkeys(("cr_frame", "ag_frame", "currentframe", "__traceback__", "tb_next", "f_trace"), "frames"),
    **dict.fromkeys(("__code__", "__closure__", "cell_contents", "__globals__", "__wrapped__"), "function objects"),
    **dict.fromkeys(("co_code", "co_consts", "__defaults__", "__kwdefaults__", "gi_code"), "function objects"),
    **dict.fromkeys(("__subclasses__", "__builtins__", "__mro__"), "builtins"),
    **dict.fromkeys(("meta_path", "pluginmanager", "hookimpl", "runtest", "_hookimpls"), "pytest"),
    **dict.fromkeys(("conftest.py", "pytest", "_pytest", "PYTEST_CURRENT_TEST"), "pytest"),
    **dict.fromkeys(("get_objects", "get_referrers", "get_referents"), "gc"),
}  # names that are marked as an attribute, a name or a text, of whatever they are

_NAMED = [pair for names in _OF_MODULES.values() for pair in names.items()]
_COMPUTED = {name: mark for name, mark in _NAMED if "_" in name or name == "modules"} | _DISTINCTIVE  # also in pieces

_MAX_PIECES = 30
_CALLS = dict.fromkeys(("exec", "eval", "compile", "__import__"), "code at run time")
_EQUALITY = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__instancecheck__", "__subclasscheck__")
_MAX_NODES = 300_000


def suspicious(source: str) -> tuple[str, ...]:
    """Marks of the test machinery that a source touches, to compare with the reference's; call it within limits."""
    tree = parse_or_none(source)
    if tree is None:
        return ("unreadable",)
    nodes = list(ast.walk(tree))
    if len(nodes) > _MAX_NODES:
        return ("unreadable",)
    modules: dict[str, str] = {}
    for alias in (alias for node in nodes if isinstance(node, ast.Import) for alias in node.names):
        top = alias.name.partition(".")[0]
        modules[alias.asname or top] = top
    marks = {mark for node in nodes for mark in _marks_of(node, modules)}
    return tuple(sorted(filter(None, marks)))


def _marks_of(node: ast.AST, modules: dict[str, str]) -> Iterator[str | None]:
    if isinstance(node, ast.Import):
        yield from (_MODULES.get(alias.name.partition(".")[0]) for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        top = node.module.partition(".")[0]
        yield _MODULES.get(top)
        for name in (alias.name for alias in node.names):
            yield _OF_MODULES.get(top, {}).get(name)
            yield f"all of {top}" if name == "*" and top in _OF_MODULES else _mark_through(top, name)
    elif isinstance(node, ast.Attribute):
        yield _DISTINCTIVE.get(node.attr)
        if isinstance(node.value, ast.Name):
            module = modules.get(node.value.id, "")
            yield _OF_MODULES.get(module, {}).get(node.attr) or _mark_through(module, node.attr)
        elif isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Name):
            is_of_library = modules.get(node.value.value.id, "") in sys.stdlib_module_names
            yield _OF_MODULES.get(node.value.attr, {}).get(node.attr) if is_of_library else None
    elif isinstance(node, ast.Name):
        yield _DISTINCTIVE.get(node.id)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield _DISTINCTIVE.get(node.value)
    elif isinstance(node, (ast.BinOp, ast.JoinedStr, ast.Subscript, ast.Call)):
        yield _COMPUTED.get(_put_together(node) or "")
        function = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        yield _CALLS.get(function)
        if isinstance(node, ast.Call) and function in ("getattr", "setattr", "vars") and node.args:
            module = modules.get(node.args[0].id, "") if isinstance(node.args[0], ast.Name) else ""
            asked = node.args[1] if len(node.args) > 1 else None
            if isinstance(asked, ast.Constant):
                yield _OF_MODULES.get(module, {}).get(str(asked.value)) or _mark_through(module, str(asked.value))
            elif module in _OF_MODULES:
                yield "attributes by name"
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in _EQUALITY:
        returned = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
        # It returns only literals, or does not look at the other side.
        is_constant = bool(returned) and all(isinstance(value, ast.Constant) for value in returned)
        yield "equal to all" if is_constant or _asks_nothing(node.args, node) else None
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
        named = any(isinstance(target, ast.Name) and target.id in _EQUALITY for target in node.targets)
        says_yes = isinstance(node.value.body, ast.Constant) or _asks_nothing(node.value.args, node.value.body)
        yield "equal to all" if named and says_yes else None
    elif isinstance(node, ast.Global) and "__builtins__" in node.names:
        yield "builtins"


def _mark_through(module: str, name: str) -> str:
    """The mark of a module reached through one of the standard library that imports it: `doctest.unittest`."""
    if module not in sys.stdlib_module_names or module in _MODULES:
        return ""
    return name if name in ("sys", "os") else _MODULES.get(name, "")


def _put_together(node: ast.AST, pieces: int = _MAX_PIECES) -> str | None:
    """The text that results from pieces of text: added, joined, formatted or reversed."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if pieces == 0:
        return None
    parts: list[ast.expr] = []
    between, backwards = "", False
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        backwards = ast.unparse(node.slice) == "::-1"
        parts = [node.value] if backwards else []
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        given = node.args[0] if len(node.args) == 1 else None
        parts = given.elts if isinstance(given, (ast.List, ast.Tuple)) else []
        between = _put_together(node.func.value, 0) or ""
    texts = [_put_together(part, pieces - 1) for part in parts[:_MAX_PIECES]]
    if not texts or None in texts:
        return None
    whole = between.join(text for text in texts if text is not None)
    return whole[::-1] if backwards else whole


def _asks_nothing(arguments: ast.arguments, body: ast.AST) -> bool:
    """Whether a comparison ignores the other side, except that it is an object."""
    given = [*arguments.posonlyargs, *arguments.args]
    if len(given) != 2:
        return False
    nodes = list(ast.walk(body))
    if isinstance(body, (ast.FunctionDef, ast.AsyncFunctionDef)):
        returned = [node.value for node in nodes if isinstance(node, ast.Return)]
        if all(isinstance(value, ast.Name) and value.id == "NotImplemented" for value in returned):
            return False
    of_all = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"]
    ignored = {id(node.args[0]) for node in of_all if len(node.args) == 2 and ast.unparse(node.args[1]) == "object"}
    other = given[1].arg
    return not any(isinstance(node, ast.Name) and node.id == other and id(node) not in ignored for node in nodes)
