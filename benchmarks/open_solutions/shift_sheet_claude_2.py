class ShiftSheet:
    def __init__(self, step: int, daily: int, weekly: int, cap: int):
        self.step = step
        self.daily = daily
        self.weekly = weekly
        self.cap = cap
        self.shifts = {}
        self.off = {}
        self.account = 0
        self.closed = set()

    def _check(self, day, start, end):
        if not 0 <= start < end <= 1440:
            raise ValueError("bad times")
        if day // 7 in self.closed:
            raise ValueError("is closed")

    def _presence(self, day):
        return sum(end - start for start, end in self.shifts.get(day, []))

    def clock(self, day: int, start: int, end: int) -> int:
        self._check(day, start, end)
        before = self._presence(day)
        kept = []
        for first, last in self.shifts.get(day, []):
            if last < start or first > end:
                kept.append((first, last))
            else:
                start = min(start, first)
                end = max(end, last)
        self.shifts[day] = sorted(kept + [(start, end)])
        return self._presence(day) - before

    def strike(self, day: int, start: int, end: int) -> int:
        self._check(day, start, end)
        before = self._presence(day)
        kept = []
        for first, last in self.shifts.get(day, []):
            if first < start:
                kept.append((first, min(last, start)))
            if last > end:
                kept.append((max(first, end), last))
        if kept:
            self.shifts[day] = kept
        else:
            self.shifts.pop(day, None)
        return before - self._presence(day)

    def worked(self, day: int) -> int:
        stretches = self.shifts.get(day, [])
        presence = self._presence(day)
        gaps = (after[0] - before[1] for before, after in zip(stretches, stretches[1:]))
        pause = sum(gap for gap in gaps if gap >= 15)
        needed = 45 if presence > 540 else 30 if presence > 360 else 0
        if pause < needed:
            presence = max(360, presence - (needed - pause))
        return (2 * presence + self.step) // (2 * self.step) * self.step

    def week(self, number: int) -> tuple[int, int]:
        regular = 0
        overtime = 0
        for day in range(7 * number, 7 * number + 7):
            paid = self.worked(day)
            usual = min(paid, self.daily)
            regular += usual + self.off.get(day, 0)
            overtime += paid - usual
        above = max(0, regular - self.weekly)
        return regular - above, overtime + above

    def close(self, number: int) -> tuple[int, int]:
        if number in self.closed:
            raise ValueError("is closed")
        before = [
            day // 7 for day in (*self.shifts, *self.off) if day // 7 < number and day // 7 not in self.closed
        ]
        if before:
            raise ValueError(f"open: {min(before)}")
        value = self.week(number)[1] * 3 // 2
        booked = min(value, self.cap - self.account)
        self.account += booked
        self.closed.add(number)
        return booked, value - booked

    def take(self, day: int, minutes: int) -> int:
        if day // 7 in self.closed:
            raise ValueError("is closed")
        if minutes < 1:
            raise ValueError("bad number")
        if minutes > self.account:
            raise ValueError("too much")
        self.off[day] = self.off.get(day, 0) + minutes
        self.account -= minutes
        return self.account
