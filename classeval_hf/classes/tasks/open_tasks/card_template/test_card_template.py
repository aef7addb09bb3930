# canary: classeval-hf open card_template afea14e2-a565-4b95-bf25-9515dee91cc5

import unittest

from solution import CardTemplate


class CardTemplateTestRead(unittest.TestCase):
    def whole(self, text):
        nodes, position = CardTemplate.read(text, 0, "")
        self.assertEqual(position, len(text))
        return nodes

    def fails(self, message, *arguments):
        with self.assertRaises(ValueError) as caught:
            CardTemplate.read(*arguments)
        self.assertEqual(str(caught.exception), message)

    def test_read_text(self):
        self.assertEqual(self.whole(""), [])
        self.assertEqual(self.whole("a (b) {c} | d!\n."), ["a (b) {c} | d!\n."])

    def test_read_tilde(self):
        self.assertEqual(self.whole("~<a~> ~[b~] ~~ ~x~|"), ["<a> [b] ~ x|"])
        self.assertEqual(self.whole("<a>~<b"), [("value", "a", None), "<b"])

    def test_read_places(self):
        self.assertEqual(self.whole("<a><b_2>!"), [("value", "a", None), ("value", "b_2", None), "!"])
        self.assertEqual(self.whole("<a|>x<.|y z>"), [("value", "a", []), "x", ("value", ".", ["y z"])])

    def test_read_sections(self):
        self.assertEqual(self.whole("[a|b][a|b|, ]"), [("each", "a", ["b"], []), ("each", "a", ["b"], [", "])])
        self.assertEqual(self.whole("[a|][.||]"), [("each", "a", [], []), ("each", ".", [], [])])
        self.assertEqual(self.whole("[!a|b][!.|]"), [("none", "a", ["b"]), ("none", ".", [])])

    def test_read_nested(self):
        self.assertEqual(
            self.whole("<a|<b|[c|d]>>|[e|f<.>[!g|h]|<i>]."),
            [
                ("value", "a", [("value", "b", [("each", "c", ["d"], [])])]),
                "|",
                ("each", "e", ["f", ("value", ".", None), ("none", "g", ["h"])], [("value", "i", None)]),
                ".",
            ],
        )

    def test_read_bar_in_nested(self):
        self.assertEqual(self.whole("[a|<b|c>|d]"), [("each", "a", [("value", "b", ["c"])], ["d"])])
        self.assertEqual(self.whole("[a|b~|c]"), [("each", "a", ["b|c"], [])])

    def test_read_from_position(self):
        self.assertEqual(CardTemplate.read("]>ab<c>", 2, ""), (["ab", ("value", "c", None)], 7))
        self.assertEqual(CardTemplate.read("abc", 3, ""), ([], 3))

    def test_read_stops(self):
        self.assertEqual(CardTemplate.read("a<b>c>d", 0, ">"), (["a", ("value", "b", None), "c"], 5))
        self.assertEqual(CardTemplate.read("[x|[y|z]u|v]", 3, "|]"), ([("each", "y", ["z"], []), "u"], 9))
        self.assertEqual(CardTemplate.read("a~]]", 1, "]"), (["]"], 3))
        self.assertEqual(CardTemplate.read("|b", 0, "|"), ([], 0))

    def test_read_unexpected_sign(self):
        self.fails("unexpected > at 1", "a>", 0, "")
        self.fails("unexpected ] at 7", "[a|b]cd]", 0, "")
        self.fails("unexpected > at 4", "[a|b>]", 0, "")
        self.fails("unexpected ] at 4", "<a|b]>", 0, "")
        self.fails("unexpected | at 4", "<a|b|c>", 0, "")
        self.fails("unexpected | at 6", "[a|b|c|d]", 0, "")
        self.fails("unexpected | at 5", "[!a|b|c]", 0, "")
        self.fails("unexpected | at 1", "a|b]", 0, "]")
        self.fails("unexpected > at 0", ">", 0, "|]")

    def test_read_bad_key(self):
        self.fails("unexpected > at 1", "<>", 0, "")
        self.fails("unexpected A at 1", "<Ann>", 0, "")
        self.fails("unexpected   at 2", "<a b>", 0, "")
        self.fails("unexpected - at 3", "[ab-c|d]", 0, "")
        self.fails("unexpected 2 at 2", "[!2|d]", 0, "")
        self.fails("unexpected _ at 1", "[_a|d]", 0, "")
        self.fails("unexpected a at 2", "<.a>", 0, "")
        self.fails("unexpected ! at 1", "<!a>", 0, "")
        self.fails("unexpected ~ at 1", "<~a>", 0, "")
        self.fails("unexpected \u00e9 at 2", "<b\u00e9>", 0, "")

    def test_read_head_not_ended(self):
        self.fails("unexpected ] at 2", "[a]", 0, "")
        self.fails("unexpected > at 2", "[a>b]", 0, "")
        self.fails("unexpected ] at 2", "<a]", 0, "")
        self.fails("unexpected ] at 3", "[!a]", 0, "")

    def test_read_unexpected_end(self):
        for text in (
            "<",
            "<ab",
            "<a|b",
            "<a|<b>",
            "[",
            "[!",
            "[a",
            "[a|b",
            "[a|b|c",
            "[!a|b",
            "ab~",
            "<a|~",
            "[a|b~]",
        ):
            self.fails(f"unexpected end at {len(text)}", text, 0, "")
        self.fails("unexpected end at 3", "abc", 1, ">")
        self.fails("unexpected end at 0", "", 0, "|")


class CardTemplateTestLoad(unittest.TestCase):
    def test_load_text(self):
        card = CardTemplate()
        self.assertEqual(card.load("Dear ~~ all"), 1)
        self.assertEqual((card.text, card.tree), ("Dear ~~ all", ["Dear ~ all"]))

    def test_load_nodes(self):
        card = CardTemplate()
        self.assertEqual(card.load("<a> and [b|<c>, <d>]."), 4)
        self.assertEqual(
            card.tree,
            [
                ("value", "a", None),
                " and ",
                ("each", "b", [("value", "c", None), ", ", ("value", "d", None)], []),
                ".",
            ],
        )

    def test_load_replaces(self):
        card = CardTemplate()
        card.text, card.tree = "<a>", [("value", "a", None)]
        self.assertEqual(card.load("[!b|c]d"), 2)
        self.assertEqual((card.text, card.tree), ("[!b|c]d", [("none", "b", ["c"]), "d"]))

    def test_load_empty(self):
        card = CardTemplate()
        card.text, card.tree = "<a>", [("value", "a", None)]
        self.assertEqual(card.load(""), 0)
        self.assertEqual((card.text, card.tree), ("", []))

    def test_load_wrong(self):
        card = CardTemplate()
        card.text, card.tree = "<a>", [("value", "a", None)]
        with self.assertRaises(ValueError) as caught:
            card.load("x<b|y")
        self.assertEqual(str(caught.exception), "unexpected end at 5")
        self.assertEqual((card.text, card.tree), ("<a>", [("value", "a", None)]))


class CardTemplateTestExpand(unittest.TestCase):
    def test_expand_text(self):
        self.assertEqual(CardTemplate.expand(["a<b>", ("value", "c", None), "~"], [{"c": "<d>"}]), ("a<b><d>~", []))
        self.assertEqual(CardTemplate.expand([], [{"c": "d"}]), ("", []))

    def test_expand_scopes(self):
        nodes = [("value", "a", None), ("value", "b", None), ("value", "c", None)]
        scopes = [{"a": "1", "b": "2", "c": "3"}, {"b": "4"}, {"c": ""}]
        self.assertEqual(CardTemplate.expand(nodes, scopes), ("14", []))
        self.assertEqual(scopes, [{"a": "1", "b": "2", "c": "3"}, {"b": "4"}, {"c": ""}])

    def test_expand_list_in_place(self):
        nodes = [
            ("value", "a", None),
            "/",
            ("value", "b", ["x"]),
            "/",
            ("value", "c", None),
            "/",
            ("value", "c", ["y"]),
        ]
        self.assertEqual(CardTemplate.expand(nodes, [{"a": ["p"] * 12, "b": [{}], "c": []}]), ("12/1/0/y", []))

    def test_expand_fallback(self):
        nodes = [("value", key, ["(", ("value", "z", None), ")"]) for key in "abc"]
        self.assertEqual(CardTemplate.expand(nodes, [{"a": "x", "b": "", "z": "y"}]), ("x(y)(y)", []))
        self.assertEqual(CardTemplate.expand([("value", "a", [])], [{}]), ("", []))

    def test_expand_missing(self):
        nodes = [("value", "b", None), "x", ("value", "a", None), ("value", "b", None), ("value", "c", None)]
        self.assertEqual(CardTemplate.expand(nodes, [{"c": "y"}]), ("xy", ["b", "a"]))
        self.assertEqual(
            CardTemplate.expand([("value", "q", [("value", "r", None)]), *nodes], []), ("x", ["r", "b", "a", "c"])
        )

    def test_expand_missing_in_section(self):
        nodes = [
            ("value", "c", None),
            ("each", "a", [("value", "b", None), ("value", "c", None)], [("value", "s", None)]),
            ("none", "n", [("value", "m", None), ("value", "b", None)]),
            ("each", "n", [("value", "never", None)], []),
        ]
        self.assertEqual(CardTemplate.expand(nodes, [{"a": ["x", {"b": "y"}]}]), ("y", ["c", "b", "s", "m"]))

    def test_expand_section_of_str(self):
        nodes = [("each", "a", ["<", ("value", ".", None), ">"], ["-"])]
        self.assertEqual(CardTemplate.expand(nodes, [{"a": "xyz"}]), ("<xyz>", []))
        self.assertEqual([CardTemplate.expand(nodes, [{"a": value}])[0] for value in ("", [])], ["", ""])

    def test_expand_section_of_items(self):
        nodes = [("each", "a", [("value", ".", None), ("value", "b", None)], ["-"])]
        scopes = [{"a": ["x", "y", {"b": "z", ".": "d"}, ""], "b": "1"}]
        self.assertEqual(CardTemplate.expand(nodes, scopes), ("x1-y1-dz-1", []))
        self.assertEqual(CardTemplate.expand(nodes, [*scopes, {"a": ["w"]}]), ("w1", []))
        self.assertEqual(len(scopes), 1)

    def test_expand_dot_of_outer_item(self):
        inner = ("each", "c", [("value", ".", None), ("value", "d", None)], [("value", ".", None)])
        nodes = [("each", "a", [inner, ";"], [])]
        scopes = [{"a": ["p", "q"], "c": [{"d": "1"}, {"d": "2"}, "r"], "d": "3"}]
        self.assertEqual(CardTemplate.expand(nodes, scopes), ("p1pp2pr3;q1qq2qr3;", []))

    def test_expand_separator_outside(self):
        nodes = [("each", "a", [("value", "b", None)], [("value", "b", ["+"])])]
        self.assertEqual(CardTemplate.expand(nodes, [{"a": [{"b": "1"}, {"b": "2"}, {"b": "3"}]}]), ("1+2+3", []))
        self.assertEqual(CardTemplate.expand(nodes, [{"a": [{"b": "1"}, {"b": "2"}], "b": "&"}]), ("1&2", []))

    def test_expand_opposite(self):
        nodes = [("none", key, [key, ("value", "x", None)]) for key in "abcde"]
        scopes = [{"a": "1", "b": "", "c": [], "d": [""], "x": "!"}]
        self.assertEqual(CardTemplate.expand(nodes, scopes), ("b!c!e!", []))


class CardTemplateTestRender(unittest.TestCase):
    def setUp(self):
        self.card = CardTemplate()
        self.card.text = "Dear <name|friend>[gifts|<.>|, ]<end>"
        gifts = ("each", "gifts", [("value", ".", None)], [", "])
        self.card.tree = ["Dear ", ("value", "name", ["friend"]), gifts, ("value", "end", None)]

    def test_render_values(self):
        self.assertEqual(self.card.render({"name": "Ann", "gifts": ["tea", "jam"], "end": "!"}), "Dear Anntea, jam!")

    def test_render_fallback(self):
        self.assertEqual(self.card.render({"name": "", "end": "."}), "Dear friend.")

    def test_render_missing(self):
        with self.assertRaises(KeyError) as caught:
            self.card.render({"name": "Ann"})
        self.assertEqual(caught.exception.args, ("end",))

    def test_render_first_missing(self):
        self.card.text, self.card.tree = "<z><a>", [("value", "z", None), ("value", "a", None)]
        with self.assertRaises(KeyError) as caught:
            self.card.render({})
        self.assertEqual(caught.exception.args, ("z",))

    def test_render_changes_nothing(self):
        values = {"gifts": [{".": "tea"}], "end": ""}
        self.assertEqual(self.card.render(values), "Dear friendtea")
        self.assertEqual(values, {"gifts": [{".": "tea"}], "end": ""})
        self.assertEqual(self.card.text, "Dear <name|friend>[gifts|<.>|, ]<end>")

    def test_render_empty(self):
        self.assertEqual(CardTemplate().render({"name": "Ann"}), "")


class CardTemplateTestSource(unittest.TestCase):
    def test_source_text(self):
        self.assertEqual(CardTemplate().source(["a<b>[c]|~d!.\\"]), "a~<b~>~[c~]~|~~d!.\\")

    def test_source_places(self):
        nodes = [("value", "a", None), " ", ("value", "b", []), ("value", ".", ["x|y"])]
        self.assertEqual(CardTemplate().source(nodes), "<a> <b|><.|x~|y>")

    def test_source_sections(self):
        nodes = [("each", "a", [], []), ("each", "b", ["x"], ["y", ("value", "c", None)]), ("each", "d", [], ["z"])]
        self.assertEqual(CardTemplate().source(nodes), "[a|][b|x|y<c>][d||z]")

    def test_source_opposite(self):
        self.assertEqual(CardTemplate().source([("none", "a", ["!"]), ("none", "b", [])]), "[!a|!][!b|]")

    def test_source_nested(self):
        nodes = [("each", "a", [("none", "b", [("value", "c", ["~"])]), "d"], [("each", "e", ["f"], [])])]
        self.assertEqual(CardTemplate().source(nodes), "[a|[!b|<c|~~>]d|[e|f]]")

    def test_source_ignores_template(self):
        card = CardTemplate()
        card.text, card.tree = "<a>", [("value", "a", None)]
        self.assertEqual([card.source([]), card.source(["b"])], ["", "b"])
        self.assertEqual((card.text, card.tree), ("<a>", [("value", "a", None)]))


class CardTemplateTestRename(unittest.TestCase):
    def setUp(self):
        self.card = CardTemplate()
        self.card.text = "~a<a|<a>>[b|<a><c>|<a>][!a|[a|]]"
        place = ("value", "a", None)
        section = ("each", "b", [place, ("value", "c", None)], [place])
        self.card.tree = ["a", ("value", "a", [place]), section, ("none", "a", [("each", "a", [], [])])]

    def test_rename_everywhere(self):
        self.assertEqual(self.card.rename("a", "x_1"), 6)
        self.assertEqual(self.card.text, "a<x_1|<x_1>>[b|<x_1><c>|<x_1>][!x_1|[x_1|]]")
        self.assertEqual(self.card.tree[1], ("value", "x_1", [("value", "x_1", None)]))
        self.assertEqual(self.card.tree[3], ("none", "x_1", [("each", "x_1", [], [])]))

    def test_rename_section(self):
        self.assertEqual(self.card.rename("b", "c"), 1)
        self.assertEqual(self.card.text, "a<a|<a>>[c|<a><c>|<a>][!a|[a|]]")
        self.assertEqual(self.card.tree[2][:2], ("each", "c"))

    def test_rename_not_there(self):
        self.assertEqual(self.card.rename("d", "e"), 0)
        self.assertEqual(self.card.text, "~a<a|<a>>[b|<a><c>|<a>][!a|[a|]]")

    def test_rename_to_itself(self):
        self.assertEqual(self.card.rename("c", "c"), 1)
        self.assertEqual(self.card.text, "a<a|<a>>[b|<a><c>|<a>][!a|[a|]]")

    def test_rename_dot(self):
        self.assertEqual(self.card.rename("c", "."), 1)
        self.assertEqual(self.card.text, "a<a|<a>>[b|<a><.>|<a>][!a|[a|]]")
        self.assertEqual(self.card.rename(".", "c"), 1)
        self.assertEqual(self.card.tree[2][2], [("value", "a", None), ("value", "c", None)])

    def test_rename_bad_key(self):
        for key in ("", "B", "2a", "_a", "a-b", "a ", "..", "a.", "a\n", "\u00e9"):
            with self.assertRaises(ValueError) as caught:
                self.card.rename("a", key)
            self.assertEqual(str(caught.exception), f"bad key: {key}")
        self.assertEqual(self.card.text, "~a<a|<a>>[b|<a><c>|<a>][!a|[a|]]")


class CardTemplateTestMain(unittest.TestCase):
    def test_main_invitation(self):
        card = CardTemplate()
        self.assertEqual(card.load("Dear <name>,\n[guests|<.> (<age|?>)|; ][!guests|nobody] ~[<guests>~]"), 8)
        self.assertEqual(card.render({"name": "Ann", "guests": []}), "Dear Ann,\nnobody [0]")
        guests = ["Ben", {".": "Cleo", "age": "7"}]
        self.assertEqual(card.render({"name": "Ann", "guests": guests}), "Dear Ann,\nBen (?); Cleo (7) [2]")
        self.assertEqual(card.rename("guests", "friends"), 3)
        self.assertEqual(card.text, "Dear <name>,\n[friends|<.> (<age|?>)|; ][!friends|nobody] ~[<friends>~]")
        with self.assertRaises(KeyError) as caught:
            card.render({"guests": guests})
        self.assertEqual(caught.exception.args, ("name",))
        with self.assertRaises(ValueError):
            card.load("<name")
        self.assertEqual(card.render({"name": "Dan", "friends": "Eve"}), "Dear Dan,\nEve (?) [Eve]")

    def test_main_there_and_back(self):
        card = CardTemplate()
        self.assertEqual(card.load("a|b~c <d|~>> [e|[f|~~|~|]]"), 4)
        self.assertEqual(card.source(card.tree), "a~|bc <d|~>> [e|[f|~~|~|]]")
        nodes, position = card.read(card.source(card.tree), 0, "")
        self.assertEqual((nodes, position), (card.tree, 26))
        self.assertEqual(card.rename("f", "e"), 1)
        self.assertEqual(card.render({"e": ["x", {"e": ["y", "z"]}]}), "a|bc > ~|~~|~")
        self.assertEqual(card.expand(card.tree[3:], [{"e": "u"}]), ("~", []))
        self.assertEqual(card.load(""), 0)
        self.assertEqual((card.render({}), card.text, CardTemplate().text), ("", "", ""))

    def test_main_scopes(self):
        card = CardTemplate()
        self.assertEqual(card.load("[rows|<title>: [cells|<.><unit|>| ]|\n]"), 1)
        values = {
            "unit": "m",
            "rows": [{"title": "A", "cells": ["1", "2"]}, {"title": "B", "cells": "3", "unit": "s"}],
        }
        self.assertEqual(card.render(values), "A: 1m 2m\nB: 3s")
        self.assertEqual(card.rename("unit", "cells"), 1)
        self.assertEqual(card.render(values), "A: 12 22\nB: 33")
        self.assertEqual(card.rename("rows", "title"), 1)
        self.assertEqual(card.text, "[title|<title>: [cells|<.><cells|>| ]|\n]")
        self.assertEqual(card.render({"title": "T", "cells": [{".": "p", "cells": []}]}), "T: p")
