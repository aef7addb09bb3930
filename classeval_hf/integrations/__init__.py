"""ClassEval in the libraries of others: Inspect AI, TRL, and transformers' `Trainer`.

It may import what stands below it in the layers of `pyproject.toml`: all rooms from `core` up to `generation`. Start
reading at [`classeval_hf.integrations.trl`]; `inspect_task` and `trainer` are the other ways in, `class_samples`
what they share."""
