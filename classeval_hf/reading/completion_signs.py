"""Signs of faulty completions: empty, a refusal, escaped, no Python, or a class of another name."""

import ast
import html
import re
from dataclasses import dataclass

from classeval_hf.core.syntax import parse_or_none

_REFUSAL = re.compile(
    r"(?i)\b(?:I'?m sorry|I am sorry|I apologi[sz]e|I can(?:'|no)t\b|I'?m (?:unable|not able)|I am (?:unable|not able)"
    r"|As an AI|I won'?t\b|cannot (?:help|assist|fulfil))",
)
_REFUSAL_CHARS = 400  # characters at the beginning that are searched for a refusal
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_NAMES, _NAME_CHARS = 5, 60
_ESCAPED_LINES = 3  # minimum of escaped line ends in a completion that counts as escaped


@dataclass(frozen=True)
class CompletionSigns:
    """The fault of a completion: `kind` is empty if it has none."""

    kind: str
    classes: tuple[str, ...] = ()


NO_SIGNS = CompletionSigns("")


def read_signs(completion: str, code: str, class_name: str, defines_class: bool) -> CompletionSigns:
    """Classifies a completion by its text and code; `defines_class` is known from static reading."""
    if not completion.strip():
        return CompletionSigns("empty")
    tree = parse_or_none(code)
    if defines_class and tree is not None:
        return NO_SIGNS
    if _is_escaped(completion, class_name):
        return CompletionSigns("escaped")
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)] if tree is not None else []
    sign = sign_without_code(completion)
    if not classes and not defines_class and (sign == "refusal" or not code.strip()):
        return CompletionSigns(sign)
    if tree is None:
        return CompletionSigns("no Python")
    return CompletionSigns("no class", tuple(name[:_NAME_CHARS] for name in classes[:_NAMES]))


def sign_without_code(text: str) -> str:
    """The sign of a text without code: `"empty"`, `"refusal"` or `"no code"`."""
    if not text.strip():
        return "empty"
    return "no code" if _REFUSAL.search(text[:_REFUSAL_CHARS]) is None else "refusal"


def _is_escaped(completion: str, class_name: str) -> bool:
    """Whether the class appears only after line ends or HTML entities are unescaped."""
    pattern = re.compile(rf"^[ \t]*class[ \t]+{re.escape(class_name)}\b", re.MULTILINE)
    has_line = re.search(rf"{pattern.pattern}(?!.*\\n)", completion, re.MULTILINE) is not None
    if not has_line and completion.count("\\n") >= _ESCAPED_LINES:
        unescaped = completion.replace("\\n", "\n").strip("\"'")
        if pattern.search(unescaped) is not None:
            return True
    try:
        plain = html.unescape(_BREAK.sub("\n", completion))
    except ValueError:  # a character's number with thousands of digits
        return False
    return plain != completion and pattern.search(plain) is not None and parse_or_none(plain) is not None
