"""Texts around an instruction, for instruction-tuned models whose tokenizers bring no chat template. A format that
opens with a sentence of its own keeps it in place of the paper's system prompt, a paraphrase of Alpaca's: it is what
the model was tuned on. The others get the paper's in front of the instruction."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from classeval_hf.generation.prompts.fim import bare_name


@dataclass(frozen=True)
class InstructionFormat:
    """The text around an instruction."""

    name: str  # name of the family
    models: tuple[str, ...]  # patterns of model names, without the organisation, in lower case
    text: str  # the text, with `{instruction}` in it
    stop: tuple[str, ...]  # texts that end a completion
    opens: bool  # whether the text opens with a sentence that replaces the system prompt
    source: str  # where the format is stated

    def render(self, system: str, instruction: str) -> str:
        """The prompt; the system prompt is dropped where the format opens with a sentence of its own."""
        if not self.opens and system:
            instruction = f"{system}\n\n{instruction}"
        return self.text.replace("{instruction}", instruction)


ALPACA = InstructionFormat(
    "alpaca",
    ("wizardcoder-*", "instruct-codegen-*", "starcoder-gpteacher-code-instruct*", "instruct-starcoder*"),
    "Below is an instruction that describes a task. Write a response that appropriately completes the request.\n\n"
    "### Instruction:\n{instruction}\n\n### Response:",
    ("<|endoftext|>", "</s>", "### Instruction"),
    True,
    "https://github.com/nlpxucan/WizardLM, WizardCoder/src/humaneval_gen.py",
)
"""WizardCoder, Instruct-StarCoder and Instruct-CodeGen."""

_MAGICODER = InstructionFormat(
    "magicoder",
    ("magicoder-*",),
    "You are an exceptionally intelligent coding assistant that consistently delivers accurate and reliable responses "
    "to user instructions.\n\n@@ Instruction\n{instruction}\n\n@@ Response\n",
    ("</s>", "<|EOT|>", "<｜end▁of▁sentence｜>", "@@ Instruction"),  # noqa: RUF001
    True,
    "https://github.com/ise-uiuc/magicoder",
)

MAGICODER_AS_PUBLISHED = InstructionFormat(
    "magicoder",
    _MAGICODER.models,
    _MAGICODER.text.replace("@@ Instruction\n", "@@ Instruction:\n").replace("@@ Response\n", "@@ Response:\n"),
    _MAGICODER.stop,
    True,
    "https://github.com/FudanSELab/ClassEval, generation/inference_util.py",
)
"""Magicoder's format as ClassEval's published code writes it: with colons, which Magicoder's own has not."""

FORMATS = (
    ALPACA,
    _MAGICODER,
    InstructionFormat(
        "vicuna",
        ("vicuna-*",),
        "A chat between a curious user and an artificial intelligence assistant. The assistant gives helpful, "
        "detailed, and polite answers to the user's questions. USER: {instruction} ASSISTANT:",
        ("</s>", "USER:"),
        True,
        "https://github.com/lm-sys/FastChat, fastchat/conversation.py",
    ),
    InstructionFormat(
        "chatglm2",
        ("chatglm2-*",),
        "[Round 1]\n\n问：{instruction}\n\n答：",  # noqa: RUF001
        ("</s>", "[Round 2]"),
        False,
        "https://github.com/lm-sys/FastChat, fastchat/conversation.py",
    ),
    InstructionFormat(
        "chatglm",
        ("chatglm-*",),
        "{instruction}",
        ("<eop>", "[Round "),
        False,
        "https://github.com/THUDM/ChatGLM-6B",
    ),
    InstructionFormat(
        "octocoder",
        ("octocoder*", "octogeex*"),
        "Question: {instruction}\n\nAnswer:",
        ("<|endoftext|>", "</s>", "Question:"),
        False,
        "https://github.com/bigcode-project/bigcode-evaluation-harness",
    ),
    InstructionFormat(
        "starchat",
        ("starchat-*",),
        "<|system|>\n<|end|>\n<|user|>\n{instruction}<|end|>\n<|assistant|>",
        ("<|end|>", "<|endoftext|>"),
        False,
        "https://github.com/bigcode-project/bigcode-evaluation-harness",
    ),
)


def known_format(model_name: str) -> InstructionFormat | None:
    """The format of a model, known by its name."""
    name = bare_name(model_name)
    return next((item for item in FORMATS if any(fnmatchcase(name, pattern) for pattern in item.models)), None)
