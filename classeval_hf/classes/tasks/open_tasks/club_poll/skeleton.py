# canary: classeval-hf open club_poll 24724bf3-bf48-4686-8b01-cc1518ec03cc


class ClubPoll:
    """
    A poll in a club. On a ballot a voter puts some or all of the options in an order, the best first. Ballots can be
    corrected until they are counted, but not as often as one likes.
    """

    def __init__(self, options: list[str], limit: int):
        """
        Start without ballots.
        self.options: list of str, the options that are not withdrawn, in the order given; at least one.
        self.limit: int, how many corrections each voter may make, at least 0.
        self.ballots: dict, from the name of each voter with a ballot to the list of options on it, the best first. It
            has at least one option, only such as are in self.options, and none twice.
        self.corrections: dict, from the name of each voter with a ballot who has corrected it to the number of the
            corrections, from 1 to self.limit.
        :param options: list of str, the options, all different, at least one.
        :param limit: int, how many corrections each voter may make.
        """
        self.options = list(options)
        self.limit = limit
        self.ballots = {}
        self.corrections = {}

    def cast(self, voter: str, ranking: list[str]) -> int:
        """
        Take a ballot in.
        :param voter: str, the name of the voter.
        :param ranking: list of str, the options on the ballot, the best first; it is copied.
        :return: int, the number of ballots after that.
        :raises ValueError: with the message "has voted" if there is a ballot of the voter; else with "empty ballot" if
            there is no option on the ballot; else, for the first item of the ranking with which something is wrong,
            with "unknown option: " and the item if it is not in self.options, or "option twice: " and the item if it
            is an item before as well. Nothing is changed then.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ann", ["hills", "lake"]), poll.cast("ben", ["city"]), poll.ballots
        (1, 2, {'ann': ['hills', 'lake'], 'ben': ['city']})
        """

    def correct(self, voter: str, ranking: list[str]) -> int:
        """
        Replace a ballot by another one. If the new ranking is the old one, this is no correction, and nothing is
        changed.
        :param voter: str, the name of the voter.
        :param ranking: list of str, the options on the new ballot, the best first; it is copied.
        :return: int, how many corrections the voter may still make.
        :raises KeyError: with the name if there is no ballot of the voter.
        :raises ValueError: otherwise, for a wrong ranking, with the messages that cast has for it; else with the
            message "no more corrections" if this is a correction and the voter has made as many as allowed. Nothing is
            changed then.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ann", ["hills", "lake"]), poll.correct("ann", ["hills", "lake"]), poll.correct("ann", ["city"])
        (1, 1, 0)
        """

    def exchange(self, voter: str, one: str, other: str) -> list[str]:
        """
        Correct a ballot by letting two options change places. If only one of them is on the ballot, the other takes
        its place; if neither is, the ranking stays as it is. This counts as described for correct.
        :param voter: str, the name of the voter.
        :param one: str, an option.
        :param other: str, the other option.
        :return: list of str, the options on the ballot after that.
        :raises KeyError: with the name if there is no ballot of the voter.
        :raises ValueError: otherwise, with the message "unknown option: " and the option if it is not in self.options;
            one is looked at first; else as correct does. Nothing is changed then.
        >>> poll = ClubPoll(["lake", "hills", "city"], 2)
        >>> poll.cast("ann", ["hills", "lake"]), poll.exchange("ann", "lake", "hills")
        (1, ['lake', 'hills'])
        >>> poll.exchange("ann", "city", "lake"), poll.corrections
        (['city', 'hills'], {'ann': 2})
        """

    def withdraw(self, option: str) -> list[str]:
        """
        Withdraw an option from the poll: it is taken off all ballots, which is no correction. A ballot without options
        then is dropped; its voter can vote once more, and has made no corrections then.
        :param option: str, the option.
        :return: list of str, the names of the voters whose ballots were dropped, in ascending order.
        :raises ValueError: with the message "unknown option: " and the option if it is not in self.options; else with
            "last option" if there is no other one. Nothing is changed then.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ben", ["city"]), poll.cast("ann", ["hills", "city", "lake"])
        (1, 2)
        >>> poll.withdraw("city"), poll.ballots
        (['ben'], {'ann': ['hills', 'lake']})
        """

    def tally(self, among: list[str], place: int) -> dict[str, int]:
        """
        Count on how many ballots an option is at a certain place among some options, if one passes over all other
        options on the ballot.
        :param among: list of str, the options that are not passed over.
        :param place: int, the place, 1 for the best.
        :return: dict, from each option of among, in the order of among, to the number of ballots.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ann", ["hills", "city", "lake"]), poll.cast("ben", ["city", "lake"])
        (1, 2)
        >>> poll.tally(["lake", "city"], 1), poll.tally(["lake", "city"], 2)
        ({'lake': 0, 'city': 2}, {'lake': 2, 'city': 0})
        """

    def count(self) -> list[tuple[dict[str, int], list[str]]]:
        """
        Count the ballots in rounds. At first all of self.options are in. In each round the votes of an option are the
        ballots on which it is the first of the options that are in. If an option has more than half of all votes of
        the round, or if there are no votes, this round is the last one. Otherwise options go out: if some have no
        votes, all of these; if all have votes, one of those with the fewest votes, namely the one that is on the
        fewest ballots the second of the options that are in; of several such the one that comes last in self.options.
        :return: list of tuples (votes, out), the rounds: a dict from each option that was in, in the order of
            self.options, to its votes, and the list of the options that went out after it, in the order of
            self.options, which is empty in the last round.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ann", ["hills", "lake"]), poll.cast("ben", ["lake"])
        (1, 2)
        >>> poll.count()
        [({'lake': 1, 'hills': 1, 'city': 0}, ['city']), ({'lake': 1, 'hills': 1}, ['hills']), ({'lake': 2}, [])]
        """

    def winner(self) -> tuple[str, int, int]:
        """
        Who wins the poll: the option that has more than half of the votes in the last round of count.
        :return: tuple of the option, its votes in the last round, and how many ballots have no option that was in
            then; the option is empty, and its votes are 0, if there are no ballots.
        >>> poll = ClubPoll(["lake", "hills", "city"], 1)
        >>> poll.cast("ann", ["hills"]), poll.cast("ben", ["lake"]), poll.cast("cy", ["lake", "city"]), poll.winner()
        (1, 2, 3, ('lake', 2, 0))
        """
