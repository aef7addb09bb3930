"""Writing patterns as `parse_pattern` reads them."""

from collections.abc import Iterable

from .errors import PatternSyntaxError
from .nodes import Again, Item, Pattern, Repeat, Row, Section, Step, Visitor
from .stitches import StitchLibrary
from .unroll import unroll

INDENT = "    "


class PatternWriter(Visitor):
    """Writes patterns in one way, whatever way they were written in."""

    def __init__(self, library: StitchLibrary, width: int = 80):
        self.library = library
        self.width = width

    def write(self, pattern: Pattern) -> str:
        """The text of a pattern."""
        return "\n".join(self.visit(pattern)) + "\n"

    def visit_pattern(self, pattern: Pattern) -> list[str]:
        """The lines of a pattern, with an empty line before each section."""
        if '"' in pattern.title or "\n" in pattern.title:
            raise PatternSyntaxError(f"a title that cannot be read again: {pattern.title!r}")
        lines = [f'pattern "{pattern.title}"']
        for section in pattern.sections:
            lines += ["", *self.visit(section)]
        return lines

    def visit_section(self, section: Section) -> list[str]:
        """The lines of a section; rows that follow each other and are worked alike are joined."""
        unroll(section)  # so that no rows are written that could not be numbered
        lines = [f"section {section.name}"]
        if section.copies != 1:
            lines.append(f"make {section.copies}")
        lines.append(f"cast on {section.cast_on}")
        entries: list[Row | Again] = []
        for entry in section.entries:
            before = entries[-1] if entries else None
            if isinstance(entry, Row):
                entry = Row(entry.first, entry.last, self.tidy(entry.items))
                if isinstance(before, Row) and before.items == entry.items:
                    entries[-1] = Row(before.first, entry.last, entry.items)
                    continue
            entries.append(entry)
        for entry in entries:
            lines += self.visit(entry)
        return lines

    def visit_row(self, row: Row) -> list[str]:
        """The lines of a row; after the first, they are indented."""
        title = f"row {row.first}:" if row.first == row.last else f"rows {row.first}-{row.last}:"
        words = f"{title} {self.join(self.tidy(row.items))}".replace(", ", ",\n").split("\n")
        lines = [words[0]]
        for word in words[1:]:
            if len(lines[-1]) + 1 + len(word) <= self.width:
                lines[-1] += f" {word}"
            else:
                lines.append(INDENT + word)
        return lines

    def visit_again(self, again: Again) -> list[str]:
        """The line of rows that are worked again."""
        rows = f"{again.first}" if again.first == again.last else f"{again.first}-{again.last}"
        return [f"again {rows}" + (f" x{again.times}" if again.times != 1 else "")]

    def visit_step(self, step: Step) -> str:
        """The word of a stitch; the number follows at once if that is read as the same."""
        stitch = self.library.get(step.name)
        if step.count == 1:
            return stitch.name
        together = f"{stitch.name}{step.count}"
        return together if self.library.split(together) == (stitch, step.count) else f"{stitch.name} x{step.count}"

    def visit_repeat(self, repeat: Repeat) -> str:
        """The words of a group; an open group of one word stands without parentheses."""
        body = self.join(repeat.body)
        if not repeat.open:
            return f"({body}) x{repeat.times}"
        end = f"to last {repeat.leave}" if repeat.leave else "to end"
        return f"({body}) {end}" if " " in body else f"{body} {end}"

    def join(self, items: Iterable[Item]) -> str:
        """Items with commas between them."""
        return ", ".join(self.visit(item) for item in items)

    def tidy(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The same work in fewer words."""
        tidied: list[Item] = []
        for item in items:
            if isinstance(item, Repeat):
                item = Repeat(self.tidy(item.body), item.times, item.leave)
                only = item.body[0] if len(item.body) == 1 else None
                if item.times is not None and isinstance(only, Step):
                    item = Step(only.name, only.count * item.times)
            parts = item.body if isinstance(item, Repeat) and item.times == 1 else (item,)
            for part in parts:
                last = tidied[-1] if tidied else None
                if isinstance(part, Step) and isinstance(last, Step) and part.name == last.name:
                    tidied[-1] = Step(last.name, last.count + part.count)
                else:
                    tidied.append(part)
        return tuple(tidied)
