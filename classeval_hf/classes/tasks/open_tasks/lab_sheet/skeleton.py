# canary: classeval-hf open lab_sheet 55a5737e-2893-48b0-8983-48821ea51270

import re


class LabSheet:
    """
    A table of a laboratory, kept in memory and in text files. A value is an int, a text, or None where it is missing.

    The text of a table consists of lines, each ended by "\\n", of which the last may lack it. A line that begins with
    "%" is a note, whose text is the rest of the line. A line of nothing but blanks is skipped. The first other line
    holds the names of the columns, each later one a row. In such a line each cell is followed by ";", and after the
    last ";" there are only blanks; blanks around a cell do not count. A cell is quoted or bare. A quoted cell begins
    and ends with "'"; between them each "'" is written twice, and all other characters stand for themselves, "\\n" and
    ";" too, so that the line may go on over several lines of the text. A bare cell holds no "'", ";" or "\\n". A
    quoted cell is the text in it. An empty bare cell is None; one that is "-" or nothing and then one or more of the
    digits 0 to 9 is an int; one that is "^" is the value above, in the same column of the row before; any other is its
    text. In the line of names all bare cells are texts.
    """

    def __init__(self, columns: list[str]):
        """
        Start without rows.
        self.columns: list of str, the names of the columns, at least one; none is empty, and no two are equal.
        self.rows: list of lists, the values of each row, one for each column.
        self.notes: dict, from the position of a row to the list of the texts of the notes before it, at least one; the
            position after the last row stands for the notes at the end.
        :param columns: list of str, the names of the columns.
        """
        self.columns = columns
        self.rows = []
        self.notes = {}

    def encode(self, value: int | str | None, above: list) -> str:
        """
        Write a value as a cell, without ";". None is an empty cell and an int its digits. A text is quoted if it is
        empty, begins or ends with a blank, contains "'", ";" or "\\n", begins with "%", is "^", or would be read as
        an int if it were bare; otherwise it is bare. A value that is the same as the one above, in type and content,
        is written as "^" if the cell would have more than one character otherwise.
        :param value: int, str or None, the value.
        :param above: list, with the value above as its only item, or empty if there is no row before.
        :return: str, the cell.
        >>> sheet = LabSheet(["a"])
        >>> [sheet.encode(value, ["acid"]) for value in (None, 12, "base", "acid", "it's", "12")]
        ['', '12', 'base', '^', "'it''s'", "'12'"]
        """

    def parse(self, text: str) -> int:
        """
        Read a table in place of what the sheet holds. A note belongs to the row that follows it, one before the names
        to the first row.
        :param text: str, the text.
        :return: int, how many rows were read.
        :raises ValueError: at the first fault, in the order of the text, but all cells of a row or of the line of
            names are read before it is asked whether their contents and their number are right; nothing is changed
            then. Lines are counted from 1, and a row or line of names has the number N of the line on which it begins.
            The message is "line N: open quote" for a quoted cell without end; "line N: bad cell" if something else
            than blanks stands between a quoted cell and the next ";" of the same line, or a bare cell contains "'";
            "line N: no end" if the text or the line ends after a cell without a ";", even if that cell contains "'" or
            more after the closing "'"; "line N: bad names" if a name is empty or comes twice; "line N: K cells" if a
            row has K cells and that is not the number of the columns; "line N: nothing above" if the first row has
            "^", which is looked for only after the number of cells; and "no names" if the text has no line of names.
        >>> sheet = LabSheet(["x"])
        >>> sheet.parse("no; what ;\\n% two grams\\n1; 'acid; strong';\\n2;^;\\n;'';\\n"), sheet.columns, sheet.notes
        (3, ['no', 'what'], {0: [' two grams']})
        >>> sheet.rows
        [[1, 'acid; strong'], [2, 'acid; strong'], [None, '']]
        """

    def text(self) -> str:
        """
        Write the sheet as a text: the line of names, the rows, and before each row its notes; at last the notes at the
        end. All values are written as encode does, the names as if there were nothing above and the first row too, and
        each cell is followed by ";". There are no blanks beside those in texts, and each line has its "\\n".
        :return: str, the text.
        >>> sheet = LabSheet(["no", "name"])
        >>> sheet.insert(0, [1, "acid"]), sheet.insert(1, [10, "acid"]), sheet.note(1, "old"), sheet.text()
        (1, 2, 1, 'no;name;\\n1;acid;\\n%old\\n10;^;\\n')
        """

    def insert(self, position: int, values: list) -> int:
        """
        Insert a row before the row at a position, or at the end. Notes stay with their rows, those at the end stay at
        the end; the new row has none.
        :param position: int, the position of the new row, from 0 to the number of rows.
        :param values: list, the values of the row.
        :return: int, how many rows there are then.
        :raises IndexError: with the message "no position" if the position is not in this range.
        :raises ValueError: else with the message "N cells", with the number of values, if it is not the number of the
            columns. Nothing is changed in either case.
        >>> sheet = LabSheet(["no", "name"])
        >>> sheet.insert(0, [1, "acid"]), sheet.insert(0, [None, "base"]), sheet.rows
        (1, 2, [[None, 'base'], [1, 'acid']])
        """

    def remove(self, position: int) -> list:
        """
        Remove a row. Its notes come before those of the next row, or of the end, and belong to that from now on.
        :param position: int, the position of the row, from 0.
        :return: list, the values of the row.
        :raises IndexError: with the message "no position" if there is no row at it; nothing is changed then.
        >>> sheet = LabSheet(["no"])
        >>> [sheet.insert(0, [2]), sheet.insert(0, [1]), sheet.note(1, "b"), sheet.note(0, "a")]
        [1, 2, 1, 1]
        >>> sheet.remove(0), sheet.rows, sheet.notes
        ([1], [[2]], {0: ['a', 'b']})
        """

    def note(self, position: int, text: str) -> int:
        """
        Add a note after those that a row has already.
        :param position: int, the position of the row, or the number of rows for the end.
        :param text: str, the text of the note.
        :return: int, how many notes the row or the end has then.
        :raises IndexError: with the message "no position" if the position is not from 0 to the number of rows.
        :raises ValueError: else with the message "bad note" if the text contains "\\n". Nothing is changed in either
            case.
        >>> sheet = LabSheet(["no"])
        >>> sheet.note(0, "first"), sheet.note(0, "second"), sheet.notes
        (1, 2, {0: ['first', 'second']})
        """

    def save(self, path: str) -> int:
        """
        Write the text of the sheet to a file in UTF-8, in place of what the file held.
        :param path: str, the path of the file; its directory exists.
        :return: int, the length of the file in bytes.
        >>> sheet = LabSheet(["no", "größe"])
        >>> sheet.save("lab_sheet_example.txt")
        12
        """

    def load(self, path: str) -> int:
        """
        Read a file in UTF-8 as parse reads its text, with no translation of any character.
        :param path: str, the path of the file.
        :return: int, how many rows were read.
        :raises FileNotFoundError: if there is no such file; nothing is changed then.
        :raises ValueError: with the message "not UTF-8" if the file is not UTF-8, else as parse raises it; nothing is
            changed then.
        >>> sheet, other = LabSheet(["no"]), LabSheet(["x"])
        >>> sheet.insert(0, [7]), sheet.save("lab_sheet_other.txt"), other.load("lab_sheet_other.txt"), other.rows
        (1, 7, 1, [[7]])
        """
