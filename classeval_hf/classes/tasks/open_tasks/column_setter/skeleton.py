# canary: classeval-hf open column_setter 93547963-357a-400e-a7fc-345b612f922b


class ColumnSetter:
    """
    Sets paragraphs in a column of letters of equal width. In the texts, "|" within a word marks a place where the word
    may be broken at the end of a line; it is not printed. Words stand between blanks or other white space. The letters
    of a word are all its characters but "|".
    """

    def __init__(self, width: int, most: int, ladder: int):
        """
        Start with an empty column.
        self.width: int, the largest length of a line, at least 1.
        self.most: int, the largest gap that is allowed in a stretched line, at least 1.
        self.ladder: int, how many lines in succession may end with a broken word, at least 0.
        self.places: dict, from each word that was learned, in lower case, to the list of its places: the numbers of
            letters before each place where it may be broken, ascending.
        self.lines: list of str, the lines of the column.
        :param width: int, the largest length of a line.
        :param most: int, the largest gap in a stretched line.
        :param ladder: int, how many lines in succession may end with a broken word.
        """
        self.width = width
        self.most = most
        self.ladder = ladder
        self.places = {}
        self.lines = []

    def learn(self, pattern: str) -> list[int]:
        """
        Learn where a word may be broken, in place of what was learned of it before.
        :param pattern: str, the word with "|" at these places; a word without any is never broken.
        :return: list of int, the places.
        :raises ValueError: with the message "bad pattern" if a part of the pattern before, between or after marks is
            empty; nothing is changed then.
        >>> setter = ColumnSetter(20, 3, 2)
        >>> setter.learn("Gar|den|er"), setter.places
        ([3, 6], {'gardener': [3, 6]})
        """

    def breaks(self, word: str) -> list[int]:
        """
        Find the places where a word of a text may be broken. If the word has "|", they are at these marks. Otherwise
        they are those of the word without any of the signs , ; : . ! ? that stand at its end, if that was learned, be
        it in capitals or not; else there are none. In both cases only places with at least two letters before them and
        at least two after them, these signs at the end not counted, are left.
        :param word: str, the word.
        :return: list of int, the numbers of letters before each place, ascending, each once.
        >>> setter = ColumnSetter(20, 3, 2)
        >>> setter.learn("gar|den|er"), setter.breaks("Gardener,"), setter.breaks("a|larm|ed!")
        ([3, 6], [3, 6], [5])
        """

    def fit(self, word: str, room: int) -> tuple[str, str]:
        """
        Break a word so that as much of it as possible is in the room.
        :param word: str, the word.
        :param room: int, how many characters there is room for.
        :return: tuple (head, rest): the head is the letters before the last of its places for which it is not longer
            than the room, with "-" after them; the rest is the letters after that place, with "|" at all later places
            where the word may be broken. If no place will do, the head is empty and the rest is the word as it was.
        >>> setter = ColumnSetter(20, 3, 2)
        >>> setter.learn("gar|den|er"), setter.fit("gardener.", 8), setter.fit("gardener.", 6)
        ([3, 6], ('garden-', 'er.'), ('gar-', 'den|er.'))
        """

    def stretch(self, words: list[str], number: int) -> str:
        """
        Stretch a line to the width. The blanks that are to be added to gaps of one blank are shared out equally over
        the gaps, as far as this comes out even; of those that remain, each goes to another gap: first to gaps after
        words that end with one of , ; : . ! ? from left to right, then to the others, from left to right in a line
        with an odd number, from right to left in one with an even number. If a gap would be larger than self.most
        then, or there is no gap, or the line is longer than the width already, all gaps stay one blank.
        :param words: list of str, the words of the line as they are printed, at least one.
        :param number: int, the number of the line in the column, from 1.
        :return: str, the line.
        >>> setter = ColumnSetter(14, 3, 2)
        >>> setter.stretch(["to", "be,", "or", "so"], 1), setter.stretch(["to", "be", "or", "so"], 2)
        ('to  be,  or so', 'to  be  or  so')
        """

    def add(self, text: str) -> int:
        """
        Set a paragraph at the end of the column. Each line takes as many of the words, in their order, as fit into the
        width with one blank between them. If words are left, then the next one is broken as fit does it, so that its
        head fits into the line too, after a blank if the line has a word; the rest is the next word, as if it stood in
        the text. This is not done if the self.ladder lines before this one are all of this paragraph and all end with
        a broken word; with a ladder of 0 it is never done. If a line would stay empty, it takes so many letters of the
        next word as the width, without "-", and the rest of the letters, without "|", is the next word; this does not
        count as a broken word. Each line but the last of the paragraph is stretched; the gaps of the last one stay one
        blank.
        :param text: str, the paragraph; each of its words has at least one letter.
        :return: int, how many lines were added; 0 if the text has no words.
        >>> setter = ColumnSetter(12, 6, 1)
        >>> setter.add("the old gar|den|er is here"), setter.lines
        (3, ['the old gar-', 'dener     is', 'here'])
        """
