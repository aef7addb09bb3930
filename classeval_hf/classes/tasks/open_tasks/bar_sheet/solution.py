# canary: classeval-hf open bar_sheet 9dcf14ef-d7cd-4c2e-8250-0090c152ffc2

import re
from fractions import Fraction

STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]


def parse(tokens):
    """The pitch, duration and tie of each token."""
    parts = []
    for token in tokens:
        match = re.fullmatch(r"(?:([A-G])([#b]?)([0-9])|-):([0-9]+)/([0-9]+)(~?)", token)
        if not match or not int(match[4]) or not int(match[5]):
            raise ValueError(f"bad note: {token}")
        pitch = -1
        if match[1]:
            pitch = 12 * int(match[3]) + STEPS[match[1]] + {"#": 1, "b": -1, "": 0}[match[2]]
            if not 0 <= pitch <= 119:
                raise ValueError(f"bad note: {token}")
        parts.append((pitch, Fraction(int(match[4]), int(match[5])), match[6] == "~"))
    for token, (pitch, _, tied), after in zip(tokens, parts, [*parts[1:], (-1, 0, False)]):
        if tied and (pitch < 0 or after[0] != pitch):
            raise ValueError(f"bad tie: {token}")
    return parts


def joined(parts):
    """Events of parts (pitch, duration, tie)."""
    events = []
    tied = False
    for pitch, duration, tie in parts:
        if tied or (pitch < 0 and events and events[-1][0] < 0):
            events[-1] = (pitch, events[-1][1] + duration)
        else:
            events.append((pitch, duration))
        tied = tie
    return events


def untied(events):
    return joined([(pitch, duration, False) for pitch, duration in events])


def halves(events, time):
    """The events before and after a time; one that lasts over it is cut in two."""
    before, after = [], []
    for pitch, duration in events:
        early = min(max(time, 0), duration)
        time -= duration
        before += [(pitch, early)] if early else []
        after += [(pitch, duration - early)] if early < duration else []
    return before, after


def moment(sheet, time, least=Fraction(0)):
    match = re.fullmatch("([0-9]+)/([0-9]+)", time)
    if match and int(match[2]):
        value = Fraction(int(match[1]), int(match[2]))
        if least <= value <= sum(duration for _, duration in sheet.events):
            return value
    raise ValueError(f"bad time: {time}")


def token(pitch, duration):
    name = f"{NAMES[pitch % 12]}{pitch // 12}" if pitch >= 0 else "-"
    return f"{name}:{duration.numerator}/{duration.denominator}"


class BarSheet:
    def __init__(self, beats: int, unit: int):
        self.meter = Fraction(beats, unit)
        self.events = []

    def read(self, text: str) -> int:
        words = text.split()
        parts = parse([word for word in words if word != "|"])
        lengths, rest = [Fraction(0)], iter(parts)
        for word in words:
            if word == "|":
                lengths.append(Fraction(0))
            else:
                lengths[-1] += next(rest)[1]
        for number, length in enumerate(lengths, 1):
            if length > self.meter or (length < self.meter and number < len(lengths)):
                raise ValueError(f"bar {number}: {length}")
        self.events = joined(parts)
        return len(self.events)

    def write(self) -> str:
        bars, room = [], Fraction(0)
        for pitch, duration in self.events:
            while duration:
                if not room:
                    bars.append([])
                    room = self.meter
                part = min(room, duration)
                room -= part
                duration -= part
                bars[-1].append(token(pitch, part) + ("~" if duration and pitch >= 0 else ""))
        return " | ".join(" ".join(bar) for bar in bars)

    def transpose(self, steps: int, start: str, end: str) -> int:
        first = moment(self, start)
        last = moment(self, end, first)
        time, count, events = Fraction(0), 0, []
        for pitch, duration in self.events:
            if first <= time < last and pitch >= 0:
                pitch += steps
                count += 1
                if not 0 <= pitch <= 119:
                    raise ValueError("out of range")
            events.append((pitch, duration))
            time += duration
        self.events = events
        return count

    def insert(self, at: str, text: str) -> int:
        before, after = halves(self.events, moment(self, at))
        self.events = untied(before + joined(parse(text.split())) + after)
        return len(self.events)

    def cut(self, start: str, end: str) -> str:
        first = moment(self, start)
        last = moment(self, end, first)
        rest, after = halves(self.events, last)
        before, removed = halves(rest, first)
        self.events = untied(before + after)
        return " ".join(token(pitch, duration) for pitch, duration in removed)

    def join(self, at: str) -> bool:
        time = moment(self, at)
        for index, (pitch, duration) in enumerate(self.events[:-1]):
            time -= duration
            if not time and self.events[index + 1][0] == pitch:
                self.events[index : index + 2] = [(pitch, duration + self.events[index + 1][1])]
                return True
        return False
