"""From a completion to a module that can be run, by the rules in docs/design/reading.md. The class is not
repaired, and parsing is bounded: code beyond the bound counts as not parsing."""

import ast
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, tee
from operator import attrgetter

from classeval_hf.core.syntax import (
    BoundedParser,
    Fragment,
    FunctionNode,
    cut_statement,
    first_line,
    has_body,
    parse_or_none,
    whole_statements,
)
from classeval_hf.reading.code_pieces import code_pieces, code_start, is_correction, without_statements
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, split_completion
from classeval_hf.reading.helper_definitions import (
    declared_names,
    examples_below,
    put_before,
    takes_self,
    used_outside,
)
from classeval_hf.reading.outlines import methods_of
from classeval_hf.reading.records import NOTHING_READ, ReadingNote

MAX_COMPLETION_CHARS = 262_144  # sixty times the longest reference of ClassEval; it bounds the time of reading
MAX_PARSES = 100  # maximum of sources parsed per completion; recorded ones take five at most
MAX_PARSED_CHARS = 2 * MAX_COMPLETION_CHARS  # in all sources: a second of processor time in the worst case
MAX_PARSED_PER_CHAR = 16  # the same per character of the completion; recorded ones take five


@dataclass(frozen=True)
class Extraction:
    """
    Source found in a completion.

    Args:
        code (`str`): the source; empty if none was found.
        defines_class (`bool`): whether it has a `class` statement of the requested name.
        problem (`str`, defaults to `""`): why the completion cannot be read, if so; `code` is empty then.
        is_complete (`bool`, defaults to `False`): whether the class gives every method of the task a body.
        note ([`~classeval_hf.reading.records.ReadingNote`]): its part of the text, and what was cut.
    """

    code: str
    defines_class: bool
    problem: str = ""
    is_complete: bool = False
    note: ReadingNote = NOTHING_READ


def extract_code(
    text: str, class_name: str, methods: Sequence[str] = (), max_chars: int = MAX_COMPLETION_CHARS
) -> Extraction:
    """
    Finds the source of a class in raw model text, by the rules in docs/design/reading.md.

    Args:
        text (`str`): the completion.
        class_name (`str`): the requested class.
        methods (`Sequence[str]`, *optional*): the methods that the class must have to be complete.
        max_chars (`int`, defaults to [`MAX_COMPLETION_CHARS`]): maximum of characters of a completion.

    Returns:
        [`Extraction`]: with empty `code` if the text holds no code, or cannot be read.
    """
    return ClassReader(split_within_limits(text, max_chars=max_chars), class_name, methods).read()


def split_within_limits(text: str, methods: int = 0, max_chars: int = MAX_COMPLETION_CHARS) -> SplitText:
    """A split completion, with limits on parsing in proportion to its length and to the methods it is read for."""
    if len(text) > max_chars:
        return SplitText("", (), BoundedParser(0, 0), problem=too_long(text, max_chars))
    max_parsed = min(MAX_PARSED_PER_CHAR * len(text), max(MAX_PARSED_CHARS, 2 * len(text)))
    if methods:  # each in a few ways, and as a part of its contract
        max_parsed = min(2 * MAX_PARSED_PER_CHAR * len(text) + 100_000, MAX_PARSED_CHARS)
    return split_completion(text, BoundedParser(MAX_PARSES * max(methods, 1), max_parsed))


def too_long(text: str, max_chars: int) -> str:
    return f"the completion has {len(text)} characters, more than the maximum of {max_chars}"


def build_module(code: str, import_statements: Sequence[str]) -> str:
    """Puts import lines in front of the code, but after its `from __future__` imports if it parses."""
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    tree = parse_or_none(code) if "__future__" in code else None
    return put_before(Fragment(code, tree or ast.Module([], [])), import_statements)


class _CutOff(Fragment):
    """Code up to its last whole statement, where the text ends within one."""


@dataclass(frozen=True)
class _Version:
    """A version of the class, and its place."""

    code: Fragment
    rank: tuple[bool, bool, int]
    passage: Passage
    place: str
    pieces: Sequence[tuple[Fragment, Block]]  # the code of that place
    index: int  # of this version among the pieces
    further: Sequence[tuple[str, Block]] = ()  # members that later pieces add


@dataclass(frozen=True)
class ClassReader:
    """Finds a class in a completion; see [`extract_code`]."""

    split: SplitText
    class_name: str
    methods: Collection[str]

    def read(self) -> Extraction:
        """The source of the class; without a class, the first code; without code, an empty text."""
        split = self.split

        def is_answer(version: _Version) -> bool:  # and surely not the skeleton of a prompt, with methods to write
            body = self._class(version.code)
            is_filled = body is not None and _given(body) == body.body
            return not version.passage.may_be_prompt or version.rank[0] or (is_filled and not self.methods)

        best = _first_that(is_answer, map(self._in_passage, split.passages))
        if best is not None:
            return self._extraction(best)
        for passage in split.passages:
            for piece in self._pieces(Block(passage.text, passage.region)):
                note = split.note(passage, passage.place, [(piece.source, passage.region)])
                return Extraction(piece.source, False, note=note)
        note = ReadingNote(cut=split.cut, problem=split.problem or "no code")
        return Extraction("", False, split.problem, note=note)

    def read_in(self, passage: Passage) -> Extraction | None:
        """The complete class of a passage, unless prose disowns it."""
        found = self._in_passage(passage)
        is_whole = found is not None and found.rank[0] and not found.pieces[found.index][1].is_disowned
        return self._extraction(found) if found is not None and is_whole else None

    def _extraction(self, best: _Version) -> Extraction:
        """A version of the class with the helper definitions that it uses."""
        used = used_outside([piece for piece, _ in best.pieces], self.class_name, best.code.tree)
        beside = ((piece, node, block) for piece, block in best.pieces for node in piece.tree.body if node in used)
        helpers = [(cut_statement(piece.lines, node, 0), block) for piece, node, block in beside]
        own, body = best.code, best.code.tree.body
        if examples := examples_below(body, self.class_name, is_whole=best.place == "whole"):
            own = Fragment.of(without_statements(own.source, body, examples))
        taken = [*helpers, (own.source, best.pieces[best.index][1]), *best.further]
        note = self.split.note(best.passage, best.place, [(source, block.region) for source, block in taken])
        note = replace(note, problem="cut off") if isinstance(best.pieces[best.index][0], _CutOff) else note
        code = put_before(own, [source for source, _ in helpers])
        return Extraction(code, True, is_complete=best.rank[0], note=note)

    def _in_passage(self, passage: Passage) -> _Version | None:
        """The version of the first place in a passage with a complete one, or else of the first place with any."""
        header = rf"class[ \t\f]+{re.escape(self.class_name)}\b"
        texts = (passage.text, *(block.raw for block in passage.blocks))
        places = passage.places(header) if any(re.search(header, text) for text in texts) else ()
        found = (self._in_place(passage, place, blocks) for place, blocks in places)
        return _first_that(lambda version: version.rank[0] or not self.methods, found)

    def _in_place(self, passage: Passage, place: str, blocks: Sequence[Block]) -> _Version | None:
        """The last complete version, preferably with a constructor, or the last one with most methods; with later
        corrections, or if none is complete, the first version with later additions, if that has more methods."""
        # Blocks with the class are parsed first, the last of them before others, since parsing is bounded.
        ordered = sorted(blocks, key=lambda block: defines(block.source, self.class_name))[::-1]
        pieces_of = {block: self._pieces(block) for block in ordered}
        pieces = [(piece, block) for block in blocks for piece in pieces_of[block]]
        versions = [
            _Version(code, self._rank(code), passage, place, pieces, index)
            for index, (code, _) in enumerate(pieces)
            if defines(code.source, self.class_name)
        ]
        kept = [version for version in versions if not version.pieces[version.index][1].is_disowned]
        versions = kept if any(version.rank[0] or not self.methods for version in kept) else versions
        by_rank = attrgetter("rank")
        best = max(versions[::-1], key=by_rank, default=None)
        if best is None or best.rank[0] or not self.methods:
            return best and max(self._extended(best, is_correction), best, key=by_rank)
        first = next((version for version in versions if version.rank[-1] >= 0), best)
        return max(best, self._extended(first, lambda prose: True), key=by_rank)

    def _extended(self, version: _Version, continues: Callable[[str], bool]) -> _Version:
        """A version with the members of later blocks, if the prose before these fits."""
        body = self._class(version.code)
        if body is None:
            return version
        further: list[tuple[str, Block]] = []
        lines, end = version.code.lines, body.end_lineno or len(version.code.lines)
        for (_, previous), (code, block) in pairwise(version.pieces[version.index :]):
            if block is not previous and continues(self.split.text[previous.region[1] : block.region[0]]):
                for node in self._members(code, body):
                    own = methods_of(body).get(getattr(node, "name", ""), node)
                    head = [] if getattr(node, "decorator_list", ()) else lines[first_line(own) - 1 : own.lineno - 1]
                    member = cut_statement(code.lines, node, body.body[0].col_offset)
                    further.append(("\n".join([*head, member]), block))
        joined = "\n".join([*lines[:end], *(f"\n{member}" for member, _ in further), *lines[end:]])
        code = Fragment.of(joined, self.split.parser)
        return replace(version, code=code, rank=self._rank(code), further=further)

    def _pieces(self, block: Block) -> list[Fragment]:
        """The code of a block between its prose; if it or the class does not parse, all from the first code on."""
        source, name = block.source, self.class_name
        pieces = list(code_pieces(source, self.split.parser))
        is_lost = defines(source, name) and not any(defines(piece.source, name) for piece in pieces)
        start = code_start(source) if is_lost or not pieces else None
        if start is None:
            return pieces
        is_last = not self.split.text[block.region[1] :].strip() and not source.rstrip().endswith(("\n```", "\n~~~"))
        head = whole_statements(source[start:], self.split.parser) if is_last and is_lost else ""
        if defines(head, name):
            return [*pieces, _CutOff(head, Fragment.of(head, self.split.parser).tree)]
        return [*pieces, Fragment(source[start:], ast.Module([], []))]

    def _members(self, code: Fragment, known: ast.ClassDef) -> Sequence[ast.stmt]:
        """The members that code gives the class: those of its class statement, or else methods."""
        body = self._class(code)
        if body is not None:
            return _given(body)
        names = self.methods or declared_names(known.body)
        others = [node for node in code.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
        functions = [node for node in others if isinstance(node, FunctionNode) and has_body(node)]
        are_methods = all(node.name in names or takes_self(node) for node in functions) and functions == others
        return others if are_methods and any(node.name in names for node in functions) else []

    def _class(self, code: Fragment) -> ast.ClassDef | None:
        """The module's last class of the name."""
        classes = [node for node in code.tree.body if isinstance(node, ast.ClassDef) and node.name == self.class_name]
        return classes[-1] if classes else None

    def _rank(self, code: Fragment) -> tuple[bool, bool, int]:
        """Whether a version is complete, and has a constructor; if incomplete, the number of its methods, or -1."""
        body = self._class(code)
        if body is None:
            return False, False, -1
        names = declared_names(_given(body))  # constants and properties among them
        if not self.methods or not names.issuperset(self.methods):
            return False, False, len(names)
        return True, bool("__init__" in names or body.decorator_list or body.bases), 0


def _first_that(fits: Callable[[_Version], bool], versions: Iterable[_Version | None]) -> _Version | None:
    """The first version that fits, or else the first."""
    found, again = tee(filter(None, versions))
    first = next(again, None)
    return next(filter(fits, found), first)


def _given(body: ast.ClassDef) -> list[ast.stmt]:
    """The members of a class with more than a signature."""
    return [node for node in body.body if not isinstance(node, FunctionNode) or has_body(node)]


def defines(source: str, class_name: str) -> bool:
    """Whether a line of a source in column 0 begins the class."""
    return re.search(rf"^class[ \t\f]+{re.escape(class_name)}[ \t\f]*[\[(:\\]", source, re.MULTILINE) is not None
