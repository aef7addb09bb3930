"""Strategies for repository-level tasks, from prompt to score, with a model that follows a script."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from agent_dialogues import CALLS, CHART, FIRST, YARN, fenced, play, task_of
from agent_dialogues import generate as run
from places import ROOT
from scripted_model import Script, scripted_server
from slow_and_full import one_in

from classeval_hf import cli
from classeval_hf.core.repository_tasks import RepositoryTask, Target
from classeval_hf.core.verdicts import PROMPT_TOO_LONG
from classeval_hf.generation.command import main
from classeval_hf.generation.options import FAMILY_ARGUMENTS, FREE_ARGUMENTS
from classeval_hf.projects.prompts import ProjectStep
from classeval_hf.projects.strategies import ProjectPrompts
from classeval_hf.prompting.steps import (
    Completion,
    Feedback,
    GeneratedSample,
    Prompt,
    PromptKind,
    Strategy,
    read_generated_samples,
)
from classeval_hf.tasks.splits import load_repository_tasks

OUT = Path("out")
NOWHERE = "http://127.0.0.1:9/v1"
WHOLE = ["code", "oracle", "tool_calls", "reflection", "code", "oracle"]


def samples(folder: Path) -> list[GeneratedSample]:
    return [sample for _, sample in read_generated_samples(folder / "samples.jsonl")]


def played_by(script: Script, *arguments: str, folder: Path = OUT) -> tuple[GeneratedSample, list[str]]:
    with scripted_server(script) as server:
        assert run(server.url, folder, "--task-ids", CHART, *arguments) == 0
    (sample,) = samples(folder)
    return sample, server.prompts


def targets(sample: GeneratedSample) -> list[str]:
    return [step.target for step in sample.steps]


def says_first(prompt: str) -> str:
    return fenced(FIRST)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A run of `rrr` on one task, and the prompts of it."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        return folder, played_by(play, "--strategy", "rrr", folder=folder)[1]


def test_a_whole_dialogue_ends_in_the_right_class(played: tuple[Path, list[str]]) -> None:
    """What tools return is kept and shown; no line that only the reference has is in a prompt before it is written."""
    folder, prompts = played
    (sample,) = samples(folder)
    assert targets(sample) == WHOLE and len(prompts) == 4
    assert (sample.steps[1].tests_passed, sample.steps[1].tests) == (1, 27)
    assert sample.steps[5].tests_passed == sample.steps[5].tests == 27
    assert task_of(CHART).reference.strip() in sample.completion
    outputs = sample.steps[2].tool_outputs
    assert [output.tool for output in outputs] == ["get_class_info", "get_imports", "get_method_body"]
    assert outputs[0].arguments == ("StitchLibrary",)
    assert all(output.ok and output.output in prompts[2] and output.output in prompts[3] for output in outputs)
    own = {line.strip() for line in task_of(CHART).reference.splitlines() if len(line.strip()) > 30}
    said = task_of(CHART).detailed_description + FIRST
    assert not [line for prompt in prompts for line in own if line in prompt and line not in said]
    feedback = sample.steps[1].extracted  # nothing in it differs from run to run
    assert feedback.startswith("26 of 27 tests fail.") and feedback in prompts[1]
    assert all(part in feedback for part in ("tests/", "::test_", "Error"))
    assert not re.search(r"0x[0-9a-f]{6}|/tmp/\w", feedback)


@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("number", one_in(3, [1, 2, 3]))
def test_a_killed_run_resumes_to_the_byte(number: int, played: tuple[Path, list[str]]) -> None:
    """Also without the oracle's word. A whole run is scored without a question to the model, and its score is 1."""

    def stops(prompt: str) -> str:
        if len(server.prompts) > number:
            raise ConnectionError("the server ends")
        return play(prompt)

    arguments = ("--strategy", "rrr", "--task-ids", CHART, "--max-retries", "0")
    with scripted_server(stops) as server:
        assert run(server.url, OUT, *arguments) == 2
    assert len(server.prompts) == number + 1
    with scripted_server(play) as server:
        assert run(server.url, OUT, *arguments) == 0 and len(server.prompts) == 4 - number
        assert (OUT / "samples.jsonl").read_bytes() == (played[0] / "samples.jsonl").read_bytes()
        assert run(server.url, OUT, *arguments, "--score") == 0 and len(server.prompts) == 4 - number
    assert json.loads((OUT / "metrics.json").read_text())["pass@1"] == 1.0


BAD_CALLS = {
    "I refuse.": "No call of a tool was found",
    "get_class_info(\n" * 3000: "",
    "open_file('/etc/passwd')\nget_signature(": "get_class_info",
    "get_relevant_code(" + "x" * 100_000 + ")": "",
    'get_class_info("Nobody")': "Nobody",
}


@pytest.mark.usefixtures("consent")
def test_bad_tool_calls_come_back_as_messages() -> None:
    left = list(BAD_CALLS)

    def script(prompt: str) -> str:
        if "call tools" in prompt:
            return left.pop(0)
        return fenced(FIRST) if left else play(prompt)

    sample, prompts = played_by(script, "--strategy", "rrr", "--max-calls", "6")
    assert targets(sample) == [*["code", "oracle", "tool_calls", "reflection"] * 5, "code", "oracle"]
    assert sample.steps[-1].tests_passed == 27
    for prompt, observed in zip(prompts[2::3], BAD_CALLS.values(), strict=True):
        assert observed in prompt


def step_after(task: RepositoryTask, attempt: str, calls: Completion) -> ProjectStep:
    """The step of `rrr` that follows where an attempt is wrong and this comes instead of calls of tools."""
    with ProjectPrompts(asked=[Strategy.RRR]) as family:
        chain = family.start(task, Strategy.RRR, 0)
        for reply in (Completion(attempt), Feedback(False, "", ""), calls):
            (step,) = chain.ready_steps()
            if isinstance(step, ProjectStep) and isinstance(reply, Completion):
                chain.receive(step, Prompt(PromptKind.INSTRUCT, ""), reply)
            elif isinstance(reply, Feedback):
                chain.receive(step, step, reply)
        (step,) = chain.ready_steps()
        assert isinstance(step, ProjectStep)
        return step


def test_names_and_material_of_tasks() -> None:
    """A model may use the project's name of a symbol that its benchmark renamed; prompts have the task's."""
    names = {"cHArt": "Chart", "eXPander": "Expander"}
    task = replace(task_of(CHART), target=Target("cHArt", "class"), paraphrase=names)
    step = step_after(task, "class cHArt: pass", Completion('get_class_info("Expander")'))
    assert step.context.observations.startswith('get_class_info("eXPander")\nclass eXPander(')
    task = task_of(CHART)
    other = replace(task, unsound_reason="another one")
    with ProjectPrompts() as family:
        first = family.materials.of(task)
        assert family.materials.of(replace(task)) is first and family.materials.of(other) is not first


@pytest.mark.usefixtures("consent")
def test_an_endless_loop_ends_after_the_oracle_calls(capsys: pytest.CaptureFixture[str]) -> None:
    """A model that never learns is asked five times, which is said before; or fewer, where a budget of tokens ends."""
    sample, _ = played_by(says_first, "--strategy", "reflexion")
    assert targets(sample) == ["code", *["oracle", "reflection", "code"] * 5]
    said = capsys.readouterr().out
    assert "reflexion: up to 6 attempts are written, and 5 tested; for fewer, --max-calls\n" in said
    assert re.search(
        r"reflexion: the tests of all attempts take up to about \d+:\d\d here; without the model's own", said
    )
    assert not [step for step in sample.steps if step.tool_outputs]
    limited = played_by(says_first, "--strategy", "reflexion", "--max-total-tokens", "10", folder=Path("limited"))
    assert targets(limited[0]) == ["code", "oracle"]


@pytest.mark.usefixtures("consent")
def test_the_model_works_on_others_while_tests_run() -> None:
    """With one request at a time, another sample is begun before the first one's tests are through."""
    with scripted_server(says_first) as server:
        sampled = ["--tasks", "open_repo", "--task-ids", CHART, "--n-samples", "2", "--temperature", "1"]
        served = ["--backend", "openai", "--base-url", server.url, "--model", "scripted", "--concurrency", "1"]
        assert main([*sampled, *served, "--strategy", "reflexion", "--max-calls", "1", "--output", "out"]) == 0
    assert server.prompts[0] == server.prompts[1] != server.prompts[2] and len(server.prompts) == 6


@pytest.mark.parametrize("strategy", one_in(2, ["basic", "naive_rag", "repocoder", "no_context", "local_completion"]))
def test_strategies_without_oracle(strategy: str) -> None:
    with scripted_server(says_first) as server:
        assert run(server.url, OUT, "--strategy", strategy, "--task-ids", CHART, YARN) == 0
    found = samples(OUT)
    assert [sample.task_id for sample in found] == [CHART, YARN]
    attempts = 2 if strategy == "repocoder" else 1
    assert all(targets(sample) == ["code"] * attempts for sample in found)
    retrieves = strategy in ("naive_rag", "repocoder")
    assert all(("Code of the project that may help" in prompt) == retrieves for prompt in server.prompts)
    of_yarn = next(prompt for prompt in server.prompts if "function estimate_yarn" in prompt)
    assert "class Estimate" in of_yarn or strategy != "local_completion"
    assert "class Estimate" not in of_yarn or strategy not in ("basic", "no_context")


def test_what_is_no_fault_and_what_is_empty() -> None:
    """Where the prompt for tool calls does not fit, nothing of tools is shown, and the next attempt is made."""
    step = step_after(task_of(CHART), "x", Completion("", PROMPT_TOO_LONG))
    assert (step.asked, step.context.observations) == ("reflection", "")
    # The beginning of the class, which stood in the prompt, is not taken for code of the model.
    sample, _ = played_by(lambda prompt: "\n", "--strategy", "local_completion", "--prompt", "base")
    assert sample.steps[0].empty and not sample.completion


def test_refusals_name_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in {
        "--strategy holistic": "--strategy holistic is not for open_repo",
        "--strategy rrr": "--strategy rrr runs attempts",
        "--strategy rrr --oracle none --without-tools get_all": "there is no tool get_all",
        "--strategy basic --prompt fim": "--prompt fim needs code below",
        "--strategy basic --max-calls 0": "--max-calls must be at least 1",
        "--strategy basic --projects litestar": "litestar",
        "--tasks open --strategy rrr": "--strategy rrr is not for open",
        f"--tasks {__file__} --strategy rrr": f"--strategy rrr is not for {__file__}, which has class tasks",
        "--tasks open --max-calls 3": "--max-calls is for repository-level tasks",
    }.items():
        assert run(NOWHERE, OUT, *arguments.split()) == 2 and message in capsys.readouterr().err


def test_without_tests_only_the_code_is_checked_and_tools_can_be_left_out() -> None:
    """`--oracle none` needs no consent: names that nothing defines are what is wrong."""
    wrong = FIRST.replace("library.expand(section)", "Expanderr(library).section(section)")

    def script(prompt: str) -> str:
        return CALLS if "call tools" in prompt else fenced(FIRST if prompt.count("Hint: ") == 2 else wrong)

    left_out = ("--without-tools", "get_class_info", "get_related_snippets", "--max-tool-calls", "2")
    sample, prompts = played_by(script, "--strategy", "rrr", "--oracle", "none", *left_out)
    assert targets(sample) == WHOLE and "Expanderr" in sample.steps[1].extracted and sample.steps[1].tests == 0
    assert [output.ok for output in sample.steps[2].tool_outputs] == [False, True]
    assert "each call on a line of its own, 2 at most" in prompts[1] and "- get_imports()" in prompts[1]
    assert "- get_class_info(" not in prompts[1] and "Code of the project that may help" not in prompts[0]


@pytest.mark.usefixtures("consent")
def test_an_over_long_completion_costs_its_attempt_alone() -> None:
    """Two million characters are cut, fail, and do not flood the next prompt; nor does an endless reflection."""

    def script(prompt: str) -> str:
        said = play(prompt)
        if "Explain in a few sentences" in prompt:
            return "It is wrong. " * 50_000
        return "x = (\n" * 330_000 if said == fenced(FIRST) else said

    sample, prompts = played_by(script, "--strategy", "rrr")
    assert sample.steps[-1].tests_passed == 27 and max(map(len, prompts)) < 100_000
    assert (OUT / "samples.jsonl").stat().st_size < 4_000_000


@pytest.mark.full
def test_a_process_that_is_killed_resumes_to_the_byte(played: tuple[Path, list[str]]) -> None:
    arguments = ["--backend", "openai", "--model", "scripted", "--tasks", "open_repo", "--greedy", "--strategy", "rrr"]
    command = [sys.executable, str(ROOT / "generation" / "run.py"), *arguments, "--task-ids", CHART]
    command += ["--output", str(OUT)]
    environment = {**os.environ, "HF_ALLOW_CODE_EVAL": "1"}
    with scripted_server(lambda prompt: play(prompt) if "call tools" not in prompt else None) as server:
        process = subprocess.Popen([*command, "--base-url", server.url], env=environment)
        while len(server.prompts) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        process.kill()
        process.wait()
    kept = [json.loads(line)["step"] for line in (OUT / "steps.rank0.jsonl").read_text().splitlines()]
    assert kept == [0, 1]  # the attempt, and what the tests said of it
    with scripted_server(play) as server:
        subprocess.run([*command, "--base-url", server.url], env=environment, check=True)
    assert len(server.prompts) == 3
    assert (OUT / "samples.jsonl").read_bytes() == (played[0] / "samples.jsonl").read_bytes()


@pytest.mark.skipif(
    "CLASSEVAL_PROJECTS" not in os.environ, reason="set CLASSEVAL_PROJECTS to an HF_HOME with projects"
)
def test_a_real_project_from_prompt_to_report(monkeypatch: pytest.MonkeyPatch, consent: None) -> None:
    """A task of litestar: no class at first, then tools, a reflection and the reference; scored and reported."""
    monkeypatch.setenv("HF_HOME", os.environ["CLASSEVAL_PROJECTS"])
    tasks = [task for task in load_repository_tasks("repoclassbench") if task.project.name == "litestar"]
    task = next(task for task in tasks if task.target.name == "Accept")

    def script(prompt: str) -> str:
        if "call tools" in prompt:
            return 'get_class_info("MediaTypeHeader")\nget_imports()'
        if "Explain in a few sentences" in prompt:
            return "The class is empty."
        return fenced(task.reference if prompt.count("Hint: ") == 2 else "class Accept:\n    pass")

    chosen = ("--tasks", "repoclassbench", "--task-ids", task.task_id)
    sample, _ = played_by(script, *chosen, "--strategy", "rrr", "--score")
    assert targets(sample) == WHOLE and all(output.ok for output in sample.steps[2].tool_outputs)
    assert json.loads((OUT / "metrics.json").read_text())["pass@1"] == 1.0
    assert cli.main(["report", str(OUT), "-o", "report"]) == 0
    assert Path("report", "report.html").stat().st_size > 10_000


def test_libraries_are_for_tools_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the extra `agent`, strategies without tools run, and the others say what to install."""
    monkeypatch.setitem(sys.modules, "bm25s", None)
    with scripted_server(says_first) as server:
        assert run(server.url, Path("basic"), "--strategy", "basic", "--task-ids", CHART) == 0
        assert run(server.url, Path("rag"), "--strategy", "naive_rag", "--task-ids", CHART) == 2
    assert "--strategy naive_rag needs bm25s, which is not installed: `pip install" in capsys.readouterr().err


CHANGED = {
    **{"max-calls": "3", "max-tool-calls": "2", "snippets": "4", "iterations": "3", "max-total-tokens": "9"},
    **{"description": "sketchy", "oracle": "none", "without-tools": "get_imports"},
}


@pytest.mark.usefixtures("consent")
def test_other_limits_are_another_run(played: tuple[Path, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    for option, value in CHANGED.items():
        assert run(NOWHERE, played[0], *("--strategy", "rrr", "--task-ids", CHART, f"--{option}", value)) == 2
        assert re.search(f"holds a run with(out)? --{option}[ ,]", capsys.readouterr().err)
    compared = {*FAMILY_ARGUMENTS["repository"]} - {*FREE_ARGUMENTS, "retriever"}
    assert {name.replace("-", "_") for name in CHANGED} == compared
