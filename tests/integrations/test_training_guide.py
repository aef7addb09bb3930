"""The guide on training: its scripts are what users copy, and each runs in a process of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

if any(importlib.util.find_spec(name) is None for name in ("torch", "transformers", "accelerate")):
    pytest.skip("the extra `generation` is not installed", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("consent", "hf_home")


def run(heading: str, folder: Path) -> list[list[str]]:
    """Runs the script of a section as from the root of a checkout; the words of each line that it prints."""
    sections = (ROOT / "docs" / "guides" / "training.md").read_text(encoding="utf-8").split("\n## ")
    (section,) = (text for text in sections if text.startswith(f"{heading}\n"))
    (script,) = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    (folder / "hub_cards").symlink_to(ROOT / "hub_cards")
    (folder / "script.py").write_text(script, encoding="utf-8")
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [line.split() for line in done.stdout.splitlines() if not line.startswith("{")]


def test_the_reward_alone(tmp_path: Path) -> None:
    assert run("The reward", tmp_path) == [["[0.0,", "0.0]"]]


@pytest.mark.slow
def test_scores_while_a_model_is_trained(tmp_path: Path) -> None:
    """The model knows these classes, and two small steps do not change that."""
    assert run("Scores while a model is trained", tmp_path) == [["1", "1.0", "1.0"], ["2", "1.0", "1.0"]]


@pytest.mark.slow
def test_scores_by_compute_metrics(tmp_path: Path) -> None:
    """Of classes that the model knows."""
    assert run("Scores by compute_metrics", tmp_path) == [["1.0", "1.0"]]


@pytest.mark.slow
def test_reinforcement_learning_with_trl(tmp_path: Path) -> None:
    """Two steps, each with a reward that TRL has averaged."""
    if importlib.util.find_spec("trl") is None:
        pytest.skip("needs the extra trl")
    steps = run("GRPO", tmp_path)
    assert [step for step, _, _ in steps] == ["1", "2"]
    assert all(0 <= float(class_pass) <= float(reward) <= 1 for _, reward, class_pass in steps)
    assert max(float(reward) for _, reward, _ in steps) > 0
