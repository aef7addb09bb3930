"""The errors and warnings of this package. Commands print their messages alone; any other error is a bug, with its
traceback."""

import errno
import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches

from classeval_hf.core.visible_output import visible

_ADVICE = {
    errno.EISDIR: "Name a file in it.",
    errno.EEXIST: "Name another place, or remove what is there.",
    errno.EACCES: "Check who may read and write it.",
    errno.EPERM: "Check who may read and write it.",
    errno.EROFS: "Choose another place.",
    errno.ENOSPC: "Free some, or name a place on another disk (HF_HOME, for what is kept).",
}

_NOT_THE_USERS = ("classeval_", "evaluate.", "evaluate_modules.")  # modules between the user's code and a warning
_MAX_CHARS = 200
"""A longer name, which a file may hold, is compared with nothing: that takes time with the square of its length."""


class ClassEvalError(Exception):
    """
    Base of the errors that this package raises on purpose: the message says what is wrong and how to fix it.

    They are [`UserError`], [`InfrastructureError`] and [`~classeval_hf.sandbox.isolation.IsolationError`]. What cannot
    be read, written or reached is an `OSError`.
    """

    def __str__(self) -> str:
        return visible(super().__str__())


class UserError(ClassEvalError, ValueError):
    """Bad input: an argument, a file or a model that cannot be used. It is a `ValueError` too."""


class InfrastructureError(ClassEvalError, RuntimeError):
    """The machine, not the sample, is at fault; it never counts against the model."""


def in_words(error: Exception) -> str:
    """Says what stops a command, for who runs it; where the system refuses a file, with its name and what to do."""
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"There is no file or folder {error.filename}. Check its name, and the folder that you are in."
    if isinstance(error, OSError) and error.strerror:  # one of the system's; ours have a message alone
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"{place}{error.strerror}. {_ADVICE.get(error.errno or 0, 'Check its name.' if place else '')}".rstrip()
    return str(error) or ("There is not enough memory." if isinstance(error, MemoryError) else type(error).__name__)


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """A question about the nearest known name, whatever its case, to end a message; empty where none is near."""
    if len(str(name)) > _MAX_CHARS:
        return ""
    by_lower_case = {str(item).casefold().lstrip("-"): str(item) for item in known}  # all options begin alike
    near = get_close_matches(str(name).casefold().lstrip("-"), by_lower_case, n=1, cutoff=0.65)
    return f" Did you mean {by_lower_case[near[0]]}?" if near else ""


def warn_user(message: str) -> None:
    """Warns at the line of the user's own code that called this package, itself or through `evaluate`."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_NOT_THE_USERS):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(visible(message), stacklevel=depth)
