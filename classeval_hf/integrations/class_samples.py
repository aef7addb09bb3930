"""Shared code of integrations: class tasks, classes in completions, and a judge per process."""

import atexit
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from classeval_hf.classes.prompts import PromptWriter
from classeval_hf.classes.tasks.libraries import require_libraries
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import json_kind
from classeval_hf.core.tasks import BASE, PLUS, ClassTask, require_suite
from classeval_hf.engine.judge import Judge, JudgeOptions
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Strategy
from classeval_hf.scoring.compute import resolve_tasks
from classeval_hf.tasks.splits import load_tasks, require_class_tasks, strengthened

TaskSource = str | Path | Sequence[Any]  # a split, a file of tasks, or tasks, rows and task ids


def read_tasks(source: TaskSource, suites: Sequence[str] = (BASE,)) -> dict[str, ClassTask]:
    """Class tasks that can be judged here, by id, with strengthened tests where `plus` is among the suites."""
    if isinstance(suites, str) or BASE not in suites:
        raise UserError(f"suites must be a sequence of names that includes {BASE!r}: {suites!r} lacks it.")
    tasks = require_class_tasks(load_tasks(source) if isinstance(source, (str, Path)) else resolve_tasks(source))
    if not tasks:
        raise UserError("There are no tasks: name a split, or give at least one task.")
    tasks = strengthened(tasks) if PLUS in suites else tasks
    for suite in suites:
        require_suite(tasks, suite)
    require_libraries(tasks, suites)
    return {task.task_id: task for task in tasks}


def completion_text(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """The text of a completion; of a chat, the assistant's last message."""
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, Sequence) or not all(isinstance(item, Mapping) for item in completion):
        raise UserError(
            f"A completion is a text or a list of chat messages, not a {type(completion).__name__}: decode token ids "
            "with the tokenizer first."
        )
    messages = [item for item in completion if isinstance(item, Mapping)]
    replies = [message for message in messages if message.get("role", "assistant") == "assistant"]
    content = replies[-1].get("content") if replies else None
    parts = [content]
    if isinstance(content, Sequence) and not isinstance(content, str):
        parts = [part.get("text") if isinstance(part, Mapping) else part for part in content]
    if wrong := [part for part in parts if not isinstance(part, (str, type(None)))]:
        raise UserError(
            f"The content of a chat message is, or holds, {json_kind(wrong[0])}: give it a text or a list of texts."
        )
    return "".join(part for part in parts if part)


def make_writer(tokenizer: Any | None, prompt: str, strategy: Strategy, **options: Any) -> PromptWriter:
    """A writer of prompts for a loaded model; `options` are those of [`PromptWriter`]."""
    name = str(getattr(tokenizer, "name_or_path", "") or "")
    return PromptWriter(choose_prompt(name, tokenizer, prompt, strategy), tokenizer, **options)


@dataclass
class _Place:
    lock: threading.RLock = field(default_factory=threading.RLock)
    judge: Judge | None = None


@dataclass(eq=False)
class ProcessJudge:
    """A judge per process, entered on first use; only its options are pickled."""

    options: JudgeOptions
    _places: dict[int, _Place] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        return ProcessJudge, (self.options,)

    def place(self) -> _Place:
        """Judge and lock of this process: an inherited lock may be held by a thread that only the parent has."""
        return self._places.setdefault(os.getpid(), _Place())

    def enter(self) -> Judge:
        """The judge of this process, entered; several threads may use it."""
        place = self.place()
        with place.lock:
            if place.judge is None:
                place.judge = Judge(**vars(self.options)).__enter__()
                atexit.register(self.close)
            return place.judge

    @contextmanager
    def alone(self) -> Iterator[Judge]:
        """The judge for one thread at a time. After an error, the next thread gets a new judge."""
        with self.place().lock:
            try:
                yield self.enter()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Leaves the judge of this process, if it was entered; the next use enters another."""
        place = self.place()
        with place.lock:
            judge, place.judge = place.judge, None
            if judge is not None:
                atexit.unregister(self.close)
                judge.__exit__()
