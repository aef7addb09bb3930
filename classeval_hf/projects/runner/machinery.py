"""Notices changes of the code that decides about a test in the process that it shares with the sample."""

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from dis import get_instructions
from itertools import chain
from operator import is_
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
_all, _map, _zip, _chain = all, map, zip, chain.from_iterable  # bound: a sample may replace them
OUR_NAMES = "<classeval_hf"  # how the names begin that our own code has here
_FILE, _LINE = ", file ", ", line "


def file_of(frame: FrameType) -> str:
    """The file of a frame's code, as the frame describes itself: to read `f_code` is an event for the audit hook."""
    text = repr(frame)
    start, end = text.index(_FILE) + len(_FILE) + 1, text.rindex(_LINE) - 1
    return frame.f_code.co_filename if "\\" in text else text[start:end]


class Machinery:
    """The pieces of pytest, `unittest` and the builtins, and Hypothesis' settings: notices which are others now."""

    def __init__(self) -> None:
        # for all pieces and for assertions: names of modules and classes, the names of pieces, and these pieces
        self._kept: list[list[tuple[Mapping[str, Any], list[str], list[Any]]]] = [[], []]
        self._values: list[list[Any]] = [[], []]  # the values of all these names, pieces or not
        self._settings: list[object] = []
        self._functions: set[int] = set()

    def take(self) -> None:
        modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
        of_all = [one for one in modules if one.__name__.partition(".")[0] in _PACKAGES or one.__name__ in _PARTS]
        of_asserting = [one for one in modules if one.__name__ in _ASSERTING]
        self._kept = [[part for one in found for part in _pieces_of(one)] for found in (of_all, of_asserting)]
        self._views = [[names.values() for names, _, _ in kept] for kept in self._kept]  # these show each change
        self._values = [[*_chain(views)] for views in self._views]
        self._settings = _settings()
        self._functions = {id(one) for _, _, pieces in self._kept[0] for one in pieces if type(one) is FunctionType}

    def changed(self, asserts: bool = False) -> str:
        """The name of a piece that is another now, among all or among assertions; empty if there is none."""
        if _all(_map(is_, _chain(self._views[asserts]), self._values[asserts])):
            return ""
        for names, kept, pieces in self._kept[asserts]:
            for name, piece in _zip(kept, pieces):
                if names.get(name) is not piece:
                    return name
        self._values[asserts] = [*_chain(self._views[asserts])]
        return ""

    def is_piece(self, function: object) -> bool:
        return id(function) in self._functions

    def other_settings(self) -> bool:
        return [*map(id, _settings())] != [*map(id, self._settings)]


def _settings() -> list[object]:
    default = getattr(getattr(sys.modules.get("hypothesis"), "settings", None), "default", None)
    return [default, *getattr(default, "__dict__", {}).values()]


def _pieces_of(module: ModuleType) -> Iterator[tuple[Mapping[str, Any], list[str], list[Any]]]:
    """The names of a module and of each of its classes, which of them are pieces, and these."""
    builtin = module.__name__ == "builtins"
    classes = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    for names in (vars(module), *([] if builtin else map(vars, classes))):
        pieces = {
            name: value
            for name, value in list(names.items())
            if isinstance(value, _PIECES) and not (builtin and name in _CHANGED_BY_TESTS)
        }
        yield names, [*pieces], [*pieces.values()]


class Sources:
    """Compares code that is compiled and run in the name of a file of the project with the file's contents."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._known = dict(sources)
        self._texts = dict.fromkeys(sources, 0)
        self._trees = dict.fromkeys(sources, 0)
        self._codes: dict[int, CodeType] = {}
        self._searched, self._stored = set[int](), set[str]()
        self._run: set[str] = set()
        self._open, self._read, self._close = os.open, os.read, os.close  # bound: tests replace them

    def is_source(self, path: str) -> bool:
        """Whether a path is that of one of these files."""
        return path in self._known

    def belongs(self, source: Any, path: str) -> bool:
        """Whether a source, or a syntax tree, is that of a path; to be called for each compilation."""
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
        """The contents of a file; empty if they have changed."""
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
        """Records the functions of a module that is run, at the first run of its file."""
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
        """Names of the module variables and attributes in the code of these files."""
        return {name for code in self._codes.values() for name in code.co_names}

    def stored(self) -> set[str]:
        """Names of the module variables, and after a dot of the attributes, that functions of these files set."""
        for code in [self._codes[one] for one in self._codes.keys() - self._searched]:
            self._searched.add(id(code))
            for step in get_instructions(code):
                if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR"):
                    self._stored.add(f"{'.' if step.opname == 'STORE_ATTR' else ''}{step.argval}")
        return self._stored

    def hold(self, code: object) -> bool:
        """Whether code is that of a function in a file of the project."""
        return id(code) in self._codes
