"""Contracts: what each rule refuses, JSON that an author edits, what a report says, and how they are inferred."""

import datetime
import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from call_steps import call, new, put, read

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.contract_inference import infer_contract
from classeval_hf.strengthening.contracts import (
    CONSTRUCTOR,
    ClassContract,
    ContractError,
    MethodContract,
    ParameterContract,
    breach,
    why_legal,
)
from classeval_hf.strengthening.sequences import CallSequence, Ref, Seed, Step, StepResult

Row = dict[str, Any]


def parameter(*types: str, sources: Row | None = None, **rules: Any) -> ParameterContract:
    return ParameterContract({"types": types, **rules}, sources or {})


def contract_of(**rules: Any) -> ClassContract:
    """A class with the one method `take`, whose parameter `x` has some rules."""
    method = MethodContract({"x": ParameterContract(rules, dict.fromkeys(rules, ("tests",)))})
    return ClassContract("Box", {CONSTRUCTOR: MethodContract(on=("class",)), "take": method})


def take(*values: Any) -> list[Step]:
    return [new(), *(call("take", value) for value in values)]


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
    found = fault(contract, new(), call("deposit", -5))
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
        return fault(contract, *take(["a"]), call(name, value))

    assert not found("seek", "a") and not found("add", "b") and "an earlier step was given" in found("seek", "b")
    assert "no earlier step was given" in found("add", "a")


def test_arguments_are_bound_to_parameters() -> None:
    number = parameter("int")
    pair = MethodContract({"a": number, "b": number}, optional=("b",))
    stars = {"*args": parameter("tuple", item=number), "**more": parameter("dict", item=parameter("str"))}
    contract = ClassContract("Box", {CONSTRUCTOR: MethodContract(), "pair": pair, "many": MethodContract(stars)})

    def found(name: str, *arguments: Any, **keywords: Any) -> str:
        return fault(contract, new(), call(name, *arguments, **keywords))

    assert not found("pair", 1) and not found("pair", b=2, a=1) and not found("many", 1, 2, c="d")
    assert found("pair") == "pair: a must be given" and found("pair", 1, c=2) == "pair: it has no parameter c"
    assert found("pair", 1, a=2) == "pair: a is given once"
    bare = ClassContract("Box", {"clear": MethodContract(on=("class",))}, min_objects=0)
    assert fault(bare, call("clear", on=-1, force=True)) == "clear: it has no parameter force"
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
        return fault(contract, new(3), *(call(name, *arguments) for name, *arguments in calls))

    assert not found(("move", 2)) and not found(("add", {"start": "9:00", "end": "10:00"}))
    assert "row < new.size" in found(("move", 3))
    assert "c['start'] < c['end']" in found(("add", {"start": "11:00", "end": "10:00"}))
    assert not found(("zip", [1], [2])) and "len(a) == len(b)" in found(("zip", [1], [2, 3]))
    assert not found(("put", "a", 3), ("take", "a", 2)) and not found(("put", "b", 1), ("take", "a", 2))
    for first in (("put", "a", 2), ("put", "a")):
        assert "n < put.n" in found(first, ("take", "a", 2))


def test_sequences_have_rules_of_their_own() -> None:
    methods = {
        CONSTRUCTOR: MethodContract(on=("class",)),
        "start": MethodContract(),
        "stop": MethodContract(after=("start",), sources={"after": ("tests",)}),
        "count": MethodContract(on=("class",)),
    }
    contract = ClassContract("Box", methods, {"size": parameter("int")}, ("size",), 1, 1)
    start, stop = call("start"), call("stop")
    assert not fault(contract, NEW, start, stop, start, start, stop)
    assert not fault(contract, NEW, call("count", on=-1), read("size"))
    for steps, part in [
        ((NEW, NEW), "2 objects are made"),
        ((), "0 objects are made"),
        ((NEW, stop), "stop is called after start in all tests"),
        ((NEW, call("count")), "count is not called on an object"),
        ((NEW, call("start", on=-1)), "start is not called on the class"),
        ((NEW, start, call("start", on=1)), "other than an object of the sequence"),
        ((NEW, call("other")), "other is not a method"),
        ((NEW, read("other")), "other is read in no test"),
        ((NEW, put("other", 1)), "other is set in no test"),
        ((NEW, put("size", "a")), "size is int"),
        ((NEW, call("start", 1)), "at most 0 arguments"),
        ((NEW, call("start", on=3)), "uses a result that no earlier step returns"),
    ]:
        assert part in fault(contract, *steps)
    bits = parameter("str", length_multiple=8, sources={"length_multiple": ("tests",)})
    of_bits, made_with = MethodContract({"bits": parameter("str")}), MethodContract(made_with={"bits": bits})
    methods = {CONSTRUCTOR: of_bits, "show": MethodContract(), "read": made_with}
    contract, made = ClassContract("Box", methods), new("0" * 7)
    assert not fault(contract, made, call("show"))
    said = "read on an object made with bits='0000000': bits has a length that is a multiple of 8 in all tests"
    assert fault(contract, made, call("read")) == said


def test_a_wrong_edit_is_refused() -> None:
    """The error names class, method, parameter and key, and what is right: `X` is the parameter, `M` the method."""
    for path, value, words in [
        ("X minumum", 0, ["Box", "take", "parameter x", "'minumum'", "known are"]),
        ("X minimum", "0", ["Box", "take", "parameter x", "'minimum'", "a number"]),
        ("X minimum", True, ["'minimum'", "a number"]),
        ("X nonzero", 1, ["'nonzero'", "true or false"]),
        ("X types", ["integer"], ["'types'", "integer", "one of"]),
        ("X types", "int", ["'types'", "list of texts"]),
        ("X values", ["USD"], ["'values'", "in quotes"]),
        ("X shape", "numbers", ["'shape'", "binary digits"]),
        ("X characters", ["letters"], ["'characters'", "lower-case letters"]),
        ("X grid", "round", ["'grid'", "square"]),
        ("X min_length", 1.5, ["'min_length'", "whole number"]),
        ("X keys", "a", ["'keys'", "list of lists"]),
        ("X item", 3, ["'item'", "not a contract"]),
        ("X item", {"typ": []}, ["'item'", "'typ'"]),
        ("X fields", {"name": {"typ": []}}, ["field name", "'typ'"]),
        ("X sources", {"types": ["guess"]}, ["sources of types", "annotation"]),
        ("M relation", [], ["Box", "method take", "'relation'"]),
        ("M relations", ["a before b"], ["'relations'", "start < end"]),
        ("M on", ["module"], ["'on'", "object"]),
        ("M optional", ["y"], ["'optional'", "'y'", "the parameters are x"]),
        ("M", [], ["method take", "not a contract"]),
        ("objects", 2, ["Box", "'objects'"]),
        ("max_objects", "2", ["Box", "'max_objects'"]),
        ("schema", 9, ["Box", "'schema'", "9"]),
        ("class_name", "", ["'class_name'"]),
    ]:
        row: Any = contract_of(types=("int",), minimum=0).to_dict()
        *keys, last = path.replace("X", "M parameters x").replace("M", "methods take").split()
        place = row
        for key in keys:
            place = place[key]
        place[last] = value
        with pytest.raises(ContractError) as error:
            ClassContract.from_dict(row)
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


NEW = new()
DOES = "Does it."


def task_of(methods: str, constructor: str = "def __init__(self):") -> ClassTask:
    """A task whose skeleton has some methods, each a header and a docstring on the lines below it."""
    skeleton = f'class Box:\n    {constructor}\n        """Makes a box."""\n' + methods
    return ClassTask("Box_0", "Box", "class BoxTest: pass", ("BoxTest",), skeleton=skeleton)


def method(header: str, docstring: str = DOES) -> str:
    lines = "\n        ".join(docstring.splitlines())
    return f'\n    def {header}:\n        """\n        {lines}\n        """\n'


def seed_of(*steps: Step, error: str = "", changed: bool = False) -> Seed:
    """A seed of which the last step may have raised an exception, and all calls may have changed their object."""
    results = [StepResult(changed=changed and step != NEW) for step in steps]
    return Seed(CallSequence(steps), (*results[:-1], replace(results[-1], error=error)))


def seeds_of(values: Sequence[Any], name: str = "take") -> list[Seed]:
    return [seed_of(NEW, call(name, value)) for value in values]


def infer(methods: str, *seeds: Seed, constructor: str = "def __init__(self):") -> ClassContract:
    """What is inferred, which JSON holds whole."""
    contract = infer_contract(task_of(methods, constructor), seeds)
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    return contract


def inferred(values: Sequence[Any], name: str = "x", docstring: str = DOES, annotation: str = "") -> ParameterContract:
    """The contract of a parameter that was given some values, all of which are legal."""
    contract = infer(method(f"take(self, {name}{annotation})", docstring), *seeds_of(values))
    assert not any(fault(contract, *seed.sequence.steps) for seed in seeds_of(values))
    return contract.methods["take"].parameters[name]


def is_legal(parameter: ParameterContract, value: Any) -> bool:
    methods = {CONSTRUCTOR: MethodContract(on=("class",)), "take": MethodContract({"x": parameter})}
    return not fault(ClassContract("Box", methods), NEW, call("take", value))


PAIRS = [{"name": "a", "count": 1}, {"name": "b", "count": 2}]
DAYS = [datetime.date(2024, month, day) for month, day in ((1, 1), (2, 1), (1, 9), (3, 1))]
SIZES = ["large", "small", "large", "medium", "small", "large", "medium", "small", "medium"]


@pytest.mark.parametrize(
    ("name", "values", "legal", "illegal"),
    [
        # No sign that was not seen, 0 if it was, and nothing beyond twice the greatest and one more.
        ("amount", [3, 5], [1, 11], [0, -1, 12, 2.5, True, None]),
        ("amount", [0, 5], [0, 11], [-1, 12]),
        ("amount", [-2, 5], [-5, 11], [-6, 0]),
        ("amount", [2.5, 4.0], [0.5, 9.0, 3], [0.0, -1.0, 9.5, float("nan")]),
        ("amount", [0, 1], [0, 1], [2, -1]),
        ("amount", [0.2, 0.9], [1.0, 0.05], [1.1, 0.0]),
        ("amount", [-3, -1], [-7, -1], [0, 1]),
        ("amount", [1 + 2j, 3 - 1j], [2 + 2j], [0j, 8 + 1j]),
        ("amount", [True, False], [True], [1, 0]),
        # What points somewhere is not taken beyond what was seen.
        *((name, [2, 4], [3], [5, 1]) for name in ("index", "row", "month", "page_number", "x1")),
        # Digits, forms, dates, characters, lengths and choices are as in the seeds; what has a grammar is not made up.
        ("bits", ["01101000", "0110100001100101"], ["0" * 8], ["0" * 7, "012", "0" * 40]),
        ("number", ["12", "9876"], ["10"], ["007", "1a", "-1"]),
        ("phone", ["123-456-7890", "555-123-4567"], ["000-111-2222"], ["1234-56-7890", "123-456-789"]),
        ("check_time", ["09:00", "17:30"], ["10:15"], ["9:30", "25:00", "08:00", "18:00"]),
        ("day", ["2024-01-05", "2024-03-01"], ["2024-02-29"], ["2024-02-30", "2023-12-31", "2024-1-7"]),
        ("email", ["ann@example.org", "bob@example.com"], ["eve@example.net"], ["ann", "a b@c.de"]),
        ("text", ["hello world", "good day"], ["a b"], ["Hello", "a  b", " a", "", "a!", "x" * 40]),
        ("char", ["a", "b"], ["c"], ["ab", ""]),
        ("octal_num", ["17", "204"], ["755"], ["89", ""]),
        ("tmp_units", ["celsius"], ["celsius"], ["kelvin"]),
        ("word", ["abc", "defg"], ["xyz"], ["x1", "X"]),
        ("currency", ["USD", "EUR"], ["USD"], ["GBP", "usd"]),
        ("pattern", [r"\d+", "[a-z]+"], [r"\d+"], [r"\d*", "a"]),
        ("text", ["<b>x</b>", "<i>y</i>"], ["<b>x</b>"], ["<b>y</b>"]),
        ("text", ['{"a": 1}', "[1, 2]"], ["[1, 2]"], ["[1, 3]"]),
        ("text", ["SELECT a FROM b"], ["SELECT a FROM b"], ["SELECT b FROM b"]),
        ("score", ["C53 Em43", "G12", "Am5"], ["C5 Em4353", "Gm1"], ["C53Em43", "C5C5", "53"]),
        ("stall", SIZES, ["small"], ["smal"]),  # words that come again and again are labels
        ("stall", ["large"] * 9, ["larg"], []),
        # Records have the keys seen, maps have keys like those seen, lists and tables have their lengths and elements.
        ("data", [[1, 2], [3, 4, 5]], [[5, 1, 2, 2]], [[], [1], [0, 1], [1, "a"], [1] * 8]),
        ("data", [[], [1]], [[], [2]], [[1, 1, 1, 1]]),
        ("data", PAIRS, [{"count": 4, "name": "c"}], [{"name": "a"}, {}]),
        ("data", PAIRS[:1], [{"count": 2, "name": "a"}], [{"name": "a", "count": -1}]),
        ("data", [{"a": 1}, {"b": 2}, {"c": 1}, {"a": 2, "c": 3}], [{"b": 1, "c": 3}], [{"d": 1}, {"a": "x"}]),
        ("data", [{"a1 b": 1, "c d": 2}, {"e f": 3}], [{"g h": 1}], [{3: 1}, {"g h": -1}]),
        ("data", [[(0, 1), (2, 3)], [(1, 1), (2, 0)]], [[(2, 2), (0, 3)]], [[(3, 0), (0, 0)], [(0, 0, 0), (0, 0, 0)]]),
        ("data", [[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [[[2, 2], [3, 3]]], [[[1, 2]], [[1], [2]], [[1, 2], [3]]]),
        ("data", [{1, 2}, {3}], [{2}], [{"a"}, {-1}]),
        ("data", DAYS[:2], DAYS[2:3], DAYS[3:]),
        ("board", [[[1, 2], [3, 0]], [[0, 2], [1, 3]]], [[[1, 2], [3, 0]]], [[[1, 2], [0, 3]]]),  # a state with rules
    ],
)
def test_values_are_like_those_seen(name: str, values: list[Any], legal: list[Any], illegal: list[Any]) -> None:
    contract = inferred(values, name)
    assert [value for value in legal if not is_legal(contract, value)] == []
    assert [value for value in illegal if is_legal(contract, value)] == []


def test_refused_values_and_ids() -> None:
    """What raises an exception in a test may be given again; its type is right if a text of the task names it."""
    seeds = [*seeds_of(["12", "34"]), seed_of(NEW, call("take", "ab"), error="ValueError")]
    task = task_of(method("take(self, x)", "Does it.\n:raises TypeError: never"))
    assert infer_contract(task, seeds).methods["take"].raises == ("TypeError",)
    named = replace(task, test="class BoxTest:  # assertRaises(ValueError)\n    pass")
    take = infer_contract(named, seeds).methods["take"]
    assert take.raises == ("TypeError", "ValueError") and take.sources["raises"] == ("tests", "docstring")
    assert is_legal(take.parameters["x"], "ab") and not is_legal(take.parameters["x"], "cd")
    for others, name, told, pairs, wrong, words in [
        (method("add(self, book_id)"), "lend", "False if not found.", [(1, 1), (2, 2)], (1, 2), "an earlier step"),
        ("", "add", "False if it is there already.", [(1, 2)], (1, 1), "no earlier step"),
    ]:
        *seeds, sequence = ((NEW, call("add", first), call(name, second)) for first, second in (*pairs, wrong))
        methods = [others + method(f"{name}(self, book_id)", said) for said in (DOES, f"Does it, {told}")]
        strict, free = (infer(text, *(seed_of(*steps) for steps in seeds)) for text in methods)
        assert words in fault(strict, *sequence) and not fault(free, *sequence)


def test_relations_between_arguments() -> None:
    """What all seeds keep is kept: ends after starts, equal lengths, an index below the size of its object."""
    headers = ("book(self, start_time, end_time)", "pair(self, xs, ys)", "get(self, index)")
    seeds = []
    for size in (2, 3, 4):
        pair, get = call("pair", [1] * size, [2] * size), call("get", size - 1)
        seeds.append(seed_of(new(size), call("book", f"{size}:00", f"{size + 1}:30"), pair, get))
    methods = infer("".join(map(method, headers)), *seeds, constructor="def __init__(self, size):").methods
    assert "start_time < end_time" in methods["book"].relations and "len(xs) == len(ys)" in methods["pair"].relations
    assert "index < new.size" in methods["get"].relations and methods["get"].sources["index < new.size"] == ("tests",)
    # Numbers that are ids, and few pairs of numbers with unrelated names, are not compared.
    seeds = [seed_of(NEW, call("add", n, 10 * n), call("mix", n, 2 * n)) for n in (1, 2, 3, 4)]
    contract = infer(method("add(self, product_id, quantity)") + method("mix(self, red, blue)"), *seeds)
    assert contract.methods["add"].relations == contract.methods["mix"].relations == ()
    # Truth values are no numbers, whatever their names.
    switch = method("switch(self, start, end)")
    for values, relations in [
        ((False, True), ()),
        ((0, 1), ("start < end",)),
        ((Fraction(1, 2), 1.5), ("start < end",)),
    ]:
        assert infer(switch, seed_of(NEW, call("switch", *values))).methods["switch"].relations == relations
    # No more is taken than was put under a name, where the docstring says nothing of another case.
    seed = seed_of(NEW, call("put", "a", 5), call("take", "a", 3))
    for said, relations in [(DOES, ("amount < put.amount",)), ("Takes some if it can.", ())]:
        methods = method("put(self, name, amount)") + method("take(self, name, amount)", said)
        assert infer(methods, seed).methods["take"].relations == relations


def test_calls_are_like_those_in_the_seeds() -> None:
    start, stop = call("start"), call("stop")
    contract = infer(method("start(self)") + method("stop(self)"), seed_of(NEW, start, stop), seed_of(NEW, start))
    assert contract.methods["stop"].after == ("start",) and not fault(contract, NEW, start, start, stop, stop)
    assert "stop is called after start" in fault(contract, NEW, stop)
    assert "2 objects" in fault(contract, NEW, NEW, start)
    # The constructor takes an empty list, and a method is only called on objects that were made with a filled one.
    empty, filled = new([]), new([1, 2])
    seeds = [seed_of(empty, call("size")), seed_of(filled, call("size")), seed_of(filled, call("mean"))]
    contract = infer(method("size(self)") + method("mean(self)"), *seeds, constructor="def __init__(self, data):")
    assert not fault(contract, empty, call("size"))
    assert "mean on an object made with data=[]" in fault(contract, empty, call("mean"))
    # A method is called on what the seeds call it on, also where the skeleton lacks `self`; objects are arguments.
    count, merge = call("count", 3, on=-1), (NEW, NEW, call("merge", Ref(1)))
    contract = infer(method("count(n)") + method("merge(self, other)"), seed_of(count), seed_of(*merge))
    assert contract.methods["count"].on == ("class",)
    assert contract.methods["merge"].parameters["other"].rules["types"] == ("object",)
    assert not fault(contract, count) and not fault(contract, *merge) and fault(contract, NEW, NEW, call("merge", 3))
    # Optional parameters that no test gives are not given, and a method that the skeleton lacks is not called.
    contract = infer(method("take(self, x, y=None)"), *seeds_of([1, 2]), *seeds_of([1], "other"))
    assert not fault(contract, NEW, call("take", 1))
    assert "y is never given" in fault(contract, NEW, call("take", 1, y=2)) and "other" not in contract.methods


def test_inference_is_deterministic() -> None:
    seeds = seeds_of([{"b c": {2, 1}}, {"a d": {3}}, {"e f": {9, 4}}])
    first, second = (infer(method("take(self, x)"), *order) for order in (seeds, seeds[::-1]))
    assert json.dumps(first.to_dict()) == json.dumps(second.to_dict())


def test_changes_are_not_repeated_unless_someone_says_so() -> None:
    """Neither a query is a change, nor what the tests repeat, nor what the docstring speaks of."""
    for docstring, changed, calls, once in [
        ("Adds a book.", True, 1, True),
        ("Adds a book.", False, 1, False),
        ("Adds a book.", True, 2, False),
        ("Adds a book; returns False if it exists already.", True, 1, False),
    ]:
        seed = seed_of(NEW, *[call("add", 1)] * calls, changed=changed)
        contract = infer(method("add(self, x)", docstring), seed)
        assert contract.methods["add"].once is once
        assert bool(fault(contract, NEW, call("add", 1), call("add", 1))) is once
    # Unless the tests, the docstring or an example replace it; the same again is another matter.
    said = "add is not called again on an object with the same first argument and others in all tests"
    for docstring, seed, free in [
        ("Adds a book.", [(7, 1), (8, 2)], False),
        ("Adds a book.", [(7, 1), (7, 1)], False),
        ("Adds a book.", [(7, 1), (7, 2)], True),
        ("Adds a book; one that exists already is replaced.", [(7, 1)], True),
        ("Adds a book.\n>>> box = Box()\n>>> box.add(7, 1)\n>>> box.add(7, 3)", [(7, 1), (8, 2)], True),
    ]:
        steps = [[call("add", *arguments) for arguments in of_seed] for of_seed in (seed, [(9, 3)])]
        seeds = [seed_of(NEW, *calls, changed=True) for calls in steps]
        contract = infer(method("add(self, number, copies)", docstring), *seeds)
        assert contract.methods["add"].once_per_key is not free
        found = fault(contract, NEW, call("add", 9, 1), call("add", 7, 1), call("add", 9, 2))
        assert (not found) is free
        assert said in found or seed != [(7, 1), (7, 1)]
        assert (not fault(contract, NEW, call("add", 9, 3), call("add", 9, copies=2))) is free
        assert not fault(contract, NEW, call("add", 9, 1), call("add", 8, 1))


def test_what_docstrings_say_of_values() -> None:
    """`Mr.` in prose is a word; the end of a sentence, and what describes a parameter, are none."""
    data = inferred([[1, 2, 3], [2, 5, 9], [4, 6, 8]], docstring="Does it.\n:param x: list, sorted numbers")
    assert is_legal(data, [1, 5, 7]) and not is_legal(data, [5, 1, 7])
    notes = "Splits at a stop. Note that Mr. is no end. It is so.\n:param x: str, as Dr. has it"
    text = inferred(["ab cd.", "e f."], docstring=notes)
    assert is_legal(text, "ab Mr. cd.") and not is_legal(text, "Ab cd.") and not is_legal(text, "AB")
    # Of what else they hold no method tells another; one name may lack the `_` of the other.
    said = "Does it.\n:param {}: The text to turn, str."
    methods = method("left(self, my_text)", said.format("mytext")) + method("right(self, text)", said.format("text"))
    contract = infer(methods, *seeds_of(["abc", "de"], "left"), *seeds_of(["Abc, d!"], "right"))
    parameter = contract.methods["left"].parameters["my_text"]
    assert is_legal(parameter, "Ab") and not is_legal(parameter, "ab!") and not is_legal(parameter, "a b")
    share = inferred([40, 90], "share", "Does it.\n:param share: int, between 0 and 100")
    assert (share.rules["minimum"], share.rules["maximum"]) == (0, 100) and share.sources["maximum"] == ("docstring",)
    assert is_legal(inferred([4, 9], "count", "Does it.\n:param count: int, non-negative"), 0)
    way = inferred(["up"], "way", "Does it.\n:param way: str, one of 'up', 'down'")
    assert way.rules["values"] == ("'down'", "'up'") and way.sources["values"] == ("tests", "docstring")
    assert inferred([3], annotation=": int").sources["types"] == ("tests", "annotation")
    documented = inferred([3], docstring="Does it.\n:param x: int or None")
    assert documented.rules["types"] == ("None", "int") and documented.sources["types"] == ("tests", "docstring")
    assert inferred([3]).sources["types"] == ("tests",)
    example = inferred([3], "amount", "Does it.\n>>> box = Box()\n>>> box.take(30)\n5")
    assert example.rules["maximum"] == 61
    assert (example.sources["maximum"], example.sources["minimum"]) == (("tests", "example"), ("tests",))


def test_attributes_are_set_and_read_as_in_the_seeds() -> None:
    """Values of their shape may be set, state in state only as it was seen, and no other attribute is touched."""
    seeds = seed_of(NEW, put("level", 3), read("level")), seed_of(NEW, put("rows", [[1]]))
    contract = infer(method("size(self)"), *seeds)
    assert contract.reads == ("level",)
    for step in (put("level", 3), put("rows", [[1]])):
        assert not fault(contract, NEW, step)
    for step in (put("rows", [[2]]), put("size", 3), read("rows")):
        assert fault(contract, NEW, step)
    xs, ys, at = put("xs", [1.0, 2.0]), put("ys", [3.0, 4.0]), call("at", 1.0)
    contract = infer(method("at(self, x)"), seed_of(NEW, xs, ys, at), *seeds_of([1.0, 2.0], "at"))
    assert not fault(contract, NEW, xs, ys, at) and "no test sets the attributes" in fault(contract, NEW, xs, at)
    free = infer(method("at(self, x)"), *(seed_of(NEW, put("n", number), at) for number in (1, 2, 5)))
    assert not fault(free, NEW, put("n", 3), at)
    # Which of the sequence's objects an attribute is set to is not told apart.
    link, size, total = put("link", Ref(1)), put("size", 3), call("sum")
    contract = infer(method("sum(self)"), seed_of(NEW, NEW, link, size, total), seed_of(NEW, NEW, total))
    assert contract.settings == (("Box()", "it.link = another", "it.size = 3"),)
    assert not fault(contract, NEW, NEW, call("sum", on=1), link, size, total)
    assert "no test sets the attributes" in fault(contract, NEW, NEW, link, total)
    # What holds other things may have to agree with the rest of the object, also alone.
    entries, total = put("entries", [("Ann", 3)]), call("sum")
    contract = infer(method("sum(self)") + method("add(self)"), seed_of(NEW, entries, total))
    assert not fault(contract, NEW, entries, total, total)
    found = fault(contract, NEW, total, entries, total)
    assert "it.sum(); it.entries = [('Ann', 3)]: no test sets the attributes" in found
    # Beds that a test draws fit the plan that it makes, before what it calls: no other plan, no half of it.
    rows, empty, beds = put("rows", [["b"]]), put("beds", {}), put("beds", {"b": (0, 0)})
    small, wide, free, clear = new(1), new(2), call("free"), call("clear")
    seeds = [seed_of(small, rows, empty, read("rows"), beds, free), seed_of(wide, free, clear, free)]
    contract = infer(method("free(self)") + method("clear(self)"), *seeds, constructor="def __init__(self, n):")
    assert not fault(contract, small, rows, empty, beds, free, clear, free) and not fault(contract, wide, free, free)
    others = (wide, rows, empty, beds, free), (small, rows, empty), (small, rows, beds, free)
    for steps in (*others, (small, rows, empty, free, beds, free), (small, free, rows, empty, beds, free)):
        assert "no test sets the attributes of an object in this way" in fault(contract, *steps)
    assert contract.settings == (("Box(1)", "it.rows = [['b']]", "it.beds = {}", "it.beds = {'b': (0, 0)}"),)
