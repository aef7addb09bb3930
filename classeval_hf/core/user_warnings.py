"""Warnings that name the line of the user's own code, and no file of this package, whose path is long."""

import sys
import warnings

_NOT_THE_USERS = ("classeval_", "evaluate.", "evaluate_modules.")
"""How names of modules begin that stand between the user's code and a warning."""


def warn_user(message: str) -> None:
    """Warns at the line of the user's own code that called this package, itself or through `evaluate`."""
    frame, depth = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_NOT_THE_USERS):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, stacklevel=depth)
