# canary: classeval-hf open phrase_guide b5fec91b-3e28-4ff2-8ed8-243de5b2668b

import unittest

from solution import PhraseGuide


def fill(guide, *entries):
    """Adds entries to a guide, given as tuples of a pattern, a reply and a priority."""
    for entry in entries:
        guide.add(*entry)


def ask(guide, *phrases):
    """Lets a guide answer phrases."""
    for phrase in phrases:
        guide.answer(phrase)


class PhraseGuideTestAdd(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()

    def test_add_numbers(self):
        self.assertEqual([self.guide.add("good  morning ", "Hi", 1), self.guide.add(" <a>", "<a>?", -2)], [1, 2])
        self.assertEqual(
            (self.guide.entries, self.guide.uses, self.guide.last),
            ({1: ("good morning", "Hi", 1), 2: ("<a>", "<a>?", -2)}, {1: 0, 2: 0}, 2),
        )

    def test_add_order(self):
        entries = [
            ("<a..>", 1),
            ("hi <b>", 1),
            ("hi [you|there]", 1),
            ("?well hi", 1),
            ("x <n#>", 2),
            ("hi ?you ?a", 1),
        ]
        self.assertEqual([self.guide.add(pattern, "", priority) for pattern, priority in entries], [1, 2, 3, 4, 5, 6])
        self.assertEqual(self.guide.order, [5, 3, 2, 4, 6, 1])

    def test_add_order_after_uses(self):
        fill(self.guide, ("hi <b>", "Hi.", 1), ("<b> hi", "Hi.", 1))
        ask(self.guide, "hi hi", "hi hi", "hi hi")
        self.assertEqual((self.guide.uses, self.guide.order), ({1: 2, 2: 1}, [2, 1]))
        self.assertEqual(self.guide.add("so <b>", "", 1), 3)
        self.assertEqual(self.guide.order, [3, 2, 1])

    def test_add_kinds(self):
        pattern = "don't well-known X9 [a|B|c-d] ?so [one] <abc> <n#> <all..>"
        self.assertEqual(self.guide.add(pattern, "<abc> <ABC> < n> <n#> <all^> <> <", 0), 1)
        self.assertEqual(
            self.guide.entries[1],
            ("don't well-known X9 [a|B|c-d] ?so [one] <abc> <n#> <all..>", "<abc> <ABC> < n> <n#> <all^> <> <", 0),
        )

    def test_add_empty(self):
        for pattern in ("", "   "):
            with self.assertRaises(ValueError) as caught:
                self.guide.add(pattern, "<a>", 1)
            self.assertEqual(str(caught.exception), "empty pattern")
        self.assertEqual((self.guide.last, self.guide.order), (0, []))

    def test_add_bad_part(self):
        bad = [
            "so!",
            "[]",
            "[a|]",
            "[a||b]",
            "[a",
            "?",
            "??a",
            "?[a|b]",
            "?<a>",
            "<>",
            "<A>",
            "<a1>",
            "<a.>",
            "<a...>",
        ]
        bad += ["<a#..>", "<a", "a>", "#", "é", "a_b", "[a b]", "<a^>", "so\n", "a|b", "<#>", "<..>"]
        for part in bad:
            with self.assertRaises(ValueError) as caught:
                self.guide.add(f"<x> <x> {part} so?", "<y>", 1)
            self.assertEqual(str(caught.exception), f"bad part: {part.split(' ', maxsplit=1)[0]}")
        self.assertEqual((self.guide.entries, self.guide.last), ({}, 0))

    def test_add_bad_part_at_the_ends(self):
        for pattern, part in (("so! <a> <a>", "so!"), ("<a> <a> 1.", "1."), ("a! b! c!", "a!")):
            with self.assertRaises(ValueError) as caught:
                self.guide.add(pattern, "", 1)
            self.assertEqual(str(caught.exception), f"bad part: {part}")
        self.assertEqual(self.guide.last, 0)

    def test_add_captures(self):
        cases = [("<a> <b..> <b#> <a>", "<c>", "capture twice: b"), ("<a..> so <a>", "", "capture twice: a")]
        cases += [
            ("<a> b", "<a> <b^> <c>", "no capture: b"),
            ("a", "<a>", "no capture: a"),
            ("?a <b>", "<c^>", "no capture: c"),
        ]
        for pattern, reply, message in cases:
            with self.assertRaises(ValueError) as caught:
                self.guide.add(pattern, reply, 1)
            self.assertEqual(str(caught.exception), message)
        self.assertEqual((self.guide.add("<ab> <a>", "<a><ab^>", 1), self.guide.order), (1, [1]))


class PhraseGuideTestExplain(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()
        fill(
            self.guide, ("<who..> [is|was] ?very <how>", "", 1), ("<a..> and <b..>", "", 1), ("?so ?so <x> ?so", "", 1)
        )

    def test_explain_parts(self):
        self.assertEqual(
            self.guide.explain(1, "The old man WAS very kind."),
            [("<who..>", "The old man"), ("[is|was]", "WAS"), ("?very", "very"), ("<how>", "kind")],
        )
        self.assertEqual(
            self.guide.explain(1, "He is kind"),
            [("<who..>", "He"), ("[is|was]", "is"), ("?very", ""), ("<how>", "kind")],
        )

    def test_explain_word_rather_than_nothing(self):
        self.assertEqual(
            [self.guide.explain(3, phrase) for phrase in ("so so so", "so", "So well so", "so so")],
            [
                [("?so", "so"), ("?so", "so"), ("<x>", "so"), ("?so", "")],
                [("?so", ""), ("?so", ""), ("<x>", "so"), ("?so", "")],
                [("?so", "So"), ("?so", ""), ("<x>", "well"), ("?so", "so")],
                [("?so", "so"), ("?so", ""), ("<x>", "so"), ("?so", "")],
            ],
        )

    def test_explain_optional_gives_back(self):
        self.assertEqual(
            [self.guide.explain(1, "It is very"), self.guide.explain(1, "It is very is")],
            [
                [("<who..>", "It"), ("[is|was]", "is"), ("?very", ""), ("<how>", "very")],
                [("<who..>", "It"), ("[is|was]", "is"), ("?very", "very"), ("<how>", "is")],
            ],
        )

    def test_explain_fewer_words(self):
        self.assertEqual(
            self.guide.explain(2, "Ann and Ben and Cleo and"),
            [("<a..>", "Ann"), ("and", "and"), ("<b..>", "Ben and Cleo and")],
        )
        self.assertEqual(self.guide.explain(2, "and and and"), [("<a..>", "and"), ("and", "and"), ("<b..>", "and")])

    def test_explain_no_match(self):
        phrases = ("is kind", "He is", "He has kind", "", "He is very kind indeed", "He is kind , sir")
        self.assertEqual([self.guide.explain(1, phrase) for phrase in phrases], [[], [], [], [], [], []])
        self.assertEqual(self.guide.uses, {1: 0, 2: 0, 3: 0})

    def test_explain_words_of_a_phrase(self):
        phrase = "  ...He,  ?! said:  is 'e.g. ,!x"
        fill(self.guide, ("<a> <b> is <c> <d>", "", 1))
        self.assertEqual(
            self.guide.explain(4, phrase),
            [("<a>", "He"), ("<b>", "said:"), ("is", "is"), ("<c>", "'e.g"), ("<d>", "x")],
        )

    def test_explain_digits(self):
        fill(self.guide, ("<n#> x <m>", "", 1))
        phrases = ("12 X 07", "1.5 x 2", "-3 x 2", "3. x !4!", "\u0663 x 2", "3x x 2")
        self.assertEqual(
            [self.guide.explain(4, phrase) for phrase in phrases],
            [[("<n#>", "12"), ("x", "X"), ("<m>", "07")], [], [], [("<n#>", "3"), ("x", "x"), ("<m>", "4")], [], []],
        )

    def test_explain_case(self):
        fill(self.guide, ("Good ?Old [Tom|PAUL]", "", 1))
        self.assertEqual(
            [self.guide.explain(4, phrase) for phrase in ("GOOD old tom", "good oLD Paul", "good paul")],
            [
                [("Good", "GOOD"), ("?Old", "old"), ("[Tom|PAUL]", "tom")],
                [("Good", "good"), ("?Old", "oLD"), ("[Tom|PAUL]", "Paul")],
                [("Good", "good"), ("?Old", ""), ("[Tom|PAUL]", "paul")],
            ],
        )

    def test_explain_tab_is_no_blank(self):
        self.assertEqual(
            [self.guide.explain(3, "so\tso"), self.guide.explain(2, "a\tb and c")],
            [
                [("?so", ""), ("?so", ""), ("<x>", "so\tso"), ("?so", "")],
                [("<a..>", "a\tb"), ("and", "and"), ("<b..>", "c")],
            ],
        )

    def test_explain_unknown(self):
        for number in (0, 4):
            with self.assertRaises(KeyError) as caught:
                self.guide.explain(number, "so")
            self.assertEqual(caught.exception.args, (number,))


class PhraseGuideTestFind(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()
        fill(self.guide, ("<all..>", "", 0), ("where is <what..>", "", 1), ("where is the <place>", "", 1))
        fill(self.guide, ("<n#> <what>", "", 2), ("where <rest..>", "", 3), ("[where|when] ?is now", "", 3))

    def test_find_priority(self):
        self.assertEqual(
            [self.guide.find(phrase) for phrase in ("Where is the inn?", "4 eggs", "four eggs")],
            [(5, {"rest": "is the inn"}), (4, {"n": "4", "what": "eggs"}), (1, {"all": "four eggs"})],
        )
        self.assertEqual(self.guide.order, [6, 5, 4, 3, 2, 1])

    def test_find_more_words(self):
        guide = PhraseGuide()
        fill(guide, ("where is <what..>", "", 1), ("where is the <place>", "", 1))
        self.assertEqual(
            [guide.find(phrase) for phrase in ("where is the inn", "where is the old inn")],
            [(2, {"place": "inn"}), (1, {"what": "the old inn"})],
        )

    def test_find_first_number(self):
        self.assertEqual([self.guide.find("where now"), self.guide.find("when is now")], [(6, {}), (6, {})])

    def test_find_less_used(self):
        guide = PhraseGuide()
        fill(guide, ("so <a>", "", 1), ("so <b>", "", 1))
        ask(guide, "so what")
        self.assertEqual([guide.find("so What?"), guide.find("so so")], [(2, {"b": "What"}), (2, {"b": "so"})])
        self.assertEqual(guide.uses, {1: 1, 2: 0})

    def test_find_nothing(self):
        guide = PhraseGuide()
        self.assertEqual(
            (guide.find("so what"), self.guide.find(" ?! "), self.guide.find("")), ((0, {}), (0, {}), (0, {}))
        )
        self.assertEqual(guide.entries, {})

    def test_find_captures(self):
        fill(self.guide, ("<first> <last..> has <n#> [cats|dogs] ?today", "", 9))
        self.assertEqual(
            self.guide.find("Ann de la Tour has 12 Dogs today!"),
            (7, {"first": "Ann", "last": "de la Tour", "n": "12"}),
        )
        self.assertEqual(self.guide.find("Ann has has 12 dogs"), (7, {"first": "Ann", "last": "has", "n": "12"}))


class PhraseGuideTestAnswer(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()
        fill(self.guide, ("my <who..> is ?so <how>", "<who^>: <how>? <who> <x", 1), ("my <what..>", "Your <what>!", 1))
        fill(self.guide, ("good <when>", "<when^>.", 2), ("good <time>", "Good <time>, friend.", 2))

    def test_answer_fills(self):
        self.assertEqual(self.guide.answer("My old dog is so TIRED!"), "Old dog: TIRED? old dog <x")
        self.assertEqual((self.guide.uses, self.guide.order), ({1: 1, 2: 0, 3: 0, 4: 0}, [3, 4, 1, 2]))

    def test_answer_takes_turns(self):
        self.assertEqual([self.guide.answer("Good day") for _ in range(4)], ["Day.", "Good day, friend."] * 2)
        self.assertEqual(self.guide.answer("good Night"), "Night.")
        self.assertEqual((self.guide.uses, self.guide.order), ({1: 0, 2: 0, 3: 3, 4: 2}, [4, 3, 1, 2]))

    def test_answer_no_turns_for_fewer_words(self):
        self.assertEqual([self.guide.answer("my cat is here") for _ in range(3)], ["Cat: here? cat <x"] * 3)
        self.assertEqual([self.guide.uses, self.guide.order], [{1: 3, 2: 0, 3: 0, 4: 0}, [3, 4, 1, 2]])

    def test_answer_nothing(self):
        self.assertEqual([self.guide.answer("hello"), self.guide.answer("good"), self.guide.answer("")], ["", "", ""])
        self.assertEqual((self.guide.uses, self.guide.order), ({1: 0, 2: 0, 3: 0, 4: 0}, [3, 4, 1, 2]))

    def test_answer_empty_reply(self):
        fill(self.guide, ("hm", "", 1))
        self.assertEqual([self.guide.answer("Hm..."), self.guide.answer("hm")], ["", ""])
        self.assertEqual(self.guide.uses[5], 2)

    def test_answer_capital(self):
        fill(self.guide, ("say <what..>", "<what^>|<what>|\\1 \\g<0>|<what>", 1))
        self.assertEqual(
            self.guide.answer("say o'Neil is HERE <what>"),
            "O'Neil is HERE <what>|o'Neil is HERE <what>|\\1 \\g<0>|o'Neil is HERE <what>",
        )
        self.assertEqual(self.guide.answer("say 3 \\n"), "3 \\n|3 \\n|\\1 \\g<0>|3 \\n")


class PhraseGuideTestPrioritise(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()
        fill(self.guide, ("a <x>", "", 1), ("a b", "", 1), ("a ?b", "", 2), ("<x..>", "", 3), ("[a|b] c", "", 1))

    def test_prioritise_up(self):
        self.assertEqual([self.guide.prioritise(1, 9), self.guide.prioritise(5, 2)], [0, 2])
        self.assertEqual(self.guide.order, [1, 4, 5, 3, 2])

    def test_prioritise_down(self):
        self.assertEqual([self.guide.prioritise(4, 0), self.guide.prioritise(3, -1)], [4, 4])
        self.assertEqual((self.guide.order, self.guide.entries[3]), ([2, 5, 1, 4, 3], ("a ?b", "", -1)))

    def test_prioritise_same(self):
        self.assertEqual([self.guide.prioritise(number, 1) for number in (1, 2, 5)], [4, 2, 3])
        self.assertEqual(self.guide.order, [4, 3, 2, 5, 1])

    def test_prioritise_equal(self):
        self.assertEqual([self.guide.prioritise(3, 1), self.guide.prioritise(4, 1)], [4, 4])
        self.assertEqual(self.guide.order, [2, 5, 1, 3, 4])

    def test_prioritise_uses_count(self):
        ask(self.guide, "b c", "a b")
        self.guide.prioritise(4, 0)
        ask(self.guide, "b c", "b c", "a z")
        self.assertEqual((self.guide.prioritise(2, 1), self.guide.prioritise(3, 1)), (1, 2))
        self.assertEqual((self.guide.uses, self.guide.order), ({1: 1, 2: 0, 3: 0, 4: 2, 5: 2}, [2, 5, 3, 1, 4]))

    def test_prioritise_unknown(self):
        with self.assertRaises(KeyError) as caught:
            self.guide.prioritise(6, 4)
        self.assertEqual(caught.exception.args, (6,))
        self.assertEqual(self.guide.order, [4, 3, 2, 5, 1])


class PhraseGuideTestRemove(unittest.TestCase):
    def setUp(self):
        self.guide = PhraseGuide()
        fill(self.guide, ("a <x>", "A", 1), ("a b", "B", 1), ("a ?b", "C", 2))
        ask(self.guide, "a", "a b", "a c", "a c", "a c")

    def test_remove_uses(self):
        self.assertEqual(self.guide.remove(1), 3)
        self.assertEqual(
            (self.guide.entries, self.guide.uses, self.guide.order),
            ({2: ("a b", "B", 1), 3: ("a ?b", "C", 2)}, {2: 0, 3: 2}, [3, 2]),
        )

    def test_remove_several(self):
        self.assertEqual([self.guide.remove(3), self.guide.remove(2)], [2, 0])
        self.assertEqual((self.guide.order, self.guide.uses, self.guide.last), ([1], {1: 3}, 3))

    def test_remove_keeps_numbers(self):
        self.assertEqual([self.guide.remove(3), self.guide.last], [2, 3])
        fill(self.guide, ("z", "", 5))
        self.assertEqual((self.guide.order, self.guide.last, self.guide.uses), ([4, 2, 1], 4, {1: 3, 2: 0, 4: 0}))

    def test_remove_again(self):
        self.assertEqual(self.guide.remove(2), 0)
        with self.assertRaises(KeyError) as caught:
            self.guide.remove(2)
        self.assertEqual(caught.exception.args, (2,))
        self.assertEqual(self.guide.order, [3, 1])

    def test_remove_all(self):
        self.assertEqual([self.guide.remove(number) for number in (2, 1, 3)], [0, 3, 2])
        self.assertEqual((self.guide.entries, self.guide.order, self.guide.uses), ({}, [], {}))


class PhraseGuideTestMain(unittest.TestCase):
    def test_main_inn(self):
        guide = PhraseGuide()
        self.assertEqual(guide.add("<n#> [room|rooms] for <who..>", "<n> for <who>.", 2), 1)
        self.assertEqual(
            (guide.add("<what..> please", "<what^>, at once!", 1), guide.add("<x..> ?please", "Hm.", 1)), (2, 3)
        )
        self.assertEqual(
            [guide.answer(text) for text in ("2 rooms for my aunt", "tea please", "coffee, please!")],
            ["2 for my aunt.", "Tea, at once!", "Coffee, at once!"],
        )
        self.assertEqual((guide.order, guide.uses), ([1, 2, 3], {1: 1, 2: 2, 3: 0}))
        self.assertEqual(guide.find("Tea"), (3, {"x": "Tea"}))
        self.assertEqual(
            (guide.prioritise(3, 4), guide.answer("tea please"), guide.explain(3, "tea please please")),
            (0, "Hm.", [("<x..>", "tea please"), ("?please", "please")]),
        )
        self.assertEqual(
            (guide.remove(3), guide.answer("please please"), guide.answer("please")), (1, "Please, at once!", "")
        )
        self.assertEqual((guide.add("<all..>", "<all^>", 2), guide.order), (4, [1, 4, 2]))
        self.assertEqual(guide.answer("so please"), "So please")
        self.assertEqual((guide.prioritise(2, 2), guide.order), (1, [1, 2, 4]))
        self.assertEqual((guide.answer("so please"), guide.uses), ("So, at once!", {1: 1, 2: 4, 4: 1}))

    def test_main_turns(self):
        guide = PhraseGuide()
        self.assertEqual(
            [guide.add("i like <x..>", reply, 1) for reply in ("Why <x>?", "Me too.", "<x^>!")], [1, 2, 3]
        )
        self.assertEqual(
            [guide.answer("I like old ships") for _ in range(4)],
            ["Why old ships?", "Me too.", "Old ships!", "Why old ships?"],
        )
        self.assertEqual(guide.order, [2, 3, 1])
        self.assertEqual((guide.remove(2), guide.answer("I like tea."), guide.order), (1, "Tea!", [1, 3]))
        self.assertEqual((guide.add("i [like|love] <y> ?too", "Oh, <y>.", 1), guide.order), (4, [4, 1, 3]))
        self.assertEqual(
            [guide.answer(text) for text in ("i like TEA too", "I love it, too!", "I like tea", "i love")],
            ["Oh, TEA.", "Oh, it.", "Why tea?", ""],
        )
        self.assertEqual((guide.uses, guide.order), ({1: 3, 3: 2, 4: 2}, [3, 4, 1]))
        self.assertEqual((guide.prioritise(3, 0), guide.find("I like to sing")), (2, (1, {"x": "to sing"})))

    def test_main_captures(self):
        guide = PhraseGuide()
        self.assertEqual(
            [guide.add("<a..> to <b..>", "<b> <a>", 1), guide.find("to to to to")], [1, (1, {"a": "to", "b": "to to"})]
        )
        self.assertEqual(
            (guide.explain(1, "from here to there to here"), guide.answer("it is up to you")),
            ([("<a..>", "from here"), ("to", "to"), ("<b..>", "there to here")], "you it is up"),
        )
        self.assertEqual((guide.add("?from <a> to <b>", "<b^> from <a^>", 1), guide.order), (2, [2, 1]))
        self.assertEqual(
            (guide.answer("from rome to bonn"), guide.answer("rome to bonn"), guide.uses),
            ("Bonn from Rome", "bonn rome", {1: 2, 2: 1}),
        )
        self.assertEqual(
            (guide.prioritise(1, 2), guide.answer("from rome to bonn"), guide.remove(1)), (0, "bonn from rome", 3)
        )
        self.assertEqual(
            (guide.answer("from to bonn"), guide.answer("from to to bonn"), guide.order),
            ("Bonn from From", "Bonn from To", [2]),
        )
