import copy
from decimal import Decimal
from fractions import Fraction


def _cents(amount):
    return int(Fraction(amount) * 100)


def _money(cents):
    return Decimal(cents).scaleb(-2)


def _interest(cents, rate):
    """The interest of a month in cents; the rate is a Fraction in percent per year."""
    part = rate / 1200
    return (2 * cents * part.numerator + part.denominator) // (2 * part.denominator)


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
        rate = Fraction(self.rate_in(self.month + 1))
        balance = _cents(self.balance)
        months = max(1, self.months - self.month)

        def pays_off(instalment):
            left = balance
            for _ in range(months):
                left += _interest(left, rate)
                left -= min(left, instalment)
                if not left:
                    return True
            return False

        low, high = 0, max(1, balance + _interest(balance, rate))
        while high - low > 1:
            middle = (low + high) // 2
            if pays_off(middle):
                high = middle
            else:
                low = middle
        return _money(high)

    def pay(self) -> tuple[int, Decimal, Decimal, Decimal, Decimal]:
        if not self.balance:
            raise ValueError("paid off")
        month = self.month + 1
        if month in self.rates or self.month in self.lower:
            self.instalment = self.fit()
        balance = _cents(self.balance)
        interest = _interest(balance, Fraction(self.rate_in(month)))
        balance += interest
        paid = min(balance, _cents(self.instalment))
        balance -= paid
        extra = min(balance, _cents(self.extras.get(month, 0)))
        balance -= extra
        row = (month, _money(interest), _money(paid), _money(extra), _money(balance))
        self.month = month
        self.balance = row[4]
        self.rows.append(row)
        return row

    def forecast(self) -> list[tuple[int, Decimal, Decimal, Decimal, Decimal]]:
        future = copy.deepcopy(self)
        closed = len(future.rows)
        while future.balance:
            future.pay()
        return future.rows[closed:]

    def _check_month(self, month):
        if not self.month < month <= self.months:
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
        self.extras[month] = self.extras[month] + value if month in self.extras else value
        if lower:
            self.lower.add(month)
        return before - len(self.forecast())

    def costs(self) -> tuple[Decimal, Decimal]:
        closed = sum((row[1] for row in self.rows), Decimal(0))
        return closed, sum((row[1] for row in self.forecast()), Decimal(0))
