# canary: classeval-hf open harbour_board d9f9b0a1-8198-4f26-9dba-ba73c240da47


class HarbourBoard:
    """
    The berths of a small harbour behind a sill. Hours are numbered, lengths are in metres, depths, draughts and tides
    in decimetres. The sill is the only way in and out, and it takes one ship an hour at most.
    """

    def __init__(self, sill: int, tide: list[int], berths: dict[str, tuple[int, int]]):
        """
        Set up an empty harbour at hour 0.
        :param sill: int, the depth over the sill at tide 0.
        :param tide: list of int, the tides of the hours 0, 1 and so on, at least one; after the last one they
            start from the first again.
        :param berths: dict, from the name of each berth to a tuple (length, depth).
        The fields are self.sill, self.tide and self.berths as given, and:
        self.hour: int, the present hour.
        self.passed: bool, whether a ship has passed the sill in the present hour.
        self.moored: dict, from the name of each berth in which a ship lies to a tuple (ship, length, draught, due):
            the length and the draught of the ship, and the hour from which it wants to leave.
        self.waiting: list of tuples (ship, length, draught, stay), the ships outside in the order of their arrival,
            with the number of hours for which each wants to lie in a berth.
        A ship is in at most one of self.moored and self.waiting. A berth suits a ship if neither the length nor the
        depth of the berth is less than the length and the draught of the ship.
        """
        self.sill = sill
        self.tide = tide
        self.berths = berths
        self.hour = 0
        self.passed = False
        self.moored = {}
        self.waiting = []

    def opening(self, draught: int, hour: int) -> int:
        """
        The first hour, from a given one on, in which a ship can pass the sill. It can in an hour in which the depth
        over the sill at tide 0 plus the tide is at least the draught.
        :param draught: int, the draught of the ship.
        :param hour: int, the hour from which to look, at least 0; it counts too.
        :return: int, that hour, or -1 if the ship can never pass.
        >>> board = HarbourBoard(20, [0, 10, 30, 10], {"A": (50, 40)})
        >>> board.opening(25, 3), board.opening(45, 3), board.opening(51, 3)
        (3, 6, -1)
        """

    def free_berth(self, length: int, draught: int) -> str:
        """
        Choose among the berths that suit a ship and in which no ship lies: the shortest one, of equally long ones the
        one of the least depth, and of these the one whose name comes first in ascending order.
        :param length: int, the length of the ship.
        :param draught: int, the draught of the ship.
        :return: str, the name of the berth, or an empty string if there is none.
        >>> board = HarbourBoard(20, [0, 10], {"A": (50, 40), "B": (40, 40), "C": (40, 35)})
        >>> board.free_berth(30, 25), board.free_berth(30, 36), board.free_berth(30, 41)
        ('C', 'B', '')
        """

    def pass_sill(self) -> tuple[str, str]:
        """
        Let one ship pass the sill in the present hour. If one has passed already, no other does. First come the
        moored ships that want to leave by now and can pass the sill in this hour: of these the one that is due
        first, with the same due hour the one whose name comes first in ascending order, leaves the harbour. If there
        is none, the first of the waiting ships, in their order, that can pass the sill in this hour and for which
        there is a free berth goes to the berth that free_berth chooses; it is due after its stay, counted from this
        hour.
        :return: tuple, (ship, berth): the ship that has passed and the berth that it has left or taken; two empty
            strings if none passed.
        >>> board = HarbourBoard(20, [0, 10], {"A": (50, 40)})
        >>> board.waiting = [("Elsa", 30, 25, 6), ("Ida", 45, 20, 8)]
        >>> board.pass_sill(), board.moored, board.waiting
        (('Ida', 'A'), {'A': ('Ida', 45, 20, 8)}, [('Elsa', 30, 25, 6)])
        """

    def arrive(self, ship: str, length: int, draught: int, stay: int) -> str:
        """
        A ship arrives outside in the present hour and becomes the last of the waiting ones; then a ship may pass the
        sill as described for pass_sill.
        :param ship: str, the name of the ship.
        :param length: int, its length.
        :param draught: int, its draught.
        :param stay: int, the number of hours for which it wants to lie in a berth.
        :return: str, the berth that this ship has taken, or an empty string if it waits.
        :raises ValueError: with the message "bad number" if length, draught or stay is less than 1; else with "known
            ship" if it is moored or waits; else with "too big" if it can never pass the sill or no berth suits it,
            whether or not a ship lies there. Nothing is changed then.
        >>> board = HarbourBoard(20, [0, 10], {"A": (50, 40)})
        >>> board.arrive("Ida", 45, 20, 8), board.arrive("Elsa", 30, 20, 6)
        ('A', '')
        """

    def advance(self, hours: int) -> list[tuple[int, str, str]]:
        """
        Let hours go by. In each of them, as soon as it is the present one, no ship has passed the sill yet, and one
        may pass as described for pass_sill.
        :param hours: int, how many hours go by; none if it is less than 1.
        :return: list of tuple, (hour, ship, berth) for each ship that passed, in the order of the hours.
        >>> board = HarbourBoard(20, [0, 10], {"A": (50, 40)})
        >>> board.moored, board.waiting = {"A": ("Ida", 45, 30, 2)}, [("Elsa", 30, 20, 6)]
        >>> board.advance(5), board.hour
        ([(3, 'Ida', 'A'), (4, 'Elsa', 'A')], 5)
        """

    def shift(self, ship: str, berth: str) -> str:
        """
        Move a moored ship to another berth of the harbour, which does not lead over the sill; it is due as before.
        Then a ship may pass the sill as described for pass_sill.
        :param ship: str, the name of the ship.
        :param berth: str, the name of the berth.
        :return: str, the name of the ship that has passed the sill, or an empty string.
        :raises KeyError: with the name of the ship if it is not moored; else with that of the berth if there is none
            of that name. Nothing is changed then.
        :raises ValueError: with the message "taken" if a ship lies in the berth, this one included; else with "too
            small" if the berth does not suit the ship. Nothing is changed then.
        >>> board = HarbourBoard(20, [0, 10], {"A": (50, 40), "B": (30, 20)})
        >>> board.moored, board.waiting = {"A": ("Ida", 25, 20, 9)}, [("Elsa", 40, 20, 6)]
        >>> board.shift("Ida", "B"), board.moored
        ('Elsa', {'B': ('Ida', 25, 20, 9), 'A': ('Elsa', 40, 20, 6)})
        """

    def extend(self, ship: str, hours: int) -> int:
        """
        Put off the hour in which a moored ship is due. It is put off from its due hour or, if that is over, from the
        present hour.
        :param ship: str, the name of the ship.
        :param hours: int, by how many hours it is put off.
        :return: int, the first hour from the new due hour on in which the ship can pass the sill.
        :raises ValueError: with the message "bad number" if hours is less than 1. Nothing is changed then.
        :raises KeyError: with the name of the ship if it is not moored, unless hours is less than 1.
        >>> board = HarbourBoard(20, [0, 10, 30, 10], {"A": (50, 40)})
        >>> board.hour, board.moored = 4, {"A": ("Ida", 45, 40, 3)}
        >>> board.extend("Ida", 5), board.moored
        (10, {'A': ('Ida', 45, 40, 9)})
        """
