"""
From a completion to a module that can be run.

A completion is bare source, or prose around one or more fenced blocks, with an echo of the skeleton, a usage example,
a main guard, an unclosed fence, a draft in its reasoning. The rules, in order:

1. A completion of more than [`MAX_COMPLETION_CHARS`] characters (or of a limit that is asked for) is not read. Line
   ends become ``\\n``, and a byte-order mark is dropped. If the whole text is Python, it is taken whole.
2. Otherwise it is split into content and reasoning, and into fenced blocks and sections after response markers
   ([`classeval_hf.reading.completion_blocks`]). Reasoning is read, by the same rules, only where the content does not
   define the class.
3. Prose is cut off before, between and after the code of a block that defines the class, and of a text without such a
   block ([`classeval_hf.reading.code_pieces`]).
4. Of several versions of the class the last *complete* one is taken: one that is Python, and whose class gives every
   method of the task a body beyond a docstring, `pass` and `...`. If none is complete, or the methods are not known,
   it is the one that implements most methods, the last of several equals: a correction follows what it corrects.
   Versions in blocks precede those outside of them, unless only the latter are complete.
5. Code before the version taken is kept in front of it, where it holds nothing but imports, functions, other classes,
   assignments and type aliases, and uses the class nowhere that runs on import. Of the code before an earlier version
   of the class, definitions are kept that the version taken uses and does not have.
6. Lines of a single name before or after all code (the `python` of a fence that was lost) are dropped.

Nothing inside the class is repaired: a class that does not parse fails, as it would for its user.

The amount of parsing is bounded, so that no completion takes long. Code beyond the bound counts as not parsing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from classeval_hf.core.syntax import BoundedParser, bound_names, parse_or_none
from classeval_hf.reading.code_pieces import Piece, code_pieces, code_start, has_code, without_lone_names
from classeval_hf.reading.completion_blocks import split_completion
from classeval_hf.reading.module_parts import is_helper, join_pieces, missing_names, wanted_before_class

__all__ = [
    "MAX_COMPLETION_CHARS",
    "MAX_PARSED_CHARS",
    "MAX_PARSED_PER_CHAR",
    "MAX_PARSES",
    "Extraction",
    "build_module",
    "extract_code",
    "with_line_feeds",
]

MAX_COMPLETION_CHARS = 262_144
"""
Maximum of characters of a completion. The longest reference of ClassEval has 4,000; a completion sixty times as long
is of no use, and reading it could take unbounded time and memory.
"""

MAX_PARSES = 100
"""Maximum of sources parsed for one completion; the recorded ones take five at most."""

MAX_PARSED_CHARS = 2 * MAX_COMPLETION_CHARS
"""Maximum of characters parsed for one completion in all sources: a second of processor time in the worst case."""

MAX_PARSED_PER_CHAR = 16
"""The same per character of the completion, where the recorded ones take five."""


@dataclass(frozen=True)
class Extraction:
    """
    Source found in a completion.

    Args:
        code (`str`): the source; empty if none was found.
        defines_class (`bool`): whether it has a `class` statement of the name asked for.
        problem (`str`, defaults to `""`): why the completion cannot be read, where it cannot; `code` is empty then.
    """

    code: str
    defines_class: bool
    problem: str = ""


def extract_code(
    text: str, class_name: str, methods: Sequence[str] = (), max_chars: int = MAX_COMPLETION_CHARS
) -> Extraction:
    """
    Finds the source of a class in raw model text, by the rules in this module's docstring.

    Args:
        text (`str`): the completion.
        class_name (`str`): the class that was asked for.
        methods (`Sequence[str]`, *optional*): the methods that the class must have to be complete.
        max_chars (`int`, defaults to [`MAX_COMPLETION_CHARS`]): maximum of characters of a completion.

    Returns:
        [`Extraction`]: with empty `code` if the text holds no code, or cannot be read.
    """
    if len(text) > max_chars:
        problem = f"the completion has {len(text)} characters, more than the maximum of {max_chars}"
        return Extraction("", False, problem)
    text = with_line_feeds(text.removeprefix("\ufeff"))
    parser = BoundedParser(MAX_PARSES, min(MAX_PARSED_PER_CHAR * len(text), max(MAX_PARSED_CHARS, 2 * len(text))))
    tree = parser.parse(text).tree
    if tree is not None and has_code(tree):
        code = without_lone_names(text, tree)
    else:
        code = _Reader(class_name, methods, parser).read(text)
    return Extraction(code, _defines(code, class_name))


def build_module(code: str, import_statements: Sequence[str]) -> str:
    """
    Puts a task's imports in front of the code, but after its `from __future__` imports.

    Args:
        code (`str`): extracted source.
        import_statements (`Sequence[str]`): the task's import lines.

    Returns:
        `str`: module source. Code that does not parse gets the imports in front, so that it fails as it is.
    """
    imports = "".join(f"{line}\n" for line in import_statements)
    code = with_line_feeds(code)
    tree = parse_or_none(code) if "__future__" in code else None
    last = 0
    for node in tree.body if tree is not None else ():
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            last = node.end_lineno or node.lineno
    # Other characters at which `splitlines` splits, such as a form feed, do not end a line of Python.
    lines = code.split("\n")
    head = "".join(f"{line}\n" for line in lines[:last])
    return head + imports + "\n".join(lines[last:])


@dataclass(frozen=True)
class _Version:
    """A version of the class: its piece, those before it in its block, and the number of the block."""

    piece: Piece
    before: tuple[Piece, ...]
    block: int
    rank: tuple[bool, int] = (False, -1)

    @cached_property
    def missing(self) -> frozenset[str]:
        """The names that it uses and does not define."""
        return missing_names(self.piece.tree) if self.piece.tree is not None else frozenset()


class _Reader:
    """Reads one completion that is not Python as a whole."""

    def __init__(self, class_name: str, methods: Sequence[str], parser: BoundedParser) -> None:
        self._class_name = class_name
        self._methods = frozenset(methods)
        self._parser = parser

    def read(self, text: str) -> str:
        """The source of the class; if none is defined, that of the first code there is; else an empty text."""
        passages = split_completion(text, self._parser)
        for passage in passages:
            blocks = [block.source for block in passage.blocks]
            version = self._best_version(blocks)
            if version is None or (self._methods and not version.rank[0]):
                outside = self._best_version([passage.text])
                if outside is not None and (version is None or outside.rank[0]):
                    blocks, version = [passage.text], outside
            if version is not None:
                return join_pieces([*self._helpers(blocks, version), version.piece])
        for passage in passages:
            pieces, start = code_pieces(passage.text, self._parser), code_start(passage.text)
            if pieces or start is not None:
                return pieces[0].source if pieces else passage.text[start:]
        return ""

    def _best_version(self, blocks: Sequence[str]) -> _Version | None:
        best: _Version | None = None
        for number in reversed(range(len(blocks))):
            if best is not None and self._parser.is_spent:
                break
            if _defines(blocks[number], self._class_name):
                for version in self._versions(blocks[number], number):
                    if version.rank[0]:
                        return version
                    if best is None or version.rank > best.rank:
                        best = version
        return best

    def _versions(self, block: str, number: int) -> list[_Version]:
        """The versions in a block, the last one first; where none is Python, the block from its first code on."""
        pieces = code_pieces(block, self._parser)
        found = [
            _Version(piece, tuple(pieces[:index]), number, self._rank(piece))
            for index, piece in enumerate(pieces)
            if _defines(piece.source, self._class_name)
        ]
        return found[::-1] or [_Version(Piece(block[code_start(block) or 0 :]), (), number)]

    def _rank(self, piece: Piece) -> tuple[bool, int]:
        """Whether a version is complete, and how many methods it implements; -1 if it does not define the class."""
        nodes = piece.tree.body if piece.tree is not None else ()
        classes = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == self._class_name]
        if not classes:
            return False, -1
        implemented = {name for node in classes[-1].body for name in _implemented(node)}
        return bool(self._methods) and self._methods <= implemented, len(implemented)

    def _helpers(self, blocks: Sequence[str], version: _Version) -> Iterator[Piece]:
        """Code before a version that it may need."""
        pieces = []
        for block in blocks[: version.block]:
            if self._parser.is_spent:
                break
            if _defines(block, self._class_name):
                pieces += code_pieces(block, self._parser)
            else:
                pieces.append(Piece(block, self._parser.parse(block).tree))
        for piece in [*pieces, *version.before]:
            if piece.tree is None:
                continue
            if is_helper(piece.tree, self._class_name):
                yield piece
            elif _defines(piece.source, self._class_name):
                wanted = wanted_before_class(piece, self._class_name, version.missing)
                if wanted is not None:
                    yield wanted


def _implemented(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a class body gives a value to: of a method with a body, or what is assigned."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or not all(map(_is_placeholder, node.body)):
        yield from bound_names(node)


def _is_placeholder(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def with_line_feeds(text: str) -> str:
    """The text with the line ends that Python knows as ``\\n``; it knows no others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _defines(source: str, class_name: str) -> bool:
    return re.search(rf"^class[ \t\f]+{re.escape(class_name)}\b", source, re.MULTILINE) is not None
