"""
The loop: chains of steps become prompts, prompts become answers, answers become samples.

All runs, tasks, samples and steps go through one queue, so that a backend is kept busy by whatever can be asked at the
moment: an incremental chain whose step is answered puts its next step beside those of all others.
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
from classeval_hf.generation.steps import Answer, Prompt, Step, Strategy, Target
from classeval_hf.runs.sample_records import GeneratedSample

__all__ = ["AHEAD", "AnswerLimits", "Finished", "Job", "Run", "StepQueue", "generate_samples"]


AHEAD = 8
"""So many times as many steps as are asked for are there to choose from: enough to find some of one length."""


@dataclass(frozen=True)
class AnswerLimits:
    """
    How long an answer may be.

    Args:
        window (`int`): tokens of prompt and answer together.
        max_new_tokens (`int`, *optional*): tokens of the answer.
    """

    window: int
    max_new_tokens: int | None = None

    def of(self, prompt: Prompt) -> int:
        """Tokens that the answer to a prompt may have; where the prompt cannot be counted, the window alone counts."""
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
    What an answer led to.

    Args:
        run ([`Run`]): the run.
        target ([`~classeval_hf.generation.steps.Target`]): what was asked for.
        answer ([`~classeval_hf.generation.steps.Answer`]): the answer.
        key ([`~classeval_hf.generation.pipeline.run_folder.StepKey`]): the step.
        prompt_hash (`str`): tells its prompt from others.
        asked (`bool`): whether the model was asked just now.
        sample ([`~classeval_hf.runs.sample_records.GeneratedSample`], *optional*): the sample that it finished, if
            any.
    """

    run: Run
    target: Target
    answer: Answer
    key: StepKey
    prompt_hash: str
    asked: bool
    sample: GeneratedSample | None


class StepQueue:
    """
    The steps that can be asked now, as requests.

    Chains are opened in order and only as they are needed: an interruption leaves few samples unfinished. A step whose
    prompt does not fit is taken as answered with nothing, and one that was answered before is not asked again.

    Args:
        jobs (`Iterable[Job]`): the samples to make, in order.
        sampling ([`~classeval_hf.generation.engines.backend.Sampling`]): how tokens are chosen.
        limits ([`AnswerLimits`]): how long answers may be.
        seed (`int`, defaults to 0): seed of the run.
        ahead (`int`, defaults to [`AHEAD`]): chains are opened until so many times the steps asked for wait.
        known (`Mapping[Strategy, KnownSteps]`, *optional*): by strategy, answers that an interrupted run has left.
    """

    def __init__(
        self,
        jobs: Iterable[Job],
        sampling: Sampling,
        limits: AnswerLimits,
        seed: int = 0,
        ahead: int = AHEAD,
        known: Mapping[Strategy, KnownSteps] | None = None,
    ) -> None:
        self._jobs = iter(jobs)
        self._sampling = sampling
        self._limits = limits
        self._seed = seed
        self._ahead = ahead
        self._known = known or {}
        self._numbers = 0
        self._waiting: list[Request] = []  # shortest prompt first
        self._open: dict[int, tuple[Job, Chain, Step]] = {}
        self._finished: list[Finished] = []

    def take(self, count: int) -> list[Request]:
        """Hands out requests; see [`~classeval_hf.generation.engines.backend.RequestSource`]."""
        while len(self._waiting) < self._ahead * count:
            job = next(self._jobs, None)
            if job is None:
                break
            self._add_steps(job, start_chain(job.task, job.run.strategy, job.sample))
        taken = self._waiting[len(self._waiting) - min(count, len(self._waiting)) :]
        del self._waiting[len(self._waiting) - len(taken) :]
        return taken[::-1]

    def receive(self, request: Request, answer: Answer) -> None:
        """
        Puts an answer into its chain, and the steps that follow from it into the queue.

        Args:
            request ([`~classeval_hf.generation.engines.backend.Request`]): what was asked.
            answer ([`~classeval_hf.generation.steps.Answer`]): what came back.
        """
        job, chain, step = self._open.pop(request.number)
        self._take_answer(job, chain, step, request.prompt, answer, asked=True)
        self._add_steps(job, chain)

    def finished(self) -> list[Finished]:
        """What has been answered since this was last asked, steps included for which no model is needed."""
        finished, self._finished = self._finished, []
        return finished

    def _add_steps(self, job: Job, chain: Chain) -> None:
        """Puts the steps of a chain that can be asked into the queue, and those after steps that need not be asked."""
        while steps := chain.ready_steps():
            for step in steps:
                try:
                    prompt = job.run.writer.write(step)
                except PromptTooLong as problem:
                    answer = Answer("", PROMPT_TOO_LONG, prompt_tokens=len(problem.prompt.token_ids))
                    self._take_answer(job, chain, step, problem.prompt, answer, asked=False)
                    continue
                known = self._known.get(job.run.strategy, {}).get((job.task.task_id, job.sample, step.index))
                if known is not None and known.prompt_hash == prompt.sha256:
                    self._take_answer(job, chain, step, prompt, known.answer, asked=False)
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

    def _take_answer(self, job: Job, chain: Chain, step: Step, prompt: Prompt, answer: Answer, *, asked: bool) -> None:
        chain.receive(step, prompt, answer, job.run.writer.clean(prompt, answer.raw))
        self._finished.append(
            Finished(
                run=job.run,
                target=step.target,
                answer=answer,
                key=(job.task.task_id, job.sample, step.index),
                prompt_hash=prompt.sha256,
                asked=asked,
                sample=chain.result() if chain.finished else None,
            )
        )


def generate_samples(queue: StepQueue, backend: Backend) -> Iterator[Finished]:
    """
    Drives a backend until all samples are there.

    Args:
        queue ([`StepQueue`]): the work.
        backend ([`~classeval_hf.generation.engines.backend.Backend`]): the model.

    Yields:
        [`Finished`]: one per step.
    """
    for request, answer in backend.generate(queue):
        queue.receive(request, answer)
        yield from queue.finished()
    yield from queue.finished()


def _length(request: Request) -> tuple[int, int]:
    """Length of a prompt, in characters where there are no tokens; of two alike, the earlier is taken first."""
    return len(request.prompt.token_ids) or len(request.prompt.text), -request.number


def _step_name(job: Job, step: Step) -> str:
    asked = step.method.method_name if step.method is not None else step.target.value
    return f"{job.task.task_id}, sample {job.sample}, {job.run.strategy.value} step {step.index} ({asked})"
