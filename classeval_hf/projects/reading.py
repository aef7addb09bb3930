"""From a completion to the candidate file (docs/design/reading.md). The rest of the file stays the same, byte by byte.
Definitions and bodies are not repaired."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import msgspec

from classeval_hf.core.repository_tasks import JAVA, RepositoryTask, Target
from classeval_hf.core.syntax import Fragment, cut_statement, first_line, has_body, margin, move_lines
from classeval_hf.projects.tools.name_uses import NameUse, name_uses
from classeval_hf.projects.tools.project_index import ProjectIndex
from classeval_hf.reading import definitions, extraction, records
from classeval_hf.reading.completion_blocks import Block, SplitText, plain_text
from classeval_hf.reading.definitions import Definition, SourceFile, docstring_node, find_like
from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, too_long
from classeval_hf.reading.method_extraction import AskedFunction, PassageFunctions
from classeval_hf.reading.records import NO_SIGNS, CompletionSigns, Reading, ReadingNote, Ruling, syntax_error
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError


@dataclass(frozen=True)
class Assembly:
    code: str  # the new definition, or the text in its place
    signs: CompletionSigns
    ruling: Ruling | None  # why it fails without being run, if so
    source: str = ""  # the new file, if there is one
    line: int = 0  # of `code` in `source`
    name: str = ""  # of the target
    note: ReadingNote | None = None  # its part of the completion


def assemble(
    file_source: str,
    target: Target,
    position: int,
    completion: str,
    max_chars: int = MAX_COMPLETION_CHARS,
    paraphrase: Mapping[str, str] | None = None,
) -> Assembly:
    """Puts a completion in the target's place; `SyntaxError` for an invalid file, `ValueError` without the target."""
    names = dict(paraphrase or {})
    name = ".".join(names.get(part, part) for part in target.name.split("."))
    definition = definitions.find_definition(file_source, name, position)
    split = extraction.split_within_limits(definitions.rename_words(completion, names), 1, max_chars)
    if split.problem:
        assembled = Assembly("", NO_SIGNS, Ruling("UnreadableAnswer", split.problem))
    elif not split.passages:
        assembled = Assembly("", CompletionSigns("empty"), Ruling("EmptyCompletion", "the completion is empty"))
    elif isinstance(definition.node, ast.ClassDef):
        text, short_name = split.text, definition.node.name
        found = extraction.ClassReader(split, short_name, ()).read()
        code = found.code
        signs = records.read_signs(text, code, short_name, found.defines_class)
        written = find_like(SourceFile(code, Fragment.of(code).tree), definition.name, definition.node)
        if written is not None:
            placed = _placed(definition, split, written, (), (0, len(text)))
            assembled = replace(placed, note=found.note)
        else:
            instead = f"; it defines {', '.join(signs.classes)} instead" if signs.classes else ""
            missing = Ruling("NameError", f"the completion does not define the class {short_name!r}{instead}")
            assembled = Assembly(code, signs, syntax_error(code, code, text, found.note.taken) or missing)
    else:
        assembled = _function_assembly(definition, split)
    problem = assembled.ruling.message if assembled.ruling is not None else ""
    return replace(assembled, name=name, note=assembled.note or ReadingNote(cut=split.cut, problem=problem))


def _function_assembly(target: Definition, split: SplitText) -> Assembly:
    # The function is asked for without a docstring in the line of its signature.
    file, statements, docstring = target.file, target.node.body, docstring_node(target.node)
    line, end = target.header_end
    if docstring is not None and docstring.lineno > line:
        line, statements = docstring.end_lineno or line, statements[1:]
        end = file.offset(line, docstring.end_col_offset or 0)
    if not statements or statements[0].lineno > line:
        end = file.starts[line - 1] + len(file.line(line))
    header = file.text[file.starts[target.node.lineno - 1] : end].replace("\r\n", "\n").replace("\r", "\n")
    asked = AskedFunction(target.name, target.node, header, target.indent, target.body_indent)
    empty: list[Assembly] = []  # without a body, used if nothing else is found, since a prompt may be echoed
    for passage in split.passages:
        functions = PassageFunctions(passage, asked, split.parser)
        bodies, hidden = functions.bodies(may_be_prose=False), functions.cut(in_strings=True)
        for found in chain(functions.parsed(), bodies, functions.cut(), hidden):
            is_empty = not has_body(found.definition.node)
            if found.is_whole and not (is_empty and empty):
                note = split.note(passage, found.place, [(found.body or found.definition.text, passage.region)])
                placed = _placed(target, split, found.definition, functions.fragments, passage.region)
                if not is_empty:
                    return replace(placed, note=note)
                empty.append(replace(placed, note=note))
    if empty:
        return empty[0]
    sign = records.read_signs(split.text, split.text, target.node.name, False).kind
    signs = CompletionSigns("no Python" if sign == "no class" else sign)
    # A syntax error is reported for the last block, or for the text.
    block = [Block(split.passages[0].text, split.passages[0].region), *split.passages[0].blocks][-1]
    code = move_lines(block.raw, margin(block.raw.lstrip("\n")), "")
    taken = records.taken_lines(split.text, [(block.raw, block.region)])
    missing = Ruling("NameError", f"the completion neither defines {target.node.name!r} nor is a body for it")
    return Assembly(split.text, signs, syntax_error(code, code, split.text, taken) or missing)


def _placed(
    target: Definition, split: SplitText, written: Definition, others: Sequence[Fragment], region: tuple[int, int]
) -> Assembly:
    """Puts a definition in the target's place, with the helpers and imports that it needs, in whole lines."""
    file, code = target.file, written.file.fragment
    parents = [node for node in target.parents[-1:] if isinstance(node, ast.ClassDef)]
    earlier = (node for node in written.file.tree.body if node.lineno < written.node.lineno)
    kept = [node for node in earlier if isinstance(node, (ast.Import, ast.ImportFrom))]  # for quoted annotations too
    known = {definitions.property_part(node) for node in [target.node, *target.accessors]}
    accessors = [node for node in written.accessors if definitions.property_part(node) not in known]
    names = extraction.declared_names(file.tree.body, kept, *(parent.body for parent in parents))
    class_name = parents[0].name if parents else ""
    attributes, methods, preamble = extraction.find_helpers([written.node], [code, *others], names, class_name, 0)
    methods += [cut_statement(code.lines, node, 0) for node in accessors]
    members = [*((target.start, part) for part in attributes), *((target.end, part) for part in methods)]
    own = next(node for node in file.tree.body if (node.end_lineno or node.lineno) >= target.node.lineno)
    above, below = file.starts[first_line(own) - 1], file.starts[own.end_lineno or own.lineno]
    head = [node for node in file.tree.body if extraction.is_future_import(node) or node is docstring_node(file.tree)]
    top = file.starts[head[-1].end_lineno or 0 if head else first_line(file.tree.body[0]) - 1]
    beside = list(dict.fromkeys((place, move_lines(part, "", target.indent)) for place, part in members))
    for part in dict.fromkeys([*(cut_statement(code.lines, node, 0) for node in kept), *preamble]):
        is_later = extraction.uses_on_import(Fragment.of(part).tree, target.node.name)
        beside.append((top if part.startswith("from __future__ ") else below if is_later else above, part))
    edits: dict[tuple[int, int], str] = {}
    for place, part in beside:
        edits[place, place] = f"{edits.get((place, place), '')}{part}\n"
    text = move_lines(written.text.rstrip("\n") + "\n", written.indent, target.indent)
    keeps_decorators = not isinstance(written.node, ast.ClassDef) and not written.node.decorator_list
    start = file.starts[(target.node.lineno if keeps_decorators else target.first_line) - 1]
    line = target.first_line + sum(part.count("\n") for (place, _), part in edits.items() if place <= target.start)
    edits[start, target.end] = text
    last = max(edits)
    if last[1] == len(file.text) and not file.text.endswith(("\n", "\r")):
        edits[last] = "\n" * (last[1] > target.end) + edits[last].removesuffix("\n")
    source = file.changed({places: part.replace("\n", file.line_end) for places, part in edits.items()})
    placed = plain_text(file.text[target.start : start]) + text
    taken = records.taken_lines(split.text, [(text, region)])
    error = syntax_error(plain_text(source), "\n" * (line - 1) + placed, split.text, taken)
    return Assembly(placed, NO_SIGNS, error, source, line)


def read_repository_completions(
    items: Sequence[tuple[RepositoryTask, str, str]],
    calls: LimitedCalls,
    max_chars: int = MAX_COMPLETION_CHARS,
    index_of: Callable[[RepositoryTask], ProjectIndex | None] = lambda task: None,
) -> list[Reading]:
    # Texts that are too long are not sent to the reading processes.
    wanted = {(task.task_id, text): (task, source) for task, source, text in items if len(text) <= max_chars}
    sent = [
        (task.language, source, task.target, task.position, text, dict(task.paraphrase))
        for (_, text), (task, source) in wanted.items()
    ]
    readings: dict[tuple[str, str], Reading] = {}
    for (key, (task, _)), result in zip(wanted.items(), calls.map(_read, sent), strict=True):
        if isinstance(result, UnreadableError):
            readings[key] = records.unreadable(f"the completion cannot be read: {result}")
            continue
        new, uses = msgspec.convert(result, tuple[Assembly, list[NameUse] | None])
        index = index_of(task) if uses is not None else None
        found = index.dependencies(task.path, new.name, uses) if index is not None and uses is not None else None
        note = new.note or records.NOTHING_READ
        readings[key] = Reading(new.source, signs=new.signs, ruling=new.ruling, note=note, code=new.code, used=found)
    return [
        readings.get((task.task_id, text)) or records.unreadable(too_long(text, max_chars)) for task, _, text in items
    ]


def _read(
    language: str, file_source: str, target: Target, position: int, completion: str, paraphrase: dict[str, str]
) -> Any:
    """An [`Assembly`] and the names that it uses, as plain data; runs in a process with limits."""
    if language == JAVA:
        from classeval_hf.projects.java.reading import assemble_java  # needs an extra

        return msgspec.to_builtins((assemble_java(file_source, target, completion, paraphrase), None))
    built = assemble(file_source, target, position, completion, len(completion), paraphrase)
    placed = bool(built.source) and built.ruling is None
    return msgspec.to_builtins((built, name_uses(built.source, built.name, built.line) if placed else None))
