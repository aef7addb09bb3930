"""The options of generation: records by what they belong to, and how each is given on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from classeval_hf.core.option_fields import option_field, options_of
from classeval_hf.core.outputs import Output
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.model_loading import MODEL, ModelOptions
from classeval_hf.generation.engines.openai_backend import SERVER, ServerAddress, ServerOptions
from classeval_hf.projects.prompts.project_material import DESCRIPTIONS
from classeval_hf.projects.prompts.project_strategies import AGENTS, WITH_ORACLE, WITH_RETRIEVAL, AgentOptions
from classeval_hf.projects.prompts.project_writer import SETTINGS
from classeval_hf.prompting.steps import OF_PROJECTS, Strategy
from classeval_hf.runs.run_records import RUN, RunArguments
from classeval_hf.tasks.splits import REPOSITORY_SPLITS, has_repository_tasks

SCRIPT = "generation/run.py"  # name of the command in a checkout
TRACKERS = ("tensorboard", "trackio", "wandb")  # values of `--log`, each the name of its library
PAPER_STRATEGIES = (Strategy.HOLISTIC, Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)  # ClassEval, section 4.2
REPOCLASSBENCH_STRATEGIES = tuple(strategy for strategy in OF_PROJECTS if strategy not in SETTINGS)  # its table 3
# Strategies of `all` for the other repository-level tasks.
ALL_STRATEGIES: Mapping[str, tuple[Strategy, ...]] = {"deveval": SETTINGS, "open_repo": OF_PROJECTS}
PAPER_SAMPLES, PAPER_TEMPERATURE, PAPER_TOP_P = 5, 0.2, 1.0  # nucleus sampling as in ClassEval, section 4.5
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {"max_length": 2048, "n_samples": PAPER_SAMPLES, "temperature": PAPER_TEMPERATURE, "top_p": PAPER_TOP_P}
}  # values of `--preset` for options that are not given; `paper` is ClassEval's section 4.5
TASKS, PROMPTS, OUTPUT = "tasks", "prompts", "output"
DECODING = "decoding (default: nucleus sampling as in the paper)"
GROUPS = (TASKS, PROMPTS, AGENTS, DECODING, MODEL, SERVER, OUTPUT)


_agent = partial(option_field, AGENTS)
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
class ProjectOptions(AgentOptions):
    projects: tuple[str, ...] = _agent((), "only the tasks of these projects", metavar="NAME", free=True)
    installed_projects: bool = _agent(False, "leave out projects that are not installed", free=True)


@dataclass(frozen=True)
class Arguments:
    """What the user asked for. Fields of the records have the names of the command line's options."""

    tasks: TaskOptions = field(default_factory=TaskOptions)
    prompts: PromptOptions = field(default_factory=PromptOptions)
    decoding: DecodingOptions = field(default_factory=DecodingOptions)
    model: ModelOptions = field(default_factory=ModelOptions)
    server: ServerOptions = field(default_factory=ServerOptions)
    output: OutputOptions = field(default_factory=OutputOptions)
    agents: ProjectOptions = field(default_factory=ProjectOptions)

    @classmethod
    def of(cls, **values: Any) -> Arguments:
        """Puts values of options, by name, into their records; the others have their defaults."""
        return cls(
            **{
                part: kind(**{item.name: values[item.name] for item in fields(kind) if item.name in values})
                for part, kind in RECORDS.items()
            }
        )

    def values(self) -> dict[str, Any]:
        """The values of all options by name."""
        return {name: value for part in vars(self).values() for name, value in vars(part).items()}

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        if self.prompts.strategy != "all":
            return (Strategy(self.prompts.strategy),)
        of_projects = ALL_STRATEGIES.get(self.tasks.split, REPOCLASSBENCH_STRATEGIES)
        return of_projects if has_repository_tasks(self.tasks.split) else PAPER_STRATEGIES

    @property
    def asks_tests(self) -> bool:
        """Whether attempts are run while the model writes others."""
        return self.agents.oracle == "tests" and any(strategy in WITH_ORACLE for strategy in self.strategies)

    @property
    def uses_tools(self) -> bool:
        """Whether tools or retrieval are needed, by prompts or by a check of the code."""
        checks_code = WITH_ORACLE if self.agents.oracle == "none" else ()
        return any(strategy in (*WITH_RETRIEVAL, *checks_code) for strategy in self.strategies)

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
        level = f"-{self.agents.description}" if self.agents.description != DESCRIPTIONS[0] else ""
        return name, Path(self.tasks.split).stem, f"{strategy}{level}-{'greedy' if decoding.greedy else nucleus}"

    def recorded(self, strategy: Strategy) -> RunArguments:
        left_out = ("quiet", "verbose", *(() if strategy in OF_PROJECTS else AGENT_ARGUMENTS))
        values = {
            name: str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value
            for name, value in self.values().items()
            if name not in left_out
        }
        server = None if self.server.base_url is None else ServerAddress(self.server.base_url).shown
        return RunArguments.from_dict({**values, "strategy": strategy.value, "base_url": server})


RECORDS: Mapping[str, Any] = {item.name: item.default_factory for item in fields(Arguments)}
OPTIONS = options_of(*RECORDS.values())  # by name; `preset` is free, since its values are compared
DEFAULTS: Mapping[str, Any] = {item.name: item.default for kind in RECORDS.values() for item in fields(kind)}
FREE_ARGUMENTS = frozenset(name for name, option in OPTIONS.items() if option.free or name in ("quiet", "verbose"))
AGENT_ARGUMENTS = tuple(name for name, option in OPTIONS.items() if option.group == AGENTS)
