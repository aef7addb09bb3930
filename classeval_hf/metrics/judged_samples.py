"""Samples as they were judged: what a judge gives, and what scores are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import CandidateVerdict
from classeval_hf.reading.readings import Reading
from classeval_hf.reading.repository_readings import RepositoryReading

Verdict = CandidateVerdict | InfrastructureError  # an error where it could not be run


@dataclass(frozen=True)
class JudgedSample:
    """A sample with what was read in it, and a verdict per suite, or the error where it could not be run."""

    completion: str
    reading: Reading | RepositoryReading
    verdicts: Mapping[str, Verdict]

    @property
    def verdict(self) -> Verdict:
        return self.verdicts[BASE]

    @property
    def infrastructure_error(self) -> InfrastructureError | None:
        """Why it could not be run against some suite, if so."""
        return next((item for item in self.verdicts.values() if isinstance(item, InfrastructureError)), None)


def infrastructure_errors(judged: Mapping[str, Sequence[JudgedSample]]) -> list[tuple[str, InfrastructureError]]:
    """Samples that could not be run for reasons that are not their own, each by its task's id."""
    errors = [(task_id, sample.infrastructure_error) for task_id, samples in judged.items() for sample in samples]
    return [(task_id, error) for task_id, error in errors if error is not None]
