# canary: classeval-hf open foreign_purse 49abab23-81f8-48d9-8c82-ed3b87f0f31b


def _check(amount, money):
    if amount < 1:
        raise ValueError("bad amount")
    if money < 0:
        raise ValueError("bad money")


class ForeignPurse:
    def __init__(self):
        self.entries = {}
        self.lots = {}
        self.gains = {}
        self.count = 0

    def settle(self, currency: str) -> int:
        order = sorted(
            (day, kind, number, amount, money)
            for number, (day, kind, name, amount, money) in self.entries.items()
            if name == currency
        )
        lots, gains = [], {}
        for day, kind, number, amount, money in order:
            if kind == "buy":
                lots.append((number, amount, money))
                continue
            while amount and lots:
                lot, left, cost = lots.pop(0)
                taken = min(left, amount)
                part = cost * taken // left
                money -= part
                amount -= taken
                if taken < left:
                    lots.insert(0, (lot, left - taken, cost - part))
            if amount:
                raise ValueError(f"short of {currency} on day {day}: {amount}")
            gains[number] = money
        self.lots.pop(currency, None)
        if lots:
            self.lots[currency] = lots
        others = {number for number, entry in self.entries.items() if entry[2] != currency}
        self.gains = {number: gain for number, gain in self.gains.items() if number in others}
        self.gains.update(gains)
        return sum(gains.values())

    def buy(self, day: int, currency: str, amount: int, money: int) -> int:
        _check(amount, money)
        self.count += 1
        self.entries[self.count] = (day, "buy", currency, amount, money)
        self.settle(currency)
        return self.count

    def sell(self, day: int, currency: str, amount: int, money: int) -> int:
        _check(amount, money)
        number = self.count + 1
        self.entries[number] = (day, "sell", currency, amount, money)
        try:
            self.settle(currency)
        except ValueError:
            del self.entries[number]
            raise
        self.count = number
        return number

    def correct(self, number: int, day: int, amount: int, money: int) -> dict[int, tuple[int, int]]:
        before = self.entries[number]
        _check(amount, money)
        gains = self.gains
        self.entries[number] = (day, *before[1:3], amount, money)
        try:
            self.settle(before[2])
        except ValueError:
            self.entries[number] = before
            raise
        return {sale: (gains[sale], gain) for sale, gain in self.gains.items() if gains[sale] != gain}

    def cancel(self, number: int) -> dict[int, tuple[int, int]]:
        before = self.entries.pop(number)
        gains = self.gains
        try:
            self.settle(before[2])
        except ValueError:
            self.entries[number] = before
            raise
        return {sale: (gains[sale], gain) for sale, gain in self.gains.items() if gains[sale] != gain}

    def worth(self, currency: str, price: int, per: int) -> tuple[int, int, int]:
        if price < 0 or per < 1:
            raise ValueError("bad price")
        lots = self.lots.get(currency, [])
        amount = sum(lot[1] for lot in lots)
        cost = sum(lot[2] for lot in lots)
        return amount, cost, (2 * amount * price + per) // (2 * per) - cost

    def report(self, first: int, last: int) -> list[tuple[str, int, int, int]]:
        sums = {}
        for number, gain in self.gains.items():
            day, _, currency, amount, money = self.entries[number]
            if first <= day <= last:
                before = sums.get(currency, (0, 0, 0))
                sums[currency] = (before[0] + amount, before[1] + money, before[2] + gain)
        return [(currency, *sums[currency]) for currency in sorted(sums)]
