# canary: classeval-hf open land_register df2a7547-7184-4f83-94bd-276aa844ec78

import unittest

from solution import LandRegister


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


PARCELS = {
    "field": [(0, 0), (6, 0), (6, 4), (0, 4)],
    "wood": [(6, 1), (10, 0), (12, 5), (6, 5)],
    "pond": [(1, 4), (5, 4), (3, 8)],
    "lane": [(6, -2), (8, -2), (6, 1)],
}


def build(land):
    for name, corners in PARCELS.items():
        land.register(name, corners)


class LandRegisterTestOutline(unittest.TestCase):
    def test_outline_inner_points(self):
        points = [(3, 3), (6, 2), (0, 1), (2, 2), (5, 5), (1, 4), (3, 0), (4, 2)]
        self.assertEqual(LandRegister.outline(points), [(0, 1), (3, 0), (6, 2), (5, 5), (1, 4)])
        self.assertEqual(points[0], (3, 3))

    def test_outline_straight_sides(self):
        points = [(0, 0), (0, 2), (0, 5), (3, 5), (5, 5), (5, 1), (5, 0), (1, 0), (4, 0)]
        self.assertEqual(LandRegister.outline(points), [(0, 0), (5, 0), (5, 5), (0, 5)])

    def test_outline_repeated_points(self):
        self.assertEqual(LandRegister.outline([(2, 2), (0, 0), (2, 2), (4, 0), (0, 0)]), [(0, 0), (4, 0), (2, 2)])

    def test_outline_one_line(self):
        self.assertEqual(LandRegister.outline([(3, 6), (-1, -2), (1, 2), (2, 4)]), [(-1, -2), (3, 6)])
        self.assertEqual(LandRegister.outline([(3, 9), (3, -1), (3, 4)]), [(3, -1), (3, 9)])

    def test_outline_few_points(self):
        self.assertEqual([LandRegister.outline([]), LandRegister.outline([(7, 7), (7, 7)])], [[], [(7, 7)]])
        self.assertEqual(LandRegister.outline([(7, 7), (5, 9)]), [(5, 9), (7, 7)])


class LandRegisterTestRegister(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()

    def test_register_normal_form(self):
        self.assertEqual(self.land.register("a", [(5, 5), (0, 5), (0, 0), (5, 0)]), 50)
        self.assertEqual(self.land.register("b", [(7, 9), (9, 4), (6, 4), (5, 8)]), 24)
        self.assertEqual(
            self.land.parcels, {"a": [(0, 0), (5, 0), (5, 5), (0, 5)], "b": [(5, 8), (6, 4), (9, 4), (7, 9)]}
        )

    def test_register_touching(self):
        build(self.land)
        self.assertEqual(self.land.parcels, PARCELS)
        self.assertEqual(self.land.register("tip", [(12, 5), (15, 5), (13, 9)]), 12)

    def test_register_name_taken(self):
        build(self.land)
        with self.assertRaises(ValueError) as caught:
            self.land.register("pond", [])
        self.assertEqual(str(caught.exception), "name is taken")
        self.assertEqual(self.land.parcels["pond"], [(1, 4), (5, 4), (3, 8)])

    def test_register_bad_shape(self):
        shapes = [
            [],
            [(0, 0), (3, 3)],
            [(0, 0), (1, 1), (2, 2)],
            [(0, 0), (4, 0), (1, 1), (0, 4)],
            [(0, 0), (2, 0), (4, 0), (0, 4)],
            [(0, 0), (4, 0), (0, 4), (0, 0)],
            [(0, 0), (4, 4), (4, 0), (0, 4)],
            [(0, 0), (4, 0), (4, 4), (4, 0)],
        ]
        for shape in shapes:
            with self.assertRaises(ValueError) as caught:
                self.land.register("a", shape)
            self.assertEqual(str(caught.exception), "bad shape")
        self.assertEqual(self.land.parcels, {})
        self.assertEqual(self.land.register("a", [(0, 0), (4, 0), (0, 4)]), 16)

    def test_register_five_corners_crossed(self):
        with self.assertRaises(ValueError) as caught:
            self.land.register("a", [(0, 0), (3, 5), (5, 0), (-1, 3), (6, 3)])
        self.assertEqual(str(caught.exception), "bad shape")
        self.assertEqual(self.land.register("a", [(0, 0), (5, 0), (6, 3), (3, 5), (-1, 3)]), 50)

    def test_register_overlaps(self):
        build(self.land)
        cases = [([(5, 3), (7, 3), (7, 9)], "field"), ([(2, 1), (4, 1), (3, 2)], "field")]
        cases += [([(-9, 2), (20, 2), (20, 3), (-9, 3)], "field"), ([(7, 4), (8, 7), (9, 4)], "wood")]
        cases += [([(3, 5), (20, 4), (20, 6)], "pond")]
        for corners, other in cases:
            with self.assertRaises(ValueError) as caught:
                self.land.register("new", corners)
            self.assertEqual(str(caught.exception), "overlaps " + other)
        self.assertEqual(self.land.parcels, PARCELS)

    def test_register_overlaps_contained(self):
        build(self.land)
        for corners in ([(-50, -50), (50, -50), (0, 90)], PARCELS["field"]):
            with self.assertRaises(ValueError) as caught:
                self.land.register("all", corners)
            self.assertEqual(str(caught.exception), "overlaps field")
        self.assertEqual(self.land.register("gap", [(6, 5), (5, 4), (6, 4)]), 1)


class LandRegisterTestDoubleArea(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()
        build(self.land)

    def test_double_area_rectangle(self):
        self.assertEqual(self.land.double_area("field"), 48)

    def test_double_area_triangles(self):
        self.assertEqual([self.land.double_area("pond"), self.land.double_area("lane")], [16, 6])

    def test_double_area_four_corners(self):
        self.assertEqual(self.land.double_area("wood"), 46)
        self.assertEqual(self.land.parcels, PARCELS)

    def test_double_area_odd(self):
        given(self.land, ("register", "odd", [(-7, -7), (-6, -7), (-4, -4)]))
        self.assertEqual(self.land.double_area("odd"), 3)

    def test_double_area_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.land.double_area("sea")
        self.assertEqual(caught.exception.args, ("sea",))


class LandRegisterTestBorder(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()
        build(self.land)

    def test_border_part_of_sides(self):
        self.assertEqual(self.land.border("field", "wood"), [(6, 1), (6, 4)])
        self.assertEqual(self.land.border("wood", "field"), [(6, 1), (6, 4)])

    def test_border_whole_side_of_one(self):
        self.assertEqual(self.land.border("pond", "field"), [(1, 4), (5, 4)])
        self.assertEqual(self.land.border("lane", "field"), [(6, 0), (6, 1)])
        self.assertEqual(self.land.parcels, PARCELS)

    def test_border_slanted(self):
        given(self.land, ("register", "hill", [(8, -2), (12, -5), (12, -2), (7, 0)]))
        self.assertEqual(self.land.border("hill", "lane"), [])
        given(self.land, ("register", "bank", [(4, 6), (5, 4), (6, 6)]))
        self.assertEqual(self.land.border("bank", "pond"), [(4, 6), (5, 4)])

    def test_border_one_point(self):
        self.assertEqual([self.land.border("lane", "wood"), self.land.border("wood", "lane")], [[], []])
        given(self.land, ("register", "tip", [(3, 8), (3, 12), (1, 12)]))
        self.assertEqual(self.land.border("tip", "pond"), [])

    def test_border_apart(self):
        self.assertEqual(self.land.border("pond", "lane"), [])

    def test_border_same_line_apart(self):
        given(self.land, ("register", "far", [(7, 8), (9, 8), (9, 10)]))
        given(self.land, ("register", "strip", [(-5, 4), (0, 9), (-5, 9)]))
        self.assertEqual([self.land.border("far", "field"), self.land.border("strip", "field")], [[], []])

    def test_border_errors(self):
        for one, other, name in (("sea", "ice", "sea"), ("pond", "ice", "ice"), ("ice", "ice", "ice")):
            with self.assertRaises(KeyError) as caught:
                self.land.border(one, other)
            self.assertEqual(caught.exception.args, (name,))
        with self.assertRaises(ValueError) as caught:
            self.land.border("pond", "pond")
        self.assertEqual(str(caught.exception), "same parcel")


class LandRegisterTestNeighbours(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()
        build(self.land)

    def test_neighbours_several(self):
        self.assertEqual(self.land.neighbours("field"), ["pond", "lane", "wood"])
        self.assertEqual(self.land.parcels, PARCELS)

    def test_neighbours_not_in_one_point(self):
        self.assertEqual([self.land.neighbours("wood"), self.land.neighbours("lane")], [["field"], ["field"]])

    def test_neighbours_same_lower_end(self):
        given(self.land, ("register", "roof", [(0, 4), (1, 4), (-1, 9)]))
        given(self.land, ("register", "yard", [(0, 0), (0, 4), (-3, 4)]))
        given(self.land, ("register", "shed", [(0, 0), (2, 0), (0, -2)]))
        self.assertEqual(self.land.neighbours("field"), ["yard", "shed", "roof", "pond", "lane", "wood"])

    def test_neighbours_none(self):
        given(self.land, ("register", "isle", [(50, 50), (51, 50), (50, 51)]))
        self.assertEqual(self.land.neighbours("isle"), [])
        self.assertEqual(self.land.neighbours("pond"), ["field"])

    def test_neighbours_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.land.neighbours("sea")
        self.assertEqual(caught.exception.args, ("sea",))
        with self.assertRaises(KeyError):
            LandRegister().neighbours("field")


class LandRegisterTestDivide(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()
        build(self.land)

    def test_divide_between_corners(self):
        self.assertEqual(self.land.divide("field", (2, 0), (4, 4), "west", "east"), (24, 24))
        self.assertEqual(self.land.parcels["west"], [(0, 0), (2, 0), (4, 4), (0, 4)])
        self.assertEqual(self.land.parcels["east"], [(2, 0), (6, 0), (6, 4), (4, 4)])
        self.assertEqual(sorted(self.land.parcels), ["east", "lane", "pond", "west", "wood"])

    def test_divide_other_direction(self):
        self.assertEqual(self.land.divide("field", (5, 4), (1, 0), "east", "west"), (24, 24))
        self.assertEqual(self.land.divide("west", (0, 3), (1, 0), "top", "corner"), (21, 3))
        self.assertEqual(self.land.parcels["corner"], [(0, 0), (1, 0), (0, 3)])
        self.assertEqual(self.land.parcels["top"], [(0, 3), (1, 0), (5, 4), (0, 4)])

    def test_divide_at_corners(self):
        self.assertEqual(self.land.divide("wood", (6, 5), (10, 0), "up", "down"), (30, 16))
        self.assertEqual(self.land.parcels["up"], [(6, 5), (10, 0), (12, 5)])
        self.assertEqual(self.land.parcels["down"], [(6, 1), (10, 0), (6, 5)])

    def test_divide_keeps_name(self):
        self.assertEqual(self.land.divide("pond", (3, 4), (3, 8), "pond", "reed"), (8, 8))
        self.assertEqual(self.land.parcels["pond"], [(1, 4), (3, 4), (3, 8)])
        self.assertEqual(self.land.parcels["reed"], [(3, 4), (5, 4), (3, 8)])

    def test_divide_name_taken(self):
        for left, right in (("a", "a"), ("field", "field"), ("wood", "b"), ("b", "pond")):
            with self.assertRaises(ValueError) as caught:
                self.land.divide("field", (9, 9), (9, 9), left, right)
            self.assertEqual(str(caught.exception), "name is taken")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_divide_not_on_the_border(self):
        for name, start, end in (("field", (1, 1), (6, 2)), ("field", (0, 0), (7, 4)), ("field", (8, 0), (8, 0))):
            with self.assertRaises(ValueError) as caught:
                self.land.divide(name, start, end, "a", "b")
            self.assertEqual(str(caught.exception), "not on the border")
        with self.assertRaises(ValueError) as caught:
            self.land.divide("pond", (0, 4), (3, 8), "a", "b")
        self.assertEqual(str(caught.exception), "not on the border")
        with self.assertRaises(ValueError) as caught:
            self.land.divide("field", (0, 0), (6, 5), "a", "b")
        self.assertEqual(str(caught.exception), "not on the border")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_divide_no_line(self):
        for start, end in (((0, 0), (6, 0)), ((1, 0), (4, 0)), ((6, 4), (6, 1)), ((0, 4), (0, 4)), ((0, 4), (0, 0))):
            with self.assertRaises(ValueError) as caught:
                self.land.divide("field", start, end, "a", "b")
            self.assertEqual(str(caught.exception), "no line")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_divide_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.land.divide("sea", (0, 0), (0, 0), "a", "a")
        self.assertEqual(caught.exception.args, ("sea",))


class LandRegisterTestJoin(unittest.TestCase):
    def setUp(self):
        self.land = LandRegister()
        build(self.land)

    def test_join_rectangles(self):
        given(self.land, ("register", "top", [(0, -3), (6, -3), (6, 0), (0, 0)]))
        self.assertEqual(self.land.join("top", "field", "big"), [(0, -3), (6, -3), (6, 4), (0, 4)])
        self.assertEqual(sorted(self.land.parcels), ["big", "lane", "pond", "wood"])
        self.assertEqual(self.land.parcels["big"], [(0, -3), (6, -3), (6, 4), (0, 4)])

    def test_join_keeps_corners(self):
        given(self.land, ("register", "roof", [(0, 0), (6, 0), (4, -3), (2, -3)]))
        self.assertEqual(self.land.join("field", "roof", "roof"), [(0, 0), (2, -3), (4, -3), (6, 0), (6, 4), (0, 4)])
        self.assertEqual("field" in self.land.parcels, False)

    def test_join_not_convex(self):
        for one, other in (("field", "wood"), ("pond", "field"), ("pond", "lane"), ("lane", "wood")):
            with self.assertRaises(ValueError) as caught:
                self.land.join(one, other, "new")
            self.assertEqual(str(caught.exception), "not convex")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_join_name_taken(self):
        with self.assertRaises(ValueError) as caught:
            self.land.join("field", "wood", "pond")
        self.assertEqual(str(caught.exception), "name is taken")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_join_same_parcel(self):
        with self.assertRaises(ValueError) as caught:
            self.land.join("field", "field", "pond")
        self.assertEqual(str(caught.exception), "same parcel")
        self.assertEqual(self.land.parcels, PARCELS)

    def test_join_unknown(self):
        for one, other, name in (("sea", "ice", "sea"), ("pond", "ice", "ice")):
            with self.assertRaises(KeyError) as caught:
                self.land.join(one, other, "wood")
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.land.parcels, PARCELS)


class LandRegisterTestMain(unittest.TestCase):
    def test_main_divide_and_join(self):
        land = LandRegister()
        self.assertEqual(land.register("farm", [(10, 10), (10, 0), (0, 0), (0, 10)]), 200)
        self.assertEqual(land.divide("farm", (0, 5), (10, 5), "north", "south"), (100, 100))
        self.assertEqual(land.divide("south", (3, 5), (5, 0), "se", "sw"), (60, 40))
        self.assertEqual(land.neighbours("north"), ["sw", "se"])
        self.assertEqual(land.border("se", "sw"), [(3, 5), (5, 0)])
        with self.assertRaises(ValueError) as caught:
            land.join("sw", "north", "x")
        self.assertEqual(str(caught.exception), "not convex")
        self.assertEqual(land.join("se", "sw", "south"), [(0, 0), (10, 0), (10, 5), (0, 5)])
        self.assertEqual(
            (land.join("south", "north", "farm"), land.double_area("farm")),
            ([(0, 0), (10, 0), (10, 10), (0, 10)], 200),
        )
        self.assertEqual(land.parcels, {"farm": [(0, 0), (10, 0), (10, 10), (0, 10)]})

    def test_main_road_through_land(self):
        land = LandRegister()
        build(land)
        self.assertEqual(land.double_area("wood"), 46)
        self.assertEqual(land.divide("wood", (8, 5), (10, 0), "east", "west"), (20, 26))
        self.assertEqual(land.neighbours("west"), ["field", "east"])
        self.assertEqual(land.outline(land.parcels["east"] + [(20, 20)]), [(8, 5), (10, 0), (20, 20)])
        with self.assertRaises(ValueError) as caught:
            land.register("barn", [(7, 2), (9, 2), (9, 4)])
        self.assertEqual(str(caught.exception), "overlaps east")
        self.assertEqual(land.register("barn", [(12, 5), (8, 5), (8, 7)]), 8)
        self.assertEqual((land.border("barn", "east"), land.border("barn", "west")), ([(8, 5), (12, 5)], []))
        self.assertEqual(land.join("west", "east", "wood"), [(6, 1), (10, 0), (12, 5), (6, 5)])
        self.assertEqual(land.neighbours("wood"), ["field", "barn"])

    def test_main_triangles(self):
        land = LandRegister()
        self.assertEqual(land.register("t", [(0, 0), (0, 8), (8, 0)]), 64)
        self.assertEqual(land.divide("t", (0, 0), (4, 4), "u", "r"), (32, 32))
        self.assertEqual(land.divide("u", (0, 4), (4, 4), "t", "v"), (16, 16))
        self.assertEqual(land.register("w", [(4, 4), (8, 0), (8, 8)]), 32)
        self.assertEqual((land.neighbours("v"), land.neighbours("r")), (["r", "t"], ["v", "w"]))
        self.assertEqual(land.join("w", "r", "x"), [(0, 0), (8, 0), (8, 8)])
        self.assertEqual(land.border("v", "x"), [(0, 0), (4, 4)])
        with self.assertRaises(ValueError) as caught:
            land.join("x", "v", "y")
        self.assertEqual(str(caught.exception), "not convex")
        self.assertEqual((land.join("t", "v", "y"), sorted(land.parcels)), ([(0, 0), (4, 4), (0, 8)], ["x", "y"]))
