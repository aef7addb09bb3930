"""Small real tokenizers, and a tiny task, for the tests of generation."""

import string
from collections.abc import Sequence

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from tokenizers.trainers import BpeTrainer
from transformers import PreTrainedTokenizerFast

from classeval_hf.core.tasks import ClassTask, Method

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
    """
    A tokenizer of GPT-2's make, with tokens added that are not marked as special, as most families have sentinels.

    `joins_line_ends` joins signs with the line end behind them, as newer tokenizers do, and not that with the indent.
    """
    tokenizer = Tokenizer(models.BPE())
    splits = [pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not joins_line_ends)]
    if joins_line_ends:
        splits.insert(0, pre_tokenizers.Split(Regex(r" ?[^\s\w]+\n*|\w+|\s*\n+|\s+"), "isolated"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(splits)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = BpeTrainer(
        vocab_size=400,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<|endoftext|>"],
        show_progress=False,
    )
    tokenizer.train_from_iterator(_LINES, trainer)
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
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    trainer = BpeTrainer(
        vocab_size=200,
        initial_alphabet=[*string.ascii_letters, *"☺▁\n"],
        special_tokens=["<unk>", "<s>", "</s>"],
        show_progress=False,
    )
    tokenizer.train_from_iterator(_LINES, trainer)
    tokenizer.add_tokens([AddedToken(token, normalized=False, special=False) for token in special])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", tokenizer.token_to_id("<s>"))]
    )
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", unk_token="<unk>")
