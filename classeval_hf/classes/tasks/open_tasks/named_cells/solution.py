# canary: classeval-hf open named_cells 7755605d-981a-4ef4-a6be-f453166b3031

import re
from fractions import Fraction


class NamedCells:
    def __init__(self):
        self.formulas = {}
        self.values = {}

    def set_cell(self, name: str, text: str) -> list[str]:
        if not re.fullmatch(NAME, name):
            raise ValueError(f"bad name: {name}")
        parts = split_parts(text)
        if parts and not is_formula(parts):
            raise ValueError(f"bad formula: {text}")
        before = self.values
        if parts:
            self.formulas[name] = " ".join(parts)
        else:
            self.formulas.pop(name, None)
        self.values = all_values(self.formulas)
        names = before.keys() | self.values.keys()
        return sorted(cell for cell in names if before.get(cell) != self.values.get(cell))

    def show(self, name: str) -> str:
        value = self.values[name]
        return f"#{value}" if isinstance(value, str) else str(value)

    def users(self, name: str) -> list[str]:
        found = set()
        waiting = [name]
        while waiting:
            wanted = waiting.pop()
            new = {cell for cell, text in self.formulas.items() if wanted in references(text)} - found
            found |= new
            waiting.extend(new)
        return sorted(found)

    def rename(self, old: str, new: str) -> int:
        if old not in self.formulas:
            raise KeyError(old)
        if not re.fullmatch(NAME, new):
            raise ValueError(f"bad name: {new}")
        if new in self.formulas:
            raise ValueError(f"cell exists: {new}")
        self.formulas[new] = self.formulas.pop(old)
        count = 0
        for cell, text in self.formulas.items():
            parts = text.split(" ")
            for index, part in enumerate(parts):
                name, mark, default = part.partition("?")
                if name == old:
                    parts[index] = new + mark + default
                    count += 1
            self.formulas[cell] = " ".join(parts)
        self.values = all_values(self.formulas)
        return count

    def freeze(self, name: str) -> str:
        value = self.values[name]
        if isinstance(value, str):
            raise ValueError(f"no number: {name}")
        self.formulas[name] = str(value).replace("/", " / ")
        return self.formulas[name]

    def listing(self) -> list[str]:
        waiting = sorted(self.formulas)
        lines = []
        while waiting:
            open_names = {cell for cell in waiting if self.values[cell] != "cycle"}
            name = next(cell for cell in waiting if not references(self.formulas[cell]) & open_names - {cell})
            waiting.remove(name)
            lines.append(f"{name}: {self.formulas[name]} = {self.show(name)}")
        return lines


NUMBER = "-?[0-9]+"
NAME = "[a-z][a-z0-9]*"
OPERAND = rf"{NUMBER}|{NAME}(\?{NUMBER})?"


def split_parts(text):
    return [part for part in text.split(" ") if part]


def is_formula(parts):
    depth, operand = 0, True
    for part in parts:
        if operand:
            depth += part == "("
            if part != "(":
                if not re.fullmatch(OPERAND, part):
                    return False
                operand = False
        elif part == ")":
            depth -= 1
            if depth < 0:
                return False
        else:
            if part not in ("+", "-", "*", "/", "<", ">"):
                return False
            operand = True
    return depth == 0 and not operand


def references(text):
    return {part.partition("?")[0] for part in text.split(" ") if part[0].isalpha()}


def all_values(formulas):
    reach = {cell: references(text) & formulas.keys() for cell, text in formulas.items()}
    for _ in formulas:
        reach = {cell: names.union(*(reach[name] for name in names)) for cell, names in reach.items()}
    values = {cell: "cycle" for cell, names in reach.items() if cell in names}
    for cell in sorted(formulas, key=lambda cell: len(reach[cell])):
        if cell not in values:
            values[cell] = compute(iter(formulas[cell].split(" ")), values)
    return values


def compute(parts, values):
    try:
        return chain(parts, values)
    except LookupError as error:
        return error.args[0]


def chain(parts, values):
    result = operand_value(next(parts), parts, values)
    for operator in parts:
        if operator == ")":
            break
        result = combine(result, operator, operand_value(next(parts), parts, values))
    return result


def operand_value(part, parts, values):
    if part == "(":
        return chain(parts, values)
    if not part[0].isalpha():
        return Fraction(part)
    name, _, default = part.partition("?")
    value = values.get(name, Fraction(default) if default else "empty")
    if isinstance(value, str):
        raise LookupError(value)
    return value


def combine(left, operator, right):
    if operator == "/" and right == 0:
        raise LookupError("zero")
    if operator in "<>":
        return min(left, right) if operator == "<" else max(left, right)
    if operator in "+-":
        return left + right if operator == "+" else left - right
    return left * right if operator == "*" else left / right
