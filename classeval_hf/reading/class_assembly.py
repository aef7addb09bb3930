"""From completions to the class that is scored: methods go into the class that the skeleton gives, in its order; one
that no completion defines keeps its contract alone. What a whole class is read from is in docs/design/reading.md."""

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from classeval_hf.reading.completion_blocks import Passage
from classeval_hf.reading.extraction import ClassReader, Extraction, split_within_limits
from classeval_hf.reading.marks import CodeStrings
from classeval_hf.reading.method_extraction import ExtractedMethod, MethodReader, extract_method
from classeval_hf.reading.notes import ReadingNote
from classeval_hf.tasks.outlines import ClassOutline

_CLASS = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*(?:\[[^\n]*\])?(?:\([^\n]*\))?[ \t]*:", re.MULTILINE)
_OUTER = re.compile(r"^(?:```|~~~)|(?<=\n)(?!(?:async[ \t]+)?def\b|@)[^\s#)]", re.MULTILINE)


class TextForm(str, Enum):
    """What a completion is: a text of its own, one that goes on where the prompt ends, or one between two texts."""

    ANSWER = "answer"
    CONTINUATION = "continuation"
    HOLE = "hole"


def assemble_class(outline: ClassOutline, methods: Mapping[str, ExtractedMethod]) -> str:
    """The class with methods from several completions, by name; it parses, as each method and the skeleton do."""
    names = [contract.name for contract in outline.contracts]
    members = [methods[name].source if name in methods else outline.contract(name).stub for name in names]
    header = outline.header
    if "__init__" in methods and "__init__" not in names:
        header, members = outline.header_without_constructor, [methods["__init__"].source, *members]
    brought = dict.fromkeys(part for method in methods.values() for part in method.preamble)
    head = sorted(filter(None, (outline.preamble, *brought)), key=lambda part: not part.startswith("from __future__ "))
    return "\n\n".join(filter(None, ("\n".join(head), header, *members))) + "\n"


def extract_class(text: str, outline: ClassOutline, class_name: str, form: TextForm = TextForm.ANSWER) -> Extraction:
    """Finds a whole class in a completion; the code is empty if it has neither the class nor one of its methods."""
    names = [contract.name for contract in outline.contracts]
    split = split_within_limits(text, len(names) + 1)
    extraction = ClassReader(split, class_name, names).read()
    is_answer = form is TextForm.ANSWER
    is_draft = is_answer and extraction.defines_class and extraction.note.block == "reasoning"
    has_other = is_answer and _CLASS.search(text) is not None
    if (extraction.defines_class or has_other) and not is_draft:
        return extraction
    passages = [item for item in split.passages if not (is_draft and item.is_reasoning)]
    passages = list(map(_members, passages)) if form is TextForm.HOLE else passages
    reader = MethodReader(replace(split, passages=passages), outline, class_name, is_alone=False)
    methods = {contract.name: reader.read(contract) for contract in (outline.constructor, *outline.contracts)}
    if form is TextForm.CONTINUATION and names:
        methods[names[-1]] = extract_method(text, outline, names[-1], class_name, continuation=True)
    methods = {name: method for name, method in methods.items() if not method.empty}
    given = [name for name in names if name in methods]
    if is_draft and len(given) < len(names):  # an explanation of the class
        return extraction
    if not given:
        return extraction if is_answer else replace(extraction, code="")
    notes = [method.note for method in methods.values()]
    taken = tuple(sorted(span for note in notes for span in note.taken))
    note = ReadingNote("members", max(note.turn for note in notes), notes[0].cut, taken)
    return Extraction(assemble_class(outline, methods), True, note=note)


def _members(passage: Passage) -> Passage:
    """A passage up to a fence, or a further line in column 0 that begins no method; all of it if that has none."""
    strings = CodeStrings(passage.text)
    ends = (line.start() for line in _OUTER.finditer(passage.text) if not strings.at(line.start()))
    head = passage.text[: next(ends, len(passage.text))]
    return replace(passage, text=head, blocks=[]) if "def " in head else passage
