# canary: classeval-hf open stage_lifts a68fe1af-61a1-4bda-93ef-807148526f09


class StageLifts:
    """
    The lifting platforms of a theatre stage. Each platform stands at a height, in whole centimetres. An interlock
    between two platforms limits how far their heights may differ. A list of numbered cues says which platforms go
    where in the course of the play.
    """

    def __init__(self):
        """
        Set up a stage without platforms.
        self.ranges: dict, from the name of each platform to a tuple (low, high), its lowest and highest height.
        self.heights: dict, from the name of each platform to its height, which is always within its range.
        self.interlocks: dict, from a tuple (first, second) of the names of two platforms, in ascending order, to the
            largest difference of their heights that is allowed. The present heights always respect it.
        self.people: dict, from the name of each platform with people on it to their number, at least 1. Such a
            platform is called occupied; it must not change its height.
        self.cues: dict, from the number of each cue, at least 1, to a dict from the names of platforms to their
            target heights; it has at least one entry.
        self.last: int, the number of the cue that was run last, 0 if none was.
        """
        self.ranges = {}
        self.heights = {}
        self.interlocks = {}
        self.people = {}
        self.cues = {}
        self.last = 0

    def add_platform(self, name: str, low: int, high: int) -> int:
        """
        Add a platform. It stands at the height of its range that is nearest to 0.
        :param name: str, the name of the platform.
        :param low: int, its lowest height; it may be negative.
        :param high: int, its highest height.
        :return: int, the height at which it stands.
        :raises ValueError: with the message "bad range" if low is greater than high; else with "platform exists" if
            there is a platform of that name. Nothing is changed then.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", -250, 120), lifts.add_platform("pit", -300, -80)
        (0, -80)
        """

    def interlock(self, one: str, other: str, gap: int) -> int:
        """
        Interlock two platforms. If they are interlocked already, the new gap takes the place of the old one.
        :param one: str, the name of a platform.
        :param other: str, the name of the other platform; the order of the two does not matter.
        :param gap: int, the largest difference of their heights that is allowed.
        :return: int, by how much their difference may still grow.
        :raises KeyError: with the name if there is no such platform; one is looked at first. Nothing is changed then.
        :raises ValueError: otherwise, with the message "same platform" if both names are the same; else with "bad
            gap" if the gap is negative; else with "too far apart" if the present heights differ by more than the gap.
            Nothing is changed then.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("B", 0, 100), lifts.add_platform("A", 30, 100)
        (0, 30)
        >>> lifts.interlock("B", "A", 50), lifts.interlocks
        (20, {('A', 'B'): 50})
        """

    def occupy(self, name: str, change: int) -> int:
        """
        Count people who step onto a platform or off it.
        :param name: str, the name of the platform.
        :param change: int, how many more people are on it now; negative if there are fewer.
        :return: int, the number of people on it after that.
        :raises KeyError: with the name if there is no such platform.
        :raises ValueError: otherwise, with the message "too few people" if fewer than 0 people would be on it. Nothing
            is changed then.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", 0, 100)
        0
        >>> lifts.occupy("A", 3), lifts.occupy("A", -1), lifts.people
        (3, 2, {'A': 2})
        """

    def blockers(self, targets: dict[str, int]) -> list[str]:
        """
        Why some platforms cannot be moved to target heights together. The other platforms stay where they are. Only
        the heights at the end of the movement count.
        :param targets: dict, from the names of platforms to their target heights; it is not changed.
        :return: list of str, the reasons; empty if there is none. First, for the platforms of targets in ascending
            order of the names: "range " and the name if the target is not within the range of the platform, and after
            that "occupied " and the name if the platform is occupied and the target is not its present height. Then,
            for the interlocks in ascending order of their tuples, of which at least one platform is in targets:
            "interlock ", the first name, "-" and the second name if the heights would differ by more than the
            allowed difference.
        :raises KeyError: with the first name in ascending order that is no platform, if there is one.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", 0, 100), lifts.add_platform("B", 0, 100), lifts.interlock("A", "B", 20)
        (0, 0, 20)
        >>> lifts.blockers({"B": 120}), lifts.blockers({"A": 50, "B": 70})
        (['range B', 'interlock A-B'], [])
        """

    def drive(self, name: str, target: int) -> list[tuple[str, int]]:
        """
        Drive one platform to a height and take other platforms along where interlocks demand it. They move only in
        the direction of the driven platform, up or down, and each of them only as far as is needed for all interlocks
        to be respected at the end.
        :param name: str, the name of the driven platform.
        :param target: int, the height to which it is driven.
        :return: list of tuples (name, height), the platforms that have moved and their new heights, in ascending order
            of the names.
        :raises KeyError: with the name if there is no such platform.
        :raises ValueError: otherwise, if a platform would have to leave its range, or to move while it is occupied:
            with the message "blocked: " and its name; of several such platforms the first in ascending order is named.
            Nothing is changed then.
        >>> lifts = StageLifts()
        >>> [lifts.add_platform(name, 0, 100) for name in "ABC"], lifts.interlock("A", "B", 20)
        ([0, 0, 0], 20)
        >>> lifts.interlock("B", "C", 30), lifts.drive("A", 60), lifts.drive("C", 30)
        (30, [('A', 60), ('B', 40), ('C', 10)], [('C', 30)])
        """

    def set_cue(self, number: int, targets: dict[str, int]) -> list[int]:
        """
        Put a cue into the list, in place of the cue of the same number if there is one. With empty targets the cue of
        that number is taken off the list instead, if there is one. Whether the targets can be reached is not checked.
        :param number: int, the number of the cue.
        :param targets: dict, from the names of platforms to their target heights; it is copied.
        :return: list of int, the numbers of all cues after that, in ascending order.
        :raises ValueError: with the message "bad number" if the number is less than 1.
        :raises KeyError: otherwise, with the first name in ascending order that is no platform. Nothing is changed
            then.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", 0, 100)
        0
        >>> lifts.set_cue(7, {"A": 30}), lifts.set_cue(2, {"A": 80}), lifts.set_cue(7, {})
        ([7], [2, 7], [2])
        """

    def go(self) -> int:
        """
        Run the next cue: of the cues whose numbers are greater than self.last the one with the least number. Its
        platforms move to their targets together, as described for blockers.
        :return: int, the number of the cue.
        :raises ValueError: with the message "no more cues" if there is no next cue; else, if there are blockers, with
            the message "cue ", its number, ": " and the reasons joined by ", ". Nothing is changed then, so the cue
            is still the next one.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", 0, 100), lifts.set_cue(5, {"A": 30}), lifts.set_cue(2, {"A": 80})
        (0, [5], [2, 5])
        >>> lifts.go(), lifts.heights["A"], lifts.go(), lifts.heights["A"]
        (2, 80, 5, 30)
        """

    def jump(self, number: int) -> dict[str, int]:
        """
        Jump to a cue, forwards or backwards: the platforms move together, as described for blockers, to where the
        cues up to this one would bring them. The target of a platform is that in the cue with the greatest number, up
        to the given one, that names it; a platform that none of these cues names stays where it is. The cue counts
        as the one that was run last.
        :param number: int, the number of the cue.
        :return: dict, from the names of the platforms that these cues name to their targets.
        :raises KeyError: with the number if there is no such cue.
        :raises ValueError: otherwise, if there are blockers, with a message as that of go, with the given number.
            Nothing is changed then.
        >>> lifts = StageLifts()
        >>> lifts.add_platform("A", 0, 100), lifts.add_platform("B", 0, 100)
        (0, 0)
        >>> lifts.set_cue(1, {"A": 10, "B": 20}), lifts.set_cue(4, {"A": 70}), lifts.jump(4)
        ([1], [1, 4], {'A': 70, 'B': 20})
        """
