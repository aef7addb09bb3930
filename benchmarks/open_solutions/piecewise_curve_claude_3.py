import bisect
import math


class PiecewiseCurve:
    def __init__(self):
        self.xs = []
        self.ys = []

    def add_point(self, x: float, y: float) -> bool:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError("coordinates must be finite")
        x = float(x)
        y = float(y)
        place = bisect.bisect_left(self.xs, x)
        if place < len(self.xs) and self.xs[place] == x:
            self.ys[place] = y
            return False
        self.xs.insert(place, x)
        self.ys.insert(place, y)
        return True

    def _check(self):
        if not self.xs:
            raise ValueError("curve has no points")

    def _height(self, x):
        place = bisect.bisect_right(self.xs, x)
        if place == 0:
            return self.ys[0]
        if place == len(self.xs):
            return self.ys[-1]
        x0, x1 = self.xs[place - 1], self.xs[place]
        y0, y1 = self.ys[place - 1], self.ys[place]
        return y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    def evaluate(self, x: float) -> float:
        self._check()
        return round(float(self._height(x)), 9) + 0.0

    def slope(self, x: float) -> float:
        self._check()
        place = bisect.bisect_right(self.xs, x)
        if place == 0 or place == len(self.xs):
            return 0.0
        rise = self.ys[place] - self.ys[place - 1]
        return round(float(rise / (self.xs[place] - self.xs[place - 1])), 6) + 0.0

    def integral(self, a: float, b: float) -> float:
        self._check()
        if a == b:
            return 0.0
        low, high = min(a, b), max(a, b)
        positions = [low] + [x for x in self.xs if low < x < high] + [high]
        heights = [self._height(x) for x in positions]
        area = math.fsum(
            (positions[i + 1] - positions[i]) * (heights[i] + heights[i + 1]) / 2 for i in range(len(positions) - 1)
        )
        if a > b:
            area = -area
        return round(area, 6) + 0.0

    def find_x(self, y: float) -> list[float]:
        found = [x for x, height in zip(self.xs, self.ys) if height == y]
        for i in range(len(self.xs) - 1):
            x0, x1 = self.xs[i], self.xs[i + 1]
            y0, y1 = self.ys[i], self.ys[i + 1]
            if min(y0, y1) < y < max(y0, y1):
                found.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        return sorted({round(float(x), 6) + 0.0 for x in found})
