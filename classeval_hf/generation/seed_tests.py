"""Asks a model for tests of tasks, the seeds of `classeval-hf strengthen --seed-model`; an interrupted run resumes."""

import ast
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from classeval_hf.classes.prompts.writer import CLASS_ENDS, SYSTEM_PROMPT
from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.errors import UserError
from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.core.syntax import first_line, parse
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.engines.backend import Request, count_nothing, step_seed
from classeval_hf.generation.generating import LengthLimits
from classeval_hf.generation.model_setup import ModelFacts, make_backend, read_model_facts
from classeval_hf.generation.options import Arguments
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.prompt_form import PromptForm, PromptTooLong, sections
from classeval_hf.prompting.sample_records import read_lines
from classeval_hf.prompting.steps import ClassStep, Prompt, PromptKind, StepTarget, Strategy
from classeval_hf.reading.outlines import skeleton_source
from classeval_hf.runs.run_records import stated_fields

_COMPLETION_ROOM = 512  # tokens that a prompt must leave for its completion: a few tests
_SETTINGS = (
    *("backend", "temperature", "top_p", "top_k", "seed", "max_length", "max_new_tokens"),
    *("dtype", "quantization", "tokenizer", "extra_body", "reasoning"),
)  # arguments that affect what a model writes
_MAX_EXAMPLES = 3  # test classes that are shown, each with one test
_REQUEST = sections("class_requests.txt")["tests"]  # as EvalPlus's (Liu et al. 2023, section 2.1)
_Key = tuple[str, int]
_Row = dict[str, Any]


class SeedPromptWriter(PromptForm[ClassStep]):
    left_out = "examples"

    def prompts(self, step: ClassStep) -> Iterator[Prompt]:
        assert step.target is StepTarget.TESTS
        task, examples = step.task, example_tests(step.task)
        for count in range(len(examples), -1, -1):
            shown = "\n\n\n".join([skeleton_source(task).strip("\n"), "import unittest", *examples[:count]])
            if self.choice.kind is PromptKind.INSTRUCT:
                yield self.instruction(SYSTEM_PROMPT, _REQUEST.format(name=task.class_name) + shown + "\n")
            else:
                yield self.code(f"{shown}\n\n\n{_class_header(task)}", CLASS_ENDS)

    def module(self, task: ClassTask, prompt: Prompt, raw: str) -> str:
        """The completion as a whole module: a base model continues the line at the end of the prompt."""
        text = prompt.answer(raw)
        return text if prompt.kind is PromptKind.INSTRUCT else f"{_class_header(task)}\n{text}"


def _class_header(task: ClassTask) -> str:
    return (
        "# Corner-case inputs that comply with the input formats of the tests above.\n"
        f"class {task.class_name}CornerCaseTest(unittest.TestCase):"
    )


def example_tests(task: ClassTask) -> list[str]:
    """Example tests of a task: the first test of each of its first test classes, with its setup."""
    lines = task.test.split("\n")
    listed = task.suite().listed
    classes = [node for node in parse(task.test).body if isinstance(node, ast.ClassDef) and node.name in listed]
    examples = []
    for node in classes[:_MAX_EXAMPLES]:
        tests = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name.startswith("test")]
        shown = [item for item in node.body if item not in tests[1:]]
        parts = ["\n".join(lines[first_line(item) - 1 : item.end_lineno]) for item in shown]
        header = "\n".join(lines[first_line(node) - 1 : first_line(node.body[0]) - 1]).rstrip()
        examples.append("\n".join([header, "\n\n".join(parts)]))
    return examples


@dataclass(frozen=True)
class _Asked:
    task: ClassTask
    sample: int
    prompt: Prompt

    @property
    def key(self) -> _Key:
        return self.task.task_id, self.sample


class _Requests:
    def __init__(self, requests: Sequence[Request]) -> None:
        self._waiting = sorted(requests, key=lambda item: len(item.prompt.token_ids) or len(item.prompt.text))

    def take(self, count: int) -> list[Request]:
        return [self._waiting.pop() for _ in range(min(count, len(self._waiting)))]


def write_seed_tests(arguments: Arguments, tasks: Sequence[ClassTask], path: Path) -> None:
    """Adds missing texts to a file; raises an error if it was made with another model or other settings."""
    facts = read_model_facts(arguments)
    choice = choose_prompt(
        arguments.model.model, facts.tokenizer, "auto", Strategy.HOLISTIC, embedding_rows=facts.embedding_rows
    )
    room = min(arguments.decoding.max_new_tokens or _COMPLETION_ROOM, _COMPLETION_ROOM)
    writer = SeedPromptWriter(choice, facts.tokenizer, context_length=facts.window, completion_room=room)
    values = arguments.values()
    given = {name: value for name in _SETTINGS if (value := values[name]) is not None}
    conditions = {"prompt": choice.format, "window": facts.window, "identity": stated_fields(facts.identity)}
    made_with = {"model": arguments.model.model, "settings": {**given, **conditions}}
    rows: dict[_Key, _Row] = {}  # texts in the file, the last one of each sample
    for _, row in read_lines(path, "text of a model", _checked_row) if path.is_file() else ():
        for name, value in made_with.items():
            if row[name] != value:
                raise UserError(
                    f"{path} was made with {name} {row[name]}, but now it is {value}. Repeat the command of that run, "
                    "choose another --output, or remove the file."
                )
        rows[row["task_id"], row["sample"]] = row
    write_whole(path, "".join(json.dumps(row) + "\n" for row in rows.values()))  # drops a torn line
    missing, too_long = [], []
    for task in tasks:
        try:
            prompt = writer.write(ClassStep(task, Strategy.HOLISTIC, StepTarget.TESTS))
        except PromptTooLong as problem:
            too_long.append(str(problem))
            prompt = problem.prompt
        asked = [_Asked(task, sample, prompt) for sample in range(arguments.decoding.n_samples)]
        absent = [item for item in asked if rows.get(item.key, {}).get("prompt_sha256") != prompt.sha256]
        if writer.fits(prompt):
            missing += absent
        else:
            rows |= {item.key: _row(item, "", PROMPT_TOO_LONG, made_with) for item in absent}
    for note in facts.notes:
        print(note)
    for line in too_long:
        print(f"No seeds from the model: {line}", file=sys.stderr)
    rows |= _ask(missing, arguments, facts, writer, made_with, path)
    order = {task.task_id: number for number, task in enumerate(tasks)}
    keys = sorted(rows, key=lambda key: (order.get(key[0], len(order)), *key))
    write_whole(path, "".join(json.dumps(rows[key]) + "\n" for key in keys))


def _ask(
    new: Sequence[_Asked], arguments: Arguments, facts: ModelFacts, writer: SeedPromptWriter, made_by: _Row, path: Path
) -> dict[_Key, _Row]:
    """Asks for texts; each is in the file before the next one is taken."""
    if not new:
        return {}
    limits = LengthLimits(facts.window, arguments.decoding.max_new_tokens)
    requests = []
    for number, item in enumerate(new):
        name, seed = f"{item.task.task_id}, tests {item.sample}", step_seed(arguments.decoding.seed, *item.key, 0)
        requests.append(Request(number, name, item.prompt, arguments.decoding.sampling, seed, limits.of(item.prompt)))
    backend = make_backend(arguments, facts, len(requests), count_nothing)
    rows = {}
    with path.open("ab") as file, tqdm(total=len(requests), desc="Tests asked for", unit="text") as bar:
        for request, completion in backend.generate(_Requests(requests)):
            item = new[request.number]
            text = writer.module(item.task, item.prompt, completion.raw)
            rows[item.key] = _row(item, text, completion.finish_reason, made_by)
            file.write((json.dumps(rows[item.key]) + "\n").encode())
            file.flush()
            bar.update()
    return rows


def _checked_row(row: Any) -> dict[str, Any]:
    needed = {"task_id", "sample", "completion", "prompt_sha256", "model", "settings"}
    if not isinstance(row, dict) or not needed <= row.keys():
        raise ValueError("no text of a model")
    return row


def _row(item: _Asked, text: str, finish_reason: str, made_with: Mapping[str, Any]) -> dict[str, Any]:
    row = {"task_id": item.task.task_id, "sample": item.sample, "completion": text, "finish_reason": finish_reason}
    return {**row, "prompt_sha256": item.prompt.sha256, **made_with}
