"""Ranks texts by a query, with BM25 from `bm25s` (Lù, arXiv 2407.03618), or with embeddings as in the paper."""

import hashlib
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from classeval_hf.core.errors import UserError
from classeval_hf.core.files import cache_directory
from classeval_hf.core.terminal import ProgressBar, no_bars_in_logs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAX_QUERY_CHARS = 20_000
_WORD = re.compile(r"[^\W\d]\w*")
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


class MissingExtraError(UserError):
    """A package of an extra is not installed; the message names it and the command that installs it."""

    def __init__(self, package: str, error: ImportError, extra: str = "agent") -> None:
        super().__init__(f"The tools over a project need {package}: pip install 'classeval-hf[{extra}]' ({error}).")


@dataclass(eq=False)
class Documents:
    """Texts to rank. A retriever keeps its index of them as long as this object lives."""

    texts: Sequence[str]


class BM25Retriever:
    """Ranks by BM25 over words and their parts in small letters: `bestMatch` has `best` and `match`."""

    def __init__(self) -> None:
        try:
            import bm25s
            import numpy
        except ImportError as error:
            raise MissingExtraError("bm25s", error) from error
        self._numpy = numpy
        self._new_index = partial(bm25s.BM25, backend="numpy")
        self._numbers: dict[str, int] = {}
        self._words: dict[str, NDArray[np.int32]] = {}
        self._indexes: WeakKeyDictionary[Documents, tuple[Any, dict[int, int]]] = WeakKeyDictionary()

    def rank(self, query: str, documents: Documents, count: int) -> list[int]:
        """Indices of the `count` most similar texts, the best first, without those that have no word in common."""
        known, np = self._numbers, self._numpy
        if documents not in self._indexes:  # an index, and places in it by number of the word
            for text in (text for text in documents.texts if text not in self._words):
                numbers = [known.setdefault(word, len(known)) for word in words(text)]
                self._words[text] = np.array(numbers, np.int32)
            found = [self._words[text] for text in documents.texts]
            used = np.unique(np.concatenate([np.empty(0, np.int32), *found]))
            places = {int(number): place for place, number in enumerate(used)}
            index = self._new_index()
            if places:
                ranks = [np.searchsorted(used, of_text).tolist() for of_text in found]
                index.index((ranks, {**places}), show_progress=False)
            self._indexes[documents] = index, places
        index, places = self._indexes[documents]
        asked = (known.get(word, -1) for word in words(query[:_MAX_QUERY_CHARS]))
        wanted = [places[number] for number in asked if number in places]
        if not wanted:
            return []
        scores = index.get_scores_from_ids(wanted)
        best = np.lexsort((np.arange(len(scores)), -scores))[:count]
        return [int(place) for place in best if scores[place] > 0]


def words(text: str) -> Iterator[str]:
    """The words of a text in small letters, and their parts if there are several."""
    for match in _WORD.finditer(text):
        yield match[0].lower()
        parts = _PART.findall(match[0])
        if len(parts) > 1:
            yield from map(str.lower, parts)


def load_retriever(name: str | None = None) -> "Retriever":
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
    return BM25Retriever() if name is None or name == "bm25" else EmbeddingRetriever(name)


Vectors: TypeAlias = "NDArray[np.float32]"
_BATCH, _MAX_TOKENS = 16, 512
_SHOW_PROGRESS_FROM = 200  # number of texts from which progress is shown


class EmbeddingRetriever:
    """Ranks by cosine of mean hidden states (Guo et al., 2203.03850); vectors are kept below `HF_HOME`."""

    def __init__(self, model: str) -> None:
        try:
            import numpy
            import torch
            from transformers import AutoModel, AutoTokenizer
        except ImportError as error:
            raise MissingExtraError("transformers", error, "generation") from error
        self._torch, self._numpy = torch, numpy
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(model)
            with no_bars_in_logs():
                self._model: Any = AutoModel.from_pretrained(model).to(self._device).eval()
        except Exception as error:  # of any type: several libraries may read it
            raise UserError(f"The embedding model {model} cannot be loaded; the default is bm25. {error}") from error
        positions = getattr(self._model.config, "max_position_embeddings", None) or _MAX_TOKENS
        self._max_tokens = min(_MAX_TOKENS, positions - 2)  # RoBERTa's positions begin at 2
        digest = hashlib.sha256()  # weights may change under the same name
        for name, values in sorted(self._model.state_dict().items()):
            digest.update(f"{name} {tuple(values.shape)} {float(values.double().sum()):.6e}".encode())
        self._name = f"{model} {digest.hexdigest()[:16]}"
        self._matrices: WeakKeyDictionary[Documents, Vectors] = WeakKeyDictionary()

    def rank(self, query: str, documents: Documents, count: int) -> list[int]:
        if not documents.texts or not query.strip():
            return []
        np = self._numpy
        if documents not in self._matrices:  # vectors from the cache, or computed and added to it
            named = ((text, f"{self._name}\0{text}".encode("utf-8", "surrogatepass")) for text in documents.texts)
            keys = {text: hashlib.sha256(content).digest() for text, content in named}
            cache = cache_directory() / "embeddings.sqlite"
            cache.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(cache, timeout=60)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)")
                kept: dict[bytes, Vectors] = {}
                for key in keys.values():
                    for (row,) in connection.execute("SELECT vector FROM vectors WHERE key = ?", (key,)):
                        kept[key] = np.frombuffer(row, np.float32)
                missing = {key: text for text, key in keys.items() if key not in kept}
                waiting = sorted(missing, key=lambda key: (len(missing[key]), key))
                with ProgressBar("Embedding", len(waiting), "text", shown=len(waiting) >= _SHOW_PROGRESS_FROM) as bar:
                    for batch in (waiting[start : start + _BATCH] for start in range(0, len(waiting), _BATCH)):
                        kept.update(zip(batch, self._vectors([missing[key] for key in batch]), strict=True))
                        rows = [(key, kept[key].tobytes()) for key in batch]
                        with connection:
                            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                        bar.update(len(batch))
            self._matrices[documents] = np.stack([kept[keys[text]] for text in documents.texts])
        scores = self._matrices[documents] @ self._vectors([query])[0]
        # Rounding errors must not change the order of texts.
        order = np.lexsort((range(len(scores)), -scores.round(5)))
        return [int(place) for place in order[:count]]

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        torch = self._torch
        encoded = self._tokenizer(
            list(texts), padding=True, truncation=True, max_length=self._max_tokens, return_tensors="pt"
        ).to(self._device)
        with torch.inference_mode():
            states = self._model(**encoded).last_hidden_state
            mask = encoded["attention_mask"].unsqueeze(-1).to(states.dtype)
            means = (states * mask).sum(1) / mask.sum(1).clamp(min=1)
            vectors: Vectors = torch.nn.functional.normalize(means.float(), dim=1).cpu().numpy()
        return vectors


Retriever: TypeAlias = BM25Retriever | EmbeddingRetriever
"""Ranks texts. Results depend only on query and texts."""
