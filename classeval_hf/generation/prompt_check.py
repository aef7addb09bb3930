"""A check of all prompts before weights are loaded: those that do not fit, and the amount of work."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from classeval_hf.classes.prompts import PLANNED, plan_of
from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.generation.generating import GenerationJob, Run, write_prompts
from classeval_hf.generation.run_folder import KnownByStrategy
from classeval_hf.projects.prompts.project_strategies import OPEN_ENDED
from classeval_hf.prompting.prompt_form import PromptTooLong
from classeval_hf.prompting.steps import OF_PROJECTS, Completion, ProjectStep, StepTarget, Strategy
from classeval_hf.runs.run_records import LongPrompt
from classeval_hf.tasks.splits import AnyTask


@dataclass
class Amount:
    steps: Counter[StepTarget] = field(default_factory=Counter)  # number of steps by target
    prompt_tokens: int = 0  # estimated tokens of their prompts; 0 where they cannot be counted
    open_ended: bool = False  # whether further steps may follow from these


@dataclass
class PromptCheck:
    amounts: dict[tuple[Strategy, str], Amount] = field(default_factory=dict)  # of one sample, by task id
    too_long: dict[Strategy, list[PromptTooLong]] = field(default_factory=dict)  # steps whose prompts do not fit

    def amount(self, jobs: Iterable[GenerationJob], known: KnownByStrategy) -> Amount:
        """Total work of samples, without the known steps."""
        total = Amount()
        for job in jobs:
            one = self.amounts[job.run.strategy, job.task.task_id]
            total.steps += one.steps
            total.prompt_tokens += one.prompt_tokens
            total.open_ended |= one.open_ended
        for strategy, steps in known.items():
            target = StepTarget.PLAN if strategy in PLANNED else StepTarget.METHOD
            if strategy in OF_PROJECTS:  # only the first step of their samples was counted
                target, steps = StepTarget.CODE, {key: step for key, step in steps.items() if key[2] == 0}
            total.steps[target] -= len(steps)
            total.prompt_tokens -= sum(
                step.reply.prompt_tokens for step in steps.values() if isinstance(step.reply, Completion)
            )
        return total

    def warning(self, strategy: Strategy) -> str:
        """Warning that names the prompts of a run that do not fit; empty if all do."""
        problems = self.too_long[strategy]
        steps = []
        for problem in problems:
            step, tokens = problem.step, len(problem.prompt.token_ids)
            method = step.asked if step.target is StepTarget.METHOD else None
            steps.append(LongPrompt(step.task.task_id, 0, step.index, method, tokens, problem.window))
        return too_long_warning(strategy, steps) if problems else ""


def too_long_warning(strategy: Strategy, steps: Sequence[LongPrompt]) -> str:
    lengths: dict[str, str] = {}
    for step in steps:
        name = f"{step.task_id} {step.method}" if step.method is not None else step.task_id
        lengths[name] = f"{step.prompt_tokens:,} tokens" if step.prompt_tokens else "as the server says"
    listed = ", ".join(f"{name} ({length})" for name, length in lengths.items())
    what = "1 prompt does" if len(lengths) == 1 else f"{len(lengths)} prompts do"
    return (
        f"warning: {strategy.value}: {what} not fit into {steps[0].window:,} tokens with room for a completion, which "
        f"is taken to be empty: {listed}"
    )


def check_prompts(
    runs: Sequence[Run], tasks: Sequence[AnyTask], *, strict: bool = False, remedy: str = "Raise --max-length."
) -> PromptCheck:
    """Writes the prompts of every task; an error if none of a run fits, or, if `strict`, one does not."""
    check = PromptCheck()
    for run in runs:
        too_long = check.too_long.setdefault(run.strategy, [])
        for task in tasks:
            amount, problems = _check_task(run, task)
            check.amounts[run.strategy, task.task_id] = amount
            too_long += problems
        if too_long and not any(check.amounts[run.strategy, task.task_id].steps for task in tasks):
            raise UserError(f"{too_long[0]} Nor does any other prompt of the run fit. {remedy}")
    problems = [problem for problems in check.too_long.values() for problem in problems]
    if strict and problems:
        listed = "\n".join(f"- {problem.step.strategy.value}: {problem}" for problem in problems)
        raise UserError(f"--strict: {len(problems)} prompts do not fit:\n{listed}\n{remedy}")
    return check


def _check_task(run: Run, task: AnyTask) -> tuple[Amount, list[PromptTooLong]]:
    if isinstance(task, RepositoryTask):  # its later steps depend on the first
        if run.of_projects is None:
            run.start(task, 0)  # raises an error
        assert run.of_projects is not None
        # Without retrieved code, which takes time to find and is left out where it does not fit.
        context = run.of_projects.materials.of(task).context(run.strategy)
        try:
            prompt = run.writer.write(ProjectStep(task, run.strategy, StepTarget.CODE, 0, context))
        except PromptTooLong as problem:
            return Amount(), [problem]
        return Amount(Counter({StepTarget.CODE: 1}), len(prompt.token_ids), run.strategy in OPEN_ENDED), []
    amount, problems = Amount(), []
    plan = plan_of(task)
    replies = run.start(task, 0), lambda step: plan if step.target is StepTarget.PLAN else ""
    for step, prompt, too_long in write_prompts(run, *replies):
        if too_long is not None:
            problems.append(too_long)
            continue
        amount.steps[step.target] += 1
        amount.prompt_tokens += len(prompt.token_ids)
    return amount, problems
