# canary: classeval-hf open locker_wall 4ff43a82-fc9c-42ed-980c-9336c5adf945

import unittest

from solution import LockerWall


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(wall):
    """A 1 to 3, b 4 and 5, c 6 to 9, d 10, e 11 to 13, 14 to 16 free."""
    for holder, count in (("ann", 3), ("bob", 2), ("cem", 4), ("dan", 1), ("eva", 3)):
        wall.give(holder, count)


def holes(wall):
    """Gaps of 3, 1, 3 and 2 lockers; 14 is broken."""
    fill(wall)
    wall.break_locker(14)
    for holder in ("ann", "dan"):
        wall.leave(holder)


def prepare(wall, counts, leaving):
    """Gives the lockers of the wall from 1 on to holders p, q, r and so on, and lets some of them leave."""
    for holder, count in zip("pqrstu", counts):
        wall.give(holder, count)
    for holder in leaving:
        wall.leave(holder)


class LockerWallTestGaps(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)

    def test_gaps_empty_wall(self):
        self.assertEqual(self.wall.gaps(), [(1, 16)])

    def test_gaps_filled(self):
        fill(self.wall)
        self.assertEqual(self.wall.gaps(), [(14, 3)])
        self.assertEqual(self.wall.runs, {"ann": (1, 3), "bob": (4, 2), "cem": (6, 4), "dan": (10, 1), "eva": (11, 3)})

    def test_gaps_several(self):
        holes(self.wall)
        self.assertEqual(self.wall.gaps(), [(1, 3), (10, 1), (15, 2)])

    def test_gaps_neighbours_join(self):
        holes(self.wall)
        do(self.wall, "leave", "cem")
        self.assertEqual(self.wall.gaps(), [(1, 3), (6, 5), (15, 2)])

    def test_gaps_broken_apart(self):
        for number in (1, 5, 6, 16):
            do(self.wall, "break_locker", number)
        self.assertEqual(self.wall.gaps(), [(2, 3), (7, 9)])
        self.assertEqual(self.wall.broken, {1, 5, 6, 16})

    def test_gaps_none(self):
        wall = LockerWall(2)
        do(wall, "give", "ann", 2)
        self.assertEqual((wall.gaps(), wall.runs), ([], {"ann": (1, 2)}))


class LockerWallTestGive(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)

    def test_give_in_a_row(self):
        self.assertEqual([self.wall.give(name, count) for name, count in (("a", 5), ("b", 1), ("c", 10))], [1, 6, 7])
        self.assertEqual((self.wall.runs, self.wall.waiting), ({"a": (1, 5), "b": (6, 1), "c": (7, 10)}, []))

    def test_give_shortest_gap(self):
        holes(self.wall)
        self.assertEqual([self.wall.give("x", 1), self.wall.give("y", 2)], [10, 15])
        self.assertEqual((self.wall.runs["x"], self.wall.runs["y"]), ((10, 1), (15, 2)))

    def test_give_lowest_of_equal_gaps(self):
        fill(self.wall)
        do(self.wall, "leave", "ann")
        self.assertEqual([self.wall.give("x", 2), self.wall.give("y", 2)], [1, 14])
        self.assertEqual(self.wall.runs["y"], (14, 2))

    def test_give_waits(self):
        holes(self.wall)
        self.assertEqual([self.wall.give("x", 4), self.wall.give("y", 16), self.wall.give("z", 3)], [0, 0, 1])
        self.assertEqual((self.wall.waiting, self.wall.runs["z"]), ([("x", 4), ("y", 16)], (1, 3)))

    def test_give_bad_number(self):
        self.assertEqual(
            [failure(self.wall.give, "x", count) for count in (0, 17)],
            [("ValueError", "bad number"), ("ValueError", "bad number")],
        )
        fill(self.wall)
        self.assertEqual(failure(self.wall.give, "ann", 0), ("ValueError", "bad number"))
        self.assertEqual(self.wall.waiting, [])

    def test_give_known_holder(self):
        fill(self.wall)
        self.wall.give("x", 9)
        self.assertEqual(
            [failure(self.wall.give, "ann", 1), failure(self.wall.give, "x", 1)],
            [("ValueError", "known holder"), ("ValueError", "known holder")],
        )
        self.assertEqual((self.wall.waiting, self.wall.runs["ann"]), ([("x", 9)], (1, 3)))


class LockerWallTestLeave(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)
        fill(self.wall)

    def test_leave_nobody_waits(self):
        self.assertEqual(self.wall.leave("cem"), [])
        self.assertEqual(self.wall.runs, {"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3)})

    def test_leave_waiting_holder(self):
        do(self.wall, "give", "x", 9)
        do(self.wall, "give", "y", 8)
        self.assertEqual(self.wall.leave("x"), [])
        self.assertEqual((self.wall.waiting, self.wall.runs["ann"]), ([("y", 8)], (1, 3)))

    def test_leave_serves_in_order(self):
        do(self.wall, "give", "x", 5)
        do(self.wall, "give", "y", 4)
        do(self.wall, "give", "z", 4)
        self.assertEqual(self.wall.leave("cem"), ["y"])
        self.assertEqual(
            (self.wall.waiting, self.wall.runs),
            ([("x", 5), ("z", 4)], {"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3), "y": (6, 4)}),
        )

    def test_leave_serves_several(self):
        do(self.wall, "give", "u", 16)
        do(self.wall, "give", "v", 4)
        do(self.wall, "give", "w", 6)
        do(self.wall, "give", "x", 4)
        self.assertEqual(self.wall.leave("eva"), ["v"])
        self.assertEqual(
            (self.wall.waiting, self.wall.runs),
            (
                [("u", 16), ("w", 6), ("x", 4)],
                {"ann": (1, 3), "bob": (4, 2), "cem": (6, 4), "dan": (10, 1), "v": (11, 4)},
            ),
        )
        self.assertEqual(self.wall.leave("cem"), ["x"])
        self.assertEqual(
            (self.wall.waiting, self.wall.runs),
            ([("u", 16), ("w", 6)], {"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "v": (11, 4), "x": (6, 4)}),
        )

    def test_leave_unknown(self):
        self.assertEqual(failure(self.wall.leave, "zoe"), ("KeyError", "zoe"))
        self.assertEqual(len(self.wall.runs), 5)

    def test_leave_served_in_another_gap(self):
        self.wall.leave("ann")
        self.wall.leave("cem")
        do(self.wall, "give", "x", 5)
        self.assertEqual(self.wall.leave("bob"), ["x"])
        self.assertEqual(self.wall.runs, {"dan": (10, 1), "eva": (11, 3), "x": (1, 5)})


class LockerWallTestExtend(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)
        holes(self.wall)

    def test_extend_upwards(self):
        self.assertEqual(self.wall.extend("cem", 1), 6)
        self.assertEqual(self.wall.runs, {"bob": (4, 2), "cem": (6, 5), "eva": (11, 3)})

    def test_extend_downwards(self):
        self.assertEqual(self.wall.extend("bob", 3), 1)
        self.assertEqual(self.wall.runs, {"bob": (1, 5), "cem": (6, 4), "eva": (11, 3)})

    def test_extend_moves(self):
        self.assertEqual(self.wall.extend("eva", 2), 0)
        do(self.wall, "leave", "cem")
        self.assertEqual(self.wall.extend("bob", 4), 4)
        self.assertEqual(self.wall.runs, {"bob": (4, 6), "eva": (11, 3)})

    def test_extend_moves_over_itself(self):
        do(self.wall, "leave", "bob")
        self.assertEqual(self.wall.extend("cem", 6), 1)
        self.assertEqual(self.wall.runs, {"eva": (11, 3), "cem": (1, 10)})

    def test_extend_moves_to_both_sides(self):
        do(self.wall, "leave", "bob")
        do(self.wall, "give", "fay", 4)
        self.assertEqual(self.wall.extend("cem", 2), 5)
        self.assertEqual((self.wall.runs, self.wall.waiting), ({"eva": (11, 3), "fay": (1, 4), "cem": (5, 6)}, []))

    def test_extend_moves_and_nobody_fits(self):
        do(self.wall, "leave", "cem")
        do(self.wall, "give", "x", 7)
        self.assertEqual(self.wall.extend("eva", 2), 9)
        self.assertEqual((self.wall.runs, self.wall.waiting), ({"bob": (4, 2), "eva": (9, 5)}, [("x", 7)]))

    def test_extend_directly_above_although_shorter_gap(self):
        wall = LockerWall(16)
        prepare(wall, (3, 2, 2, 4, 2), "prt")
        self.assertEqual((wall.extend("q", 2), wall.runs), (4, {"q": (4, 4), "s": (8, 4)}))

    def test_extend_directly_below_although_shorter_gap(self):
        wall = LockerWall(16)
        prepare(wall, (3, 2, 2, 4, 2), "prt")
        self.assertEqual((wall.extend("q", 3), wall.runs), (1, {"q": (1, 5), "s": (8, 4)}))

    def test_extend_serves(self):
        wall = LockerWall(16)
        prepare(wall, (3, 2, 3, 1, 6, 1), "prt")
        do(wall, "give", "x", 7)
        self.assertEqual(
            (wall.extend("q", 4), wall.runs, wall.waiting),
            (10, {"s": (9, 1), "u": (16, 1), "q": (10, 6), "x": (1, 7)}, []),
        )

    def test_extend_no_place(self):
        self.assertEqual([self.wall.extend("bob", 4), self.wall.extend("cem", 20)], [0, 0])
        self.assertEqual(self.wall.runs, {"eva": (11, 3), "bob": (4, 2), "cem": (6, 4)})

    def test_extend_errors(self):
        do(self.wall, "give", "x", 9)
        self.assertEqual(
            [failure(self.wall.extend, name, 0) for name in ("x", "zoe", "bob")],
            [("KeyError", "x"), ("KeyError", "zoe"), ("ValueError", "bad number")],
        )
        self.assertEqual(self.wall.runs["bob"], (4, 2))


class LockerWallTestBreakLocker(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)
        fill(self.wall)

    def test_break_locker_free(self):
        self.assertEqual([self.wall.break_locker(16), self.wall.break_locker(14)], ["", ""])
        self.assertEqual(
            (self.wall.broken, self.wall.runs),
            ({16, 14}, {"ann": (1, 3), "bob": (4, 2), "cem": (6, 4), "dan": (10, 1), "eva": (11, 3)}),
        )

    def test_break_locker_moves_run(self):
        self.assertEqual([self.wall.break_locker(5), self.wall.break_locker(11)], ["bob", "eva"])
        self.assertEqual(
            (self.wall.broken, self.wall.runs, self.wall.waiting),
            ({11, 5}, {"ann": (1, 3), "cem": (6, 4), "dan": (10, 1), "bob": (14, 2)}, [("eva", 3)]),
        )

    def test_break_locker_run_stays_in_part(self):
        do(self.wall, "leave", "dan")
        self.assertEqual(self.wall.break_locker(6), "cem")
        self.assertEqual(self.wall.runs, {"ann": (1, 3), "bob": (4, 2), "eva": (11, 3), "cem": (7, 4)})

    def test_break_locker_no_place(self):
        do(self.wall, "give", "x", 7)
        self.assertEqual(self.wall.break_locker(7), "cem")
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            ({"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3)}, [("cem", 4), ("x", 7)]),
        )

    def test_break_locker_nobody_fits(self):
        do(self.wall, "give", "x", 9)
        do(self.wall, "give", "y", 4)
        do(self.wall, "leave", "bob")
        self.assertEqual(self.wall.break_locker(2), "ann")
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            ({"cem": (6, 4), "dan": (10, 1), "eva": (11, 3), "ann": (3, 3)}, [("x", 9), ("y", 4)]),
        )

    def test_break_locker_last_of_run(self):
        self.assertEqual([self.wall.break_locker(3), self.wall.break_locker(4)], ["ann", "bob"])
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            ({"cem": (6, 4), "dan": (10, 1), "eva": (11, 3), "ann": (14, 3), "bob": (1, 2)}, []),
        )

    def test_break_locker_latest_holder(self):
        self.assertEqual(self.wall.break_locker(12), "eva")
        self.assertEqual(self.wall.runs["eva"], (13, 3))

    def test_break_locker_serves_after_a_move(self):
        wall = LockerWall(16)
        prepare(wall, (3, 3, 1, 4, 5), "ps")
        do(wall, "give", "x", 5)
        self.assertEqual(
            (wall.break_locker(6), wall.runs, wall.waiting),
            ("q", {"r": (7, 1), "t": (12, 5), "q": (8, 3), "x": (1, 5)}, []),
        )

    def test_break_locker_serves_without_a_move(self):
        wall = LockerWall(16)
        prepare(wall, (5, 11), "")
        do(wall, "give", "x", 2)
        self.assertEqual(
            (wall.break_locker(3), wall.runs, wall.waiting), ("p", {"q": (6, 11), "x": (1, 2)}, [("p", 5)])
        )

    def test_break_locker_errors(self):
        self.wall.break_locker(16)
        self.assertEqual(
            [failure(self.wall.break_locker, number) for number in (0, 17, 16)],
            [("ValueError", "no locker"), ("ValueError", "no locker"), ("ValueError", "is broken")],
        )
        self.assertEqual(self.wall.broken, {16})


class LockerWallTestRepair(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)
        fill(self.wall)
        do(self.wall, "break_locker", 15)
        do(self.wall, "break_locker", 7)

    def test_repair_serves_displaced_first(self):
        do(self.wall, "give", "x", 3)
        self.assertEqual(self.wall.waiting, [("cem", 4), ("x", 3)])
        self.assertEqual(self.wall.repair(7), ["cem"])
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            ({"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3), "cem": (6, 4)}, [("x", 3)]),
        )

    def test_repair_serves_next(self):
        do(self.wall, "give", "x", 3)
        self.assertEqual(self.wall.repair(15), ["x"])
        self.assertEqual(
            (self.wall.runs, self.wall.waiting, self.wall.broken),
            ({"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3), "x": (14, 3)}, [("cem", 4)], {7}),
        )

    def test_repair_both(self):
        self.assertEqual([self.wall.repair(15), self.wall.repair(7)], [[], ["cem"]])
        self.assertEqual((self.wall.runs["cem"], self.wall.broken), ((6, 4), set()))

    def test_repair_serves_several(self):
        do(self.wall, "leave", "cem")
        do(self.wall, "give", "x", 2)
        do(self.wall, "give", "y", 5)
        do(self.wall, "give", "z", 2)
        do(self.wall, "give", "u", 1)
        self.assertEqual(self.wall.repair(15), ["z"])
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            (
                {"ann": (1, 3), "bob": (4, 2), "dan": (10, 1), "eva": (11, 3), "x": (8, 2), "u": (6, 1), "z": (14, 2)},
                [("y", 5)],
            ),
        )

    def test_repair_not_broken(self):
        self.assertEqual(
            [failure(self.wall.repair, number) for number in (1, 16, 17)],
            [("ValueError", "not broken"), ("ValueError", "not broken"), ("ValueError", "not broken")],
        )
        self.assertEqual(self.wall.broken, {7, 15})


class LockerWallTestCompact(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)
        holes(self.wall)

    def test_compact_moves(self):
        self.assertEqual(self.wall.compact(), [("bob", 4, 1), ("cem", 6, 3), ("eva", 11, 7)])
        self.assertEqual(self.wall.runs, {"bob": (1, 2), "cem": (3, 4), "eva": (7, 3)})

    def test_compact_around_broken(self):
        do(self.wall, "break_locker", 3)
        self.assertEqual(self.wall.compact(), [("bob", 4, 1), ("cem", 6, 4), ("eva", 11, 8)])
        self.assertEqual(self.wall.runs, {"bob": (1, 2), "cem": (4, 4), "eva": (8, 3)})

    def test_compact_order_stays(self):
        do(self.wall, "give", "x", 1)
        do(self.wall, "break_locker", 2)
        self.assertEqual(self.wall.compact(), [("bob", 4, 3), ("cem", 6, 5), ("x", 10, 9), ("eva", 11, 10)])
        self.assertEqual(self.wall.runs, {"bob": (3, 2), "cem": (5, 4), "eva": (10, 3), "x": (9, 1)})

    def test_compact_serves(self):
        do(self.wall, "give", "x", 5)
        do(self.wall, "give", "y", 4)
        do(self.wall, "give", "z", 2)
        self.assertEqual(self.wall.waiting, [("x", 5), ("y", 4)])
        self.assertEqual(self.wall.compact(), [("bob", 4, 1), ("cem", 6, 3), ("eva", 11, 7), ("z", 15, 10)])
        self.assertEqual(
            (self.wall.runs, self.wall.waiting),
            ({"bob": (1, 2), "cem": (3, 4), "eva": (7, 3), "z": (10, 2)}, [("x", 5), ("y", 4)]),
        )

    def test_compact_nothing_moves(self):
        wall = LockerWall(16)
        fill(wall)
        self.assertEqual(wall.compact(), [])
        self.assertEqual(wall.runs, {"ann": (1, 3), "bob": (4, 2), "cem": (6, 4), "dan": (10, 1), "eva": (11, 3)})

    def test_compact_twice(self):
        self.wall.compact()
        self.assertEqual(self.wall.compact(), [])
        self.assertEqual(self.wall.runs, {"bob": (1, 2), "cem": (3, 4), "eva": (7, 3)})


class LockerWallTestPlan(unittest.TestCase):
    def setUp(self):
        self.wall = LockerWall(16)

    def test_plan_filled(self):
        fill(self.wall)
        self.assertEqual(self.wall.plan(), "AaaBbCcccDEee...")

    def test_plan_holes(self):
        holes(self.wall)
        self.assertEqual((self.wall.plan(), self.wall.broken), ("...BbCccc.Eee#..", {14}))

    def test_plan_waiting_not_shown(self):
        holes(self.wall)
        do(self.wall, "give", "x", 9)
        do(self.wall, "give", "y", 2)
        self.assertEqual(self.wall.plan(), "...BbCccc.Eee#Yy")

    def test_plan_upper_case_name(self):
        do(self.wall, "give", "Zoe", 3)
        do(self.wall, "give", "zed", 2)
        self.assertEqual(self.wall.plan(), "ZzzZz...........")

    def test_plan_empty(self):
        self.assertEqual([self.wall.plan(), LockerWall(1).plan()], ["................", "."])


class LockerWallTestMain(unittest.TestCase):
    def test_main_season(self):
        wall = LockerWall(12)
        self.assertEqual([wall.give("ann", 4), wall.give("bob", 3), wall.give("cem", 3)], [1, 5, 8])
        self.assertEqual([wall.give("dan", 5), wall.give("eva", 2)], [0, 11])
        self.assertEqual(wall.leave("bob"), [])
        self.assertEqual((wall.plan(), wall.waiting), ("Aaaa...CccEe", [("dan", 5)]))
        self.assertEqual(wall.extend("ann", 2), 1)
        self.assertEqual(wall.break_locker(9), "cem")
        self.assertEqual(
            (wall.runs, wall.waiting, wall.plan()),
            ({"ann": (1, 6), "eva": (11, 2)}, [("cem", 3), ("dan", 5)], "Aaaaaa..#.Ee"),
        )
        self.assertEqual(wall.compact(), [("eva", 11, 7)])
        self.assertEqual(wall.repair(9), [])
        self.assertEqual((wall.gaps(), wall.plan(), wall.waiting), ([(9, 1)], "AaaaaaEe.Ccc", [("dan", 5)]))
        self.assertEqual(wall.leave("ann"), ["dan"])
        self.assertEqual((wall.runs, wall.waiting), ({"eva": (7, 2), "cem": (10, 3), "dan": (1, 5)}, []))

    def test_main_broken_lockers(self):
        wall = LockerWall(10)
        self.assertEqual([wall.break_locker(4), wall.give("kim", 4), wall.give("lee", 3)], ["", 5, 1])
        self.assertEqual(wall.plan(), "Lll#Kkkk..")
        self.assertEqual(wall.break_locker(6), "kim")
        self.assertEqual((wall.plan(), wall.waiting), ("Lll#.#Kkkk", []))
        self.assertEqual(wall.extend("kim", 1), 0)
        self.assertEqual(wall.give("mo", 2), 0)
        self.assertEqual(wall.break_locker(2), "lee")
        self.assertEqual(
            (wall.plan(), wall.waiting, wall.gaps()), (".#.#.#Kkkk", [("lee", 3), ("mo", 2)], [(1, 1), (3, 1), (5, 1)])
        )
        self.assertEqual(wall.leave("kim"), ["lee"])
        self.assertEqual(wall.repair(6), ["mo"])
        self.assertEqual(wall.compact(), [])
        self.assertEqual((wall.plan(), wall.waiting, wall.runs), (".#.#MmLll.", [], {"lee": (7, 3), "mo": (5, 2)}))

    def test_main_waiting(self):
        wall = LockerWall(8)
        self.assertEqual(
            [wall.give(name, count) for name, count in (("a", 3), ("b", 3), ("c", 4), ("d", 3))], [1, 4, 0, 0]
        )
        self.assertEqual(wall.give("e", 2), 7)
        self.assertEqual(wall.leave("a"), ["d"])
        self.assertEqual(wall.plan(), "DddBbbEe")
        self.assertEqual(wall.extend("b", 1), 0)
        self.assertEqual(wall.leave("e"), [])
        self.assertEqual(wall.extend("b", 2), 4)
        self.assertEqual((wall.plan(), wall.waiting), ("DddBbbbb", [("c", 4)]))
        self.assertEqual(wall.leave("d"), [])
        self.assertEqual(wall.compact(), [("b", 4, 1)])
        self.assertEqual((wall.plan(), wall.waiting, wall.gaps()), ("Bbbbb...", [("c", 4)], [(6, 3)]))
        self.assertEqual(wall.leave("b"), ["c"])
        self.assertEqual((wall.runs, wall.gaps()), ({"c": (1, 4)}, [(5, 4)]))
