# canary: classeval-hf open shift_sheet cc0be731-d389-4682-a46a-524aa925418c

import unittest

from solution import ShiftSheet


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(sheet):
    """Three stretches on day 2, one on day 3."""
    for start, end in ((480, 600), (660, 720), (780, 900)):
        sheet.clock(2, start, end)
    sheet.clock(3, 0, 1440)


def close_first(sheet):
    """Week 0 is closed, and the account holds 150 minutes."""
    sheet.clock(1, 400, 1045)
    sheet.close(0)


def work(sheet, day, *times):
    """Adds the stretches between the times, which stand in pairs."""
    for start, end in zip(times[::2], times[1::2]):
        sheet.clock(day, start, end)


class ShiftSheetTestClock(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(5, 480, 2400, 600)
        fill(self.sheet)

    def test_clock_between(self):
        self.assertEqual(self.sheet.clock(2, 610, 650), 40)
        self.assertEqual(self.sheet.shifts[2], [(480, 600), (610, 650), (660, 720), (780, 900)])

    def test_clock_touches_both(self):
        self.assertEqual(self.sheet.clock(2, 600, 660), 60)
        self.assertEqual(self.sheet.shifts[2], [(480, 720), (780, 900)])

    def test_clock_overlaps(self):
        self.assertEqual(self.sheet.clock(2, 590, 790), 120)
        self.assertEqual(self.sheet.shifts[2], [(480, 900)])

    def test_clock_inside(self):
        self.assertEqual([self.sheet.clock(2, 490, 600), self.sheet.clock(3, 5, 6)], [0, 0])
        self.assertEqual(self.sheet.shifts, {2: [(480, 600), (660, 720), (780, 900)], 3: [(0, 1440)]})

    def test_clock_over_all(self):
        self.assertEqual([self.sheet.clock(2, 0, 1440), self.sheet.clock(4, 7, 9)], [1140, 2])
        self.assertEqual(self.sheet.shifts, {2: [(0, 1440)], 3: [(0, 1440)], 4: [(7, 9)]})

    def test_clock_errors(self):
        do(self.sheet, "close", 0)
        calls = ((2, -1, 5), (2, 5, 5), (9, 6, 5), (9, 0, 1441), (6, 0, 5))
        self.assertEqual(
            [failure(self.sheet.clock, *call) for call in calls],
            [
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "is closed"),
            ],
        )
        self.assertEqual((self.sheet.clock(7, 0, 5), sorted(self.sheet.shifts)), (5, [2, 3, 7]))


class ShiftSheetTestStrike(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(5, 480, 2400, 600)
        fill(self.sheet)

    def test_strike_cuts_in_two(self):
        self.assertEqual(self.sheet.strike(2, 500, 530), 30)
        self.assertEqual(self.sheet.shifts[2], [(480, 500), (530, 600), (660, 720), (780, 900)])

    def test_strike_several(self):
        self.assertEqual(self.sheet.strike(2, 590, 800), 90)
        self.assertEqual(self.sheet.shifts[2], [(480, 590), (800, 900)])

    def test_strike_to_the_ends(self):
        self.assertEqual([self.sheet.strike(2, 480, 500), self.sheet.strike(2, 880, 900)], [20, 20])
        self.assertEqual(self.sheet.shifts[2], [(500, 600), (660, 720), (780, 880)])

    def test_strike_all(self):
        self.assertEqual([self.sheet.strike(2, 480, 900), self.sheet.strike(3, 1, 1440)], [300, 1439])
        self.assertEqual(self.sheet.shifts, {3: [(0, 1)]})

    def test_strike_nothing(self):
        self.assertEqual([self.sheet.strike(2, 600, 660), self.sheet.strike(4, 0, 9)], [0, 0])
        self.assertEqual(self.sheet.shifts, {3: [(0, 1440)], 2: [(480, 600), (660, 720), (780, 900)]})

    def test_strike_errors(self):
        do(self.sheet, "close", 0)
        calls = ((2, -1, 5), (2, 5, 5), (2, 6, 5), (9, 0, 1441), (6, 0, 5), (0, 0, 5))
        self.assertEqual(
            [failure(self.sheet.strike, *call) for call in calls],
            [
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "bad times"),
                ("ValueError", "is closed"),
                ("ValueError", "is closed"),
            ],
        )
        self.assertEqual(self.sheet.shifts[3], [(0, 1440)])


class ShiftSheetTestWorked(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(1, 480, 2400, 600)

    def test_worked_at_the_limits(self):
        for day, minutes in enumerate((360, 361, 390, 391, 540, 541, 600)):
            work(self.sheet, day, 0, minutes)
        self.assertEqual([self.sheet.worked(day) for day in range(8)], [360, 360, 360, 361, 510, 496, 555, 0])
        self.assertEqual(self.sheet.shifts[1], [(0, 361)])

    def test_worked_short_gaps_do_not_count(self):
        work(self.sheet, 1, 0, 200, 214, 400, 414, 500)
        work(self.sheet, 2, 0, 200, 215, 400, 414, 500)
        work(self.sheet, 3, 0, 200, 215, 400, 415, 500)
        self.assertEqual([self.sheet.worked(day) for day in (1, 2, 3)], [442, 456, 470])

    def test_worked_long_day(self):
        work(self.sheet, 1, 100, 400, 430, 700)
        work(self.sheet, 2, 100, 400, 430, 750)
        work(self.sheet, 3, 100, 400, 445, 750)
        work(self.sheet, 4, 100, 400, 500, 750)
        self.assertEqual([self.sheet.worked(day) for day in (1, 2, 3, 4)], [555, 605, 605, 550])

    def test_worked_rounded(self):
        sheet = ShiftSheet(15, 480, 2400, 600)
        for day, minutes in enumerate((7, 8, 22, 23, 352, 353, 397, 398)):
            work(sheet, day, 0, minutes)
        self.assertEqual([sheet.worked(day) for day in range(8)], [0, 15, 15, 30, 345, 360, 360, 375])

    def test_worked_half_upwards(self):
        sheet = ShiftSheet(10, 480, 2400, 600)
        for day, minutes in enumerate((5, 4, 15, 25, 35, 434, 435)):
            work(sheet, day, 3, 3 + minutes)
        self.assertEqual(
            ([sheet.worked(day) for day in range(7)], sheet.shifts[3]), ([10, 0, 20, 30, 40, 400, 410], [(3, 28)])
        )


class ShiftSheetTestWeek(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(10, 480, 1200, 150)

    def test_week_regular(self):
        work(self.sheet, 7, 0, 200, 13, 300)
        work(self.sheet, 13, 100, 333)
        work(self.sheet, 14, 100, 333)
        self.assertEqual([self.sheet.week(0), self.sheet.week(1), self.sheet.week(2)], [(0, 0), (530, 0), (230, 0)])

    def test_week_daily_overtime(self):
        work(self.sheet, 0, 0, 300, 400, 700)
        work(self.sheet, 1, 0, 300, 400, 585)
        self.assertEqual(self.sheet.week(0), (960, 130))

    def test_week_weekly_overtime(self):
        for day in (0, 2, 4, 6):
            work(self.sheet, day, 0, 340)
        self.assertEqual(self.sheet.week(0), (1200, 160))
        self.assertEqual(len(self.sheet.shifts), 4)

    def test_week_both_kinds(self):
        for day in (7, 8, 9):
            work(self.sheet, day, 0, 300, 330, 570)
        self.assertEqual(self.sheet.week(1), (1200, 420))

    def test_week_time_off(self):
        close_first(self.sheet)
        do(self.sheet, "take", 9, 100)
        do(self.sheet, "take", 10, 30)
        self.assertEqual(self.sheet.week(1), (130, 0))
        for day in (7, 8, 9):
            work(self.sheet, day, 0, 360)
        work(self.sheet, 9, 700, 900)
        self.assertEqual((self.sheet.week(1), self.sheet.off), ((1200, 210), {9: 100, 10: 30}))

    def test_week_exactly_full(self):
        for day in (0, 1, 2):
            work(self.sheet, day, 0, 200, 300, 500)
        self.assertEqual(self.sheet.week(0), (1200, 0))


class ShiftSheetTestClose(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(5, 480, 1200, 150)

    def test_close_booked(self):
        work(self.sheet, 0, 0, 300, 330, 555)
        self.assertEqual(self.sheet.close(0), (67, 0))
        self.assertEqual((self.sheet.account, self.sheet.closed), (67, {0}))

    def test_close_rest_is_paid(self):
        work(self.sheet, 0, 0, 300, 330, 555)
        work(self.sheet, 6, 0, 300, 345, 705)
        self.assertEqual(self.sheet.close(0), (150, 187))
        work(self.sheet, 7, 0, 300, 330, 555)
        self.assertEqual(self.sheet.close(1), (0, 67))
        self.assertEqual(self.sheet.account, 150)

    def test_close_rounds_down(self):
        sheet = ShiftSheet(1, 10, 100, 150)
        work(sheet, 0, 0, 11)
        work(sheet, 1, 0, 12)
        self.assertEqual((sheet.close(0), sheet.account), ((4, 0), 4))

    def test_close_open_week_before(self):
        work(self.sheet, 8, 0, 100)
        work(self.sheet, 15, 0, 100)
        self.assertEqual(
            [failure(self.sheet.close, number) for number in (3, 2)],
            [("ValueError", "open: 1"), ("ValueError", "open: 1")],
        )
        self.assertEqual([self.sheet.close(1), failure(self.sheet.close, 3)], [(0, 0), ("ValueError", "open: 2")])
        self.assertEqual([self.sheet.close(2), self.sheet.close(0), self.sheet.closed], [(0, 0), (0, 0), {0, 1, 2}])

    def test_close_open_week_with_time_off(self):
        close_first(self.sheet)
        do(self.sheet, "take", 20, 5)
        work(self.sheet, 22, 0, 50)
        self.assertEqual(
            [failure(self.sheet.close, number) for number in (3, 0)],
            [("ValueError", "open: 2"), ("ValueError", "is closed")],
        )
        self.assertEqual(self.sheet.account, 145)

    def test_close_later_weeks_may_be_open(self):
        work(self.sheet, 15, 0, 100)
        self.assertEqual([self.sheet.close(1), failure(self.sheet.close, 1)], [(0, 0), ("ValueError", "is closed")])
        self.assertEqual(self.sheet.closed, {1})


class ShiftSheetTestTake(unittest.TestCase):
    def setUp(self):
        self.sheet = ShiftSheet(5, 480, 1200, 200)
        close_first(self.sheet)

    def test_take_some(self):
        self.assertEqual(self.sheet.take(8, 60), 120)
        self.assertEqual((self.sheet.off, self.sheet.account), ({8: 60}, 120))

    def test_take_twice_on_a_day(self):
        self.assertEqual([self.sheet.take(8, 60), self.sheet.take(8, 25), self.sheet.take(9, 1)], [120, 95, 94])
        self.assertEqual(self.sheet.off, {8: 85, 9: 1})

    def test_take_all(self):
        self.assertEqual(
            [self.sheet.take(7, self.sheet.account), failure(self.sheet.take, 7, 1)], [0, ("ValueError", "too much")]
        )
        self.assertEqual(self.sheet.off, {7: 180})

    def test_take_errors_in_order(self):
        self.assertEqual(
            [failure(self.sheet.take, *call) for call in ((6, 0), (7, 0), (7, 181))],
            [("ValueError", "is closed"), ("ValueError", "bad number"), ("ValueError", "too much")],
        )
        self.assertEqual((self.sheet.off, self.sheet.account), ({}, 180))

    def test_take_on_a_working_day(self):
        work(self.sheet, 9, 0, 50)
        self.assertEqual(self.sheet.take(9, 20), 160)
        self.assertEqual((self.sheet.shifts[9], self.sheet.off), ([(0, 50)], {9: 20}))


class ShiftSheetTestMain(unittest.TestCase):
    def test_main_two_weeks(self):
        sheet = ShiftSheet(15, 450, 900, 100)
        self.assertEqual([sheet.clock(0, 420, 960), sheet.strike(0, 700, 720)], [540, 20])
        self.assertEqual((sheet.shifts, sheet.worked(0)), ({0: [(420, 700), (720, 960)]}, 510))
        self.assertEqual([sheet.clock(1, 420, 800), sheet.clock(2, 500, 620)], [380, 120])
        self.assertEqual(([sheet.worked(day) for day in (1, 2)], sheet.week(0)), ([360, 120], (900, 90)))
        self.assertEqual(
            [failure(sheet.take, 3, 10), failure(sheet.close, 1)],
            [("ValueError", "too much"), ("ValueError", "open: 0")],
        )
        self.assertEqual((sheet.close(0), sheet.account), ((100, 35), 100))
        self.assertEqual([failure(sheet.strike, 2, 500, 510), sheet.take(8, 70)], [("ValueError", "is closed"), 30])
        self.assertEqual([sheet.clock(7, 480, 1000), sheet.clock(9, 480, 840), sheet.worked(7)], [520, 360, 495])
        self.assertEqual((sheet.week(1), sheet.close(1), sheet.account), ((880, 45), (67, 0), 97))
        self.assertEqual(
            (sheet.off, sheet.closed, sheet.shifts),
            (
                {8: 70},
                {0, 1},
                {0: [(420, 700), (720, 960)], 1: [(420, 800)], 2: [(500, 620)], 7: [(480, 1000)], 9: [(480, 840)]},
            ),
        )

    def test_main_corrections(self):
        sheet = ShiftSheet(6, 300, 700, 90)
        self.assertEqual([sheet.clock(3, 100, 200), sheet.clock(3, 205, 300), sheet.clock(3, 190, 210)], [100, 95, 5])
        self.assertEqual(sheet.shifts[3], [(100, 300)])
        self.assertEqual(
            [sheet.clock(3, 320, 560), sheet.worked(3), sheet.strike(3, 295, 300), sheet.worked(3)], [240, 432, 5, 432]
        )
        self.assertEqual(
            [sheet.strike(3, 150, 155), sheet.worked(3), sheet.strike(3, 145, 160), sheet.worked(3)], [5, 426, 10, 420]
        )
        self.assertEqual((sheet.shifts[3], sheet.week(0)), ([(100, 145), (160, 295), (320, 560)], (300, 120)))
        self.assertEqual(
            [sheet.close(0), sheet.account, failure(sheet.clock, 3, 0, 9)], [(90, 90), 90, ("ValueError", "is closed")]
        )
        self.assertEqual([sheet.take(11, 33), sheet.clock(11, 0, 303), sheet.clock(12, 0, 360)], [57, 303, 360])
        self.assertEqual((sheet.week(1), sheet.off), ((633, 66), {11: 33}))
        self.assertEqual([sheet.close(1), sheet.account, sheet.closed], [(33, 66), 90, {0, 1}])

    def test_main_order_of_weeks(self):
        sheet = ShiftSheet(1, 60, 200, 1000)
        self.assertEqual([sheet.clock(day, 0, 63) for day in (0, 7, 21)], [63, 63, 63])
        self.assertEqual(
            [failure(sheet.close, 3), failure(sheet.close, 1), sheet.close(0)],
            [("ValueError", "open: 0"), ("ValueError", "open: 0"), (4, 0)],
        )
        self.assertEqual(
            [sheet.strike(7, 0, 63), sheet.close(3), sheet.account, sheet.closed], [63, (4, 0), 8, {0, 3}]
        )
        self.assertEqual([sheet.clock(7, 5, 99), sheet.week(1), sheet.close(1)], [94, (60, 34), (51, 0)])
        self.assertEqual(
            [sheet.take(14, 40), failure(sheet.close, 4), sheet.worked(14), sheet.close(2)],
            [19, ("ValueError", "open: 2"), 0, (0, 0)],
        )
        self.assertEqual((sheet.account, sheet.closed, sheet.off), (19, {0, 1, 2, 3}, {14: 40}))
