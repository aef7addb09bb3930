"""A recorded run of five samples per task on ClassEval: a comparison with another run, the public harness's rules."""

from pathlib import Path

import pytest
from recorded_runs import assert_numbers_of_the_public_harness, run_references_once

from classeval_hf.cli import main
from classeval_hf.tasks.files import read_task_file

pytestmark = [pytest.mark.full, pytest.mark.classeval, pytest.mark.usefixtures("consent")]

RUN = "ChatGPT_100_c_5.json"
"""GPT-3.5, holistic, five samples."""


def test_comparison(recorded_outputs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """GPT-4 against GPT-3.5, both holistic: difference, interval and p-value of every average."""
    files = [str(recorded_outputs / name) for name in ("GPT-4_100_c_t0.json", RUN)]
    run_references_once(read_task_file(recorded_outputs / RUN))
    assert main(["compare", *files, "--own-tasks", "--timeout", "auto"]) == 0
    table = capsys.readouterr().out.split("\n\n")[1]
    rows = {line.split()[0]: [float(cell) for cell in line.split()[1:]] for line in table.split("\n")[2:]}
    tasks, first, second, difference, low, high, p_value = rows["class_pass@1"]
    assert tasks == 100
    assert (first, second) == (pytest.approx(0.34, abs=0.011), pytest.approx(0.262, abs=0.011))
    assert difference == pytest.approx(first - second, abs=2e-4) and low < difference < high
    assert 0.05 < p_value < 0.4
    assert rows.keys() >= {"method_pass@1", "test_rate", "dep_f", "dep_m", "recall@1"}


def test_it_gets_the_numbers_of_the_public_harness(recorded_outputs: Path) -> None:
    classes = {"class_pass@1": 0.254, "class_pass@3": 0.29, "class_pass@5": 0.30}
    tests = {1: 1457 / 2510, 3: 314.9 / 502, 5: 319 / 502}
    expected = {**classes, **{f"test_class_pass@{k}": value for k, value in tests.items()}}
    assert_numbers_of_the_public_harness(recorded_outputs / RUN, expected)
