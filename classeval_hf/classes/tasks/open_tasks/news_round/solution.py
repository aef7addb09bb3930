# canary: classeval-hf open news_round 8d1898c0-c139-44b6-82fc-3d8c36343eff

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
        full = Fraction(self.plans[plan], self.cycle)
        return {"active": full, "paused": full / 4, "ended": Fraction(0)}[state]

    def book(self, day: int, customer: str, action: str, plan: str) -> int:
        if day < self.now:
            raise ValueError("in the past")
        if action not in ("start", "pause", "resume", "switch", "end"):
            raise ValueError("bad action")
        if plan not in (self.plans if action in ("start", "switch") else ("",)):
            raise ValueError("bad plan")
        self.count += 1
        self.agenda[self.count] = (day, customer, action, plan)
        return self.count

    def withdraw(self, number: int) -> str:
        return self.agenda.pop(number)[1]

    def run(self, day: int) -> list[tuple[int, str, str]]:
        if day < self.now:
            raise ValueError("time runs back")
        outcomes = []
        while True:
            due, number = min(((order[0], number) for number, order in self.agenda.items()), default=(day + 1, 0))
            until = min(due, day)
            for customer in self.owed:
                self.owed[customer] += self.rate(customer) * (until - self.now)
            self.now = until
            if due > day:
                return outcomes
            _, customer, action, plan = self.agenda.pop(number)
            state, present, first = self.customers.get(customer, ("ended", "", 0))
            suits = {"start": ("ended",), "pause": ("active",), "resume": ("paused",)}
            if state not in suits.get(action, ("active", "paused")):
                outcomes.append((due, customer, "refused"))
                continue
            if action == "start":
                self.customers[customer] = ("active", plan, due)
                self.owed.setdefault(customer, Fraction(0))
            elif action == "pause":
                self.customers[customer] = ("paused", present, first)
            elif action == "resume":
                self.customers[customer] = ("active", present, first)
            elif action == "end":
                self.owed[customer] += self.rate(customer) * max(0, first + self.cycle - due)
                self.customers[customer] = ("ended", present, first)
                for key, order in list(self.agenda.items()):
                    if order[1:3] == (customer, "drop"):
                        del self.agenda[key]
            elif action == "switch" and self.plans[plan] < self.plans[present] and (due - first) % self.cycle:
                self.count += 1
                boundary = due + self.cycle - (due - first) % self.cycle
                self.agenda[self.count] = (boundary, customer, "drop", plan)
                action = "later"
            else:
                self.customers[customer] = (state, plan, first)
            outcomes.append((due, customer, action))

    def reprice(self, plan: str, price: int) -> int:
        if plan not in self.plans:
            raise KeyError(plan)
        if price < 0:
            raise ValueError("bad price")
        self.plans[plan] = price
        return sum(state != "ended" and name == plan for state, name, _ in self.customers.values())

    def bill(self) -> dict[str, int]:
        bills = {}
        for customer, owed in self.owed.items():
            ended = self.customers[customer][0] == "ended"
            cents = (owed + Fraction(1, 2)) // 1 if ended else owed // 1
            self.owed[customer] = Fraction(0) if ended else owed - cents
            if cents:
                bills[customer] = int(cents)
        return bills
