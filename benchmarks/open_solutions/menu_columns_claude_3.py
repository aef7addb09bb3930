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
                lines.append(word[:width - 1] + "-")
                word = word[width - 1:]
            line = word
        if line:
            lines.append(line)
        return lines

    def entry(self, name: str, price: str) -> list[str]:
        if not name.strip(" "):
            raise ValueError("no name")
        room = self.width - len(price) - 4
        if room < 2:
            raise ValueError("price too long")
        lines = self.wrap(name, room)
        tail = " " + price if price else ""
        start = lines[-1] + " "
        lines[-1] = start + "." * (self.width - len(start) - len(tail)) + tail
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
        lines = self.entry(name, price)
        lines += ["  " + line for line in self.wrap(note, self.width - 2)]
        self.blocks.append(("dish", lines))
        return len(lines)

    @staticmethod
    def _starts(lines, free):
        """Whether a dish would be set or begun where so many lines are free."""
        return len(lines) <= free or (len(lines) >= 4 and free >= 2)

    def columns(self) -> list[list[str]]:
        blocks = list(self.blocks)
        if blocks and blocks[-1][0] == "section":
            blocks.pop()
        columns = [[]]
        below_title = False
        for place, (kind, lines) in enumerate(blocks):
            lines = list(lines)
            if kind == "section":
                gap = 1 if columns[-1] else 0
                free = self.height - len(columns[-1]) - gap - len(lines)
                if columns[-1] and (free < 0 or not self._starts(blocks[place + 1][1], free)):
                    columns.append([])
                    gap = 0
                columns[-1] += [""] * gap + lines
                below_title = True
                continue
            while lines:
                column = columns[-1]
                gap = 1 if column and not below_title else 0
                free = self.height - len(column) - gap
                if len(lines) <= free:
                    count = len(lines)
                elif self._starts(lines, free):
                    count = min(free, len(lines) - 2)
                else:
                    count = 0
                if count:
                    column += [""] * gap + lines[:count]
                    del lines[:count]
                if lines:
                    columns.append([])
                below_title = False
        return [column for column in columns if column]

    def page(self, gutter: int = 3) -> str:
        rows = []
        for cells in zip_longest(*self.columns(), fillvalue=""):
            rows.append((" " * gutter).join(cell.ljust(self.width) for cell in cells).rstrip(" "))
        return "\n".join(rows)
