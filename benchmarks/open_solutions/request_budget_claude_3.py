import copy


class RequestBudget:
    def __init__(self):
        self.now = 0
        self.caps = {}
        self.left = {}
        self.refills = {}
        self.loans = []

    def _check(self, name):
        if name not in self.caps:
            raise KeyError(name)

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
        self._check(name)
        if amount < 1:
            raise ValueError("bad amount")
        if time <= self.now:
            raise ValueError("too late")
        planned = dict(self.refills[name])
        planned[time] = planned.get(time, 0) + amount
        self.refills[name] = sorted(planned.items())
        return sum(planned.values())

    def _give(self, name, amount, lost):
        gain = min(amount, self.caps[name] - self.left[name])
        self.left[name] += gain
        if amount > gain:
            lost[name] = lost.get(name, 0) + amount - gain

    def advance(self, time: int) -> dict[str, int]:
        if time < self.now:
            raise ValueError("time runs backwards")
        due = sorted(
            (moment, name, amount)
            for name, refills in self.refills.items()
            for moment, amount in refills
            if moment <= time
        )
        for name, refills in self.refills.items():
            self.refills[name] = [refill for refill in refills if refill[0] > time]
        lost = {}
        for _, name, amount in due:
            loans = []
            for lender, borrower, owed in self.loans:
                if borrower == name and amount > 0:
                    paid = min(owed, amount)
                    amount -= paid
                    owed -= paid
                    self._give(lender, paid, lost)
                if owed > 0:
                    loans.append((lender, borrower, owed))
            self.loans = loans
            self._give(name, amount, lost)
        self.now = time
        return lost

    def spend(self, name: str, number: int) -> int:
        self._check(name)
        if number < 1:
            raise ValueError("bad number")
        if self.left[name] < number:
            raise ValueError("not enough")
        self.left[name] -= number
        return self.left[name]

    def borrow(self, name: str, number: int) -> list[tuple[str, int]]:
        self._check(name)
        if number < 1:
            raise ValueError("bad number")
        if self.left[name] + number > self.caps[name]:
            raise ValueError("over the cap")
        debtors = {borrower for _, borrower, _ in self.loans}
        spare = {}
        for other, cap in self.caps.items():
            if other != name and other not in debtors:
                free = self.left[other] - (cap + 1) // 2
                if free > 0:
                    spare[other] = free
        if sum(spare.values()) < number:
            raise ValueError("nobody lends")
        given = []
        for lender in sorted(spare, key=lambda other: (-spare[other], other)):
            amount = min(spare[lender], number)
            if amount == 0:
                break
            number -= amount
            self.left[lender] -= amount
            self.left[name] += amount
            given.append((lender, amount))
            for place, (one, two, owed) in enumerate(self.loans):
                if (one, two) == (lender, name):
                    self.loans[place] = (lender, name, owed + amount)
                    break
            else:
                self.loans.append((lender, name, amount))
        return given

    def forecast(self, name: str, time: int) -> int:
        self._check(name)
        future = copy.deepcopy(self)
        future.advance(time)
        return future.left[name]
