"""The command line of `generation/run.py`, read and checked before any model is loaded."""

import argparse
import importlib.util
import json
import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from classeval_hf.core.command_line import CommandParser, add_output_options, option
from classeval_hf.core.errors import UserError, did_you_mean, require_consent
from classeval_hf.core.option_fields import add_options, option_name
from classeval_hf.engine.families import prompt_families
from classeval_hf.generation import options
from classeval_hf.generation.engines.backend import parse_memory
from classeval_hf.generation.engines.openai_backend import ServerAddress
from classeval_hf.generation.run_logging import require_tracker
from classeval_hf.tasks.splits import kind_of_tasks

_REASONING_TOKENS = 32_768  # of a completion by default: reasoning counts too
_SENT = {
    **{name: option_name(name) for name in ("model", "temperature", "top_p", "top_k", "seed")},
    **dict.fromkeys(("max_tokens", "max_completion_tokens"), "--max-new-tokens"),
    **{"n": "--n-samples", "prompt": "--prompt", "messages": "--prompt"},
}  # fields of a request that options set, with these options


def parse_arguments(argv: Sequence[str] | None = None, prog: str = options.SCRIPT) -> options.Arguments:
    """Reads the command line, and checks it without loading tasks or model."""
    return read_arguments(vars(generation_parser(prog).parse_args(argv)))


def read_arguments(namespace: Mapping[str, Any]) -> options.Arguments:
    """Checks options by name, `None` for those not given; errors name the option and what to do."""
    given = {name: value for name, value in namespace.items() if value is not None}
    preset = options.PRESETS[given["preset"]] if "preset" in given else {}
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
    arguments = options.Arguments.of(**{**preset, **given, **decoding, **listed})
    _check_numbers(arguments)
    _check_strategy(arguments, given)
    _check_backend(arguments, given)
    _check_environment(arguments)
    return arguments


def generation_parser(
    prog: str = options.SCRIPT,
    description: str = "Class-level code generation with any causal language model.",
    as_json: bool = False,
) -> argparse.ArgumentParser:
    """The options of generation; each is `None` where it is not given. `as_json` adds `--json`."""
    parser = CommandParser(prog=prog, description=description)
    option(parser, "--model MODEL", "Hub id or local folder, or the model's name on the server", required=True)
    for group in options.GROUPS:
        add_options(parser.add_argument_group(group), options.RECORDS, group)
    add_output_options(parser, as_json=as_json, with_warnings=True)
    return parser


def _check_numbers(arguments: options.Arguments) -> None:
    for name, value in arguments.values().items():
        least = options.OPTIONS[name].least
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


def _check_strategy(arguments: options.Arguments, given: Mapping[str, Any]) -> None:
    """Refuses strategies for other kinds of tasks, and options that a strategy does not use."""
    family, asked = arguments.family, arguments.prompts.strategy
    for strategy in arguments.strategies:
        if strategy not in family.strategies:
            raise UserError(
                f"--strategy {strategy.value} is not for {arguments.tasks.split}, which has {family.title}: use "
                f"{', '.join(item.value for item in family.strategies)}."
            )
    for name, described in options.OPTIONS.items():
        if name in given and described.group in options.FAMILY_GROUPS and described.group != family.title:
            raise UserError(
                f"{option_name(name)} is for {described.group}, and has no meaning for --strategy {asked}: leave it "
                "out."
            )
    family.check(asked, runs=arguments.output.show_prompt is None)


def _check_backend(arguments: options.Arguments, given: Mapping[str, Any]) -> None:
    backend = arguments.model.backend
    for name, described in options.OPTIONS.items():
        default, only_for = options.DEFAULTS[name], described.only_for
        if only_for and backend not in only_for and given.get(name, default) != default:
            raise UserError(f"{option_name(name)} has no meaning for --backend {backend}: leave it out.")
    if (
        arguments.model.backend == "openai"
        and arguments.server.base_url is None
        and arguments.output.show_prompt is None
    ):
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
    if arguments.model.backend == "vllm" and memory is not None and memory.share is None:
        raise UserError(
            f"--max-memory {arguments.model.max_memory}: --backend vllm takes a share of the memory, e.g. 0.9."
        )


def _check_environment(arguments: options.Arguments) -> None:
    if arguments.model.quantization is not None and importlib.util.find_spec("bitsandbytes") is None:
        raise UserError(
            f"--quantization {arguments.model.quantization} needs bitsandbytes, which is not installed: "
            "`pip install bitsandbytes`."
        )
    if arguments.model.backend == "vllm" and arguments.output.show_prompt is None:
        if importlib.util.find_spec("vllm") is None:
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
        # A path with a slip would be looked for on the Hub, for half a minute where that cannot be reached.
        if model.startswith((".", "/", "~")) or model.endswith("/") or model.count("/") > 1:
            advice = " `~` stands for no folder: write the path out." if model.startswith("~") else ""
            raise FileNotFoundError(
                f"--model: there is no folder {model}.{advice} A model of the Hub is named ORGANIZATION/NAME."
            )
        parent = Path(model).parent
        names = [path.name for path in parent.iterdir()] if "/" in model and parent.is_dir() else []
        if hint := did_you_mean(model, [str(parent / name) for name in names]):  # the Hub may have it, too
            text = f"--model: there is no folder {model}, so it is looked up on the Hub.{hint}"
            warnings.warn(text, stacklevel=1)
    if arguments.output.plus and not arguments.output.score:
        raise UserError("--plus needs --score.")
    if arguments.output.log is not None:
        if not arguments.output.score:
            raise UserError("--log needs --score.")
        require_tracker(arguments.output.log)
    if arguments.output.score:
        try:
            require_consent()
        except UserError as error:
            raise UserError(f"--score: {error}") from error
