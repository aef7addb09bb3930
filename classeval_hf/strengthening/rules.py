"""The rules of contracts: how each is checked, and inferred from values in tests. There are rules for values of any
type, numbers, texts (shapes such as digits, dates and addresses; characters), dates and times, lengths, keys of
records, and the order of lists."""

import datetime
import json
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from classeval_hf.strengthening import docstrings
from classeval_hf.strengthening.docstrings import Hints
from classeval_hf.strengthening.sequences import Ref, Value, write_value


@dataclass(frozen=True)
class Context:
    rules: Mapping[str, Any]  # demands of the contract, by name of the rule
    mentioned: Collection[str]  # arguments of earlier steps, as written


@dataclass(frozen=True)
class Rule:
    """A demand that a contract may make. Rules with the same name check different aspects of the demand."""

    name: str  # the key of the demand in `contracts.json`
    check: Callable[[Any, Any, Context], bool]  # takes demand and value; whether the value meets the demand
    words: str  # the end of a sentence about a value, with the demand
    shown: Callable[[Any], str] = str  # writes the demand


@dataclass
class Found:
    """Inferred demands by rule, with their sources."""

    rules: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, name: str, demand: Any, *sources: str) -> None:
        self.rules[name] = demand
        self.sources[name] = sources or ("tests",)


Infer = Callable[[Found, Sequence[Any], Hints], None]  # adds the demands that values seen and hints suggest


@dataclass(frozen=True)
class Kind:
    includes: Callable[[Value], bool]
    infer: Infer | None
    rules: tuple[Rule, ...]  # for values of this kind, in the order of checking


TYPES = {
    *("None", "bool", "int", "float", "complex", "str", "bytes", "bytearray", "range", "list", "tuple", "set", "dict"),
    *("frozenset", "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "ndarray", "type", "object"),
}  # names of types; `object` is a result of an earlier step


def type_name(value: Value) -> str:
    """The name of a value's type in contracts."""
    return "object" if isinstance(value, Ref) else "None" if value is None else type(value).__name__


def is_number(value: Value) -> bool:
    """Whether contracts bound a value: it is a number, but not a `bool`."""
    return isinstance(value, (int, float, complex, Decimal, Fraction)) and not isinstance(value, bool)


_TYPE = Rule(
    "types",
    lambda types, value, _: type_name(value) in types or (type(value) is int and "float" in types),  # 1 is also 1.0
    "is {}",
    lambda types: " or ".join(types) or "never given",
)
_CHOICE = Rule("values", lambda values, value, _: write_value(value) in values, "is one of {}", ", ".join)
_GIVEN = "is a value that {} earlier step was given".format
_MENTIONS = (
    Rule("known", lambda _, value, at: write_value(value) in at.mentioned, _GIVEN("an")),
    Rule("fresh", lambda _, value, at: write_value(value) not in at.mentioned, _GIVEN("no")),
)
_NUMBER = r"(-?\d+(?:\.\d+)?)"


def _reals(value: Any) -> tuple[Any, ...]:
    return (value.real, value.imag) if isinstance(value, complex) else (value,)


def _infer_bounds(found: Found, seen: Sequence[Any], hints: Hints) -> None:
    """Adds bounds: signs that tests have, nothing far above the greatest value, and 0 only if seen or documented."""
    parts = [part for value in seen for part in _reals(value) if math.isfinite(part)]
    if not parts:
        return
    low, high = min(parts), max(parts)
    # What the text allows, such as "between 1 and 12" or "at least 1", is used only where it is narrower.
    lower = re.search(rf"(?:at least|>=|greater than or equal to|not less than)\s*{_NUMBER}", hints.text)
    upper = re.search(rf"(?:at most|<=|less than or equal to|not (?:more|greater) than)\s*{_NUMBER}", hints.text)
    least = float(lower[1]) if lower else 0.0 if re.search(r"\bnon-?negative\b", hints.text, re.I) else None
    most = float(upper[1]) if upper else None
    if both := re.search(rf"\b(?:between|from|range)\s*\[?{_NUMBER}\s*(?:and|to|-|,)\s*{_NUMBER}", hints.text):
        least, most = float(both[1]), float(both[2])
    is_zero_legal = 0 in seen or (least is not None and least <= 0) or docstrings.documents_zero(hints.text)
    if not is_zero_legal:
        found.add("nonzero", True)
    if not hints.is_a("place"):
        are_whole = all(isinstance(value, int) for value in seen)
        is_share = low >= 0 and high <= 1 and (not are_whole or low < high)  # 0 and 1 alone are yes and no
        edge = 1 if are_whole and not is_zero_legal else 0
        low, high = 2 * low - 1 if low < 0 else edge, 1 if is_share else 2 * high + 1 if high > 0 else -edge
    for name, bound, source in (
        ("minimum", *((least, "docstring") if least is not None and least > low else (low, "tests"))),
        ("maximum", *((most, "docstring") if most is not None and most < high else (high, "tests"))),
    ):
        number = float(bound)
        found.add(name, bound if isinstance(bound, int) else int(number) if number.is_integer() else number, source)


_BOUNDS = (
    Rule("types", lambda _, value, __: all(map(math.isfinite, _reals(value))), "is finite"),
    # Inclusive bounds, for both parts of a complex number.
    Rule("minimum", lambda least, value, _: min(_reals(value)) >= least, "is at least {}"),
    Rule("maximum", lambda most, value, _: max(_reals(value)) <= most, "is at most {}"),
    Rule("nonzero", lambda _, value, __: value != 0, "is not 0"),
)


_PATTERNS = {
    **{"binary digits": r"[01]+", "octal digits": r"[0-7]+", "whole number": r"0|[1-9]\d*", "digits": r"\d+"},
    **{"integer": r"-?(0|[1-9]\d*)", "decimal number": r"-?(0|[1-9]\d*)(\.\d+)?"},
    **{"hexadecimal digits": r"[0-9a-fA-F]+", "lower-case letters": r"[a-z]+", "upper-case letters": r"[A-Z]+"},
    **{"letters": r"[A-Za-z]+", "identifier": r"[A-Za-z_]\w*"},
    "e-mail address": r"[\w.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+",
    "URL": r"[a-z][a-z0-9+.-]*://[^\s/]+(/\S*)?",
    "path": r"(/[\w.-]+)+/?",
    "file name": r"[\w./-]*\w\.[A-Za-z]\w{0,4}",
}  # patterns for whole texts, by name of the shape: narrow ones before wide ones
SHAPES = {name: re.compile(pattern, re.ASCII).fullmatch for name, pattern in _PATTERNS.items()}

MOMENT_FORMATS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y%m%d"),
    *("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y/%m/%d %H:%M"),
    *("%H:%M", "%H:%M:%S"),
)  # formats of dates and times, for `datetime.strptime`

CHARACTER_CLASSES: Mapping[str, Callable[[str], bool]] = {
    "lower-case letters": lambda char: "a" <= char <= "z",
    "upper-case letters": lambda char: "A" <= char <= "Z",
    "digits": lambda char: "0" <= char <= "9",
    "blanks": lambda char: char == " ",
}  # classes of characters by name; contracts list other characters themselves


def matches_shape(text: str, shape: str) -> bool:
    """Whether a text has a shape: a name in [`SHAPES`], or a format of `datetime.strptime`, which has a `%`."""
    return (parse_moment(text, shape) if "%" in shape else SHAPES[shape](text)) is not None


@lru_cache(maxsize=100_000)
def parse_moment(text: str, form: str) -> datetime.datetime | None:
    """The date or time of a text in a format; `None` if the text has another format."""
    if text[:1].isdigit() and text.isascii() and (form != "%Y%m%d" or len(text) == 8):
        with suppress(ValueError):
            return datetime.datetime.strptime(text, form)
    return None


def template_of(text: str) -> str:
    """The text with each digit as `9`, each capital as `A` and each small letter as `a`."""
    return re.sub("[a-z]", "a", re.sub("[A-Z]", "A", re.sub("[0-9]", "9", text)))


def word_forms_of(text: str) -> set[str]:
    """Templates of a text's words, with repeated signs as one: `C53` has the form `A9`, and `Em7` has `Aa9`."""
    return {re.sub(r"(.)\1+", r"\1", template_of(word)) for word in text.split()}


_BITS = 8  # digits of a byte: the length of a text of bytes is a multiple of it
_MIN_BINARY = 4  # minimum length of texts of `0` and `1` that count as binary digits
# A shape that other texts have by chance needs one of these words in the parameter's name or text.
_HINTED = {"octal digits": ("octal",), "binary digits": ("bin", "bit"), "hexadecimal digits": ("hex",)}


def text_shape(seen: Sequence[str], hints: Hints) -> str:
    """The narrowest shape of all texts; empty if they have no common shape."""
    words = f"{hints.name} {hints.text}".lower()
    by_chance = {name for name, hinting in _HINTED.items() if not any(word in words for word in hinting)}
    if max(map(len, seen), default=0) >= _MIN_BINARY:
        by_chance -= {"binary digits"}
    shapes = (shape for shape in (*MOMENT_FORMATS, *SHAPES) if shape not in by_chance)
    return next((shape for shape in shapes if seen and all(matches_shape(text, shape) for text in seen)), "")


def _infer_texts(found: Found, seen: Sequence[str], hints: Hints) -> None:
    filled = sorted(set(seen))
    shape = text_shape(filled, hints)
    if shape.endswith("letters"):
        shape = text_shape([*filled, *filter(str.isalpha, hints.alike)], hints)
    if shape:
        found.add("shape", shape)
    templates = tuple(sorted({template_of(text) for text in filled}))
    if "%" in shape:
        ordered = sorted(filled, key=lambda text: (str(parse_moment(text, shape)), text))
        found.add("earliest", ordered[0])
        found.add("latest", ordered[-1])
        found.add("templates", templates)
        return
    # Few forms, each with digits and other characters, as of telephone numbers.
    have_digits = all(" " not in text and re.search(r"\d", text) and re.search(r"[^0-9]", text) for text in filled)
    if not shape.endswith(("number", "integer")) and have_digits and len(templates) <= max(1, len(filled) // 2):
        found.add("templates", templates)
        return
    if not shape.endswith(("digits", "letters", "number")):
        noted = [text for text in hints.alike if not text.isalpha() and not shape]
        chars = set().union(*[*filled, *noted])
        classes = [name for name, is_in in CHARACTER_CLASSES.items() if any(map(is_in, chars))]
        rest = sorted(char for char in chars if not any(is_in(char) for is_in in CHARACTER_CLASSES.values()))
        found.add("characters", (*classes, *rest))
        found.add("word_forms", tuple(sorted(set().union(*map(word_forms_of, [*filled, *noted])))))
    if not shape and all(text == text.strip() and "  " not in text for text in filled):
        found.add("trimmed", True)
    if shape in ("binary digits", "hexadecimal digits") and all(len(text) % _BITS == 0 for text in filled):
        found.add("length_multiple", _BITS)


_FORMS = (
    Rule("shape", lambda shape, text, _: matches_shape(text, shape), "has the shape {}"),
    # The legal forms of the text, and of each word, with repeated signs as one: `9` is a digit, `A` and `a` letters.
    Rule("templates", lambda forms, text, _: template_of(text) in forms, "has the form {}", " or ".join),
    Rule("word_forms", lambda forms, text, _: word_forms_of(text) <= {*forms}, "has words of the forms {}", " ".join),
    # The legal classes of characters, and single characters.
    Rule(
        "characters",
        lambda names, text, _: all(
            char in names or any(CHARACTER_CLASSES[name](char) for name in names if name in CHARACTER_CLASSES)
            for char in text
        ),
        "is made of {}",
        lambda names: " ".join(name if name.isprintable() else repr(name) for name in names),
    ),
    Rule(
        "trimmed",
        lambda _, text, __: text == text.strip() and "  " not in text,
        "has no blank at its start or end, and no two in a row,",
    ),
)


def _are_ordered(first: Value, second: Value, context: Context) -> bool:
    """Whether two moments are in order; texts are compared if both have the format `shape`."""
    if not (isinstance(first, str) and isinstance(second, str)):
        first, second = (moment if isinstance(moment, str) else moment.isoformat() for moment in (first, second))
        return bool(first <= second)
    form = context.rules.get("shape", "")
    moments = [parse_moment(text, form) if "%" in form else None for text in (first, second)]
    return moments[0] is None or moments[1] is None or moments[0] <= moments[1]


def _infer_span(found: Found, seen: Sequence[Any], _: Hints) -> None:
    if moments := sorted(value.isoformat() for value in seen if not isinstance(value, str)):
        found.add("earliest", moments[0])
        found.add("latest", moments[-1])


_SPAN = (  # inclusive bounds: in ISO format, or for texts in the format `shape`
    Rule("earliest", _are_ordered, "is earliest {}"),
    Rule("latest", lambda bound, value, at: _are_ordered(value, bound, at), "is latest {}"),
)

_MAX_LABELS, _LABEL_USES = 8, 3  # labels are at most so many words, each used at least so often
_GRAMMAR = re.compile(
    r"<[A-Za-z!/][^>]*>"  # markup
    r"|^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b"
    r"|\\[bdswDSWB]|\(\?|\[\^?\w-\w|\.\*|\.\+|\$$"  # regular expressions
    r"|%[sdfYmHM]|\{\w*\}"  # formats
    r"|&#?\w+;"
    r"|\d{4}-\d\d-\d\d"  # dates in other texts
)  # parts of texts with a grammar of their own

_EXPRESSION = re.compile(r"(?=.*[-+*/^%=<>!&|()\[\]{}])[-+*/^%=<>!&|()\[\]{}\s\d.]+")  # only numbers and operators


def are_closed(seen: Sequence[str], hints: Hints) -> bool:
    """Whether only the texts seen are legal: a choice of few, or texts with a grammar of their own."""
    filled = [text for text in seen if text.strip()]
    distinct = set(filled)
    are_few = 1 < len(distinct) <= _MAX_LABELS and len(filled) >= _LABEL_USES * len(distinct)
    if hints.is_a("choice") or hints.is_a("structure") or (are_few and all(map(str.isalpha, distinct))):
        return True
    shape, has_grammar = text_shape(filled, hints), any(map(_GRAMMAR.search, filled))
    for text in (text for text in filled if text[:1] in ("{", "[")):
        with suppress(ValueError):
            has_grammar = has_grammar or json.loads(text) is not None
    is_coded = re.search(r"bin(ary)?(_|\b)|bits?(_|\b)|hex", hints.name.lower()) is not None
    # Signed numbers, dates and times only look like expressions.
    is_plain = text_shape(filled, Hints("")) != "" or len(set(map(template_of, filled))) == 1
    has_grammar = (has_grammar and not shape) or (not is_plain and any(map(_EXPRESSION.fullmatch, filled)))
    are_signs = filled and all(text in ("X", "O") or (len(text) == 1 and not text.isalnum()) for text in filled)
    return has_grammar or (is_coded and shape not in _HINTED) or bool(are_signs)


_MAX_TUPLE = 4  # maximum length of tuples whose elements have a meaning by place
_MAX_RECORDS = 3  # maximum of different sets of keys in records
_MIN_LISTS = 3  # lists that must be seen before their common order is a rule
_MIN_SORTED = 5  # the same for lists that authors write by habit: in ascending order, or of one length


def _infer_lengths(found: Found, sized: Sequence[Any], hints: Hints) -> None:
    lengths = [len(value) for value in sized]
    low, high = min(lengths), max(lengths)
    filled = [value for value in sized if value]
    are_texts = all(isinstance(value, str) for value in sized)
    # Whether equal lengths have a meaning: of texts with digits, of parts, or of more containers than chance explains.
    is_meant = hints.is_part or len({write_value(value) for value in filled}) > _MIN_SORTED
    if are_texts:
        is_meant = len(set(filled)) > 1 and all(any(char.isdigit() for char in text) for text in filled)
    if not is_meant or len({len(value) for value in filled}) != 1:
        low = min(low, 1 if are_texts else 2)
        high = 1 if are_texts and high == 1 else 2 * high + 1
    is_empty_documented = docstrings.documents_empty(hints.text) or (hints.may_be_empty and not hints.is_part)
    low = 0 if is_empty_documented else low
    # A template or a format implies a length.
    has_form = are_texts and ("templates" in found.rules or "%" in found.rules.get("shape", ""))
    if not (has_form and low):
        found.add("min_length", low, "docstring" if is_empty_documented else "tests")
    if not has_form:
        found.add("max_length", high)


_LENGTHS = (
    Rule(
        "min_length",
        lambda least, value, _: len(value) >= least,
        "{}",
        lambda least: "is not empty" if least == 1 else f"has at least {least} parts",
    ),
    Rule("max_length", lambda most, value, _: len(value) <= most, "has at most {} parts"),
    Rule("length_multiple", lambda by, value, _: len(value) % by == 0, "has a length that is a multiple of {}"),
)


def are_records(dicts: Sequence[dict[Any, Any]]) -> bool:
    """Whether dicts are records: their keys are names, and they have few different sets of keys."""
    sets = {frozenset(value) for value in dicts if value}
    are_few = len(sets) <= 1 or (len(sets) <= _MAX_RECORDS and bool(frozenset.intersection(*sets)))
    return are_few and all(isinstance(key, str) and SHAPES["identifier"](key) for value in dicts for key in value)


def _infer_keys(found: Found, dicts: Sequence[dict[Any, Any]], _: Hints) -> None:
    if are_records(dicts):
        for demands in (found.rules, found.sources):
            del demands["min_length"], demands["max_length"]
        sets = sorted({tuple(value) for value in dicts}, key=str, reverse=True)
        by_content = {tuple(sorted(keys)): keys for keys in sets}
        found.add("keys", tuple(by_content[keys] for keys in sorted(by_content)))


_KEYS = Rule(
    "keys",
    lambda sets, value, _: sorted(map(str, value)) in map(sorted, sets),
    "has the keys {}",
    lambda sets: " or ".join(map(", ".join, sets)),
)


def are_places(rows: Sequence[Any]) -> bool:
    """Whether all are short tuples of one length, whose elements have a meaning by place."""
    return all(isinstance(row, tuple) for row in rows) and len(set(map(len, rows))) == 1 and len(rows[0]) <= _MAX_TUPLE


def _infer_order(found: Found, rows: Sequence[Any], hints: Hints) -> None:
    if are_places(rows):
        found.add("min_length", len(rows[0]))
        found.add("max_length", len(rows[0]))
        return
    filled = [value for value in rows if value]
    if filled and all(map(_is_rectangular, filled)):
        are_square = all(len(row) == len(row[0]) for row in filled) and any(len(row) > 1 for row in filled)
        found.add("grid", "square" if are_square else "rectangular")
    long = [value for value in rows if len(value) > 1]
    if len({write_value(value) for value in long}) < _MIN_LISTS:
        return
    # No test has two equal names or places.
    has_places = hints.is_a("place") or any(isinstance(part, (tuple, dict)) for part in long[0])
    if (has_places or hints.is_a("identity")) and all(len(set(map(write_value, row))) == len(row) for row in long):
        found.add("distinct", True)
    is_named = re.search(r"\bsort|\bascending|\bin order", f"{hints.name} {hints.text}".lower()) is not None
    is_seen = len({write_value(value) for value in long if len(value) > 2}) >= _MIN_SORTED
    if (is_named or is_seen) and all(map(_is_ascending, long)) and not isinstance(long[0][0], (list, tuple)):
        found.add("ascending", True)


def _is_ascending(row: Sequence[Value]) -> bool | None:
    """Whether a list is in ascending order; `None` if its elements have no order, as with several types."""
    with suppress(TypeError, ValueError):
        return list(row) == sorted(row)
    return None


def _is_rectangular(row: Sequence[Value]) -> bool:
    """Whether all elements of a list are lists or tuples of one length."""
    return all(isinstance(part, (list, tuple)) for part in row) and len({len(part) for part in row}) <= 1


_ORDER = (
    Rule("distinct", lambda _, row, __: len({*map(write_value, row)}) == len(row), "has no element twice"),
    Rule("ascending", lambda _, row, __: _is_ascending(row) is not None, "has elements of one type"),
    Rule("ascending", lambda _, row, __: _is_ascending(row) is True, "is in ascending order"),
    # `rectangular` or `square`, for a list of lists.
    Rule("grid", lambda _, row, __: _is_rectangular(row), "has rows of one length"),
    Rule(
        "grid",
        lambda form, row, _: form != "square" or not row or len(row) == len(row[0]),
        "has as many rows as columns",
    ),
)

KINDS = (
    Kind(lambda _: True, None, (_TYPE,)),
    Kind(lambda value: value is not None and not isinstance(value, Ref), None, (_CHOICE,)),
    Kind(is_number, _infer_bounds, _BOUNDS),
    Kind(lambda value: isinstance(value, str) and value != "", _infer_texts, _FORMS),
    Kind(lambda value: isinstance(value, (datetime.date, datetime.time, str)), _infer_span, _SPAN),
    Kind(lambda value: isinstance(value, (str, bytes, list, tuple, set, frozenset, dict)), _infer_lengths, _LENGTHS),
    Kind(lambda value: isinstance(value, dict), _infer_keys, (_KEYS,)),
    Kind(lambda value: isinstance(value, (list, tuple)), _infer_order, _ORDER),
    Kind(lambda value: value is not None and not isinstance(value, Ref), None, _MENTIONS),
)  # in the order of checking
