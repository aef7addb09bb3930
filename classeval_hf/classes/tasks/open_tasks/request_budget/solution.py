# canary: classeval-hf open request_budget 7faa72b3-06ac-4815-98b2-4af9fe05376a


class RequestBudget:
    def __init__(self):
        self.now = 0
        self.caps = {}
        self.left = {}
        self.refills = {}
        self.loans = []

    def open_tenant(self, name: str, cap: int) -> int:
        if cap < 1:
            raise ValueError("bad cap")
        if name in self.caps:
            raise ValueError("tenant exists")
        self.caps[name] = cap
        self.left[name] = cap
        self.refills[name] = []
        return len(self.caps)

    def plan_refill(self, name: str, time: int, amount: int) -> int:
        if name not in self.caps:
            raise KeyError(name)
        if amount < 1:
            raise ValueError("bad amount")
        if time <= self.now:
            raise ValueError("too late")
        planned = dict(self.refills[name])
        planned[time] = planned.get(time, 0) + amount
        self.refills[name] = sorted(planned.items())
        return sum(planned.values())

    def advance(self, time: int) -> dict[str, int]:
        if time < self.now:
            raise ValueError("time runs backwards")
        due = sorted(
            (when, name, amount) for name, plan in self.refills.items() for when, amount in plan if when <= time
        )
        lost = {}
        for when, name, amount in due:
            self.refills[name].remove((when, amount))
            shares = []
            kept = []
            for lender, borrower, owed in self.loans:
                paid = min(owed, amount) if borrower == name else 0
                amount -= paid
                shares.append((lender, paid))
                if owed > paid:
                    kept.append((lender, borrower, owed - paid))
            self.loans = kept
            for tenant, share in [*shares, (name, amount)]:
                taken = min(share, self.caps[tenant] - self.left[tenant])
                self.left[tenant] += taken
                if share > taken:
                    lost[tenant] = lost.get(tenant, 0) + share - taken
        self.now = time
        return lost

    def spend(self, name: str, number: int) -> int:
        if name not in self.caps:
            raise KeyError(name)
        if number < 1:
            raise ValueError("bad number")
        if number > self.left[name]:
            raise ValueError("not enough")
        self.left[name] -= number
        return self.left[name]

    def borrow(self, name: str, number: int) -> list[tuple[str, int]]:
        if name not in self.caps:
            raise KeyError(name)
        if number < 1:
            raise ValueError("bad number")
        if self.left[name] + number > self.caps[name]:
            raise ValueError("over the cap")
        excluded = {name, *(borrower for _, borrower, _ in self.loans)}
        offers = sorted(
            ((cap + 1) // 2 - self.left[tenant], tenant) for tenant, cap in self.caps.items() if tenant not in excluded
        )
        result = []
        wanted = number
        for offer, tenant in offers:
            given = min(-offer, wanted)
            if given > 0:
                result.append((tenant, given))
                wanted -= given
        if wanted:
            raise ValueError("nobody lends")
        owed = {(lender, borrower): amount for lender, borrower, amount in self.loans}
        for lender, given in result:
            self.left[lender] -= given
            owed[lender, name] = owed.get((lender, name), 0) + given
        self.loans = [(*pair, amount) for pair, amount in owed.items()]
        self.left[name] += number
        return result

    def forecast(self, name: str, time: int) -> int:
        if name not in self.caps:
            raise KeyError(name)
        now, left, loans = self.now, dict(self.left), self.loans
        refills = {tenant: list(plan) for tenant, plan in self.refills.items()}
        self.advance(time)
        result = self.left[name]
        self.now, self.left, self.loans, self.refills = now, left, loans, refills
        return result
