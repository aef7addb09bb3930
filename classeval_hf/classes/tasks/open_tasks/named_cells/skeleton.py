# canary: classeval-hf open named_cells 7755605d-981a-4ef4-a6be-f453166b3031

import re
from fractions import Fraction


class NamedCells:
    """
    A sheet of cells that have names and hold formulas. A name is a letter from "a" to "z", followed by any number of
    such letters and digits from 0 to 9. A formula is a text of parts separated by one or more blanks; blanks at its
    begin and end mean nothing, and every other character belongs to a part. It is an operand, followed by any number
    of pairs of an operator and an operand. The operators are +, -, *, /, < (the smaller of both values) and > (the
    greater of both). An operand is one of these:
    - a number: digits from 0 to 9, at least one, which may follow directly on a single "-";
    - a reference to a cell: its name, which may be followed directly by "?" and a number;
    - the part "(", a formula, and the part ")".
    A formula is computed strictly from left to right, without precedence of operators, and exactly. A reference has
    the value of its cell; if there is no such cell it has the value of the number after "?", and without one it fails
    with "empty". A reference to a cell that fails fails in the same way. A division by 0 fails with "zero". The first
    failure in the order of computing is that of the whole formula. But a cell that refers to itself, directly or over
    the formulas of other cells, fails with "cycle", whatever else its formula contains; every reference in a formula
    counts for this.
    """

    def __init__(self):
        """
        Set up an empty sheet.
        self.formulas: dict, from the name of each cell to its formula, the parts joined by single blanks.
        self.values: dict, from the name of each cell to its value as it follows from all formulas in the sheet: a
            Fraction, or a str, the word of its failure. It has an entry for each cell.
        """
        self.formulas = {}
        self.values = {}

    def set_cell(self, name: str, text: str) -> list[str]:
        """
        Give a cell a formula, and all cells their values. A text without any part removes the cell.
        :param name: str, the name of the cell; it may be new, also if the text has no part.
        :param text: str, the formula.
        :return: list of str, the names of the cells whose entries in self.values are not what they were before, also
            of a cell that had none or has none now, in ascending order.
        :raises ValueError: with the message "bad name: " and the name if it is no name of a cell; else with "bad
            formula: " and the text as it was given if it is none. Nothing is changed then.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("sum", "price? 3"), sheet.values
        Traceback (most recent call last):
        ValueError: bad formula: price? 3
        >>> sheet.set_cell("sum", "1 + price?3 * 2"), sheet.values
        (['sum'], {'sum': Fraction(8, 1)})
        >>> sheet.set_cell("price", "1  /  2"), sheet.formulas["price"], sheet.values["sum"]
        (['price', 'sum'], '1 / 2', Fraction(3, 1))
        """

    def show(self, name: str) -> str:
        """
        The value of a cell as a text: a whole number in digits, with a "-" before it if it is negative; any other
        number as numerator, "/" and denominator, in lowest terms and with the "-" before the numerator; a failure as
        "#" and its word.
        :param name: str, the name of the cell.
        :return: str, the text.
        :raises KeyError: with the name if there is no such cell.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("a", "3 - 10 / 2"), sheet.set_cell("b", "a / 0"), sheet.show("a"), sheet.show("b")
        (['a'], ['b'], '-7/2', '#zero')
        """

    def users(self, name: str) -> list[str]:
        """
        The cells that refer to a cell directly or over the formulas of other cells, itself included if it does.
        :param name: str, the name of the cell, which need not be there.
        :return: list of str, the names in ascending order.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("b", "a + 1"), sheet.set_cell("c", "b * 2"), sheet.users("a"), sheet.users("c")
        (['b'], ['c'], ['b', 'c'], [])
        """

    def rename(self, old: str, new: str) -> int:
        """
        Give a cell another name, rewrite all references to the old name into references to the new one, and give all
        cells their values. A number after "?" stays.
        :param old: str, the present name.
        :param new: str, the new name.
        :return: int, how many references were rewritten.
        :raises KeyError: with the old name if there is no such cell; nothing is changed then.
        :raises ValueError: else with the message "bad name: " and the new name if it is no name of a cell; else with
            "cell exists: " and the new name if there is such a cell, also if it is the old name. Nothing is changed
            then.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("a", "4"), sheet.set_cell("b", "a?1 * ( a + c )"), sheet.values["b"]
        (['a'], ['b'], 'empty')
        >>> sheet.rename("a", "c"), sheet.formulas, sheet.values["b"]
        (2, {'b': 'c?1 * ( c + c )', 'c': '4'}, Fraction(32, 1))
        """

    def freeze(self, name: str) -> str:
        """
        Give a cell, in place of its formula, the formula of its value: one number if that is whole, otherwise the
        numerator, "/" and the denominator, as parts, in lowest terms, with the "-" at the numerator. The values of all
        cells stay as they are.
        :param name: str, the name of the cell.
        :return: str, its new formula.
        :raises KeyError: with the name if there is no such cell. Nothing is changed then.
        :raises ValueError: else with the message "no number: " and the name if the cell fails. Nothing is changed
            then.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("a", "3 - 10 / b?2"), sheet.freeze("a"), sheet.formulas
        (['a'], '-7 / 2', {'a': '-7 / 2'})
        """

    def listing(self) -> list[str]:
        """
        The sheet as lines, one for each cell: the name, ": ", the formula, " = ", and the value as show gives it.
        A cell comes after all other cells to which its formula refers and which do not fail with "cycle"; of the cells
        that may come next, the one whose name is first in ascending order does. So the first line is that of the first
        cell that has no such reference, and so on.
        :return: list of str, the lines.
        >>> sheet = NamedCells()
        >>> sheet.set_cell("a", "z + 1"), sheet.set_cell("m", "2"), sheet.set_cell("z", "m / 3")
        (['a'], ['m'], ['a', 'z'])
        >>> sheet.listing()
        ['m: 2 = 2', 'z: m / 3 = 2/3', 'a: z + 1 = 5/3']
        """
