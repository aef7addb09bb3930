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

    def _covered(self, day, start, end):
        """How many minutes of a stretch are in the working time."""
        return sum(max(0, min(e, end) - max(s, start)) for s, e in self.shifts.get(day, ()))

    def clock(self, day: int, start: int, end: int) -> int:
        self._check(day, start, end)
        new = end - start - self._covered(day, start, end)
        stretches = []
        for s, e in self.shifts.get(day, ()):
            if e < start or s > end:
                stretches.append((s, e))
            else:
                start = min(start, s)
                end = max(end, e)
        stretches.append((start, end))
        self.shifts[day] = sorted(stretches)
        return new

    def strike(self, day: int, start: int, end: int) -> int:
        self._check(day, start, end)
        covered = self._covered(day, start, end)
        if covered:
            stretches = []
            for s, e in self.shifts[day]:
                for part in ((s, min(e, start)), (max(s, end), e)):
                    if part[0] < part[1]:
                        stretches.append(part)
            if stretches:
                self.shifts[day] = stretches
            else:
                del self.shifts[day]
        return covered

    def worked(self, day: int) -> int:
        stretches = self.shifts.get(day, [])
        presence = sum(end - start for start, end in stretches)
        gaps = [after[0] - before[1] for before, after in zip(stretches, stretches[1:])]
        pause = sum(gap for gap in gaps if gap >= 15)
        if presence > 360:
            needed = 45 if presence > 540 else 30
            presence = max(360, presence - max(0, needed - pause))
        return (2 * presence + self.step) // (2 * self.step) * self.step

    def week(self, number: int) -> tuple[int, int]:
        regular = overtime = 0
        for day in range(7 * number, 7 * number + 7):
            minutes = self.worked(day)
            above = max(0, minutes - self.daily)
            overtime += above
            regular += minutes - above + self.off.get(day, 0)
        above = max(0, regular - self.weekly)
        return regular - above, overtime + above

    def close(self, number: int) -> tuple[int, int]:
        if number in self.closed:
            raise ValueError("is closed")
        weeks = {day // 7 for day in [*self.shifts, *self.off]}
        open_weeks = [week for week in weeks if week < number and week not in self.closed]
        if open_weeks:
            raise ValueError(f"open: {min(open_weeks)}")
        worth = self.week(number)[1] * 3 // 2
        booked = min(worth, self.cap - self.account)
        self.account += booked
        self.closed.add(number)
        return booked, worth - booked

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
