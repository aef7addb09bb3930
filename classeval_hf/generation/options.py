"""The options of generation, in a record per group, and their command line; they are checked before models load."""

from __future__ import annotations

import argparse
import json
import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from classeval_hf.core import command_line
from classeval_hf.core.command_line import CommandParser, Option, Output, option, option_field, option_name
from classeval_hf.core.errors import UserError, did_you_mean, require_consent
from classeval_hf.engine.task_family import prompt_families
from classeval_hf.generation.engines.backend import parse_memory
from classeval_hf.generation.engines.model_loading import MODEL, ModelOptions
from classeval_hf.generation.engines.openai_backend import SERVER, ServerAddress, ServerOptions
from classeval_hf.prompting.prompt_form import PromptFamily
from classeval_hf.prompting.steps import Strategy
from classeval_hf.runs.run_records import RUN, RunArguments
from classeval_hf.tasks.splits import SPLITS, kind_of_tasks

SCRIPT = "generation/run.py"  # name of the command in a checkout
TRACKERS = ("tensorboard", "trackio", "wandb")  # values of `--log`, each the name of its library
PAPER_SAMPLES, PAPER_TEMPERATURE, PAPER_TOP_P = 5, 0.2, 1.0  # nucleus sampling as in ClassEval, section 4.5
_SPLITS = "|".join([*(name for name in SPLITS if "/" not in name), "FILE"])
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {"max_length": 2048, "n_samples": PAPER_SAMPLES, "temperature": PAPER_TEMPERATURE, "top_p": PAPER_TOP_P}
}  # values of `--preset` for options that are not given; `paper` is ClassEval's section 4.5
_REASONING_TOKENS = 32_768  # of a completion by default: reasoning counts too
_SENT = {
    **{name: option_name(name) for name in ("model", "temperature", "top_p", "top_k", "seed")},
    **dict.fromkeys(("max_tokens", "max_completion_tokens"), "--max-new-tokens"),
    **{"n": "--n-samples", "prompt": "--prompt", "messages": "--prompt"},
}  # fields of a request that options set, with these options
TASKS, PROMPTS, OUTPUT = "tasks", "prompts", "output"
DECODING = "decoding (default: nucleus sampling as in the paper)"
_FAMILIES = prompt_families()
_FIRST_FAMILY = next(iter(_FAMILIES.values()))
FAMILY_GROUPS = tuple(family.title for family in _FAMILIES.values() if fields(family.option_record))
GROUPS = (TASKS, PROMPTS, *FAMILY_GROUPS, DECODING, MODEL, SERVER, OUTPUT)

_decoding = partial(option_field, DECODING)
_output = partial(option_field, OUTPUT, free=True)
_prompt = partial(option_field, PROMPTS)
_task = partial(option_field, TASKS)


@dataclass(frozen=True)
class TaskOptions:
    split: str = _task("test", "split, or a file of tasks (default: {})", "--tasks", metavar=_SPLITS)
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
    of_family: Any = field(default_factory=lambda: _FIRST_FAMILY.option_record())  # of tasks of its kind alone
    family_kind: type[PromptFamily] = _FIRST_FAMILY

    @classmethod
    def of(cls, **values: Any) -> Arguments:
        """Puts values of options, by name, into their records; the others have their defaults."""
        split, strategy = (values.get(name, DEFAULTS[name]) for name in ("split", "strategy"))
        known = kind_of_tasks(split)  # an unknown split is reported later
        fitting = [family for kind, family in prompt_families().items() if known in (kind, None)]
        family = next((family for family in fitting if strategy in family.strategies), fitting[0])
        parts = {
            part: record(**{item.name: values[item.name] for item in fields(record) if item.name in values})
            for part, record in {**_RECORDS, "of_family": family.option_record}.items()
        }
        return cls(**parts, family_kind=family)

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

    def folder(self, strategy: Strategy | None = None) -> Path:
        """The folder of a run; by default that of an evaluation: one per model, split, strategy and sampling."""
        output = self.output.output
        if strategy is None:
            return output or Path("runs", *self.names(self.prompts.strategy))
        if output is not None:
            return output / strategy.value if self.prompts.strategy == "all" else output
        model, _, name = self.names(strategy.value)
        return Path("runs", model, name)

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


_RECORDS: Mapping[str, Any] = {
    item.name: item.default_factory for item in fields(Arguments) if item.name not in ("of_family", "family_kind")
}
RECORDS = (*_RECORDS.values(), *(family.option_record for family in _FAMILIES.values()))
OPTIONS: Mapping[str, Option] = {
    item.name: item.metadata.get("option", Option()) for record in RECORDS for item in fields(record)
}  # by name; `preset` is free, since its values are compared
DEFAULTS: Mapping[str, Any] = {item.name: item.default for kind in RECORDS for item in fields(kind)}
FREE_ARGUMENTS = frozenset(name for name, option in OPTIONS.items() if option.free or name in ("quiet", "verbose"))
FAMILY_ARGUMENTS = {
    kind: tuple(item.name for item in fields(family.option_record)) for kind, family in _FAMILIES.items()
}


def read_arguments(namespace: Mapping[str, Any]) -> Arguments:
    """Checks options by name, `None` for those not given, without loading tasks or model; errors say what to do."""
    given = {name: value for name, value in namespace.items() if value is not None}
    preset = PRESETS[given["preset"]] if "preset" in given else {}
    listed = {name: tuple(given.get(name, ())) for name in ("task_ids", "without_tools", "projects")}
    if kind := kind_of_tasks(given["split"]) if "split" in given else None:
        given.setdefault("strategy", prompt_families()[kind].strategies[0].value)
    decoding: dict[str, Any] = {}
    if given.get("greedy"):
        decoding = {"n_samples": 1, "temperature": 0.0, "top_p": 1.0, "top_k": 0}
        if given.get("n_samples", 1) != 1:
            raise UserError(
                f"--greedy gives the same completion every time: --n-samples {given['n_samples']} needs sampling. "
                "Leave out one."
            )
        for name in ("temperature", "top_p", "top_k"):
            if name in given:
                raise UserError(f"--greedy does not sample: leave out {option_name(name)}.")
    if given.get("reasoning"):
        for name in ("greedy", "preset", "temperature", "top_p", "top_k"):
            if name in given:
                raise UserError(
                    f"--reasoning is for models that choose how they sample: leave out {option_name(name)}."
                )
        if given.get("prompt", "instruct") not in ("auto", "instruct"):
            raise UserError(
                f"--reasoning is for chat models, which --prompt {given['prompt']} does not choose: leave it out."
            )
        tokens = {"max_new_tokens": _REASONING_TOKENS, "max_length": 2 * _REASONING_TOKENS}
        limits = {name: number for name, number in tokens.items() if name not in given}
        decoding = {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "prompt": "instruct", **limits}
    arguments = Arguments.of(**{**preset, **given, **decoding, **listed})
    _check_values(arguments, given)
    _check_environment(arguments)
    return arguments


def generation_parser(
    prog: str = SCRIPT,
    description: str = "Class-level code generation with any causal language model.",
    as_json: bool = False,
) -> argparse.ArgumentParser:
    """The options of generation; each is `None` where it is not given. `as_json` adds `--json`."""
    parser = CommandParser(prog=prog, description=description)
    option(parser, "--model MODEL", "Hub id or local folder, or the model's name on the server", required=True)
    for group in GROUPS:
        command_line.add_options(parser.add_argument_group(group), RECORDS, group)
    command_line.add_output_options(parser, as_json=as_json, with_warnings=True)
    return parser


def _check_values(arguments: Arguments, given: Mapping[str, Any]) -> None:
    """Refuses wrong values, strategies for other kinds of tasks, and options that strategy or backend do not use."""
    for name, value in arguments.values().items():
        least = OPTIONS[name].least
        if least is not None and value is not None and value < least:
            wanted = "must be at least 1" if least else "must not be negative"
            raise UserError(f"{option_name(name)} {wanted}, but is {value}.")
    temperature, top_p = arguments.decoding.temperature, arguments.decoding.top_p
    if not arguments.decoding.greedy and not 0 < temperature < float("inf"):
        raise UserError(f"--temperature must be above 0, but is {temperature}: for the likeliest token use --greedy.")
    if not 0 < top_p <= 1:
        raise UserError(f"--top-p must be above 0 and at most 1, but is {top_p}.")
    if not arguments.server.request_timeout > 0:
        raise UserError(f"--request-timeout must be above 0, but is {arguments.server.request_timeout}.")
    family, asked = arguments.family, arguments.prompts.strategy
    for strategy in arguments.strategies:
        if strategy not in family.strategies:
            raise UserError(
                f"--strategy {strategy.value} is not for {arguments.tasks.split}, which has {family.title}: use "
                f"{', '.join(item.value for item in family.strategies)}."
            )
    for name, described in OPTIONS.items():
        if name in given and described.group in FAMILY_GROUPS and described.group != family.title:
            raise UserError(
                f"{option_name(name)} is for {described.group}, and has no meaning for --strategy {asked}: leave it "
                "out."
            )
    family.check(asked, runs=arguments.output.show_prompt is None)
    backend = arguments.model.backend
    for name, described in OPTIONS.items():
        default, only_for = DEFAULTS[name], described.only_for
        if only_for and backend not in only_for and given.get(name, default) != default:
            raise UserError(f"{option_name(name)} has no meaning for --backend {backend}: leave it out.")
    if backend == "openai" and arguments.server.base_url is None and arguments.output.show_prompt is None:
        raise UserError("--backend openai needs --base-url, e.g. http://localhost:8000/v1.")
    if arguments.server.base_url is not None:
        ServerAddress(arguments.server.base_url)
    if arguments.server.extra_body is not None:
        try:
            body = json.loads(arguments.server.extra_body)
        except ValueError as error:
            raise UserError(f"--extra-body is not valid JSON: {error}. Write it as '{{\"key\": 1}}'.") from error
        if not isinstance(body, dict):
            raise UserError("--extra-body must be a JSON object.")
        for name, instead in _SENT.items():  # requests must match the run's record
            if name in body:
                raise UserError(f"--extra-body has {name}, which {instead} decides: leave it out there.")
    memory = parse_memory(arguments.model.max_memory) if arguments.model.max_memory is not None else None
    if backend == "vllm" and memory is not None and memory.share is None:
        raise UserError(
            f"--max-memory {arguments.model.max_memory}: --backend vllm takes a share of the memory, e.g. 0.9."
        )


def _check_environment(arguments: Arguments) -> None:
    if arguments.model.quantization is not None and find_spec("bitsandbytes") is None:
        raise UserError(
            f"--quantization {arguments.model.quantization} needs bitsandbytes, which is not installed: "
            "`pip install bitsandbytes`."
        )
    if arguments.model.backend == "vllm" and arguments.output.show_prompt is None:
        if find_spec("vllm") is None:
            raise UserError(
                "--backend vllm needs vllm, which is not installed: `pip install vllm`. Or start `vllm serve MODEL` "
                "elsewhere and use --backend openai --base-url http://localhost:8000/v1."
            )
        if int(os.environ.get("WORLD_SIZE", "1")) > 1:
            raise UserError(
                "--backend vllm runs in a single process: start it without a launcher. For several accelerators, "
                "start `vllm serve MODEL --tensor-parallel-size N` and use --backend openai."
            )
    if arguments.model.device_map is not None and int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise UserError(
            "--device-map spreads one copy of the model over the devices, several processes hold one copy each: start "
            "a single process, or leave out --device-map."
        )
    if arguments.prompts.fim_families is not None and not arguments.prompts.fim_families.is_file():
        raise FileNotFoundError(f"--fim-families: there is no file {arguments.prompts.fim_families}.")
    model = arguments.model.model
    if arguments.model.backend != "openai" and not Path(model).exists():
        # A mistyped path would be looked up on the Hub, which takes half a minute offline.
        if model.startswith((".", "/", "~")) or model.endswith("/") or model.count("/") > 1:
            advice = " `~` stands for no folder: write the path out." if model.startswith("~") else ""
            raise FileNotFoundError(
                f"--model: there is no folder {model}.{advice} A model of the Hub is named ORGANIZATION/NAME."
            )
        parent = Path(model).parent
        names = [path.name for path in parent.iterdir()] if "/" in model and parent.is_dir() else []
        if hint := did_you_mean(model, [str(parent / name) for name in names]):  # the Hub may have it, too
            warnings.warn(f"--model: there is no folder {model}, so it is looked up on the Hub.{hint}", stacklevel=1)
    if arguments.output.plus and not arguments.output.score:
        raise UserError("--plus needs --score.")
    if arguments.output.log is not None:
        if not arguments.output.score:
            raise UserError("--log needs --score.")
        _require_tracker(arguments.output.log)
    if arguments.output.score:
        try:
            require_consent()
        except UserError as error:
            raise UserError(f"--score: {error}") from error


def _require_tracker(name: str) -> None:
    """Checks, before anything is generated, that a tracker can be used."""
    if find_spec(name) is None:
        raise UserError(f"--log {name} needs {name}, which is not installed: `pip install {name}`.")
    from accelerate.tracking import LOGGER_TYPE_TO_CLASS

    if name not in LOGGER_TYPE_TO_CLASS:
        raise UserError(
            f"--log {name} needs a later accelerate than {metadata.version('accelerate')}: "
            "`pip install --upgrade accelerate`."
        )
    if name == "wandb" and os.environ.get("WANDB_MODE") not in ("offline", "disabled"):
        import wandb

        try:  # so that it does not ask for a key when hours of generation are over
            is_known = bool(wandb.login(prompt=False))
        except TypeError:  # an earlier wandb, which always prompts
            is_known = True
        if not is_known:
            raise UserError(
                "--log wandb finds no account: `wandb login` first, or set WANDB_MODE=offline and `wandb sync` later."
            )
