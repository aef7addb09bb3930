"""The report on runs whose samples take several attempts, made of real runs with a scripted model."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from agent_dialogues import CHART, FIRST, YARN, fenced, generate, play, task_of
from report_runs import make_project_run
from scripted_model import scripted_server

from classeval_hf.cli import main
from classeval_hf.core.syntax import code_lines
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.prompting.steps import GeneratedSample, SampleStep, ToolOutput
from classeval_hf.reports import samples
from classeval_hf.reports.runs import Run, read_runs

ATTACK = "</script><img src=x onerror='window.hacked = true'><script>window.hacked = true</script>"
LONG = 2_000_000


def hostile(prompt: str) -> str:
    """The dialogue on one task; on the other, markup in all that can be said, and a first completion of 2 MB."""
    if "class Chart of" in prompt:
        return play(prompt)
    if "call tools" in prompt:
        return f'Thought: {ATTACK}\nget_class_info("{ATTACK}")\n{ATTACK[2:8]}("x")\n'
    if "Explain in a few sentences" in prompt:
        return f"Reflection: {ATTACK}"
    if prompt.count("Hint: ") == 2:
        return fenced(task_of(YARN).reference.replace("return ", f"return None  # {ATTACK}\n    return "))
    return "x" * LONG


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    pytest.importorskip("transformers", reason="the extra `generation` is not installed")
    folder = tmp_path_factory.mktemp("runs")
    chosen = ("--task-ids", CHART, YARN, "--score")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with scripted_server(hostile) as server:
            arguments = ("--strategy", "rrr", "--max-calls", "2", *chosen)
            assert generate(server.url, folder / "rrr", *arguments, model="gpt-4") == 0
        with scripted_server(lambda prompt: fenced(FIRST)) as server:
            assert generate(server.url, folder / "basic", "--strategy", "basic", *chosen, model="gpt-4") == 0
    return folder / "rrr", folder / "basic"


@pytest.fixture(scope="module")
def runs(folders: tuple[Path, Path]) -> list[Run]:
    return read_runs([str(folder) for folder in folders])


@pytest.fixture(scope="module")
def report(folders: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    assert main(["report", *map(str, folders), "-o", str(folder)]) == 0
    return folder / "report.html"


def open_sample(page: Any, task: str, run: int = 0) -> Any:
    page.locator(f"#map button[data-run='{run}'][aria-label^='{task},']").click()
    dialog = page.locator("dialog")
    dialog.wait_for()
    return dialog


def unfold(dialog: Any) -> None:
    for fold in dialog.locator("details").all():
        fold.evaluate("(node) => { node.open = true; }")


def test_attempts() -> None:
    """Each ends with what the tests said, if they were asked, and a prompt that is too long makes no attempt."""

    def grouped(*targets: str, last: str = "stop") -> list[list[str]]:
        steps = [SampleStep(target) for target in targets]
        steps[-1] = SampleStep(targets[-1], finish_reason=last)
        sample = GeneratedSample("task", 0, "rrr", "", tuple(steps))
        return [list(attempt) for attempt in samples.attempts(sample) if samples.code_asked_for(attempt)]

    second = ["tool_calls", "reflection", "code", "oracle"]
    assert grouped("code", "oracle", *second) == [["code", "oracle"], second]
    assert grouped("code", "oracle", "reflection", "code", last=PROMPT_TOO_LONG) == [["code", "oracle"]]
    assert grouped("code", "code") == [["code"], ["code"]] and grouped("class") == []
    texts = ("a\nb\nc", "a\nB\nc\nd", "a\nB\nc\nd")
    sample = GeneratedSample("task", 0, "rrr", "", tuple(SampleStep("code", extracted=text) for text in texts))
    _, changed, same = samples.trajectory(sample)
    assert changed["diff"][0] == "@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d" and same["diff"][0] == ""
    flood = "a\n" * LONG
    steps = [
        SampleStep("code", extracted=flood),
        SampleStep("oracle", extracted=flood, tests_passed=0, tests=1),
        SampleStep("tool_calls", raw=flood, tool_outputs=(ToolOutput(flood, (flood,), flood),) * 100),
        SampleStep("reflection", raw=flood),
        SampleStep("code", extracted="b\n" * LONG),
    ]
    sample = GeneratedSample("task", 0, "rrr", "", tuple(steps))
    first, second = samples.trajectory(sample)
    text, notes = first["code"]
    assert len(text.split("\n")) == samples.MAX_LINES
    assert notes == ["Shown are the first 20,000 of 4,000,000 characters.", "Shown are the first 1,000 lines."]
    assert len(second["diff"][0].split("\n")) <= 2 * samples.MAX_LINES + 1
    texts = [second["thought"], second["reflection"], second["diff"], *(output for _, output, _ in second["calls"])]
    assert max(len(text) for text, _ in texts) <= samples.TEXT_LIMIT and len(second["calls"]) == 50
    run = make_project_run("mine,rrr", trajectories={"task": {0: sample}})
    assert samples.fair_limit([run], samples.TEXT_LIMIT, 60 * samples.TEXT_LIMIT) == samples.TEXT_LIMIT
    assert len(samples.trajectory(sample, 100)[0]["feedback"][0]) == 100


def test_the_page_shows_the_trajectory(page: Any) -> None:
    """Attempts, folded at first, with their difference, tool calls and what they returned, reflection, feedback and
    verdict. A sample of one step has none: its completion says it all."""
    dialog = open_sample(page, CHART)
    heads = dialog.locator("details.attempt > summary").all_inner_texts()
    verdicts = ["Attempt 1: \u2717 1 of 27 tests pass", "Attempt 2: \u2713 27 of 27 tests pass"]
    assert [head.split(",")[0] for head in heads] == verdicts
    first, second = dialog.locator("details.attempt").all()
    assert not second.locator("ins").first.is_visible()
    second.locator("> summary").press("Enter")
    assert second.locator("ins").first.is_visible()
    unfold(dialog)
    assert "return cls(library.expand(section))" in first.locator(".code-text").inner_text()
    assert "26 of 27 tests fail." in first.inner_text()
    assert "Thought: library.expand does not exist." in second.inner_text()
    calls = second.locator("details > summary").all_inner_texts()
    assert calls == ['get_class_info("StitchLibrary")', "get_imports()", 'get_method_body("Expander", "section")']
    assert "class StitchLibrary" in second.locator("details").first.inner_text()
    assert "Use Expander, and write the missing methods." in second.inner_text()
    assert "-        return cls(library.expand(section))\n" in second.locator("del").all_text_contents()
    assert '+            raise CountError("a chart needs a row")\n' in second.locator("ins").all_text_contents()
    page.keyboard.press("Escape")
    dialog = open_sample(page, CHART, run=1)
    assert "class Chart" in dialog.locator(".text-of-completion").inner_text()
    assert dialog.locator("details.attempt").count() == 0


def test_hostile_trajectories_are_text(page: Any, report: Path) -> None:
    """Markup in thoughts, arguments, outputs and reflections is shown and makes nothing; the page stays small."""
    assert report.stat().st_size < 1_500_000
    dialog = open_sample(page, YARN)
    unfold(dialog)
    shown = dialog.inner_text()
    assert shown.count(ATTACK) >= 4
    last = dialog.locator("details.attempt > summary").last.inner_text()
    assert last.startswith("Attempt 3: \u2717 fails"), "no oracle was asked, so that the score says it"
    assert f"Shown are the first {samples.TEXT_LIMIT:,} of 1,048,576 characters." in shown  # all that a run keeps
    page.wait_for_timeout(200)  # for what an image might still do
    assert dialog.locator("img, script, iframe, svg, a").count() == 0


def test_nothing_sticks_out(opened: Any, report: Path, screen: dict[str, Any]) -> None:
    page = opened(report, **screen)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    for task in (CHART, YARN):
        dialog = open_sample(page, task)
        unfold(dialog)
        assert dialog.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        page.keyboard.press("Escape")


def test_tables(page: Any, report: Path) -> None:
    tables = report.with_name("report.md").read_text(encoding="utf-8").partition("## Agent runs")[2]
    assert [line[4:] for line in tables.splitlines() if line.startswith("### ")] == [
        "Usage of the runs",
        "Published values (RepoClassBench, tables 3 and 4)",
        "Calls by tool (RepoClassBench, table 9)",
        "Tasks by tool (RepoClassBench, table 10)",
        "pass@1 by calls of the oracle (RepoClassBench, table 11)",
    ]
    assert "| gpt-4, rrr, greedy   | detailed    | 2     | 50.0   | 64.7      | 2.50     | 2.00 " in tables
    assert "| gpt-4, basic, greedy | detailed    | 2     | 0.0    | 1.9       | 1.00     | 0.00 " in tables
    assert "| GPT-4 | rrr       | sketchy     | RepoClassBench, table 4 | 7.1    | 21.9 " in tables
    section = page.locator("#agents")
    assert section.locator("h3").count() == 5
    rows = section.locator("table").first.locator("tbody tr").all_inner_texts()
    assert [row.split("\t")[:7] for row in rows] == [
        ["gpt-4, rrr, greedy", "detailed", "2", "50.0", "64.7", "2.50", "2.00"],
        ["gpt-4, basic, greedy", "detailed", "2", "0.0", "1.9", "1.00", "0.00"],
    ]
    last = section.locator("table").last.locator("tbody tr").all_inner_texts()
    assert last == ["gpt-4, rrr, greedy\t0.0\t50.0\t50.0"] and page.locator("nav a[href='#agents']").count() == 1


def test_runs(runs: list[Run], folders: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Strategy and description are those of the record, lengths of references those of the split, without functions.
    Where texts are more than a page may hold, those of trajectories make completions shorter too."""
    assert [(run.name.strategy, run.description) for run in runs] == [("rrr", "detailed"), ("basic", "detailed")]
    assert runs[0].reference_lines == {CHART: code_lines(task_of(CHART).reference)}
    assert samples.fair_limit(runs, budget=30_000) < samples.fair_limit([runs[1]], budget=30_000)
    # A label says what was shown where two runs differ by it alone. Where the samples have changed since they were
    # scored, nothing of them is shown.
    copy = tmp_path / "rrr"
    shutil.copytree(folders[0], copy)
    record = json.loads((copy / "run.json").read_text())
    record["arguments"]["description"] = "sketchy"
    (copy / "run.json").write_text(json.dumps(record))
    labels = ["gpt-4, rrr, greedy, detailed", "gpt-4, basic, greedy", "gpt-4, rrr, greedy, sketchy"]
    assert [run.label for run in read_runs([str(folder) for folder in (*folders, copy)])] == labels
    (copy / "samples.jsonl").write_text((copy / "samples.jsonl").read_text().splitlines(keepends=True)[0])
    (run,) = read_runs([str(copy)])
    assert not run.trajectories and "has changed since it was scored" in run.note
    assert main(["compare", *map(str, folders)]) == 0
    shown = capsys.readouterr().out
    assert "A: gpt-4, rrr, greedy" in shown
    (row,) = [line for line in shown.splitlines() if line.startswith("pass@1 ")]
    assert row.split()[1:5] == ["2", "0.5000", "0.0000", "0.5000"]
