"""Modules of tests: what the sample sees of them is told, and that what they hold was changed is noticed."""

import marshal
import sys
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from classeval_hf.pytest_runner.comparisons import mro_of, names_of
from classeval_hf.pytest_runner.machinery import Sources

_OF_IMPORTS = ("__name__", "__file__", "__spec__", "__path__", "__loader__", "__package__", "__class__", "__doc__")
_CONTAINERS = (dict, list, set, tuple, frozenset)
_WATCHED = (*_CONTAINERS, FunctionType, str, int, float, bytes, type)
_MARK, _CHANGED = "modules of tests", "changed data of tests"


class ShownModules:
    """What stands for modules of tests among all modules: it has none of their names, but is given each as it is asked
    for, which the audit hook sees."""

    def __init__(
        self,
        is_of_tests: Callable[[str], bool],
        causes: Callable[[bool], bool],
        mark: Callable[[str], None],
        sources: Sources,
    ) -> None:
        self._is_of_tests, self._causes, self._mark, self._sources = is_of_tests, causes, mark, sources
        self._modules, self._known = sys.modules, 0
        self._real: dict[int, tuple[ModuleType, ModuleType]] = {}  # by the identity of what stands for it, with that
        self._held: dict[tuple[int, str], tuple[object, object]] = {}

    def names(self) -> list[dict[str, Any]]:
        """The names of the modules of tests."""
        return [vars(real) for _, real in self._real.values()]

    def show(self, kind: type[ModuleType]) -> None:
        """Puts a module of a kind that tells in the place of each module of tests."""
        if len(self._modules) == self._known:
            return
        for name, module in list(self._modules.items()):
            file = vars(module).get("__file__") if type(module) is ModuleType else None
            if type(file) is str and self._is_of_tests(file):
                shown = kind(name)
                self._real[id(shown)] = shown, module
                self._modules[name] = shown
                parent, _, child = name.rpartition(".")
                above = self._modules.get(parent)
                _, above = self._real.get(id(above), (above, above))
                if type(above) is ModuleType and vars(above).get(child) is module:
                    vars(above)[child] = shown
        self._known = len(self._modules)

    def asked(self, shown: ModuleType, name: str, found: list[object]) -> None:
        """Gives what is asked for."""
        value = ModuleType.__getattribute__(self._real[id(shown)][1], name)
        if name not in _OF_IMPORTS and not _is_no_data(value) and self._causes(True):
            self._mark(_MARK)
        found.append(value)

    def given(self, shown: ModuleType, name: str, *value: object) -> None:
        """Sets a name, or deletes it where there is no value."""
        if not (value and _is_no_data(value[0])) and self._causes(True):
            self._mark(_MARK)
        module = self._real[id(shown)][1]
        if value:
            ModuleType.__setattr__(module, name, value[0])
        else:
            ModuleType.__delattr__(module, name)

    def take(self) -> None:
        """Takes note of what the modules hold."""
        self._held = dict(self._holding())

    def check(self) -> None:
        """Marks what is another now, unless the tests' own code sets it."""
        held = dict(self._holding())
        changed = set()
        for key, (value, content) in held.items():
            before = self._held.get(key, (value, content))
            if before[0] is not value or before[1] != content:
                changed.add(key[1])
        if changed and not changed <= self._sources.stored():
            self._mark(_CHANGED)
            self._held = held

    def _holding(self) -> Iterator[tuple[tuple[int, str], tuple[object, object]]]:
        for number, (_, module) in self._real.items():
            for name, value in list(vars(module).items()):
                if name.startswith(("__", "@py")) or type(value) not in _WATCHED:
                    continue
                yield (number, name), (value, _content(value) if type(value) in _CONTAINERS else None)


def _is_no_data(value: object) -> bool:
    """Whether it is a module, or a class without tests: what code is found by, rather than what tests expect."""
    kind = type(value)
    if issubclass(kind, type):
        return not any(name.startswith("test") for base in mro_of(value) for name in names_of(base))
    return issubclass(kind, ModuleType)


def _content(value: Any) -> object:
    try:
        return hash(marshal.dumps(value, 2))
    except ValueError:  # something in it is not plain
        return tuple(map(id, value.values() if type(value) is dict else value))
