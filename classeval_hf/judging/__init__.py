"""
From completions to verdicts: scheduling, the cache of verdicts, workers of a cluster, and the soundness of tasks.

It may import `core`, `sandbox`, `tasks`, `reading` and `unittest_runner`. Start reading at
[`classeval_hf.judging.judge`].
"""
