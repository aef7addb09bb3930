"""No tool shows the reference, whatever it is asked for."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from places import ROOT
from programs import run_python
from slow_and_full import one_in

from classeval_hf.core.repository_tasks import RepositoryTask
from classeval_hf.judging.project_tasks import ProjectFolders
from classeval_hf.reading.definitions import Definition, find_definition
from classeval_hf.repository_tools import views
from classeval_hf.repository_tools.retrieval import BM25Retriever
from classeval_hf.repository_tools.tool_calls import ToolCall
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import Masked, ProjectSources, ProjectView
from classeval_hf.sandbox.limited_calls import LimitedCalls
from classeval_hf.tasks.splits import installed_repository_splits, load_repository_tasks

TASKS = load_repository_tasks("open_repo")
SOURCES, FOLDERS, RETRIEVER = ProjectSources(), ProjectFolders(), BM25Retriever()
_PIECE = 400
_WORD = re.compile(r"\w+")


def lines_shown(view: ProjectView, found: Definition, raw: Mapping[str, str], outputs: Iterable[str]) -> list[str]:
    """
    Lines of the reference's body that are in what a tool said, and that stand nowhere else in the project.

    White space and kinds of quotes do not count, since tools write signatures in their own way, nor lines of one name.
    """
    file = found.file
    outside = file.text[: found.header_end[1]] + "\n" + file.text[found.end :]
    elsewhere = "\n".join([*(_plain(raw[path]) for path in view.summaries if path != view.path), _plain(outside)])
    lines = {line: None for line in file.text[found.header_end[1] : found.end].splitlines() if line.strip()}
    own = [line.strip() for line in lines if len(_WORD.findall(line)) > 1 and _plain(line) not in elsewhere]
    said = "\n".join(map(_plain, outputs))
    return [line for line in own if _plain(line) in said or _plain(view.shown(line)) in said]


def ask_for_everything(tools: RepositoryTools, view: ProjectView, text: str) -> Iterator[str]:
    """What tools say when they are asked for all that there is, and for what is most like the reference."""
    yield from ask_around_the_target(tools, view, text)
    for summary in view.summaries.values():
        for symbol in summary.symbols:
            owner, _, name = symbol.name.rpartition(".")
            yield from _ask(tools, symbol.kind, owner, name, text)


def ask_around_the_target(tools: RepositoryTools, view: ProjectView, text: str) -> Iterator[str]:
    """What tools say of the target, of all in its file, and of what is most like the reference."""
    pieces = [text, *(text[start : start + _PIECE] for start in range(0, len(text), _PIECE))]
    for piece in pieces:
        yield from (snippet.text for snippet in tools.related_snippets(piece, 10))
        yield tools.call(ToolCall("get_relevant_code", (piece,)), candidate="").output
    owner, _, name = view.target.name.rpartition(".")
    for kind in ("class", "method", "function"):
        yield from _ask(tools, kind, owner, name, text)
    for symbol in view.summaries[view.path].symbols:
        yield from _ask(tools, symbol.kind, *symbol.name.rpartition(".")[::2], text)
    for candidate in (text, "pass", f"def {name}(self): return {name}", f"class {name}: pass"):
        yield tools.call(ToolCall("get_imports"), candidate=candidate).output.replace(candidate, "")


def _ask(tools: RepositoryTools, kind: str, owner: str, name: str, thought: str) -> Iterator[str]:
    if kind == "class":
        yield tools.call(ToolCall("get_class_info", (name,)), candidate="", thought=thought).output
    for tool in ("get_signature", "get_method_body"):
        yield tools.call(ToolCall(tool, (owner, name)), candidate="", thought=thought).output


def _plain(text: str) -> str:
    return "".join(text.split()).replace('"', "'")


def leaks(task: RepositoryTask, calls: LimitedCalls, everything: bool = True) -> list[str]:
    """Lines of a task's reference that tools show, and that are nowhere else in its project."""
    tree = FOLDERS.folder(task.project).tree
    view = ProjectView.of(task, tree, sources=SOURCES)
    tools = RepositoryTools(view, RETRIEVER, calls=calls)
    found = find_definition(SOURCES.texts(tree)[view.path], view.target.name, task.position)
    ask = ask_for_everything if everything else ask_around_the_target
    return lines_shown(view, found, SOURCES.texts(tree), [*view.texts.values(), *ask(tools, view, found.text)])


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
    done = run_python("-c", script, tmp_path, check=True, cwd=ROOT)
    assert done.stdout.strip() == str([str(tmp_path / "pkg" / "a.py")])


@pytest.mark.full
@pytest.mark.skipif("CLASSEVAL_PROJECTS" not in os.environ, reason="set CLASSEVAL_PROJECTS to a home with projects")
def test_nothing_is_shown_of_installed_projects(calls: LimitedCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", os.environ["CLASSEVAL_PROJECTS"])
    for name in set(installed_repository_splits()) - {"open_repo"}:
        tasks = [task for task in load_repository_tasks(name) if task.can_be_run]
        unavailable = FOLDERS.unavailable(tasks)
        available = [task for task in tasks if task.task_id not in unavailable]
        found = {task.task_id: leaks(task, calls, everything=False) for task in available}
        assert not any(found.values()), found
