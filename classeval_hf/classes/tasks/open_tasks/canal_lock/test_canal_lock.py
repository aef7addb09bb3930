# canary: classeval-hf open canal_lock a70d98c7-fb0d-44fc-89ba-097d03d8f7dc

import unittest

from solution import CanalLock


def play(lock, *calls):
    """Calls methods of a lock, each given as a tuple of its name and its arguments."""
    for name, *arguments in calls:
        getattr(lock, name)(*arguments)


class CanalLockTestArrive(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(0, 5, 20), (3, 9, 20)], 9)

    def test_arrive_directions(self):
        calls = [("Ida", 5, True), ("Rhea", 7, False), ("Tern", 2, True), ("Wren", 30, False), ("Owl", 1, True)]
        self.assertEqual([self.lock.arrive(*call) for call in calls], [1, 1, 2, 2, 3])
        self.assertEqual(
            self.lock.boats,
            {
                "Ida": (0, 5, True),
                "Rhea": (3, 7, False),
                "Tern": (0, 2, True),
                "Wren": (3, 30, False),
                "Owl": (0, 1, True),
            },
        )

    def test_arrive_counts_those_in_the_reach(self):
        play(self.lock, ("arrive", "Ida", 5, True), ("arrive", "Owl", 5, True), ("work", "Ida"))
        self.assertEqual(self.lock.arrive("Tern", 6, True), 2)
        self.assertEqual(self.lock.boats["Ida"], (1, 5, True))

    def test_arrive_other_direction_in_the_reach(self):
        play(self.lock, ("arrive", "Ida", 5, True), ("equalise", 2), *[("work", "Ida")] * 3)
        self.assertEqual(self.lock.arrive("Tern", 6, False), 1)
        self.assertEqual(self.lock.boats, {"Ida": (3, 5, True), "Tern": (3, 6, False)})

    def test_arrive_keeps_water(self):
        self.assertEqual(self.lock.arrive("Ida", 99, False), 1)
        self.assertEqual(
            (self.lock.levels, self.lock.open, self.lock.drawn, self.lock.given), ([0, 0, 3, 9], set(), 0, 0)
        )

    def test_arrive_bad_length(self):
        play(self.lock, ("arrive", "Ida", 5, True))
        for name, length in (("Ida", 0), ("Owl", -3)):
            with self.assertRaises(ValueError) as caught:
                self.lock.arrive(name, length, True)
            self.assertEqual(str(caught.exception), f"bad length: {length}")
        self.assertEqual(self.lock.boats, {"Ida": (0, 5, True)})

    def test_arrive_again(self):
        play(self.lock, ("arrive", "Ida", 5, True), ("work", "Ida"))
        with self.assertRaises(ValueError) as caught:
            self.lock.arrive("Ida", 4, False)
        self.assertEqual(str(caught.exception), "boat is here: Ida")
        self.assertEqual(self.lock.boats, {"Ida": (1, 5, True)})


class CanalLockTestEqualise(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(0, 7, 20), (2, 12, 20), (6, 15, 20)], 14)

    def test_equalise_from_reach(self):
        self.assertEqual(self.lock.equalise(3), 8)
        self.assertEqual((self.lock.levels, self.lock.drawn, self.lock.given), ([0, 0, 2, 14, 14], 8, 0))

    def test_equalise_chambers(self):
        play(self.lock, ("equalise", 3))
        self.assertEqual([self.lock.equalise(2), self.lock.equalise(1)], [6, 4])
        self.assertEqual((self.lock.levels, self.lock.drawn, self.lock.given), ([0, 4, 4, 8, 14], 8, 0))

    def test_equalise_odd_difference(self):
        play(self.lock, ("equalise", 3), ("equalise", 2))
        self.assertEqual([self.lock.equalise(3), self.lock.equalise(2), self.lock.equalise(2)], [6, 3, 0])
        self.assertEqual(self.lock.levels, [0, 0, 11, 11, 14])
        self.assertEqual([self.lock.equalise(1), self.lock.equalise(1)], [5, 0])
        self.assertEqual((self.lock.levels, self.lock.drawn), ([0, 5, 6, 11, 14], 14))

    def test_equalise_to_lower_reach(self):
        play(self.lock, ("equalise", 3), ("equalise", 2), ("equalise", 1))
        self.assertEqual([self.lock.equalise(0), self.lock.equalise(0)], [4, 0])
        self.assertEqual((self.lock.levels, self.lock.drawn, self.lock.given), ([0, 0, 4, 8, 14], 8, 4))

    def test_equalise_not_below_lowest(self):
        self.assertEqual([self.lock.equalise(2), self.lock.equalise(1)], [0, 0])
        play(self.lock, ("equalise", 3), ("equalise", 2), ("equalise", 1), ("equalise", 0), ("equalise", 1))
        self.assertEqual(self.lock.equalise(1), 0)
        self.assertEqual(self.lock.levels, [0, 2, 2, 8, 14])

    def test_equalise_not_above_highest(self):
        lock = CanalLock(0, [(0, 3, 20), (2, 20, 20)], 30)
        self.assertEqual([lock.equalise(2), lock.equalise(1)], [18, 3])
        self.assertEqual((lock.levels, lock.drawn), ([0, 3, 17, 30], 18))

    def test_equalise_upwards(self):
        lock = CanalLock(5, [(1, 9, 20), (0, 9, 20)], 2)
        self.assertEqual([lock.equalise(0), lock.equalise(1), lock.equalise(0), lock.equalise(1)], [-4, -2, -2, -1])
        self.assertEqual((lock.levels, lock.drawn, lock.given), ([5, 4, 3, 2], 0, -6))
        self.assertEqual(lock.equalise(2), -1)
        self.assertEqual((lock.levels, lock.drawn, lock.given), ([5, 4, 2, 2], -1, -6))

    def test_equalise_no_gate(self):
        for gate in (-1, 4, 9):
            with self.assertRaises(ValueError) as caught:
                self.lock.equalise(gate)
            self.assertEqual(str(caught.exception), f"no gate: {gate}")
        self.assertEqual(self.lock.levels, [0, 0, 2, 6, 14])

    def test_equalise_open_gates(self):
        play(self.lock, ("equalise", 3), ("open_gate", 3), ("open_gate", 0))
        for gate, other in ((0, 0), (1, 0), (2, 3), (3, 3)):
            with self.assertRaises(ValueError) as caught:
                self.lock.equalise(gate)
            self.assertEqual(str(caught.exception), f"gate is open: {other}")
        lock = CanalLock(0, [(0, 4, 9), (0, 4, 9)], 0)
        play(lock, ("open_gate", 2), ("open_gate", 0))
        with self.assertRaises(ValueError) as caught:
            lock.equalise(1)
        self.assertEqual(str(caught.exception), "gate is open: 0")
        self.assertEqual((self.lock.levels, self.lock.drawn), ([0, 0, 2, 14, 14], 8))


class CanalLockTestOpenGate(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(1, 7, 20), (1, 12, 20), (6, 15, 20)], 14)

    def test_open_gate_differences(self):
        self.assertEqual([self.lock.open_gate(0)], [1])
        play(self.lock, ("close_gate", 0))
        self.assertEqual(self.lock.open_gate(1), 0)
        self.assertEqual((self.lock.open, self.lock.levels), ({1}, [0, 1, 1, 6, 14]))

    def test_open_gate_lower_above(self):
        lock = CanalLock(5, [(4, 9, 9)], 3)
        self.assertEqual(lock.open_gate(1), -1)
        play(lock, ("close_gate", 1))
        self.assertEqual((lock.open_gate(0), lock.open), (-1, {0}))

    def test_open_gate_after_water(self):
        play(self.lock, ("equalise", 3), ("equalise", 2))
        with self.assertRaises(ValueError) as caught:
            self.lock.open_gate(3)
        self.assertEqual(str(caught.exception), "level differs by 6")
        self.assertEqual((self.lock.open_gate(2), self.lock.open, self.lock.levels), (1, {2}, [0, 1, 7, 8, 14]))

    def test_open_gate_differs(self):
        lock = CanalLock(7, [(4, 9, 9)], 3)
        with self.assertRaises(ValueError) as caught:
            lock.open_gate(0)
        self.assertEqual(str(caught.exception), "level differs by -3")
        lock = CanalLock(2, [(4, 9, 9)], 3)
        with self.assertRaises(ValueError) as caught:
            lock.open_gate(0)
        self.assertEqual(str(caught.exception), "level differs by 2")
        self.assertEqual((lock.open, lock.levels), (set(), [2, 4, 3]))

    def test_open_gate_open_ones(self):
        self.assertEqual(self.lock.open_gate(1), 0)
        for gate in (0, 1, 2):
            with self.assertRaises(ValueError) as caught:
                self.lock.open_gate(gate)
            self.assertEqual(str(caught.exception), "gate is open: 1")
        self.assertEqual(self.lock.open, {1})

    def test_open_gate_none(self):
        for gate in (4, -1):
            with self.assertRaises(ValueError) as caught:
                self.lock.open_gate(gate)
            self.assertEqual(str(caught.exception), f"no gate: {gate}")
        self.assertEqual(self.lock.open, set())


class CanalLockTestCloseGate(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(0, 7, 20), (0, 7, 20), (0, 7, 20), (0, 7, 9)], 0)
        play(self.lock, ("open_gate", 4), ("open_gate", 0), ("open_gate", 2))

    def test_close_gate_others(self):
        self.assertEqual(
            [self.lock.close_gate(2), self.lock.close_gate(0), self.lock.close_gate(4)], [[0, 4], [4], []]
        )
        self.assertEqual(self.lock.open, set())

    def test_close_gate_lets_neighbours_open(self):
        self.assertEqual(self.lock.close_gate(2), [0, 4])
        play(self.lock, ("open_gate", 2))
        self.assertEqual((self.lock.close_gate(4), self.lock.open), ([0, 2], {0, 2}))

    def test_close_gate_keeps_boats(self):
        play(self.lock, ("arrive", "Ida", 4, True), ("move", "Ida"))
        self.assertEqual((self.lock.close_gate(0), self.lock.boats), ([2, 4], {"Ida": (1, 4, True)}))

    def test_close_gate_closed(self):
        for gate in (1, 3):
            with self.assertRaises(ValueError) as caught:
                self.lock.close_gate(gate)
            self.assertEqual(str(caught.exception), f"gate is closed: {gate}")
        self.assertEqual(self.lock.open, {0, 2, 4})

    def test_close_gate_none(self):
        for gate in (5, -1):
            with self.assertRaises(ValueError) as caught:
                self.lock.close_gate(gate)
            self.assertEqual(str(caught.exception), f"no gate: {gate}")
        self.assertEqual(self.lock.close_gate(0), [2, 4])


class CanalLockTestMove(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(3, [(3, 7, 20), (5, 9, 12)], 8)
        play(
            self.lock,
            ("equalise", 2),
            ("arrive", "Ida", 8, True),
            ("arrive", "Owl", 13, False),
            ("arrive", "Tern", 12, True),
        )
        play(self.lock, ("arrive", "Rhea", 12, False), ("open_gate", 0), ("open_gate", 2))

    def test_move_both_ways(self):
        self.assertEqual([self.lock.move("Rhea"), self.lock.move("Ida"), self.lock.move("Tern")], [2, 1, 1])
        self.assertEqual(
            self.lock.boats,
            {"Ida": (1, 8, True), "Owl": (3, 13, False), "Tern": (1, 12, True), "Rhea": (2, 12, False)},
        )

    def test_move_no_room(self):
        play(self.lock, ("move", "Ida"), ("move", "Tern"), ("arrive", "Wren", 1, True))
        with self.assertRaises(ValueError) as caught:
            self.lock.move("Wren")
        self.assertEqual(str(caught.exception), "no room: 1")
        play(self.lock, ("close_gate", 2))
        with self.assertRaises(ValueError) as caught:
            self.lock.move("Owl")
        self.assertEqual(str(caught.exception), "no room: 2")
        self.assertEqual((self.lock.boats["Wren"], self.lock.boats["Owl"]), ((0, 1, True), (3, 13, False)))

    def test_move_no_room_beside_latest(self):
        play(self.lock, ("arrive", "Eel", 9, True), ("move", "Eel"))
        with self.assertRaises(ValueError) as caught:
            self.lock.move("Tern")
        self.assertEqual(str(caught.exception), "no room: 1")
        self.assertEqual((self.lock.move("Ida"), self.lock.boats["Tern"]), (1, (0, 12, True)))

    def test_move_closed(self):
        play(self.lock, ("move", "Ida"), ("close_gate", 2))
        for name, gate in (("Ida", 1), ("Rhea", 2)):
            with self.assertRaises(ValueError) as caught:
                self.lock.move(name)
            self.assertEqual(str(caught.exception), f"gate is closed: {gate}")
        self.assertEqual(self.lock.boats["Ida"], (1, 8, True))

    def test_move_into_reach(self):
        play(self.lock, ("move", "Rhea"), ("close_gate", 0), ("close_gate", 2), ("equalise", 0), ("work", "Rhea"))
        play(self.lock, ("close_gate", 1), ("equalise", 0), ("open_gate", 0))
        self.assertEqual([self.lock.move("Rhea"), self.lock.move("Tern")], [0, 1])
        self.assertEqual(
            (self.lock.boats, self.lock.levels),
            (
                {"Ida": (0, 8, True), "Owl": (3, 13, False), "Tern": (1, 12, True), "Rhea": (0, 12, False)},
                [3, 3, 6, 8],
            ),
        )

    def test_move_at_the_end(self):
        play(self.lock, ("move", "Rhea"), ("work", "Rhea"), ("work", "Rhea"))
        play(self.lock, *[("work", "Ida")] * 3)
        for name in ("Rhea", "Ida"):
            with self.assertRaises(ValueError) as caught:
                self.lock.move(name)
            self.assertEqual(str(caught.exception), f"at the end: {name}")
        self.assertEqual((self.lock.boats["Rhea"], self.lock.boats["Ida"]), ((0, 12, False), (3, 8, True)))

    def test_move_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lock.move("Wren")
        self.assertEqual(caught.exception.args, ("Wren",))
        self.assertEqual(len(self.lock.boats), 4)


class CanalLockTestWork(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(0, 8, 20), (4, 12, 20)], 12)
        play(self.lock, ("arrive", "Ida", 8, True), ("arrive", "Owl", 13, False), ("arrive", "Tern", 11, True))

    def test_work_up(self):
        play(self.lock, ("equalise", 2))
        self.assertEqual([self.lock.work("Ida") for _ in range(3)], [0, 6, 6])
        self.assertEqual(
            (self.lock.levels, self.lock.open, self.lock.drawn, self.lock.boats["Ida"]),
            ([0, 6, 12, 12], {2}, 14, (3, 8, True)),
        )

    def test_work_down(self):
        self.assertEqual([self.lock.work("Owl") for _ in range(3)], [8, 6, 6])
        self.assertEqual(
            (self.lock.levels, self.lock.open, self.lock.drawn, self.lock.given), ([0, 0, 6, 12], {0}, 8, 6)
        )

    def test_work_open_gate(self):
        self.assertEqual([self.lock.work("Ida"), self.lock.work("Tern")], [0, 0])
        self.assertEqual(
            (self.lock.open, self.lock.boats),
            ({0}, {"Ida": (1, 8, True), "Owl": (3, 13, False), "Tern": (1, 11, True)}),
        )

    def test_work_closes_neighbours_only(self):
        lock = CanalLock(0, [(0, 8, 20), (0, 8, 20), (0, 8, 20)], 8)
        play(lock, ("arrive", "Ida", 8, False), ("arrive", "Owl", 3, True), ("open_gate", 0), ("open_gate", 2))
        self.assertEqual([lock.work("Ida"), lock.open], [8, {0, 3}])
        play(lock, ("work", "Owl"))
        self.assertEqual([lock.work("Owl"), lock.open, lock.levels], [0, {1, 3}, [0, 0, 0, 8, 8]])

    def test_work_level_differs(self):
        lock = CanalLock(0, [(0, 4, 20), (3, 12, 20)], 12)
        play(lock, ("arrive", "Ida", 8, True), ("work", "Ida"), ("arrive", "Owl", 9, False), ("work", "Owl"))
        with self.assertRaises(ValueError) as caught:
            lock.work("Ida")
        self.assertEqual(str(caught.exception), "level differs by 4")
        self.assertEqual(
            (lock.levels, lock.open, lock.boats, lock.drawn),
            ([0, 4, 8, 12], set(), {"Ida": (1, 8, True), "Owl": (2, 9, False)}, 9),
        )
        lock = CanalLock(9, [(0, 4, 20)], 12)
        play(lock, ("arrive", "Ida", 8, True))
        with self.assertRaises(ValueError) as caught:
            lock.work("Ida")
        self.assertEqual(str(caught.exception), "level differs by -5")
        self.assertEqual((lock.levels, lock.given, lock.boats), ([9, 4, 12], -4, {"Ida": (0, 8, True)}))

    def test_work_no_room(self):
        play(self.lock, ("work", "Ida"), ("work", "Tern"), ("work", "Owl"))
        with self.assertRaises(ValueError) as caught:
            self.lock.work("Owl")
        self.assertEqual(str(caught.exception), "no room: 1")
        self.assertEqual(
            (self.lock.levels, self.lock.open, self.lock.boats["Owl"]), ([0, 0, 12, 12], {0, 2}, (2, 13, False))
        )

    def test_work_at_the_end_or_unknown(self):
        play(self.lock, *[("work", "Owl")] * 3)
        with self.assertRaises(ValueError) as caught:
            self.lock.work("Owl")
        self.assertEqual(str(caught.exception), "at the end: Owl")
        with self.assertRaises(KeyError) as caught:
            self.lock.work("Wren")
        self.assertEqual(caught.exception.args, ("Wren",))
        self.assertEqual((self.lock.levels, self.lock.open), ([0, 0, 6, 12], {0}))


class CanalLockTestLeave(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(0, [(0, 8, 40), (4, 12, 30)], 12)
        for name, up in (("Owl", False), ("Tern", True), ("Ida", True), ("Rhea", False)):
            play(self.lock, ("arrive", name, 9, up), ("work", name))

    def test_leave_up(self):
        play(self.lock, ("work", "Tern"), ("work", "Tern"))
        self.assertEqual(self.lock.leave("Tern"), ["Ida", "Owl", "Rhea"])
        self.assertEqual(sorted(self.lock.boats), ["Ida", "Owl", "Rhea"])

    def test_leave_down(self):
        play(self.lock, *[("work", name) for name in ("Owl", "Rhea", "Owl", "Rhea")])
        self.assertEqual([self.lock.leave("Rhea"), self.lock.leave("Owl")], [["Ida", "Tern"], ["Ida", "Tern"]])
        self.assertEqual(self.lock.boats, {"Tern": (1, 9, True), "Ida": (1, 9, True)})

    def test_leave_counts_no_reach(self):
        play(self.lock, ("arrive", "Wren", 5, True), ("arrive", "Eel", 5, False))
        play(self.lock, ("work", "Owl"), ("work", "Rhea"), ("work", "Owl"), ("work", "Rhea"))
        self.assertEqual(self.lock.leave("Owl"), ["Ida", "Tern"])
        self.assertEqual(sorted(self.lock.boats), ["Eel", "Ida", "Rhea", "Tern", "Wren"])

    def test_leave_not_at_the_end(self):
        play(self.lock, ("arrive", "Wren", 5, True), ("arrive", "Eel", 5, False))
        for name in ("Wren", "Eel", "Ida", "Rhea"):
            with self.assertRaises(ValueError) as caught:
                self.lock.leave(name)
            self.assertEqual(str(caught.exception), f"not at the end: {name}")
        self.assertEqual(len(self.lock.boats), 6)

    def test_leave_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lock.leave("Wren")
        self.assertEqual(caught.exception.args, ("Wren",))
        self.assertEqual(len(self.lock.boats), 4)

    def test_leave_lets_arrive(self):
        play(self.lock, ("work", "Owl"), ("work", "Owl"))
        self.assertEqual(self.lock.leave("Owl"), ["Ida", "Rhea", "Tern"])
        play(self.lock, ("arrive", "Owl", 3, True))
        self.assertEqual(self.lock.boats["Owl"], (0, 3, True))


class CanalLockTestReport(unittest.TestCase):
    def setUp(self):
        self.lock = CanalLock(-2, [(-2, 8, 30), (4, 12, 30)], 11)

    def test_report_empty(self):
        self.assertEqual(
            self.lock.report(),
            [
                "3: level 11",
                "gate 2 closed",
                "2: level 4",
                "gate 1 closed",
                "1: level -2",
                "gate 0 closed",
                "0: level -2",
            ],
        )
        self.assertEqual(self.lock.boats, {})

    def test_report_boats(self):
        play(self.lock, ("arrive", "b", 3, True), ("arrive", "a", 3, True), ("arrive", "B", 3, True))
        play(self.lock, ("arrive", "d", 3, False), ("arrive", "c", 3, False), ("work", "d"), ("work", "a"))
        self.assertEqual(
            self.lock.report(),
            [
                "3: level 11, c down",
                "gate 2 open",
                "2: level 11, d down",
                "gate 1 closed",
                "1: level -2, a up",
                "gate 0 open",
                "0: level -2, B up, b up",
            ],
        )

    def test_report_both_directions(self):
        play(
            self.lock, ("arrive", "z", 3, True), ("work", "z"), ("arrive", "y", 3, False), ("work", "y"), ("work", "y")
        )
        self.assertEqual(
            self.lock.report(),
            [
                "3: level 11",
                "gate 2 closed",
                "2: level 5",
                "gate 1 open",
                "1: level 4, y down, z up",
                "gate 0 closed",
                "0: level -2",
            ],
        )

    def test_report_gates(self):
        play(self.lock, ("equalise", 2), ("open_gate", 2), ("open_gate", 0))
        self.assertEqual(
            self.lock.report(),
            [
                "3: level 11",
                "gate 2 open",
                "2: level 11",
                "gate 1 closed",
                "1: level -2",
                "gate 0 open",
                "0: level -2",
            ],
        )
        play(self.lock, ("close_gate", 0))
        self.assertEqual(self.lock.report()[3:], ["gate 1 closed", "1: level -2", "gate 0 closed", "0: level -2"])

    def test_report_in_reaches(self):
        play(self.lock, ("equalise", 2), ("arrive", "z", 3, True), *[("work", "z")] * 3, ("arrive", "a", 30, False))
        self.assertEqual(
            self.lock.report(),
            [
                "3: level 11, a down, z up",
                "gate 2 open",
                "2: level 11",
                "gate 1 closed",
                "1: level 4",
                "gate 0 closed",
                "0: level -2",
            ],
        )
        self.assertEqual(self.lock.drawn, 13)


class CanalLockTestMain(unittest.TestCase):
    def test_main_crossing(self):
        lock = CanalLock(0, [(0, 10, 24), (5, 15, 24)], 15)
        self.assertEqual([lock.arrive("Ida", 14, True), lock.arrive("Owl", 10, False), lock.work("Ida")], [1, 1, 0])
        self.assertEqual((lock.work("Owl"), lock.work("Owl"), lock.levels, lock.open), (10, 7, [0, 7, 8, 15], {1}))
        self.assertEqual((lock.work("Ida"), lock.boats), (0, {"Ida": (2, 14, True), "Owl": (1, 10, False)}))
        self.assertEqual(lock.close_gate(1), [])
        self.assertEqual(
            (lock.equalise(0), lock.equalise(1), lock.equalise(2), lock.levels), (7, 3, 10, [0, 3, 15, 15])
        )
        self.assertEqual(
            (lock.open_gate(2), lock.move("Ida"), lock.leave("Ida"), lock.report()),
            (
                0,
                3,
                ["Owl"],
                [
                    "3: level 15",
                    "gate 2 open",
                    "2: level 15",
                    "gate 1 closed",
                    "1: level 3, Owl down",
                    "gate 0 closed",
                    "0: level 0",
                ],
            ),
        )
        self.assertEqual(
            (lock.work("Owl"), lock.leave("Owl"), lock.drawn, lock.given, lock.levels), (3, [], 20, 10, [0, 0, 15, 15])
        )

    def test_main_three_chambers(self):
        lock = CanalLock(2, [(1, 9, 10), (5, 14, 10), (8, 20, 10)], 19)
        self.assertEqual([lock.arrive(name, 6, True) for name in ("a", "b")], [1, 2])
        self.assertEqual((lock.open_gate(0), lock.move("a"), lock.close_gate(0), lock.equalise(0)), (-1, 1, [], -1))
        self.assertEqual((lock.equalise(3), lock.equalise(2), lock.levels), (11, 7, [2, 2, 12, 12, 19]))
        self.assertEqual((lock.work("a"), lock.levels[1:3]), (5, [7, 7]))
        self.assertEqual((lock.work("b"), lock.levels), (5, [2, 2, 7, 12, 19]))
        with self.assertRaises(ValueError) as caught:
            lock.work("b")
        self.assertEqual(str(caught.exception), "no room: 2")
        self.assertEqual((lock.work("a"), lock.levels, lock.open), (2, [2, 2, 9, 10, 19], {0, 2}))
        self.assertEqual((lock.work("b"), lock.work("a"), lock.levels, lock.open), (3, 9, [2, 5, 6, 19, 19], {1, 3}))
        self.assertEqual(
            lock.report(),
            [
                "4: level 19, a up",
                "gate 3 open",
                "3: level 19",
                "gate 2 closed",
                "2: level 6, b up",
                "gate 1 open",
                "1: level 5",
                "gate 0 closed",
                "0: level 2",
            ],
        )
        self.assertEqual((lock.work("b"), lock.work("b"), lock.leave("a"), lock.drawn, lock.given), (6, 6, [], 26, 4))

    def test_main_stuck(self):
        lock = CanalLock(0, [(0, 5, 9), (4, 9, 9)], 9)
        self.assertEqual(
            [lock.arrive("x", 9, False), lock.work("x"), lock.close_gate(2), lock.equalise(1)], [1, 5, [], 4]
        )
        self.assertEqual((lock.work("x"), lock.levels, lock.boats), (0, [0, 4, 5, 9], {"x": (1, 9, False)}))
        self.assertEqual(
            (lock.arrive("y", 4, True), lock.close_gate(1), lock.equalise(0), lock.equalise(1)), (1, [], 4, 1)
        )
        self.assertEqual(lock.levels, [0, 1, 4, 9])
        self.assertEqual(
            (lock.open_gate(0), lock.move("x"), lock.move("y"), lock.boats),
            (1, 0, 1, {"x": (0, 9, False), "y": (1, 4, True)}),
        )
        with self.assertRaises(ValueError) as caught:
            lock.work("y")
        self.assertEqual(str(caught.exception), "level differs by 3")
        self.assertEqual((lock.open, lock.levels), (set(), [0, 1, 4, 9]))
        self.assertEqual((lock.equalise(2), lock.work("y"), lock.levels), (5, 4, [0, 5, 5, 9]))
        self.assertEqual((lock.leave("x"), lock.drawn - lock.given), (["y"], 6))
