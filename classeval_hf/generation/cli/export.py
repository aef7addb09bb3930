"""Samples in the form of the public ClassEval harness."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from classeval_hf.core.tasks import ClassTask
from classeval_hf.runs.sample_records import GeneratedSample


def upstream_json(tasks: Sequence[ClassTask], samples: Sequence[GeneratedSample]) -> str:
    """Samples as the public harness records its own: per task its data, `predict` with one class per sample and
    `raw_output` with the raw completions, per sample one per step."""
    of_task: dict[str, list[GeneratedSample]] = {task.task_id: [] for task in tasks}
    for sample in samples:
        of_task[sample.task_id].append(sample)
    records = [_record(task, sorted(of_task[task.task_id], key=lambda sample: sample.sample)) for task in tasks]
    return json.dumps(records, indent=1) + "\n"


def _record(task: ClassTask, samples: Sequence[GeneratedSample]) -> dict[str, Any]:
    return {
        **task.to_row(),
        "predict": [sample.completion for sample in samples],
        "raw_output": [[step.raw for step in sample.steps] for sample in samples],
    }
