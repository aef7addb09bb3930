"""The task for Inspect AI, with its own mock model giving recorded answers: both harnesses' numbers agree."""

import importlib.util
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from slow_and_full import slow

from classeval_hf.classes.tasks.files import OPEN_TASKS, read_example_completions, task_folders
from classeval_hf.core.tasks import ClassTask
from classeval_hf.scoring.compute import compute_scores

if importlib.util.find_spec("inspect_ai") is None:  # it takes seconds to import, in each process that collects tests
    pytest.skip("needs the extra inspect", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("consent")


def evaluate(folder: Path, answer: Callable[[str], str], strategy: str = "holistic", **options: object) -> Any:
    import inspect_ai
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from classeval_hf.integrations.inspect_task import classeval

    def respond(messages: list, *_: object) -> ModelOutput:
        output = ModelOutput.from_content("mockllm", answer(messages[-1].text))
        output.usage = ModelUsage()  # else the provider counts tokens, with a tokenizer that it fetches
        return output

    model = get_model("mockllm/model", custom_outputs=respond)
    task = classeval(split="open", strategy=strategy)
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(folder), display="none", **options)
    assert log.status == "success", log.error
    return log


def numbers(log: Any) -> dict[str, float]:
    return {name: found.value for score in log.results.scores for name, found in score.metrics.items()}


def expected(answers: list[list[str]], tasks: list[ClassTask]) -> dict[str, float]:
    with pytest.warns(UserWarning, match=r"\d+ tasks missing"):
        scores = compute_scores(answers, tasks, progress=False)
    starts, ends = ("class_pass@", "method_pass@", "test_class_pass@", "dep_"), ("_count", "_ceiling")
    return {name: scores[name] for name in scores if name.startswith(starts) and not name.endswith(ends)}


def asked_for(prompt: str, tasks: list[ClassTask]) -> ClassTask:
    (task,) = [task for task in tasks if f"class {task.class_name}" in prompt]
    return task


@pytest.mark.slow
def test_holistic_numbers_agree(open_tasks: list[ClassTask], tmp_path: Path) -> None:
    tasks = open_tasks[:4]
    answers = [item for folder in task_folders(OPEN_TASKS) for item in read_example_completions(folder)]
    recorded = {task.task_id: [item.text for item in answers if item.task_id == task.task_id] for task in tasks}
    assert {len(texts) for texts in recorded.values()} == {3}
    left = {task_id: list(texts) for task_id, texts in recorded.items()}
    log = evaluate(tmp_path, lambda prompt: left[asked_for(prompt, tasks).task_id].pop(), epochs=3, limit=4)
    ours = expected(list(recorded.values()), tasks)
    assert {"class_pass@1", "class_pass@3", "method_pass@3", "dep_f"} <= set(ours)
    assert numbers(log) == pytest.approx(ours, abs=1e-12)
    assert 0 < ours["class_pass@1"] < 1


@pytest.mark.parametrize("strategy", ["incremental", slow("compositional")])
def test_step_by_step_numbers_agree(strategy: str, open_tasks: list[ClassTask], tmp_path: Path) -> None:
    tasks = open_tasks[:2]

    def answer(prompt: str) -> str:
        task = asked_for(prompt, tasks)
        # The method asked for is the one whose contract the prompt ends with.
        method = max(task.methods_info, key=lambda item: prompt.rfind(f"def {item.method_name}("))
        last = method == task.methods_info[-1]
        return "I cannot do that." if last else f"```python\n{method.solution_code}\n```"

    log = evaluate(tmp_path, answer, strategy=strategy, limit=2)
    found = numbers(log)
    assert found == pytest.approx(expected([[sample.output.completion] for sample in log.samples], tasks), abs=1e-12)
    methods = sum(len(task.methods_info) for task in tasks)
    assert found["class_pass@1"] == 0
    assert found["method_pass@1"] == pytest.approx((methods - 2) / methods, abs=0.2)
    assert all(sample.metadata["empty_steps"] == 1 for sample in log.samples)


def test_planned_strategy(open_tasks: list[ClassTask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that cannot be read is said to be one, and the class asked for all the same. Consent comes first."""
    log = evaluate(tmp_path, lambda prompt: open_tasks[0].solution_code, strategy="bottom_up", limit=1)
    assert numbers(log)["class_pass@1"] == 1
    assert log.samples[0].metadata["plan_failed"]
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL=1"):
        evaluate(tmp_path, str)


def test_failures_are_explained(tmp_path: Path) -> None:
    answers = ["class VolunteerRoster:\n    oops", "Here:\n```python\nclass VolunteerRoster:\n    x = (\n```"]
    log = evaluate(tmp_path, lambda prompt: answers.pop(), limit=1, epochs=2)
    scores = [score for sample in log.samples for score in sample.scores.values()]
    explanations = {score.explanation for score in scores if score.value == 0}
    not_run = "VolunteerRosterTestParseShift: did not run: "
    assert len(explanations) == 2
    for error in ("NameError: ", "SyntaxError: '(' was never closed (line "):
        assert any(f"{not_run}{error}" in explanation for explanation in explanations)


@pytest.mark.slow
def test_task_is_found_by_name(run_python) -> None:
    """`inspect eval classeval_hf/classeval` looks for it as this does, by the package's entry point."""
    if "classeval_hf" not in {point.name for point in metadata.entry_points(group="inspect_ai")}:
        pytest.skip("installed before the package declared its entry point")
    script = """
import inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model
output = ModelOutput.from_content("mockllm", "class VolunteerRoster: pass")
output.usage = ModelUsage()
model = get_model("mockllm/model", custom_outputs=[output])
(log,) = inspect_ai.eval("classeval_hf/classeval", task_args={"split": "open"}, limit=1, display="none", model=model)
print(log.status, log.eval.task)
"""
    done = run_python(script)
    assert done.stdout.split() == ["success", "classeval_hf/classeval"], done.stderr
