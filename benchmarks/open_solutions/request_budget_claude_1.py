import bisect
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
        refills = self.refills[name]
        i = bisect.bisect_left(refills, (time,))
        if i < len(refills) and refills[i][0] == time:
            refills[i] = (time, refills[i][1] + amount)
        else:
            refills.insert(i, (time, amount))
        return sum(refill[1] for refill in refills)

    def _give(self, name, amount, lost):
        total = self.left[name] + amount
        if total > self.caps[name]:
            lost[name] = lost.get(name, 0) + total - self.caps[name]
            total = self.caps[name]
        self.left[name] = total

    def advance(self, time: int) -> dict[str, int]:
        if time < self.now:
            raise ValueError("time runs backwards")
        due = []
        for name, refills in self.refills.items():
            due.extend((when, name, amount) for when, amount in refills if when <= time)
            self.refills[name] = [refill for refill in refills if refill[0] > time]
        lost = {}
        for _, name, amount in sorted(due):
            loans = []
            for lender, borrower, owed in self.loans:
                if borrower == name:
                    paid = min(owed, amount)
                    if paid:
                        amount -= paid
                        owed -= paid
                        self._give(lender, paid, lost)
                if owed:
                    loans.append((lender, borrower, owed))
            self.loans = loans
            if amount:
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
        borrowers = {loan[1] for loan in self.loans}
        lenders = []
        for other, cap in self.caps.items():
            if other != name and other not in borrowers:
                spare = self.left[other] - (cap + 1) // 2
                if spare > 0:
                    lenders.append((-spare, other))
        if -sum(lender[0] for lender in lenders) < number:
            raise ValueError("nobody lends")
        given = []
        wanted = number
        for spare, other in sorted(lenders):
            amount = min(-spare, wanted)
            if not amount:
                break
            wanted -= amount
            self.left[other] -= amount
            given.append((other, amount))
            for i, (lender, borrower, owed) in enumerate(self.loans):
                if lender == other and borrower == name:
                    self.loans[i] = (lender, borrower, owed + amount)
                    break
            else:
                self.loans.append((other, name, amount))
        self.left[name] += number
        return given

    def forecast(self, name: str, time: int) -> int:
        self._check(name)
        ahead = copy.deepcopy(self)
        ahead.advance(time)
        return ahead.left[name]
