# canary: classeval-hf open workshop_loan a0344103-0d15-4256-a09f-e2c94664335f

import copy
from decimal import ROUND_HALF_UP, Decimal


class WorkshopLoan:
    """
    A loan for a workshop, paid back in equal monthly instalments. The rate may change, and extra payments may be
    planned. Months are numbered from 1 and closed one after another. Amounts are Decimals of at most two places.
    """

    def __init__(self, amount: str, rate: str, months: int):
        """
        Take out a loan.
        The fields are:
        - self.balance: Decimal, what is still owed.
        - self.months: int, the month in which the loan is paid off at the latest.
        - self.month: int, how many months are closed.
        - self.rates: dict, from each month in which a rate begins to be valid to the rate, a Decimal, in percent per
          year; month 1 has an entry.
        - self.extras: dict, from each month with planned extra payments to their sum, a Decimal.
        - self.lower: set of int, the months after which the instalment is to be fitted, because of extra payments.
        - self.instalment: Decimal, the instalment, 0 before month 1 is closed.
        - self.rows: list of tuples (month, interest, paid, extra, balance), one for each closed month: the interest,
          what was paid as instalment, the extra payment, and the balance after these; all but the first are Decimals.
        :param amount: str, the amount as a decimal number of at most two places, more than 0.
        :param rate: str, the rate at first, a decimal number, at least 0.
        :param months: int, the number of months, at least 1.
        """
        self.balance = Decimal(amount)
        self.months = months
        self.month = 0
        self.rates = {1: Decimal(rate)}
        self.extras = {}
        self.lower = set()
        self.instalment = Decimal(0)
        self.rows = []

    def rate_in(self, month: int) -> Decimal:
        """
        Find the rate of a month: the one of self.rates that began to be valid last, in this month or before it.
        :param month: int, the month, at least 1.
        :return: Decimal, the rate.
        >>> loan = WorkshopLoan("1000", "6", 12)
        >>> loan.rates[5] = Decimal("4.5")
        >>> loan.rate_in(4), loan.rate_in(5), loan.rate_in(99)
        (Decimal('6'), Decimal('4.5'), Decimal('4.5'))
        """

    def fit(self) -> Decimal:
        """
        Find the smallest instalment that pays off the balance: with which, if it is paid in every month after
        self.month, the balance is 0 after self.months at the latest. The rate of the month after self.month is used
        for all of these months, and extra payments are left out. Nothing is changed.
        The interest of a month is the balance before it, times its rate, divided by 1200, and rounded to two places,
        half a cent up. The interest is added to the balance; then the instalment is paid, but no more than the
        balance is then.
        :return: Decimal, the instalment, at least 0.01.
        >>> WorkshopLoan("1000", "6", 12).fit(), WorkshopLoan("100", "0", 3).fit()
        (Decimal('86.07'), Decimal('33.34'))
        """

    def pay(self) -> tuple[int, Decimal, Decimal, Decimal, Decimal]:
        """
        Close the next month:
        - If a rate begins in it, or the month before it is in self.lower, the instalment is fitted first, as described
          for fit; otherwise it stays.
        - Interest and instalment are as described for fit, with the rate of this month.
        - After that the extra payment planned for the month is paid, but no more than the balance is then.
        :return: tuple, the new row of self.rows.
        :raises ValueError: with the message "paid off" if the balance is 0; nothing is changed then.
        >>> loan = WorkshopLoan("1000", "6", 12)
        >>> loan.extras[1] = Decimal("100.00")
        >>> [str(value) for value in loan.pay()], str(loan.instalment)
        (['1', '5.00', '86.07', '100.00', '818.93'], '86.07')
        """

    def forecast(self) -> list[tuple[int, Decimal, Decimal, Decimal, Decimal]]:
        """
        Say how the loan goes on: which rows closing one month after another would add until the balance is 0. Nothing
        is changed.
        :return: list of tuple, the rows; empty if the balance is 0.
        >>> [[str(value) for value in row] for row in WorkshopLoan("100", "12", 2).forecast()]
        [['1', '1.00', '50.75', '0.00', '50.25'], ['2', '0.50', '50.75', '0.00', '0.00']]
        """

    def change_rate(self, month: int, rate: str) -> Decimal:
        """
        Let a rate begin in a month; it replaces one that begins in this month already. If it is the rate that the
        month has by the earlier entries anyway, it is entered all the same.
        :param month: int, the month.
        :param rate: str, the rate, a decimal number, in percent per year.
        :return: Decimal, the sum of the interest in the forecast after the change, less that before it.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad month: " and the
            month, if it is closed or after self.months; "bad rate: " and the rate, if it is less than 0.
        >>> loan = WorkshopLoan("1000", "6", 12)
        >>> loan.change_rate(2, "12"), loan.rates
        (Decimal('28.25'), {1: Decimal('6'), 2: Decimal('12')})
        """

    def plan_extra(self, month: int, amount: str, lower: bool = False) -> int:
        """
        Plan an extra payment, which is added to what is planned for the month already. Without lower the instalment
        stays as it is, so that the loan ends earlier; with lower the month is added to self.lower.
        :param month: int, the month.
        :param amount: str, the amount, a decimal number of at most two places.
        :param lower: bool, whether the instalment is fitted after it, defaults to False.
        :return: int, how many rows fewer the forecast has than before, negative if it has more.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "bad month: " and the
            month, if it is closed or after self.months; "bad amount: " and the amount, if it is not more than 0.
        >>> loan = WorkshopLoan("1000", "6", 12)
        >>> loan.plan_extra(1, "300"), loan.plan_extra(2, "100", True), loan.lower, loan.extras[1]
        (3, -3, {2}, Decimal('300'))
        """

    def costs(self) -> tuple[Decimal, Decimal]:
        """
        Sum up the interest.
        :return: tuple, the interest of the closed months, and that of the forecast, both Decimals.
        >>> loan = WorkshopLoan("1000", "6", 12)
        >>> loan.costs(), loan.pay()[0], loan.costs()
        ((Decimal('0'), Decimal('32.80')), 1, (Decimal('5.00'), Decimal('27.80')))
        """
