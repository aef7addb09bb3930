# canary: classeval-hf open lab_sheet 55a5737e-2893-48b0-8983-48821ea51270

import re


def _read_line(text, start, number):
    """The cells of a line, each a tuple (quoted, content), and where the next line begins."""
    cells, place = [], start
    while True:
        while text.startswith(" ", place):
            place += 1
        if place == len(text) or text[place] == "\n":
            return cells, place + 1
        if text[place] == "'":
            match = re.compile(r"'((?:[^']|'')*)'(?!')").match(text, place)
            if not match:
                raise ValueError(f"line {number}: open quote")
            tail = re.compile(r"[^;\n]*").match(text, match.end())
            if not text.startswith(";", tail.end()):
                raise ValueError(f"line {number}: no end")
            if tail.group().strip(" "):
                raise ValueError(f"line {number}: bad cell")
            cells.append((True, match.group(1).replace("''", "'")))
            place = tail.end() + 1
        else:
            match = re.compile(r"[^;\n]*").match(text, place)
            if not text.startswith(";", match.end()):
                raise ValueError(f"line {number}: no end")
            if "'" in match.group():
                raise ValueError(f"line {number}: bad cell")
            cells.append((False, match.group().strip(" ")))
            place = match.end() + 1


class LabSheet:
    def __init__(self, columns: list[str]):
        self.columns = columns
        self.rows = []
        self.notes = {}

    def encode(self, value: int | str | None, above: list) -> str:
        if value is None:
            return ""
        cell = str(value)
        if isinstance(value, str):
            special = value == "" or value != value.strip(" ") or value[0] == "%" or value == "^"
            if special or re.search("[';\n]", value) or re.fullmatch("-?[0-9]+", value):
                cell = "'" + value.replace("'", "''") + "'"
        if above and type(above[0]) is type(value) and above[0] == value and len(cell) > 1:
            return "^"
        return cell

    def parse(self, text: str) -> int:
        columns, rows, notes = None, [], {}
        place, number = 0, 1
        while place < len(text):
            start = number
            line = text[place:].split("\n", 1)[0]
            if line.startswith("%"):
                notes.setdefault(len(rows), []).append(line[1:])
                place += len(line) + 1
                number += 1
                continue
            if not line.strip(" "):
                place += len(line) + 1
                number += 1
                continue
            cells, end = _read_line(text, place, start)
            number += text.count("\n", place, end)
            place = end
            if columns is None:
                columns = [content for _, content in cells]
                if "" in columns or len(set(columns)) < len(columns):
                    raise ValueError(f"line {start}: bad names")
                continue
            if len(cells) != len(columns):
                raise ValueError(f"line {start}: {len(cells)} cells")
            values = []
            for column, (quoted, content) in enumerate(cells):
                if quoted:
                    values.append(content)
                elif content == "^":
                    if not rows:
                        raise ValueError(f"line {start}: nothing above")
                    values.append(rows[-1][column])
                elif re.fullmatch("-?[0-9]+", content):
                    values.append(int(content))
                else:
                    values.append(content or None)
            rows.append(values)
        if columns is None:
            raise ValueError("no names")
        self.columns, self.rows, self.notes = columns, rows, notes
        return len(rows)

    def text(self) -> str:
        lines = ["".join(self.encode(name, []) + ";" for name in self.columns)]
        for position, row in enumerate(self.rows):
            lines += ["%" + note for note in self.notes.get(position, [])]
            above = [[value] for value in self.rows[position - 1]] if position else [[]] * len(row)
            lines.append("".join(self.encode(value, over) + ";" for value, over in zip(row, above)))
        lines += ["%" + note for note in self.notes.get(len(self.rows), [])]
        return "".join(line + "\n" for line in lines)

    def insert(self, position: int, values: list) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} cells")
        self.rows.insert(position, values)
        self.notes = {place + (place >= position): notes for place, notes in self.notes.items()}
        return len(self.rows)

    def remove(self, position: int) -> list:
        if not 0 <= position < len(self.rows):
            raise IndexError("no position")
        kept = {}
        for place, notes in sorted(self.notes.items()):
            kept.setdefault(place - (place > position), []).extend(notes)
        self.notes = kept
        return self.rows.pop(position)

    def note(self, position: int, text: str) -> int:
        if not 0 <= position <= len(self.rows):
            raise IndexError("no position")
        if "\n" in text:
            raise ValueError("bad note")
        self.notes.setdefault(position, []).append(text)
        return len(self.notes[position])

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
