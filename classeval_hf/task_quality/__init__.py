"""
Whether tasks are good tasks: the construction rules of the paper, coverage, and the tables of its statistics.

It may import all rooms up to `scoring`. Start reading at [`classeval_hf.task_quality.validation`].
"""
