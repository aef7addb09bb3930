# canary: classeval-hf open feature_panel e07ca8ab-6403-4e07-bf7e-45a3ce00f11e

import unittest

from solution import FeaturePanel

USERS = ["ann", "bob", "cy", "dan", "eva", "fay", "gus", "hal", "ida", "joe", "kim", "leo"]


def after(panel, *calls):
    """The panel after calls of its methods."""
    for name, *arguments in calls:
        getattr(panel, name)(*arguments)
    return panel


def fill(panel):
    """Two features of the search, one of pages, and three groups."""
    return after(
        panel,
        ("add_feature", "fuzzy", "search", 30),
        ("add_feature", "tabs", "page", 50),
        ("add_feature", "fast", "search", 45),
        ("set_group", "staff", ["ann", "bob", "eva"]),
        ("set_group", "testers", ["@staff", "hal", "-bob"]),
        ("set_group", "quiet", ["hal", "-@testers", "bob", "kim"]),
    )


class FeaturePanelTestSlotOf(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()

    def test_slot_of_users(self):
        self.assertEqual(
            [self.panel.slot_of("search", user) for user in USERS], [22, 74, 98, 56, 40, 15, 90, 31, 84, 61, 88, 62]
        )

    def test_slot_of_areas(self):
        self.assertEqual(
            [self.panel.slot_of(area, "leo") for area in ("page", "Page", "search", "", "menu")], [0, 99, 62, 22, 32]
        )

    def test_slot_of_letters(self):
        self.assertEqual(
            [self.panel.slot_of("søk", "zoë"), self.panel.slot_of("søk", "Łukasz"), self.panel.slot_of("a:b", "c")],
            [82, 55, 6],
        )

    def test_slot_of_colons(self):
        self.assertEqual(
            [self.panel.slot_of("a", "b:c"), self.panel.slot_of("", ""), self.panel.slot_of(":", "")], [6, 35, 80]
        )

    def test_slot_of_many(self):
        self.assertEqual(sum(self.panel.slot_of("menu", f"user{number}") < 20 for number in range(500)), 105)


class FeaturePanelTestAddFeature(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()

    def test_add_feature_first(self):
        self.assertEqual(
            (self.panel.add_feature("fuzzy", "search", 4), self.panel.areas, self.panel.slots, self.panel.rules),
            ([0, 1, 2, 3], {"fuzzy": "search"}, {"fuzzy": [0, 1, 2, 3]}, {"fuzzy": []}),
        )

    def test_add_feature_same_area(self):
        fill(self.panel)
        self.assertEqual(
            (self.panel.add_feature("new", "search", 3), self.panel.slots["new"], list(self.panel.areas)),
            ([75, 76, 77], [75, 76, 77], ["fuzzy", "tabs", "fast", "new"]),
        )

    def test_add_feature_other_area(self):
        fill(self.panel)
        self.assertEqual(
            (self.panel.add_feature("dark", "page", 2), self.panel.add_feature("note", "menu", 3)),
            ([50, 51], [0, 1, 2]),
        )
        self.assertEqual(
            (self.panel.areas, self.panel.rules),
            (
                {"fuzzy": "search", "tabs": "page", "fast": "search", "dark": "page", "note": "menu"},
                {"fuzzy": [], "tabs": [], "fast": [], "dark": [], "note": []},
            ),
        )

    def test_add_feature_without_slots(self):
        after(self.panel, ("add_feature", "all", "search", 100))
        self.assertEqual(
            (self.panel.add_feature("none", "search", 0), self.panel.areas, self.panel.slots["none"]),
            ([], {"all": "search", "none": "search"}, []),
        )

    def test_add_feature_errors(self):
        fill(self.panel)
        with self.assertRaises(ValueError) as caught:
            self.panel.add_feature("fast", "menu", 200)
        self.assertEqual(str(caught.exception), "known feature")
        with self.assertRaises(ValueError) as caught:
            self.panel.add_feature("new", "search", 101)
        self.assertEqual(str(caught.exception), "bad share")
        with self.assertRaises(ValueError) as caught:
            self.panel.add_feature("new", "search", -1)
        self.assertEqual(str(caught.exception), "bad share")
        with self.assertRaises(ValueError) as caught:
            self.panel.add_feature("new", "search", 26)
        self.assertEqual(str(caught.exception), "area is full")
        self.assertEqual(
            (self.panel.areas, sorted(self.panel.slots), self.panel.rules),
            (
                {"fuzzy": "search", "tabs": "page", "fast": "search"},
                ["fast", "fuzzy", "tabs"],
                {"fuzzy": [], "tabs": [], "fast": []},
            ),
        )
        self.assertEqual(len(self.panel.add_feature("new", "search", 25)), 25)


class FeaturePanelTestSetShare(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()
        fill(self.panel)

    def test_set_share_more(self):
        self.assertEqual(
            (self.panel.set_share("fuzzy", 33), self.panel.slots["fuzzy"][25:]),
            ([75, 76, 77], [25, 26, 27, 28, 29, 75, 76, 77]),
        )

    def test_set_share_less(self):
        self.assertEqual(
            (self.panel.set_share("fuzzy", 26), self.panel.slots["fuzzy"]),
            (
                [29, 28, 27, 26],
                [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
            ),
        )
        self.assertEqual(
            (self.panel.set_share("fast", 48), self.panel.slots["fast"][42:]), ([26, 27, 28], [72, 73, 74, 26, 27, 28])
        )

    def test_set_share_last_got_first_lost(self):
        after(self.panel, ("set_share", "fuzzy", 32), ("set_share", "fast", 41))
        self.assertEqual(
            (self.panel.set_share("fuzzy", 34), self.panel.set_share("fuzzy", 29), self.panel.set_share("fuzzy", 31)),
            ([71, 72], [72, 71, 76, 75, 29], [29, 71]),
        )
        self.assertEqual(self.panel.slots["fuzzy"][27:], [27, 28, 29, 71])

    def test_set_share_other_areas(self):
        self.assertEqual(
            (self.panel.set_share("tabs", 52), self.panel.slots["tabs"][48:]), ([50, 51], [48, 49, 50, 51])
        )

    def test_set_share_ends(self):
        after(self.panel, ("set_share", "fuzzy", 2))
        self.assertEqual(
            (self.panel.set_share("fuzzy", 0), self.panel.set_share("fuzzy", 0), self.panel.slots["fuzzy"]),
            ([1, 0], [], []),
        )
        after(self.panel, ("set_share", "tabs", 98))
        self.assertEqual(
            (self.panel.set_share("tabs", 100), self.panel.set_share("tabs", 100), len(self.panel.slots["tabs"])),
            ([98, 99], [], 100),
        )

    def test_set_share_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.set_share("none", 101)
        self.assertEqual(caught.exception.args, ("none",))
        with self.assertRaises(ValueError) as caught:
            self.panel.set_share("fuzzy", 101)
        self.assertEqual(str(caught.exception), "bad share")
        with self.assertRaises(ValueError) as caught:
            self.panel.set_share("fuzzy", -1)
        self.assertEqual(str(caught.exception), "bad share")
        with self.assertRaises(ValueError) as caught:
            self.panel.set_share("fuzzy", 56)
        self.assertEqual(str(caught.exception), "area is full")
        self.assertEqual(len(self.panel.slots["fuzzy"]), 30)
        self.assertEqual(self.panel.set_share("fuzzy", 55)[-3:], [97, 98, 99])


class FeaturePanelTestSetGroup(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()
        fill(self.panel)

    def test_set_group_new(self):
        self.assertEqual(
            (self.panel.set_group("new", ["@quiet", "-@staff", "leo"]), self.panel.groups["new"]),
            (False, ["@quiet", "-@staff", "leo"]),
        )

    def test_set_group_again(self):
        self.assertEqual(
            (self.panel.set_group("staff", ["joe"]), self.panel.groups),
            (
                True,
                {"staff": ["joe"], "testers": ["@staff", "hal", "-bob"], "quiet": ["hal", "-@testers", "bob", "kim"]},
            ),
        )

    def test_set_group_keeps_the_list_given(self):
        entries = ["ann"]
        self.assertEqual(self.panel.set_group("new", entries), False)
        entries.append("bob")
        self.assertEqual(
            (self.panel.groups["new"], self.panel.set_group("new", []), self.panel.groups["new"]), (["ann"], True, [])
        )

    def test_set_group_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.set_group("new", ["ann", "-@gone", "@lost"])
        self.assertEqual(caught.exception.args, ("gone",))
        with self.assertRaises(KeyError) as caught:
            self.panel.set_group("staff", ["@testers", "@gone"])
        self.assertEqual(caught.exception.args, ("gone",))
        with self.assertRaises(KeyError) as caught:
            self.panel.set_group("new", ["@new", "@gone"])
        self.assertEqual(caught.exception.args, ("gone",))
        self.assertEqual(
            self.panel.groups,
            {
                "staff": ["ann", "bob", "eva"],
                "testers": ["@staff", "hal", "-bob"],
                "quiet": ["hal", "-@testers", "bob", "kim"],
            },
        )

    def test_set_group_circle(self):
        with self.assertRaises(ValueError) as caught:
            self.panel.set_group("staff", ["@staff"])
        self.assertEqual(str(caught.exception), "circle")
        with self.assertRaises(ValueError) as caught:
            self.panel.set_group("new", ["ann", "-@new"])
        self.assertEqual(str(caught.exception), "circle")
        with self.assertRaises(ValueError) as caught:
            self.panel.set_group("staff", ["ann", "-@testers"])
        self.assertEqual(str(caught.exception), "circle")
        with self.assertRaises(ValueError) as caught:
            self.panel.set_group("staff", ["@quiet"])
        self.assertEqual(str(caught.exception), "circle")
        after(self.panel, ("set_group", "crew", ["leo", "@testers"]))
        with self.assertRaises(ValueError) as caught:
            self.panel.set_group("testers", ["@crew"])
        self.assertEqual(str(caught.exception), "circle")
        self.assertEqual(
            (self.panel.set_group("testers", ["-@staff"]), self.panel.groups),
            (
                True,
                {
                    "staff": ["ann", "bob", "eva"],
                    "testers": ["-@staff"],
                    "quiet": ["hal", "-@testers", "bob", "kim"],
                    "crew": ["leo", "@testers"],
                },
            ),
        )

    def test_set_group_same_names(self):
        self.assertEqual(
            (self.panel.set_group("ann", ["ann", "@staff"]), self.panel.set_group("bob", ["@ann", "-bob"])),
            (False, False),
        )
        self.assertEqual(
            (self.panel.set_group("staff", ["staff", "ann"]), sorted(self.panel.groups)),
            (True, ["ann", "bob", "quiet", "staff", "testers"]),
        )


class FeaturePanelTestContains(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()
        fill(self.panel)

    def test_contains_users(self):
        self.assertEqual(
            ([user for user in USERS if self.panel.contains("staff", user)], self.panel.groups["staff"]),
            (["ann", "bob", "eva"], ["ann", "bob", "eva"]),
        )

    def test_contains_groups(self):
        self.assertEqual([user for user in USERS if self.panel.contains("testers", user)], ["ann", "eva", "hal"])

    def test_contains_exclusion_of_a_group(self):
        self.assertEqual([user for user in USERS if self.panel.contains("quiet", user)], ["bob", "kim"])
        after(self.panel, ("set_group", "rest", ["@quiet", "leo", "joe", "-@testers", "-@quiet", "@staff", "-eva"]))
        self.assertEqual([user for user in USERS if self.panel.contains("rest", user)], ["ann", "bob", "joe", "leo"])

    def test_contains_last_entry_decides(self):
        after(self.panel, ("set_group", "odd", ["-ann", "ann", "bob", "-bob", "cy", "-cy", "cy", "-dan"]))
        self.assertEqual([user for user in USERS if self.panel.contains("odd", user)], ["ann", "cy"])

    def test_contains_user_named_as_group(self):
        after(self.panel, ("set_group", "crew", ["staff", "-@staff", "ann"]))
        self.assertEqual(
            [self.panel.contains("crew", user) for user in ("staff", "ann", "bob", "crew", "@staff")],
            [True, True, False, False, False],
        )

    def test_contains_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.contains("ann", "ann")
        self.assertEqual(caught.exception.args, ("ann",))
        self.assertEqual([self.panel.contains("staff", "zoe"), self.panel.contains("staff", "eva")], [False, True])
        self.assertEqual(sorted(self.panel.groups), ["quiet", "staff", "testers"])


class FeaturePanelTestAddRule(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()
        fill(self.panel)

    def test_add_rule_several(self):
        self.assertEqual(
            [self.panel.add_rule("fast", "staff", True), self.panel.add_rule("fast", "quiet", False)], [1, 2]
        )
        self.assertEqual(self.panel.rules, {"fuzzy": [], "tabs": [], "fast": [("staff", True), ("quiet", False)]})

    def test_add_rule_again(self):
        after(self.panel, ("add_rule", "fast", "staff", True), ("add_rule", "fast", "quiet", False))
        self.assertEqual(
            (self.panel.add_rule("fast", "staff", False), self.panel.rules["fast"]),
            (2, [("quiet", False), ("staff", False)]),
        )

    def test_add_rule_same_again(self):
        after(self.panel, ("add_rule", "tabs", "staff", True), ("add_rule", "tabs", "quiet", True))
        self.assertEqual(
            (self.panel.add_rule("tabs", "quiet", True), self.panel.rules["tabs"]),
            (2, [("staff", True), ("quiet", True)]),
        )

    def test_add_rule_other_features(self):
        after(self.panel, ("add_rule", "tabs", "staff", True))
        self.assertEqual(
            (self.panel.add_rule("fuzzy", "staff", False), self.panel.rules),
            (1, {"fuzzy": [("staff", False)], "tabs": [("staff", True)], "fast": []}),
        )

    def test_add_rule_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.panel.add_rule("none", "gone", True)
        self.assertEqual(caught.exception.args, ("none",))
        with self.assertRaises(KeyError) as caught:
            self.panel.add_rule("fast", "gone", True)
        self.assertEqual(caught.exception.args, ("gone",))
        self.assertEqual(
            (self.panel.add_rule("fast", "testers", True), self.panel.rules),
            (1, {"fuzzy": [], "tabs": [], "fast": [("testers", True)]}),
        )


class FeaturePanelTestFeatureOf(unittest.TestCase):
    def setUp(self):
        self.panel = FeaturePanel()
        fill(self.panel)

    def test_feature_of_slots(self):
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["fuzzy", "fast", "", "fast", "fast", "fuzzy", "", "fast", "", "fast", "", "fast"],
        )
        self.assertEqual(
            [self.panel.feature_of("page", user) for user in USERS],
            ["", "tabs", "tabs", "tabs", "", "tabs", "tabs", "", "", "tabs", "", "tabs"],
        )
        self.assertEqual(self.panel.rules, {"fuzzy": [], "tabs": [], "fast": []})

    def test_feature_of_rules(self):
        after(self.panel, ("add_rule", "fast", "testers", True), ("add_rule", "fuzzy", "quiet", True))
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["fast", "fuzzy", "", "fast", "fast", "fuzzy", "", "fast", "", "fast", "fuzzy", "fast"],
        )

    def test_feature_of_first_rule(self):
        after(self.panel, ("add_rule", "fuzzy", "testers", False), ("add_rule", "fuzzy", "staff", True))
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["", "fuzzy", "", "fast", "fast", "fuzzy", "", "fast", "", "fast", "", "fast"],
        )
        after(self.panel, ("add_rule", "fuzzy", "testers", False))
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["fuzzy", "fuzzy", "", "fast", "fuzzy", "fuzzy", "", "fast", "", "fast", "", "fast"],
        )

    def test_feature_of_two_verdicts(self):
        after(self.panel, ("add_rule", "fast", "staff", True), ("add_rule", "fuzzy", "testers", True))
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["fuzzy", "fast", "", "fast", "fuzzy", "fuzzy", "", "fuzzy", "", "fast", "", "fast"],
        )

    def test_feature_of_verdict_against(self):
        after(self.panel, ("add_rule", "fast", "quiet", False), ("add_rule", "fast", "testers", False))
        self.assertEqual(
            [self.panel.feature_of("search", user) for user in USERS],
            ["fuzzy", "", "", "fast", "", "fuzzy", "", "", "", "fast", "", "fast"],
        )
        self.assertEqual([self.panel.feature_of("menu", "ann"), self.panel.feature_of("fast", "ann")], ["", ""])


class FeaturePanelTestMain(unittest.TestCase):
    def test_main_rollout(self):
        panel = FeaturePanel()
        self.assertEqual(
            [panel.add_feature("a", "page", 3), panel.add_feature("b", "page", 4), panel.set_share("a", 5)],
            [[0, 1, 2], [3, 4, 5, 6], [7, 8]],
        )
        self.assertEqual(
            [panel.set_share("b", 2), panel.set_share("a", 9), panel.slots],
            [[6, 5], [5, 6, 9, 10], {"a": [0, 1, 2, 7, 8, 5, 6, 9, 10], "b": [3, 4]}],
        )
        self.assertEqual(
            ([panel.slot_of("page", user) for user in USERS], [panel.feature_of("page", user) for user in USERS]),
            ([50, 22, 35, 36, 96, 40, 35, 93, 88, 9, 86, 0], ["", "", "", "", "", "", "", "", "", "a", "", "a"]),
        )
        self.assertEqual(
            (
                [len(panel.set_share("b", 40)), panel.set_share("a", 8)],
                [panel.feature_of("page", user) for user in USERS],
            ),
            ([38, [10]], ["", "b", "b", "b", "", "b", "b", "", "", "a", "", "a"]),
        )
        self.assertEqual(
            [panel.set_group("x", ["leo", "bob"]), panel.add_rule("b", "x", True), panel.contains("x", "bob")],
            [False, 1, True],
        )
        self.assertEqual(
            [panel.feature_of("page", user) for user in USERS], ["", "b", "b", "b", "", "b", "b", "", "", "a", "", "b"]
        )
        with self.assertRaises(ValueError) as caught:
            panel.set_share("a", 61)
        self.assertEqual(str(caught.exception), "area is full")
        self.assertEqual(
            (panel.set_share("b", 0)[35:], panel.feature_of("page", "leo"), panel.feature_of("page", "dan")),
            ([13, 12, 11, 4, 3], "b", ""),
        )
        self.assertEqual(
            (len(panel.set_share("a", 40)), [panel.feature_of("page", user) for user in USERS]),
            (32, ["", "b", "a", "a", "", "", "a", "", "", "a", "", "b"]),
        )

    def test_main_groups(self):
        panel = fill(FeaturePanel())
        self.assertEqual(
            [
                panel.add_rule("fast", "quiet", True),
                panel.feature_of("search", "bob"),
                panel.feature_of("search", "hal"),
            ],
            [1, "fast", "fast"],
        )
        self.assertEqual(
            [panel.set_group("testers", ["bob"]), panel.feature_of("search", "hal"), panel.contains("quiet", "kim")],
            [True, "fast", True],
        )
        with self.assertRaises(ValueError) as caught:
            panel.set_group("testers", ["bob", "-@quiet"])
        self.assertEqual(str(caught.exception), "circle")
        self.assertEqual(
            [panel.set_group("quiet", ["@staff"]), panel.set_group("testers", ["@quiet", "-ann"])], [True, True]
        )
        self.assertEqual([panel.add_rule("fuzzy", "testers", False), panel.add_rule("fuzzy", "staff", True)], [1, 2])
        self.assertEqual(
            [(user, panel.feature_of("search", user)) for user in ("ann", "bob", "eva", "fay", "leo")],
            [("ann", "fuzzy"), ("bob", "fast"), ("eva", "fast"), ("fay", "fuzzy"), ("leo", "fast")],
        )
        self.assertEqual(
            [panel.set_share("fuzzy", 16), panel.feature_of("search", "fay"), panel.set_share("fuzzy", 15)[0]],
            [[29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16], "fuzzy", 15],
        )
        self.assertEqual(
            (panel.feature_of("search", "fay"), panel.rules, panel.slot_of("search", "fay")),
            ("", {"fuzzy": [("testers", False), ("staff", True)], "tabs": [], "fast": [("quiet", True)]}, 15),
        )

    def test_main_areas(self):
        panel = FeaturePanel()
        self.assertEqual(
            [
                panel.add_feature("x", "page", 1),
                panel.add_feature("y", "menu", 1),
                panel.add_feature("z", "page", 99)[:2],
            ],
            [[0], [0], [1, 2]],
        )
        with self.assertRaises(ValueError) as caught:
            panel.add_feature("w", "page", 1)
        self.assertEqual(str(caught.exception), "area is full")
        self.assertEqual(
            [
                panel.set_group("all", USERS),
                panel.set_group("some", ["@all", "-dan", "-eva"]),
                panel.add_rule("z", "some", False),
            ],
            [False, False, 1],
        )
        self.assertEqual(
            [panel.feature_of("page", user) for user in USERS], ["", "", "", "z", "z", "", "", "", "", "", "", "x"]
        )
        self.assertEqual(
            [panel.set_share("z", 90), panel.set_share("x", 3), panel.slots["x"], panel.contains("some", "dan")],
            [[99, 98, 97, 96, 95, 94, 93, 92, 91], [91, 92], [0, 91, 92], False],
        )
        self.assertEqual(
            [panel.add_rule("x", "all", True), panel.add_rule("x", "some", False), panel.feature_of("page", "leo")],
            [1, 2, "x"],
        )
        self.assertEqual(
            [
                panel.add_rule("x", "all", True),
                panel.feature_of("page", "dan"),
                panel.feature_of("menu", "dan"),
                panel.rules,
            ],
            [2, "x", "", {"x": [("some", False), ("all", True)], "y": [], "z": [("some", False)]}],
        )
