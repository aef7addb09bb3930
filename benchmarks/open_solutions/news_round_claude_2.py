from fractions import Fraction


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
        return rate / 4 if state == "paused" else rate

    def _enter(self, order):
        self.count += 1
        self.agenda[self.count] = order
        return self.count

    def book(self, day: int, customer: str, action: str, plan: str) -> int:
        if day < self.now:
            raise ValueError("in the past")
        if action not in ("start", "pause", "resume", "switch", "end"):
            raise ValueError("bad action")
        if action in ("start", "switch"):
            if plan not in self.plans:
                raise ValueError("bad plan")
        elif plan:
            raise ValueError("bad plan")
        return self._enter((day, customer, action, plan))

    def withdraw(self, number: int) -> str:
        if number not in self.agenda:
            raise KeyError(number)
        return self.agenda.pop(number)[1]

    def _carry_out(self, day, customer, action, plan):
        """Carry out an order, and return the outcome."""
        state, present, first = self.customers.get(customer, ("ended", "", day))
        if action == "start":
            if state != "ended":
                return "refused"
            self.customers[customer] = ("active", plan, day)
            self.owed.setdefault(customer, Fraction(0))
            return action
        if state == "ended" or (action == "pause" and state != "active") or (action == "resume" and state != "paused"):
            return "refused"
        passed = day - first
        if action == "pause":
            state = "paused"
        elif action == "resume":
            state = "active"
        elif action == "end":
            if passed < self.cycle:
                self.owed[customer] += self.rate(customer) * (self.cycle - passed)
            state = "ended"
            self.agenda = {
                number: order
                for number, order in self.agenda.items()
                if not (order[1] == customer and order[2] == "drop")
            }
        elif action == "switch" and self.plans[plan] < self.plans[present] and passed % self.cycle:
            self._enter((day + self.cycle - passed % self.cycle, customer, "drop", plan))
            return "later"
        else:
            present = plan
        self.customers[customer] = (state, present, first)
        return action

    def run(self, day: int) -> list[tuple[int, str, str]]:
        if day < self.now:
            raise ValueError("time runs back")
        outcomes = []
        while True:
            due = min(((order[0], number) for number, order in self.agenda.items()), default=None)
            until = day if due is None or due[0] > day else due[0]
            if until > self.now:
                for customer in self.customers:
                    self.owed[customer] += self.rate(customer) * (until - self.now)
                self.now = until
            if due is None or due[0] > day:
                return outcomes
            _, customer, action, plan = self.agenda.pop(due[1])
            outcomes.append((due[0], customer, self._carry_out(due[0], customer, action, plan)))

    def reprice(self, plan: str, price: int) -> int:
        if plan not in self.plans:
            raise KeyError(plan)
        if price < 0:
            raise ValueError("bad price")
        self.plans[plan] = price
        return sum(1 for state, its, _ in self.customers.values() if its == plan and state != "ended")

    def bill(self) -> dict[str, int]:
        bills = {}
        for customer, (state, _, _) in self.customers.items():
            owed = self.owed[customer]
            if state == "ended":
                cents = (owed + Fraction(1, 2)) // 1
                self.owed[customer] = Fraction(0)
            else:
                cents = owed // 1
                self.owed[customer] = owed - cents
            if cents >= 1:
                bills[customer] = cents
        return bills
