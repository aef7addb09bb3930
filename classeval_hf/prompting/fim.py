"""Fill-in-the-middle: the tokens of model families around the code before and after a hole, and their order."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from classeval_hf.core.errors import UserError

GUARD = "\u263a"  # texts behind a special token are encoded after it: sentencepiece puts a blank before any text
_PREFIX, _SUFFIX = "{prefix}", "{suffix}"


class FimFamily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family of fill-in-the-middle models, with the keys of its object in the table."""

    name: str
    models: tuple[str, ...]  # patterns (`*`, `?`, `[...]`) of names without the organisation, in lower case
    # parts of the prompt in order: a sentinel token, `"{prefix}"`, `"{suffix}"`, or `{"text": "..."}`
    parts: tuple[str | dict[str, str], ...]
    stop: tuple[str, ...] = ()  # texts that end the completion
    bos: Literal["tokenizer", "always", "never"] = "tokenizer"  # by default those that the tokenizer adds
    by_id: bool = False  # sentinels are known by their ids only: no text is encoded to them
    bare_suffix: bool = False  # the suffix is encoded without sentencepiece's blank in front
    by_spelling: bool = True  # `false` if another family has the same sentinels
    base: bool = True  # `false` for families of chat models
    system: str = ""  # system prompt, for families that want the prompt as a user's turn in a chat
    source: str = ""  # where the format is stated

    @property
    def sentinels(self) -> tuple[str, ...]:
        tokens = [part for part in self.parts if isinstance(part, str) and part not in (_PREFIX, _SUFFIX)]
        return tuple(dict.fromkeys(tokens))

    def render(self, prefix: str, suffix: str) -> str:
        """The prompt as text, without the tokens that the tokenizer puts in front."""
        return "".join(text for _, text in self.pieces(prefix, suffix))

    def pieces(self, prefix: str, suffix: str) -> list[tuple[str, str]]:
        """The prompt's parts in order, each after its kind: `"sentinel"`, `"suffix"` or `"text"`."""
        pieces: list[tuple[str, str]] = []
        for part in self.parts:
            if not isinstance(part, str) or part == _PREFIX:
                text = prefix if isinstance(part, str) else part["text"]
                if pieces and pieces[-1][0] == "text":  # encoded as one text, without a blank in between
                    text = pieces.pop()[1] + text
                pieces.append(("text", text))
            elif part == _SUFFIX:
                pieces.append(("suffix", suffix))
            else:
                pieces.append(("sentinel", part))
        return pieces


class _Untrained(msgspec.Struct):
    models: tuple[str, ...]
    reason: str


class FimTable(msgspec.Struct, frozen=True):
    """All known families, and models with sentinels that they were not trained on."""

    families: tuple[FimFamily, ...] = ()  # the first that fits is taken
    not_trained: tuple[_Untrained, ...] = ()

    def named(self, model_name: str) -> FimFamily | None:
        name = bare_name(model_name)
        return next((item for item in self.families if fits(name, item.models)), None)

    def spelled(self, vocabulary: Mapping[str, int]) -> FimFamily | None:
        """The first family all of whose sentinels are in a vocabulary, among those with `by_spelling`."""
        spelled = (item for item in self.families if item.by_spelling)
        return next((item for item in spelled if all(token in vocabulary for token in item.sentinels)), None)

    def why_not(self, model_name: str) -> str | None:
        """Why a model does not fill in although its tokenizer holds sentinels, if that is known."""
        name = bare_name(model_name)
        return next((item.reason for item in self.not_trained if fits(name, item.models)), None)


def bare_name(model_name: str) -> str:
    """Last part of a Hub id or a folder, in lower case."""
    return model_name.rstrip("/").rpartition("/")[2].lower()


def fits(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern.lower()) for pattern in patterns)


def read_fim_table(extra: str | Path | None = None) -> FimTable:
    """Reads the table of families; `extra`, a file of the same form or a list of families, goes before it."""
    own = resources.files("classeval_hf.prompting") / "fim_families.json"
    table = _table(own.read_bytes(), "fim_families.json")
    if extra is None:
        return table
    added = _table(Path(extra).read_bytes(), str(extra))
    return FimTable(added.families + table.families, added.not_trained + table.not_trained)


def sentinel_problem(family: FimFamily, tokenizer: Any, embedding_rows: int | None) -> str | None:
    """Why a tokenizer cannot express a family's prompts: each sentinel must be one token with an embedding."""
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


def _table(text: str | bytes, name: str) -> FimTable:
    try:
        read = msgspec.json.decode(text, type=tuple[FimFamily, ...] | FimTable)
    except msgspec.ValidationError as error:
        raise UserError(
            f"{name}: a list of families, or an object with one under 'families', is needed. {error}"
        ) from error
    except msgspec.DecodeError as error:
        raise UserError(f"{name} is no JSON: {error}") from error
    table: FimTable = FimTable(read) if isinstance(read, tuple) else read
    for family in table.families:
        where = f"{name}, family {family.name}"
        for part in family.parts:
            if not isinstance(part, str) and part.keys() != {"text"}:
                raise UserError(
                    f"{where}: a part is a sentinel, '{_PREFIX}', '{_SUFFIX}' or {{'text': ...}}, not {part!r}."
                )
        for slot in (_PREFIX, _SUFFIX):
            if family.parts.count(slot) != 1:
                raise UserError(f"{where}: 'parts' has to hold '{slot}' once.")
    return table
