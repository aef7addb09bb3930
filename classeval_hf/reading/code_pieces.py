"""Finds pieces of code in prose, and whether the prose above corrects or disowns them. A piece starts at a line in
column 0 that opens a definition, imports or sets a constant, and ends before a line that is not a part of it."""

import ast
import builtins
import re
from collections.abc import Collection, Iterator, Sequence

from classeval_hf.core.syntax import BoundedParser, Fragment, all_bound, first_line, names_bound_by, walk

DEFINITION = r"(?:class|def|async[ \t]+def)[ \t]+(?=\w)"
_NAMES = r"[^\W\d][\w.]*(?:[ \t]+as[ \t]+\w+)?"
_IMPORT = rf"from[ \t]+[.\w]+[ \t]+import\b|import[ \t]+{_NAMES}(?:[ \t]*,[ \t]*{_NAMES})*[ \t]*(?:[;#][^\n]*|\\)?$"
CODE_LINE = rf"{DEFINITION}[^\n:(]*[:(]|{_IMPORT}|@[\w.]+[ \t]*(?:[(#]|$)"
"""The beginning of a line in column 0 that can only be code."""
_VALUE = r"[A-Z_]\w*[ \t]*(?:,[\w ,]*|:[^=\n]*)?=(?!=)"  # of a constant
CODE_START = rf"{CODE_LINE}|try[ \t]*:|if[ \t]+(?:typing\.)?TYPE_CHECKING\b|{_VALUE}"
"""The same for the first line of a module, which prose may look like."""
_CODE = re.compile(r"(?:```|~~~)[^\n]*|(`)[^`\n]*`")  # in prose, where a method may be called `update`
_SENTENCE_END = re.compile(r"[.!?;](?=\s)|\n")
_CORRECTED = re.compile(
    r"(?i)^\W*(?:change|edit|update)\b|\b(?:actually|correct(?:ed|ion)?|fix(?:ed|es)?|improved|instead|replaced?|revised"
    r"|(?:on )?second (?:attempt|thought|try)|the right|updated|i made|i forgot"
    r"|(?:should|must|has to|needs to) (?:be|have|look|read|return))\b"
)
_WRONG = re.compile(r"(?i)\b(?:wait|oops|oh no|sorry|mistake|bugs?|buggy|wrong|bad|incorrect|error)\b")
_THEREFORE = re.compile(r"(?i)\b(?:so|therefore|thus|hence)\b")  # behind the last comma
_OTHERWISE = re.compile(
    r"(?i)\b(?:original|previous\w*|old|older|earlier|before|first(?! fix)|naive|alternativ\w*|example|instance|e\.g"
    r"|also|could|might|would|optional\w*|if|unless|compare\w*|avoid|don't|never)\b"
)
_FAULT = "wrong|incorrect|buggy|bad|broken|faulty|naive"
_NOUN = "version|way|approach|code|implementation|solution|class|method|example|pattern|attempt"
_DISOWNED = re.compile(
    r"(?i)\b(?:don't|do not|never|not to|not|avoid) (?:do|use|write|doing|using|writing)(?: (?:this|that|it)\b|$)"
    r"|\b(?:(?:should|must)(?: not|n't) (?:do|use|write)|for comparison|common mistake|what not to do"
    rf"|(?:{_FAULT}) (?:{_NOUN})|(?:what|which|this|that|it|following)(?: is|'s| was| would be) (?:{_FAULT})"
    r"|(?:this|that|it|following) (?:won't|will not|do(?:es)? not|doesn't|would not|wouldn't|did not|didn't) work"
    rf"|(?:avoid|not)(?: code)?(?: like)? (?:this|that|it)|(?:what|that|{_NOUN}) (?:you|i|we) had)\b"
    r"|\b(?:was|were)(?: this| so)?$|^before\b[^,]*$|^(?:instead of|rather than)(?: (?:this|that|it))?$"
    r"|^(?:for reference (?:, )?)?(?:(?:here is|here's|this is|this was|that was) )?(?:(?:the|your|my|an?) )?"
    rf"(?:(?:{_FAULT}|original|old|previous(?:ly)?|earlier|anti|counter) ?)+(?:{_NOUN})?(?: ?,? ?for reference)?$"
)  # in words and commas with one blank between them


def is_correction(prose: str) -> bool:
    """Whether the last words of prose between two blocks mean that the second one corrects the first."""
    before, last = ["", "", *_sentences(prose)][-2:]
    if not last or is_disowned(prose) or _OTHERWISE.search(last) is not None:
        return False
    was_wrong, is_wrong = (_WRONG.search(sentence) is not None for sentence in (before, last))
    is_said = _CORRECTED.search(last) is not None or (is_wrong and _THEREFORE.search(last.rpartition(",")[2]))
    return bool(is_said) or (was_wrong and not is_wrong)


def is_disowned(prose: str) -> bool:
    """Whether the last words of prose above a block mean that its code is not to be used."""
    last = "".join(_sentences(prose)[-1:])
    words = " ".join(re.findall(r"[\w']+|,", last.replace("\u2019", "'")))
    return _DISOWNED.search(words) is not None and _CORRECTED.search(last.replace("nstead of", "")) is None


def _sentences(prose: str) -> list[str]:
    return [part for part in _SENTENCE_END.split(_CODE.sub(r"\1", prose)) if part.strip(" \t*#_:")]


BUILTINS = frozenset(dir(builtins))
_EFFECTS = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_MAX_PIECES = 8  # starts tried; with prose between imports, helpers and two versions of a class there are four or five
_MAX_CUTS = 8  # lines tried as the end of a piece; mostly two, since an apostrophe in the first one opens a string
_CODE_LINE = re.compile(CODE_LINE)
OPENS = r"(?:class|def|async|if|else|elif|try|except|finally|with|for|while)\b"
_AWAITS = re.compile(rf"{OPENS}(?:[^\n]*:[ \t]*(?:#|$)|\Z)|[@#]")  # a statement that indented lines below belong to
START = re.compile(rf"^(?:{CODE_START})", re.MULTILINE)
"""The beginning of a line that may start code."""


def code_pieces(text: str, parser: BoundedParser) -> Iterator[Fragment]:
    """The pieces of code that parse, in order, of a text with `\\n` as the only line end."""
    text = text.lstrip("\n")
    text = f"{text.rstrip()}\n" if text[-1:].isspace() else text
    is_code, place = has_code(Fragment.of(text, parser).tree), 0
    for number in range(_MAX_PIECES):
        if number or not is_code:
            start = START.search(text, place)
            if start is None:
                return
            place = start.start()
        piece, place = read_piece(text, place, parser)
        if piece is not None:
            yield piece


def has_code(tree: ast.Module) -> bool:
    """Whether a module has statements other than expressions, since prose can parse as expressions."""
    return any(not isinstance(node, ast.Expr) for node in tree.body)


def without_statements(source: str, body: Sequence[ast.stmt], left_out: Collection[ast.stmt]) -> str:
    """A source without some statements of a body, except those that share a line with others."""
    gone, shared = set(left_out), set(body).difference(left_out)
    while shared:
        lines = {line for node in shared for line in (first_line(node), node.end_lineno)}
        shared = {node for node in gone if first_line(node) in lines or node.end_lineno in lines}
        gone -= shared
    lines = {line for node in gone for line in range(first_line(node), (node.end_lineno or node.lineno) + 1)}
    kept = "\n".join(line for number, line in enumerate(source.split("\n"), 1) if number not in lines)
    return kept.strip() + "\n" if lines else source


def prose(body: Sequence[ast.stmt], known: Collection[str] | None = None) -> list[ast.stmt]:
    """Statements that parse by accident, such as `box.py`, `- size`, `Time: O(n)` and `Result = size`: they have no
    calls, or they have unknown names and bind no name that is read. `known` are further known names in a function."""
    bound = BUILTINS.union(known or ())
    found: list[ast.stmt] = []
    has_code = known is not None or any(isinstance(node, SCOPES) for node in body)
    is_read = {item.id for item in walk(*body) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)}
    for node in body:
        inner = walk(node)
        names = {item.id for item in inner if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)}
        own = set(all_bound(walk(node, closed=SCOPES)))  # not within its functions and classes
        names.difference_update(name for item in inner for name in names_bound_by(item))
        is_unknown = "*" not in bound and not bound >= names
        calls = [item.func for item in inner if isinstance(item, ast.Call)]
        is_named = all(isinstance(item, ast.Name) for item in calls) and (known is None or not calls)
        is_prose = False
        if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant):
            is_odd = known is None or names.isdisjoint(bound) or isinstance(node.value, ast.Starred)
            is_sum = isinstance(node.value, ast.BinOp) and is_unknown  # or `O(n)`, in a module
            is_sum = is_sum or (is_named and len(names) > 1 and names.isdisjoint(bound))
            is_prose = is_odd and (is_sum or not any(isinstance(item, _EFFECTS) for item in inner))
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and has_code:
            parts = node.targets if isinstance(node, ast.Assign) else [node.target]
            is_alone = own.isdisjoint(is_read) and {ast.Attribute, ast.Subscript}.isdisjoint(map(type, walk(*parts)))
            is_prose = is_unknown and ((is_alone and is_named) or node.value is None)
        found += [node] * is_prose
        bound |= set() if is_prose else own
    return found


def read_piece(text: str, start: int, parser: BoundedParser) -> tuple[Fragment | None, int]:
    """The piece at a position, or `None` if it does not parse; and the position at which to continue."""
    lines = text[start:].split("\n")
    end, cut = len(lines), 0
    for _ in range(_MAX_CUTS):
        source = "\n".join(lines[:end]).rstrip() + "\n" if start or end < len(lines) else text
        parsed = parser.parse(source)
        if parsed.tree is not None:
            body, left_out = parsed.tree.body, prose(parsed.tree.body)
            if any(not isinstance(node, ast.Expr) for node in set(body).difference(left_out)):  # there is other code
                source = without_statements(source, body, left_out)
            return Fragment.of(source, parser), start + len("\n".join(lines[:end])) + 1
        cut = error = min(parsed.error_line or 1, end) - 1
        while cut > 0 and (not lines[cut].strip() or lines[cut][0] in " \t\f)]}"):
            cut -= 1
        if lines[error][:1].isspace() and cut < error and _AWAITS.match(lines[cut]) is None:
            end = error  # a member of a class below statements of its module
            continue
        # A line of code in column 0 is not prose: the code itself does not parse, or its last piece was cut off.
        within = "" if lines[cut].startswith("@") else " \t)]}#"  # beginnings of lines of the same statement
        is_followed = any(line.strip() and line[0] not in within for line in lines[cut + 1 : end])
        if cut == 0 or (_CODE_LINE.match(lines[cut]) and is_followed):
            break
        end = cut
    return None, start + len("\n".join(lines[: max(cut, 1)])) + 1
