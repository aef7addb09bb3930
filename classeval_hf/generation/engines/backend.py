"""What the loop asks of a backend: requests in, answers out, each as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from classeval_hf.generation.steps import Answer, Prompt

__all__ = ["Backend", "Counter", "Request", "RequestSource", "Sampling", "count_nothing", "end_of_stop"]

Counter = Callable[[int, int], None]
"""Told how many tokens of prompts were read, and of answers written, since it was last called."""


def count_nothing(read: int, written: int) -> None:
    """A [`Counter`] that takes no notice."""


@dataclass(frozen=True)
class Sampling:
    """
    How the next token is chosen. Nothing else has a say: a model's own generation config is not asked.

    Args:
        temperature (`float`, defaults to `0.0`): what the scores are divided by; 0 takes the most likely token.
        top_p (`float`, defaults to `1.0`): nucleus, the least set of likeliest tokens with so much probability.
        top_k (`int`, defaults to `0`): how many of the likeliest tokens are left, 0 for all.
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
    One prompt to answer.

    Args:
        number (`int`): tells requests of a run apart.
        name (`str`): task, sample and step, for messages.
        prompt ([`~classeval_hf.generation.steps.Prompt`]): what the model sees.
        sampling ([`Sampling`]): how tokens are chosen.
        seed (`int`): all the randomness of the answer.
        max_new_tokens (`int`): the longest answer.
    """

    number: int
    name: str
    prompt: Prompt
    sampling: Sampling
    seed: int
    max_new_tokens: int


class RequestSource(Protocol):
    """Where a backend takes requests from."""

    def take(self, count: int) -> list[Request]:
        """
        Hands out requests, those with the longest prompts first.

        Args:
            count (`int`): how many the backend has room for.

        Returns:
            `list[Request]`: at most so many; empty if none waits. More may be there after the next answer, since a
            step can wait for the answer to another one.
        """


class Backend(Protocol):
    """
    What answers requests.

    A backend takes as many requests as it has room for, as often as it has room, and yields each answer as soon as it
    is complete. It ends when the source is empty and nothing is under way.
    """

    def generate(self, source: RequestSource) -> Iterator[tuple[Request, Answer]]:
        """
        Answers all that the source has, and will have.

        Args:
            source ([`RequestSource`]): where requests come from.

        Yields:
            `tuple[Request, Answer]`: in the order in which the answers are complete. What follows from an answer is in
            the source before the next one is asked for.
        """


def end_of_stop(text: str, stop_strings: Sequence[str]) -> int | None:
    """
    Where the first stop string in a text ends.

    Args:
        text (`str`): new text.
        stop_strings (`Sequence[str]`): texts that end an answer.

    Returns:
        `int` or `None`: `None` if it holds none; of two stop strings, that which is complete first counts.
    """
    found = [(text.find(stop), len(stop)) for stop in stop_strings]
    return min((start + length for start, length in found if start >= 0), default=None)
