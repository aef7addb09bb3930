"""
What every room needs and what needs none: records of tasks and verdicts, syntax trees, consent, files and tables.

It imports nothing else of this package. Start reading at [`classeval_hf.core.tasks`].
"""
