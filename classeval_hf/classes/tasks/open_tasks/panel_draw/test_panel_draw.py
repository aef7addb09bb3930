# canary: classeval-hf open panel_draw a9834264-dd60-42f3-8812-d7a2d70b20c2

import unittest

from solution import PanelDraw


def do(target, method, *arguments):
    """Calls a method that is not the one under test."""
    return getattr(target, method)(*arguments)


def failure(method, *arguments):
    """The type and the message of the error that a call raises, or what it returns."""
    try:
        return method(*arguments)
    except Exception as error:
        return type(error).__name__, error.args[0]


def fill(panel, **sizes):
    """Enrolls people for each stratum, named after it and numbered, the last number first."""
    for stratum, size in sizes.items():
        for number in range(size, 0, -1):
            panel.enroll(f"{stratum}{number}", stratum)


def prepare(panel, total=6):
    """Strata b with 4 people, a with 5 and c with 2; a panel is drawn."""
    fill(panel, b=4, a=5, c=2)
    panel.draw(total)


class PanelDrawTestEnroll(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)

    def test_enroll_before(self):
        self.assertEqual([self.panel.enroll("x", "s"), self.panel.enroll("y", "s")], [False, False])
        self.assertEqual((self.panel.people, self.panel.reserves, self.panel.seats), ({"x": "s", "y": "s"}, {}, {}))

    def test_enroll_in_reserve(self):
        prepare(self.panel)
        self.assertEqual([self.panel.enroll(name, "a") for name in ("x", "y", "z")], [False, False, False])
        self.assertEqual(self.panel.reserves, {"a": ["z", "a1", "x", "a5", "y"], "b": ["b4", "b3"], "c": ["c2"]})

    def test_enroll_new_stratum(self):
        prepare(self.panel)
        self.assertEqual([self.panel.enroll("x", "d"), self.panel.enroll("y", "d")], [False, False])
        self.assertEqual(
            (self.panel.reserves, self.panel.people["y"]),
            ({"a": ["a1", "a5"], "b": ["b4", "b3"], "c": ["c2"], "d": ["x", "y"]}, "d"),
        )

    def test_enroll_vacant(self):
        fill(self.panel, b=1, a=1)
        do(self.panel, "draw", 2)
        do(self.panel, "refuse", "b1")
        do(self.panel, "refuse", "a1")
        self.assertEqual(
            [self.panel.enroll("x", "a"), self.panel.enroll("y", "a"), self.panel.enroll("z", "a")],
            [True, True, False],
        )
        self.assertEqual(
            (self.panel.seats, self.panel.vacant, self.panel.reserves),
            ({"x": "a", "y": "b"}, [], {"a": ["z"], "b": []}),
        )

    def test_enroll_vacant_new_stratum(self):
        fill(self.panel, b=1, a=1)
        do(self.panel, "draw", 2)
        do(self.panel, "refuse", "a1")
        do(self.panel, "refuse", "b1")
        self.assertEqual(self.panel.enroll("x", "d"), True)
        self.assertEqual(
            (self.panel.seats, self.panel.vacant, self.panel.reserves),
            ({"x": "a"}, ["b"], {"a": [], "b": [], "d": []}),
        )

    def test_enroll_vacant_uses_no_chance(self):
        fill(self.panel, a=1)
        do(self.panel, "draw", 1)
        do(self.panel, "refuse", "a1")
        self.panel.enroll("a2", "a")
        self.assertEqual([self.panel.enroll(name, "a") for name in "pqrst"], [False] * 5)
        self.assertEqual(self.panel.reserves, {"a": ["t", "s", "p", "q", "r"]})

    def test_enroll_known(self):
        prepare(self.panel)
        do(self.panel, "refuse", next(iter(self.panel.seats)))
        self.assertEqual(
            [failure(self.panel.enroll, name, "z") for name in ("a1", min(self.panel.refused))],
            [("ValueError", "known person"), ("ValueError", "known person")],
        )
        self.assertEqual(len(self.panel.people), 11)


class PanelDrawTestAllot(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)

    def test_allot_largest_fractions(self):
        fill(self.panel, b=4, a=5, c=2)
        self.assertEqual(
            [self.panel.allot(total) for total in (3, 4, 5, 6, 7, 10, 11)],
            [
                {"b": 1, "a": 1, "c": 1},
                {"b": 1, "a": 2, "c": 1},
                {"b": 2, "a": 2, "c": 1},
                {"b": 2, "a": 3, "c": 1},
                {"b": 3, "a": 3, "c": 1},
                {"b": 4, "a": 4, "c": 2},
                {"b": 4, "a": 5, "c": 2},
            ],
        )

    def test_allot_equal_fractions(self):
        fill(self.panel, d=3, c=5, b=3, a=3)
        self.assertEqual(
            [self.panel.allot(total) for total in (5, 6, 9, 10)],
            [
                {"d": 1, "c": 2, "b": 1, "a": 1},
                {"d": 1, "c": 2, "b": 1, "a": 2},
                {"d": 2, "c": 3, "b": 2, "a": 2},
                {"d": 2, "c": 4, "b": 2, "a": 2},
            ],
        )

    def test_allot_small_strata(self):
        fill(self.panel, big=20, one=1, two=2)
        self.assertEqual(
            [self.panel.allot(total) for total in (3, 4, 13, 22, 23)],
            [
                {"big": 1, "one": 1, "two": 1},
                {"big": 2, "one": 1, "two": 1},
                {"big": 11, "one": 1, "two": 1},
                {"big": 19, "one": 1, "two": 2},
                {"big": 20, "one": 1, "two": 2},
            ],
        )

    def test_allot_single_people(self):
        fill(self.panel, a=1, b=1)
        self.assertEqual(
            [self.panel.allot(2), failure(self.panel.allot, 1), failure(self.panel.allot, 3)],
            [{"a": 1, "b": 1}, ("ValueError", "bad total"), ("ValueError", "bad total")],
        )

    def test_allot_bad_total(self):
        self.assertEqual(
            [failure(self.panel.allot, total) for total in (0, 1, -1)],
            [("ValueError", "bad total"), ("ValueError", "bad total"), ("ValueError", "bad total")],
        )
        fill(self.panel, a=3)
        self.assertEqual(
            [failure(self.panel.allot, total) for total in (0, 1, 3, 4)],
            [("ValueError", "bad total"), {"a": 1}, {"a": 3}, ("ValueError", "bad total")],
        )

    def test_allot_more_people_first(self):
        fill(self.panel, a=3, b=7, c=3)
        self.assertEqual(
            ([self.panel.allot(total) for total in (4, 5, 6, 8)], self.panel.seats),
            (
                [
                    {"a": 1, "b": 2, "c": 1},
                    {"a": 2, "b": 2, "c": 1},
                    {"a": 2, "b": 3, "c": 1},
                    {"a": 2, "b": 4, "c": 2},
                ],
                {},
            ),
        )

    def test_allot_after_draw(self):
        prepare(self.panel)
        do(self.panel, "enroll", "x", "d")
        self.assertEqual((self.panel.allot(6), len(self.panel.seats)), ({"b": 2, "a": 2, "c": 1, "d": 1}, 6))


class PanelDrawTestDraw(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)

    def test_draw_seats_and_reserves(self):
        fill(self.panel, b=4, a=5, c=2)
        self.assertEqual(self.panel.draw(6), ["a3", "a2", "a4", "b1", "b2", "c1"])
        self.assertEqual(
            (self.panel.seats, self.panel.reserves, self.panel.drawn),
            (
                {"a3": "a", "a2": "a", "a4": "a", "b1": "b", "b2": "b", "c1": "c"},
                {"a": ["a1", "a5"], "b": ["b4", "b3"], "c": ["c2"]},
                True,
            ),
        )

    def test_draw_other_seed(self):
        panel = PanelDraw(2024)
        fill(panel, b=4, a=5, c=2)
        self.assertEqual(
            (panel.draw(4), panel.reserves),
            (["a4", "a2", "b4", "c2"], {"a": ["a3", "a5", "a1"], "b": ["b3", "b2", "b1"], "c": ["c1"]}),
        )

    def test_draw_order_of_entry_does_not_count(self):
        fill(self.panel, c=2, a=5, b=4)
        self.assertEqual(
            (self.panel.draw(6), self.panel.reserves["a"]), (["a3", "a2", "a4", "b1", "b2", "c1"], ["a1", "a5"])
        )

    def test_draw_all(self):
        fill(self.panel, b=2, a=3)
        self.assertEqual(
            (self.panel.draw(5), self.panel.reserves, self.panel.vacant),
            (["a2", "a1", "a3", "b1", "b2"], {"a": [], "b": []}, []),
        )

    def test_draw_errors(self):
        self.assertEqual(failure(self.panel.draw, 0), ("ValueError", "bad total"))
        fill(self.panel, b=2, a=3)
        self.assertEqual(
            [failure(self.panel.draw, total) for total in (1, 6)],
            [("ValueError", "bad total"), ("ValueError", "bad total")],
        )
        self.panel.draw(2)
        self.assertEqual((failure(self.panel.draw, 9), len(self.panel.seats)), (("ValueError", "drawn"), 2))

    def test_draw_errors_use_no_chance(self):
        fill(self.panel, b=4, a=5, c=2)
        failure(self.panel.draw, 12)
        self.assertEqual(self.panel.draw(6), ["a3", "a2", "a4", "b1", "b2", "c1"])


class PanelDrawTestAccept(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)
        prepare(self.panel)

    def test_accept_counts_per_stratum(self):
        self.assertEqual([self.panel.accept(name) for name in sorted(self.panel.seats)], [1, 2, 3, 1, 2, 1])
        self.assertEqual(sorted(self.panel.accepted), ["a2", "a3", "a4", "b1", "b2", "c1"])

    def test_accept_substitute(self):
        first, second = [name for name, seat in self.panel.seats.items() if seat == "b"]
        substitute = do(self.panel, "refuse", first)
        self.assertEqual([self.panel.accept(second), self.panel.accept(substitute)], [1, 2])

    def test_accept_foreign_seat(self):
        panel = PanelDraw(3)
        fill(panel, a=1, b=3)
        do(panel, "draw", 2)
        do(panel, "refuse", "a1")
        self.assertEqual(([panel.accept(name) for name in panel.seats], panel.seats), ([1, 1], {"b3": "b", "b1": "a"}))

    def test_accept_no_seat(self):
        names = ["zoe", self.panel.reserves["a"][0]]
        self.assertEqual(
            [failure(self.panel.accept, name) for name in names], [("KeyError", "zoe"), ("KeyError", "a1")]
        )
        self.assertEqual(self.panel.accepted, set())

    def test_accept_twice(self):
        name = min(self.panel.seats)
        self.assertEqual([self.panel.accept(name), failure(self.panel.accept, name)], [1, ("ValueError", "accepted")])
        self.assertEqual(self.panel.accepted, {"a2"})


class PanelDrawTestRefuse(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)
        prepare(self.panel)

    def test_refuse_own_reserve(self):
        self.assertEqual([self.panel.refuse(name) for name in sorted(self.panel.seats)[:2]], ["a1", "a5"])
        self.assertEqual(
            (self.panel.seats, self.panel.reserves, sorted(self.panel.refused)),
            (
                {"a4": "a", "b1": "b", "b2": "b", "c1": "c", "a1": "a", "a5": "a"},
                {"a": [], "b": ["b4", "b3"], "c": ["c2"]},
                ["a2", "a3"],
            ),
        )

    def test_refuse_longest_other_reserve(self):
        name = next(name for name, seat in self.panel.seats.items() if seat == "c")
        results = [self.panel.refuse(name)]
        for _ in range(4):
            results.append(self.panel.refuse(results[-1]))
        self.assertEqual(
            (results, self.panel.seats, self.panel.reserves),
            (
                ["c2", "a1", "b4", "a5", "b3"],
                {"a3": "a", "a2": "a", "a4": "a", "b1": "b", "b2": "b", "b3": "c"},
                {"a": [], "b": [], "c": []},
            ),
        )

    def test_refuse_until_vacant(self):
        panel = PanelDraw(5)
        fill(panel, b=2, a=2)
        do(panel, "draw", 3)
        results = [panel.refuse(name) for name in ("b1", "b2", "a1", "a2")]
        self.assertEqual((results, panel.seats, panel.vacant), (["b2", "", "", ""], {}, ["b", "a", "a"]))

    def test_refuse_stratum_of_the_seat_first(self):
        panel = PanelDraw(5)
        fill(panel, a=1, b=5)
        do(panel, "draw", 3)
        substitute = panel.refuse("a1")
        do(panel, "enroll", "a2", "a")
        self.assertEqual(
            (substitute, panel.refuse(substitute), panel.seats, panel.vacant),
            ("b2", "a2", {"b3": "b", "b1": "b", "a2": "a"}, []),
        )

    def test_refuse_errors(self):
        name = min(self.panel.seats)
        do(self.panel, "accept", name)
        substitute = self.panel.refuse(max(self.panel.seats))
        reserve = self.panel.reserves["a"][0]
        self.assertEqual(
            [failure(self.panel.refuse, person) for person in ("zoe", name, reserve)],
            [("KeyError", "zoe"), ("ValueError", "accepted"), ("KeyError", "a1")],
        )
        self.assertEqual((substitute, sorted(self.panel.refused)), ("c2", ["c1"]))

    def test_refuse_twice(self):
        name = min(self.panel.seats)
        self.panel.refuse(name)
        self.assertEqual((failure(self.panel.refuse, name), self.panel.refused), (("KeyError", "a2"), {"a2"}))


class PanelDrawTestSummary(unittest.TestCase):
    def setUp(self):
        self.panel = PanelDraw(7)

    def test_summary_before(self):
        fill(self.panel, b=2, a=1)
        self.assertEqual((self.panel.summary(), self.panel.drawn), ([("a", 0, 0, 0, 0), ("b", 0, 0, 0, 0)], False))

    def test_summary_drawn(self):
        prepare(self.panel)
        self.assertEqual(self.panel.summary(), [("a", 3, 0, 0, 2), ("b", 2, 0, 0, 2), ("c", 1, 0, 0, 1)])

    def test_summary_accepted_and_foreign(self):
        prepare(self.panel, 4)
        for name in sorted(self.panel.seats)[1:]:
            do(self.panel, "accept", name)
        do(self.panel, "refuse", min(self.panel.seats))
        self.assertEqual(
            (self.panel.summary(), len(self.panel.accepted)),
            ([("a", 2, 1, 0, 2), ("b", 1, 1, 0, 3), ("c", 1, 1, 0, 1)], 3),
        )

    def test_summary_foreign(self):
        fill(self.panel, a=1, b=3)
        do(self.panel, "draw", 2)
        do(self.panel, "refuse", "a1")
        self.assertEqual(self.panel.summary(), [("a", 1, 0, 1, 0), ("b", 1, 0, 0, 1)])

    def test_summary_vacant_and_new(self):
        fill(self.panel, a=1, b=1)
        do(self.panel, "draw", 2)
        do(self.panel, "refuse", "a1")
        self.assertEqual((self.panel.summary(), self.panel.vacant), ([("a", 0, 0, 0, 0), ("b", 1, 0, 0, 0)], ["a"]))
        do(self.panel, "enroll", "x", "new")
        do(self.panel, "enroll", "y", "new")
        self.assertEqual(self.panel.summary(), [("a", 1, 0, 1, 0), ("b", 1, 0, 0, 0), ("new", 0, 0, 0, 1)])


class PanelDrawTestMain(unittest.TestCase):
    def test_main_refusals(self):
        panel = PanelDraw(11)
        fill(panel, south=4, north=6, east=1)
        self.assertEqual(
            [panel.allot(5), panel.draw(5), panel.reserves],
            [
                {"south": 2, "north": 2, "east": 1},
                ["east1", "north5", "north4", "south4", "south3"],
                {"east": [], "north": ["north6", "north3", "north1", "north2"], "south": ["south1", "south2"]},
            ],
        )
        self.assertEqual(
            [panel.refuse("east1"), panel.seats, panel.reserves],
            [
                "north6",
                {"north5": "north", "north4": "north", "south4": "south", "south3": "south", "north6": "east"},
                {"east": [], "north": ["north3", "north1", "north2"], "south": ["south1", "south2"]},
            ],
        )
        self.assertEqual(
            [panel.enroll("east2", "east"), panel.reserves["east"], panel.summary()],
            [False, ["east2"], [("east", 1, 0, 1, 1), ("north", 2, 0, 0, 3), ("south", 2, 0, 0, 2)]],
        )
        names = list(panel.seats)
        self.assertEqual(
            [panel.accept(names[0]), panel.refuse(names[1]), panel.refuse(names[-1])], [1, "north3", "east2"]
        )
        self.assertEqual(
            [failure(panel.refuse, names[0]), failure(panel.accept, "east1")],
            [("ValueError", "accepted"), ("KeyError", "east1")],
        )
        self.assertEqual(
            [panel.enroll("south9", "south"), panel.enroll("south8", "south"), panel.reserves],
            [
                False,
                False,
                {"east": [], "north": ["north1", "north2"], "south": ["south1", "south8", "south9", "south2"]},
            ],
        )
        self.assertEqual(
            [panel.refuse(list(panel.seats)[-1]), panel.summary(), sorted(panel.refused)],
            [
                "south1",
                [("east", 1, 0, 1, 0), ("north", 2, 1, 0, 2), ("south", 2, 0, 0, 3)],
                ["east1", "east2", "north4", "north6"],
            ],
        )

    def test_main_vacant_seats(self):
        panel = PanelDraw(12)
        fill(panel, p=2, q=3)
        self.assertEqual(
            [panel.draw(4), panel.reserves, panel.vacant], [["p2", "p1", "q3", "q2"], {"p": [], "q": ["q1"]}, []]
        )
        self.assertEqual(
            [panel.refuse("p1"), panel.refuse("q3"), panel.refuse("p2"), panel.vacant, panel.seats],
            ["q1", "", "", ["q", "p"], {"q2": "q", "q1": "p"}],
        )
        self.assertEqual(
            [panel.enroll("q4", "q"), panel.enroll("r1", "r"), panel.seats, panel.vacant],
            [True, True, {"q2": "q", "q1": "p", "q4": "q", "r1": "p"}, []],
        )
        self.assertEqual(
            [panel.enroll("p3", "p"), panel.enroll("p4", "p"), panel.enroll("p5", "p"), panel.reserves],
            [False, False, False, {"p": ["p4", "p5", "p3"], "q": [], "r": []}],
        )
        self.assertEqual(
            [panel.accept("r1"), panel.summary(), failure(panel.draw, 4)],
            [1, [("p", 2, 1, 2, 3), ("q", 2, 0, 0, 0), ("r", 0, 0, 0, 0)], ("ValueError", "drawn")],
        )
        self.assertEqual(
            [panel.refuse("q4"), panel.reserves, panel.allot(7), failure(panel.allot, 2)],
            ["p4", {"p": ["p5", "p3"], "q": [], "r": []}, {"p": 3, "q": 3, "r": 1}, ("ValueError", "bad total")],
        )

    def test_main_same_seed(self):
        panels = PanelDraw(99), PanelDraw(99)
        fill(panels[0], a=3, b=3)
        fill(panels[1], b=3, a=3)
        self.assertEqual([panel.draw(3) for panel in panels], [["a2", "a3", "b3"], ["a2", "a3", "b3"]])
        self.assertEqual([panel.refuse(next(iter(panel.seats))) for panel in panels], ["a1", "a1"])
        self.assertEqual([panel.enroll("a9", "a") for panel in panels], [False, False])
        self.assertEqual([panel.enroll("a8", "a") for panel in panels], [False, False])
        self.assertEqual(
            [panel.reserves for panel in panels],
            [{"a": ["a8", "a9"], "b": ["b1", "b2"]}, {"a": ["a8", "a9"], "b": ["b1", "b2"]}],
        )
        self.assertEqual([panel.accept(min(panel.seats)) for panel in panels], [1, 1])
        self.assertEqual(
            [panels[0].summary(), panels[1].seats],
            [[("a", 2, 1, 0, 2), ("b", 1, 0, 0, 2)], {"a3": "a", "b3": "b", "a1": "a"}],
        )
