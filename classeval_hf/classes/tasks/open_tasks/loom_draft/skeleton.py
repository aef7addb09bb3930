# canary: classeval-hf open loom_draft e6e5fcae-038e-4633-bd09-45f7e3d26616

import re


class LoomDraft:
    """
    A draft for a loom. Each warp thread hangs on one shaft, each treadle is tied to some shafts, and for each pick
    (a row of the cloth) one treadle is pressed, which lifts the threads on its shafts. Shafts and treadles are
    numbered from 1.
    """

    def __init__(self, shafts: int):
        """
        Start with an empty draft.
        :param shafts: int, the number of shafts, at least 1.
        The fields are:
        - self.shafts: int, the number of shafts.
        - self.threading: list of int, the shaft of each warp thread, from left to right; each is at most self.shafts.
        - self.ties: dict, from each treadle to the list of the shafts to which it is tied, in ascending order, each
          once and at most self.shafts; the list may be empty.
        - self.treadling: list of int, the treadle of each pick, from top to bottom; each is in self.ties.
        """
        self.shafts = shafts
        self.threading = []
        self.ties = {}
        self.treadling = []

    def read(self, text: str, highest: int) -> list[int]:
        """
        Read the notation of a sequence of numbers: items separated by one or more blanks; there may be blanks before
        the first and after the last one, and no items at all. An item is a number of decimal digits; or two such
        numbers with "-" between them, for the numbers from the first to the second one, up or down, both included; or
        a group: "(", a sequence with at least one item, and ")". Groups may be nested. An item may be followed,
        once, by "*" and a number of decimal digits, at least 1, which says how many times the item comes one after
        another; this number is not one of the sequence. Blanks are allowed nowhere else. The decimal digits are 0 to
        9.
        :param text: str, the notation.
        :param highest: int, the highest number allowed; the lowest one is 1.
        :return: list of int, the numbers.
        :raises ValueError: with the message "bad pattern" if the text does not follow these rules; else with "bad
            number" if a number of the sequence is not allowed.
        >>> draft = LoomDraft(4)
        >>> draft.read("1-4 3-2", 4), draft.read("(1 2)*2 4*3", 4)
        ([1, 2, 3, 4, 3, 2], [1, 2, 1, 2, 4, 4, 4])
        """

    def thread(self, text: str) -> int:
        """
        Add warp threads at the right.
        :param text: str, their shafts from left to right, in the notation that read describes.
        :return: int, the number of warp threads of the draft now.
        :raises ValueError: as described for read, where self.shafts is the highest number; nothing is changed then.
        >>> draft = LoomDraft(4)
        >>> draft.thread("1-4"), draft.thread("3-1"), draft.threading
        (4, 7, [1, 2, 3, 4, 3, 2, 1])
        """

    def tie(self, treadle: int, shafts: list[int]) -> list[int]:
        """
        Tie a treadle to shafts, in place of those to which it was tied before.
        :param treadle: int, the treadle.
        :param shafts: list of int, the shafts in any order, possibly several times; it may be empty.
        :return: list of int, the picks, counted from 1, in which this treadle is pressed.
        :raises ValueError: with the message "bad number" if the treadle is less than 1 or one of the shafts is less
            than 1 or more than self.shafts; nothing is changed then.
        >>> draft = LoomDraft(4)
        >>> draft.tie(1, [3, 1]), draft.tie(2, []), draft.ties
        ([], [], {1: [1, 3], 2: []})
        """

    def tread(self, text: str) -> int:
        """
        Add picks at the bottom.
        :param text: str, their treadles from top to bottom, in the notation that read describes.
        :return: int, the number of picks of the draft now.
        :raises ValueError: as described for read, where the highest number is the highest treadle in self.ties, or 0
            if there is none; else with the message "not tied: " and the treadle for the first one that is not in
            self.ties. Nothing is changed then.
        >>> draft = LoomDraft(4)
        >>> draft.ties = {1: [1, 3], 2: [2, 4]}
        >>> draft.tread("(1 2)*3"), draft.treadling
        (6, [1, 2, 1, 2, 1, 2])
        """

    def cloth(self) -> list[str]:
        """
        The cloth that the draft gives.
        :return: list of str, a row for each pick, from top to bottom, with a character for each warp thread, from left
            to right: "#" where the thread is lifted, and "." where it is not.
        >>> draft = LoomDraft(4)
        >>> draft.threading, draft.ties, draft.treadling = [1, 2, 3, 4], {1: [1, 3], 2: [3, 4]}, [1, 2, 1]
        >>> draft.cloth()
        ['#.#.', '..##', '#.#.']
        """

    def repeat(self) -> tuple[int, int]:
        """
        The size of the smallest piece from which the cloth comes by putting it side by side and one below the other;
        at the right and at the bottom the last pieces may be cut off.
        :return: tuple, (columns, rows): the smallest numbers, at least 1, such that each character of the cloth equals
            the one that lies so many columns further right, and the one that lies so many rows further down, as far as
            the cloth has those; (0, 0) if the cloth has no character.
        >>> draft = LoomDraft(4)
        >>> draft.threading, draft.ties, draft.treadling = [1, 2, 1, 2, 1], {1: [1], 2: [2]}, [1, 1, 2]
        >>> draft.cloth(), draft.repeat()
        (['#.#.#', '#.#.#', '.#.#.'], (2, 3))
        """

    def turn(self) -> int:
        """
        Turn the draft, so that rows and columns of the cloth change places: the treadles become shafts, the shafts
        become treadles, and the picks become warp threads, the first pick the leftmost thread, and the threads become
        picks. A new treadle is tied to a new shaft if the old shaft of the number of the treadle was tied to the old
        treadle of the number of the shaft. There is a new treadle for each old shaft, and there are as many new shafts
        as the number of the highest old treadle, 0 if there was none.
        :return: int, the number of new shafts.
        >>> draft = LoomDraft(3)
        >>> draft.threading, draft.ties, draft.treadling = [1, 2, 1], {1: [1], 4: [1, 2]}, [4, 1]
        >>> draft.turn(), draft.threading, draft.ties, draft.treadling
        (4, [4, 1], {1: [1, 4], 2: [4], 3: []}, [1, 2, 1])
        """

    def chart(self) -> list[str]:
        """
        Print the draft. First there is a line for each shaft, from the highest one down to 1: a character for each
        warp thread, "x" if it hangs on this shaft, "-" if not; then "|"; then a character for each treadle in
        self.ties, in ascending order, "o" if it is tied to this shaft, "-" if not. Then there is a line for each
        pick: the row of the cloth; then "|"; then a character for each treadle as before, "x" if it is pressed, "-"
        if not.
        :return: list of str, the lines.
        >>> draft = LoomDraft(2)
        >>> draft.threading, draft.ties, draft.treadling = [1, 2, 1], {1: [1], 4: [1, 2]}, [4, 1]
        >>> draft.chart()
        ['-x-|-o', 'x-x|oo', '###|-x', '#.#|x-']
        """
