"""The documents: what they say of the command line, their links, and the README's length and first lines."""

import importlib.util
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import programs
import pytest
from places import ROOT

README = ROOT / "README.md"
DOCUMENTS = sorted(
    [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")],
    key=lambda path: path.relative_to(ROOT).as_posix(),
)
_CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_WORDS_NOT_USED = ("containment", "mend", "blotted", "reckon", "heed", "thereby", "anew", "to be had")
_WORDS_NOT_USED += ("arranged weights",)
_WORDS_NEVER_USED = (
    *_WORDS_NOT_USED,
    *("mends", "mended", "mending", "companion", "companions", "go_on", "no say", "for ever"),
    *("at first sight", "comes to nothing", "come to nothing", "comes too late", "as far as it goes"),
)
_DEEP = ("classeval_hf/**/*.py", "classeval_hf/**/*.j2", "hub_cards/**/*.py")
_PATTERNS = (*_DEEP, "*.py", "benchmarks/*.py", "generation/*.py")
SOURCES = [path for pattern in _PATTERNS for path in ROOT.glob(pattern) if "open_tasks" not in path.parts]
on_each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def text_of(document: Path) -> str:
    return _CODE.sub("", document.read_text(encoding="utf-8"))


def links(document: Path) -> list[str]:
    return [target for target in _LINK.findall(text_of(document)) if not re.match(r"[a-z]+:", target)]


def anchors(document: Path) -> set[str]:
    """What can be linked to in a document: its headings, as GitHub and MkDocs name them."""
    headings = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    names = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", name).strip().replace(" ", "-") for name in names}


@pytest.mark.parametrize("script", ["gen_cli", "gen_reading"])
def test_written_pages_are_what_their_scripts_write(script: str) -> None:
    spec = importlib.util.spec_from_file_location(script, ROOT / "docs" / f"{script}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text(encoding="utf-8") == module.render(), f"run `python docs/{script}.py`"


def test_the_readme_is_short_and_keeps_its_first_lines() -> None:
    text = README.read_text(encoding="utf-8")
    first_screen, _, others = text.partition("## Install\n")
    assert len(first_screen.splitlines()) <= 40 and len(others.splitlines()) <= 150
    assert 'load_dataset("classeval")' in text and 'evaluate.load("classeval_metric").compute(' in text
    assert "accelerate launch generation/run.py --model bigcode/starcoder\n" in text and "make test" in text
    # How long its commands take depends on the machine and the network, so that any figure is wrong for many.
    first = text.split("\n## ")[0]
    assert "classeval-hf demo" in first and not re.findall(r"\b(?:seconds?|minutes?|hours?)\b", first)


@on_each_document
def test_links_lead_somewhere(document: Path) -> None:
    for target in links(document):
        path, _, anchor = target.partition("#")
        found = (document.parent / path).resolve() if path else document
        assert found.exists(), f"{document.name} links to {target}"
        if anchor:
            assert anchor in anchors(found), f"{document.name} links to {target}"


def linked_from(*pages: Path) -> set[Path]:
    return {(page.parent / target.partition("#")[0]).resolve() for page in pages for target in links(page)}


def test_every_document_is_on_the_site_and_linked_from_the_first_pages() -> None:
    docs, pages = ROOT / "docs", set((ROOT / "docs").rglob("*.md"))
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert {docs / page for page in re.findall(r": ([\w/-]+\.md)$", site, re.MULTILINE)} == pages
    assert 20 < len(pages) <= 32
    assert not pages - {docs / "index.md"} - linked_from(README, docs / "index.md")


@on_each_document
def test_words_of_the_glossary(document: Path) -> None:
    text = text_of(document).lower()
    if document.name == "glossary.md":
        text, columns = re.subn(r"\|[^|\n]*\|$", "|", text, flags=re.MULTILINE)  # which name words that are not used
        assert columns > 50
    assert [word for word in _WORDS_NOT_USED if re.search(rf"\b{word}\b", text)] == []


def test_words_of_the_glossary_in_sources() -> None:
    """Names, comments, docstrings and messages of all that is shipped; the tasks' own texts are others' words."""
    # `\b` sees no word in a name that begins with an underscore.
    pattern = re.compile(rf"\b_*(?:{'|'.join(_WORDS_NEVER_USED)})\b", re.IGNORECASE)
    found = {
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in SOURCES
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    }
    assert len(SOURCES) > 150 and not found


@pytest.mark.slow
@pytest.mark.usefixtures("hf_home")
def test_readme(monkeypatch: pytest.MonkeyPatch, without_transformers: str, run_python: Callable[..., Any]) -> None:
    monkeypatch.setenv("PYTHONPATH", without_transformers, prepend=os.pathsep)
    sections = re.split(r"^## ", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = (part for part in sections if part.startswith("Score in a minute"))
    blocks = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    programs.run_python("-m", "classeval_hf", "install", check=True)
    done = run_python("".join(blocks), HF_ALLOW_CODE_EVAL="1")
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == "1.0" and second.startswith("0.0 {'")
