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
        shares = {}
        while True:
            total = sum(weights[name] for name in names)
            quotas = {name: Fraction(cents * weights[name], total) for name in names}
            full = [name for name in names if quotas[name] >= rooms[name]]
            if not full:
                break
            for name in full:
                shares[name] = rooms[name]
                cents -= rooms[name]
            names = [name for name in names if name not in shares]
        floors = {name: int(quota) for name, quota in quotas.items()}
        left = cents - sum(floors.values())
        ranked = sorted(names, key=lambda name: (floors[name] - quotas[name], -weights[name], name))
        for name in ranked[:left]:
            floors[name] += 1
        shares.update((name, share) for name, share in floors.items() if share)
        return shares

    def share_out(self) -> dict[str, int]:
        rooms = {name: self.caps[name] - self.funds[name] for name in self.weights}
        shares = self.apportion(self.pot, self.weights, rooms)
        for name, share in shares.items():
            self.funds[name] += share
            self.pot -= share
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
        for name, share in taken.items():
            self.funds[name] -= share
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
