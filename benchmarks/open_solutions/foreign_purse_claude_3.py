# canary: classeval-hf open foreign_purse 49abab23-81f8-48d9-8c82-ed3b87f0f31b


class ForeignPurse:
    def __init__(self):
        self.entries = {}
        self.lots = {}
        self.gains = {}
        self.count = 0

    def _work_out(self, currency, entries):
        chosen = [(number, entry) for number, entry in entries.items() if entry[2] == currency]
        chosen.sort(key=lambda item: (item[1][0], item[1][1] != "buy", item[0]))
        lots = []
        gains = {}
        for number, (day, kind, _, amount, money) in chosen:
            if kind == "buy":
                lots.append((number, amount, money))
                continue
            costs = 0
            while amount and lots:
                lot, left, cost = lots[0]
                if left <= amount:
                    lots.pop(0)
                    costs += cost
                    amount -= left
                else:
                    part = cost * amount // left
                    costs += part
                    lots[0] = (lot, left - amount, cost - part)
                    amount = 0
            if amount:
                raise ValueError(f"short of {currency} on day {day}: {amount}")
            gains[number] = money - costs
        return lots, gains

    def _apply(self, currency, entries):
        """Settle a currency with the given entries, which become self.entries if nothing is short."""
        lots, gains = self._work_out(currency, entries)
        self.entries = entries
        if lots:
            self.lots[currency] = lots
        else:
            self.lots.pop(currency, None)
        self.gains = {
            number: gain
            for number, gain in self.gains.items()
            if number in entries and entries[number][2] != currency
        }
        self.gains.update(gains)
        return sum(gains.values())

    def settle(self, currency: str) -> int:
        return self._apply(currency, self.entries)

    @staticmethod
    def _check(amount, money):
        if amount < 1:
            raise ValueError("bad amount")
        if money < 0:
            raise ValueError("bad money")

    def _enter(self, day, kind, currency, amount, money):
        self._check(amount, money)
        number = self.count + 1
        self._apply(currency, {**self.entries, number: (day, kind, currency, amount, money)})
        self.count = number
        return number

    def buy(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter(day, "buy", currency, amount, money)

    def sell(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter(day, "sell", currency, amount, money)

    def _differences(self, before):
        return {
            number: (before[number], gain)
            for number, gain in self.gains.items()
            if number in before and before[number] != gain
        }

    def correct(self, number: int, day: int, amount: int, money: int) -> dict[int, tuple[int, int]]:
        if number not in self.entries:
            raise KeyError(number)
        self._check(amount, money)
        _, kind, currency, _, _ = self.entries[number]
        before = dict(self.gains)
        self._apply(currency, {**self.entries, number: (day, kind, currency, amount, money)})
        return self._differences(before)

    def cancel(self, number: int) -> dict[int, tuple[int, int]]:
        if number not in self.entries:
            raise KeyError(number)
        currency = self.entries[number][2]
        before = dict(self.gains)
        self._apply(currency, {other: entry for other, entry in self.entries.items() if other != number})
        return self._differences(before)

    def worth(self, currency: str, price: int, per: int) -> tuple[int, int, int]:
        if price < 0 or per < 1:
            raise ValueError("bad price")
        lots = self.lots.get(currency, [])
        amount = sum(lot[1] for lot in lots)
        cost = sum(lot[2] for lot in lots)
        value = (2 * amount * price + per) // (2 * per)
        return (amount, cost, value - cost)

    def report(self, first: int, last: int) -> list[tuple[str, int, int, int]]:
        sums = {}
        for number, (day, kind, currency, amount, money) in self.entries.items():
            if kind == "sell" and first <= day <= last:
                old = sums.get(currency, (0, 0, 0))
                sums[currency] = (old[0] + amount, old[1] + money, old[2] + self.gains[number])
        return [(currency, *sums[currency]) for currency in sorted(sums)]
