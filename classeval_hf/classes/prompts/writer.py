"""Prompts for steps of class tasks (ClassEval, section 4.3); long ones lose bodies generated before, oldest first."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from classeval_hf.core.errors import UserError
from classeval_hf.prompting.prompt_choice import ALPACA, MAGICODER, MAGICODER_AS_PUBLISHED
from classeval_hf.prompting.prompt_form import PromptForm, sections
from classeval_hf.prompting.steps import ClassStep, Prompt, PromptKind, StepTarget, Strategy
from classeval_hf.reading.outlines import ClassOutline, outline_class, skeleton_source


def code_context(step: ClassStep, left_out: Collection[str] = ()) -> str:
    """The code up to the target's contract: class level, then other methods; those `left_out` have no body."""
    outline = outline_class(step.task)
    if step.strategy is Strategy.INCREMENTAL:
        members = _written(outline, step, left_out)
    else:
        members = [contract.passing for contract in outline.contracts if contract.name != _target(step)]
    return "\n\n".join([outline.class_level, *members, outline.contract(_target(step)).source])


def hole_context(step: ClassStep, left_out: Collection[str] = ()) -> tuple[str, str]:
    """The code before and after a method's body; later methods follow it, each with the body `pass`."""
    outline = outline_class(step.task)
    position = [contract.name for contract in outline.contracts].index(_target(step))
    if step.strategy is Strategy.INCREMENTAL:
        before = _written(outline, step, left_out)
    else:
        before = [contract.passing for contract in outline.contracts[:position]]
    prefix = "\n\n".join([outline.class_level, *before, outline.contracts[position].source])
    suffix = "".join(f"\n\n{contract.passing}" for contract in outline.contracts[position + 1 :])
    return f"{prefix}\n", f"{suffix}\n"


def _target(step: ClassStep) -> str:
    if step.method is None:
        raise UserError(f"A step of task {step.task.task_id} asks for a method and does not say which.")
    return step.method.method_name


def _written(outline: ClassOutline, step: ClassStep, left_out: Collection[str]) -> list[str]:
    return [outline.contract(name).passing if name in left_out else source for name, source in step.written]


SYSTEM_PROMPT = (  # the paper's (section 4.3)
    "Provided below is an instruction detailing a task. Compose a response that aptly fulfills the request."
)
_UPSTREAM_SYSTEM_PROMPT = "You are a helpful assistant."  # of the published code, with OpenAI's models
_FILE_ENDS = ("\nif __name__", "\nprint(", "\nassert ", "\n```")
CLASS_ENDS = (*_FILE_ENDS, "\nclass ", "\ndef ", "\nasync def ", "\n@", "\nimport ", "\nfrom ")


@dataclass(eq=False, repr=False)
class PromptWriter(PromptForm[ClassStep]):
    left_out = "the bodies generated before"

    instruction_style: str = field(default="paper", kw_only=True)  # wording: section 4.3, or `upstream` (its code)

    def __post_init__(self) -> None:
        if self.instruction_style not in ("paper", "upstream"):
            raise UserError(f"--instruction-style is paper or upstream, not {self.instruction_style!r}.")
        super().__post_init__()

    def prompts(self, step: ClassStep) -> Iterator[Prompt]:
        names = [name for name, _ in step.written]
        for count in range(len(names) + 1):
            yield replace(self._compose(step, names[:count]), trimmed=tuple(names[:count]))

    def _compose(self, step: ClassStep, left_out: Sequence[str]) -> Prompt:
        if self.choice.kind is PromptKind.INSTRUCT:
            return self._instruct(step, left_out)
        shown = skeleton_source(step.task).rstrip()
        in_order = f"\n\n\n# The class, with its methods in this order: {', '.join(step.order)}" if step.order else ""
        if self.choice.kind is PromptKind.FIM and step.target is not StepTarget.PLAN:
            if step.target is StepTarget.METHOD:
                return self.hole(*hole_context(step, left_out), _method_ends(step))
            prefix = f"{shown}{in_order}\n\n\n{outline_class(step.task).class_level}\n\n"
            return self.hole(prefix, "\n", CLASS_ENDS)
        if step.target is StepTarget.METHOD:
            return self.code(code_context(step, left_out), _method_ends(step))
        if step.target is StepTarget.CLASS:
            return self.code(f"{shown}{in_order}", _FILE_ENDS)
        request = "# The methods above as a JSON list, each after those that it calls:"
        code = f"{shown}\n\n\n{request}\nORDER ="
        return self.text(PromptKind.BASE, self.choice.lead + code, ("\n\n", *CLASS_ENDS))

    def _instruct(self, step: ClassStep, left_out: Sequence[str]) -> Prompt:
        name, style = step.task.class_name, self.instruction_style
        if step.target is StepTarget.METHOD:
            shown = code_context(step, left_out)
            request = _REQUESTS[f"method_{style}"].format(method=_target(step), name=name)
        else:
            shown = step.task.skeleton or skeleton_source(step.task)
            how = "each method before those that it calls"
            if step.strategy is Strategy.BOTTOM_UP:
                how = "so that no method calls one that comes later"
            order = f" Implement its methods in this order, {how}: {', '.join(step.order)}." if step.order else ""
            request = _REQUESTS["plan" if step.target is StepTarget.PLAN else f"class_{style}"]
            request = request.format(name=name, order=order)
        instruction = request + shown
        if style != "upstream":
            return self.instruction(SYSTEM_PROMPT, instruction)
        if self.choice.format == "chat":
            turns = (("system", _UPSTREAM_SYSTEM_PROMPT), ("user", ALPACA.render("", instruction)))
            return self.instruction("", instruction, turns=turns)
        form = MAGICODER_AS_PUBLISHED if self.choice.instruction is MAGICODER else ALPACA
        return self.instruction(SYSTEM_PROMPT, instruction, form)


_REQUESTS = sections("class_requests.txt")  # by target and style


def _method_ends(step: ClassStep) -> tuple[str, ...]:
    """Texts that end a body: the start of the next member of the class, or code in column 0."""
    indent = " " * outline_class(step.task).indent
    return (*CLASS_ENDS, f"\n{indent}def ", f"\n{indent}async def ", f"\n{indent}@")
