"""
Answers from vLLM in this process (https://docs.vllm.ai): its `LLM` class, an optional extra.

What an answer is and where it ends is decided here, from the tokens, as with every other model in this process.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from classeval_hf.generation.engines.backend import Counter, Request, RequestSource, count_nothing
from classeval_hf.generation.engines.new_tokens import AnswerReader, named_end_ids
from classeval_hf.generation.steps import Answer

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

__all__ = ["VLLMBackend"]

_AT_ONCE = 1024
"""Requests handed over together: vLLM schedules them itself, and their answers come back together."""


class VLLMBackend:
    """
    Runs a model with vLLM.

    Args:
        model (`str`): Hub id or local folder.
        tokenizer (`PreTrainedTokenizerBase`): its tokenizer.
        longest (`int`): tokens of prompt and answer together.
        batch_size (`int`, *optional*): answers at a time; vLLM's own choice by default.
        memory_share (`float`, *optional*): part of the accelerator's memory to use, weights included.
        dtype (`str`, defaults to `"auto"`): number format.
        revision (`str`, *optional*): branch, tag or commit.
        trust_remote_code (`bool`, defaults to `False`): whether code in the model's repository may run.
        count ([`~classeval_hf.generation.engines.backend.Counter`], *optional*): told of the tokens of answers that
            came back together.

    Raises:
        `ValueError`: if vLLM is not installed.
    """

    def __init__(
        self,
        model: str,
        tokenizer: PreTrainedTokenizerBase,
        *,
        longest: int,
        batch_size: int | None = None,
        memory_share: float | None = None,
        dtype: str = "auto",
        revision: str | None = None,
        trust_remote_code: bool = False,
        count: Counter = count_nothing,
    ) -> None:
        self._count = count
        try:
            import vllm  # type: ignore[import-not-found, import-untyped, unused-ignore]
            from vllm.platforms import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
                current_platform,
            )
        except ImportError as error:
            raise ValueError(f"--backend vllm needs vllm: `pip install vllm` ({error}).") from error
        # A prompt that is read in parts lets vLLM wind a request's random numbers back, which a processor's cannot.
        whole_prompts = {"enable_chunked_prefill": False} if current_platform.is_cpu() else {}
        options: dict[str, Any] = {
            **whole_prompts,
            **({"max_num_seqs": batch_size} if batch_size is not None else {}),
            **({"gpu_memory_utilization": memory_share} if memory_share is not None else {}),
        }
        # The model's own generation config has no say, and what prompts have in common is computed once.
        self._llm = vllm.LLM(
            model=model,
            dtype=dtype,
            revision=revision,
            trust_remote_code=trust_remote_code,
            max_model_len=longest,
            generation_config="vllm",
            enable_prefix_caching=True,
            **options,
        )
        self._make_params = vllm.SamplingParams
        self._ends = _end_ids(model, tokenizer, revision, trust_remote_code)
        self._reader = AnswerReader(tokenizer, self._ends)

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Answer]]:
        """Answers all that the source has and will have; see [`~classeval_hf.generation.engines.backend.Backend`]."""
        while requests := source.take(_AT_ONCE):
            prompts = [{"prompt_token_ids": list(request.prompt.token_ids)} for request in requests]
            # Until the answers come back together, vLLM shows with a bar of its own how far it is.
            outputs = self._llm.generate(prompts, [self._params(request) for request in requests], use_tqdm=True)
            answers = [
                self._reader.read(request, list(output.outputs[0].token_ids))
                for request, output in zip(requests, outputs, strict=True)
            ]
            self._count(0, sum(answer.completion_tokens for answer in answers))
            yield from zip(requests, answers, strict=True)

    def _params(self, request: Request) -> Any:
        sampling = request.sampling
        return self._make_params(
            temperature=sampling.temperature,
            top_p=sampling.top_p,
            top_k=sampling.top_k or -1,
            seed=None if sampling.greedy else request.seed,
            max_tokens=request.max_new_tokens,
            stop=list(request.prompt.stop_strings) or None,
            stop_token_ids=list(self._ends),
            include_stop_str_in_output=True,
            skip_special_tokens=False,
        )


def _end_ids(
    model: str, tokenizer: PreTrainedTokenizerBase, revision: str | None, trust_remote_code: bool
) -> Sequence[int]:
    """Every token that ends an answer, as [`~classeval_hf.generation.engines.new_tokens.end_ids`] finds them."""
    from transformers import GenerationConfig

    from classeval_hf.generation.engines.model_loading import load_config

    try:
        generation: Any = GenerationConfig.from_pretrained(model, revision=revision or "main")
    except OSError:  # the model has none
        generation = None
    return named_end_ids(generation, load_config(model, revision, trust_remote_code), tokenizer)
