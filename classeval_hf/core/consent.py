"""The consent gate: model output is run only with the user's consent."""

import os
import reprlib

from classeval_hf.core.errors import UserError

CONSENT_VARIABLE = "HF_ALLOW_CODE_EVAL"  # must be `1` in the environment, as for `evaluate`'s `code_eval`
_SCORING = "Scoring runs code that a language model wrote."


def require_consent(what: str = _SCORING) -> None:
    """Raises a `ValueError` unless the user allows unreviewed code to run; the sentence `what` says which code."""
    value = os.environ.get(CONSENT_VARIABLE)
    if value != "1":
        is_now = f" It is {reprlib.repr(value)} now, and only 1 counts, as for evaluate." if value else ""
        raise UserError(
            f"{what} Such code can do harm, by intent or by mistake; read how "
            f"this package isolates it, and if you accept what remains, set {CONSENT_VARIABLE}=1 in the environment "
            f'(in a shell: export {CONSENT_VARIABLE}=1; in Python: os.environ["{CONSENT_VARIABLE}"] = "1").{is_now}'
        )
