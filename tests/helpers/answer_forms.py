"""
Forms in which models give an answer, each with a wrong draft where the form has one.

A form is a text with `{good}` for the answer and `{bad}` for a draft of it, which stand there without the line end at
their ends. The same forms serve a class, a method, and the body of a function in a file.
"""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field

from classeval_hf.core.tasks import ClassTask, Method
from classeval_hf.reading.outlines import outline_class

GOOD = """import math

class Till:
    def __init__(self):
        self.coins = []

    def add(self, coin):
        if coin is not None:
            self.coins.append(math.floor(coin))
        return self.total()

    def total(self):
        return sum(self.coins)"""
BAD = GOOD.replace("math.floor(coin)", "-1").replace("sum(self.coins)", "-1")
_METHOD = "def total(self):\n    coins = [0, *self.coins]\n    return sum(coins)"
_BAD_METHOD = "def total(self):\n    coins = [0]\n    return -1"
_SKELETON = '''import math

class Till:
    def __init__(self):
        self.coins = []

    def add(self, coin):
        """Adds a coin."""

    def total(self):
        """Sum of all coins."""
'''
TASK = ClassTask(
    task_id="till",
    class_name="Till",
    test="import unittest\nclass TillTest(unittest.TestCase):\n    def test(self):\n        pass\n",
    test_classes=("TillTest",),
    skeleton=_SKELETON,
    methods_info=(Method("add"), Method("total")),
)
OUTLINE = outline_class(TASK)
METHODS = {"definition": (_METHOD, _BAD_METHOD), "body": (_METHOD.partition("\n")[2], _BAD_METHOD.partition("\n")[2])}
"""A method and a draft of it, as a definition and as a body."""

FILE = "import math\n\n\nclass Till:\n    def total(self):\n        raise NotImplementedError\n\n\nTILLS = []\n"


@dataclass(frozen=True)
class Form:
    """A form, as a text or a function of answer and draft; `except_for` names what it is not tried with."""

    name: str
    text: str | Callable[[str, str], str]
    except_for: tuple[str, ...] = field(default=())


def filled(form: Form, good: str, bad: str) -> str:
    if callable(form.text):
        return form.text(good, bad)
    return form.text.replace("{good}", good).replace("{bad}", bad)


def _indented(good: str, bad: str) -> str:
    return textwrap.indent(good, "    ")


_BODY = ("body",)
_FENCED = "```python\n{good}\n```"

_BARE = (
    Form("bare", "{good}"),
    Form("bare, with prose around", "Here is the code.\n\n{good}\n\nIt keeps the coins in a list.", _BODY),
    Form("byte-order mark in front", "\ufeff{good}"),
    Form("blank without width in front", "\u200b{good}"),
    Form("no-break space in front", "\u00a0{good}", _BODY),
    Form("blank in front", " {good}"),
    Form("line ends in front", "\n\n{good}"),
    Form("all lines indented alike", _indented),
    Form("all lines indented below prose", lambda good, bad: f"The code:\n\n{_indented(good, bad)}\n\nDone.", _BODY),
    Form("indents of no-break spaces", lambda good, bad: f"\u200b{good}".replace("    ", "\u00a0 \u00a0 ")),
    Form("Windows line ends", lambda good, bad: good.replace("\n", "\r\n")),
    Form("the language as the first line", "python\n{good}", _BODY),
    Form("lone surrogate in a comment", "{good}  # \ud800"),
)
_FENCES = (
    Form("fence", _FENCED),
    Form("fence of tildes", "~~~\n{good}\n~~~"),
    Form("fence, prose around", f"Sure!\n\n{_FENCED}\n\nIt's short, isn't it?"),
    Form("fence never closed", "```python\n{good}\n"),
    Form("fence in a list", lambda good, bad: "1. So:\n\n" + textwrap.indent(f"```python\n{good}\n```", "   ")),
    Form("fence behind a list's dash", "- ```python\n{good}\n  ```"),
    Form("fence behind prose", "The code: ```python\n{good}\n```"),
    Form("fence closed behind the code", "```python\n{good}```\nThat is all."),
    Form("fence closed before prose", "```python\n{good}\n``` and that is all."),
    Form("code in the line of the fence", "```python {good}\n```", _BODY),
    Form("fence of four", "````python\n{good}\n````"),
    Form("two versions", "```python\n{bad}\n```\nI was wrong. Better:\n```python\n{good}\n```"),
    Form("usage behind it", f"{_FENCED}\nUse it so:\n```python\ntill = Till()\nprint(till)\n```"),
    Form("output behind it", f"{_FENCED}\nIt prints:\n```\n3 coins\n```"),
    Form("tags of Code Llama", "[PYTHON]\n{good}\n[/PYTHON]"),
    Form("answer tags", f"<answer>\n{_FENCED}\n</answer>"),
    Form("answer tag before the fence", f"<answer>{_FENCED}</answer>"),
    Form("answer tags without a fence", "<answer>\n{good}\n</answer>", _BODY),
)
_PAIRS = (
    *(("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>", "</reasoning>")),
    *(("<thought>", "</thought>"), ("<seed:think>", "</seed:think>"), ("[THINK]", "[/THINK]")),
    *(("<|START_THINKING|>", "<|END_THINKING|>"), ("\u25c1think\u25b7", "\u25c1/think\u25b7")),
    *(("<|begin_of_thought|>", "<|end_of_thought|>"), ("<|inner_prefix|>", "<|inner_suffix|>")),
    *(("<longcat_think>", "</longcat_think>"), ("<think:opensource>", "</think:opensource>")),
    *(("<|think|>", "<|end|><|begin|>assistant<|content|>"), ("<unused94>thought", "<unused95>")),
    *(("Here is my thought process:", "Here is my response:"), ("Thinking...", "...done thinking.")),
    ("<|im_start|>assistant/think", "<|im_end|>\n<|im_start|>assistant"),
)
_DRAFT = "It's a draft:\n```python\n{bad}\n```\n"
_REASONING = (
    *(Form(f"{start} and draft", f"{start}\n{_DRAFT}{end}\n\n{_FENCED}") for start, end in _PAIRS),
    *(Form(f"{end} touches the fence", f"{start}\n{_DRAFT}{end}{_FENCED}") for start, end in _PAIRS[:3]),
    Form("closing tag alone", f"{_DRAFT}</think>\n{_FENCED}"),
    Form("closing tag, then bare code", f"{_DRAFT}</think>\n\n{{good}}"),
    *(Form(f"{end} before bare code", f"{start}\n{_DRAFT}{end}\n\n{{good}}") for start, end in _PAIRS[10:]),
    Form("reasoning behind the answer", f"{_FENCED}\n<think>\nOr so?\n{_DRAFT}"),
    Form("draft cut off in reasoning", f"<think>\n```python\n{{bad}}\n    x = (\n</think>\n{_FENCED}"),
    Form("reasoning never ends", f"<think>\nIt is this:\n{_FENCED}"),
)
_HARMONY = (
    Form(
        "gpt-oss, channels",
        f"<|channel|>analysis<|message|>{_DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{_FENCED}<|return|>",
    ),
    Form("gpt-oss, bare final channel", "<|channel|>final<|message|>{good}<|return|>"),
    Form("gpt-oss, special tokens left out", f"analysisWe need it.\n{_DRAFT}assistantfinal{_FENCED}"),
    Form("gpt-oss, special tokens left out, bare", "analysisWe need a class.assistantfinal{good}"),
)
_ENDS = (
    *("<|im_end|>", "<|endoftext|>", "</s>", "<|eot_id|>", "<end_of_turn>", "<eos>", "<|end|>", "<|EOT|>"),
    *("<\uff5cend\u2581of\u2581sentence\uff5c>", "<|im_en", "<|", "</s"),
    *("<\uff5ctool\u2581calls\u2581begin\uff5c>", "<jupyter_text>", "\n<filename>"),
)
_END_TOKENS = (
    *(Form(f"{end} behind bare code", f"{{good}}{end}") for end in _ENDS),
    *(Form(f"{end} in a fence never closed", f"```python\n{{good}}{end}") for end in _ENDS[:6]),
)
_CHATS = {
    "ChatML": "<|im_end|>\n<|im_start|>user\n{0}<|im_end|>\n<|im_start|>assistant\n",
    "Llama 3": "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n{0}<|eot_id|>"
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "Gemma": "<end_of_turn>\n<start_of_turn>user\n{0}<end_of_turn>\n<start_of_turn>model\n",
    "Mistral": "</s>[INST] {0} [/INST]",
    "Alpaca": "\n\n### Instruction:\n{0}\n\n### Response:\n",
    "Phi-3": "<|end|>\n<|user|>\n{0}<|end|>\n<|assistant|>\n",
    "DeepSeek": "<\uff5cend\u2581of\u2581sentence\uff5c><\uff5cUser\uff5c>{0}<\uff5cAssistant\uff5c>",
    "Apertus": "<|assistant_end|><|user_start|>{0}<|user_end|><|assistant_start|>",
    "Hunyuan": "<\uff5chy_place\u2581holder\u2581no\u25812\uff5c><\uff5chy_User\uff5c>{0}<\uff5chy_Assistant\uff5c>",
    "Nemotron": "\n<extra_id_1>User\n{0}\n<extra_id_1>Assistant\n",
    "MiniMax": "[e~[\n]~b]user\n{0}[e~[\n]~b]ai\n",
    "LongCat": "</longcat_s><longcat_user>{0}<longcat_assistant>",
    "Solar Open": "<|flush|><|begin|>user<|content|>{0}<|end|><|begin|>assistant<|content|>",
    "a question": "\n\nQuestion: {0}\nAnswer:\n",
    "an exercise": "\n\nExercise 2: Write it again.\n{0}\n\nSolution:\n",
    "headings": "\n\n## User\n{0}\n\n## Assistant\n",
    "tokens left out": "\nuser\n{0}\nassistant\n",
}
_NEXT = {name: chat.format("Now another one.") for name, chat in _CHATS.items()}
_TURNS = (
    *(Form(f"second turn, {name}", f"{_FENCED}{turn}```python\n{{bad}}\n```") for name, turn in _NEXT.items()),
    *(Form(f"second turn of bare code, {name}", f"{{good}}{turn}{{bad}}") for name, turn in _NEXT.items()),
    Form(
        "correction within the turn",
        f"```python\n{{bad}}\n```\nNo:\n{_FENCED}<|im_end|>\n<|im_start|>user\nAgain.<|im_end|>",
    ),
    Form("next document", f"{_FENCED}<|endoftext|>```python\n{{bad}}\n```"),
    Form("prompt echoed", f"Below is a task.\n\n### Instruction:\nWrite.\n{{bad}}\n\n### Response:\n{_FENCED}"),
)
_NEIGHBOURS = (
    Form("tag between two fences in a line", f"<think>```python\n{{bad}}\n```</think>{_FENCED}"),
    Form("fence in a block quote", lambda good, bad: "> " + f"```python\n{good}\n```".replace("\n", "\n> ")),
    Form("code behind a fence that the prompt opened", "{good}\n```\n\nThat is all."),
    Form("blank without width behind", "{good}\u200b"),
    Form("span of code in prose behind", f"{_FENCED}\nIt's short: ```def total(self): return -1```."),
    Form(
        "gpt-oss, tool call",
        "<|channel|>commentary to=functions.x<|message|>{bad}<|call|><|start|>assistant"
        f"<|channel|>final<|message|>{_FENCED}",
    ),
    Form("gpt-oss, constrained final channel", "<|channel|>final <|constrain|>python<|message|>{good}<|return|>"),
    Form("gpt-oss, left out, own lines", "analysis\n\nWe need it.\n```python\n{bad}\n```\nassistantfinal\n\n{good}"),
    Form("gpt-oss, left out, draft never closed", f"analysisSo:\n```python\n{{bad}}\nassistantfinal{_FENCED}"),
    Form("apostrophes around an end token", f"{_FENCED}\n\nIt's done.</s>[INST] That's it? [/INST] ```\n{{bad}}\n```"),
    Form("# in prose before an end token", f"{_FENCED}\n\nThis fixes #3.</s>[INST] More. [/INST] ```\n{{bad}}\n```"),
    Form("comment before an end token", "{good}  # in cents</s>[INST] Another. [/INST] {bad}"),
    Form("role behind the fence", f"{_FENCED}assistant\n\n```python\n{{bad}}\n```"),
    Form("role behind prose", f"{_FENCED}\n\nThat is all.assistant\n\nSure:\n\n```python\n{{bad}}\n```"),
    Form("role on a line of its own", "{good}\nassistant\n{bad}"),
    Form("Human:", f"{_FENCED}\n\nHuman: Another one.\n\nAssistant: ```python\n{{bad}}\n```"),
    Form(
        "### Instruction in a fence never closed",
        "```python\n{good}\n\n### Instruction: Another.\n\n### Response: {bad}",
    ),
    Form("token that no format names", "{good}<|endofturn|>"),
    Form("padding", "{good}<pad><pad>"),
)
FORMS: tuple[Form, ...] = (*_BARE, *_FENCES, *_REASONING, *_HARMONY, *_END_TOKENS, *_TURNS, *_NEIGHBOURS)
"""All forms, in the order of their kinds."""
