"""Two corpora of hostile samples that lie beside ClassEval's data, as whoever runs the suite; see `corpora.py`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from corpora import CORPORA, LEAST
from hostile_samples import TIERS
from slow_and_full import slow

from classeval_hf.judging.executor import Executor


@pytest.mark.slow
@pytest.mark.parametrize("tier", [TIERS[0], *map(slow, TIERS[1:])])
@pytest.mark.parametrize("corpus", CORPORA)
def test_corpus(
    corpus: str,
    tier: str,
    hostile_corpora: Path,
    classeval_file: Path,
    executors: Callable[..., Executor],
    temporary_folder: Path,
) -> None:
    samples, problems = CORPORA[corpus](tier, executors, hostile_corpora, classeval_file, temporary_folder)
    assert not problems, "\n".join(problems)
    assert samples >= LEAST[corpus]
