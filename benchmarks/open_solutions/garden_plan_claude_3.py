# canary: classeval-hf open garden_plan 55eeae16-dedf-458b-8cb8-0093e8a0ff23

_DIRECTIONS = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}


class GardenPlan:
    def __init__(self, width: int, height: int):
        self.width = width
        self.height = height
        self.beds = {}
        self.rows = [[""] * width for _ in range(height)]

    def _inside(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height

    def _fill(self, rectangle, name):
        x, y, w, h = rectangle
        for row in range(y, y + h):
            self.rows[row][x:x + w] = [name] * w

    def clash(self, x: int, y: int, w: int, h: int) -> list[str]:
        found = {}
        if x < 0 or y < 0 or x + w > self.width or y + h > self.height:
            found["#"] = True
        for row in range(max(0, y), min(self.height, y + h)):
            for column in range(max(0, x), min(self.width, x + w)):
                if self.rows[row][column]:
                    found[self.rows[row][column]] = True
        return list(found)

    def lay(self, name: str, x: int, y: int, w: int, h: int) -> int:
        if w < 1 or h < 1:
            raise ValueError("bad size")
        if name in ("", "#") or name in self.beds:
            raise ValueError("bad name")
        clash = self.clash(x, y, w, h)
        if clash:
            raise ValueError("blocked by " + clash[0])
        self.beds[name] = (x, y, w, h)
        self._fill(self.beds[name], name)
        return sum(row.count("") for row in self.rows)

    def lift(self, name: str) -> tuple[int, int, int, int]:
        if name not in self.beds:
            raise KeyError(name)
        rectangle = self.beds.pop(name)
        self._fill(rectangle, "")
        return rectangle

    def contact(self, x: int, y: int, w: int, h: int) -> dict[str, int]:
        cells = []
        for column in range(x, x + w):
            cells += [(column, y - 1), (column, y + h)]
        for row in range(y, y + h):
            cells += [(x - 1, row), (x + w, row)]
        result = {}
        for column, row in cells:
            name = self.rows[row][column] if self._inside(column, row) else "#"
            if name:
                result[name] = result.get(name, 0) + 1
        return result

    def best_spot(self, w: int, h: int) -> tuple[int, ...]:
        best = ()
        most = -1
        for y in range(self.height):
            for x in range(self.width):
                for rectangle in ((x, y, w, h), (x, y, h, w)):
                    if self.clash(*rectangle):
                        continue
                    count = sum(self.contact(*rectangle).values())
                    if count > most:
                        most = count
                        best = rectangle
        return best

    def slide(self, name: str, direction: str) -> int:
        if name not in self.beds:
            raise KeyError(name)
        if direction not in _DIRECTIONS:
            raise KeyError(direction)
        right, down = _DIRECTIONS[direction]
        x, y, w, h = self.beds[name]
        self._fill((x, y, w, h), "")
        count = 0
        while not self.clash(x + right, y + down, w, h):
            x += right
            y += down
            count += 1
        self.beds[name] = (x, y, w, h)
        self._fill(self.beds[name], name)
        return count

    def unreached(self) -> list[str]:
        reached = {name for name in self.rows[0] if name}
        stack = [(column, 0) for column in range(self.width) if not self.rows[0][column]]
        seen = set(stack)
        while stack:
            x, y = stack.pop()
            for right, down in _DIRECTIONS.values():
                cell = (x + right, y + down)
                if not self._inside(*cell) or cell in seen:
                    continue
                name = self.rows[cell[1]][cell[0]]
                if name:
                    reached.add(name)
                else:
                    seen.add(cell)
                    stack.append(cell)
        return sorted(name for name in self.beds if name not in reached)
