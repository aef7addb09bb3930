"""Things that are known by name."""

import difflib
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from .errors import UnknownNameError

T = TypeVar("T")


def close_names(name: str, known: Iterable[str]) -> list[str]:
    """At most two of the known names that look like `name`, the most alike first."""
    return difflib.get_close_matches(name, sorted(known), n=2, cutoff=0.7)


class Registry(Generic[T]):
    """Things of one kind, in the order in which they were added."""

    def __init__(self, kind: str):
        self.kind = kind
        self._items: dict[str, T] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, name: object) -> bool:
        return name in self._items

    def add(self, name: str, item: T) -> T:
        """Adds an item; a name can be given once."""
        if name in self._items:
            raise ValueError(f"{self.kind} {name!r} is there already")
        self._items[name] = item
        return item

    def register(self, name: str) -> Callable[[T], T]:
        """A decorator that adds what it stands above."""
        return lambda item: self.add(name, item)

    def get(self, name: str) -> T:
        """The item of that name; raises `UnknownNameError`, with suggestions, if there is none."""
        if name not in self._items:
            raise UnknownNameError(self.kind, name, close_names(name, self._items))
        return self._items[name]
