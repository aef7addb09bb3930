# canary: classeval-hf open outline_draft b6d8580b-691b-4036-9c1a-8cb420320988

import re


class OutlineDraft:
    """
    The draft of a document that consists of numbered headings. A heading has a level: 1 for the top, 2 for what is
    below that, and so on. The descendants of a heading are the headings after it up to the next one of the same or a
    lower level number; its children are those of them whose level number is greater by 1. Headings with the same
    parent, and the headings of level 1, are siblings of each other. The number of a heading consists of the places,
    counted from 1, among their siblings of its ancestors, from the top down, and of itself, joined by ".", as in
    "2.1.3".
    """

    def __init__(self):
        """
        Start without headings.
        self.headings: list of tuples (key, level, title), in the order of the document. The first one has the level 1;
            each other one has a level of at least 1 and at most 1 greater than that of the heading before it. No two
            have the same key. In a title, "{" and "}" with a key between them are a reference to the heading with that
            key, which is in the list; a key is not empty and contains neither "{" nor "}".
        """
        self.headings = []

    def add(self, key: str, level: int, title: str) -> str:
        """
        Add a heading at the end.
        :param key: str, its key.
        :param level: int, its level.
        :param title: str, its title; it may refer to the heading itself.
        :return: str, the number of the heading.
        :raises ValueError: with the message "bad key" if the key is empty, contains "{" or "}", or is that of a
            heading; else with "bad level" if the level is not allowed there; else with "unknown reference: " and the
            key of the first reference in the title that refers to no heading, if there is one. Nothing is changed
            then.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 2, "Aims"), draft.add("c", 2, "Means, see {b}")
        ('1', '1.1', '1.2')
        """

    def number(self, key: str) -> str:
        """
        The number of a heading.
        :param key: str, the key of the heading.
        :return: str, its number.
        :raises KeyError: with the key if there is no such heading.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 2, "Aims"), draft.add("c", 1, "End"), draft.number("b")
        ('1', '1.1', '2', '1.1')
        """

    def promote(self, key: str) -> str:
        """
        Promote a heading: it and its descendants go one level up, and stand after the last descendant of what was its
        parent. So what were its later siblings stay with the parent.
        :param key: str, the key of the heading.
        :return: str, the number of the heading after that.
        :raises KeyError: with the key if there is no such heading.
        :raises ValueError: otherwise, with the message "top level" if its level is 1. Nothing is changed then.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 2, "Aims"), draft.add("c", 2, "Means"), draft.promote("b")
        ('1', '1.1', '1.2', '2')
        >>> [heading[:2] for heading in draft.headings]
        [('a', 1), ('c', 2), ('b', 1)]
        """

    def demote(self, key: str) -> str:
        """
        Demote a heading: it and its descendants go one level down, so that it becomes the last child of the sibling
        before it.
        :param key: str, the key of the heading.
        :return: str, the number of the heading after that.
        :raises KeyError: with the key if there is no such heading.
        :raises ValueError: otherwise, with the message "first sibling" if no sibling is before it. Nothing is changed
            then.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 1, "Aims"), draft.add("c", 2, "Means"), draft.demote("b")
        ('1', '2', '2.1', '1.1')
        >>> draft.number("c")
        '1.1.1'
        """

    def move(self, key: str, before: str) -> str:
        """
        Move a heading with its descendants directly before another heading, of which it becomes a sibling; the levels
        of its descendants change by as much as its own.
        :param key: str, the key of the heading.
        :param before: str, the key of the other heading.
        :return: str, the number of the heading after that.
        :raises KeyError: with the key if there is no such heading; key is looked at first.
        :raises ValueError: otherwise, with the message "into itself" if the other heading is the heading itself or one
            of its descendants. Nothing is changed then.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 2, "Aims"), draft.add("c", 1, "End"), draft.add("d", 2, "Notes")
        ('1', '1.1', '2', '2.1')
        >>> draft.move("c", "b"), draft.number("d"), draft.number("b")
        ('1.1', '1.1.1', '1.2')
        """

    def remove(self, key: str) -> int:
        """
        Remove a heading with its descendants.
        :param key: str, the key of the heading.
        :return: int, the number of headings removed.
        :raises KeyError: with the key if there is no such heading.
        :raises ValueError: otherwise, if the title of a heading that would stay refers to one of them: with the
            message "needed by " and the key of the first such heading in the document. Nothing is changed then.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start"), draft.add("b", 2, "Aims"), draft.add("c", 1, "As in {a}")
        ('1', '1.1', '2')
        >>> draft.remove("b"), draft.remove("c"), draft.headings
        (1, 1, [('a', 1, 'Start')])
        """

    def render(self, depth: int) -> list[str]:
        """
        Write the headings out: for each one two blanks for each level above its own, its number, a blank, and its
        title, in which each reference is replaced by the number of the heading referred to. What is put in is not
        looked at once more, and other curly brackets stay.
        :param depth: int, the greatest level that is written out.
        :return: list of str, the lines in the order of the document.
        >>> draft = OutlineDraft()
        >>> draft.add("a", 1, "Start {}"), draft.add("b", 2, "Aims of {a}"), draft.add("c", 1, "See {b} and {c}")
        ('1', '1.1', '2')
        >>> draft.render(2), draft.render(1)
        (['1 Start {}', '  1.1 Aims of 1', '2 See 1.1 and 2'], ['1 Start {}', '2 See 1.1 and 2'])
        """
