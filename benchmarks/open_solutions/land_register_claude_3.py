# canary: classeval-hf open land_register df2a7547-7184-4f83-94bd-276aa844ec78


def _cross(origin, one, two):
    return (one[0] - origin[0]) * (two[1] - origin[1]) - (one[1] - origin[1]) * (two[0] - origin[0])


def _sides(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def _double_area(corners):
    return sum(one[0] * two[1] - one[1] * two[0] for one, two in _sides(corners))


def _apart(one, other):
    """Whether a side of one polygon has the whole other polygon on its outer side."""
    return any(all(_cross(start, end, point) <= 0 for point in other) for start, end in _sides(one))


def _on_side(point, side):
    start, end = side
    return _cross(start, end, point) == 0 and min(side) <= point <= max(side)


class LandRegister:
    def __init__(self):
        self.parcels = {}

    @staticmethod
    def outline(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        ordered = sorted({tuple(point) for point in points})
        if len(ordered) < 3:
            return ordered
        chains = []
        for sequence in (ordered, ordered[::-1]):
            chain = []
            for point in sequence:
                while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
                    chain.pop()
                chain.append(point)
            chains.append(chain[:-1])
        return chains[0] + chains[1]

    def register(self, name: str, corners: list[tuple[int, int]]) -> int:
        if name in self.parcels:
            raise ValueError("name is taken")
        corners = [tuple(corner) for corner in corners]
        shape = self.outline(corners)
        if len(shape) < 3 or len(corners) != len(shape) or shape[0] not in corners:
            raise ValueError("bad shape")
        first = corners.index(shape[0])
        around = corners[first:] + corners[:first]
        if around != shape and around[:1] + around[:0:-1] != shape:
            raise ValueError("bad shape")
        for other in sorted(self.parcels):
            if not _apart(shape, self.parcels[other]) and not _apart(self.parcels[other], shape):
                raise ValueError("overlaps " + other)
        self.parcels[name] = shape
        return _double_area(shape)

    def double_area(self, name: str) -> int:
        if name not in self.parcels:
            raise KeyError(name)
        return _double_area(self.parcels[name])

    def _check_pair(self, one, other):
        for name in (one, other):
            if name not in self.parcels:
                raise KeyError(name)
        if one == other:
            raise ValueError("same parcel")

    def border(self, one: str, other: str) -> list[tuple[int, int]]:
        self._check_pair(one, other)
        for side in _sides(self.parcels[one]):
            for second in _sides(self.parcels[other]):
                if _cross(*side, second[0]) == 0 and _cross(*side, second[1]) == 0:
                    low = max(min(side), min(second))
                    high = min(max(side), max(second))
                    if low < high:
                        return [low, high]
        return []

    def neighbours(self, name: str) -> list[str]:
        if name not in self.parcels:
            raise KeyError(name)
        found = []
        for other in self.parcels:
            if other != name:
                line = self.border(name, other)
                if line:
                    found.append((line, other))
        return [other for _, other in sorted(found)]

    def divide(
        self, name: str, start: tuple[int, int], end: tuple[int, int], left: str, right: str
    ) -> tuple[int, int]:
        if name not in self.parcels:
            raise KeyError(name)
        if left == right or any(new in self.parcels and new != name for new in (left, right)):
            raise ValueError("name is taken")
        start, end = tuple(start), tuple(end)
        corners = self.parcels[name]
        sides = _sides(corners)
        for point in (start, end):
            if not any(_on_side(point, side) for side in sides):
                raise ValueError("not on the border")
        if start == end or any(_on_side(start, side) and _on_side(end, side) for side in sides):
            raise ValueError("no line")
        one = self.outline([start, end] + [point for point in corners if _cross(start, end, point) > 0])
        two = self.outline([start, end] + [point for point in corners if _cross(start, end, point) < 0])
        del self.parcels[name]
        self.parcels[left] = one
        self.parcels[right] = two
        return (_double_area(one), _double_area(two))

    def join(self, one: str, other: str, name: str) -> list[tuple[int, int]]:
        self._check_pair(one, other)
        if name in self.parcels and name not in (one, other):
            raise ValueError("name is taken")
        shape = self.outline(self.parcels[one] + self.parcels[other])
        if _double_area(shape) != _double_area(self.parcels[one]) + _double_area(self.parcels[other]):
            raise ValueError("not convex")
        del self.parcels[one]
        del self.parcels[other]
        self.parcels[name] = shape
        return list(shape)
