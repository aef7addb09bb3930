# canary: classeval-hf open bar_sheet 9dcf14ef-d7cd-4c2e-8250-0090c152ffc2

import re
from fractions import Fraction

_TOKEN = re.compile(r"(?:(-)|([A-G])([#b]?)([0-9])):([0-9]+)/([0-9]+)(~?)")
_TIME = re.compile(r"([0-9]+)/([0-9]+)")
_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


def _note(token):
    """Read a token: its number, duration, and whether it has a tie."""
    match = _TOKEN.fullmatch(token)
    if match:
        rest, letter, sign, octave, above, below, tie = match.groups()
        number = -1
        if not rest:
            number = 12 * int(octave) + _STEPS[letter] + {"": 0, "#": 1, "b": -1}[sign]
        if (rest or 0 <= number <= 119) and int(above) and int(below):
            return number, Fraction(int(above), int(below)), bool(tie)
    raise ValueError("bad note: " + token)


def _token(number, duration):
    pitch = "-" if number < 0 else f"{_NAMES[number % 12]}{number // 12}"
    return f"{pitch}:{duration.numerator}/{duration.denominator}"


def _read_events(tokens):
    notes = [_note(token) for token in tokens]
    for index, (number, _, tie) in enumerate(notes):
        if tie and (number < 0 or index + 1 == len(notes) or notes[index + 1][0] != number):
            raise ValueError("bad tie: " + tokens[index])
    events = []
    tied = False
    for number, duration, tie in notes:
        if tied:
            events[-1] = (number, events[-1][1] + duration)
        else:
            events.append((number, duration))
        tied = tie
    return notes, _join_rests(events)


def _join_rests(events):
    result = []
    for number, duration in events:
        if number < 0 and result and result[-1][0] < 0:
            result[-1] = (number, result[-1][1] + duration)
        else:
            result.append((number, duration))
    return result


class BarSheet:
    def __init__(self, beats: int, unit: int):
        self.meter = Fraction(beats, unit)
        self.events = []

    def read(self, text: str) -> int:
        words = text.split()
        tokens = [word for word in words if word != "|"]
        notes, events = _read_events(tokens)
        lengths = [Fraction(0)]
        index = 0
        for word in words:
            if word == "|":
                lengths.append(Fraction(0))
            else:
                lengths[-1] += notes[index][1]
                index += 1
        for number, length in enumerate(lengths, 1):
            if length > self.meter or (number < len(lengths) and length != self.meter):
                raise ValueError(f"bar {number}: {length}")
        self.events = events
        return len(events)

    def write(self) -> str:
        bars = []
        room = Fraction(0)
        for number, duration in self.events:
            while duration:
                if not room:
                    bars.append([])
                    room = self.meter
                part = min(room, duration)
                duration -= part
                room -= part
                tie = "~" if duration and number >= 0 else ""
                bars[-1].append(_token(number, part) + tie)
        return " | ".join(" ".join(bar) for bar in bars)

    def _total(self):
        return sum((duration for _, duration in self.events), Fraction(0))

    def _time(self, text, least=Fraction(0)):
        match = _TIME.fullmatch(text)
        if match and int(match[2]):
            time = Fraction(int(match[1]), int(match[2]))
            if least <= time <= self._total():
                return time
        raise ValueError("bad time: " + text)

    def _split(self, time):
        """The events before and after a time, an event that lasts over it being cut."""
        before, after = [], []
        begin = Fraction(0)
        for number, duration in self.events:
            end = begin + duration
            if end <= time:
                before.append((number, duration))
            elif begin >= time:
                after.append((number, duration))
            else:
                before.append((number, time - begin))
                after.append((number, end - time))
            begin = end
        return before, after

    def transpose(self, steps: int, start: str, end: str) -> int:
        first = self._time(start)
        last = self._time(end, first)
        events = []
        count = 0
        begin = Fraction(0)
        for number, duration in self.events:
            if number >= 0 and first <= begin < last:
                number += steps
                if not 0 <= number <= 119:
                    raise ValueError("out of range")
                count += 1
            events.append((number, duration))
            begin += duration
        self.events = events
        return count

    def insert(self, at: str, text: str) -> int:
        time = self._time(at)
        events = _read_events(text.split())[1]
        before, after = self._split(time)
        self.events = _join_rests(before + events + after)
        return len(self.events)

    def cut(self, start: str, end: str) -> str:
        first = self._time(start)
        last = self._time(end, first)
        before, rest = self._split(first)
        removed = []
        left = last - first
        while left:
            number, duration = rest.pop(0)
            part = min(left, duration)
            removed.append(_token(number, part))
            left -= part
            if duration > part:
                rest.insert(0, (number, duration - part))
        self.events = _join_rests(before + rest)
        return " ".join(removed)

    def join(self, at: str) -> bool:
        time = self._time(at)
        end = Fraction(0)
        for index, (number, duration) in enumerate(self.events[:-1]):
            end += duration
            if end == time:
                other, more = self.events[index + 1]
                if number < 0 or number != other:
                    return False
                self.events[index:index + 2] = [(number, duration + more)]
                return True
        return False
