# canary: classeval-hf open tile_strip 3ae054da-9770-4854-b5dd-f7295a86a27d

import unittest

from solution import TileStrip

VALUES = {"A": 1, "E": 1, "N": 2, "O": 1, "Q": 9, "S": 2, "T": 1, "U": 3, "X": 7}


class TileStripTestDraw(unittest.TestCase):
    def test_draw_full_rack(self):
        game = TileStrip("TEA?SNO", ".....", VALUES, 4)
        self.assertEqual(game.draw(), "TEA?")
        self.assertEqual((game.rack, game.bag), ("?AET", "SNO"))

    def test_draw_missing_tiles(self):
        game = TileStrip("TEA?S", ".....", VALUES, 4)
        game.rack = "OX"
        self.assertEqual(game.draw(), "TE")
        self.assertEqual((game.rack, game.bag), ("EOTX", "A?S"))

    def test_draw_small_bag(self):
        game = TileStrip("TE", ".....", VALUES, 4)
        game.rack = "N"
        self.assertEqual(game.draw(), "TE")
        self.assertEqual((game.rack, game.bag), ("ENT", ""))

    def test_draw_nothing_to_do(self):
        game = TileStrip("TEAS", ".....", VALUES, 3)
        game.rack = "ANO"
        self.assertEqual(game.draw(), "")
        self.assertEqual((game.rack, game.bag), ("ANO", "TEAS"))

    def test_draw_rack_too_full(self):
        game = TileStrip("TEAS", ".....", VALUES, 2)
        game.rack = "ANOX"
        self.assertEqual(game.draw(), "")
        self.assertEqual((game.rack, game.bag), ("ANOX", "TEAS"))

    def test_draw_empty_bag(self):
        game = TileStrip("", ".....", VALUES, 2)
        game.rack = "A"
        self.assertEqual(game.draw(), "")
        self.assertEqual(game.rack, "A")


class TileStripTestNeeded(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("", "........", VALUES, 7)

    def errors(self, *placings):
        messages = []
        for start, word in placings:
            with self.assertRaises(ValueError) as caught:
                self.game.needed(start, word)
            messages.append(str(caught.exception))
        return messages

    def test_needed_empty_strip(self):
        self.game.rack = "AEST"
        self.assertEqual(self.game.needed(3, "SEAT"), "SEAT")
        self.assertEqual((self.game.rack, self.game.strip), ("AEST", "........"))

    def test_needed_joined(self):
        self.game.strip = "..EA...."
        self.game.rack = "?STT"
        self.assertEqual([self.game.needed(1, "TEAS"), self.game.needed(0, "STEAN")], ["T..S", "ST..n"])

    def test_needed_tile_before_blank(self):
        self.game.rack = "??AT"
        self.assertEqual([self.game.needed(0, "TATA"), self.game.needed(0, "TAT")], ["TAta", "TAt"])

    def test_needed_blank_on_strip(self):
        self.game.strip = "..eA...."
        self.game.rack = "ST"
        self.assertEqual(self.game.needed(1, "TEAS"), "T..S")

    def test_needed_at_the_ends(self):
        self.game.strip = "T......S"
        self.game.rack = "AENOS"
        self.assertEqual([self.game.needed(0, "TEA"), self.game.needed(5, "ONS")], [".EA", "ON."])

    def test_needed_bad_word(self):
        self.game.rack = "AEST"
        self.assertEqual(
            self.errors((0, ""), (99, "A"), (0, "tea"), (0, "TE?"), (0, "TEÄ"), (0, "T.A"), (0, "TEA\n")),
            [f"bad word: {word}" for word in ("", "A", "tea", "TE?", "TEÄ", "T.A", "TEA\n")],
        )

    def test_needed_off_the_strip(self):
        self.game.strip = "X......."
        self.game.rack = "AEST"
        self.assertEqual(self.errors((-1, "TEA"), (6, "TEA"), (8, "TEA")), ["off the strip"] * 3)
        self.game.strip = "........"
        self.assertEqual([self.game.needed(5, "TEA"), self.game.needed(0, "SEAT")], ["TEA", "SEAT"])

    def test_needed_clash(self):
        self.game.strip = "..Ea.S.."
        self.assertEqual(self.errors((1, "TEN"), (2, "NO"), (0, "TEAS")), ["clash at 3", "clash at 2", "clash at 2"])

    def test_needed_not_the_whole_word(self):
        self.game.strip = "..TE..s."
        self.assertEqual(self.errors((3, "EN"), (0, "AN"), (4, "AN"), (1, "AT")), ["not the whole word"] * 4)
        self.game.strip = "T......S"
        self.assertEqual(self.errors((1, "EA"), (5, "ON")), ["not the whole word"] * 2)

    def test_needed_nothing_placed(self):
        self.game.strip = "..TEn..."
        self.game.rack = "TEN"
        self.assertEqual(self.errors((2, "TEN")), ["nothing placed"])

    def test_needed_not_joined(self):
        self.game.strip = "A......."
        self.game.rack = "ENT"
        self.assertEqual(self.errors((2, "TEN"), (5, "XXX")), ["not joined", "not joined"])

    def test_needed_no_tile(self):
        self.game.rack = "?AET"
        self.assertEqual(
            self.errors((0, "SAXE"), (0, "TETT"), (0, "NON")), ["no tile for X", "no tile for T", "no tile for O"]
        )
        self.assertEqual(self.game.rack, "?AET")


class TileStripTestWorth(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("", "........", VALUES, 7)

    def test_worth_plain(self):
        self.game.rack = "AQTUX"
        self.assertEqual(self.game.worth(2, "TAX"), 9)
        self.assertEqual(self.game.worth(0, "QUA"), 13)

    def test_worth_letter_marks(self):
        self.game.marks = "..2.3..."
        self.game.rack = "AQTUX"
        self.assertEqual([self.game.worth(2, "TAX"), self.game.worth(1, "TAX")], [24, 10])

    def test_worth_word_marks(self):
        self.game.marks = "w..w.2.."
        self.game.rack = "ANTX"
        self.assertEqual([self.game.worth(1, "TAX"), self.game.worth(3, "TAX")], [18, 32])
        self.game.marks = "w.w....."
        self.assertEqual(self.game.worth(0, "TAX"), 36)
        self.assertEqual(self.game.marks, "w.w.....")

    def test_worth_tiles_on_strip_plain(self):
        self.game.marks = ".23w...."
        self.game.strip = "..XU...."
        self.game.rack = "ANQ"
        self.assertEqual(self.game.worth(1, "AXUN"), 14)

    def test_worth_blank_tiles(self):
        self.game.marks = "2.w....."
        self.game.rack = "?AN"
        self.assertEqual(self.game.worth(0, "XAN"), 6)
        self.assertEqual(self.game.worth(0, "ANX"), 8)
        self.game.strip = ".x......"
        self.assertEqual(self.game.worth(0, "AXN"), 8)

    def test_worth_many_tiles(self):
        self.game.marks = ".w......"
        self.game.rack = "AENOSTU"
        self.assertEqual([self.game.worth(2, "NOTE"), self.game.worth(2, "NOTES")], [6, 11])
        self.assertEqual([self.game.worth(1, "NOTE"), self.game.worth(0, "TONE")], [11, 11])

    def test_worth_only_placed_count_as_many(self):
        self.game.strip = "..OT...."
        self.game.rack = "ENSU"
        self.assertEqual(self.game.worth(1, "NOTES"), 7)
        self.assertEqual(self.game.worth(0, "UNOTES"), 11)

    def test_worth_errors(self):
        self.game.strip = "X......."
        for start, word, message in ((0, "tax", "bad word: tax"), (0, "EX", "clash at 0"), (0, "XN", "no tile for N")):
            with self.assertRaises(ValueError) as caught:
                self.game.worth(start, word)
            self.assertEqual(str(caught.exception), message)


class TileStripTestPlay(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("QUX", "2w.3....", VALUES, 4)
        self.game.rack = "?AET"

    def test_play_first(self):
        self.assertEqual(self.game.play(0, "TEA"), 8)
        self.assertEqual((self.game.strip, self.game.marks), ("TEA.....", "...3...."))
        self.assertEqual((self.game.rack, self.game.bag, self.game.score), ("?QUX", "", 8))
        self.assertEqual(self.game.turns, [(0, "TEA", "2w.", "QUX", 8)])

    def test_play_joined(self):
        self.game.strip = "..O....."
        self.game.marks = "2w.3...."
        self.game.score = 5
        self.assertEqual(self.game.play(1, "TOE"), 10)
        self.assertEqual((self.game.strip, self.game.marks, self.game.score), (".TOE....", "2.......", 15))
        self.assertEqual((self.game.rack, self.game.bag), ("?AQU", "X"))
        self.assertEqual(self.game.turns, [(1, "T.E", "w.3", "QU", 10)])

    def test_play_blank_tile(self):
        self.game.bag = ""
        self.assertEqual(self.game.play(2, "EXTA"), 4)
        self.assertEqual((self.game.strip, self.game.rack, self.game.marks), ("..ExTA..", "", "2w......"))
        self.assertEqual(self.game.turns, [(2, "ExTA", ".3..", "", 4)])

    def test_play_keeps_mark_under_old_tile(self):
        self.game.strip = "..ET...."
        self.assertEqual(self.game.play(2, "ETA"), 3)
        self.assertEqual((self.game.strip, self.game.marks), ("..ETA...", "2w.3...."))
        self.assertEqual(self.game.turns, [(2, "..A", ".3.", "Q", 3)])

    def test_play_second_turn(self):
        self.game.turns = [(0, "T.", "..", "", 2)]
        self.assertEqual(self.game.play(4, "EAT"), 3)
        self.assertEqual(self.game.turns, [(0, "T.", "..", "", 2), (4, "EAT", "...", "QUX", 3)])

    def test_play_error_changes_nothing(self):
        for start, word, message in ((0, "TEXAN", "no tile for N"), (6, "TEA", "off the strip")):
            with self.assertRaises(ValueError) as caught:
                self.game.play(start, word)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.game.rack, self.game.bag, self.game.strip), ("?AET", "QUX", "........"))
        self.assertEqual((self.game.marks, self.game.score, self.game.turns), ("2w.3....", 0, []))


class TileStripTestTakeBack(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("S", "......", VALUES, 4)

    def test_take_back_all(self):
        self.game.strip, self.game.rack, self.game.score = ".tEA..", "NOX", 7
        self.game.turns = [(1, "t.A", "2.w", "XO", 2)]
        self.assertEqual(self.game.take_back(), "t.A")
        self.assertEqual((self.game.strip, self.game.marks), ("..E...", ".2.w.."))
        self.assertEqual((self.game.rack, self.game.bag, self.game.score), ("?AN", "XOS", 5))
        self.assertEqual(self.game.turns, [])

    def test_take_back_latest(self):
        self.game.strip, self.game.rack, self.game.score = "TEA.ON", "AQTU", 9
        self.game.turns = [(4, "ON", "3.", "QA", 5), (0, "T.A", "...", "", 3)]
        self.assertEqual(self.game.take_back(), "T.A")
        self.assertEqual((self.game.strip, self.game.rack, self.game.bag), (".E..ON", "AAQTTU", "S"))
        self.assertEqual((self.game.turns, self.game.score), ([(4, "ON", "3.", "QA", 5)], 6))

    def test_take_back_same_letters(self):
        self.game.strip, self.game.rack = "TA....", "AATT"
        self.game.turns = [(0, "TA", "23", "TA", 5)]
        self.assertEqual(self.game.take_back(), "TA")
        self.assertEqual((self.game.rack, self.game.bag, self.game.marks), ("AATT", "TAS", "23...."))
        self.assertEqual(self.game.score, -5)

    def test_take_back_drawn_blank(self):
        self.game.strip, self.game.rack = "..ON..", "??A"
        self.game.turns = [(2, "ON", "..", "?", 3)]
        self.assertEqual(self.game.take_back(), "ON")
        self.assertEqual((self.game.rack, self.game.bag, self.game.strip), ("?ANO", "?S", "......"))

    def test_take_back_two_plays(self):
        self.game.marks, self.game.strip, self.game.rack, self.game.score = "......", "SAXoN.", "E", 30
        self.game.turns = [(1, "AX", "2w", "NE", 18), (0, "S..oN", "3..2.", "", 12)]
        self.assertEqual([self.game.take_back(), self.game.take_back()], ["S..oN", "AX"])
        self.assertEqual((self.game.strip, self.game.marks, self.game.score), ("......", "32w2..", 0))
        self.assertEqual((self.game.rack, self.game.bag), ("?ASX", "NES"))

    def test_take_back_nothing(self):
        with self.assertRaises(ValueError) as caught:
            self.game.take_back()
        self.assertEqual(str(caught.exception), "nothing to take back")
        self.assertEqual((self.game.bag, self.game.strip), ("S", "......"))


class TileStripTestSwap(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("NOQ", "......", VALUES, 4)
        self.game.rack = "?ATT"
        self.game.score = 10

    def test_swap_one(self):
        self.assertEqual(self.game.swap("?"), "N")
        self.assertEqual((self.game.rack, self.game.bag, self.game.score), ("ANTT", "OQ?", 10))

    def test_swap_several(self):
        self.assertEqual(self.game.swap("TAT"), "NOQ")
        self.assertEqual((self.game.rack, self.game.bag, self.game.score), ("?NOQ", "TAT", 8))

    def test_swap_ends_taking_back(self):
        self.game.turns = [(0, "ON", "..", "AT", 3)]
        self.assertEqual(self.game.swap("TA"), "NO")
        self.assertEqual((self.game.turns, self.game.score, self.game.bag), ([], 9, "QTA"))

    def test_swap_not_on_the_rack(self):
        for letters, letter in (("TTT", "T"), ("AXQ", "X"), ("AA??", "A"), ("TA??", "?")):
            with self.assertRaises(ValueError) as caught:
                self.game.swap(letters)
            self.assertEqual(str(caught.exception), "not on the rack: " + letter)
        self.assertEqual((self.game.rack, self.game.bag, self.game.score), ("?ATT", "NOQ", 10))

    def test_swap_bag_too_small(self):
        self.game.turns = [(0, "ON", "..", "AT", 3)]
        with self.assertRaises(ValueError) as caught:
            self.game.swap("TA?T")
        self.assertEqual(str(caught.exception), "bag too small")
        self.assertEqual((self.game.rack, len(self.game.turns)), ("?ATT", 1))

    def test_swap_no_letters(self):
        with self.assertRaises(ValueError) as caught:
            self.game.swap("")
        self.assertEqual(str(caught.exception), "no letters")
        self.assertEqual(self.game.score, 10)


class TileStripTestWords(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("", "..........", VALUES, 4)

    def test_words_none(self):
        self.assertEqual(self.game.words(), [])
        self.game.strip = "T.E.A....s"
        self.assertEqual(self.game.words(), [])

    def test_words_several(self):
        self.game.strip = "TEA.S.ON.X"
        self.assertEqual(self.game.words(), [(0, "TEA"), (6, "ON")])
        self.assertEqual(self.game.strip, "TEA.S.ON.X")

    def test_words_blank_tiles(self):
        self.game.strip = "..tEa...no"
        self.assertEqual(self.game.words(), [(2, "TEA"), (8, "NO")])

    def test_words_whole_strip(self):
        self.game.strip = "NEXTOASTeS"
        self.assertEqual(self.game.words(), [(0, "NEXTOASTES")])

    def test_words_at_the_end(self):
        self.game.strip = ".......TAX"
        self.assertEqual(self.game.words(), [(7, "TAX")])


class TileStripTestFinalScore(unittest.TestCase):
    def setUp(self):
        self.game = TileStrip("", "..........", VALUES, 4)
        self.game.strip = "TEA..ON..X"
        self.game.score = 20

    def test_final_score_tiles_left(self):
        self.game.rack = "?QSS"
        self.assertEqual(self.game.final_score(), 7)
        self.assertEqual((self.game.score, self.game.rack), (20, "?QSS"))

    def test_final_score_all_placed(self):
        self.assertEqual(self.game.final_score(), 30)
        self.game.strip = "T.E.A....."
        self.assertEqual(self.game.final_score(), 20)

    def test_final_score_bag_left(self):
        self.game.bag = "E"
        self.assertEqual(self.game.final_score(), 20)

    def test_final_score_only_blank_left(self):
        self.game.rack = "??"
        self.assertEqual(self.game.final_score(), 20)

    def test_final_score_negative(self):
        self.game.score = -3
        self.game.rack = "UX"
        self.game.bag = "Q"
        self.assertEqual(self.game.final_score(), -13)


class TileStripTestMain(unittest.TestCase):
    def test_main_game(self):
        game = TileStrip("TAX?ONSEQ", "..2..w.3..", VALUES, 4)
        self.assertEqual(game.draw(), "TAX?")
        self.assertEqual(game.worth(2, "TAX"), 10)
        self.assertEqual(game.play(3, "TAX"), 18)
        self.assertEqual((game.rack, game.bag, game.marks), ("?NOS", "EQ", "..2....3.."))
        self.assertEqual(game.needed(3, "TAXON"), "...ON")
        self.assertEqual(game.play(3, "TAXON"), 16)
        self.assertEqual(game.words(), [(3, "TAXON")])
        self.assertEqual((game.score, game.rack), (34, "?EQS"))
        self.assertEqual(game.take_back(), "...ON")
        self.assertEqual((game.score, game.rack, game.bag, game.strip), (18, "?NOS", "EQ", "...TAX...."))
        self.assertEqual(game.swap("S?"), "EQ")
        self.assertEqual((game.score, game.rack, game.bag), (17, "ENOQ", "S?"))
        self.assertEqual(game.final_score(), 4)
        with self.assertRaises(ValueError):
            game.take_back()

    def test_main_to_the_end(self):
        game = TileStrip("EON?T", "w...2.", VALUES, 3)
        self.assertEqual(game.draw(), "EON")
        self.assertEqual(game.play(2, "ONE"), 5)
        self.assertEqual((game.strip, game.rack, game.bag), ("..ONE.", "?T", ""))
        self.assertEqual(game.worth(1, "TONES"), 5)
        self.assertEqual(game.play(1, "TONE"), 5)
        self.assertEqual(game.needed(0, "STONE"), "s....")
        self.assertEqual(game.play(0, "STONE"), 10)
        self.assertEqual((game.strip, game.words(), game.final_score()), ("sTONE.", [(0, "STONE")], 25))
        self.assertEqual([game.take_back(), game.take_back()], ["s....", "T..."])
        self.assertEqual((game.strip, game.rack, game.marks, game.score), ("..ONE.", "?T", "w.....", 5))
