"""Verdicts that one process finds are scored by another."""

from __future__ import annotations

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

from classeval_hf.core.cache_directory import cache_directory
from classeval_hf.core.verdicts import CandidateVerdict, TestClassVerdict
from classeval_hf.judging.judge import Judge, _verdict_settings
from classeval_hf.judging.verdict_cache import KEY_NAME, VerdictCache
from classeval_hf.sandbox.isolation import IsolationError
from classeval_hf.scoring.compute import compute_scores, keep_verdicts

WRONG = "class Box:\n    def size(self):\n        return 0\n"

pytestmark = pytest.mark.usefixtures("consent", "hf_home")


def score(*completions: str) -> float:
    found: float = compute_scores([list(completions)], [TASK], k=1, progress=False)["class_pass@1"]
    return found


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


def test_kept_verdicts_are_not_computed_again(tmp_path: Path) -> None:
    file = tmp_path / "rank.sqlite"
    keep_verdicts([(TASK, RIGHT), (TASK, WRONG)], file, progress=False)
    exchange(file, signed=True)  # which shows where a score comes from
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert score(WRONG) == 1.0 and score(RIGHT) == 0.0


@pytest.mark.parametrize("tier", one_in(3, ["T3", "T2", "T1"]))
def test_verdicts_that_were_found_otherwise_are_not_used(tier: str, tmp_path: Path) -> None:
    """Those of a time when projects were copied in part, and numbers compared as numpy does."""
    try:
        with Judge(isolation=tier, cache=False, progress=False) as judge, judge.executor() as executor:
            settings = _verdict_settings(5.0, executor)
    except IsolationError as error:
        pytest.skip(f"this machine does not give {tier}: {error}")
    wrong = CandidateVerdict("box", (TestClassVerdict("BoxTest", (), "ImportError"),))
    for used in (False, True):
        older = {name: value for name, value in settings.items() if used or name != "judging"}
        with closing(VerdictCache(older, file := tmp_path / f"{used}.sqlite")) as cache:
            cache.put(cache.key(TASK, RIGHT), wrong)
        with Judge(isolation=tier, progress=False, cache_file=file) as judge:
            (verdict,) = judge.run([(TASK, RIGHT)])
        assert (verdict == wrong) is used


def test_verdicts_that_somebody_else_wrote_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "rank.sqlite"
    keep_verdicts([(TASK, RIGHT), (TASK, WRONG)], file, progress=False)
    exchange(file, signed=False)
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert score(WRONG) == 0.0 and score(RIGHT) == 1.0
    exchange(cache_directory() / "verdicts.sqlite", signed=False)
    assert score(WRONG) == 0.0 and score(RIGHT) == 1.0


NO_VERDICTS = (
    "[]",
    "[[]]",
    "null",
    "{",
    "[" * 100_000,
    '[["BoxTest", "", "", "parent", [["test_size", "pass", "", ""]]]]',
    '{"test_classes": []}',
    '{"test_classes": [["BoxTest", "", "", "parent", [["test_size", "passed", "", ""]]]]}',
    "9" * 5_000_000,
)


@pytest.mark.slow
def test_what_is_no_verdict_is_passed_over_even_if_it_is_signed() -> None:
    assert score(RIGHT) == 1.0
    file = cache_directory() / "verdicts.sqlite"
    for verdict in NO_VERDICTS:
        with closing(VerdictCache({})) as cache, closing(sqlite3.connect(file)) as table:
            (key,) = table.execute("SELECT key FROM signed_verdicts WHERE verdict LIKE '{%BoxTest%'").fetchone()
            row = verdict, cache._signature(key, verdict), key
            table.execute("UPDATE signed_verdicts SET verdict = ?, signature = ? WHERE key = ?", row)
            table.commit()
        assert score(RIGHT) == 1.0, verdict[:80]
        with closing(sqlite3.connect(file)) as table:
            (kept,) = table.execute("SELECT verdict FROM signed_verdicts WHERE key = ?", (key,)).fetchone()
        assert kept != verdict, "the right one is kept in its place"


@pytest.mark.slow
def test_the_key_is_its_users_alone() -> None:
    assert score(RIGHT) == 1.0
    key = cache_directory() / KEY_NAME
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    key.write_bytes(bytes(32))
    assert score(RIGHT) == 1.0, "what was signed with another key is computed again"
    key.write_bytes(b"short")
    with pytest.warns(UserWarning, match="no key for verdicts"):
        assert score(RIGHT) == 1.0


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
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[CandidateVerdict]]:
    """A file with two verdicts, and with how the reference does; tests that change it copy it."""
    file = tmp_path_factory.mktemp("kept") / "verdicts.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ALLOW_CODE_EVAL", "1")
        with Judge(progress=False, cache_file=file, timeout="auto") as judge:
            return file, judge.run([(TASK, RIGHT), (TASK, WRONG)])


@pytest.mark.filterwarnings("ignore:Verdicts cannot be kept")
@pytest.mark.parametrize(("kind", "table"), one_in(3, product(DAMAGES, ["signed_verdicts", "reference_runs"])))
def test_damaged_rows_are_passed_over(
    kind: str, table: str, kept: tuple[Path, list[CandidateVerdict]], tmp_path: Path
) -> None:
    file = Path(shutil.copytree(kept[0].parent, tmp_path / "kept"), kept[0].name)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        connection.execute(DAMAGES[kind].format(table=table))
        connection.commit()
    with Judge(progress=False, cache_file=file, timeout="auto") as judge:
        assert judge.run([(TASK, RIGHT), (TASK, WRONG)]) == kept[1]


@pytest.mark.parametrize("kind", ["text", "cut off", "zeros in the middle", "folder", "closed folder"])
def test_a_damaged_file_is_warned_of_and_done_without(
    kind: str, kept: tuple[Path, list[CandidateVerdict]], tmp_path: Path
) -> None:
    file = Path(shutil.copytree(kept[0].parent, tmp_path / "kept"), kept[0].name)
    data = file.read_bytes()
    for path in file.parent.glob("verdicts.sqlite-*"):
        path.unlink()
    if kind == "folder":
        file.unlink()
        file.mkdir()
    elif kind == "closed folder":
        shutil.rmtree(file.parent)
        file.parent.write_text("a file")
    else:
        cut = {"text": b"no table" * 1000, "cut off": data[: len(data) // 2], "zeros in the middle": data[:2000]}[kind]
        file.write_bytes(cut + bytes(len(data) - len(cut) if kind.startswith("zeros") else 0))
    warns = pytest.warns(UserWarning, match="Verdicts cannot be kept")
    with warns as warned, Judge(progress=False, cache_file=file, timeout="auto") as judge:
        assert judge.run([(TASK, RIGHT), (TASK, WRONG)]) == kept[1]
    assert len([one for one in warned if "cannot be kept" in str(one.message)]) == 1


def test_what_is_known_already_stays(tmp_path: Path) -> None:
    assert score(RIGHT) == 1.0 and score(WRONG) == 0.0
    file = tmp_path / "rank.sqlite"
    keep_verdicts([(TASK, RIGHT), (TASK, WRONG)], file, progress=False)
    exchange(file, signed=True)
    with closing(VerdictCache({})) as known:
        known.include(file)
    assert score(RIGHT) == 1.0 and score(WRONG) == 0.0


def test_no_such_file(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    other.write_text("no table\n" * 1000)
    with closing(VerdictCache({})) as known:
        with pytest.raises(sqlite3.Error):
            known.include(other)
        known.include(_empty(tmp_path / "empty.sqlite"))  # it goes on after a failure


def test_what_a_killed_process_leaves(tmp_path: Path) -> None:
    begun, file = tmp_path / "begun.sqlite", tmp_path / "rank.sqlite"
    begun.touch()
    killed = (
        "import os, signal\nfrom box_task import RIGHT, TASK\nfrom classeval_hf.judging.executor import Executor\n"
        "from classeval_hf.judging.verdict_cache import KEY_NAME, VerdictCache\n"
        f"cache = VerdictCache({{}}, {str(file)!r})\n"
        "with Executor() as executor:\n    cache.put('key', executor.run(TASK, RIGHT).verdict)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", killed], cwd=Path(box_task.__file__).parent, timeout=300)
    assert done.returncode == -signal.SIGKILL
    assert file.with_name("rank.sqlite-wal").stat().st_size, "the verdict is not in the file itself yet"
    with closing(VerdictCache({})) as known:
        for left in (begun, file):
            known.include(left)
            left.unlink()
        verdict = known.get("key", "box")
    assert verdict is not None and verdict.passed(["BoxTest"])
    assert not list(tmp_path.glob("*.sqlite*"))


def test_consent_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_ALLOW_CODE_EVAL")
    with pytest.raises(ValueError, match="HF_ALLOW_CODE_EVAL"):
        keep_verdicts([(TASK, RIGHT)], tmp_path / "rank.sqlite")
    assert not (tmp_path / "rank.sqlite").exists()


def _empty(path: Path) -> Path:
    VerdictCache({}, path).close()
    return path
