"""Real models of a few thousand random weights, small real tokenizers, a tiny task, and requests."""

import os
import string
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from tokenizers.trainers import BpeTrainer
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig, PreTrainedModel, PreTrainedTokenizerFast
from transformers import PretrainedConfig as Config

from classeval_hf.classes.tasks.files import open_tasks
from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.generation.engines.backend import Backend, Request, Sampling
from classeval_hf.prompting.steps import Completion, Prompt, PromptKind

DEVICE = os.environ.get("CLASSEVAL_TEST_DEVICE", "cpu")
"""Where tiny models run. With `cuda`, the tests of the engines are those of an accelerator."""
END = "<|endoftext|>"
PAD = "<|pad|>"
STARCODER_SENTINELS = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")
CHAT_TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>\n{{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
_GPT_SMALL = {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 4096}
ARCHITECTURES: dict[str, dict[str, object]] = {
    "gpt_bigcode": {**_GPT_SMALL, "n_inner": 48},
    "llama": {**_SMALL, "max_position_embeddings": 4096},
    "qwen2": {**_SMALL, "num_key_value_heads": 2, "max_position_embeddings": 4096},
    "starcoder2": {**_SMALL, "num_key_value_heads": 2, "max_position_embeddings": 4096},
    "codegen": {**_GPT_SMALL, "n_ctx": 4096, "rotary_dim": 4},
    "gpt_neox": {**_SMALL, "max_position_embeddings": 4096},
    "xglm": {"d_model": 32, "num_layers": 2, "attention_heads": 4, "ffn_dim": 48, "max_position_embeddings": 4096},
    "mistral": {**_SMALL, "num_key_value_heads": 2, "sliding_window": 16, "max_position_embeddings": 4096},
    "qwen3_next": {
        **_SMALL,
        **dict.fromkeys(("num_key_value_heads", "linear_num_key_heads", "linear_num_value_heads"), 2),
        **dict.fromkeys(("head_dim", "linear_key_head_dim", "linear_value_head_dim"), 8),
        **dict.fromkeys(("moe_intermediate_size", "shared_expert_intermediate_size"), 16),
        **{"num_experts": 4, "num_experts_per_tok": 2, "max_position_embeddings": 4096},
        "layer_types": ["linear_attention", "full_attention"],
    },
    "gpt_oss": {
        **_SMALL,
        **dict.fromkeys(("num_key_value_heads", "num_experts_per_tok"), 2),
        **{"head_dim": 8, "num_local_experts": 4, "sliding_window": 16, "max_position_embeddings": 4096},
    },
}
"""Those of the ClassEval paper's models, one with an attention window, one with states and one with attention sinks,
with the settings that make them tiny."""


def tiny_tokenizer(*, chat: bool = False, sentinels: tuple[str, ...] = ()) -> PreTrainedTokenizerFast:
    """A byte-level tokenizer trained on the first open tasks."""
    trained = Tokenizer.from_str(_trained_tokenizer(sentinels))
    tokens = {"eos_token": END, "bos_token": END, "pad_token": PAD}
    wrapped = PreTrainedTokenizerFast(tokenizer_object=trained, **tokens, model_max_length=4096)
    if chat:
        wrapped.chat_template = CHAT_TEMPLATE
    return wrapped


def _train(tokenizer: Tokenizer, texts: Iterable[str], size: int, special: list[str], alphabet: Any = ()) -> None:
    alphabet = list(alphabet or pre_tokenizers.ByteLevel.alphabet())
    trainer = BpeTrainer(vocab_size=size, special_tokens=special, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)


@lru_cache
def _trained_tokenizer(sentinels: tuple[str, ...]) -> str:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tasks = list(open_tasks().values())[:14]  # further tasks change no tokens, nor what tests find with them
    _train(tokenizer, (task.skeleton + task.solution_code for task in tasks), 2000, [END, PAD, *sentinels])
    trained: str = tokenizer.to_str()
    return trained


def tiny_model(architecture: str, tokenizer: PreTrainedTokenizerFast, **settings: object) -> PreTrainedModel:
    ids = {f"{name}_token_id": getattr(tokenizer, f"{name}_token_id") for name in ("eos", "bos", "pad")}
    of_all = {"vocab_size": len(tokenizer), "dtype": "float32", **ids}
    return lively_model(AutoConfig.for_model(architecture, **{**of_all, **ARCHITECTURES[architecture], **settings}))


def lively_model(config: Config, kind: Any = AutoModelForCausalLM) -> PreTrainedModel:
    """Fresh weights are so small that a model repeats one token, which would hide most errors; noise is added."""
    torch.manual_seed(7)
    model = kind.from_config(config).float()
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn_like(weight) * 0.25)
    return model.eval().to(DEVICE)


def ids_alone(model: PreTrainedModel, request: Request) -> list[int]:
    """New tokens of a greedy answer by transformers' own search, one prompt at a time and without padding."""
    ids = torch.tensor([request.prompt.token_ids], device=model.device)
    config = GenerationConfig(max_new_tokens=request.max_new_tokens, do_sample=False, eos_token_id=0, pad_token_id=1)
    new = model.generate(ids, attention_mask=torch.ones_like(ids), generation_config=config)[0, ids.shape[1] :]
    return [int(token) for token in new if token != 0]


def save_tiny_model(folder: Path, kind: str = "llama", chat: bool = False, sentinels: Any = (), **more: Any) -> Path:
    """Writes a tiny model with its tokenizer to the folder that it returns."""
    tokenizer = tiny_tokenizer(chat=chat, sentinels=sentinels)
    tiny_model(kind, tokenizer, **more).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


_LINES = [
    '    def two(self):\n        """Two."""\n        return 2\n',
    "import os\n\nclass Two:\n    x = [1, 2]\n",
] * 20

TINY_TASK = ClassTask(
    task_id="two",
    class_name="Two",
    test="",
    test_classes=(),
    skeleton='import os\n\nclass Two:\n    def one(self):\n        """One."""\n\n'
    '    def two(self):\n        """Two."""\n',
    methods_info=(Method(method_name="one"), Method(method_name="two")),
)


def byte_level(
    special: Sequence[str] = (), *, bos: str | None = None, eos_behind: bool = False, joins_line_ends: bool = False
) -> PreTrainedTokenizerFast:
    """Of GPT-2's make, with unmarked tokens added; `joins_line_ends`: signs are joined with line ends behind them."""
    tokenizer = Tokenizer(models.BPE())
    splits = [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not joins_line_ends)]
    if joins_line_ends:
        splits.insert(0, pre_tokenizers.Split(Regex(r" ?[^\s\w]+\n*|\w+|\s*\n+|\s+"), "isolated"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(splits)
    tokenizer.decoder = decoders.ByteLevel()
    _train(tokenizer, _LINES, 400, [END])
    tokens = [*special, *([bos] if bos and bos not in special else [])]
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=False) for token in tokens])
    if bos or eos_behind:
        tokenizer.post_processor = processors.TemplateProcessing(
            single=f"{bos or ''} $A {'<|endoftext|>' if eos_behind else ''}".strip(),
            special_tokens=[(token, tokenizer.token_to_id(token)) for token in (bos, "<|endoftext|>") if token],
        )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=bos, eos_token="<|endoftext|>")


def sentencepiece_like(special: Sequence[str] = ()) -> PreTrainedTokenizerFast:
    """A tokenizer of Llama's make: a blank is put in front of every text, and `<s>` in front of that."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.pre_tokenizer = pre_tokenizers.Split("\n", "isolated")
    of_blanks = decoders.Replace("▁", " "), decoders.Strip(" ", 1, 0)
    tokenizer.decoder = decoders.Sequence([of_blanks[0], decoders.ByteFallback(), decoders.Fuse(), of_blanks[1]])
    _train(tokenizer, _LINES, 200, ["<unk>", "<s>", "</s>"], [*string.ascii_letters, *"☺▁\n"])
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=False) for token in special])
    bos = [("<s>", tokenizer.token_to_id("<s>"))]
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=bos)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


GREEDY = Sampling()


class Chains:
    """Requests, of which `following` has by numbers those that wait for an answer: it stands before their prompts."""

    def __init__(self, requests: Sequence[Request], tokenizer: Any = None, following: Any = None) -> None:
        self.left = list(requests)
        self.most_asked_for = 0
        self._tokenizer = tokenizer
        self._following: dict[int, Request] = following or {}

    def take(self, count: int) -> list[Request]:
        self.most_asked_for = max(self.most_asked_for, count)
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def receive(self, request: Request, completion: Completion) -> None:
        if request.number in self._following:
            said = tuple(self._tokenizer(completion.raw)["input_ids"])
            step = self._following[request.number]
            prompt = replace(step.prompt, token_ids=request.prompt.token_ids + said + step.prompt.token_ids)
            self.left.append(replace(step, prompt=prompt))


def answers(backend: Backend, requests: Sequence[Request]) -> dict[int, Completion]:
    """What a backend says to each request, by the request's number."""
    found = [(request.number, completion) for request, completion in backend.generate(Chains(requests))]
    assert len(found) == len(requests)
    return dict(found)


def requests_of(
    tokenizer: PreTrainedTokenizerFast, tasks: Sequence[ClassTask], sampling: Sampling = GREEDY
) -> list[Request]:
    """Twelve requests: three samples of each of four prompts, of which two begin alike and one with all of another."""
    texts = [tasks[0].skeleton[:300], tasks[0].skeleton[:220] + "\nx", tasks[0].skeleton[:90], tasks[1].skeleton[:40]]
    requests = []
    for number in range(12):
        text = texts[number % 4]
        prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(tokenizer(text)["input_ids"]))
        limit = (9, 3, 14, 6)[number % 4] + number // 2
        requests.append(Request(number, f"request {number}", prompt, sampling, seed=number, max_new_tokens=limit))
    return requests
