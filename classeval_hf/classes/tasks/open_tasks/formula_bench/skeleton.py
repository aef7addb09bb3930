# canary: classeval-hf open formula_bench edfb8785-094f-4766-b760-f67b360684c5

import re
from fractions import Fraction


class FormulaBench:
    """
    A bench on which chemical formulas are read and reactions are carried out. Masses and amounts are exact fractions.
    """

    def __init__(self, masses: dict[str, str]):
        """
        Set up an empty bench.
        :param masses: dict, from the symbol of each element to its mass as a decimal number, such as "1.008". A symbol
            is an upper-case letter from A to Z, or one followed by a lower-case letter from a to z.
        The fields are:
        - self.masses: dict, from the symbol of each element to its mass as a Fraction.
        - self.groups: dict, from the symbol of each abbreviation to the formula for which it stands. The symbol is
          made as that of an element and is not in self.masses; its formula can be read with the symbols in
          self.masses and self.groups, without coming back to this symbol.
        - self.stock: dict, from each formula of which there is some on the bench, as it was written, to its amount as
          a Fraction greater than 0. Formulas that are written differently are different entries.
        """
        self.masses = {symbol: Fraction(mass) for symbol, mass in masses.items()}
        self.groups = {}
        self.stock = {}

    def read(self, formula: str) -> dict[str, int]:
        """
        Count the symbols of a formula as it is written. A formula is made of parts with "." between them. A part is an
        optional factor and then items one after another, at least one; the factor counts for the whole part. An item
        is a symbol, or "(" and ")" or "[" and "]" with items between them, at least one; these may be nested in each
        other. An item may be followed by a number, which says how many times it is there. Factors and numbers are made
        of the digits 0 to 9 and do not begin with 0. A lower-case letter after an upper-case one belongs to the same
        symbol.
        :param formula: str, the formula. Its symbols need not be known.
        :return: dict, from each symbol to its number, in the order in which the symbols occur first.
        :raises ValueError: with the message "bad formula" if the formula does not follow these rules.
        >>> bench = FormulaBench({})
        >>> bench.read("CuSO4.5H2O"), bench.read("[Xy(OH2)4]2Q")
        ({'Cu': 1, 'S': 1, 'O': 9, 'H': 10}, {'Xy': 2, 'O': 8, 'H': 16, 'Q': 1})
        """

    def atoms(self, formula: str) -> dict[str, int]:
        """
        Count the atoms of a formula, which is read as described for read. The symbol of an abbreviation stands for all
        atoms of its formula.
        :param formula: str, the formula.
        :return: dict, from the symbol of each element to the number of its atoms, in ascending order of the symbols.
        :raises ValueError: as described for read.
        :raises KeyError: with the first symbol of the formula that is in neither self.masses nor self.groups.
        >>> bench = FormulaBench({"H": "1", "C": "12", "O": "16"})
        >>> bench.groups = {"Me": "CH3", "Ac": "MeCO"}
        >>> bench.atoms("H2O"), bench.atoms("(Ac)2O")
        ({'H': 2, 'O': 1}, {'C': 4, 'H': 6, 'O': 3})
        """

    def mass(self, formula: str) -> Fraction:
        """
        The mass of a formula: the sum of the masses of its atoms.
        :param formula: str, the formula.
        :return: Fraction, its mass.
        :raises ValueError: as described for read.
        :raises KeyError: as described for atoms.
        >>> bench = FormulaBench({"H": "1.008", "O": "15.999"})
        >>> bench.mass("H2O"), bench.mass("O2")
        (Fraction(3603, 200), Fraction(15999, 500))
        """

    def abbreviate(self, symbol: str, formula: str) -> list[str]:
        """
        Let a symbol stand for a formula, in place of an earlier formula of this abbreviation.
        :param symbol: str, the symbol.
        :param formula: str, the formula, which may hold other abbreviations.
        :return: list of str, the formulas in self.stock whose mass has changed by this, in ascending order.
        :raises ValueError: with the message "bad symbol" if the symbol is not made as that of an element, or is in
            self.masses; else with "bad formula" as described for read; else, if all symbols of the formula are known,
            with "circle" if the symbol is among them or among those of an abbreviation that the formula holds,
            directly or through others. Nothing is changed then.
        :raises KeyError: for a good symbol and formula, with the first symbol of the formula that is in neither
            self.masses nor self.groups and is not the symbol itself. Nothing is changed then.
        >>> bench = FormulaBench({"H": "1", "C": "12", "O": "16"})
        >>> bench.abbreviate("Me", "CH3"), bench.abbreviate("Ac", "MeCO"), bench.groups
        ([], [], {'Me': 'CH3', 'Ac': 'MeCO'})
        """

    def add(self, formula: str, grams: str) -> Fraction:
        """
        Put some of a formula on the bench. Its amount is the number of grams divided by the mass of the formula.
        :param formula: str, the formula.
        :param grams: str, the grams as a decimal number such as "4.5", or as a fraction such as "9/2".
        :return: Fraction, the amount of this formula on the bench now.
        :raises ValueError: with the message "bad grams" if the number is not greater than 0; else as described for
            read. Nothing is changed then.
        :raises KeyError: as described for atoms, for a number greater than 0. Nothing is changed then.
        >>> bench = FormulaBench({"H": "1", "O": "16"})
        >>> bench.add("H2O", "9"), bench.add("H2O", "4.5"), bench.stock
        (Fraction(1, 2), Fraction(3, 4), {'H2O': Fraction(3, 4)})
        """

    def sides(self, equation: str) -> tuple[dict[str, int], dict[str, int]]:
        """
        Read an equation: two sides with " -> " between them. A side is made of terms with " + " between them, at least
        one. A term is a text without blanks, which is taken for a formula unseen; there may be a number and a blank
        before it. The number is made of the digits 0 to 9 and does not begin with 0; without one it is 1.
        :param equation: str, the equation.
        :return: tuple of two dicts, for the left and the right side, from each formula to the sum of its numbers on
            this side, in the order in which the formulas occur first.
        :raises ValueError: with the message "bad equation" if the equation does not follow these rules.
        >>> bench = FormulaBench({})
        >>> bench.sides("2 H2 + O2 -> 2 H2O"), bench.sides("A + 3 B + A -> ?")
        (({'H2': 2, 'O2': 1}, {'H2O': 2}), ({'A': 2, 'B': 3}, {'?': 1}))
        """

    def balance(self, equation: str) -> dict[str, int]:
        """
        Compare the atoms on both sides of an equation, which is read as described for sides.
        :param equation: str, the equation.
        :return: dict, from the symbol of each element that has more atoms on one side than on the other to how many
            more there are on the right side, negative if there are more on the left one; in ascending order of the
            symbols.
        :raises ValueError: as described for sides; else as described for read, for the first formula of the equation,
            from left to right, that is bad, unless one before it holds an unknown symbol.
        :raises KeyError: as described for atoms, for the first formula that holds an unknown symbol, unless one before
            it is bad.
        >>> bench = FormulaBench({"H": "1", "O": "16", "C": "12"})
        >>> bench.balance("2 H2 + O2 -> 2 H2O"), bench.balance("CH4 + O2 -> CO2 + H2O")
        ({}, {'H': -2, 'O': 1})
        """

    def react(self, equation: str) -> Fraction:
        """
        Carry out a reaction with what is on the bench, as far as it goes. With the extent E, E times the number of
        each formula on the left side is taken away, and E times that of each on the right side is put on the bench; a
        formula of which nothing is left is removed from self.stock. E is the largest extent for which there is enough
        on the bench of each formula on the left side before anything is put there.
        :param equation: str, the equation, read as described for sides.
        :return: Fraction, the extent; 0 if a formula of the left side is not on the bench.
        :raises ValueError: as described for balance; else with the message "unbalanced" if the equation is not
            balanced. Nothing is changed then.
        :raises KeyError: as described for balance. Nothing is changed then.
        >>> bench = FormulaBench({"H": "1", "O": "16"})
        >>> bench.stock = {"H2": Fraction(3), "O2": Fraction(1)}
        >>> bench.react("2 H2 + O2 -> 2 H2O"), bench.stock
        (Fraction(1, 1), {'H2': Fraction(1, 1), 'H2O': Fraction(2, 1)})
        """
