"""
The main loop: chains of steps become prompts, prompts become completions, completions become samples.

All runs, tasks, samples and steps go through one queue, so that a backend is never idle while any step can be asked:
an incremental chain whose step is complete adds its next step to those of all others.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Backend, Request, Sampling
from classeval_hf.generation.engines.seeding import step_seed
from classeval_hf.generation.pipeline.run_folder import KnownSteps, RunFolder, StepKey
from classeval_hf.generation.pipeline.strategies import Chain, start_chain
from classeval_hf.generation.prompts.writer import PromptTooLong, PromptWriter
from classeval_hf.generation.steps import Completion, Prompt, Step, Strategy, Target
from classeval_hf.runs.sample_records import GeneratedSample

__all__ = ["PREFETCH_FACTOR", "CompletionLimits", "Finished", "Job", "Run", "StepQueue", "generate_samples"]


PREFETCH_FACTOR = 8
"""Steps in the queue per step that is asked for: enough to find prompts of similar length."""


@dataclass(frozen=True)
class CompletionLimits:
    """
    Maximum length of completions.

    Args:
        window (`int`): maximum of tokens of prompt and completion together.
        max_new_tokens (`int`, *optional*): maximum of tokens of the completion.
    """

    window: int
    max_new_tokens: int | None = None

    def of(self, prompt: Prompt) -> int:
        """Maximum of new tokens for a prompt; a prompt whose tokens cannot be counted is taken to have none."""
        left = max(1, self.window - len(prompt.token_ids))
        return left if self.max_new_tokens is None else min(left, self.max_new_tokens)


@dataclass(frozen=True)
class Run:
    """
    All samples with one strategy.

    Args:
        strategy ([`~classeval_hf.generation.steps.Strategy`]): the strategy.
        folder ([`~classeval_hf.generation.pipeline.run_folder.RunFolder`]): where the samples go.
        writer ([`~classeval_hf.generation.prompts.writer.PromptWriter`]): puts steps into the model's form.
    """

    strategy: Strategy
    folder: RunFolder
    writer: PromptWriter


@dataclass(frozen=True)
class Job:
    """
    One sample to make.

    Args:
        run ([`Run`]): the run it belongs to.
        task ([`~classeval_hf.core.tasks.ClassTask`]): the class to write.
        sample (`int`): its index among the samples of the task.
    """

    run: Run
    task: ClassTask
    sample: int


@dataclass(frozen=True)
class Finished:
    """
    A completed step.

    Args:
        run ([`Run`]): the run.
        target ([`~classeval_hf.generation.steps.Target`]): what was asked for.
        completion ([`~classeval_hf.generation.steps.Completion`]): the completion.
        key ([`~classeval_hf.generation.pipeline.run_folder.StepKey`]): the step.
        prompt_hash (`str`): hash of its prompt.
        asked (`bool`): whether the model was asked now, and not in an earlier start or not at all.
        sample ([`~classeval_hf.runs.sample_records.GeneratedSample`], *optional*): the sample that it finished, if
            any.
    """

    run: Run
    target: Target
    completion: Completion
    key: StepKey
    prompt_hash: str
    asked: bool
    sample: GeneratedSample | None


class StepQueue:
    """
    The steps that can be asked now, as requests.

    Chains are opened in order and only as they are needed: an interruption leaves few samples unfinished. A step whose
    prompt does not fit gets an empty completion, and one that was completed before is not asked again.

    Args:
        jobs (`Iterable[Job]`): the samples to make, in order.
        sampling ([`~classeval_hf.generation.engines.backend.Sampling`]): how tokens are chosen.
        limits ([`CompletionLimits`]): maximum length of completions.
        seed (`int`, defaults to 0): seed of the run.
        prefetch_factor (`int`, defaults to [`PREFETCH_FACTOR`]): steps to hold in the queue per step asked for.
        known (`Mapping[Strategy, KnownSteps]`, *optional*): by strategy, the completed steps of an interrupted run.
    """

    def __init__(
        self,
        jobs: Iterable[Job],
        sampling: Sampling,
        limits: CompletionLimits,
        seed: int = 0,
        prefetch_factor: int = PREFETCH_FACTOR,
        known: Mapping[Strategy, KnownSteps] | None = None,
    ) -> None:
        self._jobs = iter(jobs)
        self._sampling = sampling
        self._limits = limits
        self._seed = seed
        self._prefetch_factor = prefetch_factor
        self._known = known or {}
        self._numbers = 0
        self._waiting: list[Request] = []  # shortest prompt first
        self._open: dict[int, tuple[Job, Chain, Step]] = {}
        self._finished: list[Finished] = []

    def take(self, count: int) -> list[Request]:
        """Hands out requests; see [`~classeval_hf.generation.engines.backend.RequestSource`]."""
        while len(self._waiting) < self._prefetch_factor * count:
            job = next(self._jobs, None)
            if job is None:
                break
            self._add_steps(job, start_chain(job.task, job.run.strategy, job.sample))
        taken = self._waiting[len(self._waiting) - min(count, len(self._waiting)) :]
        del self._waiting[len(self._waiting) - len(taken) :]
        return taken[::-1]

    def receive(self, request: Request, completion: Completion) -> None:
        """
        Passes a completion to its chain, and adds the steps that follow from it to the queue.

        Args:
            request ([`~classeval_hf.generation.engines.backend.Request`]): the request.
            completion ([`~classeval_hf.generation.steps.Completion`]): its completion.
        """
        job, chain, step = self._open.pop(request.number)
        self._take_completion(job, chain, step, request.prompt, completion, asked=True)
        self._add_steps(job, chain)

    def finished(self) -> list[Finished]:
        """The steps completed since the last call, with those that needed no model."""
        finished, self._finished = self._finished, []
        return finished

    def _add_steps(self, job: Job, chain: Chain) -> None:
        """Adds the ready steps of a chain to the queue; steps that need not be asked are completed at once."""
        while steps := chain.ready_steps():
            for step in steps:
                try:
                    prompt = job.run.writer.write(step)
                except PromptTooLong as problem:
                    completion = Completion("", PROMPT_TOO_LONG, prompt_tokens=len(problem.prompt.token_ids))
                    self._take_completion(job, chain, step, problem.prompt, completion, asked=False)
                    continue
                known = self._known.get(job.run.strategy, {}).get((job.task.task_id, job.sample, step.index))
                if known is not None and known.prompt_hash == prompt.sha256:
                    self._take_completion(job, chain, step, prompt, known.completion, asked=False)
                else:
                    self._add_request(job, chain, step, prompt)

    def _add_request(self, job: Job, chain: Chain, step: Step, prompt: Prompt) -> None:
        request = Request(
            number=self._numbers,
            name=_step_name(job, step),
            prompt=prompt,
            sampling=self._sampling,
            seed=step_seed(self._seed, job.task.task_id, job.sample, step.index),
            max_new_tokens=self._limits.of(prompt),
        )
        self._numbers += 1
        self._open[request.number] = job, chain, step
        bisect.insort(self._waiting, request, key=_length)

    def _take_completion(
        self, job: Job, chain: Chain, step: Step, prompt: Prompt, completion: Completion, *, asked: bool
    ) -> None:
        chain.receive(step, prompt, completion, job.run.writer.clean(prompt, completion.raw))
        self._finished.append(
            Finished(
                run=job.run,
                target=step.target,
                completion=completion,
                key=(job.task.task_id, job.sample, step.index),
                prompt_hash=prompt.sha256,
                asked=asked,
                sample=chain.result() if chain.finished else None,
            )
        )


def generate_samples(queue: StepQueue, backend: Backend) -> Iterator[Finished]:
    """
    Runs a backend until all samples are finished.

    Args:
        queue ([`StepQueue`]): the work.
        backend ([`~classeval_hf.generation.engines.backend.Backend`]): the model.

    Yields:
        [`Finished`]: one per step.
    """
    for request, completion in backend.generate(queue):
        queue.receive(request, completion)
        yield from queue.finished()
    yield from queue.finished()


def _length(request: Request) -> tuple[int, int]:
    """Sort key: length of a prompt, in characters where there are no tokens; of equal ones the first is taken."""
    return len(request.prompt.token_ids) or len(request.prompt.text), -request.number


def _step_name(job: Job, step: Step) -> str:
    asked = step.method.method_name if step.method is not None else step.target.value
    return f"{job.task.task_id}, sample {job.sample}, {job.run.strategy.value} step {step.index} ({asked})"
