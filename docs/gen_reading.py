"""
Writes the page on reading, with the forms of answers that not every selector reads: `python docs/gen_reading.py`.

A test holds the page against the reader.
"""

from __future__ import annotations

import ast
import html
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from answer_forms import BAD, FILE, FORMS, GOOD, METHODS, OUTLINE, Form, filled  # noqa: E402

from classeval_hf.classes.readings import extract_class  # noqa: E402
from classeval_hf.core.repository_tasks import Target  # noqa: E402
from classeval_hf.projects.reading import assemble  # noqa: E402
from classeval_hf.reading.method_extraction import extract_method  # noqa: E402

PAGE = ROOT / "docs" / "design" / "reading.md"

_MARK = "<!-- The part below is written by docs/gen_reading.py. -->\n"


def render() -> str:
    """The whole page: what is written by hand, and the forms that not every selector reads."""
    head = PAGE.read_text(encoding="utf-8").partition(_MARK)[0]
    cells = {form.name: _cells(form) for form in FORMS}
    others = {name: found for name, found in cells.items() if set(found) != {"answer"}}
    rows = ["| form | a class | a method | a body in a file |", "|---|---|---|---|"]
    rows += [f"| {_shown(name)} | {' | '.join(found)} |" for name, found in others.items()]
    count = f"All three selectors find the code in {len(cells) - len(others)} of {len(cells)} forms. The others:"
    return f"{head}{_MARK}\n{count}\n\n" + "\n".join(rows) + "\n"


def _shown(name: str) -> str:
    return html.escape(name, quote=False).replace("|", "\\|")


def _cells(form: Form) -> tuple[str, str, str]:
    found = extract_class(filled(form, GOOD, BAD), OUTLINE, "Till").code
    method = extract_method(filled(form, *METHODS["definition"]), OUTLINE, "total", "Till")
    body = assemble(FILE, Target("Till.total", "method"), 0, filled(form, *METHODS["body"]))
    return (
        _which(found, GOOD, BAD),
        _which("" if method.empty else f"class _:\n{method.source}", *METHODS["definition"]),
        _which(body.source, *METHODS["definition"]),
    )


def _which(code: str, good: str, bad: str) -> str:
    """What was taken: the answer, its draft, or neither."""
    taken = _total(code)
    return "answer" if taken and taken == _total(good) else "draft" if taken and taken == _total(bad) else "nothing"


def _total(code: str) -> str:
    try:
        nodes = [item for item in ast.walk(ast.parse(code)) if isinstance(item, ast.FunctionDef)]
    except SyntaxError:
        return ""
    found = next((item for item in nodes if item.name == "total"), None)
    body = [item for item in found.body if not isinstance(item, ast.Expr)] if found is not None else []
    return ast.dump(ast.Module(body, []))


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
