"""The command line of `generation/run.py`, and the checks of it before any model is loaded."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.core.command_line import CommandParser, add_output_options
from classeval_hf.core.consent import require_consent
from classeval_hf.core.outputs import Output
from classeval_hf.core.suggestions import did_you_mean
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.memory_limit import parse_memory
from classeval_hf.generation.engines.server_address import ServerAddress
from classeval_hf.generation.pipeline.project_material import DESCRIPTIONS
from classeval_hf.generation.pipeline.project_strategies import WITH_ORACLE, WITH_RETRIEVAL, AgentOptions
from classeval_hf.generation.pipeline.run_logging import TRACKERS, require_tracker
from classeval_hf.generation.prompts.project_writer import SETTINGS
from classeval_hf.generation.steps import OF_CLASSES, OF_PROJECTS, Strategy
from classeval_hf.repository_tools import TOOL_NAMES
from classeval_hf.runs.run_files import RUN
from classeval_hf.runs.run_records import RunArguments
from classeval_hf.tasks.splits import REPOSITORY_SPLITS

__all__ = [
    "FREE_ARGUMENTS",
    "PRESETS",
    "Arguments",
    "add_seed_options",
    "generation_parser",
    "parse_arguments",
    "read_arguments",
    "seed_arguments",
]

SCRIPT = "generation/run.py"
"""What the command is called in a checkout."""

PAPER_STRATEGIES = (Strategy.HOLISTIC, Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)
"""What `--strategy all` runs for class tasks: ClassEval, section 4.2."""

REPOCLASSBENCH_STRATEGIES = (
    Strategy.BASIC,
    Strategy.REFLEXION,
    Strategy.NAIVE_RAG,
    Strategy.REPOCODER,
    Strategy.RRR,
)
"""What it runs for RepoClassBench's tasks: the paper's table 3."""

ALL_STRATEGIES: Mapping[str, tuple[Strategy, ...]] = {"deveval": SETTINGS, "open_repo": OF_PROJECTS}
"""What it runs for other repository-level tasks: DevEval's settings, and every strategy that there is."""

PAPER_SAMPLES, PAPER_TEMPERATURE, PAPER_TOP_P = 5, 0.2, 1.0
"""Nucleus sampling as in ClassEval, section 4.5."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {"max_length": 2048, "n_samples": PAPER_SAMPLES, "temperature": PAPER_TEMPERATURE, "top_p": PAPER_TOP_P}
}
"""What `--preset` sets where an option is not given: `paper`, ClassEval's section 4.5."""

FREE_ARGUMENTS = frozenset(
    {
        *("output", "score", "plus", "log", "export_upstream", "show_prompt", "quiet", "verbose"),
        *("batch_size", "max_memory", "device_map"),
        *("base_url", "api_key_env", "concurrency", "max_retries", "request_timeout", "preset", "strict"),
        *("projects", "installed_projects"),
    }
)
"""
Arguments that may differ when a run is resumed, since they do not change its completions. The server's URL is one of
them, the name of its model is not. What a preset sets is compared by itself.
"""

ORACLES = ("tests", "none")
"""What attempts are judged by: the project's tests, or the code alone."""

AGENT_ARGUMENTS = (
    *("description", "oracle", "max_calls", "max_tool_calls", "snippets", "iterations", "max_total_tokens"),
    *("retriever", "without_tools", "projects", "installed_projects"),
)
"""Arguments that only repository-level tasks have."""

_ONLY_TRANSFORMERS = {"device_map": None, "quantization": None}
_ONLY_IN_PROCESS = {"dtype": "auto", "batch_size": None, "max_memory": None, "revision": None}
_AGENT_LIBRARIES = ("bm25s", "pyflakes")
"""What tools and retrieval are built on."""

_ONLY_OPENAI = {"base_url": None, "tokenizer": None, "extra_body": None}


@dataclass(frozen=True)
class Arguments:
    """
    What the user asked for. Each field is the command line option of that name.

    Args:
        model (`str`): Hub id or local folder, or the name under which a server knows the model.
        split (`str`, defaults to `"test"`): `"test"`, `"open"`, repository-level tasks (`"open_repo"`,
            `"repoclassbench"`, `"deveval"`), or a file of tasks.
        limit (`int`, *optional*): number of tasks, from the first.
        task_ids (`tuple[str, ...]`, *optional*): only these tasks.
        strategy (`str`, defaults to `"holistic"`): one strategy, or `"all"` for those that the paper compares; of
            repository-level tasks the default is `"basic"`.
        prompt (`str`, defaults to `"auto"`): form of the prompt.
        instruction_style (`str`, defaults to `"paper"`): wording of instructions.
        fim_families (`Path`, *optional*): file of further fill-in-the-middle families.
        preset (`str`, *optional*): one of [`PRESETS`]; options that are given override it.
        greedy (`bool`, defaults to `False`): one sample, the most likely token at every step.
        n_samples (`int`, defaults to 5): samples per task; 1 if greedy.
        temperature (`float`, defaults to 0.2): 0 if greedy.
        top_p (`float`, defaults to 1.0): nucleus.
        top_k (`int`, defaults to 0): 0 for no limit.
        seed (`int`, defaults to 0): changes all samples.
        max_length (`int`, *optional*): maximum of tokens of prompt and completion together; by default the number of
            the model's positions, up to [`~classeval_hf.generation.pipeline.prompt_setup.DEFAULT_MAX_LENGTH`].
        max_new_tokens (`int`, *optional*): maximum of tokens of a completion, within `max_length`.
        batch_size (`int`, *optional*): completions at a time; by default chosen automatically.
        max_memory (`str`, *optional*): memory beside the model, mainly for the KV cache, as
            [`~classeval_hf.generation.engines.memory_limit.parse_memory`] reads it; by default chosen automatically.
        dtype (`str`, defaults to `"auto"`): number format of the weights, by default that of the checkpoint.
        device_map (`str`, *optional*): as in transformers, for models that one device cannot hold.
        quantization (`str`, *optional*): `"4bit"` or `"8bit"`.
        trust_remote_code (`bool`, defaults to `False`): whether code in the model's repository may run here.
        revision (`str`, *optional*): branch, tag or commit on the Hub.
        backend (`str`, defaults to `"transformers"`): what runs the model.
        base_url (`str`, *optional*): the server.
        tokenizer (`str`, *optional*): Hub id or folder of the tokenizer of the server's model.
        api_key_env (`str`, defaults to `"OPENAI_API_KEY"`): environment variable with the key for the server.
        concurrency (`int`, defaults to 8): requests to the server at a time.
        max_retries (`int`, defaults to 6): how often a failed request is tried again.
        request_timeout (`float`, defaults to 600): seconds to wait for a response.
        extra_body (`str`, *optional*): JSON object of further fields for each request.
        output (`Path`, *optional*): folder of the run.
        score (`bool`, defaults to `False`): whether to score at the end.
        plus (`bool`, defaults to `False`): whether to score by the strengthened tests too.
        log (`str`, *optional*): the experiment tracker that the scores go to: `"tensorboard"`, `"trackio"` or
            `"wandb"`.
        export_upstream (`bool`, defaults to `False`): whether to write the public harness's JSON too.
        strict (`bool`, defaults to `False`): whether to refuse the run if the prompt of a task does not fit.
        show_prompt (`str`, *optional*): print the prompts of this task, and do nothing else.
        description (`str`, defaults to `"detailed"`): which description of a class in a project.
        oracle (`str`, defaults to `"tests"`): what tells attempts from right ones: the project's tests, or `"none"`
            for a check of the code alone.
        max_calls, max_tool_calls, snippets, iterations, max_total_tokens, without_tools: as of
            [`~classeval_hf.generation.pipeline.project_strategies.AgentOptions`].
        retriever (`str`, defaults to `"bm25"`): what finds code by words: `"bm25"`, or an embedding model of the Hub.
        projects (`tuple[str, ...]`, *optional*): only the tasks of these projects.
        installed_projects (`bool`, defaults to `False`): whether to leave out the tasks of projects that are not
            installed.
        quiet (`bool`, defaults to `False`): whether to print results, warnings and errors alone.
        verbose (`bool`, defaults to `False`): whether to print each warning on scores in full.
    """

    model: str
    split: str = "test"
    limit: int | None = None
    task_ids: tuple[str, ...] = ()
    strategy: str = Strategy.HOLISTIC.value
    prompt: str = "auto"
    instruction_style: str = "paper"
    fim_families: Path | None = None
    preset: str | None = None
    greedy: bool = False
    n_samples: int = PAPER_SAMPLES
    temperature: float = PAPER_TEMPERATURE
    top_p: float = PAPER_TOP_P
    top_k: int = 0
    seed: int = 0
    max_length: int | None = None
    max_new_tokens: int | None = None
    batch_size: int | None = None
    max_memory: str | None = None
    dtype: str = "auto"
    device_map: str | None = None
    quantization: str | None = None
    trust_remote_code: bool = False
    revision: str | None = None
    backend: str = "transformers"
    base_url: str | None = None
    tokenizer: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    concurrency: int = 8
    max_retries: int = 6
    request_timeout: float = 600.0
    extra_body: str | None = None
    output: Path | None = None
    score: bool = False
    plus: bool = False
    log: str | None = None
    export_upstream: bool = False
    strict: bool = False
    show_prompt: str | None = None
    description: str = DESCRIPTIONS[0]
    oracle: str = ORACLES[0]
    max_calls: int = AgentOptions.max_calls
    max_tool_calls: int = AgentOptions.max_tool_calls
    snippets: int = AgentOptions.snippets
    iterations: int = AgentOptions.iterations
    max_total_tokens: int | None = None
    without_tools: tuple[str, ...] = ()
    retriever: str = "bm25"
    projects: tuple[str, ...] = ()
    installed_projects: bool = False
    quiet: bool = False
    verbose: bool = False

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies to run."""
        if self.strategy != "all":
            return (Strategy(self.strategy),)
        of_projects = ALL_STRATEGIES.get(self.split, REPOCLASSBENCH_STRATEGIES)
        return of_projects if self.split in REPOSITORY_SPLITS else PAPER_STRATEGIES

    @property
    def asks_tests(self) -> bool:
        """Whether attempts are run while the model writes others."""
        return self.oracle == "tests" and any(strategy in WITH_ORACLE for strategy in self.strategies)

    @property
    def uses_tools(self) -> bool:
        """Whether tools or retrieval are needed, by prompts or by a check of the code alone."""
        checks_code = WITH_ORACLE if self.oracle == "none" else ()
        return any(strategy in (*WITH_RETRIEVAL, *checks_code) for strategy in self.strategies)

    @property
    def agent_options(self) -> AgentOptions:
        """Limits of the strategies with several attempts."""
        return AgentOptions(
            max_calls=self.max_calls,
            max_tool_calls=self.max_tool_calls,
            snippets=self.snippets,
            iterations=self.iterations,
            max_total_tokens=self.max_total_tokens,
            without_tools=self.without_tools,
        )

    @property
    def sampling(self) -> Sampling:
        """How tokens are chosen."""
        return Sampling(self.temperature, self.top_p, self.top_k)

    def folder(self, strategy: Strategy) -> Path:
        """Folder of the run with a strategy."""
        if self.output is not None:
            return self.output / strategy.value if self.strategy == "all" else self.output
        return Path("runs") / self._model_folder / self._folder_name(strategy.value)

    @property
    def evaluation_folder(self) -> Path:
        """Folder of an evaluation, which also holds its report: one per model, split, strategy and sampling."""
        if self.output is not None:
            return self.output
        return Path("runs", *self.evaluation_name)

    @property
    def evaluation_name(self) -> tuple[str, str, str]:
        """Names of the model, of the split, and of strategy and sampling, as folders have them."""
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
        """The arguments of the run with one strategy, as its record keeps them."""
        left_out = () if strategy in OF_PROJECTS else AGENT_ARGUMENTS
        values = {
            name: _recorded(value) for name, value in vars(self).items() if name not in (*left_out, "quiet", "verbose")
        }
        server = None if self.base_url is None else ServerAddress(self.base_url).shown
        return RunArguments.from_dict({**values, "strategy": strategy.value, "base_url": server})


def parse_arguments(argv: Sequence[str] | None = None, prog: str = SCRIPT) -> Arguments:
    """
    Reads the command line and checks what can be checked without tasks and model.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.
        prog (`str`, defaults to [`SCRIPT`]): name of the command.

    Returns:
        [`Arguments`]

    Raises:
        `ValueError`: naming the argument and what to do.
        `SystemExit`: from `argparse`, for an unknown option or value.
    """
    return read_arguments(vars(generation_parser(prog).parse_args(argv)))


def read_arguments(options: Mapping[str, Any]) -> Arguments:
    """
    Reads the options of a command line, and checks what can be checked without tasks and model.

    Args:
        options (`Mapping[str, Any]`): those of [`generation_parser`]; `None` for those that are not given.

    Returns:
        [`Arguments`]

    Raises:
        `ValueError`: naming the argument and what to do.
    """
    return _checked({name: value for name, value in options.items() if value is not None})


def add_seed_options(parser: argparse.ArgumentParser) -> None:
    """
    Adds the options of a model that writes tests: those of the command line here that say how it is run.

    Args:
        parser (`argparse.ArgumentParser`): that of another command.
    """
    group = parser.add_argument_group("seeds from a model")
    group.add_argument(
        "--seed-model", metavar="MODEL", help="ask it for tests: Hub id or local folder, or its name on the server"
    )
    group.add_argument("--seed-samples", type=int, default=1, metavar="N", help="texts per task (default: 1)")
    _add_sampling(group)
    _add_model(parser.add_argument_group("the model (with --seed-model)"))
    _add_server(parser.add_argument_group("its server (with --seed-model and --backend openai)"))


def seed_arguments(namespace: argparse.Namespace) -> Arguments | None:
    """
    Reads what [`add_seed_options`] added.

    Args:
        namespace (`argparse.Namespace`): the other command's arguments; its `--seed` counts too.

    Returns:
        [`Arguments`] or `None`: `None` where no model is asked.

    Raises:
        `ValueError`: naming the argument and what to do.
    """
    parser = argparse.ArgumentParser()
    add_seed_options(parser)
    names = [action.dest for action in parser._actions if action.dest != "help"]
    given = {name: value for name in names if (value := getattr(namespace, name)) is not None}
    model, samples = given.pop("seed_model", None), given.pop("seed_samples")
    if model is None:
        if given:
            option = _option(next(iter(given)))
            raise ValueError(f"{option} is for a model that writes seeds: name the model by --seed-model.")
        return None
    if samples < 1:
        raise ValueError(f"--seed-samples must be at least 1, but is {samples}.")
    return _checked({**given, "model": model, "n_samples": samples, "seed": namespace.seed})


def _checked(given: dict[str, Any]) -> Arguments:
    preset = PRESETS[given["preset"]] if "preset" in given else {}
    listed = {name: tuple(given.get(name, ())) for name in ("task_ids", "without_tools", "projects")}
    if given.get("split") in REPOSITORY_SPLITS:
        given.setdefault("strategy", Strategy.BASIC.value)
    arguments = Arguments(**{**preset, **given, **_decoding(given), **listed})
    _check_numbers(arguments)
    _check_strategy(arguments, given)
    _check_backend(arguments, given)
    _check_environment(arguments)
    return arguments


def generation_parser(
    prog: str = SCRIPT,
    description: str = "Class-level code generation with any causal language model.",
    as_json: bool = False,
) -> argparse.ArgumentParser:
    """
    The options of generation.

    Args:
        prog (`str`, defaults to [`SCRIPT`]): name of the command.
        description (`str`, *optional*): what it does.
        as_json (`bool`, defaults to `False`): whether it has a result that programs read.

    Returns:
        `argparse.ArgumentParser`: each option is `None` where it is not given.
    """
    parser = CommandParser(prog=prog, description=description)
    parser.add_argument("--model", required=True, help="Hub id or local folder, or the model's name on the server")
    _add_tasks(parser.add_argument_group("tasks"))
    _add_prompts(parser.add_argument_group("prompts"))
    _add_agent(parser.add_argument_group("repository-level tasks"))
    _add_decoding(parser.add_argument_group("decoding (default: nucleus sampling as in the paper)"))
    _add_model(parser.add_argument_group("model"))
    _add_server(parser.add_argument_group("server (--backend openai)"))
    _add_output(parser.add_argument_group("output"))
    add_output_options(parser, as_json, with_warnings=True)
    return parser


def _add_tasks(group: argparse._ArgumentGroup) -> None:
    names = "|".join(("test", "open", *REPOSITORY_SPLITS[:2], REPOSITORY_SPLITS[-1], "FILE"))
    group.add_argument("--split", "--tasks", metavar=names, help="split, or a file of tasks (default: test)")
    group.add_argument("--limit", type=int, metavar="N", help="only the first N tasks")
    group.add_argument("--task-ids", nargs="+", metavar="ID", help="only these tasks")


def _add_prompts(group: argparse._ArgumentGroup) -> None:
    strategies = [strategy.value for strategy in Strategy]
    group.add_argument(
        "--strategy",
        choices=[*strategies, "all"],
        help="default: holistic, of repository-level tasks basic; all: those that the paper compares",
    )
    group.add_argument("--prompt", choices=["auto", "instruct", "base", "fim"], help="form (default: auto)")
    group.add_argument("--instruction-style", choices=["paper", "upstream"], help="wording (default: paper)")
    group.add_argument("--fim-families", type=Path, metavar="FILE", help="JSON file of further FIM families")
    group.add_argument("--show-prompt", metavar="ID", help="print the prompts of this task, and stop")


def _add_agent(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--description", choices=DESCRIPTIONS, help="of classes (default: detailed)")
    group.add_argument("--oracle", choices=ORACLES, help="what judges attempts (default: tests)")
    group.add_argument("--max-calls", type=int, metavar="N", help="of the oracle per sample (default: 5)")
    group.add_argument("--max-tool-calls", type=int, metavar="N", help="per attempt (default: 3)")
    group.add_argument("--snippets", type=int, metavar="N", help="pieces of code that are retrieved (default: 5)")
    group.add_argument("--iterations", type=int, metavar="N", help="generations of repocoder (default: 2)")
    group.add_argument(
        "--max-total-tokens", type=int, metavar="N", help="per sample, then no further attempt is begun"
    )
    group.add_argument("--retriever", metavar="MODEL|bm25", help="an embedding model of the Hub (default: bm25)")
    group.add_argument("--without-tools", nargs="+", metavar="NAME", help="leave these tools out")
    group.add_argument("--projects", nargs="+", metavar="NAME", help="only the tasks of these projects")
    group.add_argument(
        "--installed-projects", action="store_const", const=True, help="leave out projects that are not installed"
    )


def _add_decoding(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--preset", choices=sorted(PRESETS), help="paper: --max-length 2048 --n-samples 5 --temperature 0.2"
    )
    group.add_argument("--greedy", action="store_const", const=True, help="one sample, always the likeliest token")
    group.add_argument("--n-samples", type=int, metavar="N", help="samples per task (default: 5)")
    group.add_argument("--seed", type=int, help="default: 0")
    _add_sampling(group)


def _add_sampling(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--temperature", type=float, help="default: 0.2")
    group.add_argument("--top-p", type=float, help="default: 1.0")
    group.add_argument("--top-k", type=int, help="default: 0, no limit")
    group.add_argument(
        "--max-length", type=int, help="of prompt and completion in tokens (default: the model's, up to 8192)"
    )
    group.add_argument("--max-new-tokens", type=int, help="of a completion (default: what --max-length leaves)")


def _add_model(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--backend", choices=["transformers", "openai", "vllm"], help="default: transformers")
    group.add_argument(
        "--batch-size", type=_batch_size, metavar="N|auto", help="completions at a time (default: auto)"
    )
    group.add_argument("--max-memory", metavar="N|PART", help="beside the model, e.g. 8GiB or 0.5 of what is free")
    group.add_argument("--dtype", choices=["auto", "float32", "float16", "bfloat16"], help="default: the checkpoint's")
    group.add_argument("--device-map", help="as in transformers, e.g. auto, where one device cannot hold the model")
    group.add_argument("--quantization", choices=["4bit", "8bit"], help="with bitsandbytes")
    group.add_argument("--trust-remote-code", action="store_const", const=True, help="run code of the model's repo")
    group.add_argument("--revision", help="branch, tag or commit on the Hub")


def _add_server(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--base-url",
        metavar="URL",
        help="e.g. http://localhost:8000/v1; of user, password and query, which are sent, nothing is kept or shown",
    )
    group.add_argument("--tokenizer", metavar="MODEL", help="its tokenizer, to count tokens (Hub id or folder)")
    group.add_argument("--api-key-env", metavar="NAME", help="variable that holds the key (default: OPENAI_API_KEY)")
    group.add_argument("--concurrency", type=int, metavar="N", help="requests at a time (default: 8)")
    group.add_argument("--max-retries", type=int, metavar="N", help="of a failed request (default: 6)")
    group.add_argument("--request-timeout", type=float, metavar="SECONDS", help="default: 600")
    group.add_argument("--extra-body", metavar="JSON", help="further fields of each request, as the server takes them")


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--output", action=Output, kind=RUN, metavar="DIR", help="default: runs/<model>/<strategy>-<sampling>"
    )
    group.add_argument("--score", action="store_const", const=True, help="run the tests at the end: metrics.json")
    group.add_argument("--plus", action="store_const", const=True, help="with --score: by the strengthened tests too")
    group.add_argument("--log", choices=TRACKERS, help="with --score: log the scores with this tracker")
    group.add_argument("--export-upstream", action="store_const", const=True, help="write upstream.json too")
    group.add_argument(
        "--strict", action="store_const", const=True, help="refuse a run in which a prompt does not fit"
    )


def _batch_size(text: str) -> int | None:
    if text == "auto":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor auto") from None


def _decoding(given: dict[str, Any]) -> dict[str, Any]:
    """The fields that greedy decoding fixes."""
    if not given.get("greedy"):
        return {}
    if given.get("n_samples", 1) != 1:
        raise ValueError(
            f"--greedy gives the same completion every time: --n-samples {given['n_samples']} needs sampling. "
            "Leave out one."
        )
    for name in ("temperature", "top_p", "top_k"):
        if name in given:
            raise ValueError(f"--greedy does not sample: leave out {_option(name)}.")
    return {"n_samples": 1, "temperature": 0.0, "top_p": 1.0, "top_k": 0}


def _check_numbers(arguments: Arguments) -> None:
    counts = ("limit", "n_samples", "max_length", "max_new_tokens", "batch_size", "concurrency")
    for name in (*counts, "max_calls", "max_tool_calls", "snippets", "iterations", "max_total_tokens"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            raise ValueError(f"{_option(name)} must be at least 1, but is {value}.")
    for name in ("top_k", "max_retries"):
        if getattr(arguments, name) < 0:
            raise ValueError(f"{_option(name)} must not be negative, but is {getattr(arguments, name)}.")
    if not arguments.greedy and not 0 < arguments.temperature < float("inf"):
        raise ValueError(
            f"--temperature must be above 0, but is {arguments.temperature}: for the likeliest token use --greedy."
        )
    if not 0 < arguments.top_p <= 1:
        raise ValueError(f"--top-p must be above 0 and at most 1, but is {arguments.top_p}.")
    if not arguments.request_timeout > 0:
        raise ValueError(f"--request-timeout must be above 0, but is {arguments.request_timeout}.")


def _check_strategy(arguments: Arguments, given: dict[str, Any]) -> None:
    """Refuses strategies for other tasks, and what has no meaning for a strategy."""
    of_projects = arguments.split in REPOSITORY_SPLITS
    known = of_projects or arguments.split in ("test", "open")
    for strategy in arguments.strategies:
        if known and (strategy in OF_PROJECTS) != of_projects:
            fitting = OF_PROJECTS if of_projects else OF_CLASSES
            kind = "repository-level tasks" if of_projects else "class tasks"
            raise ValueError(
                f"--strategy {strategy.value} is not for {arguments.split}, which has {kind}: use "
                f"{', '.join(item.value for item in fitting)}."
            )
    if not any(strategy in OF_PROJECTS for strategy in arguments.strategies):
        for name in AGENT_ARGUMENTS:
            if name in given:
                raise ValueError(
                    f"{_option(name)} is for repository-level tasks, and has no meaning for --strategy "
                    f"{arguments.strategy}: leave it out."
                )
        return
    tools = ("get_related_snippets", *TOOL_NAMES)
    for name in arguments.without_tools:
        if name not in tools:
            hint = did_you_mean(name, tools)
            raise ValueError(f"--without-tools: there is no tool {name}; there are {', '.join(tools)}.{hint}")
    if arguments.uses_tools:
        missing = [name for name in _AGENT_LIBRARIES if importlib.util.find_spec(name) is None]
        if missing:
            raise ValueError(
                f"--strategy {arguments.strategy} needs {', '.join(missing)}, which is not installed: "
                "`pip install 'classeval-hf[agent]'`."
            )
    if arguments.asks_tests and arguments.show_prompt is None:
        try:
            require_consent()
        except ValueError as error:
            raise ValueError(
                f"--strategy {arguments.strategy} runs attempts: {error} Or use --oracle none."
            ) from error


def _check_backend(arguments: Arguments, given: dict[str, Any]) -> None:
    others: dict[str, dict[str, Any]] = {
        "transformers": _ONLY_OPENAI,
        "openai": {**_ONLY_TRANSFORMERS, **_ONLY_IN_PROCESS},
        "vllm": {**_ONLY_TRANSFORMERS, **_ONLY_OPENAI},
    }
    for name, default in others[arguments.backend].items():
        if given.get(name, default) != default:
            raise ValueError(f"{_option(name)} has no meaning for --backend {arguments.backend}: leave it out.")
    if arguments.backend == "openai" and arguments.base_url is None and arguments.show_prompt is None:
        raise ValueError("--backend openai needs --base-url, e.g. http://localhost:8000/v1.")
    if arguments.base_url is not None:
        ServerAddress(arguments.base_url)
    if arguments.extra_body is not None:
        _check_extra_body(arguments.extra_body)
    memory = parse_memory(arguments.max_memory) if arguments.max_memory is not None else None
    if arguments.backend == "vllm" and memory is not None and memory.share is None:
        raise ValueError(f"--max-memory {arguments.max_memory}: --backend vllm takes a share of the memory, e.g. 0.9.")


def _check_extra_body(text: str) -> None:
    try:
        body = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--extra-body is not valid JSON: {error}.") from error
    if not isinstance(body, dict):
        raise ValueError("--extra-body must be a JSON object.")


def _check_environment(arguments: Arguments) -> None:
    if arguments.quantization is not None and importlib.util.find_spec("bitsandbytes") is None:
        raise ValueError(
            f"--quantization {arguments.quantization} needs bitsandbytes, which is not installed: "
            "`pip install bitsandbytes`."
        )
    if arguments.backend == "vllm" and arguments.show_prompt is None:
        _check_vllm()
    if arguments.device_map is not None and int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise ValueError(
            "--device-map spreads one copy of the model over the devices, several processes hold one copy each: start "
            "a single process, or leave out --device-map."
        )
    if arguments.fim_families is not None and not arguments.fim_families.is_file():
        raise FileNotFoundError(f"--fim-families: there is no file {arguments.fim_families}.")
    if arguments.backend != "openai":
        _check_model(arguments.model)
    if arguments.plus and not arguments.score:
        raise ValueError("--plus says what to score by, so that it needs --score.")
    if arguments.log is not None:
        if not arguments.score:
            raise ValueError("--log takes scores, so that it needs --score.")
        require_tracker(arguments.log)
    if arguments.score:
        try:
            require_consent()
        except ValueError as error:
            raise ValueError(f"--score: {error}") from error


def _check_model(model: str) -> None:
    """A path with a slip would be looked for on the Hub, for half a minute where that cannot be reached."""
    if Path(model).exists():
        return
    if model.startswith((".", "/", "~")) or model.endswith("/") or model.count("/") > 1:
        advice = " `~` is not read here: write the path out." if model.startswith("~") else ""
        raise FileNotFoundError(
            f"--model: there is no folder {model}.{advice} A model of the Hub is named ORGANIZATION/NAME."
        )
    parent = Path(model).parent
    names = [path.name for path in parent.iterdir()] if "/" in model and parent.is_dir() else []
    hint = did_you_mean(model, [str(parent / name) for name in names])
    if hint:  # it may also be meant to be one of the Hub
        warnings.warn(
            f"--model: there is no folder {model}, so that it is looked for on the Hub.{hint}",
            stacklevel=2,
        )


def _check_vllm() -> None:
    if importlib.util.find_spec("vllm") is None:
        raise ValueError(
            "--backend vllm needs vllm, which is not installed: `pip install vllm`. Or start `vllm serve MODEL` "
            "elsewhere and use --backend openai --base-url http://localhost:8000/v1."
        )
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise ValueError(
            "--backend vllm runs in a single process: start it without a launcher. For several accelerators, start "
            "`vllm serve MODEL --tensor-parallel-size N` and use --backend openai."
        )


def _recorded(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
