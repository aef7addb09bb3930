# canary: classeval-hf open gauge_log 59fa5fb8-6b41-4c26-804f-a7d559cedcb4

import re
from fractions import Fraction


class GaugeLog:
    """
    Exact statistics over the latest readings of a gauge, which can be corrected afterwards. Each reading has a time,
    a whole number, and a value, a fraction; there is at most one reading at a time. The window of the log holds the
    times that are greater than its end less its width, and at most its end; only readings in the window are kept.
    """

    def __init__(self, width: int):
        """
        Set up a log without readings.
        :param width: int, at least 1, the width of the window.
        self.width: int, the width of the window.
        self.end: int, the end of the window: the time of the reading that was recorded last, even if this reading was
            removed since then. None as long as nothing was recorded.
        self.readings: dict, from the time of each reading in the window to its value, a Fraction; in any order.
        self.total: Fraction, the sum of the values of these readings.
        self.squares: Fraction, the sum of the squares of these values.
        self.changes: list of tuple, (time, before) for each correction that can be undone, in the order in which they
            were made: the time of the reading and its value before, a Fraction, or None if there was none. All these
            times are in the window.
        """
        self.width = width
        self.end = None
        self.readings = {}
        self.total = Fraction(0)
        self.squares = Fraction(0)
        self.changes = []

    @staticmethod
    def value(text: str) -> Fraction:
        """
        The value that a text stands for: one or more of the digits 0 to 9, possibly with a minus sign before them,
        and possibly with a point and one or more digits after them, or with a slash and one or more digits, of which
        one is not 0, after them. Nothing else may stand there, blanks included.
        :param text: str, the text.
        :return: Fraction, the exact value.
        :raises ValueError: with the message "bad reading: " followed by the text if it is not written so.
        >>> GaugeLog.value("-2.50"), GaugeLog.value("007/14")
        (Fraction(-5, 2), Fraction(1, 2))
        """

    def record(self, time: int, text: str) -> list[int]:
        """
        Record a new reading. The end of the window moves to its time, and the readings that are not in the window any
        more are dropped; so are all corrections of times that are not in it any more.
        :param time: int, the time of the reading, later than the end of the window.
        :param text: str, the value, written as for value.
        :return: list of int, the times of the readings that were dropped, in ascending order.
        :raises ValueError: with the message "bad reading: " and the text as value does; else with "not later" if the
            time is not later than the end of the window. Nothing is changed then.
        >>> log = GaugeLog(10)
        >>> log.record(3, "1.5"), log.record(12, "2"), log.record(13, "1/4")
        ([], [], [3])
        >>> log.total, log.squares
        (Fraction(9, 4), Fraction(65, 16))
        """

    def correct(self, time: int, text: str) -> Fraction:
        """
        Correct the reading at a time in the window: give it another value, put in one that was left out so far, or
        remove it. The window stays as it is. The correction is entered into the list of changes, even if the value is
        the same as before.
        :param time: int, the time of the reading.
        :param text: str, the new value, written as for value, or "" to remove the reading.
        :return: Fraction, by how much the sum of the values has become greater.
        :raises ValueError: with the message "bad reading: " and the text as value does, unless the text is ""; else
            with "outside the window" if the time is not in the window or nothing was recorded yet.
        :raises KeyError: with the time if there is no reading to be removed, and no other error. Nothing is changed
            after an error.
        >>> log = GaugeLog(10)
        >>> log.record(3, "1.5"), log.correct(3, "4"), log.correct(2, "1/3"), log.correct(3, "")
        ([], Fraction(5, 2), Fraction(1, 3), Fraction(-4, 1))
        >>> log.readings, log.changes
        ({2: Fraction(1, 3)}, [(3, Fraction(3, 2)), (2, None), (3, Fraction(4, 1))])
        """

    def undo(self) -> int:
        """
        Undo the latest of the corrections that can be undone: the reading at that time becomes what it was before,
        and the correction leaves the list of changes.
        :return: int, the time of the reading.
        :raises IndexError: with the message "nothing to undo" if there is none.
        >>> log = GaugeLog(10)
        >>> log.record(3, "1.5"), log.correct(3, "4")
        ([], Fraction(5, 2))
        >>> log.undo(), log.readings, log.changes
        (3, {3: Fraction(3, 2)}, [])
        """

    def moments(self) -> tuple[Fraction, Fraction]:
        """
        Mean and variance of the values in the window. The variance is the mean of the squared distances of the values
        from their mean.
        :return: tuple of two Fraction, the mean and the variance.
        :raises ValueError: with the message "no readings" if there are none.
        >>> log = GaugeLog(10)
        >>> log.record(3, "1"), log.record(4, "2"), log.moments()
        ([], [], (Fraction(3, 2), Fraction(1, 4)))
        """

    def quantile(self, part: int, whole: int) -> Fraction:
        """
        A quantile of the values in the window: with n values in ascending order, at the positions 0 to n - 1, the
        value at the position (n - 1) * part / whole. Between two positions the value is interpolated linearly. For
        example the median is the quantile 1 of 2.
        :param part: int, from 0 to whole.
        :param whole: int, at least 1.
        :return: Fraction, the quantile.
        :raises ValueError: with the message "bad quantile" if part or whole are out of their bounds; else with "no
            readings" if there are none.
        >>> log = GaugeLog(10)
        >>> log.record(3, "5"), log.record(4, "1"), log.record(5, "2"), log.quantile(1, 2), log.quantile(3, 4)
        ([], [], [], Fraction(2, 1), Fraction(7, 2))
        """

    def trend(self) -> tuple[Fraction, Fraction]:
        """
        The straight line that fits the readings in the window best, that is, for which the sum of the squared
        differences between the values and the line at their times is least.
        :return: tuple of two Fraction, the slope of the line (by how much it rises in a unit of time) and its value
            at the end of the window.
        :raises ValueError: with the message "too few readings" if there are fewer than two.
        >>> log = GaugeLog(10)
        >>> log.record(1, "1"), log.record(2, "3"), log.record(4, "4"), log.trend()
        ([], [], [], (Fraction(13, 14), Fraction(59, 14)))
        """

    def outliers(self, factor: str) -> list[int]:
        """
        The readings in the window that are far from the mean: the square of the distance of the value from the mean
        of the values is greater than the square of the factor times their variance.
        :param factor: str, the factor, written as for value, not negative.
        :return: list of int, the times of these readings; those with the greatest distance from the mean first, those
            with the same distance in ascending order of their times. Empty if there are no readings.
        :raises ValueError: with the message "bad reading: " and the factor as value does; else with "bad factor" if it
            is negative.
        >>> log = GaugeLog(10)
        >>> log.record(1, "1"), log.record(2, "9"), log.record(3, "2"), log.outliers("0.9"), log.outliers("1.4")
        ([], [], [], [2], [2])
        """
