"""The process that runs javac with processors of annotations, a payload of [`classeval_hf.sandbox.supervisor`]: it
reports what javac says, and the files that it wrote, as a zip file."""

import io
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from classeval_hf.sandbox.folders import TREE

SAID = "javac.txt"  # in the zip file: what javac says of what it refuses


def prepare(shared: None, folder: str) -> Path:
    """The project's folder here; called by the supervisor."""
    return Path(folder).resolve() / TREE


def start(root: Path, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that runs a command in the project's folder, and reports its `output`, a folder there."""

    def run() -> None:
        environment = {**os.environ, "LD_LIBRARY_PATH": step["libraries"]}  # without `/proc` it finds none by itself
        done = subprocess.run(step["command"], cwd=root, env=environment, stderr=subprocess.PIPE, check=False)
        report = io.BytesIO()
        with ZipFile(report, "w", ZIP_DEFLATED) as file:
            file.writestr(SAID, b"" if done.returncode == 0 else done.stderr.strip() or b"javac gives no reason")
            for path in (root / step["output"]).rglob("*"):
                file.write(path, path.relative_to(root))
        with open(descriptor, "wb") as stream:
            stream.write(report.getbuffer())
        os._exit(0)

    return run
