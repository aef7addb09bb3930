"""The folder of a run: no finished sample or step is lost, a torn line is dropped (`docs/reference/run-folder.md`)."""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import structs

from classeval_hf.core.command_line import option_name
from classeval_hf.core.errors import UserError
from classeval_hf.core.files import write_whole
from classeval_hf.core.tasks import Task
from classeval_hf.generation.options import FREE_ARGUMENTS
from classeval_hf.prompting import steps
from classeval_hf.prompting.steps import Completion, Feedback, GeneratedSample
from classeval_hf.runs import run_records
from classeval_hf.runs.run_records import LongPrompt, RunRecord, read_run_record, write_run_record

try:
    import fcntl
except ImportError:  # not on Windows, where nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]

SampleKey = tuple[str, int]  # task id and index of the sample
StepKey = tuple[str, int, int]  # task id, index of the sample, and index of the step within it


@dataclass(frozen=True)
class KnownStep:
    sha256: str  # hash of the question; the reply is used for this question alone
    reply: Completion | Feedback  # of the model or of the oracle


class _StepLine(msgspec.Struct):
    """The beginning of a line of steps; the fields of the reply follow."""

    task_id: str
    sample: int
    step: int
    prompt_sha256: str


KnownByStrategy = Mapping[steps.Strategy, Mapping[StepKey, KnownStep]]  # steps of unfinished samples


class RunFolder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = run_records.RunFiles(path)

    def prepare(self, record: RunRecord, tasks: Sequence[Task] = ()) -> None:
        """Makes the folder, or checks that it holds the same run, or one with a smaller limit; drops torn lines."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise FileExistsError(f"--output: {self.path} is a file; the folder of a run is needed.") from error
        if not os.access(self.path, os.W_OK):
            raise PermissionError(f"--output: the folder {self.path} cannot be written.")
        if self.files.record.is_file():
            before = known_run = read_run_record(self.files.record)
            limit, asked_limit = (item.arguments.others.get("limit") for item in (before, record))
            is_greater = limit is not None and (asked_limit is None or asked_limit > limit)
            if is_greater and before.tasks == run_records.TaskSet.of(tasks[: before.tasks.count]):
                arguments = replace(before.arguments, others={**before.arguments.others, "limit": asked_limit})
                before = replace(before, arguments=arguments, tasks=record.tasks, prompts_too_long=None)
            remedy = "Repeat the command of that run to resume it, or choose another --output."
            known = before.arguments.to_dict()
            for name, value in record.arguments.to_dict().items():
                is_new = name not in known and not value  # an unused option of a later version
                if name not in FREE_ARGUMENTS and known.get(name) != value and not is_new:
                    held, asked = (_in_words(name, argument) for argument in (known.get(name), value))
                    raise UserError(f"{self.path} holds a run {held}, and this one is {asked}. {remedy}")
            for name, words in (("model", "model"), ("prompt", "prompt decision"), ("tasks", "tasks")):
                if getattr(before, name) != getattr(record, name):
                    held, asked = before.to_dict()[name], record.to_dict()[name]
                    raise UserError(
                        f"{self.path} holds a run that differs in the {words}: {held}, but now it is {asked}. {remedy}"
                    )
            if before is not known_run:
                write_run_record(self.files.record, before)
        elif self.files.samples.is_file() or self.files.samples_of_ranks() or self._step_files():
            name = self.files.record.name
            raise UserError(
                f"--output: {self.path} holds samples but no {name}, so it cannot be resumed. Name another folder."
            )
        else:
            write_run_record(self.files.record, record)
        for file in [*self.files.samples_of_ranks(), *self._step_files()]:
            content = file.read_bytes()
            if (whole := content.rfind(b"\n") + 1) < len(content):
                os.truncate(file, whole)

    def remaining(self, task_ids: Iterable[str], n_samples: int) -> list[SampleKey]:
        """The samples of a run that are not finished."""
        done = {key for key, _, _ in self._read()}
        return [key for key in product(task_ids, range(n_samples)) if key not in done]

    def merge(self, task_ids: Sequence[str]) -> None:
        """Puts all samples of a complete run into `samples.jsonl`, in the order of the tasks, in one step."""
        if self.files.samples_of_ranks():
            lines = {key: line for key, line, _ in self._read()}
            position = {task_id: index for index, task_id in enumerate(task_ids)}
            ordered = sorted(lines, key=lambda key: (position[key[0]], key[1]))
            write_whole(self.files.samples, "".join(lines[key] for key in ordered))
        for file in [*self.files.samples_of_ranks(), *self._step_files()]:
            file.unlink()

    def note_too_long(self, prompts: Sequence[LongPrompt]) -> None:
        record = read_run_record(self.files.record)
        if record.prompts_too_long != tuple(prompts):
            write_run_record(self.files.record, replace(record, prompts_too_long=tuple(prompts)))

    def known_steps(self, missing: Collection[SampleKey]) -> dict[StepKey, KnownStep]:
        """The completed steps of unfinished samples that an interrupted run has left."""
        wanted = set(missing)
        known: dict[StepKey, KnownStep] = {}

        def read(record: Any) -> tuple[StepKey, KnownStep]:
            line = msgspec.convert(record, _StepLine)
            kind: type[Completion | Feedback] = Completion if "raw" in record else Feedback
            return (line.task_id, line.sample, line.step), KnownStep(line.prompt_sha256, msgspec.convert(record, kind))

        for file in self._step_files():
            for _, (key, step) in steps.read_lines(file, "step", read):
                if key[:2] in wanted:
                    known.setdefault(key, step)
        return known

    def samples(self) -> list[GeneratedSample]:
        """The finished samples; in the order of the tasks, once they are merged."""
        return [sample for _, _, sample in self._read()]

    def _step_files(self) -> list[Path]:
        return sorted(self.path.glob("steps.rank*.jsonl"))

    def _read(self) -> Iterator[tuple[SampleKey, str, GeneratedSample]]:
        """Each finished sample once, with its line, the merged ones first; a torn last line is left out."""
        seen: set[SampleKey] = set()
        for file in (file for file in [self.files.samples, *self.files.samples_of_ranks()] if file.is_file()):
            for line, sample in steps.read_generated_samples(file):
                key = sample.task_id, sample.sample
                if key not in seen:
                    seen.add(key)
                    yield key, line, sample


class SampleWriter:
    """Appends to the file of a process; a `ValueError` if another process is writing there."""

    def __init__(self, folder: RunFolder, rank: int) -> None:
        path = folder.path / run_records.SAMPLES_OF_RANK.format(rank)
        self._steps_path = folder.path / f"steps.rank{rank}.jsonl"
        self._steps_file: IO[bytes] | None = None
        self._file = path.open("ab")
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.close()
            raise UserError(f"Another process is writing to {path}: let it end first.") from error
        except OSError:
            pass  # a file system without locks

    def close(self) -> None:
        for file in (self._file, self._steps_file):
            if file is not None:
                file.close()

    def write(self, sample: GeneratedSample) -> None:
        """Appends one sample, which is safe from the end of this process once this returns."""
        self._file.write(steps.sample_line(sample).encode())
        self._file.flush()

    def write_step(self, key: StepKey, step: KnownStep) -> None:
        """Appends one completed step of an unfinished sample, which is then safe too."""
        if self._steps_file is None:
            self._steps_file = self._steps_path.open("ab")
        place = structs.asdict(_StepLine(*key, step.sha256))
        self._steps_file.write(f"{json.dumps({**place, **asdict(step.reply)})}\n".encode())
        self._steps_file.flush()


def _in_words(name: str, value: Any) -> str:
    """An argument as it is given on the command line: `with --limit 3`, `without --greedy`."""
    if value is None or value is False or value in ([], ()):
        return f"without {option_name(name)}"
    words = [] if value is True else value if isinstance(value, (list, tuple)) else [value]
    return " ".join(["with", option_name(name), *map(str, words)])
