# canary: classeval-hf open store_robots 8f847bd3-5439-4f3b-a88a-ddb8ee83fdaa

import unittest

from solution import StoreRobots

FLOOR = ["....#.", "C.#...", "......", "#..C.."]


def put(store, *robots):
    for name, row, column, heading, charge, plan in robots:
        store.robots[name] = (row, column, heading)
        store.charge[name] = charge
        store.plans[name] = plan


class StoreRobotsTestPlace(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)

    def test_place_several(self):
        self.assertEqual([self.store.place("B", 1, 0, "N"), self.store.place("A", 3, 5, "W")], [1, 2])
        self.assertEqual(self.store.robots, {"B": (1, 0, "N"), "A": (3, 5, "W")})
        self.assertEqual((self.store.charge, self.store.plans), ({"B": 20, "A": 20}, {"B": "", "A": ""}))

    def test_place_not_free(self):
        self.assertEqual(self.store.place("A", 0, 0, "S"), 1)
        for row, column in ((0, 0), (1, 2), (-1, 1), (4, 1), (2, 6), (2, -1), (5, 1), (2, 8)):
            with self.assertRaises(ValueError) as caught:
                self.store.place("B", row, column, "S")
            self.assertEqual(str(caught.exception), "not free")
        self.assertEqual(
            (list(self.store.robots), list(self.store.plans), self.store.charge), (["A"], ["A"], {"A": 20})
        )

    def test_place_corners(self):
        corners = [
            self.store.place(f"{row}{column}", row, column, "E") for row, column in ((0, 0), (0, 5), (3, 5), (3, 1))
        ]
        self.assertEqual((corners, self.store.robots["05"]), ([1, 2, 3, 4], (0, 5, "E")))

    def test_place_errors(self):
        self.assertEqual(self.store.place("A", 0, 0, "S"), 1)
        for name, heading, message in (
            ("A", "X", "robot exists: A"),
            ("B", "X", "bad heading: X"),
            ("B", "NE", "bad heading: NE"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.store.place(name, 0, 0, heading)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.store.robots, {"A": (0, 0, "S")})

    def test_place_next_to_each_other(self):
        self.assertEqual([self.store.place("A", 2, 2, "S"), self.store.place("B", 2, 3, "S")], [1, 2])
        self.assertEqual(self.store.robots, {"A": (2, 2, "S"), "B": (2, 3, "S")})


class StoreRobotsTestRemove(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)
        put(self.store, ("A", 0, 0, "S", 13, "FLRW"), ("B", 2, 2, "N", 0, ""), ("C", 2, 3, "N", 5, "F"))

    def test_remove_with_commands(self):
        self.assertEqual(self.store.remove("A"), (13, 4))
        self.assertEqual(self.store.robots, {"B": (2, 2, "N"), "C": (2, 3, "N")})
        self.assertEqual((self.store.charge, self.store.plans), ({"B": 0, "C": 5}, {"B": "", "C": "F"}))

    def test_remove_without_commands(self):
        self.assertEqual(self.store.remove("B"), (0, 0))
        self.assertEqual(sorted(self.store.plans), ["A", "C"])

    def test_remove_all(self):
        self.assertEqual([self.store.remove(name) for name in "CAB"], [(5, 1), (13, 4), (0, 0)])
        self.assertEqual((self.store.robots, self.store.charge, self.store.plans), ({}, {}, {}))

    def test_remove_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.store.remove("D")
        self.assertEqual((caught.exception.args, len(self.store.robots)), (("D",), 3))

    def test_remove_twice(self):
        self.assertEqual(self.store.remove("C"), (5, 1))
        with self.assertRaises(KeyError) as caught:
            self.store.remove("C")
        self.assertEqual((caught.exception.args, len(self.store.charge)), (("C",), 2))


class StoreRobotsTestOrder(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)
        put(self.store, ("A", 0, 0, "S", 13, "FL"), ("B", 2, 2, "N", 0, ""))

    def test_order_appends(self):
        self.assertEqual([self.store.order("A", "RW"), self.store.order("A", "F")], ["FLRW", "FLRWF"])
        self.assertEqual(self.store.plans, {"A": "FLRWF", "B": ""})

    def test_order_first_commands(self):
        self.assertEqual(self.store.order("B", "WWRLF"), "WWRLF")
        self.assertEqual((self.store.plans["B"], self.store.charge["B"]), ("WWRLF", 0))

    def test_order_nothing(self):
        self.assertEqual([self.store.order("A", ""), self.store.order("B", "")], ["FL", ""])

    def test_order_bad_command(self):
        for commands, bad in (("FXY", "X"), ("f", "f"), ("FF F", " "), ("YL", "Y")):
            with self.assertRaises(ValueError) as caught:
                self.store.order("A", commands)
            self.assertEqual(str(caught.exception), f"bad command: {bad}")
        self.assertEqual(self.store.plans, {"A": "FL", "B": ""})

    def test_order_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.store.order("D", "X")
        self.assertEqual((caught.exception.args, len(self.store.plans)), (("D",), 2))


class StoreRobotsTestStep(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)

    def test_step_single_commands(self):
        put(
            self.store,
            ("A", 2, 1, "W", 9, "FF"),
            ("B", 0, 1, "W", 9, "L"),
            ("D", 1, 4, "N", 9, "RF"),
            ("E", 2, 3, "S", 1, "W"),
        )
        self.assertEqual(self.store.step(), {"A": "moved", "B": "turned", "D": "turned", "E": "waited"})
        self.assertEqual(self.store.robots, {"A": (2, 0, "W"), "B": (0, 1, "S"), "D": (1, 4, "E"), "E": (2, 3, "S")})
        self.assertEqual(self.store.charge, {"A": 7, "B": 8, "D": 8, "E": 1})
        self.assertEqual(self.store.plans, {"A": "F", "B": "", "D": "F", "E": ""})

    def test_step_turns(self):
        put(self.store, *[(heading, 2, index, heading, 9, "LR") for index, heading in enumerate("NESW")])
        self.assertEqual(set(self.store.step().values()), {"turned"})
        self.assertEqual("".join(self.store.robots[name][2] for name in "NESW"), "WNES")
        self.assertEqual(set(self.store.step().values()), {"turned"})
        self.assertEqual("".join(self.store.robots[name][2] for name in "NESW"), "NESW")

    def test_step_bumped(self):
        robots = [
            ("A", 0, 1, "N", 9, "FF"),
            ("B", 0, 5, "E", 2, "FLW"),
            ("D", 2, 2, "N", 9, "F"),
            ("E", 2, 0, "W", 8, "F"),
        ]
        put(self.store, *robots, ("G", 3, 4, "S", 7, "FW"))
        self.assertEqual(self.store.step(), dict.fromkeys("ABDEG", "bumped"))
        self.assertEqual(
            (self.store.charge, set(self.store.plans.values())), ({"A": 7, "B": 0, "D": 7, "E": 6, "G": 5}, {""})
        )
        self.assertEqual(self.store.robots["E"], (2, 0, "W"))

    def test_step_empty(self):
        put(
            self.store,
            ("A", 0, 1, "N", 1, "F"),
            ("B", 0, 2, "W", 0, "LF"),
            ("D", 2, 2, "E", 2, "F"),
            ("E", 3, 2, "E", 0, "W"),
        )
        self.assertEqual(self.store.step(), {"A": "empty", "B": "empty", "D": "moved", "E": "waited"})
        self.assertEqual(
            (self.store.charge, self.store.plans),
            ({"A": 1, "B": 0, "D": 0, "E": 0}, {"A": "F", "B": "LF", "D": "", "E": ""}),
        )

    def test_step_chain(self):
        put(self.store, ("A", 2, 0, "E", 9, "F"), ("B", 2, 1, "E", 9, "F"), ("D", 2, 2, "E", 9, "F"))
        self.assertEqual(self.store.step(), dict.fromkeys("ABD", "moved"))
        self.assertEqual(self.store.robots, {"A": (2, 1, "E"), "B": (2, 2, "E"), "D": (2, 3, "E")})

    def test_step_chain_blocked(self):
        put(
            self.store,
            ("A", 2, 0, "E", 9, "FF"),
            ("B", 2, 1, "E", 9, "F"),
            ("D", 2, 2, "E", 9, "L"),
            ("E", 2, 4, "W", 9, "F"),
        )
        self.assertEqual(self.store.step(), {"A": "blocked", "B": "blocked", "D": "turned", "E": "moved"})
        self.assertEqual(self.store.robots, {"A": (2, 0, "E"), "B": (2, 1, "E"), "D": (2, 2, "N"), "E": (2, 3, "W")})
        self.assertEqual((self.store.charge["A"], self.store.plans["A"], self.store.plans["B"]), (9, "FF", "F"))

    def test_step_blocked_by_robot_without_commands(self):
        put(
            self.store,
            ("A", 2, 0, "E", 9, "F"),
            ("B", 2, 1, "E", 9, ""),
            ("D", 2, 2, "W", 9, "F"),
            ("E", 2, 3, "W", 1, "F"),
        )
        self.assertEqual(self.store.step(), {"A": "blocked", "D": "blocked", "E": "empty"})
        self.assertEqual(self.store.robots["D"], (2, 2, "W"))

    def test_step_swap(self):
        put(
            self.store,
            ("A", 2, 0, "E", 9, "F"),
            ("B", 2, 1, "W", 5, "F"),
            ("D", 2, 2, "W", 9, "F"),
            ("E", 1, 1, "S", 20, "F"),
        )
        self.assertEqual(self.store.step(), dict.fromkeys("ABDE", "blocked"))
        self.assertEqual((self.store.charge["E"], self.store.plans), (20, dict.fromkeys("ABDE", "F")))

    def test_step_circle(self):
        put(
            self.store,
            ("A", 2, 4, "E", 9, "F"),
            ("B", 2, 5, "S", 9, "F"),
            ("D", 3, 5, "W", 9, "F"),
            ("E", 3, 4, "N", 9, "F"),
        )
        self.assertEqual(self.store.step(), dict.fromkeys("ABDE", "moved"))
        self.assertEqual(self.store.robots, {"A": (2, 5, "E"), "B": (3, 5, "S"), "D": (3, 4, "W"), "E": (2, 4, "N")})

    def test_step_same_cell(self):
        put(
            self.store,
            ("A", 2, 3, "E", 8, "F"),
            ("B", 1, 4, "S", 9, "F"),
            ("D", 2, 5, "W", 9, "F"),
            ("E", 1, 5, "S", 4, "F"),
        )
        self.assertEqual(self.store.step(), {"A": "blocked", "B": "moved", "D": "blocked", "E": "blocked"})
        self.assertEqual((self.store.robots["B"], self.store.charge), ((2, 4, "S"), {"A": 8, "B": 7, "D": 9, "E": 4}))

    def test_step_same_cell_winner_blocked(self):
        put(
            self.store,
            ("A", 2, 3, "E", 8, "F"),
            ("B", 1, 4, "S", 9, "F"),
            ("D", 2, 4, "S", 9, "F"),
            ("E", 3, 4, "N", 9, ""),
        )
        self.assertEqual(self.store.step(), {"A": "blocked", "B": "blocked", "D": "blocked"})
        self.store.robots["E"] = (3, 5, "W")
        self.assertEqual(self.store.step(), {"A": "blocked", "B": "moved", "D": "moved"})
        self.assertEqual(self.store.robots["A"], (2, 3, "E"))

    def test_step_charges(self):
        put(self.store, ("A", 1, 0, "E", 5, ""), ("B", 3, 3, "E", 18, "W"))
        self.assertEqual(self.store.step(), {"B": "waited"})
        self.assertEqual(self.store.charge, {"A": 9, "B": 20})
        self.store.plans = {"A": "L", "B": "F"}
        self.assertEqual(self.store.step(), {"A": "turned", "B": "moved"})
        self.assertEqual(self.store.charge, {"A": 8, "B": 18})
        self.store.plans["A"] = "F"
        self.store.charge["A"] = 1
        self.assertEqual(
            [self.store.step(), self.store.step(), self.store.charge["A"]], [{"A": "empty"}, {"A": "moved"}, 3]
        )

    def test_step_charges_blocked_but_not_bumped_or_arriving(self):
        put(self.store, ("A", 1, 0, "S", 5, "F"), ("B", 2, 0, "S", 6, ""), ("D", 3, 3, "S", 8, "F"))
        self.assertEqual(self.store.step(), {"A": "blocked", "D": "bumped"})
        self.assertEqual(self.store.charge, {"A": 9, "B": 6, "D": 6})
        put(self.store, ("D", 3, 4, "W", 8, "F"))
        self.assertEqual((self.store.step()["D"], self.store.charge["D"]), ("moved", 6))
        self.assertEqual((self.store.step(), self.store.charge), ({"A": "blocked"}, {"A": 17, "B": 6, "D": 10}))


class StoreRobotsTestRun(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)

    def test_run_until_done(self):
        put(self.store, ("A", 2, 0, "E", 20, "FFLFR"), ("B", 3, 5, "N", 20, "FW"))
        self.assertEqual(self.store.run(50), 4)
        self.assertEqual(
            (self.store.robots, self.store.charge), ({"A": (2, 2, "N"), "B": (2, 5, "N")}, {"A": 13, "B": 18})
        )

    def test_run_limit(self):
        put(self.store, ("A", 2, 0, "E", 20, "FFFF"))
        self.assertEqual([self.store.run(1), self.store.run(2), self.store.plans], [1, 2, {"A": "F"}])
        self.assertEqual([self.store.run(0), self.store.robots], [0, {"A": (2, 3, "E")}])

    def test_run_stuck(self):
        put(self.store, ("A", 2, 0, "E", 20, "LRFF"), ("B", 2, 1, "W", 20, "F"), ("D", 0, 0, "E", 1, "F"))
        self.assertEqual(self.store.run(9), 3)
        self.assertEqual(
            (self.store.plans, self.store.charge), ({"A": "FF", "B": "F", "D": "F"}, {"A": 18, "B": 20, "D": 1})
        )

    def test_run_waits_for_charge(self):
        put(self.store, ("A", 1, 0, "E", 0, "F"), ("B", 2, 3, "E", 1, "F"), ("D", 3, 3, "E", 13, ""))
        self.assertEqual(self.store.run(9), 3)
        self.assertEqual(
            (self.store.charge, self.store.plans), ({"A": 2, "B": 1, "D": 20}, {"A": "", "B": "F", "D": ""})
        )

    def test_run_without_commands(self):
        put(self.store, ("A", 1, 0, "E", 3, ""))
        self.assertEqual([self.store.run(5), self.store.charge], [0, {"A": 3}])
        self.store.plans["A"] = "WWW"
        self.assertEqual([self.store.run(5), self.store.charge], [3, {"A": 15}])


class StoreRobotsTestRoute(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)
        put(self.store, ("A", 2, 0, "E", 0, "LL"), ("B", 0, 3, "N", 9, ""))

    def test_route_straight_and_turns(self):
        cells = [(2, 3), (1, 0), (3, 1), (2, 5), (1, 3)]
        self.assertEqual([self.store.route("A", *cell) for cell in cells], ["FFF", "LF", "FRF", "FFFFF", "FFFLF"])

    def test_route_first_as_text(self):
        self.assertEqual([self.store.route("A", 3, 4), self.store.route("A", 1, 1)], ["FFFFRF", "FLF"])
        self.store.robots["A"] = (2, 5, "E")
        self.assertEqual([self.store.route("A", 2, 4), self.store.route("A", 3, 4)], ["LLF", "RFRF"])

    def test_route_around_robots(self):
        put(self.store, ("D", 2, 1, "N", 5, "F"))
        self.assertEqual(self.store.route("A", 0, 2), "LFFRFF")
        self.store.robots["B"] = (3, 1, "W")
        self.assertEqual(self.store.route("A", 2, 2), "LFFRFFFRFFRF")
        self.store.robots["D"] = (0, 1, "N")
        self.assertEqual(self.store.route("A", 0, 5), "FFFFFLFF")

    def test_route_own_cell(self):
        self.assertEqual([self.store.route("A", 2, 0), self.store.route("B", 0, 3)], ["", ""])
        self.assertEqual((self.store.robots["A"], self.store.plans["A"]), ((2, 0, "E"), "LL"))

    def test_route_back_over_own_cell(self):
        self.store.robots["A"] = (3, 5, "S")
        self.assertEqual([self.store.route("A", 2, 5), self.store.route("A", 3, 2)], ["LLF", "RFFF"])

    def test_route_none(self):
        put(
            self.store,
            ("D", 2, 2, "N", 1, ""),
            ("E", 3, 1, "N", 1, ""),
            ("G", 3, 2, "N", 1, ""),
            ("H", 0, 2, "N", 1, ""),
        )
        for cell in ((1, 2), (0, 3), (2, 2), (4, 0), (0, -1), (0, 6), (2, 3)):
            with self.assertRaises(ValueError) as caught:
                self.store.route("A", *cell)
            self.assertEqual(str(caught.exception), "no route")
        with self.assertRaises(KeyError) as caught:
            self.store.route("K", 0, 0)
        self.assertEqual(caught.exception.args, ("K",))


class StoreRobotsTestPicture(unittest.TestCase):
    def setUp(self):
        self.store = StoreRobots(FLOOR, 20, 4)

    def test_picture_headings(self):
        put(
            self.store,
            ("A", 0, 0, "N", 1, ""),
            ("B", 1, 3, "E", 1, ""),
            ("D", 2, 5, "S", 1, ""),
            ("E", 3, 1, "W", 1, ""),
        )
        self.assertEqual(self.store.picture(), ["^...#.", "C.#>..", ".....v", "#<.C.."])

    def test_picture_on_charging_place(self):
        put(self.store, ("A", 1, 0, "S", 1, ""), ("B", 3, 3, "W", 1, ""))
        self.assertEqual(self.store.picture(), ["....#.", "v.#...", "......", "#..<.."])

    def test_picture_without_robots(self):
        self.assertEqual(self.store.picture(), ["....#.", "C.#...", "......", "#..C.."])

    def test_picture_small(self):
        store = StoreRobots(["C"], 3, 1)
        self.assertEqual(store.picture(), ["C"])
        put(store, ("A", 0, 0, "E", 1, ""))
        self.assertEqual(store.picture(), [">"])

    def test_picture_changes_nothing(self):
        put(self.store, ("A", 2, 2, "N", 1, ""))
        self.assertEqual(self.store.picture()[2], "..^...")
        self.store.picture().clear()
        self.assertEqual((self.store.floor, self.store.robots), (FLOOR, {"A": (2, 2, "N")}))


class StoreRobotsTestMain(unittest.TestCase):
    def test_main_two_robots(self):
        floor = ["...", ".#C"]
        store = StoreRobots(floor, 7, 3)
        floor.clear()
        self.assertEqual([store.place("B", 0, 0, "E"), store.place("A", 0, 2, "W")], [1, 2])
        self.assertEqual(
            [store.order("A", "F"), store.order("B", "FRF"), store.step()],
            ["F", "FRF", {"A": "moved", "B": "blocked"}],
        )
        self.assertEqual((store.run(5), store.plans, store.picture()), (1, {"A": "", "B": "FRF"}, ["><.", ".#C"]))
        self.assertEqual([store.order("A", "LRRLF"), store.run(1), store.charge], ["LRRLF", 1, {"B": 7, "A": 4}])
        self.assertEqual([store.remove("A"), store.run(9), store.robots], [(4, 4), 3, {"B": (0, 1, "S")}])
        self.assertEqual([store.charge, store.route("B", 1, 2)], [{"B": 2}, "LFRF"])
        self.assertEqual([store.order("B", "LFRF"), store.run(9), store.charge], ["LFRF", 2, {"B": 1}])
        self.assertEqual((store.step(), store.plans), ({"B": "empty"}, {"B": "FRF"}))

    def test_main_charging(self):
        store = StoreRobots(["C...C"], 6, 1)
        self.assertEqual([store.place("A", 0, 0, "E"), store.place("B", 0, 4, "W")], [1, 2])
        self.assertEqual([store.order("A", store.route("A", 0, 2)), store.order("B", "FLLF")], ["FF", "FLLF"])
        self.assertEqual([store.run(9), store.picture()], [4, ["C.>.>"]])
        self.assertEqual((store.charge, store.plans), ({"A": 2, "B": 0}, {"A": "", "B": ""}))
        self.assertEqual([store.order("B", "RRF"), store.run(2), store.charge["B"]], ["RRF", 2, 0])
        self.assertEqual(
            [store.step(), store.step(), store.charge], [{"B": "empty"}, {"B": "turned"}, {"A": 2, "B": 0}]
        )
        self.assertEqual(
            [store.order("A", "F"), store.run(9), store.robots], ["F", 7, {"A": (0, 3, "E"), "B": (0, 4, "W")}]
        )

    def test_main_train(self):
        store = StoreRobots([".....", "....."], 9, 2)
        self.assertEqual([store.place(name, 0, index, "E") for index, name in enumerate("CBA")], [1, 2, 3])
        self.assertEqual([store.order("A", "FFF"), store.order("B", "FFF"), store.order("C", "FFF")], ["FFF"] * 3)
        self.assertEqual([store.run(2), store.picture()], [2, ["..>>>", "....."]])
        self.assertEqual(store.step(), {"A": "bumped", "B": "blocked", "C": "blocked"})
        self.assertEqual([store.remove("A"), store.order("C", "W"), store.run(9)], [(3, 0), "FW", 2])
        self.assertEqual((store.robots, store.charge), ({"C": (0, 3, "E"), "B": (0, 4, "E")}, {"C": 3, "B": 3}))
        self.assertEqual([store.route("C", 1, 4), store.route("B", 0, 2)], ["RFLF", "RFRFFRF"])
        with self.assertRaises(ValueError) as caught:
            store.place("A", 0, 3, "N")
        self.assertEqual(str(caught.exception), "not free")
