# canary: classeval-hf open irrigation_plan cc466cb9-56f2-4eb0-a766-2216a4875da0

import unittest

from solution import IrrigationPlan

VALVES = {"beds": 20, "lawn": 30, "trees": 15, "pots": 5}


class IrrigationPlanTestObstacle(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 50, 2)

    def test_obstacle_none(self):
        self.plan.exclusions = [("beds", "lawn")]
        self.plan.open = {"trees": 3}
        self.assertEqual([self.plan.obstacle(valve) for valve in ("beds", "lawn", "trees")], ["", "", "open"])
        self.assertEqual(self.plan.open, {"trees": 3})

    def test_obstacle_excluded_either_way(self):
        self.plan.exclusions = [("beds", "lawn"), ("lawn", "trees")]
        self.plan.open = {"lawn": 5}
        self.assertEqual(
            [self.plan.obstacle(valve) for valve in ("trees", "beds", "pots")],
            ["excluded by lawn", "excluded by lawn", ""],
        )

    def test_obstacle_least_name(self):
        self.plan.exclusions = [("pots", "trees"), ("beds", "pots")]
        self.plan.open = {"trees": 5, "beds": 9}
        self.assertEqual(self.plan.obstacle("pots"), "excluded by beds")

    def test_obstacle_flow(self):
        self.plan.open = {"lawn": 5, "trees": 6}
        self.assertEqual([self.plan.obstacle(valve) for valve in ("pots", "beds")], ["", "flow"])
        self.plan.max_flow = 49
        self.assertEqual(self.plan.obstacle("pots"), "flow")

    def test_obstacle_excluded_before_flow(self):
        self.plan.exclusions = [("beds", "trees")]
        self.plan.open = {"lawn": 5, "trees": 6}
        self.assertEqual(self.plan.obstacle("beds"), "excluded by trees")

    def test_obstacle_open_before_flow(self):
        self.plan.open = {"lawn": 5, "beds": 6}
        self.assertEqual([self.plan.obstacle(valve) for valve in ("lawn", "trees")], ["open", "flow"])

    def test_obstacle_unknown(self):
        with self.assertRaises(ValueError) as caught:
            self.plan.obstacle("hedge")
        self.assertEqual(str(caught.exception), "unknown valve: hedge")


class IrrigationPlanTestStartWaiting(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 50, 2)
        self.plan.now = 100

    def test_start_waiting_all(self):
        self.plan.queue = [("lawn", 7, 1), ("trees", 4, 0), ("pots", 12, 5)]
        self.assertEqual(self.plan.start_waiting(), ["lawn", "trees", "pots"])
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 107, "trees": 104, "pots": 112}, []))

    def test_start_waiting_counts_overtaking(self):
        self.plan.patience = 9
        self.plan.open = {"lawn": 103}
        self.plan.queue = [("lawn", 9, 0), ("trees", 4, 0), ("beds", 7, 1), ("pots", 2, 0), ("trees", 1, 0)]
        self.assertEqual(self.plan.start_waiting(), ["trees", "pots"])
        self.assertEqual(self.plan.queue, [("lawn", 9, 2), ("beds", 7, 2), ("trees", 1, 0)])
        self.assertEqual(self.plan.open, {"lawn": 103, "trees": 104, "pots": 102})

    def test_start_waiting_patience_at_an_end(self):
        self.plan.open = {"lawn": 103}
        for times in (2, 3):
            self.plan.queue = [("lawn", 9, times), ("trees", 4, 0), ("pots", 2, 0)]
            self.assertEqual(self.plan.start_waiting(), [])
            self.assertEqual(self.plan.queue, [("lawn", 9, times), ("trees", 4, 0), ("pots", 2, 0)])

    def test_start_waiting_patience_ends_on_the_way(self):
        self.plan.open = {"lawn": 103}
        self.plan.queue = [("lawn", 9, 1), ("trees", 4, 0), ("pots", 2, 0)]
        self.assertEqual(self.plan.start_waiting(), ["trees"])
        self.assertEqual(self.plan.queue, [("lawn", 9, 2), ("pots", 2, 0)])

    def test_start_waiting_impatient_job_itself_starts(self):
        self.plan.open = {"beds": 103}
        self.plan.queue = [("trees", 9, 3), ("lawn", 5, 0), ("pots", 2, 2), ("beds", 1, 0)]
        self.assertEqual(self.plan.start_waiting(), ["trees", "pots"])
        self.assertEqual(self.plan.queue, [("lawn", 5, 1), ("beds", 1, 0)])

    def test_start_waiting_impatient_job_behind(self):
        self.plan.open = {"lawn": 103}
        self.plan.queue = [("lawn", 9, 0), ("beds", 4, 0), ("beds", 5, 2), ("pots", 2, 0)]
        self.assertEqual(self.plan.start_waiting(), ["beds"])
        self.assertEqual(self.plan.queue, [("lawn", 9, 1), ("beds", 5, 2), ("pots", 2, 0)])

    def test_start_waiting_same_valve_twice(self):
        self.plan.queue = [("pots", 9, 0), ("pots", 4, 0)]
        self.assertEqual(self.plan.start_waiting(), ["pots"])
        self.assertEqual((self.plan.open, self.plan.queue), ({"pots": 109}, [("pots", 4, 0)]))

    def test_start_waiting_exclusions(self):
        self.plan.exclusions = [("beds", "pots"), ("beds", "trees")]
        self.plan.queue = [("trees", 3, 0), ("beds", 5, 0), ("pots", 4, 0)]
        self.assertEqual(self.plan.start_waiting(), ["trees", "pots"])
        self.assertEqual(self.plan.queue, [("beds", 5, 1)])


class IrrigationPlanTestExclude(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 50, 2)

    def test_exclude_sorted_pairs(self):
        self.assertEqual([self.plan.exclude("trees", "lawn"), self.plan.exclude("beds", "pots")], [True, True])
        self.assertEqual(self.plan.exclusions, [("lawn", "trees"), ("beds", "pots")])

    def test_exclude_again(self):
        self.plan.exclusions = [("beds", "lawn")]
        self.assertEqual([self.plan.exclude("lawn", "beds"), self.plan.exclude("beds", "lawn")], [False, False])
        self.assertEqual(self.plan.exclusions, [("beds", "lawn")])

    def test_exclude_one_open(self):
        self.plan.open = {"lawn": 4}
        self.assertEqual([self.plan.exclude("lawn", "beds"), self.plan.exclude("pots", "lawn")], [True, True])
        self.assertEqual(self.plan.exclusions, [("beds", "lawn"), ("lawn", "pots")])

    def test_exclude_both_open(self):
        self.plan.open = {"lawn": 4, "pots": 9}
        with self.assertRaises(ValueError) as caught:
            self.plan.exclude("lawn", "pots")
        self.assertEqual(str(caught.exception), "both open")
        self.assertEqual(self.plan.exclusions, [])

    def test_exclude_same(self):
        self.plan.open = {"lawn": 4}
        for name, message in (("lawn", "same valve: lawn"), ("hedge", "unknown valve: hedge")):
            with self.assertRaises(ValueError) as caught:
                self.plan.exclude(name, name)
            self.assertEqual(str(caught.exception), message)

    def test_exclude_unknown(self):
        for first, second, name in (("hedge", "roof", "hedge"), ("lawn", "roof", "roof"), ("roof", "lawn", "roof")):
            with self.assertRaises(ValueError) as caught:
                self.plan.exclude(first, second)
            self.assertEqual(str(caught.exception), "unknown valve: " + name)
        self.assertEqual(self.plan.exclusions, [])


class IrrigationPlanTestAllow(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 50, 2)
        self.plan.exclusions = [("beds", "lawn"), ("lawn", "pots"), ("pots", "trees")]

    def test_allow_starts(self):
        self.plan.now = 6
        self.plan.open = {"lawn": 9}
        self.plan.queue = [("pots", 5, 0), ("beds", 4, 0)]
        self.assertEqual(self.plan.allow("lawn", "beds"), ["beds"])
        self.assertEqual(self.plan.open, {"lawn": 9, "beds": 10})
        self.assertEqual(self.plan.queue, [("pots", 5, 1)])

    def test_allow_nothing_waits(self):
        self.assertEqual(self.plan.allow("pots", "trees"), [])
        self.assertEqual(self.plan.exclusions, [("beds", "lawn"), ("lawn", "pots")])

    def test_allow_either_order(self):
        self.assertEqual([self.plan.allow("trees", "pots"), self.plan.allow("beds", "lawn")], [[], []])
        self.assertEqual(self.plan.exclusions, [("lawn", "pots")])

    def test_allow_frees_those_behind(self):
        self.plan.open = {"lawn": 9}
        self.plan.queue = [("pots", 5, 2), ("trees", 4, 0)]
        self.plan.exclusions = [("lawn", "pots")]
        self.assertEqual(self.plan.allow("pots", "lawn"), ["pots", "trees"])
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 9, "pots": 5, "trees": 4}, []))

    def test_allow_no_exclusion(self):
        for first, second in (("beds", "trees"), ("lawn", "lawn"), ("lawn", "hedge")):
            with self.assertRaises(ValueError) as caught:
                self.plan.allow(first, second)
            self.assertEqual(str(caught.exception), "no such exclusion")
        self.assertEqual(len(self.plan.exclusions), 3)


class IrrigationPlanTestRequest(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan({**VALVES, "pond": 51, "pool": 50}, 50, 2)

    def test_request_starts(self):
        self.plan.now = 30
        self.assertEqual([self.plan.request("lawn", 10), self.plan.request("beds", 1)], [["lawn"], ["beds"]])
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 40, "beds": 31}, []))

    def test_request_waits(self):
        self.plan.open = {"lawn": 4}
        self.assertEqual([self.plan.request("lawn", 10), self.plan.request("pool", 3)], [[], []])
        self.assertEqual(self.plan.queue, [("lawn", 10, 0), ("pool", 3, 0)])

    def test_request_overtakes(self):
        self.plan.open = {"lawn": 4}
        self.plan.queue = [("lawn", 10, 1), ("pool", 3, 0)]
        self.assertEqual(self.plan.request("trees", 5), ["trees"])
        self.assertEqual(self.plan.queue, [("lawn", 10, 2), ("pool", 3, 1)])

    def test_request_may_not_overtake(self):
        self.plan.open = {"lawn": 4}
        self.plan.queue = [("pool", 3, 0), ("lawn", 10, 2)]
        self.assertEqual(self.plan.request("trees", 5), [])
        self.assertEqual(self.plan.queue, [("pool", 3, 0), ("lawn", 10, 2), ("trees", 5, 0)])

    def test_request_errors(self):
        for valve, minutes, message in (
            ("hedge", 0, "unknown valve: hedge"),
            ("pond", 0, "bad minutes: 0"),
            ("lawn", -7, "bad minutes: -7"),
            ("pond", 1, "flow too large: pond"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.plan.request(valve, minutes)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.plan.open, self.plan.queue), ({}, []))


class IrrigationPlanTestAdvance(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 40, 2)
        self.plan.now = 60

    def test_advance_closes_by_name(self):
        self.plan.open = {"trees": 65, "beds": 65, "pots": 63}
        self.assertEqual(self.plan.advance(5), [(63, "close", "pots"), (65, "close", "beds"), (65, "close", "trees")])
        self.assertEqual((self.plan.now, self.plan.open), (65, {}))

    def test_advance_not_yet(self):
        self.plan.open = {"trees": 65}
        self.assertEqual(self.plan.advance(4), [])
        self.assertEqual((self.plan.now, self.plan.open), (64, {"trees": 65}))

    def test_advance_by_nothing(self):
        self.plan.open = {"trees": 61}
        self.assertEqual(self.plan.advance(0), [])
        self.assertEqual((self.plan.now, self.plan.open), (60, {"trees": 61}))

    def test_advance_starts_and_ends_on_the_way(self):
        self.plan.open = {"lawn": 62}
        self.plan.queue = [("beds", 3, 0), ("lawn", 4, 0)]
        self.assertEqual(
            self.plan.advance(7),
            [(62, "close", "lawn"), (62, "open", "beds"), (65, "close", "beds"), (65, "open", "lawn")],
        )
        self.assertEqual((self.plan.now, self.plan.open, self.plan.queue), (67, {"lawn": 69}, []))

    def test_advance_closes_all_before_opening(self):
        self.plan.open = {"beds": 62, "trees": 62}
        self.plan.queue = [("lawn", 4, 1), ("beds", 4, 0), ("pots", 3, 0)]
        self.assertEqual(
            self.plan.advance(2),
            [(62, "close", "beds"), (62, "close", "trees"), (62, "open", "lawn"), (62, "open", "pots")],
        )
        self.assertEqual(self.plan.open, {"lawn": 66, "pots": 65})
        self.assertEqual(self.plan.queue, [("beds", 4, 1)])

    def test_advance_same_valve_again(self):
        self.plan.open = {"pots": 61}
        self.plan.queue = [("pots", 1, 0), ("pots", 9, 0)]
        self.assertEqual(
            self.plan.advance(2),
            [(61, "close", "pots"), (61, "open", "pots"), (62, "close", "pots"), (62, "open", "pots")],
        )
        self.assertEqual(self.plan.open, {"pots": 71})

    def test_advance_negative(self):
        with self.assertRaises(ValueError) as caught:
            self.plan.advance(-1)
        self.assertEqual(str(caught.exception), "bad minutes: -1")
        self.assertEqual(self.plan.now, 60)


class IrrigationPlanTestStop(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 40, 2)
        self.plan.now = 10

    def test_stop_starts_others(self):
        self.plan.open = {"lawn": 18, "pots": 30}
        self.plan.queue = [("beds", 5, 0), ("trees", 4, 1)]
        self.assertEqual(self.plan.stop("lawn"), 8)
        self.assertEqual((self.plan.open, self.plan.queue), ({"pots": 30, "beds": 15, "trees": 14}, []))

    def test_stop_nothing_waits(self):
        self.plan.open = {"lawn": 11, "pots": 30}
        self.assertEqual([self.plan.stop("lawn"), self.plan.stop("pots")], [1, 20])
        self.assertEqual(self.plan.open, {})

    def test_stop_next_job_of_same_valve(self):
        self.plan.open = {"lawn": 18}
        self.plan.queue = [("lawn", 5, 0), ("lawn", 6, 0)]
        self.assertEqual(self.plan.stop("lawn"), 8)
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 15}, [("lawn", 6, 0)]))

    def test_stop_ends_exclusion(self):
        self.plan.exclusions = [("lawn", "pots")]
        self.plan.open = {"lawn": 13}
        self.plan.queue = [("beds", 2, 1), ("pots", 5, 1)]
        self.assertEqual(self.plan.stop("lawn"), 3)
        self.assertEqual(self.plan.open, {"beds": 12, "pots": 15})

    def test_stop_not_open(self):
        self.plan.open = {"lawn": 13}
        self.plan.queue = [("beds", 2, 0)]
        for valve in ("beds", "hedge"):
            with self.assertRaises(ValueError) as caught:
                self.plan.stop(valve)
            self.assertEqual(str(caught.exception), "not open: " + valve)
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 13}, [("beds", 2, 0)]))


class IrrigationPlanTestDrop(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 40, 1)
        self.plan.now = 10
        self.plan.open = {"beds": 18}

    def test_drop_frees_those_behind(self):
        self.plan.queue = [("lawn", 5, 1), ("trees", 4, 0), ("lawn", 6, 0), ("beds", 3, 0)]
        self.assertEqual(self.plan.drop("lawn"), [5, 6])
        self.assertEqual((self.plan.open, self.plan.queue), ({"beds": 18, "trees": 14}, [("beds", 3, 0)]))

    def test_drop_open_valve_stays(self):
        self.plan.queue = [("beds", 3, 1), ("pots", 4, 0), ("beds", 2, 0)]
        self.assertEqual(self.plan.drop("beds"), [3, 2])
        self.assertEqual((self.plan.open, self.plan.queue), ({"beds": 18, "pots": 14}, []))

    def test_drop_no_job(self):
        self.plan.queue = [("lawn", 5, 1), ("trees", 4, 0)]
        self.assertEqual(self.plan.drop("pots"), [])
        self.assertEqual(self.plan.queue, [("lawn", 5, 1), ("trees", 4, 0)])

    def test_drop_from_the_middle(self):
        self.plan.queue = [("lawn", 5, 1), ("trees", 4, 0), ("pots", 6, 0)]
        self.assertEqual(self.plan.drop("trees"), [4])
        self.assertEqual((self.plan.open, self.plan.queue), ({"beds": 18}, [("lawn", 5, 1), ("pots", 6, 0)]))

    def test_drop_unknown(self):
        self.plan.queue = [("lawn", 5, 1)]
        with self.assertRaises(ValueError) as caught:
            self.plan.drop("hedge")
        self.assertEqual(str(caught.exception), "unknown valve: hedge")
        self.assertEqual(self.plan.queue, [("lawn", 5, 1)])


class IrrigationPlanTestForecast(unittest.TestCase):
    def setUp(self):
        self.plan = IrrigationPlan(VALVES, 40, 1)
        self.plan.now = 100

    def test_forecast_empty(self):
        self.assertEqual(self.plan.forecast(), {})

    def test_forecast_open_only(self):
        self.plan.open = {"trees": 120, "pots": 105, "beds": 120}
        self.assertEqual(list(self.plan.forecast().items()), [("pots", 105), ("beds", 120), ("trees", 120)])
        self.assertEqual(self.plan.now, 100)

    def test_forecast_equal_minutes(self):
        self.plan.open = {"trees": 104, "beds": 110}
        self.plan.queue = [("trees", 6, 0)]
        self.assertEqual(list(self.plan.forecast().items()), [("beds", 110), ("trees", 110)])

    def test_forecast_queue(self):
        self.plan.open = {"lawn": 108}
        self.plan.queue = [("beds", 5, 0), ("lawn", 2, 0)]
        self.assertEqual(list(self.plan.forecast().items()), [("beds", 113), ("lawn", 115)])
        self.assertEqual((self.plan.open, self.plan.queue), ({"lawn": 108}, [("beds", 5, 0), ("lawn", 2, 0)]))

    def test_forecast_overtaking(self):
        self.plan.open = {"beds": 110, "trees": 104}
        self.plan.queue = [("lawn", 5, 0), ("trees", 3, 0), ("trees", 2, 0), ("pots", 1, 0)]
        self.assertEqual(self.plan.forecast(), {"beds": 110, "pots": 111, "lawn": 115, "trees": 117})
        self.assertEqual(len(self.plan.queue), 4)

    def test_forecast_exclusions(self):
        self.plan.exclusions = [("beds", "pots"), ("pots", "trees")]
        self.plan.open = {"beds": 102, "trees": 109}
        self.plan.queue = [("pots", 1, 1), ("beds", 4, 0)]
        self.assertEqual(self.plan.forecast(), {"trees": 109, "pots": 110, "beds": 114})
        self.assertEqual(self.plan.exclusions, [("beds", "pots"), ("pots", "trees")])


class IrrigationPlanTestMain(unittest.TestCase):
    def test_main_morning(self):
        plan = IrrigationPlan(VALVES, 50, 2)
        self.assertEqual(plan.exclude("trees", "lawn"), True)
        self.assertEqual(
            [plan.request("lawn", 10), plan.request("trees", 6), plan.request("beds", 4)], [["lawn"], [], ["beds"]]
        )
        self.assertEqual(plan.obstacle("pots"), "flow")
        self.assertEqual(plan.queue, [("trees", 6, 1)])
        self.assertEqual(plan.request("beds", 3), [])
        self.assertEqual(plan.forecast(), {"beds": 7, "lawn": 10, "trees": 16})
        self.assertEqual(plan.advance(4), [(4, "close", "beds"), (4, "open", "beds")])
        self.assertEqual(plan.request("pots", 2), [])
        self.assertEqual(plan.queue, [("trees", 6, 2), ("pots", 2, 0)])
        self.assertEqual(plan.advance(4), [(7, "close", "beds")])
        self.assertEqual(plan.allow("lawn", "trees"), ["trees", "pots"])
        self.assertEqual((plan.now, plan.open), (8, {"lawn": 10, "trees": 14, "pots": 10}))
        self.assertEqual(plan.stop("trees"), 6)
        self.assertEqual(plan.advance(9), [(10, "close", "lawn"), (10, "close", "pots")])

    def test_main_dropped(self):
        plan = IrrigationPlan({"a": 3, "b": 2, "c": 1}, 3, 1)
        self.assertEqual([plan.request(valve, 5) for valve in "bacc"], [["b"], [], ["c"], []])
        self.assertEqual(plan.queue, [("a", 5, 1), ("c", 5, 0)])
        self.assertEqual(plan.forecast(), {"b": 5, "a": 10, "c": 15})
        self.assertEqual(plan.advance(3), [])
        self.assertEqual(plan.stop("c"), 2)
        self.assertEqual((plan.open, plan.queue), ({"b": 5}, [("a", 5, 1), ("c", 5, 0)]))
        self.assertEqual(plan.drop("a"), [5])
        self.assertEqual(plan.open, {"b": 5, "c": 8})
        self.assertEqual(plan.start_waiting(), [])
        self.assertEqual(plan.advance(10), [(5, "close", "b"), (8, "close", "c")])
        self.assertEqual(plan.obstacle("a"), "")
