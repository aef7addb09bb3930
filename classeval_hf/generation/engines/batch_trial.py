"""Which batches a model may have in `generate`: tried on the model, since padding changes logits of some."""

import enum
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from transformers import GenerationConfig, PreTrainedModel, PreTrainedTokenizerBase

from classeval_hf.core.errors import UserError
from classeval_hf.generation.engines.backend import CompletionReader
from classeval_hf.generation.engines.model_loading import embedding_rows

_SHORT = (13, 9, 4)  # tokens of the prompts of a trial
_CHUNKS = ("index_topk", "attention_chunk_size", "chunk_size")  # thresholds: models skip some of more tokens


@contextmanager
def without_cudnn_attention() -> Iterator[None]:
    """Leaves out a kernel of attention that plans for each length of the KV cache: 2 ms per layer and step."""
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):
        yield


class Batches(enum.Enum):
    """The batches in which a model completes a prompt as it does alone."""

    PADDED = "prompts of any length"
    EQUAL = "prompts of equal length, since padding changes its logits"
    ALONE = "one prompt at a time, since its logits depend on the other rows of a batch"


def close(logits: torch.Tensor, expected: torch.Tensor, *, same_shapes: bool = False) -> bool:
    """Whether logits differ by rounding alone, larger in half precision unless all shapes are the same."""
    share = 1e-3 if expected.dtype == torch.float32 else 0.01 if same_shapes else 0.1
    return bool((logits - expected).abs().max() <= share * expected.abs().max())


def batches_for(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, max_length: int) -> Batches:
    """Tries the model with short prompts, and with longer ones than the thresholds that its configuration names."""
    pad_id = CompletionReader(tokenizer, model.generation_config, model.config).pad_id
    if length_dependent_rope(model.config, max_length) is not None:
        return Batches.ALONE
    most = Batches.PADDED
    longer = [field + 5 for name in _CHUNKS if isinstance(field := getattr(model.config, name, None), int)]
    generator = torch.Generator().manual_seed(0)
    for lengths in (_SHORT, *((length, length - 3) for length in longer if length < max_length)):
        vocabulary = embedding_rows(model.config) or 256
        prompts = [torch.randint(vocabulary, (length,), generator=generator) for length in lengths]
        if most is Batches.PADDED and not _same_alone(model, prompts, pad_id):
            most = Batches.EQUAL
        if most is Batches.EQUAL and not _same_alone(model, [prompt[: min(lengths)] for prompt in prompts], pad_id):
            return Batches.ALONE
    return most


@torch.inference_mode()
def looks_ahead(model: PreTrainedModel) -> bool:
    """Whether logits depend on tokens that come later, as those of encoders and diffusion models do."""
    vocabulary = embedding_rows(model.config) or 256
    ids = torch.randint(vocabulary, (1, 8), generator=torch.Generator().manual_seed(0)).to(model.device)
    other = ids.clone()
    other[0, -1] = (other[0, -1] + vocabulary // 2) % vocabulary
    before, after = (model(input_ids=tokens).logits[:, :-1] for tokens in (ids, other))
    if torch.isnan(before).any():
        raise UserError(
            f"{model.name_or_path or 'The model'} gives logits that are no numbers (NaN): its weights are damaged, or "
            f"too large for {model.dtype}; try --dtype float32."
        )
    return not close(after, before, same_shapes=True)


def forget_longest(model: PreTrainedModel) -> None:
    """Resets rotary embeddings that depend on the longest sequence so far."""
    for module in model.modules():
        for name in [name for name in dir(module) if name.endswith("original_inv_freq")]:
            prefix, limit = name.removesuffix("original_inv_freq"), getattr(module, "original_max_seq_len", None)
            if getattr(module, f"{prefix}max_seq_len_cached", limit) != limit:
                original = getattr(module, name).to(getattr(module, f"{prefix}inv_freq").device)
                setattr(module, f"{prefix}inv_freq", original)
                setattr(module, f"{prefix}max_seq_len_cached", limit)


def length_dependent_rope(config: Any, max_length: int) -> str | None:
    """The type of a rotary embedding that depends on the longest sequence of a batch, if `max_length` reaches it."""
    stated = getattr(config, "rope_parameters", None) or getattr(config, "rope_scaling", None) or {}
    nested = [value for value in stated.values() if isinstance(value, Mapping)]  # per type of layer
    for rope in nested or [stated]:
        kind = str(rope.get("rope_type", rope.get("type", "")))
        limit = getattr(config, "max_position_embeddings", 0)
        if kind == "longrope":
            limit = rope.get(
                "original_max_position_embeddings", getattr(config, "original_max_position_embeddings", limit)
            )
        elif "dynamic" not in kind:
            continue
        if max_length > limit:
            return kind
    return None


def _same_alone(model: PreTrainedModel, prompts: list[torch.Tensor], pad_id: int) -> bool:
    together = _logits(model, prompts, pad_id)
    for row, prompt in enumerate(prompts):
        others = [(one + 1) % int(one.max() + 1) for one in prompts]
        others[row] = prompt
        if not close(_logits(model, others, pad_id)[0][row], together[0][row], same_shapes=True):
            return False
        for in_batch, alone in zip(together, _logits(model, [prompt], pad_id), strict=True):
            if not close(in_batch[row], alone[0]):
                return False
            if in_batch[row].argmax() != alone[0].argmax():  # a tie: later tokens may differ
                break
    return True


def left_padded(prompts: Sequence[torch.Tensor], pad_id: int, device: torch.device) -> dict[str, torch.Tensor]:
    """Token ids `[prompts, longest]` of prompts and their mask, by the argument names of `generate`."""
    width = max(map(len, prompts))
    ids = torch.full((len(prompts), width), pad_id)
    mask = torch.zeros_like(ids)
    for row, prompt in enumerate(prompts):
        ids[row, width - len(prompt) :] = prompt
        mask[row, width - len(prompt) :] = 1
    return {"input_ids": ids.to(device), "attention_mask": mask.to(device)}


@torch.inference_mode()
def _logits(model: PreTrainedModel, prompts: list[torch.Tensor], pad_id: int) -> tuple[torch.Tensor, ...]:
    """Logits of two new tokens, `[prompts, vocabulary]` each, by left padding."""
    make_config: Any = GenerationConfig
    steps = {"max_new_tokens": 2, "min_new_tokens": 2, "do_sample": False, "pad_token_id": pad_id}
    config = make_config(**steps, return_dict_in_generate=True, output_logits=True)
    generate: Any = model.generate
    output = generate(**left_padded(prompts, pad_id, model.device), generation_config=config)
    return tuple(output.logits)
