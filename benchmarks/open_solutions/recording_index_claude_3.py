import sqlite3


class RecordingIndex:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE recordings (name TEXT, station TEXT, begins INTEGER, ends INTEGER)")
        self.db.execute("CREATE TABLE marks (name TEXT, tag TEXT, begins INTEGER, ends INTEGER)")

    def _recording(self, name):
        return self.db.execute("SELECT station, begins, ends FROM recordings WHERE name = ?", (name,)).fetchone()

    def _known(self, name):
        row = self._recording(name)
        if row is None:
            raise KeyError(name)
        return row

    def add(self, name: str, station: str, begins: int, ends: int) -> int:
        if ends <= begins:
            raise ValueError("bad range")
        if self._recording(name) is not None:
            raise ValueError("name taken")
        row = self.db.execute(
            "SELECT name FROM recordings WHERE station = ? AND begins < ? AND ends > ? ORDER BY begins LIMIT 1",
            (station, ends, begins),
        ).fetchone()
        if row is not None:
            raise ValueError("station busy: " + row[0])
        with self.db:
            self.db.execute("INSERT INTO recordings VALUES (?, ?, ?, ?)", (name, station, begins, ends))
        return self.db.execute("SELECT COUNT(*) FROM recordings WHERE station = ?", (station,)).fetchone()[0]

    def mark(self, name: str, tag: str, begins: int, ends: int) -> list[tuple[int, int]]:
        _, first, last = self._known(name)
        if ends <= begins or begins < first or ends > last:
            raise ValueError("bad range")
        touching = (name, tag, ends, begins)
        with self.db:
            rows = self.db.execute(
                "SELECT begins, ends FROM marks WHERE name = ? AND tag = ? AND begins <= ? AND ends >= ?", touching
            ).fetchall()
            self.db.execute(
                "DELETE FROM marks WHERE name = ? AND tag = ? AND begins <= ? AND ends >= ?", touching
            )
            begins = min([begins] + [row[0] for row in rows])
            ends = max([ends] + [row[1] for row in rows])
            self.db.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (name, tag, begins, ends))
        return self.db.execute(
            "SELECT begins, ends FROM marks WHERE name = ? AND tag = ? ORDER BY begins", (name, tag)
        ).fetchall()

    def erase(self, name: str, tag: str, begins: int, ends: int) -> int:
        self._known(name)
        if ends <= begins:
            raise ValueError("bad range")
        erased = 0
        with self.db:
            rows = self.db.execute(
                "SELECT rowid, tag, begins, ends FROM marks "
                "WHERE name = ? AND (? = '' OR tag = ?) AND begins < ? AND ends > ?",
                (name, tag, tag, ends, begins),
            ).fetchall()
            for row, own, first, last in rows:
                erased += min(last, ends) - max(first, begins)
                self.db.execute("DELETE FROM marks WHERE rowid = ?", (row,))
                if first < begins:
                    self.db.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (name, own, first, begins))
                if last > ends:
                    self.db.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (name, own, ends, last))
        return erased

    def split(self, name: str, moment: int, new: str) -> int:
        station, first, last = self._known(name)
        if not first < moment < last:
            raise ValueError("bad moment")
        if self._recording(new) is not None:
            raise ValueError("name taken")
        with self.db:
            self.db.execute("UPDATE recordings SET ends = ? WHERE name = ?", (moment, name))
            self.db.execute("INSERT INTO recordings VALUES (?, ?, ?, ?)", (new, station, moment, last))
            self.db.execute("UPDATE marks SET name = ? WHERE name = ? AND begins >= ?", (new, name, moment))
            rows = self.db.execute(
                "SELECT rowid, tag, ends FROM marks WHERE name = ? AND ends > ?", (name, moment)
            ).fetchall()
            for row, tag, ends in rows:
                self.db.execute("UPDATE marks SET ends = ? WHERE rowid = ?", (moment, row))
                self.db.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (new, tag, moment, ends))
        return len(rows)

    def totals(self, station: str, begins: int, ends: int) -> list[tuple[str, int, int]]:
        if ends <= begins:
            return []
        rows = self.db.execute(
            "SELECT marks.tag, marks.name, marks.begins, marks.ends FROM marks "
            "JOIN recordings ON recordings.name = marks.name "
            "WHERE (? = '' OR station = ?) AND marks.begins < ? AND marks.ends > ?",
            (station, station, ends, begins),
        ).fetchall()
        seconds = {}
        names = {}
        for tag, name, first, last in rows:
            seconds[tag] = seconds.get(tag, 0) + min(last, ends) - max(first, begins)
            names.setdefault(tag, set()).add(name)
        result = [(tag, seconds[tag], len(names[tag])) for tag in seconds]
        return sorted(result, key=lambda line: (-line[1], -line[2], line[0]))

    def together(self, first: str, second: str) -> list[tuple[str, int, int]]:
        rows = self.db.execute(
            "SELECT a.name, MAX(a.begins, b.begins), MIN(a.ends, b.ends) FROM marks AS a "
            "JOIN marks AS b ON a.name = b.name AND a.begins < b.ends AND b.begins < a.ends "
            "WHERE a.tag = ? AND b.tag = ?",
            (first, second),
        ).fetchall()
        return sorted(rows, key=lambda row: (row[1], row[0]))

    def gaps(self, station: str, begins: int, ends: int) -> list[tuple[int, int]]:
        rows = self.db.execute(
            "SELECT begins, ends FROM recordings WHERE (? = '' OR station = ?) AND begins < ? AND ends > ? "
            "ORDER BY begins",
            (station, station, ends, begins),
        ).fetchall()
        result = []
        position = begins
        for first, last in rows:
            if first > position:
                result.append((position, first))
            position = max(position, last)
        if position < ends:
            result.append((position, ends))
        return result
