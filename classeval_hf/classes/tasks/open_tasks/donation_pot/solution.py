# canary: classeval-hf open donation_pot cbff9d2c-1d00-453c-a28b-922ec25a003b

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
        left = {name: weight for name, weight in weights.items() if rooms[name] > 0}
        if cents >= sum(rooms[name] for name in left):
            return {name: rooms[name] for name in left}
        result = {}
        while True:
            total = sum(left.values())
            quotas = {name: Fraction(cents * weight, total) for name, weight in left.items()}
            full = [name for name in left if quotas[name] >= rooms[name]]
            if not full:
                break
            for name in full:
                result[name] = rooms[name]
                cents -= rooms[name]
                del left[name]
        shares = {name: int(quota) for name, quota in quotas.items()}
        rest = cents - sum(shares.values())
        for name in sorted(left, key=lambda name: (shares[name] - quotas[name], -left[name], name))[:rest]:
            shares[name] += 1
        result.update({name: share for name, share in shares.items() if share})
        return result

    def share_out(self) -> dict[str, int]:
        rooms = {name: cap - self.funds[name] for name, cap in self.caps.items()}
        shares = self.apportion(self.pot, self.weights, rooms)
        for name, cents in shares.items():
            self.funds[name] += cents
            self.pot -= cents
        return shares

    def open_project(self, name: str, weight: int, cap: int) -> dict[str, int]:
        if weight < 1:
            raise ValueError("bad weight")
        if cap < 1:
            raise ValueError("bad cap")
        if name in self.caps:
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
        cents = self.donations.pop(number)
        from_pot = min(cents, self.pot)
        self.pot -= from_pot
        holders = {name: fund for name, fund in self.funds.items() if fund}
        shares = self.apportion(cents - from_pot, holders, holders)
        for name, taken in shares.items():
            self.funds[name] -= taken
        return shares

    def set_cap(self, name: str, cap: int) -> dict[str, int]:
        if name not in self.caps:
            raise KeyError(name)
        if cap < 1:
            raise ValueError("bad cap")
        self.caps[name] = cap
        over = max(0, self.funds[name] - cap)
        self.funds[name] -= over
        self.pot += over
        return self.share_out()

    def close_project(self, name: str) -> dict[str, int]:
        self.pot += self.funds.pop(name)
        del self.caps[name], self.weights[name]
        return self.share_out()
