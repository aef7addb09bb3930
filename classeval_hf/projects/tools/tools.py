"""The tools over a project, for one task (Retrieve-Repotools-Reflect, appendix F)."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.projects.tools.imports import ImportFinder, read_needs
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.projects.tools.retrieval import Documents, MissingExtraError, Retriever
from classeval_hf.projects.tools.source_files import Snippet, summary_text
from classeval_hf.projects.tools.symbols import ClassInfo, Member, Place, ProjectSymbols, near_names, signature
from classeval_hf.projects.tools.tool_calls import PARAMETERS, TOOL_NAMES, ToolCall, ToolResult
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

_SNIPPETS, _MEMBERS, _STRUCTURES, _MAX_PLACES, _MAX_NAMED = 5, 10, 3, 5, 40
_MAX_BODY_LINES, _MAX_OUTPUT_CHARS, _MAX_CANDIDATE_CHARS = 60, 8_000, 200_000


class NothingError(Exception):
    """Nothing was found; the message is for the model."""


class Snippets(Documents):
    def __init__(self, snippets: Sequence[Snippet]) -> None:
        super().__init__([snippet.text for snippet in snippets])
        self.all = snippets


class RepositoryTools:
    """
    The tools over a project, for one task. What they say depends on nothing but the view, the retriever and the call.

    Args:
        view ([`MaskedProject`]): what may be seen of the project.
        retriever ([`Retriever`]): what ranks texts; share it between tasks.
        disabled (`Collection[str]`, *optional*): names of tools that are not available.
        calls ([`~classeval_hf.sandbox.limited_calls.LimitedCalls`]): the processes that read candidates.

    Raises:
        `ValueError`: naming a tool to disable that there is not.
        [`MissingExtraError`]: if `pyflakes` is not installed.
    """

    def __init__(
        self, view: MaskedProject, retriever: Retriever, disabled: Collection[str] = (), *, calls: LimitedCalls
    ) -> None:
        if unknown := sorted(set(disabled) - set(TOOL_NAMES)):
            hint = did_you_mean(unknown[0], TOOL_NAMES)
            raise UserError(f"There is no tool {', '.join(unknown)}: the tools are {', '.join(TOOL_NAMES)}.{hint}")
        try:
            import pyflakes  # noqa: F401  # used in the processes that read candidates
        except ImportError as error:
            raise MissingExtraError("pyflakes", error) from error
        self._view = view
        self._retriever = retriever
        self._disabled = frozenset(disabled)
        self._calls = calls
        self._symbols = ProjectSymbols(view)
        self._imports = ImportFinder(view, self._symbols)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tools that are available."""
        return tuple(name for name in TOOL_NAMES if name not in self._disabled)

    def related_snippets(self, query: str, count: int = _SNIPPETS) -> list[Snippet]:
        """
        The tool that needs no call, `get_related_snippets`: windows of 20 lines, each 10 lines after the one before.

        Args:
            query (`str`): what they are to be like: the description of the task, or a completion.
            count (`int`, defaults to 5): how many.

        Returns:
            `list[Snippet]`: the most similar first.
        """
        best = self._retriever.rank(self._own(query), self._snippets, count)
        chosen = (self._snippets.all[place] for place in best)
        return [snippet._replace(text=self._shown(snippet.text)) for snippet in chosen]

    def call(self, call: ToolCall, *, candidate: str, thought: str = "") -> ToolResult:
        """
        Makes a call.

        Args:
            call ([`ToolCall`]): the call.
            candidate (`str`): the completion that is to be repaired, or its code.
            thought (`str`, *optional*): what the model thought before the call; by default what the call says.

        Returns:
            [`ToolResult`]
        """
        if call.name not in PARAMETERS or call.name in self._disabled:
            known = ", ".join(f"{name}({', '.join(PARAMETERS[name])})" for name in self.names)
            return ToolResult(call, f"There is no tool {call.name[:80]}. The tools are {known}.", False)
        if call.name != "get_imports" and not any(call.arguments):
            form = f"{call.name}({', '.join(PARAMETERS[call.name])})"
            return ToolResult(call, f"The tool {call.name} needs arguments: {form}.", False)
        arguments = [self._own(argument) for argument in call.arguments]
        try:
            match call.name:
                case "get_imports":
                    output = self._get_imports(candidate)
                case "get_class_info":
                    output = self._get_class_info(arguments, self._own(thought or call.thought))
                case "get_relevant_code":
                    output = self._get_relevant_code(arguments[0])
                case _:
                    output = self._get_callables(arguments, with_bodies=call.name == "get_method_body")
        except NothingError as nothing:
            return ToolResult(call, self._shown(str(nothing)), False)
        if len(output) > _MAX_OUTPUT_CHARS:
            output = output[:_MAX_OUTPUT_CHARS].rpartition("\n")[0] + "\n... (the rest is left out)"
        return ToolResult(call, self._shown(output))

    def _own(self, text: str) -> str:
        """A text with the project's names, where the benchmark has others."""
        return self._view.own(text)

    def _shown(self, text: str) -> str:
        return self._view.shown(text)

    @cached_property
    def _snippets(self) -> "Snippets":
        summaries = self._view.summaries.items()
        return Snippets([Snippet(path, line, text) for path, summary in summaries for line, text in summary.windows])

    @cached_property
    def _structures(self) -> "Snippets":
        """Classes without the bodies of their methods, functions, and snippets."""
        found = [(path, item) for path, summary in self._view.summaries.items() for item in summary.outlines]
        outlines = [Snippet(path, symbol.first, text) for path, (symbol, text) in found]
        return Snippets([*outlines, *self._snippets.all])

    def problems(self, candidate: str) -> list[str]:
        """
        What is wrong with the names of a candidate, without running it.

        Args:
            candidate (`str`): the completion, or its code.

        Returns:
            `list[str]`: one line for each name that nothing defines, and each import that fails; what is wrong with
            the candidate, if it cannot be read.
        """
        try:
            lines = self._name_problems(self._needs(candidate))
        except NothingError as nothing:
            lines = [str(nothing)]
        return [self._view.shown(line) for line in lines]

    def _get_imports(self, candidate: str) -> str:
        needs = self._needs(candidate)
        lines = self._name_problems(needs)
        if own := [name for name in needs["used"] if self._imports.in_file(name) == "defines"]:
            names = ", ".join(own[:_MAX_NAMED])
            lines.append(f"Defined in this file ({self._view.path}), not to be imported: {names}.")
        return "\n".join(lines) or "Every name in the code is defined."

    def _needs(self, candidate: str) -> dict[str, Any]:
        if len(candidate) > _MAX_CANDIDATE_CHARS:
            raise NothingError(f"The code has more than {_MAX_CANDIDATE_CHARS} characters and was not read.")
        view = self._view
        try:
            needs: dict[str, Any] = self._calls.call(
                read_needs, view.placeholder, view.target, view.position, candidate, dict(view.own_names)
            )
        except UnreadableError as error:
            raise NothingError(f"The code cannot be read: {error}.") from error
        if needs["problem"]:
            raise NothingError(f"The code cannot be read: {needs['problem']}.")
        return needs

    def _name_problems(self, needs: dict[str, Any]) -> list[str]:
        lines = [self._advice(name, needs["stars"]) for name in needs["undefined"]]
        for module, name in needs["imports"]:
            if problem := self._imports.problem(module, name):
                written = f"from {module} import {name}" if name else f"import {module}"
                options = self._imports.statements(name) if name else []
                lines.append(f"`{written}` fails: {problem}.{_options(options)}")
        return [line for line in lines if line]

    def _advice(self, name: str, stars: Sequence[str]) -> str:
        """Advice on a name that nothing defines."""
        if stars and self._imports.by_star(name, stars):
            return ""
        if options := self._imports.statements(name):
            return f"{name}:{_options(options)}"
        near = [other for other in self._symbols.near(name, "class", "function", "variable") if other != name]
        return f"{name}: nothing in the project defines it.{_like(near)}"

    def _get_class_info(self, arguments: Sequence[str], thought: str) -> str:
        parts, missing = [], []
        for name in dict.fromkeys(filter(None, arguments)):
            places = self._symbols.find(name, "class")
            if not places:
                missing.append(self._no_class(name))
            parts += [self._class_info(place, thought) for place in places[:_MAX_PLACES]]
        if not parts:
            raise NothingError("\n".join(missing))
        return "\n\n".join([*parts, *missing])

    def _class_info(self, place: Place, thought: str) -> str:
        info = self._symbols.class_info(place)
        node = self._symbols.definition(place).node
        constructor = next((member for member in info.members if member.name == "__init__"), None)
        others = [member for member in info.members if member is not constructor]
        about = summary_text(node)
        lines = [f"{signature(node)}  # {self._where(place)}{f'; {about}' if about else ''}"]
        if info.outside:
            lines.append(f"    # bases outside the project, whose members are not listed: {', '.join(info.outside)}")
        if info.hidden:
            lines.append(f"    # base that is to be written: {', '.join(info.hidden)}")
        if constructor is not None:
            lines.append(self._member_line(constructor, place))
        best = others
        if len(others) > _MEMBERS:  # those most similar to the thought, filled up with others, public ones first
            texts = Documents([f"{member.name} {member.text} {member.summary}" for member in others])
            ranked = self._retriever.rank(thought, texts, _MEMBERS) if thought.strip() else []
            rest = sorted(set(range(len(others))) - set(ranked), key=lambda place: others[place].name.startswith("_"))
            best = [others[place] for place in [*ranked, *rest][:_MEMBERS]]
        lines += [self._member_line(member, place) for member in best]
        if left := [member.name for member in others if member not in best]:
            more = f" and {len(left) - _MAX_NAMED} more" if len(left) > _MAX_NAMED else ""
            lines.append(f"    # other members: {', '.join(left[:_MAX_NAMED])}{more}")
        return "\n".join(lines)

    def _member_line(self, member: Member, place: Place) -> str:
        origin = f"inherited from {member.owner}" if member.owner != self._symbols.qualified(place) else ""
        note = "; ".join(filter(None, (origin, member.summary)))
        lines = member.text.split("\n")
        return "\n".join(f"    {line}" for line in [*lines[:-1], lines[-1] + (f"  # {note}" if note else "")])

    def _where(self, place: Place) -> str:
        return f"{place.path}, line {place.symbol.line}"

    def _no_class(self, name: str) -> str:
        target = self._view.target
        if target.kind == "class" and name.rpartition(".")[2] == target.name.rpartition(".")[2]:
            return f"The class {name} is what is to be written: the project does not have it yet."
        lacking = f"The project has no class {name}.{_like(self._symbols.near(name, 'class'))}"
        if function := self._symbols.find(name, "function", "variable"):
            return f"{lacking} {name} is a {function[0].symbol.kind} in {self._where(function[0])}."
        outside = self._imports.statements(name)
        return f"{lacking} It may be of a library: `{outside[0]}`." if outside else lacking

    def _get_callables(self, arguments: Sequence[str], with_bodies: bool) -> str:
        owner, name = (*arguments, "")[:2]
        if not name:
            owner, _, name = arguments[0].rpartition(".") if len(arguments) == 1 else ("", "", arguments[0])
        found = self._find_callables(owner, name)
        shown = ((origin, self._body(place) if with_bodies and place else text) for origin, text, place in found)
        return "\n\n".join(f"# {origin}\n{text}" for origin, text in shown)

    def _body(self, place: Place) -> str:
        target = self._view.target
        source = self._symbols.summary(place).source(place.symbol)
        if place.path == self._view.path and place.symbol.name == target.name and target.kind != "class":
            return f"{self._symbols.summary(place).header(place.symbol)}\n    # This is what is to be written."
        lines = source.split("\n")
        if len(lines) > _MAX_BODY_LINES:
            return "\n".join([*lines[:_MAX_BODY_LINES], f"# ... ({len(lines) - _MAX_BODY_LINES} more lines)"])
        return source

    def _find_callables(self, owner: str, name: str) -> list[tuple[str, str, Place | None]]:
        """Methods of all classes of a name, or functions: description, signature and place of each."""
        if not owner:
            if places := self._symbols.find(name, "function"):
                return [self._callable(place) for place in places[:_MAX_PLACES]]
            if self._symbols.find(name, "class"):
                return self._find_callables(name, "__init__")
            methods = self._symbols.find(name, "method")
            if methods and "." in name:
                return [self._callable(place) for place in methods[:_MAX_PLACES]]
            others = list(dict.fromkeys(place.symbol.name for place in methods))
            hint = f" Methods of this name: {', '.join(others[:_MAX_NAMED])}." if others else ""
            hint = hint or _like(self._symbols.near(name, "function"))
            raise NothingError(f"The project has no function {name}.{hint}")
        places = self._symbols.find(owner, "class")
        if not places:
            if functions := self._symbols.find(f"{owner}.{name}", "function") if name else []:
                return [self._callable(place) for place in functions[:_MAX_PLACES]]  # `owner` is a module
            raise NothingError(self._no_class(owner))
        callables: list[tuple[str, str, Place | None]] = []
        problems = []
        for place in places[:_MAX_PLACES]:
            known = self._symbols.class_info(place)
            member = next((member for member in known.members if member.name == name), None)
            if member is None:
                problems.append(self._no_member(known, name))
                continue
            if member.place is None or member.kind == "class":
                callables.append((f"{self._where(place)}, {owner}.{name}", member.text, None))
                continue
            for symbol in self._symbols.summary(member.place).by_name[member.place.symbol.name]:
                own = Place(member.place.path, symbol)
                node = self._symbols.definition(own).node
                callables.append((f"{self._where(own)}, method of {member.owner}", signature(node), own))
        if not callables:
            raise NothingError("\n".join(dict.fromkeys(problems)))
        return callables

    def _no_member(self, info: ClassInfo, name: str) -> str:
        owner, names = self._symbols.qualified(info.place), [member.name for member in info.members]
        near, outside = near_names(name, names), ""
        if info.outside:
            outside = f" Its bases outside the project may have it: {', '.join(info.outside)}."
        if name in ("__init__", "__new__"):
            fields = [member.text for member in info.members if member.kind == "field" and ":" in member.text]
            said = f" Its annotated fields, in order: {'; '.join(fields[:_MAX_NAMED])}." if fields else ""
            return f"The class {owner} defines no {name}.{said}{outside}"
        listed = near or [own for own in names if not own.startswith("_")][:_MAX_NAMED]
        what = "The nearest names are" if near else "It has"
        return f"The class {owner} has no {name}. {what} {', '.join(listed) or 'no members'}.{outside}"

    def _callable(self, place: Place) -> tuple[str, str, Place | None]:
        node = self._symbols.definition(place).node
        return f"{self._where(place)}, {place.symbol.kind} {place.symbol.name}", signature(node), place

    def _get_relevant_code(self, query: str) -> str:
        ranked = self._retriever.rank(query, self._structures, _STRUCTURES * 4)
        chosen: list[Snippet] = []
        for one in (self._structures.all[place] for place in ranked):
            same = [other for other in chosen if other.path == one.path]
            if not any(one.line <= other.last_line and other.line <= one.last_line for other in same):
                chosen.append(one)
        if not chosen:
            raise NothingError("Nothing in the project is like that.")
        return "\n\n".join(f"# {item.path}, line {item.line}\n{item.text}" for item in chosen[:_STRUCTURES])


def _options(statements: Sequence[str]) -> str:
    return f" {' or '.join(f'`{statement}`' for statement in statements)}" if statements else ""


def _like(names: Sequence[str]) -> str:
    return f" The nearest names are {', '.join(names)}." if names else ""
