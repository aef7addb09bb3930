# canary: classeval-hf open loom_draft e6e5fcae-038e-4633-bd09-45f7e3d26616

import unittest

from solution import LoomDraft


def after(draft, *calls):
    """The draft after calls of its methods."""
    for name, *arguments in calls:
        getattr(draft, name)(*arguments)
    return draft


def twill(draft):
    return after(
        draft,
        ("thread", "(1-4)*2 3"),
        ("tie", 3, [3, 4]),
        ("tie", 1, [1, 2]),
        ("tie", 2, [2, 3]),
        ("tie", 5, [4, 1]),
        ("tread", "1-3 5 3-1"),
    )


class LoomDraftTestRead(unittest.TestCase):
    def setUp(self):
        self.draft = LoomDraft(4)

    def test_read_runs(self):
        self.assertEqual(
            [self.draft.read("2-5", 9), self.draft.read("5-2 7", 9), self.draft.read("3-3 12-9", 12)],
            [[2, 3, 4, 5], [5, 4, 3, 2, 7], [3, 12, 11, 10, 9]],
        )

    def test_read_times(self):
        self.assertEqual(
            [self.draft.read("2*3 1", 4), self.draft.read("1-3*2", 4), self.draft.read("4*1", 4)],
            [[2, 2, 2, 1], [1, 2, 3, 1, 2, 3], [4]],
        )

    def test_read_groups(self):
        self.assertEqual(
            [self.draft.read("(1 2)*2 3", 4), self.draft.read("(4)", 4), self.draft.read("( 1-3  2 )*2", 4)],
            [[1, 2, 1, 2, 3], [4], [1, 2, 3, 2, 1, 2, 3, 2]],
        )

    def test_read_nested(self):
        self.assertEqual(self.draft.read("((1 2)*2 3)*2 ((4))", 4), [1, 2, 1, 2, 3, 1, 2, 1, 2, 3, 4])
        self.assertEqual(self.draft.read("(1 (2 (3 4*2)*2)*1 1-2)", 4), [1, 2, 3, 4, 4, 3, 4, 4, 1, 2])

    def test_read_blanks(self):
        self.assertEqual(
            [self.draft.read("  1   2 ", 4), self.draft.read("", 4), self.draft.read("   ", 0)], [[1, 2], [], []]
        )

    def test_read_digits(self):
        self.assertEqual(
            [self.draft.read("007 10*02", 12), self.draft.read("0012", 12), self.draft.shafts], [[7, 10, 10], [12], 4]
        )

    def test_read_bad_signs(self):
        for text in ("1,2", "1\t2", "a", "-3", "1-", "1--2", "1 - 2", "1-2-3", "²", "1\n", "+1", "٣"):
            with self.assertRaises(ValueError) as caught:
                self.draft.read(text, 4)
            self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(self.draft.read("4-3", 4), [4, 3])

    def test_read_bad_groups(self):
        for text in (
            "(1 2",
            "1 2)",
            "()",
            "(1 ( ))",
            "(1)(2)",
            "1(2)",
            "(1)2",
            ")(",
            "((1)",
            "( )*2",
            "(1))",
            "1( 2)",
        ):
            with self.assertRaises(ValueError) as caught:
                self.draft.read(text, 4)
            self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(self.draft.read("(1) (2)", 4), [1, 2])

    def test_read_bad_times(self):
        for text in ("1*0", "*2", "1 *2", "1* 2", "1*2*2", "(1)*", "(*2)", "1*2-3", "(1 2)*00", "1*23(4)"):
            with self.assertRaises(ValueError) as caught:
                self.draft.read(text, 4)
            self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(self.draft.read("1*2 3", 4), [1, 1, 3])

    def test_read_bad_numbers(self):
        with self.assertRaises(ValueError) as caught:
            self.draft.read("1-5", 4)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.draft.read("3-0", 4)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.draft.read("1", 0)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.draft.read("9 )", 4)
        self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(self.draft.read("5 1", 5), [5, 1])


class LoomDraftTestThread(unittest.TestCase):
    def test_thread_adds(self):
        draft = LoomDraft(4)
        self.assertEqual([draft.thread("1-4*2"), draft.thread("3 (2 1)*2"), draft.thread("")], [8, 13, 13])
        self.assertEqual(draft.threading, [1, 2, 3, 4, 1, 2, 3, 4, 3, 2, 1, 2, 1])

    def test_thread_highest(self):
        draft = LoomDraft(3)
        self.assertEqual((draft.thread("3*4"), draft.threading), (4, [3, 3, 3, 3]))

    def test_thread_bad_pattern(self):
        draft = LoomDraft(4)
        twill(draft)
        with self.assertRaises(ValueError) as caught:
            draft.thread("1 2*")
        self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(draft.threading, [1, 2, 3, 4, 1, 2, 3, 4, 3])

    def test_thread_bad_number(self):
        draft = after(LoomDraft(3), ("thread", "2"), ("tie", 7, [1]))
        with self.assertRaises(ValueError) as caught:
            draft.thread("1-4")
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            draft.thread("0")
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(draft.threading, [2])

    def test_thread_after_turn(self):
        draft = after(twill(LoomDraft(4)), ("turn",))
        self.assertEqual((draft.thread("5 1"), draft.threading), (9, [1, 2, 3, 5, 3, 2, 1, 5, 1]))


class LoomDraftTestTie(unittest.TestCase):
    def test_tie_sorted(self):
        draft = LoomDraft(4)
        self.assertEqual(
            (draft.tie(2, [4, 1, 4, 3, 1]), draft.tie(9, [4]), draft.ties), ([], [], {2: [1, 3, 4], 9: [4]})
        )

    def test_tie_again(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual((draft.tie(3, [1]), draft.tie(2, []), draft.tie(5, [2, 4])), ([3, 5], [2, 6], [4]))
        self.assertEqual((draft.ties, draft.treadling), ({3: [1], 1: [1, 2], 2: [], 5: [2, 4]}, [1, 2, 3, 5, 3, 2, 1]))

    def test_tie_new_treadle(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual((draft.tie(4, [4]), sorted(draft.ties), draft.ties[4]), ([], [1, 2, 3, 4, 5], [4]))

    def test_tie_keeps_the_list_given(self):
        draft, shafts = LoomDraft(4), [3, 1]
        self.assertEqual((draft.tie(1, shafts), shafts, draft.ties), ([], [3, 1], {1: [1, 3]}))

    def test_tie_bad_numbers(self):
        draft = LoomDraft(4)
        twill(draft)
        with self.assertRaises(ValueError) as caught:
            draft.tie(0, [1])
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            draft.tie(1, [1, 5])
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            draft.tie(1, [0, 2])
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(draft.ties, {3: [3, 4], 1: [1, 2], 2: [2, 3], 5: [1, 4]})


class LoomDraftTestTread(unittest.TestCase):
    def test_tread_adds(self):
        draft = after(LoomDraft(4), ("tie", 1, [1]), ("tie", 2, [2]))
        self.assertEqual([draft.tread("1-2*2"), draft.tread("(2)*3"), draft.tread(" ")], [4, 7, 7])
        self.assertEqual(draft.treadling, [1, 2, 1, 2, 2, 2, 2])

    def test_tread_more_treadles_than_shafts(self):
        draft = after(LoomDraft(1), ("tie", 3, [1]), ("tie", 2, []), ("tie", 1, [1]))
        self.assertEqual((draft.tread("3-1"), draft.treadling), (3, [3, 2, 1]))

    def test_tread_not_tied(self):
        draft = LoomDraft(4)
        twill(draft)
        with self.assertRaises(ValueError) as caught:
            draft.tread("1 2 4 5")
        self.assertEqual(str(caught.exception), "not tied: 4")
        with self.assertRaises(ValueError) as caught:
            draft.tread("4 1")
        self.assertEqual(str(caught.exception), "not tied: 4")
        draft = after(LoomDraft(4), ("tie", 6, [1]), ("tie", 3, [1]))
        with self.assertRaises(ValueError) as caught:
            draft.tread("3 5 4")
        self.assertEqual(str(caught.exception), "not tied: 5")
        self.assertEqual(draft.treadling, [])

    def test_tread_bad_number(self):
        draft = after(twill(LoomDraft(9)), ("thread", "9"))
        with self.assertRaises(ValueError) as caught:
            draft.tread("4 6")
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            draft.tread("1 0")
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(draft.treadling, [1, 2, 3, 5, 3, 2, 1])

    def test_tread_no_treadle(self):
        draft = LoomDraft(4)
        with self.assertRaises(ValueError) as caught:
            draft.tread("1")
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            draft.tread("1 x")
        self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual((draft.tread(""), draft.treadling), (0, []))


class LoomDraftTestCloth(unittest.TestCase):
    def test_cloth_twill(self):
        self.assertEqual(
            twill(LoomDraft(4)).cloth(),
            ["##..##...", ".##..##.#", "..##..###", "#..##..#.", "..##..###", ".##..##.#", "##..##..."],
        )

    def test_cloth_after_new_tie(self):
        draft = LoomDraft(4)
        after(twill(draft), ("tie", 1, []), ("tie", 5, [1, 2, 3, 4]), ("thread", "4"))
        self.assertEqual(
            draft.cloth(),
            ["..........", ".##..##.#.", "..##..####", "##########", "..##..####", ".##..##.#.", ".........."],
        )
        self.assertEqual(draft.threading, [1, 2, 3, 4, 1, 2, 3, 4, 3, 4])

    def test_cloth_no_threads(self):
        draft = after(LoomDraft(2), ("tie", 1, [2]), ("tread", "1*3"))
        self.assertEqual(draft.cloth(), ["", "", ""])

    def test_cloth_no_picks(self):
        draft = after(LoomDraft(2), ("thread", "1 2"))
        self.assertEqual((draft.cloth(), draft.threading), ([], [1, 2]))

    def test_cloth_single_row(self):
        draft = after(LoomDraft(5), ("thread", "5-1 2-5"), ("tie", 2, [1, 5, 3]), ("tread", "2"))
        self.assertEqual(draft.cloth(), ["#.#.#.#.#"])


class LoomDraftTestRepeat(unittest.TestCase):
    def test_repeat_twill(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual((draft.repeat(), draft.threading), ((9, 6), [1, 2, 3, 4, 1, 2, 3, 4, 3]))

    def test_repeat_cut_off(self):
        draft = after(
            LoomDraft(3), ("thread", "(1 2 3)*2 1 2"), ("tie", 1, [1]), ("tie", 2, [2, 3]), ("tread", "(1 1 2)*2 1")
        )
        self.assertEqual((draft.repeat(), len(draft.threading)), ((3, 3), 8))

    def test_repeat_of_the_cloth_not_of_the_draft(self):
        draft = after(LoomDraft(4), ("thread", "1 2 3 4"), ("tie", 1, [1, 3]), ("tie", 2, [2, 4]), ("tie", 3, [3, 1]))
        after(draft, ("tread", "1 2 3 2"))
        self.assertEqual(draft.repeat(), (2, 2))

    def test_repeat_all_equal(self):
        draft = after(LoomDraft(2), ("thread", "1*5"), ("tie", 1, [1]), ("tread", "1*4"))
        self.assertEqual(draft.repeat(), (1, 1))

    def test_repeat_rows_differ(self):
        draft = after(LoomDraft(2), ("thread", "1 2 1 2 2"), ("tie", 1, [1]), ("tie", 2, [1, 2]), ("tread", "2 2 1"))
        self.assertEqual(draft.repeat(), (5, 3))
        draft = after(LoomDraft(2), ("thread", "1 2 1 2 2"), ("tie", 1, [1]), ("tie", 2, [1, 2]), ("tread", "1 2 2"))
        self.assertEqual(draft.repeat(), (5, 3))

    def test_repeat_empty(self):
        draft = after(LoomDraft(2), ("thread", "1 2 1"))
        other = after(LoomDraft(2), ("tie", 1, [1]), ("tread", "1 1"))
        self.assertEqual((draft.repeat(), other.repeat(), other.treadling), ((0, 0), (0, 0), [1, 1]))


class LoomDraftTestTurn(unittest.TestCase):
    def test_turn_twill(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual(
            (draft.turn(), draft.shafts, draft.threading, draft.treadling),
            (5, 5, [1, 2, 3, 5, 3, 2, 1], [1, 2, 3, 4, 1, 2, 3, 4, 3]),
        )
        self.assertEqual(draft.ties, {1: [1, 5], 2: [1, 2], 3: [2, 3], 4: [3, 5]})

    def test_turn_twice(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual([draft.turn(), draft.turn()], [5, 4])
        self.assertEqual(
            (draft.ties, draft.threading, draft.treadling),
            ({1: [1, 2], 2: [2, 3], 3: [3, 4], 4: [], 5: [1, 4]}, [1, 2, 3, 4, 1, 2, 3, 4, 3], [1, 2, 3, 5, 3, 2, 1]),
        )

    def test_turn_idle_shafts(self):
        draft = after(LoomDraft(5), ("thread", "2 4"), ("tie", 2, [2]))
        self.assertEqual(
            (draft.turn(), draft.ties, draft.threading, draft.treadling),
            (2, {1: [], 2: [2], 3: [], 4: [], 5: []}, [], [2, 4]),
        )

    def test_turn_no_treadles(self):
        draft = after(LoomDraft(2), ("thread", "2 1 1"))
        self.assertEqual(
            (draft.turn(), draft.ties, draft.threading, draft.treadling), (0, {1: [], 2: []}, [], [2, 1, 1])
        )

    def test_turn_order_of_ties(self):
        draft = after(LoomDraft(1), ("tie", 9, [1]), ("tie", 2, [1]), ("tie", 4, []), ("tie", 3, [1]))
        self.assertEqual((draft.turn(), draft.ties), (9, {1: [2, 3, 9]}))


class LoomDraftTestChart(unittest.TestCase):
    def test_chart_twill(self):
        draft = LoomDraft(4)
        twill(draft)
        self.assertEqual(
            draft.chart(),
            [
                "---x---x-|--oo",
                "--x---x-x|-oo-",
                "-x---x---|oo--",
                "x---x----|o--o",
                "##..##...|x---",
                ".##..##.#|-x--",
                "..##..###|--x-",
                "#..##..#.|---x",
                "..##..###|--x-",
                ".##..##.#|-x--",
                "##..##...|x---",
            ],
        )
        self.assertEqual((draft.threading, draft.treadling), ([1, 2, 3, 4, 1, 2, 3, 4, 3], [1, 2, 3, 5, 3, 2, 1]))

    def test_chart_no_picks(self):
        draft = after(LoomDraft(3), ("thread", "3 1"), ("tie", 4, [2]), ("tie", 2, [1, 3]))
        self.assertEqual((draft.chart(), draft.ties), (["x-|o-", "--|-o", "-x|o-"], {4: [2], 2: [1, 3]}))

    def test_chart_no_treadles(self):
        self.assertEqual(after(LoomDraft(2), ("thread", "1 2 2")).chart(), ["-xx|", "x--|"])

    def test_chart_empty(self):
        self.assertEqual(LoomDraft(2).chart(), ["|", "|"])

    def test_chart_no_threads(self):
        self.assertEqual(
            after(LoomDraft(1), ("tie", 3, [1]), ("tie", 1, []), ("tread", "1 3 3")).chart(),
            ["|-o", "|x-", "|-x", "|-x"],
        )


class LoomDraftTestMain(unittest.TestCase):
    def test_main_draft(self):
        draft = LoomDraft(3)
        self.assertEqual(
            [draft.thread("(1-3 2)*2"), draft.tie(1, [1, 2]), draft.tie(2, [3]), draft.tread("1 2*2 1")],
            [8, [], [], 4],
        )
        self.assertEqual((draft.cloth(), draft.repeat()), (["##.###.#", "..#...#.", "..#...#.", "##.###.#"], (4, 3)))
        self.assertEqual(draft.chart()[3:5], ["##.###.#|x-", "..#...#.|-x"])
        self.assertEqual(
            (draft.tie(2, [3, 1]), draft.tread("(2 1)*2"), draft.cloth()),
            (
                [2, 3],
                8,
                ["##.###.#", "#.#.#.#.", "#.#.#.#.", "##.###.#", "#.#.#.#.", "##.###.#", "#.#.#.#.", "##.###.#"],
            ),
        )
        self.assertEqual((draft.turn(), draft.ties, draft.repeat()), (2, {1: [1, 2], 2: [1], 3: [2]}, (7, 4)))
        with self.assertRaises(ValueError) as caught:
            draft.thread("3")
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(
            (draft.thread("2-1"), draft.tie(2, [2]), draft.chart()),
            (
                10,
                [2, 4, 6, 8],
                [
                    "-xx-x-x-x-|ooo",
                    "x--x-x-x-x|o--",
                    "##########|x--",
                    ".##.#.#.#.|-x-",
                    ".##.#.#.#.|--x",
                    ".##.#.#.#.|-x-",
                    "##########|x--",
                    ".##.#.#.#.|-x-",
                    ".##.#.#.#.|--x",
                    ".##.#.#.#.|-x-",
                ],
            ),
        )
        self.assertEqual((draft.repeat(), draft.read("2*2", 2)), ((9, 4), [2, 2]))

    def test_main_turns(self):
        draft = LoomDraft(4)
        self.assertEqual(
            [draft.tie(3, [4, 2]), draft.tie(1, [1]), draft.thread("4-1 1"), draft.tread("3 1 (3 1)*2")],
            [[], [], 5, 6],
        )
        self.assertEqual(
            (draft.chart(), draft.repeat()),
            (
                [
                    "x----|-o",
                    "-x---|--",
                    "--x--|-o",
                    "---xx|o-",
                    "#.#..|-x",
                    "...##|x-",
                    "#.#..|-x",
                    "...##|x-",
                    "#.#..|-x",
                    "...##|x-",
                ],
                (5, 2),
            ),
        )
        self.assertEqual((draft.turn(), draft.cloth()), (3, ["#.#.#.", "......", "#.#.#.", ".#.#.#", ".#.#.#"]))
        self.assertEqual([draft.tread("(4 3)*2"), draft.tie(3, [2]), draft.repeat()], [9, [2, 7, 9], (2, 7)])
        self.assertEqual(
            (draft.turn(), draft.threading, draft.ties, draft.treadling),
            (4, [4, 3, 2, 1, 1, 4, 3, 4, 3], {1: [1], 2: [3], 3: [2, 4]}, [3, 1, 3, 1, 3, 1]),
        )
        with self.assertRaises(ValueError) as caught:
            draft.tread("4")
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual(
            (draft.tread("2"), draft.cloth()),
            (7, ["#.#..#.#.", "...##....", "#.#..#.#.", "...##....", "#.#..#.#.", "...##....", ".#....#.#"]),
        )

    def test_main_errors(self):
        draft = LoomDraft(2)
        with self.assertRaises(ValueError) as caught:
            draft.tread("1")
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual([draft.tie(2, [2]), draft.thread("(1 2)*3 1"), draft.read("1", 1)], [[], 7, [1]])
        with self.assertRaises(ValueError) as caught:
            draft.tread("2 1")
        self.assertEqual(str(caught.exception), "not tied: 1")
        self.assertEqual([draft.tread("2"), draft.tie(1, [1]), draft.tread("1 2 1")], [1, [], 4])
        with self.assertRaises(ValueError) as caught:
            draft.tie(2, [3])
        self.assertEqual(str(caught.exception), "bad number")
        self.assertEqual((draft.cloth(), draft.repeat()), ([".#.#.#.", "#.#.#.#", ".#.#.#.", "#.#.#.#"], (2, 2)))
        self.assertEqual(
            (draft.tie(2, [1, 2]), draft.cloth(), draft.turn(), draft.chart()),
            (
                [1, 3],
                ["#######", "#.#.#.#", "#######", "#.#.#.#"],
                2,
                ["x-x-|oo", "-x-x|o-", "####|x-", "#.#.|-x", "####|x-", "#.#.|-x", "####|x-", "#.#.|-x", "####|x-"],
            ),
        )
