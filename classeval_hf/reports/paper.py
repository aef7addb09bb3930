"""
What the ClassEval paper's text says of figures that come without numbers (Figures 7, 8 and 9).

The scores that it and its repository published are in [`classeval_hf.runs.published`].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PAPER_CLAIMS", "PaperClaim"]


@dataclass(frozen=True)
class PaperClaim:
    """
    A claim of the paper's text on a figure that comes without numbers.

    Args:
        figure (`str`): the figure.
        claim (`str`): what it says.
        value (`float`, *optional*): the number in it, if there is one.
    """

    figure: str
    claim: str
    value: float | None = None


PAPER_CLAIMS: Mapping[str, PaperClaim] = {
    "dep": PaperClaim("Figure 7", "every model has a higher DEP(F) than DEP(M)"),
    "dependencies_0": PaperClaim("Figure 8", "methods that call no other method are correct most often"),
    "dependencies_1": PaperClaim("Figure 8", "share of correct methods that call one other, mean of models", 0.277),
    "dependencies_2": PaperClaim("Figure 8", "share of correct methods that call two others, mean of models", 0.276),
    "errors": PaperClaim("Figure 9", "AttributeError and TypeError are the most frequent errors"),
}
"""Section 5.3 (Figures 7 and 8) and section 5.4 (Figure 9)."""
