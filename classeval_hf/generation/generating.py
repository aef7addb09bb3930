"""Sets up a model and its prompts per strategy, before weights are loaded; then one queue of the steps of all runs
keeps the backend busy, while the oracle judges attempts."""

import bisect
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from tqdm.auto import tqdm

from classeval_hf.core.errors import UserError
from classeval_hf.core.tasks import Task
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.engines import backend, model_loading
from classeval_hf.generation.engines.backend import Backend, Request, Sampling, step_seed
from classeval_hf.generation.engines.openai_backend import OpenAIBackend, ServerAddress, served_length
from classeval_hf.generation.options import Arguments
from classeval_hf.generation.run_folder import KnownByStrategy, RunFolder
from classeval_hf.prompting import steps
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.prompt_form import Chain, PromptFamily, PromptForm, PromptTooLong
from classeval_hf.prompting.steps import Completion, Feedback, OracleStep, Prompt, Step, StepTarget, Strategy
from classeval_hf.runs.run_records import LongPrompt, ModelIdentity, PromptDecision
from classeval_hf.sandbox.limited_calls import own_cores

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

DEFAULT_MAX_LENGTH = 8192  # tokens of prompt and completion: more is rarely needed, and takes memory
_THREADS = "OMP_NUM_THREADS"
_SERVER_WINDOW = 2048  # new tokens where nothing is known of a server's model, and prompts cannot be counted
COMPLETION_ROOM = 256  # tokens left for a completion: longer than most methods, shorter than most classes
PREFETCH_FACTOR = 8  # steps in the queue per step that is asked for: enough to find prompts of similar length


@dataclass(frozen=True)
class ModelFacts:
    identity: ModelIdentity  # identifies its version
    tokenizer: "PreTrainedTokenizerBase | None"  # its tokenizer; a server's model may come without one
    window: int  # maximum of tokens of prompt and completion together
    positions: int | None = None  # number of the model's positions
    embedding_rows: int | None = None  # number of token ids it knows
    notes: tuple[str, ...] = ()  # notes for the user


def read_model_facts(arguments: Arguments) -> ModelFacts:
    source, asked, server = arguments.model, arguments.decoding.max_length, arguments.server
    if source.backend == "openai":
        identity = ModelIdentity(source.model)
        tokenizer_from = server.tokenizer or (source.model if source.folder is not None else None)
        if tokenizer_from is None:
            return ModelFacts(identity, None, asked or _SERVER_WINDOW)
        source = replace(source, model=tokenizer_from, revision=None)
        tokenizer, note = model_loading.load_tokenizer(source)
        of_model = served = None
        if asked is None:
            with suppress(OSError, ValueError):  # a tokenizer may come without the model's configuration
                of_model = model_loading.context_limit(model_loading.load_config(source))
            if server.base_url is not None:  # else prompts are only shown
                address = ServerAddress(server.base_url, os.environ.get(server.api_key_env))
                served = served_length(address, arguments.model.model)
        window = asked or min(filter(None, (DEFAULT_MAX_LENGTH, of_model, served)))
        return ModelFacts(identity, tokenizer, window, notes=(note,) if note else ())
    config = model_loading.load_config(source)
    model_loading.model_class(source.model, config)  # refuses models that are not causal
    identity, of_base = model_loading.model_identity(source.model, config), ""
    adapter = model_loading.find_adapter(source)
    if adapter is not None:
        if source.backend == "vllm":
            problem = f"{source.model} is a PEFT adapter: merge it into its base, or use transformers."
            raise UserError(f"--backend vllm: {problem}")
        # `config` is that of the base, whose identity goes into a note.
        base = model_loading.model_identity(str(adapter.base_model_name_or_path), config)
        if source.folder is None:
            identity = replace(identity, commit=model_loading.checkpoint_file(source).parent.name)
        version = base.commit or base.sha256
        of_base = f"PEFT adapter ({adapter.peft_type}) on {base.name}" + (f" ({version})" if version else "")
    tokenizer, note = model_loading.load_tokenizer(source)
    model_loading.require_same_tokens(source, tokenizer)
    most = model_loading.context_limit(config)
    notes = [text for text in (of_base, note) if text]
    if most is not None and asked is not None and most < asked:
        notes.append(f"the model has {most} positions only, so that prompt and completion have {most} tokens together")
    window = min(filter(None, (asked or DEFAULT_MAX_LENGTH, most)))
    return ModelFacts(identity, tokenizer, window, most, model_loading.embedding_rows(config), tuple(notes))


def use_cores() -> None:
    """Lets torch use all cores, unless the user has set the number of threads; the 1 that launchers set is ignored."""
    if _THREADS in os.environ:
        # `accelerate launch` and `torchrun` set one thread for each process by default.
        launched = any(name.startswith(("ACCELERATE_", "TORCHELASTIC_")) for name in os.environ)
        if not launched or os.environ[_THREADS] != "1":
            return
        launcher = Path(f"/proc/{os.getppid()}")
        try:
            of_user, command = (launcher / "environ").read_bytes(), (launcher / "cmdline").read_bytes()
        except OSError:
            return
        if f"{_THREADS}=".encode() in of_user or b"num_cpu_threads" in command:
            return
    import torch

    os.environ[_THREADS] = str(own_cores())  # for libraries that are loaded later, and for processes
    torch.set_num_threads(own_cores())


def make_backend(arguments: Arguments, facts: ModelFacts, max_slots: int | None, count: backend.Counter) -> Backend:
    """Loads the model, or connects to its server; `max_slots` limits the completions in progress."""
    options = arguments.model
    if options.backend == "openai":
        return OpenAIBackend(arguments.server, options.model, facts.tokenizer, tqdm.write, count)
    use_cores()
    assert facts.tokenizer is not None  # only a server's model may come without one
    if options.backend == "vllm":
        from classeval_hf.generation.engines.vllm_backend import VLLMBackend

        return VLLMBackend(options, facts.tokenizer, facts.window, count)
    from accelerate import PartialState

    from classeval_hf.generation.engines.continuous_backend import backend_for
    from classeval_hf.generation.engines.transformers_backend import looks_ahead

    model = model_loading.load_model(options, PartialState().device)
    if looks_ahead(model):
        raise UserError(
            f"{options.model} is not a causal language model: its output depends on later tokens. Name another."
        )
    memory = backend.parse_memory(options.max_memory) if options.max_memory is not None else None
    # With more slots than its share, a process would take the work of others that are still loading the model.
    return backend_for(model, facts.tokenizer, facts.window, options.batch_size, memory, max_slots, tqdm.write, count)


@dataclass(frozen=True)
class Run:
    strategy: Strategy
    folder: RunFolder  # where the samples go
    writer: PromptForm[Any]  # puts steps into the model's form
    family: PromptFamily  # starts samples
    decision: PromptDecision = field(default_factory=PromptDecision)  # the choice of prompts, as recorded


def set_up_runs(arguments: Arguments, facts: ModelFacts, family: PromptFamily) -> list[Run]:
    """A run per strategy; a `ValueError` if the model cannot be asked in the requested form."""
    runs, tokenizer, options = [], facts.tokenizer, arguments.prompts
    room = min(arguments.decoding.max_new_tokens or COMPLETION_ROOM, COMPLETION_ROOM)
    model, families, rows = arguments.model.model, options.fim_families, facts.embedding_rows
    for strategy in arguments.strategies:
        choice = choose_prompt(model, tokenizer, options.prompt, strategy, families=families, embedding_rows=rows)
        sizes = {"context_length": facts.window, "completion_room": room}
        writer = family.writer(choice, tokenizer, options.instruction_style, **sizes)
        of_fim = msgspec.json.decode(msgspec.json.encode(choice.family))
        decision = PromptDecision(choice.kind.value, choice.format, choice.reason, of_fim, facts.window, facts.notes)
        runs.append(Run(strategy, RunFolder(arguments.folder(strategy)), writer, family, decision))
    return runs


@dataclass(frozen=True)
class GenerationJob:
    run: Run
    task: Task
    sample: int  # its index among the samples of the task


@dataclass(frozen=True)
class Finished:
    job: GenerationJob
    step: Step | OracleStep
    sha256: str  # hash of the question
    reply: Completion | Feedback
    asked: bool  # whether the model or the oracle was asked in this process
    sample: steps.GeneratedSample | None  # the sample that it finished, if any


@dataclass(eq=False, repr=False)
class StepQueue:
    """The steps that are ready; chains are opened only as needed, so that few are left unfinished."""

    jobs: Iterator[GenerationJob]  # the samples to make, in order
    sampling: Sampling
    window: int  # maximum of tokens of prompt and completion together; a prompt without token ids counts as empty
    max_new_tokens: int | None = None  # maximum of tokens of the completion
    seed: int = 0  # seed of the run
    prefetch_factor: int = PREFETCH_FACTOR  # steps to hold in the queue per step asked for
    known: KnownByStrategy | None = None  # by strategy, the completed steps of an interrupted run
    # Called with every completed step, before the steps that follow it are handed out.
    keep: Callable[[Finished], None] = lambda finished: None
    _numbers: int = 0
    # By the size of the prompt, without tokens in characters; the first of equal ones last.
    _waiting: list[tuple[int, int, Request]] = field(default_factory=list)
    _open: dict[int, tuple[GenerationJob, Chain, Step]] = field(default_factory=dict)
    _judging: dict[Future[Feedback], tuple[GenerationJob, Chain, OracleStep]] = field(default_factory=dict)

    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first; waits for the oracle if nothing is in progress."""
        while True:
            for future in [future for future in self._judging if future.done()]:
                job, chain, step = self._judging.pop(future)
                self._take_reply(job, chain, step, step, future.result(), asked=True)
            while len(self._waiting) < self.prefetch_factor * count and (new := next(self.jobs, None)) is not None:
                self._add_steps(new, new.run.family.start(new.task, new.run.strategy, new.sample))
            if self._open or not self._judging:
                break
            wait(self._judging, return_when=FIRST_COMPLETED)
        taken = self._waiting[len(self._waiting) - min(count, len(self._waiting)) :]
        del self._waiting[len(self._waiting) - len(taken) :]
        return [request for _, _, request in reversed(taken)]

    def receive(self, request: Request, completion: Completion) -> None:
        job, chain, step = self._open.pop(request.number)
        self._take_reply(job, chain, step, request.prompt, completion, asked=True)

    def _add_steps(self, job: GenerationJob, chain: Chain) -> None:
        """Adds the ready steps of a chain to the queue; steps that need not be asked are completed at once."""
        known = (self.known or {}).get(job.run.strategy, {})
        step: Any  # of the chain's own kind
        while ready := chain.ready_steps():
            for step in ready:
                try:
                    question = step if isinstance(step, OracleStep) else job.run.writer.write(step)
                except PromptTooLong as problem:
                    reply = Completion("", PROMPT_TOO_LONG, prompt_tokens=len(problem.prompt.token_ids))
                    self._take_reply(job, chain, step, problem.prompt, reply, asked=False)
                    continue
                before = known.get((job.task.task_id, job.sample, step.index))
                if before is not None and before.sha256 == question.sha256:
                    self._take_reply(job, chain, step, question, before.reply, asked=False)
                elif isinstance(question, OracleStep):
                    self._judging[job.run.family.ask_oracle(question)] = job, chain, question
                else:
                    number, task_id = self._numbers, job.task.task_id
                    length = max(1, self.window - len(question.token_ids))
                    length = min(length, self.max_new_tokens or length)
                    name = f"{task_id}, sample {job.sample}, {job.run.strategy.value} step {step.index} ({step.asked})"
                    seed = step_seed(self.seed, task_id, job.sample, step.index)
                    self._numbers += 1
                    self._open[number] = job, chain, step
                    request = Request(number, name, question, self.sampling, seed, length)
                    size = len(question.token_ids) or len(question.text)
                    bisect.insort(self._waiting, (size, -number, request))

    def _take_reply(
        self, job: GenerationJob, chain: Any, step: Any, question: Prompt | OracleStep, reply: Any, asked: bool
    ) -> None:
        chain.receive(step, question, reply)
        sample = chain.result() if chain.finished else None
        self.keep(Finished(job, step, question.sha256, reply, asked, sample))
        if asked:
            self._add_steps(job, chain)


def write_prompts(run: Run, chain: Chain, with_reference: bool) -> Iterator[tuple[Step, Prompt, PromptTooLong | None]]:
    """Writes a sample's prompts step by step, with stand-ins for completions; for agents, two attempts."""
    attempts = 0
    while ready := chain.ready_steps():
        for step in ready:
            if isinstance(step, OracleStep):
                attempts += 1
                if attempts == 2:
                    return
                chain.receive(step, step, Feedback(False, "(the attempt)", "(the feedback of the tests)"))
                continue
            problem = None
            try:
                prompt = run.writer.write(step)
            except PromptTooLong as error:
                prompt, problem = error.prompt, error
            yield step, prompt, problem
            chain.receive(step, prompt, Completion(run.family.stand_in(step, with_reference)))


@dataclass
class Amount:
    steps: Counter[StepTarget] = field(default_factory=Counter)  # number of steps by target
    prompt_tokens: int = 0  # estimated tokens of their prompts; 0 where they cannot be counted
    open_ended: bool = False  # whether further steps may follow from these


@dataclass
class PromptCheck:
    """A check of all prompts before weights are loaded: those that do not fit, and the amount of work."""

    # By strategy and task, the steps of a sample: target, and tokens of the prompt, 0 if not counted.
    steps: dict[tuple[Strategy, str], dict[int, tuple[StepTarget, int]]] = field(default_factory=dict)
    open_ended: set[tuple[Strategy, str]] = field(default_factory=set)  # samples that may have further steps
    too_long: dict[Strategy, list[PromptTooLong]] = field(default_factory=dict)  # steps whose prompts do not fit

    def amount(self, jobs: Iterable[GenerationJob], known: KnownByStrategy) -> Amount:
        """Total work of samples, without the known steps."""
        total = Amount()
        for job in jobs:
            sample = job.run.strategy, job.task.task_id
            total.open_ended |= sample in self.open_ended
            for target, tokens in self.steps[sample].values():
                total.steps[target] += 1
                total.prompt_tokens += tokens
        for strategy, of_strategy in known.items():
            for (task_id, _, index), step in of_strategy.items():
                counted = self.steps[strategy, task_id].get(index)  # of open-ended samples only the first step
                if counted is not None and isinstance(step.reply, Completion):
                    total.steps[counted[0]] -= 1
                    total.prompt_tokens -= step.reply.prompt_tokens
        return total


def too_long_warning(strategy: Strategy, steps: Sequence[LongPrompt]) -> str:
    lengths: dict[str, str] = {}
    for step in steps:
        name = f"{step.task_id} {step.method}" if step.method is not None else step.task_id
        lengths[name] = f"{step.prompt_tokens:,} tokens" if step.prompt_tokens else "by the server's count"
    listed = ", ".join(f"{name} ({length})" for name, length in lengths.items())
    what = "1 prompt does" if len(lengths) == 1 else f"{len(lengths)} prompts do"
    return (
        f"warning: {strategy.value}: {what} not fit into {steps[0].window:,} tokens with room for a completion, which "
        f"is taken to be empty: {listed}"
    )


def check_prompts(
    runs: Sequence[Run], tasks: Sequence[Task], facts: ModelFacts, *, strict: bool = False
) -> PromptCheck:
    """Writes the prompts of every task; an error if none of a run fits, or, if `strict`, one does not."""
    check = PromptCheck()
    remedy = "Raise --max-length" + (f": the model takes {facts.positions:,} tokens." if facts.positions else ".")
    if facts.positions is not None and facts.window >= facts.positions:
        remedy = f"The model takes {facts.positions:,} tokens and no more: choose other tasks, or another model."
    for run in runs:
        too_long = check.too_long.setdefault(run.strategy, [])
        for task in tasks:
            fitting = check.steps[run.strategy, task.task_id] = {}
            chain, open_ended = run.family.trial(task, run.strategy)
            for step, prompt, problem in write_prompts(run, chain, with_reference=False):
                if problem is not None:
                    too_long.append(problem)
                else:
                    fitting[step.index] = step.target, len(prompt.token_ids)
            if open_ended and fitting:
                check.open_ended.add((run.strategy, task.task_id))
        if too_long and not any(check.steps[run.strategy, task.task_id] for task in tasks):
            raise UserError(f"{too_long[0]} Nor does any other prompt of the run fit. {remedy}")
    problems = [problem for problems in check.too_long.values() for problem in problems]
    if strict and problems:
        listed = "\n".join(f"- {problem.step.strategy.value}: {problem}" for problem in problems)
        raise UserError(f"--strict: {len(problems)} prompts do not fit:\n{listed}\n{remedy}")
    return check
