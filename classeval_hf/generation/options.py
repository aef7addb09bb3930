"""The options of generation, each declared once as a field of [`Arguments`]."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from classeval_hf.core.outputs import Output
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.openai_backend import ServerAddress
from classeval_hf.projects.prompts.project_material import DESCRIPTIONS
from classeval_hf.projects.prompts.project_strategies import WITH_ORACLE, WITH_RETRIEVAL, AgentOptions
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
ORACLES = ("tests", "none")  # judges of attempts: the project's tests, or a check of the code
BACKENDS = ("transformers", "openai", "vllm")
_HERE, _LOCAL, _AWAY = ("transformers",), ("transformers", "vllm"), ("openai",)
TASKS, PROMPTS, AGENTS = "tasks", "prompts", "repository-level tasks"
DECODING, MODEL = "decoding (default: nucleus sampling as in the paper)", "model"
SERVER, OUTPUT = "server (--backend openai)", "output"
GROUPS = (TASKS, PROMPTS, AGENTS, DECODING, MODEL, SERVER, OUTPUT)

_BY_TYPE: Mapping[str, Mapping[str, Any]] = {
    **{"bool": {"action": "store_const", "const": True}, "tuple[str, ...]": {"nargs": "+"}},
    **{"int": {"type": int, "metavar": "N"}, "float": {"type": float}, "Path": {"type": Path}},
}  # settings of an option by the type of its field; other options are texts


def _batch_size(text: str) -> int | None:
    if text == "auto":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor auto") from None


@dataclass(frozen=True)
class Traits:
    group: str = ""
    free: bool = False  # may differ when a run is resumed: it changes no completion
    logged: bool = True  # may be told to a tracker: it holds no secret, and no place on this machine
    least: int | None = None  # the smallest number that it takes
    backends: tuple[str, ...] = BACKENDS  # for which it has a meaning


def _option(
    default: Any,
    group: str,
    text: str,
    *aliases: str,
    free: bool | None = None,
    logged: bool = True,
    least: int | None = None,
    backends: tuple[str, ...] = BACKENDS,
    **settings: Any,
) -> Any:
    """A field with its option. `{}` in the text is the default; further settings follow from the field's type."""
    traits = Traits(group, group in (SERVER, OUTPUT) if free is None else free, logged, least, backends)
    settings["help"] = text.format(default)
    return field(default=default, metadata={"traits": traits, "aliases": aliases, "settings": settings})


@dataclass(frozen=True)
class Arguments:
    """What the user asked for; the options of the command line have the same names."""

    model: str  # Hub id or local folder, or the name under which a server knows the model
    split: str = _option(
        "test",
        TASKS,
        "split, or a file of tasks (default: {})",
        "--tasks",
        metavar="|".join(("test", "open", *REPOSITORY_SPLITS[:2], REPOSITORY_SPLITS[-1], "FILE")),
    )
    limit: int | None = _option(None, TASKS, "only the first N tasks", least=1)
    task_ids: tuple[str, ...] = _option((), TASKS, "only these tasks, by id or as module:Class.method", metavar="ID")
    strategy: str = _option(
        Strategy.HOLISTIC.value,
        PROMPTS,
        "default: holistic, of repository-level tasks basic; all: those that the paper compares",
        choices=[*(strategy.value for strategy in Strategy), "all"],
    )
    prompt: str = _option("auto", PROMPTS, "form (default: {})", choices=["auto", "instruct", "base", "fim"])
    instruction_style: str = _option("paper", PROMPTS, "wording (default: {})", choices=["paper", "upstream"])
    fim_families: Path | None = _option(  # noqa: RUF009 - it is a field
        None, PROMPTS, "JSON file of further FIM families", metavar="FILE", logged=False
    )
    preset: str | None = _option(
        None, DECODING, "paper: --max-length 2048 --n-samples 5 --temperature 0.2", choices=sorted(PRESETS), free=True
    )
    greedy: bool = _option(False, DECODING, "one sample, always the likeliest token")
    n_samples: int = _option(PAPER_SAMPLES, DECODING, "samples per task (default: {})", least=1)
    temperature: float = _option(PAPER_TEMPERATURE, DECODING, "default: {}")
    top_p: float = _option(PAPER_TOP_P, DECODING, "default: {}")
    top_k: int = _option(0, DECODING, "default: {}, no limit", least=0)
    seed: int = _option(0, DECODING, "default: {}")
    max_length: int | None = _option(
        None, DECODING, "of prompt and completion in tokens (default: the model's, up to 8192)", least=1
    )
    max_new_tokens: int | None = _option(
        None, DECODING, "of a completion (default: what --max-length leaves)", least=1
    )
    backend: str = _option("transformers", MODEL, "default: {}", choices=BACKENDS)
    batch_size: int | None = _option(
        None,
        MODEL,
        "completions at a time, at most (default: auto)",
        type=_batch_size,
        metavar="N|auto",
        free=True,
        least=1,
        backends=_LOCAL,
    )
    max_memory: str | None = _option(
        None, MODEL, "beside the model, e.g. 8GiB or 0.5 of what is free", metavar="N|PART", free=True, backends=_LOCAL
    )
    dtype: str = _option(
        "auto", MODEL, "default: the checkpoint's", choices=["auto", "float32", "float16", "bfloat16"], backends=_LOCAL
    )
    device_map: str | None = _option(
        None, MODEL, "as in transformers, e.g. auto, where one device cannot hold the model", free=True, backends=_HERE
    )
    quantization: str | None = _option(None, MODEL, "with bitsandbytes", choices=["4bit", "8bit"], backends=_HERE)
    trust_remote_code: bool = _option(False, MODEL, "run code of the model's repo")
    revision: str | None = _option(None, MODEL, "branch, tag or commit on the Hub", backends=_LOCAL)
    base_url: str | None = _option(
        None,
        SERVER,
        "e.g. http://localhost:8000/v1; of user, password and query, which are sent, nothing is kept or shown",
        metavar="URL",
        logged=False,
        backends=_AWAY,
    )
    tokenizer: str | None = _option(
        None, SERVER, "its tokenizer, to count tokens (Hub id or folder)", metavar="MODEL", backends=_AWAY, free=False
    )
    reasoning: bool = _option(
        False, SERVER, "a reasoning model as OpenAI's, which chooses how it samples", backends=_AWAY, free=False
    )
    api_key_env: str = _option(
        "OPENAI_API_KEY", SERVER, "variable that holds the key (default: {})", metavar="NAME", logged=False
    )
    concurrency: int = _option(8, SERVER, "requests at a time (default: {})", least=1)
    max_retries: int = _option(6, SERVER, "of a failed request (default: {})", least=0)
    request_timeout: float = _option(600.0, SERVER, "default: {:g}", metavar="SECONDS")
    extra_body: str | None = _option(
        None,
        SERVER,
        "further fields of each request, as the server takes them",
        metavar="JSON",
        logged=False,
        backends=_AWAY,
        free=False,
    )
    output: Path | None = _option(  # noqa: RUF009 - it is a field
        None,
        OUTPUT,
        "default: runs/<model>/<strategy>-<sampling>",
        action=Output,
        kind=RUN,
        metavar="DIR",
        logged=False,
    )
    score: bool = _option(False, OUTPUT, "run the tests at the end: metrics.json")
    plus: bool = _option(False, OUTPUT, "with --score: by the strengthened tests too")
    log: str | None = _option(
        None, OUTPUT, "with --score: log the scores with this tracker", choices=TRACKERS, logged=False
    )
    export_upstream: bool = _option(False, OUTPUT, "write upstream.json too")
    strict: bool = _option(False, OUTPUT, "refuse a run in which a prompt does not fit")
    show_prompt: str | None = _option(
        None, PROMPTS, "print the prompts of this task, and stop", metavar="ID", free=True, logged=False
    )
    description: str = _option(DESCRIPTIONS[0], AGENTS, "of classes (default: {})", choices=DESCRIPTIONS)
    oracle: str = _option(ORACLES[0], AGENTS, "what judges attempts (default: {})", choices=ORACLES)
    max_calls: int = _option(AgentOptions.max_calls, AGENTS, "of the oracle per sample (default: {})", least=1)
    max_tool_calls: int = _option(AgentOptions.max_tool_calls, AGENTS, "per attempt (default: {})", least=1)
    snippets: int = _option(AgentOptions.snippets, AGENTS, "pieces of code that are retrieved (default: {})", least=1)
    iterations: int = _option(AgentOptions.iterations, AGENTS, "generations of repocoder (default: {})", least=1)
    max_total_tokens: int | None = _option(None, AGENTS, "per sample, then no further attempt is begun", least=1)
    without_tools: tuple[str, ...] = _option((), AGENTS, "leave these tools out", metavar="NAME")
    retriever: str = _option("bm25", AGENTS, "an embedding model of the Hub (default: {})", metavar="MODEL|bm25")
    projects: tuple[str, ...] = _option((), AGENTS, "only the tasks of these projects", metavar="NAME", free=True)
    installed_projects: bool = _option(False, AGENTS, "leave out projects that are not installed", free=True)
    quiet: bool = False  # whether to print only results, warnings and errors
    verbose: bool = False  # whether to print each warning on scores in full

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        if self.strategy != "all":
            return (Strategy(self.strategy),)
        of_projects = ALL_STRATEGIES.get(self.split, REPOCLASSBENCH_STRATEGIES)
        return of_projects if has_repository_tasks(self.split) else PAPER_STRATEGIES

    @property
    def asks_tests(self) -> bool:
        """Whether attempts are run while the model writes others."""
        return self.oracle == "tests" and any(strategy in WITH_ORACLE for strategy in self.strategies)

    @property
    def uses_tools(self) -> bool:
        """Whether tools or retrieval are needed, by prompts or by a check of the code."""
        checks_code = WITH_ORACLE if self.oracle == "none" else ()
        return any(strategy in (*WITH_RETRIEVAL, *checks_code) for strategy in self.strategies)

    @property
    def agent_options(self) -> AgentOptions:
        return AgentOptions(**{item.name: getattr(self, item.name) for item in fields(AgentOptions)})

    @property
    def sampling(self) -> Sampling:
        return Sampling(self.temperature, self.top_p, self.top_k)

    def folder(self, strategy: Strategy) -> Path:
        if self.output is not None:
            return self.output / strategy.value if self.strategy == "all" else self.output
        return Path("runs") / self._model_folder / self._folder_name(strategy.value)

    @property
    def evaluation_folder(self) -> Path:
        """Folder of an evaluation and its report: one per model, split, strategy and sampling."""
        return self.output or Path("runs", *self.evaluation_name)

    @property
    def evaluation_name(self) -> tuple[str, str, str]:
        """Names of folders for the model, the split, and strategy with sampling."""
        split = Path(self.split).stem  # of a file of tasks
        return self._model_folder, split, self._folder_name(self.strategy)

    @property
    def _model_folder(self) -> str:
        local = Path(self.model)
        return local.resolve().name if local.is_dir() else self.model.strip("/").replace("/", "--")

    def _folder_name(self, strategy: str) -> str:
        sampling = "greedy" if self.greedy else f"n{self.n_samples}-t{self.temperature:g}-p{self.top_p:g}"
        level = f"-{self.description}" if self.description != DESCRIPTIONS[0] else ""
        return f"{strategy}{level}-{sampling}"

    def recorded(self, strategy: Strategy) -> RunArguments:
        left_out = ("quiet", "verbose", *(() if strategy in OF_PROJECTS else AGENT_ARGUMENTS))
        values = {
            name: str(value) if isinstance(value, Path) else list(value) if isinstance(value, tuple) else value
            for name, value in vars(self).items()
            if name not in left_out
        }
        server = None if self.base_url is None else ServerAddress(self.base_url).shown
        return RunArguments.from_dict({**values, "strategy": strategy.value, "base_url": server})


TRAITS: Mapping[str, Traits] = {
    item.name: item.metadata.get("traits", Traits(free=item.name != "model")) for item in fields(Arguments)
}  # by argument; `preset` is free, since its values are compared, and so is the server's URL

FREE_ARGUMENTS = frozenset(name for name, traits in TRAITS.items() if traits.free)
AGENT_ARGUMENTS = tuple(name for name, traits in TRAITS.items() if traits.group == AGENTS)


def add_options(parser: argparse._ActionsContainer, group: str) -> None:
    for item in fields(Arguments):
        if TRAITS[item.name].group == group:
            settings = item.metadata["settings"]
            if "action" not in settings:
                settings = {**_BY_TYPE.get(str(item.type).removesuffix(" | None"), {}), **settings}
            parser.add_argument(option_name(item.name), *item.metadata["aliases"], **settings)


def option_name(field_name: str) -> str:
    return f"--{field_name.replace('_', '-')}"
