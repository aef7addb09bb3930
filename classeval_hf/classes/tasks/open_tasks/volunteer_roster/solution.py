# canary: classeval-hf open volunteer_roster 9015664d-1983-4039-86a6-514087faf104

import re


class VolunteerRoster:
    def __init__(self, shifts: dict[str, tuple[int, int, int, int]]):
        """
        Set up a roster on which nobody has signed up yet.
        :param shifts: dict, from the name of each shift to its tuple (day, start, end, places).
        self.shifts: dict, from the name of each shift to its tuple (day, start, end, places).
        self.confirmed: dict, from the name of each shift to the list of the volunteers who have a place in it, in the
            order in which they got the place; it has an entry for every shift.
        self.waiting: dict, from the name of each shift to the list of the volunteers who wait for a place in it, the
            longest waiting first; it has an entry for every shift.
        """
        self.shifts = dict(shifts)
        self.confirmed = {name: [] for name in shifts}
        self.waiting = {name: [] for name in shifts}

    @staticmethod
    def parse_shift(text: str) -> tuple[int, int, int, int]:
        pattern = r"D([0-9]+) +([0-9]{1,2}):([0-9]{2})-([0-9]{1,2}):([0-9]{2})(?: +x([0-9]+))?"
        match = re.fullmatch(pattern, text.strip(" "))
        if match is None:
            raise ValueError("bad shift: " + text)
        day, hour, minute, end_hour, end_minute, places = (int(part or 1) for part in match.groups())
        if max(hour, end_hour) > 23 or max(minute, end_minute) > 59 or places < 1:
            raise ValueError("bad shift: " + text)
        start, end = 60 * hour + minute, 60 * end_hour + end_minute
        if end <= start:
            end += 1440
        return day, start, end, places

    @staticmethod
    def overlap_minutes(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> int:
        shift = 1440 * (second[0] - first[0])
        return max(0, min(first[2], second[2] + shift) - max(first[1], second[1] + shift))

    def sign_up(self, volunteer: str, shift: str) -> str:
        wanted = self.shifts[shift]
        if volunteer in self.confirmed[shift]:
            return "already"
        for name, people in self.confirmed.items():
            if volunteer in people and self.overlap_minutes(self.shifts[name], wanted) > 0:
                return "conflict"
        if len(self.confirmed[shift]) < wanted[3]:
            self.confirmed[shift].append(volunteer)
            if volunteer in self.waiting[shift]:
                self.waiting[shift].remove(volunteer)
            return "confirmed"
        if volunteer not in self.waiting[shift]:
            self.waiting[shift].append(volunteer)
        return "waiting"

    def cancel(self, volunteer: str, shift: str) -> list[str]:
        wanted = self.shifts[shift]
        if volunteer in self.waiting[shift]:
            self.waiting[shift].remove(volunteer)
            return []
        if volunteer not in self.confirmed[shift]:
            raise ValueError("not signed up")
        self.confirmed[shift].remove(volunteer)
        rivals = [name for name in self.shifts if name != shift and self.overlap_minutes(self.shifts[name], wanted)]
        free = wanted[3] - len(self.confirmed[shift])
        able = [person for person in self.waiting[shift] if all(person not in self.confirmed[name] for name in rivals)]
        promoted = able[:free]
        self.confirmed[shift].extend(promoted)
        self.waiting[shift] = [person for person in self.waiting[shift] if person not in promoted]
        return promoted

    def credited_hours(self) -> list[tuple[str, float]]:
        minutes = {person: 0 for people in self.waiting.values() for person in people}
        for name, people in self.confirmed.items():
            _, start, end, _ = self.shifts[name]
            nights = ((0, 360), (1320, 1800), (2760, 3240))
            night = sum(max(0, min(end, until) - max(start, since)) for since, until in nights)
            for person in people:
                minutes[person] = minutes.get(person, 0) + end - start + night / 2
        hours = [(person, round(total / 60, 2)) for person, total in minutes.items()]
        return sorted(hours, key=lambda entry: (-entry[1], entry[0]))
