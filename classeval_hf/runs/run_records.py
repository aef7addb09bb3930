"""Runs: their names and labels; the folder of a generation run, and its record `run.json`."""

import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from classeval_hf.core.command_line import OutputKind
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import RUN_RECORD, RUN_SAMPLES, RUN_SCORES, write_whole
from classeval_hf.core.tasks import Task
from classeval_hf.prompting.steps import Strategy

SAMPLES_OF_RANK = "samples.rank{}.jsonl"  # of one process; at the end they are merged into `samples`
_FIRST_SCORE = r'("schema_version":\s*\d+,\s*)?"(\w*pass\w*@\d+|intervals|splits|compat|suites|projects|warnings)"'

SCORES = OutputKind("scores", {"": rf'\{{\s*("([^"\\]|\\.)*":\s*\{{\s*)?{_FIRST_SCORE}'})  # see `score_files`
_OF_RUN = {
    **dict.fromkeys((RUN_RECORD, RUN_SAMPLES), ""),  # a run is resumed only if both are its own
    RUN_SCORES: SCORES.files[""],
    "upstream.json": r'\[\s*(\]|\{\s*"task_id")',
}

RUN = OutputKind("a run", {f"{folder}{name}": head for folder in ("", "*/") for name, head in _OF_RUN.items()})
"""The folder of a run, or of several runs, one per strategy."""

STRATEGIES = tuple(strategy.value for strategy in Strategy)

SAMPLINGS = ("greedy", "nucleus")  # kinds of decoding: ClassEval, section 4.5

_BY_LETTER = {"H": "holistic", "I": "incremental", "C": "compositional"}
_PUBLISHED = (
    re.compile(r"(?P<model>.+)_(?:class|method)_(?P<letter>[HIC])_(?P<sampling>greedy|t0\.2)"),  # v1.0.0
    re.compile(r"(?P<model>.+)_(?P<letter>[HIC])(?P<sampling>\(greedy\)|)"),  # 2023-08
)

RUN_SCHEMA_VERSION = 2  # version of the form of records


@dataclass(frozen=True)
class RunName:
    model: str  # name of the model
    strategy: str = ""  # one of `STRATEGIES`, or empty if not known
    sampling: str = ""  # one of `SAMPLINGS`, or empty if not known

    def __str__(self) -> str:
        return ", ".join(part for part in (self.model, self.strategy.replace("_", "-"), self.sampling) if part)


def parse_label(text: str) -> RunName:
    """Reads a user's label: `MODEL`, `MODEL,STRATEGY` or `MODEL,STRATEGY,SAMPLING`; the last two may be empty."""
    model, *rest = (part.strip() for part in text.split(","))
    strategy, sampling = (*rest, "", "")[:2]
    strategy = strategy.replace("-", "_")
    if not model or len(rest) > 2:
        raise UserError(f"Label {text!r} is not of the form MODEL, MODEL,STRATEGY or MODEL,STRATEGY,SAMPLING.")
    for kind, value, known in (("strategy", strategy, STRATEGIES), ("sampling", sampling, SAMPLINGS)):
        if value and value not in known:
            raise UserError(f"Label {text!r}: unknown {kind} {value!r}; use one of {', '.join(known)}.")
    return RunName(model, strategy, sampling)


def parse_published_name(name: str) -> RunName | None:
    """Reads a run's name in the public ClassEval repository (`GPT-4_H(greedy)`, `X_method_I_t0.2`), or `None`."""
    for pattern in _PUBLISHED:
        if match := pattern.fullmatch(name):
            sampling = "greedy" if "greedy" in match["sampling"] else "nucleus"
            return RunName(match["model"], _BY_LETTER[match["letter"]], sampling)
    return None


def numbered(labels: Iterable[str]) -> list[str]:
    """The labels, each repeated one with a number behind it."""
    seen: Counter[str] = Counter()
    labels_so_far = []
    for label in labels:
        seen[label] += 1
        labels_so_far.append(label if seen[label] == 1 else f"{label} {seen[label]}")
    return labels_so_far


def short_names(labels: Sequence[str]) -> tuple[dict[str, str], str]:
    """The parts by which labels differ, and a line for the parts that all share; whole labels if the terminal fits."""
    as_they_are = {label: label for label in labels}
    if len(labels) < 2 or 4 * max(map(len, labels)) <= shutil.get_terminal_size((80, 24)).columns:
        return as_they_are, ""
    parts = [label.split(", ") for label in labels]
    shared = [part for part in parts[0] if all(part in others for others in parts)]
    short = [", ".join(part for part in of_label if part not in shared) for of_label in parts]
    if not shared:  # names of files: their common beginning and end, in whole words
        head = _common_words(labels)
        rest = [label[len(head) :] for label in labels]
        tail = _common_words([label[::-1] for label in rest])[::-1]
        short, shared = [label.removesuffix(tail) for label in rest], [f"{head}...{tail}"] if head or tail else []
    if not shared or not all(short) or len(set(short)) < len(labels):
        return as_they_are, ""
    return dict(zip(labels, short, strict=True)), f"All runs: {', '.join(shared)}"


def _common_words(texts: Sequence[str]) -> str:
    """The longest beginning of all texts that ends at the end of a word."""
    same = takewhile(lambda characters: len(set(characters)) == 1, zip(*texts, strict=False))
    return re.sub(r"[^-_ /.]*$", "", "".join(characters[0] for characters in same))


@dataclass
class RunFiles:
    """The paths of the files of one run."""

    folder: Path

    def __post_init__(self) -> None:
        self.record = self.folder / RUN_RECORD
        self.samples = self.folder / RUN_SAMPLES
        self.metrics = self.folder / RUN_SCORES  # the scores, if any: see `score_files`

    def samples_of_ranks(self) -> list[Path]:
        """The samples of all processes, as long as they are not merged."""
        return sorted(self.folder.glob(SAMPLES_OF_RANK.format("*")))


def run_folders(folder: Path) -> list[RunFiles]:
    """The runs in a folder: itself, or one per strategy; the folder itself if there is no run."""
    below = [] if (folder / RUN_RECORD).is_file() else sorted(folder.glob(f"*/{RUN_RECORD}"))
    return [RunFiles(record.parent) for record in below] or [RunFiles(folder)]


def samples_of_run(path: Path) -> Path:
    """The samples of a folder of a run; any other path as it is."""
    run = RunFiles(path)
    return run.samples if run.record.is_file() and run.samples.is_file() else path


@dataclass(frozen=True)
class Decoding:
    """How completions were sampled; `None` where a record does not state it."""

    greedy: bool | None = None  # one sample, the most likely token at every step
    n_samples: int | None = None  # samples per task
    temperature: float | None = None  # 0 if greedy
    top_p: float | None = None  # nucleus
    top_k: int | None = None  # 0 for no limit
    seed: int | None = None  # changes all samples

    def __str__(self) -> str:
        """In words; empty if not stated."""
        if self.greedy:
            return "greedy"
        if self.n_samples is None:
            return ""
        stated = {"temperature": self.temperature, "top-p": self.top_p}.items()
        return ", ".join([f"n={self.n_samples}", *(f"{name} {value}" for name, value in stated if value is not None)])


@dataclass(frozen=True)
class RunArguments:
    """The arguments of a run, each by its name on the command line with underscores."""

    model: str = ""  # Hub id or folder of the model, or its name on the server
    split: str = ""  # the split, or a file of tasks
    strategy: str = ""
    decoding: Decoding = field(default_factory=Decoding)  # how completions are sampled
    others: Mapping[str, Any] = field(default_factory=dict)  # all other arguments

    def to_dict(self) -> dict[str, Any]:
        """As plain data, all arguments at one level; arguments that are not stated are left out."""
        named = {"model": self.model, "split": self.split, "strategy": self.strategy}
        stated = {name: value for name, value in named.items() if value}
        decoding = {name: value for name, value in asdict(self.decoding).items() if value is not None}
        return {**stated, **decoding, **self.others}

    @classmethod
    def from_dict(cls, data: Any) -> "RunArguments":
        if not isinstance(data, dict):
            raise UserError(f"arguments is an object, not a {type(data).__name__}")
        names = {item.name for item in fields(cls)} - {"decoding", "others"}
        read = msgspec.convert({name: value for name, value in data.items() if name in names and value}, cls)
        known = {*names, *(item.name for item in fields(Decoding))}
        others = {name: value for name, value in data.items() if name not in known}
        return replace(read, decoding=msgspec.convert(data, Decoding), others=others)


@dataclass(frozen=True)
class ModelIdentity:
    """Identifies a version of a model."""

    name: str = ""  # Hub id or local folder, or the name on the server
    architecture: str | None = None  # its class in transformers; unknown for a server's model
    commit: str | None = None  # for a model on the Hub
    sha256: str | None = None  # for a local model: of all files, of weights only size, beginning and end


@dataclass(frozen=True)
class PromptDecision:
    """The form of a model's prompts, and why it was chosen."""

    kind: str = ""  # `"instruct"`, `"base"` or `"fim"`
    format: str = ""
    reason: str = ""
    family: Mapping[str, Any] | None = None  # the fill-in-the-middle family
    window: int | None = None  # tokens of prompt and completion together
    notes: tuple[str, ...] = ()  # further remarks on the model


@dataclass(frozen=True)
class TaskSet:
    count: int = 0
    sha256: str = ""  # of the tasks as rows, from which prompts are made

    @classmethod
    def of(cls, tasks: Sequence[Task]) -> "TaskSet":
        """Count and hash of tasks, by which a resumed run recognizes them."""
        rows = json.dumps([task.to_row() for task in tasks], sort_keys=True)
        return cls(len(tasks), hashlib.sha256(rows.encode()).hexdigest())


@dataclass(frozen=True)
class LongPrompt:
    """A step that was skipped, since its prompt does not fit."""

    task_id: str = ""
    sample: int = 0  # index of the sample
    step: int = 0  # index of the step within the sample
    method: str | None = None  # the method asked for; `None` where the step asks for a class or a plan
    prompt_tokens: int = 0  # length of the prompt, 0 if only the server knows it
    window: int = 0  # tokens that prompt and completion may have together


@dataclass(frozen=True)
class RunRecord:
    """
    What a generation run was.

    Args:
        arguments ([`RunArguments`]): what was asked for.
        model ([`ModelIdentity`]): the model.
        prompt ([`PromptDecision`]): in which form it was asked.
        tasks ([`TaskSet`]): the tasks.
        versions (`Mapping[str, str | None]`): versions of Python and of libraries; `None` for those not installed.
        prompts_too_long (`tuple[LongPrompt, ...]`, *optional*): steps that were not asked; `None` until the run is
            complete.
        unknown (`Mapping[str, Any]`): entries that this version does not know, which are kept.
    """

    arguments: RunArguments = field(default_factory=RunArguments)
    model: ModelIdentity = field(default_factory=ModelIdentity)
    prompt: PromptDecision = field(default_factory=PromptDecision)
    tasks: TaskSet = field(default_factory=TaskSet)
    versions: Mapping[str, str | None] = field(default_factory=dict)
    prompts_too_long: tuple[LongPrompt, ...] | None = None
    unknown: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data that can be written as JSON."""
        long_prompts = [asdict(step) for step in self.prompts_too_long or ()]
        return {
            "schema_version": RUN_SCHEMA_VERSION,
            "arguments": self.arguments.to_dict(),
            "model": {name: value for name, value in asdict(self.model).items() if value is not None},
            "prompt": {**asdict(self.prompt), "notes": list(self.prompt.notes)},
            "tasks": asdict(self.tasks),
            "versions": dict(self.versions),
            **({"prompts_too_long": long_prompts} if self.prompts_too_long is not None else {}),
            **self.unknown,
        }

    @classmethod
    def from_dict(cls, data: Any) -> "RunRecord":
        """
        Reads what [`RunRecord.to_dict`] wrote. Only `arguments` must be there.

        Raises:
            `ValueError`: for a later form, or naming what is missing or of another kind.
        """
        record = msgspec.convert(data, dict[str, Any])
        version = record.get("schema_version", 1)
        if version not in (1, RUN_SCHEMA_VERSION):
            raise UserError(f"it is of form {version}, and this version reads up to {RUN_SCHEMA_VERSION}")
        if "arguments" not in record:
            raise UserError("it lacks arguments")
        known = {item.name for item in fields(cls)}
        parts = {name: value for name, value in record.items() if name in known - {"arguments", "unknown"}}
        unknown = {name: value for name, value in record.items() if name not in {*known, "schema_version"}}
        arguments = RunArguments.from_dict(record["arguments"])
        return replace(msgspec.convert(parts, cls), arguments=arguments, unknown=unknown)


def read_run_record(path: Path) -> RunRecord:
    """
    Reads the record of a run.

    Args:
        path (`Path`): the file `run.json`.

    Returns:
        [`RunRecord`]

    Raises:
        `OSError`: if the file cannot be read.
        `ValueError`: naming the file, and what is wrong, if it is not the record of a run.
    """
    try:
        return RunRecord.from_dict(json.loads(path.read_text(encoding="utf-8-sig")))
    except ValueError as error:
        raise UserError(f"{path} is not the record of a generation run: {error}.") from error


def write_run_record(path: Path, record: RunRecord) -> None:
    write_whole(path, json.dumps(record.to_dict(), indent=1) + "\n")
