"""
What generating costs: one prompt at a time as published scripts do, and faster ways, ours among them, in one run.

    python benchmarks/generation.py
    python benchmarks/generation.py --shape qwen2-0.5b --tasks 100 --device cuda --dtype bfloat16
    python benchmarks/generation.py --split ClassEval_data.json --strategies incremental --samples 5
    python benchmarks/generation.py --model smollm2      # after `python benchmarks/smollm2.py smollm2`

It prints Markdown. The models have real shapes and random weights, or are folders with trained ones. Prompts are those
of the tasks, each with the completions that an ideal model would have given before; each completion is forced to the
length of the canonical one, since random weights do not stop by themselves. Each line is measured in a process of its
own.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generation_models import SHAPES, accelerator_peak_mib, load_trained, make_model, make_tokenizer, model_name
from generation_ways import WAYS
from generation_workloads import Workload, make_workload
from metering import Cost, measure, metered

from classeval_hf.core.tables import format_table
from classeval_hf.generation.generating import DEFAULT_MAX_LENGTH
from classeval_hf.sandbox.limited_calls import available_cores

__all__ = ["main"]

_STRATEGIES = ("holistic", "incremental", "compositional")
_PLAIN = "one"
_IN_PROCESSES = "vllm"
_HEADER = (
    *("way", "tokens per second", "seconds per class", "CPU, s per class", "times as fast", "the same by CPU"),
    *("memory, MiB", "completions as one at a time"),
)
_NAMES = {
    "one": "one prompt at a time, `generate`",
    "padded": "padded batches, `generate`",
    "ours": "ours",
    "continuous": "transformers' continuous batching",
    "lookup": "prompt lookup, one at a time",
    "vllm": "vLLM",
}
_NOTES = """\
- Time runs from the first prompt to the last completion, model and prompts being there; tokens are those of the
  completions.
- CPU is processor time, which other work on the machine adds less to than to the clock's.
- vLLM starts processes of its own: their start is not in the time, and would be in the processor time.
- Memory is the peak of the process, weights and libraries included, or that of the accelerator where there is one.
- Prompt lookup gains by repetition, of which random weights have more than code and completions to it have.
- Continuous batching and vLLM sample with random numbers of their own, so that sampled completions cannot be
  compared."""


def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the benchmark and prints its tables.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status.
    """
    arguments = _parser().parse_args(argv)
    if arguments.row is not None:
        _run_row(json.loads(arguments.row))
        return 0
    print(
        f"{platform.python_implementation()} {platform.python_version()}, Linux {platform.release()}, "
        f"{available_cores()} cores, {_accelerator(arguments.device)}, {_versions()}; "
        f"load at the start: {os.getloadavg()[0]:.1f}"
    )
    name = model_name(arguments.shape) if arguments.model is None else f"{Path(arguments.model).name}, trained"
    print(f"\nModel: {name}, {arguments.dtype}.", flush=True)
    for strategy in arguments.strategies:
        for samples in arguments.samples:
            _print_table(arguments, strategy, samples)
    print(f"\n{_NOTES}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measures what generating costs, and prints it as Markdown.")
    parser.add_argument("--shape", choices=sorted(SHAPES), default="tiny", help="the model (default: tiny)")
    parser.add_argument("--model", metavar="FOLDER", help="a trained model instead of a shape")
    parser.add_argument("--split", default="open", metavar="open|FILE", help="the tasks (default: open)")
    parser.add_argument("--tasks", type=int, default=3, metavar="N", help="how many of them (default: 3)")
    parser.add_argument("--strategies", nargs="+", choices=_STRATEGIES, default=list(_STRATEGIES))
    parser.add_argument(
        "--samples", nargs="+", type=int, default=[1, 5], metavar="N", help="1 is greedy (default: 1 5)"
    )
    parser.add_argument("--ways", nargs="+", choices=list(_NAMES), default=list(_NAMES), help="default: all there are")
    parser.add_argument("--device", default="cpu", help="default: cpu")
    parser.add_argument("--dtype", choices=["float32", "bfloat16", "float16"], default="float32")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    return parser


def _print_table(arguments: argparse.Namespace, strategy: str, samples: int) -> None:
    decoding = "greedy" if samples == 1 else f"n={samples}, temperature 0.2"
    print(f"\n## {strategy}, {decoding}\n", flush=True)
    work = {"split": arguments.split, "tasks": arguments.tasks, "strategy": strategy, "samples": samples}
    ways = [way for way in _NAMES if way in {*arguments.ways, _PLAIN} and _applies(way, samples)]
    costs = {way: _measure(arguments, way, work) for way in ways}
    plain = costs[_PLAIN]
    rows = [
        [
            _NAMES[way],
            f"{cost.result['tokens'] / cost.result['seconds']:.1f}",
            f"{cost.result['seconds'] / cost.result['classes']:.2f}",
            None if way == _IN_PROCESSES else f"{cost.cpu_seconds / cost.result['classes']:.2f}",
            f"{plain.result['seconds'] / cost.result['seconds']:.2f}",
            None if way == _IN_PROCESSES else f"{plain.cpu_seconds / cost.cpu_seconds:.2f}",
            round(cost.result["accelerator_mib"] or cost.tree_mib),
            _agreement(cost.result["answers"], plain.result["answers"]) if samples == 1 else None,
        ]
        for way, cost in costs.items()
        if "tokens" in cost.result
    ]
    print(format_table(_HEADER, rows))
    result = plain.result
    print(
        f"\n{result['classes']} classes, {len(result['answers'])} prompts of {result['prompt_tokens']} tokens in all "
        f"(mean {result['prompt_tokens'] / len(result['answers']):.0f}), completions of {result['tokens']} tokens "
        f"(mean {result['tokens'] / len(result['answers']):.0f})"
    )
    for way, cost in costs.items():
        if "tokens" not in cost.result:
            print(f"\nWithout {_NAMES[way]}: {cost.result['problem']}")
    sys.stdout.flush()


def _applies(way: str, samples: int) -> bool:
    if way == "vllm":
        return importlib.util.find_spec("vllm") is not None
    return way != "lookup" or samples == 1  # it speeds up greedy search only


def _measure(arguments: argparse.Namespace, way: str, work: Mapping[str, Any]) -> Cost:
    """Runs one line of a table in a process of its own."""
    split = work["split"] if work["split"] == "open" else str(Path(work["split"]).absolute())
    model = str(Path(arguments.model).absolute()) if arguments.model is not None else None
    row = {
        "way": way,
        "shape": arguments.shape,
        "model": model,
        "device": arguments.device,
        "dtype": arguments.dtype,
        **work,
    }
    command = [sys.executable, str(Path(__file__).resolve()), "--row", json.dumps({**row, "split": split})]
    kept = (
        "CUDA_VISIBLE_DEVICES",
        "HOME",
        "LD_LIBRARY_PATH",
        "OMP_NUM_THREADS",
        "PATH",
        "PYTHONPATH",
        "VLLM_CPU_KVCACHE_SPACE",
    )
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    try:
        return measure(command, {**environment, "HF_HUB_OFFLINE": "1", "LANG": "C.UTF-8"})
    except RuntimeError as error:
        if way == _PLAIN:  # with which all others are compared
            raise
        return Cost(0.0, 0.0, 0.0, 0.0, {"problem": str(error)[-200:]})


def _run_row(row: dict[str, Any]) -> None:
    out = os.dup(1)
    os.dup2(2, 1)  # libraries, and processes that they start, print what they like
    if row["model"] is not None:
        model, tokenizer = load_trained(row["model"], row["device"], row["dtype"])
    else:
        tokenizer = make_tokenizer(row["split"])
        model = make_model(row["shape"], tokenizer, row["device"], row["dtype"])
    window = 2048 if row["model"] is None else DEFAULT_MAX_LENGTH
    workload = make_workload(tokenizer, row["split"], row["tasks"], row["strategy"], row["samples"], window)
    way = WAYS[row["way"]]
    line = metered(lambda: {**_result(way, model, tokenizer, workload), **_peak(row["device"])})
    os.write(out, f"{line}\n".encode())


def _result(way: Any, model: Any, tokenizer: Any, workload: Workload) -> dict[str, Any]:
    try:
        seconds = way(model, tokenizer, workload)
    except (ImportError, RuntimeError, TypeError, ValueError) as error:
        return {"problem": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
    return {**workload.summary(), "seconds": seconds}


def _peak(device: str) -> dict[str, Any]:
    return {"accelerator_mib": accelerator_peak_mib(device)}


def _agreement(completions: Mapping[str, str], plain: Mapping[str, str]) -> str:
    return f"{100 * sum(completions[name] == plain[name] for name in plain) / len(plain):.0f}%"


def _accelerator(device: str) -> str:
    import torch

    if device.startswith("cuda") and torch.cuda.is_available():
        return torch.cuda.get_device_name(device)
    return f"{torch.get_num_threads()} threads" if device == "cpu" else device


def _versions() -> str:
    import torch
    import transformers

    return f"torch {torch.__version__}, transformers {transformers.__version__}"


if __name__ == "__main__":
    sys.exit(main())
