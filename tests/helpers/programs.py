"""Programs that tests run to their end."""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any


def run_program(*command: object, variables: Mapping[str, str] | None = None, **options: Any) -> Any:
    """What a program printed, and its status; `variables` of the environment come beside those of this process."""
    environment = {**os.environ, **(variables or {})}
    options = {"env": environment, "capture_output": True, "text": True, "timeout": 300, **options}
    done: subprocess.CompletedProcess[str] = subprocess.run(list(map(str, command)), **options)
    return done


def run_python(*arguments: object, **options: Any) -> Any:
    return run_program(sys.executable, *arguments, **options)
