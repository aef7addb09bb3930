"""Setting up a model: before weights are loaded its tokenizer, window and prompts per strategy; then its backend."""

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm.auto import tqdm

from classeval_hf.core.errors import UserError
from classeval_hf.generation.engines import model_loading
from classeval_hf.generation.engines.backend import Backend, Counter, parse_memory
from classeval_hf.generation.engines.openai_backend import OpenAIBackend, served_length
from classeval_hf.generation.options import Arguments
from classeval_hf.runs.run_records import ModelIdentity
from classeval_hf.sandbox.limited_calls import own_cores

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

DEFAULT_MAX_LENGTH = 8192  # tokens of prompt and completion: more is rarely needed, and takes memory
_THREADS = "OMP_NUM_THREADS"
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


def read_model_facts(arguments: Arguments) -> ModelFacts:
    source, asked, server = arguments.model, arguments.decoding.max_length, arguments.server
    if source.backend == "openai":
        identity = ModelIdentity(source.model)
        tokenizer_from = server.tokenizer or (source.model if source.folder is not None else None)
        if tokenizer_from is None:
            return ModelFacts(identity, None, asked or _SERVER_WINDOW)
        source = replace(source, model=tokenizer_from, revision=None)
        tokenizer, note = model_loading.load_tokenizer(source)
        of_model = served = None
        if asked is None:
            with suppress(OSError, ValueError):  # a tokenizer may come without the model's configuration
                of_model = model_loading.context_limit(model_loading.load_config(source))
            if server.base_url is not None:  # else prompts are only shown
                served = served_length(server.address, arguments.model.model)
        window = asked or min(filter(None, (DEFAULT_MAX_LENGTH, of_model, served)))
        return ModelFacts(identity, tokenizer, window, notes=(note,) if note else ())
    config = model_loading.load_config(source)
    model_loading.model_class(source.model, config)  # refuses models that are not causal
    identity, of_base = model_loading.model_identity(source.model, config), ""
    adapter = model_loading.find_adapter(source)
    if adapter is not None:
        if source.backend == "vllm":
            problem = f"{source.model} is a PEFT adapter: merge it into its base, or use transformers."
            raise UserError(f"--backend vllm: {problem}")
        # `config` is that of the base, whose identity goes into a note.
        base = model_loading.model_identity(str(adapter.base_model_name_or_path), config)
        if source.folder is None:
            identity = replace(identity, commit=model_loading.checkpoint_file(source).parent.name)
        version = base.commit or base.sha256
        of_base = f"PEFT adapter ({adapter.peft_type}) on {base.name}" + (f" ({version})" if version else "")
    tokenizer, note = model_loading.load_tokenizer(source)
    model_loading.require_same_tokens(source, tokenizer)
    most = model_loading.context_limit(config)
    notes = [text for text in (of_base, note) if text]
    if most is not None and asked is not None and most < asked:
        notes.append(f"the model has {most} positions only, so that prompt and completion have {most} tokens together")
    window = min(filter(None, (asked or DEFAULT_MAX_LENGTH, most)))
    rows = model_loading.embedding_rows(config)
    return ModelFacts(identity, tokenizer, window, most, rows, tuple(notes))


def use_cores() -> None:
    """Lets torch use all cores, unless the user has set the number of threads; the 1 that launchers set is ignored."""
    if _THREADS in os.environ:
        # `accelerate launch` and `torchrun` set one thread for each process by default.
        launched = any(name.startswith(("ACCELERATE_", "TORCHELASTIC_")) for name in os.environ)
        if not launched or os.environ[_THREADS] != "1":
            return
        launcher = Path(f"/proc/{os.getppid()}")
        try:
            of_user, command = (launcher / "environ").read_bytes(), (launcher / "cmdline").read_bytes()
        except OSError:
            return
        if f"{_THREADS}=".encode() in of_user or b"num_cpu_threads" in command:
            return
    import torch

    os.environ[_THREADS] = str(own_cores())  # for libraries that are loaded later, and for processes
    torch.set_num_threads(own_cores())


def make_backend(arguments: Arguments, facts: ModelFacts, max_slots: int | None, count: Counter) -> Backend:
    """Loads the model, or connects to its server; `max_slots` limits the completions in progress."""
    options = arguments.model
    if options.backend == "openai":
        return OpenAIBackend(arguments.server, options.model, facts.tokenizer, tqdm.write, count)
    use_cores()
    assert facts.tokenizer is not None  # only a server's model may come without one
    if options.backend == "vllm":
        from classeval_hf.generation.engines.vllm_backend import VLLMBackend

        return VLLMBackend(options, facts.tokenizer, facts.window, count)
    from accelerate import PartialState

    from classeval_hf.generation.engines.continuous_backend import backend_for
    from classeval_hf.generation.engines.transformers_backend import looks_ahead

    model = model_loading.load_model(options, PartialState().device)
    if looks_ahead(model):
        raise UserError(
            f"{options.model} is not a causal language model: its output depends on later tokens. Name another."
        )
    size, memory = options.batch_size, parse_memory(options.max_memory) if options.max_memory is not None else None
    # With more slots than its share, a process would take the work of others that are still loading the model.
    return backend_for(model, facts.tokenizer, facts.window, size, memory, max_slots, tqdm.write, count)
