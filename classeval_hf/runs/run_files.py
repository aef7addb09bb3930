"""The names of the files in the folder of a run, and which folders are runs."""

from dataclasses import dataclass
from pathlib import Path

from classeval_hf.core.outputs import OutputKind

_RECORD, _SAMPLES, _METRICS = "run.json", "samples.jsonl", "metrics.json"
_OF_RANK = "samples.rank{}.jsonl"
_FIRST_SCORE = r'("schema_version":\s*\d+,\s*)?"(\w*pass\w*@\d+|intervals|splits|compat|suites|projects|warnings)"'

SCORES = OutputKind("scores", {"": rf'\{{\s*("([^"\\]|\\.)*":\s*\{{\s*)?{_FIRST_SCORE}'})  # see `score_files`
_OF_RUN = {
    **dict.fromkeys((_RECORD, _SAMPLES), ""),  # a run is resumed only if both are its own
    _METRICS: SCORES.files[""],
    "upstream.json": r'\[\s*(\]|\{\s*"task_id")',
}

RUN = OutputKind("a run", {f"{folder}{name}": head for folder in ("", "*/") for name, head in _OF_RUN.items()})
"""The folder of a run, or of several runs, one per strategy."""


@dataclass
class RunFiles:
    """The paths of the files of one run."""

    folder: Path

    def __post_init__(self) -> None:
        self.record = self.folder / _RECORD  # see `run_records`
        self.samples = self.folder / _SAMPLES
        self.metrics = self.folder / _METRICS  # the scores, if any: see `score_files`

    def samples_of_rank(self, rank: int) -> Path:
        """The finished samples of one process; at the end they are merged into `samples`."""
        return self.folder / _OF_RANK.format(rank)

    def samples_of_ranks(self) -> list[Path]:
        """The samples of all processes, as long as they are not merged."""
        return sorted(self.folder.glob(_OF_RANK.format("*")))


def run_folders(folder: Path) -> list[RunFiles]:
    """The runs in a folder: itself, or one per strategy; the folder itself if there is no run."""
    below = sorted(path.parent for path in folder.glob(f"*/{_RECORD}"))
    if not below or (folder / _RECORD).is_file():
        return [RunFiles(folder)]
    return [RunFiles(run) for run in below]


def samples_of_run(path: Path) -> Path:
    """The samples of a folder of a run; any other path as it is."""
    run = RunFiles(path)
    return run.samples if run.record.is_file() and run.samples.is_file() else path
