# canary: classeval-hf open lease_table 068b5756-cb21-4900-86d6-43ac81cdda23


class LeaseTable:
    """
    Leases of resources to owners for limited times. Another one can claim a leased resource; the owner can defend it
    for a while by a renewal, and then it passes to the claimant. Times are whole seconds, and each method gets the
    time of its call. Before it does anything else a method lets pass all that is due up to that time, as described
    for advance, and this has happened even if the method raises another error than "time runs back" afterwards.
    """

    def __init__(self, span: int, most: int, grace: int):
        """
        Set up a table without leases at the time 0.
        The fields are:
        - self.span: int, the seconds from the beginning or a renewal of a lease to its end, at least 1.
        - self.most: int, the most seconds from the beginning of a lease to its end, at least self.span.
        - self.grace: int, the seconds from a claim to the moment at which the resource passes, at least 1.
        - self.now: int, the time of the latest call.
        - self.leases: dict, from the name of each leased resource to a tuple (owner, start, end): the lease holds from
          its start up to, but not at, its end. The start is at most self.now, the end is later than self.now.
        - self.claims: dict, from the name of each claimed resource to a tuple (claimant, due): the resource passes to
          the claimant at the time due, which is later than self.now and at most the end of the lease. Only leased
          resources are claimed, and not by their owners.
        - self.log: list of tuples (time, resource, old, new), all changes of owners in the order in which they
          happened: the owner before and after, empty if there is none. A renewal is no change.
        :param span: int, see self.span.
        :param most: int, see self.most.
        :param grace: int, see self.grace.
        """
        self.span = span
        self.most = most
        self.grace = grace
        self.now = 0
        self.leases = {}
        self.claims = {}
        self.log = []

    def advance(self, time: int) -> list[tuple[int, str, str, str]]:
        """
        Let the time pass; self.now becomes the given time. All that is due up to and including that time happens, the
        earliest first, and of what is due at the same time that first whose resource comes first in ascending order:
        - A claimed resource passes to the claimant at the time due: the claim is removed, and a lease of the claimant
          begins at that time, which ends self.span later.
        - A lease of a resource that is not claimed ends at its end: it is removed.
        What begins in this way can be due again up to the given time.
        :param time: int, the time.
        :return: list of tuples, the entries that were added to self.log.
        :raises ValueError: with the message "time runs back" if the time is before self.now; nothing is changed then.
        >>> table = LeaseTable(10, 40, 3)
        >>> table.acquire("ann", "disk", 5), table.claim("bob", "disk", 6), table.advance(25)
        (True, 9, [(9, 'disk', 'ann', 'bob'), (19, 'disk', 'bob', '')])
        """

    def acquire(self, owner: str, resource: str, time: int) -> bool:
        """
        Lease a resource that is not leased. The lease ends self.span after the time.
        :param owner: str, the name of the new owner, not empty.
        :param resource: str, the name of the resource; any name is known.
        :param time: int, the time.
        :return: bool, False if the resource is leased, even to the same owner, and nothing is done therefore.
        :raises ValueError: as described for advance.
        >>> table = LeaseTable(10, 40, 3)
        >>> table.acquire("ann", "disk", 5), table.acquire("bob", "disk", 14), table.acquire("bob", "disk", 15)
        (True, False, True)
        >>> table.leases, table.log
        ({'disk': ('bob', 15, 25)}, [(5, 'disk', '', 'ann'), (15, 'disk', 'ann', ''), (15, 'disk', '', 'bob')])
        """

    def renew(self, owner: str, resource: str, time: int) -> int:
        """
        Renew a lease. Its new end is self.span after the time, or self.most after its start if that is earlier. If
        this is later than the end that it has, it becomes the end of the lease, and a claim of the resource is
        removed. Otherwise the end and the claim stay.
        :param owner: str, the name of the owner.
        :param resource: str, the name of the resource.
        :param time: int, the time.
        :return: int, the end of the lease afterwards.
        :raises ValueError: as described for advance; then with the message "not yours" if the resource is not leased
            to this owner.
        >>> table = LeaseTable(10, 12, 3)
        >>> table.acquire("ann", "disk", 5), table.claim("bob", "disk", 6), table.renew("ann", "disk", 8)
        (True, 9, 17)
        >>> table.claim("bob", "disk", 8), table.renew("ann", "disk", 9), table.claims
        (11, 17, {'disk': ('bob', 11)})
        """

    def claim(self, claimant: str, resource: str, time: int) -> int:
        """
        Claim a leased resource. It passes self.grace after the time, or at the end of the lease if that is earlier.
        :param claimant: str, the name of the claimant, not empty.
        :param resource: str, the name of the resource.
        :param time: int, the time.
        :return: int, the time at which it passes.
        :raises ValueError: as described for advance; then with the message "not leased" if the resource is not leased;
            else with "your own" if it is leased to the claimant; else with "is claimed" if there is a claim already,
            even of the same claimant.
        >>> table = LeaseTable(10, 40, 3)
        >>> table.acquire("ann", "disk", 5), table.claim("bob", "disk", 13), table.claims
        (True, 15, {'disk': ('bob', 15)})
        """

    def release(self, owner: str, resource: str, time: int) -> str:
        """
        Give a resource back. If it is claimed, the claim is removed, and a lease of the claimant begins at the time,
        which ends self.span later; this is one change in self.log.
        :param owner: str, the name of the owner.
        :param resource: str, the name of the resource.
        :param time: int, the time.
        :return: str, the new owner, empty if there is none.
        :raises ValueError: as described for advance; then with the message "not yours" if the resource is not leased
            to this owner.
        >>> table = LeaseTable(10, 40, 3)
        >>> table.acquire("ann", "disk", 5), table.claim("bob", "disk", 6), table.release("ann", "disk", 7), table.log
        (True, 9, 'bob', [(5, 'disk', '', 'ann'), (7, 'disk', 'ann', 'bob')])
        """

    def withdraw(self, name: str, time: int) -> list[str]:
        """
        End all that someone has: first all claims of this claimant are removed, then all leases of this owner are
        released as described for release, in ascending order of the resources.
        :param name: str, the name of the claimant and owner.
        :param time: int, the time.
        :return: list of str, the resources of the removed claims and released leases, in ascending order.
        :raises ValueError: as described for advance.
        >>> table = LeaseTable(10, 40, 3)
        >>> table.acquire("ann", "disk", 5), table.acquire("bob", "tape", 5), table.claim("bob", "disk", 6)
        (True, True, 9)
        >>> table.withdraw("bob", 7), table.leases, table.claims
        (['disk', 'tape'], {'disk': ('ann', 5, 15)}, {})
        """
