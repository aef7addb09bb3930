# canary: classeval-hf open duration_phrase ff56024b-098c-4e8d-878d-aebc4fc891c7

import re
from fractions import Fraction

_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([wdhmsWDHMS])\s*")
_DURATION = re.compile(r"\s*([+-]?)\s*((?:[0-9]+(?:\.[0-9]+)?\s*[wdhmsWDHMS]\s*)+)")
_NAMES = {"w": "week", "d": "day", "h": "hour", "m": "minute", "s": "second"}


def _round(amount):
    return (amount + Fraction(1, 2)).__floor__()


class DurationPhrase:
    def __init__(self, hours_per_day: int = 24, days_per_week: int = 7) -> None:
        day = hours_per_day * 3600
        self.unit_seconds = {"w": days_per_week * day, "d": day, "h": 3600, "m": 60, "s": 1}
        self.rejected = []

    def parse(self, text: str) -> int:
        error = ValueError("invalid duration: " + repr(text))
        match = _DURATION.fullmatch(text)
        if not match:
            raise error
        parts = _PART.findall(match[2])
        amount = Fraction(0)
        last = -1
        for index, (number, unit) in enumerate(parts):
            unit = unit.lower()
            place = "wdhms".index(unit)
            if place <= last or ("." in number and index + 1 < len(parts)):
                raise error
            last = place
            amount += Fraction(number) * self.unit_seconds[unit]
        seconds = _round(amount)
        return -seconds if match[1] == "-" else seconds

    def break_down(self, seconds: int) -> dict[str, int]:
        sign = -1 if seconds < 0 else 1
        rest = abs(seconds)
        result = {}
        for unit, length in self.unit_seconds.items():
            amount, rest = divmod(rest, length)
            if amount:
                result[unit] = sign * amount
        return result

    def describe(self, seconds: int, max_parts: int = 2) -> str:
        if max_parts < 1:
            raise ValueError("max_parts must be positive")
        if seconds == 0:
            return "no time"
        words = []
        for unit, amount in self.break_down(seconds).items():
            amount = abs(amount)
            words.append(f"{amount} {_NAMES[unit]}{'' if amount == 1 else 's'}")
        shown = words[:max_parts]
        phrase = shown[-1]
        if len(shown) > 1:
            phrase = ", ".join(shown[:-1]) + " and " + phrase
        if len(words) > max_parts:
            phrase = "over " + phrase
        if seconds < 0:
            phrase += " ago"
        return phrase

    def normalise(self, text: str) -> str:
        seconds = self.parse(text)
        if seconds == 0:
            return "0s"
        parts = " ".join(f"{abs(amount)}{unit}" for unit, amount in self.break_down(seconds).items())
        return "-" + parts if seconds < 0 else parts

    def total(self, texts: list[str]) -> int:
        result = 0
        for text in texts:
            count, sign, duration = text.partition("x")
            try:
                if sign:
                    count = count.strip()
                    if not count.isdecimal():
                        raise ValueError(text)
                    result += int(count) * self.parse(duration)
                else:
                    result += self.parse(text)
            except ValueError:
                self.rejected.append(text)
        return result

    @staticmethod
    def to_clock(seconds: float) -> str:
        rounded = _round(abs(Fraction(seconds)))
        minutes, rest = divmod(rounded, 60)
        if minutes < 60:
            clock = f"{minutes}:{rest:02d}"
        else:
            clock = f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
        return "-" + clock if seconds < 0 and rounded else clock
