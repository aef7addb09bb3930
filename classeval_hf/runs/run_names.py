"""Model, generation strategy and sampling of a run, read from its name."""

import re
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol, TypeVar

from classeval_hf.core.errors import UserError, did_you_mean

PROJECT_STRATEGIES = (
    *("basic", "reflexion", "naive_rag", "repocoder", "rrr"),
    *("no_context", "local_completion", "local_infilling"),
)  # strategies for repository-level tasks: RepoClassBench, section 5.1, and DevEval's settings, section 3.1

STRATEGIES = ("holistic", "incremental", "compositional", "bottom_up", "top_down", *PROJECT_STRATEGIES)
"""Generation strategies: ClassEval, section 4.2, the two of ClassEval-Pro, and those for repository-level tasks."""

SAMPLINGS = ("greedy", "nucleus")  # kinds of decoding: ClassEval, section 4.5

_BY_LETTER = {"H": "holistic", "I": "incremental", "C": "compositional"}
_PUBLISHED = (
    re.compile(r"(?P<model>.+)_(?:class|method)_(?P<letter>[HIC])_(?P<sampling>greedy|t0\.2)"),  # v1.0.0
    re.compile(r"(?P<model>.+)_(?P<letter>[HIC])(?P<sampling>\(greedy\)|)"),  # 2023-08
)


class Labelled(Protocol):
    @property
    def label(self) -> str: ...


AnyRun = TypeVar("AnyRun", bound=Labelled)


@dataclass(frozen=True)
class RunName:
    model: str  # name of the model
    strategy: str = ""  # one of `STRATEGIES`, or empty if not known
    sampling: str = ""  # one of `SAMPLINGS`, or empty if not known

    def __str__(self) -> str:
        return ", ".join(part for part in (self.model, self.strategy.replace("_", "-"), self.sampling) if part)


def parse_label(text: str) -> RunName:
    """Reads a user's label: `MODEL`, `MODEL,STRATEGY` or `MODEL,STRATEGY,SAMPLING`; the last two may be empty."""
    model, *rest = (part.strip() for part in text.split(","))
    strategy, sampling = (*rest, "", "")[:2]
    strategy = strategy.replace("-", "_")
    if not model or len(rest) > 2:
        raise UserError(f"Label {text!r} is not of the form MODEL, MODEL,STRATEGY or MODEL,STRATEGY,SAMPLING.")
    for kind, value, known in (("strategy", strategy, STRATEGIES), ("sampling", sampling, SAMPLINGS)):
        if value and value not in known:
            raise UserError(f"Label {text!r}: unknown {kind} {value!r}; use one of {', '.join(known)}.")
    return RunName(model, strategy, sampling)


def parse_published_name(name: str) -> RunName | None:
    """Reads a run's name in the public ClassEval repository (`GPT-4_H(greedy)`, `X_method_I_t0.2`), or `None`."""
    for pattern in _PUBLISHED:
        match = pattern.fullmatch(name)
        if match:
            sampling = "greedy" if "greedy" in match["sampling"] else "nucleus"
            return RunName(match["model"], _BY_LETTER[match["letter"]], sampling)
    return None


def numbered(labels: Iterable[str]) -> list[str]:
    """The labels, each repeated one with a number behind it."""
    seen: Counter[str] = Counter()
    labels_so_far = []
    for label in labels:
        seen[label] += 1
        labels_so_far.append(label if seen[label] == 1 else f"{label} {seen[label]}")
    return labels_so_far


def choose_runs(runs: Sequence[AnyRun], names: Sequence[str]) -> list[AnyRun]:
    """The runs of these names, in their order. A name is a label, or a part of exactly one label."""
    chosen = [_find(runs, name) for name in names]
    for run in chosen:
        if sum(other is run for other in chosen) > 1:
            raise UserError(f"The run {run.label!r} is named twice: name each run once.")
    return chosen


def _find(runs: Sequence[AnyRun], name: str) -> AnyRun:
    for matches in (
        [run for run in runs if run.label == name],
        [run for run in runs if run.label.casefold() == name.casefold()],
        [run for run in runs if name.casefold() in run.label.casefold()],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            labels = "; ".join(run.label for run in matches)
            raise UserError(f"{name!r} may be {len(matches)} runs; name one of them in full: {labels}.")
    known = [run.label for run in runs]
    raise UserError(f"No run is called {name!r}; the runs are {'; '.join(known)}.{did_you_mean(name, known)}")


def short_names(labels: Sequence[str]) -> tuple[dict[str, str], str]:
    """The parts by which labels differ, and a line for the parts that all share; whole labels if the terminal fits."""
    as_they_are = {label: label for label in labels}
    if len(labels) < 2 or 4 * max(map(len, labels)) <= shutil.get_terminal_size((80, 24)).columns:
        return as_they_are, ""
    parts = [label.split(", ") for label in labels]
    shared = [part for part in parts[0] if all(part in others for others in parts)]
    short = [", ".join(part for part in of_label if part not in shared) for of_label in parts]
    if not shared:  # names of files: their common beginning and end, in whole words
        head = _common_words(labels)
        rest = [label[len(head) :] for label in labels]
        tail = _common_words([label[::-1] for label in rest])[::-1]
        short, shared = [label.removesuffix(tail) for label in rest], [f"{head}...{tail}"] if head or tail else []
    if not shared or not all(short) or len(set(short)) < len(labels):
        return as_they_are, ""
    return dict(zip(labels, short, strict=True)), f"All runs: {', '.join(shared)}"


def _common_words(texts: Sequence[str]) -> str:
    """The longest beginning of all texts that ends at the end of a word."""
    same = takewhile(lambda characters: len(set(characters)) == 1, zip(*texts, strict=False))
    return re.sub(r"[^-_ /.]*$", "", "".join(characters[0] for characters in same))
