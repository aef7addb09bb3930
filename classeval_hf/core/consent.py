"""The consent gate: model output is run only with the user's consent."""

from __future__ import annotations

import os

__all__ = ["CONSENT_VARIABLE", "require_consent"]

CONSENT_VARIABLE = "HF_ALLOW_CODE_EVAL"
"""Environment variable that must be `1`; the same one as for `evaluate`'s `code_eval`."""


def require_consent() -> None:
    """
    Checks that the user allows model-generated code to be run.

    Raises:
        `ValueError`: if the environment variable is not `1`.
    """
    if os.environ.get(CONSENT_VARIABLE) != "1":
        raise ValueError(
            "Scoring runs code that a language model wrote. Such code can do harm, by intent or by mistake; read how "
            f"this package isolates it, and if you accept what remains, set {CONSENT_VARIABLE}=1 in the environment "
            f'(in Python: os.environ["{CONSENT_VARIABLE}"] = "1").'
        )
