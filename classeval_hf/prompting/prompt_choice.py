"""Chooses the form of prompts for a model; `docs/reference/models.md` states the rules of `auto`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError
from classeval_hf.prompting.fim import FimFamily, FimTable, bare_name, fits, read_fim_table, sentinel_problem
from classeval_hf.prompting.steps import OF_PROJECTS, PromptKind, Strategy

_PROBE = "A sentence to look for."
_SWITCHES = ("enable_thinking", "thinking")  # of Qwen3 and others; of DeepSeek-V3.1 and Granite
_VARIABLE = r"\{{[%{{][^}}]*?(?<![\w.\"'-]){}(?![\w\"'-])"  # a name inside a tag, neither in a text nor an attribute


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
        return _render(tokenizer, messages, dict.fromkeys(self.switches, False))


def has_chat_template(tokenizer: Any) -> bool:
    return tokenizer is not None and bool(getattr(tokenizer, "chat_template", None))


def probe_chat_template(tokenizer: Any) -> ChatTemplate:
    """Finds the properties of a chat template; a `ValueError` if it does not render a single user turn."""
    template = tokenizer.get_chat_template()
    switches = tuple(name for name in _SWITCHES if re.search(_VARIABLE.format(name), template))
    off = dict.fromkeys(switches, False)
    try:
        rendered = _render(tokenizer, [("user", _PROBE)], off)
    except Exception as error:  # a template may raise anything
        raise UserError(f"The chat template does not render a user's turn: {error}") from error
    if _PROBE not in rendered:
        raise UserError("The chat template leaves out the user's turn. Use --prompt base, or fix the template.")
    try:
        folds = _PROBE not in _render(tokenizer, [("system", _PROBE), ("user", "Hello.")], off)
    except Exception:  # jinja2's own error, raised by the template on purpose, or any other
        folds = True
    return ChatTemplate(folds, switches)


def _render(tokenizer: Any, messages: Sequence[tuple[str, str]], variables: Mapping[str, bool]) -> str:
    turns = [{"role": role, "content": content} for role, content in messages]
    text: str = tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True, **variables)
    return text


@dataclass(frozen=True)
class InstructionFormat:
    """A text around an instruction, for models without a chat template; `instruction_formats.json` is the table."""

    name: str  # name of the family
    models: tuple[str, ...]  # patterns of model names, without the organisation, in lower case
    text: str  # the text, with `{instruction}` in it
    stop: tuple[str, ...]  # texts that end a completion
    source: str  # where the format is stated
    opens: bool = False  # whether the text opens with a sentence that replaces the system prompt

    def render(self, system: str, instruction: str) -> str:
        """The prompt; the system prompt is dropped where the format opens with a sentence of its own."""
        if not self.opens and system:
            instruction = f"{system}\n\n{instruction}"
        return self.text.replace("{instruction}", instruction)


_TABLE = resources.files("classeval_hf.prompting") / "instruction_formats.json"
FORMATS = {item.name: item for item in msgspec.json.decode(_TABLE.read_bytes(), type=list[InstructionFormat])}
ALPACA, MAGICODER = FORMATS["alpaca"], FORMATS["magicoder"]
MAGICODER_AS_PUBLISHED = FORMATS["magicoder-as-published"]  # by ClassEval's code: with colons


def known_format(model_name: str) -> InstructionFormat | None:
    name = bare_name(model_name)
    return next((form for form in FORMATS.values() if fits(name, form.models)), None)


_WITH_HOLES = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL, Strategy.LOCAL_INFILLING)  # can use fill-in-the-middle


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
    if requested == "instruct":
        return _instruct(model_name, tokenizer, "it was asked for")
    if requested == "base":
        return _base(model_name, "it was asked for")
    if requested == "fim":
        if strategy in OF_PROJECTS and strategy is not Strategy.LOCAL_INFILLING:
            raise UserError(
                f"--prompt fim needs code below what is to be written, which --strategy {strategy.value} does not "
                "show: use --strategy local_infilling, or leave out --prompt."
            )
        family = table.named(model_name)
        if family is None and tokenizer is not None:
            family = table.spelled(tokenizer.get_vocab())
        if family is None:
            raise UserError(
                f"No fill-in-the-middle family is known for {model_name}: neither its name nor its vocabulary fits "
                "one. Describe it in a JSON file (--fim-families), or ask for --prompt base."
            )
        problem = sentinel_problem(family, tokenizer, embedding_rows) if tokenizer is not None else None
        if problem is not None:
            raise UserError(
                f"{model_name} cannot be asked to fill in as {family.name} is: {problem}. Use another revision of the "
                "model, describe its tokens in a JSON file (--fim-families), or ask for --prompt base."
            )
        doubt = table.why_not(model_name)
        reason = f"it was asked for, though the model {doubt}" if doubt else "it was asked for"
        return _fim(family, tokenizer, reason)
    if requested != "auto":
        raise UserError(f"--prompt is auto, instruct, base or fim, not {requested!r}.")
    named = table.named(model_name)
    base_by_name = named is not None and named.base
    if tokenizer is None:
        if base_by_name:
            return _base(model_name, f"{bare_name(model_name)} is a base model")
        return _instruct(model_name, None, "no tokenizer at hand: the server applies its own template")
    if has_chat_template(tokenizer) and not base_by_name:
        return _instruct(model_name, tokenizer, "the tokenizer has a chat template")
    known = known_format(model_name)
    if known is not None:
        return _instruct(model_name, tokenizer, f"{bare_name(model_name)} was tuned on the format {known.name}")
    if strategy in _WITH_HOLES:
        return _fim_or_base(model_name, tokenizer, table, embedding_rows)
    why = "a base model by its name" if base_by_name else "neither a chat template nor a known instruction format"
    return _base(model_name, why)


def _instruct(model_name: str, tokenizer: Any | None, reason: str) -> PromptChoice:
    if tokenizer is None:
        return PromptChoice(PromptKind.INSTRUCT, f"{reason}.", "chat")
    if has_chat_template(tokenizer):
        chat = probe_chat_template(tokenizer)
        notes = [reason]
        if chat.folds_system:
            notes.append("which takes no system role: the system prompt goes into the user's turn")
        if chat.switches:
            notes.append("thinking is switched off")
        return PromptChoice(PromptKind.INSTRUCT, f"{'; '.join(notes)}.", "chat", chat=chat)
    known = known_format(model_name)
    if known is None:
        reason += "; neither a chat template nor a known format: Alpaca's, as the published code sends to any model"
    form = known or ALPACA
    return PromptChoice(PromptKind.INSTRUCT, f"{reason}.", form.name, instruction=form)


def _base(model_name: str, reason: str) -> PromptChoice:
    if bare_name(model_name).startswith("codegeex2"):
        return PromptChoice(PromptKind.BASE, f"{reason}.", "codegeex2", lead="# language: Python\n")
    return PromptChoice(PromptKind.BASE, f"{reason}.", "code")


def _fim_or_base(model_name: str, tokenizer: Any, table: FimTable, embedding_rows: int | None) -> PromptChoice:
    """Fill-in-the-middle if possible, else code to continue."""
    doubt = table.why_not(model_name)
    if doubt is not None:
        return _base(model_name, f"the tokenizer has sentinels, but the model {doubt}")
    named = table.named(model_name)
    family = named or table.spelled(tokenizer.get_vocab())
    if family is None:
        return _base(model_name, "no chat template, no known instruction format, and no sentinels to fill in with")
    problem = sentinel_problem(family, tokenizer, embedding_rows)
    if problem is not None:
        return _base(model_name, f"the model does not fill in as {family.name} does: {problem}")
    how = "by its name" if named is not None else "by its vocabulary"
    return _fim(family, tokenizer, f"{how} a model that fills in")


def _fim(family: FimFamily, tokenizer: Any | None, reason: str) -> PromptChoice:
    chat = None
    if family.system and tokenizer is not None:
        if not has_chat_template(tokenizer):
            raise UserError(
                f"Models of the family {family.name} fill in within a chat; the tokenizer has no template."
            )
        chat = probe_chat_template(tokenizer)
    return PromptChoice(PromptKind.FIM, f"{reason}.", family.name, chat=chat, family=family)
