"""Verdicts that one process finds are scored by another."""

import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from itertools import product
from pathlib import Path

import box_task
import pytest
from box_task import RIGHT, TASK
from slow_cases import one_in
from tiers_here import skip_without

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict
from classeval_hf.judging.judge import Judge, _verdict_settings
from classeval_hf.judging.verdict_cache import KEY_NAME, VerdictCache
from classeval_hf.sandbox.tiers import Tier
from classeval_hf.scoring.compute import compute_scores, keep_verdicts

WRONG = "class Box:\n    def size(self):\n        return 0\n"
JOBS = [(TASK, RIGHT), (TASK, WRONG)]

pytestmark = pytest.mark.usefixtures("consent", "hf_home", "shared_executors")


def scored() -> list[bool]:
    """Whether the right and the wrong completion pass."""
    scores = compute_scores([[RIGHT, WRONG]], [TASK], k=1, progress=False)
    return [sample["class_passed"] for sample in scores["results"]["box"]]


def exchange(file: Path, *, signed: bool) -> None:
    """Puts the two verdicts in a file in each other's place, as its user could, or anyone who can write the file."""
    with closing(sqlite3.connect(file)) as table:
        rows = table.execute("SELECT key, verdict FROM signed_verdicts").fetchall()
        (one, first), (other, second) = [row for row in rows if "BoxTest" in row[1] and row[1].startswith("{")]
        if not signed:
            for key, verdict in ((one, second), (other, first)):
                table.execute("UPDATE signed_verdicts SET verdict = ? WHERE key = ?", (verdict, key))
            table.commit()
            return
    with closing(VerdictCache({}, file)) as cache:
        verdicts = [cache.get(key, "box") for key in (one, other)]
        for key, verdict in zip((other, one), verdicts, strict=True):
            assert verdict is not None
            cache.put(key, verdict)


def test_kept_verdicts_are_used_if_this_user_signed_them_and_no_others_are_known(tmp_path: Path) -> None:
    """Verdicts that are exchanged show where a score comes from."""
    file, forged, own = tmp_path / "rank.sqlite", tmp_path / "forged.sqlite", cache_directory() / "verdicts.sqlite"
    keep_verdicts(JOBS, file, progress=False)
    shutil.copy(file, forged)
    exchange(file, signed=True)
    exchange(forged, signed=False)
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert scored() == [False, True], "they are not computed again"
    for path in own.parent.glob(f"{own.name}*"):
        path.unlink()
    with closing(VerdictCache({})) as known:
        known.include(forged)
    assert scored() == [True, False], "what somebody else wrote is passed over"
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert scored() == [True, False], "what is known already stays"
    exchange(own, signed=False)
    assert scored() == [True, False]


@pytest.mark.parametrize("tier", one_in(3, ["T3", "T2", "T1"]))
def test_verdicts_that_were_found_otherwise_are_not_used(tier: str, tmp_path: Path) -> None:
    """Those of a time when projects were copied in part, and numbers compared as numpy does."""
    skip_without(Tier(tier))
    with Judge(isolation=tier, cache=False, progress=False) as judge, judge.executor() as executor:
        settings = _verdict_settings(5.0, executor)
    wrong = CandidateVerdict("box", (TestClassVerdict("BoxTest", (), "ImportError"),))
    for used in (False, True):
        older = {name: value for name, value in settings.items() if used or name != "judging"}
        with closing(VerdictCache(older, file := tmp_path / f"{used}.sqlite")) as cache:
            cache.put(cache.key(TASK, RIGHT), wrong)
        with Judge(isolation=tier, progress=False, cache_file=file) as judge:
            (verdict,) = judge.run([(TASK, RIGHT)])
        assert (verdict == wrong) is used


NO_VERDICTS = (
    *("[]", "[[]]", "null", "{", "[" * 100_000, '[["BoxTest", "", "", "parent", [["test_size", "pass", "", ""]]]]'),
    '{"test_classes": []}',
    '{"test_classes": [["BoxTest", "", "", "parent", [["test_size", "passed", "", ""]]]]}',
    "9" * 5_000_000,
)


def test_what_is_no_verdict_is_passed_over_even_if_it_is_signed() -> None:
    assert scored() == [True, False]
    file = cache_directory() / "verdicts.sqlite"
    with closing(sqlite3.connect(file)) as table:
        ((key, right), (other, _)) = table.execute("SELECT key, verdict FROM signed_verdicts ORDER BY verdict DESC")
    for verdict in NO_VERDICTS:
        with closing(VerdictCache({})) as cache, closing(sqlite3.connect(file)) as table:
            row = verdict, cache._signature(key, verdict), key
            table.execute("UPDATE signed_verdicts SET verdict = ?, signature = ? WHERE key = ?", row)
            table.commit()
            assert cache.get(key, "box") is None and cache.get(other, "box") is not None, verdict[:80]
    assert scored() == [True, False]
    with closing(sqlite3.connect(file)) as table:
        (kept,) = table.execute("SELECT verdict FROM signed_verdicts WHERE key = ?", (key,)).fetchone()
    assert kept == right, "the right one is kept in its place"


def test_the_key_is_its_users_alone() -> None:
    assert scored() == [True, False]
    key = cache_directory() / KEY_NAME
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.write_bytes(bytes(32))
    assert scored() == [True, False], "what was signed with another key is computed again"
    key.write_bytes(b"short")
    with pytest.warns(UserWarning, match="no key for verdicts"):
        assert scored() == [True, False]


DAMAGES = {
    "signature that is no ASCII": "UPDATE {table} SET signature = 'ü' || signature",
    "signature of bytes": "UPDATE {table} SET signature = x'00ff'",
    "signature with a lone surrogate": "UPDATE {table} SET signature = CAST(x'eda080' AS TEXT)",
    "verdict that is no text": "UPDATE {table} SET verdict = x'00ff'",
    "verdict that is no UTF-8": "UPDATE {table} SET verdict = CAST(x'ff' AS TEXT)",
    "number for a verdict": "UPDATE {table} SET verdict = 5, signature = 6",
    "no table": "DROP TABLE {table}",
    "another table": "ALTER TABLE {table} RENAME COLUMN verdict TO other",
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, shared_executors: None) -> tuple[Path, list[CandidateVerdict]]:
    """A folder with a file of two verdicts, and of how the reference does; tests copy it."""
    file = tmp_path_factory.mktemp("kept") / "verdicts.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with Judge(progress=False, cache_file=file, timeout="auto") as judge:
            return file.parent, judge.run(JOBS)


@pytest.fixture
def copied(kept: tuple[Path, list[CandidateVerdict]], tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept[0], tmp_path / "kept")) / "verdicts.sqlite"


def judged(file: Path) -> list[object]:
    with Judge(progress=False, cache_file=file, timeout="auto") as judge:
        return [*judge.run(JOBS)]


@pytest.mark.filterwarnings("ignore:Verdicts cannot be kept")
@pytest.mark.parametrize(("kind", "table"), one_in(3, product(DAMAGES, ["signed_verdicts", "reference_runs"])))
def test_damaged_rows_are_passed_over(
    kind: str, table: str, kept: tuple[Path, list[CandidateVerdict]], copied: Path
) -> None:
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        connection.execute(DAMAGES[kind].format(table=table))
        connection.commit()
    assert judged(copied) == kept[1]


@pytest.mark.parametrize("kind", ["text", "cut off", "zeros in the middle", "folder", "closed folder"])
def test_a_damaged_file_is_warned_of_and_done_without(
    kind: str, kept: tuple[Path, list[CandidateVerdict]], copied: Path
) -> None:
    data = copied.read_bytes()
    for path in copied.parent.glob("verdicts.sqlite-*"):
        path.unlink()
    if kind == "folder":
        copied.unlink()
        copied.mkdir()
    elif kind == "closed folder":
        shutil.rmtree(copied.parent)
        copied.parent.write_text("a file")
    else:
        cut = {"text": b"no table" * 1000, "cut off": data[: len(data) // 2], "zeros in the middle": data[:2000]}[kind]
        copied.write_bytes(cut + bytes(len(data) - len(cut) if kind.startswith("zeros") else 0))
    with pytest.warns(UserWarning, match="Verdicts cannot be kept") as warned:
        assert judged(copied) == kept[1]
    assert len([one for one in warned if "cannot be kept" in str(one.message)]) == 1


def test_what_a_killed_process_leaves(tmp_path: Path) -> None:
    other, empty, begun, file = (tmp_path / f"{name}.sqlite" for name in ("other", "empty", "begun", "rank"))
    begun.touch()
    other.write_text("no table\n" * 1000)
    VerdictCache({}, empty).close()
    killed = (
        "import os, signal\nfrom classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict\n"
        "from classeval_hf.judging.verdict_cache import VerdictCache\n"
        f"cache = VerdictCache({{}}, {str(file)!r})\n"
        "cache.put('key', CandidateVerdict('box', (TestClassVerdict('BoxTest', (), 'Found'),)))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", killed], cwd=Path(box_task.__file__).parent, timeout=300)
    assert done.returncode == -signal.SIGKILL
    assert file.with_name("rank.sqlite-wal").stat().st_size, "the verdict is not in the file itself yet"
    with closing(VerdictCache({})) as known:
        with pytest.raises(sqlite3.Error):
            known.include(other)
        for left in (empty, begun, file):  # it goes on after a failure
            known.include(left)
            left.unlink()
        verdict = known.get("key", "box")
    assert verdict == CandidateVerdict("box", (TestClassVerdict("BoxTest", (), "Found"),))
    assert list(tmp_path.glob("*.sqlite*")) == [other]


def test_consent_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL"):
        keep_verdicts([(TASK, RIGHT)], tmp_path / "rank.sqlite")
    assert not (tmp_path / "rank.sqlite").exists()
