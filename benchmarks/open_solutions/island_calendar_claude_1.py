import re

_DATE = re.compile(r"([1-9][0-9]*) ([^ ]+) ([1-9][0-9]*)")


class IslandCalendar:
    def __init__(
        self,
        months: list[tuple[str, int]],
        leap: tuple[str, int, int],
        cycle: int,
        longs: list[int],
        week: list[str],
    ):
        self.months = months
        self.leap = leap
        self.cycle = cycle
        self.longs = longs
        self.week = week
        self.dropped = set()

    def _is_long(self, year):
        return (year - 1) % self.cycle + 1 in self.longs

    def year_plan(self, year: int) -> list[tuple[str, int]]:
        months = list(self.months)
        if self._is_long(year):
            name, days, before = self.leap
            months.insert(before, (name, days))
        return months

    def _year_start(self, year):
        """The position of the first day of a year."""
        cycles, years = divmod(year - 1, self.cycle)
        ordinary = sum(days for _, days in self.months)
        longs = cycles * len(self.longs) + sum(long <= years for long in self.longs)
        return (year - 1) * ordinary + longs * self.leap[1]

    def _parse(self, date):
        match = _DATE.fullmatch(date)
        if not match:
            raise ValueError("bad date")
        year, month, day = int(match.group(1)), match.group(2), int(match.group(3))
        days = dict(self.year_plan(year)).get(month)
        if days is None or day > days:
            raise ValueError("bad date")
        return year, month, day

    def _locate(self, year, month, day):
        position = self._year_start(year)
        for name, days in self.year_plan(year):
            if name == month:
                break
            position += days
        return position + day - 1

    def position(self, date: str) -> int:
        return self._locate(*self._parse(date))

    def date(self, position: int) -> str:
        if position < 0:
            raise ValueError("bad position")
        year = position // self._year_start(self.cycle + 1) * self.cycle + 1
        while self._year_start(year + 1) <= position:
            year += 1
        rest = position - self._year_start(year)
        for name, days in self.year_plan(year):
            if rest < days:
                break
            rest -= days
        return f"{year} {name} {rest + 1}"

    def _rank(self, date):
        """The number of days before a date that are not dropped; the date must not be dropped."""
        position = self.position(date)
        if position in self.dropped:
            raise ValueError("dropped")
        return position - sum(day < position for day in self.dropped)

    def _at_rank(self, rank):
        position = rank
        for day in sorted(self.dropped):
            if day > position:
                break
            position += 1
        return position

    def weekday(self, date: str) -> str:
        return self.week[self._rank(date) % len(self.week)]

    def add_days(self, date: str, days: int) -> str:
        rank = self._rank(date) + days
        if rank < 0:
            raise ValueError("too early")
        return self.date(self._at_rank(rank))

    def days_between(self, start: str, end: str) -> int:
        first = self._rank(start)
        return self._rank(end) - first

    def add_years(self, date: str, years: int) -> str:
        self._rank(date)
        year, month, day = self._parse(date)
        year += years
        if year < 1:
            raise ValueError("too early")
        plan = dict(self.year_plan(year))
        if month not in plan:
            month = self.months[min(self.leap[2], len(self.months) - 1)][0]
        position = self._locate(year, month, min(day, plan[month]))
        while position in self.dropped:
            position += 1
        return self.date(position)

    def drop_after(self, date: str, count: int) -> str:
        if count < 1:
            raise ValueError("bad number")
        rank = self._rank(date)
        days = []
        position = self._at_rank(rank)
        while len(days) < count:
            position += 1
            if position not in self.dropped:
                days.append(position)
        self.dropped.update(days)
        while position in self.dropped:
            position += 1
        return self.date(position)
