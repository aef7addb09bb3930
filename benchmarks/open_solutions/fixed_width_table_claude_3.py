# canary: classeval-hf open fixed_width_table a7347717-3986-4114-967c-686b6ed6d93a

import re

_NUMBER = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?%?")


class FixedWidthTable:
    def __init__(self, headers: list[str], max_width: int = 20) -> None:
        self.headers = list(headers)
        self.rows = []
        self.max_width = max_width

    @staticmethod
    def clip(text: str, width: int) -> str:
        if width < 1:
            raise ValueError("width must be positive")
        text = " ".join(text.split())
        if len(text) <= width:
            return text
        if width <= 3:
            return text[:width].rstrip()
        return text[: width - 3].rstrip() + "..."

    def add_row(self, cells: list) -> bool:
        if len(cells) > len(self.headers):
            raise ValueError(f"{len(cells)} cells for {len(self.headers)} columns")
        row = []
        for cell in cells:
            if cell is None:
                row.append("")
            elif isinstance(cell, bool):
                row.append("yes" if cell else "no")
            elif isinstance(cell, float):
                row.append(format(cell, ".2f"))
            else:
                row.append(str(cell))
        if not any(cell.strip() for cell in row):
            return False
        row += [""] * (len(self.headers) - len(row))
        self.rows.append(row)
        return True

    @staticmethod
    def alignments(rows: list[list[str]], columns: int) -> str:
        result = ""
        for column in range(columns):
            cells = [row[column].strip() for row in rows]
            cells = [cell for cell in cells if cell]
            right = bool(cells) and all(_NUMBER.fullmatch(cell) for cell in cells)
            result += "r" if right else "l"
        return result

    def render(self) -> str:
        aligns = self.alignments(self.rows, len(self.headers))
        table = [[self.clip(cell, self.max_width) for cell in row] for row in [self.headers] + self.rows]
        widths = [max(1, *(len(row[column]) for row in table)) for column in range(len(self.headers))]
        lines = []
        for row in table:
            cells = [
                cell.rjust(width) if align == "r" else cell.ljust(width)
                for cell, width, align in zip(row, widths, aligns)
            ]
            lines.append("  ".join(cells).rstrip(" "))
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(lines)

    def to_markdown(self) -> str:
        aligns = self.alignments(self.rows, len(self.headers))

        def line(cells):
            return "| " + " | ".join(cells) + " |"

        def content(cell):
            return cell.strip().replace("|", "\\|").replace("\n", "<br>")

        lines = [line([content(cell) for cell in self.headers])]
        lines.append(line(["---:" if align == "r" else "---" for align in aligns]))
        lines += [line([content(cell) for cell in row]) for row in self.rows]
        return "\n".join(lines)

    @staticmethod
    def parse(text: str) -> list[list[str]]:
        lines = text.split("\n")
        for ruler in range(1, len(lines)):
            if re.fullmatch(r"[- ]*-[- ]*", lines[ruler]):
                break
        else:
            raise ValueError("no ruler")
        spans = [match.span() for match in re.finditer(r"-+", lines[ruler])]
        spans[-1] = (spans[-1][0], None)
        result = []
        for number in [ruler - 1, *range(ruler + 1, len(lines))]:
            line = lines[number]
            if number > ruler and not line.strip():
                break
            result.append([line[start:end].strip() for start, end in spans])
        return result
