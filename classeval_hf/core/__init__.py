"""What every room needs and what needs none: tasks and verdicts, syntax trees, consent, files, tables, bars of
progress. Start reading at [`classeval_hf.core.tasks`]."""
