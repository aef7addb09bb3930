"""Stitch by stitch: what is worked in each row."""

from collections.abc import Iterable
from dataclasses import dataclass

from .errors import CountError
from .nodes import Item, Repeat, Row, Section, Step, Visitor
from .stitches import Stitch, StitchLibrary
from .unroll import unroll

MAX_STITCHES = 5000


@dataclass(frozen=True)
class WorkedRow:
    """A row with all its stitches, in the order in which they are worked."""

    number: int
    stitches: tuple[Stitch, ...]

    @property
    def before(self) -> int:
        """Stitches on the needle before the row."""
        return sum(stitch.uses for stitch in self.stitches)

    @property
    def after(self) -> int:
        """Stitches on the needle after the row."""
        return sum(stitch.makes for stitch in self.stitches)


class Expander(Visitor):
    """Works out how often open groups are worked, and lists the stitches of rows."""

    def __init__(self, library: StitchLibrary):
        self.library = library
        self.left = 0
        self.worked: list[Stitch] = []

    def uses(self, items: Iterable[Item]) -> int:
        """How many stitches of the row below items use that hold no open group."""
        total = 0
        for item in items:
            if isinstance(item, Step):
                total += self.library.get(item.name).uses * item.count
            else:
                total += self.uses(item.body) * (item.times or 0)
        return total

    def visit_step(self, step: Step) -> None:
        """Works a stitch as often as the step says."""
        stitch = self.library.get(step.name)
        needed = stitch.uses * step.count
        if needed > self.left:
            raise CountError(f"{step.name} needs {needed} stitches, {self.left} are left", step.position)
        if len(self.worked) + step.count > MAX_STITCHES:
            raise CountError(f"more than {MAX_STITCHES} stitches in a row", step.position)
        self.left -= needed
        self.worked += [stitch] * step.count

    def visit_repeat(self, repeat: Repeat) -> None:
        """Works a group as often as it says, or as the stitches allow."""
        times = self.times(repeat) if repeat.open else repeat.times
        for _ in range(times or 0):
            for item in repeat.body:
                self.visit(item)

    def times(self, repeat: Repeat) -> int:
        """How often an open group is worked with the stitches that are left."""
        available = self.left - (repeat.leave or 0)
        if available < 0:
            raise CountError(f"{repeat.leave} stitches should stay, {self.left} are left", repeat.position)
        width = self.uses(repeat.body)
        if width == 0:
            raise CountError("an open group that uses no stitches", repeat.position)
        times, rest = divmod(available, width)
        if rest:
            raise CountError(f"{available} stitches are no multiple of {width}", repeat.position)
        return times

    def row(self, row: Row, available: int) -> tuple[Stitch, ...]:
        """The stitches of a row, which must use all that are on the needle."""
        self.left = available
        self.worked = []
        for item in row.items:
            self.visit(item)
        if self.left:
            raise CountError(f"{self.left} of {available} stitches are not worked", row.position)
        return tuple(self.worked)

    def section(self, section: Section) -> list[WorkedRow]:
        """The rows of a section."""
        rows: list[WorkedRow] = []
        available = section.cast_on
        for line in unroll(section):
            if available == 0:
                raise CountError(f"no stitches for row {line.number}", line.row.position)
            rows.append(WorkedRow(line.number, self.row(line.row, available)))
            available = rows[-1].after
        return rows
