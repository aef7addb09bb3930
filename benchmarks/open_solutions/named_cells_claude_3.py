import re
from fractions import Fraction

NAME = re.compile(r"[a-z][a-z0-9]*")
NUMBER = re.compile(r"-?[0-9]+")
REFERENCE = re.compile(r"([a-z][a-z0-9]*)(?:\?(-?[0-9]+))?")
OPERATORS = ("+", "-", "*", "/", "<", ">")


class NamedCells:
    def __init__(self):
        self.formulas = {}
        self.values = {}

    @staticmethod
    def _is_formula(parts):
        depth = 0
        operand_next = True
        for part in parts:
            if operand_next:
                if part == "(":
                    depth += 1
                elif NUMBER.fullmatch(part) or REFERENCE.fullmatch(part):
                    operand_next = False
                else:
                    return False
            elif part == ")":
                if depth == 0:
                    return False
                depth -= 1
            elif part in OPERATORS:
                operand_next = True
            else:
                return False
        return depth == 0 and not operand_next

    @staticmethod
    def _references(formula):
        found = set()
        for part in formula.split(" "):
            match = REFERENCE.fullmatch(part)
            if match:
                found.add(match.group(1))
        return found

    def _compute(self, formula, values):
        stack = []
        total, operator = None, None
        for part in formula.split(" "):
            if part == "(":
                stack.append((total, operator))
                total, operator = None, None
                continue
            if operator is None and total is not None and part in OPERATORS:
                operator = part
                continue
            if part == ")":
                operand = total
                total, operator = stack.pop()
            elif NUMBER.fullmatch(part):
                operand = Fraction(int(part))
            else:
                name, default = REFERENCE.fullmatch(part).groups()
                if name in values:
                    operand = values[name]
                    if isinstance(operand, str):
                        return operand
                elif default is not None:
                    operand = Fraction(int(default))
                else:
                    return "empty"
            if operator is None:
                total = operand
                continue
            if operator == "+":
                total = total + operand
            elif operator == "-":
                total = total - operand
            elif operator == "*":
                total = total * operand
            elif operator == "/":
                if operand == 0:
                    return "zero"
                total = total / operand
            elif operator == "<":
                total = min(total, operand)
            else:
                total = max(total, operand)
            operator = None
        return total

    def _reach(self, name, links):
        seen = set()
        todo = list(links.get(name, ()))
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo.extend(links.get(other, ()))
        return seen

    def _evaluate(self):
        links = {
            name: {other for other in self._references(formula) if other in self.formulas}
            for name, formula in self.formulas.items()
        }
        values = {}
        waiting = []
        for name in self.formulas:
            if name in self._reach(name, links):
                values[name] = "cycle"
            else:
                waiting.append(name)
        while waiting:
            later = []
            for name in waiting:
                if all(other in values for other in links[name]):
                    values[name] = self._compute(self.formulas[name], values)
                else:
                    later.append(name)
            waiting = later
        self.values = {name: values[name] for name in self.formulas}

    def set_cell(self, name: str, text: str) -> list[str]:
        if not NAME.fullmatch(name):
            raise ValueError("bad name: " + name)
        parts = [part for part in text.split(" ") if part]
        if parts and not self._is_formula(parts):
            raise ValueError("bad formula: " + text)
        if parts:
            self.formulas[name] = " ".join(parts)
        else:
            self.formulas.pop(name, None)
        before = self.values
        self._evaluate()
        return sorted(
            cell for cell in before.keys() | self.values.keys() if before.get(cell) != self.values.get(cell)
        )

    def _show(self, value):
        return "#" + value if isinstance(value, str) else str(value)

    def show(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        return self._show(self.values[name])

    def users(self, name: str) -> list[str]:
        links = {}
        for cell, formula in self.formulas.items():
            for other in self._references(formula):
                links.setdefault(other, set()).add(cell)
        return sorted(self._reach(name, links))

    def rename(self, old: str, new: str) -> int:
        if old not in self.formulas:
            raise KeyError(old)
        if not NAME.fullmatch(new):
            raise ValueError("bad name: " + new)
        if new in self.formulas:
            raise ValueError("cell exists: " + new)
        self.formulas[new] = self.formulas.pop(old)
        count = 0
        for cell, formula in list(self.formulas.items()):
            parts = formula.split(" ")
            for place, part in enumerate(parts):
                match = REFERENCE.fullmatch(part)
                if match and match.group(1) == old:
                    parts[place] = new + part[len(old):]
                    count += 1
            self.formulas[cell] = " ".join(parts)
        self._evaluate()
        return count

    def freeze(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        value = self.values[name]
        if isinstance(value, str):
            raise ValueError("no number: " + name)
        formula = str(value.numerator)
        if value.denominator != 1:
            formula += " / " + str(value.denominator)
        self.formulas[name] = formula
        return formula

    def listing(self) -> list[str]:
        needs = {
            name: {
                other
                for other in self._references(formula)
                if other != name and other in self.formulas and self.values[other] != "cycle"
            }
            for name, formula in self.formulas.items()
        }
        lines = []
        done = set()
        waiting = sorted(self.formulas)
        while waiting:
            name = next(cell for cell in waiting if needs[cell] <= done)
            waiting.remove(name)
            done.add(name)
            lines.append(name + ": " + self.formulas[name] + " = " + self._show(self.values[name]))
        return lines
