from fractions import Fraction
from itertools import count

import pytest

from berthplan.errors import ConflictError, SpanError, UnknownNameError
from berthplan.plan import Assignment, BerthPlan
from berthplan.timespan import Span


@pytest.fixture
def plan(harbour, make_call) -> BerthPlan:
    """Two ships at North and one in the middle."""
    plan = BerthPlan(harbour)
    plan.assign(make_call("Tern", eta=400, service=100), "North", 405)
    plan.assign(make_call("Gull", eta=300), "Middle", 300)
    plan.assign(make_call("Alk", eta=60), "North", 90)
    return plan


class TestAssign:
    def test_the_stay(self, harbour, make_call) -> None:
        call = make_call(eta=10)
        plan = BerthPlan(harbour)
        stay = plan.assign(call, "South", 45)
        assert stay == Assignment(call, "South", Span(45, 165))
        assert (stay.name, stay.wait, list(plan)) == ("Alk", 35, [stay])

    def test_a_ship_cannot_be_berthed_before_it_is_there(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        with pytest.raises(SpanError) as caught:
            plan.assign(make_call(eta=60), "North", 59)
        assert str(caught.value) == "'Alk' arrives at d0 01:00, after d0 00:59"
        assert len(plan) == 0

    def test_one_stay_for_each_ship(self, plan: BerthPlan, make_call) -> None:
        with pytest.raises(ConflictError) as caught:
            plan.assign(make_call("Gull", eta=1000), "South", 1000)
        assert (caught.value.berth, caught.value.vessels) == ("Middle", ("Gull",))

    @pytest.mark.parametrize(
        ("start", "service", "vessels"),
        [(0, 61, ("Alk",)), (239, 30, ("Alk",)), (240, 136, ("Tern",)), (0, 700, ("Alk", "Tern"))],
        ids=count(),
    )
    def test_a_berth_that_is_taken(
        self, plan: BerthPlan, make_call, start: int, service: int, vessels: tuple[str, ...]
    ) -> None:
        with pytest.raises(ConflictError) as caught:
            plan.assign(make_call("Skua", service=service), "North", start)
        assert (caught.value.berth, caught.value.vessels) == ("North", vessels)
        assert "Skua" not in plan

    @pytest.mark.parametrize(("start", "service"), [(0, 60), (240, 135), (535, 60)])
    def test_the_turnaround_is_enough(self, plan: BerthPlan, make_call, start: int, service: int) -> None:
        plan.assign(make_call("Skua", service=service), "North", start)
        assert "Skua" in plan

    def test_the_turnaround_is_that_of_the_settings(self, make_harbour, make_call) -> None:
        plan = BerthPlan(make_harbour(turnaround=0))
        plan.assign(make_call("Alk", service=60), "North", 0)
        plan.assign(make_call("Gull", service=60), "North", 60)
        assert [stay.name for stay in plan.stays("North")] == ["Alk", "Gull"]

    def test_an_unknown_berth(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        with pytest.raises(UnknownNameError, match="unknown berth 'Sout'; did you mean 'South'"):
            plan.assign(make_call(), "Sout", 0)
        assert len(plan) == 0


class TestReading:
    def test_as_a_collection(self, plan: BerthPlan) -> None:
        assert [stay.name for stay in plan] == ["Alk", "Gull", "Tern"]
        assert len(plan) == 3
        assert ("Gull" in plan, "Skua" in plan, 3 in plan) == (True, False, False)

    def test_stays_that_begin_together_follow_the_quay(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        for name, berth in [("a", "South"), ("b", "North"), ("c", "Middle")]:
            plan.assign(make_call(name), berth, 30)
        assert [stay.name for stay in plan] == ["b", "c", "a"]

    def test_the_stays_at_a_berth(self, plan: BerthPlan) -> None:
        assert [stay.name for stay in plan.stays("North")] == ["Alk", "Tern"]
        assert plan.stays("South") == []
        with pytest.raises(UnknownNameError, match="unknown berth"):
            plan.stays("West")

    @pytest.mark.parametrize(
        ("span", "names"),
        [((0, 60), []), ((0, 61), ["Alk"]), ((239, 240), ["Alk"]), ((100, 900), ["Alk", "Tern"]), ((535, 600), [])],
        ids=count(),
    )
    def test_what_blocks_a_span(self, plan: BerthPlan, span: tuple[int, int], names: list[str]) -> None:
        assert [stay.name for stay in plan.blocking("North", Span(*span))] == names


class TestRelease:
    def test_a_released_ship_is_gone(self, plan: BerthPlan) -> None:
        stay = plan.release("Alk")
        assert (stay.name, stay.span) == ("Alk", Span(90, 210))
        assert "Alk" not in plan
        plan.assign(stay.call, "North", 60)
        assert [stay.span.start for stay in plan.stays("North")] == [60, 405]

    @pytest.mark.parametrize(("name", "suggestions"), [("Gul", ("Gull",)), ("Kittiwake", ())])
    def test_a_ship_that_is_not_there(self, plan: BerthPlan, name: str, suggestions: tuple[str, ...]) -> None:
        with pytest.raises(UnknownNameError) as caught:
            plan.release(name)
        assert (caught.value.kind, caught.value.name, caught.value.suggestions) == ("vessel", name, suggestions)
        assert len(plan) == 3


class TestFreeSpans:
    @pytest.mark.parametrize(
        ("berth", "length", "spans"),
        [
            ("North", 1, [(0, 60), (240, 375), (535, 2160)]),
            ("North", 61, [(240, 375), (535, 2160)]),
            ("North", 136, [(535, 2160)]),
            ("Middle", 1, [(0, 270), (450, 600), (720, 2160)]),
            ("South", 2160, [(0, 2160)]),
            ("South", 2161, []),
        ],
        ids=count(),
    )
    def test_free_spans(self, plan: BerthPlan, berth: str, length: int, spans: list[tuple[int, int]]) -> None:
        assert plan.free_spans(berth, length) == [Span(*pair) for pair in spans]

    def test_any_length_will_do(self, plan: BerthPlan, make_call) -> None:
        plan.assign(make_call("Skua", service=44), "North", 271)
        spans = [Span(0, 60), Span(240, 241), Span(345, 375), Span(535, 2160)]
        assert plan.free_spans("North") == spans


class TestUtilisation:
    @pytest.mark.parametrize(
        ("berth", "share"), [("North", Fraction(220, 2160)), ("Middle", Fraction(120, 2040)), ("South", Fraction(0))]
    )
    def test_share_of_the_time(self, plan: BerthPlan, berth: str, share: Fraction) -> None:
        assert plan.utilisation(berth) == share

    def test_only_open_time_counts(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        plan.assign(make_call("Alk", service=400), "Middle", 500)
        plan.assign(make_call("Gull", service=600), "Middle", 2000)
        assert plan.utilisation("Middle") == Fraction(100 + 180 + 160, 2040)

    def test_a_berth_that_is_never_open(self, make_harbour) -> None:
        harbour = make_harbour(horizon=700)
        closed = harbour.berth("Middle")
        harbour.berths.add("Shut", type(closed)("Shut", 100, 100, closures=(Span(-5, 400), Span(400, 900))))
        assert BerthPlan(harbour).utilisation("Shut") == 0
