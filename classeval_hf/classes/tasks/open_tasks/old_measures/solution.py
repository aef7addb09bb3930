# canary: classeval-hf open old_measures a6f56947-8992-4bfd-9b97-6cf63e899697

import re
from fractions import Fraction


def _split(units, amount):
    """The sign of an amount and its parts: tuples (number, unit), the number as it is written."""
    rest = abs(amount)
    parts = []
    for unit, size in units:
        count = rest // size
        rest -= count * size
        number = str(count) if count else ""
        if size == 1 and rest:
            number = f"{number} {rest}".strip()
        if number:
            parts.append((number, unit))
    return "-" if amount < 0 else "", parts or [("0", units[-1][0])]


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
        sizes = [1]
        for step in reversed(steps):
            sizes.insert(0, sizes[0] * step)
        self.measures[measure] = list(zip(units, sizes))
        self.ties[measure] = {}
        return sizes[0]

    def read(self, measure: str, text: str) -> Fraction:
        units = self.measures[measure]
        sizes = dict(units)
        names = list(sizes)
        number = r"(?:([0-9]+)|(?:([0-9]+) +)?([0-9]+)/([0-9]+)) +([^\W\d_]+)"
        if not re.fullmatch(rf"(?:- *)?{number}(?: +{number})*", text.strip(" ")):
            raise ValueError(f"bad amount: {text}")
        parts = re.findall(number, text)
        total, before = Fraction(0), -1
        for index, (plain, whole, over, under, unit) in enumerate(parts):
            place = names.index(unit) if unit in sizes else -1
            if place <= before or over and (index < len(parts) - 1 or int(under) == 0):
                raise ValueError(f"bad amount: {text}")
            count = Fraction(int(plain)) if plain else int(whole or 0) + Fraction(int(over), int(under))
            if index and count * sizes[unit] >= units[place - 1][1]:
                raise ValueError(f"bad amount: {text}")
            total += count * sizes[unit]
            before = place
        return -total if text.strip(" ").startswith("-") else total

    def write(self, measure: str, numerator: int, denominator: int) -> str:
        sign, parts = _split(self.measures[measure], Fraction(numerator, denominator))
        return sign + " ".join(f"{number} {unit}" for number, unit in parts)

    def add(self, measure: str, amounts: list[str]) -> str:
        if measure not in self.measures:
            raise KeyError(measure)
        total = sum((self.read(measure, amount) for amount in amounts), Fraction(0))
        return self.write(measure, total.numerator, total.denominator)

    def tie(self, measure: str, amount: str, other: str, same: str) -> bool:
        for name in (measure, other):
            if name not in self.measures:
                raise KeyError(name)
        one, two = self.read(measure, amount), self.read(other, same)
        if one <= 0 or two <= 0:
            raise ValueError("not above 0")
        reached = [measure]
        for name in reached:
            reached += [next_one for next_one in self.ties[name] if next_one not in reached]
        if other in reached:
            return False
        self.ties[measure][other] = two / one
        self.ties[other][measure] = one / two
        return True

    def convert(self, text: str, measure: str, other: str) -> str:
        for name in (measure, other):
            if name not in self.measures:
                raise KeyError(name)
        reached = {measure: self.read(measure, text)}
        open_ends = [measure]
        for name in open_ends:
            for next_one, factor in self.ties[name].items():
                if next_one not in reached:
                    reached[next_one] = reached[name] * factor
                    open_ends.append(next_one)
        if other not in reached:
            raise ValueError("not tied")
        return self.write(other, reached[other].numerator, reached[other].denominator)

    def table(self, measure: str, amounts: list[str]) -> list[str]:
        units = self.measures[measure]
        values = [self.read(measure, amount) for amount in amounts]
        rows = [[unit for unit, _ in units]]
        for value in [*values, sum(values, Fraction(0))]:
            sign, parts = _split(units, value)
            numbers = {unit: number for number, unit in parts}
            numbers[parts[0][1]] = sign + numbers[parts[0][1]]
            rows.append([numbers.get(unit, ".") for unit, _ in units])
        widths = [max(map(len, column)) for column in zip(*rows)]
        return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
