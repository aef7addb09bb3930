"""
The folder of a run: what was asked for, and what came of it, kept so that no finished sample or step is ever lost.

`run.json` holds the arguments, the model, the prompt decision, the tasks' hash, the versions of the libraries and,
once the run is complete, the prompts that were too long. `samples.jsonl` holds one line per finished sample, in the
order of the tasks. While the run is under way, each process appends to files of its own, one line in one write:
`samples.rank<N>.jsonl`, and `steps.rank<N>.jsonl` for the answers of samples that need further ones. At the end the
former are merged, and the latter removed. A process that is killed leaves at most one torn line in each, the last one,
which is dropped when the run goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import IO, Any

from classeval_hf.core.atomic_write import write_whole
from classeval_hf.core.samples import PROMPT_TOO_LONG
from classeval_hf.generation.pipeline.arguments import FREE_ARGUMENTS
from classeval_hf.generation.steps import Answer, GeneratedSample

try:
    import fcntl
except ImportError:  # not on Windows, where nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "KnownStep",
    "KnownSteps",
    "RunFolder",
    "SampleKey",
    "SampleWriter",
    "StepKey",
    "remaining",
    "sample_keys",
    "steps_too_long",
]

SampleKey = tuple[str, int]
"""Task id and index of the sample."""

StepKey = tuple[str, int, int]
"""Task id, index of the sample, and index of the step within it."""


@dataclass(frozen=True)
class KnownStep:
    """
    A step that was answered before the run was interrupted.

    Args:
        prompt_hash (`str`): of the prompt that was answered: to another one the answer is none.
        answer ([`~classeval_hf.generation.steps.Answer`]): the answer.
    """

    prompt_hash: str
    answer: Answer


KnownSteps = Mapping[StepKey, KnownStep]
"""Steps of samples that are not finished."""

_ANSWER_FIELDS = tuple(field.name for field in fields(Answer))

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
        for file in [*self._rank_files(), *self._step_files()]:
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
        Puts all samples of a complete run into `samples.jsonl`, in the order of the tasks, in one step.

        Args:
            task_ids (`Sequence[str]`): ids of the tasks of the run, in order.
        """
        if self._rank_files():
            lines = self._read_lines()
            position = {task_id: index for index, task_id in enumerate(task_ids)}
            ordered = sorted(lines, key=lambda key: (position[key[0]], key[1]))
            write_whole(self.samples_file, "".join(lines[key] for key in ordered))
        for file in [*self._rank_files(), *self._step_files()]:
            file.unlink()

    def note(self, name: str, value: Any) -> None:
        """Adds something to `run.json`."""
        described = json.loads(self.run_file.read_text(encoding="utf-8"))
        if described.get(name) != value:
            write_whole(self.run_file, json.dumps({**described, name: value}, indent=1) + "\n")

    def known_steps(self, missing: Collection[SampleKey]) -> dict[StepKey, KnownStep]:
        """
        The answers that an interrupted run has left of samples that are not finished.

        Args:
            missing (`Collection[SampleKey]`): these samples.
        """
        wanted = set(missing)
        known: dict[StepKey, KnownStep] = {}
        for file in self._step_files():
            for _, record in _records(file, "step"):
                if (record["task_id"], record["sample"]) in wanted:
                    key = record["task_id"], record["sample"], record["step"]
                    answer = Answer(**{name: record[name] for name in _ANSWER_FIELDS})
                    known.setdefault(key, KnownStep(record["prompt_sha256"], answer))
        return known

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

    def _step_files(self) -> list[Path]:
        return sorted(self.path.glob("steps.rank*.jsonl"))

    def _sample_files(self) -> list[Path]:
        return [file for file in [self.samples_file, *self._rank_files()] if file.is_file()]

    def _read_lines(self) -> dict[SampleKey, str]:
        """Per finished sample its line, the merged ones first; a torn last line is left out."""
        lines: dict[SampleKey, str] = {}
        for file in self._sample_files():
            for line, record in _records(file, "sample"):
                lines.setdefault((record["task_id"], record["sample"]), line + "\n")
        return lines


class SampleWriter:
    """
    Appends the finished samples of one process, and the answers of samples that need further ones.

    Args:
        folder ([`RunFolder`]): the run.
        rank (`int`): number of the process.
    """

    def __init__(self, folder: RunFolder, rank: int) -> None:
        self._path = folder.path / f"samples.rank{rank}.jsonl"
        self._steps_path = folder.path / f"steps.rank{rank}.jsonl"
        self._file: IO[bytes] | None = None
        self._steps_file: IO[bytes] | None = None

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
        """Closes the files that are open."""
        for file in (self._file, self._steps_file):
            if file is not None:
                file.close()
        self._file = self._steps_file = None

    def write(self, sample: GeneratedSample) -> None:
        """Appends one sample; when this returns, the end of this process cannot lose it."""
        if self._file is None:
            raise ValueError(f"{self._path} is not open.")
        self._file.write(_sample_line(sample).encode())
        self._file.flush()

    def write_step(self, key: StepKey, step: KnownStep) -> None:
        """Appends the answer to one step of a sample that needs further ones, which then cannot be lost either."""
        if self._steps_file is None:
            self._steps_file = self._steps_path.open("ab")
        self._steps_file.write(_step_line(key, step).encode())
        self._steps_file.flush()


def sample_keys(task_ids: Iterable[str], n_samples: int) -> list[SampleKey]:
    """All samples of a run, in order."""
    return [(task_id, sample) for task_id in task_ids for sample in range(n_samples)]


def remaining(folder: RunFolder, task_ids: Iterable[str], n_samples: int) -> list[SampleKey]:
    """The samples of a run that are not on disk, in order."""
    done = folder.finished()
    return [key for key in sample_keys(task_ids, n_samples) if key not in done]


def steps_too_long(samples: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """
    The steps of finished samples whose prompts did not fit.

    Args:
        samples (`Iterable[Mapping[str, Any]]`): the samples as plain data.

    Returns:
        `list[dict[str, Any]]`: `task_id`, `sample`, `step`, `method` and `prompt_tokens` (0 if unknown) of each.
    """
    return [
        {
            "task_id": sample["task_id"],
            "sample": sample["sample"],
            "step": index,
            "method": step["method"],
            "prompt_tokens": step["prompt_tokens"],
        }
        for sample in samples
        for index, step in enumerate(sample["steps"])
        if step["finish_reason"] == PROMPT_TOO_LONG
    ]


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


def _step_line(key: StepKey, step: KnownStep) -> str:
    task_id, sample, index = key
    record = {
        "task_id": task_id,
        "sample": sample,
        "step": index,
        "prompt_sha256": step.prompt_hash,
        **asdict(step.answer),
    }
    return json.dumps(record) + "\n"


def _records(file: Path, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The whole lines of a file with what they say; a torn last one is left out."""
    names = (
        {"task_id", "sample"} if kind == "sample" else {"task_id", "sample", "step", "prompt_sha256", *_ANSWER_FIELDS}
    )
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n")[:-1], 1):
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict) or not names <= record.keys():
            raise ValueError(f"{file}, line {number} is no {kind}: remove the line to go on.")
        yield line, record


def _drop_torn_line(file: Path) -> None:
    content = file.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with file.open("r+b") as opened:
            opened.truncate(whole)
