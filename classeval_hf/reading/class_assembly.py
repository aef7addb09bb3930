"""From completions to the class that is scored: methods go into the class that the skeleton gives, in its order; one
that no completion defines keeps its contract alone. What a whole class is read from is in docs/design/reading.md."""

import re
from collections.abc import Mapping
from enum import Enum

from classeval_hf.core.syntax import lines_within_strings, parse_or_none
from classeval_hf.reading.completion_blocks import plain_text, split_completion
from classeval_hf.reading.extraction import Extraction, completion_parser, extract_code
from classeval_hf.reading.method_extraction import ExtractedMethod, MethodReader
from classeval_hf.reading.notes import ReadingNote
from classeval_hf.tasks.outlines import ClassOutline

_CLASS = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*(?:\[[^\n]*\])?(?:\([^\n]*\))?[ \t]*:", re.MULTILINE)


class TextForm(str, Enum):
    """What a completion is: a text of its own, one that goes on where the prompt ends, or one between two texts."""

    ANSWER = "answer"
    CONTINUATION = "continuation"
    HOLE = "hole"


def assemble_class(outline: ClassOutline, methods: Mapping[str, ExtractedMethod]) -> str:
    """The class with methods from several completions, by name; it parses, as each method and the skeleton do."""
    names = [contract.name for contract in outline.contracts]
    own = [name for name in ("__init__", *names) if name in methods]
    brought = [part for name in own for part in methods[name].preamble]
    preamble = [*([outline.preamble] if outline.preamble else []), *dict.fromkeys(brought)]
    members = [methods[name].source if name in methods else outline.contract(name).stub for name in names]
    header = outline.header
    if "__init__" in methods and "__init__" not in names:
        header, members = outline.header_without_constructor, [methods["__init__"].source, *members]
    head = "\n".join(sorted(preamble, key=lambda part: not part.startswith("from __future__ ")))
    return "\n\n".join([part for part in (head, header) if part] + members) + "\n"


def extract_class(text: str, outline: ClassOutline, class_name: str, form: TextForm = TextForm.ANSWER) -> Extraction:
    """Finds a whole class in a completion; the code is empty if it has neither the class nor one of its methods."""
    names = [contract.name for contract in outline.contracts]
    extraction = extract_code(text, class_name, names)
    is_answer = form is TextForm.ANSWER
    is_draft = is_answer and extraction.defines_class and extraction.note.block == "reasoning"
    has_other = is_answer and _CLASS.search(text) is not None
    if extraction.problem or ((extraction.defines_class or has_other) and not is_draft):
        return extraction
    if form is TextForm.HOLE:
        completed = f"{outline.class_level}\n\n{_members(text, outline)}\n"
        if parse_or_none(completed) is not None and text.strip():
            return Extraction(completed, True, note=ReadingNote("body"))
    reader = MethodReader(text, outline, class_name, len(names) + 1)
    methods = {contract.name: reader.read(contract) for contract in outline.contracts}
    if form is TextForm.CONTINUATION and names:
        methods[names[-1]] = MethodReader(text, outline, class_name).read(outline.contracts[-1], continuation=True)
    methods = {name: method for name, method in methods.items() if not method.empty}
    notes = [method.note for method in methods.values()]
    # A part of the methods alone is mostly an example.
    if is_answer and (len(notes) < len(names) or (is_draft and any(note.block == "reasoning" for note in notes))):
        return extraction
    if not methods:
        return Extraction("", False, note=extraction.note)
    constructor = reader.read(outline.constructor)
    if not constructor.empty:
        methods["__init__"] = constructor
        notes.append(constructor.note)
    taken = sorted(span for note in notes for span in note.taken)
    note = ReadingNote("members", max(note.turn for note in notes), notes[0].cut, tuple(taken))
    return Extraction(assemble_class(outline, methods), True, note=note)


def class_source(text: str, outline: ClassOutline, class_name: str, form: TextForm) -> str:
    """The code that [`extract_class`] finds, for processes that answer in plain data."""
    return extract_class(text, outline, class_name, form).code


def _members(text: str, outline: ClassOutline) -> str:
    """The head of the text up to the first line in column 0; the first line is indented as a member is."""
    text = plain_text(text)
    passages = split_completion(text, completion_parser(text)).passages
    lines = (passages[0].text if passages else "").strip("\n").split("\n")
    if not lines[0][:1].isspace():
        lines[0] = " " * outline.indent + lines[0]
    in_string = lines_within_strings("\n".join(lines))
    code = (index for index, line in enumerate(lines) if line.strip() and index not in in_string)
    end = next((index for index in code if not lines[index].startswith((" ", "\t", "\f", "#", ")"))), len(lines))
    return "\n".join(lines[:end]).rstrip()
