# canary: classeval-hf open recipe_scaler 103df205-541e-40bd-905d-5680d51f2f7b

import re
from fractions import Fraction


class RecipeScaler:
    """
    Reads recipes whose amounts are written as expressions, scales them by a factor, and writes them with units that
    are easy to measure. All amounts are exact fractions. In an expression the letter n stands for the factor.
    Digits are 0 to 9, and the only character between words and tokens is the blank.
    """

    def __init__(self, units: dict[str, tuple[str, int]]):
        """
        Start an empty recipe with the factor 1.
        The fields are:
        - self.units: dict, from the name of each unit to a tuple (base unit, size): the unit is size (at least 1)
          times the base unit. A base unit is in it too, as its own base with the size 1. No name is empty or
          has a blank in it.
        - self.factor: Fraction, the factor by which the recipe is scaled, greater than 0.
        - self.items: list of tuples (name, expression, unit), the lines of the recipe in their order, initially empty;
          the expression is a text that evaluate takes, and unit is a name in self.units or empty for pieces. Pieces
          have the empty text as their base unit, with the size 1.
        :param units: dict, from the name of each unit to a tuple (base unit, size).
        """
        self.units = dict(units)
        self.factor = Fraction(1)
        self.items = []

    @staticmethod
    def tokenize(text: str) -> list[str]:
        """
        Split an expression into its tokens. A token is a mixed number (digits, one or more blanks, digits, a slash and
        digits, the slash without blanks around it), a fraction (digits, a slash, digits, without blanks), a decimal
        number (digits, a point, digits), a whole number (digits), the letter n, or one of + - * / ( and ). Read from
        the left, the longest possible token is taken each time. Blanks between tokens are skipped.
        :param text: str, the expression.
        :return: list of str, the tokens as written, but with a single blank in a mixed number.
        :raises ValueError: with the message "bad character: " and the character at the first one that begins no token.
        >>> RecipeScaler.tokenize("2*(1  1/2 + n)")
        ['2', '*', '(', '1 1/2', '+', 'n', ')']
        >>> RecipeScaler.tokenize("6 / 1/2/3")
        ['6', '/', '1/2', '/', '3']
        """

    def evaluate(self, text: str) -> Fraction:
        """
        The value of an expression. It is made of numbers (tokens as tokenize gives them, each of which is one value)
        and n, with + - * / and parentheses; * and / bind more strongly than + and -, and operators of the same
        strength go from left to right. There are no signs: an operator stands between two operands.
        :param text: str, the expression.
        :return: Fraction, the value with n being self.factor; it may be negative.
        :raises ValueError: by the first of these that applies: "bad character: " as tokenize does; "unexpected: " and
            the token at the first token which, after those before it, cannot stand in any expression; "unexpected
            end" if the text ends too early to be an expression; "division by zero" if a number or the expression
            divides by 0.
        >>> scaler = RecipeScaler({})
        >>> scaler.evaluate("6 / 1/2 + 1 1/4 * 2")
        Fraction(29, 2)
        >>> scaler.evaluate("2 + * 3")
        Traceback (most recent call last):
        ...
        ValueError: unexpected: *
        """

    def set_factor(self, text: str) -> Fraction:
        """
        Set the factor, which is written as an expression without n, or as two of them with "->" between, such as
        "4 -> 6" from four portions to six: then it is the value of the second divided by that of the first.
        :param text: str, the factor as written.
        :return: Fraction, the new factor.
        :raises ValueError: by the first of these that applies, and then the factor stays as it was: "bad factor: " and
            the unchanged text if it contains the letter n, or "->" more than once; as evaluate does, for the first
            expression and then for the second; "bad factor: " and the unchanged text if the value of an expression is
            not greater than 0.
        >>> scaler = RecipeScaler({})
        >>> scaler.set_factor("4 -> 6"), scaler.set_factor("1 3/4")
        (Fraction(3, 2), Fraction(7, 4))
        """

    def add(self, line: str) -> tuple[str, str, str]:
        """
        Add a line to the end of the recipe. It has the name of an ingredient, a colon, an expression, and perhaps a
        unit. The name is what stands before the first colon. If the last word after that colon (words are what blanks
        separate) is the name of a unit, that is the unit and what is before it is the expression, even if that leaves
        it empty; otherwise all of it is the expression and the item is counted in pieces. Blanks around name and
        expression are removed.
        :param line: str, the line.
        :return: tuple, the new item (name, expression, unit).
        :raises ValueError: by the first of these that applies, and then nothing is added: "no colon: " and the
            unchanged line; "no name: " and the unchanged line if the name is empty; as evaluate does for the
            expression, with the present factor.
        >>> scaler = RecipeScaler({"tsp": ("tsp", 1), "cup": ("tsp", 48)})
        >>> scaler.add("brown sugar: 1 1/2 cup"), scaler.add(" eggs :2 + n/2 ")
        (('brown sugar', '1 1/2', 'cup'), ('eggs', '2 + n/2', ''))
        """

    def totals(self, name: str) -> list[tuple[Fraction, str]]:
        """
        How much of an ingredient the scaled recipe needs. The amount of an item is the value of its expression (see
        evaluate) if n is in it, otherwise that value times self.factor; a negative amount counts as 0. Amounts of the
        items with this name are turned into base units, and those with the same base unit are added up.
        :param name: str, the name of the ingredient, exactly as in self.items.
        :return: list of tuples (amount, base unit), in the order in which base units first appear in the items with
            this name; empty if there are none.
        :raises ValueError: with the message "division by zero" if an expression divides by 0 with the present factor.
        >>> scaler = RecipeScaler({"tsp": ("tsp", 1), "cup": ("tsp", 48)})
        >>> scaler.factor = Fraction(3)
        >>> scaler.items = [("salt", "1/2 + n/4", "tsp"), ("salt", "1/96", "cup"), ("salt", "1", "")]
        >>> scaler.totals("salt")
        [(Fraction(11, 4), 'tsp'), (Fraction(3, 1), '')]
        """

    @staticmethod
    def mixed(numerator: int, denominator: int) -> str:
        """
        Write a fraction in lowest terms as a whole number, as a fraction, or as both with one blank between. A
        negative number has one minus sign, directly at its front.
        :param numerator: int, the numerator.
        :param denominator: int, the denominator.
        :return: str, the number.
        :raises ValueError: with the message "bad denominator: " and the denominator if it is less than 1.
        >>> RecipeScaler.mixed(10, 4), RecipeScaler.mixed(6, 3), RecipeScaler.mixed(-2, 6)
        ('2 1/2', '2', '-1/3')
        """

    def choose_unit(self, numerator: int, denominator: int, base: str) -> tuple[Fraction, str]:
        """
        Express an amount in the unit that is easiest to measure: of the units with this base unit in which the amount
        is at least 1/2 and has in lowest terms a denominator of at most 4, the one with the largest size, and of those
        with the same size the one whose name is least. If there is no such unit, the amount stays in the base unit.
        :param numerator: int, the numerator of the amount in base units.
        :param denominator: int, the denominator of the amount, at least 1.
        :param base: str, the base unit; empty for pieces, which have no other unit.
        :return: tuple (amount, unit), the amount being a Fraction.
        >>> scaler = RecipeScaler({"tsp": ("tsp", 1), "tbsp": ("tsp", 3), "cup": ("tsp", 48)})
        >>> scaler.choose_unit(36, 1, "tsp"), scaler.choose_unit(25, 2, "tsp"), scaler.choose_unit(1, 8, "tsp")
        ((Fraction(3, 4), 'cup'), (Fraction(25, 2), 'tsp'), (Fraction(1, 8), 'tsp'))
        """

    def render(self) -> list[str]:
        """
        Write the scaled recipe, with one line for each different name in the order in which names first appear: the
        name, a colon, a blank, and the totals of the ingredient (see totals) in their order, each in the unit that
        choose_unit gives, written by mixed and followed by a blank and the unit (pieces by nothing), and joined by
        " + ". Totals of 0 are left out; if all are 0, "none" is written for them.
        :return: list of str, the lines.
        :raises ValueError: as totals does.
        >>> scaler = RecipeScaler({"tsp": ("tsp", 1), "cup": ("tsp", 48)})
        >>> scaler.items = [("salt", "1/2", "tsp"), ("sugar", "30", "tsp"), ("salt", "2", "")]
        >>> scaler.factor = Fraction(2)
        >>> scaler.render()
        ['salt: 1 tsp + 4', 'sugar: 1 1/4 cup']
        """
