"""Recorded runs against what the public harness gives where it runs as root, each run with its own task data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from classeval_hf.runs.sample_files import read_samples
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.files import read_task_file

__all__ = ["assert_numbers_of_the_public_harness"]


def assert_numbers_of_the_public_harness(file: Path, expected: Mapping[str, float]) -> None:
    """Scores a recorded run by the public harness's rules."""
    tasks = {task.task_id: task for task in read_task_file(file)}
    answers = read_samples(file)
    scores = compute_scores(
        list(answers.values()), [tasks[task_id] for task_id in answers], compat="upstream", progress=False
    )
    if scores["isolation"]["tier"] != "T3":
        pytest.skip("samples can be run as root at T3 alone")
    for name, value in expected.items():
        assert scores["compat"]["scores"][name] == pytest.approx(value, abs=1e-4), name
