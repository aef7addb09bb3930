"""The module that ClassEval's public harness makes of a completion; its rules are in
`docs/design/public-harness.md`."""

from __future__ import annotations

_RESPONSE_MARKS = ("### Response:", "@@ Response:", "[/INST]")
_END_OF_FILE = "<|/ file |>"
_PYTHON_FENCE = "```python"
_FENCE = "```"
_NAMED_FENCES = (_PYTHON_FENCE, "```ruby", "```scss")
_STATIC = "@staticmethod"
_METHOD_INDENT = 4


def upstream_code(completion: str, is_incoder: bool = False) -> str:
    """The code in a completion, by rules 1 to 4 of `docs/design/public-harness.md`."""
    text = _after_response_mark(completion.rstrip())
    if is_incoder:
        return text.partition(_END_OF_FILE)[0]
    marked = _marked_code(text)
    return _without_margin(_without_prose(text.split("\n"))) if marked is None else marked


def with_static_methods(source: str) -> str:
    """The source with `@staticmethod` where rule 5 of `docs/design/public-harness.md` wants it, and nowhere else."""
    lines: list[str] = []
    for line in source.split("\n"):
        if _STATIC in line:
            continue
        if _is_method_without_self(line):
            lines.append(" " * _METHOD_INDENT + _STATIC)
        lines.append(line)
    return "\n".join(lines)


def with_imports_in_front(code: str, import_statements: tuple[str, ...]) -> str:
    """The code with a task's imports in front of all."""
    return "\n".join(import_statements) + "\n" + code


def _after_response_mark(text: str) -> str:
    for mark in _RESPONSE_MARKS:
        _, found, rest = text.partition(mark)
        if found:
            return rest.partition(mark)[0]
    return text


def _marked_code(text: str) -> str | None:
    for opening in _NAMED_FENCES:
        code = _between(text, opening, _FENCE)
        if code is not None:
            return code
    if _PYTHON_FENCE in text:
        return ""
    code = _between(text, _FENCE, _FENCE)
    return _between(text, "[PYTHON]", "[/PYTHON]") if code is None else code


def _between(text: str, opening: str, closing: str) -> str | None:
    """What stands between the first opening mark and the next closing one; if there is none, no later one has any."""
    _, _, rest = text.partition(opening)
    code, found, _ = rest.partition(closing)
    return code if found else None


def _without_prose(lines: list[str]) -> list[str]:
    dropped = set()
    for line in lines:
        start = line.strip()
        if start.startswith("class"):
            break
        if not start.startswith(("import", "from")):
            dropped.add(line)
    return [line for line in lines if line not in dropped]


def _without_margin(lines: list[str]) -> str:
    """The lines, all with as much less indent as the first class has; what has less than that gets none."""
    margin = next((_indent(line) for line in lines if line.lstrip().startswith("class")), 0)
    if margin:
        lines = [" " * (_indent(line) - margin) + line.lstrip() for line in lines]
    return "\n".join(lines)


def _is_method_without_self(line: str) -> bool:
    return (
        _indent(line) == _METHOD_INDENT
        and line.strip().startswith("def ")
        and "self" not in line
        and "cls" not in line
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
