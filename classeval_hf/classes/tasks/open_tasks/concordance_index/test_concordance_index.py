# canary: classeval-hf open concordance_index 81037c8a-4c21-4019-b153-ad8d7bf54d90

import unittest
from solution import ConcordanceIndex


class ConcordanceIndexTestTokenize(unittest.TestCase):
    def test_words_and_punctuation(self):
        self.assertEqual(
            ConcordanceIndex.tokenize("Call me Ishmael. Some years ago, (never mind)"),
            ["Call", "me", "Ishmael", "Some", "years", "ago", "never", "mind"],
        )

    def test_no_tokens(self):
        self.assertEqual(ConcordanceIndex.tokenize(""), [])
        self.assertEqual(ConcordanceIndex.tokenize(" -- '' ...\n"), [])

    def test_apostrophes(self):
        self.assertEqual(
            ConcordanceIndex.tokenize("'Don't' the dogs' rock'n'roll a''b"),
            ["Don't", "the", "dogs", "rock'n'roll", "a", "b"],
        )

    def test_hyphens(self):
        self.assertEqual(
            ConcordanceIndex.tokenize("mother-in-law -pre post- x--y a-'b 1990-95"),
            ["mother-in-law", "pre", "post", "x", "y", "a", "b", "1990-95"],
        )

    def test_digits_underscores_and_other_letters(self):
        self.assertEqual(
            ConcordanceIndex.tokenize("B2B snake_case caf\u00e9s 3.14"), "B2B snake case caf s 3 14".split()
        )

    def test_divided_word(self):
        self.assertEqual(ConcordanceIndex.tokenize("con-\ncor-  \n\tdance"), ["concordance"])
        self.assertEqual(
            ConcordanceIndex.tokenize("an off-\nline well-known-\nfact"), ["an", "offline", "well-knownfact"]
        )

    def test_not_a_divided_word(self):
        self.assertEqual(ConcordanceIndex.tokenize("con-\n\ncordance"), ["con", "cordance"])
        self.assertEqual(ConcordanceIndex.tokenize("1-\nst x --\ny a- b c\n-d"), "1 st x y a b c d".split())
        self.assertEqual(ConcordanceIndex.tokenize("page-\n7 end"), ["page", "7", "end"])


class ConcordanceIndexTestAddText(unittest.TestCase):
    def test_first_text(self):
        index = ConcordanceIndex([])
        self.assertEqual(index.add_text("One fish, two fish"), 4)
        self.assertEqual(index.documents, [["One", "fish", "two", "fish"]])
        self.assertEqual(index.postings, {"one": [(0, 0)], "fish": [(0, 1), (0, 3)], "two": [(0, 2)]})

    def test_second_text(self):
        index = ConcordanceIndex([])
        index.documents = [["red", "fish"]]
        index.postings = {"red": [(0, 0)], "fish": [(0, 1)]}
        self.assertEqual(index.add_text("Fish swim"), 2)
        self.assertEqual(index.documents, [["red", "fish"], ["Fish", "swim"]])
        self.assertEqual(index.postings, {"red": [(0, 0)], "fish": [(0, 1), (1, 0)], "swim": [(1, 1)]})

    def test_text_without_tokens_is_not_added(self):
        index = ConcordanceIndex([])
        self.assertEqual(index.add_text("?! ..."), 0)
        self.assertEqual(index.documents, [])
        self.assertEqual(index.postings, {})

    def test_numbering_after_empty_text(self):
        index = ConcordanceIndex([])
        self.assertEqual([index.add_text("a"), index.add_text(""), index.add_text("A b")], [1, 0, 2])
        self.assertEqual(index.postings, {"a": [(0, 0), (1, 0)], "b": [(1, 1)]})

    def test_stopwords_are_indexed(self):
        index = ConcordanceIndex(["The"])
        self.assertEqual(index.add_text("the THE end"), 3)
        self.assertEqual(index.postings, {"the": [(0, 0), (0, 1)], "end": [(0, 2)]})
        self.assertEqual(index.stopwords, {"the"})

    def test_special_tokens(self):
        index = ConcordanceIndex([])
        self.assertEqual(index.add_text("Isn't it re-\npeated?"), 3)
        self.assertEqual(index.documents, [["Isn't", "it", "repeated"]])
        self.assertEqual(index.postings, {"isn't": [(0, 0)], "it": [(0, 1)], "repeated": [(0, 2)]})


class ConcordanceIndexTestKwic(unittest.TestCase):
    def setUp(self):
        self.index = ConcordanceIndex(["is"])
        self.index.documents = [["Rain", "is", "good", "rain", "is", "rare"], ["after", "RAIN"]]
        self.index.postings = {
            "rain": [(0, 0), (0, 3), (1, 1)],
            "is": [(0, 1), (0, 4)],
            "good": [(0, 2)],
            "rare": [(0, 5)],
            "after": [(1, 0)],
        }

    def test_alignment(self):
        self.assertEqual(
            self.index.kwic("rain", 2),
            ["        [Rain] is good", "is good [rain] is rare", "  after [RAIN]"],
        )

    def test_width_one(self):
        self.assertEqual(self.index.kwic("rain", 1), ["      [Rain] is", " good [rain] is", "after [RAIN]"])

    def test_width_zero(self):
        self.assertEqual(self.index.kwic("rain", 0), [" [Rain]", " [rain]", " [RAIN]"])

    def test_lookup_ignores_case_and_stopwords_are_found(self):
        self.assertEqual(self.index.kwic("iS", 1), ["Rain [is] good", "rain [is] rare"])

    def test_context_stays_in_document(self):
        self.assertEqual(self.index.kwic("rare", 9), ["Rain is good rain is [rare]"])
        self.assertEqual(self.index.kwic("after", 9), [" [after] RAIN"])

    def test_unknown_word(self):
        self.assertEqual(self.index.kwic("snow", 3), [])

    def test_negative_width(self):
        with self.assertRaises(ValueError) as caught:
            self.index.kwic("rain", -1)
        self.assertEqual(str(caught.exception), "width must not be negative")

    def test_negative_width_with_unknown_word(self):
        self.assertRaises(ValueError, self.index.kwic, "snow", -2)

    def test_index_is_not_changed(self):
        self.assertEqual(self.index.kwic("good", 1), ["is [good] rain"])
        self.assertEqual(self.index.kwic("hail", 1), [])
        self.assertEqual(self.index.documents[1], ["after", "RAIN"])
        self.assertEqual(list(self.index.postings), ["rain", "is", "good", "rare", "after"])


class ConcordanceIndexTestFrequencies(unittest.TestCase):
    def setUp(self):
        self.index = ConcordanceIndex([])
        self.index.documents = [["to", "be", "or", "not", "To", "Be", "be"], ["Or"]]
        self.index.postings = {
            "to": [(0, 0), (0, 4)],
            "be": [(0, 1), (0, 5), (0, 6)],
            "or": [(0, 2), (1, 0)],
            "not": [(0, 3)],
        }

    def test_order(self):
        self.assertEqual(self.index.frequencies(1), [("be", 3), ("or", 2), ("to", 2), ("not", 1)])

    def test_minimum_is_inclusive(self):
        self.assertEqual(self.index.frequencies(2), [("be", 3), ("or", 2), ("to", 2)])
        self.assertEqual(self.index.frequencies(3), [("be", 3)])

    def test_minimum_too_high(self):
        self.assertEqual(self.index.frequencies(4), [])

    def test_stopwords_are_left_out(self):
        self.index.stopwords = {"be", "not", "never"}
        self.assertEqual(self.index.frequencies(0), [("or", 2), ("to", 2)])
        self.assertEqual(self.index.stopwords, {"be", "not", "never"})

    def test_empty_index(self):
        self.assertEqual(ConcordanceIndex(["a"]).frequencies(0), [])

    def test_index_is_not_changed(self):
        self.assertEqual(self.index.frequencies(2)[1:], [("or", 2), ("to", 2)])
        self.assertEqual(list(self.index.postings), ["to", "be", "or", "not"])
        self.assertEqual(self.index.postings["or"], [(0, 2), (1, 0)])


class ConcordanceIndexTestCollocates(unittest.TestCase):
    def setUp(self):
        self.index = ConcordanceIndex([])
        self.index.documents = [["Sun", "and", "sea", "and", "sun", "Sand"], ["sea", "wind", "sun"]]
        self.index.postings = {
            "sun": [(0, 0), (0, 4), (1, 2)],
            "and": [(0, 1), (0, 3)],
            "sea": [(0, 2), (1, 0)],
            "sand": [(0, 5)],
            "wind": [(1, 1)],
        }

    def test_window_of_one(self):
        self.assertEqual(self.index.collocates("sun", 1, 10), [("and", 2), ("sand", 1), ("wind", 1)])

    def test_token_between_two_occurrences_counts_once(self):
        self.assertEqual(self.index.collocates("sun", 2, 10), [("and", 2), ("sea", 2), ("sand", 1), ("wind", 1)])
        self.assertEqual(self.index.collocates("SUN", 50, 2), [("and", 2), ("sea", 2)])

    def test_stopwords_take_up_places(self):
        self.index.stopwords = {"and"}
        self.assertEqual(self.index.collocates("sun", 1, 10), [("sand", 1), ("wind", 1)])
        self.assertEqual(self.index.collocates("sea", 1, 10), [("wind", 1)])
        self.assertEqual(self.index.stopwords, {"and"})

    def test_word_may_be_a_stopword(self):
        self.index.stopwords = {"and"}
        self.assertEqual(self.index.collocates("And", 1, 10), [("sun", 2), ("sea", 1)])

    def test_limit(self):
        self.assertEqual(self.index.collocates("sun", 2, 3), [("and", 2), ("sea", 2), ("sand", 1)])
        self.assertEqual(self.index.collocates("sun", 2, 0), [])
        self.assertEqual(self.index.collocates("sun", 2, -1), [])

    def test_window_stays_in_document(self):
        self.assertEqual(self.index.collocates("sand", 2, 10), [("and", 1), ("sun", 1)])
        self.assertEqual(self.index.collocates("wind", 7, 10), [("sea", 1), ("sun", 1)])

    def test_unknown_word(self):
        self.assertEqual(self.index.collocates("moon", 2, 10), [])

    def test_window_not_positive(self):
        with self.assertRaises(ValueError) as caught:
            self.index.collocates("moon", 0, 10)
        self.assertEqual(str(caught.exception), "window must be positive")
        self.assertRaises(ValueError, self.index.collocates, "sun", -1, 0)

    def test_index_is_not_changed(self):
        self.assertEqual(self.index.collocates("wind", 1, 1), [("sea", 1)])
        self.assertEqual(self.index.collocates("moon", 1, 1), [])
        self.assertEqual(list(self.index.postings), ["sun", "and", "sea", "sand", "wind"])
        self.assertEqual(self.index.documents[0], ["Sun", "and", "sea", "and", "sun", "Sand"])


class ConcordanceIndexTestMain(unittest.TestCase):
    def test_whole_concordance(self):
        index = ConcordanceIndex(["The", "a"])
        self.assertEqual(index.add_text("The ship left the har-\nbour. A ship!"), 7)
        self.assertEqual(index.add_text("Every harbour needs a ship."), 5)
        self.assertEqual(
            index.kwic("ship", 2),
            ["      The [ship] left the", "harbour A [ship]", "  needs a [ship]"],
        )
        self.assertEqual(index.frequencies(2), [("ship", 3), ("harbour", 2)])
        self.assertEqual(index.collocates("ship", 2, 2), [("harbour", 1), ("left", 1)])
        self.assertEqual(index.tokenize("a har-\nbour"), ["a", "harbour"])

    def test_growing_index(self):
        index = ConcordanceIndex([])
        self.assertEqual(index.frequencies(1), [])
        self.assertEqual(index.add_text("--"), 0)
        self.assertEqual(index.add_text("Big data, big"), 3)
        self.assertEqual(index.collocates("big", 1, 5), [("data", 1)])
        self.assertEqual(index.add_text("Data science"), 2)
        self.assertEqual(index.collocates("data", 1, 5), [("big", 2), ("science", 1)])
        self.assertEqual(index.kwic("data", 1), ["Big [data] big", "    [Data] science"])
        self.assertEqual(index.frequencies(2), [("big", 2), ("data", 2)])
        self.assertEqual(len(index.documents), 2)
        self.assertEqual(len(ConcordanceIndex.tokenize("Big data, big")), 3)
