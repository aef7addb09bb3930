# canary: classeval-hf open concordance_index 81037c8a-4c21-4019-b153-ad8d7bf54d90

import re
from collections import Counter


class ConcordanceIndex:
    """
    This class indexes the words of several texts. It prints the lines of a concordance (each occurrence of a word in
    its context), lists word frequencies and finds the words which often stand near a given word.
    """

    def __init__(self, stopwords: list[str]) -> None:
        """
        Initialize an index without texts.
        The fields are:
        self.stopwords: set of str, the words which frequencies and collocates leave out, in lower case.
        self.documents: list, one list of tokens (str, in their original case) for each text that was added.
        self.postings: dict, maps each token in lower case to the list of its occurrences, which are tuples
            (number of the document, number of the token in the document), both counted from 0, in ascending order.
        :param stopwords: list of str, the words to leave out, in any case
        """
        self.stopwords = {word.lower() for word in stopwords}
        self.documents = []
        self.postings = {}

    @staticmethod
    def tokenize(text: str) -> list[str]:
        """
        Split a text into tokens. First, words which were divided at the end of a line are put together again: a hyphen
        directly after an ASCII letter is removed, together with the line break that follows it, if between the
        hyphen and the next ASCII letter there is exactly one newline ("\\n") and otherwise nothing but spaces and tabs
        (before or after the newline, they are removed too).
        Then a token is each longest possible sequence of ASCII letters and digits, where a single apostrophe (') or a
        single hyphen (-) belongs to the token if it stands directly between two such characters. All other
        characters separate tokens. The case is kept.
        :param text: str, the text
        :return: list of str, the tokens in the order of the text
        >>> ConcordanceIndex.tokenize("The well-known con-\\n  cordance -- isn't it?")
        ['The', 'well-known', 'concordance', "isn't", 'it']
        """

    def add_text(self, text: str) -> int:
        """
        Tokenize a text and add it to the index as a new document: its tokens are appended to self.documents and their
        occurrences to self.postings. A text without tokens is not added, nothing changes then.
        :param text: str, the text
        :return: int, the number of tokens of the text
        >>> index = ConcordanceIndex([])
        >>> index.add_text("Tea, more tea!")
        3
        >>> index.postings
        {'tea': [(0, 0), (0, 2)], 'more': [(0, 1)]}
        """

    def kwic(self, word: str, width: int) -> list[str]:
        """
        List the keyword-in-context lines of a word, one for each occurrence, in the order of self.postings.
        The left (right) context consists of the up to width tokens directly before (after) the occurrence in the same
        document, in their original case and joined by single spaces. A line is made of the left context, filled up
        with spaces on its left side to the length of the longest left context of all lines; one space (even if all
        left contexts are empty); the token as it stands in the document, in square brackets; and, if the right context
        is not empty, one space and the right context. The right context is not filled up.
        :param word: str, the word to look up, in any case
        :param width: int, the largest number of tokens on each side, 0 or more
        :return: list of str, the lines, empty if the word does not occur
        :raises ValueError: with the message "width must not be negative" if width is less than 0
        >>> index = ConcordanceIndex([])
        >>> index.documents = [["Tea", "is", "hot"], ["we", "drink", "tea"]]
        >>> index.postings = {"tea": [(0, 0), (1, 2)], "is": [(0, 1)], "hot": [(0, 2)], "we": [(1, 0)],
        ...                   "drink": [(1, 1)]}
        >>> for line in index.kwic("TEA", 1):
        ...     print(line + "|")
              [Tea] is|
        drink [tea]|
        """

    def frequencies(self, minimum: int) -> list[tuple[str, int]]:
        """
        List the words which occur at least a given number of times, without the stopwords.
        :param minimum: int, the smallest number of occurrences
        :return: list of (word in lower case, number of occurrences) tuples, by descending number, words with the same
            number in alphabetical order
        >>> index = ConcordanceIndex(["the"])
        >>> index.documents = [["The", "cat", "saw", "the", "cat"], ["A", "saw"]]
        >>> index.postings = {"the": [(0, 0), (0, 3)], "cat": [(0, 1), (0, 4)], "saw": [(0, 2), (1, 1)], "a": [(1, 0)]}
        >>> index.frequencies(2)
        [('cat', 2), ('saw', 2)]
        """

    def collocates(self, word: str, window: int, limit: int) -> list[tuple[str, int]]:
        """
        Count the words which stand near a word: all tokens at most window tokens before or after an occurrence of the
        word in the same document. They are counted in lower case. Stopwords and the word itself are left out of the
        counts, but they take up places in the window like all other tokens. A token which is near two or more
        occurrences of the word is counted only once.
        :param word: str, the word to look up, in any case; it may be a stopword
        :param window: int, the largest distance in tokens, 1 or more
        :param limit: int, the largest number of words in the result; with 0 or less the result is empty
        :return: list of (word in lower case, number of tokens) tuples, by descending number, words with the same
            number in alphabetical order, cut off after limit tuples; empty if the word does not occur
        :raises ValueError: with the message "window must be positive" if window is less than 1
        >>> index = ConcordanceIndex(["and"])
        >>> index.documents = [["tea", "milk", "Tea", "and", "sugar"]]
        >>> index.postings = {"tea": [(0, 0), (0, 2)], "milk": [(0, 1)], "and": [(0, 3)], "sugar": [(0, 4)]}
        >>> index.collocates("tea", 2, 10)
        [('milk', 1), ('sugar', 1)]
        """
