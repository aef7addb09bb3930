"""Completions of files of samples."""

from collections.abc import Collection
from pathlib import Path

from classeval_hf.runs.sample_files import read_sample_file


def read_samples(path: str | Path, task_ids: Collection[str] | None = None) -> dict[str, list[str]]:
    """Per task id, in order of first appearance, the completions in order of their index."""
    by_task = read_sample_file(path, task_ids)
    return {task_id: [sample.completion for sample in samples] for task_id, samples in by_task.items()}
