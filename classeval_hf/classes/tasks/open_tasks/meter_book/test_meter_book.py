# canary: classeval-hf open meter_book 1dfbcbb5-0daf-4509-9dda-5ee37cdbe24e

import unittest

from solution import MeterBook


def after(book, *calls):
    """The book after calls of its methods."""
    for name, *arguments in calls:
        getattr(book, name)(*arguments)
    return book


def fill(book):
    """A mill whose meter runs over, with estimates, and a farm whose meter was replaced."""
    return after(
        book,
        ("install", "mill", "m1", 3, 10, 900),
        ("estimate", "m1", 15),
        ("estimate", "m1", 17),
        ("read", "m1", 20, 5),
        ("estimate", "m1", 40),
        ("install", "farm", "f1", 4, 0, 100),
        ("read", "f1", 10, 137),
        ("replace", "f1", 25, 190, "f2", 2, 7),
        ("read", "f2", 30, 11),
    )


READINGS = "SELECT day, value, real, used FROM readings WHERE serial = ? ORDER BY day"
METERS = "SELECT * FROM meters ORDER BY serial"


class MeterBookTestRecount(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_recount_changes_nothing(self):
        self.assertEqual(self.book.recount("m1"), [(10, 0), (15, 52), (17, 73), (20, 105), (40, 315)])
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )

    def test_recount_new_rows(self):
        self.book.db.execute(
            "INSERT INTO readings VALUES ('m1', 12, 0, 0, 0), ('m1', 30, 255, 1, 0), ('m1', 29, 0, 0, 0)"
        )
        self.assertEqual(
            self.book.recount("m1"),
            [(10, 0), (12, 21), (15, 52), (17, 73), (20, 105), (29, 330), (30, 355), (40, 605)],
        )
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [
                (10, 900, 1, 0),
                (12, 921, 0, 21),
                (15, 952, 0, 52),
                (17, 973, 0, 73),
                (20, 5, 1, 105),
                (29, 230, 0, 330),
                (30, 255, 1, 355),
                (40, 505, 0, 605),
            ],
        )

    def test_recount_one_real_reading(self):
        book = after(MeterBook(), ("install", "mill", "m1", 2, 3, 44))
        book.db.execute("INSERT INTO readings VALUES ('m1', 5, 0, 0, 9), ('m1', 9, 0, 0, 7)")
        self.assertEqual(
            (book.recount("m1"), book.db.execute(READINGS, ("m1",)).fetchall()),
            ([(3, 0), (5, 0), (9, 0)], [(3, 44, 1, 0), (5, 44, 0, 0), (9, 44, 0, 0)]),
        )

    def test_recount_half(self):
        self.book.db.execute("UPDATE readings SET value = 400 WHERE serial = 'm1' AND day = 20")
        self.assertEqual(self.book.recount("m1"), [(10, 0), (15, 250), (17, 350), (20, 500), (40, 1500)])
        self.book.db.execute("UPDATE readings SET value = 401 WHERE serial = 'm1' AND day = 20")
        with self.assertRaises(ValueError) as caught:
            self.book.recount("m1")
        self.assertEqual(str(caught.exception), "runs backwards")

    def test_recount_runs_over_several_times(self):
        self.book.db.execute(
            "INSERT INTO readings VALUES ('f2', 40, 60, 1, 0), ('f2', 50, 1, 1, 0), ('f2', 60, 0, 0, 0)"
        )
        self.book.db.execute("INSERT INTO readings VALUES ('f2', 45, 0, 0, 0), ('f2', 70, 0, 0, 0)")
        self.assertEqual(
            self.book.recount("f2"), [(25, 0), (30, 4), (40, 53), (45, 73), (50, 94), (60, 135), (70, 176)]
        )
        self.assertEqual(
            self.book.db.execute(READINGS, ("f2",)).fetchall(),
            [
                (25, 7, 1, 0),
                (30, 11, 1, 4),
                (40, 60, 1, 53),
                (45, 80, 0, 73),
                (50, 1, 1, 94),
                (60, 42, 0, 135),
                (70, 83, 0, 176),
            ],
        )


class MeterBookTestInstall(unittest.TestCase):
    def test_install_first(self):
        book = MeterBook()
        book.install("mill", "m1", 3, 10, 999)
        book.install("farm", "f1", 1, -4, 0)
        self.assertEqual(
            book.db.execute(METERS).fetchall(), [("f1", "farm", 1, -4, None), ("m1", "mill", 3, 10, None)]
        )
        self.assertEqual(book.db.execute(READINGS, ("m1",)).fetchall(), [(10, 999, 1, 0)])

    def test_install_after_removal(self):
        book = fill(MeterBook())
        book.db.execute("UPDATE meters SET last = 30 WHERE serial = 'f2'")
        with self.assertRaises(ValueError) as caught:
            book.install("farm", "f3", 3, 29, 5)
        self.assertEqual(str(caught.exception), "too early")
        book.install("farm", "f3", 3, 30, 5)
        self.assertEqual(
            book.db.execute(METERS).fetchall(),
            [
                ("f1", "farm", 4, 0, 25),
                ("f2", "farm", 2, 25, 30),
                ("f3", "farm", 3, 30, None),
                ("m1", "mill", 3, 10, None),
            ],
        )

    def test_install_known_meter(self):
        book = MeterBook()
        fill(book)
        with self.assertRaises(ValueError) as caught:
            book.install("mill", "f1", 3, 50, -1)
        self.assertEqual(str(caught.exception), "known meter")
        with self.assertRaises(ValueError) as caught:
            book.install("barn", "m1", 3, 50, 1)
        self.assertEqual(str(caught.exception), "known meter")
        self.assertEqual(len(book.db.execute(METERS).fetchall()), 3)

    def test_install_has_a_meter(self):
        book = fill(MeterBook())
        with self.assertRaises(ValueError) as caught:
            book.install("mill", "m2", 3, 5, 1000)
        self.assertEqual(str(caught.exception), "has a meter")
        with self.assertRaises(ValueError) as caught:
            book.install("farm", "f3", 3, 5, 1000)
        self.assertEqual(str(caught.exception), "has a meter")
        self.assertEqual(book.db.execute("SELECT count(*) FROM readings").fetchall(), [(10,)])

    def test_install_bad_value(self):
        book = fill(MeterBook())
        with self.assertRaises(ValueError) as caught:
            book.install("barn", "b1", 3, 5, 1000)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            book.install("barn", "b1", 3, 5, 4711)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            book.install("barn", "b1", 3, 5, -1)
        self.assertEqual(str(caught.exception), "bad value")
        self.assertEqual(
            book.db.execute(METERS).fetchall(),
            [("f1", "farm", 4, 0, 25), ("f2", "farm", 2, 25, None), ("m1", "mill", 3, 10, None)],
        )


class MeterBookTestRead(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_read_next(self):
        self.assertEqual((self.book.read("m1", 30, 60), self.book.read("f2", 50, 40)), (160, 33))
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [
                (10, 900, 1, 0),
                (15, 952, 0, 52),
                (17, 973, 0, 73),
                (20, 5, 1, 105),
                (30, 60, 1, 160),
                (40, 115, 0, 215),
            ],
        )

    def test_read_between(self):
        self.assertEqual(self.book.read("m1", 13, 990), 90)
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (13, 990, 1, 90), (15, 994, 0, 94), (17, 998, 0, 98), (20, 5, 1, 105), (40, 47, 0, 147)],
        )

    def test_read_in_place_of_estimate(self):
        self.assertEqual((self.book.read("m1", 40, 25), self.book.read("m1", 15, 910)), (125, 10))
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 910, 1, 10), (17, 948, 0, 48), (20, 5, 1, 105), (40, 25, 1, 125)],
        )

    def test_read_removed_meter(self):
        self.assertEqual(self.book.read("f1", 24, 189), 89)
        with self.assertRaises(ValueError) as caught:
            self.book.read("f1", 25, 195)
        self.assertEqual(str(caught.exception), "was read")
        with self.assertRaises(ValueError) as caught:
            self.book.read("f1", 26, 195)
        self.assertEqual(str(caught.exception), "not there")
        with self.assertRaises(ValueError) as caught:
            self.book.read("f2", 24, 8)
        self.assertEqual(str(caught.exception), "not there")
        self.assertEqual(
            self.book.db.execute(READINGS, ("f1",)).fetchall(),
            [(0, 100, 1, 0), (10, 137, 1, 37), (24, 189, 1, 89), (25, 190, 1, 90)],
        )

    def test_read_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.book.read("m9", 9, 5)
        self.assertEqual(caught.exception.args, ("m9",))
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 9, 1000)
        self.assertEqual(str(caught.exception), "not there")
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 20, 1000)
        self.assertEqual(str(caught.exception), "was read")
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 21, 1000)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 15, 1234)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 15, -1)
        self.assertEqual(str(caught.exception), "bad value")
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )

    def test_read_backwards_right_after_installation(self):
        book = after(MeterBook(), ("install", "barn", "b1", 3, 10, 70))
        with self.assertRaises(ValueError) as caught:
            book.read("b1", 12, 69)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            (book.db.execute(METERS).fetchall(), book.read("b1", 12, 570)), ([("b1", "barn", 3, 10, None)], 500)
        )

    def test_read_runs_backwards(self):
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 40, 4)
        self.assertEqual(str(caught.exception), "runs backwards")
        with self.assertRaises(ValueError) as caught:
            self.book.read("m1", 15, 899)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )
        self.assertEqual(self.book.read("m1", 40, 505), 605)


class MeterBookTestEstimate(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_estimate_between(self):
        self.assertEqual([self.book.estimate("m1", day) for day in (11, 12, 19, 14)], [910, 921, 994, 942])
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [
                (10, 900, 1, 0),
                (11, 910, 0, 10),
                (12, 921, 0, 21),
                (14, 942, 0, 42),
                (15, 952, 0, 52),
                (17, 973, 0, 73),
                (19, 994, 0, 94),
                (20, 5, 1, 105),
                (40, 215, 0, 315),
            ],
        )

    def test_estimate_after_the_last_reading(self):
        self.assertEqual([self.book.estimate("f2", day) for day in (31, 32, 33, 139, 140)], [11, 12, 13, 98, 99])
        self.assertEqual(
            self.book.db.execute(READINGS, ("f2",)).fetchall(),
            [
                (25, 7, 1, 0),
                (30, 11, 1, 4),
                (31, 11, 0, 4),
                (32, 12, 0, 5),
                (33, 13, 0, 6),
                (139, 98, 0, 91),
                (140, 99, 0, 92),
            ],
        )

    def test_estimate_last_two_readings_count(self):
        self.assertEqual(
            [self.book.estimate("f1", 5), self.book.estimate("f1", 24), self.book.estimate("f1", 11)], [118, 186, 140]
        )

    def test_estimate_one_reading(self):
        book = after(MeterBook(), ("install", "barn", "b1", 3, 10, 70))
        self.assertEqual(
            (book.estimate("b1", 25), book.db.execute(READINGS, ("b1",)).fetchall()),
            (70, [(10, 70, 1, 0), (25, 70, 0, 0)]),
        )

    def test_estimate_there_already(self):
        self.assertEqual([self.book.estimate("m1", day) for day in (20, 17, 10)], [5, 973, 900])
        self.assertEqual([self.book.estimate("f1", 25), self.book.estimate("f2", 25)], [190, 7])
        self.assertEqual(self.book.db.execute("SELECT count(*) FROM readings").fetchall(), [(10,)])

    def test_estimate_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.book.estimate("m9", 20)
        self.assertEqual(caught.exception.args, ("m9",))
        with self.assertRaises(ValueError) as caught:
            self.book.estimate("m1", 9)
        self.assertEqual(str(caught.exception), "not there")
        with self.assertRaises(ValueError) as caught:
            self.book.estimate("f1", 26)
        self.assertEqual(str(caught.exception), "not there")
        self.assertEqual(self.book.db.execute("SELECT count(*) FROM readings").fetchall(), [(10,)])


class MeterBookTestCorrect(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_correct_last(self):
        self.assertEqual(
            (self.book.correct("m1", 20, 0), self.book.db.execute(READINGS, ("m1",)).fetchall()),
            (4, [(10, 900, 1, 0), (15, 950, 0, 50), (17, 970, 0, 70), (20, 0, 1, 100), (40, 200, 0, 300)]),
        )
        self.assertEqual(
            (self.book.correct("m1", 20, 21), self.book.db.execute(READINGS, ("m1",)).fetchall()),
            (4, [(10, 900, 1, 0), (15, 960, 0, 60), (17, 984, 0, 84), (20, 21, 1, 121), (40, 263, 0, 363)]),
        )

    def test_correct_first(self):
        self.assertEqual(
            (self.book.correct("m1", 10, 995), self.book.db.execute(READINGS, ("m1",)).fetchall()),
            (4, [(10, 995, 1, 0), (15, 0, 0, 5), (17, 2, 0, 7), (20, 5, 1, 10), (40, 25, 0, 30)]),
        )
        self.assertEqual(
            (self.book.correct("f1", 0, 110), self.book.db.execute(READINGS, ("f1",)).fetchall()),
            (2, [(0, 110, 1, 0), (10, 137, 1, 27), (25, 190, 1, 80)]),
        )

    def test_correct_middle(self):
        self.assertEqual(
            (self.book.correct("f1", 10, 150), self.book.db.execute(READINGS, ("f1",)).fetchall()),
            (1, [(0, 100, 1, 0), (10, 150, 1, 50), (25, 190, 1, 90)]),
        )

    def test_correct_same_value(self):
        self.assertEqual(
            (self.book.correct("m1", 20, 5), self.book.db.execute(READINGS, ("m1",)).fetchall()),
            (0, [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)]),
        )

    def test_correct_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.book.correct("m9", 20, 5)
        self.assertEqual(caught.exception.args, ("m9",))
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 40, 1000)
        self.assertEqual(str(caught.exception), "not read")
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 21, 5)
        self.assertEqual(str(caught.exception), "not read")
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 20, 1000)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 20, 1005)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 20, -1)
        self.assertEqual(str(caught.exception), "bad value")
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )

    def test_correct_runs_backwards(self):
        with self.assertRaises(ValueError) as caught:
            self.book.correct("m1", 20, 899)
        self.assertEqual(str(caught.exception), "runs backwards")
        with self.assertRaises(ValueError) as caught:
            self.book.correct("f1", 10, 191)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            self.book.db.execute(READINGS, ("f1",)).fetchall(), [(0, 100, 1, 0), (10, 137, 1, 37), (25, 190, 1, 90)]
        )
        self.assertEqual(self.book.correct("m1", 20, 400), 4)


class MeterBookTestReplace(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_replace_reads_and_installs(self):
        self.assertEqual(self.book.replace("m1", 30, 110, "m2", 5, 12345), 210)
        self.assertEqual(
            self.book.db.execute(METERS).fetchall(),
            [
                ("f1", "farm", 4, 0, 25),
                ("f2", "farm", 2, 25, None),
                ("m1", "mill", 3, 10, 30),
                ("m2", "mill", 5, 30, None),
            ],
        )
        self.assertEqual(
            [self.book.db.execute(READINGS, (serial,)).fetchall() for serial in ("m1", "m2")],
            [
                [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (30, 110, 1, 210)],
                [(30, 12345, 1, 0)],
            ],
        )

    def test_replace_on_the_day_of_an_estimate(self):
        self.assertEqual(
            (self.book.replace("m1", 40, 110, "m2", 1, 0), self.book.db.execute(READINGS, ("m1",)).fetchall()),
            (210, [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 110, 1, 210)]),
        )

    def test_replace_again(self):
        self.assertEqual(
            (self.book.replace("f2", 31, 55, "f3", 4, 9999), self.book.db.execute(METERS).fetchall()),
            (
                48,
                [
                    ("f1", "farm", 4, 0, 25),
                    ("f2", "farm", 2, 25, 31),
                    ("f3", "farm", 4, 31, None),
                    ("m1", "mill", 3, 10, None),
                ],
            ),
        )

    def test_replace_new_meter_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.book.replace("m9", 30, 1000, "f2", 3, 1000)
        self.assertEqual(caught.exception.args, ("m9",))
        with self.assertRaises(ValueError) as caught:
            self.book.replace("f1", 30, 1000, "f2", 3, 1000)
        self.assertEqual(str(caught.exception), "was removed")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 15, 1000, "m1", 3, 1000)
        self.assertEqual(str(caught.exception), "known meter")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 15, 1000, "m2", 3, 1000)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 15, 1000, "m2", 3, 1001)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 15, 1000, "m2", 3, -1)
        self.assertEqual(str(caught.exception), "bad value")
        self.assertEqual(
            self.book.db.execute(METERS).fetchall(),
            [("f1", "farm", 4, 0, 25), ("f2", "farm", 2, 25, None), ("m1", "mill", 3, 10, None)],
        )

    def test_replace_old_meter_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 9, 1000, "m2", 3, 0)
        self.assertEqual(str(caught.exception), "later reading")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 19, 1000, "m2", 3, 0)
        self.assertEqual(str(caught.exception), "later reading")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 20, 1000, "m2", 3, 0)
        self.assertEqual(str(caught.exception), "was read")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 21, 1000, "m2", 3, 0)
        self.assertEqual(str(caught.exception), "bad value")
        with self.assertRaises(ValueError) as caught:
            self.book.replace("m1", 21, 4, "m2", 3, 0)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            self.book.db.execute(METERS).fetchall(),
            [("f1", "farm", 4, 0, 25), ("f2", "farm", 2, 25, None), ("m1", "mill", 3, 10, None)],
        )
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )


class MeterBookTestTotal(unittest.TestCase):
    def setUp(self):
        self.book = MeterBook()
        fill(self.book)

    def test_total_between_readings(self):
        self.assertEqual([self.book.total("mill", day) for day in (10, 11, 16, 20)], [0, 10, 63, 105])

    def test_total_after_the_last_reading(self):
        self.assertEqual([self.book.total("mill", day) for day in (21, 40, 41, 120)], [115, 315, 325, 1155])
        self.assertEqual(
            self.book.db.execute(READINGS, ("m1",)).fetchall(),
            [(10, 900, 1, 0), (15, 952, 0, 52), (17, 973, 0, 73), (20, 5, 1, 105), (40, 215, 0, 315)],
        )

    def test_total_several_meters(self):
        self.assertEqual(
            [self.book.total("farm", day) for day in (-1, 0, 9, 10, 11, 24, 25, 26, 29, 30, 33)],
            [0, 0, 33, 37, 40, 86, 90, 90, 93, 94, 96],
        )

    def test_total_one_reading(self):
        after(self.book, ("install", "barn", "b1", 3, 10, 70), ("replace", "m1", 30, 50, "m2", 3, 4))
        self.assertEqual(
            [self.book.total("barn", 90), self.book.total("mill", 90), self.book.total("mill", 29)], [0, 150, 145]
        )

    def test_total_no_meter(self):
        self.assertEqual([self.book.total("f1", 30), self.book.total("farm", 27)], [0, 91])


class MeterBookTestMain(unittest.TestCase):
    def test_main_year(self):
        book = MeterBook()
        book.install("inn", "i1", 3, 0, 950)
        self.assertEqual(
            [book.estimate("i1", 30), book.read("i1", 60, 70), book.estimate("i1", 30), book.estimate("i1", 90)],
            [950, 120, 10, 130],
        )
        self.assertEqual((book.total("inn", 45), book.read("i1", 45, 980), book.total("inn", 50)), (90, 30, 60))
        self.assertEqual(
            book.db.execute(READINGS, ("i1",)).fetchall(),
            [(0, 950, 1, 0), (30, 970, 0, 20), (45, 980, 1, 30), (60, 70, 1, 120), (90, 250, 0, 300)],
        )
        self.assertEqual(
            (book.correct("i1", 45, 10), book.recount("i1"), book.total("inn", 75)),
            (3, [(0, 0), (30, 40), (45, 60), (60, 120), (90, 240)], 180),
        )
        with self.assertRaises(ValueError) as caught:
            book.replace("i1", 80, 60, "i2", 4, 0)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            (book.replace("i1", 80, 102, "i2", 4, 9990), book.read("i2", 100, 10), book.total("inn", 110)),
            (152, 20, 182),
        )
        self.assertEqual(
            (book.correct("i1", 80, 92), book.total("inn", 110), book.recount("i1")),
            (1, 172, [(0, 0), (30, 40), (45, 60), (60, 120), (80, 142)]),
        )
        self.assertEqual(book.db.execute(METERS).fetchall(), [("i1", "inn", 3, 0, 80), ("i2", "inn", 4, 80, None)])

    def test_main_same_day(self):
        book = MeterBook()
        book.install("inn", "i1", 2, 5, 10)
        with self.assertRaises(ValueError) as caught:
            book.replace("i1", 5, 10, "i2", 2, 0)
        self.assertEqual(str(caught.exception), "was read")
        self.assertEqual(
            [book.estimate("i1", 9), book.replace("i1", 6, 12, "i2", 2, 98), book.replace("i2", 7, 1, "i3", 2, 50)],
            [10, 2, 3],
        )
        self.assertEqual([book.total("inn", day) for day in (4, 5, 6, 7, 8)], [0, 0, 2, 5, 5])
        self.assertEqual(
            (book.recount("i1"), book.read("i3", 17, 75), book.estimate("i3", 12), book.total("inn", 9)),
            ([(5, 0), (6, 2)], 25, 62, 10),
        )
        self.assertEqual((book.correct("i3", 7, 60), book.estimate("i3", 12), book.total("inn", 20)), (2, 67, 24))
        with self.assertRaises(ValueError) as caught:
            book.install("inn", "i4", 2, 30, 0)
        self.assertEqual(str(caught.exception), "has a meter")
        self.assertEqual(
            book.db.execute("SELECT * FROM readings ORDER BY serial, day").fetchall(),
            [
                ("i1", 5, 10, 1, 0),
                ("i1", 6, 12, 1, 2),
                ("i2", 6, 98, 1, 0),
                ("i2", 7, 1, 1, 3),
                ("i3", 7, 60, 1, 0),
                ("i3", 12, 67, 0, 7),
                ("i3", 17, 75, 1, 15),
            ],
        )

    def test_main_two_places(self):
        book = fill(MeterBook())
        self.assertEqual(
            [book.total("mill", 40), book.total("farm", 40), book.recount("f2")], [315, 102, [(25, 0), (30, 4)]]
        )
        book.install("barn", "b1", 1, 12, 9)
        self.assertEqual(
            [book.read("b1", 14, 1), book.read("b1", 13, 0), book.estimate("b1", 16), book.read("b1", 20, 6)],
            [2, 1, 3, 7],
        )
        with self.assertRaises(ValueError) as caught:
            book.read("b1", 15, 0)
        self.assertEqual(str(caught.exception), "runs backwards")
        self.assertEqual(
            (book.correct("b1", 20, 4), book.estimate("b1", 17), book.total("barn", 26), book.recount("b1")),
            (1, 2, 8, [(12, 0), (13, 1), (14, 2), (16, 3), (17, 3), (20, 5)]),
        )
        self.assertEqual(
            (book.replace("b1", 22, 5, "b2", 3, 0), book.total("barn", 99), book.estimate("b2", 99)), (6, 6, 0)
        )
        self.assertEqual(
            book.db.execute(READINGS, ("b1",)).fetchall(),
            [(12, 9, 1, 0), (13, 0, 1, 1), (14, 1, 1, 2), (16, 2, 0, 3), (17, 2, 0, 3), (20, 4, 1, 5), (22, 5, 1, 6)],
        )
