import sqlite3
from datetime import date, timedelta


class ClubCalendar:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE series (name TEXT PRIMARY KEY, first TEXT, weeks INTEGER, last TEXT)")
        self.db.execute("CREATE TABLE changes (name TEXT, day TEXT, moved TEXT, PRIMARY KEY (name, day))")

    @staticmethod
    def _regular(first, weeks, last):
        """The regular dates of a series in ascending order."""
        start, end = date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal()
        return [date.fromordinal(day).isoformat() for day in range(start, end + 1, 7 * weeks)]

    def _series(self, name):
        row = self.db.execute("SELECT first, weeks, last FROM series WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise KeyError(name)
        return row

    def _changes(self, name):
        return dict(self.db.execute("SELECT day, moved FROM changes WHERE name = ?", (name,)))

    def _events(self, name):
        """From the day of each event of a series to its regular date."""
        changes = self._changes(name)
        events = {}
        for regular in self._regular(*self._series(name)):
            day = changes.get(regular, regular)
            if day is not None:
                events[day] = regular
        return events

    def _set(self, name, regular, moved):
        """Enter the day of an event, None for a cancelled one."""
        with self.db:
            if moved == regular:
                self.db.execute("DELETE FROM changes WHERE name = ? AND day = ?", (name, regular))
            else:
                self.db.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", (name, regular, moved))

    def _is_used(self, name):
        return self.db.execute("SELECT 1 FROM series WHERE name = ?", (name,)).fetchone() is not None

    def add(self, name: str, first: str, weeks: int, last: str) -> int:
        if self._is_used(name):
            raise ValueError(f"name is used: {name}")
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if last < first:
            raise ValueError("ends before it begins")
        with self.db:
            self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (name, first, weeks, last))
        return len(self._regular(first, weeks, last))

    def events(self, name: str) -> list[str]:
        return sorted(self._events(name))

    def cancel(self, name: str, day: str) -> str:
        events = self._events(name)
        if day not in events:
            raise ValueError(f"no event: {day}")
        self._set(name, events[day], None)
        return events[day]

    def move(self, name: str, day: str, to: str) -> int:
        events = self._events(name)
        if day not in events:
            raise ValueError(f"no event: {day}")
        if to in events:
            raise ValueError(f"day is taken: {to}")
        regular = events[day]
        self._set(name, regular, to)
        return (date.fromisoformat(to) - date.fromisoformat(regular)).days

    def restore(self, name: str, regular: str) -> str:
        events = self._events(name)
        changes = self._changes(name)
        if regular not in changes:
            raise ValueError(f"not changed: {regular}")
        if regular in events:
            raise ValueError(f"day is taken: {regular}")
        self._set(name, regular, regular)
        return changes[regular] or ""

    def split(self, name: str, regular: str, new: str, weeks: int) -> int:
        first, old_weeks, last = self._series(name)
        if self._is_used(new):
            raise ValueError(f"name is used: {new}")
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if regular not in self._regular(first, old_weeks, last):
            raise ValueError(f"no regular date: {regular}")
        if regular == first:
            raise ValueError(f"first date: {regular}")
        dates = set(self._regular(regular, weeks, last))
        passing = [
            (new, day, moved)
            for day, moved in self._changes(name).items()
            if day >= regular and day in dates and moved not in dates
        ]
        end = (date.fromisoformat(regular) - timedelta(days=1)).isoformat()
        with self.db:
            self.db.execute("UPDATE series SET last = ? WHERE name = ?", (end, name))
            self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (new, regular, weeks, last))
            self.db.execute("DELETE FROM changes WHERE name = ? AND day >= ?", (name, regular))
            self.db.executemany("INSERT INTO changes VALUES (?, ?, ?)", passing)
        return len(passing)

    def agenda(self, start: str, end: str) -> list[str]:
        rows = []
        for (name,) in self.db.execute("SELECT name FROM series").fetchall():
            for day, regular in self._events(name).items():
                if start <= day <= end:
                    rows.append((day, name, "" if day == regular else f" ({regular})"))
        return [f"{day} {name}{rest}" for day, name, rest in sorted(rows)]
