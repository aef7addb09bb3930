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
            value in ("", "^")
            or value[0] in " %"
            or value[-1] == " "
            or any(char in value for char in "';\n")
            or _INT.fullmatch(value)
        ):
            cell = "'" + value.replace("'", "''") + "'"
        else:
            cell = value
        if above and len(cell) > 1 and type(above[0]) is type(value) and above[0] == value:
            return "^"
        return cell

    @staticmethod
    def _read_line(text, i, number):
        """The cells of the line that begins at i, as tuples (content, quoted), and where the next line begins."""
        cells = []
        while True:
            while i < len(text) and text[i] == " ":
                i += 1
            if cells and (i == len(text) or text[i] == "\n"):
                return cells, i + 1
            quoted = text[i] == "'"
            if quoted:
                content = ""
                i += 1
                while True:
                    end = text.find("'", i)
                    if end < 0:
                        raise ValueError(f"line {number}: open quote")
                    content += text[i:end]
                    i = end + 1
                    if text[i:i + 1] != "'":
                        break
                    content += "'"
                    i += 1
            line_end = text.find("\n", i)
            if line_end < 0:
                line_end = len(text)
            end = text.find(";", i, line_end)
            if end < 0:
                raise ValueError(f"line {number}: no end")
            between = text[i:end].strip(" ")
            if quoted:
                if between:
                    raise ValueError(f"line {number}: bad cell")
                cells.append((content, True))
            else:
                if "'" in between:
                    raise ValueError(f"line {number}: bad cell")
                cells.append((between, False))
            i = end + 1

    def parse(self, text: str) -> int:
        columns = None
        rows = []
        notes = {}
        i = 0
        number = 1
        while i < len(text):
            line_end = text.find("\n", i)
            if line_end < 0:
                line_end = len(text)
            line = text[i:line_end]
            if line.startswith("%"):
                notes.setdefault(len(rows), []).append(line[1:])
                following = line_end + 1
            elif not line.strip(" "):
                following = line_end + 1
            else:
                cells, following = self._read_line(text, i, number)
                if columns is None:
                    columns = [content for content, _ in cells]
                    if "" in columns or len(set(columns)) < len(columns):
                        raise ValueError(f"line {number}: bad names")
                else:
                    if len(cells) != len(columns):
                        raise ValueError(f"line {number}: {len(cells)} cells")
                    row = []
                    for column, (content, quoted) in enumerate(cells):
                        if quoted:
                            row.append(content)
                        elif content == "":
                            row.append(None)
                        elif content == "^":
                            if not rows:
                                raise ValueError(f"line {number}: nothing above")
                            row.append(rows[-1][column])
                        elif _INT.fullmatch(content):
                            row.append(int(content))
                        else:
                            row.append(content)
                    rows.append(row)
            number += text.count("\n", i, following)
            i = following
        if columns is None:
            raise ValueError("no names")
        self.columns = columns
        self.rows = rows
        self.notes = notes
        return len(rows)

    def text(self) -> str:
        parts = ["".join(self.encode(name, []) + ";" for name in self.columns) + "\n"]
        for position in range(len(self.rows) + 1):
            parts.extend(f"%{note}\n" for note in self.notes.get(position, ()))
            if position < len(self.rows):
                for column, value in enumerate(self.rows[position]):
                    above = [self.rows[position - 1][column]] if position else []
                    parts.append(self.encode(value, above) + ";")
                parts.append("\n")
        return "".join(parts)

    def insert(self, position: int, values: list) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} cells")
        self.rows.insert(position, list(values))
        self.notes = {p + 1 if p >= position else p: texts for p, texts in self.notes.items()}
        return len(self.rows)

    def remove(self, position: int) -> list:
        if not 0 <= position < len(self.rows):
            raise IndexError("no position")
        values = self.rows.pop(position)
        notes = {}
        for p in sorted(self.notes):
            notes.setdefault(p - 1 if p > position else p, []).extend(self.notes[p])
        self.notes = notes
        return values

    def note(self, position: int, text: str) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if "\n" in text:
            raise ValueError("bad note")
        texts = self.notes.setdefault(position, [])
        texts.append(text)
        return len(texts)

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
