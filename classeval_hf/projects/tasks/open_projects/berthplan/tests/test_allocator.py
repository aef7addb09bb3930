from itertools import count

import pytest

from berthplan.allocator import Allocator, Outcome
from berthplan.errors import NoBerthError
from berthplan.plan import BerthPlan
from berthplan.rules import RuleSet
from berthplan.timespan import Span


def places(plan: BerthPlan) -> list[tuple[str, str, int]]:
    """Ships, berths and starts of a plan."""
    return [(stay.name, stay.berth, stay.span.start) for stay in plan]


@pytest.fixture
def allocator(harbour) -> Allocator:
    return Allocator(harbour)


@pytest.fixture
def plan(allocator: Allocator) -> BerthPlan:
    return BerthPlan(allocator.harbour)


class TestStarts:
    @pytest.mark.parametrize(
        ("eta", "service", "first", "last", "number"),
        [
            (0, 60, 0, 1440, 97),
            (7, 60, 15, 1440, 96),
            (900, 60, 900, 2100, 81),
            (900, 1000, 900, 1155, 18),
            (900, 1006, 900, 1140, 17),
        ],
    )
    def test_starts(
        self, allocator: Allocator, make_call, eta: int, service: int, first: int, last: int, number: int
    ) -> None:
        starts = list(allocator.starts(make_call(eta=eta, service=service)))
        assert (starts[0], starts[-1], len(starts)) == (first, last, number)

    def test_settings_are_heeded(self, make_harbour, make_call) -> None:
        allocator = Allocator(make_harbour(step=40, max_wait=90))
        assert list(allocator.starts(make_call(eta=50))) == [80, 120]

    def test_no_start_at_all(self, allocator: Allocator, make_call) -> None:
        assert list(allocator.starts(make_call(eta=2000, service=161))) == []


class TestEarliest:
    @pytest.mark.parametrize(
        ("berth", "call", "start"),
        [
            ("North", {"eta": 20}, 30),
            ("Middle", {"cargo": "fish"}, 120),
            ("Middle", {"cargo": "coal"}, None),
            ("Middle", {"cargo": "fish", "eta": 300, "service": 301}, 840),
            ("Middle", {"cargo": "fish", "eta": 300, "service": 300}, 300),
            ("South", {"eta": 600}, 900),
            ("South", {"length": 6001}, None),
        ],
        ids=count(),
    )
    def test_an_empty_plan(
        self, allocator: Allocator, plan: BerthPlan, make_call, berth: str, call: dict, start: int | None
    ) -> None:
        assert allocator.earliest(make_call(**call), allocator.harbour.berth(berth), plan) == start

    def test_other_ships_are_waited_for(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Gull", service=100), "North", 65)
        north = allocator.harbour.berth("North")
        assert allocator.earliest(make_call(service=30), north, plan) == 0
        assert allocator.earliest(make_call(service=36), north, plan) == 195

    def test_rules_can_be_given(self, harbour, plan: BerthPlan, make_call) -> None:
        allocator = Allocator(harbour, RuleSet(harbour, ["length"]))
        assert allocator.earliest(make_call(cargo="coal"), harbour.berth("Middle"), plan) == 0


class TestReasons:
    def test_findings_of_the_rules(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        call = make_call(length=9100, eta=10, cargo="coal", draught=500)
        assert allocator.reasons(call, plan) == {
            "North": ("1.00 m too long", "0.42 m of water are missing"),
            "Middle": ("31.00 m too long", "does not take coal", "2.42 m of water are missing"),
            "South": ("31.00 m too long", "3.42 m of water are missing"),
        }

    def test_ships_in_the_way(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Gull", service=30), "North", 0)
        plan.assign(make_call("Tern", service=60), "North", 60)
        reasons = allocator.reasons(make_call(eta=35, service=30), plan)
        assert reasons["North"] == ("taken by Gull", "taken by Tern")

    def test_nothing_against_the_first_minute(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        reasons = allocator.reasons(make_call(eta=250), plan)
        assert reasons["North"] == ("not free again in time",)

    def test_a_stay_beyond_the_plan(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        reasons = allocator.reasons(make_call(eta=2150, service=20), plan)
        assert reasons["North"][0] == "not within the plan, which is d0 00:00 to d1 12:00"


class TestPlace:
    def test_where_it_can_start_first(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        stays = [allocator.place(make_call(name), plan) for name in ("Alk", "Gull", "Skua")]
        assert [(stay.berth, stay.span) for stay in stays] == [
            ("North", Span(0, 120)),
            ("North", Span(150, 270)),
            ("South", Span(180, 300)),
        ]
        assert len(plan) == 3

    def test_of_equal_starts_the_best_berth(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        assert allocator.place(make_call("Alk", cargo="fish", eta=300), plan).berth == "Middle"
        assert allocator.place(make_call("Gull", eta=300), plan).berth == "North"

    def test_only_candidates_are_asked(self, harbour, plan: BerthPlan, make_call) -> None:
        allocator = Allocator(harbour, RuleSet(harbour, []))
        with pytest.raises(NoBerthError):
            allocator.place(make_call(length=9001), plan)

    def test_no_berth(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        with pytest.raises(NoBerthError) as caught:
            allocator.place(make_call("Orca", length=8000, draught=860), plan)
        assert caught.value.vessel == "Orca"
        assert list(caught.value.reasons) == ["North", "Middle", "South"]
        assert caught.value.reasons["North"] == ("4.10 m of water are missing",)
        assert len(plan) == 0


class TestAllocate:
    def test_nobody_calls(self, allocator: Allocator) -> None:
        outcome = allocator.allocate([])
        assert (len(outcome.plan), outcome.refused, outcome.total_wait) == (0, (), 0)

    def test_by_rank(self, allocator: Allocator, make_call) -> None:
        calls = [
            make_call("Tern", eta=5),
            make_call("Skua", eta=0),
            make_call("Alk", eta=0),
            make_call("Orca", eta=100, length=8000, priority=2),
        ]
        outcome = allocator.allocate(iter(calls))
        assert isinstance(outcome, Outcome)
        assert places(outcome.plan) == [
            ("Orca", "North", 105),
            ("Alk", "South", 180),
            ("Skua", "North", 255),
            ("Tern", "South", 330),
        ]
        assert outcome.total_wait == 5 + 180 + 255 + 325

    def test_who_is_refused(self, make_harbour, make_call) -> None:
        allocator = Allocator(make_harbour(max_wait=60))
        calls = [make_call(name) for name in ("Gull", "Alk", "Skua")]
        outcome = allocator.allocate([*calls, make_call("Tern", eta=1000, length=9500)])
        assert places(outcome.plan) == [("Alk", "North", 0)]
        assert [error.vessel for error in outcome.refused] == ["Gull", "Skua", "Tern"]
        assert outcome.refused[0].reasons["North"] == ("taken by Alk",)

    def test_each_time_a_new_plan(self, allocator: Allocator, make_call) -> None:
        first = allocator.allocate([make_call()]).plan
        second = allocator.allocate([make_call()]).plan
        assert first is not second
        assert places(first) == places(second) == [("Alk", "North", 0)]


class TestTighten:
    def test_ships_move_forward(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Alk", eta=0), "North", 300)
        plan.assign(make_call("Gull", eta=0), "North", 600)
        assert allocator.tighten(plan) == 2
        assert places(plan) == [("Alk", "North", 0), ("Gull", "North", 150)]

    def test_a_move_can_make_room_for_another(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Orca", length=8000, eta=0, service=240), "North", 150)
        plan.assign(make_call("Alk", eta=0, service=120), "South", 180)
        plan.assign(make_call("Tern", length=8000, eta=0, service=120), "North", 1200)
        assert allocator.tighten(plan) == 2
        assert places(plan) == [("Orca", "North", 0), ("Alk", "South", 180), ("Tern", "North", 270)]

    def test_a_plan_that_is_tight(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Alk", eta=200), "South", 210)
        plan.assign(make_call("Gull", eta=0), "North", 0)
        before = places(plan)
        assert allocator.tighten(plan) == 0
        assert places(plan) == before

    def test_a_stay_that_breaks_rules_is_left(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Orca", length=9500, eta=0), "North", 300)
        assert allocator.tighten(plan) == 0
        assert places(plan) == [("Orca", "North", 300)]

    def test_a_later_start_is_not_taken(self, allocator: Allocator, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Alk", eta=0), "South", 60)
        plan.assign(make_call("Gull", eta=0, service=400), "North", 0)
        assert allocator.tighten(plan) == 0
        assert places(plan) == [("Gull", "North", 0), ("Alk", "South", 60)]
