"""What decides about a test in the process that it shares with the sample: noticing that it was changed."""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dis import get_instructions
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any

_PACKAGES = ("_pytest", "pluggy", "pytest", "unittest")
_PARTS = ("builtins", "numpy.testing", "pandas.testing")
_ASSERTING = ("unittest.case", "numpy.testing", "pandas.testing")
_CHANGED_BY_TESTS = frozenset(
    (
        *("__import__", "breakpoint", "copyright", "credits", "exit", "help", "input", "license", "open", "print"),
        *("quit", "_"),
    )
)
_PIECES = (FunctionType, BuiltinFunctionType, type, classmethod, staticmethod, property)
OUR_NAMES = "<classeval_hf"  # how the names begin that our own code has here
_FILE, _LINE = ", file ", ", line "
_Piece = tuple[Callable[[str], Any], str, Any]  # what gives the value of a name, the name and the value


def file_of(frame: FrameType) -> str:
    """The file of a frame's code, as the frame describes itself: to read `f_code` is an event for the audit hook."""
    text = repr(frame)
    start, end = text.index(_FILE) + len(_FILE) + 1, text.rindex(_LINE) - 1
    return frame.f_code.co_filename if "\\" in text else text[start:end]


def compare_machinery() -> tuple[Callable[[], None], Callable[..., str], Callable[[object], bool], Callable[[], bool]]:
    """Functions that note what pytest, `unittest` and the builtins are made of, name a piece that is another now (or
    an empty text), of all or only of what asserts, tell whether a function is such a piece, and whether Hypothesis'
    settings are others now."""
    kept: list[tuple[_Piece, ...]] = [(), ()]
    settings: dict[str, object] = {}
    functions: set[int] = set()

    def take() -> None:
        pieces: list[_Piece] = []
        for name, module in list(sys.modules.items()):
            if isinstance(module, ModuleType) and (name.partition(".")[0] in _PACKAGES or name in _PARTS):
                pieces += _pieces_of(module)
        asserting = [piece for name in _ASSERTING if name in sys.modules for piece in _pieces_of(sys.modules[name])]
        kept[:] = tuple(pieces), tuple(asserting)
        settings.clear()
        settings.update(_settings())
        functions.clear()
        functions.update(id(value) for _, _, value in pieces if type(value) is FunctionType)

    def changed(asserts: bool = False) -> str:
        for get, name, value in kept[asserts]:
            if get(name) is not value:
                return name
        return ""

    def is_piece(function: object) -> bool:
        return id(function) in functions

    def other_settings() -> bool:
        now = _settings()
        return now.keys() != settings.keys() or any(now[name] is not settings[name] for name in settings)

    return take, changed, is_piece, other_settings


def _settings() -> dict[str, object]:
    default = getattr(getattr(sys.modules.get("hypothesis"), "settings", None), "default", None)
    return {"": default, **getattr(default, "__dict__", {})}


def _pieces_of(module: ModuleType) -> Iterator[_Piece]:
    names = vars(module)
    builtin = module.__name__ == "builtins"
    for name, value in list(names.items()):
        if not isinstance(value, _PIECES) or (builtin and name in _CHANGED_BY_TESTS):
            continue
        yield names.get, name, value
        if isinstance(value, type) and value.__module__ == module.__name__ and not builtin:
            inner = vars(value)
            yield from ((inner.get, part, piece) for part, piece in inner.items() if isinstance(piece, _PIECES))


class Sources:
    """Compares what is compiled and run in the name of a file of the project with what the file held."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._known = dict(sources)
        self._texts = dict.fromkeys(sources, 0)
        self._trees = dict.fromkeys(sources, 0)
        self._codes: dict[int, CodeType] = {}
        self._run: set[str] = set()
        self._open, self._read, self._close = os.open, os.read, os.close  # bound: tests replace them

    def is_source(self, path: str) -> bool:
        """Whether a path is that of one of these files."""
        return path in self._known

    def belongs(self, source: Any, path: str) -> bool:
        """Whether a source, or a syntax tree, is that of a path; to be called for all that is compiled."""
        if path not in self._known:
            return not path.startswith(OUR_NAMES)
        if type(source) is str:
            source = source.encode("utf-8", "surrogatepass")
        if type(source) is bytes:
            if hashlib.sha256(source).hexdigest() == self._known[path]:
                self._texts[path] += 1
                return True
            # To mark where in a line an exception comes from, the interpreter parses a part of the line.
            return b"\n" not in source and source in self._content(path)
        self._trees[path] += 1  # pytest compiles one syntax tree for each source that it reads
        return self._trees[path] <= self._texts[path]

    def _content(self, path: str) -> bytes:
        """What a file holds; nothing if it is not what it was."""
        try:
            descriptor = self._open(path, os.O_RDONLY)
        except OSError:
            return b""
        try:
            content = b"".join(iter(lambda: self._read(descriptor, 1 << 20), b""))
        finally:
            self._close(descriptor)
        return content if hashlib.sha256(content).hexdigest() == self._known[path] else b""

    def run(self, code: CodeType) -> None:
        """Takes note of a module that is run: of the functions in it, if it is the first of its file."""
        path = code.co_filename
        if path not in self._known or not self._texts[path] or path in self._run:
            return
        self._run.add(path)
        pending = [code]
        while pending:
            one = pending.pop()
            self._codes[id(one)] = one
            pending += [constant for constant in one.co_consts if type(constant) is CodeType]

    def was_run(self, path: str) -> bool:
        """Whether a file's own source was compiled and run."""
        return path in self._run

    def names(self) -> set[str]:
        """What the code of these files names as a variable of a module or an attribute."""
        return {name for code in self._codes.values() for name in code.co_names}

    def stored(self) -> set[str]:
        """What functions of these files set as a variable of their module."""
        steps = (step for code in self._codes.values() for step in get_instructions(code))
        return {str(step.argval) for step in steps if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")}

    def hold(self, code: object) -> bool:
        """Whether code is that of a function in a file of the project."""
        return id(code) in self._codes
