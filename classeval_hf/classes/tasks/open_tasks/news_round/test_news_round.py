# canary: classeval-hf open news_round 8d1898c0-c139-44b6-82fc-3d8c36343eff

import unittest
from fractions import Fraction

from solution import NewsRound

PLANS = {"daily": 1000, "weekend": 400, "digital": 500}


def order(paper, *orders):
    """Books orders, each a text such as "3 ann start daily"."""
    for text in orders:
        day, customer, action, *plan = text.split()
        paper.book(int(day), customer, action, "".join(plan))


def until(paper, *days):
    for day in days:
        paper.run(day)


def change(paper, plan, price):
    paper.reprice(plan, price)


class NewsRoundTestRate(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound(dict(PLANS), 28)
        order(self.paper, "0 ann start daily", "0 ben start weekend", "0 cy start digital")

    def test_rate_active(self):
        until(self.paper, 0)
        rates = [self.paper.rate(name) for name in ("ann", "ben", "cy")]
        self.assertEqual(rates, [Fraction(250, 7), Fraction(100, 7), Fraction(125, 7)])

    def test_rate_paused(self):
        order(self.paper, "3 ann pause", "4 ben pause", "5 ben resume")
        until(self.paper, 9)
        self.assertEqual([self.paper.rate("ann"), self.paper.rate("ben")], [Fraction(125, 14), Fraction(100, 7)])

    def test_rate_ended(self):
        order(self.paper, "3 ann end", "3 ben pause", "4 ben end")
        until(self.paper, 9)
        self.assertEqual([self.paper.rate(name) for name in ("ann", "ben", "cy")], [0, 0, Fraction(125, 7)])

    def test_rate_new_price(self):
        until(self.paper, 9)
        change(self.paper, "weekend", 140)
        self.assertEqual((self.paper.rate("ben"), self.paper.now), (5, 9))

    def test_rate_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.paper.rate("ann")
        self.assertEqual((caught.exception.args, self.paper.customers), (("ann",), {}))
        until(self.paper, 1)
        self.assertEqual(self.paper.rate("ann"), Fraction(250, 7))


class NewsRoundTestBook(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound(dict(PLANS), 28)

    def test_book_numbers(self):
        self.assertEqual([self.paper.book(9, "ann", "start", "daily"), self.paper.book(4, "ann", "end", "")], [1, 2])
        self.assertEqual(self.paper.agenda, {1: (9, "ann", "start", "daily"), 2: (4, "ann", "end", "")})
        self.assertEqual((self.paper.count, self.paper.customers, self.paper.owed), (2, {}, {}))

    def test_book_all_actions(self):
        actions = [("pause", ""), ("resume", ""), ("switch", "digital"), ("end", ""), ("start", "weekend")]
        self.assertEqual([self.paper.book(0, "ann", *action) for action in actions], [1, 2, 3, 4, 5])
        self.assertEqual(self.paper.agenda[3], (0, "ann", "switch", "digital"))

    def test_book_before_the_begin(self):
        with self.assertRaises(ValueError) as caught:
            self.paper.book(-1, "ann", "start", "daily")
        self.assertEqual((str(caught.exception), self.paper.now), ("in the past", 0))

    def test_book_present_day(self):
        until(self.paper, 7)
        self.assertEqual(
            (self.paper.book(7, "ann", "start", "daily"), self.paper.agenda), (1, {1: (7, "ann", "start", "daily")})
        )

    def test_book_numbers_not_used_again(self):
        order(self.paper, "0 ann start daily", "3 ann switch weekend")
        until(self.paper, 5)
        self.assertEqual((self.paper.count, self.paper.book(5, "ann", "pause", "")), (3, 4))
        self.assertEqual(self.paper.agenda, {3: (28, "ann", "drop", "weekend"), 4: (5, "ann", "pause", "")})

    def test_book_errors(self):
        until(self.paper, 7)
        cases = [(6, "drop", "x", "in the past"), (7, "drop", "daily", "bad action"), (7, "Start", "x", "bad action")]
        cases += [(7, "start", "x", "bad plan"), (7, "switch", "", "bad plan"), (7, "end", "daily", "bad plan")]
        cases += [(7, "pause", "x", "bad plan"), (7, "resume", "weekend", "bad plan")]
        for day, action, plan, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.paper.book(day, "ann", action, plan)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.paper.agenda, self.paper.count), ({}, 0))
        self.assertEqual(self.paper.book(8, "ann", "start", "daily"), 1)


class NewsRoundTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound(dict(PLANS), 28)
        order(self.paper, "2 ann start daily", "5 ben start weekend", "9 ann switch weekend")

    def test_withdraw_one(self):
        self.assertEqual(self.paper.withdraw(2), "ben")
        self.assertEqual(sorted(self.paper.agenda), [1, 3])

    def test_withdraw_all(self):
        self.assertEqual([self.paper.withdraw(number) for number in (3, 1, 2)], ["ann", "ann", "ben"])
        self.assertEqual((self.paper.agenda, self.paper.count), ({}, 3))

    def test_withdraw_drop(self):
        until(self.paper, 10)
        self.assertEqual(self.paper.agenda, {4: (30, "ann", "drop", "weekend")})
        self.assertEqual((self.paper.withdraw(4), self.paper.agenda), ("ann", {}))

    def test_withdraw_unknown(self):
        for number in (0, 4):
            with self.assertRaises(KeyError) as caught:
                self.paper.withdraw(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(len(self.paper.agenda), 3)

    def test_withdraw_done(self):
        until(self.paper, 2)
        with self.assertRaises(KeyError) as caught:
            self.paper.withdraw(1)
        self.assertEqual((caught.exception.args, self.paper.customers), ((1,), {"ann": ("active", "daily", 2)}))
        self.assertEqual(self.paper.withdraw(3), "ann")


class NewsRoundTestRun(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound(dict(PLANS), 20)

    def test_run_order_of_orders(self):
        order(self.paper, "5 ben start daily", "3 ann start weekend", "5 ann pause", "3 ann pause", "9 cy start daily")
        outcomes = [(3, "ann", "start"), (3, "ann", "pause"), (5, "ben", "start"), (5, "ann", "refused")]
        self.assertEqual(self.paper.run(8), outcomes)
        self.assertEqual(self.paper.customers, {"ann": ("paused", "weekend", 3), "ben": ("active", "daily", 5)})
        self.assertEqual((self.paper.owed, self.paper.now), ({"ann": 25, "ben": 150}, 8))
        self.assertEqual(self.paper.agenda, {5: (9, "cy", "start", "daily")})

    def test_run_present_day(self):
        order(self.paper, "0 ann start daily")
        self.assertEqual(
            [self.paper.run(0), self.paper.run(0), self.paper.owed], [[(0, "ann", "start")], [], {"ann": 0}]
        )
        order(self.paper, "0 ann pause")
        self.assertEqual((self.paper.run(2), self.paper.owed), ([(0, "ann", "pause")], {"ann": 25}))

    def test_run_exact(self):
        paper = NewsRound({"daily": 1000}, 30)
        order(paper, "1 ann start daily", "4 ann pause", "5 ann resume")
        self.assertEqual(len(paper.run(8)), 3)
        self.assertEqual(paper.owed, {"ann": Fraction(625, 3)})

    def test_run_refused(self):
        order(self.paper, "0 ann pause", "0 ann resume", "0 ann switch daily", "0 ann end", "1 ann start daily")
        order(self.paper, "1 ann start weekend", "1 ann resume", "2 ann pause", "2 ann pause", "3 ann start daily")
        outcomes = [outcome for _, _, outcome in self.paper.run(9)]
        self.assertEqual(outcomes, ["refused"] * 4 + ["start", "refused", "refused", "pause", "refused", "refused"])
        self.assertEqual((self.paper.customers, self.paper.agenda), ({"ann": ("paused", "daily", 1)}, {}))
        self.assertEqual(self.paper.owed, {"ann": Fraction(275, 2)})

    def test_run_switch_to_higher_or_equal(self):
        paper = NewsRound({**PLANS, "other": 400}, 20)
        order(paper, "0 ann start weekend", "3 ann switch other", "5 ann switch daily")
        self.assertEqual([outcome for _, _, outcome in paper.run(7)], ["start", "switch", "switch"])
        self.assertEqual((paper.customers, paper.owed), ({"ann": ("active", "daily", 0)}, {"ann": 200}))

    def test_run_switch_later(self):
        order(self.paper, "3 ann start daily", "4 ann switch weekend", "42 ann switch digital", "44 ann pause")
        self.assertEqual(self.paper.run(22), [(3, "ann", "start"), (4, "ann", "later")])
        self.assertEqual(
            (self.paper.agenda[5], self.paper.customers["ann"][1]), ((23, "ann", "drop", "weekend"), "daily")
        )
        self.assertEqual(self.paper.run(50), [(23, "ann", "drop"), (42, "ann", "switch"), (44, "ann", "pause")])
        self.assertEqual(self.paper.owed, {"ann": 1000 + 380 + 50 + Fraction(75, 2)})

    def test_run_switch_on_boundary(self):
        order(self.paper, "3 ann start daily", "3 ann switch digital", "43 ann switch weekend")
        outcomes = [(3, "ann", "start"), (3, "ann", "switch"), (43, "ann", "switch")]
        self.assertEqual((self.paper.run(45), self.paper.owed), (outcomes, {"ann": 1040}))

    def test_run_switch_paused(self):
        order(self.paper, "0 ann start daily", "4 ann pause", "6 ann switch weekend", "24 ann switch daily")
        outcomes = [outcome for _, _, outcome in self.paper.run(24)]
        self.assertEqual(outcomes, ["start", "pause", "later", "drop", "switch"])
        self.assertEqual((self.paper.customers["ann"], self.paper.owed), (("paused", "daily", 0), {"ann": 420}))

    def test_run_drop_after_higher_plan(self):
        order(self.paper, "0 ann start digital", "4 ann switch weekend", "6 ann switch daily")
        self.assertEqual(self.paper.run(21)[2:], [(6, "ann", "switch"), (20, "ann", "drop")])
        self.assertEqual((self.paper.customers["ann"][1], self.paper.owed["ann"]), ("weekend", 870))

    def test_run_drop_price_gone_up(self):
        order(self.paper, "0 ann start digital", "4 ann switch weekend")
        until(self.paper, 5)
        change(self.paper, "weekend", 4000)
        self.assertEqual((self.paper.run(21), self.paper.owed), ([(20, "ann", "drop")], {"ann": 700}))

    def test_run_end_in_first_cycle(self):
        order(self.paper, "2 ann start daily", "5 ann end", "2 ben start daily", "4 ben pause", "8 ben end")
        self.assertEqual(len(self.paper.run(30)), 5)
        self.assertEqual(self.paper.owed, {"ann": 1000, "ben": 100 + 18 * Fraction(25, 2)})
        self.assertEqual(self.paper.customers["ann"], ("ended", "daily", 2))

    def test_run_end_after_first_cycle(self):
        order(self.paper, "2 ann start daily", "22 ann end", "2 ben start daily", "25 ben end")
        self.assertEqual([outcome for _, _, outcome in self.paper.run(60)], ["start", "start", "end", "end"])
        self.assertEqual(self.paper.owed, {"ann": 1000, "ben": 1150})

    def test_run_end_removes_drops(self):
        order(self.paper, "0 ann start daily", "3 ann switch weekend", "5 ann switch digital", "6 ann end")
        order(self.paper, "0 ben start daily", "6 ben switch weekend", "7 ann start digital", "25 ann pause")
        self.assertEqual(len(self.paper.run(6)), 6)
        self.assertEqual(
            sorted(self.paper.agenda.values()),
            [(7, "ann", "start", "digital"), (20, "ben", "drop", "weekend"), (25, "ann", "pause", "")],
        )
        self.assertEqual(self.paper.run(24), [(7, "ann", "start"), (20, "ben", "drop")])
        self.assertEqual((self.paper.customers["ann"], self.paper.owed["ann"]), (("active", "digital", 7), 1425))

    def test_run_end_removes_only_drop(self):
        order(self.paper, "0 ann start daily", "3 ann switch weekend", "6 ann end")
        self.assertEqual(self.paper.run(6)[1:], [(3, "ann", "later"), (6, "ann", "end")])
        self.assertEqual((self.paper.agenda, self.paper.run(25), self.paper.owed), ({}, [], {"ann": 1000}))

    def test_run_back(self):
        until(self.paper, 5)
        order(self.paper, "5 ann start daily")
        with self.assertRaises(ValueError) as caught:
            self.paper.run(4)
        self.assertEqual((str(caught.exception), self.paper.now, len(self.paper.agenda)), ("time runs back", 5, 1))
        self.assertEqual(self.paper.run(6), [(5, "ann", "start")])


class NewsRoundTestReprice(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound(dict(PLANS), 20)
        order(self.paper, "0 ann start daily", "0 ben start daily", "1 ben pause", "0 cy start daily", "2 cy end")
        order(self.paper, "0 dan start weekend")
        until(self.paper, 4)

    def test_reprice_counts(self):
        self.assertEqual([self.paper.reprice("daily", 900), self.paper.reprice("weekend", 1)], [2, 1])
        self.assertEqual(self.paper.plans, {"daily": 900, "weekend": 1, "digital": 500})

    def test_reprice_nobody(self):
        self.assertEqual((self.paper.reprice("digital", 0), self.paper.plans["digital"]), (0, 0))

    def test_reprice_from_now_on(self):
        self.assertEqual(self.paper.reprice("daily", 2000), 2)
        self.assertEqual(self.paper.owed["ann"], 200)
        until(self.paper, 5)
        self.assertEqual(self.paper.owed, {"ann": 300, "ben": 50 + Fraction(75, 2) + 25, "cy": 1000, "dan": 100})

    def test_reprice_twice(self):
        self.assertEqual([self.paper.reprice("daily", 1), self.paper.reprice("daily", 500)], [2, 2])
        until(self.paper, 8)
        self.assertEqual(self.paper.owed["ann"], 300)

    def test_reprice_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.paper.reprice("weekly", -1)
        self.assertEqual(missing.exception.args, ("weekly",))
        with self.assertRaises(ValueError) as caught:
            self.paper.reprice("daily", -1)
        self.assertEqual((str(caught.exception), self.paper.plans), ("bad price", PLANS))


class NewsRoundTestBill(unittest.TestCase):
    def setUp(self):
        self.paper = NewsRound({"a": 100, "b": 35}, 30)

    def test_bill_fraction_stays(self):
        order(self.paper, "0 ann start a", "0 ben start b")
        until(self.paper, 5)
        self.assertEqual(self.paper.bill(), {"ann": 16, "ben": 5})
        self.assertEqual(self.paper.owed, {"ann": Fraction(2, 3), "ben": Fraction(5, 6)})
        until(self.paper, 6)
        self.assertEqual((self.paper.bill(), self.paper.owed), ({"ann": 4, "ben": 2}, {"ann": 0, "ben": 0}))

    def test_bill_less_than_a_cent(self):
        order(self.paper, "0 ann start b", "0 ann pause", "2 ben start a")
        until(self.paper, 3)
        self.assertEqual(
            (self.paper.bill(), self.paper.owed), ({"ben": 3}, {"ann": Fraction(7, 8), "ben": Fraction(1, 3)})
        )

    def test_bill_ended(self):
        order(self.paper, "0 ann start a", "31 ann end", "0 ben start a", "32 ben end", "0 cy start b", "33 cy end")
        until(self.paper, 40)
        self.assertEqual(self.paper.bill(), {"ann": 103, "ben": 107, "cy": 39})
        self.assertEqual(self.paper.owed, {"ann": 0, "ben": 0, "cy": 0})
        self.assertEqual(self.paper.bill(), {})

    def test_bill_ended_rounds_to_nothing(self):
        paper = NewsRound({"a": 1, "b": 2}, 10)
        order(paper, "0 ann start a", "14 ann end", "0 ben start b", "0 ben pause", "1 ben end")
        until(paper, 14)
        self.assertEqual(paper.bill(), {"ann": 1, "ben": 1})
        order(paper, "14 ann start a", "14 ann pause", "15 ann end")
        until(paper, 16)
        self.assertEqual((paper.bill(), paper.owed), ({}, {"ann": 0, "ben": 0}))

    def test_bill_paused(self):
        order(self.paper, "0 ann start a", "3 ann pause")
        until(self.paper, 7)
        self.assertEqual((self.paper.bill(), self.paper.owed), ({"ann": 13}, {"ann": Fraction(1, 3)}))

    def test_bill_nobody(self):
        order(self.paper, "5 ann start a")
        self.assertEqual((self.paper.bill(), self.paper.owed), ({}, {}))
        until(self.paper, 5)
        self.assertEqual((self.paper.bill(), self.paper.owed), ({}, {"ann": 0}))


class NewsRoundTestMain(unittest.TestCase):
    def test_main_history(self):
        paper = NewsRound({"full": 310, "short": 124}, 31)
        self.assertEqual([paper.book(1, "ann", "start", "full"), paper.book(1, "ben", "start", "short")], [1, 2])
        self.assertEqual(paper.run(6), [(1, "ann", "start"), (1, "ben", "start")])
        self.assertEqual((paper.bill(), paper.rate("ben")), ({"ann": 50, "ben": 20}, 4))
        self.assertEqual([paper.book(8, "ann", "switch", "short"), paper.book(9, "ben", "pause", "")], [3, 4])
        self.assertEqual(paper.run(10), [(8, "ann", "later"), (9, "ben", "pause")])
        self.assertEqual((paper.agenda, paper.bill()), ({5: (32, "ann", "drop", "short")}, {"ann": 40, "ben": 13}))
        self.assertEqual((paper.withdraw(5), paper.book(12, "ben", "end", "")), ("ann", 6))
        self.assertEqual((paper.run(12), paper.owed), ([(12, "ben", "end")], {"ann": 20, "ben": 22}))
        self.assertEqual((paper.reprice("full", 620), paper.run(33), paper.bill()), (1, [], {"ann": 440, "ben": 22}))
        self.assertEqual((paper.book(33, "ben", "start", "full"), paper.run(34)), (7, [(33, "ben", "start")]))
        self.assertEqual((paper.owed, paper.customers["ben"]), ({"ann": 20, "ben": 20}, ("active", "full", 33)))

    def test_main_two_drops(self):
        paper = NewsRound({"x": 90, "y": 60, "z": 30}, 7)
        self.assertEqual(
            [paper.book(0, "k", "start", "x"), paper.book(2, "k", "switch", "y"), paper.book(3, "k", "switch", "z")],
            [1, 2, 3],
        )
        self.assertEqual([outcome for _, _, outcome in paper.run(5)], ["start", "later", "later"])
        self.assertEqual(paper.bill(), {"k": 64})
        self.assertEqual((paper.withdraw(4), paper.reprice("z", 35)), ("k", 0))
        self.assertEqual((paper.run(8), paper.rate("k")), ([(7, "k", "drop")], 5))
        self.assertEqual((paper.owed["k"], paper.bill()), (Fraction(2, 7) + Fraction(180, 7) + 5, {"k": 31}))
        self.assertEqual((paper.book(8, "k", "end", ""), paper.run(20), paper.bill()), (6, [(8, "k", "end")], {}))
        self.assertEqual((paper.customers, paper.owed), ({"k": ("ended", "z", 0)}, {"k": 0}))
