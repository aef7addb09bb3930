"""What a child process shows on a terminal."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

import pytest


@pytest.fixture
def on_a_terminal() -> Callable[..., str]:
    """Runs a script that has a pseudo-terminal of 80 columns, and gives what it shows there."""

    def run(script: str, *arguments: str, **variables: str) -> str:
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        environment |= {"TERM": "xterm-256color", **variables}
        command = [sys.executable, "-c", script, *arguments]
        streams = {"stdin": subprocess.DEVNULL, "stdout": theirs, "stderr": theirs}
        with subprocess.Popen(command, env=environment, **streams) as child:  # type: ignore[call-overload]
            os.close(theirs)
            shown = b""
            try:
                while piece := os.read(ours, 1 << 16):
                    shown += piece
            except OSError:
                pass  # how Linux says that the other end is closed
            finally:
                os.close(ours)
        assert child.returncode == 0, shown
        return shown.decode("utf-8", "replace")

    return run
