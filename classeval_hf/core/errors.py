"""What this package raises for a mistake of its user."""

from __future__ import annotations


class UserError(ValueError):
    """Bad input: the message names what is wrong and how to fix it. Commands print it; any other error is a bug."""
