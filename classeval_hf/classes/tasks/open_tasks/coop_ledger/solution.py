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

    def buy(self, member: str, money: int) -> int:
        if money < 0:
            raise ValueError("bad number")
        shares, left = divmod(self.credit.pop(member, 0) + money, self.price)
        if left:
            self.credit[member] = left
        if shares:
            parcels = self.parcels.setdefault(member, [])
            if parcels and parcels[-1][:2] == (self.year, self.quarter):
                shares_before = parcels.pop()[2]
            else:
                shares_before = 0
            parcels.append((self.year, self.quarter, shares_before + shares))
        return shares

    def give_notice(self, member: str, shares: int) -> int:
        kept = sum(parcel[2] for parcel in self.parcels[member])
        names = [name for name, _ in self.notices]
        if member in names:
            kept -= self.notices[names.index(member)][1]
        if not 1 <= shares <= kept:
            raise ValueError("bad number")
        if member in names:
            place = names.index(member)
            self.notices[place] = (member, self.notices[place][1] + shares)
        else:
            self.notices.append((member, shares))
        return kept - shares

    def transfer(self, member: str, other: str, shares: int) -> list[tuple[int, int, int]]:
        own = self.parcels[member]
        if member == other:
            raise ValueError("same member")
        if not 1 <= shares <= sum(parcel[2] for parcel in own) - dict(self.notices).get(member, 0):
            raise ValueError("bad number")
        given, kept = [], []
        for year, quarter, number in own:
            taken = min(number, shares)
            shares -= taken
            if taken:
                given.append((year, quarter, taken))
            if number > taken:
                kept.append((year, quarter, number - taken))
        if kept:
            self.parcels[member] = kept
        else:
            del self.parcels[member]
        totals = {}
        for year, quarter, number in self.parcels.get(other, []) + given:
            totals[year, quarter] = totals.get((year, quarter), 0) + number
        self.parcels[other] = [(*when, totals[when]) for when in sorted(totals)]
        return given

    def next_quarter(self) -> tuple[int, int]:
        if self.quarter == 4:
            raise ValueError("close the year")
        self.quarter += 1
        return self.year, self.quarter

    def pay_dividend(self, profit: int) -> dict[str, int]:
        if profit < 0:
            raise ValueError("bad number")
        parts = {}
        for member, parcels in self.parcels.items():
            parts[member] = sum(shares * (4 if year < self.year else 4 - quarter) for year, quarter, shares in parcels)
        amount = self.pot + profit
        total = sum(parts.values())
        paid = {}
        for member, number in parts.items():
            money = amount * number // total if total else 0
            if money:
                paid[member] = money
                self.credit[member] = self.credit.get(member, 0) + money
        self.pot = amount - sum(paid.values())
        return paid

    def close_year(self, profit: int) -> dict[str, int]:
        self.pay_dividend(profit)
        allowed = sum(parcel[2] for parcels in self.parcels.values() for parcel in parcels) * self.limit // 100
        repaid, left = {}, []
        for member, wanted in self.notices:
            number = min(wanted, allowed)
            allowed -= number
            if wanted > number:
                left.append((member, wanted - number))
            if not number:
                continue
            repaid[member] = number
            self.credit[member] = self.credit.get(member, 0) + number * self.price
            while number:
                year, quarter, shares = self.parcels[member].pop()
                taken = min(shares, number)
                number -= taken
                if shares > taken:
                    self.parcels[member].append((year, quarter, shares - taken))
            if not self.parcels[member]:
                del self.parcels[member]
        self.notices = left
        self.year += 1
        self.quarter = 1
        return repaid
