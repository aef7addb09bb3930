import re
from fractions import Fraction

_SYMBOL = re.compile(r"[A-Z][a-z]?")
_NUMBER = re.compile(r"[1-9][0-9]*")
_TERM = re.compile(r"(?:([1-9][0-9]*) )?([^ ]+)")
_PAIRS = {")": "(", "]": "["}


class FormulaBench:
    def __init__(self, masses: dict[str, str]):
        self.masses = {symbol: Fraction(mass) for symbol, mass in masses.items()}
        self.groups = {}
        self.stock = {}

    @staticmethod
    def _add(counts, more, factor):
        for symbol, number in more.items():
            counts[symbol] = counts.get(symbol, 0) + number * factor

    def _read_part(self, part):
        match = _NUMBER.match(part)
        factor, i = (int(match.group()), match.end()) if match else (1, 0)
        stack = [("", {})]
        while i < len(part):
            char = part[i]
            if char in "([":
                stack.append((char, {}))
                i += 1
                continue
            if char in ")]":
                opened, item = stack.pop()
                if opened != _PAIRS[char] or not item:
                    raise ValueError("bad formula")
                i += 1
            else:
                match = _SYMBOL.match(part, i)
                if not match:
                    raise ValueError("bad formula")
                item = {match.group(): 1}
                i = match.end()
            match = _NUMBER.match(part, i)
            number = 1
            if match:
                number, i = int(match.group()), match.end()
            self._add(stack[-1][1], item, number)
        if len(stack) > 1 or not stack[0][1]:
            raise ValueError("bad formula")
        counts = {}
        self._add(counts, stack[0][1], factor)
        return counts

    def read(self, formula: str) -> dict[str, int]:
        counts = {}
        for part in formula.split("."):
            self._add(counts, self._read_part(part), 1)
        return counts

    def _expand(self, symbol, known):
        """The atoms of a symbol."""
        if symbol in self.masses:
            return {symbol: 1}
        if symbol not in known:
            atoms = {}
            for inner, number in self.read(self.groups[symbol]).items():
                self._add(atoms, self._expand(inner, known), number)
            known[symbol] = atoms
        return known[symbol]

    def atoms(self, formula: str) -> dict[str, int]:
        counts = self.read(formula)
        for symbol in counts:
            if symbol not in self.masses and symbol not in self.groups:
                raise KeyError(symbol)
        atoms = {}
        known = {}
        for symbol, number in counts.items():
            self._add(atoms, self._expand(symbol, known), number)
        return {symbol: atoms[symbol] for symbol in sorted(atoms)}

    def mass(self, formula: str) -> Fraction:
        return sum(
            (self.masses[symbol] * number for symbol, number in self.atoms(formula).items()), Fraction(0)
        )

    def abbreviate(self, symbol: str, formula: str) -> list[str]:
        if not _SYMBOL.fullmatch(symbol) or symbol in self.masses:
            raise ValueError("bad symbol")
        counts = self.read(formula)
        for inner in counts:
            if inner != symbol and inner not in self.masses and inner not in self.groups:
                raise KeyError(inner)
        seen = set()
        stack = list(counts)
        while stack:
            inner = stack.pop()
            if inner == symbol:
                raise ValueError("circle")
            if inner not in seen:
                seen.add(inner)
                if inner in self.groups:
                    stack.extend(self.read(self.groups[inner]))
        before = {stocked: self.mass(stocked) for stocked in self.stock}
        self.groups[symbol] = formula
        return sorted(stocked for stocked, mass in before.items() if self.mass(stocked) != mass)

    def add(self, formula: str, grams: str) -> Fraction:
        number = Fraction(grams)
        if number <= 0:
            raise ValueError("bad grams")
        amount = number / self.mass(formula)
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
                if not match:
                    raise ValueError("bad equation")
                formula = match.group(2)
                side[formula] = side.get(formula, 0) + int(match.group(1) or 1)
            result.append(side)
        return result[0], result[1]

    def balance(self, equation: str) -> dict[str, int]:
        left, right = self.sides(equation)
        difference = {}
        for side, sign in ((left, -1), (right, 1)):
            for formula, number in side.items():
                self._add(difference, self.atoms(formula), sign * number)
        return {symbol: difference[symbol] for symbol in sorted(difference) if difference[symbol]}

    def react(self, equation: str) -> Fraction:
        if self.balance(equation):
            raise ValueError("unbalanced")
        left, right = self.sides(equation)
        extent = min(self.stock.get(formula, Fraction(0)) / number for formula, number in left.items())
        if extent:
            for formula, number in left.items():
                self.stock[formula] -= extent * number
            for formula, number in right.items():
                self.stock[formula] = self.stock.get(formula, Fraction(0)) + extent * number
            for formula in left:
                if not self.stock[formula]:
                    del self.stock[formula]
        return extent
