"""`strengthen --seed-model`: a model is asked for tests, by any backend, and what it says gives seeds."""

import json
from pathlib import Path
from typing import Any

import pytest
from account_task import write_account_folder
from scripted_model import scripted_server
from tiny_models import tiny_tokenizer

from classeval_hf.cli import main
from classeval_hf.core.tasks import ClassTask
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.cli.seed_tests import SeedPromptWriter, example_tests, write_seed_tests
from classeval_hf.generation.pipeline.arguments import parse_arguments
from classeval_hf.generation.pipeline.options import Arguments
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.prompt_form import PromptTooLong
from classeval_hf.prompting.steps import ClassStep, StepTarget, Strategy
from classeval_hf.strengthening.seeds import MODEL_TESTS_FILE

pytestmark = pytest.mark.usefixtures("consent")
ANSWER = """Here are further tests:

```python
import unittest
from account import Account

class AccountCornerCaseTest(unittest.TestCase):
    def test_deposit_then_withdraw(self):
        account = Account("Bob", 61)
        account.deposit(7)
        self.assertEqual(account.withdraw(9), 0)

    def test_not_an_amount(self):
        Account("Bob").deposit("much")
```
"""


@pytest.fixture
def models(model: Path, chat_model: Path) -> dict[str, Path]:
    return {"base": model, "chat": chat_model}


def arguments(model: Path, *options: str) -> Arguments:
    given = ("--model", str(model), "--split", "open", "--output", "unused", "--max-new-tokens", "6")
    return parse_arguments([*given, "--n-samples", "2", "--temperature", "1", *options])


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("kind", ["base", "chat"])
def test_each_text_is_asked_for_once(kind: str, models: dict[str, Path], open_tasks: list[ClassTask]) -> None:
    """A run that was interrupted, in the middle of a line even, gives the file of a run that was not."""
    whole, torn = Path("whole.jsonl"), Path("torn.jsonl")
    tasks = open_tasks[3:5]
    write_seed_tests(arguments(models[kind]), tasks, whole)
    found = rows(whole)
    expected = [(task.task_id, sample) for task in tasks for sample in (0, 1)]
    assert [(row["task_id"], row["sample"]) for row in found] == expected
    assert all(row["model"] == str(models[kind]) and row["settings"]["temperature"] == 1.0 for row in found)
    headers = {task.task_id: f"class {task.class_name}CornerCaseTest(unittest.TestCase):" for task in tasks}
    goes_on = [headers[row["task_id"]] in row["completion"] for row in found]
    assert all(goes_on) == (kind == "base"), "a base model goes on after the line that its prompt ends in"
    lines = whole.read_bytes().splitlines(keepends=True)
    torn.write_bytes(lines[2] + lines[0] + lines[1][:50])
    write_seed_tests(arguments(models[kind]), tasks, torn)
    assert torn.read_bytes() == whole.read_bytes()
    whole.write_text(whole.read_text().replace(found[0]["prompt_sha256"], "0" * 64))
    write_seed_tests(arguments(models[kind]), tasks, whole)
    assert whole.read_bytes() == torn.read_bytes(), "an answer to another prompt is none"


def test_what_is_refused(
    models: dict[str, Path], open_tasks: list[ClassTask], capsys: pytest.CaptureFixture[str]
) -> None:
    file, other_file = Path("texts.jsonl"), Path("other.jsonl")
    write_seed_tests(arguments(models["base"], "--n-samples", "1"), open_tasks[4:5], file)
    for other in (arguments(models["chat"]), arguments(models["base"], "--seed", "4")):
        with pytest.raises(ValueError, match=r"texts\.jsonl was made with (model|settings)"):
            write_seed_tests(other, open_tasks[4:5], file)
    write_seed_tests(arguments(models["base"], "--max-length", "100"), open_tasks[4:5], other_file)
    assert [(row["completion"], row["finish_reason"]) for row in rows(other_file)] == [("", PROMPT_TOO_LONG)] * 2
    assert f"No seeds from the model: Task {open_tasks[4].task_id}, its tests: " in capsys.readouterr().err


def test_examples_are_left_out_until_the_prompt_fits(open_tasks: list[ClassTask]) -> None:
    task = open_tasks[0]
    examples = example_tests(task)
    assert len(examples) == 3 and all(text.count("    def test") == 1 for text in examples)
    tokenizer = tiny_tokenizer(chat=True)
    choice = choose_prompt("tiny", tokenizer, "auto", Strategy.HOLISTIC)
    step = ClassStep(task, Strategy.HOLISTIC, StepTarget.TESTS)
    whole = SeedPromptWriter(choice, tokenizer, context_length=100_000).write(step)
    assert all(text in whole.text for text in examples)
    less = SeedPromptWriter(choice, tokenizer, context_length=len(whole.token_ids) + 255).write(step)
    assert examples[0] in less.text and examples[2] not in less.text
    with pytest.raises(PromptTooLong, match="even without examples"):
        SeedPromptWriter(choice, tokenizer, context_length=300).write(step)


@pytest.mark.slow
def test_the_command_asks_a_server_and_repeats_from_what_it_said() -> None:
    small = ["strengthen", str(write_account_folder(Path("own"))), "--mutations", "2", "--mutants", "10", "--keep"]
    asked = Path("asked")
    with scripted_server(lambda prompt: ANSWER) as server:
        of_server = ["--seed-model", "m", "--backend", "openai", "--base-url", server.url, "--seed-samples", "2"]
        assert main([*small, "-o", str(asked), *of_server]) == 0 and len(server.prompts) == 2
        assert "corner-case inputs that comply with the input formats of the examples" in server.prompts[0]
        assert main([*small, "-o", str(asked), *of_server]) == 0 and len(server.prompts) == 2
    report = json.loads((asked / "report.json").read_text())
    figures = report["tasks"]["account"]
    assert (figures["model_texts"], figures["model_tests"], figures["model_seeds"]) == (2, 4, 1)
    assert figures["tests_of_model_seeds"] >= 1 and [item["model"] for item in report["seed_models"]] == ["m"]
    for recorded in (MODEL_TESTS_FILE, "."):
        repeated = Path(f"repeated from {recorded}")
        assert main([*small, "-o", str(repeated), "--seed-tests", str(asked / recorded)]) == 0
        assert (repeated / "suites.jsonl").read_bytes() == (asked / "suites.jsonl").read_bytes()
    assert "61" in (asked / "suites.jsonl").read_text()
