# canary: classeval-hf open ticket_gate f5304037-7428-478b-a4e2-2d3b71854dfa


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
        digits = "0123456789"
        if len(ticket) == 7 and ticket[0] in "SDF" and ticket[5] == "-":
            figures = [digits.find(letter) for letter in ticket[1:5] + ticket[6]]
            total = sum(place * figure for place, figure in enumerate(figures[:4], 1))
            if min(figures) >= 0 and total % 7 == figures[4]:
                return {"S": 1, "D": 2, "F": 4}[ticket[0]]
        raise ValueError(f"bad ticket: {ticket}")

    def advance(self, time: int) -> list[str]:
        if time < self.now:
            raise ValueError("time runs backwards")
        self.now = time
        if self.state != "open" or time < self.deadline:
            return []
        lapsed = [ticket for ticket, _ in self.credits]
        self.credits = []
        self.state = "closed"
        self.log.append((self.deadline, "closed"))
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
            self.state = "open"
            self.log.append((time, "open"))
        return sum(number for _, number in self.credits)

    def push(self, time: int) -> str:
        self.advance(time)
        if self.state == "open":
            ticket, number = self.credits.pop(0)
            self.strikes = 0
            if number > 1:
                self.credits.insert(0, (ticket, number - 1))
            if self.credits:
                self.deadline = time + self.patience
            else:
                self.state = "closed"
                self.log.append((time, "closed"))
            return ticket
        if self.state == "closed":
            self.strikes += 1
            if self.strikes == self.limit:
                self.strikes = 0
                self.fail("FORCED", time)
        return ""

    def fail(self, code: str, time: int) -> int:
        self.advance(time)
        if code not in self.faults:
            if not self.faults:
                self.since = time
                self.state = "fault"
                self.log.append((time, "fault"))
            self.faults.append(code)
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
            self.state = "open"
            self.deadline += length
            self.log.append((time, "open"))
            return []
        returned = [ticket for ticket, number in self.credits if number == self.people(ticket)]
        self.used -= set(returned)
        self.credits = []
        self.state = "closed"
        self.log.append((time, "closed"))
        return returned
