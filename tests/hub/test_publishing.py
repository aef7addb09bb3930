"""Publishing to a local server that speaks the few endpoints of the Hub that are used, through the real client."""

import argparse
import base64
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import huggingface_hub
import pytest
import yaml
from datasets import load_dataset
from huggingface_hub import ModelCard, SpaceCard
from places import OPEN
from slow_cases import slow

from classeval_hf.cli.publish import add_commands
from classeval_hf.core.tasks import ClassTask
from classeval_hf.hub.publishing import Source, card_with_results, eval_result_file
from classeval_hf.hub.runs import BENCHMARKS, ScoredRun, read_run
from classeval_hf.scoring.compute import compute_scores

CLI = """
import argparse, sys
from classeval_hf.cli.publish import add_commands
parser = argparse.ArgumentParser()
add_commands(parser.add_subparsers(required=True))
arguments = parser.parse_args()
try:
    sys.exit(arguments.run(arguments))
except (OSError, ValueError) as error:
    sys.exit(f"error: {error}")
"""
NEEDS_EVAL_RESULTS = pytest.mark.skipif(
    not hasattr(huggingface_hub, "EvalResultEntry"), reason="this huggingface_hub does not know .eval_results yet"
)
RUN_OPTIONS = ["--strategy", "holistic", "--sampling", "greedy", "--date", "2026-01-31"]

SHARE = str(round((OPEN - 1) / OPEN, 6))  # of the classes that pass


class Hub(ThreadingHTTPServer):
    """Repositories in memory: files by repository, and the pull requests that were opened."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), HubHandler)
        self.repos: dict[str, dict[str, bytes]] = {}
        self.pull_requests: list[dict[str, Any]] = []
        self.tokens: set[str] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class HubHandler(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        repo, _, rest = urlsplit(self.path).path.strip("/").partition("/resolve/")
        path = rest.partition("/")[2]
        if repo not in self.server.repos:
            return self.answer(404, b"", {"X-Error-Code": "RepoNotFound"})
        commit = {"X-Repo-Commit": sha1(repr(self.server.repos[repo]).encode()).hexdigest()}
        content = self.server.repos[repo].get(path)
        if content is None:
            return self.answer(404, b"", {"X-Error-Code": "EntryNotFound", **commit})
        return self.answer(200, content, {"ETag": f'"{sha1(content).hexdigest()}"', **commit})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        path, query = urlsplit(self.path).path, urlsplit(self.path).query
        if path == "/api/validate-yaml":
            return self.json({"errors": [], "warnings": []})
        kind, owner, name, action = path.removeprefix("/api/").split("/")[:4]
        repo = f"{owner}/{name}" if kind == "models" else f"{kind}/{owner}/{name}"
        if repo not in self.server.repos:
            return self.answer(404, b"{}", {"X-Error-Code": "RepoNotFound"})
        if action == "preupload":
            files = json.loads(body)["files"]
            return self.json(
                {"files": [{"path": item["path"], "uploadMode": "regular", "shouldIgnore": False} for item in files]}
            )
        lines = [json.loads(line) for line in body.splitlines()]
        assert action == "commit"
        assert "create_pr=1" in query
        self.server.tokens.add(self.headers["Authorization"] or "")
        self.server.pull_requests.append(
            {
                "repo": repo,
                "title": lines[0]["value"]["summary"],
                "files": {
                    item["value"]["path"]: base64.b64decode(item["value"]["content"])
                    for item in lines
                    if item["key"] == "file"
                },
            }
        )
        return self.json(
            {
                "success": True,
                "commitOid": "b" * 40,
                "commitUrl": f"{self.server.url}/{repo}/commit/{'b' * 40}",
                "pullRequestUrl": f"{self.server.url}/{repo}/discussions/{len(self.server.pull_requests)}",
            }
        )

    def json(self, value: object) -> None:
        self.answer(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def scores_file(tmp_path_factory: pytest.TempPathFactory, open_tasks: list[ClassTask]) -> Path:
    """Scores of a run on the split open, as `classeval-hf score` writes them: all references but one. Tests of it are
    slow, since the whole split is run."""
    path = tmp_path_factory.mktemp("scores") / "scores.json"
    answers = [[task.solution_code] for task in open_tasks]
    answers[0] = ["nothing"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with pytest.warns(UserWarning, match="no Python in 1 completion"):
            path.write_text(json.dumps({"answers.jsonl": compute_scores(answers, open_tasks, progress=False)}))
    return path


def publish(hub: Hub | None, home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process of its own, with the Hub of the test, or without any."""
    environment = {**os.environ, "HF_HOME": str(home), "HF_TOKEN": "hf_test", "HF_HUB_OFFLINE": "1"}
    if hub is not None:
        environment |= {"HF_ENDPOINT": hub.url, "HF_HUB_OFFLINE": "0"}
    return subprocess.run(
        [sys.executable, "-c", CLI, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=home,
        timeout=120,
    )


def publish_here(*arguments: object) -> None:
    """Runs the command in this process, which has no Hub, where it needs none to end in an error."""
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    parsed = parser.parse_args([str(argument) for argument in arguments])
    parsed.run(parsed)


@pytest.mark.slow
@NEEDS_EVAL_RESULTS
def test_results_become_a_pull_request(hub: Hub, scores_file: Path, tmp_path: Path) -> None:
    hub.repos["org/model"] = {"README.md": b"---\nlicense: mit\n---\n# Model\n"}
    options = ["--model-repo", "org/model", "--dataset-repo", "org/classeval", *RUN_OPTIONS]
    source = ["--source-url", "https://example.org/report", "--source-name", "Report"]
    done = publish(hub, tmp_path, "publish-results", scores_file, *options, *source, "--model-index")
    assert done.returncode == 0, done.stderr
    assert f"{hub.url}/org/model/discussions/1" in done.stdout
    (request,) = hub.pull_requests
    assert hub.tokens == {"Bearer hf_test"}
    assert set(request["files"]) == {".eval_results/classeval_open_holistic_greedy.yaml", "README.md"}

    entries = yaml.safe_load(request["files"][".eval_results/classeval_open_holistic_greedy.yaml"])
    by_task = {entry["dataset"]["task_id"]: entry for entry in entries}
    assert set(by_task) == {"class_pass_at_1", "method_pass_at_1"}
    entry = by_task["class_pass_at_1"]
    assert entry["dataset"]["id"] == "org/classeval"
    assert entry["value"] == pytest.approx((OPEN - 1) / OPEN, abs=1e-6)
    assert entry["date"] == "2026-01-31"
    assert entry["source"] == {"url": "https://example.org/report", "name": "Report"}
    assert entry["notes"].startswith("holistic; greedy; classeval-hf metric ")

    card = ModelCard(request["files"]["README.md"].decode(), ignore_metadata_errors=False)
    assert card.data.license == "mit"
    assert card.text.strip() == "# Model"
    values = {result.metric_name: result.metric_value for result in card.data.eval_results}
    assert values["class_pass@1"] == entry["value"]


@pytest.mark.slow
@NEEDS_EVAL_RESULTS
def test_dry_run_shows_the_difference_and_uploads_nothing(hub: Hub, scores_file: Path, tmp_path: Path) -> None:
    path = ".eval_results/classeval_open_holistic_greedy.yaml"
    options = ["publish-results", scores_file, "--model-repo", "org/model", "--dataset-repo", "org/classeval"]
    first = publish(hub, tmp_path, *options, *RUN_OPTIONS, "--dry-run", "-o", "out")
    assert first.returncode == 0, first.stderr
    assert "--- /dev/null" in first.stdout
    assert f"+  value: {SHARE}" in first.stdout
    written = (tmp_path / "out" / path).read_bytes()

    hub.repos["org/model"] = {path: written.replace(f"value: {SHARE}\n".encode(), b"value: 0.5\n")}
    second = publish(hub, tmp_path, *options, *RUN_OPTIONS, "--dry-run")
    changed = [line for line in second.stdout.splitlines() if line.startswith(("+ ", "- "))]
    assert changed == ["-  value: 0.5", f"+  value: {SHARE}"]

    hub.repos["org/model"] = {path: written}
    third = publish(hub, tmp_path, *options, *RUN_OPTIONS, "--dry-run")
    assert f"= {path} (unchanged)" in third.stdout
    assert hub.pull_requests == []


@pytest.mark.slow
@NEEDS_EVAL_RESULTS
def test_dry_run_without_the_hub(scores_file: Path, tmp_path: Path) -> None:
    options = ["--model-repo", "org/model", "--dataset-repo", "org/classeval", "--model-index", "--dry-run"]
    done = publish(None, tmp_path, "publish-results", scores_file, *RUN_OPTIONS, *options)
    assert done.returncode == 0, done.stderr
    assert f"+  value: {SHARE}" in done.stdout
    assert "Not compared with what is in org/model" in done.stdout


def test_upload_without_a_repository_says_how_to_create_it(hub: Hub, tmp_path: Path) -> None:
    done = publish(hub, tmp_path, "publish", "metric", "--repo", "org/classeval_metric")
    assert done.returncode == 1
    assert "hf repo create org/classeval_metric --repo-type space --space-sdk gradio" in done.stderr


def test_dataset_is_published(hub: Hub, tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    hub.repos["datasets/org/classeval"] = {}
    folder = tmp_path / "classeval"
    done = publish(hub, tmp_path, "publish", "dataset", "--repo", "org/classeval", "-o", folder)
    assert done.returncode == 0, done.stderr
    (request,) = hub.pull_requests
    assert request["repo"] == "datasets/org/classeval"
    assert set(request["files"]) == {"README.md", "eval.yaml", "data/open-00000-of-00001.parquet"}
    assert b"<org>" not in request["files"]["README.md"]
    assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == set(request["files"])
    rows = load_dataset(str(folder), split="open", cache_dir=str(tmp_path / "cache")).to_list()
    assert rows == [task.to_row() for task in open_tasks]


@pytest.mark.usefixtures("consent")
def test_metric_is_published(hub: Hub, tmp_path: Path, open_tasks: list[ClassTask]) -> None:
    hub.repos["spaces/org/classeval_metric"] = {}
    folder = tmp_path / "classeval_metric"
    requirement = "classeval-hf[tasks] @ git+https://example.org/classeval-hf"
    done = publish(
        hub,
        tmp_path,
        "publish",
        "metric",
        "--repo",
        "org/classeval_metric",
        "-o",
        folder,
        "--requirement",
        requirement,
    )
    assert done.returncode == 0, done.stderr
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


def test_metric_needs_its_name(tmp_path: Path) -> None:
    done = publish(None, tmp_path, "publish", "metric", "--repo", "org/other", "--dry-run")
    assert done.returncode == 1
    assert "must be called classeval_metric" in done.stderr


def test_folder_of_the_metric_needs_its_name_too(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="so call it classeval_metric"):
        publish_here("publish", "metric", "--repo", "org/classeval_metric", "--dry-run", "-o", tmp_path / "space")
    assert not (tmp_path / "space").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--strategy", "holistic"], "does not say the sampling"),
        ([*RUN_OPTIONS], "--dataset-repo"),
        ([*RUN_OPTIONS, "--run", "other"], "choose one with --run, of 'answers'"),
        ([*RUN_OPTIONS, "--dataset-repo", "classeval", "--source-name", "x"], "--source-url"),
        pytest.param(
            [*RUN_OPTIONS, "--dataset-repo", "org/classeval", "--model-repo", "model"],
            "organisation/name",
            marks=NEEDS_EVAL_RESULTS,
        ),
    ],
)
def test_bad_arguments(scores_file: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        publish_here("publish-results", scores_file, "--model-repo", "org/model", *arguments)


@pytest.mark.slow
def test_part_of_a_benchmark_is_no_result(scores_file: Path, tmp_path: Path) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    del scores["results"]["ClassEvalOpen_3"]
    path = tmp_path / "part.json"
    path.write_text(json.dumps(scores))
    with pytest.raises(ValueError, match=f"holds {OPEN - 1} of the {OPEN} tasks .* ClassEvalOpen_3"):
        read_run(path, strategy="holistic", sampling="greedy")
    path.write_text(json.dumps({**scores, "results": {"mine": []}}))
    with pytest.raises(ValueError, match="mine is a task of neither"):
        read_run(path, strategy="holistic", sampling="greedy")


@pytest.mark.slow
def test_scores_of_no_task_are_no_result(scores_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    path.write_text(json.dumps({**json.loads(scores_file.read_text())["answers.jsonl"], "results": {}}))
    with pytest.raises(ValueError, match="holds no results of tasks"):
        read_run(path, strategy="holistic", sampling="greedy")


@pytest.mark.slow
def test_file_without_results_is_no_run(scores_file: Path, tmp_path: Path) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    del scores["results"]
    path = tmp_path / "scores.json"
    for content in (json.dumps(scores), "[]"):
        path.write_text(content)
        with pytest.raises(ValueError, match=r"scores\.json holds no scores: .*\. Write scores with .* -o OUT\.json"):
            read_run(path, strategy="holistic", sampling="greedy")


@pytest.mark.slow
def test_samples_that_could_not_be_run_are_no_result(scores_file: Path, tmp_path: Path) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    path = tmp_path / "scores.json"
    path.write_text(json.dumps({**scores, "n_infrastructure_errors": 2}))
    with pytest.raises(ValueError, match="2 samples could not be run"):
        read_run(path, strategy="holistic", sampling="greedy")


@pytest.mark.slow
def test_folder_of_a_generation_run(scores_file: Path, tmp_path: Path) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    scores["results"] = {task: samples * 5 for task, samples in scores["results"].items()}
    (tmp_path / "metrics.json").write_text(json.dumps(scores))
    arguments = {"strategy": "incremental", "greedy": False, "n_samples": 5, "temperature": 0.2, "top_p": 1.0}
    (tmp_path / "run.json").write_text(json.dumps({"arguments": arguments, "prompt": {"kind": "fim"}}))
    run = read_run(tmp_path)
    assert (run.strategy, run.sampling) == ("incremental", "n=5, temperature 0.2, top-p 1.0")
    assert run.notes.startswith("incremental, fim prompt; n=5, temperature 0.2, top-p 1.0; classeval-hf metric ")
    assert run.variant == "incremental_n_5_temperature_0.2_top_p_1.0"
    assert read_run(tmp_path, strategy="incremental") == run
    with pytest.raises(ValueError, match="says that the strategy of the run is incremental: leave out --strategy"):
        read_run(tmp_path, strategy="holistic")
    with pytest.raises(ValueError, match=r"says that the sampling of the run is n=5.*: leave out --sampling greedy"):
        read_run(tmp_path, sampling="greedy")


TOO_LONG = {
    "kind": "prompt_too_long",
    "message": "2 of 14 samples lack what the model was not asked, since the prompt did not fit: ClassEvalOpen_1.",
    "count": 2,
    "example": "ClassEvalOpen_1",
    "advice": "",
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of_scores", "of_record", "words"),
    [
        (
            {"warnings": [TOO_LONG]},
            {},
            r"2 of 14 samples lack .* ClassEvalOpen_1: generate with a longer --max-length",
        ),
        ({}, {"prompts_too_long": [{"task_id": "ClassEvalOpen_1"}]}, r"1 sample lacks .* \(ClassEvalOpen_1\)"),
        ({}, {"tasks": {"count": 13}}, f"generation was of 13 tasks alone, and the scores are of {OPEN}"),
        ({}, {"arguments": {"n_samples": 5}}, "1 of 5 samples is there of task ClassEvalOpen_0"),
    ],
)
def test_samples_that_were_not_asked_for_are_no_result(
    scores_file: Path, tmp_path: Path, of_scores: dict[str, Any], of_record: dict[str, Any], words: str
) -> None:
    scores = {**json.loads(scores_file.read_text())["answers.jsonl"], **of_scores}
    (tmp_path / "metrics.json").write_text(json.dumps(scores))
    (tmp_path / "run.json").write_text(json.dumps({"arguments": {}, **of_record}))
    sampling = "" if "arguments" in of_record else "greedy"
    with pytest.raises(ValueError, match=words):
        read_run(tmp_path, strategy="holistic", sampling=sampling)


@pytest.mark.slow
@NEEDS_EVAL_RESULTS
def test_warnings_are_printed_and_published(
    scores_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    message = "3 of 14 completions were cut off by the maximum length."
    cut = {"kind": "truncated", "message": message, "count": 3, "example": "ClassEvalOpen_1", "advice": "Raise it."}
    path = tmp_path / "scores.json"
    path.write_text(json.dumps({**scores, "warnings": [cut]}))
    options = ["--model-repo", "org/model", "--dataset-repo", "org/classeval", "--dry-run", "-o", tmp_path / "out"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setattr("classeval_hf.hub.publishing.show_upload", lambda upload: "")
        publish_here("publish-results", path, *RUN_OPTIONS, *options)
    assert f"{path}: 3 completions cut off by" in capsys.readouterr().err
    (written,) = (tmp_path / "out").rglob("*.yaml")
    for entry in yaml.safe_load(written.read_text()):
        assert entry["notes"].endswith(f"; warnings: {message}")


@pytest.mark.slow
def test_folder_of_a_run_that_does_not_say_its_strategy(scores_file: Path, tmp_path: Path) -> None:
    (tmp_path / "metrics.json").write_text(json.dumps(json.loads(scores_file.read_text())["answers.jsonl"]))
    (tmp_path / "run.json").write_text('{"arguments": {}}')
    with pytest.raises(ValueError, match="does not say the strategy of the run"):
        read_run(tmp_path)
    assert read_run(tmp_path, strategy="holistic", sampling="greedy").notes.startswith("holistic; greedy; ")
    (tmp_path / "run.json").write_text("[]")
    with pytest.raises(ValueError, match=r"run\.json is no record of a generation run"):
        read_run(tmp_path, strategy="holistic", sampling="greedy")


@pytest.mark.slow
def test_unknown_strategy(scores_file: Path) -> None:
    with pytest.raises(ValueError, match="--strategy typo: unknown; it is one of holistic, incremental"):
        read_run(scores_file, strategy="typo", sampling="greedy")


@pytest.mark.slow
def test_a_greedy_run_has_one_sample_per_task(scores_file: Path, tmp_path: Path) -> None:
    """Two of a task are of another way of sampling, whatever is said; and the note says how many there are."""
    run = read_run(scores_file, strategy="holistic", sampling="greedy")
    assert f"{OPEN} tasks of open (" in run.notes and "1 sample per task" in run.notes
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    two = {task: samples * 2 for task, samples in scores["results"].items()}
    path = tmp_path / "two.json"
    path.write_text(json.dumps({**scores, "results": two, "n_samples": 28}))
    with pytest.raises(ValueError, match="a greedy run has one sample per task, but this has 2"):
        read_run(path, strategy="holistic", sampling="greedy")
    assert "2 samples per task" in read_run(path, strategy="holistic", sampling="n=2").notes


def test_a_run_that_is_not_scored_says_so(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"arguments": {"strategy": "holistic"}}))
    with pytest.raises(ValueError, match=r"is not scored: it has no metrics\.json\. Repeat .* with --score"):
        read_run(tmp_path)


@pytest.fixture(params=["written", slow("scored")])
def run_of(request: pytest.FixtureRequest) -> Callable[[str], ScoredRun]:
    """Makes a run of some sampling: of records alone, and in a slow test as it is read from scores."""

    def made(sampling: str) -> ScoredRun:
        if request.param == "written":
            scores = {"class_pass@1": 0.5, "method_pass@1": 0.75}
            return ScoredRun(BENCHMARKS[1], scores, "holistic", sampling, "2026-01-31", f"holistic; {sampling}")
        file = request.getfixturevalue("scores_file")
        return read_run(file, strategy="holistic", sampling=sampling, date="2026-01-31")

    return made


def test_card_keeps_other_results(run_of: Callable[[str], ScoredRun]) -> None:
    """Another run's results stay, those of the same run are replaced, and a second time changes nothing."""
    greedy, nucleus = run_of("greedy"), run_of("n=5")
    card = card_with_results(None, "org/model", greedy, "org/classeval", Source())
    both = card_with_results(card, "org/model", nucleus, "org/classeval", Source())
    again = card_with_results(both, "org/model", nucleus, "org/classeval", Source())
    results = ModelCard(again, ignore_metadata_errors=False).data.eval_results
    assert again == both
    assert sorted((item.metric_args["sampling"], item.metric_name) for item in results) == [
        ("greedy", "class_pass@1"),
        ("greedy", "method_pass@1"),
        ("n=5", "class_pass@1"),
        ("n=5", "method_pass@1"),
    ]


@NEEDS_EVAL_RESULTS
@pytest.mark.parametrize("run_of", ["written"], indirect=True)
def test_results_of_the_public_split_are_a_file_of_its_own(run_of: Callable[[str], ScoredRun]) -> None:
    run = replace(run_of("greedy"), benchmark=BENCHMARKS[0])
    name, _ = eval_result_file(run, run.benchmark.dataset_repo, Source())
    assert run.benchmark.dataset_repo == "FudanSELab/ClassEval"
    assert name == ".eval_results/classeval_holistic_greedy.yaml"


@pytest.mark.slow
@NEEDS_EVAL_RESULTS
def test_public_split_is_listed_with_its_own_dataset(scores_file: Path, tmp_path: Path) -> None:
    scores = json.loads(scores_file.read_text())["answers.jsonl"]
    scores["results"] = {f"ClassEval_{number}": [] for number in range(100)}
    path = tmp_path / "scores.json"
    path.write_text(json.dumps(scores))
    run = read_run(path, strategy="holistic", sampling="greedy")
    assert run.benchmark.dataset_repo == "FudanSELab/ClassEval"
    name, _ = eval_result_file(run, run.benchmark.dataset_repo, Source())
    assert name == ".eval_results/classeval_holistic_greedy.yaml"


@pytest.mark.skipif(hasattr(huggingface_hub, "EvalResultEntry"), reason="this huggingface_hub knows .eval_results")
def test_older_client_of_the_hub_is_told(scores_file: Path, tmp_path: Path) -> None:
    options = ["--model-repo", "org/model", "--dataset-repo", "org/classeval", *RUN_OPTIONS]
    done = publish(None, tmp_path, "publish-results", scores_file, *options)
    assert done.returncode == 1
    assert "pip install -U huggingface_hub" in done.stderr
