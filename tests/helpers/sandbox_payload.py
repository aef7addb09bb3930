"""What the processes of `test_sandbox.py` do: run code that a step names, and report what it prints as JSON."""

import json
import os
from collections.abc import Callable
from functools import partial
from typing import Any


def prepare(shared: Any, folder: str) -> Any:
    return shared


def start(prepared: Any, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    return partial(_run, step["code"], prepared, descriptor)


def _run(code: str, prepared: Any, descriptor: int) -> None:
    names: dict[str, Any] = {"prepared": prepared}
    try:
        exec(code, names)
        report = {"result": names.get("result")}
    except BaseException as error:
        report = {"error": type(error).__name__}
    os.write(descriptor, json.dumps(report).encode() + b"\n")
    os._exit(0)
