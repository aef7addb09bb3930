"""Files of a project without the target: of a class also the imports that it alone used (RepoClassBench, appendix
E.2), of a function all but decorators and signature."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from classeval_hf.core.source_layout import margin
from classeval_hf.core.syntax import names_bound_by, nested_statements, walk
from classeval_hf.reading.definitions import (
    DEFINITIONS,
    Definition,
    DefinitionNode,
    SourceFile,
    definitions_in,
    docstring_node,
    find_in_file,
    property_part,
)

MIN_COPIED_STATEMENTS = 3  # a definition elsewhere with the same body is hidden too if it has as many statements

_QUOTES = re.compile(r"\"\"\"|'''")
_WORD = re.compile(r"\b[^\W\d]\w*")


@dataclass(frozen=True)
class Masked:
    text: str
    placeholder: str  # the same, with an empty class where a class was removed: there a candidate is put in
    position: int  # line of the target in `placeholder`
    name: str  # its qualified name in the project
    hidden: tuple[Definition, ...]  # the definitions that were hidden, as they stood in the project


def mask_target(text: str, name: str, position: int) -> Masked:
    """Hides the target and all of its name in the file; `position` is a line that decides between several."""
    file = SourceFile(text)
    target = find_in_file(file, name, position)
    same = _same(file, name, target)
    if not isinstance(target.node, ast.ClassDef):
        masked = file.changed(dict(map(_emptied, same)))
        line = _same(SourceFile(masked), name, target)[same.index(target)].node.lineno
        return Masked(masked, masked, line, name, tuple(same))
    edits = {**dict(map(_removed, same)), **dict(_import_edits(file, same))}
    masked = file.changed(edits)
    span, _ = _removed(target)
    stub = f"{target.indent}class {target.node.name}:{file.line_end}{target.indent}    pass{file.line_end}"
    placeholder = file.changed({**edits, span: stub})
    line = find_in_file(SourceFile(placeholder), name).node.lineno
    return Masked(masked, placeholder, line, name, tuple(same))


def mask_copies(text: str, lines: Collection[int]) -> str:
    """Hides definitions of another file that are copies of the target, by the lines of their statements."""
    file = SourceFile(text)
    edits: dict[tuple[int, int], str] = {}
    end = -1
    for _, definition in sorted(definitions_in(file), key=lambda pair: pair[1].start):
        if definition.node.lineno in lines and definition.start >= end:  # not within one that is hidden already
            span, new = _removed(definition) if isinstance(definition.node, ast.ClassDef) else _emptied(definition)
            edits[span] = new
            end = span[1]
    return file.changed(edits)


def without_examples(text: str, name: re.Pattern[str]) -> str:
    """Hides the examples (doctests) of a file if one of them tries what is hidden."""
    if ">>>" not in text or not name.search(text):
        return text
    kept, left_out, in_example = [], [], False
    for line in text.splitlines(keepends=True):
        # A line of code never begins so: it is one of a text, which goes on to a blank line or its closing quotes.
        in_example = line.lstrip(" \t#").startswith(">>>") or (in_example and bool(line.strip(" \t#\r\n")))
        quotes = _QUOTES.search(line)
        kept.append(line if not in_example else line[quotes.start() :] if quotes else "")
        left_out += [line] if in_example else []
        in_example = in_example and not quotes
    return "".join(kept) if any(map(name.search, left_out)) else text


def normal_form(node: DefinitionNode) -> str:
    """The body of a definition without docstrings and without its name, equal for equal code."""
    body = [_without_docstrings(copy.deepcopy(item)) for item in node.body if item is not docstring_node(node)]
    return ast.dump(ast.Module(body, []))


def _without_docstrings(statement: ast.stmt) -> ast.stmt:
    for node in walk(statement):
        if isinstance(node, DEFINITIONS) and docstring_node(node) is not None:
            node.body = node.body[1:]
    return statement


def _same(file: SourceFile, name: str, target: Definition) -> list[Definition]:
    """The definitions of the target's name, of its kind, that are the same part of a property, from top to bottom."""
    definitions = [
        definition
        for own, definition in definitions_in(file)
        if own == name
        and isinstance(definition.node, ast.ClassDef) == isinstance(target.node, ast.ClassDef)
        and property_part(definition.node) == property_part(target.node)
    ]
    return sorted(definitions, key=lambda definition: definition.node.lineno)


def _end(definition: Definition) -> int:
    """Where a definition ends, with the comments that are indented as its body is."""
    last = definition.last_line
    for number in range(definition.last_line + 1, len(definition.file.lines) + 1):
        line = definition.file.line(number)
        if not line.strip():
            continue
        if not line.lstrip().startswith("#") or len(margin(line)) <= len(definition.indent):
            break
        last = number
    return definition.file.starts[last]


def _emptied(definition: Definition) -> tuple[tuple[int, int], str]:
    """What to replace so that a function has no body."""
    return (definition.header_end[1], _end(definition)), f" pass{definition.file.line_end}"


def _removed(definition: Definition) -> tuple[tuple[int, int], str]:
    """What to replace so that a definition is not there; within a block, `pass` is."""
    return (
        definition.start,
        _end(definition),
    ), f"{definition.indent}pass{definition.file.line_end}" if definition.indent else ""


def _import_edits(file: SourceFile, hidden: Sequence[Definition]) -> Iterator[tuple[tuple[int, int], str]]:
    """What to replace so that the imports that only the hidden classes used are not there."""
    inside = {id(node) for definition in hidden for node in walk(definition.node)}
    used = {name for definition in hidden for name in _names_used([definition.node])}
    kept = _names_used([node for node in file.tree.body if id(node) not in inside], inside)
    only = used - kept
    for node in nested_statements(file.tree.body):
        if not isinstance(node, (ast.Import, ast.ImportFrom)) or id(node) in inside:
            continue
        if getattr(node, "module", None) == "__future__":
            continue
        left = [alias for alias in node.names if not only.issuperset(names_bound_by(alias))]
        if len(left) == len(node.names):
            continue
        last = node.end_lineno or node.lineno
        start, end = file.offset(node.lineno, node.col_offset), file.offset(last, node.end_col_offset or 0)
        if left:
            fewer = copy.copy(node)
            fewer.names = left
            yield (start, end), ast.unparse(fewer)
        elif start == file.starts[node.lineno - 1] and not file.text[end : file.starts[last]].strip(" \t\r\n;"):
            yield (start, file.starts[last]), ""
        else:
            yield (start, end), "pass"


def _names_used(nodes: Sequence[ast.stmt], left_out: Collection[int] = ()) -> set[str]:
    """The names that code uses, those in its strings too: annotations and `__all__` may be strings."""
    names: set[str] = set()
    for node in walk(*nodes):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.update(_WORD.findall(node.value))
    return names
