class ForeignPurse:
    def __init__(self):
        self.entries = {}
        self.lots = {}
        self.gains = {}
        self.count = 0

    @staticmethod
    def _work_out(entries, currency):
        """The lots and the gains that follow from entries for a currency."""
        line = sorted(
            (day, kind == "sell", number, amount, money)
            for number, (day, kind, name, amount, money) in entries.items()
            if name == currency
        )
        lots = []
        oldest = 0
        gains = {}
        for day, is_sale, number, amount, money in line:
            if not is_sale:
                lots.append((number, amount, money))
                continue
            gain = money
            while amount:
                if oldest == len(lots):
                    raise ValueError(f"short of {currency} on day {day}: {amount}")
                lot, left, cost = lots[oldest]
                if left <= amount:
                    oldest += 1
                    amount -= left
                    gain -= cost
                else:
                    part = cost * amount // left
                    lots[oldest] = (lot, left - amount, cost - part)
                    gain -= part
                    amount = 0
            gains[number] = gain
        return lots[oldest:], gains

    def _apply(self, currency, lots, gains):
        if lots:
            self.lots[currency] = lots
        else:
            self.lots.pop(currency, None)
        for number in list(self.gains):
            if number not in self.entries or (
                self.entries[number][2] == currency and number not in gains
            ):
                del self.gains[number]
        self.gains.update(gains)

    def settle(self, currency: str) -> int:
        lots, gains = self._work_out(self.entries, currency)
        self._apply(currency, lots, gains)
        return sum(gains.values())

    @staticmethod
    def _check(amount, money):
        if amount < 1:
            raise ValueError("bad amount")
        if money < 0:
            raise ValueError("bad money")

    def _enter(self, entry):
        self._check(entry[3], entry[4])
        number = self.count + 1
        lots, gains = self._work_out({**self.entries, number: entry}, entry[2])
        self.entries[number] = entry
        self.count = number
        self._apply(entry[2], lots, gains)
        return number

    def buy(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter((day, "buy", currency, amount, money))

    def sell(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter((day, "sell", currency, amount, money))

    def _changes(self, before):
        return {
            number: (gain, self.gains[number])
            for number, gain in before.items()
            if number in self.gains and self.gains[number] != gain
        }

    def correct(self, number: int, day: int, amount: int, money: int) -> dict[int, tuple[int, int]]:
        if number not in self.entries:
            raise KeyError(number)
        self._check(amount, money)
        _, kind, currency, _, _ = self.entries[number]
        entry = (day, kind, currency, amount, money)
        lots, gains = self._work_out({**self.entries, number: entry}, currency)
        before = dict(self.gains)
        self.entries[number] = entry
        self._apply(currency, lots, gains)
        return self._changes(before)

    def cancel(self, number: int) -> dict[int, tuple[int, int]]:
        if number not in self.entries:
            raise KeyError(number)
        currency = self.entries[number][2]
        rest = {other: entry for other, entry in self.entries.items() if other != number}
        lots, gains = self._work_out(rest, currency)
        before = dict(self.gains)
        del self.entries[number]
        self._apply(currency, lots, gains)
        return self._changes(before)

    def worth(self, currency: str, price: int, per: int) -> tuple[int, int, int]:
        if price < 0 or per < 1:
            raise ValueError("bad price")
        lots = self.lots.get(currency, [])
        if not lots:
            return 0, 0, 0
        amount = sum(left for _, left, _ in lots)
        cost = sum(lot_cost for _, _, lot_cost in lots)
        value = (2 * amount * price + per) // (2 * per)
        return amount, cost, value - cost

    def report(self, first: int, last: int) -> list[tuple[str, int, int, int]]:
        sums = {}
        for number, (day, kind, currency, amount, money) in self.entries.items():
            if kind == "sell" and first <= day <= last:
                old = sums.get(currency, (0, 0, 0))
                sums[currency] = (old[0] + amount, old[1] + money, old[2] + self.gains[number])
        return [(currency, *sums[currency]) for currency in sorted(sums)]
