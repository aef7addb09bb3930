# canary: classeval-hf open island_calendar 6f95453d-22ec-4b85-b20c-4d578f4c5e56

import re


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
        name, days, before = self.leap
        if (year - 1) % self.cycle + 1 not in self.longs:
            return list(self.months)
        return [*self.months[:before], (name, days), *self.months[before:]]

    def position(self, date: str) -> int:
        found = re.fullmatch(r"([1-9][0-9]*) ([^ ]+) ([1-9][0-9]*)", date)
        if not found:
            raise ValueError("bad date")
        year, month, day = int(found[1]), found[2], int(found[3])
        plan = self.year_plan(year)
        if day > dict(plan).get(month, 0):
            raise ValueError("bad date")
        cycles, rest = divmod(year - 1, self.cycle)
        number = len(self.longs) * cycles + sum(one <= rest for one in self.longs)
        place = (year - 1) * sum(days for _, days in self.months) + number * self.leap[1] + day - 1
        names = [name for name, _ in plan]
        return place + sum(days for _, days in plan[: names.index(month)])

    def date(self, position: int) -> str:
        if position < 0:
            raise ValueError("bad position")
        length = sum(days for _, days in self.months) * self.cycle + len(self.longs) * self.leap[1]
        cycles, rest = divmod(position, length)
        year = cycles * self.cycle + 1
        while True:
            for name, days in self.year_plan(year):
                if rest < days:
                    return f"{year} {name} {rest + 1}"
                rest -= days
            year += 1

    def weekday(self, date: str) -> str:
        place = self.position(date)
        if place in self.dropped:
            raise ValueError("dropped")
        return self.week[(place - sum(one < place for one in self.dropped)) % len(self.week)]

    def add_days(self, date: str, days: int) -> str:
        place = self.position(date)
        if place in self.dropped:
            raise ValueError("dropped")
        step = 1 if days > 0 else -1
        while days:
            place += step
            if place < 0:
                raise ValueError("too early")
            if place not in self.dropped:
                days -= step
        return self.date(place)

    def days_between(self, start: str, end: str) -> int:
        counts = []
        for date in (start, end):
            place = self.position(date)
            if place in self.dropped:
                raise ValueError("dropped")
            counts.append(place - sum(one < place for one in self.dropped))
        return counts[1] - counts[0]

    def add_years(self, date: str, years: int) -> str:
        if self.position(date) in self.dropped:
            raise ValueError("dropped")
        year, month, day = date.split(" ")
        new = int(year) + years
        if new < 1:
            raise ValueError("too early")
        plan = dict(self.year_plan(new))
        if month not in plan:
            month = self.months[min(self.leap[2], len(self.months) - 1)][0]
        place = self.position(f"{new} {month} {min(int(day), plan[month])}")
        while place in self.dropped:
            place += 1
        return self.date(place)

    def drop_after(self, date: str, count: int) -> str:
        if count < 1:
            raise ValueError("bad number")
        place = self.position(date)
        if place in self.dropped:
            raise ValueError("dropped")
        while count or place in self.dropped:
            place += 1
            if place not in self.dropped and count:
                self.dropped.add(place)
                count -= 1
        return self.date(place)
