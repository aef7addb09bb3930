"""What a checkpoint says of itself: where a turn ends, scales that grow, weights and files that are none."""

from pathlib import Path

import pytest
import torch
from request_sources import GREEDY, Chains
from slow_and_full import one_in
from small_tokenizers import byte_level
from tiny_models import ARCHITECTURES, tiny_model, tiny_tokenizer
from transformers import LlamaConfig, LlamaForCausalLM

from classeval_hf.core.errors import UserError
from classeval_hf.generation.engines.backend import Request
from classeval_hf.generation.engines.batch_trial import Batches, looks_ahead
from classeval_hf.generation.engines.model_loading import load_config
from classeval_hf.generation.engines.new_tokens import template_end_ids
from classeval_hf.generation.engines.transformers_backend import TransformersBackend
from classeval_hf.generation.steps import Prompt, PromptKind

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def growing_model() -> LlamaForCausalLM:
    """A model whose rotary embedding is scaled by the longest sequence from 16 positions on."""
    torch.manual_seed(0)
    return LlamaForCausalLM(
        LlamaConfig(
            **{"vocab_size": 500, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2},
            **{"num_attention_heads": 4, "max_position_embeddings": 16, "initializer_range": 0.5},
            rope_parameters={"rope_type": "dynamic", "factor": 4.0, "rope_theta": 10_000.0},
        )
    ).eval()


def test_the_end_of_a_turn_is_that_of_the_template() -> None:
    tokenizer = byte_level(["<|im_start|>", "<|im_end|>"])
    assert template_end_ids(tokenizer) == []
    tokenizer.chat_template = CHATML
    assert template_end_ids(tokenizer) == [tokenizer.convert_tokens_to_ids("<|im_end|>")]
    tokenizer.chat_template = "{{ raise_exception('no such turns') }}"
    assert template_end_ids(tokenizer) == []


def test_completions_do_not_depend_on_those_before() -> None:
    """Each is that of a fresh model, although longer prompts come before shorter ones."""
    tokenizer = byte_level()
    generator = torch.Generator().manual_seed(0)
    requests = [
        Request(
            number,
            f"prompt {number}",
            Prompt(PromptKind.BASE, "", token_ids=tuple(torch.randint(300, (size,), generator=generator).tolist())),
            GREEDY,
            seed=0,
            max_new_tokens=12,
        )
        for number, size in enumerate((20, 60, 24, 12, 40, 18))
    ]

    def completed(asked: list[Request]) -> list[str]:
        backend = TransformersBackend(growing_model(), tokenizer, batches=Batches.ALONE)
        return [completion.raw for _, completion in backend.generate(Chains(asked))]

    fresh = [text for request in requests for text in completed([request])]
    assert completed(requests) == fresh
    assert len(set(fresh)) == len(fresh)


@pytest.mark.parametrize("architecture", one_in(5, sorted(ARCHITECTURES)))
def test_no_architecture_remembers(architecture: str) -> None:
    tokenizer = tiny_tokenizer()
    generator = torch.Generator().manual_seed(0)
    prompts = [tuple(torch.randint(300, (size,), generator=generator).tolist()) for size in (40, 9, 25)]
    requests = [
        Request(number, f"prompt {number}", Prompt(PromptKind.BASE, "", token_ids=ids), GREEDY, 0, 8)
        for number, ids in enumerate(prompts)
    ]

    def completed(asked: list[Request]) -> list[str]:
        backend = TransformersBackend(tiny_model(architecture, tokenizer), tokenizer, batches=Batches.ALONE)
        return [completion.raw for _, completion in backend.generate(Chains(asked))]

    assert completed(requests) == [text for request in requests for text in completed([request])]


def test_logits_that_are_no_numbers_are_named() -> None:
    model = growing_model()
    assert not looks_ahead(model)
    model.lm_head.weight.data.fill_(torch.nan)
    with pytest.raises(UserError, match="NaN"):
        looks_ahead(model)


def test_a_pointer_of_git_lfs_is_named(tmp_path: Path) -> None:
    growing_model().config.save_pretrained(tmp_path)
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 7\n"
    (tmp_path / "model.safetensors").write_text(pointer, encoding="utf-8")
    with pytest.raises(UserError, match=r"model\.safetensors is a Git LFS pointer"):
        load_config(str(tmp_path), None, trust_remote_code=False)
