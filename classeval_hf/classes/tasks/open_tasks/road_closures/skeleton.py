# canary: classeval-hf open road_closures f31b5fdb-4bb2-41b4-8279-fd4aa3fc81df

from bisect import bisect_right


class RoadClosures:
    """
    Keeps which stretches of roads are closed. A road is measured in whole metres from 0, and a stretch from start to
    end covers the metres start, start + 1, ... up to end - 1. Every metre of a road has a level: 0 if it is open, 1 if
    it is closed to lorries, 2 if it is closed to all cars, 3 if it is closed to everybody.
    """

    def __init__(self):
        """
        Start with all roads open.
        The fields are:
        - self.closures: dict, from the name of each road with a closed metre to the list of its closures, which are
          tuples (start, end, level) with start less than end and a level from 1 to 3. They are in ascending order, do
          not overlap, and two of the same level never touch (one does not end where the other starts). A road without
          a closed metre has no entry; the order of the roads does not matter.
        """
        self.closures = {}

    @staticmethod
    def tidy(pieces: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
        """
        Bring pieces of one road into the form of the lists in self.closures. Where pieces overlap, the highest level
        counts; pieces of the same level that overlap or touch become one, as far as no higher level is between. Pieces
        of level 0, and those whose end is not greater than their start, count for nothing.
        :param pieces: list of tuples (start, end, level), in any order; it is not changed.
        :return: list of tuples (start, end, level), in ascending order.
        >>> RoadClosures.tidy([(50, 80, 1), (10, 40, 1), (30, 50, 1), (20, 25, 3), (60, 60, 2)])
        [(10, 20, 1), (20, 25, 3), (25, 80, 1)]
        """

    def level_at(self, road: str, metre: int) -> int:
        """
        The level of one metre of a road.
        :param road: str, the name of the road; one without closures is open.
        :param metre: int, the number of the metre.
        :return: int, the level from 0 to 3.
        :raises ValueError: with the message "bad metre: " and the metre if it is negative.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3)]
        >>> [roads.level_at("B7", metre) for metre in (9, 10, 20, 24, 25)]
        [0, 1, 3, 3, 0]
        """

    def open_stretches(self, road: str, start: int, end: int, level: int = 1) -> list[tuple[int, int]]:
        """
        The parts of a stretch whose levels are less than the given one.
        :param road: str, the name of the road.
        :param start: int, the start of the stretch.
        :param end: int, its end.
        :param level: int, the level from which on a metre is not part of the result, defaults to 1.
        :return: list of tuples (start, end), as few and as long as possible, in ascending order.
        :raises ValueError: with the message "bad stretch: ", start, "-" and end if start is negative or end is not
            greater than start; otherwise with the message "bad level: " and the level if it is not from 1 to 3.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3)]
        >>> roads.open_stretches("B7", 5, 40), roads.open_stretches("B7", 5, 40, 2)
        ([(5, 10), (25, 40)], [(5, 20), (25, 40)])
        """

    def close(self, road: str, start: int, end: int, level: int) -> int:
        """
        Close a stretch of a road. Metres of it with a lower level get the given level; higher levels stay.
        :param road: str, the name of the road.
        :param start: int, the start of the stretch.
        :param end: int, its end.
        :param level: int, the level from 1 to 3.
        :return: int, the number of metres whose level has changed.
        :raises ValueError: as open_stretches does; then nothing is changed.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3)]
        >>> roads.close("B7", 15, 30, 2), roads.closures
        (10, {'B7': [(10, 15, 1), (15, 20, 2), (20, 25, 3), (25, 30, 2)]})
        """

    def reopen(self, road: str, start: int, end: int, level: int = 3) -> list[tuple[int, int, int]]:
        """
        Open the metres of a stretch whose level is at most the given one; metres with a higher level stay as they are.
        :param road: str, the name of the road.
        :param start: int, the start of the stretch.
        :param end: int, its end.
        :param level: int, the highest level that is opened, defaults to 3.
        :return: list of tuples (start, end, level), what was opened: the closures, or the parts of them that are in
            the stretch, in ascending order.
        :raises ValueError: as open_stretches does; then nothing is changed.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3), (25, 30, 2)]
        >>> roads.reopen("B7", 15, 28, 2), roads.closures
        ([(15, 20, 1), (25, 28, 2)], {'B7': [(10, 15, 1), (20, 25, 3), (28, 30, 2)]})
        """

    def insert_metres(self, road: str, at: int, length: int) -> int:
        """
        Renumber a road that has been made longer: the metres from at on get numbers that are greater by length. The
        new metres between have the level of a closure that covers both metre at - 1 and metre at (by their old
        numbers); otherwise they are open.
        :param road: str, the name of the road.
        :param at: int, the number of the first new metre.
        :param length: int, the number of new metres.
        :return: int, the number of closures of which a metre got another number.
        :raises ValueError: with the message "bad metre: " and at if it is negative; otherwise with the message "bad
            length: " and the length if it is less than 1. Then nothing is changed.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3), (28, 30, 2)]
        >>> roads.insert_metres("B7", 20, 5), roads.insert_metres("B7", 15, 2), roads.closures
        (2, 3, {'B7': [(10, 22, 1), (27, 32, 3), (35, 37, 2)]})
        """

    def cut_metres(self, road: str, start: int, end: int) -> list[tuple[int, int, int]]:
        """
        Renumber a road that has been made shorter: the metres of a stretch no longer exist, and those from end on get
        numbers that are less by the length of the stretch. Closures that touch after that are merged if they have the
        same level.
        :param road: str, the name of the road.
        :param start: int, the start of the stretch.
        :param end: int, its end.
        :return: list of tuples (start, end, level), the closures that were in the stretch, or the parts of them that
            were, by the old numbers, in ascending order.
        :raises ValueError: with the message of open_stretches if the stretch is bad; then nothing is changed.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 1), (20, 25, 3), (30, 40, 1)]
        >>> roads.cut_metres("B7", 18, 32), roads.closures
        ([(18, 20, 1), (20, 25, 3), (30, 32, 1)], {'B7': [(10, 26, 1)]})
        """

    def lengths(self, road: str) -> dict[int, int]:
        """
        How many metres of a road are closed at each level.
        :param road: str, the name of the road.
        :return: dict, from each level that a metre of the road has, except 0, to the number of metres with exactly
            this level, in ascending order of the levels.
        >>> roads = RoadClosures()
        >>> roads.closures["B7"] = [(10, 20, 2), (20, 25, 1), (28, 30, 2)]
        >>> roads.lengths("B7")
        {1: 5, 2: 12}
        """

    def worst(self, count: int) -> list[tuple[str, int]]:
        """
        The roads that suffer most from closures. The weight of a road is the sum of the levels of its metres.
        :param count: int, the largest number of roads wanted; it may be 0.
        :return: list of tuples (road, weight), roads with closures only, the greatest weight first, and of equal
            weights the road whose name is less.
        :raises ValueError: with the message "bad count: " and the count if it is negative.
        >>> roads = RoadClosures()
        >>> roads.closures = {"B7": [(10, 20, 2)], "A1": [(0, 7, 3)], "A2": [(0, 20, 1)]}
        >>> roads.worst(2)
        [('A1', 21), ('A2', 20)]
        """
