"""Time in whole minutes since the start of day 0, spans of it, and how they are written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .errors import FormatError, SpanError

HOUR = 60
DAY = 24 * HOUR

_MINUTE = re.compile(r"(?:d(\d+)\s+)?(\d{1,2}):(\d{2})")
_DURATION = re.compile(r"(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)min)?")


def parse_minute(text: str) -> int:
    """Reads a time such as `d2 06:30`, or `06:30` of day 0."""
    match = _MINUTE.fullmatch(text.strip())
    if not match or int(match[2]) >= 24 or int(match[3]) >= HOUR:
        raise FormatError(f"not a time: {text!r}")
    return int(match[1] or 0) * DAY + int(match[2]) * HOUR + int(match[3])


def format_minute(minute: int) -> str:
    """Writes a time with its day, such as `d0 06:30`."""
    day, rest = divmod(minute, DAY)
    return f"d{day} {rest // HOUR:02}:{rest % HOUR:02}"


def parse_duration(text: str) -> int:
    """Reads a duration such as `1d 2h`, `90min` or `2h30min`."""
    match = _DURATION.fullmatch(text.strip())
    if not match or not any(match.groups()):
        raise FormatError(f"not a duration: {text!r}")
    days, hours, minutes = (int(part or 0) for part in match.groups())
    return days * DAY + hours * HOUR + minutes


@dataclass(frozen=True, order=True)
class Span:
    """The minutes from `start` up to but without `end`."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise SpanError(f"a span cannot start at {self.start} and end at {self.end}")

    def __str__(self) -> str:
        return f"{format_minute(self.start)} to {format_minute(self.end)}"

    @property
    def length(self) -> int:
        """Number of minutes."""
        return self.end - self.start

    def contains(self, minute: int) -> bool:
        """Whether the minute is one of the span."""
        return self.start <= minute < self.end

    def covers(self, other: "Span") -> bool:
        """Whether all of the other span lies in this one."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the spans have a minute in common."""
        return self.start < other.end and other.start < self.end

    def common(self, other: "Span") -> "Span | None":
        """The minutes of both spans, if there are any."""
        return Span(max(self.start, other.start), min(self.end, other.end)) if self.overlaps(other) else None

    def padded(self, before: int, after: int) -> "Span":
        """The span with minutes added at both ends."""
        return Span(self.start - before, self.end + after)


def merge_spans(spans: Iterable[Span]) -> list[Span]:
    """Joins spans that overlap or touch; the result is in ascending order."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def subtract_spans(spans: Iterable[Span], taken: Iterable[Span]) -> list[Span]:
    """What is left of spans without the minutes that are taken, in ascending order."""
    blocks = merge_spans(taken)
    left: list[Span] = []
    for span in merge_spans(spans):
        start = span.start
        for block in blocks:
            if not block.overlaps(span):
                continue
            if block.start > start:
                left.append(Span(start, block.start))
            start = max(start, block.end)
        if start < span.end:
            left.append(Span(start, span.end))
    return left
