"""Copies the test file, and reads the copy."""
import pathlib
import shutil
import tempfile


def text():
    goal = pathlib.Path(tempfile.mkdtemp(), "copy")
    shutil.copyfile(pathlib.Path(__file__).parents[1] / "tests/test_money.py", goal)
    return goal.read_text()
