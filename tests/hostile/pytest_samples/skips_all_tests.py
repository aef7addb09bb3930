"""Skips each test that uses it."""
import pytest


class Purse:
    def __init__(self, owner):
        pytest.skip("not today")
