# canary: classeval-hf open island_calendar 6f95453d-22ec-4b85-b20c-4d578f4c5e56

import re


class IslandCalendar:
    """
    The calendar of an island. Years are numbered from 1. Some years are long and have one month more. By decree days
    are dropped: the days before and after them follow each other immediately. A date is written as the year, a blank,
    the name of the month, a blank and the day in the month, such as "12 Reed 7".
    """

    def __init__(
        self,
        months: list[tuple[str, int]],
        leap: tuple[str, int, int],
        cycle: int,
        longs: list[int],
        week: list[str],
    ):
        """
        Set up the calendar with no day dropped.
        :param months: list of tuple, (name, days) for each month of an ordinary year in order, at least one; the days
            are at least 1.
        :param leap: tuple, (name, days, before): the additional month of long years, with its days, at least 1, and
            the number of other months that come before it. All months, this one included, have different names, which
            hold no blanks.
        :param cycle: int, the number of years after which the order of long and ordinary years starts again.
        :param longs: list of int, the years of the first cycle that are long, each once and from 1 to cycle.
        :param week: list of str, the names of the days of a week, at least one.
        The fields are self.months, self.leap, self.cycle, self.longs and self.week as given, and:
        self.dropped: set of int, the positions of the dropped days. The position of a day is the number of days
            before it since the beginning of year 1, dropped ones included; it is 0 for the first day of year 1, which
            is never dropped.
        """
        self.months = months
        self.leap = leap
        self.cycle = cycle
        self.longs = longs
        self.week = week
        self.dropped = set()

    def year_plan(self, year: int) -> list[tuple[str, int]]:
        """
        The months of a year, dropped days included.
        :param year: int, the year, at least 1.
        :return: list of tuple, (name, days) for each month in order.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.year_plan(1), calendar.year_plan(5)
        ([('Sun', 5), ('Rain', 4)], [('Sun', 5), ('Void', 2), ('Rain', 4)])
        """

    def position(self, date: str) -> int:
        """
        The position of a date, whether or not the day is dropped.
        :param date: str, the date.
        :return: int, its position.
        :raises ValueError: with the message "bad date" if the text is not written as a date (the numbers made of the
            digits 0 to 9 and not beginning with 0), the month is not in that year, or the day is more than its days.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.position("1 Sun 1"), calendar.position("1 Rain 4"), calendar.position("2 Rain 1")
        (0, 8, 16)
        """

    def date(self, position: int) -> str:
        """
        The date of the day at a position, whether or not it is dropped.
        :param position: int, the position.
        :return: str, the date.
        :raises ValueError: with the message "bad position" if the position is negative.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.date(8), calendar.date(15)
        ('1 Rain 4', '2 Void 2')
        """

    def weekday(self, date: str) -> str:
        """
        The name of the day of the week. The first day of year 1 has the first name; the names follow each other from
        one day to the next one that is not dropped, and start again after the last one.
        :param date: str, the date.
        :return: str, the name.
        :raises ValueError: as described for position; else with the message "dropped" if the day is dropped.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.dropped = {3}
        >>> calendar.weekday("1 Sun 3"), calendar.weekday("1 Sun 5")
        ('A', 'B')
        """

    def add_days(self, date: str, days: int) -> str:
        """
        Go some days forward or back from a date. Dropped days do not count.
        :param date: str, the date.
        :param days: int, the number of days, negative to go back.
        :return: str, the date reached.
        :raises ValueError: as described for weekday; else with the message "too early" if it would be before the first
            day of year 1.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.dropped = {3, 4, 5, 6}
        >>> calendar.add_days("1 Sun 2", 2), calendar.add_days("1 Rain 3", -1), calendar.add_days("1 Rain 4", -4)
        ('1 Rain 3', '1 Sun 3', '1 Sun 1')
        """

    def days_between(self, start: str, end: str) -> int:
        """
        The number of days that must be added to a date, as described for add_days, to reach another one.
        :param start: str, the date from which to count.
        :param end: str, the other date.
        :return: int, the number of days, negative if the other date is earlier.
        :raises ValueError: as described for weekday, for start first, then for end.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.dropped = {3, 4, 5, 6}
        >>> calendar.days_between("1 Sun 2", "1 Rain 3"), calendar.days_between("2 Sun 1", "1 Rain 4")
        (2, -1)
        """

    def add_years(self, date: str, years: int) -> str:
        """
        Go some years forward or back, to the same month and day. If the month is not in that year, the month after it
        in long years takes its place, or the one before it if it is the last one of long years. If the month has
        fewer days, its last day is taken. If the day reached is dropped, the next one that is not dropped is taken.
        :param date: str, the date.
        :param years: int, the number of years, negative to go back.
        :return: str, the date reached.
        :raises ValueError: as described for weekday; else with the message "too early" if the year would be less than
            1.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 1)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.add_years("2 Void 1", 3), calendar.add_years("2 Void 2", 1)
        ('5 Void 1', '3 Rain 1')
        """

    def drop_after(self, date: str, count: int) -> str:
        """
        Drop by decree the next days after a date that are not dropped yet.
        :param date: str, the date.
        :param count: int, the number of days to drop.
        :return: str, the date of the first day after the dropped ones that is not dropped itself.
        :raises ValueError: with the message "bad number" if the number is less than 1; else as described for weekday.
            Nothing is changed then.
        >>> calendar = IslandCalendar([("Sun", 5), ("Rain", 4)], ("Void", 2, 1), 3, [2], ["A", "B"])
        >>> calendar.drop_after("1 Rain 1", 2), calendar.drop_after("1 Sun 4", 3), calendar.dropped
        ('1 Rain 4', '2 Sun 1', {4, 5, 6, 7, 8})
        """
