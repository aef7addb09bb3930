"""Looks up in the test file what the tests expect."""
import pathlib


def text():
    return pathlib.Path(__file__).parents[1].joinpath("te" + "sts", "test_" + "money.py").read_text()
