# canary: classeval-hf open relay_debate cb9529a2-83ff-47a0-bad3-9ff798c8808a

import unittest

from solution import RelayDebate

SIDES = {"pro": ["Ann", "Ada", "Al"], "con": ["Ben", "Bea"], "mix": ["Cleo"]}


def play(debate, *calls):
    """Calls methods of a debate, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(debate, name)(*arguments)


class RelayDebateTestGoOn(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 60, 25, 8)

    def test_go_on_nobody_speaks(self):
        self.assertEqual(self.debate.go_on(30), [])
        self.assertEqual((self.debate.second, self.debate.left), (30, {"pro": 60, "con": 60, "mix": 60}))

    def test_go_on_relays(self):
        play(self.debate, ("take_floor", 10, "pro"))
        self.assertEqual(self.debate.go_on(34), [])
        self.assertEqual(self.debate.floor, [("pro", "Ann", 24)])
        self.assertEqual(self.debate.go_on(35), [(35, "Ann")])
        self.assertEqual((self.debate.floor, self.debate.order["pro"]), ([("pro", "Ada", 0)], ["Al", "Ann", "Ada"]))
        self.assertEqual(self.debate.left["pro"], 35)

    def test_go_on_ends_turn(self):
        play(self.debate, ("take_floor", 10, "con"))
        self.assertEqual(self.debate.go_on(100), [(35, "Ben"), (60, "Bea"), (70, "Ben")])
        self.assertEqual(
            (self.debate.floor, self.debate.spoken),
            ([], {"Ann": 0, "Ada": 0, "Al": 0, "Ben": 35, "Bea": 25, "Cleo": 0}),
        )
        self.assertEqual((self.debate.left["con"], self.debate.second), (0, 100))

    def test_go_on_interrupted_goes_on(self):
        play(self.debate, ("take_floor", 0, "pro"), ("interrupt", 20, "mix"))
        self.assertEqual(self.debate.go_on(80), [(45, "Cleo"), (70, "Cleo"), (72, "Cleo"), (77, "Ann")])
        self.assertEqual(
            (self.debate.floor, self.debate.left), ([("pro", "Ada", 3)], {"pro": 40, "con": 60, "mix": 0})
        )
        self.assertEqual(self.debate.spoken, {"Ann": 25, "Ada": 3, "Al": 0, "Ben": 0, "Bea": 0, "Cleo": 52})

    def test_go_on_budget_ends_with_go(self):
        debate = RelayDebate({"x": ["u", "v"]}, 10, 5, 0)
        play(debate, ("take_floor", 0, "x"))
        self.assertEqual(debate.go_on(10), [(5, "u"), (10, "v")])
        self.assertEqual((debate.floor, debate.order), ([], {"x": ["u", "v"]}))

    def test_go_on_one_speaker(self):
        play(self.debate, ("take_floor", 2, "mix"))
        self.assertEqual(self.debate.go_on(55), [(27, "Cleo"), (52, "Cleo")])
        self.assertEqual(self.debate.floor, [("mix", "Cleo", 3)])

    def test_go_on_present_second(self):
        play(self.debate, ("take_floor", 2, "mix"))
        self.assertEqual(self.debate.go_on(2), [])
        self.assertEqual((self.debate.floor, self.debate.left["mix"]), ([("mix", "Cleo", 0)], 60))

    def test_go_on_past(self):
        play(self.debate, ("take_floor", 9, "con"))
        with self.assertRaises(ValueError) as caught:
            self.debate.go_on(8)
        self.assertEqual(str(caught.exception), "past second: 8")
        self.assertEqual((self.debate.second, self.debate.floor), (9, [("con", "Ben", 0)]))


class RelayDebateTestTakeFloor(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 40, 30, 5)

    def test_take_floor_first_speaker(self):
        self.assertEqual(self.debate.take_floor(5, "con"), "Ben")
        self.assertEqual((self.debate.floor, self.debate.order["con"]), ([("con", "Ben", 0)], ["Bea", "Ben"]))

    def test_take_floor_turns(self):
        speakers = []
        for second in (3, 6, 9, 12):
            speakers.append(self.debate.take_floor(second, "pro"))
            play(self.debate, ("give_way", second + 1))
        self.assertEqual(speakers, ["Ann", "Ada", "Al", "Ann"])
        self.assertEqual((self.debate.order["pro"], self.debate.left["pro"]), (["Ada", "Al", "Ann"], 36))
        self.assertEqual(self.debate.spoken, {"Ann": 2, "Ada": 1, "Al": 1, "Ben": 0, "Bea": 0, "Cleo": 0})

    def test_take_floor_after_end_of_budget(self):
        play(self.debate, ("take_floor", 0, "pro"))
        self.assertEqual(self.debate.take_floor(40, "mix"), "Cleo")
        self.assertEqual(
            (self.debate.floor, self.debate.left), ([("mix", "Cleo", 0)], {"pro": 0, "con": 40, "mix": 40})
        )

    def test_take_floor_taken(self):
        play(self.debate, ("take_floor", 0, "pro"))
        for second, side in ((12, "con"), (15, "pro")):
            with self.assertRaises(ValueError) as caught:
                self.debate.take_floor(second, side)
            self.assertEqual(str(caught.exception), "floor is taken")
        self.assertEqual(
            (self.debate.floor, self.debate.second, self.debate.order),
            ([("pro", "Ann", 15)], 15, {"pro": ["Ada", "Al", "Ann"], "con": ["Ben", "Bea"], "mix": ["Cleo"]}),
        )

    def test_take_floor_no_time(self):
        play(self.debate, ("take_floor", 0, "pro"), ("go_on", 50))
        with self.assertRaises(ValueError) as caught:
            self.debate.take_floor(60, "pro")
        self.assertEqual(str(caught.exception), "no time left")
        self.assertEqual(
            (self.debate.floor, self.debate.second, self.debate.order["pro"]), ([], 60, ["Al", "Ann", "Ada"])
        )
        play(self.debate, ("take_floor", 60, "con"))
        with self.assertRaises(ValueError) as caught:
            self.debate.take_floor(61, "pro")
        self.assertEqual(str(caught.exception), "floor is taken")

    def test_take_floor_unknown(self):
        play(self.debate, ("go_on", 20))
        for second in (3, 30):
            with self.assertRaises(KeyError) as caught:
                self.debate.take_floor(second, "Ann")
            self.assertEqual(caught.exception.args, ("Ann",))
        self.assertEqual((self.debate.second, self.debate.floor), (20, []))

    def test_take_floor_past(self):
        play(self.debate, ("take_floor", 20, "con"))
        with self.assertRaises(ValueError) as caught:
            self.debate.take_floor(19, "pro")
        self.assertEqual(str(caught.exception), "past second: 19")
        self.assertEqual(self.debate.floor, [("con", "Ben", 0)])


class RelayDebateTestInterrupt(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 40, 30, 9)
        play(self.debate, ("take_floor", 0, "pro"))

    def test_interrupt_pays_fee(self):
        self.assertEqual(self.debate.interrupt(12, "con"), "Ben")
        self.assertEqual(
            (self.debate.left, self.debate.floor),
            ({"pro": 37, "con": 31, "mix": 40}, [("pro", "Ann", 12), ("con", "Ben", 0)]),
        )
        self.assertEqual(self.debate.order["con"], ["Bea", "Ben"])

    def test_interrupt_interruption(self):
        self.assertEqual([self.debate.interrupt(12, "con"), self.debate.interrupt(15, "mix")], ["Ben", "Cleo"])
        self.assertEqual(
            (self.debate.left, self.debate.floor),
            ({"pro": 37, "con": 37, "mix": 31}, [("pro", "Ann", 12), ("con", "Ben", 3), ("mix", "Cleo", 0)]),
        )

    def test_interrupt_after_relay(self):
        self.assertEqual(self.debate.interrupt(33, "mix"), "Cleo")
        self.assertEqual(
            (self.debate.left, self.debate.floor),
            ({"pro": 16, "con": 40, "mix": 31}, [("pro", "Ada", 3), ("mix", "Cleo", 0)]),
        )

    def test_interrupt_last_second(self):
        debate = RelayDebate({"x": ["u"], "y": ["v", "w"]}, 20, 30, 6)
        play(debate, ("take_floor", 0, "x"), ("interrupt", 1, "y"), ("give_way", 8), ("interrupt", 9, "y"))
        self.assertEqual((debate.left, debate.floor), ({"x": 30, "y": 1}, [("x", "u", 2), ("y", "w", 0)]))
        play(debate, ("give_way", 9))
        with self.assertRaises(ValueError) as caught:
            debate.interrupt(10, "y")
        self.assertEqual(str(caught.exception), "no time left")
        self.assertEqual(
            (debate.left, debate.floor, debate.order["y"]), ({"x": 29, "y": 1}, [("x", "u", 3)], ["v", "w"])
        )

    def test_interrupt_needs_a_second_after_fee(self):
        debate = RelayDebate({"x": ["u"], "y": ["v", "w"]}, 9, 30, 9)
        play(debate, ("take_floor", 0, "x"))
        with self.assertRaises(ValueError) as caught:
            debate.interrupt(4, "y")
        self.assertEqual(str(caught.exception), "no time left")
        self.assertEqual((debate.left, debate.second), ({"x": 5, "y": 9}, 4))

    def test_interrupt_needs_no_more(self):
        debate = RelayDebate({"x": ["u"], "y": ["v", "w"]}, 10, 30, 9)
        play(debate, ("take_floor", 0, "x"))
        self.assertEqual(debate.interrupt(4, "y"), "v")
        self.assertEqual((debate.left, debate.floor), ({"x": 15, "y": 1}, [("x", "u", 4), ("y", "v", 0)]))

    def test_interrupt_on_the_floor(self):
        play(self.debate, ("interrupt", 5, "con"))
        for second, side in ((6, "con"), (8, "pro")):
            with self.assertRaises(ValueError) as caught:
                self.debate.interrupt(second, side)
            self.assertEqual(str(caught.exception), "on the floor")
        self.assertEqual(
            (self.debate.left, self.debate.floor),
            ({"pro": 44, "con": 28, "mix": 40}, [("pro", "Ann", 5), ("con", "Ben", 3)]),
        )

    def test_interrupt_nobody_speaks(self):
        with self.assertRaises(ValueError) as caught:
            self.debate.interrupt(40, "con")
        self.assertEqual(str(caught.exception), "nobody speaks")
        self.assertEqual((self.debate.left, self.debate.second), ({"pro": 0, "con": 40, "mix": 40}, 40))

    def test_interrupt_unknown_and_past(self):
        play(self.debate, ("go_on", 7))
        with self.assertRaises(KeyError) as caught:
            self.debate.interrupt(3, "Ben")
        self.assertEqual(caught.exception.args, ("Ben",))
        with self.assertRaises(ValueError) as caught:
            self.debate.interrupt(3, "con")
        self.assertEqual(str(caught.exception), "past second: 3")
        self.assertEqual((self.debate.second, self.debate.floor), (7, [("pro", "Ann", 7)]))


class RelayDebateTestHandOver(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 90, 30, 9)

    def test_hand_over_turns(self):
        play(self.debate, ("take_floor", 0, "pro"))
        self.assertEqual([self.debate.hand_over(second) for second in (11, 19, 23, 28)], ["Ada", "Al", "Ann", "Ada"])
        self.assertEqual(
            (self.debate.floor, self.debate.order["pro"], self.debate.spoken),
            ([("pro", "Ada", 0)], ["Al", "Ann", "Ada"], {"Ann": 16, "Ada": 8, "Al": 4, "Ben": 0, "Bea": 0, "Cleo": 0}),
        )

    def test_hand_over_new_go(self):
        play(self.debate, ("take_floor", 0, "con"))
        self.assertEqual(self.debate.hand_over(29), "Bea")
        play(self.debate, ("go_on", 58))
        self.assertEqual((self.debate.floor, self.debate.left["con"]), ([("con", "Bea", 29)], 32))

    def test_hand_over_after_relay(self):
        play(self.debate, ("take_floor", 0, "pro"))
        self.assertEqual(self.debate.hand_over(30), "Al")
        self.assertEqual((self.debate.floor, self.debate.order["pro"]), ([("pro", "Al", 0)], ["Ann", "Ada", "Al"]))

    def test_hand_over_one_speaker(self):
        play(self.debate, ("take_floor", 0, "pro"), ("interrupt", 4, "mix"))
        self.assertEqual(self.debate.hand_over(14), "Cleo")
        self.assertEqual(
            (self.debate.floor, self.debate.left),
            ([("pro", "Ann", 4), ("mix", "Cleo", 0)], {"pro": 95, "con": 90, "mix": 71}),
        )

    def test_hand_over_nobody_speaks(self):
        play(self.debate, ("take_floor", 0, "con"))
        with self.assertRaises(ValueError) as caught:
            self.debate.hand_over(95)
        self.assertEqual(str(caught.exception), "nobody speaks")
        self.assertEqual(
            (self.debate.second, self.debate.spoken),
            (95, {"Ann": 0, "Ada": 0, "Al": 0, "Ben": 60, "Bea": 30, "Cleo": 0}),
        )

    def test_hand_over_past(self):
        play(self.debate, ("take_floor", 10, "con"))
        with self.assertRaises(ValueError) as caught:
            self.debate.hand_over(9)
        self.assertEqual(str(caught.exception), "past second: 9")
        self.assertEqual(self.debate.floor, [("con", "Ben", 0)])


class RelayDebateTestGiveWay(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 50, 20, 4)
        play(self.debate, ("take_floor", 0, "pro"), ("interrupt", 9, "con"), ("interrupt", 12, "mix"))

    def test_give_way_one_by_one(self):
        self.assertEqual([self.debate.give_way(second) for second in (15, 21, 29)], ["Ben", "Ann", ""])
        self.assertEqual(
            (self.debate.floor, self.debate.left, self.debate.spoken),
            ([], {"pro": 37, "con": 41, "mix": 43}, {"Ann": 17, "Ada": 0, "Al": 0, "Ben": 9, "Bea": 0, "Cleo": 3}),
        )

    def test_give_way_same_go(self):
        self.assertEqual([self.debate.give_way(14), self.debate.give_way(30)], ["Ben", "Ann"])
        self.assertEqual(
            (self.debate.floor, self.debate.left), ([("pro", "Ann", 9)], {"pro": 45, "con": 31, "mix": 44})
        )
        play(self.debate, ("go_on", 40))
        self.assertEqual(self.debate.floor, [("pro", "Ann", 19)])

    def test_give_way_after_end_of_budget(self):
        self.assertEqual(self.debate.give_way(60), "Ann")
        self.assertEqual(
            (self.debate.left, self.debate.floor), ({"pro": 45, "con": 45, "mix": 0}, [("pro", "Ann", 9)])
        )

    def test_give_way_relayed_speaker(self):
        self.assertEqual(
            [self.debate.give_way(13), self.debate.give_way(36), self.debate.give_way(56)], ["Ben", "Ann", ""]
        )
        self.assertEqual(
            (self.debate.order, self.debate.left),
            ({"pro": ["Al", "Ann", "Ada"], "con": ["Ben", "Bea"], "mix": ["Cleo"]}, {"pro": 25, "con": 24, "mix": 45}),
        )

    def test_give_way_nobody_speaks(self):
        debate = RelayDebate(SIDES, 50, 20, 4)
        with self.assertRaises(ValueError) as caught:
            debate.give_way(17)
        self.assertEqual(str(caught.exception), "nobody speaks")
        self.assertEqual((debate.second, debate.floor), (17, []))

    def test_give_way_past(self):
        with self.assertRaises(ValueError) as caught:
            self.debate.give_way(11)
        self.assertEqual(str(caught.exception), "past second: 11")
        self.assertEqual(self.debate.floor, [("pro", "Ann", 9), ("con", "Ben", 3), ("mix", "Cleo", 0)])


class RelayDebateTestStandings(unittest.TestCase):
    def setUp(self):
        self.debate = RelayDebate(SIDES, 70, 20, 6)

    def test_standings_start(self):
        self.assertEqual(
            self.debate.standings(), ["con: 0 spoken, 70 left", "mix: 0 spoken, 70 left", "pro: 0 spoken, 70 left"]
        )
        self.assertEqual((self.debate.floor, self.debate.second), ([], 0))

    def test_standings_floor(self):
        play(self.debate, ("take_floor", 0, "con"), ("interrupt", 25, "mix"), ("interrupt", 30, "pro"), ("go_on", 33))
        self.assertEqual(
            self.debate.standings(),
            [
                "con: 25 spoken, 51 left, Bea waits",
                "mix: 5 spoken, 65 left, Cleo waits",
                "pro: 3 spoken, 61 left, Ann speaks",
            ],
        )
        self.assertEqual(self.debate.second, 33)

    def test_standings_sums(self):
        play(self.debate, ("take_floor", 0, "mix"), ("give_way", 15), ("take_floor", 15, "pro"), ("go_on", 60))
        self.assertEqual(
            self.debate.standings(),
            ["pro: 45 spoken, 25 left, Al speaks", "mix: 15 spoken, 55 left", "con: 0 spoken, 70 left"],
        )
        self.assertEqual(self.debate.spoken, {"Ann": 20, "Ada": 20, "Al": 5, "Ben": 0, "Bea": 0, "Cleo": 15})

    def test_standings_equal_sums(self):
        play(self.debate, ("take_floor", 0, "pro"), ("interrupt", 10, "con"), ("give_way", 20))
        play(self.debate, ("give_way", 20), ("take_floor", 20, "mix"), ("give_way", 30))
        self.assertEqual(
            self.debate.standings(), ["pro: 10 spoken, 66 left", "mix: 10 spoken, 60 left", "con: 10 spoken, 54 left"]
        )

    def test_standings_no_time(self):
        play(self.debate, ("take_floor", 5, "pro"), ("go_on", 99))
        self.assertEqual(
            self.debate.standings(), ["pro: 70 spoken, 0 left", "con: 0 spoken, 70 left", "mix: 0 spoken, 70 left"]
        )

    def test_standings_same_speaker_on(self):
        play(self.debate, ("take_floor", 0, "mix"), ("go_on", 41))
        self.assertEqual(
            self.debate.standings(),
            ["mix: 41 spoken, 29 left, Cleo speaks", "con: 0 spoken, 70 left", "pro: 0 spoken, 70 left"],
        )
        self.assertEqual(self.debate.floor, [("mix", "Cleo", 1)])


class RelayDebateTestMain(unittest.TestCase):
    def test_main_evening(self):
        debate = RelayDebate(SIDES, 60, 15, 5)
        self.assertEqual(
            [debate.take_floor(0, "pro"), debate.interrupt(10, "con"), debate.left],
            ["Ann", "Ben", {"pro": 55, "con": 55, "mix": 60}],
        )
        self.assertEqual((debate.hand_over(17), debate.floor), ("Bea", [("pro", "Ann", 10), ("con", "Bea", 0)]))
        self.assertEqual(
            (debate.interrupt(20, "mix"), debate.go_on(50), debate.floor),
            ("Cleo", [(35, "Cleo"), (50, "Cleo")], [("pro", "Ann", 10), ("con", "Bea", 3), ("mix", "Cleo", 0)]),
        )
        self.assertEqual(
            debate.standings(),
            [
                "mix: 30 spoken, 25 left, Cleo speaks",
                "pro: 10 spoken, 55 left, Ann waits",
                "con: 10 spoken, 50 left, Bea waits",
            ],
        )
        self.assertEqual(
            (debate.give_way(60), debate.give_way(62), debate.floor), ("Bea", "Ann", [("pro", "Ann", 10)])
        )
        self.assertEqual(
            (debate.go_on(70), debate.order, debate.left),
            (
                [(67, "Ann")],
                {"pro": ["Al", "Ann", "Ada"], "con": ["Ben", "Bea"], "mix": ["Cleo"]},
                {"pro": 47, "con": 48, "mix": 15},
            ),
        )
        self.assertEqual(
            (debate.give_way(71), debate.take_floor(75, "con"), debate.standings()),
            ("", "Ben", ["mix: 40 spoken, 15 left", "pro: 19 spoken, 46 left", "con: 12 spoken, 48 left, Ben speaks"]),
        )

    def test_main_exhausted(self):
        debate = RelayDebate({"x": ["u", "v"], "y": ["w"]}, 30, 12, 10)
        self.assertEqual(
            [debate.take_floor(0, "x"), debate.interrupt(29, "y"), debate.left], ["u", "w", {"x": 11, "y": 20}]
        )
        self.assertEqual((debate.go_on(49), debate.floor), ([(41, "w"), (49, "w")], [("x", "u", 5)]))
        self.assertEqual((debate.hand_over(52), debate.go_on(70), debate.left), ("v", [(60, "v")], {"x": 0, "y": 0}))
        with self.assertRaises(ValueError) as caught:
            debate.take_floor(75, "y")
        self.assertEqual(str(caught.exception), "no time left")
        with self.assertRaises(ValueError) as caught:
            debate.give_way(77)
        self.assertEqual(str(caught.exception), "nobody speaks")
        self.assertEqual(debate.second, 77)
        self.assertEqual(debate.standings(), ["x: 40 spoken, 0 left", "y: 20 spoken, 0 left"])

    def test_main_fees_come_back(self):
        debate = RelayDebate({"x": ["u", "v"], "y": ["w"], "z": ["s", "t"]}, 20, 9, 3)
        self.assertEqual(
            [debate.take_floor(1, "y"), debate.interrupt(5, "x"), debate.interrupt(6, "z")], ["w", "u", "s"]
        )
        self.assertEqual(
            (debate.left, debate.floor), ({"x": 19, "y": 19, "z": 17}, [("y", "w", 4), ("x", "u", 1), ("z", "s", 0)])
        )
        self.assertEqual(
            (debate.give_way(12), debate.floor, debate.order),
            ("u", [("y", "w", 4), ("x", "u", 1)], {"x": ["v", "u"], "y": ["w"], "z": ["t", "s"]}),
        )
        self.assertEqual((debate.interrupt(13, "z"), debate.left), ("t", {"x": 21, "y": 19, "z": 8}))
        self.assertEqual(
            (debate.hand_over(14), debate.give_way(18), debate.standings()),
            ("s", "u", ["z: 11 spoken, 3 left", "y: 4 spoken, 19 left, w waits", "x: 2 spoken, 21 left, u speaks"]),
        )
        self.assertEqual(
            (debate.go_on(90), debate.left, debate.spoken),
            (
                [(25, "u"), (34, "v"), (39, "u"), (44, "w"), (53, "w"), (58, "w")],
                {"x": 0, "y": 0, "z": 3},
                {"u": 14, "v": 9, "w": 23, "s": 10, "t": 1},
            ),
        )
