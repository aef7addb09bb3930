"""What stops a command, in words."""

import errno
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from classeval_hf.core.command_line import exit_status
from classeval_hf.core.errors import InfrastructureError, UserError
from classeval_hf.core.files import in_words
from classeval_hf.runs.loading import labels_of_files


def raising(error: Exception, cause: Exception | None = None) -> Callable[[], int]:
    def work() -> int:
        raise error from cause

    return work


def test_a_limit_on_processes_is_said_and_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    thread = RuntimeError("can't start new thread")
    process = BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    for error, cause in ((thread, None), (ValueError("broken"), thread), (process, None), (UserError("a."), process)):
        assert exit_status("classeval-hf", raising(error, cause)) == 2
        said = capsys.readouterr().err
        assert "ulimit -u" in said and "--workers" in said and "bug" not in said and said.count("\n") == 1
    assert exit_status("classeval-hf", raising(RuntimeError("another"))) == 3
    assert "this is a bug" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("a. b..", "a. b."),
        ("it ended (x)..", "it ended (x)."),
        ("wait...", "wait..."),
        ("in .. or ../a", "in .. or ../a"),
        ("'a'.. b", "'a'. b"),
    ],
)
def test_no_sentence_ends_in_two_full_stops(message: str, said: str) -> None:
    assert str(UserError(message)) == str(InfrastructureError(message)) == said


def test_caches_that_cannot_be_made_lead_to_hf_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home" / "caches"))
    for number in (errno.EACCES, errno.EROFS, errno.ENOENT):
        assert "set HF_HOME to" in in_words(OSError(number, "refused", str(tmp_path / "home")))
    assert "set HF_HOME to" in in_words(
        OSError(errno.EACCES, "refused", str(tmp_path / "home" / "caches" / "a" / "b"))
    )
    for other in (tmp_path, tmp_path / "home" / "others", tmp_path / "home" / "caches" / "a"):
        assert "HF_HOME" not in in_words(OSError(errno.ENOENT, "not there", str(other)))


def test_logs_of_others_are_labelled_by_model_and_strategy(tmp_path: Path) -> None:
    log = {"status": "success", "eval": {"task_args": {"strategy": "bottom_up"}, "model": "openai/x"}, "samples": []}
    (tmp_path / "log.json").write_text(json.dumps(log, indent=1))
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("_journal/start.json", json.dumps({**log, "eval": {"model": "openai/y"}}))
    harness = tmp_path / "org__m" / "samples_classeval_open_2026-11-28T10-00-00.1.jsonl"
    harness.parent.mkdir()
    for name in ("bad.eval", "other.json", "org__m/" + harness.name):
        (tmp_path / name).write_text('[{"task_id": "a", "model": "none"}]')
    files = [*(tmp_path / name for name in ("log.json", "log.eval", "bad.eval", "other.json")), harness]
    assert labels_of_files(files) == ["openai/x, bottom-up", "openai/y", "bad", "other", "org/m"]
