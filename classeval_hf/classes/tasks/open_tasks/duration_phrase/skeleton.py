# canary: classeval-hf open duration_phrase ff56024b-098c-4e8d-878d-aebc4fc891c7

import re


class DurationPhrase:
    """
    This class reads durations in a short notation such as "1d 2h 30m", adds them up, and writes durations in the same
    notation, as English phrases or like a clock. The lengths of a day and of a week can be set, for time sheets
    which count in working days.
    """

    def __init__(self, hours_per_day: int = 24, days_per_week: int = 7) -> None:
        """
        Initialize the units.
        The fields are:
        self.unit_seconds: dict, maps the units "w" (weeks), "d" (days), "h" (hours), "m" (minutes) and "s" (seconds),
            in this order, to their length in seconds (int).
        self.rejected: list of str, the texts which could not be added up by total, in the order they came.
        :param hours_per_day: int, the number of hours of a day, 1 or more
        :param days_per_week: int, the number of days of a week, 1 or more
        """
        day = hours_per_day * 3600
        self.unit_seconds = {"w": days_per_week * day, "d": day, "h": 3600, "m": 60, "s": 1}
        self.rejected = []

    def parse(self, text: str) -> int:
        """
        Convert a duration in the short notation to seconds, with the lengths in self.unit_seconds. The notation
        consists of an optional sign (+ or -), which holds for the whole duration, and one or more parts. A part is a
        number (ASCII digits, and optionally a point followed by more ASCII digits) and one of the unit letters w, d,
        h, m and s in upper or lower case. Whitespace is allowed, but not needed, at the start and the end, after the
        sign, between number and unit, and between parts, and nowhere else. The units of the parts must come in the
        order w, d, h, m, s, each unit may occur only once, and only the last part may have a point in its number. The
        amount of a single part may be as large as you like ("90m").
        The sum of the parts is rounded to whole seconds, halves up, before the sign is applied.
        :param text: str, the duration
        :return: int, the seconds, negative if the sign is -
        :raises ValueError: if the text does not follow this notation, with the message "invalid duration: " followed
            by the repr() of the text
        >>> DurationPhrase().parse("1d 2h 30m")
        95400
        >>> DurationPhrase().parse("- 1H2.5s")
        -3603
        """

    def break_down(self, seconds: int) -> dict[str, int]:
        """
        Split seconds into the units of self.unit_seconds, with as many as possible of each unit, beginning with the
        largest unit. For negative seconds, the split of the absolute value is returned with all amounts negative.
        :param seconds: int, the seconds
        :return: dict, maps the units to their amounts (int), from the largest to the smallest unit; units whose amount
            is 0 are left out
        >>> DurationPhrase().break_down(95400)
        {'d': 1, 'h': 2, 'm': 30}
        >>> DurationPhrase().break_down(-61)
        {'m': -1, 's': -1}
        """

    def describe(self, seconds: int, max_parts: int = 2) -> str:
        """
        Write seconds as an English phrase. The amounts are those of break_down without their signs, each followed by
        the word week, day, hour, minute or second, with an s at the end unless the amount is 1. Only the first
        max_parts of them are written. They are joined by ", ", the last two by " and ".
        If any amounts are left out because of max_parts, the phrase begins with "over ". If the seconds are negative,
        it ends with " ago". For 0 seconds the phrase is "no time".
        :param seconds: int, the seconds
        :param max_parts: int, the largest number of amounts in the phrase
        :return: str, the phrase
        :raises ValueError: with the message "max_parts must be positive" if max_parts is less than 1 (for any seconds)
        >>> DurationPhrase().describe(95401, 4)
        '1 day, 2 hours, 30 minutes and 1 second'
        >>> DurationPhrase().describe(-95401)
        'over 1 day and 2 hours ago'
        """

    def normalise(self, text: str) -> str:
        """
        Rewrite a duration of the short notation (see parse) in its normal form: the amounts of break_down without
        their signs, each directly followed by its unit in lower case, separated by single spaces; directly before
        them a "-" if the duration is negative. A duration of 0 seconds becomes "0s".
        :param text: str, the duration
        :return: str, the normal form
        :raises ValueError: as parse does if the text is not a valid duration
        >>> DurationPhrase().normalise("-90M 3.6s")
        '-1h 30m 4s'
        """

    def total(self, texts: list[str]) -> int:
        """
        Add up durations. Each text is a duration in the short notation (see parse) or a repeated duration: a count
        in decimal digits (of any script, see str.isdecimal), a lower case "x" and the duration, which stands for
        count times the duration in whole seconds that parse gives. Whitespace around the count is ignored. The count
        may be 0, but may have neither a sign nor a point. Every other text is not added up but appended to
        self.rejected as it is, even if it is already there.
        :param texts: list of str, the texts
        :return: int, the sum of all valid texts in seconds, 0 if there are none
        >>> phrases = DurationPhrase()
        >>> phrases.total(["1m", "3 x 1.5s", "soon", "-10s"])
        56
        >>> phrases.rejected
        ['soon']
        """

    @staticmethod
    def to_clock(seconds: float) -> str:
        """
        Write seconds like a clock. The absolute value is first rounded to whole seconds, halves up. The clock is
        "M:SS" below one hour and "H:MM:SS" from one hour on: the first number has no leading zeros, the others have
        two digits. Hours are not converted to days. A negative number gets a "-" in front, unless it was rounded to 0.
        :param seconds: int or float, the seconds
        :return: str, the clock
        >>> DurationPhrase.to_clock(3725)
        '1:02:05'
        >>> DurationPhrase.to_clock(-62.5)
        '-1:03'
        """
