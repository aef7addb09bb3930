"""Makes a link to the folder of the tests, changes into it, and reads the file there."""
import os
import pathlib
import tempfile


def text():
    goal = pathlib.Path(tempfile.mkdtemp(), "link")
    goal.symlink_to(pathlib.Path(__file__).parents[1])
    before = os.getcwd()
    os.chdir(goal / "tests")
    try:
        return open("test_money.py").read()
    finally:
        os.chdir(before)
