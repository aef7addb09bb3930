"""Notices changes of the code and data that decide about a test in the process that it shares with the sample, and
which names of the modules of tests the sample reads."""

import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dis import get_instructions
from importlib.machinery import ModuleSpec, SourceFileLoader
from itertools import chain
from operator import is_
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, ModuleType
from typing import Any
from zipimport import zipimporter

from classeval_hf.projects.runner.comparisons import mro_of, names_of

_OF_IMPORTS = ("__name__", "__file__", "__path__", "__package__", "__class__", "__doc__")
_OF_LOADING = ("__spec__", "__loader__")  # of what pytest loads, they lead to its session, and from there to all tests
_LOADERS = (SourceFileLoader, zipimporter)  # of modules beside the tests that Python itself loads
_CONTAINERS = (dict, list, set, tuple, frozenset)
_PLAIN = (*_CONTAINERS, str, int, float, bytes)
_WATCHED = (*_PLAIN, FunctionType, type)
_OF_PYTHON = ("__", "@py")
_MARK, _CHANGED = "modules of tests", "changed data of tests"
_PACKAGES = ("_pytest", "pluggy", "pytest", "unittest")
_PARTS = ("builtins", "numpy.testing", "pandas.testing")
_ASSERTING = ("unittest.case", "numpy.testing", "pandas.testing")
_CHANGED_BY_TESTS = (
    *("__import__", "breakpoint", "copyright", "credits", "exit", "help", "input", "license", "open", "print"),
    *("quit", "_"),
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


class PytestParts:
    """The pieces of pytest, `unittest` and builtins, and Hypothesis' settings: notices which have been replaced."""

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
        """The name of a piece that has been replaced, among all or among assertions; empty without one."""
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
        self._searched: set[int] = set()
        self._stored: set[str] = set()
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


class TestModules:
    """Replaces modules of tests in `sys.modules` by modules without names, which get each name at a request that the
    audit hook sees."""

    def __init__(
        self,
        is_of_tests: Callable[[str], bool],
        causes: Callable[[bool], bool],
        mark: Callable[[str], None],
        sources: Sources,
        kind: type[ModuleType],
    ) -> None:
        self._is_of_tests, self._causes, self._mark, self._sources = is_of_tests, causes, mark, sources
        self._kind = kind  # the kind of module that sends an event for each request
        self._modules, self._known = sys.modules, 0
        self._real: dict[int, tuple[ModuleType, ModuleType]] = {}  # stand-in and module by the stand-in's identity
        self.take()

    def names(self) -> list[dict[str, Any]]:
        """The names of the modules of tests."""
        return [vars(real) for _, real in self._real.values()]

    def show(self) -> None:
        """Puts a stand-in in the place of each module of tests."""
        if len(self._modules) == self._known:
            return
        for name, module in list(self._modules.items()):
            file = vars(module).get("__file__") if type(module) is ModuleType else None
            if type(file) is str and self._is_of_tests(file):
                shown = self._kind(name)
                self._real[id(shown)] = shown, module
                self._modules[name] = shown
                parent, _, child = name.rpartition(".")
                above = self._modules.get(parent)
                _, above = self._real.get(id(above), (above, above))
                if type(above) is ModuleType and vars(above).get(child) is module:
                    vars(above)[child] = shown
        self._known = len(self._modules)

    def asked(self, shown: ModuleType, name: str, found: list[object]) -> None:
        """Gives the value of a name."""
        value = ModuleType.__getattribute__(self._real[id(shown)][1], name)
        if name in _OF_LOADING:
            loader = vars(value).get("loader") if type(value) is ModuleSpec else value
            value = value if type(loader) in _LOADERS or not self._causes(True) else None
        elif name not in _OF_IMPORTS and not _is_no_data(value) and self._causes(True):
            self._mark(_MARK)
        found.append(value)

    def given(self, shown: ModuleType, name: str, *value: object) -> None:
        """Sets a name, or deletes it if there is no value."""
        if not (value and _is_no_data(value[0])) and self._causes(True):
            self._mark(_MARK)
        module = self._real[id(shown)][1]
        if value:
            ModuleType.__setattr__(module, name, value[0])
        else:
            ModuleType.__delattr__(module, name)

    def take(self) -> None:
        """Records the contents of the modules and their classes."""
        owners: list[tuple[int, Any, str]] = []  # names of modules of tests and, with a dot, of their classes
        for number, (_, module) in self._real.items():
            names = vars(module)
            owners.append((number, names, ""))
            for one in list(names.values()):
                if type(one) is type and names_of(one).get("__module__") == names.get("__name__"):
                    owners.append((id(one), names_of(one), "."))
        self._views = [names.values() for _, names, _ in owners]  # these show each change
        self._values = [*chain.from_iterable(self._views)]
        self._held = {
            (number, dot + name): (value, "" if dot else _content(value))
            for number, names, dot in owners
            for name, value in list(names.items())
            if type(value) in _WATCHED and not name.startswith(_OF_PYTHON)
        }
        self._contents = [(value, content) for value, content in self._held.values() if content != ""]

    def check(self) -> None:
        """Marks changed contents, unless the tests' own code sets them."""
        is_same = all(map(is_, chain.from_iterable(self._views), self._values))
        if is_same and all(_content(value) == content for value, content in self._contents):
            return
        before = self._held
        self.take()
        changed, known = set(), {number for number, _ in before}
        for key, (value, content) in self._held.items():
            was, had = before.get(key, (None, None) if key[0] in known else (value, content))
            if was is not value or had != content:
                changed.add(key[1])
        if not changed <= self._sources.stored():
            self._mark(_CHANGED)


def _is_no_data(value: object) -> bool:
    """Whether it is a module, or a class without tests and constants, and so no value that tests expect."""
    kind = type(value)
    if issubclass(kind, type):
        pieces = [one for base in mro_of(value) for one in names_of(base).items()]
        return not any(
            name.startswith("test") or (type(piece) in _PLAIN and not name.startswith("__")) for name, piece in pieces
        )
    return issubclass(kind, ModuleType)


def _content(value: Any) -> object:
    """The contents of a container, as a hash or identities; empty for anything else."""
    if type(value) not in _CONTAINERS:
        return ""
    try:
        return hash(marshal.dumps(value, 2))
    except ValueError:  # something in it is not plain
        return tuple(map(id, value.values() if type(value) is dict else value))
