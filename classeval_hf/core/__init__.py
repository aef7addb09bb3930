"""What every room needs and what needs none: records of tasks and verdicts, syntax trees, consent, files, tables and
bars of progress. It imports nothing else of this package. Start reading at [`classeval_hf.core.tasks`]."""
