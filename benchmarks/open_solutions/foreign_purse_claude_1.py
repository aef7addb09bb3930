class ForeignPurse:
    def __init__(self):
        self.entries = {}
        self.lots = {}
        self.gains = {}
        self.count = 0

    def _settle(self, entries, currency):
        """The lots and the gains of a currency as they follow from entries."""
        ordered = sorted(
            (day, kind == "sell", number, amount, money)
            for number, (day, kind, cur, amount, money) in entries.items()
            if cur == currency
        )
        lots = []
        gains = {}
        first = 0
        for day, is_sale, number, amount, money in ordered:
            if not is_sale:
                lots.append((number, amount, money))
                continue
            cost = 0
            need = amount
            while need:
                if first == len(lots):
                    raise ValueError(f"short of {currency} on day {day}: {need}")
                lot, left, lot_cost = lots[first]
                if need >= left:
                    cost += lot_cost
                    need -= left
                    first += 1
                else:
                    part = lot_cost * need // left
                    cost += part
                    lots[first] = (lot, left - need, lot_cost - part)
                    need = 0
            gains[number] = money - cost
        return lots[first:], gains

    def _apply(self, entries, currency):
        """Settle with other entries and take them over; nothing is changed if that fails."""
        lots, gains = self._settle(entries, currency)
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
        return gains

    def settle(self, currency: str) -> int:
        return sum(self._apply(self.entries, currency).values())

    @staticmethod
    def _check(amount, money):
        if amount < 1:
            raise ValueError("bad amount")
        if money < 0:
            raise ValueError("bad money")

    def _enter(self, day, kind, currency, amount, money):
        self._check(amount, money)
        number = self.count + 1
        self._apply({**self.entries, number: (day, kind, currency, amount, money)}, currency)
        self.count = number
        return number

    def buy(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter(day, "buy", currency, amount, money)

    def sell(self, day: int, currency: str, amount: int, money: int) -> int:
        return self._enter(day, "sell", currency, amount, money)

    def _changes(self, before):
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
        self._apply({**self.entries, number: (day, kind, currency, amount, money)}, currency)
        return self._changes(before)

    def cancel(self, number: int) -> dict[int, tuple[int, int]]:
        if number not in self.entries:
            raise KeyError(number)
        currency = self.entries[number][2]
        before = dict(self.gains)
        self._apply({n: entry for n, entry in self.entries.items() if n != number}, currency)
        return self._changes(before)

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
                a, m, g = sums.get(currency, (0, 0, 0))
                sums[currency] = (a + amount, m + money, g + self.gains[number])
        return [(currency, *sums[currency]) for currency in sorted(sums)]
