"""A run without a model: the references, the empty skeletons and the example completions of the split `open`."""

from __future__ import annotations

from classeval_hf.metrics.scores import Scores
from classeval_hf.scoring.compute import compute_scores
from classeval_hf.tasks.folders import open_tasks_directory, read_example_completions, read_task_folder, task_folders

__all__ = ["demo_scores"]


def demo_scores(progress: bool = True, cache: bool = True) -> dict[str, Scores]:
    """
    Scores what the package ships.

    Args:
        progress (`bool`, defaults to `True`): whether to show progress bars.
        cache (`bool`, defaults to `True`): whether to use the cache of verdicts.

    Returns:
        `dict[str, Scores]`: the scores by kind of completion.

    Raises:
        `ValueError`: without consent to run code.
    """
    folders = task_folders(open_tasks_directory())
    tasks = [read_task_folder(folder) for folder in folders]
    completions = {
        "references": [[task.solution_code] for task in tasks],
        "empty skeletons": [[task.skeleton] for task in tasks],
        "example completions": [[example.text for example in read_example_completions(folder)] for folder in folders],
    }
    return {
        kind: Scores.from_dict(compute_scores(texts, tasks, progress=progress, cache=cache))
        for kind, texts in completions.items()
    }
