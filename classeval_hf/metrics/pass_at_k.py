"""The unbiased estimator of pass@k (ClassEval, eq. 1; Chen et al. 2021, section 2.1)."""

from math import comb

DEFAULT_KS = (1, 3, 5)  # the k that the ClassEval paper reports (section 4.4)


def pass_at_k(n: int, c: int, k: int) -> float:
    """
    Probability that at least one of k samples, drawn without replacement from n of which c are correct, is correct.

    Args:
        n (`int`): number of samples, at least `k`.
        c (`int`): number of correct ones, from 0 to `n`.
        k (`int`): number drawn, at least 1.

    Returns:
        `float`: `1 - C(n - c, k) / C(n, k)`, from 0 to 1, exact up to the rounding of one division.

    Raises:
        `ValueError`: if `1 <= k <= n` or `0 <= c <= n` does not hold.

    Example:
        >>> pass_at_k(n=5, c=1, k=3)
        0.6
    """
    if not 1 <= k <= n:
        raise ValueError(f"pass@{k} needs k of at least 1 and as many samples, but n is {n}.")
    if not 0 <= c <= n:
        raise ValueError(f"The number of correct samples must lie between 0 and n={n}, but is {c}.")
    total = comb(n, k)
    return (total - comb(n - c, k)) / total
