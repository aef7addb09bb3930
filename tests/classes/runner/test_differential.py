"""Verdicts beside plain `unittest`'s, on a class of the standard library; the others are in `docs/results`."""

import importlib.util
from pathlib import Path

import pytest
from benchmark_modules import from_benchmarks

from classeval_hf.engine.executor import Executor

differential = from_benchmarks("differential")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["graphlib.TopologicalSorter", "fractions.Fraction"])
def test_verdicts_are_those_of_unittest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if importlib.util.find_spec(f"test.test_{name.partition('.')[0]}") is None:
        pytest.skip("the standard library comes without its tests")
    monkeypatch.setattr(differential, "MUTANTS", 2)
    subject = next(one for one in differential.SUBJECTS if one.name == name)
    with Executor() as executor:
        counts, different = differential.compare(subject, Path(), executor)
    assert different == []
    assert counts["agree"] >= 2 * counts["tests"]
