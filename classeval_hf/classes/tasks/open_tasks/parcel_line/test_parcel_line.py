# canary: classeval-hf open parcel_line 4eae9b1f-80a4-47f8-b9ac-134562523f67

import unittest

from solution import ParcelLine


class ParcelLineTestRoute(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 2, "south": 3, "east": 1}, 4)
        self.line.rules = {"N": ["north", "east"], "N1": ["south"], "S": ["south", "north"], "N123": ["east", "south"]}

    def test_route_longest_prefix(self):
        self.assertEqual(self.line.route("N2"), ["north", "east"])
        self.assertEqual(self.line.route("N17"), ["south"])
        self.assertEqual(self.line.route("N1234"), ["east", "south"])

    def test_route_whole_code(self):
        self.assertEqual(self.line.route("N123"), ["east", "south"])
        self.assertEqual(self.line.route("N12"), ["south"])

    def test_route_no_prefix(self):
        self.assertEqual(self.line.route("xN1"), [])
        self.assertEqual(self.line.route("n2"), [])
        self.assertEqual(self.line.loop, [])

    def test_route_empty_prefix(self):
        self.line.rules[""] = ["east"]
        self.assertEqual([self.line.route("Q"), self.line.route("S9!")], [["east"], ["south", "north"]])

    def test_route_ignores_state(self):
        self.line.jammed = ["north"]
        self.line.held["east"] = ["N5"]
        self.assertEqual(self.line.route("N5"), ["north", "east"])

    def test_route_new_list(self):
        self.line.route("N2").append("south")
        self.assertEqual(self.line.rules["N"], ["north", "east"])
        self.assertEqual(self.line.route("N2"), ["north", "east"])


class ParcelLineTestOpenChute(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 2, "south": 3, "east": 1}, 4)
        self.line.rules = {"N": ["north", "east", "south"], "E": ["east"]}

    def test_open_chute_preferred(self):
        self.assertEqual(self.line.open_chute("N1"), "north")
        self.assertEqual(self.line.held, {"north": [], "south": [], "east": []})

    def test_open_chute_last_place_for_express(self):
        self.line.held["north"] = ["a"]
        self.assertEqual(self.line.open_chute("N1"), "east")
        self.assertEqual(self.line.open_chute("N1!"), "north")

    def test_open_chute_last_place_of_three(self):
        self.line.held = {"north": ["a"], "east": ["b"], "south": ["c"]}
        self.assertEqual(self.line.open_chute("N1"), "south")
        self.line.held["south"].append("d")
        self.assertEqual(self.line.open_chute("N1"), "")
        self.line.held["north"].append("e!")
        self.assertEqual(self.line.open_chute("N1!"), "south")

    def test_open_chute_capacity_one(self):
        self.assertEqual([self.line.open_chute("E1"), self.line.open_chute("E1!")], ["east", "east"])
        self.line.held["east"] = ["a"]
        self.assertEqual([self.line.open_chute("E1"), self.line.open_chute("E1!")], ["", ""])

    def test_open_chute_jammed(self):
        self.line.jammed = ["north", "east"]
        self.assertEqual(self.line.open_chute("N1!"), "south")
        self.line.jammed = ["south", "east", "north"]
        self.assertEqual(self.line.open_chute("N1!"), "")

    def test_open_chute_no_rule(self):
        self.assertEqual(self.line.open_chute("X1"), "")
        self.line.rules["X1"] = ["south"]
        self.assertEqual(self.line.open_chute("X1"), "south")

    def test_open_chute_express_only_at_end(self):
        self.line.held["north"] = ["a"]
        self.assertEqual(self.line.open_chute("N!1"), "east")


class ParcelLineTestCirculate(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 3, "south": 2}, 9)
        self.line.rules = {"N": ["north"], "S": ["south"], "": ["north", "south"]}

    def test_circulate_empty(self):
        self.assertEqual(self.line.circulate(), [])
        self.line.loop = ["N1", "S2"]
        self.assertEqual(self.line.circulate(), [("N1", "north"), ("S2", "south")])
        self.assertEqual(self.line.loop, [])

    def test_circulate_express_first(self):
        self.line.loop = ["N1", "S2", "N3!", "N4", "S5!"]
        self.assertEqual(self.line.circulate(), [("N3!", "north"), ("S5!", "south"), ("N1", "north")])
        self.assertEqual(self.line.loop, ["S2", "N4"])
        self.assertEqual(self.line.held, {"north": ["N3!", "N1"], "south": ["S5!"]})

    def test_circulate_stay_in_order(self):
        self.line.jammed = ["north"]
        self.line.loop = ["N2", "N1!", "S1", "N0"]
        self.assertEqual(self.line.circulate(), [("S1", "south")])
        self.assertEqual(self.line.loop, ["N2", "N1!", "N0"])

    def test_circulate_chute_as_it_is(self):
        self.line.held["north"] = ["N9"]
        self.line.loop = ["b", "a", "c"]
        self.assertEqual(self.line.circulate(), [("b", "north"), ("a", "south")])
        self.assertEqual(self.line.held, {"north": ["N9", "b"], "south": ["a"]})
        self.assertEqual(self.line.loop, ["c"])

    def test_circulate_nothing_open(self):
        self.line.rules = {"S": ["south"]}
        self.line.loop = ["N1!", "S1"]
        self.line.held["south"] = ["S0"]
        self.assertEqual(self.line.circulate(), [])
        self.assertEqual(self.line.loop, ["N1!", "S1"])
        self.assertEqual(self.line.held, {"north": [], "south": ["S0"]})


class ParcelLineTestSetRule(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 2, "south": 3}, 5)

    def test_set_rule_new(self):
        self.assertEqual(self.line.set_rule("N", ["north", "south"]), [])
        self.assertEqual(self.line.set_rule("", ["south"]), [])
        self.assertEqual(self.line.rules, {"N": ["north", "south"], "": ["south"]})

    def test_set_rule_circulates(self):
        self.line.loop = ["N1", "S2", "S3", "S4!"]
        self.assertEqual(
            self.line.set_rule("S", ["south", "north"]), [("S4!", "south"), ("S2", "south"), ("S3", "north")]
        )
        self.assertEqual(self.line.loop, ["N1"])

    def test_set_rule_replaces(self):
        self.line.rules = {"N": ["north"]}
        self.line.held["north"] = ["N1"]
        self.line.loop = ["N2"]
        self.assertEqual(self.line.set_rule("N", ["south"]), [("N2", "south")])
        self.assertEqual(self.line.rules, {"N": ["south"]})
        self.assertEqual(self.line.held, {"north": ["N1"], "south": ["N2"]})

    def test_set_rule_removes(self):
        self.line.rules = {"N": ["north"], "": ["south"]}
        self.line.held["north"] = ["N1"]
        self.line.loop = ["N2", "N3"]
        self.assertEqual(self.line.set_rule("N", []), [("N2", "south"), ("N3", "south")])
        self.assertEqual(self.line.rules, {"": ["south"]})

    def test_set_rule_copies(self):
        chutes = ["north"]
        self.line.set_rule("N", chutes)
        chutes.append("south")
        self.assertEqual(self.line.rules, {"N": ["north"]})

    def test_set_rule_errors(self):
        self.line.rules = {"N": ["north"]}
        for prefix, chutes, message in (
            ("N", ["south", "west"], "unknown chute: west"),
            ("N", ["south", "south", "west"], "chute twice: south"),
            ("N", ["west", "south", "south"], "unknown chute: west"),
            ("N", ["west"], "unknown chute: west"),
            ("N", ["north", "south", "north", "south"], "chute twice: north"),
            ("S", [], "no rule: S"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.line.set_rule(prefix, chutes)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.line.rules, {"N": ["north"]})


class ParcelLineTestFeed(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 2, "south": 1}, 2)
        self.line.rules = {"N": ["north", "south"], "S": ["south"]}

    def test_feed_into_chutes(self):
        self.assertEqual([self.line.feed(code) for code in ("N1", "N2", "N3!")], ["north", "south", "north"])
        self.assertEqual(self.line.held, {"north": ["N1", "N3!"], "south": ["N2"]})
        self.assertEqual(self.line.loop, [])

    def test_feed_to_loop(self):
        self.line.held["south"] = ["N0"]
        self.assertEqual([self.line.feed(code) for code in ("S1", "X1")], ["", ""])
        self.assertEqual(self.line.loop, ["S1", "X1"])

    def test_feed_loop_full(self):
        self.line.loop = ["X1", "X2"]
        with self.assertRaises(RuntimeError) as caught:
            self.line.feed("X3!")
        self.assertEqual(str(caught.exception), "loop full")
        self.assertEqual(self.line.loop, ["X1", "X2"])
        self.assertEqual(self.line.feed("S1"), "south")

    def test_feed_loop_overfull(self):
        self.line.loop = ["X1", "X2", "X3"]
        with self.assertRaises(RuntimeError):
            self.line.feed("X4")
        self.assertEqual(self.line.loop, ["X1", "X2", "X3"])

    def test_feed_twice(self):
        self.line.held = {"north": ["N7", "N2!"], "south": ["N1"]}
        self.line.loop = ["X1", "X2"]
        for code in ("N1", "X2", "N2!"):
            with self.assertRaises(ValueError) as caught:
                self.line.feed(code)
            self.assertEqual(str(caught.exception), "already on the line: " + code)
        self.assertEqual(self.line.held, {"north": ["N7", "N2!"], "south": ["N1"]})

    def test_feed_similar_codes(self):
        self.line.held["north"] = ["N12"]
        self.assertEqual(self.line.feed("N12!"), "north")
        self.assertEqual(self.line.feed("N1"), "south")
        self.assertEqual(self.line.held, {"north": ["N12", "N12!"], "south": ["N1"]})


class ParcelLineTestJam(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 3, "south": 2, "east": 1}, 1)
        self.line.rules = {"N": ["north", "south"], "E": ["east"]}

    def test_jam_to_other_chute(self):
        self.line.held["north"] = ["N1", "N2", "N3!"]
        self.line.held["south"] = ["a"]
        self.assertEqual(self.line.jam("north"), "south")
        self.assertEqual(self.line.held, {"north": ["N1", "N2"], "south": ["a", "N3!"], "east": []})
        self.assertEqual(self.line.jammed, ["north"])

    def test_jam_to_loop(self):
        self.line.held["north"] = ["N1", "N2"]
        self.line.held["south"] = ["a"]
        self.line.loop = ["X1"]
        self.assertEqual(self.line.jam("north"), "loop")
        self.assertEqual(self.line.loop, ["X1", "N2"])
        self.assertEqual(self.line.held["north"], ["N1"])

    def test_jam_not_back_into_itself(self):
        self.line.held["east"] = ["E1"]
        self.assertEqual(self.line.jam("east"), "loop")
        self.assertEqual((self.line.held["east"], self.line.loop), ([], ["E1"]))

    def test_jam_empty_chute(self):
        self.line.jammed = ["south"]
        self.assertEqual(self.line.jam("east"), "")
        self.assertEqual(self.line.jammed, ["south", "east"])
        self.assertEqual(self.line.loop, [])

    def test_jam_by_present_rules(self):
        self.line.held["north"] = ["E7"]
        self.assertEqual(self.line.jam("north"), "east")
        self.assertEqual(self.line.held, {"north": [], "south": [], "east": ["E7"]})

    def test_jam_errors(self):
        self.line.jammed = ["south"]
        self.line.held["south"] = ["N1"]
        for name, message in (("west", "unknown chute: west"), ("south", "already jammed: south")):
            with self.assertRaises(ValueError) as caught:
                self.line.jam(name)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.line.jammed, self.line.held["south"]), (["south"], ["N1"]))


class ParcelLineTestClear(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 2, "south": 2}, 5)
        self.line.rules = {"N": ["north"], "S": ["south"]}

    def test_clear_circulates(self):
        self.line.jammed = ["north"]
        self.line.loop = ["N1", "N2", "N3!"]
        self.assertEqual(self.line.clear("north"), [("N3!", "north")])
        self.assertEqual(self.line.loop, ["N1", "N2"])
        self.assertEqual((self.line.jammed, self.line.held["north"]), ([], ["N3!"]))

    def test_clear_keeps_parcels(self):
        self.line.jammed = ["north"]
        self.line.held["north"] = ["N1"]
        self.line.loop = ["N2", "N3!"]
        self.assertEqual(self.line.clear("north"), [("N3!", "north")])
        self.assertEqual(self.line.held["north"], ["N1", "N3!"])

    def test_clear_one_of_two(self):
        self.line.jammed = ["north", "south"]
        self.line.loop = ["N1", "S1"]
        self.assertEqual(self.line.clear("south"), [("S1", "south")])
        self.assertEqual((self.line.jammed, self.line.loop), (["north"], ["N1"]))

    def test_clear_nothing_waits(self):
        self.line.jammed = ["north", "south"]
        self.line.loop = ["S1"]
        self.assertEqual(self.line.clear("north"), [])
        self.assertEqual((self.line.jammed, self.line.loop), (["south"], ["S1"]))

    def test_clear_not_jammed(self):
        self.line.jammed = ["south"]
        for name in ("north", "west"):
            with self.assertRaises(ValueError) as caught:
                self.line.clear(name)
            self.assertEqual(str(caught.exception), "not jammed: " + name)
        self.assertEqual(self.line.jammed, ["south"])


class ParcelLineTestEmpty(unittest.TestCase):
    def setUp(self):
        self.line = ParcelLine({"north": 3, "south": 2}, 5)
        self.line.rules = {"N": ["north", "south"], "S": ["south"]}

    def test_empty_express_first(self):
        self.line.held["north"] = ["N2", "N1!", "N3!"]
        self.assertEqual(self.line.empty("north"), ["N1!", "N3!", "N2"])
        self.assertEqual(self.line.held, {"north": [], "south": []})

    def test_empty_circulates(self):
        self.line.held = {"north": ["a", "b"], "south": ["c"]}
        self.line.loop = ["N1", "S2", "N3", "N4", "N5!"]
        self.assertEqual(self.line.empty("north"), ["a", "b"])
        self.assertEqual(self.line.held, {"north": ["N5!", "N1"], "south": ["c"]})
        self.assertEqual(self.line.loop, ["S2", "N3", "N4"])

    def test_empty_nothing_inside(self):
        self.line.held["north"] = ["N1"]
        self.assertEqual(self.line.empty("south"), [])
        self.assertEqual(self.line.held, {"north": ["N1"], "south": []})

    def test_empty_result_is_its_own(self):
        self.line.held["south"] = ["S1"]
        self.line.loop = ["S2"]
        codes = self.line.empty("south")
        self.assertEqual((codes, self.line.held["south"], self.line.loop), (["S1"], ["S2"], []))

    def test_empty_errors(self):
        self.line.jammed = ["north"]
        self.line.held["north"] = ["N1"]
        for name, message in (("west", "unknown chute: west"), ("north", "jammed: north")):
            with self.assertRaises(ValueError) as caught:
                self.line.empty(name)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.line.held["north"], ["N1"])


class ParcelLineTestMain(unittest.TestCase):
    def test_main_busy_line(self):
        line = ParcelLine({"north": 2, "south": 3}, 2)
        self.assertEqual(line.set_rule("N", ["north"]), [])
        self.assertEqual(line.set_rule("S", ["south", "north"]), [])
        self.assertEqual([line.feed(code) for code in ("N1", "N2", "S1", "S2")], ["north", "", "south", "south"])
        self.assertEqual(line.route("S3"), ["south", "north"])
        self.assertEqual(line.open_chute("S3"), "")
        self.assertEqual(line.feed("S3!"), "south")
        self.assertEqual(line.jam("south"), "north")
        self.assertEqual(line.held, {"north": ["N1", "S3!"], "south": ["S1", "S2"]})
        self.assertEqual(line.feed("S4"), "")
        with self.assertRaises(RuntimeError):
            line.feed("S5!")
        self.assertEqual(line.loop, ["N2", "S4"])
        self.assertEqual(line.empty("north"), ["S3!", "N1"])
        self.assertEqual((line.held["north"], line.loop), (["N2"], ["S4"]))
        self.assertEqual(line.clear("south"), [])
        self.assertEqual(line.empty("south"), ["S1", "S2"])
        self.assertEqual((line.held["south"], line.loop), (["S4"], []))

    def test_main_rules_change(self):
        line = ParcelLine({"a": 1, "b": 2}, 3)
        self.assertEqual([line.feed(code) for code in ("x1", "y1", "x2!")], ["", "", ""])
        self.assertEqual(line.set_rule("", ["b"]), [("x2!", "b")])
        self.assertEqual(line.loop, ["x1", "y1"])
        self.assertEqual(line.set_rule("y", ["a", "b"]), [("y1", "a")])
        self.assertEqual(line.jam("b"), "loop")
        self.assertEqual(line.loop, ["x1", "x2!"])
        self.assertEqual(line.clear("b"), [("x2!", "b")])
        self.assertEqual(line.set_rule("x", ["a"]), [])
        self.assertEqual(line.empty("a"), ["y1"])
        self.assertEqual((line.held, line.loop), ({"a": ["x1"], "b": ["x2!"]}, []))
        self.assertEqual(line.circulate(), [])
