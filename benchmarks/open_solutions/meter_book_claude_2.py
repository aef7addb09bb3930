import sqlite3


class MeterBook:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE meters (serial TEXT, place TEXT, digits INTEGER, first INTEGER, last INTEGER)")
        self.db.execute("CREATE TABLE readings (serial TEXT, day INTEGER, value INTEGER, real INTEGER, used INTEGER)")

    def _meter(self, serial):
        """The tuple (place, digits, first, last) of a meter, None if it is not known."""
        return self.db.execute(
            "SELECT place, digits, first, last FROM meters WHERE serial = ?", (serial,)
        ).fetchone()

    def _known(self, serial):
        meter = self._meter(serial)
        if meter is None:
            raise KeyError(serial)
        return meter

    def _rows(self, serial):
        """The rows of a meter: a dict from the day to a tuple (value, real, used)."""
        rows = self.db.execute(
            "SELECT day, value, real, used FROM readings WHERE serial = ? ORDER BY day", (serial,)
        )
        return {day: (value, real, used) for day, value, real, used in rows}

    @staticmethod
    def _real(rows, digits):
        """The real readings among rows: a list of tuples (day, value, used) in the order of the days."""
        power = 10**digits
        result = []
        for day in sorted(rows):
            value, real, _ = rows[day]
            if not real:
                continue
            used = 0
            if result:
                difference = (value - result[-1][1]) % power
                if 2 * difference > power:
                    raise ValueError("runs backwards")
                used = result[-1][2] + difference
            result.append((day, value, used))
        return result

    @staticmethod
    def _estimate(real, digits, day):
        """The value and the used of an estimate of a day."""
        before = [reading for reading in real if reading[0] <= day]
        after = [reading for reading in real if reading[0] > day]
        start, value, used = before[-1]
        more = 0
        if after:
            span, growth = after[0][0] - start, after[0][2] - used
            more = growth * (day - start) // span
        elif len(before) > 1:
            span, growth = start - before[-2][0], used - before[-2][2]
            more = growth * (day - start) // span
        return (value + more) % 10**digits, used + more

    def _recounted(self, rows, digits):
        """Rows with used and the values of estimates as they are to be."""
        real = self._real(rows, digits)
        by_day = {day: (value, 1, used) for day, value, used in real}
        result = {}
        for day in sorted(rows):
            if day in by_day:
                result[day] = by_day[day]
            else:
                value, used = self._estimate(real, digits, day)
                result[day] = (value, 0, used)
        return result

    def _store(self, serial, rows):
        """Let the rows of a meter in the database be the given ones."""
        before = self._rows(serial)
        for day, (value, real, used) in rows.items():
            if day not in before:
                self.db.execute("INSERT INTO readings VALUES (?, ?, ?, ?, ?)", (serial, day, value, real, used))
            elif before[day] != (value, real, used):
                self.db.execute(
                    "UPDATE readings SET value = ?, real = ?, used = ? WHERE serial = ? AND day = ?",
                    (value, real, used, serial, day),
                )
        for day in before:
            if day not in rows:
                self.db.execute("DELETE FROM readings WHERE serial = ? AND day = ?", (serial, day))

    def recount(self, serial: str) -> list[tuple[int, int]]:
        meter = self._meter(serial)
        if meter is None:
            return []
        rows = self._recounted(self._rows(serial), meter[1])
        self._store(serial, rows)
        return [(day, rows[day][2]) for day in rows]

    @staticmethod
    def _check_value(value, digits):
        if not 0 <= value < 10**digits:
            raise ValueError("bad value")

    @staticmethod
    def _check_day(meter, day):
        _, _, first, last = meter
        if day < first or (last is not None and day > last):
            raise ValueError("not there")

    def _add_meter(self, serial, place, digits, day, value):
        self.db.execute("INSERT INTO meters VALUES (?, ?, ?, ?, NULL)", (serial, place, digits, day))
        self.db.execute("INSERT INTO readings VALUES (?, ?, ?, 1, 0)", (serial, day, value))

    def install(self, place: str, serial: str, digits: int, day: int, value: int) -> None:
        if self._meter(serial) is not None:
            raise ValueError("known meter")
        removed = [last for (last,) in self.db.execute("SELECT last FROM meters WHERE place = ?", (place,))]
        if None in removed:
            raise ValueError("has a meter")
        if any(day < last for last in removed):
            raise ValueError("too early")
        self._check_value(value, digits)
        self._add_meter(serial, place, digits, day, value)

    def _read_rows(self, serial, meter, day, value):
        """The rows of a meter as they are after a reading."""
        self._check_day(meter, day)
        rows = self._rows(serial)
        if day in rows and rows[day][1]:
            raise ValueError("was read")
        self._check_value(value, meter[1])
        rows[day] = (value, 1, 0)
        return self._recounted(rows, meter[1])

    def read(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        rows = self._read_rows(serial, meter, day, value)
        self._store(serial, rows)
        return rows[day][2]

    def estimate(self, serial: str, day: int) -> int:
        meter = self._known(serial)
        self._check_day(meter, day)
        rows = self._rows(serial)
        if day not in rows:
            rows[day] = (0, 0, 0)
            rows = self._recounted(rows, meter[1])
            self._store(serial, rows)
        return rows[day][0]

    def correct(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        before = self._rows(serial)
        if day not in before or not before[day][1]:
            raise ValueError("not read")
        self._check_value(value, meter[1])
        rows = self._recounted({**before, day: (value, 1, 0)}, meter[1])
        self._store(serial, rows)
        return sum(1 for other in rows if rows[other][2] != before[other][2])

    def replace(self, serial: str, day: int, value: int, new: str, digits: int, start: int) -> int:
        meter = self._known(serial)
        if meter[3] is not None:
            raise ValueError("was removed")
        if self._meter(new) is not None:
            raise ValueError("known meter")
        self._check_value(start, digits)
        if any(other > day and entry[1] for other, entry in self._rows(serial).items()):
            raise ValueError("later reading")
        rows = self._read_rows(serial, meter, day, value)
        rows = {other: entry for other, entry in rows.items() if other <= day}
        self._store(serial, rows)
        self.db.execute("UPDATE meters SET last = ? WHERE serial = ?", (day, serial))
        self._add_meter(new, meter[0], digits, day, start)
        return rows[day][2]

    def total(self, place: str, day: int) -> int:
        meters = self.db.execute(
            "SELECT serial, digits, first, last FROM meters WHERE place = ?", (place,)
        ).fetchall()
        total = 0
        for serial, digits, first, last in meters:
            if day >= first:
                until = day if last is None else min(day, last)
                total += self._estimate(self._real(self._rows(serial), digits), digits, until)[1]
        return total
