# canary: classeval-hf open lake_winter c9e94766-cc76-44c1-a613-a4f676f5a1c5

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

    def _is_open(self, cell):
        return not self._is_land(cell) and cell not in self.ice

    def _neighbours(self, cell):
        cells = [(cell[0] + down, cell[1] + right) for down, right in _STEPS.values()]
        return [other for other in cells if self._inside(other)]

    def _standing(self):
        return {(row, column): name for name, (row, column, _) in self.walkers.items()}

    def freeze(self, frost: int) -> int:
        if frost < 1:
            raise ValueError("bad frost")
        ice = {cell: thickness + max(1, 20 * frost // (20 + thickness)) for cell, thickness in self.ice.items()}
        count = 0
        for row, text in enumerate(self.rows):
            for column in range(len(text)):
                cell = (row, column)
                if self._is_open(cell) and any(not self._is_open(other) for other in self._neighbours(cell)):
                    ice[cell] = frost
                    count += 1
        self.ice = ice
        return count

    def thaw(self, warmth: int) -> list[str]:
        if warmth < 1:
            raise ValueError("bad warmth")
        ice = {}
        for cell, thickness in self.ice.items():
            neighbours = self._neighbours(cell)
            loss = warmth
            if any(self._is_land(other) for other in neighbours) or sum(map(self._is_open, neighbours)) >= 2:
                loss = 2 * warmth
            if thickness > loss:
                ice[cell] = thickness - loss
        self.ice = ice
        lost = []
        for name, (row, column, weight) in list(self.walkers.items()):
            cell = (row, column)
            if not self._is_land(cell) and self.ice.get(cell, 0) < weight:
                lost.append(name)
                del self.walkers[name]
                self.ice.pop(cell, None)
        return sorted(lost)

    def place(self, name: str, row: int, column: int, weight: int) -> int:
        if weight < 1:
            raise ValueError("bad weight")
        if name in self.walkers:
            raise ValueError("known")
        cell = (row, column)
        if not self._inside(cell) or self._is_open(cell) or cell in self._standing():
            raise ValueError("no place")
        spare = 0 if self._is_land(cell) else self.ice[cell] - weight
        if spare < 0:
            raise ValueError("too thin")
        self.walkers[name] = (row, column, weight)
        return spare

    def walk(self, name: str, steps: str) -> tuple[int, list[str]]:
        if name not in self.walkers:
            raise KeyError(name)
        for step in steps:
            if step not in _STEPS:
                raise ValueError("bad step: " + step)
        row, column, weight = self.walkers[name]
        standing = self._standing()
        count = 0
        for step in steps:
            down, right = _STEPS[step]
            cell = (row + down, column + right)
            if not self._inside(cell) or self._is_open(cell) or (cell in standing and standing[cell] != name):
                break
            if not self._is_land(cell) and self.ice[cell] < weight:
                broken = [cell] + [other for other in self._neighbours(cell) if self.ice.get(other, weight) < weight]
                lost = {name}
                for other in broken:
                    del self.ice[other]
                    if other in standing:
                        lost.add(standing[other])
                for walker in lost:
                    del self.walkers[walker]
                return (count, sorted(lost))
            row, column = cell
            self.walkers[name] = (row, column, weight)
            count += 1
        return (count, [])

    def floes(self) -> list[list[tuple[int, int]]]:
        result = []
        seen = set()
        for start in sorted(self.ice):
            if start in seen:
                continue
            seen.add(start)
            cells = [start]
            ashore = False
            for cell in cells:
                for other in self._neighbours(cell):
                    if self._is_land(other):
                        ashore = True
                    elif other in self.ice and other not in seen:
                        seen.add(other)
                        cells.append(other)
            if not ashore:
                result.append(sorted(cells))
        return result

    def drift(self, direction: str) -> int:
        if direction not in _STEPS:
            raise ValueError("bad direction")
        down, right = _STEPS[direction]
        moves = {}
        count = 0
        for floe in self.floes():
            if all(self._inside((row + down, column + right)) for row, column in floe):
                count += 1
                for row, column in floe:
                    moves[row, column] = (row + down, column + right)
        self.ice = {moves.get(cell, cell): thickness for cell, thickness in self.ice.items()}
        for name, (row, column, weight) in self.walkers.items():
            self.walkers[name] = (*moves.get((row, column), (row, column)), weight)
        return count
