"""What a harbour master can set."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from .errors import FormatError, UnknownNameError
from .registry import close_names
from .timespan import DAY, Span, parse_duration
from .units import parse_length

DEFAULT_RULES = ("length", "cargo", "closure", "draught")


@dataclass(frozen=True)
class Settings:
    """
    Settings of a plan.

    `clearance` is the water in centimetres that a ship must have under its keel. `turnaround` is the time in minutes
    that a berth stays empty between two ships. Ships come alongside at multiples of `step` minutes, at most `max_wait`
    minutes after they have arrived, and are gone by the end of the plan, which is `horizon` minutes long. `rules` are
    the names of the rules that a stay must keep.
    """

    clearance: int = 50
    turnaround: int = 30
    step: int = 15
    horizon: int = 3 * DAY
    max_wait: int = DAY
    rules: tuple[str, ...] = DEFAULT_RULES

    @property
    def span(self) -> Span:
        """The time that is planned."""
        return Span(0, self.horizon)

    def next_step(self, minute: int) -> int:
        """The first multiple of the step that is not before the minute."""
        return -(-minute // self.step) * self.step

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> "Settings":
        """Reads settings as they stand in a file; what is not given keeps its default."""
        names = [field.name for field in fields(cls)]
        read: dict[str, object] = {}
        for key, value in values.items():
            name = key.replace("-", "_")
            if name not in names:
                raise UnknownNameError("setting", key, close_names(name, names))
            if name in read:
                raise FormatError("given twice", key)
            if name == "rules":
                read[name] = cls._read_rules(key, value)
                continue
            parse = parse_length if name == "clearance" else parse_duration
            if isinstance(value, str):
                try:
                    value = parse(value)
                except FormatError as error:
                    raise error.at(key) from None
            if isinstance(value, bool) or not isinstance(value, int):
                raise FormatError(f"expected a number or text, not {value!r}", key)
            least = 1 if name in ("step", "horizon") else 0
            if value < least:
                raise FormatError(f"must be at least {least}", key)
            read[name] = value
        return cls(**read)

    @staticmethod
    def _read_rules(key: str, value: object) -> tuple[str, ...]:
        """Reads names of rules: a list of them, or text with commas."""
        items = value.split(",") if isinstance(value, str) else value
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
            raise FormatError("expected names of rules", key)
        rules = [item.strip() for item in items if item.strip()]
        for rule in rules:
            if rules.count(rule) > 1:
                raise FormatError(f"rule {rule!r} is named twice", key)
        return tuple(rules)
