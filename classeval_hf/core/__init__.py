"""The base of all other rooms: records of tasks and verdicts, syntax trees, consent, files, tables and progress bars.
It imports nothing else of this package. Start reading at [`classeval_hf.core.tasks`]."""
