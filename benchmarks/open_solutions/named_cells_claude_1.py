import heapq
import re
from fractions import Fraction

_NAME = re.compile(r"[a-z][a-z0-9]*")
_NUMBER = re.compile(r"-?[0-9]+")
_REFERENCE = re.compile(r"([a-z][a-z0-9]*)(?:\?(-?[0-9]+))?")
_OPERATORS = ("+", "-", "*", "/", "<", ">")


class _Failure(Exception):
    pass


class NamedCells:
    def __init__(self):
        self.formulas = {}
        self.values = {}

    @staticmethod
    def _valid(parts):
        depth = 0
        want_operand = True
        for part in parts:
            if want_operand:
                if part == "(":
                    depth += 1
                elif _NUMBER.fullmatch(part) or _REFERENCE.fullmatch(part):
                    want_operand = False
                else:
                    return False
            elif part == ")":
                depth -= 1
                if depth < 0:
                    return False
            elif part in _OPERATORS:
                want_operand = True
            else:
                return False
        return depth == 0 and not want_operand

    @staticmethod
    def _references(formula):
        """The names to which a formula refers, in order, with repetitions."""
        result = []
        for part in formula.split(" "):
            match = _REFERENCE.fullmatch(part)
            if match:
                result.append(match.group(1))
        return result

    @staticmethod
    def _apply(left, operator, right):
        if operator is None:
            return right
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        if operator == "*":
            return left * right
        if operator == "<":
            return min(left, right)
        if operator == ">":
            return max(left, right)
        if right == 0:
            raise _Failure("zero")
        return left / right

    def _operand(self, part, values):
        if _NUMBER.fullmatch(part):
            return Fraction(int(part))
        name, default = _REFERENCE.fullmatch(part).groups()
        if name in self.formulas:
            value = values[name]
            if isinstance(value, str):
                raise _Failure(value)
            return value
        if default is None:
            raise _Failure("empty")
        return Fraction(int(default))

    def _compute(self, formula, values):
        stack = []
        left = operator = None
        try:
            for part in formula.split(" "):
                if part in _OPERATORS:
                    operator = part
                elif part == "(":
                    stack.append((left, operator))
                    left = operator = None
                elif part == ")":
                    inner = left
                    left, operator = stack.pop()
                    left = self._apply(left, operator, inner)
                else:
                    left = self._apply(left, operator, self._operand(part, values))
        except _Failure as failure:
            return failure.args[0]
        return left

    def _recompute(self):
        needs = {
            name: [n for n in dict.fromkeys(self._references(formula)) if n in self.formulas]
            for name, formula in self.formulas.items()
        }
        values = {}
        for name in self.formulas:
            seen = set()
            stack = list(needs[name])
            while stack:
                current = stack.pop()
                if current not in seen:
                    seen.add(current)
                    stack.extend(needs[current])
            if name in seen:
                values[name] = "cycle"
        for name in self.formulas:
            stack = [name]
            while stack:
                current = stack[-1]
                if current in values:
                    stack.pop()
                    continue
                missing = [n for n in needs[current] if n not in values]
                if missing:
                    stack.extend(missing)
                else:
                    values[current] = self._compute(self.formulas[current], values)
                    stack.pop()
        self.values = values

    def set_cell(self, name: str, text: str) -> list[str]:
        if not _NAME.fullmatch(name):
            raise ValueError("bad name: " + name)
        parts = [part for part in text.split(" ") if part]
        if parts and not self._valid(parts):
            raise ValueError("bad formula: " + text)
        before = self.values
        if parts:
            self.formulas[name] = " ".join(parts)
        else:
            self.formulas.pop(name, None)
        self._recompute()
        return sorted(
            n for n in before.keys() | self.values.keys()
            if before.get(n) != self.values.get(n)
        )

    def show(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        value = self.values[name]
        return "#" + value if isinstance(value, str) else str(value)

    def users(self, name: str) -> list[str]:
        direct = {}
        for cell, formula in self.formulas.items():
            for n in set(self._references(formula)):
                direct.setdefault(n, []).append(cell)
        seen = set()
        stack = list(direct.get(name, ()))
        while stack:
            cell = stack.pop()
            if cell not in seen:
                seen.add(cell)
                stack.extend(direct.get(cell, ()))
        return sorted(seen)

    def rename(self, old: str, new: str) -> int:
        if old not in self.formulas:
            raise KeyError(old)
        if not _NAME.fullmatch(new):
            raise ValueError("bad name: " + new)
        if new in self.formulas:
            raise ValueError("cell exists: " + new)
        self.formulas[new] = self.formulas.pop(old)
        count = 0
        for cell, formula in self.formulas.items():
            parts = formula.split(" ")
            for i, part in enumerate(parts):
                match = _REFERENCE.fullmatch(part)
                if match and match.group(1) == old:
                    parts[i] = new + part[len(old):]
                    count += 1
            self.formulas[cell] = " ".join(parts)
        self._recompute()
        return count

    def freeze(self, name: str) -> str:
        if name not in self.formulas:
            raise KeyError(name)
        value = self.values[name]
        if isinstance(value, str):
            raise ValueError("no number: " + name)
        formula = str(value.numerator)
        if value.denominator != 1:
            formula += f" / {value.denominator}"
        self.formulas[name] = formula
        return formula

    def listing(self) -> list[str]:
        left = {}
        followers = {}
        for cell, formula in self.formulas.items():
            needs = {
                n for n in self._references(formula)
                if n != cell and n in self.formulas and self.values[n] != "cycle"
            }
            left[cell] = len(needs)
            for n in needs:
                followers.setdefault(n, []).append(cell)
        heap = [cell for cell, number in left.items() if number == 0]
        heapq.heapify(heap)
        lines = []
        while heap:
            cell = heapq.heappop(heap)
            lines.append(f"{cell}: {self.formulas[cell]} = {self.show(cell)}")
            for follower in followers.get(cell, ()):
                left[follower] -= 1
                if left[follower] == 0:
                    heapq.heappush(heap, follower)
        return lines
