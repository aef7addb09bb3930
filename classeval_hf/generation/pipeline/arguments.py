"""The command line of `generation/run.py`, and the checks of it before any model is loaded."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.core.consent import require_consent
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.generation.engines.memory_limit import parse_memory
from classeval_hf.generation.steps import Strategy
from classeval_hf.runs.run_records import RunArguments

__all__ = ["FREE_ARGUMENTS", "PRESETS", "Arguments", "parse_arguments"]

PAPER_STRATEGIES = (Strategy.HOLISTIC, Strategy.INCREMENTAL, Strategy.COMPOSITIONAL)
"""What `--strategy all` runs: ClassEval, section 4.2."""

PAPER_SAMPLES, PAPER_TEMPERATURE, PAPER_TOP_P = 5, 0.2, 1.0
"""Nucleus sampling as in ClassEval, section 4.5."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "paper": {"max_length": 2048, "n_samples": PAPER_SAMPLES, "temperature": PAPER_TEMPERATURE, "top_p": PAPER_TOP_P}
}
"""What `--preset` sets where an option is not given: `paper`, ClassEval's section 4.5."""

FREE_ARGUMENTS = frozenset(
    {
        *("output", "score", "export_upstream", "show_prompt", "batch_size", "max_memory", "device_map"),
        *("base_url", "api_key_env", "concurrency", "max_retries", "request_timeout", "preset", "strict"),
    }
)
"""
Arguments that may differ when a run is resumed, since they do not change its completions. The server's URL is one of
them, the name of its model is not. What a preset sets is compared by itself.
"""

_ONLY_TRANSFORMERS = {"device_map": None, "quantization": None}
_ONLY_IN_PROCESS = {"dtype": "auto", "batch_size": None, "max_memory": None, "revision": None}
_ONLY_OPENAI = {"base_url": None, "tokenizer": None, "extra_body": None}


@dataclass(frozen=True)
class Arguments:
    """
    What the user asked for. Each field is the command line option of that name.

    Args:
        model (`str`): Hub id or local folder, or the name under which a server knows the model.
        split (`str`, defaults to `"test"`): `"test"`, `"open"` or a file of tasks.
        limit (`int`, *optional*): number of tasks, from the first.
        task_ids (`tuple[str, ...]`, *optional*): only these tasks.
        strategy (`str`, defaults to `"holistic"`): one strategy, or `"all"` for the paper's three.
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
        export_upstream (`bool`, defaults to `False`): whether to write the public harness's JSON too.
        strict (`bool`, defaults to `False`): whether to refuse the run if the prompt of a task does not fit.
        show_prompt (`str`, *optional*): print the prompts of this task, and do nothing else.
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
    export_upstream: bool = False
    strict: bool = False
    show_prompt: str | None = None

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategies to run."""
        return PAPER_STRATEGIES if self.strategy == "all" else (Strategy(self.strategy),)

    @property
    def sampling(self) -> Sampling:
        """How tokens are chosen."""
        return Sampling(self.temperature, self.top_p, self.top_k)

    def folder(self, strategy: Strategy) -> Path:
        """Folder of the run with a strategy."""
        if self.output is not None:
            return self.output / strategy.value if self.strategy == "all" else self.output
        local = Path(self.model)
        model = local.resolve().name if local.is_dir() else self.model.strip("/").replace("/", "--")
        sampling = "greedy" if self.greedy else f"n{self.n_samples}-t{self.temperature:g}-p{self.top_p:g}"
        return Path("runs") / model / f"{strategy.value}-{sampling}"

    def recorded(self, strategy: Strategy) -> RunArguments:
        """The arguments of the run with one strategy, as its record keeps them."""
        values = {name: str(value) if isinstance(value, Path) else value for name, value in vars(self).items()}
        return RunArguments.from_dict({**values, "strategy": strategy.value, "task_ids": list(self.task_ids)})


def parse_arguments(argv: Sequence[str] | None = None) -> Arguments:
    """
    Reads the command line and checks what can be checked without tasks and model.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        [`Arguments`]

    Raises:
        `ValueError`: naming the argument and what to do.
        `SystemExit`: from `argparse`, for an unknown option or value.
    """
    given = vars(_parser().parse_args(argv))
    given = {name: value for name, value in given.items() if value is not None}
    preset = PRESETS[given["preset"]] if "preset" in given else {}
    arguments = Arguments(**{**preset, **given, **_decoding(given), "task_ids": tuple(given.get("task_ids", ()))})
    _check_numbers(arguments)
    _check_backend(arguments, given)
    _check_environment(arguments)
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="generation/run.py", description="Class-level code generation with any causal language model."
    )
    parser.add_argument("--model", required=True, help="Hub id or local folder, or the model's name on the server")
    _add_tasks(parser.add_argument_group("tasks"))
    _add_prompts(parser.add_argument_group("prompts"))
    _add_decoding(parser.add_argument_group("decoding (default: nucleus sampling as in the paper)"))
    _add_model(parser.add_argument_group("model"))
    _add_server(parser.add_argument_group("server (--backend openai)"))
    _add_output(parser.add_argument_group("output"))
    return parser


def _add_tasks(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--split", metavar="test|open|FILE", help="split, or a file of tasks (default: test)")
    group.add_argument("--limit", type=int, metavar="N", help="only the first N tasks")
    group.add_argument("--task-ids", nargs="+", metavar="ID", help="only these tasks")


def _add_prompts(group: argparse._ArgumentGroup) -> None:
    strategies = [strategy.value for strategy in Strategy]
    group.add_argument("--strategy", choices=[*strategies, "all"], help="default: holistic; all: the paper's three")
    group.add_argument("--prompt", choices=["auto", "instruct", "base", "fim"], help="form (default: auto)")
    group.add_argument("--instruction-style", choices=["paper", "upstream"], help="wording (default: paper)")
    group.add_argument("--fim-families", type=Path, metavar="FILE", help="JSON file of further FIM families")
    group.add_argument("--show-prompt", metavar="ID", help="print the prompts of this task, and stop")


def _add_decoding(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--preset", choices=sorted(PRESETS), help="paper: --max-length 2048 --n-samples 5 --temperature 0.2"
    )
    group.add_argument("--greedy", action="store_const", const=True, help="one sample, always the likeliest token")
    group.add_argument("--n-samples", type=int, metavar="N", help="samples per task (default: 5)")
    group.add_argument("--temperature", type=float, help="default: 0.2")
    group.add_argument("--top-p", type=float, help="default: 1.0")
    group.add_argument("--top-k", type=int, help="default: 0, no limit")
    group.add_argument("--seed", type=int, help="default: 0")
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
    group.add_argument("--base-url", metavar="URL", help="e.g. http://localhost:8000/v1")
    group.add_argument("--tokenizer", metavar="MODEL", help="its tokenizer, to count tokens (Hub id or folder)")
    group.add_argument("--api-key-env", metavar="NAME", help="variable that holds the key (default: OPENAI_API_KEY)")
    group.add_argument("--concurrency", type=int, metavar="N", help="requests at a time (default: 8)")
    group.add_argument("--max-retries", type=int, metavar="N", help="of a failed request (default: 6)")
    group.add_argument("--request-timeout", type=float, metavar="SECONDS", help="default: 600")
    group.add_argument("--extra-body", metavar="JSON", help="further fields of each request, as the server takes them")


def _add_output(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--output", type=Path, metavar="DIR", help="default: runs/<model>/<strategy>-<sampling>")
    group.add_argument("--score", action="store_const", const=True, help="run the tests at the end: metrics.json")
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
    for name in ("limit", "n_samples", "max_length", "max_new_tokens", "batch_size", "concurrency"):
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
    if arguments.model.startswith((".", "/")) and not Path(arguments.model).is_dir():
        raise FileNotFoundError(f"--model: there is no folder {arguments.model}.")
    if arguments.score:
        try:
            require_consent()
        except ValueError as error:
            raise ValueError(f"--score: {error}") from error


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


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
