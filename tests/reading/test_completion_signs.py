"""What is wrong with a completion, as far as its text tells."""

import json

import pytest

from classeval_hf.reading.extraction import extract_code
from classeval_hf.reading.records import read_signs

CLASS = "class Box:\n    def lines(self):\n        return ['a\\n', 'b\\n', 'c\\n']\n"
"""A class with three escapes of its own."""


def sign(completion: str) -> str:
    extraction = extract_code(completion, "Box")
    return read_signs(completion, extraction.code, "Box", extraction.defines_class).kind


@pytest.mark.parametrize("before", ["", "import re\n\n\n", "Here is the class:\n\n```python\n"])
def test_a_truncated_class_is_not_called_escaped(before: str) -> None:
    """Literals with line ends are code as it should be, also where the last line breaks off, or an early one."""
    assert sign(f"{before}{CLASS}    def size(self):\n        return (3001") == ""
    assert sign(f"{before}{CLASS}    def size(self:\n        return 3001\n    a = 1\n") == "no Python"


@pytest.mark.parametrize(
    "completion", [json.dumps(CLASS), CLASS.replace("\n", "\\n"), "import re\\n" + CLASS.replace("\n", "\\n")]
)
def test_a_class_in_one_line_is_escaped(completion: str) -> None:
    assert sign(completion) == "escaped"


def test_names_of_other_classes_are_told_in_short() -> None:
    """No more than a few, and of each no more than its beginning: a completion says what they are."""
    names = ["A" * 61, "B" * 60, *(f"C{number}" for number in range(9))]
    source = "".join(f"class {name}: ...\n" for name in names)
    assert read_signs(source, source, "Box", False).classes == ("A" * 60, *names[1:5])
