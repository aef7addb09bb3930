"""Finds one requested method in a completion (docs/design/reading.md). If the text was cut off or does not parse, the
method loses its end, but the class keeps its other methods."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, takewhile

from classeval_hf.core import syntax
from classeval_hf.core.syntax import Fragment, find_function, has_body, width
from classeval_hf.reading import definitions, extraction
from classeval_hf.reading.code_pieces import OPENS, code_pieces, prose, read_piece, without_statements
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, newest
from classeval_hf.reading.definitions import Definition, SourceFile
from classeval_hf.reading.outlines import ClassOutline, Contract
from classeval_hf.reading.records import NOTHING_READ, ReadingNote

_NO_BODY = re.compile(
    r"(?:[ \t]*(?:(?:import|from) .*|[A-Z]\w*[ \t]*=.*|\w*)\n)*(?:[ \t]*[`~]{3}| {0,7}(?:(?:async )?def|class|@)\b)"
)
# beginnings of lines that may be helper definitions
_HELPS = re.compile(r"(?m)^[ \t]*(?:(?:async|class|def|from|if|import|try)\b|[^\W\d][\w, ]*(?::[^=\n]*)?=(?!=))")
_BESIDE = (*definitions.DEFINITIONS, ast.Import, ast.ImportFrom)  # without other statements helpers, and no body


@dataclass(frozen=True)
class ExtractedMethod:
    """A method as put into the class, with helper definitions; only the contract if it is `empty`."""

    source: str
    preamble: tuple[str, ...] = ()  # the helper definitions of the module
    empty: bool = False
    note: ReadingNote = NOTHING_READ


@dataclass
class AskedFunction:
    """The function that a completion is asked for."""

    name: str  # qualified
    node: definitions.DefinitionNode  # its definition, with any body
    header: str  # the text above its body: signature, docstring and, unless it is in a file, decorators
    indent: str
    body_indent: str

    def __post_init__(self) -> None:
        self.parameters = {item.arg for item in ast.walk(self.node) if isinstance(item, ast.arg)}
        # The beginning of a line that may define it.
        self.line = re.compile(rf"^[ \t]*(?:async\s+)?def\s+{re.escape(self.node.name)}\s*[(\[]", re.MULTILINE)


@dataclass(frozen=True)
class FoundFunction:
    """A function of a completion that may be the requested one."""

    definition: Definition  # in the parsed part of the completion
    place: str
    passage: "PassageFunctions | None" = None  # its passage, unless it is in a whole class
    is_own: bool = True  # whether it is surely the requested one
    is_whole: bool = True  # whether it parses without a cut
    body: str = ""  # its part of the completion, if that is not the whole function


@dataclass(eq=False)
class PassageFunctions:
    """Finds functions in a passage that may be the requested one."""

    passage: Passage
    asked: AskedFunction
    parser: syntax.BoundedParser
    looked_at: list[Block] = field(default_factory=list)
    known: dict[Block, list[Fragment]] = field(default_factory=dict)
    texts_of_bodies: set[str] = field(default_factory=set)  # texts that were tried as the body

    @property
    def fragments(self) -> list[Fragment]:
        """Code that may hold helper definitions: the blocks searched for the function, the last of a place first."""
        blocks = (block for block in self.looked_at if block in self.known or _HELPS.search(block.raw) is not None)
        read = [item for block in blocks for item in self._fragments(block)]
        return [item for item in read if item.source.removeprefix("class _:\n").strip() not in self.texts_of_bodies]

    def _fragments(self, block: Block) -> list[Fragment]:
        if block not in self.known:
            whole = syntax.parse_fragment(block.raw, self.parser)
            self.known[block] = list(code_pieces(block.raw, self.parser))[::-1] if whole is None else [whole]
        return self.known[block]

    def parsed(self) -> Iterator[FoundFunction]:
        """Functions in code that parses, the last of a place first; then those without a body, or in other classes.
        Blocks that do not define the function are parsed only after one is found, since parsing is bounded."""
        others: list[FoundFunction] = []
        for place, blocks in self.passage.places(rf"(?:async[ \t]+)?def[ \t]+{re.escape(self.asked.node.name)}\b"):
            self.looked_at += newest(blocks)
            own = [block for block in newest(blocks) if self.asked.line.search(block.raw) is not None]
            fragments = (fragment for block in own for fragment in self._fragments(block))
            for found in filter(None, (self._found(fragment, place) for fragment in fragments)):
                if found.is_own and has_body(found.definition.node):
                    yield found
                else:
                    others.append(found)
        yield from sorted(others, key=lambda found: not found.is_own)

    def cut(self, *, in_strings: bool = False) -> Iterator[FoundFunction]:
        """Functions in text that does not parse, each up to the end of its part that parses; optionally in strings."""
        texts = [*(("fence", block.raw) for block in newest(self.passage.blocks)), ("text", self.passage.text)]
        return filter(None, (self._cut_out(text, place, in_strings=in_strings) for place, text in texts))

    def bodies(self, texts: Iterable[str] = (), *, may_be_prose: bool = True) -> Iterator[FoundFunction]:
        """The function with each text that may be its body, then with parts of these; prose is in column 0."""
        asked = self.asked
        head = f"class _:\n{asked.header}" if asked.indent else asked.header
        unread: list[str] = []
        if not texts:  # first indented blocks and those that can only be a body
            sure, others = list[str](), list[str]()
            for block in newest(self.passage.blocks):
                tree = self.parser.parse(block.source).tree
                is_deep = block.raw[:1].isspace()
                is_sure = is_deep if tree is None else extraction.uses_parameters(tree, asked.parameters)
                (sure if is_sure else others).append(block.raw)
            piece = None if self.passage.blocks else read_piece(self.passage.text.strip("\n"), 0, self.parser)[0]
            without_prose = (_PROSE.sub("", raw) for raw in others if _PROSE.match(raw) is not None)
            texts = chain(sure, [self.passage.text], others if piece is None else [piece.source], without_prose)
        for text in texts:
            if not self.parser.parses_left:
                break
            no_body = definitions.DEFINITIONS if text[:1].isspace() else _BESIDE
            self.texts_of_bodies.add(text.strip())
            is_code = not may_be_prose or text.lstrip("\n")[:1].isspace()
            for form in (f"{head}\n{body}" for body in body_texts(text, asked.body_indent, asked.indent)):
                # Tabs of a file are kept.
                fragment = (Fragment.of if "\t" in asked.header else syntax.parse_fragment)(form, self.parser)
                node = find_function(fragment, asked.node.name)
                if fragment is None or not fragment.tree.body:
                    unread += [form] * is_code
                    continue
                definition = Definition(SourceFile(fragment.source, fragment.tree), node) if node else None
                if definition is None or not self._is_all(definition, head, no_body):
                    continue
                last = head.count("\n") + 1
                below = [item for item in definition.node.body if item.lineno > last]
                odd = list(takewhile(set(prose(below, asked.parameters)).__contains__, below))
                if odd:
                    cleaned = Fragment.of(without_statements(fragment.source, definition.node.body, odd), self.parser)
                    node = find_function(cleaned, asked.node.name)
                    definition = Definition(SourceFile(cleaned.source, cleaned.tree), node) if node else definition
                if is_code or extraction.uses_parameters(ast.Module(definition.node.body, []), asked.parameters):
                    body = definition.text.split("\n")[asked.header.count("\n") + 1 :]
                    yield FoundFunction(definition, "body", self, body="\n".join(body))
        cut = filter(None, (self._cut_out(form, "body") for form in unread))
        yield from (found for found in cut if self._is_all(found.definition, head, _BESIDE))
        self.texts_of_bodies.clear()  # none was a body

    def _is_all(self, definition: Definition, head: str, no_body: tuple[type[ast.stmt], ...]) -> bool:
        """Whether all statements except definitions and usage examples are in the function, below its head."""
        node, tree = definition.node, definition.file.tree
        last, names = head.count("\n") + 1, (self.asked.name.partition(".")[0], "__name__")
        below = [item for item in node.body if item.lineno > last]
        beside = [item for item in _statements(tree) if item is not node and getattr(item, "name", "") != "_"]
        is_use = any(extraction.uses_on_import(item, name) for item in beside for name in names)
        is_use = is_use and not extraction.uses_parameters(ast.Module(beside, []), self.asked.parameters)
        is_left = not is_use and any(not isinstance(item, _BESIDE) for item in beside)
        is_import = not beside and not any(isinstance(item, no_body) for item in below)
        is_body = is_import or any(not isinstance(item, _BESIDE) for item in below)
        return node.lineno <= last and is_body and not is_left

    def _cut_out(self, text: str, place: str, *, in_strings: bool = False) -> FoundFunction | None:
        """The last definition with a body in a text, preferably a whole and less indented one."""
        if not self.parser.parses_left or self.asked.line.search(text) is None:
            return None
        lines, hidden = text.split("\n"), frozenset() if in_strings else syntax.lines_within_strings(text)
        starts = [index for index, line in enumerate(lines) if index not in hidden and self.asked.line.match(line)]
        starts = starts[:1] if place == "body" else starts  # the contract stands above its body
        best: FoundFunction | None = None
        for start in sorted(starts, key=lambda index: (width(lines[index]), -index)):
            if not self.parser.parses_left:
                break
            end = start + 1
            # A definition continues in deeper lines, blank lines, comments, and the end of its signature.
            while end < len(lines) and (
                end in hidden or lines[end].lstrip()[:1] in ("", "#", ")") or width(lines[end]) > width(lines[start])
            ):
                end += 1
            while start > 0 and lines[start - 1].lstrip().startswith("@"):
                start -= 1
            found = self._found(syntax.longest_head(lines[start:end], self.parser), place)
            if found is None or not has_body(found.definition.node):
                continue
            length = len(found.definition.file.lines) - found.definition.file.text.startswith("class _:\n")
            found = replace(found, is_whole=not any(map(str.strip, lines[start + length : end])))
            if found.is_whole or place == "body":
                return found
            best = best or found
        return best

    def _found(self, fragment: Fragment, place: str) -> FoundFunction | None:
        if extraction.uses_parameters(ast.Module(_statements(fragment.tree), []), self.asked.parameters):
            return None  # it is a part of the body
        name, like = self.asked.name, self.asked.node
        found = definitions.find_like(SourceFile(fragment.source, fragment.tree), name, like)
        return FoundFunction(found, place, self, found.is_own(name, like)) if found is not None else None


def extract_method(
    text: str, outline: ClassOutline, name: str, class_name: str, continuation: bool = False
) -> ExtractedMethod:
    """Finds one method in a completion, which may continue after the contract, as a base model's does."""
    reader = MethodReader(extraction.split_within_limits(text, 1), outline, class_name)
    return reader.read(outline.contract(name), continuation=continuation)


@dataclass(frozen=True)
class MethodReader:
    """Finds methods of a class in one completion, which may be the body of a method if only that is requested."""

    split: SplitText
    outline: ClassOutline
    class_name: str
    is_alone: bool = True

    @cached_property
    def _declared(self) -> set[str]:
        body = Fragment.of(self.outline.source).tree.body
        return extraction.declared_names(body, *(node.body for node in body if isinstance(node, ast.ClassDef)))

    def read(self, contract: Contract, *, continuation: bool = False) -> ExtractedMethod:
        """The method of the first passage with it: from a whole class, else by itself, else its body."""
        split = self.split
        name, indent = f"{self.class_name}.{contract.name}", " " * contract.indent
        asked = AskedFunction(name, contract.node, contract.source, indent, contract.body_indent)
        classes = extraction.ClassReader(split, self.class_name, [one.name for one in self.outline.contracts])
        for number, passage in enumerate(split.passages):
            whole = classes.read_in(passage) if self.is_alone else None
            own = definitions.find_like(SourceFile(whole.code), name, contract.node) if whole is not None else None
            if whole is not None and own is not None and has_body(own.node):
                return replace(self._method(FoundFunction(own, ""), contract), note=whole.note)
            if not split.parser.parses_left:
                break
            functions = PassageFunctions(passage, asked, split.parser)
            bodies = functions.bodies() if self.is_alone else ()
            found = chain(functions.parsed(), functions.cut(), bodies, functions.cut(in_strings=True))
            is_body = continuation and not number and _NO_BODY.match(passage.text) is None
            if is_body and not extraction.defines(split.text, self.class_name):
                found = chain(functions.bodies([passage.text], may_be_prose=False), found)
            for function in found:
                if has_body(function.definition.node) and (self.is_alone or function.is_own):
                    return self._method(function, contract)
        note = ReadingNote(cut=split.cut, problem=split.problem or "no method")
        return ExtractedMethod(contract.stub, empty=True, note=note)

    def _method(self, found: FoundFunction, contract: Contract) -> ExtractedMethod:
        passage = found.passage
        nodes, own = [found.definition.node, *found.definition.accessors], found.definition.file.fragment
        written = [syntax.cut_statement(own.lines, node, contract.indent) for node in nodes]
        code = [own, *(passage.fragments if passage is not None else ())]
        declared, class_name, indent = self._declared, self.class_name, self.outline.indent
        attributes, methods, preamble = extraction.find_helpers(nodes, code, declared, class_name, indent)
        note = NOTHING_READ
        if passage is not None:
            shown = [found.body or found.definition.text, *written[1:], *attributes, *methods, *preamble]
            note = self.split.note(passage.passage, found.place, [(part, passage.passage.region) for part in shown])
            note = note if found.is_whole else replace(note, problem="cut off")
        # The contract's decorators, except abstract ones, if it has none and the same first parameter.
        node, asked = found.definition.node, contract.node
        if not node.decorator_list and definitions.first_parameter(node) == definitions.first_parameter(asked):
            lines, above = contract.signature.split("\n"), syntax.first_line(asked)
            kept = [item for item in asked.decorator_list if "abstract" not in ast.unparse(item)]
            spans = (lines[item.lineno - above : (item.end_lineno or item.lineno) - above + 1] for item in kept)
            written[0] = "\n".join([*chain.from_iterable(spans), written[0]])
        fragment = Fragment.of(f"class _:\n{written[0]}")  # empty if it is nested as deep as the parser allows
        method = find_function(fragment)
        if method is not None and contract.docstring and ast.get_docstring(method, clean=False) is None:
            lines, first = fragment.lines, method.body[0]
            number = syntax.first_line(first) - 1
            head = lines[number].encode()[: first.col_offset].decode()
            margin_of_body = " " * (contract.indent + 4) if head.strip() else head
            below = [margin_of_body + contract.docstring.lstrip(), margin_of_body + lines[number][len(head) :]]
            above_it = [head.rstrip()] if head.strip() else []
            written[0] = "\n".join([*lines[1:number], *above_it, *below, *lines[number + 1 :]])
        return ExtractedMethod("\n\n".join([*attributes, *written, *methods]), tuple(preamble), note=note)


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module, and of the class put around indented code."""
    inner = [item for node in tree.body if getattr(node, "name", "") == "_" for item in getattr(node, "body", ())]
    return [*tree.body, *inner]


_PROSE = re.compile(rf"\A(?:(?!{OPENS}|@|[^\n]*(?:=|[(\[{{,\\]$))\S[^\n]*\n|[ \t]*\n)+(?=[ \t]+\S)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)|```[ \t]*$", re.MULTILINE)


def body_texts(text: str, indent: str, outside: str) -> Iterator[str]:
    """The ways to read a text, then its part before the first fence, as a body with an indent."""
    fence = _FENCE.search(text)
    for part in [text] if fence is None else [text, text[: fence.start()]]:
        body = re.sub(r"\A(?:[^\S\n]*\n)+", "", part.rstrip())
        lines = body.split("\n")
        code = {number: line for number, line in enumerate(lines) if line.lstrip()[:1] not in ("", "#")}
        hidden = syntax.lines_within_strings(body)
        margins = {number: syntax.margin(line) for number, line in code.items() if number not in hidden}
        outer = next(iter(margins.values()), syntax.margin(lines[0]))
        cut = next((number for number, own in margins.items() if len(own) < len(outer)), len(lines))
        moved = syntax.move_lines(body, outer, indent)
        first = "\n".join([indent + lines[0].lstrip(" \t"), *lines[1:]])  # only the first line indented as the body
        # The first line and the rest moved separately, so that the rest's least indent is that of a body.
        least = min((own for number, own in margins.items() if number > 0), key=len, default="")
        apart = "\n".join([*moved.split("\n")[:1], *syntax.move_lines(body, least, indent).split("\n")[1:]])
        head = "\n".join(moved.split("\n")[:cut]).rstrip()  # up to the first line that is less indented
        # A body ends before a definition, and if its indent is right, before another member of its class.
        is_next = re.match(r"(?:async )?def |class |@", code.get(cut, "").lstrip()) is not None
        ends = [head] if is_next or (outer == indent and outside == margins.get(cut) != "") else []
        yield from dict.fromkeys(form for form in (body, first, moved, *ends, apart, head) if form.strip())
