"""A task of one test, and an answer that passes it."""

from classeval_hf.core.tasks import ClassTask

TASK = ClassTask(
    "box",
    "Box",
    "import unittest\nclass BoxTest(unittest.TestCase):\n"
    "    def test_size(self):\n        self.assertEqual(Box().size(), 3001)\n",
    ("BoxTest",),
)
RIGHT = "class Box:\n    def size(self):\n        return 3001\n"
