# canary: classeval-hf open land_register df2a7547-7184-4f83-94bd-276aa844ec78


class LandRegister:
    """
    A register of parcels of land. Corners are points (x, y) with whole coordinates. Each parcel is a convex polygon in
    normal form: a list of its corners, beginning with the one that comes first in ascending order, then going around
    anticlockwise (from the positive x axis to the positive y axis); a point where the border goes straight on is not
    a corner, and no corner is named twice.
    """

    def __init__(self):
        """
        Start without parcels.
        self.parcels: dict, from the name of each parcel to its list of corners in normal form. No two parcels overlap,
            but they may touch.
        """
        self.parcels = {}

    @staticmethod
    def outline(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """
        The smallest convex polygon that contains all points.
        :param points: list of tuples (x, y), in any order; some may be named more than once. It is not changed.
        :return: list of tuples (x, y), the polygon in normal form; if all points lie on one straight line, its first
            and last point in ascending order, or the only point, or an empty list without points.
        >>> LandRegister.outline([(4, 4), (0, 0), (2, 0), (4, 0), (1, 1), (0, 4)])
        [(0, 0), (4, 0), (4, 4), (0, 4)]
        >>> LandRegister.outline([(2, 2), (0, 0), (1, 1)])
        [(0, 0), (2, 2)]
        """

    def register(self, name: str, corners: list[tuple[int, int]]) -> int:
        """
        Register a parcel.
        :param name: str, the name of the parcel.
        :param corners: list of tuples (x, y), its corners in the order in which one passes them when one goes around
            it once, in either direction, beginning with any of them. It is not changed.
        :return: int, the doubled area of the parcel.
        :raises ValueError: with the message "name is taken" if there is a parcel of that name; else with "bad shape"
            if these are not the corners of a convex polygon with a positive area, each named once; else, if it
            overlaps parcels, so that they have an area in common, with "overlaps " and the name of that one of them
            that comes first in ascending order. Nothing is changed then.
        >>> land = LandRegister()
        >>> land.register("meadow", [(4, 3), (4, 0), (0, 0)]), land.parcels
        (12, {'meadow': [(0, 0), (4, 0), (4, 3)]})
        """

    def double_area(self, name: str) -> int:
        """
        The doubled area of a parcel, which is a whole number.
        :param name: str, the name of the parcel.
        :return: int, the doubled area.
        :raises KeyError: with the name if there is no such parcel.
        >>> land = LandRegister()
        >>> land.register("meadow", [(0, 0), (4, 0), (4, 3)]), land.double_area("meadow")
        (12, 12)
        """

    def border(self, one: str, other: str) -> list[tuple[int, int]]:
        """
        The border that two parcels share: the straight line of positive length where they touch.
        :param one: str, the name of a parcel.
        :param other: str, the name of another parcel.
        :return: list of tuples (x, y), the two ends of the line in ascending order; empty if the parcels do not touch
            or only in one point.
        :raises KeyError: with the name if there is no such parcel; one is looked at first.
        :raises ValueError: otherwise, with the message "same parcel" if both names are the same.
        >>> land = LandRegister()
        >>> land.register("a", [(0, 0), (4, 0), (4, 3)]), land.register("b", [(4, 1), (9, 1), (9, 8), (4, 8)])
        (12, 70)
        >>> land.border("a", "b")
        [(4, 1), (4, 3)]
        """

    def neighbours(self, name: str) -> list[str]:
        """
        The parcels with which a parcel shares a border as described for border.
        :param name: str, the name of the parcel.
        :return: list of str, the names of the others, in the order of the lower ends of the borders; if these are the
            same, in ascending order of the upper ends. The lower end of a border is the one that comes first in
            ascending order, the upper end is the other one.
        :raises KeyError: with the name if there is no such parcel.
        >>> land = LandRegister()
        >>> land.register("a", [(0, 0), (4, 0), (4, 3)]), land.register("b", [(4, 1), (9, 1), (9, 8), (4, 8)])
        (12, 70)
        >>> land.register("c", [(2, 0), (8, 0), (8, -5)]), land.neighbours("a"), land.neighbours("c")
        (30, ['c', 'b'], ['a'])
        """

    def divide(
        self, name: str, start: tuple[int, int], end: tuple[int, int], left: str, right: str
    ) -> tuple[int, int]:
        """
        Divide a parcel in two along the straight line from one point of its border to another. The points may be
        corners, or lie between corners. The parcel is no longer in the register then; its two parts are.
        :param name: str, the name of the parcel.
        :param start: tuple (x, y), the point where the line starts.
        :param end: tuple (x, y), the point where it ends.
        :param left: str, the name of the part on the left if one looks from start to end.
        :param right: str, the name of the other part.
        :return: tuple of two int, the doubled areas of the left and of the right part.
        :raises KeyError: with the name if there is no such parcel. Nothing is changed then.
        :raises ValueError: otherwise, with the message "name is taken" if the two new names are the same, or one of
            them is the name of a parcel other than the divided one; else with "not on the border" if one of the points
            is not on the border of the parcel; else with "no line" if the two points are the same or lie on the same
            side of the parcel, corners belonging to both their sides. Nothing is changed then.
        >>> land = LandRegister()
        >>> land.register("meadow", [(0, 0), (4, 0), (4, 3)])
        12
        >>> land.divide("meadow", (2, 0), (4, 3), "west", "meadow"), land.parcels
        ((6, 6), {'west': [(0, 0), (2, 0), (4, 3)], 'meadow': [(2, 0), (4, 0), (4, 3)]})
        """

    def join(self, one: str, other: str, name: str) -> list[tuple[int, int]]:
        """
        Join two parcels to one, which is possible if together they are a convex polygon. They are no longer in the
        register then; the joined parcel is.
        :param one: str, the name of a parcel.
        :param other: str, the name of another parcel.
        :param name: str, the name of the joined parcel.
        :return: list of tuples (x, y), the corners of the joined parcel in normal form.
        :raises KeyError: with the name if there is no such parcel; one is looked at first.
        :raises ValueError: otherwise, with the message "same parcel" if both names are the same; else with "name is
            taken" if the new name is that of a third parcel; else with "not convex" if together they are not a convex
            polygon. Nothing is changed then.
        >>> land = LandRegister()
        >>> land.register("a", [(0, 0), (2, 0), (4, 3)]), land.register("b", [(2, 0), (4, 0), (4, 3)])
        (6, 6)
        >>> land.join("a", "b", "a"), land.double_area("a")
        ([(0, 0), (4, 0), (4, 3)], 12)
        """
