"""Prompts for steps of repository-level tasks. One that does not fit loses its least important parts first: the worked
example, retrieved code, lines far from the target, then what tools and tests said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from classeval_hf.generation.prompts.project_texts import (
    ANSWER_STARTS,
    SYSTEM_PROMPT,
    instruction_for,
    setting_instruction,
)
from classeval_hf.generation.prompts.prompt_form import PromptForm, PromptTooLong
from classeval_hf.generation.steps import ProjectContext, ProjectStep, Prompt, PromptKind, StepTarget, Strategy

SETTINGS = (Strategy.NO_CONTEXT, Strategy.LOCAL_COMPLETION, Strategy.LOCAL_INFILLING)  # of DevEval, section 3.1
_PLACE = "# (to be written)"
_BELOW = "# What stands below in the same file:"
_KEPT = 0.7  # what is kept of a part each time that it is shortened
_MIN_CHARS = 200  # length below which a text that tools or tests gave is not cut any further

_MODULE_ENDS = ("\nclass ", "\ndef ", "\nasync def ", "\n@", "\nif __name__", "\n```")
_TEXT_ENDS = {
    StepTarget.CODE: ("\n```", "\n# Task", "\n# Example"),
    StepTarget.TOOL_CALLS: ("\n# Task", "\n# Example", "\nWhat tools say", "\n```"),
    StepTarget.REFLECTION: ("\n# Task", "\n# Example", "\n```", "\n\n\n"),
}


class ProjectPromptWriter(PromptForm[ProjectStep]):
    def write(self, step: ProjectStep) -> Prompt:
        """Writes the prompt for a step, `trimmed` saying what was cut; [`PromptTooLong`] if that is not enough."""
        with_example = step.strategy not in SETTINGS
        prompt = self._compose(step, with_example)
        trimmed: list[str] = []
        if not self.fits(prompt) and with_example:
            trimmed.append("example")
            prompt = self._compose(step, False)
        for name, shorter in _shortened(step.context):
            if self.fits(prompt):
                break
            trimmed += [name] if name not in trimmed else []
            prompt = self._compose(replace(step, context=shorter), False)
        prompt = replace(prompt, trimmed=tuple(trimmed))
        if not self.fits(prompt):
            without = "the example, the code of the project and most of what was said of the attempt"
            raise PromptTooLong(step, prompt, self.context_length or 0, self.completion_room, without)
        return prompt

    def _compose(self, step: ProjectStep, with_example: bool) -> Prompt:
        if step.strategy in SETTINGS:
            return self._setting(step)
        text = instruction_for(step, with_example)
        if self.choice.kind is PromptKind.INSTRUCT:
            return self.instruction(SYSTEM_PROMPT, text)
        ends = _TEXT_ENDS[step.target]
        return self.text(PromptKind.BASE, f"{text}\n\n{ANSWER_STARTS[step.target]}", ends)

    def _setting(self, step: ProjectStep) -> Prompt:
        context = step.context
        above = _joined(context.above, opening(context))
        if step.strategy is Strategy.NO_CONTEXT:
            above = _joined(context.outer, opening(context))
        if self.choice.kind is PromptKind.INSTRUCT:
            place = f"{context.body_indent}{_PLACE}"
            below = context.below.rstrip("\n")
            code = "\n".join([above, place, below] if below else [above, place])
            return self.instruction(SYSTEM_PROMPT, setting_instruction(step, code))
        if self.choice.kind is PromptKind.FIM:
            return self.hole(f"{above}\n", f"\n{context.below}", _ends(context))
        if context.below:  # a model that only continues code is told before
            lines = "".join(f"# {line}".rstrip() + "\n" for line in context.below.rstrip("\n").split("\n"))
            above = f"{_BELOW}\n{lines}\n\n{above}"
        return self.code(above, _ends(context))


def opening(context: ProjectContext) -> str:
    """The first lines of what is to be written, with the description as its docstring."""
    indent = context.body_indent
    text = context.description.replace("\\", "\\\\").replace('"""', "'''").strip()
    lines = "\n".join(f"{indent}{line}".rstrip() for line in text.split("\n"))
    return f'{context.header}\n{indent}"""\n{lines}\n{indent}"""'


def _joined(above: str, rest: str) -> str:
    return f"{above.rstrip(chr(10))}{chr(10) * _gap(above)}{rest}" if above.strip() else rest


def _gap(above: str) -> int:
    """Number of line ends between what stands above and what follows, as it is in the file."""
    return max(1, len(above) - len(above.rstrip("\n")))


def _ends(context: ProjectContext) -> tuple[str, ...]:
    """What ends a definition: the next one, at its own indentation or outside."""
    match = re.match(r"[ \t]*", context.header)
    indent = match.group() if match is not None else ""
    inner = tuple(f"\n{indent}{word}" for word in ("def ", "async def ", "class ", "@")) if indent else ()
    return (*_MODULE_ENDS, *inner)


def _shortened(context: ProjectContext) -> Iterator[tuple[str, ProjectContext]]:
    """Ever shorter contexts, each with the name of the part that was shortened last."""
    while context.fragments:
        context = replace(context, fragments=context.fragments[:-1])
        yield "fragments", context
    while context.above.strip() or context.below.strip():
        if len(context.below) > len(context.above) / 2:  # what stands above says more
            context = replace(context, below=_first_lines(context.below))
            yield "below", context
        else:
            context = replace(context, above=_last_lines(context.above))
            yield "above", context
    for name in ("observations", "feedback", "reflection"):
        while len(text := getattr(context, name)) > _MIN_CHARS:
            cut = f"{text[: int(len(text) * _KEPT)].removesuffix(' ...')} ..."
            part: dict[str, Any] = {name: cut if len(cut) < len(text) else text[:_MIN_CHARS]}
            context = replace(context, **part)
            yield name, context


def _first_lines(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[: int(len(lines) * _KEPT)])


def _last_lines(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(lines[len(lines) - int(len(lines) * _KEPT) :])
