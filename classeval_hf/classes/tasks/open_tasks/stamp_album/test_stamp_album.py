# canary: classeval-hf open stamp_album eaf84a65-088b-4b99-9afa-082d4e3d2292

import unittest

from solution import StampAlbum


def fill(album):
    album.pages = {"birds": ["owl", "jay", "tit"], "deer": ["roe", "elk"]}
    album.placed = {"owl": 3, "elk": 2, "tit": 5}
    album.spares = {"owl": [1, 3], "elk": [2], "yak": [2, 4, 5]}
    return album


class StampAlbumTestReceive(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_receive_new(self):
        self.assertEqual([self.album.receive("jay", 2), self.album.receive("roe", 1)], ["new", "new"])
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 2, "tit": 5, "jay": 2, "roe": 1})
        self.assertEqual(self.album.spares, {"owl": [1, 3], "elk": [2], "yak": [2, 4, 5]})

    def test_receive_better(self):
        self.assertEqual([self.album.receive("owl", 5), self.album.receive("elk", 4)], ["better", "better"])
        self.assertEqual((self.album.placed["owl"], self.album.placed["elk"]), (5, 4))
        self.assertEqual(self.album.spares, {"owl": [1, 3, 3], "elk": [2, 2], "yak": [2, 4, 5]})

    def test_receive_equal(self):
        self.assertEqual([self.album.receive("tit", 5), self.album.receive("elk", 2)], ["spare", "spare"])
        self.assertEqual((self.album.spares["tit"], self.album.spares["elk"]), ([5], [2, 2]))

    def test_receive_worse(self):
        self.assertEqual([self.album.receive("owl", 2), self.album.receive("tit", 1)], ["spare", "spare"])
        self.assertEqual(
            (self.album.spares["owl"], self.album.spares["tit"], self.album.placed["tit"]), ([1, 2, 3], [1], 5)
        )

    def test_receive_on_no_page(self):
        self.assertEqual([self.album.receive("yak", 3), self.album.receive("ant", 5)], ["spare", "spare"])
        self.assertEqual((self.album.spares["yak"], self.album.spares["ant"]), ([2, 3, 4, 5], [5]))

    def test_receive_bad_grade(self):
        for grade in (0, 6, -1):
            with self.assertRaises(ValueError) as caught:
                self.album.receive("jay", grade)
            self.assertEqual(str(caught.exception), f"bad grade: {grade}")
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 2, "tit": 5})


class StampAlbumTestAddPage(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_add_page_takes_best(self):
        codes = ["ant", "yak", "bee"]
        self.album.spares["bee"] = [1, 1]
        self.assertEqual(self.album.add_page("rest", codes), ["yak", "bee"])
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 2, "tit": 5, "yak": 5, "bee": 1})
        self.assertEqual(self.album.spares, {"owl": [1, 3], "elk": [2], "yak": [2, 4], "bee": [1]})
        codes.clear()
        self.assertEqual(self.album.pages["rest"], ["ant", "yak", "bee"])

    def test_add_page_last_spare(self):
        self.album.spares = {"fox": [4]}
        self.assertEqual(self.album.add_page("red", ["fox"]), ["fox"])
        self.assertEqual((self.album.placed["fox"], self.album.spares), (4, {}))

    def test_add_page_empty_places(self):
        self.assertEqual(self.album.add_page("red", ["fox", "ant"]), [])
        self.assertEqual(self.album.pages["red"], ["fox", "ant"])

    def test_add_page_on_a_page(self):
        cases = [
            (["ant", "elk", "owl"], "elk"),
            (["ant", "bee", "ant", "elk"], "ant"),
            (["owl"], "owl"),
            (["bee", "roe"], "roe"),
        ]
        for codes, code in cases:
            with self.assertRaises(ValueError) as caught:
                self.album.add_page("rest", codes)
            self.assertEqual(str(caught.exception), f"on a page: {code}")
        self.assertEqual(sorted(self.album.pages), ["birds", "deer"])

    def test_add_page_errors(self):
        for page, codes, message in (("deer", [], "page exists: deer"), ("new", [], "empty page")):
            with self.assertRaises(ValueError) as caught:
                self.album.add_page(page, codes)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual(self.album.pages["deer"], ["roe", "elk"])


class StampAlbumTestRemovePage(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_remove_page_several(self):
        self.assertEqual(self.album.remove_page("birds"), [("owl", 3), ("tit", 5)])
        self.assertEqual((self.album.pages, self.album.placed), ({"deer": ["roe", "elk"]}, {"elk": 2}))
        self.assertEqual(self.album.spares, {"owl": [1, 3, 3], "tit": [5], "elk": [2], "yak": [2, 4, 5]})

    def test_remove_page_equal_spare(self):
        self.assertEqual(self.album.remove_page("deer"), [("elk", 2)])
        self.assertEqual(self.album.spares["elk"], [2, 2])

    def test_remove_page_all(self):
        self.assertEqual([len(self.album.remove_page(page)) for page in ("deer", "birds")], [1, 2])
        self.assertEqual((self.album.pages, self.album.placed), ({}, {}))

    def test_remove_page_without_specimens(self):
        self.album.placed, self.album.spares = {"owl": 3}, {}
        self.assertEqual(self.album.remove_page("deer"), [])
        self.assertEqual((self.album.spares, list(self.album.pages)), ({}, ["birds"]))

    def test_remove_page_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.album.remove_page("owl")
        self.assertEqual((caught.exception.args, self.album.placed["owl"]), (("owl",), 3))


class StampAlbumTestPromise(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_promise_worst(self):
        self.assertEqual([self.album.promise("Ann", "yak"), self.album.promise("Ben", "yak")], [2, 4])
        self.assertEqual(self.album.promised, {"Ann": [("yak", 2)], "Ben": [("yak", 4)]})
        self.assertEqual(self.album.spares["yak"], [5])

    def test_promise_least(self):
        self.assertEqual([self.album.promise("Ann", "yak", 3), self.album.promise("Ann", "yak", 5)], [4, 5])
        self.assertEqual(self.album.promised, {"Ann": [("yak", 4), ("yak", 5)]})
        self.assertEqual(self.album.spares["yak"], [2])

    def test_promise_last_spare(self):
        self.assertEqual([self.album.promise("Ann", "elk", 2), self.album.promise("Ann", "owl", 3)], [2, 3])
        self.assertEqual(self.album.spares, {"owl": [1], "yak": [2, 4, 5]})

    def test_promise_same_code_again(self):
        self.assertEqual([self.album.promise("Ann", "owl"), self.album.promise("Ann", "owl")], [1, 3])
        self.assertEqual(self.album.promised["Ann"], [("owl", 1), ("owl", 3)])
        self.assertEqual((self.album.placed["owl"], "owl" in self.album.spares), (3, False))

    def test_promise_no_spare(self):
        for code, least in (("tit", 1), ("elk", 3), ("ant", 1), ("yak", 6)):
            with self.assertRaises(ValueError) as caught:
                self.album.promise("Ann", code, least)
            self.assertEqual(str(caught.exception), f"no spare: {code}")
        self.assertEqual((self.album.promised, self.album.spares["elk"]), ({}, [2]))


class StampAlbumTestTrade(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)
        self.album.promised = {"Ann": [("gnu", 3), ("owl", 2)], "Ben": [("gnu", 5)]}

    def test_trade_several(self):
        gets = [("jay", 1), ("elk", 3), ("jay", 2), ("gnu", 1)]
        self.assertEqual(self.album.trade("Ann", gets), ["new", "better", "better", "spare"])
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 3, "tit": 5, "jay": 2})
        self.assertEqual(self.album.spares, {"owl": [1, 3], "elk": [2, 2], "yak": [2, 4, 5], "jay": [1], "gnu": [1]})
        self.assertEqual((self.album.promised, len(gets)), ({"Ben": [("gnu", 5)]}, 4))

    def test_trade_equal_sums(self):
        self.assertEqual(self.album.trade("Ben", [("roe", 5)]), ["new"])
        self.assertEqual((self.album.placed["roe"], list(self.album.promised)), (5, ["Ann"]))

    def test_trade_unfair(self):
        for partner, gets, lack in (("Ann", [("jay", 4)], 1), ("Ben", [], 5), ("Ann", [("jay", 1), ("roe", 1)], 3)):
            with self.assertRaises(ValueError) as caught:
                self.album.trade(partner, gets)
            self.assertEqual(str(caught.exception), f"unfair: {lack}")
        self.assertEqual((len(self.album.promised), "jay" in self.album.placed), (2, False))

    def test_trade_bad_grade(self):
        for gets, grade in (([("jay", 5), ("roe", 6), ("elk", 0)], 6), ([("roe", 0)], 0)):
            with self.assertRaises(ValueError) as caught:
                self.album.trade("Ann", gets)
            self.assertEqual(str(caught.exception), f"bad grade: {grade}")
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 2, "tit": 5})

    def test_trade_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.album.trade("Cleo", [("jay", 9)])
        self.assertEqual((caught.exception.args, len(self.album.promised)), (("Cleo",), 2))


class StampAlbumTestWithdraw(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)
        self.album.promised = {
            "Ann": [("owl", 2), ("yak", 3), ("roe", 1), ("roe", 4)],
            "Ben": [("owl", 5), ("roe", 4)],
        }

    def test_withdraw_places(self):
        self.assertEqual(self.album.withdraw("Ann"), ["spare", "spare", "new", "better"])
        self.assertEqual(self.album.placed, {"owl": 3, "elk": 2, "tit": 5, "roe": 4})
        self.assertEqual(self.album.spares, {"owl": [1, 2, 3], "elk": [2], "yak": [2, 3, 4, 5], "roe": [1]})

    def test_withdraw_better(self):
        self.assertEqual(self.album.withdraw("Ben"), ["better", "new"])
        self.assertEqual((self.album.placed["owl"], self.album.spares["owl"]), (5, [1, 3, 3]))
        self.assertEqual(list(self.album.promised), ["Ann"])

    def test_withdraw_both(self):
        self.assertEqual([self.album.withdraw("Ben")[1], self.album.withdraw("Ann")[3]], ["new", "spare"])
        self.assertEqual((self.album.promised, self.album.spares["roe"]), ({}, [1, 4]))

    def test_withdraw_on_no_page(self):
        self.album.promised = {"Ann": [("ant", 4), ("ant", 2)]}
        self.assertEqual(self.album.withdraw("Ann"), ["spare", "spare"])
        self.assertEqual(self.album.spares["ant"], [2, 4])

    def test_withdraw_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.album.withdraw("Cleo")
        self.assertEqual((caught.exception.args, len(self.album.promised)), (("Cleo",), 2))


class StampAlbumTestMatch(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_match_order(self):
        has = [("owl", 4), ("elk", 5), ("roe", 5), ("jay", 5), ("tit", 5)]
        self.assertEqual(
            self.album.match(has, ["yak", "elk", "owl"]),
            [("yak", 5, "jay", 5), ("elk", 2, "roe", 5), ("owl", 3, "elk", 5)],
        )
        self.album.spares["ant"] = [1]
        self.assertEqual(self.album.match(has, ["yak", "elk", "owl", "ant"])[3], ("ant", 1, "owl", 4))

    def test_match_gain_then_code(self):
        self.album.placed = {"owl": 2, "elk": 1, "tit": 2, "jay": 5, "roe": 3}
        self.album.spares = {code: [1] for code in "abcd"}
        has = [("tit", 4), ("owl", 4), ("jay", 5), ("roe", 4), ("elk", 4)]
        self.assertEqual(
            self.album.match(has, ["d", "b", "a", "c"]),
            [("d", 1, "elk", 4), ("b", 1, "owl", 4), ("a", 1, "tit", 4), ("c", 1, "roe", 4)],
        )

    def test_match_gain_not_grade(self):
        self.album.placed = {"owl": 1, "elk": 2, "tit": 4}
        self.album.spares = {"a": [1], "b": [2]}
        has = [("owl", 2), ("elk", 5), ("tit", 5)]
        self.assertEqual(self.album.match(has, ["a", "b", "c"]), [("a", 1, "elk", 5), ("b", 2, "owl", 2)])

    def test_match_best_suitable_spare(self):
        self.assertEqual(self.album.match([("jay", 4), ("jay", 2), ("jay", 3)], ["yak"]), [("yak", 4, "jay", 4)])
        self.assertEqual(self.album.match([("jay", 3)], ["elk", "yak"]), [("elk", 2, "jay", 3)])

    def test_match_left_out(self):
        self.album.placed["jay"] = 1
        self.assertEqual(self.album.match([("roe", 1), ("jay", 2)], ["yak", "elk"]), [("yak", 2, "jay", 2)])
        self.assertEqual(
            self.album.match([("roe", 1), ("jay", 2)], ["yak", "owl"]), [("owl", 1, "roe", 1), ("yak", 2, "jay", 2)]
        )

    def test_match_nothing_liked(self):
        self.assertEqual(self.album.match([("owl", 3), ("tit", 4), ("yak", 5)], ["yak"]), [])
        self.assertEqual(self.album.match([("jay", 5)], []), [])
        self.assertEqual(self.album.match([("jay", 5)], ["ant", "tit", "elk"]), [("elk", 2, "jay", 5)])

    def test_match_changes_nothing(self):
        has, wants = [("jay", 5), ("roe", 5)], ["yak", "owl"]
        self.assertEqual(len(self.album.match(has, wants)), 2)
        self.assertEqual((has, wants), ([("jay", 5), ("roe", 5)], ["yak", "owl"]))
        self.assertEqual(self.album.spares, {"owl": [1, 3], "elk": [2], "yak": [2, 4, 5]})


class StampAlbumTestProgress(unittest.TestCase):
    def setUp(self):
        self.album = StampAlbum()
        fill(self.album)

    def test_progress_shares(self):
        self.assertEqual(self.album.progress(), [("birds", 66, ["jay"]), ("deer", 50, ["roe"])])

    def test_progress_full_and_empty(self):
        self.album.pages.update({"x": ["ant"], "a": ["bee", "fox"], "e": ["gnu"]})
        self.album.placed.update({"gnu": 1, "jay": 1})
        rows = [("e", 100, []), ("deer", 50, ["roe"]), ("x", 0, ["ant"]), ("a", 0, ["bee", "fox"])]
        self.assertEqual(self.album.progress(), [("birds", 100, []), *rows])

    def test_progress_fewer_missing_first(self):
        self.album.pages = {"b": ["b1", "b2"], "a": ["a1", "a2", "a3", "a4"], "c": ["c1", "c2"]}
        self.album.placed = {"b2": 1, "a1": 1, "a3": 1, "c1": 4}
        self.assertEqual(self.album.progress(), [("b", 50, ["b1"]), ("c", 50, ["c2"]), ("a", 50, ["a2", "a4"])])

    def test_progress_exact_share(self):
        self.album.pages = {"a": [f"a{number}" for number in range(201)], "b": [f"b{number}" for number in range(199)]}
        self.album.placed = {f"a{number}": 1 for number in range(100)} | {f"b{number}": 1 for number in range(99)}
        self.assertEqual([row[:2] for row in self.album.progress()], [("a", 49), ("b", 49)])
        self.album.placed["b99"] = 1
        self.assertEqual([row[:2] for row in self.album.progress()], [("b", 50), ("a", 49)])

    def test_progress_no_pages(self):
        album = StampAlbum()
        self.assertEqual((album.progress(), album.pages), ([], {}))


class StampAlbumTestMain(unittest.TestCase):
    def test_main_history(self):
        album = StampAlbum()
        self.assertEqual([album.receive("owl", grade) for grade in (2, 5, 3)], ["spare"] * 3)
        self.assertEqual(album.promise("Ann", "owl", 4), 5)
        self.assertEqual(album.add_page("birds", ["jay", "owl"]), ["owl"])
        self.assertEqual((album.placed, album.spares), ({"owl": 3}, {"owl": [2]}))
        self.assertEqual(album.withdraw("Ann"), ["better"])
        self.assertEqual((album.placed, album.spares), ({"owl": 5}, {"owl": [2, 3]}))
        self.assertEqual([album.promise("Ben", "owl"), album.promise("Ben", "owl")], [2, 3])
        with self.assertRaises(ValueError) as caught:
            album.trade("Ben", [("jay", 4)])
        self.assertEqual(str(caught.exception), "unfair: 1")
        self.assertEqual(album.progress(), [("birds", 50, ["jay"])])
        self.assertEqual(album.trade("Ben", [("jay", 4), ("roe", 1)]), ["new", "spare"])
        self.assertEqual(album.remove_page("birds"), [("jay", 4), ("owl", 5)])
        self.assertEqual((album.spares, album.placed), ({"roe": [1], "jay": [4], "owl": [5]}, {}))
        self.assertEqual(album.add_page("all", ["roe", "owl", "elk"]), ["roe", "owl"])
        self.assertEqual((album.progress(), album.spares), ([("all", 66, ["elk"])], {"jay": [4]}))

    def test_main_match_and_trade(self):
        album = StampAlbum()
        self.assertEqual([album.add_page("a", ["a1", "a2"]), album.add_page("b", ["b1"])], [[], []])
        self.assertEqual(
            [album.receive(*pair) for pair in (("a1", 2), ("a1", 4), ("b1", 1), ("c1", 3))],
            ["new", "better", "new", "spare"],
        )
        self.assertEqual(album.match([("b1", 2), ("a2", 3), ("a1", 4)], ["a1", "c1"]), [("a1", 2, "a2", 3)])
        self.assertEqual(album.match([("b1", 2), ("a2", 3)], ["c1", "a1"]), [("c1", 3, "a2", 3), ("a1", 2, "b1", 2)])
        self.assertEqual([album.promise("Zoe", "c1"), album.promise("Zoe", "a1")], [3, 2])
        self.assertEqual(album.trade("Zoe", [("a2", 3), ("b1", 2)]), ["new", "better"])
        self.assertEqual((album.placed, album.spares), ({"a1": 4, "b1": 2, "a2": 3}, {"b1": [1]}))
        self.assertEqual(album.progress(), [("a", 100, []), ("b", 100, [])])

    def test_main_page_removed_between(self):
        album = StampAlbum()
        self.assertEqual(album.add_page("red", ["fox"]), [])
        self.assertEqual([album.receive("fox", grade) for grade in (4, 4, 1)], ["new", "spare", "spare"])
        self.assertEqual([album.promise("Ann", "fox", 2), album.remove_page("red")], [4, [("fox", 4)]])
        self.assertEqual([album.promise("Ben", "fox", 2), album.spares], [4, {"fox": [1]}])
        self.assertEqual([album.add_page("new", ["fox", "bee"]), album.placed], [["fox"], {"fox": 1}])
        self.assertEqual([album.withdraw("Ben"), album.withdraw("Ann")], [["better"], ["spare"]])
        self.assertEqual((album.placed, album.spares, album.promised), ({"fox": 4}, {"fox": [1, 4]}, {}))
        self.assertEqual(album.match([("bee", 1)], ["fox"]), [("fox", 1, "bee", 1)])
