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

    def _add_parcels(self, member, parcels):
        merged = {(year, quarter): shares for year, quarter, shares in self.parcels.get(member, ())}
        for year, quarter, shares in parcels:
            merged[(year, quarter)] = merged.get((year, quarter), 0) + shares
        self.parcels[member] = [(*key, merged[key]) for key in sorted(merged)]

    def _shares(self, member):
        return sum(parcel[2] for parcel in self.parcels[member])

    def _free(self, member):
        return self._shares(member) - sum(shares for name, shares in self.notices if name == member)

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
        if shares < 1 or shares > free:
            raise ValueError("bad number")
        for i, (name, number) in enumerate(self.notices):
            if name == member:
                self.notices[i] = (member, number + shares)
                break
        else:
            self.notices.append((member, shares))
        return free - shares

    def transfer(self, member: str, other: str, shares: int) -> list[tuple[int, int, int]]:
        if member not in self.parcels:
            raise KeyError(member)
        if member == other:
            raise ValueError("same member")
        if shares < 1 or shares > self._free(member):
            raise ValueError("bad number")
        handed = []
        kept = []
        for year, quarter, number in self.parcels[member]:
            part = min(number, shares)
            shares -= part
            if part:
                handed.append((year, quarter, part))
            if number > part:
                kept.append((year, quarter, number - part))
        if kept:
            self.parcels[member] = kept
        else:
            del self.parcels[member]
        self._add_parcels(other, handed)
        return handed

    def next_quarter(self) -> tuple[int, int]:
        if self.quarter == 4:
            raise ValueError("close the year")
        self.quarter += 1
        return (self.year, self.quarter)

    def pay_dividend(self, profit: int) -> dict[str, int]:
        if profit < 0:
            raise ValueError("bad number")
        total = profit + self.pot
        parts = {
            member: sum(
                shares * (4 if year < self.year else 4 - quarter) for year, quarter, shares in parcels
            )
            for member, parcels in self.parcels.items()
        }
        whole = sum(parts.values())
        paid = {}
        if whole:
            for member, part in parts.items():
                money = total * part // whole
                if money:
                    paid[member] = money
                    self.credit[member] = self.credit.get(member, 0) + money
        self.pot = total - sum(paid.values())
        return paid

    def close_year(self, profit: int) -> dict[str, int]:
        self.pay_dividend(profit)
        left = sum(self._shares(member) for member in self.parcels) * self.limit // 100
        repaid = {}
        notices = []
        for member, wanted in self.notices:
            number = min(wanted, left)
            left -= number
            if number < wanted:
                notices.append((member, wanted - number))
            if not number:
                continue
            repaid[member] = number
            self.credit[member] = self.credit.get(member, 0) + number * self.price
            parcels = self.parcels[member]
            while number:
                year, quarter, shares = parcels.pop()
                if shares > number:
                    parcels.append((year, quarter, shares - number))
                    number = 0
                else:
                    number -= shares
            if not parcels:
                del self.parcels[member]
        self.notices = notices
        self.year += 1
        self.quarter = 1
        return repaid
