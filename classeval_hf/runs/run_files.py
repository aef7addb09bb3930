"""The files in the folder of a run: their names, and which folders are runs."""

from dataclasses import dataclass
from pathlib import Path

from classeval_hf.core.outputs import OutputKind

_RECORD, _SAMPLES, _METRICS = "run.json", "samples.jsonl", "metrics.json"
_OF_RANK = "samples.rank{}.jsonl"
_FIRST_SCORE = r'("schema_version":\s*\d+,\s*)?"(\w*pass\w*@\d+|intervals|splits|compat|suites|projects|warnings)"'

SCORES = OutputKind("scores", {"": rf'\{{\s*("([^"\\]|\\.)*":\s*\{{\s*)?{_FIRST_SCORE}'})
"""Files of scores: see [`classeval_hf.runs.score_files`]."""

_OF_RUN = {
    **dict.fromkeys((_RECORD, _SAMPLES), ""),  # a run is resumed only if both are its own
    _METRICS: SCORES.files[""],
    "upstream.json": r'\[\s*(\]|\{\s*"task_id")',
}

RUN = OutputKind("a run", {f"{folder}{name}": head for folder in ("", "*/") for name, head in _OF_RUN.items()})
"""Folders of runs, and those that have one for each of several strategies."""


@dataclass
class RunFiles:
    """Where the files of one run are. Each is read and written in one place."""

    folder: Path

    def __post_init__(self) -> None:
        self.record = self.folder / _RECORD  # what was asked for: see `run_records`
        self.samples = self.folder / _SAMPLES
        self.metrics = self.folder / _METRICS  # the scores, if there are any: see `score_files`

    def samples_of_rank(self, rank: int) -> Path:
        """What a process of a run has finished; at the end it is merged into the samples."""
        return self.folder / _OF_RANK.format(rank)

    def samples_of_ranks(self) -> list[Path]:
        """The samples of all processes that are not merged yet."""
        return sorted(self.folder.glob(_OF_RANK.format("*")))


def run_folders(folder: Path) -> list[RunFiles]:
    """The runs in a folder: itself, or one per strategy. Without any the folder itself, to say what it lacks."""
    below = sorted(path.parent for path in folder.glob(f"*/{_RECORD}"))
    if not below or (folder / _RECORD).is_file():
        return [RunFiles(folder)]
    return [RunFiles(run) for run in below]


def samples_of_run(path: Path) -> Path:
    """The samples of a folder of a run; any other path as it is."""
    run = RunFiles(path)
    return run.samples if run.record.is_file() and run.samples.is_file() else path
