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
        if queen:
            cell = (queen, day + 16)
        else:
            cell = self.cells.get(hive)
            if cell and before - frames < 3:
                del self.cells[hive]
        if cell and frames >= 3:
            self.cells[new] = cell
            return True
        return False

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
        due = sorted((when, hive, mother) for hive, (mother, when) in self.cells.items() if when <= day)
        result = []
        for when, hive, mother in due:
            number = 1
            while f"{mother}/{number}" in self.queens:
                number += 1
            name = f"{mother}/{number}"
            del self.cells[hive]
            self.hives[hive] = (name, self.hives[hive][1])
            self.queens[name] = (mother, when)
            result.append(name)
        return result

    def merge(self, hive: str, other: str) -> str:
        for name in (hive, other):
            if name not in self.hives:
                raise KeyError(name)
        if hive == other:
            raise ValueError("same hive")
        queen, frames = self.hives[hive]
        second, more = self.hives[other]
        if frames + more > self.most:
            raise ValueError("bad frames")
        if queen and second:
            if self.queens[second][1] > self.queens[queen][1]:
                queen = second
        else:
            queen = queen or second
        cell = self.cells.pop(hive, None)
        rival = self.cells.pop(other, None)
        if not queen:
            if cell is None or (rival is not None and rival[1] < cell[1]):
                cell = rival
            if cell is not None:
                self.cells[hive] = cell
        del self.hives[other]
        self.hives[hive] = (queen, frames + more)
        return queen

    def lineage(self, queen: str) -> list[str]:
        if queen not in self.queens:
            raise KeyError(queen)
        result = []
        while queen:
            result.append(queen)
            queen = self.queens[queen][0]
        return result

    def kinship(self, first: str, second: str) -> tuple[str, int]:
        one, two = self.lineage(first), self.lineage(second)
        distances = {name: distance for distance, name in enumerate(two)}
        for distance, name in enumerate(one):
            if name in distances:
                return (name, distance + distances[name])
        return ("", -1)

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
