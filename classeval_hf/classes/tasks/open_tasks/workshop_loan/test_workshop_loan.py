# canary: classeval-hf open workshop_loan a0344103-0d15-4256-a09f-e2c94664335f

import unittest
from decimal import Decimal

from solution import WorkshopLoan


def row(text):
    month, *amounts = text.split()
    return (int(month), *map(Decimal, amounts))


def amounts(text):
    return tuple(map(Decimal, text.split()))


FIRST = ("1 6 103.53 0 502.47", "2 5.02 103.53 0 403.96")
LATER = (*FIRST, "3 8.08 106.09 0 305.95", "4 6.12 106.09 0 205.98")


def close(loan, instalment, *texts):
    loan.rows = [row(text) for text in texts]
    loan.month, loan.balance, loan.instalment = len(texts), loan.rows[-1][4], Decimal(instalment)


class WorkshopLoanTestRateIn(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_rate_in_first(self):
        self.assertEqual([self.loan.rate_in(month) for month in (1, 6, 40)], [12, 12, 12])

    def test_rate_in_several(self):
        self.loan.rates.update({5: Decimal("2.5"), 3: Decimal("7")})
        self.assertEqual(
            [self.loan.rate_in(month) for month in range(1, 7)], [12, 12, 7, 7, Decimal("2.5"), Decimal("2.5")]
        )

    def test_rate_in_closed_months(self):
        self.loan.rates[3] = Decimal("24")
        close(self.loan, "106.09", *LATER)
        self.assertEqual([self.loan.rate_in(2), self.loan.rate_in(3)], [12, 24])

    def test_rate_in_zero(self):
        self.loan.rates[2] = Decimal("0")
        self.assertEqual([self.loan.rate_in(1), self.loan.rate_in(2)], [12, 0])

    def test_rate_in_changes_nothing(self):
        self.assertEqual(self.loan.rate_in(5), Decimal("12"))
        self.assertEqual(self.loan.rates, {1: Decimal("12")})


class WorkshopLoanTestFit(unittest.TestCase):
    def test_fit_new_loans(self):
        loans = [("250.50", "4.8", 7), ("5000", "3.25", 48), ("777.77", "18", 1), ("120", "11.11", 5)]
        self.assertEqual(tuple(WorkshopLoan(*loan).fit() for loan in loans), amounts("36.36 111.23 789.44 24.67"))

    def test_fit_without_interest(self):
        loans = [("90", "0", 4), ("100", "0", 3), ("0.02", "0", 5)]
        self.assertEqual(tuple(WorkshopLoan(*loan).fit() for loan in loans), amounts("22.50 33.34 0.01"))

    def test_fit_half_a_cent(self):
        loans = [("30", "1.8", 2), ("30", "2.2", 2), ("110", "0.5", 2)]
        self.assertEqual(tuple(WorkshopLoan(*loan).fit() for loan in loans), amounts("15.04 15.05 55.04"))

    def test_fit_remaining_months(self):
        loan = WorkshopLoan("600", "12", 6)
        close(loan, "103.53", *FIRST)
        self.assertEqual(loan.fit(), Decimal("103.53"))
        close(loan, "103.53", *FIRST, "3 4.04 103.53 0 304.47", "4 3.04 103.53 0 203.98", "5 2.04 103.53 0 102.49")
        self.assertEqual(loan.fit(), Decimal("103.51"))

    def test_fit_paid_off(self):
        loan = WorkshopLoan("600", "12", 2)
        close(loan, "304.51", "1 6 304.51 0 301.49", "2 3.01 304.50 0 0")
        self.assertEqual(loan.fit(), Decimal("0.01"))

    def test_fit_rate_of_next_month(self):
        loan = WorkshopLoan("600", "12", 6)
        loan.rates.update({3: Decimal("24"), 5: Decimal("1")})
        close(loan, "103.53", *FIRST)
        self.assertEqual(loan.fit(), Decimal("106.09"))
        close(loan, "103.53", FIRST[0])
        loan.extras[2] = Decimal("100")
        self.assertEqual(
            (loan.fit(), loan.balance, loan.instalment), (Decimal("103.53"), Decimal("502.47"), Decimal("103.53"))
        )


class WorkshopLoanTestPay(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_pay_months(self):
        self.assertEqual(
            [self.loan.pay(), self.loan.pay()], [row("1 6 103.53 0 502.47"), row("2 5.02 103.53 0 403.96")]
        )
        self.assertEqual(
            (self.loan.balance, self.loan.month, self.loan.instalment), (Decimal("403.96"), 2, Decimal("103.53"))
        )
        self.assertEqual(self.loan.rows, [row("1 6 103.53 0 502.47"), row("2 5.02 103.53 0 403.96")])

    def test_pay_last_month(self):
        close(
            self.loan, "103.53", *FIRST, "3 4.04 103.53 0 304.47", "4 3.04 103.53 0 203.98", "5 2.04 103.53 0 102.49"
        )
        self.assertEqual(self.loan.pay(), row("6 1.02 103.51 0 0"))
        self.assertEqual((self.loan.balance, self.loan.month), (0, 6))

    def test_pay_rate_begins(self):
        close(self.loan, "103.53", *FIRST)
        self.loan.rates[3] = Decimal("24")
        self.assertEqual(
            [self.loan.pay(), self.loan.pay()], [row("3 8.08 106.09 0 305.95"), row("4 6.12 106.09 0 205.98")]
        )
        self.assertEqual(self.loan.instalment, Decimal("106.09"))

    def test_pay_keeps_instalment(self):
        self.loan.extras = {1: Decimal("200"), 2: Decimal("10.40")}
        self.assertEqual(
            [self.loan.pay(), self.loan.pay()], [row("1 6 103.53 200 302.47"), row("2 3.02 103.53 10.40 191.56")]
        )
        self.assertEqual(self.loan.pay(), row("3 1.92 103.53 0 89.95"))

    def test_pay_lower(self):
        self.loan.extras, self.loan.lower = {2: Decimal("150"), 3: Decimal("900")}, {2}
        self.assertEqual(self.loan.pay(), row("1 6 103.53 0 502.47"))
        self.assertEqual(
            [self.loan.pay(), self.loan.pay()], [row("2 5.02 103.53 150 253.96"), row("3 2.54 65.09 191.41 0")]
        )
        self.assertEqual((self.loan.instalment, self.loan.extras[3], self.loan.balance), (Decimal("65.09"), 900, 0))

    def test_pay_half_a_cent(self):
        loan = WorkshopLoan("30", "1.8", 2)
        self.assertEqual([loan.pay(), loan.pay()], [row("1 0.05 15.04 0 15.01"), row("2 0.02 15.03 0 0")])

    def test_pay_paid_off(self):
        self.loan.extras[2] = Decimal("500")
        close(self.loan, "103.53", FIRST[0], "2 5.02 103.53 403.96 0")
        with self.assertRaises(ValueError) as caught:
            self.loan.pay()
        self.assertEqual((str(caught.exception), self.loan.month, len(self.loan.rows)), ("paid off", 2, 2))


class WorkshopLoanTestForecast(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_forecast_extras(self):
        self.loan.extras, self.loan.lower = {2: Decimal("150"), 3: Decimal("900")}, {2}
        rows = [row("1 6 103.53 0 502.47"), row("2 5.02 103.53 150 253.96"), row("3 2.54 65.09 191.41 0")]
        self.assertEqual(self.loan.forecast(), rows)

    def test_forecast_changes_nothing(self):
        self.loan.rates[4] = Decimal("24")
        self.assertEqual(len(self.loan.forecast()), 6)
        self.assertEqual((self.loan.balance, self.loan.month, self.loan.rows, self.loan.instalment), (600, 0, [], 0))
        self.assertEqual(self.loan.rates, {1: 12, 4: 24})

    def test_forecast_after_closed_months(self):
        self.loan.rates[3] = Decimal("24")
        close(self.loan, "106.09", *LATER)
        self.assertEqual(self.loan.forecast(), [row("5 4.12 106.09 0 104.01"), row("6 2.08 106.09 0 0")])
        self.assertEqual((len(self.loan.rows), self.loan.rows[3]), (4, row("4 6.12 106.09 0 205.98")))

    def test_forecast_ends_early(self):
        self.loan.extras = {1: Decimal("350")}
        rows = [row("1 6 103.53 350 152.47"), row("2 1.52 103.53 0 50.46"), row("3 0.50 50.96 0 0")]
        self.assertEqual(self.loan.forecast(), rows)

    def test_forecast_without_interest(self):
        loan = WorkshopLoan("10", "0", 3)
        self.assertEqual(loan.forecast(), [row("1 0 3.34 0 6.66"), row("2 0 3.34 0 3.32"), row("3 0 3.32 0 0")])

    def test_forecast_paid_off(self):
        self.loan.extras[2] = Decimal("403.96")
        close(self.loan, "103.53", FIRST[0], "2 5.02 103.53 403.96 0")
        self.assertEqual((self.loan.forecast(), self.loan.month), ([], 2))


class WorkshopLoanTestChangeRate(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_change_rate_differences(self):
        changes = [(4, "24"), (4, "6"), (1, "0"), (6, "1.5")]
        self.assertEqual(
            tuple(self.loan.change_rate(*change) for change in changes), amounts("6.16 -9.21 -15.11 -0.37")
        )
        self.assertEqual(self.loan.rates, {1: 0, 4: 6, 6: Decimal("1.5")})

    def test_change_rate_same(self):
        self.assertEqual([self.loan.change_rate(3, "12"), self.loan.rates], [0, {1: 12, 3: 12}])
        self.assertEqual(self.loan.change_rate(2, "3"), Decimal("-3.80"))

    def test_change_rate_later_rate_stays(self):
        self.assertEqual([self.loan.change_rate(5, "24"), self.loan.change_rate(4, "12")], [Decimal("3.08"), 0])
        self.assertEqual(self.loan.rates, {1: 12, 5: 24, 4: 12})

    def test_change_rate_counts_only_forecast(self):
        close(self.loan, "103.53", *FIRST)
        self.assertEqual(self.loan.change_rate(3, "24"), Decimal("10.26"))
        self.assertEqual((self.loan.instalment, self.loan.balance), (Decimal("103.53"), Decimal("403.96")))

    def test_change_rate_errors(self):
        close(self.loan, "103.53", *FIRST)
        for month, rate, message in (
            (2, "-1", "bad month: 2"),
            (1, "1", "bad month: 1"),
            (7, "5", "bad month: 7"),
            (3, "-0.5", "bad rate: -0.5"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.loan.change_rate(month, rate)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.loan.rates, {1: 12})
        self.assertEqual(self.loan.change_rate(6, "0"), Decimal("-1.02"))


class WorkshopLoanTestPlanExtra(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_plan_extra_several(self):
        plans = [(1, "150"), (1, "200"), (3, "50", True), (6, "1")]
        self.assertEqual([self.loan.plan_extra(*plan) for plan in plans], [1, 2, 0, 0])
        self.assertEqual((self.loan.extras, self.loan.lower), ({1: 350, 3: 50, 6: 1}, {3}))

    def test_plan_extra_lower_later(self):
        self.assertEqual([self.loan.plan_extra(1, "350.50"), self.loan.plan_extra(2, "20", True)], [3, -3])
        self.assertEqual((self.loan.extras, self.loan.lower), ({1: Decimal("350.50"), 2: 20}, {2}))

    def test_plan_extra_pays_off(self):
        self.assertEqual([self.loan.plan_extra(2, "502.47", True), self.loan.plan_extra(1, "600")], [4, 1])
        self.assertEqual((self.loan.balance, self.loan.extras), (600, {2: Decimal("502.47"), 1: 600}))

    def test_plan_extra_after_closed_months(self):
        close(self.loan, "103.53", *FIRST)
        self.assertEqual([self.loan.plan_extra(3, "95"), self.loan.plan_extra(4, "100.00")], [0, 1])
        self.assertEqual(
            (self.loan.extras, self.loan.month, self.loan.rows), ({3: 95, 4: 100}, 2, [row(text) for text in FIRST])
        )

    def test_plan_extra_errors(self):
        close(self.loan, "103.53", *FIRST)
        cases = [
            (2, "0", "bad month: 2"),
            (1, "10", "bad month: 1"),
            (7, "5", "bad month: 7"),
            (3, "0.00", "bad amount: 0.00"),
            (6, "-3", "bad amount: -3"),
        ]
        for month, amount, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.loan.plan_extra(month, amount, True)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.loan.extras, self.loan.lower), ({}, set()))


class WorkshopLoanTestCosts(unittest.TestCase):
    def setUp(self):
        self.loan = WorkshopLoan("600", "12", 6)

    def test_costs_new_loan(self):
        self.assertEqual((self.loan.costs(), self.loan.rows), (amounts("0 21.16"), []))

    def test_costs_closed_months(self):
        close(self.loan, "103.53", *FIRST)
        self.assertEqual((self.loan.costs(), self.loan.month), (amounts("11.02 10.14"), 2))

    def test_costs_extras(self):
        self.loan.extras = {1: Decimal("350"), 2: Decimal("10")}
        self.assertEqual(self.loan.costs(), amounts("0 7.92"))

    def test_costs_without_interest(self):
        self.assertEqual(WorkshopLoan("600", "0", 6).costs(), (0, 0))
        self.loan.rates[3] = Decimal(0)
        self.assertEqual(self.loan.costs(), amounts("0 11.02"))

    def test_costs_paid_off(self):
        self.loan.extras[2] = Decimal("403.96")
        close(self.loan, "103.53", FIRST[0], "2 5.02 103.53 403.96 0")
        self.assertEqual(self.loan.costs(), amounts("11.02 0"))


class WorkshopLoanTestMain(unittest.TestCase):
    def test_main_rate_and_extras(self):
        loan = WorkshopLoan("2400", "9", 8)
        self.assertEqual(loan.pay(), row("1 18 310.22 0 2107.78"))
        self.assertEqual([loan.change_rate(3, "6.6"), loan.plan_extra(2, "400")], [Decimal("-12.84"), 0])
        self.assertEqual([loan.pay(), loan.pay()], [row("2 15.81 310.22 400 1413.37"), row("3 7.77 240.12 0 1181.02")])
        self.assertEqual((loan.plan_extra(5, "300", True), loan.pay()), (0, row("4 6.50 240.12 0 947.40")))
        self.assertEqual([loan.pay(), loan.pay()], [row("5 5.21 240.12 300 412.49"), row("6 2.27 139.02 0 275.74")])
        self.assertEqual((loan.costs(), loan.rate_in(6)), (amounts("55.56 2.28"), Decimal("6.6")))
        self.assertEqual(loan.forecast(), [row("7 1.52 139.02 0 138.24"), row("8 0.76 139.00 0 0")])
        self.assertEqual((loan.fit(), loan.balance), (Decimal("139.01"), Decimal("275.74")))

    def test_main_last_month(self):
        loan = WorkshopLoan("99.99", "7.5", 3)
        self.assertEqual([loan.plan_extra(3, "10"), loan.change_rate(2, "0")], [0, Decimal("-0.63")])
        self.assertEqual([loan.pay(), loan.pay()], [row("1 0.62 33.75 0 66.86"), row("2 0 33.43 0 33.43")])
        self.assertEqual((loan.costs(), loan.fit()), (amounts("0.62 0"), Decimal("33.43")))
        self.assertEqual((loan.pay(), loan.forecast()), (row("3 0 33.43 0 0"), []))
        with self.assertRaises(ValueError) as caught:
            loan.pay()
        self.assertEqual((str(caught.exception), loan.rate_in(3)), ("paid off", 0))

    def test_main_fitted_again(self):
        loan = WorkshopLoan("1500", "4.2", 10)
        self.assertEqual([loan.plan_extra(1, "700"), loan.plan_extra(4, "100")], [4, 1])
        self.assertEqual(
            [loan.pay() for _ in range(3)][1:], [row("2 2.28 152.90 0 501.73"), row("3 1.76 152.90 0 350.59")]
        )
        self.assertEqual((loan.change_rate(5, "8"), loan.plan_extra(4, "50", True)), (Decimal("1.96"), 0))
        rows = loan.forecast()
        self.assertEqual(rows[:2], [row("4 1.23 152.90 150 48.92"), row("5 0.33 8.35 0 40.90")])
        self.assertEqual(
            (rows[5:], loan.fit()), ([row("9 0.11 8.35 0 8.26"), row("10 0.06 8.32 0 0")], Decimal("50.79"))
        )
        self.assertEqual(
            (loan.pay(), loan.costs(), loan.rate_in(4)),
            (row("4 1.23 152.90 150 48.92"), amounts("10.52 1.15"), Decimal("4.2")),
        )
