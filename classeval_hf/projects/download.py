"""Getting pinned files from the package index that the user's pip is set up for."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from classeval_hf.projects import index_files
from classeval_hf.projects.catalogue import ProjectError


@dataclass(frozen=True)
class WantedFile:
    name: str  # the distribution that it belongs to
    version: str
    sha256: tuple[str, ...]  # hashes that are allowed
    file: str = ""  # name of the file; without it the best one for this interpreter is taken


def download(
    wanted: Sequence[WantedFile], folder: Path, on_bytes: Callable[[int], None] = lambda more: None
) -> dict[str, Path]:
    """Downloads files and checks their hashes, running none; by name. An interrupted file goes on where it stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, Path] = {}
    command = [sys.executable, "-B", str(index_files.__file__), str(folder)]
    with ExitStack() as stack:
        log = stack.enter_context(tempfile.TemporaryFile())
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        process = stack.enter_context(child)
        stack.callback(process.kill)
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps([vars(item) for item in wanted]).encode())
        process.stdin.close()
        for line in process.stdout:
            event: dict[str, Any] = json.loads(line)
            if "error" in event:
                raise ProjectError(event["error"])
            if "done" in event:
                files[event["name"]] = folder / event["done"]
            on_bytes(event.get("more", 0))
        if process.wait():
            log.seek(0)
            last = log.read().decode(errors="replace").strip().splitlines()[-1:]
            raise ProjectError(f"The download ended with status {process.returncode}: {''.join(last)}")
    return files
