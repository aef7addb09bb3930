"""
What the ClassEval paper and its repository published, to set measured values beside.

- `published_scores.csv`: scores of every run in the repository's `pass_at_k_result.json`, of 2023-08 (from which the
  paper has its Table 7, Figure 5 and Figure 6) and of v1.0.0. Its `class_success` is our `class_pass@k`. Its
  `fun_success`, which counts every listed test class as a method and is the paper's "method-level", is our
  `test_class_pass@k`.
- Figures 7, 8 and 9 come without numbers, but the text makes claims about them: [`PAPER_CLAIMS`].
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from classeval_hf.runs.run_names import RunName, parse_published_name

__all__ = ["PAPER_CLAIMS", "PAPER_RELEASE", "PaperClaim", "PublishedScores", "find_published", "published_scores"]

PAPER_RELEASE = "2023-08"
"""Release of the public repository whose scores are those of the paper."""


@dataclass(frozen=True)
class PublishedScores:
    """
    A run's published scores.

    Args:
        release (`str`): release of the public repository that states them.
        name (`str`): name of the run there.
        run ([`RunName`]): what the name says.
        scores (`Mapping[str, float]`): by name of our metric, from 0 to 1.
        best (`bool`): whether the paper shows this strategy of the model in Figure 5 (greedy) or Table 7 (nucleus):
            the one with the highest class pass@1, with one exception.
    """

    release: str
    name: str
    run: RunName
    scores: Mapping[str, float]
    best: bool = False

    def source(self, metric: str) -> str:
        """Where the paper shows this value, or else that it stands in the results file only."""
        if self.release == PAPER_RELEASE:
            if self.run.sampling == "nucleus" and self.best:
                return "Table 7, Figure 6" if metric.endswith("@5") else "Table 7"
            if self.run.sampling == "nucleus" and metric.endswith("@5"):
                return "Figure 6"
            if self.run.sampling == "greedy" and self.best:
                return "Figure 5"
        return f"results of {self.release}"


@dataclass(frozen=True)
class PaperClaim:
    """
    What the paper's text says of a figure that comes without numbers.

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


_SHOWN_ALTHOUGH_NOT_BEST = {("PolyCoder", "nucleus"): "incremental"}
"""Table 7 has PolyCoder's incremental run (class pass@1 of 1.4%), although its compositional one is better (2.6%)."""


@cache
def published_scores() -> tuple[PublishedScores, ...]:
    """All published runs, in the order of release and name."""
    text = (resources.files("classeval_hf.reports") / "published_scores.csv").read_text(encoding="utf-8")
    rows = [_row(row) for row in csv.DictReader(text.splitlines())]
    highest: dict[tuple[str, str, str], float] = {}
    for row in rows:
        highest[_group(row)] = max(highest.get(_group(row), -math.inf), row.scores["class_pass@1"])
    return tuple(replace(row, best=_is_shown(row, highest[_group(row)])) for row in rows)


def _row(cells: dict[str, str]) -> PublishedScores:
    release, name = cells.pop("release"), cells.pop("run")
    run = parse_published_name(name)
    assert run is not None, name
    return PublishedScores(release, name, run, {metric: float(value) for metric, value in cells.items() if value})


def _group(row: PublishedScores) -> tuple[str, str, str]:
    return row.release, row.run.model, row.run.sampling


def _is_shown(row: PublishedScores, highest: float) -> bool:
    exception = _SHOWN_ALTHOUGH_NOT_BEST.get((row.run.model, row.run.sampling))
    return row.run.strategy == exception if exception else row.scores["class_pass@1"] == highest


def find_published(text: str | RunName) -> PublishedScores | None:
    """
    Finds the published run that is meant.

    Args:
        text (`str` or [`RunName`]): name of the run in the public repository, or model, strategy and sampling.

    Returns:
        [`PublishedScores`] or `None`: of the paper's release, where both have one.
    """
    for published in published_scores():
        if text in (published.name, published.run):
            return published
    return None
