"""The rows of a section one by one, in the order in which they are worked."""

from dataclasses import dataclass

from .errors import CountError, PatternSyntaxError
from .nodes import Again, Row, Section

MAX_ROWS = 2000


@dataclass(frozen=True)
class Line:
    """A row as it is worked: its number, and the row of the pattern that says what to do."""

    number: int
    row: Row

    @property
    def right_side(self) -> bool:
        """Whether the right side faces the knitter, as in all odd rows."""
        return self.number % 2 == 1


def unroll(section: Section) -> list[Line]:
    """The rows of a section, numbered from 1 without a gap."""
    lines: list[Line] = []
    for entry in section.entries:
        due = len(lines) + 1
        height = entry.last - entry.first + 1
        times = entry.times if isinstance(entry, Again) else 1
        if height < 1:
            raise PatternSyntaxError(f"rows {entry.first}-{entry.last} are in the wrong order", entry.position)
        if isinstance(entry, Row):
            if entry.first != due:
                raise PatternSyntaxError(f"row {entry.first} where row {due} is due", entry.position)
        elif entry.first < 1 or entry.last >= due:
            missing = entry.first if entry.first < 1 else entry.last
            raise PatternSyntaxError(f"no row {missing} to work again", entry.position)
        elif times < 1:
            raise PatternSyntaxError(f"rows cannot be worked {times} times", entry.position)
        elif (due - entry.first) % 2 or (height % 2 and times > 1):
            raise PatternSyntaxError(f"row {entry.first} would change sides", entry.position)
        if len(lines) + height * times > MAX_ROWS:
            raise CountError(f"more than {MAX_ROWS} rows", entry.position)
        source = [entry] * height if isinstance(entry, Row) else [line.row for line in lines[entry.first - 1 :]]
        worked = source[:height] * times
        lines += [Line(due + place, row) for place, row in enumerate(worked)]
    return lines
