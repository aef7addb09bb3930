"""Mappings: values grouped by key, and values that are read on first access."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """The values of each key; keys and values keep their order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


@dataclass(eq=False)
class LazyMapping(Mapping[str, _Value]):
    """The values of functions, by name. Each function is called when its value is first read."""

    functions: Mapping[str, Callable[[], _Value]]
    values_read: dict[str, _Value] = field(default_factory=dict, init=False)

    def __getitem__(self, name: str) -> _Value:
        if name not in self.values_read:
            self.values_read[name] = self.functions[name]()
        return self.values_read[name]

    def __contains__(self, name: object) -> bool:
        return name in self.functions

    def __iter__(self) -> Iterator[str]:
        return iter(self.functions)

    def __len__(self) -> int:
        return len(self.functions)
