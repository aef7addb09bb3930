"""Samples as they were judged: what a judge gives, and what scores are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.reading.records import Reading, line_of_completion

Verdict = CandidateVerdict | InfrastructureError  # an error where it could not be run


@dataclass(frozen=True)
class JudgedSample:
    """A sample with its reading and, by suite, its verdict, or the error if it could not be run."""

    completion: str
    reading: Reading
    verdicts: Mapping[str, Verdict]

    @property
    def verdict(self) -> Verdict:
        return self.verdicts[BASE]

    @property
    def placed_verdicts(self) -> dict[str, Verdict]:
        """The verdicts, with lines of the completion instead of lines of the candidate."""
        taken, source = self.reading.note.taken, self.reading.source
        line = cache(lambda number: number and line_of_completion(self.completion, source, number, taken))
        placed = dict(self.verdicts)
        for suite, verdict in self.verdicts.items():
            if not isinstance(verdict, InfrastructureError) and verdict.has_lines:
                classes = []
                for item in verdict.test_classes:
                    cases = tuple(replace(case, line=line(case.line)) for case in item.cases)
                    classes.append(replace(item, cases=cases, line=line(item.line)))
                placed[suite] = replace(verdict, test_classes=tuple(classes))
        return placed

    @property
    def infrastructure_error(self) -> InfrastructureError | None:
        """The first error of a suite that it could not be run against; `None` if there is none."""
        return next((item for item in self.verdicts.values() if isinstance(item, InfrastructureError)), None)


def infrastructure_errors(judged: Mapping[str, Sequence[JudgedSample]]) -> list[tuple[str, InfrastructureError]]:
    """The errors of samples that could not be run through no fault of their own, each with the task's id."""
    errors = [(task_id, sample.infrastructure_error) for task_id, samples in judged.items() for sample in samples]
    return [(task_id, error) for task_id, error in errors if error is not None]
