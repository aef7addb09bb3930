import re
from fractions import Fraction

TOKEN = re.compile(r"[0-9]+ +[0-9]+/[0-9]+|[0-9]+/[0-9]+|[0-9]+\.[0-9]+|[0-9]+|n|[-+*/()]")
STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2}


class RecipeScaler:
    def __init__(self, units: dict[str, tuple[str, int]]):
        self.units = dict(units)
        self.factor = Fraction(1)
        self.items = []

    @staticmethod
    def tokenize(text: str) -> list[str]:
        tokens = []
        place = 0
        while place < len(text):
            if text[place] == " ":
                place += 1
                continue
            match = TOKEN.match(text, place)
            if not match:
                raise ValueError("bad character: " + text[place])
            tokens.append(re.sub(r" +", " ", match.group()))
            place = match.end()
        return tokens

    @staticmethod
    def _check_syntax(tokens):
        depth = 0
        operand_next = True
        for token in tokens:
            if operand_next:
                if token == "(":
                    depth += 1
                elif token in STRENGTH or token == ")":
                    raise ValueError("unexpected: " + token)
                else:
                    operand_next = False
            elif token in STRENGTH:
                operand_next = True
            elif token == ")" and depth > 0:
                depth -= 1
            else:
                raise ValueError("unexpected: " + token)
        if operand_next or depth > 0:
            raise ValueError("unexpected end")

    @staticmethod
    def _divide(one, two):
        if two == 0:
            raise ValueError("division by zero")
        return Fraction(one) / two

    def _number(self, token):
        if token == "n":
            return self.factor
        whole, _, rest = token.rpartition(" ")
        value = Fraction(int(whole)) if whole else Fraction(0)
        if "/" in rest:
            numerator, denominator = rest.split("/")
            return value + self._divide(int(numerator), int(denominator))
        return value + Fraction(rest)

    def evaluate(self, text: str) -> Fraction:
        tokens = self.tokenize(text)
        self._check_syntax(tokens)
        values = []
        operators = []

        def apply():
            operator = operators.pop()
            two = values.pop()
            one = values.pop()
            if operator == "+":
                values.append(one + two)
            elif operator == "-":
                values.append(one - two)
            elif operator == "*":
                values.append(one * two)
            else:
                values.append(self._divide(one, two))

        for token in tokens:
            if token == "(":
                operators.append(token)
            elif token == ")":
                while operators[-1] != "(":
                    apply()
                operators.pop()
            elif token in STRENGTH:
                while operators and operators[-1] != "(" and STRENGTH[operators[-1]] >= STRENGTH[token]:
                    apply()
                operators.append(token)
            else:
                values.append(self._number(token))
        while operators:
            apply()
        return values[0]

    def set_factor(self, text: str) -> Fraction:
        if "n" in text or text.count("->") > 1:
            raise ValueError("bad factor: " + text)
        values = [self.evaluate(part) for part in text.split("->")]
        if any(value <= 0 for value in values):
            raise ValueError("bad factor: " + text)
        self.factor = values[0] if len(values) == 1 else values[1] / values[0]
        return self.factor

    def add(self, line: str) -> tuple[str, str, str]:
        name, colon, rest = line.partition(":")
        if not colon:
            raise ValueError("no colon: " + line)
        name = name.strip(" ")
        if not name:
            raise ValueError("no name: " + line)
        expression = rest.strip(" ")
        unit = expression.rpartition(" ")[2]
        if unit in self.units:
            expression = expression[: len(expression) - len(unit)].strip(" ")
        else:
            unit = ""
        self.evaluate(expression)
        self.items.append((name, expression, unit))
        return name, expression, unit

    def totals(self, name: str) -> list[tuple[Fraction, str]]:
        sums = {}
        for other, expression, unit in self.items:
            if other != name:
                continue
            amount = self.evaluate(expression)
            if "n" not in expression:
                amount *= self.factor
            base, size = self.units[unit] if unit else ("", 1)
            sums[base] = sums.get(base, Fraction(0)) + max(amount, Fraction(0)) * size
        return [(amount, base) for base, amount in sums.items()]

    @staticmethod
    def mixed(numerator: int, denominator: int) -> str:
        if denominator < 1:
            raise ValueError(f"bad denominator: {denominator}")
        value = Fraction(numerator, denominator)
        sign = "-" if value < 0 else ""
        whole, rest = divmod(abs(value.numerator), value.denominator)
        words = []
        if whole or not rest:
            words.append(str(whole))
        if rest:
            words.append(f"{rest}/{value.denominator}")
        return sign + " ".join(words)

    def choose_unit(self, numerator: int, denominator: int, base: str) -> tuple[Fraction, str]:
        amount = Fraction(numerator, denominator)
        fitting = []
        for unit, (own_base, size) in self.units.items():
            if own_base == base:
                there = amount / size
                if there >= Fraction(1, 2) and there.denominator <= 4:
                    fitting.append((-size, unit, there))
        if not fitting:
            return amount, base
        _, unit, there = min(fitting)
        return there, unit

    def render(self) -> list[str]:
        lines = []
        for name in dict.fromkeys(item[0] for item in self.items):
            parts = []
            for amount, base in self.totals(name):
                if amount == 0:
                    continue
                there, unit = self.choose_unit(amount.numerator, amount.denominator, base)
                text = self.mixed(there.numerator, there.denominator)
                parts.append(text + " " + unit if unit else text)
            lines.append(name + ": " + (" + ".join(parts) or "none"))
        return lines
