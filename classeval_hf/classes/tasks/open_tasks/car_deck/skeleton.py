# canary: classeval-hf open car_deck 68bf5947-f38d-41fe-b1b2-c46bd609ebc6


class CarDeck:
    """
    A parking garage with several levels. A place can be reserved for the car of its holder; another car that stands on
    it may be towed to the yard. Cars are known by their plates. Time is counted in minutes from 0, and each method
    that takes a minute makes it the present one.
    """

    def __init__(self, levels: list[int], hour: int, day: int):
        """
        Open an empty garage at the minute 0.
        self.levels: list of int, how many places each level has. A place is a tuple (level, number), both from 1.
        self.hour: int, the fee for each started hour.
        self.day: int, the most that 24 hours cost.
        self.now: int, the present minute.
        self.holders: dict, from each reserved place to the plate it is reserved for; no plate has two places.
        self.cars: dict, from the plate of each car on a place to a tuple (place, since, minutes): since when it is
            counted as standing there, and how many minutes that count for the fee it had before that. Time counts for
            the fee only while a car stands on a place that is not reserved for it.
        self.yard: dict, from the plate of each car in the yard to a tuple (minute, debt): when it was towed, and the
            fee it owed then.
        :param levels: list of int, how many places each level has.
        :param hour: int, the fee for each started hour.
        :param day: int, the most that 24 hours cost.
        """
        self.levels = levels
        self.hour = hour
        self.day = day
        self.now = 0
        self.holders = {}
        self.cars = {}
        self.yard = {}

    def fee(self, minutes: int) -> int:
        """
        The fee for a number of minutes. Up to 15 minutes are free. Otherwise each whole 24 hours cost self.day, and
        the rest costs self.hour for each started hour, but at most self.day.
        :param minutes: int, how many minutes count, at least 0.
        :return: int, the fee.
        >>> deck = CarDeck([5], 3, 20)
        >>> [deck.fee(minutes) for minutes in (15, 16, 60, 61, 1000, 1441)]
        [0, 3, 3, 6, 20, 23]
        """

    def reserve(self, level: int, number: int, plate: str, minute: int) -> str:
        """
        Reserve a place for a plate, in place of whoever had it; a place that was reserved for this plate before is not
        any more. With an empty plate the place is reserved for nobody afterwards. Nobody has to move. Of a car whose
        place becomes reserved for it, or was and no longer is, the entry in self.cars is brought up to date: what
        counts so far is added to its minutes, and it is counted as standing there since now. The entries of other cars
        stay as they are.
        :param level: int, the level.
        :param number: int, the number of the place on its level.
        :param plate: str, the plate, or an empty text.
        :param minute: int, the present minute.
        :return: str, the plate that the place was reserved for before, empty if for none.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; else with "no such
            place" if there is none. Nothing is changed then.
        >>> deck = CarDeck([2, 2], 3, 20)
        >>> deck.reserve(1, 2, "KA 7", 5), deck.reserve(2, 1, "KA 7", 6), deck.holders
        ('', '', {(2, 1): 'KA 7'})
        """

    def enter(self, plate: str, minute: int) -> tuple[int, int]:
        """
        Let a car in. It gets the place reserved for it if there is one and no car stands there. Otherwise it gets an
        open place: one that is reserved for nobody and on which no car stands, namely on the level with the most open
        places, of equal ones the lowest, the open place there with the lowest number.
        :param plate: str, the plate of the car.
        :param minute: int, the present minute.
        :return: tuple (level, number), the place.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; else with "in the yard"
            if the car is in the yard; else with "already in" if it stands on a place; else with "full" if there is no
            place for it. Nothing is changed then.
        >>> deck = CarDeck([1, 2], 3, 20)
        >>> [deck.enter(plate, minute) for plate, minute in (("A", 3), ("B", 4), ("C", 9))], deck.cars["B"]
        ([(2, 1), (1, 1), (2, 2)], ((1, 1), 4, 0))
        """

    def shift(self, plate: str, level: int, number: int, minute: int) -> bool:
        """
        Move a car to another place of the garage, be it reserved for another plate or not. What counts so far is added
        to its minutes.
        :param plate: str, the plate of the car.
        :param level: int, the level of the new place.
        :param number: int, the number of the new place on its level.
        :param minute: int, the present minute.
        :return: bool, whether the new place is reserved for another plate.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; else with "not in" if
            the car stands on no place; else with "no such place" if the new place does not exist; else with "taken"
            if a car stands there, be it this one. Nothing is changed then.
        >>> deck = CarDeck([3], 3, 20)
        >>> deck.reserve(1, 2, "KA 7", 0), deck.enter("B", 4), deck.shift("B", 1, 2, 10), deck.cars
        ('', (1, 1), True, {'B': ((1, 2), 10, 6)})
        """

    def tow(self, patience: int, minute: int) -> list[str]:
        """
        Tow to the yard each car on a place that is reserved for another plate, if it has been counted as standing
        there for more than so many minutes. Its debt is the fee for all its minutes that count until now.
        :param patience: int, how many minutes are allowed.
        :param minute: int, the present minute.
        :return: list of str, the plates of the towed cars, in ascending order of the places.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; nothing is changed
            then.
        >>> deck = CarDeck([3], 3, 20)
        >>> deck.enter("B", 4), deck.reserve(1, 1, "KA 7", 10), deck.tow(20, 24), deck.tow(20, 25), deck.yard
        ((1, 1), '', [], ['B'], {'B': (25, 3)})
        """

    def leave(self, plate: str, minute: int) -> int:
        """
        Let a car drive out of the garage, from its place or from the yard. From its place it pays the fee for all its
        minutes that count. From the yard it pays its debt, and five times self.hour, and self.day for each started 24
        hours in the yard, of which there is at least one.
        :param plate: str, the plate of the car.
        :param minute: int, the present minute.
        :return: int, what it pays.
        :raises ValueError: with the message "time runs back" if the minute is before self.now; else with "not in" if
            the car is neither on a place nor in the yard. Nothing is changed then.
        >>> deck = CarDeck([3], 3, 20)
        >>> deck.enter("B", 4), deck.leave("B", 90), deck.cars, deck.now
        ((1, 1), 6, {}, 90)
        """
