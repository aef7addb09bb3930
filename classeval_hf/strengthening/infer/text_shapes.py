"""Shapes of texts: digits, dates, addresses and the like, and the characters that texts are made of."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import lru_cache


def _pattern(expression: str) -> Callable[[str], bool]:
    compiled = re.compile(expression, re.ASCII)
    return lambda text: compiled.fullmatch(text) is not None


SHAPES: Mapping[str, Callable[[str], bool]] = {
    "binary digits": _pattern(r"[01]+"),
    "octal digits": _pattern(r"[0-7]+"),
    "whole number": _pattern(r"0|[1-9]\d*"),
    "digits": _pattern(r"\d+"),
    "integer": _pattern(r"-?(0|[1-9]\d*)"),
    "decimal number": _pattern(r"-?(0|[1-9]\d*)(\.\d+)?"),
    "hexadecimal digits": _pattern(r"[0-9a-fA-F]+"),
    "lower-case letters": _pattern(r"[a-z]+"),
    "upper-case letters": _pattern(r"[A-Z]+"),
    "letters": _pattern(r"[A-Za-z]+"),
    "identifier": _pattern(r"[A-Za-z_]\w*"),
    "e-mail address": _pattern(r"[\w.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"),
    "URL": _pattern(r"[a-z][a-z0-9+.-]*://[^\s/]+(/\S*)?"),
    "path": _pattern(r"(/[\w.-]+)+/?"),
    "file name": _pattern(r"[\w./-]*\w\.[A-Za-z]\w{0,4}"),
}  # named shapes that a whole text has, by name: narrow ones before wide ones

MOMENT_FORMATS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%Y%m%d"),
    *("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y/%m/%d %H:%M"),
    *("%H:%M", "%H:%M:%S"),
)  # formats of dates and times that are looked for, as `datetime.strptime` takes them

CHARACTER_CLASSES: Mapping[str, Callable[[str], bool]] = {
    "lower-case letters": lambda char: "a" <= char <= "z",
    "upper-case letters": lambda char: "A" <= char <= "Z",
    "digits": lambda char: "0" <= char <= "9",
    "blanks": lambda char: char == " ",
}  # classes of characters by name; any other character stands for itself

_DIGITS = 8  # digits of a date that is written without separators


def matches_shape(text: str, shape: str) -> bool:
    """Whether a text has a shape: a name in [`SHAPES`], or a format of `datetime.strptime`, which has a `%`."""
    if "%" in shape:
        return parse_moment(text, shape) is not None
    return SHAPES[shape](text)


def parse_moment(text: str, form: str) -> datetime | None:
    """The date or time that a text is in a format; `None` if it is in another."""
    if not text[:1].isdigit() or not text.isascii() or (form == "%Y%m%d" and len(text) != _DIGITS):
        return None
    try:
        return datetime.strptime(text, form)
    except ValueError:
        return None


@lru_cache(maxsize=10_000)
def moment_of(text: str) -> tuple[str, datetime] | None:
    """The first of [`MOMENT_FORMATS`] that a text is in, and what it says in it."""
    for form in MOMENT_FORMATS if text[:1].isdigit() else ():
        moment = parse_moment(text, form)
        if moment is not None:
            return form, moment
    return None


def characters_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Names of the classes of characters in texts, then single characters that are in none."""
    chars = set().union(*texts)
    classes = [name for name, is_in in CHARACTER_CLASSES.items() if any(map(is_in, chars))]
    rest = sorted(char for char in chars if not any(is_in(char) for is_in in CHARACTER_CLASSES.values()))
    return (*classes, *rest)


def is_trimmed(text: str) -> bool:
    """Whether a text has no blank at its start or end, and no two in a row."""
    return text == text.strip() and "  " not in text


def template_of(text: str) -> str:
    """A text with every digit as `9`, every capital as `A` and every small letter as `a`."""
    return re.sub("[a-z]", "a", re.sub("[A-Z]", "A", re.sub("[0-9]", "9", text)))


def word_forms_of(text: str) -> set[str]:
    """The templates of a text's words, with runs of one sign as one: `C53` and `Em7` have the forms `A9` and `Aa9`."""
    return {re.sub(r"(.)\1+", r"\1", template_of(word)) for word in text.split()}
