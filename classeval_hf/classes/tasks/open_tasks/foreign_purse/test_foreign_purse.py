# canary: classeval-hf open foreign_purse 49abab23-81f8-48d9-8c82-ed3b87f0f31b

import unittest

from solution import ForeignPurse


def enter(purse, *entries):
    """Makes entries, each a text such as "buy 3 USD 100 90"."""
    for entry in entries:
        kind, day, currency, amount, money = entry.split()
        method = purse.buy if kind == "buy" else purse.sell
        method(int(day), currency, int(amount), int(money))


def undo(purse, *numbers):
    for number in numbers:
        purse.cancel(number)


USUAL = (
    "buy 1 USD 100 90",
    "buy 4 USD 70 63",
    "sell 5 USD 130 150",
    "buy 2 GBP 40 50",
    "sell 6 GBP 7 8",
    "sell 9 USD 15 12",
)


class ForeignPurseTestSettle(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, *USUAL)

    def test_settle_again(self):
        self.assertEqual([self.purse.settle("USD"), self.purse.settle("GBP")], [32, 0])
        self.assertEqual(self.purse.lots, {"USD": [(2, 25, 23)], "GBP": [(4, 33, 42)]})
        self.assertEqual(self.purse.gains, {3: 33, 5: 0, 6: -1})

    def test_settle_unknown(self):
        self.assertEqual(self.purse.settle("JPY"), 0)
        self.assertEqual(sorted(self.purse.lots), ["GBP", "USD"])
        self.assertEqual(len(self.purse.gains), 3)

    def test_settle_keeps_gains_of_others(self):
        purse = ForeignPurse()
        enter(purse, "buy 1 X 5 4", "sell 3 X 5 9", "buy 2 X 5 7", "buy 1 Y 4 4")
        undo(purse, 1)
        self.assertEqual((purse.settle("Y"), purse.gains), (0, {2: 2}))

    def test_settle_part_of_part(self):
        purse = ForeignPurse()
        enter(purse, "buy 1 X 7 10", "sell 2 X 2 0", "sell 3 X 2 0", "sell 4 X 2 0", "sell 5 X 1 0")
        self.assertEqual(purse.settle("X"), -10)
        self.assertEqual((purse.gains, purse.lots), ({2: -2, 3: -3, 4: -3, 5: -2}, {}))

    def test_settle_same_day(self):
        purse = ForeignPurse()
        enter(purse, "buy 3 X 10 10", "sell 3 X 10 40", "buy 3 X 10 20", "sell 3 X 10 50", "buy 2 X 5 1")
        self.assertEqual(purse.settle("X"), 69)
        self.assertEqual((purse.gains, purse.lots), ({2: 34, 4: 35}, {"X": [(3, 5, 10)]}))

    def test_settle_whole_lot_without_cost(self):
        purse = ForeignPurse()
        enter(purse, "buy 1 X 9 0", "buy 1 X 3 11", "sell 1 X 10 5")
        self.assertEqual((purse.settle("X"), purse.lots), (2, {"X": [(2, 2, 8)]}))


class ForeignPurseTestBuy(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()

    def test_buy_numbers(self):
        numbers = [self.purse.buy(day, name, 10, day) for day, name in ((8, "A"), (3, "A"), (8, "B"), (8, "A"))]
        self.assertEqual((numbers, self.purse.count), ([1, 2, 3, 4], 4))
        self.assertEqual(self.purse.lots, {"A": [(2, 10, 3), (1, 10, 8), (4, 10, 8)], "B": [(3, 10, 8)]})

    def test_buy_entry(self):
        self.assertEqual(self.purse.buy(-4, "A", 1, 0), 1)
        self.assertEqual(self.purse.entries, {1: (-4, "buy", "A", 1, 0)})
        self.assertEqual((self.purse.lots, self.purse.gains), ({"A": [(1, 1, 0)]}, {}))

    def test_buy_before_sale(self):
        enter(self.purse, "buy 5 A 100 90", "sell 6 A 80 80")
        self.assertEqual(self.purse.gains, {2: 8})
        self.assertEqual(self.purse.buy(4, "A", 60, 30), 3)
        self.assertEqual((self.purse.gains, self.purse.lots), ({2: 32}, {"A": [(1, 80, 72)]}))

    def test_buy_after_sale(self):
        enter(self.purse, "buy 5 A 100 90", "sell 6 A 100 80")
        self.assertEqual([self.purse.buy(7, "A", 60, 30), self.purse.buy(6, "A", 60, 30)], [3, 4])
        self.assertEqual(self.purse.lots, {"A": [(4, 60, 30), (3, 60, 30)]})
        self.assertEqual(self.purse.gains, {2: -10})

    def test_buy_errors(self):
        for amount, money, message in ((0, 5, "bad amount"), (-3, -5, "bad amount"), (1, -1, "bad money")):
            with self.assertRaises(ValueError) as caught:
                self.purse.buy(1, "A", amount, money)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.purse.entries, self.purse.count, self.purse.lots), ({}, 0, {}))
        self.assertEqual(self.purse.buy(1, "A", 8, 7), 1)


class ForeignPurseTestSell(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, "buy 1 A 100 80", "buy 5 A 50 60", "buy 1 B 20 20")

    def test_sell_over_lots(self):
        self.assertEqual(self.purse.sell(6, "A", 120, 144), 4)
        self.assertEqual(self.purse.entries[4], (6, "sell", "A", 120, 144))
        self.assertEqual((self.purse.gains, self.purse.count), ({4: 40}, 4))
        self.assertEqual(self.purse.lots, {"A": [(2, 30, 36)], "B": [(3, 20, 20)]})

    def test_sell_rounds_cost_down(self):
        self.assertEqual([self.purse.sell(1, "A", 33, 30), self.purse.sell(2, "A", 33, 30)], [4, 5])
        self.assertEqual(self.purse.gains, {4: 4, 5: 4})
        self.assertEqual(self.purse.lots["A"], [(1, 34, 28), (2, 50, 60)])

    def test_sell_all(self):
        self.assertEqual(self.purse.sell(1, "B", 20, 0), 4)
        self.assertEqual((self.purse.gains, sorted(self.purse.lots)), ({4: -20}, ["A"]))

    def test_sell_before_other_sale(self):
        enter(self.purse, "sell 6 A 90 100")
        self.assertEqual(self.purse.gains, {4: 28})
        self.assertEqual(self.purse.sell(2, "A", 40, 35), 5)
        self.assertEqual((self.purse.gains, self.purse.lots["A"]), ({5: 3, 4: 16}, [(2, 20, 24)]))

    def test_sell_short(self):
        cases = [(4, "A", 101, "short of A on day 4: 1"), (6, "A", 155, "short of A on day 6: 5")]
        cases += [(0, "B", 7, "short of B on day 0: 7"), (9, "C", 3, "short of C on day 9: 3")]
        for day, currency, amount, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.purse.sell(day, currency, amount, 50)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((len(self.purse.entries), self.purse.count, self.purse.gains), (3, 3, {}))
        self.assertEqual(self.purse.lots["A"], [(1, 100, 80), (2, 50, 60)])

    def test_sell_makes_later_sale_short(self):
        enter(self.purse, "sell 8 A 90 100", "sell 7 A 30 0")
        with self.assertRaises(ValueError) as caught:
            self.purse.sell(1, "A", 42, 60)
        self.assertEqual(str(caught.exception), "short of A on day 8: 12")
        self.assertEqual((sorted(self.purse.entries), self.purse.lots["A"]), ([1, 2, 3, 4, 5], [(2, 30, 36)]))

    def test_sell_errors(self):
        for amount, money, message in ((0, -1, "bad amount"), (900, -1, "bad money")):
            with self.assertRaises(ValueError) as caught:
                self.purse.sell(1, "A", amount, money)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.purse.count, 3)
        self.assertEqual(self.purse.sell(1, "A", 1, 0), 4)


class ForeignPurseTestCorrect(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, *USUAL)

    def test_correct_purchase(self):
        self.assertEqual(self.purse.correct(1, 1, 120, 100), {3: (33, 41)})
        self.assertEqual(self.purse.entries[1], (1, "buy", "USD", 120, 100))
        self.assertEqual(self.purse.lots["USD"], [(2, 45, 41)])

    def test_correct_several_gains(self):
        self.assertEqual(self.purse.correct(2, 4, 70, 70), {3: (33, 30), 6: (-1, -3)})
        self.assertEqual((self.purse.gains, self.purse.lots["USD"]), ({3: 30, 5: 0, 6: -3}, [(2, 25, 25)]))

    def test_correct_day(self):
        self.assertEqual(self.purse.correct(2, 0, 70, 56), {3: (33, 40)})
        self.assertEqual(self.purse.lots["USD"], [(1, 25, 23)])

    def test_correct_sale(self):
        self.assertEqual(self.purse.correct(3, 5, 100, 120), {3: (33, 30)})
        self.assertEqual(self.purse.gains, {3: 30, 5: 0, 6: -1})
        self.assertEqual(self.purse.lots["USD"], [(2, 55, 50)])

    def test_correct_no_gain_changes(self):
        self.assertEqual(self.purse.correct(2, 5, 80, 72), {})
        self.assertEqual(self.purse.lots["USD"], [(2, 35, 32)])
        self.assertEqual(self.purse.count, 6)

    def test_correct_short(self):
        for arguments, missing in (((1, 6, 100, 90), "5: 60"), ((2, 4, 40, 63), "9: 5"), ((6, 1, 80, 9), "5: 40")):
            with self.assertRaises(ValueError) as caught:
                self.purse.correct(*arguments)
            self.assertEqual(str(caught.exception), f"short of USD on day {missing}")
        self.assertEqual(self.purse.gains, {3: 33, 5: 0, 6: -1})
        self.assertEqual([self.purse.entries[number][3] for number in (1, 2, 6)], [100, 70, 15])
        self.assertEqual(self.purse.lots["USD"], [(2, 25, 23)])

    def test_correct_errors(self):
        with self.assertRaises(KeyError) as missing:
            self.purse.correct(7, 1, 0, -1)
        self.assertEqual(missing.exception.args, (7,))
        for amount, money, message in ((0, -4, "bad amount"), (5, -4, "bad money")):
            with self.assertRaises(ValueError) as caught:
                self.purse.correct(2, 1, amount, money)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.purse.entries[2], (4, "buy", "USD", 70, 63))


class ForeignPurseTestCancel(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, *USUAL, "buy 0 USD 200 100")

    def test_cancel_purchase(self):
        self.assertEqual(self.purse.gains, {3: 85, 5: 0, 6: 5})
        self.assertEqual(self.purse.cancel(7), {3: (85, 33), 6: (5, -1)})
        self.assertEqual(self.purse.lots["USD"], [(2, 25, 23)])

    def test_cancel_sale(self):
        self.assertEqual(self.purse.cancel(3), {})
        self.assertEqual(self.purse.gains, {5: 0, 6: 5})
        self.assertEqual(self.purse.lots["USD"], [(7, 185, 93), (1, 100, 90), (2, 70, 63)])

    def test_cancel_sale_changes_later(self):
        enter(self.purse, "sell 7 USD 70 70")
        self.assertEqual((self.purse.gains[8], self.purse.gains[6]), (35, -1))
        self.assertEqual(self.purse.cancel(8), {6: (-1, 5)})
        self.assertEqual(self.purse.lots["USD"], [(7, 55, 28), (1, 100, 90), (2, 70, 63)])

    def test_cancel_leaves_later_purchase_of_the_day(self):
        enter(self.purse, "buy 1 Z 10 10", "buy 1 Z 5 5", "sell 1 Z 12 20", "buy 1 Z 5 9")
        self.assertEqual(self.purse.cancel(9), {10: (8, 7)})
        self.assertEqual(self.purse.lots["Z"], [(11, 3, 6)])

    def test_cancel_all_of_a_currency(self):
        self.assertEqual([self.purse.cancel(5), self.purse.cancel(4)], [{}, {}])
        self.assertEqual((sorted(self.purse.lots), sorted(self.purse.gains)), (["USD"], [3, 6]))
        self.assertEqual((sorted(self.purse.entries), self.purse.count), ([1, 2, 3, 6, 7], 7))

    def test_cancel_short(self):
        with self.assertRaises(ValueError) as caught:
            self.purse.cancel(4)
        self.assertEqual(str(caught.exception), "short of GBP on day 6: 7")
        self.assertEqual(self.purse.entries[4], (2, "buy", "GBP", 40, 50))
        self.assertEqual((self.purse.gains[5], self.purse.lots["GBP"]), (0, [(4, 33, 42)]))

    def test_cancel_unknown(self):
        self.assertEqual(self.purse.cancel(2), {})
        for number in (2, 8):
            with self.assertRaises(KeyError) as caught:
                self.purse.cancel(number)
            self.assertEqual(caught.exception.args, (number,))
        self.assertEqual(self.purse.lots["USD"], [(7, 55, 28), (1, 100, 90)])


class ForeignPurseTestWorth(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, "buy 1 A 100 80", "buy 5 A 57 60", "sell 7 A 10 10", "buy 1 B 20 20")

    def test_worth_lots_together(self):
        self.assertEqual(self.purse.lots["A"], [(1, 90, 72), (2, 57, 60)])
        self.assertEqual(self.purse.worth("A", 11, 9), (147, 132, 48))

    def test_worth_half_up(self):
        self.assertEqual(self.purse.worth("A", 7, 6), (147, 132, 40))
        self.assertEqual(self.purse.worth("A", 1, 98), (147, 132, -130))
        self.assertEqual(self.purse.worth("B", 9, 8), (20, 20, 3))

    def test_worth_rounds_down(self):
        self.assertEqual(
            [self.purse.worth("A", 100, 101), self.purse.worth("B", 1, 41)], [(147, 132, 14), (20, 20, -20)]
        )

    def test_worth_price_zero(self):
        self.assertEqual([self.purse.worth("A", 0, 1), self.purse.worth("B", 3, 1)], [(147, 132, -132), (20, 20, 40)])

    def test_worth_nothing_left(self):
        enter(self.purse, "sell 1 B 20 99")
        self.assertEqual(
            [self.purse.worth(name, 5, 2) for name in ("B", "C", "A")], [(0, 0, 0), (0, 0, 0), (147, 132, 236)]
        )

    def test_worth_bad_price(self):
        for price, per in ((-1, 5), (4, 0), (4, -2)):
            with self.assertRaises(ValueError) as caught:
                self.purse.worth("A", price, per)
            self.assertEqual(str(caught.exception), "bad price")
        self.assertEqual(self.purse.worth("A", 1, 1), (147, 132, 15))


class ForeignPurseTestReport(unittest.TestCase):
    def setUp(self):
        self.purse = ForeignPurse()
        enter(self.purse, *USUAL, "sell 7 GBP 3 9", "sell 9 USD 5 9")

    def test_report_all(self):
        self.assertEqual(self.purse.report(0, 20), [("GBP", 10, 17, 6), ("USD", 150, 171, 37)])

    def test_report_days_included(self):
        self.assertEqual(self.purse.report(5, 6), [("GBP", 7, 8, 0), ("USD", 130, 150, 33)])
        self.assertEqual(self.purse.report(9, 9), [("USD", 20, 21, 4)])

    def test_report_days_excluded(self):
        self.assertEqual(self.purse.report(6, 8), [("GBP", 10, 17, 6)])
        self.assertEqual(self.purse.report(7, 8), [("GBP", 3, 9, 6)])

    def test_report_nothing(self):
        self.assertEqual([self.purse.report(1, 4), self.purse.report(9, 5), self.purse.report(10, 99)], [[], [], []])
        self.assertEqual(self.purse.gains, {3: 33, 5: 0, 6: -1, 7: 6, 8: 5})

    def test_report_order_of_currencies(self):
        enter(self.purse, "buy 1 CHF 9 9", "sell 9 CHF 9 2", "buy 1 ZAR 6 2", "sell 9 ZAR 3 4")
        self.assertEqual(self.purse.report(9, 9), [("CHF", 9, 2, -7), ("USD", 20, 21, 4), ("ZAR", 3, 4, 3)])


class ForeignPurseTestMain(unittest.TestCase):
    def test_main_history(self):
        purse = ForeignPurse()
        self.assertEqual([purse.buy(10, "USD", 200, 150), purse.sell(12, "USD", 70, 60)], [1, 2])
        self.assertEqual((purse.lots, purse.gains), ({"USD": [(1, 130, 98)]}, {2: 8}))
        self.assertEqual([purse.buy(8, "USD", 30, 30), purse.buy(8, "GBP", 11, 17)], [3, 4])
        self.assertEqual((purse.settle("USD"), purse.lots["USD"]), (0, [(1, 160, 120)]))
        self.assertEqual(purse.sell(9, "USD", 20, 25), 5)
        self.assertEqual((purse.gains, purse.worth("USD", 4, 5)), ({2: 5, 5: 5}, (140, 105, 7)))
        with self.assertRaises(ValueError) as caught:
            purse.correct(3, 11, 30, 30)
        self.assertEqual(str(caught.exception), "short of USD on day 9: 20")
        self.assertEqual(purse.correct(5, 10, 20, 25), {})
        self.assertEqual(purse.correct(3, 11, 30, 30), {2: (5, 8), 5: (5, 10)})
        self.assertEqual(purse.report(10, 11), [("USD", 20, 25, 10)])
        self.assertEqual(purse.cancel(5), {})
        self.assertEqual((purse.lots["USD"], purse.count), ([(1, 130, 98), (3, 30, 30)], 5))

    def test_main_cancelled(self):
        purse = ForeignPurse()
        self.assertEqual([purse.buy(1, "A", 9, 20), purse.buy(2, "A", 9, 10), purse.sell(3, "A", 4, 9)], [1, 2, 3])
        self.assertEqual(purse.gains, {3: 1})
        self.assertEqual(purse.cancel(1), {3: (1, 5)})
        self.assertEqual(purse.buy(1, "B", 5, 5), 4)
        self.assertEqual((purse.sell(3, "A", 5, 9), purse.lots), (5, {"B": [(4, 5, 5)]}))
        self.assertEqual((purse.settle("A"), purse.gains), (8, {3: 5, 5: 3}))
        self.assertEqual(purse.correct(2, 2, 12, 9), {3: (5, 6), 5: (3, 6)})
        self.assertEqual((purse.worth("A", 1, 2), purse.report(3, 3)), ((3, 3, -1), [("A", 9, 18, 12)]))
        self.assertEqual((purse.cancel(3), purse.lots["A"]), ({}, [(2, 7, 6)]))
        with self.assertRaises(KeyError):
            purse.cancel(3)
        self.assertEqual(purse.gains, {5: 6})
        self.assertEqual(purse.buy(0, "A", 5, 1), 6)
        self.assertEqual((purse.gains, purse.lots["A"]), ({5: 8}, [(2, 12, 9)]))
