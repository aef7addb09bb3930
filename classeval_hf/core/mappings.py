"""Mappings: values grouped by key, and values that are read on first access."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Maps each key to its values; keys and values keep their order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


class LazyMapping(Mapping[str, _Value]):
    """The values of functions, by name; names, and how many there are, are known without a call."""

    def __init__(self, functions: Mapping[str, Callable[[], _Value]]) -> None:
        self._functions = functions
        self._values: dict[str, _Value] = {}

    def __getitem__(self, name: str) -> _Value:
        if name not in self._values:
            self._values[name] = self._functions[name]()
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)
