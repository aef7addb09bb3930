# canary: classeval-hf open trap_machine eaa646e2-3bf2-4b9c-a789-5c9af89db88d

import re


class TrapMachine:
    """
    A machine with four registers, a to d, which hold integers from -999 to 999. A program has one instruction or label
    per line. An instruction is a word and its operands, separated by blanks; a label is one or more of the letters a
    to z with a colon directly after them, alone on its line. In the instructions below R is a register; X is a
    register, which stands for what it holds, or an integer: one to three of the digits 0 to 9, with or without a minus
    before them; L is the name of a label without its colon; T is one of the traps range, divide and stack.
    - "put R X": R becomes X.
    - "add R X", "sub R X", "mul R X", "div R X": R becomes R + X, R - X, R * X, or R / X rounded down to an integer.
      The trap range occurs if the result is not from -999 to 999, the trap divide if R is to be divided by 0.
    - "jump L": go on at L. "zero R L": go on at L if R is 0. "less R X L": go on at L if R is less than X.
    - "call L": remember the position of the next instruction and go on at L; the trap stack occurs if 4 positions are
      remembered already. "back": forget the position remembered last and go on there; the trap stack occurs if none is
      remembered.
    - "out X": add X to the output.
    - "trap T L": from now on L handles the trap T.
    - "resume": go on at the instruction after the one at which the latest handled trap occurred, and leave its
      handling.
    - "halt": stop.
    An instruction at which a trap occurs changes nothing itself. If a label handles the trap and no trap is being
    handled, the machine goes on at the label and handles the trap until the next resume; otherwise it fails.
    """

    def __init__(self):
        """
        Set up a machine with an empty program.
        The fields are:
        - self.program: list of tuples of str, the instructions, each as its word and its operands.
        - self.labels: dict, from the name of each label to the position in self.program of the instruction after it,
          which is the number of all instructions if there is none.
        - self.registers: dict, from the name of each register to the integer that it holds.
        - self.position: int, the position of the next instruction, the number of all instructions at the end.
        - self.stack: list of int, the remembered positions, the latest one last.
        - self.handlers: dict, from the name of each trap that a label handles to the name of the label.
        - self.after: int, the position at which a resume goes on, -1 if no trap is being handled.
        - self.output: list of int, the output.
        - self.state: str, "running", "halted", or "failed: " and a trap, or "failed: resume".
        """
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
        """
        Set all fields but self.program and self.labels to what they were at first.
        :return: int, the number of instructions of the program.
        >>> machine = TrapMachine()
        >>> machine.load("put a 3"), machine.run(9), machine.registers["a"], machine.restart(), machine.registers["a"]
        (1, 1, 3, 1, 0)
        """

    def load(self, text: str) -> int:
        """
        Replace the program, and restart the machine. From each line everything from the first ";" on, and then
        blanks at both ends, are ignored, and so are lines of which nothing is left.
        :param text: str, the program, the lines being separated by "\\n".
        :return: int, the number of instructions.
        :raises ValueError: with the message "line ", the number of the line in the text, counted from 1, and ": bad
            line" for the first line that is neither an instruction nor a label (an operand of another form makes it
            none), or ": label twice" for the first one with a label that a line before has; whichever line is earlier
            counts. Else with "line ", the number, and ": no label" for the first line with an operand L for which
            there is no label. Nothing is changed then.
        >>> machine = TrapMachine()
        >>> machine.load("put a 3 ; the start\\nagain:\\n  sub a 1\\n\\n  zero a end\\njump again\\nend:")
        4
        >>> machine.labels
        {'again': 1, 'end': 4}
        >>> machine.program
        [('put', 'a', '3'), ('sub', 'a', '1'), ('zero', 'a', 'end'), ('jump', 'again')]
        """

    def value(self, operand: str) -> int:
        """
        Say what an operand X stands for.
        :param operand: str, a register or an integer.
        :return: int, what the register holds, or the integer.
        >>> machine = TrapMachine()
        >>> machine.load("put b 12"), machine.run(9), machine.value("b"), machine.value("-007")
        (1, 1, 12, -7)
        """

    def step(self) -> bool:
        """
        Execute the next instruction, if self.state is "running". If there is none, self.state becomes "halted". After
        a halt self.state is "halted", and self.position that of the halt. When the machine fails, self.state becomes
        "failed: " and the name of the trap, and self.position stays that of the instruction. A resume while no trap is
        being handled is no trap, but makes the machine fail too, with "failed: resume".
        :return: bool, whether there was an instruction to execute, also if a trap occurred or the machine failed.
        >>> machine = TrapMachine()
        >>> machine.load("put a 9\\ndiv a 0"), machine.step(), machine.step(), machine.step(), machine.state
        (2, True, True, False, 'failed: divide')
        >>> machine.position
        1
        """

    def run(self, limit: int) -> int:
        """
        Execute instructions as described for step until a step has none to execute or so many were executed; after the
        last of so many there is no further step.
        :param limit: int, the most instructions that are executed.
        :return: int, how many were executed.
        >>> machine = TrapMachine()
        >>> machine.load("again:\\nadd a 1\\nout a\\njump again"), machine.run(8), machine.output, machine.state
        (3, 8, [1, 2, 3], 'running')
        """

    def listing(self) -> list[str]:
        """
        List the program. There is a line for each instruction, in order: "> " if it is at self.position, otherwise two
        blanks, and then the word and the operands, separated by one blank each. Before the line of an instruction
        stand lines for the labels of its position, after all instructions those of the position after the last one:
        the name and a colon, in ascending order of the names.
        :return: list of str, the lines.
        >>> machine = TrapMachine()
        >>> machine.load("put  a 3\\nagain: ;\\nout a"), machine.step(), machine.listing()
        (2, True, ['  put a 3', 'again:', '> out a'])
        """
