# canary: classeval-hf open club_calendar 5c454c2f-6ed6-4bab-b9a9-39d8534c7552

import sqlite3
from datetime import date, timedelta


def _regular_dates(first, weeks, last):
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    count = (end - start).days // (7 * weeks) + 1
    return [(start + timedelta(days=7 * weeks * index)).isoformat() for index in range(count)]


class ClubCalendar:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE series (name TEXT PRIMARY KEY, first TEXT, weeks INTEGER, last TEXT)")
        self.db.execute("CREATE TABLE changes (name TEXT, day TEXT, moved TEXT, PRIMARY KEY (name, day))")

    def _series(self, name):
        row = self.db.execute("SELECT first, weeks, last FROM series WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise KeyError(name)
        return row

    def _exists(self, name):
        return self.db.execute("SELECT 1 FROM series WHERE name = ?", (name,)).fetchone() is not None

    def _changes(self, name):
        return dict(self.db.execute("SELECT day, moved FROM changes WHERE name = ?", (name,)))

    def _events(self, name):
        """From the day of each event to its regular date."""
        dates = _regular_dates(*self._series(name))
        changes = self._changes(name)
        result = {}
        for regular in dates:
            day = changes.get(regular, regular)
            if day is not None:
                result[day] = regular
        return result

    def _set(self, name, regular, moved):
        self.db.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", (name, regular, moved))

    def _forget(self, name, regular):
        self.db.execute("DELETE FROM changes WHERE name = ? AND day = ?", (name, regular))

    def add(self, name: str, first: str, weeks: int, last: str) -> int:
        if self._exists(name):
            raise ValueError("name is used: " + name)
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if last < first:
            raise ValueError("ends before it begins")
        self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (name, first, weeks, last))
        return len(_regular_dates(first, weeks, last))

    def events(self, name: str) -> list[str]:
        return sorted(self._events(name))

    def cancel(self, name: str, day: str) -> str:
        events = self._events(name)
        if day not in events:
            raise ValueError("no event: " + day)
        self._set(name, events[day], None)
        return events[day]

    def move(self, name: str, day: str, to: str) -> int:
        events = self._events(name)
        if day not in events:
            raise ValueError("no event: " + day)
        if to in events:
            raise ValueError("day is taken: " + to)
        regular = events[day]
        if to == regular:
            self._forget(name, regular)
        else:
            self._set(name, regular, to)
        return (date.fromisoformat(to) - date.fromisoformat(regular)).days

    def restore(self, name: str, regular: str) -> str:
        events = self._events(name)
        changes = self._changes(name)
        if regular not in changes:
            raise ValueError("not changed: " + regular)
        if regular in events:
            raise ValueError("day is taken: " + regular)
        self._forget(name, regular)
        return changes[regular] or ""

    def split(self, name: str, regular: str, new: str, weeks: int) -> int:
        first, old_weeks, last = self._series(name)
        if self._exists(new):
            raise ValueError("name is used: " + new)
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if regular not in _regular_dates(first, old_weeks, last):
            raise ValueError("no regular date: " + regular)
        if regular == first:
            raise ValueError("first date: " + regular)
        dates = set(_regular_dates(regular, weeks, last))
        self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (new, regular, weeks, last))
        before = (date.fromisoformat(regular) - timedelta(days=1)).isoformat()
        self.db.execute("UPDATE series SET last = ? WHERE name = ?", (before, name))
        count = 0
        for day, moved in self._changes(name).items():
            if day < regular:
                continue
            self._forget(name, day)
            if day in dates and moved not in dates:
                self._set(new, day, moved)
                count += 1
        return count

    def agenda(self, start: str, end: str) -> list[str]:
        entries = []
        for (name,) in self.db.execute("SELECT name FROM series").fetchall():
            for day, regular in self._events(name).items():
                if start <= day <= end:
                    entries.append((day, name, regular))
        lines = []
        for day, name, regular in sorted(entries):
            line = f"{day} {name}"
            if regular != day:
                line += f" ({regular})"
            lines.append(line)
        return lines
