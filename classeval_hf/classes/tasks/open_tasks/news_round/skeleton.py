# canary: classeval-hf open news_round 8d1898c0-c139-44b6-82fc-3d8c36343eff

from fractions import Fraction


class NewsRound:
    """
    The subscriptions of a newspaper. Orders of customers are booked for a day and carried out when that day comes.
    What a customer owes grows from day to day and is exact; bills are in whole cents. Days are numbered.
    """

    def __init__(self, plans: dict[str, int], cycle: int):
        """
        Start without customers, at the day 0.
        self.plans: dict, from the name of each plan to its price in cents for one cycle.
        self.cycle: int, the length of a cycle in days, at least 1.
        self.now: int, the present day. All that was due before it has been done.
        self.agenda: dict, from the number of each order that is not carried out yet to a tuple (day, customer, action,
            plan).
        self.customers: dict, from each customer to a tuple (state, plan, first): the state is "active", "paused" or
            "ended", and first is the day on which the customer started last.
        self.owed: dict, from each customer in self.customers to what was owed at the begin of the present day and what
            orders have added since, as a Fraction of cents.
        self.count: int, the number given to an order last, 0 if none was. Numbers go up by 1 and are not used again.
        :param plans: dict, from the name of each plan to its price for one cycle.
        :param cycle: int, the length of a cycle in days.
        """
        self.plans = plans
        self.cycle = cycle
        self.now = 0
        self.agenda = {}
        self.customers = {}
        self.owed = {}
        self.count = 0

    def rate(self, customer: str) -> Fraction:
        """
        What a customer owes for a day now: if active, the price of the plan divided by the days of a cycle; if paused,
        a quarter of that; if ended, nothing.
        :param customer: str, the customer.
        :return: Fraction, the cents for a day.
        :raises KeyError: with the customer if there is no such customer in self.customers.
        >>> paper = NewsRound({"daily": 900, "weekend": 400}, 30)
        >>> paper.book(0, "ann", "start", "daily"), paper.run(0), paper.rate("ann")
        (1, [(0, 'ann', 'start')], Fraction(30, 1))
        """

    def book(self, day: int, customer: str, action: str, plan: str) -> int:
        """
        Book an order. Whether it can be carried out is seen only on its day.
        :param day: int, the day; it may be the present one.
        :param customer: str, the customer, who may be new.
        :param action: str, "start", "pause", "resume", "switch" or "end".
        :param plan: str, the plan for "start" and "switch", otherwise empty.
        :return: int, the number of the order.
        :raises ValueError: with the message "in the past" if the day is before self.now; else with "bad action" if the
            action is none of these; else with "bad plan" if it is "start" or "switch" and there is no such plan, or
            it is another one and the plan is not empty. Nothing is changed then.
        >>> paper = NewsRound({"daily": 900, "weekend": 400}, 30)
        >>> paper.book(3, "ann", "start", "daily"), paper.book(2, "ben", "start", "weekend"), paper.agenda[2]
        (1, 2, (2, 'ben', 'start', 'weekend'))
        """

    def withdraw(self, number: int) -> str:
        """
        Take an order from the agenda.
        :param number: int, the number of the order.
        :return: str, the customer of the order.
        :raises KeyError: with the number if it is not in the agenda; nothing is changed then.
        >>> paper = NewsRound({"daily": 900, "weekend": 400}, 30)
        >>> paper.book(3, "ann", "start", "daily"), paper.withdraw(1), paper.agenda
        (1, 'ann', {})
        """

    def run(self, day: int) -> list[tuple[int, str, str]]:
        """
        Let the days pass until a day, and carry out all orders up to it, that day included, in the order of their
        days, those of one day in the order of their numbers. For each day that passes every customer owes the rate
        that holds after the orders of that day; the day reached at last has not passed.
        - "start": a customer who is new or ended becomes active with the plan, and this day becomes the first.
        - "pause": an active customer becomes paused. "resume": a paused customer becomes active.
        - "switch": an active or paused customer gets the plan. But if the plan has a lower price than the present one,
          and the number of days since the first one is no multiple of the cycle, the plan stays, and a new order with
          the action "drop" and the plan is put in the agenda, for the next day for which that number is a multiple.
        - "drop": an active or paused customer gets the plan, whatever the prices are then.
        - "end": an active or paused customer becomes ended. If less than one cycle has passed since the first day, the
          customer owes for the rest of that cycle too, from this day on, at the rate held until now. The orders
          "drop" of the customer leave the agenda.
        An order that does not suit the state of the customer changes nothing but leaves the agenda as others do.
        :param day: int, the day.
        :return: list of tuples (day, customer, outcome), one for each order in turn: the outcome is the action, or
            "later" for a "switch" that becomes a "drop", or "refused" for an order that does not suit.
        :raises ValueError: with the message "time runs back" if the day is before self.now; nothing is changed then.
        >>> paper = NewsRound({"daily": 900, "weekend": 400}, 30)
        >>> paper.book(0, "ann", "start", "daily"), paper.book(10, "ann", "switch", "weekend"), paper.run(33)
        (1, 2, [(0, 'ann', 'start'), (10, 'ann', 'later'), (30, 'ann', 'drop')])
        >>> paper.owed, paper.customers
        ({'ann': Fraction(940, 1)}, {'ann': ('active', 'weekend', 0)})
        """

    def reprice(self, plan: str, price: int) -> int:
        """
        Give a plan another price, which holds from the present day on.
        :param plan: str, the plan.
        :param price: int, the price in cents for one cycle.
        :return: int, how many active and paused customers have the plan.
        :raises KeyError: with the plan if there is no such plan.
        :raises ValueError: else with the message "bad price" if the price is less than 0. Nothing is changed in either
            case.
        >>> paper = NewsRound({"daily": 900, "weekend": 400}, 30)
        >>> paper.book(0, "ann", "start", "daily"), paper.run(10), paper.reprice("daily", 1200), paper.run(11)
        (1, [(0, 'ann', 'start')], 1, [])
        >>> paper.owed
        {'ann': Fraction(340, 1)}
        """

    def bill(self) -> dict[str, int]:
        """
        Make bills for what is owed now. An active or paused customer is billed the whole cents and goes on owing the
        fraction that is left. An ended customer is billed what is owed, rounded to whole cents, a half up, and owes
        nothing afterwards.
        :return: dict, from each customer who is billed at least one cent to the cents.
        >>> paper = NewsRound({"daily": 1000, "weekend": 400}, 30)
        >>> paper.book(0, "ann", "start", "daily"), paper.run(2), paper.bill(), paper.owed
        (1, [(0, 'ann', 'start')], {'ann': 66}, {'ann': Fraction(2, 3)})
        """
