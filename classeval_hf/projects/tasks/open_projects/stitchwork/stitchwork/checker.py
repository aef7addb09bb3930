"""Finding what is wrong with a pattern, all of it at once."""

from dataclasses import dataclass

from .errors import CountError, PlacedError, UnknownStitchError
from .expand import Expander, WorkedRow
from .nodes import Pattern, Section
from .source import Position
from .stitches import StitchLibrary
from .unroll import unroll


@dataclass(frozen=True)
class Problem:
    """
    Something that is wrong with a section.

    `code` is `order` for rows that cannot be numbered, `unknown` for a stitch that is not known, `count` for stitches
    that do not come out even, `wide` for too many stitches and `empty` for none.
    """

    section: str
    row: int
    code: str
    message: str
    position: Position | None = None

    def __str__(self) -> str:
        return f"{self.section}, row {self.row}: {self.message}"


class Checker:
    """Checks patterns for needles that hold so many stitches."""

    def __init__(self, library: StitchLibrary, needle: int = 300):
        self.library = library
        self.needle = needle

    def check(self, pattern: Pattern) -> list[Problem]:
        """What is wrong with a pattern, in its order."""
        return [problem for section in pattern.sections for problem in self.check_section(section)]

    def check_section(self, section: Section) -> list[Problem]:
        """What is wrong with a section, in the order of its rows."""
        try:
            lines = unroll(section)
        except PlacedError as error:
            return [Problem(section.name, 0, "order", error.message, error.position)]
        problems: list[Problem] = []
        seen: set[tuple[str, Position | None]] = set()
        expander = Expander(self.library)
        available = section.cast_on
        if available > self.needle:
            problems.append(Problem(section.name, 0, "wide", f"{available} stitches, the needle holds {self.needle}"))
        for line in lines:
            problem = None
            try:
                after = WorkedRow(line.number, expander.row(line.row, available)).after
            except CountError as error:
                problem = Problem(section.name, line.number, "count", error.message, error.position)
                after = available
            except UnknownStitchError as error:
                problem = Problem(section.name, line.number, "unknown", str(error), line.row.position)
                after = available
            if after > self.needle >= available:
                message = f"{after} stitches, the needle holds {self.needle}"
                problem = Problem(section.name, line.number, "wide", message, line.row.position)
            if after == 0 and problem is None and line is not lines[-1]:
                problems.append(Problem(section.name, line.number, "empty", "no stitches are left", line.row.position))
                break
            available = after
            if problem and (problem.message, problem.position) not in seen:
                seen.add((problem.message, problem.position))
                problems.append(problem)
        return problems
