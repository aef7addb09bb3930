# canary: classeval-hf open locker_wall 4ff43a82-fc9c-42ed-980c-9336c5adf945


class LockerWall:
    """
    A wall of lockers in one row, numbered from 1. Each holder has one run of neighbouring lockers, or waits for one. A
    locker is free if no one holds it and it is not broken. A gap is a run of free lockers that cannot be made longer.
    To find a place for some lockers, the shortest gap that is long enough is taken, of equally long ones the one with
    the lowest numbers, and in it the lockers with the lowest numbers. To serve the waiting list, each of its entries
    is tried once, in the order of the list: if a place for its lockers is found the holder gets them, and the entry is
    removed.
    """

    def __init__(self, size: int):
        """
        Set up a wall of free lockers.
        The fields are:
        - self.size: int, the number of lockers, at least 1.
        - self.runs: dict, from the name of each holder who has lockers to a tuple (first, count): the number of the
          first locker, and how many there are, at least 1. The runs have no locker in common and no broken one.
        - self.broken: set of int, the numbers of the broken lockers.
        - self.waiting: list of tuples (holder, count), the holders who wait and how many lockers they want, at least
          1. None of them has a run, and after each method no gap is long enough for any of them.
        :param size: int, the number of lockers.
        """
        self.size = size
        self.runs = {}
        self.broken = set()
        self.waiting = []

    def gaps(self) -> list[tuple[int, int]]:
        """
        List the gaps.
        :return: list of tuples (first, count): the number of the first locker and how many there are, in ascending
            order.
        >>> wall = LockerWall(9)
        >>> wall.runs, wall.broken = {"ann": (2, 3)}, {7}
        >>> wall.gaps()
        [(1, 1), (5, 2), (8, 2)]
        """

    def give(self, holder: str, count: int) -> int:
        """
        Give lockers to a new holder. If no place is found, the holder is put at the end of the waiting list.
        :param holder: str, the name of the holder.
        :param count: int, how many lockers are wanted.
        :return: int, the number of the first locker, 0 if the holder waits.
        :raises ValueError: with the message "bad number" if the count is less than 1 or more than self.size; else with
            "known holder" if the holder has a run or waits. Nothing is changed then.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 4), wall.give("bob", 5), wall.give("cem", 2), wall.waiting
        (1, 5, 0, [('cem', 2)])
        """

    def leave(self, holder: str) -> list[str]:
        """
        Let a holder go. One who waits is removed from the waiting list. One who has a run gives it back, and the
        waiting list is served.
        :param holder: str, the name of the holder.
        :return: list of str, the names of the holders who were served, in the order of the waiting list.
        :raises KeyError: with the name if the holder has no run and does not wait.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 4), wall.give("bob", 5), wall.give("cem", 2)
        (1, 5, 0)
        >>> wall.leave("bob"), wall.runs
        (['cem'], {'ann': (1, 4), 'cem': (5, 2)})
        """

    def extend(self, holder: str, more: int) -> int:
        """
        Give more lockers to a holder who has a run. If so many lockers directly above the run (with the next higher
        numbers) are free, they are added; else if so many directly below it are free, they are added. Else the run is
        moved: a place for all its lockers, old and additional ones, is found while those of the run count as free, and
        the waiting list is served after that. If no place is found, nothing is changed.
        :param holder: str, the name of the holder.
        :param more: int, how many lockers are added.
        :return: int, the number of the first locker of the run afterwards, 0 if nothing is changed.
        :raises KeyError: with the name if the holder has no run.
        :raises ValueError: else with the message "bad number" if less than 1 locker is to be added; nothing is changed
            then.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 2), wall.give("bob", 2), wall.extend("bob", 1), wall.extend("ann", 2), wall.runs
        (1, 3, 3, 6, {'bob': (3, 3), 'ann': (6, 4)})
        """

    def break_locker(self, number: int) -> str:
        """
        Take note that a locker is broken. If someone holds it, the run is moved: a place for it is found while its
        lockers, except the broken one, count as free. If no place is found, the holder loses the run and is put at the
        beginning of the waiting list with the count of the run. In both cases the waiting list is served then.
        :param number: int, the number of the locker.
        :return: str, the name of the holder, empty if no one held the locker.
        :raises ValueError: with the message "no locker" if the number is less than 1 or more than self.size; else with
            "is broken" if the locker is broken already. Nothing is changed then.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 4), wall.break_locker(2), wall.runs
        (1, 'ann', {'ann': (3, 4)})
        """

    def repair(self, number: int) -> list[str]:
        """
        Take note that a broken locker is repaired, and serve the waiting list.
        :param number: int, the number of the locker.
        :return: list of str, the names of the holders who were served, in the order of the waiting list.
        :raises ValueError: with the message "not broken" if the locker is not in self.broken.
        >>> wall = LockerWall(3)
        >>> wall.break_locker(2), wall.give("ann", 3), wall.repair(2), wall.runs
        ('', 0, ['ann'], {'ann': (1, 3)})
        """

    def compact(self) -> list[tuple[str, int, int]]:
        """
        Move the runs together without changing their order along the wall. One run after another, from low numbers to
        high ones, is moved to the lowest numbers at which it has no broken locker and lies above the runs before it.
        The waiting list is served after that.
        :return: list of tuples (holder, old, new), one for each run that was moved, in the order of the moves, with
            the numbers of its first locker before and after. Runs of holders who were served are not in it.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 2), wall.give("bob", 3), wall.give("cem", 2), wall.leave("ann")
        (1, 3, 6, [])
        >>> wall.give("dan", 4), wall.compact(), wall.runs
        (0, [('bob', 3, 1), ('cem', 6, 4)], {'bob': (1, 3), 'cem': (4, 2), 'dan': (6, 4)})
        """

    def plan(self) -> str:
        """
        Draw the wall as one character for each locker, in ascending order of the numbers: "#" if it is broken, "." if
        it is free, otherwise the first character of the name of its holder, in upper case for the first locker of the
        run and in lower case for the others.
        :return: str, the characters.
        >>> wall = LockerWall(9)
        >>> wall.give("ann", 4), wall.break_locker(6), wall.plan()
        (1, '', 'Aaaa.#...')
        """
