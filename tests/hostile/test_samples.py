"""
Samples that are out to fool, break or leave the sandbox, and what must become of them.

Every hostile sample knows how this package works. For each it holds: no wrong pass, the scorer lives, a right sample
passes at once afterwards, and nothing is left of it: no process, file, mount or piece of shared memory.
"""

import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_samples import RIGHT, SAMPLES, TASK, WRONG, assert_right_sample_passes, details, outcome, with_facts
from hostile_samples import Sample as HostileSample
from traces import Traces

from classeval_hf.engine.executor import Executor


def test_controls(executors: Callable[[str], Executor]) -> None:
    """The task itself: its values are withheld, and it tells right from wrong."""
    verdict = executors("T1").run(TASK, WRONG).verdict
    assert outcome(verdict) == "fail"
    assert {item.judged_by for item in verdict.test_classes} == {"parent"}
    assert_right_sample_passes(executors("T1"))


def cases() -> Iterator[Any]:
    """Each sample with each tier that promises to hold it: one of them in turn, the strongest as a slow test."""
    for turn, sample in enumerate(SAMPLES):
        for place, tier in enumerate(sample.tiers):
            mark = () if place == turn % len(sample.tiers) else pytest.mark.full if place else pytest.mark.slow
            yield pytest.param(sample, tier, id=f"{sample.name}-{tier}", marks=mark)


@pytest.mark.parametrize(("sample", "tier"), list(cases()))
def test_sample(sample: HostileSample, tier: str, executors: Any, outside: Any, temporary_folder: Path) -> None:
    executor = executors(tier, sample.seconds, sample.memory_bytes)
    if "import numpy" in sample.source:  # what such samples are forked from is started by the first
        executor.run(TASK, f"import numpy\n{RIGHT}")
    traces = Traces(temporary_folder)
    source = with_facts(sample.source, outside)
    execution = executor.run(TASK, source)
    if execution.contended and outcome(execution.verdict) not in sample.verdicts:
        execution = executor.run(TASK, source)  # as by whoever schedules samples, since the machine is busy
    verdict = execution.verdict
    assert outcome(verdict) in sample.verdicts, details(verdict)
    assert_right_sample_passes(executor)
    traces.assert_none_left()
    secret = Path(outside["OUTSIDE"], "secret")
    assert (secret.read_text(), stat.S_IMODE(secret.stat().st_mode)) == ("secret", 0o644)
    assert {path.name for path in secret.parent.iterdir()} == {"secret", "socket", "datagrams"}
