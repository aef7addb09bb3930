"""
From completions to the class that is scored.

Step-wise strategies put each method into the class that the skeleton gives: its imports, class line, docstring and
constructor, then the methods in the order of the task. A method that no completion defines keeps its contract alone,
so that the others can still be run.

Whole-class completions are read by the metric's own rules ([`classeval_hf.reading.extraction`]), and where they define
no class, by their methods. For models that are not instruction-tuned there are two more cases:

- *base*: the prompt is the skeleton. The text is taken for the class if it defines the class again, and else for the
  continuation of the skeleton: the body of the last method, and further methods that replace the skeleton's empty
  ones.
- *fill-in-the-middle*: the prompt is the skeleton and, below it, the class-level information again. The hole holds
  the methods, up to the first line in column 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from classeval_hf.core.syntax import parse_or_none
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.parsing.method_extraction import (
    ExtractedMethod,
    completion_parser,
    extract_method,
    fences_for_tags,
)
from classeval_hf.generation.prompts.contexts import ClassOutline, outline_class
from classeval_hf.generation.prompts.source_layout import starts_in_string
from classeval_hf.generation.steps import PromptKind
from classeval_hf.reading.extraction import extract_code

__all__ = ["assemble_class", "extract_class"]


def assemble_class(outline: ClassOutline, methods: Mapping[str, ExtractedMethod]) -> str:
    """
    The class with methods from several completions.

    Args:
        outline ([`~classeval_hf.generation.prompts.contexts.ClassOutline`]): the class.
        methods (`Mapping[str, ExtractedMethod]`): per name, the method; those that are missing keep their contract.

    Returns:
        `str`: the module. It parses: each method does, and so does what the skeleton gives.
    """
    names = [contract.name for contract in outline.contracts]
    preamble = [outline.preamble] if outline.preamble else []
    brought = [part for name in names if name in methods for part in methods[name].preamble]
    preamble += dict.fromkeys(brought)
    members = [methods[name].source if name in methods else outline.contract(name).stub for name in names]
    head = "\n".join(preamble)
    return "\n\n".join([part for part in (head, outline.header) if part] + members) + "\n"


def extract_class(text: str, task: ClassTask, kind: PromptKind) -> str:
    """
    Finds a whole class in a completion, by the rules in this module's docstring.

    Args:
        text (`str`): the completion.
        task ([`~classeval_hf.core.tasks.ClassTask`]): what was asked for.
        kind ([`PromptKind`]): how.

    Returns:
        `str`: the module; empty if the completion has neither the class nor one of its methods.
    """
    text = fences_for_tags(text)
    found = extract_code(text, task.class_name, task.declared_methods)
    if found.defines_class or found.problem:
        return found.code
    outline = outline_class(task)
    if kind is PromptKind.FIM:
        completed = f"{outline.class_level}\n\n{_members(text, outline)}\n"
        if parse_or_none(completed) is not None and text.strip():
            return completed
    names = [contract.name for contract in outline.contracts]
    parser = completion_parser(text, len(names))
    methods = {
        name: extract_method(text, outline, name, task.class_name, alone=False, parser=parser) for name in names
    }
    if kind is PromptKind.BASE and names:
        methods[names[-1]] = extract_method(text, outline, names[-1], task.class_name, continuation=True)
    if all(method.empty for method in methods.values()):
        return ""
    return assemble_class(outline, methods)


def _members(text: str, outline: ClassOutline) -> str:
    """The head of the text up to the first line in column 0; the first line is indented as a member is."""
    lines = text.strip("\n").split("\n")
    if not lines[0][:1].isspace():
        lines[0] = " " * outline.indent + lines[0]
    in_string = starts_in_string(lines)
    ends = (
        index
        for index, line in enumerate(lines)
        if line.strip() and not in_string[index] and not line[0].isspace() and not line.startswith(("#", ")"))
    )
    return "\n".join(lines[: next(ends, len(lines))]).rstrip()
