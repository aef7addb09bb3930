# canary: classeval-hf open readability_scorer c4bb6f29-4076-4ef0-83f9-215757931662

import re


class ReadabilityScorer:
    """
    This class estimates how easy an English text is to read. It splits the text into sentences, estimates the number
    of syllables of each word, computes a readability score and lists the hard words of the text.
    """

    def __init__(self, familiar: list[str], abbreviations: list[str]) -> None:
        """
        Initialize the scorer without a text.
        The fields are:
        self.familiar: set of str, the words that never count as hard, in lower case.
        self.abbreviations: set of str, abbreviations whose final full stop does not end a sentence, in lower case and
            without that full stop, for example "dr" or "e.g".
        self.sentences: list of str, the sentences of the text loaded last.
        self.words: list of str, all words of that text in lower case, in the order of the text, with repetitions.
        self.syllables: dict, maps each distinct word in self.words to its estimated number of syllables.
        :param familiar: list of str, familiar words in any case
        :param abbreviations: list of str, abbreviations in any case, with or without the final full stop
        """
        self.familiar = {word.lower() for word in familiar}
        self.abbreviations = {item.lower().removesuffix(".") for item in abbreviations}
        self.sentences = []
        self.words = []
        self.syllables = {}

    def split_sentences(self, text: str) -> list[str]:
        """
        Split a text into sentences. The text is divided into chunks at whitespace. A sentence consists of consecutive
        chunks, joined by single spaces, and it ends with the first chunk that is a closing chunk, or with the last
        chunk of the text. Whether a chunk is closing is decided after all the characters " ' ) ] at its end have been
        removed: it is closing if it then ends with . or ! or ? -- except if what remains, after the characters
        " ' ( [ at its start have been removed too, is an abbreviation (in any case) followed by exactly one full stop.
        The sentences themselves keep all characters of their chunks. No field is changed.
        :param text: str, the text
        :return: list of str, the sentences in the order of the text, empty if there is nothing but whitespace
        >>> ReadabilityScorer([], ["Dr."]).split_sentences('"Ask (Dr. Ho)."  She did\\nnot! Why')
        ['"Ask (Dr. Ho)."', 'She did not!', 'Why']
        """

    @staticmethod
    def count_syllables(word: str) -> int:
        """
        Estimate the number of syllables of a word. Only its ASCII letters count, in lower case; all other characters
        are removed first. The vowels are a, e, i, o, u and y, all other letters are consonants.
        The estimate is the number of groups of vowels, where a group is a run of neighbouring vowels that is as long
        as possible. It is reduced by 1 in each of these two cases:
        - the letters end with a consonant followed by "e", except if they end with a consonant followed by "le";
        - the letters end with a consonant other than d and t followed by "ed".
        If there is at least one letter, the result is at least 1; without letters it is 0.
        :param word: str, the word
        :return: int, the estimated number of syllables
        >>> [ReadabilityScorer.count_syllables(word) for word in ["Table", "whale", "jumped", "wanted", "coffee"]]
        [2, 1, 1, 2, 2]
        """

    def load(self, text: str) -> int:
        """
        Load a text in place of the one loaded before: set self.sentences, self.words and self.syllables.
        A word is each longest possible sequence of ASCII letters, where a single apostrophe (') belongs to the word if
        it stands directly between two letters. self.sentences is set to those sentences of the text (see
        split_sentences) which contain at least one word, self.words to the words of all sentences in lower case, and
        self.syllables to the estimates (see count_syllables) of the distinct words, in the order of their first
        occurrence.
        :param text: str, the text
        :return: int, the number of words
        >>> scorer = ReadabilityScorer([], [])
        >>> scorer.load("It's a table. 42! A whale?")
        5
        >>> scorer.sentences
        ["It's a table.", 'A whale?']
        >>> scorer.syllables
        {"it's": 1, 'a': 1, 'table': 2, 'whale': 1}
        """

    def score(self) -> float:
        """
        Compute the readability score of the loaded text:
        206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words), where syllables is the sum of the estimates
        of all words (a repeated word counts each time). A result below 0 becomes 0 and one above 100 becomes 100.
        :return: float, the score rounded to 1 decimal place by the built-in round; 0.0 if there are no words
        >>> scorer = ReadabilityScorer([], [])
        >>> scorer.sentences, scorer.words = ["Many little birds sing."], ["many", "little", "birds", "sing"]
        >>> scorer.syllables = {"many": 2, "little": 2, "birds": 1, "sing": 1}
        >>> scorer.score()
        75.9
        """

    def hard_words(self, threshold: int) -> list[str]:
        """
        List the distinct words of the loaded text (the keys of self.syllables) which have at least a given number of
        syllables and are not familiar.
        A word is familiar if it is in self.familiar, or if it is in there after its ending was removed: the ending is
        "'s" if the word ends with that, else "s" if the word ends with that.
        :param threshold: int, the smallest number of syllables of a hard word, 1 or more
        :return: list of str, the hard words, by descending number of syllables, words with the same number in
            alphabetical order
        :raises ValueError: with the message "threshold must be at least 1" if threshold is less than 1
        >>> scorer = ReadabilityScorer(["family"], [])
        >>> scorer.syllables = {"family's": 3, "we": 1, "imagine": 3, "engineering": 4, "bicycle": 3}
        >>> scorer.hard_words(3)
        ['engineering', 'bicycle', 'imagine']
        """
