"""
Strategies, the queue of steps, run folders, progress, scoring of a run.

It may import `steps`, `prompts`, `parsing` and `engines`. Start reading at
[`classeval_hf.generation.pipeline.generating`].
"""
