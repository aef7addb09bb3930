"""A docstring that spells a special token is text: in prompts of every form, and in completions."""

from dataclasses import replace

import pytest
from small_tokenizers import TINY_TASK, byte_level, sentencepiece_like

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.prompts.prompt_choice import choose_prompt
from classeval_hf.generation.prompts.prompt_form import SpelledTokens
from classeval_hf.generation.prompts.writer import PromptWriter
from classeval_hf.generation.steps import ClassStep, StepTarget, Strategy

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n"
)
SENTINELS = ("<fim_prefix>", "<fim_suffix>", "<fim_middle>")


def task_on(end: str) -> ClassTask:
    said = f'"""One {end} ends a text."""'
    return replace(TINY_TASK, skeleton=TINY_TASK.skeleton.replace('"""One."""', said))


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
        step = ClassStep(task_on(said), strategy, target, method=method)
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
