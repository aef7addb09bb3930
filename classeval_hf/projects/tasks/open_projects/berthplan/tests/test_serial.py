import json
from itertools import count

import pytest

from berthplan.errors import FormatError, UnknownNameError
from berthplan.plan import BerthPlan
from berthplan.serial import dump_call, dump_plan, load_calls, load_harbour, load_plan
from berthplan.timespan import Span
from berthplan.vessels import Call, Vessel


def item(**changes: object) -> dict[str, object]:
    """A call as it stands in a file; what is `None` is left out."""
    whole = {"name": "Alk", "length": "50 m", "draught": "3.50 m", "eta": "00:10", "service": "2h", **changes}
    return {key: value for key, value in whole.items() if value is not None}


class TestLoadHarbour:
    def test_a_harbour_is_read(self) -> None:
        data = {
            "tides": "00:00 = 1 m\n06:00 = 5 m\n",
            "settings": {"step": "5min"},
            "berths": [
                {"name": "East", "length": "60 m", "depth": 300, "soft": True},
                {
                    "name": "West",
                    "length": 90,
                    "depth": 1,
                    "cargoes": ["ice"],
                    "closures": [{"from": 5, "to": "1:00"}],
                },
            ],
        }
        harbour = load_harbour(data)
        east, west = harbour
        assert (east.length, east.depth, east.soft, east.cargoes) == (6000, 300, True, frozenset())
        assert (west.cargoes, west.closures) == (frozenset({"ice"}), (Span(5, 60),))
        assert (harbour.settings.step, harbour.tides.span) == (5, Span(0, 361))

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            ({}, "berths: is missing"),
            ({"berths": [{"name": "East"}]}, "berths[0].length: is missing"),
            ({"berths": [], "tides": 3}, "tides: expected str, not 3"),
        ],
        ids=count(),
    )
    def test_data_that_cannot_be_read(self, data: dict, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            load_harbour(data)
        assert str(caught.value) == message


class TestLoadCalls:
    def test_a_call_is_read(self, harbour) -> None:
        (call,) = load_calls([item(name=" Alk ", cargo="ice", priority=3)], harbour)
        assert call == Call(Vessel("Alk", 5000, 350, "ice"), 10, 120, 3)

    def test_numbers_and_defaults(self, harbour) -> None:
        (call,) = load_calls([item(length=5000, draught=350, eta=10, service=1)], harbour)
        assert call == Call(Vessel("Alk", 5000, 350, "general"), 10, 1, 0)

    def test_in_the_order_of_service(self, harbour) -> None:
        items = [item(name="b", eta=5), item(name="c", priority=1), item(name="d", eta=0), item(name="a", eta=5)]
        assert [call.name for call in load_calls(items, harbour)] == ["c", "d", "a", "b"]

    def test_no_calls(self, harbour) -> None:
        assert load_calls([], harbour) == []

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"name": None}, "calls[1].name: is missing"),
            ({"name": 7}, "calls[1].name: expected str, not 7"),
            ({"length": "50"}, "calls[1].length: not a length: '50'"),
            ({"draught": None}, "calls[1].draught: is missing"),
            ({"eta": "25:00"}, "calls[1].eta: not a time: '25:00'"),
            ({"eta": True}, "calls[1].eta: expected int, not True"),
            ({"service": 2.5}, "calls[1].service: expected str, not 2.5"),
            ({"service": "0min"}, "calls[1].service: must be at least a minute"),
            ({"service": -1}, "calls[1].service: must be at least a minute"),
            ({"priority": "high"}, "calls[1].priority: expected int, not 'high'"),
            ({"eta": 2160}, "calls[1].eta: not within d0 00:00 to d1 12:00"),
            ({"eta": -1}, "calls[1].eta: not within d0 00:00 to d1 12:00"),
            ({"name": "Gull "}, "calls[1].name: a second call of 'Gull'"),
        ],
        ids=count(),
    )
    def test_calls_that_cannot_be_read(self, harbour, changes: dict, message: str) -> None:
        with pytest.raises(FormatError) as caught:
            load_calls([item(name="Gull"), item(**changes)], harbour)
        assert str(caught.value) == message

    def test_a_cargo_that_no_berth_takes(self, tides) -> None:
        data = {"tides": tides.to_text(), "berths": [{"name": "E", "length": 1, "depth": 1, "cargoes": ["ice"]}]}
        harbour = load_harbour(data)
        assert len(load_calls([item(cargo="ice")], harbour)) == 1
        with pytest.raises(FormatError) as caught:
            load_calls([item(cargo="coal")], harbour)
        assert str(caught.value) == "calls[0].cargo: no berth takes 'coal'"


class TestPlan:
    def test_a_call_is_written(self, make_call) -> None:
        assert dump_call(make_call(eta=75, priority=1)) == {
            "name": "Alk",
            "length": "50.00 m",
            "draught": "3.50 m",
            "cargo": "general",
            "eta": "d0 01:15",
            "service": 120,
            "priority": 1,
        }

    def test_a_plan_is_written(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        plan.assign(make_call(), "South", 195)
        data = dump_plan(plan)
        assert data["format"] == 2
        assert data["stays"] == [{"vessel": "Alk", "berth": "South", "start": "d0 03:15"}]
        assert [call["name"] for call in data["calls"]] == ["Alk"]

    def test_what_is_written_can_be_read(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        plan.assign(make_call("Gull", eta=30), "North", 45)
        plan.assign(make_call("Alk", priority=2, cargo="ice"), "South", 0)
        read = load_plan(json.loads(json.dumps(dump_plan(plan))), harbour)
        assert list(read) == list(plan)
        assert read.harbour is harbour

    @pytest.mark.parametrize("version", [{}, {"format": 1}], ids=count())
    def test_the_older_format(self, harbour, version: dict) -> None:
        stays = [
            {"vessel": "Gull", "berth": "North", "wait": "1h"},
            {"vessel": "Alk", "berth": "South", "wait": 20},
        ]
        data = {**version, "calls": [item(), item(name="Gull", eta=100)], "stays": stays}
        plan = load_plan(data, harbour)
        assert [(stay.name, stay.berth, stay.span) for stay in plan] == [
            ("Alk", "South", Span(30, 150)),
            ("Gull", "North", Span(160, 280)),
        ]

    def test_calls_without_a_stay_are_left_out(self, harbour) -> None:
        assert len(load_plan({"format": 2, "calls": [item()], "stays": []}, harbour)) == 0

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"format": 3}, "format: made by a later version, 3 instead of 2"),
            ({"format": "2"}, "format: expected int, not '2'"),
            ({"calls": None}, "calls: is missing"),
            ({"stays": {}}, "stays: expected list, not {}"),
            ({"calls": [item(eta="soon")]}, "calls[0].eta: not a time: 'soon'"),
            ({"stays": [{"vessel": "Tern"}]}, "stays[0].vessel: no call of 'Tern'"),
            ({"stays": [{}]}, "stays[0].vessel: is missing"),
            ({"stays": [{"vessel": "Alk", "start": 10}]}, "stays[0].berth: is missing"),
            ({"stays": [{"vessel": "Alk", "berth": "North", "wait": 10}]}, "stays[0].start: is missing"),
            ({"stays": [{"vessel": "Alk", "berth": "North", "start": "x"}]}, "stays[0].start: not a time: 'x'"),
        ],
        ids=count(),
    )
    def test_plans_that_cannot_be_read(self, harbour, changes: dict, message: str) -> None:
        data = {"format": 2, "calls": [item()], "stays": [], **changes}
        with pytest.raises(FormatError) as caught:
            load_plan(data, harbour)
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        ("stay", "message"),
        [
            (("Gull", "North", "00:20"), "stays[1]: berth 'North' is taken by Alk"),
            (("Gull", "Nort", "00:20"), "stays[1]: unknown berth 'Nort'; did you mean 'North'?"),
            (("Alk", "South", "00:20"), "stays[1]: berth 'North' is taken by Alk"),
            (("Gull", "South", "00:05"), "stays[1]: 'Gull' arrives at d0 00:10, after d0 00:05"),
        ],
        ids=count(),
    )
    def test_stays_that_cannot_be_made(self, harbour, stay: tuple[str, str, str], message: str) -> None:
        first = {"vessel": "Alk", "berth": "North", "start": "00:10"}
        second = dict(zip(("vessel", "berth", "start"), stay, strict=True))
        data = {"format": 2, "calls": [item(), item(name="Gull")], "stays": [first, second]}
        with pytest.raises(FormatError) as caught:
            load_plan(data, harbour)
        assert str(caught.value) == message

    def test_the_cause_is_kept(self, harbour) -> None:
        stay = {"vessel": "Alk", "berth": "Dock", "start": "00:10"}
        with pytest.raises(FormatError) as caught:
            load_plan({"format": 2, "calls": [item()], "stays": [stay]}, harbour)
        assert isinstance(caught.value.__cause__, UnknownNameError)
        assert caught.value.where == "stays[0]"
