# canary: classeval-hf open request_budget 7faa72b3-06ac-4815-98b2-4af9fe05376a


class RequestBudget:
    """
    The budgets of requests that the tenants of a service share. Each tenant may make so many requests as it has left.
    Refills come at times that are planned in advance, and a tenant that runs short can borrow from others. Times are
    whole numbers.
    """

    def __init__(self):
        """
        Start at time 0 without tenants.
        self.now: int, the present time. All refills up to and including it are booked.
        self.caps: dict, from the name of each tenant to the most requests that it can have left, at least 1.
        self.left: dict, from the name of each tenant to the requests that it has left, from 0 to its cap.
        self.refills: dict, from the name of each tenant to the list of its refills to come: tuples (time, amount) in
            ascending order, with times after self.now, no time twice, and amounts of at least 1.
        self.loans: list of tuples (lender, borrower, amount), what is lent and not yet paid back, in the order in
            which the loans were made, with amounts of at least 1. No two of them have the same lender and borrower.
        """
        self.now = 0
        self.caps = {}
        self.left = {}
        self.refills = {}
        self.loans = []

    def open_tenant(self, name: str, cap: int) -> int:
        """
        Add a tenant. It starts with as many requests as its cap, and without refills.
        :param name: str, the name of the tenant.
        :param cap: int, the most requests that it can have left.
        :return: int, the number of tenants after that.
        :raises ValueError: with the message "bad cap" if the cap is less than 1; else with "tenant exists" if there is
            a tenant of that name. Nothing is changed then.
        >>> budget = RequestBudget()
        >>> budget.open_tenant("shop", 50), budget.left, budget.refills
        (1, {'shop': 50}, {'shop': []})
        """

    def plan_refill(self, name: str, time: int, amount: int) -> int:
        """
        Plan a refill. If the tenant has one to come at the same time, the amount is added to that one.
        :param name: str, the name of the tenant.
        :param time: int, the time of the refill.
        :param amount: int, the number of requests.
        :return: int, the sum of the amounts of all refills of the tenant that are to come.
        :raises KeyError: with the name if there is no such tenant.
        :raises ValueError: otherwise, with the message "bad amount" if the amount is less than 1; else with "too late"
            if the time is not after the present one. Nothing is changed then.
        >>> budget = RequestBudget()
        >>> budget.open_tenant("shop", 50)
        1
        >>> budget.plan_refill("shop", 20, 5), budget.plan_refill("shop", 10, 7), budget.refills
        (5, 12, {'shop': [(10, 7), (20, 5)]})
        """

    def advance(self, time: int) -> dict[str, int]:
        """
        Go on to a time and book the refills up to and including it: those of earlier times first, and those of the
        same time in ascending order of the tenants' names. A refill is booked like this: With it the tenant pays back
        what it has borrowed, the loans in the order of self.loans, each as far as the refill suffices. What is paid
        back is added to what the lender has left; it does not pay the lender's own loans. A loan that is paid back
        completely is dropped from self.loans, the others keep their order. What remains of the refill is added to what
        the tenant has left. Nobody gets more than the cap: requests above it are lost.
        :param time: int, the time.
        :return: dict, from the name of each tenant that could not get requests because of its cap to the number of
            requests that were lost that way. A request that is paid back and lost counts for the lender.
        :raises ValueError: with the message "time runs backwards" if the time is before the present one. Nothing is
            changed then.
        >>> budget = RequestBudget()
        >>> budget.open_tenant("shop", 50), budget.spend("shop", 20), budget.plan_refill("shop", 8, 25)
        (1, 30, 25)
        >>> budget.advance(7), budget.advance(9), budget.left, budget.refills
        ({}, {'shop': 5}, {'shop': 50}, {'shop': []})
        """

    def spend(self, name: str, number: int) -> int:
        """
        Make requests. Nothing is borrowed for them.
        :param name: str, the name of the tenant.
        :param number: int, the number of requests.
        :return: int, how many requests the tenant has left after that.
        :raises KeyError: with the name if there is no such tenant.
        :raises ValueError: otherwise, with the message "bad number" if the number is less than 1; else with "not
            enough" if the tenant has fewer requests left. Nothing is changed then.
        >>> budget = RequestBudget()
        >>> budget.open_tenant("shop", 50), budget.spend("shop", 20), budget.spend("shop", 30)
        (1, 30, 0)
        """

    def borrow(self, name: str, number: int) -> list[tuple[str, int]]:
        """
        Borrow requests from other tenants. A tenant that has borrowed something itself, and not yet paid it back,
        lends nothing. Another tenant lends what it has left above the half of its cap; the half of an odd cap is
        rounded up. The tenant that can lend most is asked first and gives as much as it can lend and is still wanted,
        then the one that can lend second most, and so on; of those that can lend equally many the one whose name comes
        first in ascending order is asked first. A loan is put at the end of self.loans, but if there is one of the
        same lender and borrower, its amount grows at its place.
        :param name: str, the name of the borrower.
        :param number: int, the number of requests.
        :return: list of tuples (lender, amount), in the order in which they were asked; who gives nothing is left out.
        :raises KeyError: with the name if there is no such tenant.
        :raises ValueError: otherwise, with the message "bad number" if the number is less than 1; else with "over the
            cap" if the borrower would have more left than its cap; else with "nobody lends" if the others together
            cannot lend so many. Nothing is changed then.
        >>> budget = RequestBudget()
        >>> [budget.open_tenant(name, 20) for name in ("shop", "wiki", "blog")], budget.spend("shop", 15)
        ([1, 2, 3], 5)
        >>> budget.borrow("shop", 12), budget.loans
        ([('blog', 10), ('wiki', 2)], [('blog', 'shop', 10), ('wiki', 'shop', 2)])
        """

    def forecast(self, name: str, time: int) -> int:
        """
        How many requests a tenant will have left at a time if nobody makes requests, borrows, or plans refills until
        then. Nothing is changed.
        :param name: str, the name of the tenant.
        :param time: int, the time.
        :return: int, what it will have left, the refills up to and including the time being booked.
        :raises KeyError: with the name if there is no such tenant.
        :raises ValueError: otherwise, as advance does.
        >>> budget = RequestBudget()
        >>> budget.open_tenant("shop", 50), budget.spend("shop", 40), budget.plan_refill("shop", 8, 25)
        (1, 10, 25)
        >>> budget.forecast("shop", 7), budget.forecast("shop", 8), budget.left
        (10, 35, {'shop': 10})
        """
