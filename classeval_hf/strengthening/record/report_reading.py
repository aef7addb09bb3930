"""Reads the recorder's reports on a model's tests. It runs in their process, so a report may be forged: it must be a
sequence that a person could have written as a test."""

import json
import keyword
from collections.abc import Collection, Iterator
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from classeval_hf.strengthening.record.sequences import ACTIONS, CLASS, MAX_STEPS
from classeval_hf.strengthening.record.values import Value, parts_of, write_value
from classeval_hf.unittest_runner.withheld.decoding import decode

_MAX_ARGUMENTS, _MAX_NESTING, _MAX_BITS, _MAX_DIGITS, _MAX_ELEMENTS = 30, 10, 128, 100, 200


def read_events(report: bytes) -> Iterator[dict[str, Any]]:
    """The JSON objects among lines of any kind; the last may be cut off."""
    for line in report.splitlines():
        with suppress(ValueError, RecursionError):
            event = json.loads(line)
            if isinstance(event, dict):
                yield event


def read_report(report: bytes, tests: Collection[str]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Reads any bytes, in a limited process: the first well-formed steps of each known test."""
    steps: dict[str, list[dict[str, Any]]] = {}
    for event in read_events(report):
        if isinstance(event.get("steps"), list):
            name = event.get("test")
            if isinstance(name, str) and name in tests and name not in steps:
                steps[name] = []
                with suppress(LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
                    for item in event["steps"][:MAX_STEPS]:
                        steps[name].append(_step(item, len(steps[name])))
    return list(steps.items())


def _step(item: Any, number: int) -> dict[str, Any]:
    """The step; a `ValueError` if no test could have made it."""
    action, target, name = item["action"], item["target"], item["name"]
    arguments, keywords = list(item["arguments"]), [(key, value) for key, value in item["keywords"]]
    if action not in ACTIONS or item["error"] == "_OutOfLimits":
        raise ValueError("no step, or one that was not over")
    if type(target) is not int or not CLASS <= target < number:
        raise ValueError("a step on nothing")
    if action == "new" and (target != CLASS or name != ""):
        raise ValueError("not how an object is made")
    names = [*([name] if action != "new" else []), *(key for key, _ in keywords)]
    are_texts = all(isinstance(text, str) and text.isascii() for text in names)
    if not are_texts or not all(text.isidentifier() and not keyword.iskeyword(text) for text in names):
        raise ValueError("not a name")
    expected = {"get": 0, "set": 1}.get(action)
    if expected is not None and (len(arguments) != expected or keywords):
        raise ValueError("not how an attribute is read or set")
    if len(arguments) + len(keywords) > _MAX_ARGUMENTS or len({key for key, _ in keywords}) < len(keywords):
        raise ValueError("not how a method is called")
    for value in (*arguments, *(value for _, value in keywords)):
        _check_value(value, number)
    return {"action": action, "target": target, "name": name, "arguments": arguments, "keywords": keywords}


def _check_value(encoded: Any, number: int, depth: int = 0) -> None:
    if depth > _MAX_NESTING:
        raise ValueError("nested too deep")
    if encoded[0] == "ref":
        if len(encoded) != 2 or type(encoded[1]) is not int or not 0 <= encoded[1] < number:
            raise ValueError("a reference to no earlier step")
    elif encoded[0] in ("list with refs", "tuple with refs"):
        if len(encoded) != 2 or not isinstance(encoded[1], list):
            raise ValueError("not a list")
        for part in encoded[1]:
            _check_value(part, number, depth + 1)
    else:
        value = decode(encoded)
        write_value(value)
        if not all(map(_is_modest, parts_of(value))):
            raise ValueError("a number that is too large")


def _is_modest(value: Value) -> bool:
    """Whether calculating with a part of a value takes little time."""
    if isinstance(value, int):
        return value.bit_length() <= _MAX_BITS
    if isinstance(value, Decimal):
        return value.is_finite() and max(abs(value.adjusted()), len(value.as_tuple().digits)) <= _MAX_DIGITS
    if isinstance(value, Fraction):
        return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MAX_BITS
    if isinstance(value, range):
        return all(part.bit_length() <= _MAX_BITS for part in (value.start, value.stop, value.step))
    return getattr(value, "size", 0) <= _MAX_ELEMENTS  # an array's
