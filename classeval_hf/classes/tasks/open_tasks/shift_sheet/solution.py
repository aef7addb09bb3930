# canary: classeval-hf open shift_sheet cc0be731-d389-4682-a46a-524aa925418c


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

    def clock(self, day: int, start: int, end: int) -> int:
        if not 0 <= start < end <= 1440:
            raise ValueError("bad times")
        if day // 7 in self.closed:
            raise ValueError("is closed")
        before = self.shifts.get(day, [])
        joined = [shift for shift in before if shift[0] <= end and start <= shift[1]]
        new = (min([start, *(shift[0] for shift in joined)]), max([end, *(shift[1] for shift in joined)]))
        self.shifts[day] = sorted([new, *(shift for shift in before if shift not in joined)])
        return new[1] - new[0] - sum(shift[1] - shift[0] for shift in joined)

    def strike(self, day: int, start: int, end: int) -> int:
        if not 0 <= start < end <= 1440:
            raise ValueError("bad times")
        if day // 7 in self.closed:
            raise ValueError("is closed")
        struck, kept = 0, []
        for first, last in self.shifts.pop(day, []):
            struck += max(0, min(last, end) - max(first, start))
            parts = [(first, min(last, start)), (max(first, end), last)]
            kept += [part for part in parts if part[0] < part[1]]
        if kept:
            self.shifts[day] = kept
        return struck

    def worked(self, day: int) -> int:
        shifts = self.shifts.get(day, [])
        presence = sum(end - start for start, end in shifts)
        gaps = [after[0] - before[1] for before, after in zip(shifts, shifts[1:])]
        needed = 45 if presence > 540 else 30 if presence > 360 else 0
        lacking = needed - sum(gap for gap in gaps if gap >= 15)
        if lacking > 0:
            presence = max(presence - lacking, 360)
        return (2 * presence + self.step) // (2 * self.step) * self.step

    def week(self, number: int) -> tuple[int, int]:
        regular = over = 0
        for day in range(7 * number, 7 * number + 7):
            minutes = self.worked(day)
            over += max(0, minutes - self.daily)
            regular += min(minutes, self.daily) + self.off.get(day, 0)
        excess = max(0, regular - self.weekly)
        return regular - excess, over + excess

    def close(self, number: int) -> tuple[int, int]:
        if number in self.closed:
            raise ValueError("is closed")
        open_weeks = {day // 7 for day in [*self.shifts, *self.off]} - self.closed
        earliest = min(open_weeks, default=number)
        if earliest < number:
            raise ValueError(f"open: {earliest}")
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
