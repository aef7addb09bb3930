import re

_LABEL = re.compile(r"([a-z]+):")
_KINDS = {
    "R": re.compile(r"[a-d]"),
    "X": re.compile(r"[a-d]|-?[0-9]{1,3}"),
    "L": re.compile(r"[a-z]+"),
    "T": re.compile(r"range|divide|stack"),
}
_OPERANDS = {
    "put": "RX",
    "add": "RX",
    "sub": "RX",
    "mul": "RX",
    "div": "RX",
    "jump": "L",
    "zero": "RL",
    "less": "RXL",
    "call": "L",
    "back": "",
    "out": "X",
    "trap": "TL",
    "resume": "",
    "halt": "",
}


class TrapMachine:
    def __init__(self):
        self.program = []
        self.labels = {}
        self.registers = {"a": 0, "b": 0, "c": 0, "d": 0}
        self.position = 0
        self.stack = []
        self.handlers = {}
        self.after = -1
        self.output = []
        self.state = "running"

    def restart(self) -> int:
        self.registers = {"a": 0, "b": 0, "c": 0, "d": 0}
        self.position = 0
        self.stack = []
        self.handlers = {}
        self.after = -1
        self.output = []
        self.state = "running"
        return len(self.program)

    @staticmethod
    def _is_instruction(parts):
        kinds = _OPERANDS.get(parts[0])
        return (
            kinds is not None
            and len(parts) == len(kinds) + 1
            and all(_KINDS[kind].fullmatch(operand) for kind, operand in zip(kinds, parts[1:]))
        )

    def load(self, text: str) -> int:
        program = []
        labels = {}
        numbers = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.split(";")[0].strip(" ")
            if not line:
                continue
            match = _LABEL.fullmatch(line)
            if match:
                if match.group(1) in labels:
                    raise ValueError(f"line {number}: label twice")
                labels[match.group(1)] = len(program)
                continue
            parts = tuple(part for part in line.split(" ") if part)
            if not self._is_instruction(parts):
                raise ValueError(f"line {number}: bad line")
            program.append(parts)
            numbers.append(number)
        for number, parts in zip(numbers, program):
            if _OPERANDS[parts[0]].endswith("L") and parts[-1] not in labels:
                raise ValueError(f"line {number}: no label")
        self.program = program
        self.labels = labels
        return self.restart()

    def value(self, operand: str) -> int:
        return self.registers[operand] if operand in self.registers else int(operand)

    def _calculate(self, word, left, right):
        """The result of an arithmetic instruction, or the name of the trap that occurs."""
        if word == "put":
            return right
        if word == "add":
            result = left + right
        elif word == "sub":
            result = left - right
        elif word == "mul":
            result = left * right
        elif right == 0:
            return "divide"
        else:
            result = left // right
        return result if -999 <= result <= 999 else "range"

    def step(self) -> bool:
        if self.state != "running":
            return False
        if self.position >= len(self.program):
            self.state = "halted"
            return False
        word, *operands = self.program[self.position]
        following = self.position + 1
        trap = ""
        if word in ("put", "add", "sub", "mul", "div"):
            result = self._calculate(word, self.registers[operands[0]], self.value(operands[1]))
            if isinstance(result, str):
                trap = result
            else:
                self.registers[operands[0]] = result
        elif word == "jump":
            following = self.labels[operands[0]]
        elif word == "zero":
            if self.registers[operands[0]] == 0:
                following = self.labels[operands[1]]
        elif word == "less":
            if self.registers[operands[0]] < self.value(operands[1]):
                following = self.labels[operands[2]]
        elif word == "call":
            if len(self.stack) >= 4:
                trap = "stack"
            else:
                self.stack.append(following)
                following = self.labels[operands[0]]
        elif word == "back":
            if self.stack:
                following = self.stack.pop()
            else:
                trap = "stack"
        elif word == "out":
            self.output.append(self.value(operands[0]))
        elif word == "trap":
            self.handlers[operands[0]] = operands[1]
        elif word == "resume":
            if self.after < 0:
                self.state = "failed: resume"
                return True
            following = self.after
            self.after = -1
        else:
            self.state = "halted"
            return True
        if trap:
            if trap not in self.handlers or self.after >= 0:
                self.state = "failed: " + trap
                return True
            self.after = self.position + 1
            following = self.labels[self.handlers[trap]]
        self.position = following
        return True

    def run(self, limit: int) -> int:
        count = 0
        while count < limit and self.step():
            count += 1
        return count

    def listing(self) -> list[str]:
        lines = []
        for position in range(len(self.program) + 1):
            lines.extend(f"{name}:" for name in sorted(self.labels) if self.labels[name] == position)
            if position < len(self.program):
                sign = "> " if position == self.position else "  "
                lines.append(sign + " ".join(self.program[position]))
        return lines
