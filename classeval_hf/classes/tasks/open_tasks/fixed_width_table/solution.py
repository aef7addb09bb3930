# canary: classeval-hf open fixed_width_table a7347717-3986-4114-967c-686b6ed6d93a

import re


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
                row.append(f"{cell:.2f}")
            else:
                row.append(str(cell))
        if not any(cell.strip() for cell in row):
            return False
        self.rows.append(row + [""] * (len(self.headers) - len(row)))
        return True

    @staticmethod
    def alignments(rows: list[list[str]], columns: int) -> str:
        number = r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?%?"
        result = ""
        for column in range(columns):
            cells = [row[column].strip() for row in rows if row[column].strip()]
            numeric = bool(cells) and all(re.fullmatch(number, cell) for cell in cells)
            result += "r" if numeric else "l"
        return result

    def render(self) -> str:
        lines = [[self.clip(cell, self.max_width) for cell in line] for line in [self.headers, *self.rows]]
        widths = [max(1, *map(len, column)) for column in zip(*lines, strict=True)]
        lines.insert(1, ["-" * width for width in widths])
        sides = self.alignments(self.rows, len(self.headers))
        texts = []
        for line in lines:
            cells = [
                cell.rjust(width) if side == "r" else cell.ljust(width)
                for cell, width, side in zip(line, widths, sides, strict=True)
            ]
            texts.append("  ".join(cells).rstrip())
        return "\n".join(texts)

    def to_markdown(self) -> str:
        lines = [
            [cell.strip().replace("|", "\\|").replace("\n", "<br>") for cell in line]
            for line in [self.headers, *self.rows]
        ]
        sides = self.alignments(self.rows, len(self.headers))
        lines.insert(1, ["---:" if side == "r" else "---" for side in sides])
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    @staticmethod
    def parse(text: str) -> list[list[str]]:
        lines = text.split("\n")
        for number, ruler in enumerate(lines):
            if number > 0 and re.fullmatch(r" *-[- ]*", ruler):
                break
        else:
            raise ValueError("no ruler")
        spans = [match.span() for match in re.finditer(r"-+", ruler)]
        spans[-1] = (spans[-1][0], None)
        table = [[lines[number - 1][start:end].strip() for start, end in spans]]
        for line in lines[number + 1 :]:
            if not line.strip():
                break
            table.append([line[start:end].strip() for start, end in spans])
        return table
