# canary: classeval-hf open town_exchange 559120a2-0697-4c4e-a6d3-37c173251bd3

import unittest

from solution import TownExchange

LINES = ["11", "12", "13", "14", "15", "16"]


def after(exchange, *calls):
    """The exchange after calls of its methods."""
    for name, *arguments in calls:
        getattr(exchange, name)(*arguments)
    return exchange


def town(exchange):
    """11 talks with 12; 90 is a group of 12, 13 and 14, and 91 one of 11 and 12."""
    return after(
        exchange,
        ("call", "11", "12"),
        ("group", "90", ["12", "13", "14"]),
        ("group", "91", ["11", "12"]),
        ("forward", "91", "busy", "90"),
        ("forward", "12", "busy", "15"),
        ("forward", "14", "all", "16"),
    )


class TownExchangeTestGroup(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_group_new(self):
        self.exchange.group("92", ["16", "11"])
        self.assertEqual(
            (self.exchange.groups["92"], self.exchange.turns), (["16", "11"], {"90": 0, "91": 0, "92": 0})
        )

    def test_group_keeps_the_list_given(self):
        lines = ["15", "13"]
        self.exchange.group("92", lines)
        lines.append("12")
        self.assertEqual(self.exchange.groups["92"], ["15", "13"])

    def test_group_again(self):
        after(self.exchange, ("call", "15", "90"))
        self.assertEqual(self.exchange.turns, {"90": 2, "91": 0})
        self.exchange.group("90", ["16", "14", "13"])
        self.assertEqual(
            (self.exchange.groups, self.exchange.turns, self.exchange.forwards),
            (
                {"90": ["16", "14", "13"], "91": ["11", "12"]},
                {"90": 0, "91": 0},
                {"91": {"busy": "90"}, "12": {"busy": "15"}, "14": {"all": "16"}},
            ),
        )

    def test_group_bad_values(self):
        with self.assertRaises(ValueError) as caught:
            self.exchange.group("11", [])
        self.assertEqual(str(caught.exception), "line")
        with self.assertRaises(ValueError) as caught:
            self.exchange.group("92", [])
        self.assertEqual(str(caught.exception), "no lines")
        with self.assertRaises(ValueError) as caught:
            self.exchange.group("92", ["77", "12", "77"])
        self.assertEqual(str(caught.exception), "twice")
        with self.assertRaises(ValueError) as caught:
            self.exchange.group("90", ["11", "12", "11"])
        self.assertEqual(str(caught.exception), "twice")
        self.assertEqual(self.exchange.groups, {"90": ["12", "13", "14"], "91": ["11", "12"]})

    def test_group_unknown_lines(self):
        with self.assertRaises(KeyError) as caught:
            self.exchange.group("92", ["11", "91", "77"])
        self.assertEqual(caught.exception.args, ("91",))
        with self.assertRaises(KeyError) as caught:
            self.exchange.group("90", ["77", "91"])
        self.assertEqual(caught.exception.args, ("77",))
        with self.assertRaises(KeyError) as caught:
            self.exchange.group("92", ["11", "90"])
        self.assertEqual(caught.exception.args, ("90",))
        self.assertEqual(
            (self.exchange.groups, self.exchange.turns),
            ({"90": ["12", "13", "14"], "91": ["11", "12"]}, {"90": 0, "91": 0}),
        )


class TownExchangeTestForward(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_forward_new(self):
        self.assertEqual(
            (self.exchange.forward("13", "busy", "77"), self.exchange.forward("12", "all", "12")), ("", "")
        )
        self.assertEqual(
            self.exchange.forwards,
            {"91": {"busy": "90"}, "12": {"busy": "15", "all": "12"}, "14": {"all": "16"}, "13": {"busy": "77"}},
        )

    def test_forward_in_place_of(self):
        self.assertEqual(
            (self.exchange.forward("91", "busy", "11"), self.exchange.forward("14", "all", "91")), ("90", "16")
        )
        self.assertEqual(self.exchange.forwards, {"91": {"busy": "11"}, "12": {"busy": "15"}, "14": {"all": "91"}})

    def test_forward_stop(self):
        after(self.exchange, ("forward", "12", "all", "16"))
        self.assertEqual(
            [self.exchange.forward("12", "busy", ""), self.exchange.forward("14", "all", "")], ["15", "16"]
        )
        self.assertEqual(self.exchange.forwards, {"91": {"busy": "90"}, "12": {"all": "16"}})

    def test_forward_stop_what_is_not(self):
        self.assertEqual([self.exchange.forward("12", "all", ""), self.exchange.forward("90", "busy", "")], ["", ""])
        self.assertEqual(self.exchange.forwards, {"91": {"busy": "90"}, "12": {"busy": "15"}, "14": {"all": "16"}})

    def test_forward_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.exchange.forward("77", "never", "11")
        self.assertEqual(caught.exception.args, ("77",))
        with self.assertRaises(ValueError) as caught:
            self.exchange.forward("90", "never", "11")
        self.assertEqual(str(caught.exception), "bad kind")
        with self.assertRaises(ValueError) as caught:
            self.exchange.forward("11", "", "")
        self.assertEqual(str(caught.exception), "bad kind")
        self.assertEqual(self.exchange.forwards, {"91": {"busy": "90"}, "12": {"busy": "15"}, "14": {"all": "16"}})


class TownExchangeTestRoute(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_route_line(self):
        self.assertEqual(
            [self.exchange.route("13"), self.exchange.route("11"), self.exchange.route("12")],
            [("13", ["13"]), ("busy", ["11"]), ("15", ["12", "15"])],
        )
        self.assertEqual(self.exchange.talks, {"11": "12", "12": "11", "13": "", "14": "", "15": "", "16": ""})

    def test_route_forwarded(self):
        after(
            self.exchange,
            ("forward", "13", "all", "14"),
            ("forward", "16", "all", "77"),
            ("forward", "16", "busy", "15"),
        )
        self.assertEqual(
            [self.exchange.route("13"), self.exchange.route("14"), self.exchange.route("77")],
            [("unknown", ["13", "14", "16", "77"]), ("unknown", ["14", "16", "77"]), ("unknown", ["77"])],
        )

    def test_route_group_from_the_turn_on(self):
        after(self.exchange, ("group", "92", ["15", "16", "13"]), ("call", "15", "16"), ("hang_up", "15"))
        self.assertEqual(self.exchange.route("92"), ("15", ["92"]))
        after(self.exchange, ("call", "14", "92"), ("hang_up", "14"))
        self.assertEqual((self.exchange.route("92"), self.exchange.turns["92"]), (("16", ["92"]), 1))
        after(self.exchange, ("call", "14", "92"), ("hang_up", "14"), ("call", "13", "15"))
        self.assertEqual((self.exchange.route("92"), self.exchange.turns["92"]), (("16", ["92"]), 2))

    def test_route_group_skips_forwarded(self):
        after(self.exchange, ("call", "15", "13"))
        self.assertEqual(
            (self.exchange.route("90"), self.exchange.route("91"), self.exchange.route("14")),
            (("busy", ["90"]), ("busy", ["91", "90"]), ("16", ["14", "16"])),
        )

    def test_route_busy_group_goes_on(self):
        self.assertEqual(
            [self.exchange.route("91"), self.exchange.route("90")], [("13", ["91", "90"]), ("13", ["90"])]
        )
        after(self.exchange, ("forward", "91", "all", "12"))
        self.assertEqual(self.exchange.route("91"), ("15", ["91", "12", "15"]))

    def test_route_loop(self):
        after(self.exchange, ("call", "13", "15"), ("forward", "90", "busy", "12"), ("forward", "15", "busy", "91"))
        self.assertEqual(
            [self.exchange.route("12"), self.exchange.route("91"), self.exchange.route("90")],
            [
                ("loop", ["12", "15", "91", "90", "12"]),
                ("loop", ["91", "90", "12", "15", "91"]),
                ("loop", ["90", "12", "15", "91", "90"]),
            ],
        )
        after(self.exchange, ("forward", "16", "all", "16"))
        self.assertEqual(
            [self.exchange.route("14"), self.exchange.route("16")],
            [("loop", ["14", "16", "16"]), ("loop", ["16", "16"])],
        )

    def test_route_unknown(self):
        self.assertEqual(
            [self.exchange.route("77"), self.exchange.route("")], [("unknown", ["77"]), ("unknown", [""])]
        )
        self.assertEqual(self.exchange.turns, {"90": 0, "91": 0})


class TownExchangeTestCall(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_call_line(self):
        self.assertEqual(
            (self.exchange.call("13", "16"), self.exchange.talks),
            ("16", {"11": "12", "12": "11", "13": "16", "14": "", "15": "", "16": "13"}),
        )

    def test_call_group_takes_turns(self):
        self.exchange = after(TownExchange(LINES), ("group", "90", ["11", "12", "13"]))
        self.assertEqual(
            (self.exchange.call("14", "90"), self.exchange.call("15", "90"), self.exchange.turns),
            ("11", "12", {"90": 2}),
        )
        self.assertEqual(
            (self.exchange.call("16", "90"), self.exchange.turns, self.exchange.talks),
            ("13", {"90": 0}, {"11": "14", "12": "15", "13": "16", "14": "11", "15": "12", "16": "13"}),
        )

    def test_call_group_own_line(self):
        exchange = after(TownExchange(LINES), ("group", "90", ["11", "12", "13"]))
        self.assertEqual(
            (exchange.call("11", "90"), exchange.turns, exchange.call("13", "90"), exchange.turns),
            ("12", {"90": 2}, "busy", {"90": 2}),
        )
        self.assertEqual(exchange.talks, {"11": "12", "12": "11", "13": "", "14": "", "15": "", "16": ""})

    def test_call_turn_of_the_last_group_only(self):
        self.assertEqual(
            (self.exchange.call("16", "91"), self.exchange.turns, self.exchange.talks["16"]),
            ("13", {"90": 2, "91": 0}, "13"),
        )

    def test_call_out_of_a_group(self):
        after(self.exchange, ("call", "13", "15"), ("forward", "90", "busy", "14"))
        self.assertEqual(
            (self.exchange.call("14", "91"), self.exchange.turns, self.exchange.talks),
            ("16", {"90": 0, "91": 0}, {"11": "12", "12": "11", "13": "15", "14": "16", "15": "13", "16": "14"}),
        )

    def test_call_oneself(self):
        self.assertEqual(
            (self.exchange.call("13", "13"), self.exchange.call("16", "14"), self.exchange.talks["13"]),
            ("busy", "busy", ""),
        )
        after(self.exchange, ("forward", "13", "busy", "16"))
        self.assertEqual(
            (self.exchange.call("13", "13"), self.exchange.talks),
            ("16", {"11": "12", "12": "11", "13": "16", "14": "", "15": "", "16": "13"}),
        )

    def test_call_not_made(self):
        after(self.exchange, ("forward", "16", "all", "14"))
        self.assertEqual(
            [self.exchange.call("13", number) for number in ("11", "77", "14")], ["busy", "unknown", "loop"]
        )
        self.assertEqual(
            (self.exchange.talks, self.exchange.turns, self.exchange.wishes),
            ({"11": "12", "12": "11", "13": "", "14": "", "15": "", "16": ""}, {"90": 0, "91": 0}, []),
        )

    def test_call_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.exchange.call("90", "13")
        self.assertEqual(caught.exception.args, ("90",))
        with self.assertRaises(ValueError) as caught:
            self.exchange.call("12", "13")
        self.assertEqual(str(caught.exception), "caller talks")
        self.assertEqual(self.exchange.talks["13"], "")
        self.assertEqual(self.exchange.call("13", "12"), "15")


class TownExchangeTestWish(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_wish_made(self):
        self.assertEqual(
            (self.exchange.wish("15", "91"), self.exchange.talks, self.exchange.turns),
            ("13", {"11": "12", "12": "11", "13": "15", "14": "", "15": "13", "16": ""}, {"90": 2, "91": 0}),
        )
        self.assertEqual((self.exchange.wish("16", "12"), self.exchange.wishes), ("noted", [("16", "12")]))

    def test_wish_noted(self):
        self.assertEqual(
            [self.exchange.wish("13", "11"), self.exchange.wish("16", "11"), self.exchange.wish("13", "11")],
            ["noted", "noted", "noted"],
        )
        self.assertEqual((self.exchange.wishes, self.exchange.talks["13"]), ([("13", "11"), ("16", "11")], ""))

    def test_wish_of_a_busy_caller(self):
        self.assertEqual(
            [self.exchange.wish("12", "13"), self.exchange.wish("12", "77"), self.exchange.wish("11", "12")],
            ["noted", "noted", "noted"],
        )
        self.assertEqual(
            (self.exchange.wishes, self.exchange.talks),
            (
                [("12", "13"), ("12", "77"), ("11", "12")],
                {"11": "12", "12": "11", "13": "", "14": "", "15": "", "16": ""},
            ),
        )

    def test_wish_not_possible(self):
        after(self.exchange, ("forward", "16", "all", "14"))
        self.assertEqual(
            [self.exchange.wish("13", "77"), self.exchange.wish("13", "16"), self.exchange.wish("15", "15")],
            ["unknown", "loop", "noted"],
        )
        self.assertEqual(self.exchange.wishes, [("15", "15")])

    def test_wish_unknown_caller(self):
        with self.assertRaises(KeyError) as caught:
            self.exchange.wish("90", "11")
        self.assertEqual(caught.exception.args, ("90",))
        self.assertEqual((self.exchange.wish("15", "12"), self.exchange.wishes), ("noted", [("15", "12")]))


class TownExchangeTestHangUp(unittest.TestCase):
    def setUp(self):
        self.exchange = TownExchange(LINES)
        town(self.exchange)

    def test_hang_up_either_line(self):
        self.assertEqual(
            (self.exchange.hang_up("12"), self.exchange.talks),
            ([], {"11": "", "12": "", "13": "", "14": "", "15": "", "16": ""}),
        )
        after(self.exchange, ("call", "11", "13"))
        self.assertEqual(
            (self.exchange.hang_up("11"), self.exchange.talks),
            ([], {"11": "", "12": "", "13": "", "14": "", "15": "", "16": ""}),
        )

    def test_hang_up_makes_calls(self):
        after(self.exchange, ("wish", "13", "11"), ("wish", "16", "11"), ("wish", "12", "16"), ("wish", "15", "11"))
        self.assertEqual(
            (self.exchange.hang_up("11"), self.exchange.talks, self.exchange.wishes),
            (
                [("13", "11", "11"), ("12", "16", "16")],
                {"11": "13", "12": "16", "13": "11", "14": "", "15": "", "16": "12"},
                [("16", "11"), ("15", "11")],
            ),
        )
        self.assertEqual(
            (self.exchange.hang_up("13"), self.exchange.talks, self.exchange.wishes),
            (
                [("15", "11", "11")],
                {"11": "15", "12": "16", "13": "", "14": "", "15": "11", "16": "12"},
                [("16", "11")],
            ),
        )

    def test_hang_up_caller_still_talks(self):
        after(self.exchange, ("wish", "16", "11"), ("call", "16", "13"))
        self.assertEqual((self.exchange.hang_up("12"), self.exchange.wishes), ([], [("16", "11")]))
        self.assertEqual(
            (self.exchange.hang_up("13"), self.exchange.wishes, self.exchange.talks),
            ([("16", "11", "11")], [], {"11": "16", "12": "", "13": "", "14": "", "15": "", "16": "11"}),
        )

    def test_hang_up_loop_and_unknown(self):
        after(
            self.exchange,
            ("wish", "12", "13"),
            ("wish", "12", "77"),
            ("wish", "11", "13"),
            ("forward", "13", "all", "13"),
        )
        self.assertEqual(
            (self.exchange.hang_up("12"), self.exchange.wishes, self.exchange.talks),
            (
                [("12", "13", "loop"), ("12", "77", "unknown"), ("11", "13", "loop")],
                [],
                {"11": "", "12": "", "13": "", "14": "", "15": "", "16": ""},
            ),
        )

    def test_hang_up_group_turn(self):
        after(self.exchange, ("wish", "12", "90"), ("wish", "11", "91"), ("wish", "11", "16"))
        self.assertEqual(
            (self.exchange.hang_up("12"), self.exchange.turns, self.exchange.talks, self.exchange.wishes),
            (
                [("12", "90", "13"), ("11", "16", "16")],
                {"90": 2, "91": 0},
                {"11": "16", "12": "13", "13": "12", "14": "", "15": "", "16": "11"},
                [("11", "91")],
            ),
        )

    def test_hang_up_errors(self):
        after(self.exchange, ("wish", "16", "11"))
        with self.assertRaises(KeyError) as caught:
            self.exchange.hang_up("90")
        self.assertEqual(caught.exception.args, ("90",))
        with self.assertRaises(ValueError) as caught:
            self.exchange.hang_up("13")
        self.assertEqual(str(caught.exception), "no talk")
        self.assertEqual((self.exchange.wishes, self.exchange.talks["11"]), ([("16", "11")], "12"))


class TownExchangeTestMain(unittest.TestCase):
    def test_main_day(self):
        exchange = TownExchange(["1", "2", "3", "4", "5"])
        exchange.group("9", ["1", "2", "3"])
        self.assertEqual(
            [exchange.call("4", "9"), exchange.wish("1", "2"), exchange.call("5", "9"), exchange.turns],
            ["1", "noted", "2", {"9": 2}],
        )
        self.assertEqual(
            (exchange.route("9"), exchange.forward("9", "busy", "3"), exchange.call("3", "9")),
            (("3", ["9"]), "", "busy"),
        )
        self.assertEqual(
            (exchange.wish("3", "5"), exchange.wish("3", "9"), exchange.wishes),
            ("noted", "noted", [("1", "2"), ("3", "5"), ("3", "9")]),
        )
        self.assertEqual(
            (exchange.hang_up("4"), exchange.talks, exchange.wishes),
            ([("3", "9", "1")], {"1": "3", "2": "5", "3": "1", "4": "", "5": "2"}, [("1", "2"), ("3", "5")]),
        )
        self.assertEqual(
            (exchange.hang_up("2"), exchange.talks, exchange.turns),
            ([], {"1": "3", "2": "", "3": "1", "4": "", "5": ""}, {"9": 1}),
        )
        self.assertEqual(
            (exchange.forward("9", "busy", "9"), exchange.hang_up("3"), exchange.route("9"), exchange.talks),
            (
                "3",
                [("1", "2", "2"), ("3", "5", "5")],
                ("loop", ["9", "9"]),
                {"1": "2", "2": "1", "3": "5", "4": "", "5": "3"},
            ),
        )

    def test_main_night(self):
        exchange = TownExchange(["1", "2", "3", "4"])
        self.assertEqual(
            [exchange.forward("1", "all", "7"), exchange.call("2", "1"), exchange.wish("2", "2")],
            ["", "unknown", "noted"],
        )
        exchange.group("7", ["1", "4", "3"])
        self.assertEqual(
            (exchange.route("1"), exchange.call("2", "1"), exchange.turns, exchange.wishes),
            (("4", ["1", "7"]), "4", {"7": 2}, [("2", "2")]),
        )
        self.assertEqual(
            (exchange.call("1", "7"), exchange.turns, exchange.talks),
            ("3", {"7": 0}, {"1": "3", "2": "4", "3": "1", "4": "2"}),
        )
        self.assertEqual(
            (exchange.forward("4", "busy", "1"), exchange.route("4"), exchange.forward("1", "all", "")),
            ("", ("busy", ["4", "1", "7"]), "7"),
        )
        self.assertEqual(
            (exchange.hang_up("4"), exchange.wishes, exchange.talks),
            ([], [("2", "2")], {"1": "3", "2": "", "3": "1", "4": ""}),
        )
        with self.assertRaises(ValueError) as caught:
            exchange.hang_up("4")
        self.assertEqual(str(caught.exception), "no talk")
        self.assertEqual(
            (exchange.call("4", "7"), exchange.forward("2", "busy", "4"), exchange.hang_up("1")),
            ("busy", "", [("2", "2", "4")]),
        )
        self.assertEqual(
            (exchange.talks, exchange.turns, exchange.wishes), ({"1": "", "2": "4", "3": "", "4": "2"}, {"7": 0}, [])
        )

    def test_main_wishes(self):
        exchange = TownExchange(["1", "2", "3", "4", "5", "6"])
        self.assertEqual(
            [exchange.call("1", "2"), exchange.wish("3", "1"), exchange.wish("4", "2"), exchange.wish("5", "8")],
            ["2", "noted", "noted", "unknown"],
        )
        exchange.group("8", ["2", "1"])
        self.assertEqual(
            (exchange.wish("5", "8"), exchange.wish("2", "5"), exchange.wishes),
            ("noted", "noted", [("3", "1"), ("4", "2"), ("5", "8"), ("2", "5")]),
        )
        self.assertEqual(
            (exchange.hang_up("1"), exchange.talks, exchange.wishes),
            (
                [("3", "1", "1"), ("4", "2", "2")],
                {"1": "3", "2": "4", "3": "1", "4": "2", "5": "", "6": ""},
                [("5", "8"), ("2", "5")],
            ),
        )
        self.assertEqual(
            (exchange.forward("8", "busy", "6"), exchange.hang_up("4"), exchange.wishes, exchange.turns),
            ("", [("5", "8", "2")], [("2", "5")], {"8": 1}),
        )
        self.assertEqual(
            (exchange.hang_up("3"), exchange.talks, exchange.route("8")),
            ([], {"1": "", "2": "5", "3": "", "4": "", "5": "2", "6": ""}, ("1", ["8"])),
        )
        self.assertEqual(
            (exchange.hang_up("2"), exchange.talks, exchange.wishes),
            ([("2", "5", "5")], {"1": "", "2": "5", "3": "", "4": "", "5": "2", "6": ""}, []),
        )
