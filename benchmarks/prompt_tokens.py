"""
How many tokens a run reads and writes, by split, form of prompt and strategy, with the references as completions.

    python benchmarks/prompt_tokens.py MODEL open ClassEval_data.json

MODEL is a folder or a name on the Hub; its tokenizer counts. Tokens of a prompt count in full, although completions of
one prompt share its prefill, and the steps of one class the prefix that they have in common.
"""

from __future__ import annotations

import argparse

from generation_workloads import requests_of, tasks_of
from transformers import AutoTokenizer

from classeval_hf.classes.prompts import PromptWriter
from classeval_hf.core.tables import format_table
from classeval_hf.generation.engines.backend import Sampling
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import PromptKind, Strategy

_WINDOW = 8192


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("splits", nargs="+", metavar="SPLIT", help="open, or a file of tasks")
    arguments = parser.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(arguments.model)
    rows: list[list[object]] = []
    for split in arguments.splits:
        for kind in (PromptKind.INSTRUCT.value, PromptKind.BASE.value):
            for strategy in (Strategy.HOLISTIC, Strategy.INCREMENTAL, Strategy.COMPOSITIONAL):
                choice = choose_prompt(arguments.model, tokenizer, kind, strategy)
                writer = PromptWriter(choice, tokenizer, context_length=_WINDOW, completion_room=256)
                steps = [
                    (len(request.prompt.token_ids), request.max_new_tokens)
                    for task in tasks_of(split)
                    for request in requests_of(tokenizer, writer, task, strategy.value, 0, Sampling())
                ]
                prompts, completions = (sum(counts) for counts in zip(*steps, strict=True))
                rows.append([split, kind, strategy.value, len(steps), prompts, completions, max(map(sum, steps))])
    print(
        format_table(["tasks", "prompt", "strategy", "prompts", "prompt tokens", "completion tokens", "longest"], rows)
    )


if __name__ == "__main__":
    main()
