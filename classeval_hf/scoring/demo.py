"""A run without a model: what the package ships, the references and emptied ones of classes and of projects."""

from collections.abc import Sequence

from classeval_hf.core.repository_tasks import RepositoryTask, Target
from classeval_hf.core.tasks import Task
from classeval_hf.judging.judge import Judge
from classeval_hf.metrics.scores import Scores
from classeval_hf.reading.definitions import without_body
from classeval_hf.scoring.compute import score
from classeval_hf.tasks.folders import open_tasks_directory, read_example_completions, read_task_folder, task_folders
from classeval_hf.tasks.project_folders import load_open_projects


def demo_scores(progress: bool = True, cache: bool = True) -> dict[str, Scores]:
    folders = task_folders(open_tasks_directory())
    tasks = [read_task_folder(folder) for folder in folders]
    completions: dict[str, list[list[str]]] = {
        "references": [[task.solution_code] for task in tasks],
        "empty skeletons": [[task.skeleton] for task in tasks],
        "example completions": [[example.text for example in read_example_completions(folder)] for folder in folders],
    }
    of_projects = load_open_projects()
    given: dict[str, tuple[list[list[str]], Sequence[Task]]] = {
        **{kind: (texts, tasks) for kind, texts in completions.items()},
        "open_repo, references": ([[task.reference] for task in of_projects], of_projects),
        "open_repo, stubs": ([[_stub(task)] for task in of_projects], of_projects),
    }
    scores = {}
    with Judge(progress=progress, cache=cache) as judge:  # one for all: it runs each reference three times, once
        for kind, (texts, references) in given.items():
            scores[kind] = score(references, texts, judge=judge)
    return scores


def _stub(task: RepositoryTask) -> str:
    return without_body(task.reference, Target(task.target.name.rpartition(".")[2], task.target.kind))
