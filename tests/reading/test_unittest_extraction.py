"""Test classes in raw model text: where they are found, what is kept beside them, and what is bounded."""

from __future__ import annotations

import pytest

from classeval_hf.reading.extraction import MAX_COMPLETION_CHARS, MAX_TEST_CLASSES, MAX_TESTS, extract_tests
from classeval_hf.sandbox.limited_calls import LimitedCalls, UnreadableError

TESTS = """
class BoxTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(Box().size(), 1)

    def test_two(self):
        self.assertEqual(Box().size(), 2)
"""


@pytest.mark.parametrize(
    "text",
    [
        TESTS,
        f"import unittest\nfrom box import Box\n{TESTS}\nif __name__ == '__main__':\n    unittest.main()\n",
        f"Here are the tests:\n\n```python\n{TESTS}```\nI hope that they help.",
        f"Sure.\n\n{TESTS}\nThese tests check the size.",
        f"<think>\nclass Draft(unittest.TestCase):\n    def test_no(self): pass\n</think>\n```\n{TESTS}\n```",
        f"```python\n{TESTS}\n    def test_cut_off(self):\n        self.assertEqual(Box(",
        *(f"{TESTS}\n    def test_cut_off(self):\n        self.assertEqual('", TESTS.replace("\n", "\r\n")),
    ],
)
def test_tests_are_found(text: str) -> None:
    """Wherever they stand; a test that was cut off is left out alone."""
    assert extract_tests(text, "Box")["tests"] == {"BoxTest": ["test_one", "test_two"]}


def test_what_is_kept_beside_them() -> None:
    """Helpers and imports that there are; no copy of the class, no import that would fail, nothing that runs."""
    text = (
        "import os, random\nimport numpy as np\nimport nowhere\nfrom .box import Box\nSIZE = 3\n"
        "class Box:\n    def size(self): return 5\n"
        "def helper(): return Box()\n"
        f"print('hello'){TESTS}\nwhile True: pass\n"
    )
    source = extract_tests(text, "Box", ["numpy"])["source"]
    assert source.startswith("import os, random\nimport numpy as np\nSIZE = 3\n\ndef helper():")
    assert "class Box:" not in source and "nowhere" not in source and "print" not in source and "while" not in source


@pytest.mark.parametrize(
    "text", ["", "I cannot do that.", "x = 1\n", "class A:\n    pass\n", "def test_x(): pass\n", "```"]
)
def test_text_without_test_classes(text: str) -> None:
    assert extract_tests(text, "Box") == {"source": "", "tests": {}}


def test_there_is_a_limit() -> None:
    """To characters, test classes and tests."""
    assert not extract_tests(TESTS + "#" * MAX_COMPLETION_CHARS, "Box")["tests"]
    many = "".join(TESTS.replace("BoxTest", f"Test{number}") for number in range(20))
    assert len(extract_tests(many, "Box")["tests"]) == MAX_TEST_CLASSES
    methods = "".join(f"    def test_{number}(self): pass\n" for number in range(200))
    assert len(extract_tests(f"class T(TestCase):\n{methods}", "Box")["tests"]["T"]) == MAX_TESTS


def test_deep_nesting_is_read_within_limits() -> None:
    """Text that brings a parser down costs that text alone."""
    texts = [f"{TESTS}\nX = {'(' * 50_000}", f"{TESTS}\nX = {'-' * 90_000}1\n", "`" * 200_000, TESTS]
    with LimitedCalls(cpu_seconds=5.0) as calls:
        *hostile, good = calls.map(extract_tests, [(text, "Box") for text in texts])
    assert good["tests"] == {"BoxTest": ["test_one", "test_two"]}
    assert all(isinstance(found, UnreadableError) or set(found["tests"]) <= {"BoxTest"} for found in hostile)
