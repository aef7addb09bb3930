"""What a model sees, character by character and token by token; a special token that a docstring spells is text."""

from dataclasses import replace
from typing import Any

import pytest
from tiny_models import CHATML, TINY_TASK, byte_level, sentencepiece_like

from classeval_hf.classes.prompts import SYSTEM_PROMPT, ClassStep, PromptWriter
from classeval_hf.prompting.prompt_choice import PromptChoice, choose_prompt
from classeval_hf.prompting.prompt_form import SpelledTokens
from classeval_hf.prompting.steps import Prompt, PromptKind, StepTarget, Strategy
from classeval_hf.reading.completion_blocks import answer_text

INFO = "import os\n\nclass Two:"
ONE, TWO = '    def one(self):\n        """One."""', '    def two(self):\n        """Two."""'
WRITTEN = f"{ONE}\n        return 1"
SKELETON = TINY_TASK.skeleton
HOLISTIC = ClassStep(TINY_TASK, Strategy.HOLISTIC, StepTarget.CLASS)
COMPOSITIONAL = ClassStep(TINY_TASK, Strategy.COMPOSITIONAL, StepTarget.METHOD, 1, TINY_TASK.methods_info[1])
INCREMENTAL = replace(COMPOSITIONAL, strategy=Strategy.INCREMENTAL, written=(("one", WRITTEN),))
PLAN = ClassStep(TINY_TASK, Strategy.BOTTOM_UP, StepTarget.PLAN)
ORDERED = ClassStep(TINY_TASK, Strategy.BOTTOM_UP, StepTarget.CLASS, 1, order=("two", "one"))
REVERSED = ClassStep(TINY_TASK, Strategy.TOP_DOWN, StepTarget.CLASS, 1, order=("one", "two"))
INCREMENTAL_CODE = f"{INFO}\n\n{WRITTEN}\n\n{TWO}"
COMPOSITIONAL_CODE = f"{INFO}\n\n    def one(self):\n        pass\n\n{TWO}"
NO_THOUGHT = "{% if enable_thinking is defined and not enable_thinking %}{{ '<think>\n\n</think>\n\n' }}{% endif %}"
THINKING, ALWAYS_THINKING = CHATML + NO_THOUGHT, CHATML + "{{ '<think>\n' }}"
REJECTS_SYSTEM = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}"
    "{{ '[' + message['role'] + ']' + message['content'] }}{% endfor %}[model]"
)
IGNORES_SYSTEM = "{% for one in messages %}{% if one.role == 'user' %}{{ one.content }}{% endif %}{% endfor %}>"
MARKERS = ("<|im_start|>", "<|im_end|>")


def with_template(template: str, tokenizer: Any = None) -> Any:
    tokenizer = tokenizer or byte_level(MARKERS)
    tokenizer.chat_template = template
    return tokenizer


def choose(tokenizer: Any, name: str = "model", requested: str = "auto", step: ClassStep = HOLISTIC) -> PromptChoice:
    return choose_prompt(name, tokenizer, requested, step.strategy)


def write(step: ClassStep, tokenizer: Any, name: str = "model", requested: str = "auto", **settings: Any) -> Prompt:
    return PromptWriter(choose(tokenizer, name, requested, step), tokenizer, **settings).write(step)


IN_ORDER = "Please complete the class Two in the subsequent code. Implement its methods in this order,"
PAPER = [
    (HOLISTIC, f"Please complete the class Two in the subsequent code.\n\n{SKELETON}"),
    (INCREMENTAL, f"Please complete the method two within the following class Two.\n\n{INCREMENTAL_CODE}"),
    (COMPOSITIONAL, f"Please complete the method two within the following class Two.\n\n{COMPOSITIONAL_CODE}"),
    (ORDERED, f"{IN_ORDER} so that no method calls one that comes later: two, one.\n\n{SKELETON}"),
    (REVERSED, f"{IN_ORDER} each method before those that it calls: one, two.\n\n{SKELETON}"),
]
UPSTREAM = [
    (HOLISTIC, f"Please complete the class Two in the following code.\n{SKELETON}"),
    (INCREMENTAL, f"please complete two method in the following class Two\n\n{INCREMENTAL_CODE}"),
    (COMPOSITIONAL, f"please complete two method in the following class Two\n\n{COMPOSITIONAL_CODE}"),
]


@pytest.mark.parametrize(("step", "instruction"), PAPER)
def test_chat_template_with_the_papers_words(step: ClassStep, instruction: str) -> None:
    tokenizer = with_template(CHATML)
    prompt = write(step, tokenizer)
    assert prompt.text == (
        "<|im_start|>system\nProvided below is an instruction detailing a task. Compose a response that aptly "
        f"fulfills the request.<|im_end|>\n<|im_start|>user\n{instruction}<|im_end|>\n<|im_start|>assistant\n"
    )
    assert prompt.messages == (("system", SYSTEM_PROMPT), ("user", instruction))
    turns = [{"role": role, "content": content} for role, content in prompt.messages]
    expected = tokenizer.apply_chat_template(turns, add_generation_prompt=True)["input_ids"]
    assert list(prompt.token_ids) == expected


@pytest.mark.parametrize("template", [REJECTS_SYSTEM, IGNORES_SYSTEM])
def test_the_system_prompt_is_folded_in(template: str) -> None:
    tokenizer = with_template(template, byte_level(bos="<bos>"))
    choice = choose(tokenizer)
    assert choice.chat is not None and choice.chat.folds_system and "no system role" in choice.reason
    prompt = write(HOLISTIC, tokenizer)
    assert prompt.messages == (("user", f"{SYSTEM_PROMPT}\n\n{PAPER[0][1]}"),)
    if template is REJECTS_SYSTEM:
        assert prompt.text == f"<bos>[user]{prompt.messages[0][1]}[model]"
        assert prompt.token_ids.count(tokenizer.bos_token_id) == 1  # the template's, and not the tokenizer's as well


def test_thinking_is_switched_off_and_thoughts_are_cut_out() -> None:
    prompt = write(HOLISTIC, with_template(THINKING))
    assert prompt.text.endswith("<|im_start|>assistant\n<think>\n\n</think>\n\n")
    assert "thinking is switched off" in choose(with_template(THINKING)).reason
    assert "thinking" not in choose(with_template(CHATML)).reason
    for template, raw, kept in (
        (CHATML, "<think>\nA class? </think>\n\nclass A: pass", "\n\nclass A: pass"),
        (CHATML, "\n<think>never ended", ""),
        (ALWAYS_THINKING, "Hm, `<think>`.\n</think>\nclass A: pass", "\nclass A: pass"),
        (ALWAYS_THINKING, "never ended", ""),
        (CHATML, "opened by the server</think>class A: pass", "class A: pass"),
        (THINKING, "class A:\n    tag = '<think>'", "class A:\n    tag = '<think>'"),
        (CHATML, "class A: pass<|endoftext|>more", "class A: pass"),
    ):
        assert answer_text(write(HOLISTIC, with_template(template)).answer(raw)) == kept, raw


ALPACA = (
    "Below is an instruction that describes a task. Write a response that appropriately completes the request.\n\n"
    "### Instruction:\n{}\n\n### Response:"
)
LEGACY = [
    ("WizardLMTeam/WizardCoder-15B-V1.0", "alpaca", ALPACA),
    ("GeorgiaTechResearchInstitute/starcoder-gpteacher-code-instruct", "alpaca", ALPACA),
    ("/models/instruct-codegen-16B/", "alpaca", ALPACA),
    (
        "ise-uiuc/Magicoder-S-DS-6.7B",
        "magicoder",
        "You are an exceptionally intelligent coding assistant that consistently delivers accurate and reliable "
        "responses to user instructions.\n\n@@ Instruction\n{}\n\n@@ Response\n",
    ),
    (
        "lmsys/vicuna-7b-v1.3",
        "vicuna",
        "A chat between a curious user and an artificial intelligence assistant. The assistant gives helpful, "
        "detailed, and polite answers to the user's questions. USER: {} ASSISTANT:",
    ),
    ("zai-org/chatglm-6b", "chatglm", f"{SYSTEM_PROMPT}\n\n{{}}"),
    ("zai-org/chatglm2-6b", "chatglm2", f"[Round 1]\n\n问：{SYSTEM_PROMPT}\n\n{{}}\n\n答："),  # noqa: RUF001
    ("bigcode/octocoder", "octocoder", f"Question: {SYSTEM_PROMPT}\n\n{{}}\n\nAnswer:"),
    (
        "HuggingFaceH4/starchat-beta",
        "starchat",
        f"<|system|>\n<|end|>\n<|user|>\n{SYSTEM_PROMPT}\n\n{{}}<|end|>\n<|assistant|>",
    ),
]


@pytest.mark.parametrize(("name", "family", "text"), LEGACY)
def test_formats_from_before_chat_templates(name: str, family: str, text: str) -> None:
    tokenizer = byte_level(bos="<s>")
    choice = choose(tokenizer, name)
    assert (choice.kind, choice.format) == (PromptKind.INSTRUCT, family)
    for step, instruction in PAPER[:3]:
        prompt = write(step, tokenizer, name)
        assert prompt.text == "<s>" + text.format(instruction)
        assert list(prompt.token_ids) == tokenizer(text.format(instruction))["input_ids"]  # with its own <s>
    assert choose(with_template(CHATML, tokenizer), name).format == "chat", "a template goes before the name"


def test_formats_as_the_published_code_and_codegeex2_have_them() -> None:
    for step, instruction in UPSTREAM:
        prompt = write(step, with_template(CHATML), instruction_style="upstream")
        assert prompt.messages == (("user", instruction),)
    text = write(HOLISTIC, byte_level(), "lmsys/vicuna-7b", instruction_style="upstream").text
    assert text == ALPACA.format(UPSTREAM[0][1])
    text = write(HOLISTIC, byte_level(), "magicoder-cl-7b", instruction_style="upstream").text
    assert text.endswith("\n\n@@ Response:\n") and "\n\n@@ Instruction:\nPlease" in text
    server = write(HOLISTIC, None, "gpt-4", instruction_style="upstream")
    assert server.messages == (("system", "You are a helpful assistant."), ("user", ALPACA.format(UPSTREAM[0][1])))
    choice = choose(byte_level(), "some/base", "instruct")
    assert choice.format == "alpaca" and "published code" in choice.reason
    assert choose(byte_level(), "zai-org/codegeex2-6b").format == "codegeex2"
    prompt = write(HOLISTIC, byte_level(), "zai-org/codegeex2-6b")
    assert prompt.text == f"# language: Python\n{SKELETON.rstrip()}"


def test_plans_and_messages() -> None:
    asked = write(PLAN, with_template(CHATML)).messages[-1][1]
    assert asked.endswith(f'such as ["first", "second"].\n\n{SKELETON}') and "class Two below" in asked
    base = write(PLAN, byte_level())
    asked_in_code = "# The methods above as a JSON list, each after those that it calls:\nORDER ="
    assert (base.kind, base.text) == (PromptKind.BASE, f"{SKELETON.rstrip()}\n\n\n{asked_in_code}")
    prompt = write(HOLISTIC, None, "gpt-4")
    assert prompt.messages == (("system", SYSTEM_PROMPT), ("user", PAPER[0][1])) and prompt.token_ids == ()
    assert write(HOLISTIC, None, "bigcode/starcoder").kind is PromptKind.BASE
    filled = write(COMPOSITIONAL, None, "bigcode/starcoder", "fim")
    assert filled.text.startswith("<fim_prefix>import os") and filled.text.endswith("<fim_middle>")


BASE = [
    (HOLISTIC, SKELETON.rstrip()),
    (INCREMENTAL, INCREMENTAL_CODE),
    (COMPOSITIONAL, COMPOSITIONAL_CODE),
    (ORDERED, f"{SKELETON.rstrip()}\n\n\n# The class, with its methods in this order: two, one"),
]


@pytest.mark.parametrize(("step", "code"), BASE)
def test_base_models_see_bare_code(step: ClassStep, code: str) -> None:
    prompt = write(step, byte_level())
    assert (prompt.kind, prompt.text) == (PromptKind.BASE, code)
    assert write(step, None, requested="base").text == f"{code}\n"


def test_where_prompts_begin_and_end() -> None:
    """Tokens of the prompt are the head of the tokens of prompt and answer, whatever the tokenizer."""
    ends = set()
    for tokenizer in (byte_level(), byte_level(joins_line_ends=True), sentencepiece_like()):
        prompt = write(COMPOSITIONAL, tokenizer)
        ends.add(prompt.text.endswith("\n"))
        body = "        return 2\n" if prompt.text.endswith("\n") else "\n        return 2\n"
        whole = tokenizer(prompt.text.removeprefix("<s>") + body)["input_ids"]
        assert whole[: len(prompt.token_ids)] == list(prompt.token_ids)
    assert ends == {True, False}
    tokenizer = byte_level(bos="<s>", eos_behind=True)
    prompt = write(HOLISTIC, tokenizer)
    assert prompt.token_ids[0] == tokenizer.bos_token_id and prompt.text.startswith("<s>import os")
    assert prompt.token_ids.count(tokenizer.bos_token_id) == 1 and tokenizer.eos_token_id not in prompt.token_ids
    assert tokenizer("x")["input_ids"][-1] == tokenizer.eos_token_id


NO_END = "        def inner():\n            return\n# no end\n"


def test_answers_of_base_models_and_of_old_formats_end() -> None:
    for step, raw, kept in (
        (COMPOSITIONAL, "\n        return 2\n\n    def three(self):", "\n        return 2\n"),
        (COMPOSITIONAL, "\n        return 2\n\n    @property\n", "\n        return 2\n"),
        (COMPOSITIONAL, "\n        return 2\nclass B:", "\n        return 2"),
        (COMPOSITIONAL, NO_END, NO_END),
        (COMPOSITIONAL, "        return 2<|endoftext|>\n", "        return 2"),
        (COMPOSITIONAL, "        return 2\n```\nThat", "        return 2"),
        (HOLISTIC, "\n\nclass Two:\n    x = 1\n\nif __name__ == '", "\n\nclass Two:\n    x = 1\n"),
    ):
        assert answer_text(write(step, byte_level()).answer(raw)) == kept, raw
    prompt = write(HOLISTIC, byte_level(), "wizardcoder-15b")
    assert prompt.answer("class Two: pass\n\n### Instruction:\nNext") == "class Two: pass\n\n"
    for kind in PromptKind:  # what a class says of such a tag opens nothing
        for text, tag in (("opens <think>\n", "<think>"), ("opens <think> in words", "")):
            opening = tag * (kind is PromptKind.INSTRUCT)
            assert Prompt(kind, text, stop_strings=("END", "STOP")).answer("  raw STOP END") == f"{opening}  raw "


LONG = tuple((name, f"    def {name}(self):\n" + f"        return {name!r}\n" * 30) for name in ("one", "two"))
AFTER_LONG = replace(INCREMENTAL, index=2, written=LONG)


def test_bodies_are_left_out_oldest_first_and_the_target_never() -> None:
    tokenizer = byte_level()
    full = write(AFTER_LONG, tokenizer, requested="base")
    assert full.trimmed == ()
    length = len(full.token_ids)

    def within(context: int) -> Prompt:
        return write(AFTER_LONG, tokenizer, requested="base", context_length=context, completion_room=10)

    assert within(length + 10) == full
    trimmed = within(length + 9)
    assert trimmed.trimmed == ("one",)
    assert "    def one(self):\n        pass\n\n    def two(self):\n        return 'two'" in trimmed.text
    assert within(length // 3).trimmed == ("one", "two")
    for prompt in (trimmed, within(length // 3)):
        assert prompt.text.startswith(INFO) and prompt.text.endswith(TWO)
    with pytest.raises(ValueError, match=r"Task two, method two: the prompt has \d+ tokens, .* do not fit into 20"):
        within(20)


@pytest.mark.parametrize("kind", ["instruct", "fim"])
def test_every_kind_of_prompt_is_trimmed(kind: str) -> None:
    tokenizer = with_template(CHATML, byte_level((*MARKERS, "<fim_prefix>", "<fim_suffix>", "<fim_middle>")))
    length = len(write(AFTER_LONG, tokenizer, requested=kind).token_ids)
    prompt = write(AFTER_LONG, tokenizer, requested=kind, context_length=length, completion_room=1)
    assert prompt.trimmed == ("one",) and len(prompt.token_ids) < length
    with pytest.raises(ValueError, match="Task two, its class"):
        write(HOLISTIC, tokenizer, requested=kind, context_length=30, completion_room=1)


def test_wrong_words_and_lone_surrogates() -> None:
    """Neither a tokenizer nor a server takes them: they are replaced, on every way to a prompt."""
    broken, whole = "x = '\ud800'", "x = '?'"
    of_server = PromptWriter(choose(None, "gpt-4"), None)
    assert of_server.instruction("", broken).messages[-1][1] == whole
    assert of_server.instruction("", "", turns=[("user", broken)]).messages == (("user", whole),)
    writer = PromptWriter(choose(byte_level(), requested="base"), byte_level())
    assert writer.text(PromptKind.BASE, broken, ()).text.endswith(whole)
    with pytest.raises(ValueError, match="not 'chat'"):
        choose(byte_level(), requested="chat")
    choice = PromptChoice(PromptKind.BASE, "", "code")
    with pytest.raises(ValueError, match="not 'mine'"):
        PromptWriter(choice, None, instruction_style="mine")
    with pytest.raises(ValueError, match="leaves out the user's turn"):
        choose(with_template("nothing"))


INSTRUCTED = "sahil2801/instruct-codegen-16B WizardLMTeam/WizardCoder-15B-V1.0 lmsys/vicuna-7b-v1.3 zai-org/chatglm-6b"
INSTRUCTED += " GeorgiaTechResearchInstitute/starcoder-gpteacher-code-instruct gpt-3.5-turbo gpt-4"
BARE = "zai-org/codegeex2-6b facebook/incoder-6B NinedayWang/PolyCoder-2.7B bigcode/gpt_bigcode-santacoder"
PAPERS_MODELS = dict.fromkeys(INSTRUCTED.split(), PromptKind.INSTRUCT) | dict.fromkeys(BARE.split(), PromptKind.BASE)
"""ClassEval, Table 6: with an instruction if a model follows instructions ("IF"), else with the bare code context."""


def test_auto_asks_the_papers_models_as_the_paper_does() -> None:
    for model, kind in PAPERS_MODELS.items():
        tokenizer = byte_level() if "/" in model else None  # those of OpenAI are on a server
        assert choose(tokenizer, model).kind is kind, model


SENTINELS = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")


@pytest.mark.parametrize("prompt", ["base", "instruct", "fim"])
@pytest.mark.parametrize("strategy", [Strategy.HOLISTIC, Strategy.COMPOSITIONAL])
def test_the_end_token_of_a_docstring_is_text(prompt: str, strategy: Strategy) -> None:
    tokenizer = byte_level(["<|im_start|>", "<|im_end|>", *SENTINELS])
    end = tokenizer.eos_token
    if prompt == "instruct":
        tokenizer.chat_template = CHATML
    target = StepTarget.CLASS if strategy is Strategy.HOLISTIC else StepTarget.METHOD
    method = None if target is StepTarget.CLASS else TINY_TASK.methods_info[0]

    def written(said: str) -> tuple[list[int], str]:
        docstring = f'"""One {said} ends a text."""'
        task = replace(TINY_TASK, skeleton=TINY_TASK.skeleton.replace('"""One."""', docstring))
        step = ClassStep(task, strategy, target, method=method)
        found = PromptWriter(choose_prompt("m", tokenizer, prompt, strategy), tokenizer).write(step)
        assert end not in found.stop_strings
        return list(found.token_ids), found.text

    ids, text = written(end)
    plain_ids, plain = written("Nothing")
    assert text == plain.replace("Nothing", end)
    assert tokenizer.decode(ids) == tokenizer.decode(plain_ids).replace("Nothing", end)
    for token in (end, "<|im_start|>", "<|im_end|>", *SENTINELS):
        number = tokenizer.convert_tokens_to_ids(token)
        assert ids.count(number) == plain_ids.count(number)


def test_text_around_spelled_tokens() -> None:
    tokenizer = sentencepiece_like()
    spelled, end = SpelledTokens(tokenizer), tokenizer.eos_token
    text = f"class A:\n    x = '{end}'\n"
    ids = spelled.encode(spelled.hide(text))
    assert tokenizer.eos_token_id not in ids
    head, tail = spelled.encode("class A:\n    x = '"), tokenizer("x'\n", add_special_tokens=False)["input_ids"]
    assert ids[: len(head)] == head and ids[-2:] == tail[-2:]
    assert len(ids) == len(head) + len(end) + 2  # a token per character, and none between them
    assert spelled.show(spelled.hide(text)) == text
    tokenizer = byte_level(SENTINELS)
    spelled = SpelledTokens(tokenizer)
    for text in ("", "def f():\n    return 1\n", "a \ue000 b", "x < fim_prefix"):
        assert spelled.hide(text) == text
        assert spelled.encode(text) == tokenizer(text, add_special_tokens=False)["input_ids"]
    tokenizer = byte_level()
    end = tokenizer.eos_token
    writer = PromptWriter(choose_prompt("m", tokenizer, "auto", Strategy.HOLISTIC), tokenizer)
    prompt = writer.write(ClassStep(TINY_TASK, Strategy.HOLISTIC, StepTarget.CLASS))
    raw = f"\n\nclass Two:\n    end = '{end}'\n\n    def one(self):\n        return self.end\n"
    assert prompt.answer(raw) == raw
