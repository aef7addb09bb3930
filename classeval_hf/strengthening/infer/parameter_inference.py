"""Contracts of parameters, inferred from the values that they were given."""

import datetime
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from classeval_hf.strengthening.infer.docstring_reading import (
    documented_bounds,
    documents_empty,
    documents_zero,
    listed_texts,
)
from classeval_hf.strengthening.infer.inference_hints import Hints, Occurrence, Rules
from classeval_hf.strengthening.infer.parameter_contracts import (
    ParameterContract,
    is_number,
    is_rectangular,
    type_name,
)
from classeval_hf.strengthening.infer.text_shapes import (
    MOMENT_FORMATS,
    SHAPES,
    characters_of,
    is_trimmed,
    matches_shape,
    parse_moment,
    template_of,
    word_forms_of,
)
from classeval_hf.strengthening.record.values import Ref, Value, parts_of, write_value

_OPEN_TYPES = frozenset(
    {
        *("None", "bool", "int", "float", "complex", "Decimal", "Fraction", "str", "list", "tuple", "set"),
        *("frozenset", "dict", "date", "datetime", "time", "object"),
    }
)  # types of which other values than those seen can be legal

_MAX_TUPLE = 4  # length up to which tuples of one length are taken to have a meaning per place
_MAX_RECORDS = 3  # sets of keys up to which dicts are taken to be records
_MIN_LISTS = 3  # lists that must be seen before an order in all of them is taken to be a rule
_MIN_SORTED = 5  # the same for what authors of tests write by habit: lists in ascending order, and of one length


def infer_parameter(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    """Infers what a parameter may be given; all values seen keep the contract."""
    tests_only = [item for item in occurrences if not item.example]
    contract = _infer(occurrences, hints)
    return _with_examples(contract, _infer(tests_only, hints)) if len(tests_only) < len(occurrences) else contract


def _with_examples(contract: ParameterContract, without: ParameterContract) -> ParameterContract:
    """The contract with `example` as a source of each rule that would be another one without the examples."""
    rules, others = contract.rules, without.rules
    sources = {
        name: (*names, "example") if rules.get(name) != others.get(name) and "example" not in names else names
        for name, names in contract.sources.items()
    }
    nested = {
        name: _with_examples(contract.fields[name], without.fields[name])
        for name in without.fields
        if name in contract.fields
    }
    parts: dict[str, Any] = {"fields": {**contract.fields, **nested}} if nested else {}
    for name in ("item", "key"):
        if name in rules and name in others:
            parts[name] = _with_examples(rules[name], others[name])
    if len(contract.items) == len(without.items):
        parts["items"] = tuple(map(_with_examples, contract.items, without.items))
    return replace(contract, sources=sources, **parts)


def _infer(occurrences: Sequence[Occurrence], hints: Hints) -> ParameterContract:
    good = [item for item in occurrences if not _is_apart(item)]
    apart = [item for item in occurrences if _is_apart(item)]
    used = good or apart
    rules = Rules()
    seen = {type_name(item.value) for item in used}
    documented = set(hints.types) & ({"None"} | ({"int", "float"} if seen & {"int", "float"} else set()))
    sources = ("tests", *([hints.types_source] if seen & set(hints.types) or documented - seen else []))
    rules.add("types", tuple(sorted(seen | documented)), sources)
    if apart and good:
        rules.add("also", _written(apart))
    values = [item.value for item in used]
    if _is_choice(values, hints):
        listed = [repr(text) for text in listed_texts(hints.text)] if any(isinstance(v, str) for v in values) else []
        legal = tuple(sorted({*_written(used), *listed}))
        rules.add("values", legal, ("tests", "docstring") if listed else ("tests",))
    else:
        _add_open_rules(rules, used, hints)
    _add_mentions(rules, used, hints)
    return ParameterContract(**rules.values, sources={key: rules.sources[key] for key in sorted(rules.sources)})


def _is_apart(item: Occurrence) -> bool:
    """Whether a value is legal as it is and tells nothing of others: what was refused, but not for its size alone."""
    if is_number(item.value):
        return item.value != item.value or item.value in (float("inf"), float("-inf"))
    return item.failed and not isinstance(item.value, Ref)


def _written(occurrences: Sequence[Occurrence]) -> tuple[str, ...]:
    return tuple(sorted({write_value(item.value) for item in occurrences}))


def _is_choice(values: Sequence[Value], hints: Hints) -> bool:
    if any(type_name(value) not in _OPEN_TYPES for value in values):
        return True
    texts = [value for value in values if isinstance(value, str)]
    if texts and (listed_texts(hints.text) or are_closed(texts, hints)):
        return True
    if hints.is_choice and any(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return True
    if hints.is_structured and any(isinstance(value, (list, tuple, dict)) for value in values):
        return True
    return hints.is_choice and any(isinstance(value, (list, tuple)) and has_containers(value) for value in values)


def has_containers(value: Value) -> bool:
    kinds = (list, tuple, set, frozenset, dict)
    return any(isinstance(part, kinds) for number, part in enumerate(parts_of(value)) if number)


def _add_open_rules(rules: Rules, used: Sequence[Occurrence], hints: Hints) -> None:
    values = [item.value for item in used]
    numbers = [value for value in values if is_number(value)]
    texts = [value for value in values if isinstance(value, str)]
    moments = [value for value in values if isinstance(value, (datetime.date, datetime.time))]
    if numbers:
        add_number_rules(rules, numbers, hints)
    if texts:
        add_text_rules(rules, texts, hints)
    if moments:
        rules.add("earliest", min(value.isoformat() for value in moments))
        rules.add("latest", max(value.isoformat() for value in moments))
    sized = [value for value in values if isinstance(value, (str, list, tuple, set, frozenset, dict))]
    if sized:
        _add_lengths(rules, sized, hints)
    if texts and len(texts) == len(sized) and ("templates" in rules.values or "%" in rules.values.get("shape", "")):
        rules.drop("max_length")
        if rules.values.get("min_length"):
            rules.drop("min_length")
    for kind, add in _CONTAINERS:
        of_kind = [item for item in used if isinstance(item.value, kind)]
        if of_kind:
            add(rules, of_kind, hints)


def _add_lengths(rules: Rules, sized: Sequence[Any], hints: Hints) -> None:
    lengths = [len(value) for value in sized]
    is_empty_documented = documents_empty(hints.text) or (hints.may_be_empty and not hints.is_part)
    low, high = min(lengths), 2 * max(lengths) + 1
    filled = [value for value in sized if value]
    if all(isinstance(value, str) for value in sized):
        low = min(low, 1)
        high = 1 if max(lengths) == 1 else high
        is_coded = all(any(char.isdigit() for char in text) for text in filled)  # with digits, their length matters
        if len(set(filled)) > 1 and len({len(value) for value in filled}) == 1 and is_coded:
            low, high = min(lengths), max(lengths)
    elif len({len(value) for value in filled}) == 1 and (
        hints.is_part or len({write_value(value) for value in filled}) > _MIN_SORTED  # so many that it is no chance
    ):
        low, high = min(lengths), max(lengths)
    else:
        low = min(low, 2)
    rules.add("min_length", 0 if is_empty_documented else low, ("docstring",) if is_empty_documented else ("tests",))
    rules.add("max_length", high)


def _add_list_rules(rules: Rules, occurrences: Sequence[Occurrence], hints: Hints) -> None:
    lists = [item.value for item in occurrences]
    parts = [replace(item, value=part) for item in occurrences for part in item.value]
    if parts:
        rules.add("item", _infer(parts, hints.part()))
    nested = [value for value in lists if value and all(isinstance(row, (list, tuple)) for row in value)]
    if nested and len(nested) == len([value for value in lists if value]) and all(map(is_rectangular, nested)):
        is_square = all(len(value) == len(value[0]) for value in nested) and any(len(value) > 1 for value in nested)
        rules.add("grid", "square" if is_square else "rectangular")
    long = [value for value in lists if len(value) > 1]
    if len({write_value(value) for value in long}) < _MIN_LISTS:
        return
    # Of names and places, two alike would be a case that no test has.
    must_differ = hints.is_identity or hints.is_place or any(isinstance(part, (tuple, dict)) for part in long[0])
    if must_differ and all(len({write_value(part) for part in value}) == len(value) for value in long):
        rules.add("distinct", True)
    is_named = re.search(r"\bsort|\bascending|\bin order", f"{hints.name} {hints.text}".lower()) is not None
    is_seen = len({write_value(value) for value in long if len(value) > 2}) >= _MIN_SORTED
    if (is_named or is_seen) and all(map(_is_ascending, long)) and not isinstance(long[0][0], (list, tuple)):
        rules.add("ascending", True)


def _is_ascending(value: Sequence[Any]) -> bool:
    try:
        return list(value) == sorted(value)
    except (TypeError, ValueError):  # of several types, or arrays
        return False


def _add_row_rules(rules: Rules, occurrences: Sequence[Occurrence], hints: Hints) -> None:
    are_tuples = all(isinstance(item.value, tuple) for item in occurrences)
    lengths = {len(item.value) for item in occurrences}
    if not are_tuples or len(lengths) > 1 or max(lengths) > _MAX_TUPLE:
        _add_list_rules(rules, occurrences, hints)
        return
    length = lengths.pop()
    places = []
    for number in range(length):
        parts = [replace(item, value=item.value[number]) for item in occurrences]
        is_position = all(is_number(part.value) for part in parts)
        places.append(_infer(parts, hints.part("position" if is_position else "")))
    rules.add("items", tuple(places))
    rules.add("min_length", length)
    rules.add("max_length", length)


def _add_set_rules(rules: Rules, occurrences: Sequence[Occurrence], hints: Hints) -> None:
    parts = [replace(item, value=part) for item in occurrences for part in sorted(item.value, key=write_value)]
    if parts:
        rules.add("item", _infer(parts, hints.part()))


def _add_dict_rules(rules: Rules, occurrences: Sequence[Occurrence], hints: Hints) -> None:
    dicts = [item.value for item in occurrences]
    sets = sorted({tuple(value) for value in dicts if all(isinstance(key, str) for key in value)}, key=str)
    if _are_records(dicts):
        if len(occurrences) == sum(isinstance(item.value, dict) for item in occurrences):
            rules.drop("max_length")
            rules.drop("min_length")
        by_content = {tuple(sorted(keys)): keys for keys in reversed(sets)}
        rules.add("keys", tuple(by_content[keys] for keys in sorted(by_content)))
        _add_field_rules(rules, occurrences, hints)
        return
    if _have_common_keys(dicts):
        _add_field_rules(rules, occurrences, hints)
        rules.add("key", ParameterContract(("str",), tuple(sorted({repr(key) for value in dicts for key in value}))))
        return
    keys = [replace(item, value=key) for item in occurrences for key in item.value]
    items = [replace(item, value=part) for item in occurrences for part in item.value.values()]
    if keys:
        rules.add("key", _infer(keys, hints.part("key")))
        rules.add("item", _infer(items, hints.part()))


def _add_field_rules(rules: Rules, occurrences: Sequence[Occurrence], hints: Hints) -> None:
    fields = {}
    for name in sorted({key for item in occurrences for key in item.value}):
        parts = [replace(item, value=item.value[name]) for item in occurrences if name in item.value]
        fields[name] = _infer(parts, hints.part(name))
    rules.add("fields", fields)


def _have_common_keys(dicts: Sequence[dict[Any, Any]]) -> bool:
    """Whether the keys are names and one of them comes again: records of which some keys may be left out."""
    keys = [key for value in dicts for key in value]
    return all(isinstance(key, str) and SHAPES["identifier"](key) for key in keys) and len(set(keys)) < len(keys)


def _are_records(dicts: Sequence[dict[Any, Any]]) -> bool:
    """Whether dicts are records: few sets of keys, each key a name; so is a single dict with names for keys."""
    filled = [value for value in dicts if value]
    if not all(isinstance(key, str) and SHAPES["identifier"](key) for value in filled for key in value):
        return False
    sets = {frozenset(value) for value in filled}
    return len(sets) <= 1 or (len(sets) <= _MAX_RECORDS and bool(frozenset.intersection(*sets)))


_CONTAINERS: tuple[tuple[Any, Callable[[Rules, Sequence[Occurrence], Hints], None]], ...] = (
    ((list, tuple), _add_row_rules),
    ((set, frozenset), _add_set_rules),
    (dict, _add_dict_rules),
)


def _add_mentions(rules: Rules, used: Sequence[Occurrence], hints: Hints) -> None:
    """Adds `known` and `fresh`, of what something is found by."""
    kinds: Mapping[str, type] = {"str": str, "int": int, "dict": dict, "tuple": tuple}
    named = [item for item in used if type_name(item.value) in kinds]
    if not named or len(named) < len(used):
        return
    is_sought = all(isinstance(item.value, (str, dict)) for item in named) or hints.is_identity
    are_known = [write_value(item.value) in item.mentioned for item in named]
    if hints.method == "__init__":
        return
    if is_sought and all(are_known) and not hints.unknown_allowed:
        rules.add("known", True)
    is_new = hints.is_added and hints.is_identity and not any(isinstance(item.value, dict) for item in named)
    if is_new and not any(are_known) and not hints.repeat_allowed:
        rules.add("fresh", True)


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
    r"|\d{4}-\d\d-\d\d"  # dates in other texts
)  # what texts hold that have a grammar of their own

_EXPRESSION = re.compile(r"(?=.*[-+*/^%=<>!&|()\[\]{}])[-+*/^%=<>!&|()\[\]{}\s\d.]+")  # numbers and operators alone


def are_closed(seen: Sequence[str], hints: Hints) -> bool:
    """Whether only the texts seen can be taken to be legal: a choice of few, or texts with a grammar of their own."""
    if hints.is_choice or hints.is_structured:
        return True
    filled = [text for text in seen if text.strip()]
    distinct = set(filled)
    if (
        1 < len(distinct) <= _MAX_LABELS
        and len(filled) >= _LABEL_USES * len(distinct)
        and all(map(str.isalpha, distinct))
    ):
        return True
    if re.search(r"bin(ary)?(_|\b)|bits?(_|\b)|hex", hints.name.lower()) and text_shape(filled, hints) not in _HINTED:
        return True
    if not text_shape(filled, hints) and any(_has_grammar(text) for text in filled):
        return True
    # Signed numbers, dates and times only look like expressions.
    is_plain = text_shape(filled, Hints("")) != "" or len(set(map(template_of, filled))) == 1
    if not is_plain and any(_EXPRESSION.fullmatch(text) for text in filled):
        return True
    return bool(filled) and all(text in ("X", "O") or (len(text) == 1 and not text.isalnum()) for text in filled)


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
    filled = sorted({text for text in seen if text})
    if not filled:
        return
    shape = text_shape(filled, hints)
    if shape.endswith("letters"):
        shape = text_shape([*filled, *filter(str.isalpha, hints.alike)], hints)
    if shape:
        rules.add("shape", shape)
    templates = sorted({template_of(text) for text in filled})
    if "%" in shape:
        ordered = sorted(filled, key=lambda text: (str(parse_moment(text, shape)), text))
        rules.add("earliest", ordered[0])
        rules.add("latest", ordered[-1])
        rules.add("templates", tuple(templates))
        return
    if not shape.endswith(("number", "integer")) and _have_templates(filled, templates):
        rules.add("templates", tuple(templates))
        return
    if not shape.endswith(("digits", "letters", "number")):
        noted = [text for text in hints.alike if not text.isalpha() and not shape]
        rules.add("characters", characters_of([*filled, *noted]))
        rules.add("word_forms", tuple(sorted(set().union(*map(word_forms_of, [*filled, *noted])))))
    if not shape and all(map(is_trimmed, filled)):
        rules.add("trimmed", True)
    lengths = {len(text) for text in filled}
    if shape in ("binary digits", "hexadecimal digits") and all(length % _BITS == 0 for length in lengths):
        rules.add("length_multiple", _BITS)


def _have_templates(seen: Sequence[str], templates: Sequence[str]) -> bool:
    """Whether texts are forms with digits, as telephone numbers are: few forms, each with digits and more."""
    if any(" " in text or not re.search(r"\d", text) or not re.search(r"[^0-9]", text) for text in seen):
        return False
    return len(templates) <= max(1, len(seen) // 2)


def add_number_rules(rules: Rules, seen: Sequence[Any], hints: Hints) -> None:
    """Adds bounds: no sign that was not seen, nothing far beyond the greatest, and no 0 unless seen or documented."""
    reals = ((value.real, value.imag) if isinstance(value, complex) else (value,) for value in seen)
    parts = [part for of_value in reals for part in of_value if math.isfinite(part)]
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


def _add(rules: Rules, low: Any, high: Any, low_documented: float | None, high_documented: float | None) -> None:
    """Adds bounds; a documented one counts only where it is narrower, or the seen numbers reach beyond zero alike."""
    for rule, bound, documented in (("minimum", low, low_documented), ("maximum", high, high_documented)):
        is_narrower = documented is not None and (documented > bound if rule == "minimum" else documented < bound)
        value = documented if is_narrower else bound
        rules.add(rule, _plain(value), ("docstring",) if is_narrower else ("tests",))


def _plain(value: Any) -> float:
    number = float(value)
    return value if isinstance(value, int) else int(number) if number.is_integer() else number
