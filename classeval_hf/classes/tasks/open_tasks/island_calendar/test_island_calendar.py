# canary: classeval-hf open island_calendar 6f95453d-22ec-4b85-b20c-4d578f4c5e56

import unittest

from solution import IslandCalendar

MONTHS = [("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)]
WEEK = ["Crab", "Gull", "Fish", "Turtle"]


def after(calendar, *calls):
    """The calendar after calls of its methods."""
    for name, *arguments in calls:
        getattr(calendar, name)(*arguments)
    return calendar


def decreed(calendar):
    """Dropped are the last day of Tide and the first two of Palm in year 1, and the days 2 to 6 of Reed in year 3."""
    return after(calendar, ("drop_after", "1 Tide 5", 3), ("drop_after", "3 Reed 1", 5))


class IslandCalendarTestYearPlan(unittest.TestCase):
    def test_year_plan_ordinary(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        self.assertEqual(
            [calendar.year_plan(1), calendar.year_plan(8)],
            [[("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)], [("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)]],
        )

    def test_year_plan_long(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        self.assertEqual(
            [calendar.year_plan(2), calendar.year_plan(10)],
            [
                [("Reed", 7), ("Tide", 6), ("Moon", 3), ("Palm", 8), ("Ash", 5)],
                [("Reed", 7), ("Tide", 6), ("Moon", 3), ("Palm", 8), ("Ash", 5)],
            ],
        )

    def test_year_plan_cycle(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [5, 2], WEEK)
        self.assertEqual(
            [len(calendar.year_plan(year)) for year in range(1, 17)], [4, 5, 4, 4, 5, 4, 5, 4, 4, 5, 4, 5, 4, 4, 5, 4]
        )
        self.assertEqual(calendar.months, [("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)])

    def test_year_plan_leap_month_at_the_ends(self):
        first = IslandCalendar(MONTHS, ("Moon", 3, 0), 1, [1], WEEK)
        last = IslandCalendar(MONTHS, ("Moon", 3, 4), 2, [1], WEEK)
        self.assertEqual(
            [first.year_plan(7), last.year_plan(3), last.year_plan(4)],
            [
                [("Moon", 3), ("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)],
                [("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5), ("Moon", 3)],
                [("Reed", 7), ("Tide", 6), ("Palm", 8), ("Ash", 5)],
            ],
        )

    def test_year_plan_never_long(self):
        calendar = IslandCalendar(MONTHS[:1], ("Moon", 3, 0), 4, [], WEEK)
        self.assertEqual([calendar.year_plan(4), calendar.year_plan(5)], [[("Reed", 7)], [("Reed", 7)]])


class IslandCalendarTestPosition(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)

    def test_position_first_years(self):
        dates = ["1 Reed 1", "1 Reed 7", "1 Tide 1", "1 Ash 5", "2 Reed 1", "2 Moon 3", "2 Palm 1", "3 Reed 1"]
        self.assertEqual([self.calendar.position(date) for date in dates], [0, 6, 7, 25, 26, 41, 42, 55])

    def test_position_later_years(self):
        dates = ["5 Reed 1", "5 Ash 5", "6 Reed 1", "7 Moon 1", "8 Tide 2", "1001 Palm 8"]
        self.assertEqual([self.calendar.position(date) for date in dates], [107, 135, 136, 175, 199, 27220])

    def test_position_unsorted_longs(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [5, 2], WEEK)
        self.assertEqual([calendar.position(date) for date in ("5 Reed 1", "6 Reed 1", "10 Moon 2")], [107, 136, 257])

    def test_position_dropped(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        decreed(calendar)
        self.assertEqual(
            [calendar.position("1 Palm 1"), calendar.position("4 Reed 1"), sorted(calendar.dropped)],
            [13, 81, [12, 13, 14, 56, 57, 58, 59, 60]],
        )

    def test_position_bad_writing(self):
        for date in (
            "",
            "1 Reed",
            "1  Reed 1",
            " 1 Reed 1",
            "1 Reed 1 ",
            "01 Reed 1",
            "1 Reed 01",
            "0 Reed 1",
            "1 Reed 0",
            "-1 Reed 2",
            "1 Reed 1\n",
            "1 Reed ١",
            "x Reed 1",
            "1 2 3",
            "1 Reed +1",
        ):
            with self.assertRaises(ValueError) as caught:
                self.calendar.position(date)
            self.assertEqual(str(caught.exception), "bad date")
        self.assertEqual(self.calendar.position("1 Tide 3"), 9)

    def test_position_no_such_day(self):
        for date in ("1 Reed 8", "1 Moon 1", "3 Moon 1", "2 Moon 4", "1 reed 1", "1 Mud 1", "1 Ash 6", "9 Ash 10"):
            with self.assertRaises(ValueError) as caught:
                self.calendar.position(date)
            self.assertEqual(str(caught.exception), "bad date")
        self.assertEqual(self.calendar.position("10 Moon 3"), 258)


class IslandCalendarTestDate(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)

    def test_date_first_years(self):
        self.assertEqual(
            [self.calendar.date(position) for position in (0, 6, 7, 25, 26, 38, 39, 41, 42, 54, 55)],
            [
                "1 Reed 1",
                "1 Reed 7",
                "1 Tide 1",
                "1 Ash 5",
                "2 Reed 1",
                "2 Tide 6",
                "2 Moon 1",
                "2 Moon 3",
                "2 Palm 1",
                "2 Ash 5",
                "3 Reed 1",
            ],
        )

    def test_date_cycles(self):
        self.assertEqual(
            [self.calendar.date(position) for position in (106, 135, 136, 271, 272, 13599, 13600, 13700)],
            ["4 Ash 5", "5 Ash 5", "6 Reed 1", "10 Ash 5", "11 Reed 1", "500 Ash 5", "501 Reed 1", "504 Palm 7"],
        )

    def test_date_dropped(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        decreed(calendar)
        self.assertEqual(
            [calendar.date(position) for position in sorted(calendar.dropped)],
            ["1 Tide 6", "1 Palm 1", "1 Palm 2", "3 Reed 2", "3 Reed 3", "3 Reed 4", "3 Reed 5", "3 Reed 6"],
        )

    def test_date_long_every_year(self):
        calendar = IslandCalendar([("Reed", 2)], ("Moon", 1, 1), 1, [1], WEEK)
        self.assertEqual(
            [calendar.date(position) for position in range(7)],
            ["1 Reed 1", "1 Reed 2", "1 Moon 1", "2 Reed 1", "2 Reed 2", "2 Moon 1", "3 Reed 1"],
        )

    def test_date_never_long(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 3, [], WEEK)
        self.assertEqual([calendar.date(position) for position in (77, 78, 100)], ["3 Ash 5", "4 Reed 1", "4 Ash 2"])

    def test_date_bad_position(self):
        with self.assertRaises(ValueError) as caught:
            self.calendar.date(-1)
        self.assertEqual(str(caught.exception), "bad position")
        self.assertEqual(self.calendar.date(1), "1 Reed 2")


class IslandCalendarTestWeekday(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)

    def test_weekday_first_days(self):
        self.assertEqual(
            [self.calendar.weekday(f"1 Reed {day}") for day in range(1, 7)],
            ["Crab", "Gull", "Fish", "Turtle", "Crab", "Gull"],
        )

    def test_weekday_over_years(self):
        self.assertEqual(
            [self.calendar.weekday(date) for date in ("1 Ash 5", "2 Reed 1", "2 Moon 1", "3 Reed 1", "11 Palm 4")],
            ["Gull", "Fish", "Turtle", "Turtle", "Crab"],
        )

    def test_weekday_after_dropped_days(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        decreed(calendar)
        self.assertEqual(
            [calendar.weekday(date) for date in ("1 Tide 5", "1 Palm 3", "3 Reed 1", "3 Reed 7", "11 Palm 4")],
            ["Turtle", "Crab", "Crab", "Gull", "Crab"],
        )

    def test_weekday_dropped(self):
        decreed(self.calendar)
        with self.assertRaises(ValueError) as caught:
            self.calendar.weekday("1 Palm 2")
        self.assertEqual(str(caught.exception), "dropped")
        with self.assertRaises(ValueError) as caught:
            self.calendar.weekday("3 Reed 2")
        self.assertEqual(str(caught.exception), "dropped")
        self.assertEqual(self.calendar.weekday("1 Palm 4"), "Gull")

    def test_weekday_bad_date(self):
        with self.assertRaises(ValueError) as caught:
            self.calendar.weekday("1 Moon 1")
        self.assertEqual(str(caught.exception), "bad date")
        self.assertEqual(
            (self.calendar.weekday("5 Moon 1"), self.calendar.week), ("Crab", ["Crab", "Gull", "Fish", "Turtle"])
        )


class IslandCalendarTestAddDays(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        decreed(self.calendar)

    def test_add_days_forward(self):
        self.assertEqual(
            [self.calendar.add_days("1 Tide 4", days) for days in (1, 2, 3, 60)],
            ["1 Tide 5", "1 Palm 3", "1 Palm 4", "3 Ash 3"],
        )

    def test_add_days_back(self):
        self.assertEqual(
            [self.calendar.add_days("3 Tide 1", days) for days in (-1, -2, -3, -40, -52)],
            ["3 Reed 7", "3 Reed 1", "2 Ash 5", "1 Palm 5", "1 Reed 3"],
        )

    def test_add_days_none(self):
        self.assertEqual(
            [self.calendar.add_days("2 Moon 3", 0), self.calendar.add_days("3 Reed 1", 0), self.calendar.dropped],
            ["2 Moon 3", "3 Reed 1", {12, 13, 14, 56, 57, 58, 59, 60}],
        )

    def test_add_days_from_dropped(self):
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_days("3 Reed 6", 0)
        self.assertEqual(str(caught.exception), "dropped")
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_days("3 Moon 6", 0)
        self.assertEqual(str(caught.exception), "bad date")
        self.assertEqual(self.calendar.add_days("3 Reed 7", -1), "3 Reed 1")

    def test_add_days_too_early(self):
        self.assertEqual(self.calendar.add_days("1 Palm 3", -12), "1 Reed 1")
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_days("1 Palm 3", -13)
        self.assertEqual(str(caught.exception), "too early")
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_days("1 Reed 1", -1)
        self.assertEqual(str(caught.exception), "too early")


class IslandCalendarTestDaysBetween(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        decreed(self.calendar)

    def test_days_between_forward(self):
        self.assertEqual(
            [self.calendar.days_between("1 Tide 5", end) for end in ("1 Palm 3", "2 Reed 1", "3 Reed 7", "4 Ash 1")],
            [1, 12, 42, 83],
        )

    def test_days_between_back(self):
        self.assertEqual(
            [self.calendar.days_between("3 Tide 1", end) for end in ("3 Reed 1", "2 Moon 2", "1 Reed 1")],
            [-2, -17, -54],
        )

    def test_days_between_same_day(self):
        self.assertEqual(
            (self.calendar.days_between("2 Palm 3", "2 Palm 3"), sorted(self.calendar.dropped)),
            (0, [12, 13, 14, 56, 57, 58, 59, 60]),
        )

    def test_days_between_without_drops(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)
        self.assertEqual(
            [calendar.days_between("1 Reed 1", "6 Reed 1"), calendar.days_between("12 Ash 2", "7 Moon 2")], [136, -147]
        )

    def test_days_between_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.calendar.days_between("1 Palm 1", "1 Reed 9")
        self.assertEqual(str(caught.exception), "dropped")
        with self.assertRaises(ValueError) as caught:
            self.calendar.days_between("1 Reed 9", "1 Palm 1")
        self.assertEqual(str(caught.exception), "bad date")
        with self.assertRaises(ValueError) as caught:
            self.calendar.days_between("1 Reed 1", "1 Palm 1")
        self.assertEqual(str(caught.exception), "dropped")
        self.assertEqual(self.calendar.days_between("1 Reed 1", "1 Palm 4"), 13)


class IslandCalendarTestAddYears(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 9, 2), 5, [2, 5], WEEK)

    def test_add_years_same_month(self):
        self.assertEqual(
            [
                self.calendar.add_years("1 Ash 5", 3),
                self.calendar.add_years("5 Moon 9", 2),
                self.calendar.add_years("7 Palm 8", -6),
            ],
            ["4 Ash 5", "7 Moon 9", "1 Palm 8"],
        )

    def test_add_years_no_leap_month(self):
        self.assertEqual(
            [self.calendar.add_years("2 Moon 9", 1), self.calendar.add_years("5 Moon 4", -1)], ["3 Palm 8", "4 Palm 4"]
        )

    def test_add_years_leap_month_last(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 9, 4), 2, [2], WEEK)
        self.assertEqual(
            [calendar.add_years("2 Moon 9", 1), calendar.add_years("4 Moon 2", -3), calendar.add_years("2 Moon 9", 2)],
            ["3 Ash 5", "1 Ash 2", "4 Moon 9"],
        )

    def test_add_years_dropped(self):
        calendar = IslandCalendar(MONTHS, ("Moon", 9, 2), 5, [2, 5], WEEK)
        decreed(calendar)
        self.assertEqual(
            [
                calendar.add_years("2 Tide 6", -1),
                calendar.add_years("1 Reed 2", 2),
                calendar.add_years("4 Reed 7", -1),
            ],
            ["1 Palm 3", "3 Reed 7", "3 Reed 7"],
        )
        self.assertEqual(
            (calendar.add_years("2 Moon 1", -1), sorted(calendar.dropped)),
            ("1 Palm 3", [12, 13, 14, 62, 63, 64, 65, 66]),
        )

    def test_add_years_none(self):
        self.assertEqual(
            [self.calendar.add_years("2 Moon 9", 0), self.calendar.add_years("9 Reed 3", 0)], ["2 Moon 9", "9 Reed 3"]
        )

    def test_add_years_errors(self):
        decreed(self.calendar)
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_years("1 Palm 1", -5)
        self.assertEqual(str(caught.exception), "dropped")
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_years("1 Moon 1", -5)
        self.assertEqual(str(caught.exception), "bad date")
        with self.assertRaises(ValueError) as caught:
            self.calendar.add_years("5 Moon 1", -5)
        self.assertEqual(str(caught.exception), "too early")
        self.assertEqual(self.calendar.add_years("5 Moon 1", -4), "1 Palm 3")


class IslandCalendarTestDropAfter(unittest.TestCase):
    def setUp(self):
        self.calendar = IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK)

    def test_drop_after_first(self):
        self.assertEqual((self.calendar.drop_after("1 Tide 5", 3), self.calendar.dropped), ("1 Palm 3", {12, 13, 14}))

    def test_drop_after_over_dropped_days(self):
        decreed(self.calendar)
        self.assertEqual(
            (self.calendar.drop_after("1 Tide 3", 3), sorted(self.calendar.dropped)),
            ("1 Palm 4", [10, 11, 12, 13, 14, 15, 56, 57, 58, 59, 60]),
        )

    def test_drop_after_up_to_dropped_days(self):
        decreed(self.calendar)
        self.assertEqual(
            (self.calendar.drop_after("1 Tide 4", 1), sorted(self.calendar.dropped)),
            ("1 Palm 3", [11, 12, 13, 14, 56, 57, 58, 59, 60]),
        )

    def test_drop_after_behind_dropped_days(self):
        decreed(self.calendar)
        self.assertEqual(
            (self.calendar.drop_after("3 Reed 1", 1), self.calendar.drop_after("1 Ash 5", 2)), ("3 Tide 1", "2 Reed 3")
        )
        self.assertEqual(sorted(self.calendar.dropped), [12, 13, 14, 26, 27, 56, 57, 58, 59, 60, 61])

    def test_drop_after_last_day_of_a_year(self):
        self.assertEqual((self.calendar.drop_after("1 Ash 4", 30), len(self.calendar.dropped)), ("3 Reed 1", 30))

    def test_drop_after_errors(self):
        decreed(self.calendar)
        with self.assertRaises(ValueError) as caught:
            self.calendar.drop_after("1 Moon 1", 0)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.calendar.drop_after("1 Palm 1", -1)
        self.assertEqual(str(caught.exception), "bad number")
        with self.assertRaises(ValueError) as caught:
            self.calendar.drop_after("1 Palm 1", 1)
        self.assertEqual(str(caught.exception), "dropped")
        with self.assertRaises(ValueError) as caught:
            self.calendar.drop_after("1 Moon 1", 1)
        self.assertEqual(str(caught.exception), "bad date")
        self.assertEqual(len(self.calendar.dropped), 8)


class IslandCalendarTestMain(unittest.TestCase):
    def test_main_reform(self):
        calendar = IslandCalendar([("Dry", 10), ("Wet", 12)], ("Gap", 4, 1), 4, [3], ["Day", "Moon", "Star"])
        self.assertEqual(
            [calendar.position("3 Wet 1"), calendar.date(58), calendar.weekday("3 Wet 1"), len(calendar.year_plan(7))],
            [58, "3 Wet 1", "Moon", 3],
        )
        self.assertEqual(
            (calendar.drop_after("3 Gap 2", 4), calendar.weekday("3 Wet 3"), calendar.dropped),
            ("3 Wet 3", "Star", {56, 57, 58, 59}),
        )
        self.assertEqual(
            [
                calendar.days_between("3 Dry 1", "3 Wet 12"),
                calendar.add_years("2 Wet 1", 1),
                calendar.add_years("7 Gap 4", -4),
            ],
            [21, "3 Wet 3", "3 Wet 3"],
        )
        self.assertEqual(
            [calendar.add_days("2 Wet 12", 12), calendar.add_days("2 Wet 12", 13)], ["3 Gap 2", "3 Wet 3"]
        )
        with self.assertRaises(ValueError) as caught:
            calendar.weekday("3 Wet 2")
        self.assertEqual(str(caught.exception), "dropped")
        self.assertEqual(
            (calendar.drop_after("3 Dry 10", 3), sorted(calendar.dropped), calendar.date(54)),
            ("3 Wet 4", [54, 55, 56, 57, 58, 59, 60], "3 Gap 1"),
        )
        self.assertEqual(
            [
                calendar.add_days("4 Dry 1", -12),
                calendar.weekday("4 Dry 1"),
                calendar.days_between("4 Dry 1", "3 Dry 10"),
            ],
            ["3 Dry 8", "Day", -10],
        )

    def test_main_last_month(self):
        calendar = IslandCalendar(
            [("Fog", 3), ("Ice", 4)], ("Thaw", 5, 2), 2, [2], ["One", "Two", "Three", "Four", "Five"]
        )
        self.assertEqual(
            [calendar.date(18), calendar.date(19), calendar.position("4 Thaw 5"), calendar.year_plan(2)],
            ["2 Thaw 5", "3 Fog 1", 37, [("Fog", 3), ("Ice", 4), ("Thaw", 5)]],
        )
        self.assertEqual(
            [calendar.add_years("2 Thaw 5", 1), calendar.add_years("2 Thaw 1", 5), calendar.add_years("2 Thaw 4", 2)],
            ["3 Ice 4", "7 Ice 1", "4 Thaw 4"],
        )
        self.assertEqual(
            (calendar.drop_after("3 Ice 3", 1), calendar.add_years("2 Thaw 5", 1), calendar.weekday("4 Fog 1")),
            ("4 Fog 1", "4 Fog 1", "One"),
        )
        self.assertEqual(
            (calendar.drop_after("2 Thaw 4", 8), calendar.days_between("2 Thaw 4", "4 Thaw 1")), ("4 Fog 2", 7)
        )
        with self.assertRaises(ValueError) as caught:
            calendar.add_years("3 Ice 4", 1)
        self.assertEqual(str(caught.exception), "dropped")
        self.assertEqual(
            [calendar.add_days("4 Fog 3", -5), calendar.add_days("2 Ice 4", 20), calendar.add_years("1 Fog 2", 2)],
            ["2 Thaw 1", "5 Ice 2", "4 Fog 2"],
        )
        self.assertEqual(
            (calendar.weekday("4 Thaw 5"), calendar.position("4 Thaw 5"), len(calendar.dropped)), ("Four", 37, 9)
        )

    def test_main_there_and_back(self):
        calendar = decreed(IslandCalendar(MONTHS, ("Moon", 3, 2), 5, [2, 5], WEEK))
        self.assertEqual(
            (calendar.drop_after("2 Tide 6", 3), calendar.add_days("2 Tide 6", 1), calendar.year_plan(2)[2]),
            ("2 Palm 1", "2 Palm 1", ("Moon", 3)),
        )
        self.assertEqual(
            (calendar.add_years("5 Moon 2", -3), calendar.add_years("1 Palm 8", 1)), ("2 Palm 1", "2 Palm 8")
        )
        self.assertEqual(
            [
                calendar.days_between("1 Reed 1", "5 Ash 5"),
                calendar.add_days("1 Reed 1", 124),
                calendar.weekday("5 Ash 5"),
            ],
            [124, "5 Ash 5", "Crab"],
        )
        with self.assertRaises(ValueError) as caught:
            calendar.days_between("2 Moon 1", "2 Palm 1")
        self.assertEqual(str(caught.exception), "dropped")
        self.assertEqual(
            [calendar.date(calendar.position("2 Moon 1")), calendar.add_days("5 Ash 5", -124)],
            ["2 Moon 1", "1 Reed 1"],
        )
        self.assertEqual(
            (calendar.drop_after("5 Ash 5", 1), calendar.weekday("6 Reed 2"), calendar.add_years("5 Reed 1", 1)),
            ("6 Reed 2", "Gull", "6 Reed 2"),
        )
