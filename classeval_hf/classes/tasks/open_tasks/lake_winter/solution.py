# canary: classeval-hf open lake_winter c9e94766-cc76-44c1-a613-a4f676f5a1c5

STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


def _around(rows, cell):
    cells = [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]
    return [(row, column) for row, column in cells if 0 <= row < len(rows) and 0 <= column < len(rows[0])]


def _is_land(rows, cell):
    return rows[cell[0]][cell[1]] == "#"


class LakeWinter:
    def __init__(self, rows: list[str]):
        self.rows = rows
        self.ice = {}
        self.walkers = {}

    def freeze(self, frost: int) -> int:
        if frost < 1:
            raise ValueError("bad frost")
        ice = {cell: thick + max(1, 20 * frost // (20 + thick)) for cell, thick in self.ice.items()}
        for row, text in enumerate(self.rows):
            for column, sign in enumerate(text):
                cell = (row, column)
                near = _around(self.rows, cell)
                if sign == "." and cell not in self.ice:
                    if any(other in self.ice or _is_land(self.rows, other) for other in near):
                        ice[cell] = frost
        count = len(ice) - len(self.ice)
        self.ice = ice
        return count

    def thaw(self, warmth: int) -> list[str]:
        if warmth < 1:
            raise ValueError("bad warmth")
        ice = {}
        for cell, thick in self.ice.items():
            near = _around(self.rows, cell)
            lands = sum(_is_land(self.rows, other) for other in near)
            opens = sum(other not in self.ice for other in near) - lands
            thick -= 2 * warmth if lands or opens >= 2 else warmth
            if thick > 0:
                ice[cell] = thick
        self.ice = ice
        lost = []
        for name, (row, column, weight) in sorted(self.walkers.items()):
            if not _is_land(self.rows, (row, column)) and ice.get((row, column), 0) < weight:
                ice.pop((row, column), None)
                del self.walkers[name]
                lost.append(name)
        return lost

    def place(self, name: str, row: int, column: int, weight: int) -> int:
        if weight < 1:
            raise ValueError("bad weight")
        if name in self.walkers:
            raise ValueError("known")
        if not (0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])):
            raise ValueError("no place")
        land = _is_land(self.rows, (row, column))
        if (
            not land
            and (row, column) not in self.ice
            or any(walker[:2] == (row, column) for walker in self.walkers.values())
        ):
            raise ValueError("no place")
        spare = 0 if land else self.ice[row, column] - weight
        if spare < 0:
            raise ValueError("too thin")
        self.walkers[name] = (row, column, weight)
        return spare

    def walk(self, name: str, steps: str) -> tuple[int, list[str]]:
        if name not in self.walkers:
            raise KeyError(name)
        for step in steps:
            if step not in STEPS:
                raise ValueError(f"bad step: {step}")
        row, column, weight = self.walkers[name]
        for count, step in enumerate(steps):
            near = _around(self.rows, (row, column))
            row, column = row + STEPS[step][0], column + STEPS[step][1]
            others = [walker[:2] for walker in self.walkers.values()]
            if (row, column) not in near or (row, column) in others:
                return count, []
            if not _is_land(self.rows, (row, column)):
                if (row, column) not in self.ice:
                    return count, []
                if self.ice[row, column] < weight:
                    broken = [
                        cell
                        for cell in [(row, column), *_around(self.rows, (row, column))]
                        if self.ice.get(cell, weight) < weight
                    ]
                    for cell in broken:
                        del self.ice[cell]
                    lost = sorted({name, *(other for other, walker in self.walkers.items() if walker[:2] in broken)})
                    for other in lost:
                        del self.walkers[other]
                    return count, lost
            self.walkers[name] = (row, column, weight)
        return len(steps), []

    def floes(self) -> list[list[tuple[int, int]]]:
        result, seen = [], set()
        for first in sorted(self.ice):
            if first in seen:
                continue
            seen.add(first)
            cells, fast = [first], False
            for cell in cells:
                for other in _around(self.rows, cell):
                    fast = fast or _is_land(self.rows, other)
                    if other in self.ice and other not in seen:
                        seen.add(other)
                        cells.append(other)
            if not fast:
                result.append(sorted(cells))
        return result

    def drift(self, direction: str) -> int:
        if direction not in STEPS:
            raise ValueError("bad direction")
        down, right = STEPS[direction]
        moved = {}
        count = 0
        for floe in self.floes():
            targets = {cell: (cell[0] + down, cell[1] + right) for cell in floe}
            if all(0 <= row < len(self.rows) and 0 <= column < len(self.rows[0]) for row, column in targets.values()):
                moved.update(targets)
                count += 1
        self.ice = {moved.get(cell, cell): thick for cell, thick in self.ice.items()}
        for name, (row, column, weight) in self.walkers.items():
            self.walkers[name] = (*moved.get((row, column), (row, column)), weight)
        return count
