# canary: classeval-hf open kiosk_screens 882db036-05ad-4451-8fdb-bf057077fe02

import unittest

from solution import KioskScreens

SCREENS = {
    "home": "/",
    "map": "/map",
    "floor": "/map/{floor#}",
    "area": "/map/{area}",
    "room": "/map/{floor#}/{room}",
    "hall": "/map/{area}/hall",
    "all": "/{path*}",
}


def fill(kiosk):
    kiosk.screens = dict(SCREENS)
    return kiosk


class KioskScreensTestParse(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 5)

    def test_parse_kinds(self):
        self.assertEqual(
            self.kiosk.parse("/a-b/{x}/{year#}/7/{tail*}"),
            [("text", "a-b"), ("any", "x"), ("number", "year"), ("text", "7"), ("rest", "tail")],
        )

    def test_parse_home(self):
        self.assertEqual([self.kiosk.parse("/"), self.kiosk.parse("/ /#*")], [[], [("text", " "), ("text", "#*")]])

    def test_parse_rest_alone(self):
        self.assertEqual([self.kiosk.parse("/{z*}"), self.kiosk.parse("/{z}")], [[("rest", "z")], [("any", "z")]])

    def test_parse_bad_slashes(self):
        for pattern in ("", "a", "a/b", "//", "/a/", "/a//b", "{x}"):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.parse(pattern)
            self.assertEqual(str(caught.exception), f"bad pattern: {pattern}")

    def test_parse_bad_captures(self):
        for pattern in (
            "/{}",
            "/{A}",
            "/{a1}",
            "/{a",
            "/a}",
            "/x{a}",
            "/{a}x",
            "/{a#*}",
            "/{#a}",
            "/{a*}/b",
            "/{a*}/{b*}",
        ):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.parse(pattern)
            self.assertEqual(str(caught.exception), f"bad pattern: {pattern}")

    def test_parse_same_name(self):
        for pattern in ("/{a}/{a}", "/{a#}/b/{a*}"):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.parse(pattern)
            self.assertEqual(str(caught.exception), f"bad pattern: {pattern}")
        self.assertEqual(self.kiosk.parse("/a/{a}/a"), [("text", "a"), ("any", "a"), ("text", "a")])


class KioskScreensTestResolve(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 5)
        fill(self.kiosk)

    def test_resolve_kinds(self):
        self.assertEqual(
            [self.kiosk.resolve(path) for path in ("/", "/map", "/map/007", "/map/x7", "/mop")],
            [("home", {}), ("map", {}), ("floor", {"floor": 7}), ("area", {"area": "x7"}), ("all", {"path": "mop"})],
        )

    def test_resolve_leftmost_difference(self):
        self.assertEqual(self.kiosk.resolve("/map/3/hall"), ("room", {"floor": 3, "room": "hall"}))
        self.assertEqual(self.kiosk.resolve("/map/b/hall"), ("hall", {"area": "b"}))
        self.assertEqual(self.kiosk.resolve("/map/b/room"), ("all", {"path": "map/b/room"}))

    def test_resolve_order_of_registration(self):
        self.kiosk.screens = {"c": "/{x*}", "b": "/{x}/{y*}", "a": "/{x}/{y}", "d": "/{x#}/{y*}", "h": "/"}
        found = [self.kiosk.resolve(path)[0] for path in ("/p/q", "/1/q", "/p/q/r", "/p", "/1")]
        self.assertEqual(found, ["a", "d", "b", "c", "c"])

    def test_resolve_rest(self):
        self.kiosk.screens["deep"] = "/map/{a}/x/{tail*}"
        self.assertEqual(self.kiosk.resolve("/map/9/x/8/7"), ("deep", {"a": "9", "tail": "8/7"}))
        self.assertEqual(self.kiosk.resolve("/map/9/x")[0], "room")
        self.assertEqual(self.kiosk.resolve("/map/k/x")[0], "all")

    def test_resolve_digits(self):
        self.assertEqual(
            [self.kiosk.resolve(f"/map/{text}")[0] for text in ("-1", "1.5", "٣", "0")], ["area"] * 3 + ["floor"]
        )

    def test_resolve_bad_path(self):
        for path in ("", "map", "/map/", "//", "/map//1", "map/1"):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.resolve(path)
            self.assertEqual(str(caught.exception), f"bad path: {path}")

    def test_resolve_no_screen(self):
        del self.kiosk.screens["all"]
        for path in ("/mop", "/map/b/room", "/map/1/a/b"):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.resolve(path)
            self.assertEqual(str(caught.exception), f"no screen: {path}")
        self.assertEqual((len(self.kiosk.screens), self.kiosk.trail, self.kiosk.place), (6, [("/", "home")], 0))


class KioskScreensTestBuild(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 5)
        fill(self.kiosk)

    def test_build_kinds(self):
        cases = [
            ("home", {}),
            ("map", {}),
            ("floor", {"floor": 0}),
            ("room", {"room": "a b", "floor": 12}),
            ("all", {"path": "a/b"}),
        ]
        self.assertEqual(
            [self.kiosk.build(name, captures) for name, captures in cases],
            ["/", "/map", "/map/0", "/map/12/a b", "/a/b"],
        )

    def test_build_missing_or_bad(self):
        cases = [
            ("room", {"x": 1}, "missing: floor"),
            ("room", {"floor": 1}, "missing: room"),
            ("room", {"floor": -1}, "bad value: floor"),
            ("room", {"room": ""}, "missing: floor"),
            ("room", {"floor": "1", "room": "x"}, "bad value: floor"),
            ("room", {"floor": 1, "room": "a/b"}, "bad value: room"),
            ("area", {"area": ""}, "bad value: area"),
            ("area", {"area": 5}, "bad value: area"),
        ]
        for name, captures, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.kiosk.build(name, captures)
            self.assertEqual(str(caught.exception), message)

    def test_build_bad_rest(self):
        for value in ("", "/a", "a/", "a//b", 3):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.build("all", {"path": value})
            self.assertEqual(str(caught.exception), "bad value: path")
        self.assertEqual(self.kiosk.build("all", {"path": "map/x/y/z"}), "/map/x/y/z")

    def test_build_unknown(self):
        for captures, unknown in (({"floor": 1, "z": 1, "b": 2}, "b"), ({"map": 1, "floor": 3}, "map")):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.build("floor", captures)
            self.assertEqual(str(caught.exception), f"unknown: {unknown}")
        self.assertEqual(self.kiosk.screens, SCREENS)

    def test_build_other_screen(self):
        cases = [("area", {"area": "7"}, "floor"), ("all", {"path": "map"}, "map"), ("hall", {"area": "4"}, "room")]
        for name, captures, other in cases:
            with self.assertRaises(ValueError) as caught:
                self.kiosk.build(name, captures)
            self.assertEqual(str(caught.exception), f"other screen: {other}")
        self.assertEqual(self.kiosk.build("hall", {"area": "x4"}), "/map/x4/hall")

    def test_build_no_such_screen(self):
        with self.assertRaises(KeyError) as caught:
            self.kiosk.build("shop", {})
        self.assertEqual(caught.exception.args, ("shop",))


class KioskScreensTestRefresh(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 9)
        fill(self.kiosk)

    def test_refresh_names(self):
        self.kiosk.trail += [("/map/1", "all"), ("/map", "map"), ("/map/1", "area")]
        self.kiosk.place = 2
        self.assertEqual(self.kiosk.refresh(), 0)
        self.assertEqual(self.kiosk.trail, [("/", "home"), ("/map/1", "floor"), ("/map", "map"), ("/map/1", "floor")])
        self.assertEqual(self.kiosk.place, 2)

    def test_refresh_drops(self):
        del self.kiosk.screens["all"]
        self.kiosk.trail += [
            ("/x", "all"),
            ("/map", "map"),
            ("/y", "all"),
            ("/map", "map"),
            ("/z", "all"),
            ("/map/1", "floor"),
        ]
        self.kiosk.place = 6
        self.assertEqual(self.kiosk.refresh(), 4)
        self.assertEqual(
            (self.kiosk.trail, self.kiosk.place), ([("/", "home"), ("/map", "map"), ("/map/1", "floor")], 2)
        )

    def test_refresh_shown_is_dropped(self):
        del self.kiosk.screens["all"]
        trail = [("/", "home"), ("/map", "map"), ("/y", "all"), ("/z", "all"), ("/map", "map"), ("/map/1", "floor")]
        places = []
        for place in range(6):
            self.kiosk.trail, self.kiosk.place = list(trail), place
            self.assertEqual(self.kiosk.refresh(), 3)
            places.append(self.kiosk.place)
        self.assertEqual(places, [0, 1, 1, 1, 1, 2])

    def test_refresh_back_to_home(self):
        del self.kiosk.screens["all"]
        self.kiosk.trail += [("/x", "all"), ("/", "home"), ("/y", "all"), ("/map", "map")]
        self.kiosk.place = 2
        self.assertEqual([self.kiosk.refresh(), self.kiosk.place], [3, 0])
        self.assertEqual(self.kiosk.trail, [("/", "home"), ("/map", "map")])

    def test_refresh_nothing_to_do(self):
        self.kiosk.trail += [("/map", "map"), ("/", "home")]
        self.kiosk.place = 1
        self.assertEqual([self.kiosk.refresh(), self.kiosk.refresh()], [0, 0])
        self.assertEqual((self.kiosk.trail[1:], self.kiosk.place), ([("/map", "map"), ("/", "home")], 1))


class KioskScreensTestRegister(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 9)
        self.kiosk.screens["all"] = "/{path*}"
        self.kiosk.trail += [("/map/2", "all"), ("/map", "all"), ("/map/1", "all"), ("/map/2", "all")]
        self.kiosk.place = 3

    def test_register_takes_paths(self):
        self.assertEqual(self.kiosk.register("floor", "/map/{floor#}"), ["/map/2", "/map/1"])
        self.assertEqual(self.kiosk.screens, {"home": "/", "all": "/{path*}", "floor": "/map/{floor#}"})
        self.assertEqual([name for _, name in self.kiosk.trail], ["home", "floor", "all", "floor", "floor"])
        self.assertEqual(self.kiosk.place, 3)

    def test_register_takes_nothing(self):
        self.assertEqual(self.kiosk.register("shop", "/shop"), [])
        self.assertEqual(self.kiosk.register("any", "/{one}"), ["/map"])
        self.assertEqual(list(self.kiosk.screens), ["home", "all", "shop", "any"])

    def test_register_more_and_less_specific(self):
        self.assertEqual(self.kiosk.register("two", "/map/2"), ["/map/2"])
        self.assertEqual(self.kiosk.register("floor", "/map/{floor#}"), ["/map/1"])
        self.assertEqual(self.kiosk.register("area", "/{a}/{b}"), [])
        self.assertEqual([name for _, name in self.kiosk.trail], ["home", "two", "all", "floor", "two"])

    def test_register_same_shape(self):
        self.kiosk.screens["floor"] = "/map/{floor#}"
        for pattern, other in (
            ("/", "home"),
            ("/{x*}", "all"),
            ("/map/{number#}", "floor"),
            ("/map/{floor#}", "floor"),
        ):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.register("new", pattern)
            self.assertEqual(str(caught.exception), f"same shape: {other}")
        self.assertEqual(self.kiosk.register("new", "/{map}/{floor#}"), [])
        self.assertEqual(self.kiosk.register("newer", "/number/{floor#}"), [])

    def test_register_errors(self):
        for name, pattern, message in (("all", "x", "screen exists: all"), ("new", "/{", "bad pattern: /{")):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.register(name, pattern)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.kiosk.screens, {"home": "/", "all": "/{path*}"})


class KioskScreensTestUnregister(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 9)
        self.kiosk.screens = {"home": "/", "map": "/map", "floor": "/map/{floor#}", "area": "/map/{area}"}
        self.kiosk.trail = [("/", "home"), ("/map", "map"), ("/map/1", "floor"), ("/map", "map"), ("/map/x", "area")]
        self.kiosk.place = 2

    def test_unregister_other_screen_takes_over(self):
        self.assertEqual(self.kiosk.unregister("floor"), ("/map/1", "area"))
        self.assertEqual([name for _, name in self.kiosk.trail], ["home", "map", "area", "map", "area"])

    def test_unregister_drops(self):
        self.assertEqual(self.kiosk.unregister("map"), ("/map/1", "floor"))
        self.assertEqual(self.kiosk.trail, [("/", "home"), ("/map/1", "floor"), ("/map/x", "area")])
        self.assertEqual(self.kiosk.place, 1)

    def test_unregister_shown(self):
        self.kiosk.place = 4
        self.assertEqual(self.kiosk.unregister("area"), ("/map", "map"))
        self.assertEqual((self.kiosk.place, len(self.kiosk.trail)), (3, 4))
        self.assertEqual(self.kiosk.unregister("floor"), ("/map", "map"))
        self.assertEqual((self.kiosk.trail, self.kiosk.place), ([("/", "home"), ("/map", "map")], 1))

    def test_unregister_all(self):
        shown = [self.kiosk.unregister(name) for name in ("area", "map", "floor")]
        self.assertEqual(shown, [("/map/1", "floor"), ("/map/1", "floor"), ("/", "home")])
        self.assertEqual((self.kiosk.screens, self.kiosk.trail, self.kiosk.place), ({"home": "/"}, [("/", "home")], 0))

    def test_unregister_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.kiosk.unregister("home")
        self.assertEqual(str(caught.exception), "home stays")
        with self.assertRaises(KeyError) as caught:
            self.kiosk.unregister("/map")
        self.assertEqual((caught.exception.args, len(self.kiosk.screens)), (("/map",), 4))


class KioskScreensTestOpen(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 4)
        fill(self.kiosk)

    def test_open_several(self):
        self.assertEqual([self.kiosk.open(path) for path in ("/map", "/map/1", "/map")], ["map", "floor", "map"])
        self.assertEqual(self.kiosk.trail, [("/", "home"), ("/map", "map"), ("/map/1", "floor"), ("/map", "map")])
        self.assertEqual(self.kiosk.place, 3)

    def test_open_limit(self):
        self.assertEqual(
            [self.kiosk.open(f"/map/{area}") for area in ("a", "b", "c", "4", "5")], ["area"] * 3 + ["floor"] * 2
        )
        self.assertEqual([path for path, _ in self.kiosk.trail], ["/", "/map/c", "/map/4", "/map/5"])
        self.assertEqual(self.kiosk.place, 3)

    def test_open_limit_neighbours(self):
        self.assertEqual([self.kiosk.open(path) for path in ("/a", "/", "/b")], ["all", "home", "all"])
        self.assertEqual((len(self.kiosk.trail), self.kiosk.open("/map")), (4, "map"))
        self.assertEqual((self.kiosk.trail, self.kiosk.place), ([("/", "home"), ("/b", "all"), ("/map", "map")], 2))

    def test_open_smallest_limit(self):
        kiosk = fill(KioskScreens("home", 2))
        self.assertEqual([kiosk.open("/a"), kiosk.open("/b"), kiosk.trail[1]], ["all", "all", ("/b", "all")])
        self.assertEqual([kiosk.open("/"), kiosk.trail, kiosk.place], ["home", [("/", "home")], 0])

    def test_open_same(self):
        self.kiosk.trail, self.kiosk.place = [("/", "home"), ("/a", "all"), ("/b", "all")], 1
        self.assertEqual([self.kiosk.open("/a"), self.kiosk.place, len(self.kiosk.trail)], ["all", 1, 3])

    def test_open_drops_later(self):
        self.kiosk.trail, self.kiosk.place = [("/", "home"), ("/a", "all"), ("/b", "all"), ("/c", "all")], 1
        self.assertEqual([self.kiosk.open("/b"), self.kiosk.trail[2:], self.kiosk.place], ["all", [("/b", "all")], 2])
        self.kiosk.place = 0
        self.assertEqual([self.kiosk.open("/map"), self.kiosk.trail], ["map", [("/", "home"), ("/map", "map")]])

    def test_open_errors(self):
        del self.kiosk.screens["all"]
        for path, message in (("/shop", "no screen: /shop"), ("map", "bad path: map")):
            with self.assertRaises(ValueError) as caught:
                self.kiosk.open(path)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.kiosk.trail, self.kiosk.place), ([("/", "home")], 0))


class KioskScreensTestGo(unittest.TestCase):
    def setUp(self):
        self.kiosk = KioskScreens("home", 9)
        fill(self.kiosk)
        self.kiosk.trail += [("/a", "all"), ("/b", "all"), ("/c", "all"), ("/map", "map")]
        self.kiosk.place = 2

    def test_go_back(self):
        self.assertEqual([self.kiosk.go(-1), self.kiosk.place], [("/a", -1), 1])

    def test_go_forward(self):
        self.assertEqual([self.kiosk.go(2), self.kiosk.place], [("/map", 2), 4])

    def test_go_beyond(self):
        self.assertEqual(
            [self.kiosk.go(-3), self.kiosk.go(9), self.kiosk.go(1)], [("/", -2), ("/map", 4), ("/map", 0)]
        )

    def test_go_nowhere(self):
        self.assertEqual([self.kiosk.go(0), self.kiosk.place], [("/b", 0), 2])

    def test_go_keeps_trail(self):
        self.assertEqual([self.kiosk.go(-2), self.kiosk.go(3)], [("/", -2), ("/c", 3)])
        self.assertEqual([path for path, _ in self.kiosk.trail], ["/", "/a", "/b", "/c", "/map"])


class KioskScreensTestMain(unittest.TestCase):
    def test_main_visit(self):
        kiosk = KioskScreens("start", 5)
        self.assertEqual([kiosk.register("map", "/map"), kiosk.register("floor", "/map/{floor}")], [[], []])
        self.assertEqual([kiosk.open("/map"), kiosk.open(kiosk.build("floor", {"floor": "2"}))], ["map", "floor"])
        self.assertEqual(kiosk.register("number", "/map/{number#}"), ["/map/2"])
        self.assertEqual((kiosk.trail[-1], kiosk.resolve("/map/2")), (("/map/2", "number"), ("number", {"number": 2})))
        self.assertEqual([kiosk.open("/map/x"), kiosk.go(-2), kiosk.go(1)], ["floor", ("/map", -2), ("/map/2", 1)])
        self.assertEqual(kiosk.unregister("floor"), ("/map/2", "number"))
        self.assertEqual(kiosk.trail, [("/", "start"), ("/map", "map"), ("/map/2", "number")])
        self.assertEqual([kiosk.open("/map"), kiosk.open("/map/3")], ["map", "number"])
        self.assertEqual(kiosk.unregister("number"), ("/map", "map"))
        self.assertEqual((kiosk.trail, kiosk.place, kiosk.refresh()), ([("/", "start"), ("/map", "map")], 1, 0))

    def test_main_limit(self):
        kiosk = KioskScreens("start", 3)
        self.assertEqual(kiosk.register("page", "/{section}/{page#}"), [])
        self.assertEqual([kiosk.open(f"/art/{number}") for number in (1, 2, 3)], ["page"] * 3)
        self.assertEqual(kiosk.trail, [("/", "start"), ("/art/2", "page"), ("/art/3", "page")])
        self.assertEqual([kiosk.go(-1), kiosk.open("/art/03")], [("/art/2", -1), "page"])
        self.assertEqual(kiosk.register("three", "/art/03"), ["/art/03"])
        self.assertEqual([kiosk.open("/"), kiosk.open("/art/03")], ["start", "three"])
        self.assertEqual((kiosk.trail, kiosk.place), ([("/", "start"), ("/art/03", "three")], 1))
        with self.assertRaises(ValueError) as caught:
            kiosk.build("three", {"page": 3})
        self.assertEqual(str(caught.exception), "unknown: page")
        self.assertEqual(
            [kiosk.unregister("three"), kiosk.parse("/art/{page#}")[1]], [("/art/03", "page"), ("number", "page")]
        )
        self.assertEqual([kiosk.unregister("page"), kiosk.go(-9)], [("/", "start"), ("/", 0)])

    def test_main_shadowed(self):
        kiosk = KioskScreens("start", 9)
        self.assertEqual([kiosk.register("any", "/{name}"), kiosk.register("all", "/{tail*}")], [[], []])
        self.assertEqual(
            [kiosk.open(path) for path in ("/shop", "/shop/7", "/shop", "/info")], ["any", "all", "any", "any"]
        )
        self.assertEqual(kiosk.register("shop", "/shop"), ["/shop"])
        with self.assertRaises(ValueError) as caught:
            kiosk.build("any", {"name": "shop"})
        self.assertEqual(str(caught.exception), "other screen: shop")
        self.assertEqual(kiosk.build("all", {"tail": "shop/7/x"}), "/shop/7/x")
        self.assertEqual([kiosk.go(-2), kiosk.unregister("all")], [("/shop/7", -2), ("/shop", "shop")])
        self.assertEqual(kiosk.trail, [("/", "start"), ("/shop", "shop"), ("/info", "any")])
        self.assertEqual([kiosk.unregister("any"), kiosk.open("/shop"), kiosk.place], [("/shop", "shop"), "shop", 1])
