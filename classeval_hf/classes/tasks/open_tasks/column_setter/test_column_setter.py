# canary: classeval-hf open column_setter 93547963-357a-400e-a7fc-345b612f922b

import unittest

from solution import ColumnSetter


def teach(setter, *patterns):
    for pattern in patterns:
        setter.learn(pattern)


def write(setter, *texts):
    for text in texts:
        setter.add(text)


class ColumnSetterTestLearn(unittest.TestCase):
    def setUp(self):
        self.setter = ColumnSetter(20, 3, 2)

    def test_learn_several(self):
        self.assertEqual([self.setter.learn("But|ter|fly"), self.setter.learn("a|corn")], [[3, 6], [1]])
        self.assertEqual(self.setter.places, {"butterfly": [3, 6], "acorn": [1]})

    def test_learn_never_broken(self):
        self.assertEqual(self.setter.learn("THROUGH"), [])
        self.assertEqual(self.setter.places, {"through": []})

    def test_learn_again(self):
        self.assertEqual([self.setter.learn("re|cord"), self.setter.learn("Rec|ord")], [[2], [3]])
        self.assertEqual(self.setter.places, {"record": [3]})

    def test_learn_every_letter(self):
        self.assertEqual(self.setter.learn("a|b|c|d"), [1, 2, 3])

    def test_learn_bad_pattern(self):
        teach(self.setter, "gar|den")
        for pattern in ("", "|garden", "garden|", "gar||den", "|"):
            with self.assertRaises(ValueError) as caught:
                self.setter.learn(pattern)
            self.assertEqual(str(caught.exception), "bad pattern")
        self.assertEqual(self.setter.places, {"garden": [3]})


class ColumnSetterTestBreaks(unittest.TestCase):
    def setUp(self):
        self.setter = ColumnSetter(20, 3, 2)
        teach(self.setter, "a|gri|cul|tur|al", "gar|den|er|s", "through")

    def test_breaks_marks(self):
        self.assertEqual([self.setter.breaks("mo|tor|way"), self.setter.breaks("mo|torway")], [[2, 5], [2]])

    def test_breaks_learned(self):
        words = ("agricultural", "Gardeners", "AGRICULTURAL", "through", "garden")
        self.assertEqual([self.setter.breaks(word) for word in words], [[4, 7, 10], [3, 6], [4, 7, 10], [], []])

    def test_breaks_signs_at_the_end(self):
        words = ("gardeners,", "gardeners?!", "gardeners...", "gardeners-", ",gardeners", "gardeners)")
        self.assertEqual([self.setter.breaks(word) for word in words], [[3, 6], [3, 6], [3, 6], [], [], []])

    def test_breaks_two_letters_on_each_side(self):
        words = ("a|b|c|d|e", "abc|d.", "ab|cd;:", "ab|c", "|abcd|", "ab||cd")
        self.assertEqual([self.setter.breaks(word) for word in words], [[2, 3], [], [2], [], [], [2]])

    def test_breaks_marks_before_learned(self):
        self.assertEqual([self.setter.breaks("gard|eners"), self.setter.breaks("|gardeners")], [[4], []])
        self.assertEqual(self.setter.places["gardeners"], [3, 6, 8])


class ColumnSetterTestFit(unittest.TestCase):
    def setUp(self):
        self.setter = ColumnSetter(20, 3, 2)
        teach(self.setter, "gar|den|er|s")

    def test_fit_last_place(self):
        self.assertEqual(self.setter.fit("mo|tor|way", 6), ("motor-", "way"))
        self.assertEqual(self.setter.fit("mo|tor|way", 99), ("motor-", "way"))

    def test_fit_keeps_later_places(self):
        self.assertEqual(self.setter.fit("mo|tor|way", 5), ("mo-", "tor|way"))
        self.assertEqual(self.setter.fit("mo|tor|way", 3), ("mo-", "tor|way"))
        self.assertEqual(self.setter.fit("ca|ta|ly|sa|tor", 5), ("cata-", "ly|sa|tor"))

    def test_fit_learned(self):
        self.assertEqual(
            [self.setter.fit("Gardeners!", room) for room in (7, 6)], [("Garden-", "ers!"), ("Gar-", "den|ers!")]
        )
        self.assertEqual(self.setter.places, {"gardeners": [3, 6, 8]})

    def test_fit_no_room(self):
        self.assertEqual([self.setter.fit("mo|tor|way", room) for room in (2, 0, -3)], [("", "mo|tor|way")] * 3)

    def test_fit_no_place(self):
        self.assertEqual(
            [self.setter.fit(word, 9) for word in ("garden", "a|corn", "|")],
            [("", "garden"), ("", "a|corn"), ("", "|")],
        )

    def test_fit_drops_places_too_near_the_end(self):
        self.assertEqual(self.setter.fit("bi|ol|og|y.", 4), ("bi-", "ol|ogy."))
        self.assertEqual(self.setter.fit("a|bi|li|ty", 4), ("abi-", "li|ty"))


class ColumnSetterTestStretch(unittest.TestCase):
    def setUp(self):
        self.setter = ColumnSetter(16, 4, 2)

    def test_stretch_even(self):
        self.assertEqual(self.setter.stretch(["one", "two", "four"], 1), "one   two   four")
        self.assertEqual(self.setter.stretch(["one", "two", "four"], 2), "one   two   four")

    def test_stretch_odd_and_even_lines(self):
        words = ["a", "bb", "ccc", "ddd", "ee"]
        self.assertEqual(self.setter.stretch(words, 7), "a  bb ccc ddd ee")
        self.assertEqual(self.setter.stretch(words, 12), "a bb ccc ddd  ee")
        self.assertEqual(self.setter.stretch(["a", "bb", "ccc", "dd", "e"], 1), "a  bb  ccc  dd e")
        self.assertEqual(self.setter.stretch(["a", "bb", "ccc", "dd", "e"], 2), "a bb  ccc  dd  e")

    def test_stretch_after_signs(self):
        self.assertEqual(self.setter.stretch(["a", "bb", "ccc,", "dd", "ee"], 1), "a bb ccc,  dd ee")
        self.assertEqual(self.setter.stretch(["a", "b!", "ccc,", "dd", "ee"], 2), "a b!  ccc, dd ee")
        self.assertEqual(self.setter.stretch(["a", "b!", "ccc,", "dd", "e"], 2), "a b!  ccc,  dd e")
        self.assertEqual(self.setter.stretch(["a", "bb", "c?", "d", "e.", "f"], 2), "a bb c?  d e.  f")

    def test_stretch_signs_then_others(self):
        self.assertEqual(self.setter.stretch(["ab", "c", "d:", "e", "gh"], 1), "ab  c  d:  e  gh")
        self.assertEqual(self.setter.stretch(["ab", "c", "d;", "e", "ghi"], 1), "ab  c  d;  e ghi")
        self.assertEqual(self.setter.stretch(["ab", "c", "d;", "e", "ghi"], 2), "ab c  d;  e  ghi")

    def test_stretch_after_sign_of_first_word(self):
        self.assertEqual(self.setter.stretch(["a;", "bb", "ccc", "dd", "ee"], 2), "a;  bb ccc dd ee")

    def test_stretch_most(self):
        self.assertEqual(self.setter.stretch(["ab", "cde", "fgh"], 1), "ab    cde    fgh")
        self.assertEqual(self.setter.stretch(["ab", "cd", "fgh"], 1), "ab cd fgh")
        self.assertEqual(self.setter.stretch(["ab", "cd", "fg"], 1), "ab cd fg")

    def test_stretch_no_gap_or_no_room(self):
        self.assertEqual(self.setter.stretch(["word"], 1), "word")
        self.assertEqual(self.setter.stretch(["abcdefgh", "ijklmno"], 1), "abcdefgh ijklmno")
        self.assertEqual(self.setter.stretch(["abcdefgh", "ijklmnopq"], 1), "abcdefgh ijklmnopq")
        self.assertEqual((self.setter.lines, self.setter.width, self.setter.most), ([], 16, 4))

    def test_stretch_most_one(self):
        setter = ColumnSetter(9, 1, 2)
        self.assertEqual(
            [setter.stretch(["ab", "cd", "ef"], 1), setter.stretch(["abc", "def", "g"], 1)], ["ab cd ef", "abc def g"]
        )


class ColumnSetterTestAdd(unittest.TestCase):
    def test_add_lines(self):
        setter = ColumnSetter(16, 4, 1)
        text = "It was a won|der|ful, bright\tday;  and no|body said any|thing\nat all about it."
        self.assertEqual(setter.add(text), 5)
        lines = ["It was a wonder-", "ful, bright day;", "and  nobody said", "anything at  all", "about it."]
        self.assertEqual(setter.lines, lines)

    def test_add_ladder(self):
        text = "cat|as|tro|phes as cat|as|tro|phes as cat|as|tro|phes"
        setter = ColumnSetter(8, 9, 2)
        self.assertEqual(setter.add(text), 7)
        self.assertEqual(setter.lines, ["catas-", "trophes", "as  cat-", "astro-", "phes  as", "catas-", "trophes"])
        setter = ColumnSetter(8, 9, 1)
        self.assertEqual(setter.add(text), 7)
        self.assertEqual(setter.lines, ["catas-", "trophes", "as  cat-", "astrophe", "s     as", "catas-", "trophes"])

    def test_add_no_ladder(self):
        setter = ColumnSetter(8, 9, 0)
        self.assertEqual(setter.add("cat|as|tro|phes as cat|as|tro|phe"), 4)
        self.assertEqual(setter.lines, ["catastro", "phes  as", "catastro", "phe"])

    def test_add_learned(self):
        setter = ColumnSetter(10, 9, 3)
        teach(setter, "ex|tra|or|di|nary", "through")
        self.assertEqual(setter.add("Extraordinary extraordinary, no thr|ough?"), 5)
        self.assertEqual(setter.lines, ["Extraordi-", "nary   ex-", "traordi-", "nary,   no", "through?"])

    def test_add_cut_words(self):
        setter = ColumnSetter(6, 9, 3)
        self.assertEqual([setter.add("abcdefghijklm|nop|qr stu"), setter.add("of ab|cdefghijk a")], [4, 3])
        self.assertEqual(setter.lines, ["abcdef", "ghijkl", "mnopqr", "stu", "of ab-", "cdefgh", "ijk a"])

    def test_add_cut_does_not_count(self):
        setter = ColumnSetter(6, 9, 1)
        self.assertEqual(setter.add("abcd|efgh in|ner in|ner abcdefghi in|ner in|ner"), 8)
        self.assertEqual(setter.lines, ["abcd-", "efgh", "inner", "inner", "abcdef", "ghi", "inner", "inner"])

    def test_add_paragraphs(self):
        setter = ColumnSetter(9, 9, 1)
        self.assertEqual(
            [setter.add("a b c d e"), setter.add("aa b c d aa b c d e f"), setter.add("aa b c d e")], [1, 3, 2]
        )
        self.assertEqual(setter.lines, ["a b c d e", "aa b c  d", "aa  b c d", "e f", "aa  b c d", "e"])

    def test_add_ladder_begins_again(self):
        setter = ColumnSetter(6, 9, 1)
        self.assertEqual([setter.add("un|der|dog"), setter.add("un|der|dog"), setter.add("in|ter|est|ed")], [2, 2, 2])
        self.assertEqual(setter.lines, ["under-", "dog", "under-", "dog", "inter-", "ested"])

    def test_add_marks_take_no_room(self):
        setter = ColumnSetter(5, 9, 0)
        self.assertEqual((setter.add("in|ner a o|th|er"), setter.lines), (3, ["inner", "a", "other"]))

    def test_add_rest_is_looked_up(self):
        setter = ColumnSetter(4, 9, 3)
        teach(setter, "der|dog")
        self.assertEqual(
            (setter.add("un|derdog un|der|dogs"), setter.lines), (6, ["un-", "der-", "dog", "un-", "der-", "dogs"])
        )

    def test_add_nothing(self):
        setter = ColumnSetter(6, 9, 1)
        self.assertEqual([setter.add(""), setter.add(" \n\t"), setter.add("a"), setter.lines], [0, 0, 1, ["a"]])

    def test_add_last_line_not_stretched(self):
        setter = ColumnSetter(12, 2, 1)
        self.assertEqual(setter.add("the old man is here at last"), 3)
        self.assertEqual(setter.lines, ["the  old man", "is  here  at", "last"])

    def test_add_width_one(self):
        setter = ColumnSetter(1, 3, 3)
        self.assertEqual((setter.add("a bc|de"), setter.lines), (5, ["a", "b", "c", "d", "e"]))


class ColumnSetterTestMain(unittest.TestCase):
    def test_main_column(self):
        setter = ColumnSetter(14, 4, 1)
        self.assertEqual(
            [setter.learn("har|vest|er"), setter.learn("or|chard"), setter.learn("ap|ple")], [[3, 7], [2], [2]]
        )
        self.assertEqual([setter.breaks("Orchard:"), setter.fit("harvester", 6)], [[2], ("har-", "vest|er")])
        self.assertEqual(setter.add("The harvester of the orchard: apples, an apple, ap|ples."), 5)
        lines = ["The  harvester", "of   the   or-", "chard: apples,", "an apple,  ap-", "ples."]
        self.assertEqual(setter.lines, lines)
        self.assertEqual(setter.stretch(["an", "apple", "or", "a"], 4), "an apple or  a")
        self.assertEqual((setter.learn("orchard"), setter.breaks("orchard"), setter.breaks("or|chard")), ([], [], [2]))
        self.assertEqual(setter.add("See: the old orchard"), 2)
        self.assertEqual(setter.lines[5:], ["See:  the  old", "orchard"])

    def test_main_narrow(self):
        setter = ColumnSetter(7, 3, 2)
        self.assertEqual(
            [setter.learn("noth|ing"), setter.fit("nothing!", 5), setter.fit("nothing!", 4)],
            [[4], ("noth-", "ing!"), ("", "nothing!")],
        )
        self.assertEqual(setter.add("is nothing is no|thing, sir|!"), 5)
        self.assertEqual(setter.lines, ["is", "nothing", "is  no-", "thing,", "sir!"])
        self.assertEqual(
            [setter.breaks("nothing?"), setter.learn("NO|thing"), setter.breaks("nothing?")], [[4], [2], [2]]
        )
        self.assertEqual((setter.add("is nothing is"), setter.lines[5:]), (3, ["is  no-", "thing", "is"]))
        self.assertEqual([setter.stretch(["a", "b."], 8), setter.stretch(["aa", "b.", "c"], 8)], ["a b.", "aa b. c"])
