# canary: classeval-hf open hive_yard 77f9f125-e9e5-49b4-9155-efc15b607fd2


class HiveYard:
    """
    The hives of a beekeeper and the descent of their queens. Days are numbered. A hive that has lost its queen raises
    a daughter of her from the brood, if it is strong enough; the daughter hatches 16 days later. Such a hive is said
    to have a cell.
    """

    def __init__(self, most: int):
        """
        Set up an empty yard.
        The fields are:
        - self.most: int, the largest number of frames that a hive can have.
        - self.hives: dict, from the name of each hive to a tuple (queen, frames): the name of its queen, empty if it
          has none, and its number of frames, from 1 to self.most. No queen is in two hives.
        - self.cells: dict, from the name of each hive that has a cell to a tuple (mother, day): the queen whose
          daughter is raised, and the day on which the daughter hatches. A hive with a cell has no queen and at least 3
          frames.
        - self.queens: dict, from the name of each queen that ever was in the yard to a tuple (mother, day): the name
          of her mother, empty if she was bought, and the day on which she hatched or was bought.
        :param most: int, the largest number of frames of a hive.
        """
        self.most = most
        self.hives = {}
        self.cells = {}
        self.queens = {}

    def settle(self, hive: str, queen: str, frames: int, day: int) -> None:
        """
        Set up a new hive with a bought queen.
        :param hive: str, the name of the hive, not empty.
        :param queen: str, the name of the queen, not empty.
        :param frames: int, the number of frames.
        :param day: int, the day.
        :return: None.
        :raises ValueError: with the message "hive exists" if there is a hive of that name; else with "queen is known"
            if the queen is in self.queens; else with "bad frames" if the number of frames is less than 1 or more than
            self.most. Nothing is changed then.
        >>> yard = HiveYard(20)
        >>> yard.settle("north", "Ada", 6, 3)
        >>> yard.hives, yard.queens
        ({'north': ('Ada', 6)}, {'Ada': ('', 3)})
        """

    def split(self, hive: str, new: str, frames: int, day: int) -> bool:
        """
        Move some frames of a hive to a new hive, which has no queen. The queen of the old hive stays there. If the
        old hive has a queen and the new one has at least 3 frames, the new one has a cell with a daughter of her that
        hatches on day + 16. If the old hive has a cell, each of the two hives that has at least 3 frames after the
        split has a cell with the mother and the day of that cell, and a hive with fewer has none. If the old hive has
        neither queen nor cell, the new one has no cell.
        :param hive: str, the name of the old hive.
        :param new: str, the name of the new hive, not empty.
        :param frames: int, the number of frames that move; at least 1 must move, and at least 1 must stay.
        :param day: int, the day of the split.
        :return: bool, whether the new hive has a cell.
        :raises KeyError: with the name of the old hive if there is no such hive. Nothing is changed then.
        :raises ValueError: else with the message "hive exists" if there is a hive of the new name; else with "bad
            frames" if the number of frames is not possible. Nothing is changed then.
        >>> yard = HiveYard(20)
        >>> yard.settle("north", "Ada", 6, 3)
        >>> yard.split("north", "south", 4, 10), yard.hives, yard.cells
        (True, {'north': ('Ada', 2), 'south': ('', 4)}, {'south': ('Ada', 26)})
        """

    def lose_queen(self, hive: str, day: int) -> str:
        """
        Take note of the death of the queen of a hive. If the hive has at least 3 frames, it has a cell then, with a
        daughter of her that hatches on day + 16. The queen stays in self.queens.
        :param hive: str, the name of the hive.
        :param day: int, the day.
        :return: str, the name of the dead queen.
        :raises KeyError: with the name of the hive if there is no such hive.
        :raises ValueError: else with the message "no queen" if the hive has none; nothing is changed then.
        >>> yard = HiveYard(20)
        >>> yard.settle("north", "Ada", 6, 3)
        >>> yard.lose_queen("north", 30), yard.hives, yard.cells
        ('Ada', {'north': ('', 6)}, {'north': ('Ada', 46)})
        """

    def hatch(self, day: int) -> list[str]:
        """
        Let the daughters hatch whose day is at most the given one: the one with the earliest day first, of those with
        the same day the one whose hive comes first in ascending order. Each becomes the queen of her hive, which no
        longer has a cell, and is entered in self.queens with the day of the cell. Her name is that of her mother, "/"
        and a number: the smallest number from 1 that gives a name that is not in self.queens.
        :param day: int, the day.
        :return: list of str, the names of the new queens in the order in which they hatched.
        >>> yard = HiveYard(20)
        >>> yard.settle("north", "Ada", 6, 3)
        >>> yard.split("north", "south", 3, 10)
        True
        >>> yard.hatch(25), yard.hatch(40), yard.queens
        ([], ['Ada/1'], {'Ada': ('', 3), 'Ada/1': ('Ada', 26)})
        """

    def merge(self, hive: str, other: str) -> str:
        """
        Put all frames of another hive into a hive; the other hive is gone then. If both have a queen, the one whose
        day in self.queens is later becomes or stays the queen of the hive, with equal days the one that was in it
        before; the other queen dies. If one of them has a queen, she is the queen of the hive. If one of them has a
        queen or both have, the hive has no cell afterwards. If neither has a queen, the hive has the cell of the two
        that hatches earlier, with equal days the one that it had before, and none if there is none.
        :param hive: str, the name of the hive that stays.
        :param other: str, the name of the hive that goes.
        :return: str, the name of the queen of the hive afterwards, empty if it has none.
        :raises KeyError: with the name of the first of the two, in the order of the parameters, that is no hive.
            Nothing is changed then.
        :raises ValueError: else with the message "same hive" if both are the same hive; else with "bad frames" if the
            frames are more than self.most together. Nothing is changed then.
        >>> yard = HiveYard(20)
        >>> yard.settle("north", "Ada", 6, 3)
        >>> yard.settle("south", "Bea", 5, 7)
        >>> yard.merge("north", "south"), yard.hives
        ('Bea', {'north': ('Bea', 11)})
        """

    def lineage(self, queen: str) -> list[str]:
        """
        Follow the descent of a queen back to a bought one.
        :param queen: str, the name of the queen.
        :return: list of str, the queen, her mother, the mother of that one, and so on; the last one was bought.
        :raises KeyError: with the name if the queen is not in self.queens.
        >>> yard = HiveYard(20)
        >>> yard.queens = {"Ada": ("", 3), "Ada/1": ("Ada", 26)}
        >>> yard.lineage("Ada/1")
        ['Ada/1', 'Ada']
        """

    def kinship(self, first: str, second: str) -> tuple[str, int]:
        """
        Say how closely two queens are related. A queen counts among her own forebears, at a distance of 0; her mother
        is at a distance of 1, and so on.
        :param first: str, the name of a queen.
        :param second: str, the name of a queen; it may be the same one.
        :return: tuple, (name, degree): the forebear that both share for which the sum of the distances is smallest,
            and that sum; ("", -1) if they share none.
        :raises KeyError: with the name of the first of the two, in the order of the parameters, that is not in
            self.queens.
        >>> yard = HiveYard(20)
        >>> yard.queens = {"Ada": ("", 3), "Ada/1": ("Ada", 26), "Ada/2": ("Ada", 30), "Bea": ("", 5)}
        >>> yard.kinship("Ada/1", "Ada/2"), yard.kinship("Ada", "Bea")
        (('Ada', 2), ('', -1))
        """

    def strain(self, queen: str) -> dict[str, int]:
        """
        Find the hives whose queen is a given one or descends from her.
        :param queen: str, the name of the given queen; she may be dead.
        :return: dict, from the name of each such hive to the number of generations from the given queen to its queen,
            0 if it is herself. Hives that only have a cell are not counted.
        :raises KeyError: with the name if the queen is not in self.queens.
        >>> yard = HiveYard(20)
        >>> yard.queens = {"Ada": ("", 3), "Ada/1": ("Ada", 26)}
        >>> yard.hives = {"north": ("Ada", 6), "south": ("Ada/1", 4), "west": ("", 5)}
        >>> yard.strain("Ada")
        {'north': 0, 'south': 1}
        """
