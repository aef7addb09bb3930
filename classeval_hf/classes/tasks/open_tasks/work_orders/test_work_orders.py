# canary: classeval-hf open work_orders 63766f7c-3db7-4e3e-b838-3042106b515f

import unittest

from solution import WorkOrders


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(orders):
    """A needs nothing, b and c need a, d needs b and c, e needs d, f needs c."""
    orders.enter("a", 10, [])
    orders.enter("b", 20, ["a"])
    orders.enter("c", 5, ["a"], 12)
    orders.enter("d", 7, ["b", "c"])
    orders.enter("e", 3, ["d"])
    orders.enter("f", 8, ["c"], 17)


def work(orders):
    """A and b are finished, c is begun."""
    fill(orders)
    orders.begin("a", 2)
    orders.finish("a", 15)
    orders.begin("b", 15)
    orders.begin("c", 20)
    orders.finish("b", 21)


class WorkOrdersTestEnter(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()

    def test_enter_fields(self):
        self.orders.enter("x", 4, [])
        self.orders.enter("y", 1, ["x", "x"], 9)
        self.assertEqual((self.orders.jobs, self.orders.needs), ({"x": (4, 0), "y": (1, 9)}, {"x": set(), "y": {"x"}}))
        self.assertEqual((self.orders.begun, self.orders.finished), ({}, {}))

    def test_enter_indirect_needs(self):
        fill(self.orders)
        self.orders.enter("g", 1, ["a", "e", "b", "f", "c"])
        self.assertEqual(self.orders.needs["g"], {"e", "f"})

    def test_enter_list_is_kept(self):
        fill(self.orders)
        needs = ["a", "d"]
        self.orders.enter("g", 1, needs)
        self.assertEqual((self.orders.needs["g"], needs), ({"d"}, ["a", "d"]))

    def test_enter_errors_in_order(self):
        fill(self.orders)
        self.assertEqual(
            [failure(self.orders.enter, "a", 0, ["z"]), failure(self.orders.enter, "a", 1, ["z"])],
            [("ValueError", "bad minutes"), ("ValueError", "job exists")],
        )
        self.assertEqual(failure(self.orders.enter, "g", 1, ["a", "z", "y"]), ("KeyError", "z"))
        self.assertEqual("g" in self.orders.jobs, False)

    def test_enter_needs_itself(self):
        self.assertEqual(failure(self.orders.enter, "g", 1, ["g"]), ("KeyError", "g"))
        self.assertEqual((self.orders.jobs, self.orders.needs), ({}, {}))


class WorkOrdersTestLink(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()
        fill(self.orders)

    def test_link_new(self):
        self.assertEqual(self.orders.link("f", "b"), True)
        self.assertEqual(
            self.orders.needs, {"a": set(), "b": {"a"}, "c": {"a"}, "d": {"b", "c"}, "e": {"d"}, "f": {"b", "c"}}
        )

    def test_link_replaces(self):
        self.assertEqual(self.orders.link("f", "d"), True)
        self.assertEqual(self.orders.needs["f"], {"d"})

    def test_link_reduces_others(self):
        self.assertEqual(self.orders.link("c", "b"), True)
        self.assertEqual(self.orders.needs, {"a": set(), "b": {"a"}, "c": {"b"}, "d": {"c"}, "e": {"d"}, "f": {"c"}})

    def test_link_reduces_far_ones(self):
        do(self.orders, "enter", "g", 1, ["e", "f"])
        self.assertEqual(self.orders.link("b", "f"), True)
        self.assertEqual(
            self.orders.needs, {"a": set(), "b": {"f"}, "c": {"a"}, "d": {"b"}, "e": {"d"}, "f": {"c"}, "g": {"e"}}
        )

    def test_link_needed_before(self):
        self.assertEqual([self.orders.link("d", "a"), self.orders.link("d", "b")], [False, False])
        self.assertEqual(self.orders.needs["d"], {"b", "c"})

    def test_link_circle(self):
        self.assertEqual(
            [failure(self.orders.link, *pair) for pair in (("a", "e"), ("b", "b"), ("c", "f"))],
            [("ValueError", "circle"), ("ValueError", "circle"), ("ValueError", "circle")],
        )
        self.assertEqual(self.orders.needs["a"], set())

    def test_link_errors_in_order(self):
        do(self.orders, "begin", "a", 0)
        self.assertEqual(
            [failure(self.orders.link, *pair) for pair in (("y", "z"), ("a", "z"), ("a", "a"))],
            [("KeyError", "y"), ("KeyError", "z"), ("ValueError", "is begun")],
        )
        self.assertEqual([self.orders.link("b", "a"), self.orders.needs["b"]], [False, {"a"}])

    def test_link_to_finished(self):
        orders = WorkOrders()
        work(orders)
        self.assertEqual((orders.link("f", "b"), orders.needs["f"]), (True, {"b", "c"}))


class WorkOrdersTestRetract(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()
        fill(self.orders)

    def test_retract_hands_needs_on(self):
        self.assertEqual(self.orders.retract("d"), ["e"])
        self.assertEqual(self.orders.needs, {"a": set(), "b": {"a"}, "c": {"a"}, "e": {"b", "c"}, "f": {"c"}})

    def test_retract_reduces(self):
        self.assertEqual(self.orders.retract("c"), ["d", "f"])
        self.assertEqual(
            (self.orders.needs, sorted(self.orders.jobs)),
            ({"a": set(), "b": {"a"}, "d": {"b"}, "e": {"d"}, "f": {"a"}}, ["a", "b", "d", "e", "f"]),
        )

    def test_retract_first(self):
        self.assertEqual(self.orders.retract("a"), ["b", "c"])
        self.assertEqual(self.orders.needs, {"b": set(), "c": set(), "d": {"b", "c"}, "e": {"d"}, "f": {"c"}})

    def test_retract_last(self):
        self.assertEqual(self.orders.retract("e"), [])
        self.assertEqual(sorted(self.orders.needs), ["a", "b", "c", "d", "f"])

    def test_retract_errors(self):
        do(self.orders, "begin", "a", 0)
        self.assertEqual(
            [failure(self.orders.retract, "z"), failure(self.orders.retract, "a")],
            [("KeyError", "z"), ("ValueError", "is begun")],
        )
        self.assertEqual(len(self.orders.jobs), 6)

    def test_retract_indirect_need_stays_small(self):
        do(self.orders, "enter", "g", 2, ["b"])
        do(self.orders, "enter", "h", 2, ["g", "d"])
        self.assertEqual(self.orders.retract("g"), ["h"])
        self.assertEqual(self.orders.needs["h"], {"d"})


class WorkOrdersTestStartOf(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()

    def test_start_of_planned(self):
        fill(self.orders)
        self.assertEqual([self.orders.start_of(job) for job in "abcdef"], [0, 10, 12, 30, 37, 17])

    def test_start_of_worked(self):
        work(self.orders)
        self.assertEqual([self.orders.start_of(job) for job in "abcdef"], [2, 15, 20, 25, 32, 25])
        self.assertEqual(self.orders.begun, {"a": 2, "b": 15, "c": 20})

    def test_start_of_finished_late(self):
        work(self.orders)
        do(self.orders, "finish", "c", 40)
        self.assertEqual([self.orders.start_of(job) for job in "cdef"], [20, 40, 47, 40])

    def test_start_of_ready_late(self):
        fill(self.orders)
        do(self.orders, "enter", "g", 4, ["e"], 99)
        do(self.orders, "enter", "h", 4, ["g"], 99)
        self.assertEqual([self.orders.start_of(job) for job in "gh"], [99, 103])

    def test_start_of_unknown(self):
        self.assertEqual(failure(self.orders.start_of, "z"), ("KeyError", "z"))
        self.assertEqual(self.orders.jobs, {})


class WorkOrdersTestBegin(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()
        work(self.orders)

    def test_begin_on_time(self):
        do(self.orders, "finish", "c", 22)
        self.assertEqual([self.orders.begin("d", 22), self.orders.begin("f", 30)], [0, 8])
        self.assertEqual(self.orders.begun, {"a": 2, "b": 15, "c": 20, "d": 22, "f": 30})

    def test_begin_needs(self):
        self.assertEqual(
            [failure(self.orders.begin, job, 0) for job in "def"],
            [("ValueError", "needs c"), ("ValueError", "needs d"), ("ValueError", "needs c")],
        )
        self.assertEqual(sorted(self.orders.begun), ["a", "b", "c"])

    def test_begin_needs_first_name(self):
        do(self.orders, "enter", "g", 1, ["f", "e"])
        self.assertEqual(failure(self.orders.begin, "g", 100), ("ValueError", "needs e"))

    def test_begin_too_early(self):
        do(self.orders, "finish", "c", 22)
        self.assertEqual(
            [failure(self.orders.begin, "d", 21), failure(self.orders.begin, "f", 21)],
            [("ValueError", "too early"), ("ValueError", "too early")],
        )
        do(self.orders, "enter", "g", 1, [], 50)
        self.assertEqual(
            [failure(self.orders.begin, "g", 49), self.orders.begin("g", 50)], [("ValueError", "too early"), 0]
        )
        self.assertEqual(sorted(self.orders.begun), ["a", "b", "c", "g"])

    def test_begin_again(self):
        self.assertEqual(
            [failure(self.orders.begin, "c", 0), failure(self.orders.begin, "a", 90)],
            [("ValueError", "is begun"), ("ValueError", "is begun")],
        )
        self.assertEqual(self.orders.begun["c"], 20)

    def test_begin_unknown(self):
        self.assertEqual(failure(self.orders.begin, "z", 3), ("KeyError", "z"))


class WorkOrdersTestFinish(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()
        work(self.orders)

    def test_finish_frees_several(self):
        self.assertEqual(self.orders.finish("c", 26), ["d", "f"])
        self.assertEqual(self.orders.finished, {"a": 15, "b": 21, "c": 26})

    def test_finish_frees_some(self):
        orders = WorkOrders()
        fill(orders)
        do(orders, "begin", "a", 0)
        self.assertEqual(orders.finish("a", 9), ["b", "c"])
        do(orders, "begin", "c", 12)
        self.assertEqual((orders.finish("c", 12), orders.finished), (["f"], {"a": 9, "c": 12}))

    def test_finish_frees_none(self):
        do(self.orders, "enter", "g", 3, [])
        do(self.orders, "begin", "g", 5)
        self.assertEqual(self.orders.finish("g", 6), [])
        self.assertEqual(self.orders.finished, {"a": 15, "b": 21, "g": 6})

    def test_finish_errors_in_order(self):
        calls = (("z", 1), ("d", 1), ("a", 0), ("c", 19))
        self.assertEqual(
            [failure(self.orders.finish, *call) for call in calls],
            [
                ("KeyError", "z"),
                ("ValueError", "not begun"),
                ("ValueError", "is finished"),
                ("ValueError", "too early"),
            ],
        )
        self.assertEqual(self.orders.finished, {"a": 15, "b": 21})

    def test_finish_in_no_time(self):
        self.assertEqual(self.orders.finish("c", 20), ["d", "f"])
        self.assertEqual(self.orders.finished["c"], 20)


class WorkOrdersTestChain(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()
        fill(self.orders)

    def test_chain_latest_end(self):
        self.assertEqual([self.orders.chain("e"), self.orders.chain("a")], [["a", "b", "d", "e"], ["a"]])

    def test_chain_broken_by_ready(self):
        self.assertEqual([self.orders.chain("c"), self.orders.chain("f")], [["c"], ["c", "f"]])
        self.assertEqual(self.orders.jobs["f"], (8, 17))

    def test_chain_ready_just_after(self):
        do(self.orders, "enter", "g", 1, ["e"], 41)
        do(self.orders, "enter", "h", 1, ["e"], 40)
        self.assertEqual([self.orders.chain("g"), self.orders.chain("h")], [["g"], ["a", "b", "d", "e", "h"]])

    def test_chain_same_end(self):
        do(self.orders, "enter", "m", 13, ["f"])
        do(self.orders, "enter", "k", 13, ["f"])
        do(self.orders, "enter", "n", 1, ["m", "k"])
        self.assertEqual(self.orders.chain("n"), ["c", "f", "k", "n"])

    def test_chain_stops_at_begun(self):
        orders = WorkOrders()
        work(orders)
        self.assertEqual([orders.chain(job) for job in "efb"], [["c", "d", "e"], ["c", "f"], ["b"]])
        self.assertEqual(orders.begun["c"], 20)

    def test_chain_unknown(self):
        self.assertEqual(failure(self.orders.chain, "z"), ("KeyError", "z"))


class WorkOrdersTestPlan(unittest.TestCase):
    def setUp(self):
        self.orders = WorkOrders()

    def test_plan_all(self):
        fill(self.orders)
        self.assertEqual(self.orders.plan(), [(0, "a"), (10, "b"), (12, "c"), (17, "f"), (30, "d"), (37, "e")])

    def test_plan_without_begun(self):
        work(self.orders)
        self.assertEqual(self.orders.plan(), [(25, "d"), (25, "f"), (32, "e")])

    def test_plan_same_start(self):
        fill(self.orders)
        do(self.orders, "enter", "B", 4, ["a"])
        do(self.orders, "enter", "ab", 4, [], 10)
        self.assertEqual(
            self.orders.plan(),
            [(0, "a"), (10, "B"), (10, "ab"), (10, "b"), (12, "c"), (17, "f"), (30, "d"), (37, "e")],
        )

    def test_plan_after_finish(self):
        work(self.orders)
        do(self.orders, "finish", "c", 50)
        self.assertEqual(
            (self.orders.plan(), self.orders.finished),
            ([(50, "d"), (50, "f"), (57, "e")], {"a": 15, "b": 21, "c": 50}),
        )

    def test_plan_empty(self):
        self.assertEqual(self.orders.plan(), [])
        do(self.orders, "enter", "x", 3, [], 8)
        self.assertEqual(self.orders.plan(), [(8, "x")])


class WorkOrdersTestMain(unittest.TestCase):
    def test_main_table(self):
        orders = WorkOrders()
        orders.enter("cut", 40, [])
        orders.enter("sand", 25, ["cut"])
        orders.enter("legs", 30, [], 10)
        orders.enter("join", 20, ["sand", "legs", "cut"])
        orders.enter("oil", 15, ["join"], 120)
        self.assertEqual(
            (orders.plan(), orders.needs["join"]),
            ([(0, "cut"), (10, "legs"), (40, "sand"), (65, "join"), (120, "oil")], {"sand", "legs"}),
        )
        self.assertEqual(orders.chain("join"), ["cut", "sand", "join"])
        self.assertEqual([orders.begin("cut", 5), orders.finish("cut", 35)], [5, ["sand"]])
        self.assertEqual(orders.retract("sand"), ["join"])
        self.assertEqual(
            (orders.needs, orders.start_of("join")),
            ({"cut": set(), "legs": set(), "join": {"cut", "legs"}, "oil": {"join"}}, 40),
        )
        self.assertEqual(orders.chain("join"), ["legs", "join"])
        self.assertEqual([orders.begin("legs", 12), orders.finish("legs", 60)], [2, ["join"]])
        self.assertEqual(
            [orders.link("oil", "legs"), failure(orders.link, "legs", "oil")], [False, ("ValueError", "is begun")]
        )
        self.assertEqual((orders.begin("join", 70), orders.plan(), orders.chain("oil")), (10, [(120, "oil")], ["oil"]))
        self.assertEqual(
            [orders.finish("join", 130), orders.start_of("oil"), orders.chain("oil")], [["oil"], 130, ["join", "oil"]]
        )

    def test_main_growing_net(self):
        orders = WorkOrders()
        for number, name in enumerate("pqrstu"):
            orders.enter(name, 2 + number, [])
        self.assertEqual([orders.link("r", "p"), orders.link("s", "p"), orders.link("s", "r")], [True, True, True])
        self.assertEqual([orders.link("u", "p"), orders.link("u", "q"), orders.link("u", "s")], [True, True, True])
        self.assertEqual(
            (orders.needs, orders.plan()),
            (
                {"p": set(), "q": set(), "r": {"p"}, "s": {"r"}, "t": set(), "u": {"q", "s"}},
                [(0, "p"), (0, "q"), (0, "t"), (2, "r"), (6, "s"), (11, "u")],
            ),
        )
        self.assertEqual([failure(orders.link, "p", "u"), orders.link("p", "q")], [("ValueError", "circle"), True])
        self.assertEqual(
            (orders.needs["u"], orders.chain("u"), orders.start_of("u")), ({"s"}, ["q", "p", "r", "s", "u"], 14)
        )
        self.assertEqual(orders.retract("p"), ["r"])
        self.assertEqual(orders.retract("s"), ["u"])
        self.assertEqual(
            (orders.needs, orders.plan()),
            ({"q": set(), "r": {"q"}, "t": set(), "u": {"r"}}, [(0, "q"), (0, "t"), (3, "r"), (7, "u")]),
        )
        self.assertEqual([orders.begin("q", 1), orders.finish("q", 9), orders.begin("r", 9)], [1, ["r"], 0])
        self.assertEqual((orders.chain("u"), orders.plan()), (["r", "u"], [(0, "t"), (13, "u")]))

    def test_main_late(self):
        orders = WorkOrders()
        orders.enter("x", 5, [], 3)
        orders.enter("y", 6, ["x"])
        self.assertEqual(failure(orders.begin, "y", 99), ("ValueError", "needs x"))
        self.assertEqual(orders.begin("x", 4), 1)
        orders.enter("w", 2, ["x"])
        orders.enter("z", 1, ["y", "w", "x"])
        self.assertEqual((orders.plan(), orders.chain("z")), ([(9, "w"), (9, "y"), (15, "z")], ["x", "y", "z"]))
        self.assertEqual(failure(orders.retract, "x"), ("ValueError", "is begun"))
        self.assertEqual(orders.finish("x", 20), ["w", "y"])
        self.assertEqual(
            [orders.link("y", "w"), orders.needs], [True, {"x": set(), "y": {"w"}, "w": {"x"}, "z": {"y"}}]
        )
        self.assertEqual([failure(orders.begin, "y", 30), orders.begin("w", 21)], [("ValueError", "needs w"), 1])
        self.assertEqual([orders.finish("w", 22), orders.begin("y", 25)], [["y"], 3])
        self.assertEqual(
            (orders.plan(), orders.chain("z"), orders.finished), ([(31, "z")], ["y", "z"], {"x": 20, "w": 22})
        )
