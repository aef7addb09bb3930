"""`--show-prompt`: the exact prompts of a task."""

from __future__ import annotations

from collections.abc import Sequence

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.pipeline.method_order import plan_of
from classeval_hf.generation.pipeline.strategies import start_chain
from classeval_hf.generation.prompts.writer import PromptTooLong, PromptWriter
from classeval_hf.generation.steps import Completion, Prompt, Step, Strategy, Target

__all__ = ["prompts_shown", "show_prompts"]


def show_prompts(task: ClassTask, strategy: Strategy, writer: PromptWriter) -> None:
    """
    Prints all prompts of a task.

    Args:
        task ([`~classeval_hf.core.tasks.ClassTask`]): the task.
        strategy ([`~classeval_hf.generation.steps.Strategy`]): how it is asked for.
        writer ([`~classeval_hf.generation.prompts.writer.PromptWriter`]): puts steps into the model's form.
    """
    for step, prompt in prompts_shown(task, strategy, writer):
        too_long = "" if writer.fits(prompt) else f", too long for {writer.context_length} with its completion"
        print(f"{'=' * 10} {_title(step, prompt)}{too_long}")
        print(prompt.text)
        print(f"{'=' * 10} ends at {', '.join(map(repr, prompt.stop_strings)) or 'the end of text only'}\n")


def prompts_shown(task: ClassTask, strategy: Strategy, writer: PromptWriter) -> list[tuple[Step, Prompt]]:
    """
    The prompts of a task, in order. The references take the place of earlier completions in a prompt.

    Args:
        task ([`~classeval_hf.core.tasks.ClassTask`]): the task.
        strategy ([`~classeval_hf.generation.steps.Strategy`]): how it is asked for.
        writer ([`~classeval_hf.generation.prompts.writer.PromptWriter`]): puts steps into the model's form.

    Returns:
        `list[tuple[Step, Prompt]]`
    """
    chain = start_chain(task, strategy, 0)
    shown = []
    waiting: Sequence[Step] = chain.ready_steps()
    while waiting:
        for step in waiting:
            try:
                prompt = writer.write(step)
            except PromptTooLong as problem:
                prompt = problem.prompt
            shown.append((step, prompt))
            reference = _reference(step)
            chain.receive(step, prompt, Completion(reference), reference)
        waiting = chain.ready_steps()
    return shown


def _reference(step: Step) -> str:
    if step.target is Target.METHOD and step.method is not None:
        return step.method.solution_code
    if step.target is Target.PLAN:
        return plan_of(step.task)
    return step.task.solution_code


def _title(step: Step, prompt: Prompt) -> str:
    asked = f"method {step.method.method_name}" if step.method is not None else step.target.value
    length = f"{len(prompt.token_ids)} tokens" if prompt.token_ids else f"{len(prompt.text)} characters"
    trimmed = f", without the bodies of {', '.join(prompt.trimmed)}" if prompt.trimmed else ""
    where = f"{step.task.task_id}, {step.strategy.value}, step {step.index}"
    return f"{where}: {asked}, {prompt.kind.value}, {length}{trimmed}"
