# canary: classeval-hf open land_register df2a7547-7184-4f83-94bd-276aa844ec78


class LandRegister:
    def __init__(self):
        self.parcels = {}

    @staticmethod
    def outline(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        points = sorted(set(points))
        if len(points) < 2:
            return points
        result = []
        for row in (points, points[::-1]):
            half = []
            for x, y in row:
                while len(half) > 1:
                    (ax, ay), (bx, by) = half[-2:]
                    if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                        break
                    half.pop()
                half.append((x, y))
            result += half[:-1]
        return result

    def register(self, name: str, corners: list[tuple[int, int]]) -> int:
        if name in self.parcels:
            raise ValueError("name is taken")
        shape = self.outline(corners)
        turned = list(corners) if len(shape) > 2 else []
        if turned and len(turned) == len(shape):
            first = turned.index(shape[0])
            turned = turned[first:] + turned[:first]
            if turned[1] != shape[1]:
                turned = turned[:1] + turned[:0:-1]
        if not turned or turned != shape:
            raise ValueError("bad shape")
        for other in sorted(self.parcels):
            apart = False
            for one, two in ((shape, self.parcels[other]), (self.parcels[other], shape)):
                for (ax, ay), (bx, by) in zip(one, one[1:] + one[:1]):
                    if all((bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 0 for x, y in two):
                        apart = True
            if not apart:
                raise ValueError(f"overlaps {other}")
        self.parcels[name] = shape
        return self.double_area(name)

    def double_area(self, name: str) -> int:
        corners = self.parcels[name]
        return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]))

    def border(self, one: str, other: str) -> list[tuple[int, int]]:
        shapes = [self.parcels[one], self.parcels[other]]
        if one == other:
            raise ValueError("same parcel")
        common = set()
        for shape, points in (shapes, shapes[::-1]):
            edges = list(zip(shape, shape[1:] + shape[:1]))
            for x, y in points:
                if all((bx - ax) * (y - ay) >= (by - ay) * (x - ax) for (ax, ay), (bx, by) in edges):
                    common.add((x, y))
        return [min(common), max(common)] if len(common) > 1 else []

    def neighbours(self, name: str) -> list[str]:
        if name not in self.parcels:
            raise KeyError(name)
        borders = [(self.border(name, other), other) for other in self.parcels if other != name]
        return [other for border, other in sorted(borders) if border]

    def divide(
        self, name: str, start: tuple[int, int], end: tuple[int, int], left: str, right: str
    ) -> tuple[int, int]:
        corners = self.parcels[name]
        if left == right or {left, right} & (self.parcels.keys() - {name}):
            raise ValueError("name is taken")
        places = []
        for x, y in (start, end):
            sides = set()
            for index, (ax, ay) in enumerate(corners):
                bx, by = corners[(index + 1) % len(corners)]
                straight = (bx - ax) * (y - ay) == (by - ay) * (x - ax)
                if straight and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                    sides.add(index)
            places.append(sides)
        if not all(places):
            raise ValueError("not on the border")
        if places[0] & places[1]:
            raise ValueError("no line")
        parts = {left: [start, end], right: [start, end]}
        for x, y in corners:
            turn = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
            if turn:
                parts[left if turn > 0 else right].append((x, y))
        del self.parcels[name]
        for part, points in parts.items():
            self.parcels[part] = self.outline(points)
        return self.double_area(left), self.double_area(right)

    def join(self, one: str, other: str, name: str) -> list[tuple[int, int]]:
        area = self.double_area(one) + self.double_area(other)
        if one == other:
            raise ValueError("same parcel")
        if name in self.parcels and name not in (one, other):
            raise ValueError("name is taken")
        shape = self.outline(self.parcels[one] + self.parcels[other])
        if area != sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1])):
            raise ValueError("not convex")
        del self.parcels[one], self.parcels[other]
        self.parcels[name] = shape
        return list(shape)
