"""Strategies for repository-level tasks, from prompt to score, with a model that follows a script."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from agent_dialogues import CALLS, CHART, FIRST, YARN, fenced, play, task_of
from agent_dialogues import generate as run
from places import ROOT
from scripted_model import scripted_server
from slow_cases import one_in

from classeval_hf import cli
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.generation.cli.command import main
from classeval_hf.generation.pipeline.options import AGENT_ARGUMENTS, FREE_ARGUMENTS
from classeval_hf.generation.pipeline.project_material import Materials
from classeval_hf.generation.pipeline.project_strategies import ProjectChains
from classeval_hf.generation.steps import Completion, Feedback, Prompt, PromptKind, Strategy
from classeval_hf.repository_tools.retrieval import load_retriever
from classeval_hf.runs.sample_files import read_generated_samples
from classeval_hf.runs.sample_records import GeneratedSample
from classeval_hf.tasks.splits import load_repository_tasks


def samples(folder: Path) -> list[GeneratedSample]:
    return [sample for _, sample in read_generated_samples(folder / "samples.jsonl")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A run of `rrr` on one task, and the prompts of it."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with scripted_server(play) as server:
            assert run(server.url, folder, "--strategy", "rrr", "--task-ids", CHART) == 0
    return folder, server.prompts


@pytest.mark.slow
def test_a_whole_dialogue_ends_in_the_right_class(
    played: tuple[Path, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First attempt, oracle, tools, reflection, second attempt, oracle: and the score is 1."""
    folder, prompts = tmp_path / "played", played[1]
    shutil.copytree(played[0], folder)
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    with scripted_server(play) as server:
        assert run(server.url, folder, "--strategy", "rrr", "--task-ids", CHART, "--score") == 0
    assert server.prompts == []
    (sample,) = samples(folder)
    targets = [step.target for step in sample.steps]
    assert targets == ["code", "oracle", "tool_calls", "reflection", "code", "oracle"]
    assert (sample.steps[1].tests_passed, sample.steps[1].tests) == (1, 27)
    assert sample.steps[5].tests_passed == sample.steps[5].tests == 27
    assert task_of(CHART).reference.strip() in sample.completion
    scores = json.loads((folder / "metrics.json").read_text())
    assert scores["pass@1"] == 1.0
    assert len(prompts) == 4


@pytest.mark.slow
def test_what_tools_returned_is_kept_and_shown(played: tuple[Path, list[str]]) -> None:
    """At most three calls are answered; their outputs stand in the record and in the prompts that follow."""
    folder, prompts = played
    (sample,) = samples(folder)
    outputs = sample.steps[2].tool_outputs
    assert [output.tool for output in outputs] == ["get_class_info", "get_imports", "get_method_body"]
    assert outputs[0].arguments == ("StitchLibrary",)
    assert all(output.ok for output in outputs)
    for output in outputs:
        assert output.output in prompts[2]
        assert output.output in prompts[3]


def test_feedback_names_failing_tests_and_last_frames(played: tuple[Path, list[str]]) -> None:
    """The model is told which tests fail and why, and nothing that differs from run to run."""
    (sample,) = samples(played[0])
    feedback = sample.steps[1].extracted
    assert feedback.startswith("26 of 27 tests fail.")
    assert "tests/" in feedback
    assert "::test_" in feedback
    assert "Error" in feedback
    assert not re.search(r"0x[0-9a-f]{6}|/tmp/\w", feedback)
    assert feedback in played[1][1]


def test_the_prompts_never_hold_the_reference(played: tuple[Path, list[str]]) -> None:
    """No line that only the reference has stands in a prompt before the model has written it."""
    own = {line.strip() for line in task_of(CHART).reference.splitlines() if len(line.strip()) > 30}
    said = task_of(CHART).detailed_description
    for prompt in played[1]:
        assert not [line for line in own if line in prompt and line not in said and line not in FIRST]


@pytest.mark.parametrize("number", one_in(3, [1, 2, 3]))
def test_a_killed_run_resumes_to_the_byte(
    number: int, played: tuple[Path, list[str]], tmp_path: Path, monkeypatch: Any
) -> None:
    """Cut off after any number of steps, with and without the oracle's word, the run ends in the same sample."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    whole = (played[0] / "samples.jsonl").read_bytes()
    said: list[str] = []

    def stop_after(number: int) -> Any:
        def script(prompt: str) -> str:
            if len(said) == number:
                raise ConnectionError("the server ends")
            said.append(prompt)
            return play(prompt)

        return script

    arguments = ("--strategy", "rrr", "--task-ids", CHART, "--max-retries", "0")
    with scripted_server(stop_after(number)) as server:
        assert run(server.url, tmp_path, *arguments) == 2
    assert len(said) == number
    with scripted_server(play) as server:
        assert run(server.url, tmp_path, *arguments) == 0
    assert len(server.prompts) == 4 - number
    assert (tmp_path / "samples.jsonl").read_bytes() == whole


@pytest.mark.parametrize(
    ("said", "observed"),
    one_in(
        3,
        [
            ("I refuse.", "No call of a tool was found"),
            ("get_class_info(\n" * 3000, ""),
            ("open_file('/etc/passwd')\nget_signature(", "get_class_info"),
            ("get_relevant_code(" + "x" * 100_000 + ")", ""),
            ('get_class_info("Nobody")', "Nobody"),
        ],
    ),
)
def test_bad_tool_calls_come_back_as_messages(said: str, observed: str, tmp_path: Path, monkeypatch: Any) -> None:
    """Malformed calls, unknown tools, names that are not there and floods never end a run."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")

    def script(prompt: str) -> str:
        return said if "call tools" in prompt else play(prompt)

    with scripted_server(script) as server:
        assert run(server.url, tmp_path, "--strategy", "rrr", "--task-ids", CHART) == 0
    (sample,) = samples(tmp_path)
    assert sample.steps[-1].tests_passed == 27
    assert observed in server.prompts[2]


def test_renamed_symbols_have_the_tasks_names_in_what_tools_were_asked() -> None:
    """A model may use the project's name of a symbol that its benchmark renamed; prompts have the task's."""
    names = {"cHArt": "Chart", "eXPander": "Expander"}
    task = replace(task_of(CHART), target=Target("cHArt", "class"), paraphrase=names)
    prompt = Prompt(PromptKind.INSTRUCT, "")
    with Materials(load_retriever("bm25")) as materials:
        chain = ProjectChains(materials).start(task, Strategy.RRR, 0)
        for said in ("class cHArt: pass", Feedback(False, "", "").to_json(), 'get_class_info("Expander")'):
            (step,) = chain.ready_steps()
            chain.receive(step, prompt, Completion(said))
        (step,) = chain.ready_steps()
        assert step.context.observations.startswith('get_class_info("eXPander")\nclass eXPander(')


def test_two_tasks_of_one_id_have_each_its_own_material() -> None:
    task = task_of(CHART)
    other = replace(task, unsound_reason="another one")
    with Materials(None) as materials:
        first = materials.of(task)
        assert materials.of(replace(task)) is first
        assert materials.of(other) is not first


def test_a_model_that_was_not_asked_for_calls_is_not_blamed() -> None:
    """Where the prompt for tool calls does not fit, nothing of tools is shown, and the next attempt is made."""
    prompt = Prompt(PromptKind.INSTRUCT, "")
    said = (Completion("x"), Completion(Feedback(False, "", "").to_json()), Completion("", PROMPT_TOO_LONG))
    with Materials(load_retriever("bm25")) as materials:
        chain = ProjectChains(materials).start(task_of(CHART), Strategy.RRR, 0)
        for completion in said:
            (step,) = chain.ready_steps()
            chain.receive(step, prompt, completion)
        (step,) = chain.ready_steps()
    assert (step.asked, step.context.observations) == ("reflection", "")


def test_an_endless_loop_ends_after_the_oracle_calls(
    tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model that never learns is asked five times, and its last attempt is the completion; which is said before."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    with scripted_server(lambda prompt: fenced(FIRST)) as server:
        assert run(server.url, tmp_path, "--strategy", "reflexion", "--task-ids", CHART) == 0
    (sample,) = samples(tmp_path)
    targets = [step.target for step in sample.steps]
    assert targets == ["code", *["oracle", "reflection", "code"] * 5]
    said = capsys.readouterr().out
    assert "reflexion: up to 6 attempts are written, and 5 tested; for fewer, --max-calls\n" in said
    assert re.search(r"reflexion: the tests of all attempts take up to about \d+:\d\d here; the model's own", said)
    assert not [step for step in sample.steps if step.tool_outputs]


def test_a_budget_of_tokens_ends_the_attempts(tmp_path: Path, monkeypatch: Any) -> None:
    """Beyond the budget no further attempt is begun."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    with scripted_server(lambda prompt: fenced(FIRST)) as server:
        arguments = ("--strategy", "reflexion", "--task-ids", CHART, "--max-total-tokens", "10")
        assert run(server.url, tmp_path, *arguments) == 0
    assert [step.target for step in samples(tmp_path)[0].steps] == ["code", "oracle"]


def test_the_model_works_on_others_while_tests_run(tmp_path: Path, monkeypatch: Any) -> None:
    """With one request at a time, another task is begun before the first one's tests are through."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    with scripted_server(lambda prompt: fenced(FIRST)) as server:
        arguments = ("--strategy", "reflexion", "--max-calls", "1", "--concurrency", "1", "--task-ids", CHART, YARN)
        assert run(server.url, tmp_path, *arguments) == 0
    first = [CHART if "class Chart of" in prompt else YARN for prompt in server.prompts]
    assert first[:2] == [CHART, YARN]
    assert len(server.prompts) == 6


@pytest.mark.parametrize("strategy", one_in(2, ["basic", "naive_rag", "repocoder", "no_context", "local_completion"]))
def test_strategies_without_oracle(strategy: str, tmp_path: Path) -> None:
    """They need no consent, since they run nothing; each shows what it is to show."""
    chosen: Sequence[str] = ("--strategy", strategy, "--task-ids", CHART, YARN)
    with scripted_server(lambda prompt: fenced(FIRST)) as server:
        assert run(server.url, tmp_path, *chosen) == 0
    found = samples(tmp_path)
    assert [sample.task_id for sample in found] == [CHART, YARN]
    attempts = 2 if strategy == "repocoder" else 1
    assert all([step.target for step in sample.steps] == ["code"] * attempts for sample in found)
    retrieves = strategy in ("naive_rag", "repocoder")
    assert all(("Code of the project that may help" in prompt) == retrieves for prompt in server.prompts)
    of_yarn = next(prompt for prompt in server.prompts if "function estimate_yarn" in prompt)
    assert "class Estimate" in of_yarn or strategy != "local_completion"
    assert "class Estimate" not in of_yarn or strategy not in ("basic", "no_context")


def test_an_empty_completion_of_a_class_is_empty(tmp_path: Path) -> None:
    """The beginning of the class, which stood in the prompt, is not taken for code of the model."""
    with scripted_server(lambda prompt: "\n") as server:
        chosen = ("--strategy", "local_completion", "--prompt", "base", "--task-ids", CHART)
        assert run(server.url, tmp_path, *chosen) == 0
    (sample,) = samples(tmp_path)
    assert sample.steps[0].empty
    assert not sample.completion


def test_refusals_name_what_is_wrong(tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy for other tasks, an unknown tool, a missing consent, an option without meaning."""
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL", raising=False)
    cases = {
        ("--strategy", "holistic"): "--strategy holistic is not for open_repo",
        ("--strategy", "rrr"): "--strategy rrr runs attempts",
        ("--strategy", "rrr", "--oracle", "none", "--without-tools", "get_all"): "there is no tool get_all",
        ("--strategy", "basic", "--prompt", "fim"): "--prompt fim needs code below",
        ("--strategy", "basic", "--max-calls", "0"): "--max-calls must be at least 1",
        ("--strategy", "basic", "--projects", "litestar"): "litestar",
    }
    for arguments, message in cases.items():
        assert run("http://127.0.0.1:9/v1", tmp_path / "out", *arguments) == 2
        assert message in capsys.readouterr().err
    of_classes = ["--model", "x", "--split", "open", "--backend", "openai", "--base-url", "http://127.0.0.1:9"]
    assert main([*of_classes, "--strategy", "rrr"]) == 2
    assert "--strategy rrr is not for open" in capsys.readouterr().err
    assert main([*of_classes, "--max-calls", "3"]) == 2
    assert "--max-calls is for repository-level tasks" in capsys.readouterr().err


def test_without_tests_only_the_code_is_checked(tmp_path: Path, monkeypatch: Any) -> None:
    """`--oracle none` needs no consent and runs nothing: names that nothing defines are what is wrong."""
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL", raising=False)
    wrong = FIRST.replace("library.expand(section)", "Expanderr(library).section(section)")

    def script(prompt: str) -> str:
        return CALLS if "call tools" in prompt else fenced(FIRST if prompt.count("Hint: ") == 2 else wrong)

    with scripted_server(script) as server:
        assert run(server.url, tmp_path, "--strategy", "rrr", "--oracle", "none", "--task-ids", CHART) == 0
    (sample,) = samples(tmp_path)
    assert [step.target for step in sample.steps] == ["code", "oracle", "tool_calls", "reflection", "code", "oracle"]
    assert "Expanderr" in sample.steps[1].extracted
    assert sample.steps[1].tests == 0


def test_tools_can_be_left_out(tmp_path: Path, monkeypatch: Any) -> None:
    """An ablation: what is left out is neither named in prompts nor answered, and snippets are not retrieved."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    left_out = ("--without-tools", "get_class_info", "get_related_snippets", "--max-tool-calls", "2")
    with scripted_server(play) as server:
        assert run(server.url, tmp_path, "--strategy", "rrr", "--task-ids", CHART, *left_out) == 0
    (sample,) = samples(tmp_path)
    assert [output.ok for output in sample.steps[2].tool_outputs] == [False, True]
    assert "each call on a line of its own, 2 at most" in server.prompts[1]
    assert "- get_class_info(" not in server.prompts[1]
    assert "- get_imports()" in server.prompts[1]
    assert "Code of the project that may help" not in server.prompts[0]


def test_an_over_long_completion_costs_its_attempt_alone(tmp_path: Path, monkeypatch: Any) -> None:
    """Two million characters are cut, fail, and do not flood the next prompt; nor does an endless reflection."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")

    def script(prompt: str) -> str:
        said = play(prompt)
        if "Explain in a few sentences" in prompt:
            return "It is wrong. " * 50_000
        return "x = (\n" * 330_000 if said == fenced(FIRST) else said

    with scripted_server(script) as server:
        assert run(server.url, tmp_path, "--strategy", "rrr", "--task-ids", CHART) == 0
    (sample,) = samples(tmp_path)
    assert sample.steps[-1].tests_passed == 27
    assert max(map(len, server.prompts)) < 100_000
    assert (tmp_path / "samples.jsonl").stat().st_size < 4_000_000


@pytest.mark.slow
def test_a_process_that_is_killed_resumes_to_the_byte(played: tuple[Path, list[str]], tmp_path: Path) -> None:
    """Killed while its model thinks, after the tests have spoken, it goes on from there with the same bytes."""
    arguments = ["--backend", "openai", "--model", "scripted", "--tasks", "open_repo", "--greedy", "--strategy", "rrr"]
    command = [sys.executable, str(ROOT / "generation" / "run.py"), *arguments, "--task-ids", CHART]
    command += ["--output", str(tmp_path)]
    environment = {**os.environ, "HF_ALLOW_CODE_EVAL": "1"}

    def hang(prompt: str) -> str | None:
        return play(prompt) if "call tools" not in prompt else None

    with scripted_server(hang) as server:
        process = subprocess.Popen([*command, "--base-url", server.url], env=environment)
        while len(server.prompts) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
        process.wait()
    kept = [json.loads(line)["step"] for line in (tmp_path / "steps.rank0.jsonl").read_text().splitlines()]
    assert kept == [0, 1]  # the attempt, and what the tests said of it
    with scripted_server(play) as server:
        subprocess.run([*command, "--base-url", server.url], env=environment, check=True)
    assert len(server.prompts) == 3
    assert (tmp_path / "samples.jsonl").read_bytes() == (played[0] / "samples.jsonl").read_bytes()


@pytest.mark.skipif(
    "CLASSEVAL_PROJECTS" not in os.environ, reason="set CLASSEVAL_PROJECTS to an HF_HOME with projects"
)
def test_a_real_project_from_prompt_to_report(tmp_path: Path, monkeypatch: Any) -> None:
    """A task of litestar: no class at first, then tools, a reflection and the reference; scored and reported."""
    monkeypatch.setenv("HF_HOME", os.environ["CLASSEVAL_PROJECTS"])
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    tasks = [task for task in load_repository_tasks("repoclassbench") if task.project.name == "litestar"]
    task = next(task for task in tasks if task.target.name == "Accept")

    def script(prompt: str) -> str:
        if "call tools" in prompt:
            return 'get_class_info("MediaTypeHeader")\nget_imports()'
        if "Explain in a few sentences" in prompt:
            return "The class is empty."
        return fenced(task.reference if prompt.count("Hint: ") == 2 else "class Accept:\n    pass")

    with scripted_server(script) as server:
        chosen = ["--backend", "openai", "--base-url", server.url, "--model", "scripted", "--task-ids", task.task_id]
        sampled = ["--tasks", "repoclassbench", "--strategy", "rrr", "--greedy", "--score"]
        assert main([*chosen, *sampled, "--output", str(tmp_path / "run")]) == 0
    (sample,) = samples(tmp_path / "run")
    assert [step.target for step in sample.steps] == ["code", "oracle", "tool_calls", "reflection", "code", "oracle"]
    assert all(output.ok for output in sample.steps[2].tool_outputs)
    assert json.loads((tmp_path / "run" / "metrics.json").read_text())["pass@1"] == 1.0
    assert cli.main(["report", str(tmp_path / "run"), "-o", str(tmp_path / "report")]) == 0
    assert (tmp_path / "report" / "report.html").stat().st_size > 10_000


def test_what_needs_no_tools_needs_no_libraries_of_theirs(
    tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the extra `agent`, strategies without tools run, and the others say what to install."""
    monkeypatch.setitem(sys.modules, "bm25s", None)
    with scripted_server(lambda prompt: fenced(FIRST)) as server:
        assert run(server.url, tmp_path / "basic", "--strategy", "basic", "--task-ids", CHART) == 0
        assert run(server.url, tmp_path / "rag", "--strategy", "naive_rag", "--task-ids", CHART) == 2
    assert "--strategy naive_rag needs bm25s, which is not installed: `pip install" in capsys.readouterr().err


def test_other_limits_are_another_run(
    played: tuple[Path, list[str]], monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """What decides about an agent's samples is compared when its run is resumed."""
    monkeypatch.setenv("HF_ALLOW_CODE_EVAL", "1")
    changed = {
        "max-calls": "3",
        "max-tool-calls": "2",
        "snippets": "4",
        "iterations": "3",
        "max-total-tokens": "9",
        "description": "sketchy",
        "oracle": "none",
        "without-tools": "get_imports",
    }
    for option, value in changed.items():
        chosen = ("--strategy", "rrr", "--task-ids", CHART, f"--{option}", value)
        assert run("http://127.0.0.1:9/v1", played[0], *chosen) == 2
        assert re.search(f"holds a run with(out)? --{option}[ ,]", capsys.readouterr().err)
    assert {name.replace("-", "_") for name in changed} == {*AGENT_ARGUMENTS} - {*FREE_ARGUMENTS, "retriever"}
