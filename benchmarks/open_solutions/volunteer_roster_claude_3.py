import re

SHIFT = re.compile(r"D([0-9]+) +([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})(?: +x([0-9]+))?")


class VolunteerRoster:
    def __init__(self, shifts: dict[str, tuple[int, int, int, int]]):
        self.shifts = dict(shifts)
        self.confirmed = {name: [] for name in shifts}
        self.waiting = {name: [] for name in shifts}

    @staticmethod
    def parse_shift(text: str) -> tuple[int, int, int, int]:
        match = SHIFT.fullmatch(text.strip(" "))
        if not match:
            raise ValueError("bad shift: " + text)
        day, start_hour, start_minute, end_hour, end_minute = map(int, match.groups()[:5])
        places = 1 if match.group(6) is None else int(match.group(6))
        if max(start_hour, end_hour) > 23 or max(start_minute, end_minute) > 59 or places < 1:
            raise ValueError("bad shift: " + text)
        start = 60 * start_hour + start_minute
        end = 60 * end_hour + end_minute
        if end <= start:
            end += 1440
        return day, start, end, places

    @staticmethod
    def overlap_minutes(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> int:
        start = max(1440 * first[0] + first[1], 1440 * second[0] + second[1])
        end = min(1440 * first[0] + first[2], 1440 * second[0] + second[2])
        return max(0, end - start)

    def _has_conflict(self, volunteer, shift):
        return any(
            volunteer in self.confirmed[other] and self.overlap_minutes(self.shifts[other], self.shifts[shift]) > 0
            for other in self.shifts
            if other != shift
        )

    def _free(self, shift):
        return self.shifts[shift][3] - len(self.confirmed[shift])

    def sign_up(self, volunteer: str, shift: str) -> str:
        if shift not in self.shifts:
            raise KeyError(shift)
        if volunteer in self.confirmed[shift]:
            return "already"
        if self._has_conflict(volunteer, shift):
            return "conflict"
        if self._free(shift) > 0:
            self.confirmed[shift].append(volunteer)
            if volunteer in self.waiting[shift]:
                self.waiting[shift].remove(volunteer)
            return "confirmed"
        if volunteer not in self.waiting[shift]:
            self.waiting[shift].append(volunteer)
        return "waiting"

    def cancel(self, volunteer: str, shift: str) -> list[str]:
        if shift not in self.shifts:
            raise KeyError(shift)
        if volunteer not in self.confirmed[shift]:
            if volunteer not in self.waiting[shift]:
                raise ValueError("not signed up")
            self.waiting[shift].remove(volunteer)
            return []
        self.confirmed[shift].remove(volunteer)
        moved = []
        for person in list(self.waiting[shift]):
            if self._free(shift) <= 0:
                break
            if not self._has_conflict(person, shift):
                self.waiting[shift].remove(person)
                self.confirmed[shift].append(person)
                moved.append(person)
        return moved

    @staticmethod
    def _doubled_minutes(shift):
        """Twice the credited minutes of a shift."""
        _, start, end, _ = shift
        night = 0
        for midnight in range(0, end + 1441, 1440):
            night += max(0, min(end, midnight + 360) - max(start, midnight - 120))
        return 2 * (end - start) + night

    def credited_hours(self) -> list[tuple[str, float]]:
        credited = {}
        for name, shift in self.shifts.items():
            for volunteer in self.confirmed[name]:
                credited[volunteer] = credited.get(volunteer, 0) + self._doubled_minutes(shift)
            for volunteer in self.waiting[name]:
                credited.setdefault(volunteer, 0)
        hours = [(volunteer, round(doubled / 2 / 60, 2)) for volunteer, doubled in credited.items()]
        return sorted(hours, key=lambda entry: (-entry[1], entry[0]))
