# canary: classeval-hf open menu_columns 41e48c8b-1604-4d97-a11e-42b0948e78eb

from itertools import zip_longest


class MenuColumns:
    def __init__(self, width: int, height: int):
        self.width = width
        self.height = height
        self.blocks = []

    @staticmethod
    def wrap(text: str, width: int) -> list[str]:
        if width < 2:
            raise ValueError("width too small")
        lines = []
        line = ""
        for word in text.split(" "):
            if not word:
                continue
            if line and len(line) + 1 + len(word) <= width:
                line += " " + word
                continue
            if line:
                lines.append(line)
            while len(word) > width:
                lines.append(word[: width - 1] + "-")
                word = word[width - 1 :]
            line = word
        return lines + [line] if line else lines

    def entry(self, name: str, price: str) -> list[str]:
        if not name.strip(" "):
            raise ValueError("no name")
        room = self.width - len(price) - 4
        if room < 2:
            raise ValueError("price too long")
        lines = self.wrap(name, room)
        tail = " " + price if price else ""
        dots = self.width - len(lines[-1]) - 1 - len(tail)
        lines[-1] += " " + "." * dots + tail
        return lines

    def add_section(self, title: str) -> int:
        lines = self.wrap(title.upper(), self.width)
        if not lines:
            raise ValueError("no title")
        if len(lines) > self.height - 3:
            raise ValueError("title too long")
        if self.blocks and self.blocks[-1][0] == "section":
            self.blocks.pop()
        self.blocks.append(("section", lines))
        return len(self.blocks)

    def add_dish(self, name: str, price: str, note: str = "") -> int:
        lines = self.entry(name, price) + ["  " + line for line in self.wrap(note, self.width - 2)]
        self.blocks.append(("dish", lines))
        return len(lines)

    def columns(self) -> list[list[str]]:
        result = []
        column = []
        title = []
        for kind, lines in self.blocks:
            if kind == "section":
                title = lines
                continue
            used = len(column) + 1 if column else 0
            free = self.height - used - len(title)
            if len(lines) > free and not (len(lines) >= 4 and free >= 2):
                result.append(column)
                column = []
                free = self.height - len(title)
            column += ([""] if column else []) + title
            title = []
            rest = lines
            while len(rest) > free:
                count = min(free, len(rest) - 2)
                result.append(column + rest[:count])
                column = []
                rest = rest[count:]
                free = self.height
            column = column + rest
        return result + [column] if column else result

    def page(self, gutter: int = 3) -> str:
        rows = []
        for cells in zip_longest(*self.columns(), fillvalue=""):
            rows.append((" " * gutter).join(cell.ljust(self.width) for cell in cells).rstrip(" "))
        return "\n".join(rows)
