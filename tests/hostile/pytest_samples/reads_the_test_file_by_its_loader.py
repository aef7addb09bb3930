"""Asks what loaded the test file for its bytes."""
import pathlib


def text():
    path = pathlib.Path(__file__).parents[1] / "tests/test_money.py"
    return __spec__.loader.get_data(str(path)).decode()
