"""Records of read completions: notes on their parts, signs of faults, and the reasons why some are not run."""

import ast
import html
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, islice, takewhile

from classeval_hf.core.repository_tasks import CodeDependencies
from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import ClassDependencies

_NEIGHBOURS = 50  # lines on either side that distinguish equal lines
_MAX_EQUAL = 1_000  # maximum of equal lines that are compared
_AT_LINE = re.compile(r"(?: \(detected at| on| at)? line (\d+)\)?")
REPLACED = "lone surrogates"  # in `cut` if characters that UTF-8 cannot encode were replaced


@dataclass(frozen=True)
class ReadingNote:
    """The part of a completion that was read as its code; docs/design/reading.md lists the values of the fields."""

    block: str = ""
    turn: int = 0
    cut: tuple[str, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    problem: str = ""


NOTHING_READ = ReadingNote()


def taken_lines(text: str, parts: Sequence[tuple[str, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    """The runs of lines of a text, as first and last line from 1, that hold the parts; each part has its span."""
    numbered = [(code, [text.count("\n", 0, place) + 1 for place in span]) for code, span in parts]
    taken = {line for line_of in _found_lines(text, numbered) for line in line_of.values()}
    filled = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    runs = [list(run) for is_taken, run in groupby(filled, taken.__contains__) if is_taken]
    return tuple((run[0], run[-1]) for run in runs)


def line_of_completion(text: str, code: str, number: int, taken: Sequence[tuple[int, int]]) -> int:
    """The line of a completion, among the `taken` ones, that a line of its code comes from, from 1; 0 if unknown."""
    given, own = ([line.strip() for line in re.split(r"\r\n|\r|\n", one)] for one in (text, code))
    index = number - 1
    if not (0 <= index < len(own) and own[index]):
        return 0
    lines = (place for first, last in taken for place in range(first - 1, min(last, len(given))))
    found, most = -1, -1
    for place in islice((place for place in lines if given[place] == own[index]), _MAX_EQUAL):
        below = zip(given[place:][:_NEIGHBOURS], own[index:][:_NEIGHBOURS], strict=False)
        above = zip(given[:place][: -_NEIGHBOURS - 1 : -1], own[:index][: -_NEIGHBOURS - 1 : -1], strict=False)
        alike = sum(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)) for pairs in (below, above))
        found, most = (place, alike) if alike > most else (found, most)
    return found + 1


def _found_lines(text: str, parts: Sequence[tuple[str, Sequence[int]]]) -> Iterator[dict[int, int]]:
    """For each part, with its first and last line in a text, its lines with the text's; of equal ones the last."""
    lines = ["", *map(str.strip, text.split("\n"))]
    places: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        places.setdefault(line, [0]).append(place)
    for code, (first, last) in parts:
        line_of: dict[int, int] = {}
        below = last + 1
        for number, line in reversed(list(enumerate(map(str.strip, code.split("\n")), 1))):
            equal = places.get(line, [0])
            place = equal[bisect_left(equal, below) - 1]
            place = place if place >= first else below - 1  # a line with a fence or an end token
            if line and place >= first and line in lines[place]:
                below = line_of[number] = place
        yield line_of


_REFUSAL = re.compile(
    r"(?i)\b(?:I'?m sorry|I am sorry|I apologi[sz]e|I can(?:'|no)t\b|I'?m (?:unable|not able)|I am (?:unable|not able)"
    r"|As an AI|I won'?t\b|cannot (?:help|assist|fulfil))"
)
_REFUSAL_CHARS = 400  # characters at the beginning that are searched for a refusal
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_NAMES, _NAME_CHARS = 5, 60
_ESCAPED_LINES = 3  # minimum of escaped line ends in a completion that counts as escaped


@dataclass(frozen=True)
class CompletionSigns:
    kind: str  # the fault of a completion; empty without one
    classes: tuple[str, ...] = ()  # names of other classes in it


NO_SIGNS = CompletionSigns("")


def read_signs(completion: str, code: str, class_name: str, defines_class: bool) -> CompletionSigns:
    """Classifies a completion by its text and code; `defines_class` is known from static reading."""
    if not completion.strip():
        return CompletionSigns("empty")
    tree = parse_or_none(code)
    if defines_class and tree is not None:
        return NO_SIGNS
    # Escaped: the class appears only after line ends or HTML entities are unescaped.
    pattern = re.compile(rf"^[ \t]*class[ \t]+{re.escape(class_name)}\b", re.MULTILINE)
    has_line = re.search(rf"{pattern.pattern}(?!.*\\n)", completion, re.MULTILINE) is not None
    unescaped = completion.replace("\\n", "\n").strip("\"'")
    if not has_line and completion.count("\\n") >= _ESCAPED_LINES and pattern.search(unescaped) is not None:
        return CompletionSigns("escaped")
    with suppress(ValueError):  # a character's number with thousands of digits
        plain = html.unescape(_BREAK.sub("\n", completion))
        if plain != completion and pattern.search(plain) is not None and parse_or_none(plain) is not None:
            return CompletionSigns("escaped")
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)] if tree is not None else []
    sign = sign_without_code(completion)
    if not classes and not defines_class and (sign == "refusal" or not code.strip()):
        return CompletionSigns(sign)
    kind = "no Python" if tree is None else "no class"
    return CompletionSigns(kind, tuple(name[:_NAME_CHARS] for name in classes[:_NAMES]))


def sign_without_code(text: str) -> str:
    """The sign of a text without code: `"empty"`, `"refusal"` or `"no code"`."""
    if not text.strip():
        return "empty"
    return "no code" if _REFUSAL.search(text[:_REFUSAL_CHARS]) is None else "refusal"


@dataclass(frozen=True)
class Ruling:
    """The reason why a candidate fails, other than by the reports of its tests."""

    error_type: str  # name of the exception that it would raise, or a name in that style
    message: str  # the fault
    in_tests: bool = False  # whether each test fails, or the loading of the class
    was_run: bool = False  # whether it was run, but its report cannot be read

    @property
    def of_tests(self) -> str:
        """The message for each of its tests; empty if it was run."""
        return "" if self.was_run else f"did not run: {self.error_type}: {self.message}"


@dataclass(frozen=True)
class Reading:
    """A completion as it was read. Readings for class tasks have `dependencies`, others have `code` and `used`."""

    source: str  # source of the module or file to run; empty without one
    dependencies: ClassDependencies | None = None  # of its methods; `None` if it does not parse
    signs: CompletionSigns = NO_SIGNS  # signs of faults
    ruling: Ruling | None = None  # the reason why it fails without being run, if it does
    problem: str = ""  # the reason why it could not be read, if so
    note: ReadingNote = NOTHING_READ  # its part of the completion, and the kinds of text that were cut
    code: str = ""  # source of the new definition in the file, or the text in its place
    used: CodeDependencies | None = None  # its uses of the project; `None` without a place in the file


NOT_READ = Reading("")


def unreadable(problem: str) -> Reading:
    note = ReadingNote(problem=problem)
    return Reading("", ruling=Ruling("UnreadableAnswer", problem), problem=problem, note=note)


def syntax_error(source: str, code: str, text: str, taken: Sequence[tuple[int, int]]) -> Ruling | None:
    """The interpreter's error on a module that does not compile; `code` is its part from the completion `text`."""
    with suppress(ValueError, RecursionError, MemoryError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "candidate.py", "exec", dont_inherit=True)
        except SyntaxError as error:
            found = next(_found_lines(text, [(code, (taken[0][0], taken[-1][1]))])) if taken else {}
            for number in range(2, code.count("\n") + 2):
                if number - 1 in found:  # a blank line follows the one before it
                    found.setdefault(number, found[number - 1] + 1)
            known = {str(number): str(line) for number, line in found.items()}
            message = _AT_LINE.sub(lambda at: at[0].replace(at[1], known[at[1]]) if at[1] in known else "", error.msg)
            if str(error.lineno) in known:
                message += f" (line {known[str(error.lineno)]} of the completion)"
            elif error.text and error.text.strip():
                message += f" (in `{error.text.strip()[:80]}`)"
            return Ruling(type(error).__name__, message)
    return None
