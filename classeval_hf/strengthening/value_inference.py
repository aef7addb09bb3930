"""Rules of texts and numbers, inferred from those that were seen."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from classeval_hf.strengthening.docstring_reading import documented_bounds, documents_zero
from classeval_hf.strengthening.inference_hints import Hints, Rules
from classeval_hf.strengthening.text_shapes import (
    MOMENT_FORMATS,
    SHAPES,
    characters_of,
    is_trimmed,
    matches_shape,
    parse_moment,
    template_of,
    word_forms_of,
)

_BITS = 8  # length that texts of binary digits are multiples of, where they are read as bytes
_MIN_BINARY = 4  # length from which `0` and `1` alone are taken to be binary digits

_HINTED = {"octal digits": ("octal",), "binary digits": ("bin", "bit"), "hexadecimal digits": ("hex",)}
"""Words that a name or text must hold for a shape that other texts have by chance."""

_MAX_LABELS, _LABEL_USES = 8, 3  # words that are taken to be labels: so few, and each used so often

_GRAMMAR = re.compile(
    r"<[A-Za-z!/][^>]*>"  # markup
    r"|^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b"
    r"|\\[bdswDSWB]|\(\?|\[\^?\w-\w|\.\*|\.\+|\$$"  # regular expressions
    r"|%[sdfYmHM]|\{\w*\}"  # formats
    r"|&#?\w+;"
    r"|\d{4}-\d\d-\d\d",  # dates in other texts
)
"""What texts hold that have a grammar of their own."""

_EXPRESSION = re.compile(r"(?=.*[-+*/^%=<>!&|()\[\]{}])[-+*/^%=<>!&|()\[\]{}\s\d.]+")
"""Numbers, operators and brackets alone."""


def are_closed(seen: Sequence[str], hints: Hints) -> bool:
    """Whether only the texts seen can be taken to be legal: a choice of few, or texts with a grammar of their own."""
    if hints.is_choice or hints.is_structured:
        return True
    filled = [text for text in seen if text.strip()]
    distinct = set(filled)
    if len(distinct) <= _MAX_LABELS and len(filled) >= _LABEL_USES * len(distinct) and all(map(str.isalpha, distinct)):
        return True
    if re.search(r"bin(ary)?(_|\b)|bits?(_|\b)|hex", hints.name.lower()) and text_shape(filled, hints) not in _HINTED:
        return True
    if not text_shape(filled, hints) and any(_has_grammar(text) for text in filled):
        return True
    if any(_EXPRESSION.fullmatch(text) for text in filled) and not _is_plain(filled):
        return True
    return bool(filled) and all(text in ("X", "O") or (len(text) == 1 and not text.isalnum()) for text in filled)


def _is_plain(seen: Sequence[str]) -> bool:
    """Whether texts are signed numbers, dates or times, which look like expressions and are none."""
    return text_shape(seen, Hints("")) != "" or len({template_of(text) for text in seen}) == 1


def _has_grammar(text: str) -> bool:
    if _GRAMMAR.search(text):
        return True
    if text[:1] not in "{[":
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def text_shape(seen: Sequence[str], hints: Hints) -> str:
    """The narrowest shape that all texts have, empty where they have none."""
    for form in MOMENT_FORMATS:
        if seen and all(parse_moment(text, form) for text in seen):
            return form
    words = f"{hints.name} {hints.text}".lower()
    for name in SHAPES:
        if name in _HINTED:
            is_hinted = any(word in words for word in _HINTED[name])
            if not is_hinted and (name != "binary digits" or max(map(len, seen), default=0) < _MIN_BINARY):
                continue
        if seen and all(matches_shape(text, name) for text in seen):
            return name
    return ""


def add_text_rules(rules: Rules, seen: Sequence[str], hints: Hints) -> None:
    """Adds shape, characters and lengths of texts."""
    filled = sorted({text for text in seen if text})
    if not filled:
        return
    shape = text_shape(filled, hints)
    if shape:
        rules.add("shape", shape)
    if "%" in shape:
        _add_span(rules, filled, shape)
        return
    templates = sorted({template_of(text) for text in filled})
    if not shape.endswith(("number", "integer")) and _have_templates(filled, templates):
        rules.add("templates", tuple(templates))
        return
    if not shape.endswith(("digits", "letters", "number")):
        rules.add("characters", characters_of(filled))
        rules.add("word_forms", tuple(sorted(set().union(*map(word_forms_of, filled)))))
    if not shape and all(map(is_trimmed, filled)):
        rules.add("trimmed", True)
    lengths = {len(text) for text in filled}
    if shape in ("binary digits", "hexadecimal digits") and all(length % _BITS == 0 for length in lengths):
        rules.add("length_multiple", _BITS)


def _add_span(rules: Rules, seen: Sequence[str], form: str) -> None:
    ordered = sorted(seen, key=lambda text: (str(parse_moment(text, form)), text))
    rules.add("earliest", ordered[0])
    rules.add("latest", ordered[-1])
    templates = tuple(sorted({template_of(text) for text in seen}))
    rules.add("templates", templates)


def _have_templates(seen: Sequence[str], templates: Sequence[str]) -> bool:
    """Whether texts are forms with digits, as telephone numbers are: few forms, each with digits and more."""
    if any(" " in text or not re.search(r"\d", text) or not re.search(r"[^0-9]", text) for text in seen):
        return False
    return len(templates) <= max(1, len(seen) // 2)


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
