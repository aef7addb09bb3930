# canary: classeval-hf open harbour_board d9f9b0a1-8198-4f26-9dba-ba73c240da47

import unittest

from solution import HarbourBoard

TIDE = [0, 5, 15, 25, 15, 5]
BERTHS = {"quay": (80, 45), "pier": (40, 30), "dock": (40, 28), "east": (40, 28)}


def after(board, *calls):
    """The board after calls of its methods."""
    for name, *arguments in calls:
        getattr(board, name)(*arguments)
    return board


def fill(board):
    """Two ships arrive in the hours 0 and 1, a third one waits from hour 1 on."""
    return after(
        board,
        ("arrive", "Ada", 40, 20, 4),
        ("advance", 1),
        ("arrive", "Bea", 60, 25, 2),
        ("arrive", "Cleo", 70, 40, 3),
    )


class HarbourBoardTestOpening(unittest.TestCase):
    def setUp(self):
        self.board = HarbourBoard(20, TIDE, BERTHS)

    def test_opening_at_once(self):
        self.assertEqual(
            [self.board.opening(20, 0), self.board.opening(35, 2), self.board.opening(35, 10)], [0, 2, 10]
        )

    def test_opening_later(self):
        self.assertEqual(
            [self.board.opening(45, 0), self.board.opening(36, 4), self.board.opening(25, 11)], [3, 9, 11]
        )

    def test_opening_last_hour_of_the_round(self):
        self.assertEqual(
            [self.board.opening(45, 4), self.board.opening(45, 10), self.board.opening(21, 6)], [9, 15, 7]
        )
        self.assertEqual(self.board.hour, 0)

    def test_opening_never(self):
        self.assertEqual([self.board.opening(46, 0), self.board.opening(45, 100)], [-1, 105])

    def test_opening_one_tide(self):
        board = HarbourBoard(7, [3], BERTHS)
        self.assertEqual([board.opening(10, 8), board.opening(11, 8), board.tide], [8, -1, [3]])


class HarbourBoardTestFreeBerth(unittest.TestCase):
    def setUp(self):
        self.board = HarbourBoard(20, TIDE, BERTHS)

    def test_free_berth_least_depth_then_name(self):
        self.assertEqual([self.board.free_berth(40, 28), self.board.free_berth(1, 1)], ["dock", "dock"])

    def test_free_berth_depth_decides(self):
        self.assertEqual(
            [self.board.free_berth(40, 29), self.board.free_berth(40, 30), self.board.free_berth(40, 31)],
            ["pier", "pier", "quay"],
        )

    def test_free_berth_length_decides(self):
        self.assertEqual([self.board.free_berth(41, 20), self.board.free_berth(80, 45)], ["quay", "quay"])

    def test_free_berth_taken(self):
        fill(self.board)
        self.assertEqual([self.board.free_berth(40, 20), self.board.free_berth(41, 20)], ["east", ""])
        self.assertEqual(sorted(self.board.moored), ["dock", "quay"])

    def test_free_berth_none(self):
        self.assertEqual(
            [self.board.free_berth(81, 5), self.board.free_berth(5, 46), self.board.free_berth(80, 1)],
            ["", "", "quay"],
        )


class HarbourBoardTestPassSill(unittest.TestCase):
    def test_pass_sill_already_passed(self):
        board = fill(HarbourBoard(20, TIDE, BERTHS))
        self.assertEqual((board.pass_sill(), board.passed, board.hour), (("", ""), True, 1))
        self.assertEqual(board.waiting, [("Cleo", 70, 40, 3)])

    def test_pass_sill_berth_opened(self):
        board = HarbourBoard(20, [0, 9, 20, 0], {"quay": (80, 45)})
        after(board, ("arrive", "Ida", 50, 20, 9), ("arrive", "Cleo", 70, 40, 3), ("arrive", "Dora", 30, 36, 2))
        after(board, ("advance", 2))
        self.assertEqual((board.pass_sill(), board.passed, sorted(board.moored)), (("", ""), False, ["quay"]))
        board.berths["pier"] = (30, 40)
        self.assertEqual(
            (board.pass_sill(), board.passed, board.waiting), (("Dora", "pier"), True, [("Cleo", 70, 40, 3)])
        )
        self.assertEqual(
            (board.pass_sill(), board.moored), (("", ""), {"quay": ("Ida", 50, 20, 9), "pier": ("Dora", 30, 36, 4)})
        )

    def test_pass_sill_due_first(self):
        board = HarbourBoard(20, [0, 0, 0, 0, 9], BERTHS)
        after(board, ("arrive", "Ada", 30, 20, 9), ("advance", 1), ("arrive", "Bea", 30, 20, 7), ("advance", 7))
        self.assertEqual((board.pass_sill(), sorted(board.moored)), (("", ""), ["dock"]))
        board.hour, board.passed = 9, False
        self.assertEqual((board.pass_sill(), board.moored), (("Ada", "dock"), {}))
        board.passed = False
        self.assertEqual((board.pass_sill(), board.moored), (("", ""), {}))

    def test_pass_sill_same_due_hour(self):
        board = HarbourBoard(20, [0], BERTHS)
        after(board, ("arrive", "Zoe", 50, 20, 5), ("advance", 1), ("arrive", "Bea", 30, 20, 3), ("advance", 1))
        after(board, ("arrive", "Ada", 30, 20, 3))
        board.hour, board.passed = 6, False
        self.assertEqual(
            (board.pass_sill(), board.moored),
            (("Bea", "dock"), {"quay": ("Zoe", 50, 20, 5), "east": ("Ada", 30, 20, 5)}),
        )
        board.passed = False
        self.assertEqual(board.pass_sill(), ("Ada", "east"))
        board.passed = False
        self.assertEqual((board.pass_sill(), board.moored), (("Zoe", "quay"), {}))
        self.assertEqual((board.pass_sill(), board.passed), (("", ""), True))

    def test_pass_sill_out_before_in(self):
        board = HarbourBoard(20, [0], {"quay": (80, 45), "pier": (40, 30)})
        after(board, ("arrive", "Ada", 30, 20, 1), ("arrive", "Bea", 50, 20, 1))
        board.hour, board.passed = 1, False
        self.assertEqual((board.pass_sill(), board.waiting), (("Ada", "pier"), [("Bea", 50, 20, 1)]))

    def test_pass_sill_tide_keeps_it_in(self):
        board = HarbourBoard(40, [0, -10, -20], BERTHS)
        after(board, ("arrive", "Zoe", 50, 40, 1), ("arrive", "Dora", 30, 31, 3), ("arrive", "Cleo", 70, 20, 3))
        after(board, ("arrive", "Eva", 40, 20, 3), ("arrive", "Fay", 40, 20, 3))
        board.hour, board.passed = 2, False
        self.assertEqual(
            (board.pass_sill(), board.waiting),
            (("Eva", "dock"), [("Dora", 30, 31, 3), ("Cleo", 70, 20, 3), ("Fay", 40, 20, 3)]),
        )
        self.assertEqual(board.moored, {"quay": ("Zoe", 50, 40, 1), "dock": ("Eva", 40, 20, 5)})

    def test_pass_sill_nobody(self):
        board = after(HarbourBoard(20, TIDE, BERTHS), ("arrive", "Cleo", 70, 40, 3))
        self.assertEqual((board.pass_sill(), board.passed), (("", ""), False))
        board.hour = 2
        self.assertEqual((board.pass_sill(), board.waiting), (("", ""), [("Cleo", 70, 40, 3)]))
        board.hour = 3
        self.assertEqual(
            (board.pass_sill(), board.moored, board.passed), (("Cleo", "quay"), {"quay": ("Cleo", 70, 40, 6)}, True)
        )


class HarbourBoardTestArrive(unittest.TestCase):
    def setUp(self):
        self.board = HarbourBoard(20, TIDE, BERTHS)

    def test_arrive_enters(self):
        self.assertEqual(self.board.arrive("Ada", 40, 20, 4), "dock")
        self.assertEqual((self.board.moored, self.board.passed), ({"dock": ("Ada", 40, 20, 4)}, True))

    def test_arrive_one_an_hour(self):
        self.assertEqual([self.board.arrive("Ada", 40, 20, 4), self.board.arrive("Bea", 40, 20, 4)], ["dock", ""])
        self.assertEqual(self.board.waiting, [("Bea", 40, 20, 4)])

    def test_arrive_tide_too_low(self):
        self.assertEqual([self.board.arrive("Cleo", 80, 45, 1), self.board.arrive("Bea", 30, 20, 2)], ["", "dock"])
        self.assertEqual(
            (self.board.waiting, self.board.moored), ([("Cleo", 80, 45, 1)], {"dock": ("Bea", 30, 20, 2)})
        )

    def test_arrive_another_passes(self):
        after(self.board, ("arrive", "Ida", 40, 20, 4), ("arrive", "Ada", 40, 20, 4))
        self.board.hour, self.board.passed = 1, False
        self.assertEqual(self.board.arrive("Bea", 30, 20, 2), "")
        self.assertEqual(
            (self.board.moored, self.board.waiting),
            ({"dock": ("Ida", 40, 20, 4), "east": ("Ada", 40, 20, 5)}, [("Bea", 30, 20, 2)]),
        )

    def test_arrive_length_that_fits_no_depth(self):
        board = HarbourBoard(20, TIDE, {"long": (90, 20), "deep": (30, 60)})
        with self.assertRaises(ValueError) as caught:
            board.arrive("Bea", 31, 21, 2)
        self.assertEqual(str(caught.exception), "too big")
        self.assertEqual([board.arrive("Cleo", 90, 20, 1), board.arrive("Bea", 30, 45, 2)], ["long", ""])
        self.assertEqual(board.waiting, [("Bea", 30, 45, 2)])

    def test_arrive_bad_numbers(self):
        fill(self.board)
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Ada", 0, 20, 4)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Dora", 40, 0, 4)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Dora", 40, 20, 0)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(len(self.board.waiting), 1)

    def test_arrive_known_ship(self):
        fill(self.board)
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Ada", 100, 20, 4)
        self.assertEqual(str(caught.exception), "known ship")
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Cleo", 1, 1, 1)
        self.assertEqual(str(caught.exception), "known ship")
        self.assertEqual(self.board.waiting, [("Cleo", 70, 40, 3)])

    def test_arrive_too_big(self):
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Dora", 81, 20, 4)
        self.assertEqual(str(caught.exception), "too big")
        with self.assertRaises(ValueError) as caught:
            self.board.arrive("Dora", 80, 46, 4)
        self.assertEqual(str(caught.exception), "too big")
        board = HarbourBoard(10, TIDE, BERTHS)
        with self.assertRaises(ValueError) as caught:
            board.arrive("Dora", 80, 36, 4)
        self.assertEqual(str(caught.exception), "too big")
        self.assertEqual((board.arrive("Dora", 80, 35, 4), board.waiting), ("", [("Dora", 80, 35, 4)]))


class HarbourBoardTestAdvance(unittest.TestCase):
    def test_advance_history(self):
        board = fill(HarbourBoard(20, TIDE, BERTHS))
        self.assertEqual(board.advance(2), [(3, "Bea", "quay")])
        self.assertEqual((board.moored, board.hour, board.passed), ({"dock": ("Ada", 40, 20, 4)}, 3, True))

    def test_advance_long(self):
        board = fill(HarbourBoard(20, TIDE, BERTHS))
        self.assertEqual(
            board.advance(15), [(3, "Bea", "quay"), (4, "Ada", "dock"), (9, "Cleo", "quay"), (15, "Cleo", "quay")]
        )
        self.assertEqual((board.hour, board.passed, board.waiting), (16, False, []))

    def test_advance_by_hours(self):
        board = HarbourBoard(20, TIDE, BERTHS)
        fill(board)
        self.assertEqual(
            [board.advance(1), board.advance(1), board.advance(1), board.advance(1)],
            [[], [(3, "Bea", "quay")], [(4, "Ada", "dock")], []],
        )
        self.assertEqual(board.moored, {})

    def test_advance_not_at_all(self):
        board = HarbourBoard(20, TIDE, BERTHS)
        fill(board)
        self.assertEqual([board.advance(0), board.advance(-3)], [[], []])
        self.assertEqual((board.hour, board.passed, board.waiting), (1, True, [("Cleo", 70, 40, 3)]))

    def test_advance_nobody(self):
        board = HarbourBoard(20, TIDE, BERTHS)
        self.assertEqual((board.advance(7), board.hour, board.passed), ([], 7, False))


class HarbourBoardTestShift(unittest.TestCase):
    def setUp(self):
        self.board = fill(HarbourBoard(20, [0, 9, 20], BERTHS))

    def test_shift_after_a_passage(self):
        board = fill(HarbourBoard(20, [0, 9, 20], BERTHS))
        self.assertEqual(board.shift("Ada", "east"), "")
        self.assertEqual(
            (board.moored, board.waiting),
            ({"quay": ("Bea", 60, 25, 3), "east": ("Ada", 40, 20, 4)}, [("Cleo", 70, 40, 3)]),
        )

    def test_shift_lets_one_in(self):
        board = HarbourBoard(40, [0], {"quay": (80, 45), "pier": (40, 30)})
        after(board, ("arrive", "Eva", 30, 20, 2), ("advance", 1), ("arrive", "Ada", 40, 28, 9), ("advance", 1))
        after(board, ("arrive", "Cleo", 70, 30, 3), ("advance", 1))
        self.assertEqual((board.moored, board.passed), ({"quay": ("Ada", 40, 28, 10)}, False))
        self.assertEqual(board.shift("Ada", "pier"), "Cleo")
        self.assertEqual(
            (board.moored, board.passed, board.waiting),
            ({"pier": ("Ada", 40, 28, 10), "quay": ("Cleo", 70, 30, 6)}, True, []),
        )

    def test_shift_frees_a_berth(self):
        board = HarbourBoard(20, [0], {"quay": (80, 45), "pier": (80, 46)})
        after(board, ("arrive", "Ada", 70, 20, 9), ("advance", 1))
        self.assertEqual(
            (board.shift("Ada", "pier"), board.moored, board.passed), ("", {"pier": ("Ada", 70, 20, 9)}, False)
        )
        self.assertEqual((board.shift("Ada", "quay"), board.moored), ("", {"quay": ("Ada", 70, 20, 9)}))

    def test_shift_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.board.shift("Cleo", "nowhere")
        self.assertEqual(caught.exception.args, ("Cleo",))
        with self.assertRaises(KeyError) as caught:
            self.board.shift("Ada", "nowhere")
        self.assertEqual(caught.exception.args, ("nowhere",))
        self.assertEqual(sorted(self.board.moored), ["dock", "quay"])

    def test_shift_taken(self):
        with self.assertRaises(ValueError) as caught:
            self.board.shift("Bea", "dock")
        self.assertEqual(str(caught.exception), "taken")
        with self.assertRaises(ValueError) as caught:
            self.board.shift("Ada", "dock")
        self.assertEqual(str(caught.exception), "taken")
        self.assertEqual(self.board.moored, {"dock": ("Ada", 40, 20, 4), "quay": ("Bea", 60, 25, 3)})

    def test_shift_too_small(self):
        board = HarbourBoard(30, [0], {"A": (40, 30), "B": (39, 45), "C": (45, 29), "D": (40, 30)})
        after(board, ("arrive", "Eva", 40, 30, 9))
        with self.assertRaises(ValueError) as caught:
            board.shift("Eva", "B")
        self.assertEqual(str(caught.exception), "too small")
        with self.assertRaises(ValueError) as caught:
            board.shift("Eva", "C")
        self.assertEqual(str(caught.exception), "too small")
        self.assertEqual((board.shift("Eva", "D"), board.moored), ("", {"D": ("Eva", 40, 30, 9)}))


class HarbourBoardTestExtend(unittest.TestCase):
    def setUp(self):
        self.board = HarbourBoard(20, TIDE, BERTHS)
        fill(self.board)

    def test_extend_before_due(self):
        self.assertEqual(self.board.extend("Bea", 3), 7)
        self.assertEqual(self.board.moored, {"dock": ("Ada", 40, 20, 4), "quay": ("Bea", 60, 25, 6)})

    def test_extend_over(self):
        after(self.board, ("advance", 13))
        self.assertEqual([self.board.extend("Cleo", 2), self.board.extend("Cleo", 5)], [21, 21])
        self.assertEqual(self.board.moored, {"quay": ("Cleo", 70, 40, 21)})

    def test_extend_waits_for_tide(self):
        after(self.board, ("arrive", "Eva", 80, 40, 9), ("advance", 2), ("advance", 6))
        self.assertEqual(
            [self.board.extend("Cleo", 1), self.board.extend("Cleo", 1), self.board.extend("Cleo", 5)], [15, 15, 21]
        )
        self.assertEqual(self.board.moored, {"quay": ("Cleo", 70, 40, 19)})

    def test_extend_bad_number(self):
        with self.assertRaises(ValueError) as caught:
            self.board.extend("Ada", 0)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.board.extend("Nora", -1)
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(self.board.moored["dock"], ("Ada", 40, 20, 4))

    def test_extend_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.board.extend("Cleo", 2)
        self.assertEqual(caught.exception.args, ("Cleo",))
        with self.assertRaises(KeyError) as caught:
            self.board.extend("dock", 1)
        self.assertEqual(caught.exception.args, ("dock",))
        self.assertEqual(self.board.waiting, [("Cleo", 70, 40, 3)])


class HarbourBoardTestMain(unittest.TestCase):
    def test_main_two_days(self):
        board = HarbourBoard(20, TIDE, {"quay": (80, 45), "pier": (40, 30)})
        self.assertEqual(
            [board.arrive("Ada", 40, 20, 5), board.arrive("Bea", 35, 24, 4), board.arrive("Cleo", 70, 45, 2)],
            ["pier", "", ""],
        )
        self.assertEqual(board.advance(2), [(1, "Bea", "quay")])
        self.assertEqual(
            (board.moored, board.waiting, board.passed),
            ({"pier": ("Ada", 40, 20, 5), "quay": ("Bea", 35, 24, 5)}, [("Cleo", 70, 45, 2)], False),
        )
        self.assertEqual([board.opening(45, board.hour), board.free_berth(40, 20)], [3, ""])
        self.assertEqual(board.extend("Ada", 2), 7)
        self.assertEqual(board.advance(6), [(5, "Bea", "quay"), (7, "Ada", "pier")])
        self.assertEqual((board.hour, board.moored, board.waiting), (8, {}, [("Cleo", 70, 45, 2)]))
        with self.assertRaises(ValueError) as caught:
            board.arrive("Cleo", 70, 45, 2)
        self.assertEqual(str(caught.exception), "known ship")
        self.assertEqual(board.arrive("Dora", 40, 30, 1), "pier")
        self.assertEqual(board.advance(12), [(9, "Dora", "pier"), (15, "Cleo", "quay")])
        self.assertEqual(
            (board.moored, board.waiting, board.pass_sill()), ({"quay": ("Cleo", 70, 45, 17)}, [], ("", ""))
        )

    def test_main_shifts(self):
        board = HarbourBoard(30, [10, 0], {"A": (50, 40), "B": (30, 35), "C": (30, 38)})
        self.assertEqual(
            [board.arrive("Ida", 30, 36, 9), board.arrive("Elsa", 20, 30, 3), board.arrive("Mona", 25, 31, 5)],
            ["C", "", ""],
        )
        self.assertEqual(board.advance(1), [(1, "Elsa", "B")])
        self.assertEqual(board.shift("Ida", "A"), "")
        self.assertEqual(board.advance(1), [(2, "Mona", "C")])
        self.assertEqual(
            (board.moored, board.free_berth(30, 35), board.waiting),
            ({"B": ("Elsa", 20, 30, 4), "A": ("Ida", 30, 36, 9), "C": ("Mona", 25, 31, 7)}, "", []),
        )
        self.assertEqual(board.arrive("Tina", 45, 40, 2), "")
        self.assertEqual(board.advance(2), [(4, "Elsa", "B")])
        with self.assertRaises(ValueError) as caught:
            board.shift("Ida", "B")
        self.assertEqual(str(caught.exception), "too small")
        self.assertEqual([board.shift("Mona", "B"), board.free_berth(30, 38)], ["", "C"])
        self.assertEqual(board.advance(3), [])
        self.assertEqual(
            (board.moored, board.waiting), ({"A": ("Ida", 30, 36, 9), "B": ("Mona", 25, 31, 7)}, [("Tina", 45, 40, 2)])
        )
        self.assertEqual(board.advance(8), [(8, "Mona", "B"), (10, "Ida", "A"), (12, "Tina", "A"), (14, "Tina", "A")])

    def test_main_overdue(self):
        board = HarbourBoard(15, [0, 0, 0, 20], {"A": (50, 40)})
        self.assertEqual(
            [board.arrive("Ida", 30, 15, 2), board.arrive("Elsa", 30, 35, 1), board.arrive("Mona", 50, 15, 3)],
            ["A", "", ""],
        )
        self.assertEqual(board.advance(2), [(2, "Ida", "A")])
        self.assertEqual(board.advance(1), [(3, "Elsa", "A")])
        self.assertEqual((board.moored, board.waiting), ({"A": ("Elsa", 30, 35, 4)}, [("Mona", 50, 15, 3)]))
        self.assertEqual(board.advance(3), [])
        self.assertEqual([board.extend("Elsa", 2), board.pass_sill(), board.hour], [11, ("", ""), 6])
        self.assertEqual(board.advance(6), [(11, "Elsa", "A"), (12, "Mona", "A")])
        self.assertEqual((board.moored, board.free_berth(1, 1)), ({"A": ("Mona", 50, 15, 15)}, ""))
