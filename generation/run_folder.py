"""
The folder of a run: what was asked for, and what came of it, kept so that no finished sample is ever lost.

`run.json` holds the arguments, the model, the prompt decision, the tasks' hash and the versions of the libraries.
`samples.jsonl` holds one line per finished sample, in the order of the tasks. While the run is under way, each process
appends to a file of its own, `samples.rank<N>.jsonl`, one line in one write; at the end they are merged. A process
that is killed leaves at most one torn line, the last one, which is dropped when the run goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from classeval_generation.arguments import FREE_ARGUMENTS
from classeval_generation.steps import GeneratedSample
from classeval_hf.whole_files import write_whole

try:
    import fcntl
except ImportError:  # not on Windows, where nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

__all__ = ["RunFolder", "SampleKey", "SampleWriter", "remaining", "sample_keys"]

SampleKey = tuple[str, int]
"""Task id and index of the sample."""

_COMPARED = {
    "model": "the model",
    "prompt": "the prompt decision",
    "tasks": "the tasks",
}
"""Parts of `run.json` that must be the same when a run goes on, beside the arguments."""


class RunFolder:
    """
    One run on disk.

    Args:
        path (`Path`): the folder.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.samples_file = path / "samples.jsonl"
        self.run_file = path / "run.json"
        self.metrics_file = path / "metrics.json"
        self.upstream_file = path / "upstream.json"

    def prepare(self, description: Mapping[str, Any]) -> None:
        """
        Makes the folder, or checks that what is there belongs to the same run, and drops torn lines.

        Args:
            description (`Mapping[str, Any]`): what `run.json` is to hold: `arguments`, `model`, `prompt`, `tasks`,
                `versions`.

        Raises:
            `ValueError`: naming what differs from the run that the folder holds.
            `OSError`: if the folder cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise FileExistsError(f"--output: {self.path} is a file; the folder of a run is needed.") from error
        if not os.access(self.path, os.W_OK):
            raise PermissionError(f"--output: the folder {self.path} cannot be written.")
        if self.run_file.is_file():
            self._check_same(json.loads(self.run_file.read_text(encoding="utf-8")), description)
        elif self._sample_files():
            raise ValueError(f"--output: {self.path} holds samples but no run.json, so it is no run to go on with.")
        else:
            write_whole(self.run_file, json.dumps(description, indent=1) + "\n")
        for file in self._rank_files():
            _drop_torn_line(file)

    def verdict_file(self, rank: int) -> Path:
        """Where a process keeps the verdicts on its samples until the main process gathers them."""
        return self.path / f"verdicts.rank{rank}.sqlite"

    def verdict_files(self) -> list[Path]:
        """What processes have kept of verdicts."""
        return sorted(self.path.glob("verdicts.rank*.sqlite"))

    def finished(self) -> set[SampleKey]:
        """The samples that are on disk."""
        return set(self._read_lines())

    def merge(self, task_ids: Sequence[str]) -> None:
        """
        Puts all finished samples into `samples.jsonl`, in the order of the tasks, in one step.

        Args:
            task_ids (`Sequence[str]`): ids of the tasks of the run, in order.
        """
        if not self._rank_files():
            return
        lines = self._read_lines()
        position = {task_id: index for index, task_id in enumerate(task_ids)}
        ordered = sorted(lines, key=lambda key: (position[key[0]], key[1]))
        write_whole(self.samples_file, "".join(lines[key] for key in ordered))
        for file in self._rank_files():
            file.unlink()

    def samples(self) -> list[dict[str, Any]]:
        """The finished samples as plain data, once merged in the order of the tasks."""
        return [json.loads(line) for line in self._read_lines().values()]

    def _check_same(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
        remedy = "Repeat the command of that run to go on with it, or choose another --output."
        # What run.json has gone through, the new values must have gone through too.
        now = json.loads(json.dumps(now))
        for name, value in now["arguments"].items():
            known = before["arguments"].get(name)
            if name not in FREE_ARGUMENTS and known != value:
                option = f"--{name.replace('_', '-')}"
                raise ValueError(f"{self.path} holds a run with {option} {known}, but now it is {value}. {remedy}")
        for part, words in _COMPARED.items():
            if before.get(part) != now[part]:
                raise ValueError(
                    f"{self.path} holds a run that differs in {words}: {before.get(part)}, but now it is {now[part]}. "
                    f"{remedy}"
                )

    def _rank_files(self) -> list[Path]:
        return sorted(self.path.glob("samples.rank*.jsonl"))

    def _sample_files(self) -> list[Path]:
        return [file for file in [self.samples_file, *self._rank_files()] if file.is_file()]

    def _read_lines(self) -> dict[SampleKey, str]:
        """Per finished sample its line, the merged ones first; a torn last line is left out."""
        lines: dict[SampleKey, str] = {}
        for file in self._sample_files():
            whole = file.read_text(encoding="utf-8").split("\n")[:-1]
            for number, line in enumerate(whole, 1):
                try:
                    record = json.loads(line)
                    key = record["task_id"], record["sample"]
                except (KeyError, TypeError, ValueError) as error:
                    raise ValueError(f"{file}, line {number} is no sample: remove the line to go on.") from error
                lines.setdefault(key, line + "\n")
        return lines


class SampleWriter:
    """
    Appends the finished samples of one process.

    Args:
        folder ([`RunFolder`]): the run.
        rank (`int`): number of the process.
    """

    def __init__(self, folder: RunFolder, rank: int) -> None:
        self._path = folder.path / f"samples.rank{rank}.jsonl"
        self._file: IO[bytes] | None = None

    def open(self) -> None:
        """
        Opens the file to append to.

        Raises:
            `ValueError`: if another process is writing there.
        """
        self._file = self._path.open("ab")
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise ValueError(f"Another process is writing to {self._path}: let it end first.") from error
        except OSError:
            pass  # a file system without locks

    def close(self) -> None:
        """Closes the file, if it is open."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def write(self, sample: GeneratedSample) -> None:
        """Appends one sample; when this returns, the end of this process cannot lose it."""
        if self._file is None:
            raise ValueError(f"{self._path} is not open.")
        self._file.write(_sample_line(sample).encode())
        self._file.flush()


def sample_keys(task_ids: Iterable[str], n_samples: int) -> list[SampleKey]:
    """All samples of a run, in order."""
    return [(task_id, sample) for task_id in task_ids for sample in range(n_samples)]


def remaining(folder: RunFolder, task_ids: Iterable[str], n_samples: int) -> list[SampleKey]:
    """The samples of a run that are not on disk, in order."""
    done = folder.finished()
    return [key for key in sample_keys(task_ids, n_samples) if key not in done]


def _sample_line(sample: GeneratedSample) -> str:
    """A sample as one line. Nothing in it depends on when or where it was made."""
    record = {
        "task_id": sample.task_id,
        "sample": sample.sample,
        "strategy": sample.strategy.value,
        "completion": sample.completion,
        "steps": list(sample.steps),
        "plan_failed": sample.plan_failed,
    }
    return json.dumps(record) + "\n"  # in ASCII, so that no character of a model can be taken for the end of a line


def _drop_torn_line(file: Path) -> None:
    content = file.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with file.open("r+b") as opened:
            opened.truncate(whole)
