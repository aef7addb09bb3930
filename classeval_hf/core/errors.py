"""The errors and warnings of this package, and the consent to run foreign code. Commands print these errors without a
traceback, and all others with it."""

import os
import re
import reprlib
import sys
import warnings
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from classeval_hf.core.terminal import visible

_NOT_THE_USERS = ("classeval_", "evaluate.", "evaluate_modules.")  # modules between the user's code and a warning
_MAX_CHARS = 200  # longer names are not compared: the time grows with the square of the length


class ClassEvalError(Exception):
    """
    Base of the errors that this package raises on purpose: the message says what is wrong and how to fix it.

    They are [`UserError`], [`InfrastructureError`] and [`~classeval_hf.sandbox.jobs.IsolationError`]. What cannot
    be read, written or reached is an `OSError`.
    """

    def __str__(self) -> str:
        # Without the second of two full stops, which joining messages gives.
        return visible(re.sub(r"(?<=[\w)\]'\"`])\.\.(?=\s|$)", ".", super().__str__()))


class UserError(ClassEvalError, ValueError):
    """Bad input: an argument, a file or a model that cannot be used. It is a `ValueError` too."""


class InfrastructureError(ClassEvalError, RuntimeError):
    """The machine, not the sample, is at fault; it never counts against the model."""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """A question about the nearest known name, in any case, to end a message; empty if no name is near."""
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
    warnings.warn(str(ClassEvalError(message)), stacklevel=depth)  # shown as errors are


class ProjectError(UserError):
    """A project cannot be installed or used; the message names it and the fix."""


CONSENT_VARIABLE = "HF_ALLOW_CODE_EVAL"  # must be `1` in the environment, as for `evaluate`'s `code_eval`


def require_consent(what: str = "Scoring runs code that a language model wrote.") -> None:
    """Raises a `ValueError` unless the user allows unreviewed code to run; the sentence `what` names the code."""
    if (value := os.environ.get(CONSENT_VARIABLE)) != "1":
        is_now = f" It is {reprlib.repr(value)} now, and only 1 counts, as for evaluate." if value else ""
        raise UserError(
            f"{what} Such code can do harm, by intent or by mistake; read how "
            f"this package isolates it, and if you accept what remains, set {CONSENT_VARIABLE}=1 in the environment "
            f'(in a shell: export {CONSENT_VARIABLE}=1; in Python: os.environ["{CONSENT_VARIABLE}"] = "1").{is_now}'
        )
