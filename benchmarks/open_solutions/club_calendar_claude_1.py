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
        begin, end = date.fromisoformat(first).toordinal(), date.fromisoformat(last).toordinal()
        return [date.fromordinal(number).isoformat() for number in range(begin, end + 1, 7 * weeks)]

    def _series(self, name):
        """The row (first, weeks, last) of a series, or None."""
        return self.db.execute("SELECT first, weeks, last FROM series WHERE name = ?", (name,)).fetchone()

    def _changes(self, name):
        return dict(self.db.execute("SELECT day, moved FROM changes WHERE name = ? ORDER BY day", (name,)))

    def _plan(self, name):
        """A dict from each regular date of a series to the day of its event, None if it is cancelled."""
        series = self._series(name)
        if series is None:
            raise KeyError(name)
        changes = self._changes(name)
        return {day: changes.get(day, day) for day in self._regular(*series)}

    def add(self, name: str, first: str, weeks: int, last: str) -> int:
        if self._series(name) is not None:
            raise ValueError("name is used: " + name)
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if last < first:
            raise ValueError("ends before it begins")
        with self.db:
            self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (name, first, weeks, last))
        return len(self._regular(first, weeks, last))

    def events(self, name: str) -> list[str]:
        return sorted(day for day in self._plan(name).values() if day is not None)

    @staticmethod
    def _regular_of(plan, day):
        for regular, actual in plan.items():
            if actual == day:
                return regular
        raise ValueError("no event: " + day)

    def _set(self, name, regular, moved):
        with self.db:
            if moved == regular:
                self.db.execute("DELETE FROM changes WHERE name = ? AND day = ?", (name, regular))
            else:
                self.db.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", (name, regular, moved))

    def cancel(self, name: str, day: str) -> str:
        regular = self._regular_of(self._plan(name), day)
        self._set(name, regular, None)
        return regular

    def move(self, name: str, day: str, to: str) -> int:
        plan = self._plan(name)
        regular = self._regular_of(plan, day)
        if to in plan.values():
            raise ValueError("day is taken: " + to)
        self._set(name, regular, to)
        return (date.fromisoformat(to) - date.fromisoformat(regular)).days

    def restore(self, name: str, regular: str) -> str:
        plan = self._plan(name)
        if regular not in plan or plan[regular] == regular:
            raise ValueError("not changed: " + regular)
        if regular in plan.values():
            raise ValueError("day is taken: " + regular)
        self._set(name, regular, regular)
        return plan[regular] or ""

    def split(self, name: str, regular: str, new: str, weeks: int) -> int:
        series = self._series(name)
        if series is None:
            raise KeyError(name)
        first, _, last = series
        if self._series(new) is not None:
            raise ValueError("name is used: " + new)
        if weeks < 1:
            raise ValueError(f"bad weeks: {weeks}")
        if regular not in self._regular(*series):
            raise ValueError("no regular date: " + regular)
        if regular == first:
            raise ValueError("first date: " + regular)
        dates = set(self._regular(regular, weeks, last))
        passing = [
            (new, day, moved)
            for day, moved in self._changes(name).items()
            if day in dates and moved not in dates
        ]
        before = (date.fromisoformat(regular) - timedelta(days=1)).isoformat()
        with self.db:
            self.db.execute("UPDATE series SET last = ? WHERE name = ?", (before, name))
            self.db.execute("INSERT INTO series VALUES (?, ?, ?, ?)", (new, regular, weeks, last))
            self.db.execute("DELETE FROM changes WHERE name = ? AND day >= ?", (name, regular))
            self.db.executemany("INSERT INTO changes VALUES (?, ?, ?)", passing)
        return len(passing)

    def agenda(self, start: str, end: str) -> list[str]:
        rows = []
        for (name,) in self.db.execute("SELECT name FROM series").fetchall():
            for regular, day in self._plan(name).items():
                if day is not None and start <= day <= end:
                    line = f"{day} {name}" + ("" if day == regular else f" ({regular})")
                    rows.append((day, name, line))
        return [line for _, _, line in sorted(rows)]
