# canary: classeval-hf open choir_stand 54eea215-963b-4871-bac9-fa4b49e76f27

import unittest

from solution import ChoirStand


def seat(stand, *singers):
    """Seats singers, given as texts such as "ann alto 170 3"."""
    for singer in singers:
        name, section, height, strength = singer.split()
        stand.seat(name, section, int(height), int(strength))


def shift(stand, section, by):
    """Moves a section of a stand."""
    stand.shift(section, by)


class ChoirStandTestSeat(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([6, 7])

    def test_seat_longest_run(self):
        places = [self.stand.seat(name, name, 170, 2) for name in "abcdef"]
        self.assertEqual(places, [(1, 3), (0, 2), (0, 4), (1, 1), (1, 5), (0, 0)])
        self.assertEqual(
            (self.stand.rows, self.stand.spans),
            (
                [["f", "", "b", "", "c", ""], ["", "d", "", "a", "", "e", ""]],
                {"a": (1, 3, 3), "b": (0, 2, 2), "c": (0, 4, 4), "d": (1, 1, 1), "e": (1, 5, 5), "f": (0, 0, 0)},
            ),
        )

    def test_seat_equal_runs(self):
        stand = ChoirStand([2, 5, 5])
        self.assertEqual(
            [stand.seat(name, name, 170, 2) for name in "abcdefg"],
            [(1, 2), (2, 2), (0, 0), (1, 0), (1, 3), (2, 0), (2, 3)],
        )
        self.assertEqual(stand.spans["g"], (2, 3, 3))

    def test_seat_beside_section(self):
        places = [self.stand.seat(name, "alto", 160, 1) for name in "abcdefg"]
        self.assertEqual(places, [(1, 3), (1, 4), (1, 5), (1, 6), (1, 2), (1, 1), (1, 0)])
        self.assertEqual(
            (self.stand.rows[1], self.stand.spans), (["g", "f", "e", "a", "b", "c", "d"], {"alto": (1, 0, 6)})
        )

    def test_seat_can_see(self):
        seat(
            self.stand, "x bass 180 3", "a alto 170 1", "b alto 171 2", "c alto 165 4", "y bass 170 4", "d alto 175 4"
        )
        self.assertEqual(
            (self.stand.rows, self.stand.spans),
            ([["", "", "a", "b", "c", "d"], ["", "", "", "x", "y", "", ""]], {"bass": (1, 3, 4), "alto": (0, 2, 5)}),
        )
        self.assertEqual(self.stand.seat("e", "alto", 170, 1), (0, 1))
        self.assertEqual(self.stand.seat("z", "bass", 176, 1), (1, 5))

    def test_seat_left_to_see(self):
        stand = ChoirStand([3, 3])
        seat(stand, "t bass 180 3", "u bass 181 3", "v tenor 175 3")
        self.assertEqual(stand.rows, [["", "t", "u"], ["", "v", ""]])
        self.assertEqual([stand.seat("w", "tenor", 180, 3), stand.spans["tenor"]], [(1, 0), (1, 0, 1)])

    def test_seat_neither_sees(self):
        stand = ChoirStand([3, 3])
        seat(stand, "t bass 180 3", "u bass 181 3", "s bass 190 1", "v tenor 175 3")
        self.assertEqual(stand.rows[0], ["s", "t", "u"])
        self.assertEqual(stand.seat("w", "tenor", 180, 3), (1, 2))

    def test_seat_same_height_sees(self):
        stand = ChoirStand([3, 3])
        seat(stand, "t bass 180 3", "u bass 180 3", "v tenor 175 3")
        self.assertEqual(stand.seat("w", "tenor", 180, 3), (1, 2))
        self.assertEqual(stand.spans, {"bass": (0, 1, 2), "tenor": (1, 1, 2)})

    def test_seat_longer_row_behind(self):
        stand = ChoirStand([2, 4])
        seat(stand, "v tenor 175 3", "t bass 180 3")
        self.assertEqual([stand.seat("w", "tenor", 150, 3), stand.seat("x", "tenor", 179, 3)], [(1, 2), (1, 3)])
        self.assertEqual(stand.rows, [["t", ""], ["", "v", "w", "x"]])

    def test_seat_no_place(self):
        stand = ChoirStand([3, 1])
        seat(stand, "a alto 170 1", "b bass 170 1", "c alto 170 1")
        self.assertEqual(stand.rows, [["b", "a", "c"], [""]])
        with self.assertRaises(ValueError) as caught:
            stand.seat("d", "alto", 170, 1)
        self.assertEqual(str(caught.exception), "no place: alto")
        seat(stand, "e tenor 170 1")
        with self.assertRaises(ValueError) as caught:
            stand.seat("d", "soprano", 170, 1)
        self.assertEqual(str(caught.exception), "no place: soprano")
        self.assertEqual(
            (stand.rows, sorted(stand.singers), sorted(stand.spans)),
            ([["b", "a", "c"], ["e"]], ["a", "b", "c", "e"], ["alto", "bass", "tenor"]),
        )

    def test_seat_not_at_the_other_end(self):
        stand = ChoirStand([4])
        seat(stand, "a alto 170 1", "b bass 170 1", "c alto 170 1")
        self.assertEqual(stand.rows, [["c", "a", "b", ""]])
        with self.assertRaises(ValueError) as caught:
            stand.seat("d", "alto", 170, 1)
        self.assertEqual(str(caught.exception), "no place: alto")
        self.assertEqual(stand.spans, {"alto": (0, 0, 1), "bass": (0, 2, 2)})

    def test_seat_again(self):
        seat(self.stand, "a alto 170 1")
        with self.assertRaises(ValueError) as caught:
            self.stand.seat("a", "bass", 180, 2)
        self.assertEqual(str(caught.exception), "has a place: a")
        self.assertEqual((self.stand.singers, self.stand.spans), ({"a": ("alto", 170, 1)}, {"alto": (1, 3, 3)}))


class ChoirStandTestLeave(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([9, 4])
        seat(self.stand, *[f"{name} alto 170 2" for name in "abcde"], "x bass 180 3")

    def test_leave_higher_move(self):
        self.assertEqual(self.stand.leave("d"), ["e"])
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans["alto"]), (["", "x", "", "", "a", "b", "c", "e", ""], (0, 4, 7))
        )

    def test_leave_lower_move(self):
        self.assertEqual(self.stand.leave("b"), ["a"])
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans["alto"]), (["", "x", "", "", "", "a", "c", "d", "e"], (0, 5, 8))
        )

    def test_leave_middle(self):
        self.assertEqual(self.stand.leave("c"), ["d", "e"])
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans["alto"]), (["", "x", "", "", "a", "b", "d", "e", ""], (0, 4, 7))
        )

    def test_leave_ends(self):
        self.assertEqual([self.stand.leave("a"), self.stand.leave("e")], [[], []])
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans, sorted(self.stand.singers)),
            (["", "x", "", "", "", "b", "c", "d", ""], {"bass": (0, 1, 1), "alto": (0, 5, 7)}, ["b", "c", "d", "x"]),
        )

    def test_leave_last_of_section(self):
        self.assertEqual(self.stand.leave("x"), [])
        self.assertEqual((self.stand.rows[1], self.stand.spans), (["", "", "", ""], {"alto": (0, 4, 8)}))
        self.assertEqual(sorted(self.stand.singers), ["a", "b", "c", "d", "e"])

    def test_leave_two(self):
        self.assertEqual(
            [self.stand.leave("c"), self.stand.leave("b"), self.stand.leave("d")], [["d", "e"], ["a"], ["e"]]
        )
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans["alto"]), (["", "x", "", "", "", "a", "e", "", ""], (0, 5, 6))
        )

    def test_leave_unknown(self):
        for name in ("z", "", "alto"):
            with self.assertRaises(KeyError) as caught:
                self.stand.leave(name)
            self.assertEqual(caught.exception.args, (name,))
        self.assertEqual(self.stand.spans, {"alto": (0, 4, 8), "bass": (0, 1, 1)})


class ChoirStandTestSwap(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([5, 5])
        seat(
            self.stand, "a alto 170 1", "b alto 185 2", "c alto 160 3", "x bass 175 4", "y bass 168 5", "z bass 190 6"
        )

    def test_swap_places(self):
        self.assertEqual(self.stand.rows, [["", "", "a", "b", "c"], ["", "y", "x", "z", ""]])
        self.assertEqual(self.stand.swap("a", "c"), 0)
        self.assertEqual(
            (self.stand.rows, self.stand.spans),
            ([["", "", "c", "b", "a"], ["", "y", "x", "z", ""]], {"alto": (0, 2, 4), "bass": (1, 1, 3)}),
        )

    def test_swap_more_see(self):
        self.assertEqual(
            [self.stand.swap("y", "z"), self.stand.swap("z", "y"), self.stand.swap("x", "y")], [-1, 1, -1]
        )
        self.assertEqual(self.stand.rows[1], ["", "x", "y", "z", ""])

    def test_swap_front_row(self):
        self.assertEqual([self.stand.swap("b", "a"), self.stand.swap("c", "a")], [-1, 0])
        self.assertEqual(self.stand.rows[0], ["", "", "b", "c", "a"])

    def test_swap_keeps_singers(self):
        self.assertEqual(self.stand.swap("x", "z"), -1)
        self.assertEqual(self.stand.singers["x"], ("bass", 175, 4))

    def test_swap_errors(self):
        before = [list(row) for row in self.stand.rows]
        for name, other, wrong in (("q", "p", "q"), ("a", "p", "p"), ("p", "a", "p")):
            with self.assertRaises(KeyError) as caught:
                self.stand.swap(name, other)
            self.assertEqual(caught.exception.args, (wrong,))
        for name, other, message in (("a", "x", "other section"), ("b", "b", "same singer")):
            with self.assertRaises(ValueError) as caught:
                self.stand.swap(name, other)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.stand.rows, before)


class ChoirStandTestShift(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([8, 2])
        seat(self.stand, "a alto 170 1", "b alto 185 2", "c alto 160 3", "x bass 175 4")

    def test_shift_overlapping(self):
        self.assertEqual(self.stand.rows, [["", "x", "", "a", "b", "c", "", ""], ["", ""]])
        self.assertEqual([self.stand.shift("alto", 1), self.stand.shift("alto", -1)], [(0, 4, 6), (0, 3, 5)])
        self.assertEqual(self.stand.rows[0], ["", "x", "", "a", "b", "c", "", ""])

    def test_shift_far(self):
        self.assertEqual([self.stand.shift("alto", 2), self.stand.shift("bass", 3)], [(0, 5, 7), (0, 4, 4)])
        self.assertEqual(
            (self.stand.rows[0], self.stand.spans),
            (["", "", "", "", "x", "a", "b", "c"], {"alto": (0, 5, 7), "bass": (0, 4, 4)}),
        )

    def test_shift_by_nothing(self):
        self.assertEqual(self.stand.shift("alto", 0), (0, 3, 5))
        self.assertEqual(self.stand.rows[0], ["", "x", "", "a", "b", "c", "", ""])

    def test_shift_no_place(self):
        cases = [("alto", 3, 8), ("alto", -2, 1), ("alto", -5, -2), ("alto", 9, 12), ("bass", 2, 3), ("bass", -2, -1)]
        for section, by, place in cases:
            with self.assertRaises(ValueError) as caught:
                self.stand.shift(section, by)
            self.assertEqual(str(caught.exception), f"no place: {place}")
        self.assertEqual((self.stand.rows[0][:4], self.stand.spans["alto"]), (["", "x", "", "a"], (0, 3, 5)))

    def test_shift_over_others(self):
        self.assertEqual(self.stand.shift("bass", 5), (0, 6, 6))
        with self.assertRaises(ValueError) as caught:
            self.stand.shift("alto", 2)
        self.assertEqual(str(caught.exception), "no place: 6")
        self.assertEqual(self.stand.shift("alto", -3), (0, 0, 2))

    def test_shift_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.stand.shift("tenor", 1)
        self.assertEqual(caught.exception.args, ("tenor",))
        self.assertEqual(sorted(self.stand.spans), ["alto", "bass"])


class ChoirStandTestBlocked(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([3, 5, 4])

    def test_blocked_empty(self):
        self.assertEqual((self.stand.blocked(), self.stand.rows[0]), ([], ["", "", ""]))

    def test_blocked_order(self):
        seat(
            self.stand,
            "m mezzo 160 1",
            "n mezzo 165 1",
            "a alto 170 1",
            "b bass 160 2",
            "c alto 150 3",
            "d bass 140 1",
        )
        self.assertEqual(self.stand.rows, [["", "b", "d"], ["", "", "m", "n", ""], ["c", "a", "", ""]])
        self.assertEqual(self.stand.blocked(), [])

    def test_blocked_same_height(self):
        seat(self.stand, "m mezzo 160 1", "a alto 160 1", "b bass 159 1")
        self.assertEqual(self.stand.rows, [["", "b", ""], ["", "", "m", "", ""], ["", "a", "", ""]])
        self.assertEqual(self.stand.blocked(), [])

    def test_blocked_only_by_row_before(self):
        seat(self.stand, "m mezzo 160 1", "b bass 190 2", "c tenor 170 1", "d bass 150 1", "e tenor 165 1")
        self.assertEqual(self.stand.rows, [["", "c", "e"], ["", "", "m", "", ""], ["d", "b", "", ""]])
        self.assertEqual(self.stand.blocked(), ["m"])

    def test_blocked_after_shift(self):
        seat(self.stand, "m mezzo 160 1", "b bass 150 2")
        self.assertEqual(self.stand.rows, [["", "", ""], ["", "", "m", "", ""], ["", "b", "", ""]])
        self.assertEqual(self.stand.blocked(), [])
        shift(self.stand, "bass", -1)
        self.assertEqual(self.stand.blocked(), [])


class ChoirStandTestBalance(unittest.TestCase):
    def test_balance_odd_row(self):
        stand = ChoirStand([5])
        seat(stand, "a alto 170 3", "b alto 170 5", "c bass 170 4")
        self.assertEqual((stand.balance(), stand.rows), (-6, [["c", "", "a", "b", ""]]))

    def test_balance_even_row(self):
        stand = ChoirStand([6])
        seat(stand, "a alto 170 3", "b alto 170 5", "c bass 170 4", "d bass 160 7")
        self.assertEqual((stand.balance(), stand.rows), (-39, [["c", "d", "a", "b", "", ""]]))

    def test_balance_rows(self):
        stand = ChoirStand([2, 7, 4])
        seat(stand, *[f"{name} {name} 170 {points}" for points, name in enumerate("abcdefgh", 2)])
        self.assertEqual(
            (stand.balance(), stand.rows), (-44, [["e", "g"], ["h", "c", "", "a", "", "d", ""], ["", "b", "f", ""]])
        )

    def test_balance_shifted(self):
        stand = ChoirStand([9])
        seat(stand, "a alto 170 3", "b alto 170 5")
        self.assertEqual((stand.balance(), stand.spans), (10, {"alto": (0, 4, 5)}))
        shift(stand, "alto", -3)
        self.assertEqual(stand.balance(), -38)

    def test_balance_empty(self):
        stand = ChoirStand([3, 8])
        self.assertEqual((stand.balance(), stand.singers), (0, {}))


class ChoirStandTestBestSwap(unittest.TestCase):
    def setUp(self):
        self.stand = ChoirStand([6, 6])
        seat(self.stand, "a alto 170 1", "b alto 182 9", "c alto 165 4", "d alto 160 6")
        seat(self.stand, "x bass 175 4", "y bass 168 2", "z bass 190 7")

    def test_best_swap_nearest(self):
        self.assertEqual(self.stand.rows, [["", "", "a", "b", "c", "d"], ["", "y", "x", "z", "", ""]])
        self.assertEqual([self.stand.best_swap("alto"), self.stand.best_swap("bass")], [("a", "d"), ("", "")])
        self.assertEqual(self.stand.rows[0], ["", "", "a", "b", "c", "d"])

    def test_best_swap_not_more_blocked(self):
        stand = ChoirStand([4, 4])
        seat(stand, "a alto 150 1", "b alto 180 9", "x bass 170 3")
        self.assertEqual(stand.rows, [["", "a", "b", ""], ["", "x", "", ""]])
        self.assertEqual(stand.best_swap("alto"), ("", ""))
        shift(stand, "bass", 2)
        self.assertEqual(stand.best_swap("alto"), ("a", "b"))

    def test_best_swap_fewest_blocked(self):
        stand = ChoirStand([5, 5])
        seat(stand, "a alto 175 1", "b alto 170 5", "c alto 160 5", "x bass 165 1")
        self.assertEqual(stand.rows, [["", "", "a", "b", "c"], ["", "", "x", "", ""]])
        self.assertEqual(stand.best_swap("alto"), ("a", "c"))

    def test_best_swap_equally_near_fewest_blocked(self):
        stand = ChoirStand([7, 7])
        seat(stand, "a alto 168 1", "b alto 170 4", "c alto 160 7")
        shift(stand, "alto", -1)
        seat(stand, "y mezzo 165 3", "z bass 180 1")
        shift(stand, "bass", -1)
        self.assertEqual(stand.rows, [["", "", "a", "b", "c", "", ""], ["z", "", "", "y", "", "", ""]])
        self.assertEqual(stand.best_swap("alto"), ("b", "c"))

    def test_best_swap_equal_strength(self):
        stand = ChoirStand([5])
        seat(stand, "a alto 170 3", "b alto 180 3", "c bass 170 1")
        self.assertEqual([stand.best_swap("alto"), stand.best_swap("bass")], [("", ""), ("", "")])
        self.assertEqual(stand.rows, [["c", "", "a", "b", ""]])

    def test_best_swap_lowest_places(self):
        stand = ChoirStand([7])
        seat(stand, "a alto 170 1", "b alto 170 4", "c alto 170 7")
        shift(stand, "alto", -1)
        seat(stand, "x bass 170 1")
        self.assertEqual(stand.rows, [["x", "", "a", "b", "c", "", ""]])
        self.assertEqual(stand.best_swap("alto"), ("a", "b"))

    def test_best_swap_lowest_other_place(self):
        stand = ChoirStand([7])
        seat(stand, "a alto 170 1", "b alto 170 7", "c alto 170 4")
        shift(stand, "alto", -1)
        seat(stand, "x bass 170 1")
        shift(stand, "bass", 6)
        self.assertEqual(stand.rows, [["", "", "a", "b", "c", "", "x"]])
        self.assertEqual(stand.best_swap("alto"), ("a", "b"))

    def test_best_swap_too_far(self):
        stand = ChoirStand([3])
        seat(stand, "a alto 170 3", "b alto 170 5")
        shift(stand, "alto", -1)
        self.assertEqual(stand.best_swap("alto"), ("", ""))
        seat(stand, "c bass 170 1")
        self.assertEqual((stand.best_swap("alto"), stand.best_swap("bass")), (("", ""), ("", "")))

    def test_best_swap_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.stand.best_swap("tenor")
        self.assertEqual(caught.exception.args, ("tenor",))
        self.assertEqual(len(self.stand.singers), 7)


class ChoirStandTestMain(unittest.TestCase):
    def test_main_rehearsal(self):
        stand = ChoirStand([6, 7])
        self.assertEqual([stand.seat("a", "alto", 168, 4), stand.seat("t", "tenor", 180, 7)], [(1, 3), (0, 2)])
        self.assertEqual(
            [stand.seat(name, "alto", height, 3) for name, height in (("b", 181), ("c", 160))], [(1, 4), (1, 5)]
        )
        self.assertEqual([stand.seat("u", "tenor", 165, 5), stand.balance(), stand.blocked()], [(0, 3), 16, []])
        self.assertEqual(
            (stand.shift("tenor", 1), stand.blocked(), stand.best_swap("alto")), ((0, 3, 4), ["a"], ("", ""))
        )
        self.assertEqual(
            (stand.swap("a", "b"), stand.balance(), stand.rows),
            (1, 42, [["", "", "", "t", "u", ""], ["", "", "", "b", "a", "c", ""]]),
        )
        self.assertEqual((stand.leave("a"), stand.rows[1]), (["c"], ["", "", "", "b", "c", "", ""]))
        self.assertEqual(
            (stand.seat("s", "soprano", 150, 9), stand.spans),
            ((0, 1), {"tenor": (0, 3, 4), "alto": (1, 3, 4), "soprano": (0, 1, 1)}),
        )
        self.assertEqual(
            (stand.leave("t"), stand.balance(), stand.best_swap("tenor"), stand.rows),
            ([], -6, ("", ""), [["", "s", "", "", "u", ""], ["", "", "", "b", "c", "", ""]]),
        )

    def test_main_full_stand(self):
        stand = ChoirStand([3, 3])
        self.assertEqual(
            [stand.seat(name, "bass", 180 - ord(name) % 7, 2) for name in "abc"], [(0, 1), (0, 2), (0, 0)]
        )
        self.assertEqual([stand.seat(name, "alto", 178, 3) for name in "xyz"], [(1, 1), (1, 2), (1, 0)])
        with self.assertRaises(ValueError) as caught:
            stand.seat("w", "alto", 150, 1)
        self.assertEqual(str(caught.exception), "no place: alto")
        self.assertEqual(
            (stand.blocked(), stand.swap("x", "z"), stand.leave("y"), stand.leave("b")), (["z", "y"], 0, [], [])
        )
        self.assertEqual(
            (stand.rows, stand.spans), ([["c", "a", ""], ["x", "z", ""]], {"alto": (1, 0, 1), "bass": (0, 0, 1)})
        )
        self.assertEqual((stand.balance(), stand.best_swap("alto")), (-10, ("", "")))
        self.assertEqual(
            (stand.shift("bass", 0), stand.seat("w", "alto", 150, 8), stand.best_swap("alto")),
            ((0, 0, 1), (1, 2), ("", "")),
        )
        self.assertEqual((stand.swap("w", "z"), stand.balance(), stand.blocked()), (-1, -4, ["x", "w"]))

    def test_main_sections_come_and_go(self):
        stand = ChoirStand([5])
        self.assertEqual([stand.seat("a", "alto", 170, 1), stand.seat("b", "bass", 170, 2)], [(0, 2), (0, 0)])
        self.assertEqual(
            [stand.seat("c", "bass", 170, 3), stand.leave("a"), stand.spans], [(0, 1), [], {"bass": (0, 0, 1)}]
        )
        self.assertEqual(
            [stand.shift("bass", 2), stand.seat("a", "tenor", 175, 6), stand.rows],
            [(0, 2, 3), (0, 0), [["a", "", "b", "c", ""]]],
        )
        self.assertEqual(
            (stand.seat("d", "bass", 160, 2), stand.balance(), stand.best_swap("bass")), ((0, 4), -10, ("c", "d"))
        )
        self.assertEqual(
            (stand.swap("b", "d"), stand.leave("c"), stand.spans), (0, ["b"], {"tenor": (0, 0, 0), "bass": (0, 2, 3)})
        )
        self.assertEqual(
            (stand.leave("d"), stand.leave("b"), stand.seat("e", "bass", 190, 1), stand.rows),
            ([], [], (0, 2), [["a", "", "e", "", ""]]),
        )
