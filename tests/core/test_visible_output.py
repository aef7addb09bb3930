"""What a command prints of texts that come from others."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmark_data import write_lines

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
    texts = ["\x1b[1mbold\x1b[0m", "\x1b[1;32mx\x1b[m", "\r 50%|###  |", "\n\x1b[A", "a\r\nb", "é 日本 😀"]
    terminal, file = _Terminal(), io.StringIO()
    VisibleStream(terminal).writelines(texts)
    VisibleStream(file).writelines(texts)
    assert terminal.getvalue() == "".join(texts)
    assert "\x1b" not in file.getvalue() and "é 日本 😀" in file.getvalue()


WORK = """
import json, sys
from classeval_hf.cli import main
for command in json.loads(sys.argv[1]):
    try:
        main(command)
    except SystemExit:
        pass
    print("ended", flush=True)
"""


def test_no_text_of_others_reaches_a_terminal_raw(tmp_path: Path, on_a_terminal: Callable[..., str]) -> None:
    """Ids of tasks, labels of runs and names of files, in errors, tables and warnings."""
    marker = "\x1b]0;taken\x07\x1b[2J"
    samples, good = (tmp_path / f"{name}{marker}.jsonl" for name in ("samples", "good"))
    write_lines(samples, [{"task_id": f"none{marker}", "completion": "class A: pass"}])
    write_lines(good, [{"task_id": "ClassEvalOpen_5", "completion": "class A: pass"}])
    commands = [
        ["score", str(samples), "--split", "open"],
        ["score", str(good), "--split", "open", "--task-ids", "ClassEvalOpen_5", "--no-cache"],
        ["score", str(tmp_path / f"no{marker}.jsonl")],
        ["score", f"--wrong{marker}"],
        ["report", f"label{marker}={tmp_path}/none"],
    ]
    *shown, last = on_a_terminal(WORK, json.dumps(commands), HF_ALLOW_CODE_EVAL="1").split("ended")
    assert (len(shown), last.strip()) == (len(commands), "")
    for command, said in zip(commands, shown, strict=True):
        assert "\x1b]0" not in said and "\x1b[2J" not in said and "\x07" not in said, command
        assert "␛]0;taken␇" in said or "taken" not in said, said
