"""
Results for a model's repository, in the two forms that the Hub reads.

`.eval_results/*.yaml` is what model pages and leaderboards show now, one file per variant of a run; `model-index` in
the metadata of the card is what they showed before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import yaml
from huggingface_hub import EvalResult, ModelCard, ModelCardData

from classeval_hf.core.errors import UserError
from classeval_hf.hub.runs import ScoredRun

_CARD = "# {name}\n"


@dataclass(frozen=True)
class Source:
    """Where a result can be looked up; a name needs an address."""

    url: str = ""  # address of completions and verdicts, or of a report
    name: str = ""  # what it is called

    def __post_init__(self) -> None:
        if self.name and not self.url:
            raise UserError("A source with a name needs an address: give --source-url too.")


def eval_result_file(run: ScoredRun, dataset_repo: str, source: Source) -> tuple[str, str]:
    """The file of a run in `.eval_results/`."""
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError as error:  # the lowest version that the rest of the package works with is older
        raise UserError(
            "The installed huggingface_hub does not know .eval_results yet: pip install -U huggingface_hub."
        ) from error
    entries = [
        EvalResultEntry(
            dataset_id=dataset_repo,
            task_id=metric.replace("@", "_at_"),
            value=round(value, 6),
            date=run.date,
            source_url=source.url or None,
            source_name=source.name or None,
            notes=run.notes,
        )
        for metric, value in run.scores.items()
    ]
    text = yaml.safe_dump(eval_result_entries_to_yaml(entries), sort_keys=False, allow_unicode=True, width=100)
    return f".eval_results/{run.benchmark.prefix}_{run.variant}.yaml", text


def card_with_results(card: str | None, model_repo: str, run: ScoredRun, dataset_repo: str, source: Source) -> str:
    """A model's card with the results in its metadata (`model-index`)."""
    name = model_repo.rpartition("/")[2]
    try:
        parsed = ModelCard(card if card is not None else _CARD.format(name=name), ignore_metadata_errors=False)
    except (ValueError, yaml.YAMLError) as error:
        raise UserError(f"The metadata of the card of {model_repo} cannot be read: {error}") from error
    fresh = [
        EvalResult(
            task_type="text-generation",
            dataset_type=dataset_repo,
            dataset_name=run.benchmark.name,
            dataset_split=run.benchmark.split,
            metric_type="pass@k",
            metric_name=metric,
            metric_value=round(value, 6),
            # Of the metric, not of the dataset: the Hub's client keeps one set of arguments per dataset.
            metric_args={"strategy": run.strategy, "sampling": run.sampling},
            source_url=source.url or None,
            source_name=source.name or None,
        )
        for metric, value in run.scores.items()
    ]
    data = cast(ModelCardData, parsed.data)
    kept = [item for item in data.eval_results or [] if not any(_same(item, other) for other in fresh)]
    data.model_name = data.model_name or name
    data.eval_results = [*kept, *fresh]
    return str(parsed)


def _same(one: EvalResult, other: EvalResult) -> bool:
    """Whether two results are values of one metric of one run."""
    fields = ("dataset_type", "dataset_split", "metric_args", "metric_name")
    return all(getattr(one, name) == getattr(other, name) for name in fields)
