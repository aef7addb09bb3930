"""Charts: a sign for each stitch, as the right side shows it."""

from collections.abc import Iterable

from .errors import CountError
from .expand import Expander, WorkedRow
from .nodes import Section
from .stitches import StitchLibrary


class Chart:
    """A chart of rows, the first at the bottom. Odd rows are read from the right, even ones from the left."""

    def __init__(self, rows: Iterable[WorkedRow]):
        self.rows = tuple(rows)
        if not self.rows:
            raise CountError("a chart needs a row")

    @classmethod
    def of(cls, section: Section, library: StitchLibrary) -> "Chart":
        """The chart of all rows of a section."""
        return cls(Expander(library).section(section))

    @property
    def width(self) -> int:
        """Number of signs in the widest row."""
        return max(len(row.stitches) for row in self.rows)

    def signs(self, number: int) -> str:
        """The signs of the row with that number, from left to right."""
        for row in self.rows:
            if row.number == number and number % 2:
                return "".join(stitch.symbol for stitch in reversed(row.stitches))
            if row.number == number:
                return "".join(stitch.reverse for stitch in row.stitches)
        raise CountError(f"no row {number} in the chart")

    def render(self) -> str:
        """The chart as text: rows from the top, with their numbers on the side where they begin."""
        digits = len(str(self.rows[-1].number))
        lines = []
        for row in reversed(self.rows):
            signs = self.signs(row.number)
            room = self.width - len(signs)
            signs = " " * (room // 2) + signs + " " * (room - room // 2)
            left, right = ("", f" {row.number}") if row.number % 2 else (str(row.number), "")
            lines.append(f"{left:>{digits}} |{signs}|{right}")
        return "\n".join(lines) + "\n"

    def legend(self) -> dict[str, list[str]]:
        """What each sign of the chart stands for."""
        legend: dict[str, list[str]] = {}
        for row in self.rows:
            for stitch in row.stitches:
                sign, name = (
                    (stitch.symbol, stitch.name) if row.number % 2 else (stitch.reverse, f"{stitch.name} (ws)")
                )
                names = legend.setdefault(sign, [])
                if name not in names:
                    names.append(name)
        return {sign: sorted(legend[sign]) for sign in sorted(legend)}

    def part(self, first: int, last: int) -> "Chart":
        """The chart of the rows from `first` to `last`, both included."""
        return type(self)(row for row in self.rows if first <= row.number <= last)

    def period(self) -> int:
        """After how many rows the chart begins again: the least even number, or the number of rows if none fits."""
        signs = [self.signs(row.number) for row in self.rows]
        for height in range(2, len(signs), 2):
            if all(above == below for below, above in zip(signs, signs[height:], strict=False)):
                return height
        return len(signs)
