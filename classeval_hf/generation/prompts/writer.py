"""
Prompts for steps (ClassEval, section 4.3).

- *instruct*: the paper's system prompt and instruction, then the code context, through the tokenizer's chat template
  or in the text of an older family; or all in the wording of the published code (`instruction_style="upstream"`).
- *base*: the code context alone. It ends with or without a line end, whichever makes the model's tokens for the prompt
  the same as if the completion followed.
- *fill-in-the-middle*: the code before and after the target's body, around the family's sentinels.

A prompt that does not fit is never cut on the right, where the target stands, nor on the left, where the class does.
Instead, bodies generated before are left out one by one, the oldest first, down to their signatures with `pass`; if
that is not enough, the step cannot be asked ([`PromptTooLong`]).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from classeval_hf.generation.prompts.chat_templates import strip_thinking
from classeval_hf.generation.prompts.contexts import code_context, hole_context, outline_class, skeleton_source
from classeval_hf.generation.prompts.fim import encode_hole, hole_front
from classeval_hf.generation.prompts.instruction_formats import ALPACA, MAGICODER_AS_PUBLISHED
from classeval_hf.generation.prompts.prompt_choice import PromptChoice
from classeval_hf.generation.steps import Prompt, PromptKind, Step, Strategy, Target

__all__ = ["SYSTEM_PROMPT", "PromptTooLong", "PromptWriter"]

SYSTEM_PROMPT = (
    "Provided below is an instruction detailing a task. Compose a response that aptly fulfills the request."
)
"""The paper's (section 4.3)."""

_UPSTREAM_SYSTEM_PROMPT = "You are a helpful assistant."
"""What the published code sends to OpenAI's models, with the Alpaca text in the user's turn."""

_FILE_ENDS = ("\nif __name__", "\nprint(", "\nassert ", "\n```")
_CLASS_ENDS = (*_FILE_ENDS, "\nclass ", "\ndef ", "\nasync def ", "\n@", "\nimport ", "\nfrom ")


class PromptTooLong(ValueError):
    """
    A step whose prompt does not fit, even without the bodies generated before.

    Args:
        step ([`Step`]): the step.
        prompt ([`Prompt`]): the shortest prompt for it.
        window (`int`): maximum of tokens of prompt and completion together.
        completion_room (`int`): tokens of these that are kept for the completion.
    """

    def __init__(self, step: Step, prompt: Prompt, window: int, completion_room: int) -> None:
        self.step = step
        self.prompt = prompt
        self.window = window
        target = f"method {step.method.method_name}" if step.method is not None else f"its {step.target.value}"
        super().__init__(
            f"Task {step.task.task_id}, {target}: the prompt has {len(prompt.token_ids)} tokens, which with "
            f"{completion_room} for the completion do not fit into {window}, even without the bodies generated before."
        )


class PromptWriter:
    """
    Writes the prompts for steps, and cleans raw completions.

    Args:
        choice ([`~classeval_hf.generation.prompts.prompt_choice.PromptChoice`]): the form.
        tokenizer (`PreTrainedTokenizerBase`, *optional*): the model's tokenizer; without one, prompts have no token
            ids and are not checked for length.
        instruction_style (`str`, defaults to `"paper"`): `"paper"` for the wording of section 4.3, `"upstream"` for
            that of the published code.
        context_length (`int`, *optional*): maximum of tokens of prompt and completion together.
        completion_room (`int`, defaults to `256`): tokens of these that are kept for the completion.

    Raises:
        `ValueError`: if `instruction_style` is none of the two.
    """

    def __init__(
        self,
        choice: PromptChoice,
        tokenizer: Any | None,
        *,
        instruction_style: str = "paper",
        context_length: int | None = None,
        completion_room: int = 256,
    ) -> None:
        if instruction_style not in ("paper", "upstream"):
            raise ValueError(f"--instruction-style is paper or upstream, not {instruction_style!r}.")
        self.choice = choice
        self.tokenizer = tokenizer
        self.instruction_style = instruction_style
        self.context_length = context_length
        self.completion_room = completion_room
        self._front = _front_ids(tokenizer) if tokenizer is not None else []

    def write(self, step: Step) -> Prompt:
        """
        Writes the prompt for a step.

        Args:
            step ([`Step`]): the step.

        Returns:
            [`Prompt`]

        Raises:
            [`PromptTooLong`]: if the prompt does not fit the context even without the bodies generated before.
        """
        left_out: list[str] = []
        names = [name for name, _ in step.written]
        while True:
            prompt = replace(self._compose(step, left_out), trimmed=tuple(left_out))
            if self.fits(prompt):
                return prompt
            if len(left_out) == len(names):
                raise PromptTooLong(step, prompt, self.context_length or 0, self.completion_room)
            left_out.append(names[len(left_out)])

    def fits(self, prompt: Prompt) -> bool:
        """Whether a prompt leaves room for its completion; one whose tokens cannot be counted is taken to."""
        if self.context_length is None or not prompt.token_ids:
            return True
        return len(prompt.token_ids) + self.completion_room <= self.context_length

    def clean(self, prompt: Prompt, raw: str) -> str:
        """
        The part of a completion that may hold code: without reasoning, and up to the first text that ends it.

        Args:
            prompt ([`Prompt`]): the prompt.
            raw (`str`): the raw completion.

        Returns:
            `str`: white space at the head is kept, since it is indent.
        """
        text = strip_thinking(prompt.text, raw) if prompt.kind is PromptKind.INSTRUCT else raw
        ends = list(prompt.stop_strings)
        eos = getattr(self.tokenizer, "eos_token", None)
        if eos:
            ends.append(eos)
        if prompt.kind is PromptKind.FIM and self.choice.family is not None:
            ends += self.choice.family.sentinels
        found = [position for position in map(text.find, ends) if position >= 0]
        return text[: min(found)] if found else text

    def _compose(self, step: Step, left_out: Sequence[str]) -> Prompt:
        if self.choice.kind is PromptKind.INSTRUCT:
            return self._instruct(step, left_out)
        if self.choice.kind is PromptKind.FIM and step.target is not Target.PLAN:
            return self._fim(step, left_out)
        return self._base(step, left_out)

    def _instruct(self, step: Step, left_out: Sequence[str]) -> Prompt:
        upstream = self.instruction_style == "upstream"
        instruction = _upstream_instruction(step) if upstream else _paper_instruction(step)
        if step.target is Target.METHOD:
            instruction += code_context(step, left_out)
        else:
            instruction += step.task.skeleton or skeleton_source(step.task)
        if self.choice.format == "chat":
            return self._chat(instruction)
        form = self.choice.instruction
        assert form is not None
        if upstream:
            form = MAGICODER_AS_PUBLISHED if form.name == MAGICODER_AS_PUBLISHED.name else ALPACA
        text = form.render(SYSTEM_PROMPT, instruction)
        return self._plain(PromptKind.INSTRUCT, text, form.stop)

    def _chat(self, instruction: str) -> Prompt:
        upstream = self.instruction_style == "upstream"
        chat = self.choice.chat
        if chat is None:  # a server: nothing is known of its template
            if upstream:
                messages = (("system", _UPSTREAM_SYSTEM_PROMPT), ("user", ALPACA.render("", instruction)))
            else:
                messages = (("system", SYSTEM_PROMPT), ("user", instruction))
            text = "\n\n".join(content for _, content in messages)
            return Prompt(PromptKind.INSTRUCT, text, messages)
        turns = chat.messages("" if upstream else SYSTEM_PROMPT, instruction)
        text = chat.render(self.tokenizer, turns)
        # The template writes the special tokens itself: the tokenizer must not add its own.
        return Prompt(PromptKind.INSTRUCT, text, turns, token_ids=tuple(_encode(self.tokenizer, text)))

    def _base(self, step: Step, left_out: Sequence[str]) -> Prompt:
        if step.target is Target.METHOD:
            code = code_context(step, left_out)
            stop = _method_ends(step)
        elif step.target is Target.CLASS:
            code = f"{skeleton_source(step.task).rstrip()}{_order_comment(step)}"
            stop = _FILE_ENDS
        else:
            request = "# The methods above as a JSON list, each after those that it calls:"
            code = f"{skeleton_source(step.task).rstrip()}\n\n\n{request}\nORDER ="
            return self._plain(PromptKind.BASE, self.choice.lead + code, ("\n\n", *_CLASS_ENDS))
        text = self.choice.lead + code
        return self._plain(PromptKind.BASE, text + self._line_end(text), stop)

    def _fim(self, step: Step, left_out: Sequence[str]) -> Prompt:
        family = self.choice.family
        assert family is not None
        if step.target is Target.METHOD:
            prefix, suffix = hole_context(step, left_out)
            ends = _method_ends(step)
        else:
            shown = f"{skeleton_source(step.task).rstrip()}{_order_comment(step)}"
            prefix, suffix = f"{shown}\n\n\n{outline_class(step.task).class_level}\n\n", "\n"
            ends = _CLASS_ENDS
        text = family.render(prefix, suffix)
        messages: tuple[tuple[str, str], ...] = ()
        ids: list[int] = []
        if family.system:
            messages = (("system", family.system), ("user", text))
            if self.choice.chat is not None:
                messages = self.choice.chat.messages(family.system, text)
                text = self.choice.chat.render(self.tokenizer, messages)
                ids = _encode(self.tokenizer, text)
        elif self.tokenizer is not None:
            front = hole_front(family, self.tokenizer, self._front)
            ids = [*front, *encode_hole(family, self.tokenizer, prefix, suffix)]
            text = (self.tokenizer.decode(front) if front else "") + text
        stop = (*family.stop, *ends)
        return Prompt(PromptKind.FIM, text, messages, prefix, suffix, tuple(ids), stop)

    def _plain(self, kind: PromptKind, text: str, stop: Sequence[str]) -> Prompt:
        """A prompt that is one text, with what the tokenizer puts in front of any text."""
        if self.tokenizer is None:
            return Prompt(kind, text, stop_strings=tuple(stop))
        ids = [*self._front, *_encode(self.tokenizer, text)]
        shown = self.tokenizer.decode(self._front) + text if self._front else text
        return Prompt(kind, shown, token_ids=tuple(ids), stop_strings=tuple(stop))

    def _line_end(self, text: str) -> str:
        """
        What to put between the code and its continuation: a line end, or nothing.

        Some tokenizers merge a line end with the indent that follows it, others with the text before it. A prompt
        that is split at another place than in the model's training data is completed worse.
        """
        if self.tokenizer is None:
            return "\n"
        last = text.rpartition("\n")[2]
        whole = _encode(self.tokenizer, f"{last}\n        return")
        for end in ("\n", ""):
            head = _encode(self.tokenizer, last + end)
            if whole[: len(head)] == head:
                return end
        return "\n"


def _paper_instruction(step: Step) -> str:
    name = step.task.class_name
    if step.target is Target.METHOD and step.method is not None:
        return f"Please complete the method {step.method.method_name} within the following class {name}.\n\n"
    if step.target is Target.PLAN:
        return _plan_request(step)
    return f"Please complete the class {name} in the subsequent code.{_order_request(step)}\n\n"


def _upstream_instruction(step: Step) -> str:
    name = step.task.class_name
    if step.target is Target.METHOD and step.method is not None:
        return f"please complete {step.method.method_name} method in the following class {name}\n\n"
    if step.target is Target.PLAN:
        return _plan_request(step)
    return f"Please complete the class {name} in the following code.{_order_request(step)}\n"


def _plan_request(step: Step) -> str:
    return (
        f"The methods of the class {step.task.class_name} below are to be implemented. List them in the order of "
        "their dependencies: each method after those of the class that it will call. Answer with a JSON list of all "
        'method names and nothing else, such as ["first", "second"].\n\n'
    )


def _order_request(step: Step) -> str:
    if not step.order:
        return ""
    how = (
        "so that no method calls one that comes later"
        if step.strategy is Strategy.BOTTOM_UP
        else "each method before those that it calls"
    )
    return f" Implement its methods in this order, {how}: {', '.join(step.order)}."


def _order_comment(step: Step) -> str:
    return f"\n\n\n# The class, with its methods in this order: {', '.join(step.order)}" if step.order else ""


def _method_ends(step: Step) -> tuple[str, ...]:
    """What ends a body: the next member of the class, or code in column 0."""
    indent = " " * outline_class(step.task).indent
    return (*_CLASS_ENDS, f"\n{indent}def ", f"\n{indent}async def ", f"\n{indent}@")


def _encode(tokenizer: Any, text: str) -> list[int]:
    """Token ids of the text alone."""
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def _front_ids(tokenizer: Any) -> list[int]:
    """What the tokenizer puts in front of any text; what it puts behind, some do, would end the prompt."""
    bare = _encode(tokenizer, "x")
    ids = list(tokenizer("x")["input_ids"])
    starts = [start for start in range(len(ids)) if ids[start : start + len(bare)] == bare]
    return ids[: starts[0]] if starts and bare else []
