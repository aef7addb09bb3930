# canary: classeval-hf open club_poll 24724bf3-bf48-4686-8b01-cc1518ec03cc

import unittest

from solution import ClubPoll


def given(thing, *calls):
    """Brings an object into a state by calls of methods, each a tuple of the name and the arguments."""
    for method, *arguments in calls:
        getattr(thing, method)(*arguments)


OPTIONS = ["lake", "hills", "city", "coast", "farm"]
BALLOTS = {
    "ann": "lake hills city",
    "ben": "lake coast",
    "cy": "hills lake",
    "dee": "hills city coast lake",
    "eve": "city hills",
    "flo": "coast city",
    "gus": "city",
    "hal": "lake",
    "ida": "coast hills",
}


def build(poll, ballots=BALLOTS):
    for voter, options in ballots.items():
        poll.cast(voter, options.split())


class ClubPollTestCast(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)

    def test_cast_numbers(self):
        self.assertEqual([self.poll.cast("ann", ["farm"]), self.poll.cast("", ["city", "farm", "lake"])], [1, 2])
        self.assertEqual(self.poll.ballots, {"ann": ["farm"], "": ["city", "farm", "lake"]})

    def test_cast_copies(self):
        ranking = ["hills", "lake"]
        self.assertEqual(self.poll.cast("ann", ranking), 1)
        ranking.append("city")
        self.assertEqual((self.poll.ballots, self.poll.corrections), ({"ann": ["hills", "lake"]}, {}))

    def test_cast_all_options(self):
        build(self.poll)
        self.assertEqual(self.poll.cast("joe", OPTIONS[::-1]), 10)
        self.assertEqual(self.poll.ballots["joe"], ["farm", "coast", "city", "hills", "lake"])

    def test_cast_has_voted(self):
        build(self.poll)
        for ranking in ([], ["farm"]):
            with self.assertRaises(ValueError) as caught:
                self.poll.cast("ann", ranking)
            self.assertEqual(str(caught.exception), "has voted")
        self.assertEqual(self.poll.ballots["ann"], ["lake", "hills", "city"])

    def test_cast_wrong_ranking(self):
        cases = [([], "empty ballot"), (["lake", "moon", "lake"], "unknown option: moon")]
        cases += [(["lake", "city", "lake", "moon"], "option twice: lake"), (["moon", "moon"], "unknown option: moon")]
        for ranking, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.poll.cast("ann", ranking)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.poll.ballots, {})

    def test_cast_withdrawn_option(self):
        given(self.poll, ("withdraw", "city"))
        with self.assertRaises(ValueError) as caught:
            self.poll.cast("ann", ["lake", "city"])
        self.assertEqual(str(caught.exception), "unknown option: city")
        self.assertEqual(self.poll.options, ["lake", "hills", "coast", "farm"])


class ClubPollTestCorrect(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)
        build(self.poll)

    def test_correct_counts(self):
        self.assertEqual([self.poll.correct("ann", ["farm"]), self.poll.correct("ann", ["city", "lake"])], [1, 0])
        self.assertEqual((self.poll.ballots["ann"], self.poll.corrections), (["city", "lake"], {"ann": 2}))
        self.assertEqual(len(self.poll.ballots), 9)

    def test_correct_same_ranking(self):
        self.assertEqual(self.poll.correct("ben", ["lake", "coast"]), 2)
        self.assertEqual(self.poll.corrections, {})
        self.poll.correct("ben", ["coast", "lake"])
        self.poll.correct("ben", ["coast"])
        self.assertEqual(self.poll.correct("ben", ["coast"]), 0)
        self.assertEqual((self.poll.ballots["ben"], self.poll.corrections), (["coast"], {"ben": 2}))

    def test_correct_back_to_old(self):
        self.assertEqual([self.poll.correct("hal", ["farm"]), self.poll.correct("hal", ["lake"])], [1, 0])
        self.assertEqual(self.poll.corrections, {"hal": 2})

    def test_correct_no_more(self):
        poll = ClubPoll(OPTIONS, 0)
        build(poll)
        with self.assertRaises(ValueError) as caught:
            poll.correct("gus", ["city", "lake"])
        self.assertEqual(str(caught.exception), "no more corrections")
        self.assertEqual((poll.ballots["gus"], poll.corrections, poll.correct("gus", ["city"])), (["city"], {}, 0))

    def test_correct_copies(self):
        ranking = ["farm"]
        self.assertEqual(self.poll.correct("ann", ranking), 1)
        ranking.append("city")
        self.assertEqual(self.poll.ballots["ann"], ["farm"])

    def test_correct_wrong_ranking(self):
        for ranking in (["farm"], ["city"]):
            self.poll.correct("hal", ranking)
        cases = [([], "empty ballot"), (["moon"], "unknown option: moon"), (["lake", "lake"], "option twice: lake")]
        for ranking, message in [*cases, (["lake"], "no more corrections")]:
            with self.assertRaises(ValueError) as caught:
                self.poll.correct("hal", ranking)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.poll.ballots["hal"], self.poll.corrections), (["city"], {"hal": 2}))

    def test_correct_unknown_voter(self):
        with self.assertRaises(KeyError) as caught:
            self.poll.correct("zoe", [])
        self.assertEqual(caught.exception.args, ("zoe",))
        self.assertEqual(sorted(self.poll.ballots), sorted(BALLOTS))


class ClubPollTestExchange(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)
        build(self.poll)

    def test_exchange_both_on_ballot(self):
        self.assertEqual(self.poll.exchange("dee", "lake", "city"), ["hills", "lake", "coast", "city"])
        self.assertEqual(self.poll.ballots["dee"], ["hills", "lake", "coast", "city"])
        self.assertEqual(self.poll.corrections, {"dee": 1})

    def test_exchange_one_on_ballot(self):
        self.assertEqual(self.poll.exchange("ann", "farm", "hills"), ["lake", "farm", "city"])
        self.assertEqual(self.poll.exchange("ann", "lake", "hills"), ["hills", "farm", "city"])
        self.assertEqual(self.poll.corrections, {"ann": 2})

    def test_exchange_none_on_ballot(self):
        self.assertEqual(
            [self.poll.exchange("gus", "farm", "lake"), self.poll.exchange("gus", "city", "city")], [["city"]] * 2
        )
        self.assertEqual(self.poll.corrections, {})

    def test_exchange_no_more(self):
        self.poll.exchange("eve", "city", "hills")
        self.poll.exchange("eve", "city", "hills")
        with self.assertRaises(ValueError) as caught:
            self.poll.exchange("eve", "city", "lake")
        self.assertEqual(str(caught.exception), "no more corrections")
        self.assertEqual(
            (self.poll.exchange("eve", "farm", "lake"), self.poll.corrections), (["city", "hills"], {"eve": 2})
        )

    def test_exchange_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.poll.exchange("zoe", "moon", "sun")
        self.assertEqual(caught.exception.args, ("zoe",))
        for one, other, option in (("moon", "sun", "moon"), ("lake", "sun", "sun"), ("farm", "sun", "sun")):
            with self.assertRaises(ValueError) as caught:
                self.poll.exchange("ann", one, other)
            self.assertEqual(str(caught.exception), "unknown option: " + option)
        self.assertEqual((self.poll.ballots["ann"], self.poll.corrections), (["lake", "hills", "city"], {}))


class ClubPollTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)
        build(self.poll)

    def test_withdraw_from_ballots(self):
        self.assertEqual(self.poll.withdraw("hills"), [])
        self.assertEqual(self.poll.options, ["lake", "city", "coast", "farm"])
        self.assertEqual(
            [self.poll.ballots[voter] for voter in ("ann", "dee", "ida")],
            [["lake", "city"], ["city", "coast", "lake"], ["coast"]],
        )

    def test_withdraw_drops_ballots(self):
        given(self.poll, ("cast", "bob", ["city"]))
        self.assertEqual(self.poll.withdraw("city"), ["bob", "gus"])
        self.assertEqual((len(self.poll.ballots), self.poll.ballots["flo"]), (8, ["coast"]))

    def test_withdraw_forgets_corrections(self):
        given(self.poll, ("correct", "hal", ["city"]))
        given(self.poll, ("correct", "ann", ["city", "farm"]))
        self.assertEqual(self.poll.withdraw("city"), ["gus", "hal"])
        self.assertEqual((self.poll.corrections, self.poll.ballots["ann"]), ({"ann": 1}, ["farm"]))

    def test_withdraw_unused(self):
        self.assertEqual(self.poll.withdraw("farm"), [])
        self.assertEqual((len(self.poll.ballots), self.poll.options), (9, ["lake", "hills", "city", "coast"]))

    def test_withdraw_errors(self):
        for option in ("hills", "city", "farm", "lake"):
            self.poll.withdraw(option)
        for option, message in (("lake", "unknown option: lake"), ("coast", "last option")):
            with self.assertRaises(ValueError) as caught:
                self.poll.withdraw(option)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.poll.options, ["coast"])
        self.assertEqual(sorted(self.poll.ballots), ["ben", "dee", "flo", "ida"])

    def test_withdraw_keeps_given_list(self):
        options = ["a", "b"]
        poll = ClubPoll(options, 1)
        self.assertEqual(poll.withdraw("a"), [])
        self.assertEqual((options, poll.options), (["a", "b"], ["b"]))


class ClubPollTestTally(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)
        build(self.poll)

    def test_tally_first(self):
        self.assertEqual(self.poll.tally(OPTIONS, 1), {"lake": 3, "hills": 2, "city": 2, "coast": 2, "farm": 0})

    def test_tally_second(self):
        self.assertEqual(self.poll.tally(OPTIONS, 2), {"lake": 1, "hills": 3, "city": 2, "coast": 1, "farm": 0})
        self.assertEqual(self.poll.tally(OPTIONS, 4), {"lake": 1, "hills": 0, "city": 0, "coast": 0, "farm": 0})

    def test_tally_some(self):
        tally = self.poll.tally(["coast", "lake"], 1)
        self.assertEqual((tally, list(tally)), ({"coast": 3, "lake": 4}, ["coast", "lake"]))
        self.assertEqual(self.poll.tally(["coast", "lake"], 2), {"coast": 1, "lake": 1})

    def test_tally_after_correction(self):
        given(self.poll, ("correct", "gus", ["farm", "lake"]))
        self.assertEqual(self.poll.tally(["farm", "lake", "city"], 1), {"farm": 1, "lake": 4, "city": 3})
        self.assertEqual(self.poll.corrections, {"gus": 1})

    def test_tally_nothing(self):
        self.assertEqual([self.poll.tally([], 1), self.poll.tally(["city", "farm"], 3)], [{}, {"city": 0, "farm": 0}])


class ClubPollTestCount(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)

    def test_count_rounds(self):
        build(self.poll)
        rounds = [
            ({"lake": 3, "hills": 2, "city": 2, "coast": 2, "farm": 0}, ["farm"]),
            ({"lake": 3, "hills": 2, "city": 2, "coast": 2}, ["coast"]),
            ({"lake": 3, "hills": 3, "city": 3}, ["city"]),
            ({"lake": 3, "hills": 4}, []),
        ]
        self.assertEqual(self.poll.count(), rounds)
        self.assertEqual(list(self.poll.count()[0][0]), OPTIONS)
        self.assertEqual(self.poll.options, OPTIONS)

    def test_count_first_round(self):
        build(self.poll, {"a": "city lake", "b": "city", "c": "lake", "d": "city farm", "e": "farm"})
        self.assertEqual(self.poll.count(), [({"lake": 1, "hills": 0, "city": 3, "coast": 0, "farm": 1}, [])])

    def test_count_half_is_not_enough(self):
        build(self.poll, {"a": "city", "b": "city", "c": "lake", "d": "farm lake"})
        self.assertEqual(
            self.poll.count(),
            [
                ({"lake": 1, "hills": 0, "city": 2, "coast": 0, "farm": 1}, ["hills", "coast"]),
                ({"lake": 1, "city": 2, "farm": 1}, ["farm"]),
                ({"lake": 2, "city": 2}, ["city"]),
                ({"lake": 2}, []),
            ],
        )

    def test_count_last_in_order_goes_out(self):
        build(self.poll, {"a": "coast", "b": "lake", "c": "hills", "d": "city"})
        outs = [out for _, out in self.poll.count()]
        self.assertEqual(outs, [["farm"], ["coast"], ["city"], ["hills"], []])

    def test_count_second_places_decide(self):
        build(self.poll, {"a": "lake city", "b": "lake farm", "c": "hills lake", "d": "city hills", "e": "farm lake"})
        build(self.poll, {"f": "city", "g": "hills farm", "h": "farm city", "i": "coast hills", "j": "lake"})
        self.assertEqual(
            self.poll.count(),
            [
                ({"lake": 3, "hills": 2, "city": 2, "coast": 1, "farm": 2}, ["coast"]),
                ({"lake": 3, "hills": 3, "city": 2, "farm": 2}, ["farm"]),
                ({"lake": 4, "hills": 3, "city": 3}, ["city"]),
                ({"lake": 4, "hills": 4}, ["hills"]),
                ({"lake": 5}, []),
            ],
        )

    def test_count_all_without_votes_go_out(self):
        build(self.poll, {"a": "hills", "b": "city"})
        self.assertEqual(
            self.poll.count(),
            [
                ({"lake": 0, "hills": 1, "city": 1, "coast": 0, "farm": 0}, ["lake", "coast", "farm"]),
                ({"hills": 1, "city": 1}, ["city"]),
                ({"hills": 1}, []),
            ],
        )

    def test_count_no_ballots(self):
        self.assertEqual(self.poll.count(), [({"lake": 0, "hills": 0, "city": 0, "coast": 0, "farm": 0}, [])])

    def test_count_after_withdrawal(self):
        build(self.poll)
        given(self.poll, ("withdraw", "lake"))
        given(self.poll, ("withdraw", "farm"))
        self.assertEqual(
            self.poll.count(),
            [({"hills": 3, "city": 2, "coast": 3}, ["city"]), ({"hills": 4, "coast": 3}, [])],
        )


class ClubPollTestWinner(unittest.TestCase):
    def setUp(self):
        self.poll = ClubPoll(OPTIONS, 2)

    def test_winner_after_rounds(self):
        build(self.poll)
        self.assertEqual(self.poll.winner(), ("hills", 4, 2))
        self.assertEqual(len(self.poll.ballots), 9)

    def test_winner_at_once(self):
        build(self.poll, {"a": "farm lake", "b": "farm", "c": "city"})
        self.assertEqual(self.poll.winner(), ("farm", 2, 0))

    def test_winner_nobody(self):
        self.assertEqual(self.poll.winner(), ("", 0, 0))
        self.assertEqual(self.poll.ballots, {})

    def test_winner_tie_in_last_round(self):
        build(self.poll, {"a": "farm", "b": "city", "c": "city", "d": "farm"})
        self.assertEqual(self.poll.winner(), ("city", 2, 2))

    def test_winner_after_correction(self):
        build(self.poll)
        given(self.poll, ("correct", "hal", ["coast", "lake"]))
        self.assertEqual(self.poll.winner(), ("hills", 5, 4))
        given(self.poll, ("correct", "gus", ["coast"]))
        self.assertEqual(self.poll.winner(), ("coast", 5, 0))


class ClubPollTestMain(unittest.TestCase):
    def test_main_trip(self):
        poll = ClubPoll(["sea", "zoo", "fair"], 1)
        self.assertEqual(
            [poll.cast("a", ["sea"]), poll.cast("b", ["zoo", "sea"]), poll.cast("c", ["fair", "zoo"])], [1, 2, 3]
        )
        self.assertEqual(poll.count()[0], ({"sea": 1, "zoo": 1, "fair": 1}, ["fair"]))
        self.assertEqual(poll.winner(), ("zoo", 2, 0))
        self.assertEqual((poll.exchange("b", "sea", "zoo"), poll.winner()), (["sea", "zoo"], ("sea", 2, 0)))
        self.assertEqual(poll.withdraw("sea"), ["a"])
        self.assertEqual((poll.ballots, poll.corrections), ({"b": ["zoo"], "c": ["fair", "zoo"]}, {"b": 1}))
        self.assertEqual(
            (poll.cast("a", ["fair"]), poll.correct("a", ["fair", "zoo"]), poll.winner()), (3, 0, ("fair", 2, 0))
        )
        self.assertEqual((poll.tally(["zoo"], 1), poll.tally(["zoo", "fair"], 2)), ({"zoo": 3}, {"zoo": 2, "fair": 0}))

    def test_main_corrections_used_up(self):
        poll = ClubPoll(OPTIONS, 2)
        build(poll)
        self.assertEqual([poll.correct("ida", ["farm"]), poll.exchange("ida", "farm", "city")], [1, ["city"]])
        with self.assertRaises(ValueError) as caught:
            poll.exchange("ida", "city", "farm")
        self.assertEqual(str(caught.exception), "no more corrections")
        self.assertEqual((poll.correct("ida", ["city"]), poll.tally(OPTIONS, 1)["city"]), (0, 3))
        self.assertEqual(poll.withdraw("city"), ["gus", "ida"])
        self.assertEqual((poll.corrections, poll.cast("ida", ["coast", "farm"])), ({}, 8))
        self.assertEqual(poll.exchange("ida", "coast", "hills"), ["hills", "farm"])
        self.assertEqual((len(poll.count()), poll.count()[-1]), (3, ({"lake": 3, "hills": 4}, [])))

    def test_main_down_to_one_option(self):
        poll = ClubPoll(["p", "q", "r"], 0)
        self.assertEqual([poll.cast(name, list(name)) for name in ("pq", "qr", "rp", "q")], [1, 2, 3, 4])
        self.assertEqual(([out for _, out in poll.count()], poll.winner()), ([["r"], ["p"], []], ("q", 3, 1)))
        self.assertEqual((poll.withdraw("q"), poll.ballots), (["q"], {"pq": ["p"], "qr": ["r"], "rp": ["r", "p"]}))
        self.assertEqual(poll.winner(), ("r", 2, 0))
        self.assertEqual((poll.withdraw("r"), poll.tally(["p"], 1)), (["qr"], {"p": 2}))
        self.assertEqual((poll.exchange("rp", "p", "p"), poll.correct("pq", ["p"])), (["p"], 0))
        self.assertEqual((poll.count(), poll.winner()), ([({"p": 2}, [])], ("p", 2, 0)))
