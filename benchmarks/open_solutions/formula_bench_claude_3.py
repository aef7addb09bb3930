# canary: classeval-hf open formula_bench edfb8785-094f-4766-b760-f67b360684c5

import re
from fractions import Fraction

_SYMBOL = re.compile(r"[A-Z][a-z]?")
_NUMBER = re.compile(r"[1-9][0-9]*")
_TERM = re.compile(r"(?:([1-9][0-9]*) )?([^ ]+)")
_CLOSERS = {"(": ")", "[": "]"}


def _number_at(text, position):
    match = _NUMBER.match(text, position)
    if match:
        return int(match[0]), match.end()
    return 1, position


def _merge(total, counts, factor):
    for symbol, count in counts.items():
        total[symbol] = total.get(symbol, 0) + count * factor


def _read_items(text, position):
    stack = [("", {})]
    while position < len(text):
        sign = text[position]
        match = _SYMBOL.match(text, position)
        if match:
            number, position = _number_at(text, match.end())
            _merge(stack[-1][1], {match[0]: 1}, number)
        elif sign in _CLOSERS:
            stack.append((_CLOSERS[sign], {}))
            position += 1
        elif sign == stack[-1][0] and stack[-1][1]:
            counts = stack.pop()[1]
            number, position = _number_at(text, position + 1)
            _merge(stack[-1][1], counts, number)
        else:
            raise ValueError("bad formula")
    if len(stack) > 1 or not stack[0][1]:
        raise ValueError("bad formula")
    return stack[0][1]


class FormulaBench:
    def __init__(self, masses: dict[str, str]):
        self.masses = {symbol: Fraction(mass) for symbol, mass in masses.items()}
        self.groups = {}
        self.stock = {}

    def read(self, formula: str) -> dict[str, int]:
        total = {}
        for part in formula.split("."):
            factor, position = _number_at(part, 0)
            _merge(total, _read_items(part, position), factor)
        return total

    def atoms(self, formula: str) -> dict[str, int]:
        counts = self._atoms(formula, {})
        return {symbol: counts[symbol] for symbol in sorted(counts)}

    def _atoms(self, formula, memo):
        counts = self.read(formula)
        for symbol in counts:
            if symbol not in self.masses and symbol not in self.groups:
                raise KeyError(symbol)
        total = {}
        for symbol, count in counts.items():
            if symbol in self.masses:
                _merge(total, {symbol: 1}, count)
            else:
                if symbol not in memo:
                    memo[symbol] = self._atoms(self.groups[symbol], memo)
                _merge(total, memo[symbol], count)
        return total

    def mass(self, formula: str) -> Fraction:
        return sum((self.masses[symbol] * count for symbol, count in self.atoms(formula).items()), Fraction(0))

    def abbreviate(self, symbol: str, formula: str) -> list[str]:
        if not _SYMBOL.fullmatch(symbol) or symbol in self.masses:
            raise ValueError("bad symbol")
        symbols = self.read(formula)
        for other in symbols:
            if other != symbol and other not in self.masses and other not in self.groups:
                raise KeyError(other)
        seen = set()
        stack = list(symbols)
        while stack:
            other = stack.pop()
            if other == symbol:
                raise ValueError("circle")
            if other in self.groups and other not in seen:
                seen.add(other)
                stack.extend(self.read(self.groups[other]))
        before = {}
        for held in self.stock:
            try:
                before[held] = self.mass(held)
            except KeyError:
                pass
        self.groups[symbol] = formula
        return sorted(held for held, mass in before.items() if self.mass(held) != mass)

    def add(self, formula: str, grams: str) -> Fraction:
        amount = Fraction(grams)
        if amount <= 0:
            raise ValueError("bad grams")
        amount /= self.mass(formula)
        self.stock[formula] = self.stock.get(formula, Fraction(0)) + amount
        return self.stock[formula]

    def sides(self, equation: str) -> tuple[dict[str, int], dict[str, int]]:
        sides = equation.split(" -> ")
        if len(sides) != 2:
            raise ValueError("bad equation")
        result = []
        for side in sides:
            counts = {}
            for term in side.split(" + "):
                match = _TERM.fullmatch(term)
                if not match:
                    raise ValueError("bad equation")
                counts[match[2]] = counts.get(match[2], 0) + int(match[1] or 1)
            result.append(counts)
        return (result[0], result[1])

    def _balance(self, left, right):
        total = {}
        for side, sign in ((left, -1), (right, 1)):
            for formula, number in side.items():
                _merge(total, self.atoms(formula), sign * number)
        return {symbol: total[symbol] for symbol in sorted(total) if total[symbol]}

    def balance(self, equation: str) -> dict[str, int]:
        return self._balance(*self.sides(equation))

    def react(self, equation: str) -> Fraction:
        left, right = self.sides(equation)
        if self._balance(left, right):
            raise ValueError("unbalanced")
        extent = min(Fraction(self.stock.get(formula, 0)) / number for formula, number in left.items())
        if not extent:
            return Fraction(0)
        for formula, number in left.items():
            self.stock[formula] -= extent * number
        for formula, number in right.items():
            self.stock[formula] = self.stock.get(formula, Fraction(0)) + extent * number
        for formula in left:
            if not self.stock[formula]:
                del self.stock[formula]
        return extent
