# canary: classeval-hf open club_calendar 5c454c2f-6ed6-4bab-b9a9-39d8534c7552

import sqlite3
from datetime import date, timedelta


class ClubCalendar:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE series (name TEXT PRIMARY KEY, first TEXT, weeks INTEGER, last TEXT)")
        self.db.execute("CREATE TABLE changes (name TEXT, day TEXT, moved TEXT, PRIMARY KEY (name, day))")

    def add(self, name: str, first: str, weeks: int, last: str) -> int:
        if self.db.execute("SELECT 1 FROM series WHERE name = ?", (name,)).fetchone():
            raise ValueError(f"name is used: {name}")
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if last < first:
            raise ValueError("ends before it begins")
        self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (name, first, weeks, last))
        return len(regular_dates(first, weeks, last))

    def events(self, name: str) -> list[str]:
        return sorted(event_days(self.db, name))

    def cancel(self, name: str, day: str) -> str:
        regular = need_event(self.db, name, day)
        self.db.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, NULL)", (name, regular))
        return regular

    def move(self, name: str, day: str, to: str) -> int:
        regular = need_event(self.db, name, day)
        if to in event_days(self.db, name):
            raise ValueError(f"day is taken: {to}")
        if to == regular:
            self.db.execute("DELETE FROM changes WHERE name = ? AND day = ?", (name, regular))
        else:
            self.db.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", (name, regular, to))
        return (date.fromisoformat(to) - date.fromisoformat(regular)).days

    def restore(self, name: str, regular: str) -> str:
        days = event_days(self.db, name)
        found = self.db.execute("SELECT moved FROM changes WHERE name = ? AND day = ?", (name, regular)).fetchone()
        if not found:
            raise ValueError(f"not changed: {regular}")
        if regular in days:
            raise ValueError(f"day is taken: {regular}")
        self.db.execute("DELETE FROM changes WHERE name = ? AND day = ?", (name, regular))
        return found[0] or ""

    def split(self, name: str, regular: str, new: str, weeks: int) -> int:
        first, old_weeks, last = need_series(self.db, name)
        if self.db.execute("SELECT 1 FROM series WHERE name = ?", (new,)).fetchone():
            raise ValueError(f"name is used: {new}")
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if regular not in regular_dates(first, old_weeks, last):
            raise ValueError(f"no regular date: {regular}")
        if regular == first:
            raise ValueError(f"first date: {regular}")
        dates = regular_dates(regular, weeks, last)
        changes = self.db.execute(
            "SELECT day, moved FROM changes WHERE name = ? AND day >= ?", (name, regular)
        ).fetchall()
        passing = [(new, day, moved) for day, moved in changes if day in dates and moved not in dates]
        before = str(date.fromisoformat(regular) - timedelta(days=1))
        self.db.execute("UPDATE series SET last = ? WHERE name = ?", (before, name))
        self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (new, regular, weeks, last))
        self.db.execute("DELETE FROM changes WHERE name = ? AND day >= ?", (name, regular))
        self.db.executemany("INSERT INTO changes VALUES (?, ?, ?)", passing)
        return len(passing)

    def agenda(self, start: str, end: str) -> list[str]:
        found = []
        for (name,) in self.db.execute("SELECT name FROM series").fetchall():
            for day, regular in event_days(self.db, name).items():
                if start <= day <= end:
                    found.append((day, name, f" ({regular})" if day != regular else ""))
        return [f"{day} {name}{note}" for day, name, note in sorted(found)]


def regular_dates(first, weeks, last):
    dates = []
    day = date.fromisoformat(first)
    while str(day) <= last:
        dates.append(str(day))
        day += timedelta(weeks=weeks)
    return dates


def need_series(db, name):
    row = db.execute("SELECT first, weeks, last FROM series WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise KeyError(name)
    return row


def event_days(db, name):
    """The days of the events of a series, with their regular dates."""
    regular = regular_dates(*need_series(db, name))
    changes = dict(db.execute("SELECT day, moved FROM changes WHERE name = ?", (name,)).fetchall())
    days = {changes.get(day, day): day for day in regular}
    days.pop(None, None)
    return days


def need_event(db, name, day):
    days = event_days(db, name)
    if day not in days:
        raise ValueError(f"no event: {day}")
    return days[day]
