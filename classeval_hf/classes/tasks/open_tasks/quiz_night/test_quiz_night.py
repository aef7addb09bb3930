# canary: classeval-hf open quiz_night a5ebebe9-800e-4bf9-aca1-948b9d3fdd0c

import unittest

from solution import QuizNight


def after(quiz, *calls):
    """The quiz after calls of its methods."""
    for name, *arguments in calls:
        getattr(quiz, name)(*arguments)
    return quiz


def play(quiz, *questions):
    """The quiz after questions, each given by the first letters of the verdicts on it."""
    for letters in questions:
        quiz.ask()
        for letter in letters:
            quiz.answer({"r": "right", "w": "wrong", "p": "pass"}[letter])
    return quiz


def evening(quiz):
    """The first round is over, in which the third team had its joker."""
    return play(after(quiz, ("start_round",), ("play_joker", "Cats")), "wr", "ppr", "r")


TEAMS = ["Ants", "Bees", "Cats"]


class QuizNightTestTally(unittest.TestCase):
    def test_tally_first_to_answer(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "www", "p")
        self.assertEqual(
            (quiz.tally(), quiz.scores), ({"Ants": 4, "Bees": 0, "Cats": 0}, {"Ants": 4, "Bees": 0, "Cats": 0})
        )

    def test_tally_steals(self):
        quiz = QuizNight(TEAMS, [7, 9])
        play(after(quiz, ("start_round",)), "wr", "r", "pwr")
        self.assertEqual(quiz.tally(), {"Ants": 0, "Bees": 15, "Cats": 0})
        self.assertEqual(
            quiz.questions,
            [
                (1, ["Ants", "Bees", "Cats"], ["wrong", "right"]),
                (1, ["Bees", "Cats", "Ants"], ["right"]),
                (1, ["Cats", "Ants", "Bees"], ["pass", "wrong", "right"]),
            ],
        )

    def test_tally_joker(self):
        quiz = evening(QuizNight(TEAMS, [7, 9]))
        self.assertEqual((quiz.tally(), quiz.jokers), ({"Ants": 4, "Bees": 4, "Cats": 14}, {"Cats": 1}))

    def test_tally_joker_in_its_round_only(self):
        quiz = play(after(evening(QuizNight(TEAMS, [7, 9])), ("start_round",)), "wpr", "r")
        self.assertEqual((quiz.tally(), quiz.order), ({"Ants": 4, "Bees": 13, "Cats": 19}, ["Ants", "Bees", "Cats"]))

    def test_tally_not_below_zero(self):
        quiz = after(QuizNight(TEAMS, [7, 8]), ("start_round",), ("play_joker", "Bees"))
        play(quiz, "wwr", "r", "pww")
        self.assertEqual(quiz.tally(), {"Ants": 0, "Bees": 8, "Cats": 4})

    def test_tally_order_of_answers_matters(self):
        quiz = play(after(QuizNight(TEAMS, [9]), ("start_round",)), "wr", "wwr", "ppw")
        self.assertEqual(
            (quiz.tally(), list(quiz.tally())), ({"Ants": 5, "Bees": 1, "Cats": 0}, ["Ants", "Bees", "Cats"])
        )

    def test_tally_after_right_nothing_counts(self):
        quiz = after(evening(QuizNight(TEAMS, [7, 9])), ("correct", 2, "Bees", "right"))
        self.assertEqual(
            (quiz.tally(), quiz.questions[1]),
            ({"Ants": 0, "Bees": 11, "Cats": 14}, (1, ["Bees", "Cats", "Ants"], ["right", "pass", "right"])),
        )

    def test_tally_changes_nothing(self):
        quiz = QuizNight(TEAMS, [7, 9])
        evening(quiz)
        quiz.scores = {"Ants": 100, "Bees": 0, "Cats": 0}
        self.assertEqual(
            (quiz.tally(), quiz.scores), ({"Ants": 4, "Bees": 4, "Cats": 14}, {"Ants": 100, "Bees": 0, "Cats": 0})
        )


class QuizNightTestStartRound(unittest.TestCase):
    def test_start_round_first(self):
        quiz = QuizNight(TEAMS, [7, 9])
        self.assertEqual(
            (quiz.start_round(), quiz.round, quiz.order), (["Ants", "Bees", "Cats"], 1, ["Ants", "Bees", "Cats"])
        )

    def test_start_round_lowest_score(self):
        quiz = QuizNight(TEAMS, [7, 9])
        play(after(quiz, ("start_round",)), "r", "r", "www")
        self.assertEqual(
            (quiz.start_round(), quiz.round, quiz.scores),
            (["Cats", "Ants", "Bees"], 2, {"Ants": 4, "Bees": 4, "Cats": 0}),
        )

    def test_start_round_several_lowest(self):
        quiz = QuizNight([*TEAMS, "Dogs"], [7, 9])
        play(after(quiz, ("start_round",)), "r", "pppp", "r", "pppp")
        self.assertEqual(
            (quiz.start_round(), quiz.scores),
            (["Bees", "Cats", "Dogs", "Ants"], {"Ants": 7, "Bees": 0, "Cats": 7, "Dogs": 0}),
        )

    def test_start_round_lowest_first_or_middle(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "ppp", "r", "r")
        self.assertEqual(quiz.start_round(), ["Ants", "Bees", "Cats"])
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "ppp", "r")
        self.assertEqual((quiz.start_round(), quiz.teams), (["Bees", "Cats", "Ants"], ["Ants", "Bees", "Cats"]))

    def test_start_round_question_open(self):
        quiz = play(after(QuizNight(TEAMS, [7]), ("start_round",)), "r", "wr", "wp")
        with self.assertRaises(ValueError) as caught:
            quiz.start_round()
        self.assertEqual(str(caught.exception), "question open")
        after(quiz, ("answer", "wrong"))
        with self.assertRaises(ValueError) as caught:
            quiz.start_round()
        self.assertEqual(str(caught.exception), "show is over")
        self.assertEqual((quiz.round, quiz.order), (1, ["Ants", "Bees", "Cats"]))

    def test_start_round_runs(self):
        quiz = play(after(QuizNight(TEAMS, [7]), ("start_round",)), "r", "wr")
        with self.assertRaises(ValueError) as caught:
            quiz.start_round()
        self.assertEqual(str(caught.exception), "round runs")
        quiz = after(QuizNight(TEAMS, [7, 8]), ("start_round",))
        with self.assertRaises(ValueError) as caught:
            quiz.start_round()
        self.assertEqual(str(caught.exception), "round runs")
        self.assertEqual((quiz.round, quiz.order), (1, ["Ants", "Bees", "Cats"]))


class QuizNightTestPlayJoker(unittest.TestCase):
    def test_play_joker_first_round(self):
        quiz = after(QuizNight(TEAMS, [7, 9]), ("start_round",))
        self.assertEqual(
            (quiz.play_joker("Bees"), quiz.play_joker("Ants"), quiz.jokers), (0, 0, {"Bees": 1, "Ants": 1})
        )

    def test_play_joker_later(self):
        quiz = QuizNight(TEAMS, [7, 9])
        after(evening(quiz), ("start_round",))
        self.assertEqual(
            (quiz.scores, quiz.play_joker("Ants"), quiz.play_joker("Bees"), quiz.jokers),
            ({"Ants": 4, "Bees": 4, "Cats": 14}, 1, 1, {"Cats": 1, "Ants": 2, "Bees": 2}),
        )

    def test_play_joker_leads(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "r", "wr")
        after(quiz, ("start_round",))
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Ants")
        self.assertEqual(str(caught.exception), "leads")
        self.assertEqual((quiz.play_joker("Bees"), quiz.jokers), (1, {"Bees": 2}))

    def test_play_joker_leads_with_another(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "r", "www")
        after(quiz, ("correct", 3, "Ants", "pass"), ("correct", 3, "Bees", "pass"), ("start_round",))
        self.assertEqual((quiz.play_joker("Ants"), quiz.play_joker("Bees"), quiz.play_joker("Cats")), (0, 0, 2))

    def test_play_joker_too_late(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",), ("play_joker", "Bees")), "")
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Ants")
        self.assertEqual(str(caught.exception), "too late")
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Bees")
        self.assertEqual(str(caught.exception), "too late")
        self.assertEqual(quiz.jokers, {"Bees": 1})

    def test_play_joker_errors(self):
        quiz = QuizNight(TEAMS, [7, 9])
        with self.assertRaises(KeyError) as caught:
            quiz.play_joker("Dogs")
        self.assertEqual(caught.exception.args, ("Dogs",))
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Cats")
        self.assertEqual(str(caught.exception), "no round")
        after(evening(quiz), ("start_round",))
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Cats")
        self.assertEqual(str(caught.exception), "used")
        with self.assertRaises(KeyError) as caught:
            quiz.play_joker("Dogs")
        self.assertEqual(caught.exception.args, ("Dogs",))
        self.assertEqual((quiz.jokers, quiz.scores["Cats"]), ({"Cats": 1}, 14))


class QuizNightTestAsk(unittest.TestCase):
    def test_ask_first(self):
        quiz = QuizNight(TEAMS, [7, 9])
        after(quiz, ("start_round",))
        self.assertEqual((quiz.ask(), quiz.questions), ("Ants", [(1, ["Ants", "Bees", "Cats"], [])]))

    def test_ask_next(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "pr")
        self.assertEqual(
            (quiz.ask(), quiz.questions),
            (
                "Cats",
                [
                    (1, ["Ants", "Bees", "Cats"], ["right"]),
                    (1, ["Bees", "Cats", "Ants"], ["pass", "right"]),
                    (1, ["Cats", "Ants", "Bees"], []),
                ],
            ),
        )

    def test_ask_second_round(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "r", "www")
        after(quiz, ("start_round",))
        self.assertEqual((quiz.ask(), quiz.questions[-1]), ("Cats", (2, ["Cats", "Ants", "Bees"], [])))
        play(after(quiz, ("answer", "right")), "r")
        self.assertEqual((quiz.ask(), quiz.questions[-1]), ("Bees", (2, ["Bees", "Cats", "Ants"], [])))

    def test_ask_question_open(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "r", "ww")
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "question open")
        after(quiz, ("answer", "pass"))
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "round is over")
        self.assertEqual(len(quiz.questions), 3)

    def test_ask_round_is_over(self):
        quiz = QuizNight(TEAMS, [7, 9])
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "round is over")
        evening(quiz)
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "round is over")
        self.assertEqual(
            quiz.questions,
            [
                (1, ["Ants", "Bees", "Cats"], ["wrong", "right"]),
                (1, ["Bees", "Cats", "Ants"], ["pass", "pass", "right"]),
                (1, ["Cats", "Ants", "Bees"], ["right"]),
            ],
        )

    def test_ask_opened_again(self):
        quiz = after(evening(QuizNight(TEAMS, [7, 9])), ("start_round",), ("correct", 3, "Cats", "wrong"))
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "question open")
        after(quiz, ("answer", "right"))
        self.assertEqual((quiz.ask(), quiz.scores), ("Ants", {"Ants": 8, "Bees": 4, "Cats": 0}))


class QuizNightTestAnswer(unittest.TestCase):
    def test_answer_right(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "")
        self.assertEqual(
            (quiz.answer("right"), quiz.scores, quiz.questions),
            (("Ants", 7), {"Ants": 7, "Bees": 0, "Cats": 0}, [(1, ["Ants", "Bees", "Cats"], ["right"])]),
        )

    def test_answer_steal(self):
        quiz = QuizNight(TEAMS, [7, 9])
        play(after(quiz, ("start_round",)), "r", "")
        self.assertEqual(
            [quiz.answer("wrong"), quiz.answer("pass"), quiz.answer("wrong")], [("Bees", 0), ("Cats", 0), ("Ants", -3)]
        )
        self.assertEqual(
            (quiz.scores, quiz.questions[1]),
            ({"Ants": 4, "Bees": 0, "Cats": 0}, (1, ["Bees", "Cats", "Ants"], ["wrong", "pass", "wrong"])),
        )

    def test_answer_joker(self):
        quiz = play(after(evening(QuizNight(TEAMS, [7, 9])), ("start_round",), ("play_joker", "Bees")), "")
        self.assertEqual([quiz.answer("wrong"), quiz.answer("right")], [("Ants", 0), ("Bees", 10)])
        play(quiz, "")
        self.assertEqual(
            [quiz.answer("pass"), quiz.answer("wrong"), quiz.answer("wrong")],
            [("Bees", 0), ("Cats", -4), ("Ants", -4)],
        )
        self.assertEqual(quiz.scores, {"Ants": 0, "Bees": 14, "Cats": 10})

    def test_answer_score_stays_at_zero(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "wr", "w")
        self.assertEqual(
            (quiz.answer("wrong"), quiz.answer("wrong"), quiz.scores),
            (("Cats", 0), ("Ants", 0), {"Ants": 0, "Bees": 4, "Cats": 0}),
        )

    def test_answer_no_question(self):
        quiz = QuizNight(TEAMS, [7, 9])
        with self.assertRaises(ValueError) as caught:
            quiz.answer("right")
        self.assertEqual(str(caught.exception), "no question")
        play(after(quiz, ("start_round",)), "wr")
        with self.assertRaises(ValueError) as caught:
            quiz.answer("maybe")
        self.assertEqual(str(caught.exception), "no question")
        play(quiz, "wpw")
        with self.assertRaises(ValueError) as caught:
            quiz.answer("right")
        self.assertEqual(str(caught.exception), "no question")
        self.assertEqual(quiz.scores, {"Ants": 0, "Bees": 4, "Cats": 0})

    def test_answer_bad_verdict(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "w")
        with self.assertRaises(ValueError) as caught:
            quiz.answer("Right")
        self.assertEqual(str(caught.exception), "bad verdict")
        self.assertEqual(
            (quiz.answer("right"), quiz.questions), (("Bees", 4), [(1, ["Ants", "Bees", "Cats"], ["wrong", "right"])])
        )


class QuizNightTestCorrect(unittest.TestCase):
    def test_correct_makes_later_void(self):
        quiz = QuizNight(TEAMS, [7, 9])
        evening(quiz)
        self.assertEqual(
            (quiz.correct(1, "Ants", "right"), quiz.scores, quiz.questions[0]),
            (
                {"Ants": 7, "Bees": -4},
                {"Ants": 11, "Bees": 0, "Cats": 14},
                (1, ["Ants", "Bees", "Cats"], ["right", "right"]),
            ),
        )
        self.assertEqual(
            (quiz.correct(1, "Ants", "pass"), quiz.scores),
            ({"Ants": -7, "Bees": 4}, {"Ants": 4, "Bees": 4, "Cats": 14}),
        )

    def test_correct_wrong_to_pass(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "r", "www")
        self.assertEqual(
            (quiz.correct(3, "Ants", "pass"), quiz.correct(3, "Cats", "pass"), quiz.scores),
            ({"Ants": 3}, {}, {"Ants": 7, "Bees": 4, "Cats": 0}),
        )

    def test_correct_at_zero(self):
        quiz = play(after(QuizNight(TEAMS, [8, 9]), ("start_round",)), "wwr", "r", "pp")
        self.assertEqual(
            (quiz.correct(1, "Bees", "right"), quiz.scores),
            ({"Bees": 4, "Cats": -4}, {"Ants": 0, "Bees": 12, "Cats": 0}),
        )
        self.assertEqual(
            quiz.questions,
            [
                (1, ["Ants", "Bees", "Cats"], ["wrong", "right", "right"]),
                (1, ["Bees", "Cats", "Ants"], ["right"]),
                (1, ["Cats", "Ants", "Bees"], ["pass", "pass"]),
            ],
        )

    def test_correct_floor_further_on(self):
        quiz = play(after(QuizNight(TEAMS, [8]), ("start_round",)), "r", "pww", "pw")
        self.assertEqual(quiz.scores, {"Ants": 0, "Bees": 0, "Cats": 0})
        self.assertEqual(
            (quiz.correct(1, "Ants", "right"), quiz.correct(2, "Ants", "right"), quiz.scores),
            ({}, {"Ants": 8}, {"Ants": 8, "Bees": 0, "Cats": 0}),
        )

    def test_correct_loss_that_the_floor_takes_up(self):
        quiz = play(after(QuizNight([*TEAMS, "Dogs"], [8]), ("start_round",)), "r", "pppw", "ppwp", "pwpp")
        self.assertEqual(
            (quiz.scores["Ants"], quiz.correct(2, "Ants", "pass"), quiz.correct(3, "Ants", "pass"), quiz.scores),
            (0, {}, {"Ants": 4}, {"Ants": 4, "Bees": 0, "Cats": 0, "Dogs": 0}),
        )

    def test_correct_opens_the_last_question(self):
        quiz = after(evening(QuizNight(TEAMS, [7, 9])), ("start_round",))
        self.assertEqual(
            (quiz.correct(3, "Cats", "wrong"), quiz.questions[-1], quiz.order, quiz.scores),
            (
                {"Cats": -14},
                (1, ["Cats", "Ants", "Bees"], ["wrong"]),
                ["Ants", "Bees", "Cats"],
                {"Ants": 4, "Bees": 4, "Cats": 0},
            ),
        )
        self.assertEqual(
            (quiz.correct(3, "Cats", "right"), quiz.scores), ({"Cats": 14}, {"Ants": 4, "Bees": 4, "Cats": 14})
        )

    def test_correct_open_question(self):
        quiz = play(after(QuizNight(TEAMS, [7, 9]), ("start_round",)), "r", "w")
        self.assertEqual(
            (quiz.correct(2, "Bees", "right"), quiz.scores, quiz.questions[-1]),
            ({"Bees": 7}, {"Ants": 7, "Bees": 7, "Cats": 0}, (1, ["Bees", "Cats", "Ants"], ["right"])),
        )

    def test_correct_errors(self):
        quiz = evening(QuizNight(TEAMS, [7, 9]))
        with self.assertRaises(ValueError) as caught:
            quiz.correct(0, "Dogs", "maybe")
        self.assertEqual(str(caught.exception), "no question")
        with self.assertRaises(ValueError) as caught:
            quiz.correct(4, "Ants", "maybe")
        self.assertEqual(str(caught.exception), "no question")
        with self.assertRaises(ValueError) as caught:
            quiz.correct(1, "Cats", "maybe")
        self.assertEqual(str(caught.exception), "no answer")
        with self.assertRaises(ValueError) as caught:
            quiz.correct(2, "Dogs", "right")
        self.assertEqual(str(caught.exception), "no answer")
        with self.assertRaises(ValueError) as caught:
            quiz.correct(1, "Bees", "maybe")
        self.assertEqual(str(caught.exception), "bad verdict")
        self.assertEqual(
            quiz.questions,
            [
                (1, ["Ants", "Bees", "Cats"], ["wrong", "right"]),
                (1, ["Bees", "Cats", "Ants"], ["pass", "pass", "right"]),
                (1, ["Cats", "Ants", "Bees"], ["right"]),
            ],
        )

    def test_correct_later_open(self):
        quiz = evening(QuizNight(TEAMS, [7, 9]))
        with self.assertRaises(ValueError) as caught:
            quiz.correct(1, "Bees", "wrong")
        self.assertEqual(str(caught.exception), "later open")
        self.assertEqual(
            (quiz.correct(2, "Ants", "wrong"), quiz.questions[1], quiz.scores),
            (
                {"Ants": -4},
                (1, ["Bees", "Cats", "Ants"], ["pass", "pass", "wrong"]),
                {"Ants": 0, "Bees": 4, "Cats": 14},
            ),
        )


class QuizNightTestStanding(unittest.TestCase):
    def test_standing_start(self):
        self.assertEqual(QuizNight(TEAMS, [7]).standing(), [(1, "Ants", 0), (1, "Bees", 0), (1, "Cats", 0)])

    def test_standing_order(self):
        quiz = QuizNight(TEAMS, [7, 9])
        evening(quiz)
        self.assertEqual(
            (quiz.standing(), quiz.scores),
            ([(1, "Cats", 14), (2, "Ants", 4), (2, "Bees", 4)], {"Ants": 4, "Bees": 4, "Cats": 14}),
        )

    def test_standing_ties(self):
        quiz = play(after(QuizNight([*TEAMS, "Dogs"], [7, 9]), ("start_round",)), "pr", "pr", "pr")
        self.assertEqual(quiz.standing(), [(1, "Bees", 4), (1, "Cats", 4), (1, "Dogs", 4), (4, "Ants", 0)])

    def test_standing_tie_at_the_end(self):
        quiz = play(after(QuizNight(["Dogs", *TEAMS], [7, 9]), ("start_round",)), "pppp", "r", "pppr")
        self.assertEqual(quiz.standing(), [(1, "Ants", 11), (2, "Dogs", 0), (2, "Bees", 0), (2, "Cats", 0)])

    def test_standing_after_correction(self):
        quiz = after(
            evening(QuizNight(TEAMS, [7, 9])), ("correct", 3, "Cats", "pass"), ("correct", 1, "Ants", "right")
        )
        self.assertEqual(quiz.standing(), [(1, "Ants", 11), (2, "Bees", 0), (2, "Cats", 0)])


class QuizNightTestMain(unittest.TestCase):
    def test_main_two_rounds(self):
        quiz = QuizNight(["Red", "Blue"], [5, 11])
        self.assertEqual(
            [quiz.start_round(), quiz.play_joker("Blue"), quiz.ask(), quiz.answer("wrong"), quiz.answer("right")],
            [["Red", "Blue"], 0, "Red", ("Red", 0), ("Blue", 6)],
        )
        self.assertEqual(
            [quiz.ask(), quiz.answer("right"), quiz.standing()],
            ["Blue", ("Blue", 10), [(1, "Blue", 16), (2, "Red", 0)]],
        )
        self.assertEqual(
            (quiz.start_round(), quiz.play_joker("Red"), quiz.ask(), quiz.answer("wrong"), quiz.answer("wrong")),
            (["Red", "Blue"], 1, "Red", ("Red", 0), ("Blue", -5)),
        )
        with self.assertRaises(ValueError) as caught:
            quiz.play_joker("Red")
        self.assertEqual(str(caught.exception), "too late")
        self.assertEqual(
            (quiz.correct(1, "Red", "right"), quiz.scores), ({"Red": 5, "Blue": -6}, {"Red": 5, "Blue": 5})
        )
        self.assertEqual(
            (quiz.ask(), quiz.answer("pass"), quiz.answer("right"), quiz.tally(), quiz.standing()),
            ("Blue", ("Blue", 0), ("Red", 12), {"Red": 17, "Blue": 5}, [(1, "Red", 17), (2, "Blue", 5)]),
        )
        with self.assertRaises(ValueError) as caught:
            quiz.start_round()
        self.assertEqual(str(caught.exception), "show is over")
        self.assertEqual(
            (quiz.correct(4, "Red", "wrong"), quiz.correct(3, "Blue", "right"), quiz.standing()),
            ({"Red": -17}, {"Blue": 11}, [(1, "Blue", 16), (2, "Red", 0)]),
        )

    def test_main_opened_again(self):
        quiz = QuizNight(TEAMS, [10, 3])
        self.assertEqual(
            (quiz.start_round(), quiz.ask(), quiz.answer("right"), quiz.ask(), quiz.answer("pass")),
            (["Ants", "Bees", "Cats"], "Ants", ("Ants", 10), "Bees", ("Bees", 0)),
        )
        self.assertEqual(
            (quiz.answer("wrong"), quiz.answer("wrong"), quiz.ask(), quiz.answer("right"), quiz.scores),
            (("Cats", 0), ("Ants", -5), "Cats", ("Cats", 10), {"Ants": 5, "Bees": 0, "Cats": 10}),
        )
        self.assertEqual(
            (quiz.start_round(), quiz.play_joker("Ants"), quiz.correct(3, "Cats", "wrong")),
            (["Bees", "Cats", "Ants"], 1, {"Cats": -10}),
        )
        with self.assertRaises(ValueError) as caught:
            quiz.ask()
        self.assertEqual(str(caught.exception), "question open")
        self.assertEqual(
            (quiz.answer("wrong"), quiz.answer("right"), quiz.ask(), quiz.answer("wrong"), quiz.standing()),
            (("Ants", -5), ("Bees", 5), "Bees", ("Bees", 0), [(1, "Bees", 5), (2, "Ants", 0), (2, "Cats", 0)]),
        )
        self.assertEqual(
            (quiz.correct(2, "Cats", "right"), quiz.correct(1, "Ants", "right"), quiz.tally()),
            ({"Ants": 5, "Cats": 5}, {}, {"Ants": 5, "Bees": 5, "Cats": 5}),
        )
        with self.assertRaises(ValueError) as caught:
            quiz.correct(1, "Ants", "wrong")
        self.assertEqual(str(caught.exception), "later open")
        self.assertEqual(
            (quiz.answer("right"), quiz.scores, quiz.order),
            (("Cats", 2), {"Ants": 5, "Bees": 5, "Cats": 7}, ["Bees", "Cats", "Ants"]),
        )

    def test_main_floor(self):
        quiz = QuizNight(["X", "Y", "Z"], [4, 9])
        self.assertEqual(
            (quiz.start_round(), quiz.play_joker("Z"), quiz.ask(), quiz.answer("pass"), quiz.answer("wrong")),
            (["X", "Y", "Z"], 0, "X", ("X", 0), ("Y", 0)),
        )
        self.assertEqual(
            (quiz.answer("wrong"), quiz.ask(), quiz.answer("right"), quiz.ask(), quiz.answer("right"), quiz.scores),
            (("Z", 0), "Y", ("Y", 4), "Z", ("Z", 8), {"X": 0, "Y": 4, "Z": 8}),
        )
        self.assertEqual(
            (quiz.correct(1, "Y", "right"), quiz.correct(1, "Y", "pass"), quiz.correct(1, "Z", "right")),
            ({"Y": 2}, {"Y": -2}, {"Z": 4}),
        )
        self.assertEqual(
            (quiz.start_round(), quiz.ask(), quiz.answer("wrong"), quiz.answer("wrong"), quiz.answer("wrong")),
            (["X", "Y", "Z"], "X", ("X", 0), ("Y", -4), ("Z", -4)),
        )
        self.assertEqual(
            (quiz.standing(), quiz.tally()), ([(1, "Z", 8), (2, "X", 0), (2, "Y", 0)], {"X": 0, "Y": 0, "Z": 8})
        )
        self.assertEqual(
            (quiz.correct(4, "Y", "pass"), quiz.correct(1, "Z", "wrong"), quiz.standing()),
            ({"Y": 4}, {"Z": -4}, [(1, "Y", 4), (1, "Z", 4), (3, "X", 0)]),
        )
