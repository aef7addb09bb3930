"""From a completion to a candidate file in Java. Turns, fences and prose are cut as for Python; the types and imports
of the completion replace those of the file, which keeps its package and the other types that the completion lacks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from classeval_hf.core.repository_tasks import Target
from classeval_hf.projects.java.source import TYPES, JavaSource
from classeval_hf.projects.reading import Assembly
from classeval_hf.reading.completion_blocks import Block, Passage, SplitText, newest
from classeval_hf.reading.definitions import rename_words
from classeval_hf.reading.extraction import split_within_limits
from classeval_hf.reading.records import NO_SIGNS, CompletionSigns, ReadingNote, Ruling, sign_without_code

_HEADER = r"(?:[\w@()\".,= ]+[ \t])?(?:class|interface|enum|record)[ \t]+{0}\b"
_NAMES, _NAME_CHARS = 5, 60


@dataclass(frozen=True)
class _Code:
    """Code that may be the answer: its imports, the types that it defines, and its place."""

    imports: list[str]
    types: dict[str, str]
    is_whole: bool  # whether nothing of the target is cut off or misplaced
    passage: Passage
    place: str
    block: Block


def assemble_java(file_source: str, target: Target, completion: str, paraphrase: Mapping[str, str]) -> Assembly:
    """Puts a completion in the place of a file's types; raises `ValueError` without the target."""
    file = JavaSource(file_source)
    name = rename_words(target.name, paraphrase)
    file.target(name)
    split = split_within_limits(rename_words(completion, paraphrase), 1, len(completion))
    found = list(_found(split, name))
    best = next((code for code in found if code.is_whole), found[0] if found else None)
    if best is None:
        sign = sign_without_code(split.text)
        others = _other_types(split) if sign == "no code" else []
        signs = CompletionSigns("no class", tuple(others)) if others else CompletionSigns(sign)
        what = f"does not define the class {name!r}" + (f"; it defines {', '.join(others)} instead" if others else "")
        ruling = Ruling("NameError", f"the completion {what}")
        if sign == "empty":
            ruling = Ruling("EmptyCompletion", "the completion is empty")
        return Assembly("", signs, ruling, name=name, note=ReadingNote(cut=split.cut, problem=split.problem or sign))
    kept = [file.text(node) for other, node in file.types.items() if other != name and other not in best.types]
    own_imports = [file.text(node) for node in file.root.children if node.type == "import_declaration"] if kept else []
    code = "\n\n".join([*best.types.values(), *kept]) + "\n"
    head = "\n".join(
        [f"package {file.package};\n"] * bool(file.package) + [*dict.fromkeys(best.imports + own_imports)]
    )
    source = f"{head}\n\n{code}" if head else code
    note = split.note(best.passage, best.place, [(text, best.block.region) for text in best.types.values()])
    return Assembly(best.types[name], NO_SIGNS, None, source, source[: source.find(code)].count("\n") + 1, name, note)


def _found(split: SplitText, name: str) -> Iterator[_Code]:
    """The code that defines the target, in reading order: fenced blocks, the newest first, before plain text."""
    header = _HEADER.format(re.escape(name))
    for passage in split.passages:
        for place, blocks in passage.places(header):
            for block in newest(blocks):
                if re.search(header, block.raw) is not None:
                    code = _code(block, name, passage, place)
                    if code is not None:
                        yield code


def _code(block: Block, name: str, passage: Passage, place: str) -> _Code | None:
    source = JavaSource(block.raw)
    imports = [source.text(node) for node in source.root.children if node.type == "import_declaration"]
    types = {other: source.text(node) for other, node in source.types.items()}
    if name in types:
        return _Code(imports, types, not source.types[name].has_error, passage, place, block)
    # Cut off, or with a mistake outside: javac has to say what is wrong.
    header = re.search(rf"^[ \t]*{_HEADER.format(re.escape(name))}", block.raw, re.MULTILINE)
    if header is None:
        return None
    imports = re.findall(r"^[ \t]*import[ \t][^\n;]*;", block.raw[: header.start()], re.MULTILINE)
    return _Code(imports, {name: block.raw[header.start() :].rstrip()}, False, passage, place, block)


def _other_types(split: SplitText) -> list[str]:
    blocks = [block for passage in split.passages for block in (*passage.blocks, Block(passage.text, passage.region))]
    sources = (JavaSource(block.raw) for block in blocks)
    names = {
        source.text(name)[:_NAME_CHARS]: None
        for source in sources
        for node in source.root.children
        if node.type in TYPES and (name := node.child_by_field_name("name")) is not None
    }
    return list(names)[:_NAMES]
