"""Loading tasks: splits, files and folders of tasks, and what is read from a task's own tests and imports. Start
reading at [`classeval_hf.tasks.splits`]; our own tasks lie in `open_tasks/` and `open_projects/`."""

from classeval_hf.tasks.task_rows import complete_task, task_from_row

__all__ = ["complete_task", "task_from_row"]
