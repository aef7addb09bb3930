"""Running references: results, sequences that do not come to an end, hash seeds, and the walls around them."""

import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from account_task import class_task

from classeval_hf.core.tasks import ClassTask
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.strengthening.record.running import ReferenceRunner, SequenceRun, reference_module
from classeval_hf.strengthening.record.sequences import CLASS, CallSequence, Step
from classeval_hf.strengthening.record.values import Ref
from classeval_hf.unittest_runner.withheld.decoding import Opaque

REFERENCE = """
import os, random, socket, sys, time

CALLS = []

class Probe:
    def __init__(self, start=0): self.count = start
    def up(self, by=1):
        self.count += by
        if self.count > 100:
            raise OverflowError("beyond")
        return self.count
    def calls(self):
        CALLS.append(1)
        return len(CALLS)
    def same(self, other): return other is self
    def names(self): return list({f"name {number}" for number in range(20)})
    def chance(self): return random.random()
    def loop(self):
        while True:
            self.count += 1
    def swallow(self):
        try:
            while True: self.count += 1
        except Exception: return 1
    def end(self): os._exit(0)
    def exit(self): sys.exit(0)
    def crash(self): os.abort()
    def eat(self):
        kept = []
        while True: kept.append(bytearray(1 << 33))
    def write(self, path):
        with open(path, "w") as file: file.write("here")
        return True
    def read(self, path):
        with open(path) as file: return file.read()
    def connect(self, port):
        with socket.create_connection(("127.0.0.1", port), timeout=1): return True
    def imports(self): return sorted(name for name in sys.modules if name.startswith("classeval_hf"))
"""


@pytest.fixture(scope="module")
def probe() -> ClassTask:
    return class_task(REFERENCE, "def test_up(self):\n    self.assertEqual(Probe().up(), 1)")


def calling(name: str, *arguments: object) -> CallSequence:
    return CallSequence((Step("new"), Step("call", 0, name, arguments)))


def values(run: SequenceRun | None) -> list[Any]:
    assert run is not None
    return [item.value for item in run.results[1:]]


def test_hash_seeds(runner: ReferenceRunner, probe: ClassTask) -> None:
    """Each hash seed has processes of its own, in which sets of strings have another order."""
    if not linux.is_supported():
        pytest.skip("hash seeds are set on Linux alone")
    orders = {}
    for seed in (0, 1, 0):
        (run,) = runner.run(probe, [calling("names")], hash_seed=seed)
        orders.setdefault(seed, []).extend(values(run))
    assert orders[0][0] == orders[0][1] != orders[1][0] and sorted(orders[0][0]) == sorted(orders[1][0])


def test_walls(runner: ReferenceRunner, probe: ClassTask, tmp_path: Path) -> None:
    """A path that was mutated writes nothing outside, and no connection can be made; the work folder can be used."""
    if runner.isolation_in_force.tier.strength < Tier.T2.strength:
        pytest.skip("there is no isolation of files here")
    outside = tmp_path / "outside.txt"
    with socket.create_server(("127.0.0.1", 0)) as server:
        sequences = [
            calling("write", str(outside)),
            CallSequence((Step("new"), Step("call", 0, "write", ("a",)), Step("call", 0, "read", ("a",)))),
            calling("connect", server.getsockname()[1]),
        ]
        beyond, inside, connected = runner.run(probe, sequences)
    assert not outside.exists()
    assert beyond is None or beyond.results[1].error
    assert values(inside) == [True, "here"]
    assert connected is None or connected.results[1].error


def test_results(runner: ReferenceRunner, probe: ClassTask, account: ClassTask) -> None:
    """A result per step, up to the first exception; objects are opaque, identity is kept; calls on the class."""
    up, count = Step("call", 0, "up"), Step("get", 0, "count")
    same = Step("call", 0, "same", (Ref(0),))
    start = Step("new", keywords=(("start", 98),)), up, Step("set", 0, "count", (99,)), count, same
    (found,) = runner.run(probe, [CallSequence((*start, Step("call", 0, "up", (5,)), count))])
    assert values(found) == [99, None, 99, True, None]
    assert found is not None and isinstance(found.results[0].value, Opaque)
    assert found.results[0].value.type_name == "Probe"
    assert [item.error for item in found.results[1:]] == ["", "", "", "", "OverflowError"]
    assert found.arcs == frozenset()
    (run,) = runner.run(account, [CallSequence((Step("call", CLASS, "is_code", ("XY99",)),))])
    assert run is not None and [item.value for item in run.results] == [True]
    calls = (Step("call", 0, name) for name in ("calls", "calls", "chance"))
    found = list(map(values, runner.run(probe, [CallSequence((Step("new"), *calls))] * 3)))
    assert found[0][:2] == [1, 2] and found == [found[0]] * 3
    # The process of a reference imports nothing of this package but its payload and what starts it.
    (run,) = runner.run(probe, [calling("imports")])
    ((*names,),) = values(run)
    assert not [name for name in names if name.startswith(("classeval_hf.core", "classeval_hf.judging"))]


def test_those_that_do_not_come_to_an_end(runner: ReferenceRunner, probe: ClassTask) -> None:
    """A sequence that loops, ends its process, or takes all memory has no result; those around it have theirs."""
    names = [name for name in ("loop", "swallow", "end", "exit", "crash", "eat") for _ in range(2)]
    found = runner.run(probe, [item for n, name in enumerate(names) for item in (calling("up", n), calling(name))])
    assert found[1::2] == [None] * len(names) and list(map(values, found[::2])) == [[n] for n in range(len(names))]
    # A sequence that was stopped leaves no lines to those after it.
    found = runner.run(probe, [calling("up"), calling("loop"), calling("up")], coverage=True)
    assert found[1] is None and found[0] is not None and found[2] is not None and found[0].arcs == found[2].arcs
    lines = reference_module(probe).split("\n")
    ran = {lines[last - 1].strip() for _, last in found[0].arcs if last > 0}
    assert {"self.count += by", "return self.count"} <= ran
    assert not {'raise OverflowError("beyond")', "while True:"} & ran
    sequences = [calling("up", number % 50) for number in range(410)]
    sequences[120] = calling("end")
    found = runner.run(probe, sequences)
    assert found.pop(120) is None
    assert list(map(values, found)) == [[number % 50] for number in range(410) if number != 120]
    assert runner.run(probe, []) == []


def test_references(runner: ReferenceRunner, account: ClassTask) -> None:
    task = class_task("x = 1 / 0\nclass C:\n    pass", "def test_c(self):\n    C()", task_id="broken")
    with pytest.raises(ValueError, match=r"reference of broken cannot be loaded: ZeroDivisionError: division by zero"):
        runner.run(task, [CallSequence((Step("new"),))])
    tests = runner.record(account)
    assert all(test.passed for test in tests)
    assert list(dict.fromkeys(test.test_class for test in tests)) == list(account.suite().listed)
    of_withdraw = [test.test for test in tests if test.test_class == "AccountTestWithdraw"]
    assert of_withdraw == ["test_too_much", "test_withdraw"]
    made = "    pass\nfor n in (1, 2):\n    setattr(CTest, f'test_{n}', lambda self, n=n: C().up(n + NUMBER[0]))\n"
    made += "NUMBER = []\ndef setUpModule():\n    NUMBER.append(5)\n"
    task = class_task("class C:\n    def up(self, n):\n        return n", "def test_c(self):\n    C()", task_id="made")
    head = "import unittest\nclass CTest(unittest.TestCase):\n"
    tests = runner.record(replace(task, test=head + made, test_classes=("CTest",)))
    assert [(test.test, test.passed, test.steps[1]["value"]) for test in tests] == [
        ("test_1", True, ["int", "6"]),
        ("test_2", True, ["int", "7"]),
    ]
