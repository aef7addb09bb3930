"""Ranking by the cosine of embeddings, with any encoder of the Hub that `AutoModel` loads. An embedding is the mean of
the last hidden states over a text's tokens, as UniXcoder is used for search (Guo et al., arXiv 2203.03850). Vectors
are kept in `embeddings.sqlite` below `HF_HOME`, under a hash of model and text."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.progress import ProgressBar, no_bars_in_logs
from classeval_hf.repository_tools.retrieval import Documents, MissingExtraError

Vectors: TypeAlias = "NDArray[np.float32]"

_BATCH = 16
_MAX_TOKENS = 512
_SHOW_PROGRESS_FROM = 200  # texts from which on progress is shown


class EmbeddingRetriever:
    """Ranks by the cosine of embeddings of a model of the Hub or a folder, by default on a GPU if there is one."""

    def __init__(self, model: str, device: str | None = None, cache: Path | None = None) -> None:
        try:
            import torch
            from transformers import AutoModel, AutoTokenizer
        except ImportError as error:
            raise MissingExtraError("transformers", error, "generation") from error
        self._torch = torch
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(model)
            with no_bars_in_logs():
                self._model: Any = AutoModel.from_pretrained(model).to(self._device).eval()
        except (OSError, ValueError) as error:
            raise OSError(f"The embedding model {model} cannot be loaded; the default is bm25. {error}") from error
        positions = getattr(self._model.config, "max_position_embeddings", None) or _MAX_TOKENS
        self._max_tokens = min(_MAX_TOKENS, positions - 2)  # RoBERTa's positions begin at 2
        self._name = f"{model} {_weights_hash(self._model)}"
        self._cache = cache if cache is not None else cache_directory() / "embeddings.sqlite"
        self._matrices: WeakKeyDictionary[Documents, Vectors] = WeakKeyDictionary()

    def rank(self, query: str, documents: Documents, count: int) -> list[int]:
        """See [`~classeval_hf.repository_tools.Retriever.rank`]."""
        if not documents.texts or not query.strip():
            return []
        if documents not in self._matrices:
            self._matrices[documents] = self._kept_vectors(documents.texts)
        scores = self._matrices[documents] @ self._vectors([query])[0]
        # What differs by the order of additions alone must not change the order of texts.
        best = np.lexsort((np.arange(len(scores)), -scores.round(5)))[:count]
        return [int(place) for place in best]

    def _kept_vectors(self, texts: Sequence[str]) -> Vectors:
        """The vectors of texts: those that are kept are read, the others are made and kept."""
        keys = [hashlib.sha256(f"{self._name}\0{text}".encode("utf-8", "surrogatepass")).digest() for text in texts]
        self._cache.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._cache, timeout=60)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)")
            found = dict(_read(connection, keys))
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
            waiting = sorted(missing, key=lambda key: (len(missing[key]), key))
            batches = [waiting[start : start + _BATCH] for start in range(0, len(waiting), _BATCH)]
            with ProgressBar("Embedding", len(waiting), "text", shown=len(waiting) >= _SHOW_PROGRESS_FROM) as bar:
                for batch in batches:
                    vectors = self._vectors([missing[key] for key in batch])
                    found.update(zip(batch, vectors, strict=True))
                    rows = [(key, found[key].tobytes()) for key in batch]
                    with connection:
                        connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                    bar.update(len(batch))
        return np.stack([found[key] for key in keys])

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        """Vectors of length 1."""
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


def _read(connection: sqlite3.Connection, keys: Sequence[bytes]) -> Iterator[tuple[bytes, Vectors]]:
    for start in range(0, len(keys), 500):
        part = keys[start : start + 500]
        places = ", ".join("?" * len(part))
        for key, vector in connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({places})", part):
            yield key, np.frombuffer(vector, np.float32)


def _weights_hash(model: Any) -> str:
    """A short hash of a model's weights: a name alone may come to stand for others."""
    digest = hashlib.sha256()
    for name, values in sorted(model.state_dict().items()):
        digest.update(f"{name} {tuple(values.shape)} {float(values.double().sum()):.6e}".encode())
    return digest.hexdigest()[:16]
