# canary: classeval-hf open lake_winter c9e94766-cc76-44c1-a613-a4f676f5a1c5

import unittest

from solution import LakeWinter

POND = ["#.....#", "#.....#", "......."]


def pass_days(lake, *days):
    """Freezes with each number above 0, thaws with each below."""
    for day in days:
        if day > 0:
            lake.freeze(day)
        else:
            lake.thaw(-day)


def settle(lake, *walkers):
    for walker in walkers:
        lake.place(*walker)


def send(lake, name, steps):
    lake.walk(name, steps)


def blow(lake, directions):
    for direction in directions:
        lake.drift(direction)


class LakeWinterTestFreeze(unittest.TestCase):
    def test_freeze_from_the_shore(self):
        lake = LakeWinter(POND)
        self.assertEqual(lake.freeze(10), 6)
        self.assertEqual(lake.ice, {(0, 1): 10, (0, 5): 10, (1, 1): 10, (1, 5): 10, (2, 0): 10, (2, 6): 10})

    def test_freeze_at_once(self):
        lake = LakeWinter(["#...."])
        self.assertEqual([lake.freeze(10), lake.freeze(10), lake.freeze(10)], [1, 1, 1])
        self.assertEqual(lake.ice, {(0, 1): 21, (0, 2): 16, (0, 3): 10})

    def test_freeze_thick_ice(self):
        lake = LakeWinter(["#."])
        self.assertEqual([lake.freeze(60), lake.freeze(3), lake.freeze(4), lake.freeze(9)], [1, 0, 0, 0])
        self.assertEqual(lake.ice, {(0, 1): 64})

    def test_freeze_no_shore(self):
        lake = LakeWinter(["...", "..."])
        self.assertEqual((lake.freeze(50), lake.ice), (0, {}))

    def test_freeze_all_land(self):
        lake = LakeWinter(["##", "##"])
        self.assertEqual((lake.freeze(5), lake.ice, lake.rows), (0, {}, ["##", "##"]))

    def test_freeze_from_ice_without_land(self):
        lake = LakeWinter(["#.....#"])
        pass_days(lake, 10, 10, 10, -8, -3)
        self.assertEqual(lake.ice, {(0, 2): 5, (0, 4): 5})
        self.assertEqual(lake.freeze(2), 3)
        self.assertEqual(lake.ice, {(0, 1): 2, (0, 2): 6, (0, 3): 2, (0, 4): 6, (0, 5): 2})

    def test_freeze_above_and_below(self):
        lake = LakeWinter([".", "#", "."])
        self.assertEqual((lake.freeze(7), lake.ice), (2, {(0, 0): 7, (2, 0): 7}))

    def test_freeze_bad_frost(self):
        lake = LakeWinter(POND)
        for frost in (0, -3):
            with self.assertRaises(ValueError) as caught:
                lake.freeze(frost)
            self.assertEqual(str(caught.exception), "bad frost")
        self.assertEqual(lake.ice, {})
        self.assertEqual(lake.freeze(1), 6)


class LakeWinterTestThaw(unittest.TestCase):
    def test_thaw_shore_and_middle(self):
        lake = LakeWinter(["#.....#"])
        pass_days(lake, 10, 10, 10)
        self.assertEqual(lake.thaw(4), [])
        self.assertEqual(lake.ice, {(0, 1): 13, (0, 2): 12, (0, 3): 6, (0, 4): 12, (0, 5): 13})

    def test_thaw_two_open_neighbours(self):
        lake = LakeWinter(["#.....", "......", "......"])
        pass_days(lake, 10, 10)
        self.assertEqual(lake.ice, {(0, 1): 16, (1, 0): 16, (0, 2): 10, (1, 1): 10, (2, 0): 10})
        self.assertEqual(lake.thaw(3), [])
        self.assertEqual(lake.ice, {(0, 1): 10, (1, 0): 10, (0, 2): 4, (1, 1): 4, (2, 0): 7})

    def test_thaw_three_open_neighbours(self):
        lake = LakeWinter(POND)
        pass_days(lake, 10, 10, 10, -11)
        self.assertEqual(set(lake.ice.values()), {5})
        self.assertEqual(lake.thaw(2), [])
        self.assertEqual(lake.ice, {(0, 2): 1, (0, 4): 1, (1, 2): 1, (1, 4): 1, (2, 1): 1, (2, 5): 1})

    def test_thaw_by_what_was_before(self):
        lake = LakeWinter(["#...."])
        pass_days(lake, 4, 4, 4)
        self.assertEqual(lake.ice, {(0, 1): 9, (0, 2): 7, (0, 3): 4})
        self.assertEqual((lake.thaw(5), lake.ice), ([], {(0, 2): 2}))
        self.assertEqual((lake.thaw(1), lake.ice), ([], {}))

    def test_thaw_walkers(self):
        lake = LakeWinter(["#....."])
        pass_days(lake, 20, 20, 20)
        settle(lake, ("zoe", 0, 1, 33), ("ann", 0, 2, 27), ("ben", 0, 3, 10), ("cy", 0, 0, 99))
        self.assertEqual(lake.ice, {(0, 1): 38, (0, 2): 30, (0, 3): 20})
        self.assertEqual(lake.thaw(3), ["zoe"])
        self.assertEqual(lake.ice, {(0, 2): 27, (0, 3): 17})
        self.assertEqual(lake.thaw(9), ["ann", "ben"])
        self.assertEqual((lake.ice, lake.walkers), ({}, {"cy": (0, 0, 99)}))

    def test_thaw_walker_no_ice_left(self):
        lake = LakeWinter(["#....."])
        pass_days(lake, 6, 6)
        settle(lake, ("ann", 0, 2, 1), ("ben", 0, 1, 9))
        self.assertEqual((lake.thaw(1), lake.thaw(40)), (["ben"], ["ann"]))
        self.assertEqual((lake.ice, lake.walkers), ({}, {}))

    def test_thaw_no_ice(self):
        lake = LakeWinter(POND)
        settle(lake, ("ann", 0, 0, 5))
        self.assertEqual((lake.thaw(7), lake.ice, lake.walkers), ([], {}, {"ann": (0, 0, 5)}))

    def test_thaw_bad_warmth(self):
        lake = LakeWinter(["#."])
        pass_days(lake, 8)
        for warmth in (0, -2):
            with self.assertRaises(ValueError) as caught:
                lake.thaw(warmth)
            self.assertEqual(str(caught.exception), "bad warmth")
        self.assertEqual(lake.ice, {(0, 1): 8})
        self.assertEqual((lake.thaw(1), lake.ice), ([], {(0, 1): 6}))


class LakeWinterTestPlace(unittest.TestCase):
    def setUp(self):
        self.lake = LakeWinter(POND)
        pass_days(self.lake, 10, 10)

    def test_place_on_ice(self):
        self.assertEqual([self.lake.place("ann", 0, 1, 9), self.lake.place("ben", 2, 5, 8)], [7, 2])
        self.assertEqual(self.lake.walkers, {"ann": (0, 1, 9), "ben": (2, 5, 8)})

    def test_place_just_borne(self):
        self.assertEqual([self.lake.place("ann", 2, 0, 16), self.lake.place("ben", 2, 6, 15)], [0, 1])
        self.assertEqual(self.lake.ice[2, 0], 16)

    def test_place_on_land(self):
        self.assertEqual([self.lake.place("ann", 0, 0, 900), self.lake.place("ben", 1, 6, 1)], [0, 0])
        self.assertEqual(self.lake.walkers, {"ann": (0, 0, 900), "ben": (1, 6, 1)})

    def test_place_no_place(self):
        settle(self.lake, ("ann", 0, 1, 5), ("ben", 1, 0, 5))
        for row, column in ((-1, 0), (3, 0), (0, -1), (0, 7), (0, 3), (0, 1), (1, 0)):
            with self.assertRaises(ValueError) as caught:
                self.lake.place("cy", row, column, 30)
            self.assertEqual(str(caught.exception), "no place")
        self.assertEqual(self.lake.walkers, {"ann": (0, 1, 5), "ben": (1, 0, 5)})

    def test_place_other_errors(self):
        settle(self.lake, ("ann", 0, 1, 5))
        cases = [("ann", 9, 9, 0, "bad weight"), ("ben", 0, 2, -2, "bad weight")]
        cases += [("ann", 9, 9, 5, "known"), ("ben", 0, 2, 11, "too thin")]
        for name, row, column, weight, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.lake.place(name, row, column, weight)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.lake.walkers, self.lake.ice[0, 2]), ({"ann": (0, 1, 5)}, 10))
        self.assertEqual(self.lake.place("ben", 0, 2, 10), 0)


class LakeWinterTestWalk(unittest.TestCase):
    def setUp(self):
        self.lake = LakeWinter(POND)
        pass_days(self.lake, 10, 10)
        settle(self.lake, ("ann", 0, 0, 12), ("ben", 1, 1, 4))

    def test_walk_all_directions(self):
        self.assertEqual(self.lake.walk("ben", "neswws"), (6, []))
        self.assertEqual(self.lake.walkers["ben"], (2, 0, 4))
        self.assertEqual(self.lake.walk("ben", "ene"), (3, []))
        self.assertEqual(self.lake.walkers, {"ann": (0, 0, 12), "ben": (1, 2, 4)})

    def test_walk_stops(self):
        self.assertEqual(self.lake.walk("ben", "eens"), (1, []))
        self.assertEqual(self.lake.walk("ben", "wnnee"), (2, []))
        self.assertEqual(self.lake.walkers["ben"], (0, 1, 4))
        self.assertEqual(
            [self.lake.walk("ben", "w"), self.lake.walk("ann", "w"), self.lake.walk("ben", "")], [(0, [])] * 3
        )

    def test_walk_edges(self):
        self.assertEqual(self.lake.walk("ben", "sss"), (1, []))
        self.assertEqual(self.lake.walk("ann", "sssww"), (2, []))
        self.assertEqual(self.lake.walkers, {"ann": (2, 0, 12), "ben": (2, 1, 4)})

    def test_walk_breaks(self):
        self.assertEqual(self.lake.walk("ann", "eeww"), (1, ["ann"]))
        self.assertEqual(self.lake.walkers, {"ben": (1, 1, 4)})
        self.assertEqual(len(self.lake.ice), 10)
        self.assertEqual(
            [cell in self.lake.ice for cell in ((0, 1), (0, 2), (1, 2), (1, 1))], [True, False, False, True]
        )

    def test_walk_breaks_under_others(self):
        settle(self.lake, ("zed", 1, 2, 10), ("cy", 2, 1, 6), ("dan", 0, 5, 2))
        self.assertEqual(self.lake.walk("ann", "ee"), (1, ["ann", "zed"]))
        self.assertEqual(self.lake.walkers, {"ben": (1, 1, 4), "cy": (2, 1, 6), "dan": (0, 5, 2)})
        settle(self.lake, ("abe", 1, 0, 17))
        self.assertEqual(self.lake.walk("abe", "s"), (0, ["abe", "cy"]))
        self.assertEqual(self.lake.walkers, {"ben": (1, 1, 4), "dan": (0, 5, 2)})

    def test_walk_onto_thin_ice_of_another_weight(self):
        settle(self.lake, ("big", 2, 0, 16), ("cy", 1, 5, 16))
        self.assertEqual(self.lake.walk("big", "e"), (0, ["big"]))
        self.assertEqual(
            sorted(self.lake.ice),
            [(0, 1), (0, 2), (0, 4), (0, 5), (1, 1), (1, 2), (1, 4), (1, 5), (2, 0), (2, 5), (2, 6)],
        )
        self.assertEqual(self.lake.walk("cy", "sww"), (0, ["cy"]))
        self.assertEqual(sorted(self.lake.ice)[-3:], [(1, 5), (2, 0), (2, 6)])
        self.assertEqual(self.lake.walkers, {"ann": (0, 0, 12), "ben": (1, 1, 4)})

    def test_walk_breaks_under_first_or_last(self):
        walkers = [("zed", 1, 2, 10), ("big", 1, 0, 17), ("cy", 2, 1, 3)]
        for order in (walkers, walkers[::-1]):
            lake = LakeWinter(POND)
            pass_days(lake, 10, 10)
            settle(lake, *order)
            self.assertEqual(lake.walk("big", "e"), (0, ["big", "cy", "zed"]))
            self.assertEqual((lake.walkers, len(lake.ice)), ({}, 8))

    def test_walk_just_borne(self):
        settle(self.lake, ("cy", 2, 0, 10))
        self.assertEqual(self.lake.walk("cy", "ee"), (1, []))
        self.assertEqual(self.lake.walkers["cy"], (2, 1, 10))

    def test_walk_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.lake.walk("cy", "x")
        self.assertEqual(missing.exception.args, ("cy",))
        for steps, message in (
            ("exn", "bad step: x"),
            ("xe", "bad step: x"),
            ("ey", "bad step: y"),
            ("wwE?", "bad step: E"),
            ("n n", "bad step:  "),
        ):
            with self.assertRaises(ValueError) as caught:
                self.lake.walk("ben", steps)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.lake.walkers, {"ann": (0, 0, 12), "ben": (1, 1, 4)})


class LakeWinterTestFloes(unittest.TestCase):
    def test_floes_two(self):
        lake = LakeWinter(["#.....#"])
        pass_days(lake, 10, 10, 10, -8)
        self.assertEqual(lake.floes(), [])
        pass_days(lake, -3)
        self.assertEqual((lake.floes(), lake.ice), ([[(0, 2)], [(0, 4)]], {(0, 2): 5, (0, 4): 5}))

    def test_floes_together(self):
        lake = LakeWinter(POND)
        pass_days(lake, 10, 10, 10, -11)
        self.assertEqual(lake.floes(), [[(0, 2), (1, 2)], [(0, 4), (1, 4)], [(2, 1)], [(2, 5)]])

    def test_floes_no_ice(self):
        lake = LakeWinter(POND)
        self.assertEqual((lake.floes(), lake.ice), ([], {}))

    def test_floes_corner_of_land(self):
        lake = LakeWinter(["....", "....", "..#.", "...."])
        pass_days(lake, 10, 10, 10)
        self.assertEqual(lake.floes(), [])
        settle(lake, ("ann", 2, 2, 22))
        send(lake, "ann", "n")
        self.assertEqual(sorted(lake.walkers), [])
        self.assertEqual(lake.floes(), [[(0, 1)], [(0, 3)]])

    def test_floes_broken_off(self):
        lake = LakeWinter(["#...."])
        pass_days(lake, 10, 10, 10, 10)
        settle(lake, ("ann", 0, 0, 25))
        send(lake, "ann", "ee")
        self.assertEqual((lake.ice, lake.floes()), ({(0, 1): 25, (0, 4): 10}, [[(0, 4)]]))


class LakeWinterTestDrift(unittest.TestCase):
    def setUp(self):
        self.lake = LakeWinter(["#.....", "......", "......"])
        pass_days(self.lake, 12, 12, 12, 12, -10, -5)

    def test_drift_shape_and_thickness(self):
        self.assertEqual(self.lake.ice, {(0, 2): 10, (1, 1): 10, (1, 2): 4, (2, 0): 10, (2, 1): 4})
        self.assertEqual(self.lake.drift("e"), 1)
        self.assertEqual(self.lake.ice, {(0, 3): 10, (1, 2): 10, (1, 3): 4, (2, 1): 10, (2, 2): 4})

    def test_drift_blocked_by_the_grid(self):
        self.assertEqual([self.lake.drift(direction) for direction in "wns"], [0, 0, 0])
        self.assertEqual([self.lake.drift("e") for _ in range(5)], [1, 1, 1, 0, 0])
        self.assertEqual(sorted(self.lake.ice), [(0, 5), (1, 4), (1, 5), (2, 3), (2, 4)])

    def test_drift_takes_walkers(self):
        settle(self.lake, ("ann", 1, 1, 9), ("ben", 0, 0, 3), ("cy", 2, 1, 4))
        self.assertEqual([self.lake.drift("e"), self.lake.drift("w"), self.lake.drift("e")], [1, 1, 1])
        self.assertEqual(self.lake.walkers, {"ann": (1, 2, 9), "ben": (0, 0, 3), "cy": (2, 2, 4)})

    def test_drift_several(self):
        lake = LakeWinter(POND)
        pass_days(lake, 10, 10, 10, -11)
        settle(lake, ("ann", 2, 5, 5), ("ben", 0, 4, 2))
        self.assertEqual(lake.drift("w"), 4)
        self.assertEqual(sorted(lake.ice), [(0, 1), (0, 3), (1, 1), (1, 3), (2, 0), (2, 4)])
        self.assertEqual(lake.walkers, {"ann": (2, 4, 5), "ben": (0, 3, 2)})
        self.assertEqual(lake.drift("s"), 1)
        self.assertEqual(sorted(lake.ice), [(0, 1), (1, 1), (1, 3), (2, 0), (2, 3), (2, 4)])
        self.assertEqual(lake.drift("n"), 1)
        self.assertEqual((sorted(lake.ice)[-1], lake.walkers["ann"]), ((2, 0), (1, 4, 5)))

    def test_drift_fast_ice_stays(self):
        lake = LakeWinter(["#....."])
        pass_days(lake, 10, 10, 10, 10)
        self.assertEqual([lake.drift(direction) for direction in "nesw"], [0, 0, 0, 0])
        settle(lake, ("ann", 0, 0, 25))
        send(lake, "ann", "ee")
        self.assertEqual([lake.drift("w"), lake.drift("e")], [1, 1])
        self.assertEqual([lake.drift("e"), lake.ice], [1, {(0, 1): 25, (0, 5): 10}])

    def test_drift_grows_together(self):
        lake = LakeWinter(["#.....#"])
        pass_days(lake, 10, 10, 10, -8, -3)
        self.assertEqual((lake.drift("e"), lake.ice), (2, {(0, 3): 5, (0, 5): 5}))
        self.assertEqual((lake.drift("e"), lake.ice), (1, {(0, 4): 5, (0, 5): 5}))
        self.assertEqual((lake.drift("w"), lake.ice), (0, {(0, 4): 5, (0, 5): 5}))

    def test_drift_bad_direction(self):
        for direction in ("E", "", "ne"):
            with self.assertRaises(ValueError) as caught:
                self.lake.drift(direction)
            self.assertEqual(str(caught.exception), "bad direction")
        self.assertEqual(sorted(self.lake.ice), [(0, 2), (1, 1), (1, 2), (2, 0), (2, 1)])
        self.assertEqual(self.lake.drift("e"), 1)


class LakeWinterTestMain(unittest.TestCase):
    def test_main_winter(self):
        lake = LakeWinter(["#.....", "......", "......"])
        self.assertEqual([lake.freeze(12) for _ in range(4)], [2, 3, 3, 3])
        self.assertEqual(
            [lake.place("ann", 0, 0, 20), lake.place("ben", 1, 1, 4), lake.place("cy", 0, 1, 30)], [0, 21, 0]
        )
        self.assertEqual((lake.walk("ann", "se"), lake.floes()), ((1, []), []))
        self.assertEqual(lake.thaw(10), ["ann", "cy"])
        self.assertEqual(lake.walkers, {"ben": (1, 1, 4)})
        self.assertEqual((lake.thaw(5), lake.floes()), ([], [[(0, 2), (1, 1), (1, 2), (2, 0), (2, 1)]]))
        self.assertEqual((lake.drift("e"), lake.walkers), (1, {"ben": (1, 2, 4)}))
        self.assertEqual((lake.walk("ben", "se"), lake.place("dan", 1, 2, 5)), ((1, []), 0))
        self.assertEqual(lake.walk("dan", "e"), (0, ["dan"]))
        self.assertEqual(lake.floes(), [[(0, 3)], [(1, 2), (2, 1), (2, 2)]])
        self.assertEqual((lake.drift("n"), lake.walkers), (1, {"ben": (1, 2, 4)}))
        self.assertEqual(lake.ice, {(0, 2): 5, (0, 3): 10, (1, 1): 10, (1, 2): 4})
        self.assertEqual((lake.freeze(5), lake.floes()), (6, []))

    def test_main_bridge(self):
        lake = LakeWinter(["#..#"])
        self.assertEqual(
            [lake.freeze(10), lake.freeze(10), lake.place("ann", 0, 0, 15), lake.place("ben", 0, 3, 17)], [2, 0, 0, 0]
        )
        self.assertEqual((lake.walk("ann", "eee"), lake.walkers["ann"]), ((2, []), (0, 2, 15)))
        self.assertEqual((lake.walk("ben", "w"), lake.thaw(1)), ((0, []), ["ann"]))
        self.assertEqual((lake.ice, lake.walk("ben", "ww"), lake.floes()), ({(0, 1): 14}, (0, []), []))
        self.assertEqual((lake.freeze(15), lake.ice), (1, {(0, 1): 22, (0, 2): 15}))
        self.assertEqual((lake.drift("w"), lake.walk("ben", "w")), (0, (0, ["ben"])))
        self.assertEqual((lake.ice, lake.walkers), ({(0, 1): 22}, {}))
