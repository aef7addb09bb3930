# canary: classeval-hf open mancala_board 0340d5a0-4e62-44e0-8368-4d93f82d5bc8

import unittest

from solution import MancalaBoard


class MancalaBoardTestNextHole(unittest.TestCase):
    def test_next_hole_inside(self):
        self.assertEqual(MancalaBoard().next_hole(0, 0), 1)
        self.assertEqual(MancalaBoard().next_hole(9, 0), 10)
        self.assertEqual(MancalaBoard().next_hole(9, 1), 10)

    def test_next_hole_own_store(self):
        self.assertEqual(MancalaBoard().next_hole(5, 0), 6)
        self.assertEqual(MancalaBoard().next_hole(12, 1), 13)

    def test_next_hole_opponent_store(self):
        self.assertEqual(MancalaBoard().next_hole(12, 0), 0)
        self.assertEqual(MancalaBoard().next_hole(5, 1), 7)

    def test_next_hole_after_store(self):
        self.assertEqual(MancalaBoard().next_hole(13, 0), 0)
        self.assertEqual(MancalaBoard().next_hole(13, 1), 0)
        self.assertEqual(MancalaBoard().next_hole(6, 0), 7)
        self.assertEqual(MancalaBoard().next_hole(6, 1), 7)

    def test_next_hole_no_hole(self):
        with self.assertRaises(ValueError) as caught:
            MancalaBoard().next_hole(14, 0)
        self.assertEqual(str(caught.exception), "no such hole")
        with self.assertRaises(ValueError):
            MancalaBoard().next_hole(-1, 1)

    def test_next_hole_no_player(self):
        with self.assertRaises(ValueError) as caught:
            MancalaBoard().next_hole(3, 2)
        self.assertEqual(str(caught.exception), "no such player")


class MancalaBoardTestLegalMoves(unittest.TestCase):
    def test_legal_moves_start(self):
        game = MancalaBoard()
        self.assertEqual(game.legal_moves(), [0, 1, 2, 3, 4, 5])
        self.assertEqual(game.board, [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0])
        self.assertEqual((game.current, game.finished), (0, False))

    def test_legal_moves_player_one(self):
        game = MancalaBoard(3)
        game.current = 1
        self.assertEqual(game.legal_moves(), [7, 8, 9, 10, 11, 12])

    def test_legal_moves_empty_pits(self):
        game = MancalaBoard()
        game.board = [0, 2, 0, 0, 0, 7, 9, 0, 1, 1, 0, 3, 0, 25]
        self.assertEqual(game.legal_moves(), [1, 5])
        game.current = 1
        self.assertEqual(game.legal_moves(), [8, 9, 11])

    def test_legal_moves_store_is_no_pit(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 0, 30, 1, 0, 0, 0, 0, 0, 17]
        self.assertEqual(game.legal_moves(), [])

    def test_legal_moves_finished(self):
        game = MancalaBoard()
        game.finished = True
        self.assertEqual(game.legal_moves(), [])


class MancalaBoardTestSettle(unittest.TestCase):
    def test_settle_in_progress(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 1, 30, 0, 0, 0, 0, 0, 2, 15]
        self.assertEqual(game.settle(), "in progress")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 1, 30, 0, 0, 0, 0, 0, 2, 15])
        self.assertEqual(game.finished, False)

    def test_settle_side_zero_empty(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 0, 25, 1, 2, 0, 0, 0, 3, 17]
        self.assertEqual(game.settle(), "player 0")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 23])
        self.assertEqual(game.finished, True)

    def test_settle_side_one_empty(self):
        game = MancalaBoard()
        game.board = [2, 0, 0, 0, 0, 4, 10, 0, 0, 0, 0, 0, 0, 32]
        self.assertEqual(game.settle(), "player 1")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 32])
        self.assertEqual(game.finished, True)

    def test_settle_decided_by_rest(self):
        game = MancalaBoard()
        game.board = [0, 0, 3, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0, 23]
        self.assertEqual(game.settle(), "player 0")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 23])

    def test_settle_draw(self):
        game = MancalaBoard()
        game.current = 1
        game.board = [0, 0, 0, 0, 0, 0, 24, 0, 5, 0, 0, 0, 0, 19]
        self.assertEqual(game.settle(), "draw")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 24])
        self.assertEqual((game.finished, game.current), (True, 1))

    def test_settle_again(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 28]
        game.finished = True
        self.assertEqual(game.settle(), "player 1")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 28])
        self.assertEqual(game.finished, True)


class MancalaBoardTestPlay(unittest.TestCase):
    def test_play_pass(self):
        game = MancalaBoard()
        self.assertEqual(game.play(0), "pass")
        self.assertEqual(game.board, [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0])
        self.assertEqual((game.current, game.finished), (1, False))

    def test_play_extra_turn(self):
        game = MancalaBoard()
        game.current = 1
        self.assertEqual(game.play(9), "again")
        self.assertEqual(game.board, [4, 4, 4, 4, 4, 4, 0, 4, 4, 0, 5, 5, 5, 1])
        self.assertEqual((game.current, game.finished), (1, False))

    def test_play_skips_opponent_store(self):
        game = MancalaBoard()
        game.board = [1, 1, 0, 0, 0, 9, 5, 1, 1, 1, 1, 1, 1, 7]
        self.assertEqual(game.play(5), "pass")
        self.assertEqual(game.board, [2, 2, 0, 0, 0, 0, 6, 2, 2, 2, 2, 2, 2, 7])
        game.board = [0, 1, 0, 0, 0, 2, 6, 2, 2, 2, 2, 2, 9, 7]
        self.assertEqual(game.play(12), "pass")
        self.assertEqual(game.board, [1, 2, 1, 1, 1, 3, 6, 3, 3, 2, 2, 2, 0, 8])

    def test_play_capture(self):
        game = MancalaBoard()
        game.board = [1, 0, 0, 0, 0, 2, 10, 3, 3, 3, 3, 5, 3, 8]
        self.assertEqual(game.play(0), "capture")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 2, 16, 3, 3, 3, 3, 0, 3, 8])
        self.assertEqual((game.current, game.finished), (1, False))

    def test_play_capture_player_one(self):
        game = MancalaBoard()
        game.current = 1
        game.board = [6, 1, 1, 0, 0, 0, 10, 0, 3, 0, 0, 0, 1, 20]
        self.assertEqual(game.play(8), "capture")
        self.assertEqual(game.board, [6, 0, 1, 0, 0, 0, 10, 0, 0, 1, 1, 0, 1, 22])
        self.assertEqual((game.current, game.finished), (0, False))

    def test_play_nothing_opposite(self):
        game = MancalaBoard()
        game.board = [1, 0, 0, 0, 0, 2, 10, 3, 3, 3, 3, 0, 3, 8]
        self.assertEqual(game.play(0), "pass")
        self.assertEqual(game.board, [0, 1, 0, 0, 0, 2, 10, 3, 3, 3, 3, 0, 3, 8])
        self.assertEqual(game.current, 1)

    def test_play_no_capture_on_other_side(self):
        game = MancalaBoard()
        game.board = [2, 0, 0, 0, 3, 3, 10, 3, 0, 3, 3, 0, 3, 8]
        self.assertEqual(game.play(5), "pass")
        self.assertEqual(game.board, [2, 0, 0, 0, 3, 0, 11, 4, 1, 3, 3, 0, 3, 8])

    def test_play_all_the_way_round(self):
        game = MancalaBoard()
        game.board = [0, 1, 0, 13, 0, 0, 5, 0, 0, 4, 0, 0, 0, 6]
        self.assertEqual(game.play(3), "capture")
        self.assertEqual(game.board, [1, 2, 1, 0, 1, 1, 12, 1, 1, 0, 1, 1, 1, 6])
        self.assertEqual(game.current, 1)

    def test_play_over(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 1, 20, 2, 0, 0, 0, 1, 0, 24]
        self.assertEqual(game.play(5), "over")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0, 0, 0, 27])
        self.assertEqual((game.current, game.finished), (0, True))

    def test_play_over_by_capture(self):
        game = MancalaBoard()
        game.board = [1, 0, 2, 0, 0, 0, 10, 0, 0, 0, 0, 4, 0, 31]
        self.assertEqual(game.play(0), "over")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 31])
        self.assertEqual((game.current, game.finished), (0, True))

    def test_play_illegal(self):
        game = MancalaBoard()
        game.board = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0]
        with self.assertRaises(ValueError) as caught:
            game.play(0)
        self.assertEqual(str(caught.exception), "illegal move")
        for hole in (6, 7, 13, -1, 14):
            with self.assertRaises(ValueError):
                game.play(hole)
        self.assertEqual(game.board, [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0])
        self.assertEqual(game.current, 0)

    def test_play_finished(self):
        game = MancalaBoard()
        game.finished = True
        with self.assertRaises(ValueError) as caught:
            game.play(1)
        self.assertEqual(str(caught.exception), "illegal move")


class MancalaBoardTestMain(unittest.TestCase):
    def test_main_opening(self):
        game = MancalaBoard()
        self.assertEqual(game.legal_moves(), [0, 1, 2, 3, 4, 5])
        self.assertEqual(game.play(2), "again")
        self.assertEqual(game.legal_moves(), [0, 1, 3, 4, 5])
        self.assertEqual(game.play(5), "pass")
        self.assertEqual(game.settle(), "in progress")
        self.assertEqual(game.play(8), "again")
        self.assertEqual(game.play(12), "pass")
        self.assertEqual(game.board, [5, 5, 1, 6, 5, 0, 2, 5, 0, 6, 6, 5, 0, 2])
        self.assertEqual(game.play(0), "capture")
        self.assertEqual(game.board, [0, 6, 2, 7, 6, 0, 8, 0, 0, 6, 6, 5, 0, 2])
        self.assertEqual(game.current, 1)
        self.assertEqual(game.next_hole(12, game.current), 13)

    def test_main_short_game(self):
        game = MancalaBoard(1)
        self.assertEqual(game.play(5), "again")
        self.assertEqual(game.play(4), "capture")
        self.assertEqual(game.board, [1, 1, 1, 1, 0, 0, 3, 0, 1, 1, 1, 1, 1, 0])
        self.assertEqual(game.legal_moves(), [8, 9, 10, 11, 12])
        self.assertEqual(game.play(12), "again")
        self.assertEqual(game.play(11), "capture")
        self.assertEqual(game.board, [0, 1, 1, 1, 0, 0, 3, 0, 1, 1, 1, 0, 0, 3])
        self.assertEqual(game.play(3), "capture")
        self.assertEqual(game.board, [0, 1, 1, 0, 0, 0, 5, 0, 0, 1, 1, 0, 0, 3])
        self.assertEqual(game.play(10), "capture")
        self.assertEqual(game.board, [0, 0, 1, 0, 0, 0, 5, 0, 0, 1, 0, 0, 0, 5])
        self.assertEqual(game.play(2), "over")
        self.assertEqual(game.board, [0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 5])
        self.assertEqual(game.settle(), "player 0")
        self.assertEqual(game.legal_moves(), [])

    def test_main_next_hole_follows_board(self):
        game = MancalaBoard()
        game.board = [0, 0, 0, 0, 0, 1, 20, 0, 0, 2, 0, 0, 8, 17]
        game.current = 1
        self.assertEqual(game.next_hole(12, 1), 13)
        self.assertEqual(game.play(12), "capture")
        self.assertEqual(game.board, [1, 1, 1, 1, 1, 0, 20, 0, 0, 2, 0, 0, 0, 21])
        self.assertEqual(game.legal_moves(), [0, 1, 2, 3, 4])
        self.assertEqual(game.settle(), "in progress")
        self.assertEqual(game.play(4), "pass")
        self.assertEqual(game.play(9), "capture")
        self.assertEqual(game.board, [1, 0, 1, 1, 0, 1, 20, 0, 0, 0, 1, 0, 0, 23])
        self.assertEqual(game.legal_moves(), [0, 2, 3, 5])
