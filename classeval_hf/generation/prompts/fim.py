"""
Fill-in-the-middle: which tokens a model family wants around the code before and after a hole, and in which order.

The table is `fim_families.json`. A family is an object with these keys:

- `name`;
- `models`: patterns (`*`, `?`, `[...]`) of the names of the models, without the organisation, in lower case;
- `parts`: what makes up the prompt, in order: a sentinel token, `"{prefix}"`, `"{suffix}"`, or `{"text": "..."}`;
- `stop`: texts that end the completion;
- `bos`: `"tokenizer"` (the default) for what the tokenizer puts in front of any text, `"always"`, or `"never"`;
- `by_id`: whether the sentinels are known by their place in the vocabulary only, since text never becomes them;
- `bare_suffix`: whether the suffix has to be encoded without the blank that sentencepiece puts in front of a text;
- `by_spelling`: `false` if a tokenizer that holds the sentinels is no sign of the family, since another has the same;
- `base`: `false` for families of chat models;
- `system`: system prompt, for families that want the prompt as a user's turn in a chat;
- `source`.

Under `not_trained` stand models whose tokenizers hold sentinels that they were not trained on. A file of the same form
with families of its own goes before the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.generation.prompts.spelled_tokens import GUARD

_PREFIX, _SUFFIX = "{prefix}", "{suffix}"

Part = str | Mapping[str, str]


@dataclass(frozen=True)
class FimFamily:
    """A family of fill-in-the-middle models; see this module's docstring."""

    name: str  # name of the family
    models: tuple[str, ...]  # patterns of model names
    parts: tuple[Part, ...]
    stop: tuple[str, ...] = ()  # texts that end the completion
    bos: str = "tokenizer"
    by_id: bool = False  # whether no text becomes a sentinel
    bare_suffix: bool = False  # whether the suffix goes without a blank in front
    by_spelling: bool = True  # whether the sentinels alone identify the family
    base: bool = True  # whether the models named are base models
    system: str = ""  # system prompt, where the prompt is a turn in a chat
    source: str = ""  # where this is stated

    @property
    def sentinels(self) -> tuple[str, ...]:
        """The tokens around prefix and suffix, each once."""
        tokens = [part for part in self.parts if isinstance(part, str) and part not in (_PREFIX, _SUFFIX)]
        return tuple(dict.fromkeys(tokens))

    def render(self, prefix: str, suffix: str) -> str:
        """The prompt as text, without what the tokenizer puts in front."""
        return "".join(text for _, text in self.pieces(prefix, suffix))

    def pieces(self, prefix: str, suffix: str) -> list[tuple[str, str]]:
        """The prompt's parts in order, each with what it is: `"sentinel"`, `"suffix"` or `"text"`."""
        pieces: list[tuple[str, str]] = []
        for part in self.parts:
            if not isinstance(part, str) or part == _PREFIX:
                text = prefix if isinstance(part, str) else part["text"]
                if pieces and pieces[-1][0] == "text":  # encoded as one, or there would be a blank in between
                    text = pieces.pop()[1] + text
                pieces.append(("text", text))
            elif part == _SUFFIX:
                pieces.append(("suffix", suffix))
            else:
                pieces.append(("sentinel", part))
        return pieces


@dataclass(frozen=True)
class FimTable:
    """All known families, and the models that only seem to belong to one."""

    families: tuple[FimFamily, ...]  # the families; the first that fits is taken
    not_trained: tuple[tuple[str, str], ...]  # patterns of model names, and why the model does not fill in

    def named(self, model_name: str) -> FimFamily | None:
        """The family that a model is of by its name."""
        name = bare_name(model_name)
        return next((item for item in self.families if any(fnmatchcase(name, glob) for glob in item.models)), None)

    def spelled(self, vocabulary: Mapping[str, int]) -> FimFamily | None:
        """The first family all of whose sentinels are in a vocabulary, among those with `by_spelling`."""
        return next(
            (
                item
                for item in self.families
                if item.by_spelling and all(token in vocabulary for token in item.sentinels)
            ),
            None,
        )

    def why_not(self, model_name: str) -> str | None:
        """Why a model does not fill in although its tokenizer holds sentinels, if that is known."""
        name = bare_name(model_name)
        return next((reason for glob, reason in self.not_trained if fnmatchcase(name, glob)), None)


def bare_name(model_name: str) -> str:
    """Last part of a Hub id or a folder, in lower case."""
    return model_name.rstrip("/").rpartition("/")[2].lower()


def read_fim_table(extra: str | Path | None = None) -> FimTable:
    """Reads the table of families; `extra`, a file of the same form or a list of families, goes before it."""
    own = resources.files("classeval_hf.generation.prompts") / "fim_families.json"
    table = _table(json.loads(own.read_text(encoding="utf-8")), "fim_families.json")
    if extra is None:
        return table
    try:
        data = json.loads(Path(extra).read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{extra} is no JSON: {error}") from error
    added = _table(data, str(extra))
    return FimTable(added.families + table.families, added.not_trained + table.not_trained)


def sentinel_problem(family: FimFamily, tokenizer: Any, embedding_rows: int | None) -> str | None:
    """Why a tokenizer cannot express a family's prompts, or `None`. Every sentinel has to be one token, below the
    number of embeddings: tokenizers add tokens that a checkpoint does not have, and conversions lose them."""
    vocabulary = tokenizer.get_vocab()
    for token in family.sentinels:
        number = vocabulary.get(token)
        if number is None:
            return f"its tokenizer has no token {token!r}"
        if not family.by_id:
            encoded = tokenizer(token, add_special_tokens=False)["input_ids"]
            if list(encoded) != [number]:
                return f"its tokenizer makes {len(encoded)} tokens of {token!r}"
        if embedding_rows is not None and number >= embedding_rows:
            return f"its token {token!r} has id {number}, and the model only {embedding_rows} embeddings"
    return None


def hole_front(family: FimFamily, tokenizer: Any, usual: Sequence[int]) -> list[int]:
    """Token ids that a family's prompts begin with, given those that the tokenizer puts in front of any text."""
    if family.bos == "always":
        return [tokenizer.bos_token_id]
    return list(usual) if family.bos == "tokenizer" else []


def encode_hole(
    family: FimFamily, tokenizer: Any, prefix: str, suffix: str, encode: Callable[[str], list[int]]
) -> list[int]:
    """Token ids of a prompt, without those in front: sentinels by id, code encoded between them."""
    vocabulary = tokenizer.get_vocab()
    ids: list[int] = []
    for kind, text in family.pieces(prefix, suffix):
        if kind == "sentinel":
            ids.append(vocabulary[text])
        elif kind == "suffix" and family.bare_suffix:
            ids += encode(GUARD + text)[len(encode(GUARD)) :]
        else:
            ids += encode(text)
    return ids


def _table(data: Any, name: str) -> FimTable:
    data = {"families": data} if isinstance(data, list) else data
    if not isinstance(data, dict) or not isinstance(data.get("families", []), list):
        raise UserError(f"{name}: expected a list of families, or an object with one under 'families'.")
    families = tuple(_family(item, name) for item in data.get("families", []))
    not_trained = tuple(
        (pattern.lower(), entry["reason"]) for entry in data.get("not_trained", []) for pattern in entry["models"]
    )
    return FimTable(families, not_trained)


def _family(item: Any, file: str) -> FimFamily:
    name = item.get("name", "without a name") if isinstance(item, dict) else repr(item)
    where = f"{file}, family {name}"
    if not isinstance(item, dict) or not {"name", "models", "parts"} <= set(item):
        raise UserError(f"{where}: needs 'name', 'models' and 'parts'.")
    unknown = set(item) - {field.name for field in fields(FimFamily)}
    if unknown:
        raise UserError(f"{where}: unknown keys {', '.join(sorted(unknown))}.")
    for key in ("models", "parts", "stop"):
        if not isinstance(item.get(key, []), list):
            raise UserError(f"{where}: '{key}' has to be a list.")
    for part in item["parts"]:
        if not isinstance(part, str) and not (isinstance(part, dict) and isinstance(part.get("text"), str)):
            raise UserError(
                f"{where}: a part is a sentinel, '{_PREFIX}', '{_SUFFIX}' or {{'text': ...}}, not {part!r}."
            )
    for slot in (_PREFIX, _SUFFIX):
        if item["parts"].count(slot) != 1:
            raise UserError(f"{where}: 'parts' has to hold '{slot}' once.")
    if item.get("bos", "tokenizer") not in ("tokenizer", "always", "never"):
        raise UserError(f"{where}: 'bos' is 'tokenizer', 'always' or 'never', not {item['bos']!r}.")
    models = tuple(pattern.lower() for pattern in item["models"])
    lists = {"models": models, "parts": tuple(item["parts"]), "stop": tuple(item.get("stop", ()))}
    return FimFamily(**{**item, **lists})
