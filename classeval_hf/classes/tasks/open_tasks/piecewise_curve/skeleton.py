# canary: classeval-hf open piecewise_curve a6e30027-7714-42cc-9261-b00e5f3bdb10

import bisect
import math


class PiecewiseCurve:
    """
    A curve made of straight segments between points in the plane. The points are kept in ascending order of x,
    and no two points share the same x. Left of the first point the curve continues at the constant height of the
    first point, right of the last point at the constant height of the last point.
    """

    def __init__(self):
        """
        Start with a curve that has no points.
        self.xs: list of float, the x coordinates of the points, strictly ascending.
        self.ys: list of float, the y coordinates of the points, in the same order as self.xs.
        """
        self.xs = []
        self.ys = []

    def add_point(self, x: float, y: float) -> bool:
        """
        Put a point into the curve at the place its x belongs to. If a point with exactly this x exists already,
        its y is replaced by the new one.
        :param x: float, x coordinate of the point.
        :param y: float, y coordinate of the point.
        :return: bool, True if a new point was inserted, False if an existing point got a new y.
        :raises ValueError: with the message "coordinates must be finite" if x or y is infinite or not a number;
            the curve is not changed then.
        >>> curve = PiecewiseCurve()
        >>> curve.add_point(2.0, 5.0)
        True
        >>> curve.add_point(1.0, 3.0)
        True
        >>> curve.add_point(2.0, 6.0)
        False
        >>> curve.xs, curve.ys
        ([1.0, 2.0], [3.0, 6.0])
        """

    def evaluate(self, x: float) -> float:
        """
        Height of the curve at x: linear interpolation between the two neighbouring points, the height of the
        first point left of it, the height of the last point right of it.
        :param x: float, the position.
        :return: float, the height, rounded to 9 decimal places.
        :raises ValueError: with the message "curve has no points" if there are no points.
        >>> curve = PiecewiseCurve()
        >>> curve.xs, curve.ys = [0.0, 4.0], [1.0, 3.0]
        >>> curve.evaluate(1.0)
        1.5
        >>> curve.evaluate(9.0)
        3.0
        """

    def slope(self, x: float) -> float:
        """
        Slope of the curve immediately to the right of x. At the x of a point this is the slope of the segment
        which begins there. Where the curve is constant before its first point, and from its last point on, the
        slope is 0.0; so a curve with a single point has slope 0.0 everywhere.
        :param x: float, the position.
        :return: float, the slope, rounded to 6 decimal places.
        :raises ValueError: with the message "curve has no points" if there are no points.
        >>> curve = PiecewiseCurve()
        >>> curve.xs, curve.ys = [0.0, 4.0, 6.0], [1.0, 3.0, 0.0]
        >>> curve.slope(2.0)
        0.5
        >>> curve.slope(4.0)
        -1.5
        """

    def integral(self, a: float, b: float) -> float:
        """
        Signed integral of the curve from a to b, the constant parts before the first and after the last point
        included. If a is greater than b, the result is the negative of the integral from b to a; if they are
        equal, it is 0.0.
        :param a: float, where the integration starts.
        :param b: float, where the integration ends.
        :return: float, the integral, rounded to 6 decimal places.
        :raises ValueError: with the message "curve has no points" if there are no points, even if a equals b.
        >>> curve = PiecewiseCurve()
        >>> curve.xs, curve.ys = [0.0, 4.0], [1.0, 3.0]
        >>> curve.integral(0.0, 4.0)
        8.0
        >>> curve.integral(6.0, 4.0)
        -6.0
        """

    def find_x(self, y: float) -> list[float]:
        """
        Inverse lookup: the positions from the first to the last point (both included) at which the curve has the
        height y. The constant parts outside are not searched. A horizontal segment which lies at the height y
        contributes its two end positions only. No rounded position is listed twice, also where two segments meet.
        :param y: float, the height to look for; it is compared with the heights of the points exactly.
        :return: list of float, the positions in ascending order, each rounded to 6 decimal places; empty if
            there are none or if the curve has no points.
        >>> curve = PiecewiseCurve()
        >>> curve.xs, curve.ys = [0.0, 4.0, 6.0], [1.0, 3.0, 0.0]
        >>> curve.find_x(1.5)
        [1.0, 5.0]
        >>> curve.find_x(3.0)
        [4.0]
        """
