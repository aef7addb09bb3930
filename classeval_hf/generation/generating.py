"""The main loop: one queue of the steps of all runs keeps the backend busy, while the oracle judges attempts."""

import bisect
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any

from classeval_hf.classes.prompts import ClassChain
from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.engines.backend import Backend, Request, Sampling, step_seed
from classeval_hf.generation.run_folder import KnownByStrategy, RunFolder
from classeval_hf.projects.prompts.oracle import AskOracle
from classeval_hf.projects.prompts.project_strategies import ProjectChain, ProjectChains
from classeval_hf.prompting.prompt_form import AnyWriter, PromptTooLong
from classeval_hf.prompting.sample_records import GeneratedSample
from classeval_hf.prompting.steps import AnyStep, Completion, Feedback, OracleStep, Prompt, StepTarget, Strategy
from classeval_hf.tasks.splits import AnyTask

PREFETCH_FACTOR = 8  # steps in the queue per step that is asked for: enough to find prompts of similar length
Chain = ClassChain | ProjectChain  # a sample in progress: hands out steps and takes their completions


@dataclass(frozen=True)
class LengthLimits:
    window: int  # maximum of tokens of prompt and completion together
    max_new_tokens: int | None = None  # maximum of tokens of the completion

    def of(self, prompt: Prompt) -> int:
        """Maximum of new tokens for a prompt; prompts whose tokens cannot be counted count as empty."""
        left = max(1, self.window - len(prompt.token_ids))
        return left if self.max_new_tokens is None else min(left, self.max_new_tokens)


@dataclass(frozen=True)
class Run:
    strategy: Strategy
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
    job: GenerationJob
    step: AnyStep | OracleStep
    sha256: str  # hash of what was asked
    reply: Completion | Feedback
    asked: bool  # whether the model or the oracle was asked in this process
    sample: GeneratedSample | None  # the sample that it finished, if any

    @property
    def work(self) -> tuple[StepTarget | None, int]:
        """What the model was asked for, `None` where the oracle was, and the tokens of the completion."""
        if isinstance(self.step, OracleStep) or isinstance(self.reply, Feedback):
            return None, 0
        return self.step.target, self.reply.completion_tokens


@dataclass(eq=False, repr=False)
class StepQueue:
    """The steps that are ready; chains are opened only as needed, so that few are left unfinished."""

    jobs: Iterable[GenerationJob]  # the samples to make, in order
    sampling: Sampling
    limits: LengthLimits  # maximum length of completions
    seed: int = 0  # seed of the run
    prefetch_factor: int = PREFETCH_FACTOR  # steps to hold in the queue per step asked for
    known: KnownByStrategy | None = None  # by strategy, the completed steps of an interrupted run
    ask_oracle: AskOracle | None = None  # judges attempts, for strategies that ask
    # Called with every completed step, before steps that follow from it are handed out.
    keep: Callable[[Finished], None] = lambda finished: None

    def __post_init__(self) -> None:
        self._jobs = iter(self.jobs)
        self._numbers = 0
        self._waiting: list[Request] = []  # shortest prompt first
        self._open: dict[int, tuple[GenerationJob, Chain, AnyStep]] = {}
        self._finished: list[Finished] = []
        self._judging: dict[Future[Feedback], tuple[GenerationJob, Chain, OracleStep]] = {}

    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first; waits for the oracle if nothing is in progress."""
        while True:
            for future in [future for future in self._judging if future.done()]:
                job, chain, step = self._judging.pop(future)
                self._take_reply(job, chain, step, step, future.result(), asked=True)
                self._add_steps(job, chain)
            while len(self._waiting) < self.prefetch_factor * count and (new := next(self._jobs, None)) is not None:
                self._add_steps(new, new.run.start(new.task, new.sample))
            if self._open or not self._judging:
                break
            wait(self._judging, return_when=FIRST_COMPLETED)
        taken = self._waiting[len(self._waiting) - min(count, len(self._waiting)) :]
        del self._waiting[len(self._waiting) - len(taken) :]
        return taken[::-1]

    def receive(self, request: Request, completion: Completion) -> None:
        job, chain, step = self._open.pop(request.number)
        self._take_reply(job, chain, step, request.prompt, completion, asked=True)
        self._add_steps(job, chain)

    def finished(self) -> list[Finished]:
        """The steps completed since the last call, including those that needed no model."""
        finished, self._finished = self._finished, []
        return finished

    def _add_steps(self, job: GenerationJob, chain: Chain) -> None:
        """Adds the ready steps of a chain to the queue; steps that need not be asked are completed at once."""
        known = (self.known or {}).get(job.run.strategy, {})
        step: Any  # of the chain's own kind
        while ready := chain.ready_steps():
            for step in ready:
                try:
                    question = step if isinstance(step, OracleStep) else job.run.writer.write(step)
                except PromptTooLong as problem:
                    tokens = len(problem.prompt.token_ids)
                    reply = Completion("", PROMPT_TOO_LONG, prompt_tokens=tokens)
                    self._take_reply(job, chain, step, problem.prompt, reply, asked=False)
                    continue
                before = known.get((job.task.task_id, job.sample, step.index))
                if before is not None and before.sha256 == question.sha256:
                    self._take_reply(job, chain, step, question, before.reply, asked=False)
                elif isinstance(question, OracleStep):
                    assert self.ask_oracle is not None
                    self._judging[self.ask_oracle(question)] = job, chain, question
                else:
                    self._add_request(job, chain, step, question)

    def _add_request(self, job: GenerationJob, chain: Chain, step: AnyStep, prompt: Prompt) -> None:
        name = f"{job.task.task_id}, sample {job.sample}, {job.run.strategy.value} step {step.index} ({step.asked})"
        seed = step_seed(self.seed, job.task.task_id, job.sample, step.index)
        request = Request(self._numbers, name, prompt, self.sampling, seed, self.limits.of(prompt))
        self._numbers += 1
        self._open[request.number] = job, chain, step
        # Without tokens by characters; the first of equal ones last.
        bisect.insort(
            self._waiting,
            request,
            key=lambda item: (len(item.prompt.token_ids) or len(item.prompt.text), -item.number),
        )

    def _take_reply(
        self, job: GenerationJob, chain: Any, step: Any, question: Prompt | OracleStep, reply: Any, asked: bool
    ) -> None:
        if isinstance(question, OracleStep):
            chain.receive_feedback(reply)
        else:
            chain.receive(step, question, reply)
        sample = chain.result() if chain.finished else None
        finished = Finished(job, step, question.sha256, reply, asked, sample)
        self.keep(finished)
        self._finished.append(finished)


def generate_samples(queue: StepQueue, backend: Backend) -> Iterator[Finished]:
    """Runs a backend until all samples are finished; yields each step."""
    for request, completion in backend.generate(queue):
        queue.receive(request, completion)
        yield from queue.finished()
    yield from queue.finished()


def write_prompts(
    run: Run, chain: Any, reply: Callable[[AnyStep], str]
) -> Iterator[tuple[AnyStep, Prompt, PromptTooLong | None]]:
    """Writes a sample's prompts step by step, with replies in place of completions; of an agent two attempts."""
    attempts = 0
    while ready := chain.ready_steps():
        for step in ready:
            if isinstance(step, OracleStep):
                attempts += 1
                if attempts == 2:
                    return
                chain.receive_feedback(Feedback(False, "# (the attempt)", "(the feedback of the tests)"))
                continue
            problem = None
            try:
                prompt = run.writer.write(step)
            except PromptTooLong as error:
                prompt, problem = error.prompt, error
            yield step, prompt, problem
            chain.receive(step, prompt, Completion(reply(step)))
