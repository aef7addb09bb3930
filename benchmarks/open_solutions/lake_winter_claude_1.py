_STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


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
        cells = ((cell[0] + down, cell[1] + right) for down, right in _STEPS.values())
        return [near for near in cells if self._inside(near)]

    def _water(self):
        return [
            (row, column)
            for row, text in enumerate(self.rows)
            for column, char in enumerate(text)
            if char != "#"
        ]

    def _occupied(self):
        return {(row, column) for row, column, _ in self.walkers.values()}

    def freeze(self, frost: int) -> int:
        if frost < 1:
            raise ValueError("bad frost")
        ice = {}
        new = 0
        for cell in self._water():
            thickness = self.ice.get(cell)
            if thickness is not None:
                ice[cell] = thickness + max(1, 20 * frost // (20 + thickness))
            elif any(self._is_land(near) or near in self.ice for near in self._neighbours(cell)):
                ice[cell] = frost
                new += 1
        self.ice = ice
        return new

    def thaw(self, warmth: int) -> list[str]:
        if warmth < 1:
            raise ValueError("bad warmth")
        ice = {}
        for cell, thickness in self.ice.items():
            near = self._neighbours(cell)
            land = any(self._is_land(n) for n in near)
            water = sum(not self._is_land(n) and n not in self.ice for n in near)
            left = thickness - (2 * warmth if land or water >= 2 else warmth)
            if left > 0:
                ice[cell] = left
        self.ice = ice
        lost = []
        for name, (row, column, weight) in self.walkers.items():
            cell = (row, column)
            if not self._is_land(cell) and self.ice.get(cell, 0) < weight:
                lost.append(name)
        for name in lost:
            row, column, _ = self.walkers.pop(name)
            self.ice.pop((row, column), None)
        return sorted(lost)

    def _closed(self, cell):
        """Whether no walker can come to a cell."""
        return (
            not self._inside(cell)
            or (not self._is_land(cell) and cell not in self.ice)
            or cell in self._occupied()
        )

    def place(self, name: str, row: int, column: int, weight: int) -> int:
        if weight < 1:
            raise ValueError("bad weight")
        if name in self.walkers:
            raise ValueError("known")
        cell = (row, column)
        if self._closed(cell):
            raise ValueError("no place")
        rest = 0
        if not self._is_land(cell):
            rest = self.ice[cell] - weight
            if rest < 0:
                raise ValueError("too thin")
        self.walkers[name] = (row, column, weight)
        return rest

    def walk(self, name: str, steps: str) -> tuple[int, list[str]]:
        if name not in self.walkers:
            raise KeyError(name)
        for step in steps:
            if step not in _STEPS:
                raise ValueError("bad step: " + step)
        count = 0
        for step in steps:
            row, column, weight = self.walkers[name]
            down, right = _STEPS[step]
            cell = (row + down, column + right)
            if self._closed(cell):
                break
            if not self._is_land(cell) and self.ice[cell] < weight:
                broken = {cell}
                for near in self._neighbours(cell):
                    if self.ice.get(near, weight) < weight:
                        broken.add(near)
                for place in broken:
                    del self.ice[place]
                lost = [
                    other
                    for other, (r, c, _) in self.walkers.items()
                    if other == name or (r, c) in broken
                ]
                for other in lost:
                    del self.walkers[other]
                return count, sorted(lost)
            self.walkers[name] = (*cell, weight)
            count += 1
        return count, []

    def floes(self) -> list[list[tuple[int, int]]]:
        found = []
        seen = set()
        for start in sorted(self.ice):
            if start in seen:
                continue
            seen.add(start)
            cells = []
            free = True
            stack = [start]
            while stack:
                cell = stack.pop()
                cells.append(cell)
                for near in self._neighbours(cell):
                    if self._is_land(near):
                        free = False
                    elif near in self.ice and near not in seen:
                        seen.add(near)
                        stack.append(near)
            if free:
                found.append(sorted(cells))
        return found

    def drift(self, direction: str) -> int:
        if direction not in _STEPS:
            raise ValueError("bad direction")
        down, right = _STEPS[direction]
        goals = {}
        moved = 0
        for floe in self.floes():
            targets = [(row + down, column + right) for row, column in floe]
            if all(self._inside(target) for target in targets):
                goals.update(zip(floe, targets))
                moved += 1
        self.ice = {goals.get(cell, cell): thickness for cell, thickness in self.ice.items()}
        for name, (row, column, weight) in self.walkers.items():
            self.walkers[name] = (*goals.get((row, column), (row, column)), weight)
        return moved
