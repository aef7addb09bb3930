# canary: classeval-hf open phrase_guide b5fec91b-3e28-4ff2-8ed8-243de5b2668b

import re


class PhraseGuide:
    """
    A phrasebook that answers phrases by patterns. The words of a phrase are found so: it is split at blanks, the
    characters . , ! ? are taken away from both ends of each piece, and pieces without other characters are dropped.
    Words are compared without regard to upper and lower case.
    A pattern consists of parts separated by one or more blanks. In a pattern a WORD is one or more of the letters A to
    Z and a to z, the digits 0 to 9, ' and -, and a NAME is one or more of the letters a to z. The parts are:
    - WORD stands for this word.
    - [WORD|WORD] stands for one of these words; there are one or more of them, separated by |.
    - ?WORD stands for this word or for nothing.
    - <NAME> stands for any one word, <NAME#> for one word of digits 0 to 9 only, and <NAME..> for one or more words of
      any kind. These are captures.
    A pattern matches a phrase if the words of the phrase are used up by its parts, in order and without a gap. If that
    is possible in several ways, the first part that differs decides: ?WORD stands for the word rather than for
    nothing, and <NAME..> for fewer words rather than for more.
    """

    def __init__(self):
        """
        Start with an empty phrasebook.
        self.entries: dict, from the number of each entry to a tuple (pattern, reply, priority); the parts of the
            pattern are joined by single blanks.
        self.uses: dict, from the number of each entry to how often its reply was given.
        self.order: list of int, the numbers of all entries in the order in which they are tried: those with the higher
            priority first, of these those with more parts of the kinds WORD and [WORD|WORD], of these those used
            less often, of these those with the lower number.
        self.last: int, the highest number given so far; entries are numbered from 1, and no number is used twice.
        """
        self.entries = {}
        self.uses = {}
        self.order = []
        self.last = 0

    def add(self, pattern: str, reply: str, priority: int) -> int:
        """
        Add an entry with the next number, not used so far. In its reply, <NAME> and <NAME^> stand for a capture of its
        pattern; other text, also other "<" and ">", stands for itself.
        :param pattern: str, the pattern.
        :param reply: str, the reply.
        :param priority: int, the priority.
        :return: int, the number of the entry.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "empty pattern" if it has
            no part; "bad part: " and the first part that is of no kind; "capture twice: " and the name of the first
            capture whose name an earlier one has; "no capture: " and the first name in the reply that is none of a
            capture in the pattern.
        >>> guide = PhraseGuide()
        >>> guide.add("<who..> is  ?very tired", "Poor <who^>!", 3), guide.entries
        (1, {1: ('<who..> is ?very tired', 'Poor <who^>!', 3)})
        >>> guide.add("[hi|hello] <who>", "Hello <whom>.", 3)
        Traceback (most recent call last):
        ValueError: no capture: whom
        """

    def explain(self, number: int, phrase: str) -> list[tuple[str, str]]:
        """
        Say how the pattern of an entry matches a phrase. Nothing is changed.
        :param number: int, the number of the entry.
        :param phrase: str, the phrase.
        :return: list of tuple, (part, words) for each part of the pattern in order, with the words of the phrase for
            which it stands, in the case of the phrase, joined by blanks and empty if there is none; an empty list if
            the pattern does not match.
        :raises KeyError: with the number if there is no such entry.
        >>> guide = PhraseGuide()
        >>> guide.add("<who..> is ?very tired", "Poor <who^>!", 3), guide.explain(1, "Old Tom is tired.")
        (1, [('<who..>', 'Old Tom'), ('is', 'is'), ('?very', ''), ('tired', 'tired')])
        """

    def find(self, phrase: str) -> tuple[int, dict[str, str]]:
        """
        Find the first entry, in the order of self.order, whose pattern matches a phrase. Nothing is changed.
        :param phrase: str, the phrase.
        :return: tuple of int and dict, the number of the entry, and from the name of each capture of its pattern to
            the words for which it stands, as explain gives them; (0, {}) if no pattern matches.
        >>> guide = PhraseGuide()
        >>> guide.add("<any..>", "I see.", 1), guide.add("<who> has <n#> cats", "<n> cats?", 1)
        (1, 2)
        >>> guide.find("Ann has 3 cats!"), guide.find("Ann has three cats")
        ((2, {'who': 'Ann', 'n': '3'}), (1, {'any': 'Ann has three cats'}))
        """

    def answer(self, phrase: str) -> str:
        """
        Answer a phrase by the reply of the entry that find finds, which counts as a use of it. In the reply <NAME> is
        replaced by the words of the capture, and <NAME^> by the same with the first character in upper case.
        :param phrase: str, the phrase.
        :return: str, the reply; an empty string if no pattern matches.
        >>> guide = PhraseGuide()
        >>> guide.add("<who..> is late", "<who^> <again> as ever, <who>?", 1)
        Traceback (most recent call last):
        ValueError: no capture: again
        >>> guide.add("<who..> is late", "<who^> as ever, <who>?", 1), guide.add("<any..>", "Oh.", 1)
        (1, 2)
        >>> guide.answer("my sister is late..."), guide.uses
        ('My sister as ever, my sister?', {1: 1, 2: 0})
        """

    def prioritise(self, number: int, priority: int) -> int:
        """
        Give an entry another priority.
        :param number: int, the number of the entry.
        :param priority: int, the new priority.
        :return: int, how many entries are tried before it then.
        :raises KeyError: with the number if there is no such entry; nothing is changed then.
        >>> guide = PhraseGuide()
        >>> guide.add("<any..>", "I see.", 1), guide.add("<who> has <n#> cats", "<n> cats?", 1)
        (1, 2)
        >>> guide.order, guide.prioritise(1, 2), guide.order
        ([2, 1], 0, [1, 2])
        """

    def remove(self, number: int) -> int:
        """
        Remove an entry.
        :param number: int, the number of the entry.
        :return: int, how often it was used.
        :raises KeyError: with the number if there is no such entry; nothing is changed then.
        >>> guide = PhraseGuide()
        >>> guide.add("<any..>", "I see.", 1), guide.answer("well"), guide.remove(1), guide.add("no", "", 1)
        (1, 'I see.', 1, 2)
        """
