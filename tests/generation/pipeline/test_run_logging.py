"""`--log`: scores in experiment trackers, read back from what these have written."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from classeval_hf.generation.cli.command import main
from classeval_hf.generation.pipeline import options, run_logging
from classeval_hf.generation.steps import Strategy
from classeval_hf.metrics.scores import Scores

SMALL = ("--split", "open", "--limit", "1", "--max-new-tokens", "8", "--max-length", "4000", "--greedy")


@pytest.mark.usefixtures("consent")
def test_scores_are_read_back_from_tensorboard(model: Path) -> None:
    pytest.importorskip("tensorboard", reason="tensorboard is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    command = ["--model", str(model), *SMALL, "--output", "out", "--score", "--log", "tensorboard"]
    assert main(command) == 0
    metrics = json.loads(Path("out", "metrics.json").read_text())
    events = EventAccumulator(str(Path("out", "tensorboard", "classeval")))
    events.Reload()
    averages = Scores.from_dict(metrics).averages
    assert set(events.Tags()["scalars"]) == {f"holistic/{name}" for name in averages}
    (point,) = events.Scalars("holistic/class_pass@1")
    assert (point.step, point.value) == (0, metrics["class_pass@1"])
    (config,) = Path("out", "tensorboard").rglob("hparams.yml")
    assert "model: tiny-llama\n" in config.read_text() and str(model.parent) not in config.read_text()


@pytest.mark.usefixtures("consent")
def test_wandb_offline_keeps_no_command_line(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is written without an account, with the scores and without the arguments of the process."""
    pytest.importorskip("wandb", reason="wandb is not installed")
    monkeypatch.setenv("WANDB_MODE", "offline")
    command = ["--model", str(model), *SMALL, "--output", "out", "--score", "--log", "wandb"]
    assert main(command) == 0
    (written,) = Path("out", "wandb").glob("offline-run-*/*.wandb")
    content = written.read_bytes()
    assert b"holistic/class_pass_at_1" in content and b"tiny-llama" in content and str(model).encode() not in content


def test_a_missing_library_is_named_before_anything_is_generated(
    model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(run_logging, "find_spec", lambda name: None if name in options.TRACKERS else find(name))
    for name in options.TRACKERS:
        assert main(["--model", str(model), *SMALL, "--score", "--log", name]) == 2
        error = capsys.readouterr().err
        assert f"--log {name} needs {name}, which is not installed: `pip install {name}`." in error
    assert main(["--model", str(model), *SMALL, "--log", "wandb"]) == 2
    assert "--log takes scores, so that it needs --score." in capsys.readouterr().err and not Path("runs").exists()


def test_names_are_valid_for_each_tracker_and_no_secret_is_logged(tmp_path: Path) -> None:
    tasks = tmp_path / "mine.jsonl"
    tasks.touch()
    secret = {"base_url": "https://user:secret@host/v1", "extra_body": '{"key": "secret"}', "output": tmp_path}
    given: dict[str, Any] = {**secret, "split": str(tasks), "backend": "openai", "log": "wandb"}
    config = run_logging.logged_config(options.Arguments("org/name", **given, task_ids=("a", "b")))
    assert "secret" not in str(config) and str(tmp_path) not in str(config)
    assert (config["model"], config["split"], config["task_ids"]) == ("org/name", "mine.jsonl", "a, b")
    assert all(isinstance(value, (str, int, float, bool)) for value in config.values())
    averages = {"class_pass@1": 0.5, "class_pass@1_sound": 1.0}
    empty = {"n_tasks": 1, "n_samples": 1, "metric_version": "1.2.0", "results": {}}
    scores = Scores.from_dict({**empty, **averages})
    found = {name: run_logging.logged_metrics({Strategy.HOLISTIC: scores}, name) for name in options.TRACKERS}
    assert found["tensorboard"] == found["trackio"]
    assert found["tensorboard"] == {f"holistic/{name}": value for name, value in averages.items()}
    assert set(found["wandb"]) == {"holistic/class_pass_at_1", "holistic/class_pass_at_1_sound"}
