# canary: classeval-hf open section_viewer 98b869f8-4f4a-4837-8e26-5bafc6f6926a

import re


class SectionViewer:
    """
    Shows the sections of a text as lines of a window, one line for each section. A section with subsections can be
    folded, which hides all sections below it. The cursor is always on a section that is not hidden.
    """

    def __init__(self, height: int):
        """
        Start with no sections.
        :param height: int, the largest number of lines in the window, at least 1.
        The fields are:
        - self.height: int, as given.
        - self.sections: list of tuples (level, title, text), the sections in their order. The level of the first one
          is 1, that of each other one is from 1 to the level of the one before it plus 1. The sections below a section
          are those after it up to the next one whose level is not higher; those of them that are one level higher are
          its subsections, and it is their parent.
        - self.folded: set of int, the places in self.sections, counted from 0, of the folded sections; each of them
          has subsections. A section is hidden if it is below a folded one, which may be hidden itself.
        - self.cursor: int, the place of the section with the cursor; 0 if there are no sections.
        - self.top: int, the number of lines before the first one in the window, as scroll describes.
        """
        self.height = height
        self.sections = []
        self.folded = set()
        self.cursor = 0
        self.top = 0

    def visible(self) -> list[int]:
        """
        Find the sections that are not hidden. Each of them has a line; the lines are numbered from 0 in this order.
        :return: list of int, the places of the sections in ascending order.
        >>> viewer = SectionViewer(5)
        >>> viewer.sections = [(1, "A", ""), (2, "B", ""), (3, "C", ""), (2, "D", ""), (1, "E", "")]
        >>> viewer.folded = {1}
        >>> viewer.visible()
        [0, 1, 3, 4]
        """

    def scroll(self) -> int:
        """
        Change self.top as little as possible, so that the line of the cursor is in the window, and the window, which
        holds the lines from the number self.top on, is filled, or holds all lines if there are fewer than
        self.height. Without sections self.top becomes 0. All methods that change sections, folded or cursor end with
        this.
        :return: int, self.top.
        >>> viewer = SectionViewer(2)
        >>> viewer.sections, viewer.cursor = [(1, "A", ""), (1, "B", ""), (1, "C", ""), (1, "D", "")], 2
        >>> viewer.scroll()
        1
        """

    def load(self, text: str) -> int:
        """
        Read a text, in place of what was there; nothing is folded, and the cursor is on the first section. The lines
        are separated by "\\n". A line of one or more "#", then one or more blanks, then other characters, the first of
        them no blank, is a heading: the number of "#" is the level of a new section, and what follows the blanks is
        its title, without blanks at the end. The text of a section consists of the lines up to the next heading that
        hold something else than blanks, as they are, joined by "\\n".
        :param text: str, the text.
        :return: int, the number of sections.
        :raises ValueError: with the message "bad line: " and the number of the line, counted from 1, for the first
            line that is a heading with a level that is not allowed there, or is before the first heading and holds
            something else than blanks. Nothing is changed then.
        >>> viewer = SectionViewer(5)
        >>> viewer.load("# Bees\\n## Food \\nNectar\\n\\nPollen\\n# Ants"), viewer.sections
        (3, [(1, 'Bees', ''), (2, 'Food', 'Nectar\\nPollen'), (1, 'Ants', '')])
        """

    def move(self, steps: int) -> int:
        """
        Move the cursor by some lines, at most to the first or the last line. Without sections nothing happens.
        :param steps: int, the number of lines to go down, negative to go up.
        :return: int, by how many lines the cursor has moved, negative if up.
        >>> viewer = SectionViewer(5)
        >>> viewer.sections = [(1, "A", ""), (2, "B", ""), (2, "C", ""), (1, "D", "")]
        >>> viewer.folded = {0}
        >>> viewer.move(5), viewer.cursor
        (1, 3)
        """

    def toggle(self) -> bool:
        """
        Fold the section with the cursor, or unfold it if it is folded; sections below it that are folded stay so. If
        it has no subsections, its parent is folded instead, and the cursor goes there.
        :return: bool, whether the section with the cursor is folded now.
        :raises ValueError: with the message "nothing to fold" if the section has neither subsections nor a parent, or
            there are no sections. Nothing is changed then.
        >>> viewer = SectionViewer(5)
        >>> viewer.sections, viewer.cursor = [(1, "A", ""), (2, "B", ""), (2, "C", ""), (1, "D", "")], 2
        >>> viewer.toggle(), viewer.cursor, viewer.visible(), viewer.toggle(), viewer.visible()
        (True, 0, [0, 3], False, [0, 1, 2, 3])
        """

    def search(self, query: str) -> list[int]:
        """
        Look for the sections, hidden ones too, that hold all words of a query. Words are runs of letters and digits
        (characters for which isalnum is true) that cannot be made longer. Words are equal if casefold makes them so. A
        section holds the words of its title and those of its text. If there are any, the cursor goes to the first one
        after the section with the cursor, or to the first one at all if there is none after it, and all sections above
        it (its parent, the parent of that one, and so on) are unfolded. Otherwise nothing is changed.
        :param query: str, the query.
        :return: list of int, the places of the sections found, in ascending order.
        :raises ValueError: with the message "no words" if the query has no word.
        >>> viewer = SectionViewer(5)
        >>> viewer.sections = [(1, "Bees", "eat pollen"), (2, "Food", "Pollen, nectar"), (1, "Ants", "eat all")]
        >>> viewer.folded = {0}
        >>> viewer.search("POLLEN"), viewer.cursor, viewer.folded, viewer.search("pollen eat"), viewer.cursor
        ([0, 1], 1, set(), [0], 0)
        """

    def cut(self) -> list[str]:
        """
        Remove the section with the cursor and all sections below it, hidden ones too. The cursor goes to the section
        that came after them, or to the section of the last line if there is none. The other sections stay folded or
        not as they are.
        :return: list of str, the titles of the removed sections in their order.
        :raises ValueError: with the message "empty" if there are no sections.
        >>> viewer = SectionViewer(5)
        >>> viewer.sections = [(1, "A", ""), (2, "B", ""), (1, "C", ""), (2, "D", "")]
        >>> viewer.folded = {0, 2}
        >>> viewer.cut(), viewer.sections, viewer.folded, viewer.cursor
        (['A', 'B'], [(1, 'C', ''), (2, 'D', '')], {0}, 0)
        """

    def show(self) -> list[str]:
        """
        Print the window. The line of a section is made of: ">" if it has the cursor, else a blank; two blanks for each
        level after the first; "+" if it is folded, "-" if it has subsections and is not folded, "." if it has no
        subsections; a blank; the title; and if it is folded, a blank and the number of sections below it in brackets.
        :return: list of str, the lines in the window, from top to bottom.
        >>> viewer = SectionViewer(3)
        >>> viewer.sections = [(1, "A", ""), (2, "B", ""), (3, "C", ""), (3, "D", ""), (2, "E", ""), (1, "F", "")]
        >>> viewer.folded, viewer.cursor = {1}, 1
        >>> viewer.show()
        [' - A', '>  + B (2)', '   . E']
        """
