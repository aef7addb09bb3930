"""The masked project: the Python files of a project that tools may see for one task. It has no tests, and nothing that
could reveal the target, such as copies (also built or installed) and doctests. For a class, imports that only it used
are hidden too (RepoClassBench, appendix E.2); for a function, everything but decorators and signature."""

import ast
import copy
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import pairwise
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from classeval_hf.core.errors import UserError
from classeval_hf.core.repository_tasks import RepositoryTask, Target
from classeval_hf.core.syntax import margin, names_bound_by, nested_statements, walk
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.projects.tools.source_files import SourceSummary, decoded
from classeval_hf.reading import definitions
from classeval_hf.reading.definitions import DEFINITIONS, Definition, DefinitionNode, SourceFile

MIN_COPIED_STATEMENTS = 3  # equal bodies elsewhere are hidden too if they have this many statements
MIN_CHANGED_STATEMENTS, MIN_SHARED = 5, 0.6  # so are functions with this many and this share of lines in common

_QUOTES = re.compile(r"\"\"\"|'''")
_WORD = re.compile(r"\b[^\W\d]\w*")


@dataclass(frozen=True)
class Masked:
    text: str
    placeholder: str  # `text` with an empty class in place of a hidden one, where a candidate is put in
    position: int  # line of the target in `placeholder`
    name: str  # its qualified name in the project
    hidden: tuple[Definition, ...]  # the hidden definitions, as in the project


def mask_target(text: str, name: str, position: int) -> Masked:
    """Hides the target and all definitions of its name; `position` is a line that decides which is the target."""
    file = SourceFile(text)
    target = definitions.find_definition(file, name, position)
    same = _same(file, name, target)
    edits = dict(map(_hiding, same))
    if not isinstance(target.node, ast.ClassDef):
        masked = file.changed(edits)
        line = _same(SourceFile(masked), name, target)[[one.node for one in same].index(target.node)].node.lineno
        return Masked(masked, masked, line, name, tuple(same))
    # Imports that only the hidden classes use are removed too.
    inside = {id(node) for definition in same for node in walk(definition.node)}
    used: dict[bool, set[str]] = {True: set(), False: set()}  # names that code inside uses, and that outside
    for part in walk(file.tree):
        if isinstance(part, ast.Name):
            used[id(part) in inside].add(part.id)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):  # also `__all__`, and quoted annotations
            used[id(part) in inside].update(_WORD.findall(part.value))
    only = used[True] - used[False]
    for node in nested_statements(file.tree.body):
        if not isinstance(node, (ast.Import, ast.ImportFrom)) or id(node) in inside:
            continue
        left = [alias for alias in node.names if not only.issuperset(names_bound_by(alias))]
        if getattr(node, "module", None) == "__future__" or len(left) == len(node.names):
            continue
        last = node.end_lineno or node.lineno
        start, end = file.offset(node.lineno, node.col_offset), file.offset(last, node.end_col_offset or 0)
        is_alone = start == file.starts[node.lineno - 1] and not file.text[end : file.starts[last]].strip(" \t\r\n;")
        if left:
            fewer = copy.copy(node)
            fewer.names = left
            edits[start, end] = ast.unparse(fewer)
        else:
            edits[start, file.starts[last] if is_alone else end] = "" if is_alone else "pass"
    stub = f"{target.indent}class {target.node.name}:{file.line_end}{target.indent}    pass{file.line_end}"
    placeholder = file.changed({**edits, _hiding(target)[0]: stub})
    line = definitions.find_definition(placeholder, name).node.lineno
    return Masked(file.changed(edits), placeholder, line, name, tuple(same))


def without_examples(text: str, name: re.Pattern[str]) -> str:
    """Hides the doctests of a file if one of them uses the hidden name."""
    if ">>>" not in text or not name.search(text):
        return text
    kept, left_out, in_example = [], [], False
    for line in text.splitlines(keepends=True):
        # Code never begins with `>>>`: this is text up to a blank line or closing quotes.
        in_example = line.lstrip(" \t#").startswith(">>>") or (in_example and bool(line.strip(" \t#\r\n")))
        quotes = _QUOTES.search(line)
        kept.append(line if not in_example else line[quotes.start() :] if quotes else "")
        left_out += [line] if in_example else []
        in_example = in_example and not quotes
    return "".join(kept) if any(map(name.search, left_out)) else text


def normal_form(node: DefinitionNode) -> str:
    """The body of a definition without docstrings and name, equal for equal code."""
    body = [copy.deepcopy(item) for item in node.body if item is not definitions.docstring_node(node)]
    for inner in walk(*body):
        if isinstance(inner, DEFINITIONS) and definitions.docstring_node(inner) is not None:
            inner.body = inner.body[1:]
    return ast.dump(ast.Module(body, []))


def _lines_of(node: DefinitionNode) -> frozenset[str]:
    """The lines of a body in one layout, without docstring, and with one name for all local variables."""
    parts = list(walk(*node.body))
    local = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    local |= {part.arg for part in walk(node) if isinstance(part, ast.arg)}
    text = ast.unparse(ast.Module([part for part in node.body if part is not definitions.docstring_node(node)], []))
    return frozenset(_WORD.sub(lambda word: "_" if word[0] in local else word[0], text).splitlines())


def _same(file: SourceFile, name: str, target: Definition) -> list[Definition]:
    """Definitions of the target's name and kind (and part of a property), from top to bottom."""
    kind = isinstance(target.node, ast.ClassDef), definitions.property_part(target.node)
    named = [definition for own, definition in definitions.definitions_in(file) if own == name]
    same = [one for one in named if (isinstance(one.node, ast.ClassDef), definitions.property_part(one.node)) == kind]
    return sorted(same, key=lambda definition: definition.node.lineno)


def _hiding(definition: Definition) -> tuple[tuple[int, int], str]:
    """The edit that removes a class, or the body of a function, with comments that are indented as its body."""
    last = definition.last_line
    for number in range(definition.last_line + 1, len(definition.file.lines) + 1):
        line = definition.file.line(number)
        if line.strip() and (not line.lstrip().startswith("#") or len(margin(line)) <= len(definition.indent)):
            break
        last = number if line.strip() else last
    end, line_end = definition.file.starts[last], definition.file.line_end
    if not isinstance(definition.node, ast.ClassDef):
        return (definition.header_end[1], end), f" pass{line_end}"
    # Within a block, `pass` takes its place.
    return (definition.start, end), f"{definition.indent}pass{line_end}" if definition.indent else ""


_TEST_FILES = ("test_*.py", "*_test.py", "*_tests.py", "tests.py", "test.py", "conftest.py")
_TEST_FOLDER = re.compile(r"(^|[^a-z])(tests?|unittests?|testing$)([^a-z]|$)")  # for names in small letters
_BUILT = ("lib", "bdist.")  # beginnings of folders in `build` with copies of the project


@dataclass(eq=False, repr=False)
class ProjectSources:
    """Python files of projects and their summaries, each read once and shared between tasks."""

    _trees: dict[Path, Mapping[str, str]] = field(default_factory=dict)
    _summaries: dict[str, SourceSummary | None] = field(default_factory=dict)

    def texts(self, tree: Path) -> Mapping[str, str]:
        """The Python files of a folder by their paths in it, with `/`; links and hidden folders are left out."""
        if tree not in self._trees:
            texts: dict[str, str] = {}
            for folder, folders, names in os.walk(tree):
                folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
                for path in (Path(folder, name) for name in names if name.endswith(".py")):
                    text = decoded(path.read_bytes()) if path.is_file() and not path.is_symlink() else None
                    if text is not None:
                        texts[path.relative_to(tree).as_posix()] = text
            self._trees[tree] = dict(sorted(texts.items()))
        return self._trees[tree]

    def summary(self, text: str) -> SourceSummary | None:
        """The summary of a file; `None` if it does not parse."""
        if text not in self._summaries:
            self._summaries[text] = None
            with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                self._summaries[text] = SourceSummary(text)
        return self._summaries[text]


@dataclass(eq=False, repr=False)
class MaskedProject:
    """
    The part of a project that may be seen for one task. Make it with [`MaskedProject.of`].

    Args:
        summaries (`Mapping[str, SourceSummary]`): the files by their paths, sorted.
        path (`str`): the target's file.
        target ([`~classeval_hf.core.repository_tasks.Target`]): the target, with the project's own name.
        placeholder (`str`): the target's file with an empty target, where a candidate can be put in.
        position (`int`): line of the target there.
        own_names (`Mapping[str, str]`): renamed symbols: the name that the task uses, to the project's own.
    """

    summaries: Mapping[str, SourceSummary]
    path: str
    target: Target
    placeholder: str
    position: int
    own_names: Mapping[str, str]

    def __post_init__(self) -> None:
        self.summaries = MappingProxyType(dict(self.summaries))
        self.own_names = MappingProxyType(dict(self.own_names))
        shown = {own: name for name, own in sorted(self.own_names.items(), reverse=True)}  # the first name counts
        self.shown_names = MappingProxyType(shown)
        self.texts = MappingProxyType({path: summary.text for path, summary in self.summaries.items()})  # by path

    @classmethod
    def of(
        cls, task: RepositoryTask, tree: Path, tests: str = "", sources: ProjectSources | None = None
    ) -> "MaskedProject":
        """
        Masks the project of a task.

        Args:
            task ([`~classeval_hf.core.repository_tasks.RepositoryTask`]): the task, with its own names of symbols or
                with the project's.
            tree (`Path`): folder of the project.
            tests (`str`, defaults to `""`): folder or file of its tests, beyond those with names of tests.
            sources ([`ProjectSources`], *optional*): keeps files and summaries for other tasks.

        Returns:
            [`MaskedProject`]

        Raises:
            `ValueError`: if the target's file is not in the project or does not define the target.
        """
        sources = sources if sources is not None else ProjectSources()
        texts = sources.texts(tree)
        if task.path not in texts:
            raise UserError(f"The project of task {task.task_id} has no file {task.path} in {tree}.")
        # Under the project's own name; a located task has that already.
        own = ".".join(task.paraphrase.get(part, part) for part in task.target.name.split("."))
        try:
            try:
                masked = mask_target(texts[task.path], own, task.position)
            except ValueError:
                if own == task.target.name:
                    raise
                masked = mask_target(texts[task.path], task.target.name, task.position)
        except SyntaxError as error:
            raise UserError(f"{task.path}, the file of task {task.task_id}, cannot be parsed: {error}.") from error
        kind = task.target.kind
        if isinstance(masked.hidden[0].node, ast.ClassDef) != (kind == "class"):
            raise UserError(f"{masked.name} in {task.path} is not a {kind}, as task {task.task_id} states.")
        # No tests, built copies, copies but for white space at line ends, and the target's file in another folder.
        plain = {path: "\n".join(map(str.rstrip, text.strip().splitlines())) for path, text in texts.items()}
        module = PurePosixPath(task.path).parts
        module = module[1:] if module[0] in ("src", "lib") else module
        folders = {folder for file in task.tests_by_file if "test" in (folder := PurePosixPath(file).parent).name}
        folders |= {PurePosixPath(tests)} if tests else set()
        shown = {task.path: masked.text}
        for path in texts:
            place = PurePosixPath(path)
            *parents, name = place.parts
            is_test = any(fnmatchcase(name.lower(), pattern) for pattern in _TEST_FILES) or path in task.tests_by_file
            is_test = is_test or any(_TEST_FOLDER.search(part.lower()) for part in parents)
            is_test = is_test or not folders.isdisjoint((place, *place.parents))
            is_built = any(one == "build" and two.startswith(_BUILT) for one, two in pairwise(parents))
            is_copy = plain[path] == plain[task.path] or (len(module) > 1 and place.parts[-len(module) :] == module)
            if not (is_test or is_built or is_copy):
                shown[path] = texts[path]
        word = re.compile(rf"\b{re.escape(masked.name.rpartition('.')[2])}\b")
        shown = {path: without_examples(text, word) for path, text in shown.items()}
        return cls(
            summaries=_without_copies(shown, masked.hidden, sources),
            path=task.path,
            target=Target(masked.name, kind),
            placeholder=masked.placeholder,
            position=masked.position,
            own_names=task.paraphrase,
        )

    @cached_property
    def index(self) -> ProjectIndex:
        """The definitions of the files, for looking names up through imports."""
        return ProjectIndex(Path(), self.texts)

    def own(self, text: str) -> str:
        """A text with the project's own names for renamed symbols."""
        return definitions.rename_words(text, self.own_names)

    def shown(self, text: str) -> str:
        """A text with the task's names for renamed symbols."""
        return definitions.rename_words(text, self.shown_names)


def _without_copies(
    shown: Mapping[str, str], hidden: Sequence[Definition], sources: ProjectSources
) -> dict[str, SourceSummary]:
    """Summaries of files without the bodies that are like those of hidden definitions."""
    forms: dict[str, set[str]] = {}  # normal forms of hidden definitions and their methods, by name
    whole: set[str] = set()  # normal forms too long to be equal by chance
    shapes: set[int] = set()
    bodies: list[tuple[int, frozenset[str]]] = []  # statements and lines of long hidden functions
    for definition in hidden:
        summary = SourceSummary(definition.file.text)
        for symbol in summary.symbols:
            if symbol.kind == "variable" or not definition.first_line <= symbol.line <= definition.last_line:
                continue
            node = summary.definitions[symbol.line].node
            form = normal_form(node)
            if symbol.statements >= MIN_CHANGED_STATEMENTS and not isinstance(node, ast.ClassDef):
                bodies.append((symbol.statements, _lines_of(node)))
            shapes.add(symbol.shape)
            forms.setdefault(symbol.name, set()).add(form)
            if symbol.statements >= MIN_COPIED_STATEMENTS:
                whole.add(form)
    summaries: dict[str, SourceSummary] = {}
    for path, text in sorted(shown.items()):
        found, lines = sources.summary(text), set[int]()
        if found is None:  # it could hold a copy
            continue
        for symbol in (symbol for symbol in found.symbols if symbol.kind != "variable"):
            count = 0 if symbol.kind == "class" else symbol.statements
            near = [body for number, body in bodies if MIN_SHARED <= count / number <= 1 / MIN_SHARED]
            if near and symbol.line not in found.body_lines:
                found.body_lines[symbol.line] = _lines_of(found.definitions[symbol.line].node)
            own = found.body_lines[symbol.line] if near else frozenset()
            if any(len(body & own) >= MIN_SHARED * len(body | own) for body in near):  # a changed copy
                lines.add(symbol.line)
            known = forms.get(symbol.name, set()) | whole if symbol.shape in shapes else set()
            if known and normal_form(found.definitions[symbol.line].node) in known:
                lines.add(symbol.line)
        if lines:
            file, edits, end = SourceFile(text), dict[tuple[int, int], str](), -1
            for _, definition in sorted(definitions.definitions_in(file), key=lambda pair: pair[1].start):
                if definition.node.lineno in lines and definition.start >= end:  # not within a hidden one
                    span, new = _hiding(definition)
                    edits[span], end = new, span[1]
            found = sources.summary(file.changed(edits))
        if found is not None:
            summaries[path] = found
    return summaries
