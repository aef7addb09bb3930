"""Its values have the equality of an object that mocks are compared with."""
from unittest import mock


class Yes:
    __eq__ = type(mock.ANY).__eq__
    __hash__ = object.__hash__
