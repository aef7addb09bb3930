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
        if frames < 1 or frames > self.most:
            raise ValueError("bad frames")
        self.hives[hive] = (queen, frames)
        self.queens[queen] = ("", day)

    def split(self, hive: str, new: str, frames: int, day: int) -> bool:
        if hive not in self.hives:
            raise KeyError(hive)
        if new in self.hives:
            raise ValueError("hive exists")
        queen, total = self.hives[hive]
        stay = total - frames
        if frames < 1 or stay < 1:
            raise ValueError("bad frames")
        self.hives[hive] = (queen, stay)
        self.hives[new] = ("", frames)
        if queen:
            if frames >= 3:
                self.cells[new] = (queen, day + 16)
        elif hive in self.cells:
            cell = self.cells[hive]
            if frames >= 3:
                self.cells[new] = cell
            if stay < 3:
                del self.cells[hive]
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
        due = sorted((d, hive, mother) for hive, (mother, d) in self.cells.items() if d <= day)
        names = []
        for d, hive, mother in due:
            number = 1
            while f"{mother}/{number}" in self.queens:
                number += 1
            name = f"{mother}/{number}"
            self.queens[name] = (mother, d)
            del self.cells[hive]
            self.hives[hive] = (name, self.hives[hive][1])
            names.append(name)
        return names

    def merge(self, hive: str, other: str) -> str:
        for name in (hive, other):
            if name not in self.hives:
                raise KeyError(name)
        if hive == other:
            raise ValueError("same hive")
        queen, frames = self.hives[hive]
        queen2, frames2 = self.hives[other]
        if frames + frames2 > self.most:
            raise ValueError("bad frames")
        del self.hives[other]
        cell = self.cells.pop(hive, None)
        cell2 = self.cells.pop(other, None)
        if queen and queen2:
            if self.queens[queen2][1] > self.queens[queen][1]:
                queen = queen2
        else:
            queen = queen or queen2
        self.hives[hive] = (queen, frames + frames2)
        if not queen:
            if cell is None or (cell2 is not None and cell2[1] < cell[1]):
                cell = cell2
            if cell is not None:
                self.cells[hive] = cell
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
        distance = {name: i for i, name in enumerate(self.lineage(second))}
        for i, name in enumerate(line):
            if name in distance:
                return (name, i + distance[name])
        return ("", -1)

    def strain(self, queen: str) -> dict[str, int]:
        if queen not in self.queens:
            raise KeyError(queen)
        result = {}
        for hive, (own, _) in self.hives.items():
            if own:
                line = self.lineage(own)
                if queen in line:
                    result[hive] = line.index(queen)
        return result
