# canary: classeval-hf open island_calendar 6f95453d-22ec-4b85-b20c-4d578f4c5e56

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

    def _year_days(self, year):
        days = sum(days for _, days in self.months)
        return days + self.leap[1] if self._is_long(year) else days

    def _cycle_days(self):
        return self.cycle * sum(days for _, days in self.months) + len(self.longs) * self.leap[1]

    def year_plan(self, year: int) -> list[tuple[str, int]]:
        plan = list(self.months)
        if self._is_long(year):
            name, days, before = self.leap
            plan.insert(before, (name, days))
        return plan

    def _parse(self, date):
        match = _DATE.fullmatch(date)
        if not match:
            raise ValueError("bad date")
        year, name, day = int(match[1]), match[2], int(match[3])
        days = dict(self.year_plan(year)).get(name)
        if days is None or day > days:
            raise ValueError("bad date")
        return year, name, day

    def _position(self, year, name, day):
        cycles, rest = divmod(year - 1, self.cycle)
        position = cycles * self._cycle_days() + sum(self._year_days(earlier) for earlier in range(1, rest + 1))
        for month, days in self.year_plan(year):
            if month == name:
                break
            position += days
        return position + day - 1

    def position(self, date: str) -> int:
        return self._position(*self._parse(date))

    def date(self, position: int) -> str:
        if position < 0:
            raise ValueError("bad position")
        cycles, rest = divmod(position, self._cycle_days())
        year = 1
        while rest >= self._year_days(year):
            rest -= self._year_days(year)
            year += 1
        year += cycles * self.cycle
        for name, days in self.year_plan(year):
            if rest < days:
                break
            rest -= days
        return f"{year} {name} {rest + 1}"

    def _held(self, date):
        position = self.position(date)
        if position in self.dropped:
            raise ValueError("dropped")
        return position

    def _rank(self, date):
        """The number of days before a date that are not dropped."""
        position = self._held(date)
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

    def _next_held(self, position):
        while position in self.dropped:
            position += 1
        return position

    def add_years(self, date: str, years: int) -> str:
        self._held(date)
        year, name, day = self._parse(date)
        year += years
        if year < 1:
            raise ValueError("too early")
        plan = dict(self.year_plan(year))
        if name not in plan:
            name = self.months[min(self.leap[2], len(self.months) - 1)][0]
        day = min(day, plan[name])
        return self.date(self._next_held(self._position(year, name, day)))

    def drop_after(self, date: str, count: int) -> str:
        if count < 1:
            raise ValueError("bad number")
        position = self._held(date)
        for _ in range(count):
            position = self._next_held(position + 1)
            self.dropped.add(position)
        return self.date(self._next_held(position))
