# canary: classeval-hf open choir_stand 54eea215-963b-4871-bac9-fa4b49e76f27


class ChoirStand:
    """
    A choir on a stand of rows, in which each singer has a place. Places are numbered from 0 in each row, rows from 0
    at the front. A singer belongs to a section (such as "alto"), has a height in centimetres and a strength, a number
    of points. A singer can see if the singer at the place of the same number in the row before is not taller, or if
    that place is empty or does not exist.
    """

    def __init__(self, rows: list[int]):
        """
        Set up an empty stand.
        self.rows: list of lists, for each row the names of the singers at its places, "" for an empty place.
        self.singers: dict, from the name of each singer to a tuple (section, height, strength).
        self.spans: dict, from each section that has singers to a tuple (row, first, last): all its singers are in this
            row, and first and last are the lowest and the highest number of their places. No place between these is
            empty or has a singer of another section.
        :param rows: list of int, the number of places of each row.
        """
        self.rows = [[""] * places for places in rows]
        self.singers = {}
        self.spans = {}

    def seat(self, name: str, section: str, height: int, strength: int) -> tuple[int, int]:
        """
        Give a new singer a place. If the section has singers, the place is an empty one directly left (lower) or right
        (higher) of its span: the left one if only that is empty, the right one if only that is, and if both are, the
        one where the singer can see, or else the right one, which also counts if the singer can see at both. If the
        section has no singers yet, the place is the middle one of the longest run of empty places (of two middle
        places the left one); of runs of equal length that in the lowest row counts, and in one row the leftmost.
        :param name: str, the name of the singer, not empty.
        :param section: str, the section.
        :param height: int, the height.
        :param strength: int, the strength.
        :return: tuple of int, the row and the place.
        :raises ValueError: with the message "has a place: " and the name if there is such a singer; else with "no
            place: " and the section if there is no such empty place. Nothing is changed then.
        >>> stand = ChoirStand([5, 4])
        >>> [stand.seat(name, "alto", 170, 3) for name in ("Ann", "Bea", "Cleo")], stand.seat("Dan", "bass", 180, 4)
        ([(0, 2), (0, 3), (0, 4)], (1, 1))
        >>> stand.rows, stand.spans
        ([['', '', 'Ann', 'Bea', 'Cleo'], ['', 'Dan', '', '']], {'alto': (0, 2, 4), 'bass': (1, 1, 1)})
        """

    def leave(self, name: str) -> list[str]:
        """
        Take a singer off the stand. Those of the section at higher or those at lower places close the gap, each by one
        place: those who are fewer, and if they are equally many those at higher places. A section without singers has
        no span.
        :param name: str, the name of the singer.
        :return: list of str, the names of those who moved, in ascending order of their places.
        :raises KeyError: with the name if there is no such singer; nothing is changed then.
        >>> stand = ChoirStand([7])
        >>> [stand.seat(name, "alto", 170, 3)[1] for name in "abcd"], stand.leave("b"), stand.rows, stand.spans
        ([3, 4, 5, 6], ['a'], [['', '', '', '', 'a', 'c', 'd']], {'alto': (0, 4, 6)})
        """

    def swap(self, name: str, other: str) -> int:
        """
        Let two singers of the same section change their places.
        :param name: str, the name of one singer.
        :param other: str, the name of the other singer.
        :return: int, how many more singers of the whole stand can see then than before, negative if they are fewer.
        :raises KeyError: with the first of both names, in the order of the parameters, that no singer has; nothing is
            changed then.
        :raises ValueError: else with the message "same singer" if both are one, else with "other section" if they are
            of different sections. Nothing is changed then.
        >>> stand = ChoirStand([3, 3])
        >>> stand.seat("Ann", "alto", 170, 3), stand.seat("Bea", "alto", 180, 3), stand.seat("Dan", "bass", 175, 4)
        ((0, 1), (0, 2), (1, 1))
        >>> stand.swap("Ann", "Bea"), stand.rows[0]
        (-1, ['', 'Bea', 'Ann'])
        """

    def shift(self, section: str, by: int) -> tuple[int, int, int]:
        """
        Move all singers of a section along their row by the same number of places.
        :param section: str, the section.
        :param by: int, the number of places to higher numbers, or a negative number for lower ones.
        :return: tuple of int, the new span of the section.
        :raises KeyError: with the section if it has no singers; nothing is changed then.
        :raises ValueError: else with the message "no place: " and the lowest number of a place to which a singer would
            come that does not exist or has a singer of another section; nothing is changed then.
        >>> stand = ChoirStand([7])
        >>> stand.seat("Ann", "alto", 170, 3), stand.seat("Bea", "alto", 180, 3), stand.shift("alto", -2), stand.rows
        ((0, 3), (0, 4), (0, 1, 2), [['', 'Ann', 'Bea', '', '', '', '']])
        """

    def blocked(self) -> list[str]:
        """
        Find the singers who cannot see.
        :return: list of str, their names, those in lower rows first, in a row in ascending order of their places.
        >>> stand = ChoirStand([3, 3])
        >>> stand.seat("Bea", "alto", 180, 3), stand.seat("Dan", "bass", 175, 4), stand.blocked()
        ((0, 1), (1, 1), ['Dan'])
        """

    def balance(self) -> int:
        """
        Say to which side the stand is heavier: the sum, over all singers, of the strength times the lever. The lever
        of place P in a row of N places is 2 * P - (N - 1).
        :return: int, the sum; negative if the side of the low numbers is heavier.
        >>> stand = ChoirStand([4])
        >>> stand.seat("Ann", "alto", 170, 3), stand.seat("Bea", "alto", 180, 5), stand.balance()
        ((0, 1), (0, 2), 2)
        """

    def best_swap(self, section: str) -> tuple[str, str]:
        """
        Find two singers of a section whose swap would bring the balance of the stand nearest to 0: nearer than now,
        and without more singers of the stand who cannot see than now. Of several such pairs, those count after whose
        swap fewest singers cannot see; of these, those whose singer with the lower place has the lowest place; of
        these, the one whose other singer has the lowest. Nothing is changed.
        :param section: str, the section.
        :return: tuple of str, the names of both, the one with the lower place first; ("", "") if there is no pair.
        :raises KeyError: with the section if it has no singers.
        >>> stand = ChoirStand([5])
        >>> [stand.seat(name, "alto", 170, points)[1] for name, points in (("Ann", 1), ("Bea", 4), ("Cleo", 9))]
        [2, 3, 4]
        >>> stand.balance(), stand.best_swap("alto"), stand.swap("Ann", "Cleo"), stand.balance()
        (44, ('Ann', 'Cleo'), 0, 12)
        """
