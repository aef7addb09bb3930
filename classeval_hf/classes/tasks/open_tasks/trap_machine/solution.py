# canary: classeval-hf open trap_machine eaa646e2-3bf2-4b9c-a789-5c9af89db88d

import re

OPERANDS = {
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

FORMS = {"R": "[abcd]", "X": "[abcd]|-?[0-9]{1,3}", "L": "[a-z]+", "T": "range|divide|stack"}


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
        self.registers = dict.fromkeys("abcd", 0)
        self.position = 0
        self.stack = []
        self.handlers = {}
        self.after = -1
        self.output = []
        self.state = "running"
        return len(self.program)

    def load(self, text: str) -> int:
        program, labels, lines = [], {}, []
        for number, line in enumerate(text.split("\n"), 1):
            code = line.partition(";")[0].strip(" ")
            words = tuple(word for word in code.split(" ") if word)
            if not words:
                continue
            if re.fullmatch("[a-z]+:", code):
                if code[:-1] in labels:
                    raise ValueError(f"line {number}: label twice")
                labels[code[:-1]] = len(program)
                continue
            forms = OPERANDS.get(words[0])
            if forms is None or len(forms) != len(words) - 1:
                raise ValueError(f"line {number}: bad line")
            if not all(re.fullmatch(FORMS[form], word) for form, word in zip(forms, words[1:])):
                raise ValueError(f"line {number}: bad line")
            program.append(words)
            lines.append(number)
        for number, words in zip(lines, program):
            if OPERANDS[words[0]].endswith("L") and words[-1] not in labels:
                raise ValueError(f"line {number}: no label")
        self.program, self.labels = program, labels
        return self.restart()

    def value(self, operand: str) -> int:
        return self.registers[operand] if operand in self.registers else int(operand)

    def step(self) -> bool:
        if self.state != "running":
            return False
        if self.position == len(self.program):
            self.state = "halted"
            return False
        word, *operands = self.program[self.position]
        following = self.position + 1
        trap = ""
        if word in ("put", "add", "sub", "mul", "div"):
            register, operand = operands[0], self.value(operands[1])
            old = self.registers[register]
            if word == "div" and operand == 0:
                trap = "divide"
            else:
                new = {"put": operand, "add": old + operand, "sub": old - operand, "mul": old * operand}.get(word)
                new = old // operand if new is None else new
                if -999 <= new <= 999:
                    self.registers[register] = new
                else:
                    trap = "range"
        elif word == "jump":
            following = self.labels[operands[0]]
        elif word == "zero":
            if self.registers[operands[0]] == 0:
                following = self.labels[operands[1]]
        elif word == "less":
            if self.registers[operands[0]] < self.value(operands[1]):
                following = self.labels[operands[2]]
        elif word == "call":
            if len(self.stack) == 4:
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
            following, self.after = self.after, -1
        else:
            self.state = "halted"
            return True
        if trap:
            if trap not in self.handlers or self.after >= 0:
                self.state = f"failed: {trap}"
                return True
            self.after = following
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
        for position, words in enumerate([*self.program, ()]):
            lines += [f"{label}:" for label in sorted(self.labels) if self.labels[label] == position]
            if words:
                lines.append(("> " if position == self.position else "  ") + " ".join(words))
        return lines
