"""Completions from vLLM in this process (https://docs.vllm.ai); where they end is decided here, from the tokens."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.terminal import shows_bar
from classeval_hf.generation.engines import backend
from classeval_hf.generation.engines.model_loading import ModelOptions, load_config
from classeval_hf.prompting.steps import Completion

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_AT_ONCE = 1024  # requests per call of vLLM, which schedules them itself and returns their completions together


class VLLMBackend:
    def __init__(
        self,
        source: ModelOptions,
        tokenizer: PreTrainedTokenizerBase,
        max_length: int,  # maximum of tokens of prompt and completion together
        count: backend.Counter = backend.count_nothing,  # called with the tokens of the completions of a call
    ) -> None:
        self._count = count
        try:
            import vllm  # type: ignore[import-not-found, import-untyped, unused-ignore]
            from vllm.platforms import current_platform  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError as error:
            raise UserError(f"--backend vllm needs vllm: `pip install vllm` ({error}).") from error
        options: dict[str, Any] = {
            # Chunked prefill makes vLLM rewind a request's random generator, which is not possible on a CPU.
            **({"enable_chunked_prefill": False} if current_platform.is_cpu() else {}),
            **({"max_num_seqs": source.batch_size} if source.batch_size is not None else {}),
            **({"gpu_memory_utilization": backend.parse_memory(source.max_memory).share} if source.max_memory else {}),
        }
        # The model's own generation config is not used, and common beginnings of prompts are computed once.
        self._llm = vllm.LLM(
            model=source.model,
            dtype=source.dtype,
            revision=source.revision,
            trust_remote_code=source.trust_remote_code,
            max_model_len=max_length,
            generation_config="vllm",
            enable_prefix_caching=True,
            **options,
        )
        # Otherwise Python may wait for the engine's processes before they are told to end.
        atexit.register(self.close)
        self._make_params = vllm.SamplingParams
        from transformers import GenerationConfig

        try:
            generation: Any = GenerationConfig.from_pretrained(source.model, revision=source.revision or "main")
        except OSError:  # the model has none
            generation = None
        self._reader = backend.CompletionReader(tokenizer, generation, load_config(source))

    def generate(self, source: backend.RequestSource) -> Iterator[tuple[backend.Request, Completion]]:
        while requests := source.take(_AT_ONCE):
            prompts = [{"prompt_token_ids": list(request.prompt.token_ids)} for request in requests]
            params = [
                self._make_params(
                    temperature=request.sampling.temperature,
                    top_p=request.sampling.top_p,
                    top_k=request.sampling.top_k or -1,
                    seed=None if request.sampling.greedy else request.seed,
                    max_tokens=request.max_new_tokens,
                    stop=list(request.prompt.stop_strings) or None,
                    stop_token_ids=sorted(self._reader.ends),
                    include_stop_str_in_output=True,
                    skip_special_tokens=False,
                )
                for request in requests
            ]
            # Until the call returns, vLLM shows its own progress bar, where one can be shown.
            outputs = self._llm.generate(prompts, params, use_tqdm=shows_bar())
            completions = [
                self._reader.read(request, list(output.outputs[0].token_ids))
                for request, output in zip(requests, outputs, strict=True)
            ]
            self._count(0, sum(completion.completion_tokens for completion in completions))
            yield from zip(requests, completions, strict=True)

    def close(self) -> None:
        """Ends the engine's processes; without this, the end of the program may wait for them forever."""
        atexit.unregister(self.close)
        self._llm.llm_engine.engine_core.shutdown()
