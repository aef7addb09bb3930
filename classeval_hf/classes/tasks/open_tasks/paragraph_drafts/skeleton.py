# canary: classeval-hf open paragraph_drafts 21e83b15-68a2-4b4d-826d-12275d2ac7b7


class ParagraphDrafts:
    """
    A paragraph on which several authors work. It has versions; each author can have a draft, which began as a copy of
    a version, its base. Every line has a number of its own, which it keeps in all versions and drafts, whatever its
    text becomes; lines are numbered from 1, and no number is used twice. The newest version and a draft are joined by
    these rules, in which a side is the newest version or the draft, and old text is that of the base:
    - A line that is in the base and on both sides gets the text of the draft if the newest version has the old text,
      and that of the newest version if the draft has the old one. If neither has the old text, the line gets the text
      that contains the other one. If neither text contains the other one, there is a conflict on the line.
    - A line of the base that one side does not have is dropped if the other side does not have it either or has its
      old text; otherwise it stays, with the text of the other side.
    - A line that is not in the base stays, with the text of the newest version if it is there too, except as said at
      the end.
    - The lines that stay and that the newest version has keep their order. Then the other lines that stay are put
      among them, one after another in the order of the draft: each after its forerunner, which is the nearest line
      before it in the draft that is in the result so far. If the newest version has the forerunner, or if there is
      none (and the line comes to the begin), the line comes after all lines that directly follow there in the result,
      that the newest version has and the base does not; and if one of these has the same text, the line is left out,
      provided that it is not in the base.
    """

    def __init__(self, texts: list[str]):
        """
        Start with a version 0 and no drafts.
        self.versions: list of lists of tuples (line, text), the versions in order; a version is a list of the numbers
            and texts of its lines. No text is empty.
        self.drafts: dict, from each author who has a draft to a tuple (base, lines): the number of the base in
            self.versions, and a list of tuples (line, text) as in a version.
        self.last: int, the highest line number given so far.
        :param texts: list of str, the texts of the lines of version 0, which are numbered in their order; none is
            empty.
        """
        self.versions = [list(enumerate(texts, 1))]
        self.drafts = {}
        self.last = len(texts)

    def open_draft(self, author: str) -> int:
        """
        Start a draft of an author as a copy of the newest version.
        :param author: str, the author.
        :return: int, the number of the version, which is the base.
        :raises ValueError: with the message "has a draft: " and the author if that is so; nothing is changed then.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> paper.open_draft("Ann"), paper.drafts
        (0, {'Ann': (0, [(1, 'It rains.'), (2, 'We stay.')])})
        """

    def change(self, author: str, line: int, text: str) -> int:
        """
        Give a line of a draft another text. An empty text removes the line from the draft.
        :param author: str, the author of the draft.
        :param line: int, the number of the line.
        :param text: str, the text.
        :return: int, how many lines of the draft are not in its base or have another text than there.
        :raises KeyError: with the author if there is no draft of that author; nothing is changed then.
        :raises ValueError: else with the message "no line: " and the number if the draft has no such line; nothing is
            changed then.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> paper.open_draft("Ann"), paper.change("Ann", 2, "We go."), paper.change("Ann", 1, ""), paper.drafts
        (0, 1, 1, {'Ann': (0, [(2, 'We go.')])})
        """

    def insert(self, author: str, after: int, text: str) -> int:
        """
        Insert a line with the next number, not used so far, into a draft.
        :param author: str, the author of the draft.
        :param after: int, the number of the line of the draft after which it comes, or 0 for the begin.
        :param text: str, its text.
        :return: int, its number.
        :raises KeyError: with the author if there is no draft of that author; nothing is changed then.
        :raises ValueError: else with the message "no text" if the text is empty; else with "no line: " and the number
            if it is not 0 and the draft has no such line. Nothing is changed then.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> paper.open_draft("Ann"), paper.insert("Ann", 1, "Still."), paper.insert("Ann", 0, "Oh!")
        (0, 3, 4)
        >>> paper.drafts["Ann"]
        (0, [(4, 'Oh!'), (1, 'It rains.'), (3, 'Still.'), (2, 'We stay.')])
        """

    def conflicts(self, author: str) -> list[tuple[int, str, str]]:
        """
        Find the lines on which a draft and the newest version have a conflict. Nothing is changed.
        :param author: str, the author of the draft.
        :return: list of tuple, (line, text in the newest version, text in the draft), in the order of the newest
            version.
        :raises KeyError: with the author if there is no draft of that author.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> [paper.open_draft(name) for name in ("Ann", "Ben")], paper.change("Ann", 2, "We go.")
        ([0, 0], 1)
        >>> paper.merge("Ann", "")
        1
        >>> paper.change("Ben", 2, "We sleep."), paper.conflicts("Ben"), paper.change("Ben", 2, "Now We go.")
        (1, [(2, 'We go.', 'We sleep.')], 1)
        >>> paper.conflicts("Ben")
        []
        """

    def merge(self, author: str, side: str) -> int:
        """
        Join a draft with the newest version, and close the draft. The result is added as a version, unless it is equal
        to the newest one.
        :param author: str, the author of the draft.
        :param side: str, "main" or "draft" to give lines with a conflict the text of the newest version or that of the
            draft, or "" if there should be no conflict.
        :return: int, the number of the newest version then.
        :raises KeyError: with the author if there is no draft of that author; nothing is changed then.
        :raises ValueError: else with the message "bad side: " and the side if it is another one; else, if it is empty,
            with "conflicts: " and the numbers of the lines with conflicts, in the order of the newest version, joined
            by ", ", if there are any. Nothing is changed then.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> paper.open_draft("Ann"), paper.open_draft("Ben"), paper.change("Ann", 2, ""), paper.merge("Ann", "")
        (0, 0, 0, 1)
        >>> paper.insert("Ben", 2, "We sleep."), paper.change("Ben", 1, "It pours."), paper.merge("Ben", "")
        (3, 2, 2)
        >>> paper.versions[2], paper.drafts
        ([(1, 'It pours.'), (3, 'We sleep.')], {})
        """

    def update(self, author: str) -> int:
        """
        Bring a draft up to date: it is joined with the newest version, and the result becomes the draft, with the
        newest version as its base. Lines with a conflict get the text of the draft.
        :param author: str, the author of the draft.
        :return: int, how many lines of the new draft were not in the old one or had another text there.
        :raises KeyError: with the author if there is no draft of that author; nothing is changed then.
        >>> paper = ParagraphDrafts(["It rains.", "We stay."])
        >>> [paper.open_draft(name) for name in ("Ann", "Ben")], paper.insert("Ann", 2, "We sleep.")
        ([0, 0], 3)
        >>> paper.merge("Ann", "")
        1
        >>> paper.insert("Ben", 2, "We eat."), paper.update("Ben"), paper.drafts["Ben"]
        (4, 1, (1, [(1, 'It rains.'), (2, 'We stay.'), (3, 'We sleep.'), (4, 'We eat.')]))
        """
