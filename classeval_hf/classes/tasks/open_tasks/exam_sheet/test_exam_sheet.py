# canary: classeval-hf open exam_sheet 2c1b1ffe-efbc-48e4-b789-bb112d357003

import unittest

from solution import ExamSheet

BOUNDS = [(54, "A"), (45, "B"), (36, "C"), (27, "D"), (0, "F")]


def fill(sheet, **points):
    """Enters the points of students."""
    for student, number in points.items():
        sheet.enter(student, number)


def lift(sheet, percent):
    sheet.ease(percent)


def issue(sheet):
    sheet.publish()


def argue(sheet, student, *changes):
    """Opens and decides an appeal for each change; one for None stays open."""
    for change in changes:
        sheet.appeal(student)
        if change is not None:
            sheet.decide(student, change)


def expel(sheet, *students):
    for student in students:
        sheet.strike(student)


class ExamSheetTestGrade(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")
        fill(self.sheet, ann=60, ben=54, cy=53, dan=36, eve=26, fay=0, gus=21, hal=27)

    def test_grade_all(self):
        self.assertEqual([self.sheet.grade(name) for name in self.sheet.points], list("AABCFFFD"))

    def test_grade_lifted(self):
        lift(self.sheet, 100)
        self.assertEqual(self.sheet.lift, 6)
        self.assertEqual([self.sheet.grade(name) for name in self.sheet.points], list("AAACDFDD"))

    def test_grade_not_published_one(self):
        issue(self.sheet)
        argue(self.sheet, "ben", -10)
        self.assertEqual((self.sheet.grade("ben"), self.sheet.versions[-1]["ben"]), ("C", "A"))

    def test_grade_struck(self):
        lift(self.sheet, 100)
        expel(self.sheet, "ann")
        self.assertEqual([self.sheet.grade(name) for name in ("ann", "hal")], ["F", "D"])

    def test_grade_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.sheet.grade("ida")
        self.assertEqual(caught.exception.args, ("ida",))
        self.assertEqual(len(self.sheet.points), 8)


class ExamSheetTestEnter(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")

    def test_enter_several(self):
        self.assertEqual(
            [self.sheet.enter("ann", 60), self.sheet.enter("ben", 0), self.sheet.enter("cy", 17)], [1, 2, 3]
        )
        self.assertEqual(self.sheet.points, {"ann": 60, "ben": 0, "cy": 17})

    def test_enter_again(self):
        self.assertEqual(
            [self.sheet.enter("ann", 30), self.sheet.enter("ben", 8), self.sheet.enter("ann", 7)], [1, 2, 2]
        )
        self.assertEqual(self.sheet.points, {"ann": 7, "ben": 8})

    def test_enter_late(self):
        fill(self.sheet, ann=5)
        issue(self.sheet)
        self.assertEqual([self.sheet.enter("ben", 30), self.sheet.enter("ben", 31)], [2, 2])
        self.assertEqual((self.sheet.points, self.sheet.versions), ({"ann": 5, "ben": 31}, [{"ann": "F"}]))

    def test_enter_published_in_second_version(self):
        fill(self.sheet, ann=5)
        issue(self.sheet)
        fill(self.sheet, ben=6)
        issue(self.sheet)
        with self.assertRaises(ValueError) as caught:
            self.sheet.enter("ben", 7)
        self.assertEqual((str(caught.exception), self.sheet.points), ("published", {"ann": 5, "ben": 6}))

    def test_enter_bad_points(self):
        fill(self.sheet, ann=5)
        expel(self.sheet, "ann")
        for points in (-1, 61):
            with self.assertRaises(ValueError) as caught:
                self.sheet.enter("ann", points)
            self.assertEqual(str(caught.exception), "bad points")
        self.assertEqual(self.sheet.points, {"ann": 0})

    def test_enter_published(self):
        fill(self.sheet, ann=5, ben=6)
        issue(self.sheet)
        expel(self.sheet, "ben")
        for student, message in (("ann", "published"), ("ben", "struck")):
            with self.assertRaises(ValueError) as caught:
                self.sheet.enter(student, 7)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.sheet.points, {"ann": 5, "ben": 0})


class ExamSheetTestEase(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "C")
        fill(self.sheet, ann=50, ben=33, cy=30, dan=0, eve=12, fay=36, gus=30, hal=20)

    def test_ease_steps(self):
        shares = (28, 29, 42, 43, 71, 72, 85, 86, 100)
        self.assertEqual([self.sheet.ease(share) for share in shares], [0, 3, 3, 6, 6, 16, 16, 24, 24])
        self.assertEqual(self.sheet.lift, 24)

    def test_ease_lowers_lift(self):
        self.assertEqual([self.sheet.ease(100), self.sheet.ease(42), self.sheet.lift], [24, 3, 3])
        self.assertEqual([self.sheet.ease(0), self.sheet.lift], [0, 0])

    def test_ease_struck_do_not_count(self):
        expel(self.sheet, "eve", "ann")
        self.assertEqual([self.sheet.ease(40), self.sheet.ease(41), self.sheet.ease(100)], [3, 6, 16])
        self.assertEqual(self.sheet.lift, 16)

    def test_ease_nobody(self):
        sheet = ExamSheet(60, BOUNDS, "B")
        fill(sheet, ann=0)
        self.assertEqual((sheet.ease(90), sheet.lift), (0, 0))
        fill(sheet, ben=1)
        self.assertEqual((sheet.ease(1), sheet.lift), (44, 44))

    def test_ease_best_grade_passes(self):
        sheet = ExamSheet(60, BOUNDS, "A")
        fill(sheet, ann=40, ben=55)
        self.assertEqual([sheet.ease(50), sheet.lift, sheet.ease(51), sheet.lift], [0, 0, 14, 14])

    def test_ease_bad_percent(self):
        lift(self.sheet, 50)
        issue(self.sheet)
        for percent in (-1, 101):
            with self.assertRaises(ValueError) as caught:
                self.sheet.ease(percent)
            self.assertEqual(str(caught.exception), "bad percent")
        self.assertEqual(self.sheet.lift, 6)

    def test_ease_published(self):
        lift(self.sheet, 40)
        issue(self.sheet)
        with self.assertRaises(ValueError) as caught:
            self.sheet.ease(100)
        self.assertEqual((str(caught.exception), self.sheet.lift), ("published", 3))


class ExamSheetTestPublish(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")
        fill(self.sheet, hal=46, ann=30, ben=20)

    def test_publish_first(self):
        self.assertEqual(self.sheet.publish(), [("ann", "", "D"), ("ben", "", "F"), ("hal", "", "B")])
        self.assertEqual(self.sheet.versions, [{"hal": "B", "ann": "D", "ben": "F"}])

    def test_publish_nothing_new(self):
        issue(self.sheet)
        argue(self.sheet, "ann", 5, -20)
        self.assertEqual((self.sheet.publish(), len(self.sheet.versions)), ([], 1))
        sheet = ExamSheet(60, BOUNDS, "D")
        self.assertEqual((sheet.publish(), sheet.versions), ([], []))

    def test_publish_better_only(self):
        issue(self.sheet)
        argue(self.sheet, "hal", -30)
        argue(self.sheet, "ben", 30)
        self.assertEqual(self.sheet.publish(), [("ben", "F", "B")])
        self.assertEqual(self.sheet.versions[1], {"hal": "B", "ann": "D", "ben": "B"})

    def test_publish_open_appeal(self):
        issue(self.sheet)
        argue(self.sheet, "ann", 9, None)
        argue(self.sheet, "ben", 16)
        self.assertEqual(self.sheet.publish(), [("ben", "F", "C")])
        self.assertEqual((self.sheet.points["ann"], self.sheet.open), (39, {"ann"}))
        self.assertEqual(self.sheet.versions[-1], {"hal": "B", "ann": "D", "ben": "C"})

    def test_publish_struck(self):
        issue(self.sheet)
        argue(self.sheet, "hal", None)
        expel(self.sheet, "hal", "ben")
        self.assertEqual(self.sheet.publish(), [("hal", "B", "F")])
        self.assertEqual(self.sheet.versions[-1], {"hal": "F", "ann": "D", "ben": "F"})

    def test_publish_struck_before(self):
        lift(self.sheet, 100)
        expel(self.sheet, "hal")
        self.assertEqual(self.sheet.publish(), [("ann", "", "C"), ("ben", "", "D"), ("hal", "", "F")])
        self.assertEqual(self.sheet.versions[0]["hal"], "F")

    def test_publish_late_student(self):
        issue(self.sheet)
        fill(self.sheet, cy=54, bob=26)
        self.assertEqual(self.sheet.publish(), [("bob", "", "F"), ("cy", "", "A")])
        self.assertEqual(self.sheet.versions[1], {"hal": "B", "ann": "D", "ben": "F", "bob": "F", "cy": "A"})
        self.assertEqual(self.sheet.versions[0], {"hal": "B", "ann": "D", "ben": "F"})

    def test_publish_keeps_best_of_older_version(self):
        issue(self.sheet)
        argue(self.sheet, "ann", 28, -28)
        self.assertEqual(self.sheet.publish(), [])
        argue(self.sheet, "ben", 28)
        self.assertEqual(self.sheet.publish(), [("ben", "F", "B")])
        argue(self.sheet, "ben", -20)
        self.assertEqual((self.sheet.publish(), self.sheet.versions[-1]["ben"]), ([], "B"))


class ExamSheetTestAppeal(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")
        fill(self.sheet, ann=30, ben=20)
        issue(self.sheet)

    def test_appeal_first(self):
        self.assertEqual([self.sheet.appeal("ann"), self.sheet.appeal("ben")], [1, 1])
        self.assertEqual((self.sheet.open, self.sheet.used), ({"ann", "ben"}, {}))

    def test_appeal_second(self):
        argue(self.sheet, "ann", 3)
        self.assertEqual((self.sheet.appeal("ann"), self.sheet.appeal("ben"), self.sheet.open), (0, 1, {"ann", "ben"}))

    def test_appeal_none_left(self):
        argue(self.sheet, "ann", 3, 0)
        with self.assertRaises(ValueError) as caught:
            self.sheet.appeal("ann")
        self.assertEqual((str(caught.exception), self.sheet.open), ("no appeal left", set()))

    def test_appeal_open(self):
        argue(self.sheet, "ann", 3, None)
        with self.assertRaises(ValueError) as caught:
            self.sheet.appeal("ann")
        self.assertEqual(str(caught.exception), "appeal is open")
        self.assertEqual((self.sheet.open, self.sheet.used), ({"ann"}, {"ann": 1}))

    def test_appeal_struck(self):
        argue(self.sheet, "ann", 3, 0)
        expel(self.sheet, "ann", "ben")
        for student in ("ann", "ben"):
            with self.assertRaises(ValueError) as caught:
                self.sheet.appeal(student)
            self.assertEqual(str(caught.exception), "struck")
        self.assertEqual(self.sheet.open, set())

    def test_appeal_unknown(self):
        fill(self.sheet, cy=8)
        expel(self.sheet, "cy")
        for student in ("cy", "zoe"):
            with self.assertRaises(KeyError) as caught:
                self.sheet.appeal(student)
            self.assertEqual(caught.exception.args, (student,))
        self.assertEqual(self.sheet.open, set())

    def test_appeal_no_version(self):
        sheet = ExamSheet(60, BOUNDS, "D")
        fill(sheet, ann=8)
        with self.assertRaises(KeyError) as caught:
            sheet.appeal("ann")
        self.assertEqual((caught.exception.args, sheet.open), (("ann",), set()))


class ExamSheetTestDecide(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")
        fill(self.sheet, ann=30, ben=20, cy=53)
        lift(self.sheet, 70)
        issue(self.sheet)
        argue(self.sheet, "ann", None)
        argue(self.sheet, "cy", 2, None)

    def test_decide_more(self):
        self.assertEqual(self.sheet.lift, 7)
        self.assertEqual(self.sheet.decide("ann", 8), "B")
        self.assertEqual(
            (self.sheet.points["ann"], self.sheet.open, self.sheet.used), (38, {"cy"}, {"cy": 1, "ann": 1})
        )
        self.assertEqual(self.sheet.versions, [{"ann": "C", "ben": "D", "cy": "A"}])

    def test_decide_less(self):
        self.assertEqual(self.sheet.decide("ann", -5), "D")
        self.assertEqual(self.sheet.points, {"ann": 25, "ben": 20, "cy": 55})

    def test_decide_not_above_maximum(self):
        self.assertEqual([self.sheet.decide("cy", 6), self.sheet.decide("ann", 30)], ["A", "A"])
        self.assertEqual((self.sheet.points, self.sheet.used), ({"ann": 60, "ben": 20, "cy": 60}, {"cy": 2, "ann": 1}))

    def test_decide_not_below_zero(self):
        self.assertEqual([self.sheet.decide("ann", -31), self.sheet.decide("cy", -54)], ["F", "F"])
        self.assertEqual(self.sheet.points, {"ann": 0, "ben": 20, "cy": 1})

    def test_decide_no_change(self):
        self.assertEqual((self.sheet.decide("cy", 0), self.sheet.points["cy"], self.sheet.used), ("A", 55, {"cy": 2}))

    def test_decide_not_open(self):
        for student in ("ben", "zoe"):
            with self.assertRaises(KeyError) as caught:
                self.sheet.decide(student, 5)
            self.assertEqual(caught.exception.args, (student,))
        self.assertEqual((self.sheet.points["ben"], self.sheet.used), (20, {"cy": 1}))


class ExamSheetTestStrike(unittest.TestCase):
    def setUp(self):
        self.sheet = ExamSheet(60, BOUNDS, "D")
        fill(self.sheet, ann=30, ben=20)
        issue(self.sheet)

    def test_strike_open_appeal(self):
        argue(self.sheet, "ann", 4, None)
        self.assertIs(self.sheet.strike("ann"), True)
        self.assertEqual((self.sheet.points, self.sheet.struck), ({"ann": 0, "ben": 20}, {"ann"}))
        self.assertEqual((self.sheet.open, self.sheet.used), (set(), {"ann": 1}))

    def test_strike_no_appeal(self):
        argue(self.sheet, "ann", None)
        self.assertIs(self.sheet.strike("ben"), False)
        self.assertEqual((self.sheet.points, self.sheet.open), ({"ann": 30, "ben": 0}, {"ann"}))

    def test_strike_again(self):
        argue(self.sheet, "ben", None)
        self.assertEqual([self.sheet.strike("ben"), self.sheet.strike("ben")], [True, False])
        self.assertEqual(self.sheet.struck, {"ben"})

    def test_strike_publishes_nothing(self):
        self.assertIs(self.sheet.strike("ann"), False)
        self.assertEqual(self.sheet.versions, [{"ann": "D", "ben": "F"}])

    def test_strike_unpublished(self):
        fill(self.sheet, cy=50)
        self.assertIs(self.sheet.strike("cy"), False)
        self.assertEqual((self.sheet.points["cy"], self.sheet.struck), (0, {"cy"}))

    def test_strike_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.sheet.strike("zoe")
        self.assertEqual((caught.exception.args, self.sheet.struck), (("zoe",), set()))
        self.assertEqual(sorted(self.sheet.points), ["ann", "ben"])


class ExamSheetTestMain(unittest.TestCase):
    def test_main_history(self):
        sheet = ExamSheet(40, [(36, "1"), (28, "2"), (20, "3"), (0, "5")], "3")
        self.assertEqual(
            [sheet.enter(*entry) for entry in (("eva", 18), ("ole", 39), ("jan", 12), ("kim", 26))], [1, 2, 3, 4]
        )
        self.assertEqual((sheet.ease(75), sheet.grade("kim")), (2, "2"))
        self.assertEqual(sheet.publish(), [("eva", "", "3"), ("jan", "", "5"), ("kim", "", "2"), ("ole", "", "1")])
        self.assertEqual([sheet.appeal("jan"), sheet.appeal("eva"), sheet.decide("eva", -6)], [1, 1, "5"])
        self.assertEqual((sheet.enter("liv", 0), sheet.strike("kim")), (5, False))
        self.assertEqual(sheet.publish(), [("kim", "2", "5"), ("liv", "", "5")])
        self.assertEqual(sheet.decide("jan", 7), "3")
        self.assertEqual((sheet.appeal("liv"), sheet.decide("liv", 18)), (1, "3"))
        self.assertEqual((sheet.appeal("liv"), sheet.publish()), (0, [("jan", "5", "3")]))
        self.assertEqual(sheet.decide("liv", -10), "5")
        self.assertEqual((sheet.publish(), len(sheet.versions)), ([], 3))
        self.assertEqual(sheet.versions[-1], {"eva": "3", "ole": "1", "jan": "3", "kim": "5", "liv": "5"})

    def test_main_struck_for_good(self):
        sheet = ExamSheet(10, [(8, "good"), (5, "fair"), (0, "poor")], "fair")
        self.assertEqual([sheet.enter("a", 9), sheet.enter("b", 4), sheet.ease(100)], [1, 2, 1])
        self.assertEqual(sheet.strike("a"), False)
        with self.assertRaises(ValueError) as caught:
            sheet.enter("a", 9)
        self.assertEqual(str(caught.exception), "struck")
        self.assertEqual((sheet.ease(100), sheet.grade("a")), (1, "poor"))
        self.assertEqual(sheet.publish(), [("a", "", "poor"), ("b", "", "fair")])
        self.assertEqual([sheet.appeal("b"), sheet.strike("b"), sheet.publish()], [1, True, [("b", "fair", "poor")]])
        with self.assertRaises(ValueError) as caught:
            sheet.appeal("b")
        self.assertEqual(str(caught.exception), "struck")
        with self.assertRaises(KeyError):
            sheet.decide("b", 3)
        self.assertEqual((sheet.points, sheet.open, sheet.used), ({"a": 0, "b": 0}, set(), {}))
