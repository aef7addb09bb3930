"""Running references: results, sequences without an end, hash seeds, a clock that is ahead, and walls around them."""

import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from account_task import class_task
from call_steps import call, calling, new, put, read

from classeval_hf.classes.runner.decoding import Opaque
from classeval_hf.core.tasks import ClassTask
from classeval_hf.sandbox import linux
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.strengthening.running import ReferenceRunner, SequenceRun
from classeval_hf.strengthening.sequences import CLASS, CallSequence, Ref
from classeval_hf.task_quality.statistics import reference_module

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
    if runner.pool.isolation_in_force.tier.strength < Tier.T2.strength:
        pytest.skip("there is no isolation of files here")
    outside = tmp_path / "outside.txt"
    with socket.create_server(("127.0.0.1", 0)) as server:
        sequences = [
            calling("write", str(outside)),
            CallSequence((new(), call("write", "a"), call("read", "a"))),
            calling("connect", server.getsockname()[1]),
        ]
        beyond, inside, connected = runner.run(probe, sequences)
    assert not outside.exists()
    assert beyond is None or beyond.results[1].error
    assert values(inside) == [True, "here"]
    assert connected is None or connected.results[1].error


def test_results(runner: ReferenceRunner, probe: ClassTask, account: ClassTask) -> None:
    """A result per step, up to the first exception; objects are opaque, identity is kept; calls on the class."""
    start, count = (new(start=98), call("up"), put("count", 99)), read("count")
    (found,) = runner.run(probe, [CallSequence((*start, count, call("same", Ref(0)), call("up", 5), count))])
    assert values(found) == [99, None, 99, True, None]
    assert found is not None and isinstance(found.results[0].value, Opaque)
    assert found.results[0].value.type_name == "Probe"
    assert [item.error for item in found.results[1:]] == ["", "", "", "", "OverflowError"]
    assert found.arcs == frozenset()
    (run,) = runner.run(account, [CallSequence((call("is_code", "XY99", on=CLASS),))])
    assert run is not None and [item.value for item in run.results] == [True]
    calls = CallSequence((new(), *map(call, ("calls", "calls", "chance"))))
    found = list(map(values, runner.run(probe, [calls] * 3)))
    assert found[0][:2] == [1, 2] and found == [found[0]] * 3
    # The process of a reference imports nothing of this package but its payload and what starts it.
    (run,) = runner.run(probe, [calling("imports")])
    ((*names,),) = values(run)
    assert not [name for name in names if name.startswith(("classeval_hf.core", "classeval_hf.engine"))]


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
        runner.run(task, [CallSequence((new(),))])
    tests = runner.record(account)
    assert all(test.passed for test in tests)
    assert list(dict.fromkeys(test.test_class for test in tests)) == list(account.suite().listed)
    of_withdraw = [test.name.partition(".")[2] for test in tests if test.test_class == "AccountTestWithdraw"]
    assert of_withdraw == ["test_too_much", "test_withdraw"]
    made = "    pass\nfor n in (1, 2):\n    setattr(CTest, f'test_{n}', lambda self, n=n: C().up(n + NUMBER[0]))\n"
    made += "NUMBER = []\ndef setUpModule():\n    NUMBER.append(5)\n"
    task = class_task("class C:\n    def up(self, n):\n        return n", "def test_c(self):\n    C()", task_id="made")
    head = "import unittest\nclass CTest(unittest.TestCase):\n"
    tests = runner.record(replace(task, test=head + made, test_classes=("CTest",)))
    assert [(test.name.partition(".")[2], test.passed, test.results[1].value) for test in tests] == [
        ("test_1", True, 6),
        ("test_2", True, 7),
    ]


SCRIPT = """
import datetime, json, pickle, time
from classeval_hf.strengthening.child import set_ahead
from classeval_hf.classes.runner.observe import encode

real_date, real_moment, started, counted = datetime.date, datetime.datetime, time.time(), time.perf_counter()
ahead = 3 * 86_400 + 7_200.5
set_ahead(ahead)
then = real_moment.fromtimestamp(started + ahead)

def near(moment):
    return abs((moment - then).total_seconds()) < 3600

from datetime import date, datetime, timedelta, timezone
clocks = {
    "now": near(datetime.now()),
    "today": near(datetime.today()),
    "utc": near(datetime.now(timezone.utc).astimezone().replace(tzinfo=None)),
    "utcnow": near(datetime.utcnow().replace(tzinfo=timezone.utc).astimezone().replace(tzinfo=None)),
    "date": abs((date.today() - then.date()).days) <= 1,
    "time": near(datetime.fromtimestamp(time.time())),
    "time_ns": near(datetime.fromtimestamp(time.time_ns() / 1e9)),
    "localtime": near(datetime.fromtimestamp(time.mktime(time.localtime()))),
    "none": near(datetime.fromtimestamp(time.mktime(time.localtime(None)))),
    "gmtime": time.gmtime()[:4] in (time.gmtime(started + ahead)[:4], time.gmtime(time.time())[:4]),
    "ctime": near(datetime.strptime(time.ctime(), "%c")),
    "asctime": near(datetime.strptime(time.asctime(), "%c")),
    "strftime": near(datetime.strptime(time.strftime("%Y-%m-%d %H:%M:%S"), "%Y-%m-%d %H:%M:%S")),
    "given": time.gmtime(0).tm_year == 1970 and time.strftime("%Y", time.gmtime(0)) == "1970",
    "passing": time.perf_counter() - counted < ahead / 2,
}

class Day(date):
    pass

moment, day = datetime(2024, 2, 29, 12), date(2024, 2, 29)
pairs = [(datetime, date), (date, datetime), (real_moment, datetime)]
dates = {
    "isinstance": [isinstance(item, kind) for item in (moment, moment.date(), day, real_moment(1, 1, 1))
                   for kind in (datetime, date)],
    "issubclass": [issubclass(first, second) for first, second in pairs],
    "texts": [repr(moment), repr([day]), str(moment), f"{day:%d.%m.%Y}", repr(moment + timedelta(1))],
    "types": [type(moment).__name__, type(datetime.strptime("1", "%d")) is datetime],
    "equal": [moment == real_moment(2024, 2, 29, 12), hash(day) == hash(real_date(2024, 2, 29))],
    "encoded": [encode(moment) == encode(real_moment(2024, 2, 29, 12)), encode(day)],
    "pickled": pickle.loads(pickle.dumps([moment, day])) == [moment, day],
    "subclass": [repr(Day(2024, 1, 2)), isinstance(day, Day), isinstance(Day(2024, 1, 2), date)],
}
print(json.dumps([clocks, dates]))
"""


def test_clock_that_is_ahead(run_python: Any) -> None:
    """All that tells the time agrees, the time that passes is not moved, and whatever makes a date, it is one."""
    done = run_python(SCRIPT)
    assert done.returncode == 0, done.stderr
    clocks, dates = json.loads(done.stdout)
    assert all(clocks.values()), clocks
    assert len(clocks) == 15
    assert dates == {
        "isinstance": [True, True, False, True, False, True, True, True],
        "issubclass": [True, False, True],
        "texts": [
            *("datetime.datetime(2024, 2, 29, 12, 0)", "[datetime.date(2024, 2, 29)]", "2024-02-29 12:00:00"),
            *("29.02.2024", "datetime.datetime(2024, 3, 1, 12, 0)"),
        ],
        "types": ["datetime", True],
        "equal": [True, True],
        "encoded": [True, ["date", ["7e8", "2", "1d"]]],
        "pickled": True,
        "subclass": ["Day(2024, 1, 2)", False, True],
    }
