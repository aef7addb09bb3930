# canary: classeval-hf open ski_lift cd9d51d4-0c5e-465b-b6ba-7531444c15e7

import unittest

from solution import SkiLift


class SkiLiftTestJoin(unittest.TestCase):
    def setUp(self):
        self.lift = SkiLift(4, 3, 1)
        self.lift.queue = [("ann", 3), ("ben", 6)]
        self.lift.passed = {"ann": 0, "ben": 1}

    def test_join_empty_queue(self):
        lift = SkiLift(4, 3, 1)
        self.assertEqual(lift.join("ann", 2), 0)
        self.assertEqual((lift.queue, lift.passed), ([("ann", 2)], {"ann": 0}))

    def test_join_end(self):
        self.assertEqual(self.lift.join("cleo", 1), 9)
        self.assertEqual(self.lift.queue, [("ann", 3), ("ben", 6), ("cleo", 1)])
        self.assertEqual(self.lift.passed, {"ann": 0, "ben": 1, "cleo": 0})

    def test_join_one_after_another(self):
        self.assertEqual([self.lift.join("cleo", 5), self.lift.join("dan", 2)], [9, 14])
        self.assertEqual(self.lift.queue[2:], [("cleo", 5), ("dan", 2)])

    def test_join_name_on_a_chair(self):
        self.lift.chairs[1] = [("cleo", 2)]
        self.assertEqual(self.lift.join("cleo", 2), 9)
        self.assertEqual((self.lift.queue[-1], self.lift.chairs), (("cleo", 2), [[], [("cleo", 2)], []]))

    def test_join_already_waiting(self):
        with self.assertRaises(ValueError) as caught:
            self.lift.join("ben", 2)
        self.assertEqual(str(caught.exception), "already waiting")
        self.assertEqual((self.lift.queue, self.lift.passed), ([("ann", 3), ("ben", 6)], {"ann": 0, "ben": 1}))

    def test_join_bad_size(self):
        for name, size in (("cleo", 0), ("cleo", -2), ("ben", 0)):
            with self.assertRaises(ValueError) as caught:
                self.lift.join(name, size)
            self.assertEqual(str(caught.exception), "bad size")
        self.assertEqual(self.lift.queue, [("ann", 3), ("ben", 6)])


class SkiLiftTestLeave(unittest.TestCase):
    def setUp(self):
        self.lift = SkiLift(4, 3, 2)
        self.lift.queue = [("ann", 3), ("ben", 6), ("cleo", 3)]
        self.lift.passed = {"ann": 0, "ben": 2, "cleo": 1}

    def test_leave_first(self):
        self.assertEqual(self.lift.leave("ann"), 3)
        self.assertEqual((self.lift.queue, self.lift.passed), ([("ben", 6), ("cleo", 3)], {"ben": 2, "cleo": 1}))

    def test_leave_middle(self):
        self.assertEqual(self.lift.leave("ben"), 6)
        self.assertEqual((self.lift.queue, self.lift.passed), ([("ann", 3), ("cleo", 3)], {"ann": 0, "cleo": 1}))

    def test_leave_last(self):
        self.assertEqual(self.lift.leave("cleo"), 3)
        self.assertEqual((self.lift.queue, self.lift.passed), ([("ann", 3), ("ben", 6)], {"ann": 0, "ben": 2}))

    def test_leave_others_on_a_chair(self):
        self.lift.chairs[0] = [("ann", 4)]
        self.assertEqual(self.lift.leave("ann"), 3)
        self.assertEqual(self.lift.chairs, [[("ann", 4)], [], []])

    def test_leave_not_waiting(self):
        self.lift.chairs[0] = [("dan", 4)]
        with self.assertRaises(KeyError) as caught:
            self.lift.leave("dan")
        self.assertEqual(caught.exception.args, ("dan",))
        self.assertEqual(self.lift.queue, [("ann", 3), ("ben", 6), ("cleo", 3)])


class SkiLiftTestLoad(unittest.TestCase):
    def lift(self, queue, patience=2, **passed):
        lift = SkiLift(4, 3, patience)
        lift.queue = list(queue)
        lift.passed = {name: passed.get(name, 0) for name, _ in queue}
        return lift

    def test_load_empty_queue(self):
        lift = self.lift([])
        self.assertEqual(lift.load(), [])
        self.assertEqual((lift.queue, lift.passed), ([], {}))

    def test_load_in_order(self):
        lift = self.lift([("a", 1), ("b", 2), ("c", 1), ("d", 1)])
        self.assertEqual(lift.load(), [("a", 1), ("b", 2), ("c", 1)])
        self.assertEqual((lift.queue, lift.passed), ([("d", 1)], {"d": 0}))

    def test_load_passes_over(self):
        lift = self.lift([("a", 2), ("b", 3), ("c", 1), ("d", 2), ("e", 1), ("f", 1)], b=1)
        self.assertEqual(lift.load(), [("a", 2), ("c", 1), ("e", 1)])
        self.assertEqual(lift.queue, [("b", 3), ("d", 2), ("f", 1)])
        self.assertEqual(lift.passed, {"b": 2, "d": 1, "f": 0})

    def test_load_nobody_behind_boards(self):
        lift = self.lift([("a", 2), ("b", 3), ("c", 4), ("d", 3)], c=1)
        self.assertEqual(lift.load(), [("a", 2)])
        self.assertEqual(lift.passed, {"b": 0, "c": 1, "d": 0})

    def test_load_patience_is_over(self):
        lift = self.lift([("a", 2), ("b", 3), ("c", 1), ("d", 3), ("e", 1)], d=2)
        self.assertEqual(lift.load(), [("a", 2), ("c", 1)])
        self.assertEqual((lift.queue, lift.passed), ([("b", 3), ("d", 3), ("e", 1)], {"b": 1, "d": 2, "e": 0}))

    def test_load_patience_is_over_but_fits(self):
        lift = self.lift([("a", 2), ("b", 3), ("c", 1), ("d", 1)], b=1, c=2)
        self.assertEqual(lift.load(), [("a", 2), ("c", 1), ("d", 1)])
        self.assertEqual((lift.queue, lift.passed), ([("b", 3)], {"b": 2}))

    def test_load_no_patience(self):
        lift = self.lift([("a", 2), ("b", 1), ("c", 3), ("d", 1)], patience=0)
        self.assertEqual(lift.load(), [("a", 2), ("b", 1)])
        self.assertEqual((lift.queue, lift.passed), ([("c", 3), ("d", 1)], {"c": 0, "d": 0}))

    def test_load_splits_first(self):
        lift = self.lift([("a", 9), ("b", 1)], a=1)
        self.assertEqual(lift.load(), [("a", 4)])
        self.assertEqual((lift.queue, lift.passed), ([("a", 5), ("b", 1)], {"a": 1, "b": 0}))
        self.assertEqual([lift.load(), lift.load()], [[("a", 4)], [("a", 1), ("b", 1)]])
        self.assertEqual((lift.queue, lift.passed), ([], {}))

    def test_load_first_fills_chair(self):
        lift = self.lift([("a", 4), ("b", 1), ("c", 5)])
        self.assertEqual(lift.load(), [("a", 4)])
        self.assertEqual((lift.queue, lift.passed), ([("b", 1), ("c", 5)], {"b": 0, "c": 0}))

    def test_load_large_party_not_first(self):
        lift = self.lift([("a", 1), ("b", 7), ("c", 3)])
        self.assertEqual(lift.load(), [("a", 1), ("c", 3)])
        self.assertEqual((lift.queue, lift.passed), ([("b", 7)], {"b": 1}))


class SkiLiftTestStop(unittest.TestCase):
    def setUp(self):
        self.lift = SkiLift(4, 3, 1)
        self.lift.chairs = [[("ann", 3), ("cleo", 1)], [], [("ben", 2)]]

    def test_stop_running(self):
        self.assertEqual(self.lift.stop(5), 6)
        self.assertEqual((self.lift.halt, self.lift.clock), (5, 0))

    def test_stop_longer(self):
        self.lift.halt = 3
        self.assertEqual(self.lift.stop(4), 6)
        self.assertEqual(self.lift.halt, 4)

    def test_stop_shorter(self):
        self.lift.halt = 3
        self.assertEqual(self.lift.stop(2), 6)
        self.assertEqual(self.lift.halt, 3)

    def test_stop_empty_chairs(self):
        lift = SkiLift(4, 3, 1)
        lift.queue, lift.passed = [("ann", 3)], {"ann": 0}
        self.assertEqual(lift.stop(1), 0)
        self.assertEqual((lift.halt, lift.queue), (1, [("ann", 3)]))

    def test_stop_bad(self):
        self.lift.halt = 2
        for steps in (0, -3):
            with self.assertRaises(ValueError) as caught:
                self.lift.stop(steps)
            self.assertEqual(str(caught.exception), "bad stop")
        self.assertEqual(self.lift.halt, 2)


class SkiLiftTestStep(unittest.TestCase):
    def setUp(self):
        self.lift = SkiLift(4, 3, 1)
        self.lift.chairs = [[("ann", 3), ("cleo", 1)], [], [("ben", 2), ("dan", 1)]]
        self.lift.queue = [("eve", 2), ("finn", 3), ("gil", 2)]
        self.lift.passed = {"eve": 0, "finn": 0, "gil": 0}
        self.lift.clock = 10

    def test_step_running(self):
        self.assertEqual(self.lift.step(), [("ben", 2), ("dan", 1)])
        self.assertEqual(self.lift.chairs, [[("eve", 2), ("gil", 2)], [("ann", 3), ("cleo", 1)], []])
        self.assertEqual((self.lift.queue, self.lift.passed, self.lift.clock), ([("finn", 3)], {"finn": 1}, 11))

    def test_step_standing(self):
        self.lift.halt = 2
        self.assertEqual(self.lift.step(), [])
        self.assertEqual((self.lift.halt, self.lift.clock), (1, 11))
        self.assertEqual(self.lift.chairs, [[("ann", 3), ("cleo", 1)], [], [("ben", 2), ("dan", 1)]])
        self.assertEqual(self.lift.queue, [("eve", 2), ("finn", 3), ("gil", 2)])

    def test_step_runs_again(self):
        self.lift.halt = 1
        self.assertEqual([self.lift.step(), self.lift.step()], [[], [("ben", 2), ("dan", 1)]])
        self.assertEqual((self.lift.halt, self.lift.clock), (0, 12))

    def test_step_empty_chair_arrives(self):
        self.lift.chairs.append(self.lift.chairs.pop(1))
        self.assertEqual(self.lift.step(), [])
        self.assertEqual(self.lift.chairs[1:], [[("ann", 3), ("cleo", 1)], [("ben", 2), ("dan", 1)]])

    def test_step_empty_queue(self):
        self.lift.queue, self.lift.passed = [], {}
        self.assertEqual(
            [self.lift.step() for _ in range(4)][:3], [[("ben", 2), ("dan", 1)], [], [("ann", 3), ("cleo", 1)]]
        )
        self.assertEqual((self.lift.chairs, self.lift.clock), ([[], [], []], 14))

    def test_step_one_chair(self):
        lift = SkiLift(2, 1, 1)
        lift.queue, lift.passed = [("ann", 3)], {"ann": 0}
        self.assertEqual([lift.step(), lift.step(), lift.step()], [[], [("ann", 2)], [("ann", 1)]])
        self.assertEqual((lift.chairs, lift.queue, lift.passed), ([[]], [], {}))


class SkiLiftTestForecast(unittest.TestCase):
    def setUp(self):
        self.lift = SkiLift(4, 3, 1)
        self.lift.chairs = [[("ann", 3), ("cleo", 1)], [], [("ben", 2), ("dan", 1)]]
        self.lift.queue = [("eve", 2), ("finn", 3), ("gil", 2), ("hal", 9), ("ida", 1)]
        self.lift.passed = {"eve": 0, "finn": 0, "gil": 0, "hal": 0, "ida": 0}

    def test_forecast_on_chairs(self):
        self.assertEqual([self.lift.forecast(name) for name in ("ben", "dan", "ann", "cleo")], [1, 1, 3, 3])
        self.assertEqual(self.lift.clock, 0)

    def test_forecast_in_queue(self):
        self.assertEqual([self.lift.forecast(name) for name in ("eve", "finn", "gil")], [4, 5, 4])
        self.assertEqual(self.lift.queue, [("eve", 2), ("finn", 3), ("gil", 2), ("hal", 9), ("ida", 1)])

    def test_forecast_split_party(self):
        self.assertEqual([self.lift.forecast("hal"), self.lift.forecast("ida")], [8, 5])
        self.assertEqual(self.lift.passed, {"eve": 0, "finn": 0, "gil": 0, "hal": 0, "ida": 0})

    def test_forecast_patience(self):
        self.lift.passed["finn"] = 1
        self.assertEqual([self.lift.forecast(name) for name in ("eve", "finn", "gil", "ida")], [4, 5, 6, 5])
        self.lift.patience = 0
        self.assertEqual([self.lift.forecast(name) for name in ("gil", "hal", "ida")], [6, 9, 9])

    def test_forecast_standing(self):
        self.lift.halt = 7
        self.assertEqual([self.lift.forecast(name) for name in ("ben", "ann", "finn")], [8, 10, 12])
        self.assertEqual((self.lift.halt, self.lift.clock), (7, 0))

    def test_forecast_name_in_both(self):
        self.lift.chairs[2] = [("finn", 4)]
        self.assertEqual(self.lift.forecast("finn"), 5)
        self.lift.chairs = [[], [("zoe", 1)], [("zoe", 3)]]
        self.assertEqual(self.lift.forecast("zoe"), 2)
        self.assertEqual(self.lift.chairs, [[], [("zoe", 1)], [("zoe", 3)]])

    def test_forecast_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.lift.forecast("zoe")
        self.assertEqual(caught.exception.args, ("zoe",))
        self.assertEqual(len(self.lift.queue), 5)


class SkiLiftTestMain(unittest.TestCase):
    def test_main_morning(self):
        lift = SkiLift(3, 2, 1)
        self.assertEqual([lift.join("a", 2), lift.join("b", 2), lift.join("c", 1), lift.join("d", 1)], [0, 2, 4, 5])
        self.assertEqual([lift.forecast(name) for name in "abcd"], [3, 4, 3, 4])
        self.assertEqual(lift.step(), [])
        self.assertEqual((lift.queue, lift.passed), ([("b", 2), ("d", 1)], {"b": 1, "d": 0}))
        self.assertEqual(lift.stop(2), 3)
        self.assertEqual([lift.step(), lift.step(), lift.step()], [[], [], []])
        self.assertEqual((lift.clock, lift.halt, lift.chairs), (4, 0, [[("b", 2), ("d", 1)], [("a", 2), ("c", 1)]]))
        self.assertEqual(lift.step(), [("a", 2), ("c", 1)])
        self.assertEqual(lift.join("a", 5), 0)
        self.assertEqual([lift.step(), lift.step()], [[("b", 2), ("d", 1)], []])
        self.assertEqual((lift.chairs, lift.queue), ([[("a", 2)], [("a", 3)]], []))
        self.assertEqual([lift.step(), lift.step()], [[("a", 3)], [("a", 2)]])
        self.assertEqual((lift.clock, lift.passed), (9, {}))

    def test_main_passed_over_until_patience_ends(self):
        lift = SkiLift(4, 1, 2)
        self.assertEqual(lift.join("club", 3), 0)
        self.assertEqual([lift.join(f"pair{number}", 2) for number in range(4)], [3, 5, 7, 9])
        self.assertEqual(lift.join("trio", 3), 11)
        self.assertEqual([lift.step(), lift.step()], [[], [("club", 3)]])
        self.assertEqual(lift.chairs, [[("pair0", 2), ("pair1", 2)]])
        self.assertEqual(lift.join("solo", 1), 7)
        self.assertEqual(lift.forecast("solo"), 3)
        self.assertEqual(lift.leave("pair3"), 2)
        self.assertEqual(lift.step(), [("pair0", 2), ("pair1", 2)])
        self.assertEqual((lift.queue, lift.passed), ([("trio", 3)], {"trio": 1}))
        self.assertEqual(lift.chairs, [[("pair2", 2), ("solo", 1)]])
        self.assertEqual([lift.join("duo", 2), lift.join("kid", 1)], [3, 5])
        self.assertEqual(lift.load(), [("trio", 3), ("kid", 1)])
        self.assertEqual((lift.queue, lift.passed), ([("duo", 2)], {"duo": 1}))

    def test_main_leave_while_split(self):
        lift = SkiLift(2, 3, 0)
        self.assertEqual([lift.join("team", 7), lift.join("ann", 1)], [0, 7])
        self.assertEqual(lift.forecast("team"), 7)
        self.assertEqual([lift.step(), lift.step()], [[], []])
        self.assertEqual(lift.stop(3), 4)
        self.assertEqual(lift.stop(1), 4)
        self.assertEqual((lift.forecast("team"), lift.forecast("ann")), (8, 8))
        self.assertEqual(lift.leave("team"), 3)
        self.assertEqual((lift.forecast("team"), lift.forecast("ann")), (6, 7))
        self.assertEqual([lift.step() for _ in range(5)], [[], [], [], [], [("team", 2)]])
        self.assertEqual((lift.chairs, lift.clock), ([[], [("ann", 1)], [("team", 2)]], 7))
