# canary: classeval-hf open addon_shelf 34bb2aea-1e8d-42e4-877a-1924f1d55d30

import unittest

from solution import AddonShelf


class AddonShelfTestArrange(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()
        self.shelf.addons = {
            "grid": (5, ()),
            "snap": (9, ("math", "grid")),
            "math": (1, ("core",)),
            "fade": (7, ("core",)),
            "core": (2, ()),
            "tint": (7, ()),
        }

    def test_arrange_urgency_through_others(self):
        self.assertEqual(self.shelf.arrange(), ["grid", "core", "math", "snap", "fade", "tint"])
        self.assertEqual(self.shelf.order, ["grid", "core", "math", "snap", "fade", "tint"])

    def test_arrange_urgency_of_active_only(self):
        self.shelf.off = {"snap"}
        self.assertEqual(self.shelf.arrange(), ["core", "fade", "tint", "grid", "math"])

    def test_arrange_needs_active(self):
        self.shelf.off = {"core"}
        self.assertEqual(self.shelf.arrange(), ["tint", "grid"])
        del self.shelf.addons["tint"]
        self.assertEqual(self.shelf.arrange(), ["grid"])

    def test_arrange_missing_need(self):
        del self.shelf.addons["grid"]
        self.assertEqual(self.shelf.arrange(), ["core", "fade", "tint", "math"])

    def test_arrange_ties_by_installation(self):
        self.shelf.addons = dict.fromkeys(("z", "b", "k"), (4, ()))
        self.assertEqual(self.shelf.arrange(), ["z", "b", "k"])

    def test_arrange_negative(self):
        self.shelf.addons = {"a": (-9, ()), "b": (-3, ("c",)), "c": (-12, ()), "d": (-5, ("a",))}
        self.assertEqual(self.shelf.arrange(), ["c", "b", "a", "d"])

    def test_arrange_copy(self):
        self.shelf.arrange().clear()
        self.assertEqual(len(self.shelf.order), 6)

    def test_arrange_empty(self):
        self.shelf.addons, self.shelf.order = {}, []
        self.assertEqual((self.shelf.arrange(), self.shelf.order), ([], []))


class AddonShelfTestInstall(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()

    def test_install_one_after_another(self):
        self.assertEqual(self.shelf.install("grid", 3, []), ["grid"])
        self.assertEqual(self.shelf.install("snap", 9, ["grid"]), ["snap"])
        self.assertEqual(self.shelf.install("tint", 5, []), ["tint"])
        self.assertEqual(self.shelf.order, ["grid", "snap", "tint"])
        self.assertEqual(self.shelf.addons, {"grid": (3, ()), "snap": (9, ("grid",)), "tint": (5, ())})

    def test_install_wakes_others(self):
        self.assertEqual(self.shelf.install("c", 1, ["b"]), [])
        self.assertEqual(self.shelf.install("d", 8, ["a"]), [])
        self.assertEqual(self.shelf.install("b", 1, ["a"]), [])
        self.assertEqual(self.shelf.order, [])
        self.assertEqual(self.shelf.install("a", 0, []), ["a", "d", "b", "c"])
        self.assertEqual(self.shelf.order, ["a", "d", "b", "c"])

    def test_install_repeated_needs(self):
        needs = ["b", "a", "b"]
        self.assertEqual(self.shelf.install("c", 1, needs), [])
        self.assertEqual((self.shelf.addons["c"], needs), ((1, ("b", "a")), ["b", "a", "b"]))

    def test_install_needs_off(self):
        self.shelf.addons, self.shelf.off = {"a": (1, ())}, {"a"}
        self.assertEqual(self.shelf.install("b", 4, ["a"]), [])
        self.assertEqual(self.shelf.install("c", 4, []), ["c"])
        self.assertEqual((self.shelf.off, self.shelf.order), ({"a"}, ["c"]))

    def test_install_shared_needs(self):
        self.assertEqual(self.shelf.install("a", 1, ["b", "c"]), [])
        self.assertEqual(self.shelf.install("b", 1, ["d"]), [])
        self.assertEqual(self.shelf.install("c", 2, ["d"]), [])
        self.assertEqual(self.shelf.install("e", 5, ["a", "b"]), [])
        self.assertEqual(self.shelf.install("d", 0, []), ["d", "b", "c", "a", "e"])

    def test_install_errors(self):
        self.shelf.addons = {"a": (1, ("b",)), "b": (2, ("c", "x"))}
        cases = [("a", ["a"], "installed: a"), ("c", ["c"], "circle: c"), ("c", ["z", "a"], "circle: c")]
        for name, needs, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.shelf.install(name, 5, needs)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.shelf.addons, {"a": (1, ("b",)), "b": (2, ("c", "x"))})


class AddonShelfTestRemove(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()
        self.shelf.addons = {
            "snap": (9, ("math",)),
            "grid": (5, ()),
            "math": (1, ("core",)),
            "core": (2, ()),
            "arc": (3, ("math", "pen")),
        }
        self.shelf.off = {"arc"}
        self.shelf.order = ["core", "math", "snap", "grid"]

    def test_remove_unneeded(self):
        self.assertEqual(self.shelf.remove("snap"), ["snap"])
        self.assertEqual(self.shelf.order, ["grid", "core", "math"])
        self.assertEqual(sorted(self.shelf.addons), ["arc", "core", "grid", "math"])

    def test_remove_needed(self):
        with self.assertRaises(ValueError) as caught:
            self.shelf.remove("math")
        self.assertEqual(str(caught.exception), "needed by: arc, snap")
        with self.assertRaises(ValueError) as caught:
            self.shelf.remove("core")
        self.assertEqual(str(caught.exception), "needed by: math")
        self.assertEqual((len(self.shelf.addons), self.shelf.order), (5, ["core", "math", "snap", "grid"]))

    def test_remove_force_through_others(self):
        self.assertEqual(self.shelf.remove("core", True), ["snap", "math", "core", "arc"])
        self.assertEqual((self.shelf.addons, self.shelf.off, self.shelf.order), ({"grid": (5, ())}, set(), ["grid"]))

    def test_remove_forgets_off(self):
        self.shelf.off = {"arc", "grid"}
        self.shelf.order = ["core", "math", "snap"]
        self.assertEqual(self.shelf.remove("arc"), ["arc"])
        self.assertEqual(self.shelf.off, {"grid"})
        self.assertEqual(self.shelf.remove("math", force=True), ["snap", "math"])
        self.assertEqual(self.shelf.order, ["core"])

    def test_remove_force_unneeded(self):
        self.assertEqual(self.shelf.remove("grid", True), ["grid"])
        self.assertEqual(self.shelf.order, ["core", "math", "snap"])

    def test_remove_unknown(self):
        for force in (False, True):
            with self.assertRaises(KeyError) as caught:
                self.shelf.remove("pen", force)
            self.assertEqual(caught.exception.args, ("pen",))
        self.assertEqual(len(self.shelf.addons), 5)


class AddonShelfTestSwitchOff(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()
        self.shelf.addons = {"grid": (5, ()), "snap": (9, ("math",)), "math": (1, ()), "arc": (6, ("math", "grid"))}
        self.shelf.order = ["math", "snap", "grid", "arc"]

    def test_switch_off_stops_users(self):
        self.assertEqual(self.shelf.switch_off("math"), ["arc", "snap", "math"])
        self.assertEqual((self.shelf.order, self.shelf.off), (["grid"], {"math"}))

    def test_switch_off_some(self):
        self.assertEqual(self.shelf.switch_off("grid"), ["arc", "grid"])
        self.assertEqual(self.shelf.order, ["math", "snap"])

    def test_switch_off_changes_order(self):
        self.assertEqual(self.shelf.switch_off("snap"), ["snap"])
        self.assertEqual(self.shelf.order, ["grid", "math", "arc"])

    def test_switch_off_twice(self):
        self.assertEqual([self.shelf.switch_off("arc"), self.shelf.switch_off("arc")], [["arc"], []])
        self.assertEqual((self.shelf.order, self.shelf.off), (["math", "snap", "grid"], {"arc"}))

    def test_switch_off_inactive(self):
        self.shelf.off, self.shelf.order = {"math"}, ["grid"]
        self.assertEqual(self.shelf.switch_off("snap"), [])
        self.assertEqual((self.shelf.off, self.shelf.order), ({"math", "snap"}, ["grid"]))

    def test_switch_off_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.switch_off("pen")
        self.assertEqual((caught.exception.args, self.shelf.off), (("pen",), set()))


class AddonShelfTestSwitchOn(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()
        self.shelf.addons = {
            "grid": (5, ()),
            "snap": (9, ("math",)),
            "math": (1, ("core",)),
            "core": (2, ()),
            "arc": (6, ("math", "pen")),
        }
        self.shelf.off = {"math", "core", "arc"}
        self.shelf.order = ["grid"]

    def test_switch_on_needs_through_others(self):
        self.assertEqual(self.shelf.switch_on("snap"), ["core", "math", "snap"])
        self.assertEqual((self.shelf.off, self.shelf.order), ({"arc"}, ["core", "math", "snap", "grid"]))

    def test_switch_on_wakes_users(self):
        self.assertEqual(self.shelf.switch_on("core"), ["core"])
        self.assertEqual(self.shelf.order, ["grid", "core"])
        self.assertEqual(self.shelf.switch_on("math"), ["math", "snap"])
        self.assertEqual(self.shelf.order, ["core", "math", "snap", "grid"])

    def test_switch_on_missing_need(self):
        self.assertEqual(self.shelf.switch_on("arc"), ["core", "math", "snap"])
        self.assertEqual((self.shelf.off, "arc" in self.shelf.order), (set(), False))

    def test_switch_on_already_active(self):
        self.assertEqual(self.shelf.switch_on("grid"), [])
        self.assertEqual((self.shelf.off, self.shelf.order), ({"math", "core", "arc"}, ["grid"]))

    def test_switch_on_keeps_users_off(self):
        self.shelf.off = {"math", "core", "snap"}
        self.assertEqual(self.shelf.switch_on("math"), ["core", "math"])
        self.assertEqual((self.shelf.off, self.shelf.order), ({"snap"}, ["grid", "core", "math"]))

    def test_switch_on_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.switch_on("pen")
        self.assertEqual((caught.exception.args, self.shelf.order), (("pen",), ["grid"]))


class AddonShelfTestBlockers(unittest.TestCase):
    def setUp(self):
        self.shelf = AddonShelf()
        self.shelf.addons = {
            "snap": (9, ("math", "tape")),
            "math": (1, ("core", "abc")),
            "core": (2, ("zoom",)),
            "arc": (6, ("math",)),
            "grid": (4, ()),
        }
        self.shelf.off = {"core", "arc"}
        self.shelf.order = ["grid"]

    def test_blockers_through_others(self):
        found = self.shelf.blockers("snap")
        self.assertEqual(
            list(found.items()), [("abc", "missing"), ("core", "off"), ("tape", "missing"), ("zoom", "missing")]
        )

    def test_blockers_itself(self):
        found = self.shelf.blockers("arc")
        self.assertEqual(
            list(found.items()), [("abc", "missing"), ("arc", "off"), ("core", "off"), ("zoom", "missing")]
        )

    def test_blockers_off_but_not_needed(self):
        self.assertEqual(self.shelf.blockers("core"), {"core": "off", "zoom": "missing"})
        self.shelf.off = {"arc"}
        self.assertEqual(self.shelf.blockers("core"), {"zoom": "missing"})

    def test_blockers_active(self):
        self.assertEqual(self.shelf.blockers("grid"), {})
        self.assertEqual(self.shelf.order, ["grid"])

    def test_blockers_changes_nothing(self):
        self.assertEqual(len(self.shelf.blockers("math")), 3)
        self.assertEqual((self.shelf.off, len(self.shelf.addons)), ({"core", "arc"}, 5))

    def test_blockers_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.shelf.blockers("tape")
        self.assertEqual(caught.exception.args, ("tape",))


class AddonShelfTestMain(unittest.TestCase):
    def test_main_history(self):
        shelf = AddonShelf()
        self.assertEqual(shelf.install("snap", 9, ["math", "grid"]), [])
        self.assertEqual(shelf.install("grid", 4, []), ["grid"])
        self.assertEqual(shelf.blockers("snap"), {"math": "missing"})
        self.assertEqual(shelf.install("tint", 6, []), ["tint"])
        self.assertEqual(shelf.order, ["tint", "grid"])
        self.assertEqual(shelf.install("math", 2, ["core"]), [])
        self.assertEqual(shelf.install("core", 2, []), ["core", "math", "snap"])
        self.assertEqual(shelf.order, ["grid", "core", "math", "snap", "tint"])
        self.assertEqual(shelf.switch_off("core"), ["snap", "math", "core"])
        self.assertEqual(shelf.switch_off("snap"), [])
        self.assertEqual(shelf.order, ["tint", "grid"])
        self.assertEqual(shelf.switch_on("math"), ["core", "math"])
        self.assertEqual(shelf.order, ["tint", "grid", "core", "math"])
        self.assertEqual(shelf.remove("math", True), ["snap", "math"])
        self.assertEqual((shelf.off, shelf.arrange()), (set(), ["tint", "grid", "core"]))

    def test_main_reinstalled(self):
        shelf = AddonShelf()
        self.assertEqual([shelf.install(name, 3, []) for name in ("pen", "ink", "lap")], [["pen"], ["ink"], ["lap"]])
        self.assertEqual(shelf.install("nib", 8, ["lap", "ink"]), ["nib"])
        self.assertEqual(shelf.order, ["ink", "lap", "nib", "pen"])
        self.assertEqual(shelf.switch_off("ink"), ["nib", "ink"])
        self.assertEqual(shelf.remove("ink", True), ["ink", "nib"])
        self.assertEqual(shelf.install("ink", 3, []), ["ink"])
        self.assertEqual(shelf.arrange(), ["pen", "lap", "ink"])
        self.assertEqual(shelf.install("dot", 3, ["ink", "sun"]), [])
        self.assertEqual(shelf.switch_off("lap"), ["lap"])
        self.assertEqual((shelf.blockers("dot"), shelf.switch_on("lap")), ({"sun": "missing"}, ["lap"]))
        self.assertEqual(shelf.order, ["pen", "lap", "ink"])

    def test_main_circles(self):
        shelf = AddonShelf()
        self.assertEqual([shelf.install("a", 1, ["b"]), shelf.install("b", 1, ["c"])], [[], []])
        for needs in (["a"], ["d", "b"], ["c"]):
            with self.assertRaises(ValueError) as caught:
                shelf.install("c", 7, needs)
            self.assertEqual(str(caught.exception), "circle: c")
        self.assertEqual(shelf.remove("b", True), ["a", "b"])
        self.assertEqual(shelf.install("c", 7, ["b"]), [])
        self.assertEqual(shelf.install("b", 2, []), ["b", "c"])
        with self.assertRaises(ValueError) as caught:
            shelf.remove("b")
        self.assertEqual(str(caught.exception), "needed by: c")
        self.assertEqual([shelf.switch_off("b"), shelf.blockers("c")], [["c", "b"], {"b": "off"}])
        self.assertEqual([shelf.switch_on("c"), shelf.order, shelf.arrange()], [["b", "c"]] * 3)
