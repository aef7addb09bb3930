"""The terms that a family of tasks computes for one split, and what all families compute them from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from classeval_hf.core.tasks import BASE, Task
from classeval_hf.core.verdicts import CandidateVerdict, Soundness
from classeval_hf.metrics.averages import ErrorAnalysis, WeightedTerms
from classeval_hf.metrics.samples import Sample

JudgedSamples = Mapping[str, Sequence[Sample]]  # per task id
SOUND = "_sound"  # ends the names of averages over the tasks whose reference passes


@dataclass(frozen=True)
class SplitTerms:
    averages: dict[str, WeightedTerms]  # in the order in which they are shown; over sound tasks, as `NAME_sound`
    ceilings: dict[str, WeightedTerms]  # what the references get when they are read as samples
    analysis: ErrorAnalysis = field(default_factory=ErrorAnalysis)  # where samples fail, besides counts of failures


def further_suites(tasks: Sequence[Task], judged: JudgedSamples) -> list[str]:
    """The test suites other than `base` that samples of these tasks were judged by, in order."""
    suites = dict.fromkeys(suite for task in tasks for item in judged[task.task_id] for suite in item.verdicts)
    return [suite for suite in suites if suite != BASE]


def verdicts_of(tasks: Sequence[Task], judged: JudgedSamples) -> dict[str, list[CandidateVerdict]]:
    return {
        task.task_id: [item.verdict for item in judged[task.task_id] if isinstance(item.verdict, CandidateVerdict)]
        for task in tasks
    }


def over_sound_tasks(
    averages: Mapping[str, WeightedTerms], soundness: Mapping[str, Soundness]
) -> dict[str, WeightedTerms]:
    """The same averages over the tasks whose reference passes, if some references pass and some do not."""
    averages_of_sound: dict[str, WeightedTerms] = {}
    for name, terms in averages.items():
        sound = {task: term for task, term in terms.items() if task in soundness and soundness[task].is_sound}
        if 0 < len(sound) < len(terms):
            averages_of_sound[f"{name}{SOUND}"] = sound
    return averages_of_sound
