import re

_LABEL = re.compile(r"([a-z]+):")
_OPERANDS = {
    "R": re.compile(r"[a-d]"),
    "X": re.compile(r"[a-d]|-?[0-9]{1,3}"),
    "L": re.compile(r"[a-z]+"),
    "T": re.compile(r"range|divide|stack"),
}
_INSTRUCTIONS = {
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
        kinds = _INSTRUCTIONS.get(parts[0])
        return (
            kinds is not None
            and len(kinds) == len(parts) - 1
            and all(_OPERANDS[kind].fullmatch(part) for kind, part in zip(kinds, parts[1:]))
        )

    def load(self, text: str) -> int:
        program = []
        numbers = []
        labels = {}
        for number, line in enumerate(text.split("\n"), 1):
            parts = [part for part in line.split(";")[0].split(" ") if part]
            if not parts:
                continue
            match = _LABEL.fullmatch(parts[0]) if len(parts) == 1 else None
            if match:
                if match[1] in labels:
                    raise ValueError(f"line {number}: label twice")
                labels[match[1]] = len(program)
            elif self._is_instruction(parts):
                program.append(tuple(parts))
                numbers.append(number)
            else:
                raise ValueError(f"line {number}: bad line")
        for number, (word, *operands) in zip(numbers, program):
            for kind, operand in zip(_INSTRUCTIONS[word], operands):
                if kind == "L" and operand not in labels:
                    raise ValueError(f"line {number}: no label")
        self.program = program
        self.labels = labels
        return self.restart()

    def value(self, operand: str) -> int:
        return self.registers[operand] if operand in self.registers else int(operand)

    def _trap(self, trap):
        if trap in self.handlers and self.after < 0:
            self.after = self.position + 1
            self.position = self.labels[self.handlers[trap]]
        else:
            self.state = f"failed: {trap}"

    def _calculate(self, word, register, operand):
        old, value = self.registers[register], self.value(operand)
        if word == "div" and value == 0:
            self._trap("divide")
            return
        if word == "add":
            result = old + value
        elif word == "sub":
            result = old - value
        elif word == "mul":
            result = old * value
        else:
            result = old // value
        if not -999 <= result <= 999:
            self._trap("range")
            return
        self.registers[register] = result
        self.position += 1

    def step(self) -> bool:
        if self.state != "running":
            return False
        if self.position >= len(self.program):
            self.state = "halted"
            return False
        word, *operands = self.program[self.position]
        after = self.position + 1
        if word in ("add", "sub", "mul", "div"):
            self._calculate(word, *operands)
            return True
        if word == "halt":
            self.state = "halted"
            return True
        if word == "put":
            self.registers[operands[0]] = self.value(operands[1])
        elif word == "jump":
            after = self.labels[operands[0]]
        elif word == "zero":
            if self.registers[operands[0]] == 0:
                after = self.labels[operands[1]]
        elif word == "less":
            if self.registers[operands[0]] < self.value(operands[1]):
                after = self.labels[operands[2]]
        elif word == "call":
            if len(self.stack) >= 4:
                self._trap("stack")
                return True
            self.stack.append(after)
            after = self.labels[operands[0]]
        elif word == "back":
            if not self.stack:
                self._trap("stack")
                return True
            after = self.stack.pop()
        elif word == "out":
            self.output.append(self.value(operands[0]))
        elif word == "trap":
            self.handlers[operands[0]] = operands[1]
        else:
            if self.after < 0:
                self.state = "failed: resume"
                return True
            after = self.after
            self.after = -1
        self.position = after
        return True

    def run(self, limit: int) -> int:
        count = 0
        while count < limit and self.step():
            count += 1
        return count

    def listing(self) -> list[str]:
        names = {}
        for name in sorted(self.labels):
            names.setdefault(self.labels[name], []).append(f"{name}:")
        lines = []
        for position, parts in enumerate(self.program):
            lines += names.get(position, [])
            lines.append(("> " if position == self.position else "  ") + " ".join(parts))
        return lines + names.get(len(self.program), [])
