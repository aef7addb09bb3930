# canary: classeval-hf open lab_sheet 55a5737e-2893-48b0-8983-48821ea51270

import re

_INT = re.compile(r"-?[0-9]+")
_END = re.compile(r"[;\n]|\Z")


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
            value in ("", "^")
            or value[0] in " %"
            or value[-1] == " "
            or any(sign in value for sign in "';\n")
            or _INT.fullmatch(value)
        ):
            cell = "'" + value.replace("'", "''") + "'"
        else:
            cell = value
        if len(cell) > 1 and above and type(above[0]) is type(value) and above[0] == value:
            return "^"
        return cell

    @staticmethod
    def _read_cells(text, position, line):
        """Read the cells of a line: tuples (quoted, text), and the position of its end."""
        cells = []
        while True:
            while text.startswith(" ", position):
                position += 1
            if position == len(text) or text[position] == "\n":
                return cells, position
            quoted = text[position] == "'"
            if quoted:
                pieces = []
                position += 1
                while True:
                    end = text.find("'", position)
                    if end < 0:
                        raise ValueError(f"line {line}: open quote")
                    pieces.append(text[position:end])
                    position = end + 1
                    if not text.startswith("'", position):
                        break
                    pieces.append("'")
                    position += 1
                content = "".join(pieces)
            end = _END.search(text, position).start()
            if not text.startswith(";", end):
                raise ValueError(f"line {line}: no end")
            rest = text[position:end].strip(" ")
            if quoted:
                bad = rest != ""
            else:
                content = rest
                bad = "'" in rest
            if bad:
                raise ValueError(f"line {line}: bad cell")
            cells.append((quoted, content))
            position = end + 1

    def parse(self, text: str) -> int:
        columns = None
        rows = []
        notes = {}
        position = 0
        line = 1
        while position < len(text):
            end = text.find("\n", position)
            if end < 0:
                end = len(text)
            if text[position] == "%":
                notes.setdefault(len(rows), []).append(text[position + 1:end])
            elif text[position:end].strip(" "):
                cells, end = self._read_cells(text, position, line)
                if columns is None:
                    columns = [content for _, content in cells]
                    if "" in columns or len(set(columns)) < len(columns):
                        raise ValueError(f"line {line}: bad names")
                else:
                    rows.append(self._values(cells, columns, rows, line))
            line += text.count("\n", position, end + 1)
            position = end + 1
        if columns is None:
            raise ValueError("no names")
        self.columns = columns
        self.rows = rows
        self.notes = notes
        return len(rows)

    @staticmethod
    def _values(cells, columns, rows, line):
        if len(cells) != len(columns):
            raise ValueError(f"line {line}: {len(cells)} cells")
        row = []
        for column, (quoted, content) in enumerate(cells):
            if quoted:
                row.append(content)
            elif content == "":
                row.append(None)
            elif content == "^":
                if not rows:
                    raise ValueError(f"line {line}: nothing above")
                row.append(rows[-1][column])
            elif _INT.fullmatch(content):
                row.append(int(content))
            else:
                row.append(content)
        return row

    def text(self) -> str:
        lines = ["".join(self.encode(name, []) + ";" for name in self.columns)]
        before = None
        for position, row in enumerate(self.rows):
            lines += ["%" + note for note in self.notes.get(position, [])]
            cells = []
            for column, value in enumerate(row):
                above = [] if before is None else [before[column]]
                cells.append(self.encode(value, above) + ";")
            lines.append("".join(cells))
            before = row
        lines += ["%" + note for note in self.notes.get(len(self.rows), [])]
        return "".join(line + "\n" for line in lines)

    def insert(self, position: int, values: list) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} cells")
        self.rows.insert(position, list(values))
        self.notes = {place + (place >= position): notes for place, notes in self.notes.items()}
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
        data = self.text().encode("utf-8")
        with open(path, "wb") as file:
            file.write(data)
        return len(data)

    def load(self, path: str) -> int:
        with open(path, "rb") as file:
            data = file.read()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError("not UTF-8") from None
        return self.parse(text)
