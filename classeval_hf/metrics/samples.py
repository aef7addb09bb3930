"""The record of a sample: read from a file, then enriched by what is read in it and by its verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from msgspec import structs

from classeval_hf.core.errors import InfrastructureError
from classeval_hf.core.tasks import BASE
from classeval_hf.core.verdicts import NO_STEPS, CandidateVerdict, StepFacts
from classeval_hf.reading.records import NOT_READ, REPLACED, Reading, line_of_completion

Verdict = CandidateVerdict | InfrastructureError  # an error where it could not be run


@dataclass(frozen=True)
class Sample:
    """
    One completion of a model for one task, from the file that it was read from to the scores.

    Args:
        task_id (`str`): the task.
        sample (`int`): index of the sample among the task's, from 0.
        completion (`str`): raw text of the model.
        finish_reason (`str`, defaults to `""`): why the model stopped, if it is known;
            [`~classeval_hf.core.verdicts.CUT_OFF`] if it was cut off,
            [`~classeval_hf.core.verdicts.PROMPT_TOO_LONG`] if it, or a step of it, was not asked.
        is_numbered (`bool`, defaults to `True`): whether its index is stated where it was read from, by a number or by
            its place in a list; `False` for a record of its own without a number.
        steps ([`~classeval_hf.core.verdicts.StepFacts`]): facts about the steps that gave it, if known.
        reading ([`~classeval_hf.reading.records.Reading`]): what was read in its completion, once it is judged.
        verdicts (`Mapping[str, CandidateVerdict | InfrastructureError]`): by suite, its verdict, or the error if it
            could not be run.
    """

    task_id: str
    sample: int
    completion: str
    finish_reason: str = ""
    is_numbered: bool = True
    steps: StepFacts = NO_STEPS
    reading: Reading = NOT_READ
    verdicts: Mapping[str, Verdict] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, completions: "Sequence[str | Sample]", task_id: str) -> "list[Sample]":
        """Samples of a task from its completions, each a text or already a sample."""
        return [one if isinstance(one, Sample) else cls(task_id, index, one) for index, one in enumerate(completions)]

    @property
    def verdict(self) -> Verdict:
        return self.verdicts[BASE]

    @property
    def known_verdict(self) -> CandidateVerdict | None:
        """The verdict by `base`; `None` if it could not be run."""
        return self.verdict if isinstance(self.verdict, CandidateVerdict) else None

    @property
    def sign(self) -> str:
        """The sign of a completion that cannot pass, see [`~classeval_hf.reading.records.CompletionSigns`]."""
        return self.steps.sign or self.reading.signs.kind

    @property
    def has_replaced(self) -> bool:
        """Whether characters that no file can hold were replaced."""
        return self.steps.has_replaced or REPLACED in self.reading.note.cut

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
                    cases = tuple(structs.replace(case, line=line(case.line)) for case in item.cases)
                    classes.append(structs.replace(item, cases=cases, line=line(item.line)))
                placed[suite] = structs.replace(verdict, test_classes=tuple(classes))
        return placed

    @property
    def infrastructure_error(self) -> InfrastructureError | None:
        """The first error because of which it could not be run; `None` without one."""
        return next((item for item in self.verdicts.values() if isinstance(item, InfrastructureError)), None)


def infrastructure_errors(judged: Mapping[str, Sequence[Sample]]) -> list[tuple[str, InfrastructureError]]:
    """The errors of samples that could not be run through no fault of their own, each with the task's id."""
    errors = [(task_id, sample.infrastructure_error) for task_id, samples in judged.items() for sample in samples]
    return [(task_id, error) for task_id, error in errors if error is not None]
