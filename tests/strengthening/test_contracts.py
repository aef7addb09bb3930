"""Contracts: what each rule refuses, JSON that an author edits, and what a report says."""

import datetime
import json
from dataclasses import replace
from typing import Any

import pytest

from classeval_hf.strengthening.infer.contracts import CONSTRUCTOR, ClassContract, MethodContract, breach, why_legal
from classeval_hf.strengthening.infer.parameter_contracts import ParameterContract
from classeval_hf.strengthening.infer.rules import ContractError
from classeval_hf.strengthening.record.sequences import CallSequence, Step
from classeval_hf.strengthening.record.values import Ref

Row = dict[str, Any]


def parameter(*types: str, sources: Row | None = None, **rules: Any) -> ParameterContract:
    return ParameterContract({"types": types, **rules}, sources or {})


def contract_of(**rules: Any) -> ClassContract:
    """A class with the one method `take`, whose parameter `x` has some rules."""
    method = MethodContract({"x": ParameterContract(rules, dict.fromkeys(rules, ("tests",)))})
    return ClassContract("Box", {CONSTRUCTOR: MethodContract(on=("class",)), "take": method})


def take(*values: Any) -> list[Step]:
    return [Step("new"), *(Step("call", 0, "take", (value,)) for value in values)]


def fault(contract: ClassContract, *steps: Step) -> str:
    return breach(contract, CallSequence(steps)) or ""


RECORD = {"name": parameter("str"), "count": parameter("int", minimum=1)}
RULES: list[tuple[Row, Any, Any, str]] = [
    ({"types": ("int",)}, 3, True, "is int"),
    ({"types": ("float",)}, 3, "3", "is float"),
    ({"types": ("None", "int")}, None, 1.5, "is None or int"),
    ({"types": ("int",), "values": ("1", "2")}, 2, 3, "is one of 1, 2"),
    ({"types": ("int",), "minimum": 0}, 0, -5, "is at least 0"),
    ({"types": ("float",), "maximum": 2.5}, 2.5, 2.75, "is at most 2.5"),
    ({"types": ("float",), "maximum": 2.5}, 1.0, float("nan"), "is finite"),
    ({"types": ("complex",), "maximum": 2}, 2 + 1j, 1 + 3j, "is at most 2"),
    ({"types": ("int",), "nonzero": True}, 1, 0, "is not 0"),
    ({"types": ("str",), "shape": "binary digits"}, "0110", "0120", "binary digits"),
    ({"types": ("str",), "shape": "%H:%M"}, "9:30", "25:00", "has the shape %H:%M"),
    ({"types": ("str",), "shape": "whole number"}, "10", "010", "whole number"),
    ({"types": ("str",), "shape": "e-mail address"}, "a@b.org", "a@b", "e-mail address"),
    ({"types": ("str",), "templates": ("999-99",)}, "123-45", "12-345", "has the form 999-99"),
    ({"types": ("str",), "characters": ("digits", "-")}, "1-2", "1+2", "is made of digits -"),
    ({"types": ("str",), "trimmed": True}, "a b", "a  b", "no two in a row"),
    ({"types": ("str",), "min_length": 1}, "a", "", "is not empty"),
    ({"types": ("list",), "max_length": 2}, [1, 2], [1, 2, 3], "has at most 2 parts"),
    ({"types": ("str",), "length_multiple": 8}, "0" * 8, "0" * 9, "multiple of 8"),
    ({"types": ("str",), "shape": "%H:%M", "earliest": "9:00"}, "10:00", "8:00", "is earliest 9:00"),
    ({"types": ("date",), "latest": "2024-02-01"}, datetime.date(2024, 1, 3), datetime.date(2025, 1, 1), "is latest"),
    ({"types": ("dict",), "keys": (("name", "count"),)}, {"count": 1, "name": "a"}, {"name": "a"}, "has the keys"),
    ({"types": ("dict",), "fields": RECORD}, {"name": "a", "count": 1}, {"name": "a", "count": 0}, "x['count'] is at"),
    ({"types": ("dict",), "key": parameter("str")}, {"a": 1}, {1: 1}, "key 1 is str"),
    ({"types": ("list",), "item": parameter("int")}, [1], [1, "a"], "x[1] is int"),
    ({"types": ("tuple",), "items": (parameter("int"),)}, (1,), ("a",), "x[0] is int"),
    ({"types": ("list",), "grid": "rectangular"}, [[1, 2], [3, 4]], [[1, 2], [3]], "rows of one length"),
    ({"types": ("list",), "grid": "square"}, [[1, 2], [3, 4]], [[1, 2]], "as many rows as columns"),
    ({"types": ("list",), "distinct": True}, [1, 2], [1, 1], "has no element twice"),
    ({"types": ("list",), "ascending": True}, [1, 2], [2, 1], "is in ascending order"),
]


@pytest.mark.parametrize("rules, legal, illegal, sentence", RULES, ids=lambda value: str(value)[:40])
def test_each_rule_accepts_and_refuses(rules: Row, legal: Any, illegal: Any, sentence: str) -> None:
    """A value that keeps a rule is legal, of one that breaks it the sentence says which rule, and JSON keeps it."""
    contract = contract_of(**rules)
    assert not fault(contract, *take(legal))
    found = fault(contract, *take(illegal))
    assert found.startswith("take(x=") and sentence in found
    assert found.endswith(("in all tests", "by its author"))  # parts of a value have no sources here
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract


def test_breaches_of_rules() -> None:
    amount = parameter("int", minimum=0, sources={"minimum": ("docstring", "tests")})
    contract = ClassContract("Box", {CONSTRUCTOR: MethodContract(), "deposit": MethodContract({"amount": amount})})
    found = fault(contract, Step("new"), Step("call", 0, "deposit", (-5,)))
    assert found == "deposit(amount=-5): amount is at least 0 in all tests and by the docstring"
    # What tests say is refused may be given again, and an object of the sequence where the contract has one.
    contract = contract_of(types=("str",), shape="digits", also=("'abc'",))
    assert not fault(contract, *take("abc")) and fault(contract, *take("abd"))
    objects = contract_of(types=("object",))
    assert not fault(objects, *take(Ref(0))) and "is object" in fault(objects, *take(1))


def test_known_and_fresh_look_at_earlier_steps() -> None:
    """A known value stands in an earlier step, a fresh one does not; parts of arguments count."""
    seek, add = (MethodContract({"y": parameter("str", **{rule: True})}) for rule in ("known", "fresh"))
    contract = contract_of(types=("str", "list"))
    contract = replace(contract, methods={**contract.methods, "seek": seek, "add": add})

    def found(name: str, value: str) -> str:
        return fault(contract, *take(["a"]), Step("call", 0, name, (value,)))

    assert not found("seek", "a") and not found("add", "b") and "an earlier step was given" in found("seek", "b")
    assert "no earlier step was given" in found("add", "a")


def test_arguments_are_bound_to_parameters() -> None:
    number = parameter("int")
    pair = MethodContract({"a": number, "b": number}, optional=("b",))
    stars = {"*args": parameter("tuple", item=number), "**more": parameter("dict", item=parameter("str"))}
    contract = ClassContract("Box", {CONSTRUCTOR: MethodContract(), "pair": pair, "many": MethodContract(stars)})

    def found(name: str, *arguments: Any, **keywords: Any) -> str:
        return fault(contract, Step("new"), Step("call", 0, name, arguments, tuple(keywords.items())))

    assert not found("pair", 1) and not found("pair", b=2, a=1) and not found("many", 1, 2, c="d")
    assert found("pair") == "pair: a must be given" and found("pair", 1, c=2) == "pair: c is no parameter"
    assert found("pair", 1, a=2) == "pair: a is given once"
    bare = ClassContract("Box", {"clear": MethodContract(on=("class",))}, min_objects=0)
    assert fault(bare, Step("call", -1, "clear", keywords=(("force", True),))) == "clear: force is no parameter"
    assert "args[1] is int" in found("many", 1, "2") and "more['c'] is str" in found("many", c=1)


def test_relations_are_checked_against_call_and_constructor() -> None:
    amounts = {"name": parameter("str"), "n": parameter("int")}
    lists = {"a": parameter("list"), "b": parameter("list")}
    methods = {
        CONSTRUCTOR: MethodContract({"size": parameter("int")}),
        "move": MethodContract({"row": parameter("int")}, relations=("row < new.size",)),
        "add": MethodContract({"c": parameter("dict")}, relations=("c['start'] < c['end']",)),
        "zip": MethodContract(lists, relations=("len(a) == len(b)",)),
        "put": MethodContract(amounts, ("n",)),
        "take": MethodContract(amounts, relations=("n < put.n",)),
    }
    contract = ClassContract("Box", methods)

    def found(*calls: tuple[Any, ...]) -> str:
        steps = (Step("call", 0, name, tuple(arguments)) for name, *arguments in calls)
        return fault(contract, Step("new", arguments=(3,)), *steps)

    assert not found(("move", 2)) and not found(("add", {"start": "9:00", "end": "10:00"}))
    assert "row < new.size" in found(("move", 3))
    assert "c['start'] < c['end']" in found(("add", {"start": "11:00", "end": "10:00"}))
    assert not found(("zip", [1], [2])) and "len(a) == len(b)" in found(("zip", [1], [2, 3]))
    assert not found(("put", "a", 3), ("take", "a", 2)) and not found(("put", "b", 1), ("take", "a", 2))
    for put in (("put", "a", 2), ("put", "a")):
        assert "n < put.n" in found(put, ("take", "a", 2))


def test_sequences_have_rules_of_their_own() -> None:
    methods = {
        CONSTRUCTOR: MethodContract(on=("class",)),
        "start": MethodContract(),
        "stop": MethodContract(after=("start",), sources={"after": ("tests",)}),
        "count": MethodContract(on=("class",)),
    }
    contract = ClassContract("Box", methods, {"size": parameter("int")}, ("size",), 1, 1)
    new, start, stop = Step("new"), Step("call", 0, "start"), Step("call", 0, "stop")
    assert not fault(contract, new, start, stop, start, start, stop)
    assert not fault(contract, new, Step("call", -1, "count"), Step("get", 0, "size"))
    for steps, part in [
        ((new, new), "2 objects are made"),
        ((), "0 objects are made"),
        ((new, stop), "stop is called after start in all tests"),
        ((new, Step("call", 0, "count")), "count is not called on an object"),
        ((new, Step("call", -1, "start")), "start is not called on the class"),
        ((new, start, Step("call", 1, "start")), "no object that the sequence made"),
        ((new, Step("call", 0, "other")), "other is no method"),
        ((new, Step("get", 0, "other")), "other is read in no test"),
        ((new, Step("set", 0, "other", (1,))), "other is set in no test"),
        ((new, Step("set", 0, "size", ("a",))), "size is int"),
        ((new, Step("call", 0, "start", (1,))), "at most 0 arguments"),
        ((new, Step("call", 3, "start")), "uses what no earlier step returns"),
    ]:
        assert part in fault(contract, *steps)
    bits = parameter("str", length_multiple=8, sources={"length_multiple": ("tests",)})
    methods = {
        CONSTRUCTOR: MethodContract({"bits": parameter("str")}),
        "show": MethodContract(),
        "read": MethodContract(made_with={"bits": bits}),
    }
    contract, made = ClassContract("Box", methods), Step("new", arguments=("0" * 7,))
    assert not fault(contract, made, Step("call", 0, "show"))
    assert fault(contract, made, Step("call", 0, "read")) == (
        "read on an object made with bits='0000000': bits has a length that is a multiple of 8 in all tests"
    )


def edited(path: str, value: Any) -> Row:
    """A contract with a value elsewhere: `X` stands for the parameter, `M` for the method."""
    row: Any = contract_of(types=("int",), minimum=0).to_dict()
    *keys, last = path.replace("X", "M parameters x").replace("M", "methods take").split()
    place = row
    for key in keys:
        place = place[key]
    place[last] = value
    return row


def test_a_wrong_edit_is_refused() -> None:
    """The error names the class, the method, the parameter and the key, and says what is right."""
    for path, value, words in [
        ("X minumum", 0, ["Box", "take", "parameter x", "'minumum'", "known are"]),
        ("X minimum", "0", ["Box", "take", "parameter x", "'minimum'", "a number"]),
        ("X minimum", True, ["'minimum'", "a number"]),
        ("X nonzero", 1, ["'nonzero'", "true or false"]),
        ("X types", ["integer"], ["'types'", "integer", "unknown"]),
        ("X types", "int", ["'types'", "list of texts"]),
        ("X values", ["USD"], ["'values'", "in quotes"]),
        ("X shape", "numbers", ["'shape'", "binary digits"]),
        ("X characters", ["letters"], ["'characters'", "lower-case letters"]),
        ("X grid", "round", ["'grid'", "square"]),
        ("X min_length", 1.5, ["'min_length'", "whole number"]),
        ("X keys", "a", ["'keys'", "list of lists"]),
        ("X item", 3, ["'item'", "no contract"]),
        ("X item", {"typ": []}, ["'item'", "'typ'"]),
        ("X fields", {"name": {"typ": []}}, ["field name", "'typ'"]),
        ("X sources", {"types": ["guess"]}, ["sources of types", "annotation"]),
        ("M relation", [], ["Box", "method take", "'relation'"]),
        ("M relations", ["a before b"], ["'relations'", "start < end"]),
        ("M on", ["module"], ["'on'", "object"]),
        ("M optional", ["y"], ["'optional'", "'y'", "there are x"]),
        ("M", [], ["method take", "no contract"]),
        ("objects", 2, ["Box", "'objects'"]),
        ("max_objects", "2", ["Box", "'max_objects'"]),
        ("schema", 9, ["Box", "'schema'", "9"]),
        ("class_name", "", ["'class_name'"]),
    ]:
        with pytest.raises(ContractError) as error:
            ClassContract.from_dict(edited(path, value))
        assert all(word in str(error.value) for word in words), str(error.value)


def test_contracts_in_json_and_reports() -> None:
    parameters, made_with = {"a": parameter("int"), "*rest": parameter("tuple")}, {"size": parameter("int", minimum=1)}
    sources = {"after": ("tests",), "a < new.size": ("tests", "author")}
    rules = ("a",), ("class", "object"), ("b",), ("a < new.size",)
    method = MethodContract(parameters, *rules, made_with, raises=("ValueError",), sources=sources)
    contract = ClassContract("Box", {"m": method}, {"x": parameter("int")}, ("x",), 1, 3, {"reads": ("tests",)})
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    contract = contract_of(types=("int",), minimum=0, maximum=9)
    legal, bare = (why_legal(contract, CallSequence(tuple(take(*values)))) for values in ((3, 3), ()))
    assert legal == "take: x=3 is int from 0 to 9 (tests)."
    assert bare == "All of it stands in the tests: no step has arguments."
