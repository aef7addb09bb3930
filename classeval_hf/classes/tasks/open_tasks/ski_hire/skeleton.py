# canary: classeval-hf open ski_hire d1a2a027-42dd-4411-98f8-da9bf1236a81


class SkiHire:
    """
    Hires out pairs of skis by the day. A pair has a length in centimetres. A guest books a length for some days and is
    promised a pair, which may be somewhat shorter. Days are numbered.
    """

    def __init__(self, slack: int):
        """
        Start without skis on day 0.
        self.slack: int, by how many centimetres a promised pair may be shorter than the booked length, at least 0.
        self.today: int, the present day.
        self.lengths: dict, from the name of each pair to its length.
        self.bookings: dict, from the number of each booking to a tuple (first, last, length): the first and the last
            day, the last one not before the first, and the booked length. Bookings are numbered from 1 on.
        self.promised: dict, from the number of each booking that is promised a pair to the name of the pair. The pair
            suits the booking: it is not longer than the booked length and not more than self.slack shorter. No two
            bookings that have a day in common are promised the same pair.
        self.out: set of int, the numbers of the bookings whose pairs are with the guests. All of them are promised.
        self.count: int, how many bookings were made.
        :param slack: int, by how many centimetres a promised pair may be shorter than the booked length.
        """
        self.slack = slack
        self.today = 0
        self.lengths = {}
        self.bookings = {}
        self.promised = {}
        self.out = set()
        self.count = 0

    def free_pairs(self, first: int, last: int, length: int) -> list[str]:
        """
        The pairs that suit a length and are free on some days. A pair is not free on a day of a booking that is
        promised it; nor is a pair that is out free on any day from the first day of its booking up to today.
        :param first: int, the first day.
        :param last: int, the last day.
        :param length: int, the booked length.
        :return: list of str, the names of the pairs that suit the length and are free on all days from first to last:
            the longest first, and those of the same length in ascending order of the names.
        >>> hire = SkiHire(10)
        >>> [hire.add_pair(name, length) for name, length in (("a", 160), ("b", 170), ("c", 165), ("d", 150))]
        [[], [], [], []]
        >>> hire.free_pairs(1, 3, 169), hire.book(2, 5, 169), hire.free_pairs(1, 3, 169), hire.free_pairs(6, 6, 170)
        (['c', 'a'], (1, 'c'), ['a'], ['b', 'c', 'a'])
        """

    def add_pair(self, name: str, length: int) -> list[int]:
        """
        Add a pair. Then the bookings that are promised no pair are looked at in ascending order of their numbers: each
        that can be is promised the first of its free pairs, as described for free_pairs.
        :param name: str, the name of the pair.
        :param length: int, its length in centimetres.
        :return: list of int, the numbers of the bookings that are promised a pair only now, in ascending order.
        :raises ValueError: with the message "bad length" if the length is less than 1; else with "pair exists" if
            there is a pair of that name. Nothing is changed then.
        >>> hire = SkiHire(10)
        >>> hire.book(1, 3, 170), hire.book(3, 4, 165), hire.book(4, 6, 172), hire.add_pair("a", 164)
        ((1, ''), (2, ''), (3, ''), [1, 3])
        """

    def book(self, first: int, last: int, length: int) -> tuple[int, str]:
        """
        Book a length for some days. The booking gets the next number and is promised the first of its free pairs, as
        described for free_pairs, or none if there is no free pair.
        :param first: int, the first day.
        :param last: int, the last day.
        :param length: int, the length in centimetres.
        :return: tuple of the number of the booking and the name of the promised pair, which is empty if there is none.
        :raises ValueError: with the message "bad days" if the first day is before today, or the last day before the
            first. Nothing is changed then.
        >>> hire = SkiHire(10)
        >>> hire.add_pair("a", 160), hire.book(1, 3, 168), hire.book(3, 4, 160)
        ([], (1, 'a'), (2, ''))
        """

    def hand_out(self, number: int) -> str:
        """
        Hand the promised pair of a booking out to the guest today.
        :param number: int, the number of the booking.
        :return: str, the name of the pair.
        :raises KeyError: with the number if there is no such booking.
        :raises ValueError: otherwise, with the message "already out" if its pair is out; else with "wrong day" if
            today is not one of the days of the booking; else with "no pair" if it is promised none. Nothing is changed
            then.
        >>> hire = SkiHire(10)
        >>> hire.add_pair("a", 160), hire.book(0, 3, 168), hire.hand_out(1), hire.out
        ([], (1, 'a'), 'a', {1})
        """

    def close_booking(self, number: int) -> int:
        """
        End a booking today: the guest brings the pair back if it is out, otherwise the booking is cancelled. The
        booking is dropped. The bookings that are promised no pair are not looked at.
        :param number: int, the number of the booking.
        :return: int, by how many days the pair comes back late: the days from the last day of the booking to today if
            it was out and today is after the last day, else 0.
        :raises KeyError: with the number if there is no such booking.
        >>> hire = SkiHire(10)
        >>> hire.add_pair("a", 160), hire.book(0, 3, 168), hire.hand_out(1), hire.go_to(5), hire.close_booking(1)
        ([], (1, 'a'), 'a', [], 2)
        >>> hire.bookings, hire.promised, hire.out
        ({}, {}, set())
        """

    def go_to(self, day: int) -> list[tuple[int, str]]:
        """
        Go on to a day, without stopping at the days between. First, bookings whose last day is before it and whose
        pairs are not out are dropped. Then pairs that are late are given up by others: each booking that is promised a
        pair that is out for another booking, and whose first day is not after the day, loses the promise. Last, the
        bookings that have lost a promise now are looked at in the order of their first days, of the same first day in
        ascending order of their numbers: each is promised the first of its free pairs, as described for free_pairs, if
        there is one.
        :param day: int, the day, which is today then.
        :return: list of tuples (number, pair), the bookings that have lost a promise, in the order in which they were
            looked at, each with the name of the pair that it is promised now, which is empty if there is none.
        :raises ValueError: with the message "bad day" if the day is before today. Nothing is changed then.
        >>> hire = SkiHire(10)
        >>> hire.add_pair("a", 160), hire.add_pair("b", 155), hire.book(0, 3, 160), hire.book(4, 6, 160)
        ([], [], (1, 'a'), (2, 'a'))
        >>> hire.hand_out(1), hire.go_to(3), hire.go_to(4), hire.promised
        ('a', [], [(2, 'b')], {1: 'a', 2: 'b'})
        """
