import pytest

from berthplan.allocator import Outcome
from berthplan.errors import NoBerthError
from berthplan.plan import BerthPlan
from berthplan.report import format_wait, gantt, summary
from berthplan.timespan import Span


@pytest.fixture
def plan(harbour, make_call) -> BerthPlan:
    plan = BerthPlan(harbour)
    plan.assign(make_call("Tern", eta=400, service=100), "North", 405)
    plan.assign(make_call("Gull", eta=300), "Middle", 300)
    plan.assign(make_call("Alk", eta=60), "North", 90)
    return plan


@pytest.mark.parametrize(("minutes", "text"), [(0, "0:00"), (65, "1:05"), (1500, "25:00")])
def test_waits_are_written(minutes: int, text: str) -> None:
    assert format_wait(minutes) == text


class TestGantt:
    def test_hours(self, plan: BerthPlan) -> None:
        assert gantt(plan, Span(0, 840)) == (
            "       d0 00:00, 60 min each\n"
            "North  .AAA..CCC.....\n"
            "Middle ....~BB~..##..\n"
            "South  ..............\n"
            "A = Alk, d0 01:30 to d0 03:30\n"
            "B = Gull, d0 05:00 to d0 07:00\n"
            "C = Tern, d0 06:45 to d0 08:25\n"
        )

    def test_a_part_of_the_plan(self, plan: BerthPlan) -> None:
        assert gantt(plan, Span(360, 620), 50) == (
            "       d0 06:00, 50 min each\n"
            "North  CCC~..\n"
            "Middle BB...#\n"
            "South  ......\n"
            "B = Gull, d0 05:00 to d0 07:00\n"
            "C = Tern, d0 06:45 to d0 08:25\n"
        )

    def test_several_ships_in_a_cell(self, plan: BerthPlan) -> None:
        assert gantt(plan, Span(0, 2160), 480).splitlines()[1:4] == [
            "North  *C...",
            "Middle B....",
            "South  .....",
        ]

    def test_beyond_the_plan(self, plan: BerthPlan) -> None:
        assert gantt(plan, Span(2100, 2280)).splitlines()[1:] == ["North  .##", "Middle .##", "South  .##"]

    def test_letters_begin_anew(self, make_harbour, make_call) -> None:
        plan = BerthPlan(make_harbour(turnaround=0))
        for place in range(27):
            plan.assign(make_call(f"ship{place:02}", service=10), "North", 10 * place)
        lines = gantt(plan, Span(0, 270), 10).splitlines()
        assert lines[1] == "North  ABCDEFGHIJKLMNOPQRSTUVWXYZA"
        assert lines[-1] == "A = ship26, d0 04:20 to d0 04:30"


class TestSummary:
    def test_all_is_said(self, plan: BerthPlan) -> None:
        refused = (
            NoBerthError("Orca", {"North": ("1.00 m too long",), "South": ("taken by Alk", "dry")}),
            NoBerthError("Skua", {}),
        )
        assert summary(Outcome(plan, refused)) == (
            "3 of 5 ships berthed\n"
            "  North (90.00 m, 10 %): Alk, Tern\n"
            "  Middle (60.00 m, 6 %): Gull\n"
            "  South (60.00 m, 0 %): none\n"
            "waiting 0:35 in all, longest Alk\n"
            "refused Orca\n"
            "  North: 1.00 m too long\n"
            "  South: taken by Alk; dry\n"
            "refused Skua\n"
        )

    def test_nobody_waits(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        plan.assign(make_call(), "South", 0)
        assert summary(Outcome(plan, ())) == (
            "1 of 1 ships berthed\n"
            "  North (90.00 m, 0 %): none\n"
            "  Middle (60.00 m, 0 %): none\n"
            "  South (60.00 m, 6 %): Alk\n"
        )

    def test_the_longest_wait_and_ties(self, harbour, make_call) -> None:
        plan = BerthPlan(harbour)
        for name, berth in [("Skua", "North"), ("Gull", "Middle"), ("Tern", "South")]:
            plan.assign(make_call(name, eta=60), berth, 61 if name == "Tern" else 120)
        assert "waiting 2:01 in all, longest Gull\n" in summary(Outcome(plan, ()))
