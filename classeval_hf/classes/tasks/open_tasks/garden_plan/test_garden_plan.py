# canary: classeval-hf open garden_plan 55eeae16-dedf-458b-8cb8-0093e8a0ff23

import unittest

from solution import GardenPlan


def draw(plan, text):
    """Fills a plan from rows of letters, a dot for a free cell; each letter names a bed."""
    plan.rows = [["" if letter == "." else letter for letter in row] for row in text.split()]
    plan.beds = {}
    for y, row in enumerate(plan.rows):
        for x, name in enumerate(row):
            if name and name not in plan.beds:
                w = row.count(name)
                plan.beds[name] = (x, y, w, sum(name in line for line in plan.rows))


def drawn(plan):
    """The rows of a plan as text."""
    return " ".join("".join(name or "." for name in row) for row in plan.rows)


class GardenPlanTestClash(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(6, 4)
        draw(self.plan, "....b. .aa.b. .aa... ....cc")

    def test_clash_free(self):
        self.assertEqual([self.plan.clash(0, 0, 4, 1), self.plan.clash(3, 1, 1, 3)], [[], []])

    def test_clash_one_bed(self):
        self.assertEqual(self.plan.clash(2, 2, 2, 2), ["a"])
        self.assertEqual(self.plan.beds, {"b": (4, 0, 1, 2), "a": (1, 1, 2, 2), "c": (4, 3, 2, 1)})

    def test_clash_order_of_reading(self):
        self.assertEqual(self.plan.clash(0, 0, 6, 4), ["b", "a", "c"])
        self.assertEqual(self.plan.clash(0, 1, 6, 3), ["a", "b", "c"])

    def test_clash_fence_and_beds(self):
        self.assertEqual(self.plan.clash(4, 1, 3, 4), ["#", "b", "c"])

    def test_clash_each_side_of_fence(self):
        self.assertEqual(self.plan.clash(-1, 0, 2, 1), ["#"])
        self.assertEqual(self.plan.clash(-1, 1, 3, 1), ["#", "a"])
        self.assertEqual(self.plan.clash(0, -2, 5, 3), ["#", "b"])
        self.assertEqual(self.plan.clash(3, 2, 1, 3), ["#"])
        self.assertEqual(self.plan.clash(5, 2, 2, 1), ["#"])

    def test_clash_outside(self):
        self.assertEqual([self.plan.clash(*where, 2, 2) for where in ((-2, 0), (6, 0), (4, -2), (3, 4))], [["#"]] * 4)

    def test_clash_far_outside(self):
        draw(self.plan, "aaabbb aaabbb ddcccc ddcccc")
        for where in ((-3, 1, 2, 2), (-2, 0, 2, 4), (0, -3, 6, 2), (0, -2, 6, 2), (-4, -4, 3, 3)):
            self.assertEqual(self.plan.clash(*where), ["#"])
        self.assertEqual(self.plan.clash(-3, -3, 4, 6), ["#", "a", "d"])

    def test_clash_touching_edges(self):
        self.assertEqual(self.plan.clash(0, 3, 4, 1), [])
        self.assertEqual(self.plan.clash(5, 0, 1, 3), [])
        self.assertEqual(self.plan.clash(5, 0, 1, 4), ["c"])
        self.assertEqual(self.plan.clash(0, 0, 2, 2), ["a"])


class GardenPlanTestLay(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(5, 3)
        draw(self.plan, "..... .aa.. .....")

    def test_lay_free_cells(self):
        self.assertEqual(self.plan.lay("b", 3, 0, 2, 3), 7)
        self.assertEqual(self.plan.beds, {"a": (1, 1, 2, 1), "b": (3, 0, 2, 3)})
        self.assertEqual(drawn(self.plan), "...bb .aabb ...bb")

    def test_lay_in_the_corner(self):
        self.assertEqual(self.plan.lay("kale", 0, 2, 1, 1), 12)
        self.assertEqual(self.plan.rows[2], ["kale", "", "", "", ""])

    def test_lay_blocked(self):
        for place, name in (((2, 0, 1, 2), "a"), ((4, 0, 2, 1), "#"), ((0, 0, 3, 4), "#"), ((-1, 1, 3, 1), "#")):
            with self.assertRaises(ValueError) as caught:
                self.plan.lay("b", *place)
            self.assertEqual(str(caught.exception), f"blocked by {name}")
        self.assertEqual((drawn(self.plan), self.plan.beds), ("..... .aa.. .....", {"a": (1, 1, 2, 1)}))

    def test_lay_bad_name(self):
        for name in ("", "#", "a"):
            with self.assertRaises(ValueError) as caught:
                self.plan.lay(name, 0, 0, 9, 9)
            self.assertEqual(str(caught.exception), "bad name")
        self.assertEqual(self.plan.beds, {"a": (1, 1, 2, 1)})

    def test_lay_bad_size(self):
        for w, h in ((0, 1), (1, 0), (-1, 2), (2, -3)):
            with self.assertRaises(ValueError) as caught:
                self.plan.lay("a", 0, 0, w, h)
            self.assertEqual(str(caught.exception), "bad size")
        self.assertEqual(drawn(self.plan), "..... .aa.. .....")

    def test_lay_last_cells(self):
        draw(self.plan, "aa.bb aa.bb aa.bb")
        self.assertEqual(self.plan.lay("c", 2, 0, 1, 3), 0)
        self.assertEqual(drawn(self.plan), "aacbb aacbb aacbb")


class GardenPlanTestLift(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(5, 3)
        draw(self.plan, "aa..b aac.b ..c.b")

    def test_lift_corner(self):
        self.assertEqual(self.plan.lift("a"), (0, 0, 2, 2))
        self.assertEqual(drawn(self.plan), "....b ..c.b ..c.b")

    def test_lift_side(self):
        self.assertEqual(self.plan.lift("b"), (4, 0, 1, 3))
        self.assertEqual(self.plan.beds, {"a": (0, 0, 2, 2), "c": (2, 1, 1, 2)})

    def test_lift_middle(self):
        self.assertEqual(self.plan.lift("c"), (2, 1, 1, 2))
        self.assertEqual(self.plan.rows, [["a", "a", "", "", "b"], ["a", "a", "", "", "b"], ["", "", "", "", "b"]])

    def test_lift_all(self):
        self.assertEqual([self.plan.lift(name)[:2] for name in "cba"], [(2, 1), (4, 0), (0, 0)])
        self.assertEqual((drawn(self.plan), self.plan.beds), ("..... ..... .....", {}))

    def test_lift_unknown(self):
        for name in ("d", "", "#"):
            with self.assertRaises(KeyError) as caught:
                self.plan.lift(name)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(drawn(self.plan), "aa..b aac.b ..c.b")


class GardenPlanTestContact(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(6, 4)
        draw(self.plan, "....b. .aa.b. .aa... ....cc")

    def test_contact_nothing(self):
        plan = GardenPlan(4, 3)
        self.assertEqual(plan.contact(1, 1, 2, 1), {})
        self.assertEqual(plan.beds, {})

    def test_contact_fence_only(self):
        plan = GardenPlan(3, 2)
        self.assertEqual(plan.contact(0, 0, 1, 1), {"#": 2})
        self.assertEqual(plan.contact(1, 1, 2, 1), {"#": 3})
        self.assertEqual(plan.contact(0, 0, 3, 2), {"#": 10})

    def test_contact_beds(self):
        self.assertEqual(self.plan.contact(3, 1, 1, 2), {"a": 2, "b": 1})
        self.assertEqual(self.plan.contact(3, 0, 1, 4), {"#": 2, "a": 2, "b": 2, "c": 1})

    def test_contact_long_side(self):
        self.assertEqual(self.plan.contact(0, 0, 4, 1), {"#": 5, "a": 2, "b": 1})
        self.assertEqual(self.plan.contact(0, 3, 4, 1), {"#": 5, "a": 2, "c": 1})

    def test_contact_corner_does_not_count(self):
        self.assertEqual(self.plan.contact(0, 0, 1, 1), {"#": 2})
        self.assertEqual(self.plan.contact(3, 2, 1, 1), {"a": 1})
        self.assertEqual(self.plan.contact(3, 3, 1, 1), {"#": 1, "c": 1})

    def test_contact_narrow_place(self):
        self.assertEqual(self.plan.contact(5, 0, 1, 3), {"#": 4, "b": 2, "c": 1})
        self.assertEqual(self.plan.contact(5, 1, 1, 2), {"#": 2, "b": 1, "c": 1})


class GardenPlanTestBestSpot(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(6, 4)
        draw(self.plan, "....b. .aa.b. .aa... ....cc")

    def test_best_spot_most_contact(self):
        self.assertEqual(self.plan.best_spot(3, 1), (5, 0, 1, 3))
        self.assertEqual(drawn(self.plan), "....b. .aa.b. .aa... ....cc")

    def test_best_spot_turned(self):
        self.assertEqual(self.plan.best_spot(1, 4), (0, 0, 1, 4))
        draw(self.plan, "bbbbb. .aa.c. .aa.c. ......")
        self.assertEqual(self.plan.best_spot(3, 1), (5, 0, 1, 3))

    def test_best_spot_not_turned_on_ties(self):
        self.assertEqual(GardenPlan(5, 5).best_spot(1, 2), (0, 0, 1, 2))
        self.assertEqual(GardenPlan(5, 5).best_spot(2, 1), (0, 0, 2, 1))
        self.assertEqual(self.plan.best_spot(4, 1), (0, 0, 4, 1))

    def test_best_spot_north_then_west(self):
        plan = GardenPlan(4, 4)
        draw(plan, ".a.. .... .... b...")
        self.assertEqual(plan.best_spot(1, 1), (0, 0, 1, 1))
        draw(plan, ".... .... .a.. ....")
        self.assertEqual(plan.best_spot(1, 1), (0, 0, 1, 1))
        draw(plan, ".... .... ...a b.cc")
        self.assertEqual(plan.best_spot(1, 1), (1, 3, 1, 1))
        self.assertEqual(plan.beds["c"], (2, 3, 2, 1))

    def test_best_spot_single_cell(self):
        plan = GardenPlan(3, 3)
        draw(plan, "aaa d.b ccc")
        self.assertEqual(plan.best_spot(1, 1), (1, 1, 1, 1))
        self.assertEqual(plan.best_spot(2, 1), ())

    def test_best_spot_too_large(self):
        self.assertEqual(self.plan.best_spot(2, 3), ())
        self.assertEqual(self.plan.best_spot(7, 1), ())
        self.assertEqual(self.plan.best_spot(2, 2), ())
        self.assertEqual(self.plan.best_spot(1, 6), ())

    def test_best_spot_square(self):
        plan = GardenPlan(5, 4)
        draw(plan, "..... ..... ...a. .bb..")
        self.assertEqual(plan.best_spot(2, 2), (3, 0, 2, 2))
        self.assertEqual(plan.best_spot(3, 2), (0, 0, 2, 3))
        self.assertEqual(plan.width, 5)


class GardenPlanTestSlide(unittest.TestCase):
    def setUp(self):
        self.plan = GardenPlan(6, 4)
        draw(self.plan, "...... .aa..b .aa... c.....")

    def test_slide_to_fence(self):
        self.assertEqual(self.plan.slide("c", "E"), 5)
        self.assertEqual((self.plan.beds["c"], drawn(self.plan)), ((5, 3, 1, 1), "...... .aa..b .aa... .....c"))

    def test_slide_to_bed(self):
        self.assertEqual(self.plan.slide("a", "E"), 2)
        self.assertEqual((self.plan.beds["a"], drawn(self.plan)), ((3, 1, 2, 2), "...... ...aab ...aa. c....."))

    def test_slide_north(self):
        self.assertEqual([self.plan.slide("c", "N"), self.plan.slide("a", "N")], [3, 1])
        self.assertEqual(drawn(self.plan), "caa... .aa..b ...... ......")

    def test_slide_south(self):
        self.assertEqual([self.plan.slide("b", "S"), self.plan.slide("a", "S")], [2, 1])
        self.assertEqual(self.plan.beds, {"a": (1, 2, 2, 2), "b": (5, 3, 1, 1), "c": (0, 3, 1, 1)})

    def test_slide_west(self):
        self.assertEqual([self.plan.slide("b", "W"), self.plan.slide("a", "W")], [2, 1])
        self.assertEqual(drawn(self.plan), "...... aa.b.. aa.... c.....")

    def test_slide_blocked_at_once(self):
        self.assertEqual([self.plan.slide("c", "S"), self.plan.slide("c", "W"), self.plan.slide("b", "E")], [0, 0, 0])
        self.assertEqual(drawn(self.plan), "...... .aa..b .aa... c.....")

    def test_slide_unknown(self):
        for name, direction, key in (("d", "X", "d"), ("a", "X", "X"), ("a", "n", "n"), ("a", "", "")):
            with self.assertRaises(KeyError) as caught:
                self.plan.slide(name, direction)
            self.assertEqual(caught.exception.args, (key,))
        self.assertEqual(drawn(self.plan), "...... .aa..b .aa... c.....")


class GardenPlanTestUnreached(unittest.TestCase):
    def unreached(self, text):
        rows = text.split()
        self.plan = GardenPlan(len(rows[0]), len(rows))
        draw(self.plan, text)
        return self.plan.unreached()

    def test_unreached_none(self):
        self.assertEqual(self.unreached("..... .a.b. ....."), [])
        self.assertEqual(self.plan.beds, {"a": (1, 1, 1, 1), "b": (3, 1, 1, 1)})

    def test_unreached_behind_a_bed(self):
        self.assertEqual(self.unreached("..... aaaaa .d.b. ....."), ["b", "d"])

    def test_unreached_in_row_0(self):
        self.assertEqual(self.unreached("aabb c..d eee."), ["c", "d", "e"])

    def test_unreached_diagonal_step(self):
        self.assertEqual(self.unreached("..ab cccb .d.. ...."), ["d"])
        self.assertEqual(self.unreached(".a. b.d ..c"), ["c"])

    def test_unreached_around_a_corner(self):
        self.assertEqual(self.unreached("aaa. bbc. d... eefg"), [])
        self.assertEqual(self.unreached("aaa. bbc. ddh. eeh. .g.."), ["b", "d", "e"])
        self.assertEqual(self.unreached("aaa. bbch ddc. ee.g"), ["b", "c", "d", "e", "g"])

    def test_unreached_enters_in_every_column(self):
        self.assertEqual(self.unreached(".ab dcb dce"), ["c", "e"])
        self.assertEqual(self.unreached("ab. cbd ced"), ["c", "e"])

    def test_unreached_back_towards_north(self):
        self.assertEqual(self.unreached(".aaaa .bcc. .b.d. ..eef"), ["c", "d", "f"])
        self.assertEqual(self.unreached(".aaaa .bc.. .b.d. ....f"), [])

    def test_unreached_no_beds(self):
        self.assertEqual(self.unreached("... ..."), [])
        self.assertEqual(self.plan.beds, {})


class GardenPlanTestMain(unittest.TestCase):
    def test_main_spring(self):
        plan = GardenPlan(6, 4)
        self.assertEqual(plan.lay("kale", 1, 1, 2, 2), 20)
        self.assertEqual(plan.best_spot(1, 3), (0, 0, 1, 3))
        self.assertEqual(plan.lay("leek", *plan.best_spot(1, 3)), 17)
        self.assertEqual(plan.contact(1, 0, 2, 1), {"#": 2, "leek": 1, "kale": 2})
        self.assertEqual(plan.slide("kale", "E"), 3)
        self.assertEqual(plan.best_spot(2, 2), (1, 0, 2, 2))
        self.assertEqual(plan.clash(0, 1, 6, 2), ["leek", "kale"])
        self.assertEqual(plan.lay("hedge", 0, 3, 6, 1), 11)
        self.assertEqual(plan.slide("kale", "S"), 0)
        self.assertEqual(plan.lay("pea", 1, 0, 3, 3), 2)
        self.assertEqual(plan.unreached(), ["hedge"])
        self.assertEqual(plan.lift("pea"), (1, 0, 3, 3))
        self.assertEqual(plan.unreached(), [])

    def test_main_tidy_up(self):
        plan = GardenPlan(5, 5)
        self.assertEqual([plan.lay(name, 2, y, 1, 1) for y, name in enumerate("abc", 1)], [24, 23, 22])
        self.assertEqual([plan.slide("a", "W"), plan.slide("b", "E"), plan.slide("c", "S")], [2, 2, 1])
        self.assertEqual(plan.beds, {"a": (0, 1, 1, 1), "b": (4, 2, 1, 1), "c": (2, 4, 1, 1)})
        self.assertEqual([plan.slide("b", "N"), plan.slide("b", "W"), plan.slide("a", "N")], [2, 4, 0])
        self.assertEqual(plan.contact(0, 2, 1, 3), {"#": 4, "a": 1})
        self.assertEqual(plan.best_spot(5, 2), (3, 0, 2, 5))
        with self.assertRaises(ValueError):
            plan.lay("a", 3, 3, 1, 1)
        self.assertEqual(plan.lift("a"), (0, 1, 1, 1))
        self.assertEqual(plan.lay("a", 3, 3, 1, 1), 22)
        self.assertEqual((drawn(plan), plan.unreached()), ("b.... ..... ..... ...a. ..c..", []))

    def test_main_walls(self):
        plan = GardenPlan(4, 4)
        self.assertEqual([plan.lay("w", 0, 1, 3, 1), plan.lay("v", 1, 2, 1, 2)], [13, 11])
        self.assertEqual(plan.unreached(), [])
        self.assertEqual(plan.slide("w", "E"), 1)
        self.assertEqual(plan.clash(1, 1, 1, 3), ["w", "v"])
        self.assertEqual(plan.unreached(), [])
        self.assertEqual(plan.lay("u", 0, 1, 1, 1), 10)
        self.assertEqual(plan.unreached(), ["v"])
        self.assertEqual(plan.best_spot(1, 2), (0, 2, 1, 2))
        self.assertEqual(plan.lift("u"), (0, 1, 1, 1))
        self.assertEqual(plan.slide("v", "N"), 0)
        self.assertEqual(plan.contact(2, 2, 2, 2), {"#": 4, "v": 2, "w": 2})
