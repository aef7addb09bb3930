# canary: classeval-hf open bus_timetable 59680e0e-81f1-4a4d-b291-717a5b803720


class BusTimetable:
    """
    The bus timetable of one day. A trip is one ride of a bus from stop to stop. Times are whole minutes; a bus arrives
    at a stop and leaves it in the same minute. A trip can be cancelled, as a whole or from one of its stops on.
    """

    def __init__(self, least: int, most: int):
        """
        Start without trips.
        self.least: int, the least number of minutes between arrival and departure at a change of buses.
        self.most: int, the greatest number of minutes between them, not less than self.least.
        self.limits: dict, from the name of each stop with limits of its own to a tuple (least, most), which count
            there instead of self.least and self.most.
        self.trips: dict, from the name of each trip to its list of tuples (stop, time), as planned.
        self.served: dict, from the name of each trip that is cancelled to the number of its stops, the first ones,
            that it still serves: 0, or at least 2 and less than all. Of other trips all stops are served.
        :param least: int, at least 0.
        :param most: int, at least least.
        """
        self.least = least
        self.most = most
        self.limits = {}
        self.trips = {}
        self.served = {}

    def add_trip(self, name: str, stops: list[tuple[str, int]]) -> int:
        """
        Add a trip.
        :param name: str, the name of the trip.
        :param stops: list of tuples (stop, time), the stops in the order of the ride; it is copied.
        :return: int, the minutes from its first to its last stop.
        :raises ValueError: with the message "trip exists" if there is a trip of that name; else with "too short" if
            there are fewer than 2 stops; else with "stop twice" if a stop occurs more than once; else with "bad times"
            if the times do not grow from each stop to the next. Nothing is changed then.
        >>> table = BusTimetable(3, 20)
        >>> table.add_trip("7a", [("Mill", 480), ("Church", 487), ("Port", 495)])
        15
        """

    def set_limits(self, stop: str, least: int, most: int) -> tuple[int, int]:
        """
        Give a stop limits of its own, or take them away: limits that are those of the timetable are not kept. The stop
        need not occur in a trip.
        :param stop: str, the name of the stop.
        :param least: int, its least number of minutes for a change.
        :param most: int, its greatest number of minutes for a change.
        :return: tuple of two int, the limits that counted at the stop before.
        :raises ValueError: with the message "bad limits" if least is negative or greater than most. Nothing is changed
            then.
        >>> table = BusTimetable(3, 20)
        >>> table.set_limits("Port", 6, 45), table.set_limits("Port", 5, 45), table.limits
        ((3, 20), (6, 45), {'Port': (5, 45)})
        """

    def cancel(self, name: str, stop: str) -> list[str]:
        """
        Cancel a trip after one of its stops: the bus goes up to this stop only. If it is the first stop of the trip,
        the whole trip is cancelled. What was cancelled before stays cancelled.
        :param name: str, the name of the trip.
        :param stop: str, the stop where the bus ends.
        :return: list of str, the stops that the trip served before and does not serve any more, in the order of the
            ride; empty if the bus ended there, or earlier, already.
        :raises KeyError: with the name if there is no such trip.
        :raises ValueError: otherwise, with the message "not on the way" if the stop is not one of the planned stops of
            the trip. Nothing is changed then.
        >>> table = BusTimetable(3, 20)
        >>> table.add_trip("7a", [("Mill", 480), ("Church", 487), ("Port", 495)])
        15
        >>> table.cancel("7a", "Church"), table.served["7a"], table.cancel("7a", "Mill")
        (['Port'], 2, ['Mill', 'Church'])
        """

    def restore(self, name: str) -> int:
        """
        Take all cancelling of a trip back.
        :param name: str, the name of the trip.
        :return: int, the number of stops that it serves now and did not serve before.
        :raises KeyError: with the name if there is no such trip.
        >>> table = BusTimetable(3, 20)
        >>> table.add_trip("7a", [("Mill", 480), ("Church", 487), ("Port", 495)]), table.cancel("7a", "Mill")
        (15, ['Mill', 'Church', 'Port'])
        >>> table.restore("7a"), table.restore("7a"), table.served
        (3, 0, {})
        """

    def departures(self, stop: str, start: int, end: int) -> list[tuple[int, str, str]]:
        """
        The buses that leave a stop in a span of time. A bus does not leave the last stop that it serves.
        :param stop: str, the name of the stop; it need not occur in a trip.
        :param start: int, the first minute of the span.
        :param end: int, the last minute of the span, which belongs to it.
        :return: list of tuples (time, trip, last stop served), in ascending order; empty if end is before start.
        >>> table = BusTimetable(3, 20)
        >>> table.add_trip("7a", [("Mill", 480), ("Church", 487), ("Port", 495)])
        15
        >>> table.departures("Church", 487, 487), table.departures("Port", 0, 999)
        ([(487, '7a', 'Port')], [])
        """

    def connect(self, origin: str, goal: str, start: int) -> list[tuple[str, str, int, str, int]]:
        """
        Find the connection from one stop to another. A connection consists of one or more rides: in each one boards a
        trip at a stop that it serves and gets off at a later stop that it serves. The first ride begins at the origin,
        not before the start, however long one waits; each other ride begins at the stop where the one before it ended;
        the last ride ends at the goal. At each change the minutes between arrival and departure are not less than the
        least and not more than the greatest number of the limits that count at that stop. Of all connections the one
        that arrives earliest is taken; of those that arrive equally early the one with the fewest rides; of those
        the one whose list comes first in ascending order.
        :param origin: str, the name of the stop where the connection begins.
        :param goal: str, the name of the stop where it ends.
        :param start: int, the earliest minute of the first departure.
        :return: list of tuples (trip, stop of boarding, departure, stop of getting off, arrival), the rides in their
            order; empty if there is no connection.
        :raises ValueError: with the message "same stop" if origin and goal are the same.
        >>> table = BusTimetable(3, 20)
        >>> table.add_trip("7a", [("Mill", 480), ("Church", 487)])
        7
        >>> table.add_trip("9", [("Church", 489), ("Zoo", 494)])
        5
        >>> table.connect("Mill", "Zoo", 450), table.add_trip("9b", [("Church", 490), ("Zoo", 499)])
        ([], 9)
        >>> table.connect("Mill", "Zoo", 450)
        [('7a', 'Mill', 480, 'Church', 487), ('9b', 'Church', 490, 'Zoo', 499)]
        """
