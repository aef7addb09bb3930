"""Rules of numbers: bounds, and whether 0 is legal."""

import math
from collections.abc import Sequence
from typing import Any

from classeval_hf.strengthening.infer.docstring_reading import documented_bounds, documents_zero
from classeval_hf.strengthening.infer.inference_hints import Hints
from classeval_hf.strengthening.infer.rules import TYPE, Found, Kind, Rule, is_number, read_flag, read_number


def _reals(value: Any) -> tuple[Any, ...]:
    return (value.real, value.imag) if isinstance(value, complex) else (value,)


def _infer(found: Found, seen: Sequence[Any], hints: Hints) -> None:
    """Adds bounds: no sign that was not seen, nothing far beyond the greatest, and no 0 unless seen or documented."""
    parts = [part for value in seen for part in _reals(value) if math.isfinite(part)]
    if not parts:
        return
    low, high = min(parts), max(parts)
    is_zero_legal = 0 in seen or documents_zero(hints.text)
    if not is_zero_legal:
        found.add("nonzero", True)
    if not hints.is_a("place"):
        are_whole = all(isinstance(value, int) for value in seen)
        is_share = low >= 0 and high <= 1 and (not are_whole or low < high)  # 0 and 1 alone are yes and no
        edge = 1 if are_whole and not is_zero_legal else 0
        low, high = 2 * low - 1 if low < 0 else edge, 1 if is_share else 2 * high + 1 if high > 0 else -edge
    least, most = documented_bounds(hints.text)  # which count only where they are narrower
    _add(found, "minimum", *((least, "docstring") if least is not None and least > low else (low, "tests")))
    _add(found, "maximum", *((most, "docstring") if most is not None and most < high else (high, "tests")))


def _add(found: Found, name: str, bound: Any, source: str) -> None:
    number = float(bound)
    found.add(name, bound if isinstance(bound, int) else int(number) if number.is_integer() else number, source)


NUMBERS = Kind(
    is_number,
    _infer,
    Rule("types", TYPE.read, lambda _, value, __: all(map(math.isfinite, _reals(value))), "is finite"),
    # Bounds, themselves legal, of both parts of a complex number.
    Rule("minimum", read_number, lambda least, value, _: min(_reals(value)) >= least, "is at least {}"),
    Rule("maximum", read_number, lambda most, value, _: max(_reals(value)) <= most, "is at most {}"),
    Rule("nonzero", read_flag, lambda _, value, __: value != 0, "is not 0"),
)
