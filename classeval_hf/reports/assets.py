"""Styles and scripts of the pages, and how a page's policy names those that it allows."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources


def asset(name: str) -> str:
    """Reads a template, style or script of the package."""
    return (resources.files("classeval_hf.reports") / "templates" / name).read_text(encoding="utf-8")


def source_hash(text: str) -> str:
    """The source expression by which a content security policy allows one inline style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
