"""The contents of prompts for repository-level tasks: nothing of the reference, and no body of the target."""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import JAVA, RepositoryTask
from classeval_hf.projects.java.project_tools import JavaIndex, JavaTools, header
from classeval_hf.projects.java.source import JavaSource
from classeval_hf.projects.located_tasks import ProjectFolders
from classeval_hf.projects.prompts.project_writer import SETTINGS, Fragment, ProjectContext
from classeval_hf.projects.reading.file_assembly import read_repository_completions
from classeval_hf.projects.tools.masked_project import MaskedProject, ProjectSources
from classeval_hf.projects.tools.retrieval import Retriever
from classeval_hf.projects.tools.tool_calls import TOOL_NAMES
from classeval_hf.projects.tools.tools import RepositoryTools
from classeval_hf.prompting.steps import Feedback, Strategy
from classeval_hf.reading.definitions import Definition, find_definition
from classeval_hf.sandbox.limited_calls import LimitedCalls

_KEPT_TASKS = 32  # tasks whose material is kept in memory, in addition to those in progress
DESCRIPTIONS = ("detailed", "sketchy")  # descriptions that a class may have (RepoClassBench, section 3.1, stage 4)


@dataclass(eq=False, repr=False)
class ProjectMaterial:
    """The project of one task; a `ValueError` names the command that installs it."""

    task: RepositoryTask
    shared: "Materials"

    def __post_init__(self) -> None:
        folders = self.shared.folders
        self._located = folders.located([self.task])[0]
        self._tree = folders.of(self.task).tree
        # The task in words; a class has two descriptions.
        task, level, is_class = self.task, self.shared.level, self.task.target.kind == "class"
        of_class = task.detailed_description if level == "detailed" else task.sketchy_description
        said = [of_class] if is_class else [task.requirement.functionality, task.requirement.arguments]
        self._description = "\n\n".join(part.strip() for part in said if part.strip())
        if not self._description:
            missing = f"no {level} description" if is_class else "no requirement"
            missing += ", so there is nothing to ask a model for: leave it out."
            raise UserError(f"Task {task.task_id} has {missing}")
        self._text = folders.source(self.task)

    @cached_property
    def _definition(self) -> Definition:
        return find_definition(self._text, self._located.target.name, self.task.position)

    def context(self, strategy: Strategy) -> ProjectContext:
        """The content that the first step of a strategy may show."""
        definition, file = self._definition, self._definition.file
        shows_above = strategy in (Strategy.LOCAL_COMPLETION, Strategy.LOCAL_INFILLING)
        above = file.text[: definition.start] if shows_above else ""
        parents = (Definition(file, node, definition.parents[:depth]) for depth, node in enumerate(definition.parents))
        outer = "\n".join(file.text[parent.start : parent.header_end[1]] for parent in parents)
        below = file.text[definition.end :] if strategy is Strategy.LOCAL_INFILLING else ""
        return ProjectContext(
            description=self._description,
            header=self.shown(file.text[definition.start : definition.header_end[1]]),
            body_indent=definition.body_indent,
            outer="" if shows_above else self.shown(outer),
            above=self.shown(above),
            below=self.shown(below),
            tools=tuple(name for name in TOOL_NAMES if name not in self.shared.without_tools),
        )

    def related(self, query: str, count: int) -> tuple[Fragment, ...]:
        if "get_related_snippets" in self.shared.without_tools:
            return ()
        return tuple(Fragment(item.path, item.text) for item in self.tools.related_snippets(query, count))

    def check(self, candidate: str) -> Feedback:
        """Checks without running whether a completion fits into the file, and whether its names are defined."""
        item = (self._located, self._text, candidate)
        read = read_repository_completions([item], self.shared.calls)[0]
        ruling = read.ruling
        if ruling is not None:
            return Feedback(False, read.code, f"The attempt cannot be run.\n\n{ruling.error_type}: {ruling.message}")
        problems = self.tools.problems(candidate)
        return Feedback(not problems, read.code, "\n".join(problems) or "Every name in the code is defined.")

    @cached_property
    def tools(self) -> RepositoryTools:
        assert self.shared.retriever is not None
        disabled = [name for name in self.shared.without_tools if name in TOOL_NAMES]
        return RepositoryTools(self._view, self.shared.retriever, disabled, calls=self.shared.calls)

    def shown(self, text: str) -> str:
        """A text with the names of the task, if its benchmark renamed symbols of the project."""
        return self._view.shown(text) if self.task.paraphrase else text

    @cached_property
    def _view(self) -> MaskedProject:
        return MaskedProject.of(self.task, self._tree, sources=self.shared.sources)


class JavaMaterial(ProjectMaterial):
    """The same for a task in Java."""

    def context(self, strategy: Strategy) -> ProjectContext:
        if strategy in SETTINGS:
            raise UserError(f"The strategy {strategy.value} is for Python, and {self.task.task_id} is in Java.")
        tools = tuple(name for name in TOOL_NAMES if name not in self.shared.without_tools)
        return ProjectContext(
            self._description, header(JavaSource(self._text), self._located.target.name), tools=tools
        )

    def shown(self, text: str) -> str:
        return text

    @cached_property
    def tools(self) -> RepositoryTools:
        assert self.shared.retriever is not None
        index = JavaIndex(self._tree, self._located)
        return JavaTools(
            index, self._located, self.shared.retriever, self.shared.without_tools, calls=self.shared.calls
        )


@dataclass(eq=False, repr=False)
class Materials:
    """The material of tasks, made when first needed. A context manager: it keeps processes that parse model text."""

    retriever: Retriever | None  # finds code by words; tools and retrieval need it
    level: str = "detailed"  # which description of a class
    without_tools: Collection[str] = ()  # tools to leave out

    def __post_init__(self) -> None:
        self.folders = ProjectFolders()
        self.calls = LimitedCalls()
        self.sources = ProjectSources()
        self._made: OrderedDict[str, tuple[RepositoryTask, ProjectMaterial]] = OrderedDict()

    def __enter__(self) -> "Materials":
        return self

    def __exit__(self, *_: object) -> None:
        self.calls.close()

    def of(self, task: RepositoryTask) -> ProjectMaterial:
        known, material = self._made.get(task.task_id, (None, None))
        if material is None or known != task:  # another task may have the same id
            material = (JavaMaterial if task.language == JAVA else ProjectMaterial)(task, self)
            self._made[task.task_id] = task, material
            while len(self._made) > _KEPT_TASKS:
                self._made.popitem(last=False)
        self._made.move_to_end(task.task_id)
        return material
