# canary: classeval-hf open recording_index e55f6f41-f273-4ba1-9de7-81065ecde454

import sqlite3


class RecordingIndex:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE recordings (name TEXT, station TEXT, begins INTEGER, ends INTEGER)")
        self.db.execute("CREATE TABLE marks (name TEXT, tag TEXT, begins INTEGER, ends INTEGER)")

    def add(self, name: str, station: str, begins: int, ends: int) -> int:
        if ends <= begins:
            raise ValueError("bad range")
        if self.db.execute("SELECT 1 FROM recordings WHERE name = ?", (name,)).fetchone():
            raise ValueError("name taken")
        busy = self.db.execute(
            "SELECT name FROM recordings WHERE station = ? AND begins < ? AND ends > ? ORDER BY begins",
            (station, ends, begins),
        ).fetchone()
        if busy:
            raise ValueError(f"station busy: {busy[0]}")
        self.db.execute("INSERT INTO recordings VALUES (?, ?, ?, ?)", (name, station, begins, ends))
        return self.db.execute("SELECT COUNT(*) FROM recordings WHERE station = ?", (station,)).fetchone()[0]

    def mark(self, name: str, tag: str, begins: int, ends: int) -> list[tuple[int, int]]:
        found = self.db.execute("SELECT begins, ends FROM recordings WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise KeyError(name)
        if not found[0] <= begins < ends <= found[1]:
            raise ValueError("bad range")
        condition = "name = ? AND tag = ? AND begins <= ? AND ends >= ?"
        near = (name, tag, ends, begins)
        low, high = self.db.execute(f"SELECT MIN(begins), MAX(ends) FROM marks WHERE {condition}", near).fetchone()
        self.db.execute(f"DELETE FROM marks WHERE {condition}", near)
        if low is not None:
            begins, ends = min(begins, low), max(ends, high)
        self.db.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (name, tag, begins, ends))
        return self.db.execute(
            "SELECT begins, ends FROM marks WHERE name = ? AND tag = ? ORDER BY begins", (name, tag)
        ).fetchall()

    def erase(self, name: str, tag: str, begins: int, ends: int) -> int:
        if not self.db.execute("SELECT 1 FROM recordings WHERE name = ?", (name,)).fetchone():
            raise KeyError(name)
        if ends <= begins:
            raise ValueError("bad range")
        rows = self.db.execute(
            "SELECT rowid, tag, begins, ends FROM marks WHERE name = ? AND ? IN (tag, '') AND begins < ? AND ends > ?",
            (name, tag, ends, begins),
        ).fetchall()
        erased = 0
        for row, own, low, high in rows:
            self.db.execute("DELETE FROM marks WHERE rowid = ?", (row,))
            pieces = [(low, begins), (ends, high)]
            self.db.executemany(
                "INSERT INTO marks VALUES (?, ?, ?, ?)",
                [(name, own, *piece) for piece in pieces if piece[0] < piece[1]],
            )
            erased += min(high, ends) - max(low, begins)
        return erased

    def split(self, name: str, moment: int, new: str) -> int:
        found = self.db.execute("SELECT station, begins, ends FROM recordings WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise KeyError(name)
        station, begins, ends = found
        if not begins < moment < ends:
            raise ValueError("bad moment")
        if self.db.execute("SELECT 1 FROM recordings WHERE name = ?", (new,)).fetchone():
            raise ValueError("name taken")
        self.db.execute("UPDATE recordings SET ends = ? WHERE name = ?", (moment, name))
        self.db.execute("INSERT INTO recordings VALUES (?, ?, ?, ?)", (new, station, moment, ends))
        self.db.execute("UPDATE marks SET name = ? WHERE name = ? AND begins >= ?", (new, name, moment))
        self.db.execute(
            "INSERT INTO marks SELECT ?, tag, ?, ends FROM marks WHERE name = ? AND ends > ?",
            (new, moment, name, moment),
        )
        cut = self.db.execute("UPDATE marks SET ends = ? WHERE name = ? AND ends > ?", (moment, name, moment))
        return cut.rowcount

    def totals(self, station: str, begins: int, ends: int) -> list[tuple[str, int, int]]:
        return self.db.execute(
            "SELECT tag, SUM(MIN(marks.ends, ?) - MAX(marks.begins, ?)) AS seconds, COUNT(DISTINCT name) AS held "
            "FROM marks JOIN recordings USING (name) "
            "WHERE ? IN (station, '') AND MAX(marks.begins, ?) < MIN(marks.ends, ?) "
            "GROUP BY tag ORDER BY seconds DESC, held DESC, tag",
            (ends, begins, station, begins, ends),
        ).fetchall()

    def together(self, first: str, second: str) -> list[tuple[str, int, int]]:
        return self.db.execute(
            "SELECT a.name, MAX(a.begins, b.begins) AS low, MIN(a.ends, b.ends) AS high "
            "FROM marks AS a JOIN marks AS b USING (name) "
            "WHERE a.tag = ? AND b.tag = ? AND low < high ORDER BY low, a.name",
            (first, second),
        ).fetchall()

    def gaps(self, station: str, begins: int, ends: int) -> list[tuple[int, int]]:
        rows = self.db.execute(
            "SELECT begins, ends FROM recordings WHERE ? IN (station, '') ORDER BY begins", (station,)
        ).fetchall()
        ranges = []
        for low, high in [*rows, (ends, ends)]:
            if begins < min(low, ends):
                ranges.append((begins, min(low, ends)))
            begins = max(begins, high)
        return ranges
