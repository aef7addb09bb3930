"""What generation asks of a family of tasks: its strategies with their options, the steps of a sample, and prompts."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from classeval_hf.prompting.prompt_choice import PromptChoice
from classeval_hf.prompting.prompt_form import PromptForm
from classeval_hf.prompting.steps import Feedback, GeneratedSample, OracleStep, Step, Strategy


class Chain(Protocol):
    """A sample in progress: hands out steps and takes their replies."""

    @property
    def finished(self) -> bool: ...

    def ready_steps(self) -> Sequence[Step | OracleStep]:
        """The steps that can be asked now and were not handed out yet."""

    def receive(self, step: Any, asked: Any, reply: Any) -> None:
        """Takes a prompt and its completion; for an [`OracleStep`], the step itself and the feedback."""

    def result(self) -> GeneratedSample:
        """The finished sample; a `ValueError` before that."""


@dataclass(frozen=True)
class NoOptions:
    """The options of a family that has none of its own."""


@dataclass(eq=False, repr=False)
class PromptFamily(ABC):
    """How tasks of one kind are put to models. A context manager, entered for the time of a run."""

    title: ClassVar[str]  # the tasks in words, in the plural; heading of their options
    strategies: ClassVar[tuple[Strategy, ...]]  # the first is the default
    option_record: ClassVar[type] = NoOptions  # options for these tasks alone, declared by `core.command_line`

    options: Any = NoOptions()
    asked: Sequence[Strategy] = ()  # the strategies of the run

    def __enter__(self) -> "PromptFamily":
        return self

    def __exit__(self, *_: object) -> None:  # noqa: B027 - few families have anything to end
        """Ends the processes and threads of the run."""

    @classmethod
    def compared(cls, split: str) -> tuple[Strategy, ...]:
        """The strategies of `--strategy all`."""
        return cls.strategies

    def check(self, strategy: str, runs: bool) -> None:  # noqa: B027 - few families have options
        """Raises `UserError` for wrong options and missing libraries; `runs` tells whether samples will be made."""

    def available(self, tasks: Sequence[Any], shown: bool) -> Sequence[Any]:
        """The tasks to generate for, or to show prompts of; raises `UserError` for tasks that cannot be run here."""
        return tasks

    @property
    def label(self) -> str:
        """A part of the folder's name, for options that change the task."""
        return ""

    @abstractmethod
    def writer(self, choice: PromptChoice, tokenizer: Any, style: str, **sizes: Any) -> PromptForm[Any]:
        """Puts steps into the model's form; `style` is the value of `--instruction-style`."""

    @abstractmethod
    def start(self, task: Any, strategy: Strategy, sample: int) -> Chain:
        """Starts a sample; a `ValueError` if the task lacks what the strategy needs."""

    def trial(self, task: Any, strategy: Strategy) -> tuple[Chain, bool]:
        """A sample for the check of prompts before weights are loaded, and whether real ones may have more steps."""
        return self.start(task, strategy, 0), False

    @abstractmethod
    def stand_in(self, step: Any, with_reference: bool) -> str:
        """Stands for a completion where prompts are shown, or checked without the reference."""

    def step_counts(self, task: Any, strategy: Strategy) -> tuple[int, int]:
        """Number of times that a sample asks for the task's code, and how many of these at once."""
        return 1, 1

    def prepare_oracle(self, tasks: Sequence[Any]) -> Mapping[str, float]:
        """Called in one process before the oracle is asked; returns processor seconds of the tests by task."""
        return {}

    def ask_oracle(self, step: OracleStep) -> Future[Feedback]:
        """Judges an attempt, for strategies that ask."""
        raise NotImplementedError

    def oracle_calls(self, strategy: Strategy) -> int:
        """How often a sample asks the oracle at most."""
        return 0
