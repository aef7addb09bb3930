import re
from fractions import Fraction

_TOKEN = re.compile(r"(?:([A-G])([#b]?)([0-9])|-):([0-9]+)/([0-9]+)(~?)")
_TIME = re.compile(r"([0-9]+)/([0-9]+)")
_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SIGNS = {"": 0, "#": 1, "b": -1}
_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


def _note(token):
    """What a token stands for, as a tuple (pitch, duration, tied)."""
    match = _TOKEN.fullmatch(token)
    if match:
        letter, sign, digit, over, under, tie = match.groups()
        pitch = 12 * int(digit) + _LETTERS[letter] + _SIGNS[sign] if letter else -1
        if int(over) >= 1 and int(under) >= 1 and (not letter or 0 <= pitch <= 119):
            return pitch, Fraction(int(over), int(under)), bool(tie)
    raise ValueError(f"bad note: {token}")


def _written(pitch, duration):
    name = "-" if pitch < 0 else f"{_NAMES[pitch % 12]}{pitch // 12}"
    return f"{name}:{duration.numerator}/{duration.denominator}"


def _events(tokens):
    """The events of tokens that stand for notes and rests."""
    notes = [_note(token) for token in tokens]
    events = []
    tied = False
    for index, (pitch, duration, tie) in enumerate(notes):
        if tie and (pitch < 0 or index + 1 == len(notes) or notes[index + 1][0] != pitch):
            raise ValueError(f"bad tie: {tokens[index]}")
        if tied:
            events[-1] = (pitch, events[-1][1] + duration)
        else:
            events.append((pitch, duration))
        tied = tie
    return _with_rests_joined(events)


def _with_rests_joined(events):
    result = []
    for pitch, duration in events:
        if pitch < 0 and result and result[-1][0] < 0:
            result[-1] = (-1, result[-1][1] + duration)
        else:
            result.append((pitch, duration))
    return result


class BarSheet:
    def __init__(self, beats: int, unit: int):
        self.meter = Fraction(beats, unit)
        self.events = []

    def read(self, text: str) -> int:
        tokens = text.split()
        events = _events([token for token in tokens if token != "|"])
        lengths = [Fraction(0)]
        for token in tokens:
            if token == "|":
                lengths.append(Fraction(0))
            else:
                lengths[-1] += _note(token)[1]
        for number, length in enumerate(lengths, 1):
            if length > self.meter or (length < self.meter and number < len(lengths)):
                raise ValueError(f"bar {number}: {length}")
        self.events = events
        return len(events)

    def write(self) -> str:
        bars = [[]]
        room = self.meter
        for pitch, duration in self.events:
            while duration:
                if not room:
                    bars.append([])
                    room = self.meter
                part = min(room, duration)
                room -= part
                duration -= part
                bars[-1].append(_written(pitch, part) + ("~" if duration and pitch >= 0 else ""))
        return " | ".join(" ".join(bar) for bar in bars)

    def _time(self, text):
        """The time that a text gives."""
        match = _TIME.fullmatch(text)
        if match and int(match[2]) >= 1:
            time = Fraction(int(match[1]), int(match[2]))
            if time <= sum(duration for _, duration in self.events):
                return time
        raise ValueError(f"bad time: {text}")

    def _span(self, start, end):
        first = self._time(start)
        last = self._time(end)
        if last < first:
            raise ValueError(f"bad time: {end}")
        return first, last

    @staticmethod
    def _split(events, time):
        """The events before and after a time; one that lasts over it is cut in two."""
        before = []
        after = []
        begin = Fraction(0)
        for pitch, duration in events:
            end = begin + duration
            if end <= time:
                before.append((pitch, duration))
            elif begin >= time:
                after.append((pitch, duration))
            else:
                before.append((pitch, time - begin))
                after.append((pitch, end - time))
            begin = end
        return before, after

    def transpose(self, steps: int, start: str, end: str) -> int:
        first, last = self._span(start, end)
        events = []
        count = 0
        begin = Fraction(0)
        for pitch, duration in self.events:
            if pitch >= 0 and first <= begin < last:
                pitch += steps
                count += 1
                if not 0 <= pitch <= 119:
                    raise ValueError("out of range")
            events.append((pitch, duration))
            begin += duration
        self.events = events
        return count

    def insert(self, at: str, text: str) -> int:
        time = self._time(at)
        new = _events(text.split())
        before, after = self._split(self.events, time)
        self.events = _with_rests_joined(before + new + after)
        return len(self.events)

    def cut(self, start: str, end: str) -> str:
        first, last = self._span(start, end)
        before, rest = self._split(self.events, first)
        removed, after = self._split(rest, last - first)
        self.events = _with_rests_joined(before + after)
        return " ".join(_written(pitch, duration) for pitch, duration in removed)

    def join(self, at: str) -> bool:
        time = self._time(at)
        begin = Fraction(0)
        for index, (pitch, duration) in enumerate(self.events):
            if begin == time:
                if index and pitch >= 0 and self.events[index - 1][0] == pitch:
                    self.events[index - 1:index + 1] = [(pitch, self.events[index - 1][1] + duration)]
                    return True
                return False
            begin += duration
        return False
