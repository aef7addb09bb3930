"""The main loop: one queue of the steps of all runs keeps the backend busy, while the oracle judges attempts."""

import bisect
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from classeval_hf.classes.prompts.strategies import ClassChain
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.engines.backend import Backend, Request, Sampling, step_seed
from classeval_hf.generation.pipeline.oracle import Oracle
from classeval_hf.generation.pipeline.run_folder import KnownByStrategy, RunFolder, StepKey
from classeval_hf.projects.prompts.project_strategies import ProjectChain, ProjectChains
from classeval_hf.prompting import steps
from classeval_hf.prompting.prompt_form import AnyWriter, PromptTooLong
from classeval_hf.prompting.sample_records import GeneratedSample
from classeval_hf.tasks.splits import AnyTask

PREFETCH_FACTOR = 8  # steps in the queue per step that is asked for: enough to find prompts of similar length
Chain = ClassChain | ProjectChain  # a sample in progress: hands out steps and takes their completions


@dataclass(frozen=True)
class LengthLimits:
    window: int  # maximum of tokens of prompt and completion together
    max_new_tokens: int | None = None  # maximum of tokens of the completion

    def of(self, prompt: steps.Prompt) -> int:
        """Maximum of new tokens for a prompt; prompts whose tokens cannot be counted count as empty."""
        left = max(1, self.window - len(prompt.token_ids))
        return left if self.max_new_tokens is None else min(left, self.max_new_tokens)


@dataclass(frozen=True)
class Run:
    strategy: steps.Strategy
    folder: RunFolder  # where the samples go
    writer: AnyWriter  # puts steps into the model's form
    of_projects: ProjectChains | None = None  # starts samples of repository-level tasks

    def start(self, task: AnyTask, sample: int) -> Chain:
        """Starts a sample; a `ValueError` if the task lacks what the strategy needs."""
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
    target: steps.StepTarget
    completion: steps.Completion
    key: StepKey
    prompt_hash: str  # hash of its prompt
    asked: bool  # whether the model was asked in this process
    sample: GeneratedSample | None  # the sample that it finished, if any


@dataclass(frozen=True)
class Written:
    step: steps.AnyStep
    prompt: steps.Prompt
    problem: PromptTooLong | None = None


@dataclass(eq=False, repr=False)
class StepQueue:
    """The steps that are ready; chains are opened only as needed, so that few are left unfinished."""

    jobs: Iterable[GenerationJob]  # the samples to make, in order
    sampling: Sampling
    limits: LengthLimits  # maximum length of completions
    seed: int = 0  # seed of the run
    prefetch_factor: int = PREFETCH_FACTOR  # steps to hold in the queue per step asked for
    known: KnownByStrategy | None = None  # by strategy, the completed steps of an interrupted run
    oracle: Oracle | None = None  # judges attempts, entered; strategies that ask need it
    # Called with every completed step, before steps that follow from it are handed out.
    keep: Callable[[Finished], None] = lambda finished: None

    def __post_init__(self) -> None:
        self._jobs = iter(self.jobs)
        self._numbers = 0
        self._waiting: list[Request] = []  # shortest prompt first
        self._open: dict[int, tuple[GenerationJob, Chain, steps.AnyStep]] = {}
        self._finished: list[Finished] = []
        self._judging: dict[Future[steps.Feedback], tuple[GenerationJob, Chain, steps.AnyStep, steps.Prompt]] = {}

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
        """Passes new feedback of the oracle to the chains that wait for it."""
        for future in [future for future in self._judging if future.done()]:
            job, chain, step, prompt = self._judging.pop(future)
            self._take_completion(job, chain, step, prompt, steps.Completion(future.result().to_json()), asked=True)
            self._add_steps(job, chain)

    def receive(self, request: Request, completion: steps.Completion) -> None:
        job, chain, step = self._open.pop(request.number)
        self._take_completion(job, chain, step, request.prompt, completion, asked=True)
        self._add_steps(job, chain)

    def finished(self) -> list[Finished]:
        """The steps completed since the last call, including those that needed no model."""
        finished, self._finished = self._finished, []
        return finished

    def _add_steps(self, job: GenerationJob, chain: Chain) -> None:
        """Adds the ready steps of a chain to the queue; steps that need not be asked are completed at once."""

        def by_length(
            request: Request,
        ) -> tuple[int, int]:  # without tokens in characters; the first of equals last
            return len(request.prompt.token_ids) or len(request.prompt.text), -request.number

        while ready := chain.ready_steps():
            for step in ready:
                try:
                    if isinstance(step, steps.ProjectStep) and step.target is steps.StepTarget.ORACLE:
                        # In place of a prompt: tests and candidate, which determine the feedback.
                        prompt = steps.Prompt(steps.PromptKind.BASE, f"{step.task.tests_hash()}\n{step.candidate}")
                    else:
                        prompt = job.run.writer.write(step)
                except PromptTooLong as problem:
                    completion = steps.Completion("", PROMPT_TOO_LONG, prompt_tokens=len(problem.prompt.token_ids))
                    self._take_completion(job, chain, step, problem.prompt, completion, asked=False)
                    continue
                known = (self.known or {}).get(job.run.strategy, {}).get((job.task.task_id, job.sample, step.index))
                if known is not None and known.prompt_hash == prompt.sha256:
                    self._take_completion(job, chain, step, prompt, known.completion, asked=False)
                elif step.target is steps.StepTarget.ORACLE:
                    assert self.oracle is not None and isinstance(step, steps.ProjectStep)
                    self._judging[self.oracle.ask(step.task, step.candidate)] = job, chain, step, prompt
                else:
                    sample = f"{job.task.task_id}, sample {job.sample}, {job.run.strategy.value}"
                    name = f"{sample} step {step.index} ({step.asked})"
                    seed = step_seed(self.seed, job.task.task_id, job.sample, step.index)
                    request = Request(self._numbers, name, prompt, self.sampling, seed, self.limits.of(prompt))
                    self._numbers += 1
                    self._open[request.number] = job, chain, step
                    bisect.insort(self._waiting, request, key=by_length)

    def _take_completion(
        self, job: GenerationJob, chain: Chain, step: Any, prompt: steps.Prompt, reply: steps.Completion, asked: bool
    ) -> None:
        chain.receive(step, prompt, reply)
        key, sample = (job.task.task_id, job.sample, step.index), chain.result() if chain.finished else None
        finished = Finished(job.run, step.target, reply, key, prompt.sha256, asked, sample)
        self.keep(finished)
        self._finished.append(finished)


def generate_samples(queue: StepQueue, backend: Backend) -> Iterator[Finished]:
    """Runs a backend until all samples are finished; yields each step."""
    for request, completion in backend.generate(queue):
        queue.receive(request, completion)
        yield from queue.finished()
    yield from queue.finished()


def write_prompts(run: Run, chain: Chain, reply: Callable[[steps.AnyStep], str]) -> Iterator[Written]:
    """Writes a sample's prompts step by step, with replies in place of completions; oracle steps have none."""
    step: Any  # of the chain's own kind
    while ready := chain.ready_steps():
        for step in ready:
            prompt, problem = steps.Prompt(steps.PromptKind.BASE, ""), None
            try:
                prompt = run.writer.write(step) if step.target is not steps.StepTarget.ORACLE else prompt
            except PromptTooLong as error:
                prompt, problem = error.prompt, error
            yield Written(step, prompt, problem)
            chain.receive(step, prompt, steps.Completion(reply(step)))
