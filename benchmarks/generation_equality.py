"""
Whether greedy completions are those of plain `generate`, one prompt at a time, with a trained model.

    python benchmarks/smollm2.py smollm2
    python benchmarks/generation_equality.py smollm2 --splits open ClassEval_data.json

All steps go through the queue of a run, each with the completions that the model itself gave before; then `generate`
is asked the same prompts. It prints Markdown, a row per strategy and split as soon as it is there.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import transformers
from generation_workloads import tasks_of
from transformers import GenerationConfig

from classeval_hf.classes.prompts import ClassPrompts, PromptWriter
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import CompletionReader, Request, Sampling
from classeval_hf.generation.engines.continuous_backend import ContinuousBackend
from classeval_hf.generation.engines.model_loading import ModelOptions, context_limit, load_model, load_tokenizer
from classeval_hf.generation.generating import DEFAULT_MAX_LENGTH, GenerationJob, Run, StepQueue
from classeval_hf.generation.run_folder import RunFolder
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Completion, Strategy

__all__ = ["Comparison", "compare", "main"]

_AT_A_TIME = 8
"""Completions at a time in our way: few, so that memory for a window of 8,192 tokens is there on most computers."""


@dataclass(frozen=True)
class Comparison:
    """
    Completions of both ways.

    Args:
        steps (`int`): how many there are.
        equal (`int`): how many of them are equal, character for character.
        tokens (`int`): tokens of the completions.
        seconds (`float`): what our way took.
        plain_seconds (`float`): what plain `generate` took.
    """

    steps: int
    equal: int
    tokens: int
    seconds: float
    plain_seconds: float


def compare(
    folder: str, strategy: Strategy, tasks: Sequence[ClassTask], max_new_tokens: int, device: str = "cpu"
) -> Comparison:
    """
    Completes all steps of some tasks in both ways, each with its own copy of the weights, since ours may pack them.

    Args:
        folder (`str`): the model.
        strategy ([`~classeval_hf.prompting.steps.Strategy`]): how classes are asked for.
        tasks (`Sequence[ClassTask]`): the tasks.
        max_new_tokens (`int`): maximum of tokens of a completion.
        device (`str`, defaults to `"cpu"`): where both run.

    Returns:
        [`Comparison`]
    """
    model, plain = (load_model(ModelOptions(folder, dtype="float32"), torch.device(device)) for _ in range(2))
    tokenizer, _ = load_tokenizer(ModelOptions(folder))
    window = min(context_limit(model.config) or DEFAULT_MAX_LENGTH, DEFAULT_MAX_LENGTH)
    choice = choose_prompt("model", tokenizer, "auto", strategy)
    writer = PromptWriter(choice, tokenizer, context_length=window, completion_room=256)
    run = Run(strategy, RunFolder(Path()), writer, ClassPrompts())
    jobs = [GenerationJob(run, task, 0) for task in tasks]
    queue = StepQueue(iter(jobs), Sampling(), window, max_new_tokens)
    completed: list[tuple[Request, Completion]] = []
    start = time.perf_counter()
    for request, completion in ContinuousBackend(model, tokenizer, window, _AT_A_TIME).generate(queue):
        completed.append((request, completion))
        queue.receive(request, completion)
    between = time.perf_counter()
    reader = CompletionReader(tokenizer, plain.generation_config, plain.config)
    equal = sum(completion.raw == _plain(plain, reader, request) for request, completion in completed)
    end = time.perf_counter()
    tokens = sum(completion.completion_tokens for _, completion in completed)
    return Comparison(len(completed), equal, tokens, between - start, end - between)


def _plain(model: Any, reader: CompletionReader, request: Request) -> str:
    """The completion of `generate` to one prompt."""
    ids = torch.tensor([request.prompt.token_ids], device=model.device)
    make_config: Any = GenerationConfig
    ends = sorted(reader.ends)
    config = make_config(
        max_new_tokens=request.max_new_tokens, do_sample=False, eos_token_id=ends, pad_token_id=ends[0]
    )
    with torch.inference_mode():
        output = model.generate(ids, attention_mask=torch.ones_like(ids), generation_config=config)
    return reader.read(request, output[0, ids.shape[1] :].tolist()).raw


def main(argv: Sequence[str] | None = None) -> int:
    """
    Runs the comparison and prints its table.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status: 1 if a completion differs.
    """
    parser = argparse.ArgumentParser(description="Compares greedy completions with those of plain `generate`.")
    parser.add_argument("model", help="folder of the model")
    parser.add_argument("--splits", nargs="+", default=["open"], metavar="open|FILE", help="the tasks (default: open)")
    parser.add_argument("--tasks", type=int, default=3, metavar="N", help="how many of each split (default: 3)")
    parser.add_argument("--strategies", nargs="+", type=Strategy, default=list(Strategy), metavar="NAME")
    parser.add_argument("--max-new-tokens", type=int, default=64, metavar="N", help="of a completion (default: 64)")
    parser.add_argument("--device", default="cpu", help="default: cpu")
    arguments = parser.parse_args(argv)
    print(f"Python {platform.python_version()}, torch {torch.__version__}, transformers {transformers.__version__}\n")
    print("| split | strategy | steps | equal | tokens of completions | seconds, ours | seconds, `generate` |")
    print("|---|---|--:|--:|--:|--:|--:|", flush=True)
    differ = False
    for split in arguments.splits:
        tasks = tasks_of(split)[: arguments.tasks]
        for strategy in arguments.strategies:
            compared = compare(arguments.model, strategy, tasks, arguments.max_new_tokens, arguments.device)
            differ |= compared.equal < compared.steps
            print(_row(Path(split).name, strategy, vars(compared)), flush=True)
    return 1 if differ else 0


def _row(split: str, strategy: Strategy, found: Mapping[str, Any]) -> str:
    seconds = (f"{found[name]:.0f}" for name in ("seconds", "plain_seconds"))
    cells = (found["steps"], found["equal"], found["tokens"], *seconds)
    return f"| {split} | {strategy.value} | {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
