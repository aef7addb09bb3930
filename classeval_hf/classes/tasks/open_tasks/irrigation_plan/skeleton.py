# canary: classeval-hf open irrigation_plan cc466cb9-56f2-4eb0-a766-2216a4875da0

import copy


class IrrigationPlan:
    """
    The plan of a garden whose valves are opened for a number of minutes each. Some pairs of valves exclude each other,
    and all open valves together must not need more water than there is. A job (a valve, and for how many minutes)
    which cannot start waits in a queue. Jobs further back may overtake it, but only a limited number of times.
    These rules hold between any two calls: no two open valves exclude each other; the flows of the open valves add up
    to at most self.max_flow; and no job in the queue could be started by start_waiting.
    """

    def __init__(self, valves: dict[str, int], max_flow: int, patience: int):
        """
        Set up a plan at minute 0 with all valves closed.
        The fields are:
        - self.valves: dict, from the name of each valve to its flow in litres per minute, at least 1.
        - self.max_flow: int, the flow in litres per minute that all open valves may need together.
        - self.patience: int, at least 1, the number of times that a job lets itself be overtaken.
        - self.exclusions: list of tuples (valve, valve), the pairs that exclude each other, in the order in which they
          were made; the two names are in ascending order. Initially empty.
        - self.now: int, the present minute.
        - self.open: dict, from the name of each open valve to the minute at which it closes, which is later than
          self.now. Initially empty; the order of the entries does not matter.
        - self.queue: list of tuples (valve, minutes, times overtaken), the jobs that wait, the first one at the front.
          Initially empty. There may be several jobs for a valve, also while it is open.
        :param valves: dict, from the name of each valve to its flow.
        :param max_flow: int, the flow that there is.
        :param patience: int, how often a job lets itself be overtaken.
        """
        self.valves = dict(valves)
        self.max_flow = max_flow
        self.patience = patience
        self.exclusions = []
        self.now = 0
        self.open = {}
        self.queue = []

    def obstacle(self, valve: str) -> str:
        """
        Why a valve cannot be opened now. The first of these that applies: "open" if it is open; "excluded by " and the
        name of an open valve that excludes it, the least name if there are several; "flow" if the flows of the open
        valves and its own are more than self.max_flow together.
        :param valve: str, the name of the valve.
        :return: str, the reason, empty if the valve can be opened.
        :raises ValueError: with the message "unknown valve: " and the name if there is no such valve.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30, "trees": 15}, 50, 2)
        >>> plan.exclusions, plan.open = [("lawn", "trees")], {"lawn": 10}
        >>> [plan.obstacle(valve) for valve in ("beds", "lawn", "trees")]
        ['', 'open', 'excluded by lawn']
        """

    def start_waiting(self) -> list[str]:
        """
        Go through the queue once from the front and start the jobs that can be started: those whose valve has no
        obstacle (see obstacle) when their turn comes, provided that no job which then is before it in the queue has
        been overtaken self.patience times or more. A job that starts leaves the queue, its valve is open until the
        minute self.now plus the minutes of the job, and every job that is before it in the queue has been overtaken
        once more.
        :return: list of str, the valves that were opened, in that order.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30, "trees": 15}, 50, 2)
        >>> plan.open, plan.queue = {"beds": 5}, [("beds", 9, 0), ("trees", 4, 0), ("lawn", 7, 1)]
        >>> plan.start_waiting()
        ['trees']
        >>> plan.queue
        [('beds', 9, 1), ('lawn', 7, 1)]
        """

    def exclude(self, first: str, second: str) -> bool:
        """
        Have two valves exclude each other from now on. The order in which they are given does not matter.
        :param first: str, the name of a valve.
        :param second: str, the name of another valve.
        :return: bool, True if the pair is new, False if it was there already.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "unknown valve: " and the
            name if first or else second is unknown; "same valve: " and the name if they are the same; "both open" if
            both valves are open.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30}, 50, 2)
        >>> plan.exclude("lawn", "beds"), plan.exclude("beds", "lawn")
        (True, False)
        >>> plan.exclusions
        [('beds', 'lawn')]
        """

    def allow(self, first: str, second: str) -> list[str]:
        """
        Let two valves no longer exclude each other, and start what can be started (see start_waiting). The order in
        which they are given does not matter.
        :param first: str, the name of a valve.
        :param second: str, the name of another valve.
        :return: list of str, the valves that were opened, as start_waiting gives them.
        :raises ValueError: with the message "no such exclusion" if the two do not exclude each other.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30}, 50, 2)
        >>> plan.exclusions, plan.open, plan.queue = [("beds", "lawn")], {"lawn": 8}, [("beds", 5, 0)]
        >>> plan.allow("lawn", "beds")
        ['beds']
        """

    def request(self, valve: str, minutes: int) -> list[str]:
        """
        Put a job at the end of the queue, not yet overtaken, and start what can be started (see start_waiting).
        :param valve: str, the name of the valve.
        :param minutes: int, how long it is to be open.
        :return: list of str, the valves that were opened, as start_waiting gives them.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "unknown valve: " and the
            name if there is no such valve; "bad minutes: " and the minutes if they are less than 1; "flow too large: "
            and the name if the valve alone needs more than self.max_flow.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30, "trees": 15}, 50, 2)
        >>> plan.request("lawn", 10), plan.request("trees", 5), plan.request("beds", 5)
        (['lawn'], ['trees'], [])
        >>> plan.queue
        [('beds', 5, 0)]
        """

    def advance(self, minutes: int) -> list[tuple[int, str, str]]:
        """
        Let time go by. At each minute at which open valves are to close, up to and including the new present minute,
        first these are closed, in ascending order of their names, and then what can be started is started (see
        start_waiting) with self.now being that minute. Jobs started on the way may end on the way as well.
        :param minutes: int, by how much self.now increases; it may be 0.
        :return: list of tuples (minute, "close" or "open", name of the valve), what happened, in that order.
        :raises ValueError: with the message "bad minutes: " and the minutes if they are negative.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30}, 40, 2)
        >>> plan.open, plan.queue = {"lawn": 8}, [("beds", 5, 0)]
        >>> plan.advance(10), plan.now, plan.open
        ([(8, 'close', 'lawn'), (8, 'open', 'beds')], 10, {'beds': 13})
        """

    def stop(self, valve: str) -> int:
        """
        Close an open valve before its time, and start what can be started (see start_waiting).
        :param valve: str, the name of the valve.
        :return: int, the number of minutes for which it would have stayed open.
        :raises ValueError: with the message "not open: " and the name if the valve is not open or unknown.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30}, 40, 2)
        >>> plan.now, plan.open, plan.queue = 3, {"lawn": 8}, [("beds", 5, 0)]
        >>> plan.stop("lawn"), plan.open
        (5, {'beds': 8})
        """

    def drop(self, valve: str) -> list[int]:
        """
        Take all jobs for a valve out of the queue, and start what can be started (see start_waiting). If the valve is
        open it stays so.
        :param valve: str, the name of the valve.
        :return: list of int, the minutes of the jobs taken out, in the order of the queue.
        :raises ValueError: with the message "unknown valve: " and the name if there is no such valve.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30, "trees": 15}, 40, 1)
        >>> plan.open, plan.queue = {"beds": 8}, [("lawn", 5, 1), ("trees", 4, 0), ("lawn", 6, 0)]
        >>> plan.drop("lawn"), plan.open
        ([5, 6], {'beds': 8, 'trees': 4})
        """

    def forecast(self) -> dict[str, int]:
        """
        When each valve will be closed for good if nothing is requested, stopped or changed any more: the minute at
        which the last job for it, open or waiting, will end. Nothing is changed.
        :return: dict, from the name of each valve that is open or has a job in the queue to that minute, in ascending
            order of the minutes, equal minutes in ascending order of the names.
        >>> plan = IrrigationPlan({"beds": 20, "lawn": 30}, 40, 2)
        >>> plan.open, plan.queue = {"lawn": 8}, [("lawn", 2, 0), ("beds", 5, 0)]
        >>> plan.forecast()
        {'lawn': 10, 'beds': 15}
        """
