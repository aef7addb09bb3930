"""Ranking texts by what they have in common with a query: by default BM25 over words and the parts of identifiers, by
`bm25s` (Lù, arXiv 2407.03618), or an embedding model ([`classeval_hf.repository_tools.embeddings`]), as the paper's
agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

IntArray: TypeAlias = "NDArray[np.int32]"

_MAX_QUERY_CHARS = 20_000
_WORD = re.compile(r"[^\W\d]\w*")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


class MissingExtraError(ImportError):
    """A package of an extra is not installed; the message says which, and the command."""

    def __init__(self, package: str, error: ImportError, extra: str = "agent") -> None:
        super().__init__(f"The tools over a project need {package}: pip install 'classeval-hf[{extra}]' ({error}).")


class Documents:
    """Texts to rank. A retriever keeps what it made of them as long as it is asked for them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)


class Retriever(Protocol):
    """What ranks texts. Its answers depend on nothing but the query and the texts."""

    def rank(self, query: str, documents: Documents, count: int) -> list[int]:
        """The indices of the `count` most similar texts, the best first, of equal ones the first. Texts that have
        nothing in common with the query may be left out."""
        ...


class BM25Retriever:
    """Ranks by BM25 over words, whatever their case, and their parts: `bestMatch` has `best` and `match`."""

    def __init__(self) -> None:
        try:
            import bm25s
        except ImportError as error:
            raise MissingExtraError("bm25s", error) from error
        self._new_index = partial(bm25s.BM25, backend="numpy")
        self._numbers: dict[str, int] = {}
        self._words: dict[str, IntArray] = {}
        self._indexes: WeakKeyDictionary[Documents, tuple[Any, dict[int, int]]] = WeakKeyDictionary()

    def rank(self, query: str, documents: Documents, count: int) -> list[int]:
        """See [`Retriever.rank`]."""
        if documents not in self._indexes:
            self._indexes[documents] = self._index(documents.texts)
        index, places = self._indexes[documents]
        numbers = (self._numbers.get(word, -1) for word in words(query[:_MAX_QUERY_CHARS]))
        wanted = [places[number] for number in numbers if number in places]
        if not wanted:
            return []
        scores = index.get_scores_from_ids(wanted)
        best = np.lexsort((np.arange(len(scores)), -scores))[:count]
        return [int(place) for place in best if scores[place] > 0]

    def _index(self, texts: Sequence[str]) -> tuple[Any, dict[int, int]]:
        """An index of texts, and the places of words in it by their numbers."""
        found = [self._words_of(text) for text in texts]
        numbers = np.unique(np.concatenate(found)) if found else np.empty(0, np.int32)
        places = {int(number): place for place, number in enumerate(numbers)}
        if not places:
            return None, {}
        index = self._new_index()
        index.index(
            ([np.searchsorted(numbers, of_text).tolist() for of_text in found], {**places}), show_progress=False
        )
        return index, places

    def _words_of(self, text: str) -> IntArray:
        """The words of a text as numbers."""
        if text not in self._words:
            numbers = self._numbers
            self._words[text] = np.array([numbers.setdefault(word, len(numbers)) for word in words(text)], np.int32)
        return self._words[text]


def words(text: str) -> Iterator[str]:
    """The words of a text in small letters, and the parts of those that have several."""
    for found in _WORD.finditer(text):
        word = found[0].lower()
        yield word
        parts = _PART.findall(found[0])
        if len(parts) > 1:
            yield from map(str.lower, parts)


def load_retriever(name: str | None = None) -> Retriever:
    """
    Loads a retriever.

    Args:
        name (`str`, *optional*): `"bm25"`, the default, or the name of an embedding model of the Hub or its folder,
            such as `"microsoft/unixcoder-base"`.

    Returns:
        [`Retriever`]

    Raises:
        [`MissingExtraError`]: if a package that it needs is not installed.
        `OSError`: if there is no such model.
    """
    if name is None or name == "bm25":
        return BM25Retriever()
    from classeval_hf.repository_tools.embeddings import EmbeddingRetriever

    return EmbeddingRetriever(name)
