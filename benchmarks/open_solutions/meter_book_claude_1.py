import sqlite3


class MeterBook:
    def __init__(self):
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE TABLE meters (serial TEXT, place TEXT, digits INTEGER, first INTEGER, last INTEGER)")
        self.db.execute("CREATE TABLE readings (serial TEXT, day INTEGER, value INTEGER, real INTEGER, used INTEGER)")

    def _meter(self, serial):
        """The row (place, digits, first, last) of a meter, or None."""
        return self.db.execute(
            "SELECT place, digits, first, last FROM meters WHERE serial = ?", (serial,)
        ).fetchone()

    def _known(self, serial):
        meter = self._meter(serial)
        if meter is None:
            raise KeyError(serial)
        return meter

    def _rows(self, serial):
        """A dict from each day with a row of a meter to (value, real, used)."""
        cursor = self.db.execute(
            "SELECT day, value, real, used FROM readings WHERE serial = ? ORDER BY day", (serial,)
        )
        return {day: (value, real, used) for day, value, real, used in cursor}

    @staticmethod
    def _real(rows, digits):
        """The real readings as tuples (day, value, used) in ascending order."""
        power = 10 ** digits
        result = []
        for day in sorted(rows):
            value, real, _ = rows[day]
            if not real:
                continue
            if result:
                difference = (value - result[-1][1]) % power
                if 2 * difference > power:
                    raise ValueError("runs backwards")
                result.append((day, value, result[-1][2] + difference))
            else:
                result.append((day, value, 0))
        return result

    @staticmethod
    def _at(real, digits, day):
        """What (value, used) is on a day, not before the first real reading."""
        before = max(i for i, reading in enumerate(real) if reading[0] <= day)
        base_day, base_value, base_used = real[before]
        if base_day == day or len(real) == 1:
            return base_value, base_used
        first = min(before, len(real) - 2)
        day1, _, used1 = real[first]
        day2, _, used2 = real[first + 1]
        used = used1 + (used2 - used1) * (day - day1) // (day2 - day1)
        return (base_value + used - base_used) % 10 ** digits, used

    def _counted(self, rows, digits):
        """The rows with used, and the values of estimates, as they ought to be."""
        real = self._real(rows, digits)
        return {day: (*self._at(real, digits, day)[:1], rows[day][1], self._at(real, digits, day)[1]) for day in sorted(rows)}

    def _store(self, serial, rows):
        with self.db:
            self.db.execute("DELETE FROM readings WHERE serial = ?", (serial,))
            self.db.executemany(
                "INSERT INTO readings VALUES (?, ?, ?, ?, ?)",
                [(serial, day, *row) for day, row in rows.items()],
            )

    def recount(self, serial: str) -> list[tuple[int, int]]:
        meter = self._meter(serial)
        if meter is None:
            return []
        rows = self._counted(self._rows(serial), meter[1])
        self._store(serial, rows)
        return [(day, row[2]) for day, row in rows.items()]

    @staticmethod
    def _check_value(value, digits):
        if not 0 <= value < 10 ** digits:
            raise ValueError("bad value")

    def _add_meter(self, place, serial, digits, day, value):
        with self.db:
            self.db.execute("INSERT INTO meters VALUES (?, ?, ?, ?, NULL)", (serial, place, digits, day))
            self.db.execute("INSERT INTO readings VALUES (?, ?, ?, 1, 0)", (serial, day, value))

    def install(self, place: str, serial: str, digits: int, day: int, value: int) -> None:
        if self._meter(serial) is not None:
            raise ValueError("known meter")
        lasts = [row[0] for row in self.db.execute("SELECT last FROM meters WHERE place = ?", (place,))]
        if None in lasts:
            raise ValueError("has a meter")
        if any(day < last for last in lasts):
            raise ValueError("too early")
        self._check_value(value, digits)
        self._add_meter(place, serial, digits, day, value)

    @staticmethod
    def _check_day(meter, day):
        _, _, first, last = meter
        if day < first or (last is not None and day > last):
            raise ValueError("not there")

    def read(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        self._check_day(meter, day)
        rows = self._rows(serial)
        if day in rows and rows[day][1]:
            raise ValueError("was read")
        self._check_value(value, meter[1])
        rows[day] = (value, 1, 0)
        rows = self._counted(rows, meter[1])
        self._store(serial, rows)
        return rows[day][2]

    def estimate(self, serial: str, day: int) -> int:
        meter = self._known(serial)
        self._check_day(meter, day)
        rows = self._rows(serial)
        if day not in rows:
            rows[day] = (0, 0, 0)
            rows = self._counted(rows, meter[1])
            self._store(serial, rows)
        return rows[day][0]

    def correct(self, serial: str, day: int, value: int) -> int:
        meter = self._known(serial)
        before = self._rows(serial)
        if day not in before or not before[day][1]:
            raise ValueError("not read")
        self._check_value(value, meter[1])
        after = self._counted({**before, day: (value, 1, 0)}, meter[1])
        self._store(serial, after)
        return sum(before[d][2] != after[d][2] for d in after)

    def replace(self, serial: str, day: int, value: int, new: str, digits: int, start: int) -> int:
        meter = self._known(serial)
        place, old_digits, _, last = meter
        if last is not None:
            raise ValueError("was removed")
        if self._meter(new) is not None:
            raise ValueError("known meter")
        self._check_value(start, digits)
        rows = self._rows(serial)
        if any(real and d > day for d, (_, real, _) in rows.items()):
            raise ValueError("later reading")
        self._check_day(meter, day)
        if day in rows and rows[day][1]:
            raise ValueError("was read")
        self._check_value(value, old_digits)
        rows = {d: row for d, row in rows.items() if d < day}
        rows[day] = (value, 1, 0)
        rows = self._counted(rows, old_digits)
        self._store(serial, rows)
        with self.db:
            self.db.execute("UPDATE meters SET last = ? WHERE serial = ?", (day, serial))
        self._add_meter(place, new, digits, day, start)
        return rows[day][2]

    def total(self, place: str, day: int) -> int:
        meters = self.db.execute(
            "SELECT serial, digits, first, last FROM meters WHERE place = ?", (place,)
        ).fetchall()
        result = 0
        for serial, digits, first, last in meters:
            if day < first:
                continue
            end = day if last is None else min(day, last)
            result += self._at(self._real(self._rows(serial), digits), digits, end)[1]
        return result
