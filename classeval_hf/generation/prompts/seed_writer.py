"""Prompts for tests of a class, seeds of strengthened tests; the request is EvalPlus's (Liu et al. 2023, section
2.1)."""

import ast
from collections.abc import Iterator

from classeval_hf.core.syntax import first_line, parse
from classeval_hf.core.tasks import ClassTask
from classeval_hf.generation.prompts.prompt_form import PromptForm
from classeval_hf.generation.prompts.writer import CLASS_ENDS, SYSTEM_PROMPT
from classeval_hf.generation.steps import ClassStep, Prompt, PromptKind, StepTarget
from classeval_hf.tasks.outlines import skeleton_source

_MAX_EXAMPLES = 3  # test classes that are shown, each with one test

_REQUEST = (
    "Below are the class {name} and examples of its tests. Write further tests for it: unittest methods that call it "
    "with corner-case inputs that comply with the input formats of the examples, several calls in a row where what "
    "they return depends on earlier ones. Use literal values alone: no mocks, files, clocks or random numbers. Answer "
    "with one Python module that has a single class {name}CornerCaseTest(unittest.TestCase), and nothing else.\n\n"
)


class SeedPromptWriter(PromptForm[ClassStep]):
    left_out = "examples"

    def prompts(self, step: ClassStep) -> Iterator[Prompt]:
        assert step.target is StepTarget.TESTS
        examples = example_tests(step.task)
        for count in range(len(examples), -1, -1):
            yield self._compose(step.task, examples[:count])

    def _compose(self, task: ClassTask, examples: list[str]) -> Prompt:
        shown = "\n\n\n".join([skeleton_source(task).strip("\n"), "import unittest", *examples])
        if self.choice.kind is PromptKind.INSTRUCT:
            return self.instruction(SYSTEM_PROMPT, _REQUEST.format(name=task.class_name) + shown + "\n")
        return self.code(f"{shown}\n\n\n{_class_header(task)}", CLASS_ENDS)

    def module(self, task: ClassTask, prompt: Prompt, raw: str) -> str:
        """What a model wrote, as a text of its own: a base model continues the line that the prompt ends in."""
        text = prompt.answer(raw)
        return text if prompt.kind is PromptKind.INSTRUCT else f"{_class_header(task)}\n{text}"


def _class_header(task: ClassTask) -> str:
    return (
        "# Corner-case inputs that comply with the input formats of the tests above.\n"
        f"class {task.class_name}CornerCaseTest(unittest.TestCase):"
    )


def example_tests(task: ClassTask) -> list[str]:
    """Examples of a task's tests: of its first test classes the first test each, with what prepares it."""
    lines = task.test.split("\n")
    listed = task.suite().listed
    classes = [node for node in parse(task.test).body if isinstance(node, ast.ClassDef) and node.name in listed]
    examples = []
    for node in classes[:_MAX_EXAMPLES]:
        tests = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name.startswith("test")]
        shown = [item for item in node.body if item not in tests[1:]]
        parts = ["\n".join(lines[first_line(item) - 1 : item.end_lineno]) for item in shown]
        header = "\n".join(lines[first_line(node) - 1 : first_line(node.body[0]) - 1]).rstrip()
        examples.append("\n".join([header, "\n\n".join(parts)]))
    return examples
