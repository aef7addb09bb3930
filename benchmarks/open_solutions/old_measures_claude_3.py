import re
from fractions import Fraction

WHOLE = re.compile(r"[0-9]+")
PART = re.compile(r"([0-9]+)/([0-9]+)")


class OldMeasures:
    def __init__(self):
        self.measures = {}
        self.ties = {}

    def define(self, measure: str, units: list[str], steps: list[int]) -> int:
        if measure in self.measures:
            raise ValueError("known")
        if not units or len(set(units)) != len(units):
            raise ValueError("bad units")
        if len(steps) != len(units) - 1 or any(step < 2 for step in steps):
            raise ValueError("bad steps")
        sizes = [1]
        for step in reversed(steps):
            sizes.append(sizes[-1] * step)
        sizes.reverse()
        self.measures[measure] = list(zip(units, sizes))
        self.ties[measure] = {}
        return sizes[0]

    def _check(self, measure):
        if measure not in self.measures:
            raise KeyError(measure)

    def _parse(self, units, text):
        """The amount, or None if the text is none."""
        rest = text.strip(" ")
        negative = rest.startswith("-")
        if negative:
            rest = rest[1:]
        words = [word for word in rest.split(" ") if word]
        if not words:
            return None
        places = {unit: place for place, (unit, _) in enumerate(units)}
        total = Fraction(0)
        last_place = -1
        index = 0
        first = True
        while index < len(words):
            number = None
            exact = True
            if WHOLE.fullmatch(words[index]):
                number = Fraction(int(words[index]))
                index += 1
            if index < len(words):
                match = PART.fullmatch(words[index])
                if match:
                    if int(match.group(2)) == 0:
                        return None
                    number = (number or 0) + Fraction(int(match.group(1)), int(match.group(2)))
                    exact = False
                    index += 1
            if number is None or index >= len(words) or words[index] not in places:
                return None
            place = places[words[index]]
            index += 1
            if place <= last_place:
                return None
            if not exact and index < len(words):
                return None
            size = units[place][1]
            if not first and number * size >= units[place - 1][1]:
                return None
            total += number * size
            last_place = place
            first = False
        return -total if negative else total

    def read(self, measure: str, text: str) -> Fraction:
        self._check(measure)
        amount = self._parse(self.measures[measure], text)
        if amount is None:
            raise ValueError("bad amount: " + text)
        return amount

    def _numbers(self, measure, amount):
        """For each unit the text of its number, or an empty text if it is left out."""
        units = self.measures[measure]
        rest = abs(amount)
        numbers = []
        for _, size in units[:-1]:
            count = rest // size
            rest -= count * size
            numbers.append(str(count) if count else "")
        whole = rest.numerator // rest.denominator
        fraction = rest - whole
        words = []
        if whole:
            words.append(str(whole))
        if fraction:
            words.append(f"{fraction.numerator}/{fraction.denominator}")
        numbers.append(" ".join(words))
        if not any(numbers):
            numbers[-1] = "0"
        if amount < 0:
            first = next(place for place, number in enumerate(numbers) if number)
            numbers[first] = "-" + numbers[first]
        return numbers

    def _write(self, measure, amount):
        numbers = self._numbers(measure, amount)
        return " ".join(
            number + " " + unit for number, (unit, _) in zip(numbers, self.measures[measure]) if number
        )

    def write(self, measure: str, numerator: int, denominator: int) -> str:
        self._check(measure)
        return self._write(measure, Fraction(numerator, denominator))

    def add(self, measure: str, amounts: list[str]) -> str:
        self._check(measure)
        return self._write(measure, sum((self.read(measure, amount) for amount in amounts), Fraction(0)))

    def _factor(self, measure, other):
        """How many of the smallest unit of the other are one of the measure; None without a chain of ties."""
        factors = {measure: Fraction(1)}
        todo = [measure]
        while todo:
            here = todo.pop()
            for there, factor in self.ties[here].items():
                if there not in factors:
                    factors[there] = factors[here] * factor
                    todo.append(there)
        return factors.get(other)

    def tie(self, measure: str, amount: str, other: str, same: str) -> bool:
        self._check(measure)
        self._check(other)
        one = self.read(measure, amount)
        two = self.read(other, same)
        if one <= 0 or two <= 0:
            raise ValueError("not above 0")
        if self._factor(measure, other) is not None:
            return False
        self.ties[measure][other] = two / one
        self.ties[other][measure] = one / two
        return True

    def convert(self, text: str, measure: str, other: str) -> str:
        self._check(measure)
        self._check(other)
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
        for value in values:
            rows.append([number or "." for number in self._numbers(measure, value)])
        widths = [max(len(cell) for cell in column) for column in zip(*rows)]
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
