"""Modules of tests: notices which of their names the sample reads, and changes of their contents."""

import marshal
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from operator import is_
from types import FunctionType, ModuleType
from typing import Any

from classeval_hf.projects.runner.comparisons import mro_of, names_of
from classeval_hf.projects.runner.machinery import Sources

_OF_IMPORTS = ("__name__", "__file__", "__path__", "__package__", "__class__", "__doc__")
_OF_PYTEST = ("__spec__", "__loader__")  # they lead to pytest's session, and from there to all tests
_CONTAINERS = (dict, list, set, tuple, frozenset)
_PLAIN = (*_CONTAINERS, str, int, float, bytes)
_WATCHED = (*_PLAIN, FunctionType, type)
_OF_PYTHON = ("__", "@py")
_MARK, _CHANGED = "modules of tests", "changed data of tests"


class ShownModules:
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
        if name in _OF_PYTEST:
            value = None if self._causes(True) else value
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
        owners = list(self._owners())
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

    def _owners(self) -> Iterator[tuple[int, Any, str]]:
        """The names of each module of tests and, with a dot as mark, of each of its classes."""
        for number, (_, module) in self._real.items():
            names = vars(module)
            yield number, names, ""
            for one in list(names.values()):
                if type(one) is type and names_of(one).get("__module__") == names.get("__name__"):
                    yield id(one), names_of(one), "."


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
