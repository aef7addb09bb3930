# canary: classeval-hf open ferry_cards ae0d6d17-1f11-49a5-8dde-3cc0c56c8193

import unittest

from solution import FerryCards

HANDS = ["r3", "r4", "r5", "g7", "b7"], ["r6", "y7", "g2", "r2", "r7"], ["b1", "b2", "y9", "b4"]
STOCK = ["y4", "y5", "g9", "g1", "b3", "r8", "y6"]


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def play(game, text):
    """Plays actions: "s" draws from the stock, "p2" two cards of the pile, "m" melds, "a" adds, "d" discards."""
    for action in text.split():
        word, rest = action[0], action[1:]
        if word == "s":
            game.draw(0)
        elif word == "p":
            game.draw(int(rest))
        elif word == "m":
            game.meld(rest.split("+"))
        elif word == "a":
            game.add(*[part if index == 0 else int(part) for index, part in enumerate(rest.split("@"))])
        else:
            game.discard(rest)


class FerryCardsTestDraw(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)

    def test_draw_stock(self):
        self.assertEqual(self.game.draw(0), ["y6"])
        self.assertEqual(
            (self.game.hands[0], self.game.stock, self.game.drawn),
            (["r3", "r4", "r5", "g7", "b7", "y6"], ["y4", "y5", "g9", "g1", "b3", "r8"], True),
        )

    def test_draw_pile(self):
        play(self.game, "s dg7 s dr8")
        self.assertEqual(self.game.draw(2), ["g7", "r8"])
        self.assertEqual(
            (self.game.hands[2], self.game.pile, len(self.game.stock)), (["b1", "b2", "y9", "b4", "g7", "r8"], [], 5)
        )

    def test_draw_part_of_pile(self):
        play(self.game, "s dg7 s dy7 s db4")
        self.assertEqual(self.game.draw(1), ["b4"])
        self.assertEqual((self.game.hands[0], self.game.pile), (["r3", "r4", "r5", "b7", "y6", "b4"], ["g7", "y7"]))

    def test_draw_keeps_parameters(self):
        hands, stock = [["r1"], ["r2"]], ["r3", "r4"]
        game = FerryCards(hands, stock)
        self.assertEqual(
            (game.draw(0), game.hands, hands, stock), (["r4"], [["r1", "r4"], ["r2"]], [["r1"], ["r2"]], ["r3", "r4"])
        )

    def test_draw_errors_in_order(self):
        self.assertEqual(
            [failure(self.game.draw, count) for count in (1, -1)],
            [("ValueError", "bad count"), ("ValueError", "bad count")],
        )
        play(self.game, "s")
        self.assertEqual(
            [failure(self.game.draw, count) for count in (5, 0)], [("ValueError", "drawn"), ("ValueError", "drawn")]
        )
        self.assertEqual(len(self.game.stock), 6)

    def test_draw_game_over(self):
        game = FerryCards([["r1"], ["r2"]], ["r3"])
        play(game, "s dr1")
        self.assertEqual((failure(game.draw, 9), game.over), (("ValueError", "game over"), True))


class FerryCardsTestKind(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)

    def test_kind_runs(self):
        melds = "r3 r4 r5", "g9 g7 g8", "b4 b2 b5 b3 b1", "r1 r2 r4", "r1 r2 g3", "r1 r2", "y8 y9 y1"
        self.assertEqual([self.game.kind(text.split()) for text in melds], ["run", "run", "run", "", "", "", ""])

    def test_kind_teams(self):
        melds = "r3 g3 b3", "y9 g9 b9 r9", "r3 g3", "r3 g3 b4", "r3", ""
        self.assertEqual([self.game.kind(text.split()) for text in melds], ["team", "team", "", "", "", ""])

    def test_kind_of_own_cards(self):
        self.assertEqual([self.game.kind(hand) for hand in self.game.hands], ["", "", ""])
        self.assertEqual(self.game.kind(self.game.hands[0][:3]), "run")

    def test_kind_changes_nothing(self):
        cards = ["r5", "r3", "r4"]
        self.assertEqual((self.game.kind(cards), cards, self.game.melds), ("run", ["r5", "r3", "r4"], []))

    def test_kind_with_gap(self):
        self.assertEqual(
            [self.game.kind(text.split()) for text in ("b1 b2 b3 b5", "g1 g3 g5", "g2 g3 g4")], ["", "", "run"]
        )


class FerryCardsTestMeld(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)

    def test_meld_run(self):
        play(self.game, "s")
        self.assertEqual(self.game.meld(["r5", "r3", "r4"]), 12)
        self.assertEqual(
            (self.game.melds, self.game.hands[0], self.game.points),
            ([(0, ["r3", "r4", "r5"])], ["g7", "b7", "y6"], [12, 0, 0]),
        )

    def test_meld_team(self):
        play(self.game, "s dg7 p1")
        self.assertEqual(self.game.meld(["y7", "r7", "g7"]), 17)
        self.assertEqual(
            (self.game.melds, self.game.hands[1], self.game.points),
            ([(1, ["g7", "r7", "y7"])], ["r6", "g2", "r2"], [0, 17, 0]),
        )

    def test_meld_two(self):
        play(self.game, "s dg7 s dr2")
        play(self.game, "s")
        self.assertEqual(self.game.meld(["b4", "b1", "b2", "b3"]), 10)
        self.assertEqual(
            (self.game.points, self.game.hands[2], self.game.melds),
            ([0, 0, 10], ["y9"], [(2, ["b1", "b2", "b3", "b4"])]),
        )

    def test_meld_not_in_hand(self):
        play(self.game, "s")
        self.assertEqual(failure(self.game.meld, ["r3", "r2", "r1"]), ("ValueError", "not in hand: r2"))
        self.assertEqual(failure(self.game.meld, ["r3", "r4", "r6"]), ("ValueError", "not in hand: r6"))
        self.assertEqual((self.game.melds, len(self.game.hands[0])), ([], 6))

    def test_meld_no_meld_before_keep_one(self):
        game = FerryCards([["r1", "r2"], ["b5", "g5"]], ["y1", "b3", "r3"])
        play(game, "s")
        self.assertEqual(
            [failure(game.meld, cards) for cards in (["r1", "r2", "r3"], ["r3", "r1"], [])],
            [("ValueError", "keep one"), ("ValueError", "no meld"), ("ValueError", "no meld")],
        )
        self.assertEqual(game.points, [0, 0])

    def test_meld_draw_first(self):
        self.assertEqual(failure(self.game.meld, ["r9"]), ("ValueError", "draw first"))
        game = FerryCards([["r1"], ["r2"]], ["r3"])
        play(game, "s dr1")
        self.assertEqual((failure(game.meld, ["b9"]), game.melds), (("ValueError", "game over"), []))

    def test_meld_cards_are_copied(self):
        play(self.game, "s")
        cards = ["r5", "r4", "r3"]
        self.game.meld(cards)
        cards.append("r6")
        self.assertEqual((self.game.melds, self.game.turn), ([(0, ["r3", "r4", "r5"])], 0))


class FerryCardsTestAdd(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)
        play(self.game, "s mr3+r4+r5")

    def test_add_to_other_run(self):
        play(self.game, "db7 s")
        self.assertEqual([self.game.add("r2", 0), self.game.add("r6", 0), self.game.add("r7", 0)], [2, 6, 7])
        self.assertEqual(
            (self.game.melds, self.game.points, self.game.hands[1]),
            ([(0, ["r2", "r3", "r4", "r5", "r6", "r7"])], [19, 15, 0], ["y7", "g2", "r8"]),
        )

    def test_add_to_own_team(self):
        game = FerryCards([["g7", "b7", "r7", "y7"], ["r1", "b3"]], ["r9", "y2", "g3"])
        play(game, "s mb7+g7+r7")
        self.assertEqual(game.add("y7", 0), 7)
        self.assertEqual((game.melds, game.points, game.hands[0]), ([(0, ["b7", "g7", "r7", "y7"])], [24, 0], ["g3"]))

    def test_add_does_not_fit(self):
        play(self.game, "db7 s")
        calls = ("r7", 0), ("y7", 0), ("g2", 0), ("r6", 1), ("r6", -1)
        self.assertEqual(
            [failure(self.game.add, *call) for call in calls],
            [
                ("ValueError", "does not fit"),
                ("ValueError", "does not fit"),
                ("ValueError", "does not fit"),
                ("ValueError", "does not fit"),
                ("ValueError", "does not fit"),
            ],
        )
        self.assertEqual((self.game.melds, self.game.points), ([(0, ["r3", "r4", "r5"])], [12, 0, 0]))

    def test_add_keeps_kind(self):
        play(self.game, "db7 p1 mr7+y7+b7")
        self.assertEqual(
            (failure(self.game.add, "r6", 1), self.game.add("r6", 0)), (("ValueError", "does not fit"), 6)
        )
        self.assertEqual(
            (self.game.melds, self.game.points),
            ([(0, ["r3", "r4", "r5", "r6"]), (1, ["b7", "r7", "y7"])], [15, 23, 0]),
        )

    def test_add_keep_one(self):
        game = FerryCards([["r1", "r2", "r3"], ["r4"]], ["b1", "y1", "g1", "r5"])
        play(game, "s mr1+r2+r3")
        self.assertEqual(
            [failure(game.add, card, number) for card, number in (("r4", 0), ("r5", 7))],
            [("ValueError", "not in hand: r4"), ("ValueError", "keep one")],
        )
        play(game, "dr5")
        self.assertEqual(game.over, True)

    def test_add_errors_in_order(self):
        play(self.game, "dg7")
        self.assertEqual(failure(self.game.add, "b9", 9), ("ValueError", "draw first"))
        play(self.game, "s")
        self.assertEqual(
            [failure(self.game.add, card, 9) for card in ("b9", "r6")],
            [("ValueError", "not in hand: b9"), ("ValueError", "does not fit")],
        )
        self.assertEqual(self.game.points, [12, 0, 0])

    def test_add_game_over(self):
        game = FerryCards([["r1"], ["r2"]], ["r3"])
        play(game, "s dr1")
        self.assertEqual((failure(game.add, "r3", 0), game.hands), (("ValueError", "game over"), [["r3"], ["r2"]]))

    def test_add_half_rounded_down(self):
        play(self.game, "dg7 s dr2 s")
        self.assertEqual(
            (failure(self.game.add, "b3", 0), self.game.points), (("ValueError", "does not fit"), [12, 0, 0])
        )
        play(self.game, "dy9 s")
        play(self.game, "db7 s")
        self.assertEqual((self.game.add("r6", 0), self.game.add("r7", 0), self.game.points), (6, 7, [18, 13, 0]))


class FerryCardsTestDiscard(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)

    def test_discard_next_player(self):
        play(self.game, "s")
        self.assertEqual(self.game.discard("g7"), False)
        self.assertEqual(
            (self.game.turn, self.game.drawn, self.game.pile, self.game.hands[0]),
            (1, False, ["g7"], ["r3", "r4", "r5", "b7", "y6"]),
        )

    def test_discard_first_player_again(self):
        play(self.game, "s dg7 s dg2 s")
        self.assertEqual(self.game.discard("y9"), False)
        self.assertEqual((self.game.turn, self.game.pile), (0, ["g7", "g2", "y9"]))

    def test_discard_empty_hand(self):
        game = FerryCards([["r1", "r2", "r3"], ["r4", "y8"]], ["b1", "y1", "g1", "g5"])
        play(game, "s mr1+r2+r3")
        self.assertEqual(game.discard("g5"), True)
        self.assertEqual((game.points, game.over, game.turn, game.drawn), ([6, 0], True, 0, True))

    def test_discard_empty_stock(self):
        game = FerryCards([["r7", "r8", "r9", "y6"], ["r4", "y8"]], ["g5"])
        play(game, "s mr7+r8+r9")
        self.assertEqual(game.discard("g5"), True)
        self.assertEqual((game.points, game.hands, game.pile), ([18, 0], [["y6"], ["r4", "y8"]], ["g5"]))

    def test_discard_loses_at_most_all(self):
        game = FerryCards([["r1", "r2", "r3", "y9"], ["r4", "y8"]], ["b1"])
        play(game, "s mr1+r2+r3")
        self.assertEqual((game.discard("b1"), game.points), (True, [0, 0]))

    def test_discard_errors_in_order(self):
        self.assertEqual(failure(self.game.discard, "x1"), ("ValueError", "draw first"))
        play(self.game, "s")
        self.assertEqual(
            [failure(self.game.discard, card) for card in ("r6", "g9")],
            [("ValueError", "not in hand: r6"), ("ValueError", "not in hand: g9")],
        )
        game = FerryCards([["r1"], ["r2"]], ["r3"])
        play(game, "s dr3")
        self.assertEqual((failure(game.discard, "r2"), game.pile), (("ValueError", "game over"), ["r3"]))

    def test_discard_drawn_from_pile(self):
        play(self.game, "s dg7 p1")
        self.assertEqual((self.game.discard("g7"), self.game.pile, self.game.turn), (False, ["g7"], 2))


class FerryCardsTestRanking(unittest.TestCase):
    def setUp(self):
        self.game = FerryCards(list(HANDS), STOCK)

    def test_ranking_start(self):
        self.assertEqual(self.game.ranking(), [(2, 0), (0, 0), (1, 0)])

    def test_ranking_points(self):
        play(self.game, "s mr3+r4+r5 dg7 p1 mg7+y7+r7 dr2 s dy9")
        self.assertEqual((self.game.ranking(), self.game.points), ([(1, 17), (0, 12), (2, 0)], [12, 17, 0]))

    def test_ranking_same_points_fewer_cards(self):
        game = FerryCards([["r1", "r2", "r3", "g1"], ["b1", "b2", "b3"], ["g9"]], ["y1", "y2", "y3", "y4"])
        play(game, "s mr1+r2+r3 dg1 s mb1+b2+b3")
        self.assertEqual(game.ranking(), [(0, 6), (1, 6), (2, 0)])
        play(game, "dy3")
        self.assertEqual((game.ranking(), game.over), ([(1, 6), (0, 2), (2, 0)], True))

    def test_ranking_same_cards(self):
        game = FerryCards([["r1"], ["r2"], ["r3"]], ["y1"])
        self.assertEqual((game.ranking(), game.points), ([(0, 0), (1, 0), (2, 0)], [0, 0, 0]))

    def test_ranking_fewer_cards_do_not_beat_points(self):
        game = FerryCards([["r1"], ["r2", "b2", "y2", "g8"], ["g9"]], ["y1", "y7", "y3", "y4"])
        play(game, "s dy4 s mr2+b2+y2")
        self.assertEqual((game.ranking(), game.hands), ([(1, 12), (0, 0), (2, 0)], [["r1"], ["g8", "y3"], ["g9"]]))


class FerryCardsTestMain(unittest.TestCase):
    def test_main_to_the_last_card(self):
        game = FerryCards([["r3", "r4", "g6", "g1"], ["b6", "y6", "r7"]], ["y9", "g2", "b8", "r6", "r5"])
        self.assertEqual([game.draw(0), game.meld(["r4", "r5", "r3"]), game.discard("g6")], [["r5"], 12, False])
        self.assertEqual(
            [game.draw(1), game.meld(["b6", "y6", "g6"]), game.hands, game.points],
            [["g6"], 16, [["g1"], ["r7"]], [12, 16]],
        )
        self.assertEqual(
            [failure(game.add, "r7", 0), game.discard("r7"), game.turn], [("ValueError", "keep one"), True, 1]
        )
        self.assertEqual([game.over, game.points, game.ranking()], [True, [11, 16], [(1, 16), (0, 11)]])
        self.assertEqual(
            [failure(game.draw, 0), failure(game.discard, "r7"), game.kind(game.melds[1][1])],
            [("ValueError", "game over"), ("ValueError", "game over"), "team"],
        )

    def test_main_adding(self):
        game = FerryCards(
            [["g1", "g2", "g3", "b4"], ["g5", "y4", "b9"], ["g4", "r4", "y1"]], ["b2", "r9", "b1", "g9", "y8"]
        )
        self.assertEqual([game.draw(0), game.meld(["g2", "g3", "g1"]), game.discard("b4")], [["y8"], 6, False])
        self.assertEqual(
            [game.draw(1), failure(game.add, "g5", 0), game.discard("y4")],
            [["b4"], ("ValueError", "does not fit"), False],
        )
        self.assertEqual(
            [game.draw(1), game.add("g4", 0), game.melds, game.points],
            [["y4"], 4, [(0, ["g1", "g2", "g3", "g4"])], [8, 0, 4]],
        )
        self.assertEqual(
            [failure(game.meld, ["r4", "y4", "b4"]), game.discard("y1"), game.ranking()],
            [("ValueError", "not in hand: b4"), False, [(0, 8), (2, 4), (1, 0)]],
        )
        self.assertEqual(
            [game.draw(0), game.discard("g9"), game.draw(2), game.add("g5", 0)], [["g9"], False, ["y1", "g9"], 5]
        )
        self.assertEqual(
            [game.points, game.hands, game.pile], [[10, 5, 4], [["y8"], ["b9", "b4", "y1", "g9"], ["r4", "y4"]], []]
        )
        self.assertEqual(
            [game.discard("b9"), game.turn, game.over, game.ranking()], [False, 2, False, [(0, 10), (1, 5), (2, 4)]]
        )

    def test_main_empty_stock(self):
        game = FerryCards([["y3", "b3"], ["y7", "y8", "y9"]], ["r3", "b6", "g3"])
        self.assertEqual(
            [failure(game.meld, ["y3"]), game.draw(0), failure(game.meld, ["y3", "b3", "g3"])],
            [("ValueError", "draw first"), ["g3"], ("ValueError", "keep one")],
        )
        self.assertEqual([game.discard("b3"), game.draw(0), game.meld(["y9", "y8", "y7"])], [False, ["b6"], 24])
        self.assertEqual(
            [failure(game.add, "b6", 0), game.discard("b6"), game.over, game.points],
            [("ValueError", "keep one"), True, True, [0, 24]],
        )
        self.assertEqual(
            [game.ranking(), game.hands, game.turn, game.drawn], [[(1, 24), (0, 0)], [["y3", "g3"], []], 1, True]
        )
        game = FerryCards([["y3", "b3", "r1"], ["y7", "y8"]], ["r3", "b6", "g3"])
        self.assertEqual([game.draw(0), game.meld(["y3", "b3", "g3"]), game.discard("r1")], [["g3"], 13, True])
