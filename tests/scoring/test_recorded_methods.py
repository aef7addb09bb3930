"""Recorded runs on ClassEval that were made method by method, by the public harness's rules."""

from pathlib import Path

import pytest
from recorded_runs import assert_numbers_of_the_public_harness

HARNESS = {
    "WizardCoder_100_m_dire": {"class_pass@1": 0.07, "test_class_pass@1": 171 / 502},
    "GPT-3.5-Turbo_method_I_greedy": {"class_pass@1": 0.29, "test_class_pass@1": 289 / 502},
}


@pytest.mark.full
@pytest.mark.classeval
@pytest.mark.usefixtures("consent")
@pytest.mark.parametrize("run", HARNESS)
def test_they_get_the_numbers_of_the_public_harness(recorded_outputs: Path, run: str) -> None:
    assert_numbers_of_the_public_harness(recorded_outputs / f"{run}.json", HARNESS[run])
