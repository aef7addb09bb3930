# canary: classeval-hf open stage_lifts a68fe1af-61a1-4bda-93ef-807148526f09

import unittest

from solution import StageLifts


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


def build(lifts):
    """Gives an empty stage five platforms, three of them in a chain of interlocks."""
    for name, low, high in (("A", -100, 200), ("B", -50, 150), ("C", -40, 90), ("D", 0, 300), ("pit", -300, -80)):
        lifts.add_platform(name, low, high)
    lifts.interlock("A", "B", 30)
    lifts.interlock("C", "B", 25)


def put(lifts, cues):
    for number, targets in cues.items():
        lifts.set_cue(number, targets)


class StageLiftsTestAddPlatform(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()

    def test_add_platform_zero_in_range(self):
        self.assertEqual([self.lifts.add_platform("A", -20, 40), self.lifts.add_platform("B", 0, 0)], [0, 0])
        self.assertEqual(self.lifts.ranges, {"A": (-20, 40), "B": (0, 0)})
        self.assertEqual(self.lifts.heights, {"A": 0, "B": 0})

    def test_add_platform_above_zero(self):
        self.assertEqual(self.lifts.add_platform("high", 35, 90), 35)
        self.assertEqual(self.lifts.heights, {"high": 35})

    def test_add_platform_below_zero(self):
        self.assertEqual(self.lifts.add_platform("low", -90, -35), -35)
        self.assertEqual(self.lifts.heights, {"low": -35})

    def test_add_platform_fixed(self):
        self.assertEqual(self.lifts.add_platform("fixed", 12, 12), 12)
        self.assertEqual(self.lifts.ranges, {"fixed": (12, 12)})

    def test_add_platform_bad_range(self):
        build(self.lifts)
        for name in ("E", "A"):
            with self.assertRaises(ValueError) as caught:
                self.lifts.add_platform(name, 5, 4)
            self.assertEqual(str(caught.exception), "bad range")
        self.assertEqual(sorted(self.lifts.heights), ["A", "B", "C", "D", "pit"])

    def test_add_platform_exists(self):
        build(self.lifts)
        with self.assertRaises(ValueError) as caught:
            self.lifts.add_platform("A", 10, 20)
        self.assertEqual(str(caught.exception), "platform exists")
        self.assertEqual((self.lifts.ranges["A"], self.lifts.heights["A"]), ((-100, 200), 0))


class StageLiftsTestInterlock(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)

    def test_interlock_spare(self):
        self.assertEqual(self.lifts.interlock("D", "A", 45), 45)
        self.assertEqual(self.lifts.interlock("pit", "D", 95), 15)
        self.assertEqual(self.lifts.interlocks, {("A", "B"): 30, ("B", "C"): 25, ("A", "D"): 45, ("D", "pit"): 95})

    def test_interlock_just_enough(self):
        self.assertEqual([self.lifts.interlock("D", "pit", 80), self.lifts.interlock("C", "D", 0)], [0, 0])
        self.assertEqual((self.lifts.interlocks["D", "pit"], self.lifts.interlocks["C", "D"]), (80, 0))

    def test_interlock_again(self):
        self.assertEqual(self.lifts.interlock("B", "A", 7), 7)
        self.assertEqual(self.lifts.interlocks, {("A", "B"): 7, ("B", "C"): 25})

    def test_interlock_too_far(self):
        for gap in (79, 0):
            with self.assertRaises(ValueError) as caught:
                self.lifts.interlock("pit", "D", gap)
            self.assertEqual(str(caught.exception), "too far apart")
        self.assertEqual(self.lifts.interlocks, {("A", "B"): 30, ("B", "C"): 25})

    def test_interlock_unknown(self):
        for one, other, name in (("A", "X", "X"), ("X", "Y", "X"), ("Y", "Y", "Y")):
            with self.assertRaises(KeyError) as caught:
                self.lifts.interlock(one, other, -1)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.lifts.interlocks, {("A", "B"): 30, ("B", "C"): 25})

    def test_interlock_errors_in_order(self):
        for other, gap, message in (("pit", -5, "same platform"), ("D", -1, "bad gap")):
            with self.assertRaises(ValueError) as caught:
                self.lifts.interlock("pit", other, gap)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.lifts.interlocks, {("A", "B"): 30, ("B", "C"): 25})


class StageLiftsTestOccupy(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)

    def test_occupy_counts(self):
        self.assertEqual([self.lifts.occupy("A", 4), self.lifts.occupy("A", 3), self.lifts.occupy("A", -2)], [4, 7, 5])
        self.assertEqual(self.lifts.people, {"A": 5})

    def test_occupy_all_leave(self):
        self.assertEqual([self.lifts.occupy("A", 4), self.lifts.occupy("B", 1), self.lifts.occupy("A", -4)], [4, 1, 0])
        self.assertEqual(self.lifts.people, {"B": 1})

    def test_occupy_no_change(self):
        self.assertEqual(self.lifts.occupy("C", 0), 0)
        self.assertEqual(self.lifts.people, {})

    def test_occupy_too_few(self):
        self.lifts.occupy("A", 2)
        for name, change in (("A", -3), ("B", -1)):
            with self.assertRaises(ValueError) as caught:
                self.lifts.occupy(name, change)
            self.assertEqual(str(caught.exception), "too few people")
        self.assertEqual(self.lifts.people, {"A": 2})

    def test_occupy_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lifts.occupy("X", -1)
        self.assertEqual(caught.exception.args, ("X",))
        self.assertEqual(self.lifts.people, {})


class StageLiftsTestBlockers(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)

    def test_blockers_none(self):
        self.assertEqual(self.lifts.blockers({}), [])
        self.assertEqual(self.lifts.blockers({"A": 55, "B": 25, "D": 300, "pit": -300}), [])
        self.assertEqual(self.lifts.heights, {"A": 0, "B": 0, "C": 0, "D": 0, "pit": -80})

    def test_blockers_range(self):
        targets = {"pit": -79, "D": -1}
        self.assertEqual(self.lifts.blockers(targets), ["range D", "range pit"])
        self.assertEqual(targets, {"pit": -79, "D": -1})

    def test_blockers_interlock(self):
        self.assertEqual(self.lifts.blockers({"B": 31}), ["interlock A-B", "interlock B-C"])
        self.assertEqual(self.lifts.blockers({"B": -26}), ["interlock B-C"])
        self.assertEqual(self.lifts.blockers({"A": 30, "C": -25}), [])

    def test_blockers_occupied(self):
        given(self.lifts, ("occupy", "A", 1))
        given(self.lifts, ("occupy", "D", 2))
        self.assertEqual(self.lifts.blockers({"D": 5, "A": 0, "C": 10}), ["occupied D"])

    def test_blockers_all_kinds(self):
        given(self.lifts, ("occupy", "A", 1))
        given(self.lifts, ("occupy", "C", 1))
        self.assertEqual(
            self.lifts.blockers({"C": 91, "A": -200, "pit": 0}),
            ["range A", "occupied A", "range C", "occupied C", "range pit", "interlock A-B", "interlock B-C"],
        )

    def test_blockers_interlocks_sorted(self):
        given(self.lifts, ("interlock", "D", "A", 10))
        given(self.lifts, ("interlock", "pit", "A", 90))
        self.assertEqual(self.lifts.blockers({"A": 31}), ["interlock A-B", "interlock A-D", "interlock A-pit"])

    def test_blockers_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lifts.blockers({"Y": 1, "A": 999, "X": 2})
        self.assertEqual(caught.exception.args, ("X",))


class StageLiftsTestDrive(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)

    def test_drive_alone(self):
        self.assertEqual([self.lifts.drive("D", 120), self.lifts.drive("A", 30)], [[("D", 120)], [("A", 30)]])
        self.assertEqual(self.lifts.heights, {"A": 30, "B": 0, "C": 0, "D": 120, "pit": -80})

    def test_drive_takes_chain_along(self):
        self.assertEqual(self.lifts.drive("A", 70), [("A", 70), ("B", 40), ("C", 15)])
        self.assertEqual(self.lifts.drive("C", -40), [("A", 15), ("B", -15), ("C", -40)])

    def test_drive_from_the_middle(self):
        self.assertEqual(self.lifts.drive("B", -50), [("A", -20), ("B", -50), ("C", -25)])
        self.assertEqual(self.lifts.drive("B", 1), [("B", 1), ("C", -24)])

    def test_drive_shortest_way_counts(self):
        given(self.lifts, ("interlock", "A", "C", 20))
        self.assertEqual(self.lifts.drive("A", 60), [("A", 60), ("B", 30), ("C", 40)])

    def test_drive_long_gap_and_detour(self):
        given(self.lifts, ("interlock", "A", "C", 100))
        given(self.lifts, ("interlock", "C", "D", 5))
        self.assertEqual(self.lifts.drive("A", 100), [("A", 100), ("B", 70), ("C", 45), ("D", 40)])
        self.assertEqual(self.lifts.heights["pit"], -80)

    def test_drive_stays(self):
        given(self.lifts, ("occupy", "A", 1))
        self.assertEqual(self.lifts.drive("A", 0), [])
        self.assertEqual(self.lifts.heights["A"], 0)

    def test_drive_blocked_by_range(self):
        for name, target, message in (
            ("A", 146, "blocked: C"),
            ("A", 201, "blocked: A"),
            ("pit", -79, "blocked: pit"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.lifts.drive(name, target)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.lifts.heights, {"A": 0, "B": 0, "C": 0, "D": 0, "pit": -80})
        self.assertEqual(self.lifts.drive("A", 145), [("A", 145), ("B", 115), ("C", 90)])

    def test_drive_blocked_by_people(self):
        given(self.lifts, ("occupy", "B", 1))
        self.assertEqual(self.lifts.drive("A", -30), [("A", -30)])
        with self.assertRaises(ValueError) as caught:
            self.lifts.drive("A", -31)
        self.assertEqual(str(caught.exception), "blocked: B")
        self.assertEqual((self.lifts.heights["A"], self.lifts.heights["B"]), (-30, 0))

    def test_drive_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lifts.drive("X", 10)
        self.assertEqual(caught.exception.args, ("X",))


class StageLiftsTestSetCue(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)

    def test_set_cue_several(self):
        numbers = [self.lifts.set_cue(number, {"A": number}) for number in (30, 10, 20)]
        self.assertEqual(numbers, [[30], [10, 30], [10, 20, 30]])
        self.assertEqual(self.lifts.cues, {30: {"A": 30}, 10: {"A": 10}, 20: {"A": 20}})

    def test_set_cue_again(self):
        self.lifts.set_cue(3, {"A": 1, "B": 2})
        self.assertEqual(self.lifts.set_cue(3, {"C": 5000}), [3])
        self.assertEqual(self.lifts.cues, {3: {"C": 5000}})

    def test_set_cue_off(self):
        put(self.lifts, {4: {"A": 1}, 6: {"B": 1}})
        self.assertEqual([self.lifts.set_cue(4, {}), self.lifts.set_cue(5, {})], [[6], [6]])
        self.assertEqual(self.lifts.cues, {6: {"B": 1}})

    def test_set_cue_copies(self):
        targets = {"A": 5}
        self.assertEqual(self.lifts.set_cue(1, targets), [1])
        targets["A"] = 6
        self.assertEqual(self.lifts.cues, {1: {"A": 5}})

    def test_set_cue_bad_number(self):
        for number in (0, -4):
            with self.assertRaises(ValueError) as caught:
                self.lifts.set_cue(number, {"X": 1})
            self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.lifts.cues, {})
        self.assertEqual(self.lifts.set_cue(1, {"pit": 9}), [1])

    def test_set_cue_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lifts.set_cue(2, {"Z": 1, "A": 1, "Y": 1})
        self.assertEqual(caught.exception.args, ("Y",))
        for targets, name in (({"0": 1}, "0"), ({"A": 1, "a": 2}, "a")):
            with self.assertRaises(KeyError) as caught:
                self.lifts.set_cue(2, targets)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.lifts.cues, {})


class StageLiftsTestGo(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)
        put(self.lifts, {40: {"A": 20}, 15: {"A": 60, "B": 40, "C": 15}, 50: {"D": 200, "C": 70}})

    def test_go_in_order(self):
        self.assertEqual([self.lifts.go(), self.lifts.go()], [15, 40])
        self.assertEqual(self.lifts.heights, {"A": 20, "B": 40, "C": 15, "D": 0, "pit": -80})
        self.assertEqual(self.lifts.last, 40)

    def test_go_blocked(self):
        self.lifts.go()
        self.lifts.go()
        given(self.lifts, ("occupy", "D", 1))
        for _ in range(2):
            with self.assertRaises(ValueError) as caught:
                self.lifts.go()
            self.assertEqual(str(caught.exception), "cue 50: occupied D, interlock B-C")
        self.assertEqual((self.lifts.last, self.lifts.heights["C"], self.lifts.heights["D"]), (40, 15, 0))

    def test_go_no_more(self):
        given(self.lifts, ("set_cue", 50, {}))
        self.assertEqual([self.lifts.go(), self.lifts.go()], [15, 40])
        given(self.lifts, ("set_cue", 39, {"A": 1}))
        with self.assertRaises(ValueError) as caught:
            self.lifts.go()
        self.assertEqual(str(caught.exception), "no more cues")
        self.assertEqual((self.lifts.last, self.lifts.heights["A"]), (40, 20))

    def test_go_empty_list(self):
        with self.assertRaises(ValueError) as caught:
            StageLifts().go()
        self.assertEqual(str(caught.exception), "no more cues")
        self.assertEqual(self.lifts.last, 0)

    def test_go_inserted_cue(self):
        self.lifts.go()
        given(self.lifts, ("set_cue", 16, {"D": 33}))
        given(self.lifts, ("set_cue", 15, {}))
        self.assertEqual(self.lifts.go(), 16)
        self.assertEqual((self.lifts.heights["D"], self.lifts.last), (33, 16))

    def test_go_without_moving(self):
        given(self.lifts, ("occupy", "pit", 9))
        given(self.lifts, ("set_cue", 2, {"pit": -80}))
        self.assertEqual(self.lifts.go(), 2)
        self.assertEqual((self.lifts.last, self.lifts.heights["pit"]), (2, -80))


class StageLiftsTestJump(unittest.TestCase):
    def setUp(self):
        self.lifts = StageLifts()
        build(self.lifts)
        put(self.lifts, {30: {"A": 45, "D": 10}, 10: {"A": 20, "B": 25}, 20: {"D": 80}, 40: {"A": 90}})

    def test_jump_forwards(self):
        self.assertEqual(self.lifts.jump(30), {"A": 45, "B": 25, "D": 10})
        self.assertEqual(self.lifts.heights, {"A": 45, "B": 25, "C": 0, "D": 10, "pit": -80})
        self.assertEqual(self.lifts.last, 30)

    def test_jump_backwards(self):
        self.lifts.jump(30)
        self.assertEqual(self.lifts.jump(10), {"A": 20, "B": 25})
        self.assertEqual(self.lifts.heights, {"A": 20, "B": 25, "C": 0, "D": 10, "pit": -80})
        self.assertEqual(self.lifts.last, 10)

    def test_jump_blocked(self):
        given(self.lifts, ("occupy", "D", 3))
        with self.assertRaises(ValueError) as caught:
            self.lifts.jump(40)
        self.assertEqual(str(caught.exception), "cue 40: occupied D, interlock A-B")
        self.assertEqual((self.lifts.last, self.lifts.heights["B"]), (0, 0))
        self.assertEqual(self.lifts.jump(10), {"A": 20, "B": 25})

    def test_jump_cue_with_blockers_on_the_way(self):
        given(self.lifts, ("set_cue", 15, {"A": 500}))
        self.assertEqual(self.lifts.jump(30), {"A": 45, "B": 25, "D": 10})
        with self.assertRaises(ValueError) as caught:
            self.lifts.jump(20)
        self.assertEqual(str(caught.exception), "cue 20: range A, interlock A-B")
        self.assertEqual((self.lifts.last, self.lifts.heights["A"]), (30, 45))

    def test_jump_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lifts.jump(25)
        self.assertEqual(caught.exception.args, (25,))
        self.assertEqual(self.lifts.last, 0)

    def test_jump_keeps_cues(self):
        result = self.lifts.jump(10)
        result["A"] = 1000
        self.assertEqual(self.lifts.cues[10], {"A": 20, "B": 25})
        self.assertEqual(self.lifts.jump(20), {"A": 20, "B": 25, "D": 80})


class StageLiftsTestMain(unittest.TestCase):
    def test_main_rehearsal(self):
        lifts = StageLifts()
        self.assertEqual([lifts.add_platform("front", -60, 80), lifts.add_platform("rear", 20, 150)], [0, 20])
        self.assertEqual(lifts.interlock("rear", "front", 50), 30)
        self.assertEqual(lifts.set_cue(1, {"rear": 90, "front": 40}), [1])
        self.assertEqual(lifts.set_cue(2, {"front": 80}), [1, 2])
        self.assertEqual(lifts.occupy("front", 2), 2)
        with self.assertRaises(ValueError) as caught:
            lifts.go()
        self.assertEqual(str(caught.exception), "cue 1: occupied front")
        self.assertEqual((lifts.heights, lifts.occupy("front", -2)), ({"front": 0, "rear": 20}, 0))
        self.assertEqual((lifts.go(), lifts.heights), (1, {"front": 40, "rear": 90}))
        with self.assertRaises(ValueError) as caught:
            lifts.drive("rear", 131)
        self.assertEqual(str(caught.exception), "blocked: front")
        self.assertEqual(lifts.drive("rear", 130), [("front", 80), ("rear", 130)])
        self.assertEqual((lifts.jump(1), lifts.go(), lifts.last), ({"rear": 90, "front": 40}, 2, 2))

    def test_main_jumps_and_drives(self):
        lifts = StageLifts()
        build(lifts)
        self.assertEqual(lifts.drive("C", 60), [("A", 5), ("B", 35), ("C", 60)])
        self.assertEqual(lifts.set_cue(3, {"B": 10, "C": 0}), [3])
        self.assertEqual(lifts.set_cue(8, {"A": 0, "C": 35}), [3, 8])
        self.assertEqual((lifts.jump(8), lifts.last), ({"A": 0, "B": 10, "C": 35}, 8))
        self.assertEqual(lifts.interlock("C", "D", 40), 5)
        self.assertEqual(lifts.blockers({"C": 41}), ["interlock B-C", "interlock C-D"])
        self.assertEqual(lifts.drive("C", 50), [("B", 25), ("C", 50), ("D", 10)])
        self.assertEqual(lifts.occupy("D", 1), 1)
        self.assertEqual((lifts.jump(3), lifts.heights["D"]), ({"B": 10, "C": 0}, 10))
        with self.assertRaises(ValueError) as caught:
            lifts.drive("C", 51)
        self.assertEqual(str(caught.exception), "blocked: D")
        self.assertEqual((lifts.go(), lifts.heights["C"]), (8, 35))

    def test_main_tighter_interlock(self):
        lifts = StageLifts()
        build(lifts)
        self.assertEqual(lifts.drive("D", 50), [("D", 50)])
        self.assertEqual(lifts.interlock("D", "A", 60), 10)
        self.assertEqual(lifts.drive("D", 100), [("A", 40), ("B", 10), ("D", 100)])
        self.assertEqual(lifts.interlock("A", "B", 30), 0)
        self.assertEqual(lifts.set_cue(1, {"B": 9, "A": 40}), [1])
        with self.assertRaises(ValueError) as caught:
            lifts.go()
        self.assertEqual(str(caught.exception), "cue 1: interlock A-B")
        self.assertEqual(lifts.set_cue(1, {"B": 11}), [1])
        self.assertEqual((lifts.go(), lifts.heights["B"], lifts.last), (1, 11, 1))
