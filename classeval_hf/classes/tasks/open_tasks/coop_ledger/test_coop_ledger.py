# canary: classeval-hf open coop_ledger ad14d576-c047-48d0-b257-46eef5f1b65b

import unittest

from solution import CoopLedger


def after(ledger, *calls):
    """The ledger after calls of its methods."""
    for name, *arguments in calls:
        getattr(ledger, name)(*arguments)
    return ledger


def fill(ledger):
    """Quarter 3 of year 2, with Ann and Bob from year 1, and Cy from this year."""
    return after(
        ledger,
        ("buy", "Ann", 2000),
        ("next_quarter",),
        ("buy", "Bob", 3250),
        ("buy", "Ann", 500),
        ("close_year", 0),
        ("next_quarter",),
        ("buy", "Cy", 1500),
        ("next_quarter",),
        ("buy", "Ann", 1000),
    )


class CoopLedgerTestBuy(unittest.TestCase):
    def setUp(self):
        self.ledger = CoopLedger(500, 25)

    def test_buy_rest_is_credit(self):
        self.assertEqual(
            (self.ledger.buy("Ann", 1999), self.ledger.parcels, self.ledger.credit),
            (3, {"Ann": [(1, 1, 3)]}, {"Ann": 499}),
        )

    def test_buy_uses_credit(self):
        self.assertEqual(
            [self.ledger.buy("Ann", 1400), self.ledger.buy("Ann", 100), self.ledger.buy("Ann", 1)], [2, 1, 0]
        )
        self.assertEqual((self.ledger.parcels, self.ledger.credit), ({"Ann": [(1, 1, 3)]}, {"Ann": 1}))

    def test_buy_no_share(self):
        self.assertEqual(
            (self.ledger.buy("Ann", 499), self.ledger.buy("Bob", 0), self.ledger.parcels, self.ledger.credit),
            (0, 0, {}, {"Ann": 499}),
        )

    def test_buy_same_quarter(self):
        fill(self.ledger)
        self.assertEqual(
            (self.ledger.buy("Ann", 2600), self.ledger.parcels["Ann"], self.ledger.credit),
            (5, [(1, 1, 4), (1, 2, 1), (2, 3, 7)], {"Bob": 250, "Ann": 100}),
        )

    def test_buy_other_quarters(self):
        fill(self.ledger)
        self.assertEqual((self.ledger.buy("Bob", 250), self.ledger.buy("Cy", 700)), (1, 1))
        self.assertEqual(
            (self.ledger.parcels, self.ledger.credit),
            (
                {
                    "Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 2)],
                    "Bob": [(1, 2, 6), (2, 3, 1)],
                    "Cy": [(2, 2, 3), (2, 3, 1)],
                },
                {"Cy": 200},
            ),
        )

    def test_buy_same_quarter_of_another_year(self):
        after(self.ledger, ("buy", "Ann", 500), ("close_year", 0))
        self.assertEqual((self.ledger.buy("Ann", 500), self.ledger.parcels), (1, {"Ann": [(1, 1, 1), (2, 1, 1)]}))

    def test_buy_bad_number(self):
        after(self.ledger, ("buy", "Ann", 700))
        with self.assertRaises(ValueError) as caught:
            self.ledger.buy("Ann", -1)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((self.ledger.parcels, self.ledger.credit), ({"Ann": [(1, 1, 1)]}, {"Ann": 200}))


class CoopLedgerTestGiveNotice(unittest.TestCase):
    def setUp(self):
        self.ledger = CoopLedger(500, 25)
        fill(self.ledger)

    def test_give_notice_over_parcels(self):
        self.assertEqual(
            (self.ledger.give_notice("Ann", 3), self.ledger.notices, self.ledger.parcels["Ann"]),
            (4, [("Ann", 3)], [(1, 1, 4), (1, 2, 1), (2, 3, 2)]),
        )

    def test_give_notice_keeps_place(self):
        calls = [("Bob", 2), ("Ann", 3), ("Bob", 4), ("Cy", 1), ("Ann", 1)]
        self.assertEqual([self.ledger.give_notice(member, shares) for member, shares in calls], [4, 4, 0, 2, 3])
        self.assertEqual(self.ledger.notices, [("Bob", 6), ("Ann", 4), ("Cy", 1)])

    def test_give_notice_all(self):
        self.assertEqual((self.ledger.give_notice("Bob", 6), self.ledger.notices), (0, [("Bob", 6)]))
        with self.assertRaises(ValueError) as caught:
            self.ledger.give_notice("Bob", 1)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.ledger.notices, [("Bob", 6)])

    def test_give_notice_too_many(self):
        with self.assertRaises(ValueError) as caught:
            self.ledger.give_notice("Ann", 8)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((self.ledger.give_notice("Ann", 4), self.ledger.notices), (3, [("Ann", 4)]))
        with self.assertRaises(ValueError) as caught:
            self.ledger.give_notice("Ann", 4)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((self.ledger.give_notice("Ann", 3), self.ledger.notices), (0, [("Ann", 7)]))

    def test_give_notice_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.ledger.give_notice("Ann", 0)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(KeyError) as caught:
            self.ledger.give_notice("Dan", 0)
        self.assertEqual(caught.exception.args, ("Dan",))
        self.assertEqual((self.ledger.give_notice("Cy", 2), self.ledger.notices), (1, [("Cy", 2)]))


class CoopLedgerTestTransfer(unittest.TestCase):
    def setUp(self):
        self.ledger = CoopLedger(500, 25)
        fill(self.ledger)

    def test_transfer_new_member(self):
        self.assertEqual(
            (self.ledger.transfer("Ann", "Dan", 3), self.ledger.parcels["Ann"], self.ledger.parcels["Dan"]),
            ([(1, 1, 3)], [(1, 1, 1), (1, 2, 1), (2, 3, 2)], [(1, 1, 3)]),
        )

    def test_transfer_several_parcels(self):
        self.assertEqual(
            (self.ledger.transfer("Ann", "Bob", 6), self.ledger.parcels),
            (
                [(1, 1, 4), (1, 2, 1), (2, 3, 1)],
                {"Ann": [(2, 3, 1)], "Bob": [(1, 1, 4), (1, 2, 7), (2, 3, 1)], "Cy": [(2, 2, 3)]},
            ),
        )

    def test_transfer_older_ones_first(self):
        self.assertEqual(
            (self.ledger.transfer("Ann", "Cy", 4), self.ledger.parcels["Ann"], self.ledger.parcels["Cy"]),
            ([(1, 1, 4)], [(1, 2, 1), (2, 3, 2)], [(1, 1, 4), (2, 2, 3)]),
        )
        self.assertEqual(
            (self.ledger.transfer("Cy", "Bob", 5), self.ledger.parcels),
            (
                [(1, 1, 4), (2, 2, 1)],
                {"Ann": [(1, 2, 1), (2, 3, 2)], "Bob": [(1, 1, 4), (1, 2, 6), (2, 2, 1)], "Cy": [(2, 2, 2)]},
            ),
        )

    def test_transfer_all(self):
        self.assertEqual(
            (self.ledger.transfer("Cy", "Ann", 3), self.ledger.parcels),
            ([(2, 2, 3)], {"Ann": [(1, 1, 4), (1, 2, 1), (2, 2, 3), (2, 3, 2)], "Bob": [(1, 2, 6)]}),
        )
        with self.assertRaises(KeyError) as caught:
            self.ledger.transfer("Cy", "Ann", 1)
        self.assertEqual(caught.exception.args, ("Cy",))
        self.assertEqual(self.ledger.credit, {"Bob": 250})

    def test_transfer_with_notice(self):
        after(self.ledger, ("give_notice", "Ann", 5))
        with self.assertRaises(ValueError) as caught:
            self.ledger.transfer("Ann", "Bob", 3)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(
            (self.ledger.transfer("Ann", "Bob", 2), self.ledger.parcels, self.ledger.notices),
            (
                [(1, 1, 2)],
                {"Ann": [(1, 1, 2), (1, 2, 1), (2, 3, 2)], "Bob": [(1, 1, 2), (1, 2, 6)], "Cy": [(2, 2, 3)]},
                [("Ann", 5)],
            ),
        )
        with self.assertRaises(ValueError) as caught:
            self.ledger.transfer("Ann", "Bob", 1)
        self.assertEqual(str(caught.exception), "bad number")

    def test_transfer_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.ledger.transfer("Dan", "Dan", 1)
        self.assertEqual(caught.exception.args, ("Dan",))
        with self.assertRaises(ValueError) as caught:
            self.ledger.transfer("Ann", "Ann", 0)
        self.assertEqual(str(caught.exception), "same member")
        with self.assertRaises(ValueError) as caught:
            self.ledger.transfer("Ann", "Dan", 0)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.ledger.transfer("Ann", "Dan", 8)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(
            self.ledger.parcels, {"Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 2)], "Bob": [(1, 2, 6)], "Cy": [(2, 2, 3)]}
        )


class CoopLedgerTestNextQuarter(unittest.TestCase):
    def test_next_quarter_first_year(self):
        ledger = CoopLedger(500, 25)
        self.assertEqual(
            [ledger.next_quarter(), ledger.next_quarter(), ledger.next_quarter()], [(1, 2), (1, 3), (1, 4)]
        )
        self.assertEqual((ledger.year, ledger.quarter), (1, 4))

    def test_next_quarter_later_year(self):
        ledger = after(CoopLedger(500, 25), ("close_year", 0), ("close_year", 0))
        self.assertEqual((ledger.next_quarter(), ledger.year, ledger.quarter), ((3, 2), 3, 2))

    def test_next_quarter_after_the_fourth(self):
        ledger = fill(CoopLedger(500, 25))
        self.assertEqual(ledger.next_quarter(), (2, 4))
        with self.assertRaises(ValueError) as caught:
            ledger.next_quarter()
        self.assertEqual(str(caught.exception), "close the year")
        self.assertEqual((ledger.year, ledger.quarter), (2, 4))

    def test_next_quarter_changes_nothing_else(self):
        ledger = fill(CoopLedger(500, 25))
        self.assertEqual(
            (ledger.next_quarter(), ledger.parcels, ledger.credit, ledger.pot),
            (
                (2, 4),
                {"Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 2)], "Bob": [(1, 2, 6)], "Cy": [(2, 2, 3)]},
                {"Bob": 250},
                0,
            ),
        )

    def test_next_quarter_with_notice(self):
        ledger = after(CoopLedger(500, 25), ("buy", "Ann", 900), ("give_notice", "Ann", 1))
        self.assertEqual((ledger.next_quarter(), ledger.notices, ledger.credit), ((1, 2), [("Ann", 1)], {"Ann": 400}))


class CoopLedgerTestPayDividend(unittest.TestCase):
    def setUp(self):
        self.ledger = CoopLedger(500, 25)
        fill(self.ledger)

    def test_pay_dividend_parts(self):
        self.assertEqual(
            (self.ledger.pay_dividend(5200), self.ledger.credit, self.ledger.pot),
            ({"Ann": 2200, "Bob": 2400, "Cy": 600}, {"Bob": 2650, "Ann": 2200, "Cy": 600}, 0),
        )

    def test_pay_dividend_rounds_down(self):
        self.assertEqual(
            (self.ledger.pay_dividend(1000), self.ledger.credit, self.ledger.pot),
            ({"Ann": 423, "Bob": 461, "Cy": 115}, {"Bob": 711, "Ann": 423, "Cy": 115}, 1),
        )
        self.assertEqual(
            (self.ledger.pay_dividend(999), self.ledger.credit, self.ledger.pot),
            ({"Ann": 423, "Bob": 461, "Cy": 115}, {"Bob": 1172, "Ann": 846, "Cy": 230}, 1),
        )

    def test_pay_dividend_rounded_once(self):
        ledger = after(CoopLedger(100, 25), ("buy", "Ann", 100), ("next_quarter",), ("buy", "Ann", 100))
        after(ledger, ("buy", "Bob", 100))
        self.assertEqual((ledger.pay_dividend(100), ledger.pot), ({"Ann": 71, "Bob": 28}, 1))

    def test_pay_dividend_too_little(self):
        self.assertEqual((self.ledger.pay_dividend(2), self.ledger.credit, self.ledger.pot), ({}, {"Bob": 250}, 2))
        self.assertEqual((self.ledger.pay_dividend(0), self.ledger.pot), ({}, 2))

    def test_pay_dividend_small_members_get_nothing(self):
        self.assertEqual(
            (self.ledger.pay_dividend(6), self.ledger.credit, self.ledger.pot),
            ({"Ann": 2, "Bob": 2}, {"Bob": 252, "Ann": 2}, 2),
        )

    def test_pay_dividend_no_parts(self):
        ledger = after(CoopLedger(500, 25), ("next_quarter",), ("next_quarter",), ("next_quarter",))
        self.assertEqual((ledger.pay_dividend(80), ledger.pot), ({}, 80))
        after(ledger, ("buy", "Ann", 500))
        self.assertEqual((ledger.pay_dividend(7), ledger.pot, ledger.credit), ({}, 87, {}))

    def test_pay_dividend_with_notice(self):
        after(self.ledger, ("give_notice", "Bob", 6))
        self.assertEqual(
            (self.ledger.pay_dividend(5200), self.ledger.notices),
            ({"Ann": 2200, "Bob": 2400, "Cy": 600}, [("Bob", 6)]),
        )

    def test_pay_dividend_bad_number(self):
        after(self.ledger, ("pay_dividend", 2))
        with self.assertRaises(ValueError) as caught:
            self.ledger.pay_dividend(-1)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((self.ledger.pot, self.ledger.credit), (2, {"Bob": 250}))


class CoopLedgerTestCloseYear(unittest.TestCase):
    def setUp(self):
        self.ledger = CoopLedger(500, 25)
        fill(self.ledger)

    def test_close_year_no_notice(self):
        self.assertEqual(
            (self.ledger.close_year(5200), self.ledger.credit, self.ledger.year, self.ledger.quarter),
            ({}, {"Bob": 2650, "Ann": 2200, "Cy": 600}, 3, 1),
        )
        self.assertEqual(
            self.ledger.parcels, {"Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 2)], "Bob": [(1, 2, 6)], "Cy": [(2, 2, 3)]}
        )

    def test_close_year_limit(self):
        after(self.ledger, ("give_notice", "Bob", 3), ("give_notice", "Ann", 2), ("give_notice", "Cy", 1))
        self.assertEqual(
            (self.ledger.close_year(0), self.ledger.notices, self.ledger.credit),
            ({"Bob": 3, "Ann": 1}, [("Ann", 1), ("Cy", 1)], {"Bob": 1750, "Ann": 500}),
        )
        self.assertEqual(
            self.ledger.parcels, {"Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 1)], "Bob": [(1, 2, 3)], "Cy": [(2, 2, 3)]}
        )
        self.assertEqual(
            (self.ledger.close_year(0), self.ledger.notices, self.ledger.credit),
            ({"Ann": 1, "Cy": 1}, [], {"Bob": 1750, "Ann": 1000, "Cy": 500}),
        )
        self.assertEqual(
            (self.ledger.parcels, self.ledger.year),
            ({"Ann": [(1, 1, 4), (1, 2, 1)], "Bob": [(1, 2, 3)], "Cy": [(2, 2, 2)]}, 4),
        )

    def test_close_year_newest_first(self):
        ledger = after(fill(CoopLedger(500, 100)), ("give_notice", "Ann", 4))
        self.assertEqual((ledger.close_year(0), ledger.parcels["Ann"], ledger.notices), ({"Ann": 4}, [(1, 1, 3)], []))

    def test_close_year_members_leave(self):
        ledger = after(fill(CoopLedger(500, 100)), ("give_notice", "Cy", 3), ("give_notice", "Bob", 6))
        self.assertEqual(
            (ledger.close_year(520), ledger.parcels, ledger.credit, ledger.pot),
            (
                {"Cy": 3, "Bob": 6},
                {"Ann": [(1, 1, 4), (1, 2, 1), (2, 3, 2)]},
                {"Bob": 3490, "Ann": 220, "Cy": 1560},
                0,
            ),
        )

    def test_close_year_limit_rounded_down(self):
        ledger = after(CoopLedger(100, 30), ("buy", "Ann", 900), ("give_notice", "Ann", 9))
        self.assertEqual(
            [ledger.close_year(0), ledger.close_year(0), ledger.close_year(0), ledger.close_year(0)],
            [{"Ann": 2}, {"Ann": 2}, {"Ann": 1}, {"Ann": 1}],
        )
        self.assertEqual(
            (ledger.parcels, ledger.notices, ledger.credit), ({"Ann": [(1, 1, 3)]}, [("Ann", 3)], {"Ann": 600})
        )

    def test_close_year_limit_used_up(self):
        ledger = after(CoopLedger(10, 50), ("buy", "Ann", 1990), ("buy", "Bob", 10), ("buy", "Cy", 20))
        after(ledger, ("give_notice", "Ann", 101), ("give_notice", "Bob", 1), ("give_notice", "Cy", 2))
        self.assertEqual(
            (ledger.close_year(0), ledger.notices, ledger.parcels),
            ({"Ann": 101}, [("Bob", 1), ("Cy", 2)], {"Ann": [(1, 1, 98)], "Bob": [(1, 1, 1)], "Cy": [(1, 1, 2)]}),
        )

    def test_close_year_no_repayment(self):
        ledger = after(CoopLedger(100, 0), ("buy", "Ann", 900), ("give_notice", "Ann", 2))
        self.assertEqual((ledger.close_year(50), ledger.notices, ledger.credit), ({}, [("Ann", 2)], {"Ann": 50}))

    def test_close_year_bad_number(self):
        after(self.ledger, ("give_notice", "Cy", 3))
        with self.assertRaises(ValueError) as caught:
            self.ledger.close_year(-5)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((self.ledger.year, self.ledger.quarter, self.ledger.notices), (2, 3, [("Cy", 3)]))


class CoopLedgerTestMain(unittest.TestCase):
    def test_main_three_years(self):
        ledger = CoopLedger(1000, 20)
        self.assertEqual(
            [ledger.buy("Ann", 4000), ledger.next_quarter(), ledger.buy("Bob", 6500), ledger.next_quarter()],
            [4, (1, 2), 6, (1, 3)],
        )
        self.assertEqual(
            (ledger.give_notice("Bob", 5), ledger.transfer("Bob", "Cy", 1), ledger.buy("Cy", 1999)),
            (1, [(1, 2, 1)], 1),
        )
        self.assertEqual(
            (ledger.parcels, ledger.credit),
            ({"Ann": [(1, 1, 4)], "Bob": [(1, 2, 5)], "Cy": [(1, 2, 1), (1, 3, 1)]}, {"Bob": 500, "Cy": 999}),
        )
        self.assertEqual(
            (ledger.close_year(3001), ledger.credit, ledger.pot, ledger.parcels),
            (
                {"Bob": 2},
                {"Bob": 3700, "Cy": 1359, "Ann": 1440},
                1,
                {"Ann": [(1, 1, 4)], "Bob": [(1, 2, 3)], "Cy": [(1, 2, 1), (1, 3, 1)]},
            ),
        )
        self.assertEqual(
            (ledger.give_notice("Ann", 4), ledger.buy("Ann", 51), ledger.parcels["Ann"]),
            (0, 1, [(1, 1, 4), (2, 1, 1)]),
        )
        self.assertEqual(
            (ledger.pay_dividend(100), ledger.pot, ledger.next_quarter()),
            ({"Ann": 49, "Bob": 31, "Cy": 20}, 1, (2, 2)),
        )
        self.assertEqual(
            (ledger.close_year(1000), ledger.notices, ledger.parcels),
            (
                {"Bob": 2},
                [("Bob", 1), ("Ann", 4)],
                {"Ann": [(1, 1, 4), (2, 1, 1)], "Bob": [(1, 2, 1)], "Cy": [(1, 2, 1), (1, 3, 1)]},
            ),
        )
        with self.assertRaises(ValueError) as caught:
            ledger.transfer("Bob", "Cy", 3)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(
            (ledger.close_year(0), ledger.notices, ledger.credit, ledger.pot),
            ({"Bob": 1}, [("Ann", 4)], {"Bob": 7039, "Cy": 1584, "Ann": 1027}, 1),
        )

    def test_main_last_member(self):
        ledger = CoopLedger(300, 100)
        self.assertEqual(
            [ledger.buy("Ann", 1000), ledger.transfer("Ann", "Bob", 3), ledger.buy("Ann", 100)], [3, [(1, 1, 3)], 0]
        )
        self.assertEqual((ledger.parcels, ledger.credit), ({"Bob": [(1, 1, 3)]}, {"Ann": 200}))
        self.assertEqual(
            (ledger.pay_dividend(20), ledger.credit, ledger.pot), ({"Bob": 20}, {"Ann": 200, "Bob": 20}, 0)
        )
        self.assertEqual(
            (ledger.give_notice("Bob", 2), ledger.close_year(29), ledger.credit, ledger.parcels),
            (1, {"Bob": 2}, {"Ann": 200, "Bob": 649}, {"Bob": [(1, 1, 1)]}),
        )
        self.assertEqual(
            (ledger.buy("Bob", 242), ledger.parcels, ledger.credit),
            (2, {"Bob": [(1, 1, 1), (2, 1, 2)]}, {"Ann": 200, "Bob": 291}),
        )
        self.assertEqual(
            (ledger.give_notice("Bob", 3), ledger.next_quarter(), ledger.close_year(11)), (0, (2, 2), {"Bob": 3})
        )
        self.assertEqual(
            (ledger.parcels, ledger.notices, ledger.credit, ledger.pot), ({}, [], {"Ann": 200, "Bob": 1202}, 0)
        )
        self.assertEqual(
            (ledger.pay_dividend(5), ledger.pot, ledger.buy("Bob", 0), ledger.credit),
            ({}, 5, 4, {"Ann": 200, "Bob": 2}),
        )

    def test_main_parts(self):
        ledger = CoopLedger(100, 50)
        self.assertEqual(
            [ledger.buy("Ann", 300), ledger.next_quarter(), ledger.buy("Bob", 300), ledger.next_quarter()],
            [3, (1, 2), 3, (1, 3)],
        )
        self.assertEqual(
            (ledger.buy("Ann", 300), ledger.buy("Cy", 250), ledger.pay_dividend(1000), ledger.pot),
            (3, 2, {"Ann": 600, "Bob": 300, "Cy": 100}, 0),
        )
        self.assertEqual(
            (ledger.next_quarter(), ledger.buy("Dan", 700), ledger.pay_dividend(8), ledger.pot),
            ((1, 4), 7, {"Ann": 4, "Bob": 2}, 2),
        )
        self.assertEqual(
            (ledger.transfer("Ann", "Dan", 4), ledger.parcels),
            (
                [(1, 1, 3), (1, 3, 1)],
                {"Ann": [(1, 3, 2)], "Bob": [(1, 2, 3)], "Cy": [(1, 3, 2)], "Dan": [(1, 1, 3), (1, 3, 1), (1, 4, 7)]},
            ),
        )
        self.assertEqual(
            (ledger.give_notice("Dan", 8), ledger.give_notice("Bob", 3), ledger.close_year(0)),
            (3, 0, {"Dan": 8, "Bob": 1}),
        )
        self.assertEqual(
            (ledger.parcels, ledger.notices, ledger.credit),
            (
                {"Ann": [(1, 3, 2)], "Bob": [(1, 2, 2)], "Cy": [(1, 3, 2)], "Dan": [(1, 1, 3)]},
                [("Bob", 2)],
                {"Cy": 150, "Ann": 604, "Bob": 402, "Dan": 801},
            ),
        )
        self.assertEqual(
            (ledger.close_year(1001), ledger.parcels, ledger.credit, ledger.pot),
            (
                {"Bob": 2},
                {"Ann": [(1, 3, 2)], "Cy": [(1, 3, 2)], "Dan": [(1, 1, 3)]},
                {"Cy": 372, "Ann": 826, "Bob": 824, "Dan": 1135},
                2,
            ),
        )
