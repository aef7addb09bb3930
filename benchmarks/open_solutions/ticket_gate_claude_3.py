import re

TICKET = re.compile(r"([SDF])([0-9]{4})-([0-9])")
PEOPLE = {"S": 1, "D": 2, "F": 4}


class TicketGate:
    def __init__(self, patience: int, limit: int):
        self.patience = patience
        self.limit = limit
        self.now = 0
        self.state = "closed"
        self.credits = []
        self.used = set()
        self.deadline = 0
        self.faults = []
        self.since = 0
        self.strikes = 0
        self.log = [(0, "closed")]

    @staticmethod
    def people(ticket: str) -> int:
        match = TICKET.fullmatch(ticket)
        if match:
            letter, digits, check = match.groups()
            total = sum(place * int(digit) for place, digit in enumerate(digits, 1))
            if total % 7 == int(check):
                return PEOPLE[letter]
        raise ValueError("bad ticket: " + ticket)

    def _switch(self, state, time):
        self.state = state
        self.log.append((time, state))

    def advance(self, time: int) -> list[str]:
        if time < self.now:
            raise ValueError("time runs backwards")
        self.now = time
        if self.state != "open" or self.deadline > time:
            return []
        lapsed = [ticket for ticket, _ in self.credits]
        self.credits = []
        self._switch("closed", self.deadline)
        return lapsed

    def insert(self, ticket: str, time: int) -> int:
        self.advance(time)
        people = self.people(ticket)
        if self.state == "fault":
            raise RuntimeError("out of order")
        if ticket in self.used:
            raise ValueError("used ticket")
        self.used.add(ticket)
        self.credits.append((ticket, people))
        self.deadline = time + self.patience
        if self.state == "closed":
            self._switch("open", time)
        return sum(number for _, number in self.credits)

    def push(self, time: int) -> str:
        self.advance(time)
        if self.state == "open":
            ticket, people = self.credits[0]
            if people > 1:
                self.credits[0] = (ticket, people - 1)
            else:
                del self.credits[0]
            self.strikes = 0
            if self.credits:
                self.deadline = time + self.patience
            else:
                self._switch("closed", time)
            return ticket
        if self.state == "closed":
            self.strikes += 1
            if self.strikes >= self.limit:
                self.strikes = 0
                self._begin_fault("FORCED", time)
        return ""

    def _begin_fault(self, code, time):
        if code in self.faults:
            return
        self.faults.append(code)
        if len(self.faults) == 1:
            self.since = time
            self._switch("fault", time)

    def fail(self, code: str, time: int) -> int:
        self.advance(time)
        self._begin_fault(code, time)
        return len(self.faults)

    def clear(self, code: str, time: int) -> list[str]:
        self.advance(time)
        if code not in self.faults:
            raise KeyError(code)
        self.faults.remove(code)
        if self.faults:
            return []
        length = time - self.since
        if self.credits and length <= self.patience:
            self.deadline += length
            self._switch("open", time)
            return []
        again = [ticket for ticket, people in self.credits if people == self.people(ticket)]
        self.used.difference_update(again)
        self.credits = []
        self._switch("closed", time)
        return again
