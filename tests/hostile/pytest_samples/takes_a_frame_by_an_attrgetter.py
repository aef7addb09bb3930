"""Has `operator` take the attribute."""
import operator
import sys


def frame():
    return operator.attrgetter("".join(["_get", "frame"]))(sys)()
