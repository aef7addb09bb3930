"""Requests as a run makes them: real prompts, chains of steps, completions of the length of canonical ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from classeval_hf.classes.prompts import ClassChain, ClassStep, PromptWriter
from classeval_hf.classes.tasks.files import open_tasks, read_task_file
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, Sampling, step_seed
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Completion, StepTarget, Strategy

__all__ = ["Workload", "make_workload", "tasks_of"]

_SAMPLED = Sampling(temperature=0.2)
_NEVER = "\0"
"""Added to stop strings, so that they are looked for and not found."""


def tasks_of(split: str) -> list[ClassTask]:
    """The tasks of the split `open` or of a file."""
    return list(open_tasks().values()) if split == "open" else list(read_task_file(split))


@dataclass(frozen=True)
class _Chained:
    """A request and the one that follows from its completion."""

    request: Request
    following: int | None


class Workload:
    """
    A source of requests in chains, as a [`~classeval_hf.generation.engines.backend.RequestSource`].

    Args:
        chains (`Sequence[Sequence[Request]]`): requests of which each waits for the one before it.
        classes (`int`): how many classes they make.
        window (`int`): maximum of tokens of prompt and completion together.
    """

    def __init__(self, chains: Sequence[Sequence[Request]], classes: int, window: int) -> None:
        self._classes = classes
        self.window = window
        self._known = {
            request.number: _Chained(request, following.number if following is not None else None)
            for chain in chains
            for request, following in zip(chain, [*chain[1:], None], strict=True)
        }
        self._ready = [chain[0] for chain in chains]
        self.completions: dict[str, str] = {}

    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first."""
        self._ready.sort(key=lambda request: (-len(request.prompt.token_ids), request.number))
        taken, self._ready = self._ready[:count], self._ready[count:]
        return taken

    def receive(self, request: Request, completion: str) -> None:
        """Records a completion, and makes the next step of its chain ready."""
        known = self._known[request.number]
        self.completions[str(request.number)] = hashlib.sha256(completion.encode()).hexdigest()[:16]
        if known.following is not None:
            self._ready.append(self._known[known.following].request)

    def summary(self) -> dict[str, Any]:
        """Amount of work, and the completions."""
        requests = [known.request for known in self._known.values()]
        if len(self.completions) != len(requests):
            raise RuntimeError(f"only {len(self.completions)} of {len(requests)} completions are there")
        return {
            "classes": self._classes,
            "prompt_tokens": sum(len(request.prompt.token_ids) for request in requests),
            "tokens": sum(request.max_new_tokens for request in requests),
            "answers": self.completions,
        }


def make_workload(tokenizer: Any, split: str, tasks: int, strategy: str, samples: int, window: int = 2048) -> Workload:
    """
    The requests of a run with base prompts.

    Args:
        tokenizer (`PreTrainedTokenizerBase`): the model's tokenizer.
        split (`str`): `"open"` or a file of tasks.
        tasks (`int`): how many of them.
        strategy (`str`): how classes are asked for.
        samples (`int`): samples per task; one is greedy.
        window (`int`, defaults to `2048`): tokens of prompt and completion together at most.
    """
    writer = PromptWriter(
        choose_prompt("base", tokenizer, "base", Strategy(strategy)),
        tokenizer,
        context_length=window,
        completion_room=256,
    )
    chains: list[list[Request]] = []
    chosen = tasks_of(split)[:tasks]
    for task in chosen:
        for sample in range(samples):
            requests = requests_of(tokenizer, writer, task, strategy, sample, Sampling() if samples == 1 else _SAMPLED)
            chains += [requests] if strategy == "incremental" else [[request] for request in requests]
    numbered = iter(range(sum(map(len, chains))))
    chains = [[replace(request, number=next(numbered)) for request in chain] for chain in chains]
    return Workload(chains, len(chosen) * samples, window)


def requests_of(
    tokenizer: Any, writer: PromptWriter, task: ClassTask, strategy: str, sample: int, sampling: Sampling
) -> list[Request]:
    """All steps of one sample, with canonical completions."""
    chain = ClassChain(task, Strategy(strategy), sample)
    requests = []
    while steps := chain.ready_steps():
        for step in steps:
            prompt = writer.write(step)
            completion = _canonical(step)
            chain.receive(step, prompt, Completion(completion))
            room = (writer.context_length or 0) - len(prompt.token_ids)
            length = min(len(tokenizer(completion)["input_ids"]), room)
            prompt = replace(prompt, stop_strings=tuple(stop + _NEVER for stop in prompt.stop_strings))
            seed = step_seed(0, task.task_id, sample, step.index)
            requests.append(Request(0, f"{task.task_id}, step {step.index}", prompt, sampling, seed, length))
    return requests


def _canonical(step: ClassStep) -> str:
    if step.target is StepTarget.CLASS:
        return step.task.solution_code
    assert step.method is not None
    code = step.method.solution_code.strip("\n")
    return "\n".join(f"    {line}" if line else line for line in code.split("\n"))
