"""Setting up prompts before any weights are loaded: the form per strategy, the tokenizer, the window."""

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from classeval_hf.classes.prompts.writer import PromptWriter
from classeval_hf.core.errors import UserError
from classeval_hf.generation.options import Arguments
from classeval_hf.projects.prompts.project_writer import ProjectPromptWriter
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.prompt_form import AnyWriter
from classeval_hf.prompting.steps import OF_PROJECTS, Strategy
from classeval_hf.runs.run_records import ModelIdentity, PromptDecision

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

COMPLETION_ROOM = 256  # tokens left for a completion: more than most methods have, less than most classes
DEFAULT_MAX_LENGTH = 8192  # tokens of prompt and completion: more is rarely needed, and takes memory
_SERVER_WINDOW = 2048  # new tokens where nothing is known of a server's model, and prompts cannot be counted


@dataclass(frozen=True)
class ModelFacts:
    identity: ModelIdentity  # identifies its version
    tokenizer: "PreTrainedTokenizerBase | None"  # its tokenizer; a server's model may come without one
    window: int  # maximum of tokens of prompt and completion together
    positions: int | None = None  # number of the model's positions
    embedding_rows: int | None = None  # number of token ids it knows
    notes: tuple[str, ...] = ()  # notes for the user

    @property
    def remedy(self) -> str:
        if self.positions is not None and self.window >= self.positions:
            return f"The model takes {self.positions:,} tokens and no more: choose other tasks, or another model."
        return "Raise --max-length" + (f": the model takes {self.positions:,} tokens." if self.positions else ".")


@dataclass(frozen=True)
class PromptSetup:
    writer: AnyWriter
    decision: PromptDecision  # the choice of prompts, as recorded


def read_model_facts(arguments: Arguments) -> ModelFacts:
    if arguments.backend == "openai":
        return _facts_of_server(arguments)
    from classeval_hf.generation.engines import checkpoints, model_loading

    model, revision, trust = arguments.model, arguments.revision, arguments.trust_remote_code
    config = model_loading.load_config(model, revision, trust)
    checkpoints.model_class(model, config)  # refuses models that are not causal
    identity, of_base = model_loading.model_identity(model, config), ""
    adapter = checkpoints.find_adapter(model, revision)
    if adapter is not None:
        if arguments.backend == "vllm":
            raise UserError(f"--backend vllm: {model} is a PEFT adapter: merge it into its base, or use transformers.")
        # `config` is that of the base, whose identity goes into a note.
        base = model_loading.model_identity(str(adapter.base_model_name_or_path), config)
        if not Path(model).is_dir():
            identity = replace(identity, commit=checkpoints.checkpoint_file(model, revision).parent.name)
        version = base.commit or base.sha256
        of_base = f"PEFT adapter ({adapter.peft_type}) on {base.name}" + (f" ({version})" if version else "")
    tokenizer, note = model_loading.load_tokenizer(model, revision, trust)
    checkpoints.require_same_tokens(model, revision, tokenizer)
    most = model_loading.context_limit(config)
    notes = [text for text in (of_base, note) if text]
    asked = arguments.max_length
    if most is not None and asked is not None and most < asked:
        notes.append(f"the model has {most} positions only, so that prompt and completion have {most} tokens together")
    window = min(filter(None, (asked or DEFAULT_MAX_LENGTH, most)))
    rows = model_loading.embedding_rows(config)
    return ModelFacts(identity, tokenizer, window, most, rows, tuple(notes))


def _facts_of_server(arguments: Arguments) -> ModelFacts:
    from classeval_hf.generation.engines import model_loading

    identity = ModelIdentity(arguments.model)
    source = arguments.tokenizer or (arguments.model if Path(arguments.model).is_dir() else None)
    if source is None:
        return ModelFacts(identity, None, arguments.max_length or _SERVER_WINDOW)
    trust = arguments.trust_remote_code
    tokenizer, note = model_loading.load_tokenizer(source, None, trust)
    window = arguments.max_length
    if window is None:
        of_model = served = None
        with suppress(OSError, ValueError):  # a tokenizer may come without the model's configuration
            of_model = model_loading.context_limit(model_loading.load_config(source, None, trust))
        if arguments.base_url is not None:  # else prompts are only shown
            from classeval_hf.generation.engines.openai_backend import served_length

            served = served_length(arguments.base_url, arguments.model, os.environ.get(arguments.api_key_env))
        window = min(filter(None, (DEFAULT_MAX_LENGTH, of_model, served)))
    return ModelFacts(identity, tokenizer, window, notes=(note,) if note else ())


def set_up_prompts(arguments: Arguments, facts: ModelFacts) -> dict[Strategy, PromptSetup]:
    """Sets up the prompts of each strategy; a `ValueError` if the model cannot be asked in the requested form."""
    setups = {}
    tokenizer, rows = facts.tokenizer, facts.embedding_rows
    families, style = arguments.fim_families, arguments.instruction_style
    room = min(arguments.max_new_tokens or COMPLETION_ROOM, COMPLETION_ROOM)
    for strategy in arguments.strategies:
        choice = choose_prompt(
            arguments.model, tokenizer, arguments.prompt, strategy, families=families, embedding_rows=rows
        )
        writer: AnyWriter
        if strategy in OF_PROJECTS:
            writer = ProjectPromptWriter(choice, tokenizer, context_length=facts.window, completion_room=room)
        else:
            writer = PromptWriter(
                choice, tokenizer, instruction_style=style, context_length=facts.window, completion_room=room
            )
        family = msgspec.json.decode(msgspec.json.encode(choice.family))
        decision = PromptDecision(choice.kind.value, choice.format, choice.reason, family, facts.window, facts.notes)
        setups[strategy] = PromptSetup(writer, decision)
    return setups
