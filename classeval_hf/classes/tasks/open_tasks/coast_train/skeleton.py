# canary: classeval-hf open coast_train 13d22380-0422-4e90-8350-07c358ac25de


class CoastTrain:
    """
    The seats of a train on its way along the stations of a line. A seat can be booked for a part of the way, and for
    other parts by others. Seats have numbers from 1: first those of the first class, then those of the second. The
    stretch from one station to the next is a segment, which has the position of the station where it begins, from 0.
    """

    def __init__(self, stations: list[str], first: int, second: int):
        """
        Start with an empty train.
        self.stations: list of str, the names of the stations in their order, at least two, all different.
        self.first: int, the number of seats of the first class, at least 0.
        self.second: int, the number of seats of the second class, at least 0.
        self.taken: dict, from each seat that is taken on some segment to a dict from each segment on which it is taken
            to the number of the booking.
        self.bookings: dict, from the number of each booking to the list of its legs in their order: tuples (start,
            end, seats) with the positions of the stations where a leg begins and ends and the list of its seats,
            ascending. Each leg begins where the one before ends, and all have equally many seats.
        self.count: int, the number given to a booking last, 0 if none was. Numbers go up by 1 and are not used again.
        :param stations: list of str, the names of the stations.
        :param first: int, the number of seats of the first class.
        :param second: int, the number of seats of the second class.
        """
        self.stations = stations
        self.first = first
        self.second = second
        self.taken = {}
        self.bookings = {}
        self.count = 0

    def gap(self, seat: int, start: str, end: str) -> int:
        """
        How many segments in succession, those of a trip among them, a seat is free on.
        :param seat: int, the number of a seat of the train.
        :param start: str, the station where the trip begins.
        :param end: str, the station where it ends.
        :return: int, the largest such number; 0 if the seat is taken on a segment of the trip.
        :raises ValueError: with the message "bad trip" if one of the stations is not of the line, or the end is not
            after the start.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley", "Deal", "Ely"], 1, 2)
        >>> train.book(1, "Bex", "Cley", False), train.gap(2, "Deal", "Ely"), train.gap(3, "Deal", "Ely")
        (1, 2, 4)
        """

    def choose(self, size: int, start: str, end: str, first: bool) -> list[int]:
        """
        Find the seats that a party would get; nothing is changed. Only seats of the class that are free on the whole
        trip count. If there are such seats with successive numbers for the whole party, it gets those successive ones
        whose gaps, as gap gives them, have the smallest sum, of equal ones those with the lowest numbers. Otherwise it
        gets those with the smallest gaps, of equal ones those with the lowest numbers.
        :param size: int, the number of people.
        :param start: str, the station where the trip begins.
        :param end: str, the station where it ends.
        :param first: bool, whether the seats are to be of the first class.
        :return: list of int, the seats, ascending; empty if there are not enough.
        :raises ValueError: with the message "bad size" if the size is less than 1; else as gap raises it.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley", "Deal", "Ely"], 1, 4)
        >>> train.book(1, "Bex", "Cley", False), train.choose(1, "Deal", "Ely", False)
        (1, [2])
        >>> train.choose(2, "Bex", "Deal", False), train.choose(2, "Ayr", "Bex", True)
        ([3, 4], [])
        """

    def book(self, size: int, start: str, end: str, first: bool) -> int:
        """
        Book a trip for a party, which has one leg, in the seats that choose finds.
        :param size: int, the number of people.
        :param start: str, the station where the trip begins.
        :param end: str, the station where it ends.
        :param first: bool, whether the seats are to be of the first class.
        :return: int, the number of the booking.
        :raises ValueError: as choose raises it; else with the message "full" if there are not enough seats. Nothing is
            changed then.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley"], 1, 4)
        >>> train.book(2, "Bex", "Cley", False), train.bookings, train.taken
        (1, {1: [(1, 2, [2, 3])]}, {2: {1: 1}, 3: {1: 1}})
        """

    def cancel(self, number: int) -> int:
        """
        Cancel a booking; its seats are free again.
        :param number: int, the number of the booking.
        :return: int, how many segments were freed, for all its seats together.
        :raises KeyError: with the number if there is no such booking.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley"], 1, 4)
        >>> train.book(2, "Ayr", "Cley", False), train.cancel(1), train.taken
        (1, 4, {})
        """

    def shorten(self, number: int, station: str) -> int:
        """
        Let the trip of a booking end earlier. Its seats are free from there on; legs that would begin there or later
        are no longer in the booking.
        :param number: int, the number of the booking.
        :param station: str, the station where the trip is to end.
        :return: int, how many segments were freed, for all its seats together.
        :raises KeyError: with the number if there is no such booking.
        :raises ValueError: else with the message "bad station" if it is not a station of the line after the begin and
            before the end of the trip. Nothing is changed in either case.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley", "Deal"], 1, 4)
        >>> train.book(2, "Ayr", "Deal", False), train.shorten(1, "Bex"), train.bookings
        (1, 4, {1: [(0, 1, [2, 3])]})
        """

    def upgrade(self, number: int, station: str) -> list[int]:
        """
        Move a party to the first class from a station on, until the end of its trip, into the seats that choose finds.
        Its seats of the second class are free from there on. The new seats are a new leg, the last one; the leg before
        it ends at the station, and legs that would begin there or later are no longer in the booking.
        :param number: int, the number of the booking.
        :param station: str, the station; it may be the one where the trip begins.
        :return: list of int, the new seats.
        :raises KeyError: with the number if there is no such booking.
        :raises ValueError: else with the message "bad station" if it is neither the begin of the trip nor a station of
            the line after the begin and before the end of the trip; else with "in first" if the party has seats of the
            first class on a segment after the station; else with "full" if there are not enough seats. Nothing is
            changed in any of these cases.
        >>> train = CoastTrain(["Ayr", "Bex", "Cley", "Deal"], 2, 4)
        >>> train.book(2, "Ayr", "Deal", False), train.upgrade(1, "Bex"), train.bookings
        (1, [1, 2], {1: [(0, 1, [3, 4]), (1, 3, [1, 2])]})
        """
