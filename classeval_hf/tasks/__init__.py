"""Loading tasks: splits, files and folders of tasks, and what is read from a task's own tests and imports.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`. Start reading at
[`classeval_hf.tasks.splits`]; the tasks of the split `open` lie in `open_tasks/`, the projects of `open_repo` in
`open_projects/`."""

from classeval_hf.classes.tasks.task_rows import complete_task, task_from_row

__all__ = ["complete_task", "task_from_row"]
