"""What a wrong name may have been meant to be."""

from collections.abc import Iterable
from difflib import get_close_matches

_MAX_CHARS = 200
"""A longer name, which a file may hold, is compared with nothing: that takes time with the square of its length."""


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """A question about the nearest known name, whatever its case, to end a message; empty where none is near."""
    if len(str(name)) > _MAX_CHARS:
        return ""
    by_lower_case = {str(item).casefold(): str(item) for item in known}
    near = get_close_matches(str(name).casefold(), by_lower_case, n=1)
    return f" Did you mean {by_lower_case[near[0]]}?" if near else ""
