_MOVES = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


class LakeWinter:
    def __init__(self, rows: list[str]):
        self.rows = rows
        self.ice = {}
        self.walkers = {}

    def _inside(self, cell):
        return 0 <= cell[0] < len(self.rows) and 0 <= cell[1] < len(self.rows[0])

    def _is_land(self, cell):
        return self.rows[cell[0]][cell[1]] == "#"

    def _neighbours(self, cell):
        near = ((cell[0] + down, cell[1] + right) for down, right in _MOVES.values())
        return [other for other in near if self._inside(other)]

    def _lose(self, names):
        for name in names:
            del self.walkers[name]
        return sorted(names)

    def freeze(self, frost: int) -> int:
        if frost < 1:
            raise ValueError("bad frost")
        new = {
            cell: thick + max(1, 20 * frost // (20 + thick)) for cell, thick in self.ice.items()
        }
        count = 0
        for row, line in enumerate(self.rows):
            for column, mark in enumerate(line):
                cell = (row, column)
                if mark == "#" or cell in self.ice:
                    continue
                if any(self._is_land(other) or other in self.ice for other in self._neighbours(cell)):
                    new[cell] = frost
                    count += 1
        self.ice = new
        return count

    def thaw(self, warmth: int) -> list[str]:
        if warmth < 1:
            raise ValueError("bad warmth")
        new = {}
        for cell, thick in self.ice.items():
            near = self._neighbours(cell)
            land = any(self._is_land(other) for other in near)
            water = sum(1 for other in near if not self._is_land(other) and other not in self.ice)
            thick -= 2 * warmth if land or water >= 2 else warmth
            if thick > 0:
                new[cell] = thick
        self.ice = new
        lost = []
        for name, (row, column, weight) in self.walkers.items():
            if not self._is_land((row, column)) and self.ice.get((row, column), 0) < weight:
                self.ice.pop((row, column), None)
                lost.append(name)
        return self._lose(lost)

    def _blocked(self, cell):
        """Whether nobody can step on a cell: it is not in the grid, is open water, or has a walker."""
        if not self._inside(cell):
            return True
        if not self._is_land(cell) and cell not in self.ice:
            return True
        return any(walker[:2] == cell for walker in self.walkers.values())

    def place(self, name: str, row: int, column: int, weight: int) -> int:
        if weight < 1:
            raise ValueError("bad weight")
        if name in self.walkers:
            raise ValueError("known")
        cell = (row, column)
        if self._blocked(cell):
            raise ValueError("no place")
        land = self._is_land(cell)
        if not land and self.ice[cell] < weight:
            raise ValueError("too thin")
        self.walkers[name] = (row, column, weight)
        return 0 if land else self.ice[cell] - weight

    def walk(self, name: str, steps: str) -> tuple[int, list[str]]:
        if name not in self.walkers:
            raise KeyError(name)
        for letter in steps:
            if letter not in _MOVES:
                raise ValueError(f"bad step: {letter}")
        row, column, weight = self.walkers[name]
        count = 0
        for letter in steps:
            down, right = _MOVES[letter]
            cell = (row + down, column + right)
            if self._blocked(cell):
                break
            if not self._is_land(cell) and self.ice[cell] < weight:
                broken = {cell}
                broken.update(
                    other for other in self._neighbours(cell) if other in self.ice and self.ice[other] < weight
                )
                for other in broken:
                    del self.ice[other]
                lost = {other for other, walker in self.walkers.items() if walker[:2] in broken}
                return count, self._lose(lost | {name})
            row, column = cell
            self.walkers[name] = (row, column, weight)
            count += 1
        return count, []

    def floes(self) -> list[list[tuple[int, int]]]:
        found = []
        seen = set()
        for start in sorted(self.ice):
            if start in seen:
                continue
            seen.add(start)
            cells = [start]
            fast = False
            for cell in cells:
                for other in self._neighbours(cell):
                    if self._is_land(other):
                        fast = True
                    elif other in self.ice and other not in seen:
                        seen.add(other)
                        cells.append(other)
            if not fast:
                found.append(sorted(cells))
        return found

    def drift(self, direction: str) -> int:
        if direction not in _MOVES:
            raise ValueError("bad direction")
        down, right = _MOVES[direction]
        moves = {}
        count = 0
        for floe in self.floes():
            targets = {cell: (cell[0] + down, cell[1] + right) for cell in floe}
            if all(self._inside(target) for target in targets.values()):
                moves.update(targets)
                count += 1
        ice = {cell: thick for cell, thick in self.ice.items() if cell not in moves}
        for cell, target in moves.items():
            ice[target] = self.ice[cell]
        self.ice = ice
        for name, (row, column, weight) in self.walkers.items():
            if (row, column) in moves:
                self.walkers[name] = (*moves[row, column], weight)
        return count
