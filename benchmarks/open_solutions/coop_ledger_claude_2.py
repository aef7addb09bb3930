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
        return sum(shares for _, _, shares in self.parcels[member])

    def _free(self, member):
        return self._shares(member) - sum(shares for name, shares in self.notices if name == member)

    def _add_parcels(self, member, parcels):
        merged = {}
        for year, quarter, shares in self.parcels.get(member, []) + parcels:
            merged[year, quarter] = merged.get((year, quarter), 0) + shares
        self.parcels[member] = [(*when, merged[when]) for when in sorted(merged)]

    def _take(self, member, shares, newest):
        """Take shares out of the parcels of a member, and return what was taken as parcels."""
        parcels = self.parcels[member]
        place = -1 if newest else 0
        taken = []
        while shares:
            year, quarter, there = parcels[place]
            part = min(shares, there)
            if part == there:
                del parcels[place]
            else:
                parcels[place] = (year, quarter, there - part)
            taken.append((year, quarter, part))
            shares -= part
        if not parcels:
            del self.parcels[member]
        return taken

    def _add_credit(self, name, money):
        if money:
            self.credit[name] = self.credit.get(name, 0) + money

    def buy(self, member: str, money: int) -> int:
        if money < 0:
            raise ValueError("bad number")
        shares, rest = divmod(self.credit.pop(member, 0) + money, self.price)
        if rest:
            self.credit[member] = rest
        if shares:
            self._add_parcels(member, [(self.year, self.quarter, shares)])
        return shares

    def give_notice(self, member: str, shares: int) -> int:
        if member not in self.parcels:
            raise KeyError(member)
        free = self._free(member)
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
        if not 1 <= shares <= self._free(member):
            raise ValueError("bad number")
        taken = self._take(member, shares, False)
        self._add_parcels(other, taken)
        return taken

    def next_quarter(self) -> tuple[int, int]:
        if self.quarter == 4:
            raise ValueError("close the year")
        self.quarter += 1
        return self.year, self.quarter

    def pay_dividend(self, profit: int) -> dict[str, int]:
        if profit < 0:
            raise ValueError("bad number")
        parts = {
            member: sum(
                shares * (4 if year < self.year else 4 - quarter) for year, quarter, shares in parcels
            )
            for member, parcels in self.parcels.items()
        }
        total = sum(parts.values())
        money = profit + self.pot
        self.pot = money
        paid = {}
        if total:
            for member, own in parts.items():
                amount = money * own // total
                if amount:
                    paid[member] = amount
                    self._add_credit(member, amount)
                    self.pot -= amount
        return paid

    def close_year(self, profit: int) -> dict[str, int]:
        self.pay_dividend(profit)
        allowed = sum(self._shares(member) for member in self.parcels) * self.limit // 100
        repaid = {}
        notices = []
        for member, shares in self.notices:
            part = min(shares, allowed)
            if part:
                allowed -= part
                self._take(member, part, True)
                self._add_credit(member, part * self.price)
                repaid[member] = part
            if part < shares:
                notices.append((member, shares - part))
        self.notices = notices
        self.year += 1
        self.quarter = 1
        return repaid
