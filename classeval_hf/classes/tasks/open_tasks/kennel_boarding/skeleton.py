# canary: classeval-hf open kennel_boarding 06a161f3-d430-44a7-ab54-c7604bcf3a25

from decimal import ROUND_HALF_UP, Decimal


class KennelBoarding:
    """
    A kennel where dogs stay while their owners are away. Days are numbered; day 0 is a Monday. A stay from an arrival
    day to a later departure day takes up the nights that begin on the days arrival to departure - 1, so that another
    dog may arrive on the departure day and take the same stall.
    """

    def __init__(self, stalls: dict[str, str]):
        """
        Open the kennel with empty stalls.
        :param stalls: dict, from the name of each stall to its size, "small", "medium" or "large".
        self.stalls: dict, from the name of each stall to its size.
        self.stays: list of tuple, the booked stays as (dog, stall, arrival, departure), in ascending order of the
            arrival day, stays with the same arrival day in the order in which they were booked.
        """
        self.stalls = dict(stalls)
        self.stays = []

    def find_stall(self, size: str, arrival: int, departure: int) -> str:
        """
        Choose a stall for a dog: one that is free in all nights of the stay and large enough, that is, of the dog's
        size or a larger one ("small" < "medium" < "large"). Among these, take one of the smallest size; among those,
        the one that was empty for the shortest time before the arrival, that is, with the fewest days from the latest
        departure from this stall that is not after the arrival up to the arrival; a stall without such an earlier
        departure counts as empty for longer than any other. Remaining ties go to the stall whose name comes first in
        ascending order.
        :param size: str, the size of the dog, "small", "medium" or "large".
        :param arrival: int, the day of arrival.
        :param departure: int, the day of departure, later than the arrival.
        :return: str, the name of the stall, or "" if there is none.
        :raises ValueError: with the message "unknown size" if the size is none of the three.
        >>> kennel = KennelBoarding({"A": "large", "B": "medium", "C": "medium"})
        >>> kennel.find_stall("small", 3, 5)
        'B'
        >>> kennel.stays = [("Rex", "C", 0, 3)]
        >>> kennel.find_stall("small", 3, 5)
        'C'
        """

    def book(self, dog: str, size: str, arrival: int, departure: int) -> str:
        """
        Book a stay for a dog in the stall that is best according to find_stall, and enter it into the list of stays
        at its place. If there is no stall, nothing is changed.
        :param dog: str, the name of the dog.
        :param size: str, the size of the dog, "small", "medium" or "large".
        :param arrival: int, the day of arrival.
        :param departure: int, the day of departure.
        :return: str, the name of the stall, or "" if there is none.
        :raises ValueError: with the message "departure must be after arrival" if the departure is not later than the
            arrival; else with "dog already booked" if a stay of the same dog has a night in common with this one;
            else with "unknown size" if the size is none of the three. Nothing is changed then.
        >>> kennel = KennelBoarding({"A": "large", "B": "small"})
        >>> kennel.book("Rex", "medium", 4, 6)
        'A'
        >>> kennel.book("Fido", "medium", 5, 7)
        ''
        >>> kennel.stays
        [('Rex', 'A', 4, 6)]
        """

    def occupancy(self, first: int, last: int) -> dict[str, float]:
        """
        How much of the kennel is taken, for each size of stall: the occupied nights of the stalls of that size, as a
        percentage of all nights of these stalls. Counted are the nights that begin on the days first to last, both
        included.
        :param first: int, the first day.
        :param last: int, the last day.
        :return: dict, from each size of which the kennel has at least one stall, in the order in which the sizes first
            occur in self.stalls, to the percentage, a float rounded to one digit with round.
        :raises ValueError: with the message "bad period" if last is before first.
        >>> kennel = KennelBoarding({"A": "large", "B": "small", "C": "small"})
        >>> kennel.stays = [("Rex", "B", 2, 4)]
        >>> kennel.occupancy(3, 5)
        {'large': 0.0, 'small': 16.7}
        """

    @staticmethod
    def bill(rate: str, arrival: int, departure: int) -> str:
        """
        The price of a stay. A night costs the rate, and the nights that begin on a Friday or a Saturday cost 20
        percent more than that. Every seventh night of the stay (the 7th, the 14th and so on) is free, whatever day it
        begins on. If the stay has ten nights or more, counting the free ones, 10 percent are taken off the sum. The
        calculation is exact, only the result is rounded, half a cent upwards.
        :param rate: str, the price of a night as a decimal number, such as "24.50".
        :param arrival: int, the day of arrival; day 0 is a Monday, day 7 is the next one, and so on.
        :param departure: int, the day of departure.
        :return: str, the price with two digits after the point.
        :raises ValueError: with the message "departure must be after arrival" if the departure is not later than the
            arrival.
        >>> KennelBoarding.bill("24.50", 2, 4)
        '49.00'
        >>> KennelBoarding.bill("24.50", 4, 5)
        '29.40'
        """

    @staticmethod
    def family_bill(stays: list[tuple[str, int, int]]) -> str:
        """
        The price of the stays of several dogs of the same owner. Each stay has its price as given by bill. The most
        expensive stay (just one of them if several are equally expensive) is charged in full; on each of the others
        15 percent are taken off, and each of these reduced prices is rounded to cents, half a cent upwards, before
        all are added up.
        :param stays: list of tuple, the stays as (rate, arrival, departure), each with the meaning it has in bill.
        :return: str, the total price with two digits after the point, "0.00" if there are no stays.
        :raises ValueError: with the message "departure must be after arrival" if that is wrong for one of the stays.
        >>> KennelBoarding.family_bill([("20", 0, 2), ("30.50", 0, 2)])
        '95.00'
        """
