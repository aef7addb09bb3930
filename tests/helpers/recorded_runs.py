"""Recorded runs against what the public harness gives where it runs as root, each run with its own task data."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from filelock import FileLock
from recorded_samples import read_samples

from classeval_hf.classes.tasks.files import read_task_file
from classeval_hf.core.tasks import ClassTask
from classeval_hf.engine.judge import AUTO_TIMEOUT, Judge
from classeval_hf.scoring.compute import compute_scores


def run_references_once(tasks: Iterable[ClassTask]) -> None:
    """Has `timeout="auto"` find what references take: one process of tests runs them, and keeps it for the others."""
    with FileLock(f"{os.environ['HF_HOME']}/references.lock"), Judge(timeout=AUTO_TIMEOUT, progress=False) as judge:
        judge.soundness(list(tasks))


def assert_numbers_of_the_public_harness(file: Path, expected: Mapping[str, float]) -> None:
    """Scores a recorded run by the public harness's rules; with limits by the references, which give the same."""
    tasks = {task.task_id: task for task in read_task_file(file)}
    completions = read_samples(file)
    run_references_once(tasks[task_id] for task_id in completions)
    with pytest.warns(UserWarning):
        scores = compute_scores(
            list(completions.values()),
            [tasks[task_id] for task_id in completions],
            timeout=AUTO_TIMEOUT,
            compat="upstream",
            progress=False,
        )
    if scores["isolation"]["tier"] != "T3":
        pytest.skip("samples can be run as root at T3 alone")
    for name, value in expected.items():
        assert scores["compat"]["scores"][name] == pytest.approx(value, abs=1e-4), name
