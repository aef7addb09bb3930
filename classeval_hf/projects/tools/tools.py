"""The tools over a project, for one task (Retrieve-Repotools-Reflect, appendix F), and calls of them in a model's
text: `name(argument, ...)` with the thought above it, read without running code."""

import ast
import builtins
import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from classeval_hf.core.errors import UserError, did_you_mean
from classeval_hf.core.repository_tasks import Target
from classeval_hf.core.syntax import parse, walk
from classeval_hf.projects.reading import assemble
from classeval_hf.projects.tools.masked_project import MaskedProject
from classeval_hf.projects.tools.retrieval import Documents, MissingExtraError, Retriever
from classeval_hf.projects.tools.source_files import Snippet, dedented, imports_in, signature, summary_text
from classeval_hf.projects.tools.symbols import ImportFinder, Place, ProjectSymbols
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "get_class_info": ("class_name",),
    "get_signature": ("class_name", "method_name"),
    "get_method_body": ("class_name", "method_name"),
    "get_relevant_code": ("search_string",),
    "get_imports": (),
}  # parameters of the tools, in the order of the paper's prompt (appendix G)

TOOL_NAMES = tuple(PARAMETERS)
_MAX_CALL_CHARS, _MAX_ARGUMENTS, _MAX_ARGUMENT_CHARS, _MAX_THOUGHT_CHARS = 2_000, 10, 500, 2_000
_MAX_TRIES = 1_000  # maximum of possible calls that are read, so that reading takes linear time
_PYTHONS_OWN = frozenset(dir(builtins))  # calls of these are code, not calls of unknown tools
_CALL_START = re.compile(r"(?<![\w.])([A-Za-z_]\w{0,63})[ \t]?\(", re.ASCII)
_TOKEN = re.compile(
    r"""
    (?P<string> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `[^`\n]*` )
    | (?P<mark> [,()\[\]=\n] )
    | (?P<plain> [^,()\[\]=\n"'`]+ | . )
    """,
    re.VERBOSE,
)
_ALONE = re.compile(
    r"[ \t]*(?:[-*>]|\d{1,2}[.):]|\(\d{1,2}\))?[ \t]*(?:(?:Action|Tool|Call)[\w ]{0,9}:)?[ \t`*]*", re.I
)
_SNIPPETS, _MEMBERS, _STRUCTURES, _NEAR_NAMES, _MAX_PLACES, _MAX_NAMED, _MAX_NAMES = 5, 10, 3, 5, 5, 40, 100
_MAX_BODY_LINES, _MAX_OUTPUT_CHARS, _MAX_CANDIDATE_CHARS = 60, 8_000, 200_000
_WORD = re.compile(r"\b[^\W\d]\w*")


@dataclass(frozen=True)
class ToolCall:
    name: str  # name of the tool, which need not exist
    arguments: tuple[str, ...] = ()  # its arguments; `None` is the empty string
    text: str = ""  # the call as the model wrote it
    thought: str = ""  # the model's text between the call before and this one


@dataclass(frozen=True)
class ToolResult:
    call: ToolCall
    output: str  # the text for the model: the result, or the reason why there is none
    ok: bool = True  # whether there is a result


def parse_tool_calls(text: str, limit: int = 3) -> list[ToolCall]:
    """
    Reads the calls in a text, with thoughts around them.

    A call of an unknown tool counts if it stands alone in its line, so that the model gets an error; calls of known
    tools come first if there are more than `limit`. Equal calls count once. A call with the names of the parameters as
    arguments does not count, and neither does one without arguments within a sentence.

    Args:
        text (`str`): the model's text. Reading takes time linear in its length.
        limit (`int`, defaults to 3): maximum of calls (algorithm 1: 3).

    Returns:
        `list[ToolCall]`: in the order of the text.
    """
    calls: dict[tuple[str, tuple[str, ...]], ToolCall] = {}
    place = 0
    for start, end, name, arguments in _calls(text):
        if (name, arguments) not in calls:
            thought = text[max(place, start - _MAX_THOUGHT_CHARS) : start].strip()
            calls[name, arguments] = ToolCall(name, arguments, text[start:end].strip(), thought)
            place = end
    chosen = sorted(calls.values(), key=lambda call: call.name not in PARAMETERS)[:limit]
    return [call for call in calls.values() if call in chosen]


def _calls(text: str) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """Start, end, name and arguments of calls of tools, also unknown ones."""
    place = tries = 0
    while tries < _MAX_TRIES and (begin := _CALL_START.search(text, place)) is not None:
        place, name = begin.end(), begin[1]
        line = text.rfind("\n", max(begin.start() - 60, 0), begin.start()) + 1
        # Only the beginning of a list item or action is before it in its line.
        is_alone = (line > 0 or begin.start() < 60) and _ALONE.fullmatch(text, line, begin.start()) is not None
        if name not in PARAMETERS and (not is_alone or name in _PYTHONS_OWN):
            continue
        tries += 1
        read = _read_arguments(text, begin.end())
        if read is None:
            continue
        (parts, end), parameters = read, PARAMETERS.get(name, ())
        if not is_alone and not parts and parameters:
            continue  # a thought that names the tool
        values = [value for keyword, value in parts if not keyword]
        if parameters and tuple(values) == parameters:
            continue  # only the parameters' names
        if name not in PARAMETERS and text[end : end + 80].partition("\n")[0].strip(" \t`*.;"):
            continue
        place = end
        if name == "get_relevant_code":
            yield begin.start(), end, name, (", ".join(value for _, value in parts),) if parts else ()
            continue
        for keyword, value in parts:  # in the order of the parameters
            index = parameters.index(keyword) if keyword in parameters else len(values)
            if keyword:
                values += [""] * (index + 1 - len(values))
                values[index] = value
        yield begin.start(), end, name, tuple("" if one in ("None", "null") else one for one in values)


def _read_arguments(text: str, start: int) -> tuple[list[tuple[str, str]], int] | None:
    """Arguments with keywords, and the end; an unclosed call ends with its line. `None` if it is not a call."""
    parts: list[tuple[str, str]] = []
    keyword, words, depth, place, is_closed = "", "", 0, start, False
    end = min(len(text), start + _MAX_CALL_CHARS)
    while place < end and not is_closed:
        token = _TOKEN.match(text, place, end)
        assert token is not None  # a token is any character
        place = token.end()
        mark = token["mark"]
        if token["string"]:
            inner = token["string"][1:-1]
            words += re.sub(r"\\(.)", r"\1", inner) if not depth else token["string"]
        elif mark == "\n":
            if text[place:end].lstrip()[:1] not in ('"', "'", ")", "]", ","):
                break
        elif mark == "=" and not depth and not keyword and words.strip().isidentifier():
            keyword, words = words.strip(), ""
        elif mark == ")" and not depth:
            is_closed = True
        elif mark == "," and not depth:
            parts.append((keyword, words.strip()))
            keyword, words = "", ""
        elif mark not in ("[", "]") or depth:
            depth += {"(": 1, ")": -1}.get(mark or "", 0)
            words += token[0]
    if not is_closed and place >= start + _MAX_CALL_CHARS:
        return None
    if keyword or words.strip():
        parts.append((keyword, words.strip() if is_closed else words.strip().lstrip("\"'`")))
    if any(len(value) > _MAX_ARGUMENT_CHARS for _, value in parts) or len(parts) > _MAX_ARGUMENTS:
        return None
    return parts, place


class NothingError(Exception):
    """Nothing was found; the message is for the model."""


class Snippets(Documents):
    def __init__(self, snippets: Sequence[Snippet]) -> None:
        super().__init__([snippet.text for snippet in snippets])
        self.all = snippets


@dataclass(frozen=True)
class Needs:
    """The names that a candidate needs."""

    problem: str = ""  # why it does not fit into the file
    undefined: Sequence[str] = ()
    stars: Sequence[str] = ()  # modules imported by `*`, which may define them
    used: Sequence[str] = ()
    imports: Sequence[tuple[str, str]] = ()  # its imports: module, with leading dots, and name; no name for a module


def read_needs(placeholder: str, target: Target, position: int, completion: str, own_names: dict[str, str]) -> Any:
    """The [`Needs`] of a completion, as plain data; runs in a process with limits."""
    from pyflakes import checker, messages

    assembly = assemble(placeholder, target, position, completion, paraphrase=own_names)
    if (ruling := assembly.ruling) is not None:
        return msgspec.to_builtins(Needs(f"{ruling.error_type}: {ruling.message}"))
    tree = parse(assembly.source.lstrip("\ufeff"))
    reports = checker.Checker(tree, filename="candidate").messages
    words = {own_names.get(word, word) for word in _WORD.findall(completion)}
    undefined: dict[str, None] = {}
    stars: set[str] = set()
    for report in sorted(reports, key=lambda item: (item.lineno, item.col)):
        if isinstance(report, (messages.UndefinedName, messages.ImportStarUsage)):
            name, *modules = report.message_args
            if name in words:
                undefined[name] = None
            stars.update(*(of_name.split(", ") for of_name in modules))
    lines = range(assembly.line, assembly.line + assembly.code.count("\n"))
    used = {node.id for node in walk(tree) if isinstance(node, ast.Name) and node.lineno in lines}
    known, new = (
        dict.fromkeys((item.module, item.imported) for item in imports_in(walk(of_file)))
        for of_file in (parse(placeholder.lstrip("\ufeff")), tree)
    )
    needs = Needs(
        undefined=[*undefined][:_MAX_NAMES],
        stars=sorted(stars)[:_MAX_NAMES],
        used=sorted(used)[:_MAX_NAMES],
        imports=[pair for pair in new if pair not in known][:_MAX_NAMES],
    )
    return msgspec.to_builtins(needs)


class RepositoryTools:
    """
    The tools over a project, for one task. Outputs depend only on the masked project, the retriever and the call.

    Args:
        project ([`MaskedProject`]): what may be seen of the project.
        retriever ([`Retriever`]): what ranks texts; share it between tasks.
        disabled (`Collection[str]`, *optional*): names of tools that are not available.
        calls ([`~classeval_hf.sandbox.limited_calls.LimitedCalls`]): the processes that read candidates.

    Raises:
        `ValueError`: naming a tool to disable that does not exist.
        [`MissingExtraError`]: if `pyflakes` is not installed.
    """

    def __init__(
        self, project: MaskedProject, retriever: Retriever, disabled: Collection[str] = (), *, calls: LimitedCalls
    ) -> None:
        if unknown := sorted(set(disabled) - set(TOOL_NAMES)):
            hint = did_you_mean(unknown[0], TOOL_NAMES)
            raise UserError(f"There is no tool {', '.join(unknown)}: the tools are {', '.join(TOOL_NAMES)}.{hint}")
        try:
            import pyflakes  # noqa: F401  # used in the processes that read candidates
        except ImportError as error:
            raise MissingExtraError("pyflakes", error) from error
        self._project = project
        self._retriever = retriever
        self._disabled = frozenset(disabled)
        self._calls = calls
        self._symbols = ProjectSymbols(project)
        self._imports = ImportFinder(project, self._symbols)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tools that are available."""
        return tuple(name for name in TOOL_NAMES if name not in self._disabled)

    def related_snippets(self, query: str, count: int = _SNIPPETS) -> list[Snippet]:
        """
        The tool that needs no call, `get_related_snippets`: windows of 20 lines, each 10 lines after the one before.

        Args:
            query (`str`): the text that they should be like: the description of the task, or a completion.
            count (`int`, defaults to 5): the number of snippets.

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
            thought (`str`, *optional*): the model's thought before the call; by default the one in `call`.

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
        return self._project.own(text)

    def _shown(self, text: str) -> str:
        return self._project.shown(text)

    @cached_property
    def _snippets(self) -> "Snippets":
        summaries = self._project.summaries.items()
        return Snippets([Snippet(path, line, text) for path, summary in summaries for line, text in summary.windows])

    @cached_property
    def _structures(self) -> "Snippets":
        """Classes without the bodies of their methods, functions, and snippets."""
        found = [(path, item) for path, summary in self._project.summaries.items() for item in summary.outlines]
        outlines = [Snippet(path, symbol.first, text) for path, (symbol, text) in found]
        return Snippets([*outlines, *self._snippets.all])

    def problems(self, candidate: str) -> list[str]:
        """
        Checks the names of a candidate, without running it.

        Args:
            candidate (`str`): the completion, or its code.

        Returns:
            `list[str]`: one line for each undefined name and each import that fails; for a candidate that cannot be
            read, the reason.
        """
        try:
            return [self._shown(line) for line in self._name_problems(candidate)[0]]
        except NothingError as nothing:
            return [self._shown(str(nothing))]

    def _get_imports(self, candidate: str) -> str:
        (lines, used), path = self._name_problems(candidate), self._project.path
        defined = self._project.summaries[path].by_name
        if own := [name for name in used if any("." not in symbol.name for symbol in defined.get(name, ()))]:
            lines.append(f"Defined in this file ({path}), not to be imported: {', '.join(own[:_MAX_NAMED])}.")
        return "\n".join(lines) or "Every name in the code is defined."

    def _name_problems(self, candidate: str) -> tuple[list[str], Sequence[str]]:
        """A line for each problem of a candidate's names, and the names that it uses."""
        if len(candidate) > _MAX_CANDIDATE_CHARS:
            raise NothingError(f"The code has more than {_MAX_CANDIDATE_CHARS} characters and was not read.")
        project, index, own_names = self._project, self._project.index, dict(self._project.own_names)
        try:
            found = self._calls.call(
                read_needs, project.placeholder, project.target, project.position, candidate, own_names
            )
        except UnreadableError as error:
            raise NothingError(f"The code cannot be read: {error}.") from error
        needs = msgspec.convert(found, Needs)
        if needs.problem:
            raise NothingError(f"The code cannot be read: {needs.problem}.")
        lines, stars = [], [index.absolute(module, index.module_name(project.path)) for module in needs.stars]
        for name in needs.undefined:
            if all(index.definition(module, name) is None for module in stars):
                options, kinds = self._imports.statements(name), ("class", "function", "variable")
                known = " or ".join(f"`{one}`" for one in options)
                known = known or f"nothing in the project defines it.{self._symbols.near(name, *kinds)}"
                lines.append(f"{name}: {known}")
        for module, name in needs.imports:
            if problem := self._imports.problem(module, name):
                written = f"from {module} import {name}" if name else f"import {module}"
                instead = " or ".join(f"`{one}`" for one in self._imports.statements(name)) if name else ""
                lines.append(f"`{written}` fails: {problem}. {instead}".rstrip())
        return lines, needs.used

    def _get_class_info(self, arguments: Sequence[str], thought: str) -> str:
        parts, missing = [], []
        for name in dict.fromkeys(filter(None, arguments)):
            places = self._symbols.find(name, "class")
            if not places:
                missing.append(self._no_class(name))
            for place in places[:_MAX_PLACES]:  # with the constructor, and the members most similar to the thought
                info, node = self._symbols.class_info(place), place.definition.node
                about = summary_text(node)
                lines = [f"{signature(node)}  # {place.shown}{f'; {about}' if about else ''}"]
                if info.outside:
                    outside = ", ".join(info.outside)
                    lines.append(f"    # bases outside the project, whose members are not listed: {outside}")
                if info.hidden:
                    lines.append(f"    # base that is to be written: {', '.join(info.hidden)}")
                constructor = [member for member in info.members if member.name == "__init__"]
                best = others = [member for member in info.members if member.name != "__init__"]
                if len(others) > _MEMBERS:  # filled up with others, public ones first
                    texts = Documents([f"{member.name} {member.text} {member.summary}" for member in others])
                    ranked = self._retriever.rank(thought, texts, _MEMBERS) if thought.strip() else []
                    rest = [member for number, member in enumerate(others) if number not in ranked]
                    rest.sort(key=lambda member: member.name.startswith("_"))
                    best = [*(others[number] for number in ranked), *rest][:_MEMBERS]
                for member in (*constructor, *best):
                    origin = f"inherited from {member.owner}" if member.owner != place.qualified else ""
                    note = "; ".join(filter(None, (origin, member.summary)))
                    text = member.text + (f"  # {note}" if note else "")
                    lines += [f"    {line}" for line in text.split("\n")]
                if left := [member.name for member in others if member not in best]:
                    more = f" and {len(left) - _MAX_NAMED} more" if len(left) > _MAX_NAMED else ""
                    lines.append(f"    # other members: {', '.join(left[:_MAX_NAMED])}{more}")
                parts.append("\n".join(lines))
        if not parts:
            raise NothingError("\n".join(missing))
        return "\n\n".join([*parts, *missing])

    def _no_class(self, name: str) -> str:
        target = self._project.target
        if target.kind == "class" and name.rpartition(".")[2] == target.name.rpartition(".")[2]:
            return f"The class {name} is what is to be written: the project does not have it yet."
        lacking = f"The project has no class {name}.{self._symbols.near(name, 'class')}"
        if function := self._symbols.find(name, "function", "variable"):
            return f"{lacking} {name} is a {function[0].symbol.kind} in {function[0].shown}."
        outside = self._imports.statements(name)
        return f"{lacking} It may be of a library: `{outside[0]}`." if outside else lacking

    def _get_callables(self, arguments: Sequence[str], with_bodies: bool) -> str:
        owner, name = (*arguments, "")[:2]
        if not name:
            owner, _, name = arguments[0].rpartition(".") if len(arguments) == 1 else ("", "", arguments[0])
        target, shown = self._project.target, []
        for origin, text, place in self._callables(owner, name):
            if with_bodies and place is not None:
                text, symbol = place.summary.source(place.symbol), place.symbol
                lines = text.split("\n")
                if place.path == self._project.path and symbol.name == target.name and target.kind != "class":
                    # Decorators and signature as written.
                    lines = list(place.summary.lines[symbol.first - 1 : max(symbol.body - 1, symbol.line)])
                    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
                        lines.pop()
                    text = f"{dedented(lines)}\n    # This is what is to be written."
                elif len(lines) > _MAX_BODY_LINES:
                    left = len(lines) - _MAX_BODY_LINES
                    text = "\n".join([*lines[:_MAX_BODY_LINES], f"# ... ({left} more lines)"])
            shown.append(f"# {origin}\n{text}")
        return "\n\n".join(shown)

    def _callables(self, owner: str, name: str) -> list[tuple[str, str, Place | None]]:
        """The members of a name of all classes of a name, or the functions of a module; without an owner, functions of
        a name, the constructors of a class, or methods by a qualified name: description, signature and place."""
        places = self._symbols.find(owner, "class") if owner else []
        whole = f"{owner}.{name}" if owner else name
        functions = self._symbols.find(whole, "function") if name and not places else []
        if not owner and not functions:
            if self._symbols.find(name, "class"):
                return self._callables(name, "__init__")
            functions = self._symbols.find(name, "method")
            if not functions or "." not in name:
                others = list(dict.fromkeys(place.symbol.name for place in functions))
                hint = f" Methods of this name: {', '.join(others[:_MAX_NAMED])}." if others else ""
                hint = hint or self._symbols.near(name, "function")
                raise NothingError(f"The project has no function {name}.{hint}")
        if not places and not functions:
            raise NothingError(self._no_class(owner))
        callables: list[tuple[str, str, Place | None]] = [
            (f"{place.shown}, {place.symbol.kind} {place.symbol.name}", signature(place.definition.node), place)
            for place in functions[:_MAX_PLACES]
        ]
        problems = []
        for place in places[:_MAX_PLACES]:
            known = self._symbols.class_info(place)
            member = next((member for member in known.members if member.name == name), None)
            if member is None:
                names, plain = [member.name for member in known.members], name.strip("_").lower()
                same = [other for other in names if other.strip("_").lower() == plain]  # but for underscores and case
                near = list(dict.fromkeys([*same, *difflib.get_close_matches(name, names, _NEAR_NAMES)]))[:_NEAR_NAMES]
                bases = ", ".join(known.outside)
                outside = f" Its bases outside the project may have it: {bases}." if bases else ""
                listed = near or [own for own in names if not own.startswith("_")][:_MAX_NAMED]
                what = "The nearest names are" if near else "It has"
                problem = f"has no {name}. {what} {', '.join(listed) or 'no members'}."
                if name in ("__init__", "__new__"):
                    fields = [one.text for one in known.members if one.kind == "field" and ":" in one.text]
                    said = f" Its annotated fields, in order: {'; '.join(fields[:_MAX_NAMED])}." if fields else ""
                    problem = f"defines no {name}.{said}"
                problems.append(f"The class {known.place.qualified} {problem}{outside}")
            elif member.place is None or member.kind == "class":
                callables.append((f"{place.shown}, {owner}.{name}", member.text, None))
            else:
                for symbol in member.place.summary.by_name[member.place.symbol.name]:
                    own = replace(member.place, symbol=symbol)
                    origin = f"{own.shown}, method of {member.owner}"
                    callables.append((origin, signature(own.definition.node), own))
        if not callables:
            raise NothingError("\n".join(dict.fromkeys(problems)))
        return callables

    def _get_relevant_code(self, query: str) -> str:
        ranked = self._retriever.rank(query, self._structures, _STRUCTURES * 4)
        chosen: list[Snippet] = []
        for one in (self._structures.all[place] for place in ranked):
            same = [other for other in chosen if other.path == one.path]
            last, ends = one.line + one.text.count("\n"), [other.line + other.text.count("\n") for other in same]
            if not any(one.line <= end and other.line <= last for other, end in zip(same, ends, strict=True)):
                chosen.append(one)
        if not chosen:
            raise NothingError("Nothing in the project is like that.")
        return "\n\n".join(f"# {item.path}, line {item.line}\n{item.text}" for item in chosen[:_STRUCTURES])
