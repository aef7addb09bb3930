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
        count = max(0, self.rack_size - len(self.rack))
        drawn = self.bag[:count]
        self.bag = self.bag[count:]
        self.rack = "".join(sorted(self.rack + drawn))
        return drawn

    def needed(self, start: int, word: str) -> str:
        if not re.fullmatch(r"[A-Z]{2,}", word):
            raise ValueError("bad word: " + word)
        end = start + len(word)
        if start < 0 or end > len(self.strip):
            raise ValueError("off the strip")
        cells = self.strip[start:end]
        for place, (cell, letter) in enumerate(zip(cells, word), start):
            if cell != "." and cell.upper() != letter:
                raise ValueError(f"clash at {place}")
        if (start > 0 and self.strip[start - 1] != ".") or (end < len(self.strip) and self.strip[end] != "."):
            raise ValueError("not the whole word")
        if "." not in cells:
            raise ValueError("nothing placed")
        if cells.strip(".") == "" and self.strip.strip(".") != "":
            raise ValueError("not joined")
        rack = list(self.rack)
        placed = ""
        for cell, letter in zip(cells, word):
            if cell != ".":
                placed += "."
            elif letter in rack:
                rack.remove(letter)
                placed += letter
            elif "?" in rack:
                rack.remove("?")
                placed += letter.lower()
            else:
                raise ValueError("no tile for " + letter)
        return placed

    def worth(self, start: int, word: str) -> int:
        placed = self.needed(start, word)
        points = 0
        factor = 1
        count = 0
        for place, tile in enumerate(placed, start):
            if tile == ".":
                points += self.values.get(self.strip[place], 0)
                continue
            count += 1
            mark = self.marks[place]
            points += self.values.get(tile, 0) * (int(mark) if mark in "23" else 1)
            if mark == "w":
                factor *= 2
        points *= factor
        if count > 3:
            points += (count - 3) ** 2
        return points

    def _drop(self, tiles):
        rack = list(self.rack)
        for tile in tiles:
            rack.remove(tile)
        self.rack = "".join(rack)

    @staticmethod
    def _tiles(placed):
        return ["?" if tile.islower() else tile for tile in placed if tile != "."]

    def play(self, start: int, word: str) -> int:
        points = self.worth(start, word)
        placed = self.needed(start, word)
        end = start + len(word)
        before = self.marks[start:end]
        strip = list(self.strip)
        marks = list(self.marks)
        for place, tile in enumerate(placed, start):
            if tile != ".":
                strip[place] = tile
                marks[place] = "."
        self.strip = "".join(strip)
        self.marks = "".join(marks)
        self._drop(self._tiles(placed))
        self.score += points
        drawn = self.draw()
        self.turns.append((start, placed, before, drawn, points))
        return points

    def take_back(self) -> str:
        if not self.turns:
            raise ValueError("nothing to take back")
        start, placed, marks, drawn, points = self.turns.pop()
        self._drop(drawn)
        self.bag = drawn + self.bag
        self.rack = "".join(sorted(self.rack + "".join(self._tiles(placed))))
        strip = list(self.strip)
        for place, tile in enumerate(placed, start):
            if tile != ".":
                strip[place] = "."
        self.strip = "".join(strip)
        self.marks = self.marks[:start] + marks + self.marks[start + len(marks):]
        self.score -= points
        return placed

    def swap(self, letters: str) -> str:
        if not letters:
            raise ValueError("no letters")
        rack = list(self.rack)
        for letter in letters:
            if letter not in rack:
                raise ValueError("not on the rack: " + letter)
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
        return [(match.start(), match.group().upper()) for match in re.finditer(r"[A-Za-z]{2,}", self.strip)]

    def final_score(self) -> int:
        score = self.score - sum(self.values.get(tile, 0) for tile in self.rack if tile != "?")
        if not self.rack and not self.bag:
            score += 5 * len(self.words())
        return score
