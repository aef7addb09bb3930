"""The splits of tasks of both kinds, and the data that was released. Start reading at
[`classeval_hf.tasks.splits`]."""
