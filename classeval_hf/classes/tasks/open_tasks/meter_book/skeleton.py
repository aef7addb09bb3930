# canary: classeval-hf open meter_book 1dfbcbb5-0daf-4509-9dda-5ee37cdbe24e

import sqlite3


class MeterBook:
    """
    The readings of the water meters of a town, in a database. A meter shows the water that has run through it, modulo
    ten to the power of its digits. Days are numbered.
    """

    def __init__(self):
        """
        Create an empty database in memory.
        self.db: sqlite3.Connection, with the tables
        - meters (serial, place, digits, first, last): each meter with its serial number (a text), the name of the
          place where it is or was installed, the number of its digits, the day on which it was installed, and the day
          on which it was removed, NULL if it was not. At a place no meter is installed before the day on which the one
          before it was removed.
        - readings (serial, day, value, real, used): for a meter and a day, at most one row for both: what the meter
          showed, from 0 on and with no more digits than it has; 1 for what somebody read and 0 for an estimate; and
          the water used since the meter was installed. On the day on which it is installed or removed a meter is
          read. Each method leaves used, and value where it is estimated, as recount describes.
        """
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE meters (serial TEXT, place TEXT, digits INTEGER, first INTEGER, last INTEGER)")
        self.db.execute("CREATE TABLE readings (serial TEXT, day INTEGER, value INTEGER, real INTEGER, used INTEGER)")

    def recount(self, serial: str) -> list[tuple[int, int]]:
        """
        Set used, and the values of estimates, for all rows of a meter in readings, from the days and the real values.
        - For the first real reading used is 0. For each later one it is that of the real reading before it plus the
          difference of the two values, modulo ten to the power of the digits. A difference of more than half of this
          power means that the meter runs backwards.
        - For an estimate between two real readings used grows evenly with the days between them, rounded down to a
          whole number. For an estimate after the last real reading it goes on in the same way as between the last two
          real readings, or stays 0 if there is only one. The value of an estimate is what the meter shows then, if
          it showed the real value on the day of the real reading before it.
        :param serial: str, the serial number of the meter, which is in the book.
        :return: list of tuple, (day, used) for each row of the meter, in ascending order of the days.
        :raises ValueError: with the message "runs backwards" if it does; nothing is changed then.
        >>> book = MeterBook()
        >>> rows = [("m1", 0, 995, 1, 0), ("m1", 10, 20, 1, 0), ("m1", 3, 0, 0, 0), ("m1", 14, 0, 0, 0)]
        >>> cursor = book.db.execute("INSERT INTO meters VALUES ('m1', 'mill', 3, 0, NULL)")
        >>> cursor = book.db.executemany("INSERT INTO readings VALUES (?, ?, ?, ?, ?)", rows)
        >>> book.recount("m1"), book.db.execute("SELECT value FROM readings ORDER BY day").fetchall()
        ([(0, 0), (3, 7), (10, 25), (14, 35)], [(995,), (2,), (20,), (30,)])
        """

    def install(self, place: str, serial: str, digits: int, day: int, value: int) -> None:
        """
        Install a meter at a place and read it on this day.
        :param place: str, the name of the place.
        :param serial: str, the serial number.
        :param digits: int, the number of digits, at least 1.
        :param day: int, the day.
        :param value: int, what the meter shows.
        :return: None.
        :raises ValueError: with the message "known meter" if the serial number is known; else with "has a meter" if
            at the place there is a meter that was not removed; else with "too early" if the day is before the one on
            which a meter of the place was removed; else with "bad value" if the value is negative or has too many
            digits. Nothing is changed then.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 12, 350)
        >>> book.db.execute("SELECT * FROM meters").fetchall(), book.db.execute("SELECT * FROM readings").fetchall()
        ([('m1', 'mill', 4, 12, None)], [('m1', 12, 350, 1, 0)])
        """

    def read(self, serial: str, day: int, value: int) -> int:
        """
        Enter what somebody read, in any order of the days. It takes the place of an estimate of the same day.
        :param serial: str, the serial number of the meter.
        :param day: int, the day.
        :param value: int, what the meter showed.
        :return: int, the water used since the meter was installed, up to this day.
        :raises KeyError: with the serial number if it is not known.
        :raises ValueError: for a known meter, with the message "not there" if the day is before the one on which it
            was installed or after the one on which it was removed; else with "was read" if there is a real reading of
            this day; else with "bad value" if the value is negative or has too many digits; else as described for
            recount. Nothing is changed then.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 12, 9990)
        >>> book.read("m1", 30, 50), book.read("m1", 20, 0)
        (60, 10)
        """

    def estimate(self, serial: str, day: int) -> int:
        """
        Enter an estimate for a day, unless there is a reading or an estimate of this day already.
        :param serial: str, the serial number of the meter.
        :param day: int, the day.
        :return: int, the value of the reading or the estimate of this day.
        :raises KeyError: with the serial number if it is not known.
        :raises ValueError: for a known meter, with the message "not there" as described for read.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 10, 300)
        >>> book.estimate("m1", 15), book.read("m1", 20, 325), book.estimate("m1", 15), book.estimate("m1", 24)
        (300, 25, 312, 335)
        """

    def correct(self, serial: str, day: int, value: int) -> int:
        """
        Correct the value of a real reading.
        :param serial: str, the serial number of the meter.
        :param day: int, the day of the reading.
        :param value: int, the right value.
        :return: int, the number of rows of the meter in readings for which used is another one now.
        :raises KeyError: with the serial number if it is not known.
        :raises ValueError: for a known meter, with the message "not read" if there is no real reading of this day;
            else with "bad value" if the value is negative or has too many digits; else as described for recount.
            Nothing is changed then.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 10, 300)
        >>> book.read("m1", 20, 325), book.read("m1", 30, 360), book.correct("m1", 20, 335), book.estimate("m1", 25)
        (25, 60, 1, 347)
        """

    def replace(self, serial: str, day: int, value: int, new: str, digits: int, start: int) -> int:
        """
        Remove a meter, which is read once more on this day as described for read, and install another one at the same
        place and on the same day. Estimates of the old meter for later days are deleted.
        :param serial: str, the serial number of the old meter.
        :param day: int, the day.
        :param value: int, what the old meter showed.
        :param new: str, the serial number of the new meter.
        :param digits: int, the number of its digits, at least 1.
        :param start: int, what it shows.
        :return: int, the water used through the old meter since it was installed.
        :raises KeyError: with the serial number of the old meter if it is not known.
        :raises ValueError: for a known old meter, with the message "was removed" if it was; else with "known meter" if
            the new serial number is known; else with "bad value" if start is negative or has too many digits for the
            new meter; else with "later reading" if the old meter has a real reading of a later day; else as described
            for read. Nothing is changed then.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 10, 300)
        >>> book.replace("m1", 20, 325, "m2", 5, 2), book.db.execute("SELECT * FROM meters").fetchall()
        (25, [('m1', 'mill', 4, 10, 20), ('m2', 'mill', 5, 20, None)])
        """

    def total(self, place: str, day: int) -> int:
        """
        The water used at a place from its first meter up to a day, through all its meters. Through each meter this is
        used as an estimate of this day would have it (see recount), nothing before the meter was installed, and after
        it was removed what was used up to then. Nothing is changed.
        :param place: str, the name of the place.
        :param day: int, the day.
        :return: int, the sum; 0 for a place without meters.
        >>> book = MeterBook()
        >>> book.install("mill", "m1", 4, 10, 300)
        >>> book.replace("m1", 20, 325, "m2", 5, 2), book.read("m2", 30, 22)
        (25, 20)
        >>> [book.total("mill", day) for day in (9, 13, 20, 33)]
        [0, 7, 25, 51]
        """
