import copy
from decimal import ROUND_HALF_UP, Decimal

_CENT = Decimal("0.01")


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

    @staticmethod
    def _interest(balance, rate):
        return (balance * rate / 1200).quantize(_CENT, rounding=ROUND_HALF_UP)

    def fit(self) -> Decimal:
        rate = self.rate_in(self.month + 1)

        def pays_off(cents):
            instalment = Decimal(cents) * _CENT
            balance = self.balance
            for _ in range(self.months - self.month):
                balance += self._interest(balance, rate)
                balance -= min(instalment, balance)
                if not balance:
                    break
            return not balance

        low = 1
        high = max(1, int((self.balance + self._interest(self.balance, rate)) * 100))
        while low < high:
            middle = (low + high) // 2
            if pays_off(middle):
                high = middle
            else:
                low = middle + 1
        return Decimal(low) * _CENT

    def pay(self) -> tuple[int, Decimal, Decimal, Decimal, Decimal]:
        if not self.balance:
            raise ValueError("paid off")
        month = self.month + 1
        if month in self.rates or self.month in self.lower:
            self.instalment = self.fit()
        interest = self._interest(self.balance, self.rate_in(month))
        balance = self.balance + interest
        paid = min(self.instalment, balance)
        balance -= paid
        extra = min(self.extras.get(month, Decimal(0)), balance)
        balance -= extra
        self.balance = balance.quantize(_CENT)
        self.month = month
        row = (month, interest, paid.quantize(_CENT), extra.quantize(_CENT), self.balance)
        self.rows.append(row)
        return row

    def forecast(self) -> list[tuple[int, Decimal, Decimal, Decimal, Decimal]]:
        ahead = copy.deepcopy(self)
        rows = []
        while ahead.balance:
            rows.append(ahead.pay())
        return rows

    def _check_month(self, month):
        if month <= self.month or month > self.months:
            raise ValueError(f"bad month: {month}")

    def change_rate(self, month: int, rate: str) -> Decimal:
        self._check_month(month)
        value = Decimal(rate)
        if value < 0:
            raise ValueError(f"bad rate: {rate}")
        before = self.costs()[1]
        self.rates[month] = value
        return self.costs()[1] - before

    def plan_extra(self, month: int, amount: str, lower: bool = False) -> int:
        self._check_month(month)
        value = Decimal(amount)
        if value <= 0:
            raise ValueError(f"bad amount: {amount}")
        before = len(self.forecast())
        self.extras[month] = self.extras.get(month, Decimal(0)) + value
        if lower:
            self.lower.add(month)
        return before - len(self.forecast())

    def costs(self) -> tuple[Decimal, Decimal]:
        closed = sum((row[1] for row in self.rows), Decimal(0))
        return closed, sum((row[1] for row in self.forecast()), Decimal(0))
