"""Rules for lengths (also of texts), keys of records, and the order of lists."""

import re
from collections.abc import Sequence
from typing import Any

from classeval_hf.strengthening.infer import rules
from classeval_hf.strengthening.infer.docstring_reading import documents_empty
from classeval_hf.strengthening.infer.inference_hints import Hints
from classeval_hf.strengthening.infer.text_rules import SHAPES
from classeval_hf.strengthening.record.values import Value, write_value

_MAX_TUPLE = 4  # maximum length of tuples whose elements have a meaning by place
_MAX_RECORDS = 3  # maximum of different sets of keys in records
_MIN_LISTS = 3  # lists that must be seen before their common order is a rule
_MIN_SORTED = 5  # the same for lists that authors write by habit: in ascending order, or of one length


def _infer_lengths(found: rules.Found, sized: Sequence[Any], hints: Hints) -> None:
    lengths = [len(value) for value in sized]
    low, high = min(lengths), max(lengths)
    filled = [value for value in sized if value]
    are_texts = all(isinstance(value, str) for value in sized)
    if are_texts:  # the length of texts with digits matters
        is_meant = len(set(filled)) > 1 and all(any(char.isdigit() for char in text) for text in filled)
    else:  # too many for chance
        is_meant = hints.is_part or len({write_value(value) for value in filled}) > _MIN_SORTED
    if not is_meant or len({len(value) for value in filled}) != 1:
        low = min(low, 1 if are_texts else 2)
        high = 1 if are_texts and high == 1 else 2 * high + 1
    is_empty_documented = documents_empty(hints.text) or (hints.may_be_empty and not hints.is_part)
    low = 0 if is_empty_documented else low
    # A template or a format implies a length.
    has_form = are_texts and ("templates" in found.rules or "%" in found.rules.get("shape", ""))
    if not (has_form and low):
        found.add("min_length", low, "docstring" if is_empty_documented else "tests")
    if not has_form:
        found.add("max_length", high)


SIZED = rules.Kind(
    lambda value: isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)),
    _infer_lengths,
    rules.Rule(
        "min_length",
        rules.read_length,
        lambda least, value, _: len(value) >= least,
        "{}",
        lambda least: "is not empty" if least == 1 else f"has at least {least} parts",
    ),
    rules.Rule("max_length", rules.read_length, lambda most, value, _: len(value) <= most, "has at most {} parts"),
    rules.Rule(
        "length_multiple",
        rules.read_length,
        lambda number, value, _: len(value) % number == 0,
        "has a length that is a multiple of {}",
    ),
)


def are_records(dicts: Sequence[dict[Any, Any]]) -> bool:
    """Whether dicts are records: their keys are names, and they have few different sets of keys."""
    sets = {frozenset(value) for value in dicts if value}
    if not _are_names([key for keys in sets for key in keys]):
        return False
    return len(sets) <= 1 or (len(sets) <= _MAX_RECORDS and bool(frozenset.intersection(*sets)))


def have_common_keys(dicts: Sequence[dict[Any, Any]]) -> bool:
    """Whether the keys are names and one is repeated, as in records where some keys are optional."""
    keys = [key for value in dicts for key in value]
    return _are_names(keys) and len(set(keys)) < len(keys)


def _are_names(keys: Sequence[Any]) -> bool:
    return all(isinstance(key, str) and SHAPES["identifier"](key) for key in keys)


def _infer_keys(found: rules.Found, dicts: Sequence[dict[Any, Any]], _: Hints) -> None:
    if are_records(dicts):
        for name in ("min_length", "max_length"):
            found.rules.pop(name, None)
            found.sources.pop(name, None)
        sets = sorted({tuple(value) for value in dicts}, key=str, reverse=True)
        by_content = {tuple(sorted(keys)): keys for keys in sets}
        found.add("keys", tuple(by_content[keys] for keys in sorted(by_content)))


RECORDS = rules.Kind(
    lambda value: isinstance(value, dict),
    _infer_keys,
    # The legal sets of keys.
    rules.Rule(
        "keys",
        rules.list_of(rules.read_names, "set", "lists of keys"),
        lambda sets, value, _: sorted(map(str, value)) in map(sorted, sets),
        "has the keys {}",
        lambda sets: " or ".join(map(", ".join, sets)),
    ),
)


def are_places(rows: Sequence[Any]) -> bool:
    """Whether all are short tuples of one length, whose elements have a meaning by place."""
    return all(isinstance(row, tuple) for row in rows) and len(set(map(len, rows))) == 1 and len(rows[0]) <= _MAX_TUPLE


def _infer_order(found: rules.Found, rows: Sequence[Any], hints: Hints) -> None:
    if are_places(rows):
        found.add("min_length", len(rows[0]))
        found.add("max_length", len(rows[0]))
        return
    filled = [value for value in rows if value]
    if filled and all(map(_is_rectangular, filled)):
        are_square = all(map(_is_square, filled)) and any(len(value) > 1 for value in filled)
        found.add("grid", "square" if are_square else "rectangular")
    long = [value for value in rows if len(value) > 1]
    if len({write_value(value) for value in long}) < _MIN_LISTS:
        return
    # No test has two equal names or places.
    has_places = hints.is_a("place") or any(isinstance(part, (tuple, dict)) for part in long[0])
    if (has_places or hints.is_a("identity")) and all(map(_is_distinct, long)):
        found.add("distinct", True)
    is_named = re.search(r"\bsort|\bascending|\bin order", f"{hints.name} {hints.text}".lower()) is not None
    is_seen = len({write_value(value) for value in long if len(value) > 2}) >= _MIN_SORTED
    if (is_named or is_seen) and all(map(_is_ascending, long)) and not isinstance(long[0][0], (list, tuple)):
        found.add("ascending", True)


def _is_distinct(row: Sequence[Value]) -> bool:
    return len(set(map(write_value, row))) == len(row)


def _is_ascending(row: Sequence[Value]) -> bool | None:
    """Whether a list is in ascending order; `None` if its elements have no order, as with several types."""
    try:
        return list(row) == sorted(row)
    except (TypeError, ValueError):
        return None


def _is_rectangular(row: Sequence[Value]) -> bool:
    """Whether all elements of a list are lists or tuples of one length."""
    return all(isinstance(part, (list, tuple)) for part in row) and len({len(part) for part in row}) <= 1


def _is_square(row: Sequence[Sequence[Value]]) -> bool:
    return not row or len(row) == len(row[0])


_read_grid = rules.reader_of(str, "rectangular or square", ("rectangular", "square").__contains__)

ROWS = rules.Kind(
    lambda value: isinstance(value, (list, tuple)),
    _infer_order,
    rules.Rule("distinct", rules.read_flag, lambda _, row, __: _is_distinct(row), "has no element twice"),
    rules.Rule(
        "ascending", rules.read_flag, lambda _, row, __: _is_ascending(row) is not None, "has elements of one type"
    ),
    rules.Rule("ascending", rules.read_flag, lambda _, row, __: _is_ascending(row) is True, "is in ascending order"),
    # `rectangular` or `square`, for a list of lists.
    rules.Rule("grid", _read_grid, lambda _, row, __: _is_rectangular(row), "has rows of one length"),
    rules.Rule(
        "grid", _read_grid, lambda form, row, _: form != "square" or _is_square(row), "has as many rows as columns"
    ),
)
