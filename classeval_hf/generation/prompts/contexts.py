"""The code that prompts show: class-level information, contracts, signatures (ClassEval, section 4.2)."""

from __future__ import annotations

from collections.abc import Collection

from classeval_hf.generation.steps import Step, Strategy
from classeval_hf.tasks.outlines import ClassOutline, outline_class


def code_context(step: Step, left_out: Collection[str] = ()) -> str:
    """The code that a prompt for a method shows, up to and with the target's contract: class-level information, then
    the methods written so far with their contracts (incremental) or the other methods' signatures (compositional). Of
    the methods `left_out` only the signature is shown."""
    outline = outline_class(step.task)
    if step.strategy is Strategy.INCREMENTAL:
        members = _written(outline, step, left_out)
    else:
        members = [contract.passing for contract in outline.contracts if contract.name != _target(step)]
    return "\n\n".join([outline.class_level, *members, outline.contract(_target(step)).source])


def hole_context(step: Step, left_out: Collection[str] = ()) -> tuple[str, str]:
    """The code before and after a method's body. Before it stands what [`code_context`] shows, less the signatures of
    methods that come later in the class; these stand after it, each with a body of `pass`. So both strategies show the
    signatures of what follows. The prefix ends with a line end, the suffix starts with one."""
    outline = outline_class(step.task)
    names = [contract.name for contract in outline.contracts]
    position = names.index(_target(step))
    if step.strategy is Strategy.INCREMENTAL:
        before = _written(outline, step, left_out)
    else:
        before = [contract.passing for contract in outline.contracts[:position]]
    prefix = "\n\n".join([outline.class_level, *before, outline.contracts[position].source])
    suffix = "".join(f"\n\n{contract.passing}" for contract in outline.contracts[position + 1 :])
    return f"{prefix}\n", f"{suffix}\n"


def _target(step: Step) -> str:
    if step.method is None:
        raise ValueError(f"A step of task {step.task.task_id} asks for a method and does not say which.")
    return step.method.method_name


def _written(outline: ClassOutline, step: Step, left_out: Collection[str]) -> list[str]:
    return [outline.contract(name).passing if name in left_out else source for name, source in step.written]
