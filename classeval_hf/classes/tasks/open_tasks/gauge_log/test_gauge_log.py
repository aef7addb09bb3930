# canary: classeval-hf open gauge_log 59fa5fb8-6b41-4c26-804f-a7d559cedcb4

import unittest
from fractions import Fraction

from solution import GaugeLog


def put(log, readings, end, changes=()):
    """Puts readings, given as {time: text}, into an empty log."""
    log.end = end
    log.readings = {time: Fraction(text) for time, text in readings.items()}
    log.total = sum(log.readings.values(), Fraction(0))
    log.squares = sum((value**2 for value in log.readings.values()), Fraction(0))
    log.changes = [(time, None if text is None else Fraction(text)) for time, text in changes]


class GaugeLogTestValue(unittest.TestCase):
    def test_value_whole(self):
        self.assertEqual([GaugeLog.value("12"), GaugeLog.value("-007")], [Fraction(12), Fraction(-7)])

    def test_value_decimal(self):
        self.assertEqual([GaugeLog.value("0.1"), GaugeLog.value("-12.340")], [Fraction(1, 10), Fraction(-617, 50)])

    def test_value_fraction(self):
        self.assertEqual([GaugeLog.value("6/4"), GaugeLog.value("-1/03")], [Fraction(3, 2), Fraction(-1, 3)])

    def test_value_zero(self):
        self.assertEqual(
            [GaugeLog.value(text) for text in ("0/5", "-0", "10.0")], [Fraction(0), Fraction(0), Fraction(10)]
        )

    def test_value_many_digits(self):
        self.assertEqual(GaugeLog.value("0.12345678901234567890"), Fraction(1234567890123456789, 10**19))

    def test_value_wrong_form(self):
        texts = ["", "-", "+1", "--1", ".5", "5.", "1e3", "1,5", " 1", "1 ", "1\n", "1_000", "1/2/3", "1.5/2", "1/2.5"]
        for text in [*texts, "1/-2", "1/ 2", "1 /2", "abc", "\u0661", "1.\u0661", "nan", "- 1"]:
            with self.assertRaises(ValueError) as caught:
                GaugeLog.value(text)
            self.assertEqual(str(caught.exception), f"bad reading: {text}")

    def test_value_denominator_zero(self):
        for text in ("1/0", "0/00", "1/"):
            with self.assertRaises(ValueError) as caught:
                GaugeLog.value(text)
            self.assertEqual(str(caught.exception), f"bad reading: {text}")
        self.assertEqual(GaugeLog.value("1/010"), Fraction(1, 10))


class GaugeLogTestRecord(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)
        put(self.log, {5: "-3", 2: "1/2", 9: "4", 7: "2"}, 9, [(5, "1"), (2, None), (7, "3"), (6, "8")])

    def test_record_first(self):
        log = GaugeLog(10)
        self.assertEqual(log.record(-50, "-1.5"), [])
        self.assertEqual((log.end, log.readings), (-50, {-50: Fraction(-3, 2)}))
        self.assertEqual((log.total, log.squares, log.changes), (Fraction(-3, 2), Fraction(9, 4), []))

    def test_record_drops_nothing(self):
        self.assertEqual(self.log.record(11, "1/3"), [])
        self.assertEqual((self.log.end, self.log.total, self.log.squares), (11, Fraction(23, 6), Fraction(1057, 36)))
        self.assertEqual(len(self.log.changes), 4)

    def test_record_drops_oldest(self):
        self.assertEqual(self.log.record(12, "1"), [2])
        self.assertEqual(self.log.readings, {5: Fraction(-3), 7: Fraction(2), 9: Fraction(4), 12: Fraction(1)})
        self.assertEqual((self.log.total, self.log.squares), (Fraction(4), Fraction(30)))
        self.assertEqual(self.log.changes, [(5, Fraction(1)), (7, Fraction(3)), (6, Fraction(8))])

    def test_record_drops_several(self):
        self.assertEqual(self.log.record(17, "-2"), [2, 5, 7])
        self.assertEqual((self.log.total, self.log.squares), (Fraction(2), Fraction(20)))
        self.assertEqual((self.log.readings, self.log.changes), ({9: Fraction(4), 17: Fraction(-2)}, []))

    def test_record_drops_change_of_removed(self):
        self.assertEqual(self.log.record(16, "0"), [2, 5])
        self.assertEqual(self.log.changes, [(7, Fraction(3))])

    def test_record_drops_all(self):
        self.assertEqual(self.log.record(1000, "6"), [2, 5, 7, 9])
        self.assertEqual((self.log.total, self.log.squares, self.log.changes), (Fraction(6), Fraction(36), []))

    def test_record_narrow_window(self):
        log = GaugeLog(1)
        put(log, {4: "3"}, 4)
        self.assertEqual(log.record(5, "7"), [4])
        self.assertEqual(log.readings, {5: Fraction(7)})

    def test_record_not_later(self):
        for time in (9, 8, -1):
            with self.assertRaises(ValueError) as caught:
                self.log.record(time, "1")
            self.assertEqual(str(caught.exception), "not later")
        self.assertEqual((self.log.end, self.log.total), (9, Fraction(7, 2)))

    def test_record_bad_reading(self):
        for time in (20, 3):
            with self.assertRaises(ValueError) as caught:
                self.log.record(time, "1.")
            self.assertEqual(str(caught.exception), "bad reading: 1.")
        self.assertEqual((self.log.end, len(self.log.readings)), (9, 4))


class GaugeLogTestCorrect(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)
        put(self.log, {5: "-3", 2: "1/2", 9: "4"}, 11, [(5, "1")])

    def test_correct_value(self):
        self.assertEqual(self.log.correct(5, "1.5"), Fraction(9, 2))
        self.assertEqual(self.log.readings, {2: Fraction(1, 2), 5: Fraction(3, 2), 9: Fraction(4)})
        self.assertEqual((self.log.total, self.log.squares), (Fraction(6), Fraction(37, 2)))
        self.assertEqual(self.log.changes, [(5, Fraction(1)), (5, Fraction(-3))])

    def test_correct_left_out(self):
        self.assertEqual(self.log.correct(7, "-2"), Fraction(-2))
        self.assertEqual(
            (self.log.readings[7], self.log.total, self.log.squares), (-2, Fraction(-1, 2), Fraction(117, 4))
        )
        self.assertEqual((self.log.changes, self.log.end), ([(5, Fraction(1)), (7, None)], 11))

    def test_correct_remove(self):
        self.assertEqual(self.log.correct(9, ""), Fraction(-4))
        self.assertEqual((self.log.readings, self.log.end), ({5: Fraction(-3), 2: Fraction(1, 2)}, 11))
        self.assertEqual((self.log.total, self.log.squares), (Fraction(-5, 2), Fraction(37, 4)))
        self.assertEqual(self.log.changes[-1], (9, Fraction(4)))

    def test_correct_zero(self):
        self.assertEqual([self.log.correct(9, "0"), self.log.correct(8, "0.0")], [Fraction(-4), Fraction(0)])
        self.assertEqual(self.log.readings, {5: Fraction(-3), 2: Fraction(1, 2), 9: Fraction(0), 8: Fraction(0)})
        self.assertEqual([self.log.correct(9, ""), self.log.correct(8, "5")], [Fraction(0), Fraction(5)])
        self.assertEqual(self.log.changes[1:], [(9, Fraction(4)), (8, None), (9, Fraction(0)), (8, Fraction(0))])

    def test_correct_same_value(self):
        self.assertEqual(self.log.correct(2, "2/4"), Fraction(0))
        self.assertEqual(self.log.changes, [(5, Fraction(1)), (2, Fraction(1, 2))])

    def test_correct_bounds_of_window(self):
        self.assertEqual([self.log.correct(11, "6"), self.log.correct(2, "1")], [Fraction(6), Fraction(1, 2)])
        for time in (12, 1, -4):
            with self.assertRaises(ValueError) as caught:
                self.log.correct(time, "3")
            self.assertEqual(str(caught.exception), "outside the window")
        self.assertEqual(self.log.total, Fraction(8))

    def test_correct_nothing_recorded(self):
        log = GaugeLog(10)
        for text in ("3", ""):
            with self.assertRaises(ValueError) as caught:
                log.correct(0, text)
            self.assertEqual(str(caught.exception), "outside the window")
        self.assertEqual((log.readings, log.changes), ({}, []))

    def test_correct_nothing_to_remove(self):
        with self.assertRaises(KeyError) as caught:
            self.log.correct(7, "")
        self.assertEqual(caught.exception.args, (7,))
        with self.assertRaises(ValueError) as outside:
            self.log.correct(1, "")
        self.assertEqual(str(outside.exception), "outside the window")
        self.assertEqual(self.log.changes, [(5, Fraction(1))])

    def test_correct_bad_reading(self):
        for time, text in ((5, "x"), (1, " "), (7, "1/0")):
            with self.assertRaises(ValueError) as caught:
                self.log.correct(time, text)
            self.assertEqual(str(caught.exception), f"bad reading: {text}")
        self.assertEqual((self.log.total, self.log.changes), (Fraction(3, 2), [(5, Fraction(1))]))


class GaugeLogTestUndo(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)
        put(self.log, {5: "-3", 2: "1/2", 9: "0"}, 11, [(9, "-7/3"), (4, "2"), (2, None), (5, "1.5")])

    def test_undo_value(self):
        self.assertEqual(self.log.undo(), 5)
        self.assertEqual(self.log.readings, {2: Fraction(1, 2), 5: Fraction(3, 2), 9: Fraction(0)})
        self.assertEqual((self.log.total, self.log.squares), (Fraction(2), Fraction(5, 2)))
        self.assertEqual(self.log.changes, [(9, Fraction(-7, 3)), (4, Fraction(2)), (2, None)])

    def test_undo_left_out(self):
        self.log.changes.pop()
        self.assertEqual(self.log.undo(), 2)
        self.assertEqual((self.log.readings, self.log.total), ({5: Fraction(-3), 9: Fraction(0)}, Fraction(-3)))

    def test_undo_removed(self):
        self.log.changes = [(4, Fraction(2))]
        self.assertEqual(self.log.undo(), 4)
        self.assertEqual(
            (self.log.readings[4], self.log.total, self.log.squares), (2, Fraction(-1, 2), Fraction(53, 4))
        )
        self.assertEqual((self.log.changes, self.log.end), ([], 11))

    def test_undo_all(self):
        self.assertEqual([self.log.undo() for _ in range(4)], [5, 2, 4, 9])
        self.assertEqual(self.log.readings, {5: Fraction(3, 2), 4: Fraction(2), 9: Fraction(-7, 3)})
        self.assertEqual((self.log.total, self.log.squares), (Fraction(7, 6), Fraction(421, 36)))

    def test_undo_nothing(self):
        self.log.changes = []
        with self.assertRaises(IndexError) as caught:
            self.log.undo()
        self.assertEqual(str(caught.exception), "nothing to undo")
        self.assertEqual(self.log.total, Fraction(-5, 2))


class GaugeLogTestMoments(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)

    def test_moments_several(self):
        put(self.log, {1: "1", 2: "2", 3: "4", 4: "7"}, 4)
        self.assertEqual(self.log.moments(), (Fraction(7, 2), Fraction(21, 4)))
        self.assertEqual(self.log.total, 14)

    def test_moments_fractions(self):
        put(self.log, {1: "1/3", 2: "-0.5", 5: "1"}, 9)
        self.assertEqual(self.log.moments(), (Fraction(5, 18), Fraction(61, 162)))

    def test_moments_one(self):
        put(self.log, {1: "-2.5"}, 1)
        self.assertEqual(self.log.moments(), (Fraction(-5, 2), Fraction(0)))

    def test_moments_equal(self):
        put(self.log, {1: "0.1", 2: "0.1", 3: "0.1"}, 3)
        self.assertEqual(self.log.moments(), (Fraction(1, 10), Fraction(0)))

    def test_moments_large(self):
        put(self.log, {1: "100000000000000000001", 2: "100000000000000000003"}, 3)
        self.assertEqual(self.log.moments(), (Fraction(100000000000000000002), Fraction(1)))

    def test_moments_none(self):
        put(self.log, {}, 7)
        with self.assertRaises(ValueError) as caught:
            self.log.moments()
        self.assertEqual(str(caught.exception), "no readings")


class GaugeLogTestQuantile(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)
        put(self.log, {5: "10", 2: "1", 9: "4", 7: "-2", 8: "4"}, 11)

    def test_quantile_at_positions(self):
        found = [self.log.quantile(part, 4) for part in range(5)]
        self.assertEqual(found, [Fraction(-2), Fraction(1), Fraction(4), Fraction(4), Fraction(10)])
        self.assertEqual(len(self.log.readings), 5)

    def test_quantile_between(self):
        self.assertEqual([self.log.quantile(1, 3), self.log.quantile(9, 10)], [Fraction(2), Fraction(38, 5)])

    def test_quantile_even_number(self):
        put(self.log, {5: "10", 2: "1/2", 9: "4", 7: "-2"}, 11)
        self.assertEqual([self.log.quantile(1, 2), self.log.quantile(5, 10)], [Fraction(9, 4), Fraction(9, 4)])
        self.assertEqual(self.log.quantile(1, 7), Fraction(-13, 14))

    def test_quantile_one_reading(self):
        put(self.log, {5: "1/3"}, 11)
        self.assertEqual(
            [self.log.quantile(0, 1), self.log.quantile(2, 3), self.log.quantile(1, 1)], [Fraction(1, 3)] * 3
        )

    def test_quantile_bad(self):
        put(self.log, {}, 11)
        for part, whole in ((-1, 4), (5, 4), (0, 0), (-3, -2), (-1, -1), (0, -1)):
            with self.assertRaises(ValueError) as caught:
                self.log.quantile(part, whole)
            self.assertEqual(str(caught.exception), "bad quantile")
        self.assertEqual(self.log.readings, {})

    def test_quantile_no_readings(self):
        put(self.log, {}, 11)
        with self.assertRaises(ValueError) as caught:
            self.log.quantile(1, 2)
        self.assertEqual(str(caught.exception), "no readings")


class GaugeLogTestTrend(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)

    def test_trend_two_readings(self):
        put(self.log, {3: "1", 7: "4"}, 7)
        self.assertEqual(self.log.trend(), (Fraction(3, 4), Fraction(4)))
        self.assertEqual(self.log.total, 5)

    def test_trend_end_without_reading(self):
        put(self.log, {7: "4", 3: "1"}, 11)
        self.assertEqual(self.log.trend(), (Fraction(3, 4), Fraction(7)))

    def test_trend_several(self):
        put(self.log, {1: "2", 2: "1", 4: "5", 8: "3"}, 8)
        self.assertEqual(self.log.trend(), (Fraction(27, 115), Fraction(431, 115)))

    def test_trend_falling(self):
        put(self.log, {-5: "1/2", -3: "0", -1: "-1"}, 0)
        self.assertEqual(self.log.trend(), (Fraction(-3, 8), Fraction(-31, 24)))

    def test_trend_level(self):
        put(self.log, {1: "2.5", 5: "2.5", 6: "2.5"}, 6)
        self.assertEqual(self.log.trend(), (Fraction(0), Fraction(5, 2)))

    def test_trend_too_few(self):
        for readings in ({}, {4: "3"}):
            put(self.log, readings, 4)
            with self.assertRaises(ValueError) as caught:
                self.log.trend()
            self.assertEqual(str(caught.exception), "too few readings")


class GaugeLogTestOutliers(unittest.TestCase):
    def setUp(self):
        self.log = GaugeLog(10)
        put(self.log, {5: "10", 2: "1", 9: "4", 7: "-2", 8: "7"}, 11)

    def test_outliers_order(self):
        self.assertEqual(self.log.outliers("0.5"), [5, 7, 2, 8])
        self.assertEqual(self.log.total, 20)

    def test_outliers_factor(self):
        self.assertEqual([self.log.outliers(factor) for factor in ("0", "1", "3/2")], [[5, 7, 2, 8], [5, 7], []])

    def test_outliers_boundary(self):
        put(self.log, {1: "1", 2: "3", 3: "1", 4: "3"}, 4)
        self.assertEqual([self.log.outliers("1"), self.log.outliers("0.99999")], [[], [1, 2, 3, 4]])

    def test_outliers_exact_boundary(self):
        put(self.log, {1: "0", 2: "0", 3: "0", 4: "0", 5: "0.1"}, 5)
        self.assertEqual([self.log.outliers("2"), self.log.outliers("199/100")], [[], [5]])

    def test_outliers_all_equal(self):
        put(self.log, {1: "1/3", 2: "1/3"}, 4)
        self.assertEqual([self.log.outliers("0"), self.log.outliers("2")], [[], []])
        put(self.log, {4: "1", 1: "1", 2: "4"}, 4)
        self.assertEqual(self.log.outliers("0"), [2, 1, 4])

    def test_outliers_no_readings(self):
        put(self.log, {}, 4)
        self.assertEqual(self.log.outliers("1"), [])
        self.assertEqual(self.log.end, 4)

    def test_outliers_bad_factor(self):
        put(self.log, {}, 4)
        for factor, message in (("-0.1", "bad factor"), ("two", "bad reading: two"), ("", "bad reading: ")):
            with self.assertRaises(ValueError) as caught:
                self.log.outliers(factor)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.log.outliers("-0"), [])


class GaugeLogTestMain(unittest.TestCase):
    def test_main_day(self):
        log = GaugeLog(6)
        self.assertEqual([log.record(1, "2.5"), log.record(3, "3.5"), log.record(4, "50")], [[], [], []])
        self.assertEqual(log.outliers("1.3"), [4])
        self.assertEqual(log.correct(4, "5"), Fraction(-45))
        self.assertEqual(log.moments(), (Fraction(11, 3), Fraction(19, 18)))
        self.assertEqual(log.trend(), (Fraction(11, 14), Fraction(33, 7)))
        self.assertEqual(log.correct(2, "1"), Fraction(1))
        self.assertEqual([log.undo(), log.quantile(1, 2)], [2, Fraction(7, 2)])
        self.assertEqual(log.record(8, str(log.value("1.5"))), [1])
        self.assertEqual((log.total, log.squares, log.changes), (Fraction(10), Fraction(79, 2), [(4, Fraction(50))]))
        self.assertEqual([log.undo(), log.quantile(1, 1)], [4, Fraction(50)])
        self.assertEqual(log.record(10, "0"), [3, 4])
        with self.assertRaises(IndexError):
            log.undo()
        self.assertEqual(log.moments(), (Fraction(3, 4), Fraction(9, 16)))

    def test_main_removed_latest(self):
        log = GaugeLog(3)
        with self.assertRaises(ValueError):
            log.correct(0, "0")
        self.assertEqual([log.record(10, "1"), log.record(12, "7")], [[], []])
        self.assertEqual([log.correct(12, ""), log.correct(11, "1/2")], [Fraction(-7), Fraction(1, 2)])
        self.assertEqual((log.end, log.trend()), (12, (Fraction(-1, 2), Fraction(0))))
        with self.assertRaises(ValueError):
            log.record(12, "7")
        self.assertEqual([log.correct(11, ""), log.correct(10, "")], [Fraction(-1, 2), Fraction(-1)])
        self.assertEqual((log.readings, log.total, log.squares, log.outliers("1")), ({}, 0, 0, []))
        self.assertEqual([log.undo(), log.undo(), log.undo(), log.undo()], [10, 11, 11, 12])
        self.assertEqual(log.moments(), (Fraction(4), Fraction(9)))
        self.assertEqual(log.record(13, "4"), [10])
        self.assertEqual(log.quantile(1, 4), Fraction(19, 4))

    def test_main_long_run(self):
        log = GaugeLog(4)
        dropped = [log.record(time, f"{time % 3}/{time}") for time in range(1, 8)]
        self.assertEqual(dropped, [[], [], [], [], [1], [2], [3]])
        self.assertEqual(log.moments(), (Fraction(111, 560), Fraction(6723, 313600)))
        self.assertEqual(
            [log.correct(5, "1"), log.correct(5, "2"), log.correct(4, "-1")], [Fraction(3, 5), 1, Fraction(-5, 4)]
        )
        self.assertEqual(log.record(8, "1/8"), [4])
        self.assertEqual(log.changes, [(5, Fraction(2, 5)), (5, Fraction(1))])
        self.assertEqual([log.undo(), log.undo()], [5, 5])
        self.assertEqual(log.total, Fraction(187, 280))
        self.assertEqual(log.outliers("1"), [5, 6])
        self.assertEqual((log.quantile(0, 9), log.trend()[0]), (Fraction(0), Fraction(-191, 2800)))
