# canary: classeval-hf open workshop_loan a0344103-0d15-4256-a09f-e2c94664335f

import copy
from decimal import ROUND_HALF_UP, Decimal


class WorkshopLoan:
    def __init__(self, amount: str, rate: str, months: int):
        self.balance = Decimal(amount)
        self.months = months
        self.month = 0
        self.rates = {1: Decimal(rate)}
        self.extras = {}
        self.lower = set()
        self.instalment = Decimal(0)
        self.rows = []

    def rate_in(self, month: int) -> Decimal:
        return self.rates[max(begin for begin in self.rates if begin <= month)]

    def fit(self) -> Decimal:
        cent = Decimal("0.01")
        rate = self.rate_in(self.month + 1)

        def suffices(instalment):
            balance = self.balance
            for _ in range(self.month, self.months):
                balance += (balance * rate / 1200).quantize(cent, ROUND_HALF_UP)
                balance -= min(balance, instalment)
            return balance == 0

        low, high = 0, 1
        while not suffices(high * cent):
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            if suffices(middle * cent):
                high = middle
            else:
                low = middle
        return high * cent

    def pay(self) -> tuple[int, Decimal, Decimal, Decimal, Decimal]:
        if self.balance == 0:
            raise ValueError("paid off")
        month = self.month + 1
        if month in self.rates or self.month in self.lower:
            self.instalment = self.fit()
        interest = (self.balance * self.rate_in(month) / 1200).quantize(Decimal("0.01"), ROUND_HALF_UP)
        self.balance += interest
        paid = min(self.balance, self.instalment)
        self.balance -= paid
        extra = min(self.balance, self.extras.get(month, Decimal("0.00")))
        self.balance -= extra
        self.month = month
        self.rows.append((month, interest, paid, extra, self.balance))
        return self.rows[-1]

    def forecast(self) -> list[tuple[int, Decimal, Decimal, Decimal, Decimal]]:
        other = copy.deepcopy(self)
        rows = []
        while other.balance:
            rows.append(other.pay())
        return rows

    def change_rate(self, month: int, rate: str) -> Decimal:
        if not self.month < month <= self.months:
            raise ValueError(f"bad month: {month}")
        if Decimal(rate) < 0:
            raise ValueError(f"bad rate: {rate}")
        before = sum((row[1] for row in self.forecast()), Decimal(0))
        self.rates[month] = Decimal(rate)
        return sum((row[1] for row in self.forecast()), Decimal(0)) - before

    def plan_extra(self, month: int, amount: str, lower: bool = False) -> int:
        if not self.month < month <= self.months:
            raise ValueError(f"bad month: {month}")
        if Decimal(amount) <= 0:
            raise ValueError(f"bad amount: {amount}")
        before = len(self.forecast())
        self.extras[month] = self.extras.get(month, Decimal(0)) + Decimal(amount)
        if lower:
            self.lower.add(month)
        return before - len(self.forecast())

    def costs(self) -> tuple[Decimal, Decimal]:
        paid = sum((row[1] for row in self.rows), Decimal(0))
        return paid, sum((row[1] for row in self.forecast()), Decimal(0))
