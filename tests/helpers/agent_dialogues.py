"""Dialogues of agents on a task of `open_repo`, played by a scripted model."""

from pathlib import Path

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.generation.command import main
from classeval_hf.tasks.splits import load_repository_tasks

CHART, YARN = "OpenRepo_stitchwork_2", "OpenRepo_stitchwork_8"
FIRST = """\
class Chart:
    def __init__(self, rows):
        self.rows = tuple(rows)

    @classmethod
    def of(cls, section, library):
        return cls(library.expand(section))
"""
CALLS = """\
Thought: library.expand does not exist.
get_class_info("StitchLibrary")
get_imports()
get_method_body("Expander", "section")
get_signature("Expander", "row")
"""


def task_of(name: str) -> RepositoryTask:
    return next(task for task in load_repository_tasks("open_repo") if task.task_id == name)


def generate(url: str, folder: Path, *arguments: str, model: str = "scripted") -> int:
    """A generation run on `open_repo` with the model of a server; returns the exit status."""
    fixed = ["--backend", "openai", "--base-url", url, "--model", model, "--tasks", "open_repo", "--greedy"]
    return main([*fixed, "--output", str(folder), *arguments])


def fenced(code: str) -> str:
    return f"Here it is.\n\n```python\n{code}\n```\n"


def play(prompt: str) -> str:
    """A wrong first attempt, tool calls, a reflection, then the right class."""
    if "call tools" in prompt:
        return CALLS
    if "Explain in a few sentences" in prompt:
        return "Reflection: Use Expander, and write the missing methods."
    if prompt.count("Hint: ") == 2:  # one of the example, one of the task
        return fenced(task_of(CHART).reference)
    return fenced(FIRST)
