"""ClassEval metric for `evaluate`: runs class-level answers against their tests; class and method pass@k."""

import json
from typing import Any

import datasets
import evaluate

from classeval_hf.scoring import compute_scores

_DESCRIPTION = """
Scores whole Python classes written by language models. Each answer is run against its task's unit tests, one child
process per test class, and class-level and method-level pass@k are averaged over the tasks
(Du et al. 2023, https://arxiv.org/abs/2308.01861). Running model output needs HF_ALLOW_CODE_EVAL=1.
"""

_CITATION = """
@misc{du2023classeval,
      title={ClassEval: A Manually-Crafted Benchmark for Evaluating LLMs on Class-level Code Generation},
      author={Xueying Du and Mingwei Liu and Kaixin Wang and Hanlin Wang and Junwei Liu and Yixuan Chen and
              Jiayi Feng and Chaofeng Sha and Xin Peng and Yiling Lou},
      year={2023},
      eprint={2308.01861},
      archivePrefix={arXiv},
      primaryClass={cs.CL}
}
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions (list of list of str): per task, its answers: raw model text or plain class source.
    references (list): per task, a row of the dataset, a task id, or a dict with at least task_id, class_name, test,
        test_classes and import_statement.
    k (int or list of int, optional): the k of pass@k; by default those of 1, 3, 5 that every task has samples for.
    timeout (float, defaults to 5.0): seconds per test class.
    num_workers (int, optional): samples run at a time; by default the number of available cores.
    progress (bool, defaults to True): whether to show a progress bar.
Returns:
    dict with class_pass@k, method_pass@k and test_class_pass@k for each k, n_tasks, n_samples, and results: per task
    id and sample, what passed and what failed, and how.
Examples:
    >>> import os
    >>> os.environ["HF_ALLOW_CODE_EVAL"] = "1"
    >>> task = {
    ...     "task_id": "counter",
    ...     "class_name": "Counter",
    ...     "import_statement": [],
    ...     "test": "import unittest\\nclass CounterTestNext(unittest.TestCase):\\n"
    ...     "    def test_next(self):\\n        self.assertEqual(Counter(2).next(), 3)\\n",
    ...     "test_classes": ["CounterTestNext"],
    ... }
    >>> right = "class Counter:\\n    def __init__(self, n):\\n        self.n = n\\n"
    >>> right += "    def next(self):\\n        return self.n + 1\\n"
    >>> wrong = right.replace("+ 1", "+ 2")
    >>> metric = evaluate.load("classeval_metric")
    >>> scores = metric.compute(predictions=[[right, wrong]], references=[task], progress=False)
    >>> scores["class_pass@1"], scores["n_samples"]
    (0.5, 2)
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class ClassevalMetric(evaluate.Metric):
    """Answers and references travel through `evaluate`'s tables as JSON, so that any task and any text fits."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features(
                {"predictions": datasets.Value("string"), "references": datasets.Value("string")}
            ),
            homepage="https://github.com/FudanSELab/ClassEval",
            reference_urls=["https://arxiv.org/abs/2308.01861"],
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds the answers to several tasks."""
        super().add_batch(
            predictions=[json.dumps(answers) for answers in predictions],
            references=[json.dumps(reference) for reference in references],
            **kwargs,
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds the answers to one task."""
        super().add(prediction=json.dumps(prediction), reference=json.dumps(reference), **kwargs)

    def _compute(self, predictions: list[str], references: list[str], **kwargs: Any) -> dict[str, Any]:
        return compute_scores(
            [json.loads(answers) for answers in predictions],
            [json.loads(reference) for reference in references],
            **kwargs,
        )
