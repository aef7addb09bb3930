"""No tool shows the reference, whatever it is asked for."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import ROOT
from reference_leaks import ask_around_the_target, ask_for_everything, leaked, reference
from slow_and_full import one_in

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.reading.definitions import find_definition
from classeval_hf.repository_tools import views
from classeval_hf.repository_tools.retrieval import BM25Retriever
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import Masked, ProjectSources, ProjectView
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.tasks.splits import installed_repository_splits, load_repository_tasks

TASKS = load_repository_tasks("open_repo")
SOURCES, FOLDERS, RETRIEVER = ProjectSources(), ProjectFolders(), BM25Retriever()


def leaks(task: RepositoryTask, calls: LimitedCalls, everything: bool = True) -> list[str]:
    """Lines of a task's reference that tools show, and that are nowhere else in its project."""
    tree = FOLDERS.folder(task.project).tree
    view = ProjectView.of(task, tree, sources=SOURCES)
    tools = RepositoryTools(view, RETRIEVER, calls=calls)
    found = reference(view, SOURCES, tree, task.position)
    ask = ask_for_everything if everything else ask_around_the_target
    outputs = [*view.texts.values(), *ask(tools, view, found.text)]
    return leaked(view, found, SOURCES.texts(tree), outputs)


@pytest.mark.parametrize("task", one_in(5, TASKS), ids=lambda task: task.task_id)
def test_nothing_of_the_reference_is_shown(task: RepositoryTask, calls: LimitedCalls) -> None:
    assert leaks(task, calls) == []


@pytest.mark.parametrize("task", [TASKS[0], TASKS[5], TASKS[7]], ids=lambda task: task.target.kind)
def test_the_check_sees_leaks(task: RepositoryTask, calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    def mask_nothing(text: str, name: str, position: int) -> Masked:
        found = find_definition(text, name, position)
        return Masked(text, text, found.node.lineno, name, (found,))

    monkeypatch.setattr(views, "mask_target", mask_nothing)
    monkeypatch.setattr(views._Copies, "lines_in", lambda *_: set())
    monkeypatch.setattr(views, "_normal_text", id)
    assert len(leaks(task, calls)) > 3


def test_once_a_view_is_made_no_file_of_the_project_is_opened(calls: LimitedCalls, tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from classeval_hf.core.repository_tasks import ProjectRelease, RepositoryTask, Target
from classeval_hf.repository_tools.retrieval import BM25Retriever
from classeval_hf.repository_tools.tool_calls import ToolCall
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import ProjectView
from classeval_hf.sandbox.limited_calls import LimitedCalls
folder = Path(sys.argv[1])
task = RepositoryTask("T", ProjectRelease("p"), "pkg/a.py", Target("A.f", "method"))
view = ProjectView.of(task, folder)
retriever, opened = BM25Retriever(), []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
with LimitedCalls() as calls:
    tools = RepositoryTools(view, retriever, calls=calls)
    for call in (("get_class_info", "A"), ("get_method_body", "A", "f"), ("get_relevant_code", "f"), ("get_imports",)):
        tools.call(ToolCall(call[0], call[1:]), candidate="return f()")
    tools.related_snippets("A f")
(folder / "pkg" / "a.py").read_text()  # so that the hook is known to see it
print([path for path in opened if path.startswith(str(folder))])
"""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text("class A:\n    def f(self):\n        return 1\n")
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == str([str(tmp_path / "pkg" / "a.py")])


def installed_tasks() -> Iterator[RepositoryTask]:
    for name in installed_repository_splits():
        tasks = [task for task in load_repository_tasks(name) if name != "open_repo" and task.can_be_run]
        unavailable = FOLDERS.unavailable(tasks)
        yield from (task for task in tasks if task.task_id not in unavailable)


@pytest.mark.full
@pytest.mark.skipif("CLASSEVAL_PROJECTS" not in os.environ, reason="set CLASSEVAL_PROJECTS to a home with projects")
def test_nothing_is_shown_of_installed_projects(calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", os.environ["CLASSEVAL_PROJECTS"])
    found = {task.task_id: lines for task in installed_tasks() if (lines := leaks(task, calls, everything=False))}
    assert found == {}
