from fractions import Fraction

ACTIONS = ("start", "pause", "resume", "switch", "end")


class NewsRound:
    def __init__(self, plans: dict[str, int], cycle: int):
        self.plans = plans
        self.cycle = cycle
        self.now = 0
        self.agenda = {}
        self.customers = {}
        self.owed = {}
        self.count = 0

    def rate(self, customer: str) -> Fraction:
        if customer not in self.customers:
            raise KeyError(customer)
        state, plan, _ = self.customers[customer]
        if state == "ended":
            return Fraction(0)
        rate = Fraction(self.plans[plan], self.cycle)
        return rate if state == "active" else rate / 4

    def book(self, day: int, customer: str, action: str, plan: str) -> int:
        if day < self.now:
            raise ValueError("in the past")
        if action not in ACTIONS:
            raise ValueError("bad action")
        if plan not in self.plans if action in ("start", "switch") else plan != "":
            raise ValueError("bad plan")
        return self._note(day, customer, action, plan)

    def _note(self, day, customer, action, plan):
        self.count += 1
        self.agenda[self.count] = (day, customer, action, plan)
        return self.count

    def withdraw(self, number: int) -> str:
        if number not in self.agenda:
            raise KeyError(number)
        return self.agenda.pop(number)[1]

    def _pass_until(self, day):
        if day > self.now:
            for customer in self.customers:
                self.owed[customer] += (day - self.now) * self.rate(customer)
            self.now = day

    def _carry_out(self, customer, action, plan):
        state, present, first = self.customers.get(customer, ("ended", "", 0))
        if action == "start":
            if state != "ended":
                return "refused"
            self.customers[customer] = ("active", plan, self.now)
            self.owed.setdefault(customer, Fraction(0))
            return action
        if state == "ended":
            return "refused"
        if action == "pause":
            if state != "active":
                return "refused"
            self.customers[customer] = ("paused", present, first)
        elif action == "resume":
            if state != "paused":
                return "refused"
            self.customers[customer] = ("active", present, first)
        elif action == "switch":
            rest = (self.now - first) % self.cycle
            if rest and self.plans[plan] < self.plans[present]:
                self._note(self.now + self.cycle - rest, customer, "drop", plan)
                return "later"
            self.customers[customer] = (state, plan, first)
        elif action == "drop":
            self.customers[customer] = (state, plan, first)
        else:
            passed = self.now - first
            if passed < self.cycle:
                self.owed[customer] += (self.cycle - passed) * self.rate(customer)
            self.customers[customer] = ("ended", present, first)
            for number, order in list(self.agenda.items()):
                if order[1] == customer and order[2] == "drop":
                    del self.agenda[number]
        return action

    def run(self, day: int) -> list[tuple[int, str, str]]:
        if day < self.now:
            raise ValueError("time runs back")
        done = []
        while True:
            due = [(order[0], number) for number, order in self.agenda.items() if order[0] <= day]
            if not due:
                break
            when, number = min(due)
            self._pass_until(when)
            _, customer, action, plan = self.agenda.pop(number)
            done.append((when, customer, self._carry_out(customer, action, plan)))
        self._pass_until(day)
        return done

    def reprice(self, plan: str, price: int) -> int:
        if plan not in self.plans:
            raise KeyError(plan)
        if price < 0:
            raise ValueError("bad price")
        self.plans[plan] = price
        return sum(1 for state, present, _ in self.customers.values() if state != "ended" and present == plan)

    def bill(self) -> dict[str, int]:
        bills = {}
        for customer, (state, _, _) in self.customers.items():
            owed = self.owed[customer]
            if state == "ended":
                cents = (owed + Fraction(1, 2)).__floor__()
                self.owed[customer] = Fraction(0)
            else:
                cents = owed.__floor__()
                self.owed[customer] = owed - cents
            if cents >= 1:
                bills[customer] = cents
        return bills
