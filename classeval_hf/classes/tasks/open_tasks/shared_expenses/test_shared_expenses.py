# canary: classeval-hf open shared_expenses fa4b4d76-8597-4cc3-843c-efb9477f8fbe

import unittest

from solution import SharedExpenses

LUNCH = ("expense", "Ann", 900, ["Ann", "Ben", "Cleo"])
RENT = ("expense", "Ben", 80000, ["Ann", "Cleo"])


class SharedExpensesTestInEffect(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])

    def effects(self):
        return "".join("-+"[self.ledger.in_effect(number)] for number in range(1, len(self.ledger.entries) + 1))

    def test_in_effect_reversed(self):
        self.ledger.entries = [LUNCH, RENT, ("reversal", 1)]
        self.assertEqual(self.effects(), "-++")
        self.assertEqual(self.ledger.entries, [LUNCH, RENT, ("reversal", 1)])

    def test_in_effect_reversal_reversed(self):
        self.ledger.entries = [LUNCH, ("reversal", 1), ("reversal", 2)]
        self.assertEqual(self.effects(), "+-+")
        self.ledger.entries.append(("reversal", 3))
        self.assertEqual(self.effects(), "-+-+")

    def test_in_effect_reversed_again(self):
        self.ledger.entries = [LUNCH, ("reversal", 1), ("reversal", 2), ("reversal", 1)]
        self.assertEqual(self.effects(), "--++")
        self.ledger.entries.append(("reversal", 4))
        self.assertEqual(self.effects(), "+-+-+")

    def test_in_effect_corrections(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 950), ("reversal", 1)]
        self.assertEqual(self.effects(), "-++")
        self.ledger.entries = [LUNCH, ("correction", 1, 950), ("reversal", 2), RENT, ("reversal", 3)]
        self.assertEqual(self.effects(), "++-++")

    def test_in_effect_long_chain(self):
        self.ledger.entries = [RENT, LUNCH, *[("reversal", number) for number in range(2, 9)]]
        self.assertEqual(self.effects(), "+-+-+-+-+")

    def test_in_effect_no_entry(self):
        self.ledger.entries = [LUNCH, RENT]
        for number in (0, 3, -1):
            with self.assertRaises(ValueError) as caught:
                self.ledger.in_effect(number)
            self.assertEqual(str(caught.exception), f"no entry: {number}")


class SharedExpensesTestAmount(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])

    def test_amount_own(self):
        self.ledger.entries = [LUNCH, RENT]
        self.assertEqual([self.ledger.amount(1), self.ledger.amount(2)], [900, 80000])
        self.assertEqual(self.ledger.entries, [LUNCH, RENT])

    def test_amount_last_correction(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 950), RENT, ("correction", 3, 81000), ("correction", 1, 700)]
        self.assertEqual([self.ledger.amount(1), self.ledger.amount(3)], [700, 81000])

    def test_amount_correction_reversed(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 950), ("correction", 1, 700), ("reversal", 3)]
        self.assertEqual(self.ledger.amount(1), 950)
        self.ledger.entries.append(("reversal", 2))
        self.assertEqual(self.ledger.amount(1), 900)
        self.ledger.entries.append(("reversal", 4))
        self.assertEqual(self.ledger.amount(1), 700)

    def test_amount_corrected_to_nothing(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 0)]
        self.assertEqual(self.ledger.amount(1), 0)

    def test_amount_expense_reversed(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 950), ("reversal", 1)]
        self.assertEqual(self.ledger.amount(1), 0)
        self.ledger.entries.append(("reversal", 3))
        self.assertEqual(self.ledger.amount(1), 950)

    def test_amount_errors(self):
        self.ledger.entries = [LUNCH, ("correction", 1, 950), ("reversal", 1)]
        for number, message in ((0, "no entry: 0"), (4, "no entry: 4"), (2, "no expense: 2"), (3, "no expense: 3")):
            with self.assertRaises(ValueError) as caught:
                self.ledger.amount(number)
            self.assertEqual(str(caught.exception), message)


class SharedExpensesTestSpend(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])

    def test_spend_numbers(self):
        self.ledger.entries = [LUNCH, ("reversal", 1)]
        self.assertEqual([self.ledger.spend("Ben", 5, ["Ann"]), self.ledger.spend("Ann", 7, ["Ann"])], [3, 4])
        self.assertEqual(
            self.ledger.entries,
            [LUNCH, ("reversal", 1), ("expense", "Ben", 5, ["Ann"]), ("expense", "Ann", 7, ["Ann"])],
        )

    def test_spend_several_parts(self):
        self.assertEqual(self.ledger.spend("Cleo", 400, ["Ben", "Ann", "Ben"]), 1)
        self.assertEqual(self.ledger.entries, [("expense", "Cleo", 400, ["Ben", "Ann", "Ben"])])

    def test_spend_copies(self):
        names = ["Ann", "Ben"]
        self.assertEqual(self.ledger.spend("Ann", 1, names), 1)
        names.append("Cleo")
        self.assertEqual(self.ledger.entries, [("expense", "Ann", 1, ["Ann", "Ben"])])

    def test_spend_unknown(self):
        for payer, names, message in (
            ("Dan", ["Eve"], "unknown member: Dan"),
            ("Ann", ["Ben", "Eve", "Dan"], "unknown member: Eve"),
            ("Ann", ["Gil"], "unknown member: Gil"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.ledger.spend(payer, 0, names)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.ledger.entries, [])

    def test_spend_no_participants(self):
        for payer, message in (("Ann", "no participants"), ("Dan", "unknown member: Dan")):
            with self.assertRaises(ValueError) as caught:
                self.ledger.spend(payer, 0, [])
            self.assertEqual(str(caught.exception), message)

    def test_spend_bad_amount(self):
        for cents in (0, -300):
            with self.assertRaises(ValueError) as caught:
                self.ledger.spend("Ann", cents, ["Ann", "Ben"])
            self.assertEqual(str(caught.exception), f"bad amount: {cents}")
        self.assertEqual(self.ledger.entries, [])


class SharedExpensesTestCorrect(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        self.ledger.entries = [LUNCH, RENT, ("reversal", 2), ("correction", 1, 950)]

    def test_correct_again(self):
        self.assertEqual([self.ledger.correct(1, 850), self.ledger.correct(1, 1)], [5, 6])
        self.assertEqual(self.ledger.entries[4:], [("correction", 1, 850), ("correction", 1, 1)])

    def test_correct_to_nothing(self):
        self.assertEqual(self.ledger.correct(1, 0), 5)
        self.assertEqual(self.ledger.entries[3:], [("correction", 1, 950), ("correction", 1, 0)])

    def test_correct_not_in_effect(self):
        with self.assertRaises(ValueError) as caught:
            self.ledger.correct(2, -5)
        self.assertEqual(str(caught.exception), "not in effect: 2")
        self.assertEqual(len(self.ledger.entries), 4)

    def test_correct_restored_expense(self):
        self.ledger.entries.append(("reversal", 3))
        self.assertEqual(self.ledger.correct(2, 79000), 6)
        self.assertEqual(self.ledger.entries[-1], ("correction", 2, 79000))

    def test_correct_expense_corrected_to_nothing(self):
        self.ledger.entries.append(("correction", 1, 0))
        self.assertEqual(self.ledger.correct(1, 20), 6)
        self.assertEqual(self.ledger.entries[-1], ("correction", 1, 20))

    def test_correct_errors(self):
        for number, cents, message in (
            (0, -1, "no entry: 0"),
            (5, 10, "no entry: 5"),
            (3, -1, "no expense: 3"),
            (4, 10, "no expense: 4"),
            (1, -1, "bad amount: -1"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.ledger.correct(number, cents)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(len(self.ledger.entries), 4)


class SharedExpensesTestReverse(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        self.ledger.entries = [LUNCH, ("correction", 1, 950)]

    def test_reverse_expense(self):
        self.assertEqual(self.ledger.reverse(1), 3)
        self.assertEqual(self.ledger.entries, [LUNCH, ("correction", 1, 950), ("reversal", 1)])

    def test_reverse_correction(self):
        self.ledger.entries.append(("reversal", 1))
        self.assertEqual(self.ledger.reverse(2), 4)
        self.assertEqual(self.ledger.entries[2:], [("reversal", 1), ("reversal", 2)])

    def test_reverse_reversal(self):
        self.assertEqual([self.ledger.reverse(number) for number in (1, 3, 4)], [3, 4, 5])
        self.assertEqual(self.ledger.entries[2:], [("reversal", 1), ("reversal", 3), ("reversal", 4)])

    def test_reverse_not_in_effect(self):
        self.ledger.entries += [("reversal", 2), ("reversal", 1)]
        for number in (1, 2):
            with self.assertRaises(ValueError) as caught:
                self.ledger.reverse(number)
            self.assertEqual(str(caught.exception), f"not in effect: {number}")
        self.assertEqual(len(self.ledger.entries), 4)

    def test_reverse_again(self):
        self.ledger.entries += [("reversal", 1), ("reversal", 3)]
        self.assertEqual(self.ledger.reverse(1), 5)
        with self.assertRaises(ValueError) as caught:
            self.ledger.reverse(3)
        self.assertEqual(str(caught.exception), "not in effect: 3")

    def test_reverse_no_entry(self):
        for number in (0, 3):
            with self.assertRaises(ValueError) as caught:
                self.ledger.reverse(number)
            self.assertEqual(str(caught.exception), f"no entry: {number}")
        self.assertEqual(len(self.ledger.entries), 2)


class SharedExpensesTestHistory(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        self.ledger.entries = [LUNCH, RENT, ("correction", 1, 950), ("reversal", 2), ("reversal", 3), ("reversal", 5)]

    def test_history_of_expense(self):
        self.assertEqual(self.ledger.history(1), [1, 3, 5, 6])
        self.assertEqual(self.ledger.history(2), [2, 4])

    def test_history_of_others(self):
        self.assertEqual(self.ledger.history(3), [3, 5, 6])
        self.assertEqual([self.ledger.history(4), self.ledger.history(6)], [[4], [6]])

    def test_history_not_in_effect(self):
        self.ledger.entries += [("reversal", 4), ("reversal", 1), ("correction", 2, 1)]
        self.assertEqual(self.ledger.history(2), [2, 4, 7, 9])
        self.assertEqual(self.ledger.history(1), [1, 3, 5, 6, 8])

    def test_history_amounts_are_no_numbers(self):
        self.ledger.entries = [LUNCH, ("expense", "Ben", 1, ["Ann"]), ("correction", 2, 1), ("correction", 2, 3)]
        self.assertEqual(self.ledger.history(1), [1])
        self.assertEqual(self.ledger.history(2), [2, 3, 4])

    def test_history_no_entry(self):
        for number in (0, 7):
            with self.assertRaises(ValueError) as caught:
                self.ledger.history(number)
            self.assertEqual(str(caught.exception), f"no entry: {number}")
        self.assertEqual(len(self.ledger.entries), 6)


class SharedExpensesTestShares(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo", "Dan"])

    def split(self, *expense):
        self.ledger.entries = [("expense", *expense)]
        return self.ledger.shares(1)

    def test_shares_even(self):
        self.assertEqual(self.split("Ann", 900, ["Cleo", "Ann", "Ben"]), {"Ann": 300, "Ben": 300, "Cleo": 300})
        self.assertEqual(list(self.split("Ann", 900, ["Cleo", "Ann", "Ben"])), ["Ann", "Ben", "Cleo"])

    def test_shares_left_over(self):
        names = ["Ann", "Ben", "Cleo", "Dan"]
        self.assertEqual(self.split("Ann", 1001, names), {"Ann": 250, "Ben": 251, "Cleo": 250, "Dan": 250})
        self.assertEqual(self.split("Cleo", 1002, names), {"Ann": 251, "Ben": 250, "Cleo": 250, "Dan": 251})
        self.assertEqual(self.split("Dan", 1003, names), {"Ann": 251, "Ben": 251, "Cleo": 251, "Dan": 250})

    def test_shares_payer_takes_no_part(self):
        self.assertEqual(self.split("Ben", 101, ["Ann", "Dan"]), {"Ann": 50, "Dan": 51})
        self.assertEqual(self.split("Dan", 101, ["Ben", "Cleo"]), {"Ben": 51, "Cleo": 50})

    def test_shares_several_parts(self):
        self.assertEqual(self.split("Ann", 1000, ["Ben", "Ann", "Ben"]), {"Ann": 333, "Ben": 667})
        self.assertEqual(self.split("Ben", 1000, ["Ben", "Ann", "Ben"]), {"Ann": 334, "Ben": 666})

    def test_shares_round_again(self):
        self.assertEqual(self.split("Ann", 1003, ["Ann"] + ["Ben"] * 3), {"Ann": 251, "Ben": 752})
        self.assertEqual(self.split("Cleo", 1004, ["Ann"] * 4 + ["Ben"]), {"Ann": 802, "Ben": 202})
        self.assertEqual(self.split("Ann", 1004, ["Ann"] + ["Ben"] * 4), {"Ann": 202, "Ben": 802})

    def test_shares_few_cents(self):
        self.assertEqual(self.split("Ben", 2, ["Ann", "Ben", "Cleo"]), {"Ann": 1, "Ben": 0, "Cleo": 1})

    def test_shares_present_amount(self):
        self.ledger.entries = [("expense", "Ann", 900, ["Ann", "Ben"]), ("correction", 1, 75)]
        self.assertEqual(self.ledger.shares(1), {"Ann": 37, "Ben": 38})
        self.ledger.entries.append(("reversal", 1))
        self.assertEqual(self.ledger.shares(1), {"Ann": 0, "Ben": 0})
        self.assertEqual(self.ledger.entries[0], ("expense", "Ann", 900, ["Ann", "Ben"]))

    def test_shares_errors(self):
        self.ledger.entries = [("expense", "Ann", 900, ["Ann", "Ben"]), ("correction", 1, 75)]
        for number, message in ((2, "no expense: 2"), (3, "no entry: 3")):
            with self.assertRaises(ValueError) as caught:
                self.ledger.shares(number)
            self.assertEqual(str(caught.exception), message)


class SharedExpensesTestBalances(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo"])

    def test_balances_empty(self):
        self.assertEqual(self.ledger.balances(), {"Ann": 0, "Ben": 0, "Cleo": 0})

    def test_balances_one(self):
        self.ledger.entries = [("expense", "Ben", 1000, ["Ann", "Ben", "Cleo"])]
        self.assertEqual(self.ledger.balances(), {"Ann": -333, "Ben": 667, "Cleo": -334})

    def test_balances_several(self):
        self.ledger.entries = [LUNCH, RENT, ("expense", "Cleo", 50, ["Cleo"])]
        self.assertEqual(self.ledger.balances(), {"Ann": -39400, "Ben": 79700, "Cleo": -40300})
        self.assertEqual(list(self.ledger.balances()), ["Ann", "Ben", "Cleo"])

    def test_balances_corrected(self):
        self.ledger.entries = [LUNCH, RENT, ("correction", 1, 600), ("correction", 2, 10)]
        self.assertEqual(self.ledger.balances(), {"Ann": 395, "Ben": -190, "Cleo": -205})
        self.ledger.entries.append(("reversal", 3))
        self.assertEqual(self.ledger.balances(), {"Ann": 595, "Ben": -290, "Cleo": -305})
        self.assertEqual(self.ledger.entries[:2], [LUNCH, RENT])

    def test_balances_reversed(self):
        self.ledger.entries = [LUNCH, RENT, ("reversal", 2), ("reversal", 1), ("reversal", 4)]
        self.assertEqual(self.ledger.balances(), {"Ann": 600, "Ben": -300, "Cleo": -300})


class SharedExpensesTestSettle(unittest.TestCase):
    def setUp(self):
        self.ledger = SharedExpenses(["Ann", "Ben", "Cleo", "Dan"])

    def test_settle_nothing(self):
        self.assertEqual(self.ledger.settle(), [])
        self.ledger.entries = [("expense", "Ann", 900, ["Ann"])]
        self.assertEqual(self.ledger.settle(), [])

    def test_settle_one_creditor(self):
        self.ledger.entries = [("expense", "Ben", 1001, ["Ann", "Cleo", "Dan"])]
        self.assertEqual(self.ledger.settle(), [("Cleo", "Ben", 334), ("Dan", "Ben", 334), ("Ann", "Ben", 333)])
        self.assertEqual(len(self.ledger.entries), 1)

    def test_settle_equal_balances(self):
        self.ledger.entries = [("expense", "Dan", 60, ["Cleo", "Ann"]), ("expense", "Ben", 60, ["Cleo", "Ann"])]
        self.assertEqual(self.ledger.settle(), [("Ann", "Ben", 60), ("Cleo", "Dan", 60)])

    def test_settle_in_parts(self):
        self.ledger.entries = [
            ("expense", "Dan", 50, ["Ann"]),
            ("expense", "Cleo", 20, ["Ann"]),
            ("expense", "Cleo", 10, ["Ben"]),
        ]
        self.assertEqual(self.ledger.settle(), [("Ann", "Dan", 50), ("Ann", "Cleo", 20), ("Ben", "Cleo", 10)])

    def test_settle_order_changes(self):
        self.ledger.entries = [
            ("expense", "Ann", 70, ["Cleo"]),
            ("expense", "Ann", 20, ["Dan"]),
            ("expense", "Ben", 40, ["Dan"]),
        ]
        self.assertEqual(self.ledger.settle(), [("Cleo", "Ann", 70), ("Dan", "Ben", 40), ("Dan", "Ann", 20)])

    def test_settle_reversed(self):
        self.ledger.entries = [LUNCH, RENT, ("reversal", 2), ("correction", 1, 301)]
        self.assertEqual(self.ledger.settle(), [("Ben", "Ann", 101), ("Cleo", "Ann", 100)])


class SharedExpensesTestMain(unittest.TestCase):
    def test_main_corrections(self):
        ledger = SharedExpenses(["Ann", "Ben", "Cleo"])
        self.assertEqual(ledger.spend("Ann", 1000, ["Ann", "Ben", "Cleo"]), 1)
        self.assertEqual(ledger.spend("Cleo", 250, ["Ann", "Cleo", "Cleo"]), 2)
        self.assertEqual(ledger.balances(), {"Ann": 583, "Ben": -334, "Cleo": -249})
        self.assertEqual(ledger.correct(1, 1100), 3)
        self.assertEqual(ledger.shares(1), {"Ann": 366, "Ben": 367, "Cleo": 367})
        self.assertEqual(ledger.correct(1, 1300), 4)
        self.assertEqual(ledger.reverse(3), 5)
        self.assertEqual(ledger.amount(1), 1300)
        self.assertEqual(ledger.reverse(4), 6)
        self.assertEqual(ledger.amount(1), 1000)
        self.assertEqual(ledger.reverse(5), 7)
        self.assertEqual(ledger.amount(1), 1100)
        self.assertEqual([number for number in range(1, 8) if not ledger.in_effect(number)], [4, 5])
        self.assertEqual(ledger.history(1), [1, 3, 4, 5, 6, 7])
        self.assertEqual(ledger.settle(), [("Ben", "Ann", 367), ("Cleo", "Ann", 283)])

    def test_main_expense_comes_back(self):
        ledger = SharedExpenses(["Eve", "Finn"])
        self.assertEqual(ledger.spend("Finn", 999, ["Eve", "Finn"]), 1)
        self.assertEqual(ledger.settle(), [("Eve", "Finn", 500)])
        self.assertEqual(ledger.reverse(1), 2)
        with self.assertRaises(ValueError):
            ledger.correct(1, 500)
        self.assertEqual((ledger.in_effect(1), ledger.amount(1), ledger.shares(1)), (False, 0, {"Eve": 0, "Finn": 0}))
        self.assertEqual(ledger.reverse(2), 3)
        self.assertEqual(ledger.correct(1, 501), 4)
        self.assertEqual(ledger.balances(), {"Eve": -251, "Finn": 251})
        self.assertEqual(ledger.reverse(1), 5)
        self.assertEqual(ledger.settle(), [])
        self.assertEqual(ledger.history(1), [1, 2, 3, 4, 5])
