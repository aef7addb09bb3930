"""
From completions to verdicts: scheduling, the cache of verdicts, workers of a cluster, and the soundness of tasks.

It may import what stands below it in the layers of `pyproject.toml`: `core`, `sandbox`, `projects`, `tasks`,
`reading`, `repository_tools`, `metrics`, `unittest_runner`, `pytest_runner`. Start reading at
[`classeval_hf.judging.judge`].
"""
