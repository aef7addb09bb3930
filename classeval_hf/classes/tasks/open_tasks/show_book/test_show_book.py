# canary: classeval-hf open show_book ad32b6c4-bfb8-4f53-a22e-31e95869048f

import os
import unittest

from solution import ShowBook

KINDS = {"title": "text", "scenes": "list", "scenes.*.lamps.*": "number", "scenes.#0": "map", "open": "flag"}


def document():
    return {
        "title": "Rain",
        "scenes": [{"name": "Quay", "lamps": {"left": 3, "right": 2.5}}, {"name": "Inn", "lamps": [7, [8, 9]]}, "end"],
        "open": True,
    }


class ShowBookTestMisfit(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook(KINDS)
        self.book.root, self.book.drafts = document(), [("a", {})]

    def test_misfit_first_pattern(self):
        self.assertEqual(self.book.misfit(), "scenes.*.lamps.*")
        self.book.root["open"] = 1
        self.assertEqual(self.book.misfit(), "open")
        self.book.kinds["a.b"] = "map"
        self.book.root["a"] = {"b": None}
        self.assertEqual(self.book.misfit(), "a.b")

    def test_misfit_none(self):
        self.book.root["scenes"][1]["lamps"] = [7, 8.5]
        self.assertEqual(self.book.misfit(), "")
        self.book.root = {}
        self.assertEqual((self.book.misfit(), self.book.root, self.book.kinds), ("", {}, KINDS))

    def test_misfit_each_kind(self):
        values = {"text": "", "number": 0, "flag": False, "list": [], "map": {}}
        for kind in values:
            self.book.kinds = {"x": kind}
            found = []
            for name, value in [*values.items(), ("number", 0.5), ("null", None)]:
                self.book.root = {"x": value}
                if self.book.misfit() == "":
                    found.append(name)
            self.assertEqual(found, ["number", "number"] if kind == "number" else [kind])

    def test_misfit_index(self):
        self.book.root["scenes"] = [[], {}]
        self.assertEqual(self.book.misfit(), "scenes.#0")
        self.book.kinds = {
            "scenes.#1": "list",
            "scenes.#2": "text",
            "scenes.#3": "text",
            "scenes.#01": "text",
            "scenes.1": "text",
        }
        self.assertEqual(self.book.misfit(), "scenes.#1")
        del self.book.kinds["scenes.#1"]
        self.assertEqual(self.book.misfit(), "")

    def test_misfit_star_in_maps_and_lists(self):
        self.book.kinds = {"*.*.name": "number"}
        self.assertEqual(self.book.misfit(), "*.*.name")
        self.book.kinds = {
            "scenes.*.*": "text",
            "scenes.*.lamps.*.*": "number",
            "title.*": "map",
            "scenes.#2.*": "map",
        }
        self.assertEqual(self.book.misfit(), "scenes.*.*")
        del self.book.kinds["scenes.*.*"]
        self.assertEqual(self.book.misfit(), "")


class ShowBookTestGet(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook({})
        self.book.root = document()

    def test_get_parts(self):
        paths = ["title", "scenes.#0.name", "scenes.#1.lamps.#1.#0", "scenes.#0.lamps.right", "scenes.#2", "open"]
        self.assertEqual([self.book.get(path) for path in paths], ["Rain", "Quay", 8, 2.5, "end", True])
        self.assertEqual(self.book.get("scenes.#0"), {"name": "Quay", "lamps": {"left": 3, "right": 2.5}})

    def test_get_whole(self):
        self.assertEqual(self.book.get(""), document())

    def test_get_copy(self):
        self.book.get("scenes.#1.lamps.#1").append(5)
        self.book.get("").clear()
        self.assertEqual(self.book.root, document())

    def test_get_null(self):
        self.book.root["scenes"][2] = None
        self.assertEqual([self.book.get("scenes.#2"), self.book.get("scenes.#1.lamps")], [None, [7, [8, 9]]])

    def test_get_nowhere(self):
        paths = [
            "x",
            "scenes.#3",
            "scenes.#4",
            "scenes.x",
            "scenes.0",
            "scenes.#00",
            "scenes.#-1",
            "scenes.#",
            "title.#0",
            "open.x",
            ".",
            "scenes.",
            ".title",
        ]
        for path in [*paths, "scenes.*", "title.", "scenes.#0.name.x", "#0", "scenes.#٢"]:
            with self.assertRaises(KeyError) as caught:
                self.book.get(path)
            self.assertEqual(caught.exception.args, (path,))


class ShowBookTestBegin(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook({})
        self.book.root = document()

    def test_begin_nested(self):
        self.assertEqual([self.book.begin("a"), self.book.begin("b")], [1, 2])
        self.assertEqual(self.book.drafts, [("a", document()), ("b", document())])

    def test_begin_copies(self):
        self.assertEqual(self.book.begin("a"), 1)
        self.book.root["scenes"][0]["lamps"].clear()
        self.assertEqual(self.book.begin("b"), 2)
        self.assertEqual(self.book.drafts[0], ("a", document()))
        self.assertEqual(self.book.drafts[1][1]["scenes"][0], {"name": "Quay", "lamps": {}})

    def test_begin_open_already(self):
        self.assertEqual([self.book.begin("a"), self.book.begin("b")], [1, 2])
        for name in "ab":
            with self.assertRaises(ValueError) as caught:
                self.book.begin(name)
            self.assertEqual(str(caught.exception), f"open: {name}")
        self.assertEqual(len(self.book.drafts), 2)

    def test_begin_empty_document(self):
        book = ShowBook({"a": "text"})
        self.assertEqual([book.begin("x y"), book.drafts], [1, [("x y", {})]])

    def test_begin_keeps_document(self):
        self.assertEqual(self.book.begin("a"), 1)
        self.assertEqual((self.book.root, self.book.version), (document(), 0))


class ShowBookTestPut(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook(KINDS)
        self.book.root, self.book.drafts = document(), [("a", {})]

    def test_put_in_maps(self):
        self.assertEqual(
            [self.book.put("title", "5"), self.book.put("scenes.#0.lamps.a b", '{"c": [null]}')], [True, False]
        )
        self.assertEqual(
            (self.book.root["title"], self.book.root["scenes"][0]["lamps"]),
            (5, {"left": 3, "right": 2.5, "a b": {"c": [None]}}),
        )

    def test_put_in_lists(self):
        self.assertEqual(
            [self.book.put("scenes.#1.lamps.#1.#1", '"x"'), self.book.put("scenes.#3", " [1] ")], [True, False]
        )
        self.assertEqual(self.book.root["scenes"][1:], [{"name": "Inn", "lamps": [7, [8, "x"]]}, "end", [1]])
        self.assertEqual(
            [self.book.put("scenes.#3.#0", "true"), self.book.put("scenes.#3.#1", "false")], [True, False]
        )
        self.assertEqual(self.book.root["scenes"][3], [True, False])

    def test_put_same_key_twice_in_path(self):
        self.assertEqual(
            [self.book.put("a", "{}"), self.book.put("a.a", "{}"), self.book.put("a.a.a", "1")], [False] * 3
        )
        self.assertEqual(self.book.root["a"], {"a": {"a": 1}})
        self.assertEqual((self.book.put("a.a", "2"), self.book.root["a"]), (True, {"a": 2}))

    def test_put_nowhere(self):
        paths = [
            "x.y",
            "scenes.x.y",
            "open.#0.x",
            "scenes.#4",
            "scenes.x",
            "scenes.#-1",
            "scenes.#03",
            "title.x",
            "title.#0",
            "scenes.#5.x",
            "a.",
            ".",
        ]
        for path in [
            *paths,
            "#x",
            "*",
            "scenes.*",
            "scenes.#0.#0",
            "scenes.#0.",
            ".x",
            "scenes.#0.name.x",
            "open.x.y",
            "scenes.#3.x",
        ]:
            with self.assertRaises(KeyError) as caught:
                self.book.put(path, "1")
            self.assertEqual(caught.exception.args, (path,))
        self.assertEqual(self.book.root, document())

    def test_put_bad_value(self):
        values = [
            "",
            "{",
            "'x'",
            '{"": 1}',
            '{"*": 1}',
            '{"a.b": 1}',
            '{"#1": 1}',
            '[[{"c": {"#": 0}}]]',
            '{"a": {"x.": []}}',
        ]
        for text in values:
            with self.assertRaises(ValueError) as caught:
                self.book.put("x.y", text)
            self.assertEqual(str(caught.exception), "bad value")
        self.assertEqual((self.book.put("x", '{"a#*": "."}'), self.book.root["x"]), (False, {"a#*": "."}))

    def test_put_errors(self):
        with self.assertRaises(ValueError) as caught:
            self.book.put("", "{")
        self.assertEqual(str(caught.exception), "whole document")
        self.book.drafts = []
        with self.assertRaises(ValueError) as caught:
            self.book.put("", "1")
        self.assertEqual((str(caught.exception), self.book.root), ("no transaction", document()))


class ShowBookTestRemove(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook(KINDS)
        self.book.root, self.book.drafts = document(), [("a", {})]

    def test_remove_from_maps(self):
        self.assertEqual([self.book.remove("title"), self.book.remove("scenes.#0.lamps.left")], ["Rain", 3])
        self.assertEqual(self.book.root["scenes"][0], {"name": "Quay", "lamps": {"right": 2.5}})
        self.assertEqual(sorted(self.book.root), ["open", "scenes"])

    def test_remove_from_lists(self):
        self.assertEqual([self.book.remove("scenes.#0")["name"], self.book.remove("scenes.#1")], ["Quay", "end"])
        self.assertEqual(self.book.root["scenes"], [{"name": "Inn", "lamps": [7, [8, 9]]}])

    def test_remove_deep(self):
        self.assertEqual([self.book.remove("scenes.#1.lamps.#1.#0"), self.book.remove("scenes.#1.lamps.#0")], [8, 7])
        self.assertEqual(self.book.root["scenes"][1]["lamps"], [[9]])

    def test_remove_part(self):
        self.assertEqual(self.book.remove("scenes.#1.lamps"), [7, [8, 9]])
        self.assertEqual(self.book.root["scenes"][1], {"name": "Inn"})

    def test_remove_errors(self):
        for path in ("x", "scenes.#3", "scenes.x", "title.#0", "scenes.#00", "."):
            with self.assertRaises(KeyError) as caught:
                self.book.remove(path)
            self.assertEqual(caught.exception.args, (path,))
        with self.assertRaises(ValueError) as caught:
            self.book.remove("")
        self.assertEqual(str(caught.exception), "whole document")
        self.book.drafts = []
        for path in ("", "title"):
            with self.assertRaises(ValueError) as caught:
                self.book.remove(path)
            self.assertEqual(str(caught.exception), "no transaction")
        self.assertEqual(self.book.root, document())


class ShowBookTestCommit(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook(KINDS)
        self.book.root = document()
        self.book.root["scenes"][1]["lamps"] = []

    def test_commit_outermost(self):
        self.book.drafts = [("a", {"title": "Rain", "scenes": [], "old": 0})]
        self.assertEqual(self.book.commit(), ["old", "open", "scenes"])
        self.assertEqual((self.book.version, self.book.drafts), (1, []))

    def test_commit_nested(self):
        self.book.drafts = [("a", {}), ("b", {"title": "x"})]
        self.book.root["title"] = 5
        self.assertEqual([self.book.commit(), self.book.drafts, self.book.version], [[], [("a", {})], 0])
        self.book.root["title"] = "y"
        self.assertEqual([self.book.commit(), self.book.version], [["open", "scenes", "title"], 1])

    def test_commit_nothing_changed(self):
        draft = document()
        draft["scenes"][1] = {"lamps": [], "name": "Inn"}
        self.book.drafts, self.book.version = [("a", draft)], 7
        self.assertEqual([self.book.commit(), self.book.version, self.book.drafts], [[], 7, []])

    def test_commit_numbers_and_flags(self):
        self.book.root = {"a": 1, "b": 1, "c": [True], "d": 1.0, "e": None}
        self.book.drafts = [("a", {"a": 1.0, "b": True, "c": [1], "d": 1.0})]
        self.assertEqual([self.book.commit(), self.book.version], [["a", "b", "c", "e"], 1])

    def test_commit_misfit(self):
        self.book.drafts = [("a", {})]
        self.book.root["scenes"][1]["lamps"] = [7, "8"]
        with self.assertRaises(ValueError) as caught:
            self.book.commit()
        self.assertEqual(str(caught.exception), "misfit: scenes.*.lamps.*")
        self.assertEqual((self.book.drafts, self.book.version, self.book.root["title"]), ([("a", {})], 0, "Rain"))

    def test_commit_no_transaction(self):
        with self.assertRaises(ValueError) as caught:
            self.book.commit()
        self.assertEqual((str(caught.exception), self.book.version, self.book.drafts), ("no transaction", 0, []))


class ShowBookTestRollback(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook({})
        self.book.root = {"n": 4}
        self.book.drafts = [("a", {"n": 1}), ("b", {"n": 2}), ("c", {"n": 3})]

    def test_rollback_innermost(self):
        self.assertEqual([self.book.rollback(), self.book.root], [["c"], {"n": 3}])
        self.assertEqual(self.book.drafts, [("a", {"n": 1}), ("b", {"n": 2})])
        self.assertEqual([self.book.rollback(), self.book.root], [["b"], {"n": 2}])

    def test_rollback_named(self):
        self.assertEqual([self.book.rollback("b"), self.book.root], [["c", "b"], {"n": 2}])
        self.assertEqual(self.book.drafts, [("a", {"n": 1})])

    def test_rollback_outermost(self):
        self.assertEqual([self.book.rollback("a"), self.book.root, self.book.drafts], [["c", "b", "a"], {"n": 1}, []])
        self.assertEqual(self.book.version, 0)

    def test_rollback_empty_name(self):
        self.book.drafts[1] = ("", {"n": 2})
        self.assertEqual([self.book.rollback(""), self.book.root], [["c"], {"n": 3}])
        self.assertEqual([self.book.rollback("a"), self.book.root], [["", "a"], {"n": 1}])

    def test_rollback_errors(self):
        with self.assertRaises(KeyError) as caught:
            self.book.rollback("d")
        self.assertEqual((caught.exception.args, self.book.root, len(self.book.drafts)), (("d",), {"n": 4}, 3))
        self.book.drafts = []
        for name in ("", "a"):
            with self.assertRaises(ValueError) as caught:
                self.book.rollback(name)
            self.assertEqual(str(caught.exception), "no transaction")


class ShowBookTestSave(unittest.TestCase):
    def setUp(self):
        self.book = ShowBook({})
        self.file = "show_book_test.json"

    def tearDown(self):
        if os.path.exists(self.file):
            os.remove(self.file)

    def read(self):
        with open(self.file, "rb") as file:
            return file.read()

    def test_save_content(self):
        self.book.root = {"b": [1, {"d": None, "c": 2.5}], "a": True}
        self.assertEqual(self.book.save(self.file), 81)
        text = '{\n  "a": true,\n  "b": [\n    1,\n    {\n      "c": 2.5,\n      "d": null\n    }\n  ]\n}\n'
        self.assertEqual(self.read(), text.encode())

    def test_save_letters(self):
        self.book.root = {"title": "Zoë \u2603"}
        self.assertEqual(self.book.save(self.file), 26)
        self.assertEqual(self.read().decode("utf-8"), '{\n  "title": "Zoë \u2603"\n}\n')

    def test_save_empty(self):
        self.assertEqual([self.book.save(self.file), self.read()], [3, b"{}\n"])

    def test_save_replaces(self):
        with open(self.file, "w") as file:
            file.write("x" * 500)
        self.book.root = {"a": 1}
        self.assertEqual([self.book.save(self.file), self.read()], [13, b'{\n  "a": 1\n}\n'])
        self.assertEqual((self.book.root, self.book.version), ({"a": 1}, 0))

    def test_save_open_transaction(self):
        self.book.drafts = [("a", {}), ("b", {})]
        with self.assertRaises(ValueError) as caught:
            self.book.save(self.file)
        self.assertEqual((str(caught.exception), os.path.exists(self.file)), ("open: b", False))


class ShowBookTestMain(unittest.TestCase):
    def test_main_nested_transactions(self):
        book = ShowBook({"title": "text", "cues.*.lamp": "number"})
        self.assertEqual([book.begin("act"), book.put("title", '"Rain"'), book.put("cues", "[]")], [1, False, False])
        self.assertEqual(
            [book.put("cues.#0", '{"lamp": 3}'), book.begin("lamps"), book.put("cues.#0.lamp", '"off"')],
            [False, 2, True],
        )
        self.assertEqual([book.commit(), book.misfit()], [[], "cues.*.lamp"])
        with self.assertRaises(ValueError) as caught:
            book.commit()
        self.assertEqual(str(caught.exception), "misfit: cues.*.lamp")
        self.assertEqual([book.put("cues.#0.lamp", "0"), book.commit(), book.version], [True, ["cues", "title"], 1])
        self.assertEqual(
            [book.begin("act"), book.begin("b"), book.remove("cues.#0"), book.rollback()], [1, 2, {"lamp": 0}, ["b"]]
        )
        self.assertEqual([book.get("cues"), book.commit(), book.version], [[{"lamp": 0}], [], 1])

    def test_main_rolled_back(self):
        book = ShowBook({})
        self.assertEqual([book.begin("a"), book.put("list", "[1, [2, 3]]"), book.begin("b")], [1, False, 2])
        self.assertEqual([book.remove("list.#1.#0"), book.put("list.#1.#1", "4"), book.begin("c")], [2, False, 3])
        self.assertEqual(
            [book.put("list.#0", "{}"), book.put("list.#0.x", "5"), book.get("list")],
            [True, False, [{"x": 5}, [3, 4]]],
        )
        self.assertEqual([book.rollback("b"), book.get("list")], [["c", "b"], [1, [2, 3]]])
        self.assertEqual(
            [book.commit(), book.begin("b"), book.remove("list"), book.commit()], [["list"], 1, [1, [2, 3]], ["list"]]
        )
        self.assertEqual([book.root, book.version, book.misfit()], [{}, 2, ""])

    def test_main_saved(self):
        book = ShowBook({"a.*": "flag"})
        self.assertEqual([book.begin("x"), book.put("a", '{"b": true}'), book.put("a.c", "1")], [1, False, False])
        with self.assertRaises(ValueError) as caught:
            book.save("show_book_main.json")
        self.assertEqual([str(caught.exception), book.misfit(), book.remove("a.c")], ["open: x", "a.*", 1])
        self.assertEqual([book.commit(), book.save("show_book_main.json")], [["a"], 31])
        with open("show_book_main.json", encoding="utf-8") as file:
            self.assertEqual(file.read(), '{\n  "a": {\n    "b": true\n  }\n}\n')
        os.remove("show_book_main.json")
        self.assertEqual([book.begin("x"), book.put("a.b", "true"), book.commit(), book.version], [1, True, [], 1])
