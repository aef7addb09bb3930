"""ClassEval metric for `evaluate`: runs generated classes against their tests; class and method pass@k."""

import inspect
import json
from typing import Any

import datasets
import evaluate

from classeval_hf.core.errors import did_you_mean
from classeval_hf.hub.install import check_metric_loading
from classeval_hf.scoring.compute import check_completions, compute_scores, reference_rows

_DESCRIPTION = """
Scores whole Python classes written by language models. Each sample is run against its task's unit tests, one child
process per test class, and class-level and method-level pass@k are averaged over the tasks
(Du et al. 2023, https://arxiv.org/abs/2308.01861). How many of the reference's dependencies the samples have is read
from the code (DEP of the same paper; Recall@k of DevEval, Li et al. 2024, https://arxiv.org/abs/2401.06401). Running
model output needs HF_ALLOW_CODE_EVAL=1.
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
    predictions (list of list of str): per task, its completions: raw model text or plain class source.
    references (list): per task, a row of the dataset, a task id, or a dict with at least task_id, class_name, test
        and test_classes. Rows and ids may be of repository-level tasks.
    k (int or list of int, optional): the k of pass@k; by default each of 1, 3, 5 that every task has samples for.
    timeout (float or "auto", defaults to 5.0): seconds of processor time per test class; "auto" for ten times what the
        reference takes on this machine, at least 1 and at most 5.
    num_workers (int, optional): samples run at a time; by default the number of available cores.
    progress (bool, defaults to True): whether to show a progress bar.
    isolation (str, defaults to "auto"): tier of isolation, "T3" to "T0"; by default the strongest available here.
    min_isolation (str, optional): the weakest tier to accept; by default T1, or the tier that isolation names.
    cache (bool, defaults to True): whether to keep verdicts on disk, so that a repeated run resumes where it was.
    preflight (bool, defaults to False): whether to run the references again; how they do is otherwise known from the
        first time in an environment.
    allow_infrastructure_errors (bool, defaults to False): whether to leave out samples that could not be run for
        reasons that are not their own, instead of raising.
    ci (float, optional, defaults to 0.95): level of the confidence intervals; None for none.
    ci_resamples (int, defaults to 9999): resamples of the bootstrap, which averages of counts need.
    ci_seed (int, defaults to 0): seed of the bootstrap.
    cluster (str, optional): joblib backend whose workers run the samples, "dask" or "ray" say; by default this machine
        runs them.
    max_answer_chars (int, defaults to 262144): maximum of characters of a completion; a longer one fails.
    allow_missing_libraries (bool, defaults to False): whether to count tasks as unsound that import what is not
        installed, instead of raising.
    allow_libraries (list of str, defaults to ()): libraries that samples can import besides the standard library,
        those of the extra `tasks` and those that their task imports; all others are missing for them.
    finish_reasons (list of list of str, optional): per task and sample, why the model stopped; "length" is warned of.
    compat (str, optional): "upstream" to score by the rules of ClassEval's public harness too.
    suites (list of str, defaults to ("base",)): names of the test suites to judge by: "base" and others that add tests
        to it, "plus" say, the strengthened tests. A task that lacks one counts by "base" alone.
Returns:
    dict with, for each k, class_pass@k, method_pass@k, test_class_pass@k, class_partial_success@k,
    test_class_partial_success@k, recall@k, recall_field@k and recall_method@k; with test_rate, dep_f, dep_m,
    dep_f_count and dep_m_count; with the parser's dep_f_ceiling, dep_m_ceiling and recall_ceiling; intervals by
    average; provenance: what the scores were made with; warnings: what must be known before quoting them; splits: the
    scores of each split, where tasks are of several; error_distribution, failure_counts, method_pass_by_dependencies,
    class_pass_by_topic, class_pass_by_difficulty and class_pass_by_length; n_tasks and n_samples; per_task: by average
    and task, value and weight; results: per task id and sample, what passed, what failed and how, and the dependencies
    of each method; and reference_dependencies.
    What concerns dependencies needs references (solution_code). With compat, compat: the scores by those rules, and
    what each rule moves. With further suites, class_pass_NAME@k, method_pass_NAME@k and test_class_pass_NAME@k by
    "base" and each, the drops class_pass_NAME_drop@k and so on from "base", and suites: how many tasks have each,
    hashes of their tests, and the tasks whose reference fails them.
    Repository-level tasks have pass@k, test_rate beside its floors test_rate_stub and test_rate_removed, and recall@k.
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
    ...     "solution_code": "class Counter:\\n    def __init__(self, n):\\n        self.n = n\\n"
    ...     "    def next(self):\\n        self.n += 1\\n        return self.n\\n",
    ... }
    >>> right = "class Counter:\\n    def __init__(self, n):\\n        self.n = n\\n"
    >>> right += "    def next(self):\\n        return self.n + 1\\n"
    >>> wrong = right.replace("+ 1", "+ 2")
    >>> metric = evaluate.load("classeval_metric")
    >>> scores = metric.compute(predictions=[[right, wrong]], references=[task], progress=False)
    >>> scores["class_pass@1"], scores["n_samples"]
    (0.5, 2)
    >>> scores["dep_f"], scores["results"]["counter"][1]["dependencies"]
    (1.0, {'next': {'fields': ['self.n'], 'methods': []}})
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class ClassevalMetric(evaluate.Metric):
    """Completions and references pass `evaluate`'s tables as JSON, so that any task and any text fits."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features(
                {"predictions": datasets.Value("string"), "references": datasets.Value("string")}
            ),
            homepage="https://github.com/FudanSELab/ClassEval",
            license="Apache-2.0",
            reference_urls=["https://arxiv.org/abs/2308.01861"],
        )

    def _download_and_prepare(self, dl_manager: Any) -> None:
        """Checks how it is loaded; there is nothing to download."""
        check_metric_loading(__file__)

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds the completions of several tasks."""
        check_completions(predictions)
        super().add_batch(
            predictions=[json.dumps(list(completions)) for completions in predictions],
            references=[json.dumps(reference) for reference in reference_rows(references)],
            **kwargs,
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds the completions of one task."""
        check_completions([prediction])
        super().add(prediction=json.dumps(list(prediction)), reference=json.dumps(reference), **kwargs)

    def _compute(self, predictions: list[str], references: list[str], **kwargs: Any) -> dict[str, Any]:
        known = list(inspect.signature(compute_scores).parameters)[2:]
        for name in kwargs:
            if name not in known:
                raise TypeError(f"compute has no argument {name!r}.{did_you_mean(name, known)}")
        return compute_scores(
            [json.loads(completions) for completions in predictions],
            [json.loads(reference) for reference in references],
            **kwargs,
        )
