"""`--show-prompt`: the exact prompts of a task."""

from __future__ import annotations

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.pipeline.generating import Run, write_prompts
from classeval_hf.generation.pipeline.method_order import plan_of
from classeval_hf.generation.steps import AnyStep, ClassStep, Feedback, Prompt, StepTarget
from classeval_hf.tasks.splits import AnyTask

_SHOWN_FEEDBACK = Feedback(False, "# (the attempt)", "(what the tests say of it)")


def show_prompts(task: AnyTask, run: Run) -> None:
    shown = prompts_shown(task, run)
    if len(shown) > 1 and isinstance(task, ClassTask):
        print(
            "In a run, later prompts hold what the model wrote before. Here the reference stands in its place: "
            "no model has seen it.\n"
        )
    for step, prompt in shown:
        window = run.writer.context_length
        too_long = "" if run.writer.fits(prompt) else f", too long for {window} with its completion"
        print(f"{'=' * 10} {_title(step, prompt)}{too_long}")
        print(prompt.text)
        print(f"{'=' * 10} ends at {', '.join(map(repr, prompt.stop_strings)) or 'the end of text only'}\n")


def prompts_shown(task: AnyTask, run: Run) -> list[tuple[AnyStep, Prompt]]:
    """The prompts of a task, with references or a word in place of completions; of several attempts the first two."""
    shown: list[tuple[AnyStep, Prompt]] = []
    judged = 0
    for written in write_prompts(run, run.start(task, 0), _reply):
        if written.step.target is StepTarget.ORACLE:
            judged += 1
            if judged > 1:
                break
            continue
        shown.append((written.step, written.prompt))
    return shown


def _reply(step: AnyStep) -> str:
    if step.target is StepTarget.ORACLE:
        return _SHOWN_FEEDBACK.to_json()
    if not isinstance(step, ClassStep):
        return f"(the {step.asked.replace('_', ' ')})"
    if step.target is StepTarget.METHOD and step.method is not None:
        return step.method.solution_code
    if step.target is StepTarget.PLAN:
        return plan_of(step.task)
    return step.task.solution_code


def _title(step: AnyStep, prompt: Prompt) -> str:
    asked = f"method {step.asked}" if step.target is StepTarget.METHOD else step.asked
    length = f"{len(prompt.token_ids)} tokens" if prompt.token_ids else f"{len(prompt.text)} characters"
    what = "the bodies of " if step.target is StepTarget.METHOD else "all of "
    trimmed = f", without {what}{', '.join(prompt.trimmed)}" if prompt.trimmed else ""
    where = f"{step.task.task_id}, {step.strategy.value}, step {step.index}"
    return f"{where}: {asked}, {prompt.kind.value}, {length}{trimmed}"
