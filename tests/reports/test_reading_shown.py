"""What the page shows of how a completion was read: the raw text, the part that was taken, and why no other."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import serious_findings
from msgspec import structs
from report_runs import make_run
from shelf_task import SHELF

from classeval_hf.classes.prompts import ClassChain
from classeval_hf.core.terminal import visible
from classeval_hf.engine.judge import JudgeOptions
from classeval_hf.prompting.steps import (
    Completion,
    GeneratedSample,
    Prompt,
    PromptKind,
    SampleStep,
    Strategy,
    sample_line,
)
from classeval_hf.reading.records import CompletionSigns, ReadingNote
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.reports.writing import write_report
from classeval_hf.scoring.compute import ScoreOptions

RIGHT = SHELF.solution_code
TASK = replace(
    SHELF,
    import_statement=("import math", "import re"),
    skeleton='import math\n\nclass Shelf:\n    """A shelf."""\n\n    def __init__(self):\n        self.things = []\n\n'
    '    def put(self, thing):\n        """Puts."""\n\n    def take(self):\n        """Takes."""\n',
)
FENCED = f"<think>\nclass Shelf: draft\n</think>\nHere it is:\n```python\n{RIGHT}```\nDone.<|im_end|>"
BROKEN = f"Sure:\n```python\n{RIGHT}    def more(self):\n        return (1\n```\n"
TEXTS = {  # with why the model stopped, and what is said to be wrong
    FENCED: ("stop", ""),
    RIGHT.replace("Shelf", "Rack"): ("stop", "defines no class of the requested name, but Rack"),
    "I'm sorry, but I can't help with that.": ("stop", "refused"),
    "": ("", "is empty"),
    "A shelf holds things.": ("stop", "contains no Python"),
    BROKEN: ("length", "is not valid Python. The model was cut off"),
    RIGHT: ("", ""),
}
Sample = Callable[..., Any]
METHOD = "def put(self, thing):\n    self.things.append(thing)\n    return len(self.things)\n"
PUT = f"First the method:\n```python\n{METHOD}```"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        (folder / "tasks.json").write_text(json.dumps([TASK.to_row()]))
        rows = [{"completion": text, "finish_reason": reason} for text, (reason, _) in TEXTS.items()]
        (folder / "texts.jsonl").write_text("\n".join(json.dumps({"task_id": "shelf", **row}) for row in rows))
        (folder / "steps.jsonl").write_text(generated(Strategy.INCREMENTAL, PUT, "I would pop the last thing"))
        (folder / "whole.jsonl").write_text(generated(Strategy.HOLISTIC, FENCED))
        inputs = [f"{name},,greedy={folder / name}.jsonl" for name in ("texts", "steps", "whole")]
        options = ScoringOptions(folder / "tasks.json", scoring=ScoreOptions(JudgeOptions(progress=False)))
        runs = read_runs(inputs, options)
    write_report(runs, folder)
    return folder / "report.html"


def generated(strategy: Strategy, *said: str) -> str:
    chain, texts = ClassChain(TASK, strategy, 0), iter(said)
    while not chain.finished:
        for step in chain.ready_steps():
            text = next(texts)
            reason = "stop" if text.endswith(("```", ">")) else "length"
            chain.receive(step, Prompt(PromptKind.INSTRUCT, ""), Completion(text, reason, 7, 5))
    return sample_line(chain.result())


@pytest.fixture
def sample(opened: Any, report: Path) -> Sample:
    """The dialog on a sample of a run, in a page of its own or, later, in the same one."""
    page = opened(report, viewport={"width": 1400, "height": 900})

    def sample(run: str, index: int = 0) -> Any:
        (label,) = page.evaluate(f"runs.map((run) => run.label).filter((label) => label.startsWith('{run}'))")
        page.evaluate("(state) => go(state)", {"task": "shelf", "run": label, "sample": str(index + 1)})
        page.locator(f"#sample-tabs [data-sample='{index + 1}'][aria-pressed=true]").wait_for()
        page.locator("dialog .sample-completion h3").first.wait_for()
        return page

    return sample


def marked(page: Any, listing: str) -> list[str]:
    return list(page.locator(f"{listing} mark.taken").all_text_contents())


def test_the_raw_text_is_shown_with_the_part_taken(sample: Sample) -> None:
    page = sample("texts")
    assert page.locator(".text-of-completion").text_content() == FENCED
    assert marked(page, ".text-of-completion") == [RIGHT]
    said = page.locator(".sample-completion .reading").inner_text()
    assert "The fenced block was read as code: lines 6 to 13." in said
    assert "Left out: " in said and "reasoning" in said and "end token <|im_end|>" in said
    assert "Finish reason: stop." in said
    first = page.locator(".text-of-completion mark").bounding_box()
    whole = page.locator(".text-of-completion").bounding_box()
    lines = page.locator(".sample-completion .lines").bounding_box()
    assert whole["height"] == pytest.approx(lines["height"], abs=2), "each line has its number beside it"
    assert first["height"] == pytest.approx(8 / 16 * (whole["height"] - 24), rel=0.15) and serious_findings(page) == []


def test_what_is_wrong_is_told_apart(sample: Sample) -> None:
    """A syntax error names the line that is shown; a text that was read as a whole is not marked."""
    for index, (text, (_, sign)) in enumerate(TEXTS.items()):
        page = sample("texts", index)
        found = page.locator(".sample-why .sign").all_inner_texts()
        assert len(found) == bool(sign) and all(sign in said for said in found), text
        reading = page.locator(".sample-completion .reading")
        if text == BROKEN:
            line = BROKEN.split("\n").index("        return (1") + 1
            failure = page.locator(".first").inner_text()
            assert f"did not run: SyntaxError: '(' was never closed (line {line} of the completion)" in failure
            assert "exactly once" not in page.locator("dialog").inner_text()
            assert "cut off by the maximum length" in reading.inner_text()
        if text == RIGHT:
            assert marked(page, ".text-of-completion") == []
            assert reading.inner_text() == "The whole text was read as code."


def test_steps_show_what_the_model_said(sample: Sample) -> None:
    """The completion of a run that asks for the class is what was taken; what the model said stands below."""
    page = sample("steps")
    sign = "1 of 2 steps yielded no method. The model was cut off by the maximum length."
    assert page.locator(".sample-why .sign").inner_text() == sign
    assert "What the model said, 2 steps, 1 without a result" in page.locator(".sample-completion").inner_text()
    put, take = page.locator(".sample-completion details").all()
    assert put.locator("summary").inner_text() == "put"
    assert take.locator("summary").inner_text() == "take nothing was taken"
    for step in (put, take):
        step.locator("summary").click()
    assert put.locator(".text-of-step").text_content() == PUT and put.locator("mark").all_text_contents() == [METHOD]
    said = take.locator(".reading").inner_text()
    assert "The requested method was not found in it." in said and "cut off by the maximum length" in said
    page = sample("whole")
    assert page.locator(".text-of-completion").text_content() == RIGHT
    assert page.locator(".text-of-step").text_content() == FENCED and marked(page, ".text-of-step") == [RIGHT]


def test_hostile_text_in_steps_and_notes_is_text(opened: Any, tmp_path: Path) -> None:
    """And scores without notes on reading, as older versions wrote them, are shown too."""
    attack = "<img src=x onerror='window.hacked = true'></script><script>window.hacked = true</script>\u202e\x1b"
    note = ReadingNote("text", cut=(attack,), taken=((-3, 1), (2, 2), (9, 10**9)), problem=attack)
    step = SampleStep("method", attack, f"{attack}\r{attack}\nx", empty=True, finish_reason=attack, reading=note)
    old, run = (make_run(name, completions={"box": ["a", "b"], "bag": ["c", "d"]}) for name in ("old", "new"))
    results = {
        task: [structs.replace(one, reading=note, signs=CompletionSigns("no class", (attack,))) for one in of_task]
        for task, of_task in run.scores.results.items()
    }
    generated = {"box": {0: GeneratedSample("box", 0, "incremental", "a", (step, step))}}
    runs = [old, replace(run, scores=replace(run.scores, results=results), trajectories=generated)]
    write_report(runs, tmp_path)
    page = opened(tmp_path / "report.html")
    page.get_by_role("button", name="box, new: 1 of 2 samples pass").click()
    page.locator("dialog details.attempt > summary").first.click()
    shown = page.locator("dialog .text-of-step").first.text_content()
    assert shown == f"{visible(attack)}\n{visible(attack)}\nx", "a lone carriage return ends a line, as in Python"
    assert marked(page, "dialog details.attempt:first-of-type .text-of-step")[0] == f"{visible(attack)}\n"
    assert page.locator("dialog img, dialog script").count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("button", name="box, old: 1 of 2 samples pass").click()
    page.locator("dialog").wait_for()
    assert page.locator(".text-of-completion").inner_text() == "a"
    assert page.locator("dialog .reading, dialog .sign, dialog mark").count() == 0
