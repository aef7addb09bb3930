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
        if width < 1:
            raise ValueError("width must be positive")
        text = " ".join(text.split())
        if len(text) <= width:
            return text
        if width <= 3:
            return text[:width].rstrip()
        return text[:width - 3].rstrip() + "..."

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
        if len(cells) > len(self.headers):
            raise ValueError(f"{len(cells)} cells for {len(self.headers)} columns")
        row = []
        for cell in cells:
            if cell is None:
                row.append("")
            elif isinstance(cell, bool):
                row.append("yes" if cell else "no")
            elif isinstance(cell, float):
                row.append(format(cell, ".2f"))
            else:
                row.append(str(cell))
        row += [""] * (len(self.headers) - len(row))
        if not any(cell.strip() for cell in row):
            return False
        self.rows.append(row)
        return True

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
        number = re.compile(r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?%?")
        result = ""
        for column in range(columns):
            cells = [row[column].strip() for row in rows]
            cells = [cell for cell in cells if cell]
            result += "r" if cells and all(number.fullmatch(cell) for cell in cells) else "l"
        return result

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
        aligns = self.alignments(self.rows, len(self.headers))
        table = [[self.clip(cell, self.max_width) for cell in row] for row in [self.headers] + self.rows]
        widths = [max(1, *(len(row[column]) for row in table)) for column in range(len(self.headers))]
        lines = []
        for row in table:
            cells = [
                cell.rjust(width) if align == "r" else cell.ljust(width)
                for cell, width, align in zip(row, widths, aligns)
            ]
            lines.append("  ".join(cells).rstrip(" "))
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(lines)

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
        def line(cells):
            return "| " + " | ".join(cells) + " |"

        def content(text):
            return text.strip().replace("|", "\\|").replace("\n", "<br>")

        aligns = self.alignments(self.rows, len(self.headers))
        lines = [line(content(header) for header in self.headers)]
        lines.append(line("---:" if align == "r" else "---" for align in aligns))
        lines += [line(content(cell) for cell in row) for row in self.rows]
        return "\n".join(lines)

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
        lines = text.split("\n")
        for ruler in range(1, len(lines)):
            if re.fullmatch(r" *-[- ]*", lines[ruler]):
                break
        else:
            raise ValueError("no ruler")
        spans = [list(match.span()) for match in re.finditer("-+", lines[ruler])]
        spans[-1][1] = None
        result = []
        for line in [lines[ruler - 1]] + lines[ruler + 1:]:
            if result and not line.strip():
                break
            result.append([line[start:end].strip() for start, end in spans])
        return result
