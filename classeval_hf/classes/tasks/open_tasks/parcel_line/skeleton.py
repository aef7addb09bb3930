# canary: classeval-hf open parcel_line 4eae9b1f-80a4-47f8-b9ac-134562523f67


class ParcelLine:
    """
    A line that sorts parcels into chutes. A parcel is known by its code, a text that is not empty; a parcel whose
    code ends with "!" is express. Rules say by the beginning of a code which chutes a parcel may go into. A parcel for
    which no chute is open travels on a loop until one opens. Every parcel on the line is in exactly one place: one
    chute, or the loop. Each method that changes the line leaves no parcel on the loop for which a chute is open.
    """

    def __init__(self, chutes: dict[str, int], loop_size: int):
        """
        Set up an empty line without rules.
        The fields are:
        - self.chutes: dict, from the name of each chute to the number of parcels that it holds, at least 1. No
          name is empty, and none is "loop".
        - self.loop_size: int, the number of parcels on the loop from which on no more are fed to it.
        - self.rules: dict, from a prefix to the list of the names of the chutes for codes that begin with it, the
          preferred chute first; the list is never empty and names no chute twice. Initially empty.
        - self.held: dict, from the name of each chute (it has an entry for every one) to the list of the codes in it,
          in the order in which they went in.
        - self.jammed: list of str, the names of the jammed chutes in the order in which they jammed.
        - self.loop: list of str, the codes on the loop, the one that joined it first at the front.
        :param chutes: dict, from the name of each chute to its capacity.
        :param loop_size: int, the size of the loop, at least 0.
        """
        self.chutes = dict(chutes)
        self.loop_size = loop_size
        self.rules = {}
        self.held = {name: [] for name in chutes}
        self.jammed = []
        self.loop = []

    def route(self, code: str) -> list[str]:
        """
        The chutes that a parcel may go into, by the rules alone: those of the longest prefix in self.rules with which
        the code begins. The empty prefix is the beginning of every code.
        :param code: str, the code of the parcel, which need not be on the line.
        :return: list of str, the names of the chutes, the preferred one first; a new list, empty if no prefix fits.
        >>> line = ParcelLine({"north": 2, "south": 3}, 5)
        >>> line.rules = {"N": ["north"], "": ["south", "north"]}
        >>> line.route("N17"), line.route("X17")
        (['north'], ['south', 'north'])
        """

    def open_chute(self, code: str) -> str:
        """
        The first chute of the parcel's route (see route) that is open for it. A chute is open if it is not jammed and
        has a free place; but the last free place of a chute with a capacity of 2 or more is open for express parcels
        alone. Nothing is changed.
        :param code: str, the code of the parcel.
        :return: str, the name of the chute, empty if none is open.
        >>> line = ParcelLine({"north": 2, "south": 3}, 5)
        >>> line.rules = {"N": ["north", "south"]}
        >>> line.held["north"] = ["N1"]
        >>> line.open_chute("N2"), line.open_chute("N3!")
        ('south', 'north')
        """

    def circulate(self) -> list[tuple[str, str]]:
        """
        Let the parcels on the loop go past the chutes: first the express parcels, then the others, each group in the
        order of the loop. Each goes into its open chute (see open_chute) as that is when its turn comes; one without
        an open chute stays on the loop, and those that stay keep their order.
        :return: list of tuples (code, name of the chute), the parcels that left the loop, in that order.
        >>> line = ParcelLine({"north": 2}, 5)
        >>> line.rules = {"": ["north"]}
        >>> line.loop = ["a", "b", "c!"]
        >>> line.circulate()
        [('c!', 'north')]
        >>> line.loop
        ['a', 'b']
        """

    def set_rule(self, prefix: str, chutes: list[str]) -> list[tuple[str, str]]:
        """
        Set the chutes for a prefix, in place of those that it had, and then let the loop circulate (see circulate). An
        empty list removes the rule of the prefix. Parcels that are in chutes stay where they are. The list given is
        copied.
        :param prefix: str, the prefix, which may be empty.
        :param chutes: list of str, the names of the chutes, the preferred one first.
        :return: list of tuples (code, name of the chute), the parcels that left the loop, as circulate gives them.
        :raises ValueError: going through chutes from its beginning, with the message "unknown chute: " and the name,
            or "chute twice: " and the name, at the first name that is unknown or was there before; with the message
            "no rule: " and the prefix if the list is empty and the prefix has no rule. Then nothing is changed.
        >>> line = ParcelLine({"north": 2, "south": 3}, 5)
        >>> line.loop = ["N1", "S2"]
        >>> line.set_rule("S", ["south", "north"])
        [('S2', 'south')]
        """

    def feed(self, code: str) -> str:
        """
        Put a new parcel on the line. It goes into its open chute (see open_chute) or, if there is none, to the end of
        the loop.
        :param code: str, the code of the parcel.
        :return: str, the name of the chute, empty if it went to the loop.
        :raises ValueError: with the message "already on the line: " and the code if a chute or the loop has this code.
        :raises RuntimeError: with the message "loop full" if it would have to go to the loop and that has
            self.loop_size parcels or more; then nothing is changed.
        >>> line = ParcelLine({"north": 1}, 1)
        >>> line.rules = {"": ["north"]}
        >>> line.feed("a"), line.feed("b")
        ('north', '')
        >>> line.loop
        ['b']
        """

    def jam(self, chute: str) -> str:
        """
        Note that a chute has jammed. The parcel that went into it last is thrown out of it: with the chute jammed, it
        goes into the chute that is open for it (see open_chute) or, if there is none, to the end of the loop, even if
        that is full. The other parcels stay in the chute.
        :param chute: str, the name of the chute.
        :return: str, the name of the chute into which the parcel went, "loop" if it went to the loop, empty if the
            jammed chute had no parcel.
        :raises ValueError: with the message "unknown chute: " and the name if there is no such chute, or with the
            message "already jammed: " and the name.
        >>> line = ParcelLine({"north": 2, "south": 3}, 0)
        >>> line.rules = {"": ["north", "south"]}
        >>> line.held["north"] = ["a", "b!"]
        >>> line.jam("north")
        'south'
        >>> line.held
        {'north': ['a'], 'south': ['b!']}
        """

    def clear(self, chute: str) -> list[tuple[str, str]]:
        """
        End the jam of a chute, and then let the loop circulate (see circulate).
        :param chute: str, the name of the chute.
        :return: list of tuples (code, name of the chute), the parcels that left the loop, as circulate gives them.
        :raises ValueError: with the message "not jammed: " and the name if the chute is not jammed or unknown.
        >>> line = ParcelLine({"north": 2}, 5)
        >>> line.rules = {"": ["north"]}
        >>> line.jammed, line.loop = ["north"], ["a", "b"]
        >>> line.clear("north")
        [('a', 'north')]
        """

    def empty(self, chute: str) -> list[str]:
        """
        Take all parcels out of a chute and off the line, and then let the loop circulate (see circulate).
        :param chute: str, the name of the chute.
        :return: list of str, the codes that were in the chute, the express ones first, each group in the order in
            which they went in.
        :raises ValueError: with the message "unknown chute: " and the name if there is no such chute, or with the
            message "jammed: " and the name if it is jammed; then nothing is changed.
        >>> line = ParcelLine({"north": 3}, 5)
        >>> line.rules = {"": ["north"]}
        >>> line.held["north"], line.loop = ["a", "b!"], ["c"]
        >>> line.empty("north")
        ['b!', 'a']
        >>> line.held, line.loop
        ({'north': ['c']}, [])
        """
