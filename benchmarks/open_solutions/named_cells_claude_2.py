import heapq
import re
from fractions import Fraction

_NAME = re.compile(r"[a-z][a-z0-9]*")
_OPERAND = re.compile(r"-?[0-9]+|[a-z][a-z0-9]*(\?-?[0-9]+)?")
_OPERATORS = frozenset("+-*/<>")


class NamedCells:
    def __init__(self):
        self.formulas = {}
        self.values = {}

    @staticmethod
    def _parts(text):
        return [part for part in text.split(" ") if part]

    @staticmethod
    def _is_formula(parts):
        depth = 0
        operand_next = True
        for part in parts:
            if operand_next:
                if part == "(":
                    depth += 1
                elif _OPERAND.fullmatch(part):
                    operand_next = False
                else:
                    return False
            elif part == ")":
                depth -= 1
                if depth < 0:
                    return False
            elif part in _OPERATORS:
                operand_next = True
            else:
                return False
        return depth == 0 and not operand_next

    @staticmethod
    def _reference(part):
        """The name of the cell to which a part refers, empty if it is no reference."""
        return part.partition("?")[0] if "a" <= part[0] <= "z" else ""

    def _references(self):
        """From each cell to the set of all names to which its formula refers."""
        result = {}
        for name, formula in self.formulas.items():
            names = {self._reference(part) for part in self._parts(formula)}
            names.discard("")
            result[name] = names
        return result

    def _groups(self, references):
        """The strongly connected groups of cells, each one after those to which it refers."""
        number = {}
        low = {}
        path = []
        on_path = set()
        groups = []
        for root in self.formulas:
            if root in number:
                continue
            number[root] = low[root] = len(number)
            path.append(root)
            on_path.add(root)
            work = [(root, iter(references[root]))]
            while work:
                name, rest = work[-1]
                for other in rest:
                    if other not in self.formulas:
                        continue
                    if other not in number:
                        number[other] = low[other] = len(number)
                        path.append(other)
                        on_path.add(other)
                        work.append((other, iter(references[other])))
                        break
                    if other in on_path:
                        low[name] = min(low[name], number[other])
                else:
                    work.pop()
                    if work:
                        above = work[-1][0]
                        low[above] = min(low[above], low[name])
                    if low[name] == number[name]:
                        group = []
                        while True:
                            member = path.pop()
                            on_path.discard(member)
                            group.append(member)
                            if member == name:
                                break
                        groups.append(group)
        return groups

    def _compute(self, parts, values):
        stack = []
        value = operator = None
        for part in parts:
            if part == "(":
                stack.append((value, operator))
                value = operator = None
                continue
            if part in _OPERATORS:
                operator = part
                continue
            if part == ")":
                operand = value
                value, operator = stack.pop()
            else:
                name = self._reference(part)
                if not name:
                    operand = Fraction(part)
                elif name in values:
                    operand = values[name]
                elif "?" in part:
                    operand = Fraction(part.partition("?")[2])
                else:
                    operand = "empty"
                if isinstance(operand, str):
                    return operand
            if operator is None:
                value = operand
            elif operator == "+":
                value = value + operand
            elif operator == "-":
                value = value - operand
            elif operator == "*":
                value = value * operand
            elif operator == "<":
                value = min(value, operand)
            elif operator == ">":
                value = max(value, operand)
            elif operand == 0:
                return "zero"
            else:
                value = value / operand
        return value

    def _recompute(self):
        references = self._references()
        values = {}
        for group in self._groups(references):
            if len(group) > 1 or group[0] in references[group[0]]:
                for name in group:
                    values[name] = "cycle"
            else:
                name = group[0]
                values[name] = self._compute(self._parts(self.formulas[name]), values)
        self.values = {name: values[name] for name in self.formulas}

    def set_cell(self, name: str, text: str) -> list[str]:
        if not _NAME.fullmatch(name):
            raise ValueError(f"bad name: {name}")
        parts = self._parts(text)
        if parts and not self._is_formula(parts):
            raise ValueError(f"bad formula: {text}")
        before = self.values
        if parts:
            self.formulas[name] = " ".join(parts)
        else:
            self.formulas.pop(name, None)
        self._recompute()
        names = set(before) | set(self.values)
        return sorted(cell for cell in names if before.get(cell) != self.values.get(cell))

    def show(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        value = self.values[name]
        return "#" + value if isinstance(value, str) else str(value)

    def users(self, name: str) -> list[str]:
        direct = {}
        for cell, names in self._references().items():
            for other in names:
                direct.setdefault(other, []).append(cell)
        found = set()
        stack = [name]
        while stack:
            for cell in direct.get(stack.pop(), []):
                if cell not in found:
                    found.add(cell)
                    stack.append(cell)
        return sorted(found)

    def rename(self, old: str, new: str) -> int:
        if old not in self.formulas:
            raise KeyError(old)
        if not _NAME.fullmatch(new):
            raise ValueError(f"bad name: {new}")
        if new in self.formulas:
            raise ValueError(f"cell exists: {new}")
        self.formulas[new] = self.formulas.pop(old)
        count = 0
        for name, formula in list(self.formulas.items()):
            parts = self._parts(formula)
            for index, part in enumerate(parts):
                if self._reference(part) == old:
                    parts[index] = new + part[len(old):]
                    count += 1
            self.formulas[name] = " ".join(parts)
        self._recompute()
        return count

    def freeze(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        value = self.values[name]
        if isinstance(value, str):
            raise ValueError(f"no number: {name}")
        formula = str(value.numerator)
        if value.denominator != 1:
            formula += f" / {value.denominator}"
        self.formulas[name] = formula
        return formula

    def listing(self) -> list[str]:
        users = {name: [] for name in self.formulas}
        missing = dict.fromkeys(self.formulas, 0)
        for name, names in self._references().items():
            for other in names:
                if other != name and other in self.formulas and self.values[other] != "cycle":
                    users[other].append(name)
                    missing[name] += 1
        heap = [name for name, count in missing.items() if count == 0]
        heapq.heapify(heap)
        lines = []
        while heap:
            name = heapq.heappop(heap)
            lines.append(f"{name}: {self.formulas[name]} = {self.show(name)}")
            for user in users[name]:
                missing[user] -= 1
                if missing[user] == 0:
                    heapq.heappush(heap, user)
        return lines
