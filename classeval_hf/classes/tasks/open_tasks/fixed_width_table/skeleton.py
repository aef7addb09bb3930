# canary: classeval-hf open fixed_width_table a7347717-3986-4114-967c-686b6ed6d93a

import re


class FixedWidthTable:
    """
    This class collects rows of cells and formats them as a plain text table with aligned columns or as a Markdown
    table. It also reads the cells back from such a plain text table.
    """

    def __init__(self, headers: list[str], max_width: int = 20) -> None:
        """
        Initialize a table without rows.
        The fields are:
        self.headers: list of str, the column titles.
        self.rows: list of lists of str, the rows; each has as many cells as there are headers.
        self.max_width: int, the largest width of a column in the plain text table.
        :param headers: list of str, the column titles, at least one
        :param max_width: int, the largest width of a column, 1 or more
        """
        self.headers = list(headers)
        self.rows = []
        self.max_width = max_width

    @staticmethod
    def clip(text: str, width: int) -> str:
        """
        Fit a text into a given width. First, whitespace at both ends of the text is removed and every other run of
        whitespace (also with newlines) is replaced by one space. If the text is then longer than width, it is cut so
        that it has exactly width characters together with the three dots ("...") which are put behind it; but if there
        is whitespace directly before the dots, it is removed, which makes the result shorter. If width is 3 or less,
        no dots are used: the text is just cut after width characters, and whitespace at its end is removed.
        :param text: str, the text
        :param width: int, the largest number of characters
        :return: str, the fitted text
        :raises ValueError: with the message "width must be positive" if width is less than 1
        >>> FixedWidthTable.clip(" Quarterly\\n   report ", 15)
        'Quarterly re...'
        >>> FixedWidthTable.clip("Quarterly report", 13)
        'Quarterly...'
        """

    def add_row(self, cells: list) -> bool:
        """
        Append a row to self.rows. Its cells are converted to str: None becomes "", True and False become "yes" and
        "no", a float gets two decimals (as format() does with ".2f"), an int is written in decimal digits, and a str
        stays as it is. If there are fewer cells than headers, the row is filled up with "" at its end.
        A row whose cells would all be empty or consist only of whitespace is not added.
        :param cells: list of str, int, float, bool or None, the cells
        :return: bool, True if the row was added, False if not
        :raises ValueError: if there are more cells than headers, with a message like "3 cells for 2 columns"; the row
            is not added
        >>> table = FixedWidthTable(["item", "price", "sold"])
        >>> table.add_row(["tea", 2.5])
        True
        >>> table.rows
        [['tea', '2.50', '']]
        """

    @staticmethod
    def alignments(rows: list[list[str]], columns: int) -> str:
        """
        Choose the alignment of each column: right if it has at least one cell that is not blank and if all of its
        cells that are not blank are numbers, otherwise left. A cell is blank if it is empty or only whitespace.
        A number consists of an optional sign (+ or -), an integer part, optionally a point followed by one or more
        digits, and an optional percent sign. The integer part consists of digits, either without commas or with
        commas which divide it into groups of exactly three digits (the first group has one to three). Whitespace
        around the number is ignored. Only ASCII digits count.
        :param rows: list of lists of str, the rows without the headers, each with that number of cells
        :param columns: int, the number of columns
        :return: str, one character for each column, "r" for right or "l" for left
        >>> FixedWidthTable.alignments([["tea", "1,250.5", ""], ["7", "-3%", ""]], 3)
        'lrl'
        """

    def render(self) -> str:
        """
        Format the table as plain text. The lines are the header line, a ruler and one line for each row. All headers
        and cells are fitted into self.max_width by clip. The width of a column is the length of its longest fitted
        header or cell, but at least 1. Headers and cells are filled up with spaces to the width of their column, on
        the right side in left-aligned columns and on the left side in right-aligned ones; the alignments are found
        from the cells of self.rows before these are fitted. The ruler has as many dashes (-) for each column as the
        column is wide. In all lines there are two spaces between two columns, and spaces at the end of a line are
        removed.
        :return: str, the lines, joined by newlines, without a newline at the end
        >>> table = FixedWidthTable(["item", "price"], 8)
        >>> table.rows = [["green tea", "2.50"], ["milk", "11"]]
        >>> print(table.render())
        item      price
        --------  -----
        green...   2.50
        milk         11
        """

    def to_markdown(self) -> str:
        """
        Format the table in Markdown. The lines are the header line, a delimiter line and one line for each row. Each
        line begins and ends with "|", with another "|" between two columns, and each content has one space on either
        side of it (so that an empty one gives two spaces). The delimiters are "---" for left-aligned columns and
        "---:" for right-aligned columns, with the alignments found from self.rows. Headers and cells are not
        shortened, but whitespace at their ends is removed, then each "|" in them is written as a backslash and "|",
        and each newline as "<br>".
        :return: str, the lines, joined by newlines, without a newline at the end
        >>> table = FixedWidthTable(["item", "price"])
        >>> table.rows = [["tea|milk", "2.50"], ["", "11"]]
        >>> print(table.to_markdown())
        | item | price |
        | --- | ---: |
        | tea\\|milk | 2.50 |
        |  | 11 |
        """

    @staticmethod
    def parse(text: str) -> list[list[str]]:
        """
        Read the cells of a plain text table. The ruler is the first line, except the first line of the text, which
        consists only of dashes and spaces, with at least one dash. The line before the ruler is the header line, all
        lines before it are ignored. The table ends before the first blank line (empty or only whitespace) after the
        ruler, or with the text. Each run of dashes of the ruler stands for a column: the cell of a line is the text in
        the same positions as the dashes; in the last column it goes on to the end of the line. Text in other positions
        is ignored; a line that is too short gives empty cells. Whitespace around the cells is removed.
        :param text: str, the text, whose lines are separated by newlines
        :return: list of lists of str, the headers and then the rows
        :raises ValueError: with the message "no ruler" if there is no ruler
        >>> FixedWidthTable.parse("Prices\\n\\nitem   EUR\\n-----  ---\\nblack    2\\ngreen   11 or 12\\n\\nthe end")
        [['item', 'EUR'], ['black', '2'], ['green', '11 or 12']]
        """
