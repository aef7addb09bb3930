"""Two corpora of hostile samples that lie beside ClassEval's data, as whoever runs the suite; see `corpora.py`."""

import pytest
from corpora import CORPORA, LEAST
from hostile_samples import TIERS
from slow_and_full import slow


@pytest.mark.slow
@pytest.mark.parametrize("tier", [TIERS[0], *map(slow, TIERS[1:])])
@pytest.mark.parametrize("corpus", CORPORA)
def test_corpus(corpus: str, tier: str, request: pytest.FixtureRequest) -> None:
    fixtures = ("executors", "hostile_corpora", "classeval_file", "temporary_folder")
    samples, problems = CORPORA[corpus](tier, *map(request.getfixturevalue, fixtures))
    assert not problems, "\n".join(problems)
    assert samples >= LEAST[corpus]
