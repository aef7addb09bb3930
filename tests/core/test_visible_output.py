"""What a command prints of texts that come from others."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from classeval_hf.core.visible_output import VisibleStream

HOSTILE = "\x1b]0;title\x07\x1b[2J\x1b[8mhidden\x9b31m\rover\u202e\u2028\ud800\x7f"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), _Terminal()])
def test_control_characters_are_shown(stream: io.StringIO) -> None:
    print("id", HOSTILE, "\tend\r", file=VisibleStream(stream))  # type: ignore[type-var]
    written = stream.getvalue()
    shown = "␛]0;title␇␛[2J␛[8mhidden\\u009b31m␍over\\u202e\\u2028\\ud800␡"
    assert written == f"id {shown} \tend␍\n"


def test_what_this_package_prints_on_terminals_is_let_through() -> None:
    """Colours, and what moves a progress bar."""
    texts = ["\x1b[1mbold\x1b[0m", "\x1b[1;32mx\x1b[m", "\r 50%|###  |", "\n\x1b[A", "a\r\nb", "é 日本 😀"]
    terminal, file = _Terminal(), io.StringIO()
    VisibleStream(terminal).writelines(texts)
    VisibleStream(file).writelines(texts)
    assert terminal.getvalue() == "".join(texts)
    assert "\x1b" not in file.getvalue() and "é 日本 😀" in file.getvalue()


def _on_a_terminal(*arguments: str) -> str:
    """What a command prints there."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "classeval_hf", *arguments]
    environment = {**os.environ, "HF_ALLOW_CODE_EVAL": "1"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env=environment):
        os.close(theirs)
        parts = []
        try:
            while part := os.read(ours, 1 << 16):
                parts.append(part)
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    return b"".join(parts).decode("utf-8", "replace")


def test_no_text_of_others_reaches_a_terminal_raw(tmp_path: Path) -> None:
    """Ids of tasks, labels of runs and names of files, in errors, tables and warnings."""
    marker = "\x1b]0;taken\x07\x1b[2J"
    samples = tmp_path / f"samples{marker}.jsonl"
    samples.write_text(json.dumps({"task_id": f"none{marker}", "completion": "class A: pass"}) + "\n")
    good = tmp_path / f"good{marker}.jsonl"
    good.write_text(json.dumps({"task_id": "ClassEvalOpen_5", "completion": "class A: pass"}) + "\n")
    for arguments in (
        ["score", str(samples), "--split", "open"],
        ["score", str(good), "--split", "open", "--task-ids", "ClassEvalOpen_5", "--no-cache"],
        ["score", str(tmp_path / f"no{marker}.jsonl")],
        ["score", f"--wrong{marker}"],
        ["report", f"label{marker}={tmp_path}/none"],
    ):
        shown = _on_a_terminal(*arguments)
        assert "\x1b]0" not in shown and "\x1b[2J" not in shown and "\x07" not in shown, arguments
        assert "␛]0;taken␇" in shown or "taken" not in shown, shown
