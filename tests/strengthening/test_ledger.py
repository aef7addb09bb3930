"""The review ledger: its own file, good ones and bad ones."""

from pathlib import Path

import pytest

from classeval_hf.strengthening.judge.ledger import LedgerEntry, decision, read_ledger
from classeval_hf.strengthening.record.sequences import CallSequence, Step

HEADER = "task_id,test,verdict,reason\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "ledger.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_decisions() -> None:
    assert all(len(test) == 16 or test.endswith("()") for _, test in read_ledger())
    # A decision on a method is one on all sequences that call it, unless there is one on the sequence itself.
    called = CallSequence((Step("new"), Step("call", 0, "add", (1,)), Step("get", 0, "items")))
    on_method, on_test = LedgerEntry("drop", "the contract is silent"), LedgerEntry("keep", "here it is not")
    assert decision({("a", "add()"): on_method}, "a", called) == on_method
    assert decision({("a", "add()"): on_method, ("a", called.hash): on_test}, "a", called) == on_test
    assert decision({("b", "add()"): on_method, ("a", "items()"): on_method}, "a", called) is None


def test_files(tmp_path: Path) -> None:
    """Decisions are found by task and test; a spreadsheet's mark at the beginning does no harm."""
    text = HEADER + 'a,1f,keep,"the docstring says so, twice"\nb,1f,drop, nothing decides it \n'
    expected = {
        ("a", "1f"): LedgerEntry("keep", "the docstring says so, twice"),
        ("b", "1f"): LedgerEntry("drop", "nothing decides it"),
    }
    assert read_ledger(write(tmp_path, text)) == expected and read_ledger(write(tmp_path, "\ufeff" + text)) == expected
    assert read_ledger(write(tmp_path, HEADER)) == {}
    for text, message in [
        ("", "has the columns task_id, test, verdict, reason, which"),
        ("task_id,test,verdict\na,1f,keep\n", "has the columns"),
        (HEADER + "a,1f,keep,right\na,2f,maybe,who knows\n", "line 3: the verdict on 2f is keep or drop"),
        (HEADER + "a,1f,keep, \n", "line 2: .* with a reason"),
        (HEADER + "a,1f,keep\n", "line 2: .* with a reason"),
        (HEADER + "a\n", "line 2"),
        (HEADER + "a,1f,keep,so\na,1f,drop,no\n", "line 3: there are two verdicts on 1f"),
    ]:
        with pytest.raises(ValueError, match=message):
            read_ledger(write(tmp_path, text))
