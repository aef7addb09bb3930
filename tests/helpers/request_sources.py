"""Requests to a model, and a source of them in which some wait for the answers to others."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from transformers import PreTrainedTokenizerFast as Tokenizer

from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Backend, Request, Sampling
from classeval_hf.generation.steps import Completion, Prompt, PromptKind

GREEDY = Sampling()


class Chains:
    """
    A source in which some requests wait for the answers to others, as the steps of a chain do.

    `following` has per number of a request the one whose prompt is that of the first with the answer behind it.
    """

    def __init__(self, requests: Sequence[Request], tokenizer: Any = None, following: Any = None) -> None:
        self.left = list(requests)
        self.most_asked_for = 0
        self._tokenizer = tokenizer
        self._following: dict[int, Request] = following or {}

    def take(self, count: int) -> list[Request]:
        self.most_asked_for = max(self.most_asked_for, count)
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def receive(self, request: Request, completion: Completion) -> None:
        if request.number in self._following:
            said = tuple(self._tokenizer(completion.raw)["input_ids"])
            step = self._following[request.number]
            prompt = replace(step.prompt, token_ids=request.prompt.token_ids + said + step.prompt.token_ids)
            self.left.append(replace(step, prompt=prompt))


def answers(backend: Backend, requests: Sequence[Request]) -> dict[int, Completion]:
    """What a backend says to each request, by the request's number."""
    found = [(request.number, completion) for request, completion in backend.generate(Chains(requests))]
    assert len(found) == len(requests)
    return dict(found)


def requests_of(tokenizer: Tokenizer, tasks: Sequence[ClassTask], sampling: Sampling = GREEDY) -> list[Request]:
    """Twelve requests: three samples of each of four prompts, of which two begin alike and one with all of another."""
    texts = [tasks[0].skeleton[:300], tasks[0].skeleton[:220] + "\nx", tasks[0].skeleton[:90], tasks[1].skeleton[:40]]
    requests = []
    for number in range(12):
        text = texts[number % 4]
        prompt = Prompt(PromptKind.BASE, text, token_ids=tuple(tokenizer(text)["input_ids"]))
        limit = (9, 3, 14, 6)[number % 4] + number // 2
        requests.append(Request(number, f"request {number}", prompt, sampling, seed=number, max_new_tokens=limit))
    return requests
