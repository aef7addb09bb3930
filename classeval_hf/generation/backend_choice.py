"""Makes the backend that the command line asks for."""

import json
import os
from pathlib import Path

from tqdm.auto import tqdm

from classeval_hf.core.errors import UserError
from classeval_hf.generation.engines.backend import Backend, Counter, parse_memory
from classeval_hf.generation.options import Arguments
from classeval_hf.generation.prompt_setup import ModelFacts
from classeval_hf.sandbox.limited_calls import own_cores


def check_model(arguments: Arguments) -> None:
    """Raises a `UserError` if the model cannot be loaded, before anything is written."""
    if arguments.backend != "transformers":
        return
    from accelerate import PartialState

    from classeval_hf.generation.engines.model_loading import try_model

    device = arguments.device_map or str(PartialState().device)
    try_model(arguments.model, arguments.revision, arguments.trust_remote_code, device, arguments.quantization)


_THREADS = "OMP_NUM_THREADS"


def use_cores() -> None:
    """Lets torch use all cores, unless the user has set the number of threads; the 1 that launchers set is ignored."""
    if _THREADS in os.environ and not _is_of_launcher():
        return
    import torch

    os.environ[_THREADS] = str(own_cores())  # for libraries that are loaded later, and for processes
    torch.set_num_threads(own_cores())


def _is_of_launcher() -> bool:
    """Whether `accelerate launch` or `torchrun` has set one thread, as both do for each process by default."""
    launched = any(name.startswith(("ACCELERATE_", "TORCHELASTIC_")) for name in os.environ)
    if not launched or os.environ[_THREADS] != "1":
        return False
    launcher = Path(f"/proc/{os.getppid()}")
    try:
        of_user, command = (launcher / "environ").read_bytes(), (launcher / "cmdline").read_bytes()
    except OSError:
        return False
    return f"{_THREADS}=".encode() not in of_user and b"num_cpu_threads" not in command


def make_backend(arguments: Arguments, facts: ModelFacts, max_slots: int | None, count: Counter) -> Backend:
    """Loads the model, or connects to its server; `max_slots` limits the completions in progress."""
    if arguments.backend == "openai":
        from classeval_hf.generation.engines.openai_backend import OpenAIBackend

        return OpenAIBackend(
            base_url=arguments.base_url or "",
            model=arguments.model,
            api_key=os.environ.get(arguments.api_key_env),
            concurrency=arguments.concurrency,
            max_retries=arguments.max_retries,
            timeout=arguments.request_timeout,
            extra_body=json.loads(arguments.extra_body or "{}"),
            reasoning=arguments.reasoning,
            tokenizer=facts.tokenizer,
            report=tqdm.write,
            count=count,
        )
    use_cores()
    assert facts.tokenizer is not None  # only a server's model may come without one
    memory = parse_memory(arguments.max_memory) if arguments.max_memory is not None else None
    if arguments.backend == "vllm":
        from classeval_hf.generation.engines.vllm_backend import VLLMBackend

        return VLLMBackend(
            arguments.model,
            facts.tokenizer,
            max_length=facts.window,
            batch_size=arguments.batch_size,
            memory_share=memory.share if memory is not None else None,
            dtype=arguments.dtype,
            revision=arguments.revision,
            trust_remote_code=arguments.trust_remote_code,
            count=count,
        )
    from accelerate import PartialState

    from classeval_hf.generation.engines.batch_trial import looks_ahead
    from classeval_hf.generation.engines.continuous_backend import backend_for
    from classeval_hf.generation.engines.model_loading import load_model

    model = load_model(
        arguments.model,
        device=PartialState().device,
        dtype=arguments.dtype,
        revision=arguments.revision,
        trust_remote_code=arguments.trust_remote_code,
        device_map=arguments.device_map,
        quantization=arguments.quantization,
    )
    if looks_ahead(model):
        raise UserError(
            f"{arguments.model} is no causal language model, since what it says depends on later tokens: name another."
        )
    size = arguments.batch_size
    # With more slots than its share, a process would take the work of others that are still loading the model.
    return backend_for(model, facts.tokenizer, facts.window, size, memory, max_slots, tqdm.write, count)
