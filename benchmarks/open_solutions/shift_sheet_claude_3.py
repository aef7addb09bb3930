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
        others = []
        for first, last in self.shifts.get(day, []):
            if last < start or first > end:
                others.append((first, last))
            else:
                start = min(start, first)
                end = max(end, last)
        self.shifts[day] = sorted(others + [(start, end)])
        return self._presence(day) - before

    def strike(self, day: int, start: int, end: int) -> int:
        self._check(day, start, end)
        before = self._presence(day)
        rest = []
        for first, last in self.shifts.get(day, []):
            if last <= start or first >= end:
                rest.append((first, last))
                continue
            if first < start:
                rest.append((first, start))
            if last > end:
                rest.append((end, last))
        if rest:
            self.shifts[day] = rest
        else:
            self.shifts.pop(day, None)
        return before - self._presence(day)

    def worked(self, day: int) -> int:
        stretches = self.shifts.get(day, [])
        presence = self._presence(day)
        pauses = [after[0] - before[1] for before, after in zip(stretches, stretches[1:])]
        pause = sum(gap for gap in pauses if gap >= 15)
        needed = 45 if presence > 540 else 30 if presence > 360 else 0
        if needed > pause:
            presence = max(360, presence - (needed - pause))
        return (2 * presence + self.step) // (2 * self.step) * self.step

    def week(self, number: int) -> tuple[int, int]:
        regular = 0
        overtime = 0
        for day in range(7 * number, 7 * number + 7):
            paid = self.worked(day)
            over = max(0, paid - self.daily)
            overtime += over
            regular += paid - over + self.off.get(day, 0)
        if regular > self.weekly:
            overtime += regular - self.weekly
            regular = self.weekly
        return regular, overtime

    def close(self, number: int) -> tuple[int, int]:
        if number in self.closed:
            raise ValueError("is closed")
        still_open = {day // 7 for day in [*self.shifts, *self.off]} - self.closed
        earlier = [week for week in still_open if week < number]
        if earlier:
            raise ValueError(f"open: {min(earlier)}")
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
        self.account -= minutes
        self.off[day] = self.off.get(day, 0) + minutes
        return self.account
