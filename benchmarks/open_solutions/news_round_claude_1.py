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
        state, plan, _ = self.customers[customer]
        if state == "ended":
            return Fraction(0)
        daily = Fraction(self.plans[plan], self.cycle)
        return daily if state == "active" else daily / 4

    def _enter(self, day, customer, action, plan):
        self.count += 1
        self.agenda[self.count] = (day, customer, action, plan)
        return self.count

    def book(self, day: int, customer: str, action: str, plan: str) -> int:
        if day < self.now:
            raise ValueError("in the past")
        if action not in ("start", "pause", "resume", "switch", "end"):
            raise ValueError("bad action")
        if plan not in self.plans if action in ("start", "switch") else plan:
            raise ValueError("bad plan")
        return self._enter(day, customer, action, plan)

    def withdraw(self, number: int) -> str:
        if number not in self.agenda:
            raise KeyError(number)
        return self.agenda.pop(number)[1]

    def _carry_out(self, day, customer, action, plan):
        state, present, first = self.customers.get(customer, ("ended", "", 0))
        if action == "start":
            if state != "ended":
                return "refused"
            self.customers[customer] = ("active", plan, day)
            self.owed.setdefault(customer, Fraction(0))
        elif state == "ended":
            return "refused"
        elif action == "pause":
            if state != "active":
                return "refused"
            self.customers[customer] = ("paused", present, first)
        elif action == "resume":
            if state != "paused":
                return "refused"
            self.customers[customer] = ("active", present, first)
        elif action == "switch":
            passed = (day - first) % self.cycle
            if self.plans[plan] < self.plans[present] and passed:
                self._enter(day + self.cycle - passed, customer, "drop", plan)
                return "later"
            self.customers[customer] = (state, plan, first)
        elif action == "drop":
            self.customers[customer] = (state, plan, first)
        else:
            rest = first + self.cycle - day
            if rest > 0:
                self.owed[customer] += self.rate(customer) * rest
            self.customers[customer] = ("ended", present, first)
            for number, order in list(self.agenda.items()):
                if order[1] == customer and order[2] == "drop":
                    del self.agenda[number]
        return action

    def run(self, day: int) -> list[tuple[int, str, str]]:
        if day < self.now:
            raise ValueError("time runs back")
        done = []

        def pass_until(goal):
            for customer in self.customers:
                self.owed[customer] += self.rate(customer) * (goal - self.now)
            self.now = goal

        while self.agenda:
            when, number = min((order[0], number) for number, order in self.agenda.items())
            if when > day:
                break
            pass_until(when)
            _, customer, action, plan = self.agenda.pop(number)
            done.append((when, customer, self._carry_out(when, customer, action, plan)))
        pass_until(day)
        return done

    def reprice(self, plan: str, price: int) -> int:
        if plan not in self.plans:
            raise KeyError(plan)
        if price < 0:
            raise ValueError("bad price")
        self.plans[plan] = price
        return sum(state != "ended" and own == plan for state, own, _ in self.customers.values())

    def bill(self) -> dict[str, int]:
        bills = {}
        for customer, (state, _, _) in self.customers.items():
            owed = self.owed[customer]
            if state == "ended":
                cents = int(owed + Fraction(1, 2))
                self.owed[customer] = Fraction(0)
            else:
                cents = int(owed)
                self.owed[customer] = owed - cents
            if cents:
                bills[customer] = cents
        return bills
