"""Whether tools over a project show anything of the reference: its lines that stand nowhere else in the project."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from classeval_hf.reading.definitions import Definition, find_definition
from classeval_hf.repository_tools.tool_calls import ToolCall
from classeval_hf.repository_tools.tools import RepositoryTools
from classeval_hf.repository_tools.views import ProjectSources, ProjectView

_PIECE = 400
_WORD = re.compile(r"\w+")


def reference(view: ProjectView, sources: ProjectSources, tree: Path, position: int) -> Definition:
    """The target as it stands in the project."""
    return find_definition(sources.texts(tree)[view.path], view.target.name, position)


def leaked(view: ProjectView, found: Definition, raw: Mapping[str, str], outputs: Iterable[str]) -> list[str]:
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
