"""Fill-in-the-middle: each family's own order and tokens, and what is no such family."""

import json
from pathlib import Path
from typing import Any

import pytest
from tiny_models import CHATML, TINY_TASK, byte_level, sentencepiece_like

from classeval_hf.classes import prompts
from classeval_hf.classes.prompts import ClassStep
from classeval_hf.prompting import prompt_choice
from classeval_hf.prompting.steps import Prompt, PromptKind, StepTarget, Strategy
from classeval_hf.reading.completion_blocks import answer_text

PREFIX = 'import os\n\nclass Two:\n\n    def one(self):\n        """One."""\n'
SUFFIX = "\n\n    def two(self):\n        pass\n"
STEP = ClassStep(TINY_TASK, Strategy.COMPOSITIONAL, StepTarget.METHOD, 0, TINY_TASK.methods_info[0])
STARCODER = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")
QWEN = ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
FAMILIES = {item.name: item for item in prompt_choice.read_fim_table().families}
GOLDEN = {
    "bigcode/gpt_bigcode-santacoder": ("santacoder", "<fim-prefix>{p}<fim-suffix>{s}<fim-middle>"),
    "bigcode/starcoder": ("starcoder", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "bigcode/starcoder2-15b": ("starcoder2", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "deepseek-ai/deepseek-coder-6.7b-base": ("deepseek-coder", "<｜fim▁begin｜>{p}<｜fim▁hole｜>{s}<｜fim▁end｜>"),  # noqa: RUF001
    "Qwen/Qwen2.5-Coder-7B": ("qwen2.5-coder", "<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>"),
    "Qwen/CodeQwen1.5-7B": ("codeqwen1.5", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "facebook/incoder-6B": ("incoder", "{p}<|mask:0|>{s}<|mask:1|><|mask:0|>"),
    "mistralai/Codestral-22B-v0.1": ("codestral", "<s>[SUFFIX]{s}[PREFIX]{p}"),
    "google/codegemma-7b": ("codegemma", "<|fim_prefix|>{p}<|fim_suffix|>{s}<|fim_middle|>"),
    "ibm-granite/granite-8b-code-base-4k": ("granite", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "stabilityai/stable-code-3b": ("stable-code", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "smallcloudai/Refact-1_6B-fim": ("refact", "<fim_prefix>{p}<fim_suffix>{s}<fim_middle>"),
    "Salesforce/codegen2-7B_P": ("codegen2", "{p}<mask_1>{s}<|endoftext|><sep><mask_1>"),
    "ByteDance-Seed/Seed-Coder-8B-Base": ("seed-coder", "<[fim-suffix]>{s}<[fim-prefix]>{p}<[fim-middle]>"),
    "aiXcoder/aixcoder-7b-base": (
        "aixcoder",
        "<s>▁<AIX-SPAN-PRE>▁<AIX-SPAN-POST>{s}▁<AIX-SPAN-MIDDLE># the file path is: solution.py\n"
        "# the code file is written by Python\n{p}",
    ),
    "JetBrains/Mellum-4b-base": ("mellum", "<filename>solution.py\n<fim_suffix>{s}<fim_prefix>{p}<fim_middle>"),
    "codellama/CodeLlama-7b-hf": ("codellama", "<s>▁<PRE>{p}▁<SUF>{s}▁<MID>"),
    "zai-org/GLM-4.5-Air": ("glm-4.5", "<|code_prefix|>{p}<|code_suffix|>{s}<|code_middle|>"),
    "THUDM/codegeex4-all-9b": (
        "codegeex4",
        "<|user|>\n###PATH:solution.py\n###LANGUAGE:Python\n###MODE:BLOCK\n<|code_suffix|>{s}<|code_prefix|>{p}"
        "<|code_middle|><|assistant|>\n",
    ),
}


def choose(
    tokenizer: Any, name: str = "m", requested: str = "fim", strategy: Strategy = Strategy.COMPOSITIONAL, **more: Any
) -> prompt_choice.PromptChoice:
    return prompt_choice.choose_prompt(name, tokenizer, requested, strategy, **more)


def write(step: ClassStep, tokenizer: Any, name: str = "m", requested: str = "fim", **more: Any) -> Prompt:
    return prompts.PromptWriter(choose(tokenizer, name, requested, step.strategy, **more), tokenizer).write(step)


@pytest.mark.parametrize("name", GOLDEN)
def test_each_family_in_its_own_form(name: str) -> None:
    form, template = GOLDEN[name]
    family = FAMILIES[form]
    bos = "<s>" if form in ("codestral", "codellama", "aixcoder") else None
    tokenizer = byte_level([item for item in family.sentinels if item != "<|endoftext|>"], bos=bos)
    choice = choose(tokenizer, name, embedding_rows=len(tokenizer))
    assert (choice.kind, choice.format, choice.family) == (PromptKind.FIM, form, family)
    prompt = write(STEP, tokenizer, name, embedding_rows=len(tokenizer))
    assert (prompt.prefix, prompt.suffix) == (PREFIX, SUFFIX) and prompt.text == template.format(p=PREFIX, s=SUFFIX)
    assert tokenizer.decode(prompt.token_ids) == prompt.text
    for sentinel in family.sentinels:
        assert prompt.token_ids.count(tokenizer.get_vocab()[sentinel]) == template.count(sentinel)


def test_qwen3_coder_and_codellama() -> None:
    """All other families are in the table above."""
    assert {family for family, _ in GOLDEN.values()} | {"qwen3-coder"} == set(FAMILIES)
    tokenizer = byte_level(["<|im_start|>", "<|im_end|>", "<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"])
    tokenizer.chat_template = CHATML
    name = "Qwen/Qwen3-Coder-30B-A3B-Instruct"
    assert choose(tokenizer, name, "auto").kind is PromptKind.INSTRUCT
    prompt = write(STEP, tokenizer, name)
    assert prompt.text == (
        "<|im_start|>system\nYou are a code completion assistant.<|im_end|>\n<|im_start|>user\n"
        f"<|fim_prefix|>{PREFIX}<|fim_suffix|>{SUFFIX}<|fim_middle|><|im_end|>\n<|im_start|>assistant\n"
    )
    assert prompt.token_ids.count(tokenizer.get_vocab()["<|fim_middle|>"]) == 1
    # Meta's reference puts the blank in front of the prefix and not of the suffix.
    tokenizer = sentencepiece_like(["▁<PRE>", "▁<SUF>", "▁<MID>", "▁<EOT>"])
    prompt = write(STEP, tokenizer, "codellama/CodeLlama-7b-hf", "auto")
    tokens = tokenizer.convert_ids_to_tokens(prompt.token_ids)
    assert tokens[:2] == ["<s>", "▁<PRE>"] and tokens[-1] == "▁<MID>"
    middle = tokens.index("▁<SUF>")
    assert tokens[2].startswith("▁") and "".join(tokens[2:middle]) == "▁" + PREFIX.replace(" ", "▁")
    assert "".join(tokens[middle + 1 : -1]) == SUFFIX.replace(" ", "▁") and tokens.count("<s>") == 1


def test_holes_and_ends() -> None:
    """The suffix holds what follows in the class; a whole class is a hole below skeleton and header."""
    last = ClassStep(TINY_TASK, Strategy.COMPOSITIONAL, StepTarget.METHOD, 1, TINY_TASK.methods_info[1])
    prompt = write(last, byte_level(STARCODER))
    assert prompt.suffix == "\n" and "    def one(self):\n        pass\n" in prompt.prefix
    prompt = write(ClassStep(TINY_TASK, Strategy.HOLISTIC, StepTarget.CLASS), byte_level(STARCODER))
    assert prompt.prefix == f"{TINY_TASK.skeleton.rstrip()}\n\n\nimport os\n\nclass Two:\n\n" and prompt.suffix == "\n"
    plan = write(ClassStep(TINY_TASK, Strategy.TOP_DOWN, StepTarget.PLAN), byte_level(STARCODER))
    assert plan.kind is PromptKind.BASE and plan.prefix == ""
    prompt = write(STEP, byte_level(STARCODER), "bigcode/starcoder")
    for end in ("<|endoftext|>", "<file_sep>", "<fim_prefix>", "\n\n    def two(", "\n\nclass B"):
        assert answer_text(prompt.answer(f"        return 1{end} and more")).rstrip("\n") == "        return 1"


def test_which_models_fill_in() -> None:
    tokenizer = byte_level(STARCODER)
    with_holes = (Strategy.INCREMENTAL, Strategy.COMPOSITIONAL, Strategy.LOCAL_INFILLING)
    for strategy in Strategy:
        expected = PromptKind.FIM if strategy in with_holes else PromptKind.BASE
        assert choose(tokenizer, "bigcode/starcoder", "auto", strategy).kind is expected
    by_spelling = choose(tokenizer, "my/finetune", "auto", Strategy.INCREMENTAL)
    assert by_spelling.format == "starcoder" and "vocabulary" in by_spelling.reason
    incomplete = choose(byte_level(STARCODER[:2]), "my/finetune", "auto", Strategy.INCREMENTAL)
    assert incomplete.kind is PromptKind.BASE
    tokenizer = byte_level(QWEN)
    tokenizer.chat_template = CHATML
    assert choose(tokenizer, "Qwen/Qwen2.5-Coder-7B", "auto").kind is PromptKind.FIM
    assert choose(tokenizer, "Qwen/Qwen2.5-Coder-7B-Instruct", "auto").kind is PromptKind.INSTRUCT
    assert choose(tokenizer, "Qwen/Qwen2.5-Coder-7B", "auto", Strategy.HOLISTIC).kind is PromptKind.BASE


FALSE_POSITIVES = [
    ("infly/OpenCoder-8B-Base", STARCODER),
    ("replit/replit-code-v1_5-3b", STARCODER),
    ("Qwen/Qwen2.5-7B", QWEN),
    ("Qwen/Qwen3-8B-Base", QWEN),
    ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", QWEN),
    ("google/codegemma-7b-it", QWEN),
    ("codellama/CodeLlama-34b-hf", ("▁<PRE>", "▁<SUF>", "▁<MID>")),
    ("codellama/CodeLlama-7b-Python-hf", ("▁<PRE>", "▁<SUF>", "▁<MID>")),
    ("deepseek-ai/deepseek-coder-7b-base-v1.5", ("<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>")),  # noqa: RUF001
    ("mistralai/Mamba-Codestral-7B-v0.1", ("[SUFFIX]", "[PREFIX]")),
    ("01-ai/Yi-Coder-9B", STARCODER),
]


@pytest.mark.parametrize(("name", "sentinels"), FALSE_POSITIVES)
def test_models_that_only_look_as_if(name: str, sentinels: tuple[str, ...]) -> None:
    tokenizer = byte_level(sentinels, bos="<s>")
    choice = choose(tokenizer, name, "auto")
    assert choice.kind is PromptKind.BASE and "but the model" in choice.reason
    asked = choose(tokenizer, name)  # the user may know better
    assert asked.kind is PromptKind.FIM and "though the model" in asked.reason


def test_sentinels_and_families() -> None:
    """A sentinel in the vocabulary may not be what its text becomes."""
    tokenizer = byte_level(STARCODER)
    assert prompt_choice.sentinel_problem(FAMILIES["starcoder"], tokenizer, len(tokenizer)) is None
    number = tokenizer.get_vocab()["<fim_middle>"]
    with pytest.raises(ValueError, match=f"'<fim_middle>' has id {number}, and the model only {number} embeddings"):
        choose(tokenizer, "bigcode/starcoder", embedding_rows=number)
    with pytest.raises(ValueError, match="has no token '<fim_prefix>'"):
        choose(byte_level(), "bigcode/starcoder")
    with pytest.raises(ValueError, match=r"No fill-in-the-middle family is known for my/model.*--fim-families"):
        choose(byte_level(), "my/model")
    auto = choose(tokenizer, "bigcode/starcoder", "auto", embedding_rows=number)
    assert auto.kind is PromptKind.BASE and "embeddings" in auto.reason
    tokenizer, broken = byte_level(STARCODER), byte_level(STARCODER)
    broken.backend_tokenizer.add_tokens(["<fim"])  # found first in the text, at the same place
    assert broken.get_vocab()["<fim_middle>"] == tokenizer.get_vocab()["<fim_middle>"]
    pieces = len(broken("<fim_prefix>", add_special_tokens=False)["input_ids"])
    assert (prompt_choice.sentinel_problem(FAMILIES["starcoder"], broken, None) is None) == (pieces == 1)
    file = Path("families.json")
    family = {"name": "mine", "models": ["My-*"], "parts": ["<A>", "{suffix}", "<B>", "{prefix}", "<C>"]}
    file.write_text(json.dumps([family]))
    tokenizer = byte_level(["<A>", "<B>", "<C>"])
    assert choose(tokenizer, "me/my-model", "auto", Strategy.INCREMENTAL, families=file).format == "mine"
    assert write(STEP, tokenizer, "me/my-model", "auto", families=file).text == f"<A>{SUFFIX}<B>{PREFIX}<C>"


PARTS = '"parts": ["{prefix}", "{suffix}"]'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not valid JSON"),
        ('{"families": 3}', "a list of families, or an object"),
        ('[{"name": "a", "models": ["a"]}]', "missing required field `parts` - at `$[0]`"),
        ('[{"name": "a", "models": ["a"], "parts": ["{prefix}"]}]', "hold '{suffix}' once"),
        ('[{"name": "a", "models": ["a"], "parts": [{"txt": ""}, "{suffix}"]}]', "a part is"),
        (f'[{{"name": "a", "models": "a", {PARTS}}}]', "Expected `array`, got `str` - at `$[0].models`"),
        (f'[{{"name": "a", "models": ["a"], {PARTS}, "bos": 1}}]', "got `int` - at `$[0].bos`"),
        (f'[{{"name": "a", "models": ["a"], {PARTS}, "colour": 1}}]', "unknown field `colour`"),
        ("[3]", "got `int` - at `$[0]`"),
    ],
)
def test_a_wrong_file_of_families_is_named(content: str, message: str) -> None:
    file = Path("families.json")
    file.write_text(content)
    with pytest.raises(ValueError, match=r"families\.json") as error:
        prompt_choice.read_fim_table(file)
    assert message in str(error.value)
