import re
from fractions import Fraction

_WHOLE = re.compile(r"[0-9]+")
_FRACTION = re.compile(r"([0-9]+)/([0-9]+)")


def _number(words):
    """The number that words write, and whether there is a fraction in it; None if they write none."""
    whole = Fraction(0)
    if words and _WHOLE.fullmatch(words[0]):
        whole = Fraction(int(words[0]))
        if len(words) == 1:
            return whole, False
        words = words[1:]
    if len(words) == 1:
        match = _FRACTION.fullmatch(words[0])
        if match and int(match[2]):
            return whole + Fraction(int(match[1]), int(match[2])), True
    return None


class OldMeasures:
    def __init__(self):
        self.measures = {}
        self.ties = {}

    def define(self, measure: str, units: list[str], steps: list[int]) -> int:
        if measure in self.measures:
            raise ValueError("known")
        if not units or len(set(units)) < len(units):
            raise ValueError("bad units")
        if len(steps) != len(units) - 1 or any(step < 2 for step in steps):
            raise ValueError("bad steps")
        size = 1
        sized = [(units[-1], 1)]
        for unit, step in zip(reversed(units[:-1]), reversed(steps)):
            size *= step
            sized.append((unit, size))
        self.measures[measure] = sized[::-1]
        self.ties[measure] = {}
        return size

    def _check(self, measure):
        if measure not in self.measures:
            raise KeyError(measure)

    def _amount(self, measure, text):
        """The amount that a text writes, None if it writes none."""
        text = text.strip(" ")
        sign = 1
        if text.startswith("-"):
            sign = -1
            text = text[1:]
        units = self.measures[measure]
        places = {unit: place for place, (unit, _) in enumerate(units)}
        amount = Fraction(0)
        words = []
        last = -1
        broken = False
        for word in (word for word in text.split(" ") if word):
            if word not in places:
                words.append(word)
                continue
            place = places[word]
            number = _number(words)
            if number is None or broken or place <= last:
                return None
            size = units[place][1]
            if last >= 0 and number[0] * size >= units[place - 1][1]:
                return None
            amount += number[0] * size
            broken = number[1]
            last = place
            words = []
        return None if words or last < 0 else sign * amount

    def read(self, measure: str, text: str) -> Fraction:
        self._check(measure)
        amount = self._amount(measure, text)
        if amount is None:
            raise ValueError(f"bad amount: {text}")
        return amount

    def _cells(self, measure, amount):
        """From each unit that is not left out when an amount is written to its number as text, without "-"."""
        rest = abs(amount)
        cells = {}
        for unit, size in self.measures[measure]:
            whole = rest // size
            rest -= whole * size
            text = str(whole) if whole else ""
            if size == 1 and rest:
                text += (" " if text else "") + f"{rest.numerator}/{rest.denominator}"
            if size == 1 and not text and not cells:
                text = "0"
            if text:
                cells[unit] = text
        if amount < 0:
            first = next(iter(cells))
            cells[first] = "-" + cells[first]
        return cells

    def _written(self, measure, amount):
        return " ".join(f"{number} {unit}" for unit, number in self._cells(measure, amount).items())

    def write(self, measure: str, numerator: int, denominator: int) -> str:
        self._check(measure)
        return self._written(measure, Fraction(numerator, denominator))

    def add(self, measure: str, amounts: list[str]) -> str:
        self._check(measure)
        return self._written(measure, sum((self.read(measure, text) for text in amounts), Fraction(0)))

    def _factor(self, measure, other):
        """How many smallest units of the other measure one of this measure is, None if they are not tied."""
        factors = {measure: Fraction(1)}
        stack = [measure]
        while stack:
            name = stack.pop()
            for after, factor in self.ties[name].items():
                if after not in factors:
                    factors[after] = factors[name] * factor
                    stack.append(after)
        return factors.get(other)

    def tie(self, measure: str, amount: str, other: str, same: str) -> bool:
        self._check(measure)
        self._check(other)
        one = self.read(measure, amount)
        equal = self.read(other, same)
        if one <= 0 or equal <= 0:
            raise ValueError("not above 0")
        if self._factor(measure, other) is not None:
            return False
        self.ties[measure][other] = equal / one
        self.ties[other][measure] = one / equal
        return True

    def convert(self, text: str, measure: str, other: str) -> str:
        self._check(measure)
        self._check(other)
        amount = self.read(measure, text)
        factor = self._factor(measure, other)
        if factor is None:
            raise ValueError("not tied")
        return self._written(other, amount * factor)

    def table(self, measure: str, amounts: list[str]) -> list[str]:
        self._check(measure)
        values = [self.read(measure, text) for text in amounts]
        values.append(sum(values, Fraction(0)))
        units = [unit for unit, _ in self.measures[measure]]
        rows = [units]
        for value in values:
            cells = self._cells(measure, value)
            rows.append([cells.get(unit, ".") for unit in units])
        widths = [max(map(len, column)) for column in zip(*rows)]
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
