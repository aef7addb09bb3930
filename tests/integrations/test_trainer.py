"""Scores during training: a real trainer trains the demonstration model, whose classes pass; so does the guide."""

import importlib.util
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from places import ROOT
from slow_and_full import slow

if any(importlib.util.find_spec(name) is None for name in ("torch", "transformers", "accelerate")):
    pytest.skip("the extra `generation` is not installed", allow_module_level=True)

import transformers

from classeval_hf.integrations.trainer import SCORES, ClassEvalCallback, ClassEvalMetrics
from classeval_hf.integrations.trl import prompt_dataset

pytestmark = pytest.mark.usefixtures("consent", "hf_home")

MODEL = ROOT / "hub_cards" / "demo_model"
IDS = ["ClassEvalOpen_5", "ClassEvalOpen_6"]
QUIET = {"use_cpu": True, "report_to": [], "disable_tqdm": True, "bf16": False}


@pytest.fixture
def parts() -> dict[str, Any]:
    """What a trainer is made of: the model, and the prompts of two tasks, with labels so that there is a loss."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(MODEL, padding_side="left")
    model = transformers.AutoModelForCausalLM.from_pretrained(MODEL, dtype="float32")

    def encode(row: dict[str, Any]) -> dict[str, Any]:
        ids = tokenizer.apply_chat_template(row["prompt"], add_generation_prompt=True, return_dict=True)["input_ids"]
        return {"input_ids": ids, "attention_mask": [1] * len(ids), "labels": ids}

    def collate(items: list[dict[str, Any]]) -> Any:
        inputs = [{name: item[name] for name in ("input_ids", "attention_mask")} for item in items]
        batch = tokenizer.pad(inputs, return_tensors="pt")
        batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
        return batch

    data = prompt_dataset(IDS, tokenizer).map(encode, remove_columns="prompt")
    return {"model": model, "eval_dataset": data, "processing_class": tokenizer, "data_collator": collate}


@pytest.mark.slow
def test_a_callback_scores_at_each_evaluation(parts: dict[str, Any], tmp_path: Path) -> None:
    model, data = parts["model"], parts["eval_dataset"]
    steps = {"max_steps": 1, "learning_rate": 0.0, "per_device_train_batch_size": 1, "eval_strategy": "steps"}
    best = {"eval_steps": 1, "save_strategy": "best", "metric_for_best_model": "eval_class_pass@1"}
    arguments = transformers.TrainingArguments(output_dir=str(tmp_path), **steps, **best, **QUIET)
    trainer = transformers.Trainer(args=arguments, train_dataset=data, **parts)
    before = model.generation_config.to_dict()
    trainer.add_callback(ClassEvalCallback(trainer, IDS))
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "eval_class_pass@1" in entry]
    assert [entry["eval_class_pass@1"] for entry in logged] == [1.0]
    assert {f"eval_{name}" for name in SCORES} <= set(logged[0])
    assert trainer.state.best_metric == 1.0
    assert model.generation_config.to_dict() == before
    for weight in model.parameters():
        weight.data.zero_()
    metrics = trainer.evaluate()
    assert metrics["eval_class_pass@1"] == 0.0 and "eval_loss" in metrics


@pytest.mark.slow
def test_compute_metrics_of_generated_tokens(parts: dict[str, Any], tmp_path: Path) -> None:
    tokenizer, data = parts["processing_class"], parts["eval_dataset"]
    options = {"per_device_eval_batch_size": 2, "predict_with_generate": True, "generation_max_length": 3072}
    arguments = transformers.Seq2SeqTrainingArguments(output_dir=str(tmp_path), **options, **QUIET)
    metrics = ClassEvalMetrics(tokenizer, data, IDS)
    trainer = transformers.Seq2SeqTrainer(args=arguments, compute_metrics=metrics, **parts)
    assert trainer.evaluate()["eval_class_pass@1"] == 1.0
    prompt_alone = [[*ids, *tokenizer("no code").input_ids] for ids in data["input_ids"]]
    width = max(map(len, prompt_alone))
    padded = np.array([ids + [-100] * (width - len(ids)) for ids in prompt_alone])
    assert metrics(SimpleNamespace(predictions=padded))["test_rate"] == 0.0


def test_errors_name_what_is_wrong(parts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer, data = parts["processing_class"], parts["eval_dataset"]
    arguments = transformers.TrainingArguments(output_dir=str(tmp_path), **QUIET)
    trainer = transformers.Trainer(model=parts["model"], args=arguments)
    metrics = ClassEvalMetrics(tokenizer, data)
    for call, message in (
        (lambda: ClassEvalCallback(trainer), "has no tokenizer"),
        (lambda: ClassEvalCallback(trainer, strategy="rrr"), "strategy is one of holistic"),
        (lambda: ClassEvalMetrics(tokenizer, data.remove_columns("task_id")), "no column task_id"),
        (lambda: ClassEvalMetrics(tokenizer, data, ["ClassEvalOpen_4"]), "Unknown task 'ClassEvalOpen_5'"),
        *(
            (lambda rows=rows: metrics(SimpleNamespace(predictions=rows)), "predict_with_generate=True")
            for rows in (np.zeros((2, 3, 5)), np.zeros((2, 3, 5), int), np.zeros((2, 3)), (np.zeros((2, 3)), None))
        ),
        (lambda: metrics(SimpleNamespace(predictions=np.zeros((3, 3), int))), "3 predictions for the 2 rows"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        ClassEvalCallback(trainer)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the script of a section here, as from the root of a checkout; the words of each line that it prints."""

    def run(heading: str) -> list[list[str]]:
        sections = (ROOT / "docs" / "guides" / "training.md").read_text(encoding="utf-8").split("\n## ")
        (section,) = (text for text in sections if text.startswith(f"{heading}\n"))
        (script,) = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
        (tmp_path / "hub_cards").symlink_to(ROOT / "hub_cards")
        (tmp_path / "script.py").write_text(script, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        runpy.run_path("script.py", run_name="__main__")
        return [line.split() for line in capsys.readouterr().out.splitlines() if not line.startswith("{")]

    return run


# The model knows these classes, and two small steps do not change that.
TRAINED = slow(("Scores while a model is trained", [["1", "1.0", "1.0"], ["2", "1.0", "1.0"]]))
COMPUTED = slow(("Scores by compute_metrics", [["1.0", "1.0"]]))


@pytest.mark.parametrize(("section", "printed"), [("The reward", [["[0.0,", "0.0]"]]), TRAINED, COMPUTED])
def test_scripts(run: Any, section: str, printed: list[list[str]]) -> None:
    assert run(section) == printed


@pytest.mark.full
def test_reinforcement_learning_with_trl(run: Any) -> None:
    if importlib.util.find_spec("trl") is None:
        pytest.skip("needs the extra trl")
    steps = run("GRPO")
    assert [step for step, *_ in steps] == ["1", "2"]
    assert all(0 <= float(class_pass) <= float(reward) <= 1 for _, reward, _, class_pass in steps)
    assert max(float(spread) for _, _, spread, _ in steps) > 0
