"""Splits, which are tasks that are known by a name, and the data that was released. Start reading at
[`classeval_hf.tasks.splits`]."""
