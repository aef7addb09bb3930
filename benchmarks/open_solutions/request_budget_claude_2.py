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

    def _check(self, name):
        if name not in self.caps:
            raise KeyError(name)

    def plan_refill(self, name: str, time: int, amount: int) -> int:
        self._check(name)
        if amount < 1:
            raise ValueError("bad amount")
        if time <= self.now:
            raise ValueError("too late")
        planned = dict(self.refills[name])
        planned[time] = planned.get(time, 0) + amount
        self.refills[name] = sorted(planned.items())
        return sum(planned.values())

    def _book(self, time):
        """What is left, what is lent and what was lost when all refills up to a time are booked."""
        if time < self.now:
            raise ValueError("time runs backwards")
        left = dict(self.left)
        loans = list(self.loans)
        lost = {}

        def give(tenant, amount):
            got = min(amount, self.caps[tenant] - left[tenant])
            left[tenant] += got
            if got < amount:
                lost[tenant] = lost.get(tenant, 0) + amount - got

        due = sorted(
            (when, name, amount)
            for name, refills in self.refills.items()
            for when, amount in refills
            if when <= time
        )
        for _, name, amount in due:
            still = []
            for lender, borrower, owed in loans:
                if borrower == name and amount:
                    paid = min(owed, amount)
                    amount -= paid
                    owed -= paid
                    give(lender, paid)
                if owed:
                    still.append((lender, borrower, owed))
            loans = still
            give(name, amount)
        return left, loans, lost

    def advance(self, time: int) -> dict[str, int]:
        self.left, self.loans, lost = self._book(time)
        self.refills = {
            name: [refill for refill in refills if refill[0] > time]
            for name, refills in self.refills.items()
        }
        self.now = time
        return lost

    def spend(self, name: str, number: int) -> int:
        self._check(name)
        if number < 1:
            raise ValueError("bad number")
        if number > self.left[name]:
            raise ValueError("not enough")
        self.left[name] -= number
        return self.left[name]

    def borrow(self, name: str, number: int) -> list[tuple[str, int]]:
        self._check(name)
        if number < 1:
            raise ValueError("bad number")
        if self.left[name] + number > self.caps[name]:
            raise ValueError("over the cap")
        borrowers = {borrower for _, borrower, _ in self.loans}
        lenders = []
        for tenant, cap in self.caps.items():
            can = self.left[tenant] - (cap + 1) // 2
            if tenant != name and tenant not in borrowers and can > 0:
                lenders.append((-can, tenant))
        if -sum(can for can, _ in lenders) < number:
            raise ValueError("nobody lends")
        result = []
        wanted = number
        for can, lender in sorted(lenders):
            amount = min(-can, wanted)
            if not amount:
                break
            wanted -= amount
            self.left[lender] -= amount
            result.append((lender, amount))
            for index, (other, borrower, owed) in enumerate(self.loans):
                if other == lender and borrower == name:
                    self.loans[index] = (lender, name, owed + amount)
                    break
            else:
                self.loans.append((lender, name, amount))
        self.left[name] += number
        return result

    def forecast(self, name: str, time: int) -> int:
        self._check(name)
        return self._book(time)[0][name]
