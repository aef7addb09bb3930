# canary: classeval-hf open coop_ledger ad14d576-c047-48d0-b257-46eef5f1b65b


class CoopLedger:
    def __init__(self, price: int, limit: int):
        self.price = price
        self.limit = limit
        self.year = 1
        self.quarter = 1
        self.parcels = {}
        self.notices = []
        self.credit = {}
        self.pot = 0

    def _shares(self, member):
        return sum(shares for _, _, shares in self.parcels.get(member, []))

    def _noticed(self, member):
        return sum(shares for name, shares in self.notices if name == member)

    def _add(self, member, parcels):
        counts = {(year, quarter): shares for year, quarter, shares in self.parcels.get(member, [])}
        for year, quarter, shares in parcels:
            counts[year, quarter] = counts.get((year, quarter), 0) + shares
        self.parcels[member] = [(year, quarter, counts[year, quarter]) for year, quarter in sorted(counts)]

    def _take(self, member, shares, newest):
        """Take shares from the member's parcels; return the parcels taken, in the order in which they were."""
        parcels = list(self.parcels[member])
        if newest:
            parcels.reverse()
        taken, rest = [], []
        for year, quarter, count in parcels:
            part = min(count, shares)
            shares -= part
            if part:
                taken.append((year, quarter, part))
            if count > part:
                rest.append((year, quarter, count - part))
        if rest:
            self.parcels[member] = sorted(rest)
        else:
            del self.parcels[member]
        return taken

    def _earn(self, member, money):
        if money:
            self.credit[member] = self.credit.get(member, 0) + money

    def buy(self, member: str, money: int) -> int:
        if money < 0:
            raise ValueError("bad number")
        shares, rest = divmod(self.credit.pop(member, 0) + money, self.price)
        if rest:
            self.credit[member] = rest
        if shares:
            self._add(member, [(self.year, self.quarter, shares)])
        return shares

    def give_notice(self, member: str, shares: int) -> int:
        if member not in self.parcels:
            raise KeyError(member)
        free = self._shares(member) - self._noticed(member)
        if not 1 <= shares <= free:
            raise ValueError("bad number")
        for index, (name, before) in enumerate(self.notices):
            if name == member:
                self.notices[index] = (member, before + shares)
                break
        else:
            self.notices.append((member, shares))
        return free - shares

    def transfer(self, member: str, other: str, shares: int) -> list[tuple[int, int, int]]:
        if member not in self.parcels:
            raise KeyError(member)
        if member == other:
            raise ValueError("same member")
        if not 1 <= shares <= self._shares(member) - self._noticed(member):
            raise ValueError("bad number")
        taken = self._take(member, shares, False)
        self._add(other, taken)
        return taken

    def next_quarter(self) -> tuple[int, int]:
        if self.quarter == 4:
            raise ValueError("close the year")
        self.quarter += 1
        return (self.year, self.quarter)

    def pay_dividend(self, profit: int) -> dict[str, int]:
        if profit < 0:
            raise ValueError("bad number")
        parts = {}
        for member, parcels in self.parcels.items():
            parts[member] = sum(
                shares * (4 if year < self.year else 4 - quarter) for year, quarter, shares in parcels
            )
        whole = sum(parts.values())
        total = profit + self.pot
        paid = {}
        if whole:
            for member, count in parts.items():
                money = total * count // whole
                if money:
                    paid[member] = money
                    self._earn(member, money)
        self.pot = total - sum(paid.values())
        return paid

    def close_year(self, profit: int) -> dict[str, int]:
        self.pay_dividend(profit)
        left = self.limit * sum(self._shares(member) for member in self.parcels) // 100
        repaid = {}
        notices = []
        for member, shares in self.notices:
            part = min(shares, left)
            if part:
                left -= part
                self._take(member, part, True)
                self._earn(member, part * self.price)
                repaid[member] = part
            if shares > part:
                notices.append((member, shares - part))
        self.notices = notices
        self.year += 1
        self.quarter = 1
        return repaid
