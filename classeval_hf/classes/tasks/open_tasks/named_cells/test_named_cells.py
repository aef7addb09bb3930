# canary: classeval-hf open named_cells 7755605d-981a-4ef4-a6be-f453166b3031

import unittest
from fractions import Fraction

from solution import NamedCells


def fill(sheet, **formulas):
    """Gives cells of a sheet formulas, in the order in which they are named."""
    for name, text in formulas.items():
        sheet.set_cell(name, text)


class NamedCellsTestSetCell(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()

    def value(self, text):
        self.sheet.set_cell("x", text)
        return self.sheet.values["x"]

    def test_set_cell_from_left_to_right(self):
        self.assertEqual(
            [self.value(text) for text in ("2 + 3 * 4", "1 - 2 - 3", "2 * ( 3 + 4 ) / 4")],
            [Fraction(20, 1), Fraction(-4, 1), Fraction(7, 2)],
        )
        self.assertEqual(self.sheet.formulas, {"x": "2 * ( 3 + 4 ) / 4"})

    def test_set_cell_smaller_and_greater(self):
        self.assertEqual(
            [self.value(text) for text in ("7 < 3 > 5", "-7 > -3", "1 / 3 < ( 1 / 4 )", "2 > 2")],
            [Fraction(5, 1), Fraction(-3, 1), Fraction(1, 4), Fraction(2, 1)],
        )
        self.assertEqual(
            [self.value(text) for text in ("5 + 0", "4 * 0", "3 - 0", "-2 < 0", "1 > 0")],
            [Fraction(5, 1), Fraction(0, 1), Fraction(3, 1), Fraction(-2, 1), Fraction(1, 1)],
        )

    def test_set_cell_nested(self):
        self.assertEqual(
            [self.value(text) for text in ("( ( 5 ) )", "3 - ( 2 - ( 1 - -7 ) * 2 ) / 6", "-0 - 007")],
            [Fraction(5, 1), Fraction(5, 2), Fraction(-7, 1)],
        )

    def test_set_cell_blanks(self):
        self.assertEqual(self.sheet.set_cell("a1", "   4  +   b?-2 "), ["a1"])
        self.assertEqual((self.sheet.formulas, self.sheet.values), ({"a1": "4 + b?-2"}, {"a1": Fraction(2, 1)}))

    def test_set_cell_changed(self):
        self.assertEqual(self.sheet.set_cell("c", "b + 1"), ["c"])
        self.assertEqual(self.sheet.set_cell("b", "a?6 / 4"), ["b", "c"])
        self.assertEqual(self.sheet.values, {"c": Fraction(5, 2), "b": Fraction(3, 2)})
        self.assertEqual(self.sheet.set_cell("a", "6"), ["a"])
        self.assertEqual(self.sheet.set_cell("a", "2 * 3"), [])
        self.assertEqual(self.sheet.set_cell("a", "10"), ["a", "b", "c"])
        self.assertEqual(
            (self.sheet.values, self.sheet.formulas["a"]),
            ({"a": Fraction(10, 1), "b": Fraction(5, 2), "c": Fraction(7, 2)}, "10"),
        )

    def test_set_cell_removes(self):
        fill(self.sheet, a="5", b="a * 2", c="a?3 - 1")
        self.assertEqual([self.sheet.set_cell("a", ""), self.sheet.set_cell("z", "  ")], [["a", "b", "c"], []])
        self.assertEqual(
            (self.sheet.formulas, self.sheet.values),
            ({"b": "a * 2", "c": "a?3 - 1"}, {"b": "empty", "c": Fraction(2, 1)}),
        )

    def test_set_cell_failures(self):
        fill(self.sheet, zero="4 / 0", empty="none + 1")
        failing = ("zero?5 + 1", "1 + empty + zero", "( zero - empty )", "2 / ( 1 - 1 ) + none", "none / 0", "0 / 5")
        self.assertEqual(
            [self.value(text) for text in failing], ["zero", "empty", "zero", "zero", "empty", Fraction(0, 1)]
        )

    def test_set_cell_cycle(self):
        fill(self.sheet, a="b + 1", b="c?4 * 2", d="a - 1 / 0", e="2 / 0 + a")
        self.assertEqual(self.sheet.values, {"b": Fraction(8, 1), "a": Fraction(9, 1), "d": "zero", "e": "zero"})
        self.assertEqual(self.sheet.set_cell("c", "1 / 0 + a?9"), ["a", "b", "c", "d"])
        self.assertEqual(self.sheet.values, {"a": "cycle", "b": "cycle", "c": "cycle", "d": "cycle", "e": "zero"})
        self.assertEqual(self.sheet.set_cell("c", "7"), ["a", "b", "c", "d"])
        self.assertEqual(self.sheet.values["a"], 15)

    def test_set_cell_itself(self):
        self.assertEqual(
            (self.value("x?3 + 1"), self.value("none - x"), self.value("y?3 + 1")), ("cycle", "cycle", Fraction(4, 1))
        )
        self.assertEqual(self.sheet.set_cell("x", "x"), ["x"])
        self.assertEqual(self.sheet.set_cell("x", "x * 2"), [])

    def test_set_cell_two_cycles(self):
        fill(self.sheet, a="b", b="a", c="b + d", d="e / 0", e="d?1", f="c?2 * 3")
        self.assertEqual(
            self.sheet.values, {"a": "cycle", "b": "cycle", "d": "cycle", "e": "cycle", "c": "cycle", "f": "cycle"}
        )
        self.assertEqual(self.sheet.set_cell("e", "1"), ["d", "e"])
        self.assertEqual(self.sheet.set_cell("b", "1"), ["a", "b", "c", "f"])
        self.assertEqual(
            self.sheet.values,
            {"b": Fraction(1, 1), "e": Fraction(1, 1), "a": Fraction(1, 1), "d": "zero", "c": "zero", "f": "zero"},
        )

    def test_set_cell_bad_name(self):
        for name in ("", "A", "1a", "a_b", "a b", "é", "a?", "a\n", "a²"):
            with self.assertRaises(ValueError) as caught:
                self.sheet.set_cell(name, "1 +")
            self.assertEqual(str(caught.exception), f"bad name: {name}")
        self.assertEqual((self.sheet.formulas, self.sheet.values), ({}, {}))

    def test_set_cell_bad_formula(self):
        fill(self.sheet, a="1 / 3")
        bad = ["1 2", "+", "1 +", "- 1", "( 1", "1 )", "( )", "1 ) + ( 1", "a ( 2 )", "1+2", "a?b", "a?", "?1", "--1"]
        bad += [
            "1.5",
            "B",
            "1 ^ 2",
            "a ? 1",
            "1\t+ 2",
            "\n",
            "\u0661",
            "( 1 ) 2",
            "1 + * 2",
            "( 1 + )",
            "a?1?2",
            "a-1",
        ]
        for text in bad:
            with self.assertRaises(ValueError) as caught:
                self.sheet.set_cell("a", text)
            self.assertEqual(str(caught.exception), f"bad formula: {text}")
        self.assertEqual((self.sheet.formulas, self.sheet.values), ({"a": "1 / 3"}, {"a": Fraction(1, 3)}))


class NamedCellsTestShow(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()

    def test_show_whole(self):
        fill(self.sheet, a="12 / 4", b="a - 10", c="0 * -5")
        self.assertEqual([self.sheet.show(name) for name in "abc"], ["3", "-7", "0"])

    def test_show_lowest_terms(self):
        fill(self.sheet, a="6 / 4", b="6 / -4", c="-10 / -4")
        self.assertEqual([self.sheet.show(name) for name in "abc"], ["3/2", "-3/2", "5/2"])

    def test_show_long(self):
        fill(self.sheet, a="1 / 3", b="a * a * a * a", c="b * b * b + 1")
        self.assertEqual([self.sheet.show("b"), self.sheet.show("c")], ["1/81", "531442/531441"])

    def test_show_failures(self):
        fill(self.sheet, a="1 / 0", b="none", c="c?1", d="c + a", e="a?4")
        self.assertEqual([self.sheet.show(name) for name in "abcde"], ["#zero", "#empty", "#cycle", "#cycle", "#zero"])
        self.assertEqual(self.sheet.values["d"], "cycle")

    def test_show_unknown(self):
        fill(self.sheet, a="b?1", c="5")
        fill(self.sheet, c="")
        for name in ("b", "c"):
            with self.assertRaises(KeyError) as caught:
                self.sheet.show(name)
            self.assertEqual(caught.exception.args, (name,))


class NamedCellsTestUsers(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()
        fill(self.sheet, d="( c?2 + a1 ) * 2", c="b", b="a + 1 - a", a="7")

    def test_users_over_others(self):
        self.assertEqual(
            [self.sheet.users(name) for name in ("a", "b", "c", "d")], [["b", "c", "d"], ["c", "d"], ["d"], []]
        )
        self.assertEqual(self.sheet.values["d"], "empty")

    def test_users_of_no_cell(self):
        self.assertEqual([self.sheet.users("a1"), self.sheet.users("e"), self.sheet.users("?")], [["d"], [], []])

    def test_users_removed(self):
        fill(self.sheet, b="")
        self.assertEqual([self.sheet.users("b"), self.sheet.users("a")], [["c", "d"], []])
        self.assertEqual(self.sheet.formulas, {"d": "( c?2 + a1 ) * 2", "c": "b", "a": "7"})

    def test_users_cycle(self):
        fill(self.sheet, a="d?1", e="e", f="a")
        self.assertEqual(
            [self.sheet.users(name) for name in ("a", "e", "f", "a1")],
            [["a", "b", "c", "d", "f"], ["e"], [], ["a", "b", "c", "d", "f"]],
        )

    def test_users_whole_names(self):
        fill(self.sheet, e="ab + b1", f="b?1")
        self.assertEqual([self.sheet.users(name) for name in ("ab", "b1", "b")], [["e"], ["e"], ["c", "d", "f"]])


class NamedCellsTestRename(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()
        fill(self.sheet, a="3", b="a?2 * ( a - ab?1 )", c="b / a", ab="10")

    def test_rename_references(self):
        self.assertEqual(self.sheet.rename("a", "kilo"), 3)
        self.assertEqual(
            self.sheet.formulas, {"b": "kilo?2 * ( kilo - ab?1 )", "c": "b / kilo", "ab": "10", "kilo": "3"}
        )
        self.assertEqual(
            self.sheet.values,
            {"ab": Fraction(10, 1), "kilo": Fraction(3, 1), "b": Fraction(-21, 1), "c": Fraction(-7, 1)},
        )

    def test_rename_whole_names(self):
        self.assertEqual(self.sheet.rename("ab", "a1"), 1)
        self.assertEqual((self.sheet.formulas["b"], self.sheet.formulas["a1"]), ("a?2 * ( a - a1?1 )", "10"))

    def test_rename_unused(self):
        self.assertEqual(self.sheet.rename("c", "x"), 0)
        self.assertEqual(
            self.sheet.values,
            {"a": Fraction(3, 1), "ab": Fraction(10, 1), "b": Fraction(-21, 1), "x": Fraction(-7, 1)},
        )

    def test_rename_to_a_missing_one(self):
        fill(self.sheet, d="x?5 + 1", e="x * d")
        self.assertEqual(self.sheet.values["e"], "empty")
        self.assertEqual(self.sheet.rename("c", "x"), 0)
        self.assertEqual(
            self.sheet.values,
            {
                "a": Fraction(3, 1),
                "ab": Fraction(10, 1),
                "b": Fraction(-21, 1),
                "x": Fraction(-7, 1),
                "d": Fraction(-6, 1),
                "e": Fraction(42, 1),
            },
        )

    def test_rename_makes_cycle(self):
        fill(self.sheet, a="x?3")
        self.assertEqual(self.sheet.values["c"], Fraction(-7))
        self.assertEqual(self.sheet.rename("c", "x"), 0)
        self.assertEqual(self.sheet.values, {"a": "cycle", "b": "cycle", "x": "cycle", "ab": Fraction(10, 1)})

    def test_rename_in_itself(self):
        fill(self.sheet, a="a?4 + a")
        self.assertEqual(self.sheet.rename("a", "z"), 5)
        self.assertEqual(
            (self.sheet.formulas["z"], self.sheet.values),
            ("z?4 + z", {"z": "cycle", "ab": Fraction(10, 1), "b": "cycle", "c": "cycle"}),
        )

    def test_rename_errors(self):
        before = (dict(self.sheet.formulas), dict(self.sheet.values))
        with self.assertRaises(KeyError) as caught:
            self.sheet.rename("x", "A")
        self.assertEqual(caught.exception.args, ("x",))
        for new, message in (
            ("A", "bad name: A"),
            ("", "bad name: "),
            ("ab", "cell exists: ab"),
            ("a", "cell exists: a"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.sheet.rename("a", new)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.sheet.formulas, self.sheet.values), before)


class NamedCellsTestFreeze(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()
        fill(self.sheet, a="6", b="a / 4 - 4", c="b * 2", d="c - b", e="a / 0")

    def test_freeze_whole(self):
        self.assertEqual(self.sheet.freeze("c"), "-5")
        self.assertEqual(
            (self.sheet.formulas, self.sheet.values["c"]),
            ({"a": "6", "b": "a / 4 - 4", "c": "-5", "d": "c - b", "e": "a / 0"}, Fraction(-5, 1)),
        )

    def test_freeze_fraction(self):
        self.assertEqual([self.sheet.freeze("b"), self.sheet.freeze("d")], ["-5 / 2", "-5 / 2"])
        self.assertEqual((self.sheet.formulas["b"], self.sheet.values["d"]), ("-5 / 2", Fraction(-5, 2)))

    def test_freeze_cuts_references(self):
        self.assertEqual(self.sheet.freeze("b"), "-5 / 2")
        fill(self.sheet, a="100")
        self.assertEqual(
            self.sheet.values,
            {"a": Fraction(100, 1), "b": Fraction(-5, 2), "c": Fraction(-5, 1), "e": "zero", "d": Fraction(-5, 2)},
        )

    def test_freeze_number(self):
        fill(self.sheet, f="-08", g="3 / 1")
        self.assertEqual([self.sheet.freeze(name) for name in "afg"], ["6", "-8", "3"])
        self.assertEqual(self.sheet.formulas["f"], "-8")

    def test_freeze_failing(self):
        fill(self.sheet, f="f", g="none")
        for name in "efg":
            with self.assertRaises(ValueError) as caught:
                self.sheet.freeze(name)
            self.assertEqual(str(caught.exception), f"no number: {name}")
        self.assertEqual((self.sheet.formulas["e"], self.sheet.values["e"]), ("a / 0", "zero"))

    def test_freeze_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.sheet.freeze("z")
        self.assertEqual(caught.exception.args, ("z",))
        self.assertEqual(sorted(self.sheet.formulas), ["a", "b", "c", "d", "e"])


class NamedCellsTestListing(unittest.TestCase):
    def setUp(self):
        self.sheet = NamedCells()

    def test_listing_order(self):
        fill(self.sheet, a="c + d", b="2", c="e?1", d="b", e="b / 4")
        self.assertEqual(
            self.sheet.listing(), ["b: 2 = 2", "d: b = 2", "e: b / 4 = 1/2", "c: e?1 = 1/2", "a: c + d = 5/2"]
        )
        self.assertEqual(list(self.sheet.formulas), ["a", "b", "c", "d", "e"])

    def test_listing_next_first(self):
        fill(self.sheet, z="1", y="z", a="y", m="2", x="m - z")
        self.assertEqual(self.sheet.listing(), ["m: 2 = 2", "z: 1 = 1", "x: m - z = 1", "y: z = 1", "a: y = 1"])

    def test_listing_cycle(self):
        fill(self.sheet, a="b", b="c + 1", c="b - q", d="d", e="a + f", f="8")
        self.assertEqual(
            self.sheet.listing(),
            [
                "a: b = #cycle",
                "b: c + 1 = #cycle",
                "c: b - q = #cycle",
                "d: d = #cycle",
                "f: 8 = 8",
                "e: a + f = #cycle",
            ],
        )

    def test_listing_cycle_waits(self):
        fill(self.sheet, a="z + b", b="a", z="5 / 10", c="a?1")
        self.assertEqual(
            self.sheet.listing(), ["b: a = #cycle", "c: a?1 = #cycle", "z: 5 / 10 = 1/2", "a: z + b = #cycle"]
        )

    def test_listing_failures(self):
        fill(self.sheet, b="a / 0", a="none?0 - 1", c="none")
        self.assertEqual(self.sheet.listing(), ["a: none?0 - 1 = -1", "b: a / 0 = #zero", "c: none = #empty"])
        self.assertEqual(self.sheet.values["b"], "zero")

    def test_listing_empty(self):
        self.assertEqual((self.sheet.listing(), self.sheet.formulas), ([], {}))


class NamedCellsTestMain(unittest.TestCase):
    def test_main_recipe(self):
        sheet = NamedCells()
        self.assertEqual(
            [sheet.set_cell("guests", "6"), sheet.set_cell("rice", "guests * 3 / 40")], [["guests"], ["rice"]]
        )
        self.assertEqual(
            (sheet.set_cell("total", "rice + beans + 1 * price?2"), sheet.show("total")), (["total"], "#empty")
        )
        self.assertEqual(
            (sheet.set_cell("beans", "rice < ( 1 / 4 )"), sheet.show("total")), (["beans", "total"], "17/5")
        )
        self.assertEqual(
            (sheet.users("guests"), sheet.rename("rice", "grain"), sheet.formulas["beans"]),
            (["beans", "rice", "total"], 2, "grain < ( 1 / 4 )"),
        )
        self.assertEqual(
            (sheet.set_cell("guests", "total"), sheet.listing()),
            (
                ["beans", "grain", "guests", "total"],
                [
                    "beans: grain < ( 1 / 4 ) = #cycle",
                    "grain: guests * 3 / 40 = #cycle",
                    "guests: total = #cycle",
                    "total: grain + beans + 1 * price?2 = #cycle",
                ],
            ),
        )
        self.assertEqual(
            (sheet.set_cell("guests", "2"), sheet.freeze("grain"), sheet.show("beans")),
            (["beans", "grain", "guests", "total"], "3 / 20", "3/20"),
        )
        self.assertEqual(
            (sheet.set_cell("guests", ""), sheet.users("guests"), sheet.listing()),
            (
                ["guests"],
                [],
                [
                    "grain: 3 / 20 = 3/20",
                    "beans: grain < ( 1 / 4 ) = 3/20",
                    "total: grain + beans + 1 * price?2 = 13/5",
                ],
            ),
        )

    def test_main_names(self):
        sheet = NamedCells()
        self.assertEqual(
            [sheet.set_cell("x", "y?1 + 1"), sheet.set_cell("z", "x * y?2"), sheet.show("z")], [["x"], ["z"], "4"]
        )
        self.assertEqual(
            (sheet.rename("x", "y"), sheet.formulas, sheet.values),
            (1, {"z": "y * y?2", "y": "y?1 + 1"}, {"y": "cycle", "z": "cycle"}),
        )
        self.assertEqual(
            (sheet.set_cell("y", "9 / ( w?6 - 6 )"), sheet.show("z"), sheet.users("w")),
            (["y", "z"], "#zero", ["y", "z"]),
        )
        self.assertEqual(
            (sheet.set_cell("w", "3"), sheet.freeze("z"), sheet.rename("y", "x")), (["w", "y", "z"], "9", 0)
        )
        self.assertEqual(
            (sheet.set_cell("x", "z > w"), sheet.listing()), (["x"], ["w: 3 = 3", "z: 9 = 9", "x: z > w = 9"])
        )

    def test_main_cycles(self):
        sheet = NamedCells()
        self.assertEqual(
            [sheet.set_cell(name, text) for name, text in (("a", "b"), ("b", "c?7"), ("c", "a"))],
            [["a"], ["a", "b"], ["a", "b", "c"]],
        )
        self.assertEqual(
            (sheet.users("b"), sheet.rename("c", "d"), sheet.values),
            (["a", "b", "c"], 1, {"a": "cycle", "b": "cycle", "d": "cycle"}),
        )
        self.assertEqual(
            (sheet.set_cell("b", "d?7"), sheet.set_cell("d", "4 - 1 / 2"), sheet.show("a")),
            ([], ["a", "b", "d"], "3/2"),
        )
        self.assertEqual(
            (sheet.freeze("a"), sheet.set_cell("d", "a"), sheet.listing()),
            ("3 / 2", [], ["a: 3 / 2 = 3/2", "d: a = 3/2", "b: d?7 = 3/2"]),
        )
