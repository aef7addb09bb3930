"""Raises exceptions of a class that is both a failure and a skip."""
from _pytest.outcomes import Skipped


class Both(Skipped, Exception):
    @property
    def allow_module_level(self):
        return True


class Purse:
    def __init__(self, owner):
        raise Both("fine")
