# canary: classeval-hf open shift_sheet cc0be731-d389-4682-a46a-524aa925418c


class ShiftSheet:
    """
    The working time of one person. Days are numbered from 0, and week N has the days 7 * N to 7 * N + 6. A stretch of
    time is a tuple (start, end) in minutes of the day, 0 <= start < end <= 1440; the minute before its end is the last
    one that belongs to it.
    """

    def __init__(self, step: int, daily: int, weekly: int, cap: int):
        """
        Set up an empty sheet.
        The fields are:
        - self.step, self.daily, self.weekly, self.cap: int, the parameters of the constructor.
        - self.shifts: dict, from each day with working time to the list of its stretches in ascending order. No two of
          them overlap or touch (the end of one being the start of the next), and no list is empty.
        - self.off: dict, from each day on which time off was taken to its minutes, at least 1.
        - self.account: int, the minutes of overtime that can be taken as time off, from 0 to self.cap.
        - self.closed: set of int, the numbers of the closed weeks, in whose days nothing changes any more.
        :param step: int, to whose multiples the working time of a day is rounded, at least 1.
        :param daily: int, the minutes of a day above which there is overtime.
        :param weekly: int, the minutes of a week above which there is overtime.
        :param cap: int, the most minutes that the account can hold.
        """
        self.step = step
        self.daily = daily
        self.weekly = weekly
        self.cap = cap
        self.shifts = {}
        self.off = {}
        self.account = 0
        self.closed = set()

    def clock(self, day: int, start: int, end: int) -> int:
        """
        Add a stretch to the working time of a day. It is joined with the stretches that it overlaps or touches.
        :param day: int, the day.
        :param start: int, the start of the stretch.
        :param end: int, the end of the stretch.
        :return: int, how many of its minutes were not in the working time before.
        :raises ValueError: with the message "bad times" if it is no stretch as the class describes them; else with
            "is closed" if the week of the day is closed. Nothing is changed then.
        >>> sheet = ShiftSheet(5, 480, 2400, 600)
        >>> sheet.clock(1, 480, 720), sheet.clock(1, 700, 800), sheet.clock(1, 900, 960), sheet.shifts
        (240, 80, 60, {1: [(480, 800), (900, 960)]})
        """

    def strike(self, day: int, start: int, end: int) -> int:
        """
        Take the minutes of a stretch out of the working time of a day. Stretches of working time are made shorter, cut
        in two, or removed by that.
        :param day: int, the day.
        :param start: int, the start of the stretch.
        :param end: int, the end of the stretch.
        :return: int, how many of its minutes were in the working time before.
        :raises ValueError: as described for clock. Nothing is changed then.
        >>> sheet = ShiftSheet(5, 480, 2400, 600)
        >>> sheet.clock(1, 480, 960), sheet.strike(1, 700, 730), sheet.shifts
        (480, 30, {1: [(480, 700), (730, 960)]})
        """

    def worked(self, day: int) -> int:
        """
        Count the minutes of a day that are paid. The presence is the sum of the day's stretches. The break is the sum
        of those times between two successive stretches that have at least 15 minutes. With a presence of more than 540
        minutes a break of 45 minutes is needed, otherwise with more than 360 minutes one of 30. What the break lacks
        is taken from the presence, but never more than would leave 360 minutes. The result is rounded to the nearest
        multiple of self.step, upwards if two are equally near.
        :param day: int, the day.
        :return: int, the minutes, 0 for a day without working time.
        >>> sheet = ShiftSheet(10, 480, 2400, 600)
        >>> sheet.clock(1, 480, 720), sheet.clock(1, 740, 964), sheet.worked(1)
        (240, 224, 450)
        """

    def week(self, number: int) -> tuple[int, int]:
        """
        Sum up a week. Of the paid minutes of a day (as described for worked) those above self.daily are overtime, the
        others are regular. The minutes of time off are regular too. If the regular minutes of the week are more than
        self.weekly, those above it are overtime instead.
        :param number: int, the number of the week.
        :return: tuple of int, (regular, overtime): the minutes of both kinds.
        >>> sheet = ShiftSheet(5, 300, 500, 600)
        >>> sheet.clock(7, 480, 800), sheet.clock(8, 480, 740), sheet.week(1)
        (320, 260, (500, 80))
        """

    def close(self, number: int) -> tuple[int, int]:
        """
        Close a week. Each minute of its overtime (as described for week) is worth one and a half; the sum is rounded
        down to whole minutes. Of it as much is booked on the account as self.cap allows, and the rest is paid.
        :param number: int, the number of the week.
        :return: tuple of int, (booked, paid): the minutes.
        :raises ValueError: with the message "is closed" if it is closed; else with "open: " and the number of the
            earliest week before it that is not closed and has a day in self.shifts or in self.off, if there is one.
            Nothing is changed then.
        >>> sheet = ShiftSheet(5, 300, 500, 100)
        >>> sheet.clock(7, 480, 800), sheet.clock(8, 480, 740), sheet.close(1), sheet.account, sheet.closed
        (320, 260, (100, 20), 100, {1})
        """

    def take(self, day: int, minutes: int) -> int:
        """
        Take time off on a day, in addition to what was taken on it before. The minutes go off the account.
        :param day: int, the day.
        :param minutes: int, the minutes.
        :return: int, the account afterwards.
        :raises ValueError: with the message "is closed" if the week of the day is closed; else with "bad number" if
            the minutes are less than 1; else with "too much" if they are more than the account. Nothing is changed
            then.
        >>> sheet = ShiftSheet(5, 300, 500, 100)
        >>> sheet.clock(0, 480, 880), sheet.close(0), sheet.take(9, 60), sheet.off, sheet.week(1)
        (400, (100, 5), 40, {9: 60}, (60, 0))
        """
