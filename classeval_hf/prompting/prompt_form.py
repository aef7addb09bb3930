"""What generation asks of a family of tasks: strategies with their options, the steps of a sample, and prompts, whose
form is text, chat turns or a hole, in the model's own tokens and within its window."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass
from importlib import resources
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from classeval_hf.core.errors import UserError
from classeval_hf.prompting.prompt_choice import GUARD, PREFIX, SUFFIX, InstructionFormat, PromptChoice
from classeval_hf.prompting.steps import Feedback, GeneratedSample, OracleStep, Prompt, PromptKind, Step, Strategy

StepKind = TypeVar("StepKind", bound=Step)
_OPEN, _CLOSE, _FIRST, _LAST = "\ue000", "\ue001", "\ue100", "\uf8ff"  # placeholders: one of the range in brackets


class PromptTooLong(UserError):
    """A step whose prompt does not fit, even without all optional parts."""

    def __init__(self, step: Step, prompt: Prompt, window: int, completion_room: int, without: str) -> None:
        self.step = step
        self.prompt = prompt
        self.window = window
        target = f"its {step.target.value}" if step.asked == step.target.value else f"method {step.asked}"
        super().__init__(
            f"Task {step.task.task_id}, {target}: the prompt has {len(prompt.token_ids)} tokens, which with "
            f"{completion_room} for the completion do not fit into {window}, even without {without}."
        )


@dataclass(eq=False, repr=False)
class PromptForm(ABC, Generic[StepKind]):
    left_out: ClassVar[str]  # parts that the shortest prompt lacks

    choice: PromptChoice
    tokenizer: Any | None  # the model's; without one, prompts have no token ids and are not checked for length
    _: KW_ONLY
    context_length: int | None = None  # maximum of tokens of prompt and completion together
    completion_room: int = 256  # tokens of these that are kept for the completion

    def __post_init__(self) -> None:
        self._front: list[int] = []
        if self.tokenizer is not None:
            # Tokens before any text; tokens that some tokenizers add after it would end the prompt.
            bare = _encode(self.tokenizer, "x")
            ids = list(self.tokenizer("x")["input_ids"])
            starts = [start for start in range(len(ids)) if ids[start : start + len(bare)] == bare]
            self._front = ids[: starts[0]] if starts and bare else []
        self._spelled = SpelledTokens(self.tokenizer)

    @abstractmethod
    def prompts(self, step: StepKind) -> Iterator[Prompt]:
        """Prompts for a step, from the whole one to the shortest one."""

    def write(self, step: StepKind) -> Prompt:
        """Writes the longest prompt for a step that fits; [`PromptTooLong`] if none does."""
        for prompt in self.prompts(step):
            if self.fits(prompt):
                return prompt
        raise PromptTooLong(step, prompt, self.context_length or 0, self.completion_room, self.left_out)

    def fits(self, prompt: Prompt) -> bool:
        """Whether a prompt leaves room for its completion; assumed if its tokens cannot be counted."""
        window = self.context_length if prompt.token_ids else None
        return window is None or len(prompt.token_ids) + self.completion_room <= window

    def instruction(
        self, system: str, text: str, form: InstructionFormat | None = None, turns: Sequence[tuple[str, str]] = ()
    ) -> Prompt:
        """An instruction in `form` or the model's own; `turns` are for servers, whose template is unknown."""
        chat = self.choice.chat
        if self.choice.format == "chat" and chat is None:
            turns = turns or (("system", system), ("user", text))
            messages = tuple((role, content.encode("utf-8", "replace").decode()) for role, content in turns)
            return Prompt(PromptKind.INSTRUCT, "\n\n".join(content for _, content in messages), messages)
        system, text = self._spelled.hide(system), self._spelled.hide(text)
        if self.choice.format != "chat":
            form = form or self.choice.instruction
            assert form is not None
            asked = text if form.opens or not system else f"{system}\n\n{text}"
            text = form.text.replace("{instruction}", asked)
            return self.text(PromptKind.INSTRUCT, text, form.stop, is_hidden=True)
        assert chat is not None
        messages = tuple(chat.messages(system, text))
        rendered = chat.render(self.tokenizer, messages)
        # The template writes the special tokens itself: the tokenizer must not add its own.
        ids = tuple(self._spelled.encode(rendered))
        messages = tuple((role, self._spelled.show(content)) for role, content in messages)
        return Prompt(PromptKind.INSTRUCT, self._spelled.show(rendered), messages, token_ids=ids)

    def text(self, kind: PromptKind, text: str, stop: Sequence[str], *, is_hidden: bool = False) -> Prompt:
        """A prompt of one text, after the tokens that the tokenizer puts before any text."""
        hidden = text if is_hidden else self._spelled.hide(text)
        ids = (*self._front, *self._spelled.encode(hidden))
        front = str(self.tokenizer.decode(self._front)) if self.tokenizer is not None and self._front else ""
        return Prompt(kind, front + self._spelled.show(hidden), token_ids=ids, stop_strings=self._stops(stop))

    def _stops(self, stop: Sequence[str]) -> tuple[str, ...]:
        """Stop strings without the end token, which is found by its id: its text may be in a string literal."""
        end = getattr(self.tokenizer, "eos_token", None)
        return tuple(text for text in dict.fromkeys(stop) if text != end)

    def code(self, code: str, stop: Sequence[str]) -> Prompt:
        """A prompt of code to continue on a new line; with the line end if the tokenizer splits it from the rest."""
        text = self.choice.lead + code
        last = text.rpartition("\n")[2]
        whole = _encode(self.tokenizer, f"{last}\n        return")
        heads = {line_end: _encode(self.tokenizer, last + line_end) for line_end in ("\n", "")}
        end = next((line_end for line_end, head in heads.items() if whole[: len(head)] == head), "\n")
        return self.text(PromptKind.BASE, text + end, stop)

    def hole(self, prefix: str, suffix: str, stop: Sequence[str]) -> Prompt:
        """A fill-in-the-middle prompt for the code between two texts; `stop` adds to the family's stop strings."""
        family = self.choice.family
        assert family is not None
        prefix, suffix = self._spelled.hide(prefix), self._spelled.hide(suffix)
        pieces: list[tuple[str, str]] = []  # in order, each after its kind
        for part in family.parts:
            if not isinstance(part, str) or part == PREFIX:
                text = prefix if isinstance(part, str) else part["text"]
                if pieces and pieces[-1][0] == "text":  # encoded as one text, without a blank in between
                    text = pieces.pop()[1] + text
                pieces.append(("text", text))
            else:
                pieces.append(("suffix", suffix) if part == SUFFIX else ("sentinel", part))
        text = "".join(piece for _, piece in pieces)
        messages, ids = tuple[tuple[str, str], ...](), list[int]()
        if family.system:
            messages = (("system", family.system), ("user", text))
            if self.choice.chat is not None:
                messages = self.choice.chat.messages(family.system, text)
                text = self.choice.chat.render(self.tokenizer, messages)
                ids = self._spelled.encode(text)
        elif self.tokenizer is not None:
            # In front of any text, or of this family's prompts; then sentinels by id, code encoded between them.
            front = {"always": [self.tokenizer.bos_token_id], "tokenizer": self._front}.get(family.bos, [])
            vocabulary, encode, ids = self.tokenizer.get_vocab(), self._spelled.encode, list(front)
            for kind, piece in pieces:
                if kind == "suffix" and family.bare_suffix:
                    ids += encode(GUARD + piece)[len(encode(GUARD)) :]
                else:
                    ids += [vocabulary[piece]] if kind == "sentinel" else encode(piece)
            text = str(self.tokenizer.decode(front)) + text if front else text
        stops, show = self._stops((*family.stop, *stop, *family.sentinels)), self._spelled.show
        messages = tuple((role, show(content)) for role, content in messages)
        return Prompt(PromptKind.FIM, show(text), messages, show(prefix), show(suffix), tuple(ids), stops)


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
class PromptFamily(AbstractContextManager["PromptFamily"]):
    """How tasks of one kind are put to models. A context manager, entered for the time of a run."""

    title: ClassVar[str]  # the tasks in words, in the plural; heading of their options
    strategies: ClassVar[tuple[Strategy, ...]]  # the first is the default
    option_record: ClassVar[type] = NoOptions  # options for these tasks alone, declared by `core.command_line`

    options: Any = NoOptions()
    asked: Sequence[Strategy] = ()  # the strategies of the run

    def __exit__(self, *_: object) -> None:
        """Ends the processes and threads of the run."""

    @classmethod
    def compared(cls, split: str) -> tuple[Strategy, ...]:
        """The strategies of `--strategy all`."""
        return cls.strategies

    def check(self, strategy: str, runs: bool) -> None:
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


class SpelledTokens:
    """Placeholders that keep text as text where it spells a special token, such as a docstring on `<|endoftext|>`."""

    def __init__(self, tokenizer: Any | None) -> None:
        self._tokenizer = tokenizer
        special = set(getattr(tokenizer, "all_special_tokens", ()))
        known = tokenizer.get_added_vocab() if tokenizer is not None else ()
        added = {token for token in known if re.fullmatch(r"[<\[].*[>\]]", token)}
        tokens = sorted(filter(None, special | added), key=len, reverse=True)[: ord(_LAST) - ord(_FIRST)]
        self._places = {token: f"{_OPEN}{chr(ord(_FIRST) + number)}{_CLOSE}" for number, token in enumerate(tokens)}
        self._tokens = {place: token for token, place in self._places.items()}
        self._spelled = re.compile("|".join(map(re.escape, tokens)) or r"(?!)")
        self._hidden = re.compile(f"({_OPEN}[{_FIRST}-{_LAST}]{_CLOSE})")

    def hide(self, text: str) -> str:
        """A text that the tokenizer accepts, with placeholders where it spells special tokens."""
        # Completions may hold lone surrogates, which tokenizers and servers refuse.
        return self._spelled.sub(lambda match: self._places[match[0]], text.encode("utf-8", "replace").decode())

    def show(self, text: str) -> str:
        return self._hidden.sub(lambda match: self._tokens.get(match[0], match[0]), text)

    def encode(self, text: str) -> list[int]:
        """Token ids of a text with placeholders; special tokens that templates wrote stay tokens."""
        head, *parts = self._hidden.split(text)
        ids = _encode(self._tokenizer, head) if head else []
        for part in parts:
            token = self._tokens.get(part)
            for piece in filter(None, (part,) if token is None else (token[0], token[1:])):
                guard, guarded = _encode(self._tokenizer, GUARD), _encode(self._tokenizer, GUARD + piece)
                ids += guarded[len(guard) :] if guarded[: len(guard)] == guard else _encode(self._tokenizer, piece)
        return ids


def sections(name: str) -> dict[str, str]:
    """The sections of a text file of this folder, by name."""
    text = (resources.files("classeval_hf.prompting") / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^=== (\w+)\n(.*?)\n(?====|\Z)", text, re.DOTALL | re.MULTILINE))


def _encode(tokenizer: Any, text: str) -> list[int]:
    """Token ids of a text without special tokens, none without a tokenizer; it does not warn of its length."""
    return [] if tokenizer is None else list(tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])
