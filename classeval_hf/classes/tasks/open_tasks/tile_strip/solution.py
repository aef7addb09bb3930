# canary: classeval-hf open tile_strip 3ae054da-9770-4854-b5dd-f7295a86a27d

import re


class TileStrip:
    def __init__(self, bag: str, marks: str, values: dict[str, int], rack_size: int):
        self.bag = bag
        self.marks = marks
        self.values = dict(values)
        self.rack_size = rack_size
        self.rack = ""
        self.strip = "." * len(marks)
        self.score = 0
        self.turns = []

    def draw(self) -> str:
        count = max(self.rack_size - len(self.rack), 0)
        drawn = self.bag[:count]
        self.bag = self.bag[count:]
        self.rack = "".join(sorted(self.rack + drawn))
        return drawn

    def needed(self, start: int, word: str) -> str:
        if not re.fullmatch("[A-Z]{2,}", word):
            raise ValueError(f"bad word: {word}")
        end = start + len(word)
        if start < 0 or end > len(self.strip):
            raise ValueError("off the strip")
        cells = self.strip[start:end]
        for position, (cell, letter) in enumerate(zip(cells.upper(), word), start=start):
            if cell not in (".", letter):
                raise ValueError(f"clash at {position}")
        if (self.strip[:start] or ".")[-1] != "." or (self.strip[end:] or ".")[0] != ".":
            raise ValueError("not the whole word")
        if "." not in cells:
            raise ValueError("nothing placed")
        if not cells.strip(".") and self.strip.strip("."):
            raise ValueError("not joined")
        left = list(self.rack)
        placed = ""
        for cell, letter in zip(cells, word):
            if cell != ".":
                placed += "."
            elif letter in left:
                left.remove(letter)
                placed += letter
            elif "?" in left:
                left.remove("?")
                placed += letter.lower()
            else:
                raise ValueError(f"no tile for {letter}")
        return placed

    def worth(self, start: int, word: str) -> int:
        placed = self.needed(start, word)
        points = 0
        factor = 1
        for position, tile in enumerate(placed, start=start):
            mark = self.marks[position]
            if tile == ".":
                points += self.values.get(self.strip[position], 0)
                continue
            points += self.values.get(tile, 0) * (int(mark) if mark in "23" else 1)
            if mark == "w":
                factor *= 2
        beyond = max(len(placed.replace(".", "")) - 3, 0)
        return points * factor + beyond**2

    def play(self, start: int, word: str) -> int:
        placed = self.needed(start, word)
        points = self.worth(start, word)
        end = start + len(word)
        marks = self.marks[start:end]
        strip = list(self.strip)
        rack = list(self.rack)
        left = list(self.marks)
        for position, tile in enumerate(placed, start=start):
            if tile != ".":
                strip[position] = tile
                left[position] = "."
                rack.remove("?" if tile.islower() else tile)
        self.strip, self.rack, self.marks = "".join(strip), "".join(rack), "".join(left)
        self.score += points
        self.turns.append((start, placed, marks, self.draw(), points))
        return points

    def take_back(self) -> str:
        if not self.turns:
            raise ValueError("nothing to take back")
        start, placed, marks, drawn, points = self.turns.pop()
        rack = list(self.rack)
        for tile in drawn:
            rack.remove(tile)
        strip = list(self.strip)
        for position, tile in enumerate(placed, start=start):
            if tile != ".":
                strip[position] = "."
                rack.append("?" if tile.islower() else tile)
        self.strip, self.rack = "".join(strip), "".join(sorted(rack))
        self.bag = drawn + self.bag
        self.marks = self.marks[:start] + marks + self.marks[start + len(marks) :]
        self.score -= points
        return placed

    def swap(self, letters: str) -> str:
        if not letters:
            raise ValueError("no letters")
        rack = list(self.rack)
        for letter in letters:
            if letter not in rack:
                raise ValueError(f"not on the rack: {letter}")
            rack.remove(letter)
        if len(self.bag) < len(letters):
            raise ValueError("bag too small")
        self.rack = "".join(rack)
        drawn = self.draw()
        self.bag += letters
        self.score -= len(letters) - 1
        self.turns = []
        return drawn

    def words(self) -> list[tuple[int, str]]:
        return [(match.start(), match.group().upper()) for match in re.finditer("[A-Za-z]{2,}", self.strip)]

    def final_score(self) -> int:
        if not self.rack and not self.bag:
            return self.score + 5 * len(self.words())
        return self.score - sum(self.values.get(tile, 0) for tile in self.rack)
