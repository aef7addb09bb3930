# canary: classeval-hf open duration_phrase ff56024b-098c-4e8d-878d-aebc4fc891c7

import re


class DurationPhrase:
    def __init__(self, hours_per_day: int = 24, days_per_week: int = 7) -> None:
        day = hours_per_day * 3600
        self.unit_seconds = {"w": days_per_week * day, "d": day, "h": 3600, "m": 60, "s": 1}
        self.rejected = []

    def parse(self, text: str) -> int:
        part = r"[0-9]+(?:\.[0-9]+)?\s*[wdhmsWDHMS]\s*"
        match = re.fullmatch(rf"\s*([+-]?)\s*((?:{part})+)", text)
        if match is None:
            raise ValueError(f"invalid duration: {text!r}")
        parts = re.findall(r"([0-9]+)(?:\.([0-9]+))?\s*([a-z])", match.group(2).lower())
        units = [unit for _, _, unit in parts]
        in_order = [unit for unit in self.unit_seconds if unit in units]
        if units != in_order or any(fraction for _, fraction, _ in parts[:-1]):
            raise ValueError(f"invalid duration: {text!r}")
        total = sum(int(whole) * self.unit_seconds[unit] for whole, _, unit in parts)
        _, fraction, unit = parts[-1]
        scale = 10 ** len(fraction)
        total += (2 * int(fraction or 0) * self.unit_seconds[unit] + scale) // (2 * scale)
        return -total if match.group(1) == "-" else total

    def break_down(self, seconds: int) -> dict[str, int]:
        amounts = {}
        rest = abs(seconds)
        for unit, length in self.unit_seconds.items():
            amount, rest = divmod(rest, length)
            if amount:
                amounts[unit] = amount if seconds > 0 else -amount
        return amounts

    def describe(self, seconds: int, max_parts: int = 2) -> str:
        if max_parts < 1:
            raise ValueError("max_parts must be positive")
        if seconds == 0:
            return "no time"
        words = {"w": "week", "d": "day", "h": "hour", "m": "minute", "s": "second"}
        parts = [
            f"{abs(amount)} {words[unit]}" + ("s" if abs(amount) != 1 else "")
            for unit, amount in self.break_down(seconds).items()
        ]
        shown = parts[:max_parts]
        phrase = " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
        if len(shown) < len(parts):
            phrase = "over " + phrase
        return phrase + " ago" if seconds < 0 else phrase

    def normalise(self, text: str) -> str:
        seconds = self.parse(text)
        amounts = " ".join(f"{abs(amount)}{unit}" for unit, amount in self.break_down(seconds).items())
        return ("-" if seconds < 0 else "") + (amounts or "0s")

    def total(self, texts: list[str]) -> int:
        result = 0
        for text in texts:
            count, cross, duration = text.rpartition("x")
            try:
                seconds = self.parse(duration)
            except ValueError:
                self.rejected.append(text)
                continue
            if not cross:
                result += seconds
            elif count.strip().isdecimal():
                result += int(count) * seconds
            else:
                self.rejected.append(text)
        return result

    @staticmethod
    def to_clock(seconds: float) -> str:
        whole = int(abs(seconds) + 0.5)
        minutes, second = divmod(whole, 60)
        hours, minute = divmod(minutes, 60)
        clock = f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"
        return f"-{clock}" if seconds < 0 and whole else clock
