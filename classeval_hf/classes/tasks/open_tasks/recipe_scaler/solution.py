# canary: classeval-hf open recipe_scaler 103df205-541e-40bd-905d-5680d51f2f7b

import re
from fractions import Fraction


class RecipeScaler:
    def __init__(self, units: dict[str, tuple[str, int]]):
        self.units = dict(units)
        self.factor = Fraction(1)
        self.items = []

    @staticmethod
    def tokenize(text: str) -> list[str]:
        pattern = re.compile(r"[0-9]+ +[0-9]+/[0-9]+|[0-9]+/[0-9]+|[0-9]+\.[0-9]+|[0-9]+|[-n+*/()]")
        tokens = []
        position = 0
        while position < len(text):
            if text[position] == " ":
                position += 1
                continue
            match = pattern.match(text, position)
            if match is None:
                raise ValueError(f"bad character: {text[position]}")
            tokens.append(re.sub(" +", " ", match.group()))
            position = match.end()
        return tokens

    def evaluate(self, text: str) -> Fraction:
        tokens = self.tokenize(text)
        strength = {"+": 1, "-": 1, "*": 2, "/": 2}
        output = []
        pending = []
        wants_operand = True
        for token in tokens:
            if wants_operand and token == "(":
                pending.append(token)
            elif wants_operand and token not in strength and token != ")":
                output.append(token)
                wants_operand = False
            elif not wants_operand and token in strength:
                while pending and strength.get(pending[-1], 0) >= strength[token]:
                    output.append(pending.pop())
                pending.append(token)
                wants_operand = True
            elif not wants_operand and token == ")" and "(" in pending:
                while pending[-1] != "(":
                    output.append(pending.pop())
                pending.pop()
            else:
                raise ValueError(f"unexpected: {token}")
        if wants_operand or "(" in pending:
            raise ValueError("unexpected end")
        values = []
        try:
            for token in output + pending[::-1]:
                if token == "n":
                    values.append(self.factor)
                elif token not in strength:
                    values.append(sum(Fraction(part) for part in token.split()))
                else:
                    right, left = values.pop(), values.pop()
                    if token == "+":
                        values.append(left + right)
                    elif token == "-":
                        values.append(left - right)
                    else:
                        values.append(left * right if token == "*" else left / right)
        except ZeroDivisionError:
            raise ValueError("division by zero") from None
        return Fraction(values[0])

    def set_factor(self, text: str) -> Fraction:
        parts = text.split("->")
        if "n" in text or len(parts) > 2:
            raise ValueError(f"bad factor: {text}")
        values = [self.evaluate(part) for part in parts]
        if min(values) <= 0:
            raise ValueError(f"bad factor: {text}")
        self.factor = values[-1] / values[0] if len(values) == 2 else values[0]
        return self.factor

    def add(self, line: str) -> tuple[str, str, str]:
        name, colon, rest = line.partition(":")
        if not colon:
            raise ValueError(f"no colon: {line}")
        name = name.strip(" ")
        if not name:
            raise ValueError(f"no name: {line}")
        rest = rest.strip(" ")
        expression, _, unit = rest.rpartition(" ")
        if unit not in self.units:
            expression, unit = rest, ""
        item = (name, expression.strip(" "), unit)
        self.evaluate(item[1])
        self.items.append(item)
        return item

    def totals(self, name: str) -> list[tuple[Fraction, str]]:
        result = {}
        for other, expression, unit in self.items:
            if other == name:
                amount = self.evaluate(expression)
                if "n" not in expression:
                    amount *= self.factor
                base, size = self.units.get(unit, ("", 1))
                result[base] = result.get(base, Fraction(0)) + max(amount, Fraction(0)) * size
        return [(amount, base) for base, amount in result.items()]

    @staticmethod
    def mixed(numerator: int, denominator: int) -> str:
        if denominator < 1:
            raise ValueError(f"bad denominator: {denominator}")
        amount = Fraction(abs(numerator), denominator)
        whole, rest = divmod(amount, 1)
        parts = [str(part) for part in (whole, rest) if part]
        return ("-" if numerator < 0 else "") + (" ".join(parts) or "0")

    def choose_unit(self, numerator: int, denominator: int, base: str) -> tuple[Fraction, str]:
        amount = Fraction(numerator, denominator)
        for unit, (kind, size) in sorted(self.units.items(), key=lambda item: (-item[1][1], item[0])):
            value = amount / size
            if kind == base and value >= Fraction(1, 2) and value.denominator <= 4:
                return value, unit
        return amount, base

    def render(self) -> list[str]:
        lines = []
        for name in dict.fromkeys(item[0] for item in self.items):
            parts = []
            for total, base in self.totals(name):
                if total:
                    amount, unit = self.choose_unit(total.numerator, total.denominator, base)
                    parts.append(f"{self.mixed(amount.numerator, amount.denominator)} {unit}".rstrip(" "))
            lines.append(f"{name}: {' + '.join(parts) or 'none'}")
        return lines
