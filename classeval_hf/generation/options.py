"""The options of generation: records by what they belong to, and how each is given on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from classeval_hf.core.option_fields import option_field, options_of
from classeval_hf.core.outputs import Output
from classeval_hf.engine.families import prompt_families
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.model_loading import MODEL, ModelOptions
from classeval_hf.generation.engines.openai_backend import SERVER, ServerAddress, ServerOptions
from classeval_hf.prompting.prompt_family import PromptFamily
from classeval_hf.prompting.steps import Strategy
from classeval_hf.runs.run_records import RUN, RunArguments
from classeval_hf.tasks.splits import REPOSITORY_SPLITS, kind_of_tasks

SCRIPT = "generation/run.py"  # name of the command in a checkout
TRACKERS = ("tensorboard", "trackio", "wandb")  # values of `--log`, each the name of its library
PAPER_SAMPLES, PAPER_TEMPERATURE, PAPER_TOP_P = 5, 0.2, 1.0  # nucleus sampling as in ClassEval, section 4.5
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {"max_length": 2048, "n_samples": PAPER_SAMPLES, "temperature": PAPER_TEMPERATURE, "top_p": PAPER_TOP_P}
}  # values of `--preset` for options that are not given; `paper` is ClassEval's section 4.5
TASKS, PROMPTS, OUTPUT = "tasks", "prompts", "output"
DECODING = "decoding (default: nucleus sampling as in the paper)"
_FAMILIES = prompt_families()
FAMILY_GROUPS = tuple(family.title for family in _FAMILIES.values() if fields(family.option_record))
GROUPS = (TASKS, PROMPTS, *FAMILY_GROUPS, DECODING, MODEL, SERVER, OUTPUT)

_decoding = partial(option_field, DECODING)
_output = partial(option_field, OUTPUT, free=True)
_prompt = partial(option_field, PROMPTS)
_task = partial(option_field, TASKS)


@dataclass(frozen=True)
class TaskOptions:
    split: str = _task(
        "test",
        "split, or a file of tasks (default: {})",
        "--tasks",
        metavar="|".join(("test", "open", *REPOSITORY_SPLITS[:2], REPOSITORY_SPLITS[-1], "FILE")),
    )
    limit: int | None = _task(None, "only the first N tasks", least=1)
    task_ids: tuple[str, ...] = _task((), "only these tasks, by id or as module:Class.method", metavar="ID")


@dataclass(frozen=True)
class PromptOptions:
    strategy: str = _prompt(
        Strategy.HOLISTIC.value,
        "default: holistic, of repository-level tasks basic; all: those that the paper compares",
        choices=[*(strategy.value for strategy in Strategy), "all"],
    )
    prompt: str = _prompt("auto", "form (default: {})", choices=["auto", "instruct", "base", "fim"])
    instruction_style: str = _prompt("paper", "wording (default: {})", choices=["paper", "upstream"])
    fim_families: Path | None = _prompt(  # noqa: RUF009 - it is a field
        None, "JSON file of further FIM families", metavar="FILE", logged=False
    )


@dataclass(frozen=True)
class DecodingOptions:
    preset: str | None = _decoding(
        None, "paper: --max-length 2048 --n-samples 5 --temperature 0.2", choices=sorted(PRESETS), free=True
    )
    greedy: bool = _decoding(False, "one sample, always the likeliest token")
    n_samples: int = _decoding(PAPER_SAMPLES, "samples per task (default: {})", least=1)
    temperature: float = _decoding(PAPER_TEMPERATURE, "default: {}")
    top_p: float = _decoding(PAPER_TOP_P, "default: {}")
    top_k: int = _decoding(0, "default: {}, no limit", least=0)
    seed: int = _decoding(0, "default: {}")
    max_length: int | None = _decoding(
        None, "tokens of prompt and completion (default: the model's, up to 8192)", least=1
    )
    max_new_tokens: int | None = _decoding(None, "tokens of a completion (default: the rest of --max-length)", least=1)

    @property
    def sampling(self) -> Sampling:
        return Sampling(self.temperature, self.top_p, self.top_k)


@dataclass(frozen=True)
class OutputOptions:
    output: Path | None = _output(  # noqa: RUF009 - it is a field
        None, "default: runs/<model>/<strategy>-<sampling>", action=Output, kind=RUN, metavar="DIR", logged=False
    )
    score: bool = _output(False, "run the tests at the end, and write metrics.json")
    plus: bool = _output(False, "with --score: also by the strengthened tests")
    log: str | None = _output(None, "with --score: log the scores with this tracker", choices=TRACKERS, logged=False)
    export_upstream: bool = _output(False, "also write upstream.json")
    strict: bool = _output(False, "refuse a run in which a prompt does not fit")
    show_prompt: str | None = _prompt(
        None, "print the prompts of this task, and stop", metavar="ID", free=True, logged=False
    )
    quiet: bool = False  # whether to print only results, warnings and errors
    verbose: bool = False  # whether to print each warning on scores in full


@dataclass(frozen=True)
class Arguments:
    """What the user asked for. Fields of the records have the names of the command line's options."""

    tasks: TaskOptions = field(default_factory=TaskOptions)
    prompts: PromptOptions = field(default_factory=PromptOptions)
    decoding: DecodingOptions = field(default_factory=DecodingOptions)
    model: ModelOptions = field(default_factory=ModelOptions)
    server: ServerOptions = field(default_factory=ServerOptions)
    output: OutputOptions = field(default_factory=OutputOptions)
    of_family: Any = field(default_factory=lambda: _FAMILIES["class"].option_record())  # of tasks of its kind alone
    family_kind: type[PromptFamily] = _FAMILIES["class"]

    @classmethod
    def of(cls, **values: Any) -> Arguments:
        """Puts values of options, by name, into their records; the others have their defaults."""
        parts = {part: _record(kind, values) for part, kind in _RECORDS.items()}
        tasks, prompts = parts["tasks"], parts["prompts"]
        families = prompt_families()
        known = kind_of_tasks(tasks.split)  # an unknown split is reported later
        fitting = [family for kind, family in families.items() if known in (kind, None)]
        family = next((family for family in fitting if prompts.strategy in family.strategies), fitting[0])
        return cls(**parts, of_family=_record(family.option_record, values), family_kind=family)

    def values(self) -> dict[str, Any]:
        """The values of all options by name."""
        records = (*(getattr(self, part) for part in _RECORDS), self.of_family)
        return {name: value for record in records for name, value in vars(record).items()}

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        if self.prompts.strategy != "all":
            return (Strategy(self.prompts.strategy),)
        return self.family_kind.compared(self.tasks.split)

    @property
    def family(self) -> PromptFamily:
        return self.family_kind(self.of_family, self.strategies)

    def folder(self, strategy: Strategy) -> Path:
        if self.output.output is not None:
            return self.output.output / strategy.value if self.prompts.strategy == "all" else self.output.output
        model, _, name = self.names(strategy.value)
        return Path("runs", model, name)

    @property
    def evaluation_folder(self) -> Path:
        """Folder of an evaluation and its report: one per model, split, strategy and sampling."""
        return self.output.output or Path("runs", *self.names(self.prompts.strategy))

    def names(self, strategy: str) -> tuple[str, str, str]:
        """Names of folders for the model, the split, and a strategy with sampling."""
        model, local, decoding = self.model.model, Path(self.model.model), self.decoding
        name = local.resolve().name if local.is_dir() else model.strip("/").replace("/", "--")
        nucleus = f"n{decoding.n_samples}-t{decoding.temperature:g}-p{decoding.top_p:g}"
        of_strategy = "-".join(filter(None, (strategy, self.family.label)))
        return name, Path(self.tasks.split).stem, f"{of_strategy}-{'greedy' if decoding.greedy else nucleus}"

    def recorded(self, strategy: Strategy) -> RunArguments:
        values = {
            name: str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if name not in ("quiet", "verbose")
        }
        server = None if self.server.base_url is None else ServerAddress(self.server.base_url).shown
        return RunArguments.from_dict({**values, "strategy": strategy.value, "base_url": server})


def _record(kind: Any, values: Mapping[str, Any]) -> Any:
    return kind(**{item.name: values[item.name] for item in fields(kind) if item.name in values})


_RECORDS: Mapping[str, Any] = {item.name: item.default_factory for item in fields(Arguments)[:6]}
RECORDS = (*_RECORDS.values(), *(family.option_record for family in _FAMILIES.values()))
OPTIONS = options_of(*RECORDS)  # by name; `preset` is free, since its values are compared
DEFAULTS: Mapping[str, Any] = {item.name: item.default for kind in RECORDS for item in fields(kind)}
FREE_ARGUMENTS = frozenset(name for name, option in OPTIONS.items() if option.free or name in ("quiet", "verbose"))
FAMILY_ARGUMENTS = {kind: tuple(options_of(family.option_record)) for kind, family in _FAMILIES.items()}
