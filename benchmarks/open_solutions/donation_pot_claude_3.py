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
        names = [name for name in weights if rooms[name] >= 1]
        if cents >= sum(rooms[name] for name in names):
            return {name: rooms[name] for name in names}
        result = {}
        while True:
            whole = sum(weights[name] for name in names)
            quotas = {name: Fraction(cents * weights[name], whole) for name in names}
            full = [name for name in names if quotas[name] >= rooms[name]]
            if not full:
                break
            for name in full:
                result[name] = rooms[name]
                cents -= rooms[name]
            names = [name for name in names if name not in full]
        for name in names:
            result[name] = quotas[name].numerator // quotas[name].denominator
            cents -= result[name]
        order = sorted(names, key=lambda name: (result[name] - quotas[name], -weights[name], name))
        for name in order[:cents]:
            result[name] += 1
        return {name: amount for name, amount in result.items() if amount}

    def share_out(self) -> dict[str, int]:
        rooms = {name: self.caps[name] - self.funds[name] for name in self.weights}
        given = self.apportion(self.pot, self.weights, rooms)
        for name, cents in given.items():
            self.funds[name] += cents
            self.pot -= cents
        return given

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
        return (self.count, {} if hold else self.share_out())

    def withdraw(self, number: int) -> dict[str, int]:
        if number not in self.donations:
            raise KeyError(number)
        cents = self.donations.pop(number)
        part = min(cents, self.pot)
        self.pot -= part
        taken = self.apportion(cents - part, self.funds, self.funds)
        for name, amount in taken.items():
            self.funds[name] -= amount
        return taken

    def set_cap(self, name: str, cap: int) -> dict[str, int]:
        if name not in self.caps:
            raise KeyError(name)
        if cap < 1:
            raise ValueError("bad cap")
        self.caps[name] = cap
        excess = self.funds[name] - cap
        if excess > 0:
            self.funds[name] = cap
            self.pot += excess
        return self.share_out()

    def close_project(self, name: str) -> dict[str, int]:
        if name not in self.weights:
            raise KeyError(name)
        del self.weights[name]
        del self.caps[name]
        self.pot += self.funds.pop(name)
        return self.share_out()
