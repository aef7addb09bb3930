"""Has a program print the test file."""
import pathlib
import subprocess


def text():
    path = pathlib.Path(__file__).parents[1] / "tests/test_money.py"
    return subprocess.run(["cat", path], capture_output=True, text=True).stdout
