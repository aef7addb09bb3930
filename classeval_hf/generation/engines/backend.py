"""The interface of backends: they take requests and return each completion as soon as it is complete."""

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from classeval_hf.prompting.steps import Completion, Prompt

Counter = Callable[[int, int], None]  # called with the prompt tokens and new tokens processed since the last call


def count_nothing(read: int, written: int) -> None:
    """A [`Counter`] that does nothing."""


@dataclass(frozen=True)
class Sampling:
    """
    How the next token is chosen. A model's own generation config is not used.

    Args:
        temperature (`float`, defaults to `0.0`): divisor of the logits; 0 takes the most likely token.
        top_p (`float`, defaults to `1.0`): nucleus, the smallest set of likeliest tokens with this probability.
        top_k (`int`, defaults to `0`): number of likeliest tokens to choose from, 0 for all.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    top_k: int = 0

    @property
    def greedy(self) -> bool:
        """Whether the most likely token is taken at every step."""
        return self.temperature == 0.0


@dataclass(frozen=True)
class Request:
    """
    One prompt to complete.

    Args:
        number (`int`): identifies the request within a run.
        name (`str`): task, sample and step, for messages.
        prompt ([`~classeval_hf.prompting.steps.Prompt`]): the text for the model.
        sampling ([`Sampling`]): how tokens are chosen.
        seed (`int`): seed of the completion.
        max_new_tokens (`int`): maximum length of the completion.
    """

    number: int
    name: str
    prompt: Prompt
    sampling: Sampling
    seed: int
    max_new_tokens: int


class RequestSource(Protocol):
    def take(self, count: int) -> list[Request]:
        """Hands out requests, those with the longest prompts first."""


class Backend(Protocol):
    """
    Completes requests.

    A backend takes requests whenever it has free capacity, and yields each completion as soon as it is complete. It
    ends when the source is empty and no request is in progress.
    """

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Completion]]:
        """
        Completes all requests of a source.

        Args:
            source ([`RequestSource`]): where requests come from.

        Yields:
            `tuple[Request, Completion]`: in the order in which they are complete. Requests that follow from a
            completion are in the source before the next completion is taken from this iterator.
        """


def end_of_stop(text: str, stop_strings: Sequence[str]) -> int | None:
    """Where the stop string that ends first in a text ends; `None` if it holds none."""
    places = [(text.find(stop), len(stop)) for stop in stop_strings]
    return min((start + length for start, length in places if start >= 0), default=None)


def step_seed(seed: int, task_id: str, sample: int, step: int) -> int:
    """Seed of one step of a sample, 0 to 2**31 - 1, which every server takes."""
    digest = hashlib.sha256(f"{seed}\n{task_id}\n{sample}\n{step}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def draws(seed: int, count: int) -> list[float]:
    """Numbers between 0 and 1 (exclusive), the same on every machine; a longer list begins with the shorter one."""
    generator = random.Random(seed)  # `random()` is documented to stay the same between versions of Python
    return [generator.random() for _ in range(count)]
