class HiveYard:
    def __init__(self, most: int):
        self.most = most
        self.hives = {}
        self.cells = {}
        self.queens = {}

    def settle(self, hive: str, queen: str, frames: int, day: int) -> None:
        if hive in self.hives:
            raise ValueError("hive exists")
        if queen in self.queens:
            raise ValueError("queen is known")
        if not 1 <= frames <= self.most:
            raise ValueError("bad frames")
        self.hives[hive] = (queen, frames)
        self.queens[queen] = ("", day)

    def split(self, hive: str, new: str, frames: int, day: int) -> bool:
        if hive not in self.hives:
            raise KeyError(hive)
        if new in self.hives:
            raise ValueError("hive exists")
        queen, total = self.hives[hive]
        if not 1 <= frames < total:
            raise ValueError("bad frames")
        self.hives[hive] = (queen, total - frames)
        self.hives[new] = ("", frames)
        if queen:
            if frames >= 3:
                self.cells[new] = (queen, day + 16)
        elif hive in self.cells:
            cell = self.cells[hive]
            if total - frames < 3:
                del self.cells[hive]
            if frames >= 3:
                self.cells[new] = cell
        return new in self.cells

    def lose_queen(self, hive: str, day: int) -> str:
        if hive not in self.hives:
            raise KeyError(hive)
        queen, frames = self.hives[hive]
        if not queen:
            raise ValueError("no queen")
        self.hives[hive] = ("", frames)
        if frames >= 3:
            self.cells[hive] = (queen, day + 16)
        return queen

    def hatch(self, day: int) -> list[str]:
        due = sorted((when, hive) for hive, (_, when) in self.cells.items() if when <= day)
        born = []
        for when, hive in due:
            mother = self.cells.pop(hive)[0]
            number = 1
            while f"{mother}/{number}" in self.queens:
                number += 1
            name = f"{mother}/{number}"
            self.queens[name] = (mother, when)
            self.hives[hive] = (name, self.hives[hive][1])
            born.append(name)
        return born

    def merge(self, hive: str, other: str) -> str:
        for name in (hive, other):
            if name not in self.hives:
                raise KeyError(name)
        if hive == other:
            raise ValueError("same hive")
        own, frames = self.hives[hive]
        guest, more = self.hives[other]
        if frames + more > self.most:
            raise ValueError("bad frames")
        del self.hives[other]
        own_cell = self.cells.pop(hive, None)
        other_cell = self.cells.pop(other, None)
        queen = own or guest
        if own and guest and self.queens[guest][1] > self.queens[own][1]:
            queen = guest
        self.hives[hive] = (queen, frames + more)
        if not queen:
            found = [cell for cell in (own_cell, other_cell) if cell is not None]
            if found:
                self.cells[hive] = min(found, key=lambda cell: cell[1])
        return queen

    def lineage(self, queen: str) -> list[str]:
        if queen not in self.queens:
            raise KeyError(queen)
        line = []
        while queen:
            line.append(queen)
            queen = self.queens[queen][0]
        return line

    def kinship(self, first: str, second: str) -> tuple[str, int]:
        line = self.lineage(first)
        distances = {name: index for index, name in enumerate(self.lineage(second))}
        for index, name in enumerate(line):
            if name in distances:
                return name, index + distances[name]
        return "", -1

    def strain(self, queen: str) -> dict[str, int]:
        if queen not in self.queens:
            raise KeyError(queen)
        result = {}
        for hive, (name, _) in self.hives.items():
            if name:
                line = self.lineage(name)
                if queen in line:
                    result[hive] = line.index(queen)
        return result
