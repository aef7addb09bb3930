"""What the page shows of how a completion was read: the raw text, the part that was taken, and why no other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browser import Watched, open_file, serious_findings
from msgspec import structs
from report_runs import make_run
from shelf_task import SHELF

from classeval_hf.generation.pipeline.strategies import ClassChain
from classeval_hf.generation.steps import Completion, Prompt, PromptKind, Strategy
from classeval_hf.judging.judge import JudgeOptions
from classeval_hf.reading.completion_signs import CompletionSigns
from classeval_hf.reading.notes import ReadingNote
from classeval_hf.reports.display import visible
from classeval_hf.reports.runs import ScoringOptions, read_runs
from classeval_hf.reports.writing import write_report
from classeval_hf.runs.sample_files import sample_line
from classeval_hf.runs.sample_records import GeneratedSample, SampleStep
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
TEXTS = {
    FENCED: "stop",
    RIGHT.replace("Shelf", "Rack"): "stop",
    "I'm sorry, but I can't help with that.": "stop",
    "": "",
    "A shelf holds things.": "stop",
    BROKEN: "length",
    RIGHT: "",
}
SIGNS = (
    "",
    "defines no class of the name asked for, but Rack",
    "refused",
    "is empty",
    "no Python in it",
    "does not parse as Python. The model was cut off",
    "",
)
METHOD = "def put(self, thing):\n    self.things.append(thing)\n    return len(self.things)\n"
PUT = f"First the method:\n```python\n{METHOD}```"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """On completions of a file, on samples of a step-wise run, and on those of a run that asks for the whole class."""
    folder = tmp_path_factory.mktemp("read")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        (folder / "tasks.json").write_text(json.dumps([TASK.to_row()]))
        lines = [
            json.dumps({"task_id": "shelf", "sample": index, "completion": text, "finish_reason": reason})
            for index, (text, reason) in enumerate(TEXTS.items())
        ]
        (folder / "texts.jsonl").write_text("\n".join(lines))
        (folder / "steps.jsonl").write_text(generated(Strategy.INCREMENTAL, PUT, "I would pop the last thing"))
        (folder / "whole.jsonl").write_text(generated(Strategy.HOLISTIC, FENCED))
        inputs = [f"{name},,greedy={folder / name}.jsonl" for name in ("texts", "steps", "whole")]
        runs = read_runs(
            inputs, ScoringOptions(folder / "tasks.json", scoring=ScoreOptions(JudgeOptions(progress=False)))
        )
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


def opened(browser: Any, report: Path, run: str, sample: int = 1) -> Watched:
    watched = open_file(browser, report, viewport={"width": 1400, "height": 900})
    (label,) = watched.page.evaluate(f"runs.map((run) => run.label).filter((label) => label.startsWith('{run}'))")
    watched.page.evaluate("(state) => go(state)", {"task": "shelf", "run": label, "sample": str(sample)})
    watched.page.locator("dialog .sample-completion h3").first.wait_for()
    return watched


def marked(page: Any, listing: str) -> list[str]:
    texts: Sequence[str] = page.locator(f"{listing} mark.taken").all_text_contents()
    return list(texts)


def test_the_raw_text_is_shown_with_the_part_taken(browser: Any, report: Path) -> None:
    watched = opened(browser, report, "texts")
    page = watched.page
    assert page.locator(".text-of-completion").text_content() == FENCED
    assert marked(page, ".text-of-completion") == [RIGHT]
    said = page.locator(".sample-completion .reading").inner_text()
    assert "Read as code was what is fenced: lines 6 to 13." in said
    assert "Left out: " in said and "reasoning" in said and "end token <|im_end|>" in said
    assert "Finish reason: stop." in said
    assert page.locator(".sample-why .sign").count() == 0
    first = page.locator(".text-of-completion mark").bounding_box()
    whole = page.locator(".text-of-completion").bounding_box()
    lines = page.locator(".sample-completion .lines").bounding_box()
    assert whole["height"] == pytest.approx(lines["height"], abs=2), "each line has its number beside it"
    assert first["height"] == pytest.approx(8 / 16 * (whole["height"] - 24), rel=0.15)
    assert serious_findings(page) == []
    assert watched.complaints == []


@pytest.mark.parametrize(("index", "sign"), list(enumerate(SIGNS)))
def test_what_is_wrong_is_told_apart(browser: Any, report: Path, index: int, sign: str) -> None:
    page = opened(browser, report, "texts", index + 1).page
    found = page.locator(".sample-why .sign").all_inner_texts()
    assert len(found) == bool(sign) and all(sign in text for text in found)


def test_a_syntax_error_names_the_line_that_is_shown(browser: Any, report: Path) -> None:
    page = opened(browser, report, "texts", list(TEXTS).index(BROKEN) + 1).page
    line = BROKEN.split("\n").index("        return (1") + 1
    failure = page.locator(".first").inner_text()
    assert f"did not run: SyntaxError: '(' was never closed (line {line} of the completion)" in failure
    assert "exactly once" not in page.locator("dialog").inner_text()
    assert "cut off by the maximum length" in page.locator(".sample-completion .reading").inner_text()


def test_a_whole_text_is_not_marked(browser: Any, report: Path) -> None:
    page = opened(browser, report, "texts", list(TEXTS).index(RIGHT) + 1).page
    assert marked(page, ".text-of-completion") == []
    assert page.locator(".sample-completion .reading").inner_text() == "The whole text was read as code."


def test_steps_show_what_the_model_said(browser: Any, report: Path) -> None:
    watched = opened(browser, report, "steps")
    page = watched.page
    assert page.locator(".sample-why .sign").inner_text() == (
        "1 of 2 steps yielded no method. The model was cut off by the maximum length."
    )
    assert "What the model said, 2 steps, 1 without a result" in page.locator(".sample-completion").inner_text()
    put, take = page.locator(".sample-completion details").all()
    assert put.locator("summary").inner_text() == "put"
    assert take.locator("summary").inner_text() == "take nothing was taken"
    for step in (put, take):
        step.locator("summary").click()
    assert put.locator(".text-of-step").text_content() == PUT
    assert put.locator("mark").all_text_contents() == [METHOD]
    said = take.locator(".reading").inner_text()
    assert "The method that was asked for was not found in it." in said and "cut off by the maximum length" in said
    assert watched.complaints == []


def test_the_raw_text_of_a_run_that_asks_for_the_class(browser: Any, report: Path) -> None:
    """Its completion is what was taken; what the model said stands below."""
    page = opened(browser, report, "whole").page
    assert page.locator(".text-of-completion").text_content() == RIGHT
    assert page.locator(".text-of-step").text_content() == FENCED
    assert marked(page, ".text-of-step") == [RIGHT]


def test_scores_without_notes_on_reading_are_shown_too(browser: Any, report: Path, tmp_path: Path) -> None:
    """As older versions wrote them."""
    write_report([make_run("old,holistic,greedy", completions={"box": ["a", "b"], "bag": ["c", "d"]})], tmp_path)
    watched = open_file(browser, tmp_path / "report.html")
    watched.page.get_by_role("button", name="box, old, holistic, greedy: 1 of 2 samples pass").click()
    watched.page.locator("dialog").wait_for()
    assert watched.page.locator(".text-of-completion").inner_text() == "a"
    assert watched.page.locator("dialog .reading, dialog .sign, dialog mark").count() == 0
    assert watched.complaints == []


def test_hostile_text_in_steps_and_notes_is_text(browser: Any, tmp_path: Path) -> None:
    attack = "<img src=x onerror='window.hacked = true'></script><script>window.hacked = true</script>\u202e\x1b"
    note = ReadingNote("text", cut=(attack,), taken=((-3, 1), (2, 2), (9, 10**9)), problem=attack)
    step = SampleStep("method", attack, f"{attack}\r{attack}\nx", empty=True, finish_reason=attack, reading=note)
    run = make_run("old,incremental,greedy", completions={"box": ["a", "b"], "bag": ["c", "d"]})
    results = {
        task: [structs.replace(one, reading=note, signs=CompletionSigns("no class", (attack,))) for one in of_task]
        for task, of_task in run.results.items()
    }
    generated = {"box": {0: GeneratedSample("box", 0, "incremental", "a", (step, step))}}
    write_report([replace(run, scores=replace(run.scores, results=results), trajectories=generated)], tmp_path)
    watched = open_file(browser, tmp_path / "report.html")
    watched.page.get_by_role("button", name="box, old, incremental, greedy: 1 of 2 samples pass").click()
    watched.page.locator("dialog details.attempt > summary").first.click()
    shown = watched.page.locator("dialog .text-of-step").first.text_content()
    assert shown == f"{visible(attack)}\n{visible(attack)}\nx", "a lone carriage return ends a line, as in Python"
    assert marked(watched.page, "dialog details.attempt:first-of-type .text-of-step")[0] == f"{visible(attack)}\n"
    assert watched.page.locator("dialog img, dialog script").count() == 0
    assert watched.page.evaluate("typeof window.hacked") == "undefined"
    assert (watched.complaints, watched.requests) == ([], [])
