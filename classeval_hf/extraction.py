"""
From what a model said to a module that can be run.

A model answers with bare source, or with prose around one or more fenced blocks, an echo of the skeleton, a usage
example, a main guard, an unclosed fence. The rules, in order:

1. Line ends become ``\\n`` and a byte-order mark is dropped. If the whole text is Python, it is taken whole.
2. Otherwise it is cut at fences (the last may be unclosed) and at response markers. Of the blocks that define the
   class asked for, the one that implements most methods is taken, the first of several equals; blocks before it that
   hold nothing but imports and functions are kept in front of it.
3. Without a block that defines the class, prose is cut off before the first and after the last line of code that
   starts in column 0.

Nothing inside the class is mended: a class that does not parse fails, as it would for its user.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from classeval_hf.syntax import parse, parse_or_none

__all__ = ["Extraction", "build_module", "extract_code"]

_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[^\n`]*$", re.MULTILINE)
_RESPONSE_MARKER = re.compile(r"^[ \t]*#{2,3} ?Response:[ \t]*", re.MULTILINE)
_CODE_START = re.compile(r"(?:import|from|class|def|async def)\s|@\w")


@dataclass(frozen=True)
class Extraction:
    """
    Source found in an answer.

    Args:
        code (`str`): the source; empty if none was found.
        defines_class (`bool`): whether it has a `class` statement of the name asked for.
    """

    code: str
    defines_class: bool


def extract_code(text: str, class_name: str) -> Extraction:
    """
    Finds the source of a class in raw model text, by the rules in this module's docstring.

    Args:
        text (`str`): what the model said.
        class_name (`str`): the class it was asked for.

    Returns:
        [`Extraction`]: with empty `code` if the text holds no code.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tree = parse_or_none(text)
    if tree is not None and any(not isinstance(node, ast.Expr) for node in tree.body):
        return Extraction(text, _defines(text, class_name))
    blocks = _blocks(text)
    defining = [index for index, block in enumerate(blocks) if _defines(block, class_name)]
    if defining:
        best = max(defining, key=lambda index: (_implemented_methods(blocks[index], class_name), -index))
        helpers = [block for block in blocks[:best] if _is_helper_block(block)]
        return Extraction("\n".join([*helpers, _trim_prose(blocks[best])]), True)
    code = _trim_prose(text)
    return Extraction(code, _defines(code, class_name))


def build_module(code: str, import_statements: Sequence[str]) -> str:
    """
    Puts a task's imports in front of the code, but behind its `from __future__` imports.

    Args:
        code (`str`): extracted source.
        import_statements (`Sequence[str]`): the task's import lines.

    Returns:
        `str`: module source. Code that does not parse gets the imports in front, so that it fails as it is.
    """
    imports = "".join(f"{line}\n" for line in import_statements)
    tree = parse_or_none(code)
    last = 0
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            last = node.end_lineno or node.lineno
    lines = code.splitlines(keepends=True)
    head = "".join(lines[:last])
    return (head if not head or head.endswith("\n") else f"{head}\n") + imports + "".join(lines[last:])


def _blocks(text: str) -> list[str]:
    """Fenced blocks, and what stands between response markers, in order of appearance."""
    fences = list(_FENCE.finditer(text))
    blocks = []
    for index in range(0, len(fences), 2):
        end = fences[index + 1].start() if index + 1 < len(fences) else len(text)
        blocks.append(textwrap.dedent(text[fences[index].end() + 1 : end]))
    markers = list(_RESPONSE_MARKER.finditer(text))
    for index, marker in enumerate(markers):
        end = markers[index + 1].start() if index + 1 < len(markers) else len(text)
        section = text[marker.end() : end]
        if not _FENCE.search(section):
            blocks.append(section)
    return blocks


def _defines(source: str, class_name: str) -> bool:
    return re.search(rf"^class\s+{re.escape(class_name)}\b", source, re.MULTILINE) is not None


def _implemented_methods(source: str, class_name: str) -> int:
    """Methods of the class with a body beyond a docstring, `pass` and `...`; -1 if the block does not parse."""
    tree = parse_or_none(source)
    if tree is None:
        return -1
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name]
    methods = [
        node for item in classes for node in item.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return sum(not all(_is_placeholder(statement) for statement in method.body) for method in methods)


def _is_placeholder(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _is_helper_block(source: str) -> bool:
    tree = parse_or_none(source)
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef)
    return tree is not None and bool(tree.body) and all(isinstance(node, kinds) for node in tree.body)


def _trim_prose(text: str) -> str:
    """Cuts prose before and after the code; stops at the first column-0 line that does not belong to it."""
    lines = text.split("\n")
    start = next((index for index, line in enumerate(lines) if _starts_code(lines, index)), None)
    if start is None:
        return ""
    end = len(lines)
    while end > start:
        source = "\n".join(lines[start:end])
        error_line = _error_line(source)
        if error_line is None:
            return f"{source.rstrip()}\n"
        cut = start + min(error_line, end - start) - 1
        while cut > start and (not lines[cut].strip() or lines[cut][0].isspace()):
            cut -= 1
        # A column-0 line of code is not prose: then the code itself is broken and is left as it is.
        if cut <= start or _CODE_START.match(lines[cut]):
            break
        end = cut
    return "\n".join(lines[start:])


def _starts_code(lines: list[str], index: int) -> bool:
    """Whether code starts here: a prose line such as "from the above" is told apart by parsing the statement."""
    line = lines[index]
    if not _CODE_START.match(line):
        return False
    if line.startswith(("import", "from")):
        return parse_or_none(line.rstrip("\\( ")) is not None or line.rstrip().endswith(("(", "\\"))
    return line.startswith("@") or ":" in line or "(" in line


def _error_line(source: str) -> int | None:
    try:
        parse(source)
    except SyntaxError as error:
        return error.lineno or 1
    except (ValueError, RecursionError, MemoryError):
        return 1
    return None
