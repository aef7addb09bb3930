# canary: classeval-hf open relay_debate cb9529a2-83ff-47a0-bad3-9ff798c8808a


class RelayDebate:
    """
    A debate between sides, each with several speakers who take turns and one budget of speaking time in seconds. All
    times are seconds from the begin of the debate. One side at a time speaks; another side may interrupt it, and the
    interrupted side waits and goes on when the interruption ends.
    A speaker who gets the floor goes to the end of the side's order. While the debate goes on by one second, the side
    that speaks has 1 second less left, and its speaker has spoken 1 second more. If it has no second left after that,
    its turn ends. Otherwise, if its speaker has now spoken self.longest seconds in this go, the first speaker of the
    side's order gets the floor in the same turn, and a new go begins with 0 seconds.
    """

    def __init__(self, sides: dict[str, list[str]], budget: int, longest: int, fee: int):
        """
        Start at second 0, when nobody speaks.
        self.longest: int, the seconds after which a speaker must hand over, at least 1.
        self.fee: int, the seconds that an interruption costs, at least 0.
        self.second: int, the present second.
        self.order: dict, from each side to a list of its speakers; the first is the one who gets the floor next.
        self.left: dict, from each side to the seconds that it has left, at least 0.
        self.spoken: dict, from each speaker to the seconds spoken so far.
        self.floor: list of tuples (side, speaker, go): the side that speaks comes last, before it the side that it
            interrupted, and so on; the speaker is the one who speaks or was interrupted, and go the seconds of the
            speaker's go so far. No side is in it twice, and every side in it has at least 1 second left.
        :param sides: dict, from each side to the list of its speakers, which is not empty; no speaker is in two sides.
        :param budget: int, the seconds of each side, at least 1.
        :param longest: int, the longest go in seconds.
        :param fee: int, the cost of an interruption in seconds.
        """
        self.longest = longest
        self.fee = fee
        self.second = 0
        self.order = {side: list(speakers) for side, speakers in sides.items()}
        self.left = dict.fromkeys(sides, budget)
        self.spoken = {speaker: 0 for speakers in sides.values() for speaker in speakers}
        self.floor = []

    def go_on(self, now: int) -> list[tuple[int, str]]:
        """
        Let the debate go on second by second until now is the present second.
        :param now: int, the second.
        :return: list of tuple, (second, speaker) for each speaker whose go ended on the way, at the second that was
            the present one then, in the order of time.
        :raises ValueError: with the message "past second: " and now if it is less than the present second; nothing is
            changed then.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(3, "pro"), debate.go_on(25), debate.floor, debate.left
        ('Ann', [(23, 'Ann')], [('pro', 'Ada', 2)], {'pro': 28, 'con': 50})
        >>> debate.go_on(80), debate.spoken
        ([(43, 'Ada'), (53, 'Ann')], {'Ann': 30, 'Ada': 20, 'Ben': 0})
        """

    def take_floor(self, now: int, side: str) -> str:
        """
        Let the debate go on to now, then give the floor to a side when nobody speaks: to the first speaker of its
        order.
        :param now: int, the second.
        :param side: str, the side.
        :return: str, the speaker.
        :raises KeyError: with the side if it is unknown; nothing is changed then.
        :raises ValueError: else with the message of go_on, and then nothing is changed; else with "floor is taken" if
            somebody speaks at now, or else "no time left" if the side has no second left then; in these two cases the
            debate has gone on, and nothing else is changed.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(7, "pro"), debate.order["pro"], debate.floor
        ('Ann', ['Ada', 'Ann'], [('pro', 'Ann', 0)])
        """

    def interrupt(self, now: int, side: str) -> str:
        """
        Let the debate go on to now, then let a side interrupt the one that speaks. The fee goes over from what the
        interrupting side has left to what the interrupted one has left, and the floor to the first speaker of the
        order of the interrupting side.
        :param now: int, the second.
        :param side: str, the interrupting side.
        :return: str, the speaker who gets the floor.
        :raises KeyError: with the side if it is unknown; nothing is changed then.
        :raises ValueError: else with the message of go_on, and then nothing is changed; else by the first of these
            that applies, and then the debate has gone on, and nothing else is changed: "nobody speaks"; "on the floor"
            if the side speaks or waits; "no time left" if it would have less than 1 second left after the fee.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(0, "pro"), debate.interrupt(12, "con"), debate.left
        ('Ann', 'Ben', {'pro': 43, 'con': 45})
        >>> debate.go_on(14), debate.floor
        ([], [('pro', 'Ann', 12), ('con', 'Ben', 2)])
        """

    def hand_over(self, now: int) -> str:
        """
        Let the debate go on to now, then let the speaker hand over to the first speaker of the own side's order, with
        a new go of 0 seconds.
        :param now: int, the second.
        :return: str, the speaker who has the floor then; a side of one speaker hands over to the same one.
        :raises ValueError: with the message of go_on, and then nothing is changed; else with "nobody speaks", and then
            the debate has gone on.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada", "Al"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(0, "pro"), debate.hand_over(4), debate.order["pro"], debate.floor
        ('Ann', 'Ada', ['Al', 'Ann', 'Ada'], [('pro', 'Ada', 0)])
        """

    def give_way(self, now: int) -> str:
        """
        Let the debate go on to now, then end the turn of the side that speaks. A side that waited for it goes on with
        the speaker who was interrupted, in the same go.
        :param now: int, the second.
        :return: str, the speaker who speaks after that, an empty string if nobody does.
        :raises ValueError: with the message of go_on, and then nothing is changed; else with "nobody speaks", and then
            the debate has gone on.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(0, "pro"), debate.interrupt(12, "con"), debate.give_way(15), debate.floor
        ('Ann', 'Ben', 'Ann', [('pro', 'Ann', 12)])
        """

    def standings(self) -> list[str]:
        """
        Describe how the sides stand at the present second. The line of a side is its name, ": ", the sum of the
        seconds that its speakers have spoken, " spoken, ", the seconds that it has left, " left"; then, if it is on
        the floor, ", " and its speaker on the floor and " speaks" or " waits".
        :return: list of str, the lines; sides that have spoken more come first, of these with equal sums those with
            more seconds left, then in ascending order of the names.
        >>> debate = RelayDebate({"pro": ["Ann", "Ada"], "con": ["Ben"]}, 50, 20, 5)
        >>> debate.take_floor(0, "pro"), debate.interrupt(12, "con")
        ('Ann', 'Ben')
        >>> debate.standings()
        ['pro: 12 spoken, 43 left, Ann waits', 'con: 0 spoken, 45 left, Ben speaks']
        """
