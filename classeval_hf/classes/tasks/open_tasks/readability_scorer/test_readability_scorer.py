# canary: classeval-hf open readability_scorer c4bb6f29-4076-4ef0-83f9-215757931662

import unittest
from solution import ReadabilityScorer


class ReadabilityScorerTestSplitSentences(unittest.TestCase):
    def setUp(self):
        self.scorer = ReadabilityScorer([], ["Dr.", "e.g."])

    def test_three_kinds_of_ends(self):
        self.assertEqual(self.scorer.split_sentences("Stop. Who? Me! Yes."), ["Stop.", "Who?", "Me!", "Yes."])

    def test_empty(self):
        self.assertEqual(self.scorer.split_sentences(""), [])
        self.assertEqual(self.scorer.split_sentences(" \n\t "), [])

    def test_rest_without_end(self):
        self.assertEqual(self.scorer.split_sentences("It rains. And then"), ["It rains.", "And then"])
        self.assertEqual(self.scorer.split_sentences("only words, here"), ["only words, here"])

    def test_whitespace(self):
        self.assertEqual(self.scorer.split_sentences("  One \n two\t\tthree.   Four  "), ["One two three.", "Four"])

    def test_quotes_and_brackets(self):
        self.assertEqual(
            self.scorer.split_sentences("'Go!' she said. (\"Now.\") [Later?] End"),
            ["'Go!'", "she said.", '("Now.")', "[Later?]", "End"],
        )

    def test_abbreviations(self):
        self.assertEqual(
            self.scorer.split_sentences("See dr. No (E.g. here). \"Dr.' too. Mr. X left"),
            ["See dr. No (E.g. here).", "\"Dr.' too.", "Mr.", "X left"],
        )

    def test_abbreviation_needs_exactly_one_full_stop(self):
        self.assertEqual(self.scorer.split_sentences("Dr.. A Dr! B Dr? C Dr."), ["Dr..", "A Dr!", "B Dr?", "C Dr."])

    def test_points_inside_a_chunk(self):
        self.assertEqual(
            self.scorer.split_sentences("Pi is 3.14 or so... Go to a.b!c now ?"),
            [
                "Pi is 3.14 or so...",
                "Go to a.b!c now ?",
            ],
        )

    def test_fields_are_not_changed(self):
        self.assertEqual(self.scorer.split_sentences("A dr. B. C"), ["A dr. B.", "C"])
        self.assertEqual(self.scorer.abbreviations, {"dr", "e.g"})
        self.assertEqual(self.scorer.sentences, [])


class ReadabilityScorerTestCountSyllables(unittest.TestCase):
    def test_groups_of_vowels(self):
        self.assertEqual(ReadabilityScorer.count_syllables("banana"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("beautiful"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("queueing"), 1)

    def test_y_is_a_vowel(self):
        self.assertEqual(ReadabilityScorer.count_syllables("rhythm"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("yellow"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("mystery"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("lifestyle"), 3)

    def test_silent_e(self):
        self.assertEqual(ReadabilityScorer.count_syllables("machine"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("parole"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("create"), 1)

    def test_e_that_is_not_silent(self):
        self.assertEqual(ReadabilityScorer.count_syllables("simple"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("gazelle"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("committee"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("untie"), 2)

    def test_ed(self):
        self.assertEqual(ReadabilityScorer.count_syllables("answered"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("invited"), 3)
        self.assertEqual(ReadabilityScorer.count_syllables("loaded"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("proceed"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("played"), 1)

    def test_at_least_one(self):
        self.assertEqual(ReadabilityScorer.count_syllables("the"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("red"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("tsk"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("e"), 1)

    def test_no_letters(self):
        self.assertEqual(ReadabilityScorer.count_syllables(""), 0)
        self.assertEqual(ReadabilityScorer.count_syllables("12'-"), 0)

    def test_case_and_other_characters(self):
        self.assertEqual(ReadabilityScorer.count_syllables("APPLE"), 2)
        self.assertEqual(ReadabilityScorer.count_syllables("we've"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("co-op"), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("hope."), 1)
        self.assertEqual(ReadabilityScorer.count_syllables("\u00e9migr\u00e9"), 1)


class ReadabilityScorerTestLoad(unittest.TestCase):
    def test_text(self):
        scorer = ReadabilityScorer([], [])
        self.assertEqual(scorer.load("The table is old.\nIs the OLD chair  red?"), 9)
        self.assertEqual(scorer.sentences, ["The table is old.", "Is the OLD chair red?"])
        self.assertEqual(scorer.words, ["the", "table", "is", "old", "is", "the", "old", "chair", "red"])
        self.assertEqual(scorer.syllables, {"the": 1, "table": 2, "is": 1, "old": 1, "chair": 1, "red": 1})

    def test_order_of_syllables(self):
        scorer = ReadabilityScorer([], [])
        self.assertEqual(scorer.load("Zebra ate. Apple ate zebra"), 5)
        self.assertEqual(list(scorer.syllables.items()), [("zebra", 2), ("ate", 1), ("apple", 2)])

    def test_apostrophes_and_hyphens(self):
        scorer = ReadabilityScorer([], [])
        self.assertEqual(scorer.load("'Don't' well-known dogs' a''b x2y"), 8)
        self.assertEqual(scorer.words, ["don't", "well", "known", "dogs", "a", "b", "x", "y"])

    def test_sentences_without_words_are_dropped(self):
        scorer = ReadabilityScorer([], [])
        self.assertEqual(scorer.load("1984. ... Two! - 3 ? End"), 2)
        self.assertEqual(scorer.sentences, ["Two!", "End"])
        self.assertEqual(scorer.words, ["two", "end"])

    def test_text_is_replaced(self):
        scorer = ReadabilityScorer([], [])
        scorer.sentences, scorer.words, scorer.syllables = ["Old one."], ["old", "one"], {"old": 1, "one": 1}
        self.assertEqual(scorer.load("New"), 1)
        self.assertEqual(scorer.sentences, ["New"])
        self.assertEqual(scorer.words, ["new"])
        self.assertEqual(scorer.syllables, {"new": 1})

    def test_text_without_words(self):
        scorer = ReadabilityScorer([], [])
        scorer.sentences, scorer.words, scorer.syllables = ["Old."], ["old"], {"old": 1}
        self.assertEqual(scorer.load("42. ?"), 0)
        self.assertEqual(scorer.sentences, [])
        self.assertEqual(scorer.words, [])
        self.assertEqual(scorer.syllables, {})

    def test_abbreviations_are_used(self):
        scorer = ReadabilityScorer(["Mr"], ["mr"])
        self.assertEqual(scorer.load("Mr. Bee sat. Dr. Bee ran."), 6)
        self.assertEqual(scorer.sentences, ["Mr. Bee sat.", "Dr.", "Bee ran."])
        self.assertEqual(scorer.abbreviations, {"mr"})
        self.assertEqual(scorer.familiar, {"mr"})


class ReadabilityScorerTestScore(unittest.TestCase):
    def setUp(self):
        self.scorer = ReadabilityScorer([], [])

    def test_one_sentence(self):
        self.scorer.sentences = ["Children discover animals outside."]
        self.scorer.words = ["children", "discover", "animals", "outside"]
        self.scorer.syllables = {"children": 2, "discover": 1, "animals": 2, "outside": 2}
        self.assertEqual(self.scorer.score(), 54.7)

    def test_two_sentences(self):
        self.scorer.sentences = ["A fable.", "Open water."]
        self.scorer.words = ["a", "fable", "open", "water"]
        self.scorer.syllables = {"a": 1, "fable": 2, "open": 2, "water": 2}
        self.assertEqual(self.scorer.score(), 56.8)

    def test_repeated_words_count_each_time(self):
        self.scorer.sentences = ["Never, never, never go."]
        self.scorer.words = ["never", "never", "never", "go"]
        self.scorer.syllables = {"never": 2, "go": 1}
        self.assertEqual(self.scorer.score(), 54.7)

    def test_upper_limit(self):
        self.scorer.sentences = ["I am."]
        self.scorer.words = ["i", "am"]
        self.scorer.syllables = {"i": 1, "am": 1}
        self.assertEqual(self.scorer.score(), 100.0)

    def test_lower_limit(self):
        self.scorer.sentences = ["Incomprehensibility."]
        self.scorer.words = ["incomprehensibility"]
        self.scorer.syllables = {"incomprehensibility": 8}
        self.assertEqual(self.scorer.score(), 0.0)

    def test_no_text(self):
        self.assertEqual(self.scorer.score(), 0.0)
        self.assertEqual(self.scorer.words, [])

    def test_fields_are_not_changed(self):
        self.scorer.sentences = ["Open water now."]
        self.scorer.words = ["open", "water", "now"]
        self.scorer.syllables = {"open": 2, "water": 2, "now": 1}
        self.assertEqual(self.scorer.score(), 62.8)
        self.assertEqual(self.scorer.score(), 62.8)
        self.assertEqual(self.scorer.sentences, ["Open water now."])
        self.assertEqual(self.scorer.words, ["open", "water", "now"])
        self.assertEqual(self.scorer.syllables, {"open": 2, "water": 2, "now": 1})


class ReadabilityScorerTestHardWords(unittest.TestCase):
    def setUp(self):
        self.scorer = ReadabilityScorer(["Animal", "yesterday", "bus", "glasses"], [])

    def test_order(self):
        self.scorer.syllables = {"umbrella": 3, "electricity": 5, "adventure": 3, "go": 1, "military": 4}
        self.assertEqual(self.scorer.hard_words(3), ["electricity", "military", "adventure", "umbrella"])

    def test_threshold_is_inclusive(self):
        self.scorer.syllables = {"river": 2, "go": 1, "umbrella": 3}
        self.assertEqual(self.scorer.hard_words(2), ["umbrella", "river"])
        self.assertEqual(self.scorer.hard_words(1), ["umbrella", "river", "go"])
        self.assertEqual(self.scorer.hard_words(4), [])

    def test_familiar_words(self):
        self.scorer.syllables = {"animal": 3, "animals": 3, "animal's": 3, "yesterday": 3, "bus": 1, "holiday": 3}
        self.assertEqual(self.scorer.hard_words(1), ["holiday"])

    def test_only_one_ending_is_removed(self):
        self.scorer.syllables = {"animals's": 3, "animalss": 3, "animal'ss": 3, "animal't": 3}
        self.assertEqual(self.scorer.hard_words(2), ["animal'ss", "animal't", "animals's", "animalss"])

    def test_familiar_word_in_plural(self):
        self.scorer.syllables = {"glasses": 2, "glasse": 2, "glass": 1, "buss": 1, "bu": 1}
        self.assertEqual(self.scorer.hard_words(1), ["glasse", "bu", "glass"])

    def test_threshold_too_small(self):
        with self.assertRaises(ValueError) as caught:
            self.scorer.hard_words(0)
        self.assertEqual(str(caught.exception), "threshold must be at least 1")

    def test_no_text(self):
        self.assertEqual(self.scorer.hard_words(1), [])

    def test_fields_are_not_changed(self):
        self.scorer.syllables = {"holiday": 3, "animals": 3}
        self.assertEqual(self.scorer.hard_words(2), ["holiday"])
        self.assertEqual(self.scorer.syllables, {"holiday": 3, "animals": 3})
        self.assertEqual(self.scorer.familiar, {"animal", "yesterday", "bus", "glasses"})


class ReadabilityScorerTestMain(unittest.TestCase):
    def test_report(self):
        scorer = ReadabilityScorer(["Elephant"], ["Prof."])
        text = 'Prof. Lee studied two elephants. "They remembered every person!" 3. Amazing'
        self.assertEqual(
            scorer.split_sentences(text),
            ["Prof. Lee studied two elephants.", '"They remembered every person!"', "3.", "Amazing"],
        )
        self.assertEqual(scorer.load(text), 10)
        self.assertEqual(len(scorer.sentences), 3)
        self.assertEqual(scorer.count_syllables("remembered"), scorer.syllables["remembered"])
        self.assertEqual(scorer.hard_words(3), ["amazing", "every", "remembered"])
        self.assertEqual(scorer.hard_words(2), ["amazing", "every", "remembered", "person", "studied"])
        self.assertEqual(scorer.score(), 34.3)

    def test_two_texts(self):
        scorer = ReadabilityScorer([], ["No"])
        self.assertEqual(scorer.score(), 0.0)
        self.assertEqual(scorer.load("No. Nobody answered the invitation."), 5)
        self.assertEqual(scorer.sentences, ["No. Nobody answered the invitation."])
        self.assertEqual(scorer.score(), 15.6)
        self.assertEqual(scorer.hard_words(3), ["invitation", "nobody"])
        self.assertEqual(scorer.load("Yes! The cat sat."), 4)
        self.assertEqual(scorer.score(), 100.0)
        self.assertEqual(scorer.hard_words(2), [])
        self.assertEqual(scorer.split_sentences("No! No. Yes"), ["No!", "No. Yes"])
        self.assertEqual(ReadabilityScorer.count_syllables("invitation"), 4)
