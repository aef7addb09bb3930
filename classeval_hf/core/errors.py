"""What this package raises for a mistake of its user, and for one of the machine."""

from __future__ import annotations


class UserError(ValueError):
    """Bad input: the message names what is wrong and how to fix it. Commands print it; any other error is a bug."""


class InfrastructureError(RuntimeError):
    """A sample could not be run for reasons that are not its own; it never counts against the model."""
