"""The guide on training: its scripts are what users copy, and each runs as a program would."""

import importlib.util
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from slow_and_full import slow

if any(importlib.util.find_spec(name) is None for name in ("torch", "transformers", "accelerate")):
    pytest.skip("the extra `generation` is not installed", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("consent", "hf_home")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the script of a section here, as from the root of a checkout; the words of each line that it prints."""

    def run(heading: str) -> list[list[str]]:
        sections = (ROOT / "docs" / "guides" / "training.md").read_text(encoding="utf-8").split("\n## ")
        (section,) = (text for text in sections if text.startswith(f"{heading}\n"))
        (script,) = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
        (tmp_path / "hub_cards").symlink_to(ROOT / "hub_cards")
        (tmp_path / "script.py").write_text(script, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        runpy.run_path("script.py", run_name="__main__")
        return [line.split() for line in capsys.readouterr().out.splitlines() if not line.startswith("{")]

    return run


# The model knows these classes, and two small steps do not change that.
TRAINED = slow(("Scores while a model is trained", [["1", "1.0", "1.0"], ["2", "1.0", "1.0"]]))
COMPUTED = slow(("Scores by compute_metrics", [["1.0", "1.0"]]))


@pytest.mark.parametrize(("section", "printed"), [("The reward", [["[0.0,", "0.0]"]]), TRAINED, COMPUTED])
def test_scripts(run: Any, section: str, printed: list[list[str]]) -> None:
    assert run(section) == printed


@pytest.mark.full
def test_reinforcement_learning_with_trl(run: Any) -> None:
    if importlib.util.find_spec("trl") is None:
        pytest.skip("needs the extra trl")
    steps = run("GRPO")
    assert [step for step, *_ in steps] == ["1", "2"]
    assert all(0 <= float(class_pass) <= float(reward) <= 1 for _, reward, _, class_pass in steps)
    assert max(float(spread) for _, _, spread, _ in steps) > 0
