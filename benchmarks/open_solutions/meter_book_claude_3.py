import sqlite3


class MeterBook:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE meters (serial TEXT, place TEXT, digits INTEGER, first INTEGER, last INTEGER)")
        self.db.execute("CREATE TABLE readings (serial TEXT, day INTEGER, value INTEGER, real INTEGER, used INTEGER)")

    def _meter(self, serial):
        """The tuple (place, digits, first, last) of a meter, or None."""
        return self.db.execute("SELECT place, digits, first, last FROM meters WHERE serial = ?", (serial,)).fetchone()

    def _known(self, serial):
        meter = self._meter(serial)
        if meter is None:
            raise KeyError(serial)
        return meter

    def _rows(self, serial):
        """A dict from each day to a tuple (value, real)."""
        rows = self.db.execute("SELECT day, value, real FROM readings WHERE serial = ? ORDER BY day", (serial,))
        return {day: (value, real) for day, value, real in rows}

    @staticmethod
    def _check_value(value, digits):
        if not 0 <= value < 10 ** digits:
            raise ValueError("bad value")

    @staticmethod
    def _compute(rows, digits):
        """From the rows of a meter a dict from each day, ascending, to a tuple (value, used)."""
        power = 10 ** digits
        real = []
        for day in sorted(rows):
            value, is_real = rows[day]
            if not is_real:
                continue
            used = 0
            if real:
                difference = (value - real[-1][1]) % power
                if 2 * difference > power:
                    raise ValueError("runs backwards")
                used = real[-1][2] + difference
            real.append((day, value, used))
        result = {}
        before = -1
        for day in sorted(rows):
            value, is_real = rows[day]
            if is_real:
                before += 1
                result[day] = (value, real[before][2])
                continue
            start, shown, used = real[before]
            grown = 0
            if len(real) > 1:
                one, two = (before, before + 1) if before + 1 < len(real) else (before - 1, before)
                grown = (real[two][2] - real[one][2]) * (day - start) // (real[two][0] - real[one][0])
            result[day] = ((shown + grown) % power, used + grown)
        return result

    def _store(self, serial, rows, computed):
        with self.db:
            self.db.execute("DELETE FROM readings WHERE serial = ?", (serial,))
            self.db.executemany(
                "INSERT INTO readings VALUES (?, ?, ?, ?, ?)",
                [(serial, day, value, rows[day][1], used) for day, (value, used) in computed.items()],
            )

    def recount(self, serial: str) -> list[tuple[int, int]]:
        digits = self._known(serial)[1]
        computed = self._compute(self._rows(serial), digits)
        with self.db:
            self.db.executemany(
                "UPDATE readings SET value = ?, used = ? WHERE serial = ? AND day = ?",
                [(value, used, serial, day) for day, (value, used) in computed.items()],
            )
        return [(day, used) for day, (_, used) in computed.items()]

    def _install(self, place, serial, digits, day, value):
        with self.db:
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
        self._install(place, serial, digits, day, value)

    @staticmethod
    def _check_there(meter, day):
        _, _, first, last = meter
        if day < first or (last is not None and day > last):
            raise ValueError("not there")

    def _with_reading(self, meter, rows, day, value):
        """Check a new real reading, put it into the rows and compute them."""
        self._check_there(meter, day)
        if day in rows and rows[day][1]:
            raise ValueError("was read")
        self._check_value(value, meter[1])
        rows[day] = (value, 1)
        return self._compute(rows, meter[1])

    def read(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        rows = self._rows(serial)
        computed = self._with_reading(meter, rows, day, value)
        self._store(serial, rows, computed)
        return computed[day][1]

    def estimate(self, serial: str, day: int) -> int:
        meter = self._known(serial)
        self._check_there(meter, day)
        rows = self._rows(serial)
        if day in rows:
            return rows[day][0]
        rows[day] = (0, 0)
        computed = self._compute(rows, meter[1])
        self._store(serial, rows, computed)
        return computed[day][0]

    def correct(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        rows = self._rows(serial)
        if day not in rows or not rows[day][1]:
            raise ValueError("not read")
        self._check_value(value, meter[1])
        before = dict(self.db.execute("SELECT day, used FROM readings WHERE serial = ?", (serial,)).fetchall())
        rows[day] = (value, 1)
        computed = self._compute(rows, meter[1])
        self._store(serial, rows, computed)
        return sum(1 for other, (_, used) in computed.items() if used != before[other])

    def replace(self, serial: str, day: int, value: int, new: str, digits: int, start: int) -> int:
        meter = self._known(serial)
        if meter[3] is not None:
            raise ValueError("was removed")
        if self._meter(new) is not None:
            raise ValueError("known meter")
        self._check_value(start, digits)
        rows = self._rows(serial)
        if any(other > day and real for other, (_, real) in rows.items()):
            raise ValueError("later reading")
        rows = {other: row for other, row in rows.items() if other <= day}
        computed = self._with_reading(meter, rows, day, value)
        self._store(serial, rows, computed)
        with self.db:
            self.db.execute("UPDATE meters SET last = ? WHERE serial = ?", (day, serial))
        self._install(meter[0], new, digits, day, start)
        return computed[day][1]

    def total(self, place: str, day: int) -> int:
        meters = self.db.execute(
            "SELECT serial, digits, first, last FROM meters WHERE place = ?", (place,)
        ).fetchall()
        total = 0
        for serial, digits, first, last in meters:
            if day < first:
                continue
            until = day if last is None else min(day, last)
            rows = self._rows(serial)
            rows.setdefault(until, (0, 0))
            total += self._compute(rows, digits)[until][1]
        return total
