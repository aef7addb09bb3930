"""From a completion to a module that can be run, by the rules in docs/design/reading.md. The class is not repaired. It
is taken with the helper definitions that it uses, but without usage examples, main guards and other methods of the
task. Parsing is bounded: code beyond the bound counts as not parsing."""

import ast
import builtins
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from classeval_hf.core import syntax
from classeval_hf.core.syntax import Fragment, FunctionNode, bound_names, names_bound_by, nested_statements, walk
from classeval_hf.reading import code_pieces
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, split_completion
from classeval_hf.reading.definitions import DEFINITIONS, first_parameter
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
        return SplitText("", (), syntax.BoundedParser(0, 0), problem=too_long(text, max_chars))
    max_parsed = min(MAX_PARSED_PER_CHAR * len(text), max(MAX_PARSED_CHARS, 2 * len(text)))
    if methods:  # each in a few ways, and as a part of its contract
        max_parsed = min(2 * MAX_PARSED_PER_CHAR * len(text) + 100_000, MAX_PARSED_CHARS)
    return split_completion(text, syntax.BoundedParser(MAX_PARSES * max(methods, 1), max_parsed))


def too_long(text: str, max_chars: int) -> str:
    return f"the completion has {len(text)} characters, more than the maximum of {max_chars}"


def build_module(code: str | Fragment, parts: Sequence[str]) -> str:
    """Puts parts such as import lines in front of code; `from __future__` imports come first, if the code parses."""
    if isinstance(code, str):
        code = code.replace("\r\n", "\n").replace("\r", "\n")
        tree = syntax.parse_or_none(code) if "__future__" in code else None
        code = Fragment(code, tree or ast.Module([], []))
    last = max((node.end_lineno or 0 for node in filter(is_future_import, code.tree.body)), default=0)
    ordered = sorted(parts, key=lambda part: not part.startswith("from __future__ "))
    return "\n".join([*code.lines[:last], *ordered, *code.lines[last:]])


class _CutOff(Fragment):
    """Code up to its last whole statement, from a text that ends within a statement."""


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
        split, best = self.split, None
        for version in filter(None, map(self._in_passage, split.passages)):
            best, body = best or version, self._class(version.code)
            is_filled = body is not None and _given(body) == body.body  # and not the skeleton of a prompt
            if not version.passage.may_be_prompt or version.rank[0] or (is_filled and not self.methods):
                best = version
                break
        if best is not None:
            return self._extraction(best)
        pieces = ((item, piece) for item in split.passages for piece in self._pieces(Block(item.text, item.region)))
        for passage, piece in pieces:
            note = split.note(passage, passage.place, [(piece.source, passage.region)])
            return Extraction(piece.source, False, note=note)
        note = ReadingNote(cut=split.cut, problem=split.problem or "no code")
        return Extraction("", False, split.problem, note=note)

    def read_in(self, passage: Passage) -> Extraction | None:
        """The complete class of a passage, unless prose disowns it."""
        found = self._in_passage(passage)
        if found is None or not found.rank[0] or code_pieces.is_disowned(found.pieces[found.index][1].above):
            return None
        return self._extraction(found)

    def _extraction(self, best: _Version) -> Extraction:
        """A version of the class with the helper definitions that it uses; of several with one name, the last."""
        own, body = best.code, best.code.tree.body
        # A name that is bound within one method is not bound in the next.
        parts = [one for node in body for one in (syntax.children(node) if isinstance(node, ast.ClassDef) else [node])]
        nodes = [(node, piece) for piece, _ in best.pieces[::-1] for node in piece.tree.body[::-1]]
        outside = [_Helper(node, piece) for node, piece in nodes if not uses_on_import(node, self.class_name)]
        used = {item.node for item in _used(parts, outside, declared_names(body) | {self.class_name})}
        helpers: list[tuple[str, Block]] = []
        for piece, block in best.pieces:
            helpers += [(syntax.cut_statement(piece.lines, one, 0), block) for one in piece.tree.body if one in used]
        if examples := examples_below(body, self.class_name, is_whole=best.place == "whole"):
            own = Fragment.of(code_pieces.without_statements(own.source, body, examples))
        taken = [*helpers, (own.source, best.pieces[best.index][1]), *best.further]
        note = self.split.note(best.passage, best.place, [(source, block.region) for source, block in taken])
        note = replace(note, problem="cut off") if isinstance(best.pieces[best.index][0], _CutOff) else note
        code = build_module(own, [source for source, _ in helpers])
        return Extraction(code, True, is_complete=best.rank[0], note=note)

    def _in_passage(self, passage: Passage) -> _Version | None:
        """The version of the first place in a passage with a complete one, or else of the first place with any. Of a
        place, it is the last complete version, preferably with a constructor, or the last one with most methods; with
        later corrections, or if none is complete, the first version with later additions, if that has more methods."""
        header = rf"class[ \t\f]+{re.escape(self.class_name)}\b"
        texts = (passage.text, *(block.raw for block in passage.blocks))
        places = passage.places(header) if any(re.search(header, text) for text in texts) else ()
        by_rank, found = attrgetter("rank"), None
        for place, blocks in places:
            # Blocks with the class are parsed first, the last of them before others, since parsing is bounded.
            ordered = sorted(blocks, key=lambda block: defines(block.source, self.class_name))[::-1]
            pieces_of = {block: self._pieces(block) for block in ordered}
            pieces = [(piece, block) for block in blocks for piece in pieces_of[block]]
            versions = [
                _Version(code, self._rank(code), passage, place, pieces, index)
                for index, (code, _) in enumerate(pieces)
                if defines(code.source, self.class_name)
            ]
            kept = [one for one in versions if not code_pieces.is_disowned(one.pieces[one.index][1].above)]
            versions = kept if any(version.rank[0] or not self.methods for version in kept) else versions
            best: _Version | None = max(versions[::-1], key=by_rank, default=None)
            if best is None:
                continue
            if best.rank[0] or not self.methods:
                return max(self._extended(best, code_pieces.is_correction), best, key=by_rank)
            first = next((version for version in versions if version.rank[-1] >= 0), best)
            best = max(best, self._extended(first, lambda prose: True), key=by_rank)
            if best.rank[0]:
                return best
            found = found or best
        return found

    def _extended(self, version: _Version, continues: Callable[[str], bool]) -> _Version:
        """A version with the members of later blocks, if the prose before these fits."""
        body = self._class(version.code)
        if body is None:
            return version
        further: list[tuple[str, Block]] = []
        lines, end = version.code.lines, body.end_lineno or len(version.code.lines)
        for (_, previous), (code, block) in pairwise(version.pieces[version.index :]):
            if block is not previous and continues(self.split.text[previous.region[1] : block.region[0]]):
                # The members that code gives the class: those of its class statement, or else methods.
                names = self.methods or declared_names(body.body)
                others = [node for node in code.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
                functions = [node for node in others if isinstance(node, FunctionNode) and syntax.has_body(node)]
                are_methods = all(node.name in names or takes_self(node) for node in functions) and functions == others
                members = others if are_methods and any(node.name in names for node in functions) else []
                for node in members if (inner := self._class(code)) is None else _given(inner):
                    own = methods_of(body).get(getattr(node, "name", ""), node)
                    first = own.lineno if getattr(node, "decorator_list", ()) else syntax.first_line(own)
                    member = syntax.cut_statement(code.lines, node, body.body[0].col_offset)
                    further.append(("\n".join([*lines[first - 1 : own.lineno - 1], member]), block))
        joined = "\n".join([*lines[:end], *(f"\n{member}" for member, _ in further), *lines[end:]])
        code = Fragment.of(joined, self.split.parser)
        return replace(version, code=code, rank=self._rank(code), further=further)

    def _pieces(self, block: Block) -> list[Fragment]:
        """The code of a block between its prose; if it or the class does not parse, all from the first code on."""
        source, name = block.source, self.class_name
        pieces = list(code_pieces.code_pieces(source, self.split.parser))
        is_lost = defines(source, name) and not any(defines(piece.source, name) for piece in pieces)
        start = code_pieces.START.search(source) if is_lost or not pieces else None
        if start is None:
            return pieces
        rest = source[start.start() :]
        is_last = not self.split.text[block.region[1] :].strip() and not source.rstrip().endswith(("\n```", "\n~~~"))
        head = syntax.whole_statements(rest, self.split.parser) if is_last and is_lost else ""
        if defines(head, name):
            return [*pieces, _CutOff(head, Fragment.of(head, self.split.parser).tree)]
        return [*pieces, Fragment(rest, ast.Module([], []))]

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


def _given(body: ast.ClassDef) -> list[ast.stmt]:
    """The members of a class with more than a signature."""
    return [node for node in body.body if not isinstance(node, FunctionNode) or syntax.has_body(node)]


def defines(source: str, class_name: str) -> bool:
    """Whether a line of a source in column 0 begins the class."""
    return re.search(rf"^class[ \t\f]+{re.escape(class_name)}[ \t\f]*[\[(:\\]", source, re.MULTILINE) is not None


_MAX_BELOW = 1_000  # with more statements below a class, none is left out
_CONSOLE = frozenset({"argv", "input", "main", "parse_args", "stdin", "testmod"})  # names in console programs
_TESTS = frozenset({"TestCase", "pytest", "unittest"})


def examples_below(body: Sequence[ast.stmt], class_name: str, *, is_whole: bool) -> list[ast.stmt]:
    """Statements below a class that only use it: examples, tests, a loop of commands, but none that change it or names
    that it uses. If the whole text is Python, they use the class, or read from the command line or console."""
    own = next((node for node in reversed(body) if getattr(node, "name", "") == class_name), None)
    below = body[body.index(own) + 1 :] if own is not None else ()
    if own is None or not 0 < len(below) <= _MAX_BELOW:
        return []
    helpers = [_Helper(node, Fragment("", ast.Module([], []))) for node in body]
    needed = walk(own, *(item.node for item in _used([own], helpers, {class_name})))
    used = {class_name, *(item.id for item in needed if isinstance(item, ast.Name))}
    inner_of = {node: walk(node) for node in body}
    bound_by = {node: set(syntax.all_bound(walk(node, closed=code_pieces.SCOPES))) for node in body}
    names_of = {node: {item.id for item in inner_of[node] if isinstance(item, ast.Name)} for node in body}
    users = [node.name for node in body if isinstance(node, FunctionNode) and class_name in names_of[node]]
    known = {class_name, *code_pieces.BUILTINS}
    unbound = set[ast.stmt]()  # definitions that need a name not bound above
    for node in body:
        own_of = {name for item in inner_of[node] for name in names_bound_by(item)}
        if isinstance(node, DEFINITIONS) and not known >= names_on_import(node) - own_of:
            unbound.add(node)
        else:
            known |= bound_by[node]
    unbound = set() if "*" in known else unbound
    left_out, acting = dict[ast.stmt, set[str]](), [own]  # statements to leave out, with the names that they bind
    modules = (item.value for item in walk(*below) if isinstance(item, ast.Attribute) and item.attr == class_name)
    own_names = {class_name, *(item.id for item in modules if isinstance(item, ast.Name))}  # the class and its module
    for node in reversed(below):
        bound = bound_by[node]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            is_own = any(not own_names.isdisjoint((item.name, item.asname)) for item in node.names)
            left_out.update({node: bound} if is_own else {})
        elif (isinstance(node, DEFINITIONS) and node not in unbound) or is_main_guard(node):
            used |= names_on_import(node)
        elif not used.isdisjoint(bound) or _acts_on(node, used, class_name, {class_name, *users}):
            used |= names_of[node]
            acting.append(node)
        else:
            left_out[node] = bound
    for item in _used(acting, helpers, {class_name}):
        left_out.pop(item.node, None)
    shared = {name for bound in left_out.values() for name in bound}
    shared &= {name for node, bound in left_out.items() for name in names_of[node] - bound}
    found, related, gone = list[ast.stmt](), {class_name}, set[str]()
    for node, names in names_of.items():
        if node in left_out:  # a statement without calls may stay if everything that it needs stays
            may_fail = isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, *DEFINITIONS))
            may_fail = may_fail or any(isinstance(item, ast.Call) for item in inner_of[node])
            words = names.union(item.attr for item in inner_of[node] if isinstance(item, ast.Attribute))
            is_used = not isinstance(node, ast.Assign) or not shared.isdisjoint(names)
            telling = _TESTS if node in unbound else _CONSOLE if is_used else _CONSOLE - {"input"}
            is_example = not words.isdisjoint(telling) or not related.isdisjoint(names)
            is_example = is_example or not is_whole or isinstance(node, (ast.Import, ast.ImportFrom))
            if not gone.isdisjoint(names) or (may_fail and is_example):
                found.append(node)
                gone |= left_out[node]
        elif isinstance(node, DEFINITIONS) and not related.isdisjoint(names):
            related.add(node.name)
    return found


def _acts_on(statement: ast.stmt, used: AbstractSet[str], class_name: str, examples: AbstractSet[str]) -> bool:
    """Whether a statement changes a name that a class uses, or passes the class on, without being a usage example."""
    calls = (item.func for item in walk(statement) if isinstance(item, ast.Call))
    is_example = any(getattr(called, "id", "") in examples for called in calls)
    for node in nested_statements([statement]):
        call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
        targets = [node.target] if isinstance(node, (ast.AugAssign, ast.AnnAssign)) else getattr(node, "targets", ())
        for item in [call.func, *call.args] if call is not None else targets:
            root: ast.AST = item
            while isinstance(root, (ast.Attribute, ast.Subscript)):
                root = root.value
            is_set = call is None and root is not item  # `Box.default = Box()` is not a usage example
            if getattr(root, "id", "") in (used if root is not item else {class_name}) and (is_set or not is_example):
                return True
    return False


class _Helper(NamedTuple):
    """A statement that may be a helper definition, and its fragment."""

    node: ast.stmt
    fragment: Fragment
    in_class: bool = False


def _used(nodes: Sequence[ast.AST], helpers: Iterable[_Helper], declared: AbstractSet[str]) -> list[_Helper]:
    """The statements that nodes use, directly or through others; of several with an undeclared name, the first."""
    known = {item.node: item for item in helpers if not declared >= set(bound_names(item.node))}
    named: dict[str, _Helper] = {}
    for helper in known.values():
        for name in bound_names(helper.node):
            # `sum = till.total()` is a usage example, not another `sum`.
            if not isinstance(helper.node, ast.Assign) or not hasattr(builtins, name):
                named.setdefault(name, helper)
    pending = list(nodes) if known else []
    taken = set(pending)
    for node in pending:  # the list grows meanwhile
        inner = walk(node)
        names = {item.id for item in inner if isinstance(item, ast.Name)} - declared
        names.difference_update(name for item in inner[1:] for name in names_bound_by(item))
        names.update(name for item in inner if isinstance(item, ast.Global) for name in item.names)
        attributes = {item.attr for item in inner if isinstance(item, ast.Attribute)} - declared
        found = [named[name] for name in names | attributes if name in named]
        # Attributes are found in classes only.
        new = {item.node for item in found if item.in_class or not names.isdisjoint(bound_names(item.node))} - taken
        taken |= new
        pending += new
    for node in known:  # future imports, and imports of all names of a standard module
        is_all = isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        module = (getattr(node, "module", "") or "") if is_all else ""
        taken |= {node} if is_future_import(node) or module.partition(".")[0] in sys.stdlib_module_names else set()
    taken.difference_update(nodes)
    return [helper for node, helper in known.items() if node in taken]


def find_helpers(
    nodes: Sequence[ast.AST], fragments: Sequence[Fragment], declared: AbstractSet[str], class_name: str, indent: int
) -> tuple[list[str], list[str], list[str]]:
    """Undeclared attributes, methods and parts of the module that nodes use; their own fragment is the first."""
    candidates: list[_Helper] = []
    for fragment in fragments:
        for one in nested_statements(fragment.tree.body):
            if isinstance(one, ast.ClassDef) and one.name in (class_name, "_"):
                # The class `_` around indented code may hold the body of a function.
                is_body = one.name == "_" and uses_parameters(ast.Module(one.body, []), {"self", "cls"})
                # Its imports, and names that its functions use without a receiver, belong to the module.
                functions = [item for item in (*nodes, *one.body) if isinstance(item, FunctionNode)]
                inner = walk(*(item for node in functions for item in node.body if one.name == "_"))
                of_module = {item.id for item in inner if isinstance(item, ast.Name)}
                of_module -= {name for item in inner for name in names_bound_by(item)}
                of_module -= {item.attr for item in inner if isinstance(item, ast.Attribute)}
                imports = [item for item in one.body if isinstance(item, (ast.Import, ast.ImportFrom)) and inner]
                of_module.update(name for item in imports for name in bound_names(item))
                members = (_Helper(item, fragment, of_module.isdisjoint(bound_names(item))) for item in one.body)
                candidates += [] if is_body else members
        usable = (node for node in fragment.tree.body if not uses_on_import(node, class_name))
        candidates += [_Helper(node, fragment, takes_self(node)) for node in usable]
    parts: tuple[list[str], list[str], list[str]] = [], [], []
    for item in _used(nodes, candidates, declared | {class_name, "_"}):
        text = syntax.cut_statement(item.fragment.lines, item.node, indent if item.in_class else 0)
        parts[isinstance(item.node, FunctionNode) if item.in_class else 2].append(text)
    return parts


def declared_names(*bodies: Sequence[ast.stmt]) -> set[str]:
    return {name for body in bodies for node in nested_statements(body) for name in bound_names(node)}


def takes_self(node: ast.stmt) -> bool:
    """Whether a module's function is a method without its class."""
    is_static = any(getattr(item, "id", "") == "staticmethod" for item in getattr(node, "decorator_list", ()))
    return isinstance(node, FunctionNode) and (is_static or first_parameter(node) in ("self", "cls"))


def is_future_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def is_main_guard(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) and not node.orelse else None
    return isinstance(test, ast.Compare) and getattr(test.left, "id", "") == "__name__"


def uses_on_import(tree: ast.AST, name: str) -> bool:
    """Whether code has a name outside of functions' bodies and main guards, and so needs it when loaded."""
    return name in names_on_import(tree) or name == getattr(tree, "name", None)


def names_on_import(tree: ast.AST) -> set[str]:
    nodes = [tree]
    for node in nodes:  # the list grows meanwhile
        runs_later = isinstance(node, FunctionNode) or is_main_guard(node)
        nodes += [item for item in syntax.children(node) if not (runs_later and isinstance(item, ast.stmt))]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def uses_parameters(tree: ast.Module, parameters: Collection[str]) -> bool:
    """Whether statements of a module must be in a function: they return, or use parameters that are not builtins."""
    nodes = walk(*(node for node in tree.body if not isinstance(node, DEFINITIONS)))
    bound = {name for node in [*nodes, *tree.body] for name in names_bound_by(node)}.union(code_pieces.BUILTINS)
    used = {node.id for node in nodes if isinstance(node, ast.Name)} - bound
    return not used.isdisjoint(parameters) or ast.Return in map(type, nested_statements(tree.body))
