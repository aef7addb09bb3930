"""The documents: what they say of the command line, their links, and the README's length and first lines."""

import functools
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
# Options of other programs, and of scripts in `benchmarks`.
_OPTIONS_OF_OTHERS = {"--generation-config", "--log_samples", "--platform", "--security-opt", "--userns"}
_OPTIONS_OF_OTHERS |= {"--measure", "--only", "--strict-skips"}
_LINK = re.compile(r"\]\(([^)\s]+)\)")
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


@functools.cache
def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["gen_cli", "gen_reading"])
def test_written_pages_are_what_their_scripts_write(name: str) -> None:
    written = script(name).PAGE.read_text(encoding="utf-8")
    assert written == script(name).render(), f"run `python docs/{name}.py`"


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
def test_files_and_modules_that_documents_name_exist(document: Path) -> None:
    names = re.findall(r"`([^`\n]+)`", document.read_text(encoding="utf-8"))
    rooms = {path.name for path in (ROOT / "classeval_hf").iterdir()}
    for name in names if document.name != "CHANGELOG.md" else ():
        if re.fullmatch(r"(classeval_hf|tests|benchmarks|docs|generation|hub_cards)/[\w./-]*", name):
            assert (ROOT / name).exists(), name
        module = name.removeprefix("classeval_hf.").split(".")
        if re.fullmatch(r"(\w+\.)+\w+", name) and module[0] in rooms and not re.search(r"\.(py|csv|jsonl?)$", name):
            path, *rest = (ROOT.joinpath("classeval_hf", *module[:count]) for count in range(len(module), 0, -1))
            found = next(item for item in (path, *rest) if item.is_dir() or item.with_suffix(".py").exists())
            source = found / "__init__.py" if found.is_dir() else found.with_suffix(".py")
            members = module[len(found.relative_to(ROOT / "classeval_hf").parts) :]
            assert all(re.search(rf"\b{member}\b", source.read_text(encoding="utf-8")) for member in members), name


@on_each_document
def test_options_that_documents_name_exist(document: Path) -> None:
    """Those of `classeval-hf COMMAND ...` and `generation/run.py ...`, in blocks and in lines."""
    options = {
        title.removeprefix("classeval-hf "): {name for action in parser._actions for name in action.option_strings}
        for title, _, parser in script("gen_cli").commands()
    }
    options["evaluate"] |= options["generation/run.py"]
    options["generate"] = options["generation/run.py"]
    text = document.read_text(encoding="utf-8").replace("\\\n", " ")
    titles = "|".join(sorted(map(re.escape, options), key=len, reverse=True))
    for title, line in re.findall(rf"(?:classeval-hf |python |launch |\d )({titles}) ([^\n`|#]*)", text):
        assert not set(re.findall(r"(?<![\w-])--[a-z][\w-]*", line)) - options[title], f"{title} {line}"
    known = {name for names in options.values() for name in names} | _OPTIONS_OF_OTHERS
    for code in re.findall(r"`(--[^`]+)`", text_of(document)) if document.name != "CHANGELOG.md" else ():
        assert not set(re.findall(r"(?<![\w-])--[a-z][\w-]*", code)) - known, code


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
