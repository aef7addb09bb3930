import copy
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

CENT = Decimal("0.01")


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
    def _interest(cents, rate):
        """The interest in cents for a balance in cents."""
        share = Fraction(rate) / 1200
        return (2 * cents * share.numerator + share.denominator) // (2 * share.denominator)

    @staticmethod
    def _cents(amount):
        return int((amount * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP))

    @staticmethod
    def _decimal(cents):
        return Decimal(cents).scaleb(-2)

    def fit(self) -> Decimal:
        share = Fraction(self.rate_in(self.month + 1)) / 1200
        double = 2 * share.numerator
        half = share.denominator
        balance = self._cents(self.balance)
        months = self.months - self.month

        def pays_off(instalment):
            left = balance
            for _ in range(months):
                left += (double * left + half) // (2 * half)
                left -= instalment
                if left <= 0:
                    return True
            return False

        low = 1
        high = max(1, balance + (double * balance + half) // (2 * half))
        while low < high:
            middle = (low + high) // 2
            if pays_off(middle):
                high = middle
            else:
                low = middle + 1
        return self._decimal(low)

    def pay(self) -> tuple[int, Decimal, Decimal, Decimal, Decimal]:
        if self.balance == 0:
            raise ValueError("paid off")
        month = self.month + 1
        if month in self.rates or self.month in self.lower:
            self.instalment = self.fit()
        interest = self._decimal(self._interest(self._cents(self.balance), self.rate_in(month)))
        owed = self.balance + interest
        paid = min(self.instalment, owed).quantize(CENT)
        left = owed - paid
        extra = min(self.extras.get(month, Decimal(0)), left).quantize(CENT)
        self.balance = (left - extra).quantize(CENT)
        self.month = month
        row = (month, interest, paid, extra, self.balance)
        self.rows.append(row)
        return row

    def forecast(self) -> list[tuple[int, Decimal, Decimal, Decimal, Decimal]]:
        future = copy.deepcopy(self)
        while future.balance != 0:
            future.pay()
        return future.rows[len(self.rows):]

    @staticmethod
    def _sum_interest(rows):
        return sum((row[1] for row in rows), Decimal(0))

    def _check_month(self, month):
        if not self.month < month <= self.months:
            raise ValueError(f"bad month: {month}")

    def change_rate(self, month: int, rate: str) -> Decimal:
        self._check_month(month)
        if Decimal(rate) < 0:
            raise ValueError("bad rate: " + rate)
        before = self._sum_interest(self.forecast())
        self.rates[month] = Decimal(rate)
        return self._sum_interest(self.forecast()) - before

    def plan_extra(self, month: int, amount: str, lower: bool = False) -> int:
        self._check_month(month)
        if Decimal(amount) <= 0:
            raise ValueError("bad amount: " + amount)
        before = len(self.forecast())
        self.extras[month] = self.extras.get(month, Decimal(0)) + Decimal(amount)
        if lower:
            self.lower.add(month)
        return before - len(self.forecast())

    def costs(self) -> tuple[Decimal, Decimal]:
        return self._sum_interest(self.rows), self._sum_interest(self.forecast())
