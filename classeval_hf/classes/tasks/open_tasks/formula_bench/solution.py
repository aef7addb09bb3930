# canary: classeval-hf open formula_bench edfb8785-094f-4766-b760-f67b360684c5

import re
from fractions import Fraction


class FormulaBench:
    def __init__(self, masses: dict[str, str]):
        self.masses = {symbol: Fraction(mass) for symbol, mass in masses.items()}
        self.groups = {}
        self.stock = {}

    def read(self, formula: str) -> dict[str, int]:
        number = r"(?:[1-9][0-9]*)?"
        total = {}
        for part in formula.split("."):
            factor = re.match(number, part).group()
            tokens = re.findall(rf"[A-Z][a-z]?{number}|[(\[]|[)\]]{number}", part[len(factor) :])
            if "".join(tokens) != part[len(factor) :]:
                raise ValueError("bad formula")
            stack, opened = [[]], []
            for token in tokens:
                sign, digits = re.fullmatch(r"([^0-9]+)([0-9]*)", token).groups()
                times = int(digits or 1)
                if sign in "([":
                    opened.append(sign)
                    stack.append([])
                elif sign in ")]":
                    if not opened or opened.pop() + sign not in ("()", "[]") or not stack[-1]:
                        raise ValueError("bad formula")
                    inner = stack.pop()
                    stack[-1].extend((symbol, count * times) for symbol, count in inner)
                else:
                    stack[-1].append((sign, times))
            if opened or not stack[0]:
                raise ValueError("bad formula")
            for symbol, count in stack[0]:
                total[symbol] = total.get(symbol, 0) + count * int(factor or 1)
        return total

    def atoms(self, formula: str) -> dict[str, int]:
        counts = {}
        for symbol, count in self.read(formula).items():
            inner = {symbol: 1} if symbol in self.masses else self.atoms(self.groups[symbol])
            for element, number in inner.items():
                counts[element] = counts.get(element, 0) + count * number
        return {symbol: counts[symbol] for symbol in sorted(counts)}

    def mass(self, formula: str) -> Fraction:
        return sum((self.masses[symbol] * count for symbol, count in self.atoms(formula).items()), Fraction(0))

    def abbreviate(self, symbol: str, formula: str) -> list[str]:
        if not re.fullmatch(r"[A-Z][a-z]?", symbol) or symbol in self.masses:
            raise ValueError("bad symbol")
        held = list(self.read(formula))
        for name in held:
            if name not in self.masses and name not in self.groups and name != symbol:
                raise KeyError(name)
        for name in held:
            if name == symbol:
                raise ValueError("circle")
            held.extend(self.read(self.groups[name]) if name in self.groups else ())
        before = {name: self.mass(name) for name in self.stock}
        self.groups[symbol] = formula
        return sorted(name for name in self.stock if self.mass(name) != before[name])

    def add(self, formula: str, grams: str) -> Fraction:
        if Fraction(grams) <= 0:
            raise ValueError("bad grams")
        self.stock[formula] = Fraction(grams) / self.mass(formula) + self.stock.get(formula, 0)
        return self.stock[formula]

    def sides(self, equation: str) -> tuple[dict[str, int], dict[str, int]]:
        texts = equation.split(" -> ")
        if len(texts) != 2:
            raise ValueError("bad equation")
        sides = ({}, {})
        for side, text in zip(sides, texts):
            for term in text.split(" + "):
                found = re.fullmatch(r"(?:([1-9][0-9]*) )?([^ ]+)", term)
                if not found:
                    raise ValueError("bad equation")
                number, formula = found.groups()
                side[formula] = side.get(formula, 0) + int(number or 1)
        return sides

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
        extent = min(Fraction(self.stock.get(formula, 0), number) for formula, number in left.items())
        if not extent:
            return extent
        for formula, number in left.items():
            self.stock[formula] -= extent * number
        for formula, number in right.items():
            self.stock[formula] = self.stock.get(formula, 0) + extent * number
        self.stock = {formula: amount for formula, amount in self.stock.items() if amount}
        return extent
