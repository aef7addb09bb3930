import re
from fractions import Fraction

_TOKEN = re.compile(r"(?:([A-G])([#b]?)([0-9])|-):([0-9]+)/([0-9]+)(~?)")
_TIME = re.compile(r"([0-9]+)/([0-9]+)")
_STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


class BarSheet:
    def __init__(self, beats: int, unit: int):
        self.meter = Fraction(beats, unit)
        self.events = []

    @staticmethod
    def _token(token):
        """A token as (pitch, duration, tied)."""
        match = _TOKEN.fullmatch(token)
        if not match:
            raise ValueError("bad note: " + token)
        letter, sign, digit, above, below, tie = match.groups()
        pitch = -1
        if letter:
            pitch = 12 * int(digit) + _STEPS[letter] + {"": 0, "#": 1, "b": -1}[sign]
        if (letter and not 0 <= pitch <= 119) or int(above) < 1 or int(below) < 1:
            raise ValueError("bad note: " + token)
        return pitch, Fraction(int(above), int(below)), bool(tie)

    def _parse(self, tokens):
        """The tokens as a list of (pitch, duration, tied), with the ties checked."""
        parsed = [self._token(token) for token in tokens]
        for i, (pitch, _, tied) in enumerate(parsed):
            if tied and (pitch < 0 or i + 1 == len(parsed) or parsed[i + 1][0] != pitch):
                raise ValueError("bad tie: " + tokens[i])
        return parsed

    @staticmethod
    def _tied(parsed):
        """The events of parsed tokens."""
        events = []
        open_tie = False
        for pitch, duration, tied in parsed:
            if open_tie:
                events[-1] = (pitch, events[-1][1] + duration)
            else:
                events.append((pitch, duration))
            open_tie = tied
        return events

    @staticmethod
    def _joined(events):
        """The events with rests that follow each other joined."""
        result = []
        for pitch, duration in events:
            if result and pitch < 0 and result[-1][0] < 0:
                result[-1] = (pitch, result[-1][1] + duration)
            else:
                result.append((pitch, duration))
        return result

    def read(self, text: str) -> int:
        pieces = text.split()
        parsed = self._parse([piece for piece in pieces if piece != "|"])
        lengths = [Fraction(0)]
        durations = iter(parsed)
        for piece in pieces:
            if piece == "|":
                lengths.append(Fraction(0))
            else:
                lengths[-1] += next(durations)[1]
        for number, length in enumerate(lengths, 1):
            if length > self.meter or (length < self.meter and number < len(lengths)):
                raise ValueError(f"bar {number}: {length}")
        self.events = self._joined(self._tied(parsed))
        return len(self.events)

    @staticmethod
    def _write_token(pitch, duration):
        name = "-" if pitch < 0 else f"{_NAMES[pitch % 12]}{pitch // 12}"
        return f"{name}:{duration.numerator}/{duration.denominator}"

    def write(self) -> str:
        bars = []
        room = Fraction(0)
        for pitch, duration in self.events:
            while duration:
                if not room:
                    bars.append([])
                    room = self.meter
                part = min(room, duration)
                room -= part
                duration -= part
                tie = "~" if duration and pitch >= 0 else ""
                bars[-1].append(self._write_token(pitch, part) + tie)
        return " | ".join(" ".join(bar) for bar in bars)

    def _time(self, text):
        match = _TIME.fullmatch(text)
        if not match or int(match.group(2)) < 1:
            raise ValueError("bad time: " + text)
        time = Fraction(int(match.group(1)), int(match.group(2)))
        if time > sum(duration for _, duration in self.events):
            raise ValueError("bad time: " + text)
        return time

    def _span(self, start, end):
        first = self._time(start)
        last = self._time(end)
        if last < first:
            raise ValueError("bad time: " + end)
        return first, last

    @staticmethod
    def _split(events, time):
        """The events before and after a time."""
        before, after = [], []
        begin = Fraction(0)
        for pitch, duration in events:
            head = min(max(time - begin, Fraction(0)), duration)
            if head:
                before.append((pitch, head))
            if head < duration:
                after.append((pitch, duration - head))
            begin += duration
        return before, after

    def transpose(self, steps: int, start: str, end: str) -> int:
        first, last = self._span(start, end)
        events = []
        count = 0
        begin = Fraction(0)
        for pitch, duration in self.events:
            if pitch >= 0 and first <= begin < last:
                count += 1
                pitch += steps
                if not 0 <= pitch <= 119:
                    raise ValueError("out of range")
            events.append((pitch, duration))
            begin += duration
        self.events = events
        return count

    def insert(self, at: str, text: str) -> int:
        time = self._time(at)
        new = self._tied(self._parse(text.split()))
        before, after = self._split(self.events, time)
        self.events = self._joined(before + new + after)
        return len(self.events)

    def cut(self, start: str, end: str) -> str:
        first, last = self._span(start, end)
        before, rest = self._split(self.events, first)
        removed, after = self._split(rest, last - first)
        self.events = self._joined(before + after)
        return " ".join(self._write_token(pitch, duration) for pitch, duration in removed)

    def join(self, at: str) -> bool:
        time = self._time(at)
        end = Fraction(0)
        for i in range(len(self.events) - 1):
            pitch, duration = self.events[i]
            end += duration
            if end == time and pitch >= 0 and self.events[i + 1][0] == pitch:
                self.events[i:i + 2] = [(pitch, duration + self.events[i + 1][1])]
                return True
        return False
