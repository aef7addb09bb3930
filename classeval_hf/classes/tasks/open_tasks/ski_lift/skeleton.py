# canary: classeval-hf open ski_lift cd9d51d4-0c5e-465b-b6ba-7531444c15e7


class SkiLift:
    """
    A simulation of a chair lift that goes on in steps. Parties of one or more people wait in a queue at the bottom;
    in each step of a running lift one chair leaves with some of them, and one arrives at the top. Parties stay
    together on a chair if they can.
    """

    def __init__(self, seats: int, length: int, patience: int):
        """
        Set up a running lift with empty chairs and an empty queue.
        :param seats: int, at least 1, how many people a chair takes.
        :param length: int, at least 1, how many chairs are on the way up.
        :param patience: int, at least 0, how often a party may be passed over.
        self.seats: int, the seats of a chair.
        self.length: int, the number of chairs on the way up.
        self.patience: int, how often a party may be passed over.
        self.clock: int, the number of steps so far.
        self.halt: int, the number of steps for which the lift stands still from now on, 0 if it runs.
        self.queue: list of tuple, (name, size) for each party in the queue, the first in the queue first; no two have
            the same name, and every size is at least 1.
        self.passed: dict, from the name of each party in the queue to how often it was passed over.
        self.chairs: list of self.length lists, the chairs on the way up, the one that left last first. Each holds a
            tuple (name, riders) for each party on it, in the order in which they boarded, at most self.seats riders
            in all.
        """
        self.seats = seats
        self.length = length
        self.patience = patience
        self.clock = 0
        self.halt = 0
        self.queue = []
        self.passed = {}
        self.chairs = [[] for _ in range(length)]

    def join(self, name: str, size: int) -> int:
        """
        A party joins the end of the queue, not passed over so far. It does not matter whether people of the same name
        are on the chairs.
        :param name: str, the name of the party.
        :param size: int, the number of its people; it may be more than a chair takes.
        :return: int, the number of people who stand in the queue before it.
        :raises ValueError: with the message "bad size" if the size is less than 1; else with "already waiting" if a
            party of this name is in the queue. Nothing is changed then.
        >>> lift = SkiLift(4, 3, 1)
        >>> lift.join("ann", 3), lift.join("ben", 6), lift.join("cleo", 1)
        (0, 3, 9)
        """

    def leave(self, name: str) -> int:
        """
        A party leaves the queue. Its people who are on a chair already stay there.
        :param name: str, the name of the party.
        :return: int, the number of people who left.
        :raises KeyError: with the name if no party of this name is in the queue.
        >>> lift = SkiLift(4, 3, 1)
        >>> lift.queue, lift.passed = [("ann", 3), ("ben", 6)], {"ann": 0, "ben": 1}
        >>> lift.leave("ben"), lift.queue, lift.passed
        (6, [('ann', 3)], {'ann': 0})
        """

    def load(self) -> list[tuple[str, int]]:
        """
        Choose who boards the next chair, and take them out of the queue.
        The first party of the queue boards as a whole if it fits on an empty chair. If not, as many of it as there
        are seats board; the others stay first in the queue under the same name, passed over as often as before, and
        nobody else boards.
        After the first party, the rest of the queue is gone through in order, and each party that fits as a whole on
        the seats still free boards. This ends early at a party that does not fit and has been passed over as often as
        the patience allows: nobody behind it boards.
        Every party that has stayed in the queue while one behind it boarded is passed over once more by this.
        :return: list of tuple, (name, riders) for each party that boards, in that order; empty if the queue is.
        >>> lift = SkiLift(4, 3, 1)
        >>> lift.queue = [("ann", 3), ("ben", 6), ("cleo", 1), ("dan", 1)]
        >>> lift.passed = {"ann": 0, "ben": 0, "cleo": 0, "dan": 0}
        >>> lift.load(), lift.queue, lift.passed
        ([('ann', 3), ('cleo', 1)], [('ben', 6), ('dan', 1)], {'ben': 1, 'dan': 0})
        >>> lift.load(), lift.queue
        ([('ben', 4)], [('ben', 2), ('dan', 1)])
        """

    def stop(self, steps: int) -> int:
        """
        Stop the lift for a number of steps from now on. If it stands still for longer already, that is not changed.
        :param steps: int, the number of steps.
        :return: int, the number of people on the chairs.
        :raises ValueError: with the message "bad stop" if the number is less than 1; nothing is changed then.
        >>> lift = SkiLift(4, 2, 1)
        >>> lift.chairs = [[("ann", 3), ("cleo", 1)], [("ben", 4)]]
        >>> lift.stop(5), lift.halt
        (8, 5)
        """

    def step(self) -> list[tuple[str, int]]:
        """
        Let one step go by, which the clock counts. If the lift stands still, it does so for one step less, and
        nothing else happens. If it runs, the chair that left first arrives at the top and is empty then, and a chair
        leaves with those who board it as described for load.
        :return: list of tuple, (name, riders) for each party on the chair that arrived, in the order in which they
            boarded; empty if the chair was or if none arrived.
        >>> lift = SkiLift(4, 2, 1)
        >>> lift.queue, lift.passed, lift.chairs = [("ann", 3)], {"ann": 0}, [[], [("ben", 4)]]
        >>> lift.step(), lift.chairs, lift.queue
        ([('ben', 4)], [[('ann', 3)], []], [])
        """

    def forecast(self, name: str) -> int:
        """
        In how many steps from now on the last of all people of a name that are in the queue or on a chair will arrive
        at the top, if nobody joins or leaves the queue and the lift is not stopped once more. The lift itself is not
        changed.
        :param name: str, the name of a party.
        :return: int, the number of steps, at least 1.
        :raises KeyError: with the name if nobody of this name is in the queue or on a chair.
        >>> lift = SkiLift(4, 3, 1)
        >>> lift.queue, lift.passed, lift.halt = [("ann", 3), ("ben", 6)], {"ann": 0, "ben": 0}, 2
        >>> lift.forecast("ann"), lift.forecast("ben")
        (6, 8)
        """
