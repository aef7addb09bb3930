# canary: classeval-hf open club_calendar 5c454c2f-6ed6-4bab-b9a9-39d8534c7552

import sqlite3
from datetime import date, timedelta


class ClubCalendar:
    """
    The calendar of a club in a database. A series is held every so many weeks on its regular dates; single events of
    it can be cancelled or moved to another day. All dates are texts such as "2025-03-09", of days that exist. Between
    any two calls no two events of a series are on the same day.
    """

    def __init__(self):
        """
        Open a database in memory with two empty tables.
        self.db: sqlite3.Connection, the database. Its tables are:
        - series (name, first, weeks, last): the regular dates of a series are first, the day weeks weeks after it,
          and so on, up to last, itself included. No two rows have the same name.
        - changes (name, day, moved): a row for each event that is not on its regular date; day is the regular date, in
          the series of that name, and moved the day to which the event was moved, or NULL if it was cancelled. It is
          not equal to day. No two rows have the same name and day.
        """
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE series (name TEXT PRIMARY KEY, first TEXT, weeks INTEGER, last TEXT)")
        self.db.execute("CREATE TABLE changes (name TEXT, day TEXT, moved TEXT, PRIMARY KEY (name, day))")

    def add(self, name: str, first: str, weeks: int, last: str) -> int:
        """
        Add a series.
        :param name: str, its name.
        :param first: str, its first regular date.
        :param weeks: int, the weeks from one regular date to the next.
        :param last: str, the last day on which a regular date can be.
        :return: int, the number of its regular dates.
        :raises ValueError: by the first of these that applies, and then nothing is changed: "name is used: " and the
            name if there is a series of that name; "bad weeks: " and the weeks if they are less than 1; "ends before
            it begins" if last is before first.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 2, "2025-04-01"), calendar.events("chess")
        (3, ['2025-03-04', '2025-03-18', '2025-04-01'])
        """

    def events(self, name: str) -> list[str]:
        """
        List the days of the events of a series, with cancelled events left out and moved ones on their new days.
        :param name: str, the name of the series.
        :return: list of str, the days in ascending order.
        :raises KeyError: with the name if there is no such series.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-03-18"), calendar.move("chess", "2025-03-11", "2025-03-20")
        (3, 9)
        >>> calendar.events("chess")
        ['2025-03-04', '2025-03-18', '2025-03-20']
        """

    def cancel(self, name: str, day: str) -> str:
        """
        Cancel the event that a series has on a day. If it was moved there, the move is forgotten.
        :param name: str, the name of the series.
        :param day: str, the day on which the event is.
        :return: str, its regular date.
        :raises KeyError: with the name if there is no such series; nothing is changed then.
        :raises ValueError: else with the message "no event: " and the day if the series has none on it; nothing is
            changed then.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-03-18"), calendar.move("chess", "2025-03-11", "2025-03-20")
        (3, 9)
        >>> calendar.cancel("chess", "2025-03-20"), calendar.events("chess")
        ('2025-03-11', ['2025-03-04', '2025-03-18'])
        """

    def move(self, name: str, day: str, to: str) -> int:
        """
        Move the event that a series has on a day to another day, before or after it; it may be any day, also one
        outside the time of the series, and also the regular date of the event.
        :param name: str, the name of the series.
        :param day: str, the day on which the event is.
        :param to: str, the day to which it is moved.
        :return: int, how many days after its regular date it is then, negative for days before.
        :raises KeyError: with the name if there is no such series; nothing is changed then.
        :raises ValueError: else with the message "no event: " and the day if the series has none on it; else with
            "day is taken: " and the new day if the series has an event on it, also if it is this event. Nothing is
            changed then.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-03-18"), calendar.move("chess", "2025-03-11", "2025-03-20")
        (3, 9)
        >>> calendar.move("chess", "2025-03-20", "2025-03-10"), calendar.move("chess", "2025-03-10", "2025-03-11")
        (-1, 0)
        """

    def restore(self, name: str, regular: str) -> str:
        """
        Put an event that was cancelled or moved back to its regular date.
        :param name: str, the name of the series.
        :param regular: str, the regular date of the event.
        :return: str, the day on which the event was until now; an empty string if it was cancelled.
        :raises KeyError: with the name if there is no such series; nothing is changed then.
        :raises ValueError: else with the message "not changed: " and the date if it is the regular date of no event
            that was cancelled or moved; else with "day is taken: " and the date if another event of the series is on
            it. Nothing is changed then.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-03-18"), calendar.move("chess", "2025-03-11", "2025-03-20")
        (3, 9)
        >>> calendar.restore("chess", "2025-03-11"), calendar.events("chess")
        ('2025-03-20', ['2025-03-04', '2025-03-11', '2025-03-18'])
        """

    def split(self, name: str, regular: str, new: str, weeks: int) -> int:
        """
        Go on with a series from one of its regular dates on as a new series, with other weeks if wanted. The new
        series has this date as its first one, and the last of the old series; the last of the old series becomes the
        day before this date. Of the changes of the old series, those of earlier regular dates stay. The others pass
        to the new series if their regular date is one of the new series too and if their event is not moved to a
        regular date of the new series; the rest is forgotten.
        :param name: str, the name of the series.
        :param regular: str, the regular date.
        :param new: str, the name of the new series.
        :param weeks: int, the weeks from one regular date of the new series to the next.
        :return: int, how many changes pass to the new series.
        :raises KeyError: with the name if there is no such series; nothing is changed then.
        :raises ValueError: else by the first of these that applies, and then nothing is changed: "name is used: " and
            the new name if there is a series of that name; "bad weeks: " and the weeks if they are less than 1; "no
            regular date: " and the date if it is none of the series; "first date: " and the date if it is its first.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-04-01"), calendar.cancel("chess", "2025-03-18")
        (5, '2025-03-18')
        >>> calendar.split("chess", "2025-03-11", "late chess", 2)
        0
        >>> calendar.events("chess"), calendar.events("late chess")
        (['2025-03-04'], ['2025-03-11', '2025-03-25'])
        """

    def agenda(self, start: str, end: str) -> list[str]:
        """
        List the events of all series from a day to another one, both included, a line for each. A line is the day, a
        blank, and the name of the series; for an event that was moved there follow " (", its regular date and ")".
        :param start: str, the first day.
        :param end: str, the last day.
        :return: list of str, the lines in ascending order of the days; of the same day in that of the names.
        >>> calendar = ClubCalendar()
        >>> calendar.add("chess", "2025-03-04", 1, "2025-03-18"), calendar.add("choir", "2025-03-05", 1, "2025-03-30")
        (3, 4)
        >>> calendar.move("chess", "2025-03-04", "2025-03-12"), calendar.agenda("2025-03-11", "2025-03-12")
        (8, ['2025-03-11 chess', '2025-03-12 chess (2025-03-04)', '2025-03-12 choir'])
        """
