from fractions import Fraction
from itertools import count

import pytest

from berthplan.berths import Berth, Harbour
from berthplan.errors import UnknownNameError
from berthplan.rules import RULES, ClosureRule, DraughtRule, Finding, Rule, RuleSet
from berthplan.tides import Reading, TideTable
from berthplan.timespan import Span


class TestSimpleRules:
    def test_length(self, harbour: Harbour, make_call) -> None:
        rule = RULES.get("length")(harbour)
        assert rule.check(make_call(length=6000), harbour.berth("South"), Span(0, 9)) is None
        found = rule.check(make_call(length=6035), harbour.berth("South"), Span(0, 9))
        assert found == Finding("length", "0.35 m too long")

    def test_cargo(self, harbour: Harbour, make_call) -> None:
        rule = RULES.get("cargo")(harbour)
        assert rule.check(make_call(cargo="ice"), harbour.berth("Middle"), Span(0, 9)) is None
        found = rule.check(make_call(cargo="coal"), harbour.berth("Middle"), Span(0, 9))
        assert found == Finding("cargo", "does not take coal")


class TestClosureRule:
    @pytest.mark.parametrize(
        ("berth", "span", "message"),
        [
            ("North", (2100, 2161), "not within the plan, which is d0 00:00 to d1 12:00"),
            ("North", (-5, 60), "not within the plan, which is d0 00:00 to d1 12:00"),
            ("Middle", (500, 601), "closed d0 10:00 to d0 12:00, open long enough from d0 12:00"),
            ("Middle", (0, 1440), "closed d0 10:00 to d0 12:00, open long enough from d0 12:00"),
            ("Middle", (0, 1441), "closed d0 10:00 to d0 12:00, not open long enough later"),
            ("Middle", (719, 729), "closed d0 10:00 to d0 12:00, open long enough from d0 12:00"),
        ],
        ids=count(),
    )
    def test_what_is_not_open(
        self, harbour: Harbour, make_call, berth: str, span: tuple[int, int], message: str
    ) -> None:
        found = ClosureRule(harbour).check(make_call(), harbour.berth(berth), Span(*span))
        assert found == Finding("closure", message)

    @pytest.mark.parametrize(
        ("span", "message"),
        [
            ((50, 70), "closed d0 01:00 to d0 02:00, open long enough from d0 02:00"),
            ((50, 150), "closed d0 01:00 to d0 02:00, open long enough from d0 05:00"),
            ((170, 171), "closed d0 02:40 to d0 03:20, open long enough from d0 05:00"),
            ((205, 206), "closed d0 03:10 to d0 05:00, open long enough from d0 05:00"),
            ((100, 2000), "closed d0 01:00 to d0 02:00, open long enough from d0 05:00"),
            ((100, 4121), "closed d0 01:00 to d0 02:00, not open long enough later"),
        ],
        ids=count(),
    )
    def test_several_closures(self, tides, make_call, span: tuple[int, int], message: str) -> None:
        closures = (Span(190, 300), Span(60, 120), Span(160, 200))
        harbour = Harbour([Berth("East", 9000, 900, closures=closures)], tides)
        found = ClosureRule(harbour).check(make_call(), harbour.berth("East"), Span(*span))
        assert found == Finding("closure", message)

    @pytest.mark.parametrize(
        ("span", "more"),
        [((0, 600), (0, 601)), ((720, 2160), (719, 2160)), ((30, 40), (-1, 40)), ((2150, 2160), (2150, 2161))],
        ids=count(),
    )
    def test_what_is_just_open(
        self, harbour: Harbour, make_call, span: tuple[int, int], more: tuple[int, int]
    ) -> None:
        rule = ClosureRule(harbour)
        assert rule.check(make_call(), harbour.berth("Middle"), Span(*span)) is None
        found = rule.check(make_call(), harbour.berth("Middle"), Span(*more))
        assert (type(found), found.rule) == (Finding, "closure")


class TestDraughtRule:
    @pytest.fixture
    def rule(self, harbour: Harbour) -> DraughtRule:
        return DraughtRule(harbour)

    def test_it_is_a_registered_rule(self, harbour: Harbour) -> None:
        rule = RULES.get("draught")(harbour)
        assert isinstance(rule, Rule)
        assert (type(rule), rule.name, rule.harbour) == (DraughtRule, "draught", harbour)
        assert rule.finding("dry") == Finding("draught", "dry")

    @pytest.mark.parametrize(("berth", "tide"), [("North", 0), ("Middle", 200), ("South", 300)])
    def test_the_required_tide(self, rule: DraughtRule, make_call, berth: str, tide: int) -> None:
        assert rule.required_tide(make_call(), rule.harbour.berth(berth)) == tide

    def test_a_required_tide_below_datum(self, make_harbour, make_call) -> None:
        harbour = make_harbour(clearance=20)
        assert DraughtRule(harbour).required_tide(make_call(draught=300), harbour.berth("North")) == -80

    @pytest.mark.parametrize(
        ("berth", "span", "missing"),
        [
            ("North", (0, 720), Fraction(0)),
            ("Middle", (120, 600), Fraction(0)),
            ("Middle", (120, 660), Fraction(200, 3)),
            ("Middle", (600, 840), Fraction(100)),
            ("South", (180, 900), Fraction(0)),
            ("South", (180, 840), Fraction(100)),
            ("South", (60, 900), Fraction(500, 3)),
        ],
        ids=count(),
    )
    def test_the_shortfall(
        self, rule: DraughtRule, make_call, berth: str, span: tuple[int, int], missing: Fraction
    ) -> None:
        assert rule.shortfall(make_call(), rule.harbour.berth(berth), Span(*span)) == missing

    @pytest.mark.parametrize(
        ("berth", "span", "message"),
        [
            ("Middle", (120, 660), "0.67 m of water are missing"),
            ("Middle", (600, 840), "1.00 m of water are missing"),
            ("South", (60, 900), "1.67 m of water are missing"),
            ("North", (2100, 2161), "no tide is known for all of d1 11:00 to d1 12:01"),
            ("South", (-1, 300), "no tide is known for all of d-1 23:59 to d0 05:00"),
        ],
        ids=count(),
    )
    def test_findings(self, rule: DraughtRule, make_call, berth: str, span: tuple[int, int], message: str) -> None:
        found = rule.check(make_call(), rule.harbour.berth(berth), Span(*span))
        assert found == Finding("draught", message)

    @pytest.mark.parametrize(
        ("berth", "span", "draught"),
        [("North", (0, 2160), 450), ("Middle", (120, 540), 350), ("South", (180, 900), 350)],
        ids=count(),
    )
    def test_just_enough_water(
        self, rule: DraughtRule, make_call, berth: str, span: tuple[int, int], draught: int
    ) -> None:
        place = rule.harbour.berth(berth)
        assert rule.check(make_call(draught=draught), place, Span(*span)) is None
        found = rule.check(make_call(draught=draught + 1), place, Span(*span))
        assert found == Finding("draught", "0.01 m of water are missing")

    @pytest.mark.parametrize(
        ("berth", "not_before", "service", "start"),
        [
            ("North", 0, 60, 0),
            ("North", 1, 60, 15),
            ("Middle", 0, 60, 120),
            ("Middle", 0, 480, 120),
            ("Middle", 121, 480, 840),
            ("South", 0, 60, 180),
            ("South", 500, 60, 900),
            ("South", 181, 720, 195),
            ("South", 0, 1800, 180),
            ("North", 2086, 60, 2100),
        ],
        ids=count(),
    )
    def test_the_earliest_start(
        self, rule: DraughtRule, make_call, berth: str, not_before: int, service: int, start: int
    ) -> None:
        call = make_call(service=service)
        assert rule.earliest_start(call, rule.harbour.berth(berth), not_before) == start

    @pytest.mark.parametrize(
        ("berth", "not_before", "service", "start"),
        [("Middle", 0, 480, 120), ("South", 0, 1800, 180), ("North", 2086, 60, 2100)],
        ids=count(),
    )
    def test_no_start_for_a_longer_stay(
        self, rule: DraughtRule, make_call, berth: str, not_before: int, service: int, start: int
    ) -> None:
        place = rule.harbour.berth(berth)
        assert rule.earliest_start(make_call(service=service), place, not_before) == start
        assert rule.earliest_start(make_call(service=service + 1), place, not_before) is None

    @pytest.mark.parametrize(("horizon", "start"), [(404, None), (405, 345)], ids=count())
    def test_no_start_after_which_the_plan_ends_too_soon(
        self, make_harbour, make_call, horizon: int, start: int | None
    ) -> None:
        harbour = make_harbour(horizon=horizon)
        rule, north = DraughtRule(harbour), harbour.berth("North")
        assert rule.earliest_start(make_call(service=60), north, 330) == 330
        assert rule.earliest_start(make_call(service=60), north, 331) == start

    def test_the_earliest_start_is_one_of_the_steps_of_the_settings(self, make_harbour, make_call) -> None:
        harbour = make_harbour(step=50)
        assert DraughtRule(harbour).earliest_start(make_call(), harbour.berth("Middle"), 0) == 150

    @pytest.mark.parametrize(("not_before", "start"), [(0, 15), (31, 45)], ids=count())
    def test_times_without_tide_are_passed_over(self, make_call, not_before: int, start: int) -> None:
        tides = TideTable([Reading(15, 500), Reading(375, 100), Reading(1815, 400)])
        harbour = Harbour([Berth("East", 9000, 900)], tides)
        rule, call = DraughtRule(harbour), make_call(service=60)
        assert rule.earliest_start(call, harbour.berth("East"), not_before) == start
        assert rule.earliest_start(call, harbour.berth("East"), 1756) is None


class TestRuleSet:
    def test_the_rules_of_the_settings(self, make_harbour) -> None:
        rules = RuleSet(make_harbour(rules=("draught", "length"))).rules
        assert [rule.name for rule in rules] == ["draught", "length"]

    def test_all_findings(self, harbour: Harbour, make_call) -> None:
        call = make_call(cargo="coal", length=7000)
        rules = RuleSet(harbour, ["length", "cargo"])
        assert [finding.rule for finding in rules.findings(call, harbour.berth("Middle"), Span(0, 60))] == [
            "length",
            "cargo",
        ]
        assert not rules.allow(call, harbour.berth("Middle"), Span(0, 60))
        assert rules.allow(call, harbour.berth("North"), Span(0, 60))

    def test_an_unknown_rule(self, harbour: Harbour) -> None:
        with pytest.raises(UnknownNameError, match="unknown rule 'drauht'"):
            RuleSet(harbour, ["drauht"])
