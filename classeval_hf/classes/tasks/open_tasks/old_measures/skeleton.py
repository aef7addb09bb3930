# canary: classeval-hf open old_measures a6f56947-8992-4bfd-9b97-6cf63e899697

from fractions import Fraction


class OldMeasures:
    """
    Old weights and measures. A measure has units, such as stone, pound and ounce, each of which is a whole number of
    the next smaller one. Amounts are written with several units, such as "3 st 4 lb 1/2 oz"; they are exact.
    """

    def __init__(self):
        """
        Start without measures.
        self.measures: dict, from the name of each measure to the list of its units, greatest first: tuples (unit,
            size) with the name of the unit and its size in the smallest unit of the measure, which has the size 1.
        self.ties: dict, from the name of each measure to a dict from the name of each measure that was tied to it to a
            Fraction: how many of the smallest unit of that measure are equal to one of the smallest unit of this one.
            Each tie is in it in both directions.
        """
        self.measures = {}
        self.ties = {}

    def define(self, measure: str, units: list[str], steps: list[int]) -> int:
        """
        Define a measure, without ties.
        :param measure: str, the name of the measure.
        :param units: list of str, the names of its units, greatest first; each is made of letters only.
        :param steps: list of int, for each unit but the smallest, how many of the next smaller one it is.
        :return: int, the size of the greatest unit in the smallest one.
        :raises ValueError: with the message "known" if the measure is defined already; else with "bad units" if there
            are no units, or one comes twice; else with "bad steps" if there are not as many steps as units less one,
            or a step is less than 2. Nothing is changed then.
        >>> old = OldMeasures()
        >>> old.define("weight", ["st", "lb", "oz"], [14, 16]), old.measures
        (224, {'weight': [('st', 224), ('lb', 16), ('oz', 1)]})
        """

    def read(self, measure: str, text: str) -> Fraction:
        """
        Read an amount. It consists of parts, separated by blanks: each part is a number, one or more blanks and the
        name of a unit. Units come from great to small, each at most once, and any may be left out. The number is one
        or more of the digits 0 to 9; in the last part it may be a fraction as well, "N/D", or a number, one or more
        blanks and a fraction, "M N/D"; N, M and D are digits, and D is not 0. In all parts but the first, the number
        must be less than what the next greater unit of the measure holds of the unit, be that unit in the amount or
        not. An amount below 0 has "-" before the first part, with or without blanks between.
        :param measure: str, the name of the measure.
        :param text: str, the amount; blanks before and after it do not count.
        :return: Fraction, the amount in the smallest unit.
        :raises KeyError: with the measure if there is no such measure.
        :raises ValueError: else with the message "bad amount: " and the text as it was given if it is no such amount.
        >>> old = OldMeasures()
        >>> old.define("weight", ["st", "lb", "oz"], [14, 16]), old.read("weight", "3 st 4 1/2 lb")
        (224, Fraction(744, 1))
        >>> old.read("weight", "-20 oz"), old.read("weight", "1/3 lb")
        (Fraction(-20, 1), Fraction(16, 3))
        """

    def write(self, measure: str, numerator: int, denominator: int) -> str:
        """
        Write an amount as read reads it, with as much as possible in the greater units. The amount is numerator /
        denominator of the smallest unit. Units with nothing in them are left out; the number of the smallest one may
        be a fraction in lowest terms, or a number and such a fraction. There is one blank between words, none after
        "-". 0 is "0" and the smallest unit.
        :param measure: str, the name of the measure.
        :param numerator: int, the numerator; it may be negative.
        :param denominator: int, the denominator, at least 1.
        :return: str, the amount.
        :raises KeyError: with the measure if there is no such measure.
        >>> old = OldMeasures()
        >>> old.define("weight", ["st", "lb", "oz"], [14, 16])
        224
        >>> old.write("weight", 745, 1), old.write("weight", -67, 4), old.write("weight", 0, 9)
        ('3 st 4 lb 9 oz', '-1 lb 3/4 oz', '0 oz')
        """

    def add(self, measure: str, amounts: list[str]) -> str:
        """
        Add amounts of a measure.
        :param measure: str, the name of the measure.
        :param amounts: list of str, the amounts, as read reads them; it may be empty.
        :return: str, the sum as write writes it.
        :raises KeyError: with the measure if there is no such measure.
        :raises ValueError: else as read raises it, for the first amount with a fault.
        >>> old = OldMeasures()
        >>> old.define("weight", ["st", "lb", "oz"], [14, 16]), old.add("weight", ["13 lb 9 oz", "8 1/2 oz", "-1 oz"])
        (224, '1 st 1/2 oz')
        """

    def tie(self, measure: str, amount: str, other: str, same: str) -> bool:
        """
        Tie two measures by an amount of one that is equal to an amount of the other. Measures that are tied, each to
        the next, can be converted into one another; a tie between two that can be converted already, or between a
        measure and itself, is superfluous.
        :param measure: str, the one measure.
        :param amount: str, an amount of it, as read reads it.
        :param other: str, the other measure.
        :param same: str, the equal amount of the other, as read reads it.
        :return: bool, True if the tie was made, False if it would be superfluous, whatever the amounts say; nothing is
            changed then.
        :raises KeyError: with the measure if there is no such measure, the one looked for before the other.
        :raises ValueError: else as read raises it, for the one amount before the other; else with the message "not
            above 0" if one of the amounts is not above 0. Nothing is changed then, and this comes before the question
            whether the tie is superfluous.
        >>> old = OldMeasures()
        >>> old.define("english", ["ft", "in"], [12]), old.define("swedish", ["fot", "tum"], [10])
        (12, 10)
        >>> old.tie("english", "2 ft", "swedish", "2 fot 1 tum"), old.ties["swedish"]
        (True, {'english': Fraction(8, 7)})
        """

    def convert(self, text: str, measure: str, other: str) -> str:
        """
        Convert an amount of one measure into another.
        :param text: str, the amount, as read reads it.
        :param measure: str, its measure.
        :param other: str, the measure wanted; it may be the same.
        :return: str, the equal amount of the other measure, as write writes it.
        :raises KeyError: with the measure if there is no such measure, the one looked for before the other.
        :raises ValueError: else as read raises it; else with the message "not tied" if no chain of ties leads from the
            one measure to the other.
        >>> old = OldMeasures()
        >>> old.define("english", ["ft", "in"], [12]), old.define("swedish", ["fot", "tum"], [10])
        (12, 10)
        >>> old.tie("english", "2 ft", "swedish", "2 fot 1 tum"), old.convert("3 fot", "swedish", "english")
        (True, '2 ft 10 2/7 in')
        """

    def table(self, measure: str, amounts: list[str]) -> list[str]:
        """
        Lay amounts out in a table. Its first line is the names of the units of the measure, its last line the sum of
        the amounts, and between them there is a line for each amount. Each amount is in the form that write gives it:
        in the column of each unit is its number, or "." if the unit is left out. The "-" of an amount below 0 stands
        before the number of the greatest unit that is not left out. Between columns there are two blanks; each column
        is as wide as its longest cell, and cells have their blanks on the left.
        :param measure: str, the name of the measure.
        :param amounts: list of str, the amounts, as read reads them; it may be empty.
        :return: list of str, the lines.
        :raises KeyError: with the measure if there is no such measure.
        :raises ValueError: else as read raises it, for the first amount with a fault.
        >>> old = OldMeasures()
        >>> old.define("weight", ["st", "lb", "oz"], [14, 16]), old.table("weight", ["1 st 20/3 oz", "-30 oz"])
        (224, ['st  lb     oz', ' 1   .  6 2/3', ' .  -1     14', ' .  12  8 2/3'])
        """
