"""Seeds that a model wrote: what becomes of good tests, of wrong ones, and of hostile text."""

import json
from pathlib import Path
from typing import Any

import pytest
from slow_and_full import slow

from classeval_hf.classes.runner.observe import encode
from classeval_hf.core.tasks import ClassTask
from classeval_hf.strengthening import running
from classeval_hf.strengthening import seeds as model_seeds
from classeval_hf.strengthening.contract_inference import infer_contract
from classeval_hf.strengthening.contracts import ClassContract
from classeval_hf.strengthening.running import ReferenceRunner, read_report
from classeval_hf.strengthening.seeds import ModelSeeds, Seeds

pytestmark = pytest.mark.usefixtures("consent")
HEADER = "class CornerCaseTest(unittest.TestCase):\n    def test_it(self):\n"


@pytest.fixture(scope="module")
def contract(account: ClassTask, account_seeds: Seeds) -> ClassContract:
    return infer_contract(account, account_seeds.seeds)


@pytest.fixture
def found_in(account: ClassTask, runner: ReferenceRunner, account_seeds: Seeds, contract: ClassContract) -> Any:

    def find(*texts: str) -> ModelSeeds:
        return model_seeds.record_model_seeds(account, texts, contract, account_seeds.seeds, runner)

    return find


def body(*lines: str) -> str:
    return HEADER + "".join(f"        {line}\n" for line in lines)


def calls(seeds: ModelSeeds) -> list[str]:
    return ["; ".join(seed.sequence.lines("Account")) for seed in seeds.seeds]


def test_tests_give_seeds(found_in: Any, contract: ClassContract) -> None:
    found = found_in(
        # Of the last method whose own tests call all that it calls, or else of the class.
        body("account = Account('Bob', 30)", "account.deposit(4)", "assert account.summary()['in'] == 4"),
        body("a = Account('Bob', 31)", "a.deposit(4)", "a.interest(0.5)"),
        # What ran before it failed, and what is the same on every day.
        body("a = Account('Bob', 32)", "self.assertEqual(a.deposit(4), 99)", "a.summary()"),
        body("import datetime as d", "a = Account('Bob', 5)", "a.deposit(6)", "a.deposit(d.date.today().toordinal())"),
    )
    assert calls(found) == [
        "Account('Bob', 30); v0.deposit(4); v0.summary()",
        "Account('Bob', 31); v0.deposit(4); v0.interest(0.5)",
        "Account('Bob', 32); v0.deposit(4)",
        "Account('Bob', 5); v0.deposit(6)",
    ]
    assert [seed.sequence.method for seed in found.seeds][:2] == ["summary", ""]
    results = [[result.value for result in seed.results[1:]] for seed in found.seeds]
    assert (results[0], results[2]) == ([34, {"in": 4, "out": 0, "count": 1}], [36])
    assert (found.tests, found.left_out) == (4, {})
    # The contract of the task's own tests decides, and is no wider for a model's.
    before = contract.to_dict()
    found = found_in(
        body("a = Account('Bob', 30)", "a.deposit(4)", "a.deposit('x')", "a.summary()"),
        body("Account(5).deposit(1)"),
        body("a = Account('Bob', 9)", "a.owner = 'Ann'", "a.deposit(3)"),
        body("a = Account('Bob', 8)", "a.summary()", "a.summary(force=True)"),
    )
    assert calls(found) == ["Account('Bob', 30); v0.deposit(4)", "Account('Bob', 8); v0.summary()"]
    assert found.tests == 4 and found.left_out == {"no call of it is legal": 2} and contract.to_dict() == before
    again = body("a = Account('Bob', 6)", "a.deposit(2)")
    found = found_in(body("Account.is_code('AB12')"), again, again)
    assert calls(found) == ["Account('Bob', 6); v0.deposit(2)"]
    assert found.left_out == {"another test makes these calls": 2}


HOSTILE = {
    "ends its process": body("Account('Bob', 3).summary()", "import os; os._exit(0)"),
    "prints": body('print(\'{"test": "test_it", "steps": [[]]}\' * 9999)'),
    "no end": body("while True: pass"),
    "no end, whatever it is sent": body("import signal as s", "s.setitimer(s.ITIMER_VIRTUAL, 0)", "while 1: pass"),
    "sleeps": body("import time", "time.sleep(1000)"),
    "writes files": body("open('/tmp/written-by-a-model', 'w').write('x')", "open('module/reference.py', 'w')"),
    "no test": "import os\nos._exit(1)\n",
    "2 MB": body("Account('Bob', 3).summary()") + "#" * 2_000_000,
    "deep": body(f"x = {'[' * 3000}{']' * 3000}"),
    "deep value": body("x = []", "for _ in range(5000): x = [x]", "Account(x)"),
    "large": body("Account('Bob', 10 ** 4000).summary()", "Account('x' * 10 ** 8)"),
    "many": body("for i in range(10 ** 5): Account('Bob', i)"),
    "no class": "class T(unittest.TestCase):\n    test_it = 1\n    def test_it(self): raise SystemExit\n",
}


@pytest.mark.parametrize("left_out", [["no end", "sleeps", "many"], slow(pytest.param([]))], ids=["short", "all"])
def test_hostile_text_harms_nobody(left_out: list[str], found_in: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these alone, but of those that use up a time limit one, and one that is good after all of them."""
    monkeypatch.setattr(running, "_SECONDS_OF_MODEL_CLASS", 0.6)  # a little more than a test has
    tried = [text for name, text in HOSTILE.items() if name not in left_out]
    found = found_in(*tried, body("Account('Bob', 44).deposit(5)"))
    assert calls(found) == ["Account('Bob', 44); v0.deposit(5)"] and not Path("/tmp/written-by-a-model").exists()


def forged(*steps: Any) -> str:
    """A text whose test writes a report of its own to every descriptor, before and after the recorder's."""
    event = json.dumps({"test": "test_it", "passed": True, "steps": list(steps)})
    return body(
        "import os",
        f"line = {event + chr(10)!r}.encode()",
        "for number in range(3, 50):",
        "    try: os.write(number, line)",
        "    except OSError: pass",
        "os._exit(0)",
    )


def step(action: str, target: Any = -1, name: Any = "", *values: Any, **changes: Any) -> dict[str, Any]:
    arguments = [value if isinstance(value, dict) else encode(value) for value in values]
    facts = {"action": action, "target": target, "name": name, "arguments": arguments, "keywords": [], "error": ""}
    return {**facts, "value": ["none"], **changes}


NEW = step("new", -1, "", "Bob", 12)


def test_a_forged_report_is_worth_no_more_than_a_test(found_in: Any) -> None:
    found = found_in(
        forged(NEW, step("call", 0, "deposit", 5, value=encode("what the model wants"))),
        forged(NEW, step("call", 0, "summary() or print", 5)),
        forged(NEW, step("call", 0, "__init__", 5)),
        forged("nothing"),
    )
    assert calls(found) == ["Account('Bob', 12); v0.deposit(5)"]
    assert [result.value for result in found.seeds[0].results[1:]] == [17]


NO_STEPS: list[Any] = [
    *(None, 3, "x", [], {}, {"action": "new"}, step("do"), step([]), step("new", 0), step("new", -1, "x")),
    *(step("call", target, "summary") for target in (1, 5, -2, True)),
    *(step("call", 0, name) for name in ("", "a b", "x\ny", "class", "x()", "\uff58", None, 5, ["x"])),
    *(step("get", 0, "balance", 1), step("set", 0, "balance"), step("set", 0, "balance", 1, 2)),
    *(step("call", 0, "deposit", arguments=bad) for bad in (None, 5, [5], [[]], [["ref", 1]], [["ref", True]])),
    *(step("call", 0, "deposit", arguments=bad) for bad in ([["int", "zz"]], [["list with refs", 5]], [["ref"]])),
    *(step("call", 0, "deposit", keywords=bad) for bad in ([5], [["x"]], [["a b", ["none"]]], [[["x"], ["none"]]])),
    step("call", 0, "deposit", keywords=[["x", ["none"]], ["x", ["none"]]]),
    *(step("call", 0, "deposit", *bad) for bad in (range(100), [10**100], ["x" * 5000], [object()])),
    *(step("call", 0, "deposit", arguments=[["Decimal", bad]]) for bad in ("1E+999999999", "sNaN")),
    step("call", 0, "summary", error="_OutOfLimits"),
]


def test_a_report_is_read_up_to_what_is_no_step() -> None:
    for bad in NO_STEPS:
        report = json.dumps({"test": "test_it", "steps": [NEW, bad, NEW]}).encode()
        ((name, steps),) = read_report(report, ["test_it"])
        assert name == "test_it"
        assert [item["action"] for item in steps] == ["new"], bad
    other = b'{"steps": 5}', b'{"test": "other", "steps": []}', b'{"test": [], "steps": []}'
    for report in (b"", b"\xff\xfe\n\n", b"[" * 100_000, *other):
        assert read_report(report, ["test_it"]) == []
    lines = [json.dumps({"test": "test_it", "steps": steps}) for steps in ([NEW], [NEW, NEW])]
    ((_, steps),) = read_report("\n".join(lines).encode(), ["test_it"])
    assert len(steps) == 1


def test_files_of_texts(tmp_path: Path) -> None:
    """In the order of their samples, as many as are asked for, with what is known of the model; a folder has one."""
    path = tmp_path / model_seeds.MODEL_TESTS_FILE
    of_a = {"task_id": "a", "model": "m", "settings": {"t": 1}}
    texts_of_a = [{**of_a, "sample": 1, "completion": "second"}, {**of_a, "sample": 0, "completion": "first"}]
    path.write_text("\n".join(map(json.dumps, [*texts_of_a, {"task_id": "b", "completion": "other"}])))
    texts = model_seeds.read_model_texts(path)
    assert texts.by_task == {"a": ("first", "second"), "b": ("other",)}
    assert texts.models == ({"model": "m", "settings": {"t": 1}}, {"model": "", "settings": {}})
    assert model_seeds.read_model_texts(tmp_path, 1).by_task == {"a": ("first",), "b": ("other",)}
    path = tmp_path / "texts.jsonl"
    for line in ("5", "{}", "nonsense", '{"task_id": "a", "completion": 5}', '{"task_id": "a"}'):
        path.write_text(f'{{"task_id": "b", "completion": ""}}\n{line}\n')
        with pytest.raises(ValueError, match=r"texts\.jsonl, line 2"):
            model_seeds.read_model_texts(path)
