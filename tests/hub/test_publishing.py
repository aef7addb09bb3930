"""What is published: to a local server that speaks the few endpoints of the Hub that are used, and the dataset."""

import argparse
import base64
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import huggingface_hub
import pytest
import yaml
from datasets import load_dataset
from huggingface_hub import DatasetCard, ModelCard, SpaceCard
from local_servers import LocalServer, QuietHandler, serving
from places import OPEN, ROOT
from slow_and_full import slow

from classeval_dataset import task_features
from classeval_hf.cli.report import add_commands
from classeval_hf.core.tasks import ClassTask
from classeval_hf.hub.publishing import card_with_results, eval_result_file, read_run
from classeval_hf.metrics.averages import DEFAULT_KS
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.task_quality.statistics import compute_statistics

CLI = """
import argparse, contextlib, io, json, sys
from classeval_hf.cli.report import add_commands
parser = argparse.ArgumentParser()
add_commands(parser.add_subparsers(required=True))
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            arguments = parser.parse_args(json.loads(line))
            status = arguments.run(arguments)
        except (OSError, ValueError) as error:
            status = f"error: {error}"
    print(json.dumps([status, out.getvalue(), err.getvalue()]), flush=True)
"""
OLD = not hasattr(huggingface_hub, "EvalResultEntry")
NEEDS_EVAL_RESULTS = pytest.mark.skipif(OLD, reason="this huggingface_hub does not know .eval_results yet")
RUN_OPTIONS = ["--strategy", "holistic", "--sampling", "greedy", "--date", "2026-01-31"]
TO_MODEL = ["--model-repo", "org/model", "--dataset-repo", "org/classeval"]
RESULT_FILE = ".eval_results/classeval_open_holistic_greedy.yaml"
WARNING = {"count": 2, "example": "ClassEvalOpen_1", "advice": ""}
SHARE = str(round((OPEN - 1) / OPEN, 6))  # of the classes that pass


class Hub(LocalServer):
    def __init__(self) -> None:
        super().__init__(HubHandler)
        self.repos: dict[str, dict[str, bytes]] = {}
        self.pull_requests: list[dict[str, Any]] = []
        self.tokens: set[str] = set()
        self.commands: subprocess.Popen[str]

    def publish(self, *arguments: object) -> tuple[int, str, str]:
        stdin, stdout = self.commands.stdin, self.commands.stdout
        assert stdin is not None and stdout is not None
        print(json.dumps([str(argument) for argument in arguments]), file=stdin, flush=True)
        status, printed, errors = json.loads(stdout.readline())
        return (status, printed, errors) if isinstance(status, int) else (1, printed, errors + status)

    def published(self, *arguments: object) -> str:
        status, printed, errors = self.publish(*arguments)
        assert status == 0, errors
        return printed


class HubHandler(QuietHandler):
    server: Hub

    def do_GET(self) -> None:
        repo, _, rest = urlsplit(self.path).path.strip("/").partition("/resolve/")
        path = rest.partition("/")[2]
        if repo not in self.server.repos:
            return self.answer(404, X_Error_Code="RepoNotFound")
        commit = {"X_Repo_Commit": sha1(repr(self.server.repos[repo]).encode()).hexdigest()}
        content = self.server.repos[repo].get(path)
        if content is None:
            return self.answer(404, X_Error_Code="EntryNotFound", **commit)
        return self.answer(200, content, ETag=f'"{sha1(content).hexdigest()}"', **commit)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        body = self.body()
        path, query = urlsplit(self.path).path, urlsplit(self.path).query
        if path == "/api/validate-yaml":
            return self.answer_json({"errors": [], "warnings": []})
        kind, owner, name, action = path.removeprefix("/api/").split("/")[:4]
        repo = f"{owner}/{name}" if kind == "models" else f"{kind}/{owner}/{name}"
        if repo not in self.server.repos:
            return self.answer(404, b"{}", X_Error_Code="RepoNotFound")
        if action == "preupload":
            new = {"uploadMode": "regular", "shouldIgnore": False}
            return self.answer_json({"files": [{"path": item["path"], **new} for item in json.loads(body)["files"]]})
        lines = [json.loads(line) for line in body.splitlines()]
        assert action == "commit"
        assert "create_pr=1" in query
        self.server.tokens.add(self.headers["Authorization"] or "")
        values = [item["value"] for item in lines if item["key"] == "file"]
        files = {value["path"]: base64.b64decode(value["content"]) for value in values}
        self.server.pull_requests.append({"repo": repo, "title": lines[0]["value"]["summary"], "files": files})
        commit, number = "b" * 40, len(self.server.pull_requests)
        urls = {"commitUrl": f"{self.server.url}/{repo}/commit/{commit}"}
        urls["pullRequestUrl"] = f"{self.server.url}/{repo}/discussions/{number}"
        return self.answer_json({"success": True, "commitOid": commit, **urls})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """The Hub, and a process that runs commands with it: the library reads its address once."""
    home = str(tmp_path_factory.mktemp("home"))
    with serving(Hub()) as server:
        settings = {"HF_HOME": home, "HF_TOKEN": "hf_test", "HF_ENDPOINT": server.url, "HF_HUB_OFFLINE": "0"}
        command = [sys.executable, "-c", CLI]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, env={**os.environ, **settings}, cwd=home, **pipes) as server.commands:
            yield server


@pytest.fixture
def hub(server: Hub) -> Hub:
    server.repos, server.pull_requests = {}, []
    return server


@pytest.fixture(scope="module")
def scores(open_tasks: list[ClassTask]) -> dict[str, Any]:
    """Scores of a run on the split open, all references but one. Of two tasks they are as the metric gives them."""
    answers = [["nothing"], [open_tasks[1].solution_code]]
    empty, missing = "no code in 1 completion", f"{OPEN - 2} tasks missing"
    with pytest.MonkeyPatch.context() as patch, pytest.warns(match=empty), pytest.warns(match=missing):
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        scores = compute_scores(answers, open_tasks[:2], progress=False)
    first, second = scores["results"].values()
    scores["results"] = {task.task_id: second if place else first for place, task in enumerate(open_tasks)}
    scores |= {"warnings": [], "n_tasks": OPEN, "n_samples": OPEN, "class_pass@1": (OPEN - 1) / OPEN}
    scores["provenance"]["splits"][0]["tasks"] = scores["provenance"]["sound_tasks"] = OPEN
    return scores


@pytest.fixture(scope="module")
def scores_file(scores: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("scores"), {"answers.jsonl": scores})


def written(folder: Path, content: Any, name: str = "scores.json") -> Path:
    (folder / name).write_text(json.dumps(content))
    return folder / name


def publish_here(*arguments: object) -> None:
    """Runs the command in this process, which has no Hub."""
    add_commands((parser := argparse.ArgumentParser()).add_subparsers(required=True))
    parsed = parser.parse_args([str(argument) for argument in arguments])
    parsed.run(parsed)


@NEEDS_EVAL_RESULTS
def test_results_become_a_pull_request(hub: Hub, scores_file: Path) -> None:
    hub.repos["org/model"] = {"README.md": b"---\nlicense: mit\n---\n# Model\n"}
    options = [*TO_MODEL, *RUN_OPTIONS, "--source-url", "https://example.org/report", "--source-name", "Report"]
    said = hub.published("publish-results", scores_file, *options, "--model-index")
    assert f"{hub.url}/org/model/discussions/1" in said
    (request,) = hub.pull_requests
    assert hub.tokens == {"Bearer hf_test"}
    assert set(request["files"]) == {RESULT_FILE, "README.md"}

    by_task = {entry["dataset"]["task_id"]: entry for entry in yaml.safe_load(request["files"][RESULT_FILE])}
    assert set(by_task) == {"class_pass_at_1", "method_pass_at_1"}
    entry = by_task["class_pass_at_1"]
    assert entry["dataset"]["id"] == "org/classeval"
    assert entry["value"] == pytest.approx((OPEN - 1) / OPEN, abs=1e-6)
    assert entry["date"] == "2026-01-31"
    assert entry["source"] == {"url": "https://example.org/report", "name": "Report"}
    assert entry["notes"].startswith("holistic; greedy; classeval-hf metric ")

    card = ModelCard(request["files"]["README.md"].decode(), ignore_metadata_errors=False)
    assert card.data.license == "mit" and card.text.strip() == "# Model"
    values = {result.metric_name: result.metric_value for result in card.data.eval_results}
    assert values["class_pass@1"] == entry["value"]


@NEEDS_EVAL_RESULTS
def test_dry_run_uploads_nothing(
    hub: Hub, scores_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["publish-results", scores_file, *TO_MODEL, *RUN_OPTIONS, "--dry-run"]
    said = hub.published(*command, "-o", tmp_path / "out")
    assert "--- /dev/null" in said and f"+  value: {SHARE}" in said
    written = (tmp_path / "out" / RESULT_FILE).read_bytes()

    hub.repos["org/model"] = {RESULT_FILE: written.replace(f"value: {SHARE}\n".encode(), b"value: 0.5\n")}
    changed = [line for line in hub.published(*command).splitlines() if line.startswith(("+ ", "- "))]
    assert changed == ["-  value: 0.5", f"+  value: {SHARE}"]

    hub.repos["org/model"] = {RESULT_FILE: written}
    assert f"= {RESULT_FILE} (unchanged)" in hub.published(*command)
    assert hub.pull_requests == []
    publish_here(*command, "--model-index")
    said = capsys.readouterr().out
    assert f"+  value: {SHARE}" in said and "Not compared with what is in org/model" in said


def test_hidden_files_and_byte_code_are_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classeval_hf.hub.publishing.__file__", str(tmp_path / "a" / "b" / "publishing.py"))
    monkeypatch.setattr("classeval_hf.hub.publishing.show_upload", lambda upload: "")
    folder, out = tmp_path / "hub_cards" / "dataset", tmp_path / "out"
    for name in ("README.md", "more/file.txt", ".token", "more/.token", ".git/config", "__pycache__/x.pyc"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("of <org>/classeval")
    files = {"README.md": b"of org/other", "more/file.txt": b"of <org>/classeval"}
    publish_here("publish", "dataset", "--repo", "org/other", "-o", out, "--dry-run")
    written = [path for path in out.rglob("*") if path.is_file()]
    assert {path.relative_to(out).as_posix(): path.read_bytes() for path in written} == files


def test_dataset_is_published(hub: Hub, tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    hub.repos["datasets/org/classeval"] = {}
    folder = tmp_path / "classeval"
    hub.published("publish", "dataset", "--repo", "org/classeval", "-o", folder)
    (request,) = hub.pull_requests
    assert request["repo"] == "datasets/org/classeval"
    assert set(request["files"]) == {"README.md", "eval.yaml", "data/open-00000-of-00001.parquet"}
    assert b"<org>" not in request["files"]["README.md"]
    assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == set(request["files"])
    rows = load_dataset(str(folder), split="open", cache_dir=str(tmp_path / "cache")).to_list()
    assert rows == [task.to_row() for task in open_tasks]


@pytest.mark.usefixtures("consent")
def test_metric_is_published(hub: Hub, tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    """Without a repository, it is said how to create one; the metric and its folder need their name."""
    command = ["publish", "metric", "--repo", "org/classeval_metric"]
    status, _, errors = hub.publish(*command)
    assert status == 1
    assert "hf repo create org/classeval_metric --repo-type space --space-sdk gradio" in errors
    hub.repos["spaces/org/classeval_metric"] = {}
    folder = tmp_path / "classeval_metric"
    requirement = "classeval-hf[tasks] @ git+https://example.org/classeval-hf"
    hub.published(*command, "-o", folder, "--requirement", requirement)
    (request,) = hub.pull_requests
    assert request["repo"] == "spaces/org/classeval_metric"
    assert set(request["files"]) == {"README.md", "app.py", "classeval_metric.py", "requirements.txt"}
    assert requirement in request["files"]["requirements.txt"].decode().splitlines()
    card = SpaceCard(request["files"]["README.md"].decode(), ignore_metadata_errors=False)
    assert "<" + "org>" not in str(card)
    assert (card.data.sdk, card.data.app_file) == ("gradio", "app.py")
    metric = import_module("evaluate").load(str(folder))  # it takes seconds to import
    with pytest.warns(UserWarning, match=f"{OPEN - 1} tasks missing"):
        scores = metric.compute(predictions=[[open_tasks[0].solution_code]], references=[open_tasks[0].task_id])
    assert scores["class_pass@1"] == 1.0
    with pytest.raises(ValueError, match="must be called classeval_metric"):
        publish_here("publish", "metric", "--repo", "org/other", "--dry-run")
    with pytest.raises(ValueError, match="needs a folder called classeval_metric"):
        publish_here(*command, "--dry-run", "-o", tmp_path / "space")
    assert not (tmp_path / "space").exists()


def test_bad_arguments(scores_file: Path) -> None:
    for arguments, message in (
        (["--strategy", "holistic"], "does not state the sampling"),
        ([*RUN_OPTIONS, "--strategy", "typo"], "--strategy typo: unknown; it is one of holistic, incremental"),
        ([*RUN_OPTIONS], "--dataset-repo"),
        ([*RUN_OPTIONS, "--run", "other"], "No run is called 'other'; the runs are answers."),
        ([*RUN_OPTIONS, "--dataset-repo", "classeval", "--source-name", "x"], "--source-url"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            publish_here("publish-results", scores_file, "--model-repo", "org/model", *arguments)


def test_a_run_of_several_is_chosen_as_compare_does(scores: dict[str, Any], tmp_path: Path) -> None:
    """By its label, part of it, or its file; what matches several lists these alone."""
    runs = {
        f"{name}.json": {**scores, "n_samples": count} for name, count in (("big-a", OPEN), ("big-b", 2), ("c", 3))
    }
    file, how = written(tmp_path, runs), {"strategy": "holistic", "sampling": "greedy"}
    assert read_run(file, "BIG-A", **how) == read_run(file, "g-a", **how) == read_run(file, "big-a.json", **how)
    for name, message in (
        ("", "holds 3 runs: choose one with --run, of big-a; big-b; c."),
        ("x", "No run is called 'x'; the runs are big-a; big-b; c."),
        ("big", "'big' may be 2 runs; name one of them in full: big-a; big-b."),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            read_run(file, name, **how)


def test_what_is_no_result(scores: dict[str, Any], tmp_path: Path) -> None:
    results = scores["results"]
    two = {**scores, "results": {task: samples * 2 for task, samples in results.items()}, "n_samples": 2 * OPEN}
    no_scores = r"scores\.json holds no scores: .*\. Write scores with .* -o OUT\.json"
    part = {task: samples for task, samples in results.items() if task != "ClassEvalOpen_3"}
    for content, message in (
        ({**scores, "results": part}, f"holds {OPEN - 1} of the {OPEN} tasks .* ClassEvalOpen_3"),
        ({**scores, "results": {"mine": []}}, "mine is a task of neither"),
        ({**scores, "results": {}}, "holds no results of tasks"),
        ({name: value for name, value in scores.items() if name != "results"}, no_scores),
        ([], no_scores),
        ({**scores, "n_infrastructure_errors": 2}, "2 samples could not be run"),
        (two, "a greedy run has one sample per task, not 2"),
    ):
        with pytest.raises(ValueError, match=message):
            read_run(written(tmp_path, content), strategy="holistic", sampling="greedy")
    for content, sampling, samples in ((two, "n=2", "2 samples per task"), (scores, "greedy", "1 sample per task")):
        notes = read_run(written(tmp_path, content), strategy="holistic", sampling=sampling).notes
        assert f"{OPEN} tasks of open (" in notes and samples in notes


def test_folder_of_a_generation_run(scores: dict[str, Any], tmp_path: Path) -> None:
    """Its record need not say the strategy; what it was not asked for is no result."""
    five = {task: samples * 5 for task, samples in scores["results"].items()}
    arguments = {"strategy": "incremental", "greedy": False, "n_samples": 5, "temperature": 0.2, "top_p": 1.0}
    own: dict[str, Any] = {"arguments": arguments, "prompt": {"kind": "fim"}}
    written(tmp_path, own, "run.json")
    with pytest.raises(ValueError, match=r"is not scored: it has no metrics\.json\. Repeat .* with --score"):
        read_run(tmp_path)
    written(tmp_path, {**scores, "results": five}, "metrics.json")
    run = read_run(tmp_path)
    assert (run.strategy, run.sampling) == ("incremental", "n=5, temperature 0.2, top-p 1.0")
    assert run.notes.startswith("incremental, fim prompt; n=5, temperature 0.2, top-p 1.0; classeval-hf metric ")
    if not OLD:
        file, _ = eval_result_file(run, "a/b")
        assert file.endswith("_incremental_n_5_temperature_0.2_top_p_1.0.yaml")
    assert read_run(tmp_path, strategy="incremental") == run

    def refused(message: str, record: Any, of_scores: dict[str, Any] = scores, **given: str) -> None:
        written(tmp_path, record, "run.json")
        written(tmp_path, of_scores, "metrics.json")
        with pytest.raises(ValueError, match=message):
            read_run(tmp_path, **given)

    none, given = {"arguments": {}}, {"strategy": "holistic", "sampling": "greedy"}
    refused(r"The strategy of the run in \S+ is incremental: leave out --strategy", own, strategy="holistic")
    refused(r"The sampling of the run in \S+ is n=5.*: leave out --sampling greedy", own, sampling="greedy")
    refused(r"run\.json is not the record of a generation run", [], **given)
    too_long = {**none, "prompts_too_long": [{"task_id": "ClassEvalOpen_1"}]}
    refused(r"1 sample lacks .* \(ClassEvalOpen_1\)", too_long, **given)
    of_13 = {**none, "tasks": {"count": 13}}
    refused(f"generation was of 13 tasks alone, and the scores are of {OPEN}", of_13, **given)
    asked = {"arguments": {"n_samples": 5}}
    refused("1 of 5 samples is there of task ClassEvalOpen_0", asked, strategy="holistic")
    said = "2 of 14 samples lack parts that the model was not asked, since their prompts did not fit: ClassEvalOpen_1."
    warned = {**scores, "warnings": [{**WARNING, "kind": "prompt_too_long", "message": said}]}
    refused(r"2 of 14 samples lack .* ClassEvalOpen_1: generate with a longer --max-length", none, warned, **given)
    refused("does not state the strategy of the run", none)
    assert read_run(tmp_path, **given).notes.startswith("holistic; greedy; ")


@NEEDS_EVAL_RESULTS
def test_warnings(
    scores: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = "3 of 14 completions were cut off by the maximum length."
    warning = {**WARNING, "kind": "truncated", "message": message, "count": 3}
    path = written(tmp_path, {**scores, "warnings": [warning]})
    monkeypatch.setattr("classeval_hf.hub.publishing.show_upload", lambda upload: "")
    publish_here("publish-results", path, *RUN_OPTIONS, *TO_MODEL, "--dry-run", "-o", tmp_path / "out")
    assert f"{path}: 3 completions cut off by" in capsys.readouterr().err
    with pytest.raises(ValueError, match="organisation/name"):
        publish_here("publish-results", path, *RUN_OPTIONS, *TO_MODEL, "--model-repo", "x")
    (file,) = (tmp_path / "out").rglob("*.yaml")
    for entry in yaml.safe_load(file.read_text()):
        assert entry["notes"].endswith(f"; warnings: {message}")
    path = written(tmp_path, {**scores, "results": {f"ClassEval_{number}": [] for number in range(100)}})
    run = read_run(path, strategy="holistic", sampling="greedy")
    assert run.benchmark.dataset_repo == "FudanSELab/ClassEval"
    name, _ = eval_result_file(run, run.benchmark.dataset_repo)
    assert name == ".eval_results/classeval_holistic_greedy.yaml", "the public split is listed with its own dataset"


def test_card_keeps_other_results(scores_file: Path) -> None:
    card = None
    for sampling in ("greedy", "n=5", "n=5"):
        before, run = card, read_run(scores_file, strategy="holistic", sampling=sampling, date="2026-01-31")
        card = card_with_results(card, "org/model", run, "org/classeval")
    assert card == before
    results = ModelCard(card, ignore_metadata_errors=False).data.eval_results
    names = [(sampling, f"{level}_pass@1") for sampling in ("greedy", "n=5") for level in ("class", "method")]
    assert sorted((item.metric_args["sampling"], item.metric_name) for item in results) == names


@pytest.mark.skipif(not OLD, reason="this huggingface_hub knows .eval_results")
def test_older_client_of_the_hub_is_told(scores_file: Path) -> None:
    with pytest.raises(ValueError, match="pip install -U huggingface_hub"):
        publish_here("publish-results", scores_file, *TO_MODEL, *RUN_OPTIONS)


FOLDER = ROOT / "hub_cards" / "dataset"
with_statistics = runpy.run_path(str(ROOT / "hub_cards" / "build.py"))["with_statistics"]


@pytest.fixture(scope="module")
def card() -> str:
    return (FOLDER / "README.md").read_text(encoding="utf-8")


def test_folder_loads_as_the_split_open(open_tasks: list[ClassTask], tmp_path: Path) -> None:
    splits = load_dataset(str(FOLDER), cache_dir=str(tmp_path))
    assert list(splits) == ["open"]
    # The names of list types differ between versions of `datasets`; the types in the table do not.
    assert splits["open"].features.arrow_schema.remove_metadata() == task_features().arrow_schema.remove_metadata()
    assert splits["open"].to_list() == [task.to_row() for task in open_tasks]


@pytest.mark.parametrize("coverage", [False, slow(True)], ids=["counts", "all"])
def test_statistics_are_those_of_the_package(card: str, open_tasks: list[ClassTask], coverage: bool) -> None:
    """Coverage, for which all references run, is compared among the slow tests."""
    made = with_statistics(card, compute_statistics(open_tasks, coverage))
    before, after = ({re.sub(r"-{3,}| +", " ", line) for line in text.splitlines()} for text in (card, made))
    assert all("coverage" in line and not coverage for line in before ^ after), "run python hub_cards/build.py"
    assert coverage is (card == made)
    with pytest.raises(ValueError, match="one pair of marks"):
        with_statistics("# No place for them\n", compute_statistics(open_tasks[:1], coverage=False))


def test_card(card: str) -> None:
    data = DatasetCard(card, ignore_metadata_errors=False).data
    assert (data.license, data.size_categories, data.task_categories) == ("apache-2.0", ["n<1K"], ["text-generation"])
    assert data.pretty_name
    (config,) = data.to_dict()["configs"]
    assert [list(FOLDER.glob(item["path"])) for item in config["data_files"]] != [[]]
    for name in task_features():
        assert f"`{name}" in card, name
    names = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    assert names == {"README.md", "eval.yaml", "data/open-00000-of-00001.parquet"}


def test_benchmark_registration() -> None:
    registration = yaml.safe_load((FOLDER / "eval.yaml").read_text(encoding="utf-8"))
    assert set(registration) == {"name", "description", "evaluation_framework", "tasks"}
    assert registration["evaluation_framework"] == "inspect-ai"  # the Hub takes no name that it does not know
    assert {(task["config"], task["split"]) for task in registration["tasks"]} == {("default", "open")}
    ids = {f"{level}_pass_at_{k}" for level in ("class", "method") for k in DEFAULT_KS}
    assert {task["id"] for task in registration["tasks"]} == ids
