# canary: classeval-hf open hive_yard 77f9f125-e9e5-49b4-9155-efc15b607fd2


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
        queen, before = self.hives[hive]
        if not 1 <= frames < before:
            raise ValueError("bad frames")
        self.hives[hive] = (queen, before - frames)
        self.hives[new] = ("", frames)
        cell = (queen, day + 16) if queen else self.cells.get(hive)
        if before - frames < 3:
            self.cells.pop(hive, None)
        if cell is None or frames < 3:
            return False
        self.cells[new] = cell
        return True

    def lose_queen(self, hive: str, day: int) -> str:
        queen, frames = self.hives[hive]
        if not queen:
            raise ValueError("no queen")
        self.hives[hive] = ("", frames)
        if frames >= 3:
            self.cells[hive] = (queen, day + 16)
        return queen

    def hatch(self, day: int) -> list[str]:
        names = []
        for date, hive in sorted((date, hive) for hive, (_, date) in self.cells.items() if date <= day):
            mother = self.cells.pop(hive)[0]
            number = 1
            while f"{mother}/{number}" in self.queens:
                number += 1
            name = f"{mother}/{number}"
            self.queens[name] = (mother, date)
            self.hives[hive] = (name, self.hives[hive][1])
            names.append(name)
        return names

    def merge(self, hive: str, other: str) -> str:
        for name in (hive, other):
            if name not in self.hives:
                raise KeyError(name)
        if hive == other:
            raise ValueError("same hive")
        (queen, frames), (rival, more) = self.hives[hive], self.hives[other]
        if frames + more > self.most:
            raise ValueError("bad frames")
        del self.hives[other]
        cells = [self.cells.pop(name) for name in (hive, other) if name in self.cells]
        if not queen or (rival and self.queens[rival][1] > self.queens[queen][1]):
            queen = rival
        self.hives[hive] = (queen, frames + more)
        if cells and not queen:
            self.cells[hive] = min(cells, key=lambda cell: cell[1])
        return queen

    def lineage(self, queen: str) -> list[str]:
        line = [queen]
        while self.queens[line[-1]][0]:
            line.append(self.queens[line[-1]][0])
        return line

    def kinship(self, first: str, second: str) -> tuple[str, int]:
        left, right = self.lineage(first), self.lineage(second)
        for distance, queen in enumerate(left):
            if queen in right:
                return queen, distance + right.index(queen)
        return "", -1

    def strain(self, queen: str) -> dict[str, int]:
        if queen not in self.queens:
            raise KeyError(queen)
        found = {}
        for hive, (head, _) in self.hives.items():
            line = self.lineage(head) if head else []
            if queen in line:
                found[hive] = line.index(queen)
        return found
