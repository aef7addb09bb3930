from itertools import count

import pytest

from berthplan.berths import Berth, Harbour
from berthplan.errors import TideError, UnknownNameError
from berthplan.settings import Settings
from berthplan.tides import Reading, TideTable
from berthplan.timespan import Span


class TestBerth:
    @pytest.mark.parametrize(("cargoes", "takes"), [((), True), (("fish",), True), (("ice", "coal"), False)])
    def test_cargoes(self, cargoes: tuple[str, ...], takes: bool) -> None:
        assert Berth("East", 100, 100, frozenset(cargoes)).takes("fish") is takes

    def test_spare_length(self, make_call) -> None:
        assert Berth("East", 4500, 100).spare(make_call(length=5000)) == -500


class TestHarbour:
    def test_berths_keep_their_order(self, harbour: Harbour) -> None:
        assert [berth.name for berth in harbour] == ["North", "Middle", "South"]

    def test_an_unknown_berth(self, harbour: Harbour) -> None:
        with pytest.raises(UnknownNameError, match="unknown berth 'Nort'; did you mean 'North'"):
            harbour.berth("Nort")

    def test_open_spans(self, harbour: Harbour) -> None:
        assert harbour.open_spans("North") == [Span(0, 2160)]
        assert harbour.open_spans("Middle") == [Span(0, 600), Span(720, 2160)]


class TestCandidates:
    @pytest.mark.parametrize(
        ("call", "names"),
        [
            ({}, ["North", "South"]),
            ({"cargo": "ice"}, ["Middle", "North", "South"]),
            ({"length": 6000}, ["North", "South"]),
            ({"length": 6001}, ["North"]),
            ({"length": 9001}, []),
            ({"draught": 550}, ["North", "South"]),
            ({"draught": 551}, ["North"]),
            ({"draught": 650, "cargo": "fish"}, ["Middle", "North"]),
            ({"draught": 851}, []),
            ({"service": 1440, "cargo": "fish"}, ["Middle", "North", "South"]),
            ({"service": 1441, "cargo": "fish"}, ["North", "South"]),
            ({"service": 2161}, []),
        ],
        ids=count(),
    )
    def test_which_and_in_which_order(self, harbour: Harbour, make_call, call: dict, names: list[str]) -> None:
        assert [berth.name for berth in harbour.candidates(make_call(**call))] == names

    def test_the_least_spare_length_is_best(self, tides: TideTable, make_call) -> None:
        fish, hard = frozenset({"fish"}), frozenset()
        berths = [
            Berth("a", 9000, 900, hard),
            Berth("b", 7000, 900, hard),
            Berth("c", 6000, 900, hard, soft=True),
            Berth("d", 9000, 900, fish),
            Berth("e", 7000, 900, hard),
            Berth("f", 5000, 900, fish, soft=True),
        ]
        found = Harbour(berths, tides).candidates(make_call(cargo="fish"))
        assert "".join(berth.name for berth in found) == "dfbeac"

    def test_the_clearance_is_that_of_the_settings(self, make_harbour, make_call) -> None:
        found = make_harbour(clearance=0).candidates(make_call(draught=600))
        assert [berth.name for berth in found] == ["North", "South"]

    def test_only_tides_in_the_plan_count(self, make_harbour, make_call) -> None:
        call = make_call(draught=500, service=30)
        assert [berth.name for berth in make_harbour(horizon=360).candidates(call)] == []
        assert [berth.name for berth in make_harbour(horizon=361).candidates(call)] == ["North", "South"]

    def test_a_plan_without_high_and_low_water(self, make_call) -> None:
        tides = TideTable([Reading(500, 0), Reading(900, 300)])
        harbour = Harbour([Berth("East", 9000, 900)], tides, Settings(horizon=500))
        with pytest.raises(TideError) as caught:
            harbour.candidates(make_call())
        assert str(caught.value) == "neither high nor low water is known in d0 00:00 to d0 08:20"
