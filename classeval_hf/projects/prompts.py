"""Prompts for steps of repository-level tasks, in RepoClassBench's order (appendix G), and what they may show of a
project: nothing of the reference, and no body of the target. A prompt that does not fit loses the least important
parts first: worked example, retrieved code, lines far from the target, output of tools."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import JAVA, ProjectRelease, RepositoryTask, Target
from classeval_hf.core.syntax import margin
from classeval_hf.projects.java.project_tools import JavaIndex, JavaTools, header
from classeval_hf.projects.java.source import JavaSource
from classeval_hf.projects.located_tasks import LANGUAGES, ProjectFolders
from classeval_hf.projects.reading import read_repository_completions
from classeval_hf.projects.tools.masked_project import MaskedProject, ProjectSources
from classeval_hf.projects.tools.retrieval import Retriever
from classeval_hf.projects.tools.source_files import Snippet
from classeval_hf.projects.tools.tools import TOOL_NAMES, RepositoryTools
from classeval_hf.prompting import steps
from classeval_hf.prompting.prompt_form import PromptForm, sections
from classeval_hf.reading.definitions import Definition, find_definition
from classeval_hf.sandbox.limited_calls import LimitedCalls

_KEPT_TASKS = 32  # tasks whose material is kept in memory, in addition to those in progress
DESCRIPTIONS = ("detailed", "sketchy")  # descriptions that a class may have (RepoClassBench, section 3.1, stage 4)
# DevEval, section 3.1.
SETTINGS = (steps.Strategy.NO_CONTEXT, steps.Strategy.LOCAL_COMPLETION, steps.Strategy.LOCAL_INFILLING)
_KEPT = 0.7  # share of a part that is kept each time it is shortened
_MIN_CHARS = 200  # shorter outputs of tools and tests are not cut
_MODULE_ENDS = ("\nclass ", "\ndef ", "\nasync def ", "\n@", "\nif __name__", "\n```")
_TEXT_ENDS = {
    steps.StepTarget.CODE: ("\n```", "\n# Task", "\n# Example"),
    steps.StepTarget.TOOL_CALLS: ("\n# Task", "\n# Example", "\nWhat tools say", "\n```"),
    steps.StepTarget.REFLECTION: ("\n# Task", "\n# Example", "\n```", "\n\n\n"),
}


@dataclass(frozen=True)
class ProjectContext:
    """Everything that prompts for a repository-level task may show; each step shows a part."""

    description: str  # the target in words
    header: str = ""  # its first lines in the project, up to the colon: decorators, and class line or signature
    body_indent: str = "    "  # white space before its statements
    outer: str = ""  # for a method, the line of its class
    above: str = ""
    below: str = ""
    fragments: tuple[Snippet, ...] = ()  # code of the project that was retrieved
    attempt: str = ""  # code of the last attempt
    feedback: str = ""  # feedback of the tests, or of a check of the code
    observations: str = ""
    reflection: str = ""  # the model's own analysis of its errors
    tools: tuple[str, ...] = ()  # names of the tools that can be called
    max_tool_calls: int = 3  # how many calls are answered


@dataclass(frozen=True)
class ProjectStep(steps.Step):
    task: RepositoryTask
    context: ProjectContext


class ProjectPromptWriter(PromptForm[ProjectStep]):
    left_out = "the example, the code of the project and most of the feedback on the attempt"

    def prompts(self, step: ProjectStep) -> Iterator[steps.Prompt]:
        with_example = step.strategy not in SETTINGS and step.task.language == _EXAMPLE_TASK.language
        yield self._compose(step, with_example)
        trimmed = ["example"] * with_example
        if with_example:
            yield replace(self._compose(step, False), trimmed=tuple(trimmed))
        for name, shorter in _shortened(step.context):
            trimmed += [name] if name not in trimmed else []
            yield replace(self._compose(replace(step, context=shorter), False), trimmed=tuple(trimmed))

    def _compose(self, step: ProjectStep, with_example: bool) -> steps.Prompt:
        language, kind, context = LANGUAGES[step.task.language].title, step.task.target.kind, step.context
        named = {"what": f"{kind} {step.task.target.name}", "path": step.task.path, "kind": kind, "language": language}
        system = f"You write {language} code for an existing project."
        if step.strategy in SETTINGS:
            above = context.outer if step.strategy is steps.Strategy.NO_CONTEXT else context.above
            above = f"{above.removesuffix(chr(10))}\n{opening(context)}" if above.strip() else opening(context)
            # Texts that end a definition: the start of the next one, at its own indentation or outside.
            indent = margin(context.header)
            inner = tuple(f"\n{indent}{word}" for word in ("def ", "async def ", "class ", "@")) if indent else ()
            ends = (*_MODULE_ENDS, *inner)
            if self.choice.kind is steps.PromptKind.INSTRUCT:
                place, below = f"{context.body_indent}# (to be written)", context.below.rstrip("\n")
                code = "\n".join([above, place, below] if below else [above, place])
                shown = "the file that it belongs to" if context.above or context.below else "it"
                return self.instruction(system, _REQUESTS["setting"].format(**named, shown=shown, code=code))
            if self.choice.kind is steps.PromptKind.FIM:
                return self.hole(f"{above}\n", f"\n{context.below}", ends)
            if context.below:  # a base model sees it first
                lines = "".join(f"# {line}".rstrip() + "\n" for line in context.below.rstrip("\n").split("\n"))
                above = f"# What stands below in the same file:\n{lines}\n\n{above}"
            return self.code(above, ends)
        # The instruction of a step of RepoClassBench's strategies.
        again = "Correct the attempt at" if context.attempt else "Write"
        tools = "\n".join(f"- {_REQUESTS[name]}" for name in context.tools)
        more = {"again": again, "tools": tools, "max_tool_calls": context.max_tool_calls}
        parts = [_REQUESTS[step.target.value].format(**named, **more)]
        if with_example:
            optional = ("fragments", "attempt", "feedback", "observations", "reflection")
            absent = {name: type(getattr(_EXAMPLE, name))() for name in optional if not getattr(context, name)}
            example = replace(step, task=_EXAMPLE_TASK, context=replace(_EXAMPLE, **absent))
            parts += ["# Example", *_question(example), _EXAMPLE_ANSWERS[step.target], "# Task"]
        text = "\n\n".join([*parts, *_question(step)])
        if self.choice.kind is steps.PromptKind.INSTRUCT:
            return self.instruction(system, text)
        start = _ANSWER_STARTS.get(step.target, f"```{step.task.language}\n")
        return self.text(steps.PromptKind.BASE, f"{text}\n\n{start}", _TEXT_ENDS[step.target])


def opening(context: ProjectContext) -> str:
    """The first lines of the target, with the description as its docstring."""
    indent = context.body_indent
    text = context.description.replace("\\", "\\\\").replace('"""', "'''").strip()
    lines = "\n".join(f"{indent}{line}".rstrip() for line in text.split("\n"))
    return f'{context.header}\n{indent}"""\n{lines}\n{indent}"""'


def _shortened(context: ProjectContext) -> Iterator[tuple[str, ProjectContext]]:
    """Shorter and shorter contexts, each with the name of the part that was shortened last."""
    while context.fragments:
        context = replace(context, fragments=context.fragments[:-1])
        yield "fragments", context
    while context.above.strip() or context.below.strip():
        if len(context.below) > len(context.above) / 2:  # code above is more useful
            lines = context.below.splitlines(keepends=True)
            context = replace(context, below="".join(lines[: int(len(lines) * _KEPT)]))
            yield "below", context
        else:
            lines = context.above.splitlines(keepends=True)
            context = replace(context, above="".join(lines[len(lines) - int(len(lines) * _KEPT) :]))
            yield "above", context
    for name in ("observations", "feedback", "reflection"):
        while len(text := getattr(context, name)) > _MIN_CHARS:
            cut = f"{text[: int(len(text) * _KEPT)].removesuffix(' ...')} ..."
            part: dict[str, Any] = {name: cut if len(cut) < len(text) else text[:_MIN_CHARS]}
            context = replace(context, **part)
            yield name, context


_ANSWER_STARTS = {
    steps.StepTarget.TOOL_CALLS: "Thought:",
    steps.StepTarget.REFLECTION: "Reflection:",
}  # start of a completion, by target; a base model continues it
_REQUESTS = sections("project_requests.txt")  # by target; descriptions of tools by name
_SECTIONS = sections("worked_example.txt")
_EXAMPLE = ProjectContext(
    description=_SECTIONS["description"],
    header="class LoanDesk:",
    fragments=(Snippet("library/returns.py", 1, _SECTIONS["snippet"]),),
    attempt=_SECTIONS["attempt"],
    feedback=_SECTIONS["feedback"],
    observations=_SECTIONS["observations"],
    reflection=_SECTIONS["hint"],
)
_EXAMPLE_TASK = RepositoryTask(
    "example", ProjectRelease("library"), "library/desk.py", Target("LoanDesk", "class"), ("tests/test_desk.py",)
)
_EXAMPLE_ANSWERS = {
    steps.StepTarget.CODE: _SECTIONS["code"],
    steps.StepTarget.TOOL_CALLS: _SECTIONS["tool_calls"],
    steps.StepTarget.REFLECTION: f"Reflection: {_SECTIONS['hint']}",
}


def _question(step: ProjectStep) -> Iterator[str]:
    context, fence = step.context, step.task.language
    if context.fragments:
        mark = LANGUAGES[step.task.language].comment
        pieces = "\n\n".join(f"{mark} {item.path}\n{item.text}" for item in context.fragments)
        yield f"Code of the project that may help:\n\n```{fence}\n{pieces}\n```"
    if context.observations:
        yield f"What tools say of the project:\n\n{context.observations}"
    yield f"File: {step.task.path}"
    if context.header:
        outer = f"{context.outer}\n" if context.outer else ""
        yield f"Its first lines:\n\n```{fence}\n{outer}{context.header}\n```"
    yield f"Description: {context.description}"
    if context.attempt:
        yield f"The attempt:\n\n```{fence}\n{context.attempt}\n```"
    if context.feedback:
        by = "is said" if step.strategy is steps.Strategy.REPOCODER else "the tests say"
        yield f"What {by} of the attempt:\n\n{context.feedback}"
    if context.reflection:
        yield f"Hint: {context.reflection}"


@dataclass(eq=False, repr=False)
class ProjectMaterial:
    """The project of one task; a `ValueError` names the command that installs it."""

    task: RepositoryTask
    shared: "Materials"

    def __post_init__(self) -> None:
        task, folders, level = self.task, self.shared.folders, self.shared.level
        self._located, self._tree = folders.located([task])[0], folders.of(task).tree
        # The task in words; a class has two descriptions.
        said = [task.requirement.functionality, task.requirement.arguments]
        if is_class := task.target.kind == "class":
            said = [task.detailed_description if level == "detailed" else task.sketchy_description]
        self._description = "\n\n".join(part.strip() for part in said if part.strip())
        if not self._description:
            missing = f"no {level} description" if is_class else "no requirement"
            raise UserError(
                f"Task {task.task_id} has {missing}, so there is nothing to ask a model for: leave it out."
            )
        self._text = folders.source(task)

    def context(self, strategy: steps.Strategy) -> ProjectContext:
        """The content that the first step of a strategy may show."""
        tools = tuple(name for name in TOOL_NAMES if name not in self.shared.without_tools)
        if self.task.language == JAVA:
            if strategy in SETTINGS:
                raise UserError(f"The strategy {strategy.value} is for Python, and {self.task.task_id} is in Java.")
            first_lines = header(JavaSource(self._text), self._located.target.name)
            return ProjectContext(self._description, first_lines, tools=tools)
        definition = find_definition(self._text, self._located.target.name, self.task.position)
        file = definition.file
        shows_above = strategy in (steps.Strategy.LOCAL_COMPLETION, steps.Strategy.LOCAL_INFILLING)
        above = file.text[: definition.start] if shows_above else ""
        parents = (Definition(file, node, definition.parents[:depth]) for depth, node in enumerate(definition.parents))
        outer = "\n".join(file.text[parent.start : parent.header_end[1]] for parent in parents)
        below = file.text[definition.end :] if strategy is steps.Strategy.LOCAL_INFILLING else ""
        return ProjectContext(
            description=self._description,
            header=self.shown(file.text[definition.start : definition.header_end[1]]),
            body_indent=definition.body_indent,
            outer="" if shows_above else self.shown(outer),
            above=self.shown(above),
            below=self.shown(below),
            tools=tools,
        )

    def related(self, query: str, count: int) -> tuple[Snippet, ...]:
        is_left_out = "get_related_snippets" in self.shared.without_tools
        return () if is_left_out else tuple(self.tools.related_snippets(query, count))

    def check(self, candidate: str) -> steps.Feedback:
        """Checks without running whether a completion fits into the file, and whether its names are defined."""
        (read,) = read_repository_completions([(self._located, self._text, candidate)], self.shared.calls)
        if (ruling := read.ruling) is not None:
            why = f"The attempt cannot be run.\n\n{ruling.error_type}: {ruling.message}"
            return steps.Feedback(False, read.code, why)
        problems = self.tools.problems(candidate)
        return steps.Feedback(not problems, read.code, "\n".join(problems) or "Every name in the code is defined.")

    @cached_property
    def tools(self) -> RepositoryTools:
        retriever, calls = self.shared.retriever, self.shared.calls
        assert retriever is not None
        disabled = [name for name in self.shared.without_tools if name in TOOL_NAMES]
        if self.task.language == JAVA:
            return JavaTools(JavaIndex(self._tree, self._located), self._located, retriever, disabled, calls=calls)
        return RepositoryTools(self._masked, retriever, disabled, calls=calls)

    def shown(self, text: str) -> str:
        """A text with the names of the task, if its benchmark renamed symbols of the project."""
        return self._masked.shown(text) if self.task.paraphrase and self.task.language != JAVA else text

    @cached_property
    def _masked(self) -> MaskedProject:
        return MaskedProject.of(self.task, self._tree, sources=self.shared.sources)


@dataclass(eq=False, repr=False)
class Materials:
    """The material of tasks, made when first needed."""

    retriever: Retriever | None  # finds code by words; tools and retrieval need it
    calls: LimitedCalls  # processes that parse model text
    level: str = "detailed"  # which description of a class
    without_tools: Collection[str] = ()  # tools to leave out

    def __post_init__(self) -> None:
        self.folders = ProjectFolders()
        self.sources = ProjectSources()
        self.of = lru_cache(_KEPT_TASKS)(lambda task: ProjectMaterial(task, self))
