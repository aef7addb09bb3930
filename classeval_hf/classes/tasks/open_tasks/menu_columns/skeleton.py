# canary: classeval-hf open menu_columns 41e48c8b-1604-4d97-a11e-42b0948e78eb

from itertools import zip_longest


class MenuColumns:
    """
    Sets the menu of a restaurant in columns of equal width and height. A menu is a sequence of blocks: the title of a
    section, or a dish with its price and perhaps a note. All lengths are numbers of characters, and the only
    character that separates words is the blank. No line that this class makes begins or ends with a blank, except
    that the lines of a note begin with two blanks.
    """

    def __init__(self, width: int, height: int):
        """
        Start an empty menu.
        The fields are:
        - self.width: int, the width of a column, at least 12.
        - self.height: int, the largest number of lines in a column, at least 4.
        - self.blocks: list of tuples (kind, lines), the menu in its order, initially empty; kind is "section" or
          "dish", and lines is the list of its lines, never empty. There are never two sections directly one after
          the other, and a section has at most self.height - 3 lines.
        :param width: int, the width of a column.
        :param height: int, the largest number of lines in a column.
        """
        self.width = width
        self.height = height
        self.blocks = []

    @staticmethod
    def wrap(text: str, width: int) -> list[str]:
        """
        Break a text into lines of at most width characters. The words are what runs of blanks separate; each line
        takes as many of the next words as fit, joined by one blank. A word longer than width starts on a line of its
        own and is cut: while what is left of it is longer than width, its next width - 1 characters and a hyphen
        fill a line. The rest of it begins the next line, which takes further words as any other.
        :param text: str, the text.
        :param width: int, the largest length of a line.
        :return: list of str, the lines; empty if the text has no word.
        :raises ValueError: with the message "width too small" if width is less than 2, whatever the text is.
        >>> MenuColumns.wrap("soup of the  day", 8)
        ['soup of', 'the day']
        >>> MenuColumns.wrap("a cauliflower", 5)
        ['a', 'caul-', 'iflo-', 'wer']
        """

    def entry(self, name: str, price: str) -> list[str]:
        """
        Set a name with its price at the right. The name is wrapped (see wrap) to self.width less the length of the
        price less 4. The last line of the wrapped name is followed by a blank, by at least two dots, by a blank and
        by the price, with as many dots as make this line self.width long. The lines before it are left as they are.
        :param name: str, the name of the dish.
        :param price: str, the price as it is to be printed, without blanks at its ends; it may be empty, and then the
            blank before it is left out and the line filled with dots up to self.width.
        :return: list of str, the lines.
        :raises ValueError: with the message "no name" if name has no word, otherwise with the message "price too
            long" if less than 2 characters are left for the name.
        >>> MenuColumns(16, 10).entry("Pea soup", "4.50")
        ['Pea soup .. 4.50']
        >>> MenuColumns(16, 10).entry("Fresh pea soup", "4.50")
        ['Fresh', 'pea soup .. 4.50']
        """

    def add_section(self, title: str) -> int:
        """
        Add the title of a section to the end of the menu, turned into capital letters by str.upper and then wrapped to
        self.width. If the last block is a section too, that section has no dishes and is replaced by the new one.
        :param title: str, the title.
        :return: int, the number of blocks in the menu afterwards.
        :raises ValueError: with the message "no title" if the title has no word, or with the message "title too long"
            if it takes more than self.height - 3 lines; then nothing is changed.
        >>> menu = MenuColumns(12, 8)
        >>> menu.add_section("Soups and stews")
        1
        >>> menu.blocks
        [('section', ['SOUPS AND', 'STEWS'])]
        """

    def add_dish(self, name: str, price: str, note: str = "") -> int:
        """
        Add a dish to the end of the menu. Its lines are those of its entry (see entry), and then the lines of the
        note wrapped to self.width - 2, each with two blanks in front.
        :param name: str, the name of the dish.
        :param price: str, the price as it is to be printed.
        :param note: str, the note, which may have no word.
        :return: int, the number of lines of the dish.
        :raises ValueError: as entry does; then nothing is changed.
        >>> menu = MenuColumns(16, 10)
        >>> menu.add_dish("Pea soup", "4.50", "with mint and bread")
        3
        >>> menu.blocks
        [('dish', ['Pea soup .. 4.50', '  with mint and', '  bread'])]
        """

    def columns(self) -> list[list[str]]:
        """
        Break the menu into columns of at most self.height lines. The blocks are set in their order. A block at the
        top of a column, or directly below the title of a section, is set at once; before any other block one empty
        line ("") is left, which counts as a line of the column but is never the last one of it. The free lines are
        those that the column has left after the empty line.
        - A dish that has at most as many lines as are free is set whole.
        - Any other dish is broken if it has at least 4 lines and at least 2 lines are free: as many of its lines are
          set here as possible, but so that at least 2 are left; the lines left begin the next column, where, if they
          are more than self.height, they are broken again by the same rule.
        - Any other dish begins the next column.
        - A section is set in this column only if its lines are free and the dish after it would, by the two first
          rules and with the lines that are then free, be set or begun in this column too. Otherwise the section
          begins the next column.
        - A section at the end of the menu has no dish and is left out.
        The menu is not changed.
        :return: list of columns, each a list of str; empty if the menu has no dish.
        >>> menu = MenuColumns(12, 4)
        >>> menu.blocks = [("dish", ["Tea ... 2.00"]), ("section", ["SWEETS"]), ("dish", ["Figs .. 3.00", "  honey"])]
        >>> menu.columns()
        [['Tea ... 2.00'], ['SWEETS', 'Figs .. 3.00', '  honey']]
        """

    def page(self, gutter: int = 3) -> str:
        """
        Set the columns (see columns) side by side. Every row of the page has the line of each column, filled with
        blanks to self.width, with gutter blanks between two columns; a column without such a line counts as having an
        empty one. The blanks at the end of each row are removed.
        :param gutter: int, the number of blanks between two columns, at least 0.
        :return: str, the rows, as many as the longest column has lines, joined by "\\n"; empty if there are none.
        >>> menu = MenuColumns(12, 4)
        >>> menu.blocks = [("dish", ["Tea ... 2.00"] * 3), ("dish", ["Cola .. 2.50"])]
        >>> print(menu.page(2))
        Tea ... 2.00  Cola .. 2.50
        Tea ... 2.00
        Tea ... 2.00
        """
