"""The errors of this package. Commands print their messages alone; any other error is a bug, with its traceback."""


class ClassEvalError(Exception):
    """
    Base of the errors that this package raises on purpose: the message says what is wrong and how to fix it.

    They are [`UserError`], [`InfrastructureError`] and [`~classeval_hf.sandbox.isolation.IsolationError`]. What cannot
    be read, written or reached is an `OSError`.
    """


class UserError(ClassEvalError, ValueError):
    """Bad input: an argument, a file or a model that cannot be used. It is a `ValueError` too."""


class InfrastructureError(ClassEvalError, RuntimeError):
    """A sample could not be run for reasons that are not its own; it never counts against the model."""
