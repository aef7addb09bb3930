# canary: classeval-hf open exam_sheet 2c1b1ffe-efbc-48e4-b789-bb112d357003


class ExamSheet:
    """
    The results of one exam: points, grades, published versions of the grades, and appeals against them. A grade that
    was published does not get worse, unless the student is struck for cheating.
    """

    def __init__(self, maximum: int, bounds: list[tuple[int, str]], passing: str):
        """
        Start without students.
        self.maximum: int, the most points that there are.
        self.bounds: list of tuples (least, grade), best grade first: a grade needs so many points at least. The bounds
            go down strictly, and the last one is 0.
        self.passing: str, the worst grade with which the exam is passed; it is not the last of self.bounds.
        self.lift: int, at least 0, the points given to everybody in addition.
        self.points: dict, from each student to the points got, from 0 to self.maximum, without the lift.
        self.versions: list of dicts, the published versions, oldest first; each one from all students in it to grades.
        self.open: set of str, the students with an open appeal.
        self.used: dict, from each student of whom an appeal was decided to the number of those appeals.
        self.struck: set of str, the students who were struck.
        :param maximum: int, the most points that there are.
        :param bounds: list of tuples (least, grade), best grade first.
        :param passing: str, the worst grade with which the exam is passed.
        """
        self.maximum = maximum
        self.bounds = bounds
        self.passing = passing
        self.lift = 0
        self.points = {}
        self.versions = []
        self.open = set()
        self.used = {}
        self.struck = set()

    def grade(self, student: str) -> str:
        """
        The grade that the points of a student give now, whatever was published: the best one whose bound is at most
        the points with the lift. 0 points are not lifted.
        :param student: str, the student.
        :return: str, the grade.
        :raises KeyError: with the student if the student is not in self.points.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> [sheet.enter("ann", 28), sheet.enter("ben", 52), sheet.grade("ann"), sheet.grade("ben")]
        [1, 2, 'C', 'A']
        """

    def enter(self, student: str, points: int) -> int:
        """
        Set the points of a student. They can be set again until the student is in a published version.
        :param student: str, the student.
        :param points: int, the points.
        :return: int, the number of students in self.points after that.
        :raises ValueError: with the message "bad points" if the points are not from 0 to self.maximum; else with
            "struck" if the student is struck; else with "published" if the student is in the latest version. Nothing
            is changed then.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> sheet.enter("ann", 28), sheet.enter("ann", 29), sheet.points
        (1, 1, {'ann': 29})
        """

    def ease(self, percent: int) -> int:
        """
        Set the lift to the smallest one with which at least so many per cent of the students with more than 0 points
        pass the exam, whatever it was before. If there are no such students it is 0.
        :param percent: int, the share of these students that is to pass, in per cent.
        :return: int, the lift.
        :raises ValueError: with the message "bad percent" if it is not from 0 to 100; else with "published" if there
            is a published version. Nothing is changed then.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> [sheet.enter("ann", 28), sheet.enter("ben", 52), sheet.enter("cy", 25), sheet.enter("dan", 0)]
        [1, 2, 3, 4]
        >>> sheet.ease(60), sheet.ease(67), sheet.ease(20), sheet.lift
        (2, 5, 0, 0)
        """

    def publish(self) -> list[tuple[str, str, str]]:
        """
        Publish a new version of the grades of all students in self.points. A struck student has the last grade of
        self.bounds in it. Of the others, one with an open appeal has the grade of the latest version, one who is not
        in the latest version has the present grade, and one who is has the better of these two grades. If no
        student's grade is new or another one, no version is added.
        :return: list of tuples (student, old, new), one for each student whose grade is another one than in the latest
            version, in ascending order of the students; old is empty for a student who was not in it.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> sheet.enter("ben", 52), sheet.enter("ann", 28), sheet.publish(), sheet.publish(), len(sheet.versions)
        (1, 2, [('ann', '', 'C'), ('ben', '', 'A')], [], 1)
        """

    def appeal(self, student: str) -> int:
        """
        Open an appeal of a student. Each student has two appeals in all.
        :param student: str, the student.
        :return: int, how many more appeals the student can open after this one is decided.
        :raises KeyError: with the student if the student is not in the latest version, or there is none.
        :raises ValueError: else with the message "struck" if the student is struck; else with "appeal is open" if an
            appeal of the student is open; else with "no appeal left" if two were decided. Nothing is changed then.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> sheet.enter("ann", 28), sheet.publish(), sheet.appeal("ann"), sheet.open
        (1, [('ann', '', 'C')], 1, {'ann'})
        """

    def decide(self, student: str, change: int) -> str:
        """
        Decide the open appeal of a student: the points change by a number, but not below 0 and not above self.maximum.
        Nothing is published by this.
        :param student: str, the student.
        :param change: int, the points to be added; it may be 0 or negative.
        :return: str, the grade that the points of the student give then, as grade says it.
        :raises KeyError: with the student if no appeal of the student is open.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> sheet.enter("ann", 28), sheet.publish(), sheet.appeal("ann"), sheet.decide("ann", 4), sheet.publish()
        (1, [('ann', '', 'C')], 1, 'B', [('ann', 'C', 'B')])
        >>> sheet.open, sheet.used
        (set(), {'ann': 1})
        """

    def strike(self, student: str) -> bool:
        """
        Strike a student for cheating: the points become 0. An open appeal of the student ends undecided.
        :param student: str, the student; one who is struck already may be struck again.
        :return: bool, whether an appeal ended by this.
        :raises KeyError: with the student if the student is not in self.points; nothing is changed then.
        >>> sheet = ExamSheet(60, [(50, "A"), (30, "B"), (0, "C")], "B")
        >>> sheet.enter("ann", 58), sheet.publish(), sheet.appeal("ann"), sheet.strike("ann"), sheet.publish()
        (1, [('ann', '', 'A')], 1, True, [('ann', 'A', 'C')])
        """
