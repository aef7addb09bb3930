class LandRegister:
    def __init__(self):
        self.parcels = {}

    @staticmethod
    def _cross(a, b, c):
        """Positive if c is on the left if one looks from a to b, negative on the right, 0 on the line."""
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    @staticmethod
    def _sides(corners):
        return list(zip(corners, corners[1:] + corners[:1]))

    @staticmethod
    def outline(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        ordered = sorted({tuple(point) for point in points})
        if len(ordered) < 3:
            return ordered

        def half(sequence):
            chain = []
            for point in sequence:
                while len(chain) > 1 and LandRegister._cross(chain[-2], chain[-1], point) <= 0:
                    chain.pop()
                chain.append(point)
            return chain

        return half(ordered)[:-1] + half(ordered[::-1])[:-1]

    @staticmethod
    def _area(corners):
        return sum(a[0] * b[1] - a[1] * b[0] for a, b in LandRegister._sides(corners))

    def _overlap(self, first, second):
        for one, other in ((first, second), (second, first)):
            for a, b in self._sides(one):
                if all(self._cross(a, b, point) <= 0 for point in other):
                    return False
        return True

    def _check(self, *names):
        for name in names:
            if name not in self.parcels:
                raise KeyError(name)

    def register(self, name: str, corners: list[tuple[int, int]]) -> int:
        if name in self.parcels:
            raise ValueError("name is taken")
        given = [tuple(corner) for corner in corners]
        normal = self.outline(given)
        if len(normal) < 3 or len(given) != len(normal):
            raise ValueError("bad shape")
        start = given.index(normal[0])
        turned = given[start:] + given[:start]
        if turned != normal and turned[:1] + turned[:0:-1] != normal:
            raise ValueError("bad shape")
        for other in sorted(self.parcels):
            if self._overlap(normal, self.parcels[other]):
                raise ValueError("overlaps " + other)
        self.parcels[name] = normal
        return self._area(normal)

    def double_area(self, name: str) -> int:
        self._check(name)
        return self._area(self.parcels[name])

    def border(self, one: str, other: str) -> list[tuple[int, int]]:
        self._check(one, other)
        if one == other:
            raise ValueError("same parcel")
        for a, b in self._sides(self.parcels[one]):
            for c, d in self._sides(self.parcels[other]):
                if self._cross(a, b, c) == 0 and self._cross(a, b, d) == 0:
                    lower = max(min(a, b), min(c, d))
                    upper = min(max(a, b), max(c, d))
                    if lower < upper:
                        return [lower, upper]
        return []

    def neighbours(self, name: str) -> list[str]:
        self._check(name)
        found = []
        for other in self.parcels:
            if other != name:
                border = self.border(name, other)
                if border:
                    found.append((border, other))
        return [other for _, other in sorted(found)]

    def divide(
        self, name: str, start: tuple[int, int], end: tuple[int, int], left: str, right: str
    ) -> tuple[int, int]:
        self._check(name)
        if left == right or any(new != name and new in self.parcels for new in (left, right)):
            raise ValueError("name is taken")
        corners = self.parcels[name]
        start, end = tuple(start), tuple(end)
        on = []
        for point in (start, end):
            on.append(
                {
                    i
                    for i, (a, b) in enumerate(self._sides(corners))
                    if self._cross(a, b, point) == 0
                    and min(a[0], b[0]) <= point[0] <= max(a[0], b[0])
                    and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
                }
            )
        if not on[0] or not on[1]:
            raise ValueError("not on the border")
        if start == end or on[0] & on[1]:
            raise ValueError("no line")
        parts = []
        for sign in (1, -1):
            points = [corner for corner in corners if sign * self._cross(start, end, corner) > 0]
            parts.append(self.outline([*points, start, end]))
        del self.parcels[name]
        self.parcels[left], self.parcels[right] = parts
        return self._area(parts[0]), self._area(parts[1])

    def join(self, one: str, other: str, name: str) -> list[tuple[int, int]]:
        self._check(one, other)
        if one == other:
            raise ValueError("same parcel")
        if name in self.parcels and name not in (one, other):
            raise ValueError("name is taken")
        first, second = self.parcels[one], self.parcels[other]
        joined = self.outline(first + second)
        if self._area(joined) != self._area(first) + self._area(second):
            raise ValueError("not convex")
        del self.parcels[one]
        del self.parcels[other]
        self.parcels[name] = joined
        return list(joined)
