# canary: classeval-hf open outline_draft b6d8580b-691b-4036-9c1a-8cb420320988

import unittest

from solution import OutlineDraft


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


HEADINGS = [
    ("intro", 1, "Introduction"),
    ("aim", 2, "Aim of {intro}"),
    ("means", 2, "Means"),
    ("tool", 3, "Tools for {aim}"),
    ("staff", 3, "Staff"),
    ("cost", 2, "Costs"),
    ("work", 1, "Work, see {tool} and {means}"),
    ("plan", 2, "Plan"),
    ("end", 1, "End"),
]


def build(draft):
    for key, level, title in HEADINGS:
        draft.add(key, level, title)


class OutlineDraftTestAdd(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()

    def test_add_numbers(self):
        numbers = [self.draft.add(str(index), level, "x") for index, level in enumerate([1, 2, 3, 3, 2, 3, 1, 2])]
        self.assertEqual(numbers, ["1", "1.1", "1.1.1", "1.1.2", "1.2", "1.2.1", "2", "2.1"])
        self.assertEqual(self.draft.headings[5], ("5", 3, "x"))

    def test_add_references(self):
        build(self.draft)
        self.assertEqual(self.draft.add("x y", 2, "{end}{tool} {x y} {} {a {work} b}"), "3.1")
        self.assertEqual(self.draft.headings, [*HEADINGS, ("x y", 2, "{end}{tool} {x y} {} {a {work} b}")])

    def test_add_bad_key(self):
        build(self.draft)
        for key in ("", "a{b", "}", "tool"):
            with self.assertRaises(ValueError) as caught:
                self.draft.add(key, 9, "{none}")
            self.assertEqual(str(caught.exception), "bad key")
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_add_bad_level(self):
        for level in (0, 2, -1):
            with self.assertRaises(ValueError) as caught:
                self.draft.add("a", level, "{none}")
            self.assertEqual(str(caught.exception), "bad level")
        build(self.draft)
        for level in (0, 3):
            with self.assertRaises(ValueError) as caught:
                self.draft.add("a", level, "x")
            self.assertEqual(str(caught.exception), "bad level")
        self.assertEqual((self.draft.add("a", 2, ""), self.draft.headings), ("3.1", [*HEADINGS, ("a", 2, "")]))

    def test_add_unknown_reference(self):
        build(self.draft)
        with self.assertRaises(ValueError) as caught:
            self.draft.add("new", 1, "{aim} {Aim} {new} {nix}")
        self.assertEqual(str(caught.exception), "unknown reference: Aim")
        with self.assertRaises(ValueError) as caught:
            self.draft.add("new", 1, "{{aim }}")
        self.assertEqual(str(caught.exception), "unknown reference: aim ")
        self.assertEqual(self.draft.headings, HEADINGS)


class OutlineDraftTestNumber(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def test_number_all(self):
        numbers = [self.draft.number(key) for key, _, _ in HEADINGS]
        self.assertEqual(numbers, ["1", "1.1", "1.2", "1.2.1", "1.2.2", "1.3", "2", "2.1", "3"])
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_number_deep(self):
        given(self.draft, ("add", "d2", 2, ""))
        given(self.draft, ("add", "d3", 3, ""))
        given(self.draft, ("add", "d4", 4, ""))
        self.assertEqual(self.draft.number("d4"), "3.1.1.1")

    def test_number_more_than_nine(self):
        for index in range(10):
            given(self.draft, ("add", f"n{index}", 2, ""))
        self.assertEqual([self.draft.number("n8"), self.draft.number("n9")], ["3.9", "3.10"])

    def test_number_starts_at_one_below_each_parent(self):
        given(self.draft, ("add", "p", 2, ""))
        given(self.draft, ("add", "q", 1, ""))
        given(self.draft, ("add", "r", 2, ""))
        self.assertEqual([self.draft.number(key) for key in "pqr"], ["3.1", "4", "4.1"])

    def test_number_unknown(self):
        for key in ("nix", "", "1"):
            with self.assertRaises(KeyError) as caught:
                self.draft.number(key)
            self.assertEqual(caught.exception.args, (key,))


class OutlineDraftTestPromote(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def order(self):
        return " ".join(f"{key}{level}" for key, level, _ in self.draft.headings)

    def test_promote_with_descendants(self):
        self.assertEqual(self.draft.promote("means"), "2")
        headings = self.draft.headings
        self.assertEqual(
            [heading[:2] for heading in headings],
            [
                ("intro", 1),
                ("aim", 2),
                ("cost", 2),
                ("means", 1),
                ("tool", 2),
                ("staff", 2),
                ("work", 1),
                ("plan", 2),
                ("end", 1),
            ],
        )
        self.assertEqual(headings[4], ("tool", 2, "Tools for {aim}"))

    def test_promote_first_child(self):
        self.assertEqual(self.draft.promote("tool"), "1.3")
        self.assertEqual(self.order(), "intro1 aim2 means2 staff3 tool2 cost2 work1 plan2 end1")

    def test_promote_last_child(self):
        self.assertEqual(self.draft.promote("staff"), "1.3")
        self.assertEqual(self.order(), "intro1 aim2 means2 tool3 staff2 cost2 work1 plan2 end1")

    def test_promote_at_the_end(self):
        given(self.draft, ("add", "a", 2, ""))
        given(self.draft, ("add", "b", 3, ""))
        given(self.draft, ("add", "c", 2, ""))
        self.assertEqual(self.draft.promote("a"), "4")
        self.assertEqual(self.order(), "intro1 aim2 means2 tool3 staff3 cost2 work1 plan2 end1 c2 a1 b2")

    def test_promote_past_deep_siblings(self):
        self.assertEqual(self.draft.promote("aim"), "2")
        self.assertEqual(self.order(), "intro1 means2 tool3 staff3 cost2 aim1 work1 plan2 end1")

    def test_promote_top_level(self):
        for key in ("intro", "end"):
            with self.assertRaises(ValueError) as caught:
                self.draft.promote(key)
            self.assertEqual(str(caught.exception), "top level")
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_promote_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.draft.promote("nix")
        self.assertEqual(caught.exception.args, ("nix",))


class OutlineDraftTestDemote(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def order(self):
        return " ".join(f"{key}{level}" for key, level, _ in self.draft.headings)

    def test_demote_with_descendants(self):
        self.assertEqual(self.draft.demote("means"), "1.1.1")
        self.assertEqual(
            [heading[:2] for heading in self.draft.headings][1:6],
            [("aim", 2), ("means", 3), ("tool", 4), ("staff", 4), ("cost", 2)],
        )

    def test_demote_behind_children(self):
        self.assertEqual([self.draft.demote("cost"), self.draft.demote("end")], ["1.2.3", "2.2"])
        self.assertEqual(self.order(), "intro1 aim2 means2 tool3 staff3 cost3 work1 plan2 end2")

    def test_demote_top_level(self):
        self.assertEqual(self.draft.demote("work"), "1.4")
        self.assertEqual(self.order(), "intro1 aim2 means2 tool3 staff3 cost2 work2 plan3 end1")

    def test_demote_eleventh_sibling(self):
        for index in range(11):
            given(self.draft, ("add", f"n{index}", 2, ""))
        self.assertEqual(self.draft.demote("n10"), "3.10.1")
        self.assertEqual(self.draft.headings[-1], ("n10", 3, ""))

    def test_demote_first_sibling(self):
        for key in ("intro", "aim", "tool", "plan"):
            with self.assertRaises(ValueError) as caught:
                self.draft.demote(key)
            self.assertEqual(str(caught.exception), "first sibling")
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_demote_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.draft.demote("nix")
        self.assertEqual(caught.exception.args, ("nix",))


class OutlineDraftTestMove(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def order(self):
        return " ".join(f"{key}{level}" for key, level, _ in self.draft.headings)

    def test_move_backwards(self):
        self.assertEqual(self.draft.move("work", "aim"), "1.1")
        self.assertEqual(
            [heading[:2] for heading in self.draft.headings][:4], [("intro", 1), ("work", 2), ("plan", 3), ("aim", 2)]
        )
        self.assertEqual(self.order(), "intro1 work2 plan3 aim2 means2 tool3 staff3 cost2 end1")

    def test_move_forwards(self):
        self.assertEqual(self.draft.move("means", "end"), "3")
        self.assertEqual(self.order(), "intro1 aim2 cost2 work1 plan2 means1 tool2 staff2 end1")

    def test_move_below_deeper_heading(self):
        self.assertEqual(self.draft.move("work", "staff"), "1.2.2")
        self.assertEqual(self.order(), "intro1 aim2 means2 tool3 work3 plan4 staff3 cost2 end1")

    def test_move_same_place(self):
        self.assertEqual(self.draft.move("means", "cost"), "1.2")
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_move_whole_draft_begin(self):
        self.assertEqual(self.draft.move("staff", "intro"), "1")
        self.assertEqual(self.order(), "staff1 intro1 aim2 means2 tool3 cost2 work1 plan2 end1")
        self.assertEqual(self.draft.move("intro", "plan"), "2.1")
        self.assertEqual(self.order(), "staff1 work1 intro2 aim3 means3 tool4 cost3 plan2 end1")

    def test_move_into_itself(self):
        for key, before in (("means", "means"), ("intro", "staff"), ("means", "tool"), ("means", "staff")):
            with self.assertRaises(ValueError) as caught:
                self.draft.move(key, before)
            self.assertEqual(str(caught.exception), "into itself")
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_move_unknown(self):
        for key, before, unknown in (("nix", "nox", "nix"), ("aim", "nox", "nox")):
            with self.assertRaises(KeyError) as caught:
                self.draft.move(key, before)
            self.assertEqual(caught.exception.args, (unknown,))
        self.assertEqual(self.draft.headings, HEADINGS)


class OutlineDraftTestRemove(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def test_remove_one(self):
        self.assertEqual([self.draft.remove("cost"), self.draft.remove("staff")], [1, 1])
        self.assertEqual(
            [key for key, _, _ in self.draft.headings], ["intro", "aim", "means", "tool", "work", "plan", "end"]
        )

    def test_remove_with_descendants(self):
        self.assertEqual(self.draft.remove("work"), 2)
        self.assertEqual(self.draft.headings, [*HEADINGS[:6], HEADINGS[8]])
        self.assertEqual(self.draft.remove("means"), 3)
        self.assertEqual(self.draft.headings, [*HEADINGS[:2], HEADINGS[5], HEADINGS[8]])

    def test_remove_needed(self):
        for key, needed in (("intro", "work"), ("aim", "tool"), ("means", "work"), ("tool", "work")):
            with self.assertRaises(ValueError) as caught:
                self.draft.remove(key)
            self.assertEqual(str(caught.exception), "needed by " + needed)
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_remove_needed_only_inside(self):
        given(self.draft, ("add", "x", 1, "See {y"))
        given(self.draft, ("add", "z", 2, "{z} of {x} and {y"))
        self.assertEqual([self.draft.remove("x"), self.draft.remove("work"), self.draft.remove("intro")], [2, 2, 6])
        self.assertEqual(self.draft.headings, [("end", 1, "End")])

    def test_remove_before_a_heading_that_is_needed(self):
        given(self.draft, ("add", "x", 1, "After {end}"))
        self.assertEqual(self.draft.remove("plan"), 1)
        self.assertEqual([key for key, _, _ in self.draft.headings][-3:], ["work", "end", "x"])

    def test_remove_first_in_document_is_named(self):
        given(self.draft, ("add", "x", 1, "{cost}"))
        given(self.draft, ("move", "x", "intro"))
        with self.assertRaises(ValueError) as caught:
            self.draft.remove("intro")
        self.assertEqual(str(caught.exception), "needed by x")
        self.assertEqual(len(self.draft.headings), 10)

    def test_remove_unknown(self):
        self.draft.remove("end")
        with self.assertRaises(KeyError) as caught:
            self.draft.remove("end")
        self.assertEqual(caught.exception.args, ("end",))
        self.assertEqual(self.draft.headings, HEADINGS[:8])


class OutlineDraftTestRender(unittest.TestCase):
    def setUp(self):
        self.draft = OutlineDraft()
        build(self.draft)

    def test_render_all(self):
        lines = ["1 Introduction", "  1.1 Aim of 1", "  1.2 Means", "    1.2.1 Tools for 1.1", "    1.2.2 Staff"]
        lines += ["  1.3 Costs", "2 Work, see 1.2.1 and 1.2", "  2.1 Plan", "3 End"]
        self.assertEqual(self.draft.render(3), lines)
        self.assertEqual(self.draft.headings, HEADINGS)

    def test_render_depth(self):
        self.assertEqual(self.draft.render(1), ["1 Introduction", "2 Work, see 1.2.1 and 1.2", "3 End"])
        self.assertEqual([len(self.draft.render(depth)) for depth in (0, 2, 3, 9)], [0, 7, 9, 9])

    def test_render_brackets(self):
        given(self.draft, ("add", "a", 2, "{{end}} {} } {a{tool}{"))
        self.assertEqual(self.draft.render(2)[-1], "  3.1 {3} {} } {a1.2.1{")

    def test_render_reference_to_itself(self):
        given(self.draft, ("add", "2", 1, "{2}, {work}, {2}"))
        self.assertEqual(self.draft.render(1)[-1], "4 4, 2, 4")

    def test_render_after_move(self):
        given(self.draft, ("move", "means", "intro"))
        self.assertEqual(self.draft.render(1), ["1 Means", "2 Introduction", "3 Work, see 1.1 and 1", "4 End"])

    def test_render_empty(self):
        draft = OutlineDraft()
        self.assertEqual(draft.render(3), [])
        given(draft, ("add", "a", 1, ""))
        self.assertEqual((draft.render(3), draft.headings), (["1 "], [("a", 1, "")]))


class OutlineDraftTestMain(unittest.TestCase):
    def test_main_rearrange(self):
        draft = OutlineDraft()
        build(draft)
        self.assertEqual([draft.promote("tool"), draft.number("staff"), draft.number("cost")], ["1.3", "1.2.1", "1.4"])
        self.assertEqual(draft.render(1)[1], "2 Work, see 1.3 and 1.2")
        self.assertEqual([draft.demote("tool"), draft.demote("cost")], ["1.2.2", "1.2.3"])
        self.assertEqual([draft.move("means", "plan"), draft.number("tool")], ["2.1", "2.1.2"])
        self.assertEqual(
            draft.render(2),
            ["1 Introduction", "  1.1 Aim of 1", "2 Work, see 2.1.2 and 2.1", "  2.1 Means", "  2.2 Plan", "3 End"],
        )
        with self.assertRaises(ValueError) as caught:
            draft.remove("aim")
        self.assertEqual(str(caught.exception), "needed by tool")
        self.assertEqual(
            [draft.remove("work"), draft.remove("aim"), draft.render(5)], [6, 1, ["1 Introduction", "2 End"]]
        )

    def test_main_there_and_back(self):
        draft = OutlineDraft()
        build(draft)
        self.assertEqual([draft.demote("end"), draft.promote("end")], ["2.2", "3"])
        self.assertEqual(draft.headings, HEADINGS)
        self.assertEqual([draft.move("cost", "means"), draft.move("means", "cost")], ["1.2", "1.2"])
        self.assertEqual(draft.headings, HEADINGS)
        self.assertEqual([draft.add("x", 2, "see {end}"), draft.promote("x"), draft.remove("x")], ["3.1", "4", 1])
        self.assertEqual((draft.headings, draft.render(1)[2]), (HEADINGS, "3 End"))

    def test_main_growing(self):
        draft = OutlineDraft()
        self.assertEqual([draft.add("a", 1, "A"), draft.add("b", 1, "B {a}"), draft.demote("b")], ["1", "2", "1.1"])
        self.assertEqual(
            [draft.add("c", 3, "C {b}"), draft.add("d", 3, "D"), draft.promote("c")], ["1.1.1", "1.1.2", "1.2"]
        )
        self.assertEqual(draft.render(3), ["1 A", "  1.1 B 1", "    1.1.1 D", "  1.2 C 1.1"])
        self.assertEqual([draft.promote("c"), draft.move("b", "c"), draft.number("d")], ["2", "2", "2.1"])
        with self.assertRaises(ValueError) as caught:
            draft.remove("b")
        self.assertEqual(str(caught.exception), "needed by c")
        self.assertEqual([draft.demote("c"), draft.remove("b"), draft.headings], ["2.2", 3, [("a", 1, "A")]])
