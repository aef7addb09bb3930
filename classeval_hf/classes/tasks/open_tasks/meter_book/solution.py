# canary: classeval-hf open meter_book 1dfbcbb5-0daf-4509-9dda-5ee37cdbe24e

import sqlite3


class MeterBook:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE meters (serial TEXT, place TEXT, digits INTEGER, first INTEGER, last INTEGER)")
        self.db.execute("CREATE TABLE readings (serial TEXT, day INTEGER, value INTEGER, real INTEGER, used INTEGER)")

    def recount(self, serial: str) -> list[tuple[int, int]]:
        size = 10 ** self.db.execute("SELECT digits FROM meters WHERE serial = ?", (serial,)).fetchone()[0]
        rows = self.db.execute(
            "SELECT day, value, real FROM readings WHERE serial = ? ORDER BY day", (serial,)
        ).fetchall()
        points = []
        for day, value, real in rows:
            if real:
                difference = (value - points[-1][1]) % size if points else 0
                if 2 * difference > size:
                    raise ValueError("runs backwards")
                points.append((day, value, points[-1][2] + difference if points else 0))
        counted = []
        for day, value, real in rows:
            before = max(index for index, point in enumerate(points) if point[0] <= day)
            start, shown, used = points[before]
            if not real and len(points) > 1:
                low, high = points[min(before, len(points) - 2) :][:2]
                used += (high[2] - low[2]) * (day - start) // (high[0] - low[0])
            counted.append((day, used))
            value = (shown + used - points[before][2]) % size
            self.db.execute(
                "UPDATE readings SET value = ?, used = ? WHERE serial = ? AND day = ?", (value, used, serial, day)
            )
        self.db.commit()
        return counted

    def install(self, place: str, serial: str, digits: int, day: int, value: int) -> None:
        if self.db.execute("SELECT 1 FROM meters WHERE serial = ?", (serial,)).fetchone():
            raise ValueError("known meter")
        for (last,) in self.db.execute("SELECT last FROM meters WHERE place = ? ORDER BY last", (place,)).fetchall():
            if last is None:
                raise ValueError("has a meter")
            if day < last:
                raise ValueError("too early")
        if not 0 <= value < 10**digits:
            raise ValueError("bad value")
        self.db.execute("INSERT INTO meters VALUES (?, ?, ?, ?, NULL)", (serial, place, digits, day))
        self.db.execute("INSERT INTO readings VALUES (?, ?, ?, 1, 0)", (serial, day, value))
        self.db.commit()

    def read(self, serial: str, day: int, value: int) -> int:
        meter = self.db.execute("SELECT digits, first, last FROM meters WHERE serial = ?", (serial,)).fetchone()
        if not meter:
            raise KeyError(serial)
        digits, first, last = meter
        if day < first or (last is not None and day > last):
            raise ValueError("not there")
        old = self.db.execute("SELECT real FROM readings WHERE serial = ? AND day = ?", (serial, day)).fetchone()
        if old and old[0]:
            raise ValueError("was read")
        if not 0 <= value < 10**digits:
            raise ValueError("bad value")
        self.db.execute("DELETE FROM readings WHERE serial = ? AND day = ?", (serial, day))
        self.db.execute("INSERT INTO readings VALUES (?, ?, ?, 1, 0)", (serial, day, value))
        try:
            return dict(self.recount(serial))[day]
        except ValueError:
            self.db.rollback()
            raise

    def estimate(self, serial: str, day: int) -> int:
        meter = self.db.execute("SELECT first, last FROM meters WHERE serial = ?", (serial,)).fetchone()
        if not meter:
            raise KeyError(serial)
        if day < meter[0] or (meter[1] is not None and day > meter[1]):
            raise ValueError("not there")
        query = "SELECT value FROM readings WHERE serial = ? AND day = ?"
        if not self.db.execute(query, (serial, day)).fetchone():
            self.db.execute("INSERT INTO readings VALUES (?, ?, 0, 0, 0)", (serial, day))
            self.recount(serial)
        return self.db.execute(query, (serial, day)).fetchone()[0]

    def correct(self, serial: str, day: int, value: int) -> int:
        meter = self.db.execute("SELECT digits FROM meters WHERE serial = ?", (serial,)).fetchone()
        if not meter:
            raise KeyError(serial)
        where = "WHERE serial = ? AND day = ? AND real = 1"
        if not self.db.execute(f"SELECT 1 FROM readings {where}", (serial, day)).fetchone():
            raise ValueError("not read")
        if not 0 <= value < 10 ** meter[0]:
            raise ValueError("bad value")
        before = self.db.execute("SELECT day, used FROM readings WHERE serial = ? ORDER BY day", (serial,)).fetchall()
        self.db.execute(f"UPDATE readings SET value = ? {where}", (value, serial, day))
        try:
            after = self.recount(serial)
        except ValueError:
            self.db.rollback()
            raise
        return sum(old != new for old, new in zip(before, after))

    def replace(self, serial: str, day: int, value: int, new: str, digits: int, start: int) -> int:
        meter = self.db.execute("SELECT place, last FROM meters WHERE serial = ?", (serial,)).fetchone()
        if not meter:
            raise KeyError(serial)
        if meter[1] is not None:
            raise ValueError("was removed")
        if self.db.execute("SELECT 1 FROM meters WHERE serial = ?", (new,)).fetchone():
            raise ValueError("known meter")
        if not 0 <= start < 10**digits:
            raise ValueError("bad value")
        later = "FROM readings WHERE serial = ? AND day > ? AND real ="
        if self.db.execute(f"SELECT 1 {later} 1", (serial, day)).fetchone():
            raise ValueError("later reading")
        used = self.read(serial, day, value)
        self.db.execute(f"DELETE {later} 0", (serial, day))
        self.db.execute("UPDATE meters SET last = ? WHERE serial = ?", (day, serial))
        self.install(meter[0], new, digits, day, start)
        return used

    def total(self, place: str, day: int) -> int:
        sum_used = 0
        meters = self.db.execute("SELECT serial, first, last FROM meters WHERE place = ?", (place,)).fetchall()
        for serial, first, last in meters:
            if day < first:
                continue
            points = self.db.execute(
                "SELECT day, used FROM readings WHERE serial = ? AND real = 1 ORDER BY day", (serial,)
            ).fetchall()
            when = day if last is None else min(day, last)
            before = max(index for index, point in enumerate(points) if point[0] <= when)
            sum_used += points[before][1]
            if len(points) > 1:
                low, high = points[min(before, len(points) - 2) :][:2]
                sum_used += (high[1] - low[1]) * (when - points[before][0]) // (high[0] - low[0])
        return sum_used
