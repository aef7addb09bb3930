import re

_INT = re.compile(r"-?[0-9]+")


class LabSheet:
    def __init__(self, columns: list[str]):
        self.columns = columns
        self.rows = []
        self.notes = {}

    def encode(self, value: int | str | None, above: list) -> str:
        if value is None:
            cell = ""
        elif isinstance(value, int):
            cell = str(value)
        elif (
            value == ""
            or value[0] in " %"
            or value[-1] == " "
            or any(character in value for character in "';\n")
            or value == "^"
            or _INT.fullmatch(value)
        ):
            cell = "'" + value.replace("'", "''") + "'"
        else:
            cell = value
        if len(cell) > 1 and above and type(above[0]) is type(value) and above[0] == value:
            return "^"
        return cell

    @staticmethod
    def _read_cell(text, position, number):
        """The cell that begins at a position, as a tuple (quoted, content), and the position after its ";"."""
        quoted = text[position] == "'"
        content = []
        if quoted:
            position += 1
            while True:
                close = text.find("'", position)
                if close < 0:
                    raise ValueError(f"line {number}: open quote")
                content.append(text[position:close])
                position = close + 1
                if text[position:position + 1] != "'":
                    break
                content.append("'")
                position += 1
        end = text.find("\n", position)
        if end < 0:
            end = len(text)
        semicolon = text.find(";", position, end)
        if semicolon < 0:
            raise ValueError(f"line {number}: no end")
        rest = text[position:semicolon].strip(" ")
        if quoted:
            if rest:
                raise ValueError(f"line {number}: bad cell")
            rest = "".join(content)
        elif "'" in rest:
            raise ValueError(f"line {number}: bad cell")
        return (quoted, rest), semicolon + 1

    def parse(self, text: str) -> int:
        columns = None
        rows = []
        notes = {}
        position = 0
        number = 1
        while position < len(text):
            end = text.find("\n", position)
            if end < 0:
                end = len(text)
            line = text[position:end]
            if line.startswith("%") or not line.strip(" "):
                if line.startswith("%"):
                    notes.setdefault(len(rows), []).append(line[1:])
                position = end + 1
                number += 1
                continue
            begin = position
            cells = []
            while True:
                while text[position:position + 1] == " ":
                    position += 1
                if text[position:position + 1] in ("", "\n"):
                    break
                cell, position = self._read_cell(text, position, number)
                cells.append(cell)
            position += 1
            if columns is None:
                columns = [content for _, content in cells]
                if "" in columns or len(set(columns)) < len(columns):
                    raise ValueError(f"line {number}: bad names")
            else:
                if len(cells) != len(columns):
                    raise ValueError(f"line {number}: {len(cells)} cells")
                row = []
                for index, (quoted, content) in enumerate(cells):
                    if quoted:
                        row.append(content)
                    elif not content:
                        row.append(None)
                    elif _INT.fullmatch(content):
                        row.append(int(content))
                    elif content == "^":
                        if not rows:
                            raise ValueError(f"line {number}: nothing above")
                        row.append(rows[-1][index])
                    else:
                        row.append(content)
                rows.append(row)
            number += text.count("\n", begin, position)
        if columns is None:
            raise ValueError("no names")
        self.columns = columns
        self.rows = rows
        self.notes = notes
        return len(rows)

    def text(self) -> str:
        lines = ["".join(self.encode(name, []) + ";" for name in self.columns)]
        for position, row in enumerate(self.rows):
            lines += ["%" + note for note in self.notes.get(position, [])]
            above = self.rows[position - 1] if position else None
            lines.append(
                "".join(
                    self.encode(value, [above[index]] if above is not None else []) + ";"
                    for index, value in enumerate(row)
                )
            )
        lines += ["%" + note for note in self.notes.get(len(self.rows), [])]
        return "".join(line + "\n" for line in lines)

    def insert(self, position: int, values: list) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} cells")
        self.notes = {place + (place >= position): texts for place, texts in self.notes.items()}
        self.rows.insert(position, list(values))
        return len(self.rows)

    def remove(self, position: int) -> list:
        if not 0 <= position < len(self.rows):
            raise IndexError("no position")
        notes = {}
        for place in sorted(self.notes):
            notes.setdefault(place - (place > position), []).extend(self.notes[place])
        self.notes = notes
        return self.rows.pop(position)

    def note(self, position: int, text: str) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if "\n" in text:
            raise ValueError("bad note")
        notes = self.notes.setdefault(position, [])
        notes.append(text)
        return len(notes)

    def save(self, path: str) -> int:
        content = self.text().encode("utf-8")
        with open(path, "wb") as file:
            file.write(content)
        return len(content)

    def load(self, path: str) -> int:
        with open(path, "rb") as file:
            content = file.read()
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError("not UTF-8") from None
        return self.parse(text)
