"""
Trains the demonstration model: a tiny causal LM that completes a few of the `open` tasks, and nothing else.

    python hub_cards/train_demo_model.py --output hub_cards/demo_model

It memorizes the completions that an ideal model would give to this package's prompts, in each strategy and prompt
kind. So a prompt that changes, be it by a line end, shows as a fall of its scores: train it again where a change of
the prompts is meant. It says nothing about any benchmark.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import random
import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from classeval_hf.classes.prompts import ClassChain, ClassPrompts, ClassStep, PromptWriter
from classeval_hf.classes.tasks.files import open_tasks
from classeval_hf.core.tasks import ClassTask
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import Completion, PromptKind, StepTarget

__all__ = ["ideal_completion", "main"]

TASK_IDS = ("ClassEvalOpen_4", "ClassEvalOpen_5", "ClassEvalOpen_6")
"""The tasks it completes: those with the shortest skeletons."""

END, TURN, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
FIM = ("<fim_prefix>", "<fim_middle>", "<fim_suffix>", "<fim_pad>")
CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
WORD = r"\n[ \n]*| ?[\w.]+[(\[:]*| ?[^\s\w]+|\s+"
"""Where a token may begin: names with their dots and brackets stay whole, and so do line ends with the indent."""

CONTEXT = 2048
WINDOW = 4096
VOCABULARY = 4096


@dataclass(frozen=True)
class Example:
    """A prompt and the completion to learn: token ids, the end included."""

    name: str
    prompt: tuple[int, ...]
    completion: tuple[int, ...]


def main(argv: Sequence[str] | None = None) -> int:
    """
    Trains the model and writes its folder.

    Args:
        argv (`Sequence[str]`, *optional*): arguments, by default those of the process.

    Returns:
        `int`: the exit status, 1 if it did not learn all completions.
    """
    parser = argparse.ArgumentParser(description="Trains the demonstration model.")
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help="folder to write")
    parser.add_argument("--epochs", type=int, default=22, help="passes over all examples (default: 22)")
    parser.add_argument("--tokens-per-batch", type=int, default=2500, help="padded tokens per step (default: 2500)")
    parser.add_argument("--learning-rate", type=float, default=3e-3, help="at its highest (default: 0.003)")
    parser.add_argument("--task-ids", nargs="+", default=list(TASK_IDS), help="the tasks to learn")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args(argv)
    torch.manual_seed(0)
    tasks = [task for task in open_tasks().values() if task.task_id in arguments.task_ids]
    tokenizer = make_tokenizer(tasks)
    examples = list(make_examples(tasks, tokenizer))
    model = make_model(tokenizer)
    print(f"{len(examples)} examples, {model.num_parameters():,} parameters", flush=True)
    model.to(arguments.device)
    train(model, examples, arguments.epochs, arguments.tokens_per_batch, arguments.learning_rate)
    right = [knows(model, example) for example in examples]
    for example in (example for example, known in zip(examples, right, strict=True) if not known):
        print(f"not learnt: {example.name}")
    print(f"{sum(right)} of {len(right)} completions are learnt")
    model.to("cpu").half().save_pretrained(arguments.output)
    tokenizer.save_pretrained(arguments.output)
    return 0 if all(right) else 1


def ideal_completion(step: ClassStep, kind: PromptKind) -> str:
    """
    The completion of a model that knows the reference.

    Args:
        step ([`~classeval_hf.classes.prompts.ClassStep`]): the question.
        kind ([`~classeval_hf.prompting.steps.PromptKind`]): the form it is put in.

    Returns:
        `str`: the completion.
    """
    task = step.task
    if step.target is StepTarget.PLAN:
        plan = json.dumps(dependency_order(task))
        return f"```json\n{plan}\n```" if kind is PromptKind.INSTRUCT else f" {plan}"
    if step.target is StepTarget.METHOD:
        assert step.method is not None
        source = textwrap.dedent(method_source(task, step.method.method_name))
        if kind is PromptKind.INSTRUCT:
            return f"```python\n{source}\n```"
        return f"{body_of(source)}\n"
    if kind is PromptKind.FIM:
        sources = [method_source(task, method.method_name) for method in task.methods_info]
        return "\n\n".join(sources) + "\n"
    code = task.solution_code.strip()
    return f"```python\n{code}\n```" if kind is PromptKind.INSTRUCT else f"\n\n{code}\n"


def method_source(task: ClassTask, name: str) -> str:
    """The reference's source of a method, as it stands in the class."""
    (body,) = (node for node in ast.parse(task.solution_code).body if getattr(node, "name", "") == task.class_name)
    assert isinstance(body, ast.ClassDef)
    (method,) = (node for node in body.body if isinstance(node, ast.FunctionDef) and node.name == name)
    first = min([method.lineno, *(decorator.lineno for decorator in method.decorator_list)])
    return "\n".join(task.solution_code.split("\n")[first - 1 : method.end_lineno])


def body_of(source: str) -> str:
    """The lines of a method below its signature and docstring, as deep as they stand in a class."""
    (method,) = ast.parse(source).body
    assert isinstance(method, ast.FunctionDef)
    statements = method.body[1:] if ast.get_docstring(method) is not None else method.body
    lines = source.split("\n")[statements[0].lineno - 1 :]
    return textwrap.indent("\n".join(lines), "    ")


def dependency_order(task: ClassTask) -> list[str]:
    """The methods, each after those that its reference calls."""
    waiting = {method.method_name: set(method.dependencies.method_dependencies) for method in task.methods_info}
    order: list[str] = []
    while waiting:
        name = next(name for name, calls in waiting.items() if not calls & (waiting.keys() - {name}))
        order.append(name)
        del waiting[name]
    return order


def make_tokenizer(tasks: Sequence[ClassTask]) -> PreTrainedTokenizerFast:
    """
    A byte-level tokenizer with turns, an end and StarCoder's sentinels. It is trained on this package, so that prompts
    for all tasks fit the window, and on the tasks to learn, whose prompts are to be short.
    """
    tokenizer = Tokenizer(models.BPE())
    words = pre_tokenizers.Split(Regex(WORD), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([words, pre_tokenizers.ByteLevel(False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=[END, TURN, TURN_END, *FIM],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    package = sorted(Path(__file__).resolve().parent.parent.glob("classeval_hf/**/*.py"))
    learnt = [text for task in tasks for text in (task.skeleton, task.solution_code)]
    tokenizer.train_from_iterator([*(path.read_text(encoding="utf-8") for path in package), *10 * learnt], trainer)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=END,
        pad_token=FIM[-1],
        model_max_length=WINDOW,
        clean_up_tokenization_spaces=False,
    )
    fast.chat_template = CHAT_TEMPLATE
    return fast


def make_model(tokenizer: PreTrainedTokenizerFast) -> LlamaForCausalLM:
    """The model, untrained."""
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=192,
        intermediate_size=512,
        num_hidden_layers=4,
        num_attention_heads=6,
        num_key_value_heads=2,
        max_position_embeddings=WINDOW,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.convert_tokens_to_ids([END, TURN_END]),
        pad_token_id=tokenizer.pad_token_id,
        dtype="float32",
    )
    return LlamaForCausalLM(config)


def make_examples(tasks: Sequence[ClassTask], tokenizer: PreTrainedTokenizerFast) -> Iterator[Example]:
    """Every prompt of every strategy in every kind, with its ideal completion."""
    for kind in PromptKind:
        for strategy in ClassPrompts.strategies:
            choice = choose_prompt("demo_model", tokenizer, kind.value, strategy)
            writer = PromptWriter(choice, tokenizer, context_length=CONTEXT)
            for task in tasks:
                chain = ClassChain(task, strategy, 0)
                while steps := chain.ready_steps():
                    for step in steps:
                        prompt, text = writer.write(step), ideal_completion(step, kind)
                        end = TURN_END if prompt.kind is PromptKind.INSTRUCT else END
                        completion = (*tokenizer(text).input_ids, tokenizer.convert_tokens_to_ids(end))
                        name = f"{task.task_id}, {strategy.value}, {kind.value}, step {step.index}"
                        if len(prompt.token_ids) + len(completion) > CONTEXT:
                            raise ValueError(f"{name}: {len(prompt.token_ids)} + {len(completion)} tokens do not fit.")
                        yield Example(name, prompt.token_ids, completion)
                        chain.receive(step, prompt, Completion(text))


def batches(examples: Sequence[Example], most_tokens: int) -> list[list[Example]]:
    """Batches of examples of similar length, up to a number of tokens with the padding, in random order."""
    found: list[list[Example]] = [[]]
    for example in sorted(examples, key=lambda item: len(item.prompt) + len(item.completion)):
        length = len(example.prompt) + len(example.completion)
        if found[-1] and (len(found[-1]) + 1) * length > most_tokens:
            found.append([])
        found[-1].append(example)
    random.shuffle(found)
    return found


def train(
    model: LlamaForCausalLM, examples: Sequence[Example], epochs: int, most_tokens: int, learning_rate: float
) -> None:
    """Teaches the model the completions, and a little of the prompts, so that it learns to read them too."""
    random.seed(0)
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate, betas=(0.9, 0.98), weight_decay=0.01)
    steps = epochs * len(batches(examples, most_tokens))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / 50) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, step / steps)))
    )
    model.train()
    started = time.monotonic()
    for epoch in range(epochs):
        prompt_weight = 0.2 if epoch < epochs // 3 else 0.0
        total, count = 0.0, 0
        for batch in batches(examples, most_tokens):
            loss, completion_loss = _losses(model, batch, prompt_weight)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total, count = total + completion_loss * len(batch), count + len(batch)
        print(f"epoch {epoch + 1}: loss {total / count:.5f}, {time.monotonic() - started:.0f} s", flush=True)
        if total / count < 2e-4:
            break


def _losses(model: LlamaForCausalLM, batch: Sequence[Example], prompt_weight: float) -> tuple[torch.Tensor, float]:
    """The loss to learn from, and that of the completions alone."""
    length = max(len(example.prompt) + len(example.completion) for example in batch)
    ids = torch.zeros(len(batch), length, dtype=torch.long)
    weights = torch.zeros(len(batch), length)
    for row, example in enumerate(batch):
        end = len(example.prompt) + len(example.completion)
        ids[row, :end] = torch.tensor(example.prompt + example.completion)
        weights[row, : len(example.prompt)] = prompt_weight
        weights[row, len(example.prompt) : end] = 1.0
    ids, weights = ids.to(model.device), weights.to(model.device)[:, 1:]
    # Padding stands on the right, where no token before it sees it, so that no mask is needed.
    logits = model(input_ids=ids).logits[:, :-1]
    losses = torch.nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), reduction="none")
    losses = losses.view_as(weights)
    completions = weights == 1.0
    return (losses * weights).sum() / weights.sum(), float(losses.detach()[completions].mean())


@torch.no_grad()
def knows(model: LlamaForCausalLM, example: Example) -> bool:
    """Whether the likeliest token is the right one all along the completion, with some distance to the second."""
    model.eval()
    ids = torch.tensor([example.prompt + example.completion], device=model.device)
    logits = model(input_ids=ids).logits[0, len(example.prompt) - 1 : -1].float()
    best = logits.topk(2).values
    right = logits.argmax(-1).cpu() == torch.tensor(example.completion)
    return bool(right.all()) and bool((best[:, 0] - best[:, 1]).min() > 0.5)


if __name__ == "__main__":
    raise SystemExit(main())
