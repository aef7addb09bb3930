"""How far a run is and how long the rest of it takes, told from the tokens that were read and written so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from classeval_hf.generation.pipeline.prompt_check import Amount
from classeval_hf.generation.steps import Target

__all__ = ["Counts", "Pace"]

_USUAL: Mapping[Target, int] = {Target.CLASS: 450, Target.METHOD: 150, Target.PLAN: 50}
"""Tokens of an answer, before any is there: about what the references of ClassEval and of our own tasks have."""

_WEIGHT = 4
"""The usual length counts as much as so many answers."""

_READING_FASTER = 4
"""So many times as fast as written, tokens are taken to be read before any is written: a guess, and soon replaced."""


@dataclass
class Counts:
    """
    What was done.

    Args:
        steps (`int`, defaults to 0): steps that have their answers.
        read (`int`, defaults to 0): tokens of prompts that were read.
        written (`int`, defaults to 0): tokens of answers, those under way included.
        finished (`int`, defaults to 0): tokens of the answers that are complete.
        usual (`int`, defaults to 0): tokens that these usually have.
    """

    steps: int = 0
    read: int = 0
    written: int = 0
    finished: int = 0
    usual: int = 0

    def add(self, other: Counts) -> None:
        """Adds what was done elsewhere."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class Pace:
    """
    Counts what is done, and tells how long the rest takes.

    Time is booked to what was done in it, reading or writing. How long answers are is not known before; they are
    expected to be as long as usual, and ever more as those that are there, or are already longer, turn out to be.

    Args:
        amount ([`~classeval_hf.generation.pipeline.prompt_check.Amount`]): what there is to do, in all processes.
        processes (`int`, defaults to 1): how many do it.
        clock (`Callable[[], float]`, *optional*): tells seconds.
    """

    def __init__(self, amount: Amount, processes: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        self.steps = amount.steps.total()
        self.total = Counts()
        self._new = Counts()
        self._prompt_tokens = amount.prompt_tokens
        self._usual = sum(_USUAL[target] * count for target, count in amount.steps.items())
        self._processes = processes
        self._clock = clock
        self._begin = self._last = clock()
        self._own = Counts()
        self._seconds_reading = self._seconds_writing = 0.0

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return self._clock() - self._begin

    def start(self) -> None:
        """Lets time run from now on."""
        self._begin = self._last = self._clock()

    def count(self, read: int, written: int) -> None:
        """Counts tokens that were read or written since the last call; the time since then went into that."""
        if not read and not written:
            return
        now = self._clock()
        if written:
            self._seconds_writing += now - self._last
        else:
            self._seconds_reading += now - self._last
        self._last = now
        self._add(Counts(read=read, written=written))

    def finish(self, target: Target, tokens: int) -> None:
        """Counts a step that has its answer, of so many tokens."""
        self._add(Counts(steps=1, finished=tokens, usual=_USUAL[target]))
        self.steps = max(self.steps, self.total.steps)

    def take_new(self) -> Counts:
        """What this process has done since this was last called."""
        new, self._new = self._new, Counts()
        return new

    def seconds_left(self) -> float | None:
        """How long the rest takes, about; `None` as long as nothing is known."""
        if not self._own.read and not self._own.written:
            return None
        reading = self._own.read / self._seconds_reading if self._seconds_reading else None
        writing = self._own.written / self._seconds_writing if self._seconds_writing else None
        if writing is None:
            if reading is None:
                return None
            writing = reading / _READING_FASTER
        seconds = self._tokens_left() / writing
        if reading is not None:
            seconds += max(0, self._prompt_tokens - self.total.read) / reading
        return seconds / self._processes

    def tokens_per_second(self) -> tuple[str, float]:
        """What is done at present, reading or writing, and how many tokens of it per second in all processes."""
        own = self._own
        if own.written or not own.read:
            rate = own.written / self._seconds_writing if self._seconds_writing else 0.0
            return "tokens/s", rate * self._processes
        rate = own.read / self._seconds_reading if self._seconds_reading else 0.0
        return "prompt tokens/s", rate * self._processes

    def _tokens_left(self) -> float:
        done = self.total
        if done.steps >= self.steps:
            return 0.0
        under_way = max(0, done.written - done.finished)
        usual_left = self._usual - done.usual
        usual_of_some = _WEIGHT * self._usual / self.steps
        # Answers under way are no longer than usual until they are longer than all that is left.
        longer = (usual_of_some + done.written) / (usual_of_some + done.usual + min(under_way, usual_left))
        return max(longer * usual_left - under_way, under_way / 4)

    def _add(self, counts: Counts) -> None:
        for kept in (self.total, self._new, self._own):
            kept.add(counts)
