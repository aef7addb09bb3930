"""The process that runs javac with processors of annotations, a payload of [`classeval_hf.sandbox.supervisor`]: it
reports what javac says and the files that it wrote, as a zip file."""

import io
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from classeval_hf.sandbox.folders import TREE

SAID = "javac.txt"  # what javac says of what it refuses; the files that it wrote lie in a folder beside it
FILES = "files"


def prepare(shared: dict[str, Any], folder: str) -> str:
    """The project's folder here; called by the supervisor."""
    return str(Path(folder).resolve() / TREE)


def start(root: str, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that runs the command and reports, with the project's folder in the place of `tree`."""

    def run() -> None:
        command = [part.replace(step["tree"], root) for part in step["command"]]
        sources, output = (Path(step[name].replace(step["tree"], root)) for name in ("sources", "output"))
        sources.write_text(sources.read_text("utf-8").replace(step["tree"], root), "utf-8")
        environment = {**os.environ, "LD_LIBRARY_PATH": step["libraries"]}  # without `/proc` it finds none by itself
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, check=False)
        said = done.stdout.decode("utf-8", "replace").replace(root, step["tree"]).strip()
        report = io.BytesIO()
        with ZipFile(report, "w", ZIP_DEFLATED) as file:
            file.writestr(SAID, "" if done.returncode == 0 else said or "javac gives no reason")
            for path in output.rglob("*"):
                if path.is_file():
                    file.write(path, f"{FILES}/{path.relative_to(output)}")
        with open(descriptor, "wb") as stream:
            stream.write(report.getbuffer())
        os._exit(0)

    return run
