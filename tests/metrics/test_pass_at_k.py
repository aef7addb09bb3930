from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classeval_hf.metrics.pass_at_k import pass_at_k


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_equals_enumeration(case: tuple[int, int, int]) -> None:
    n, c, k = case
    draws = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, draws)) / len(draws))


@pytest.mark.parametrize(("n", "c", "k"), [(1, 0, 2), (3, 0, 0), (2, 3, 1), (2, -1, 1), (0, 0, 1)])
def test_rejects_impossible_numbers(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=r"pass@|correct samples"):
        pass_at_k(n, c, k)
