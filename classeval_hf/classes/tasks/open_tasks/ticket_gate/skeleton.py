# canary: classeval-hf open ticket_gate f5304037-7428-478b-a4e2-2d3b71854dfa


class TicketGate:
    """
    The control of a gate at which tickets are inserted and people go through one at a time. A ticket is good for one
    or more people. The gate is in one of three states: "closed" (nobody may pass), "open" (someone may pass) and
    "fault" (at least one fault is active; nobody may pass). Times are whole seconds and never go backwards.
    """

    def __init__(self, patience: int, limit: int):
        """
        Set up a closed gate at the time 0.
        :param patience: int, at least 1, how many seconds an open gate waits for the next person.
        :param limit: int, at least 1, how many pushes in vain in a row bring about a fault.
        self.patience: int, the given patience.
        self.limit: int, the given limit.
        self.now: int, the latest time that a method was called with and did not reject, 0 at first.
        self.state: str, "closed", "open" or "fault". Without active faults it is "open" if self.credits has an entry
            and "closed" if not; with active faults it is "fault".
        self.credits: list of tuple, (ticket, people) for each inserted ticket on which people may still pass, people
            being their number, at least 1; in the order of insertion.
        self.used: set of str, the tickets that cannot be inserted again.
        self.deadline: int, the time at which the open gate closes of itself; while faults are active, what it was
            when the first of them began. It has no meaning while self.credits is empty.
        self.faults: list of str, the codes of the active faults, in the order in which they began.
        self.since: int, the time at which the first of the active faults began. It has no meaning without faults.
        self.strikes: int, the pushes in vain since the last person passed, less than self.limit.
        self.log: list of tuple, (time, state) for each change of state, in order; the first entry is (0, "closed").
        """
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
        """
        How many people a new ticket is good for. A ticket is written as a letter, four decimal digits (0 to 9), a
        hyphen and a check digit, and nothing else. The letter is S (1 person), D (2 people) or F (4 people). The
        check digit is the remainder by 7 of the sum of the first digit, twice the second, three times the third and
        four times the fourth.
        :param ticket: str, the ticket.
        :return: int, the number of people.
        :raises ValueError: with the message "bad ticket: " followed by the ticket if it is not written so.
        >>> TicketGate.people("D1203-3")
        2
        """

    def advance(self, time: int) -> list[str]:
        """
        Let the time go on. An open gate whose deadline is at or before the new time closes: all credits lapse, their
        tickets stay used, and the change is logged with the time of the deadline.
        :param time: int, the new time.
        :return: list of str, the tickets whose credits lapsed, in the order of insertion.
        :raises ValueError: with the message "time runs backwards" if the time is less than self.now; then nothing is
            changed.
        >>> gate = TicketGate(10, 3)
        >>> gate.state, gate.credits, gate.deadline = "open", [("S0000-0", 1)], 15
        >>> gate.advance(20)
        ['S0000-0']
        >>> gate.log
        [(0, 'closed'), (15, 'closed')]
        """

    def insert(self, ticket: str, time: int) -> int:
        """
        Insert a ticket. First the time goes on as with advance, whatever becomes of the ticket. An accepted ticket
        becomes used, its credit is added, and the deadline is set to the time plus the patience, also if the gate was
        open already. A closed gate opens.
        :param ticket: str, the ticket.
        :param time: int, the time of the insertion.
        :return: int, how many people may pass now, on all tickets together.
        :raises ValueError: with the message "time runs backwards" as advance does; with "bad ticket: " and the ticket
            as people does; with the message "used ticket" if the ticket is used.
        :raises RuntimeError: with the message "out of order" if the state is "fault". Where several errors apply, the
            order is: time, bad ticket, out of order, used ticket.
        >>> gate = TicketGate(10, 3)
        >>> gate.insert("D1203-3", 5)
        2
        >>> gate.deadline, gate.log
        (15, [(0, 'closed'), (5, 'open')])
        """

    def push(self, time: int) -> str:
        """
        Someone pushes against the gate. First the time goes on as with advance.
        If the gate is then open, one person passes on the ticket that was inserted first: its credit goes down by one
        and is removed when no people are left on it, and the strikes go back to 0. If credits are left, the deadline
        is set to the time plus the patience; if not, the gate closes.
        If it is closed, the push is in vain and counts as a strike. If the strikes reach the limit, they go back to 0
        and the fault "FORCED" begins, as with fail.
        If it is in fault, nothing more happens.
        :param time: int, the time of the push.
        :return: str, the ticket on which the person passed, or "" if nobody passed.
        :raises ValueError: with the message "time runs backwards" as advance does.
        >>> gate = TicketGate(10, 2)
        >>> gate.state, gate.credits, gate.deadline = "open", [("D1203-3", 2)], 15
        >>> gate.push(7), gate.credits, gate.deadline
        ('D1203-3', [('D1203-3', 1)], 17)
        """

    def fail(self, code: str, time: int) -> int:
        """
        A fault begins. First the time goes on as with advance. A code that is already active changes nothing more.
        The first active fault puts the gate into the state "fault"; the credits are kept.
        :param code: str, the code of the fault.
        :param time: int, the time at which it begins.
        :return: int, the number of active faults.
        :raises ValueError: with the message "time runs backwards" as advance does.
        >>> gate = TicketGate(10, 3)
        >>> gate.fail("MOTOR", 4), gate.fail("LIGHT", 6), gate.fail("MOTOR", 7)
        (1, 2, 2)
        >>> gate.since, gate.log
        (4, [(0, 'closed'), (4, 'fault')])
        """

    def clear(self, code: str, time: int) -> list[str]:
        """
        A fault ends. First the time goes on as with advance. While other faults stay active, nothing more happens.
        When the last one ends, its length is the time since the first of the active faults began (self.since).
        If there are credits and the length is at most the patience, the gate opens again and the deadline is put off
        by the length.
        Otherwise the gate closes and all credits are removed; the tickets among them on which nobody has passed yet
        (whose credits are those of new tickets, see people) are no longer used, so that they can be inserted again.
        :param code: str, the code of the fault.
        :param time: int, the time at which it ends.
        :return: list of str, the tickets that can be inserted again because of this call, in the order of insertion.
        :raises ValueError: with the message "time runs backwards" as advance does.
        :raises KeyError: with the code if that fault is not active; the time has gone on then.
        >>> gate = TicketGate(10, 3)
        >>> gate.state, gate.credits, gate.deadline = "fault", [("S0000-0", 1)], 15
        >>> gate.faults, gate.since = ["MOTOR"], 9
        >>> gate.clear("MOTOR", 12), gate.state, gate.deadline
        ([], 'open', 18)
        """
