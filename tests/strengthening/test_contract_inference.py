"""Contracts that are inferred from skeletons, docstrings and call sequences."""

import datetime
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening.infer.contract_inference import infer_contract
from classeval_hf.strengthening.infer.contracts import ClassContract, breach
from classeval_hf.strengthening.infer.parameter_contracts import ParameterContract
from classeval_hf.strengthening.record.sequences import CallSequence, Step, StepResult
from classeval_hf.strengthening.record.values import Ref

Seed = tuple[CallSequence, Sequence[StepResult]]

NEW = Step("new")
JANUARY, FEBRUARY = datetime.date(2024, 1, 1), datetime.date(2024, 2, 1)


def task_of(methods: str, constructor: str = "def __init__(self):") -> ClassTask:
    """A task whose skeleton has some methods, each a header and a docstring on the lines below it."""
    skeleton = f'class Box:\n    {constructor}\n        """Makes a box."""\n' + methods
    return ClassTask("Box_0", "Box", "class BoxTest: pass", ("BoxTest",), skeleton=skeleton)


def method(header: str, docstring: str = "Does it.") -> str:
    """A method of a skeleton."""
    lines = "\n        ".join(docstring.splitlines())
    return f'\n    def {header}:\n        """\n        {lines}\n        """\n'


def call(name: str, *arguments: Any, on: int = 0, **keywords: Any) -> Step:
    """A step that calls a method."""
    return Step("call", on, name, arguments, tuple(keywords.items()))


def seed_of(*steps: Step, error: str = "") -> Seed:
    """A seed of which the last step may have raised an exception."""
    results = [StepResult() for _ in steps]
    return CallSequence(steps), [*results[:-1], StepResult(error=error)]


def seeds_of(values: Sequence[Any], name: str = "take") -> list[Seed]:
    """A seed per value that a method is given."""
    return [seed_of(NEW, call(name, value)) for value in values]


def inferred(
    values: Sequence[Any], name: str = "x", docstring: str = "Does it.", annotation: str = ""
) -> ParameterContract:
    """The contract of a parameter that was given some values."""
    task = task_of(method(f"take(self, {name}{annotation})", docstring))
    contract = infer_contract(task, seeds_of(values))
    assert all(breach(contract, sequence) is None for sequence, _ in seeds_of(values))
    return contract.methods["take"].parameters[name]


def is_legal(contract: ParameterContract, value: Any) -> bool:
    """Whether a method may be given a value."""
    task = task_of(method("take(self, x)"))
    whole = infer_contract(task, seeds_of([1]))
    taking = whole.methods["take"]
    changed = ClassContract("Box", {**whole.methods, "take": type(taking)({"x": contract})})
    return breach(changed, CallSequence((NEW, call("take", value)))) is None


@pytest.mark.parametrize(
    "values, legal, illegal",
    [
        ([3, 5], [1, 11], [0, -1, 12, 2.5, True, None]),
        ([0, 5], [0, 11], [-1, 12]),
        ([-2, 5], [-5, 11], [-6, 0]),
        ([2.5, 4.0], [0.5, 9.0, 3], [0.0, -1.0, 9.5, float("nan")]),
        ([0, 1], [0, 1], [2, -1]),
        ([0.2, 0.9], [1.0, 0.05], [1.1, 0.0]),
        ([-3, -1], [-7, -1], [0, 1]),
        ([1 + 2j, 3 - 1j], [2 + 2j], [0j, 8 + 1j]),
        ([True, False], [True], [1, 0]),
    ],
)
def test_numbers_keep_sign_and_size(values: list[Any], legal: list[Any], illegal: list[Any]) -> None:
    """No sign that was not seen, 0 if it was, and nothing beyond twice the greatest and one more."""
    contract = inferred(values, "amount")

    assert all(is_legal(contract, value) for value in legal)
    assert not any(is_legal(contract, value) for value in illegal)


def test_numbers_that_point_stay_in_their_span() -> None:
    """An index, a row or a month is not taken beyond what was seen."""
    for name in ("index", "row", "month", "page_number", "x1"):
        contract = inferred([2, 4], name)
        assert is_legal(contract, 3) and not is_legal(contract, 5) and not is_legal(contract, 1), name


def test_a_docstring_bounds_numbers() -> None:
    """Documented bounds make a rule narrower, and a documented 0 is legal."""
    narrow = inferred([40, 90], "share", "Does it.\n:param share: int, between 0 and 100")
    zero = inferred([4, 9], "count", "Does it.\n:param count: int, non-negative")

    assert (narrow.rules["minimum"], narrow.rules["maximum"]) == (0, 100)
    assert narrow.sources["maximum"] == ("docstring",)
    assert is_legal(zero, 0)


@pytest.mark.parametrize(
    "name, values, legal, illegal",
    [
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
    ],
)
def test_texts_keep_their_shape(name: str, values: list[str], legal: list[str], illegal: list[str]) -> None:
    """Digits, forms, dates, characters, lengths and choices are as in the seeds; what has a grammar is not made up."""
    contract = inferred(values, name)

    assert [value for value in legal if not is_legal(contract, value)] == []
    assert [value for value in illegal if is_legal(contract, value)] == []


def test_a_docstring_lists_values() -> None:
    """Texts that the docstring lists are legal beside those seen, and no others."""
    contract = inferred(["up"], "way", "Does it.\n:param way: str, one of 'up', 'down'")

    assert contract.rules["values"] == ("'down'", "'up'")
    assert contract.sources["values"] == ("tests", "docstring")


def test_types_name_their_source() -> None:
    """A type that an annotation or the docstring confirms says so; a documented `None` is legal."""
    annotated = inferred([3], annotation=": int")
    documented = inferred([3], docstring="Does it.\n:param x: int or None")

    assert annotated.sources["types"] == ("tests", "annotation")
    assert documented.rules["types"] == ("None", "int")
    assert documented.sources["types"] == ("tests", "docstring")
    assert inferred([3]).sources["types"] == ("tests",)


def test_examples_count_and_are_named() -> None:
    """A value in an example of the docstring is legal, and the rule that it changes says so."""
    contract = inferred([3], "amount", "Does it.\n>>> box = Box()\n>>> box.take(30)\n5")

    assert contract.rules["maximum"] == 61
    assert contract.sources["maximum"] == ("tests", "example")
    assert contract.sources["minimum"] == ("tests",)


def test_refused_values_are_legal_as_they_are() -> None:
    """What raises an exception in a test may be given again; its type is right if a text of the task names it."""
    seeds = [*seeds_of(["12", "34"]), seed_of(NEW, call("take", "ab"), error="ValueError")]
    task = task_of(method("take(self, x)", "Does it.\n:raises TypeError: never"))
    assert infer_contract(task, seeds).methods["take"].raises == ("TypeError",)
    named = replace(task, test="class BoxTest:  # assertRaises(ValueError)\n    pass")
    take = infer_contract(named, seeds).methods["take"]

    assert take.raises == ("TypeError", "ValueError")
    assert take.sources["raises"] == ("tests", "docstring")
    assert is_legal(take.parameters["x"], "ab")
    assert not is_legal(take.parameters["x"], "cd")


@pytest.mark.parametrize(
    "values, legal, illegal",
    [
        ([[1, 2], [3, 4, 5]], [[5, 1, 2, 2]], [[], [1], [0, 1], [1, "a"], [1] * 8]),
        ([[], [1]], [[], [2]], [[1, 1, 1, 1]]),
        ([{"name": "a", "count": 1}, {"name": "b", "count": 2}], [{"count": 4, "name": "c"}], [{"name": "a"}, {}]),
        ([{"name": "a", "count": 1}], [{"count": 2, "name": "a"}], [{"name": "a", "count": -1}]),
        ([{"a": 1}, {"b": 2}, {"c": 1}, {"a": 2, "c": 3}], [{"b": 1, "c": 3}], [{"d": 1}, {"a": "x"}]),
        ([{"a1 b": 1, "c d": 2}, {"e f": 3}], [{"g h": 1}], [{3: 1}, {"g h": -1}]),
        ([[(0, 1), (2, 3)], [(1, 1), (2, 0)]], [[(2, 2), (0, 3)]], [[(3, 0), (0, 0)], [(0, 0, 0), (0, 0, 0)]]),
        ([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], [[[2, 2], [3, 3]]], [[[1, 2]], [[1], [2]], [[1, 2], [3]]]),
        ([{1, 2}, {3}], [{2}], [{"a"}, {-1}]),
        (
            [datetime.date(2024, 1, 1), datetime.date(2024, 2, 1)],
            [datetime.date(2024, 1, 9)],
            [datetime.date(2024, 3, 1)],
        ),
    ],
)
def test_containers_keep_keys_lengths_and_elements(values: list[Any], legal: list[Any], illegal: list[Any]) -> None:
    """Records have the keys seen, maps have keys like those seen, lists and tables have their lengths and elements."""
    contract = inferred(values, "data")

    assert [value for value in legal if not is_legal(contract, value)] == []
    assert [value for value in illegal if is_legal(contract, value)] == []


def test_boards_are_not_made_up() -> None:
    """Lists in lists that are a state with rules of its own are legal as they were seen."""
    contract = inferred([[[1, 2], [3, 0]], [[0, 2], [1, 3]]], "board")

    assert is_legal(contract, [[1, 2], [3, 0]])
    assert not is_legal(contract, [[1, 2], [0, 3]])


def test_lists_that_are_always_sorted_stay_sorted() -> None:
    """The docstring says sorted, and all lists are: then new ones are too."""
    contract = inferred([[1, 2, 3], [2, 5, 9], [4, 6, 8]], "data", "Does it.\n:param data: list, sorted numbers")

    assert is_legal(contract, [1, 5, 7]) and not is_legal(contract, [5, 1, 7])


def test_what_is_found_by_name_must_be_known() -> None:
    """An id that stands in an earlier step of all seeds is no unknown one; a documented unknown one is legal."""
    strict = task_of(method("add(self, book_id)") + method("lend(self, book_id)"))
    told = task_of(method("add(self, book_id)") + method("lend(self, book_id)", "Does it, False if not found."))
    seeds = [seed_of(NEW, call("add", 1), call("lend", 1)), seed_of(NEW, call("add", 2), call("lend", 2))]
    unknown = CallSequence((NEW, call("add", 1), call("lend", 2)))

    assert "earlier step" in str(breach(infer_contract(strict, seeds), unknown))
    assert breach(infer_contract(told, seeds), unknown) is None


def test_what_is_added_must_be_new() -> None:
    """An id that no seed adds twice is not added twice, unless the docstring says what is done then."""
    strict = task_of(method("add(self, book_id)"))
    told = task_of(method("add(self, book_id)", "Does it, False if it is there already."))
    seeds = [seed_of(NEW, call("add", 1), call("add", 2))]
    twice = CallSequence((NEW, call("add", 1), call("add", 1)))

    assert "no earlier step" in str(breach(infer_contract(strict, seeds), twice))
    assert breach(infer_contract(told, seeds), twice) is None


def test_order_of_methods_and_number_of_objects() -> None:
    """`stop` comes after `start` in all seeds, repeats are legal, and no more objects are made than in any seed."""
    task = task_of(method("start(self)") + method("stop(self)"))
    contract = infer_contract(task, [seed_of(NEW, call("start"), call("stop")), seed_of(NEW, call("start"))])

    assert contract.methods["stop"].after == ("start",)
    assert breach(contract, CallSequence((NEW, call("start"), call("start"), call("stop"), call("stop")))) is None
    assert "stop is called after start" in str(breach(contract, CallSequence((NEW, call("stop")))))
    assert "2 objects" in str(breach(contract, CallSequence((NEW, NEW, call("start")))))


def test_relations_between_arguments() -> None:
    """What all seeds keep is kept: ends after starts, equal lengths, an index below the size of its object."""
    task = task_of(
        method("book(self, start_time, end_time)") + method("pair(self, xs, ys)") + method("get(self, index)"),
        "def __init__(self, size):",
    )
    seeds = [
        seed_of(
            Step("new", arguments=(size,)),
            call("book", f"{size}:00", f"{size + 1}:30"),
            call("pair", [1] * size, [2] * size),
            call("get", size - 1),
        )
        for size in (2, 3, 4)
    ]
    contract = infer_contract(task, seeds)

    assert "start_time < end_time" in contract.methods["book"].relations
    assert "len(xs) == len(ys)" in contract.methods["pair"].relations
    assert "index < new.size" in contract.methods["get"].relations
    assert contract.methods["get"].sources["index < new.size"] == ("tests",)


@pytest.mark.parametrize("said, relations", [("Takes some.", ("amount < put.amount",)), ("Takes some if it can.", ())])
def test_no_more_is_taken_than_was_put(said: str, relations: tuple[str, ...]) -> None:
    """Where all seeds take less than they put under a name, and the docstring says nothing of another case."""
    task = task_of(method("put(self, name, amount)") + method("take(self, name, amount)", said))
    contract = infer_contract(task, [seed_of(NEW, call("put", "a", 5), call("take", "a", 3))])
    assert contract.methods["take"].relations == relations


def test_accidental_relations_are_none() -> None:
    """Numbers that are ids, and few pairs of numbers with unrelated names, are not compared."""
    task = task_of(method("add(self, product_id, quantity)") + method("mix(self, red, blue)"))
    seeds = [seed_of(NEW, call("add", n, 10 * n), call("mix", n, 2 * n)) for n in (1, 2, 3, 4)]
    contract = infer_contract(task, seeds)

    assert contract.methods["add"].relations == ()
    assert contract.methods["mix"].relations == ()


def test_a_method_may_need_objects_made_with_less() -> None:
    """The constructor takes an empty list, and a method is only called on objects that were made with a filled one."""
    task = task_of(method("size(self)") + method("mean(self)"), "def __init__(self, data):")
    empty, filled = Step("new", arguments=([],)), Step("new", arguments=([1, 2],))
    seeds = [seed_of(empty, call("size")), seed_of(filled, call("size")), seed_of(filled, call("mean"))]
    contract = infer_contract(task, seeds)

    assert breach(contract, CallSequence((empty, call("size")))) is None
    assert "mean on an object made with data=[]" in str(breach(contract, CallSequence((empty, call("mean")))))


def test_attributes_are_set_and_read_as_in_the_seeds() -> None:
    """Values of their shape may be set, state in state only as it was seen, and no other attribute is touched."""
    task = task_of(method("size(self)"))
    steps = [(NEW, Step("set", 0, "level", (3,)), Step("get", 0, "level")), (NEW, Step("set", 0, "rows", ([[1]],)))]
    contract = infer_contract(task, [seed_of(*seed) for seed in steps])

    def fault(step: Step) -> str | None:
        return breach(contract, CallSequence((NEW, step)))

    assert contract.reads == ("level",)
    assert fault(Step("set", 0, "level", (3,))) is None
    assert fault(Step("set", 0, "rows", ([[1]],))) is None
    assert fault(Step("set", 0, "rows", ([[2]],))) is not None
    assert fault(Step("set", 0, "size", (3,))) is not None
    assert fault(Step("get", 0, "rows")) is not None


def test_static_methods_and_objects_as_arguments() -> None:
    """A method is called on what the seeds call it on, also where the skeleton lacks `self`; objects are arguments."""
    task = task_of(method("count(n)") + method("merge(self, other)"))
    merge = CallSequence((NEW, NEW, call("merge", Ref(1))))
    contract = infer_contract(task, [seed_of(call("count", 3, on=-1)), (merge, [StepResult()] * 3)])

    assert contract.methods["count"].on == ("class",)
    assert contract.methods["merge"].parameters["other"].rules["types"] == ("object",)
    assert breach(contract, CallSequence((call("count", 3, on=-1),))) is None
    assert breach(contract, merge) is None
    assert breach(contract, CallSequence((NEW, NEW, call("merge", 3)))) is not None


def test_optional_parameters_that_no_test_gives_are_not_given() -> None:
    """Nothing is known of their values."""
    task = task_of(method("take(self, x, y=None)"))
    contract = infer_contract(task, seeds_of([1, 2]))

    assert breach(contract, CallSequence((NEW, call("take", 1)))) is None
    assert "y is never given" in str(breach(contract, CallSequence((NEW, call("take", 1, y=2)))))


def test_a_method_that_the_skeleton_lacks_is_not_called() -> None:
    """Though a test calls it: no candidate is asked for it."""
    contract = infer_contract(task_of(method("take(self, x)")), [*seeds_of([1]), *seeds_of([1], "other")])

    assert "other" not in contract.methods


def test_inference_is_deterministic() -> None:
    """Seeds in another order make the same JSON, which is read as the same contract."""
    task = task_of(method("take(self, x)"))
    seeds = seeds_of([{"b c": {2, 1}}, {"a d": {3}}, {"e f": {9, 4}}])
    first, second = infer_contract(task, seeds), infer_contract(task, seeds[::-1])

    assert json.dumps(first.to_dict()) == json.dumps(second.to_dict())
    assert ClassContract.from_dict(json.loads(json.dumps(first.to_dict()))) == first


@pytest.mark.parametrize(
    "docstring, changed, repeated, once",
    [
        ("Adds a book.", True, False, True),
        ("Adds a book.", False, False, False),
        ("Adds a book.", True, True, False),
        ("Adds a book; returns False if it exists already.", True, False, False),
    ],
    ids=["a change", "a query", "the tests repeat it", "documented"],
)
def test_changes_are_not_repeated_unless_someone_says_so(
    docstring: str, changed: bool, repeated: bool, once: bool
) -> None:
    """What a second call with the same arguments does is seldom in a contract."""
    steps = (NEW, call("add", 1), *([call("add", 1)] if repeated else []))
    results = [StepResult(), *(StepResult(changed=changed) for _ in steps[1:])]
    contract = infer_contract(task_of(method("add(self, x)", docstring)), [(CallSequence(steps), results)])
    assert contract.methods["add"].once is once
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    fault = breach(contract, CallSequence((NEW, call("add", 1), call("add", 1))))
    assert (fault is not None) is once


@pytest.mark.parametrize(
    ("docstring", "seed", "free"),
    [
        ("Adds a book.", [(7, 1), (8, 2)], False),
        ("Adds a book.", [(7, 1), (7, 1)], False),
        ("Adds a book.", [(7, 1), (7, 2)], True),
        ("Adds a book; one that exists already is replaced.", [(7, 1)], True),
        ("Adds a book.\n>>> box = Box()\n>>> box.add(7, 1)\n>>> box.add(7, 3)", [(7, 1), (8, 2)], True),
    ],
    ids=["two", "the same again", "replaced in the tests", "documented", "replaced in an example"],
)
def test_nothing_is_stored_twice_under_one_key(docstring: str, seed: list[tuple[object, ...]], free: bool) -> None:
    """Whether another value under the same key replaces the first, or adds to it, is seldom in a contract."""
    steps = (NEW, *(call("add", *arguments) for arguments in seed))
    results = [StepResult(), *(StepResult(changed=True) for _ in seed)]
    task = task_of(method("add(self, number, copies)", docstring))
    contract = infer_contract(
        task, [(CallSequence(steps), results), (CallSequence((NEW, call("add", 9, 3))), results)]
    )
    assert contract.methods["add"].once_per_key is not free
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    fault = breach(contract, CallSequence((NEW, call("add", 9, 1), call("add", 7, 1), call("add", 9, 2))))
    assert (fault is None) is free
    if seed[0] == seed[-1] and not free:
        assert "add is not called again on an object with the same first argument and others in all tests" in str(
            fault
        )
    by_name = Step("call", 0, "add", (9,), (("copies", 2),))
    assert (breach(contract, CallSequence((NEW, call("add", 9, 3), by_name))) is None) is free
    assert breach(contract, CallSequence((NEW, call("add", 9, 1), call("add", 8, 1)))) is None


def test_words_keep_their_forms() -> None:
    contract = inferred(["C53 Em43", "G12", "Am5"], "score")
    assert is_legal(contract, "C5 Em4353") and is_legal(contract, "Gm1")
    assert not is_legal(contract, "C53Em43") and not is_legal(contract, "C5C5") and not is_legal(contract, "53")


def test_texts_of_which_the_same_is_said_have_the_same_letters() -> None:
    """Of what else they hold no method tells another; one name may lack the `_` of the other."""
    said = "Does it.\n:param {}: The text to turn, str."
    methods = method("left(self, my_text)", said.format("mytext")) + method("right(self, text)", said.format("text"))
    contract = infer_contract(task_of(methods), [*seeds_of(["abc", "de"], "left"), *seeds_of(["Abc, d!"], "right")])
    parameter = contract.methods["left"].parameters["my_text"]
    assert is_legal(parameter, "Ab") and not is_legal(parameter, "ab!") and not is_legal(parameter, "a b")


def test_words_that_a_docstring_notes_are_legal() -> None:
    """`Mr.` in prose is one, the end of a sentence and what an example holds are none."""
    docstring = "Splits at a stop. Note that Mr. is no end. It is so.\n:param x: str, as Dr. has it"
    contract = inferred(["ab cd.", "e f."], docstring=docstring)
    assert is_legal(contract, "ab Mr. cd.") and not is_legal(contract, "Ab cd.") and not is_legal(contract, "AB")


def test_attributes_that_are_set_together_stay_together() -> None:
    """A class may need two attributes to agree; one alone is free within its contract."""
    both = [seed_of(NEW, Step("set", 0, "xs", ([1.0, 2.0],)), Step("set", 0, "ys", ([3.0, 4.0],)), call("at", 1.0))]
    contract = infer_contract(task_of(method("at(self, x)")), [*both, *seeds_of([1.0, 2.0], "at")])
    assert all(breach(contract, sequence) is None for sequence, _ in both)
    alone = CallSequence((NEW, Step("set", 0, "xs", ([1.0, 2.0],)), call("at", 1.0)))
    assert "stands so in no test" in (breach(contract, alone) or "")
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    one = [seed_of(NEW, Step("set", 0, "n", (number,)), call("at", 1.0)) for number in (1, 2, 5)]
    free = infer_contract(task_of(method("at(self, x)")), one)
    assert breach(free, CallSequence((NEW, Step("set", 0, "n", (3,)), call("at", 1.0)))) is None


def test_words_that_come_again_and_again_are_labels() -> None:
    sizes = ["large", "small", "large", "medium", "small", "large", "medium", "small", "medium"]
    contract = inferred(sizes, "stall")
    assert is_legal(contract, "small") and not is_legal(contract, "smal")
    assert is_legal(inferred(["large"] * 9, "stall"), "larg")


def test_attributes_are_set_on_objects_as_tests_make_them() -> None:
    """Beds that a test draws fit the plan that it makes, before what it calls: no other plan, no half of it."""
    rows, beds = Step("set", 0, "rows", ([["b"]],)), Step("set", 0, "beds", ({"b": (0, 0)},))
    small, wide, free = Step("new", arguments=(1,)), Step("new", arguments=(2,)), call("free")
    empty = Step("set", 0, "beds", ({},))
    seeds = [seed_of(small, rows, empty, Step("get", 0, "rows"), beds, free), seed_of(wide, free, call("clear"), free)]
    contract = infer_contract(task_of(method("free(self)") + method("clear(self)"), "def __init__(self, n):"), seeds)

    def fault(*steps: Step) -> str:
        return breach(contract, CallSequence(steps)) or ""

    assert not fault(small, rows, empty, beds, free, call("clear"), free) and not fault(wide, free, free)
    for steps in (
        (wide, rows, empty, beds, free),
        (small, rows, beds, free),
        (small, rows, empty, free, beds, free),
        (small, free, rows, empty, beds, free),
        (small, rows, empty),
    ):
        assert "an object on which attributes are set stands so in no test" in fault(*steps)
    assert ClassContract.from_dict(json.loads(json.dumps(contract.to_dict()))) == contract
    assert contract.settings == (("Box(1)", "it.rows = [['b']]", "it.beds = {}", "it.beds = {'b': (0, 0)}"),)


def test_containers_in_one_attribute_hold_what_tests_set() -> None:
    """What holds other things may have to agree with the rest of the object, also where it is the only one set."""
    entries = Step("set", 0, "entries", ([("Ann", 3)],))
    contract = infer_contract(task_of(method("sum(self)") + method("add(self)")), [seed_of(NEW, entries, call("sum"))])
    assert breach(contract, CallSequence((NEW, entries, call("sum"), call("sum")))) is None
    other = CallSequence((NEW, call("sum"), entries, call("sum")))
    assert "it.sum(); it.entries = [('Ann', 3)]: an object on which" in str(breach(contract, other))


def test_another_object_in_an_attribute() -> None:
    """Which of the sequence's objects an attribute is set to is not told apart, so it may be made elsewhere."""
    link, size = Step("set", 0, "link", (Ref(1),)), Step("set", 0, "size", (3,))
    seeds = [seed_of(NEW, NEW, link, size, call("sum")), seed_of(NEW, NEW, call("sum"))]
    contract = infer_contract(task_of(method("sum(self)")), seeds)
    assert contract.settings == (("Box()", "it.link = another", "it.size = 3"),)
    later = (NEW, NEW, call("sum", on=1), replace(link, arguments=(Ref(1),)), size, call("sum"))
    assert breach(contract, CallSequence(later)) is None
    assert "stands so in no test" in str(breach(contract, CallSequence((NEW, NEW, link, call("sum")))))
