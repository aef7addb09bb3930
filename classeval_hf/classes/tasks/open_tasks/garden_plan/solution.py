# canary: classeval-hf open garden_plan 55eeae16-dedf-458b-8cb8-0093e8a0ff23


class GardenPlan:
    def __init__(self, width: int, height: int):
        self.width = width
        self.height = height
        self.beds = {}
        self.rows = [[""] * width for _ in range(height)]

    def clash(self, x: int, y: int, w: int, h: int) -> list[str]:
        names = []
        if x < 0 or y < 0 or x + w > self.width or y + h > self.height:
            names.append("#")
        for row in self.rows[max(y, 0) : max(y + h, 0)]:
            for name in row[max(x, 0) : max(x + w, 0)]:
                if name and name not in names:
                    names.append(name)
        return names

    def lay(self, name: str, x: int, y: int, w: int, h: int) -> int:
        if min(w, h) < 1:
            raise ValueError("bad size")
        if name in ("", "#") or name in self.beds:
            raise ValueError("bad name")
        blocking = self.clash(x, y, w, h)
        if blocking:
            raise ValueError(f"blocked by {blocking[0]}")
        self.beds[name] = (x, y, w, h)
        for row in self.rows[y : y + h]:
            row[x : x + w] = [name] * w
        return sum(row.count("") for row in self.rows)

    def lift(self, name: str) -> tuple[int, int, int, int]:
        x, y, w, h = self.beds.pop(name)
        for row in self.rows[y : y + h]:
            row[x : x + w] = [""] * w
        return x, y, w, h

    def contact(self, x: int, y: int, w: int, h: int) -> dict[str, int]:
        beyond = [(column, row) for column in range(x, x + w) for row in (y - 1, y + h)]
        beyond += [(column, row) for row in range(y, y + h) for column in (x - 1, x + w)]
        edges = {}
        for column, row in beyond:
            inside = 0 <= column < self.width and 0 <= row < self.height
            name = self.rows[row][column] if inside else "#"
            if name:
                edges[name] = edges.get(name, 0) + 1
        return edges

    def best_spot(self, w: int, h: int) -> tuple[int, ...]:
        best, spot = 0, ()
        for y in range(self.height):
            for x in range(self.width):
                for columns, rows in ((w, h), (h, w)):
                    if self.clash(x, y, columns, rows):
                        continue
                    edges = sum(self.contact(x, y, columns, rows).values())
                    if not spot or edges > best:
                        best, spot = edges, (x, y, columns, rows)
        return spot

    def slide(self, name: str, direction: str) -> int:
        if name not in self.beds:
            raise KeyError(name)
        dx, dy = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0)}[direction]
        x, y, w, h = self.lift(name)
        moved = 0
        while not self.clash(x + dx, y + dy, w, h):
            x, y, moved = x + dx, y + dy, moved + 1
        self.lay(name, x, y, w, h)
        return moved

    def unreached(self) -> list[str]:
        waiting = [(column, 0) for column in range(self.width)]
        seen = set(waiting)
        reached = set()
        while waiting:
            column, row = waiting.pop()
            name = self.rows[row][column]
            if name:
                reached.add(name)
                continue
            for step in ((column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)):
                if step not in seen and 0 <= step[0] < self.width and 0 <= step[1] < self.height:
                    seen.add(step)
                    waiting.append(step)
        return sorted(set(self.beds) - reached)
