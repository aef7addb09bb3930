"""Rules of numbers, inferred from those that were seen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from classeval_hf.strengthening.docstring_reading import documented_bounds, documents_zero
from classeval_hf.strengthening.inference_hints import Hints, Rules


def add_number_rules(rules: Rules, seen: Sequence[Any], hints: Hints) -> None:
    """Adds bounds: no sign that was not seen, nothing far beyond the greatest, and no 0 unless seen or documented."""
    parts = [part for part in _real_parts(seen) if math.isfinite(part)]
    if not parts:
        return
    low, high = min(parts), max(parts)
    low_documented, high_documented = documented_bounds(hints.text)
    is_zero_legal = 0 in seen or documents_zero(hints.text)
    if not is_zero_legal:
        rules.add("nonzero", True)
    if hints.is_place:
        _add(rules, low, high, low_documented, high_documented)
        return
    are_whole = all(isinstance(value, int) for value in seen)
    smallest = 2 * low - 1 if low < 0 else 1 if are_whole and not is_zero_legal else 0
    largest = 2 * high + 1 if high > 0 else 0 if is_zero_legal else -1 if are_whole else 0
    is_share = low >= 0 and high <= 1 and (not are_whole or low < high)  # 0 and 1 alone are yes and no
    _add(rules, smallest, 1 if is_share else largest, low_documented, high_documented)


def _real_parts(seen: Sequence[Any]) -> Iterator[Any]:
    for value in seen:
        yield from (value.real, value.imag) if isinstance(value, complex) else (value,)


def _add(rules: Rules, low: Any, high: Any, low_documented: float | None, high_documented: float | None) -> None:
    """Adds bounds; a documented one counts only where it is narrower, or the seen numbers reach beyond zero alike."""
    for rule, bound, documented in (("minimum", low, low_documented), ("maximum", high, high_documented)):
        is_narrower = documented is not None and (documented > bound if rule == "minimum" else documented < bound)
        value = documented if is_narrower else bound
        rules.add(rule, _plain(value), ("docstring",) if is_narrower else ("tests",))


def _plain(value: Any) -> float:
    number = float(value)
    return value if isinstance(value, int) else int(number) if number.is_integer() else number
