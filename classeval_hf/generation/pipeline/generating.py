"""The main loop: the steps of all runs go through one queue, which keeps the backend busy; the oracle works beside."""

import bisect
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Backend, Request, Sampling, step_seed
from classeval_hf.generation.pipeline.oracle import Oracle
from classeval_hf.generation.pipeline.project_strategies import ProjectChain, ProjectChains
from classeval_hf.generation.pipeline.run_folder import KnownByStrategy, RunFolder, StepKey
from classeval_hf.generation.pipeline.strategies import ClassChain
from classeval_hf.generation.prompts.prompt_form import AnyWriter, PromptTooLong
from classeval_hf.generation.steps import (
    AnyStep,
    Completion,
    Feedback,
    ProjectStep,
    Prompt,
    PromptKind,
    StepTarget,
    Strategy,
)
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.tasks.splits import AnyTask

PREFETCH_FACTOR = 8  # steps in the queue per step that is asked for: enough to find prompts of similar length

Chain = ClassChain | ProjectChain  # one sample of one task in progress: hands out steps, takes what came of them


@dataclass(frozen=True)
class LengthLimits:
    window: int  # maximum of tokens of prompt and completion together
    max_new_tokens: int | None = None  # maximum of tokens of the completion

    def of(self, prompt: Prompt) -> int:
        """Maximum of new tokens for a prompt; a prompt whose tokens cannot be counted is taken to have none."""
        left = max(1, self.window - len(prompt.token_ids))
        return left if self.max_new_tokens is None else min(left, self.max_new_tokens)


@dataclass(frozen=True)
class Run:
    strategy: Strategy
    folder: RunFolder  # where the samples go
    writer: AnyWriter  # puts steps into the model's form
    of_projects: ProjectChains | None = None  # starts samples of repository-level tasks

    def start(self, task: AnyTask, sample: int) -> Chain:
        """Starts a sample; a `ValueError` names the task, if it does not have what the strategy asks for."""
        if isinstance(task, ClassTask):
            return ClassChain(task, self.strategy, sample)
        if self.of_projects is None:
            raise UserError(
                f"Task {task.task_id} is a repository-level task: --strategy {self.strategy.value} is not."
            )
        return self.of_projects.start(task, self.strategy, sample)


@dataclass(frozen=True)
class GenerationJob:
    run: Run
    task: AnyTask
    sample: int  # its index among the samples of the task


@dataclass(frozen=True)
class Finished:
    run: Run
    target: StepTarget
    completion: Completion
    key: StepKey
    prompt_hash: str  # hash of its prompt
    asked: bool  # whether the model was asked now, and not in an earlier start or not at all
    sample: GeneratedSample | None  # the sample that it finished, if any


@dataclass(frozen=True)
class Written:
    step: AnyStep
    prompt: Prompt
    problem: PromptTooLong | None = None


@dataclass(eq=False, repr=False)
class StepQueue:
    """The steps that can be asked now; chains are opened only as needed, so that few are left unfinished."""

    jobs: Iterable[GenerationJob]  # the samples to make, in order
    sampling: Sampling
    limits: LengthLimits  # maximum length of completions
    seed: int = 0  # seed of the run
    prefetch_factor: int = PREFETCH_FACTOR  # steps to hold in the queue per step asked for
    known: KnownByStrategy | None = None  # by strategy, the completed steps of an interrupted run
    oracle: Oracle | None = None  # judges attempts, entered; strategies that ask need it
    # Called with every completed step before any that follows from it is handed out, so that it can be written to
    # disk before it is used.
    keep: Callable[[Finished], None] = lambda finished: None

    def __post_init__(self) -> None:
        self._jobs = iter(self.jobs)
        self._numbers = 0
        self._waiting: list[Request] = []  # shortest prompt first
        self._open: dict[int, tuple[GenerationJob, Chain, AnyStep]] = {}
        self._finished: list[Finished] = []
        self._judging: dict[Future[Feedback], tuple[GenerationJob, Chain, AnyStep, Prompt]] = {}

    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first; waits for the oracle if nothing is in progress."""
        self._take_feedback()
        self._open_jobs(self.prefetch_factor * count)
        while not self._open and self._judging:
            wait(self._judging, return_when=FIRST_COMPLETED)
            self._take_feedback()
            self._open_jobs(self.prefetch_factor * count)
        taken = self._waiting[len(self._waiting) - min(count, len(self._waiting)) :]
        del self._waiting[len(self._waiting) - len(taken) :]
        return taken[::-1]

    def _open_jobs(self, count: int) -> None:
        while len(self._waiting) < count and (job := next(self._jobs, None)) is not None:
            self._add_steps(job, job.run.start(job.task, job.sample))

    def _take_feedback(self) -> None:
        """Passes what the oracle has found meanwhile to the chains that wait for it."""
        for future in [future for future in self._judging if future.done()]:
            job, chain, step, prompt = self._judging.pop(future)
            self._take_completion(job, chain, step, prompt, Completion(future.result().to_json()), asked=True)
            self._add_steps(job, chain)

    def receive(self, request: Request, completion: Completion) -> None:
        job, chain, step = self._open.pop(request.number)
        self._take_completion(job, chain, step, request.prompt, completion, asked=True)
        self._add_steps(job, chain)

    def finished(self) -> list[Finished]:
        """The steps completed since the last call, with those that needed no model."""
        finished, self._finished = self._finished, []
        return finished

    def _add_steps(self, job: GenerationJob, chain: Chain) -> None:
        """Adds the ready steps of a chain to the queue; steps that need not be asked are completed at once."""
        while steps := chain.ready_steps():
            for step in steps:
                try:
                    if isinstance(step, ProjectStep) and step.target is StepTarget.ORACLE:
                        # In place of a prompt, all that decides about what the tests say.
                        prompt = Prompt(PromptKind.BASE, f"{step.task.tests_hash()}\n{step.candidate}")
                    else:
                        prompt = job.run.writer.write(step)
                except PromptTooLong as problem:
                    completion = Completion("", PROMPT_TOO_LONG, prompt_tokens=len(problem.prompt.token_ids))
                    self._take_completion(job, chain, step, problem.prompt, completion, asked=False)
                    continue
                known = (self.known or {}).get(job.run.strategy, {}).get((job.task.task_id, job.sample, step.index))
                if known is not None and known.prompt_hash == prompt.sha256:
                    self._take_completion(job, chain, step, prompt, known.completion, asked=False)
                elif step.target is StepTarget.ORACLE:
                    assert self.oracle is not None and isinstance(step, ProjectStep)
                    self._judging[self.oracle.ask(step.task, step.candidate)] = job, chain, step, prompt
                else:
                    sample = f"{job.task.task_id}, sample {job.sample}, {job.run.strategy.value}"
                    name = f"{sample} step {step.index} ({step.asked})"
                    seed = step_seed(self.seed, job.task.task_id, job.sample, step.index)
                    request = Request(self._numbers, name, prompt, self.sampling, seed, self.limits.of(prompt))
                    self._numbers += 1
                    self._open[request.number] = job, chain, step
                    bisect.insort(self._waiting, request, key=_length)

    def _take_completion(
        self, job: GenerationJob, chain: Chain, step: Any, prompt: Prompt, completion: Completion, *, asked: bool
    ) -> None:
        chain.receive(step, prompt, completion)
        key, sample = (job.task.task_id, job.sample, step.index), chain.result() if chain.finished else None
        finished = Finished(job.run, step.target, completion, key, prompt.sha256, asked, sample)
        self.keep(finished)
        self._finished.append(finished)


def generate_samples(queue: StepQueue, backend: Backend) -> Iterator[Finished]:
    """Runs a backend until all samples are finished; yields each step."""
    for request, completion in backend.generate(queue):
        queue.receive(request, completion)
        yield from queue.finished()
    yield from queue.finished()


def write_prompts(run: Run, chain: Chain, reply: Callable[[AnyStep], str]) -> Iterator[Written]:
    """Writes a sample's prompts step by step, with replies in place of completions; oracle steps have none."""
    step: Any  # of the chain's own kind
    while steps := chain.ready_steps():
        for step in steps:
            prompt, problem = Prompt(PromptKind.BASE, ""), None
            try:
                prompt = run.writer.write(step) if step.target is not StepTarget.ORACLE else prompt
            except PromptTooLong as error:
                prompt, problem = error.prompt, error
            yield Written(step, prompt, problem)
            chain.receive(step, prompt, Completion(reply(step)))


def _length(request: Request) -> tuple[int, int]:
    """Sort key: length of a prompt, in characters where there are no tokens; of equal ones the first is taken."""
    return len(request.prompt.token_ids) or len(request.prompt.text), -request.number
