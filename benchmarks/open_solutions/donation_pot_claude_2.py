from fractions import Fraction


class DonationPot:
    def __init__(self):
        self.weights = {}
        self.caps = {}
        self.funds = {}
        self.pot = 0
        self.donations = {}
        self.count = 0

    @staticmethod
    def apportion(cents: int, weights: dict[str, int], rooms: dict[str, int]) -> dict[str, int]:
        names = [name for name in weights if rooms[name] >= 1]
        if cents >= sum(rooms[name] for name in names):
            return {name: rooms[name] for name in names}
        result = {}
        left = cents
        while True:
            total = sum(weights[name] for name in names)
            full = [name for name in names if left * weights[name] >= rooms[name] * total]
            if not full:
                break
            for name in full:
                result[name] = rooms[name]
                left -= rooms[name]
            names = [name for name in names if name not in result]
        ranked = []
        rest = left
        for name in names:
            quota = Fraction(left * weights[name], total)
            whole = int(quota)
            result[name] = whole
            rest -= whole
            ranked.append((whole - quota, -weights[name], name))
        for _, _, name in sorted(ranked)[:rest]:
            result[name] += 1
        return {name: amount for name, amount in result.items() if amount}

    def share_out(self) -> dict[str, int]:
        rooms = {name: self.caps[name] - self.funds[name] for name in self.weights}
        shares = self.apportion(self.pot, self.weights, rooms)
        for name, amount in shares.items():
            self.funds[name] += amount
            self.pot -= amount
        return shares

    def open_project(self, name: str, weight: int, cap: int) -> dict[str, int]:
        if weight < 1:
            raise ValueError("bad weight")
        if cap < 1:
            raise ValueError("bad cap")
        if name in self.weights:
            raise ValueError("project is open")
        self.weights[name] = weight
        self.caps[name] = cap
        self.funds[name] = 0
        return self.share_out()

    def donate(self, cents: int, hold: bool = False) -> tuple[int, dict[str, int]]:
        if cents < 1:
            raise ValueError("bad donation")
        self.count += 1
        self.donations[self.count] = cents
        self.pot += cents
        return self.count, {} if hold else self.share_out()

    def withdraw(self, number: int) -> dict[str, int]:
        if number not in self.donations:
            raise KeyError(number)
        cents = self.donations.pop(number)
        from_pot = min(cents, self.pot)
        self.pot -= from_pot
        taken = self.apportion(cents - from_pot, self.funds, self.funds)
        for name, amount in taken.items():
            self.funds[name] -= amount
        return taken

    def set_cap(self, name: str, cap: int) -> dict[str, int]:
        if name not in self.weights:
            raise KeyError(name)
        if cap < 1:
            raise ValueError("bad cap")
        self.caps[name] = cap
        above = max(0, self.funds[name] - cap)
        self.funds[name] -= above
        self.pot += above
        return self.share_out()

    def close_project(self, name: str) -> dict[str, int]:
        if name not in self.weights:
            raise KeyError(name)
        del self.weights[name]
        del self.caps[name]
        self.pot += self.funds.pop(name)
        return self.share_out()
