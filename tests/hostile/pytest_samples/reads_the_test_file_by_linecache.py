"""Has a library read the lines of the test file."""
import linecache
import pathlib


def text():
    return "".join(linecache.getlines(str(pathlib.Path(__file__).parents[1] / "tests/test_money.py")))
