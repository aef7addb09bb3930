import re
from fractions import Fraction

_DIGITS = re.compile(r"[0-9]+")
_FRACTION = re.compile(r"([0-9]+)/([0-9]+)")


class OldMeasures:
    def __init__(self):
        self.measures = {}
        self.ties = {}

    def _check(self, *measures):
        for measure in measures:
            if measure not in self.measures:
                raise KeyError(measure)

    def define(self, measure: str, units: list[str], steps: list[int]) -> int:
        if measure in self.measures:
            raise ValueError("known")
        if not units or len(set(units)) < len(units):
            raise ValueError("bad units")
        if len(steps) != len(units) - 1 or any(step < 2 for step in steps):
            raise ValueError("bad steps")
        sizes = [1]
        for step in reversed(steps):
            sizes.append(sizes[-1] * step)
        self.measures[measure] = list(zip(units, reversed(sizes)))
        self.ties[measure] = {}
        return sizes[-1]

    def _amount(self, units, words):
        """The amount that words mean, in the smallest unit; None if they are no amount."""
        places = {unit: place for place, (unit, _) in enumerate(units)}
        amount = Fraction(0)
        before = -1
        i = 0
        while i < len(words):
            first = i == 0
            number = Fraction(0)
            found = last = False
            if _DIGITS.fullmatch(words[i]):
                number += int(words[i])
                found = True
                i += 1
            match = _FRACTION.fullmatch(words[i]) if i < len(words) else None
            if match:
                if int(match.group(2)) == 0:
                    return None
                number += Fraction(int(match.group(1)), int(match.group(2)))
                found = last = True
                i += 1
            if not found or i == len(words) or places.get(words[i], -1) <= before:
                return None
            before = places[words[i]]
            size = units[before][1]
            i += 1
            if last and i < len(words):
                return None
            if not first and number * size >= units[before - 1][1]:
                return None
            amount += number * size
        return amount if words else None

    def read(self, measure: str, text: str) -> Fraction:
        self._check(measure)
        rest = text.strip(" ")
        sign = 1
        if rest.startswith("-"):
            sign = -1
            rest = rest[1:]
        amount = self._amount(self.measures[measure], [word for word in rest.split(" ") if word])
        if amount is None:
            raise ValueError("bad amount: " + text)
        return sign * amount

    def _cells(self, measure, amount):
        """The number of each unit as a text, empty where the unit is left out."""
        units = self.measures[measure]
        rest = abs(amount)
        cells = []
        for _, size in units[:-1]:
            number = rest // size
            rest -= number * size
            cells.append(str(number) if number else "")
        whole = rest // 1
        part = rest - whole
        numbers = [str(whole)] if whole else []
        if part:
            numbers.append(f"{part.numerator}/{part.denominator}")
        cells.append(" ".join(numbers))
        if not amount:
            cells[-1] = "0"
        if amount < 0:
            first = next(place for place, cell in enumerate(cells) if cell)
            cells[first] = "-" + cells[first]
        return cells

    def _write(self, measure, amount):
        cells = self._cells(measure, amount)
        return " ".join(f"{cell} {unit}" for cell, (unit, _) in zip(cells, self.measures[measure]) if cell)

    def write(self, measure: str, numerator: int, denominator: int) -> str:
        self._check(measure)
        return self._write(measure, Fraction(numerator, denominator))

    def add(self, measure: str, amounts: list[str]) -> str:
        self._check(measure)
        return self._write(measure, sum((self.read(measure, amount) for amount in amounts), Fraction(0)))

    def _factor(self, measure, other):
        """How many of the smallest unit of other are one of measure; None if they are not tied."""
        factors = {measure: Fraction(1)}
        stack = [measure]
        while stack:
            current = stack.pop()
            for following, factor in self.ties[current].items():
                if following not in factors:
                    factors[following] = factors[current] * factor
                    stack.append(following)
        return factors.get(other)

    def tie(self, measure: str, amount: str, other: str, same: str) -> bool:
        self._check(measure, other)
        first = self.read(measure, amount)
        second = self.read(other, same)
        if first <= 0 or second <= 0:
            raise ValueError("not above 0")
        if self._factor(measure, other) is not None:
            return False
        self.ties[measure][other] = second / first
        self.ties[other][measure] = first / second
        return True

    def convert(self, text: str, measure: str, other: str) -> str:
        self._check(measure, other)
        amount = self.read(measure, text)
        factor = self._factor(measure, other)
        if factor is None:
            raise ValueError("not tied")
        return self._write(other, amount * factor)

    def table(self, measure: str, amounts: list[str]) -> list[str]:
        self._check(measure)
        values = [self.read(measure, amount) for amount in amounts]
        values.append(sum(values, Fraction(0)))
        rows = [[unit for unit, _ in self.measures[measure]]]
        rows.extend([cell or "." for cell in self._cells(measure, value)] for value in values)
        widths = [max(map(len, column)) for column in zip(*rows)]
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
