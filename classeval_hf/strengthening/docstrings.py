"""Reads hints from names and docstrings: kinds of names, and the parameters, exceptions and examples of docstrings."""

import ast
import datetime
import doctest
import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from classeval_hf.core.syntax import FunctionNode, parse_or_none
from classeval_hf.core.tasks import ClassTask
from classeval_hf.reading import outlines
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Ref, Refusals, Step, Value

# Words in names of parameters, by kind. Only values in the tests are legal for a `choice` from a small set, and for a
# `structure` with a grammar or environment of its own. A `place` is a number that points into something and stays in
# the range seen; an `identity` is a key; `pointing` numbers stay below another number or a length, `in_text` numbers
# below the length of a text; `naming` numbers are names. `adding` words are in names of methods that create something.
NAMED: dict[str, list[str]] = json.loads(Path(__file__).with_name("parameter_names.json").read_text(encoding="utf-8"))


def words_of(name: str) -> frozenset[str]:
    """The words of a name in small letters, also without digits and plural `s`: `from_units2` has `unit`."""
    parted = re.sub(r"([a-z])([A-Z])", r"\1_\2", name.strip("*"))
    words = {word for word in re.split(r"_+", parted.lower()) if word}
    words |= {word.rstrip("0123456789") for word in words}
    return frozenset((words | {word.removesuffix("s") for word in words}) - {""})


@dataclass(frozen=True)
class Occurrence:
    value: Value
    mentioned: frozenset[str] = frozenset()  # all values in arguments of earlier steps, as written
    failed: bool = False  # whether the call raised an exception
    example: bool = False  # whether it comes from an example in a docstring, not from a test


@dataclass(frozen=True)
class Hints:
    name: str  # name of the parameter; for an element, name of its container
    text: str = ""  # the parameter's text in the docstring
    types: tuple[str, ...] = ()  # types that docstring or annotation name
    types_source: str = "docstring"
    method: str = ""  # name of the method
    unknown_allowed: bool = False  # whether the docstring describes an unknown key
    repeat_allowed: bool = False  # whether the docstring describes a key that is already there
    may_be_empty: bool = False  # whether the docstring describes an empty value
    is_part: bool = False  # whether it is a part of an argument
    # Texts given to parameters with the same description, and abbreviations that the docstring explains.
    alike: tuple[str, ...] = ()

    def part(self, name: str) -> "Hints":
        """Hints for a part: the value under a key, or an element."""
        return replace(self, name=name or self.name, text="", types=(), is_part=True, alike=())

    def is_a(self, kind: str) -> bool:
        """Whether the name has a word of a kind in [`NAMED`]."""
        return not words_of(self.name).isdisjoint(NAMED[kind])


_NAMED_TYPES = (
    *("int integer integers", "float floats", "str string strings", "bool boolean Bool", "list List lists"),
    *("dict Dict dictionary", "tuple Tuple tuples", "None Optional optional", "set", "complex", "datetime", "date"),
    *("bytes", "Decimal", "Fraction", "timedelta"),
)  # types, each with its words
_TYPE_WORDS = {word: words.split()[0] for words in _NAMED_TYPES for word in words.split()}
_PARAMETER = re.compile(r"^\s*:param\s+(?:[\w\[\], ]+?\s+)?(\*{0,2}\w+)\s*[:,](.*)$")
_FIELD = re.compile(r"^\s*(?::\w|>>>|return\b|returns?:|raises\b)", re.IGNORECASE)
_RAISED = re.compile(r"\b(?:[Rr]aises?|[Tt]hrows?|[Rr]aised|[Tt]hrown)\b[^.\n]*?\b([A-Z]\w*(?:Error|Exception))\b")
_EXCEPTION = re.compile(r"\b([A-Z]\w*(?:Error|Exception))\b[^.\n]*\b(?:raised|thrown)\b")


# Whether a text describes an empty value; an unknown key; a key that is already there; different cases; a value of 0.
documents_empty = re.compile(r"\bempty\b", re.IGNORECASE).search
documents_unknown = re.compile(
    r"\bnot (?:in|be in|found|exist|existing|present|registered|available)\b|n[o']t (?:in|exist|found)\b|\bno such\b"
    r"|\bunknown\b|\bmissing\b|\bif (?:it|the \w+|\w+) (?:exists|is found|was found)\b|\bKeyError\b|\bNone if\b",
    re.IGNORECASE,
).search
documents_repetition = re.compile(
    r"\balready\b|\bduplicate|\bagain\b|\bif it (?:has )?exist|\bexisted\b|\bwasn't in\b", re.IGNORECASE
).search
documents_condition = re.compile(r"\b(?:if|unless|otherwise|else|raises?|fails?|except)\b", re.IGNORECASE).search
documents_zero = re.compile(r"\bzero\b|\b(?:is|be|equals?|or) 0\b", re.IGNORECASE).search


def parameter_texts(docstring: str, parameters: Iterable[str]) -> dict[str, str]:
    """The texts of fields such as `:param x: int, the number`, which may write a parameter's name without `_`."""
    known = {name.replace("_", ""): name for name in parameters}
    texts: dict[str, str] = {}
    current = ""
    for line in docstring.splitlines():
        match = _PARAMETER.match(line)
        if match:
            current = known.get(match[1].replace("_", ""), match[1])
            texts[current] = match[2].strip()
        elif _FIELD.match(line) or not line.strip():
            current = ""
        elif current:
            texts[current] += f" {line.strip()}"
    return texts


def noted_words(docstring: str) -> tuple[str, ...]:
    """Abbreviations that the prose of a docstring explains: `Mr.` in "note that Mr. ends no sentence"."""
    prose = re.split(r"^\s*(?::\w|>>>)", docstring, maxsplit=1, flags=re.MULTILINE)[0]
    return tuple(dict.fromkeys(re.findall(r"(?<=[a-z] )[A-Z][a-z]{0,3}\.(?= [a-z])", prose)))


def type_names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_TYPE_WORDS[word] for word in re.findall(r"\w+", text) if word in _TYPE_WORDS))


def raised_names(docstring: str) -> tuple[str, ...]:
    fields = re.findall(r":(?:raises?|throws?)\s+([A-Z]\w*)", docstring)
    return tuple(sorted({*fields, *_RAISED.findall(docstring), *_EXCEPTION.findall(docstring)}))


_NO_CHANGE_AT_ALL = re.compile(
    r"\b(?:nothing (?:is|was|has been) changed|nothing changes|changes? nothing|(?:is|are) not changed"
    r"|without chang\w+|(?:is|are|left|stays?|remains?) unchanged|(?:left|stays?|remains?) as (?:it was|they were))\b"
    r"(?!.*[;,.:] (?:else|otherwise)\b)",
    re.IGNORECASE,
)
_ALL_CASES = re.compile(r"\b(?:either|both|any|all|these|each|an|every)(?: of these)? (?:case|error|exception)s?\b")
_ALL_CALLS = re.compile(r"(?=.*\b(?:methods?|calls?)\b).*\b(?:rais\w+|exceptions?|refus\w+)\b")
_OTHER_CHANGES = re.compile(r"\bnothing (?:else|more)\b|\bexcept for\b|\bapart from\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=\.)\s+")
_QUOTED = re.compile(r"(?<!\w)(['\"])[^'\"\n]*\1(?!\w)")


def example_sequence(docstring: str, class_name: str) -> CallSequence:
    """The examples of a docstring as a call sequence; calls on unknown objects become calls on the class."""
    examples, steps, objects = list[doctest.Example](), list[Step](), dict[str, int]()
    with suppress(ValueError):
        examples = doctest.DocTestParser().get_examples(docstring)
    for example in examples:
        tree = parse_or_none(example.source)
        for statement in tree.body if tree is not None else ():
            value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else ast.Pass()
            for call in (item for item in ast.walk(value) if isinstance(item, ast.Call)):
                with suppress(ValueError):
                    arguments = tuple(_read_value(item, objects) for item in call.args)
                    keywords = tuple((item.arg or "", _read_value(item.value, objects)) for item in call.keywords)
                    if isinstance(call.func, ast.Name) and call.func.id == class_name:
                        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
                        if isinstance(target, ast.Name) and value is call:
                            objects[target.id] = len(steps)
                        steps.append(Step("new", arguments=arguments, keywords=keywords))
                    elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                        number = objects.get(call.func.value.id, CLASS)
                        steps.append(Step("call", number, call.func.attr, arguments, keywords))
    return CallSequence(tuple(steps))


_DATES = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)
_MAKERS: Mapping[str, Any] = {kind.__name__: kind for kind in (*_DATES, Decimal, Fraction, complex)}


def _read_value(node: ast.expr, objects: Mapping[str, int]) -> Value:
    """Reads a literal, an object made before, or a date, decimal number or fraction of literals."""
    if isinstance(node, ast.Name) and node.id in objects:
        return Ref(objects[node.id])
    try:
        if isinstance(node, ast.Call) and not node.keywords:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _MAKERS:
                return _MAKERS[name](*(ast.literal_eval(item) for item in node.args))
        return ast.literal_eval(node)
    except (TypeError, ArithmeticError, SyntaxError, MemoryError, RecursionError) as error:
        raise ValueError("no plain value") from error


def class_and_methods(task: ClassTask) -> tuple[str, dict[str, FunctionNode]]:
    """The docstring and the methods of a task's class in its skeleton or, if that lacks it, in its reference."""
    trees = (parse_or_none(source) for source in (task.skeleton, task.solution_code))
    nodes = (node for tree in trees if tree is not None for node in tree.body)
    found = (node for node in nodes if isinstance(node, ast.ClassDef) and node.name == task.class_name)
    node = next(found, None)
    return ("", {}) if node is None else (ast.get_docstring(node) or "", outlines.methods_of(node))


def documented_as_unchanging(task: ClassTask) -> Refusals:
    """Pairs of a method and an exception that changes nothing according to docstrings, whatever raises it."""
    # The class's docstring may state that any call that raises an exception changes nothing.
    of_class, methods = class_and_methods(task)
    sentences = _SENTENCE_END.split(" ".join(of_class.split()))
    stated = [text for text in sentences if _ALL_CALLS.search(text) and _NO_CHANGE_AT_ALL.search(text)]
    speaks_of_all = any(not _OTHER_CHANGES.search(text) for text in stated)
    found: set[tuple[str, str]] = set()
    for method, node in methods.items():
        docstring = ast.get_docstring(node) or ""
        if speaks_of_all:
            found.update((method, error) for error in raised_names(docstring))
            continue
        prose = _QUOTED.sub("", docstring.partition(">>>")[0])
        fields = re.split(r"\n\s*(?=:\w)|\n\s*\n", prose)
        split = [[item] if item[:6] == ":raise" else _SENTENCE_END.split(item) for item in fields]
        for text in (part for parts in split for part in parts):
            line, names = " ".join(text.split()), raised_names(text)
            if names and _NO_CHANGE_AT_ALL.search(line) and not _OTHER_CHANGES.search(line):
                found.update((method, error) for error in (raised_names(prose) if _ALL_CASES.search(line) else names))
    return frozenset(found)
