# canary: classeval-hf open trap_machine eaa646e2-3bf2-4b9c-a789-5c9af89db88d

import unittest

from solution import TrapMachine

COUNT = "put a 3\nagain:\nout a\nsub a 1\nzero a end\njump again\nend:\nput d 7"

TRAPS = """trap range big     ; 0
put b 40                       ; 1
loop:
mul b b                        ; 2
out b                          ; 3
zero c loop                    ; 4
halt                           ; 5
big:
put b 20                       ; 6
add c 1                        ; 7
resume                         ; 8
"""

NESTED = "call one\nout 9\nhalt\none:\ncall two\nout 1\nback\ntwo:\nout 2\nback"

DEEP = (
    "trap stack full\nput a 1\ncall deep\nout a\nhalt\ndeep:\nmul a 2\ncall deep\nadd a 3\nback\nfull:\nout -1\nresume"
)


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def prepare(machine, text, steps=0):
    """Loads a program, with "/" between its lines, and executes so many of its instructions."""
    machine.load(text.replace(" / ", "\n"))
    machine.run(steps)


class TrapMachineTestRestart(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()

    def test_restart_registers_and_output(self):
        prepare(self.machine, COUNT, 30)
        self.assertEqual(self.machine.restart(), 6)
        self.assertEqual(
            (self.machine.registers, self.machine.output, self.machine.position),
            ({"a": 0, "b": 0, "c": 0, "d": 0}, [], 0),
        )

    def test_restart_state(self):
        prepare(self.machine, "add a 5 / div a b", 9)
        self.assertEqual((self.machine.restart(), self.machine.state, self.machine.registers["a"]), (2, "running", 0))

    def test_restart_stack(self):
        prepare(self.machine, NESTED, 3)
        self.assertEqual(
            (self.machine.restart(), self.machine.stack, self.machine.labels), (8, [], {"one": 3, "two": 6})
        )

    def test_restart_handlers(self):
        prepare(self.machine, TRAPS, 4)
        self.assertEqual(self.machine.after, 3)
        self.assertEqual((self.machine.restart(), self.machine.handlers, self.machine.after), (9, {}, -1))

    def test_restart_keeps_program(self):
        prepare(self.machine, "halt / out 4", 5)
        self.assertEqual((self.machine.restart(), self.machine.program), (2, [("halt",), ("out", "4")]))


class TrapMachineTestLoad(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()

    def test_load_all_words(self):
        words = "put a b", "add b -3", "sub c 0", "mul d 999", "div a 007", "jump a", "zero a a", "less d -1 put"
        text = "\n".join(words) + "\ncall put\nback\nout -0\ntrap divide a\nresume\nhalt\na:\nput:"
        self.assertEqual(self.machine.load(text), 14)
        self.assertEqual(
            (self.machine.program[7:], self.machine.labels),
            (
                [
                    ("less", "d", "-1", "put"),
                    ("call", "put"),
                    ("back",),
                    ("out", "-0"),
                    ("trap", "divide", "a"),
                    ("resume",),
                    ("halt",),
                ],
                {"a": 14, "put": 14},
            ),
        )

    def test_load_blanks_and_comments(self):
        self.assertEqual(self.machine.load(" put   a  3 ;x;y\n;\n  \n x: ; z"), 1)
        self.assertEqual((self.machine.program, self.machine.labels), ([("put", "a", "3")], {"x": 1}))

    def test_load_bad_lines(self):
        bad = "put a", "put a 1 2", "PUT a 1", "put e 1", "put 1 a", "put a 1000", "put a --1", "put a +1", "jump A"
        bad += "x :", "X:", "x:y:", ":", "a: halt", "trap zero a", "trap range", "out", "halt 1", "zero a", "put a 1.0"
        bad += ("put\ta 1", "put a ٣", "less 1 a b", "out a,b")
        self.assertEqual(
            {failure(self.machine.load, "halt\n\n" + line) for line in bad}, {("ValueError", "line 3: bad line")}
        )
        self.assertEqual(self.machine.program, [])

    def test_load_first_error_counts(self):
        texts = "x:\njump z\nx:\nbad", "x:\njump z\nbad\nx:", "jump x\n\n zero a y\nx:", "halt\nless a b c\ncall d"
        texts += ("a:\nzero a zz",)
        self.assertEqual(
            [failure(self.machine.load, text) for text in texts],
            [
                ("ValueError", "line 3: label twice"),
                ("ValueError", "line 3: bad line"),
                ("ValueError", "line 3: no label"),
                ("ValueError", "line 2: no label"),
                ("ValueError", "line 2: no label"),
            ],
        )
        self.assertEqual(self.machine.labels, {})

    def test_load_keeps_on_error(self):
        prepare(self.machine, COUNT, 4)
        self.assertEqual(failure(self.machine.load, "jump far"), ("ValueError", "line 1: no label"))
        self.assertEqual((self.machine.output, self.machine.position, len(self.machine.program)), ([3], 4, 6))

    def test_load_restarts(self):
        prepare(self.machine, COUNT, 30)
        self.assertEqual(self.machine.load("end:\nout a"), 1)
        self.assertEqual(
            (self.machine.labels, self.machine.state, self.machine.registers["d"]), ({"end": 0}, "running", 0)
        )


class TrapMachineTestValue(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()
        prepare(self.machine, "put a 8 / put b -4 / put c a / mul c b", 9)

    def test_value_of_registers(self):
        self.assertEqual([self.machine.value(name) for name in "abcd"], [8, -4, -32, 0])
        self.assertEqual(self.machine.registers, {"a": 8, "b": -4, "c": -32, "d": 0})

    def test_value_of_integers(self):
        self.assertEqual([self.machine.value(text) for text in ("0", "12", "-12", "999")], [0, 12, -12, 999])

    def test_value_leading_zeros(self):
        self.assertEqual([self.machine.value(text) for text in ("007", "-010", "-0")], [7, -10, 0])

    def test_value_register_changes(self):
        do(self.machine, "restart")
        self.assertEqual([self.machine.value("a"), self.machine.value("-8")], [0, -8])

    def test_value_of_new_machine(self):
        machine = TrapMachine()
        self.assertEqual([machine.value(text) for text in ("a", "b", "c", "d", "-31")], [0, 0, 0, 0, -31])
        self.assertEqual(
            (machine.registers, machine.position, machine.stack, machine.handlers),
            ({"a": 0, "b": 0, "c": 0, "d": 0}, 0, [], {}),
        )
        self.assertEqual((machine.after, machine.output, machine.state), (-1, [], "running"))

    def test_value_after_step(self):
        prepare(self.machine, "put d 31 / sub d 2", 2)
        self.assertEqual((self.machine.value("d"), self.machine.position), (29, 2))


class TrapMachineTestStep(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()

    def results(self, text, register="a"):
        """What the register holds after each step of a program, and the state in the end."""
        prepare(self.machine, text)
        values = []
        while self.machine.step():
            values.append(self.machine.registers[register])
        return values, self.machine.state, self.machine.position

    def test_step_arithmetic(self):
        self.assertEqual(
            self.results("put a 7 / add a a / sub a 20 / mul a -5 / div a 4 / div a -2 / put b a"),
            ([7, 14, -6, 30, 7, -4, -4], "halted", 7),
        )

    def test_step_divides_down(self):
        self.assertEqual(
            self.results("put a -7 / div a 2 / put a 7 / div a -2 / put a -7 / div a -2"),
            ([-7, -4, 7, -4, -7, 3], "halted", 6),
        )

    def test_step_range(self):
        self.assertEqual(
            self.results("put a 999 / add a 0 / add a 1 / put a 1"), ([999, 999, 999], "failed: range", 2)
        )
        self.assertEqual(self.results("put b -998 / sub b 1 / sub b 1", "b"), ([-998, -999, -999], "failed: range", 2))

    def test_step_divide(self):
        self.assertEqual(self.results("put a 5 / div a b"), ([5, 5], "failed: divide", 1))

    def test_step_jumps(self):
        self.assertEqual(
            self.results("x: / add a 2 / less a 5 x / zero a x / less a 6 x / jump y / put a 1 / y:"),
            ([2, 2, 4, 4, 6, 6, 6, 6, 6], "halted", 6),
        )

    def test_step_zero_is_exact(self):
        self.assertEqual(
            self.results("put a -1 / zero a x / put a 1 / zero a x / put a 0 / zero a x / put a 8 / x:"),
            ([-1, -1, 1, 1, 0, 0], "halted", 7),
        )

    def test_step_less_is_strict(self):
        self.assertEqual(
            self.results("put a 3 / less a 3 x / add a 1 / less a 5 x / add a 9 / x: / add a b"),
            ([3, 3, 4, 4, 4], "halted", 6),
        )

    def test_step_calls(self):
        prepare(self.machine, NESTED)
        stacks = []
        while self.machine.step():
            stacks.append((self.machine.position, list(self.machine.stack)))
        self.assertEqual(
            (stacks, self.machine.output, self.machine.state),
            ([(3, [1]), (6, [1, 4]), (7, [1, 4]), (4, [1]), (5, [1]), (1, []), (2, []), (2, [])], [2, 1, 9], "halted"),
        )

    def test_step_stack_full(self):
        self.assertEqual(self.results("x: / add a 1 / call x"), ([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "failed: stack", 1))
        self.assertEqual(self.machine.stack, [2, 2, 2, 2])

    def test_step_stack_empty(self):
        self.assertEqual(self.results("put a 4 / back"), ([4, 4], "failed: stack", 1))

    def test_step_handled_trap(self):
        prepare(self.machine, TRAPS)
        places = []
        while self.machine.step():
            places.append((self.machine.position, self.machine.registers["b"], self.machine.after))
        self.assertEqual(
            places,
            [
                (1, 0, -1),
                (2, 40, -1),
                (6, 40, 3),
                (7, 20, 3),
                (8, 20, 3),
                (3, 20, -1),
                (4, 20, -1),
                (5, 20, -1),
                (5, 20, -1),
            ],
        )
        self.assertEqual(
            (self.machine.output, self.machine.state, self.machine.handlers), ([20], "halted", {"range": "big"})
        )

    def test_step_trap_while_handling(self):
        self.assertEqual(
            self.results("trap divide x / put a 2 / div a 0 / x: / put a 3 / div a 0"),
            ([0, 2, 2, 3, 3], "failed: divide", 4),
        )
        self.assertEqual(self.machine.after, 3)

    def test_step_handler_replaced(self):
        text = "trap stack x / back / trap stack y / back / halt / x: / add a 1 / resume / y: / add a 20 / resume"
        self.assertEqual(self.results(text), ([0, 0, 1, 1, 1, 1, 21, 21, 21], "halted", 4))

    def test_step_trap_of_other_kind(self):
        self.assertEqual(self.results("trap range x / div a a / x: / put a 1"), ([0, 0], "failed: divide", 1))

    def test_step_handled_stack_trap(self):
        self.assertEqual(
            self.results("trap stack x / y: / call y / x: / put a 5 / resume"),
            ([0, 0, 0, 0, 0, 0, 5, 5, 5, 5], "failed: resume", 3),
        )
        self.assertEqual(self.machine.stack, [2, 2, 2, 2])

    def test_step_resume_alone(self):
        self.assertEqual(self.results("put a 6 / resume / put a 7"), ([6, 6], "failed: resume", 1))

    def test_step_resume_once(self):
        self.assertEqual(
            self.results("trap divide x / div a 0 / x: / add a 1 / resume"), ([0, 0, 1, 1, 2, 2], "failed: resume", 3)
        )

    def test_step_halt_and_end(self):
        self.assertEqual(
            [self.results("put a 2 / halt / put a 3"), self.results("put a 2")],
            [([2, 2], "halted", 1), ([2], "halted", 1)],
        )
        self.assertEqual(self.machine.step(), False)


class TrapMachineTestRun(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()

    def test_run_to_the_end(self):
        prepare(self.machine, COUNT)
        self.assertEqual(self.machine.run(99), 13)
        self.assertEqual(
            (self.machine.output, self.machine.registers, self.machine.state),
            ([3, 2, 1], {"a": 0, "b": 0, "c": 0, "d": 7}, "halted"),
        )

    def test_run_in_parts(self):
        prepare(self.machine, COUNT)
        self.assertEqual([self.machine.run(count) for count in (0, 5, 1, 20, 20)], [0, 5, 1, 7, 0])
        self.assertEqual(self.machine.state, "halted")

    def test_run_exactly_all(self):
        prepare(self.machine, "out 3 / out 4")
        self.assertEqual(
            (self.machine.run(2), self.machine.state, self.machine.run(1), self.machine.state),
            (2, "running", 0, "halted"),
        )

    def test_run_fails(self):
        prepare(self.machine, "put a 500 / out a / add a a / out a")
        self.assertEqual((self.machine.run(9), self.machine.output, self.machine.state), (3, [500], "failed: range"))

    def test_run_handles_traps(self):
        prepare(self.machine, TRAPS)
        self.assertEqual(
            (self.machine.run(50), self.machine.output, self.machine.registers),
            (9, [20], {"a": 0, "b": 20, "c": 1, "d": 0}),
        )


class TrapMachineTestListing(unittest.TestCase):
    def setUp(self):
        self.machine = TrapMachine()

    def test_listing_start(self):
        prepare(self.machine, COUNT)
        self.assertEqual(
            self.machine.listing(),
            ["> put a 3", "again:", "  out a", "  sub a 1", "  zero a end", "  jump again", "end:", "  put d 7"],
        )

    def test_listing_position(self):
        prepare(self.machine, COUNT, 3)
        self.assertEqual(
            (self.machine.listing(), self.machine.position),
            (["  put a 3", "again:", "  out a", "  sub a 1", "> zero a end", "  jump again", "end:", "  put d 7"], 3),
        )

    def test_listing_at_the_end(self):
        prepare(self.machine, "out 1 / z: / b:", 5)
        self.assertEqual(self.machine.listing(), ["  out 1", "b:", "z:"])

    def test_listing_labels_sorted(self):
        prepare(self.machine, "z: / ab: / b: / jump   b / a:", 3)
        self.assertEqual(self.machine.listing(), ["ab:", "b:", "z:", "> jump b", "a:"])

    def test_listing_failed(self):
        prepare(self.machine, "out 1 / back / out -05", 5)
        self.assertEqual(
            (self.machine.listing(), self.machine.state), (["  out 1", "> back", "  out -05"], "failed: stack")
        )


class TrapMachineTestMain(unittest.TestCase):
    def test_main_squares(self):
        machine = TrapMachine()
        self.assertEqual(
            machine.load("trap range over\nnext:\nadd a 9\nput b a\nmul b b\nout b\njump next\nover:\nhalt"), 7
        )
        self.assertEqual([machine.run(6), machine.output, machine.value("a")], [6, [81], 9])
        self.assertEqual(
            machine.listing(),
            [
                "  trap range over",
                "next:",
                "> add a 9",
                "  put b a",
                "  mul b b",
                "  out b",
                "  jump next",
                "over:",
                "  halt",
            ],
        )
        self.assertEqual([machine.step(), machine.run(100), machine.state, machine.after], [True, 13, "halted", 4])
        self.assertEqual(
            [machine.output, machine.registers, machine.step()],
            [[81, 324, 729], {"a": 36, "b": 36, "c": 0, "d": 0}, False],
        )
        self.assertEqual([machine.restart(), machine.run(3), machine.value("b"), machine.position], [7, 3, 9, 3])

    def test_main_repaired_division(self):
        machine = TrapMachine()
        self.assertEqual(
            failure(machine.load, "trap divide fix\nput a 90\ndiv a b\nout a\nfix:\nput b c\nresum"),
            ("ValueError", "line 7: bad line"),
        )
        self.assertEqual(
            machine.load("trap divide fix\nput a 90\nx:\ndiv a b\nout a\nadd c 4\njump x\nfix:\nput b c\nresume"), 8
        )
        self.assertEqual([machine.run(3), machine.after, machine.position], [3, 3, 6])
        self.assertEqual(
            [machine.run(6), machine.output, machine.registers], [6, [90], {"a": 90, "b": 0, "c": 4, "d": 0}]
        )
        self.assertEqual([machine.run(5), machine.value("b"), machine.output], [5, 4, [90, 90]])
        self.assertEqual(
            [machine.run(9), machine.state, machine.output, machine.listing()[-2:]],
            [9, "running", [90, 90, 22, 5], ["  put b c", "  resume"]],
        )

    def test_main_depth(self):
        machine = TrapMachine()
        self.assertEqual(machine.load(DEEP), 11)
        self.assertEqual([machine.run(6), machine.stack, machine.value("a")], [6, [3, 7], 4])
        self.assertEqual([machine.run(5), machine.stack, machine.after], [5, [3, 7, 7, 7], 7])
        self.assertEqual([machine.step(), machine.position, machine.after], [True, 10, 7])
        self.assertEqual([machine.run(99), machine.output, machine.state], [11, [-1, 28], "halted"])
        self.assertEqual(
            [machine.restart(), machine.run(2), machine.stack, machine.handlers], [11, 2, [], {"stack": "full"}]
        )
