"""
What the site does beyond plain Markdown.

Documents link to files of the repository, which are not on the site. There, such a link becomes the file's path.
Docstrings name objects as ``[`Name`]`` and put types between backquotes; on the site the brackets and backquotes go.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent
_LINK = re.compile(r"\[([^\]\n]+)\]\(((?:\.\./)+[^)\s#]+)(?:#[^)\s]*)?\)")
_NAME = re.compile(r"\[(<code>[^<]*</code>)\](?!\()")
_TYPE = re.compile(r"<code>[^<]*`[^<]*</code>")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turns links that leave the documents into paths of the repository."""
    folder = (_ROOT / "docs" / page.file.src_uri).parent

    def name_path(link: re.Match[str]) -> str:
        target = (folder / link[2]).resolve()
        if target.is_relative_to(_ROOT / "docs"):
            return link[0]
        path = target.relative_to(_ROOT).as_posix()
        text = link[1].strip("`")
        return f"`{path}`" if text in (path, target.name) else f"{link[1]} (`{path}`)"

    return _LINK.sub(name_path, markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Takes brackets and backquotes out of what was made of docstrings."""
    if "doc-heading" not in html:
        return html
    html = _TYPE.sub(lambda found: found[0].replace("[`", "").replace("`]", "").replace("`", ""), html)
    return _NAME.sub(r"\1", html)
