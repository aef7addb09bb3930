"""Patterns as trees. Nodes are compared without their places in a text."""

from dataclasses import dataclass, field
from typing import Any

from .source import Position


@dataclass(frozen=True)
class Node:
    """Part of a pattern."""


@dataclass(frozen=True)
class Step(Node):
    """A stitch, worked `count` times; `name` is its name in the library."""

    name: str
    count: int = 1
    position: Position | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Repeat(Node):
    """
    A group that is worked several times: `times` times, or until `leave` stitches are left.

    Exactly one of the two is not `None`. The group is *open* if it is worked until so many stitches are left.
    """

    body: "tuple[Step | Repeat, ...]"
    times: int | None = None
    leave: int | None = None
    position: Position | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if (self.times is None) == (self.leave is None):
            raise ValueError("a group is worked a number of times or until a number of stitches is left")

    @property
    def open(self) -> bool:
        """Whether the number of times depends on the stitches that are there."""
        return self.times is None


Item = Step | Repeat


@dataclass(frozen=True)
class Row(Node):
    """A row, or several rows that are worked alike: those from `first` to `last`, both included."""

    first: int
    last: int
    items: tuple[Item, ...]
    position: Position | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Again(Node):
    """The rows from `first` to `last`, both included, worked `times` times more."""

    first: int
    last: int
    times: int = 1
    position: Position | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Section(Node):
    """A piece that is knitted on its own, `copies` times: stitches that are cast on, and rows."""

    name: str
    cast_on: int
    entries: tuple[Row | Again, ...]
    copies: int = 1


@dataclass(frozen=True)
class Pattern(Node):
    """A pattern: its title and its sections."""

    title: str
    sections: tuple[Section, ...]


class Visitor:
    """Calls, for a node, its own method that is named after the kind of the node, such as `visit_step`."""

    def visit(self, node: Node) -> Any:
        """What the method for this kind of node returns."""
        name = f"visit_{type(node).__name__.lower()}"
        method = getattr(self, name, None)
        if method is None:
            raise NotImplementedError(f"{type(self).__name__} has no {name}")
        return method(node)
