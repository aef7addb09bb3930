"""Chooses the form of prompts for a model; `docs/reference/models.md` states the rules of `auto`."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.prompting.steps import PromptKind, Strategy

GUARD = "\u263a"  # encoded before texts that follow a special token: sentencepiece puts a blank before any text
PREFIX, SUFFIX = "{prefix}", "{suffix}"  # the code before and after a hole
_PROBE = "A sentence to look for."
_SWITCHES = ("enable_thinking", "thinking")  # template variables of Qwen3 and others, and of DeepSeek-V3.1 and Granite
_VARIABLE = r"\{{[%{{][^}}]*?(?<![\w.\"'-]){}(?![\w\"'-])"  # a name inside a tag, neither in a text nor an attribute
_FILES = resources.files("classeval_hf.prompting")
_Entry = TypeVar("_Entry", "FimFamily", "_Untrained", "InstructionFormat")


def _bare_name(model_name: str) -> str:
    """Last part of a Hub id or a folder, in lower case."""
    return model_name.rstrip("/").rpartition("/")[2].lower()


def _fitting(entries: Iterable[_Entry], model_name: str) -> _Entry | None:
    """The first entry of a table with a pattern for a model's name."""
    name = _bare_name(model_name)
    return next((entry for entry in entries if any(fnmatchcase(name, item.lower()) for item in entry.models)), None)


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
        texts = (part for part in self.parts if isinstance(part, str))
        return tuple(dict.fromkeys(text for text in texts if text not in (PREFIX, SUFFIX)))


class _Untrained(msgspec.Struct):
    models: tuple[str, ...]
    reason: str


class FimTable(msgspec.Struct, frozen=True):
    """All known families, and models with sentinels that they were not trained on."""

    families: tuple[FimFamily, ...] = ()  # the first that fits is taken
    not_trained: tuple[_Untrained, ...] = ()


def read_fim_table(extra: str | Path | None = None) -> FimTable:
    """Reads the table of families; `extra`, a file of the same form or a list of families, goes before it."""
    texts = [("fim_families.json", (_FILES / "fim_families.json").read_bytes())]
    texts += [(str(extra), Path(extra).read_bytes())] if extra is not None else []
    whole = FimTable()
    for name, text in texts:
        try:
            read = msgspec.json.decode(text, type=tuple[FimFamily, ...] | FimTable)
        except msgspec.ValidationError as error:
            needed = "a list of families, or an object with one under 'families', is needed"
            raise UserError(f"{name}: {needed}. {error}") from error
        except msgspec.DecodeError as error:
            raise UserError(f"{name} is not valid JSON: {error}") from error
        table: FimTable = FimTable(read) if isinstance(read, tuple) else read
        for family in table.families:
            where = f"{name}, family {family.name}"
            for part in (part for part in family.parts if not isinstance(part, str) and part.keys() != {"text"}):
                known = f"a part is a sentinel, '{PREFIX}', '{SUFFIX}' or {{'text': ...}}"
                raise UserError(f"{where}: {known}, not {part!r}.")
            for slot in (PREFIX, SUFFIX):
                if family.parts.count(slot) != 1:
                    raise UserError(f"{where}: 'parts' has to hold '{slot}' once.")
        whole = FimTable(table.families + whole.families, table.not_trained + whole.not_trained)
    return whole


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


@dataclass(frozen=True)
class ChatTemplate:
    folds_system: bool  # whether a system prompt must go into the user's turn: the template refuses or drops it
    switches: tuple[str, ...]  # variables that switch thinking off

    def messages(self, system: str, user: str) -> tuple[tuple[str, str], ...]:
        if system and self.folds_system:
            return (("user", f"{system}\n\n{user}"),)
        return (("system", system), ("user", user)) if system else (("user", user),)

    def render(self, tokenizer: Any, messages: Sequence[tuple[str, str]]) -> str:
        """The prompt as text, up to where the completion begins."""
        turns = [{"role": role, "content": content} for role, content in messages]
        off = dict.fromkeys(self.switches, False)
        return str(tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True, **off))


def probe_chat_template(tokenizer: Any) -> ChatTemplate:
    """Finds the properties of a chat template; a `ValueError` if it does not render a single user turn."""
    template = tokenizer.get_chat_template()
    switches = tuple(name for name in _SWITCHES if re.search(_VARIABLE.format(name), template))
    chat = ChatTemplate(True, switches)
    try:
        rendered = chat.render(tokenizer, [("user", _PROBE)])
    except Exception as error:  # a template may raise anything
        raise UserError(f"The chat template does not render a user's turn: {error}") from error
    if _PROBE not in rendered:
        raise UserError("The chat template leaves out the user's turn. Use --prompt base, or fix the template.")
    turns = [("system", _PROBE), ("user", "Hello.")]
    with suppress(Exception):  # jinja2's own error, raised by the template on purpose, or any other
        chat = replace(chat, folds_system=_PROBE not in chat.render(tokenizer, turns))
    return chat


@dataclass(frozen=True)
class InstructionFormat:
    """A text around an instruction, for models without a chat template; `instruction_formats.json` is the table."""

    name: str  # name of the family
    models: tuple[str, ...]  # patterns of model names, without the organisation, in lower case
    text: str  # the text, with `{instruction}` in it
    stop: tuple[str, ...]  # texts that end a completion
    source: str  # where the format is stated
    opens: bool = False  # whether the text opens with a sentence that replaces the system prompt


_TABLE = (_FILES / "instruction_formats.json").read_bytes()
FORMATS = {item.name: item for item in msgspec.json.decode(_TABLE, type=list[InstructionFormat])}
ALPACA, MAGICODER = FORMATS["alpaca"], FORMATS["magicoder"]
MAGICODER_AS_PUBLISHED = FORMATS["magicoder-as-published"]  # by ClassEval's code: with colons


_WITH_HOLES = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL, Strategy.LOCAL_INFILLING)  # can use fill-in-the-middle
_CAN_HAVE_HOLES = (Strategy.HOLISTIC, Strategy.BOTTOM_UP, Strategy.TOP_DOWN, *_WITH_HOLES)  # if it is asked for


@dataclass(frozen=True)
class PromptChoice:
    kind: PromptKind
    reason: str  # why this one, as a sentence for the user
    format: str  # `"chat"`, an instruction format or a fill-in-the-middle family by name, or `"code"`
    chat: ChatTemplate | None = None  # for format `"chat"` with a tokenizer, and families that fill in within a chat
    instruction: InstructionFormat | None = None  # the text around the instruction
    family: FimFamily | None = None  # the fill-in-the-middle family
    lead: str = ""  # line that the model wants in front of code


def choose_prompt(
    model_name: str,
    tokenizer: Any | None,
    requested: str,
    strategy: Strategy,
    *,
    families: str | Path | None = None,
    embedding_rows: int | None = None,
) -> PromptChoice:
    """Chooses the form of prompts; `families` is a file of further fill-in-the-middle families."""
    table = read_fim_table(families)
    if requested in ("instruct", "base"):
        why = "it was asked for"
        return _instruct(model_name, tokenizer, why) if requested == "instruct" else _base(model_name, why)
    named = _fitting(table.families, model_name)
    untrained = _fitting(table.not_trained, model_name)
    fills_in = tokenizer if requested == "fim" or strategy in _WITH_HOLES else None
    known = fills_in.get_vocab().keys() if fills_in is not None else ()
    spelled = (item for item in table.families if known and item.by_spelling and known >= {*item.sentinels})
    family = named or next(spelled, None)
    problem = sentinel_problem(family, fills_in, embedding_rows) if family and fills_in is not None else None
    if requested == "fim":
        if strategy not in _CAN_HAVE_HOLES:
            raise UserError(
                f"--prompt fim needs code below the target, which --strategy {strategy.value} does not "
                "show: use --strategy local_infilling, or leave out --prompt."
            )
        if family is None:
            raise UserError(
                f"No fill-in-the-middle family is known for {model_name}: neither its name nor its vocabulary fits "
                "one. Describe it in a JSON file (--fim-families), or ask for --prompt base."
            )
        if problem is not None:
            raise UserError(
                f"{model_name} cannot be asked to fill in as {family.name} is: {problem}. Use another revision of the "
                "model, describe its tokens in a JSON file (--fim-families), or ask for --prompt base."
            )
        doubt = f", though the model {untrained.reason}" if untrained is not None else ""
        return _fim(family, tokenizer, f"it was asked for{doubt}")
    if requested != "auto":
        raise UserError(f"--prompt is auto, instruct, base or fim, not {requested!r}.")
    base_by_name = named is not None and named.base
    if tokenizer is None:
        if base_by_name:
            return _base(model_name, f"{_bare_name(model_name)} is a base model")
        return _instruct(model_name, None, "no tokenizer at hand: the server applies its own template")
    if getattr(tokenizer, "chat_template", None) and not base_by_name:
        return _instruct(model_name, tokenizer, "the tokenizer has a chat template")
    if (tuned_on := _fitting(FORMATS.values(), model_name)) is not None:
        return _instruct(model_name, tokenizer, f"{_bare_name(model_name)} was tuned on the format {tuned_on.name}")
    why = "a base model by its name" if base_by_name else "neither a chat template nor a known instruction format"
    if strategy in _WITH_HOLES:  # fill-in-the-middle if possible
        if untrained is not None:
            why = f"the tokenizer has sentinels, but the model {untrained.reason}"
        elif family is None:
            why = "no chat template, no known instruction format, and no sentinels to fill in with"
        elif problem is not None:
            why = f"the model does not fill in as {family.name} does: {problem}"
        else:
            return _fim(family, tokenizer, f"by its {'name' if named else 'vocabulary'} a model that fills in")
    return _base(model_name, why)


def _instruct(model_name: str, tokenizer: Any | None, reason: str) -> PromptChoice:
    if tokenizer is None:
        return PromptChoice(PromptKind.INSTRUCT, f"{reason}.", "chat")
    if getattr(tokenizer, "chat_template", None):
        chat = probe_chat_template(tokenizer)
        if chat.folds_system:
            reason += "; which takes no system role: the system prompt goes into the user's turn"
        reason += "; thinking is switched off" if chat.switches else ""
        return PromptChoice(PromptKind.INSTRUCT, f"{reason}.", "chat", chat=chat)
    known = _fitting(FORMATS.values(), model_name)
    if known is None:
        reason += "; neither a chat template nor a known format: Alpaca's, as the published code sends to any model"
    form = known or ALPACA
    return PromptChoice(PromptKind.INSTRUCT, f"{reason}.", form.name, instruction=form)


def _base(model_name: str, reason: str) -> PromptChoice:
    if _bare_name(model_name).startswith("codegeex2"):
        return PromptChoice(PromptKind.BASE, f"{reason}.", "codegeex2", lead="# language: Python\n")
    return PromptChoice(PromptKind.BASE, f"{reason}.", "code")


def _fim(family: FimFamily, tokenizer: Any | None, reason: str) -> PromptChoice:
    in_chat = family.system and tokenizer is not None
    if in_chat and not getattr(tokenizer, "chat_template", None):
        raise UserError(f"Models of the family {family.name} fill in within a chat; the tokenizer has no template.")
    chat = probe_chat_template(tokenizer) if in_chat else None
    return PromptChoice(PromptKind.FIM, f"{reason}.", family.name, chat=chat, family=family)
