from itertools import count

import pytest

from berthplan.errors import FormatError, UnknownNameError
from berthplan.settings import DEFAULT_RULES, Settings


class TestSettings:
    def test_the_plan_begins_with_day_0(self) -> None:
        assert (Settings(horizon=90).span.start, Settings(horizon=90).span.end) == (0, 90)

    @pytest.mark.parametrize(("minute", "step"), [(0, 0), (1, 20), (20, 20), (21, 40)])
    def test_steps(self, minute: int, step: int) -> None:
        assert Settings(step=20).next_step(minute) == step


class TestFromMapping:
    def test_nothing_given(self) -> None:
        assert Settings.from_mapping({}) == Settings()

    def test_text_and_numbers(self) -> None:
        values = {"clearance": "0.8 m", "turnaround": "1h", "step": 5, "horizon": "2d", "max-wait": "1d 6h"}
        assert Settings.from_mapping(values) == Settings(80, 60, 5, 2880, 1800, DEFAULT_RULES)

    def test_the_least_values(self) -> None:
        values = {"clearance": 0, "turnaround": "0min", "step": 1, "horizon": 1, "max_wait": 0}
        assert Settings.from_mapping(values) == Settings(0, 0, 1, 1, 0)

    @pytest.mark.parametrize(
        ("rules", "read"),
        [
            ("draught, length", ("draught", "length")),
            (" cargo ,, closure,", ("cargo", "closure")),
            (["length", " cargo "], ("length", "cargo")),
            (("closure",), ("closure",)),
            ("", ()),
            ([], ()),
        ],
        ids=count(),
    )
    def test_rules(self, rules: object, read: tuple[str, ...]) -> None:
        assert Settings.from_mapping({"rules": rules}).rules == read

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"clearance": "1.5"}, "clearance: not a length: '1.5'"),
            ({"clearance": "-0.10 m"}, "clearance: must be at least 0"),
            ({"step": 0}, "step: must be at least 1"),
            ({"horizon": "0h"}, "horizon: must be at least 1"),
            ({"max-wait": -1}, "max-wait: must be at least 0"),
            ({"turnaround": "soon"}, "turnaround: not a duration: 'soon'"),
            ({"step": True}, "step: expected a number or text, not True"),
            ({"horizon": 1.5}, "horizon: expected a number or text, not 1.5"),
            ({"clearance": None}, "clearance: expected a number or text, not None"),
            ({"rules": "length,cargo,length"}, "rules: rule 'length' is named twice"),
            ({"rules": 3}, "rules: expected names of rules"),
            ({"rules": ["length", 3]}, "rules: expected names of rules"),
            ({"max_wait": 5, "max-wait": 6}, "max-wait: given twice"),
        ],
        ids=count(),
    )
    def test_bad_values(self, values: dict[str, object], message: str) -> None:
        with pytest.raises(FormatError) as caught:
            Settings.from_mapping(values)
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        ("key", "suggestions"), [("clearence", ("clearance",)), ("max-wai", ("max_wait",)), ("tug", ())], ids=count()
    )
    def test_unknown_keys(self, key: str, suggestions: tuple[str, ...]) -> None:
        with pytest.raises(UnknownNameError, match="unknown setting") as caught:
            Settings.from_mapping({"step": 5, key: 1, "horizon": 0})
        assert (caught.value.name, caught.value.suggestions) == (key, suggestions)

    def test_a_subclass_reads_its_own_kind(self) -> None:
        class Narrow(Settings):
            pass

        assert type(Narrow.from_mapping({"step": 3})) is Narrow
