"""Faults, planted in a clone, and its tests; `planted_faults.py` measures with them."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from line_changes import functions

__all__ = ["Fault", "Outcome", "ROOT", "Tree", "changed_source", "planted", "prepared"]

ROOT = Path(__file__).resolve().parents[1]
_RUNNER = Path(__file__).with_name("watched_tests.py")


@dataclass(frozen=True)
class Fault:
    id: str
    room: str
    file: str
    function: str  # qualified name; with the text of the line it says where, also after changes elsewhere in the file
    before: str  # the line, without indentation
    after: str
    operator: str
    why: str  # why it is wrong


def changed_source(source: str, fault: Fault) -> str | None:
    """The source with the fault; `None` if its line is not there, or more than once."""
    lines = source.split("\n")
    places = {
        number
        for name, node in functions(ast.parse(source))
        if name == fault.function
        for number in range(node.lineno - 1, node.end_lineno or 0)
        if lines[number].strip() == fault.before
    }
    if len(places) != 1:
        return None
    (number,) = places
    lines[number] = lines[number].replace(fault.before, fault.after)
    return "\n".join(lines)


@contextmanager
def planted(tree: Path, faults: Sequence[Fault]) -> Iterator[None]:
    """Has faults in the files of a tree for a while; then content and times are as before, so that byte code fits."""
    files = {tree / fault.file: (tree / fault.file).stat() for fault in faults}
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    try:
        for fault in faults:
            path = tree / fault.file
            source = changed_source(path.read_text(encoding="utf-8"), fault)
            if source is None:
                raise SystemExit(f"{fault.id} no longer applies: its line is not in {fault.function} of {fault.file}.")
            path.write_text(source, encoding="utf-8")
        yield
    finally:
        for path, status in files.items():
            path.write_text(sources[path], encoding="utf-8")
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@dataclass(frozen=True)
class Outcome:
    failed: Sequence[str]
    timed_out: bool = False

    @property
    def how(self) -> str:
        return "timed out" if self.timed_out else "failed"


class Tree:
    """A clone with an environment of its own."""

    def __init__(self, folder: Path, limit: float) -> None:
        self._limit = limit  # seconds by the clock for one run of pytest
        self.folder = folder
        self._passing: dict[str, bool] = {}

    def run(self, tests: Sequence[str], *options: str, clean: bool = False) -> Outcome:
        """Runs tests. Byte code is written without faults alone."""
        if not tests:
            return Outcome([])  # pytest would run all
        environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1"}
        environment["PYTHONDONTWRITEBYTECODE"] = "" if clean else "1"
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            log.touch()
            python = self.folder / ".venv/bin/python"
            command = [*map(str, (python, _RUNNER, log)), "-q", "-n", "0", *options, *tests]
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
            )
            try:
                code = process.wait(self._limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        failed = list(dict.fromkeys(test for what, test in events if what == "failed"))
        started = [test for what, test in events if what == "started"]
        if failed or code in (0, 5) or (code == 4 and "::" in tests[-1]):  # 5: no test; 4: one that is no longer there
            return Outcome(failed)
        if not started:
            raise SystemExit(f"pytest ended with {code} before any test in {self.folder}.")
        return Outcome(started[-1:], code is None)  # a hang, or the end of the interpreter

    def passes(self, test: str) -> bool:
        """Whether a test passes without faults."""
        if test not in self._passing:
            self._passing[test] = not self.run([test], clean=True).failed
        return self._passing[test]


@contextmanager
def prepared(folder: Path | None, limit: float) -> Iterator[Tree]:
    """The tree that is named, or a new clone of the checkout with what its tests need, which is removed afterwards."""
    if folder is not None and folder.resolve() == ROOT:
        raise SystemExit("--tree is this checkout: name a clone that may be changed.")
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory() as place:
        tree = Path(place).resolve()
        if folder is None:
            subprocess.run(["git", "clone", "--quiet", ROOT, tree], check=True)
            subprocess.run(["make", ".venv/test"], cwd=tree, check=True)
        if subprocess.run(["git", "diff", "--quiet", "--", "classeval_hf"], cwd=tree).returncode:
            raise SystemExit(f"{tree} has changes in classeval_hf: take them back first.")
        compiled = ["-m", "compileall", "-q", "-x", "/open_(tasks|projects)/", "classeval_hf"]
        subprocess.run([tree / ".venv/bin/python", *compiled], cwd=tree, check=True)
        ready = Tree(tree, limit)
        ready.run(["tests"], "--collect-only", clean=True)  # compiles the tests, which no run with a fault does
        yield ready
