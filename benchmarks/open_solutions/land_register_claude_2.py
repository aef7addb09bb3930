def _cross(origin, one, other):
    return (one[0] - origin[0]) * (other[1] - origin[1]) - (one[1] - origin[1]) * (other[0] - origin[0])


def _double_area(corners):
    return sum(_cross(corners[0], one, other) for one, other in zip(corners[1:], corners[2:]))


def _sides(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def _overlap(first, second):
    for one, other in ((first, second), (second, first)):
        for start, end in _sides(one):
            if all(_cross(start, end, point) <= 0 for point in other):
                return False
    return True


class LandRegister:
    def __init__(self):
        self.parcels = {}

    @staticmethod
    def outline(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        ordered = sorted(set(points))
        if len(ordered) < 2:
            return ordered
        halves = []
        for line in (ordered, ordered[::-1]):
            half = []
            for point in line:
                while len(half) > 1 and _cross(half[-2], half[-1], point) <= 0:
                    half.pop()
                half.append(point)
            halves.append(half)
        return halves[0][:-1] + halves[1][:-1]

    def _check(self, name):
        if name not in self.parcels:
            raise KeyError(name)

    def register(self, name: str, corners: list[tuple[int, int]]) -> int:
        if name in self.parcels:
            raise ValueError("name is taken")
        given = [tuple(corner) for corner in corners]
        shape = self.outline(given)
        if len(shape) < 3 or len(given) != len(shape) or set(given) != set(shape):
            raise ValueError("bad shape")
        first = given.index(shape[0])
        turned = given[first:] + given[:first]
        if shape not in (turned, turned[:1] + turned[:0:-1]):
            raise ValueError("bad shape")
        for other in sorted(self.parcels):
            if _overlap(shape, self.parcels[other]):
                raise ValueError(f"overlaps {other}")
        self.parcels[name] = shape
        return _double_area(shape)

    def double_area(self, name: str) -> int:
        self._check(name)
        return _double_area(self.parcels[name])

    def border(self, one: str, other: str) -> list[tuple[int, int]]:
        self._check(one)
        self._check(other)
        if one == other:
            raise ValueError("same parcel")
        for start, end in _sides(self.parcels[one]):
            for first, last in _sides(self.parcels[other]):
                if _cross(start, end, first) == 0 and _cross(start, end, last) == 0:
                    low = max(min(start, end), min(first, last))
                    high = min(max(start, end), max(first, last))
                    if low < high:
                        return [low, high]
        return []

    def neighbours(self, name: str) -> list[str]:
        self._check(name)
        found = []
        for other in self.parcels:
            if other != name:
                border = self.border(name, other)
                if border:
                    found.append((*border, other))
        return [other for _, _, other in sorted(found)]

    def divide(
        self, name: str, start: tuple[int, int], end: tuple[int, int], left: str, right: str
    ) -> tuple[int, int]:
        self._check(name)
        if left == right or any(new in self.parcels and new != name for new in (left, right)):
            raise ValueError("name is taken")
        corners = self.parcels[name]
        start_sides, end_sides = (
            {
                index
                for index, (one, other) in enumerate(_sides(corners))
                if _cross(one, other, point) == 0 and min(one, other) <= point <= max(one, other)
            }
            for point in (start, end)
        )
        if not start_sides or not end_sides:
            raise ValueError("not on the border")
        if start_sides & end_sides:
            raise ValueError("no line")
        parts = [
            self.outline([start, end] + [corner for corner in corners if sign * _cross(start, end, corner) > 0])
            for sign in (1, -1)
        ]
        del self.parcels[name]
        self.parcels[left], self.parcels[right] = parts
        return _double_area(parts[0]), _double_area(parts[1])

    def join(self, one: str, other: str, name: str) -> list[tuple[int, int]]:
        self._check(one)
        self._check(other)
        if one == other:
            raise ValueError("same parcel")
        if name in self.parcels and name not in (one, other):
            raise ValueError("name is taken")
        shape = self.outline(self.parcels[one] + self.parcels[other])
        if _double_area(shape) != self.double_area(one) + self.double_area(other):
            raise ValueError("not convex")
        del self.parcels[one]
        del self.parcels[other]
        self.parcels[name] = shape
        return list(shape)
