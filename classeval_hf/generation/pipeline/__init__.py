"""
What is asked in which order, and what is kept: strategies, steps, run folders, progress, scoring of a run.

It may import `steps`, `prompts`, `parsing` and `engines`. Start reading at
[`classeval_hf.generation.pipeline.generating`].
"""
