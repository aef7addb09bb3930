"""The base of all rooms: records of tasks and verdicts, syntax trees, consent, files, tables and progress bars. It
imports no other room. Start reading at [`classeval_hf.core.tasks`]."""
