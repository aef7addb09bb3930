import re

FORMS = {
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
OPERANDS = {
    "R": re.compile(r"[a-d]"),
    "X": re.compile(r"[a-d]|-?[0-9]{1,3}"),
    "L": re.compile(r"[a-z]+"),
    "T": re.compile(r"range|divide|stack"),
}
LABEL = re.compile(r"([a-z]+):")


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
        form = FORMS.get(parts[0])
        if form is None or len(parts) != len(form) + 1:
            return False
        return all(OPERANDS[kind].fullmatch(part) for kind, part in zip(form, parts[1:]))

    def load(self, text: str) -> int:
        program = []
        labels = {}
        wanted = []
        for number, line in enumerate(text.split("\n"), 1):
            line = line.partition(";")[0].strip(" ")
            if not line:
                continue
            label = LABEL.fullmatch(line)
            if label:
                if label.group(1) in labels:
                    raise ValueError(f"line {number}: label twice")
                labels[label.group(1)] = len(program)
                continue
            parts = tuple(part for part in line.split(" ") if part)
            if not self._is_instruction(parts):
                raise ValueError(f"line {number}: bad line")
            program.append(parts)
            if FORMS[parts[0]].endswith("L"):
                wanted.append((number, parts[-1]))
        for number, label in wanted:
            if label not in labels:
                raise ValueError(f"line {number}: no label")
        self.program = program
        self.labels = labels
        return self.restart()

    def value(self, operand: str) -> int:
        if operand in self.registers:
            return self.registers[operand]
        return int(operand)

    def _trap(self, name):
        if name in self.handlers and self.after == -1:
            self.after = self.position + 1
            self.position = self.labels[self.handlers[name]]
        else:
            self.state = "failed: " + name

    def _calculate(self, word, register, operand):
        one = self.registers[register]
        two = self.value(operand)
        if word == "add":
            result = one + two
        elif word == "sub":
            result = one - two
        elif word == "mul":
            result = one * two
        elif two == 0:
            self._trap("divide")
            return
        else:
            result = one // two
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
        following = self.position + 1
        if word == "put":
            self.registers[operands[0]] = self.value(operands[1])
            self.position = following
        elif word in ("add", "sub", "mul", "div"):
            self._calculate(word, *operands)
        elif word == "jump":
            self.position = self.labels[operands[0]]
        elif word == "zero":
            self.position = self.labels[operands[1]] if self.registers[operands[0]] == 0 else following
        elif word == "less":
            less = self.registers[operands[0]] < self.value(operands[1])
            self.position = self.labels[operands[2]] if less else following
        elif word == "call":
            if len(self.stack) >= 4:
                self._trap("stack")
            else:
                self.stack.append(following)
                self.position = self.labels[operands[0]]
        elif word == "back":
            if self.stack:
                self.position = self.stack.pop()
            else:
                self._trap("stack")
        elif word == "out":
            self.output.append(self.value(operands[0]))
            self.position = following
        elif word == "trap":
            self.handlers[operands[0]] = operands[1]
            self.position = following
        elif word == "resume":
            if self.after == -1:
                self.state = "failed: resume"
            else:
                self.position = self.after
                self.after = -1
        else:
            self.state = "halted"
        return True

    def run(self, limit: int) -> int:
        count = 0
        while count < limit and self.step():
            count += 1
        return count

    def listing(self) -> list[str]:
        lines = []
        for place in range(len(self.program) + 1):
            lines += [name + ":" for name in sorted(self.labels) if self.labels[name] == place]
            if place < len(self.program):
                mark = "> " if place == self.position else "  "
                lines.append(mark + " ".join(self.program[place]))
        return lines
