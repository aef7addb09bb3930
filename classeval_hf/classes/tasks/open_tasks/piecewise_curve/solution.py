# canary: classeval-hf open piecewise_curve a6e30027-7714-42cc-9261-b00e5f3bdb10

import bisect
import math


class PiecewiseCurve:
    def __init__(self):
        """
        Start with a curve that has no points.
        self.xs: list of float, the x coordinates of the points, strictly ascending.
        self.ys: list of float, the y coordinates of the points, in the same order as self.xs.
        """
        self.xs = []
        self.ys = []

    def add_point(self, x: float, y: float) -> bool:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError("coordinates must be finite")
        place = bisect.bisect_left(self.xs, x)
        if place < len(self.xs) and self.xs[place] == x:
            self.ys[place] = y
            return False
        self.xs.insert(place, x)
        self.ys.insert(place, y)
        return True

    def evaluate(self, x: float) -> float:
        if not self.xs:
            raise ValueError("curve has no points")
        right = bisect.bisect_right(self.xs, x)
        if right == 0:
            return round(self.ys[0], 9)
        if right == len(self.xs):
            return round(self.ys[-1], 9)
        x0, x1 = self.xs[right - 1], self.xs[right]
        y0, y1 = self.ys[right - 1], self.ys[right]
        return round(y0 + (y1 - y0) * (x - x0) / (x1 - x0), 9)

    def slope(self, x: float) -> float:
        if not self.xs:
            raise ValueError("curve has no points")
        for i in range(len(self.xs) - 1):
            if self.xs[i] <= x < self.xs[i + 1]:
                return round((self.ys[i + 1] - self.ys[i]) / (self.xs[i + 1] - self.xs[i]), 6)
        return 0.0

    def integral(self, a: float, b: float) -> float:
        low, high = min(a, b), max(a, b)
        cuts = [low] + [x for x in self.xs if low < x < high] + [high]
        heights = [self.evaluate(x) for x in cuts]
        area = 0.0
        for i in range(len(cuts) - 1):
            area += (cuts[i + 1] - cuts[i]) * (heights[i] + heights[i + 1]) / 2
        return round(area if a <= b else -area, 6)

    def find_x(self, y: float) -> list[float]:
        found = {round(px, 6) for px, py in zip(self.xs, self.ys) if py == y}
        for i in range(len(self.xs) - 1):
            y0, y1 = self.ys[i], self.ys[i + 1]
            if min(y0, y1) < y < max(y0, y1):
                share = (y - y0) / (y1 - y0)
                found.add(round(self.xs[i] + share * (self.xs[i + 1] - self.xs[i]), 6))
        return sorted(found)
