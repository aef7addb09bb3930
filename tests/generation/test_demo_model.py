"""The demonstration model answers every kind of prompt in every strategy; a wrong newline would show here."""

import json
from pathlib import Path

import pytest
import torch
from places import ROOT
from programs import run_python
from slow_and_full import one_in, slow
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.utils.logging import disable_progress_bar, enable_progress_bar, is_progress_bar_enabled

from classeval_hf.classes.prompts import ClassChain, ClassPrompts, PromptWriter
from classeval_hf.classes.tasks.files import open_tasks
from classeval_hf.generation.command import main
from classeval_hf.generation.engines.model_loading import ModelOptions, load_model
from classeval_hf.projects.strategies import ProjectPrompts
from classeval_hf.prompting.prompt_choice import choose_prompt
from classeval_hf.prompting.steps import PromptKind, Strategy

pytestmark = pytest.mark.usefixtures("hf_home")
MODEL = ROOT / "hub_cards" / "demo_model"
FLOAT32 = ("--dtype", "float32")
SHORT = ("--strategy", "compositional", "--max-new-tokens", "16", *FLOAT32)
TASK_ID = "ClassEvalOpen_6"
BERTHPLAN = ("--tasks", "open_repo", "--task-ids", "OpenRepo_berthplan_5", "--greedy", "--max-new-tokens", "12")


def arguments(folder: str | Path, *more: str) -> list[str]:
    chosen = ("--split", "open", "--task-ids", TASK_ID, "--greedy", "--output", str(folder))
    return ["--model", str(MODEL), *chosen, *more]


def no_plan_failed(folder: Path) -> bool:
    lines = [line for file in folder.rglob("samples.jsonl") for line in file.read_text().splitlines()]
    return bool(lines) and not any(json.loads(line)["plan_failed"] for line in lines)


EACH = [(kind, strategies) for kind in PromptKind for strategies in ("all", "bottom_up top_down")]


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize(
    ("kind", "strategies", "dtype"),
    [
        (PromptKind.INSTRUCT, "holistic", FLOAT32),
        *(slow((*each, FLOAT32)) for each in EACH),
        slow((PromptKind.INSTRUCT, "all", ())),  # in half precision, as users run it
    ],
)
def test_every_strategy_and_kind_scores(kind: PromptKind, strategies: str, dtype: tuple[str, ...]) -> None:
    for strategy in strategies.split():
        assert main(arguments(strategy, "--strategy", strategy, "--prompt", kind.value, "--score", *dtype)) == 0
    metrics = list(Path().rglob("metrics.json"))
    assert len(metrics) == (3 if strategies == "all" else len(strategies.split()))
    for file in metrics:
        assert json.loads(file.read_text())["class_pass@1"] == 1.0, file
    assert no_plan_failed(Path())


@pytest.mark.parametrize("strategy", one_in(3, ["bottom_up", "top_down", "all"]))
def test_rows_without_methods_are_generated_for_as_full_rows(strategy: str) -> None:
    """The six fields of ClassEval-Pro's data give every strategy what it asks for."""
    short = ("task_id", "class_name", "skeleton", "test", "test_classes", "solution_code")
    row = next(task for task in open_tasks().values() if task.task_id == TASK_ID).to_row()
    written = []
    for name, fields in (("full", row), ("short", {field: row[field] for field in short})):
        file, runs = Path(f"{name}.json"), Path(name)
        file.write_text(json.dumps([fields]), encoding="utf-8")
        options = ("--split", str(file), "--greedy", "--strategy", strategy, "--output", name, *FLOAT32)
        assert main(["--model", str(MODEL), *options, "--max-new-tokens", "32"]) == 0  # enough for a plan
        written.append({path.relative_to(runs): path.read_bytes() for path in runs.rglob("samples.jsonl")})
    assert written[0] == written[1] and len(written[0]) == (3 if strategy == "all" else 1)
    assert no_plan_failed(Path("full"))


@pytest.mark.parametrize("kind", one_in(3, PromptKind))
def test_another_line_end_shows(kind: PromptKind) -> None:
    """The first tokens of an answer are other ones when the prompt ends with a line end less, or one more."""
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    model = AutoModelForCausalLM.from_pretrained(MODEL, dtype="float32")
    writer = PromptWriter(choose_prompt(str(MODEL), tokenizer, kind.value, Strategy.COMPOSITIONAL), tokenizer)
    (task,) = (task for task in open_tasks().values() if task.task_id == TASK_ID)
    changed = 0
    for step in ClassChain(task, Strategy.COMPOSITIONAL, 0).ready_steps():
        prompt = list(writer.write(step).token_ids)
        text = tokenizer.decode(prompt)
        other = tokenizer(text.removesuffix("\n") if text.endswith("\n") else f"{text}\n").input_ids
        completions = [
            model.generate(torch.tensor([ids]), max_new_tokens=12, do_sample=False)[0, len(ids) :].tolist()
            for ids in (prompt, other)
        ]
        changed += completions[0] != completions[1]
    assert changed >= 3, changed


def test_card_and_size() -> None:
    assert sum(path.stat().st_size for path in MODEL.iterdir()) <= 10 << 20
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    for kind in PromptKind:
        for strategy in ClassPrompts.strategies:
            assert choose_prompt(str(MODEL), tokenizer, kind.value, strategy).kind is kind
    assert choose_prompt(str(MODEL), tokenizer, "auto", Strategy.INCREMENTAL).kind is PromptKind.INSTRUCT


LAUNCHED = {
    "one process": "--num_processes 1 --num_machines 1 --mixed_precision no",
    "two processes": "--cpu --num_processes 2",
}


@pytest.mark.slow
@pytest.mark.parametrize("launched", one_in(2, LAUNCHED))
def test_launchers_agree(launched: str) -> None:
    assert main(arguments("plain", *SHORT)) == 0
    script, variables = ROOT / "generation" / "run.py", {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    launcher = ("-m", "accelerate.commands.launch", *LAUNCHED[launched].split(), script)
    run = run_python(*launcher, *arguments("run", *SHORT), variables=variables)
    assert run.returncode == 0, run.stderr[-2000:]
    assert Path("run/samples.jsonl").read_bytes() == Path("plain/samples.jsonl").read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("consent")
def test_every_strategy_for_projects_scores() -> None:
    """A model that solves none of these tasks fails them in every strategy, and never the run."""
    limits = ("--max-calls", "1", "--max-length", "2048", "--score")
    runs = Path("runs")
    assert main(["--model", str(MODEL), *BERTHPLAN, *limits, "--strategy", "all", "--output", "runs"]) == 0
    assert {folder.name for folder in runs.iterdir()} == {strategy.value for strategy in ProjectPrompts.strategies}
    for folder in runs.iterdir():
        assert json.loads((folder / "metrics.json").read_text())["pass@1"] == 0.0
        for line in (folder / "samples.jsonl").read_text().splitlines():
            steps = json.loads(line)["steps"]
            assert all(step["prompt_tokens"] + 12 <= 2048 for step in steps)
            assert [step for step in steps if step["target"] == "code" and step["prompt_tokens"]]


@pytest.mark.full
def test_a_base_model_continues_the_opening_of_the_answer() -> None:
    agent = ("--strategy", "rrr", "--oracle", "none", "--max-calls", "1", "--output", "out")
    assert main(["--model", str(MODEL), "--prompt", "base", *BERTHPLAN, *agent]) == 0
    (line,) = Path("out/samples.jsonl").read_text().splitlines()
    assert [step["target"] for step in json.loads(line)["steps"]][:3] == ["code", "oracle", "tool_calls"]


def test_infilling_puts_the_file_around_the_hole() -> None:
    infilling = ("--prompt", "fim", "--strategy", "local_infilling", "--output", "out")
    assert main(["--model", str(MODEL), *BERTHPLAN, "--task-ids", "OpenRepo_stitchwork_2", *infilling]) == 0
    assert json.loads(Path("out/run.json").read_text())["prompt"]["kind"] == "fim"
    (line,) = Path("out/samples.jsonl").read_text().splitlines()
    assert json.loads(line)["completion"].startswith("class Chart:")


def test_no_bar_of_its_weights_in_a_log(capfd: pytest.CaptureFixture[str]) -> None:
    """transformers draws one while it loads a model, and may afterwards draw others, as it was before."""
    enabled = is_progress_bar_enabled()
    enable_progress_bar()
    try:
        load_model(ModelOptions(str(MODEL)), "cpu")
        assert is_progress_bar_enabled()
    finally:
        if not enabled:
            disable_progress_bar()
    printed = capfd.readouterr().err
    assert "\r" not in printed and "%|" not in printed
