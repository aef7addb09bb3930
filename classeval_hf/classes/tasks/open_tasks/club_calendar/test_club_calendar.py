# canary: classeval-hf open club_calendar 5c454c2f-6ed6-4bab-b9a9-39d8534c7552

import unittest

from solution import ClubCalendar


def play(calendar, *calls):
    """Calls methods of a calendar, each given as a tuple of its name and its arguments; days are in 2025."""
    for name, *arguments in calls:
        getattr(calendar, name)(*arguments)


def rows(db, table):
    """The rows of a table in ascending order."""
    return sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=str)


CHESS = ("add", "chess", "2025-02-04", 1, "2025-03-11")
CHOIR = ("add", "choir", "2025-02-06", 2, "2025-04-02")


class ClubCalendarTestAdd(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()

    def test_add_counts(self):
        self.assertEqual(self.calendar.add("chess", "2025-02-04", 1, "2025-03-11"), 6)
        self.assertEqual(self.calendar.add("choir", "2025-02-06", 2, "2025-04-02"), 4)
        self.assertEqual(
            rows(self.calendar.db, "series"),
            [("chess", "2025-02-04", 1, "2025-03-11"), ("choir", "2025-02-06", 2, "2025-04-02")],
        )

    def test_add_last_included(self):
        ends = ("2025-02-17", "2025-02-18", "2025-02-19", "2025-02-04")
        self.assertEqual([self.calendar.add(end, "2025-02-04", 1, end) for end in ends], [2, 3, 3, 1])
        self.assertEqual(len(rows(self.calendar.db, "series")), 4)

    def test_add_over_years(self):
        self.assertEqual(self.calendar.add("walk", "2023-12-26", 3, "2024-03-01"), 4)
        self.assertEqual(self.calendar.add("run", "2024-02-15", 2, "2024-12-31"), 23)
        self.assertEqual(rows(self.calendar.db, "changes"), [])

    def test_add_used(self):
        play(self.calendar, CHESS)
        with self.assertRaises(ValueError) as caught:
            self.calendar.add("chess", "2025-02-04", 0, "2025-01-01")
        self.assertEqual(str(caught.exception), "name is used: chess")
        self.assertEqual(rows(self.calendar.db, "series"), [("chess", "2025-02-04", 1, "2025-03-11")])

    def test_add_errors(self):
        for weeks, last, message in ((0, "2025-01-01", "bad weeks: 0"), (-2, "2025-03-01", "bad weeks: -2")):
            with self.assertRaises(ValueError) as caught:
                self.calendar.add("chess", "2025-02-04", weeks, last)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(ValueError) as caught:
            self.calendar.add("chess", "2025-02-04", 1, "2025-02-03")
        self.assertEqual(str(caught.exception), "ends before it begins")
        self.assertEqual(rows(self.calendar.db, "series"), [])


class ClubCalendarTestEvents(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR)

    def test_events_regular(self):
        self.assertEqual(
            [self.calendar.events("chess"), self.calendar.events("choir")],
            [
                ["2025-02-04", "2025-02-11", "2025-02-18", "2025-02-25", "2025-03-04", "2025-03-11"],
                ["2025-02-06", "2025-02-20", "2025-03-06", "2025-03-20"],
            ],
        )
        self.assertEqual(rows(self.calendar.db, "changes"), [])

    def test_events_changed(self):
        play(self.calendar, ("cancel", "chess", "2025-02-11"), ("move", "chess", "2025-02-04", "2025-03-20"))
        play(self.calendar, ("move", "chess", "2025-03-11", "2024-12-31"))
        self.assertEqual(
            self.calendar.events("chess"), ["2024-12-31", "2025-02-18", "2025-02-25", "2025-03-04", "2025-03-20"]
        )
        self.assertEqual(len(self.calendar.events("choir")), 4)

    def test_events_on_a_free_regular_date(self):
        play(self.calendar, ("cancel", "choir", "2025-02-20"), ("move", "choir", "2025-02-06", "2025-02-20"))
        self.assertEqual(self.calendar.events("choir"), ["2025-02-20", "2025-03-06", "2025-03-20"])
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("choir", "2025-02-06", "2025-02-20"), ("choir", "2025-02-20", None)]
        )

    def test_events_none_left(self):
        play(self.calendar, ("add", "fair", "2025-05-01", 4, "2025-05-02"), ("cancel", "fair", "2025-05-01"))
        self.assertEqual(self.calendar.events("fair"), [])
        self.assertEqual(rows(self.calendar.db, "changes"), [("fair", "2025-05-01", None)])

    def test_events_leap_day(self):
        play(self.calendar, ("add", "walk", "2024-02-01", 4, "2024-05-01"))
        self.assertEqual(self.calendar.events("walk"), ["2024-02-01", "2024-02-29", "2024-03-28", "2024-04-25"])

    def test_events_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.calendar.events("fair")
        self.assertEqual(caught.exception.args, ("fair",))


class ClubCalendarTestCancel(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR)

    def test_cancel_regular(self):
        self.assertEqual(
            [self.calendar.cancel("chess", day) for day in ("2025-02-18", "2025-03-11")], ["2025-02-18", "2025-03-11"]
        )
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("chess", "2025-02-18", None), ("chess", "2025-03-11", None)]
        )

    def test_cancel_moved(self):
        play(self.calendar, ("move", "choir", "2025-03-06", "2025-03-01"))
        self.assertEqual(self.calendar.cancel("choir", "2025-03-01"), "2025-03-06")
        self.assertEqual(rows(self.calendar.db, "changes"), [("choir", "2025-03-06", None)])

    def test_cancel_moved_onto_regular_date(self):
        play(
            self.calendar, ("move", "chess", "2025-02-11", "2025-02-12"), ("move", "chess", "2025-02-18", "2025-02-11")
        )
        self.assertEqual(self.calendar.cancel("chess", "2025-02-11"), "2025-02-18")
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("chess", "2025-02-11", "2025-02-12"), ("chess", "2025-02-18", None)]
        )

    def test_cancel_same_day_of_other_series(self):
        play(self.calendar, ("move", "chess", "2025-02-04", "2025-02-06"))
        self.assertEqual(self.calendar.cancel("chess", "2025-02-06"), "2025-02-04")
        self.assertEqual(rows(self.calendar.db, "changes"), [("chess", "2025-02-04", None)])

    def test_cancel_no_event(self):
        play(self.calendar, ("cancel", "chess", "2025-02-18"), ("move", "chess", "2025-02-25", "2025-02-26"))
        for day in ("2025-02-18", "2025-02-25", "2025-02-06", "2025-03-18", "2025-01-28"):
            with self.assertRaises(ValueError) as caught:
                self.calendar.cancel("chess", day)
            self.assertEqual(str(caught.exception), f"no event: {day}")
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("chess", "2025-02-18", None), ("chess", "2025-02-25", "2025-02-26")]
        )

    def test_cancel_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.calendar.cancel("fair", "2025-02-18")
        self.assertEqual(caught.exception.args, ("fair",))
        self.assertEqual(rows(self.calendar.db, "changes"), [])


class ClubCalendarTestMove(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR)

    def test_move_days(self):
        self.assertEqual(self.calendar.move("chess", "2025-02-25", "2025-03-03"), 6)
        self.assertEqual(self.calendar.move("chess", "2025-03-11", "2024-12-24"), -77)
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [("chess", "2025-02-25", "2025-03-03"), ("chess", "2025-03-11", "2024-12-24")],
        )

    def test_move_again(self):
        days = ("2025-02-18", "2025-02-20", "2025-02-16", "2025-03-15")
        self.assertEqual([self.calendar.move("chess", *pair) for pair in (days[:2], days[1:3], days[2:])], [2, -2, 25])
        self.assertEqual(rows(self.calendar.db, "changes"), [("chess", "2025-02-18", "2025-03-15")])

    def test_move_back(self):
        play(self.calendar, ("move", "chess", "2025-02-18", "2025-02-20"))
        self.assertEqual(self.calendar.move("chess", "2025-02-20", "2025-02-18"), 0)
        self.assertEqual(rows(self.calendar.db, "changes"), [])

    def test_move_to_cancelled_or_left_date(self):
        play(self.calendar, ("cancel", "chess", "2025-02-18"), ("move", "chess", "2025-03-04", "2025-03-05"))
        self.assertEqual(self.calendar.move("chess", "2025-02-11", "2025-02-18"), 7)
        self.assertEqual(self.calendar.move("chess", "2025-02-25", "2025-03-04"), 7)
        self.assertEqual(self.calendar.move("chess", "2025-03-04", "2025-02-11"), -14)
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [
                ("chess", "2025-02-11", "2025-02-18"),
                ("chess", "2025-02-18", None),
                ("chess", "2025-02-25", "2025-02-11"),
                ("chess", "2025-03-04", "2025-03-05"),
            ],
        )

    def test_move_day_of_other_series(self):
        self.assertEqual(self.calendar.move("chess", "2025-02-04", "2025-02-06"), 2)
        self.assertEqual(self.calendar.move("choir", "2025-02-20", "2025-02-18"), -2)
        self.assertEqual(len(rows(self.calendar.db, "changes")), 2)

    def test_move_taken(self):
        play(self.calendar, ("move", "chess", "2025-02-11", "2025-02-14"))
        for day, to in (("2025-02-04", "2025-02-14"), ("2025-02-14", "2025-02-18"), ("2025-02-14", "2025-02-14")):
            with self.assertRaises(ValueError) as caught:
                self.calendar.move("chess", day, to)
            self.assertEqual(str(caught.exception), f"day is taken: {to}")
        with self.assertRaises(ValueError) as caught:
            self.calendar.move("chess", "2025-02-25", "2025-02-25")
        self.assertEqual(str(caught.exception), "day is taken: 2025-02-25")
        self.assertEqual(rows(self.calendar.db, "changes"), [("chess", "2025-02-11", "2025-02-14")])

    def test_move_no_event(self):
        play(self.calendar, ("move", "chess", "2025-02-11", "2025-02-14"))
        for day in ("2025-02-11", "2025-02-06", "2025-03-18"):
            with self.assertRaises(ValueError) as caught:
                self.calendar.move("chess", day, "2025-02-18")
            self.assertEqual(str(caught.exception), f"no event: {day}")
        with self.assertRaises(KeyError) as caught:
            self.calendar.move("fair", "2025-02-11", "2025-02-12")
        self.assertEqual(caught.exception.args, ("fair",))
        self.assertEqual(rows(self.calendar.db, "changes"), [("chess", "2025-02-11", "2025-02-14")])


class ClubCalendarTestRestore(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR, ("cancel", "chess", "2025-02-11"), ("cancel", "choir", "2025-02-06"))
        play(
            self.calendar, ("move", "chess", "2025-02-18", "2025-02-21"), ("move", "chess", "2025-02-25", "2025-02-11")
        )

    def test_restore_moved(self):
        self.assertEqual(
            [self.calendar.restore("chess", day) for day in ("2025-02-18", "2025-02-25")], ["2025-02-21", "2025-02-11"]
        )
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("chess", "2025-02-11", None), ("choir", "2025-02-06", None)]
        )

    def test_restore_cancelled(self):
        self.assertEqual(self.calendar.restore("choir", "2025-02-06"), "")
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [
                ("chess", "2025-02-11", None),
                ("chess", "2025-02-18", "2025-02-21"),
                ("chess", "2025-02-25", "2025-02-11"),
            ],
        )

    def test_restore_taken(self):
        with self.assertRaises(ValueError) as caught:
            self.calendar.restore("chess", "2025-02-11")
        self.assertEqual(str(caught.exception), "day is taken: 2025-02-11")
        self.assertEqual(self.calendar.restore("chess", "2025-02-25"), "2025-02-11")
        self.assertEqual(self.calendar.restore("chess", "2025-02-11"), "")
        self.assertEqual(len(rows(self.calendar.db, "changes")), 2)

    def test_restore_not_changed(self):
        for day in ("2025-02-04", "2025-02-21", "2025-02-06", "2025-06-30"):
            with self.assertRaises(ValueError) as caught:
                self.calendar.restore("chess", day)
            self.assertEqual(str(caught.exception), f"not changed: {day}")
        self.assertEqual(len(rows(self.calendar.db, "changes")), 4)

    def test_restore_taken_by_moved(self):
        play(self.calendar, ("move", "chess", "2025-03-11", "2025-02-18"))
        with self.assertRaises(ValueError) as caught:
            self.calendar.restore("chess", "2025-02-18")
        self.assertEqual(str(caught.exception), "day is taken: 2025-02-18")
        self.assertEqual(self.calendar.restore("chess", "2025-03-11"), "2025-02-18")
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [
                ("chess", "2025-02-11", None),
                ("chess", "2025-02-18", "2025-02-21"),
                ("chess", "2025-02-25", "2025-02-11"),
                ("choir", "2025-02-06", None),
            ],
        )

    def test_restore_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.calendar.restore("fair", "2025-02-11")
        self.assertEqual(caught.exception.args, ("fair",))
        self.assertEqual(len(rows(self.calendar.db, "changes")), 4)


class ClubCalendarTestSplit(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR)

    def test_split_same_weeks(self):
        play(self.calendar, ("cancel", "chess", "2025-03-04"), ("cancel", "chess", "2025-02-11"))
        play(self.calendar, ("move", "chess", "2025-02-18", "2025-02-28"))
        self.assertEqual(self.calendar.split("chess", "2025-02-18", "late", 1), 2)
        self.assertEqual(
            rows(self.calendar.db, "series"),
            [
                ("chess", "2025-02-04", 1, "2025-02-17"),
                ("choir", "2025-02-06", 2, "2025-04-02"),
                ("late", "2025-02-18", 1, "2025-03-11"),
            ],
        )
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [("chess", "2025-02-11", None), ("late", "2025-02-18", "2025-02-28"), ("late", "2025-03-04", None)],
        )

    def test_split_fewer_dates(self):
        play(self.calendar, ("cancel", "chess", "2025-02-18"), ("cancel", "chess", "2025-02-25"))
        play(
            self.calendar, ("move", "chess", "2025-03-04", "2025-01-01"), ("move", "chess", "2025-03-11", "2025-01-02")
        )
        self.assertEqual(self.calendar.split("chess", "2025-02-11", "late", 2), 2)
        self.assertEqual(
            rows(self.calendar.db, "changes"), [("late", "2025-02-25", None), ("late", "2025-03-11", "2025-01-02")]
        )

    def test_split_more_dates(self):
        play(
            self.calendar, ("move", "choir", "2025-03-06", "2025-03-13"), ("move", "choir", "2025-03-20", "2025-03-14")
        )
        play(self.calendar, ("move", "choir", "2025-02-06", "2025-02-27"))
        self.assertEqual(self.calendar.split("choir", "2025-02-20", "late", 1), 1)
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [("choir", "2025-02-06", "2025-02-27"), ("late", "2025-03-20", "2025-03-14")],
        )
        self.assertEqual(
            rows(self.calendar.db, "series"),
            [
                ("chess", "2025-02-04", 1, "2025-03-11"),
                ("choir", "2025-02-06", 2, "2025-02-19"),
                ("late", "2025-02-20", 1, "2025-04-02"),
            ],
        )

    def test_split_moved_to_cancelled_date(self):
        play(self.calendar, ("cancel", "chess", "2025-02-25"), ("move", "chess", "2025-03-11", "2025-02-25"))
        play(self.calendar, ("cancel", "chess", "2025-02-04"), ("move", "chess", "2025-03-04", "2025-02-04"))
        self.assertEqual(self.calendar.split("chess", "2025-02-25", "late", 1), 2)
        self.assertEqual(
            rows(self.calendar.db, "changes"),
            [("chess", "2025-02-04", None), ("late", "2025-02-25", None), ("late", "2025-03-04", "2025-02-04")],
        )

    def test_split_last_date(self):
        self.assertEqual(self.calendar.split("chess", "2025-03-11", "late", 9), 0)
        self.assertEqual(
            rows(self.calendar.db, "series"),
            [
                ("chess", "2025-02-04", 1, "2025-03-10"),
                ("choir", "2025-02-06", 2, "2025-04-02"),
                ("late", "2025-03-11", 9, "2025-03-11"),
            ],
        )

    def test_split_errors(self):
        cases = [("2025-02-05", "choir", 0, "name is used: choir"), ("2025-02-05", "chess", 1, "name is used: chess")]
        cases += [("2025-02-05", "late", 0, "bad weeks: 0"), ("2025-02-05", "late", 1, "no regular date: 2025-02-05")]
        cases += [
            ("2025-03-18", "late", 1, "no regular date: 2025-03-18"),
            ("2025-02-04", "late", 1, "first date: 2025-02-04"),
        ]
        for regular, new, weeks, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.calendar.split("chess", regular, new, weeks)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(KeyError) as caught:
            self.calendar.split("fair", "2025-02-05", "choir", 0)
        self.assertEqual(caught.exception.args, ("fair",))
        self.assertEqual([row[3] for row in rows(self.calendar.db, "series")], ["2025-03-11", "2025-04-02"])


class ClubCalendarTestAgenda(unittest.TestCase):
    def setUp(self):
        self.calendar = ClubCalendar()
        play(self.calendar, CHESS, CHOIR)

    def test_agenda_days_included(self):
        self.assertEqual(
            self.calendar.agenda("2025-02-06", "2025-02-20"),
            ["2025-02-06 choir", "2025-02-11 chess", "2025-02-18 chess", "2025-02-20 choir"],
        )
        self.assertEqual(rows(self.calendar.db, "changes"), [])

    def test_agenda_moved(self):
        play(
            self.calendar, ("move", "chess", "2025-02-04", "2025-02-20"), ("move", "choir", "2025-02-20", "2025-02-18")
        )
        self.assertEqual(
            self.calendar.agenda("2025-02-18", "2025-02-20"),
            ["2025-02-18 chess", "2025-02-18 choir (2025-02-20)", "2025-02-20 chess (2025-02-04)"],
        )
        self.assertEqual(self.calendar.agenda("2025-02-04", "2025-02-05"), [])

    def test_agenda_cancelled(self):
        play(self.calendar, ("cancel", "chess", "2025-02-18"), ("move", "chess", "2025-02-11", "2025-02-18"))
        self.assertEqual(
            self.calendar.agenda("2025-02-10", "2025-02-24"), ["2025-02-18 chess (2025-02-11)", "2025-02-20 choir"]
        )

    def test_agenda_names(self):
        play(
            self.calendar,
            ("add", "Zumba", "2025-02-13", 1, "2025-03-01"),
            ("add", "art", "2025-02-20", 1, "2025-02-20"),
        )
        self.assertEqual(
            self.calendar.agenda("2025-02-20", "2025-02-20"),
            ["2025-02-20 Zumba", "2025-02-20 art", "2025-02-20 choir"],
        )

    def test_agenda_one_day_of_none(self):
        self.assertEqual(self.calendar.agenda("2025-02-07", "2025-02-07"), [])
        self.assertEqual(self.calendar.agenda("2025-02-20", "2025-02-06"), [])
        self.assertEqual(len(rows(self.calendar.db, "series")), 2)

    def test_agenda_outside_series(self):
        play(self.calendar, ("move", "choir", "2025-03-20", "2026-01-01"))
        self.assertEqual(self.calendar.agenda("2025-03-12", "2026-12-31"), ["2026-01-01 choir (2025-03-20)"])


class ClubCalendarTestMain(unittest.TestCase):
    def test_main_season(self):
        calendar = ClubCalendar()
        self.assertEqual(
            [calendar.add("darts", "2024-02-22", 1, "2024-03-28"), calendar.events("darts")[1:3]],
            [6, ["2024-02-29", "2024-03-07"]],
        )
        self.assertEqual(
            [calendar.move("darts", "2024-02-29", "2024-03-01"), calendar.cancel("darts", "2024-03-14")],
            [1, "2024-03-14"],
        )
        self.assertEqual(
            [calendar.move("darts", "2024-03-21", "2024-03-14"), calendar.events("darts")],
            [-7, ["2024-02-22", "2024-03-01", "2024-03-07", "2024-03-14", "2024-03-28"]],
        )
        self.assertEqual(
            [calendar.split("darts", "2024-03-07", "cup", 2), calendar.events("darts")],
            [1, ["2024-02-22", "2024-03-01"]],
        )
        self.assertEqual(
            [calendar.events("cup"), calendar.agenda("2024-02-01", "2024-12-31")],
            [
                ["2024-03-07", "2024-03-14"],
                ["2024-02-22 darts", "2024-03-01 darts (2024-02-29)", "2024-03-07 cup", "2024-03-14 cup (2024-03-21)"],
            ],
        )
        self.assertEqual(
            [calendar.restore("darts", "2024-02-29"), calendar.events("darts")],
            ["2024-03-01", ["2024-02-22", "2024-02-29"]],
        )
        self.assertEqual(
            rows(calendar.db, "series") + rows(calendar.db, "changes"),
            [
                ("cup", "2024-03-07", 2, "2024-03-28"),
                ("darts", "2024-02-22", 1, "2024-03-06"),
                ("cup", "2024-03-21", "2024-03-14"),
            ],
        )

    def test_main_moves(self):
        calendar = ClubCalendar()
        self.assertEqual(
            [calendar.add("a", "2025-01-06", 1, "2025-01-27"), calendar.add("b", "2025-01-06", 2, "2025-02-03")],
            [4, 3],
        )
        self.assertEqual(
            [calendar.move("a", "2025-01-06", "2025-01-08"), calendar.move("a", "2025-01-13", "2025-01-06")], [2, -7]
        )
        with self.assertRaises(ValueError) as caught:
            calendar.restore("a", "2025-01-06")
        self.assertEqual(str(caught.exception), "day is taken: 2025-01-06")
        self.assertEqual(
            [calendar.cancel("a", "2025-01-06"), calendar.restore("a", "2025-01-06")], ["2025-01-13", "2025-01-08"]
        )
        self.assertEqual(
            [calendar.agenda("2025-01-01", "2025-01-20"), rows(calendar.db, "changes")],
            [["2025-01-06 a", "2025-01-06 b", "2025-01-20 a", "2025-01-20 b"], [("a", "2025-01-13", None)]],
        )
        self.assertEqual([calendar.restore("a", "2025-01-13"), calendar.split("b", "2025-01-20", "c", 1)], ["", 0])
        self.assertEqual(
            [calendar.events(name) for name in "abc"],
            [
                ["2025-01-06", "2025-01-13", "2025-01-20", "2025-01-27"],
                ["2025-01-06"],
                ["2025-01-20", "2025-01-27", "2025-02-03"],
            ],
        )

    def test_main_splits(self):
        calendar = ClubCalendar()
        self.assertEqual(
            [calendar.add("x", "2025-06-01", 1, "2025-07-06"), calendar.cancel("x", "2025-06-22")], [6, "2025-06-22"]
        )
        self.assertEqual(
            [calendar.move("x", "2025-06-29", "2025-07-01"), calendar.split("x", "2025-06-15", "y", 1)], [2, 2]
        )
        self.assertEqual(
            [calendar.split("y", "2025-06-22", "z", 1), calendar.events("y"), calendar.events("z")],
            [2, ["2025-06-15"], ["2025-07-01", "2025-07-06"]],
        )
        self.assertEqual(
            [calendar.move("y", "2025-06-15", "2025-06-22"), calendar.restore("z", "2025-06-22")], [7, ""]
        )
        self.assertEqual(
            [calendar.agenda("2025-06-01", "2025-06-30"), rows(calendar.db, "series")],
            [
                ["2025-06-01 x", "2025-06-08 x", "2025-06-22 y (2025-06-15)", "2025-06-22 z"],
                [
                    ("x", "2025-06-01", 1, "2025-06-14"),
                    ("y", "2025-06-15", 1, "2025-06-21"),
                    ("z", "2025-06-22", 1, "2025-07-06"),
                ],
            ],
        )
        self.assertEqual(
            [calendar.split("z", "2025-06-29", "w", 3), rows(calendar.db, "changes")],
            [1, [("w", "2025-06-29", "2025-07-01"), ("y", "2025-06-15", "2025-06-22")]],
        )
