"""Java in the sandbox, a payload of [`classeval_hf.sandbox.supervisor`]. One process compiles a candidate and runs its
tests: it writes the order and becomes the JVM, whose output is the report. Another runs javac with processors of
annotations, and reports the files that this wrote, as a zip file."""

import io
import os
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from classeval_hf.sandbox.folders import TREE

CANDIDATE = "candidate"  # in the tree: the classes of the candidate
SAID = "javac.txt"  # in the zip file: what javac says of what it refuses


@dataclass(frozen=True)
class _Prepared:
    """Data that the one step of a sample needs."""

    root: str
    folder: str  # the working folder of the tests, in the project
    command: tuple[str, ...]
    libraries: str  # where the JDK has its libraries: without `/proc` it cannot find them by itself
    order: tuple[tuple[str, str], ...]
    stale: tuple[str, ...]  # classes that the reference was compiled to


def prepare(shared: dict[str, Any] | None, folder: str) -> _Prepared | Path:
    """Prepares data that steps share; called by the supervisor. See `junit_suite` for `shared`; javac needs none."""
    root = os.path.join(os.path.realpath(folder), TREE)
    if shared is None:
        return Path(root)
    command = tuple(part.replace(f"{TREE}:", f"{root}/") for part in shared["command"])
    order = tuple((key, value.replace(f"{TREE}:", f"{root}/")) for key, value in shared["order"])
    stale = tuple(os.path.join(root, name) for name in shared["stale"])
    return _Prepared(root, os.path.join(root, shared["folder"]), command, shared["libraries"], order, stale)


def start(prepared: _Prepared | Path, step: dict[str, Any], descriptor: int) -> Callable[[], None]:
    """Returns the function that replaces this process by the JVM, or that runs javac."""
    if isinstance(prepared, Path):
        return partial(_run_javac, prepared, step, descriptor)
    for path in prepared.stale:
        with suppress(FileNotFoundError):
            os.unlink(path)
    os.mkdir(os.path.join(prepared.root, CANDIDATE))
    lines = [*prepared.order, *(tuple(line) for line in step["order"])]
    with tempfile.TemporaryFile() as file:  # the JVM closes it before any code of the sample runs
        file.write("".join(f"{key} {value}\n" for key, value in lines).encode())
        file.flush()
        file.seek(0)
        os.dup2(file.fileno(), 0)
    os.dup2(descriptor, 1)
    os.close(descriptor)
    os.chdir(prepared.folder)
    arenas = {"MALLOC_ARENA_MAX": "2"}  # each takes 64 MiB of address space, and threads get more of them
    environment = {**os.environ, "LD_LIBRARY_PATH": prepared.libraries, **arenas}
    own = [f"-Djava.io.tmpdir={os.environ['TMPDIR']}", f"-Duser.home={os.environ['HOME']}"]
    program, *arguments = prepared.command
    return partial(os.execve, program, [program, *own, *arguments], environment)


def _run_javac(root: Path, step: dict[str, Any], descriptor: int) -> None:
    """Runs a command in the project's folder, and reports its `output`, a folder there."""
    environment = {**os.environ, "LD_LIBRARY_PATH": step["libraries"]}
    done = subprocess.run(step["command"], cwd=root, env=environment, stderr=subprocess.PIPE, check=False)
    report = io.BytesIO()
    with ZipFile(report, "w", ZIP_DEFLATED) as file:
        file.writestr(SAID, b"" if done.returncode == 0 else done.stderr.strip() or b"javac gives no reason")
        for path in (root / step["output"]).rglob("*"):
            file.write(path, path.relative_to(root))
    with open(descriptor, "wb") as stream:
        stream.write(report.getbuffer())
    os._exit(0)
