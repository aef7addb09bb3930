import re
from fractions import Fraction

_SYMBOL = re.compile(r"[A-Z][a-z]?")
_NUMBER = re.compile(r"[1-9][0-9]*")
_TERM = re.compile(r"(?:([1-9][0-9]*) )?([^ ]+)")
_CLOSING = {"(": ")", "[": "]"}


class FormulaBench:
    def __init__(self, masses: dict[str, str]):
        self.masses = {symbol: Fraction(mass) for symbol, mass in masses.items()}
        self.groups = {}
        self.stock = {}

    @staticmethod
    def _read_part(part, total):
        """Add the counts of one part of a formula to a total."""

        def number(position):
            match = _NUMBER.match(part, position)
            return (int(match[0]), match.end()) if match else (1, position)

        def merge(into, counts, times):
            for symbol, count in counts.items():
                into[symbol] = into.get(symbol, 0) + count * times

        factor, position = number(0)
        stack = [("", {})]
        while position < len(part):
            character = part[position]
            if character in _CLOSING:
                stack.append((_CLOSING[character], {}))
                position += 1
                continue
            match = _SYMBOL.match(part, position)
            if match:
                item = {match[0]: 1}
                position = match.end()
            elif len(stack) > 1 and character == stack[-1][0] and stack[-1][1]:
                item = stack.pop()[1]
                position += 1
            else:
                raise ValueError("bad formula")
            times, position = number(position)
            merge(stack[-1][1], item, times)
        if len(stack) > 1 or not stack[0][1]:
            raise ValueError("bad formula")
        merge(total, stack[0][1], factor)

    def read(self, formula: str) -> dict[str, int]:
        total = {}
        for part in formula.split("."):
            self._read_part(part, total)
        return total

    def _expand(self, counts, known):
        """The atoms of symbols, not sorted; known holds the atoms of abbreviations found before."""
        atoms = {}
        for symbol, count in counts.items():
            if symbol in self.masses:
                inner = {symbol: 1}
            elif symbol in self.groups:
                if symbol not in known:
                    known[symbol] = self._expand(self.read(self.groups[symbol]), known)
                inner = known[symbol]
            else:
                raise KeyError(symbol)
            for element, number in inner.items():
                atoms[element] = atoms.get(element, 0) + number * count
        return atoms

    def atoms(self, formula: str) -> dict[str, int]:
        return dict(sorted(self._expand(self.read(formula), {}).items()))

    def mass(self, formula: str) -> Fraction:
        return sum(
            (self.masses[symbol] * count for symbol, count in self.atoms(formula).items()), Fraction(0)
        )

    def abbreviate(self, symbol: str, formula: str) -> list[str]:
        if not _SYMBOL.fullmatch(symbol) or symbol in self.masses:
            raise ValueError("bad symbol")
        counts = self.read(formula)
        for other in counts:
            if other != symbol and other not in self.masses and other not in self.groups:
                raise KeyError(other)
        seen = set()
        stack = list(counts)
        while stack:
            other = stack.pop()
            if other == symbol:
                raise ValueError("circle")
            if other in self.groups and other not in seen:
                seen.add(other)
                stack += self.read(self.groups[other])
        before = {name: self.mass(name) for name in self.stock} if symbol in self.groups else {}
        self.groups[symbol] = formula
        return sorted(name for name, mass in before.items() if self.mass(name) != mass)

    def add(self, formula: str, grams: str) -> Fraction:
        weight = Fraction(grams)
        if weight <= 0:
            raise ValueError("bad grams")
        amount = weight / self.mass(formula)
        self.stock[formula] = self.stock.get(formula, Fraction(0)) + amount
        return self.stock[formula]

    def sides(self, equation: str) -> tuple[dict[str, int], dict[str, int]]:
        texts = equation.split(" -> ")
        if len(texts) != 2:
            raise ValueError("bad equation")
        result = []
        for text in texts:
            side = {}
            for term in text.split(" + "):
                match = _TERM.fullmatch(term)
                if match is None:
                    raise ValueError("bad equation")
                side[match[2]] = side.get(match[2], 0) + int(match[1] or 1)
            result.append(side)
        return result[0], result[1]

    def balance(self, equation: str) -> dict[str, int]:
        left, right = self.sides(equation)
        more = {}
        for side, sign in ((left, -1), (right, 1)):
            for formula, number in side.items():
                for symbol, count in self.atoms(formula).items():
                    more[symbol] = more.get(symbol, 0) + sign * number * count
        return {symbol: more[symbol] for symbol in sorted(more) if more[symbol]}

    def react(self, equation: str) -> Fraction:
        if self.balance(equation):
            raise ValueError("unbalanced")
        left, right = self.sides(equation)
        extent = min(self.stock.get(formula, Fraction(0)) / number for formula, number in left.items())
        if extent:
            for side, sign in ((left, -1), (right, 1)):
                for formula, number in side.items():
                    amount = self.stock.get(formula, Fraction(0)) + sign * extent * number
                    if amount:
                        self.stock[formula] = amount
                    else:
                        del self.stock[formula]
        return extent
