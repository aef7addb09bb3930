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

    def year_plan(self, year: int) -> list[tuple[str, int]]:
        months = list(self.months)
        if (year - 1) % self.cycle + 1 in self.longs:
            name, days, before = self.leap
            months.insert(before, (name, days))
        return months

    def _ordinary(self):
        return sum(days for _, days in self.months)

    def _year_start(self, year):
        """The position of the first day of a year."""
        cycles, rest = divmod(year - 1, self.cycle)
        longs = cycles * len(self.longs) + sum(1 for long in self.longs if long <= rest)
        return (year - 1) * self._ordinary() + longs * self.leap[1]

    def _parse(self, date):
        """The year, the month and the day of a date, and its position."""
        match = _DATE.fullmatch(date)
        if match:
            year, month, day = int(match[1]), match[2], int(match[3])
            position = self._year_start(year)
            for name, days in self.year_plan(year):
                if name == month:
                    if day <= days:
                        return year, month, day, position + day - 1
                    break
                position += days
        raise ValueError("bad date")

    def position(self, date: str) -> int:
        return self._parse(date)[3]

    def date(self, position: int) -> str:
        if position < 0:
            raise ValueError("bad position")
        cycle_days = self.cycle * self._ordinary() + len(self.longs) * self.leap[1]
        cycles, rest = divmod(position, cycle_days)
        year = cycles * self.cycle + 1
        while True:
            for name, days in self.year_plan(year):
                if rest < days:
                    return f"{year} {name} {rest + 1}"
                rest -= days
            year += 1

    def _parse_kept(self, date):
        parsed = self._parse(date)
        if parsed[3] in self.dropped:
            raise ValueError("dropped")
        return parsed

    def _rank(self, date):
        """The number of days before a date, dropped ones not included."""
        position = self._parse_kept(date)[3]
        return position - sum(1 for day in self.dropped if day < position)

    def weekday(self, date: str) -> str:
        return self.week[self._rank(date) % len(self.week)]

    def add_days(self, date: str, days: int) -> str:
        position = self._rank(date) + days
        if position < 0:
            raise ValueError("too early")
        for day in sorted(self.dropped):
            if day > position:
                break
            position += 1
        return self.date(position)

    def days_between(self, start: str, end: str) -> int:
        first = self._rank(start)
        return self._rank(end) - first

    def add_years(self, date: str, years: int) -> str:
        year, month, day, _ = self._parse_kept(date)
        year += years
        if year < 1:
            raise ValueError("too early")
        plan = self.year_plan(year)
        if all(name != month for name, _ in plan):
            month = self.months[min(self.leap[2], len(self.months) - 1)][0]
        position = self._year_start(year)
        for name, days in plan:
            if name == month:
                position += min(day, days) - 1
                break
            position += days
        while position in self.dropped:
            position += 1
        return self.date(position)

    def drop_after(self, date: str, count: int) -> str:
        if count < 1:
            raise ValueError("bad number")
        position = self._parse_kept(date)[3] + 1
        while count:
            if position not in self.dropped:
                self.dropped.add(position)
                count -= 1
            position += 1
        while position in self.dropped:
            position += 1
        return self.date(position)
