"""
What the site does beyond plain Markdown.

Its home page is the README. Documents link to files of the repository, which are not on the site; there, such a link
becomes the file's path. Docstrings name objects as ``[`Name`]`` and put types between backquotes; on the site the
brackets and backquotes go.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent
_DOCS = _ROOT / "docs"
_README = _ROOT / "README.md"
_LINK = re.compile(r"\[([^\]\n]+(?:\n[^\]\n]+)?)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
_NAME = re.compile(r"\[(<code>[^<]*</code>)\](?!\()")
_TYPE = re.compile(r"<code>[^<]*`[^<]*</code>")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Puts the README in the place of the home page, and turns links that leave the documents into paths."""
    own = _DOCS / page.file.src_uri
    source = _README if own == _DOCS / "index.md" else own
    text = source.read_text(encoding="utf-8") if source == _README else markdown

    def lead(link: re.Match[str]) -> str:
        target = (source.parent / link[2]).resolve()
        if target == _README:
            target = _DOCS / "index.md"
        if target.is_relative_to(_DOCS):
            return f"[{link[1]}]({os.path.relpath(target, own.parent)}{link[3] or ''})"
        path = target.relative_to(_ROOT).as_posix()
        return f"`{path}`" if link[1].strip("`") in (path, target.name) else f"{link[1]} (`{path}`)"

    return _LINK.sub(lead, text)


def on_page_content(html: str, **_: Any) -> str:
    """Takes brackets and backquotes out of what was made of docstrings."""
    if "doc-heading" not in html:
        return html
    html = _TYPE.sub(lambda found: found[0].replace("[`", "").replace("`]", "").replace("`", ""), html)
    return _NAME.sub(r"\1", html)
